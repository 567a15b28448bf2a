//! Code that breaks a rule of LLVM's, of PTX or of AMD's instructions, and what is said of it: a row of
//! cases for each rule, right ones among them.

mod buffers;
mod copies;
mod doubts;
mod files;
mod lanes;
mod orders;
mod promises;
mod spaces;
mod statements;

use layout_lowering::validate;

/// The TTGIR of a function that gives back a tensor of 32 elements and gets a pointer, for one warp.
fn kernel(target: &str) -> String {
    let kind = "tensor<32xi32, #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [], \
                block = []}>>";
    format!(
        "module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 1 : i32, ttg.target = \
         \"{target}\", \"ttg.threads-per-warp\" = 32 : i32}} {{\n  tt.func private @f(%x: {kind}, %p: \
         !tt.ptr<i32>) -> {kind} {{\n    tt.return %x : {kind}\n  }}\n}}\n"
    )
}

/// What is said of code that computes `%y` of `%x`, the number `%lane`, `%a` in shared memory and the
/// pointer `%p`.
fn said(target: &str, body: &str) -> String {
    let lane = match target.starts_with("cuda") {
        true => "llvm.nvvm.read.ptx.sreg.tid.x",
        false => "llvm.amdgcn.workitem.id.x",
    };
    let code = format!(
        "@smem = external addrspace(3) global [0 x i8], align 16


define i32 @f(i32 %x, ptr addrspace(1) %p, ptr addrspace(1) %q) {{
  %lane = call i32 @{lane}()
  %a = getelementptr i32, ptr addrspace(3) @smem, i32 %lane
  %g = getelementptr i32, ptr addrspace(1) %q, i32 %lane
{body}
  ret i32 %y
}}
"
    );
    let report = validate(&kernel(target), &code).unwrap_or_else(|error| panic!("{error}\n{code}"));
    let report = report.to_string();
    let line = report.lines().next().and_then(|line| line.strip_prefix("@f: "));
    line.unwrap_or_else(|| panic!("{report}")).to_owned()
}

/// The beginning of what is said of each.
#[track_caller]
fn check(target: &str, cases: &[(&str, &str)]) {
    for (body, expected) in cases {
        let found = said(target, body);
        assert!(found.starts_with(expected), "{body}:\n{found}");
    }
}
