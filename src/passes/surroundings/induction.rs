//! Values that go through a loop: where they begin, and how far each iteration takes them.

use super::variables::Variables;
use crate::affine::{Comparison, Interval, Quantity};

/// What a value is after an iteration.
#[derive(Debug, Clone, Copy)]
pub(super) struct Next {
    /// How far the iteration took it, if that is always as far.
    pub step: Option<i64>,
    /// Bounds of it, whatever it was before.
    pub bounds: Interval,
}

impl Next {
    /// What is computed of `before` in an iteration of which `variables` knows.
    pub fn of(next: &Quantity, before: &Quantity, variables: &Variables<'_>) -> Self {
        let step = next.minus(before).ok().and_then(|step| step.as_constant());
        Next { step, bounds: variables.interval(next) }
    }
}

/// Tells what follows of a value that is one of `starts` at first and one of `nexts` after an iteration;
/// of these there are none if it is set once.
///
/// It holds of the value in every iteration before which no sum wrapped around: of indices and of integers
/// of 64 bits sums are taken to fit, and of others a step that is not known to fit does not count.
pub(super) fn tell(
    value: &Quantity,
    starts: &[Quantity],
    nexts: &[Next],
    variables: &mut Variables<'_>,
) {
    if starts.is_empty() || starts.iter().any(|start| variables.is_derived(start)) {
        return;
    }
    let steps: Option<Vec<i64>> = nexts.iter().map(|next| next.step).collect();
    let is = |holds: fn(&i64) -> bool| steps.as_ref().is_some_and(|it| it.iter().all(holds));
    let (rises, falls) = (is(|step| 0 <= *step), is(|step| *step <= 0));
    let intervals: Vec<Interval> = starts.iter().map(|start| variables.interval(start)).collect();
    let all = |end: fn(&Interval) -> Option<i128>, is_monotone: bool| -> Option<Vec<i128>> {
        let nexts = nexts.iter().filter(|_| !is_monotone).map(|next| &next.bounds);
        intervals.iter().chain(nexts).map(end).collect()
    };
    let low = all(|values| values.low, rises).and_then(|ends| ends.into_iter().min());
    let high = all(|values| values.high, falls).and_then(|ends| ends.into_iter().max());
    let shifted = |end: Option<i128>| i64::try_from(end? - i128::from(value.constant())).ok();
    know(value.varying(), shifted(low), shifted(high), variables);
    let ([start], Some(steps)) = (starts, steps) else { return };
    let Ok(distance) = value.minus(start) else { return };
    if !start.varying().is_zero() {
        let zero = distance.constant().checked_neg();
        know(distance.varying(), zero.filter(|_| rises), zero.filter(|_| falls), variables);
    }
    let divisor = steps.iter().fold(0, |divisor, step| gcd(divisor, step.unsigned_abs()));
    if let Some(divisor @ 2..) = i64::try_from(divisor).ok()
        && let Ok(rest) = distance.modulo(divisor)
    {
        variables.know(Comparison::equal(rest, 0));
    }
}

fn know(quantity: Quantity, low: Option<i64>, high: Option<i64>, variables: &mut Variables<'_>) {
    if low.is_some() || high.is_some() {
        variables.know(Comparison { quantity, low, high });
    }
}

fn gcd(left: u64, right: u64) -> u64 {
    if right == 0 { left } else { gcd(right, left % right) }
}
