//! What functions promise of where elements lie.

use melior::ir::OperationRef;

use super::claims::{At, Claims, Like, Trace, What, unknown};
use super::machine::{Done, Machine};
use super::notes::Promise;
use super::surroundings::conditions;
use super::terms::{Address, Lies, Memref};
use crate::dialect::ir;
use crate::validate::Node;

impl<'c> Machine<'_, 'c> {
    /// Takes down what an operation promises of the element at some indices, or of the first one.
    pub(super) fn aligned(
        &mut self,
        operation: OperationRef<'c, 'c>,
        memref: &Memref<'c>,
        indices: &[Node],
    ) -> Done<()> {
        let Some(alignment) = ir::integer_attribute(operation, "alignment") else { return Ok(()) };
        let mut address = match (&memref.lies, indices) {
            (&Lies::Strided { offset, .. }, []) => {
                Address { offset: Some(offset), coordinate: None }
            }
            (Lies::Mapped { .. }, []) => Address { offset: None, coordinate: None },
            _ => {
                let mut indices = indices.to_vec();
                indices.extend(memref.inner.iter().map(|_| self.world.number(0)));
                self.address(operation, memref, &indices)?
            }
        };
        if address.offset.is_some() {
            address.coordinate = None;
        }
        let (buffer, surrounding) = (memref.buffer.clone(), self.surrounding);
        let origin = self.lifetimes.origins.get(&buffer);
        let is_kept = origin.is_some_and(|it| it.alignment.checked_rem(alignment) == Some(0));
        let promise = Promise { buffer, address, alignment, surrounding, is_kept };
        if self.promises.known.insert(promise.clone()) {
            self.promises.all.push(promise);
        }
        Ok(())
    }
}

impl Claims<'_, '_> {
    /// A promise that is made after has to be made before: of the same element, or, where there are as many of
    /// them, of an element that is seen to be the same.
    pub(super) fn promises(&mut self, traces: [&Trace<'_>; 2]) -> Like {
        let [before, after] = traces.map(|trace| &trace.promises);
        let is_as_many = before.all.len() == after.all.len();
        for (number, promise) in after.all.iter().enumerate() {
            let is_said = |one: &&Promise| {
                one.buffer == promise.buffer
                    && one.alignment.checked_rem(promise.alignment) == Some(0)
            };
            let says = |one: &&Promise| is_said(one) && one.is_kept <= promise.is_kept;
            // It is made before wherever it is made after.
            let is_around = |one: &Promise| {
                let sides = [(traces[0], one), (traces[1], promise)];
                let [known, needed] = sides.map(|(trace, it)| {
                    let stops = trace.surroundings[it.surrounding].stops;
                    (conditions(&trace.surroundings, it.surrounding), stops)
                });
                needed.1 >= known.1 && known.0.iter().all(|truth| needed.0.contains(truth))
            };
            let is_same = |one: &Promise| one.address == promise.address && is_around(one);
            if before.all.iter().filter(says).any(is_same) {
                continue;
            }
            let alignment = promise.alignment;
            let aligned = before.all.get(number).filter(|one| is_as_many && says(one));
            let Some(one) = aligned.filter(|one| is_around(one)) else {
                let is_lost = before.all.iter().filter(is_said).any(is_same);
                let is = if is_lost {
                    "is no longer that of its buffer"
                } else {
                    "is promised only after"
                };
                return unknown(format!("an alignment of {alignment} {is}"));
            };
            let what = format!("the element whose alignment is {alignment}");
            let at = At { surrounding: one.surrounding, truths: Vec::new(), what };
            self.addresses(&one.address, &promise.address, &at, &What::Bound(at.what.clone()))?;
        }
        Ok(())
    }
}
