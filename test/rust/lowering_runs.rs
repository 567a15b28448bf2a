//! Lowered layouts, run on the CPU: every offset is the one that CuTe or Triton computes.
//!
//! A module has two functions a row of the data. One applies the layout in loops, so that the
//! bounds of the coordinates are known; the other takes the coordinates as arguments, of which
//! nothing is known. Both count the offsets that are not those of the table. Before they run, every
//! lowering is proved from the code that was written.

mod run;

use std::fmt::Write as _;

use serde_json::Value;

/// A layout with its offsets, which the peers computed, leftmost coordinate fastest.
struct LoweredLayout {
    id: String,
    attribute: String,
    /// The sizes of the coordinates, and how far apart those are that are run.
    sizes: Vec<i64>,
    steps: Vec<i64>,
    n_outputs: usize,
    /// The offsets at the coordinates that are run.
    offsets: Vec<i64>,
}

/// So many coordinates of a layout are run.
const MAX_RUN: i64 = 512;

impl LoweredLayout {
    /// A layout that `offset` evaluates, run at every coordinate or, if there are many, at some that
    /// have all digits.
    fn evaluated(
        id: String,
        attribute: String,
        sizes: Vec<i64>,
        n_outputs: usize,
        offset: impl Fn(&[i64]) -> Vec<i64>,
    ) -> Self {
        let mut steps = vec![1; sizes.len()];
        let counts = |steps: &[i64]| -> Vec<i64> {
            sizes.iter().zip(steps).map(|(size, step)| (size - 1) / step + 1).collect()
        };
        while MAX_RUN < counts(&steps).iter().product() {
            let longest = counts(&steps);
            let longest = (0..sizes.len()).max_by_key(|&at| longest[at]).unwrap();
            steps[longest] = steps[longest] * 2 + 1;
        }
        let mut offsets = Vec::new();
        for mut place in 0..counts(&steps).iter().product() {
            let mut coordinate = Vec::new();
            for (count, step) in counts(&steps).iter().zip(&steps) {
                coordinate.push(place % count * step);
                place /= count;
            }
            offsets.extend(offset(&coordinate));
        }
        LoweredLayout { id, attribute, sizes, steps, n_outputs, offsets }
    }
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
fn cute_rows() -> Vec<LoweredLayout> {
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
            LoweredLayout {
                id: id(&row),
                attribute: format!("#layout.{kind}<{text}>"),
                sizes: vec![offsets.len() as i64],
                steps: vec![1],
                n_outputs: 1,
                offsets,
            }
        })
        .collect()
}

/// The rows that list what a linear layout does to every coordinate.
fn linear_rows() -> Vec<LoweredLayout> {
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
        LoweredLayout {
            id: id(&row),
            attribute: format!("#layout.linear<{{{ins_text}}} -> [{outs_text}]>"),
            sizes: ins.iter().map(|bases| 1 << bases.as_array().unwrap().len()).collect(),
            steps: vec![1; ins.len()],
            n_outputs: outs.len(),
            offsets: row["result"].as_array().unwrap().iter().flat_map(numbers).collect(),
        }
    })
    .filter(|row| !row.sizes.is_empty() && row.n_outputs != 0)
    .collect()
}

/// The composed layouts of two modes once more, at natural coordinates.
fn natural_rows() -> Vec<LoweredLayout> {
    let rows = cute_rows().into_iter().filter_map(|row| {
        let inner = row.attribute.strip_prefix("#layout.composed<")?.rsplit_once(" o ")?.1;
        let shape = inner.strip_prefix('(')?.split_once("):")?.0;
        let sizes: Option<Vec<i64>> = shape.split(',').map(|extent| extent.parse().ok()).collect();
        let sizes = sizes.filter(|sizes| sizes.len() == 2)?;
        Some(LoweredLayout { steps: vec![1; sizes.len()], sizes, ..row })
    });
    rows.collect()
}

/// The numbers of a tuple that is written `(4,(8,2))`, and how many each top-level mode has.
fn leaves(tuple: &str) -> (Vec<i64>, Vec<usize>) {
    let (mut numbers, mut counts, mut depth) = (Vec::new(), Vec::new(), 0);
    for part in tuple.split_inclusive(['(', ')', ',']) {
        if let Ok(number) = part.trim_end_matches(['(', ')', ',']).parse() {
            numbers.push(number);
            if depth < 2 {
                counts.push(0);
            }
            *counts.last_mut().unwrap() += 1;
        }
        match part.chars().last() {
            Some('(') => {
                depth += 1;
                if depth == 2 {
                    counts.push(0);
                }
            }
            Some(')') => depth -= 1,
            _ => {}
        }
    }
    (numbers, counts)
}

