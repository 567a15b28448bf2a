use std::ops::Range;

use super::any_layout::AnyLayout;
use super::binary::as_binary;
use super::listed::{Listed, NotEvaluated};
use super::verdict::Budget;
use crate::cute::{Basis, Composed, CuteLayout, Layout, Outer};
use crate::linear::LinearLayout;
use crate::linear::f2::Affine;

/// A layout that can be looked at one coordinate after the other: its coordinates, and its outputs at
/// each of them.
pub struct Evaluator<'a> {
    coordinates: Range<i64>,
    /// How many steps a value costs.
    cost: i64,
    evaluate: Evaluate<'a>,
}

enum Evaluate<'a> {
    Static(&'a Layout),
    Basis {
        layout: &'a Layout<Basis>,
        outputs: Vec<Vec<u32>>,
    },
    Composed {
        composed: &'a Composed,
        inner: &'a Layout,
        offset: i64,
    },
    Binary(Affine),
    Linear(&'a LinearLayout),
    /// With an output for each out-dim.
    Dims(&'a LinearLayout),
    Relation(Listed<'a>),
}

impl<'a> Evaluator<'a> {
    /// The layout as a function of the integral coordinate.
    ///
    /// `None` if the layout has symbols, is a tiler, or is a relation without a box
    /// of inputs. Several inputs are counted in the least box from 0 that holds them. The budget is
    /// for isl, which finds the domain of a relation and lists outputs that are not expressions.
    pub fn new(layout: &'a AnyLayout, budget: &Budget) -> Option<Self> {
        let (size, evaluate) = match layout {
            AnyLayout::Cute(CuteLayout::Static(cute)) => (cute.size(), Evaluate::Static(cute)),
            AnyLayout::Cute(CuteLayout::Basis(cute)) => {
                let outputs = cute.positions();
                (cute.size(), Evaluate::Basis { layout: cute, outputs })
            }
            AnyLayout::Composed(composed) => {
                let inner = composed.inner().as_static()?;
                let offset = composed.offset_term().as_constant()?;
                if let Outer::Layout(outer) = composed.outer() {
                    outer.as_static()?;
                }
                (inner.size(), Evaluate::Composed { composed, inner, offset })
            }
            AnyLayout::Swizzle(_) => {
                (layout.size()?.as_constant()?, Evaluate::Binary(as_binary(layout)?))
            }
            AnyLayout::Linear(linear) => (linear.size(), Evaluate::Linear(linear)),
            AnyLayout::Relation(relation) => {
                let listed = Listed::new(relation, budget)?;
                let coordinates = listed.coordinates();
                let cost = listed.evaluation_cost().unwrap_or_else(|| relation.evaluation_cost());
                let evaluate = Evaluate::Relation(listed);
                return Some(Evaluator { coordinates, cost, evaluate });
            }
            AnyLayout::Cute(CuteLayout::Symbolic(_)) | AnyLayout::Tile(_) => return None,
        };
        let cost = match layout {
            AnyLayout::Cute(cute) => modes_cost(cute),
            AnyLayout::Composed(composed) => modes_cost(composed.inner()),
            _ => 1,
        };
        Some(Evaluator { coordinates: 0..size, cost, evaluate })
    }

    /// The same function, of which a linear layout has an output for each out-dim if these are as many as
    /// there are outputs on the other side of a comparison.
    pub(super) fn beside_outputs(mut self, n_outputs: usize) -> Self {
        if let Evaluate::Linear(linear) = self.evaluate
            && n_outputs != 1
            && linear.out_dims().len() == n_outputs
        {
            self.evaluate = Evaluate::Dims(linear);
        }
        self
    }

    /// All coordinates: from 0 on, but for a relation whose single input may be negative.
    pub fn coordinates(&self) -> Range<i64> {
        self.coordinates.clone()
    }

    /// The number of coordinates, those without a value included.
    pub fn size(&self) -> i64 {
        self.coordinates.end.saturating_sub(self.coordinates.start)
    }

    /// How many coordinates a walk of so many steps looks at: fewer if the layout has many modes or is
    /// a long text.
    pub(crate) fn reach(&self, walk: i64) -> i64 {
        walk / self.cost
    }

    /// True if a walk of so many steps looks at every coordinate.
    pub fn is_within(&self, walk: i64) -> bool {
        self.size() <= self.reach(walk)
    }

    /// True if the coordinates are the integral ones of the layout: not if several inputs of a relation
    /// form no box. `None` if so many steps do not show it.
    pub fn is_counted(&self, steps: i64) -> Option<bool> {
        match &self.evaluate {
            Evaluate::Relation(listed) => listed.is_box(self.reach(steps)),
            _ => Some(true),
        }
    }

    /// The weights of the digits of the coordinate, as far as the layout is written with any.
    pub(super) fn weights(&self) -> Vec<i64> {
        match &self.evaluate {
            Evaluate::Static(layout) => layout.weights().collect(),
            Evaluate::Basis { layout, .. } => layout.weights().collect(),
            Evaluate::Composed { inner, .. } => inner.weights().collect(),
            Evaluate::Binary(_) | Evaluate::Linear(_) | Evaluate::Dims(_) => {
                (0..i64::BITS - 1).map(|bit| 1 << bit).collect()
            }
            Evaluate::Relation(listed) => listed.weights(),
        }
    }

    /// The ends of the least box from 0 that holds the inputs of a relation.
    pub(super) fn input_ends(&self) -> Option<&[i64]> {
        match &self.evaluate {
            Evaluate::Relation(listed) => Some(listed.extents()),
            _ => None,
        }
    }

    /// The outputs at one of the coordinates; `None` where the layout has no value.
    ///
    /// # Errors
    ///
    /// [`NotEvaluated`] where there may be a value that was not found. That is not an answer: whoever
    /// meets it must not conclude anything.
    pub fn value(&self, coordinate: i64) -> Result<Option<Vec<i64>>, NotEvaluated> {
        let mut values = self.values(coordinate)?;
        if values.len() <= 1 { Ok(values.pop()) } else { Err(NotEvaluated) }
    }

    /// The offset at one of the coordinates, where it is one number that is found without allocation. `None`
    /// says nothing of the others.
    pub(super) fn number(&self, coordinate: i64) -> Option<i64> {
        let [number] = self.numbers(coordinate)?;
        Some(number)
    }

    /// The offsets at `N` coordinates in a row, as [`Evaluator::number`].
    pub(super) fn numbers<const N: usize>(&self, first: i64) -> Option<[i64; N]> {
        let each = |number: &dyn Fn(i64) -> Option<i64>| {
            let mut numbers = [0; N];
            for (place, found) in (0..).zip(&mut numbers) {
                *found = number(first + place)?;
            }
            Some(numbers)
        };
        match &self.evaluate {
            Evaluate::Static(layout) => layout.offsets_in_a_row(first),
            Evaluate::Composed { composed, inner, offset } => {
                each(&|at| composed_number(composed, inner.offset(at), *offset).ok()?)
            }
            Evaluate::Binary(map) => each(&|at| Some(map.apply(at as u64) as i64)),
            Evaluate::Linear(linear) => each(&|at| linear.offset(at).ok()),
            Evaluate::Relation(listed) => listed.numbers(first),
            Evaluate::Basis { .. } | Evaluate::Dims(_) => None,
        }
    }

    /// All outputs at one of the coordinates: a relation may have several, and none is where the layout
    /// has no value.
    ///
    /// # Errors
    ///
    /// [`NotEvaluated`], as for [`Evaluator::value`].
    pub fn values(&self, coordinate: i64) -> Result<Vec<Vec<i64>>, NotEvaluated> {
        match &self.evaluate {
            Evaluate::Basis { layout, outputs } => {
                let offset = layout.offset(coordinate).ok_or(NotEvaluated)?;
                let part = |path| offset.get(path).copied().unwrap_or(0);
                Ok(vec![outputs.iter().map(part).collect()])
            }
            Evaluate::Composed { composed, inner, offset } => {
                let number = composed_number(composed, inner.offset(coordinate), *offset)?;
                Ok(number.map(|number| vec![number]).into_iter().collect())
            }
            Evaluate::Dims(linear) => {
                Ok(vec![linear.values(coordinate).map_err(|_| NotEvaluated)?])
            }
            Evaluate::Relation(listed) => listed.values(coordinate),
            Evaluate::Static(_) | Evaluate::Binary(_) | Evaluate::Linear(_) => {
                Ok(vec![vec![self.number(coordinate).ok_or(NotEvaluated)?]])
            }
        }
    }
}

/// What a composed layout gives where its inner one has this offset: nothing where its outer function, which
/// is not the identity, is applied to a number below 0.
fn composed_number(
    composed: &Composed,
    inner: Option<i64>,
    offset: i64,
) -> Result<Option<i64>, NotEvaluated> {
    let inner = inner.ok_or(NotEvaluated)?;
    let between = offset.checked_add(inner).ok_or(NotEvaluated)?;
    if between < 0 && !composed.outer().is_identity() {
        return Ok(None);
    }
    composed.outer_at(inner).map(Some).ok_or(NotEvaluated)
}

/// A step looks at some 16 modes.
fn modes_cost(cute: &CuteLayout) -> i64 {
    (cute.flat_rank() as i64 / 16).max(1)
}

/// True if the offsets of the layout are tuples, as those of basis strides are.
pub(super) fn has_tuple_offsets(layout: &AnyLayout) -> bool {
    matches!(layout, AnyLayout::Cute(cute) if !cute.positions().is_empty())
}
