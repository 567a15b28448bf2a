//! Operations on layouts with symbols, and on what operations make of these: whether they have a value, and
//! stay inside their left layout, value by value of the symbols.

use std::cell::Cell;

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::Verifier;
use super::describe::describe;
use crate::algebra::{
    AnyLayout, Budget, Departure, Method, NoValue, Operation, Promotion, Unknown, Verdict,
    division_places, leaves_domain, no_negative_offset,
};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::dialect::operation::{Attributes, algebra_operation};

/// What reaches past a left layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    Composition,
    /// One that rounds up, which is reported only where it does.
    Division,
}

impl<'c> Verifier<'c, '_> {
    /// A composition exists and stays inside its left layout; `question` and `unknown` say what is not known if
    /// nothing is.
    pub(super) fn verify_symbolic_compose(
        &mut self,
        operation: OperationRef<'c, '_>,
        question: &str,
        unknown: &Unknown,
        promotion: Promotion,
    ) {
        let exists = self.exists_by_values(operation, Some((question, unknown)));
        if exists && promotion != Promotion::None {
            let ask = |[outer, inner]: [&AnyLayout; 2], budget: &Budget| {
                leaves_domain(outer, inner, budget)
            };
            self.stays_by_values(operation, Reach::Composition, ask);
        }
    }

    /// An operation of the algebra has a value; `unknown` says why that is not known if nothing is.
    pub(super) fn verify_symbolic_algebra(
        &mut self,
        operation: OperationRef<'c, '_>,
        algebra: &Operation,
        unknown: &Unknown,
    ) {
        let question = format!("{} has a value", algebra.name());
        // An operation without a condition has a value, though its notation is not known, unless a profile does
        // not fit.
        let exists = match algebra.is_total() {
            false => self.exists_by_values(operation, Some((&question, unknown))),
            true if ir::named_attribute(operation, "profile").is_some() => {
                self.exists_by_values(operation, None)
            }
            true => true,
        };
        if exists && algebra.is_division() {
            self.verify_symbolic_division(operation);
        }
    }

    /// A division does not reach past its left layout, for the values of the symbols for which that has an
    /// offset at each of its coordinates: where it has none, the division has none, and that is not its doing.
    pub(super) fn verify_symbolic_division(&mut self, operation: OperationRef<'c, '_>) {
        let has_hole = |layout: &AnyLayout, budget: &Budget| {
            let below_zero = no_negative_offset(layout, budget);
            matches!(below_zero, Verdict::Refuted(departure) if departure.outer.is_some())
        };
        let ask = |[layout, by]: [&AnyLayout; 2], budget: &Budget| match has_hole(layout, budget) {
            true => None,
            false => leaves_domain(layout, &division_places(layout, by)?, budget),
        };
        self.stays_by_values(operation, Reach::Division, ask);
    }

    /// Reports whether an operation stays inside its left layout for all values of the symbols. `ask` gives
    /// nothing where nothing is claimed.
    fn stays_by_values(
        &mut self,
        operation: OperationRef<'c, '_>,
        reach: Reach,
        ask: impl Fn([&AnyLayout; 2], &Budget) -> Option<Verdict<Departure>>,
    ) {
        let is_asked = Cell::new(false);
        let stays = |layouts: [&AnyLayout; 2], budget: &Budget| {
            let verdict = ask(layouts, budget);
            is_asked.set(is_asked.get() || verdict.is_some());
            verdict.unwrap_or(Verdict::Proved(Method::Evaluation))
        };
        let mut verdict = self.by_values(operation, stays);
        if matches!(verdict, Verdict::Proved(_)) && !is_asked.get() {
            return;
        }
        // What is undefined for some value is so, whatever another one is past.
        if matches!(&verdict, Verdict::Refuted(departure) if 0 <= departure.offset) {
            let is_defined =
                |layouts: [&AnyLayout; 2], budget: &Budget| match stays(layouts, budget) {
                    Verdict::Refuted(departure) if 0 <= departure.offset => {
                        Verdict::Proved(Method::Evaluation)
                    }
                    verdict => verdict,
                };
            if let undefined @ Verdict::Refuted(_) = self.by_values(operation, is_defined) {
                verdict = undefined;
            }
        }
        let question = "composition stays inside its left layout";
        let departure = match (reach, verdict) {
            (Reach::Composition, verdict) => self.witness(operation, question, verdict),
            (Reach::Division, Verdict::Refuted(departure)) => Some(departure),
            (Reach::Division, _) => None,
        };
        let name = |at| ir::operand(operation, at).map(|it| describe(&self.evaluator, it));
        if let (Some(departure), Some(outer), Some(inner)) = (departure, name(0), name(1)) {
            let (what, inner) = match reach {
                Reach::Composition => ("composition", inner),
                Reach::Division => ("division", "the division".to_owned()),
            };
            self.departs(operation, what, &outer, &inner, &departure);
        }
    }

    /// True if an operation is found to have a value for each value of the symbols. Else it is reported for
    /// which ones it has none, or, if there is a question, that this is not known.
    fn exists_by_values(
        &mut self,
        operation: OperationRef<'c, '_>,
        unknown: Option<(&str, &Unknown)>,
    ) -> bool {
        let verdict = match operation.operand_count() {
            1 => self.has_value::<1>(operation),
            2 => self.has_value::<2>(operation),
            3 => self.has_value::<3>(operation),
            4 => self.has_value::<4>(operation),
            _ => None,
        };
        match (verdict, unknown) {
            (Some(Verdict::Proved(_)), _) => return true,
            (Some(Verdict::Refuted(without)), _) => {
                self.without_value.insert(ir::key(operation));
                let result = ir::result(operation, 0);
                let value = result.map_or_else(String::new, |it| describe(&self.evaluator, it));
                let is_composition = ir::is_layout_op(operation, "compose");
                let kind = if is_composition { "composition " } else { "" };
                let (place, error) = (without.place(), &without.error);
                let message = format!("there is no {kind}{value}{place}: {error}");
                self.refute(Diagnostic::error(operation.location(), message));
            }
            (_, Some((question, unknown))) => self.unknown(operation, question, unknown),
            (_, None) => {}
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
}
