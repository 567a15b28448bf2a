//! Our answers for every operation of the CuTe algebra against those of CuTe DSL and CuTe C++
//! (`test/data/cute_ops.jsonl`, `swizzle.jsonl`), each judged by the operation's law.
//!
//! A row that both peers answer textually alike must come out as the same text, and a row they
//! answer alike up to nesting as the same function, unless the answer breaks the law: then ours
//! must be an error. The laws are evaluated here, coordinate by coordinate, with no help from the
//! operation under test. A row that the peers refuse may be answered, within the law.

#[path = "cute_algebra/laws.rs"]
mod laws;

use laws::{Verdict, law};
use layout::cute::*;
use serde_json::Value;

struct Row {
    id: String,
    args: Vec<Value>,
    result: Option<Value>,
    is_textual: bool,
}

fn rows(op: &str) -> Vec<Row> {
    let files = [include_str!("../data/cute_ops.jsonl"), include_str!("../data/swizzle.jsonl")];
    let rows: Vec<Row> = files
        .into_iter()
        .flat_map(str::lines)
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|row| row["op"] == op)
        .map(|row| Row {
            id: row["id"].as_str().unwrap().to_owned(),
            args: row["args"].as_array().unwrap().clone(),
            result: row.get("result").cloned(),
            is_textual: row["status"] != "confirmed-modulo-form",
        })
        .collect();
    assert!(!rows.is_empty(), "no rows for {op}");
    rows
}

impl Row {
    fn text(&self, position: usize) -> String {
        match &self.args[position] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    }

    fn tuple(&self, position: usize) -> Tuple<i64> {
        self.text(position).parse().unwrap()
    }

    fn integer(&self, position: usize) -> i64 {
        self.args[position].as_i64().unwrap()
    }
}

type Answer = Result<String, String>;

/// What the operation answers to a row.
fn answer(op: &str, row: &Row) -> Answer {
    let read = |position: usize| -> Result<Layout, String> {
        row.text(position).parse().map_err(|error: layout::text::ParseError| error.to_string())
    };
    let on = |position: usize, operation: &dyn Fn(&Layout) -> Result<Layout, AlgebraError>| {
        let text = row.text(position);
        if text.contains(" o ") {
            let composed: Composed = text.parse().unwrap();
            return composed.map_inner(operation).map(|c| c.to_string()).map_err(|e| e.to_string());
        }
        operation(&read(position)?).map(|l| l.to_string()).map_err(|e| e.to_string())
    };
    let divided = |operation: &dyn Fn(&Layout, LayoutOrTiler) -> Result<Layout, AlgebraError>| {
        let text = row.text(1);
        if text.starts_with('[') {
            let tiler: Tiler = text.parse().map_err(|e: layout::text::ParseError| e.to_string())?;
            return on(0, &|layout| operation(layout, (&tiler).into()));
        }
        let tile = read(1)?;
        on(0, &|layout| operation(layout, (&tile).into()))
    };
    let bool = |truth: bool| Ok(i64::from(truth).to_string());
    match op {
        "append" => on(0, &|layout| append(layout, &read(1).unwrap())),
        "prepend" => on(0, &|layout| prepend(layout, &read(1).unwrap())),
        "group" => {
            let (begin, end) = (row.integer(1) as usize, row.integer(2) as usize);
            on(0, &|layout| group(layout, begin, end))
        }
        "select" => {
            let chosen: Vec<usize> = serde_json::from_value(row.args[1].clone()).unwrap();
            on(0, &|layout| select(layout, &chosen))
        }
        "slice" => {
            let coordinate = row.text(0).parse().unwrap();
            on(1, &|layout| slice(&coordinate, layout).map(|slice| slice.layout))
        }
        "dice" => {
            let coordinate = row.text(0).parse().unwrap();
            on(1, &|layout| dice(&coordinate, layout))
        }
        "coalesce_by_mode" => on(0, &|layout| coalesce_by_mode(layout, &row.tuple(1))),
        "filter" => on(0, &|layout| Ok(filter(layout))),
        "filter_zeros" => on(0, &|layout| Ok(filter_zeros(layout))),
        "nullspace" => on(0, &|layout| Ok(nullspace(layout))),
        "complement" => on(0, &|layout| complement_in_shape(layout, &row.tuple(1))),
        "right_inverse" => on(0, &|layout| Ok(right_inverse(layout))),
        "left_inverse" => on(0, &left_inverse),
        "logical_divide" => divided(&|layout, by| logical_divide(layout, by)),
        "zipped_divide" => divided(&|layout, by| zipped_divide(layout, by)),
        "tiled_divide" => divided(&|layout, by| tiled_divide(layout, by)),
        "flat_divide" => divided(&|layout, by| flat_divide(layout, by)),
        "logical_product" => divided(&|layout, by| logical_product(layout, by)),
        "zipped_product" => divided(&|layout, by| zipped_product(layout, by)),
        "tiled_product" => divided(&|layout, by| tiled_product(layout, by)),
        "flat_product" => divided(&|layout, by| flat_product(layout, by)),
        "blocked_product" => on(0, &|layout| blocked_product(layout, &read(1).unwrap())),
        "raked_product" => on(0, &|layout| raked_product(layout, &read(1).unwrap())),
        "tile_to_shape" => on(0, &|layout| tile_to_shape(layout, &row.tuple(1), &row.tuple(2))),
        "recast" => {
            let text = row.text(0);
            if text.contains(" o ") {
                let composed: Composed = text.parse().unwrap();
                let recast = composed.recast(row.integer(1), row.integer(2));
                return recast.map(|c| c.to_string()).map_err(|e| e.to_string());
            }
            on(0, &|layout| recast(layout, row.integer(1), row.integer(2)))
        }
        "max_common_layout" => on(0, &|layout| Ok(max_common_layout(layout, &read(1).unwrap()))),
        "max_common_vector" => Ok(max_common_vector(&read(0)?, &read(1)?).to_string()),
        "make_layout" => read(0).map(|layout| layout.to_string()),
        "make_layout_like" => on(0, &|layout| Ok(make_layout_like(layout))),
        "make_ordered_layout" => make_ordered_layout(&row.tuple(0), &row.tuple(1))
            .map(|layout| layout.to_string())
            .map_err(|error| error.to_string()),
        "make_layout_tv" => make_layout_tv(&read(0)?, &read(1)?)
            .map(|tv| format!("{} ; {}", tv.tile, tv.layout))
            .map_err(|error| error.to_string()),
        "idx2crd" => Ok(idx2crd(row.integer(0), &row.tuple(1)).unwrap().to_string()),
        "is_congruent" => bool(row.tuple(0).is_congruent(&row.tuple(1))),
        "is_weakly_congruent" => bool(row.tuple(0).is_weakly_congruent(&row.tuple(1))),
        _ => panic!("no operation {op}"),
    }
}

