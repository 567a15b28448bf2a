//! What melior's view of the IR lacks.

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr;

use melior::Context;
use melior::ir::operation::{Operation, OperationLike, OperationMutLike, OperationRefMut};
use melior::ir::r#type::MemRefType;
use melior::ir::{
    Attribute, AttributeLike, BlockLike, BlockRef, Identifier, Location, OperationRef,
    ShapedTypeLike, Type, TypeLike, Value, ValueLike,
};
use mlir_sys::{
    MlirAttribute, MlirNamedAttribute, MlirOperation, MlirStringRef, MlirType, MlirValue,
    mlirAttributeGetContext, mlirBlockArgumentGetOwner, mlirDictionaryAttrGet, mlirIdentifierStr,
    mlirMemRefTypeGetStridesAndOffset, mlirOpaqueTypeGetData, mlirOpaqueTypeGetDialectNamespace,
    mlirOperationGetAttributeByName, mlirOperationGetBlock, mlirOperationGetName,
    mlirOperationIsBeforeInBlock, mlirShapedTypeGetDimSize, mlirShapedTypeGetElementType,
    mlirShapedTypeGetRank, mlirTypeIsAOpaque, mlirTypeIsAVector, mlirValueGetFirstUse,
    mlirValueIsABlockArgument, mlirValueReplaceAllUsesOfWith, mlirVectorTypeIsScalable,
};

use super::glue;

/// Runs `body` on an operation of MLIR's and its context.
///
/// melior's reference to a context is a reference to the handle, so the handle has to stay where it
/// is for as long as `'c`: here, on the stack of this function.
pub(super) fn with_operation<R>(
    raw: MlirOperation,
    body: impl for<'c> FnOnce(&'c Context, OperationRef<'c, 'c>) -> R,
) -> R {
    // SAFETY: MLIR calls us with an operation that lives, in a context that lives, until we return.
    let operation = unsafe { OperationRef::from_raw(raw) };
    let handle = operation.context();
    // SAFETY: the handle outlives the body, and the higher-ranked lifetime keeps the reference in it.
    let context = unsafe { handle.to_ref() };
    body(context, operation)
}

/// The name of an operation, such as `layout.compose`.
pub(crate) fn name<'c>(operation: OperationRef<'c, '_>) -> &'c str {
    // SAFETY: the name is uniqued in the context, which lives for `'c`; of ASCII it is UTF-8.
    unsafe {
        let text = mlirIdentifierStr(mlirOperationGetName(operation.to_raw()));
        let bytes = std::slice::from_raw_parts(text.data.cast::<u8>(), text.length);
        // Every table by name asks for it; nearly all names are ASCII, which is seen many bytes at once.
        match bytes.is_ascii() {
            true => std::str::from_utf8_unchecked(bytes),
            false => std::str::from_utf8(bytes).unwrap_or(""),
        }
    }
}

/// The attribute of a name, inherent or discardable. melior answers a name that is not there with an
/// error on the heap, which most operations that are asked for one would make.
pub(crate) fn named_attribute<'c>(
    operation: OperationRef<'c, '_>,
    name: &str,
) -> Option<Attribute<'c>> {
    // SAFETY: the operation is valid, and the name is read during the call.
    unsafe {
        let name = glue::string_ref(name);
        Attribute::from_option_raw(mlirOperationGetAttributeByName(operation.to_raw(), name))
    }
}

/// The attributes of a new operation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dictionary<'c>(Attribute<'c>);

/// A new operation without regions, in no block. melior's builder makes a list on the heap for each part of
/// it, and MLIR's C interface another one.
pub(crate) fn operation<'c>(
    name: &str,
    location: Location<'c>,
    operands: &[Value<'c, '_>],
    results: &[Type<'c>],
    attributes: Option<Dictionary<'c>>,
) -> Operation<'c> {
    let operands: Vec<MlirValue> = operands.iter().map(ValueLike::to_raw).collect();
    let results: Vec<MlirType> = results.iter().map(TypeLike::to_raw).collect();
    let none = MlirAttribute { ptr: ptr::null() };
    // SAFETY: everything is valid, of one context, and read during the call; the attribute is a dictionary;
    // the operation is the caller's.
    unsafe {
        Operation::from_raw(glue::layoutOperationCreate(
            location.to_raw(),
            glue::string_ref(name),
            operands.len(),
            operands.as_ptr(),
            results.len(),
            results.as_ptr(),
            attributes.map_or(none, |Dictionary(attributes)| attributes.to_raw()),
        ))
    }
}

