//! Layout attributes and what they hold.

use std::ffi::c_void;
use std::slice;
use std::sync::Arc;

use melior::Context;
use melior::ir::attribute::DenseElementsAttribute;
use melior::ir::{
    Attribute, AttributeLike, Location, Operation, OperationRef, Type, TypeLike, Value, ValueLike,
};
use mlir_sys::{
    MlirAttribute, mlirAttributeIsADictionary, mlirDictionaryAttrGetElement,
    mlirDictionaryAttrGetNumElements, mlirElementsAttrGetValue, mlirIdentifierStr,
};

use super::content::Content;
use super::glue;
use crate::algebra::AnyLayout;
use crate::code::{ArrayLayout, NotAnArray};

/// A layout with what C++ is told of it.
pub(crate) struct Spelled {
    /// The number of the notation, `LayoutKind` in `dialect/LayoutC.h`.
    pub kind: u32,
    /// The canonical text after `#layout.`.
    pub spelling: String,
    pub layout: AnyLayout,
}

/// The layout that an attribute holds, or `None` if it is not a layout attribute.
pub(crate) fn content<'c>(attribute: Attribute<'c>) -> Option<&'c AnyLayout> {
    shared_content(attribute).map(Content::layout)
}

/// The layout that an attribute holds as that of a memref, or why it is not one; `None` if it is not a
/// layout attribute.
pub(crate) fn array_layout<'c>(
    attribute: Attribute<'c>,
) -> Option<Result<&'c ArrayLayout, &'c NotAnArray>> {
    shared_content(attribute).map(Content::array)
}

fn shared_content<'c>(attribute: Attribute<'c>) -> Option<&'c Content> {
    // SAFETY: the attribute is valid as long as its context, `'c`; the storage that owns the
    // content lives as long, and nothing changes it.
    unsafe {
        let content = glue::layoutAttributeContent(attribute.to_raw());
        content.cast::<Content>().as_ref()
    }
}

/// The attribute that holds a layout.
pub(crate) fn attribute(context: &Context, spelled: Spelled) -> Attribute<'_> {
    let content = owned(spelled.layout);
    // SAFETY: the context is valid; the spelling is the canonical one of the content; the glue
    // takes its own share of the content, and ours is given up after.
    unsafe {
        let text = glue::string_ref(&spelled.spelling);
        let raw = glue::layoutAttributeGet(context.to_raw(), spelled.kind, text, content);
        release(content);
        Attribute::from_raw(raw)
    }
}

/// `layout.constant` of a layout attribute, in no block yet. To build it from a name and attributes makes
/// a dictionary of these, which the context keeps.
pub(crate) fn constant<'c>(location: Location<'c>, layout: Attribute<'c>) -> Operation<'c> {
    // SAFETY: both are valid and of one context, which has loaded the dialect of its attribute; the operation
    // is the caller's.
    unsafe { Operation::from_raw(glue::layoutConstantCreate(location.to_raw(), layout.to_raw())) }
}

/// The elements, of a type, of a list of constants, in order; one for all of them if they are equal.
pub(crate) fn elements<'c>(
    list: DenseElementsAttribute<'c>,
    r#type: Type<'c>,
) -> Vec<Attribute<'c>> {
    if list.is_splat() {
        return vec![list.splat_value()];
    }
    let count = list.len() as u64;
    let list = list.reshape(Type::vector(&[count], r#type));
    let element = |mut position: u64| {
        // SAFETY: the attribute is one of elements along one dimension, of which there are more than this
        // position; the position is read in the call alone.
        unsafe {
            Attribute::from_raw(mlirElementsAttrGetValue(list.to_raw(), 1, &raw mut position))
        }
    };
    (0..count).map(element).collect()
}

/// The entries of the dictionary that an attribute is.
pub(crate) fn dictionary<'c>(attribute: Attribute<'c>) -> Option<Vec<(&'c str, Attribute<'c>)>> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is valid, it is asked for entries only if it is a dictionary, and they
    // are asked for below their number; names live as long as the context.
    unsafe {
        if !mlirAttributeIsADictionary(raw) {
            return None;
        }
        let entry = |position| {
            let entry = mlirDictionaryAttrGetElement(raw, position);
            let name = mlirIdentifierStr(entry.name);
            let name = slice::from_raw_parts(name.data.cast::<u8>(), name.length);
            Some((str::from_utf8(name).ok()?, Attribute::from_raw(entry.attribute)))
        };
        (0..mlirDictionaryAttrGetNumElements(raw)).map(entry).collect()
    }
}

/// The type `!layout.layout`.
pub(crate) fn layout_type(context: &Context) -> Type<'_> {
    // SAFETY: the context is valid, and the type lives in it.
    unsafe { Type::from_raw(glue::layoutTypeGet(context.to_raw())) }
}

/// The layout attribute that a type `!layout.layout<...>` names.
pub(crate) fn layout_of_type(r#type: Type<'_>) -> Option<Attribute<'_>> {
    // SAFETY: the type is valid, and the attribute lives as long as its context.
    unsafe { Attribute::from_option_raw(glue::layoutTypeLayout(r#type.to_raw())) }
}

/// The layouts among the attributes of an operation.
pub(crate) fn layouts_of<'c>(operation: OperationRef<'c, '_>) -> Vec<&'c AnyLayout> {
    layouts(operation, false)
}

/// The layouts among the attributes of an operation, and those that the types of its results and of the
/// arguments of its blocks name, those of memrefs among them.
pub(crate) fn layouts_and_types_of<'c>(operation: OperationRef<'c, '_>) -> Vec<&'c AnyLayout> {
    layouts(operation, true)
}

fn layouts<'c>(operation: OperationRef<'c, '_>, with_types: bool) -> Vec<&'c AnyLayout> {
    extern "C" fn add(layout: MlirAttribute, data: *mut c_void) {
        // SAFETY: `data` is the list below, which nothing else uses during the call.
        unsafe { (*data.cast::<Vec<MlirAttribute>>()).push(layout) }
    }

    let mut found: Vec<MlirAttribute> = Vec::new();
    // SAFETY: the operation is valid, and the list outlives the call. The attributes live as long as the
    // context.
    let attributes = unsafe {
        glue::layoutLayoutsOf(operation.to_raw(), with_types, add, (&raw mut found).cast());
        found.into_iter().map(|layout| Attribute::from_raw(layout))
    };
    attributes.filter_map(content).collect()
}

/// The layout attribute that the type of a value names, or that of the `layout.constant` that defines it.
pub(crate) fn layout_of_value<'c>(value: Value<'c, '_>) -> Option<Attribute<'c>> {
    // SAFETY: the value is valid, and the attribute lives as long as its context.
    unsafe { Attribute::from_option_raw(glue::layoutValueLayout(value.to_raw())) }
}

/// A layout that C++ may own, in shares: it is freed with the last.
pub(crate) fn owned(layout: AnyLayout) -> *const c_void {
    // Attributes are read by many threads at once.
    const fn is_shared<T: Send + Sync>() {}
    const { is_shared::<Content>() };
    Arc::into_raw(Arc::new(Content::new(layout))).cast()
}

/// Gives up one share of a layout.
///
/// # Safety
///
/// The pointer comes from [`owned`], and the share is not used again.
pub(crate) unsafe fn release(content: *const c_void) {
    // SAFETY: as the caller promises.
    drop(unsafe { Arc::from_raw(content.cast::<Content>()) });
}
