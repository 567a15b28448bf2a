//! Operations on shared memory, tensor memory and barriers.

use std::sync::Arc;

use super::flight::AsyncOperation;
use super::flights::place;
use super::moment::Moment;
use super::team::Deed;
use super::view::MemoryPart;
use super::{Binding, Ended, ExecutionState, Provision, Yielded};
use crate::lint::contracts::data_memory;
use crate::lint::finding::Finding;
use crate::lint::memories::{part_outside, tuple};
use crate::lint::rule::{Level, MISSING_BARRIER, MISSING_FENCE, MISSING_WAIT, PAST_THE_BUFFER};
use crate::triton::{AttributeValue, Movement, Step, Type};

impl ExecutionState {
    /// An operation of one of Triton's dialects, by its name without the dialect.
    pub(super) fn memory_operation(&mut self, step: &Step, name: &str) -> Result<Yielded, Ended> {
        let views = self.views(step);
        let first = views.first();
        match name {
            "local_alloc" | "tmem_alloc" => return Ok(self.allocation(step)),
            "local_dealloc" => {
                // Another memory may be laid over it from here on.
                for view in &views {
                    self.write(step, view, None);
                    self.fences.forget(view);
                    self.freed.insert(view.allocation, step.operation.position());
                }
            }
            "memdesc_index" => return Ok(vec![self.index(step)]),
            "memdesc_subslice" | "memdesc_subview" | "tmem_subslice" => {
                return Ok(vec![self.subslice(step)]);
            }
            "memdesc_trans" | "memdesc_reshape" | "memdesc_reinterpret" => {
                return Ok(first
                    .map(|view| Binding::Memory(view.reshaped()))
                    .into_iter()
                    .collect());
            }
            "local_load" | "tmem_load" => {
                views.iter().for_each(|view| self.read(step, view, None));
                self.token(step);
                if self.takes_turns {
                    views.iter().for_each(|view| self.read_in_turn(step, view));
                }
            }
            "local_store" | "tmem_store" => {
                (0..step.operation.operands().len()).for_each(|at| self.use_product(step, at));
                for view in &views {
                    self.write(step, view, None);
                    if name == "local_store" {
                        self.fences.write(view, step.operation.position(), None);
                    }
                }
            }
            "fence_async_shared" => self.fences.fence(&self.flights),
            "async_copy_global_to_local" | "buffer_load_to_local" => {
                if let Some(view) = first {
                    self.write(step, view, Some(AsyncOperation::Copy));
                    let writes = vec![view.clone()];
                    let number = self.begin(step, AsyncOperation::Copy, Vec::new(), writes);
                    self.fences.write(view, step.operation.position(), Some(number));
                }
                return Ok(vec![Binding::Token { of_wait: false }]);
            }
            "async_commit_group" => {
                self.flights.commit();
                return Ok(vec![Binding::Token { of_wait: false }]);
            }
            "async_wait" => {
                match attribute(step, "num") {
                    Some(pending) => {
                        let done = self.flights.wait_for_copies(pending);
                        self.note(step, Deed::Done(done));
                    }
                    None => self.land(step),
                }
                return Ok(vec![Binding::Token { of_wait: true }]);
            }
            "warp_group_dot" => return Ok(self.warp_group_dot(step, &views)),
            "warp_group_dot_wait" => {
                self.wait_for(
                    step,
                    AsyncOperation::WarpGroupDot,
                    attribute(step, "pendings").unwrap_or(0),
                );
                return Ok(self.operands(step));
            }
            "tc_gen5_mma" | "tc_gen5_mma_scaled" => self.tensor_core_product(step, name),
            "tc_gen5_commit"
            | "inval_barrier"
            | "init_barrier"
            | "barrier_expect"
            | "arrive_barrier"
            | "wait_barrier"
            | "async_copy_mbarrier_arrive" => {
                self.barrier_operation(step, name, first);
            }
            "async_tma_copy_global_to_local" | "async_tma_gather" => {
                if let ([target, barrier, ..], true) = (&views[..], self.is_last_true(step)) {
                    self.write(step, target, Some(AsyncOperation::DescriptorLoad));
                    self.fences.forget(target);
                    let writes = vec![target.clone()];
                    let number =
                        self.begin(step, AsyncOperation::DescriptorLoad, Vec::new(), writes);
                    self.flights.join_arrival(barrier, number);
                    if barrier.is_known {
                        self.expected.bring(place(barrier), data_memory(&step.operation));
                    }
                    self.note(step, Deed::Join { barrier: barrier.clone(), number });
                }
            }
            "async_tma_copy_local_to_global" | "async_tma_reduce" | "async_tma_scatter" => {
                if let Some(source) = first {
                    self.read(step, source, None);
                    let kind = AsyncOperation::DescriptorStore.name();
                    self.read_by_unit(step, std::slice::from_ref(source), kind);
                    self.begin(
                        step,
                        AsyncOperation::DescriptorStore,
                        vec![source.clone()],
                        Vec::new(),
                    );
                }
            }
            "async_tma_store_wait" | "tma_store_wait" => {
                let pending = attribute(step, "pendings").unwrap_or(0);
                self.wait_for(step, AsyncOperation::DescriptorStore, pending);
            }
            "addptr" | "splat" | "broadcast" | "expand_dims" | "convert_layout" | "bitcast" => {
                (0..step.operation.operands().len()).for_each(|at| self.use_product(step, at));
                let pointer = Some(self.operand(step, 0));
                return Ok(pointer
                    .into_iter()
                    .filter(|v| matches!(v, Binding::Pointer(_)))
                    .collect());
            }
            "load" | "buffer_load" => self.loaded.extend(self.pointer(step)),
            "store" | "buffer_store" if 1 < n_elements(step) => {
                let position = step.operation.position();
                self.stored.extend(self.pointer(step).map(|pointer| (pointer, position)));
            }
            // Whatever all threads wait for.
            "barrier" | "debug_barrier" | "s.barrier" => {
                self.stored.clear();
                self.flights.meet();
            }
            "cond_barrier" => self.takes_turns = !self.takes_turns,
            "atomic_rmw" | "atomic_cas" if n_elements(step) <= 1 => self.release(step),
            _ => {
                (0..step.operation.operands().len()).for_each(|at| self.use_product(step, at));
                views.iter().for_each(|view| self.lose_barrier(view));
            }
        }
        let types = step.operation.types()[1];
        let is_token =
            |kind: &Type| matches!(kind, Type::Other { name, .. } if name.ends_with("async.token"));
        // Only copies and waits have tokens that say anything of a copy.
        let token = Binding::Token { of_wait: true };
        Ok(types
            .iter()
            .map(|k| if is_token(k) { token.clone() } else { Binding::Unknown })
            .collect())
    }

