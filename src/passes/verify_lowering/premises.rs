//! What holds where an obligation stands, as truths of its code.
//!
//! The lowerings have a reading of their own, `surroundings`, of which nothing is used here: a mistake
//! there must not be repeated. It gives quantities without a width, with bounds; this gives comparisons
//! bit by bit, from the operation's definition, and leaves it to `validate` what follows from them.

use std::collections::HashMap;

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, RegionLike, Value, ValueLike};

use super::read::{IDS, NotRead, Reader, bits};
use crate::dialect::ir::{self, AffineExpr};
use crate::validate::{Flags, Node, Operation, Operator, Relation};

type IrValue<'c> = Value<'c, 'c>;

/// The `layout.assume` operations inside of an operation, by their blocks.
pub(super) struct Assumptions<'c> {
    blocks: HashMap<usize, Vec<OperationRef<'c, 'c>>>,
}

impl<'c> Assumptions<'c> {
    pub fn collect(root: OperationRef<'c, 'c>) -> Self {
        let mut blocks: HashMap<usize, Vec<_>> = HashMap::new();
        for operation in ir::walk(root) {
            if ir::is_layout_op(operation, "assume")
                && let Some(block) = operation.block()
            {
                blocks.entry(block.to_raw().ptr as usize).or_default().push(operation);
            }
        }
        Assumptions { blocks }
    }

    /// Those that are executed before an operation of some block: earlier in this block, or in the first
    /// block of the region, through which all ways go.
    fn before(&self, operation: OperationRef<'c, 'c>) -> Vec<OperationRef<'c, 'c>> {
        let Some(block) = operation.block() else { return Vec::new() };
        let first = block.parent_region().and_then(|region| region.first_block());
        let of = |block: usize| self.blocks.get(&block).into_iter().flatten().copied();
        let own = block.to_raw().ptr as usize;
        let first = first.map(|first| first.to_raw().ptr as usize).filter(|&first| first != own);
        let earlier = of(own).filter(|&promise| ir::is_before(promise, operation));
        first.into_iter().flat_map(of).chain(earlier).collect()
    }

    pub fn erase(self) {
        for promise in self.blocks.into_values().flatten() {
            ir::erase(promise);
        }
    }
}

/// What is known at an operation.
#[derive(Default)]
pub(super) struct Premises {
    /// Values of one bit that are true there.
    pub truths: Vec<Node>,
    /// True if something is known that is not among them.
    pub is_partial: bool,
}

/// Goes from the function of an obligation inwards, and reads what holds on the way.
pub(super) fn around<'c>(
    obligation: OperationRef<'c, 'c>,
    assumptions: &Assumptions<'c>,
    reader: &mut Reader<'c>,
) -> Premises {
    let mut path = Vec::new();
    let mut inside = obligation;
    while let Some(parent) = inside.parent_operation() {
        path.push((parent, inside));
        // Nothing around a function surrounds a call of it.
        if parent.has_attribute("sym_name") {
            break;
        }
        inside = parent;
    }
    let mut around = Around { reader, premises: Premises::default() };
    for (parent, inside) in path.into_iter().rev() {
        let before = assumptions.before(inside);
        // What an operation of another kind says of its blocks is not known; it says nothing that the
        // claim could need.
        let read = before.into_iter().try_for_each(|promise| around.promise(promise));
        around.note(read);
        let read = match ir::name(parent) {
            "scf.for" => around.scf_for(parent),
            "scf.parallel" => around.scf_parallel(parent),
            "scf.forall" => around.scf_forall(parent),
            "affine.for" => around.affine_for(parent),
            "affine.parallel" => around.affine_parallel(parent),
            "scf.if" => around.scf_if(parent, inside),
            "affine.if" => around.affine_if(parent, inside),
            "gpu.launch" => around.launch(parent),
            _ => Some(()),
        };
        around.note(read);
    }
    for (id, size) in around.reader.counted() {
        around.compare(Relation::Less, id, size);
    }
    around.premises
}

