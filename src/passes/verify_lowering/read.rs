//! Operations of `arith`, `index` and `affine` as [`Code`].
//!
//! This is the other way round of `lower_applies::emit`, and shares nothing with it, nor with what
//! the lowerings know of values.

mod affine;
mod kernel;
mod operators;

use std::collections::HashMap;

use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{IntegerType, MemRefType};
use melior::ir::{OperationRef, ShapedTypeLike, Type, TypeLike, Value, ValueLike};

use self::kernel::Axis;
pub(super) use self::kernel::IDS;
use self::operators::{arith_name, flags, operator, relation};
use crate::dialect::ir;
use crate::validate::{Code, Flags, Node, Operation, Relation};

type IrValue<'c> = Value<'c, 'c>;

/// More operations than this are not read.
const MAX_OPERATIONS: usize = 4096;

/// The code that values of the IR come from.
#[derive(Default)]
pub(super) struct Reader<'c> {
    code: Code,
    /// The values where reading stops, in the order of the code's inputs.
    inputs: Vec<IrValue<'c>>,
    /// What the inputs are by themselves, both ends included.
    bounds: Vec<(i64, i64)>,
    nodes: HashMap<usize, Node>,
    /// The operations that nodes were made of.
    origins: Vec<(Node, OperationRef<'c, 'c>)>,
    /// Numbers of kernels, which are the same wherever they are asked for.
    axes: HashMap<Axis, Node>,
}

/// Why code is not read.
pub(super) enum NotRead {
    /// A value is no integer of at most 64 bits.
    Type,
    /// There are too many operations.
    TooLong,
}

/// What the size of a dimension of a memref is.
enum Size<'c> {
    Constant(i64),
    Value(IrValue<'c>),
}