    /// A wait that is missing, where no other operation is to be shown.
    pub(super) fn report_alone(&mut self, at: &Moment, message: String) {
        if self.reported.insert((at.position, at.position, false)) {
            let found = Finding::new(MISSING_WAIT, at.position, message);
            self.found.push(found.of_operation(&at.operation));
        }
    }

    /// The token that a load of a copy waits by, which must come from a wait.
    fn token(&mut self, step: &Step) {
        let operation = &step.operation;
        let Some(name) = operation.operands().get(1).filter(|_| operation.has_word("token")) else {
            return;
        };
        let which = match self.value(name) {
            Binding::Missing => format!("%{name}, the token of the load, is of no operation"),
            Binding::Token { of_wait: false } => {
                format!("%{name}, the token of the load, is of a copy and says that it has begun")
            }
            _ => return,
        };
        let at = self.moment(step);
        let message = format!("{which}: nothing has waited for the copy{}", at.when());
        self.report_alone(&at, message);
    }

    /// Takes all as done: something is waited for that is not understood.
    pub(super) fn land(&mut self, step: &Step) {
        self.flights.land();
        self.note(step, Deed::Unknown);
    }

    fn wait_for(&mut self, step: &Step, kind: AsyncOperation, pending: usize) {
        let done = self.flights.wait_for(kind, pending);
        self.note(step, Deed::Done(done));
    }

