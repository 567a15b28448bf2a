//! Programs as MLIR: functions that count what differs from what is expected.

use std::fmt::Write as _;

use super::program::{CANARY, Kind, Loop, PADDING, Program, THROUGH, value_to_store};

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
    let names: Vec<String> = (0..program.loops.len()).map(|at| format!("%i{at}")).collect();
    let buffer = buffer_type(program);
    let arguments = format!(
        "%state: memref<2xi64>, %values: memref<?xi64>, %places: memref<?xi64>, \
         %memory: memref<?xi64>, %buffer: {buffer}, %flag: i1"
    );
    let types = format!("memref<2xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, {buffer}, i1");
    let mut call = body.clone();
    if program.is_apart {
        let indices: Vec<String> = names.iter().map(|name| format!("{name}: index")).collect();
        let indices = indices.join(", ");
        writeln!(
            text,
            "func.func private @body{number}({arguments}, {indices}) {{\n{body}return\n}}"
        )
        .unwrap();
        let (names, indices) = (names.join(", "), vec!["index"; names.len()].join(", "));
        call = format!(
            "func.call @body{number}(%state, %values, %places, %memory, %buffer, %flag, {names}) : \
             ({types}, {indices}) -> ()\n"
        );
    }
    writeln!(text, "func.func private @loops{number}({arguments}) {{").unwrap();
    loops(text, &program.loops, &call);
    writeln!(text, "return\n}}").unwrap();
    let (_, n_memory) = program.sizes();
    let (n, sizes) = (values.len(), &program.shape);
    let strides = strides(program);
    write!(
        text,
        "func.func private @program{number}() -> i64 {{\n\
         %zero = arith.constant 0 : i64\n%true = arith.constant true\n\
         %c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n\
         %count = arith.constant {n} : index\n\
         %state = memref.alloc() : memref<2xi64>\n\
         memref.store %zero, %state[%c0] : memref<2xi64>\n\
         memref.store %zero, %state[%c1] : memref<2xi64>\n\
         %static = memref.alloc() : memref<{n_memory}xi64>\n\
         %memory = memref.cast %static : memref<{n_memory}xi64> to memref<?xi64>\n\
         func.call @fill(%memory) : (memref<?xi64>) -> ()\n\
         %buffer = memref.reinterpret_cast %static to offset: [{CANARY}], sizes: {sizes:?}, \
         strides: {strides:?} : memref<{n_memory}xi64> to {buffer}\n"
    )
    .unwrap();
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
        "func.call @loops{number}(%state, %values, %places, %memory, %buffer, %true) : \
         ({types}) -> ()\n\
         %wrong = func.call @end(%state, %memory, %end, %count) : \
         (memref<2xi64>, memref<?xi64>, memref<?xi64>, index) -> i64\n\
         return %wrong : i64\n}}"
    )
    .unwrap();
}

fn strides(program: &Program) -> Vec<i64> {
    (0..program.shape.len()).map(|at| program.shape[at + 1..].iter().product()).collect()
}

fn buffer_type(program: &Program) -> String {
    let sizes: Vec<String> = program.shape.iter().map(|size| format!("{size}x")).collect();
    let strides = strides(program);
    format!("memref<{}i64, strided<{strides:?}, offset: {CANARY}>>", sizes.concat())
}

/// The loops around a body, with constants for their bounds.
fn loops(text: &mut String, loops: &[Loop], body: &str) {
    let mut around = String::new();
    for Loop { coordinate, low, high, step, is_affine } in loops {
        let name = format!("%i{coordinate}");
        if let (true, Some(high)) = (is_affine, high) {
            writeln!(text, "affine.for {name} = {low} to {high} step {step} {{").unwrap();
        } else {
            write!(
                text,
                "%low{coordinate} = arith.constant {low} : index\n\
                 %step{coordinate} = arith.constant {step} : index\n"
            )
            .unwrap();
            let high = match high {
                Some(high) => {
                    writeln!(text, "%high{coordinate} = arith.constant {high} : index").unwrap();
                    format!("%high{coordinate}")
                }
                None => around.clone(),
            };
            writeln!(text, "scf.for {name} = %low{coordinate} to {high} step %step{coordinate} {{")
                .unwrap();
        }
        around = name;
    }
    text.push_str(body);
    text.push_str(&"}\n".repeat(loops.len()));
}

