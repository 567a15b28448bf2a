//! What the hardware asks of the layouts of memories that it reads or writes by itself.

use rustc_hash::FxHashMap;

use super::finding::Finding;
use super::layouts::Layouts;
use super::memories::{ContractViolation, tuple};
use super::rule::{OPERAND_LAYOUT, PAST_THE_BUFFER, WRONG_CONVERSION};
use crate::triton::{
    Attribute, AttributeValue, Encoding, MemDesc, Operation, Region, Step, Tensor, Type,
};
use layout_math::linear::LinearLayout;

/// What is found in one function, in the order of the file.
pub(super) fn contracts(body: &Region, layouts: &mut Layouts) -> Vec<Finding> {
    let mut checked = Checked {
        parts: FxHashMap::default(),
        numbers: FxHashMap::default(),
        found: Vec::new(),
        layouts,
    };
    checked.region(body);
    checked.found
}

struct Checked<'p, 'l> {
    /// The operations that take a part of a memory, by the name of the part.
    parts: FxHashMap<&'p str, &'p Operation>,
    /// Constants, by their names.
    numbers: FxHashMap<&'p str, i64>,
    found: Vec<Finding>,
    layouts: &'l mut Layouts,
}

impl<'p> Checked<'p, '_> {
    fn region(&mut self, region: &'p Region) {
        for step in &region.steps {
            self.step(step);
            step.regions.iter().for_each(|region| self.region(region));
        }
    }

    fn step(&mut self, step: &'p Step) {
        let operation = &step.operation;
        let name = operation.name().split_once('.').map_or("", |(_, name)| name);
        match name {
            "memdesc_subslice" => {
                let result = step.results.first().map_or("", String::as_str);
                self.parts.insert(result, operation);
            }
            "memdesc_index" => {
                let result = step.results.first().map_or("", String::as_str);
                let of = operation.operands().first().and_then(|name| self.parts.get(&**name));
                let index = operation.operands().get(1).and_then(|name| self.numbers.get(&**name));
                // A buffer that is not known may be any.
                let is_off = buffer(operation).is_some_and(|(size, repeat)| {
                    index.unwrap_or(&1).wrapping_mul(size) % repeat != 0
                });
                if let Some(part) = of.copied().or_else(|| is_off.then_some(operation)) {
                    self.parts.insert(result, part);
                }
            }
            "constant" => {
                let own = step.results.first().zip(operation.constant());
                self.numbers.extend(own.map(|(name, number)| (name.as_str(), number)));
            }
            "local_alloc" => {
                if let Some(message) = begins_inside(operation) {
                    self.report(operation, message);
                }
            }
            "memdesc_trans" => {
                let of = operation.operands().first().and_then(|name| self.parts.get(&**name));
                if let (Some(of), Some(result)) = (of.copied(), step.results.first()) {
                    self.parts.insert(result, of);
                }
            }
            "async_tma_copy_global_to_local"
            | "async_tma_copy_local_to_global"
            | "async_tma_gather"
            | "async_tma_scatter"
            | "async_tma_reduce" => {
                if n_memories(operation) == 2 {
                    self.barrier(operation);
                }
                self.descriptor(operation);
                self.operands(operation);
            }
            "arrive_barrier" | "barrier_expect" | "init_barrier" | "inval_barrier"
            | "wait_barrier" => self.barrier(operation),
            "warp_group_dot" | "tc_gen5_mma" | "tc_gen5_mma_scaled" => {
                self.operands(operation);
                if let Some(message) = badly_strided(operation) {
                    self.report(operation, message);
                }
                let is_wgmma = name == "warp_group_dot";
                for (at, kind) in operation.types()[0].iter().take(2).enumerate() {
                    let Some(memory) = kind.as_mem_desc() else { continue };
                    if memory.memory() == Some("tensor_memory") {
                        continue;
                    }
                    let message = unsayable(at, memory, self.layouts)
                        .or_else(|| is_wgmma.then(|| misread(at, memory)).flatten());
                    if let Some(message) = message {
                        self.report(operation, message);
                    }
                }
            }
            _ => {}
        }
    }

    fn report(&mut self, operation: &Operation, message: String) {
        let finding = Finding::new(OPERAND_LAYOUT, operation.position(), message);
        self.found.push(finding.of_operation(operation.name()));
    }

    /// The elements of a barrier, which is the first memory of an operation.
    fn barrier(&mut self, operation: &Operation) {
        let mut types = operation.types().into_iter().flatten();
        let barrier = types.find_map(Type::as_mem_desc).map(MemDesc::element);
        if let Some(element) = barrier.filter(|own| own.as_str() != "i64") {
            let message = format!(
                "the barrier is a memory of elements of type {element}, and one has elements of type i64"
            );
            self.report(operation, message);
        }
    }

    /// The shape and the encoding of a descriptor's block, and those of the memory that it fills or empties.
    fn descriptor(&mut self, operation: &Operation) {
        let types = || operation.types().into_iter().flatten();
        let block = types().find_map(|kind| match kind {
            Type::Other { name, nested } if name.contains("tensordesc") => {
                nested.iter().find_map(Type::as_tensor)
            }
            _ => None,
        });
        let (Some(block), Some(memory)) = (block, data_memory(operation)) else { return };
        // Rows that are chosen are as many as there are numbers of rows.
        let is_chosen = ["gather", "scatter"].iter().any(|name| operation.name().ends_with(name));
        let misfit = match is_chosen {
            true => not_of_rows(operation, block, memory),
            false => not_of_size(block, memory),
        };
        if let Some((rule, message)) = misfit {
            let finding = Finding::new(rule, operation.position(), message);
            return self.found.push(finding.of_operation(operation.name()));
        }
        let (Some(wants), Some(has)) = (block.encoding(), memory.tensor().encoding()) else {
            return;
        };
        if let Some(message) = not_copied(block, memory, self.layouts) {
            return self.report(operation, message);
        }
        if wants == has || is_laid_alike(block, memory, self.layouts) {
            return;
        }
        let text = |own: Option<&str>| own.unwrap_or("").to_owned();
        let message = format!(
            "the descriptor copies blocks in {}, and the memory of shape {:?} is in {}: its elements \
             are not where they are looked for",
            text(block.encoding_text()),
            memory.shape(),
            text(memory.tensor().encoding_text())
        );
        self.report(operation, message);
    }

    /// Parts of a swizzled memory that do not begin where its pattern does.
    fn operands(&mut self, operation: &Operation) {
        for name in operation.operands() {
            let Some(&part) = self.parts.get(&**name) else { continue };
            let Some(message) = misaligned(part) else { continue };
            let finding = Finding::new(OPERAND_LAYOUT, operation.position(), message);
            let finding = finding.of_operation(operation.name());
            self.found.push(finding.related_to(part.position(), "the part is taken here"));
        }
    }
}

