//! What loops say of their variables.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, RegionLike, Value};

use super::affine::affine_quantity;
use super::nesting::Nesting;
use super::variables::Variables;
use super::widths::{integers_of, narrow};
use crate::affine::{Comparison, Quantity};
use crate::dialect::foreign::Number;
use crate::dialect::foreign::control::{Bound, LoopVariable, loop_variables};
use crate::dialect::ir::{self, AffineExpr};

/// The bounds of one variable of a loop: it is at least each of `low` and less than each of `high`.
#[derive(Default)]
struct Bounds {
    low: Vec<Quantity>,
    high: Vec<Quantity>,
    /// What the variable is a multiple of the step further than, if that is known.
    start: Option<Quantity>,
    /// The step, if it is one number.
    step: Option<i64>,
    /// True if the loop has no bounds but these.
    is_complete: bool,
}

/// Tells what a loop says of its variables, and whether it has iterations if that does not
/// contradict itself; `None` for what is not a loop.
pub(super) fn around<'c>(
    around: OperationRef<'c, 'c>,
    variables: &mut Variables<'c>,
) -> Option<bool> {
    let of_loop = loop_variables(around)?;
    let carried_from = carried(around, &of_loop, variables.nesting.inside());
    let bounds: Vec<Bounds> = of_loop.iter().map(|it| Bounds::new(it, variables)).collect();
    let mut has_iterations = true;
    if let ([of_loop], [bounds]) = (&of_loop[..], &bounds[..]) {
        let variable = variables.quantity(of_loop.variable);
        carry(&carried_from, &variable, bounds, variables);
    }
    for (of_loop, bounds) in of_loop.into_iter().zip(bounds) {
        let variable = variables.quantity(of_loop.variable);
        // Bounds that are other values may leave the loop without iterations.
        has_iterations &= bounds.is_complete
            && bounds.low.iter().chain(&bounds.high).all(|bound| {
                bound.variables().into_iter().all(|bound| variables.is_counted(bound))
            });
        let is_all = bounds.tell(&variable, variables);
        if has_iterations
            && is_all
            && let Some(variable) = variable.as_variable()
        {
            variables.count(variable);
        }
    }
    Some(has_iterations)
}

/// What each argument of a loop besides its variable begins as, and by how much it grows each time.
fn carried<'c>(
    around: OperationRef<'c, 'c>,
    of_loop: &[LoopVariable<'c>],
    nesting: Nesting,
) -> Vec<(Value<'c, 'c>, Value<'c, 'c>, i64)> {
    let [_] = of_loop else { return Vec::new() };
    let block = around.regions().next().and_then(|region| region.first_block());
    let Some((block, last)) = block.and_then(|block| Some((block, block.terminator()?))) else {
        return Vec::new();
    };
    let Some(first) = around.operand_count().checked_sub(last.operand_count()) else {
        return Vec::new();
    };
    let starts = around.operands().skip(first);
    let found = starts.zip(last.operands()).enumerate().filter_map(|(at, (start, next))| {
        let argument: Value = ir::argument(block, at + 1)?;
        // Sums of narrow numbers may wrap around.
        integers_of(argument).filter(|_| narrow(argument).is_none())?;
        let mut variables = Variables::within(nesting);
        let before = variables.own(argument);
        let growth = variables.quantity(next).minus(&before).ok()?.as_constant()?;
        Some((argument, start, growth))
    });
    found.collect()
}

/// Tells what the arguments of a loop are where its variable is known.
fn carry<'c>(
    carried: &[(Value<'c, 'c>, Value<'c, 'c>, i64)],
    variable: &Quantity,
    bounds: &Bounds,
    variables: &mut Variables<'c>,
) {
    let (Some(first), Some(step)) = (&bounds.start, bounds.step) else { return };
    let Some(times) = variable.minus(first).ok().and_then(|it| it.floor(step).ok()) else { return };
    for &(argument, start, growth) in carried {
        let start = variables.quantity(start);
        let grown = times.times(growth).and_then(|grown| grown.plus(&start));
        if let Ok(grown) = grown
            && !variables.is_derived(&grown)
        {
            variables.define(argument, grown);
        }
    }
}