/// Checks all rows of an operation and prints the tally.
///
/// `lawless` lists the rows whose answer by the peers breaks the law; it is part of the claim.
#[track_caller]
fn check(op: &str, lawless: &[&str]) {
    let (mut textual, mut functional, mut refused, mut answered, mut both_refuse) = (0, 0, 0, 0, 0);
    let mut found_lawless = Vec::new();
    let mut wrong = Vec::new();
    for row in rows(op) {
        let args: Vec<String> = (0..row.args.len()).map(|position| row.text(position)).collect();
        let ours = answer(op, &row);
        let peers = row.result.as_ref().map(|result| match result {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        let mut fail = |what: &str| {
            wrong.push(format!(
                "{} {op} {args:?}\n  {what}\n  ours  {ours:?}\n  peers {peers:?}",
                row.id
            ));
        };
        if let Ok(ours) = &ours
            && let Verdict::Broken(reason) = law(op, &args, ours)
        {
            fail(&format!("our answer breaks the law: {reason}"));
            continue;
        }
        match &peers {
            None if ours.is_err() => both_refuse += 1,
            None => answered += 1,
            Some(peers) if let Verdict::Broken(_) = law(op, &args, peers) => {
                found_lawless.push(row.id.clone());
                refused += usize::from(ours.is_err());
            }
            Some(peers) if row.is_textual => match &ours {
                Ok(ours) if ours == peers => textual += 1,
                _ => fail("another text than the peers'"),
            },
            Some(peers) => match &ours {
                Ok(ours) if laws::same_function(ours, peers) => functional += 1,
                _ => fail("another function than the peers'"),
            },
        }
    }
    println!(
        "{op}: {textual} textually equal, {functional} equal as functions, {both_refuse} refused \
         by all, {answered} refused by the peers only, {} lawless answers of the peers, {refused} \
         of them refused by us",
        found_lawless.len()
    );
    assert!(wrong.is_empty(), "{} rows of {op} fail\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(found_lawless, lawless, "{op}");
}

#[test]
fn profiles() {
    check("is_congruent", &[]);
    check("is_weakly_congruent", &[]);
    check("idx2crd", &[]);
}

#[test]
fn modes() {
    check("append", &[]);
    check("prepend", &[]);
    check("group", &[]);
    check("select", &[]);
    check("slice", &[]);
    check("dice", &[]);
}

#[test]
fn simplification() {
    check("coalesce_by_mode", &[]);
    check("filter", &[]);
    check("filter_zeros", &[]);
    check("nullspace", &[]);
}

#[test]
fn construction() {
    check("make_layout", &[]);
    check("make_layout_like", &[]);
    check("make_ordered_layout", &[]);
    check("make_layout_tv", &[]);
    check("tile_to_shape", &[]);
}

#[test]
fn complements() {
    check("complement", &[]);
}

#[test]
fn right_inverses() {
    check("right_inverse", &[]);
}

#[test]
fn left_inverses() {
    check(
        "left_inverse",
        &[
            "c00145", "c00993", "c04375", "c04384", "c04662", "c04699", "c04721", "c04891",
            "c04927", "c04989", "c05028", "c05795", "c05931", "c08577", "c08582", "c08586",
        ],
    );
}

#[test]
fn divisions() {
    check(
        "logical_divide",
        &["c02515", "c02520", "c02642", "c04633", "c04971", "c05024", "c05078", "c06771"],
    );
    check("zipped_divide", &["c02516"]);
    check("tiled_divide", &[]);
    check("flat_divide", &[]);
}

#[test]
fn products() {
    check("logical_product", &["c04818"]);
    check("zipped_product", &[]);
    check("tiled_product", &[]);
    check("flat_product", &[]);
    check("blocked_product", &[]);
    check("raked_product", &[]);
}

#[test]
fn recasts() {
    check("recast", &[]);
}

#[test]
fn common_layouts() {
    check("max_common_layout", &[]);
    check("max_common_vector", &[]);
}