/// The memory that a copy through a descriptor fills or empties: its barrier is written before it.
pub(super) fn data_memory(operation: &Operation) -> Option<&MemDesc> {
    operation.types().into_iter().flatten().filter_map(Type::as_mem_desc).next_back()
}

/// True if the elements of a block are where the memory has them; dims of extent 1 may be left out.
fn is_laid_alike(block: &Tensor, memory: &MemDesc, layouts: &mut Layouts) -> bool {
    let (Some(Ok(wants)), Some(Ok(has))) = (layouts.of_tensor(block), layouts.of_memory(memory))
    else {
        return false;
    };
    wants.gaps == has.gaps && wants.layout.flatten_outs() == has.layout.flatten_outs()
}

fn n_memories(operation: &Operation) -> usize {
    operation.types().into_iter().flatten().filter(|own| own.as_mem_desc().is_some()).count()
}

/// Rows that are chosen, of which the memory has other ones: as many as there are numbers of rows, each of
/// a block.
fn not_of_rows(operation: &Operation, block: &Tensor, memory: &MemDesc) -> ContractViolation {
    let numbers = operation.types()[0].iter().find_map(Type::as_tensor)?;
    let (&[n_rows], &[_, n_columns]) = (numbers.shape(), block.shape()) else { return None };
    let &[had_rows, had_columns] = memory.shape() else { return None };
    let (what, chosen, had) = match had_rows == n_rows {
        false => ("rows", n_rows, had_rows),
        true => ("columns", n_columns, had_columns),
    };
    let message = format!(
        "the operation is for {chosen} {what}, and the memory of shape {:?} has {had}",
        memory.shape()
    );
    let rule = if had < chosen { PAST_THE_BUFFER } else { WRONG_CONVERSION };
    (chosen != had).then_some((rule, message))
}

