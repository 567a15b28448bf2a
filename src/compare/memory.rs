//! Functions that access memory: what each writes, returns and reads.
//!
//! Both functions are executed, with numbers that are functions of the arguments and data of which nothing
//! is known but how it comes about. Loops are gone through once for all iterations, which is enough where a
//! pass leaves them as they are, or one iteration after the other. Where neither proves anything, some
//! arguments are tried.
//!
//! Different arguments and allocations are taken not to overlap.

mod accesses;
mod alignment;
mod assertions;
mod buffers;
mod calls;
mod cells;
mod claims;
mod control;
mod defined;
mod globals;
mod hazards;
mod independence;
mod inputs;
mod iterations;
mod known;
mod laid_out;
mod lanes;
mod lifetimes;
mod machine;
mod notes;
mod observed;
mod promises;
mod surroundings;
mod terms;
mod values;
mod verdict;
mod views;
mod ways;
mod where_defined;
mod world;

use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, Value, ValueLike};

use self::alignment::count_alike;
use self::claims::{Claims, Trace, Unlike};
use self::defined::undefined;
use self::independence::in_any_order;
use self::inputs::{Input, Sample};
use self::laid_out::are_laid_out_again;
use self::machine::{ExecutionMode, Machine, Stop};
use self::verdict::{IS_READ, Settled, settle};
use self::world::World;
use super::blocks::{arguments, body, same_types};
use crate::algebra::Budget;
use crate::dialect::foreign::access::Access;
use crate::dialect::foreign::memory::{View, allocation};
use crate::dialect::ir;
use crate::passes::exact::bits;
use crate::validate::FunctionVerdict;

/// So many steps an execution may take in which each iteration is a step.
const MAX_STEPS: usize = 400_000;

/// The same where arguments are chosen.
const MAX_SAMPLE_STEPS: usize = 100_000;

/// So many buffers are found one after the other to be accessed at places that are not known.
const MAX_RESTARTS: usize = 64;

/// So many arguments are tried.
const SAMPLES: u64 = 10;

/// True if a function accesses memory, or has regions or blocks.
pub(super) fn has_accesses(function: OperationRef<'_, '_>) -> bool {
    let is_execution = |operation: OperationRef<'_, '_>| {
        Access::of(operation).is_some()
            || View::of(operation).is_some()
            || allocation(operation).is_some()
            || is_nested(function, operation)
    };
    ir::walk(function).into_iter().any(is_execution)
}

/// True for an operation in another block of a function than the first one.
fn is_nested(function: OperationRef<'_, '_>, operation: OperationRef<'_, '_>) -> bool {
    operation != function && operation.block() != body(function)
}

/// Compares two functions that access memory or have loops.
pub(super) fn verdict_of<'c>(
    before: OperationRef<'c, 'c>,
    after: OperationRef<'c, 'c>,
    max_operations: u64,
) -> FunctionVerdict {
    decided([before, after], &Budget::with_isl_operations(max_operations))
        .unwrap_or_else(|reason| FunctionVerdict::Unknown { reason })
}

fn decided<'c>(
    functions: [OperationRef<'c, 'c>; 2],
    budget: &Budget,
) -> Result<FunctionVerdict, String> {
    let [Some(before), Some(after)] = functions.map(body) else {
        return Err("it has no body".to_owned());
    };
    let bodies = [before, after];
    let values = bodies.map(arguments);
    same_or_laid_out("takes", &values[0], &values[1])?;
    let lockstep = ExecutionMode { max_steps: MAX_STEPS, ..ExecutionMode::default() };
    let each = ExecutionMode {
        unrolls: true,
        simulates: true,
        max_steps: MAX_STEPS,
        ..ExecutionMode::default()
    };
    let tried = ExecutionMode { max_steps: MAX_SAMPLE_STEPS, ..each.clone() };
    let mut reason: Option<String> = None;
    for mode in [lockstep, each] {
        let Attempt { settled, order, .. } = attempt(bodies, mode, None, budget);
        let unknown = match settled {
            Settled::Verdict(verdict) => return Ok(verdict),
            Settled::Differ { verdict, sample, unless } => {
                // What is done or read in an order may be in another one; then it is executed.
                if order == Order::None && unless.is_none() {
                    return Ok(verdict);
                }
                let attempted = attempt(bodies, tried.clone(), Some(sample), budget);
                let is_chosen = !attempted.chosen.is_empty();
                if let Some(seen) = difference(attempted) {
                    return Ok(match &verdict {
                        // What is read in one order need not be that in the other one.
                        FunctionVerdict::Refuted { at, .. }
                            if is_chosen || at.contains(IS_READ) =>
                        {
                            seen_at(at, seen)
                        }
                        _ => verdict,
                    });
                }
                let reason = "it does other things after, or in another order";
                unless.unwrap_or_else(|| reason.to_owned())
            }
            Settled::Unknown(reason) => reason,
            Settled::Nothing => "it is undefined before the pass".to_owned(),
        };
        reason = Some(match reason {
            Some(first) => longer(first, unknown),
            None => unknown,
        });
    }
    let reason = reason.unwrap_or_default();
    let mut held = 0;
    for number in 0..SAMPLES {
        let sample = Sample::Tried(number);
        let at = numbers(&values[0], &sample);
        match attempt(bodies, tried.clone(), Some(sample), budget) {
            Attempt { settled: Settled::Verdict(FunctionVerdict::Proved { .. }), .. } => held += 1,
            attempted => {
                if let Some(seen) = difference(attempted) {
                    return Ok(seen_at(&at, seen));
                }
            }
        }
    }
    Err(match held {
        0 => reason,
        _ => format!("{reason}; it holds for {held} of the arguments that were tried"),
    })
}

