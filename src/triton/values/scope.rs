//! Follows the operations of a function.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Access;
use super::index::{Index, Part, Wrap};
use super::mask::Mask;
use super::uniform::{PROGRAM, Uniform};
use crate::triton::attribute::Value as Attribute;
use crate::triton::operation::Operation;
use crate::triton::types::Type;

/// The operations, beside those that move data, whose results are followed.
const FOLLOWED: &[&str] = &[
    "arith.addi",
    "arith.andi",
    "arith.cmpi",
    "arith.constant",
    "arith.extsi",
    "arith.extui",
    "arith.index_cast",
    "arith.muli",
    "arith.shli",
    "arith.subi",
    "arith.trunci",
    "scf.yield",
    "tt.addptr",
    "tt.broadcast",
    "tt.expand_dims",
    "tt.get_program_id",
    "tt.make_range",
    "tt.splat",
];

/// True if the results of this operation are followed.
pub(in crate::triton) fn is_followed(name: &str) -> bool {
    FOLLOWED.binary_search(&name).is_ok()
}

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
enum Value {
    Index(Index),
    Mask(Mask),
    /// A part of the shared memory that this operation allocated.
    Memory {
        root: Arc<str>,
        assumed: Vec<u32>,
    },
}

/// What a loop carries.
#[derive(Debug)]
struct Carried {
    first: Value,
    number: u32,
}

/// The values of a function.
#[derive(Debug, Default)]
pub(in crate::triton) struct Scope {
    values: HashMap<String, Value>,
    /// The regions that are open, innermost last, with what they carry if they are loops.
    regions: Vec<Option<Vec<Option<Carried>>>>,
    pending: Option<Vec<Option<Carried>>>,
    /// For each thing that was taken to be carried through unchanged, what that is built on; by
    /// number over the whole file.
    built_on: Vec<Vec<u32>>,
    failed: HashSet<u32>,
}