/// An accumulator in tensor memory whose elements are not one in each column of 32 bits.
fn badly_strided(operation: &Operation) -> Option<String> {
    let memory = operation.types()[0].get(2).and_then(Type::as_mem_desc)?;
    let stride = memory.tensor().encoding()?.parameter("colStride")?.as_integer()?;
    let bits = i64::from(memory.element().bits()?);
    let wanted = 32 / bits.clamp(1, 32);
    // A stride that no column has room for is reported where its type is.
    (stride < wanted).then(|| {
        format!(
            "the accumulator has elements of {bits} bits with colStride = {stride}, and the product writes one \
             in each column of 32 bits: colStride is {wanted}"
        )
    })
}

/// A block that has other elements than the memory. Dims of extent 1 may be left out.
fn not_of_size(block: &Tensor, memory: &MemDesc) -> ContractViolation {
    let extended = |shape: &[i64]| -> Vec<i64> {
        shape.iter().copied().filter(|&extent| extent != 1).collect()
    };
    if extended(block.shape()) == extended(memory.shape()) {
        return None;
    }
    let count = |shape: &[i64]| shape.iter().copied().try_fold(1, i64::checked_mul);
    let (copied, had) = (count(block.shape())?, count(memory.shape())?);
    let message = format!(
        "the descriptor copies blocks of shape {:?}, which have {copied} elements, and the memory of shape \
         {:?} has {had}",
        block.shape(),
        memory.shape()
    );
    let rule = if had < copied { PAST_THE_BUFFER } else { WRONG_CONVERSION };
    (copied != had).then_some((rule, message))
}

/// Where a part of a swizzled memory begins inside of the pattern, which the hardware computes from
/// the address of the part: 8 rows of as many bytes as the swizzle is wide.
fn misaligned(part: &Operation) -> Option<String> {
    let from = part.types()[0].iter().find_map(Type::as_mem_desc)?;
    let offsets = part.offsets();
    let encoding = from.tensor().encoding()?;
    let bytes = swizzle_bytes(from)?;
    let bits = i64::from(from.element().stored_bits()?);
    if let Some((size, repeat)) = buffer(part) {
        return Some(format!(
            "an operand is one of several buffers of {size} bytes, and its swizzle of {bytes} bytes \
             repeats every {repeat}: the hardware takes its address for the beginning of the pattern"
        ));
    }
    let rank = offsets.len().checked_sub(2)?;
    let (row, column) = match is_transposed(encoding) {
        true => (rank + 1, rank),
        false => (rank, rank + 1),
    };
    let width = (bytes * 8 / bits).max(1);
    let is_off = 0 < bytes && (offsets[row] % 8 != 0 || offsets[column] % width != 0);
    is_off.then(|| {
        format!(
            "an operand begins at {} of a memory whose swizzle of {bytes} bytes repeats every 8 rows \
             and {width} columns: the hardware takes its address for the beginning of the pattern",
            tuple(offsets)
        )
    })
}

/// How many bytes wide the swizzle of a memory is; nothing of an encoding that is not read, whose width may
/// be any number.
fn swizzle_bytes(memory: &MemDesc) -> Option<i64> {
    let encoding = memory.tensor().encoding()?;
    Encoding::read(encoding).ok()?;
    encoding.parameter("swizzlingByteWidth")?.as_integer()
}

/// The bytes of one of the buffers that an index chooses from, and those after which their swizzle repeats.
fn buffer(index: &Operation) -> Option<(i64, i64)> {
    let one = index.types()[1].iter().find_map(Type::as_mem_desc)?;
    let bytes = swizzle_bytes(one)?;
    let bits = i64::from(one.element().stored_bits()?);
    let size = one.shape().iter().copied().try_fold(bits, i64::checked_mul)? / 8;
    let repeats = bytes.checked_mul(8)?;
    (index.name().ends_with(".memdesc_index") && 0 < bytes).then_some((size, repeats))
}

const OPERANDS: [&str; 2] = ["the first operand", "the second operand"];

