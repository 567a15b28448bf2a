//! Second opinions: a claim that was decided is asked again of each other method.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::Run;
use super::stated::Stated;
use crate::algebra::{AnyLayout, Assertion, Budget, Counterexample, Verdict};
use crate::dialect::diagnostic::Diagnostic;

impl<'c> Run<'c, '_> {
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
            match agree(first, &second) {
                None => self.ledger.opinions.none += 1,
                Some(true) => self.ledger.opinions.agree += 1,
                Some(false) => {
                    self.ledger.opinions.disagree += 1;
                    let location = operation.location();
                    let message = format!("methods disagree on whether a claim holds ({method})");
                    let error = Diagnostic::error(location, message)
                        .note(location, format!("first: {}", told(first)))
                        .note(location, format!("{method}: {}", told(&second)));
                    self.has_failed = true;
                    error.emit();
                }
            }
        }
    }
}

/// Whether two verdicts on one claim are the same; `None` if one of them is none.
fn agree<W>(first: &Verdict<W>, second: &Verdict<W>) -> Option<bool> {
    match (first, second) {
        (Verdict::Unknown(_), _) | (_, Verdict::Unknown(_)) => None,
        _ => Some(matches!(first, Verdict::Proved(_)) == matches!(second, Verdict::Proved(_))),
    }
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
    use crate::algebra::{Method, Unknown};

    #[test]
    fn a_proof_and_a_refutation_disagree() {
        let (proved, also) = (Verdict::Proved(Method::Isl), Verdict::Proved(Method::OffsetRange));
        let unknown: Verdict<i64> = Verdict::Unknown(Unknown::NotStatic);
        assert_eq!(agree(&proved, &also), Some(true));
        assert_eq!(agree(&Verdict::Refuted(1), &Verdict::Refuted(2)), Some(true));
        assert_eq!(agree(&proved, &Verdict::Refuted(2)), Some(false));
        assert_eq!(agree(&Verdict::Refuted(2), &proved), Some(false));
        assert_eq!(agree(&proved, &unknown), None);
        assert_eq!(agree(&unknown, &proved), None);
    }
}
