//! Claims about layouts, decided.

use super::answer::Standing;
use super::function::Claim;
use layout_math::algebra::{
    AnyLayout, Budget, Method, Number, Verdict, bijective, compatible, disjoint, equivalent,
    has_number, in_bounds, increasing, injective, surjective,
};
use layout_math::cute::Term;

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
    let number = |number: Number| {
        let claimed = size.unwrap_or(0);
        let verdict = has_number(left, number, claimed, budget);
        standing(verdict, &format!("layout has {number} {claimed}"))
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
        Claim::Compatible => compatible_shapes(left, right, budget),
        Claim::Size => number(Number::Size),
        Claim::Cosize => number(Number::Cosize),
    }
}

fn standing<W: std::fmt::Display>(verdict: Verdict<W>, claim: &str) -> Standing {
    match verdict {
        Verdict::Proved(method) => Standing::proved(method, claim),
        Verdict::Refuted(witness) => Standing::refuted(witness),
        Verdict::Unknown(unknown) => Standing::unknown(&unknown, claim),
    }
}

fn compatible_shapes(left: &AnyLayout, right: &AnyLayout, budget: &Budget) -> Standing {
    let claim = "shapes are compatible";
    match compatible(left, right, budget) {
        Verdict::Proved(Method::Shapes) => {
            Standing::Proved { method: "shapes".to_owned(), claim: claim.to_owned() }
        }
        Verdict::Refuted(shapes) => Standing::refuted(format!(
            "not every coordinate of {} is a coordinate of {}: the shapes are not compatible",
            shapes.left, shapes.right
        )),
        verdict => standing(verdict, claim),
    }
}
