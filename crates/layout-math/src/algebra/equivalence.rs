use std::fmt;

use super::any_layout::AnyLayout;
use super::apart::two_apart;
use super::binary::as_binary;
use super::closed_form::{Swizzled, binary};
use super::evaluate::{Function, basis_outputs, has_tuple_offsets};
use super::instances::{WithoutPairs, Witness, decide};
use super::relations::{NotAnswered, Question, integral_pair};
use super::verdict::{Budget, Method, Unknown, Verdict};
use crate::cute::{Basis, CuteLayout, Domain, Layout, Mode, Stride, coalesce};
use crate::linear::f2::Affine;
use crate::relation::Answer;

/// Where two layouts are not the same function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// Their domains have different sizes.
    Sizes { symbols: Vec<(String, i64)>, left: String, right: String },
    /// Their offsets differ at a coordinate, for these values of the symbols. An offset that is
    /// missing means that the layout has no value there.
    At {
        symbols: Vec<(String, i64)>,
        coordinate: i64,
        left: Option<Vec<i64>>,
        right: Option<Vec<i64>>,
    },
}

impl Difference {
    /// The offset on the left (side 0) or the right (side 1); `None` where there is none.
    pub fn offset_text(&self, side: usize) -> Option<String> {
        let Difference::At { left, right, .. } = self else { return None };
        let offset = if side == 0 { left } else { right };
        offset.is_some().then(|| Offset(offset).to_string())
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Sizes { symbols, left, right } => {
                write!(f, "layouts have different sizes")?;
                write!(f, "{}: {left} and {right}", ForSymbols(symbols))
            }
            Difference::At { symbols, coordinate, left, right } => {
                write!(f, "layouts differ at coordinate {coordinate}{}: ", ForSymbols(symbols))?;
                write!(f, "{} and {}", Offset(left), Offset(right))
            }
        }
    }
}

impl Witness for Difference {
    fn symbols(&self) -> &[(String, i64)] {
        match self {
            Difference::Sizes { symbols, .. } | Difference::At { symbols, .. } => symbols,
        }
    }

    fn with_symbols(mut self, values: Vec<(String, i64)>) -> Self {
        match &mut self {
            Difference::Sizes { symbols, .. } | Difference::At { symbols, .. } => *symbols = values,
        }
        self
    }
}

/// ` for M = 2, N = 3`, or nothing.
pub(super) struct ForSymbols<'a>(pub &'a [(String, i64)]);

impl fmt::Display for ForSymbols<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, (name, value)) in self.0.iter().enumerate() {
            let separator = if position == 0 { " for " } else { ", " };
            write!(f, "{separator}{name} = {value}")?;
        }
        Ok(())
    }
}

/// `7`, `(1,2)`, or `none`.
pub(super) struct Offset<'a>(pub &'a Option<Vec<i64>>);

impl fmt::Display for Offset<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_deref() {
            None => f.write_str("none"),
            Some([offset]) => offset.fmt(f),
            Some(outputs) => {
                let outputs: Vec<String> = outputs.iter().map(i64::to_string).collect();
                write!(f, "({})", outputs.join(","))
            }
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
    let (a, b) = (&*a, &*b);
    if let (Some(left), Some(right)) = (a.size(), b.size())
        && is_total(a)
        && is_total(b)
        && left != right
        && left.as_constant().is_some()
        && right.as_constant().is_some()
    {
        let (left, right) = (left.to_string(), right.to_string());
        return Verdict::Refuted(Difference::Sizes { symbols: Vec::new(), left, right });
    }
    match (a, b) {
        (AnyLayout::Cute(CuteLayout::Static(a)), AnyLayout::Cute(CuteLayout::Static(b))) => {
            return equivalent_static(a, b);
        }
        (AnyLayout::Cute(CuteLayout::Basis(a)), AnyLayout::Cute(CuteLayout::Basis(b))) => {
            return equivalent_basis(a, b);
        }
        (AnyLayout::Cute(CuteLayout::Symbolic(a)), AnyLayout::Cute(CuteLayout::Symbolic(b)))
            if a.coalesced_modes() == b.coalesced_modes() =>
        {
            return Verdict::Proved(Method::CanonicalForm);
        }
        _ => {}
    }
    let ask = |both: &[AnyLayout], budget: &Budget| equivalent(&both[0], &both[1], budget);
    decide(&[a, b], WithoutPairs::Compared, budget, ask, || in_general(a, b, budget))
}

