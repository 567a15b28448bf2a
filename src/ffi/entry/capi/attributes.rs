//! `layout-c/Attributes.h`: layout attributes, and questions about them.

use std::ffi::c_void;

use melior::ContextRef;
use mlir_sys::{MlirAttribute, MlirContext, MlirStringCallback, MlirStringRef, MlirTypeID};

use super::verdict::{CBudget, spent};
use super::{NULL_ATTRIBUTE, Sink, guarded, layout_of, some_layout_of, text_of};
use crate::algebra::{AnyLayout, Kind, Promotion, compose, convert};
use crate::dialect::attribute::{self, notation_number};
use crate::ffi::mlir::glue;

const KINDS: [Kind; 6] =
    [Kind::Cute, Kind::Swizzle, Kind::Composed, Kind::Linear, Kind::Tile, Kind::Relation];

fn kind(number: u32) -> Result<Kind, String> {
    let kind = KINDS.into_iter().find(|&kind| notation_number(kind) == number);
    kind.ok_or_else(|| format!("there is no kind of layout with the number {number}"))
}

/// The attribute of the layout that `make` gives for a valid context, or null after its error went
/// to the sink.
fn made(
    sink: Sink,
    make: impl FnOnce() -> Result<(MlirContext, AnyLayout), String>,
) -> MlirAttribute {
    sink.answer(NULL_ATTRIBUTE, || {
        let (context, layout) = make()?;
        crate::dialect::install();
        // SAFETY: the context is valid, as the caller promises.
        let context = unsafe { ContextRef::from_raw(context) };
        // SAFETY: the attribute lives in the context, and only its address leaves here.
        let context = unsafe { context.to_ref() };
        Ok(melior::ir::AttributeLike::to_raw(&attribute::attribute(context, &layout)))
    })
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutAttrGet(
    context: MlirContext,
    number: u32,
    notation: MlirStringRef,
    callback: MlirStringCallback,
    user_data: *mut c_void,
) -> MlirAttribute {
    made(Sink { callback, user_data }, || {
        let kind = kind(number)?;
        // SAFETY: the caller's text is valid during the call.
        let text = unsafe { text_of(&notation) }.ok_or("the notation is not UTF-8 text")?;
        let layout = AnyLayout::parse(kind, text);
        Ok((context, layout.map_err(|error| format!("column {}: {error}", error.column + 1))?))
    })
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirAttributeIsALayout(attribute: MlirAttribute) -> bool {
    // SAFETY: the attribute is null or valid, as the C interface asks.
    guarded(false, || unsafe { layout_of(attribute) }.is_some())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutAttrGetKind(attribute: MlirAttribute) -> i32 {
    // SAFETY: the attribute is null or valid, as the C interface asks.
    let layout = || unsafe { layout_of(attribute) };
    let number = |layout: &AnyLayout| i32::try_from(notation_number(layout.kind())).unwrap_or(-1);
    guarded(-1, || layout().map_or(-1, number))
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutAttrGetNotation(
    attribute: MlirAttribute,
    callback: MlirStringCallback,
    user_data: *mut c_void,
) {
    guarded((), || {
        // SAFETY: the attribute is null or valid, as the C interface asks.
        if let Some(layout) = unsafe { layout_of(attribute) } {
            Sink { callback, user_data }.put(layout);
        }
    });
}

/// For each kind of layout, whether an attribute is one, and MLIR's id of its class.
macro_rules! classes {
    ($($kind:path: $is_a:ident, $type_id:ident;)*) => {$(
        // SAFETY: no other symbol of the library has this name; it is the C interface's.
        #[unsafe(no_mangle)]
        pub extern "C" fn $is_a(attribute: MlirAttribute) -> bool {
            // SAFETY: the attribute is null or valid, as the C interface asks.
            let layout = || unsafe { layout_of(attribute) };
            guarded(false, || layout().is_some_and(|layout| layout.kind() == $kind))
        }

        // SAFETY: no other symbol of the library has this name; it is the C interface's.
        #[unsafe(no_mangle)]
        pub extern "C" fn $type_id() -> MlirTypeID {
            // SAFETY: the number is that of a kind.
            unsafe { glue::layoutAttributeTypeId(notation_number($kind)) }
        }
    )*};
}

classes! {
    Kind::Cute: mlirAttributeIsALayoutCute, mlirLayoutCuteAttrGetTypeID;
    Kind::Swizzle: mlirAttributeIsALayoutSwizzle, mlirLayoutSwizzleAttrGetTypeID;
    Kind::Composed: mlirAttributeIsALayoutComposed, mlirLayoutComposedAttrGetTypeID;
    Kind::Linear: mlirAttributeIsALayoutLinear, mlirLayoutLinearAttrGetTypeID;
    Kind::Tile: mlirAttributeIsALayoutTile, mlirLayoutTileAttrGetTypeID;
    Kind::Relation: mlirAttributeIsALayoutRelation, mlirLayoutRelationAttrGetTypeID;
}

/// Hands a number to the caller; false if there is none.
///
/// # Safety
///
/// The place is null or may be written to.
unsafe fn answer(number: Option<i64>, place: *mut i64) -> bool {
    let Some(number) = number.filter(|_| !place.is_null()) else { return false };
    // SAFETY: as the caller promises.
    unsafe { *place = number };
    true
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutAttrGetSize(attribute: MlirAttribute, size: *mut i64) -> bool {
    // SAFETY: the attribute is null or valid, and the place too, as the C interface asks.
    guarded(false, || unsafe {
        let size_of = |layout: &AnyLayout| layout.static_size(&spent(None));
        answer(layout_of(attribute).and_then(size_of), size)
    })
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutAttrGetCosize(attribute: MlirAttribute, cosize: *mut i64) -> bool {
    // SAFETY: the attribute is null or valid, and the place too, as the C interface asks.
    guarded(false, || unsafe { answer(layout_of(attribute).and_then(AnyLayout::cosize), cosize) })
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutAttrGetNumResults(attribute: MlirAttribute) -> isize {
    // SAFETY: the attribute is null or valid, as the C interface asks.
    let count = || unsafe { layout_of(attribute) }.and_then(AnyLayout::output_count);
    guarded(-1, || count().and_then(|count| isize::try_from(count).ok()).unwrap_or(-1))
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutAttrApply(
    attribute: MlirAttribute,
    n_coordinates: isize,
    coordinates: *const i64,
    results: *mut i64,
) -> bool {
    guarded(false, || {
        // SAFETY: the attribute is null or valid, as the C interface asks.
        let Some(layout) = (unsafe { layout_of(attribute) }) else { return false };
        let Ok(n_coordinates) = usize::try_from(n_coordinates) else { return false };
        let coordinate = if n_coordinates == 0 {
            &[]
        } else {
            // SAFETY: there are so many coordinates, as the C interface asks.
            unsafe { std::slice::from_raw_parts(coordinates, n_coordinates) }
        };
        let Some(offset) = layout.apply(coordinate, &[]) else { return false };
        for (position, &part) in offset.iter().enumerate() {
            // SAFETY: there is room for one number a result, as the C interface asks.
            unsafe { *results.add(position) = part };
        }
        true
    })
}

/// The extents and strides of the flattened modes of a CuTe layout of integers.
///
/// # Safety
///
/// The attribute is null or valid.
unsafe fn flat_modes(attribute: MlirAttribute) -> Option<Vec<(i64, i64)>> {
    // SAFETY: as the caller promises.
    let layout = unsafe { layout_of(attribute) }?.as_static()?;
    Some(layout.flat_modes().iter().map(|mode| (mode.extent, mode.stride)).collect())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutCuteAttrGetNumModes(attribute: MlirAttribute) -> isize {
    // SAFETY: the attribute is null or valid, as the C interface asks.
    let modes = || unsafe { flat_modes(attribute) };
    guarded(-1, || modes().and_then(|modes| isize::try_from(modes.len()).ok()).unwrap_or(-1))
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutCuteAttrGetMode(
    attribute: MlirAttribute,
    position: isize,
    extent: *mut i64,
    stride: *mut i64,
) -> bool {
    guarded(false, || {
        // SAFETY: the attribute is null or valid, as the C interface asks.
        let Some(modes) = (unsafe { flat_modes(attribute) }) else { return false };
        let mode = usize::try_from(position).ok().and_then(|position| modes.get(position));
        // SAFETY: the places may be written to, as the C interface asks.
        unsafe {
            answer(mode.map(|mode| mode.0), extent) && answer(mode.map(|mode| mode.1), stride)
        }
    })
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutAttrCompose(
    left: MlirAttribute,
    right: MlirAttribute,
    is_promoted: bool,
    budget: Option<&CBudget>,
    callback: MlirStringCallback,
    user_data: *mut c_void,
) -> MlirAttribute {
    made(Sink { callback, user_data }, || {
        // SAFETY: the attributes are null or valid, as the C interface asks.
        let (outer, inner) = unsafe { (some_layout_of(left)?, some_layout_of(right)?) };
        let promotion = if is_promoted { Promotion::Extend } else { Promotion::None };
        let composed = compose(outer, inner, promotion, &spent(budget));
        Ok((context_of(left), composed.map_err(|error| error.to_string())?))
    })
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutAttrConvert(
    source: MlirAttribute,
    number: u32,
    budget: Option<&CBudget>,
    callback: MlirStringCallback,
    user_data: *mut c_void,
) -> MlirAttribute {
    made(Sink { callback, user_data }, || {
        // SAFETY: the attribute is null or valid, as the C interface asks.
        let layout = unsafe { some_layout_of(source) }?;
        let converted = convert(layout, kind(number)?, &spent(budget));
        Ok((context_of(source), converted.map_err(|error| error.to_string())?))
    })
}

fn context_of(attribute: MlirAttribute) -> MlirContext {
    // SAFETY: the attribute holds a layout, so it is valid.
    unsafe { mlir_sys::mlirAttributeGetContext(attribute) }
}
