//! Operations of the algebra that have a value, and stay inside their left layout.

use std::fmt::Display;

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::Run;
use super::describe::describe;
use super::ledger::Outcome;
use crate::algebra::{
    AnyLayout, Assertion, Budget, Departure, Method, NoValue, Operation, Promotion, Unknown,
    Verdict, apart, compose, division_places, leaves_domain,
};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::fold::promotion;
use crate::dialect::ir;
use crate::dialect::operation::{Attributes, algebra_operation};

impl<'c> Run<'c, '_> {
    /// A composition exists and stays inside its left layout.
    pub(super) fn verify_compose(&mut self, operation: OperationRef<'c, '_>) {
        let question = "composition stays inside its left layout";
        let promotion = promotion(operation);
        let Some(operands) = self.layouts(operation) else {
            return self.verify_made_compose(operation, question, promotion);
        };
        let [outer, inner] = &operands[..] else { return };
        if !self.evaluator.is_known(operation)
            && let Err(error) = compose(outer, inner, promotion, &self.budget)
        {
            // A composition that isl cannot say or find may exist all the same.
            if error.is_undecided() {
                self.exists_by_values(operation, "layouts have a composition", &error.into());
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

    /// The same of layouts that operations make of layouts with symbols.
    fn verify_made_compose(
        &mut self,
        operation: OperationRef<'c, '_>,
        question: &str,
        promotion: Promotion,
    ) {
        if self.needs_missing(operation)
            || !self.exists_by_values(operation, question, &Unknown::NotStatic)
            || promotion == Promotion::None
        {
            return;
        }
        let ask = |[outer, inner]: [&AnyLayout; 2], budget: &Budget| {
            // What has no domain is not left.
            leaves_domain(outer, inner, budget).unwrap_or(Verdict::Proved(Method::Evaluation))
        };
        let verdict = self.by_values(operation, ask);
        let name = |at| ir::operand(operation, at).map(|it| describe(&self.evaluator, it));
        let (Some(outer), Some(inner)) = (name(0), name(1)) else { return };
        if let Some(departure) = self.witness(operation, question, verdict) {
            self.departs(operation, "composition", &outer, &inner, &departure);
        }
    }

    /// True if an operation is found to have a value for each value of the symbols; else it is reported for
    /// which ones it has none, or that this is not known.
    fn exists_by_values(
        &mut self,
        operation: OperationRef<'c, '_>,
        question: &str,
        unknown: &Unknown,
    ) -> bool {
        let verdict = match operation.operand_count() {
            1 => self.has_value::<1>(operation),
            2 => self.has_value::<2>(operation),
            3 => self.has_value::<3>(operation),
            _ => None,
        };
        match verdict {
            Some(Verdict::Proved(_)) => return true,
            Some(Verdict::Refuted(without)) => {
                self.without_value.insert(ir::key(operation));
                let result = ir::result(operation, 0);
                let value = result.map_or_else(String::new, |it| describe(&self.evaluator, it));
                let is_composition = ir::is_layout_op(operation, "compose");
                let kind = if is_composition { "composition " } else { "" };
                let (place, error) = (without.place(), &without.error);
                let message = format!("there is no {kind}{value}{place}: {error}");
                self.refute(Diagnostic::error(operation.location(), message));
            }
            Some(Verdict::Unknown(_)) | None => self.unknown(operation, question, unknown),
        }
        false
    }

    fn has_value<const N: usize>(
        &self,
        operation: OperationRef<'c, '_>,
    ) -> Option<Verdict<NoValue>> {
        let algebra = algebra_operation(operation)?;
        let parameters = Attributes::of(operation);
        let ask = |operands: [&AnyLayout; N], budget: &Budget| {
            algebra.has_value(operands, &parameters, budget)
        };
        Some(self.by_values(operation, ask))
    }

    /// Reports that a composition, or what is one, leaves its left layout.
    fn departs(
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
        let question = format!("{} has a value", algebra.name());
        let known = operation.operands().map(|operand| self.layout(operation, operand));
        let Some(operands) = known.collect::<Option<Vec<_>>>() else {
            if !self.needs_missing(operation) && !algebra.is_total() {
                self.exists_by_values(operation, &question, &Unknown::NotStatic);
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
            // An operation without a condition has a value, though its notation is not known.
            if !algebra.is_total() {
                let unknown = Unknown::NotFound { reason: error.to_string() };
                self.exists_by_values(operation, &question, &unknown);
            }
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
            self.judged(operation, Assertion::Inside, &[layout, &places], &verdict);
            self.departs(operation, "division", layout, &places, departure);
        }
    }
}
