use std::fmt;

use super::any_layout::AnyLayout;
use super::instances::{WithoutPairs, Witness, by_values};
use super::verdict::{Budget, Method, Unknown, Verdict};
use crate::affine::Fact;
use crate::cute::{CuteLayout, SymbolicLayout, SymbolicStride, Term, Tuple};
use crate::point::ForSymbols;

/// Two shapes of which the left one is not compatible with the right one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incompatible {
    pub symbols: Vec<(String, i64)>,
    pub left: String,
    pub right: String,
}

impl fmt::Display for Incompatible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Incompatible { symbols, left, right } = self;
        write!(f, "shape {left} is not compatible with {right}{}", ForSymbols(symbols))
    }
}

impl Witness for Incompatible {
    fn symbols(&mut self) -> &mut Vec<(String, i64)> {
        &mut self.symbols
    }
}

/// Is the shape of the left layout compatible with that of the right one, which makes tuples of the
/// same size of some of its extents?
///
/// The shape of a composed layout is that of its inner layout; other layouts have none.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Verdict, compatible};
///
/// let whole = AnyLayout::parse(Kind::Cute, "(M,8):(8,1) where M in [2,6], M mod 2 = 0")?;
/// let split = AnyLayout::parse(Kind::Cute, "((2,2),8):((1,2),4)")?;
/// let verdict = compatible(&whole, &split, &Budget::default());
/// let Verdict::Refuted(shapes) = verdict else { panic!() };
/// assert_eq!(shapes.to_string(), "shape (2,8) is not compatible with ((2,2),8) for M = 2");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn compatible<'a>(
    left: &'a AnyLayout,
    right: &'a AnyLayout,
    budget: &Budget,
) -> Verdict<Incompatible> {
    let numbers = |layout: &'a AnyLayout| layout.modes().and_then(CuteLayout::static_shape);
    let has_same = left.modes().zip(right.modes()).is_some_and(|(a, b)| a.has_shape_of(b));
    let is_proved = has_same
        || match (numbers(left), numbers(right)) {
            (Some(a), Some(b)) => a.is_compatible(b),
            _ => shape(left).zip(shape(right)).is_some_and(|(a, b)| a.is_compatible_by(&b, &size)),
        };
    if is_proved {
        return Verdict::Proved(Method::Shapes);
    }
    let ask = |[left, right]: [&AnyLayout; 2], _: &Budget| compare(left, right);
    let in_general = || compare(left, right);
    match (without_strides(left), without_strides(right)) {
        (Some(left), Some(right)) => {
            by_values([&left, &right], WithoutPairs::Compared, budget, ask, in_general)
        }
        _ => in_general(),
    }
}

/// A layout of the same shape, with the facts about its extents.
fn without_strides(layout: &AnyLayout) -> Option<AnyLayout> {
    let shape = shape(layout)?;
    let facts = layout.facts().iter().filter(|fact| {
        shape.leaves().any(|extent| extent.symbols().iter().any(|name| name == fact.symbol()))
    });
    let facts: Vec<Fact> = facts.cloned().collect();
    let stride = shape.map(&mut |_| SymbolicStride::new(Term::constant(0), Vec::new()));
    let symbolic = SymbolicLayout::new(shape.clone(), stride, facts).ok()?;
    Some(AnyLayout::Cute(CuteLayout::Symbolic(symbolic)))
}

fn compare(left: &AnyLayout, right: &AnyLayout) -> Verdict<Incompatible> {
    let unknown = || {
        let reason = format!("{left} and {right} are not both layouts with a shape of numbers");
        Verdict::Unknown(Unknown::NotRead { reason })
    };
    let (Some(a), Some(b)) = (shape(left), shape(right)) else { return unknown() };
    if a.is_compatible_by(&b, &size) {
        return Verdict::Proved(Method::Shapes);
    }
    if a.leaves().chain(b.leaves()).any(|extent| extent.as_constant().is_none()) {
        return unknown();
    }
    let (left, right) = (a.to_string(), b.to_string());
    Verdict::Refuted(Incompatible { symbols: Vec::new(), left, right })
}

fn shape(layout: &AnyLayout) -> Option<Tuple<Term>> {
    layout.modes().map(CuteLayout::shape)
}

fn size(shape: &Tuple<Term>) -> Option<Term> {
    shape.leaves().try_fold(Term::constant(1), |size, extent| size.times(extent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    #[track_caller]
    fn decided(left: &str, right: &str) -> String {
        let parse = |text| AnyLayout::parse(Kind::Cute, text).unwrap();
        match compatible(&parse(left), &parse(right), &Budget::default()) {
            Verdict::Proved(method) => method.to_string(),
            Verdict::Refuted(shapes) => shapes.to_string(),
            Verdict::Unknown(unknown) => format!("unknown: {unknown}"),
        }
    }

    #[test]
    fn shapes_with_symbols() {
        assert_eq!(decided("(2*M,8)", "((2,M),8)"), "comparison of shapes");
        let four = "(N,8) where N in [4,4]";
        assert_eq!(decided(four, "((2,2),8)"), "enumeration of 1 value of symbols");
        assert_eq!(
            decided("(M,8)", "(N,8)"),
            "shape (1,8) is not compatible with (2,8) for M = 1, N = 2"
        );
        assert_eq!(decided("(M)", "M"), "shape (1) is not compatible with 1 for M = 1");
    }
}
