//! Diagnostics with notes.

use melior::ir::Location;

use super::glue;

/// The message of an error that is ours.
pub(super) const PANICKED: &str = "internal error of the layout dialect, please report it";

/// Emits a diagnostic with its notes. The severity is one of `mlir_sys::MlirDiagnosticSeverity`.
pub(crate) fn emit<'t>(
    severity: u32,
    location: Location<'_>,
    message: &str,
    notes: impl Iterator<Item = (Location<'t>, &'t str)>,
) {
    let notes: Vec<glue::Note> = notes
        .map(|(location, message)| glue::Note {
            location: location.to_raw(),
            message: glue::string_ref(message),
        })
        .collect();
    // SAFETY: the locations are valid, and the texts outlive the call.
    unsafe {
        glue::layoutEmitDiagnostic(
            severity,
            location.to_raw(),
            glue::string_ref(message),
            notes.len(),
            notes.as_ptr(),
        );
    }
}
