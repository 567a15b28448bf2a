//! The rows of `test/data` with what the peers answer.

use layout::cute::Tuple;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// One call of an operation.
pub struct Row {
    pub id: String,
    pub op: String,
    pub args: Vec<Value>,
    /// What the peers agree on; `None` if they refuse.
    pub result: Option<Value>,
    /// True if they agree on the text, and not only on the function.
    pub is_textual: bool,
    /// True if whoever collected the rows found the result to be wrong.
    pub is_marked_wrong: bool,
}

/// What each peer answers to a row; `None` if it refuses.
pub type Answers = BTreeMap<String, Option<String>>;

/// The rows on which the peers agree.
pub fn all() -> &'static [Row] {
    static ROWS: LazyLock<Vec<Row>> = LazyLock::new(read);
    &ROWS
}

fn read() -> Vec<Row> {
    let files = [
        include_str!("../../data/cute_ops.jsonl"),
        include_str!("../../data/composed_ops.jsonl"),
        include_str!("../../data/swizzle.jsonl"),
    ];
    // A row may be in two files.
    let mut ids = BTreeSet::new();
    let lines = files.into_iter().flat_map(str::lines);
    let rows = lines.map(|line| Row::read(&serde_json::from_str(line).unwrap()));
    rows.filter(|row| ids.insert(row.id.clone())).collect()
}

/// The rows of one operation on which the peers agree.
pub fn agreed(op: &str) -> Vec<&'static Row> {
    let rows: Vec<&Row> = all().iter().filter(|row| row.op == op).collect();
    assert!(!rows.is_empty(), "no rows for {op}");
    rows
}

/// The rows on which the peers disagree, or that only one of them was asked.
pub fn disputed() -> Vec<(Row, Answers)> {
    let read = |line| {
        let value: Value = serde_json::from_str(line).unwrap();
        let answers = value["answers"].as_object().unwrap().iter();
        let answers = answers.map(|(peer, answer)| (peer.clone(), text(answer))).collect();
        (Row::read(&value), answers)
    };
    include_str!("../../data/disputed.jsonl").lines().map(read).collect()
}

/// A value of the data as text; `None` for null.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

impl Row {
    fn read(row: &Value) -> Self {
        // The peers split a mode that a tiler takes whole, which here stays one.
        let splits = ["zipped_divide", "tiled_divide", "flat_divide"];
        let is_split = splits.contains(&row["op"].as_str().unwrap())
            && row["args"][1].as_str().unwrap().contains('_');
        Row {
            id: row["id"].as_str().unwrap().to_owned(),
            op: row["op"].as_str().unwrap().to_owned(),
            args: row["args"].as_array().unwrap().clone(),
            result: row.get("result").cloned(),
            is_textual: row["status"] != "confirmed-modulo-form" && !is_split,
            is_marked_wrong: row.get("breaks_law").is_some(),
        }
    }

    pub fn text(&self, position: usize) -> String {
        text(&self.args[position]).unwrap()
    }

    pub fn texts(&self) -> Vec<String> {
        (0..self.args.len()).map(|position| self.text(position)).collect()
    }

    pub fn tuple(&self, position: usize) -> Tuple<i64> {
        self.text(position).parse().unwrap()
    }

    pub fn integer(&self, position: usize) -> i64 {
        self.args[position].as_i64().unwrap()
    }

    /// The answer of the peers as text.
    pub fn peers(&self) -> Option<String> {
        self.result.as_ref().and_then(text)
    }

    /// The call as it is written: `composition((4,6,8):(2,3,5), 6:3)`.
    pub fn call(&self) -> String {
        format!("{}({})", self.op, self.texts().join(", "))
    }
}