/// Where a swizzled memory is put that does not begin where its pattern may.
fn begins_inside(allocation: &Operation) -> Option<String> {
    let memory = allocation.types()[1].iter().find_map(Type::as_mem_desc)?;
    let bytes = swizzle_bytes(memory)?;
    let offset = allocation.attribute("allocation.offset")?.as_integer()?;
    (0 < bytes && offset % (8 * bytes) != 0).then(|| {
        format!(
            "the memory begins at byte {offset}, and its swizzle of {bytes} bytes repeats every {}: the \
             hardware computes the pattern from the address",
            8 * bytes
        )
    })
}

/// Why a descriptor cannot put the elements of its block where an encoding has them: it copies rows as
/// they are, or in one of three swizzles.
fn not_copied(block: &Tensor, memory: &MemDesc, layouts: &mut Layouts) -> Option<String> {
    let encoding = block.encoding()?;
    let why = match encoding.name() {
        "nvmma_shared" => is_transposed(encoding)
            .then_some("which is transposed, and it copies rows of the last dim")?,
        "swizzled_shared" => {
            let laid = layouts.of_memory(memory)?.ok()?;
            let bits = i64::from(memory.element().stored_bits()?);
            let order = encoding.parameter("order").and_then(AttributeValue::as_list)?;
            let is_plain = encoding.parameter("maxPhase").and_then(AttributeValue::as_integer)
                == Some(1)
                && order.windows(2).all(|pair| pair[1].as_integer() < pair[0].as_integer());
            let is_copied = is_plain
                || [32, 64, 128]
                    .into_iter()
                    .any(|width| is_swizzle(&laid.layout, bits, width, false));
            (!is_copied).then_some(
                "and it copies rows as they are, or in a swizzle of 32, 64 or 128 bytes",
            )?
        }
        _ => return None,
    };
    Some(format!("the descriptor is for blocks in {}, {why}", block.encoding_text().unwrap_or("")))
}

/// Why no descriptor says where the elements of a shared memory are: only rows in a swizzle of 32, 64 or
/// 128 bytes, or of 16 bytes without one, are what the hardware reads.
fn unsayable(at: usize, memory: &MemDesc, layouts: &mut Layouts) -> Option<String> {
    let encoding = memory.tensor().encoding()?;
    if !["swizzled_shared", "padded_shared", "amd_rotating_shared"].contains(&encoding.name()) {
        return None;
    }
    let laid = layouts.of_memory(memory)?.ok()?;
    let shape: Vec<i64> = laid.layout.out_dims().iter().map(|dim| dim.size()).collect();
    let bits = i64::from(memory.element().stored_bits()?);
    let is_read = |width: i64| {
        [false, true].into_iter().any(|own| is_swizzle(&laid.layout, bits, width, own))
    };
    // Eight rows of 16 bytes that follow each other are what is read without a swizzle, too.
    let has_short_rows = shape.iter().rev().take(2).any(|extent| extent * bits == 128)
        && encoding.parameter("maxPhase").and_then(AttributeValue::as_integer) == Some(1);
    if laid.gaps.is_empty() && (has_short_rows || [32, 64, 128].into_iter().any(is_read)) {
        return None;
    }
    Some(format!(
        "{} of shape {shape:?} is in {}, which is not a layout that a descriptor of the product can say: rows \
         of 32, 64 or 128 bytes in the swizzle of that width",
        OPERANDS[at],
        memory.tensor().encoding_text().unwrap_or("")
    ))
}

/// True if a layout is the swizzle of so many bytes, of rows or of columns.
fn is_swizzle(layout: &LinearLayout, bits: i64, width: i64, is_transposed: bool) -> bool {
    let shape: Vec<i64> = layout.out_dims().iter().map(|dim| dim.size()).collect();
    let text = format!(
        "#ttg.nvmma_shared<{{swizzlingByteWidth = {width}, transposed = {is_transposed}, \
         elementBitWidth = {bits}}}>"
    );
    let own = text.parse::<Encoding>().ok().and_then(|own| own.to_linear_layout(&shape).ok());
    own.is_some_and(|own| own.difference(layout).is_none())
}

