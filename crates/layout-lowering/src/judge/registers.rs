//! Functions of tensors and memories, register by register.

use layout_kernels::triton::{self, Program, Type};
use layout_math::validate::Finding;

use super::compare::{self, Comparison};
use super::setup::{self, Case, Ended, SHARED, Target};
use crate::bits::{Inputs, Mask, Row, Table, coordinate};
use crate::llvm;
use crate::machine::{self, Initial, Machine};
use crate::spec::{self, Distribution, Placed, Spec};

/// A memory that is an argument.
struct Shared {
    argument: usize,
    buffer: usize,
    base: u64,
    placed: Placed,
}

pub(super) fn judge(
    case: Case<'_>,
    table: &mut Table,
    inputs: &mut Inputs,
) -> Result<Finding, Ended> {
    let Case { programs, program, module, function, target } = case;
    if function.is_fast {
        let reason = "optimized code does not keep the arguments of a private function";
        return Err(Ended::Unsupported(reason.to_owned()));
    }
    if function.arguments.len() < program.arguments.len() {
        return Err(Ended::Unsupported("the code has fewer arguments than the TTGIR".to_owned()));
    }
    let mut spec = Spec::new(programs, table);
    let mut shared = Vec::new();
    let mut spec_arguments = Vec::new();
    for (number, argument) in program.arguments.iter().enumerate() {
        let value = spec_argument(number, argument, target, &mut spec, inputs, &mut shared)?;
        spec_arguments.push(value);
    }
    let elements: Vec<Option<Row>> = spec_arguments
        .iter()
        .map(|value| value.as_tensor().map(|tensor| tensor.elements.clone()))
        .collect();
    let initial: Vec<Vec<u32>> =
        shared.iter().map(|own| spec.buffers[own.buffer].bytes.clone()).collect();
    let results = spec.run(program, spec_arguments).map_err(Ended::Spec)?;
    let buffers = std::mem::take(&mut spec.buffers);

    let mut machine = setup::machine(module, target, table);
    let mut arguments = Vec::new();
    for (number, argument) in program.arguments.iter().enumerate() {
        let kind = &function.arguments[number];
        arguments.push(match (&argument.kind, &elements[number]) {
            (Type::Tensor(tensor), Some(elements)) => {
                tensor_argument(number, tensor, elements, kind, target)?
            }
            _ => {
                let own = shared.iter().position(|own| own.argument == number);
                let own = own.ok_or_else(|| other_type(number))?;
                memory_argument(&shared[own], &initial[own], kind, &mut machine)?
            }
        });
    }
    arguments.extend(setup::more_arguments(function, arguments.len(), &mut machine)?);
    let mask = Mask::all(machine.threads);
    let value = machine.run(function, arguments, &mask).map_err(Ended::Code)?;

    let mut is_lost = false;
    compare_results(program, &results, value.as_ref(), target, &machine, inputs, &mut is_lost)?;
    for own in &shared {
        compare_memory(program, own, &buffers[own.buffer], &mut machine, inputs, &mut is_lost)?;
    }
    Ok(if is_lost { compare::lost(machine.table) } else { setup::proved(&machine, target) })
}

fn other_type(number: usize) -> Ended {
    Ended::Unsupported(format!("argument {number} of the code is of another type than the TTGIR's"))
}

