//! The notations of Triton's encodings, of all versions, and what is wrong with wrong ones.
//! `conformance` compares the linear layouts with Triton's.

use layout::triton::{Encoding, Padding};

#[track_caller]
fn check(attribute: &str, shape: &[i64], expected: &str) {
    let encoding: Encoding = attribute.parse().unwrap();
    let layout = encoding.to_linear_layout(shape).map(|layout| layout.to_string());
    assert_eq!(layout.unwrap_or_else(|error| error.to_string()), expected);
}

/// What older dialects print for the same encodings.
#[test]
fn older_notations_mean_the_same() {
    let expected = "{register = [[0,1],[0,2],[0,16],[32,0]], lane = [[0,4],[0,8],[1,0],[2,0],[4,0]], \
                    warp = [[8,0],[16,0]], block = [[0,32],[0,0]]}";
    let lists = "CTAsPerCGA = [1, 4], CTASplitNum = [1, 2], CTAOrder = [1, 0]";
    for tail in [lists, "CGALayout = [[0, 1], [0, 0]]"] {
        let text = format!(
            "#triton_gpu.blocked<{{sizePerThread = [1, 4], threadsPerWarp = [8, 4], \
             warpsPerCTA = [4, 1], order = [1, 0], {tail}}}>"
        );
        check(&text, &[64, 64], expected);
    }
    let expected =
        "{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32]], block = []}";
    for name in ["triton_gpu.shared", "ttg.swizzled_shared"] {
        let text = format!("#{name}<{{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}}>");
        check(&text, &[8, 64], expected);
    }
    let leading: Encoding =
        "#triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = true}>"
            .parse()
            .unwrap();
    assert_eq!(leading.to_linear_layout_of(&[8, 64], 16).unwrap().to_string(), expected);
    assert_eq!(
        leading.to_linear_layout(&[8, 64]).unwrap_err().to_string(),
        "shared: with a leading offset the layout depends on the size of the elements"
    );
    let tiles = "{register = [[0,1],[0,2],[0,4]], lane = [[1,0],[2,0],[4,0],[8,0],[0,8]], \
                 warp = [[0,16],[16,0]], block = []}";
    for tail in ["warpsPerCTA = [2, 2]", "ctaLayout = {warp = [[0, 1], [1, 0]]}"] {
        let text = format!("#ttg.amd_wmma<{{version = 2, isTranspose = true, {tail}}}>");
        check(&text, &[32, 32], tiles);
    }
    // As Triton 3.9 says it: without tiles in registers or warps only `rank` tells of a third dim.
    check(
        "#ttg.amd_wmma<{version = 1, isTranspose = true, ctaLayout = {warp = []}, instrShape = [16, 16, 16], rank = 3}>",
        &[4, 16, 16],
        "{register = [[0,0,2],[0,0,4],[0,0,8],[1,0,0],[2,0,0]], lane = [[0,1,0],[0,2,0],[0,4,0],[0,8,0],[0,0,1]], \
         warp = [], block = []}",
    );
    for (rank, why) in [
        (3, "ctaLayout of amd_wmma has 2 dims but the encoding has 3"),
        (1, "rank of amd_wmma is 1, which is not 2 or 3"),
    ] {
        let text = format!(
            "#ttg.amd_wmma<{{version = 1, isTranspose = true, ctaLayout = {{warp = [[0, 1]]}}, rank = {rank}}}>"
        );
        assert_eq!(text.parse::<Encoding>().unwrap_err().to_string(), why);
    }
    let mfma = "{register = [[1,0],[2,0]], lane = [[0,1],[0,2],[0,4],[0,8],[4,0],[8,0]], warp = [], block = []}";
    for head in ["version = 3", "versionMajor = 3, versionMinor = 0"] {
        let text = format!(
            "#triton_gpu.amd_mfma<{{{head}, warpsPerCTA = [1, 1], instrShape = [16, 16], isTransposed = false}}>"
        );
        check(&text, &[16, 16], mfma);
    }
}

