//! Questions about layouts, and verdicts as numbers.

use std::ffi::{CString, c_char, c_int};
use std::ptr::{null, null_mut};

use layout_math::algebra::{
    AnyLayout, Budget, Counterexample, Measure, Verdict, bijective, compatible, disjoint,
    equivalent, has_measure, in_bounds, increasing, injective, leaves_domain, surjective,
};
use layout_math::cute::Term;

use super::layout::{CBudget, Given, SymbolValue, budget, some};
use super::status::{Failure, Out, c_text, export, guarded, put};

/// What a `layout_verdict_t *` points at.
pub struct Answer {
    verdict: Verdict<Counterexample>,
    text: CString,
    symbols: Vec<(CString, i64)>,
}

/// A verdict as C gives it.
type VerdictPointer<'a> = Option<&'a Answer>;

/// `layout_verdict_kind`.
const PROVED: c_int = 0;
const REFUTED: c_int = 1;
const UNKNOWN: c_int = 2;

/// Hands the verdict of a question to the caller: null where it could not be asked.
fn ask<W: Into<Counterexample>>(
    place: Out<'_, *mut Answer>,
    limit: Option<&CBudget>,
    question: impl FnOnce(&Budget) -> Result<Verdict<W>, Failure>,
) -> Result<(), Failure> {
    let place = place.ok_or_else(|| Failure::argument("the place for a verdict is null"))?;
    place.write(null_mut());
    let verdict = question(&budget(limit))?.map_witness(Into::into);
    let text = match &verdict {
        Verdict::Proved(method) => method.to_string(),
        Verdict::Refuted(found) => found.to_string(),
        Verdict::Unknown(unknown) => unknown.to_string(),
    };
    let symbols = match &verdict {
        Verdict::Refuted(found) => {
            found.symbols.iter().map(|(name, value)| (c_text(name), *value)).collect()
        }
        _ => Vec::new(),
    };
    place.write(Box::into_raw(Box::new(Answer { verdict, text: c_text(&text), symbols })));
    Ok(())
}

/// A function of coordinates, which a tiler is not.
fn function(layout: Given<'_>) -> Result<&AnyLayout, Failure> {
    match some(layout)? {
        AnyLayout::Tile(tiler) => {
            Err(Failure::unsupported(format!("{tiler} is a tiler, which is not a function")))
        }
        layout => Ok(layout),
    }
}

/// The size that is given, or none for a number below 0.
fn optional(size: i64) -> Option<i64> {
    (0 <= size).then_some(size)
}

export! {
    fn layout_equivalent(
        left: Given<'_>,
        right: Given<'_>,
        limit: Option<&CBudget>,
        verdict: Out<'_, *mut Answer>,
    ) {
        ask(verdict, limit, |budget| Ok(equivalent(function(left)?, function(right)?, budget)))
    }

    fn layout_injective(
        layout: Given<'_>,
        limit: Option<&CBudget>,
        verdict: Out<'_, *mut Answer>,
    ) {
        ask(verdict, limit, |budget| Ok(injective(function(layout)?, budget)))
    }

    fn layout_surjective(
        layout: Given<'_>,
        size: i64,
        limit: Option<&CBudget>,
        verdict: Out<'_, *mut Answer>,
    ) {
        ask(verdict, limit, |budget| Ok(surjective(function(layout)?, optional(size), budget)))
    }

    fn layout_bijective(
        layout: Given<'_>,
        size: i64,
        limit: Option<&CBudget>,
        verdict: Out<'_, *mut Answer>,
    ) {
        ask(verdict, limit, |budget| Ok(bijective(function(layout)?, optional(size), budget)))
    }

    fn layout_disjoint(
        left: Given<'_>,
        right: Given<'_>,
        limit: Option<&CBudget>,
        verdict: Out<'_, *mut Answer>,
    ) {
        ask(verdict, limit, |budget| Ok(disjoint(function(left)?, function(right)?, budget)))
    }

    fn layout_in_bounds(
        layout: Given<'_>,
        size: i64,
        limit: Option<&CBudget>,
        verdict: Out<'_, *mut Answer>,
    ) {
        ask(verdict, limit, |budget| {
            Ok(in_bounds(function(layout)?, &Term::constant(size), budget))
        })
    }

    fn layout_increasing(
        layout: Given<'_>,
        limit: Option<&CBudget>,
        verdict: Out<'_, *mut Answer>,
    ) {
        ask(verdict, limit, |budget| Ok(increasing(function(layout)?, budget)))
    }

    fn layout_compatible(
        left: Given<'_>,
        right: Given<'_>,
        limit: Option<&CBudget>,
        verdict: Out<'_, *mut Answer>,
    ) {
        ask(verdict, limit, |budget| Ok(compatible(function(left)?, function(right)?, budget)))
    }

    fn layout_has_size(
        layout: Given<'_>,
        size: i64,
        limit: Option<&CBudget>,
        verdict: Out<'_, *mut Answer>,
    ) {
        ask(verdict, limit, |budget| Ok(has_measure(function(layout)?, Measure::Size, size, budget)))
    }

    fn layout_has_cosize(
        layout: Given<'_>,
        cosize: i64,
        limit: Option<&CBudget>,
        verdict: Out<'_, *mut Answer>,
    ) {
        ask(verdict, limit, |budget| {
            Ok(has_measure(function(layout)?, Measure::Cosize, cosize, budget))
        })
    }

    fn layout_stays_inside(
        left: Given<'_>,
        right: Given<'_>,
        limit: Option<&CBudget>,
        verdict: Out<'_, *mut Answer>,
    ) {
        ask(verdict, limit, |budget| {
            let (left, right) = (some(left)?, some(right)?);
            leaves_domain(left, right, budget).ok_or_else(|| {
                Failure::unsupported(format!("no composition of {left} and {right} leaves {left}"))
            })
        })
    }

    fn layout_verdict_get_offset(
        verdict: VerdictPointer<'_>,
        position: usize,
        part: usize,
        number: Out<'_, i64>,
    ) {
        let offset = counterexample(verdict).and_then(|found| found.offsets.get(position));
        let part = offset.and_then(|offset| offset.as_ref()?.get(part));
        put(number, *part.ok_or_else(|| Failure::argument("the verdict has no such offset"))?)
    }

    fn layout_verdict_get_symbol(
        verdict: VerdictPointer<'_>,
        position: usize,
        symbol: Out<'_, SymbolValue>,
    ) {
        let found = verdict.and_then(|answer| answer.symbols.get(position));
        let (name, value) =
            found.ok_or_else(|| Failure::argument("the verdict has no such symbol"))?;
        put(symbol, SymbolValue { name: name.as_ptr(), value: *value })
    }
}

