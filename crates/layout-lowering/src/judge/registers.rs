//! Functions of tensors, memories and pointers, register by register.

use std::collections::BTreeSet;

use layout_kernels::triton::{self, Program, Step, Type};
use layout_math::validate::FunctionVerdict;
use rustc_hash::FxHashMap;

use super::calls::Handing;
use super::compare::{self, Mismatch};
use super::orders;
use super::pointed::{Compared, Pointed};
use super::results::{self, InMemory, Results};
use super::setup::{self, Case, Ended, SHARED, Target};
use crate::bits::{Inputs, Mask, Row, Table};
use crate::llvm;
use crate::machine::{self, COLUMN_BYTES, COLUMNS, Initial, Machine, column_address};
use crate::spec::{self, Distribution, Placed, Spec};

/// A memory that is an argument.
struct Shared {
    argument: usize,
    buffer: usize,
    base: u64,
    /// The address as the code has it.
    address: u64,
    placed: Placed,
}

/// For all numbers that an index can be, one after the other.
pub(super) fn judge(
    case: Case<'_>,
    table: &mut Table,
    inputs: &mut Inputs,
) -> Result<FunctionVerdict, Ended> {
    let extents = index_extents(case.program)?;
    let n_cases: u64 = extents.iter().map(|(_, extent)| extent).product();
    if n_cases == 1 && extents.is_empty() {
        return judge_indices(case, &[], table, inputs);
    }
    let mut proved = None;
    for number in 0..n_cases {
        let mut left = number;
        let mut indices = Vec::new();
        for &(argument, extent) in &extents {
            indices.push((argument, left % extent));
            left /= extent;
        }
        *inputs = Inputs::default();
        let verdict = judge_indices(case, &indices, table, inputs);
        let name = |&(argument, index): &(usize, u64)| {
            format!("%{} = {index}", case.program.arguments[argument].name)
        };
        let names = || indices.iter().map(name).collect::<Vec<_>>().join(", ");
        match verdict {
            Ok(FunctionVerdict::Proved { method }) => proved = Some(method),
            Err(Ended::Different(mismatch)) => {
                let at = format!("{}, {}", names(), mismatch.at);
                return Err(Ended::Different(Mismatch { at, ..mismatch }));
            }
            other => return other,
        }
    }
    let method = proved.ok_or_else(|| Ended::Unsupported("a memory of no buffers".to_owned()))?;
    let is_truth =
        |(number, _): &(usize, u64)| width_of_index(&case.program.arguments[*number]) == 1;
    let what = if extents.iter().any(is_truth) { "values of its numbers" } else { "indices" };
    Ok(FunctionVerdict::Proved { method: format!("{method}, for each of {n_cases} {what}") })
}

/// No function is executed for more numbers of its indices.
const MAX_INDICES: u64 = 256;

/// The arguments that are the number of a buffer, with how many buffers there are, and those that are a
/// truth.
fn index_extents(program: &Program) -> Result<Vec<(usize, u64)>, Ended> {
    let mut extents: Vec<(usize, u64)> = Vec::new();
    for (number, argument) in program.arguments.iter().enumerate() {
        match &argument.kind {
            Type::Other { name, .. } if name == "i32" => {}
            Type::Other { name, .. } if name == "i1" => {
                extents.push((number, 2));
                continue;
            }
            _ => continue,
        }
        let not_known = || {
            Ended::Unsupported(format!("%{} is a number of which nothing is known", argument.name))
        };
        let uses = |own: &&Step| own.operation.operands().contains(&argument.name);
        let mut extent = u64::MAX;
        for step in program.body.steps.iter().filter(uses) {
            let memory = step.operation.types()[0].first().and_then(Type::as_mem_desc);
            let is_index = step.operation.name().ends_with(".memdesc_index")
                && step.operation.operands()[1..] == [argument.name.clone()];
            let own = memory.filter(|_| is_index).and_then(|own| own.shape().first().copied());
            extent = extent.min(own.and_then(|own| u64::try_from(own).ok()).ok_or_else(not_known)?);
        }
        extents.push((number, if extent == u64::MAX { 1 } else { extent }));
    }
    let count = extents.iter().try_fold(1_u64, |all, (_, extent)| all.checked_mul(*extent));
    match count {
        Some(0..=MAX_INDICES) => Ok(extents),
        _ => Err(Ended::Unsupported(format!("more than {MAX_INDICES} indices"))),
    }
}

