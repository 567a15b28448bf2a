//! What no rule looks at, counted and named: silence about the rest means that it was looked at.

use std::collections::BTreeMap;

use super::finding::Finding;
use super::rule::{LEFT_ALONE, Level};
use crate::triton::{AttributeValue, Function, Module, Operation, Position, Program, Region, Type};

/// Operations on tensors and memories that a rule looks at, or that say nothing of where elements are, by
/// their names without the dialect.
const LOOKED_AT: &[&str] = &[
    "addptr",
    "arrive_barrier",
    "async_commit_group",
    "async_copy_global_to_local",
    "async_copy_mbarrier_arrive",
    "async_tma_copy_global_to_local",
    "async_tma_copy_local_to_global",
    "async_tma_gather",
    "async_tma_reduce",
    "async_tma_scatter",
    "async_wait",
    "atomic_rmw",
    "barrier_expect",
    "bitcast",
    "broadcast",
    "buffer_load",
    "buffer_load_to_local",
    "buffer_store",
    "call",
    "cat",
    "clampf",
    "convert_layout",
    "dot",
    "dot_scaled",
    "expand_dims",
    "extern_elementwise",
    "fp4_to_fp",
    "fp_to_fp",
    "gather",
    "histogram",
    "in_thread_transpose",
    "init_barrier",
    "int_to_ptr",
    "inval_barrier",
    "join",
    "load",
    "local_alloc",
    "local_dealloc",
    "local_load",
    "local_store",
    "make_range",
    "memdesc_index",
    "memdesc_reinterpret",
    "memdesc_reshape",
    "memdesc_subslice",
    "memdesc_subview",
    "memdesc_trans",
    "mulhiui",
    "precise_divf",
    "precise_sqrt",
    "print",
    "ptr_to_int",
    "reduce",
    "reshape",
    "return",
    "scan",
    "splat",
    "split",
    "store",
    "tc_gen5_commit",
    "tc_gen5_mma",
    "tc_gen5_mma_scaled",
    "tmem_alloc",
    "tmem_load",
    "tmem_store",
    "tmem_subslice",
    "trans",
    "wait_barrier",
    "warp_group_dot",
    "warp_group_dot_wait",
    "warp_return",
    "warp_specialize",
    "warp_yield",
];

/// The note on a function, if something in it is left alone. A program of nothing is a function that was
/// not understood as a whole.
pub(super) fn left_alone(function: &Function, program: Option<&Program>) -> Option<Finding> {
    let message = match program {
        None => "the function has a form that is not known: its accesses and conversions are looked at, not its \
                 waits, its results and its products"
            .to_owned(),
        Some(program) => {
            let mut count = Count::default();
            count.add(&program.body);
            count.message()?
        }
    };
    let finding = Finding::new(LEFT_ALONE, function.position(), message);
    Some(Finding { function: Some(function.name().to_owned()), ..finding })
}

/// The warning on a file in which there is nothing that a rule could look at.
pub(super) fn nothing_of_triton(module: &Module) -> Option<Finding> {
    let nothing = module.nothing_of_triton()?;
    let message = format!("{nothing}: no rule has looked at anything");
    let finding = Finding::new(LEFT_ALONE, Position { line: 1, column: 1 }, message);
    Some(finding.at_level(Level::Warning))
}

/// How many operations of a function are on tensors and memories.
#[derive(Default)]
struct Count<'p> {
    laid_out: usize,
    /// Tensors that have no layout yet.
    without_layout: usize,
    /// Those that no rule looks at, by name.
    left: BTreeMap<&'p str, usize>,
}

impl<'p> Count<'p> {
    fn add(&mut self, region: &'p Region) {
        for step in &region.steps {
            let operation = &step.operation;
            let is_partial = waits_for_some_instructions(operation);
            if is_laid_out(operation) || is_partial {
                self.laid_out += 1;
                let (dialect, name) = operation.name().split_once('.').unwrap_or_default();
                let is_general = matches!(dialect, "arith" | "math" | "scf" | "cf");
                let is_known = is_general || LOOKED_AT.binary_search(&name).is_ok();
                if is_partial || !is_known {
                    *self.left.entry(operation.name()).or_default() += 1;
                }
            } else if operation.types().into_iter().flatten().any(|kind| kind.as_tensor().is_some())
            {
                self.without_layout += 1;
            }
            step.regions.iter().for_each(|region| self.add(region));
        }
    }

