//! Layouts: parsed, printed, applied, freed.

use std::ffi::{CString, c_char, c_int};
use std::ptr::null_mut;
use std::sync::OnceLock;

use layout_math::algebra::{AnyLayout, Budget, Kind};

use super::data::LayoutParts;
use super::status::{Failure, NO_RESULT, Out, UNKNOWN, array, c_text, export, guarded, put, text};

/// What a `layout_t *` points at.
pub struct Object {
    layout: AnyLayout,
    text: OnceLock<CString>,
    parts: OnceLock<LayoutParts>,
}

/// A handle as C gives it: null, or one that was not freed.
pub type Given<'a> = Option<&'a Object>;

/// `layout_kind`, in the order of the numbers.
const KINDS: [Kind; 6] =
    [Kind::Cute, Kind::Swizzle, Kind::Composed, Kind::Linear, Kind::Tile, Kind::Relation];

impl Object {
    pub fn new(layout: AnyLayout) -> *mut Object {
        let (text, parts) = (OnceLock::new(), OnceLock::new());
        Box::into_raw(Box::new(Object { layout, text, parts }))
    }

    /// Its notation, printed once.
    fn text(&self) -> &CString {
        self.text.get_or_init(|| c_text(&self.layout.to_string()))
    }

    /// The names and numbers of its parts, computed once.
    pub fn parts(&self) -> &LayoutParts {
        self.parts.get_or_init(|| LayoutParts::of(&self.layout))
    }
}

/// The layout of a handle, or the error that there is none.
pub fn some(layout: Given<'_>) -> Result<&AnyLayout, Failure> {
    object(layout).map(|object| &object.layout)
}

/// What a handle points at, or the error that it is null.
pub fn object(layout: Given<'_>) -> Result<&Object, Failure> {
    layout.ok_or_else(|| Failure::argument("a layout is null"))
}

/// Hands a layout to the caller: null where there is none.
pub fn make(
    place: Out<'_, *mut Object>,
    made: impl FnOnce() -> Result<AnyLayout, Failure>,
) -> Result<(), Failure> {
    let place = place.ok_or_else(|| Failure::argument("the place for a layout is null"))?;
    place.write(null_mut());
    place.write(Object::new(made()?));
    Ok(())
}

pub fn kind(number: c_int) -> Result<Kind, Failure> {
    let found = usize::try_from(number).ok().and_then(|number| KINDS.get(number));
    found.copied().ok_or_else(|| Failure::argument(format!("there is no kind of layout {number}")))
}

/// `layout_budget`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CBudget {
    isl_operations: u64,
    walk_first: i64,
    walk_last: i64,
    search_steps: u64,
}

/// The budget that the caller gives, or the default one.
pub fn budget(given: Option<&CBudget>) -> Budget {
    given.map_or_else(
        Budget::default,
        |&CBudget { isl_operations, walk_first, walk_last, search_steps }| {
            Budget::of_limits(isl_operations, walk_first, walk_last, search_steps)
        },
    )
}

/// `layout_symbol_value`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct SymbolValue {
    pub name: *const c_char,
    pub value: i64,
}

/// The values of symbols that the caller gives.
///
/// # Safety
///
/// The pointer is null, or there are `count` values whose names are null or texts.
unsafe fn values<'a>(
    values: *const SymbolValue,
    count: usize,
) -> Result<Vec<(&'a str, i64)>, Failure> {
    // SAFETY: as the caller promises.
    let values = unsafe { array(values, count)? };
    let mut read: Vec<(&str, i64)> = Vec::new();
    for SymbolValue { name, value } in values {
        // SAFETY: as the caller promises.
        let name = unsafe { text(*name)? };
        if value_of(&read, name).is_some() {
            return Err(Failure::argument(format!("{name} has two values")));
        }
        read.push((name, *value));
    }
    Ok(read)
}

