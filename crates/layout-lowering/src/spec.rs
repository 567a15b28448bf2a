//! TTGIR executed for all elements of its tensors.
//!
//! A tensor is its elements, whatever holds them: a conversion between layouts is the identity. Only
//! where a function takes or gives tensors and memories do layouts say which register of which thread,
//! or which byte, an element is; they are those of our own reading of the encodings.

mod arithmetic;
mod combination;
mod control;
mod global;
mod memories;
mod operations;
mod placement;
mod shapes;
mod value;

use layout_kernels::triton::{MemDesc, Program, Region, Step, Type};
use rustc_hash::FxHashMap;

use crate::bits::Table;
use crate::llvm::Order;
use crate::machine::{Memory, SourceLines, Stop};

pub(crate) use placement::{Distribution, Placed};
pub(crate) use value::{Buffer, MemoryView, Tensor, Value, input_element, n_elements};

/// The execution of a file's functions.
pub(crate) struct Spec<'p> {
    pub programs: &'p [Program],
    pub table: &'p mut Table,
    /// The memory that pointers point to.
    pub global: Memory,
    /// The memories that threads share.
    pub buffers: Vec<Buffer>,
    /// Those of them that were allocated in tensor memory, with their types.
    pub in_tensor_memory: Vec<(usize, MemDesc)>,
    /// The calls of functions, in order.
    pub calls: Vec<ExpectedCall>,
    /// The orders that atomic operations are in, with their lines.
    pub orders: Vec<(u32, Order)>,
    /// When each buffer is there: from the operation that allocates it to the last one that names it.
    pub lives: Vec<(usize, usize)>,
    /// How many operations were executed.
    clock: usize,
    steps_left: usize,
    depth: usize,
}

/// What a function was called with.
#[derive(Debug)]
pub(crate) struct ExpectedCall {
    /// The function, by its number among those of the file.
    pub program: usize,
    pub line: u32,
    pub arguments: Vec<Value>,
    /// What was in the elements of each memory among them; nothing for other arguments.
    pub contents: Vec<Vec<u32>>,
}

/// An execution ends after so many elements were computed.
const MAX_STEPS: usize = 200_000_000;

/// Calls nest no deeper.
const MAX_DEPTH: usize = 16;

/// The values of the names of a function.
type NamedValues<'p> = FxHashMap<&'p str, Value>;

impl<'p> Spec<'p> {
    pub fn new(programs: &'p [Program], table: &'p mut Table) -> Self {
        Spec {
            programs,
            table,
            global: Memory::new(1, 1, true),
            buffers: Vec::new(),
            in_tensor_memory: Vec::new(),
            calls: Vec::new(),
            orders: Vec::new(),
            lives: Vec::new(),
            clock: 0,
            steps_left: MAX_STEPS,
            depth: 0,
        }
    }

    /// Executes a function.
    pub fn run(&mut self, program: &'p Program, arguments: Vec<Value>) -> Result<Vec<Value>, Stop> {
        if self.depth == MAX_DEPTH || arguments.len() != program.arguments.len() {
            return Err(Stop::unknown(format!("the call of @{}", program.name), 0));
        }
        self.depth += 1;
        let mut names: NamedValues<'p> = FxHashMap::default();
        for (argument, value) in program.arguments.iter().zip(arguments) {
            names.insert(&argument.name, value);
        }
        let result = self.region(&program.body, &mut names);
        self.depth -= 1;
        result
    }

    /// Executes the operations of a region; what the last one passes on.
    fn region(
        &mut self,
        region: &'p Region,
        names: &mut NamedValues<'p>,
    ) -> Result<Vec<Value>, Stop> {
        if let Some(step) = region.steps.first().filter(|_| !region.blocks.is_empty()) {
            return Err(Stop::unknown("control flow that is not structured", line(step)));
        }
        for step in &region.steps {
            let name = step.operation.name();
            if matches!(name, "tt.return" | "scf.yield") {
                return step
                    .operation
                    .operands()
                    .iter()
                    .map(|own| value_of(names, own, step))
                    .collect();
            }
            let values = self.step(step, names)?;
            if values.len() < step.results.len() {
                return Err(unknown(step));
            }
            for (name, value) in step.results.iter().zip(values) {
                names.insert(name, value);
            }
        }
        Ok(Vec::new())
    }

