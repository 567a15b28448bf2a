//! Conditions that are not known: a run takes them one way from its beginning to its end.

use layout_kernels::analyze::Machine;
use layout_kernels::lint::lint;

/// The waits that are missing in a function of these lines, of which `%w` and `%u` are loaded.
fn missing(lines: &str) -> Vec<String> {
    missing_for("", lines)
}

/// The same in a function that has these arguments, too.
fn missing_for(arguments: &str, lines: &str) -> Vec<String> {
    const MEMORY: &str = "!ttg.memdesc<32x32xf16, #s, #smem, mutable>";
    let copy = "%t = ttg.async_copy_global_to_local %p, %m : tensor<32x32x!tt.ptr<f16>, #b> -> <32x32xf16, #s, #smem, mutable>\n%g = ttg.async_commit_group tokens %t";
    let lines = lines
        .replace("COPY", copy)
        .replace("WAIT", "%done = ttg.async_wait {num = 0 : i32}")
        .replace("LOAD", &format!("%x = ttg.local_load %m : {MEMORY} -> tensor<32x32xf16, #b>"));
    let text = format!(
        "#b = #ttg.blocked<{{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}}>
#s = #ttg.swizzled_shared<{{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}}>
#smem = #ttg.shared_memory
module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f(%p: tensor<32x32x!tt.ptr<f16>, #b>, %f: !tt.ptr<i32>, %h: !tt.ptr<i1>{arguments}) {{
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%true = arith.constant true
%w = tt.load %f : !tt.ptr<i32>
%u = tt.load %f : !tt.ptr<i32>
%flag = tt.load %h : !tt.ptr<i1>
%other = tt.load %h : !tt.ptr<i1>
%m = ttg.local_alloc : () -> {MEMORY}
{lines}
tt.return
}}
}}
"
    );
    let found = lint(text.as_bytes(), &Machine::default());
    let own = found.iter().filter(|own| own.rule().id() == "missing-wait");
    own.map(|own| format!("{}: {}", own.position(), own.message())).collect()
}

/// A copy if one holds, and a load if the other one does.
fn copy_then_load(conditions: &str, copies: &str, loads: &str) -> usize {
    missing(&format!("{conditions}\nscf.if {copies} {{\nCOPY\n}}\nscf.if {loads} {{\nLOAD\n}}"))
        .len()
}

#[test]
fn what_cannot_both_be_is_not_both_done() {
    let compare = |first: &str, second: &str| {
        let lines = format!("%a = arith.cmpi {first} : i32\n%b = arith.cmpi {second} : i32");
        let both = copy_then_load(&lines, "%a", "%b");
        assert_eq!(both, copy_then_load(&lines, "%b", "%a"), "{first} {second}");
        both
    };
    assert_eq!(compare("eq, %w, %c0", "ne, %w, %c0"), 0);
    assert_eq!(compare("eq, %w, %c0", "ne, %c0, %w"), 0);
    assert_eq!(compare("eq, %w, %c0", "eq, %w, %c0"), 1);
    assert_eq!(compare("eq, %w, %c0", "eq, %w, %c1"), 0);
    assert_eq!(compare("slt, %w, %c0", "sgt, %w, %c0"), 0);
    assert_eq!(compare("slt, %w, %c0", "ugt, %w, %c0"), 1);
    assert_eq!(compare("slt, %w, %c1", "sgt, %w, %c0"), 0);
    assert_eq!(compare("slt, %w, %u", "sge, %w, %u"), 0);
    assert_eq!(compare("slt, %w, %u", "slt, %u, %w"), 0);
    assert_eq!(compare("sle, %w, %u", "sle, %u, %w"), 1);
    assert_eq!(compare("slt, %w, %u", "ult, %u, %w"), 1);
    assert_eq!(compare("ne, %w, %w", "eq, %w, %w"), 0);
    // Two numbers have nothing to do with each other.
    assert_eq!(compare("eq, %w, %c0", "ne, %u, %c0"), 1);
    let negated = "%a = arith.cmpi eq, %w, %c0 : i32\n%b = arith.xori %a, %true : i1";
    assert_eq!(copy_then_load(negated, "%a", "%b"), 0);
    let twice = format!("{negated}\n%c = arith.xori %true, %b : i1");
    assert_eq!(copy_then_load(&twice, "%a", "%c"), 1);
    assert_eq!(copy_then_load("%b = arith.cmpi eq, %flag, %true : i1", "%flag", "%b"), 1);
    assert_eq!(copy_then_load("%b = arith.cmpi ult, %flag, %true : i1", "%flag", "%b"), 0);
    assert_eq!(copy_then_load("%b = arith.xori %flag, %other : i1", "%flag", "%b"), 1);
    let both = "%a = arith.andi %flag, %other : i1\n%b = arith.xori %flag, %other : i1\n%c = arith.ori %flag, %other : i1";
    assert_eq!(copy_then_load(both, "%a", "%b"), 0);
    assert_eq!(copy_then_load(both, "%a", "%c"), 1);
    assert_eq!(copy_then_load(both, "%flag", "%a"), 1);
}

