//! `layout-lint` on kernels where a finding would be false, beside those in which it is true.

use layout::analyze::Machine;
use layout::lint::{Level, lint};
use layout::translate::import_triton;

/// A kernel of one dim whose lines begin at line 13, after these names: `%offs` is 1024 indices of
/// this program, `%r` is 0 to 1023, `%xs` is the pointer `%x` 1024 times.
fn kernel(lines: &str) -> String {
    let text = format!(
        "#b = #ttg.blocked<{{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}}>
module attributes {{\"ttg.num-warps\" = 4 : i32}} {{
  tt.func public @f(%x: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}, %lengths: !tt.ptr<i32>, %n: i32) {{
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %pid = tt.get_program_id x : i32
    %begin = arith.muli %pid, %c1024 : i32
    %r = tt.make_range {{end = 1024 : i32, start = 0 : i32}} : INTS
    %begins = tt.splat %begin : i32 -> INTS
    %offs = arith.addi %begins, %r : INTS
    %ns = tt.splat %n : i32 -> INTS
    %xs = tt.splat %x : !tt.ptr<f32> -> PTRS
{lines}
    tt.return
  }}
}}
"
    );
    let text =
        text.replace("INTS", "tensor<1024xi32, #b>").replace("LONGS", "tensor<1024xi64, #b>");
    let text = text.replace("PTRS", "tensor<1024x!tt.ptr<f32>, #b>");
    text.replace("BITS", "tensor<1024xi1, #b>").replace("FLOATS", "tensor<1024xf32, #b>")
}

/// What is wrong in a kernel, with or without what is slow.
fn found(lines: &str) -> Vec<String> {
    let found = lint(kernel(lines).as_bytes(), &Machine::default());
    let is_bug = |rule: &str| rule != "uncoalesced-access";
    found
        .iter()
        .filter(|own| Level::Note < own.level() && is_bug(own.rule().id()))
        .map(|own| format!("{} {}: {}", own.position(), own.level(), own.message()))
        .collect()
}

/// The notes and warnings on what an access costs.
fn costs(lines: &str) -> Vec<String> {
    let found = lint(kernel(lines).as_bytes(), &Machine::default());
    let is_cost = |rule: &str| matches!(rule, "uncoalesced-access" | "access-cost");
    found
        .iter()
        .filter(|own| is_cost(own.rule().id()))
        .map(|own| own.message().to_owned())
        .collect()
}

const BEFORE: &str = "%one = arith.constant dense<1> : INTS
%o = arith.subi %offs, %one : INTS
%p = tt.addptr %xs, %o : PTRS, INTS
";

#[test]
fn an_element_before_the_pointer_may_be_masked() {
    let error =
        |place: &str| [format!("{place} error: element (0) is at offset -1, before %x begins")];
    assert_eq!(found(&format!("{BEFORE}%v = tt.load %p : PTRS")), error("16:6"));
    let masked = |mask: &str| found(&format!("{BEFORE}{mask}\n%v = tt.load %p, %m : PTRS"));
    // The first program is left out by a comparison that is the same for all elements.
    let nothing: [String; 0] = [];
    let first = "%c = arith.cmpi sgt, %pid, %c0 : i32\n%m = tt.splat %c : i1 -> BITS";
    assert_eq!(masked(first), nothing);
    // -1 is a great unsigned number.
    assert_eq!(masked("%m = arith.cmpi ult, %o, %ns : INTS"), nothing);
    // An upper bound leaves element 0 where it is.
    assert_eq!(masked("%m = arith.cmpi slt, %offs, %ns : INTS"), error("17:6"));
}

