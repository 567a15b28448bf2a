//! Mistakes that others have reported of their kernels, reduced: what the linter says of each, and that it
//! is silent where the mistake is mended.

use layout_kernels::analyze::Machine;
use layout_kernels::lint::{Level, Settings, lint};

/// What is wrong in a file, of a machine that the file names or of none: place, level, rule and message.
fn found(text: &str) -> Vec<String> {
    const COSTS: [&str; 4] =
        ["bank-conflicts", "better-swizzle", "costly-conversion", "uncoalesced-access"];
    let settings = match text.contains("ttg.target") {
        true => Settings::default(),
        false => Settings::from(&Machine::default()),
    };
    let found = lint(text.as_bytes(), settings);
    let is_bug = |level: Level, rule: &str| Level::Note < level && !COSTS.contains(&rule);
    let bugs = found.iter().filter(|own| is_bug(own.level(), own.rule().id()));
    bugs.map(|own| {
        let (rule, message) = (own.rule().id(), own.message());
        format!("{} {} {rule}: {message}", own.position(), own.level())
    })
    .collect()
}

/// A kernel of 4 warps whose lines begin at line 8.
fn kernel(target: &str, arguments: &str, lines: &str) -> String {
    format!(
        "#mma = #ttg.nvidia_mma<{{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}}>
#wide = #ttg.nvmma_shared<{{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}}>
#columns = #ttg.nvmma_shared<{{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}}>
#bars = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>
#smem = #ttg.shared_memory
module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"{target}\", \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f({arguments}) {{
{lines}
tt.return
}}
}}
"
    )
}

/// databricks/megablocks 185: rows of 4096 columns at places that are loaded. The issue names row 524288.
#[test]
fn rows_that_are_gathered() {
    let of = |product: &str| {
        found(&kernel(
            "cuda:90",
            "%a: !tt.ptr<f32>, %indices: !tt.ptr<i32>",
            &format!(
                "%columns = arith.constant 4096 : i32
%columns64 = arith.constant 4096 : i64
%pid = tt.get_program_id x : i32
%at = tt.addptr %indices, %pid : !tt.ptr<i32>, i32
%row = tt.load %at : !tt.ptr<i32>
{product}
%p = tt.addptr %a, %o : !tt.ptr<f32>, i64
%x = tt.load %p : !tt.ptr<f32>"
            ),
        ))
    };
    assert_eq!(
        of("%n = arith.muli %row, %columns : i32\n%o = arith.extsi %n : i32 to i64"),
        [
            "16:6 warning offset-overflow: the offset is computed in 32 bits and wraps where the number that is \
          loaded is 524288 or more: arith.muli multiplies it by 4096"
        ]
    );
    let mended = "%n = arith.extsi %row : i32 to i64\n%o = arith.muli %n, %columns64 : i64";
    assert_eq!(of(mended), [""; 0]);
}

/// fla-org/flash-linear-attention 1080: the first row of a batch is the batch times the length, and a row
/// has a number of heads of a number of elements. With 32 heads of 128 elements it wraps from row 524288
/// on; the length is an argument.
#[test]
fn a_row_that_is_a_batch_times_a_length() {
    let of = |heads: i64, begin: &str| {
        found(&kernel(
            "cuda:90",
            "%k: !tt.ptr<f32>, %T: i32",
            &format!(
                "%heads = arith.constant {heads} : i32
%width = arith.constant 128 : i32
%both = arith.constant {} : i64
%heads64 = arith.constant {heads} : i64
%width64 = arith.constant 128 : i64
%pid = tt.get_program_id y : i32
%batch = arith.divsi %pid, %heads : i32
%head = arith.remsi %pid, %heads : i32
{begin}
%x = tt.load %p : !tt.ptr<f32>",
                heads * 128
            ),
        ))
    };
    let narrow = "%first = arith.muli %batch, %T : i32
%rows = arith.muli %first, %heads : i32
%row = arith.addi %rows, %head : i32
%o = arith.muli %row, %width : i32
%p = tt.addptr %k, %o : !tt.ptr<f32>, i32";
    let says = |first: i64, factor: i64| {
        [format!(
            "21:6 warning offset-overflow: the offset is computed in 32 bits and wraps where %batch * %T is \
             {first} or more: arith.muli multiplies it by {factor}"
        )]
    };
    assert_eq!(of(32, narrow), says(524_288, 4096));
    assert_eq!(of(8, narrow), says(2_097_152, 1024));
    // 2^22 tokens and more are not a possible batch.
    assert_eq!(of(4, narrow), [""; 0]);
    // The number for which it says so is the first.
    for heads in [8, 12, 32, 100] {
        let factor = heads * 128;
        let first = (1 << 31) / factor + i64::from((1 << 31) % factor != 0);
        assert!(
            i32::try_from((first - 1) * factor).is_ok() && i32::try_from(first * factor).is_err()
        );
        assert_eq!(of(heads, narrow), says(first, factor));
    }
    let wide = "%batch64 = arith.extsi %batch : i32 to i64
%T64 = arith.extsi %T : i32 to i64
%first = arith.muli %batch64, %T64 : i64
%o = arith.muli %first, %both : i64
%p = tt.addptr %k, %o : !tt.ptr<f32>, i64";
    assert_eq!(of(32, wide), [""; 0]);
    // A tile's row times a stride, and nothing more, wraps only where the tensor has 2^31 elements.
    let tile = "%first = arith.muli %batch, %width : i32
%o = arith.muli %first, %T : i32
%p = tt.addptr %k, %o : !tt.ptr<f32>, i32";
    assert_eq!(of(32, tile), [""; 0]);
}

