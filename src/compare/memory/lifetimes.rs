//! How long the buffers are there that a function makes.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::claims::{At, Claims, Like, Trace, unknown};
use super::machine::{Done, Machine, Stop, unread};
use super::notes::{Lifetimes, Origin, keeps};
use super::terms::{Buffer, Datum};
use crate::dialect::ir;

/// The operation whose buffer is there until the function ends.
pub(super) const ALLOCA: &str = "memref.alloca";

impl<'c> Machine<'_, 'c> {
    /// Frees a buffer: one of the function's own without a trace, if nobody else knows it and it is freed
    /// wherever it is made. To free others is an effect, in its place of the order.
    pub(super) fn freed(&mut self, operation: OperationRef<'c, 'c>) -> Done<bool> {
        let Some(freed) = operation.operands().next() else { return unread(operation) };
        let memref = self.memref(freed)?;
        let origin = self.lifetimes.origins.get(&memref.buffer);
        if origin.is_some_and(|origin| origin.is_on_stack) {
            return Err(Stop::Unread(format!("{} of {ALLOCA} is not read", ir::name(operation))));
        }
        let is_there = origin.is_some_and(|it| (it.depth, it.guard) == (self.depth, self.guard));
        let mut is_gone = true;
        if is_there && memref.is_whole && !self.lifetimes.kept.contains(&memref.buffer) {
            self.check_buffer(&memref.buffer)?;
        } else {
            self.called(operation, vec![Datum::Memref(memref.clone())])?;
            is_gone = self.depth == 0 && self.world.constant(self.guard).is_some();
        }
        if is_gone {
            self.lifetimes.gone.insert(memref.buffer.clone());
        }
        Ok(true)
    }

    /// An operation that is not read gets a value.
    pub(super) fn handed(&mut self, to: OperationRef<'c, 'c>, datum: &Datum<'c>) -> Done<()> {
        self.check_there(datum)?;
        if let Datum::Memref(memref) = datum
            && self.lifetimes.origins.contains_key(&memref.buffer)
            && keeps(&format!("{} ", ir::name(to)))
        {
            self.lifetimes.kept.insert(memref.buffer.clone());
        }
        Ok(())
    }

    /// What was made on the stack since there were so many allocations is no longer there.
    pub(super) fn leave_scope(&mut self, n_allocations: usize) {
        let Lifetimes { origins, gone, .. } = &mut self.lifetimes;
        let is_left = |origin: &Origin| origin.is_on_stack && n_allocations <= origin.number;
        let left = origins.iter().filter(|(_, origin)| is_left(origin));
        gone.extend(left.map(|(buffer, _)| buffer.clone()));
    }

    /// A buffer that is used has to be there.
    pub(super) fn check_buffer(&self, buffer: &Buffer) -> Done<()> {
        let is_always = self.depth == 0 && self.world.constant(self.guard).is_some();
        match self.lifetimes.gone.contains(buffer) {
            true if self.side == 1 && is_always && self.n_stops == 0 => Err(Stop::Gone),
            true => Err(Stop::Unread("it uses a buffer that is no longer there".to_owned())),
            false => Ok(()),
        }
    }

    pub(super) fn check_there(&self, datum: &Datum<'c>) -> Done<()> {
        match datum {
            Datum::Memref(memref) => self.check_buffer(&memref.buffer),
            _ => Ok(()),
        }
    }
}

impl<'c> Claims<'_, 'c> {
    /// A buffer has to be a new one as often, and the same threads have to see it.
    pub(super) fn allocations(&self, [before, after]: [&Trace<'c>; 2]) -> Like {
        let is_told = |buffer: &Buffer| matches!(buffer, Buffer::Allocation(_));
        let told = before.origins.iter().filter(|(buffer, _)| is_told(buffer));
        let pairs = told.filter_map(|(buffer, one)| Some((one, after.origins.get(buffer)?)));
        let other = |(one, other): &(&Origin, &Origin)| {
            one.depth != other.depth || one.shared != other.shared
        };
        let Some((one, other)) = pairs.filter(other).min_by_key(|(one, _)| one.number) else {
            return Ok(());
        };
        let how = if one.depth != other.depth { "in another loop" } else { "in another space" };
        unknown(format!("allocation {} is made {how} after", one.number))
    }

    /// A buffer that is there when the function ends has to be there after the pass, where others get it.
    pub(super) fn outlives(&self, before: &Datum<'c>, after: &Datum<'c>, at: &At) -> Like {
        let [one, other] = [before, after].map(|datum| match datum {
            Datum::Memref(memref) => Some(&memref.buffer),
            _ => None,
        });
        let [is_before, is_after] = [(one, 0), (other, 1)]
            .map(|(buffer, side)| buffer.is_some_and(|it| self.on_stack[side].contains(it)));
        match is_after && !is_before {
            true => unknown(format!("{} is on the stack after", at.what)),
            false => Ok(()),
        }
    }
}
