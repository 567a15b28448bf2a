//! The modes of layouts as those of relations.

use crate::affine::Symbolic;
use crate::algebra::AnyLayout;
use crate::cute::{CuteLayout, Term};
use crate::linear::LinearLayout;
use crate::relation::{InDim, Mode, Relation, RelationError, View};

/// The flattened modes with a stride in each output, and the number of outputs.
pub(super) fn modes_of(layout: &CuteLayout) -> Result<(Vec<Mode>, usize), RelationError> {
    let mut outputs = layout.positions();
    if outputs.is_empty() {
        outputs.push(Vec::new());
    }
    let mut modes = Vec::new();
    for (extent, stride) in layout.extents().iter().zip(layout.stride().leaves()) {
        let in_output = |path: &Vec<u32>| match stride.path() == path.as_slice() {
            true => symbolic(stride.scale()),
            false => Ok(0.into()),
        };
        let strides = outputs.iter().map(in_output).collect::<Result<_, _>>()?;
        modes.push(Mode { extent: symbolic(extent)?, strides });
    }
    Ok((modes, outputs.len()))
}

/// A term as an affine expression of symbols; an error for a product of symbols.
pub(super) fn symbolic(term: &Term) -> Result<Symbolic, RelationError> {
    match term.symbols() {
        [] => Ok(term.coefficient().into()),
        [name] => Ok(Symbolic::parameter(name).times(term.coefficient())?),
        _ => Err(RelationError::ProductOfSymbols { product: term.to_string() }),
    }
}

pub(super) fn linear_relation(
    linear: &LinearLayout,
    view: &View,
) -> Result<Relation, RelationError> {
    let in_dims: Vec<InDim> =
        linear.bases().map(|(dim, bases)| InDim { name: dim.name().to_owned(), bases }).collect();
    let out_dims: Vec<(&str, i64)> =
        linear.out_dims().iter().map(|dim| (dim.name(), dim.size())).collect();
    Relation::from_bases(&in_dims, &out_dims, &linear.constant(), view)
}

/// The relation with the out-dims of a linear layout counted as one output, leftmost fastest.
pub(in crate::algebra) fn flat_outputs(
    layout: &AnyLayout,
    relation: Relation,
) -> Result<Relation, RelationError> {
    match layout {
        AnyLayout::Linear(linear) => {
            let sizes: Vec<i64> = linear.out_dims().iter().map(|dim| dim.size()).collect();
            relation.with_flat_outputs(&sizes)
        }
        _ => Ok(relation),
    }
}
