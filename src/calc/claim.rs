//! Claims about layouts, decided.

use super::answer::Standing;
use super::function::Claim;
use crate::algebra::{
    AnyLayout, Budget, NoParameters, Operation, Unknown, Value, Verdict, bijective, disjoint,
    equivalent, in_bounds, increasing, injective, surjective,
};
use crate::cute::Term;

/// Decides a claim about these layouts, of which there are as many as the claim takes.
pub(super) fn decide(
    claim: Claim,
    layouts: &[&AnyLayout],
    size: Option<i64>,
    budget: &Budget,
) -> Standing {
    let (left, right) = (layouts[0], layouts[layouts.len() - 1]);
    let below = |size: Option<i64>| match size {
        Some(size) => format!("the numbers below {size}"),
        None => "its offsets".to_owned(),
    };
    match claim {
        Claim::Equivalent => standing(equivalent(left, right, budget), "layouts are equal"),
        Claim::Injective => standing(injective(left, budget), "layout is injective"),
        Claim::Surjective => {
            let claim = format!("layout is surjective onto {}", below(size));
            standing(surjective(left, size, budget), &claim)
        }
        Claim::Bijective => {
            let claim = format!("layout is bijective onto {}", below(size));
            standing(bijective(left, size, budget), &claim)
        }
        Claim::Disjoint => standing(disjoint(left, right, budget), "layouts are disjoint"),
        Claim::InBounds => {
            let size = size.unwrap_or(0);
            let verdict = in_bounds(left, &Term::constant(size), budget);
            standing(verdict, &format!("layout stays in [0, {size})"))
        }
        Claim::Increasing => standing(increasing(left, budget), "layout increases"),
        Claim::Compatible => compatible(left, right, budget),
        Claim::Size => number("size", left.static_size(budget), size, left),
        Claim::Cosize => number("cosize", left.cosize_within(budget), size, left),
    }
}

fn standing<W: std::fmt::Display>(verdict: Verdict<W>, claim: &str) -> Standing {
    match verdict {
        Verdict::Proved(method) => Standing::proved(method, claim),
        Verdict::Refuted(witness) => Standing::refuted(witness),
        Verdict::Unknown(unknown) => Standing::unknown(&unknown, claim),
    }
}

fn compatible(left: &AnyLayout, right: &AnyLayout, budget: &Budget) -> Standing {
    let claim = "shapes are compatible";
    let operation = Operation::named("is_compatible").expect("it is in the table");
    match operation.evaluate(&[left, right], &NoParameters, budget).as_deref() {
        Ok([Value::Truth(true)]) => {
            Standing::Proved { method: "shapes".to_owned(), claim: claim.to_owned() }
        }
        Ok(_) => Standing::refuted(format!(
            "not every coordinate of {left} is a coordinate of {right}: the shapes are not compatible"
        )),
        Err(error) => {
            let unknown = Unknown::NotPresburger { reason: error.to_string() };
            Standing::unknown(&unknown, claim)
        }
    }
}

fn number(what: &str, found: Option<i64>, claimed: Option<i64>, layout: &AnyLayout) -> Standing {
    let claimed = claimed.unwrap_or(0);
    let claim = format!("layout has {what} {claimed}");
    match found {
        Some(found) if found == claimed => {
            Standing::Proved { method: "evaluation".to_owned(), claim }
        }
        Some(found) => Standing::refuted(format!("layout has {what} {found}, not {claimed}")),
        None => {
            let reason = format!("the {what} of {layout} is not a number");
            Standing::unknown(&Unknown::NotPresburger { reason }, &claim)
        }
    }
}