fn spec_argument(
    number: usize,
    argument: &triton::Argument,
    target: Target,
    spec: &mut Spec<'_>,
    inputs: &mut Inputs,
    shared: &mut Vec<Shared>,
) -> Result<spec::Value, Ended> {
    let name = format!("%{}", argument.name);
    let too_large = || Ended::Unsupported(format!("{name} is too large"));
    let bits = |element: &triton::ElementType| {
        element.bits().ok_or_else(|| Ended::Unsupported(format!("the type of {name} is not known")))
    };
    let fill = |first: u32, n_elements: usize, width: u32, table: &mut Table| {
        let per = width.div_ceil(8);
        let elements = (0..n_elements as u32).map(|element| first + element * per);
        elements
            .flat_map(|first| spec::input_element(target.contents, first, width, table))
            .collect::<Vec<u32>>()
    };
    match &argument.kind {
        Type::Tensor(tensor) => {
            let width = bits(tensor.element())?;
            let first = inputs.tensor(&name, tensor.shape(), width.div_ceil(8));
            let first = first.ok_or_else(too_large)?;
            let n_elements = spec::n_elements(tensor.shape());
            let elements = Row::bytes(width, fill(first, n_elements, width, spec.table));
            let shape = tensor.shape().into();
            Ok(spec::Value::Tensor(spec::Tensor { shape, elements }))
        }
        Type::MemDesc(memory) => {
            let placed = Placed::new(memory).map_err(Ended::Unsupported)?;
            if placed.shape != memory.shape() {
                let reason = format!("{name} is a part of a memory");
                return Err(Ended::Unsupported(reason));
            }
            let width = bits(memory.element())?;
            let first = inputs.tensor(&name, memory.shape(), width.div_ceil(8));
            let first = first.ok_or_else(too_large)?;
            let n_elements = placed.offsets.len();
            let bytes = fill(first, n_elements, width, spec.table);
            spec.buffers.push(spec::Buffer { width, bytes });
            let buffer = spec.buffers.len() - 1;
            let base = SHARED + (1 << 24) * (number as u64 + 1);
            shared.push(Shared { argument: number, buffer, base, placed });
            let elements = (0..n_elements as u32).collect();
            Ok(spec::Value::Memory(spec::View { buffer, shape: memory.shape().into(), elements }))
        }
        Type::Other { .. } => {
            Err(Ended::Unsupported(format!("{name} is neither a tensor nor a memory")))
        }
    }
}

/// A structure of the registers, or the one register.
fn tensor_argument(
    number: usize,
    tensor: &triton::Tensor,
    elements: &Row,
    kind: &llvm::Type,
    target: Target,
) -> Result<machine::Value, Ended> {
    let fields = match kind {
        llvm::Type::Struct { fields, .. } => fields.to_vec(),
        other => vec![other.clone()],
    };
    let placed = Distribution::new(tensor, target.warps, target.lanes)
        .map_err(Ended::Unsupported)?
        .fit(fields.len())
        .ok_or_else(|| other_type(number))?;
    if fields.iter().any(|field| field.bits() != Some(elements.width())) {
        return Err(other_type(number));
    }
    let threads = target.warps * target.lanes;
    let register = |register: usize| {
        machine::Value::Row(Row::gather(elements.width(), threads, |thread| {
            let (lane, warp) = (thread % target.lanes, thread / target.lanes);
            Some((elements, placed.element(register, lane, warp)))
        }))
    };
    let mut values: Vec<machine::Value> = (0..fields.len()).map(register).collect();
    Ok(match kind {
        llvm::Type::Struct { .. } => machine::Value::Many(values.into()),
        _ => values.swap_remove(0),
    })
}

/// A structure of the address and an offset for each dim; what is there is put into the memory.
fn memory_argument(
    own: &Shared,
    bytes: &[u32],
    kind: &llvm::Type,
    machine: &mut Machine<'_>,
) -> Result<machine::Value, Ended> {
    let llvm::Type::Struct { fields, .. } = kind else { return Err(other_type(own.argument)) };
    let is_alike = fields.len() == 1 + own.placed.shape.len()
        && fields.first() == Some(&llvm::Type::Pointer(3))
        && fields[1..].iter().all(|field| *field == llvm::Type::Integer(32));
    if !is_alike {
        return Err(other_type(own.argument));
    }
    let name = format!("the memory of argument {}", own.argument);
    machine.memory.add(&name, own.base, own.placed.length, Initial::Undefined);
    let per = bytes.len() / own.placed.offsets.len().max(1);
    for (element, offset) in own.placed.offsets.iter().enumerate() {
        for at in 0..per {
            machine.memory.preset(own.base + offset + at as u64, bytes[element * per + at]);
        }
    }
    let address = machine::Value::Row(Row::same(32, own.base));
    let zero = machine::Value::Row(Row::same(32, 0));
    let offsets = std::iter::repeat_n(zero, own.placed.shape.len());
    Ok(machine::Value::Many(std::iter::once(address).chain(offsets).collect()))
}

/// The types of the results, as `tt.return` has them.
fn result_types(program: &Program) -> &[Type] {
    let last = program.body.steps.last().filter(|step| step.operation.name() == "tt.return");
    last.map_or(&[], |step| step.operation.types()[0])
}