    /// A load while warps take turns, when barriers are where the file has them and nowhere else: each
    /// warp has waited for its own copies only.
    fn read_in_turn(&mut self, step: &Step, view: &MemoryPart) {
        let Some((copied, element)) = self.flights.copy_of_others(view) else { return };
        let at = self.moment(step);
        let name = self.allocations.get(view.allocation).map_or("", String::as_str);
        let message = format!(
            "element {} of %{name} is read while warps take turns, and no barrier is between this and the \
             wait for the copy: another warp may have copied it and not have waited yet{}",
            tuple(&element),
            at.when()
        );
        let note = "each warp waits for what it copies itself";
        self.report(MISSING_BARRIER, &at, copied, false, message, note);
    }

    /// An atomic operation of one thread that tells other programs of what all threads have stored.
    fn release(&mut self, step: &Step) {
        let releases = ["release", "acq_rel"].iter().any(|word| step.operation.has_word(word));
        if !releases {
            return;
        }
        for (pointer, stored) in std::mem::take(&mut self.stored) {
            let message = format!(
                "one thread releases what all threads have stored to %{pointer}, and nothing has waited \
                 for the others: another program may load an element before it is stored"
            );
            let note = "threads of other warps may not have done this store";
            if self.reported.insert((step.operation.position(), stored, false)) {
                let found = self.moment(step).finding(MISSING_BARRIER, stored, message, note);
                self.if_loaded.push((pointer, found));
            }
        }
    }

    /// The pointer that the addresses of an operation come from.
    fn pointer(&self, step: &Step) -> Option<Arc<str>> {
        self.operands(step).into_iter().find_map(|value| match value {
            Binding::Pointer(pointer) => Some(pointer),
            _ => None,
        })
    }

    /// The memories among the operands.
    fn views(&self, step: &Step) -> Vec<MemoryPart> {
        let memory = |value| match value {
            Binding::Memory(view) => Some(view),
            _ => None,
        };
        self.operands(step).into_iter().filter_map(memory).collect()
    }

    /// False if the predicate at this place among the operands is known not to hold.
    pub(super) fn is_predicated(&mut self, step: &Step, at: usize) -> bool {
        let predicate = self.operand(step, at);
        self.decide(&predicate, step.operation.position(), true)
    }

    fn is_last_true(&mut self, step: &Step) -> bool {
        let n_operands = step.operation.operands().len();
        n_operands == 0 || self.is_predicated(step, n_operands - 1)
    }

    fn allocation(&mut self, step: &Step) -> Yielded {
        let kind = step.operation.types().concat().into_iter().rev();
        let Some(memory) = kind.into_iter().find_map(|kind| kind.as_mem_desc().cloned()) else {
            return Vec::new();
        };
        (0..step.operation.operands().len()).for_each(|at| self.use_product(step, at));
        let view = MemoryPart::whole(self.allocations.len(), memory.shape());
        self.allocations.push(step.results.first().cloned().unwrap_or_default());
        if !step.operation.operands().is_empty() && step.operation.name().ends_with("local_alloc") {
            self.fences.write(&view, step.operation.position(), None);
        }
        // A token may be the second result.
        vec![Binding::Memory(view), Binding::Token { of_wait: true }]
    }

