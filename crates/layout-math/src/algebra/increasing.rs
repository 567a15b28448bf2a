use std::fmt;

use super::any_layout::AnyLayout;
use super::decide::{Claim, decide, settle};
use super::evaluate::Evaluator;
use super::instances::Witness;
use super::relations::{NotAnswered, Solver, Space, integral_map};
use super::verdict::{Budget, Method, Verdict};
use crate::cute::{CuteLayout, Layout};
use crate::point::{ForSymbols, value_in};
use crate::relation::{Answer, Map, Relation};

/// A coordinate whose offset is not greater than that of the coordinate before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Descent {
    pub symbols: Vec<(String, i64)>,
    pub coordinate: i64,
    pub before: i64,
    pub offset: i64,
}

impl fmt::Display for Descent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Descent { symbols, coordinate, before, offset } = self;
        let symbols = ForSymbols(symbols);
        write!(f, "layout does not increase at coordinate {coordinate}{symbols}: ")?;
        write!(f, "{offset} after {before}")
    }
}

impl Witness for Descent {
    fn symbols(&mut self) -> &mut Vec<(String, i64)> {
        &mut self.symbols
    }
}

/// Does every coordinate but the first one have a greater offset than the one before it?
///
/// The coordinates of a relation are those where it has a value, leftmost input fastest. The coordinate
/// of a refutation is the least one. A CuTe layout is decided mode by mode, with symbols where its strides
/// say enough; other layouts are evaluated, and isl is asked of one with symbols that have no end of values.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Verdict, increasing};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(3,2):(2,3)")?;
/// let Verdict::Refuted(descent) = increasing(&layout, &Budget::default()) else { panic!() };
/// assert_eq!(descent.to_string(), "layout does not increase at coordinate 3: 3 after 4");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn increasing(layout: &AnyLayout, budget: &Budget) -> Verdict<Descent> {
    decide(&Increasing, [layout], budget)
}

struct Increasing;

impl Claim<1> for Increasing {
    type Witness = Descent;

    fn by_form(&self, [layout]: [&AnyLayout; 1], _: &Budget) -> Option<Verdict<Descent>> {
        match layout {
            AnyLayout::Cute(cute) => by_strides(cute),
            // An offset that is added to all of them changes nothing but what a refutation shows.
            AnyLayout::Composed(composed) if composed.outer().is_identity() => {
                let found = by_strides(composed.inner());
                found.filter(|verdict| matches!(verdict, Verdict::Proved(_)))
            }
            _ => None,
        }
    }

    fn can_be_walked(&self, [layout]: [&AnyLayout; 1]) -> bool {
        layout.output_count() == Some(1)
    }

