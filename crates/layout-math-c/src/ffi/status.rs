//! Errors: a status for the program, and the message of the last one of each thread.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int};
use std::fmt::Display;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

use layout_math::algebra::{ComposeError, NotConverted, OperationError};
use layout_math::text::ParseError;

/// `layout_status`.
pub const OK: c_int = 0;
pub const INVALID_ARGUMENT: c_int = 1;
pub const PARSE_ERROR: c_int = 2;
pub const NO_RESULT: c_int = 3;
pub const UNKNOWN: c_int = 4;
pub const UNSUPPORTED: c_int = 5;
pub const INTERNAL_ERROR: c_int = 6;

/// A status that is not `OK`, and what is wrong.
pub struct Failure {
    status: c_int,
    message: String,
}

/// The place that the caller has for a result.
pub type Out<'a, T> = Option<&'a mut MaybeUninit<T>>;

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

impl Failure {
    pub fn new(status: c_int, message: impl Display) -> Self {
        Failure { status, message: message.to_string() }
    }

    /// A mistake of the caller.
    pub fn argument(message: impl Display) -> Self {
        Failure::new(INVALID_ARGUMENT, message)
    }

    /// A question that does not arise for this notation.
    pub fn unsupported(message: impl Display) -> Self {
        Failure::new(UNSUPPORTED, message)
    }

    /// A result that is not there, that may be there, or that is not defined.
    fn of(is_unsupported: bool, is_undecided: bool, error: &impl Display) -> Self {
        let status = match (is_unsupported, is_undecided) {
            (true, _) => UNSUPPORTED,
            (_, true) => UNKNOWN,
            _ => NO_RESULT,
        };
        Failure::new(status, error)
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Failure::new(PARSE_ERROR, format!("column {}: {error}", error.column + 1))
    }
}

impl From<OperationError> for Failure {
    fn from(error: OperationError) -> Self {
        match error {
            OperationError::Operands { .. } | OperationError::Parameter { .. } => {
                Failure::argument(error)
            }
            _ => Failure::of(error.is_unsupported(), error.is_undecided(), &error),
        }
    }
}

impl From<ComposeError> for Failure {
    fn from(error: ComposeError) -> Self {
        Failure::of(error.is_unsupported(), error.is_undecided(), &error)
    }
}

impl From<NotConverted> for Failure {
    fn from(error: NotConverted) -> Self {
        let is_unsupported = matches!(error, NotConverted::Kind { .. });
        Failure::of(is_unsupported, error.is_undecided(), &error)
    }
}

/// The status of `body`, with its message kept. A panic does not unwind into C.
pub fn run(body: impl FnOnce() -> Result<(), Failure>) -> c_int {
    let failed = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return OK,
        Ok(Err(failure)) => failure,
        Err(panic) => Failure::new(INTERNAL_ERROR, format!("internal error: {}", said(&*panic))),
    };
    LAST.replace(c_text(&failed.message));
    failed.status
}

/// What a panic says.
fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message")
}

/// The answer of `body`, or `otherwise` if it panics.
pub fn guarded<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(otherwise)
}

/// The text for C, which ends at a 0.
pub fn c_text(text: &str) -> CString {
    let bytes: Vec<u8> = text.bytes().take_while(|&byte| byte != 0).collect();
    CString::new(bytes).unwrap_or_default()
}

/// The place that the caller has, or the error that it is null.
pub fn place<T>(place: Out<'_, T>) -> Result<&mut MaybeUninit<T>, Failure> {
    place.ok_or_else(|| Failure::argument("the place for a result is null"))
}

/// Writes a result where the caller wants it.
pub fn put<T>(result: Out<'_, T>, value: T) -> Result<(), Failure> {
    place(result)?.write(value);
    Ok(())
}

/// The text that the caller gives.
///
/// # Safety
///
/// The pointer is null, or the text ends at a 0 and is valid while the result is used.
pub unsafe fn text<'a>(text: *const c_char) -> Result<&'a str, Failure> {
    if text.is_null() {
        return Err(Failure::argument("a text is null"));
    }
    // SAFETY: as the caller promises.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| Failure::argument("a text is not UTF-8"))
}

/// The array that the caller gives.
///
/// # Safety
///
/// The pointer is null, or there are `count` elements that are valid while the result is used.
pub unsafe fn array<'a, T>(elements: *const T, count: usize) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    if elements.is_null() {
        return Err(Failure::argument(format!("an array of {count} elements is null")));
    }
    if isize::MAX as usize / size_of::<T>().max(1) < count {
        return Err(Failure::argument(format!("an array cannot have {count} elements")));
    }
    // SAFETY: as the caller promises; the size fits.
    Ok(unsafe { std::slice::from_raw_parts(elements, count) })
}

/// Functions of the C interface that give a status; no panic leaves them.
macro_rules! export {
    ($(fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block)*) => {$(
        // SAFETY: no other symbol of the library begins with `layout_`: it is the C interface's.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($argument: $type),*) -> std::ffi::c_int {
            $crate::ffi::status::run(move || $body)
        }
    )*};
}
pub(super) use export;

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_error_message() -> *const c_char {
    LAST.with_borrow(|message| message.as_ptr())
}
