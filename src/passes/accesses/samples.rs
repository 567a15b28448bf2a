//! Iterations of the loops around an access that are looked at one by one: what the IR computes of
//! their numbers is exact there.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use super::execution::Execution;
use crate::dialect::foreign::Number;
use crate::dialect::foreign::control::{Bound, LoopVariable, loop_variables};
use crate::dialect::foreign::is_called;
use crate::dialect::foreign::kernel::{KnownIds, is_launch, launched};
use crate::passes::surroundings::Source;

/// How many iterations are looked at.
const MAX_SAMPLES: usize = 64;

/// Numbers of variables, those of the outermost loop first.
pub(super) type Numbers<'c> = Vec<(Value<'c, 'c>, i64)>;

/// What a variable around an access counts.
enum Counted<'c> {
    Loop(OperationRef<'c, 'c>, LoopVariable<'c>),
    /// Threads or blocks of a launch.
    Launched(Value<'c, 'c>),
    /// Threads or blocks of a kernel that says how many there are.
    Known(i64),
}

/// The numbers that a variable takes.
struct Iterations {
    first: i64,
    step: i64,
    count: i64,
}

impl Iterations {
    /// At most so many of them: the first, the last, and those behind the first.
    fn some(&self, most: usize) -> impl Iterator<Item = i64> {
        let last = self.count - 1;
        let inner = 1..last.max(1);
        let all = std::iter::once(0).chain((last != 0).then_some(last)).chain(inner);
        all.take(most).map(|at| self.first + at * self.step)
    }
}

/// Iterations of the loops around an operation, as many of these, from the outside inwards, as
/// computed values need to be known; no iteration if none is computed from them.
pub(super) fn samples<'c>(
    operation: OperationRef<'c, 'c>,
    sources: &[Source<'c>],
    ids: &mut KnownIds<'c>,
) -> Vec<Numbers<'c>> {
    let counted = counted_around(operation, ids);
    let is_counted = |value: Value<'c, 'c>| counted.iter().any(|(known, _)| *known == value);
    let n_known = |numbers: &Numbers<'c>| {
        let mut execution = Execution::at(numbers);
        let is_known = |source: &&Source<'c>| match **source {
            Source::Value(value) => !is_counted(value) && execution.value(value).is_some(),
            Source::Size { buffer, dimension } => execution.size(buffer, dimension).is_some(),
            Source::Held(_) | Source::Mapped { .. } | Source::Unnamed(_) => false,
        };
        sources.iter().filter(is_known).count()
    };
    let mut numbers = Numbers::new();
    let (mut depth, mut most) = (0, n_known(&numbers));
    for (at, (variable, counted)) in counted.iter().enumerate() {
        let Some(iterations) = iterations(counted, &numbers) else { break };
        numbers.push((*variable, iterations.first));
        let known = n_known(&numbers);
        if most < known {
            (depth, most) = (at + 1, known);
        }
    }
    if most == 0 {
        return Vec::new();
    }
    let mut samples = vec![Numbers::new()];
    for (at, (variable, counted)) in counted[..depth].iter().enumerate() {
        // The variables inside take two each, if there is room for them.
        let inside = u32::try_from(depth - at - 1).unwrap_or(u32::MAX);
        let room = MAX_SAMPLES / 2_usize.saturating_pow(inside).min(MAX_SAMPLES);
        let each = (room / samples.len()).max(1);
        let mut longer = Vec::new();
        for sample in &samples {
            let iterations = iterations(counted, sample);
            for number in iterations.iter().flat_map(|iterations| iterations.some(each)) {
                longer.push([&sample[..], &[(*variable, number)]].concat());
            }
        }
        longer.truncate(MAX_SAMPLES);
        samples = longer;
        if samples.is_empty() {
            break;
        }
    }
    samples
}

/// The variables of the loops, launches and kernels around an operation, from the outside inwards.
fn counted_around<'c>(
    operation: OperationRef<'c, 'c>,
    ids: &mut KnownIds<'c>,
) -> Vec<(Value<'c, 'c>, Counted<'c>)> {
    let mut found = Vec::new();
    let mut inside = operation;
    while let Some(parent) = inside.parent_operation() {
        let variables: Vec<_> = if is_called(parent) {
            ids.of(parent).iter().map(|&(id, size)| (id, Counted::Known(size))).collect()
        } else if is_launch(parent) {
            let launched = launched(parent).into_iter().flatten();
            launched.map(|axis| (axis.id_argument, Counted::Launched(axis.n))).collect()
        } else {
            let variables = loop_variables(parent).into_iter().flatten();
            variables.map(|of_loop| (of_loop.variable, Counted::Loop(parent, of_loop))).collect()
        };
        found.extend(variables.into_iter().rev());
        if is_called(parent) {
            break;
        }
        inside = parent;
    }
    found.reverse();
    found
}

/// The numbers that a variable takes where those outside of it are known; `None` if there is none, or
/// if they are not known.
fn iterations<'c>(counted: &Counted<'c>, outside: &Numbers<'c>) -> Option<Iterations> {
    let mut execution = Execution::at(outside);
    let upto = |count: i64| (0 < count).then_some(Iterations { first: 0, step: 1, count });
    let (around, of_loop) = match counted {
        Counted::Known(size) => return upto(*size),
        Counted::Launched(n) => return upto(execution.value(*n)?),
        Counted::Loop(around, of_loop) => (*around, of_loop),
    };
    let mut ends = |bound: &Bound<'c>| {
        let end = |result| execution.mapped(around, result, &bound.operands);
        bound.results.iter().map(end).collect::<Option<Vec<i64>>>()
    };
    let (first, end) = (ends(&of_loop.low)?, ends(&of_loop.high)?);
    let (first, end) = (first.into_iter().max()?, end.into_iter().min()?);
    let step = match of_loop.step {
        Number::Constant(step) => step,
        Number::Value(step) => execution.value(step)?,
    };
    // Numbers of one sign are in the same order as unsigned ones.
    if !of_loop.is_signed && (first < 0) != (end < 0) {
        return None;
    }
    let last = end.checked_sub(1)?.checked_sub(first).filter(|_| 0 < step)?;
    (0 <= last).then_some(Iterations { first, step, count: last / step + 1 })
}
