//! Programs as MLIR: functions that count what differs from what is expected.

use std::fmt::Write as _;

use super::body::body;
use super::program::{CANARY, Loop, Program};

/// What the functions of the programs call.
const HELPERS: &str = r#"
func.func private @fill(%memory: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %n = memref.dim %memory, %c0 : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %number = arith.index_cast %i : index to i64
    %value = arith.addi %number, %one : i64
    memref.store %value, %memory[%i] : memref<?xi64>
  }
  return
}

// The state is the number of findings so far and the number of those that are wrong.
func.func private @compare(%state: memref<2xi64>, %found: i64, %expected: i64) {
  %c1 = arith.constant 1 : index
  %wrong = arith.cmpi ne, %found, %expected : i64
  %add = arith.extui %wrong : i1 to i64
  %before = memref.load %state[%c1] : memref<2xi64>
  %after = arith.addi %before, %add : i64
  memref.store %after, %state[%c1] : memref<2xi64>
  return
}

func.func private @next(%state: memref<2xi64>) -> index {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %before = memref.load %state[%c0] : memref<2xi64>
  %after = arith.addi %before, %one : i64
  memref.store %after, %state[%c0] : memref<2xi64>
  %number = arith.index_cast %before : i64 to index
  return %number : index
}

func.func private @loaded(%state: memref<2xi64>, %values: memref<?xi64>, %found: i64) {
  %number = func.call @next(%state) : (memref<2xi64>) -> index
  %expected = memref.load %values[%number] : memref<?xi64>
  func.call @compare(%state, %found, %expected) : (memref<2xi64>, i64, i64) -> ()
  return
}

func.func private @stored(%state: memref<2xi64>, %values: memref<?xi64>, %places: memref<?xi64>,
                          %memory: memref<?xi64>) {
  %number = func.call @next(%state) : (memref<2xi64>) -> index
  %expected = memref.load %values[%number] : memref<?xi64>
  %place = memref.load %places[%number] : memref<?xi64>
  %at = arith.index_cast %place : i64 to index
  %found = memref.load %memory[%at] : memref<?xi64>
  func.call @compare(%state, %found, %expected) : (memref<2xi64>, i64, i64) -> ()
  return
}

func.func private @end(%state: memref<2xi64>, %memory: memref<?xi64>, %end: memref<?xi64>,
                       %count: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %memory, %c0 : memref<?xi64>
  %first = arith.constant CANARY : index
  %size = memref.dim %end, %c0 : memref<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %found = memref.load %memory[%i] : memref<?xi64>
    %in_buffer = arith.subi %i, %first : index
    %is_in_buffer = arith.cmpi ult, %in_buffer, %size : index
    %expected = scf.if %is_in_buffer -> (i64) {
      %last = memref.load %end[%in_buffer] : memref<?xi64>
      scf.yield %last : i64
    } else {
      // A canary, as it was filled.
      %next = arith.addi %i, %c1 : index
      %canary = arith.index_cast %next : index to i64
      scf.yield %canary : i64
    }
    func.call @compare(%state, %found, %expected) : (memref<2xi64>, i64, i64) -> ()
  }
  // All findings were made.
  %number = func.call @next(%state) : (memref<2xi64>) -> index
  %found = arith.index_cast %number : index to i64
  %expected = arith.index_cast %count : index to i64
  func.call @compare(%state, %found, %expected) : (memref<2xi64>, i64, i64) -> ()
  %wrong = memref.load %state[%c1] : memref<2xi64>
  return %wrong : i64
}
"#;

