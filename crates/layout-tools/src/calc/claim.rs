//! Claims about layouts, decided.

use super::answer::Standing;
use super::function::Claim;
use layout_math::algebra::{AnyLayout, Assertion, Budget, Measure, Method, Verdict, compatible};

/// Decides a claim about these layouts, of which there are as many as the claim takes.
pub(super) fn decide(
    claim: Claim,
    layouts: &[&AnyLayout],
    size: Option<i64>,
    budget: &Budget,
) -> Standing {
    let onto = || match size {
        Some(size) => format!("the numbers below {size}"),
        None => "its offsets".to_owned(),
    };
    let claimed = size.unwrap_or(0);
    let number =
        |number| (Assertion::Has(number, claimed), format!("layout has {number} {claimed}"));
    let (assertion, words) = match claim {
        Claim::Equivalent => (Assertion::Equivalent, "layouts are equal".to_owned()),
        Claim::Injective => (Assertion::Injective, "layout is injective".to_owned()),
        Claim::Surjective => {
            (Assertion::Surjective { size }, format!("layout is surjective onto {}", onto()))
        }
        Claim::Bijective => {
            (Assertion::Bijective { size }, format!("layout is bijective onto {}", onto()))
        }
        Claim::Disjoint => (Assertion::Disjoint, "layouts are disjoint".to_owned()),
        Claim::InBounds => {
            (Assertion::InBounds { size: claimed }, format!("layout stays in [0, {claimed})"))
        }
        Claim::Increasing => (Assertion::Increasing, "layout increases".to_owned()),
        Claim::Compatible => return compatible_shapes(layouts[0], layouts[1], budget),
        Claim::Size => number(Measure::Size),
        Claim::Cosize => number(Measure::Cosize),
    };
    let verdict = assertion.decide(layouts, budget);
    standing(verdict.expect("a claim takes as many layouts as its assertion"), &words)
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
