//! Which operations compute quantities of their operands.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, RegionLike, RegionRef, Value};

use super::variables::Variables;
use super::widths::integers_of;
use super::{conditions, gpu, whiles};
use crate::affine::{Interval, Quantity};
use crate::dialect::foreign::arithmetic::{Arithmetic, arithmetic, is_arithmetic};
use crate::dialect::foreign::control::{taken, while_loop};
use crate::dialect::foreign::kernel::kernel_number;
use crate::dialect::foreign::memory::{offset_or_stride, size_of};
use crate::dialect::{foreign, ir};

/// How many branches and loops are read one for the sake of another one.
const MAX_BRANCHES: usize = 5;

/// How often a value is read for the sake of one, by what is known in each region of branches.
const MAX_READINGS: usize = 256;

/// What an operation computes, as a quantity; `None` for what is not a quantity of its operands. Of an
/// operation with several results all are told to `variables`.
pub(super) fn computed<'c>(
    variables: &mut Variables<'c>,
    value: Value<'c, 'c>,
    operation: OperationRef<'c, 'c>,
    depth: usize,
) -> Option<Quantity> {
    let mut reading = Reading { variables, value, operation, depth };
    if let Some(arithmetic) = arithmetic(operation) {
        return reading.computed(arithmetic);
    }
    if let Some((buffer, dimension)) = size_of(value) {
        return Some(reading.variables.size(buffer, dimension?, Some(value)));
    }
    if let Some(number) = offset_or_stride(value) {
        return Some(number.into());
    }
    if let Some(number) = kernel_number(operation) {
        return gpu::axis(reading.variables, value, operation, number);
    }
    if ir::is_layout_op(operation, "apply") && integers_of(value).is_some() {
        reading.variables.apply(operation);
        return None;
    }
    if let Some(finished) = while_loop(operation) {
        whiles::after(&finished, reading.variables);
        return None;
    }
    if let Some(found) = reading.branched() {
        return Some(found);
    }
    reading.inferred()
}

/// The operation whose result is read.
pub(super) struct Reading<'c, 'v> {
    pub variables: &'v mut Variables<'c>,
    /// The result that is asked for.
    pub value: Value<'c, 'c>,
    pub operation: OperationRef<'c, 'c>,
    pub depth: usize,
}

impl<'c> Reading<'c, '_> {
    pub fn operand(&self, position: usize) -> Option<Value<'c, 'c>> {
        ir::operand(self.operation, position)
    }

    pub fn quantity(&mut self, position: usize) -> Option<Quantity> {
        let operand = self.operand(position)?;
        Some(self.variables.read(operand, self.depth))
    }

    fn computed(&mut self, arithmetic: Arithmetic) -> Option<Quantity> {
        match arithmetic {
            Arithmetic::Apply
            | Arithmetic::Minimum
            | Arithmetic::Maximum
            | Arithmetic::Digits
            | Arithmetic::FromDigits => self.affine(arithmetic),
            _ => self.integer(arithmetic),
        }
    }

    /// A variable between what the regions of a branch give, each where it is executed.
    fn branched(&mut self) -> Option<Quantity> {
        integers_of(self.value)?;
        let result = ir::as_result(self.value)?.result_number();
        let given = |region: RegionRef<'c, 'c>| {
            let last = region.first_block()?.terminator()?;
            Some((taken(self.operation, last)?, last.operands().nth(result)?))
        };
        let given = self.operation.regions().map(given).collect::<Option<Vec<_>>>()?;
        if let [(_, first), others @ ..] = &given[..]
            && !ir::is_inside(*first, self.operation)
            && others.iter().all(|(_, other)| other == first)
        {
            let quantity = self.variables.read(*first, self.depth);
            if !self.variables.is_derived(&quantity) {
                return Some(quantity);
            }
        }
        let nesting = self.variables.nesting.inside_one_of(given.len());
        if MAX_BRANCHES < nesting.depth {
            return None;
        }
        let mut there = Variables::within(nesting);
        let given = given.into_iter().map(|(taken, value)| {
            // Of too many values it is not looked at where they are given.
            if nesting.n_readings <= MAX_READINGS {
                there = Variables::within(nesting);
                conditions::branch(&taken, &mut there);
            }
            let given = there.quantity(value);
            there.interval(&given)
        });
        let given = given.reduce(Interval::hull)?;
        self.bounded(given)
    }

    /// The range that an operation of another dialect infers for its result. Those of `arith` and
    /// `index` would infer from flags, which are not believed.
    fn inferred(&mut self) -> Option<Quantity> {
        if is_arithmetic(self.operation) {
            return None;
        }
        let whole = integers_of(self.value)?;
        let result = ir::as_result(self.value)?.result_number();
        let operands: Vec<Value> = self.operation.operands().collect();
        let ranges = operands.into_iter().map(|operand| {
            // Of the elements of a vector nothing is known here.
            let (least, greatest) = integers_of(operand)?;
            let quantity = self.variables.read(operand, self.depth);
            if self.variables.is_derived(&quantity) {
                return None;
            }
            let (low, high) = self.variables.range(&quantity)?;
            let (low, high) = (low.max(least), high.min(greatest));
            (low <= high).then_some((low, high))
        });
        let ranges: Vec<Option<(i64, i64)>> = ranges.collect();
        let found = foreign::result_range(self.operation, result, &ranges)?;
        if found == whole { None } else { self.bounded(found.into()) }
    }
}
