//! Loops and branches.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, RegionLike, Value};

use super::Number;
use crate::dialect::ir::{self, AffineExpr};
use crate::ffi::mlir;

/// One end of the numbers that the variable of a loop goes through: affine expressions of values.
#[derive(Debug, Clone)]
pub struct Bound<'c> {
    pub results: Vec<AffineExpr>,
    pub operands: Vec<Value<'c, 'c>>,
}

/// A variable of a loop: it begins at the greatest of `low` and goes on in steps while it is less
/// than each of `high`.
#[derive(Debug, Clone)]
pub struct LoopVariable<'c> {
    pub variable: Value<'c, 'c>,
    pub low: Bound<'c>,
    pub high: Bound<'c>,
    pub step: Number<'c>,
    pub is_signed: bool,
}

impl<'c> From<Number<'c>> for Bound<'c> {
    fn from(number: Number<'c>) -> Self {
        match number {
            Number::Constant(constant) => {
                Bound { results: vec![AffineExpr::Constant(constant)], operands: Vec::new() }
            }
            Number::Value(value) => {
                Bound { results: vec![AffineExpr::Operand(0)], operands: vec![value] }
            }
        }
    }
}

/// The variables of a loop; `None` for other operations, and for loops whose bounds are not read.
pub fn loop_variables<'c>(operation: OperationRef<'c, 'c>) -> Option<Vec<LoopVariable<'c>>> {
    // The interface has no bounds that are maps.
    match ir::name(operation) {
        "affine.for" => affine_for(operation),
        "affine.parallel" => affine_parallel(operation),
        _ => {
            let is_signed = !operation.has_attribute("unsignedCmp");
            let variables = mlir::loop_variables(operation)?.into_iter();
            let variable = |found: mlir::LoopVariable<'c>| LoopVariable {
                variable: found.variable,
                low: found.low.into(),
                high: found.high.into(),
                step: found.step,
                is_signed,
            };
            Some(variables.map(variable).collect())
        }
    }
}

/// True for a loop whose iterations are executed one after the other; those of others may be executed in any
/// order, or at once.
pub fn is_in_order(operation: OperationRef<'_, '_>) -> bool {
    matches!(ir::name(operation), "scf.for" | "affine.for")
}

/// True for a loop that [`loop_variables`] may not read: it says something of its variables all the
/// same.
pub fn is_affine_loop(operation: OperationRef<'_, '_>) -> bool {
    matches!(ir::name(operation), "affine.for" | "affine.parallel")
}

fn variable<'c>(
    around: OperationRef<'c, 'c>,
    position: usize,
    [low, high]: [Bound<'c>; 2],
    step: i64,
) -> Option<LoopVariable<'c>> {
    let variable = ir::argument(ir::region(around, 0)?.first_block()?, position)?;
    Some(LoopVariable { variable, low, high, step: Number::Constant(step), is_signed: true })
}

fn affine_for<'c>(around: OperationRef<'c, 'c>) -> Option<Vec<LoopVariable<'c>>> {
    let side = |map: &str, segment| {
        let results = ir::affine_results(around.attribute(map).ok()?)?;
        Some(Bound { results, operands: ir::operand_segment(around, segment) })
    };
    let bounds = [side("lowerBoundMap", 0)?, side("upperBoundMap", 1)?];
    Some(vec![variable(around, 0, bounds, ir::integer_attribute(around, "step")?)?])
}

fn affine_parallel<'c>(around: OperationRef<'c, 'c>) -> Option<Vec<LoopVariable<'c>>> {
    // Both maps take their operands one after the other.
    let mut operands = around.operands();
    let mut side = |map: &str, groups: &str| -> Option<Vec<Bound<'c>>> {
        let map = around.attribute(map).ok()?;
        let own: Vec<Value> = operands.by_ref().take(ir::map_input_count(map)?).collect();
        let mut results = ir::affine_results(map)?.into_iter();
        let bound = |n| {
            let results = results.by_ref().take(usize::try_from(n).ok()?).collect();
            Some(Bound { results, operands: own.clone() })
        };
        ir::small_integers(around, groups)?.into_iter().map(bound).collect()
    };
    let low = side("lowerBoundsMap", "lowerBoundsGroups")?;
    let high = side("upperBoundsMap", "upperBoundsGroups")?;
    let bounds = low.into_iter().zip(high).zip(ir::integer_array(around, "steps")?).enumerate();
    bounds.map(|(at, ((low, high), step))| variable(around, at, [low, high], step)).collect()
}

