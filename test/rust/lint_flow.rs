//! The linter in functions with blocks, calls and partitions: what waits there is followed.

use layout_kernels::analyze::Machine;
use layout_kernels::lint::lint;

const HEAD: &str = "#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#one = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32} {
";

const COPY: &str =
    "%t = ttg.async_copy_global_to_local %p, %m : PTRS -> <32x32xf16, #shared, #smem, mutable>
%g = ttg.async_commit_group tokens %t
";
const WAIT: &str = "%w = ttg.async_wait %g {num = 0 : i32}\n";
const LOAD: &str = "%x = ttg.local_load %m : MEM -> TENSOR\n";

/// What is found beside costs in functions of these lines, from line 6 on.
fn found(functions: &str) -> Vec<String> {
    let text = format!("{HEAD}{functions}}}\n")
        .replace("OWN_PTRS", "tensor<32x32x!tt.ptr<f16>, #one>")
        .replace("OWN_TENSOR", "tensor<32x32xf16, #one>")
        .replace("PTRS", "tensor<32x32x!tt.ptr<f16>, #b>")
        .replace("TENSOR", "tensor<32x32xf16, #b>")
        .replace("MEM", "!ttg.memdesc<32x32xf16, #shared, #smem, mutable>");
    let found = lint(text.as_bytes(), &Machine::default());
    let is_bug = |rule: &str| {
        ["missing", "result", "past", "unreadable"].iter().any(|own| rule.starts_with(own))
    };
    let found = found.iter().filter(|own| is_bug(own.rule().id()));
    found.map(|own| format!("{}: {}", own.position(), own.message())).collect()
}

fn read_at(line: usize, column: usize) -> String {
    format!(
        "{line}:{column}: element (0, 0) of %m is read while the asynchronous copy that writes it may be under \
         way: nothing has waited for it"
    )
}

#[test]
fn blocks_are_followed() {
    // A program that has nothing to do returns at once.
    let early = |wait: &str| {
        found(&format!(
            "tt.func public @f(%p: PTRS, %c: i1) {{
%m = ttg.local_alloc : () -> MEM
cf.cond_br %c, ^bb1, ^bb2
^bb1:
tt.return
^bb2:
{COPY}{wait}{LOAD}tt.return
}}
"
        ))
    };
    assert_eq!(early(WAIT), [""; 0]);
    assert_eq!(early(""), [read_at(14, 6)]);
    // The wait is in one of the two blocks.
    let branch = |wait: &str, other: &str| {
        found(&format!(
            "tt.func public @f(%p: PTRS, %c: i1, %n: i32) {{
%m = ttg.local_alloc : () -> MEM
{COPY}cf.cond_br %c, ^bb1(%n : i32), ^bb2
^bb1(%a: i32):
{wait}cf.br ^bb3(%a : i32)
^bb2:
{other}cf.br ^bb3(%n : i32)
^bb3(%z: i32):
{LOAD}tt.return
}}
"
        ))
    };
    assert_eq!(branch(WAIT, WAIT), [""; 0]);
    assert_eq!(branch(WAIT, ""), [read_at(17, 6)]);
    assert_eq!(branch("", WAIT), [read_at(17, 6)]);
}

#[test]
fn loops_of_blocks_are_run_turn_by_turn() {
    // The buffer is filled again at the end of each turn.
    let turns = |wait: &str, end: &str| {
        found(&format!(
            "tt.func public @f(%p: PTRS, %n: i32) {{
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%m = ttg.local_alloc : () -> MEM
cf.br ^bb1(%c0 : i32)
^bb1(%i: i32):
%goes = arith.cmpi slt, %i, {end} : i32
cf.cond_br %goes, ^bb2, ^bb3
^bb2:
{LOAD}{COPY}{wait}%next = arith.addi %i, %c1 : i32
cf.br ^bb1(%next : i32)
^bb3:
tt.return
}}
"
        ))
    };
    assert_eq!(turns(WAIT, "%n"), [""; 0]);
    let written = "16:6: element (0, 0) of %m is written while the asynchronous copy that writes it, too, may \
                   be under way: nothing has waited for it";
    assert_eq!(turns("", "%n"), [&read_at(15, 6), written]);
    // One turn reads what nothing has copied yet.
    assert_eq!(turns("", "%c1"), [""; 0]);
    // What never ends is ended.
    let endless = "tt.func public @f() {\ncf.br ^bb1\n^bb1:\ncf.br ^bb1\n}\n";
    assert_eq!(found(endless), [""; 0]);
    assert_eq!(found("tt.func public @f() {\ncf.br ^bb9\n^bb1:\ntt.return\n}\n"), [""; 0]);
}

