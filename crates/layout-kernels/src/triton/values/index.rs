//! A tensor of integers or pointers that is a sum of strided dims.

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::row::{Bound, IndexRow};
use super::uniform::Uniform;
use crate::triton::Position;

/// A base, and for each dim a stride: the element at coordinate c is `base + sum of stride * c`.
///
/// A scalar has no dims. Of pointers it is the distance, in elements, from the pointer
/// [`Index::pointer`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Index {
    pub(super) pointer: Option<Arc<str>>,
    pub(super) base: Uniform,
    pub(super) strides: Vec<Uniform>,
    pub(super) shape: Vec<i64>,
    pub(super) parts: Vec<IndexRow>,
    pub(super) wrap: Option<Wrap>,
    /// The 32-bit operation on the way that grows fastest from program to program: its value is what
    /// it grows by.
    pub(super) growth: Option<Wrap>,
    /// The same of the operations that promise not to wrap: nothing behind one makes up for it.
    pub(super) promised_growth: Option<Box<Wrap>>,
    /// The loops that this was taken to be carried through unchanged.
    pub(super) assumed: Vec<u32>,
}

/// An operation whose result does not fit in 32 bits although its type has no more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrap {
    pub(super) operation: String,
    pub(super) position: Position,
    pub(super) value: i64,
    /// The result is widened without a sign: it has twice as many numbers that are not negative.
    pub(super) is_unsigned: bool,
    /// The operation says that it does not wrap: a result that does not fit is poison.
    pub(super) is_promised: bool,
}

impl Wrap {
    pub fn operation(&self) -> &str {
        &self.operation
    }

    pub fn position(&self) -> Position {
        self.position
    }

    /// The number that does not fit.
    pub fn value(&self) -> i64 {
        self.value
    }

    /// Of what grows by [`Wrap::value`] from program to program, the first program for which it does not fit.
    pub(crate) fn first_program(&self) -> i64 {
        let end = 1_i64 << if self.is_unsigned { 32 } else { 31 };
        end.div_euclid(self.value) + i64::from(end.rem_euclid(self.value) != 0)
    }
}

impl Index {
    pub(super) fn scalar(base: Uniform) -> Self {
        Index { base, ..Index::default() }
    }

    /// The pointer that the addresses begin from, without `%`: an argument of the function, mostly.
    pub fn pointer(&self) -> Option<&str> {
        self.pointer.as_deref()
    }

    pub fn base(&self) -> &Uniform {
        &self.base
    }

    /// True if both are addresses, and each element has the same in both.
    pub(super) fn has_addresses_of(&self, other: &Index) -> bool {
        self.pointer.is_some()
            && (&self.pointer, &self.base) == (&other.pointer, &other.base)
            && (&self.strides, &self.shape) == (&other.strides, &other.shape)
    }

    /// True if nothing that the addresses are made from has one of these names, without `%`.
    pub(super) fn is_free_of(&self, names: &FxHashSet<&str>) -> bool {
        let pointer = self.pointer().map(|own| own.split(' ').next().unwrap_or(own));
        let mut all = self.strides.iter().chain([&self.base]);
        !pointer.is_some_and(|own| names.contains(own)) && all.all(|own| own.is_free_of(names))
    }

    pub fn strides(&self) -> &[Uniform] {
        &self.strides
    }

    pub fn shape(&self) -> &[i64] {
        &self.shape
    }

    /// The rows that it was made from.
    pub fn parts(&self) -> &[IndexRow] {
        &self.parts
    }

    /// The first operation on the way whose result did not fit in its type.
    pub fn wrap(&self) -> Option<&Wrap> {
        self.wrap.as_ref()
    }

    /// The operation on the way whose 32-bit result grows fastest from program to program, with what
    /// it grows by.
    pub(crate) fn growth(&self) -> Option<&Wrap> {
        let all = [self.growth.as_ref(), self.promised_growth.as_deref()].into_iter().flatten();
        all.min_by_key(|growth| (growth.first_program(), growth.position))
    }

    /// The least and the greatest offset, with the coordinates that have them, at program 0; nothing
    /// if there is something else in it that is not known.
    pub(crate) fn range_at_first_program(&self) -> Option<[(i64, Vec<i64>); 2]> {
        self.range_within(&[])
    }

