//! Flattened memrefs, run on the CPU: every element is where CuTe or Triton puts it.
//!
//! A row of the data is a memref with that layout. Its buffer is seen through the bare pointer too,
//! and two things are counted that must not happen: an element read through the memref that is not
//! the one at the offset of the table, and an element written through the memref that is not found
//! there.

mod run;

use std::fmt::Write as _;

use layout::algebra::{AnyLayout, Kind};
use serde_json::Value;

/// A layout with its offsets, which the peers computed, leftmost coordinate fastest.
struct FlattenedLayout {
    attribute: String,
    /// The sizes of the dimensions of the memref.
    sizes: Vec<i64>,
    /// Places in the buffer.
    offsets: Vec<i64>,
}

fn lines(text: &'static str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
}

/// The sizes of the top-level modes of a layout.
fn mode_sizes(kind: Kind, text: &str, n_offsets: usize) -> Vec<i64> {
    let modes = match AnyLayout::parse(kind, text).unwrap() {
        AnyLayout::Cute(cute) => cute,
        AnyLayout::Composed(composed) => composed.inner().clone(),
        _ => return vec![n_offsets as i64],
    };
    modes.as_static().unwrap().modes().map(|mode| mode.size()).collect()
}

/// The rows that list the offsets of a CuTe layout, a composed layout or a swizzle, none negative.
fn cute_rows() -> Vec<FlattenedLayout> {
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
            let (kind, name) = match (text.contains(" o "), text.starts_with("S<")) {
                (true, _) => (Kind::Composed, "composed"),
                (false, true) => (Kind::Swizzle, "swizzle"),
                (false, false) => (Kind::Cute, "cute"),
            };
            let offsets = numbers(&row["result"]);
            let sizes = mode_sizes(kind, text, offsets.len());
            FlattenedLayout { attribute: format!("#layout.{name}<{text}>"), sizes, offsets }
        })
        // What a buffer in memory can hold.
        .filter(|row| row.offsets.iter().all(|&offset| (0..1 << 20).contains(&offset)))
        .collect()
}

/// The rows that list what a linear layout does to every coordinate: several numbers are one place,
/// leftmost fastest.
fn linear_rows() -> Vec<FlattenedLayout> {
    let rows = lines(include_str!("../data/linear_ops.jsonl"));
    let rows = rows.filter(|row| row["op"] == "apply_all" && row.get("result").is_some());
    rows.map(|row| {
        let layout = &row["args"][0];
        let names = |key: &str| layout[key].as_array().unwrap().clone();
        let dim = |name: &Value| layout["in_dims"][name.as_str().unwrap()].clone();
        let ins: Vec<Value> = names("in_names").iter().map(dim).collect();
        let bodies: Vec<String> = names("in_names")
            .iter()
            .zip(&ins)
            .map(|(name, bases)| format!("{} = {bases}", name.as_str().unwrap()))
            .collect();
        let out_names = names("out_names");
        let out_sizes: Vec<i64> = out_names
            .iter()
            .map(|name| layout["out_dims"][name.as_str().unwrap()].as_i64().unwrap())
            .collect();
        let outs: Vec<String> = out_names
            .iter()
            .zip(&out_sizes)
            .map(|(name, size)| format!("{} = {size}", name.as_str().unwrap()))
            .collect();
        let place = |parts: &Value| {
            let parts = numbers(parts).into_iter().zip(&out_sizes);
            let (place, _) = parts.fold((0, 1), |(place, weight), (part, size)| {
                (place + part * weight, weight * size)
            });
            place
        };
        FlattenedLayout {
            attribute: format!(
                "#layout.linear<{{{}}} -> [{}]>",
                bodies.join(", "),
                outs.join(", ")
            ),
            sizes: ins.iter().map(|bases| 1 << bases.as_array().unwrap().len()).collect(),
            offsets: row["result"].as_array().unwrap().iter().map(place).collect(),
        }
    })
    .filter(|row| !row.sizes.is_empty())
    .collect()
}

/// A module whose `main` returns how much is wrong.
fn module(rows: &[FlattenedLayout]) -> String {
    let mut module = String::new();
    let mut main = "func.func @main() -> i32 {\n  %sum0 = arith.constant 0 : i32\n".to_owned();
    for (number, row) in rows.iter().enumerate() {
        let table = format!("memref<{}xi32>", row.offsets.len());
        writeln!(
            module,
            "memref.global \"private\" constant @table{number} : {table} = dense<{:?}>",
            row.offsets
        )
        .unwrap();
        module.push_str(&functions(number, row, &table));
        writeln!(main, "  %wrong{number} = func.call @row{number}() : () -> i32").unwrap();
        writeln!(main, "  %sum{} = arith.addi %sum{number}, %wrong{number} : i32", number + 1)
            .unwrap();
    }
    writeln!(main, "  return %sum{} : i32\n}}", rows.len()).unwrap();
    module + &main
}

