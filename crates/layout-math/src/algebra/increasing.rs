use std::fmt;

use super::any_layout::AnyLayout;
use super::equivalence::ForSymbols;
use super::evaluate::Function;
use super::instances::{WithoutPairs, Witness, decide};
use super::relations::{NotAnswered, Question, Space, integral_map};
use super::verdict::{Budget, Method, Unknown, Verdict};
use crate::cute::Layout;
use crate::relation::{Answer, Map, Pair, Relation};

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
    fn symbols(&self) -> &[(String, i64)] {
        &self.symbols
    }

    fn with_symbols(self, symbols: Vec<(String, i64)>) -> Self {
        Descent { symbols, ..self }
    }
}

/// Does every coordinate but the first one have a greater offset than the one before it?
///
/// The coordinates of a relation are those where it has a value, leftmost input fastest. The coordinate
/// of a refutation is the least one. A CuTe layout of integers is decided mode by mode; other layouts
/// are evaluated, and isl is asked of one with symbols that have no end of values.
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
    let ask = |instance: &[AnyLayout], budget: &Budget| static_increasing(&instance[0], budget);
    let in_general = || {
        if layout.has_symbols() {
            by_isl(layout, budget)
        } else {
            static_increasing(layout, budget)
        }
    };
    decide(&[layout], WithoutPairs::Ignored, budget, ask, in_general)
}

fn static_increasing(layout: &AnyLayout, budget: &Budget) -> Verdict<Descent> {
    if let Some(verdict) = layout.as_static().and_then(by_modes) {
        return verdict;
    }
    let function = match Function::new(layout, budget) {
        Some(function)
            if layout.output_count() == Some(1) && function.is_within(budget.walk_last) =>
        {
            function
        }
        _ => return not_evaluated(layout),
    };
    let mut last: Option<i64> = None;
    for coordinate in function.coordinates() {
        let Ok(value) = function.value(coordinate) else { return not_evaluated(layout) };
        let Some(&[offset]) = value.as_deref() else { continue };
        if let Some(before) = last
            && offset <= before
        {
            let symbols = Vec::new();
            return Verdict::Refuted(Descent { symbols, coordinate, before, offset });
        }
        last = Some(offset);
    }
    Verdict::Proved(Method::Enumeration { coordinates: function.size() })
}

fn not_evaluated(layout: &AnyLayout) -> Verdict<Descent> {
    let reason = format!("{layout} is not evaluated");
    Verdict::Unknown(Unknown::NotPresburger { reason })
}

/// For all values of the symbols: no later coordinate has an offset that is not greater.
fn by_isl(layout: &AnyLayout, budget: &Budget) -> Verdict<Descent> {
    let question = Question::new(budget);
    let descents = || -> Result<Option<Answer<Pair>>, NotAnswered> {
        let (map, Space::Integral) = integral_map(&question, layout)? else { return Ok(None) };
        if (map.n_inputs()?, map.n_outputs()?) != (1, 1) {
            return Ok(None);
        }
        let relation = |text: &str| -> Result<Map, NotAnswered> {
            let relation: Relation = text.parse().expect("it is a relation");
            Ok(relation.to_map(map.context())?)
        };
        let later = map.reverse()?.then(&relation("{ [c] -> [d] : c < d }")?)?.then(&map)?;
        Ok(Some(later.intersection(&relation("{ [y] -> [z] : z <= y }")?)?.empty()?))
    };
    match descents() {
        Ok(Some(Answer::Proved)) => Verdict::Proved(Method::Isl),
        Ok(Some(Answer::Unknown { operations })) => {
            Verdict::Unknown(Unknown::OutOfBudget { operations })
        }
        Ok(Some(Answer::Refuted(pair))) => {
            let value =
                |name: &str| pair.parameters.iter().find(|(own, _)| own == name).map(|(_, v)| *v);
            match layout.with_values(&value).map(|layout| static_increasing(&layout, budget)) {
                Some(Verdict::Refuted(descent)) => {
                    Verdict::Refuted(descent.with_symbols(pair.parameters))
                }
                _ => not_evaluated(layout),
            }
        }
        Ok(None) => not_evaluated(layout),
        Err(error) => Verdict::Unknown(error.into()),
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
}