    /// The shape of the elements that rows with these bounds let through, as far as the limits are
    /// known at program 0.
    pub(crate) fn extents_within(&self, bounds: &[Bound]) -> Vec<i64> {
        let mut extents = self.shape.clone();
        for bound in bounds {
            let Some(&whole) = self.shape.get(bound.row.dim) else { continue };
            if let Some(count) = bound.count_at_first_program(whole) {
                extents[bound.row.dim] = extents[bound.row.dim].min(count);
            }
        }
        extents
    }

    /// The same of the elements that rows with these bounds let through, as far as the limits are
    /// known at program 0; nothing if there are none, too.
    pub(crate) fn range_within(&self, bounds: &[Bound]) -> Option<[(i64, Vec<i64>); 2]> {
        let extents = self.extents_within(bounds);
        let base = self.base.at_first_program()?;
        let mut ends = [(base, Vec::new()), (base, Vec::new())];
        for (stride, &extent) in self.strides.iter().zip(&extents) {
            let last = extent.checked_sub(1).filter(|last| 0 <= *last)?;
            let far = match stride.as_constant() {
                Some(stride) => stride.checked_mul(last)?,
                None if last == 0 => 0,
                None => return None,
            };
            for (end, is_far) in ends.iter_mut().zip([far < 0, 0 < far]) {
                end.0 = end.0.checked_add(if is_far { far } else { 0 })?;
                end.1.push(if is_far { last } else { 0 });
            }
        }
        Some(ends)
    }

    /// How much further along a row's dim the addresses are than the row: of `%p + %i + 1` and the row `%i`
    /// it is 1. Nothing if the addresses are made from no row like it, or from several, or go down where the
    /// row goes up.
    pub(crate) fn distance_from(&self, row: &IndexRow) -> Option<Uniform> {
        let mut own = self.parts.iter().filter(|part| part.dim == row.dim);
        let (part, None) = (own.next()?, own.next()) else { return None };
        let stride = self.strides.get(row.dim)?.as_constant();
        if part.extent != row.extent || stride.is_some_and(|stride| stride < 0) {
            return None;
        }
        let begin = self.parts.iter().try_fold(Uniform::default(), |sum, part| {
            sum.add(&part.base.multiply(self.strides.get(part.dim)?)?)
        });
        let rest =
            begin.and_then(|begin| self.base.without(&begin)).map_or(0, |own| own.known_part());
        // What is added to an address is a step along the dim of the greatest stride that divides it.
        let divides = |stride: &i64| *stride != 0 && rest % stride == 0;
        let strides = self.strides.iter().filter_map(Uniform::as_constant).filter(divides);
        let greatest = strides.map(i64::saturating_abs).max();
        let stride = stride.filter(|own| Some(own.saturating_abs()) == greatest);
        let more = stride.map_or(0, |stride| rest / stride);
        let more = if more.saturating_abs() < row.extent { more } else { 0 };
        part.base.add(&Uniform::constant(more))?.without(&row.base)
    }

    /// True if the addresses advance by the whole row where this number grows by a step.
    pub(super) fn moves_by_row(&self, row: &IndexRow, name: &str, step: i64) -> bool {
        let is_row = |factor: i64| factor.checked_mul(step) == Some(row.extent);
        let mut own = self.parts.iter().filter(|part| part.dim == row.dim);
        if own.any(|part| part.extent == row.extent && is_row(part.base.factor_alone(name))) {
            return true;
        }
        // Of a sum that is multiplied by a stride that is not known only the parts tell the terms.
        let unit = self.strides.get(row.dim).and_then(|own| own.multiply(&Uniform::unknown(name)));
        let Some((term, factor)) = unit.as_ref().and_then(Uniform::as_multiple) else {
            return false;
        };
        let own = self.base.factor_alone(term);
        factor != 0 && own % factor == 0 && is_row(own / factor)
    }

    pub(super) fn depends_on_program(&self) -> bool {
        self.base.is_symbolic()
    }

    /// How many neighbors begin at a multiple of their number in every program: what pointers and
    /// names that are not known may be a multiple of is taken for granted.
    pub(crate) fn alignment(&self) -> i64 {
        self.base.greatest_power(|_| None)
    }

    pub(super) fn is_uniform(&self) -> bool {
        self.strides.iter().all(|stride| stride.as_constant() == Some(0))
    }

