//! What holds where an obligation stands, as truths of its code.
//!
//! The lowerings have a reading of their own, `surroundings`, of which nothing is used here: a mistake
//! there must not be repeated. It gives quantities without a width, with bounds; this gives comparisons
//! bit by bit, from the operation's definition, and leaves it to `validate` what follows from them.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, Value, ValueLike};
use rustc_hash::FxHashMap;

use super::carried::{Carried, growing};
use super::read::{CodeReader, bits};
use crate::dialect::flow::{Flow, Holding, MAX_CONDITIONS};
use crate::dialect::foreign::Number;
use crate::dialect::foreign::control::{
    Condition, LoopVariable, Taken, is_affine_loop, is_in_order, loop_variables, taken, while_loop,
};
use crate::dialect::foreign::is_called;
use crate::dialect::foreign::kernel::{Launched, MOST, is_launch, launched};
use crate::dialect::ir::{self, AffineExpr};
use crate::dialect::promises::Promises;
use crate::validate::{CmpPredicate, Flags, Node, Operation, Operator};

type IrValue<'c> = Value<'c, 'c>;

/// The promises that are kept before an operation of some block: earlier in this block, or in a block through
/// which all ways go.
fn before<'c>(
    promises: &Promises<'c>,
    operation: OperationRef<'c, 'c>,
) -> Vec<OperationRef<'c, 'c>> {
    let Some(block) = operation.block() else { return Vec::new() };
    let mut blocks: Vec<BlockRef<'c, 'c>> = promises.flow().dominators(block).collect();
    blocks.reverse();
    let all = |block| promises.of_block(block).into_iter().flat_map(|promised| promised.all());
    let is_earlier = |promise: &OperationRef<'c, 'c>| {
        promise.block() != Some(block) || ir::is_before(*promise, operation)
    };
    blocks.into_iter().flat_map(all).filter(is_earlier).collect()
}

/// What is known at an operation.
#[derive(Default)]
pub(in crate::passes) struct Premises {
    /// Values of one bit that are true there.
    pub truths: Vec<Node>,
    /// True if something is known that is not among them.
    pub is_partial: bool,
}

/// Goes from the function of an obligation inwards, and reads what holds on the way.
pub(in crate::passes) fn around<'c>(
    obligation: OperationRef<'c, 'c>,
    promises: &Promises<'c>,
    reader: &mut CodeReader<'c>,
) -> Premises {
    let mut path = Vec::new();
    let mut inside = obligation;
    while let Some(parent) = inside.parent_operation() {
        path.push((parent, inside));
        // Nothing around a function surrounds a call of it.
        if is_called(parent) {
            break;
        }
        inside = parent;
    }
    let mut around = Around { reader, premises: Premises::default(), joins: Joins::default() };
    // Where no way leads nothing is refuted.
    around.note(promises.flow().is_reached(obligation).then_some(()));
    for (parent, inside) in path.into_iter().rev() {
        // A promise in the loop may be about what it carries.
        if is_in_order(parent) {
            let read = around.carried(parent);
            around.note(read);
        }
        // Of another iteration, which comes before, it is not known whether the function ends in it.
        let goes_on = is_in_order(parent) || while_loop(parent).is_some();
        let may_stop = goes_on && promises.flow().may_stop_in(parent);
        let is_untold = promises.flow().is_untold_before(inside, promises.is_any());
        around.note((!may_stop && !is_untold).then_some(()));
        let before = before(promises, inside);
        // What an operation of another kind says of its blocks is not known; it says nothing that the
        // claim could need.
        let read = before.into_iter().try_for_each(|promise| around.promise(promise));
        around.note(read);
        let before = promises.flow().before(inside);
        // Of so many there may be more.
        around.note((before.len() < MAX_CONDITIONS).then_some(()));
        for holding in before {
            let read = match holding {
                Holding::Condition(taken) => around.branch(parent, taken),
                Holding::Entered(block) => around.entered(promises.flow(), block),
            };
            around.note(read);
        }
        let read = around.joined(promises, inside);
        around.note(read);
        let read = if is_launch(parent) {
            around.launch(parent)
        } else if let Some(taken) = taken(parent, inside) {
            around.branch(parent, taken)
        } else if let Some(variables) = loop_variables(parent) {
            variables.into_iter().try_for_each(|variable| around.variable(parent, &variable))
        } else {
            (!is_affine_loop(parent) && while_loop(parent).is_none()).then_some(())
        };
        around.note(read);
    }
    for (id, size) in around.reader.counted() {
        around.compare(CmpPredicate::Less, id, size);
    }
    around.premises
}

