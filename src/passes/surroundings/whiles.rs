//! What loops say that go on while a condition holds.

use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, Value};

use super::conditions;
use super::induction::{self, Next};
use super::nesting::Nesting;
use super::source::Source;
use super::variables::Variables;
use super::widths::integers_of;
use crate::affine::Quantity;
use crate::dialect::foreign::control::{Condition, Taken, WhileLoop};
use crate::dialect::ir;

/// How many loops are read, one for the sake of another one.
const MAX_LOOPS: usize = 5;

/// Tells what holds in one of the regions of a loop.
pub(super) fn around<'c>(
    around: &WhileLoop<'c>,
    inside: OperationRef<'c, 'c>,
    variables: &mut Variables<'c>,
) {
    if inside.block() == Some(around.before) {
        return begun(around, variables);
    }
    passed(around, &arguments(around.after), true, variables);
}

/// Tells what holds after a loop, of its results.
pub(super) fn after<'c>(finished: &WhileLoop<'c>, variables: &mut Variables<'c>) {
    let results: Vec<Value> = finished.operation.results().map(Value::from).collect();
    for &result in &results {
        variables.own(result);
    }
    if MAX_LOOPS <= variables.nesting.depth {
        return;
    }
    variables.nesting.depth += 1;
    passed(finished, &results, false, variables);
    variables.nesting.depth -= 1;
}

fn arguments<'c>(block: BlockRef<'c, 'c>) -> Vec<Value<'c, 'c>> {
    ir::arguments(block).collect()
}

/// Tells of the values that the condition passes on the last time, whether it holds or not. The values
/// before it are those of that time, and nobody else sees them.
fn passed<'c>(
    of_loop: &WhileLoop<'c>,
    received: &[Value<'c, 'c>],
    holds: bool,
    variables: &mut Variables<'c>,
) {
    variables.hide(of_loop.before);
    let mut scratch = Variables::within(variables.nesting.inside());
    for (&received, passed) in received.iter().zip(of_loop.passed()) {
        if integers_of(received).is_none() {
            continue;
        }
        let quantity = variables.own(received);
        if !ir::is_inside(passed, of_loop.operation) {
            let passed = variables.quantity(passed);
            if !variables.is_derived(&passed) {
                induction::tell(&quantity, &[passed], &[], variables);
            }
            continue;
        }
        // What is passed on may be a constant behind another value that the condition is about.
        let value = scratch.quantity(passed);
        let shifted = value.varying().as_variable().and_then(|variable| {
            let Some(Source::Value(source)) = scratch.sources().get(variable) else { return None };
            Some((*source, quantity.minus(&value.constant().into()).ok()?))
        });
        let (of, is) = shifted.unwrap_or((passed, quantity.clone()));
        if !variables.is_read(of) && ir::is_inside(of, of_loop.operation) {
            variables.define(of, is);
        } else {
            let passed = variables.quantity(passed);
            induction::tell(&quantity, &[passed], &[], variables);
        }
    }
    begun(of_loop, variables);
    conditions::branch(&condition(of_loop, holds), variables);
}

fn condition<'c>(of_loop: &WhileLoop<'c>, holds: bool) -> Taken<'c> {
    let condition = ir::operand(of_loop.condition, 0).map(Condition::Truth);
    Taken { condition, holds }
}

/// Tells what the arguments before the condition are in any iteration.
fn begun<'c>(of_loop: &WhileLoop<'c>, variables: &mut Variables<'c>) {
    let before = arguments(of_loop.before);
    let nexts = nexts(of_loop, &before, variables.nesting.inside());
    for ((&argument, next), start) in before.iter().zip(nexts).zip(of_loop.operation.operands()) {
        if let Some(next) = next {
            let start = variables.quantity(start);
            let argument = variables.quantity(argument);
            induction::tell(&argument, &[start], &[next], variables);
        }
    }
}

/// What an iteration makes of each argument before the condition that is a number.
fn nexts<'c>(
    of_loop: &WhileLoop<'c>,
    before: &[Value<'c, 'c>],
    nesting: Nesting,
) -> Vec<Option<Next>> {
    let mut variables = Variables::within(nesting);
    let own = |&argument: &Value<'c, 'c>| {
        integers_of(argument).is_some().then(|| variables.own(argument))
    };
    let before: Vec<Option<Quantity>> = before.iter().map(own).collect();
    conditions::branch(&condition(of_loop, true), &mut variables);
    for (received, passed) in arguments(of_loop.after).into_iter().zip(of_loop.passed()) {
        let passed = variables.quantity(passed);
        variables.define(received, passed);
    }
    let next = |(at, before): (usize, Option<Quantity>)| {
        let before = before?;
        let next = variables.quantity(ir::operand(of_loop.last, at)?);
        Some(Next::of(&next, &before, &variables))
    };
    before.into_iter().enumerate().map(next).collect()
}
