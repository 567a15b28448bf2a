//! Divisions, which are undefined where their divisor is 0, whether or not the quotient is used, and what else is
//! undefined for some operands.

use melior::ir::operation::OperationLike;
use melior::ir::r#type::{DimSize, RankedTensorType};
use melior::ir::{OperationRef, ShapedTypeLike, Value, ValueLike};

use super::blocks::values;
use crate::dialect::foreign::arithmetic::{Arithmetic, Operator, arithmetic, basis};
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

/// The sizes of a tensor; -1 for one that is not known.
fn sizes_of(tensor: Value<'_, '_>) -> Option<Vec<i64>> {
    let r#type = RankedTensorType::try_from(tensor.r#type()).ok()?;
    let size = |at| match r#type.dim_size(at) {
        Ok(DimSize::Static(size)) => i64::try_from(size).unwrap_or(-1),
        _ => -1,
    };
    Some((0..r#type.rank()).map(size).collect())
}

/// True for an element of a tensor whose indices are constants within its sizes.
fn is_inside<'c>(operation: OperationRef<'c, 'c>) -> bool {
    let first = match ir::name(operation) {
        "tensor.extract" => 1,
        "tensor.insert" => 2,
        _ => return false,
    };
    let sizes = ir::operand(operation, first - 1).and_then(sizes_of);
    let indices: Option<Vec<i64>> = operation.operands().skip(first).map(ir::constant).collect();
    sizes.zip(indices).is_some_and(|(sizes, indices)| {
        indices.iter().zip(&sizes).all(|(index, size)| (0..*size).contains(index))
    })
}

/// True if a function has operations that are not defined for all of their operands.
pub(super) fn may_be_undefined(function: OperationRef<'_, '_>) -> bool {
    let is_open = |operation: OperationRef<'_, '_>| {
        if let Some(([_, by], may_wrap)) = division(operation) {
            return known_divisor(by).is_none_or(|by| by == 0 || may_wrap && by == -1);
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

/// The number that a divisor is, if that is a constant.
pub(super) fn known_divisor(by: Value<'_, '_>) -> Option<i64> {
    let of_llvm = || {
        let constant = ir::defining_op(by).filter(|it| ir::name(*it) == "llvm.mlir.constant")?;
        ir::integer_attribute(constant, "value")
    };
    ir::constant(by).or_else(of_llvm)
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
        let known = reader.code().constant(by);
        if known.is_some_and(|by| by != 0 && !(may_wrap && by == -1)) {
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
