//! Which operations compute quantities of their operands.

use melior::ir::operation::OperationLike;
use melior::ir::r#type::{IntegerType, MemRefType};
use melior::ir::{Attribute, OperationRef, ShapedTypeLike, Value, ValueLike};

use super::variables::{Source, Variables, narrow, static_size};
use super::{constant, gpu};
use crate::dialect::ir::{self, AffineExpr, AffineOperator};
use crate::relation::{Comparison, Quantity};

/// True for an operation whose results are arithmetic of its operands, so that an index that it
/// computes may come from a layout.
pub(in crate::passes) fn is_arithmetic(operation: OperationRef<'_, '_>) -> bool {
    matches!(
        ir::name(operation).split_once('.'),
        Some(("arith" | "index", _))
            | Some(("affine", "apply" | "min" | "max" | "delinearize_index" | "linearize_index"))
    )
}

/// What an operation computes, as a quantity; `None` for what is no quantity of its operands. Of an
/// operation with several results all are told to `variables`.
pub(super) fn computed<'c>(
    variables: &mut Variables<'c>,
    value: Value<'c, 'c>,
    operation: OperationRef<'c, 'c>,
    depth: usize,
) -> Option<Quantity> {
    let mut reading = Reading { variables, value, operation, depth };
    let (dialect, name) = ir::name(operation).split_once('.')?;
    match dialect {
        "arith" | "index" => reading.arith(name),
        "affine" => reading.affine(name),
        "memref" if name == "dim" => {
            let dimension = usize::try_from(constant(reading.operand(1)?)?).ok()?;
            let buffer = reading.operand(0)?;
            Some(reading.variables.size(buffer, dimension, Some(value)))
        }
        "gpu" => gpu::axis(reading.variables, value, operation, name),
        "layout" if name == "apply" => {
            reading.variables.apply(operation);
            None
        }
        _ => None,
    }
}

/// What an affine map makes of values, if all of it is quantities of them.
pub(in crate::passes) fn mapped<'c>(
    variables: &mut Variables<'c>,
    map: Attribute<'c>,
    operands: &[Value<'c, 'c>],
) -> Option<Vec<Quantity>> {
    let inputs: Vec<Quantity> =
        operands.iter().map(|&operand| variables.quantity(operand)).collect();
    ir::affine_results(map)?.iter().map(|result| affine_quantity(result, &inputs)).collect()
}

/// The size that a memref was made with, which is no constant.
pub(super) fn allocated_size<'c>(buffer: Value<'c, 'c>, dimension: usize) -> Option<Value<'c, 'c>> {
    let operation = ir::defining_op(buffer)?;
    let memref = MemRefType::try_from(buffer.r#type()).ok()?;
    let sizes = match ir::name(operation) {
        "memref.alloc" | "memref.alloca" => 0,
        // What an asynchronous allocation waits for comes first.
        "gpu.alloc" => 1,
        "memref.subview" => {
            // One that drops dimensions does not say which.
            let static_sizes = ir::integers_attribute(operation, "static_sizes")?;
            let same = static_sizes.len() == memref.rank();
            return same.then_some(2).and_then(|sizes| {
                let before = static_sizes.iter().take(dimension).filter(|&&s| s == i64::MIN);
                ir::operand_segment(operation, sizes).get(before.count()).copied()
            });
        }
        _ => return None,
    };
    let before = (0..dimension).filter(|&before| static_size(&memref, before).is_none()).count();
    (dimension < memref.rank()).then(|| ir::operand_segment(operation, sizes))?.get(before).copied()
}

struct Reading<'c, 'v> {
    variables: &'v mut Variables<'c>,
    /// The result that is asked for.
    value: Value<'c, 'c>,
    operation: OperationRef<'c, 'c>,
    depth: usize,
}

