//! What is loaded after others have stored it: each way through a function by itself, and each operation
//! beside what Triton 3.9 compiles it to.

use layout_kernels::analyze::Machine;
use layout_kernels::lint::lint;

/// The layouts of 4 warps of 32 lanes: `#a` and `#c` have the elements of a line in different warps.
const LAYOUTS: &str = "#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#r = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#w = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#t = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
";

/// What is said of a function in which `%xa` and `%xc` are the same addresses, `S` is a store to them in one
/// layout, and `L` a load in the other.
fn found(lines: &str) -> Vec<String> {
    let written = |line: &str| {
        match line {
            "S" => STORE,
            "L" => LOAD,
            line => line,
        }
        .to_owned()
    };
    let lines = lines.lines().map(written).collect::<Vec<String>>().join("\n");
    let text = format!(
        "{LAYOUTS}module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, \
         \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %v: tensor<512xf32, #a>, %g: tensor<8x16xf32, #r>, %h: tensor<64x32xf32, #t>, %is: i1, %was: i1, %n: i32) {{
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%c512 = arith.constant 512 : i32
%true = arith.constant true
%ra = tt.make_range {{end = 512 : i32, start = 0 : i32}} : tensor<512xi32, #a>
%rc = tt.make_range {{end = 512 : i32, start = 0 : i32}} : tensor<512xi32, #c>
%xa0 = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #a>
%xa = tt.addptr %xa0, %ra : tensor<512x!tt.ptr<f32>, #a>, tensor<512xi32, #a>
%xc0 = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #c>
%xc = tt.addptr %xc0, %rc : tensor<512x!tt.ptr<f32>, #c>, tensor<512xi32, #c>
%ya0 = tt.splat %y : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #a>
%ya = tt.addptr %ya0, %ra : tensor<512x!tt.ptr<f32>, #a>, tensor<512xi32, #a>
%memory = ttg.local_alloc : () -> !ttg.memdesc<512xf32, #s, #smem, mutable>
{}
tt.return
}}
}}
",
        lines
    );
    let found = lint(text.as_bytes(), &Machine::default());
    assert!(!found.iter().any(|own| own.message().contains("form that is not known")), "{lines}");
    let found = found.into_iter().filter(|own| own.rule().id() == "missing-barrier");
    found.map(|own| own.message().split(": ").next().unwrap_or("").to_owned()).collect()
}

const STORE: &str = "tt.store %xa, %v : tensor<512x!tt.ptr<f32>, #a>";
const LOAD: &str = "%l = tt.load %xc : tensor<512x!tt.ptr<f32>, #c>";
const RACE: &str = "what other threads have stored is loaded, and no barrier is between";
const RACE_OF_TURNS: &str =
    "what other threads have stored in the turn before is loaded, and no barrier is between";
const FOR: &str = "scf.for %i = %c0 to %n step %c1 : i32 {\n";

