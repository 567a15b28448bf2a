//! Lowered layouts, run on the CPU: every offset is the one that CuTe or Triton computes.
//!
//! A module has two functions a row of the data. One applies the layout in loops, so that the
//! bounds of the coordinates are known; the other takes the coordinates as arguments, of which
//! nothing is known. Both count the offsets that are not those of the table.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// A layout with its offsets, which the peers computed, leftmost coordinate fastest.
struct Row {
    id: String,
    attribute: String,
    /// The sizes of the coordinates.
    sizes: Vec<i64>,
    n_outputs: usize,
    offsets: Vec<i64>,
}

fn lines(text: &'static str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn id(row: &Value) -> String {
    row["id"].as_str().unwrap().to_owned()
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
}

/// The rows that list the offsets of a CuTe layout, a composed layout or a swizzle.
fn cute_rows() -> Vec<Row> {
    let files = [
        include_str!("../data/cute_ops.jsonl"),
        include_str!("../data/composed_ops.jsonl"),
        include_str!("../data/swizzle.jsonl"),
    ];
    let is_listed = |row: &Value| {
        (row["op"] == "eval" || row["op"] == "swizzle_eval") && row.get("result").is_some()
    };
    files
        .into_iter()
        .flat_map(lines)
        .filter(is_listed)
        .map(|row| {
            let text = row["args"][0].as_str().unwrap();
            let kind = match (text.contains(" o "), text.starts_with("S<")) {
                (true, _) => "composed",
                (false, true) => "swizzle",
                (false, false) => "cute",
            };
            let offsets = numbers(&row["result"]);
            Row {
                id: id(&row),
                attribute: format!("#layout.{kind}<{text}>"),
                sizes: vec![offsets.len() as i64],
                n_outputs: 1,
                offsets,
            }
        })
        .collect()
}

/// The rows that list what a linear layout does to every coordinate.
fn linear_rows() -> Vec<Row> {
    let rows = lines(include_str!("../data/linear_ops.jsonl"));
    let rows = rows.filter(|row| row["op"] == "apply_all" && row.get("result").is_some());
    rows.map(|row| {
        let layout = &row["args"][0];
        let names = |key: &str| layout[key].as_array().unwrap().clone();
        let dim = |name: &Value| layout["in_dims"][name.as_str().unwrap()].clone();
        let ins: Vec<Value> = names("in_names").iter().map(dim).collect();
        let bodies = names("in_names");
        let bodies: Vec<String> = bodies
            .iter()
            .zip(&ins)
            .map(|(name, bases)| format!("{} = {bases}", name.as_str().unwrap()))
            .collect();
        let outs: Vec<String> = names("out_names")
            .iter()
            .map(|name| name.as_str().unwrap())
            .map(|name| format!("{name} = {}", layout["out_dims"][name]))
            .collect();
        let (ins_text, outs_text) = (bodies.join(", "), outs.join(", "));
        Row {
            id: id(&row),
            attribute: format!("#layout.linear<{{{ins_text}}} -> [{outs_text}]>"),
            sizes: ins.iter().map(|bases| 1 << bases.as_array().unwrap().len()).collect(),
            n_outputs: outs.len(),
            offsets: row["result"].as_array().unwrap().iter().flat_map(numbers).collect(),
        }
    })
    .filter(|row| !row.sizes.is_empty() && row.n_outputs != 0)
    .collect()
}

/// A module whose `main` returns how many offsets are wrong.
fn module(rows: &[Row]) -> String {
    let mut module = String::new();
    let mut main = "func.func @main() -> i32 {\n  %sum0 = arith.constant 0 : i32\n".to_owned();
    let mut sums = 0;
    for (number, row) in rows.iter().enumerate() {
        let table = format!("memref<{}xindex>", row.offsets.len());
        writeln!(
            module,
            "memref.global \"private\" constant @table{number} : {table} = dense<{:?}>",
            row.offsets
        )
        .unwrap();
        for is_known in [true, false] {
            module.push_str(&function(number, row, &table, is_known));
            let (before, after) = (sums, sums + 1);
            writeln!(main, "  %wrong{after} = func.call @row{number}_{is_known}() : () -> i32")
                .unwrap();
            writeln!(main, "  %sum{after} = arith.addi %sum{before}, %wrong{after} : i32").unwrap();
            sums = after;
        }
    }
    writeln!(main, "  return %sum{sums} : i32\n}}").unwrap();
    module + &main
}