impl Scope {
    /// Forgets the values: a new function begins.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    pub fn open_region(&mut self) {
        self.regions.push(self.pending.take());
    }

    pub fn close_region(&mut self) {
        self.regions.pop();
    }

    /// Begins a loop: what it carries, as pairs of names, its results, and its counter.
    pub fn begin_loop(&mut self, counter: &str, pairs: &[(String, String)], results: &[String]) {
        self.values.remove(counter);
        let mut carried = Vec::new();
        for (at, (inside, before)) in pairs.iter().enumerate() {
            let first = self.values.get(before).cloned();
            self.values.remove(inside);
            let Some(first) = first else {
                carried.push(None);
                continue;
            };
            let number = self.built_on.len() as u32;
            let names = [Some(inside.clone()), result_name(results, pairs.len(), at)];
            let mut is_followed = false;
            for name in names.into_iter().flatten() {
                if let Some(value) = carried_value(&first, &name, number) {
                    self.values.insert(name, value);
                    is_followed = true;
                }
            }
            if is_followed {
                self.built_on.push(Vec::new());
                carried.push(Some(Carried { first, number }));
            } else {
                carried.push(None);
            }
        }
        self.pending = Some(carried);
    }

    /// The end of an iteration: what is yielded must be what was taken for it.
    fn end_iteration(&mut self, yielded: &[String]) {
        let Some(Some(carried)) = self.regions.last() else { return };
        for (carried, name) in carried.iter().zip(yielded) {
            let Some(Carried { first, number }) = carried else { continue };
            let value = self.values.get(name);
            match value.and_then(|value| stays(first, value)) {
                Some(assumed) => self.built_on[*number as usize].extend(assumed),
                None => {
                    self.failed.insert(*number);
                }
            }
        }
    }

    /// What was taken for granted and turned out to be wrong, with all that is built on it.
    pub fn failures(mut self) -> HashSet<u32> {
        loop {
            let is_hit = |on: &Vec<u32>| on.iter().any(|number| self.failed.contains(number));
            let more: Vec<u32> = (0_u32..)
                .zip(&self.built_on)
                .filter(|(number, on)| !self.failed.contains(number) && is_hit(on))
                .map(|(number, _)| number)
                .collect();
            if more.is_empty() {
                return self.failed;
            }
            self.failed.extend(more);
        }
    }

    fn index(&self, name: &str, kind: Option<&Type>) -> Option<Index> {
        match self.values.get(name) {
            Some(Value::Index(index)) => Some(index.clone()),
            Some(_) => None,
            // A scalar that is not followed is a number, or a pointer, with a name.
            None => match kind {
                Some(Type::Other { name: kind, .. }) if kind.ends_with(".ptr") => {
                    let pointer = Some(Arc::from(name));
                    Some(Index { pointer, ..Index::default() })
                }
                Some(Type::Other { name: kind, .. }) if is_integer(kind) => {
                    Some(Index::scalar(Uniform::unknown(&format!("%{name}"))))
                }
                _ => None,
            },
        }
    }

    fn mask(&self, name: &str) -> Option<Mask> {
        match self.values.get(name) {
            Some(Value::Mask(mask)) => Some(mask.clone()),
            _ => None,
        }
    }

    /// Follows an operation: its result, if it has one that is a sum of strided dims, a mask or a memory.
    pub fn follow(&mut self, operation: &Operation) {
        if operation.name == "scf.yield" {
            return self.end_iteration(&operation.operands);
        }
        let value = self.result_of(operation);
        for name in &operation.results {
            self.values.remove(name);
        }
        if let (Some(value), [name]) = (value, &operation.results[..]) {
            self.values.insert(name.clone(), value);
        }
    }

    fn result_of(&self, operation: &Operation) -> Option<Value> {
        let kinds = &operation.operand_types;
        let shape: Vec<i64> = match operation.result_types.first().or(kinds.first())? {
            Type::Tensor(tensor) => tensor.shape().to_vec(),
            Type::MemDesc(_) => return self.memory_of(operation),
            Type::Other { .. } => Vec::new(),
        };
        let operand = |at: usize| {
            let name = operation.operands.get(at)?;
            self.index(name, kinds.get(at).or(kinds.last()))
        };
        let mask = |at: usize| self.mask(operation.operands.get(at)?);
        let index = match operation.name.as_str() {
            "arith.constant" => return constant(operation, shape),
            "arith.cmpi" => {
                let predicate = predicate(operation)?;
                return Some(Value::Mask(Mask::compare(predicate, &operand(0)?, &operand(1)?)));
            }
            "arith.andi" => match (mask(0), mask(1)) {
                (Some(left), Some(right)) => return Some(Value::Mask(left.and(&right))),
                (Some(known), None) | (None, Some(known)) => {
                    return Some(Value::Mask(Mask { has_more: true, ..known }));
                }
                (None, None) => return None,
            },
            "arith.addi" | "tt.addptr" => operand(0)?.add(&operand(1)?)?,
            "arith.subi" => operand(0)?.add(&operand(1)?.negate()?)?,
            "arith.muli" => operand(0)?.multiply(&operand(1)?)?,
            "arith.shli" => {
                let bits = operand(1)?.base.as_constant().filter(|bits| (0..63).contains(bits))?;
                let factor = Index::scalar(Uniform::constant(1 << bits));
                operand(0)?.multiply(&factor)?
            }
            "tt.get_program_id" => {
                let axis = operation.words.first().cloned().or_else(|| {
                    operation.attribute("axis")?.as_integer().map(|axis| axis.to_string())
                })?;
                Index::scalar(Uniform::unknown(&format!("{PROGRAM}{axis}")))
            }
            "tt.make_range" => {
                let number = |name| operation.attribute(name).and_then(Attribute::as_integer);
                let (start, end) = (number("start")?, number("end")?);
                let base = Uniform::constant(start);
                let extent = end.checked_sub(start).filter(|extent| shape == [*extent])?;
                let parts = vec![Part { dim: 0, base: base.clone(), extent }];
                let strides = vec![Uniform::constant(1)];
                Index { base, strides, shape, parts, ..Index::default() }
            }
            "tt.splat"
            | "tt.broadcast"
            | "tt.expand_dims"
            | "ttg.convert_layout"
            | "triton_gpu.convert_layout" => {
                let dims = new_dims(operation, shape.len())?;
                if let Some(mask) = mask(0) {
                    let mut mask = mask;
                    mask.bounds.iter_mut().try_for_each(|bound| moved(&mut bound.row, &dims))?;
                    return Some(Value::Mask(mask));
                }
                let mut index = operand(0)?;
                let mut strides = vec![Uniform::default(); shape.len()];
                for (old, stride) in std::mem::take(&mut index.strides).into_iter().enumerate() {
                    *strides.get_mut(*dims.get(old)?)? = stride;
                }
                index.parts.iter_mut().try_for_each(|part| moved(part, &dims))?;
                Index { strides, shape, ..index }
            }
            // Casts of integers.
            _ => match mask(0) {
                Some(_) => return None,
                None => operand(0)?,
            },
        };
        Some(Value::Index(Index { wrap: wrap_of(operation, &index), ..index }))
    }

    fn memory_of(&self, operation: &Operation) -> Option<Value> {
        let name = operation.name.split_once('.')?.1;
        if name == "local_alloc" {
            let place = format!("{}", operation.position.line);
            let root = Arc::from(format!("%{} of line {place}", operation.results.first()?));
            return Some(Value::Memory { root, assumed: Vec::new() });
        }
        match self.values.get(operation.operands.first()?) {
            Some(Value::Memory { root, assumed }) if name.starts_with("memdesc_") => {
                Some(Value::Memory { root: root.clone(), assumed: assumed.clone() })
            }
            _ => None,
        }
    }

    /// The allocation that a shared memory is a part of.
    pub fn allocation(&self, operation: &Operation) -> Option<(Arc<str>, Vec<u32>)> {
        operation.operands.iter().chain(&operation.results).find_map(|name| {
            match self.values.get(name) {
                Some(Value::Memory { root, assumed }) => Some((root.clone(), assumed.clone())),
                _ => None,
            }
        })
    }

    /// The constant that an operand is.
    pub fn constant(&self, name: &str) -> Option<i64> {
        match self.values.get(name) {
            Some(Value::Index(index)) if index.is_uniform() => index.base.as_constant(),
            _ => None,
        }
    }

    /// The addresses and the mask of an operation on global memory.
    pub fn access(&self, operation: &Operation) -> Option<Access> {
        let (_, name) = operation.name.split_once('.')?;
        // Where the pointers, the offsets from them, and the mask are among the operands.
        let (pointer, offset, mask) = match name {
            "load" => (0, None, 1),
            "store" => (0, None, 2),
            "buffer_load" => (0, Some(1), 2),
            "buffer_store" => (1, Some(2), 3),
            "async_copy_global_to_local" => (0, None, 2),
            "buffer_load_to_local" => (1, Some(2), 3),
            _ => return None,
        };
        let operand = |at: usize| operation.operands.get(at).map(String::as_str);
        let is_scalar = offset.is_some();
        let kind = match is_scalar {
            true => Some(Type::Other { name: "tt.ptr".to_owned(), nested: Vec::new() }),
            false => None,
        };
        let mut index = operand(pointer).and_then(|name| self.index(name, kind.as_ref()));
        if let Some(offset) = offset {
            let offset = operand(offset).and_then(|name| self.index(name, None));
            index = index.zip(offset).and_then(|(pointer, offset)| pointer.add(&offset));
        }
        let mask = match operand(mask) {
            None => Some(Mask::default()),
            Some(name) => self.mask(name),
        };
        Some(Access { index, mask })
    }
}

