use std::fmt;

use super::any_layout::AnyLayout;
use super::instances::{WithoutPairs, Witness, by_values};
use super::verdict::{Budget, Method, Unknown, Verdict};
use crate::point::ForSymbols;

/// How large a layout is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The number of its coordinates: [`AnyLayout::static_size`].
    Size,
    /// The size of the smallest buffer that holds its offsets: [`AnyLayout::cosize`].
    Cosize,
}

impl Measure {
    fn of(self, layout: &AnyLayout, budget: &Budget) -> Option<i64> {
        match self {
            Measure::Size => layout.static_size(budget),
            Measure::Cosize => layout.cosize_within(budget),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Measure::Size => "size",
            Measure::Cosize => "cosize",
        })
    }
}

/// A number that a layout has, and another one that it was claimed to have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongMeasure {
    pub symbols: Vec<(String, i64)>,
    pub measure: Measure,
    pub found: i64,
    pub claimed: i64,
}

impl fmt::Display for WrongMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrongMeasure { symbols, measure, found, claimed } = self;
        write!(f, "layout has {measure} {found}, not {claimed}{}", ForSymbols(symbols))
    }
}

impl Witness for WrongMeasure {
    fn symbols(&mut self) -> &mut Vec<(String, i64)> {
        &mut self.symbols
    }
}

/// Does the layout have this size or cosize, for all values of its symbols?
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Measure, Verdict, has_measure};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(K,2):(2,1) where K in [3,4]")?;
/// let verdict = has_measure(&layout, Measure::Size, 6, &Budget::default());
/// let Verdict::Refuted(wrong) = verdict else { panic!() };
/// assert_eq!(wrong.to_string(), "layout has size 8, not 6 for K = 4");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn has_measure(
    layout: &AnyLayout,
    measure: Measure,
    claimed: i64,
    budget: &Budget,
) -> Verdict<WrongMeasure> {
    let compare = |found| match found {
        _ if found == claimed => Verdict::Proved(Method::Evaluation),
        _ => Verdict::Refuted(WrongMeasure { symbols: Vec::new(), measure, found, claimed }),
    };
    let unknown = || {
        let reason = format!("the {measure} of {layout} is not a number");
        Verdict::Unknown(Unknown::NotRead { reason })
    };
    let ask = |[layout]: [&AnyLayout; 1], budget: &Budget| {
        measure.of(layout, budget).map_or_else(unknown, compare)
    };
    // A size may be a number although a stride is not.
    if measure == Measure::Size
        && let Some(size) = layout.size().and_then(|size| size.as_constant())
    {
        return compare(size);
    }
    by_values([layout], WithoutPairs::Ignored, budget, ask, || ask([layout], budget))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    #[track_caller]
    fn claim(kind: Kind, text: &str, measure: Measure, claimed: i64) -> String {
        let layout = AnyLayout::parse(kind, text).unwrap();
        match has_measure(&layout, measure, claimed, &Budget::default()) {
            Verdict::Proved(method) => method.to_string(),
            Verdict::Refuted(wrong) => wrong.to_string(),
            Verdict::Unknown(unknown) => format!("unknown: {unknown}"),
        }
    }

    #[test]
    fn measures_of_symbolic_layouts() {
        use Kind::{Composed, Cute};
        use Measure::{Cosize, Size};
        let one = "enumeration of 1 value of symbols";
        assert_eq!(claim(Cute, "(K):(2) where K in [3,3]", Size, 3), one);
        assert_eq!(claim(Cute, "(K):(2) where K in [3,3]", Cosize, 5), one);
        assert_eq!(
            claim(Cute, "(K):(2) where K in [3,3]", Size, 33),
            "layout has size 3, not 33 for K = 3"
        );
        assert_eq!(claim(Cute, "(4,M):(M,0)", Cosize, 4), "layout has cosize 7, not 4 for M = 2");
        assert_eq!(claim(Composed, "S<1,0,1> o k o (4,2):(1,d)", Size, 8), "evaluation");
        assert_eq!(
            claim(Composed, "S<0,0,1> o k o 4:1 where k in [2,3]", Cosize, 6),
            "layout has cosize 7, not 6 for k = 3"
        );
    }

    #[test]
    fn measures_of_relations() {
        use Kind::Relation;
        use Measure::{Cosize, Size};
        let triangle = "{ [i, j] -> [i + j] : 0 <= i < 4 and 0 <= j <= i }";
        assert_eq!(claim(Relation, triangle, Size, 10), "evaluation");
        assert_eq!(claim(Relation, triangle, Cosize, 7), "evaluation");
        let holes = "{ [i] -> [2i] : 0 <= i < 12 and i mod 2 = 0 }";
        assert_eq!(claim(Relation, holes, Size, 12), "layout has size 6, not 12");
        assert_eq!(claim(Relation, holes, Cosize, 21), "evaluation");
        // What the formula says of its parameter is a fact.
        let facts = "[N] -> { [i] -> [i] : 0 <= i < N and 3 <= N <= 4 }";
        assert_eq!(claim(Relation, facts, Size, 3), "layout has size 4, not 3 for N = 4");
        let several = "{ [i] -> [o] : 0 <= i < 3 and i <= o <= i + 1 }";
        assert_eq!(claim(Relation, several, Size, 3), "evaluation");
        assert_eq!(claim(Relation, several, Cosize, 4), "evaluation");
    }
}
