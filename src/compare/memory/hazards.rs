//! What would be undefined behavior, and what is done to see that it does not occur.
//!
//! An access is in bounds where it is seen to be, from sizes and from what is true there, or where the
//! function before the pass accesses the same element whenever this one is accessed. A division is defined
//! where its divisor is seen not to be 0, or where the function before the pass divides by the same number; a
//! copy where its shapes are seen to be equal, or the function before the pass copies between the same; a
//! branch where its condition is seen not to be poison, or where the function before the pass branches on it.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::machine::{Done, Machine, Stop};
use super::notes::{Cause, Hazard};
use super::terms::{Address, Buffer, Memref, Scalar};
use crate::compare::divisions::{division, is_by_safe_constant, is_defined};
use crate::dialect::foreign::{Effects, effects};
use crate::dialect::ir;
use crate::passes::exact::numbers;
use crate::validate::{CmpPredicate, Node};

impl<'c> Machine<'_, 'c> {
    /// An access to an element, which is in bounds if its indices are, where a guard is true.
    pub(super) fn accesses(
        &mut self,
        operation: OperationRef<'c, 'c>,
        memref: &Memref<'c>,
        (address, lane): (&Address, &[i64]),
        mut truths: Vec<Node>,
        guard: Node,
    ) -> Done<()> {
        if self.world.constant(guard) == Some(0) {
            return Ok(());
        }
        truths.extend(memref.needs.iter());
        let not = self.world.not(guard);
        for &truth in &truths {
            let truth = self.world.either(not, truth);
            self.know(truth)?;
        }
        let mut is_open = memref.is_free;
        if let (1, true, Some(sizes), Some(offset)) =
            (self.side, is_open, &memref.whole, address.offset)
        {
            let one = self.world.number(1);
            let all = sizes.iter().fold(one, |all, &size| self.world.product(all, size));
            truths.push(self.world.within(offset, all));
            is_open = false;
        }
        truths.retain(|&truth| self.world.constant(truth).is_none_or(|truth| truth == 0));
        // The function after the pass may access an element of a view in another way.
        if truths.is_empty() && !is_open && (self.side == 1 || memref.is_whole) {
            return Ok(());
        }
        let sizes = match &memref.buffer {
            Buffer::Local(_) | Buffer::Allocation(_) => {
                memref.whole.iter().flat_map(|sizes| sizes.iter().copied()).collect()
            }
            _ => Vec::new(),
        };
        let (buffer, address) = (memref.buffer.clone(), address.clone());
        let cause = Cause::Element { buffer, address, sizes };
        let hazard = self.hazard(operation, cause, truths, is_open);
        self.hazards.push(Hazard { lane: lane.to_vec(), guard, ..hazard });
        Ok(())
    }

    /// An operation without effects that may be undefined for some operands, which ones is not known.
    pub(super) fn executes(&mut self, operation: OperationRef<'c, 'c>) -> Done<()> {
        let has_regions = operation.region_count() != 0;
        if has_regions || is_defined(operation) || effects(operation) != Effects::None {
            return Ok(());
        }
        let mut operands: Vec<Scalar> = Vec::new();
        for operand in operation.operands() {
            operands.extend(self.value(operand)?.scalars());
        }
        let cause = Cause::Execution { name: self.key(operation), operands: operands.into() };
        let hazard = self.hazard(operation, cause, Vec::new(), true);
        self.hazards.push(hazard);
        Ok(())
    }

    /// The divisions of an operation of `arith`, `index` or `llvm`, one for each lane.
    pub(super) fn divisions(&mut self, operation: OperationRef<'c, 'c>) -> Done<()> {
        let Some((operands, may_wrap)) = division(operation) else { return Ok(()) };
        if is_by_safe_constant(operands[1], may_wrap) {
            return Ok(());
        }
        let [of, by] = [self.value(operands[0])?, self.value(operands[1])?];
        for (&of, &by) in of.scalars().iter().zip(by.scalars()) {
            let mut truths = Vec::new();
            if let Scalar::Number(by) = by {
                truths.push(self.differs(by, 0));
                if let (true, Scalar::Number(of)) = (may_wrap, of) {
                    let bits = self.world.reader.code().bits(of);
                    // A quotient of poison by another number than -1 is poison, and not undefined.
                    let [is_not_last, is_not_least] =
                        [(by, -1), (of, numbers(bits).0)].map(|(node, it)| self.differs(node, it));
                    truths.push(self.world.either(is_not_last, is_not_least));
                }
            }
            let is_open = matches!(by, Scalar::Term(_));
            let cause = Cause::Division { by, of: may_wrap.then_some(of) };
            self.needs(operation, cause, truths, is_open)?;
        }
        Ok(())
    }

    /// What is true where a number is another one.
    fn differs(&mut self, node: Node, from: i64) -> Node {
        let from = self.world.reader.constant(self.world.reader.code().bits(node), from);
        self.world.compare(CmpPredicate::NotEqual, node, from)
    }

    /// The divisions of the maps that were read, here and not where one goes on from here.
    pub(super) fn mapped_divisions(&mut self) -> Done<()> {
        for (operation, by) in std::mem::take(&mut self.world.reader.divisors) {
            let zero = self.world.number(0);
            let truth = self.world.compare(CmpPredicate::Less, zero, by);
            let cause = Cause::Division { by: Scalar::Number(by), of: None };
            self.needs(operation, cause, vec![truth], false)?;
        }
        Ok(())
    }

    /// What has to be true for an operation to be defined, in its only lane.
    pub(super) fn needs(
        &mut self,
        operation: OperationRef<'c, 'c>,
        cause: Cause,
        mut truths: Vec<Node>,
        is_open: bool,
    ) -> Done<()> {
        for &truth in &truths {
            self.know(truth)?;
        }
        truths.retain(|&truth| self.world.constant(truth).is_none_or(|truth| truth == 0));
        if !truths.is_empty() || is_open {
            let hazard = self.hazard(operation, cause, truths, is_open);
            self.hazards.push(hazard);
        }
        Ok(())
    }

    /// A choice by a condition of what is executed.
    pub(super) fn decides(&mut self, operation: OperationRef<'c, 'c>, condition: Node) -> Done<()> {
        if !self.world.reader.code().may_be_poison(&[condition]) {
            return Ok(());
        }
        let (nothing, zero) = (self.world.nothing_of(condition), self.world.number(0));
        let truth = self.world.compare(CmpPredicate::Equal, nothing, zero);
        // Of what is given nothing is known but that the function before branches on it, too.
        let is_open = !self.world.reader.code().given_poison(&[condition]).is_empty();
        let hazard = self.hazard(operation, Cause::Branch { condition }, vec![truth], is_open);
        self.hazards.push(hazard);
        if is_open {
            return Ok(());
        }
        // Of chosen numbers only poison is none.
        let is_chosen = self.side == 0 && self.world.sample.is_some() && self.is_sure();
        if is_chosen && self.world.is_of_no_input(condition) {
            return Err(Stop::OutOfBounds);
        }
        self.know(truth)
    }

    /// What an operation does here in its only lane, under no condition besides.
    fn hazard(
        &mut self,
        operation: OperationRef<'c, 'c>,
        cause: Cause,
        truths: Vec<Node>,
        is_open: bool,
    ) -> Hazard<'c> {
        Hazard {
            name: ir::name(operation),
            access: self.n_accesses,
            lane: Vec::new(),
            cause,
            truths,
            is_open,
            surrounding: self.surrounding,
            guard: self.world.reader.constant(1, -1),
        }
    }
}
