//! Operations of `arith`, `index` and `affine` as [`Code`].
//!
//! This is the other way round of `lower_applies::emit`, and shares nothing with it, nor with what
//! the lowerings know of values.

mod affine;
mod exact;
mod kernel;
mod lanes;
mod operators;
mod promises;
mod truths;

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ShapedTypeLike, Type, Value, ValueLike};
use rustc_hash::FxHashMap;

use self::kernel::Axis;
pub(crate) use self::operators::poison_reason;
use self::operators::{is_exact, operator, relation};
use crate::dialect::foreign::Number;
use crate::dialect::foreign::arithmetic::{
    Arithmetic, Operator as Foreign, Predicate, Wrapping, arithmetic,
};
use crate::dialect::foreign::kernel::IDS;
use crate::dialect::foreign::memory::{asked_size, size_of};
use crate::dialect::foreign::sizes::{self, Size};
use crate::dialect::ir;
use crate::dialect::numbers::numbers as numbers_of;
use crate::validate::{CmpPredicate, Code, Flags, Node, Operation};

type IrValue<'c> = Value<'c, 'c>;

/// More operations than this are not read.
const MAX_OPERATIONS: usize = 4096;

/// The code that values of the IR come from.
#[derive(Default)]
pub(crate) struct CodeReader<'c> {
    code: Code,
    /// The values where reading stops, in the order of the code's inputs.
    inputs: Vec<IrValue<'c>>,
    /// What the inputs are by themselves, both ends included.
    bounds: Vec<(i64, i64)>,
    nodes: FxHashMap<usize, Node>,
    /// The operations that nodes were made of.
    origins: Vec<(Node, OperationRef<'c, 'c>)>,
    /// Numbers of kernels, which are the same wherever they are asked for.
    axes: FxHashMap<Axis, Node>,
    /// What the maps of operations of `affine` promise.
    pub maps: Flags,
    /// The divisors of operations of `affine` that have to be positive, as they are read.
    pub divisors: Vec<(OperationRef<'c, 'c>, Node)>,
    /// Whether vectors are read, as the number that is in one of their lanes.
    is_lane: bool,
}

/// Why code is not read.
pub(crate) enum NotRead {
    /// A value is not an integer of at most 64 bits.
    Type,
    /// There are too many operations.
    TooLong,
}

impl NotRead {
    /// Why an obligation is not decided.
    pub fn reason(&self) -> &'static str {
        match self {
            NotRead::Type => "a value is not an integer of at most 64 bits",
            NotRead::TooLong => "the code is too long",
        }
    }
}

