//! Our CuTe answers against those of CuTe DSL and CuTe C++ (`test/data/cute_ops.jsonl`).
//!
//! A row that both peers answer textually alike must come out as the same text; a row marked
//! `breaks_law` is one where the peers agree on an answer that is not the composition, and ours
//! must obey the law instead.

use layout::cute::{
    Composed, Composition, CuteLayout, Layout, Tiler, Tuple, by_mode, coalesce, composition,
};
use serde_json::Value;

struct Row {
    id: String,
    op: String,
    args: Vec<Value>,
    result: Option<Value>,
    breaks_law: bool,
    is_textual: bool,
}

fn rows(op: &str) -> Vec<Row> {
    let text = include_str!("../data/cute_ops.jsonl");
    let rows: Vec<Row> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|row| row["op"] == op)
        .map(|row| Row {
            id: row["id"].as_str().unwrap().to_owned(),
            op: op.to_owned(),
            args: row["args"].as_array().unwrap().clone(),
            result: row.get("result").cloned(),
            breaks_law: row.get("breaks_law").is_some(),
            is_textual: row["status"] != "confirmed-modulo-form",
        })
        .collect();
    assert!(!rows.is_empty(), "no rows for {op}");
    rows
}

impl Row {
    fn text(&self, position: usize) -> &str {
        self.args[position].as_str().unwrap()
    }

    fn result(&self) -> &Value {
        self.result.as_ref().unwrap_or_else(|| panic!("{} {} has no result", self.id, self.op))
    }
}

/// The offsets of a layout or a composed layout over its domain.
fn offsets(text: &str) -> Vec<i64> {
    if text.contains(" o ") {
        let composed: Composed = text.parse().unwrap();
        let size = composed.inner().as_static().unwrap().size();
        return (0..size).map(|c| composed.offset(c).unwrap()).collect();
    }
    let layout: Layout = text.parse().unwrap();
    (0..layout.size()).map(|c| layout.offset(c).unwrap()).collect()
}

#[test]
fn evaluation() {
    for row in rows("eval") {
        let expected: Vec<i64> = serde_json::from_value(row.result().clone()).unwrap();
        assert_eq!(offsets(row.text(0)), expected, "{} {}", row.id, row.text(0));
    }
    for row in rows("crd2idx") {
        let coordinate: Tuple<i64> = match &row.args[0] {
            Value::String(text) => text.parse().unwrap(),
            number => number.to_string().parse().unwrap(),
        };
        let layout: Layout = row.text(1).parse().unwrap();
        assert_eq!(layout.offset_at(&coordinate), row.result().as_i64(), "{}", row.id);
    }
}

#[test]
fn measures() {
    for row in rows("size") {
        let layout: CuteLayout = inner(row.text(0));
        let size = layout.as_static().unwrap().size();
        assert_eq!(Some(size), row.result().as_i64(), "{}", row.id);
    }
    for row in rows("cosize") {
        let text = row.text(0);
        let cosize = if text.contains(" o ") {
            offsets(text).iter().max().unwrap() + 1
        } else {
            text.parse::<Layout>().unwrap().cosize()
        };
        assert_eq!(Some(cosize), row.result().as_i64(), "{} {text}", row.id);
    }
    for row in rows("rank") {
        let rank = inner(row.text(0)).rank();
        assert_eq!(Some(rank as i64), row.result().as_i64(), "{}", row.id);
    }
    for row in rows("depth") {
        let depth = inner(row.text(0)).as_static().unwrap().depth();
        assert_eq!(Some(depth as i64), row.result().as_i64(), "{}", row.id);
    }
}

/// The layout, or the inner layout of a composed one: what size, rank and depth are about.
fn inner(text: &str) -> CuteLayout {
    if text.contains(" o ") {
        text.parse::<Composed>().unwrap().inner().clone()
    } else {
        text.parse().unwrap()
    }
}

/// Applies a function of layouts to a layout or to the inner layout of a composed one.
fn on_inner(text: &str, function: impl Fn(&Layout) -> Layout) -> String {
    if text.contains(" o ") {
        let composed: Composed = text.parse().unwrap();
        let inner = function(composed.inner().as_static().unwrap());
        return composed.with_inner(CuteLayout::Static(inner)).to_string();
    }
    function(&text.parse().unwrap()).to_string()
}

#[test]
fn coalesce_and_flatten() {
    for row in rows("coalesce") {
        let ours = on_inner(row.text(0), coalesce);
        assert_eq!(Some(ours.as_str()), row.result().as_str(), "{} {}", row.id, row.text(0));
    }
    for row in rows("flatten") {
        let ours = on_inner(row.text(0), Layout::flatten);
        assert_eq!(Some(ours.as_str()), row.result().as_str(), "{} {}", row.id, row.text(0));
    }
}

/// The composition as text, or why it is none.
fn compose(g: &str, f: &str) -> Result<String, String> {
    let plain = |g: &Layout, f: &Layout| match composition(g, f) {
        Composition::Layout(layout) => Ok(layout),
        other => Err(format!("{other:?}")),
    };
    let with = |g: &Layout| -> Result<Layout, String> {
        if f.starts_with('[') {
            let tiler: Tiler = f.parse().unwrap();
            return by_mode(g, &tiler, plain).ok_or("rank")?;
        }
        plain(g, &f.parse().unwrap())
    };
    if g.contains(" o ") {
        let composed: Composed = g.parse().unwrap();
        let inner = with(composed.inner().as_static().unwrap())?;
        return Ok(composed.with_inner(CuteLayout::Static(inner)).to_string());
    }
    Ok(with(&g.parse().unwrap())?.to_string())
}

#[test]
fn compositions() {
    let (mut equal, mut refused, mut answered) = (0, 0, 0);
    for row in rows("composition") {
        if row.args.iter().any(|arg| !arg.is_string()) {
            panic!("{} has an argument that is no text", row.id);
        }
        let (g, f) = (row.text(0), row.text(1));
        if f == "0:1" {
            // The peers refuse the composition, we refuse the layout.
            assert!(row.result.is_none() && f.parse::<Layout>().is_err());
            continue;
        }
        let ours = compose(g, f);
        match (&row.result, row.breaks_law) {
            (Some(result), false) => {
                let ours = ours.unwrap_or_else(|error| panic!("{} {g} o {f}: {error}", row.id));
                let result = result.as_str().unwrap();
                if row.is_textual {
                    assert_eq!(ours, result, "{} {g} o {f}", row.id);
                } else {
                    assert_eq!(offsets(&ours), offsets(result), "{} {g} o {f}", row.id);
                }
                equal += 1;
            }
            (Some(result), true) => {
                let result = result.as_str().unwrap();
                assert_ne!(ours.as_deref().ok(), Some(result), "{} {g} o {f}", row.id);
                refused += 1;
            }
            (None, _) => answered += usize::from(ours.is_ok()),
        }
        if let (Ok(ours), false, false) = (&compose(g, f), g.contains(" o "), f.starts_with('[')) {
            let (g, f): (Layout, Layout) = (g.parse().unwrap(), f.parse().unwrap());
            let ours: Layout = ours.parse().unwrap();
            assert_eq!(ours.size(), f.size(), "{}", row.id);
            for c in 0..f.size().min(1 << 16) {
                assert_eq!(ours.offset(c), g.offset(f.offset(c).unwrap()), "{} at {c}", row.id);
            }
        }
    }
    println!(
        "composition: {equal} as the peers, {refused} wrong ones refused, {answered} more answered"
    );
    assert!(0 < equal && 0 < refused && 0 < answered);
}
