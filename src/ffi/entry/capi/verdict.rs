//! `layout-c/Verdict.h`: questions about layout attributes, and verdicts as numbers.

use std::fmt::Display;

use mlir_sys::{MlirAttribute, MlirStringRef};

use super::{guarded, some_layout_of};
use crate::algebra::{
    AnyLayout, Budget, Counterexample, Measure, Verdict, bijective, compatible, disjoint,
    equivalent, has_measure, in_bounds, increasing, injective, leaves_domain, surjective,
};
use crate::cute::Term;
use crate::ffi::mlir::glue;

/// `MlirLayoutBudget`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CBudget {
    isl_operations: u64,
    walk_first: i64,
    walk_last: i64,
    search_steps: u64,
}

/// The budget that the caller gives, or the default one.
pub fn spent(given: Option<&CBudget>) -> Budget {
    given.map_or_else(
        Budget::default,
        |&CBudget { isl_operations, walk_first, walk_last, search_steps }| {
            Budget::of_limits(isl_operations, walk_first, walk_last, search_steps)
        },
    )
}

/// What an `MlirLayoutVerdict` points at.
pub struct Answer {
    /// `None` where the question does not arise.
    verdict: Option<Verdict<Counterexample>>,
    text: String,
}

/// `MlirLayoutVerdict`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Handle {
    pointer: *mut Answer,
}

/// `MlirLayoutVerdictKind`.
const PROVED: u32 = 0;
const REFUTED: u32 = 1;
const UNKNOWN: u32 = 2;
const UNSUPPORTED: u32 = 3;

impl Handle {
    fn new(verdict: Option<Verdict<Counterexample>>, text: String) -> Self {
        Handle { pointer: Box::into_raw(Box::new(Answer { verdict, text })) }
    }

    /// What it points at; `None` if it is null.
    fn get<'a>(self) -> Option<&'a Answer> {
        // SAFETY: `Handle::new` made it, and it is not destroyed yet, as the C interface asks.
        unsafe { self.pointer.as_ref() }
    }

    /// What refutes the claim, if anything does.
    fn found<'a>(self) -> Option<&'a Counterexample> {
        match self.get()?.verdict.as_ref()? {
            Verdict::Refuted(found) => Some(found),
            _ => None,
        }
    }
}

/// The verdict of a question about attributes that are functions of coordinates.
fn ask<W: Into<Counterexample> + Display, const N: usize>(
    attributes: [MlirAttribute; N],
    budget: Option<&CBudget>,
    question: impl FnOnce([&AnyLayout; N], &Budget) -> Verdict<W>,
) -> Handle {
    ask_if(attributes, |layouts| {
        if let Some(tiler) = layouts.iter().find(|layout| matches!(layout, AnyLayout::Tile(_))) {
            return Err(format!("{tiler} is a tiler, which is not a function"));
        }
        Ok(question(layouts, &spent(budget)))
    })
}

/// The verdict of a question about attributes, or why it does not arise.
fn ask_if<W: Into<Counterexample>, const N: usize>(
    attributes: [MlirAttribute; N],
    question: impl FnOnce([&AnyLayout; N]) -> Result<Verdict<W>, String>,
) -> Handle {
    let panicked = Handle { pointer: std::ptr::null_mut() };
    guarded(panicked, || {
        let mut layouts = Vec::with_capacity(N);
        for attribute in attributes {
            // SAFETY: the attribute is null or valid, as the C interface asks.
            match unsafe { some_layout_of(attribute) } {
                Ok(layout) => layouts.push(layout),
                Err(error) => return Handle::new(None, error),
            }
        }
        let Ok(layouts) = <[&AnyLayout; N]>::try_from(layouts) else { return panicked };
        let verdict = match question(layouts) {
            Ok(verdict) => verdict.map_witness(Into::into),
            Err(error) => return Handle::new(None, error),
        };
        let text = match &verdict {
            Verdict::Proved(method) => method.to_string(),
            Verdict::Refuted(found) => found.to_string(),
            Verdict::Unknown(unknown) => unknown.to_string(),
        };
        Handle::new(Some(verdict), text)
    })
}

/// The size that is given, or none for a number below 0.
fn optional(size: i64) -> Option<i64> {
    (0 <= size).then_some(size)
}

/// The questions, each a function of attributes and numbers.
macro_rules! questions {
    ($($name:ident($($attribute:ident),*; $($number:ident),*) = |$budget:ident| $verdict:expr;)*) => {$(
        // SAFETY: no other symbol of the library has this name; it is the C interface's.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            $($attribute: MlirAttribute,)*
            $($number: i64,)*
            budget: Option<&CBudget>,
        ) -> Handle {
            ask([$($attribute),*], budget, |[$($attribute),*], $budget| $verdict)
        }
    )*};
}

