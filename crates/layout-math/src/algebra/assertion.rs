use super::any_layout::AnyLayout;
use super::bijectivity::bijective;
use super::bounds::in_bounds;
use super::compatibility::compatible;
use super::counterexample::Counterexample;
use super::disjointness::disjoint;
use super::domain::leaves_domain;
use super::equivalence::equivalent;
use super::increasing::increasing;
use super::injectivity::injective;
use super::measures::{Measure, has_measure};
use super::surjectivity::surjective;
use super::verdict::{Budget, Verdict};
use crate::cute::Term;

/// A claim about layouts, whichever it is, for what treats all claims alike: certificates, second
/// opinions, a calculator.
///
/// | claim | layouts | |
/// |---|---|---|
/// | `Equivalent`, `Disjoint`, `Compatible` | 2 | |
/// | `Injective`, `Increasing` | 1 | |
/// | `Surjective`, `Bijective` | 1 | onto the numbers below a size, or those that the layout says |
/// | `InBounds` | 1 | in `[0, size)` |
/// | `Has` | 1 | this size or cosize |
/// | `Inside` | 2 | the composition of the first after the second stays inside the first |
///
/// ```
/// use layout_math::algebra::{AnyLayout, Assertion, Budget, Kind, Method, Verdict};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,2):(2,1)")?;
/// let claim = Assertion::InBounds { size: 8 };
/// assert_eq!(claim.name(), "in_bounds");
/// assert_eq!(
///     claim.decide(&[&layout], &Budget::default()),
///     Some(Verdict::Proved(Method::OffsetRange))
/// );
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Assertion {
    Equivalent,
    Disjoint,
    Compatible,
    Injective,
    Increasing,
    Surjective { size: Option<i64> },
    Bijective { size: Option<i64> },
    InBounds { size: i64 },
    Has(Measure, i64),
    Inside,
}

impl Assertion {
    /// The claim in one word, that of the operation `layout.assert_...` where there is one.
    pub fn name(self) -> &'static str {
        match self {
            Assertion::Equivalent => "equivalent",
            Assertion::Disjoint => "disjoint",
            Assertion::Compatible => "compatible",
            Assertion::Injective => "injective",
            Assertion::Increasing => "increasing",
            Assertion::Surjective { .. } => "surjective",
            Assertion::Bijective { .. } => "bijective",
            Assertion::InBounds { .. } => "in_bounds",
            Assertion::Has(Measure::Size, _) => "size",
            Assertion::Has(Measure::Cosize, _) => "cosize",
            Assertion::Inside => "inside",
        }
    }

    /// The number that the claim is about, if it has one.
    pub fn size(self) -> Option<i64> {
        match self {
            Assertion::Surjective { size } | Assertion::Bijective { size } => size,
            Assertion::InBounds { size } | Assertion::Has(_, size) => Some(size),
            _ => None,
        }
    }

    /// Decides the claim about these layouts, no two of which share an anonymous symbol. `None` if it
    /// is about another number of layouts, or of a left layout that nothing leaves.
    pub fn decide(
        self,
        layouts: &[&AnyLayout],
        budget: &Budget,
    ) -> Option<Verdict<Counterexample>> {
        Some(match (self, layouts) {
            (Assertion::Equivalent, [left, right]) => {
                equivalent(left, right, budget).map_witness(Counterexample::from)
            }
            (Assertion::Disjoint, [left, right]) => {
                disjoint(left, right, budget).map_witness(Counterexample::from)
            }
            (Assertion::Compatible, [left, right]) => {
                compatible(left, right, budget).map_witness(Counterexample::from)
            }
            (Assertion::Injective, [layout]) => {
                injective(layout, budget).map_witness(Counterexample::from)
            }
            (Assertion::Increasing, [layout]) => {
                increasing(layout, budget).map_witness(Counterexample::from)
            }
            (Assertion::Surjective { size }, [layout]) => {
                surjective(layout, size, budget).map_witness(Counterexample::from)
            }
            (Assertion::Bijective { size }, [layout]) => {
                bijective(layout, size, budget).map_witness(Counterexample::from)
            }
            (Assertion::InBounds { size }, [layout]) => {
                in_bounds(layout, &Term::constant(size), budget).map_witness(Counterexample::from)
            }
            (Assertion::Has(measure, claimed), [layout]) => {
                has_measure(layout, measure, claimed, budget).map_witness(Counterexample::from)
            }
            (Assertion::Inside, [outer, inner]) => {
                leaves_domain(outer, inner, budget)?.map_witness(Counterexample::from)
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    #[test]
    fn a_claim_about_another_number_of_layouts_is_not_decided() {
        let layout = AnyLayout::parse(Kind::Cute, "(2,2):(1,1)").unwrap();
        let budget = Budget::default();
        assert_eq!(Assertion::Injective.decide(&[&layout, &layout], &budget), None);
        assert_eq!(Assertion::Equivalent.decide(&[&layout], &budget), None);
        let bijective = Assertion::Bijective { size: None };
        let Some(Verdict::Refuted(found)) = bijective.decide(&[&layout], &budget) else { panic!() };
        // Offset 1 is that of coordinates 1 and 2.
        assert_eq!(found.coordinates, [1, 2]);
        assert_eq!(found.to_string(), "layout is not injective: coordinates 1 and 2 both give 1");
    }
}
