//! Runs a function on numbers, as far as its waits and its parts of shared memory depend on them.
//!
//! Programs are run for some choices of the arguments, loops turn by turn. Tensors are not followed: only
//! numbers that are the same for all threads, and which part of which memory an operation reads or
//! writes. Where a branch depends on something that is not known, what it contains is run: a loop for
//! some turns, since it may have as many. What is reported does happen in such a run.

mod barriers;
mod conditions;
mod coverage;
mod decisions;
mod expected;
mod fences;
mod flight;
mod flights;
mod flow;
mod integer;
mod memory;
mod moment;
mod partitions;
mod progress;
mod scalars;
mod team;
mod under_way;
mod view;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::conditions::{Condition, Known, Unknown};
use self::coverage::{Choice, Coverage};
use self::expected::Expected;
use self::fences::Fences;
use self::flight::AsyncOperation;
use self::flights::{BarrierPlace, Flights};
use self::integer::{Integer, Sources};
use self::moment::{Met, Moment};
use self::team::Event;
use self::view::MemoryPart;
use super::finding::Finding;
use super::memories::tuple;
use super::rule::{MISSING_WAIT, Rule};
use crate::triton::{Module, Position, Program, Region, Step, Type};

/// A run ends after so many operations, whatever it has found until then, and in a file of many functions
/// after fewer.
const MAX_STEPS: usize = 200_000;
const MIN_STEPS: usize = 20_000;
const MAX_STEPS_OF_FILE: usize = 2_000_000;

/// Of loops that do nothing but compute, a run has so many operations.
const MAX_IDLE_STEPS: usize = 4096;

/// The turns of a loop whose number of turns is not known.
const UNKNOWN_TURNS: usize = 6;

/// Calls in calls are run so deep.
const MAX_CALLS: usize = 16;

/// What is found in the runs of the functions of a file that no other calls, the first conflict of each
/// access, with the name of the function that is run.
pub(super) fn execute_all(programs: &[Program], module: &Module) -> Vec<(String, Finding)> {
    let mut called = FxHashSet::default();
    programs.iter().for_each(|program| calls(&program.body, &mut called));
    let functions: FxHashMap<String, Arc<Program>> = programs
        .iter()
        .filter(|program| called.contains(&program.name))
        .map(|program| (program.name.clone(), Arc::new(program.clone())))
        .collect();
    let mut found = Vec::new();
    let run = || programs.iter().filter(|program| !called.contains(&program.name));
    let most = (MAX_STEPS_OF_FILE / run().count().max(1)).clamp(MIN_STEPS, MAX_STEPS);
    for program in run() {
        let own = execute(program, &functions, module, most).into_iter();
        found.extend(own.map(|finding| (program.name.clone(), finding)));
    }
    found
}

/// Adds the functions that are called.
fn calls(region: &Region, called: &mut FxHashSet<String>) {
    for step in &region.steps {
        called.extend(step.operation.callee().map(str::to_owned));
        step.regions.iter().for_each(|region| calls(region, called));
    }
}

fn execute(
    program: &Program,
    functions: &FxHashMap<String, Arc<Program>>,
    module: &Module,
    max_steps: usize,
) -> Vec<Finding> {
    let coverage = Coverage::new(&program.arguments);
    let mut run = ExecutionState { coverage, ..ExecutionState::default() };
    while let Some(choice) = run.coverage.next(run.varies) {
        let is_further = run.coverage.is_further();
        run = ExecutionState {
            choice,
            functions: functions.clone(),
            n_lanes: module.threads_per_warp(),
            n_threads: module.num_warps().zip(module.threads_per_warp()).and_then(product),
            found: run.found,
            reported: run.reported,
            loaded: run.loaded,
            if_loaded: run.if_loaded,
            contradicted: run.contradicted,
            coverage: run.coverage,
            varies: run.varies,
            max_steps: if is_further { MIN_STEPS } else { max_steps },
            n_blocks: module.num_ctas(),
            ..ExecutionState::default()
        };
        for (at, own) in program.arguments.iter().enumerate() {
            let value = match &own.kind {
                Type::Other { name, .. } if name.ends_with(".ptr") => {
                    Binding::Pointer(own.name.as_str().into())
                }
                kind => run.choice.argument(at, kind).map_or(Binding::Unknown, Binding::Number),
            };
            run.values.insert(own.name.clone(), value);
        }
        // What ends a run early is not a finding.
        if run.region(&program.body).is_ok() {
            run.end();
        }
    }
    let shared = run.if_loaded.into_iter().filter(|(pointer, _)| run.loaded.contains(pointer));
    run.found.extend(shared.map(|(_, finding)| finding));
    run.found
}