fn compare_results(
    program: &Program,
    results: &[spec::Value],
    value: Option<&machine::Value>,
    target: Target,
    machine: &Machine<'_>,
    inputs: &Inputs,
    is_lost: &mut bool,
) -> Result<(), Ended> {
    let rows = value.map(machine::Value::rows).unwrap_or_default();
    let kinds = result_types(program);
    let mut distributions = Vec::new();
    for (result, kind) in results.iter().zip(kinds) {
        let (Some(tensor), Type::Tensor(kind)) = (result.as_tensor(), kind) else {
            return Err(Ended::Unsupported("a result that is no tensor".to_owned()));
        };
        let own =
            Distribution::new(kind, target.warps, target.lanes).map_err(Ended::Unsupported)?;
        distributions.push((tensor, own));
    }
    // Either all repeated registers are there, or none.
    let n_kept: usize = distributions.iter().map(|(_, own)| own.n_registers()).sum();
    let n_all: usize = distributions.iter().map(|(_, own)| own.n_all_registers()).sum();
    if rows.len() != n_kept && rows.len() != n_all || results.len() != kinds.len() {
        let reason = format!("the code returns {} registers, the TTGIR {n_kept}", rows.len());
        return Err(Ended::Unsupported(reason));
    }
    let mut first = 0;
    for (number, (tensor, own)) in distributions.into_iter().enumerate() {
        let count = if rows.len() == n_kept { own.n_registers() } else { own.n_all_registers() };
        let own = own.fit(count).ok_or_else(|| other_type(number))?;
        let registers = &rows[first..first + count];
        first += count;
        let elements = &tensor.elements;
        if registers.iter().any(|row| row.width() != elements.width()) {
            return Err(Ended::Unsupported("a result of another type than the TTGIR's".to_owned()));
        }
        for (register, row) in registers.iter().enumerate() {
            for thread in 0..machine.threads {
                let (lane, warp) = (thread % target.lanes, thread / target.lanes);
                let element = own.element(register, lane, warp);
                if (0..row.n_bytes()).all(|at| elements.byte(element, at) == row.byte(thread, at)) {
                    continue;
                }
                let bytes =
                    |row: &Row, at| (0..row.n_bytes()).map(|byte| row.byte(at, byte)).collect();
                let expected: Vec<u32> = bytes(elements, element);
                let found: Vec<u32> = bytes(row, thread);
                match compare::compare(&expected, &found, machine.table) {
                    Comparison::Equal => {}
                    Comparison::Lost => *is_lost = true,
                    Comparison::Different => {
                        let result = if results.len() == 1 {
                            String::new()
                        } else {
                            format!("result {number}, ")
                        };
                        let at = format!(
                            "{result}register {register}, lane {lane}, warp {warp}, element {}",
                            coordinate(element as u64, &tensor.shape)
                        );
                        let mismatch =
                            compare::mismatch(at, &expected, &found, inputs, machine.table);
                        return Err(Ended::Different(mismatch));
                    }
                }
            }
        }
    }
    Ok(())
}

/// What is in a memory in the end.
fn compare_memory(
    program: &Program,
    own: &Shared,
    buffer: &spec::Buffer,
    machine: &mut Machine<'_>,
    inputs: &Inputs,
    is_lost: &mut bool,
) -> Result<(), Ended> {
    let name = &program.arguments[own.argument].name;
    for (element, offset) in own.placed.offsets.iter().enumerate() {
        let expected = buffer.element(element).to_vec();
        let results: Vec<_> = (0..expected.len() as u64)
            .map(|at| machine.memory.result(own.base + offset + at).unwrap_or_default())
            .collect();
        let found: Vec<u32> = results.iter().map(|(byte, _)| *byte).collect();
        match compare::compare(&expected, &found, machine.table) {
            Comparison::Equal => {}
            Comparison::Lost => *is_lost = true,
            Comparison::Different => {
                let line = results.iter().map(|(_, line)| *line).max().unwrap_or(0);
                let written = if line == 0 {
                    "not written".to_owned()
                } else {
                    format!("written at line {line}")
                };
                let at = format!(
                    "byte {offset} of %{name}, element {}, {written}",
                    coordinate(element as u64, &own.placed.shape)
                );
                let mismatch = compare::mismatch(at, &expected, &found, inputs, machine.table);
                return Err(Ended::Different(mismatch));
            }
        }
    }
    Ok(())
}