#[test]
fn each_way_through_branches_is_a_run() {
    for (lines, race) in [
        ("S\nL".to_owned(), RACE),
        ("S\nttg.barrier all\nL".to_owned(), ""),
        // No run has both.
        ("scf.if %is {\nS\n} else {\nL\n}".to_owned(), ""),
        ("scf.if %is {\nS\n}\nscf.if %is {\n} else {\nL\n}".to_owned(), ""),
        ("scf.if %is {\nS\n}\nscf.if %is {\nL\n}".to_owned(), RACE),
        // One condition may be the opposite of the other.
        ("scf.if %is {\nS\n}\nscf.if %was {\nL\n}".to_owned(), ""),
        ("scf.if %is {\nS\nL\n}".to_owned(), RACE),
        ("scf.if %is {\nS\n}\nL".to_owned(), RACE),
        ("S\nscf.if %is {\n} else {\nL\n}".to_owned(), RACE),
        ("S\nscf.if %is {\nttg.barrier all\n} else {\nttg.barrier all\n}\nL".to_owned(), ""),
        (
            "S\nscf.if %is {\nttg.barrier all\n}\nL".to_owned(),
            &format!("{RACE} where %is is false"),
        ),
        (
            "S\nscf.if %is {\n} else {\nttg.barrier all\n}\nL".to_owned(),
            &format!("{RACE} where %is is true"),
        ),
        ("S\nscf.if %is {\nttg.barrier all\nL\n}".to_owned(), ""),
        // A branch in the same branch: nothing is stored.
        ("scf.if %is {\n} else {\nscf.if %is {\nS\n}\nL\n}".to_owned(), ""),
        ("scf.if %is {\nscf.if %is {\nS\n} else {\nttg.barrier all\n}\nL\n}".to_owned(), RACE),
        // Both barriers are passed by only if one condition is not the opposite of the other.
        (
            "S\nscf.if %is {\nttg.barrier all\n}\nscf.if %was {\nttg.barrier all\n}\nL".to_owned(),
            "",
        ),
        ("scf.if %is {\nS\n}\nscf.if %is {\nttg.barrier all\n}\nL".to_owned(), ""),
        ("scf.if %was {\nS\n}\nscf.if %is {\nttg.barrier all\n}\nL".to_owned(), ""),
        ("S\nscf.if %is {\nttg.barrier all\n}\nscf.if %was {\nL\n}".to_owned(), ""),
        // A jump to the end, as an early return is.
        ("S\ncf.cond_br %is, ^end, ^more\n^end:\ntt.return\n^more:\nL".to_owned(), RACE),
        (
            "S\ncf.cond_br %is, ^more, ^wait\n^wait:\nttg.barrier all\ncf.br ^more\n^more:\nL"
                .to_owned(),
            "",
        ),
    ] {
        assert_eq!(found(&lines).concat(), race, "{lines}");
    }
}

#[test]
fn a_turn_meets_the_turn_before() {
    // The address of the next turn is another one.
    let moved = "%o = arith.muli %i, %c512 : i32
%so = tt.splat %o : i32 -> tensor<512xi32, #a>
%co = tt.splat %o : i32 -> tensor<512xi32, #c>
%pa = tt.addptr %xa, %so : tensor<512x!tt.ptr<f32>, #a>, tensor<512xi32, #a>
%pc = tt.addptr %xc, %co : tensor<512x!tt.ptr<f32>, #c>, tensor<512xi32, #c>
";
    let store = "tt.store %pa, %v : tensor<512x!tt.ptr<f32>, #a>\n";
    let load = "%l = tt.load %pc : tensor<512x!tt.ptr<f32>, #c>\n";
    let once = "scf.for %i = %c0 to %c1 step %c1 : i32 {\n";
    let twice = "scf.for %i = %c0 to %c512 step %c1 : i32 {\n";
    let often = "scf.while : () -> () {\nL\nscf.condition(%is)\n} do {\nS\nscf.yield\n}";
    for (lines, race) in [
        (format!("{FOR}L\nS\n}}"), RACE_OF_TURNS),
        (format!("{once}L\nS\n}}"), ""),
        (format!("{twice}L\nS\n}}"), RACE_OF_TURNS),
        (format!("{FOR}L\nS\nttg.barrier all\n}}"), ""),
        (format!("{FOR}ttg.barrier all\nL\nS\n}}"), ""),
        (format!("{FOR}S\n}}\nL"), RACE),
        (format!("S\n{FOR}ttg.barrier all\n}}\nL"), ""),
        (format!("{FOR}{moved}{store}{load}}}"), RACE),
        (format!("{FOR}{moved}{load}{store}}}"), ""),
        (often.to_owned(), RACE_OF_TURNS),
        // What is stored in another turn under a condition of that turn may never be loaded.
        (
            format!(
                "{FOR}%odd = arith.cmpi eq, %i, %c1 : i32\nscf.if %odd {{\nL\n}} else {{\nS\n}}\n}}"
            ),
            "",
        ),
        // What is loaded in one turn alone may be loaded before all stores.
        (format!("{FOR}%first = arith.cmpi eq, %i, %c0 : i32\nscf.if %first {{\nL\n}}\nS\n}}"), ""),
        (format!("{FOR}scf.if %is {{\nL\n}}\nS\n}}"), RACE_OF_TURNS),
        (format!("{FOR}scf.if %is {{\nL\n}} else {{\nS\n}}\n}}"), ""),
        (format!("{FOR}L\nscf.if %is {{\nS\n}}\n}}"), RACE_OF_TURNS),
    ] {
        assert_eq!(found(&lines).concat(), race, "{lines}");
    }
}