/// How many threads warps of so many lanes have.
fn product((n_warps, n_lanes): (i64, i64)) -> Option<usize> {
    usize::try_from(n_warps.checked_mul(n_lanes)?).ok()
}

/// What a name stands for.
#[derive(Debug, Clone, PartialEq)]
enum Binding {
    Number(Integer),
    Memory(MemoryPart),
    /// Addresses that come from this argument of the function.
    Pointer(Arc<str>),
    /// What an asynchronous product of this number gives when it is done.
    Product(usize),
    /// What orders operations; that of an `async_wait` says that copies are done.
    Token {
        of_wait: bool,
    },
    Unknown,
    /// What an operation gave, of which nothing is known but that it is the same wherever it is used.
    Opaque(usize),
    /// A bit that is set if this holds.
    Condition(Condition),
    /// Nothing has this name.
    Missing,
}

impl Binding {
    fn number(&self) -> Option<Integer> {
        match self {
            Binding::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Of a condition that is known, whether it holds.
    fn holds(&self) -> Option<bool> {
        Some(!self.number()?.is_zero())
    }

    /// What a number depends on.
    fn sources(&self) -> Sources {
        self.number().map_or(Sources::default(), Integer::sources)
    }

    /// True if it is another number, perhaps, where what is made up is another one.
    fn is_made_up(&self) -> bool {
        self.number().is_none_or(Integer::is_made_up)
    }
}

/// What has to be so for an operation to be run in a turn, beside the operations that lead to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Provision {
    /// A loop, whose turns are not known, has as many.
    Turns,
    /// A branch in a loop is taken.
    Branch,
}

impl Provision {
    fn words(self) -> &'static str {
        match self {
            Provision::Turns => ", if there are as many turns",
            Provision::Branch => ", if the branch is taken",
        }
    }
}

/// What a branch or a loop gives where other numbers may give something else.
fn made_up(values: Yielded) -> Yielded {
    with_numbers(values, |number| number.because_of(true))
}

/// What a branch or a loop gives that is run because of something that depends on these.
fn depending(values: Yielded, sources: Sources) -> Yielded {
    with_numbers(values, |number| number.depending_on(sources))
}

fn with_numbers(values: Yielded, change: impl Fn(Integer) -> Integer) -> Yielded {
    let changed = |value| match value {
        Binding::Number(number) => Binding::Number(change(number)),
        other => other,
    };
    values.into_iter().map(changed).collect()
}

/// A run ended before its end.
struct Ended;

/// What a region hands on: its `yield`, or its `condition`.
type Yielded = Vec<Binding>;

