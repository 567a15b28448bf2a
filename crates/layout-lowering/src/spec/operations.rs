//! What each operation does to elements.

use layout_kernels::triton::{self, Step, Type};

use super::shapes;
use super::value::{Tensor, Value, n_elements};
use super::{Spec, result_type, unknown};
use crate::bits::{self, Row};
use crate::llvm::{self, Binary, Flags};
use crate::machine::Stop;

/// The numbers of an attribute that is a list.
pub(super) fn order(step: &Step) -> Option<Vec<usize>> {
    let list = step.operation.attribute("order")?.as_list()?;
    list.iter().map(|own| usize::try_from(own.as_integer()?).ok()).collect()
}

/// The width of the elements of a type of tensors or of one number.
pub(super) fn width_of(kind: &Type) -> Option<u32> {
    match kind {
        Type::Tensor(tensor) => tensor.element().bits(),
        Type::Other { name, .. } if name.ends_with("ptr") => Some(64),
        Type::Other { name, .. } => match name.as_str() {
            "index" => Some(64),
            "bf16" => Some(16),
            name => name.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse().ok(),
        },
        Type::MemDesc(_) => None,
    }
}

impl Spec<'_> {
    /// The results of an operation.
    pub(super) fn operation(
        &mut self,
        step: &Step,
        operands: &[Value],
    ) -> Result<Vec<Value>, Stop> {
        let operation = &step.operation;
        let (dialect, name) = operation.name().split_once('.').ok_or_else(|| unknown(step))?;
        let result = result_type(step);
        let one =
            |tensor: Option<Tensor>| Ok(vec![Value::Tensor(tensor.ok_or_else(|| unknown(step))?)]);
        let first = operands.first().and_then(Value::as_tensor);
        let given = || first.ok_or_else(|| unknown(step));
        let shape = || {
            let tensor = result.and_then(Type::as_tensor);
            tensor.map(triton::Tensor::shape).ok_or_else(|| unknown(step))
        };
        let width = result.and_then(width_of);
        match (dialect, name) {
            ("arith", "constant") => one(self.constant(step, result)),
            ("arith", _) => {
                let width = match name {
                    "cmpi" => 1,
                    _ => width.ok_or_else(|| unknown(step))?,
                };
                one(self.arithmetic(name, step, operands, width)?)
            }
            ("tt", "make_range") => {
                let number = |name| operation.attribute(name)?.as_integer();
                let (Some(start), Some(end)) = (number("start"), number("end")) else {
                    return Err(unknown(step));
                };
                let shape = shape()?;
                if end.checked_sub(start) != Some(n_elements(shape) as i64) {
                    return Err(unknown(step));
                }
                let numbers = (start..end).map(|own| own as u64 & 0xffff_ffff).collect();
                let elements = Row::numbers(32, numbers);
                one(Some(Tensor { shape: shape.into(), elements }))
            }
            ("tt", "splat") => one(shapes::splat(given()?, shape()?)),
            ("tt", "broadcast") => one(shapes::broadcast(given()?, shape()?)),
            ("tt", "expand_dims") => {
                let (tensor, shape) = (given()?, shape()?);
                let fits = n_elements(shape) == tensor.n_elements();
                one(fits.then(|| Tensor { shape: shape.into(), elements: tensor.elements.clone() }))
            }
            ("tt", "reshape") => {
                let (tensor, shape) = (given()?, shape()?);
                // Where the order is free, that of the registers is kept.
                if operation.has_word("allow_reorder")
                    || operation.attribute("allow_reorder").is_some()
                {
                    return Err(unknown(step));
                }
                let fits = n_elements(shape) == tensor.n_elements();
                one(fits.then(|| Tensor { shape: shape.into(), elements: tensor.elements.clone() }))
            }
            ("tt", "trans") => {
                let tensor = given()?;
                let moved = order(step).and_then(|order| shapes::transposed(&tensor.shape, &order));
                one(moved.map(|(shape, from)| shapes::gather(tensor, &shape, |own| from[own])))
            }
            ("tt", "join") => {
                let second = operands.get(1).and_then(Value::as_tensor);
                one(second.and_then(|second| shapes::join(first?, second)))
            }
            ("tt", "split") => {
                let halves = shapes::split(given()?).ok_or_else(|| unknown(step))?;
                Ok(halves.map(Value::Tensor).into())
            }
            ("tt", "addptr") => {
                let offsets = operands.get(1).and_then(Value::as_tensor);
                let bytes = operation.types()[0].first().and_then(pointee_bytes);
                one(self.moved(given()?, offsets.ok_or_else(|| unknown(step))?, bytes))
            }
            ("tt", "bitcast") => {
                let tensor = given()?;
                one((Some(tensor.elements.width()) == width).then(|| tensor.clone()))
            }
            ("tt", "load" | "store" | "atomic_rmw") => self.pointed(name, step, operands),
            ("amdg" | "amdgpu", "buffer_load" | "buffer_store" | "buffer_load_to_local") => {
                self.buffer(name, step, operands)
            }
            ("tt", "reduce" | "scan") => self.combine(step, operands, name == "scan"),
            // It changes which registers of a thread have which of its elements.
            ("amdg" | "amdgpu", "in_thread_transpose") => one(Some(given()?.clone())),
            ("ttg" | "triton_gpu", "convert_layout") => one(Some(given()?.clone())),
            ("gpu" | "ttg", "barrier") => Ok(Vec::new()),
            ("ttg" | "triton_gpu" | "ttng" | "triton_nvidia_gpu", _) => {
                self.shared(name, step, operands)?.ok_or_else(|| unknown(step))
            }
            _ => Err(unknown(step)),
        }
    }

    fn constant(&mut self, step: &Step, kind: Option<&Type>) -> Option<Tensor> {
        // A truth is written without its type.
        let is_truth = |word: &String| word == "true" || word == "false";
        let width = match kind {
            Some(kind) => width_of(kind)?,
            None => step.operation.words().last().is_some_and(is_truth).then_some(1)?,
        };
        let shape = kind.and_then(Type::as_tensor).map_or(&[][..], triton::Tensor::shape);
        let number = match step.operation.constant() {
            Some(number) => number as u64,
            None => step.operation.words().iter().find_map(|word| float(word, kind?))?,
        };
        (width <= 64).then(|| Tensor { shape: shape.into(), elements: Row::same(width, number) })
    }

    /// Pointers with offsets that count elements.
    pub(super) fn moved(
        &mut self,
        pointers: &Tensor,
        offsets: &Tensor,
        bytes: Option<u64>,
    ) -> Option<Tensor> {
        if pointers.shape != offsets.shape {
            return None;
        }
        let (n_elements, table) = (pointers.n_elements(), &mut *self.table);
        let flags = Flags::default();
        let wide = bits::sign_extend(&offsets.elements, 64, n_elements, table);
        let size = Row::same(64, bytes?);
        let scaled = bits::binary(Binary::Mul, flags, &wide, &size, n_elements, table);
        let elements =
            bits::binary(Binary::Add, flags, &pointers.elements, &scaled, n_elements, table);
        Some(Tensor { shape: pointers.shape.clone(), elements })
    }
}

/// The bits of a float as MLIR writes it: its value, or its bits in hexadecimal.
fn float(text: &str, kind: &Type) -> Option<u64> {
    if let Some(digits) = text.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok();
    }
    let element = match kind {
        Type::Tensor(tensor) => tensor.element().as_str(),
        Type::Other { name, .. } => name,
        Type::MemDesc(_) => return None,
    };
    let value: f64 = text.parse().ok()?;
    match llvm::float_bits(value, &llvm::Type::Float(width_of(kind)?), element == "bf16") {
        Some(bits) => u64::try_from(bits).ok(),
        // Of smaller floats the bits of 0 alone.
        None => (value == 0.0 && value.is_sign_positive()).then_some(0),
    }
}

/// The bits of what pointers of a type point to.
pub(super) fn pointee_bits(kind: &Type) -> Option<u32> {
    match kind {
        Type::Tensor(tensor) => tensor.element().pointee()?.bits(),
        Type::Other { .. } => None,
        Type::MemDesc(_) => None,
    }
}

fn pointee_bytes(kind: &Type) -> Option<u64> {
    pointee_bits(kind).map(|bits| u64::from(bits.div_ceil(8)))
}
