//! Loads, stores, copies and atomic operations on what pointers point to.

use layout_kernels::triton::Step;

use super::operations::{pointee_bits, width_of};
use super::value::{MemoryView, Tensor, Value};
use super::{Spec, place, result_type, shapes, unknown};
use crate::bits::{self, Combine, Row, UNDEFINED_BYTE};
use crate::llvm::{Order, Scope};
use crate::machine::Stop;

/// The mask of an access and what takes the place of the elements where it does not hold.
type Masked<'v> = [Option<&'v Tensor>; 2];

/// What an atomic operation leaves in memory: the value itself for `None`.
fn atomic(name: &str) -> Option<Option<Combine>> {
    Some(Some(match name {
        "exch" => return Some(None),
        "and" => Combine::And,
        "or" => Combine::Or,
        "xor" => Combine::Xor,
        "add" => Combine::Add,
        "fadd" => Combine::FloatAdd,
        "max" => Combine::SignedMax,
        "min" => Combine::SignedMin,
        "umax" => Combine::UnsignedMax,
        "umin" => Combine::UnsignedMin,
        _ => return None,
    }))
}

/// The order that an atomic operation is in.
fn order(step: &Step) -> Option<Order> {
    let words = step.operation.words();
    let has = |name: &str| words.iter().any(|own| own == name);
    let scope = match () {
        () if has("cta") => Scope::Block,
        () if has("gpu") => Scope::Device,
        () if has("sys") => Scope::System,
        () => return None,
    };
    let is_known = ["relaxed", "acquire", "release", "acq_rel"].into_iter().any(has);
    let is_both = has("acq_rel");
    is_known.then(|| Order {
        releases: is_both || has("release"),
        acquires: is_both || has("acquire"),
        scope,
    })
}

