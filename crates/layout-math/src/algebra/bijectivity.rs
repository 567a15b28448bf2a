use std::fmt;

use super::any_layout::AnyLayout;
use super::bounds::{Departure, below_zero, hole, in_bounds};
use super::decide::{Claim, settle};
use super::evaluate::Evaluator;
use super::injectivity::{Collision, injective};
use super::instances::{WithoutPairs, Witness, by_values};
use super::relations::{NotAnswered, Solver, negatives};
use super::surjectivity::{Missed, surjective};
use super::verdict::{Budget, Method, Verdict};
use crate::cute::{Domain, Term};
use crate::point::{ForSymbols, Point};
use crate::relation::Answer;

/// Why a layout is not a bijection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotBijective {
    Collision(Collision),
    Departure(Departure),
    Missed(Missed),
    /// An offset, or a part of one, is below 0, where no size is given.
    Negative {
        symbols: Vec<(String, i64)>,
        coordinate: i64,
        offset: Point,
    },
}

impl NotBijective {
    /// What the layout does, for a note: `gives 1 at both`.
    pub fn note(&self) -> String {
        match self {
            NotBijective::Collision(collision) => format!("gives {} at both", collision.offset),
            NotBijective::Departure(departure) => departure.gives(),
            NotBijective::Missed(missed) => format!("leaves out {}", missed.offset),
            NotBijective::Negative { coordinate, offset, .. } => {
                format!("gives {offset} at coordinate {coordinate}")
            }
        }
    }
}

impl fmt::Display for NotBijective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotBijective::Collision(collision) => collision.fmt(f),
            NotBijective::Departure(departure) => departure.fmt(f),
            NotBijective::Missed(missed) => missed.fmt(f),
            NotBijective::Negative { symbols, coordinate, offset } => {
                let has = if offset.len() == 1 { "is" } else { "has a part" };
                let symbols = ForSymbols(symbols);
                write!(f, "offset {offset} at coordinate {coordinate}{symbols} {has} below 0")
            }
        }
    }
}

impl Witness for NotBijective {
    fn symbols(&mut self) -> &mut Vec<(String, i64)> {
        match self {
            NotBijective::Collision(collision) => collision.symbols(),
            NotBijective::Departure(departure) => departure.symbols(),
            NotBijective::Missed(missed) => missed.symbols(),
            NotBijective::Negative { symbols, .. } => symbols,
        }
    }
}

/// Is the layout a bijection of its coordinates onto the numbers below `size`?
///
/// Without a size it is asked of the numbers that [`surjective`] means, of which none is below 0. A
/// coordinate without an offset is an obstacle. Three questions, each with a budget of its own; the
/// first one that fails decides, and the last one gives the method.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Verdict, bijective};
///
/// let rows = AnyLayout::parse(Kind::Cute, "(4,8):(8,1)")?;
/// assert!(matches!(bijective(&rows, None, &Budget::default()), Verdict::Proved(_)));
/// let Verdict::Refuted(why) = bijective(&rows, Some(30), &Budget::default()) else { panic!() };
/// assert_eq!(why.to_string(), "offset 30 at coordinate 27 is outside [0, 30)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn bijective(layout: &AnyLayout, size: Option<i64>, budget: &Budget) -> Verdict<NotBijective> {
    let ask = |[layout]: [&AnyLayout; 1], budget: &Budget| one_by_one(layout, size, budget);
    by_values([layout], WithoutPairs::Ignored, budget, ask, || one_by_one(layout, size, budget))
}

fn one_by_one(layout: &AnyLayout, size: Option<i64>, budget: &Budget) -> Verdict<NotBijective> {
    let injective = injective(layout, budget).map_witness(NotBijective::Collision);
    if !matches!(injective, Verdict::Proved(_)) {
        return injective;
    }
    let inside = inside(layout, size, budget);
    if !matches!(inside, Verdict::Proved(_)) {
        return inside;
    }
    surjective(layout, size, budget).map_witness(NotBijective::Missed)
}

/// Are all offsets among the numbers that are meant?
fn inside(layout: &AnyLayout, size: Option<i64>, budget: &Budget) -> Verdict<NotBijective> {
    let end = || match layout {
        AnyLayout::Cute(cute) => cute.as_static()?.offset_range().1.checked_add(1),
        _ => layout.cosize_within(budget),
    };
    let Some(end) = size.or_else(end) else { return settle(&NotNegative, [layout], budget) };
    // Where all offsets are below 0 there are no numbers up to the greatest one.
    in_bounds(layout, &Term::constant(end.max(0)), budget).map_witness(NotBijective::Departure)
}

/// No part of an offset is below 0: without a size nothing else is outside.
struct NotNegative;

impl Claim<1> for NotNegative {
    type Witness = NotBijective;

    fn by_form(&self, [layout]: [&AnyLayout; 1], _: &Budget) -> Option<Verdict<NotBijective>> {
        let is_natural = layout.sign(Domain::Inside).is_natural();
        is_natural.then_some(Verdict::Proved(Method::OffsetRange))
    }