impl<'c> CodeReader<'c> {
    /// Reading stops at these values, which become the first inputs.
    pub fn new(stops: &[IrValue<'c>]) -> Result<Self, NotRead> {
        CodeReader::default().stopping(stops)
    }

    /// The same of a reader that has read nothing.
    pub fn stopping(mut self, stops: &[IrValue<'c>]) -> Result<Self, NotRead> {
        for &stop in stops {
            if self.known(stop).is_none() {
                self.input(stop)?;
            }
        }
        Ok(self)
    }

    /// Vectors are read from now on: operations that do in each lane what they do on numbers, of one
    /// lane, which is any.
    pub fn in_a_lane(self) -> Self {
        CodeReader { is_lane: true, ..self }
    }

    /// A reader of code that is executed.
    pub fn executing() -> Self {
        CodeReader { code: Code::folding(), ..CodeReader::default() }
    }

    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The code, for more of it.
    pub fn code_mut(&mut self) -> &mut Code {
        &mut self.code
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

    /// The nodes that are operations of the IR.
    pub fn origins(&self) -> impl Iterator<Item = Node> {
        self.origins.iter().map(|(node, _)| *node)
    }

    /// The nodes of values, each as [`CodeReader::value`] has it.
    pub fn values(&mut self, values: &[IrValue<'c>]) -> Result<Vec<Node>, NotRead> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    /// A number in a type of so many bits.
    pub fn constant(&mut self, bits: u32, number: i64) -> Node {
        self.code.push(bits, Operation::Constant(number))
    }

    pub fn compare(&mut self, relation: CmpPredicate, left: Node, right: Node) -> Node {
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

    /// Says what a value is, which may have been another one before.
    pub fn redefine(&mut self, value: IrValue<'c>, node: Node) {
        self.nodes.insert(ir::value_key(value), node);
    }

    /// The node of a value, with all that it depends on. What is not understood becomes an input.
    pub fn value(&mut self, value: IrValue<'c>) -> Result<Node, NotRead> {
        let mut pending = vec![value];
        while let Some(&value) = pending.last() {
            if self.known(value).is_some() {
                pending.pop();
                continue;
            }
            // A value may depend on itself where nothing is executed.
            if MAX_OPERATIONS < self.code.operations().len().max(pending.len()) {
                return Err(NotRead::TooLong);
            }
            let bits = self.bits(value.r#type())?;
            let lane = ir::defining_op(value).filter(|_| self.is_lane).and_then(lanes::broadcast);
            if let Some(number) = lane {
                match self.known(number) {
                    Some(node) => self.define(value, node),
                    None => pending.push(number),
                }
                continue;
            }
            if let Some(size) = ir::defining_op(value).and_then(size) {
                let node = match size {
                    Number::Constant(size) => Some(self.constant(bits, size)),
                    Number::Value(size) => self.known(size).or_else(|| {
                        pending.push(size);
                        None
                    }),
                };
                if let Some(node) = node {
                    self.define(value, node);
                }
                continue;
            }
            let operation = ir::defining_op(value);
            let read = operation.and_then(|operation| Some((operation, self.read(operation)?)));
            let Some((operation, arithmetic)) = read else {
                self.input(value)?;
                continue;
            };
            let before = pending.len();
            pending.extend(operation.operands().filter(|&operand| self.known(operand).is_none()));
            if before == pending.len() && self.operation(operation, arithmetic, bits).is_none() {
                self.input(value)?;
            }
        }
        self.known(value).ok_or(NotRead::TooLong)
    }

    fn input(&mut self, value: IrValue<'c>) -> Result<(), NotRead> {
        let bits = self.bits(value.r#type())?;
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
        self.bounds.push(match number {
            Some((axis, bounds)) => {
                self.axes.insert(axis, node);
                bounds
            }
            None if size_of(value).is_some() => (0, i64::MAX),
            None => lanes::bounds(value).unwrap_or(numbers(bits)),
        });
        Ok(())
    }

    /// An operation whose operands are read.
    fn operation(
        &mut self,
        operation: OperationRef<'c, 'c>,
        arithmetic: Arithmetic,
        bits: u32,
    ) -> Option<()> {
        let operands: Option<Vec<Node>> =
            operation.operands().map(|operand| self.known(operand)).collect();
        let nodes = self.computed(operation, arithmetic, bits, &operands?)?;
        for (result, node) in operation.results().zip(nodes) {
            self.note_origin(node, operation);
            self.define(result.into(), node);
        }
        Some(())
    }

    /// The nodes of the results of an operation.
    fn computed(
        &mut self,
        operation: OperationRef<'c, 'c>,
        arithmetic: Arithmetic,
        bits: u32,
        operands: &[Node],
    ) -> Option<Vec<Node>> {
        Some(match arithmetic {
            Arithmetic::Apply | Arithmetic::Minimum | Arithmetic::Maximum => {
                vec![self.mapped(operation, arithmetic, operands)?]
            }
            Arithmetic::Digits => self.delinearized(operation, operands)?,
            Arithmetic::FromDigits => vec![self.linearized(operation)?],
            _ => vec![self.lane(operation, bits, operands)?],
        })
    }

    /// What an operation of `arith` or `index` makes of one lane of its operands, or of numbers.
    pub fn lane(
        &mut self,
        operation: OperationRef<'c, 'c>,
        bits: u32,
        operands: &[Node],
    ) -> Option<Node> {
        let arithmetic = arithmetic(operation)?;
        let read = self.arith(operation, arithmetic, operands)?;
        let node = self.code.push(bits, read);
        match (arithmetic, operands) {
            (Arithmetic::Binary(operator), &[left, right]) if is_exact(operation) => {
                self.exact(operation, operator, (node, left, right))
            }
            _ => Some(node),
        }
    }

    /// Executes an operation on what its operands are now; `None` if it is not read.
    pub fn execute(&mut self, operation: OperationRef<'c, 'c>) -> Option<()> {
        let arithmetic = self.read(operation)?;
        let bits = bits(operation.results().next().map(Value::from)?.r#type()).ok()?;
        let operands: Option<Vec<Node>> =
            operation.operands().map(|operand| self.known(operand)).collect();
        let nodes = self.computed(operation, arithmetic, bits, &operands?)?;
        for (result, node) in operation.results().zip(nodes) {
            self.note_origin(node, operation);
            self.redefine(result.into(), node);
        }
        Some(())
    }

    /// What an operation that reading goes through computes, if its attributes are understood.
    fn read(&self, operation: OperationRef<'_, '_>) -> Option<Arithmetic> {
        arithmetic(operation)
            .filter(|_| operation.operands().all(|operand| self.bits(operand.r#type()).is_ok()))
    }

    /// The width of a type, or of the lanes of one.
    fn bits(&self, of: Type<'_>) -> Result<u32, NotRead> {
        bits(if self.is_lane { ir::element_type(of) } else { of })
    }

    /// Remembers the operation that a node is of, if the node is new.
    fn note_origin(&mut self, node: Node, operation: OperationRef<'c, 'c>) {
        if node.position() + 1 == self.code.operations().len() {
            self.origins.push((node, operation));
        }
    }

    fn arith(
        &mut self,
        operation: OperationRef<'c, 'c>,
        arithmetic: Arithmetic,
        operands: &[Node],
    ) -> Option<Operation> {
        Some(match (arithmetic, operands) {
            (Arithmetic::Constant, []) => {
                let lanes = numbers_of(ir::constant_attribute(operation)?)?;
                let [number] = lanes[..] else { return None };
                Operation::Constant(number)
            }
            (Arithmetic::SignedCast, &[from]) => {
                Operation::SignExtend(self.truncated(operation, from, flags(operation)?)?)
            }
            (Arithmetic::UnsignedCast, &[from]) => Operation::ZeroExtend(from),
            (Arithmetic::Select, &[condition, yes, no]) if self.code.bits(condition) == 1 => {
                Operation::Select(condition, yes, no)
            }
            (Arithmetic::Compare, &[left, right]) => {
                let (relation, is_swapped) = relation(Predicate::of(operation)?);
                let (left, right) = if is_swapped { (right, left) } else { (left, right) };
                Operation::Compare { relation, left, right }
            }
            (Arithmetic::Binary(binary), &[left, right]) => {
                let (relation, is_least) = match binary {
                    Foreign::MinimumSigned => (CmpPredicate::Less, true),
                    Foreign::MaximumSigned => (CmpPredicate::Less, false),
                    Foreign::MinimumUnsigned => (CmpPredicate::LessUnsigned, true),
                    Foreign::MaximumUnsigned => (CmpPredicate::LessUnsigned, false),
                    _ => {
                        let (operator, flags) = (operator(binary)?, flags(operation)?);
                        return Some(Operation::Binary { operator, left, right, flags });
                    }
                };
                let is_less = self.compare(relation, left, right);
                match is_least {
                    true => Operation::Select(is_less, left, right),
                    false => Operation::Select(is_less, right, left),
                }
            }
            _ => return None,
        })
    }

    /// Says which value is a number of a kernel.
    pub fn name_axis(&mut self, axis: Axis, value: IrValue<'c>) {
        if let Some(node) = self.known(value) {
            self.axes.entry(axis).or_insert(node);
        }
    }

    /// The ids that are met, each with the number of them if that is met too.
    pub fn counted(&self) -> Vec<(Node, Node)> {
        let size = |(&(kernel, count, axis), &id): (&Axis, &Node)| {
            let (_, size) = IDS.into_iter().find(|(known, _)| *known == count)?;
            Some((id, *self.axes.get(&(kernel, size, axis))?))
        };
        let mut found: Vec<(Node, Node)> = self.axes.iter().filter_map(size).collect();
        found.sort();
        found
    }
}

/// What an operation promises about wrapping; `None` if it promises something else.
fn flags(operation: OperationRef<'_, '_>) -> Option<Flags> {
    Wrapping::of(operation).map(|Wrapping { nsw, nuw }| Flags { nsw, nuw })
}

/// The size that an operation gives, if the memref or its allocation says it.
fn size<'c>(operation: OperationRef<'c, 'c>) -> Option<Number<'c>> {
    let (buffer, dimension) = asked_size(operation)?;
    let dimension = usize::try_from(ir::constant(dimension)?).ok()?;
    let memref = ir::memref_type(buffer.r#type())?;
    if memref.rank() <= dimension {
        return None;
    }
    match sizes::size(buffer, dimension) {
        Size::Number(size) => Some(size),
        Size::Product(..) | Size::Of(..) => None,
    }
}

/// The numbers of a type of so many bits, read with a sign.
pub(crate) fn numbers(bits: u32) -> (i64, i64) {
    let greatest = i64::MAX >> (64 - bits);
    (-greatest - 1, greatest)
}

/// The width of a type; an index has 64 bits.
pub(crate) fn bits(found: Type<'_>) -> Result<u32, NotRead> {
    ir::width(found).ok_or(NotRead::Type)
}
