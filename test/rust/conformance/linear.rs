//! Linear layouts against what Triton answers.
//!
//! `test/data/linear_ops.jsonl`: a row has an operation, its arguments and the `result` of Triton
//! 3.9.0, or `error` where Triton aborts. A layout is `{in_dims, out_dims, in_names, out_names}`,
//! its dims in the order of the names. Rows whose id begins with `u` are expectations that Triton
//! states in its own unit tests.

use layout::linear::{LinearError, LinearLayout};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The operations and how many rows each has.
const ROWS: [(&str, usize); 25] = [
    ("apply", 467),
    ("apply_all", 115),
    ("compose", 91),
    ("construct", 249),
    ("construct_infer_sizes", 116),
    ("equal", 17),
    ("flatten_ins", 2),
    ("flatten_outs", 1),
    ("free_variable_masks", 3),
    ("identity_1d", 1),
    ("invert", 129),
    ("invert_and_compose", 116),
    ("matrix_view", 119),
    ("mul", 130),
    ("num_consecutive_in_out", 6),
    ("props", 120),
    ("pseudoinvert", 124),
    ("quotient", 1),
    ("reshape_ins", 2),
    ("reshape_outs", 1),
    ("strided_1d", 15),
    ("sublayout", 3),
    ("sublayout_is_zero", 5),
    ("transpose_outs", 1),
    ("zeros_1d", 6),
];

/// How the answers to the rows of one operation compare.
#[derive(Default)]
pub struct LinearTally {
    pub equal: usize,
    pub refused_by_both: usize,
    failures: Vec<String>,
}

pub fn tallies() -> BTreeMap<String, LinearTally> {
    let mut tallies: BTreeMap<String, LinearTally> = BTreeMap::new();
    for line in include_str!("../../data/linear_ops.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let tally = tallies.entry(text(&row["op"]).to_owned()).or_default();
        match (answer(&row), row.get("result")) {
            (Ok(found), Some(expected)) if found == *expected => tally.equal += 1,
            (Err(_), None) => tally.refused_by_both += 1,
            (found, expected) => {
                tally.failures.push(format!("{row}\n  {found:?}\n  {expected:?}"));
            }
        }
    }
    tallies
}

#[test]
fn every_row_agrees_with_triton() {
    let tallies = tallies();
    for tally in tallies.values() {
        assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n"));
    }
    let rows = tallies.iter().map(|(op, tally)| (op.as_str(), tally.equal + tally.refused_by_both));
    assert_eq!(rows.collect::<Vec<_>>(), ROWS);
}