/// The dictionary of attributes, of which no two have one name; `None` if there are none.
pub(crate) fn dictionary_of<'c>(
    entries: &[(Identifier<'c>, Attribute<'c>)],
) -> Option<Dictionary<'c>> {
    let (_, first) = entries.first()?;
    let named = |(name, attribute): &(Identifier<'c>, Attribute<'c>)| MlirNamedAttribute {
        name: name.to_raw(),
        attribute: attribute.to_raw(),
    };
    let entries: Vec<MlirNamedAttribute> = entries.iter().map(named).collect();
    // SAFETY: the entries are valid, of the context, and read during the call.
    unsafe {
        let context = mlirAttributeGetContext(first.to_raw());
        let count = entries.len().cast_signed();
        let made = mlirDictionaryAttrGet(context, count, entries.as_ptr());
        Some(Dictionary(Attribute::from_raw(made)))
    }
}

/// True if an operation uses the value.
pub(crate) fn has_uses(value: Value<'_, '_>) -> bool {
    // SAFETY: the value is valid.
    unsafe { !mlirValueGetFirstUse(value.to_raw()).ptr.is_null() }
}

/// Lets every user of `value` use `with`.
pub(crate) fn replace_all_uses<'c, 'a>(value: Value<'c, 'a>, with: Value<'c, 'a>) {
    // SAFETY: both values are valid, and they are of one context.
    unsafe { mlirValueReplaceAllUsesOfWith(value.to_raw(), with.to_raw()) }
}

/// Removes an operation, whose results have no use, from the IR for good.
///
/// Nobody may use a reference to it again, to its regions or to its results.
pub(crate) fn erase(operation: OperationRef<'_, '_>) {
    // SAFETY: the operation is valid; once it is out of its block we are its owner.
    unsafe {
        OperationRefMut::from_raw(operation.to_raw()).remove_from_parent();
        drop(Operation::from_raw(operation.to_raw()));
    }
}

/// Puts what `replace` says in the place of each layout attribute of an operation, wherever it is
/// nested in the operation's attributes. Nothing is replaced in types and in nested operations, nor
/// where `replace` says `None`.
pub(crate) fn replace_layout_attributes<'c, F>(operation: OperationRef<'c, '_>, replace: F)
where
    F: FnMut(Attribute<'c>) -> Option<Attribute<'c>>,
{
    replace_attributes(glue::layoutReplaceAttributes, operation, replace);
}

/// Puts what `replace` says in the place of each affine map, integer set and dictionary in the
/// discardable attributes of an operation, the outer ones first. What is inside of one for which it
/// says `None` is looked at; to keep one, it says the same again.
pub(crate) fn replace_affine_attributes<'c, F>(operation: OperationRef<'c, '_>, replace: F)
where
    F: FnMut(Attribute<'c>) -> Option<Attribute<'c>>,
{
    replace_attributes(glue::layoutReplaceAffineAttributes, operation, replace);
}

/// A function of the glue that goes through attributes of an operation.
type Replacer = unsafe extern "C" fn(
    MlirOperation,
    extern "C" fn(MlirAttribute, *mut c_void) -> MlirAttribute,
    *mut c_void,
);

fn replace_attributes<'c, F>(replacer: Replacer, operation: OperationRef<'c, '_>, mut replace: F)
where
    F: FnMut(Attribute<'c>) -> Option<Attribute<'c>>,
{
    struct State<F> {
        replace: F,
        panic: Option<Box<dyn Any + Send>>,
    }

    extern "C" fn replaced<'c, F: FnMut(Attribute<'c>) -> Option<Attribute<'c>>>(
        layout: MlirAttribute,
        data: *mut c_void,
    ) -> MlirAttribute {
        let nothing = MlirAttribute { ptr: std::ptr::null() };
        // SAFETY: `data` is the state below, which nothing else uses during the call.
        let state = unsafe { &mut *data.cast::<State<F>>() };
        // SAFETY: the attribute is one of the operation's, in a context that lives for `'c`.
        let attribute = unsafe { Attribute::from_raw(layout) };
        match catch_unwind(AssertUnwindSafe(|| (state.replace)(attribute))) {
            Ok(Some(attribute)) => attribute.to_raw(),
            Ok(None) => nothing,
            Err(panic) => {
                state.panic = Some(panic);
                nothing
            }
        }
    }

    let mut state = State { replace: &mut replace, panic: None };
    // SAFETY: the operation is valid, and the state outlives the call.
    unsafe {
        let data = (&raw mut state).cast::<c_void>();
        replacer(operation.to_raw(), replaced::<&mut F>, data);
    }
    if let Some(panic) = state.panic {
        resume_unwind(panic);
    }
}

/// Takes an operation out of its block and puts it at the end of another one.
pub(crate) fn move_to_end(operation: OperationRef<'_, '_>, block: BlockRef<'_, '_>) {
    // SAFETY: the operation is valid; between the two calls we are its owner.
    unsafe {
        OperationRefMut::from_raw(operation.to_raw()).remove_from_parent();
        block.append_operation(Operation::from_raw(operation.to_raw()));
    }
}

/// Gives an operation other operands, as many as there are values.
pub(crate) fn set_operands<'c, 'a>(operation: OperationRef<'c, 'a>, operands: &[Value<'c, 'a>]) {
    // SAFETY: the operation is valid, and nobody reads its operands meanwhile.
    unsafe { OperationRefMut::from_raw(operation.to_raw()) }.set_operands(operands);
}

/// Gives an operation an attribute, in the place of one of the same name.
pub(crate) fn set_attribute<'c>(
    operation: OperationRef<'c, '_>,
    name: &str,
    attribute: Attribute<'c>,
) {
    // SAFETY: the operation is valid, and nobody reads its attributes meanwhile.
    unsafe { OperationRefMut::from_raw(operation.to_raw()) }.set_attribute(name, attribute);
}

