//! Operations of `arith` and `affine` as [`Code`].
//!
//! This is the other way round of `lower_applies::emit`, and shares nothing with it.

use std::collections::HashMap;

use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{OperationRef, Type, TypeLike, Value, ValueLike};

use crate::dialect::ir;
use crate::ffi::mlir::{AffineExpr, AffineOperator, affine_results};
use crate::validate::{Code, Flags, Node, Operation, Operator, Relation};

type IrValue<'c> = Value<'c, 'c>;

/// More operations than this are not read.
const MAX_OPERATIONS: usize = 4096;

/// The code that values of the IR come from.
pub(super) struct Reader<'c> {
    code: Code,
    /// The values where reading stops, in the order of the code's inputs.
    inputs: Vec<IrValue<'c>>,
    nodes: HashMap<usize, Node>,
    /// The operations that nodes were made of.
    origins: Vec<(Node, OperationRef<'c, 'c>)>,
}

/// Why code is not read.
pub(super) enum NotRead {
    /// A value is no integer of at most 64 bits.
    Type,
    /// There are too many operations.
    TooLong,
}

impl<'c> Reader<'c> {
    /// Reading stops at these values, which become the first inputs.
    pub fn new(stops: &[IrValue<'c>]) -> Result<Self, NotRead> {
        let mut reader = Reader {
            code: Code::default(),
            inputs: Vec::new(),
            nodes: HashMap::new(),
            origins: Vec::new(),
        };
        for &stop in stops {
            if !reader.nodes.contains_key(&ir::value_key(stop)) {
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

    /// The operation of the IR that a node is part of.
    pub fn origin(&self, node: Node) -> Option<OperationRef<'c, 'c>> {
        self.origins.iter().find(|(known, _)| *known == node).map(|(_, operation)| *operation)
    }

    /// The nodes of values, each as [`Reader::value`] has it.
    pub fn values(&mut self, values: &[IrValue<'c>]) -> Result<Vec<Node>, NotRead> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    /// The node of a value, with all that it depends on. What is not understood becomes an input.
    fn value(&mut self, value: IrValue<'c>) -> Result<Node, NotRead> {
        let mut pending = vec![value];
        while let Some(&value) = pending.last() {
            if self.nodes.contains_key(&ir::value_key(value)) {
                pending.pop();
                continue;
            }
            if MAX_OPERATIONS < self.code.operations().len() {
                return Err(NotRead::TooLong);
            }
            let operation = ir::defining_op(value).filter(|&operation| is_read(operation));
            let Some(operation) = operation else {
                self.input(value)?;
                continue;
            };
            let before = pending.len();
            pending.extend(
                operation
                    .operands()
                    .filter(|&operand| !self.nodes.contains_key(&ir::value_key(operand))),
            );
            if before < pending.len() {
                continue;
            }
            let bits = bits(value.r#type())?;
            match self.operation(operation, bits) {
                Some(node) => {
                    self.origins.push((node, operation));
                    self.nodes.insert(ir::value_key(value), node);
                }
                None => self.input(value)?,
            }
        }
        self.nodes.get(&ir::value_key(value)).copied().ok_or(NotRead::TooLong)
    }

    fn input(&mut self, value: IrValue<'c>) -> Result<(), NotRead> {
        let node = self.code.input(bits(value.r#type())?);
        self.inputs.push(value);
        self.nodes.insert(ir::value_key(value), node);
        Ok(())
    }

    /// An operation whose operands are read.
    fn operation(&mut self, operation: OperationRef<'c, 'c>, bits: u32) -> Option<Node> {
        let operands: Option<Vec<Node>> = operation
            .operands()
            .map(|operand| self.nodes.get(&ir::value_key(operand)).copied())
            .collect();
        let operands = operands?;
        let name = ir::name(operation);
        let read = match (name, &operands[..]) {
            ("arith.constant" | "index.constant", []) => {
                let number = ir::constant_attribute(operation)?;
                Operation::Constant(IntegerAttribute::try_from(number).ok()?.value())
            }
            ("affine.apply", _) => {
                let results = affine_results(operation.attribute("map").ok()?)?;
                let [result] = &results[..] else { return None };
                return self.affine(operation, result, &operands);
            }
            ("arith.index_cast" | "arith.extsi" | "arith.trunci", &[from]) => {
                if name == "arith.trunci" && flags(operation)? != Flags::default() {
                    return None;
                }
                Operation::SignExtend(from)
            }
            ("arith.index_castui" | "arith.extui", &[from]) => Operation::ZeroExtend(from),
            ("arith.select", &[condition, yes, no]) if self.code.bits(condition) == 1 => {
                Operation::Select(condition, yes, no)
            }
            ("arith.cmpi", &[left, right]) => {
                let (relation, is_swapped) =
                    relation(ir::integer_attribute(operation, "predicate")?)?;
                let (left, right) = if is_swapped { (right, left) } else { (left, right) };
                Operation::Compare { relation, left, right }
            }
            ("arith.minsi" | "arith.maxsi" | "arith.minui" | "arith.maxui", &[left, right]) => {
                let relation =
                    if name.ends_with("si") { Relation::Less } else { Relation::LessUnsigned };
                let is_less = self.code.push(1, Operation::Compare { relation, left, right });
                match name.contains("min") {
                    true => Operation::Select(is_less, left, right),
                    false => Operation::Select(is_less, right, left),
                }
            }
            (_, &[left, right]) => {
                let (operator, flags) = (operator(name)?, flags(operation)?);
                Operation::Binary { operator, left, right, flags }
            }
            _ => return None,
        };
        Some(self.code.push(bits, read))
    }

    /// An expression of an affine map. Its sums and products promise nothing about wrapping: only the
    /// result has to fit, whatever order they are calculated in.
    fn affine(
        &mut self,
        operation: OperationRef<'c, 'c>,
        expression: &AffineExpr,
        operands: &[Node],
    ) -> Option<Node> {
        let (operator, parts) = match expression {
            AffineExpr::Operand(position) => return operands.get(*position).copied(),
            AffineExpr::Constant(constant) => {
                return Some(self.code.push(64, Operation::Constant(*constant)));
            }
            AffineExpr::Binary(operator, parts) => (*operator, parts),
        };
        let left = self.affine(operation, &parts[0], operands)?;
        let right = self.affine(operation, &parts[1], operands)?;
        let operator = match operator {
            AffineOperator::Add => Operator::Add,
            AffineOperator::Multiply => Operator::Multiply,
            AffineOperator::FloorDivide => Operator::FloorDivide,
            AffineOperator::CeilDivide => Operator::CeilDivide,
            AffineOperator::Modulo => Operator::Modulo,
        };
        let flags = Flags::default();
        let node = self.code.push(64, Operation::Binary { operator, left, right, flags });
        self.origins.push((node, operation));
        Some(node)
    }
}

/// True for an operation that reading goes through, if its attributes are understood.
fn is_read(operation: OperationRef<'_, '_>) -> bool {
    let name = ir::name(operation);
    let is_plain = operator(name).is_some()
        || matches!(
            name,
            "arith.constant"
                | "index.constant"
                | "affine.apply"
                | "arith.index_cast"
                | "arith.index_castui"
                | "arith.extsi"
                | "arith.extui"
                | "arith.trunci"
                | "arith.select"
                | "arith.cmpi"
                | "arith.minsi"
                | "arith.maxsi"
                | "arith.minui"
                | "arith.maxui"
        );
    is_plain && operation.result_count() == 1 && !operation.has_attribute("isExact")
}

fn operator(name: &str) -> Option<Operator> {
    Some(match name {
        "arith.addi" => Operator::Add,
        "arith.subi" => Operator::Subtract,
        "arith.muli" => Operator::Multiply,
        "arith.divui" => Operator::DivideUnsigned,
        "arith.divsi" => Operator::DivideSigned,
        "arith.remui" => Operator::RemainderUnsigned,
        "arith.remsi" => Operator::RemainderSigned,
        "arith.floordivsi" => Operator::FloorDivide,
        "arith.ceildivsi" => Operator::CeilDivide,
        "arith.ceildivui" => Operator::CeilDivideUnsigned,
        "arith.shli" => Operator::ShiftLeft,
        "arith.shrui" => Operator::ShiftRightUnsigned,
        "arith.shrsi" => Operator::ShiftRightSigned,
        "arith.andi" => Operator::And,
        "arith.ori" => Operator::Or,
        "arith.xori" => Operator::Xor,
        _ => return None,
    })
}

/// The comparison of a predicate of `arith.cmpi`, and whether its operands change sides.
fn relation(predicate: i64) -> Option<(Relation, bool)> {
    Some(match predicate {
        0 => (Relation::Equal, false),
        1 => (Relation::NotEqual, false),
        2 => (Relation::Less, false),
        3 => (Relation::LessOrEqual, false),
        4 => (Relation::Less, true),
        5 => (Relation::LessOrEqual, true),
        6 => (Relation::LessUnsigned, false),
        7 => (Relation::LessOrEqualUnsigned, false),
        8 => (Relation::LessUnsigned, true),
        9 => (Relation::LessOrEqualUnsigned, true),
        _ => return None,
    })
}

/// What an operation promises about wrapping; `None` if it promises something else.
fn flags(operation: OperationRef<'_, '_>) -> Option<Flags> {
    let Ok(attribute) = operation.attribute("overflowFlags") else { return Some(Flags::default()) };
    let text = attribute.to_string();
    let body = text.strip_prefix("#arith.overflow<")?.strip_suffix('>')?;
    let mut flags = Flags::default();
    for word in body.split(',').map(str::trim) {
        match word {
            "none" => {}
            "nsw" => flags.nsw = true,
            "nuw" => flags.nuw = true,
            _ => return None,
        }
    }
    Some(flags)
}

/// The width of a type; an index has 64 bits.
fn bits(found: Type<'_>) -> Result<u32, NotRead> {
    if found.is_index() {
        return Ok(64);
    }
    let width = IntegerType::try_from(found).map(|integer| integer.width()).unwrap_or(0);
    if (1..=64).contains(&width) { Ok(width) } else { Err(NotRead::Type) }
}