impl Bounds {
    /// The bounds of a variable. Results of maps may not be quantities and then say nothing. A step below 1
    /// is against the definition of every loop, so that nothing is known of one.
    fn new<'c>(of_loop: &LoopVariable<'c>, variables: &mut Variables<'c>) -> Self {
        let step = match of_loop.step {
            Number::Constant(step) => Some(step),
            Number::Value(step) => ir::constant(step),
        };
        if step.is_some_and(|step| step < 1) {
            return Bounds::default();
        }
        let mut side = |bound: &Bound<'c>| -> Vec<Option<Quantity>> {
            let inputs = bound.operands.iter().map(|&operand| variables.quantity(operand));
            let inputs: Vec<Quantity> = inputs.collect();
            let is_sum = |result: &AffineExpr| matches!(result, AffineExpr::Binary(..));
            if bound.results.iter().any(is_sum) {
                variables.derive_inside(&inputs);
            }
            bound.results.iter().map(|result| affine_quantity(result, &inputs)).collect()
        };
        let (low, high) = (side(&of_loop.low), side(&of_loop.high));
        if !of_loop.is_signed {
            // Below a number that is not negative there are only such numbers, and negative ones are in the
            // same order as unsigned ones.
            let ([Some(low)], [Some(high)]) = (&low[..], &high[..]) else {
                return Bounds::default();
            };
            if variables.is_natural(high) {
                know(variables, low, &0.into(), 0, true);
            } else if ![low, high].into_iter().all(|end| variables.is_negative(end)) {
                return Bounds::default();
            }
        }
        let is_complete = low.iter().chain(&high).all(Option::is_some);
        // Of several lower bounds nothing says which one is the greatest.
        let start = if let [start] = &low[..] { start.clone() } else { None };
        let [low, high] = [low, high].map(|side| side.into_iter().flatten().collect());
        Bounds { low, high, start, step, is_complete }
    }

    /// Tells what holds, and returns whether that is all: whether the variable is each number that
    /// is left to it.
    fn tell(&self, variable: &Quantity, variables: &mut Variables<'_>) -> bool {
        for low in &self.low {
            know(variables, variable, low, 0, true);
        }
        let mut is_all = self.step == Some(1);
        if let (Some(step @ 2..), Some(start)) = (self.step, &self.start)
            && let Ok(distance) = variable.minus(start)
            && let Ok(rest) = distance.modulo(step)
        {
            variables.know(Comparison::equal(rest, 0));
            is_all = true;
        }
        for high in &self.high {
            know(variables, variable, high, -1 - self.beside_the_end(high), false);
        }
        is_all
    }

    /// How far the last step ends before the number below an end, if both ends of the loop are numbers.
    fn beside_the_end(&self, high: &Quantity) -> i64 {
        let start = self.start.as_ref().and_then(Quantity::as_constant);
        let (Some(step @ 2..), Some(start), Some(high)) = (self.step, start, high.as_constant())
        else {
            return 0;
        };
        let steps = high.checked_sub(1).and_then(|last| last.checked_sub(start));
        steps.filter(|&steps| 0 <= steps).map_or(0, |steps| steps % step)
    }
}

/// `variable - bound` is at least, or at most, `value`.
fn know(
    variables: &mut Variables<'_>,
    variable: &Quantity,
    bound: &Quantity,
    value: i64,
    is_least: bool,
) {
    let Ok(difference) = variable.minus(bound) else { return };
    let Some(value) = value.checked_sub(difference.constant()) else { return };
    let varying = difference.varying();
    variables.know(match is_least {
        true => Comparison::at_least(varying, value),
        false => Comparison::at_most(varying, value),
    });
}
