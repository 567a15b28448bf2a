//! A text of MLIR that an editor has open.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

use melior::Context;
use melior::diagnostic::{Diagnostic, DiagnosticSeverity};
use melior::ir::OperationRef;
use mlir_sys::{MlirDiagnostic, MlirLogicalResult, MlirOperation};

use super::glue;
use super::ir::with_operation;
use super::place::FilePosition;

/// What MLIR calls the file of the text, which has no name.
pub(crate) const OPEN_FILE: &str = "-";

/// What was reported about a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Told {
    /// One of `mlir_sys::MlirDiagnosticSeverity`.
    pub severity: u32,
    pub place: Option<FilePosition>,
    pub message: String,
    pub notes: Vec<(Option<FilePosition>, String)>,
}

impl Told {
    fn of(diagnostic: &Diagnostic<'_>) -> Self {
        let severity = match diagnostic.severity() {
            DiagnosticSeverity::Error => mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticError,
            DiagnosticSeverity::Warning => mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticWarning,
            DiagnosticSeverity::Note => mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticNote,
            DiagnosticSeverity::Remark => mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticRemark,
        };
        let notes = (0..diagnostic.note_count()).filter_map(|at| diagnostic.note(at).ok());
        Told {
            severity,
            place: FilePosition::of(diagnostic.location()),
            message: diagnostic.to_string(),
            notes: notes
                .map(|note| (FilePosition::of(note.location()), note.to_string()))
                .collect(),
        }
    }
}

/// Reads a text and hands its module on, whose operations have their places in the text as locations. The
/// hooks are installed. `None` if the text is not read, or if what is called panics; else what was found,
/// and what was reported meanwhile.
pub(crate) fn with_text<T, F>(text: &str, with: F) -> Option<(T, Vec<Told>)>
where
    F: for<'c> FnOnce(&'c Context, OperationRef<'c, 'c>, &dyn Fn() -> Vec<Told>) -> T,
{
    struct Callback<T, F> {
        with: Option<F>,
        found: Option<T>,
        told: Vec<Told>,
    }

    extern "C" fn tell<T, F>(diagnostic: MlirDiagnostic, data: *mut c_void) -> MlirLogicalResult {
        // SAFETY: `data` is the call below, of which only this function uses this field while it runs,
        // and the diagnostic lives until this returns.
        let (told, diagnostic) = unsafe {
            let told = &raw mut (*data.cast::<Callback<T, F>>()).told;
            (&mut *told, Diagnostic::from_raw(diagnostic))
        };
        let heard = catch_unwind(AssertUnwindSafe(|| Told::of(&diagnostic)));
        told.extend(heard.ok());
        MlirLogicalResult { value: 1 }
    }

    extern "C" fn call<T, F>(module: MlirOperation, data: *mut c_void)
    where
        F: for<'c> FnOnce(&'c Context, OperationRef<'c, 'c>, &dyn Fn() -> Vec<Told>) -> T,
    {
        let call = data.cast::<Callback<T, F>>();
        // SAFETY: `data` is the call below; this function alone uses the field.
        let with = unsafe { (*call).with.take() };
        // SAFETY: as above; what is reported while the list is copied would be a defect of melior's.
        let so_far = || unsafe { (*call).told.clone() };
        if let Some(with) = with {
            let found = with_operation(module, |context, module| {
                catch_unwind(AssertUnwindSafe(|| with(context, module, &so_far))).ok()
            });
            // SAFETY: as above.
            unsafe { (*call).found = found };
        }
    }

    let mut data = Callback { with: Some(with), found: None, told: Vec::new() };
    // SAFETY: the text outlives the call, and so does the data, which belongs to both functions.
    unsafe {
        let data = (&raw mut data).cast::<c_void>();
        glue::layoutWithText(glue::string_ref(text), tell::<T, F>, call::<T, F>, data);
    }
    data.found.map(|found| (found, data.told))
}
