//! Copies through descriptors, the bytes that barriers expect of them, and tensor memory, beside sums of
//! elements and bytes.

use std::fs;
use std::path::Path;

use layout_kernels::lint::{Settings, lint};

fn text_of(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/data").join(path))
        .unwrap()
}

/// The errors in a text: lines, rules and messages.
fn errors(text: &str) -> Vec<String> {
    let found = lint(text.as_bytes(), Settings::default());
    let own = found.iter().filter(|own| own.level().to_string() == "error");
    own.map(|own| format!("{} {}: {}", own.position().line, own.rule().id(), own.message()))
        .collect()
}

const BARRIER: &str = "!ttg.memdesc<1xi64, #bars, #smem, mutable>";

/// A function of these lines, in which a copy of a block and its barrier are `%d`, `%m` and `%bar`.
fn function(block: &str, memory: &str, lines: &str) -> String {
    format!(
        "#b = #ttg.blocked<{{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}}>
#bars = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>
#n = #ttg.nvmma_shared<{{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}}>
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:100\", \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f(%d: !tt.tensordesc<{block}xf16, #n>, %v: tensor<{memory}xf16, #b>) {{
%zero = arith.constant 0 : i32
%true = arith.constant true
%m = ttg.local_alloc : () -> !ttg.memdesc<{memory}xf16, #n, #smem, mutable>
%bar = ttg.local_alloc : () -> {BARRIER}
ttng.init_barrier %bar, 1 : {BARRIER}
{lines}
tt.return
}}
}}
"
    )
}

fn copy(block: &str, memory: &str) -> String {
    format!(
        "ttng.async_tma_copy_global_to_local %d[%zero, %zero] %m, %bar, %true : !tt.tensordesc<{block}xf16, \
         #n>, {BARRIER} -> !ttg.memdesc<{memory}xf16, #n, #smem, mutable>\n"
    )
}

fn expect(bytes: i64) -> String {
    format!("ttng.barrier_expect %bar, {bytes}, %true : {BARRIER}\n")
}

fn wait() -> String {
    format!("ttng.wait_barrier %bar, %zero : {BARRIER}\n")
}

/// A load of 8,192 bytes, which is over only after the copy.
const LOAD: &str = "%x = ttg.local_load %m : !ttg.memdesc<64x64xf16, #n, #smem, mutable> -> tensor<64x64xf16, #b>\n";

#[test]
fn a_descriptor_is_one_of_a_tensor_or_of_its_shape() {
    for name in ["descriptor-layout", "descriptor-columns"] {
        let text = text_of(&format!("planted/{name}.ttgir"));
        let (before, after) = text.split_once("tensordesc<tensor<").unwrap();
        let rest = after.replace("tensordesc<tensor<", "tensordesc<").replace(">>", ">");
        let newer = format!("{before}tensordesc<{rest}");
        assert!(!newer.contains("tensordesc<tensor") && newer != text);
        assert!(!errors(&text).is_empty());
        assert_eq!(errors(&newer), errors(&text), "{name}");
    }
}

