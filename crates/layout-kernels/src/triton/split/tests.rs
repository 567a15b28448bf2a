//! Kernels that are hard to cut.

use super::{Split, split};

/// A module with these lines in its one function.
fn kernel(lines: &str) -> String {
    format!(
        "#b = #ttg.blocked<{{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order \
         = [1, 0]}}> loc(#loc)\n#s = #ttg.swizzled_shared<{{vec = 4, perPhase = 2, maxPhase = 4, order = \
         [1, 0]}}>\n#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>\n#smem = #ttg.shared_memory\n#loc = loc(\"k.py\":3:1)\n!m = !ttg.memdesc<32x32xf16, #s, \
         #smem, mutable>\nmodule attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, \
         ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32}} {{\n  tt.func public \
         @kernel(%x: tensor<32x32xf32, #b> loc(\"x\"(#loc)), %i: i32) attributes {{noinline = false}} \
         {{\n{lines}    tt.return loc(#loc)\n  }} loc(#loc)\n}} loc(#loc)\n"
    )
}

#[track_caller]
fn cut(lines: &str) -> Split {
    split(&kernel(lines)).expect("a kernel")
}

/// The lines of the function of the only piece.
#[track_caller]
fn lines_of(lines: &str) -> Vec<String> {
    let split = cut(lines);
    let [piece] = &split.pieces[..] else { panic!("{split:?}") };
    let begin = piece.module.find("  tt.func private @f(").expect("a function");
    let end = piece.module.find("  tt.func public @k(").expect("a kernel");
    let lines = piece.module[begin..end].lines().map(|line| line.trim().to_owned());
    lines.filter(|line| line != "}").collect()
}