    fn message(&self) -> Option<String> {
        let mut parts = Vec::new();
        if !self.left.is_empty() {
            let n_left: usize = self.left.values().sum();
            let names = self.left.iter().map(|(name, count)| format!("{name} ({count})"));
            let names = names.collect::<Vec<String>>().join(", ");
            let all = self.laid_out;
            parts.push(format!(
                "left {n_left} of {all} operations on tensors and memories alone: {names}"
            ));
        }
        if 0 < self.without_layout {
            let plural = if self.without_layout == 1 { "" } else { "s" };
            parts.push(format!(
                "{} operation{plural} on tensors without an encoding: where their elements are is not known",
                self.without_layout
            ));
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

/// True of a wait that counts instructions and leaves some of them pending: it is taken as a wait for all
/// copies, as it is not known how many instructions each of them is.
fn waits_for_some_instructions(operation: &Operation) -> bool {
    let pending = operation.attribute("num_inst").and_then(AttributeValue::as_integer);
    operation.name().ends_with(".async_wait") && pending.is_some_and(|pending| pending != 0)
}

/// True if something that the operation takes or gives has a layout.
fn is_laid_out(operation: &Operation) -> bool {
    let has_layout = |kind: &Type| match kind {
        Type::Tensor(tensor) => tensor.encoding().is_some(),
        Type::MemDesc(_) => true,
        Type::Other { name, .. } => name.contains("tensordesc"),
    };
    operation.types().into_iter().flatten().any(has_layout)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triton::{read_module, read_programs};

    #[test]
    fn tensors_without_an_encoding_are_counted() {
        let text = "tt.func public @f(%x: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %c = arith.constant 1 : i32
  tt.return
}";
        let module = read_module(text.as_bytes()).unwrap();
        let programs = read_programs(text);
        let found = left_alone(&module.functions()[0], programs.first());
        assert_eq!(
            found.unwrap().message(),
            "2 operations on tensors without an encoding: where their elements are is not known"
        );
    }

    #[test]
    fn a_file_of_another_compiler_is_told_from_a_clean_one() {
        let said = |text: &str| {
            let found = nothing_of_triton(&read_module(text.as_bytes()).unwrap());
            found.map(|own| (own.level(), own.message().to_owned()))
        };
        let message = "there is no function, operation or type of Triton's in this file: no rule has looked \
                       at anything";
        for text in [
            "gpu.module @m {\ngpu.func @k() kernel {\n%t = gpu.thread_id x\ngpu.return\n}\n}\nmodule {}",
            "module {\nfunc.func @k(%a: memref<256xf32>) {\nreturn\n}\n}",
            "module {\ncuda.kernel @k(%a: !cute.memref<f16, gmem, \"(128,64):(64,1)\">) {\n}\n}",
            // What the kernel was, before it was lowered.
            "module attributes {\"ttg.num-warps\" = 4 : i32} {\nllvm.func @k() {\nllvm.return\n}\n}",
            "module {\n}",
        ] {
            assert_eq!(said(text), Some((Level::Warning, message.to_owned())), "{text}");
        }
        for text in [
            "module {\ntt.func @k() {\ntt.return\n}\n}",
            "func.func @k(%p: !tt.ptr<f32>) {\nreturn\n}",
            "func.func @k() {\n%x = \"tt.get_program_id\"() {axis = 0 : i32} : () -> i32\nreturn\n}",
            "module { tensor<128x32xf32, #ttg.slice<{dim = 0, parent = 1}>> }",
        ] {
            assert_eq!(said(text), None, "{text}");
        }
    }

    /// A value that is printed comes after a colon of its own.
    #[test]
    fn a_function_that_prints_is_understood() {
        let text = "tt.func public @f(%x: i32, %y: tensor<64xi32>) {
  tt.print \" x: \" {hex = false, isSigned = array<i32: 1, 1>} : %x, %y : i32, tensor<64xi32>
  tt.print \"nothing\" {hex = false, isSigned = array<i32>}
  tt.return
}";
        let programs = read_programs(text);
        let [program] = &programs[..] else { panic!("{programs:?}") };
        let operations = program.body.steps.iter().map(|step| &step.operation);
        let operands: Vec<&[String]> = operations.map(|own| own.operands()).collect();
        assert_eq!(operands, [&["x".to_owned(), "y".to_owned()][..], &[], &[]]);
    }

    /// A wait for all but 2 instructions is taken as one for all of them, which is said.
    #[test]
    fn a_wait_that_leaves_instructions_pending_is_counted() {
        let message = |n_pending: usize| {
            let text = format!(
                "tt.func public @f(%m: !ttg.memdesc<64xf16, #s, #smem, mutable>) {{
  %t = amdg.async_wait {{num_inst = {n_pending} : i32}}
  ttg.local_dealloc %m : !ttg.memdesc<64xf16, #s, #smem, mutable>
  tt.return
}}"
            );
            let text = format!(
                "#s = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>\n#smem = \
                 #ttg.shared_memory\n{text}"
            );
            let module = read_module(text.as_bytes()).unwrap();
            let programs = read_programs(&text);
            let found = left_alone(&module.functions()[0], programs.first());
            found.map(|own| own.message().to_owned())
        };
        assert_eq!(message(0), None);
        assert_eq!(
            message(2).as_deref(),
            Some("left 1 of 2 operations on tensors and memories alone: amdg.async_wait (1)")
        );
    }

    #[test]
    fn the_names_are_in_order() {
        assert!(LOOKED_AT.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
