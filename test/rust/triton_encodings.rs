//! Encodings as linear layouts, compared with the answers of Triton 3.9's `toLinearLayout`.

use layout::linear::{InDim, LinearLayout};
use layout::triton::{Encoding, EncodingError, Padding, read_module};
use serde_json::Value;

fn rows() -> Vec<Value> {
    let text = include_str!("../data/ttg_to_linear.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn integers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|x| x.as_i64().unwrap()).collect()
}

/// The layout of a row: the bases of its in-dims, and the sizes of its out-dims.
fn expected(result: &Value) -> LinearLayout {
    let names = |key: &str| -> Vec<&str> {
        result[key].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
    };
    let ins: Vec<InDim<'_>> = names("in_names")
        .into_iter()
        .map(|name| {
            let bases = result["in_dims"][name].as_array().unwrap();
            (name, bases.iter().map(integers).collect())
        })
        .collect();
    let outs: Vec<(&str, i64)> = names("out_names")
        .into_iter()
        .map(|name| (name, result["out_dims"][name].as_i64().unwrap()))
        .collect();
    LinearLayout::new(&ins, &outs).unwrap()
}

/// The layout of the only type with an encoding in this text.
fn layout_of(kind: &str) -> Result<LinearLayout, EncodingError> {
    let module = read_module(format!("module {{ {kind} }}").as_bytes()).unwrap();
    assert_eq!(module.errors(), [], "{kind}");
    let [encoded] = module.encodings() else { panic!("{kind}") };
    encoded.encoding()?.to_linear_layout(encoded.shape())
}

#[test]
fn every_row_that_triton_accepts_is_equal() {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for row in rows() {
        let (Some(kind), false) = (row["mlir_type"].as_str(), row["result"].is_null()) else {
            continue;
        };
        compared += 1;
        match layout_of(kind) {
            Ok(layout) if layout == expected(&row["result"]) => {}
            other => wrong.push(format!("{} {kind}: {other:?}", row["id"])),
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(compared, 312);
}

/// The attribute, in Triton's notation, of a row that has none because Triton refused it.
fn attribute_of(layout: &Value) -> String {
    let list = |key: &str| layout[key].to_string().replace(',', ", ");
    match layout["kind"].as_str().unwrap() {
        "amd_mfma" => format!(
            "#ttg.amd_mfma<{{version = {}, warpsPerCTA = {}, instrShape = {}, isTransposed = {}}}>",
            layout["version"],
            list("warps_per_cta"),
            list("instr_shape"),
            layout["transposed"]
        ),
        "nvmma_shared" => format!(
            "#ttg.nvmma_shared<{{swizzlingByteWidth = {}, transposed = {}, elementBitWidth = {}}}>",
            layout["swizzle_byte_width"], layout["transposed"], layout["element_bitwidth"]
        ),
        "padded_shared" => {
            let pairs = layout["interval_padding_pairs"].as_array().unwrap();
            let pairs: Vec<String> =
                pairs.iter().map(|pair| format!("{}:+{}", pair[0], pair[1])).collect();
            let offset = list("offset_bases");
            format!("#ttg.padded_shared<[{}] {{offset = {offset}, block = []}}>", pairs.join(", "))
        }
        "tensor_memory" => {
            let [rows, columns] = integers(&layout["block"])[..] else { panic!() };
            format!(
                "#ttng.tensor_memory_encoding<blockM = {rows}, blockN = {columns}, colStride = {}>",
                layout["col_stride"]
            )
        }
        kind => panic!("no notation for {kind}"),
    }
}

#[test]
fn every_row_that_triton_refuses_is_refused_with_its_reason() {
    let mut refused = Vec::new();
    for row in rows() {
        if row["error"].is_null() {
            continue;
        }
        let arguments = &row["args"][0];
        let attribute = attribute_of(&arguments["layout"]);
        let encoding: Encoding = attribute.parse().unwrap();
        let error = encoding.to_linear_layout(&integers(&arguments["shape"])).unwrap_err();
        refused.push((row["id"].as_str().unwrap().to_owned(), error.to_string()));
    }
    let gaps = "padded_shared has no linear layout: its padding is not linear over F2";
    let too_small = |dim, size, least| {
        format!("dim {dim} has size {size} but nvmma_shared needs at least {least}")
    };
    let transposed = "amd_mfma: the 64x4 instruction must be transposed".to_owned();
    let mut expected = vec![
        ("t0410", transposed.clone()),
        ("t0411", transposed),
        ("t0575", too_small(0, 8, 16)),
        ("t0576", too_small(1, 64, 128)),
        ("t0584", too_small(1, 32, 64)),
        ("t0587", too_small(0, 32, 64)),
        ("t0591", too_small(1, 16, 32)),
    ];
    let padded = [
        "t0606", "t0608", "t0611", "t0616", "t0617", "t0620", "t0621", "t0624", "t0625", "t0626",
        "t0627", "t0628",
    ];
    expected.extend(padded.map(|id| (id, gaps.to_owned())));
    let columns = "dim 0 has size 64 but tensor_memory_encoding needs at least 128".to_owned();
    expected.push(("t0647", columns));
    let expected: Vec<_> = expected.into_iter().map(|(id, text)| (id.to_owned(), text)).collect();
    assert_eq!(refused, expected);
}

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
        "the in-dims have 80 bits together, more than the 62 of a 64-bit size",
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
