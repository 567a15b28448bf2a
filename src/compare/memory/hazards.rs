//! What would be undefined behavior, and what is done to see that it is none.
//!
//! An access is in bounds where it is seen to be, from sizes and from what is true there, or where the
//! function before the pass accesses the same element whenever this one is accessed.

use melior::ir::OperationRef;

use super::machine::{Done, Machine};
use super::terms::{Address, Buffer, Memref};
use crate::dialect::ir;
use crate::validate::Node;

/// Something that a function does that is undefined in some places.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::compare) struct Hazard<'c> {
    /// The name of the operation.
    pub name: &'c str,
    pub access: usize,
    pub lane: Vec<i64>,
    pub place: Place,
    /// What has to be true for it to be defined.
    pub truths: Vec<Node>,
    /// True if it has to be where the function before the pass accesses the same element: no more is known.
    pub is_open: bool,
    pub surrounding: usize,
    /// What is true where it is done, besides.
    pub guard: Node,
}

/// An element of a buffer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::compare) struct Place {
    pub buffer: Buffer,
    pub address: Address,
    /// The sizes of a buffer that the function allocates itself.
    pub sizes: Vec<Node>,
}

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
        let place = Place { buffer: memref.buffer.clone(), address: address.clone(), sizes };
        self.hazards.push(Hazard {
            name: ir::name(operation),
            access: self.n_accesses,
            lane: lane.to_vec(),
            place,
            truths,
            is_open,
            surrounding: self.surrounding,
            guard,
        });
        Ok(())
    }
}
