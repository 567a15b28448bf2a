//! Triton's encodings as linear layouts, beside the answers of Triton 3.9's `toLinearLayout`.

use std::collections::BTreeMap;

use layout::linear::{InDim, LinearLayout};
use layout::triton::{Encoding, EncodingError, read_module};
use serde_json::Value;

fn rows() -> Vec<Value> {
    let text = include_str!("../../data/ttg_to_linear.jsonl");
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

/// How the answers to the rows of one kind of encoding compare.
#[derive(Default)]
pub struct EncodingTally {
    pub equal: usize,
    pub refused_by_both: usize,
    failures: Vec<String>,
}

pub fn tallies() -> BTreeMap<String, EncodingTally> {
    let mut tallies: BTreeMap<String, EncodingTally> = BTreeMap::new();
    for row in rows() {
        let arguments = &row["args"][0];
        let kind = arguments["layout"]["kind"].as_str().unwrap();
        let found = match row["mlir_type"].as_str() {
            Some(text) => layout_of(text),
            None => {
                let encoding: Encoding = attribute_of(&arguments["layout"]).parse().unwrap();
                encoding.to_linear_layout(&integers(&arguments["shape"]))
            }
        };
        let tally = tallies.entry(kind.to_owned()).or_default();
        match (found, row["result"].is_null()) {
            (Ok(layout), false) if layout == expected(&row["result"]) => tally.equal += 1,
            (Err(_), true) => tally.refused_by_both += 1,
            (found, _) => tally.failures.push(format!("{} {kind}: {found:?}", row["id"])),
        }
    }
    tallies
}

#[test]
fn every_row_agrees_with_triton() {
    let (mut equal, mut refused) = (0, 0);
    for tally in tallies().values() {
        assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n"));
        equal += tally.equal;
        refused += tally.refused_by_both;
    }
    assert_eq!((equal, refused), (312, 20));
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