#[test]
fn calls_are_run_with_what_they_are_handed() {
    let call = |before: &str, inside: &str, callee: &str| {
        found(&format!(
            "tt.func public @f(%p: PTRS) {{
%m = ttg.local_alloc : () -> MEM
{COPY}{before}%r = tt.call @{callee}(%m) : (MEM) -> TENSOR
tt.return
}}
tt.func private @g(%m: MEM) -> TENSOR attributes {{noinline = true}} {{
{inside}{LOAD}tt.return %x : TENSOR
}}
"
        ))
    };
    let wait = "%w = ttg.async_wait {num = 0 : i32}\n";
    assert_eq!(call("", "", "g"), [read_at(14, 6)]);
    assert_eq!(call(wait, "", "g"), [""; 0]);
    assert_eq!(call("", wait, "g"), [""; 0]);
    // A function of another file may wait.
    assert_eq!(call("", "", "elsewhere"), [""; 0]);
    let recursion = "tt.func public @f() {\ntt.call @g() : () -> ()\ntt.return\n}\n\
                     tt.func private @g() {\ntt.call @g() : () -> ()\ntt.return\n}\n";
    assert_eq!(found(recursion), [""; 0]);
}

#[test]
fn partitions_wait_for_their_own() {
    let partitions = |default: &str, other: &str| {
        found(&format!(
            "tt.func public @f(%p: PTRS, %y: tensor<32x32xf16, #one>) {{
%m = ttg.local_alloc : () -> MEM
%bar = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
ttng.init_barrier %bar, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
ttg.warp_specialize(%m, %p, %bar) attributes {{requestedRegisters = array<i32: 24>}}
default {{
{default}ttg.warp_yield
}}
partition0(%m1: MEM, %p1: OWN_PTRS, %bar1: !ttg.memdesc<1xi64, #shared, #smem, mutable>) num_warps(1) {{
{other}ttg.warp_return
}} : (MEM, PTRS, !ttg.memdesc<1xi64, #shared, #smem, mutable>) -> ()
tt.return
}}
"
        ))
    };
    let own = format!("{COPY}{WAIT}{LOAD}");
    let without = format!("{COPY}{LOAD}");
    let renamed = |lines: &str| {
        lines
            .replace("%m", "%m1")
            .replace("%p,", "%p1,")
            .replace("PTRS", "OWN_PTRS")
            .replace("TENSOR", "OWN_TENSOR")
    };
    assert_eq!(partitions(&own, ""), [""; 0]);
    assert_eq!(partitions(&without, ""), [read_at(14, 6)]);
    assert_eq!(partitions("", &renamed(&own)), [""; 0]);
    assert_eq!(partitions("", &renamed(&without)), [read_at(17, 6)]);
    // A barrier that another partition arrives at says what this one cannot know.
    let barrier = "%c0 = arith.constant 0 : i32\nttng.wait_barrier %bar, %c0 : !ttg.memdesc<1xi64, #shared, \
                   #smem, mutable>\n";
    assert_eq!(partitions(&format!("{COPY}{barrier}{LOAD}"), ""), [""; 0]);
    // Layouts are claims there, too.
    let trans = "%z = tt.trans %y {order = array<i32: 1, 0>} : tensor<32x32xf16, #one> -> \
                 tensor<32x32xf16, #one>\n";
    assert_eq!(partitions("", trans).len(), 1);
    // An encoding for two warps is for no one here.
    let two = "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = \
               [1, 0]}>";
    let [warps] = &partitions("", &format!("%z = arith.constant : tensor<32x32xf16, {two}>\n"))[..]
    else {
        panic!()
    };
    assert!(warps.ends_with("is a layout for 2 warps, and a block has 4"), "{warps}");
}