questions! {
    mlirLayoutAttrEquivalent(left, right;) = |budget| equivalent(left, right, budget);
    mlirLayoutAttrInjective(attr;) = |budget| injective(attr, budget);
    mlirLayoutAttrSurjective(attr; size) = |budget| surjective(attr, optional(size), budget);
    mlirLayoutAttrBijective(attr; size) = |budget| bijective(attr, optional(size), budget);
    mlirLayoutAttrDisjoint(left, right;) = |budget| disjoint(left, right, budget);
    mlirLayoutAttrInBounds(attr; size) = |budget| in_bounds(attr, &Term::constant(size), budget);
    mlirLayoutAttrIncreasing(attr;) = |budget| increasing(attr, budget);
    mlirLayoutAttrCompatible(left, right;) = |budget| compatible(left, right, budget);
    mlirLayoutAttrHasSize(attr; size) = |budget| has_measure(attr, Measure::Size, size, budget);
    mlirLayoutAttrHasCosize(attr; cosize) = |budget| has_measure(attr, Measure::Cosize, cosize, budget);
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutAttrStaysInside(
    left: MlirAttribute,
    right: MlirAttribute,
    budget: Option<&CBudget>,
) -> Handle {
    ask_if([left, right], |[left, right]| {
        leaves_domain(left, right, &spent(budget))
            .ok_or_else(|| format!("no composition of {left} and {right} leaves {left}"))
    })
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutBudgetGetDefault() -> CBudget {
    let Budget { isl_operations, walk_first, walk_last, search_steps, .. } = Budget::default();
    CBudget { isl_operations, walk_first, walk_last, search_steps }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutVerdictDestroy(verdict: Handle) {
    if !verdict.pointer.is_null() {
        // SAFETY: `Handle::new` made it, and it is destroyed once, as the C interface asks.
        drop(unsafe { Box::from_raw(verdict.pointer) });
    }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutVerdictGetKind(verdict: Handle) -> u32 {
    match verdict.get().map(|answer| answer.verdict.as_ref()) {
        Some(Some(Verdict::Proved(_))) => PROVED,
        Some(Some(Verdict::Refuted(_))) => REFUTED,
        Some(None) => UNSUPPORTED,
        Some(Some(Verdict::Unknown(_))) | None => UNKNOWN,
    }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutVerdictGetText(verdict: Handle) -> MlirStringRef {
    glue::string_ref(verdict.get().map_or("", |answer| &answer.text))
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutVerdictGetMethod(verdict: Handle) -> i32 {
    match verdict.get().and_then(|answer| answer.verdict.as_ref()) {
        Some(Verdict::Proved(method)) => i32::from(method.number()),
        _ => -1,
    }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutVerdictGetReason(verdict: Handle) -> i32 {
    match verdict.get().and_then(|answer| answer.verdict.as_ref()) {
        Some(Verdict::Unknown(unknown)) => i32::from(unknown.number()),
        _ => -1,
    }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutVerdictGetCount(verdict: Handle) -> u64 {
    verdict.get().and_then(|answer| answer.verdict.as_ref()).map_or(0, Verdict::count)
}

/// How many there are of something in what refutes the claim; none where nothing does.
fn count(verdict: Handle, count: impl FnOnce(&Counterexample) -> usize) -> isize {
    verdict.found().map_or(0, |found| isize::try_from(count(found)).unwrap_or(isize::MAX))
}

/// The element at a position that C gives.
fn at<T>(elements: &[T], position: isize) -> Option<&T> {
    elements.get(usize::try_from(position).ok()?)
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutVerdictGetNumCoordinates(verdict: Handle) -> isize {
    count(verdict, |found| found.coordinates.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutVerdictGetCoordinate(verdict: Handle, position: isize) -> i64 {
    verdict.found().and_then(|found| at(&found.coordinates, position)).copied().unwrap_or(-1)
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutVerdictGetNumOffsets(verdict: Handle) -> isize {
    count(verdict, |found| found.offsets.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutVerdictGetOffset(
    verdict: Handle,
    position: isize,
    n_parts: *mut isize,
) -> *const i64 {
    let offset = verdict.found().and_then(|found| at(&found.offsets, position)?.as_ref());
    if !n_parts.is_null() {
        // SAFETY: the place may be written to, as the C interface asks.
        unsafe { n_parts.write(offset.map_or(0, |offset| offset.len() as isize)) };
    }
    offset.map_or(std::ptr::null(), |offset| offset.as_ptr())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutVerdictGetNumSizes(verdict: Handle) -> isize {
    count(verdict, |found| found.sizes.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutVerdictGetSize(verdict: Handle, position: isize) -> i64 {
    verdict.found().and_then(|found| at(&found.sizes, position)).copied().unwrap_or(-1)
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutVerdictGetNumSymbols(verdict: Handle) -> isize {
    count(verdict, |found| found.symbols.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn mlirLayoutVerdictGetSymbol(
    verdict: Handle,
    position: isize,
    value: *mut i64,
) -> MlirStringRef {
    let symbol = verdict.found().and_then(|found| at(&found.symbols, position));
    if let (Some((_, found)), false) = (symbol, value.is_null()) {
        // SAFETY: the place may be written to, as the C interface asks.
        unsafe { value.write(*found) };
    }
    glue::string_ref(symbol.map_or("", |(name, _)| name))
}
