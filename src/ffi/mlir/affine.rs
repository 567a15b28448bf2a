//! Affine maps and integer sets.

use melior::ir::{AffineMap, Attribute, AttributeLike};
use mlir_sys::{
    MlirAffineExpr, mlirAffineBinaryOpExprGetLHS, mlirAffineBinaryOpExprGetRHS,
    mlirAffineConstantExprGetValue, mlirAffineDimExprGetPosition, mlirAffineExprIsAAdd,
    mlirAffineExprIsACeilDiv, mlirAffineExprIsAConstant, mlirAffineExprIsADim,
    mlirAffineExprIsAFloorDiv, mlirAffineExprIsAMod, mlirAffineExprIsAMul, mlirAffineExprIsASymbol,
    mlirAffineMapAttrGet, mlirAffineMapAttrGetValue, mlirAffineMapGetNumDims,
    mlirAffineMapGetNumInputs, mlirAffineMapGetNumResults, mlirAffineMapGetNumSymbols,
    mlirAffineMapGetResult, mlirAffineMapGetSubMap, mlirAffineSymbolExprGetPosition,
    mlirAttributeIsAAffineMap, mlirAttributeIsAIntegerSet, mlirIntegerSetAttrGetValue,
    mlirIntegerSetGetConstraint, mlirIntegerSetGetNumConstraints, mlirIntegerSetGetNumDims,
    mlirIntegerSetGetNumSymbols, mlirIntegerSetIsConstraintEq,
};

/// An expression of an affine map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AffineExpr {
    /// An operand of the map, symbols after dimensions.
    Operand(usize),
    Constant(i64),
    Binary(AffineOperator, Box<[AffineExpr; 2]>),
}

impl AffineExpr {
    /// True if nothing in it is divided by a number that may be below 1.
    pub fn divides_by_positive_constants(&self) -> bool {
        let AffineExpr::Binary(operator, parts) = self else { return true };
        let is_sum = matches!(operator, AffineOperator::Add | AffineOperator::Multiply);
        (is_sum || matches!(parts[1], AffineExpr::Constant(1..)))
            && parts.iter().all(AffineExpr::divides_by_positive_constants)
    }

    /// The value for these operands; `None` past 64 bits, and by a divisor below 1.
    pub fn evaluate(&self, operands: &[i64]) -> Option<i64> {
        let (operator, left, right) = match self {
            AffineExpr::Operand(at) => return operands.get(*at).copied(),
            AffineExpr::Constant(number) => return Some(*number),
            AffineExpr::Binary(operator, parts) => {
                (operator, parts[0].evaluate(operands)?, parts[1].evaluate(operands)?)
            }
        };
        let is_sum = matches!(operator, AffineOperator::Add | AffineOperator::Multiply);
        if !is_sum && right < 1 {
            return None;
        }
        match operator {
            AffineOperator::Add => left.checked_add(right),
            AffineOperator::Multiply => left.checked_mul(right),
            AffineOperator::FloorDivide => Some(left.div_euclid(right)),
            AffineOperator::CeilDivide => left.checked_neg()?.div_euclid(right).checked_neg(),
            AffineOperator::Modulo => Some(left.rem_euclid(right)),
        }
    }
}

/// The operations of affine maps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AffineOperator {
    Add,
    Multiply,
    FloorDivide,
    CeilDivide,
    Modulo,
}

/// Expressions that are nested deeper are not read.
const MAX_DEPTH: usize = 2000;

/// The results of the affine map that an attribute is.
pub(crate) fn affine_results(attribute: Attribute<'_>) -> Option<Vec<AffineExpr>> {
    // SAFETY: the attribute is valid, it is asked for a map only if it is one, and results are asked
    // for below their number.
    unsafe {
        if !mlirAttributeIsAAffineMap(attribute.to_raw()) {
            return None;
        }
        let map = mlirAffineMapAttrGetValue(attribute.to_raw());
        let n_dims = usize::try_from(mlirAffineMapGetNumDims(map)).ok()?;
        (0..mlirAffineMapGetNumResults(map))
            .map(|position| expression(mlirAffineMapGetResult(map, position), n_dims, MAX_DEPTH))
            .collect()
    }
}

