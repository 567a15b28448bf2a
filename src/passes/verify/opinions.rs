//! Second opinions: a claim that was decided is asked again of each other method.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::Verifier;
use super::ledger::agree;
use super::presburger::{Judgement, TIME, judge};
use super::stated::Stated;
use crate::algebra::{AnyLayout, Assertion, Budget, Counterexample, Statement, Verdict};
use crate::dialect::diagnostic::Diagnostic;

impl<'c> Verifier<'c, '_> {
    /// Keeps a claim as what the next verdict is about, and asks for second opinions of it.
    pub(super) fn judged<W: Clone>(
        &mut self,
        operation: OperationRef<'c, '_>,
        claim: Assertion,
        layouts: &[&AnyLayout],
        verdict: &Verdict<W>,
    ) where
        Counterexample: From<W>,
    {
        if self.options.certificate.is_empty() && !self.options.cross_check {
            return;
        }
        let verdict = verdict.clone().map_witness(Counterexample::from);
        if self.options.cross_check {
            self.ask_again(operation, claim, layouts, &verdict);
            self.ask_presburger(operation, claim, layouts, &verdict);
        }
        if !self.options.certificate.is_empty() {
            let layouts = layouts.iter().map(|&layout| layout.clone()).collect();
            self.stated = Some(Stated { claim, layouts, verdict });
        }
    }

    fn ask_again(
        &mut self,
        operation: OperationRef<'c, '_>,
        claim: Assertion,
        layouts: &[&AnyLayout],
        first: &Verdict<Counterexample>,
    ) {
        if matches!(first, Verdict::Unknown(_)) {
            return;
        }
        self.ledger.opinions.claims += 1;
        for (method, budget) in Budget::single_methods(self.budget.isl_operations) {
            let Some(second) = claim.decide(layouts, &budget) else { continue };
            match agree(first.holds(), second.holds()) {
                None => self.ledger.opinions.none += 1,
                Some(true) => self.ledger.opinions.agree += 1,
                Some(false) => {
                    self.ledger.opinions.disagree += 1;
                    self.disagree(operation, first, method, &told(&second));
                }
            }
        }
    }

    /// Asks MLIR's Presburger library, which shares no code with any method of ours.
    fn ask_presburger(
        &mut self,
        operation: OperationRef<'c, '_>,
        claim: Assertion,
        layouts: &[&AnyLayout],
        first: &Verdict<Counterexample>,
    ) {
        let second = match Statement::of(claim, layouts, &self.budget) {
            Ok(statement) => judge(&statement, &TIME),
            Err(_) => Judgement::NotStated,
        };
        self.ledger.opinions.presburger.count(first, &second);
        if agree(first.holds(), second.holds()) == Some(false) {
            self.disagree(operation, first, "FPL", &second.to_string());
        }
    }

    fn disagree(
        &mut self,
        operation: OperationRef<'c, '_>,
        first: &Verdict<Counterexample>,
        method: &str,
        second: &str,
    ) {
        let location = operation.location();
        let (message, notes) = disagreement(first, method, second);
        self.has_failed = true;
        let error = Diagnostic::error(location, message);
        notes.into_iter().fold(error, |error, note| error.note(location, note)).emit();
    }
}

/// What is said of two answers that differ.
fn disagreement(
    first: &Verdict<Counterexample>,
    method: &str,
    second: &str,
) -> (String, [String; 2]) {
    let message = format!("methods disagree on whether a claim holds ({method})");
    (message, [format!("first: {}", told(first)), format!("{method}: {second}")])
}

fn told(verdict: &Verdict<Counterexample>) -> String {
    match verdict {
        Verdict::Proved(method) => format!("proved by {method}"),
        Verdict::Refuted(found) => format!("refuted: {found}"),
        Verdict::Unknown(unknown) => format!("unknown: {unknown}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{Kind, Method, Unknown};

    #[test]
    fn a_proof_and_a_refutation_disagree() {
        let proved: Verdict<i64> = Verdict::Proved(Method::Isl);
        let (refuted, unknown) = (Verdict::Refuted(1), Verdict::Unknown(Unknown::NotStatic));
        let agree =
            |first: &Verdict<i64>, second: &Verdict<i64>| agree(first.holds(), second.holds());
        assert_eq!(agree(&proved, &Verdict::Proved(Method::OffsetRange)), Some(true));
        assert_eq!(agree(&refuted, &Verdict::Refuted(2)), Some(true));
        assert_eq!(agree(&proved, &refuted), Some(false));
        assert_eq!(agree(&refuted, &proved), Some(false));
        assert_eq!(agree(&proved, &unknown), None);
        assert_eq!(agree(&unknown, &proved), None);
    }

    #[test]
    fn a_wrong_proof_is_an_error_with_both_answers() {
        let layout = AnyLayout::parse(Kind::Cute, "(4,2):(2,1)").unwrap();
        let claim = Assertion::InBounds { size: 7 };
        let statement = Statement::of(claim, &[&layout], &Budget::default()).unwrap();
        let second = judge(&statement, &TIME);
        let planted = Verdict::Proved(Method::OffsetRange);
        assert_eq!(agree(planted.holds(), second.holds()), Some(false));
        let (message, notes) = disagreement(&planted, "FPL", &second.to_string());
        assert_eq!(message, "methods disagree on whether a claim holds (FPL)");
        let refuted = "FPL: refuted: p.0 = 7, q.0 = 0, x.0 = 7, y.0 = 0";
        assert_eq!(notes, ["first: proved by offset range", refuted]);
        let right = claim.decide(&[&layout], &Budget::default()).unwrap();
        assert_eq!(agree(right.holds(), second.holds()), Some(true));
    }
}