    fn step(&mut self, step: &'p Step, names: &mut NamedValues<'p>) -> Result<Vec<Value>, Stop> {
        match step.operation.name() {
            "scf.for" => return self.counted_loop(step, names),
            "scf.if" => return self.branch(step, names),
            "tt.call" => {
                let callee = step.operation.callee();
                let program = callee
                    .and_then(|own| self.programs.iter().position(|program| program.name == own));
                let program = program.ok_or_else(|| unknown(step))?;
                let arguments = self.operands(step, names)?;
                self.call(program, &arguments, step)?;
                return self.run(&self.programs[program], arguments);
            }
            _ => {}
        }
        let operands = self.operands(step, names)?;
        let n_elements = result_type(step)
            .and_then(Type::as_tensor)
            .map_or(1, |tensor| value::n_counted(tensor.shape()));
        self.count(n_elements, step)?;
        self.operation(step, &operands)
    }

    fn operands(&mut self, step: &'p Step, names: &NamedValues<'p>) -> Result<Vec<Value>, Stop> {
        self.clock += 1;
        let operands = step.operation.operands().iter().map(|own| value_of(names, own, step));
        let operands: Vec<Value> = operands.collect::<Result<_, _>>()?;
        for view in operands.iter().filter_map(Value::as_memory) {
            self.lives[view.buffer].1 = self.clock;
        }
        Ok(operands)
    }

    /// Adds a memory; its number.
    pub fn add_buffer(&mut self, buffer: Buffer) -> usize {
        self.buffers.push(buffer);
        self.lives.push((self.clock, self.clock));
        self.buffers.len() - 1
    }

    /// Remembers what a function is called with.
    fn call(&mut self, program: usize, arguments: &[Value], step: &Step) -> Result<(), Stop> {
        let mut contents = Vec::new();
        for argument in arguments {
            let Some(view) = argument.as_memory() else {
                contents.push(Vec::new());
                continue;
            };
            self.count(view.elements.len(), step)?;
            let buffer = &self.buffers[view.buffer];
            let bytes = view.elements.iter().flat_map(|&own| buffer.element(own as usize));
            contents.push(bytes.copied().collect());
        }
        let arguments = arguments.to_vec();
        self.calls.push(ExpectedCall { program, line: line(step), arguments, contents });
        Ok(())
    }

    /// Counts elements that are computed.
    fn count(&mut self, n_elements: usize, step: &Step) -> Result<(), Stop> {
        let left = self.steps_left.checked_sub(n_elements);
        let too_many = || Stop::unknown(format!("more than {MAX_STEPS} elements"), line(step));
        self.steps_left = left.ok_or_else(too_many)?;
        Ok(())
    }
}

/// The last type that is written: that of the result, where it has one.
fn result_type(step: &Step) -> Option<&Type> {
    let [operands, results] = step.operation.types();
    results.first().or(operands.last())
}

fn line(step: &Step) -> u32 {
    step.operation.position().line as u32
}

fn place(step: &Step) -> SourceLines {
    SourceLines { line: line(step), origin: line(step) }
}

/// An operation whose meaning is not known.
fn unknown(step: &Step) -> Stop {
    Stop::unknown(step.operation.name(), line(step))
}

fn value_of(names: &NamedValues<'_>, name: &str, step: &Step) -> Result<Value, Stop> {
    names.get(name).cloned().ok_or_else(|| Stop::unknown(format!("the value %{name}"), line(step)))
}
