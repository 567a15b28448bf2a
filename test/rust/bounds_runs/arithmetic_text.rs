//! The programs of arithmetic as MLIR: functions that count what differs from what is expected.

use std::fmt::Write as _;

use super::arithmetic::{Arithmetic, BufferView};
use super::machine::MachineOperation;
use super::machine::text::dimensions;
use super::program::CANARY;
use super::text::{strided_type, strides};

/// What the functions of the programs call. The state is the digest and the number of accesses. It
/// is a global, and so are no other memrefs passed than the buffer: each is five values in LLVM, and
/// compiling them would take most of the time.
const HELPERS: &str = r#"
memref.global "private" @state : memref<2xi64> = dense<0>

func.func private @start(%n: index) -> memref<?xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %state = memref.get_global @state : memref<2xi64>
  memref.store %zero, %state[%c0] : memref<2xi64>
  memref.store %zero, %state[%c1] : memref<2xi64>
  %memory = memref.alloc(%n) : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %number = arith.index_cast %i : index to i64
    %value = arith.addi %number, %one : i64
    memref.store %value, %memory[%i] : memref<?xi64>
  }
  return %memory : memref<?xi64>
}

func.func private @mix(%number: i64) {
  %c0 = arith.constant 0 : index
  %factor = arith.constant 31 : i64
  %state = memref.get_global @state : memref<2xi64>
  %before = memref.load %state[%c0] : memref<2xi64>
  %product = arith.muli %before, %factor : i64
  %after = arith.addi %product, %number : i64
  memref.store %after, %state[%c0] : memref<2xi64>
  return
}

func.func private @next() -> i64 {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %million = arith.constant 1000000 : i64
  %state = memref.get_global @state : memref<2xi64>
  %before = memref.load %state[%c1] : memref<2xi64>
  %after = arith.addi %before, %one : i64
  memref.store %after, %state[%c1] : memref<2xi64>
  %value = arith.addi %after, %million : i64
  return %value : i64
}

func.func private @end(%memory: memref<?xi64>, %expected: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %memory, %c0 : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %found = memref.load %memory[%i] : memref<?xi64>
    func.call @mix(%found) : (i64) -> ()
  }
  memref.dealloc %memory : memref<?xi64>
  %state = memref.get_global @state : memref<2xi64>
  %digest = memref.load %state[%c0] : memref<2xi64>
  %is_wrong = arith.cmpi ne, %digest, %expected : i64
  %wrong = arith.extui %is_wrong : i1 to i64
  return %wrong : i64
}
"#;

/// A module whose `main` returns how many programs are wrong.
pub fn module(programs: &[Arithmetic]) -> String {
    let mut text = HELPERS.to_owned();
    let mut main = "func.func @main() -> i64 {\n%sum0 = arith.constant 0 : i64\n".to_owned();
    for (number, program) in programs.iter().enumerate() {
        body(&mut text, number, program);
        calls(&mut text, number, program);
        let after = number + 1;
        writeln!(
            main,
            "%wrong{number} = func.call @program{number}() : () -> i64\n\
             %sum{after} = arith.addi %sum{number}, %wrong{number} : i64"
        )
        .unwrap();
    }
    writeln!(main, "return %sum{} : i64\n}}", programs.len()).unwrap();
    text + &main
}

