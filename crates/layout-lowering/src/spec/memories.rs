//! Loads and stores, and views of memories that threads share.

use std::rc::Rc;

use layout_kernels::triton::{Step, Type};

use super::shapes;
use super::value::{Buffer, Tensor, Value, View, n_elements};
use super::{Spec, place, unknown};
use crate::bits::{self, Row, UNDEFINED_BYTE};
use crate::machine::Stop;

impl Spec<'_> {
    /// What pointers point to, where the mask holds; elsewhere the third operand, or anything.
    pub(super) fn load(
        &mut self,
        step: &Step,
        operands: &[Value],
        width: u32,
    ) -> Result<Tensor, Stop> {
        let (pointers, mask, other) = self.access(step, operands, 0)?;
        let n_elements = pointers.n_elements();
        let per = width.div_ceil(8) as usize;
        let mut bytes = Vec::with_capacity(n_elements * per);
        for element in 0..n_elements {
            if self.holds(mask, element, step)? {
                let address = self.pointer(pointers, element, step)?;
                for at in 0..per as u64 {
                    let read = self.global.read(address + at, 0, place(step));
                    bytes.push(read.map_err(|fault| Stop::unknown(fault.what, place(step).line))?);
                    self.read.insert(address + at);
                }
            } else {
                let byte = |at| other.map_or(UNDEFINED_BYTE, |own| own.elements.byte(element, at));
                bytes.extend((0..per).map(byte));
            }
        }
        let whole = Row::bytes(per as u32 * 8, bytes);
        let elements = bits::resize(&whole, width, n_elements, self.table);
        Ok(Tensor { shape: pointers.shape.clone(), elements })
    }

    pub(super) fn store(&mut self, step: &Step, operands: &[Value]) -> Result<(), Stop> {
        let (pointers, mask, _) = self.access(step, operands, 1)?;
        let value = operands.get(1).and_then(Value::as_tensor).ok_or_else(|| unknown(step))?;
        if value.shape != pointers.shape {
            return Err(unknown(step));
        }
        let mut now = std::collections::BTreeMap::new();
        for element in 0..pointers.n_elements() {
            if !self.holds(mask, element, step)? {
                continue;
            }
            let address = self.pointer(pointers, element, step)?;
            for at in 0..value.elements.n_bytes() {
                let byte = value.elements.byte(element, at);
                // Of several elements for one place nobody says which is the last.
                let own = now.entry(address + at as u64).or_insert(byte);
                if *own != byte {
                    *own = UNDEFINED_BYTE;
                }
            }
        }
        for (address, byte) in now {
            let written = self.global.write(address, byte, 0, place(step));
            written.map_err(|fault| Stop::unknown(fault.what, place(step).line))?;
            self.written.insert(address);
        }
        Ok(())
    }

    /// The pointers, the mask and what follows it, which come after so many values.
    fn access<'v>(
        &self,
        step: &Step,
        operands: &'v [Value],
        n_values: usize,
    ) -> Result<(&'v Tensor, Option<&'v Tensor>, Option<&'v Tensor>), Stop> {
        let tensor = |at: usize| match operands.get(at) {
            Some(value) => value.as_tensor().map(Some).ok_or_else(|| unknown(step)),
            None => Ok(None),
        };
        let pointers = tensor(0)?.ok_or_else(|| unknown(step))?;
        let (mask, other) = (tensor(1 + n_values)?, tensor(2 + n_values)?);
        let is_alike = |own: Option<&Tensor>| own.is_none_or(|own| own.shape == pointers.shape);
        match is_alike(mask) && is_alike(other) && pointers.elements.width() == 64 {
            true => Ok((pointers, mask, other)),
            false => Err(unknown(step)),
        }
    }

    fn holds(&self, mask: Option<&Tensor>, element: usize, step: &Step) -> Result<bool, Stop> {
        let Some(mask) = mask else { return Ok(true) };
        let number = mask.elements.number(element);
        let number = number.ok_or_else(|| Stop::unknown("a mask of data", place(step).line))?;
        Ok(number & 1 == 1)
    }

    fn pointer(&self, pointers: &Tensor, element: usize, step: &Step) -> Result<u64, Stop> {
        let number = pointers.elements.number(element);
        number.ok_or_else(|| Stop::unknown("a pointer that depends on data", place(step).line))
    }

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
            "local_alloc" => {
                let memory = memory_type.ok_or_else(|| unknown(step))?;
                let width = memory.element().bits().ok_or_else(|| unknown(step))?;
                let n_elements = n_elements(memory.shape());
                let elements = (0..n_elements as u32).collect();
                let own =
                    View { buffer: self.buffers.len(), shape: memory.shape().into(), elements };
                self.buffers.push(Buffer::undefined(width, n_elements));
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
            "local_load" => {
                let view = view(0)?;
                let buffer = &self.buffers[view.buffer];
                let bytes = view.elements.iter().flat_map(|&own| buffer.element(own as usize));
                let elements = Row::bytes(buffer.width, bytes.copied().collect());
                vec![Value::Tensor(Tensor { shape: view.shape.clone(), elements })]
            }
            "local_dealloc" => Vec::new(),
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
                let shape = memory.shape().into();
                vec![Value::Memory(View { shape, ..view.clone() })]
            }
            "memdesc_subslice" => {
                let (view, memory) = (view(0)?, memory_type.ok_or_else(|| unknown(step))?);
                let from = shapes::part(&view.shape, step.operation.offsets(), memory.shape());
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

    fn put(&mut self, value: &Value, view: &View, step: &Step) -> Result<(), Stop> {
        let tensor = value.as_tensor().ok_or_else(|| unknown(step))?;
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
fn part(view: &View, shape: &[i64], from: &[usize]) -> View {
    let elements: Rc<[u32]> = from.iter().map(|&own| view.elements[own]).collect();
    View { buffer: view.buffer, shape: shape.into(), elements }
}
