//! Operations of the algebra that have a value, and stay inside their left layout.

use std::fmt::Display;

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::Verifier;
use super::ledger::Outcome;
use crate::algebra::{
    AnyLayout, Assertion, Departure, Operation, Promotion, Unknown, Verdict, apart, compose,
    division_places, leaves_domain,
};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::fold::promotion;
use crate::dialect::ir;
use crate::dialect::operation::Attributes;

impl<'c> Verifier<'c, '_> {
    /// A composition exists and stays inside its left layout.
    pub(super) fn verify_compose(&mut self, operation: OperationRef<'c, '_>) {
        let question = "composition stays inside its left layout";
        let promotion = promotion(operation);
        let Some(operands) = self.layouts(operation) else {
            if !self.needs_missing(operation) {
                self.verify_symbolic_compose(operation, question, &Unknown::NotStatic, promotion);
            }
            return;
        };
        let [outer, inner] = &operands[..] else { return };
        if !self.evaluator.is_known(operation)
            && let Err(error) = compose(outer, inner, promotion, &self.budget)
        {
            // A composition that isl cannot say or find may exist all the same.
            if error.is_undecided() {
                let question = "layouts have a composition";
                self.verify_symbolic_compose(operation, question, &error.into(), promotion);
                return;
            }
            let call = format!("composition {outer} o {inner}");
            self.lacks_value(operation, &call, &error, error.is_unsupported());
            return;
        }
        if promotion == Promotion::None {
            return;
        }
        let Some(verdict) = leaves_domain(outer, inner, &self.budget) else { return };
        self.judged(operation, Assertion::Inside, &[outer, inner], &verdict);
        if let Some(departure) = self.witness(operation, question, verdict) {
            self.departs(operation, "composition", outer, inner, &departure);
        }
    }

    /// Reports that a composition, or what is one, leaves its left layout.
    pub(super) fn departs(
        &mut self,
        operation: OperationRef<'c, '_>,
        what: &str,
        outer: &impl Display,
        inner: &impl Display,
        departure: &Departure,
    ) {
        let (place, offset) = (departure.place(), departure.offset);
        let gives = format!("{inner} gives {offset}");
        let location = operation.location();
        if offset < 0 {
            let message = format!("{what} is undefined {place}");
            let why = match &departure.outer {
                Some(part) => format!("{part} has no value at {offset}"),
                None => format!("{gives}, and no layout has a value below 0"),
            };
            self.refute(Diagnostic::error(location, message).note(location, why));
            return;
        }
        let message = format!("{what} leaves the domain of {outer} {place}");
        let part = match departure.mode {
            Some(mode) => format!("mode {mode} of the left layout"),
            None => "the left layout".to_owned(),
        };
        let why = format!("{gives}, and {part} has size {}", departure.size);
        self.promoted(location, message, why);
    }

    /// An operation of the algebra has a value: its operands meet its condition.
    pub(super) fn verify_algebra(&mut self, operation: OperationRef<'c, '_>, algebra: &Operation) {
        let known = operation.operands().map(|operand| self.layout(operation, operand));
        let Some(operands) = known.collect::<Option<Vec<_>>>() else {
            if !self.needs_missing(operation) {
                self.verify_symbolic_algebra(operation, algebra, &Unknown::NotStatic);
            }
            return;
        };
        let operands = if algebra.is_total() { operands } else { apart(operands) };
        let parameters = Attributes::of(operation);
        let layouts: Vec<&AnyLayout> = operands.iter().map(|layout| &**layout).collect();
        // What folds has a value.
        let is_known = self.evaluator.is_known(operation);
        let evaluate = || algebra.evaluate(&layouts, &parameters, &self.budget).err();
        let Some(error) = (!is_known).then(evaluate).flatten() else {
            if let ([layout, by], true) = (&layouts[..], algebra.is_division()) {
                self.verify_division(operation, layout, by);
            }
            return;
        };
        if error.is_undecided() {
            let unknown = Unknown::NotFound { reason: error.to_string() };
            self.verify_symbolic_algebra(operation, algebra, &unknown);
            return;
        }
        let operands: Vec<String> = operands.iter().map(ToString::to_string).collect();
        let call = algebra.call(&operands, &parameters);
        self.lacks_value(operation, &call, &error, error.is_unsupported());
    }

    /// An operation whose operands violate its condition has no value, which is an error; one that is
    /// not defined for their notations is unsupported.
    fn lacks_value(
        &mut self,
        operation: OperationRef<'c, '_>,
        call: &str,
        error: &impl Display,
        is_unsupported: bool,
    ) {
        self.without_value.insert(ir::key(operation));
        let location = operation.location();
        if !is_unsupported {
            let message = format!("there is no {call}: {error}");
            self.refute(Diagnostic::error(location, message));
            return;
        }
        let message = format!("unsupported: {call}: {error}");
        self.open(Outcome::Unsupported, None, location, message);
    }

    /// A division that rounds up reaches past its left operand, as a composition may.
    fn verify_division(
        &mut self,
        operation: OperationRef<'c, '_>,
        layout: &AnyLayout,
        by: &AnyLayout,
    ) {
        let Some(places) = division_places(layout, by) else { return };
        let Some(verdict) = leaves_domain(layout, &places, &self.budget) else { return };
        if let Verdict::Refuted(departure) = &verdict {
            if layout.has_symbols() && departure.outer.is_some() {
                return self.verify_symbolic_division(operation);
            }
            self.judged(operation, Assertion::Inside, &[layout, &places], &verdict);
            self.departs(operation, "division", layout, &places, departure);
        }
    }
}
