use std::collections::HashMap;
use std::fmt;

use super::any_layout::AnyLayout;
use super::apart::two_apart;
use super::closed_form::{Swizzled, binary};
use super::equivalence::{ForSymbols, Offset, same_parts};
use super::evaluate::{Function, has_tuple_offsets};
use super::instances::{WithoutPairs, Witness, decide};
use super::relations::{NotAnswered, Question, View, integral_map, same_positions, to_relation};
use super::verdict::{Budget, Method, Unknown, Verdict};
use crate::cute::{Meeting as LayoutsMeet, Outer, meeting as meeting_of_layouts};
use crate::linear::f2::{Affine, Echelon};
use crate::relation::Answer;

/// A coordinate of each of two layouts with the same offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    pub symbols: Vec<(String, i64)>,
    pub left: i64,
    pub right: i64,
    pub offset: Vec<i64>,
}

impl Meeting {
    /// The offset that both layouts have.
    pub fn offset_text(&self) -> String {
        Offset(&Some(self.offset.clone())).to_string()
    }
}

impl fmt::Display for Meeting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Meeting { symbols, left, right, .. } = self;
        let (offset, symbols) = (self.offset_text(), ForSymbols(symbols));
        write!(
            f,
            "layouts are not disjoint: coordinate {left} of the left and coordinate {right} of the \
             right both give {offset}{symbols}"
        )
    }
}

impl Witness for Meeting {
    fn symbols(&self) -> &[(String, i64)] {
        &self.symbols
    }