/// The accesses of an iteration, and after them what they found.
fn body(program: &Program) -> String {
    let buffer = buffer_type(program);
    let mut text = program.function.text();
    let names: Vec<String> = (0..program.loops.len()).map(|at| format!("%i{at}")).collect();
    let n = program.n_results();
    writeln!(
        text,
        "%at:{n} = layout.apply %layout({}) : {}",
        names.join(", "),
        vec!["index"; n].join(", ")
    )
    .unwrap();
    let mut indices: Vec<String> = (0..n).map(|result| format!("%at#{result}")).collect();
    indices.extend(program.plain_index.map(|at| names[at].clone()));
    let indices = indices.join(", ");
    // The number of the iteration is the number of findings by that of each iteration.
    let findings: usize = program.kinds.iter().map(|&kind| program.n_lanes(kind)).sum();
    let (mask, lanes) = (&program.mask, program.mask.len());
    let vector = format!("vector<{lanes}xi64>");
    let numbers: Vec<usize> = (0..lanes).collect();
    write!(
        text,
        "%zero = arith.constant 0 : index\n\
         %found = memref.load %state[%zero] : memref<2xi64>\n\
         %findings = arith.constant {findings} : i64\n\
         %iteration = arith.divui %found, %findings : i64\n\
         %sixteen = arith.constant 16 : i64\n\
         %scaled = arith.muli %iteration, %sixteen : i64\n\
         %mask = arith.constant dense<{mask:?}> : vector<{lanes}xi1>\n\
         %through = arith.constant dense<{THROUGH}> : {vector}\n\
         %padding = arith.constant {PADDING} : i64\n\
         %lanes = arith.constant dense<{numbers:?}> : {vector}\n"
    )
    .unwrap();
    let (mut accesses, mut after) = (String::new(), String::new());
    for (at, &kind) in program.kinds.iter().enumerate() {
        if !kind.is_load() {
            writeln!(
                text,
                "%base{at} = arith.constant {} : i64\n\
                 %first{at} = arith.addi %scaled, %base{at} : i64\n\
                 %all{at} = vector.broadcast %first{at} : i64 to {vector}\n\
                 %value{at} = arith.addi %all{at}, %lanes : {vector}",
                value_to_store(0, at, 0)
            )
            .unwrap();
        }
        let place = format!("%buffer[{indices}]");
        let access = match kind {
            Kind::Load => format!("%x{at} = memref.load {place} : {buffer}"),
            Kind::Store => format!("memref.store %first{at}, {place} : {buffer}"),
            Kind::VectorLoad => format!("%x{at} = vector.load {place} : {buffer}, {vector}"),
            Kind::VectorStore => format!("vector.store %value{at}, {place} : {buffer}, {vector}"),
            Kind::MaskedLoad => format!(
                "%x{at} = vector.maskedload {place}, %mask, %through : \
                 {buffer}, vector<{lanes}xi1>, {vector} into {vector}"
            ),
            Kind::MaskedStore => format!(
                "vector.maskedstore {place}, %mask, %value{at} : \
                 {buffer}, vector<{lanes}xi1>, {vector}"
            ),
            Kind::TransferRead(is_inside) => format!(
                "%x{at} = vector.transfer_read {place}, %padding {{in_bounds = [{is_inside}]}} : \
                 {buffer}, {vector}"
            ),
            Kind::TransferWrite(is_inside) => format!(
                "vector.transfer_write %value{at}, {place} {{in_bounds = [{is_inside}]}} : \
                 {vector}, {buffer}"
            ),
        };
        accesses.push_str(&access);
        accesses.push('\n');
        for lane in 0..program.n_lanes(kind) {
            let mut found = format!("%x{at}");
            if kind.is_load() && kind.is_vector() {
                writeln!(
                    after,
                    "%x{at}_{lane} = vector.extract %x{at}[{lane}] : i64 from {vector}"
                )
                .unwrap();
                found = format!("%x{at}_{lane}");
            }
            after.push_str(&if kind.is_load() {
                format!(
                    "func.call @loaded(%state, %values, {found}) : \
                     (memref<2xi64>, memref<?xi64>, i64) -> ()\n"
                )
            } else {
                "func.call @stored(%state, %values, %places, %memory) : \
                 (memref<2xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>) -> ()\n"
                    .to_owned()
            });
        }
    }
    text.push_str(&accesses);
    text.push_str(&after);
    if program.is_conditional {
        return format!("scf.if %flag {{\n{text}}}\n");
    }
    text
}
