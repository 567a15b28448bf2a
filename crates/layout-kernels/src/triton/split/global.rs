//! Pieces that access global memory: their pointers are those of a dense tensor.
//!
//! Where a kernel's pointers point depends on its arguments. What an operation does with them does not:
//! a piece has one pointer as argument and computes from it those of a tensor without gaps, of which the
//! dim that the registers of a thread run along is contiguous, so that accesses are as wide as they can
//! be. A mask is computed, too, and leaves out the last quarter of each dim, in the contiguous one of whole
//! groups of 16 elements, for which kernels promise that the mask is the same.

use super::Cutter;
use super::piece::Draft;
use super::statement::{Statement, Written};
use crate::triton::dims::order_of_bases;
use crate::triton::encoding::Encoding;
use crate::triton::types::{ElementType, Tensor, Type};

/// Which operands an operation on global memory has.
struct Operands {
    /// The tensor of pointers, or that of offsets from the pointer before it.
    addresses: usize,
    has_base: bool,
    mask: usize,
}

impl Operands {
    fn of(name: &str) -> Option<Self> {
        let own = |addresses, has_base, mask| Some(Operands { addresses, has_base, mask });
        match name {
            "load" => own(0, false, 1),
            "store" | "async_copy_global_to_local" | "atomic_rmw" => own(0, false, 2),
            "buffer_load" | "buffer_load_to_local" => own(1, true, 2),
            "buffer_store" => own(2, true, 3),
            _ => None,
        }
    }
}

impl Cutter<'_> {
    /// The function of an operation on global memory; nothing for another one.
    pub(super) fn global(
        &self,
        name: &str,
        statement: &Statement,
        draft: &mut Draft,
    ) -> Option<()> {
        let of = Operands::of(name)?;
        let operands = statement.operands();
        let held = held(name, statement)?;
        // A stride is a number that only runs know.
        if statement.has_word("stride") || held.pointee.as_str().starts_with('!') {
            return None;
        }
        let base = draft.argument("", &held.pointer());
        let coordinates = Coordinates::new(&held, draft)?;
        let offsets = coordinates.offsets(&held, draft)?;
        let addresses = match of.has_base {
            true => {
                draft.names.insert(operands.get(of.addresses - 1)?.to_string(), base);
                offsets
            }
            false => held.pointers(&base, &offsets, draft).0,
        };
        draft.names.insert(operands.get(of.addresses)?.to_string(), addresses);
        for (at, operand) in operands.iter().enumerate() {
            if draft.names.contains_key(*operand) {
                continue;
            }
            if let Some(constant) = self.known.get(*operand)
                && constant.name == "arith.constant"
            {
                let name = draft.line(constant);
                draft.names.insert(operand.to_string(), name);
            } else if let Some(memory) = memory(statement).filter(|_| {
                // The one operand that is neither a tensor nor a pointer.
                name == "async_copy_global_to_local" && at == 1
                    || name == "buffer_load_to_local" && at + 1 == operands.len()
            }) {
                self.memory(operand, memory, draft)?;
            } else if at == of.mask && is_mask(name, statement, operands.len()) {
                let mask = coordinates.mask(&held, draft)?;
                draft.names.insert(operand.to_string(), mask);
            } else {
                let kind = Type::Tensor(held.tensor.of(held.pointee.clone()));
                let text = held.of(held.pointee.as_str());
                draft.argument(operand, &Written { kind, text });
            }
        }
        let result = draft.line(statement);
        match memory(statement) {
            Some(_) => {
                // What was copied is there when it has been waited for.
                let group = draft.push(format!("ttg.async_commit_group tokens %{result}"));
                draft.push(format!("ttg.async_wait %{group} {{num = 0 : i32}}"));
            }
            None if statement.results.is_empty() => {}
            None => draft.results.push((result, held.of(held.pointee.as_str()))),
        }
        Some(())
    }
}