impl<'c> Reading<'c, '_> {
    fn operand(&self, position: usize) -> Option<Value<'c, 'c>> {
        self.operation.operand(position).ok()
    }

    fn quantity(&mut self, position: usize) -> Option<Quantity> {
        let operand = self.operand(position)?;
        Some(self.variables.read(operand, self.depth))
    }

    /// A constant operand that is at least 1.
    fn divisor(&self) -> Option<i64> {
        constant(self.operand(1)?).filter(|&divisor| 0 < divisor)
    }

    /// The power of two that a shift is by.
    fn power(&self) -> Option<i64> {
        let shift = constant(self.operand(1)?)?;
        (0..63).contains(&shift).then(|| 1 << shift)
    }

    /// An operand that is known not to be negative, so that it is the same number unsigned.
    fn natural(&mut self, position: usize) -> Option<Quantity> {
        let quantity = self.quantity(position)?;
        self.variables.is_natural(&quantity).then_some(quantity)
    }

    fn arith(&mut self, name: &str) -> Option<Quantity> {
        match name {
            "addi" | "add" => {
                let sum = self.quantity(0)?.plus(&self.quantity(1)?).ok()?;
                self.fitting(sum)
            }
            "subi" | "sub" => {
                let difference = self.quantity(0)?.minus(&self.quantity(1)?).ok()?;
                self.fitting(difference)
            }
            "muli" | "mul" => self.product(),
            "shli" | "shl" => {
                let product = self.quantity(0)?.times(self.power()?).ok()?;
                self.fitting(product)
            }
            "floordivsi" | "floordivs" => self.quantity(0)?.floor(self.divisor()?).ok(),
            "ceildivsi" | "ceildivs" => ceil(&self.quantity(0)?, self.divisor()?),
            "divui" | "divu" | "divsi" | "divs" => self.natural(0)?.floor(self.divisor()?).ok(),
            "ceildivui" | "ceildivu" => ceil(&self.natural(0)?, self.divisor()?),
            "shrsi" | "shrs" => self.quantity(0)?.floor(self.power()?).ok(),
            "shrui" | "shru" => self.natural(0)?.floor(self.power()?).ok(),
            "remsi" | "rems" => self.natural(0)?.modulo(self.divisor()?).ok(),
            "remui" | "remu" => {
                let divisor = self.divisor()?;
                let operand = self.quantity(0)?;
                // The remainder by a power of two is the last bits, whatever the sign.
                let is_exact = divisor.count_ones() == 1 || self.variables.is_natural(&operand);
                if is_exact {
                    return operand.modulo(divisor).ok();
                }
                self.bounded(Some(0), Some(divisor - 1))
            }
            "andi" | "and" => self.masked(),
            "index_cast" | "casts" | "extsi" | "trunci" => {
                let operand = self.quantity(0)?;
                self.fitting_always(operand)
            }
            "index_castui" | "castu" | "extui" => {
                let operand = self.natural(0)?;
                self.fitting_always(operand)
            }
            "minsi" | "mins" => self.extreme(&[0, 1], true),
            "maxsi" | "maxs" => self.extreme(&[0, 1], false),
            "minui" | "minu" => {
                let natural = [0, 1].map(|position| self.natural(position).is_some());
                match natural {
                    [true, true] => self.extreme(&[0, 1], true),
                    // The other one may be a great number.
                    [true, false] => self.extreme(&[0], true),
                    [false, true] => self.extreme(&[1], true),
                    [false, false] => None,
                }
            }
            "maxui" | "maxu" => {
                self.natural(0)?;
                self.natural(1)?;
                self.extreme(&[0, 1], false)
            }
            "select" => {
                let (yes, no) = (self.quantity(1)?, self.quantity(2)?);
                let (yes, no) = (self.variables.interval(&yes), self.variables.interval(&no));
                let low = yes.0.zip(no.0).and_then(|(a, b)| i64::try_from(a.min(b)).ok());
                let high = yes.1.zip(no.1).and_then(|(a, b)| i64::try_from(a.max(b)).ok());
                self.bounded(low, high)
            }
            _ => None,
        }
    }

    /// The quantity, if the type of the result has room for it: an index and an integer of 64 bits
    /// are taken to have it.
    fn fitting(&self, quantity: Quantity) -> Option<Quantity> {
        match narrow(self.value) {
            Some(range) if !self.is_within(&quantity, range) => None,
            _ => Some(quantity),
        }
    }

    /// The same for a conversion, from a type that may be longer than 64 bits.
    fn fitting_always(&self, quantity: Quantity) -> Option<Quantity> {
        let is_long = |value: Value<'_, '_>| {
            IntegerType::try_from(value.r#type()).is_ok_and(|integer| 64 < integer.width())
        };
        if is_long(self.operand(0)?) {
            return None;
        }
        self.fitting(quantity)
    }

    fn is_within(&self, quantity: &Quantity, (low, high): (i64, i64)) -> bool {
        let (least, greatest) = self.variables.interval(quantity);
        least.is_some_and(|least| i128::from(low) <= least)
            && greatest.is_some_and(|greatest| greatest <= i128::from(high))
    }

    fn product(&mut self) -> Option<Quantity> {
        let (left, right) = (self.quantity(0)?, self.quantity(1)?);
        let product = match (left.as_constant(), right.as_constant()) {
            (Some(factor), _) => right.times(factor).ok()?,
            (_, Some(factor)) => left.times(factor).ok()?,
            // The product of two variables is another variable.
            _ => {
                let is_natural =
                    self.variables.is_natural(&left) && self.variables.is_natural(&right);
                return if is_natural { self.bounded(Some(0), None) } else { None };
            }
        };
        self.fitting(product)
    }

    /// `x and (2^k - 1)` is the remainder by 2^k, whatever the sign of x; `x and -2^k` is what is
    /// left of x without it.
    fn masked(&mut self) -> Option<Quantity> {
        let at = |position| self.operand(position).and_then(constant);
        let (position, mask) = match (at(0), at(1)) {
            (Some(mask), _) => (1, mask),
            (_, Some(mask)) => (0, mask),
            _ => return None,
        };
        let operand = self.quantity(position)?;
        if mask == 0 {
            return Some(Quantity::default());
        }
        if let Some(size) = mask.checked_add(1).filter(|size| 0 < mask && size.count_ones() == 1) {
            return operand.modulo(size).ok();
        }
        if let Some(size) = mask.checked_neg().filter(|size| mask < 0 && size.count_ones() == 1) {
            return operand.minus(&operand.modulo(size).ok()?).ok();
        }
        if 0 < mask { self.bounded(Some(0), Some(mask)) } else { None }
    }

    /// A variable between constants.
    fn bounded(&mut self, low: Option<i64>, high: Option<i64>) -> Option<Quantity> {
        let quantity = self.variables.variable(Source::Value(self.value));
        if low.is_some() || high.is_some() {
            self.variables.know(Comparison { quantity: quantity.clone(), low, high });
        }
        Some(quantity)
    }

    /// A variable that is at most, or at least, each of some operands.
    fn extreme(&mut self, positions: &[usize], is_least: bool) -> Option<Quantity> {
        let quantities: Option<Vec<Quantity>> =
            positions.iter().map(|&position| self.quantity(position)).collect();
        self.extreme_of(&quantities?, is_least)
    }

    fn extreme_of(&mut self, quantities: &[Quantity], is_least: bool) -> Option<Quantity> {
        if let [quantity] = quantities
            && self.operation.operand_count() == 1
        {
            return Some(quantity.clone());
        }
        let found = self.variables.variable(Source::Value(self.value));
        let intervals: Vec<_> =
            quantities.iter().map(|quantity| self.variables.interval(quantity)).collect();
        // The least of several is at least what they all are, if all of them are known.
        let ends = intervals.iter().map(|(low, high)| if is_least { *low } else { *high });
        let end = ends.collect::<Option<Vec<i128>>>().and_then(|ends| {
            let end = if is_least { ends.into_iter().min() } else { ends.into_iter().max() };
            i64::try_from(end?).ok()
        });
        let (low, high) = if is_least { (end, None) } else { (None, end) };
        if end.is_some() {
            self.variables.know(Comparison { quantity: found.clone(), low, high });
        }
        for quantity in quantities {
            let Ok(difference) = found.minus(quantity) else { continue };
            let bound = difference.constant().checked_neg();
            let varying = difference.varying();
            let (low, high) = if is_least { (None, bound) } else { (bound, None) };
            if bound.is_some() {
                self.variables.know(Comparison { quantity: varying, low, high });
            }
        }
        Some(found)
    }

    fn affine(&mut self, name: &str) -> Option<Quantity> {
        match name {
            "apply" => self.map()?.pop()?,
            "min" | "max" => {
                let results: Option<Vec<Quantity>> = self.map()?.into_iter().collect();
                let results = results?;
                if let [result] = &results[..] {
                    return Some(result.clone());
                }
                self.extreme_of(&results, name == "min")
            }
            "delinearize_index" => self.delinearized(),
            "linearize_index" => self.linearized(),
            _ => None,
        }
    }

    /// The results of the operation's map, each if it is a quantity.
    fn map(&mut self) -> Option<Vec<Option<Quantity>>> {
        let results = ir::affine_results(self.operation.attribute("map").ok()?)?;
        let operands: Vec<Value> = self.operation.operands().collect();
        let inputs: Vec<Quantity> =
            operands.into_iter().map(|operand| self.variables.read(operand, self.depth)).collect();
        Some(results.iter().map(|result| affine_quantity(result, &inputs)).collect())
    }

    /// The sizes of a basis, constants and values in the order of the text.
    fn basis(&mut self, dynamic: usize) -> Option<Vec<Quantity>> {
        let sizes = ir::integers_attribute(self.operation, "static_basis")?;
        let mut rest = ir::operand_segment(self.operation, dynamic).into_iter();
        if dynamic == 0 {
            // The first operand is what is taken apart; the sizes follow without segments.
            rest = self.operation.operands().skip(1).collect::<Vec<_>>().into_iter();
        }
        sizes
            .into_iter()
            .map(|size| match size {
                i64::MIN => rest.next().map(|size| self.variables.read(size, self.depth)),
                size => Some(size.into()),
            })
            .collect()
    }

    /// Digits of a number, the last one fastest. The first takes what is left.
    fn delinearized(&mut self) -> Option<Quantity> {
        let number = self.quantity(0)?;
        let results: Vec<Value> = self.operation.results().map(Value::from).collect();
        let mut basis = self.basis(0)?;
        if basis.len() == results.len() {
            // The outermost size says only that the number is less than all sizes together.
            basis.remove(0);
        }
        let mut rest = Some(number);
        for (at, &result) in results.iter().enumerate().rev() {
            let size = at.checked_sub(1).and_then(|at| basis.get(at));
            let digit = match (&rest, size.map(|size| (size, size.as_constant()))) {
                (Some(number), None) => Some(number.clone()),
                (Some(number), Some((_, Some(size)))) if 0 < size => {
                    let digit = number.modulo(size).ok();
                    rest = number.floor(size).ok();
                    digit
                }
                _ => {
                    rest = None;
                    None
                }
            };
            let digit = match (digit, size) {
                (Some(digit), _) => digit,
                (None, size) => {
                    let digit = self.variables.variable(Source::Value(result));
                    if let Some(size) = size {
                        self.variables.know(Comparison::at_least(digit.clone(), 0));
                        if let Ok(difference) = digit.minus(size) {
                            let high = difference.constant().checked_neg()?.checked_sub(1)?;
                            self.variables.know(Comparison::at_most(difference.varying(), high));
                        }
                    }
                    digit
                }
            };
            self.variables.define(result, digit);
        }
        None
    }

    fn linearized(&mut self) -> Option<Quantity> {
        let digits = ir::operand_segment(self.operation, 0);
        let mut basis = self.basis(1)?;
        if basis.len() == digits.len() {
            basis.remove(0);
        }
        let mut sum = Quantity::default();
        let mut weight = 1_i64;
        for (at, digit) in digits.into_iter().enumerate().rev() {
            let digit = self.variables.read(digit, self.depth);
            sum = sum.plus(&digit.times(weight).ok()?).ok()?;
            if let Some(at) = at.checked_sub(1) {
                weight = weight.checked_mul(basis.get(at)?.as_constant()?)?;
            }
        }
        Some(sum)
    }
}

