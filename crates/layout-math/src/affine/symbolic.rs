//! Numbers with symbols.

use std::fmt;
use std::sync::Arc;

use super::NumberError;
use super::sum::{Atom, Sum, as_written};

/// A constant plus multiples of parameters: an extent, a stride or an offset with symbols.
///
/// ```
/// use layout_math::affine::Symbolic;
///
/// let extent = Symbolic::parameter("M").times(8)?.plus(&Symbolic::from(3))?;
/// assert_eq!(extent.to_string(), "8M + 3");
/// assert_eq!(extent.as_constant(), None);
/// # Ok::<(), layout_math::affine::NumberError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Symbolic(Sum<Arc<str>, i64>);

impl Atom for Arc<str> {
    fn place<N>(&self, terms: &[(Self, N)]) -> Result<usize, usize> {
        as_written(self, terms)
    }
}

impl From<i64> for Symbolic {
    fn from(constant: i64) -> Self {
        Symbolic(Sum::number(constant))
    }
}

impl Symbolic {
    /// The parameter called `name`.
    pub fn parameter(name: &str) -> Self {
        Symbolic(Sum::atom(name.into()))
    }

    /// The value, if no parameter is in it.
    pub fn as_constant(&self) -> Option<i64> {
        self.0.as_constant()
    }

    pub(crate) fn constant(&self) -> i64 {
        self.0.constant()
    }

    pub(crate) fn terms(&self) -> &[(Arc<str>, i64)] {
        self.0.terms()
    }

    /// `factor * self`.
    pub fn times(&self, factor: i64) -> Result<Self, NumberError> {
        self.0.times(factor).map(Symbolic)
    }

    /// `self + other`.
    pub fn plus(&self, other: &Self) -> Result<Self, NumberError> {
        self.0.plus_times(&other.0, 1).map(Symbolic)
    }
}

impl fmt::Display for Symbolic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, coefficient)) in self.terms().iter().enumerate() {
            match (at, coefficient) {
                (0, _) => {}
                (_, ..0) => f.write_str(" - ")?,
                _ => f.write_str(" + ")?,
            }
            match (at, coefficient) {
                (_, 1) => f.write_str(name)?,
                (0, -1) => write!(f, "-{name}")?,
                (_, -1) => f.write_str(name)?,
                (0, _) => write!(f, "{coefficient}{name}")?,
                _ => write!(f, "{}{name}", coefficient.unsigned_abs())?,
            }
        }
        match (self.terms().is_empty(), self.constant()) {
            (true, constant) => write!(f, "{constant}"),
            (false, 0) => Ok(()),
            (false, constant @ ..0) => write!(f, " - {}", constant.unsigned_abs()),
            (false, constant) => write!(f, " + {constant}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_written_as_they_were_added() {
        let of = |name: &str, factor: i64| Symbolic::parameter(name).times(factor).unwrap();
        let sum = |terms: &[Symbolic]| {
            let sum = terms.iter().try_fold(Symbolic::default(), |sum, term| sum.plus(term));
            sum.unwrap().to_string()
        };
        assert_eq!(sum(&[7.into()]), "7");
        assert_eq!(sum(&[(-7).into()]), "-7");
        assert_eq!(sum(&[of("N", 2), of("M", -1), of("K", -3), of("L", 1)]), "2N - M - 3K + L");
        assert_eq!(sum(&[of("N", -1), of("M", 4), (-5).into()]), "-N + 4M - 5");
        // What is mentioned again stays at its place.
        assert_eq!(sum(&[of("N", 1), of("M", 1), of("N", 2), 3.into()]), "3N + M + 3");
        assert_eq!(sum(&[of("N", 1), of("M", 1), of("N", -1)]), "M");
    }
}
