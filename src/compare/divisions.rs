//! Divisions, which are undefined where their divisor is 0, whether or not the quotient is used, and what else is
//! undefined for some operands.

use melior::ir::operation::OperationLike;
use melior::ir::r#type::RankedTensorType;
use melior::ir::{OperationRef, Value, ValueLike};

use super::blocks::values;
use crate::dialect::foreign::arithmetic::{Arithmetic, Operator, arithmetic, basis};
use crate::dialect::foreign::memory::static_size;
use crate::dialect::foreign::{Number, is_speculatable};
use crate::dialect::ir::{self, AffineExpr, AffineOperator};
use crate::passes::exact::{CodeReader, numbers};
use crate::validate::{CmpPredicate, Flags, Node, Operation, Operator as Computed};

/// What an operation of `arith`, `index` or `llvm` divides, and by what; true if the quotient of the least number
/// by -1 is asked for, which does not fit.
pub(super) fn division<'c>(operation: OperationRef<'c, 'c>) -> Option<([Value<'c, 'c>; 2], bool)> {
    use Operator::{
        CeilDivideSigned, CeilDivideUnsigned, DivideSigned, DivideUnsigned, FloorDivide,
        RemainderSigned, RemainderUnsigned,
    };
    let may_wrap = match (ir::name(operation), arithmetic(operation)) {
        ("llvm.sdiv" | "llvm.srem", _) => true,
        ("llvm.udiv" | "llvm.urem", _) => false,
        (_, Some(Arithmetic::Binary(operator))) => match operator {
            DivideSigned | CeilDivideSigned | FloorDivide => true,
            DivideUnsigned | CeilDivideUnsigned | RemainderSigned | RemainderUnsigned => false,
            _ => return None,
        },
        _ => return None,
    };
    let mut operands = operation.operands();
    Some(([operands.next()?, operands.next()?], may_wrap))
}

/// Operations that MLIR takes to be defined wherever they are executed, and that are not where an index is out of
/// bounds or 0 has a negative exponent.
const UNDEFINED: [&str; 7] = [
    "tensor.extract",
    "tensor.extract_slice",
    "tensor.gather",
    "tensor.insert",
    "tensor.insert_slice",
    "tensor.scatter",
    "math.ipowi",
];

/// False for an operation that is undefined behavior for some operands; what divides is asked for its divisor.
pub(super) fn is_defined<'c>(operation: OperationRef<'c, 'c>) -> bool {
    division(operation).is_some()
        || is_speculatable(operation) && !UNDEFINED.contains(&ir::name(operation))
        || is_inside(operation)
}

/// True for an element of a tensor whose indices are constants within its sizes.
fn is_inside<'c>(operation: OperationRef<'c, 'c>) -> bool {
    let first = match ir::name(operation) {
        "tensor.extract" => 1,
        "tensor.insert" => 2,
        _ => return false,
    };
    let tensor = ir::operand(operation, first - 1).map(|tensor| tensor.r#type());
    let Some(tensor) = tensor.and_then(|it| RankedTensorType::try_from(it).ok()) else {
        return false;
    };
    let is_within = |(dimension, index)| {
        let size = static_size(&tensor, dimension);
        size.zip(ir::constant(index)).is_some_and(|(size, index)| (0..size).contains(&index))
    };
    operation.operands().skip(first).enumerate().all(is_within)
}

/// True if a function has operations that are not defined for all of their operands.
pub(super) fn may_be_undefined(function: OperationRef<'_, '_>) -> bool {
    let is_open = |operation: OperationRef<'_, '_>| {
        if let Some(([_, by], may_wrap)) = division(operation) {
            return !is_by_safe_constant(by, may_wrap);
        }
        match arithmetic(operation) {
            Some(Arithmetic::Apply | Arithmetic::Minimum | Arithmetic::Maximum) => {
                let map = operation.attribute("map").ok().and_then(ir::affine_results);
                map.is_none_or(|results| results.iter().any(divides))
            }
            Some(Arithmetic::Digits) => {
                let is_known = |size: &Number<'_>| matches!(size, Number::Constant(1..));
                basis(operation).is_none_or(|sizes| !sizes.iter().all(is_known))
            }
            _ => ir::region(operation, 0).is_none() && !is_defined(operation),
        }
    };
    ir::walk(function).into_iter().any(is_open)
}

/// True if a map divides by a number that is not known to be positive.
fn divides(expression: &AffineExpr) -> bool {
    let AffineExpr::Binary(operator, parts) = expression else { return false };
    let is_sum = matches!(operator, AffineOperator::Add | AffineOperator::Multiply);
    let is_open = !is_sum && !matches!(parts[1], AffineExpr::Constant(1..));
    is_open || parts.iter().any(divides)
}

/// True for a constant by which every number may be divided.
pub(super) fn is_by_safe_constant(by: Value<'_, '_>, may_wrap: bool) -> bool {
    let of_llvm = || {
        let constant = ir::defining_op(by).filter(|it| ir::name(*it) == "llvm.mlir.constant")?;
        ir::integer_attribute(constant, "value")
    };
    is_safe(ir::constant(by).or_else(of_llvm), may_wrap)
}

fn is_safe(by: Option<i64>, may_wrap: bool) -> bool {
    by.is_some_and(|by| by != 0 && !(may_wrap && by == -1))
}

/// Where a division is defined.
pub(super) struct Divisor {
    pub by: Node,
    pub is_defined: Node,
    /// The opposite, as all methods read it.
    pub is_undefined: Node,
}

/// The divisors of some operations that are not defined for all numbers.
///
/// # Errors
///
/// What is not read.
pub(super) fn divisors<'c>(
    reader: &mut CodeReader<'c>,
    operations: &[OperationRef<'c, 'c>],
) -> Result<Vec<Divisor>, String> {
    use CmpPredicate::{Equal, NotEqual};
    let mut found = Vec::new();
    for (operands, may_wrap) in operations.iter().filter_map(|&operation| division(operation)) {
        let [of, by] = values(reader, &operands)?[..] else { continue };
        if is_safe(reader.code().constant(by), may_wrap) {
            continue;
        }
        let bits = reader.code().bits(by);
        let mut compare = |relation, node, number| {
            let number = reader.constant(bits, number);
            reader.compare(relation, node, number)
        };
        let [is_defined, is_undefined] = [NotEqual, Equal].map(|relation| compare(relation, by, 0));
        found.push(Divisor { by, is_defined, is_undefined });
        if may_wrap {
            let least = numbers(bits).0;
            let [[a, b], [c, d]] = [NotEqual, Equal]
                .map(|relation| [compare(relation, of, least), compare(relation, by, -1)]);
            let mut both = |operator, left, right| {
                let flags = Flags::default();
                reader.push(1, Operation::Binary { operator, left, right, flags })
            };
            let is_defined = both(Computed::Or, a, b);
            let is_undefined = both(Computed::And, c, d);
            found.push(Divisor { by, is_defined, is_undefined });
        }
    }
    Ok(found)
}
