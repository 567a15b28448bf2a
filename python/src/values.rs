//! Nested tuples of Python's, read by one walk that ends whatever it is given.

use std::fmt;

use layout_math::algebra::AnyLayout;
use layout_math::cute::Tuple;
use layout_math::text::{MAX_DEPTH, ParseError, Reason};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PySequence, PyString};

use super::{Layout, failed};

/// How many leaves a tuple has at most: far more than a layout can have modes.
const MOST_LEAVES: usize = 1 << 16;

/// What stands in a tuple.
#[derive(Debug, Clone)]
pub enum Leaf {
    Number(i64),
    /// `None`: a whole mode.
    All,
    /// A symbol, or all of a tuple as it is written.
    Text(String),
    Layout(Box<AnyLayout>),
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Leaf::Number(number) => number.fmt(f),
            Leaf::All => f.write_str("_"),
            Leaf::Text(text) => f.write_str(text),
            Leaf::Layout(layout) => layout.fmt(f),
        }
    }
}

/// What may stand in a nested tuple beside integers, and how a message says it.
#[derive(Debug, Clone, Copy)]
pub struct TupleForm<'a> {
    pub says: &'a str,
    pub has_texts: bool,
    pub has_wholes: bool,
    pub has_layouts: bool,
}

impl<'a> TupleForm<'a> {
    pub const SHAPE: TupleForm<'static> = TupleForm {
        has_texts: true,
        ..TupleForm::integers("a shape or stride is an integer, a text or a tuple of these")
    };
    pub const COORDINATE: TupleForm<'static> = TupleForm {
        has_wholes: true,
        ..TupleForm::integers("a coordinate is an integer, None or a tuple of these")
    };
    pub const TILER: TupleForm<'static> = TupleForm {
        has_wholes: true,
        has_layouts: true,
        ..TupleForm::integers("a tiler is a layout, an integer, None or a tuple of these")
    };

    /// Integers alone.
    pub const fn integers(says: &'a str) -> Self {
        TupleForm { says, has_texts: false, has_wholes: false, has_layouts: false }
    }

    fn leaf(&self, value: &Bound<'_, PyAny>) -> PyResult<Option<Leaf>> {
        if value.is_none() {
            return Ok(self.has_wholes.then_some(Leaf::All));
        }
        if let Ok(text) = value.cast::<PyString>() {
            let text = text.to_cow()?.into_owned();
            if self.has_texts && !is_one_part(&text) {
                let what = "is not a number, a symbol or a tuple in parentheses";
                return Err(failed(format!("{text:?} {what}")));
            }
            return Ok(self.has_texts.then_some(Leaf::Text(text)));
        }
        if let Ok(layout) = value.cast::<Layout>() {
            let layout = Leaf::Layout(Box::new(layout.get().0.clone()));
            return Ok(self.has_layouts.then_some(layout));
        }
        Ok(integer(value)?.map(Leaf::Number))
    }
}

/// True if a text is one part of a tuple, whatever it is: it has something, ends no tuple around it, and begins
/// no other part and no facts.
fn is_one_part(text: &str) -> bool {
    let mut open = 0_usize;
    for c in text.chars() {
        match c {
            '(' | '[' => open += 1,
            ')' | ']' if open == 0 => return false,
            ')' | ']' => open -= 1,
            ',' | ':' if open == 0 => return false,
            _ => {}
        }
    }
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    !text.trim().is_empty() && words.all(|word| word != "where")
}

/// The error that a value has another type than `says` says.
pub fn wrong_type(says: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let found = match value.is_none() {
        true => "None".to_owned(),
        false => value.get_type().name().map_or_else(|_| "that".to_owned(), |it| it.to_string()),
    };
    PyTypeError::new_err(format!("{says}, not {found}"))
}

/// The integer that a value is: an `int` or what has `__index__`, such as a number of numpy's; `None` for
/// anything else, a truth value included.
///
/// # Errors
///
/// An integer past 64 bits.
pub fn integer(value: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    if value.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    match value.extract() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            let digits = value.str()?.to_string();
            Err(failed(ParseError { column: 0, reason: Reason::NumberTooLarge { digits } }))
        }
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The nested tuple that a value is; lists and other sequences count as tuples.
///
/// # Errors
///
/// What may not stand in the tuple, an integer past 64 bits, and a tuple that is nested too deep, as one
/// that contains itself is.
pub fn read(value: &Bound<'_, PyAny>, form: TupleForm<'_>) -> PyResult<Tuple<Leaf>> {
    read_part(value, form, 0, &mut 0)
}

fn read_part(
    value: &Bound<'_, PyAny>,
    form: TupleForm<'_>,
    depth: usize,
    leaves: &mut usize,
) -> PyResult<Tuple<Leaf>> {
    if let Some(leaf) = form.leaf(value)? {
        count(leaves)?;
        return Ok(Tuple::Leaf(leaf));
    }
    let is_text = value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>();
    let Some(sequence) = value.cast::<PySequence>().ok().filter(|_| !is_text) else {
        return Err(wrong_type(form.says, value));
    };
    if depth == MAX_DEPTH {
        return Err(failed(ParseError { column: 0, reason: Reason::TooDeep }));
    }
    let mut parts = Vec::new();
    for part in sequence.try_iter()? {
        parts.push(read_part(&part?, form, depth + 1, leaves)?);
    }
    if parts.is_empty() {
        count(leaves)?;
    }
    Ok(Tuple::Node(parts))
}

fn count(leaves: &mut usize) -> PyResult<()> {
    *leaves += 1;
    if *leaves <= MOST_LEAVES {
        return Ok(());
    }
    Err(failed(format!("a tuple has more than {MOST_LEAVES} numbers")))
}

/// The tuple of numbers that a tuple without anything else is.
pub fn numbers(tuple: &Tuple<Leaf>) -> Option<Tuple<i64>> {
    let numbers = tuple.leaves().map(|leaf| match leaf {
        Leaf::Number(number) => Some(*number),
        _ => None,
    });
    let numbers: Option<Vec<i64>> = numbers.collect();
    tuple.with_leaves(numbers?)
}
