//! Operations on memories, barriers and global memory.

use layout_kernels::triton::{AttributeValue, Step, Type};

use super::arithmetic::width;
use super::memories::{By, Effect, Operand};
use super::run::Run;
use super::value::{ExecutedValue, View, hash};

impl Run<'_> {
    /// What an operation that has to do with a memory gives; nothing for any other.
    pub fn memory_operation(
        &mut self,
        step: &Step,
        name: &str,
        operands: &[ExecutedValue],
    ) -> Option<Vec<ExecutedValue>> {
        let operation = &step.operation;
        let integer = |name: &str| operation.attribute(name).and_then(AttributeValue::as_integer);
        let pending = |name: &str| integer(name).map_or(0, |own| own as usize);
        let views: Vec<View> = operands.iter().filter_map(view).collect();
        // A predicate that is the last operand.
        let is_off = |at: usize| operands.get(at).and_then(ExecutedValue::as_number) == Some(0);
        match name {
            "local_alloc" | "tmem_alloc" => {
                let memory = operation.types().concat();
                let memory = memory.iter().rev().find_map(Type::as_mem_desc)?;
                let shape: Vec<usize> = memory.shape().iter().map(|&e| e as usize).collect();
                let own = self.memories.allocate(&shape);
                let holds = operation.types()[0].iter().any(|kind| kind.as_tensor().is_some());
                if let (Some(value), true) = (operands.first(), holds) {
                    let data = self.data(value);
                    self.memories.write(&own, data);
                }
                return Some(vec![ExecutedValue::Memory(own)]);
            }
            "local_dealloc" => self.memories.free(views.first()?),
            "memdesc_index" | "memdesc_subview" | "memdesc_subslice" | "memdesc_trans" => {
                return Some(
                    part(step, name, operands).map(ExecutedValue::Memory).into_iter().collect(),
                );
            }
            "memdesc_reshape" | "memdesc_reinterpret" => {
                let whole = View { dims: Vec::new(), ..views.first()?.clone() };
                return Some(vec![ExecutedValue::Memory(whole)]);
            }
            "local_load" | "tmem_load" => {
                return Some(vec![ExecutedValue::Data(self.memories.read(views.first()?))]);
            }
            "local_store" | "tmem_store" => {
                if !is_off(2) {
                    let data = self.data(&operands[0]);
                    self.memories.write(views.first()?, data);
                }
            }
            "async_copy_global_to_local" | "buffer_load_to_local" => {
                let to = views.first()?.clone();
                let from: Vec<&ExecutedValue> =
                    operands.iter().filter(|own| view(own).is_none()).collect();
                let data: Vec<u64> = from.iter().map(|own| self.data(own)).collect();
                if name.starts_with("async") {
                    let mask = operation.has_word("mask").then(|| from.get(1).copied()).flatten();
                    self.access(step, from[0], mask);
                }
                self.memories.begin(By::Copies, Effect::Write { to, data: hash(&data) });
                return Some(vec![ExecutedValue::Data(0)]);
            }
            "async_commit_group" => {
                self.memories.commit();
                return Some(vec![ExecutedValue::Data(0)]);
            }
            "async_wait" => {
                self.memories.wait_for_groups(pending("num"));
                return Some(vec![ExecutedValue::Data(0)]);
            }
            "warp_group_dot" => {
                let number = self.memories.product();
                let operands = operands.iter().map(|own| self.late(own)).collect();
                let effect = Effect::Product { number, operands, to: None };
                self.memories.begin(By::WarpGroupProducts, effect);
                if operation.attribute("isAsync") != Some(&AttributeValue::Bool(true)) {
                    self.memories.wait_for(By::WarpGroupProducts, 0);
                }
                return Some(vec![ExecutedValue::Product(number)]);
            }
            "warp_group_dot_wait" => {
                self.memories.wait_for(By::WarpGroupProducts, pending("pendings"));
                return Some(operands.to_vec());
            }
            "tc_gen5_mma" | "tc_gen5_mma_scaled" => self.tensor_core_product(name, operands)?,
            "tc_gen5_commit" => {
                let products = self.memories.tensor_core_products();
                self.memories.arrive(views.first()?, products);
            }
            "init_barrier" => {
                let count = operation.numbers().first().map_or(1, |own| *own as usize);
                self.memories.init_barrier(views.first()?, count);
            }
            "inval_barrier" => self.memories.end_barrier(views.first()?),
            "barrier_expect" | "arrive_barrier" => {
                if !is_off(1) {
                    self.memories.arrive(views.first()?, Vec::new());
                }
            }
            "wait_barrier" => {
                if !is_off(2) {
                    self.memories.wait_for_barrier(views.first()?, operands.get(1)?.as_number()?);
                }
            }
            "async_tma_copy_global_to_local" => {
                let [barrier, to] = [views.get(1)?, views.first()?].map(Clone::clone);
                if !is_off(operands.len() - 1) {
                    let data: Vec<u64> = operands.iter().map(|own| self.data(own)).collect();
                    let effect = Effect::Write { to, data: hash(&data) };
                    let number = self.memories.begin(By::DescriptorLoads, effect);
                    self.memories.join(&barrier, number);
                }
            }
            "async_tma_copy_local_to_global" => {
                let from = views.first()?.clone();
                let to: Vec<u64> = operands.iter().map(|own| self.data(own)).collect();
                self.memories.begin(By::DescriptorStores, Effect::Store { from, to: hash(&to) });
            }
            "async_tma_store_wait" => {
                self.memories.wait_for(By::DescriptorStores, pending("pendings"))
            }
            "load" | "buffer_load" | "store" | "buffer_store" | "atomic_rmw" | "atomic_cas" => {
                return Some(self.global(step, name, operands));
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    /// An operand that is read when the operation is done.
    fn late(&self, value: &ExecutedValue) -> Operand {
        match value {
            ExecutedValue::Memory(view) => Operand::Memory(view.clone()),
            ExecutedValue::Product(number) => Operand::Product(*number),
            _ => Operand::Data(self.data(value)),
        }
    }

    fn tensor_core_product(&mut self, name: &str, operands: &[ExecutedValue]) -> Option<()> {
        // Tokens are not operands of the product.
        let operands: Vec<&ExecutedValue> =
            operands.iter().filter(|own| !matches!(own, ExecutedValue::Data(0))).collect();
        let n_read = if name.ends_with("scaled") { 5 } else { 3 };
        let [adds, is_on] = [operands.get(n_read)?, operands.get(n_read + 1)?];
        if is_on.as_number() == Some(0) {
            return Some(());
        }
        let to = view(operands[2])?;
        let mut read: Vec<Operand> = operands[..n_read].iter().map(|own| self.late(own)).collect();
        if adds.as_number() == Some(0) {
            read[2] = Operand::Data(0);
        }
        let number = self.memories.product();
        let effect = Effect::Product { number, operands: read, to: Some(to) };
        self.memories.begin(By::TensorCoreProducts, effect);
        let products = self.memories.tensor_core_products();
        for pair in operands[n_read + 2..].windows(2) {
            if let (Some(barrier), Some(1)) = (view(pair[0]), pair[1].as_number()) {
                self.memories.arrive(&barrier, products.clone());
            }
        }
        Some(())
    }

    fn global(
        &mut self,
        step: &Step,
        name: &str,
        operands: &[ExecutedValue],
    ) -> Vec<ExecutedValue> {
        let is_buffer = name.starts_with("buffer");
        let mut rest = operands.iter();
        let stored = (name == "buffer_store").then(|| rest.next()).flatten();
        let Some(pointer) = rest.next() else { return Vec::new() };
        let addresses = match (pointer, is_buffer.then(|| rest.next()).flatten()) {
            (ExecutedValue::Addresses(of, from), Some(ExecutedValue::Numbers(by))) => {
                ExecutedValue::Addresses(of.clone(), by.of_each(|own| own + from.values[0]))
            }
            _ => pointer.clone(),
        };
        let stored = match name {
            "store" | "atomic_rmw" | "atomic_cas" => rest.next(),
            _ => stored,
        };
        let bits = |at: usize| step.operation.types()[at].iter().rev().find_map(width);
        // Beside a mask there may be a stride of the buffer.
        let mask = rest.next().filter(|own| {
            !is_buffer || matches!(own, ExecutedValue::Numbers(own) if !own.shape.is_empty())
        });
        if name != "atomic_cas" {
            self.access(step, &addresses, mask);
        }
        if name.ends_with("store") {
            let data = (self.data(&addresses), stored.map(|own| self.data(own)));
            self.memories.stored.push(hash(&data));
            return Vec::new();
        }
        let loaded = match (&addresses, bits(1).or(pointee_bits(step))) {
            // Small numbers, for what they are an index of.
            (ExecutedValue::Addresses(of, offsets), Some(_)) => {
                ExecutedValue::Numbers(offsets.of_each(|at| (hash(&(of, at)) % 40) as i64))
            }
            _ => {
                let all: Vec<u64> = operands.iter().map(|own| self.data(own)).collect();
                ExecutedValue::Data(hash(&all))
            }
        };
        vec![loaded]
    }
}

/// The width of the integers that a pointer is to.
fn pointee_bits(step: &Step) -> Option<u32> {
    let kind = step.operation.types()[0].first()?;
    let name = match kind {
        Type::Tensor(tensor) => tensor.element().pointee()?.as_str().to_owned(),
        Type::Other { nested, .. } => return nested.iter().find_map(width),
        Type::MemDesc(_) => return None,
    };
    name.strip_prefix('i')?.parse().ok()
}

fn view(value: &ExecutedValue) -> Option<View> {
    match value {
        ExecutedValue::Memory(view) => Some(view.clone()),
        _ => None,
    }
}

/// A part of a memory, or the same with other dims.
fn part(step: &Step, name: &str, operands: &[ExecutedValue]) -> Option<View> {
    let operation = &step.operation;
    let mut own = view(operands.first()?)?;
    if name == "memdesc_trans" {
        let order = operation.attribute("order")?.as_list()?;
        let dims: Option<Vec<usize>> =
            order.iter().map(|dim| own.dims.get(dim.as_integer()? as usize).copied()).collect();
        return Some(View { dims: dims?, ..own });
    }
    let to = operation.types()[1].iter().find_map(Type::as_mem_desc)?.shape();
    let mut begins: Vec<i64> = operands[1..].iter().filter_map(ExecutedValue::as_number).collect();
    if begins.is_empty() {
        begins = operation.offsets().to_vec();
    }
    // An index is of the first dim.
    begins.resize(own.dims.len(), 0);
    let n_dropped = own.dims.len().checked_sub(to.len())?;
    for (at, &dim) in own.dims.iter().enumerate() {
        let extent = at.checked_sub(n_dropped).map_or(1, |at| to[at] as usize);
        let from = own.ends[dim].0 + usize::try_from(begins[at]).ok()?;
        own.ends[dim] = (from, from + extent);
    }
    own.dims.drain(..n_dropped);
    Some(own)
}
