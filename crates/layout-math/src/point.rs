//! Coordinates, offsets and values of symbols, as witnesses hold and messages print them.

use std::fmt;
use std::ops::Deref;

/// A coordinate or an offset: an integer, or a tuple of integers.
///
/// ```
/// use layout_math::point::Point;
///
/// assert_eq!(Point::from(7).to_string(), "7");
/// assert_eq!(Point::from(vec![1, 2]).to_string(), "(1,2)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(Vec<i64>);

impl From<i64> for Point {
    fn from(number: i64) -> Self {
        Point(vec![number])
    }
}

impl From<Vec<i64>> for Point {
    fn from(parts: Vec<i64>) -> Self {
        Point(parts)
    }
}

impl From<&[i64]> for Point {
    fn from(parts: &[i64]) -> Self {
        Point(parts.to_vec())
    }
}

impl Deref for Point {
    type Target = [i64];

    fn deref(&self) -> &[i64] {
        &self.0
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0[..] {
            [number] => number.fmt(f),
            _ => {
                let parts: Vec<String> = self.0.iter().map(i64::to_string).collect();
                write!(f, "({})", parts.join(","))
            }
        }
    }
}

/// The digits of a number in these extents, the first one counting fastest: the natural coordinate of an
/// integral one. What the number has past their product is left out.
///
/// The caller must ensure that no extent is 0.
///
/// ```
/// use layout_math::point::digits;
///
/// assert!(digits(23, [4, 3, 5]).eq([3, 2, 1]));
/// ```
pub fn digits(number: i64, extents: impl IntoIterator<Item = i64>) -> impl Iterator<Item = i64> {
    extents.into_iter().scan(number, |rest, extent| {
        let digit = *rest % extent;
        *rest /= extent;
        Some(digit)
    })
}

/// Values of symbols, each with its name.
pub type Values = [(String, i64)];

/// The value of a symbol among these, if it is there.
pub(crate) fn value_in<N: AsRef<str>>(values: &[(N, i64)]) -> impl Fn(&str) -> Option<i64> {
    |name| values.iter().find(|(known, _)| known.as_ref() == name).map(|(_, value)| *value)
}

/// ` for M = 2, N = 3`, or nothing.
pub(crate) struct ForSymbols<'a>(pub &'a Values);

impl fmt::Display for ForSymbols<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, (name, value)) in self.0.iter().enumerate() {
            let separator = if position == 0 { " for " } else { ", " };
            write!(f, "{separator}{name} = {value}")?;
        }
        Ok(())
    }
}