#[test]
fn a_run_has_each_branch_that_another_one_rules_out() {
    let mistake = "16:6: element (0, 0) of %m is read while the asynchronous copy that writes it may be under way: nothing has waited for it";
    let lines = "%a = arith.cmpi eq, %w, %c0 : i32\n%b = arith.cmpi ne, %w, %c0 : i32\nscf.if %a {\nWAIT\n}\nscf.if %b {\nCOPY\nLOAD\n}";
    assert_eq!(missing(lines), [mistake.replace("16:6", "22:6")]);
    // The two have another outcome than they have with both.
    let lines = "COPY\nscf.if %flag {\nWAIT\n}\nscf.if %flag {\nLOAD\n}";
    assert_eq!(missing(lines), [""; 0]);
    let lines = "COPY\n%not = arith.xori %flag, %true : i1\nscf.if %flag {\nWAIT\n}\nscf.if %not {\nLOAD\n}";
    assert_eq!(missing(lines), [mistake.replace("16:6", "21:6")]);
}

#[test]
fn a_loop_has_as_many_turns_as_its_end_says() {
    let turns = |condition: &str| {
        missing(&format!(
            "scf.for %i = %c0 to %w step %c1 : i32 {{\nCOPY\n}}\n%a = arith.cmpi {condition} : i32\nscf.if %a {{\nLOAD\n}}"
        ))
        .len()
    };
    // The copies of two turns write the same, and the load reads it.
    assert_eq!(turns("sgt, %w, %c0"), 2);
    assert_eq!(turns("sle, %w, %c0"), 1);
    let before = "%a = arith.cmpi sle, %w, %c0 : i32\nscf.if %a {\nCOPY\n}\nscf.for %i = %c0 to %w step %c1 : i32 {\nLOAD\n}";
    assert_eq!(missing(before).len(), 0);
    assert_eq!(missing(&before.replace("sle", "sge")).len(), 1);
}

#[test]
fn blocks_and_predicates_are_decided_alike() {
    let blocks = |second: &str| {
        missing(&format!(
            "%not = arith.xori %flag, %true : i1
cf.cond_br %flag, ^bb1, ^bb2
^bb1:
COPY
cf.br ^bb2
^bb2:
cf.cond_br {second}, ^bb3, ^bb4
^bb3:
LOAD
cf.br ^bb4
^bb4:"
        ))
        .len()
    };
    assert_eq!([blocks("%flag"), blocks("%not")], [1, 0]);
}

/// A loop that only computes is left when it has been run for long, and the rest is run.
#[test]
fn what_comes_after_a_long_computation_is_run() {
    let turns = |turn: &str, rest: &str| {
        missing(&format!(
            "%many = arith.constant 1000000 : i32
%sum = scf.for %i = %c0 to %many step %c1 iter_args(%k = %c0) -> (i32) : i32 {{
{turn}
%next = arith.addi %k, %c1 : i32
scf.yield %next : i32
}}
{rest}"
        ))
        .len()
    };
    let inner = "%inner = scf.for %j = %c0 to %many step %c1 iter_args(%l = %i) -> (i32) : i32 {
%more = arith.muli %l, %j : i32
scf.yield %more : i32
}";
    for turn in ["", inner] {
        assert_eq!(turns(turn, "COPY\nLOAD"), 1);
        assert_eq!(turns(turn, "COPY\nWAIT\nLOAD"), 0);
        // What has been computed is not known.
        let decided =
            "%a = arith.cmpi eq, %sum, %many : i32\n%b = arith.cmpi ne, %sum, %many : i32";
        let both = |first: &str, second: &str| {
            turns(
                turn,
                &format!("{decided}\nscf.if {first} {{\nCOPY\n}}\nscf.if {second} {{\nLOAD\n}}"),
            )
        };
        assert_eq!([both("%a", "%a"), both("%b", "%b"), both("%a", "%b")], [1, 1, 0]);
    }
    let open = "%many = arith.constant 1000000 : i32
