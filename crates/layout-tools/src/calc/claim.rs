//! Claims about layouts, decided.

use super::answer::Standing;
use super::function::Obligation;
use layout_math::algebra::{AnyLayout, Assertion, Budget, Measure, Method, Verdict, compatible};

/// Decides a claim about these layouts, of which there are as many as the claim takes.
pub(super) fn decide(
    claim: Obligation,
    layouts: &[&AnyLayout],
    size: Option<i64>,
    budget: &Budget,
) -> Standing {
    let onto = || match (size, layouts[0]) {
        (Some(size), _) => format!("the numbers below {size}"),
        (None, AnyLayout::Linear(_)) => "the values of its out-dims".to_owned(),
        (None, _) => "the numbers up to its greatest offset".to_owned(),
    };
    let claimed = size.unwrap_or(0);
    let number =
        |number| (Assertion::Has(number, claimed), format!("layout has {number} {claimed}"));
    let (assertion, words) = match claim {
        Obligation::Equivalent => (Assertion::Equivalent, "layouts are equal".to_owned()),
        Obligation::Injective => (Assertion::Injective, "layout is injective".to_owned()),
        Obligation::Surjective => {
            (Assertion::Surjective { size }, format!("layout is surjective onto {}", onto()))
        }
        Obligation::Bijective => {
            (Assertion::Bijective { size }, format!("layout is bijective onto {}", onto()))
        }
        Obligation::Disjoint => (Assertion::Disjoint, "layouts are disjoint".to_owned()),
        Obligation::InBounds => {
            (Assertion::InBounds { size: claimed }, format!("layout stays in [0, {claimed})"))
        }
        Obligation::Increasing => (Assertion::Increasing, "layout increases".to_owned()),
        Obligation::Compatible => return compatible_shapes(layouts[0], layouts[1], budget),
        Obligation::Size => number(Measure::Size),
        Obligation::Cosize => number(Measure::Cosize),
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

#[cfg(test)]
mod tests {
    use crate::calc::Session;

    /// Not onto its offsets, which every layout is: those of 2:-1 are -1 and 0.
    #[test]
    fn a_layout_is_onto_the_numbers_that_are_meant() {
        for (line, expected) in [
            (
                "surjective(2:-1)",
                "proved by offset range: layout is surjective onto the numbers up to its greatest offset",
            ),
            (
                "surjective(2:1, 2)",
                "proved by offset range: layout is surjective onto the numbers below 2",
            ),
            (
                "surjective({a = [[1],[2]]})",
                "proved by F2 matrices: layout is surjective onto the values of its out-dims",
            ),
        ] {
            let reply = Session::default().run(line).unwrap();
            assert_eq!(reply.answer().unwrap().to_string(), expected, "{line}");
        }
    }
}