fn judge_indices(
    case: Case<'_>,
    indices: &[(usize, u64)],
    table: &mut Table,
    inputs: &mut Inputs,
) -> Result<FunctionVerdict, Ended> {
    let Case { programs, program, module, function, target, .. } = case;
    if function.arguments.len() < program.arguments.len() {
        return Err(Ended::Unsupported("the code has fewer arguments than the TTGIR".to_owned()));
    }
    let mut spec = Spec::new(programs, table);
    let (mut shared, mut pointed) = (Vec::new(), Vec::new());
    let mut spec_arguments = Vec::new();
    for (number, argument) in program.arguments.iter().enumerate() {
        let index = indices.iter().find(|(own, _)| *own == number);
        let pointer = Pointed::new(number, argument, function.arguments.get(number), inputs)?;
        spec_arguments.push(match (index, &pointer) {
            (Some(&(_, index)), _) => spec::Value::number(width_of_index(argument), index),
            (_, Some(own)) => own.in_spec(&mut spec.global, target.contents),
            _ => spec_argument(number, argument, target, &mut spec, inputs, &mut shared)?,
        });
        pointed.push(pointer);
    }
    let elements: Vec<Option<Row>> = spec_arguments
        .iter()
        .map(|value| value.as_tensor().map(|tensor| tensor.elements.clone()))
        .collect();
    let initial: Vec<Vec<u32>> =
        shared.iter().map(|own| spec.buffers[own.buffer].bytes.clone()).collect();
    let n_places = move_in_tensor_memory(&mut shared, target.turn);
    let results = spec.run(program, spec_arguments).map_err(Ended::Spec)?;
    let Spec { buffers, global: mut left, calls, lives, orders: asked, .. } = spec;

    let mut machine = setup::machine(module, target, table);
    let inputs = &*inputs;
    machine.calls = Some(Box::new(Handing {
        programs,
        module,
        inputs,
        target,
        left: calls.into(),
        lives,
        only: None,
        begins: shared.iter().map(|own| (own.buffer, own.base)).collect(),
        cells: FxHashMap::default(),
        skipped: BTreeSet::new(),
    }));
    let mut arguments = Vec::new();
    for (number, argument) in program.arguments.iter().enumerate() {
        let kind = &function.arguments[number];
        let index = indices.iter().find(|(own, _)| *own == number);
        arguments.push(match (&argument.kind, &elements[number]) {
            _ if let Some(&(_, index)) = index => match kind {
                llvm::Type::Integer(width) if *width == width_of_index(argument) => {
                    machine::Value::Row(Row::same(*width, index))
                }
                _ => return Err(other_type(number)),
            },
            _ if let Some(own) = &pointed[number] => own.in_code(&mut machine, target.contents),
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
    machine.end().map_err(Ended::Code)?;
    orders::check(&asked, &machine.orders)?;
    case.n_places.set(n_places.max(machine.n_tensor_places()));

    let mut compared = Compared::default();
    let is_lost = &mut compared.is_lost;
    let held = |own: &Shared| {
        let name = format!("%{}", program.arguments[own.argument].name);
        (own.buffer, own.base..own.base + own.placed.length, name)
    };
    let held = shared.iter().map(held).collect();
    let results = Results { program, values: &results, buffers: &buffers, held };
    results::compare(&results, value.as_ref(), target, &mut machine, inputs, is_lost)?;
    for own in &shared {
        compare_memory(program, own, &buffers[own.buffer], &mut machine, inputs, is_lost)?;
    }
    for own in pointed.iter().flatten() {
        own.compare(&mut left, &mut machine, inputs, &mut compared)?;
    }
    Ok(if compared.is_lost {
        compare::lost(machine.table)
    } else {
        setup::proved(&machine, target)
    })
}

/// Puts the memories into one of the places that there are for all of them together; how many there are.
fn move_in_tensor_memory(shared: &mut [Shared], turn: usize) -> usize {
    /// Columns are allocated by as many.
    const GRAIN: u64 = 32;
    let mut own: Vec<&mut Shared> =
        shared.iter_mut().filter(|own| own.placed.is_tensor_memory).collect();
    let n_columns = |own: &&mut Shared| own.placed.length / COLUMN_BYTES;
    let step = own.iter().map(n_columns).max().unwrap_or(0).next_power_of_two().max(GRAIN);
    let Some(lowest) = own.iter().map(|own| own.address).min() else { return 1 };
    for own in &mut own {
        own.address -= step * turn as u64;
        own.base = column_address(own.address);
    }
    (lowest / step) as usize + 1
}

fn width_of_index(argument: &triton::Argument) -> u32 {
    if matches!(&argument.kind, Type::Other { name, .. } if name == "i1") { 1 } else { 32 }
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
            let n_elements = placed.n_elements();
            let bytes = fill(first, n_elements, width, spec.table);
            let buffer = spec.add_buffer(spec::Buffer { width, bytes });
            let (base, address) = match placed.is_tensor_memory {
                true => {
                    // From the end on: code that takes 0 for the first column is found.
                    let others = shared.iter().filter(|own| own.placed.is_tensor_memory);
                    let end = others.map(|own| own.address).min().unwrap_or(COLUMNS);
                    let n_columns = placed.length / COLUMN_BYTES;
                    let column = end.checked_sub(n_columns).ok_or_else(too_large)?;
                    (column_address(column), column)
                }
                false => {
                    let base = SHARED + (1 << 24) * (number as u64 + 1);
                    (base, base)
                }
            };
            shared.push(Shared { argument: number, buffer, base, address, placed });
            let elements = (0..n_elements as u32).collect();
            Ok(spec::Value::Memory(spec::MemoryView {
                buffer,
                shape: memory.shape().into(),
                elements,
            }))
        }
        Type::Other { .. } => Err(Ended::Unsupported(format!(
            "{name} is neither a tensor nor a memory nor a pointer"
        ))),
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

/// A structure of the address and an offset for each dim, or the address alone; what is there is put into
/// the memory.
fn memory_argument(
    own: &Shared,
    bytes: &[u32],
    kind: &llvm::Type,
    machine: &mut Machine<'_>,
) -> Result<machine::Value, Ended> {
    let is_alike = match kind {
        llvm::Type::Struct { fields, .. } if !own.placed.is_tensor_memory => {
            fields.len() == 1 + own.placed.shape.len()
                && fields.first() == Some(&llvm::Type::Pointer(3))
                && fields[1..].iter().all(|field| *field == llvm::Type::Integer(32))
        }
        llvm::Type::Pointer(3 | 6) => own.placed.is_tensor_memory,
        _ => false,
    };
    if !is_alike {
        return Err(other_type(own.argument));
    }
    match own.placed.is_tensor_memory {
        true => machine.add_tensor_memory(own.address, own.placed.length / COLUMN_BYTES),
        false => {
            let name = format!("the memory of argument {}", own.argument);
            machine.memory.add(&name, own.base, own.placed.length, Initial::Undefined);
        }
    }
    let per = bytes.len() / own.placed.n_elements().max(1);
    for &(offset, element) in &own.placed.places {
        for at in 0..per {
            let byte = bytes[element as usize * per + at];
            machine.memory.preset(own.base + offset + at as u64, byte);
        }
    }
    let address = machine::Value::Row(Row::same(32, own.address));
    if own.placed.is_tensor_memory {
        return Ok(address);
    }
    let zero = machine::Value::Row(Row::same(32, 0));
    let offsets = std::iter::repeat_n(zero, own.placed.shape.len());
    Ok(machine::Value::Many(std::iter::once(address).chain(offsets).collect()))
}

/// What is in the memory of an argument in the end.
fn compare_memory(
    program: &Program,
    own: &Shared,
    buffer: &spec::Buffer,
    machine: &mut Machine<'_>,
    inputs: &Inputs,
    is_lost: &mut bool,
) -> Result<(), Ended> {
    let name = format!("%{}", program.arguments[own.argument].name);
    let all: Vec<u32> = (0..own.placed.n_elements() as u32).collect();
    let memory = InMemory { name, base: own.base, placed: &own.placed, buffer, elements: &all };
    memory.compare(machine, inputs, is_lost)
}