#[test]
fn a_mask_with_a_number_leaves_the_rest_out() {
    // Backwards from 999: of 1024 elements the last 24 would be before the pointer.
    let backwards = |limit: &str| {
        found(&format!(
            "%last = arith.constant dense<999> : INTS
%limit = arith.constant dense<{limit}> : INTS
%o = arith.subi %last, %r : INTS
%m = arith.cmpi slt, %r, %limit : INTS
%p = tt.addptr %xs, %o : PTRS, INTS
%v = tt.load %p, %m : PTRS"
        ))
    };
    assert!(backwards("1000").is_empty());
    assert_eq!(backwards("1001"), ["18:6 error: element (1000) is at offset -1, before %x begins"]);
    // 512 * 2^22 is 2^31.
    let far = |limit: &str| {
        found(&format!(
            "%stride = arith.constant dense<4194304> : INTS
%limit = {limit}
%o = arith.muli %r, %stride : INTS
%m = arith.cmpi sle, %r, %limit : INTS
%p = tt.addptr %xs, %o : PTRS, INTS
%v = tt.load %p, %m : PTRS"
        ))
    };
    assert!(far("arith.constant dense<511> : INTS").is_empty());
    // A row that has two bounds has the smaller one.
    let two = "%more = arith.constant dense<600> : INTS
%k = arith.cmpi slt, %r, %more : INTS
%stride = arith.constant dense<4194304> : INTS
%limit = arith.constant dense<500> : INTS
%o = arith.muli %r, %stride : INTS
%l = arith.cmpi slt, %r, %limit : INTS
%m = arith.andi %l, %k : BITS
%p = tt.addptr %xs, %o : PTRS, INTS
%v = tt.load %p, %m : PTRS";
    assert!(found(two).is_empty());
    let imported = import_triton(kernel(two).as_bytes(), "kernel.ttgir").unwrap();
    assert!(imported.ir().contains("layout.constant #layout.cute<(500):(4194304)>"));
    assert_eq!(
        far("arith.constant dense<512> : INTS"),
        ["18:6 error: the offset is computed in 32 bits and does not fit: arith.muli gives \
             4290772992; element (512) would be at offset 2147483648"]
    );
    assert_eq!(
        far("tt.splat %n : i32 -> INTS")[1],
        "18:6 warning: the offset is computed in 32 bits and does not fit: arith.muli gives \
         4290772992; element (1023) would be at offset 4290772992, if the mask or a branch lets it \
         through"
    );
}

#[test]
fn what_is_loaded_is_not_where_it_is_loaded_from() {
    let lines = "%c3 = arith.constant 3 : i32
%place = tt.addptr %lengths, %c3 : !tt.ptr<i32>, i32
%length = tt.load %place : !tt.ptr<i32>
%other = tt.load %lengths : !tt.ptr<i32>
%limit = tt.splat %length : i32 -> INTS
%smaller = tt.splat %other : i32 -> INTS
%m = arith.cmpi slt, %r, %limit : INTS
%k = arith.cmpi slt, %r, %smaller : INTS
%p = tt.addptr %xs, %r : PTRS, INTS
%v = tt.load %p, %m : PTRS
%w = tt.load %p, %k : PTRS
%u = tt.load %p : PTRS";
    assert_eq!(
        found(lines),
        [
            "24:6 warning: [0, 1024) may be past the end: another access masks it below %length, this \
             one does not"
        ]
    );
}

#[test]
fn a_name_ends_with_its_region() {
    let lines = "%c = arith.cmpi sgt, %n, %c0 : i32
scf.if %c {
  %four = arith.constant dense<4> : INTS
  %7 = arith.muli %r, %four : INTS
}
%7 = arith.divsi %offs, %ns : INTS
%p = tt.addptr %xs, %7 : PTRS, INTS
%v = tt.load %p : PTRS";
    let [cost] = &costs(lines)[..] else { panic!() };
    assert!(cost.starts_with("coalesced if dim0 is contiguous"), "{cost}");
}

