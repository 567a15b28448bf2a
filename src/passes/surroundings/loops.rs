//! What loops say of their variables.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, RegionLike, Value};

use super::affine::affine_quantity;
use super::constant;
use super::variables::Variables;
use crate::dialect::ir;
use crate::relation::{Comparison, Quantity};

/// The bounds of one variable of a loop: it is at least each of `low`, less than each of `high`, and
/// a multiple of `step` further than the one of `low`.
struct Bounds {
    low: Vec<Quantity>,
    high: Vec<Quantity>,
    step: Option<i64>,
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
        has_iterations &= bounds.is_complete()
            && bounds.low.iter().chain(&bounds.high).all(|bound| {
                bound.variables().into_iter().all(|bound| variables.is_counted(bound))
            });
        bounds.tell(&variable, variables);
        if has_iterations && let Some(variable) = variable.as_variable() {
            variables.count(variable);
        }
    }
    Some(has_iterations)
}

impl Bounds {
    fn is_complete(&self) -> bool {
        !self.low.is_empty() && !self.high.is_empty()
    }

    fn tell(&self, variable: &Quantity, variables: &mut Variables<'_>) {
        for low in &self.low {
            know(variables, variable, low, 0, true);
        }
        if let (Some(step @ 2..), [low]) = (self.step, &self.low[..])
            && let Ok(distance) = variable.minus(low)
            && let Ok(rest) = distance.modulo(step)
        {
            variables.know(Comparison::equal(rest, 0));
        }
        for high in &self.high {
            know(variables, variable, high, -1, false);
        }
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
    let operand = |position| around.operand(position).ok();
    let mut bound = |position: usize| -> Vec<Quantity> {
        operand(position).map(|value| variables.quantity(value)).into_iter().collect()
    };
    let (low, high) = (bound(0), bound(1));
    // Unsigned bounds say the same as signed ones if they are not negative.
    let is_signed = !around.has_attribute("unsignedCmp")
        || low.iter().chain(&high).all(|bound| variables.is_natural(bound));
    let step = operand(2).and_then(constant);
    if is_signed {
        Bounds { low, high, step }
    } else {
        Bounds { low: Vec::new(), high: Vec::new(), step: None }
    }
}

fn scf_parallel<'c>(around: OperationRef<'c, 'c>, variables: &mut Variables<'c>) -> Vec<Bounds> {
    let [low, high, step] = [0, 1, 2].map(|segment| ir::operand_segment(around, segment));
    let mut found = Vec::new();
    for ((low, high), step) in low.into_iter().zip(high).zip(step) {
        found.push(Bounds {
            low: vec![variables.quantity(low)],
            high: vec![variables.quantity(high)],
            step: constant(step),
        });
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
    let bounds = low.zip(high).zip(step).map(|((low, high), step)| Bounds {
        low: vec![low],
        high: vec![high],
        step: step.as_constant(),
    });
    Some(bounds.collect())
}

fn affine_for<'c>(around: OperationRef<'c, 'c>, variables: &mut Variables<'c>) -> Option<Bounds> {
    let mut side = |name: &str, segment| -> Option<Vec<Quantity>> {
        let inputs: Vec<Quantity> = ir::operand_segment(around, segment)
            .into_iter()
            .map(|operand| variables.quantity(operand))
            .collect();
        let results = ir::affine_results(around.attribute(name).ok()?)?;
        // A result that is no quantity says nothing here.
        Some(results.iter().filter_map(|result| affine_quantity(result, &inputs)).collect())
    };
    let (low, high) = (side("lowerBoundMap", 0)?, side("upperBoundMap", 1)?);
    Some(Bounds { low, high, step: ir::integer_attribute(around, "step") })
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
    let mut side = |map: &str, groups: &str| -> Option<Vec<Vec<Quantity>>> {
        let map = around.attribute(map).ok()?;
        let n = ir::map_input_count(map)?;
        let inputs = inputs.get(used..used + n)?;
        used += n;
        let mut results = ir::affine_results(map)?.into_iter();
        ir::small_integers(around, groups)?
            .into_iter()
            .map(|n| {
                let group = results.by_ref().take(usize::try_from(n).ok()?);
                Some(group.filter_map(|result| affine_quantity(&result, inputs)).collect())
            })
            .collect()
    };
    let low = side("lowerBoundsMap", "lowerBoundsGroups")?;
    let high = side("upperBoundsMap", "upperBoundsGroups")?;
    let bounds = low.into_iter().zip(high).zip(steps);
    Some(bounds.map(|((low, high), step)| Bounds { low, high, step: Some(step) }).collect())
}
