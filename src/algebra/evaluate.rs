use super::any_layout::AnyLayout;
use super::binary::as_binary;
use super::verdict::Budget;
use crate::cute::{Basis, Composed, CuteLayout, Layout, Mode, Outer, Stride};
use crate::linear::LinearLayout;
use crate::linear::f2::Affine;
use crate::relation::{Context, Relation};

/// A layout that can be evaluated without isl: its size, and its outputs at every coordinate.
pub struct Function<'a> {
    size: i64,
    evaluate: Evaluate<'a>,
}

enum Evaluate<'a> {
    Static(&'a Layout),
    Basis { layout: &'a Layout<Basis>, outputs: Vec<Vec<u32>> },
    Composed { composed: &'a Composed, inner: &'a Layout, offset: i64 },
    Binary(Affine),
    Linear(&'a LinearLayout),
    Relation(&'a Relation),
}

impl<'a> Function<'a> {
    /// The layout as a function of the integral coordinate.
    ///
    /// `None` if the layout has symbols, is a tiler, or is a relation that does not say its outputs
    /// as expressions of its one input. The budget is for isl, which finds the domain of a relation.
    pub fn new(layout: &'a AnyLayout, budget: &Budget) -> Option<Self> {
        let (size, evaluate) = match layout {
            AnyLayout::Cute(CuteLayout::Static(cute)) => (cute.size(), Evaluate::Static(cute)),
            AnyLayout::Cute(CuteLayout::Basis(cute)) => {
                let outputs = basis_outputs(&cute.flat_modes());
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
                (relation_size(relation, budget)?, Evaluate::Relation(relation))
            }
            AnyLayout::Cute(CuteLayout::Symbolic(_)) | AnyLayout::Tile(_) => return None,
        };
        Some(Function { size, evaluate })
    }

    /// The coordinates are `0..size`.
    pub fn size(&self) -> i64 {
        self.size
    }

    /// The outputs at a coordinate of the domain; `None` where the layout has no value.
    ///
    /// # Errors
    ///
    /// [`NotEvaluated`] where there may be a value that was not found. That is no answer: whoever
    /// meets it must not conclude anything.
    pub fn value(&self, coordinate: i64) -> Result<Option<Vec<i64>>, NotEvaluated> {
        let one = |offset: Option<i64>| Ok(Some(vec![offset.ok_or(NotEvaluated)?]));
        match &self.evaluate {
            Evaluate::Static(layout) => one(layout.offset(coordinate)),
            Evaluate::Basis { layout, outputs } => {
                let offset = layout.offset(coordinate).ok_or(NotEvaluated)?;
                let part = |path| offset.get(path).copied().unwrap_or(0);
                Ok(Some(outputs.iter().map(part).collect()))
            }
            Evaluate::Composed { composed, inner, offset } => {
                let inner = inner.offset(coordinate).ok_or(NotEvaluated)?;
                let inner_value = offset.checked_add(inner).ok_or(NotEvaluated)?;
                if inner_value < 0 && !composed.outer().is_identity() {
                    return Ok(None);
                }
                one(composed.outer_at(inner))
            }
            Evaluate::Binary(map) => Ok(Some(vec![map.apply(coordinate as u64) as i64])),
            Evaluate::Linear(linear) => one(linear.offset(coordinate).ok()),
            Evaluate::Relation(relation) => {
                let mut images = relation.evaluate(&[], &[coordinate]).map_err(|_| NotEvaluated)?;
                if images.len() <= 1 { Ok(images.pop()) } else { Err(NotEvaluated) }
            }
        }
    }
}

/// A value that was not found: a number on the way passes 64 bits, a relation gives several values
/// or does not say them as expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotEvaluated;

/// The size of the domain of a relation that is a function `0..size -> offset` whose output is an
/// expression, so that it can be evaluated; `None` for any other relation.
///
/// Coordinates in between may have no value.
fn relation_size(relation: &Relation, budget: &Budget) -> Option<i64> {
    // One piece with explicit outputs gives an input at most one output.
    let is_one_piece = relation.tree().pieces.len() == 1;
    if (relation.n_inputs(), relation.n_outputs()) != (1, 1)
        || relation.parameters().next().is_some()
        || !is_one_piece
    {
        return None;
    }
    let has_value = |coordinate: i64| {
        relation.evaluate(&[], &[coordinate]).is_ok_and(|outputs| !outputs.is_empty())
    };
    // The bounds in the formula are read first: isl need not be asked if they are tight.
    if let Some([(0, size)]) = relation.input_box().as_deref()
        && has_value(0)
        && has_value(size - 1)
    {
        return Some(*size);
    }
    let map = relation.to_map(&Context::new(budget.isl_operations.min(DOMAIN_OPERATIONS))).ok()?;
    let [(0, size)] = map.domain_box().ok()??[..] else { return None };
    has_value(0).then_some(size)
}

/// What isl may spend on finding the domain of a relation.
const DOMAIN_OPERATIONS: u64 = 10_000;

/// True if the offsets of the layout are tuples, as those of basis strides are.
pub(super) fn has_tuple_offsets(layout: &AnyLayout) -> bool {
    match layout {
        AnyLayout::Cute(CuteLayout::Basis(_)) => true,
        AnyLayout::Cute(CuteLayout::Symbolic(layout)) => {
            layout.stride().leaves().any(|stride| !stride.path().is_empty())
        }
        _ => false,
    }
}

/// The positions of the outputs of a layout with basis strides, leftmost first.
pub(super) fn basis_outputs(modes: &[Mode<Basis>]) -> Vec<Vec<u32>> {
    let mut outputs: Vec<Vec<u32>> = modes
        .iter()
        .filter(|mode| !mode.stride.is_zero())
        .map(|mode| mode.stride.path().to_vec())
        .collect();
    outputs.sort();
    outputs.dedup();
    outputs
}
