//! The keyword arguments of an operation, held to its parameters.

use layout_math::algebra::{Operation, Parameter, Parameters, Syntax};
use layout_math::cute::Tuple;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::values::{TupleForm, integer, numbers, read, wrong_type};

/// The parameters of a call, each as the operation writes it.
pub struct Keywords(Vec<(String, KeywordValue)>);

enum KeywordValue {
    Integer(i64),
    Integers(Vec<i64>),
    Text(String),
}

impl Keywords {
    /// One parameter that is a text.
    pub fn text(name: &str, text: String) -> Self {
        Keywords(vec![(name.to_owned(), KeywordValue::Text(text))])
    }

    /// The keyword arguments of a call; `None` is what is not given.
    ///
    /// # Errors
    ///
    /// A name that is no parameter of the operation's, and a value that has not its form.
    pub fn of(operation: &Operation, keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut given = Vec::new();
        for (name, value) in keywords {
            let name: String = name.extract()?;
            let known = operation.parameters().iter().find(|known| known.name() == name);
            let Some(parameter) = known else {
                let operation = operation.name();
                return Err(PyTypeError::new_err(format!("{operation} has no parameter {name}")));
            };
            if !value.is_none() {
                given.push((name, KeywordValue::of(parameter, &value)?));
            }
        }
        Ok(Keywords(given))
    }

    fn get(&self, name: &str) -> Option<&KeywordValue> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

impl KeywordValue {
    fn of(parameter: &Parameter, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let name = parameter.name();
        let wrong = |form: &str| wrong_type(&format!("{name} is {form}"), value);
        match parameter.syntax() {
            Syntax::Integer => {
                integer(value)?.map(KeywordValue::Integer).ok_or_else(|| wrong("an integer"))
            }
            Syntax::Modes | Syntax::Range => {
                let says = format!("{name} is a list of integers");
                // A number alone is no list, nor is a text.
                let numbers = match integer(value)? {
                    Some(_) => None,
                    None => numbers(&read(value, TupleForm::integers(&says))?).and_then(integers),
                };
                numbers.map(KeywordValue::Integers).ok_or_else(|| wrong("a flat list of integers"))
            }
            Syntax::Tuple => {
                let says = format!("{name} is an integer or a tuple of these");
                written(value, TupleForm::integers(&says))
            }
            Syntax::Coordinate => written(value, TupleForm::COORDINATE),
            Syntax::Names => text(value, || wrong("a text such as '[lane, warp]'")),
            Syntax::Sizes => text(value, || wrong("a text such as '[lane = 4, warp = 8]'")),
            Syntax::Word(words) => {
                text(value, || wrong(&format!("one of the texts {}", words.join(", "))))
            }
        }
    }
}

fn text(value: &Bound<'_, PyAny>, wrong: impl FnOnce() -> PyErr) -> PyResult<KeywordValue> {
    let text = value.cast::<PyString>().map_err(|_| wrong())?;
    Ok(KeywordValue::Text(text.to_cow()?.into_owned()))
}

/// A nested tuple, or what is one in the notation.
fn written(value: &Bound<'_, PyAny>, form: TupleForm<'_>) -> PyResult<KeywordValue> {
    match value.is_instance_of::<PyString>() {
        true => text(value, || wrong_type(form.says, value)),
        false => Ok(KeywordValue::Text(read(value, form)?.to_string())),
    }
}

/// The integers of a tuple that is not nested.
fn integers(tuple: Tuple<i64>) -> Option<Vec<i64>> {
    match tuple {
        Tuple::Node(_) if tuple.depth() == 1 => Some(tuple.leaves().copied().collect()),
        _ => None,
    }
}

impl Parameters for Keywords {
    fn integer(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            KeywordValue::Integer(number) => Some(*number),
            _ => None,
        }
    }

    fn integers(&self, name: &str) -> Option<Vec<i64>> {
        match self.get(name)? {
            KeywordValue::Integers(numbers) => Some(numbers.clone()),
            _ => None,
        }
    }

    fn text(&self, name: &str) -> Option<String> {
        match self.get(name)? {
            KeywordValue::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}
