//! The layouts of results: each is a claim about what its operation does with its operands.
//!
//! A file spells out the encoding of every result. Most operations leave the programmer no choice: a
//! reshape keeps each element in its register, a broadcast takes each element from the same thread, an
//! operand of a product is where the instruction reads it. The layout that the operation gives is
//! computed by `given`, compared over F2 with the one in the file, and where they differ there is a place
//! in the hardware that has two elements.

mod elements;
mod given;
mod kinds;
mod products;
mod shapes;
mod uses;

use rustc_hash::FxHashMap;

use self::given::{Claim, Same};
use super::finding::Finding;
use super::layouts::Layouts;
use super::memories::tuple;
use super::rule::RESULT_LAYOUT;
use crate::triton::{
    AttributeValue, Encoding, MemDesc, Module, Operation, Program, Region, Tensor, Type,
};
use layout_math::linear::LinearLayout;

/// What is found in one function of a module of so many warps, in the order of the file. Of claims that are
/// alike the first is reported, with the number of the others.
pub(super) fn claims(
    program: &Program,
    n_warps: Option<i64>,
    layouts: &mut Layouts,
) -> Vec<Finding> {
    let body = &program.body;
    let mut all = n_warps.into_iter().collect();
    partitions(body, &mut all);
    let mut claims =
        Claims { layouts, found: Vec::new(), alike: FxHashMap::default(), n_warps: all };
    claims.region(body, n_warps.map(|n_warps| ("a block", n_warps)));
    for (operation, message) in uses::misuses(program) {
        claims.report(operation, message);
    }
    let found = claims.found.into_iter();
    found.map(|(finding, n_alike)| finding.with_more(n_alike)).collect()
}

/// The encodings that leave elements out, or are not for the threads that the module has.
///
/// A partition has a number of warps of its own: an encoding is for one of the numbers that there are.
pub(super) fn threads(module: &Module, programs: &[Program]) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut n_warps: Vec<i64> = module.num_warps().into_iter().collect();
    programs.iter().for_each(|program| partitions(&program.body, &mut n_warps));
    for encoded in module.encodings() {
        let Ok(encoding) = encoded.encoding() else { continue };
        let bits = encoded.element().bits().unwrap_or(32);
        let Ok((layout, _)) = encoding.without_gaps(encoded.shape(), bits) else { continue };
        let size = |name: &str| {
            layout.in_dims().iter().find(|dim| dim.name() == name).map(|dim| dim.size())
        };
        let asked = [
            ("lane", "lanes", "a warp", module.threads_per_warp().into_iter().collect()),
            ("warp", "warps", "a block", n_warps.clone()),
            ("block", "blocks", "a cluster", module.num_ctas().into_iter().collect()),
        ];
        // A memory has no lanes, and its blocks may be fewer.
        let is_memory = size("lane").is_none();
        let asked = if is_memory { &asked[2..] } else { &asked[..] };
        if let Some(missing) = layout.uncovered().filter(|_| !is_memory) {
            let element = given::unflattened(layout.out_dims(), missing);
            let message = format!(
                "{} on shape {:?} has element {} in no register",
                encoded.text(),
                encoded.shape(),
                tuple(&element)
            );
            found.push(Finding::new(RESULT_LAYOUT, encoded.position(), message));
        }
        for (name, what, of, has) in asked {
            let Some(wants) = size(name) else { continue };
            if let Some(first) = has.first()
                && !has.contains(&wants)
                && !(is_memory && wants < *first)
            {
                let message = for_others(encoded.text(), wants, what, of, *first);
                found.push(Finding::new(RESULT_LAYOUT, encoded.position(), message));
            }
        }
    }
    found
}

fn for_others(text: &str, wants: i64, what: &str, of: &str, has: i64) -> String {
    format!("{text} is a layout for {wants} {what}, and {of} has {has}")
}

/// Adds the warps of each partition.
fn partitions(region: &Region, n_warps: &mut Vec<i64>) {
    n_warps.extend(region.n_warps);
    for step in &region.steps {
        step.regions.iter().for_each(|region| partitions(region, n_warps));
    }
}

struct Claims<'l> {
    layouts: &'l mut Layouts,
    /// Each finding, and how many more there are like it.
    found: Vec<(Finding, usize)>,
    alike: FxHashMap<String, usize>,
    /// The numbers of warps that the block and partitions have.
    n_warps: Vec<i64>,
}