#[test]
fn a_block_has_the_elements_of_its_memory() {
    let sizes = [16, 32, 64];
    for (a, b) in sizes.into_iter().flat_map(|a| sizes.map(|b| (a, b))) {
        for (c, d) in sizes.into_iter().flat_map(|c| sizes.map(|d| (c, d))) {
            let (block, memory) = (format!("{a}x{b}"), format!("{c}x{d}"));
            let lines = [expect(2 * c * d), copy(&block, &memory), wait()].concat();
            let found = errors(&function(&block, &memory, &lines));
            let what = format!(
                "the descriptor copies blocks of shape [{a}, {b}], which have {} elements, and the memory of \
                 shape [{c}, {d}] has {}",
                a * b,
                c * d
            );
            let expected = match (a * b).cmp(&(c * d)) {
                std::cmp::Ordering::Equal => Vec::new(),
                std::cmp::Ordering::Less => vec![format!("15 wrong-conversion: {what}")],
                std::cmp::Ordering::Greater => vec![format!("15 past-the-buffer: {what}")],
            };
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn a_barrier_expects_what_copies_bring() {
    for (n_copies, bytes) in (1..4).flat_map(|n| (1..5).map(move |quarters| (n, 4096 * quarters))) {
        let copies = copy("64x64", "64x64").repeat(n_copies);
        let text = function("64x64", "64x64", &[&expect(bytes), &*copies, &wait(), LOAD].concat());
        let brought = 8192 * n_copies as i64;
        let what = format!("barrier %bar expects {bytes} bytes, and copies bring it {brought}");
        let expected = match bytes.cmp(&brought) {
            std::cmp::Ordering::Equal => Vec::new(),
            std::cmp::Ordering::Less => vec![format!("its phase may end before the copies do")],
            std::cmp::Ordering::Greater => vec![format!("its phase never ends")],
        };
        let expected: Vec<String> =
            expected.iter().map(|then| format!("14 missing-wait: {what}: {then}")).collect();
        let own: Vec<String> =
            errors(&text).into_iter().filter(|found| found.contains("expects")).collect();
        assert_eq!(own, expected);
    }
}

/// What comes before it is expected is waited for, too; what nobody expects is not.
#[test]
fn a_copy_may_come_before_what_expects_it() {
    let copied = copy("64x64", "64x64");
    let late = [&*copied, &expect(8192), &wait(), LOAD].concat();
    assert_eq!(errors(&function("64x64", "64x64", &late)), [""; 0]);
    let arrive = format!("ttng.arrive_barrier %bar, 1 : {BARRIER}\n");
    let without = [&*copied, &arrive, &wait(), LOAD].concat();
    let [found] = &errors(&function("64x64", "64x64", &without))[..] else { panic!() };
    assert!(found.starts_with("17 missing-wait: element (0, 0) of %m is read while"), "{found}");
}

/// The kernels expect what they copy, and each number that is changed is found.
#[test]
fn the_bytes_of_kernels_that_are_partitioned() {
    let mut n_changed = 0;
    for name in ["attention", "matmul", "persistent"] {
        let text = text_of(&format!("triton_partitions/{name}.cuda100.ttgir"));
        assert_eq!(errors(&text), [""; 0], "{name}");
        for line in text.lines().filter(|line| line.contains("barrier_expect")) {
            let bytes = line.split(", ").nth(1).unwrap();
            for other in [bytes.parse::<i64>().unwrap() / 2, 2 * bytes.parse::<i64>().unwrap()] {
                let changed = line.replace(bytes, &other.to_string());
                let found = errors(&text.replace(line, &changed));
                assert!(
                    found.iter().any(|own| own.contains(&format!("expects {other} bytes"))),
                    "{changed}"
                );
                n_changed += 1;
            }
        }
    }
    assert!(10 <= n_changed, "{n_changed}");
}

#[test]
fn a_part_of_tensor_memory_ends_where_the_memory_does() {
    let whole = "!ttg.memdesc<128x128xf32, #tm, #tmem, mutable>";
    for (from, columns) in (0..5).flat_map(|at| [32, 64, 128].map(|columns| (32 * at, columns))) {
        let part = format!("!ttg.memdesc<128x{columns}xf32, #tm, #tmem, mutable, 128x128>");
        for attributes in
            [format!("offset = {from} : i32, dim = 1 : i32"), format!("N = {from} : i32")]
        {
            let lines = format!(
                "%t = ttng.tmem_alloc : () -> {whole}\n%s = ttng.tmem_subslice %t {{{attributes}}} : {whole} -> {part}\n"
            );
            let is_past = errors(&function("64x64", "64x64", &lines))
                .iter()
                .any(|found| found.starts_with("15 past-the-buffer: a part of shape"));
            assert_eq!(is_past, 128 < from + columns, "{lines}");
        }
    }
}

#[test]
fn what_is_copied_has_the_shape_and_the_elements_of_its_memory() {
    let memory = "!ttg.memdesc<64x64xf16, #n, #smem, mutable>";
    let cases = [
        (
            format!("%r = ttg.memdesc_reshape %m : {memory} -> !ttg.memdesc<128x64xf16, #n, #smem, mutable>"),
            "14 past-the-buffer: a memory of shape [64, 64] has 4096 elements, and one of shape [128, 64] has 8192",
        ),
        (
            format!("%r = ttg.memdesc_reshape %m : {memory} -> !ttg.memdesc<32x64xf16, #n, #smem, mutable>"),
            "14 wrong-conversion: a memory of shape [64, 64] has 4096 elements, and one of shape [32, 64] has 2048",
        ),
        (
            "%t = ttng.tmem_alloc %v : (tensor<64x64xf16, #b>) -> !ttg.memdesc<128x128xf16, #tm, #tmem, mutable>"
                .to_owned(),
            "14 wrong-conversion: a tensor of shape [64, 64] and a memory of shape [128, 128]",
        ),
        (
            "%t = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #tm, #tmem, mutable>\n\
             %x = ttng.tmem_load %t : !ttg.memdesc<128x128xf32, #tm, #tmem, mutable> -> tensor<128x128xf16, #b>"
                .to_owned(),
            "15 wrong-conversion: a tensor of elements f16 and a memory of f32",
        ),
    ];
    for (lines, expected) in cases {
        let found = errors(&function("64x64", "64x64", &lines));
        assert!(found.iter().any(|own| own == expected), "{found:?}");
    }
}

#[test]
fn a_partition_has_layouts_for_its_own_warps() {
    let planted = text_of("planted/missing-partition-wait.ttgir");
    let right = planted.replace(
        "// wait",
        "ttng.wait_barrier %empty, %phase : !ttg.memdesc<1xi64, #bars, #smem, mutable>",
    );
    assert_eq!(errors(&right), [""; 0]);
    let found = errors(&right.replace("num_warps(4)", "num_warps(2)"));
    assert_eq!(found, ["30 result-layout: #b is a layout for 4 warps, and the partition has 2"]);
}

/// The limit in the loop is what is left of a size in a turn, and says nothing of what is done after it.
#[test]
fn a_limit_of_a_turn_is_none_after_the_loop() {
    let kernel = |stored: &str| {
        format!(
            "#b = #ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}}>
module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @sum(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %K: i32) {{
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%c128 = arith.constant 128 : i32
%zero = arith.constant dense<0.0> : tensor<128xf32, #b>
%o = tt.make_range {{end = 128 : i32, start = 0 : i32}} : tensor<128xi32, #b>
%sum:2 = scf.for %k = %c0 to %K step %c1 iter_args(%acc = %zero, %at = %x) -> (tensor<128xf32, #b>, !tt.ptr<f32>) : i32 {{
%before = arith.muli %k, %c128 : i32
%left = arith.subi %K, %before : i32
%limit = tt.splat %left : i32 -> tensor<128xi32, #b>
%mask = arith.cmpi slt, %o, %limit : tensor<128xi32, #b>
%p = tt.splat %at : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #b>
%ps = tt.addptr %p, %o : tensor<128x!tt.ptr<f32>, #b>, tensor<128xi32, #b>
%v = tt.load %ps, %mask, %zero : tensor<128x!tt.ptr<f32>, #b>
%next = arith.addf %acc, %v : tensor<128xf32, #b>
%on = tt.addptr %at, %c128 : !tt.ptr<f32>, i32
{stored}
scf.yield %next, %on : tensor<128xf32, #b>, !tt.ptr<f32>
}}
%q = tt.splat %y : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #b>
%qs = tt.addptr %q, %o : tensor<128x!tt.ptr<f32>, #b>, tensor<128xi32, #b>
tt.store %qs, %sum#0 : tensor<128x!tt.ptr<f32>, #b>
tt.return
}}
}}
"
        )
    };
    let unmasked = |text: &str| -> Vec<usize> {
        let found = lint(text.as_bytes(), Settings::default());
        let own = found.iter().filter(|own| own.rule().id() == "unmasked-access");
        own.map(|own| own.position().line).collect()
    };
    assert_eq!(unmasked(&kernel("")), [0; 0]);
    // In the loop it is a limit.
    assert_eq!(unmasked(&kernel("tt.store %ps, %v : tensor<128x!tt.ptr<f32>, #b>")), [19]);
}

