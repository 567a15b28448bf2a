//! The operations that access memory.

use melior::ir::attribute::{ArrayAttribute, BoolAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{Attribute, OperationRef, ShapedTypeLike, Value, ValueLike};

use crate::algebra::Unknown;
use crate::dialect::foreign::access::{Access, Elements, Purpose};
use crate::dialect::foreign::memory::{copied, memref_type};
use crate::dialect::foreign::transfer::{LeavesOut, leaves_out, transfer};
use crate::dialect::ir::{self, AffineExpr};

/// How many elements an access may have at once.
const MAX_LANES: i64 = 1 << 12;

/// True for the operations that this module reads. A transfer of a tensor accesses no memory.
pub(super) fn is_access<'c>(operation: OperationRef<'c, 'c>) -> bool {
    let buffer =
        || Access::of(operation).and_then(|access| operation.operands().nth(access.buffer));
    buffer().is_some_and(|buffer| memref_type(buffer).is_some())
        || copied(operation).is_some()
        || transfer(operation).is_some()
        || leaves_out(operation) == LeavesOut::All
}

/// Which elements of which buffer an operation accesses.
pub(super) struct Accessed<'c> {
    pub access: Access,
    /// The buffer.
    pub base: Value<'c, 'c>,
    /// The index of each dimension, or what the map makes them of.
    pub indices: Vec<Value<'c, 'c>>,
    pub map: Option<Attribute<'c>>,
    /// The dimensions along which several elements are accessed, in order.
    ///
    /// An error says that the number of elements is not known, or too large.
    pub lanes: Result<Vec<Lanes>, Unknown>,
    /// The operand that is a mask, which is not known: it says which of these elements are accessed.
    pub mask: Option<usize>,
    pub mask_value: Option<Value<'c, 'c>>,
    /// For each lane, how far its element is from the indices along the last dimension.
    pub distances: Option<Value<'c, 'c>>,
}

/// The elements that an operation accesses along a dimension of the buffer, from its index on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::passes) struct Lanes {
    pub dimension: usize,
    pub count: i64,
    /// True if the operation leaves out what is past the end of the dimension.
    pub is_checked: bool,
}

/// What an operation accesses by indices; `None` for one that does not.
pub(super) fn accessed<'c>(operation: OperationRef<'c, 'c>) -> Option<Accessed<'c>> {
    let access = Access::of(operation)?;
    let base = ir::operand(operation, access.buffer)?;
    // A transfer may also be one of a tensor, which is not memory.
    let buffer = ir::memref_type(base.r#type())?;
    let behind = operation.operands().skip(access.buffer + 1);
    let map = operation.attribute("map").ok();
    let n_indices = if map.is_some() { usize::MAX } else { buffer.rank() };
    let indices = behind.take(n_indices).collect();
    let lanes = lanes(operation, &buffer, access);
    let mask = access.mask(operation, buffer.rank());
    let mask_value = mask.and_then(|at| ir::operand(operation, at));
    let distances = access.distances(operation).and_then(|at| ir::operand(operation, at));
    Some(Accessed { access, base, indices, map, lanes, mask, mask_value, distances })
}

fn lanes<'c>(
    operation: OperationRef<'c, 'c>,
    buffer: &MemRefType<'c>,
    access: Access,
) -> Result<Vec<Lanes>, Unknown> {
    let vector = match (access.elements, access.purpose) {
        (Elements::One, _) => return Ok(Vec::new()),
        (_, Purpose::Read) => operation.results().next().map(Value::from),
        (Elements::Masked | Elements::Gathered | Elements::Packed, _) => {
            operation.operands().last()
        }
        _ => operation.operands().next(),
    };
    let vector = vector.ok_or_else(|| not_read("it has no vector".to_owned()))?;
    let r#type = vector.r#type();
    if r#type == buffer.element() {
        return Ok(Vec::new());
    }
    let Some((shape, element)) = ir::fixed_vector(r#type) else {
        return Err(not_read(format!("how many elements {} has is not known", r#type)));
    };
    if element != buffer.element() {
        return Err(not_read(format!("{} is not made of elements of {buffer}", r#type)));
    }
    let along: Option<Vec<Lanes>> = match access.elements {
        Elements::Transfer => transferred(operation, &shape),
        // Which elements they are does not follow from the number of the lane.
        Elements::Gathered | Elements::Packed => Some(Vec::new()),
        _ => buffer.rank().checked_sub(shape.len()).map(|first| {
            let lanes = |(at, &count): (usize, &i64)| Lanes {
                dimension: first + at,
                count,
                is_checked: false,
            };
            shape.iter().enumerate().map(lanes).collect()
        }),
    };
    let mut along =
        along.ok_or_else(|| not_read(format!("how {} lies in {buffer} is not read", r#type)))?;
    along.sort_by_key(|lanes| lanes.dimension);
    let count = along.iter().try_fold(1i64, |product, lanes| product.checked_mul(lanes.count));
    if count.is_none_or(|count| MAX_LANES < count) {
        let reason = format!("it accesses more than {MAX_LANES} elements at once");
        return Err(Unknown::TooLarge { reason });
    }
    Ok(along)
}

/// The dimensions that a transfer of a vector goes along. Those of the vector that are broadcast
/// are not among them.
fn transferred(operation: OperationRef<'_, '_>, shape: &[i64]) -> Option<Vec<Lanes>> {
    let map = ir::affine_results(operation.attribute("permutation_map").ok()?)?;
    let checks = ArrayAttribute::try_from(operation.attribute("in_bounds").ok()?).ok()?;
    let is_in_bounds = |at| BoolAttribute::try_from(checks.element(at).ok()?).ok();
    let along = shape.iter().zip(map).enumerate().filter_map(|(at, (&count, result))| {
        let is_checked = !is_in_bounds(at).is_some_and(|known| known.value());
        match result {
            AffineExpr::Operand(dimension) => Some(Lanes { dimension, count, is_checked }),
            _ => None,
        }
    });
    Some(along.collect())
}

fn not_read(reason: String) -> Unknown {
    Unknown::NotRead { reason }
}