/// True for an operation whose region is executed once, whatever holds.
pub fn is_executed_once(operation: OperationRef<'_, '_>) -> bool {
    matches!(ir::name(operation), "scf.execute_region" | "memref.alloca_scope")
}

/// What decides which region of a branch is executed, or where a block ends.
#[derive(Debug, Clone)]
pub enum Condition<'c> {
    /// A value of one bit.
    Truth(Value<'c, 'c>),
    /// A value is a number.
    Number(Value<'c, 'c>, i64),
    /// Each expression of the values is 0, or at least 0 if it is not an equality.
    Set { constraints: Vec<(AffineExpr, bool)>, operands: Vec<Value<'c, 'c>> },
}

/// A region of a branch is executed where its condition holds, or where it does not.
#[derive(Debug, Clone)]
pub struct Taken<'c> {
    /// `None` for a condition that is not read.
    pub condition: Option<Condition<'c>>,
    pub holds: bool,
}

/// When a branch executes `inside`, an operation of one of its blocks; `None` for what is not a
/// branch.
pub fn taken<'c>(branch: OperationRef<'c, 'c>, inside: OperationRef<'c, 'c>) -> Option<Taken<'c>> {
    let condition = match ir::name(branch) {
        "scf.if" => ir::operand(branch, 0).map(Condition::Truth),
        "affine.if" => {
            branch.attribute("condition").ok().and_then(ir::affine_set).map(|constraints| {
                Condition::Set { constraints, operands: branch.operands().collect() }
            })
        }
        "scf.index_switch" => return Some(Taken { condition: case(branch, inside), holds: true }),
        _ => return None,
    };
    let region = inside.block().and_then(|block| block.parent_region());
    Some(Taken { condition, holds: region == ir::region(branch, 0) })
}

/// The number that a switch has in the region of one of its cases; nothing is read of the first region,
/// which is for all other numbers.
fn case<'c>(switch: OperationRef<'c, 'c>, inside: OperationRef<'c, 'c>) -> Option<Condition<'c>> {
    let region = inside.block()?.parent_region()?;
    let case = switch.regions().position(|it| it == region)?.checked_sub(1)?;
    let number = *ir::integers_attribute(switch, "cases")?.get(case)?;
    Some(Condition::Number(switch.operands().next()?, number))
}

/// A loop that goes on while a condition holds.
#[derive(Debug, Clone, Copy)]
pub struct WhileLoop<'c> {
    pub operation: OperationRef<'c, 'c>,
    /// The region before the condition, which is executed once more than the one after it.
    pub before: BlockRef<'c, 'c>,
    pub after: BlockRef<'c, 'c>,
    /// The end of the first region: the condition, and what it passes on.
    pub condition: OperationRef<'c, 'c>,
    /// The end of the second region.
    pub last: OperationRef<'c, 'c>,
}

impl<'c> WhileLoop<'c> {
    /// The values that the second region, or what is after the loop, gets.
    pub fn passed(&self) -> impl Iterator<Item = Value<'c, 'c>> {
        self.condition.operands().skip(1)
    }
}

/// The parts of a loop that goes on while a condition holds; `None` for other operations.
pub fn while_loop<'c>(operation: OperationRef<'c, 'c>) -> Option<WhileLoop<'c>> {
    if ir::name(operation) != "scf.while" {
        return None;
    }
    let block = |region| ir::region(operation, region)?.first_block();
    let (before, after) = (block(0)?, block(1)?);
    let (condition, last) = (before.terminator()?, after.terminator()?);
    Some(WhileLoop { operation, before, after, condition, last })
}