/// Hand calculations where the data above has no row.
#[test]
fn rotating_padded_and_scales() {
    // Row 2 has phase 0 and is in group 1 of 2 rows; row 4 has phase 0 and is in group 0 (2 mod 2).
    check(
        "#ttg.amd_rotating_shared<{vec = 2, perPhase = 1, maxPhase = 2, order = [1, 0]}>",
        &[8, 4],
        "{offset = [[0,1],[0,2],[1,2],[2,2],[4,0]], block = []}",
    );
    // Triton refuses what moves in two dims, or by 3.
    for bases in ["[[0, 1], [1, 1]]", "[[0, 1], [0, 3]]"] {
        let text = format!("#ttg.padded_shared<[16:+2] {{offset = {bases}, block = []}}>");
        assert_eq!(
            text.parse::<Encoding>().unwrap_err().to_string(),
            "padded_shared: a basis moves by a power of two in one dim"
        );
    }
    let columns: Encoding =
        "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 2>".parse().unwrap();
    assert!(columns.to_linear_layout_of(&[128, 64], 16).is_ok());
    assert_eq!(
        columns.to_linear_layout_of(&[128, 64], 32).unwrap_err().to_string(),
        "colStride of tensor_memory_encoding is 2, which is not 32 by the bits of an element, or less"
    );
    let padded: Encoding =
        "#ttg.padded_shared<[4:+2, 16:+4] {order = [0, 1], shape = [4, 8]}>".parse().unwrap();
    let (layout, gaps) = padded.without_gaps(&[4, 8], 16).unwrap();
    assert_eq!(layout.to_string(), "{offset = [[1,0],[2,0],[0,1],[0,2],[0,4]], block = []}");
    assert_eq!(gaps, [Padding { interval: 4, padding: 2 }, Padding { interval: 16, padding: 4 }]);
    check(
        "#ttng.tensor_memory_scales_encoding<>",
        &[128, 4],
        "{row = [[1,0],[2,0],[4,0],[8,0],[16,0],[0,0],[0,0]], col = [[0,1],[0,2],[32,0],[64,0]]}",
    );
    // The instruction for doubles: 8x8, one summed column a lane.
    check(
        "#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, \
         warpsPerCTA = [1, 1], instrShape = [8, 8]}>, kWidth = 1}>",
        &[8, 4],
        "{register = [], lane = [[0,1],[0,2],[1,0],[2,0],[4,0]], warp = [], block = []}",
    );
}