/// The memref that another one is, by casts that change no size.
pub(in crate::passes) fn without_casts<'c>(mut buffer: Value<'c, 'c>) -> Value<'c, 'c> {
    while let Some(operation) = ir::defining_op(buffer)
        && matches!(ir::name(operation), "memref.cast" | "memref.memory_space_cast")
        && let Ok(source) = operation.operand(0)
        && MemRefType::try_from(source.r#type()).is_ok()
    {
        buffer = source;
    }
    buffer
}

fn ceil(quantity: &Quantity, divisor: i64) -> Option<Quantity> {
    quantity.plus(&(divisor - 1).into()).ok()?.floor(divisor).ok()
}

/// An affine expression of quantities; `None` if it multiplies or divides by one that is no
/// constant.
pub(super) fn affine_quantity(expression: &AffineExpr, inputs: &[Quantity]) -> Option<Quantity> {
    let (operator, [left, right]) = match expression {
        AffineExpr::Constant(value) => return Some((*value).into()),
        AffineExpr::Operand(position) => return inputs.get(*position).cloned(),
        AffineExpr::Binary(operator, parts) => (operator, &**parts),
    };
    let (left, right) = (affine_quantity(left, inputs)?, affine_quantity(right, inputs)?);
    let divisor = || right.as_constant().filter(|&divisor| 0 < divisor);
    match operator {
        AffineOperator::Add => left.plus(&right).ok(),
        AffineOperator::Multiply => match left.as_constant() {
            Some(factor) => right.times(factor).ok(),
            None => left.times(right.as_constant()?).ok(),
        },
        AffineOperator::Modulo => left.modulo(divisor()?).ok(),
        AffineOperator::FloorDivide => left.floor(divisor()?).ok(),
        AffineOperator::CeilDivide => ceil(&left, divisor()?),
    }
}