/// The refutation that an execution on some arguments gives, if it gives one. What is read in an order of which
/// nothing else is known refutes nothing there.
fn difference(attempted: Attempt) -> Option<FunctionVerdict> {
    let Attempt { settled, order, has_any_iteration, chosen } = attempted;
    // A loop that was gone through once, for any iteration, may have none.
    if has_any_iteration {
        return None;
    }
    let verdict = match settled {
        Settled::Verdict(verdict) => verdict,
        Settled::Differ { verdict, .. } if order != Order::Reads => verdict,
        // What is undefined, unless that is a question of what is read.
        Settled::Differ { verdict, unless: Some(_), .. } => match &verdict {
            FunctionVerdict::Refuted { at, .. } if !at.contains(IS_READ) => verdict,
            _ => return None,
        },
        _ => return None,
    };
    let FunctionVerdict::Refuted { at, before, after } = verdict else { return None };
    let read = chosen.into_iter().map(|number| format!("{number}{IS_READ}"));
    let mut parts: Vec<String> = vec![at];
    for part in read {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    Some(FunctionVerdict::Refuted { at: parts.join("; "), before, after })
}

/// A refutation that was seen where functions were executed, at these arguments: what was read there it says
/// itself.
fn seen_at(arguments: &str, seen: FunctionVerdict) -> FunctionVerdict {
    let FunctionVerdict::Refuted { at, before, after } = seen else { return seen };
    let is_read = |part: &&str| part.ends_with(IS_READ);
    // All iterations were executed.
    let is_given = |part: &&str| !is_read(part) && !part.starts_with("iteration ");
    let given = arguments.split("; ").filter(is_given);
    let read = at.split("; ").filter(|part| !given.clone().any(|own| own == *part));
    let parts = given.clone().chain(read).filter(|part| !part.is_empty() && *part != "any");
    FunctionVerdict::Refuted { at: parts.collect::<Vec<&str>>().join("; "), before, after }
}

/// The reason of an attempt that got further.
fn longer(first: String, second: String) -> String {
    let is_short = |reason: &str| reason.starts_with("it does ") || reason.starts_with("loop ");
    if is_short(&first) { second } else { first }
}

/// The integers among the arguments, as a sample has them.
fn numbers(arguments: &[Value<'_, '_>], sample: &Sample) -> String {
    let number = |(at, value): (usize, &Value<'_, '_>)| {
        let bits = bits(value.r#type()).ok()?;
        sample.chosen(&Input::Argument(at, 0), bits).map(|number| number.to_string())
    };
    let found: Vec<String> = arguments.iter().enumerate().filter_map(number).collect();
    found.join(", ")
}

/// Values that a function takes or returns have to be of the same types, but for buffers whose layout became
/// their shape.
fn same_or_laid_out(
    verb: &str,
    before: &[Value<'_, '_>],
    after: &[Value<'_, '_>],
) -> Result<(), String> {
    let mut pairs = before.iter().zip(after);
    let is_like = before.len() == after.len()
        && pairs.all(|(one, other)| are_laid_out_again(one.r#type(), other.r#type()));
    if is_like { Ok(()) } else { same_types(verb, before, after) }
}

/// What is told in an order, which a function may do in another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    None,
    /// What is done.
    Events,
    /// Integers that are read, too.
    Reads,
}

/// What comes of executing both functions.
struct Attempt {
    settled: Settled,
    order: Order,
    /// True if a loop was gone through once, for any iteration.
    has_any_iteration: bool,
    /// The integers that were chosen of those that are read.
    chosen: Vec<i64>,
}

/// Executes both functions and compares what they do.
fn attempt<'c>(
    bodies: [BlockRef<'c, 'c>; 2],
    mode: ExecutionMode,
    sample: Option<Sample>,
    budget: &Budget,
) -> Attempt {
    let mut world = World::new();
    let (settled, order) = executed(bodies, mode, sample, (&mut world, budget));
    let chosen = world.chosen.into_values().collect();
    Attempt { settled, order, has_any_iteration: world.has_any_iteration, chosen }
}

fn executed<'c>(
    bodies: [BlockRef<'c, 'c>; 2],
    mut mode: ExecutionMode,
    sample: Option<Sample>,
    (world, budget): (&mut World<'c>, &Budget),
) -> (Settled, Order) {
    for _ in 0..MAX_RESTARTS {
        *world = World::new();
        world.sample.clone_from(&sample);
        world.chosen_buffers.clone_from(&mode.chosen);
        let mut traces = Vec::new();
        let (mut stopped, mut ends) = (None, Vec::new());
        for (side, body) in bodies.into_iter().enumerate() {
            let mut machine = Machine::new(world, &mode, side);
            let returned = machine.run(body);
            let is_over = matches!(returned, Err(Stop::Ends));
            ends.push(machine.end.filter(|_| !is_over));
            match returned {
                Ok(returned) => traces.push(Trace::of(machine, returned)),
                Err(Stop::Ends) => traces.push(Trace::of(machine, Vec::new())),
                Err(stop) => {
                    stopped = Some((side, stop));
                    break;
                }
            }
        }
        match stopped {
            Some((side, Stop::Order(buffer))) => {
                let is_local = matches!(buffer, terms::Buffer::Local(_));
                // What an operation gives that is not read may be any of the other buffers.
                mode.simulates &= !matches!(buffer, terms::Buffer::Result(..));
                mode.ordered[side].insert(buffer.clone());
                if !is_local {
                    mode.ordered[1 - side].insert(buffer);
                }
                continue;
            }
            Some((_, Stop::Choose(buffer))) => {
                mode.chosen.insert(buffer);
                continue;
            }
            Some((_, Stop::OutOfBounds)) => return (Settled::Nothing, Order::None),
            Some((_, Stop::Gone)) => {
                let what = "it uses a buffer that is no longer there";
                // Whether the function before is defined anywhere is seen where it is executed.
                if sample.is_none() {
                    return (Settled::Unknown(what.to_owned()), Order::None);
                }
                let (at, before) = ("any".to_owned(), "defined behavior".to_owned());
                let after = format!("undefined behavior ({what})");
                return (
                    Settled::Verdict(FunctionVerdict::Refuted { at, before, after }),
                    Order::None,
                );
            }
            Some((_, Stop::TooLong)) => {
                let reason = format!("it takes more than {} steps", mode.max_steps);
                return (Settled::Unknown(reason), Order::None);
            }
            Some((_, Stop::Unread(reason))) => return (Settled::Unknown(reason), Order::None),
            Some((_, Stop::Ends)) | None => {}
        }
        let [before, after] = &mut traces[..] else { break };
        if let [Some(one), Some(other)] = ends[..] {
            let [one, other] = [one, other].map(|end| end.operands().collect::<Vec<_>>());
            if let Err(reason) = same_or_laid_out("returns", &one, &other) {
                return (Settled::Unknown(reason), Order::None);
            }
        }
        let is_simulated = mode.simulates && mode.ordered.iter().all(|all| all.is_empty());
        let mut claims = Claims::new(world, is_simulated);
        let read = claims.read([&*before, &*after]);
        let (claims, parallel, stops) = (claims.claims, claims.parallel, claims.stops);
        if let Some(stops) = stops {
            count_alike(&mut after.surroundings, &stops);
        }
        let [before, after] = [&*before, &*after];
        let order = match [before, after].iter().any(|trace| !trace.events.is_empty()) {
            _ if !world.integers.is_empty() => Order::Reads,
            true => Order::Events,
            false => Order::None,
        };
        let settled = match read {
            Ok(()) => settle(world, &claims, before, budget),
            Err(Unlike::Unknown(reason)) => {
                // A number that differs is a better answer.
                match settle(world, &claims, before, budget) {
                    settled @ Settled::Differ { .. } => settled,
                    _ => Settled::Unknown(reason),
                }
            }
            Err(Unlike::Different { what, before, after }) => {
                let (before, at) = (format!("{before} as {what}"), "any".to_owned());
                Settled::Verdict(FunctionVerdict::Refuted { at, before, after })
            }
        };
        let settled = in_any_order(settled, world, [before, after], &parallel, budget);
        let found = match settled {
            Settled::Verdict(FunctionVerdict::Proved { .. }) => {
                undefined(world, [before, after], budget)
            }
            // Numbers that are known say more.
            Settled::Unknown(_) if sample.is_some() => {
                let found = undefined(world, [before, after], budget);
                found.filter(|found| matches!(found, Settled::Differ { .. }))
            }
            _ => None,
        };
        return (found.unwrap_or(settled), order);
    }
    let reason = "too many buffers are accessed at places that are not known".to_owned();
    (Settled::Unknown(reason), Order::None)
}