/// The attribute that an affine map is.
pub(crate) fn affine_map(map: AffineMap<'_>) -> Attribute<'_> {
    // SAFETY: the map is valid, and the attribute is of its context.
    unsafe { Attribute::from_raw(mlirAffineMapAttrGet(map.to_raw())) }
}

/// The affine map of one of the results of the affine map that an attribute is.
pub(crate) fn map_of_result<'c>(attribute: Attribute<'c>, result: usize) -> Option<Attribute<'c>> {
    let mut position = isize::try_from(result).ok()?;
    // SAFETY: the attribute is valid, it is asked for a map only if it is one, and the position is in
    // range.
    unsafe {
        if !mlirAttributeIsAAffineMap(attribute.to_raw()) {
            return None;
        }
        let map = mlirAffineMapAttrGetValue(attribute.to_raw());
        (position < mlirAffineMapGetNumResults(map)).then(|| {
            let single = mlirAffineMapGetSubMap(map, 1, &raw mut position);
            Attribute::from_raw(mlirAffineMapAttrGet(single))
        })
    }
}

/// How many operands the affine map that an attribute is takes.
pub(crate) fn map_input_count(attribute: Attribute<'_>) -> Option<usize> {
    // SAFETY: the attribute is valid, and it is asked for a map only if it is one.
    unsafe {
        if !mlirAttributeIsAAffineMap(attribute.to_raw()) {
            return None;
        }
        usize::try_from(mlirAffineMapGetNumInputs(mlirAffineMapAttrGetValue(attribute.to_raw())))
            .ok()
    }
}

/// How many dimensions and symbols the affine map or integer set that an attribute is has.
pub(crate) fn dims_and_symbols(attribute: Attribute<'_>) -> Option<(usize, usize)> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is valid, and it is asked for what it is.
    let (n_dims, n_symbols) = unsafe {
        if mlirAttributeIsAAffineMap(raw) {
            let map = mlirAffineMapAttrGetValue(raw);
            (mlirAffineMapGetNumDims(map), mlirAffineMapGetNumSymbols(map))
        } else if mlirAttributeIsAIntegerSet(raw) {
            let set = mlirIntegerSetAttrGetValue(raw);
            (mlirIntegerSetGetNumDims(set), mlirIntegerSetGetNumSymbols(set))
        } else {
            return None;
        }
    };
    Some((usize::try_from(n_dims).ok()?, usize::try_from(n_symbols).ok()?))
}

/// The constraints of the integer set that an attribute is, each with whether it is an equality to 0;
/// if not, it is `0 <=`.
pub(crate) fn affine_set(attribute: Attribute<'_>) -> Option<Vec<(AffineExpr, bool)>> {
    // SAFETY: the attribute is valid, it is asked for a set only if it is one, and constraints are
    // asked for below their number.
    unsafe {
        if !mlirAttributeIsAIntegerSet(attribute.to_raw()) {
            return None;
        }
        let set = mlirIntegerSetAttrGetValue(attribute.to_raw());
        let n_dims = usize::try_from(mlirIntegerSetGetNumDims(set)).ok()?;
        (0..mlirIntegerSetGetNumConstraints(set))
            .map(|position| {
                let constraint = mlirIntegerSetGetConstraint(set, position);
                let constraint = expression(constraint, n_dims, MAX_DEPTH)?;
                Some((constraint, mlirIntegerSetIsConstraintEq(set, position)))
            })
            .collect()
    }
}

/// # Safety
///
/// The expression is valid.
unsafe fn expression(raw: MlirAffineExpr, n_dims: usize, depth: usize) -> Option<AffineExpr> {
    // SAFETY: the expression is valid, and so are its operands; each is asked for what it is.
    unsafe {
        if mlirAffineExprIsADim(raw) {
            let position = usize::try_from(mlirAffineDimExprGetPosition(raw)).ok()?;
            return Some(AffineExpr::Operand(position));
        }
        if mlirAffineExprIsASymbol(raw) {
            let position = usize::try_from(mlirAffineSymbolExprGetPosition(raw)).ok()?;
            return Some(AffineExpr::Operand(n_dims + position));
        }
        if mlirAffineExprIsAConstant(raw) {
            return Some(AffineExpr::Constant(mlirAffineConstantExprGetValue(raw)));
        }
        let operator = if mlirAffineExprIsAAdd(raw) {
            AffineOperator::Add
        } else if mlirAffineExprIsAMul(raw) {
            AffineOperator::Multiply
        } else if mlirAffineExprIsAFloorDiv(raw) {
            AffineOperator::FloorDivide
        } else if mlirAffineExprIsACeilDiv(raw) {
            AffineOperator::CeilDivide
        } else if mlirAffineExprIsAMod(raw) {
            AffineOperator::Modulo
        } else {
            return None;
        };
        let depth = depth.checked_sub(1)?;
        let left = expression(mlirAffineBinaryOpExprGetLHS(raw), n_dims, depth)?;
        let right = expression(mlirAffineBinaryOpExprGetRHS(raw), n_dims, depth)?;
        Some(AffineExpr::Binary(operator, Box::new([left, right])))
    }
}
