use std::fmt;

use super::any_layout::AnyLayout;
use super::apart::two_apart;
use super::binary::as_binary;
use super::closed_form::{Swizzled, binary};
use super::decide::{Claim, decide};
use super::evaluate::{Evaluator, has_tuple_offsets};
use super::instances::{WithoutPairs, Witness};
use super::relations::{NotAnswered, Solver, integral_pair, is_enumeration, positions};
use super::side_by_side::SideBySide;
use super::verdict::{Budget, Method, Verdict};
use crate::cute::{Basis, CuteLayout, Domain, Layout, Stride, first_difference};
use crate::linear::f2::Affine;
use crate::point::{ForSymbols, Point, Values, value_in};
use crate::relation::Answer;
use crate::samples::Samples;

/// Where two layouts are not the same function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// Their domains have different sizes.
    Sizes { symbols: Vec<(String, i64)>, left: String, right: String },
    /// Their offsets differ at a coordinate, for these values of the symbols. An offset that is
    /// missing means that the layout has no value there.
    At { symbols: Vec<(String, i64)>, coordinate: i64, left: Option<Point>, right: Option<Point> },
}

impl Difference {
    /// The offset on the left (side 0) or the right (side 1); `None` where there is none.
    pub fn offset(&self, side: usize) -> Option<&Point> {
        let Difference::At { left, right, .. } = self else { return None };
        if side == 0 { left.as_ref() } else { right.as_ref() }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Sizes { symbols, left, right } => {
                let symbols = ForSymbols(symbols);
                write!(f, "layouts have different sizes{symbols}: {left} and {right}")
            }
            Difference::At { symbols, coordinate, left, right } => {
                let symbols = ForSymbols(symbols);
                let text = |offset: &Option<Point>| match offset {
                    Some(offset) => offset.to_string(),
                    None => "none".to_owned(),
                };
                let (left, right) = (text(left), text(right));
                write!(f, "layouts differ at coordinate {coordinate}{symbols}: {left} and {right}")
            }
        }
    }
}

impl Witness for Difference {
    fn symbols(&mut self) -> &mut Vec<(String, i64)> {
        match self {
            Difference::Sizes { symbols, .. } | Difference::At { symbols, .. } => symbols,
        }
    }
}

/// Are the two layouts the same function of the integral coordinate?
///
/// A linear layout counts as the map to its flattened offset, leftmost out-dim fastest. With
/// symbols the question is about all their values that obey the facts of both layouts; the same
/// name is the same value in both, but an anonymous symbol (`?`) has a value of its own in each, also
/// where the two are written alike.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Method, Verdict, equivalent};
///
/// let a = AnyLayout::parse(Kind::Cute, "(2,2):(1,2)")?;
/// let b = AnyLayout::parse(Kind::Cute, "4:1")?;
/// assert_eq!(equivalent(&a, &b, &Budget::default()), Verdict::Proved(Method::CanonicalForm));
///
/// let c = AnyLayout::parse(Kind::Relation, "{ [c] -> [c + floor(c/3)] : 0 <= c < 4 }")?;
/// let Verdict::Refuted(difference) = equivalent(&b, &c, &Budget::default()) else { panic!() };
/// assert_eq!(difference.to_string(), "layouts differ at coordinate 3: 3 and 4");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn equivalent(a: &AnyLayout, b: &AnyLayout, budget: &Budget) -> Verdict<Difference> {
    let (a, b) = two_apart(a, b);
    decide(&Equivalent, [&a, &b], budget)
}

struct Equivalent;

/// So many coordinates are evaluated at once.
const IN_A_ROW: usize = 64;

impl Claim<2> for Equivalent {
    type Witness = Difference;

    const WITHOUT_PAIRS: WithoutPairs = WithoutPairs::Compared;

    const RECOGNIZED_AS_WALKED: bool = true;