/// The function that counts the wrong offsets of a row.
fn function(number: usize, row: &Row, table: &str, is_known: bool) -> String {
    let Row { attribute, sizes, n_outputs, .. } = row;
    let coordinates: Vec<String> = (0..sizes.len()).map(|at| format!("%c{at}")).collect();
    let coordinates = coordinates.join(", ");
    let types = vec!["index"; *n_outputs].join(", ");
    let apply = |to: &str| {
        format!(
            "%layout = layout.constant {attribute}\n{to}:{n_outputs} = \
             layout.apply %layout({coordinates}) : {types}\n"
        )
    };
    let mut text = String::new();
    let mut call = apply("%found");
    if !is_known {
        let arguments: Vec<String> = (0..sizes.len()).map(|at| format!("%c{at}: index")).collect();
        let found: Vec<String> = (0..*n_outputs).map(|at| format!("%found#{at}")).collect();
        write!(
            text,
            "func.func private @apply{number}({}) -> ({types}) {{\n{}return {} : {types}\n}}\n",
            arguments.join(", "),
            apply("%found"),
            found.join(", "),
        )
        .unwrap();
        let inputs = vec!["index"; sizes.len()].join(", ");
        call = format!(
            "%found:{n_outputs} = func.call @apply{number}({coordinates}) : ({inputs}) -> ({types})\n"
        );
    }
    write!(
        text,
        "func.func private @row{number}_{is_known}() -> i32 {{\n\
         %zero = arith.constant 0 : index\n%one = arith.constant 1 : index\n\
         %none = arith.constant 0 : i32\n%table = memref.get_global @table{number} : {table}\n\
         %n_outputs = arith.constant {n_outputs} : index\n"
    )
    .unwrap();
    // The last coordinate is the outermost loop; the place in the table is built on the way in.
    let mut before = "%none".to_owned();
    let mut place = "%zero".to_owned();
    for at in (0..sizes.len()).rev() {
        write!(
            text,
            "%size{at} = arith.constant {} : index\n\
             %count{at} = scf.for %c{at} = %zero to %size{at} step %one \
             iter_args(%wrong{at} = {before}) -> (i32) {{\n\
             %scaled{at} = arith.muli {place}, %size{at} : index\n\
             %place{at} = arith.addi %scaled{at}, %c{at} : index\n",
            sizes[at]
        )
        .unwrap();
        before = format!("%wrong{at}");
        place = format!("%place{at}");
    }
    text.push_str(&call);
    writeln!(text, "%row = arith.muli %place0, %n_outputs : index").unwrap();
    for at in 0..*n_outputs {
        write!(
            text,
            "%at{at} = arith.constant {at} : index\n%where{at} = arith.addi %row, %at{at} : index\n\
             %right{at} = memref.load %table[%where{at}] : {table}\n\
             %is{at} = arith.cmpi ne, %found#{at}, %right{at} : index\n\
             %add{at} = arith.extui %is{at} : i1 to i32\n\
             %next{at} = arith.addi {before}, %add{at} : i32\n"
        )
        .unwrap();
        before = format!("%next{at}");
    }
    for at in 0..sizes.len() {
        writeln!(text, "scf.yield {before} : i32\n}}").unwrap();
        before = format!("%count{at}");
    }
    writeln!(text, "return {before} : i32\n}}").unwrap();
    text
}

fn llvm(tool: &str) -> PathBuf {
    let prefix = std::env::var("MLIR_SYS_220_PREFIX").unwrap_or("/usr/lib/llvm-22".to_owned());
    PathBuf::from(prefix).join("bin").join(tool)
}

/// What a command prints when it reads the text.
fn piped(command: &mut Command, input: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// How many offsets are wrong when the module runs.
fn wrong(module: &str, pass: &str) -> i64 {
    let pipeline = format!(
        "builtin.module({pass}, lower-affine, convert-scf-to-cf, finalize-memref-to-llvm, \
         convert-arith-to-llvm, convert-cf-to-llvm, convert-func-to-llvm, \
         reconcile-unrealized-casts)"
    );
    let lowered = piped(
        Command::new(env!("CARGO_BIN_EXE_layout-opt")).arg(format!("--pass-pipeline={pipeline}")),
        module,
    );
    assert!(!lowered.contains("layout."), "something of the dialect is left");
    let arguments = ["-e", "main", "-entry-point-result=i32"];
    piped(Command::new(llvm("mlir-runner")).args(arguments), &lowered).trim().parse().unwrap()
}

fn check(rows: Vec<Row>) {
    let module = module(&rows);
    for pass in ["layout-lower-to-arith", "layout-lower-to-affine"] {
        assert_eq!(wrong(&module, pass), 0, "{pass}");
    }
}

#[test]
fn cute_layouts_and_swizzles() {
    let rows = cute_rows();
    assert_eq!(rows.len(), 98 + 248 + 170);
    check(rows);
}

#[test]
fn linear_layouts() {
    let rows = linear_rows();
    assert!(100 < rows.len(), "{}", rows.len());
    check(rows);
}

/// The count is one of wrong offsets: it finds them.
#[test]
fn a_wrong_offset_is_counted() {
    let mut rows = cute_rows();
    rows.truncate(3);
    rows[1].offsets[1] += 1;
    // Once with known bounds and once without.
    assert_eq!(wrong(&module(&rows), "layout-lower-to-arith"), 2, "{}", rows[1].id);
}