/// A barrier has two phases that a wait can tell apart: every arrival that ends one is waited for before
/// the next one ends, and before the barrier is given up.
#[test]
fn barriers_are_not_ahead_of_their_waits() {
    const BARRIER: &str = "!ttg.memdesc<1xi64, #shared, #smem, mutable>";
    let run = |count: i64, phases: &[(usize, bool)]| {
        let mut lines = format!(
            "tt.func public @f() {{\n%true = arith.constant true\n%zero = arith.constant 0 : i32\n\
             %one = arith.constant 1 : i32\n%bar = ttg.local_alloc : () -> {BARRIER}\n\
             ttng.init_barrier %bar, {count} : {BARRIER}\n"
        );
        let mut n_waits = 0;
        for &(n_arrivals, waits) in phases {
            for _ in 0..n_arrivals {
                lines += &format!("ttng.arrive_barrier %bar, 1, %true : {BARRIER}\n");
            }
            if waits {
                let parity = ["zero", "one"][n_waits % 2];
                lines += &format!("ttng.wait_barrier %bar, %{parity} : {BARRIER}\n");
                n_waits += 1;
            }
        }
        let found = found(&format!("{lines}ttng.inval_barrier %bar : {BARRIER}\ntt.return\n}}\n"));
        found.into_iter().map(|own| own.split_once(": ").unwrap().1.to_owned()).collect::<Vec<_>>()
    };
    let second = "barrier %bar may end a second phase before anything has waited for the first: a wait is missing";
    assert_eq!(run(1, &[(1, true), (1, true), (1, true)]), [""; 0]);
    assert_eq!(run(1, &[(1, true), (1, false), (1, true), (0, true)]), [second]);
    // The threads have arrived when they give it up.
    assert_eq!(run(1, &[(1, true), (1, false)]), [""; 0]);
    assert_eq!(run(2, &[(2, true), (2, true)]), [""; 0]);
    assert_eq!(run(2, &[(1, false), (1, true)]), [""; 0]);
    assert_eq!(run(2, &[(2, false), (2, true), (0, true)]), [second]);
    assert_eq!(run(2, &[(2, true), (1, false)]), [""; 0]);
}

/// Copies arrive at a barrier when they are done: with what is added to a phase of other arrivals, or as many
/// times as there are threads.
#[test]
fn a_phase_does_not_end_before_the_copies_that_arrive_at_it() {
    const BARRIER: &str = "!ttg.memdesc<1xi64, #shared, #smem, mutable>";
    let run = |count: i64, lines: &str| {
        let lines = lines.replace("BAR", BARRIER);
        let found = found(&format!(
            "tt.func public @f(%p: PTRS) {{
%zero = arith.constant 0 : i32
%one = arith.constant 1 : i32
%m = ttg.local_alloc : () -> MEM
%bar = ttg.local_alloc : () -> {BARRIER}
ttng.init_barrier %bar, {count} : {BARRIER}
{lines}tt.return
}}
"
        ));
        found
            .into_iter()
            .map(|own| own.replace("asynchronous copy that writes it ", ""))
            .collect::<Vec<_>>()
    };
    let read = |line: i64| {
        format!(
            "{line}:6: element (0, 0) of %m is read while the may be under way: nothing has waited for it"
        )
    };
    let copies = "ttng.async_copy_mbarrier_arrive %bar : BAR\n";
    let all = "ttng.async_copy_mbarrier_arrive %bar {noIncrement} : BAR\n";
    let arrive = "ttng.arrive_barrier %bar, 1 : BAR\n";
    let wait = |parity: &str| format!("ttng.wait_barrier %bar, %{parity} : BAR\n");
    let first = wait("zero");
    assert_eq!(run(1, &format!("{COPY}{copies}{arrive}{first}{LOAD}")), [""; 0]);
    assert_eq!(run(1, &format!("{COPY}{copies}{arrive}{LOAD}")), [read(16)]);
    assert_eq!(run(1, &format!("{COPY}{arrive}{first}{LOAD}")), [read(16)]);
    // The phase may have ended before the copies are added to it, and the next one has not.
    assert_eq!(run(1, &format!("{COPY}{arrive}{copies}{first}{LOAD}")), [read(17)]);
    let next = wait("one");
    assert_eq!(run(1, &format!("{COPY}{arrive}{copies}{first}{arrive}{next}{LOAD}")), [""; 0]);
    // A copy after the arrival does not belong to it.
    assert_eq!(run(1, &format!("{copies}{COPY}{arrive}{first}{LOAD}")), [read(17)]);
    // 4 warps of 32 threads.
    assert_eq!(run(128, &format!("{COPY}{all}{first}{LOAD}")), [""; 0]);
    assert_eq!(run(128, &format!("{COPY}{all}{LOAD}")), [read(15)]);
    assert_eq!(run(129, &format!("{COPY}{all}{arrive}{first}{LOAD}")), [""; 0]);
    // A phase of one block of threads has ended when the other begins.
    let ahead = "14:1: barrier %bar may end a second phase before anything has waited for the first: a wait is \
                 missing";
    assert_eq!(run(64, &format!("{COPY}{all}{first}{LOAD}")), [ahead]);
}

