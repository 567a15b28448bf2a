//! Functions that access memory: what each writes, returns and reads.
//!
//! Both functions are executed, with numbers that are functions of the arguments and data of which nothing
//! is known but how it comes about. Loops are gone through once for all iterations, which is enough where a
//! pass leaves them as they are, or one iteration after the other. Where neither proves anything, some
//! arguments are tried.
//!
//! Different arguments and allocations are taken not to overlap.

mod accesses;
mod buffers;
mod calls;
mod cells;
mod claims;
mod control;
mod defined;
mod globals;
mod hazards;
mod independence;
mod iterations;
mod known;
mod lanes;
mod lifetimes;
mod machine;
mod notes;
mod observed;
mod promises;
mod terms;
mod verdict;
mod views;
mod world;

use melior::ir::r#type::MemRefType;
use melior::ir::{BlockRef, OperationRef, ShapedTypeLike, Value, ValueLike};

use self::claims::{Claims, Trace, Unlike};
use self::defined::undefined;
use self::independence::in_any_order;
use self::machine::{Machine, Mode, Stop};
use self::verdict::{Settled, settle};
use self::world::{Input, Sample, World};
use super::blocks::{arguments, body, same_types};
use crate::algebra::Budget;
use crate::dialect::foreign::access::Access;
use crate::dialect::foreign::memory::{View, allocation, static_size};
use crate::dialect::ir;
use crate::passes::exact::bits;
use crate::validate::Finding;

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
    use melior::ir::operation::OperationLike;
    operation != function && operation.block() != body(function)
}

/// Compares two functions that access memory or have loops.
pub(super) fn finding<'c>(
    before: OperationRef<'c, 'c>,
    after: OperationRef<'c, 'c>,
    max_operations: u64,
) -> Finding {
    decided([before, after], &Budget::with_isl_operations(max_operations))
        .unwrap_or_else(|reason| Finding::Unknown { reason })
}

fn decided<'c>(functions: [OperationRef<'c, 'c>; 2], budget: &Budget) -> Result<Finding, String> {
    let [Some(before), Some(after)] = functions.map(body) else {
        return Err("it has no body".to_owned());
    };
    let bodies = [before, after];
    let values = bodies.map(arguments);
    check_arguments(&values)?;
    let lockstep = Mode { max_steps: MAX_STEPS, ..Mode::default() };
    let each = Mode { unrolls: true, simulates: true, max_steps: MAX_STEPS, ..Mode::default() };
    let tried = Mode { max_steps: MAX_SAMPLE_STEPS, ..each.clone() };
    let mut reason: Option<String> = None;
    for mode in [lockstep, each] {
        let (settled, is_ordered) = attempt(bodies, mode, None, budget);
        let unknown = match settled {
            Settled::Finding(finding) => return Ok(finding),
            Settled::Differ { finding, inputs, unless } => {
                // What is done in an order may be done in another one; then it is executed.
                let sample = Some(Sample::At(inputs));
                let is_refuted = !is_ordered && unless.is_none() || {
                    let (settled, _) = attempt(bodies, tried.clone(), sample, budget);
                    matches!(
                        settled,
                        Settled::Differ { .. } | Settled::Finding(Finding::Refuted { .. })
                    )
                };
                if is_refuted {
                    return Ok(finding);
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
        match attempt(bodies, tried.clone(), Some(sample), budget).0 {
            Settled::Finding(Finding::Refuted { before, after, .. }) => {
                return Ok(Finding::Refuted { at, before, after });
            }
            Settled::Differ { finding: Finding::Refuted { before, after, .. }, .. } => {
                return Ok(Finding::Refuted { at, before, after });
            }
            Settled::Finding(_) => held += 1,
            _ => {}
        }
    }
    Err(match held {
        0 => reason,
        _ => format!("{reason}; it holds for {held} of the arguments that were tried"),
    })
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

/// Arguments have to be of the same types, but for buffers whose layout became their shape.
fn check_arguments([before, after]: &[Vec<Value<'_, '_>>; 2]) -> Result<(), String> {
    let is_fixed = |value: &Value<'_, '_>| {
        MemRefType::try_from(value.r#type()).is_ok_and(|r#type| {
            (0..r#type.rank()).all(|dimension| static_size(&r#type, dimension).is_some())
        })
    };
    let mut pairs = before.iter().zip(after);
    let is_like = before.len() == after.len()
        && pairs.all(|(one, other)| {
            one.r#type() == other.r#type() || (is_fixed(one) && is_fixed(other))
        });
    if is_like { Ok(()) } else { same_types("takes", before, after) }
}

/// Executes both functions and compares what they do; true if that is things in an order.
fn attempt<'c>(
    bodies: [BlockRef<'c, 'c>; 2],
    mut mode: Mode,
    sample: Option<Sample>,
    budget: &Budget,
) -> (Settled, bool) {
    for _ in 0..MAX_RESTARTS {
        let mut world = World::new();
        world.sample.clone_from(&sample);
        let mut traces = Vec::new();
        let mut stopped = None;
        for (side, body) in bodies.into_iter().enumerate() {
            let mut machine = Machine::new(&mut world, &mode, side);
            match machine.run(body) {
                Ok(returned) => traces.push(Trace::of(machine, returned)),
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
            Some((_, Stop::OutOfBounds)) => return (Settled::Nothing, false),
            Some((_, Stop::TooLong)) => {
                let reason = format!("it takes more than {} steps", mode.max_steps);
                return (Settled::Unknown(reason), false);
            }
            Some((_, Stop::Unread(reason))) => return (Settled::Unknown(reason), false),
            None => {}
        }
        let [before, after] = &traces[..] else { break };
        let is_simulated = mode.simulates && mode.ordered.iter().all(|all| all.is_empty());
        let mut claims = Claims::new(&mut world, is_simulated);
        let read = claims.read([before, after]);
        let (claims, parallel) = (claims.claims, claims.parallel);
        let is_ordered = traces.iter().any(|trace| !trace.events.is_empty());
        let settled = match read {
            Ok(()) => settle(&world, &claims, before, budget),
            Err(Unlike::Unknown(reason)) => {
                // A number that differs is a better answer.
                match settle(&world, &claims, before, budget) {
                    settled @ Settled::Differ { .. } => settled,
                    _ => Settled::Unknown(reason),
                }
            }
            Err(Unlike::Different { what, before, after }) => {
                let (before, at) = (format!("{before} as {what}"), "any".to_owned());
                Settled::Finding(Finding::Refuted { at, before, after })
            }
        };
        let settled = in_any_order(settled, &mut world, [before, after], &parallel, budget);
        let found = match settled {
            Settled::Finding(Finding::Proved { .. }) => {
                undefined(&mut world, [before, after], budget)
            }
            // Numbers that are known say more.
            Settled::Unknown(_) if sample.is_some() => {
                let found = undefined(&mut world, [before, after], budget);
                found.filter(|found| matches!(found, Settled::Differ { .. }))
            }
            _ => None,
        };
        return (found.unwrap_or(settled), is_ordered);
    }
    let reason = "too many buffers are accessed at places that are not known".to_owned();
    (Settled::Unknown(reason), false)
}