fn value_of(values: &[(&str, i64)], name: &str) -> Option<i64> {
    values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

/// Why there is nothing for these values: a symbol without one, or what else is said.
fn nothing(layout: &AnyLayout, values: &[(&str, i64)], why: String) -> Failure {
    match layout.without_value(&|name| value_of(values, name)) {
        Some(name) => Failure::new(NO_RESULT, format!("{why}: {name} has no value")),
        None => Failure::new(NO_RESULT, why),
    }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_default_budget() -> CBudget {
    let Budget { isl_operations, walk_first, walk_last, search_steps, .. } = Budget::default();
    CBudget { isl_operations, walk_first, walk_last, search_steps }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_free(layout: *mut Object) {
    if !layout.is_null() {
        // SAFETY: `Object::new` made it, and it is freed once, as the C interface asks.
        guarded((), || drop(unsafe { Box::from_raw(layout) }));
    }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_get_kind(layout: Given<'_>) -> c_int {
    let kind = |object: &Object| KINDS.iter().position(|&kind| kind == object.layout.kind());
    layout.and_then(kind).and_then(|number| c_int::try_from(number).ok()).unwrap_or(-1)
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_get_text(layout: Given<'_>) -> *const c_char {
    guarded(c"".as_ptr(), || layout.map_or(c"".as_ptr(), |object| object.text().as_ptr()))
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_get_num_results(layout: Given<'_>) -> usize {
    guarded(0, || layout.and_then(|object| object.layout.output_count()).unwrap_or(0))
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_is_same(left: Given<'_>, right: Given<'_>) -> bool {
    guarded(false, || match (left, right) {
        (Some(left), Some(right)) => left.layout == right.layout,
        _ => false,
    })
}

export! {
    fn layout_parse(number: c_int, notation: *const c_char, result: Out<'_, *mut Object>) {
        make(result, || {
            // SAFETY: null or a text, as the C interface asks.
            Ok(AnyLayout::parse(kind(number)?, unsafe { text(notation)? })?)
        })
    }

    fn layout_copy(layout: Given<'_>, result: Out<'_, *mut Object>) {
        make(result, || some(layout).cloned())
    }

    fn layout_get_size(layout: Given<'_>, budget: Option<&CBudget>, size: Out<'_, i64>) {
        let layout = some(layout)?;
        let budget = super::layout::budget(budget);
        let found = layout.static_size(&budget);
        put(size, found.ok_or_else(|| not_a_number("size", layout))?)
    }

    fn layout_get_cosize(layout: Given<'_>, cosize: Out<'_, i64>) {
        let layout = some(layout)?;
        put(cosize, layout.cosize().ok_or_else(|| not_a_number("cosize", layout))?)
    }

    fn layout_apply(
        layout: Given<'_>,
        coordinates: *const i64,
        num_coordinates: usize,
        symbols: *const SymbolValue,
        num_symbols: usize,
        results: *mut i64,
        num_results: usize,
    ) {
        let layout = some(layout)?;
        // SAFETY: an array as long as the C interface asks.
        let coordinates = unsafe { array(coordinates, num_coordinates)? };
        // SAFETY: an array as long as the C interface asks.
        let symbols = unsafe { values(symbols, num_symbols)? };
        let offset = layout.apply(coordinates, &symbols).ok_or_else(|| {
            let at: Vec<String> = coordinates.iter().map(i64::to_string).collect();
            let why = format!("{layout} has no offset at ({})", at.join(","));
            match layout.wrong_count(num_coordinates) {
                Some(wrong) => Failure::new(NO_RESULT, format!("{why}: {wrong}")),
                None => nothing(layout, &symbols, why),
            }
        })?;
        if offset.len() != num_results || (results.is_null() && num_results != 0) {
            let parts = offset.len();
            return Err(Failure::argument(format!(
                "an offset has {parts} parts, and there is room for {num_results}"
            )));
        }
        for (position, &part) in offset.iter().enumerate() {
            // SAFETY: there is room for so many numbers, as the C interface asks.
            unsafe { results.add(position).write(part) };
        }
        Ok(())
    }

    fn layout_with_values(
        layout: Given<'_>,
        symbols: *const SymbolValue,
        num_symbols: usize,
        result: Out<'_, *mut Object>,
    ) {
        make(result, || {
            let layout = some(layout)?;
            // SAFETY: an array as long as the C interface asks.
            let values = unsafe { values(symbols, num_symbols)? };
            layout.with_values(&|name| value_of(&values, name)).ok_or_else(|| {
                nothing(layout, &values, format!("{layout} is not a layout for these values"))
            })
        })
    }
}

fn not_a_number(what: &str, layout: &AnyLayout) -> Failure {
    match layout {
        AnyLayout::Tile(_) => {
            Failure::unsupported(format!("{layout} is a tiler, without a {what}"))
        }
        _ if what == "cosize" && layout.output_count() != Some(1) => {
            Failure::unsupported(format!("the offsets of {layout} are tuples, without a cosize"))
        }
        _ => Failure::new(UNKNOWN, format!("the {what} of {layout} is not a number")),
    }
}