/// The layouts of CuTe's atoms, from thread and value to place, by the sum that CuTe defines.
fn atom_rows() -> Vec<LoweredLayout> {
    let mut rows = Vec::new();
    for row in lines(include_str!("../data/cute_atoms.jsonl")) {
        for (key, text) in row.as_object().unwrap() {
            let layout = text.as_str().filter(|text| text.starts_with('(') && text.contains("):("));
            let Some((shape, stride)) = layout.and_then(|text| text.split_once(':')) else {
                continue;
            };
            let (extents, counts) = leaves(shape);
            let (strides, _) = leaves(stride);
            assert_eq!(extents.len(), strides.len(), "{text}");
            let mut left = extents.iter();
            let sizes =
                counts.iter().map(|&count| left.by_ref().take(count).product::<i64>()).collect();
            let attribute = format!("#layout.cute<{}>", text.as_str().unwrap());
            let offset = |coordinate: &[i64]| {
                let mut modes = extents.iter().zip(&strides);
                let mut sum = 0;
                for (&number, &count) in coordinate.iter().zip(&counts) {
                    let mut rest = number;
                    for (extent, stride) in modes.by_ref().take(count) {
                        sum += rest % extent * stride;
                        rest /= extent;
                    }
                }
                vec![sum]
            };
            let id = format!("{} {key}", row["name"]);
            rows.push(LoweredLayout::evaluated(id, attribute, sizes, 1, offset));
        }
    }
    rows
}

/// Triton's encodings as linear layouts, by the exclusive or that Triton defines.
fn encoding_rows() -> Vec<LoweredLayout> {
    let rows = lines(include_str!("../data/ttg_to_linear.jsonl"));
    rows.filter_map(|row| {
        let layout = row.get("result")?.as_object()?;
        let ins: Vec<(String, Vec<Vec<i64>>)> = layout["in_names"]
            .as_array()?
            .iter()
            .map(|name| {
                let bases = layout["in_dims"][name.as_str().unwrap()].as_array().unwrap();
                (name.as_str().unwrap().to_owned(), bases.iter().map(numbers).collect())
            })
            .collect();
        let outs: Vec<String> = layout["out_names"]
            .as_array()?
            .iter()
            .map(|name| {
                let name = name.as_str().unwrap();
                format!("{name} = {}", layout["out_dims"][name])
            })
            .collect();
        let bodies: Vec<String> =
            ins.iter().map(|(name, bases)| format!("{name} = {bases:?}")).collect();
        let (ins_text, outs_text) = (bodies.join(", "), outs.join(", "));
        let attribute = format!("#layout.linear<{{{ins_text}}} -> [{outs_text}]>");
        let sizes = ins.iter().map(|(_, bases)| 1 << bases.len()).collect();
        let offset = |coordinate: &[i64]| {
            let mut sum = vec![0; outs.len()];
            for (number, (_, bases)) in coordinate.iter().zip(&ins) {
                for (_, basis) in bases.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1)
                {
                    sum.iter_mut().zip(basis).for_each(|(sum, part)| *sum ^= part);
                }
            }
            sum
        };
        Some(LoweredLayout::evaluated(id(&row), attribute, sizes, outs.len(), offset))
    })
    .collect()
}

/// A module whose `main` returns how many offsets are wrong.
fn module(rows: &[LoweredLayout]) -> String {
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
fn function(number: usize, row: &LoweredLayout, table: &str, is_known: bool) -> String {
    let LoweredLayout { attribute, sizes, n_outputs, .. } = row;
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
         %zero = arith.constant 0 : index\n\
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
            "%size{at} = arith.constant {} : index\n%step{at} = arith.constant {} : index\n\
             %places{at} = arith.constant {} : index\n\
             %count{at} = scf.for %c{at} = %zero to %size{at} step %step{at} \
             iter_args(%wrong{at} = {before}) -> (i32) {{\n\
             %scaled{at} = arith.muli {place}, %places{at} : index\n\
             %run{at} = arith.divui %c{at}, %step{at} : index\n\
             %place{at} = arith.addi %scaled{at}, %run{at} : index\n",
            sizes[at],
            row.steps[at],
            (sizes[at] - 1) / row.steps[at] + 1
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

/// How many offsets are wrong when the module runs.
fn wrong(module: &str, pass: &str) -> i64 {
    let passes = format!(
        "{pass}, lower-affine, convert-scf-to-cf, finalize-memref-to-llvm, \
         convert-arith-to-llvm, convert-cf-to-llvm, convert-func-to-llvm, \
         reconcile-unrealized-casts"
    );
    let lowered = run::lower(module, &passes).unwrap_or_else(|messages| panic!("{messages}"));
    assert!(!lowered.text.contains("layout."), "not all is lowered: {}", lowered.messages);
    run::execute(&lowered.text, "i32").unwrap_or_else(|messages| panic!("{messages}"))
}

/// Runs rows lowered by each of the lowerings, after every apply is proved from the code.
fn check(rows: Vec<LoweredLayout>) {
    let module = module(&rows);
    for lowering in ["layout-lower-to-arith", "layout-lower-to-affine"] {
        let passes = format!(
            "{lowering}{{leave-obligations=true}}, layout-verify-lowering{{unknown=error}}"
        );
        assert_eq!(wrong(&module, &passes), 0, "{passes}");
    }
}

#[test]
fn cute_layouts_and_swizzles() {
    let rows = cute_rows();
    assert_eq!(rows.len(), 98 + 248 + 170);
    check(rows);
}

/// With those above these are more than 500 rows of swizzles.
#[test]
fn swizzles_at_natural_coordinates() {
    let rows = natural_rows();
    assert_eq!(rows.len(), 102);
    check(rows);
}

#[test]
fn atoms() {
    let rows = atom_rows();
    assert_eq!(rows.len(), 137);
    check(rows);
}

/// All that Triton's oracle has.
#[test]
fn encodings() {
    let rows = encoding_rows();
    assert_eq!(rows.len(), 312);
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