impl Spec<'_> {
    /// An operation whose pointers are a tensor: `tt.load`, `tt.store` and `tt.atomic_rmw`.
    pub(super) fn pointed(
        &mut self,
        name: &str,
        step: &Step,
        operands: &[Value],
    ) -> Result<Vec<Value>, Stop> {
        let pointers = self.pointers(step, operands, 0)?;
        match name {
            "load" => {
                let kind = step.operation.types()[0].first();
                let width = kind.and_then(pointee_bits).ok_or_else(|| unknown(step))?;
                let masked = self.masked(step, operands, 1)?;
                self.load(step, &pointers, masked, width).map(|tensor| vec![Value::Tensor(tensor)])
            }
            "store" => {
                let [mask, _] = self.masked(step, operands, 2)?;
                let value = operands.get(1).and_then(Value::as_tensor);
                let value = value.ok_or_else(|| unknown(step))?;
                self.store(step, &pointers, value, mask)?;
                Ok(Vec::new())
            }
            _ => {
                let [mask, _] = self.masked(step, operands, 2)?;
                let value = operands.get(1).and_then(Value::as_tensor);
                let value = value.filter(|own| own.shape == pointers.shape);
                self.atomic(step, &pointers, value.ok_or_else(|| unknown(step))?, mask)
                    .map(|tensor| vec![Value::Tensor(tensor)])
            }
        }
    }

    /// An operation whose addresses are a pointer and offsets: AMD's buffers.
    pub(super) fn buffer(
        &mut self,
        name: &str,
        step: &Step,
        operands: &[Value],
    ) -> Result<Vec<Value>, Stop> {
        let operation = &step.operation;
        // A stride says how the cache is used, and where an access is out of bounds.
        if operation.has_word("stride") {
            return Err(unknown(step));
        }
        let tensor = |at: usize| operands.get(at).and_then(Value::as_tensor);
        let target = operands.last().and_then(Value::as_memory);
        let (first, width) = match name {
            "buffer_load" => (0, result_type(step).and_then(width_of)),
            "buffer_store" => (1, tensor(0).map(|value| value.elements.width())),
            _ => (0, target.map(|target| self.buffers[target.buffer].width)),
        };
        let width = width.ok_or_else(|| unknown(step))?;
        let bytes = u64::from(width.div_ceil(8));
        let pointers = match (tensor(first), tensor(first + 1)) {
            (Some(pointer), Some(offsets)) => shapes::splat(pointer, &offsets.shape)
                .and_then(|pointers| self.moved(&pointers, offsets, Some(bytes))),
            _ => None,
        };
        let pointers = pointers.ok_or_else(|| unknown(step))?;
        match name {
            "buffer_load" => {
                let masked = self.masked(step, operands, 2)?;
                self.load(step, &pointers, masked, width).map(|tensor| vec![Value::Tensor(tensor)])
            }
            "buffer_store" => {
                let [mask, _] = self.masked(step, operands, 3)?;
                let value = tensor(0).ok_or_else(|| unknown(step))?;
                self.store(step, &pointers, value, mask)?;
                Ok(Vec::new())
            }
            _ => {
                let target = target.ok_or_else(|| unknown(step))?.clone();
                let sources = &operands[..operands.len() - 1];
                let masked = self.masked(step, sources, 2)?;
                self.copy(step, &pointers, masked, &target)?;
                Ok(vec![Value::Token])
            }
        }
    }

    /// Copies what pointers point to into a memory that threads share.
    pub(super) fn copy(
        &mut self,
        step: &Step,
        pointers: &Tensor,
        masked: Masked<'_>,
        target: &MemoryView,
    ) -> Result<(), Stop> {
        let width = self.buffers[target.buffer].width;
        let tensor = self.load(step, pointers, masked, width)?;
        self.put_tensor(&tensor, target, step)
    }

    /// What pointers point to, where the mask holds; elsewhere the other tensor, or anything.
    fn load(
        &mut self,
        step: &Step,
        pointers: &Tensor,
        [mask, other]: Masked<'_>,
        width: u32,
    ) -> Result<Tensor, Stop> {
        let is_alike = |own: &Tensor| own.shape == pointers.shape;
        if ![mask, other].into_iter().flatten().all(is_alike) {
            return Err(unknown(step));
        }
        let n_elements = pointers.n_elements();
        let per = width.div_ceil(8) as usize;
        let mut bytes = Vec::with_capacity(n_elements * per);
        for element in 0..n_elements {
            if self.holds(mask, element, step)? {
                let address = self.pointer(pointers, element, step)?;
                for at in 0..per as u64 {
                    bytes.push(self.read_byte(address.wrapping_add(at), step)?);
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

    fn store(
        &mut self,
        step: &Step,
        pointers: &Tensor,
        value: &Tensor,
        mask: Option<&Tensor>,
    ) -> Result<(), Stop> {
        let is_alike = |own: &Tensor| own.shape == pointers.shape;
        if !is_alike(value) || !mask.is_none_or(is_alike) {
            return Err(unknown(step));
        }
        let mut now: Vec<(u64, u32)> =
            Vec::with_capacity(value.n_elements() * value.elements.n_bytes());
        for element in 0..pointers.n_elements() {
            if !self.holds(mask, element, step)? {
                continue;
            }
            let address = self.pointer(pointers, element, step)?;
            for at in 0..value.elements.n_bytes() {
                now.push((address.wrapping_add(at as u64), value.elements.byte(element, at)));
            }
        }
        now.sort_unstable();
        for own in now.chunk_by(|a, b| a.0 == b.0) {
            // Of several elements for one place nobody says which is the last.
            let (address, first) = own[0];
            let is_one = own.iter().all(|(_, byte)| *byte == first);
            self.write_byte(address, if is_one { first } else { UNDEFINED_BYTE }, step)?;
        }
        Ok(())
    }

    /// Combines what pointers point to with a value; what was there before. Elements of one place come
    /// one after the other, nobody says in which order: that is not followed.
    fn atomic(
        &mut self,
        step: &Step,
        pointers: &Tensor,
        value: &Tensor,
        mask: Option<&Tensor>,
    ) -> Result<Tensor, Stop> {
        let combine = step.operation.words().iter().find_map(|word| atomic(word));
        let combine = combine.ok_or_else(|| unknown(step))?;
        let order = order(step).ok_or_else(|| unknown(step))?;
        let (width, per) = (value.elements.width(), value.elements.n_bytes());
        if mask.is_some_and(|own| own.shape != pointers.shape) || width % 8 != 0 {
            return Err(unknown(step));
        }
        let mut bytes = Vec::with_capacity(pointers.n_elements() * per);
        let mut seen = std::collections::BTreeSet::new();
        for element in 0..pointers.n_elements() {
            if !self.holds(mask, element, step)? {
                bytes.extend(std::iter::repeat_n(UNDEFINED_BYTE, per));
                continue;
            }
            let address = self.pointer(pointers, element, step)?;
            if !(0..per as u64).all(|at| seen.insert(address.wrapping_add(at))) {
                let what = "an atomic operation on one place several times";
                return Err(Stop::unknown(what, place(step).line));
            }
            let mut old = Vec::with_capacity(per);
            for at in 0..per as u64 {
                old.push(self.read_byte(address.wrapping_add(at), step)?);
            }
            let own: Vec<u32> = (0..per).map(|at| value.elements.byte(element, at)).collect();
            bytes.extend_from_slice(&old);
            let new = match combine {
                Some(combine) => self.table.combined(combine, 0, [&[old], &[own]]),
                None => own,
            };
            for (at, byte) in (address..).zip(new) {
                self.write_byte(at, byte, step)?;
            }
        }
        if !seen.is_empty() {
            self.orders.push((place(step).line, order));
        }
        let elements = Row::bytes(width, bytes);
        Ok(Tensor { shape: pointers.shape.clone(), elements })
    }

    fn read_byte(&mut self, address: u64, step: &Step) -> Result<u32, Stop> {
        let read = self.global.read(address, 0, place(step));
        read.map_err(|fault| Stop::unknown(fault.what, place(step).line))
    }

    fn write_byte(&mut self, address: u64, byte: u32, step: &Step) -> Result<(), Stop> {
        let written = self.global.write(address, byte, 0, place(step));
        written.map_err(|fault| Stop::unknown(fault.what, place(step).line))
    }

    /// The pointers that an operand is.
    pub(super) fn pointers(
        &self,
        step: &Step,
        operands: &[Value],
        at: usize,
    ) -> Result<Tensor, Stop> {
        let pointers = operands.get(at).and_then(Value::as_tensor);
        let pointers = pointers.filter(|own| own.elements.width() == 64);
        pointers.cloned().ok_or_else(|| unknown(step))
    }

    /// The mask, which is the operand of a number if there is one, and what follows it.
    pub(super) fn masked<'v>(
        &self,
        step: &Step,
        operands: &'v [Value],
        at: usize,
    ) -> Result<Masked<'v>, Stop> {
        let tensor = |at: usize| match operands.get(at) {
            Some(value) => value.as_tensor().map(Some).ok_or_else(|| unknown(step)),
            None => Ok(None),
        };
        Ok([tensor(at)?, tensor(at + 1)?])
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
}
