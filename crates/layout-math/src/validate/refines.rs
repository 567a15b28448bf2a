//! The methods that settle whether code refines other code, cheapest first.

use super::cases::by_cases;
use super::refinement::{Difference, Refinement};
use super::sides::Sides;
use super::witness::Domain;
use crate::algebra::{Budget, Method, Unknown, Verdict};

/// Does code do what other code does, at all inputs that the claim is about? A refutation shows the
/// least inputs of those that were tried.
///
/// ```
/// use layout_math::algebra::{Budget, Verdict};
/// use layout_math::validate::{Code, Flags, Operation, Operator, Refinement, CmpPredicate, refines};
///
/// // (x / m) * m + x mod m is x, where m is at least 1 and x is not negative.
/// let mut code = Code::default();
/// let [x, m] = [code.input(32), code.input(32)];
/// let binary = |code: &mut Code, operator, left, right| {
///     let flags = Flags::default();
///     code.push(32, Operation::Binary { operator, left, right, flags })
/// };
/// let quotient = binary(&mut code, Operator::DivideSigned, x, m);
/// let product = binary(&mut code, Operator::Multiply, quotient, m);
/// let rest = binary(&mut code, Operator::RemainderSigned, x, m);
/// let sum = binary(&mut code, Operator::Add, product, rest);
/// let claim = |code, after| Refinement {
///     code,
///     before: vec![x],
///     after: vec![after],
///     premises: vec![],
///     bounds: vec![(0, i32::MAX.into()), (1, i32::MAX.into())],
///     fits: false,
///     is_part: false,
/// };
/// assert!(matches!(refines(&claim(&code, sum), &Budget::default()), Verdict::Proved(_)));
///
/// let verdict = refines(&claim(&code, product), &Budget::default());
/// let Verdict::Refuted(difference) = verdict else { panic!() };
/// assert_eq!((difference.inputs, difference.before), (vec![1, 2], vec![1]));
/// ```
pub fn refines(claim: &Refinement<'_>, budget: &Budget) -> Verdict<Difference> {
    // Every method goes through all of the code, and a claim may be about little of it.
    let roots = [&claim.before[..], &claim.after, &claim.premises].concat();
    let (code, places) = claim.code.part(&roots);
    match settled(&claim.within(&code, &places), budget) {
        Verdict::Refuted(difference) => Verdict::Refuted(difference.back(claim.code, &places)),
        verdict => verdict,
    }
}

fn settled(claim: &Refinement<'_>, budget: &Budget) -> Verdict<Difference> {
    let sides = Sides::new(claim);
    let proved = sides.by_normal_form();
    let domain = Domain::new(claim.code, &claim.premises, &claim.bounds);
    let found = domain.look(claim);
    if let Some(difference) = found.difference {
        return Verdict::Refuted(difference);
    }
    if !found.is_met && !claim.is_part {
        let reason = "no inputs are found at which the code before gives anything".to_owned();
        return Verdict::Unknown(Unknown::NotFound { reason });
    }
    if proved {
        return Verdict::Proved(Method::CanonicalForm);
    }
    if let Some(verdict) = sides.by_bits().or_else(|| by_cases(claim)) {
        return verdict;
    }
    match sides.by_isl(budget) {
        Ok(verdict) => verdict,
        Err(unknown) => Verdict::Unknown(unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Method;
    use crate::validate::code::{Code, Flags, Operation, Operator};

    /// Without signs a quotient by a power of two is a shift, whatever the sign of the number is.
    #[test]
    fn a_quotient_without_signs_has_no_choice() {
        let mut code = Code::default();
        let x = code.input(32);
        let [four, two] = [4, 2].map(|number| code.push(32, Operation::Constant(number)));
        let mut binary = |operator, left, right| {
            let flags = Flags::default();
            code.push(32, Operation::Binary { operator, left, right, flags })
        };
        let quotient = binary(Operator::DivideUnsigned, x, four);
        let shifted = binary(Operator::ShiftRightUnsigned, x, two);
        let claim = Refinement {
            code: &code,
            before: vec![quotient],
            after: vec![shifted],
            premises: vec![],
            bounds: vec![(i32::MIN.into(), i32::MAX.into())],
            fits: true,
            is_part: false,
        };
        let verdict = refines(&claim, &Budget::default());
        assert_eq!(verdict, Verdict::Proved(Method::CanonicalForm));
    }
}
