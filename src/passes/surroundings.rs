//! What the loops around an operation say about the values it uses.

use std::collections::HashMap;

use melior::ir::attribute::IntegerAttribute;
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, RegionLike, TypeLike, Value, ValueLike};

use crate::algebra::Unknown;
use crate::dialect::ir;
use crate::relation::{Comparison, Quantity, RelationError};

/// The integer of a constant of type index.
pub(super) fn constant(value: Value<'_, '_>) -> Option<i64> {
    let attribute = ir::constant_attribute(ir::defining_op(value)?)?;
    IntegerAttribute::try_from(attribute).ok().map(|number| number.value())
}

/// The values that an access depends on and that are no constants.
#[derive(Default)]
pub(super) struct Variables<'c> {
    values: Vec<Value<'c, 'c>>,
    positions: HashMap<usize, usize>,
}

impl<'c> Variables<'c> {
    /// The values of the variables.
    pub fn into_values(self) -> Vec<Value<'c, 'c>> {
        self.values
    }

    /// A new variable that is no value, such as the number of a lane. Where values are asked for,
    /// it is called by another one.
    pub fn unnamed(&mut self, stand_in: Value<'c, 'c>) -> Quantity {
        self.values.push(stand_in);
        Quantity::variable(self.values.len() - 1)
    }

    /// The value as a constant or a variable, a new one if need be.
    pub fn quantity(&mut self, value: Value<'c, 'c>) -> Quantity {
        if let Some(constant) = constant(value) {
            return constant.into();
        }
        let key = value.to_raw().ptr as usize;
        let position = *self.positions.entry(key).or_insert(self.values.len());
        if position == self.values.len() {
            self.values.push(value);
        }
        Quantity::variable(position)
    }
}

/// What is known where an access is.
pub(super) struct Surroundings {
    pub known: Vec<Comparison>,
    /// True if the access executes at least once whenever its function does, provided that the
    /// loops around it have iterations, which `known` says.
    pub executes: bool,
}

/// Goes from an access outwards to its function. Each loop variable on the way becomes a variable.
///
/// # Errors
///
/// A bound and a step of a loop that pass 64 bits together.
pub(super) fn surroundings<'c>(
    access: OperationRef<'c, 'c>,
    variables: &mut Variables<'c>,
) -> Result<Surroundings, Unknown> {
    let mut loops = Vec::new();
    let mut executes = false;
    let mut inside = access;
    let mut is_sure = true;
    while let Some(around) = inside.parent_operation() {
        is_sure &= is_in_first_block(inside);
        if around.has_attribute("sym_name") {
            // A function, or something else that is called: nothing around it surrounds a call.
            executes = is_sure;
            break;
        }
        match ir::name(around) {
            "scf.for" | "affine.for" => loops.push(around),
            _ => is_sure = false,
        }
        inside = around;
    }
    let mut known = Vec::new();
    // From the outside inwards: a bound may depend on the variable of a loop around.
    let mut seen: Vec<Quantity> = Vec::new();
    for around in loops.into_iter().rev() {
        let Some(variable) = loop_variable(around) else { continue };
        let bounds = match ir::name(around) {
            "scf.for" => scf_bounds(around, variables),
            _ => affine_bounds(around),
        };
        let variable = variables.quantity(variable);
        let is_known = |bound: &Option<Quantity>| {
            bound
                .as_ref()
                .is_some_and(|bound| bound.as_constant().is_some() || seen.contains(bound))
        };
        // Bounds that are other values may leave the loop without iterations.
        executes &= is_known(&bounds.low) && is_known(&bounds.high);
        bounds
            .add_to(&mut known, &variable)
            .map_err(|error: RelationError| Unknown::NotPresburger { reason: error.to_string() })?;
        seen.push(variable);
    }
    Ok(Surroundings { known, executes })
}

/// The first value inclusive, the last one exclusive, and the distance of neighbours.
struct Bounds {
    low: Option<Quantity>,
    high: Option<Quantity>,
    step: Option<i64>,
}

impl Bounds {
    fn add_to(
        &self,
        known: &mut Vec<Comparison>,
        variable: &Quantity,
    ) -> Result<(), RelationError> {
        let compared = |bound: &Quantity| -> Result<(Quantity, i64), RelationError> {
            let difference = variable.minus(bound)?;
            Ok((difference.varying(), difference.constant()))
        };
        if let Some(low) = &self.low {
            let (quantity, constant) = compared(low)?;
            known.push(Comparison::at_least(quantity, constant.saturating_neg()));
            if let Some(step @ 2..) = self.step {
                known.push(Comparison::equal(variable.minus(low)?.modulo(step)?, 0));
            }
        }
        if let Some(high) = &self.high {
            let (quantity, constant) = compared(high)?;
            known.push(Comparison::at_most(quantity, constant.saturating_neg().saturating_sub(1)));
        }
        Ok(())
    }
}

fn scf_bounds<'c>(around: OperationRef<'c, 'c>, variables: &mut Variables<'c>) -> Bounds {
    let operand = |position| around.operand(position).ok();
    let natural = |value: Value<'c, 'c>| constant(value).is_some_and(|bound| 0 <= bound);
    // Unsigned bounds say the same as signed ones if they are constants that are not negative.
    let is_signed = !around.has_attribute("unsignedCmp")
        || (0..2).all(|position| operand(position).is_some_and(natural));
    let mut bound =
        |position| operand(position).filter(|_| is_signed).map(|value| variables.quantity(value));
    Bounds { low: bound(0), high: bound(1), step: operand(2).and_then(constant) }
}

fn affine_bounds(around: OperationRef<'_, '_>) -> Bounds {
    let bound = |name| around.attribute(name).ok().and_then(ir::constant_of_map);
    Bounds {
        low: bound("lowerBoundMap").map(Quantity::from),
        high: bound("upperBoundMap").map(Quantity::from),
        step: ir::integer_attribute(around, "step"),
    }
}

/// The variable of a loop, if it is of type index.
fn loop_variable<'c>(around: OperationRef<'c, 'c>) -> Option<Value<'c, 'c>> {
    let body = around.region(0).ok()?.first_block()?;
    let variable = Value::from(body.argument(0).ok()?);
    variable.r#type().is_index().then_some(variable)
}

/// True if an operation is in the first block of its region.
fn is_in_first_block(operation: OperationRef<'_, '_>) -> bool {
    let Some(block) = operation.block() else { return false };
    block.parent_region().and_then(|region| region.first_block()) == Some(block)
}

/// The bounds, both included, that comparisons of single variables put on a quantity.
pub(super) fn range(quantity: &Quantity, known: &[Comparison]) -> Option<(i64, i64)> {
    let of_variable = |variable: usize| {
        known.iter().filter(|comparison| comparison.quantity.as_variable() == Some(variable)).fold(
            (i64::MIN, i64::MAX),
            |(low, high), comparison| {
                (
                    comparison.low.map_or(low, |bound| bound.max(low)),
                    comparison.high.map_or(high, |bound| bound.min(high)),
                )
            },
        )
    };
    quantity.range(&of_variable)
}