    fn with_symbols(self, symbols: Vec<(String, i64)>) -> Self {
        Meeting { symbols, ..self }
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
/// assert_eq!((meeting.left, meeting.right, &meeting.offset[..]), (1, 1, &[2][..]));
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn disjoint(a: &AnyLayout, b: &AnyLayout, budget: &Budget) -> Verdict<Meeting> {
    let (a, b) = two_apart(a, b);
    let ask = |both: &[AnyLayout], budget: &Budget| in_general(&both[0], &both[1], budget);
    decide(&[&a, &b], WithoutPairs::Ignored, budget, ask, || in_general(&a, &b, budget))
}

fn in_general(a: &AnyLayout, b: &AnyLayout, budget: &Budget) -> Verdict<Meeting> {
    if let (Some(left), Some(right)) = (range(a), range(b))
        && (left.1 < right.0 || right.1 < left.0)
    {
        return Verdict::Proved(Method::OffsetRange);
    }
    let by_matrices = binary(a).zip(binary(b)).and_then(|(a, b)| meeting(&a, &b));
    if let Some(None) = by_matrices {
        return Verdict::Proved(Method::F2Matrices);
    }
    let has_tuples = [a, b].iter().any(|layout| has_tuple_offsets(layout)) || !same_parts(a, b);
    let functions =
        if has_tuples { None } else { Function::new(a, budget).zip(Function::new(b, budget)) };
    let by_enumeration = |limit: i64| {
        let (left, right) = functions.as_ref()?;
        (left.is_within(limit) && right.is_within(limit))
            .then(|| disjoint_everywhere(left, right))?
    };
    if let Some(verdict) = by_enumeration(budget.walk_first) {
        return verdict;
    }
    if let Some(Some(meeting)) = by_matrices {
        return Verdict::Refuted(meeting);
    }
    if !has_tuples && let Some(verdict) = by_modes(a, b, budget) {
        return verdict;
    }
    match by_isl(a, b, budget) {
        Ok(Answer::Proved) => Verdict::Proved(Method::Isl),
        Ok(Answer::Refuted(meeting)) => Verdict::Refuted(meeting),
        Ok(Answer::Unknown { operations }) => by_enumeration(budget.walk_last)
            .unwrap_or(Verdict::Unknown(Unknown::OutOfBudget { operations })),
        Err(error) => by_enumeration(budget.walk_last).unwrap_or(Verdict::Unknown(error.into())),
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

/// Where two maps `A x ^ a` and `B y ^ b` meet: where `A x ^ B y = a ^ b`. None if more than 64 bits
/// are asked for, some none if nowhere.
fn meeting(a: &Affine, b: &Affine) -> Option<Option<Meeting>> {
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
        offset: vec![a.apply(left) as i64],
    }))
}

/// Layouts of integers with their offsets, also where the text of a relation is seen to be one, or
/// behind the same swizzle. `None` if they are not seen to be that.
fn by_modes(a: &AnyLayout, b: &AnyLayout, budget: &Budget) -> Option<Verdict<Meeting>> {
    let (left, right) = (Swizzled::new(a)?, Swizzled::new(b)?);
    if !left.is_same_outside(&right) {
        return None;
    }
    let moved = right.offset.checked_sub(left.offset)?;
    Some(match meeting_of_layouts(&left.layout, &right.layout, moved, budget) {
        LayoutsMeet::Nowhere => Verdict::Proved(Method::CanonicalForm),
        LayoutsMeet::At { left: at, right } => Verdict::Refuted(Meeting {
            symbols: Vec::new(),
            left: at,
            right,
            offset: vec![left.value(at)?],
        }),
        LayoutsMeet::Undecided => {
            Verdict::Unknown(Unknown::OutOfSteps { steps: budget.search_steps })
        }
    })
}

/// Evaluates both everywhere; `None` if a value is not found.
fn disjoint_everywhere(left: &Function<'_>, right: &Function<'_>) -> Option<Verdict<Meeting>> {
    let mut of_right: HashMap<Vec<i64>, i64> = HashMap::new();
    for coordinate in right.coordinates() {
        for offset in right.values(coordinate).ok()? {
            of_right.entry(offset).or_insert(coordinate);
        }
    }
    for coordinate in left.coordinates() {
        for offset in left.values(coordinate).ok()? {
            if let Some(&right) = of_right.get(&offset) {
                let symbols = Vec::new();
                return Some(Verdict::Refuted(Meeting {
                    symbols,
                    left: coordinate,
                    right,
                    offset,
                }));
            }
        }
    }
    let coordinates = left.size().saturating_add(right.size());
    Some(Verdict::Proved(Method::Enumeration { coordinates }))
}

fn by_isl(a: &AnyLayout, b: &AnyLayout, budget: &Budget) -> Result<Answer<Meeting>, NotAnswered> {
    same_positions(a, b)?;
    let question = Question::new(budget);
    let (mut left, left_space) = integral_map(&question, a)?;
    let (mut right, right_space) = integral_map(&question, b)?;
    let (of_left, of_right) = (left.n_outputs()?, right.n_outputs()?);
    for (layout, map, n) in [(a, &mut left, of_right), (b, &mut right, of_left)] {
        // Out-dims are compared with as many outputs one by one.
        if matches!(layout, AnyLayout::Linear(_)) && map.n_outputs()? != n {
            *map = to_relation(layout, &View::Integral)?.to_map(&question.context)?;
        }
    }
    let (expected, found) = (left.n_outputs()?, right.n_outputs()?);
    if expected != found {
        return Err(NotAnswered::Parts { expected, found });
    }
    let both = left.then(&right.reverse()?)?;
    Ok(match both.empty()? {
        Answer::Proved => Answer::Proved,
        Answer::Unknown { operations } => Answer::Unknown { operations },
        Answer::Refuted(pair) => {
            if left_space.is_uncounted(&pair.input) || right_space.is_uncounted(&pair.output) {
                return Err(NotAnswered::NotABox { what: "inputs" });
            }
            let symbols: Vec<(&str, i64)> =
                pair.parameters.iter().map(|(name, value)| (name.as_str(), *value)).collect();
            // A relation may have several outputs at an input.
            let of_left = left.image(&symbols, &pair.input, budget.listed())?;
            let of_right = right.image(&symbols, &pair.output, budget.listed())?;
            let common = of_left.into_iter().find(|offset| of_right.contains(offset));
            Answer::Refuted(Meeting {
                left: left_space.integral(&pair.input, &pair.parameters),
                right: right_space.integral(&pair.output, &pair.parameters),
                offset: common.unwrap_or_default(),
                symbols: pair.parameters,
            })
        }
    })
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
            Verdict::Refuted(m) => format!("{} {} {}", m.left, m.right, m.offset_text()),
            Verdict::Unknown(unknown) => format!("unknown: {unknown}"),
        }
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
        assert_eq!(decide((Composed, "S<0,0,0> o 8 o 4:1"), (Cute, "9:1")), "0 8 8");
        let odd = (Composed, "S<0,0,0> o 1 o 1048576:2");
        assert_eq!(decide((Cute, "1048576:2"), odd), "F2 matrices");
        assert_eq!(decide((Cute, "1048577:3"), odd), "1 1 3");
        assert_eq!(
            decide((Cute, "1048577:2"), (Composed, "S<0,0,0> o 1 o 1048577:2")),
            "canonical form"
        );
        let high = (Linear, "{a = [[2],[4]]} xor [1]");
        assert_eq!(decide((Linear, "{a = [[2],[4]]}"), high), "F2 matrices");
        assert_eq!(decide((Linear, "{a = [[1],[4]]}"), high), "1 0 1");
        let shifted = (Relation, "[N] -> { [i] -> [i + N] : 0 <= i < N }");
        assert_eq!(decide((Relation, "[N] -> { [i] -> [i] : 0 <= i < N }"), shifted), "isl");
        // Of N = 2: coordinate 2 is the first one of the right layout.
        assert_eq!(decide((Relation, "[N] -> { [i] -> [i] : 0 <= i <= N }"), shifted), "1 0 1");
        assert_eq!(decide((Cute, "4:1@0"), (Cute, "4:1@0")), "0 0 0");
        assert_eq!(
            decide((Cute, "4:1@0"), (Cute, "4:1@1")),
            "unknown: the offsets of 4:1@0 and 4:1@1 are not of the same kind"
        );
    }
}