/// triton-lang/triton 10924: the pass that coalesces gives a store of f32 4 elements a lane and the load
/// of what it stored, beside one of f16, 8.
#[test]
fn a_store_and_its_read_back_in_other_layouts() {
    let of = |load: &str, barrier: &str| {
        found(&format!(
            "#four = #ttg.blocked<{{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}}>
#eight = #ttg.blocked<{{sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}}>
module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f(%x: !tt.ptr<f32>, %v: tensor<8x256xf32, #four>) {{
%rf = tt.make_range {{end = 256 : i32, start = 0 : i32}} : tensor<256xi32, #ttg.slice<{{dim = 0, parent = #four}}>>
%of = tt.expand_dims %rf {{axis = 0 : i32}} : tensor<256xi32, #ttg.slice<{{dim = 0, parent = #four}}>> -> tensor<1x256xi32, #four>
%bf = tt.broadcast %of : tensor<1x256xi32, #four> -> tensor<8x256xi32, #four>
%xf = tt.splat %x : !tt.ptr<f32> -> tensor<8x256x!tt.ptr<f32>, #four>
%pf = tt.addptr %xf, %bf : tensor<8x256x!tt.ptr<f32>, #four>, tensor<8x256xi32, #four>
%re = tt.make_range {{end = 256 : i32, start = 0 : i32}} : tensor<256xi32, #ttg.slice<{{dim = 0, parent = {load}}}>>
%oe = tt.expand_dims %re {{axis = 0 : i32}} : tensor<256xi32, #ttg.slice<{{dim = 0, parent = {load}}}>> -> tensor<1x256xi32, {load}>
%be = tt.broadcast %oe : tensor<1x256xi32, {load}> -> tensor<8x256xi32, {load}>
%xe = tt.splat %x : !tt.ptr<f32> -> tensor<8x256x!tt.ptr<f32>, {load}>
%pe = tt.addptr %xe, %be : tensor<8x256x!tt.ptr<f32>, {load}>, tensor<8x256xi32, {load}>
tt.store %pf, %v : tensor<8x256x!tt.ptr<f32>, #four>
{barrier}
%w = tt.load %pe : tensor<8x256x!tt.ptr<f32>, {load}>
tt.return
}}
}}
"
        ))
    };
    let races = of("#eight", "");
    let race = races.iter().find(|own| own.contains("missing-barrier")).unwrap();
    assert!(
        race.starts_with(
            "17:6 error missing-barrier: what other threads have stored is loaded, and no barrier is between: \
             element (0, 128) goes from register 0 of lane 0 of warp 1"
        ),
        "{race}"
    );
    let has_race = |found: Vec<String>| found.iter().any(|own| own.contains("missing-barrier"));
    assert!(!has_race(of("#eight", "ttg.barrier all")));
    assert!(!has_race(of("#four", "")));
}

/// A store through a descriptor, with the memory and the descriptor's block in these encodings.
fn store(memory: &str, block: &str) -> Vec<String> {
    found(&kernel(
        "cuda:90",
        &format!("%d: !tt.tensordesc<tensor<64x64xf16, {block}>>"),
        &format!(
            "%zero = arith.constant 0 : i32
%m = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, {memory}, #smem, mutable>
ttng.async_tma_copy_local_to_global %d[%zero, %zero] %m : !tt.tensordesc<tensor<64x64xf16, {block}>>, !ttg.memdesc<64x64xf16, {memory}, #smem, mutable>
ttng.async_tma_store_wait {{pendings = 0 : i32}}"
        ),
    ))
}

/// triton-lang/triton 6978: the pass that pipelines stores chose the memory's layout by itself, not that
/// of the descriptor.
#[test]
fn a_store_from_a_memory_that_is_not_laid_out_as_its_descriptor() {
    assert_eq!(store("#wide", "#wide"), [""; 0]);
    let narrow =
        "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>";
    assert_eq!(
        store(narrow, "#wide"),
        [format!(
            "10:1 error operand-layout: the descriptor copies blocks in #wide, and the memory of shape [64, 64] is \
             in {narrow}: its elements are not where they are looked for"
        )]
    );
}

