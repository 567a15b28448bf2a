//! Where in its buffer an access is: an element, from the strides of the views that it goes through.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ShapedTypeLike, Value, ValueLike};

use super::blocks::values;
use crate::dialect::foreign::Number;
use crate::dialect::foreign::access::{Access, Elements, Purpose};
use crate::dialect::foreign::memory::{View, memref_type, static_size, strides_and_offset};
use crate::dialect::ir::{self, AffineExpr};
use crate::passes::exact::Reader;
use crate::validate::{Code, Flags, Node, Operation, Operator, Relation};

/// How many views of each other are gone through.
const MAX_VIEWS: usize = 16;

/// The elements that an access is to.
#[derive(Debug)]
pub(super) struct Address {
    offset: Node,
    /// The index, the stride and the size of each dimension; no size where the type does not say it.
    dimensions: Vec<(Node, Node, Option<i64>)>,
    /// How many lanes a vector has along each of the last dimensions.
    pub extents: Vec<i64>,
}

impl Address {
    /// The element of a lane.
    pub fn at(&self, code: &mut Code, lanes: &[Node]) -> Node {
        let outer = self.dimensions.len() - self.extents.len();
        let mut sum = self.offset;
        for (number, &(index, stride, _)) in self.dimensions.iter().enumerate() {
            let index = match number.checked_sub(outer).and_then(|lane| lanes.get(lane)) {
                Some(&lane) => binary(code, Operator::Add, index, lane),
                None => index,
            };
            let part = binary(code, Operator::Multiply, index, stride);
            sum = binary(code, Operator::Add, sum, part);
        }
        sum
    }

    /// What is true where all lanes are in bounds.
    pub fn in_bounds(&self, code: &mut Code) -> Vec<Node> {
        let outer = self.dimensions.len() - self.extents.len();
        let mut premises = Vec::new();
        for (number, &(index, _, size)) in self.dimensions.iter().enumerate() {
            let extent = number.checked_sub(outer).map_or(1, |lane| self.extents[lane]);
            let ends = [Some(0), size.map(|size| size - extent)];
            for (end, is_high) in ends.into_iter().zip([false, true]) {
                let Some(end) = end else { continue };
                let end = code.push(64, Operation::Constant(end));
                let (left, right) = if is_high { (index, end) } else { (end, index) };
                let relation = Relation::LessOrEqual;
                premises.push(code.push(1, Operation::Compare { relation, left, right }));
            }
        }
        premises
    }
}

fn binary(code: &mut Code, operator: Operator, left: Node, right: Node) -> Node {
    code.push(64, Operation::Binary { operator, left, right, flags: Flags::default() })
}

