//! What loops say of their variables.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, RegionLike, Value};

use super::affine::affine_quantity;
use super::constant;
use super::variables::Variables;
use crate::dialect::ir;
use crate::relation::{Comparison, Quantity};

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
/// contradict itself; `None` for what is no loop.
pub(super) fn around<'c>(
    around: OperationRef<'c, 'c>,
    variables: &mut Variables<'c>,
) -> Option<bool> {
    let bounds = match ir::name(around) {
        "scf.for" => vec![scf_for(around, variables)],
        "scf.parallel" => scf_parallel(around, variables),
        "scf.forall" => scf_forall(around, variables)?,
        "affine.for" => vec![affine_for(around, variables)?],
        "affine.parallel" => affine_parallel(around, variables)?,
        _ => return None,
    };
    let body = around.region(0).ok()?.first_block()?;
    let mut has_iterations = true;
    for (position, bounds) in bounds.into_iter().enumerate() {
        let variable = Value::from(body.argument(position).ok()?);
        let variable = variables.quantity(variable);
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

impl Bounds {
    /// Bounds that are one value each. A step below 1 is against the definition of every loop, so
    /// that nothing is known of one.
    fn new(low: Quantity, high: Quantity, step: Option<i64>) -> Self {
        if step.is_some_and(|step| step < 1) {
            return Bounds::default();
        }
        let start = Some(low.clone());
        Bounds { low: vec![low], high: vec![high], start, step, is_complete: true }
    }

    /// Bounds that are results of maps, some of which may be no quantities and say nothing.
    fn of_maps(low: Vec<Option<Quantity>>, high: Vec<Option<Quantity>>, step: Option<i64>) -> Self {
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
            know(variables, variable, high, -1, false);
        }
        is_all
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

fn scf_for<'c>(around: OperationRef<'c, 'c>, variables: &mut Variables<'c>) -> Bounds {
    let mut bound = |position| Some(variables.quantity(around.operand(position).ok()?));
    let (Some(low), Some(high)) = (bound(0), bound(1)) else { return Bounds::default() };
    if around.has_attribute("unsignedCmp") {
        // Below a number that is not negative there are only such numbers.
        if !variables.is_natural(&high) {
            return Bounds::default();
        }
        know(variables, &low, &0.into(), 0, true);
    }
    Bounds::new(low, high, around.operand(2).ok().and_then(constant))
}

fn scf_parallel<'c>(around: OperationRef<'c, 'c>, variables: &mut Variables<'c>) -> Vec<Bounds> {
    let [low, high, step] = [0, 1, 2].map(|segment| ir::operand_segment(around, segment));
    let mut found = Vec::new();
    for ((low, high), step) in low.into_iter().zip(high).zip(step) {
        let [low, high] = [low, high].map(|bound| variables.quantity(bound));
        found.push(Bounds::new(low, high, constant(step)));
    }
    found
}

fn scf_forall<'c>(
    around: OperationRef<'c, 'c>,
    variables: &mut Variables<'c>,
) -> Option<Vec<Bounds>> {
    let mut sides = Vec::new();
    for (segment, name) in ["staticLowerBound", "staticUpperBound", "staticStep"].iter().enumerate()
    {
        let mut rest = ir::operand_segment(around, segment).into_iter();
        let side: Option<Vec<Quantity>> = ir::integers_attribute(around, name)?
            .into_iter()
            .map(|bound| match bound {
                i64::MIN => rest.next().map(|bound| variables.quantity(bound)),
                bound => Some(bound.into()),
            })
            .collect();
        sides.push(side?.into_iter());
    }
    let [low, high, step] = <[_; 3]>::try_from(sides).ok()?;
    let bounds = low.zip(high).zip(step);
    Some(bounds.map(|((low, high), step)| Bounds::new(low, high, step.as_constant())).collect())
}

fn affine_for<'c>(around: OperationRef<'c, 'c>, variables: &mut Variables<'c>) -> Option<Bounds> {
    let mut side = |name: &str, segment| -> Option<Vec<Option<Quantity>>> {
        let inputs: Vec<Quantity> = ir::operand_segment(around, segment)
            .into_iter()
            .map(|operand| variables.quantity(operand))
            .collect();
        let results = ir::affine_results(around.attribute(name).ok()?)?;
        Some(results.iter().map(|result| affine_quantity(result, &inputs)).collect())
    };
    let (low, high) = (side("lowerBoundMap", 0)?, side("upperBoundMap", 1)?);
    Some(Bounds::of_maps(low, high, ir::integer_attribute(around, "step")))
}

fn affine_parallel<'c>(
    around: OperationRef<'c, 'c>,
    variables: &mut Variables<'c>,
) -> Option<Vec<Bounds>> {
    let inputs: Vec<Quantity> =
        around.operands().map(|operand| variables.quantity(operand)).collect();
    let steps = ir::integer_array(around, "steps")?;
    // Both maps take their operands one after the other.
    let mut used = 0;
    let mut side = |map: &str, groups: &str| -> Option<Vec<Vec<Option<Quantity>>>> {
        let map = around.attribute(map).ok()?;
        let n = ir::map_input_count(map)?;
        let inputs = inputs.get(used..used + n)?;
        used += n;
        let mut results = ir::affine_results(map)?.into_iter();
        ir::small_integers(around, groups)?
            .into_iter()
            .map(|n| {
                let group = results.by_ref().take(usize::try_from(n).ok()?);
                Some(group.map(|result| affine_quantity(&result, inputs)).collect())
            })
            .collect()
    };
    let low = side("lowerBoundsMap", "lowerBoundsGroups")?;
    let high = side("upperBoundsMap", "upperBoundsGroups")?;
    let bounds = low.into_iter().zip(high).zip(steps);
    Some(bounds.map(|((low, high), step)| Bounds::of_maps(low, high, Some(step))).collect())
}
