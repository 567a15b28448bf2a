//! What the iterations of a loop are, besides the numbers that its variables go through.

use rustc_hash::FxHashMap;

use super::claims::{At, Claims, Like, What};
use super::machine::Machine;
use super::notes::{LoopKind, Touch};
use super::terms::{Address, Buffer, Memref};
use crate::validate::{CmpPredicate, Node};

/// How a variable is compared with its bound.
pub(super) fn less(is_signed: bool) -> CmpPredicate {
    if is_signed { CmpPredicate::Less } else { CmpPredicate::LessUnsigned }
}

impl Claims<'_, '_> {
    /// Two loops have to go through the same numbers: where one compares them as signed numbers and the
    /// other one does not, both ends have to have the same sign, and the step must not be negative.
    pub(super) fn kinds(
        &mut self,
        (of_loop, numbers): (usize, &[Node]),
        before: &LoopKind,
        after: &LoopKind,
        surrounding: usize,
    ) -> Like {
        let at = At {
            surrounding,
            truths: Vec::new(),
            what: format!("whether loop {of_loop} compares signed numbers"),
        };
        let signs = before.is_signed.iter().zip(&after.is_signed);
        for (numbers, _) in numbers.chunks(3).zip(signs).filter(|(_, (one, other))| one != other) {
            let &[low, high, step] = numbers else { continue };
            let bits = self.world.reader.code().bits(low);
            let zero = self.world.reader.constant(bits, 0);
            let [low, high, step] = [low, high, step]
                .map(|number| self.world.compare(CmpPredicate::Less, number, zero));
            let no = self.world.reader.constant(1, 0);
            for (one, other) in [(low, high), (no, step)] {
                self.claim(one, other, &at, What::Bound(at.what.clone()))?;
            }
        }
        Ok(())
    }
}

/// Who accessed something.
#[derive(Debug, Clone, Copy)]
struct Touched {
    /// The only iteration; `None` for several.
    by: Option<usize>,
    is_stored: bool,
}

impl Touched {
    /// One more access; true if it is in another iteration than one before it, and one of them stores.
    fn add(&mut self, by: usize, stores: bool) -> bool {
        let is_other = self.by != Some(by);
        let is_shared = is_other && (stores || self.is_stored);
        if is_other {
            self.by = None;
        }
        self.is_stored |= stores;
        is_shared
    }
}

/// What the iterations of a parallel loop access.
#[derive(Debug, Default)]
pub(super) struct IterationAccesses {
    iteration: usize,
    elements: FxHashMap<(Buffer, Vec<i64>), Touched>,
    /// The same of whole buffers: whether that is shared, and whether an element of it is not known.
    buffers: FxHashMap<Buffer, (Touched, bool, bool)>,
    is_shared: bool,
}

impl IterationAccesses {
    /// The accesses of the next iteration.
    pub fn add(&mut self, touches: &[Touch]) {
        let by = self.iteration;
        self.iteration += 1;
        let nobody = Touched { by: Some(by), is_stored: false };
        for touch in touches {
            let Touch::Element(buffer, place, stores) = touch else {
                self.is_shared = true;
                continue;
            };
            let (touched, is_shared, is_unknown) =
                self.buffers.entry(buffer.clone()).or_insert((nobody, false, false));
            *is_shared |= touched.add(by, *stores);
            match place {
                None => *is_unknown = true,
                Some(place) => {
                    let element = (buffer.clone(), place.clone());
                    self.is_shared |=
                        self.elements.entry(element).or_insert(nobody).add(by, *stores);
                }
            }
        }
    }

    /// True if an iteration may access what another one stores.
    fn is_shared(&self) -> bool {
        // What an operation gives that is not read may be any of the other buffers.
        let is_any = self.buffers.keys().any(|buffer| matches!(buffer, Buffer::Result(..)));
        let is_stored = self.buffers.values().any(|(touched, ..)| touched.is_stored);
        let is_one = self.buffers.len() == 1;
        let is_unknown =
            self.buffers.values().any(|(_, is_shared, unknown)| *is_shared && *unknown);
        self.is_shared || is_unknown || (is_any && is_stored && !is_one)
    }
}

impl<'c> Machine<'_, 'c> {
    /// Takes down an access in a parallel loop.
    pub(super) fn touch(&mut self, memref: &Memref<'c>, address: &Address, stores: bool) {
        if self.n_parallel != 0 {
            let place = self.place(memref, address).ok();
            self.touched.push(Touch::Element(memref.buffer.clone(), place, stores));
        }
    }

    /// Takes down an operation in a parallel loop that may access anything.
    pub(super) fn touch_anything(&mut self) {
        if self.n_parallel != 0 {
            self.touched.push(Touch::Anything);
        }
    }

    /// All iterations of a loop were executed; those of a parallel one are given.
    pub(super) fn end_iterations(&mut self, shared: Option<IterationAccesses>) {
        let Some(shared) = shared else { return };
        self.shares |= shared.is_shared();
        self.n_parallel -= 1;
        if self.n_parallel == 0 {
            self.touched.clear();
        }
    }
}
