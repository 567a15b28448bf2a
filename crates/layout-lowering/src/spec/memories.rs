//! Memories that threads share, and views of them.

use std::rc::Rc;

use layout_kernels::triton::{Step, Type};

use super::shapes;
use super::value::{Buffer, MemoryView, Tensor, Value, n_counted, n_elements};
use super::{Spec, place, unknown};
use crate::bits::Row;
use crate::machine::Stop;

impl Spec<'_> {
    /// An operation on a memory that threads share; nothing for one that is not known.
    pub(super) fn shared(
        &mut self,
        name: &str,
        step: &Step,
        operands: &[Value],
    ) -> Result<Option<Vec<Value>>, Stop> {
        let [operand_types, result_types] = step.operation.types();
        let memory_type =
            operand_types.iter().chain(result_types).rev().find_map(Type::as_mem_desc);
        let first = operands.first();
        let view =
            |at: usize| operands.get(at).and_then(Value::as_memory).ok_or_else(|| unknown(step));
        Ok(Some(match name {
            "local_alloc" | "tmem_alloc" => {
                let memory = memory_type.ok_or_else(|| unknown(step))?;
                let width = memory.element().bits().ok_or_else(|| unknown(step))?;
                let n_bytes = width.div_ceil(8).max(1) as usize;
                self.count(n_counted(memory.shape()).saturating_mul(n_bytes), step)?;
                let n_elements = n_elements(memory.shape());
                let elements = (0..n_elements as u32).collect();
                let buffer = self.add_buffer(Buffer::undefined(width, n_elements));
                let own = MemoryView { buffer, shape: memory.shape().into(), elements };
                if name == "tmem_alloc" {
                    self.in_tensor_memory.push((own.buffer, memory.clone()));
                }
                if let Some(value) = first {
                    self.put(value, &own, step)?;
                }
                vec![Value::Memory(own)]
            }
            "local_store" => {
                let value = first.ok_or_else(|| unknown(step))?;
                self.put(value, view(1)?, step)?;
                Vec::new()
            }
            // Where the predicate does not hold nothing is stored.
            "tmem_store" => {
                let [value, _, predicate] = operands else { return Err(unknown(step)) };
                let is_stored = predicate.as_tensor().and_then(|own| own.elements.as_same());
                if is_stored.ok_or_else(|| unknown(step))? == 1 {
                    self.put(value, view(1)?, step)?;
                }
                Vec::new()
            }
            "local_load" | "tmem_load" if step.results.len() == 1 => {
                let view = view(0)?;
                let buffer = &self.buffers[view.buffer];
                let bytes = view.elements.iter().flat_map(|&own| buffer.element(own as usize));
                let elements = Row::bytes(buffer.width, bytes.copied().collect());
                vec![Value::Tensor(Tensor { shape: view.shape.clone(), elements })]
            }
            "local_dealloc" => Vec::new(),
            // What a copy is waited for is not a part of what is copied.
            "async_commit_group" | "async_wait" => vec![Value::Token],
            "async_copy_global_to_local" => {
                let target = view(1)?.clone();
                let (pointers, [mask, other]) =
                    (self.pointers(step, operands, 0)?, self.masked(step, operands, 2)?);
                self.copy(step, &pointers, [mask, other], &target)?;
                vec![Value::Token]
            }
            "memdesc_trans" => {
                let order = super::operations::order(step).ok_or_else(|| unknown(step))?;
                let view = view(0)?;
                let (shape, from) =
                    shapes::transposed(&view.shape, &order).ok_or_else(|| unknown(step))?;
                vec![Value::Memory(part(view, &shape, &from))]
            }
            "memdesc_reshape" => {
                let (view, memory) = (view(0)?, memory_type.ok_or_else(|| unknown(step))?);
                if n_elements(memory.shape()) != n_elements(&view.shape) {
                    return Err(unknown(step));
                }
                self.count(n_counted(memory.shape()), step)?;
                let shape = memory.shape().into();
                vec![Value::Memory(MemoryView { shape, ..view.clone() })]
            }
            "memdesc_subslice" => {
                let (view, memory) = (view(0)?, memory_type.ok_or_else(|| unknown(step))?);
                let from = shapes::part(&view.shape, step.operation.offsets(), memory.shape());
                let from = from.ok_or_else(|| unknown(step))?;
                vec![Value::Memory(part(view, memory.shape(), &from))]
            }
            "tmem_subslice" => {
                let (view, memory) = (view(0)?, memory_type.ok_or_else(|| unknown(step))?);
                let number = |name| step.operation.attribute(name)?.as_integer();
                // Older dialects take columns alone, from `N` on.
                let (dim, offset) = match (number("offset"), number("N")) {
                    (Some(offset), None) => (number("dim").unwrap_or(1), offset),
                    (None, Some(offset)) => (1, offset),
                    _ => return Err(unknown(step)),
                };
                let begin = [0, 1].map(|own| if own == dim { offset } else { 0 });
                let from = shapes::part(&view.shape, &begin, memory.shape());
                let from = from.ok_or_else(|| unknown(step))?;
                vec![Value::Memory(part(view, memory.shape(), &from))]
            }
            "memdesc_index" => {
                let view = view(0)?;
                let index = operands.get(1).and_then(Value::as_tensor);
                let index = index.and_then(|own| own.elements.as_same());
                let index = index
                    .ok_or_else(|| Stop::unknown("an index that is not known", place(step).line))?;
                let (size, rest) = view.shape.split_first().ok_or_else(|| unknown(step))?;
                if *size as u64 <= index {
                    return Err(Stop::unknown("an index past the last buffer", place(step).line));
                }
                let begin = index as usize * n_elements(rest);
                let from: Vec<usize> = (begin..begin + n_elements(rest)).collect();
                vec![Value::Memory(part(view, rest, &from))]
            }
            _ => return Ok(None),
        }))
    }

    fn put(&mut self, value: &Value, view: &MemoryView, step: &Step) -> Result<(), Stop> {
        self.put_tensor(value.as_tensor().ok_or_else(|| unknown(step))?, view, step)
    }

    pub(super) fn put_tensor(
        &mut self,
        tensor: &Tensor,
        view: &MemoryView,
        step: &Step,
    ) -> Result<(), Stop> {
        let buffer = &mut self.buffers[view.buffer];
        if tensor.shape != view.shape || tensor.elements.width() != buffer.width {
            return Err(unknown(step));
        }
        let per = tensor.elements.n_bytes();
        for (element, &target) in view.elements.iter().enumerate() {
            for at in 0..per {
                buffer.bytes[target as usize * per + at] = tensor.elements.byte(element, at);
            }
        }
        Ok(())
    }
}

/// The view of the elements that these numbers name.
fn part(view: &MemoryView, shape: &[i64], from: &[usize]) -> MemoryView {
    let elements: Rc<[u32]> = from.iter().map(|&own| view.elements[own]).collect();
    MemoryView { buffer: view.buffer, shape: shape.into(), elements }
}