    fn by_form(&self, [a, b]: [&AnyLayout; 2], _: &Budget) -> Option<Verdict<Difference>> {
        if let (Some(left), Some(right)) = (a.size(), b.size())
            && is_total(a)
            && is_total(b)
            && left != right
            && left.as_constant().is_some()
            && right.as_constant().is_some()
        {
            return Some(other_sizes(left, right));
        }
        match (a, b) {
            (AnyLayout::Cute(CuteLayout::Static(a)), AnyLayout::Cute(CuteLayout::Static(b))) => {
                Some(equivalent_static(a, b))
            }
            (AnyLayout::Cute(CuteLayout::Basis(a)), AnyLayout::Cute(CuteLayout::Basis(b))) => {
                Some(equivalent_basis(a, b))
            }
            (AnyLayout::Cute(a @ CuteLayout::Symbolic(_)), AnyLayout::Cute(b)) => {
                a.has_modes_of(b).then_some(Verdict::Proved(Method::CanonicalForm))
            }
            // One outer function of one inner layout, whatever the symbols of it are.
            (AnyLayout::Composed(left), AnyLayout::Composed(right))
                if left.outer().is_same_function(right.outer())
                    && left.offset_term() == right.offset_term()
                    && (a.has_symbols() || b.has_symbols())
                    && left.inner().has_modes_of(right.inner()) =>
            {
                Some(Verdict::Proved(Method::CanonicalForm))
            }
            _ => Some(by_matrices(&as_binary(a)?, &as_binary(b)?)),
        }
    }

    fn can_be_walked(&self, [a, b]: [&AnyLayout; 2]) -> bool {
        same_parts(a, b)
    }