/// The function that knows nothing of its arguments.
fn body(text: &mut String, number: usize, program: &Arithmetic) {
    let buffer = strided_type(&program.shape, &program.dynamic);
    let names: Vec<String> =
        program.coordinates.iter().map(|&at| program.machine.name(at)).collect();
    let mut access = String::new();
    let results = match &program.function {
        Some(function) => {
            let results: Vec<String> =
                (0..program.after.len()).map(|at| format!("%at{at}")).collect();
            access.push_str(&function.text());
            writeln!(
                access,
                "{} = layout.apply %layout({}) : {}",
                results.join(", "),
                names.join(", "),
                vec!["index"; results.len()].join(", ")
            )
            .unwrap();
            results
        }
        None => names,
    };
    let mut indices = Vec::new();
    for (at, after) in program.after.iter().enumerate() {
        let result = &results[at];
        let Some((name, by)) = after else {
            indices.push(result.clone());
            continue;
        };
        let r#type = if name.starts_with("arith") { " : index" } else { "" };
        writeln!(
            access,
            "%by{at} = arith.constant {by} : index\n%index{at} = {name} {result}, %by{at}{type}"
        )
        .unwrap();
        indices.push(format!("%index{at}"));
    }
    let indices = indices.join(", ");
    access.push_str("%value = func.call @next() : () -> i64\n");
    let (memref, r#type) = match program.view {
        Some(view) => part(&mut access, program, view),
        None => ("%buffer", buffer.clone()),
    };
    access.push_str(&match program.is_store {
        _ if program.is_mapped => mapped(program, memref, &r#type),
        true => format!("memref.store %value, {memref}[{indices}] : {type}\n"),
        false => format!(
            "%x = memref.load {memref}[{indices}] : {type}\n\
             func.call @mix(%x) : (i64) -> ()\n"
        ),
    });
    if program.is_conditional {
        access = format!("scf.if %flag {{\n{access}}}\n");
    }
    let parameters = program.machine.parameters();
    writeln!(
        text,
        "func.func private @body{number}(%buffer: {buffer}, %flag: i1, {parameters}) {{\n{}return\n}}",
        program.machine.text(&access)
    )
    .unwrap();
}

/// The access with indices that its map makes of the operands of the steps that they are.
fn mapped(program: &Arithmetic, memref: &str, r#type: &str) -> String {
    let steps = program.coordinates.iter().map(|&at| &program.machine.steps[at]);
    let results = steps.clone().map(|step| match &step.operation {
        MachineOperation::Apply(expression) => expression.text(false),
        other => unreachable!("{other:?} is not a map"),
    });
    let results = results.collect::<Vec<_>>().join(", ");
    let operands: Vec<usize> = steps.flat_map(|step| step.operands.clone()).collect();
    let operands = &operands[..operands.len() / program.coordinates.len()];
    let names: Vec<String> = operands.iter().map(|&at| program.machine.name(at)).collect();
    let (names, types) = (names.join(", "), ", index".repeat(operands.len()));
    let map = format!("affine_map<({}) -> ({results})>", dimensions(operands.len()));
    match program.is_store {
        true => format!(
            "\"affine.store\"(%value, {memref}, {names}) {{map = {map}}} : (i64, {type}{types}) -> ()\n"
        ),
        false => format!(
            "%x = \"affine.load\"({memref}, {names}) {{map = {map}}} : ({type}{types}) -> i64\n\
             func.call @mix(%x) : (i64) -> ()\n"
        ),
    }
}

/// The view of some elements along the first dimension, with its type.
fn part(text: &mut String, program: &Arithmetic, view: BufferView) -> (&'static str, String) {
    let mut shape = program.shape.clone();
    shape[0] = view.size;
    let buffer = strided_type(&program.shape, &program.dynamic);
    let strides = strides(&shape);
    let of = |shape: &[i64], is_dynamic: bool| {
        let sizes: Vec<String> = shape.iter().map(i64::to_string).collect();
        let sizes = if is_dynamic { vec!["?".to_owned(); sizes.len()] } else { sizes };
        format!("memref<{}xi64, strided<{strides:?}, offset: ?>>", sizes.join("x"))
    };
    let behind = ", 0".repeat(shape.len() - 1);
    let ones = vec![1; shape.len()];
    let first = program.machine.name(view.first);
    let part = of(&shape, false);
    writeln!(
        text,
        "%part = memref.subview %buffer[{first}{behind}] {shape:?} {ones:?} : {buffer} to {part}"
    )
    .unwrap();
    if !view.is_cast {
        return ("%part", part);
    }
    let cast = of(&shape, true);
    writeln!(text, "%cast = memref.cast %part : {part} to {cast}").unwrap();
    ("%cast", cast)
}

/// The function that calls the other one with all arguments and compares the digest.
fn calls(text: &mut String, number: usize, program: &Arithmetic) {
    let known = strided_type(&program.shape, &vec![false; program.shape.len()]);
    let buffer = strided_type(&program.shape, &program.dynamic);
    let (_, n_memory) = program.sizes();
    let (n, sizes) = (program.calls.len(), &program.shape);
    let strides = strides(sizes);
    let arguments = program.machine.arguments();
    let width = arguments.len();
    let table = format!("memref<{n}x{width}xi64>");
    let mut load = String::new();
    let (mut passed, mut types) = (String::new(), String::new());
    for (at, &argument) in arguments.iter().enumerate() {
        let r#type = program.machine.steps[argument].r#type;
        let narrow = match r#type.text().as_str() {
            "index" => format!("%a{at} = arith.index_cast %n{at} : i64 to index\n"),
            "i64" => String::new(),
            narrow => format!("%a{at} = arith.trunci %n{at} : i64 to {narrow}\n"),
        };
        let name = if narrow.is_empty() { "n" } else { "a" };
        write!(
            load,
            "%c_{at} = arith.constant {at} : index\n\
             %n{at} = memref.load %calls[%call, %c_{at}] : {table}\n{narrow}"
        )
        .unwrap();
        write!(passed, ", %{name}{at}").unwrap();
        write!(types, ", {}", r#type.text()).unwrap();
    }
    write!(
        text,
        "memref.global \"private\" constant @calls{number} : {table} = dense<{calls:?}>\n\
         func.func private @program{number}() -> i64 {{\n\
         %c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n\
         %count = arith.constant {n} : index\n\
         %flag = arith.constant true\n\
         %size = arith.constant {n_memory} : index\n\
         %memory = func.call @start(%size) : (index) -> memref<?xi64>\n\
         %all = memref.reinterpret_cast %memory to offset: [{CANARY}], sizes: {sizes:?}, \
         strides: {strides:?} : memref<?xi64> to {known}\n\
         %buffer = memref.cast %all : {known} to {buffer}\n\
         %calls = memref.get_global @calls{number} : {table}\n\
         scf.for %call = %c0 to %count step %c1 {{\n\
         {load}func.call @body{number}(%buffer, %flag{passed}) : ({buffer}, i1{types}) -> ()\n}}\n\
         %expected = arith.constant {expected} : i64\n\
         %wrong = func.call @end(%memory, %expected) : (memref<?xi64>, i64) -> i64\n\
         return %wrong : i64\n}}\n",
        calls = program.calls,
        expected = program.run().digest,
    )
    .unwrap();
}
