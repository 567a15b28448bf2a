use super::any_layout::AnyLayout;
use super::binary::as_binary;
use crate::cute::{Basis, CuteLayout, Layout, Mode, Stride};
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
    Composed(&'a crate::cute::Composed),
    Binary(Affine),
    Linear(&'a crate::linear::LinearLayout),
    Relation(&'a Relation),
}

impl<'a> Function<'a> {
    /// The layout as a function of the integral coordinate.
    ///
    /// `None` if the layout has symbols, is a tiler, or is a relation that does not say its outputs
    /// as expressions of its one input.
    pub fn new(layout: &'a AnyLayout) -> Option<Self> {
        let (size, evaluate) = match layout {
            AnyLayout::Cute(CuteLayout::Static(cute)) => (cute.size(), Evaluate::Static(cute)),
            AnyLayout::Cute(CuteLayout::Basis(cute)) => {
                let outputs = basis_outputs(&cute.flat_modes());
                (cute.size(), Evaluate::Basis { layout: cute, outputs })
            }
            AnyLayout::Composed(composed) => {
                let size = composed.inner().as_static()?.size();
                composed.offset_term().as_constant()?;
                (size, Evaluate::Composed(composed))
            }
            AnyLayout::Swizzle(_) => {
                (layout.size()?.as_constant()?, Evaluate::Binary(as_binary(layout)?))
            }
            AnyLayout::Linear(linear) => (linear.size(), Evaluate::Linear(linear)),
            AnyLayout::Relation(relation) => {
                (relation_size(relation)?, Evaluate::Relation(relation))
            }
            AnyLayout::Cute(CuteLayout::Symbolic(_)) | AnyLayout::Tile(_) => return None,
        };
        Some(Function { size, evaluate })
    }

    /// The coordinates are `0..size`.
    pub fn size(&self) -> i64 {
        self.size
    }

    /// The outputs at a coordinate; `None` where the layout has no value.
    pub fn value(&self, coordinate: i64) -> Option<Vec<i64>> {
        match &self.evaluate {
            Evaluate::Static(layout) => layout.offset(coordinate).map(|offset| vec![offset]),
            Evaluate::Basis { layout, outputs } => {
                let offset = layout.offset(coordinate)?;
                Some(outputs.iter().map(|path| offset.get(path).copied().unwrap_or(0)).collect())
            }
            Evaluate::Composed(composed) => composed.offset(coordinate).map(|offset| vec![offset]),
            Evaluate::Binary(map) => Some(vec![map.apply(coordinate as u64) as i64]),
            Evaluate::Linear(linear) => linear.offset(coordinate).ok().map(|offset| vec![offset]),
            Evaluate::Relation(relation) => relation.evaluate(&[], &[coordinate]).ok()?.pop(),
        }
    }
}

/// The size of the domain of a relation that is a function `0..size -> offset` whose output is an
/// expression, so that it can be evaluated; `None` for any other relation.
///
/// Coordinates in between may have no value.
fn relation_size(relation: &Relation) -> Option<i64> {
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
    let map = relation.to_map(&Context::new(DOMAIN_OPERATIONS)).ok()?;
    let [(0, size)] = map.domain_box().ok()??[..] else { return None };
    has_value(0).then_some(size)
}

/// What isl may spend on finding the domain of a relation.
const DOMAIN_OPERATIONS: u64 = 10_000;

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
