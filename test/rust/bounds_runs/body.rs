//! The accesses of random programs as MLIR.

use std::fmt::Write as _;

use super::access::{Kind, PADDING, THROUGH};
use super::program::{Program, value_to_store};
use super::text::buffer_type;

/// The accesses of an iteration, and after them what they found.
pub fn body(program: &Program) -> String {
    let mut text = String::new();
    for (name, promise) in &program.promises {
        writeln!(text, "layout.assume {name} {promise}").unwrap();
    }
    text.push_str(&program.function.text());
    let names: Vec<String> = (0..program.loops.len()).map(|at| format!("%i{at}")).collect();
    let n = program.n_results();
    let results: Vec<String> = results(program).collect();
    let symbols = if program.function.symbol().is_some() { " symbols(M = %m)" } else { "" };
    writeln!(
        text,
        "{} = layout.apply %layout({}){symbols} : {}",
        results.join(", "),
        names.join(", "),
        vec!["index"; n].join(", ")
    )
    .unwrap();
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
         %zeros = arith.constant dense<0> : {vector}\n\
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
        accesses.push_str(&access(program, at, kind));
        for lane in 0..program.n_lanes(kind) {
            let mut found = format!("%x{at}");
            if kind.is_load() && kind.is_wide() {
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

/// The results of the application of the layout.
fn results(program: &Program) -> impl Iterator<Item = String> {
    (0..program.n_results()).map(|result| format!("%at{result}"))
}

/// The indices into the buffer, the last one as `last` has it.
fn indices(program: &Program, last: impl Fn(&str) -> String) -> String {
    let plain = program.plain_index.map(|at| format!("%i{at}"));
    let mut indices: Vec<String> = results(program).chain(plain).collect();
    if let Some(index) = indices.last_mut() {
        *index = last(index);
    }
    indices.join(", ")
}

/// The access `at`, which gives `%x{at}` or takes `%first{at}` or the vector `%value{at}`.
fn access(program: &Program, at: usize, kind: Kind) -> String {
    let buffer = buffer_type(program, &program.dynamic);
    let lanes = program.mask.len();
    let vector = format!("vector<{lanes}xi64>");
    let place = format!("%buffer[{}]", indices(program, str::to_owned));
    let mapped = format!("%buffer[{}]", indices(program, |last| program.map.text(last)));
    let access = match kind {
        Kind::Load => format!("%x{at} = memref.load {place} : {buffer}"),
        Kind::Store => format!("memref.store %first{at}, {place} : {buffer}"),
        Kind::AffineLoad => format!("%x{at} = affine.load {mapped} : {buffer}"),
        Kind::AffineStore => format!("affine.store %first{at}, {mapped} : {buffer}"),
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
        Kind::CopyFrom | Kind::CopyTo => copy(program, at, kind),
    };
    access + "\n"
}

/// A copy between a view of the buffer and memory of its own.
fn copy(program: &Program, at: usize, kind: Kind) -> String {
    let buffer = buffer_type(program, &program.dynamic);
    let (lanes, stride) = (program.mask.len(), program.stride);
    let vector = format!("vector<{lanes}xi64>");
    let (size, n) = match program.is_copy_dynamic {
        true => ("%n".to_owned(), "?".to_owned()),
        false => (lanes.to_string(), lanes.to_string()),
    };
    let n_before = program.shape.len() - 1;
    let (ones, own) = ("1, ".repeat(n_before), format!("memref<{lanes}xi64>"));
    let view = format!("memref<{n}xi64, strided<[{stride}], offset: ?>>");
    let view_and_own = format!(
        "%view{at} = memref.subview %buffer[{}] [{ones}{size}] [{ones}{stride}] : \
         {buffer} to {view}\n\
         %memory{at} = memref.alloc() : {own}\n\
         %own{at} = memref.cast %memory{at} : {own} to memref<{n}xi64>\n",
        indices(program, str::to_owned)
    );
    let (first, from, to, last) = match kind {
        Kind::CopyFrom => (
            "%zeros".to_owned(),
            (format!("%view{at}"), view),
            (format!("%own{at}"), format!("memref<{n}xi64>")),
            format!("%x{at} = vector.load %memory{at}[%zero] : {own}, {vector}\n"),
        ),
        _ => (
            format!("%value{at}"),
            (format!("%own{at}"), format!("memref<{n}xi64>")),
            (format!("%view{at}"), view),
            String::new(),
        ),
    };
    format!(
        "{view_and_own}vector.store {first}, %memory{at}[%zero] : {own}, {vector}\n\
         memref.copy {}, {} : {} to {}\n{last}memref.dealloc %memory{at} : {own}",
        from.0, to.0, from.1, to.1
    )
}