#[test]
fn a_mask_may_leave_out_what_is_stored() {
    let masks = "%sa = tt.splat %n : i32 -> tensor<512xi32, #a>
%sc = tt.splat %n : i32 -> tensor<512xi32, #c>
%ma = arith.cmpi slt, %ra, %sa : tensor<512xi32, #a>
%mc = arith.cmpi slt, %rc, %sc : tensor<512xi32, #c>
%fa = arith.cmpi eq, %ra, %sa : tensor<512xi32, #a>
";
    let store = |mask: &str| format!("tt.store %xa, %v{mask} : tensor<512x!tt.ptr<f32>, #a>\n");
    let load = |mask: &str| format!("%l = tt.load %xc{mask} : tensor<512x!tt.ptr<f32>, #c>\n");
    for (stored, loaded, race) in [
        ("", ", %mc", RACE),
        (", %ma", "", RACE),
        (", %ma", ", %mc", RACE),
        // One element, which its own thread may load.
        (", %fa", "", ""),
    ] {
        let lines = format!("{masks}{}{}", store(stored), load(loaded));
        assert_eq!(found(&lines).concat(), race, "{lines}");
    }
}

/// Of the first 32 elements each is in warp 0 in both layouts; the next one is not.
#[test]
fn an_element_that_a_mask_leaves_out_is_not_stored() {
    for (stored, loaded, race) in [
        ("slt, 32", "slt, 32", ""),
        ("sle, 31", "sle, 31", ""),
        ("slt, 33", "slt, 33", RACE),
        ("slt, 32", "", ""),
        ("", "sle, 31", ""),
        ("sle, 32", "", RACE),
        ("slt, 0", "slt, 0", ""),
    ] {
        let mask = |what: &str, layout: char| {
            let Some((predicate, limit)) = what.split_once(", ") else { return String::new() };
            format!(
                "%l{layout} = arith.constant dense<{limit}> : tensor<512xi32, #{layout}>
%m{layout} = arith.cmpi {predicate}, %r{layout}, %l{layout} : tensor<512xi32, #{layout}>
"
            )
        };
        let (of_store, of_load) = (mask(stored, 'a'), mask(loaded, 'c'));
        let used = |mask: &str, name: &'static str| if mask.is_empty() { "" } else { name };
        let lines = format!(
            "{of_store}{of_load}tt.store %xa, %v{} : tensor<512x!tt.ptr<f32>, #a>
%l = tt.load %xc{} : tensor<512x!tt.ptr<f32>, #c>",
            used(&of_store, ", %ma"),
            used(&of_load, ", %mc")
        );
        assert_eq!(found(&lines).concat(), race, "{lines}");
    }
}

/// Masks that are the same for all elements: of one program, of all others, and of none.
#[test]
fn conditions_of_masks_are_compared() {
    for (stored, loaded, race) in [
        ("eq, %n, %c0", "eq, %n, %c0", RACE),
        ("ne, %n, %c0", "ne, %n, %c0", RACE),
        ("eq, %n, %c0", "ne, %n, %c0", ""),
        ("slt, %n, %c1", "ult, %n, %c1", ""),
        ("slt, %n, %c1", "sgt, %c1, %n", RACE),
        ("eq, %c0, %c0", "eq, %c0, %c0", RACE),
        ("eq, %c0, %c1", "eq, %c0, %c1", ""),
        ("ne, %c1, %c1", "ne, %c1, %c1", ""),
        ("slt, %c1, %c1", "slt, %c1, %c1", ""),
        ("ult, %c1, %c0", "ult, %c1, %c0", ""),
        ("ule, %c1, %c1", "ule, %c1, %c1", RACE),
    ] {
        let lines = format!(
            "%is_stored = arith.cmpi {stored} : i32
%is_loaded = arith.cmpi {loaded} : i32
%ma = tt.splat %is_stored : i1 -> tensor<512xi1, #a>
%mc = tt.splat %is_loaded : i1 -> tensor<512xi1, #c>
tt.store %xa, %v, %ma : tensor<512x!tt.ptr<f32>, #a>
%l = tt.load %xc, %mc : tensor<512x!tt.ptr<f32>, #c>"
        );
        assert_eq!(found(&lines).concat(), race, "{lines}");
    }
}

