//! `layout-lint`: which costs are worth a warning.

use layout_kernels::lint::{Finding, Settings, lint};

/// A conversion and a transposed read in a function of this form.
fn levels(around: &str, inside: &str, after: &str) -> Vec<String> {
    let conversion = "%c = ttg.convert_layout %v : tensor<32x32xf32, #r> -> tensor<32x32xf32, #c>";
    let read = "%l = ttg.local_load %m : !ttg.memdesc<32x32xf32, #s, #ttg.shared_memory> -> tensor<32x32xf32, #c>";
    let file = format!(
        "#r = #ttg.blocked<{{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}}>
#c = #ttg.blocked<{{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}}>
#s = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}}>
module attributes {{\"ttg.num-warps\" = 4 : i32}} {{
  tt.func @f(%v: tensor<32x32xf32, #r>, %m: !ttg.memdesc<32x32xf32, #s, #ttg.shared_memory>, %c0: i32, %n: i32, %b: i1) {{
{}
    tt.return
  }}
}}
",
        [around, inside, after].concat().replace("BODY", &format!("{conversion}\n{read}"))
    );
    let found = lint(file.as_bytes(), Settings::default());
    let is_cost = |own: &&Finding| own.rule().id() != "access-cost";
    found.iter().filter(is_cost).map(|own| format!("{} {}", own.level(), own.rule().id())).collect()
}

#[test]
fn what_runs_once_is_a_note() {
    let warnings =
        ["warning costly-conversion", "warning bank-conflicts", "warning better-swizzle"];
    let notes = ["note costly-conversion", "note bank-conflicts", "note better-swizzle"];
    let begin = "scf.for %i = %c0 to %n step %n : i32 {\n";
    assert_eq!(levels(begin, "BODY\n", "}"), warnings);
    assert_eq!(
        levels("scf.while : () -> () {\nscf.condition(%b)\n} do {\n", "BODY\n", "}"),
        warnings
    );
    assert_eq!(levels(begin, "scf.if %b {\nBODY\n}\n", "}"), warnings);
    // Before and after a loop, and in a loop around another.
    assert_eq!(levels("BODY\n", begin, "}"), notes);
    assert_eq!(levels(begin, "}\n", "BODY"), notes);
    assert_eq!(levels(begin, begin, "}\nBODY\n}"), notes);
    // Without a loop the access is what the kernel does, but the conversion is the compiler's.
    let mixed = ["note costly-conversion", "warning bank-conflicts", "warning better-swizzle"];
    assert_eq!(levels("", "BODY\n", ""), mixed);
    assert_eq!(levels("scf.if %b {\n", "BODY\n", "}"), mixed);
}