/// Forgets what depends on something that a loop changed after all.
pub(in crate::triton) fn settle(access: &mut Access, failures: &HashSet<u32>) {
    let is_hit = |assumed: &[u32]| assumed.iter().any(|number| failures.contains(number));
    access.index = access.index.take().filter(|index| !is_hit(&index.assumed));
    access.mask = access.mask.take().filter(|mask| !is_hit(&mask.assumed));
}

/// The name of a result of a loop.
fn result_name(results: &[String], count: usize, at: usize) -> Option<String> {
    match results {
        [one] if count == 1 => Some(one.clone()),
        [one] => Some(format!("{one}#{at}")),
        _ => results.get(at).cloned(),
    }
}

/// A value inside a loop that was `first` before it: of an address the strides stay, and the base is
/// another one.
fn carried_value(first: &Value, name: &str, number: u32) -> Option<Value> {
    match first {
        Value::Index(index) if !index.strides.is_empty() || index.pointer.is_some() => {
            let mut index = index.clone();
            index.base = index.base.add(&Uniform::unknown(&format!("%{name}")))?;
            // Which elements of a row are meant is not known any more, unless it is told apart from
            // all others by its base.
            index.parts.retain(|part| part.base.is_symbolic());
            index.assumed.push(number);
            Some(Value::Index(index))
        }
        Value::Memory { root, assumed } => {
            let mut assumed = assumed.clone();
            assumed.push(number);
            Some(Value::Memory { root: root.clone(), assumed })
        }
        _ => None,
    }
}