/// Of copies in several warps the first one is stored.
#[test]
fn a_copy_that_another_warp_has_is_stored_by_one() {
    let lines = "%r32 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #a>
%p0 = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #a>
%p = tt.addptr %p0, %r32 : tensor<32x!tt.ptr<f32>, #a>, tensor<32xi32, #a>
%z = arith.constant dense<1.0> : tensor<32xf32, #a>
tt.store %p, %z : tensor<32x!tt.ptr<f32>, #a>
%q = tt.load %p : tensor<32x!tt.ptr<f32>, #a>";
    assert_eq!(found(lines), [RACE]);
}

/// Whether there is a barrier in the LLVM IR that Triton 3.9 writes for an operation, after which the load
/// is.
#[test]
fn operations_wait_where_triton_has_a_barrier() {
    let memory = "!ttg.memdesc<512xf32, #s, #smem, mutable>";
    let stored = format!("ttg.local_store %v, %memory : tensor<512xf32, #a> -> {memory}\n");
    let loaded = format!("%q = ttg.local_load %memory : {memory} -> tensor<512xf32, #a>\n");
    let copied = "%q = ttg.async_copy_global_to_local %ya, %memory : tensor<512x!tt.ptr<f32>, #a> -> <512xf32, #s, #smem, mutable>\n";
    let atomic = |order: &str| {
        format!(
            "%q = tt.atomic_rmw fadd, {order}, gpu, %ya, %v : (tensor<512x!tt.ptr<f32>, #a>, tensor<512xf32, \
             #a>) -> tensor<512xf32, #a>"
        )
    };
    let reduced = "%q = \"tt.reduce\"(%h) <{axis = 1 : i32}> ({
^bb0(%a: f32, %b: f32):
%t = arith.addf %a, %b : f32
tt.reduce.return %t : f32
}) : (tensor<64x32xf32, #t>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #t}>>\n";
    // What is before the store, what is after it, and whether the load waits.
    for (before, after, waits) in [
        ("", "%q = ttg.local_alloc : () -> !ttg.memdesc<512xf32, #s, #smem, mutable>", false),
        (
            "",
            "%q = ttg.local_alloc %v : (tensor<512xf32, #a>) -> !ttg.memdesc<512xf32, #s, #smem>",
            false,
        ),
        ("", &*atomic("relaxed"), false),
        ("", &atomic("acq_rel"), true),
        ("", &stored, false),
        (&*stored, &*stored, true),
        (&stored, &loaded, true),
        (&stored, copied, true),
        ("", &loaded, false),
        (&loaded, &loaded, false),
        (&loaded, &stored, true),
        ("", copied, false),
        ("", reduced, false),
        (&stored, reduced, false),
        (
            "",
            "%q = \"tt.reduce\"(%v) <{axis = 0 : i32}> ({
^bb0(%a: f32, %b: f32):
%t = arith.addf %a, %b : f32
tt.reduce.return %t : f32
}) : (tensor<512xf32, #a>) -> f32",
            true,
        ),
        ("", "%q = ttg.async_wait {num = 0 : i32}", true),
        ("", "%q = ttg.async_commit_group", false),
        ("", "tt.print \"n\" {hex = false, isSigned = array<i32: 1>} : %n : i32", false),
        ("", "tt.call @other(%n) : (i32) -> ()", true),
        // By shared memory, as two bits of lanes come from registers, and the warps are copies.
        ("", "%q = ttg.convert_layout %g : tensor<8x16xf32, #r> -> tensor<8x16xf32, #w>", true),
        ("", "%q = ttg.convert_layout %g : tensor<8x16xf32, #r> -> tensor<8x16xf32, #r>", false),
        (
            "",
            "%q = tt.elementwise_inline_asm \"neg.f32 $0, $1;\" {constraints = \"=r,r\", packed_element = 1 : i32, pure = true} %v : tensor<512xf32, #a> -> tensor<512xf32, #a>",
            false,
        ),
        (
            "",
            "%q = tt.elementwise_inline_asm \"bar.sync 0;\" {constraints = \"=r,r\", packed_element = 1 : i32, pure = false} %v : tensor<512xf32, #a> -> tensor<512xf32, #a>",
            true,
        ),
    ] {
        let lines = format!("{before}S\n{after}\nL");
        assert_eq!(found(&lines).is_empty(), waits, "{lines}");
    }
}