/// The buffer of an access and where in it that is.
///
/// # Errors
///
/// What is not read.
pub(super) fn address<'c>(
    reader: &mut Reader<'c>,
    operation: OperationRef<'c, 'c>,
    access: Access,
) -> Result<(Value<'c, 'c>, Address), String> {
    let unread = || format!("{} is not read", ir::name(operation));
    let memref = ir::operand(operation, access.buffer).ok_or_else(unread)?;
    let r#type = memref_type(memref).ok_or_else(unread)?;
    let extents = match (access.elements, access.purpose) {
        (_, Purpose::Other) => return Err(unread()),
        (Elements::One, _) => Vec::new(),
        (Elements::Vector, _) => lanes(operation, access).ok_or_else(unread)?,
        (Elements::Transfer, _) if is_plain(operation, access, r#type.rank()) => {
            lanes(operation, access).ok_or_else(unread)?
        }
        _ => return Err(unread()),
    };
    if r#type.rank() < extents.len() {
        return Err(unread());
    }
    let operands: Vec<Value<'c, 'c>> = operation.operands().skip(access.buffer + 1).collect();
    let indices = match operation.attribute("map").ok().and_then(ir::affine_results) {
        Some(results) => {
            let nodes = values(reader, &operands)?;
            let node = |reader: &mut Reader<'c>, result: &AffineExpr| {
                reader.expression(operation, result, &nodes, Flags::default())
            };
            let found: Option<Vec<Node>> = results.iter().map(|r| node(reader, r)).collect();
            found.ok_or_else(unread)?
        }
        None => values(reader, operands.get(..r#type.rank()).ok_or_else(unread)?)?,
    };
    if indices.len() != r#type.rank() {
        return Err(unread());
    }
    let offset = component(reader, memref, Component::Offset, MAX_VIEWS)?;
    let mut dimensions = Vec::new();
    for (number, index) in indices.into_iter().enumerate() {
        let stride = component(reader, memref, Component::Stride(number), MAX_VIEWS)?;
        dimensions.push((index, stride, static_size(&r#type, number)));
    }
    Ok((buffer(memref), Address { offset, dimensions, extents }))
}

/// The shape of the vector that an access is of, if its elements are those of the buffer.
fn lanes(operation: OperationRef<'_, '_>, access: Access) -> Option<Vec<i64>> {
    let vector = match access.purpose {
        Purpose::Read => operation.results().next()?.r#type(),
        _ => ir::operand(operation, 0)?.r#type(),
    };
    let memref = memref_type(ir::operand(operation, access.buffer)?)?;
    let (shape, element) = ir::fixed_vector(vector)?;
    (memref.element() == element).then_some(shape)
}

/// True for a transfer along the last dimensions that is in bounds without a mask.
fn is_plain(operation: OperationRef<'_, '_>, access: Access, rank: usize) -> bool {
    let results = operation.attribute("permutation_map").ok().and_then(ir::affine_results);
    let is_minor = results.is_some_and(|results| {
        let outer = rank.checked_sub(results.len());
        outer.is_some_and(|outer| {
            results.iter().enumerate().all(|(at, r)| *r == AffineExpr::Operand(outer + at))
        })
    });
    let bounds = operation.attribute("in_bounds").map(|bounds| bounds.to_string());
    let is_in_bounds = bounds.is_ok_and(|bounds| !bounds.contains("false"));
    is_minor && is_in_bounds && access.mask(operation, rank).is_none()
}

/// The memref behind all views.
fn buffer<'c>(memref: Value<'c, 'c>) -> Value<'c, 'c> {
    let mut found = memref;
    for _ in 0..MAX_VIEWS {
        match ir::defining_op(found).and_then(View::of) {
            Some(View::Bytes { .. }) | None => break,
            Some(view) => found = view.source(),
        }
    }
    found
}

/// A number that a memref has.
#[derive(Debug, Clone, Copy)]
enum Component {
    Stride(usize),
    Offset,
}

/// A number of a memref: as its type says it, or as the operations that make it do.
fn component<'c>(
    reader: &mut Reader<'c>,
    memref: Value<'c, 'c>,
    asked: Component,
    depth: usize,
) -> Result<Node, String> {
    let unread = || format!("the strides of {} are not read", memref.r#type());
    let depth = depth.checked_sub(1).ok_or_else(unread)?;
    let r#type = memref_type(memref).ok_or_else(unread)?;
    let said = strides_and_offset(&r#type).ok_or_else(unread)?;
    let said = match asked {
        Component::Stride(dimension) => *said.strides.get(dimension).ok_or_else(unread)?,
        Component::Offset => said.offset,
    };
    if let Some(said) = said {
        return Ok(reader.constant(64, said));
    }
    let view = ir::defining_op(memref).and_then(View::of);
    match (view, asked) {
        (Some(View::Whole(source)), _)
            if ir::defining_op(memref).is_some_and(|op| ir::name(op).ends_with("cast")) =>
        {
            component(reader, source, asked, depth)
        }
        (Some(View::Strided { offset, .. }), Component::Offset) => number(reader, offset),
        (Some(View::Strided { strides, .. }), Component::Stride(dimension)) => {
            number(reader, *strides.get(dimension).ok_or_else(unread)?)
        }
        (Some(View::Part(part)), Component::Offset) => {
            let mut sum = component(reader, part.base, Component::Offset, depth)?;
            for (dimension, extent) in part.extents.iter().enumerate() {
                let stride = component(reader, part.base, Component::Stride(dimension), depth)?;
                let offset = number(reader, extent.offset)?;
                let part = binary(reader.code_mut(), Operator::Multiply, offset, stride);
                sum = binary(reader.code_mut(), Operator::Add, sum, part);
            }
            Ok(sum)
        }
        // One that drops dimensions does not say which.
        (Some(View::Part(part)), Component::Stride(dimension))
            if part.extents.len() == r#type.rank() =>
        {
            let stride = component(reader, part.base, Component::Stride(dimension), depth)?;
            let step = number(reader, part.extents[dimension].stride)?;
            Ok(binary(reader.code_mut(), Operator::Multiply, stride, step))
        }
        _ => Err(unread()),
    }
}

fn number<'c>(reader: &mut Reader<'c>, number: Number<'c>) -> Result<Node, String> {
    match number {
        Number::Constant(constant) => Ok(reader.constant(64, constant)),
        Number::Value(value) => Ok(values(reader, &[value])?[0]),
    }
}

/// Says what the numbers are that `memref.extract_strided_metadata` gives, where its source has them.
///
/// # Errors
///
/// They are not read.
pub(super) fn define_metadata<'c>(
    reader: &mut Reader<'c>,
    operation: OperationRef<'c, 'c>,
) -> Result<(), String> {
    if ir::name(operation) != "memref.extract_strided_metadata" {
        return Ok(());
    }
    let Some(source) = ir::operand(operation, 0) else { return Ok(()) };
    let Some(r#type) = memref_type(source) else { return Ok(()) };
    let results: Vec<Value<'c, 'c>> = operation.results().map(Value::from).collect();
    let rank = r#type.rank();
    for (at, &result) in results.iter().enumerate().skip(1) {
        let node = match at {
            1 => component(reader, source, Component::Offset, MAX_VIEWS),
            _ if at < 2 + rank => match static_size(&r#type, at - 2) {
                Some(size) => Ok(reader.constant(64, size)),
                None => continue,
            },
            _ => component(reader, source, Component::Stride(at - 2 - rank), MAX_VIEWS),
        };
        // One that nobody uses need not be read.
        if let Ok(node) = node {
            reader.define(result, node);
        }
    }
    Ok(())
}