/// A memory of one more or one less dim of extent 1 has the same elements where they were; the barrier of
/// a cluster has a number for each block.
#[test]
fn a_block_may_have_dims_of_extent_1_and_a_barrier_more_than_one_number() {
    let with = |width: i64, barrier: i64, blocks: i64| {
        let cga = |rank: usize| match (blocks, rank) {
            (1, 2) => String::new(),
            (1, _) => format!(", rank = {rank}"),
            _ => format!(
                ", CGALayout = [{:?}]",
                (0..rank).map(|dim| usize::from(dim + 2 == rank)).collect::<Vec<_>>()
            ),
        };
        format!(
            "#s3 = #ttg.nvmma_shared<{{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16{}}}>
#s2 = #ttg.nvmma_shared<{{swizzlingByteWidth = {width}, transposed = false, elementBitWidth = 16{}}}>
#bars = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>
#smem = #ttg.shared_memory
module attributes {{\"ttg.num-ctas\" = {blocks} : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f(%d: !tt.tensordesc<1x128x64xf16, #s3>) {{
%true = arith.constant true
%c0 = arith.constant 0 : i32
%m = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #s2, #smem, mutable>
%bar = ttg.local_alloc : () -> !ttg.memdesc<{barrier}xi64, #bars, #smem, mutable>
ttng.init_barrier %bar, 1 : !ttg.memdesc<{barrier}xi64, #bars, #smem, mutable>
ttng.barrier_expect %bar, {}, %true : !ttg.memdesc<{barrier}xi64, #bars, #smem, mutable>
ttng.async_tma_copy_global_to_local %d[%c0, %c0, %c0] %m, %bar, %true : !tt.tensordesc<1x128x64xf16, #s3>, !ttg.memdesc<{barrier}xi64, #bars, #smem, mutable> -> !ttg.memdesc<128x64xf16, #s2, #smem, mutable>
ttng.wait_barrier %bar, %c0, %true : !ttg.memdesc<{barrier}xi64, #bars, #smem, mutable>
tt.return
}}
}}
",
            cga(3),
            cga(2),
            128 * 64 * 2 / blocks
        )
    };
    assert_eq!(errors(&with(128, 1, 1)), [""; 0]);
    assert_eq!(errors(&with(128, 2, 2)), [""; 0]);
    assert_eq!(
        errors(&with(64, 1, 1)),
        [
            "13 operand-layout: the descriptor copies blocks in #s3, and the memory of shape [128, 64] is in \
          #s2: its elements are not where they are looked for"
        ]
    );
}