/// True if the operand behind the values is a mask: in copies to shared memory another may stand alone.
fn is_mask(name: &str, statement: &Statement, n_operands: usize) -> bool {
    match name {
        "async_copy_global_to_local" => statement.has_word("mask"),
        "buffer_load_to_local" => statement.has_word("mask") && 3 < n_operands,
        _ => true,
    }
}

/// The shared memory that a copy goes to.
fn memory(statement: &Statement) -> Option<&Written> {
    let types = statement.operand_types.iter().chain(&statement.result_types);
    types.rev().find(|own| matches!(own.kind, Type::MemDesc(_)))
}

/// How the elements are held that an operation accesses.
pub(super) struct Held<'s> {
    /// A tensor of that shape and encoding.
    tensor: &'s Tensor,
    encoding: &'s str,
    /// The type of the elements in memory.
    pointee: ElementType,
}

fn held<'s>(name: &str, statement: &'s Statement) -> Option<Held<'s>> {
    let types = || statement.operand_types.iter().chain(&statement.result_types);
    let tensor = types().find_map(|own| own.kind.as_tensor())?;
    let pointee = match name {
        "buffer_load" | "buffer_store" => tensor.element().clone(),
        "buffer_load_to_local" => match &memory(statement)?.kind {
            Type::MemDesc(memory) => memory.element().clone(),
            _ => return None,
        },
        _ => tensor.element().pointee()?,
    };
    Some(Held { tensor, encoding: tensor.encoding_text()?, pointee })
}

impl<'s> Held<'s> {
    /// What holds values of a tensor.
    pub fn value(tensor: &'s Tensor) -> Option<Self> {
        let pointee = tensor.element().clone();
        Some(Held { tensor, encoding: tensor.encoding_text()?, pointee })
    }

    /// The type of a pointer to an element.
    fn pointer(&self) -> Written {
        let kind = Type::Other { name: "tt.ptr".to_owned(), nested: Vec::new() };
        Written { kind, text: format!("!tt.ptr<{}>", self.pointee) }
    }

    /// Pointers to the elements of a tensor without gaps, which an argument points to.
    fn pointers(&self, base: &str, offsets: &str, draft: &mut Draft) -> (String, String) {
        let pointer = self.pointer().text;
        let (pointers, numbers) = (self.of(&pointer), self.of("i32"));
        let splat = draft.push(format!("tt.splat %{base} : {pointer} -> {pointers}"));
        let name = draft.push(format!("tt.addptr %{splat}, %{offsets} : {pointers}, {numbers}"));
        (name, pointers)
    }

    /// All elements as they are in memory; the name of the tensor.
    pub fn loaded(&self, draft: &mut Draft) -> Option<String> {
        if self.pointee.as_str().starts_with('!') {
            return None;
        }
        let base = draft.argument("", &self.pointer());
        let offsets = Coordinates::new(self, draft)?.offsets(self, draft)?;
        let (pointers, kind) = self.pointers(&base, &offsets, draft);
        Some(draft.push(format!("tt.load %{pointers} : {kind}")))
    }

    fn shape(&self) -> &[i64] {
        self.tensor.shape()
    }

    /// The type of a tensor of other elements that is held the same way.
    fn of(&self, element: &str) -> String {
        tensor(self.shape(), element, self.encoding)
    }

    /// The dims, the one that neighboring registers differ in first, then those of lanes and warps.
    fn order(&self) -> Option<Vec<usize>> {
        let encoding = Encoding::read(self.tensor.encoding()?).ok()?;
        let layout = encoding.to_linear_layout(self.shape()).ok()?;
        Some(order_of_bases(&layout, &["register", "lane", "warp", "block"]))
    }
}

fn tensor(shape: &[i64], element: &str, encoding: &str) -> String {
    let dims: String = shape.iter().map(|size| format!("{size}x")).collect();
    format!("tensor<{dims}{element}, {encoding}>")
}

/// No access of a thread is wider than 16 bytes.
const GROUP: i64 = 16;

/// The coordinate of each element in each dim, a tensor that has size 1 in the other dims.
struct Coordinates {
    names: Vec<String>,
}