fn in_general(a: &AnyLayout, b: &AnyLayout, budget: &Budget) -> Verdict<Difference> {
    if let (Some(left), Some(right)) = (as_binary(a), as_binary(b)) {
        return by_matrices(&left, &right);
    }
    // The parts of a tuple are compared by isl, which sees how many there are on the other side.
    let has_tuples = [a, b].iter().any(|layout| has_tuple_offsets(layout));
    let can_be_walked = !has_tuples && same_parts(a, b);
    let function = |layout| {
        let function = can_be_walked.then(|| Function::new(layout, budget)).flatten();
        function.filter(Function::is_counted)
    };
    let functions = function(a).zip(function(b));
    if let Some((left, right)) = &functions
        && left.size() != right.size()
        && is_total(a)
        && is_total(b)
    {
        let (left, right) = (left.size().to_string(), right.size().to_string());
        return Verdict::Refuted(Difference::Sizes { symbols: Vec::new(), left, right });
    }
    // The first coordinates are evaluated in any case: most refutations are found there, at the
    // least coordinate, and a small domain is decided.
    if let Some((left, right)) = &functions
        && let Some(verdict) = compare(left, right, budget.walk_first)
    {
        return verdict;
    }
    if !has_tuples && let Some(verdict) = by_closed_forms(a, b) {
        return verdict;
    }
    match equivalent_relations(a, b, budget) {
        Verdict::Unknown(unknown) => functions
            .and_then(|(left, right)| compare(&left, &right, budget.walk_last))
            .unwrap_or(Verdict::Unknown(unknown)),
        verdict => verdict,
    }
}

fn by_matrices(left: &Affine, right: &Affine) -> Verdict<Difference> {
    match left.difference(right) {
        None => Verdict::Proved(Method::F2Matrices),
        Some(coordinate) => Verdict::Refuted(Difference::At {
            symbols: Vec::new(),
            coordinate: coordinate as i64,
            left: Some(vec![left.apply(coordinate) as i64]),
            right: Some(vec![right.apply(coordinate) as i64]),
        }),
    }
}

/// Functions that are the same but for a swizzle that both have, or maps over F2. `None` if the two
/// are not seen to be that, or not to have the same size.
fn by_closed_forms(a: &AnyLayout, b: &AnyLayout) -> Option<Verdict<Difference>> {
    if let (Some(left), Some(right)) = (Swizzled::new(a), Swizzled::new(b))
        && left.layout.size() == right.layout.size()
        && left.is_same_outside(&right)
    {
        let modes = |function: &Swizzled| coalesce(&*function.layout).flat_modes();
        let differs = if left.offset == right.offset {
            first_difference(&modes(&left), &modes(&right))
        } else {
            Some(0)
        };
        let value = |function: &Swizzled, at| function.value(at).map(|value| vec![value]);
        return Some(match differs {
            None => Verdict::Proved(Method::CanonicalForm),
            Some(coordinate) => Verdict::Refuted(Difference::At {
                symbols: Vec::new(),
                coordinate,
                left: value(&left, coordinate),
                right: value(&right, coordinate),
            }),
        });
    }
    let (left, right) = (binary(a)?, binary(b)?);
    let is_same_size = left.matrix().n_columns() == right.matrix().n_columns();
    is_same_size.then(|| by_matrices(&left, &right))
}

/// Layouts of integers: their coalesced forms are identical or show the least difference.
fn equivalent_static(a: &Layout, b: &Layout) -> Verdict<Difference> {
    let part = |offset: Option<i64>| offset.map(|offset| vec![offset]);
    by_canonical_form(a, b, |layout, coordinate| part(layout.offset(coordinate)))
}