#[derive(Default)]
struct ExecutionState {
    values: FxHashMap<String, Binding>,
    flights: Flights,
    expected: Expected,
    fences: Fences,
    /// The name of each allocation.
    allocations: Vec<String>,
    /// Where allocations were freed.
    freed: FxHashMap<usize, Position>,
    /// The barriers that were made, and allocations that may have others.
    made: FxHashSet<BarrierPlace>,
    may_be_made: FxHashSet<usize>,
    /// A store to global memory that other threads may yet have to do.
    stored: Vec<(Arc<str>, Position)>,
    loaded: FxHashSet<Arc<str>>,
    /// The functions of the file, by their names.
    functions: FxHashMap<String, Arc<Program>>,
    /// The threads of a warp, and those that run what is run.
    n_lanes: Option<i64>,
    n_blocks: Option<i64>,
    n_threads: Option<usize>,
    /// The calls that are not over.
    n_calls: usize,
    /// What the partition that is run has done.
    trace: Option<Vec<Event>>,
    /// The warps take turns: some have waited at a barrier that the others have not come to.
    takes_turns: bool,
    /// What is found if something is loaded from the pointer, too.
    if_loaded: Vec<(Arc<str>, Finding)>,
    n_steps: usize,
    max_steps: usize,
    /// The operations of loops that do nothing but compute.
    n_idle_steps: usize,
    /// Something was done because of a number that is made up, or of a condition that is not known.
    varies: bool,
    /// What this run takes for granted, and what all of them have done.
    choice: Choice,
    coverage: Coverage,
    /// How many numbers there are that are not known, what they may be, and where that was decided.
    n_opaque: usize,
    known: Known,
    decided: FxHashMap<Unknown, Position>,
    /// Decisions by which something else was not run.
    contradicted: FxHashSet<Position>,
    /// What has to be so for what is run to be run.
    provided: Option<Provision>,
    /// The loops that are run: their places and turns, outermost first.
    turns: Vec<(Position, usize)>,
    found: Vec<Finding>,
    /// The access, or for a release the store, and whether it is a write.
    reported: FxHashSet<(Position, Position, bool)>,
}

impl ExecutionState {
    fn value(&self, name: &str) -> Binding {
        self.values.get(name).cloned().unwrap_or(Binding::Missing)
    }

    fn number(&self, name: &str) -> Option<Integer> {
        self.values.get(name)?.number()
    }

    /// The operand of this number.
    fn operand(&self, step: &Step, at: usize) -> Binding {
        step.operation.operands().get(at).map_or(Binding::Unknown, |name| self.value(name))
    }

    fn define(&mut self, names: &[String], values: Vec<Binding>) {
        let values = values.into_iter().chain(std::iter::repeat(Binding::Unknown));
        for (name, value) in names.iter().zip(values) {
            let value = match value {
                Binding::Unknown => {
                    self.n_opaque += 1;
                    Binding::Opaque(self.n_opaque)
                }
                known => known,
            };
            match self.values.get_mut(name) {
                Some(own) => *own = value,
                None => {
                    self.values.insert(name.clone(), value);
                }
            }
        }
    }

    fn region(&mut self, region: &Region) -> Result<Yielded, Ended> {
        let mut at = 0;
        let mut visits = vec![0; region.blocks.len()];
        while let Some(step) = region.steps.get(at) {
            at += 1;
            self.n_steps += 1;
            if self.max_steps < self.n_steps {
                return Err(Ended);
            }
            if matches!(step.operation.name(), "scf.yield" | "scf.condition" | "tt.return") {
                return Ok(self.operands(step));
            }
            if !step.successors.is_empty() {
                at = self.branch(step, &region.blocks, &mut visits)?;
                continue;
            }
            let results = match (step.operation.name(), &step.regions[..]) {
                ("scf.for", [body]) => self.counted_loop(step, body)?,
                ("scf.while", [condition, body]) => self.open_loop(step, condition, body)?,
                ("scf.if", [then, rest @ ..]) => self.choice(step, then, rest.first())?,
                ("ttg.warp_specialize", partitions) => self.partitions(step, partitions)?,
                ("tt.call" | "func.call", _) => self.call(step)?,
                _ => self.operation(step)?,
            };
            self.define(&step.results, results);
        }
        Ok(Vec::new())
    }

    fn operands(&self, step: &Step) -> Vec<Binding> {
        step.operation.operands().iter().map(|name| self.value(name)).collect()
    }

