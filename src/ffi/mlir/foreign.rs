//! What operations of other dialects say of themselves through MLIR's interfaces.

use std::ffi::c_void;

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, OperationRef, Type, TypeLike, Value, ValueLike};

use mlir_sys::{MlirValue, mlirTypeIsALLVMStructType};

use super::glue;

/// A number that an operation has.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Number<'c> {
    Constant(i64),
    Value(Value<'c, 'c>),
}

/// A variable of a loop: it goes from `low` in steps of `step` to below `high`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LoopVariable<'c> {
    pub variable: Value<'c, 'c>,
    pub low: Number<'c>,
    pub high: Number<'c>,
    pub step: Number<'c>,
}

/// The variables of a loop whose bounds are single numbers; `None` for other operations.
pub(crate) fn loop_variables<'c>(operation: OperationRef<'c, 'c>) -> Option<Vec<LoopVariable<'c>>> {
    extern "C" fn add(found: glue::LoopVariable, data: *mut c_void) {
        // SAFETY: `data` is the list below, which nothing else uses during the call.
        unsafe { (*data.cast::<Vec<glue::LoopVariable>>()).push(found) }
    }

    let mut found: Vec<glue::LoopVariable> = Vec::new();
    // SAFETY: the operation is valid, and the list outlives the call. The values are the operation's
    // and live as long as it.
    unsafe {
        let data = (&raw mut found).cast::<c_void>();
        if !glue::layoutLoopVariables(operation.to_raw(), add, data) {
            return None;
        }
        let number = |number: glue::Number| match number.value.ptr.is_null() {
            true => Number::Constant(number.constant),
            false => Number::Value(Value::from_raw(number.value)),
        };
        let variables = found.into_iter().map(|found| LoopVariable {
            variable: Value::from_raw(found.variable),
            low: number(found.low),
            high: number(found.high),
            step: number(found.step),
        });
        Some(variables.collect())
    }
}

/// Which effects on memory an operation has, those inside included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effects {
    None,
    Reads,
    Other,
}

pub(crate) fn effects(operation: OperationRef<'_, '_>) -> Effects {
    // SAFETY: the operation is valid.
    match unsafe { glue::layoutEffects(operation.to_raw()) } {
        0 => Effects::None,
        1 => Effects::Reads,
        _ => Effects::Other,
    }
}

/// True for a function that uses no value from around it.
pub(crate) fn is_function(operation: OperationRef<'_, '_>) -> bool {
    // SAFETY: the operation is valid.
    unsafe { glue::layoutIsFunction(operation.to_raw()) }
}

