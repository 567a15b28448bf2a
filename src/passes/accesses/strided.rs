//! The sizes, strides and offsets of memrefs, from the operations that make them.

use melior::ir::{ShapedTypeLike, Value};

use super::bounds::{quantity, times};
use super::number_claim::Component;
use crate::affine::Quantity;
use crate::dialect::foreign::memory::{
    View, allocation, has_identity_layout, memref_type, strides_and_offset,
};
use crate::dialect::ir;
use crate::passes::surroundings::Variables;

/// How many views of each other are gone through.
const MAX_VIEWS: usize = 16;

/// A number of a memref: as its type says it, or as the operations that make it do; `None` if they do not.
pub(super) fn component<'c>(
    memref: Value<'c, 'c>,
    component: Component,
    variables: &mut Variables<'c>,
) -> Option<Quantity> {
    read(memref, component, variables, MAX_VIEWS)
}

fn read<'c>(
    memref: Value<'c, 'c>,
    component: Component,
    variables: &mut Variables<'c>,
    depth: usize,
) -> Option<Quantity> {
    let depth = depth.checked_sub(1)?;
    let r#type = memref_type(memref)?;
    if let Component::Size(dimension) = component {
        return Some(variables.size(memref, dimension, None));
    }
    let said = strides_and_offset(&r#type)?;
    let said = match component {
        Component::Stride(dimension) => *said.strides.get(dimension)?,
        _ => said.offset,
    };
    if let Some(said) = said {
        return Some(said.into());
    }
    let operation = ir::defining_op(memref)?;
    match (View::of(operation), component) {
        (Some(View::Whole(source)), _) if ir::name(operation).ends_with("cast") => {
            read(source, component, variables, depth)
        }
        (Some(View::Strided { offset, .. }), Component::Offset) => {
            Some(quantity(offset, variables))
        }
        (Some(View::Strided { strides, .. }), Component::Stride(dimension)) => {
            Some(quantity(*strides.get(dimension)?, variables))
        }
        (Some(View::Part(part)), Component::Offset) => {
            let first = read(part.base, Component::Offset, variables, depth)?;
            part.extents.iter().enumerate().try_fold(first, |sum, (dimension, extent)| {
                let stride = read(part.base, Component::Stride(dimension), variables, depth)?;
                let offset = quantity(extent.offset, variables);
                sum.plus(&times(&offset, &stride)?).ok()
            })
        }
        // One that drops dimensions does not say which.
        (Some(View::Part(part)), Component::Stride(dimension))
            if part.extents.len() == r#type.rank() =>
        {
            let stride = read(part.base, Component::Stride(dimension), variables, depth)?;
            times(&stride, &quantity(part.extents[dimension].stride, variables))
        }
        (None, Component::Stride(dimension))
            if allocation(operation).is_some() && has_identity_layout(&r#type) =>
        {
            (dimension + 1..r#type.rank()).try_fold(Quantity::from(1), |product, behind| {
                times(&product, &variables.size(memref, behind, None))
            })
        }
        _ => None,
    }
}