    /// An operation without regions.
    fn operation(&mut self, step: &Step) -> Result<Yielded, Ended> {
        let operation = &step.operation;
        let (dialect, name) = operation.name().split_once('.').unwrap_or(("", operation.name()));
        // One of two tensors as a whole: a sum that is under way may be handed on in its registers.
        if name == "select" && !matches!(self.operand(step, 0), Binding::Product(_)) {
            let which = match self.holds(&self.operand(step, 0)) {
                Some(false) => Some(2),
                Some(true) => Some(1),
                None => [1, 2]
                    .into_iter()
                    .find(|&at| matches!(self.operand(step, at), Binding::Product(_))),
            };
            if let Some(which) = which {
                let chosen = vec![self.operand(step, which)];
                let is_made_up = self.operand(step, 0).is_made_up();
                self.varies |= is_made_up;
                return Ok(if is_made_up { made_up(chosen) } else { chosen });
            }
        }
        if matches!(dialect, "arith" | "math") {
            for at in 0..operation.operands().len() {
                self.use_product(step, at);
            }
        }
        let is_tensor = |kind: &Type| kind.as_tensor().is_some();
        let has_tensors = operation.types().iter().any(|kinds| kinds.iter().any(is_tensor));
        if matches!(dialect, "arith" | "tt") && !has_tensors {
            let numbers: Vec<Option<Integer>> =
                operation.operands().iter().map(|name| self.number(name)).collect();
            if let ("cmpi", [Some(left), Some(right)]) = (name, &numbers[..]) {
                self.coverage.compare(operation.position(), *left, *right);
            }
            if let Some(number) = scalars::result(operation, &numbers, &self.choice) {
                return Ok(vec![Binding::Number(number)]);
            }
            if let Some(condition) = self.condition_of(operation) {
                return Ok(vec![condition]);
            }
        }
        match dialect {
            "arith" | "math" => Ok(Vec::new()),
            _ => self.memory_operation(step, name),
        }
    }

    /// The end of the function, with whose block its shared memory ends.
    fn end(&mut self) {
        let misfits = self.expected.settle_all();
        self.report_bytes(misfits);
        self.report_stores();
    }

    /// Stores that nothing can wait for any more.
    fn report_stores(&mut self) {
        for flight in self.flights.of_kind(AsyncOperation::DescriptorStore) {
            let names =
                flight.reads.iter().filter_map(|view| self.allocations.get(view.allocation));
            let name = names.into_iter().next_back().map_or("", String::as_str);
            let message = format!(
                "the function ends while the {} may yet read %{name}: nothing has waited for it",
                flight.kind.name()
            );
            if self.reported.insert((flight.position, flight.position, false)) {
                self.found.push(Finding::new(MISSING_WAIT, flight.position, message));
            }
        }
    }

    /// The value of a product that is not done is used.
    fn use_product(&mut self, step: &Step, at: usize) {
        let Binding::Product(number) = self.operand(step, at) else { return };
        let Some(flight) = self.flights.is_under_way(number) else { return };
        let (began, name) = (flight.position, flight.kind.name());
        let operand = &step.operation.operands()[at];
        let at = self.moment(step);
        let message = format!(
            "%{operand} is used before the {name} that gives it has been waited for{}",
            at.when()
        );
        self.report(MISSING_WAIT, &at, began, false, message, "this operation may be under way");
    }

    /// Reports what an access meets.
    fn report_conflict(&mut self, at: &Moment, is_write: bool, view: &MemoryPart, met: &Met) {
        let name = self.allocations.get(view.allocation).map_or("", String::as_str);
        let is_freed = at.operation.ends_with(".local_dealloc");
        let did = match is_write {
            true if is_freed => "is freed",
            true => "is written",
            false => "is read",
        };
        let does = match (is_write, met.is_write) {
            (_, false) => "reads it",
            (true, true) if !is_freed => "writes it, too,",
            (_, true) => "writes it",
        };
        let who = match met.kind {
            Some(kind) => format!("the {} that {does} may be under way", kind.name()),
            None => format!("another partition may yet {}", does.replacen("s it", " it", 1)),
        };
        let who = who.trim_end_matches(',');
        let message = format!(
            "element {} of %{name} {did} while {who}: nothing has waited for it{}",
            tuple(&met.element),
            at.when()
        );
        let note = "this operation may be under way";
        self.report(MISSING_WAIT, at, met.position, is_write, message, note);
    }

    fn report(
        &mut self,
        rule: Rule,
        at: &Moment,
        other: Position,
        is_write: bool,
        message: String,
        note: &str,
    ) {
        self.push(at, is_write, at.finding(rule, other, message, note));
    }

    /// Reports what is the first of an access.
    fn push(&mut self, at: &Moment, is_write: bool, found: Finding) {
        if self.reported.insert((at.position, at.position, is_write)) {
            self.found.push(found);
        }
    }
}