/// True for the type of a structure of LLVM's.
pub(crate) fn is_llvm_struct(r#type: Type<'_>) -> bool {
    // SAFETY: the type is valid.
    unsafe { mlirTypeIsALLVMStructType(r#type.to_raw()) }
}

/// True for the type of an array of LLVM's.
pub(crate) fn is_llvm_array(r#type: Type<'_>) -> bool {
    // SAFETY: the type is valid.
    unsafe { glue::layoutIsLLVMArray(r#type.to_raw()) }
}

/// True for a call of a function, by its symbol or by a value.
pub(crate) fn is_call(operation: OperationRef<'_, '_>) -> bool {
    // SAFETY: the operation is valid.
    unsafe { glue::layoutIsCall(operation.to_raw()) }
}

/// What an operation says of itself besides its discardable attributes, its flags among it; `None` if it says
/// nothing.
pub(crate) fn properties<'c>(operation: OperationRef<'c, '_>) -> Option<Attribute<'c>> {
    // SAFETY: the operation is valid, and null or an attribute of its context is given back.
    unsafe { Attribute::from_option_raw(glue::layoutOperationProperties(operation.to_raw())) }
}

/// True for an operation that is defined behavior wherever it is executed.
pub(crate) fn is_speculatable(operation: OperationRef<'_, '_>) -> bool {
    // SAFETY: the operation is valid.
    unsafe { glue::layoutIsSpeculatable(operation.to_raw()) }
}

/// True for an operation that hands its operands on as they are: to a block, to its results, or to
/// what it calls.
pub(crate) fn forwards_operands(operation: OperationRef<'_, '_>) -> bool {
    // SAFETY: the operation is valid.
    unsafe { glue::layoutForwardsOperands(operation.to_raw()) }
}

/// The value that an argument of a successor gets from the operation that ends a block; `None` for one
/// that the operation makes.
pub(crate) fn successor_operand<'c>(
    end: OperationRef<'c, 'c>,
    successor: usize,
    argument: usize,
) -> Option<Value<'c, 'c>> {
    // SAFETY: the operation is valid, and the value lives as long as it.
    unsafe {
        let value = glue::layoutSuccessorOperand(end.to_raw(), successor, argument);
        (!value.ptr.is_null()).then(|| Value::from_raw(value))
    }
}

/// What a result of an operation with regions, or an argument of one of these, may be; nothing for one that
/// the operation makes, such as the variable of a loop.
pub(crate) fn region_sources<'c>(value: Value<'c, 'c>) -> Vec<Value<'c, 'c>> {
    extern "C" fn add(source: MlirValue, data: *mut c_void) {
        // SAFETY: `data` is the list below, which nothing else uses during the call.
        unsafe { (*data.cast::<Vec<MlirValue>>()).push(source) }
    }

    let mut found: Vec<MlirValue> = Vec::new();
    // SAFETY: the value is valid, and the list outlives the call. Operands live as long as the value.
    unsafe {
        glue::layoutRegionSources(value.to_raw(), add, (&raw mut found).cast());
        found.into_iter().map(|source| Value::from_raw(source)).collect()
    }
}

/// True if `user` may have the value as a dimension or a symbol of an affine map.
pub(crate) fn is_affine_dim(value: Value<'_, '_>, user: OperationRef<'_, '_>) -> bool {
    // SAFETY: both are valid.
    unsafe { glue::layoutIsAffineDim(value.to_raw(), user.to_raw()) }
}

/// Bounds of a result of an operation, both included, by those of its operands: of an integer, or of
/// all elements of a vector or another shape; `None` for an operand of which nothing is known. `None`
/// if the operation says none.
pub(crate) fn result_range(
    operation: OperationRef<'_, '_>,
    result: usize,
    operands: &[Option<(i64, i64)>],
) -> Option<(i64, i64)> {
    assert_eq!(operands.len(), operation.operand_count());
    // An empty range is one of which nothing is known.
    let range = |known: &Option<(i64, i64)>| {
        let (low, high) = known.unwrap_or((0, -1));
        glue::Range { low, high }
    };
    let operands: Vec<glue::Range> = operands.iter().map(range).collect();
    let mut found = glue::Range { low: i64::MIN, high: i64::MAX };
    // SAFETY: the operation is valid, and there is one range an operand.
    let is_found = unsafe {
        result < operation.result_count()
            && glue::layoutResultRange(
                operation.to_raw(),
                result,
                operands.as_ptr(),
                &raw mut found,
            )
    };
    is_found.then_some((found.low, found.high))
}

/// The number of an axis of `gpu`, of a predicate of `index` or of flags of `arith`; `None` for other
/// attributes.
pub(crate) fn enum_value(attribute: Attribute<'_>) -> Option<usize> {
    // SAFETY: the attribute is valid.
    usize::try_from(unsafe { glue::layoutEnumValue(attribute.to_raw()) }).ok()
}

/// The sizes of a matrix type of `gpu`; `None` for other types.
pub(crate) fn matrix_shape(r#type: Type<'_>) -> Option<[i64; 2]> {
    let [mut rows, mut columns] = [0, 0];
    // SAFETY: the type is valid, and the numbers outlive the call.
    let found =
        unsafe { glue::layoutMatrixShape(r#type.to_raw(), &raw mut rows, &raw mut columns) };
    found.then_some([rows, columns])
}

/// The type of the elements of a vector; any other type itself.
pub(crate) fn element_type(r#type: Type<'_>) -> Type<'_> {
    // SAFETY: the type is valid, and what is found lives in its context.
    unsafe { Type::from_raw(glue::layoutElementType(r#type.to_raw())) }
}

/// A vector like this one with elements of another type; for any other type that type.
pub(crate) fn with_element_type<'c>(r#type: Type<'c>, element: Type<'c>) -> Type<'c> {
    // SAFETY: the types are valid, those of elements are numbers, and what is found lives in their
    // context.
    unsafe { Type::from_raw(glue::layoutWithElementType(r#type.to_raw(), element.to_raw())) }
}

/// The number of the memory that a memref is in, 0 for one that has none; `None` if its space is not a number.
pub(crate) fn memory_space_number(r#type: Type<'_>) -> Option<i64> {
    // SAFETY: the type is valid.
    let number = unsafe { glue::layoutMemorySpaceNumber(r#type.to_raw()) };
    (number != i64::MIN).then_some(number)
}

/// The attribute `#arith.overflow` of these flags: 1 for nsw, 2 for nuw.
pub(crate) fn overflow_flags(context: &Context, flags: u32) -> Attribute<'_> {
    // SAFETY: the context is valid, and the attribute lives in it.
    unsafe { Attribute::from_raw(glue::layoutOverflowFlags(context.to_raw(), flags)) }
}