/// What a value that is yielded is built on, if it stays what it was but for its base.
fn stays(first: &Value, yielded: &Value) -> Option<Vec<u32>> {
    match (first, yielded) {
        (Value::Index(first), Value::Index(yielded)) => {
            let same = first.pointer == yielded.pointer
                && first.strides == yielded.strides
                && first.shape == yielded.shape;
            same.then(|| yielded.assumed.clone())
        }
        (Value::Memory { root: first, .. }, Value::Memory { root, assumed }) => {
            (first == root).then(|| assumed.clone())
        }
        _ => None,
    }
}

fn is_integer(name: &str) -> bool {
    name == "index"
        || name.strip_prefix('i').is_some_and(|bits| bits.bytes().all(|b| b.is_ascii_digit()))
}

fn constant(operation: &Operation, shape: Vec<i64>) -> Option<Value> {
    if operation.words.iter().any(|word| word == "true") {
        return Some(Value::Mask(Mask::default()));
    }
    let number = match (&operation.numbers[..], operation.attribute("value")) {
        ([number], _) if operation.offsets.is_empty() => *number,
        (_, Some(value)) => value.as_integer()?,
        _ => return None,
    };
    let strides = vec![Uniform::default(); shape.len()];
    Some(Value::Index(Index { strides, shape, ..Index::scalar(Uniform::constant(number)) }))
}

fn predicate(operation: &Operation) -> Option<&str> {
    const PREDICATES: [&str; 10] =
        ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
    match operation.attribute("predicate").and_then(Attribute::as_integer) {
        Some(number) => PREDICATES.get(usize::try_from(number).ok()?).copied(),
        None => operation.words.first().map(String::as_str),
    }
}

/// Where each dim of the operand is in the result.
fn new_dims(operation: &Operation, rank: usize) -> Option<Vec<usize>> {
    let name = operation.name.split_once('.')?.1;
    match name {
        "expand_dims" => {
            let axis = operation.attribute("axis").and_then(Attribute::as_integer)?;
            let axis = usize::try_from(axis).ok()?;
            Some((0..rank).filter(|&dim| dim != axis).collect())
        }
        _ => Some((0..rank).collect()),
    }
}

fn moved(part: &mut Part, dims: &[usize]) -> Option<()> {
    part.dim = *dims.get(part.dim)?;
    Some(())
}

/// The first time that a number does not fit in the 32 bits that its type has.
fn wrap_of(operation: &Operation, index: &Index) -> Option<Wrap> {
    if index.wrap.is_some() || index.pointer.is_some() {
        return index.wrap.clone();
    }
    let kind = operation.result_types.first().or(operation.operand_types.first())?;
    let has_32_bits = match kind {
        Type::Tensor(tensor) => tensor.element().as_str() == "i32",
        Type::Other { name, .. } => name == "i32",
        Type::MemDesc(_) => false,
    };
    let [(least, _), (greatest, _)] = index.range_at_first_program()?;
    let value = [greatest, least].into_iter().find(|&end| i32::try_from(end).is_err())?;
    has_32_bits.then(|| Wrap {
        operation: operation.name.clone(),
        position: operation.position,
        value,
    })
}