/// Maps of affine operations are of integers, not of numbers of 64 bits: where a sum of one passes
/// them, nothing is claimed.
pub(crate) const EXACT: Flags = Flags { nsw: true, nuw: false };

/// What is known of the ways into blocks.
#[derive(Default)]
pub(super) struct Joins {
    /// What is true where a block is entered, by its key and how deep it may be looked.
    pub(super) truths: FxHashMap<(usize, usize), Option<Node>>,
    /// How many numbers were computed of them.
    pub(super) n_nodes: usize,
}

pub(super) struct Around<'r, 'c> {
    pub(super) reader: &'r mut CodeReader<'c>,
    premises: Premises,
    pub(super) joins: Joins,
}

impl<'c> Around<'_, 'c> {
    pub(super) fn note(&mut self, read: Option<()>) {
        self.premises.is_partial |= read.is_none();
    }

    pub(super) fn know(&mut self, truth: Node) {
        self.premises.truths.push(truth);
    }

    fn compare(&mut self, relation: CmpPredicate, left: Node, right: Node) {
        let truth = self.reader.compare(relation, left, right);
        self.know(truth);
    }

    fn node(&mut self, value: IrValue<'c>) -> Option<Node> {
        self.reader.value(value).ok()
    }

    /// A variable of a loop is at least each of its lower bounds, less than each of the upper ones, and
    /// some steps further than the lower one.
    fn variable(&mut self, around: OperationRef<'c, 'c>, of_loop: &LoopVariable<'c>) -> Option<()> {
        let low = self.mapped(around, &of_loop.low.results, &of_loop.low.operands)?;
        let high = self.mapped(around, &of_loop.high.results, &of_loop.high.operands)?;
        let variable = self.node(of_loop.variable)?;
        let (least, less) = match of_loop.is_signed {
            true => (CmpPredicate::LessOrEqual, CmpPredicate::Less),
            false => (CmpPredicate::LessOrEqualUnsigned, CmpPredicate::LessUnsigned),
        };
        for &low in &low {
            self.compare(least, low, variable);
        }
        for high in high {
            self.compare(less, variable, high);
        }
        let step = match of_loop.step {
            Number::Constant(1) => return Some(()),
            Number::Value(step) if ir::constant(step) == Some(1) => return Some(()),
            Number::Constant(step) => self.reader.constant(64, step),
            Number::Value(step) => self.node(step)?,
        };
        // The distance of two numbers is not negative, so it is right without a sign.
        let [low] = low[..] else { return None };
        let bits = self.reader.code().bits(variable);
        let flags = Flags::default();
        let operation = |operator, left, right| Operation::Binary { operator, left, right, flags };
        let distance = self.reader.push(bits, operation(Operator::Subtract, variable, low));
        let rest = self.reader.push(bits, operation(Operator::RemainderUnsigned, distance, step));
        let zero = self.reader.constant(bits, 0);
        self.compare(CmpPredicate::Equal, rest, zero);
        Some(())
    }

    /// What a loop carries and that grows by a constant in each iteration is what it begins with and as many
    /// times that constant as there were iterations; of anything else nothing is read.
    fn carried(&mut self, around: OperationRef<'c, 'c>) -> Option<()> {
        let found = growing(around);
        if found.is_empty() {
            return Some(());
        }
        let Some([of_loop]) = loop_variables(around).map(<[LoopVariable; 1]>::try_from)?.ok()
        else {
            return Some(());
        };
        let step = match of_loop.step {
            Number::Constant(step) => step,
            Number::Value(step) => ir::constant(step).unwrap_or(0),
        };
        let low = self.mapped(around, &of_loop.low.results, &of_loop.low.operands);
        let ([low], 1..) = (low.as_deref()?, step) else { return Some(()) };
        let variable = self.node(of_loop.variable)?;
        let flags = Flags::default();
        let binary = |operator, left, right| Operation::Binary { operator, left, right, flags };
        // The distance of two numbers is not negative, so it is right without a sign.
        let bits = self.reader.code().bits(variable);
        let distance = self.reader.push(bits, binary(Operator::Subtract, variable, *low));
        let step = self.reader.constant(bits, step);
        let times = self.reader.push(bits, binary(Operator::DivideUnsigned, distance, step));
        for Carried { argument, first, growth, is_promised } in found {
            let first = self.node(first)?;
            let bits = self.reader.code().bits(first);
            let times = match bits == self.reader.code().bits(times) {
                true => times,
                false => self.reader.push(bits, Operation::ZeroExtend(times)),
            };
            let growth = self.reader.constant(bits, growth);
            let product = self.reader.push(bits, binary(Operator::Multiply, times, growth));
            let grown = self.reader.push(bits, binary(Operator::Add, first, product));
            self.reader.define(argument, grown);
            // Where it would wrap it is poison, and nothing is claimed.
            self.premises.is_partial |= is_promised;
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

    fn branch(&mut self, branch: OperationRef<'c, 'c>, taken: Taken<'c>) -> Option<()> {
        let truth = self.truth(branch, taken)?;
        self.know(truth);
        Some(())
    }

    /// What is true where a branch is taken.
    pub(super) fn truth(&mut self, branch: OperationRef<'c, 'c>, taken: Taken<'c>) -> Option<Node> {
        let truth = match taken.condition? {
            Condition::Truth(truth) => self.node(truth)?,
            Condition::Number(value, number) => {
                let node = self.node(value)?;
                let bits = self.reader.code().bits(node);
                let number = self.reader.constant(bits, number);
                self.reader.compare(CmpPredicate::Equal, node, number)
            }
            Condition::Set { constraints, operands } => {
                self.integer_set(branch, constraints, &operands)?
            }
        };
        Some(if taken.holds { truth } else { self.reader.not(truth) })
    }

    /// Each argument of a block with one way in is what it is given; of what several ways give nothing
    /// is read.
    pub(super) fn entered(&mut self, flow: &Flow<'c>, block: BlockRef<'c, 'c>) -> Option<()> {
        for at in 0..block.argument_count() {
            let argument = ir::argument(block, at)?;
            if bits(Value::r#type(&argument)).is_err() {
                continue;
            }
            let [way] = flow.ways(block) else { return None };
            let given = self.node(way.given(at)?)?;
            self.reader.define(argument, given);
        }
        Some(())
    }

    /// Whether values are in a set.
    fn integer_set(
        &mut self,
        branch: OperationRef<'c, 'c>,
        constraints: Vec<(AffineExpr, bool)>,
        operands: &[IrValue<'c>],
    ) -> Option<Node> {
        let (sums, is_equality): (Vec<_>, Vec<_>) = constraints.into_iter().unzip();
        let sums = self.mapped(branch, &sums, operands)?;
        let zero = self.reader.constant(64, 0);
        let mut all = self.reader.constant(1, -1);
        for (sum, is_equality) in sums.into_iter().zip(is_equality) {
            let relation =
                if is_equality { CmpPredicate::Equal } else { CmpPredicate::LessOrEqual };
            let holds = self.reader.compare(relation, zero, sum);
            all = self.reader.both(all, holds);
        }
        Some(all)
    }

    /// What a launch says of the ids of blocks and of threads, and of how many there are of each.
    fn launch(&mut self, launch: OperationRef<'c, 'c>) -> Option<()> {
        let [zero, one, most] = [0, 1, MOST].map(|number| self.reader.constant(64, number));
        for Launched { id, size, axis, n, id_argument, size_argument } in launched(launch)? {
            let count = self.node(n)?;
            self.reader.define(size_argument, count);
            self.reader.name_axis((ir::key(launch), size, axis), size_argument);
            let number = self.node(id_argument)?;
            self.reader.name_axis((ir::key(launch), id, axis), id_argument);
            self.compare(CmpPredicate::LessOrEqual, one, count);
            self.compare(CmpPredicate::LessOrEqual, count, most);
            self.compare(CmpPredicate::LessOrEqual, zero, number);
            self.compare(CmpPredicate::Less, number, count);
        }
        Some(())
    }

    fn promise(&mut self, promise: OperationRef<'c, 'c>) -> Option<()> {
        let (truths, is_all) = self.promised(promise)?;
        truths.into_iter().for_each(|truth| self.know(truth));
        is_all.then_some(())
    }

    /// What a promise says, and false if it says more.
    pub(super) fn promised(&mut self, promise: OperationRef<'c, 'c>) -> Option<(Vec<Node>, bool)> {
        let node = self.node(ir::operand(promise, 0)?)?;
        Some(self.reader.promised(promise, node))
    }
}