#[test]
fn what_cannot_be_laid_out_is_refused_with_the_values() {
    let blocked = |tail: &str| {
        format!("#ttg.blocked<{{sizePerThread = [1, 1], threadsPerWarp = [8, 4], {tail}}}>")
    };
    for (text, expected) in [
        (blocked("order = [1, 0]"), "blocked has no warpsPerCTA"),
        (
            blocked("warpsPerCTA = [4], order = [1, 0]"),
            "warpsPerCTA of blocked has 1 dims but the encoding has 2",
        ),
        (
            blocked("warpsPerCTA = [4, 0], order = [1, 0]"),
            "warpsPerCTA of blocked is 0, which is not a number from 1 to 2^30",
        ),
        (
            blocked("warpsPerCTA = [4, 1], order = [1, 1]"),
            "order of blocked is [1, 1], which is not each dim once",
        ),
        (
            blocked("warpsPerCTA = true, order = [1, 0]"),
            "warpsPerCTA of blocked should be a list of numbers",
        ),
        ("#ttg.blackwell_secret<{a = 1}>".to_owned(), "unknown encoding blackwell_secret"),
        (
            "#ttg.nvidia_mma<{versionMajor = 1, versionMinor = 2}>".to_owned(),
            "versionMajor of nvidia_mma is 1, which is not 2 or 3",
        ),
        (
            "#ttg.dot_op<{opIdx = 0, parent = #ttg.linear<{register = [[1]]}>}>".to_owned(),
            "dot_op: the parent is the encoding of no dot product",
        ),
        (
            format!(
                "#ttg.padded_shared<[{}] {{order = [0], shape = [8]}}>",
                ["4:+1"; 33].join(", ")
            ),
            "intervals of padded_shared should be a list of 1 to 32 interval:+padding",
        ),
        (
            "#ttg.blocked<{order = [1, 0]".to_owned(),
            "expected a name or '}' but found the end of the file",
        ),
    ] {
        let error = text.parse::<Encoding>().unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
    let good = blocked("warpsPerCTA = [4, 1], order = [1, 0]");
    check(&good, &[64], "the shape of blocked has 1 dims but the encoding has 2");
    check(&good, &[64, 0], "out-dim dim1 has size 0, which is not a power of two");
    check(&good, &[64, -1], "out-dim dim1 has size -1, which is not a power of two");
    check(
        &good,
        &[1 << 40, 1 << 40],
        "the out-dims have 80 bits together, more than the 62 of a 64-bit size",
    );
    let wide = blocked("warpsPerCTA = [3, 1], order = [1, 0]");
    check(&wide, &[64, 64], "in-dim warp has size 3, which is not a power of two");
    check(
        "#ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>",
        &[2, 4],
        "shared_linear is made for shape [2, 2] but the shape is [2, 4]",
    );
    check(
        "#ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, \
         warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>, kWidth = 2}>",
        &[64, 64],
        "dot_op: version 3 reads its second operand from shared memory",
    );
}

/// Of a transposed memory of more than two dims the last dim alone are rows of the swizzle, and where a row
/// goes on is split as if the outer dims were its rows. As Triton 3.9 has them.
#[test]
fn a_transposed_memory_of_three_dims() {
    let memory = |bits: i64, tail: &str| {
        format!(
            "#ttg.nvmma_shared<{{swizzlingByteWidth = 128, transposed = true, elementBitWidth = {bits}{tail}}}>"
        )
    };
    let first = "[1,0,0],[2,0,0],[4,0,0]";
    check(
        &memory(16, ", rank = 3"),
        &[64, 8, 8],
        &format!(
            "{{offset = [{first},[8,0,0],[16,0,0],[32,0,0],[8,1,0],[16,2,0],[32,4,0],[0,0,1],[0,0,2],[0,0,4]], \
             block = []}}"
        ),
    );
    check(
        &memory(16, ", rank = 3"),
        &[64, 4, 8],
        &format!(
            "{{offset = [{first},[8,0,0],[16,0,0],[32,0,0],[8,0,4],[16,1,0],[32,2,0],[0,0,1],[0,0,2]], \
             block = []}}"
        ),
    );
    // The arrangement of blocks says the rank where it is printed.
    let of_blocks: Encoding = memory(16, ", CGALayout = [[1, 0, 0]]").parse().unwrap();
    assert_eq!(of_blocks.rank(), 3);
}

/// Without a swizzle, too, Triton 3.9 turns the dims of a transposed memory of more than two once more than
/// those of two. What is past the extent of its dim leads nowhere.
#[test]
fn a_transposed_memory_of_three_dims_without_a_swizzle() {
    let memory = |rank: usize| {
        format!(
            "#ttg.nvmma_shared<{{swizzlingByteWidth = 0, transposed = true, elementBitWidth = 16, rank = {rank}}}>"
        )
    };
    let check = |shape: &[i64], bases: &[&str]| {
        let expected = format!("{{offset = [{}], block = []}}", bases.concat());
        check(&memory(shape.len()), shape, &expected);
    };
    check(
        &[4, 16, 8],
        &[
            "[0,1,0],[0,2,0],",
            "[1,0,0],[2,0,0],[0,0,0],",
            "[0,0,1],[0,0,2],[0,0,4],[0,0,0],",
            "[0,4,0],[0,8,0]",
        ],
    );
    check(
        &[16, 8, 4],
        &[
            "[0,1,0],[0,2,0],[0,4,0],[0,0,0],",
            "[1,0,0],[2,0,0],",
            "[0,0,1],[0,0,2],[0,0,0],",
            "[4,0,0],[8,0,0]",
        ],
    );
    // The accelerator copies 256 places of a dim at once.
    check(
        &[2, 512, 4],
        &[
            "[0,1,0],",
            "[1,0,0],[0,0,0],",
            "[0,0,1],[0,0,2],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],",
            "[0,2,0],[0,4,0],[0,8,0],[0,16,0],[0,32,0],[0,64,0],[0,128,0],[0,256,0]",
        ],
    );
    check(
        &[8, 4, 2, 16],
        &[
            "[0,0,1,0],[0,0,0,0],[0,0,0,0],",
            "[0,1,0,0],[0,2,0,0],[0,0,0,0],[0,0,0,0],",
            "[1,0,0,0],",
            "[0,0,0,1],[0,0,0,2],[0,0,0,4],[0,0,0,8],",
            "[2,0,0,0],[4,0,0,0]",
        ],
    );
    check(&[4, 16], &["[1,0],[2,0],", "[0,1],[0,2],[0,4],[0,8]"]);
}

/// A number of 4 bits takes two columns of tensor memory where it is padded to 8. As Triton 3.9 has it.
#[test]
fn tensor_memory_of_padded_numbers_of_4_bits() {
    let memory = |rows: i64, tail: &str| {
        format!(
            "#ttng.tensor_memory_encoding<blockM = {rows}, blockN = 16, colStride = 1, fp4Padded = true{tail}>"
        )
    };
    let columns = "[0,0],[0,1],[0,2],[0,4]";
    check(
        &memory(128, ""),
        &[256, 32],
        &format!(
            "{{row = [[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], col = [{columns},[0,8],[128,0],[0,16]]}}"
        ),
    );
    check(
        &memory(64, ""),
        &[128, 32],
        &format!(
            "{{row = [[1,0],[2,0],[4,0],[8,0],[64,0],[16,0],[32,0]], col = [{columns},[0,8],[0,16]]}}"
        ),
    );
    check(
        &memory(64, ", twoCTAs = true, CGALayout = [[1, 0]]"),
        &[128, 16],
        &format!(
            "{{row = [[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[0,8]], col = [{columns}], block = [[64,0]]}}"
        ),
    );
    let strided = memory(128, "").replace("colStride = 1", "colStride = 2");
    assert_eq!(
        strided.parse::<Encoding>().unwrap_err().to_string(),
        "colStride of tensor_memory_encoding is 2, which is not 1 beside fp4Padded"
    );
}

/// Parameters that no instruction and no memory has, as the verifier of Triton 3.9 refuses them, beside their
/// neighbors that it accepts.
#[test]
fn parameters_that_triton_refuses() {
    let refused = |text: &str, expected: &str| {
        assert_eq!(text.parse::<Encoding>().unwrap_err().to_string(), expected, "{text}");
    };
    let accepted = |text: &str| assert!(text.parse::<Encoding>().is_ok(), "{text}");
    let mfma = |version: i64, bits: i64| {
        format!(
            "#ttg.amd_mfma<{{version = {version}, warpsPerCTA = [2, 2], instrShape = [16, 16, 4], \
             isTransposed = true, elementBitWidth = {bits}}}>"
        )
    };
    for version in [-1, 5, 12] {
        let expected = format!("version of amd_mfma is {version}, which is not 0, 1, 2, 3 or 4");
        refused(&mfma(version, 32), &expected);
    }
    for bits in [16, 128] {
        let expected = format!("elementBitWidth of amd_mfma is {bits}, which is not 32 or 64");
        refused(&mfma(3, bits), &expected);
    }
    (0..5).for_each(|version| accepted(&mfma(version, 64)));
    for version in 1..=3 {
        for rows in [16, 32] {
            for summed in [4, 8, 16, 32, 64, 128, 256] {
                let text = format!(
                    "#ttg.amd_wmma<{{version = {version}, isTranspose = false, ctaLayout = {{warp = [[0, 1], [1, 0]]}}, \
                     instrShape = [{rows}, 16, {summed}]}}>"
                );
                let has_instruction = match (version, rows) {
                    (1, 16) => summed == 16,
                    (2, 16) => [16, 32].contains(&summed),
                    (3, 16) => [4, 32, 64, 128].contains(&summed),
                    (3, 32) => [64, 128].contains(&summed),
                    _ => false,
                };
                match has_instruction {
                    true => accepted(&text),
                    false => refused(
                        &text,
                        "amd_wmma: no instruction of its version has this instrShape",
                    ),
                }
            }
        }
    }
    let padded =
        |gaps: &str| format!("#ttg.padded_shared<[{gaps}] {{order = [1, 0], shape = [64, 64]}}>");
    for (gaps, expected) in [
        ("64:+17", "intervals of padded_shared is 17, which is not a power of two up to 2^30"),
        ("48:+8", "intervals of padded_shared is 48, which is not a power of two up to 2^30"),
        (
            "64:+8, 64:+4",
            "intervals of padded_shared is 64, which is not an interval that is there once",
        ),
        ("", "intervals of padded_shared should be a list of 1 to 32 interval:+padding"),
    ] {
        refused(&padded(gaps), expected);
    }
    accepted(&padded("64:+8, 128:+4"));
    for alignment in [0, 3, -16] {
        refused(
            &format!("#ttg.shared_linear<{{offset = [[0, 1], [1, 0]]}}, alignment = {alignment}>"),
            &format!("alignment of shared_linear is {alignment}, which is not a power of two"),
        );
    }
    let tensor_memory = |columns: i64, stride: i64| {
        format!(
            "#ttng.tensor_memory_encoding<blockM = 128, blockN = {columns}, colStride = {stride}>"
        )
    };
    for columns in [33, 1024] {
        let expected = format!(
            "blockN of tensor_memory_encoding is {columns}, which is not a power of two up to 512"
        );
        refused(&tensor_memory(columns, 1), &expected);
    }
    for stride in [0, 3, 8] {
        let expected =
            format!("colStride of tensor_memory_encoding is {stride}, which is not 1, 2 or 4");
        refused(&tensor_memory(128, stride), &expected);
    }
    accepted(&tensor_memory(512, 4));
    let linear = |bases: &str| {
        format!(
            "#ttg.linear<{{register = [{bases}], lane = [[1, 0], [0, 0]], warp = [], block = []}}>"
        )
    };
    for bases in ["[0, 1], [0, 3]", "[1, 1]"] {
        refused(&linear(bases), "linear: a basis is neither zeros nor a power of two in one dim");
    }
    accepted(&linear("[0, 1], [0, 0], [0, 2]"));
}