/// Maps of affine operations are of integers, not of numbers of 64 bits: where a sum of one passes
/// them, nothing is claimed.
const EXACT: Flags = Flags { nsw: true, nuw: false };

struct Around<'r, 'c> {
    reader: &'r mut Reader<'c>,
    premises: Premises,
}

impl<'c> Around<'_, 'c> {
    fn note(&mut self, read: Option<()>) {
        self.premises.is_partial |= read.is_none();
    }

    fn know(&mut self, truth: Node) {
        self.premises.truths.push(truth);
    }

    fn compare(&mut self, relation: Relation, left: Node, right: Node) {
        let truth = self.reader.compare(relation, left, right);
        self.know(truth);
    }

    fn node(&mut self, value: IrValue<'c>) -> Option<Node> {
        self.reader.value(value).ok()
    }

    /// The node of the variable of a loop, or of another argument of a body.
    fn argument(&mut self, around: OperationRef<'c, 'c>, position: usize) -> Option<Node> {
        let body = around.region(0).ok()?.first_block()?;
        self.node(body.argument(position).ok()?.into())
    }

    /// A variable of a loop is at least each of `low`, less than each of `high`, and some steps further
    /// than the one of `low`.
    fn variable(
        &mut self,
        variable: Node,
        (low, high): (&[Node], &[Node]),
        step: Option<Node>,
        is_signed: bool,
    ) -> Option<()> {
        let (least, less) = match is_signed {
            true => (Relation::LessOrEqual, Relation::Less),
            false => (Relation::LessOrEqualUnsigned, Relation::LessUnsigned),
        };
        for &low in low {
            self.compare(least, low, variable);
        }
        for &high in high {
            self.compare(less, variable, high);
        }
        let Some(step) = step else { return Some(()) };
        // The distance of two numbers is not negative, so it is right without a sign.
        let &[low] = low else { return None };
        let bits = self.reader.code().bits(variable);
        let flags = Flags::default();
        let operation = |operator, left, right| Operation::Binary { operator, left, right, flags };
        let distance = self.reader.push(bits, operation(Operator::Subtract, variable, low));
        let rest = self.reader.push(bits, operation(Operator::RemainderUnsigned, distance, step));
        let zero = self.reader.constant(bits, 0);
        self.compare(Relation::Equal, rest, zero);
        Some(())
    }

    /// The step of a loop, unless it is 1.
    fn step(&mut self, step: IrValue<'c>) -> Option<Option<Node>> {
        let constant = ir::defining_op(step).and_then(ir::constant_attribute).and_then(ir::integer);
        if constant == Some(1) { Some(None) } else { Some(Some(self.node(step)?)) }
    }

    fn scf_for(&mut self, around: OperationRef<'c, 'c>) -> Option<()> {
        let [low, high, step] = [0, 1, 2].map(|position| around.operand(position).ok());
        let (low, high, step) = (self.node(low?)?, self.node(high?)?, self.step(step?)?);
        let variable = self.argument(around, 0)?;
        let is_signed = !around.has_attribute("unsignedCmp");
        self.variable(variable, (&[low], &[high]), step, is_signed)
    }

    fn scf_parallel(&mut self, around: OperationRef<'c, 'c>) -> Option<()> {
        let [low, high, step] = [0, 1, 2].map(|segment| ir::operand_segment(around, segment));
        for (position, ((low, high), step)) in low.into_iter().zip(high).zip(step).enumerate() {
            let (low, high, step) = (self.node(low)?, self.node(high)?, self.step(step)?);
            let variable = self.argument(around, position)?;
            self.variable(variable, (&[low], &[high]), step, true)?;
        }
        Some(())
    }

    fn scf_forall(&mut self, around: OperationRef<'c, 'c>) -> Option<()> {
        let mut sides = Vec::new();
        let names = ["staticLowerBound", "staticUpperBound", "staticStep"];
        for (segment, name) in names.into_iter().enumerate() {
            let mut values = ir::operand_segment(around, segment).into_iter();
            let mut side = Vec::new();
            for number in ir::integers_attribute(around, name)? {
                side.push(match number {
                    i64::MIN => self.node(values.next()?)?,
                    number => self.reader.constant(64, number),
                });
            }
            sides.push(side);
        }
        let [low, high, step] = &sides[..] else { return None };
        for (position, ((low, high), step)) in low.iter().zip(high).zip(step).enumerate() {
            let variable = self.argument(around, position)?;
            self.variable(variable, (&[*low], &[*high]), Some(*step), true)?;
        }
        Some(())
    }

    /// The results of a map at some operands.
    fn mapped(
        &mut self,
        around: OperationRef<'c, 'c>,
        results: &[AffineExpr],
        operands: &[IrValue<'c>],
    ) -> Option<Vec<Node>> {
        let operands: Option<Vec<Node>> =
            operands.iter().map(|&operand| self.node(operand)).collect();
        let operands = operands?;
        let result = |result| self.reader.expression(around, result, &operands, EXACT);
        results.iter().map(result).collect()
    }

    fn affine_for(&mut self, around: OperationRef<'c, 'c>) -> Option<()> {
        let mut side = |name, segment| {
            let results = ir::affine_results(around.attribute(name).ok()?)?;
            self.mapped(around, &results, &ir::operand_segment(around, segment))
        };
        let (low, high) = (side("lowerBoundMap", 0)?, side("upperBoundMap", 1)?);
        let step = match ir::integer_attribute(around, "step")? {
            1 => None,
            step => Some(self.reader.constant(64, step)),
        };
        let variable = self.argument(around, 0)?;
        self.variable(variable, (&low, &high), step, true)
    }

    fn affine_parallel(&mut self, around: OperationRef<'c, 'c>) -> Option<()> {
        let mut operands: Vec<IrValue<'c>> = around.operands().collect();
        let mut side = |map: &str, groups: &str| -> Option<Vec<Vec<Node>>> {
            let map = around.attribute(map).ok()?;
            let n = ir::map_input_count(map)?;
            let rest = operands.split_off(n.min(operands.len()));
            let inputs = std::mem::replace(&mut operands, rest);
            let mut nodes = self.mapped(around, &ir::affine_results(map)?, &inputs)?.into_iter();
            let groups = ir::small_integers(around, groups)?.into_iter();
            groups.map(|n| Some(nodes.by_ref().take(usize::try_from(n).ok()?).collect())).collect()
        };
        let low = side("lowerBoundsMap", "lowerBoundsGroups")?;
        let high = side("upperBoundsMap", "upperBoundsGroups")?;
        let steps = ir::integer_array(around, "steps")?;
        for (position, ((low, high), step)) in low.iter().zip(&high).zip(steps).enumerate() {
            let step = if step == 1 { None } else { Some(self.reader.constant(64, step)) };
            let variable = self.argument(around, position)?;
            self.variable(variable, (low, high), step, true)?;
        }
        Some(())
    }

    /// True in the first region of a branch, false in the other.
    fn is_then(branch: OperationRef<'c, 'c>, inside: OperationRef<'c, 'c>) -> bool {
        inside.block().and_then(|block| block.parent_region()) == branch.region(0).ok()
    }

    /// What holds if a truth does not.
    fn negated(&mut self, truth: Node) -> Node {
        let (left, right) = (truth, self.reader.constant(1, -1));
        let (operator, flags) = (Operator::Xor, Flags::default());
        self.reader.push(1, Operation::Binary { operator, left, right, flags })
    }

    fn scf_if(&mut self, branch: OperationRef<'c, 'c>, inside: OperationRef<'c, 'c>) -> Option<()> {
        let mut truth = self.node(branch.operand(0).ok()?)?;
        if !Self::is_then(branch, inside) {
            truth = self.negated(truth);
        }
        self.know(truth);
        Some(())
    }

    fn affine_if(
        &mut self,
        branch: OperationRef<'c, 'c>,
        inside: OperationRef<'c, 'c>,
    ) -> Option<()> {
        let constraints = ir::affine_set(branch.attribute("condition").ok()?)?;
        let operands: Vec<IrValue<'c>> = branch.operands().collect();
        let (sums, is_equality): (Vec<_>, Vec<_>) = constraints.into_iter().unzip();
        let sums = self.mapped(branch, &sums, &operands)?;
        let zero = self.reader.constant(64, 0);
        let mut all = self.reader.constant(1, -1);
        for (sum, is_equality) in sums.into_iter().zip(is_equality) {
            let relation = if is_equality { Relation::Equal } else { Relation::LessOrEqual };
            let right = self.reader.compare(relation, zero, sum);
            let (left, operator, flags) = (all, Operator::And, Flags::default());
            all = self.reader.push(1, Operation::Binary { operator, left, right, flags });
        }
        if !Self::is_then(branch, inside) {
            all = self.negated(all);
        }
        self.know(all);
        Some(())
    }

    /// A launch gives the arguments of its body the ids of a block and of a thread, then how many there
    /// are of each.
    fn launch(&mut self, launch: OperationRef<'c, 'c>) -> Option<()> {
        let body = launch.region(0).ok()?.first_block()?;
        let one = self.reader.constant(64, 1);
        let (zero, most) =
            (self.reader.constant(64, 0), self.reader.constant(64, i64::from(u32::MAX)));
        for axis in 0..3 {
            // What the launch waits for is the first segment, and blocks come before threads.
            for (kind, (id, size)) in IDS.into_iter().rev().enumerate() {
                let argument = |position| body.argument(position).ok().map(Value::from);
                let operands = ir::operand_segment(launch, 1 + 3 * kind + axis);
                let count = self.node(*operands.first()?)?;
                let counted = argument(6 + 3 * kind + axis)?;
                self.reader.define(counted, count);
                self.reader.name_axis((ir::key(launch), size, axis), counted);
                let numbered = argument(3 * kind + axis)?;
                let number = self.node(numbered)?;
                self.reader.name_axis((ir::key(launch), id, axis), numbered);
                self.compare(Relation::LessOrEqual, one, count);
                self.compare(Relation::LessOrEqual, count, most);
                self.compare(Relation::LessOrEqual, zero, number);
                self.compare(Relation::Less, number, count);
            }
        }
        Some(())
    }

    fn promise(&mut self, promise: OperationRef<'c, 'c>) -> Option<()> {
        let value = promise.operand(0).ok()?;
        let node = self.node(value)?;
        let bits = bits(value.r#type()).ok().filter(|&bits| 1 < bits)?;
        let greatest = i64::MAX >> (64 - bits);
        // An end that the type does not have says nothing, or that the code is not executed.
        let number = |name| {
            let number = ir::integer_attribute(promise, name);
            number.filter(|number| (-greatest..=greatest).contains(number))
        };
        if let Some(least) = number("least") {
            let least = self.reader.constant(bits, least);
            self.compare(Relation::LessOrEqual, least, node);
        }
        if let Some(greatest) = number("greatest") {
            let greatest = self.reader.constant(bits, greatest);
            self.compare(Relation::LessOrEqual, node, greatest);
        }
        if promise.has_attribute("modulus") {
            let (left, right) = (node, self.reader.constant(bits, number("modulus")?));
            let (operator, flags) = (Operator::Modulo, Flags::default());
            let rest = self.reader.push(bits, Operation::Binary { operator, left, right, flags });
            let residue = self.reader.constant(bits, number("residue")?);
            self.compare(Relation::Equal, rest, residue);
        }
        Some(())
    }
}

impl NotRead {
    /// Why an obligation is not decided.
    pub fn reason(&self) -> &'static str {
        match self {
            NotRead::Type => "a value is no integer of at most 64 bits",
            NotRead::TooLong => "the code is too long",
        }
    }
}