impl<'c> Reader<'c> {
    /// Reading stops at these values, which become the first inputs.
    pub fn new(stops: &[IrValue<'c>]) -> Result<Self, NotRead> {
        let mut reader = Reader::default();
        for &stop in stops {
            if reader.known(stop).is_none() {
                reader.input(stop)?;
            }
        }
        Ok(reader)
    }

    pub fn code(&self) -> &Code {
        &self.code
    }

    pub fn inputs(&self) -> &[IrValue<'c>] {
        &self.inputs
    }

    pub fn bounds(&self) -> &[(i64, i64)] {
        &self.bounds
    }

    /// The operation of the IR that a node is part of.
    pub fn origin(&self, node: Node) -> Option<OperationRef<'c, 'c>> {
        self.origins.iter().find(|(known, _)| *known == node).map(|(_, operation)| *operation)
    }

    /// The nodes of values, each as [`Reader::value`] has it.
    pub fn values(&mut self, values: &[IrValue<'c>]) -> Result<Vec<Node>, NotRead> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    /// A number in a type of so many bits.
    pub fn constant(&mut self, bits: u32, number: i64) -> Node {
        self.code.push(bits, Operation::Constant(number))
    }

    pub fn compare(&mut self, relation: Relation, left: Node, right: Node) -> Node {
        self.code.push(1, Operation::Compare { relation, left, right })
    }

    /// Any other operation on nodes.
    pub fn push(&mut self, bits: u32, operation: Operation) -> Node {
        self.code.push(bits, operation)
    }

    /// The node of a value that is read already.
    pub fn known(&self, value: IrValue<'c>) -> Option<Node> {
        self.nodes.get(&ir::value_key(value)).copied()
    }

    /// Says what a value is, unless it is read already.
    pub fn define(&mut self, value: IrValue<'c>, node: Node) {
        self.nodes.entry(ir::value_key(value)).or_insert(node);
    }

    /// The node of a value, with all that it depends on. What is not understood becomes an input.
    pub fn value(&mut self, value: IrValue<'c>) -> Result<Node, NotRead> {
        let mut pending = vec![value];
        while let Some(&value) = pending.last() {
            if self.known(value).is_some() {
                pending.pop();
                continue;
            }
            if MAX_OPERATIONS < self.code.operations().len() {
                return Err(NotRead::TooLong);
            }
            let bits = bits(value.r#type())?;
            if let Some(size) = ir::defining_op(value).and_then(size) {
                let node = match size {
                    Size::Constant(size) => Some(self.constant(bits, size)),
                    Size::Value(size) => self.known(size).or_else(|| {
                        pending.push(size);
                        None
                    }),
                };
                if let Some(node) = node {
                    self.define(value, node);
                }
                continue;
            }
            let operation = ir::defining_op(value).filter(|&operation| is_read(operation));
            let Some(operation) = operation else {
                self.input(value)?;
                continue;
            };
            let before = pending.len();
            pending.extend(operation.operands().filter(|&operand| self.known(operand).is_none()));
            if before == pending.len() && self.operation(operation, bits).is_none() {
                self.input(value)?;
            }
        }
        self.known(value).ok_or(NotRead::TooLong)
    }

    fn input(&mut self, value: IrValue<'c>) -> Result<(), NotRead> {
        let bits = bits(value.r#type())?;
        let number = kernel::number(value);
        if let Some((axis, _)) = number
            && let Some(&node) = self.axes.get(&axis)
        {
            self.define(value, node);
            return Ok(());
        }
        let node = self.code.input(bits);
        self.inputs.push(value);
        self.define(value, node);
        let is_size = ir::defining_op(value).is_some_and(|op| ir::name(op) == "memref.dim");
        self.bounds.push(match number {
            Some((axis, bounds)) => {
                self.axes.insert(axis, node);
                bounds
            }
            None if is_size => (0, i64::MAX),
            None => numbers(bits),
        });
        Ok(())
    }

    /// An operation whose operands are read.
    fn operation(&mut self, operation: OperationRef<'c, 'c>, bits: u32) -> Option<()> {
        let operands: Option<Vec<Node>> =
            operation.operands().map(|operand| self.known(operand)).collect();
        let operands = operands?;
        let nodes = match affine::is_read(operation) {
            true => self.affine_operation(operation, &operands)?,
            false => {
                let read = self.arith(operation, &operands)?;
                vec![self.code.push(bits, read)]
            }
        };
        for (result, node) in operation.results().zip(nodes) {
            self.origins.push((node, operation));
            self.define(result.into(), node);
        }
        Some(())
    }

    fn arith(&mut self, operation: OperationRef<'c, 'c>, operands: &[Node]) -> Option<Operation> {
        let name = arith_name(operation)?;
        Some(match (name, operands) {
            ("constant", []) => {
                let number = ir::constant_attribute(operation)?;
                Operation::Constant(IntegerAttribute::try_from(number).ok()?.value())
            }
            ("index_cast" | "extsi" | "trunci", &[from]) => {
                if name == "trunci" && flags(operation)? != Flags::default() {
                    return None;
                }
                Operation::SignExtend(from)
            }
            ("index_castui" | "extui", &[from]) => Operation::ZeroExtend(from),
            ("select", &[condition, yes, no]) if self.code.bits(condition) == 1 => {
                Operation::Select(condition, yes, no)
            }
            ("cmpi", &[left, right]) => {
                let (relation, is_swapped) = relation(operation)?;
                let (left, right) = if is_swapped { (right, left) } else { (left, right) };
                Operation::Compare { relation, left, right }
            }
            ("minsi" | "maxsi" | "minui" | "maxui", &[left, right]) => {
                let relation =
                    if name.ends_with("si") { Relation::Less } else { Relation::LessUnsigned };
                let is_less = self.compare(relation, left, right);
                match name.starts_with("min") {
                    true => Operation::Select(is_less, left, right),
                    false => Operation::Select(is_less, right, left),
                }
            }
            (_, &[left, right]) => {
                let (operator, flags) = (operator(name)?, flags(operation)?);
                Operation::Binary { operator, left, right, flags }
            }
            _ => return None,
        })
    }
}

/// True for an operation that reading goes through, if its attributes are understood.
fn is_read(operation: OperationRef<'_, '_>) -> bool {
    let names = [
        "constant",
        "index_cast",
        "index_castui",
        "extsi",
        "extui",
        "trunci",
        "select",
        "cmpi",
        "minsi",
        "maxsi",
        "minui",
        "maxui",
    ];
    let is_arith =
        arith_name(operation).is_some_and(|name| names.contains(&name) || operator(name).is_some());
    let is_plain = is_arith && operation.result_count() == 1;
    (is_plain || affine::is_read(operation))
        && !operation.has_attribute("isExact")
        && operation.operands().all(|operand| bits(operand.r#type()).is_ok())
}

/// The size that a `memref.dim` gives, if the memref or its allocation says it.
fn size<'c>(dim: OperationRef<'c, 'c>) -> Option<Size<'c>> {
    if ir::name(dim) != "memref.dim" {
        return None;
    }
    let position = ir::integer(ir::constant_attribute(ir::defining_op(dim.operand(1).ok()?)?)?)?;
    let position = usize::try_from(position).ok()?;
    let buffer = dim.operand(0).ok()?;
    let memref = MemRefType::try_from(buffer.r#type()).ok()?;
    let size = |position| match memref.dim_size(position) {
        Ok(melior::ir::r#type::DimSize::Static(size)) => i64::try_from(size).ok(),
        _ => None,
    };
    if memref.rank() <= position {
        return None;
    }
    if let Some(size) = size(position) {
        return Some(Size::Constant(size));
    }
    let allocation = ir::defining_op(buffer)?;
    if !matches!(ir::name(allocation), "memref.alloc" | "memref.alloca") {
        return None;
    }
    let before = (0..position).filter(|&before| size(before).is_none()).count();
    ir::operand_segment(allocation, 0).get(before).copied().map(Size::Value)
}

/// The numbers of a type of so many bits, read with a sign.
fn numbers(bits: u32) -> (i64, i64) {
    let greatest = i64::MAX >> (64 - bits);
    (-greatest - 1, greatest)
}

/// The width of a type; an index has 64 bits.
pub(super) fn bits(found: Type<'_>) -> Result<u32, NotRead> {
    if found.is_index() {
        return Ok(64);
    }
    let width = IntegerType::try_from(found).map(|integer| integer.width()).unwrap_or(0);
    if (1..=64).contains(&width) { Ok(width) } else { Err(NotRead::Type) }
}
