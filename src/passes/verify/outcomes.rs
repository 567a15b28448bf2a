//! What becomes of an obligation: what is said of it, what is counted and what is kept.

use std::fmt::Display;

use melior::ir::operation::OperationLike;
use melior::ir::{Location, OperationRef};

use super::describe::{describe, place_of};
use super::ledger::{LedgerEntry, Outcome};
use super::{Verifier, proof};
use crate::algebra::{Method, Unknown};
use crate::dialect::diagnostic::{Diagnostic, Severity};
use crate::dialect::ir;
use crate::ffi::mlir::FilePosition;
use crate::passes::declared::OnPromotion;

impl<'c> Verifier<'c, '_> {
    pub(super) fn proved(&mut self, operation: OperationRef<'c, '_>, method: Method, claim: &str) {
        self.ledger.statistics.proved += 1;
        if !self.options.report && !self.keeps_entries() {
            return;
        }
        let told = proof(operation.location(), method, claim);
        self.keep(Outcome::Proved, Some(method.family()), &told);
        if self.options.report {
            told.emit();
        }
    }

    pub(super) fn unknown(
        &mut self,
        operation: OperationRef<'c, '_>,
        question: &str,
        why: &Unknown,
    ) {
        let message = format!("unknown whether {question}: {why}");
        self.open(Outcome::Unknown, Some(why.kind()), operation.location(), message);
    }

    /// Reports what is neither proved nor refuted, as grave as the user wants it; `kind` is the kind of the
    /// reason.
    pub(super) fn open(
        &mut self,
        outcome: Outcome,
        kind: Option<&str>,
        location: Location<'c>,
        message: String,
    ) {
        let (count, wanted) = match outcome {
            Outcome::Unsupported => {
                (&mut self.ledger.statistics.unsupported, self.options.unsupported)
            }
            _ => (&mut self.ledger.statistics.unknown, self.options.unknown),
        };
        *count += 1;
        self.has_failed |= wanted.severity() == Severity::Error;
        let told = Diagnostic::new(wanted.severity(), location, message);
        self.keep(outcome, kind, &told);
        told.emit();
    }

    pub(super) fn promoted(&mut self, location: Location<'c>, message: String, why: String) {
        self.ledger.statistics.promoted += 1;
        let severity = match self.options.promotion {
            OnPromotion::Warn => Some(Severity::Warning),
            OnPromotion::Error => Some(Severity::Error),
            OnPromotion::Allow => None,
        };
        let told = Diagnostic::new(severity.unwrap_or(Severity::Remark), location, message);
        let told = told.note(location, why);
        self.keep(Outcome::Promoted, None, &told);
        self.has_failed |= severity == Some(Severity::Error);
        if severity.is_some() {
            told.emit();
        }
    }

    /// An error with a note at the operation's operand, which is named before the note's text.
    pub(super) fn refute_operand(
        &mut self,
        operation: OperationRef<'c, '_>,
        message: &impl Display,
        note: &str,
    ) {
        let mut error = Diagnostic::error(operation.location(), message.to_string());
        if let Some(operand) = ir::operand(operation, 0) {
            let name = describe(&self.evaluator, operand);
            error = error.note(place_of(operation, operand), format!("{name} {note}"));
        }
        self.refute(error);
    }

    pub(super) fn refute(&mut self, error: Diagnostic<'c>) {
        self.ledger.statistics.refuted += 1;
        self.has_failed = true;
        self.keep(Outcome::Refuted, None, &error);
        error.emit();
    }

    /// Whether somebody asked for more than the counts.
    pub(super) fn keeps_entries(&self) -> bool {
        self.options.summary
            || !self.options.report_file.is_empty()
            || !self.options.certificate.is_empty()
    }

    /// Keeps what became of an obligation of the operation that is looked at, and why: by which method, or
    /// for what kind of reason.
    pub(super) fn keep(&mut self, outcome: Outcome, why: Option<&str>, told: &Diagnostic<'c>) {
        let stated = self.stated.take();
        if !self.keeps_entries() {
            return;
        }
        let notes = told.notes().iter();
        self.ledger.entries.push(LedgerEntry {
            outcome,
            // Facts that contradict each other are found before operations are looked at.
            operation: if self.current.is_empty() { "symbols" } else { self.current }.to_owned(),
            why: why.map(str::to_owned),
            place: FilePosition::of(told.location()),
            message: told.message().to_owned(),
            notes: notes.map(|(at, message)| (FilePosition::of(*at), message.clone())).collect(),
            stated,
        });
    }
}