const REDUCE: &str = "    %r:2 = \"tt.reduce\"(%x, %y#1) <{axis = 1 : i32}> ({
    ^bb0(%a: f32 loc(callsite(#loc at #loc)), %b: i32 loc(#loc), %c: f32 loc(#loc), %d: i32 loc(#loc)):
      %s = arith.addf %a, %c : f32 loc(#loc)
      %t = arith.muli %b, %k : i32 loc(#loc)
      tt.reduce.return %s, %t : f32, i32 loc(#loc)
    }) : (tensor<32x32xf32, #b>, tensor<32x32xi32, #b>) -> (tensor<32xf32, #ttg.slice<{dim = 1, parent = #b}>>, tensor<32xi32, #ttg.slice<{dim = 1, parent = #b}>>) loc(#loc)
";

#[test]
fn a_region_of_several_operations_is_any_function() {
    let lines = lines_of(REDUCE);
    assert_eq!(
        lines[0],
        "tt.func private @f(%a0: tensor<32x32xf32, #b>, %a1: tensor<32x32xi32, #b>) -> (tensor<32xf32, \
         #ttg.slice<{dim = 1, parent = #b}>>, tensor<32xi32, #ttg.slice<{dim = 1, parent = #b}>>) \
         attributes {noinline = true} {"
    );
    assert_eq!(lines[1], "%r0:2 = \"tt.reduce\"( %a0 , %a1 ) <{axis = 1 : i32}> ({");
    assert_eq!(lines[2], "^bb0(%x0: f32, %x1: i32, %x2: f32, %x3: i32):");
    assert_eq!(
        lines[4],
        "%y1 = tt.extern_elementwise %x0, %x1, %x2, %x3 {libname = \"\", libpath = \"\", pure = true, symbol \
         = \"combine_1\"} : (f32, i32, f32, i32) -> i32"
    );
    assert_eq!(lines[5], "tt.reduce.return %y0, %y1 : f32, i32");
    let returned = lines.last().expect("a line");
    assert!(returned.starts_with("tt.return %r0#0, %r0#1 : tensor<32xf32, "), "{returned}");
    // The place is that of the last line.
    let split = cut(REDUCE);
    let [own] = split.pieces[0].occurrences[..] else { panic!("{split:?}") };
    assert_eq!((own.position.to_string(), own.last_line), ("9:12".to_owned(), 14));
}

#[test]
fn a_region_of_one_operation_is_kept() {
    let sum = "    %r = \"tt.reduce\"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32 loc(callsite(#loc at #loc)), %b: f32 loc(#loc)):
      %s = arith.addf %a, %b : f32 loc(#loc)
      tt.reduce.return %s : f32 loc(#loc)
    }) : (tensor<32x32xf32, #b>) -> tensor<32xf32, #ttg.slice<{dim = 0, parent = #b}>> loc(#loc)
";
    let lines = lines_of(sum);
    assert_eq!(
        lines[2..5],
        [
            "^bb0( %v0 : f32 , %v1 : f32 ):",
            "%v2 = arith.addf %v0 , %v1 : f32",
            "tt.reduce.return %v2 : f32"
        ]
    );
    // With a value of the kernel it is one of any function.
    let lines = lines_of(&sum.replace("%a, %b : f32", "%a, %i : f32"));
    assert!(lines[3].starts_with("%y0 = tt.extern_elementwise %x0, %x1 {"), "{lines:?}");
}

#[test]
fn a_name_is_that_of_the_last_value_of_it() {
    let part = "!ttg.memdesc<8x32xf16, #s, #smem, mutable, 32x32>";
    let view = format!("    %v = ttg.memdesc_subslice %m[8, 0] : !m -> {part}\n");
    let load = format!("    %y = ttg.local_load %v : {part} -> tensor<8x32xf16, #b>\n");
    let is_left = |text: String| cut(&text).left_alone.get("ttg.local_load") == Some(&1);
    assert!(!is_left(format!("{view}{load}")));
    assert!(is_left(format!(
        "    scf.if %i {{\n{view}    }}\n    scf.for %v = %i to %i step %i : i32 {{\n{load}    }}\n"
    )));
    assert!(is_left(format!("{view}    ^bb1(%v: {part} loc(#loc)):\n{load}")));
    assert!(is_left(format!("{view}    %v = tt.call @other() : () -> {part}\n{load}")));
}

#[test]
fn operations_that_are_alike_are_one_piece() {
    let line = |result: &str, operand: &str| {
        format!(
            "    %{result} = tt.trans %{operand} {{order = array<i32: 1, 0>}} : tensor<32x32xf32, #b> -> tensor<32x32xf32, #b> loc(#loc)\n"
        )
    };
    let split = cut(&(line("y", "x") + &line("z", "y") + &line("w", "z#2")));
    let [piece] = &split.pieces[..] else { panic!("{split:?}") };
    assert_eq!((&*piece.name, piece.occurrences.len()), ("tt.trans", 3));
    assert!(!piece.module.contains("loc("), "{}", piece.module);
    assert!(
        piece.module.contains("%a0 = arith.constant dense<0.000000e+00> : tensor<32x32xf32, #b>")
    );
    assert!(
        piece.module.contains("%r = tt.call @f(%a0) : (tensor<32x32xf32, #b>) -> tensor<32x32xf32")
    );
}

#[test]
fn one_type_stands_for_several_operands() {
    let lines =
        lines_of("    %j = tt.join %x, %y : tensor<32x32xf32, #b> -> tensor<32x32x2xf32, #b>\n");
    assert!(
        lines[0].contains("(%a0: tensor<32x32xf32, #b>, %a1: tensor<32x32xf32, #b>)"),
        "{lines:?}"
    );
    let lines =
        lines_of("    %j = tt.join %x, %x : tensor<32x32xf32, #b> -> tensor<32x32x2xf32, #b>\n");
    assert!(lines[0].contains("(%a0: tensor<32x32xf32, #b>) ->"), "{lines:?}");
    assert_eq!(
        lines[1],
        "%r0 = tt.join %a0 , %a0 : tensor<32x32xf32, #b> -> tensor<32x32x2xf32, #b>"
    );
    let lines =
        lines_of("    %p, %q = tt.split %x : tensor<32x32x2xf32, #b> -> tensor<32x32xf32, #b>\n");
    assert!(lines[0].contains("-> (tensor<32x32xf32, #b>, tensor<32x32xf32, #b>)"), "{lines:?}");
    assert!(lines[1].starts_with("%r0:2 = tt.split %a0 "), "{lines:?}");
}

#[test]
fn a_part_of_a_memory_is_had_by_its_view() {
    let part = "!ttg.memdesc<8x32xf16, #s, #smem, mutable, 32x32>";
    let view = format!("    %v = ttg.memdesc_subslice %m[8, 0] : !m -> {part}\n");
    let load =
        format!("    %y = ttg.local_load %v token %t : {part} -> tensor<8x32xf16, #b> loc(#loc)\n");
    let split = cut(&format!("{view}{load}"));
    let [of_view, of_load] = &split.pieces[..] else { panic!("{split:?}") };
    let plain = "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>";
    assert!(
        of_view.module.contains(&format!("-> tensor<8x32xf16, {plain}>")),
        "{}",
        of_view.module
    );
    let expected = format!(
        "    %r0 = ttg.memdesc_subslice %a0 [8, 0] : !m -> {part}\n    %r1 = ttg.local_load %r0  : {part} -> \
         tensor<8x32xf16, #b>\n    tt.return %r1 : tensor<8x32xf16, #b>\n"
    );
    assert!(of_load.module.contains(&expected), "{}", of_load.module);
    assert!(of_load.module.contains("%a0 = ttg.local_alloc : () -> !m\n"), "{}", of_load.module);
    // Of a part that comes from elsewhere it is not known where its elements are.
    assert_eq!(cut(&load).left_alone["ttg.local_load"], 1);
}

#[test]
fn an_index_is_an_argument() {
    let ring = "!ttg.memdesc<3x32x32xf16, #s, #smem, mutable>";
    let lines = lines_of(&format!("    %v = ttg.memdesc_index %m[%i] : {ring} -> !m\n"));
    assert!(
        lines[0].starts_with(&format!("tt.func private @f(%a0: {ring}, %a1: i32) -> ")),
        "{lines:?}"
    );
    assert_eq!(lines[1], format!("%r0 = ttg.memdesc_index %a0 [ %a1 ] : {ring} -> !m"));
}

#[test]
fn what_is_in_a_memory_is_what_a_store_is_for() {
    let split = cut(
        "    ttg.local_store %x, %m : tensor<32x32xf16, #b> -> !m loc(#loc)\n    %n = ttg.local_alloc %x : (tensor<32x32xf16, #b>) -> !ttg.memdesc<32x32xf16, #s, #smem>\n    %e = ttg.local_alloc : () -> !m\n",
    );
    let [store, allocation] = &split.pieces[..] else { panic!("{split:?}") };
    assert!(
        store.module.contains("@f(%a0: tensor<32x32xf16, #b>, %a1: !m) attributes"),
        "{}",
        store.module
    );
    assert!(
        store.module.contains("    tt.call @f(%a0, %a1) : (tensor<32x32xf16, #b>, !m) -> ()\n")
    );
    assert!(allocation.module.contains("tt.return %r0 : !ttg.memdesc<32x32xf16, #s, #smem>\n"));
    assert!(split.left_alone.is_empty());
}

#[test]
fn a_partition_has_its_own_warps() {
    let range = |name: &str| {
        format!(
            "      %{name} = tt.make_range {{end = 64 : i32, start = 0 : i32}} : tensor<64xi32, #b>\n"
        )
    };
    let text = format!(
        "    ttg.warp_specialize(%x)\n    default {{\n{}      ttg.warp_yield\n    }}\n    partition0(%z: i32) num_warps(2) {{\n{}      ttg.warp_return\n    }} : (i32) -> ()\n{}",
        range("a"),
        range("b"),
        range("c")
    );
    let split = cut(&text);
    let warps: Vec<_> = split
        .pieces
        .iter()
        .map(|own| {
            (
                own.module.contains("num-warps\" = 4"),
                own.module.contains("num-warps\" = 2"),
                own.occurrences.len(),
            )
        })
        .collect();
    assert_eq!(warps, [(true, false, 2), (false, true, 1)]);
}

#[test]
fn what_has_no_piece_is_counted() {
    let split = cut(
        "    %t = ttng.tc_gen5_commit %m : !ttg.memdesc<1xi64, #t, #ttg.shared_memory, mutable>\n    %u = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #t, #ttng.tensor_memory> -> tensor<128x64xf32, #b>\n    %c = tt.load %p : tensor<32x32x!tt.ptr<!tt.ptr<f16>>, #b>\n    %d = ttg.odd %p : ?\n    %q = tt.addptr %p, %i : tensor<32x32x!tt.ptr<f16>, #b>, tensor<32x32xi32, #b>\n",
    );
    let counts: Vec<_> = split.left_alone.iter().map(|(name, count)| (&**name, *count)).collect();
    assert_eq!(
        counts,
        [("tt.load", 1), ("ttg.odd", 1), ("ttng.tc_gen5_commit", 1), ("ttng.tmem_load", 1)]
    );
}

#[test]
fn a_load_has_the_pointers_of_a_dense_tensor() {
    let lines = lines_of(
        "    %z = arith.constant dense<1.0> : tensor<32x32xf16, #b> loc(#loc)\n    %y = tt.load %p, %m, %z \
         cacheModifier = cg : tensor<32x32x!tt.ptr<f16>, #b> loc(#loc)\n",
    );
    let slice = |dim| format!("#ttg.slice<{{dim = {dim}, parent = #b}}>");
    let (rows, columns) = (slice(1), slice(0));
    assert_eq!(
        lines,
        [
            "tt.func private @f(%a0: !tt.ptr<f16> {tt.divisibility = 16 : i32}) -> tensor<32x32xf16, #b> \
             attributes {noinline = true} {",
            &format!(
                "%r0 = tt.make_range {{end = 32 : i32, start = 0 : i32}} : tensor<32xi32, {rows}>"
            ),
            &format!(
                "%r1 = tt.expand_dims %r0 {{axis = 1 : i32}} : tensor<32xi32, {rows}> -> tensor<32x1xi32, #b>"
            ),
            &format!(
                "%r2 = tt.make_range {{end = 32 : i32, start = 0 : i32}} : tensor<32xi32, {columns}>"
            ),
            &format!(
                "%r3 = tt.expand_dims %r2 {{axis = 0 : i32}} : tensor<32xi32, {columns}> -> \
                 tensor<1x32xi32, #b>"
            ),
            // The registers of a thread run along the columns.
            "%r4 = tt.broadcast %r3 : tensor<1x32xi32, #b> -> tensor<32x32xi32, #b>",
            "%r5 = arith.constant dense<32> : tensor<32x1xi32, #b>",
            "%r6 = arith.muli %r1, %r5 : tensor<32x1xi32, #b>",
            "%r7 = tt.broadcast %r6 : tensor<32x1xi32, #b> -> tensor<32x32xi32, #b>",
            "%r8 = arith.addi %r4, %r7 : tensor<32x32xi32, #b>",
            "%r9 = tt.splat %a0 : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>, #b>",
            "%r10 = tt.addptr %r9, %r8 : tensor<32x32x!tt.ptr<f16>, #b>, tensor<32x32xi32, #b>",
            // Three quarters of 32 columns, in whole groups of 16, are all of them.
            "%r11 = arith.constant dense<32> : tensor<1x32xi32, #b>",
            "%r12 = arith.cmpi slt, %r3, %r11 : tensor<1x32xi32, #b>",
            "%r13 = tt.broadcast %r12 : tensor<1x32xi1, #b> -> tensor<32x32xi1, #b>",
            "%r14 = arith.constant dense<24> : tensor<32x1xi32, #b>",
            "%r15 = arith.cmpi slt, %r1, %r14 : tensor<32x1xi32, #b>",
            "%r16 = tt.broadcast %r15 : tensor<32x1xi1, #b> -> tensor<32x32xi1, #b>",
            "%r17 = arith.andi %r13, %r16 : tensor<32x32xi1, #b>",
            "%r18 = arith.constant dense<1.0> : tensor<32x32xf16, #b>",
            "%r19 = tt.load %r10 , %r17 , %r18 cacheModifier = cg : tensor<32x32x!tt.ptr<f16>, #b>",
            "tt.return %r19 : tensor<32x32xf16, #b>",
        ]
    );
    // A mask that is a constant is that.
    let lines = lines_of(
        "    %m = arith.constant dense<true> : tensor<32x32xi1, #b>\n    tt.store %p, %x, %m : \
         tensor<32x32x!tt.ptr<f32>, #b>\n",
    );
    assert!(lines[0].contains("(%a0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %a1: tensor<32x32xf32, #b>) attributes"), "{lines:?}");
    let end = lines[lines.len() - 3..].to_vec();
    assert_eq!(
        end,
        [
            "%r11 = arith.constant dense<true> : tensor<32x32xi1, #b>",
            "tt.store %r10 , %a1 , %r11 : tensor<32x32x!tt.ptr<f32>, #b>",
            "tt.return"
        ]
    );
}

#[test]
fn a_copy_is_waited_for() {
    let copy = "    %c = ttg.async_copy_global_to_local %p, %m mask %k {contiguity = 8 : i32} : \
                tensor<32x32x!tt.ptr<f16>, #b> -> <32x32xf16, #s, #smem, mutable> loc(#loc)\n";
    let split = cut(copy);
    let [piece] = &split.pieces[..] else { panic!("{split:?}") };
    assert!(
        piece.module.contains(
            " -> <32x32xf16, #s, #smem, mutable>\n    %r19 = ttg.async_commit_group tokens %r18\n    %r20 = \
             ttg.async_wait %r19 {num = 0 : i32}\n    tt.return\n"
        ),
        "{}",
        piece.module
    );
    assert!(
        piece.module.contains(
            "tt.func public @k(%a0: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {\n    %a1 = ttg.local_alloc : \
             () -> !ttg.memdesc<32x32xf16, #s, #smem, mutable>\n    tt.call @f(%a0, %a1)"
        ),
        "{}",
        piece.module
    );
    // What stands for the rest, and is not a constant, is an argument.
    let lines = lines_of(&copy.replace("mask %k", "mask %k other %z"));
    assert!(lines[0].contains(", mutable>, %a2: tensor<32x32xf16, #b>) attributes"), "{lines:?}");
}

#[test]
fn a_buffer_has_the_offsets_of_a_dense_tensor() {
    let kind = "!tt.ptr<f16>[tensor<32x32xi32, #b>] tensor<32x32xf16, #b> -> <32x32xf16, #s, #smem, mutable>";
    for (text, arguments) in [
        ("    %y = amdg.buffer_load %p[%o], %m, %z : !tt.ptr<f16> -> tensor<32x32xf16, #b>\n", 2),
        ("    amdg.buffer_store %v, %p[%o], %m : !tt.ptr<f16> -> tensor<32x32xf16, #b>\n", 2),
        (
            &*format!(
                "    %t = amdg.buffer_load_to_local %p[%o] mask = %m other = %z into %l : {kind}\n"
            ),
            3,
        ),
    ] {
        let lines = lines_of(text);
        assert_eq!(lines[0].matches("%a").count(), arguments, "{lines:?}");
        let own = lines.iter().find(|line| line.contains("amdg.")).expect("the operation");
        assert!(own.contains("%a0 [ %r8 ]"), "{own}");
        assert!(!own.contains("%m") && !own.contains("%o"), "{own}");
    }
    let strided = cut(
        "    %y = amdg.buffer_load %p[%o] stride = %s : !tt.ptr<f16> -> tensor<32x32xf16, #b>\n",
    );
    assert_eq!(strided.left_alone["amdg.buffer_load"], 1);
}

#[test]
fn no_text_is_too_odd() {
    let text = kernel(REDUCE);
    for end in 0..text.len() {
        // Whatever is said, it is said.
        let _ = split(&text[..end]);
    }
    let error =
        split("module attributes {\"ttg.num-warps\" = 4 : i32} {\n}\n").expect_err("no machine");
    assert_eq!(error.to_string(), "expected a module with ttg.target but found 'module'");
}

const IN_TENSOR_MEMORY: &str = "!ttg.memdesc<128x64xf32, #t, #ttng.tensor_memory, mutable>";

#[test]
fn tensor_memory_is_an_argument() {
    let lines = lines_of(&format!(
        "    %y = ttng.tmem_load %m : {IN_TENSOR_MEMORY} -> tensor<128x64xf32, #b>\n"
    ));
    assert_eq!(
        lines,
        [
            &format!(
                "tt.func private @f(%a0: {IN_TENSOR_MEMORY}) -> tensor<128x64xf32, #b> attributes \
                 {{noinline = true}} {{"
            ),
            &format!("%r0 = ttng.tmem_load %a0 : {IN_TENSOR_MEMORY} -> tensor<128x64xf32, #b>"),
            "tt.return %r0 : tensor<128x64xf32, #b>",
        ]
    );
    // What a load or a store waits for, and what a load reduces.
    let split = cut(&format!(
        "    %y, %k = ttng.tmem_load %m[%l] : {IN_TENSOR_MEMORY} -> tensor<128x64xf32, #b>, !ttg.async.token
    %z:2 = ttng.tmem_load %m {{redOp = 1 : i32}} : {IN_TENSOR_MEMORY} -> tensor<128x64xf32, #b>, tensor<128xf32, #ttg.slice<{{dim = 1, parent = #b}}>>
    %n, %h = ttng.tmem_alloc : () -> ({IN_TENSOR_MEMORY}, !ttg.async.token)
    %o = ttng.tmem_store %x, %m[%h], %p : tensor<128x64xf32, #b> -> {IN_TENSOR_MEMORY}
"
    ));
    let counts: Vec<_> = split.left_alone.iter().map(|(name, count)| (&**name, *count)).collect();
    assert_eq!(counts, [("ttng.tmem_alloc", 1), ("ttng.tmem_load", 2), ("ttng.tmem_store", 1)]);
}

#[test]
fn a_store_to_tensor_memory_has_its_predicate() {
    let store = |predicate: &str| {
        format!(
            "    %c = arith.constant true\n    ttng.tmem_store %x, %m, %{predicate} : tensor<128x64xf32, #b> -> {IN_TENSOR_MEMORY}\n"
        )
    };
    let lines = lines_of(&store("c"));
    assert!(lines[0].contains(&format!("%a1: {IN_TENSOR_MEMORY})")), "{lines:?}");
    assert_eq!(lines[1], "%r0 = arith.constant true");
    assert!(lines[2].starts_with("ttng.tmem_store %a0 , %a1 , %r0 :"), "{lines:?}");
    let lines = lines_of(&store("d"));
    assert!(lines[0].contains(&format!("%a1: {IN_TENSOR_MEMORY}, %a2: i1)")), "{lines:?}");
    assert!(lines[1].starts_with("ttng.tmem_store %a0 , %a1 , %a2 :"), "{lines:?}");
}

#[test]
fn only_a_kernel_allocates_tensor_memory() {
    let scales = "!ttg.memdesc<128x4xi8, #s, #ttng.tensor_memory>";
    let split = cut(&format!(
        "    %m = ttng.tmem_alloc : () -> {IN_TENSOR_MEMORY}\n    %n = ttng.tmem_alloc %x : (tensor<128x4xi8, #b>) -> {scales}\n"
    ));
    let [empty, stored] = &split.pieces[..] else { panic!("{split:?}") };
    assert!(empty.module.contains("tt.func public @f() {\n    %r0 = ttng.tmem_alloc : () -> "));
    assert!(empty.module.contains(&format!("tt.call @g(%r0) : ({IN_TENSOR_MEMORY}) -> ()")));
    let begin = "tt.func public @f(%a0: !tt.ptr<i8> {tt.divisibility = 16 : i32}) {";
    assert!(stored.module.contains(begin), "{}", stored.module);
    assert!(stored.module.contains("= tt.load %"), "{}", stored.module);
    assert!(stored.module.contains("tt.func private @g(%a0: !ttg.memdesc<128x4xi8, #s,"));
}

#[test]
fn a_part_of_tensor_memory_is_read_by_rows() {
    let view = "!ttg.memdesc<128x32xf32, #t, #ttng.tensor_memory, mutable, 128x64>";
    let lines = lines_of(&format!(
        "    %v = ttng.tmem_subslice %m {{offset = 32 : i32}} : {IN_TENSOR_MEMORY} -> {view}\n"
    ));
    let tensor = "tensor<128x32xf32, #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], \
                  warpsPerCTA = [4, 1], order = [0, 1]}>>";
    assert_eq!(lines[2], format!("%r1 = ttng.tmem_load %r0 : {view} -> {tensor}"));
}
