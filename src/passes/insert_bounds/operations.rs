//! The operations that access memory.

use melior::ir::attribute::{ArrayAttribute, BoolAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{Attribute, OperationRef, ShapedTypeLike, Value, ValueLike};

use crate::algebra::Unknown;
use crate::dialect::ir;

/// How many elements an access may have at once.
const MAX_LANES: i64 = 1 << 12;

/// What an operation does to memory.
struct Row {
    name: &'static str,
    /// The operand that is the buffer. Behind it are the indices, or, if the operation has an
    /// attribute `map`, what that makes them of.
    buffer: usize,
    elements: Elements,
}

/// What is accessed at the indices.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elements {
    One,
    /// The elements of the vector that is the result, or an operand.
    Vector(Place),
    /// The same, where the attribute `permutation_map` says which dimensions the vector goes along.
    Transfer(Place),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Result,
    FirstOperand,
    LastOperand,
}

use self::Elements::{One, Transfer, Vector};
use self::Place::{FirstOperand, LastOperand, Result as Loaded};

const OPERATIONS: [Row; 10] = [
    row("memref.load", 0, One),
    row("memref.store", 1, One),
    row("affine.load", 0, One),
    row("affine.store", 1, One),
    row("vector.load", 0, Vector(Loaded)),
    row("vector.store", 1, Vector(FirstOperand)),
    row("vector.maskedload", 0, Vector(Loaded)),
    row("vector.maskedstore", 0, Vector(LastOperand)),
    row("vector.transfer_read", 0, Transfer(Loaded)),
    row("vector.transfer_write", 1, Transfer(FirstOperand)),
];

const fn row(name: &'static str, buffer: usize, elements: Elements) -> Row {
    Row { name, buffer, elements }
}

/// True for the operations that this module reads.
pub(super) fn is_access(operation: OperationRef<'_, '_>) -> bool {
    row_of(operation).is_some() || ir::name(operation) == "memref.copy"
}

fn row_of(operation: OperationRef<'_, '_>) -> Option<&'static Row> {
    let name = ir::name(operation);
    OPERATIONS.iter().find(|row| row.name == name)
}

/// Which elements of which buffer an operation accesses.
pub(super) struct Accessed<'c> {
    /// The buffer.
    pub base: Value<'c, 'c>,
    /// The index of each dimension, or what the map makes them of.
    pub indices: Vec<Value<'c, 'c>>,
    pub map: Option<Attribute<'c>>,
    /// The dimensions along which several elements are accessed, in order.
    ///
    /// An error says that the number of elements is not known, or too large.
    pub lanes: Result<Vec<Lanes>, Unknown>,
    /// True if a mask, which is not known, says which of these elements are accessed.
    pub is_masked: bool,
}

/// The elements that an operation accesses along a dimension of the buffer, from its index on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lanes {
    pub dimension: usize,
    pub count: i64,
    /// True if the operation leaves out what is past the end of the dimension.
    pub is_checked: bool,
}

/// What an operation accesses; `None` for an operation that is not in the table.
pub(super) fn accessed<'c>(operation: OperationRef<'c, 'c>) -> Option<Accessed<'c>> {
    let row = row_of(operation)?;
    let base = operation.operand(row.buffer).ok()?;
    // A transfer may also be one of a tensor, which is not memory.
    let buffer = MemRefType::try_from(base.r#type()).ok()?;
    let behind = operation.operands().skip(row.buffer + 1);
    let map = operation.attribute("map").ok();
    let n_indices = if map.is_some() { usize::MAX } else { buffer.rank() };
    let indices = behind.take(n_indices).collect();
    let lanes = lanes(operation, &buffer, row.elements);
    let is_masked = match row.elements {
        Transfer(_) => {
            operation.operand_count() == row.buffer + 1 + buffer.rank() + n_extra(row) + 1
        }
        _ => ir::name(operation).starts_with("vector.masked"),
    };
    Some(Accessed { base, indices, map, lanes, is_masked })
}

/// How many operands a transfer has behind its indices, beside a mask: the padding of a read.
fn n_extra(row: &Row) -> usize {
    usize::from(row.elements == Transfer(Loaded))
}

fn lanes<'c>(
    operation: OperationRef<'c, 'c>,
    buffer: &MemRefType<'c>,
    elements: Elements,
) -> Result<Vec<Lanes>, Unknown> {
    let (Vector(place) | Transfer(place)) = elements else { return Ok(Vec::new()) };
    let vector = match place {
        Loaded => operation.result(0).ok().map(Value::from),
        FirstOperand => operation.operand(0).ok(),
        LastOperand => operation.operands().last(),
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
    let along: Option<Vec<Lanes>> = match elements {
        Transfer(_) => transferred(operation, &shape),
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
        return Err(not_read(format!("it accesses more than {MAX_LANES} elements at once")));
    }
    Ok(along)
}

/// The dimensions that a transfer of a vector goes along. Those of the vector that are broadcast
/// are not among them.
fn transferred(operation: OperationRef<'_, '_>, shape: &[i64]) -> Option<Vec<Lanes>> {
    let map = ir::dims_of_map(operation.attribute("permutation_map").ok()?)?;
    let checks = ArrayAttribute::try_from(operation.attribute("in_bounds").ok()?).ok()?;
    let is_in_bounds = |at| BoolAttribute::try_from(checks.element(at).ok()?).ok();
    let along = shape.iter().zip(map).enumerate().filter_map(|(at, (&count, dimension))| {
        let is_checked = !is_in_bounds(at).is_some_and(|known| known.value());
        dimension.map(|dimension| Lanes { dimension, count, is_checked })
    });
    Some(along.collect())
}

fn not_read(reason: String) -> Unknown {
    Unknown::NotPresburger { reason }
}
