//! Composed layouts (a swizzle after an offset after a layout) against the answers of CuTe DSL and
//! CuTe C++ (`test/data/composed_ops.jsonl`).

use layout::cute::{Composed, Composition, CuteLayout, Layout, Tuple, composition};
use serde_json::Value;

struct Row {
    id: String,
    args: Vec<Value>,
    result: Value,
    breaks_law: bool,
    is_textual: bool,
}

fn rows(op: &str) -> Vec<Row> {
    include_str!("../data/composed_ops.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|row| row["op"] == op)
        .map(|row| Row {
            id: row["id"].as_str().unwrap().to_owned(),
            args: row["args"].as_array().unwrap().clone(),
            result: row["result"].clone(),
            breaks_law: row.get("breaks_law").is_some(),
            is_textual: row["status"] != "confirmed-modulo-form",
        })
        .collect()
}

/// The offsets of a composed layout, or of a layout, over its domain.
fn offsets(text: &str) -> Vec<i64> {
    match text.parse::<Composed>() {
        Ok(composed) => {
            let size = composed.inner().as_static().unwrap().size();
            (0..size).map(|c| composed.offset(c).unwrap()).collect()
        }
        Err(_) => {
            let layout: Layout = text.parse().unwrap();
            (0..layout.size()).map(|c| layout.offset(c).unwrap()).collect()
        }
    }
}

#[test]
fn evaluation() {
    let rows = rows("eval");
    assert_eq!(rows.len(), 248);
    for row in rows {
        let expected: Vec<i64> = serde_json::from_value(row.result).unwrap();
        assert_eq!(offsets(row.args[0].as_str().unwrap()), expected, "{}", row.id);
    }
}

#[test]
fn offsets_at_nested_coordinates() {
    let rows = rows("crd2idx");
    assert_eq!(rows.len(), 63);
    for row in rows {
        let coordinate: Tuple<i64> = match &row.args[0] {
            Value::String(text) => text.parse().unwrap(),
            number => number.to_string().parse().unwrap(),
        };
        let composed: Composed = row.args[1].as_str().unwrap().parse().unwrap();
        let inner = composed.inner().as_static().unwrap().offset_at(&coordinate).unwrap();
        assert_eq!(composed.outer_at(inner), row.result.as_i64(), "{}", row.id);
    }
}

/// The composition by its definition, at each coordinate.
fn composed_offsets(g: &Composed, f: &Layout) -> Vec<i64> {
    let inner = g.inner().as_static().unwrap();
    let value = |c| g.outer_at(inner.offset(f.offset(c)?)?);
    (0..f.size()).map(|c| value(c).unwrap()).collect()
}

#[test]
fn compositions() {
    let (mut equal, mut wrong, mut unmarked) = (0, 0, Vec::new());
    for row in rows("composition") {
        let (g, f) = (row.args[0].as_str().unwrap(), row.args[1].as_str().unwrap());
        let (composed, f): (Composed, Layout) = (g.parse().unwrap(), f.parse().unwrap());
        let result = row.result.as_str().unwrap();
        let truth = composed_offsets(&composed, &f);
        if offsets(result) != truth {
            // The peers agree on an answer that is not the composition.
            if !row.breaks_law {
                unmarked.push(row.id.clone());
            }
            wrong += 1;
        }
        let Composition::Layout(inner) = composition(composed.inner().as_static().unwrap(), &f)
        else {
            assert_ne!(offsets(result), truth, "{} {g} o {f}", row.id);
            continue;
        };
        let ours = composed.with_inner(CuteLayout::Static(inner)).to_string();
        assert_eq!(offsets(&ours), truth, "{} {g} o {f}", row.id);
        if offsets(result) == truth {
            if row.is_textual {
                assert_eq!(ours, result, "{} {g} o {f}", row.id);
            }
            equal += 1;
        }
    }
    // At coordinate 7 of s01029 the inner offset is 3*4 + 1*4 = 16, which carries out of (2,2,4):
    // the composition is 1 there, the peers' 128. Only this wrong row is not marked in the data.
    assert_eq!(unmarked, ["s01029"]);
    assert_eq!((equal, wrong), (53, 6));
}
