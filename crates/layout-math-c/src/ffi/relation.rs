//! The relation of a layout as text and as rows.

use std::ffi::{CString, c_char};
use std::ptr::{null, null_mut};

use layout_math::algebra::{NoRows, Rows, View};
use layout_math::relation::Conjunction;

use super::layout::{CBudget, Given, budget, some};
use super::status::{Failure, NO_RESULT, Out, UNKNOWN, c_text, export, guarded};

/// What a `layout_relation_t *` points at.
pub struct Constraints {
    rows: Rows,
    text: CString,
    symbols: Vec<CString>,
}

/// A relation as C gives it.
type Got<'a> = Option<&'a Constraints>;

export! {
    fn layout_get_relation(
        layout: Given<'_>,
        is_natural: bool,
        limit: Option<&CBudget>,
        result: Out<'_, *mut Constraints>,
    ) {
        let place = result.ok_or_else(|| Failure::argument("the place for a relation is null"))?;
        place.write(null_mut());
        let view = if is_natural { View::Natural } else { View::Integral };
        let rows = Rows::of(some(layout)?, &view, &budget(limit)).map_err(|error| {
            let status = match error {
                NoRows::NoRelation(_) => NO_RESULT,
                NoRows::Question(_) => UNKNOWN,
            };
            Failure::new(status, error)
        })?;
        let text = c_text(&rows.relation().to_string());
        let symbols = rows.symbols().iter().map(|symbol| c_text(symbol)).collect();
        place.write(Box::into_raw(Box::new(Constraints { rows, text, symbols })));
        Ok(())
    }
}

fn conjunction(relation: Got<'_>, position: usize) -> Option<&Conjunction> {
    relation?.rows.conjunctions().get(position)
}

/// A row, its length in the place for it; null if there is none.
fn row(rows: Option<&[Vec<i64>]>, position: usize, length: Out<'_, usize>) -> *const i64 {
    let row = rows.and_then(|rows| rows.get(position));
    if let Some(place) = length {
        place.write(row.map_or(0, Vec::len));
    }
    row.map_or(null(), |row| row.as_ptr())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_relation_free(relation: *mut Constraints) {
    if !relation.is_null() {
        // SAFETY: `layout_get_relation` made it, and it is freed once, as the C interface asks.
        guarded((), || drop(unsafe { Box::from_raw(relation) }));
    }
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_relation_get_text(relation: Got<'_>) -> *const c_char {
    relation.map_or(c"".as_ptr(), |relation| relation.text.as_ptr())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_relation_get_num_inputs(relation: Got<'_>) -> usize {
    relation.map_or(0, |relation| relation.rows.relation().n_inputs())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_relation_get_num_outputs(relation: Got<'_>) -> usize {
    relation.map_or(0, |relation| relation.rows.n_outputs())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_relation_get_num_symbols(relation: Got<'_>) -> usize {
    relation.map_or(0, |relation| relation.symbols.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_relation_get_symbol(relation: Got<'_>, position: usize) -> *const c_char {
    let name = relation.and_then(|relation| relation.symbols.get(position));
    name.map_or(null(), |name| name.as_ptr())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_relation_get_num_conjunctions(relation: Got<'_>) -> usize {
    relation.map_or(0, |relation| relation.rows.conjunctions().len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_relation_get_num_locals(relation: Got<'_>, position: usize) -> usize {
    conjunction(relation, position).map_or(0, |found| found.n_locals)
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_relation_get_num_equalities(relation: Got<'_>, position: usize) -> usize {
    conjunction(relation, position).map_or(0, |found| found.equalities.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_relation_get_equality(
    relation: Got<'_>,
    position: usize,
    number: usize,
    length: Out<'_, usize>,
) -> *const i64 {
    row(conjunction(relation, position).map(|found| &found.equalities[..]), number, length)
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_relation_get_num_inequalities(
    relation: Got<'_>,
    position: usize,
) -> usize {
    conjunction(relation, position).map_or(0, |found| found.inequalities.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_relation_get_inequality(
    relation: Got<'_>,
    position: usize,
    number: usize,
    length: Out<'_, usize>,
) -> *const i64 {
    row(conjunction(relation, position).map(|found| &found.inequalities[..]), number, length)
}