fn counterexample(verdict: VerdictPointer<'_>) -> Option<&Counterexample> {
    match &verdict?.verdict {
        Verdict::Refuted(found) => Some(found),
        _ => None,
    }
}

/// How many there are of something in what refutes a claim; none where nothing does.
fn count(verdict: VerdictPointer<'_>, count: impl FnOnce(&Counterexample) -> usize) -> usize {
    counterexample(verdict).map_or(0, count)
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_verdict_free(verdict: *mut Answer) {
    if !verdict.is_null() {
        // SAFETY: `ask` made it, and it is freed once, as the C interface asks.
        guarded((), || drop(unsafe { Box::from_raw(verdict) }));
    }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_verdict_get_kind(verdict: VerdictPointer<'_>) -> c_int {
    match verdict.map(|answer| &answer.verdict) {
        Some(Verdict::Proved(_)) => PROVED,
        Some(Verdict::Refuted(_)) => REFUTED,
        Some(Verdict::Unknown(_)) | None => UNKNOWN,
    }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_verdict_get_text(verdict: VerdictPointer<'_>) -> *const c_char {
    verdict.map_or(c"".as_ptr(), |answer| answer.text.as_ptr())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_verdict_get_method(verdict: VerdictPointer<'_>) -> c_int {
    match verdict.map(|answer| &answer.verdict) {
        Some(Verdict::Proved(method)) => c_int::from(method.number()),
        _ => -1,
    }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_verdict_get_reason(verdict: VerdictPointer<'_>) -> c_int {
    match verdict.map(|answer| &answer.verdict) {
        Some(Verdict::Unknown(unknown)) => c_int::from(unknown.number()),
        _ => -1,
    }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_verdict_get_count(verdict: VerdictPointer<'_>) -> u64 {
    verdict.map_or(0, |answer| answer.verdict.count())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_verdict_get_coordinates(
    verdict: VerdictPointer<'_>,
    num_coordinates: Out<'_, usize>,
) -> *const i64 {
    numbers(counterexample(verdict).map(|found| &found.coordinates[..]), num_coordinates)
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_verdict_get_sizes(
    verdict: VerdictPointer<'_>,
    num_sizes: Out<'_, usize>,
) -> *const i64 {
    numbers(counterexample(verdict).map(|found| &found.sizes[..]), num_sizes)
}

/// An array of the verdict's; null if it is empty.
fn numbers(numbers: Option<&[i64]>, count: Out<'_, usize>) -> *const i64 {
    let numbers = numbers.unwrap_or_default();
    if let Some(place) = count {
        place.write(numbers.len());
    }
    if numbers.is_empty() { null() } else { numbers.as_ptr() }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_verdict_get_num_offsets(verdict: VerdictPointer<'_>) -> usize {
    count(verdict, |found| found.offsets.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_verdict_get_offset_length(
    verdict: VerdictPointer<'_>,
    position: usize,
) -> usize {
    count(verdict, |found| {
        found.offsets.get(position).and_then(Option::as_ref).map_or(0, |offset| offset.len())
    })
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_verdict_get_num_symbols(verdict: VerdictPointer<'_>) -> usize {
    verdict.map_or(0, |answer| answer.symbols.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_verdict_get_mode(verdict: VerdictPointer<'_>) -> i64 {
    let mode = counterexample(verdict).and_then(|found| found.mode);
    mode.and_then(|mode| i64::try_from(mode).ok()).unwrap_or(-1)
}