const CHOSEN: &str = "#ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], \
                      warpsPerCTA = [1, 4], order = [1, 0]}>}>";

/// Rows that are gathered to a memory of this shape, 32 of them.
fn gather(memory: &str) -> String {
    let line = format!(
        "ttng.async_tma_gather %d[%x, %zero] %m, %bar, %true : !tt.tensordesc<1x64xf16, #n>, tensor<32xi32, {CHOSEN}>, \
         i32, {BARRIER}, !ttg.memdesc<{memory}xf16, #n, #smem, mutable>, i1"
    );
    function("1x64", memory, &line).replace("%v:", &format!("%x: tensor<32xi32, {CHOSEN}>, %v:"))
}

/// A descriptor whose rows are chosen has blocks of one row, fewer than a swizzle has.
#[test]
fn a_row_that_is_gathered_needs_no_layout() {
    let found = lint(gather("32x64").as_bytes(), Settings::default());
    let notes = found.iter().filter(|own| own.rule().id() == "unknown-encoding");
    assert_eq!(notes.map(|own| own.message()).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn rows_that_are_gathered_are_those_of_the_memory() {
    let said = |memory: &str| {
        let found = errors(&gather(memory)).into_iter();
        found.filter(|own| own.contains("the operation is for")).collect::<Vec<String>>()
    };
    assert_eq!(said("32x64"), [""; 0]);
    for (memory, wrong) in [
        (
            "64x64",
            "wrong-conversion: the operation is for 32 rows, and the memory of shape [64, 64] has 64",
        ),
        (
            "16x64",
            "past-the-buffer: the operation is for 32 rows, and the memory of shape [16, 64] has 16",
        ),
        (
            "32x128",
            "wrong-conversion: the operation is for 64 columns, and the memory of shape [32, 128] has 128",
        ),
        (
            "32x32",
            "past-the-buffer: the operation is for 64 columns, and the memory of shape [32, 32] has 32",
        ),
    ] {
        assert_eq!(said(memory), [format!("14 {wrong}")]);
    }
}

#[test]
fn a_barrier_is_a_memory_of_64_bit_integers() {
    let said = |lines: &str| {
        let found = errors(&function("64x64", "64x64", lines)).into_iter();
        found.filter(|own| own.contains("the barrier is")).collect::<Vec<String>>()
    };
    let of = |element: &str| format!("!ttg.memdesc<1x{element}, #bars, #smem, mutable>");
    for line in [
        "ttng.init_barrier %o, 1 : BARRIER",
        "ttng.inval_barrier %o : BARRIER",
        "ttng.wait_barrier %o, %zero : BARRIER",
        "ttng.arrive_barrier %o, 1 : BARRIER",
        "ttng.barrier_expect %o, 8192, %true : BARRIER",
        "ttng.async_tma_copy_global_to_local %d[%zero, %zero] %m, %o, %true : !tt.tensordesc<64x64xf16, #n>, BARRIER -> \
         !ttg.memdesc<64x64xf16, #n, #smem, mutable>",
    ] {
        let lines = |element: &str| line.replace("BARRIER", &of(element));
        assert_eq!(said(&lines("i64")), [""; 0], "{line}");
        let wrong = "14 operand-layout: the barrier is a memory of elements of type f16, and one has elements of type \
                     i64";
        assert_eq!(said(&lines("f16")), [wrong], "{line}");
    }
}

/// An accumulator of narrow elements has gaps, so that each is in a column of its own.
#[test]
fn an_accumulator_has_an_element_in_each_column() {
    let said = |element: &str, stride: usize| {
        let line = format!(
            "ttng.tc_gen5_mma %p, %q, %r[], %true, %true : !ttg.memdesc<128x64xf16, #n, #smem>, !ttg.memdesc<64x64xf16, \
             #n, #smem>, !ttg.memdesc<128x64x{element}, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride \
             = {stride}>, #tmem, mutable>"
        );
        let found = errors(&function("64x64", "64x64", &line)).into_iter();
        found.filter(|own| own.contains("the accumulator")).collect::<Vec<String>>()
    };
    assert_eq!([said("f32", 1), said("f16", 2)].concat(), [""; 0]);
    let wrong = "14 operand-layout: the accumulator has elements of 16 bits with colStride = 1, and the product writes one \
                 in each column of 32 bits: colStride is 2";
    assert_eq!(said("f16", 1), [wrong]);
}