    /// Compares the first coordinates; that is a proof if there are no more. Outside of its coordinates
    /// a function has no value, and a relation may have several at one.
    fn by_walk(
        &self,
        [a, b]: [&AnyLayout; 2],
        functions: &[Evaluator<'_>; 2],
        steps: i64,
    ) -> Option<Verdict<Difference>> {
        let [left, right] = functions;
        if left.size() == 0 || right.size() == 0 {
            return beside_nothing(left, right, steps);
        }
        if left.size() != right.size() && is_total(a) && is_total(b) {
            return Some(other_sizes(left.size(), right.size()));
        }
        let limit = left.reach(steps).min(right.reach(steps));
        let both = SideBySide::new([a, b], functions, steps)?;
        let all = both.coordinates();
        let coordinates = all.end.saturating_sub(all.start);
        let end = all.start.saturating_add(limit.max(0)).min(all.end);
        let mut first = all.start;
        while first < end {
            let next = first.saturating_add(IN_A_ROW as i64).min(end);
            let alike = both.alike_in_a_row::<IN_A_ROW>(first).unwrap_or(0);
            for coordinate in first.saturating_add(alike as i64)..next {
                if let Some(difference) = difference_at(&both, coordinate)? {
                    return Some(Verdict::Refuted(difference));
                }
            }
            first = next;
        }
        (coordinates <= limit).then_some(Verdict::Proved(Method::Enumeration { coordinates }))
    }

    /// Looks at coordinates with large digits, at which functions that carry differ from others.
    fn by_samples(
        &self,
        [a, b]: [&AnyLayout; 2],
        functions: &[Evaluator<'_>; 2],
        steps: i64,
    ) -> Option<Difference> {
        let both = SideBySide::new([a, b], functions, steps)?;
        let all = both.coordinates();
        let size = all.end.checked_sub(all.start)?;
        let of_either = functions.iter().flat_map(|function| {
            let end = function.coordinates().end.checked_sub(all.start);
            end.into_iter().chain(function.weights())
        });
        let samples = Samples::new(size, of_either);
        let differs =
            |sample: i64| matches!(difference_at(&both, all.start + sample), Some(Some(_)));
        let least = samples.lowered(samples.find(differs)?, differs);
        difference_at(&both, all.start + least)?
    }

    fn by_recognized_form(
        &self,
        layouts: [&AnyLayout; 2],
        _: &Budget,
    ) -> Option<Verdict<Difference>> {
        if is_one_number(layouts) { by_closed_forms(layouts) } else { None }
    }

    fn by_isl(
        &self,
        [a, b]: [&AnyLayout; 2],
        budget: &Budget,
    ) -> Result<Answer<Difference>, NotAnswered> {
        let (left, right, space) = integral_pair(&Solver::new(budget), a, b)?;
        let found = match left.equal(&right)? {
            Answer::Proved => return Ok(Answer::Proved),
            Answer::Unknown { operations } => return Ok(Answer::Unknown { operations }),
            Answer::Refuted(found) => found,
        };
        let symbols = found.parameters;
        match space.integral(&found.input, &symbols) {
            Ok(coordinate) => {
                let (left, right) = (found.left.map(Point::from), found.right.map(Point::from));
                Ok(Answer::Refuted(Difference::At { symbols, coordinate, left, right }))
            }
            Err(NotAnswered::OtherBoxes) if !symbols.is_empty() => {
                self.by_isl_for([a, b], &symbols, budget)
            }
            Err(error) => Err(error),
        }
    }
}

impl Equivalent {
    /// The answer for values for which the layouts may differ: what they do there is not compared in
    /// general.
    fn by_isl_for(
        &self,
        [a, b]: [&AnyLayout; 2],
        symbols: &Values,
        budget: &Budget,
    ) -> Result<Answer<Difference>, NotAnswered> {
        let value = value_in(symbols);
        let instance = (a.with_values(&value), b.with_values(&value));
        let (Some(a), Some(b)) = instance else {
            return Err(NotAnswered::OtherBoxes);
        };
        match self.by_isl([&a, &b], budget)? {
            Answer::Refuted(found) => Ok(Answer::Refuted(found.with_symbols(symbols.to_vec()))),
            Answer::Unknown { operations } => Ok(Answer::Unknown { operations }),
            Answer::Proved => Err(NotAnswered::OtherBoxes),
        }
    }
}

/// What differs at a coordinate, if something does; `None` if a value is not found.
fn difference_at(both: &SideBySide<'_>, coordinate: i64) -> Option<Option<Difference>> {
    if both.alike_in_a_row::<1>(coordinate) == Some(1) {
        return Some(None);
    }
    let [left, right] = both.values(coordinate)?;
    if left == right {
        return Some(None);
    }
    // One value of each, of which the other has none or another, as far as there is such a value.
    let apart = |own: &[Vec<i64>], other: &[Vec<i64>]| {
        let only = own.iter().find(|value| !other.contains(value));
        only.or(own.first()).cloned().map(Point::from)
    };
    let (left, right) = (apart(&left, &right), apart(&right, &left));
    Some(Some(Difference::At { symbols: Vec::new(), coordinate, left, right }))
}

/// A comparison with a layout without coordinates, of which it does not matter how they are counted.
fn beside_nothing(
    left: &Evaluator<'_>,
    right: &Evaluator<'_>,
    steps: i64,
) -> Option<Verdict<Difference>> {
    let is_left = right.size() == 0;
    let own = if is_left { left } else { right };
    if !own.is_within(steps) {
        return None;
    }
    for coordinate in own.coordinates() {
        if let Some(offset) = own.values(coordinate).ok()?.into_iter().next() {
            let offset = Some(Point::from(offset));
            let (left, right) = if is_left { (offset, None) } else { (None, offset) };
            return Some(differ_at(coordinate, left, right));
        }
    }
    Some(Verdict::Proved(Method::Enumeration { coordinates: own.size() }))
}

fn other_sizes(left: impl fmt::Display, right: impl fmt::Display) -> Verdict<Difference> {
    let (left, right) = (left.to_string(), right.to_string());
    Verdict::Refuted(Difference::Sizes { symbols: Vec::new(), left, right })
}

fn differ_at(coordinate: i64, left: Option<Point>, right: Option<Point>) -> Verdict<Difference> {
    Verdict::Refuted(Difference::At { symbols: Vec::new(), coordinate, left, right })
}

fn by_matrices(left: &Affine, right: &Affine) -> Verdict<Difference> {
    let value = |map: &Affine, at| Some(Point::from(map.apply(at) as i64));
    match left.difference(right) {
        None => Verdict::Proved(Method::F2Matrices),
        Some(at) => differ_at(at as i64, value(left, at), value(right, at)),
    }
}

/// Functions that are the same but for a swizzle that both have, or maps over F2. `None` if the two
/// are not seen to be that, or not to have the same size.
fn by_closed_forms([a, b]: [&AnyLayout; 2]) -> Option<Verdict<Difference>> {
    if let (Some(left), Some(right)) = (Swizzled::new(a), Swizzled::new(b))
        && left.layout.size() == right.layout.size()
        && left.is_same_outside(&right)
    {
        let differs = if left.offset == right.offset {
            first_difference(&left.layout, &right.layout)
        } else {
            Some(0)
        };
        let value = |function: &Swizzled, at| function.value(at).map(Point::from);
        return Some(match differs {
            None => Verdict::Proved(Method::CanonicalForm),
            Some(at) => differ_at(at, value(&left, at), value(&right, at)),
        });
    }
    let (left, right) = (binary(a)?, binary(b)?);
    let is_same_size = left.matrix().n_columns() == right.matrix().n_columns();
    is_same_size.then(|| by_matrices(&left, &right))
}

/// Layouts of integers: their coalesced forms are identical or show the least difference.
fn equivalent_static(a: &Layout, b: &Layout) -> Verdict<Difference> {
    by_canonical_form(a, b, |layout, coordinate| layout.offset(coordinate).map(Point::from))
}

/// Layouts with basis strides: the same, part by part of the offsets.
fn equivalent_basis(a: &Layout<Basis>, b: &Layout<Basis>) -> Verdict<Difference> {
    let positions = joint_positions(a, b);
    by_canonical_form(a, b, |layout, coordinate| {
        let offset = layout.offset(coordinate)?;
        let part = |path| offset.get(path).copied().unwrap_or(0);
        Some(positions.iter().map(part).collect::<Vec<_>>().into())
    })
}

fn by_canonical_form<D: Stride>(
    a: &Layout<D>,
    b: &Layout<D>,
    offset: impl Fn(&Layout<D>, i64) -> Option<Point>,
) -> Verdict<Difference> {
    match first_difference(a, b) {
        None => Verdict::Proved(Method::CanonicalForm),
        Some(at) => differ_at(at, offset(a, at), offset(b, at)),
    }
}

/// True if every coordinate is known to have an offset. A coordinate without one counts towards the size
/// of a layout, and not when functions are compared.
fn is_total(layout: &AnyLayout) -> bool {
    match layout {
        AnyLayout::Composed(composed) => composed.has_offsets(Domain::Inside),
        AnyLayout::Relation(_) => false,
        _ => true,
    }
}

/// The positions of the parts of the offsets of either, in order.
pub(super) fn joint_positions(a: &Layout<Basis>, b: &Layout<Basis>) -> Vec<Vec<u32>> {
    let mut positions = [a.positions(), b.positions()].concat();
    positions.sort_unstable();
    positions.dedup();
    positions
}

/// True if offsets of both are evaluated to the same parts: those of out-dims are one number, or as many
/// as the outputs of a relation, and those of a tuple are outputs if they stand at 0, 1, and so on. isl
/// sees what other tuples there are.
pub(super) fn same_parts(a: &AnyLayout, b: &AnyLayout) -> bool {
    let n_outputs = |layout: &AnyLayout| match layout {
        AnyLayout::Relation(relation) => Some(relation.n_outputs()),
        _ => None,
    };
    match (positions(a), positions(b)) {
        (Some(left), Some(right)) => left == right,
        (Some(own), None) => is_enumeration(&own) && n_outputs(b) == Some(own.len()),
        (None, Some(own)) => is_enumeration(&own) && n_outputs(a) == Some(own.len()),
        (None, None) => match (n_outputs(a), n_outputs(b)) {
            (Some(left), Some(right)) => left == right,
            (Some(n), None) => n == 1 || n_out_dims(b) == Some(n),
            (None, Some(n)) => n == 1 || n_out_dims(a) == Some(n),
            (None, None) => true,
        },
    }
}

/// True if an offset of either is one number, or both are relations with as many outputs.
pub(super) fn is_one_number([a, b]: [&AnyLayout; 2]) -> bool {
    let parts = |layout: &AnyLayout| match layout {
        AnyLayout::Relation(relation) => relation.n_outputs(),
        _ => 1,
    };
    !has_tuple_offsets(a) && !has_tuple_offsets(b) && parts(a) == parts(b)
}

fn n_out_dims(layout: &AnyLayout) -> Option<usize> {
    match layout {
        AnyLayout::Linear(linear) => Some(linear.out_dims().len()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{Kind, Promotion, compose};

    /// The difference of a composition that is no layout and a layout, which isl is not asked for.
    #[track_caller]
    fn check(outer: &str, inner: &str, claimed: &str) {
        let budget = Budget { isl_operations: 0, ..Budget::default() };
        let layout = |text: &str| AnyLayout::parse(Kind::Cute, text).unwrap();
        let (g, f) = (layout(outer), layout(inner));
        let composed = compose(&g, &f, Promotion::Extend, &budget).unwrap();
        assert!(matches!(composed, AnyLayout::Relation(_)), "{composed}");
        let claimed = layout(claimed);
        let found = equivalent(&composed, &claimed, &budget);
        let Verdict::Refuted(Difference::At { coordinate, left, right, .. }) = found else {
            panic!("{outer} o {inner}: {found:?}")
        };
        assert!(budget.walk_first < coordinate, "{coordinate} is not past the walk");
        let inside = |layout: &AnyLayout, at: i64| {
            let AnyLayout::Cute(CuteLayout::Static(layout)) = layout else { panic!("{layout}") };
            if layout.size() <= at { None } else { layout.offset(at) }
        };
        let one = |point: Option<Point>| point.map(|point| point.to_string());
        let said = |value: Option<i64>| value.map(|value| value.to_string());
        assert_eq!(one(right), said(inside(&claimed, coordinate)));
        let between = inside(&f, coordinate).map(|between| g.apply(&[between], &[]).unwrap());
        assert_eq!(one(left), between.map(|value| value[0].to_string()));
    }

    /// The functions agree at all coordinates that are walked over: they differ where several digits are
    /// large, or where one of them ends.
    #[test]
    fn large_digits_refute_without_isl() {
        check(
            "(180,5,7,5):(1,0,900,6300)",
            "(32,7,32,16,64,5,8):(0,2,1,4,4,2,224)",
            "(32,7,32,16,45,5,(3,2)):(0,2,1,4,4,2,(0,900))",
        );
        check(
            "(32,4,128,2,64,2,1):(2,2097152,16384,64,128,8192,64)",
            "(27,2,64,64,2,128,6):(0,0,0,16,16,0,4)",
            "(27,2,64,(2,4,8),2,128,6):(0,0,0,(32,2097152,16384),32,0,8)",
        );
    }
    /// Where two functions differ is found at any place among those that are evaluated at once, and behind
    /// coordinates without a value.
    #[test]
    fn a_walk_finds_the_first_difference() {
        let [_, (_, evaluation), _] = Budget::single_methods(0);
        let found = |left: &str, size: i64| {
            let left = AnyLayout::parse(Kind::Relation, left).unwrap();
            let right = AnyLayout::parse(Kind::Cute, &format!("{size}:1")).unwrap();
            match equivalent(&left, &right, &evaluation) {
                Verdict::Refuted(Difference::At { coordinate, .. }) => coordinate,
                Verdict::Proved(Method::Enumeration { coordinates }) => coordinates,
                verdict => panic!("{left} and {right}: {verdict:?}"),
            }
        };
        for size in [1, 63, 64, 65, 127, 128, 130, 200] {
            for at in 1..=size {
                let carries = format!("{{ [c] -> [c + floor(c/{at})] : 0 <= c < {size} }}");
                assert_eq!(found(&carries, size), at, "{carries}");
                let ends = format!("{{ [c] -> [c] : 0 <= c < {size} and c != {at} }}");
                assert_eq!(found(&ends, size), at, "{ends}");
            }
        }
    }
}
