//! Errors, warnings and remarks, each at a place in the user's file and with notes at others.

use melior::ir::Location;

use crate::ffi::mlir;

/// How grave a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Severity {
    Error = mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticError,
    Warning = mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticWarning,
    Remark = mlir_sys::MlirDiagnosticSeverity_MlirDiagnosticRemark,
}

/// A message at a place, with notes at the same or other places.
///
/// A message begins in lower case, has no final stop and names the values in the user's notation.
/// Nothing is shown before [`Diagnostic::emit`].
#[derive(Debug, Clone)]
#[must_use = "a diagnostic is shown when it is emitted"]
pub struct Diagnostic<'c> {
    severity: Severity,
    location: Location<'c>,
    message: String,
    notes: Vec<(Location<'c>, String)>,
}

impl<'c> Diagnostic<'c> {
    /// Something is wrong; whoever emits it fails.
    pub fn error(location: Location<'c>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, location, message)
    }

    /// Something to know.
    pub fn remark(location: Location<'c>, message: impl Into<String>) -> Self {
        Self::new(Severity::Remark, location, message)
    }

    /// A diagnostic of a severity that is not known in advance.
    pub fn new(severity: Severity, location: Location<'c>, message: impl Into<String>) -> Self {
        Diagnostic { severity, location, message: message.into(), notes: Vec::new() }
    }

    /// The diagnostic with one more note.
    pub fn note(mut self, location: Location<'c>, message: impl Into<String>) -> Self {
        self.notes.push((location, message.into()));
        self
    }

    pub fn location(&self) -> Location<'c> {
        self.location
    }

    pub fn message(&self) -> &str {
        &self.message
    }

    pub fn notes(&self) -> &[(Location<'c>, String)] {
        &self.notes
    }

    /// Shows the diagnostic.
    pub fn emit(self) {
        let notes = self.notes.iter().map(|(location, message)| (*location, message.as_str()));
        mlir::emit(self.severity as u32, self.location, &self.message, notes);
    }
}