impl Claims<'_> {
    /// The operations of a block, or of a partition, with so many warps.
    fn region(&mut self, region: &Region, runs: Option<(&'static str, i64)>) {
        let runs = region.n_warps.map(|n_warps| ("the partition", n_warps)).or(runs);
        for step in &region.steps {
            let operation = &step.operation;
            if let Some(message) = self.refuted(operation) {
                self.report(operation, message);
            }
            if let Some(message) = runs.and_then(|runs| self.of_other_warps(operation, runs)) {
                self.report(operation, message);
            }
            step.regions.iter().for_each(|region| self.region(region, runs));
        }
    }

    /// A tensor whose layout is for as many warps as another partition has, or the block. One for a number
    /// that nobody has is reported where its type is.
    fn of_other_warps(&mut self, operation: &Operation, (of, has): (&str, i64)) -> Option<String> {
        if self.n_warps.iter().all(|&n_warps| n_warps == has) {
            return None;
        }
        let types = operation.types().into_iter().flatten().filter_map(Type::as_tensor);
        types.into_iter().find_map(|tensor| {
            let layout = self.tensor(tensor)?;
            let wants = layout.in_dims().iter().find(|dim| dim.name() == "warp")?.size();
            let is_other = wants != has && self.n_warps.contains(&wants);
            let text = tensor.encoding_text().unwrap_or("");
            is_other.then(|| for_others(text, wants, "warps", of, has))
        })
    }

    fn report(&mut self, operation: &Operation, message: String) {
        match self.alike.get(&message) {
            Some(&first) => self.found[first].1 += 1,
            None => {
                self.alike.insert(message.clone(), self.found.len());
                let finding = Finding::new(RESULT_LAYOUT, operation.position(), message);
                self.found.push((finding.of_operation(operation.name()), 0));
            }
        }
    }

    /// What is wrong with the layouts of an operation.
    fn refuted(&mut self, operation: &Operation) -> Option<String> {
        let of_types = shapes::misfit(operation)
            .or_else(|| elements::changed(operation))
            .or_else(|| kinds::misplaced(operation))
            .or_else(|| products::mismatch(operation));
        if of_types.is_some() {
            return of_types;
        }
        let name = operation.name().split_once('.').map_or("", |(_, name)| name);
        if matches!(name, "cat" | "join" | "split") {
            let [from, to] =
                operation.types().map(|types| types.iter().find_map(Type::as_tensor).cloned());
            let (from, to) = (self.tensor(&from?)?, self.tensor(&to?)?);
            let (what, given, said) = match name {
                "cat" => return given::not_twice(&from, &to),
                "join" => ("the operand", given::half(&to), from),
                _ => ("the result", given::half(&from), to),
            };
            return match given {
                Ok(given) => {
                    let claim = Claim { what, given: given?, said, same: Same::Registers };
                    claim.refuted(operation.name())
                }
                Err(message) => Some(message),
            };
        }
        let claims = self.claims(operation)?;
        claims.iter().find_map(|claim| claim.refuted(operation.name()))
    }

    /// What the types of an operation claim; nothing if it leaves the choice to the programmer, or if
    /// a layout is not known, which is reported where its type is.
    fn claims(&mut self, operation: &Operation) -> Option<Vec<Claim>> {
        let (dialect, name) = operation.name().split_once('.')?;
        let [operands, results] = operation.types();
        let tensors = |types: &[Type]| -> Vec<Tensor> {
            types.iter().filter_map(Type::as_tensor).cloned().collect()
        };
        let (from, to) = (tensors(operands), tensors(results));
        let integer = |name: &str| operation.attribute(name).and_then(AttributeValue::as_integer);
        let dim = |name: &str| integer(name).and_then(|dim| usize::try_from(dim).ok());
        let is_elementwise = matches!(dialect, "arith" | "math")
            || matches!(
                name,
                "addptr"
                    | "atomic_cas"
                    | "atomic_rmw"
                    | "bitcast"
                    | "clampf"
                    | "extern_elementwise"
                    | "fp_to_fp"
                    | "histogram"
                    | "int_to_ptr"
                    | "mulhiui"
                    | "precise_divf"
                    | "precise_sqrt"
                    | "ptr_to_int"
                    | "scan"
            );
        let claim = |what: &'static str, given, said, same| Claim { what, given, said, same };
        let one = match name {
            "reshape" => {
                if is_set(operation, "allow_reorder") || operation.has_word("allow_reorder") {
                    return None;
                }
                let (source, said) = (self.tensor(from.first()?)?, self.tensor(to.first()?)?);
                let given = given::reshaped(&source, to.first()?.shape())?;
                claim("the result", given, said, Same::Registers)
            }
            "trans" => {
                let (source, said) = (self.tensor(from.first()?)?, self.tensor(to.first()?)?);
                let given =
                    given::permuted(&source, &operation.attribute("order")?.as_integers()?)?;
                claim("the result", given, said, Same::Registers)
            }
            "expand_dims" => {
                let (source, said) = (self.tensor(from.first()?)?, self.tensor(to.first()?)?);
                claim("the result", given::expanded(&source, dim("axis")?)?, said, Same::Threads)
            }
            "fp4_to_fp" => {
                let (source, said) = (self.tensor(from.first()?)?, self.tensor(to.first()?)?);
                let given = given::unpacked(&source, dim("axis")?)?;
                claim("the result", given, said, Same::Registers)
            }
            "broadcast" => {
                let (source, said) = (self.tensor(from.first()?)?, self.tensor(to.first()?)?);
                let taken = given::narrowed(&said, from.first()?.shape())?;
                claim("the result", source, taken, Same::Threads)
            }
            "gather" => {
                let (index, said) = (self.tensor(from.get(1)?)?, self.tensor(to.first()?)?);
                claim("the result", index, said, Same::Registers)
            }
            "reduce" => {
                let axis = dim("axis")?;
                let mut claims = Vec::new();
                for (from, to) in from.iter().zip(&to) {
                    let reduced = Encoding::read(from.encoding()?).ok()?.reduced(axis);
                    let given = reduced.to_linear_layout(to.shape()).ok()?;
                    claims.push(claim("the result", given, self.tensor(to)?, Same::Registers));
                }
                return Some(claims);
            }
            "in_thread_transpose" => {
                let (source, said) = (self.tensor(from.first()?)?, self.tensor(to.first()?)?);
                claim("the result", source, said, Same::Threads)
            }
            "dot" | "dot_scaled" | "warp_group_dot" => {
                return self.product(name, &from, to.first()?);
            }
            "memdesc_trans" | "memdesc_reshape" | "memdesc_subslice" | "memdesc_index" => {
                return self.memory(operation, name);
            }
            _ if is_elementwise => return self.elementwise(operation, &from, &to),
            _ => return None,
        };
        Some(vec![one])
    }

    /// All tensors of an operation that goes from element to element.
    fn elementwise(
        &mut self,
        operation: &Operation,
        from: &[Tensor],
        to: &[Tensor],
    ) -> Option<Vec<Claim>> {
        let all: Vec<&Tensor> = from.iter().chain(to).collect();
        // The result counts the values of the operand, which only the mask goes along with.
        let all =
            if operation.name().ends_with(".histogram") { from.iter().collect() } else { all };
        let (first, rest) = all.split_first()?;
        let mut claims = Vec::new();
        for other in rest {
            let texts = (first.encoding_text(), other.encoding_text());
            if texts.0 == texts.1 && first.shape() == other.shape() {
                continue;
            }
            let (given, said) = (self.tensor(first)?, self.tensor(other)?);
            let what = if to.is_empty() { "an operand" } else { "the result" };
            claims.push(Claim { what, given, said, same: Same::Registers });
        }
        Some(claims)
    }

    /// The operands of a product in registers, which are where the instruction of the result reads
    /// them, both in the same order along the dim that is summed over.
    fn product(&mut self, name: &str, from: &[Tensor], to: &Tensor) -> Option<Vec<Claim>> {
        let number = |tensor: &Tensor, name: &str| tensor.encoding()?.parameter(name)?.as_integer();
        // Scales are in layouts of their own.
        let operands = || from.iter().filter(|own| number(own, "opIdx").is_some());
        let width = operands().find_map(|own| number(own, "kWidth"));
        let mut claims = Vec::new();
        let is_alone = operands().count() == 1;
        for (at, own) in operands().enumerate().take(2) {
            // Two stand in their order; one says itself which it is.
            let at = if is_alone { usize::try_from(number(own, "opIdx")?).ok()? } else { at };
            let width = match name {
                // Elements of different sizes are packed differently.
                "dot_scaled" => number(own, "kWidth"),
                _ => width,
            };
            let what = *["the first operand", "the second operand"].get(at)?;
            let encoding = Encoding::read(to.encoding()?).ok()?;
            let wanted = encoding.of_operand(at, width).ok()?;
            let given = wanted.to_linear_layout(own.shape()).ok()?;
            claims.push(Claim { what, given, said: self.tensor(own)?, same: Same::Registers });
        }
        Some(claims)
    }

    /// Another view of a memory, which moves nothing.
    fn memory(&mut self, operation: &Operation, name: &str) -> Option<Vec<Claim>> {
        let [from, to] = operation.types();
        let memory = |types: &[Type]| types.iter().find_map(Type::as_mem_desc).cloned();
        let (from, to) = (memory(from)?, memory(to)?);
        let (source, said) = (self.memory_of(&from)?, self.memory_of(&to)?);
        let given = match name {
            "memdesc_trans" => {
                given::permuted(&source, &operation.attribute("order")?.as_integers()?)?
            }
            "memdesc_reshape" => {
                // Of a part, whose rows are not together, this cannot be said.
                let is_whole = |memory: &MemDesc| memory.shape() == memory.laid_out_shape();
                if !is_whole(&from) || !is_whole(&to) {
                    return None;
                }
                let shape: Vec<i64> = said.out_dims().iter().map(|dim| dim.size()).collect();
                given::reshaped(&source, &shape)?
            }
            _ => source,
        };
        // A part is where it was in all of the memory.
        let what =
            if name == "memdesc_subslice" { "the memory of the result" } else { "the result" };
        Some(vec![Claim { what, given, said, same: Same::Registers }])
    }

    fn tensor(&mut self, tensor: &Tensor) -> Option<LinearLayout> {
        Some(self.layouts.of_tensor(tensor)?.ok()?.layout.clone())
    }

    /// The layout of a memory of which the descriptor may be a part. Gaps are after as many elements
    /// in all views.
    fn memory_of(&mut self, memory: &MemDesc) -> Option<LinearLayout> {
        Some(self.layouts.of_memory(memory)?.ok()?.layout.clone())
    }
}