#[test]
fn counters_of_two_loops_are_two_counters() {
    let run = |mask: &str, first: &str, last: &str, operand: &str| {
        format!(
            "%s{first} = scf.for %k = %{first} to %{last} step %c1024 iter_args(%sum = %zero) -> (FLOATS) : i32 {{
  %ks = tt.splat %k : i32 -> INTS
  %o = arith.addi %ks, %r : INTS
  {mask}
  %p = tt.addptr %xs, %o : PTRS, INTS
  %v = tt.load %p{operand} : PTRS
  %next = arith.addf %sum, %v : FLOATS
  scf.yield %next : FLOATS
}}\n"
        )
    };
    let head = "%zero = arith.constant dense<0.000000e+00> : FLOATS
%tiles = arith.divsi %n, %c1024 : i32
%whole = arith.muli %tiles, %c1024 : i32\n";
    let mask = "%m = arith.cmpi slt, %o, %ns : INTS";
    let (free, masked) = (run("", "c0", "whole", ""), run(mask, "whole", "n", ", %m"));
    assert!(found(&format!("{head}{free}{masked}")).is_empty());
    // In one loop it is one counter.
    let both = masked.replace("  %next", "  %w = tt.load %p : PTRS\n  %next");
    assert_eq!(
        found(&format!("{head}{free}{both}")),
        ["31:8 warning: %k of line 25 + [0, 1024) may be past the end: another access masks it \
             below %n, this one does not"]
    );
}

#[test]
fn a_branch_is_a_condition() {
    let lines = "%end = arith.addi %begin, %c1024 : i32
%full = arith.cmpi sle, %end, %n : i32
%p = tt.addptr %xs, %offs : PTRS, INTS
%z = scf.if %full -> (FLOATS) {
  %v = tt.load %p : PTRS
  scf.yield %v : FLOATS
} else {
  %m = arith.cmpi slt, %offs, %ns : INTS
  %v = tt.load %p, %m : PTRS
  scf.yield %v : FLOATS
}";
    assert!(found(lines).is_empty());
    let splat = lines.split("%z").next().unwrap().to_owned()
        + "%g = tt.splat %full : i1 -> BITS
%v = tt.load %p, %g : PTRS
%m = arith.cmpi slt, %offs, %ns : INTS
%w = tt.load %p, %m : PTRS";
    assert!(found(&splat).is_empty());
    let inside = format!(
        "%c = arith.cmpi sgt, %pid, %c0 : i32\nscf.if %c {{\n{BEFORE}%v = tt.load %p : PTRS\n}}"
    );
    assert!(found(&inside).is_empty());
    let jump = format!(
        "%c = arith.cmpi eq, %pid, %c0 : i32\ncf.cond_br %c, ^bb1, ^bb2\n^bb1:\ntt.return\n^bb2:\n\
         {BEFORE}%v = tt.load %p : PTRS"
    );
    assert!(found(&jump).is_empty());
}

#[test]
fn casts_may_change_a_number() {
    let lines = "%one = arith.constant dense<1> : INTS
%o = arith.subi %r, %one : INTS
%wide = arith.extui %o : INTS to LONGS
%p = tt.addptr %xs, %wide : PTRS, LONGS
%v = tt.load %p : PTRS
%bytes = arith.trunci %r : INTS to tensor<1024xi8, #b>
%low = arith.extui %bytes : tensor<1024xi8, #b> to INTS
%q = tt.addptr %xs, %low : PTRS, INTS
%w = tt.load %q : PTRS
%shift = arith.shli %offs, %r : INTS
%s = tt.addptr %xs, %shift : PTRS, INTS
%u = tt.load %s : PTRS";
    assert!(found(lines).is_empty());
    assert!(costs(lines).iter().all(|cost| cost.starts_with("coalesced if dim0 is contiguous")));
}

