//! The C interface for compilers that link the library: `include/layout-c/*.h`, which documents
//! every function. The names follow MLIR's C interface.
//!
//! A panic must not unwind into C: the answer is then the one that claims nothing.

mod attributes;
mod dialect;
mod relation;
mod verdict;

use std::ffi::c_void;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use melior::ir::Attribute;
use mlir_sys::{MlirAttribute, MlirStringCallback, MlirStringRef};

use crate::algebra::AnyLayout;
use crate::ffi::mlir;
use crate::ffi::mlir::glue::{self, bytes_of};

/// What the caller gave to be told a text.
#[derive(Clone, Copy)]
struct Sink {
    callback: MlirStringCallback,
    user_data: *mut c_void,
}

impl Sink {
    fn put(self, text: &impl Display) {
        if let Some(callback) = self.callback {
            // SAFETY: the callback and its data belong together, and the text outlives the call.
            unsafe { callback(glue::string_ref(&text.to_string()), self.user_data) }
        }
    }

    /// The answer of `body`; `otherwise` after its error was put, or if it panics.
    fn answer<T: Copy>(self, otherwise: T, body: impl FnOnce() -> Result<T, String>) -> T {
        guarded(otherwise, || {
            body().unwrap_or_else(|error| {
                self.put(&error);
                otherwise
            })
        })
    }
}

/// The answer of `body`, or `otherwise` if it panics.
fn guarded<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(otherwise)
}

/// The layout that an attribute holds; `None` for null and for an attribute of another kind.
///
/// # Safety
///
/// The attribute is null or valid, and its context outlives the use of the result.
unsafe fn layout_of<'a>(attribute: MlirAttribute) -> Option<&'a AnyLayout> {
    if attribute.ptr.is_null() {
        return None;
    }
    // SAFETY: the attribute is valid, as the caller promises.
    mlir::content(unsafe { Attribute::from_raw(attribute) })
}

/// The layout that an attribute holds, or the error of one that holds none.
///
/// # Safety
///
/// As for [`layout_of`].
unsafe fn some_layout_of<'a>(attribute: MlirAttribute) -> Result<&'a AnyLayout, String> {
    // SAFETY: as the caller promises.
    unsafe { layout_of(attribute) }.ok_or_else(|| "the attribute is not a layout".to_owned())
}

/// The text, if it is one.
///
/// # Safety
///
/// The bytes are valid while the result is used.
unsafe fn text_of(text: &MlirStringRef) -> Option<&str> {
    // SAFETY: as the caller promises.
    std::str::from_utf8(unsafe { bytes_of(text) }).ok()
}

const NULL_ATTRIBUTE: MlirAttribute = MlirAttribute { ptr: std::ptr::null() };
