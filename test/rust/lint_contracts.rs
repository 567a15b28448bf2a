//! The rule `operand-layout`, beside loops over the elements of an operand.

use layout_kernels::analyze::Machine;
use layout_kernels::lint::lint;

const HEAD: &str = "#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#smem = #ttg.shared_memory
module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32} {
tt.func public @f() {
";

fn found(lines: &str) -> Vec<String> {
    let text = format!("{HEAD}{lines}\ntt.return\n}}\n}}\n");
    let found = lint(text.as_bytes(), &Machine::default());
    let found = found.iter().filter(|own| own.rule().id() == "operand-layout");
    found.map(|own| format!("{}: {}", own.position(), own.message())).collect()
}

fn memory(shape: &str, encoding: &str) -> String {
    format!("!ttg.memdesc<{shape}, {encoding}, #smem>")
}

fn nvmma(bytes: i64, is_transposed: bool, bits: i64) -> String {
    format!(
        "#ttg.nvmma_shared<{{swizzlingByteWidth = {bytes}, transposed = {is_transposed}, elementBitWidth = \
         {bits}}}>"
    )
}

fn product(first: &str, second: &str) -> Vec<String> {
    found(&format!(
        "%d = ttng.warp_group_dot %a, %b, %c : {first} * {second} -> tensor<64x64xf32, #mma>"
    ))
}

/// Triton's swizzled memory of rows of 64 elements of 16 bits: groups of `vec` change places.
fn swizzled(row: i64, column: i64, vec: i64, per_phase: i64, max_phase: i64) -> i64 {
    let phase = row / per_phase % max_phase;
    row * 64 + ((column / vec) ^ phase) * vec + column % vec
}

/// What the hardware reads of rows of `bytes`: units of 16 bytes change places in 8 rows of 128 bytes.
/// Rows of more bytes are tiles beside each other.
fn read(row: i64, column: i64, bytes: i64) -> i64 {
    let width = bytes / 2;
    let (tile, at) = (column / width, column % width);
    let byte = (row * width + at) * 2;
    let units = bytes / 16;
    (byte ^ ((byte / 128 % units) * 16)) / 2 + tile * 64 * width
}

#[test]
fn a_swizzle_is_one_of_the_hardware_or_is_reported() {
    let wide = memory("64x64xf16", &nvmma(128, false, 16));
    let mut counts = [0; 2];
    for vec in [1, 2, 4, 8, 16, 32] {
        for (per_phase, max_phase) in
            [1, 2, 4].into_iter().flat_map(|own| [1, 2, 4, 8].map(|max| (own, max)))
        {
            // More phases than groups leave the row.
            if 64 < vec * max_phase {
                continue;
            }
            let is_read = [32, 64, 128].into_iter().any(|bytes| {
                (0..64).all(|row| {
                    (0..64).all(|column| {
                        swizzled(row, column, vec, per_phase, max_phase) == read(row, column, bytes)
                    })
                })
            });
            let encoding = format!(
                "#ttg.swizzled_shared<{{vec = {vec}, perPhase = {per_phase}, maxPhase = {max_phase}, order = \
                 [1, 0]}}>"
            );
            let own = memory("64x64xf16", &encoding);
            assert_eq!(product(&own, &wide).is_empty(), is_read, "{encoding}");
            counts[usize::from(is_read)] += 1;
        }
    }
    assert_eq!(counts, [62, 1]);
}

#[test]
fn other_memories() {
    let wide = memory("64x64xf16", &nvmma(128, false, 16));
    assert_eq!(product(&wide, &wide), [""; 0]);
    let padded =
        memory("64x64xf16", "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>");
    let [message] = &product(&wide, &padded)[..] else { panic!() };
    assert!(
        message.starts_with("5:6: the second operand of shape [64, 64] is in #ttg.padded"),
        "{message}"
    );
    let short = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>";
    assert_eq!(
        product(&memory("64x8xf16", short), &memory("8x64xf16", &nvmma(128, false, 16))),
        [""; 0]
    );
    // In registers, or in tensor memory.
    let registers = "tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>";
    assert_eq!(product(registers, &wide), [""; 0]);
}

#[test]
fn only_elements_of_16_bits_are_read_along_the_other_dim() {
    let run = |bits: i64, element: &str, transposed: [bool; 2]| {
        let [first, second] =
            transposed.map(|own| memory(&format!("64x64x{element}"), &nvmma(64, own, bits)));
        product(&first, &second)
    };
    for transposed in [[false, false], [false, true], [true, false], [true, true]] {
        assert_eq!(run(16, "bf16", transposed), [""; 0]);
    }
    assert_eq!(run(8, "f8E4M3FN", [false, true]), [""; 0]);
    let says = |which: &str, bits: i64| {
        format!(
            "5:6: the {which} operand has elements of {bits} bits and is not contiguous along the summed dim: a \
             warp group product reads only elements of 16 bits so"
        )
    };
    assert_eq!(run(8, "f8E4M3FN", [false, false]), [says("second", 8)]);
    assert_eq!(run(32, "f32", [true, true]), [says("first", 32)]);
    assert_eq!(run(8, "i8", [true, false]), [says("first", 8), says("second", 8)]);
}

#[test]
fn buffers_begin_where_the_pattern_does() {
    let run = |rows: i64, index: i64| {
        let encoding = nvmma(128, false, 16);
        let (ring, one) = (
            memory(&format!("3x{rows}x64xf16"), &encoding),
            memory(&format!("{rows}x64xf16"), &encoding),
        );
        let wide = memory("64x64xf16", &encoding);
        found(&format!(
            "%i = arith.constant {index} : i32\n%a = ttg.memdesc_index %m[%i] : {ring} -> {one}\n\
             %d = ttng.warp_group_dot %a, %b, %c : {one} * {wide} -> tensor<64x64xf32, #mma>"
        ))
    };
    for rows in [4, 8, 16, 64] {
        for index in 0..3 {
            let begin = index * rows * 64 * 2;
            assert_eq!(run(rows, index).is_empty(), begin % 1024 == 0, "{rows} {index}");
        }
    }
    assert_eq!(run(4, 1 << 60), [""; 0]);
    assert_eq!(
        run(4, 1),
        [
            "7:6: an operand is one of several buffers of 512 bytes, and its swizzle of 128 bytes repeats every \
          1024: the hardware takes its address for the beginning of the pattern"
        ]
    );
    let put = |offset: i64, bytes: i64| {
        let own = memory("64x64xf16", &nvmma(bytes, false, 16));
        found(&format!("%m = ttg.local_alloc {{allocation.offset = {offset} : i32}} : () -> {own}"))
    };
    for bytes in [32, 64, 128] {
        for offset in (0..4096).step_by(128) {
            assert_eq!(
                put(offset, bytes).is_empty(),
                offset % (8 * bytes) == 0,
                "{offset} {bytes}"
            );
        }
    }
    assert_eq!(put(640, 0), [""; 0]);
    assert_eq!(
        put(640, 128),
        [
            "5:6: the memory begins at byte 640, and its swizzle of 128 bytes repeats every 1024: the hardware \
          computes the pattern from the address"
        ]
    );
}
