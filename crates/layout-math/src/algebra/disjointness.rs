use std::fmt;

use rustc_hash::FxHashMap;

use super::any_layout::AnyLayout;
use super::apart::two_apart;
use super::closed_form::{Swizzled, as_moved, binary};
use super::decide::{Claim, decide};
use super::equivalence::{is_one_number, joint_positions, same_parts};
use super::evaluate::Evaluator;
use super::instances::Witness;
use super::relations::{NotAnswered, Solver, stated_apart};
use super::verdict::{Budget, Method, Unknown, Verdict};
use crate::cute::{CommonOffset, CuteLayout, Layout, Outer, Tuple, common_offset};
use crate::linear::f2::Echelon;
use crate::point::{ForSymbols, Point};
use crate::relation::Answer;

/// A coordinate of each of two layouts with the same offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    pub symbols: Vec<(String, i64)>,
    pub left: i64,
    pub right: i64,
    pub offset: Point,
}

impl fmt::Display for Meeting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Meeting { symbols, left, right, offset } = self;
        let symbols = ForSymbols(symbols);
        write!(
            f,
            "layouts are not disjoint: coordinate {left} of the left and coordinate {right} of the \
             right both give {offset}{symbols}"
        )
    }
}

impl Witness for Meeting {
    fn symbols(&mut self) -> &mut Vec<(String, i64)> {
        &mut self.symbols
    }
}

/// Is no offset of one layout an offset of the other?
///
/// Several outputs are flattened as for [`equivalent`](super::equivalent()). With symbols the question
/// is about all their values; the same name is the same value in both layouts. The coordinates of a
/// refutation are the least ones, the left one first, where both layouts were evaluated.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Verdict, disjoint};
///
/// let even = AnyLayout::parse(Kind::Cute, "8:2")?;
/// let odd = AnyLayout::parse(Kind::Composed, "S<0,0,0> o 1 o 8:2")?;
/// assert!(matches!(disjoint(&even, &odd, &Budget::default()), Verdict::Proved(_)));
/// let all = AnyLayout::parse(Kind::Composed, "S<0,0,0> o 1 o 8:1")?;
/// let Verdict::Refuted(meeting) = disjoint(&even, &all, &Budget::default()) else { panic!() };
/// assert_eq!((meeting.left, meeting.right, meeting.offset), (1, 1, 2.into()));
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn disjoint(a: &AnyLayout, b: &AnyLayout, budget: &Budget) -> Verdict<Meeting> {
    let (a, b) = two_apart(a, b);
    decide(&Disjoint, [&a, &b], budget)
}

struct Disjoint;

impl Claim<2> for Disjoint {
    type Witness = Meeting;

    fn by_form(&self, [a, b]: [&AnyLayout; 2], _: &Budget) -> Option<Verdict<Meeting>> {
        if let (Some(left), Some(right)) = (range(a), range(b))
            && (left.1 < right.0 || right.1 < left.0)
        {
            return Some(Verdict::Proved(Method::OffsetRange));
        }
        if (a.has_symbols() || b.has_symbols())
            && let (Some(left), Some(right)) = (as_moved(a), as_moved(b))
            && left.is_apart_from(&right)
        {
            return Some(Verdict::Proved(Method::OffsetRange));
        }
        // Every part of the offsets at coordinate 0 is 0, at whatever positions the parts are.
        if let (AnyLayout::Cute(CuteLayout::Basis(a)), AnyLayout::Cute(CuteLayout::Basis(b))) =
            (a, b)
        {
            let offset = vec![0; joint_positions(a, b).len()].into();
            let symbols = Vec::new();
            return Some(Verdict::Refuted(Meeting { symbols, left: 0, right: 0, offset }));
        }
        // Where they meet is left to the walk, which finds the least coordinates.
        let is_proved = matches!(by_matrices(a, b), Some(None));
        is_proved.then_some(Verdict::Proved(Method::F2Matrices))
    }

    fn can_be_walked(&self, [a, b]: [&AnyLayout; 2]) -> bool {
        same_parts(a, b)
    }

