//! `layout-c/Relation.h`: the relation of a layout, as text and as linear constraints.

use std::ffi::c_void;

use mlir_sys::{MlirAttribute, MlirStringCallback, MlirStringRef};

use super::{Sink, guarded, some_layout_of};
use crate::algebra::{Budget, Rows, View};
use crate::ffi::mlir::glue;
use crate::relation::Conjunction;

/// `MlirLayoutRelation`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Handle {
    pointer: *mut Rows,
}

const NULL: Handle = Handle { pointer: std::ptr::null_mut() };

impl Handle {
    /// What it points at; `None` if it is null.
    ///
    /// # Safety
    ///
    /// The handle is null, or it was not destroyed, nor will be while the result is used.
    unsafe fn get<'a>(self) -> Option<&'a Rows> {
        // SAFETY: as the caller promises; `mlirLayoutRelationGet` made it.
        unsafe { self.pointer.as_ref() }
    }

    /// The rows that `rows` takes from a conjunction.
    ///
    /// # Safety
    ///
    /// As for `get`.
    unsafe fn rows<'a>(
        self,
        conjunction: isize,
        rows: impl FnOnce(&'a Conjunction) -> &'a [Vec<i64>],
    ) -> &'a [Vec<i64>] {
        // SAFETY: as the caller promises.
        let conjunction = unsafe { self.conjunction(conjunction) };
        conjunction.map(rows).unwrap_or_default()
    }

    /// # Safety
    ///
    /// As for `get`.
    unsafe fn conjunction<'a>(self, position: isize) -> Option<&'a Conjunction> {
        // SAFETY: as the caller promises.
        unsafe { self.get() }?.conjunctions().get(usize::try_from(position).ok()?)
    }
}

fn count(n: usize) -> isize {
    isize::try_from(n).unwrap_or(isize::MAX)
}

fn row(rows: &[Vec<i64>], position: isize) -> *const i64 {
    let row = usize::try_from(position).ok().and_then(|position| rows.get(position));
    row.map_or(std::ptr::null(), |row| row.as_ptr())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutRelationGet(
    attribute: MlirAttribute,
    is_natural: bool,
    callback: MlirStringCallback,
    user_data: *mut c_void,
) -> Handle {
    Sink { callback, user_data }.answer(NULL, || {
        // SAFETY: the attribute is null or valid, as the C interface asks.
        let layout = unsafe { some_layout_of(attribute) }?;
        let view = if is_natural { View::Natural } else { View::Integral };
        let rows = Rows::of(layout, &view, &Budget::default());
        let owned = Box::new(rows.map_err(|error| error.to_string())?);
        Ok(Handle { pointer: Box::into_raw(owned) })
    })
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutRelationDestroy(handle: Handle) {
    if !handle.pointer.is_null() {
        // SAFETY: `mlirLayoutRelationGet` made it, and it is destroyed once, as the C interface
        // asks.
        drop(unsafe { Box::from_raw(handle.pointer) });
    }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutRelationGetText(
    handle: Handle,
    callback: MlirStringCallback,
    user_data: *mut c_void,
) {
    guarded((), || {
        // SAFETY: the handle is null or live, as the C interface asks.
        if let Some(owned) = unsafe { handle.get() } {
            Sink { callback, user_data }.put(owned.relation());
        }
    });
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutRelationGetNumInputs(handle: Handle) -> isize {
    // SAFETY: the handle is null or live, as the C interface asks.
    unsafe { handle.get() }.map_or(0, |owned| count(owned.relation().n_inputs()))
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutRelationGetNumOutputs(handle: Handle) -> isize {
    // SAFETY: the handle is null or live, as the C interface asks.
    unsafe { handle.get() }.map_or(0, |owned| count(owned.n_outputs()))
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutRelationGetNumSymbols(handle: Handle) -> isize {
    // SAFETY: the handle is null or live, as the C interface asks.
    unsafe { handle.get() }.map_or(0, |owned| count(owned.symbols().len()))
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutRelationGetSymbol(handle: Handle, position: isize) -> MlirStringRef {
    // SAFETY: the handle is null or live, as the C interface asks.
    let symbols = unsafe { handle.get() }.map_or(&[][..], Rows::symbols);
    let name = usize::try_from(position).ok().and_then(|position| symbols.get(position));
    glue::string_ref(name.map_or("", String::as_str))
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutRelationGetNumConjunctions(handle: Handle) -> isize {
    // SAFETY: the handle is null or live, as the C interface asks.
    unsafe { handle.get() }.map_or(0, |owned| count(owned.conjunctions().len()))
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutRelationGetNumLocals(handle: Handle, conjunction: isize) -> isize {
    // SAFETY: the handle is null or live, as the C interface asks.
    unsafe { handle.conjunction(conjunction) }.map_or(0, |found| count(found.n_locals))
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutRelationGetNumEqualities(handle: Handle, conjunction: isize) -> isize {
    // SAFETY: the handle is null or live, as the C interface asks.
    count(unsafe { handle.rows(conjunction, |found| &found.equalities) }.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutRelationGetEquality(
    handle: Handle,
    conjunction: isize,
    position: isize,
) -> *const i64 {
    // SAFETY: the handle is null or live, as the C interface asks.
    row(unsafe { handle.rows(conjunction, |found| &found.equalities) }, position)
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutRelationGetNumInequalities(
    handle: Handle,
    conjunction: isize,
) -> isize {
    // SAFETY: the handle is null or live, as the C interface asks.
    count(unsafe { handle.rows(conjunction, |found| &found.inequalities) }.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutRelationGetInequality(
    handle: Handle,
    conjunction: isize,
    position: isize,
) -> *const i64 {
    // SAFETY: the handle is null or live, as the C interface asks.
    row(unsafe { handle.rows(conjunction, |found| &found.inequalities) }, position)
}
