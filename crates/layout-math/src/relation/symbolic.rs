//! Numbers with symbols, and checked arithmetic.

use std::fmt;

use super::RelationError;
use super::tree::Name;

/// A constant plus multiples of parameters: an extent, a stride or an offset with symbols.
///
/// ```
/// use layout_math::relation::Symbolic;
///
/// let extent = Symbolic::parameter("M").times(8)?.plus(&Symbolic::from(3))?;
/// assert_eq!(extent.to_string(), "8M + 3");
/// assert_eq!(extent.as_constant(), None);
/// # Ok::<(), layout_math::relation::RelationError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Symbolic {
    constant: i64,
    /// Names are distinct and coefficients are not 0.
    terms: Vec<(Name, i64)>,
}

impl From<i64> for Symbolic {
    fn from(constant: i64) -> Self {
        Symbolic { constant, terms: Vec::new() }
    }
}

impl Symbolic {
    /// The parameter called `name`.
    pub fn parameter(name: &str) -> Self {
        Symbolic { constant: 0, terms: vec![(name.into(), 1)] }
    }

    /// The value, if no parameter is in it.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub(super) fn constant(&self) -> i64 {
        self.constant
    }

    pub(super) fn terms(&self) -> &[(Name, i64)] {
        &self.terms
    }

    /// `factor * self`.
    pub fn times(&self, factor: i64) -> Result<Self, RelationError> {
        let mut terms = Vec::new();
        for (name, coefficient) in &self.terms {
            if factor != 0 {
                terms.push((name.clone(), multiply(*coefficient, factor)?));
            }
        }
        Ok(Symbolic { constant: multiply(self.constant, factor)?, terms })
    }

    /// `self + other`.
    pub fn plus(&self, other: &Self) -> Result<Self, RelationError> {
        let mut terms = self.terms.clone();
        for (name, coefficient) in &other.terms {
            match terms.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) => *sum = add(*sum, *coefficient)?,
                None => terms.push((name.clone(), *coefficient)),
            }
        }
        terms.retain(|(_, coefficient)| *coefficient != 0);
        Ok(Symbolic { constant: add(self.constant, other.constant)?, terms })
    }
}

impl fmt::Display for Symbolic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, coefficient)) in self.terms.iter().enumerate() {
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
        match (self.terms.is_empty(), self.constant) {
            (true, constant) => write!(f, "{constant}"),
            (false, 0) => Ok(()),
            (false, constant @ ..0) => write!(f, " - {}", constant.unsigned_abs()),
            (false, constant) => write!(f, " + {constant}"),
        }
    }
}

pub(super) fn multiply(left: i64, right: i64) -> Result<i64, RelationError> {
    left.checked_mul(right).ok_or(RelationError::Overflow { left, operator: '*', right })
}

pub(super) fn add(left: i64, right: i64) -> Result<i64, RelationError> {
    left.checked_add(right).ok_or(RelationError::Overflow { left, operator: '+', right })
}