/// What the package answers, in the form of the rows.
fn answer(row: &Value) -> Result<Value, LinearError> {
    let args = row["args"].as_array().unwrap();
    let arg = |place: usize| &args[place];
    let layout_at = |place: usize| layout(arg(place));
    let number = |place: usize| arg(place).as_i64().unwrap();
    let word = |place: usize| text(arg(place));
    Ok(match text(&row["op"]) {
        "construct" => {
            let layout = layout_at(0)?;
            let surjective = row["require_surjective"] == true;
            written(&if surjective { layout.require_surjective()? } else { layout })
        }
        "construct_infer_sizes" => {
            let layout = LinearLayout::infer(&ins(arg(0)), &words(&arg(0)["out_names"]))?;
            written(&layout.require_surjective()?)
        }
        "apply" => {
            let layout = layout_at(0)?;
            let coordinate = arg(1).as_object().unwrap();
            let coordinate: Vec<(&str, i64)> =
                coordinate.iter().map(|(name, value)| (&**name, value.as_i64().unwrap())).collect();
            layout.apply_named(&coordinate)?.into_iter().collect()
        }
        "apply_all" => {
            let layout = layout_at(0)?;
            let values = (0..layout.size()).map(|coordinate| {
                let mut rest = coordinate;
                let take = |size: i64, rest: &mut i64| {
                    let digit = *rest % size;
                    *rest /= size;
                    digit
                };
                let places: Vec<i64> =
                    layout.in_dims().iter().map(|dim| take(dim.size(), &mut rest)).collect();
                layout.apply(&places).map(|value| json!(value))
            });
            values.collect::<Result<Vec<_>, _>>()?.into()
        }
        "props" => {
            let layout = layout_at(0)?;
            json!({
                "surjective": layout.is_surjective(),
                "injective": layout.is_injective(),
                "invertible": layout.is_invertible(),
            })
        }
        "matrix_view" => {
            let layout = layout_at(0)?;
            let matrix = layout.map().matrix();
            let rows = (0..matrix.n_rows()).map(|row| {
                let bits = matrix.columns().iter().map(|column| column >> row & 1);
                json!(bits.collect::<Vec<_>>())
            });
            rows.collect()
        }
        "equal" => json!(layout_at(0)? == layout_at(1)?),
        "compose" => written(&layout_at(0)?.compose(&layout_at(1)?)?),
        "mul" => written(&layout_at(0)?.product(&layout_at(1)?)?),
        "invert" => written(&layout_at(0)?.invert()?),
        "pseudoinvert" => written(&layout_at(0)?.pseudoinvert()?),
        "invert_and_compose" => written(&layout_at(0)?.invert_and_compose(&layout_at(1)?)?),
        "identity_1d" => written(&LinearLayout::identity_1d(number(0), word(1), word(2))?),
        "strided_1d" => written(&LinearLayout::strided_1d(number(0), number(1), word(2), word(3))?),
        "zeros_1d" => written(&LinearLayout::zeros_1d(number(0), word(1), word(2), number(3))?),
        "flatten_ins" => written(&layout_at(0)?.flatten_ins()),
        "flatten_outs" => written(&layout_at(0)?.flatten_outs()),
        "reshape_ins" => written(&layout_at(0)?.reshape_ins(&sizes(arg(1)))?),
        "reshape_outs" => written(&layout_at(0)?.reshape_outs(&sizes(arg(1)))?),
        "transpose_outs" => written(&layout_at(0)?.transpose_outs(&words(arg(1)))?),
        "sublayout" => written(&layout_at(0)?.sublayout(&words(arg(1)), &words(arg(2)))?),
        "sublayout_is_zero" => {
            json!(layout_at(0)?.sublayout_is_zero(&words(arg(1)), &words(arg(2)))?)
        }
        "free_variable_masks" => layout_at(0)?.free_variable_masks().into_iter().collect(),
        "num_consecutive_in_out" => json!(layout_at(0)?.num_consecutive_in_out()),
        // Triton has no error here but answers that there is none.
        "quotient" => layout_at(0)?.quotient(&words(arg(1))).map_or(Value::Null, |q| written(&q)),
        op => panic!("unknown operation {op}"),
    })
}

fn layout(value: &Value) -> Result<LinearLayout, LinearError> {
    let size = |name: &&str| value["out_dims"][name].as_i64().unwrap();
    let outs: Vec<(&str, i64)> =
        words(&value["out_names"]).into_iter().map(|name| (name, size(&name))).collect();
    LinearLayout::new(&ins(value), &outs)
}

fn ins(value: &Value) -> Vec<(&str, Vec<Vec<i64>>)> {
    let bases = |name| serde_json::from_value(value["in_dims"][name].clone()).unwrap();
    words(&value["in_names"]).into_iter().map(|name| (name, bases(name))).collect()
}

fn written(layout: &LinearLayout) -> Value {
    let bases: Vec<_> = layout.bases().collect();
    json!({
        "in_dims": bases.iter().map(|(dim, bases)| (dim.name(), bases)).collect::<BTreeMap<_, _>>(),
        "out_dims": layout
            .out_dims()
            .iter()
            .map(|dim| (dim.name(), dim.size()))
            .collect::<BTreeMap<_, _>>(),
        "in_names": layout.in_dims().iter().map(|dim| dim.name()).collect::<Vec<_>>(),
        "out_names": layout.out_dims().iter().map(|dim| dim.name()).collect::<Vec<_>>(),
    })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn words(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(text).collect()
}

fn sizes(value: &Value) -> Vec<(&str, i64)> {
    let pair = |pair: &'_ Value| pair[1].as_i64().unwrap();
    value.as_array().unwrap().iter().map(|p| (text(&p[0]), pair(p))).collect()
}

/// `test/data/ttg_linear.txt`: every body of a `#ttg.linear` attribute that Triton 3.9.0 printed
/// for a set of kernels. Only the blanks differ in our print.
#[test]
fn what_triton_prints_is_read_and_printed() {
    let mut bodies = 0;
    for body in include_str!("../../data/ttg_linear.txt").lines() {
        let layout: LinearLayout = body.parse().unwrap();
        let without_blanks = |text: &str| text.replace(' ', "");
        assert_eq!(without_blanks(&layout.to_string()), without_blanks(body));
        assert!(layout.is_surjective(), "{body}");
        bodies += 1;
    }
    assert_eq!(bodies, 6);
}