    /// One of several buffers, which must be there.
    fn index(&mut self, step: &Step) -> Binding {
        let operands = step.operation.operands();
        let Binding::Memory(view) = self.operand(step, 0) else { return Binding::Unknown };
        let index = operands.get(1).and_then(|name| self.number(name));
        let Some(index) = index else {
            let first = view.at(0).unwrap_or_else(|| view.reshaped());
            return Binding::Memory(first.somewhere());
        };
        let count = view.count().unwrap_or(i64::MAX);
        if !(0..count).contains(&index.value()) {
            // Of another number than the one that an argument is taken to be nothing is known.
            if index.is_made_up() {
                self.varies = true;
                let first = view.at(0).unwrap_or_else(|| view.reshaped());
                return Binding::Memory(first.somewhere());
            }
            let message = format!("buffer {} of a memory that has {count}", index.value());
            self.past_the_buffer(step, &message);
            return Binding::Unknown;
        }
        self.varies |= index.is_made_up();
        view.at(index.value()).map_or(Binding::Unknown, Binding::Memory)
    }

    /// Reports a part that is not in its memory, in this turn of the loops.
    fn past_the_buffer(&mut self, step: &Step, message: &str) {
        let at = self.moment(step);
        let provided = self.provided.map_or("", Provision::words);
        let message = format!("{message}{}{provided}", at.when());
        let found = match self.turns.last() {
            Some((of_loop, _)) => {
                at.finding(PAST_THE_BUFFER, *of_loop, message, "this loop runs it")
            }
            None => {
                let found = Finding::new(PAST_THE_BUFFER, at.position, message);
                found.of_operation(&at.operation)
            }
        };
        // What is wrong for some arguments is a warning.
        let level = if self.provided.is_some() { Level::Warning } else { Level::Error };
        self.push(&at, false, found.at_level(level));
    }

    fn subslice(&mut self, step: &Step) -> Binding {
        let Binding::Memory(view) = self.operand(step, 0) else { return Binding::Unknown };
        let shape = step.operation.types()[1].iter().find_map(Type::as_mem_desc);
        let operands = &step.operation.operands()[1..];
        let is_made_up = operands.iter().any(|name| self.value(name).is_made_up());
        self.varies |= is_made_up;
        let offsets: Option<Vec<i64>> = match operands {
            [] => Some(step.operation.offsets().to_vec()),
            names => names.iter().map(|name| Some(self.number(name)?.value())).collect(),
        };
        if let (Some(Movement::View { from, to }), Some(offsets)) =
            (step.operation.movement(), &offsets)
            && !operands.is_empty()
            && !is_made_up
        {
            let begins: Vec<Option<i64>> = offsets.iter().copied().map(Some).collect();
            if let Some((_, message)) = part_outside(&begins, from, to) {
                self.past_the_buffer(step, &message);
                return Binding::Unknown;
            }
        }
        let part = offsets.zip(shape).and_then(|(offsets, to)| view.part(&offsets, to.shape()));
        Binding::Memory(part.unwrap_or_else(|| view.reshaped().somewhere()))
    }

    fn warp_group_dot(&mut self, step: &Step, views: &[MemoryPart]) -> Yielded {
        for (at, name) in step.operation.operands().iter().enumerate() {
            // The sum of an earlier product may be under way: products are done in their order. An
            // operand in registers may not.
            let is_sum = matches!(self.value(name), Binding::Product(_)) && at == 2;
            if !is_sum {
                self.use_product(step, at);
            }
        }
        views.iter().for_each(|view| self.read(step, view, Some(AsyncOperation::WarpGroupDot)));
        self.read_by_unit(step, views, AsyncOperation::WarpGroupDot.name());
        let number = self.begin(step, AsyncOperation::WarpGroupDot, views.to_vec(), Vec::new());
        if !is_set(step, "isAsync") {
            self.wait_for(step, AsyncOperation::WarpGroupDot, 0);
        }
        vec![Binding::Product(number)]
    }