fn is_set(operation: &Operation, name: &str) -> bool {
    operation.attribute(name).and_then(AttributeValue::as_flag) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::claims;
    use crate::lint::layouts::Layouts;
    use crate::triton::read_programs;

    /// What is said of the operations of a function of 4 warps.
    pub(super) fn said(lines: &str) -> Vec<String> {
        said_of("", lines)
    }

    pub(super) fn said_of(arguments: &str, lines: &str) -> Vec<String> {
        let text = format!(
            "#b = #ttg.blocked<{{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}}>
#t = #ttg.blocked<{{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}}>
#c = #ttg.slice<{{dim = 1, parent = #b}}>
#mma = #ttg.nvidia_mma<{{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}}>
#mma3 = #ttg.nvidia_mma<{{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}}>
#s = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}}>
#wide = #ttg.nvmma_shared<{{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}}>
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttg.shared_memory
tt.func public @f({arguments}) {{
{lines}
tt.return
}}"
        );
        let programs = read_programs(&text);
        let [program] = &programs[..] else { panic!("{text}") };
        let found = claims(program, Some(4), &mut Layouts::default());
        found.into_iter().map(|own| own.message().to_owned()).collect()
    }

    const MFMA: &str = "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>";

    fn mfma_operand(at: usize, tail: &str) -> String {
        format!("tensor<64x64xf16, #ttg.dot_op<{{opIdx = {at}, parent = {MFMA}{tail}}}>>")
    }

    fn dot(first: &str, second: &str) -> Vec<String> {
        said(&format!("%0 = tt.dot %p, %q, %r : {first} * {second} -> tensor<64x64xf32, {MFMA}>"))
    }

    #[test]
    fn an_operand_without_a_width_is_no_operand() {
        let good = mfma_operand(1, ", kWidth = 4");
        for tail in [", kWidth = 0", "", ", kWidth = -1", ", kWidth = 4611686018427387904"] {
            assert_eq!(dot(&mfma_operand(0, tail), &good), [""; 0], "{tail}");
            let other = mfma_operand(1, tail);
            assert_eq!(dot(&mfma_operand(0, ", kWidth = 4"), &other), [""; 0], "{tail}");
        }
    }

    /// The first one has no layout: nothing is said of it, and the second is right.
    #[test]
    fn the_only_operand_with_a_layout_is_the_one_that_it_says() {
        let good = mfma_operand(1, ", kWidth = 4");
        assert_eq!(dot("tensor<64x64xf16>", &good), [""; 0]);
        let good = mfma_operand(0, ", kWidth = 4");
        assert_eq!(dot(&good, "tensor<64x64xf16>"), [""; 0]);
    }
}