/// A module whose `main` returns how many findings of all programs are wrong.
pub fn module(programs: &[Program]) -> String {
    let mut text = HELPERS.replace("CANARY", &CANARY.to_string());
    let mut main = "func.func @main() -> i64 {\n%sum0 = arith.constant 0 : i64\n".to_owned();
    for (number, program) in programs.iter().enumerate() {
        function(&mut text, number, program);
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

/// A table of numbers as a global.
fn table(text: &mut String, name: &str, numbers: &[i64]) {
    let n = numbers.len();
    writeln!(
        text,
        "memref.global \"private\" constant @{name} : memref<{n}xi64> = dense<{numbers:?}>"
    )
    .unwrap();
}

/// The functions and the tables of a program.
fn function(text: &mut String, number: usize, program: &Program) {
    let run = program.run();
    let values: Vec<i64> = run.findings.iter().map(|finding| finding.value).collect();
    let (n_buffer, _) = program.sizes();
    let end: Vec<i64> =
        run.memory.iter().skip(CANARY as usize).take(n_buffer as usize).copied().collect();
    let places: Vec<i64> = run.findings.iter().map(|finding| finding.place).collect();
    for (name, numbers) in [("values", &values), ("places", &places), ("end", &end)] {
        table(text, &format!("{name}{number}"), numbers);
    }
    let body = body(program);
    let buffer = buffer_type(program, &program.dynamic);
    let names: Vec<String> = program.arguments().into_iter().map(|(name, _)| name).collect();
    let mut arguments = format!(
        "%state: memref<2xi64>, %values: memref<?xi64>, %places: memref<?xi64>, \
         %memory: memref<?xi64>, %buffer: {buffer}, %flag: i1"
    );
    let mut types =
        format!("memref<2xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, {buffer}, i1");
    let mut passed = "%state, %values, %places, %memory, %buffer, %flag".to_owned();
    for name in &names {
        write!(arguments, ", {name}: index").unwrap();
        write!(passed, ", {name}").unwrap();
        types.push_str(", index");
    }
    let mut call = body.clone();
    if program.is_apart {
        let coordinates: Vec<String> =
            (0..program.loops.len()).map(|at| format!("%i{at}")).collect();
        let indices: Vec<String> = coordinates.iter().map(|it| format!("{it}: index")).collect();
        let indices = indices.join(", ");
        writeln!(
            text,
            "func.func private @body{number}({arguments}, {indices}) {{\n{body}return\n}}"
        )
        .unwrap();
        let indices = vec!["index"; coordinates.len()].join(", ");
        call = format!(
            "func.call @body{number}({passed}, {}) : ({types}, {indices}) -> ()\n",
            coordinates.join(", ")
        );
    }
    writeln!(text, "func.func private @loops{number}({arguments}) {{").unwrap();
    loops(text, &program.loops, &call);
    writeln!(text, "return\n}}").unwrap();
    let (_, n_memory) = program.sizes();
    let (n, sizes) = (values.len(), &program.shape);
    let strides = strides(&program.shape);
    write!(
        text,
        "func.func private @program{number}() -> i64 {{\n\
         %zero = arith.constant 0 : i64\n\
         %c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n\
         %count = arith.constant {n} : index\n\
         %state = memref.alloc() : memref<2xi64>\n\
         memref.store %zero, %state[%c0] : memref<2xi64>\n\
         memref.store %zero, %state[%c1] : memref<2xi64>\n\
         %static = memref.alloc() : memref<{n_memory}xi64>\n\
         %memory = memref.cast %static : memref<{n_memory}xi64> to memref<?xi64>\n\
         func.call @fill(%memory) : (memref<?xi64>) -> ()\n\
         %all = memref.reinterpret_cast %static to offset: [{CANARY}], sizes: {sizes:?}, \
         strides: {strides:?} : memref<{n_memory}xi64> to {known}\n\
         %buffer = memref.cast %all : {known} to {buffer}\n",
        known = buffer_type(program, &vec![false; sizes.len()]),
    )
    .unwrap();
    for (name, value) in program.arguments() {
        writeln!(text, "{name} = arith.constant {value} : index").unwrap();
    }
    for (name, n) in [("values", n), ("places", n), ("end", end.len())] {
        writeln!(
            text,
            "%{name}_table = memref.get_global @{name}{number} : memref<{n}xi64>\n\
             %{name} = memref.cast %{name}_table : memref<{n}xi64> to memref<?xi64>"
        )
        .unwrap();
    }
    writeln!(
        text,
        "%flag = arith.constant true\n\
         func.call @loops{number}({passed}) : ({types}) -> ()\n\
         %wrong = func.call @end(%state, %memory, %end, %count) : \
         (memref<2xi64>, memref<?xi64>, memref<?xi64>, index) -> i64\n\
         return %wrong : i64\n}}"
    )
    .unwrap();
}

pub fn strides(shape: &[i64]) -> Vec<i64> {
    (0..shape.len()).map(|at| shape[at + 1..].iter().product()).collect()
}

/// The type of the buffer with some sizes that are not known.
pub fn buffer_type(program: &Program, dynamic: &[bool]) -> String {
    strided_type(&program.shape, dynamic)
}

/// The type of a buffer between canaries.
pub fn strided_type(shape: &[i64], dynamic: &[bool]) -> String {
    let sizes = shape.iter().zip(dynamic);
    let sizes: Vec<String> = sizes
        .map(|(size, is_dynamic)| if *is_dynamic { "?x".to_owned() } else { format!("{size}x") })
        .collect();
    let strides = strides(shape);
    format!("memref<{}i64, strided<{strides:?}, offset: {CANARY}>>", sizes.concat())
}

/// The loops around a body, with constants or arguments for their bounds.
fn loops(text: &mut String, loops: &[Loop], body: &str) {
    let mut around = String::new();
    for Loop { coordinate, low, high, step, is_affine, is_symbolic } in loops {
        let name = format!("%i{coordinate}");
        let argument = is_symbolic.then(|| format!("%high{coordinate}"));
        if let (true, Some(high)) = (is_affine, high) {
            let high = argument.unwrap_or_else(|| high.to_string());
            writeln!(text, "affine.for {name} = {low} to {high} step {step} {{").unwrap();
        } else {
            write!(
                text,
                "%low{coordinate} = arith.constant {low} : index\n\
                 %step{coordinate} = arith.constant {step} : index\n"
            )
            .unwrap();
            let high = match (high, argument) {
                (Some(_), Some(argument)) => argument,
                (Some(high), None) => {
                    writeln!(text, "%high{coordinate} = arith.constant {high} : index").unwrap();
                    format!("%high{coordinate}")
                }
                (None, _) => around.clone(),
            };
            writeln!(text, "scf.for {name} = %low{coordinate} to {high} step %step{coordinate} {{")
                .unwrap();
        }
        around = name;
    }
    text.push_str(body);
    text.push_str(&"}\n".repeat(loops.len()));
}