%sum = scf.while (%k = %c0) : (i32) -> i32 {
%goes = arith.cmpi slt, %k, %many : i32
scf.condition(%goes) %k : i32
} do {
^bb0(%k: i32):
%next = arith.addi %k, %c1 : i32
scf.yield %next : i32
}
COPY
LOAD";
    assert_eq!(missing(open).len(), 1);
}

/// Conditions on arguments and on the program hold in some run and do not in another one.
#[test]
fn both_ways_of_a_condition_on_arguments_are_run() {
    const MISTAKE: &str = "element (0, 0) of %m is read while the asynchronous copy that writes it may be under way: nothing has waited for it";
    let arguments = ", %k: i32, %even: i32 {tt.divisibility = 16 : i32}, %bit: i1, %n: i32, %other: i1, %third: i1";
    let ways = |condition: &str| {
        let begin = "%pid = tt.get_program_id x : i32
%py = tt.get_program_id y : i32
%np = tt.get_num_programs x : i32
%c64 = arith.constant 64 : i32
%c63 = arith.constant 63 : i32
%cm = arith.constant -1 : i32";
        let of = |then: &str, other: &str| {
            let found = missing_for(
                arguments,
                &format!("{begin}\n{condition}\nscf.if %a {{\n{then}\n}} else {{\n{other}\n}}"),
            );
            found.iter().filter(|own| own.contains(MISTAKE)).count()
        };
        [of("COPY\nLOAD", ""), of("", "COPY\nLOAD")]
    };
    for condition in [
        "sgt, %pid, %c0",
        "sge, %c1, %py",
        "eq, %pid, %c1",
        "ne, %pid, %c64",
        "eq, %k, %c0",
        "eq, %k, %c1",
        "eq, %k, %c64",
        "sle, %k, %c0",
        "sle, %k, %c1",
        "slt, %k, %c0",
        "sle, %even, %c0",
        "slt, %even, %c64",
        "slt, %k, %n",
        "eq, %pid, %n",
        "slt, %np, %c64",
    ] {
        assert_eq!(ways(&format!("%a = arith.cmpi {condition} : i32")), [1, 1], "{condition}");
    }
    assert_eq!(ways("%a = arith.xori %bit, %other : i1"), [1, 1]);
    let tiles = "%up = arith.addi %even, %c63 : i32\n%tiles = arith.divsi %up, %c64 : i32";
    for condition in ["sgt, %tiles, %c0", "eq, %tiles, %c64", "sle, %tiles, %c1"] {
        assert_eq!(
            ways(&format!("{tiles}\n%a = arith.cmpi {condition} : i32")),
            [1, 1],
            "{condition}"
        );
    }
    // A grid has no program before the first one, and a multiple of 16 is not 63.
    assert_eq!(ways("%a = arith.cmpi slt, %pid, %c0 : i32"), [0, 1]);
    assert_eq!(ways("%a = arith.cmpi eq, %even, %c63 : i32"), [0, 1]);
    // What holds follows from it to the end of the run.
    let twice = |second: &str| {
        let lines = format!(
            "%a = arith.cmpi sle, %k, %c0 : i32\n%b = arith.cmpi {second}, %k, %c0 : i32\nscf.if %a {{\nCOPY\n}}\nscf.if %b {{\nLOAD\n}}"
        );
        missing_for(arguments, &lines).len()
    };
    assert_eq!([twice("sle"), twice("sgt")], [1, 0]);
}

/// A loop over tiles has several turns in some run, wherever its step is among the arguments.
#[test]
fn a_loop_by_an_argument_has_several_turns() {
    let turns = |arguments: &str, step: &str| {
        let lines = format!(
            "%pid = tt.get_program_id x : i32\n%np = tt.get_num_programs x : i32\nscf.for %i = %pid to %n step {step} : i32 {{\nCOPY\n}}"
        );
        missing_for(arguments, &lines)
    };
    let message = "23:6: element (0, 0) of %m is written while the asynchronous copy that writes it, too, may be under way: nothing has waited for it, in turn 1 of the loop";
    for (arguments, step) in [
        (", %n: i32, %by: i32", "%by"),
        (", %by: i32, %n: i32", "%by"),
        (", %n: i32, %by: i32 {tt.divisibility = 16 : i32}", "%by"),
        (", %n: i32, %one: i32, %two: i32, %by: i32", "%by"),
        (", %n: i32", "%np"),
    ] {
        let found = turns(arguments, step);
        assert_eq!(found.len(), 1, "{arguments} {found:?}");
        assert!(found[0].ends_with(message.split_once(": ").unwrap().1), "{found:?}");
    }
}