    /// A descriptor or a product reads parts of shared memory.
    fn read_by_unit(&mut self, step: &Step, parts: &[MemoryPart], unit: &str) {
        for part in parts {
            let Some((element, written)) = self.fences.meet(part) else { continue };
            let at = self.moment(step);
            let name = self.allocations.get(part.allocation).map_or("", String::as_str);
            let message = format!(
                "element {} of %{name} is read by the {unit}, and there is no fence after the threads have \
                 written it: it may read what was there before{}",
                tuple(&element),
                at.when()
            );
            // One of several writes is enough.
            let of_part = format!(" of %{name} is read by ");
            let is_known = |own: &Finding| {
                own.rule == MISSING_FENCE
                    && own.position == at.position
                    && own.message.contains(&of_part)
            };
            if !self.found.iter().any(is_known) {
                self.found.push(at.finding(MISSING_FENCE, written, message, "this writes it"));
            }
        }
    }

    /// `%a, %b, %d, %use_d, %predicate, %barrier[%predicate], ...`, scales before the flags.
    fn tensor_core_product(&mut self, step: &Step, name: &str) {
        let n_read = if name.ends_with("scaled") { 5 } else { 3 };
        let values: Vec<Binding> = self
            .operands(step)
            .into_iter()
            .filter(|value| !matches!(value, Binding::Token { .. }))
            .collect();
        let memories = values.iter().take(n_read).filter_map(|value| match value {
            Binding::Memory(view) => Some(view.clone()),
            _ => None,
        });
        let memories: Vec<MemoryPart> = memories.collect();
        let position = step.operation.position();
        if values.get(n_read + 1).is_some_and(|own| !self.decide(own, position, true)) {
            return;
        }
        let kind = Some(AsyncOperation::TensorCoreProduct);
        for (at, view) in memories.iter().enumerate() {
            match at {
                2 => self.write(step, view, kind),
                _ => self.read(step, view, kind),
            }
        }
        // Triton 3.6 writes no fence before a scaled product, and later ones do: which is right is not said here.
        if !name.ends_with("scaled") {
            self.read_by_unit(step, &memories, AsyncOperation::TensorCoreProduct.name());
        }
        let mut barriers = Vec::new();
        let mut rest = values.iter().skip(n_read + 2).peekable();
        while let Some(value) = rest.next() {
            if let Binding::Memory(view) = value {
                let arrives = rest.peek().is_none_or(|next| self.decide(next, position, true));
                barriers.push((view.clone(), arrives));
            }
        }
        if barriers.is_empty() && !is_set(step, "is_async") {
            return;
        }
        let writes = memories.get(2).cloned().into_iter().collect();
        self.begin(step, AsyncOperation::TensorCoreProduct, memories, writes);
        let products = self.flights.numbers(AsyncOperation::TensorCoreProduct);
        for (barrier, _) in barriers.iter().filter(|(_, arrives)| *arrives) {
            self.arrive(step, barrier, products.clone(), 1);
        }
    }

    fn begin(
        &mut self,
        step: &Step,
        kind: AsyncOperation,
        reads: Vec<MemoryPart>,
        writes: Vec<MemoryPart>,
    ) -> usize {
        let position = step.operation.position();
        let number = self.flights.begin(kind, position, reads.clone(), writes.clone());
        self.note(step, Deed::Begin { number, kind, reads, writes });
        number
    }
}

/// The elements of the largest tensor among the operands, which some operations print last; 0 if there
/// is none.
fn n_elements(step: &Step) -> i64 {
    let tensors = step.operation.types().into_iter().flatten().filter_map(Type::as_tensor);
    let size = |shape: &[i64]| shape.iter().fold(1_i64, |n, &size| n.saturating_mul(size));
    tensors.map(|tensor| size(tensor.shape())).max().unwrap_or(0)
}

fn attribute(step: &Step, name: &str) -> Option<usize> {
    step.operation.attribute(name)?.as_integer().and_then(|number| usize::try_from(number).ok())
}

pub(super) fn is_set(step: &Step, name: &str) -> bool {
    step.operation.attribute(name).and_then(AttributeValue::as_flag) == Some(true)
}