/// The end of a load arrives at its barrier, which has to be there.
#[test]
fn a_barrier_is_given_up_when_all_has_arrived() {
    const BARRIER: &str = "!ttg.memdesc<1xi64, #shared, #smem, mutable>";
    let load = |wait: &str| {
        found(&format!(
            "tt.func public @f(%d: !tt.tensordesc<32x32xf16, #shared>) {{
%true = arith.constant true
%zero = arith.constant 0 : i32
%m = ttg.local_alloc : () -> MEM
%bar = ttg.local_alloc : () -> {BARRIER}
ttng.init_barrier %bar, 1 : {BARRIER}
ttng.barrier_expect %bar, 2048, %true : {BARRIER}
ttng.async_tma_copy_global_to_local %d[%zero, %zero] %m, %bar, %true : !tt.tensordesc<32x32xf16, #shared>, {BARRIER} -> MEM
{wait}ttng.inval_barrier %bar : {BARRIER}
tt.return
}}
"
        ))
    };
    let missing = |found: Vec<String>| -> Vec<String> {
        let own = found.into_iter().filter(|own| own.contains("%bar"));
        own.map(|own| own.split_once(": ").unwrap().1.to_owned()).collect()
    };
    let given_up = "barrier %bar is given up while an arrival may be to come: a wait is missing";
    assert_eq!(missing(load("")), [given_up]);
    assert_eq!(missing(load(&format!("ttng.wait_barrier %bar, %zero : {BARRIER}\n"))), [""; 0]);
}

/// -1 is the greatest number of a loop that compares without signs, and nothing is known of it here.
#[test]
fn a_loop_without_signs_counts_numbers_without_signs() {
    let run = |head: &str, from: i64| {
        found(&format!(
            "tt.func public @f(%v: TENSOR) {{
%from = arith.constant {from} : i32
%to = arith.constant 5 : i32
%by = arith.constant 1 : i32
%all = ttg.local_alloc : () -> !ttg.memdesc<4x32x32xf16, #shared, #smem, mutable>
scf.for {head}%i = %from to %to step %by : i32 {{
%m = ttg.memdesc_index %all[%i] : !ttg.memdesc<4x32x32xf16, #shared, #smem, mutable> -> MEM
ttg.local_store %v, %m : TENSOR -> MEM
gpu.barrier
}}
tt.return
}}
"
        ))
    };
    assert_eq!(run("unsigned ", -1), [""; 0]);
    let [past] = &run("unsigned ", 4)[..] else { panic!() };
    assert!(past.contains("buffer 4 of a memory that has 4"), "{past}");
    let signed = run("", -1);
    assert!(
        signed.iter().any(|own| own.contains("buffer -1 of a memory that has 4")),
        "{signed:?}"
    );
}