    /// Looks at the first coordinates; that is a proof if there are no more.
    fn by_walk(
        &self,
        _: [&AnyLayout; 1],
        [function]: &[Evaluator<'_>; 1],
        steps: i64,
    ) -> Option<Verdict<Descent>> {
        let limit = function.reach(steps);
        let mut last: Option<i64> = None;
        for coordinate in function.coordinates().take(limit.max(0) as usize) {
            let value = function.value(coordinate).ok()?;
            let Some(&[offset]) = value.as_deref() else { continue };
            if let Some(before) = last
                && offset <= before
            {
                let symbols = Vec::new();
                return Some(Verdict::Refuted(Descent { symbols, coordinate, before, offset }));
            }
            last = Some(offset);
        }
        let coordinates = function.size();
        (coordinates <= limit).then_some(Verdict::Proved(Method::Enumeration { coordinates }))
    }

    /// No later coordinate has an offset that is not greater. That does not say which coordinate is the
    /// next one, so isl is asked only where the symbols are too many to look at.
    fn by_isl(
        &self,
        [layout]: [&AnyLayout; 1],
        budget: &Budget,
    ) -> Result<Answer<Descent>, NotAnswered> {
        let not_evaluated = || NotAnswered::NotEvaluated { layout: layout.to_string() };
        if !layout.has_symbols() {
            return Err(not_evaluated());
        }
        let (map, space) = integral_map(&Solver::new(budget), layout)?;
        if !matches!(space, Space::Integral) || (map.n_inputs()?, map.n_outputs()?) != (1, 1) {
            return Err(not_evaluated());
        }
        let relation = |text: &str| -> Result<Map, NotAnswered> {
            let relation: Relation = text.parse().expect("it is a relation");
            Ok(relation.to_map(map.context())?)
        };
        let later = map.reverse()?.then(&relation("{ [c] -> [d] : c < d }")?)?.then(&map)?;
        let descents = later.intersection(&relation("{ [y] -> [z] : z <= y }")?)?;
        descents.empty()?.try_map_witness(|pair| {
            let instance = layout.with_values(&value_in(&pair.parameters));
            match instance.map(|instance| settle(self, [&instance], budget)) {
                Some(Verdict::Refuted(descent)) => Ok(descent.with_symbols(pair.parameters)),
                _ => Err(not_evaluated()),
            }
        })
    }
}

/// What the modes of a layout show, whose offsets are numbers.
fn by_strides(layout: &CuteLayout) -> Option<Verdict<Descent>> {
    match layout {
        CuteLayout::Static(modes) => by_modes(modes),
        CuteLayout::Symbolic(modes) => {
            modes.is_increasing().then_some(Verdict::Proved(Method::OffsetRange))
        }
        CuteLayout::Basis(_) => None,
    }
}

/// The step to the next coordinate is the same wherever the same digit is raised, so that one step
/// in each mode decides: the first one, from the last coordinate of the modes before it.
///
/// `None` past 64 bits.
fn by_modes(layout: &Layout) -> Option<Verdict<Descent>> {
    let mut coordinate = 1_i64;
    for mode in layout.flat_modes() {
        if 1 < mode.extent {
            let (before, offset) = (layout.offset(coordinate - 1)?, layout.offset(coordinate)?);
            if offset <= before {
                return Some(Verdict::Refuted(Descent {
                    symbols: Vec::new(),
                    coordinate,
                    before,
                    offset,
                }));
            }
        }
        coordinate = coordinate.checked_mul(mode.extent)?;
    }
    Some(Verdict::Proved(Method::CanonicalForm))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    fn at(kind: Kind, text: &str) -> Option<i64> {
        match increasing(&AnyLayout::parse(kind, text).unwrap(), &Budget::default()) {
            Verdict::Proved(_) => None,
            Verdict::Refuted(descent) => Some(descent.coordinate),
            Verdict::Unknown(unknown) => panic!("{unknown}"),
        }
    }

    #[test]
    fn the_least_descent() {
        assert_eq!(at(Kind::Cute, "1:0"), None);
        assert_eq!(at(Kind::Cute, "(4,2):(1,4)"), None);
        assert_eq!(at(Kind::Cute, "(4,1,2):(1,-7,5)"), None);
        assert_eq!(at(Kind::Cute, "(2,2):(1,0)"), Some(2));
        assert_eq!(at(Kind::Cute, "4:-1"), Some(1));
        assert_eq!(at(Kind::Composed, "S<1,0,1> o 0 o 4:1"), Some(3));
        assert_eq!(at(Kind::Composed, "S<1,0,1> o 0 o 3:1"), None);
        // Of too many coordinates the first ones.
        assert_eq!(at(Kind::Composed, "S<1,0,1> o 0 o (2,1048576):(2,1)"), Some(2));
    }

    #[test]
    fn holes_triangles_and_symbols() {
        assert_eq!(at(Kind::Relation, "{ [i] -> [2i] : 0 <= i < 12 and i mod 2 = 0 }"), None);
        assert_eq!(at(Kind::Relation, "{ [i] -> [-i] : 0 <= i < 12 and i mod 4 = 1 }"), Some(5));
        // The coordinates (0,0), (1,0), (2,0), (1,1) are 0, 1, 2 and 4.
        let triangle = "{ [i, j] -> [i + j] : 0 <= i < 3 and 0 <= j <= i }";
        assert_eq!(at(Kind::Relation, triangle), Some(4));
        assert_eq!(at(Kind::Composed, "S<1,0,1> o -2 o (5):(1)"), None);
        assert_eq!(at(Kind::Cute, "(K):(2) where K in [3,3]"), None);
        assert_eq!(at(Kind::Cute, "(4,M):(1,3)"), Some(4));
        assert_eq!(at(Kind::Cute, "(4,M):(1,4)"), None);
        assert_eq!(at(Kind::Cute, "(M,8):(1,M)"), None);
        assert_eq!(at(Kind::Composed, "S<0,1,1> o K o (M,K):(1,M)"), None);
        assert_eq!(at(Kind::Composed, "S<0,1,1> o K o (1048576,1048576):(1,1048576)"), None);
        assert_eq!(at(Kind::Composed, "S<0,1,1> o 7 o (4,2):(1,3)"), Some(4));
        let text = "(K,2):(1,3) where K in [2,5]";
        let Verdict::Refuted(descent) =
            increasing(&AnyLayout::parse(Kind::Cute, text).unwrap(), &Budget::default())
        else {
            panic!()
        };
        assert_eq!(
            descent.to_string(),
            "layout does not increase at coordinate 4 for K = 4: 3 after 3"
        );
    }

    #[test]
    fn modes_and_evaluation_agree() {
        let strides = [-1, 0, 1, 2, 3, 4, 6];
        for index in 0..strides.len().pow(3) {
            let (a, b, c) = (strides[index % 7], strides[index / 7 % 7], strides[index / 49]);
            let text = format!("(2,3,2):({a},{b},{c})");
            let layout: Layout = text.parse().unwrap();
            let descends = |&c: &i64| layout.offset(c) <= layout.offset(c - 1);
            assert_eq!(at(Kind::Cute, &text), (1..layout.size()).find(descends), "{text}");
        }
    }

    /// The values of N that are looked at one by one are less.
    #[test]
    fn isl_finds_a_value_of_a_symbol_that_is_far() {
        let text = "[N] -> { [c] -> [c] : 0 <= c < 10; [c] -> [0] : c = 10 and N >= 100000 }";
        let layout = AnyLayout::parse(Kind::Relation, text).unwrap();
        let Verdict::Refuted(descent) = increasing(&layout, &Budget::default()) else { panic!() };
        assert_eq!(descent.coordinate, 10);
        assert_eq!(descent.symbols, [("N".to_owned(), 100_000)]);
    }
}