#[test]
fn a_limit_that_is_a_position_is_no_size() {
    let lines = |limit: &str| {
        format!(
            "%row = tt.get_program_id y : i32
%rows = tt.splat {limit} : i32 -> INTS
%m = arith.cmpi sle, %offs, %rows : INTS
%p = tt.addptr %xs, %offs : PTRS, INTS
%v = tt.load %p, %m : PTRS"
        )
    };
    assert!(found(&lines("%row")).is_empty());
    assert_eq!(
        found(&lines("%n")),
        [
            "17:6 warning: the mask lets 1024 * program x + [0, 1024) through up to %n itself; if that \
             is the number of elements, it is one past the end"
        ]
    );
    // Causal: up to the position, and below the length.
    let causal = lines("%n").replace(
        "%p =",
        "%l = tt.load %lengths : !tt.ptr<i32>\n%ls = tt.splat %l : i32 -> INTS\n\
         %k = arith.cmpi slt, %offs, %ls : INTS\n%both = arith.andi %m, %k : BITS\n%p =",
    );
    assert!(found(&causal.replace("%p, %m", "%p, %both")).is_empty());
}

#[test]
fn a_bound_of_the_dim_in_other_words_is_a_bound() {
    let lines = "%left = arith.subi %n, %begin : i32
%lefts = tt.splat %left : i32 -> INTS
%here = arith.cmpi slt, %r, %lefts : INTS
%m = arith.cmpi slt, %offs, %ns : INTS
%p = tt.addptr %xs, %offs : PTRS, INTS
%v = tt.load %p, %m : PTRS
%w = tt.load %p, %here : PTRS";
    assert!(found(lines).is_empty());
}

#[test]
fn an_address_off_alignment_has_no_vectors() {
    let at = |start: i64| {
        let end = start + 1024;
        costs(&format!(
            "%o = tt.make_range {{end = {end} : i32, start = {start} : i32}} : INTS
%p = tt.addptr %xs, %o : PTRS, INTS
%v = tt.load %p : PTRS"
        ))
    };
    let what = |vector: &str| {
        format!("coalesced, dim0 is contiguous: {vector}, 16 sectors each where 16 would do")
    };
    assert_eq!(at(4), [what("4 elements a lane, 2 instructions a warp")]);
    assert_eq!(
        at(2),
        [
            "not coalesced, dim0 is contiguous: 2 elements a lane, 4 instructions a warp, 16 sectors \
             each where 8 would do"
        ]
    );
    assert_eq!(
        at(1),
        ["not coalesced, dim0 is contiguous: 1 element a lane, 8 instructions a warp, 16 sectors \
             each where 4 would do"]
    );
    // Programs take 1022 elements each: every other one begins off a multiple of 4.
    let programs = "%c1022 = arith.constant 1022 : i32
%b = arith.muli %pid, %c1022 : i32
%bs = tt.splat %b : i32 -> INTS
%o = arith.addi %bs, %r : INTS
%p = tt.addptr %xs, %o : PTRS, INTS
%v = tt.load %p : PTRS";
    assert!(costs(programs)[0].contains("2 elements a lane"), "{:?}", costs(programs));
}

#[test]
fn an_extent_of_one_is_broadcast() {
    let lines = "%e = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32, #b>
%o = tt.broadcast %e : tensor<1xi32, #b> -> INTS
%p = tt.addptr %xs, %o : PTRS, INTS
%v = tt.load %p : PTRS";
    let [cost] = &costs(lines)[..] else { panic!() };
    assert!(cost.contains("the strides are 0 of dim0: 1 element a lane"), "{cost}");
}