/// The function that counts what is wrong with a row, and those that access its memref.
fn functions(number: usize, row: &FlattenedLayout, table: &str) -> String {
    let FlattenedLayout { attribute, sizes, offsets } = row;
    let shape: Vec<String> = sizes.iter().map(i64::to_string).collect();
    let memref = match sizes.len() {
        0 => format!("memref<i32, {attribute}>"),
        _ => format!("memref<{}xi32, {attribute}>", shape.join("x")),
    };
    let indices: Vec<String> = (0..sizes.len()).map(|at| format!("%c{at}")).collect();
    let indices = indices.join(", ");
    let typed: String = (0..sizes.len()).map(|at| format!(", %c{at}: index")).collect();
    let types = ", index".repeat(sizes.len());
    let comma = if sizes.is_empty() { "" } else { ", " };
    let size = offsets.iter().max().unwrap() + 1;
    let mut text = format!(
        "func.func private @load{number}(%m: {memref}{typed}) -> i32 {{\n\
         %v = memref.load %m[{indices}] : {memref}\nreturn %v : i32\n}}\n\
         func.func private @store{number}(%m: {memref}{typed}, %v: i32) -> {memref} {{\n\
         memref.store %v, %m[{indices}] : {memref}\nreturn %m : {memref}\n}}\n\
         func.func private @row{number}() -> i32 {{\n\
         %zero = arith.constant 0 : index\n%one = arith.constant 1 : index\n\
         %none = arith.constant 0 : i32\n%table = memref.get_global @table{number} : {table}\n\
         %m = memref.alloc() : {memref}\n\
         %address = memref.extract_aligned_pointer_as_index %m : {memref} -> index\n\
         %bare = arith.index_cast %address : index to i64\n\
         %buffer = llvm.inttoptr %bare : i64 to !llvm.ptr\n\
         %size = arith.constant {size} : index\n\
         scf.for %p = %zero to %size step %one {{\n\
         %v = arith.index_cast %p : index to i32\n\
         %at = llvm.getelementptr %buffer[%v] : (!llvm.ptr, i32) -> !llvm.ptr, i32\n\
         llvm.store %v, %at : i32, !llvm.ptr\n}}\n"
    );
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
    write!(
        text,
        "%right = memref.load %table[{place}] : {table}\n\
         %read = func.call @load{number}(%m{comma}{indices}) : ({memref}{types}) -> i32\n\
         %differs = arith.cmpi ne, %read, %right : i32\n\
         %first = arith.extui %differs : i1 to i32\n\
         %new = arith.constant -5 : i32\n\
         %same = func.call @store{number}(%m{comma}{indices}, %new) : ({memref}{types}, i32) -> \
         {memref}\n\
         %at = llvm.getelementptr %buffer[%right] : (!llvm.ptr, i32) -> !llvm.ptr, i32\n\
         %written = llvm.load %at : !llvm.ptr -> i32\n\
         %misses = arith.cmpi ne, %written, %new : i32\n\
         %second = arith.extui %misses : i1 to i32\n\
         llvm.store %right, %at : i32, !llvm.ptr\n\
         %both = arith.addi %first, %second : i32\n\
         %next = arith.addi {before}, %both : i32\n"
    )
    .unwrap();
    before = "%next".to_owned();
    for at in 0..sizes.len() {
        writeln!(text, "scf.yield {before} : i32\n}}").unwrap();
        before = format!("%count{at}");
    }
    writeln!(text, "memref.dealloc %m : {memref}\nreturn {before} : i32\n}}").unwrap();
    text
}

/// How much is wrong when the module runs.
fn wrong(module: &str) -> i64 {
    let passes = "layout-flatten-memrefs, layout-lower-to-arith, convert-scf-to-cf, \
                  expand-strided-metadata, finalize-memref-to-llvm, convert-arith-to-llvm, \
                  convert-cf-to-llvm, convert-func-to-llvm, reconcile-unrealized-casts";
    let lowered = run::lower(module, passes).unwrap_or_else(|messages| panic!("{messages}"));
    assert!(!lowered.text.contains("layout."), "not all is lowered: {}", lowered.messages);
    run::execute(&lowered.text, "i32").unwrap_or_else(|messages| panic!("{messages}"))
}

#[test]
fn cute_layouts_and_swizzles() {
    let rows = cute_rows();
    assert!(500 < rows.len(), "{}", rows.len());
    assert_eq!(wrong(&module(&rows)), 0);
}

#[test]
fn linear_layouts() {
    let rows = linear_rows();
    assert!(100 < rows.len(), "{}", rows.len());
    assert_eq!(wrong(&module(&rows)), 0);
}

/// The count is one of wrong places: it finds one that is read and one that is written.
#[test]
fn a_wrong_place_is_counted() {
    let mut rows = cute_rows();
    rows.truncate(3);
    rows[1].offsets[0] = rows[1].offsets[1];
    assert_eq!(wrong(&module(&rows)), 2);
}
