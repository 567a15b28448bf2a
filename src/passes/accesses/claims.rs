//! What operations say of the memrefs that they make, though it may not be so: static sizes, strides and
//! offsets of casts, the shapes of expanded memrefs, and sizes of allocations, which are not negative.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use melior::ir::{ShapedTypeLike, Value};

use super::bounds::{Bounds, not_read, times};
use super::number_claim::{Component, NumberClaim};
use super::strided::component;
use super::views::{MAX_VIEWS, made};
use crate::affine::Quantity;
use crate::algebra::Unknown;
use crate::dialect::foreign::Number;
use crate::dialect::foreign::memory::{
    Role, allocation, copied, expanded_shape, memref_type, static_size, strides_and_offset,
};
use crate::dialect::ir;
use crate::passes::surroundings::Variables;

/// What an operation that is looked at is called.
pub(in crate::passes) fn subject<'c>(operation: OperationRef<'c, 'c>) -> &'static str {
    match ir::name(operation) {
        "memref.cast" => "cast",
        "memref.expand_shape" => "shape",
        _ if made(operation).is_some() => "view",
        _ if Role::of(operation) == Some(Role::Allocates) => "allocation",
        _ => "access",
    }
}

/// Adds what an operation claims; none where its types say that it is so.
///
/// # Errors
///
/// A number is not known.
pub(super) fn add_claims<'c>(
    operation: OperationRef<'c, 'c>,
    bounds: &mut Bounds,
    variables: &mut Variables<'c>,
) -> Result<Vec<NumberClaim>, Unknown> {
    let mut found = Vec::new();
    let mut claim = |claim, distance: Quantity| {
        let size = (!matches!(claim, NumberClaim::Natural { .. })).then(|| 1.into());
        bounds.require(distance, 0.into(), size, 0);
        found.push(claim);
    };
    if let Some([source, target]) = copied(operation) {
        let ((source, rank), (target, other)) = (with_rank(source)?, with_rank(target)?);
        if rank != other {
            return Err(not_read(&format!("the memrefs have different ranks, {rank} and {other}")));
        }
        for dimension in 0..rank {
            let [from, to] = [source, target].map(|it| variables.size(it, dimension, None));
            if from != to {
                claim(NumberClaim::Copied { dimension }, from.minus(&to)?);
            }
        }
        return Ok(found);
    }
    let (source, result) = (operation.operands().next(), operation.results().next());
    let result = result.map(Value::from);
    match (ir::name(operation), source, result) {
        ("memref.cast", Some(source), Some(result)) if memref_type(result).is_some() => {
            let source = ranked(source, result)?;
            for (component, said) in said(source, result) {
                let number = component_of(source, component, variables)?;
                let distance = number.minus(&said.into())?;
                claim(NumberClaim::Is(component, said), distance);
            }
        }
        ("memref.expand_shape", Some(source), _) => {
            let (Some(memref), Some(groups)) = (memref_type(source), expanded_shape(operation))
            else {
                return Ok(found);
            };
            for (dimension, size) in groups.iter().flatten().enumerate() {
                if let Number::Value(size) = *size {
                    claim(NumberClaim::Natural { dimension }, variables.quantity(size));
                }
            }
            for (dimension, sizes) in groups.into_iter().enumerate() {
                let is_static = |size: &Number<'_>| matches!(size, Number::Constant(_));
                if static_size(&memref, dimension).is_some() && sizes.iter().all(is_static) {
                    continue;
                }
                let mut product = Quantity::from(1);
                for size in sizes {
                    let size = match size {
                        Number::Constant(size) => size.into(),
                        Number::Value(size) => variables.quantity(size),
                    };
                    product = times(&product, &size)
                        .ok_or_else(|| not_read("a part of a shape is a product of two values"))?;
                }
                let size = variables.size(source, dimension, None);
                let distance = size.minus(&product)?;
                claim(NumberClaim::Shape { dimension }, distance);
            }
        }
        (_, _, Some(result)) => {
            let (Some(allocation), Some(memref)) = (allocation(operation), memref_type(result))
            else {
                return Ok(found);
            };
            let dynamic = (0..memref.rank()).filter(|at| static_size(&memref, *at).is_none());
            for (dimension, size) in dynamic.zip(allocation.sizes) {
                claim(NumberClaim::Natural { dimension }, variables.quantity(size));
            }
        }
        _ => {}
    }
    Ok(found)
}

/// The memref that a cast is of, behind casts to memrefs without a rank.
///
/// # Errors
///
/// Its rank is not known, or is another one than that of the result.
fn ranked<'c>(source: Value<'c, 'c>, result: Value<'c, 'c>) -> Result<Value<'c, 'c>, Unknown> {
    let (source, rank) = with_rank(source)?;
    let is_same = memref_type(result).is_some_and(|result| result.rank() == rank);
    let reason = || not_read(&format!("the memref has another rank, {rank}"));
    is_same.then_some(source).ok_or_else(reason)
}

/// The memref with a rank that a memref is, behind casts to memrefs without one, and its rank.
///
/// # Errors
///
/// Its rank is not known.
fn with_rank<'c>(mut memref: Value<'c, 'c>) -> Result<(Value<'c, 'c>, usize), Unknown> {
    for _ in 0..MAX_VIEWS {
        if let Some(r#type) = memref_type(memref) {
            return Ok((memref, r#type.rank()));
        }
        let cast = ir::defining_op(memref).filter(|cast| ir::name(*cast) == "memref.cast");
        let Some(before) = cast.and_then(|cast| ir::operand(cast, 0)) else { break };
        memref = before;
    }
    Err(not_read("the sizes of a memref without a rank are not known"))
}

fn component_of<'c>(
    source: Value<'c, 'c>,
    of: Component,
    variables: &mut Variables<'c>,
) -> Result<Quantity, Unknown> {
    component(source, of, variables).ok_or_else(|| {
        not_read(&match of {
            Component::Size(dimension) => format!("the size of dimension {dimension} is not known"),
            Component::Stride(dimension) => {
                format!("the stride of dimension {dimension} is not known")
            }
            Component::Offset => "the offset is not known".to_owned(),
        })
    })
}

/// The numbers that the type of a cast's result says and that of its source does not, or not so.
fn said<'c>(source: Value<'c, 'c>, result: Value<'c, 'c>) -> Vec<(Component, i64)> {
    let (Some(from), Some(to)) = (memref_type(source), memref_type(result)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for dimension in 0..to.rank() {
        let (before, said) = (static_size(&from, dimension), static_size(&to, dimension));
        found.extend(said.filter(|_| before != said).map(|it| (Component::Size(dimension), it)));
    }
    let (Some(from), Some(to)) = (strides_and_offset(&from), strides_and_offset(&to)) else {
        return found;
    };
    for (dimension, (before, said)) in from.strides.into_iter().zip(to.strides).enumerate() {
        found.extend(said.filter(|_| before != said).map(|it| (Component::Stride(dimension), it)));
    }
    found.extend(to.offset.filter(|_| from.offset != to.offset).map(|it| (Component::Offset, it)));
    found
}