impl Coordinates {
    fn new(held: &Held<'_>, draft: &mut Draft) -> Option<Self> {
        let shape = held.shape();
        if shape.iter().any(|&size| !(1..=1 << 20).contains(&size)) {
            return None;
        }
        let one = |dim: usize| {
            // The other dims are taken away, the last one first, and come back in reverse.
            let mut encodings = vec![held.encoding.to_owned()];
            let others: Vec<usize> = (0..shape.len()).rev().filter(|&own| own != dim).collect();
            for other in &others {
                let parent = encodings.last()?;
                encodings.push(format!("#ttg.slice<{{dim = {other}, parent = {parent}}}>"));
            }
            let mut own = vec![shape[dim]];
            let kind = tensor(&own, "i32", &encodings.pop()?);
            let range = format!("tt.make_range {{end = {} : i32, start = 0 : i32}}", shape[dim]);
            let mut name = draft.push(format!("{range} : {kind}"));
            let mut from = kind;
            for &other in others.iter().rev() {
                own.insert(other, 1);
                let to = tensor(&own, "i32", &encodings.pop()?);
                name = draft.push(format!(
                    "tt.expand_dims %{name} {{axis = {other} : i32}} : {from} -> {to}"
                ));
                from = to;
            }
            Some(name)
        };
        let names: Option<Vec<String>> = (0..shape.len()).map(one).collect();
        Some(Coordinates { names: names? })
    }

    /// The type of the coordinates in a dim, or of what is computed of them.
    fn kind(held: &Held<'_>, dim: usize, element: &str) -> String {
        let own = |at| if at == dim { held.shape()[dim] } else { 1 };
        let shape: Vec<i64> = (0..held.shape().len()).map(own).collect();
        tensor(&shape, element, held.encoding)
    }

    /// A value of one dim for all elements, combined with those of the dims before it.
    fn combined(
        all: Option<String>,
        name: &str,
        [kind, whole]: [&str; 2],
        combine: &str,
        draft: &mut Draft,
    ) -> String {
        let own = match kind == whole {
            true => name.to_owned(),
            false => draft.push(format!("tt.broadcast %{name} : {kind} -> {whole}")),
        };
        match all {
            Some(all) => draft.push(format!("{combine} %{all}, %{own} : {whole}")),
            None => own,
        }
    }

    /// The offset of each element in a tensor without gaps.
    fn offsets(&self, held: &Held<'_>, draft: &mut Draft) -> Option<String> {
        let whole = held.of("i32");
        let (mut all, mut stride) = (None, 1_i64);
        for dim in held.order()? {
            let kind = Self::kind(held, dim, "i32");
            let mut name = self.names[dim].clone();
            if stride != 1 {
                let factor = draft.push(format!("arith.constant dense<{stride}> : {kind}"));
                name = draft.push(format!("arith.muli %{name}, %{factor} : {kind}"));
            }
            all = Some(Self::combined(all, &name, [&kind, &whole], "arith.addi", draft));
            stride = stride.checked_mul(held.shape()[dim])?;
        }
        all.filter(|_| stride <= 1 << 30)
    }

    /// True but in the last quarter of each dim, as far as that is whole groups.
    fn mask(&self, held: &Held<'_>, draft: &mut Draft) -> Option<String> {
        let whole = held.of("i1");
        let mut all = None;
        for (at, dim) in held.order()?.into_iter().enumerate() {
            let (name, size) = (&self.names[dim], held.shape()[dim]);
            let (kind, truth) = (Self::kind(held, dim, "i32"), Self::kind(held, dim, "i1"));
            let group = if at == 0 { GROUP.min(size) } else { 1 };
            let end = ((size * 3 / 4).max(1) + group - 1) / group * group;
            let end = draft.push(format!("arith.constant dense<{end}> : {kind}"));
            let holds = draft.push(format!("arith.cmpi slt, %{name}, %{end} : {kind}"));
            all = Some(Self::combined(all, &holds, [&truth, &whole], "arith.andi", draft));
        }
        all
    }
}
