//! The functions that C++ calls. Each hands over to a safe function of `dialect` or `passes`.
//!
//! A panic must not unwind into C++: it becomes an error at the operation, and the answer is the
//! one that claims nothing.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, OperationRef};
use mlir_sys::{MlirAttribute, MlirOperation, MlirStringCallback, MlirStringRef};

use super::content::Content;
use super::glue::{self, Hooks, Parsed};
use super::ir::with_operation;
use super::memref;
use crate::algebra::{AnyLayout, Budget};
use crate::dialect::attribute::{notation_number, parse_symbol, spelling};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::{fold, speculation, verify};
use crate::passes::declared::PASSES;
use crate::text::is_anonymous;

static HOOKS: Hooks = Hooks {
    parse: parse_hook,
    retain: retain_hook,
    release: release_hook,
    has_anonymous: has_anonymous_hook,
    verify: verify_hook,
    fold: fold_hook,
    is_speculatable: is_speculatable_hook,
    verify_mem_ref: memref::verify_hook,
    affine_map: memref::affine_map_hook,
    strides: memref::strides_hook,
    run_pass: run_pass_hook,
};

/// Gives C++ the table. To do it again changes nothing.
pub(super) fn install() {
    // SAFETY: the table is static.
    unsafe { glue::layoutInstallHooks(&HOOKS) }
}

/// A layout that C++ may own, in shares: it is freed with the last.
pub(super) fn owned(layout: AnyLayout) -> *const c_void {
    // Attributes are read by many threads at once.
    const fn is_shared<T: Send + Sync>() {}
    const { is_shared::<Content>() };
    Arc::into_raw(Arc::new(Content::new(layout))).cast()
}

/// Gives up one share of a layout.
///
/// # Safety
///
/// The pointer comes from [`owned`], and the share is not used again.
pub(super) unsafe fn release(content: *const c_void) {
    // SAFETY: as the caller promises.
    drop(unsafe { Arc::from_raw(content.cast::<Content>()) });
}

extern "C" fn retain_hook(content: *const c_void) -> *const c_void {
    // SAFETY: C++ hands back what `owned` gave it, while it has a share.
    unsafe { Arc::increment_strong_count(content.cast::<Content>()) };
    content
}

extern "C" fn release_hook(content: *const c_void) {
    // SAFETY: C++ hands back what `owned` gave it, once for each share.
    unsafe { release(content) };
}

extern "C" fn has_anonymous_hook(content: *const c_void) -> bool {
    // SAFETY: C++ hands over what `owned` gave it, while it has a share.
    let content = unsafe { &*content.cast::<Content>() };
    content.layout().symbols().into_iter().any(is_anonymous)
}

extern "C" fn parse_hook(
    text: MlirStringRef,
    sink: MlirStringCallback,
    sink_data: *mut c_void,
) -> Parsed {
    let answer = |text: &str| {
        if let Some(sink) = sink {
            // SAFETY: the callback and its data belong together, and it copies the text.
            unsafe { sink(glue::string_ref(text), sink_data) }
        }
    };
    // SAFETY: the text is `length` bytes of MLIR's source buffer, which outlives the call.
    let bytes = unsafe { bytes_of(&text) };
    match catch_unwind(AssertUnwindSafe(|| parse_symbol(bytes).map(|l| (spelling(&l), l)))) {
        Ok(Ok((spelling, layout))) => {
            answer(&spelling);
            let kind = notation_number(layout.kind());
            Parsed { content: owned(layout), kind, column: 0 }
        }
        Ok(Err(error)) => {
            answer(&error.to_string());
            let column = error.column.min(bytes.len());
            Parsed { content: std::ptr::null(), kind: 0, column }
        }
        Err(_) => {
            answer(PANICKED);
            Parsed { content: std::ptr::null(), kind: 0, column: 0 }
        }
    }
}

extern "C" fn verify_hook(operation: MlirOperation) -> bool {
    guarded(operation, false, |_, operation| match verify::verify(operation) {
        Ok(()) => true,
        Err(diagnostic) => {
            diagnostic.emit();
            false
        }
    })
}

extern "C" fn fold_hook(
    operation: MlirOperation,
    operands: *const MlirAttribute,
    results: *mut MlirAttribute,
) -> bool {
    guarded(operation, false, |context, operation| {
        let constants: Vec<Option<Attribute>> = (0..operation.operand_count())
            // SAFETY: there is one attribute an operand, null where it is not constant.
            .map(|index| unsafe { Attribute::from_option_raw(*operands.add(index)) })
            .collect();
        // A greedy rewriter folds an operation whenever it looks at it: `layout-fold` is what
        // spends a budget.
        let folded = fold::fold(context, operation, &constants, &Budget::CLOSED_FORMS);
        let Some(folded) = folded else { return false };
        if folded.len() != operation.result_count() {
            return false;
        }
        for (index, attribute) in folded.iter().enumerate() {
            // SAFETY: there is room for one attribute a result.
            unsafe { *results.add(index) = attribute.to_raw() };
        }
        true
    })
}

extern "C" fn is_speculatable_hook(apply: MlirOperation) -> bool {
    guarded(apply, false, |_, apply| speculation::is_speculatable(apply))
}

/// Runs the pass of this argument. False if it failed.
extern "C" fn run_pass_hook(
    argument: MlirStringRef,
    root: MlirOperation,
    options: MlirStringRef,
    counts: *mut i64,
    n_counts: usize,
) -> bool {
    // SAFETY: both texts and the counts live until we return, and the counts are C++'s alone.
    let (argument, options, counts) = unsafe {
        (bytes_of(&argument), bytes_of(&options), std::slice::from_raw_parts_mut(counts, n_counts))
    };
    let entry = PASSES.iter().find(|entry| entry.argument.as_bytes() == argument);
    let (Some(entry), Ok(options)) = (entry, std::str::from_utf8(options)) else { return false };
    guarded(root, false, |context, root| entry.run(context, root, options, counts))
}

pub(super) const PANICKED: &str = "internal error of the layout dialect, please report it";

/// Runs `body` on the operation. If it panics, there is an error there and the answer is `otherwise`.
fn guarded<T>(
    operation: MlirOperation,
    otherwise: T,
    body: impl for<'c> FnOnce(&'c Context, OperationRef<'c, 'c>) -> T,
) -> T {
    with_operation(operation, |context, operation| {
        catch_unwind(AssertUnwindSafe(|| body(context, operation))).unwrap_or_else(|_| {
            Diagnostic::error(operation.location(), PANICKED).emit();
            otherwise
        })
    })
}

/// The bytes of a text of MLIR's.
///
/// # Safety
///
/// The text is valid for as long as the result is used.
pub(super) unsafe fn bytes_of(text: &MlirStringRef) -> &[u8] {
    if text.length == 0 {
        return &[];
    }
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts(text.data.cast(), text.length) }
}
