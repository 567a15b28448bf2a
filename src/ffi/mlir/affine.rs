//! Affine maps, taken apart.

use melior::ir::{Attribute, AttributeLike};
use mlir_sys::{
    MlirAffineExpr, mlirAffineBinaryOpExprGetLHS, mlirAffineBinaryOpExprGetRHS,
    mlirAffineConstantExprGetValue, mlirAffineDimExprGetPosition, mlirAffineExprIsAAdd,
    mlirAffineExprIsACeilDiv, mlirAffineExprIsAConstant, mlirAffineExprIsADim,
    mlirAffineExprIsAFloorDiv, mlirAffineExprIsAMod, mlirAffineExprIsAMul, mlirAffineExprIsASymbol,
    mlirAffineMapAttrGetValue, mlirAffineMapGetNumDims, mlirAffineMapGetNumResults,
    mlirAffineMapGetResult, mlirAffineSymbolExprGetPosition, mlirAttributeIsAAffineMap,
};

/// An expression of an affine map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AffineExpr {
    /// An operand of the map, symbols after dimensions.
    Operand(usize),
    Constant(i64),
    Binary(AffineOperator, Box<[AffineExpr; 2]>),
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
