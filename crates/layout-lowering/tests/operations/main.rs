//! Operations of their own: arithmetic on data, buffers by their number, memories that are results, reductions and scans.

mod arithmetic;
mod combinations;
mod memories;

use layout_lowering::validate;

const LAYOUT: &str =
    "#ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>";
const SHARED: &str = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>";

/// A function of one warp with these arguments, results and lines, in which TENSOR is a tensor of 32
/// floats or integers and MEMORY a memory of 32 integers.
fn kernel(arguments: &str, results: &str, lines: &str) -> String {
    let text = format!(
        "module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 1 : i32, ttg.target = \
         \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32}} {{\n  tt.func private @f({arguments}) -> \
         {results} {{\n{lines}  }}\n}}\n"
    );
    text.replace("TENSOR", &format!("tensor<32xf32, {LAYOUT}>"))
        .replace("NUMBERS", &format!("tensor<32xi32, {LAYOUT}>"))
        .replace(
            "MEMORIES",
            &format!("!ttg.memdesc<3x32xi32, {SHARED}, #ttg.shared_memory, mutable>"),
        )
        .replace("MEMORY", &format!("!ttg.memdesc<32xi32, {SHARED}, #ttg.shared_memory, mutable>"))
}

#[track_caller]
fn said(kernel: &str, code: &str) -> String {
    let report = validate(kernel, code).expect("files that are read").to_string();
    let line = report.lines().next().and_then(|line| line.strip_prefix("@f: "));
    line.unwrap_or_else(|| panic!("{report}")).to_owned()
}