/// As the compiler prints it, with the destination last; the offsets have 32 bits, the elements 16.
#[test]
fn a_buffer_load_to_shared_memory_is_analyzed() {
    let file = "#b = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module { tt.func @f(%x: !tt.ptr<f16>, %n: i32 {tt.divisibility = 16 : i32}) {
  %m = ttg.local_alloc : () -> !ttg.memdesc<512xf16, #s, #ttg.shared_memory, mutable>
  %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #b>
  %ns = tt.splat %n : i32 -> tensor<512xi32, #b>
  %k = arith.cmpi slt, %r, %ns : tensor<512xi32, #b>
  %0 = amdg.buffer_load_to_local %x[%r] mask = %k stride = %n into %m : <f16>[tensor<512xi32, #b>] -> <512xf16, #s, #ttg.shared_memory, mutable>
  %1 = amdg.buffer_load_to_local %x[%r] stride = %n into %m : <f16>[tensor<512xi32, #b>] -> <512xf16, #s, #ttg.shared_memory, mutable>
} }";
    let found = lint(file.as_bytes(), &Machine::default());
    let found: Vec<String> =
        found.iter().map(|own| format!("{} {}", own.position(), own.message())).collect();
    let load = "coalesced, dim0 is contiguous: 8 elements a lane, 1 instruction a warp, 32 sectors each \
                where 32 would do";
    assert!(found.contains(&format!("8:8 {load}")), "{found:#?}");
    let warning =
        "9:8 [0, 512) may be past the end: another access masks it below %n, this one does not";
    assert!(found.iter().any(|own| own == warning), "{found:#?}");
    assert_eq!(found.iter().filter(|own| own.contains("past the end")).count(), 1);
}

/// A column of 32 rows of bytes: every fourth lane is in the bank of another one. An `i1` is a byte in
/// memory, too.
#[test]
fn elements_of_a_bit_take_a_byte_of_memory() {
    let conflicts = |element: &str| {
        let file = format!(
            "#b = #ttg.blocked<{{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [0, 1]}}>
#s = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}}>
module {{ tt.func @f(%m: !ttg.memdesc<32x32x{element}, #s, #ttg.shared_memory>) {{
  %y = ttg.local_load %m : !ttg.memdesc<32x32x{element}, #s, #ttg.shared_memory> -> tensor<32x32x{element}, #b>
}} }}"
        );
        lint(file.as_bytes(), &Machine::default())[0].message().to_owned()
    };
    let seven = "7 bank conflicts in each group of lanes: lane 4 is in the bank of lane 0, 128 elements \
                 further on; 1 element a lane, 8 instructions a warp";
    assert_eq!([conflicts("i1"), conflicts("i8"), conflicts("f8E5M2")], [seven; 3]);
}

#[test]
fn the_looser_of_two_masks_is_reported_and_no_mask_is_looser_than_itself() {
    let lines = |more: &str| {
        format!(
            "%hundred = arith.constant dense<100> : INTS
%fifty = arith.constant dense<50> : INTS
%h = arith.cmpi slt, %r, %hundred : INTS
%f = arith.cmpi slt, %r, %fifty : INTS
%s = arith.cmpi slt, %r, %ns : INTS
%m = arith.andi %h, {more} : BITS
%p = tt.addptr %xs, %r : PTRS, INTS
%v = tt.load %p, %f : PTRS
%w = tt.load %p, %m : PTRS"
        )
    };
    assert!(found(&lines("%f")).is_empty());
    assert!(found(&lines("%s")).is_empty());
    assert_eq!(
        found(&lines("%h")),
        ["21:6 warning: the mask lets [0, 1024) through below 100; another access to the same \
             addresses stops at 50"]
    );
}

/// `x[i] - x[i - 1]` below `n`: the access to the row itself goes no further than its mask.
#[test]
fn an_element_before_the_row_is_not_where_the_row_ends() {
    let lines = |by: i64| {
        format!(
            "%one = arith.constant dense<1> : INTS
%o = arith.{} %offs, %one : INTS
%first = arith.cmpi sge, %offs, %one : INTS
%m = arith.cmpi slt, %offs, %ns : INTS
%both = arith.andi %m, %first : BITS
%p = tt.addptr %xs, %offs : PTRS, INTS
%q = tt.addptr %xs, %o : PTRS, INTS
%v = tt.load %p, %m : PTRS
%w = tt.load %q, %both : PTRS",
            if by < 0 { "subi" } else { "addi" }
        )
    };
    assert_eq!(found(&lines(-1)), [""; 0]);
    assert_eq!(
        found(&lines(1)),
        [
            "21:6 warning: the mask lets 1024 * program x + [0, 1024) through below %n, and the access goes 1 \
             further: if %x has %n elements along dim 0, element %n is past the end"
        ]
    );
}
