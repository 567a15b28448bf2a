use std::fmt;

use super::any_layout::AnyLayout;
use super::evaluate::Function;
use super::verdict::{Budget, Method, Unknown, Verdict};
use crate::cute::Layout;

/// A coordinate whose offset is not greater than that of the coordinate before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Descent {
    pub coordinate: i64,
    pub before: i64,
    pub offset: i64,
}

impl fmt::Display for Descent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Descent { coordinate, before, offset } = self;
        write!(f, "layout does not increase at coordinate {coordinate}: {offset} after {before}")
    }
}

/// Does every coordinate but 0 have a greater offset than the one before it?
///
/// The coordinate of a refutation is the least one. A CuTe layout of integers is decided mode by
/// mode; other layouts are evaluated, up to the last walk of the budget.
///
/// ```
/// use layout::algebra::{AnyLayout, Budget, Kind, Verdict, increasing};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(3,2):(2,3)")?;
/// let Verdict::Refuted(descent) = increasing(&layout, &Budget::default()) else { panic!() };
/// assert_eq!(descent.to_string(), "layout does not increase at coordinate 3: 3 after 4");
/// # Ok::<(), layout::text::ParseError>(())
/// ```
pub fn increasing(layout: &AnyLayout, budget: &Budget) -> Verdict<Descent> {
    if let Some(verdict) = layout.as_static().and_then(by_modes) {
        return verdict;
    }
    let function = match Function::new(layout, budget) {
        Some(function)
            if layout.output_count() == Some(1) && function.size() <= budget.walk_last =>
        {
            function
        }
        _ => {
            let reason = format!("{layout} is not evaluated");
            return Verdict::Unknown(Unknown::NotPresburger { reason });
        }
    };
    let value = |coordinate| Some(*function.value(coordinate).ok()??.first()?);
    for coordinate in 1..function.size() {
        let (Some(before), Some(offset)) = (value(coordinate - 1), value(coordinate)) else {
            let reason = format!("{layout} has no offset at coordinate {coordinate}");
            return Verdict::Unknown(Unknown::NotPresburger { reason });
        };
        if offset <= before {
            return Verdict::Refuted(Descent { coordinate, before, offset });
        }
    }
    Verdict::Proved(Method::Enumeration { coordinates: function.size() })
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
                return Some(Verdict::Refuted(Descent { coordinate, before, offset }));
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