/// The shape and the type of the elements of a vector type; `None` for other types and for vectors
/// of a size that is not known.
pub(crate) fn fixed_vector<'c>(r#type: Type<'c>) -> Option<(Vec<i64>, Type<'c>)> {
    let raw = r#type.to_raw();
    // SAFETY: the type is valid, and it is asked for a shape only if it is a vector.
    unsafe {
        if !mlirTypeIsAVector(raw) || mlirVectorTypeIsScalable(raw) {
            return None;
        }
        let rank = isize::try_from(mlirShapedTypeGetRank(raw)).ok()?;
        let shape = (0..rank).map(|at| mlirShapedTypeGetDimSize(raw, at)).collect();
        Some((shape, Type::from_raw(mlirShapedTypeGetElementType(raw))))
    }
}

/// The name of the dialect and the text of a type of a dialect that is not known; `None` for other types, and
/// for texts that are not UTF-8.
pub(crate) fn opaque<'c>(r#type: Type<'c>) -> Option<(&'c str, &'c str)> {
    let raw = r#type.to_raw();
    // SAFETY: the type is valid, and it is asked for its parts only if it has them.
    let [dialect, text] = unsafe {
        if !mlirTypeIsAOpaque(raw) {
            return None;
        }
        [mlirOpaqueTypeGetDialectNamespace(raw), mlirOpaqueTypeGetData(raw)]
    };
    let read = |text: MlirStringRef| -> Option<&'c str> {
        // An empty text may be nowhere.
        if text.length == 0 {
            return Some("");
        }
        // SAFETY: the text is uniqued in the context, which lives for `'c`.
        let bytes = unsafe { std::slice::from_raw_parts(text.data.cast(), text.length) };
        str::from_utf8(bytes).ok()
    };
    Some((read(dialect)?, read(text)?))
}

/// True for a vector of any shape.
pub(crate) fn is_vector(r#type: Type<'_>) -> bool {
    // SAFETY: the type is valid.
    unsafe { mlirTypeIsAVector(r#type.to_raw()) }
}

/// The strides and the offset of a memref, those that its type does not say being `i64::MIN`; `None` if
/// its layout has none.
pub(crate) fn strides_and_offset(memref: &MemRefType<'_>) -> Option<(Vec<i64>, i64)> {
    let (mut strides, mut offset) = (vec![0; memref.rank()], 0);
    // SAFETY: the type is that of a memref, and there is room for as many strides as its rank is.
    let found = unsafe {
        mlirMemRefTypeGetStridesAndOffset(memref.to_raw(), strides.as_mut_ptr(), &raw mut offset)
    };
    (found.value != 0).then_some((strides, offset))
}

/// The block that a value is an argument of, if it is one.
pub(crate) fn argument_block<'c, 'a>(value: Value<'c, 'a>) -> Option<BlockRef<'c, 'a>> {
    // SAFETY: the value is valid and asked for its block only if it is an argument; the block lives
    // as long as its arguments.
    unsafe {
        mlirValueIsABlockArgument(value.to_raw())
            .then(|| BlockRef::from_raw(mlirBlockArgumentGetOwner(value.to_raw())))
    }
}

/// True if an operation stands before another one of the same block.
pub(crate) fn is_before(operation: OperationRef<'_, '_>, other: OperationRef<'_, '_>) -> bool {
    // SAFETY: both operations are valid, and they are compared only if they are in one block.
    unsafe {
        let block = mlirOperationGetBlock(operation.to_raw());
        !block.ptr.is_null()
            && block.ptr == mlirOperationGetBlock(other.to_raw()).ptr
            && mlirOperationIsBeforeInBlock(operation.to_raw(), other.to_raw())
    }
}