    /// The row, if the index is one row and nothing else.
    pub(super) fn as_row(&self) -> Option<&IndexRow> {
        let [part] = &self.parts[..] else { return None };
        let is_it = |(dim, stride): (usize, &Uniform)| {
            stride.as_constant() == Some(i64::from(dim == part.dim))
        };
        (self.pointer.is_none()
            && self.base == part.base
            && self.strides.iter().enumerate().all(is_it))
        .then_some(part)
    }

    pub(super) fn add(&self, other: &Index) -> Option<Index> {
        let shape = shape_of_both(self, other)?;
        let strides = (0..shape.len())
            .map(|dim| match (self.strides.get(dim), other.strides.get(dim)) {
                (Some(a), Some(b)) => a.add(b),
                (Some(a), None) | (None, Some(a)) => Some(a.clone()),
                (None, None) => Some(Uniform::default()),
            })
            .collect::<Option<Vec<_>>>()?;
        let base = self.base.add(&other.base)?;
        let pointer = match (&self.pointer, &other.pointer) {
            (Some(_), Some(_)) => return None,
            (Some(pointer), None) | (None, Some(pointer)) => Some(pointer.clone()),
            (None, None) => None,
        };
        let parts = match (self.as_row(), other.as_row()) {
            (Some(row), None) if other.is_uniform() && pointer.is_none() => {
                vec![IndexRow { base: base.clone(), ..row.clone() }]
            }
            (None, Some(row)) if self.is_uniform() && pointer.is_none() => {
                vec![IndexRow { base: base.clone(), ..row.clone() }]
            }
            _ => joined(&self.parts, &other.parts),
        };
        Some(Index { pointer, base, strides, shape, parts, ..self.with_history_of(other) })
    }

    pub(super) fn multiply(&self, other: &Index) -> Option<Index> {
        if self.pointer.is_some() || other.pointer.is_some() {
            return None;
        }
        let (spread, factor) = match (self.is_uniform(), other.is_uniform()) {
            (_, true) => (self, other),
            (true, false) => (other, self),
            (false, false) => return None,
        };
        let shape = shape_of_both(self, other)?;
        let strides = spread
            .strides
            .iter()
            .map(|stride| stride.multiply(&factor.base))
            .collect::<Option<Vec<_>>>()?;
        let base = spread.base.multiply(&factor.base)?;
        let parts = spread.parts.clone();
        Some(Index { pointer: None, base, strides, shape, parts, ..self.with_history_of(other) })
    }

    pub(super) fn negate(&self) -> Option<Index> {
        let minus_one = Index::scalar(Uniform::constant(-1));
        self.multiply(&minus_one)
    }

    /// The same with what either of two says of loops and of 32 bits.
    fn with_history_of(&self, other: &Index) -> Index {
        let mut assumed = [&self.assumed[..], &other.assumed[..]].concat();
        assumed.sort_unstable();
        assumed.dedup();
        let wraps = [&self.wrap, &other.wrap].into_iter().flatten();
        let wrap = wraps.max_by_key(|wrap| (wrap.is_promised, Reverse(wrap.position))).cloned();
        let faster = |own: Option<&Wrap>, other: Option<&Wrap>| {
            let both = [own, other].into_iter().flatten();
            both.max_by_key(|growth| Reverse(growth.first_program())).cloned()
        };
        let growth = faster(self.growth.as_ref(), other.growth.as_ref());
        let promised = faster(self.promised_growth.as_deref(), other.promised_growth.as_deref());
        let promised_growth = promised.map(Box::new);
        Index { assumed, wrap, growth, promised_growth, ..Index::default() }
    }
}

fn joined(left: &[IndexRow], right: &[IndexRow]) -> Vec<IndexRow> {
    let mut all = left.to_vec();
    for part in right {
        if !all.contains(part) && all.len() < 16 {
            all.push(part.clone());
        }
    }
    all
}

/// The shape of two operands; a scalar goes with any.
fn shape_of_both(left: &Index, right: &Index) -> Option<Vec<i64>> {
    match (&left.shape[..], &right.shape[..]) {
        (shape, []) | ([], shape) => Some(shape.to_vec()),
        (left, right) => (left == right).then(|| left.to_vec()),
    }
}