    /// Evaluates both everywhere.
    fn by_walk(
        &self,
        _: [&AnyLayout; 2],
        [left, right]: &[Evaluator<'_>; 2],
        steps: i64,
    ) -> Option<Verdict<Meeting>> {
        if !left.is_within(steps) || !right.is_within(steps) {
            return None;
        }
        let mut of_right: FxHashMap<Vec<i64>, i64> = FxHashMap::default();
        for coordinate in right.coordinates() {
            for offset in right.values(coordinate).ok()? {
                of_right.entry(offset).or_insert(coordinate);
            }
        }
        for coordinate in left.coordinates() {
            for offset in left.values(coordinate).ok()? {
                if let Some(&right) = of_right.get(&offset) {
                    let (symbols, left, offset) = (Vec::new(), coordinate, offset.into());
                    return Some(Verdict::Refuted(Meeting { symbols, left, right, offset }));
                }
            }
        }
        let coordinates = left.size().saturating_add(right.size());
        Some(Verdict::Proved(Method::Enumeration { coordinates }))
    }

    fn by_recognized_form(
        &self,
        [a, b]: [&AnyLayout; 2],
        budget: &Budget,
    ) -> Option<Verdict<Meeting>> {
        if let Some(Some(meeting)) = by_matrices(a, b) {
            return Some(Verdict::Refuted(meeting));
        }
        if is_one_number([a, b]) { by_modes(a, b, budget) } else { None }
    }

    fn by_isl(
        &self,
        [a, b]: [&AnyLayout; 2],
        budget: &Budget,
    ) -> Result<Answer<Meeting>, NotAnswered> {
        let solver = Solver::new(budget);
        let [(left, left_space), (right, right_space)] = stated_apart(&solver, a, b)?;
        let (left, right) = (left.to_map(&solver.context)?, right.to_map(&solver.context)?);
        let both = left.then(&right.reverse()?)?;
        both.empty()?.try_map_witness(|pair| {
            let symbols: Vec<(&str, i64)> =
                pair.parameters.iter().map(|(name, value)| (name.as_str(), *value)).collect();
            // A relation may have several outputs at an input.
            let of_left = left.image(&symbols, &pair.input, budget.listed())?;
            let of_right = right.image(&symbols, &pair.output, budget.listed())?;
            let common = of_left.into_iter().find(|offset| of_right.contains(offset));
            Ok(Meeting {
                left: left_space.integral(&pair.input, &pair.parameters)?,
                right: right_space.integral(&pair.output, &pair.parameters)?,
                offset: common.unwrap_or_default().into(),
                symbols: pair.parameters,
            })
        })
    }
}

/// The least and the greatest offset of a layout of integers, moved by an offset if it is a composed
/// one that only does that.
fn range(layout: &AnyLayout) -> Option<(i64, i64)> {
    let (layout, offset) = match layout {
        AnyLayout::Composed(composed) => match composed.outer() {
            Outer::Swizzle(swizzle) if swizzle.is_identity() => {
                (composed.inner().as_static()?, composed.offset_term().as_constant()?)
            }
            _ => return None,
        },
        _ => (layout.as_static()?, 0),
    };
    let (least, greatest) = layout.offset_range();
    Some((least.checked_add(offset)?, greatest.checked_add(offset)?))
}

/// Where two maps over F2, `A x ^ a` and `B y ^ b`, meet: where `A x ^ B y = a ^ b`. `None` if one is
/// not seen to be such a map or more than 64 bits are asked for, `Some(None)` if nowhere.
fn by_matrices(a: &AnyLayout, b: &AnyLayout) -> Option<Option<Meeting>> {
    let (a, b) = (binary(a)?, binary(b)?);
    let columns = [a.matrix().columns(), b.matrix().columns()].concat();
    if 64 <= columns.len() {
        return None;
    }
    let Some(both) = Echelon::new(&columns).solve(a.constant() ^ b.constant()) else {
        return Some(None);
    };
    let n = a.matrix().n_columns();
    let (left, right) = (both & ((1 << n) - 1), both >> n);
    Some(Some(Meeting {
        symbols: Vec::new(),
        left: left as i64,
        right: right as i64,
        offset: (a.apply(left) as i64).into(),
    }))
}

/// Layouts of integers with their offsets, also where the text of a relation is seen to be one, or
/// behind the same swizzle. `None` if they are not seen to be that.
fn by_modes(a: &AnyLayout, b: &AnyLayout, budget: &Budget) -> Option<Verdict<Meeting>> {
    let (left, right) = (Swizzled::new(a)?, Swizzled::new(b)?);
    if !left.is_same_outside(&right) {
        return by_membership(&left, &right, budget);
    }
    let moved = right.offset.checked_sub(left.offset)?;
    Some(match common_offset(&left.layout, &right.layout, moved, budget) {
        CommonOffset::Nowhere => Verdict::Proved(Method::CanonicalForm),
        CommonOffset::At { left: at, right } => Verdict::Refuted(Meeting {
            symbols: Vec::new(),
            left: at,
            right,
            offset: left.value(at)?.into(),
        }),
        CommonOffset::Undecided => {
            Verdict::Unknown(Unknown::OutOfSteps { steps: budget.search_steps })
        }
    })
}

/// Layouts behind different swizzles, one of which has few coordinates: each of its offsets is looked for in
/// the other one, a swizzle being its own inverse. `None` if both have many, or one is not found to be there or
/// not.
fn by_membership(
    left: &Swizzled<'_>,
    right: &Swizzled<'_>,
    budget: &Budget,
) -> Option<Verdict<Meeting>> {
    let is_left_small = left.layout.size() <= right.layout.size();
    let (small, large) = if is_left_small { (left, right) } else { (right, left) };
    let size = small.layout.size();
    if budget.glance() < size {
        return None;
    }
    let each = Budget { search_steps: budget.search_steps / size.unsigned_abs(), ..*budget };
    let zero: Layout = Layout::column_major(Tuple::Leaf(1)).ok()?;
    let mut least: Option<(i64, i64)> = None;
    for coordinate in 0..size {
        let Some(argument) = large.argument(small.value(coordinate)?) else { continue };
        let other = match common_offset(&large.layout, &zero, argument, &each) {
            CommonOffset::Nowhere => continue,
            CommonOffset::At { left, .. } => left,
            CommonOffset::Undecided => return None,
        };
        let found = if is_left_small { (coordinate, other) } else { (other, coordinate) };
        least = Some(least.map_or(found, |least| least.min(found)));
        if is_left_small {
            break;
        }
    }
    let Some((at, other)) = least else {
        return Some(Verdict::Proved(Method::Enumeration { coordinates: size }));
    };
    let (symbols, offset) = (Vec::new(), left.value(at)?.into());
    Some(Verdict::Refuted(Meeting { symbols, left: at, right: other, offset }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    #[track_caller]
    fn decide(left: (Kind, &str), right: (Kind, &str)) -> String {
        let parse = |(kind, text)| AnyLayout::parse(kind, text).unwrap();
        match disjoint(&parse(left), &parse(right), &Budget::default()) {
            Verdict::Proved(method) => method.to_string(),
            Verdict::Refuted(m) => format!("{} {} {}", m.left, m.right, m.offset),
            Verdict::Unknown(unknown) => format!("unknown: {unknown}"),
        }
    }

    /// The left relation does not have the symbol, of which only the left layout says something.
    #[test]
    fn facts_of_one_hold_for_the_other() {
        let of_k = (Kind::Relation, "[k] -> { [i] -> [0] : i = 0 and k = 0 }");
        assert_eq!(decide((Kind::Cute, "(1):(k) where k mod 4 = 3"), of_k), "isl");
        assert_eq!(decide(of_k, (Kind::Cute, "(1):(k) where k mod 4 = 3")), "isl");
        assert_eq!(decide((Kind::Cute, "(1):(k) where k mod 4 = 0"), of_k), "0 0 0");
    }

    #[test]
    fn every_method_decides() {
        use Kind::{Composed, Cute, Linear, Relation};
        assert_eq!(decide((Cute, "4:1"), (Cute, "4:1")), "0 0 0");
        assert_eq!(
            decide((Composed, "S<0,0,0> o 1 o 3:2"), (Cute, "(2,2):(4,6)")),
            "enumeration of 7 coordinates"
        );
        assert_eq!(
            decide((Composed, "S<0,0,0> o 1048577 o 1048577:1"), (Cute, "1048577:1")),
            "offset range"
        );
        let tile = (Cute, "(M,8):(1,M)");
        let next = (Composed, "S<0,0,0> o 8*M o (M,8):(1,M)");
        assert_eq!(decide(tile, next), "offset range");
        assert_eq!(decide((Composed, "S<0,0,0> o 8 o 4:1"), (Cute, "9:1")), "0 8 8");
        let odd = (Composed, "S<0,0,0> o 1 o 1048576:2");
        assert_eq!(decide((Cute, "1048576:2"), odd), "F2 matrices");
        assert_eq!(decide((Cute, "1048577:3"), odd), "1 1 3");
        assert_eq!(
            decide((Cute, "1048577:2"), (Composed, "S<0,0,0> o 1 o 1048577:2")),
            "canonical form"
        );
        assert_eq!(decide((Cute, "4:1@0"), (Cute, "4:1@1")), "0 0 (0,0)");
        assert_eq!(decide((Cute, "(4,2):(1@0,2@1)"), (Cute, "4:1@1@0")), "0 0 (0,0,0)");
        let high = (Linear, "{a = [[2],[4]]} xor [1]");
        assert_eq!(decide((Linear, "{a = [[2],[4]]}"), high), "F2 matrices");
        assert_eq!(decide((Linear, "{a = [[1],[4]]}"), high), "1 0 1");
        let shifted = (Relation, "[N] -> { [i] -> [i + N] : 0 <= i < N }");
        assert_eq!(decide((Relation, "[N] -> { [i] -> [i] : 0 <= i < N }"), shifted), "isl");
        // Of N = 2: coordinate 2 is the first one of the right layout.
        assert_eq!(decide((Relation, "[N] -> { [i] -> [i] : 0 <= i <= N }"), shifted), "1 0 1");
        // Of products of symbols isl knows nothing: each of 90 values is looked at.
        let empty = (Relation, "[d] -> { [i] -> [i] : i = 0 and i != 0 and -3 <= d <= 2 }");
        let products = (Composed, "S<0,4,3> o 0 o (2,M):(k,0) where M in [3,5], k in [-2,2]");
        assert_eq!(decide(empty, products), "enumeration of 90 values of symbols");
        assert_eq!(decide((Cute, "4:1@0"), (Cute, "4:1@0")), "0 0 0");
        assert_eq!(
            decide((Cute, "4:1@0"), (Cute, "4:1")),
            "unknown: the offsets of 4:1@0 and 4:1 are not of the same kind"
        );
    }

    /// Of the layouts behind different swizzles one has few coordinates and the other one millions.
    #[test]
    fn the_offsets_of_a_small_layout_are_looked_for_in_a_large_one() {
        let small = "S<5,2,9> o 0 o (7,5,3,2,3):(3,35154,1302,651,1)";
        let large = |offset: i64| {
            let modes = "(31,3,64,16,16,2,2):(98304,2048,1,128,6144,9142272,64)";
            (Kind::Composed, format!("S<3,2,9> o {offset} o {modes}"))
        };
        let proved = "enumeration of 630 coordinates";
        let (kind, far) = large(977_815);
        let small = (Kind::Composed, small);
        assert_eq!(decide(small, (kind, &far)), proved);
        assert_eq!(decide((kind, &far), small), proved);
        let (kind, near) = large(0);
        assert_eq!(decide(small, (kind, &near)), "0 0 0");
        // 5, 7, 6 behind one swizzle, and 5, 4, 7, 6 and so on behind another one.
        let few = (Kind::Composed, "S<1,0,1> o 5 o 3:1");
        let many = (Kind::Composed, "S<1,0,2> o 4 o (32768,32768):(1,32768)");
        assert_eq!(decide(few, many), "0 0 5");
        assert_eq!(decide(many, few), "0 0 5");
    }

    #[test]
    fn a_search_that_does_not_end_is_unknown() {
        let cute = |text| AnyLayout::parse(Kind::Cute, text).unwrap();
        let budget = Budget { search_steps: 1, ..Budget::CLOSED_FORMS };
        let left = cute("(7,11,13,17):(1001,2003,4007,8009)");
        let right = cute("(5,9,19,23):(1013,2029,4051,8087)");
        assert_eq!(
            disjoint(&left, &right, &budget),
            Verdict::Unknown(Unknown::OutOfSteps { steps: 1 })
        );
    }
}