    /// Looks at all coordinates.
    fn by_walk(
        &self,
        [layout]: [&AnyLayout; 1],
        [function]: &[Evaluator<'_>; 1],
        steps: i64,
    ) -> Option<Verdict<NotBijective>> {
        if !function.is_within(steps) {
            return None;
        }
        for coordinate in function.coordinates() {
            let Some(offset) = function.value(coordinate).ok()? else {
                let AnyLayout::Composed(composed) = layout else { continue };
                let departure = NotBijective::Departure(below_zero(composed)?);
                return Some(Verdict::Refuted(departure));
            };
            if offset.iter().any(|&part| part < 0) {
                let (symbols, offset) = (Vec::new(), offset.into());
                let negative = NotBijective::Negative { symbols, coordinate, offset };
                return Some(Verdict::Refuted(negative));
            }
        }
        Some(Verdict::Proved(Method::Enumeration { coordinates: function.size() }))
    }

    fn by_isl(
        &self,
        [layout]: [&AnyLayout; 1],
        budget: &Budget,
    ) -> Result<Answer<NotBijective>, NotAnswered> {
        if let AnyLayout::Composed(composed) = layout
            && !composed.has_offsets(Domain::Inside)
        {
            match hole(composed, &[], budget)? {
                Answer::Proved => {}
                other => return Ok(other.map_witness(NotBijective::Departure)),
            }
        }
        let (negatives, space) = negatives(&Solver::new(budget), layout)?;
        negatives.empty()?.try_map_witness(|pair| {
            Ok(NotBijective::Negative {
                coordinate: space.integral(&pair.input, &pair.parameters)?,
                offset: pair.output.into(),
                symbols: pair.parameters,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    #[track_caller]
    fn decided(kind: Kind, text: &str, size: Option<i64>) -> String {
        let layout = AnyLayout::parse(kind, text).unwrap();
        match bijective(&layout, size, &Budget::default()) {
            Verdict::Proved(method) => method.to_string(),
            Verdict::Refuted(why) => why.to_string(),
            Verdict::Unknown(unknown) => format!("unknown: {unknown}"),
        }
    }

    #[test]
    fn each_obstacle_to_a_bijection() {
        let decide = |text: &str, size| decided(Kind::Cute, text, size);
        assert_eq!(decide("(4,8):(8,1)", None), "offset range");
        assert_eq!(
            decide("(2,2):(1,1)", None),
            "layout is not injective: coordinates 1 and 2 both give 1"
        );
        assert_eq!(decide("4:2", None), "layout is not surjective: no coordinate gives 1");
        assert_eq!(decide("4:-1", None), "offset -1 at coordinate 1 is outside [0, 1)");
        assert_eq!(decide("4:1", Some(3)), "offset 3 at coordinate 3 is outside [0, 3)");
    }

    #[test]
    fn nothing_is_below_0() {
        use Kind::{Composed, Cute, Relation};
        assert_eq!(
            decided(Cute, "(N):(-1) where N in [2,2]", None),
            "offset -1 at coordinate 1 for N = 2 is outside [0, 1)"
        );
        assert_eq!(
            decided(Cute, "(N,2):(-2,1) where N in [1,3]", None),
            "offset -2 at coordinate 1 for N = 2 is outside [0, 2)"
        );
        assert_eq!(
            decided(Cute, "(N):(-1)", None),
            "offset -1 at coordinate 1 for N = 2 is outside [0, 1)"
        );
        let one = "enumeration of 1 value of symbols";
        assert_eq!(decided(Cute, "(N):(-1) where N in [1,1]", None), one);
        assert_eq!(decided(Cute, "(N):(1)", None), "offset range");
        assert_eq!(decided(Cute, "(M,N):(N,1)", None), "offset range");
        assert_eq!(
            decided(Composed, "S<0,4,3> o k o 2:1 where k in [-1,0]", None),
            "offset -1 at coordinate 0 for k = -1 is outside [0, 1)"
        );
        assert_eq!(
            decided(Cute, "(2,2):(1@1,-1@0)", None),
            "offset (-1,0) at coordinate 2 has a part below 0"
        );
        assert_eq!(decided(Cute, "2:-1@0", None), "offset -1 at coordinate 1 is below 0");
        assert_eq!(
            decided(Relation, "{ [i] -> [i - 1] : 0 <= i < 3 }", None),
            "offset -1 at coordinate 0 is outside [0, 2)"
        );
        // A swizzle has no value below 0.
        assert_eq!(
            decided(Composed, "S<1,0,1> o -1 o 3:1", None),
            "there is no offset at coordinate 0: S<1,0,1> has no value at -1"
        );
        // Where there is no offset at all none is left out, and none is twice.
        assert_eq!(
            decided(Composed, "S<1,0,2> o -7 o 3:3", None),
            "there is no offset at coordinate 0: S<1,0,2> has no value at -7"
        );
    }

    #[test]
    fn facts_reach_every_question() {
        use Kind::{Cute, Relation};
        let one = "enumeration of 1 value of symbols";
        assert_eq!(decided(Cute, "(M):(1) where M in [4,4]", Some(4)), one);
        // Too many values to look at each.
        let wide = "(M,4):(4,1) where M in [16,1048576]";
        assert_eq!(decided(Cute, wide, None), "offset range");
        let swizzled = "S<3,4,3> o 0 o (M,64):(64,1) where M mod 16 = 0";
        assert_eq!(decided(Kind::Composed, swizzled, None), "offset range");
        let split = "(2,M,2):(1,4,2) where M in [16,1048576]";
        assert_eq!(decided(Cute, split, None), "offset range");
        // Which values M has is for isl to know.
        let stated = "[M] -> { [c] -> [c] : 0 <= c < M and 16 <= M <= 1048576 }";
        assert_eq!(decided(Relation, stated, None), "isl");
        let parameter = "[M] -> { [c] -> [c] : 0 <= c < M and M >= 4 }";
        assert_eq!(
            decided(Relation, parameter, Some(4)),
            "offset 4 at coordinate 4 for M = 5 is outside [0, 4)"
        );
    }
}