/// Layouts with basis strides: the same, part by part of the offsets.
fn equivalent_basis(a: &Layout<Basis>, b: &Layout<Basis>) -> Verdict<Difference> {
    let mut positions = basis_outputs(&[a.flat_modes(), b.flat_modes()].concat());
    if positions.is_empty() {
        positions.push(vec![0]);
    }
    by_canonical_form(a, b, |layout, coordinate| {
        let offset = layout.offset(coordinate)?;
        Some(positions.iter().map(|path| offset.get(path).copied().unwrap_or(0)).collect())
    })
}

fn by_canonical_form<D: Stride>(
    a: &Layout<D>,
    b: &Layout<D>,
    offset: impl Fn(&Layout<D>, i64) -> Option<Vec<i64>>,
) -> Verdict<Difference> {
    let (left, right) = (coalesce(a).flat_modes(), coalesce(b).flat_modes());
    match first_difference(&left, &right) {
        None => Verdict::Proved(Method::CanonicalForm),
        Some(coordinate) => Verdict::Refuted(Difference::At {
            symbols: Vec::new(),
            coordinate,
            left: offset(a, coordinate),
            right: offset(b, coordinate),
        }),
    }
}

/// The least coordinate at which two coalesced layouts of the same size differ.
///
/// Modes that are equal agree. Where strides differ, so do the offsets at the first step; where
/// one mode ends sooner, it goes on with another stride (else it would have been merged).
fn first_difference<D: Stride>(left: &[Mode<D>], right: &[Mode<D>]) -> Option<i64> {
    let mut step = 1;
    for (a, b) in left.iter().zip(right) {
        if a.stride != b.stride {
            return Some(step);
        }
        if a.extent != b.extent {
            return Some(step * a.extent.min(b.extent));
        }
        step *= a.extent;
    }
    None
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

/// True if offsets of both are evaluated to as many parts: those of out-dims are one number.
pub(super) fn same_parts(a: &AnyLayout, b: &AnyLayout) -> bool {
    let parts = |layout: &AnyLayout| match layout {
        AnyLayout::Relation(relation) => relation.n_outputs(),
        _ => 1,
    };
    parts(a) == parts(b)
}

/// Compares two functions at up to `limit` coordinates; `None` if they agree there and have more, or if
/// a value is not found. Outside of its coordinates a function has no value.
fn compare(left: &Function<'_>, right: &Function<'_>, limit: i64) -> Option<Verdict<Difference>> {
    let limit = left.reach(limit).min(right.reach(limit));
    let value = |function: &Function<'_>, coordinate| match function.coordinates() {
        own if own.contains(&coordinate) => function.value(coordinate).ok(),
        _ => Some(None),
    };
    let (a, b) = (left.coordinates(), right.coordinates());
    let all = a.start.min(b.start)..a.end.max(b.end);
    let coordinates = all.end.saturating_sub(all.start);
    for coordinate in all.take(limit.max(0) as usize) {
        let (a, b) = (value(left, coordinate)?, value(right, coordinate)?);
        if a != b {
            let symbols = Vec::new();
            let difference = Difference::At { symbols, coordinate, left: a, right: b };
            return Some(Verdict::Refuted(difference));
        }
    }
    (coordinates <= limit).then_some(Verdict::Proved(Method::Enumeration { coordinates }))
}

fn equivalent_relations(a: &AnyLayout, b: &AnyLayout, budget: &Budget) -> Verdict<Difference> {
    let question = Question::new(budget);
    let answer = integral_pair(&question, a, b)
        .and_then(|(left, right, space)| Ok((left.equal(&right)?, space)));
    match answer {
        Ok((Answer::Proved, _)) => Verdict::Proved(Method::Isl),
        Ok((Answer::Unknown { operations }, _)) => {
            Verdict::Unknown(Unknown::OutOfBudget { operations })
        }
        // Several inputs that no box holds have no integral coordinate to show.
        Ok((Answer::Refuted(difference), space)) if space.is_uncounted(&difference.input) => {
            Verdict::Unknown(NotAnswered::NotABox { what: "inputs" }.into())
        }
        Ok((Answer::Refuted(difference), space)) => Verdict::Refuted(Difference::At {
            coordinate: space.integral(&difference.input, &difference.parameters),
            symbols: difference.parameters,
            left: difference.left,
            right: difference.right,
        }),
        Err(error) => Verdict::Unknown(error.into()),
    }
}