/// An operand of a warp group product whose other dim is contiguous, which is read of 16-bit elements
/// only.
fn misread(at: usize, memory: &MemDesc) -> Option<String> {
    let encoding = memory.tensor().encoding().filter(|own| own.name() == "nvmma_shared")?;
    let bits = memory.element().stored_bits().filter(|&bits| bits != 16)?;
    (is_transposed(encoding) != (at == 1)).then(|| {
        format!(
            "{} has elements of {bits} bits and is not contiguous along the summed dim: a warp group \
             product reads only elements of 16 bits so",
            OPERANDS[at]
        )
    })
}

fn is_transposed(encoding: &Attribute) -> bool {
    encoding.parameter("transposed").and_then(AttributeValue::as_flag) == Some(true)
}

#[cfg(test)]
mod tests {
    use crate::analyze::Machine;
    use crate::lint::lint;

    /// The findings about a product of a part of a memory whose swizzle is so wide, and its allocation.
    fn rules(width: i64, element: &str) -> Vec<&'static str> {
        let text = format!(
            "#w = #ttg.nvmma_shared<{{swizzlingByteWidth = {width}, transposed = false, elementBitWidth = 16}}>
#mma = #ttg.nvidia_mma<{{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}}>
#smem = #ttg.shared_memory
module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f(%b: !ttg.memdesc<16x64x{element}, #w, #smem, mutable>, %c: tensor<64x64xf32, #mma>) {{
%a = ttg.local_alloc {{allocation.offset = 16 : i32}} : () -> !ttg.memdesc<64x64x{element}, #w, #smem, mutable>
%p = ttg.memdesc_subslice %a[0, 1] : !ttg.memdesc<64x64x{element}, #w, #smem, mutable> -> !ttg.memdesc<64x16x{element}, #w, #smem, mutable, 64x64>
%d = ttng.warp_group_dot %p, %b, %c {{inputPrecision = 0 : i32}} : !ttg.memdesc<64x16x{element}, #w, #smem, mutable, 64x64> * !ttg.memdesc<16x64x{element}, #w, #smem, mutable> -> tensor<64x64xf32, #mma>
tt.return
}}
}}
"
        );
        let found = lint(text.as_bytes(), &Machine::default());
        let found = found.iter().filter(|own| own.message().contains("repeats every"));
        found.map(|own| own.rule().id()).collect()
    }

    #[test]
    fn a_swizzle_that_no_encoding_has_repeats_nowhere() {
        assert_eq!(rules(128, "f16").len(), 2);
        for width in [1, 0, -1, 1 << 61, i64::MAX] {
            assert_eq!(rules(width, "f16"), [""; 0], "{width}");
        }
        // A row of the swizzle is less than an element.
        assert_eq!(rules(128, "i4096").len(), 1);
    }

    /// A flag is one with a value and without.
    #[test]
    fn a_transposed_operand_is_one_however_it_is_written() {
        let misread = |transposed: &str| {
            let text = format!(
                "#a = #ttg.nvmma_shared<{{swizzlingByteWidth = 32{transposed}, elementBitWidth = 8}}>
#mma = #ttg.nvidia_mma<{{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 32]}}>
#smem = #ttg.shared_memory
module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f(%a: !ttg.memdesc<64x32xf8E5M2, #a, #smem, mutable>, %b: !ttg.memdesc<32x64xf8E5M2, #a, #smem, mutable>, %c: tensor<64x64xf32, #mma>) {{
%d = ttng.warp_group_dot %a, %b, %c {{inputPrecision = 0 : i32}} : !ttg.memdesc<64x32xf8E5M2, #a, #smem, mutable> * !ttg.memdesc<32x64xf8E5M2, #a, #smem, mutable> -> tensor<64x64xf32, #mma>
tt.return
}}
}}
"
            );
            let found = lint(text.as_bytes(), &Machine::default());
            let found = found.iter().filter(|own| own.message().contains("reads only elements"));
            found.map(|own| own.message().to_owned()).collect::<Vec<_>>()
        };
        let message = |operand: &str| {
            format!(
                "{operand} has elements of 8 bits and is not contiguous along the summed dim: a warp group \
                 product reads only elements of 16 bits so"
            )
        };
        for (written, operand) in [
            ("", super::OPERANDS[1]),
            (", transposed = false", super::OPERANDS[1]),
            (", transposed = true", super::OPERANDS[0]),
            (", transposed", super::OPERANDS[0]),
        ] {
            assert_eq!(misread(written), [message(operand)], "{written}");
        }
    }
}