/// triton-lang/triton 7275: a block whose rows are short is in rows without a swizzle, which a descriptor
/// copies. In any other swizzle it does not, nor columns.
#[test]
fn blocks_in_layouts_that_no_descriptor_has() {
    let swizzled = |vec: i64, per_phase: i64, max_phase: i64, order: &str| {
        format!(
            "#ttg.swizzled_shared<{{vec = {vec}, perPhase = {per_phase}, maxPhase = {max_phase}, order = {order}}}>"
        )
    };
    let same = |encoding: &str| store(encoding, encoding);
    assert_eq!(same(&swizzled(1, 1, 1, "[1, 0]")), [""; 0]);
    // 8 rows of 128 bytes, 16 bytes apart: the swizzle of 128 bytes by another name.
    assert_eq!(same(&swizzled(8, 1, 8, "[1, 0]")), [""; 0]);
    let says = |encoding: &str, why: &str| {
        [format!("10:1 error operand-layout: the descriptor is for blocks in {encoding}, {why}")]
    };
    let rows = "and it copies rows as they are, or in a swizzle of 32, 64 or 128 bytes";
    for wrong in [swizzled(4, 1, 8, "[1, 0]"), swizzled(1, 1, 1, "[0, 1]")] {
        assert_eq!(same(&wrong), says(&wrong, rows));
    }
    let columns = "which is transposed, and it copies rows of the last dim";
    assert_eq!(same("#columns"), says("#columns", columns));
}

/// triton-lang/triton 10474 and tile-ai/tilelang 2379: an operand that does not begin where the pattern of
/// its swizzle does, as a part of a memory and as a memory that is put there.
#[test]
fn operands_off_the_pattern_of_their_swizzle() {
    let of = |allocation: &str, offset: &str| {
        found(&kernel(
            "cuda:90",
            "%c: tensor<64x64xf32, #mma>",
            &format!(
                "%a = ttg.local_alloc {allocation} : () -> !ttg.memdesc<128x64xf16, #wide, #smem, mutable>
%w = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #wide, #smem, mutable>
%p = ttg.memdesc_subslice %a[{offset}] : !ttg.memdesc<128x64xf16, #wide, #smem, mutable> -> !ttg.memdesc<64x64xf16, #wide, #smem, mutable, 128x64>
%d = ttng.warp_group_dot %p, %w, %c : !ttg.memdesc<64x64xf16, #wide, #smem, mutable, 128x64> * !ttg.memdesc<64x64xf16, #wide, #smem, mutable> -> tensor<64x64xf32, #mma>"
            ),
        ))
    };
    assert_eq!(of("", "8, 0"), [""; 0]);
    assert_eq!(of("{allocation.offset = 2048 : i32}", "8, 0"), [""; 0]);
    assert_eq!(
        of("", "4, 0"),
        [
            "11:6 error operand-layout: an operand begins at (4, 0) of a memory whose swizzle of 128 bytes repeats \
          every 8 rows and 64 columns: the hardware takes its address for the beginning of the pattern"
        ]
    );
    assert_eq!(
        of("{allocation.offset = 1152 : i32}", "8, 0"),
        [
            "8:6 error operand-layout: the memory begins at byte 1152, and its swizzle of 128 bytes repeats every \
          1024: the hardware computes the pattern from the address"
        ]
    );
}

/// facebookexperimental/triton 2801: each of 512 lanes writes to shared memory what it loads, after what
/// the lane before it does, and the memory has room for 64. With 512 elements it is right.
#[test]
fn copies_by_more_lanes_than_there_are_elements() {
    let of = |n_elements: i64, target: &str| {
        found(&format!(
            "#b = #ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [8], order = [0]}}>
#s = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>
#smem = #ttg.shared_memory
module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 8 : i32, ttg.target = \"{target}\", \"ttg.threads-per-warp\" = 64 : i32}} {{
tt.func public @f(%x: !tt.ptr<i32>) {{
%r = tt.make_range {{end = {n_elements} : i32, start = 0 : i32}} : tensor<{n_elements}xi32, #b>
%m = ttg.local_alloc : () -> !ttg.memdesc<{n_elements}xi32, #s, #smem, mutable>
%t = amdg.buffer_load_to_local %x[%r] into %m : <i32>[tensor<{n_elements}xi32, #b>] -> <{n_elements}xi32, #s, #smem, mutable>
%g = ttg.async_commit_group tokens %t
%w = ttg.async_wait %g {{num = 0 : i32}}
tt.return
}}
}}
"
        ))
    };
    // The first thread that has no element, of 8 warps of 64 lanes, each of which has one.
    for n_elements in [1, 2, 16, 32, 64, 128, 256, 512, 1024] {
        let first = (0..512).find(|thread| n_elements <= *thread);
        let expected: Vec<String> = first
            .into_iter()
            .map(|thread| {
                format!(
                    "8:6 warning past-the-buffer: 512 lanes copy {n_elements} elements, and the hardware puts what a \
                     lane copies after what the lane before it does: lane {} of warp {} has no element of its \
                     own, and writes past the memory unless the compiler turns it off",
                    thread % 64,
                    thread / 64
                )
            })
            .collect();
        assert_eq!(of(n_elements, "hip:gfx950"), expected);
    }
}
