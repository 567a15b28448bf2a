//! The layouts of memrefs: what MLIR asks of an attribute that is one.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

use melior::ir::{Type, TypeLike};
use mlir_sys::{
    MlirAffineExpr, MlirAffineMap, MlirContext, MlirStringCallback, mlirAffineAddExprGet,
    mlirAffineConstantExprGet, mlirAffineDimExprGet, mlirAffineFloorDivExprGet, mlirAffineMapGet,
    mlirAffineModExprGet, mlirAffineMulExprGet, mlirAffineSymbolExprGet,
};
use rustc_hash::FxHashMap;

use super::content::Content;
use super::diagnostic::PANICKED;
use super::glue;
use crate::code::{ArrayLayout, Operator, Program, Source, Value};

/// MLIR's number for a size or a stride that is not known, `ShapedType::kDynamic`.
const DYNAMIC: i64 = i64::MIN;

/// True if a memref whose layout is one of ours occurs in a type, however nested.
pub(crate) fn type_has_memref(r#type: Type<'_>) -> bool {
    // SAFETY: the type is valid.
    unsafe { glue::layoutTypeHasMemRef(r#type.to_raw()) }
}

pub(super) extern "C" fn verify_hook(
    content: *const c_void,
    rank: usize,
    shape: *const i64,
    sink: MlirStringCallback,
    sink_data: *mut c_void,
) -> bool {
    // SAFETY: the content and the shape are C++'s and live during the call.
    let (content, shape) = unsafe { (content_of(content), shape_of(rank, shape)) };
    let verified = catch_unwind(AssertUnwindSafe(|| match content.array() {
        Ok(array) => array.check_shape(&shape).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    }));
    let message = match verified {
        Ok(Ok(())) => return true,
        Ok(Err(message)) => message,
        Err(_) => PANICKED.to_owned(),
    };
    if let Some(sink) = sink {
        // SAFETY: the callback and its data belong together, and it copies the text.
        unsafe { sink(glue::string_ref(&message), sink_data) }
    }
    false
}

pub(super) extern "C" fn affine_map_hook(
    content: *const c_void,
    context: MlirContext,
) -> MlirAffineMap {
    let nothing = MlirAffineMap { ptr: std::ptr::null() };
    // SAFETY: the content is C++'s and lives during the call.
    let content = unsafe { content_of(content) };
    let map = || match content.array() {
        // SAFETY: the context is valid.
        Ok(array) => unsafe { affine_map(context, array) },
        Err(_) => nothing,
    };
    catch_unwind(AssertUnwindSafe(map)).unwrap_or(nothing)
}

pub(super) extern "C" fn strides_hook(
    content: *const c_void,
    rank: usize,
    shape: *const i64,
    strides: *mut i64,
    offset: *mut i64,
) -> bool {
    // SAFETY: the content and the shape are C++'s and live during the call.
    let (content, shape) = unsafe { (content_of(content), shape_of(rank, shape)) };
    let found = catch_unwind(AssertUnwindSafe(|| content.array().ok()?.strides(&shape)));
    let Ok(Some(found)) = found else { return false };
    if found.strides().len() != rank {
        return false;
    }
    // SAFETY: there is room for one stride a dimension, and for an offset.
    unsafe {
        for (dimension, stride) in found.strides().iter().enumerate() {
            *strides.add(dimension) = stride.unwrap_or(DYNAMIC);
        }
        *offset = found.offset().unwrap_or(DYNAMIC);
    }
    true
}

/// The content that C++ holds.
///
/// # Safety
///
/// The pointer is one that `hooks::owned` gave, and C++ has a share of it during `'a`.
unsafe fn content_of<'a>(content: *const c_void) -> &'a Content {
    // SAFETY: as the caller promises.
    unsafe { &*content.cast::<Content>() }
}

/// The shape, with `None` for a dynamic dimension.
///
/// # Safety
///
/// There are `rank` numbers.
unsafe fn shape_of(rank: usize, shape: *const i64) -> Vec<Option<i64>> {
    // SAFETY: as the caller promises.
    let size = |dimension| unsafe { *shape.add(dimension) };
    (0..rank).map(size).map(|size| (size != DYNAMIC).then_some(size)).collect()
}

/// The map from an index and the symbols to the offset.
///
/// `normalize-memrefs` looks for the greatest value of an affine map by elimination, which takes all
/// memory for some. The map of such a layout is not pure affine, though it has the same values: that is
/// what MLIR looks at first, and leaves the memref as it is.
///
/// # Safety
///
/// The context is valid.
unsafe fn affine_map(context: MlirContext, array: &ArrayLayout) -> MlirAffineMap {
    let program = array.index();
    let mut known: FxHashMap<Value, MlirAffineExpr> = FxHashMap::default();
    let expression = |value: Value, known: &FxHashMap<Value, MlirAffineExpr>| {
        // SAFETY: as the caller promises.
        unsafe { leaf(context, program, array.rank(), value) }
            .or_else(|| known.get(&value).copied())
    };
    for (value, operator, left, right) in program.operations() {
        let (Some(left), Some(right)) = (expression(left, &known), expression(right, &known))
        else {
            return MlirAffineMap { ptr: std::ptr::null() };
        };
        // SAFETY: both expressions are of this context.
        let found = unsafe {
            match operator {
                Operator::Add => mlirAffineAddExprGet(left, right),
                Operator::Subtract => {
                    let minus = mlirAffineConstantExprGet(context, -1);
                    mlirAffineAddExprGet(left, mlirAffineMulExprGet(right, minus))
                }
                Operator::Multiply => mlirAffineMulExprGet(left, right),
                Operator::Divide => mlirAffineFloorDivExprGet(left, right),
                Operator::Remainder => mlirAffineModExprGet(left, right),
                // No program of this style has another one.
                _ => return MlirAffineMap { ptr: std::ptr::null() },
            }
        };
        known.insert(value, found);
    }
    let results: Option<Vec<MlirAffineExpr>> =
        program.results().iter().map(|&result| expression(result, &known)).collect();
    let Some(mut results) = results else { return MlirAffineMap { ptr: std::ptr::null() } };
    if !array.is_bounded_cheaply() {
        for result in &mut results {
            // An offset, which is not negative, is its own remainder by the next number.
            // SAFETY: the expressions are of this context.
            *result = unsafe {
                let next = mlirAffineAddExprGet(*result, mlirAffineConstantExprGet(context, 1));
                mlirAffineModExprGet(*result, next)
            };
        }
    }
    let symbols = array.symbols().len();
    let count = |n: usize| isize::try_from(n).unwrap_or(0);
    // SAFETY: the expressions are of this context and have no other dims and symbols.
    unsafe {
        mlirAffineMapGet(
            context,
            count(array.rank()),
            count(symbols),
            count(results.len()),
            results.as_mut_ptr(),
        )
    }
}

/// The expression of a value that no operation computes: a dim, a symbol or a constant.
///
/// # Safety
///
/// The context is valid.
unsafe fn leaf(
    context: MlirContext,
    program: &Program,
    rank: usize,
    value: Value,
) -> Option<MlirAffineExpr> {
    let position = |n: usize| isize::try_from(n).unwrap_or(0);
    // SAFETY: as the caller promises.
    unsafe {
        match program.source(value) {
            Source::Input(input) if input < rank => {
                Some(mlirAffineDimExprGet(context, position(input)))
            }
            Source::Input(input) => Some(mlirAffineSymbolExprGet(context, position(input - rank))),
            Source::Constant(constant) => Some(mlirAffineConstantExprGet(context, constant)),
            Source::Binary(..) => None,
        }
    }
}
