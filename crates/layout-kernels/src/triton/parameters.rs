//! The parameters of an encoding, checked as they are read.

use super::attribute::{Attribute, AttributeValue};
use super::dims::MAX_RANK;
use super::error::EncodingError;

/// The parameters of an attribute that is read as the encoding `name`.
#[derive(Clone, Copy)]
pub(super) struct Parameters<'p> {
    attribute: &'p Attribute,
    name: &'static str,
}

impl<'p> Parameters<'p> {
    pub fn new(attribute: &'p Attribute, name: &'static str) -> Self {
        Parameters { attribute, name }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    pub fn attribute(&self) -> &'p Attribute {
        self.attribute
    }

    pub fn value(&self, parameter: &'static str) -> Option<&'p AttributeValue> {
        self.attribute.parameter(parameter)
    }

    fn missing(&self, parameter: &'static str) -> EncodingError {
        EncodingError::Missing { encoding: self.name, parameter }
    }

    fn malformed(&self, parameter: &'static str, expected: &'static str) -> EncodingError {
        EncodingError::Malformed { encoding: self.name, parameter, expected }
    }

    pub fn out_of_range(
        &self,
        parameter: &'static str,
        value: i64,
        expected: &'static str,
    ) -> EncodingError {
        EncodingError::OutOfRange { encoding: self.name, parameter, value, expected }
    }

    /// A number, if it is given.
    pub fn optional_integer(&self, parameter: &'static str) -> Result<Option<i64>, EncodingError> {
        let number = |value: &AttributeValue| {
            value.as_integer().ok_or_else(|| self.malformed(parameter, "a number"))
        };
        self.value(parameter).map(number).transpose()
    }

    pub fn integer(&self, parameter: &'static str) -> Result<i64, EncodingError> {
        self.optional_integer(parameter)?.ok_or_else(|| self.missing(parameter))
    }

    /// A number from 1 to 2^30.
    pub fn count(&self, parameter: &'static str) -> Result<i64, EncodingError> {
        self.check_count(parameter, self.integer(parameter)?)
    }

    /// A number from 1 to 2^30, or the default.
    pub fn count_or(&self, parameter: &'static str, default: i64) -> Result<i64, EncodingError> {
        self.check_count(parameter, self.optional_integer(parameter)?.unwrap_or(default))
    }

    fn check_count(&self, parameter: &'static str, value: i64) -> Result<i64, EncodingError> {
        if (1..=1 << 30).contains(&value) {
            return Ok(value);
        }
        Err(self.out_of_range(parameter, value, "a number from 1 to 2^30"))
    }

    /// `true` or `false`, the latter if it is not given.
    pub fn flag(&self, parameter: &'static str) -> Result<bool, EncodingError> {
        match self.value(parameter) {
            None => Ok(false),
            Some(AttributeValue::Bool(flag)) => Ok(*flag),
            Some(AttributeValue::Unit) => Ok(true),
            Some(_) => Err(self.malformed(parameter, "true or false")),
        }
    }

    /// A list of numbers from 1 to 2^30, if it is given.
    pub fn optional_counts(
        &self,
        parameter: &'static str,
    ) -> Result<Option<Vec<i64>>, EncodingError> {
        let Some(numbers) = self.optional_integers(parameter)? else { return Ok(None) };
        for &number in &numbers {
            self.check_count(parameter, number)?;
        }
        Ok(Some(numbers))
    }

    pub fn counts(&self, parameter: &'static str) -> Result<Vec<i64>, EncodingError> {
        self.optional_counts(parameter)?.ok_or_else(|| self.missing(parameter))
    }

    fn optional_integers(
        &self,
        parameter: &'static str,
    ) -> Result<Option<Vec<i64>>, EncodingError> {
        let Some(value) = self.value(parameter) else { return Ok(None) };
        let numbers =
            value.as_integers().ok_or_else(|| self.malformed(parameter, "a list of numbers"))?;
        if MAX_RANK < numbers.len() {
            return Err(self.malformed(parameter, "a list of at most 16 numbers"));
        }
        Ok(Some(numbers))
    }

    /// A permutation of the dims 0, 1, ..., the fastest one first.
    pub fn order(&self, parameter: &'static str) -> Result<Vec<usize>, EncodingError> {
        let list = self.optional_integers(parameter)?.ok_or_else(|| self.missing(parameter))?;
        self.check_order(parameter, list)
    }

    pub fn check_order(
        &self,
        parameter: &'static str,
        list: Vec<i64>,
    ) -> Result<Vec<usize>, EncodingError> {
        let mut sorted = list.clone();
        sorted.sort_unstable();
        if sorted.iter().copied().eq(0..list.len() as i64) {
            return Ok(list.iter().map(|&dim| dim as usize).collect());
        }
        Err(EncodingError::NotAPermutation { encoding: self.name, parameter, list })
    }

    /// Checks that a list has one element for each dim.
    pub fn check_rank(
        &self,
        what: &'static str,
        found: usize,
        expected: usize,
    ) -> Result<(), EncodingError> {
        check_rank(self.name, what, found, expected)
    }

    /// A list of bases, `[[0, 1], [1, 0]]`, if it is given.
    pub fn optional_bases(
        &self,
        parameter: &'static str,
    ) -> Result<Option<Vec<Vec<i64>>>, EncodingError> {
        self.value(parameter).map(|value| self.bases_of(parameter, value)).transpose()
    }

    /// A value that is a list of bases.
    pub fn bases_of(
        &self,
        parameter: &'static str,
        value: &AttributeValue,
    ) -> Result<Vec<Vec<i64>>, EncodingError> {
        let bases =
            value.as_list().and_then(|list| list.iter().map(AttributeValue::as_integers).collect());
        bases.ok_or_else(|| self.malformed(parameter, "a list of lists of numbers"))
    }

    /// An attribute, such as the parent of a slice.
    pub fn nested(&self, parameter: &'static str) -> Result<&'p Attribute, EncodingError> {
        match self.value(parameter) {
            None => Err(self.missing(parameter)),
            Some(AttributeValue::Attribute(attribute)) => Ok(attribute),
            Some(_) => Err(self.malformed(parameter, "an encoding")),
        }
    }
}

/// Checks that `what` of an encoding has as many dims as the encoding.
pub(super) fn check_rank(
    encoding: &'static str,
    what: &'static str,
    found: usize,
    expected: usize,
) -> Result<(), EncodingError> {
    if found == expected {
        return Ok(());
    }
    Err(EncodingError::Rank { encoding, what, expected, found })
}
