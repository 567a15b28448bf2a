//! How a quantity is written.

use std::fmt;

use super::{AffineTerm, Quantity};

impl Quantity {
    /// The quantity with the variables called by names, which are in the order of the variables.
    pub fn named<'a, N: AsRef<str>>(&'a self, names: &'a [N]) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| self.write(f, &|position| names.get(position).map(N::as_ref)))
    }

    fn write<'n>(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: &dyn Fn(usize) -> Option<&'n str>,
    ) -> fmt::Result {
        // What is added comes before what is subtracted, so that a sign in front is rare.
        let is_added = |(_, coefficient): &&(AffineTerm, i64)| 0 < *coefficient;
        let added = self.terms().iter().filter(is_added);
        let subtracted = self.terms().iter().filter(|term| !is_added(term));
        let constant_is_first = 0 < self.constant() && added.clone().next().is_none();
        if constant_is_first {
            write!(f, "{}", self.constant())?;
        }
        for (at, (term, coefficient)) in added.chain(subtracted).enumerate() {
            match (at == 0 && !constant_is_first, *coefficient < 0) {
                (true, false) => {}
                (true, true) => f.write_str("-")?,
                (false, false) => f.write_str(" + ")?,
                (false, true) => f.write_str(" - ")?,
            }
            let is_multiple = coefficient.unsigned_abs() != 1;
            if is_multiple {
                write!(f, "{}*", coefficient.unsigned_abs())?;
            }
            let is_alone = self.terms().len() == 1 && self.constant() == 0 && *coefficient == 1;
            match term {
                AffineTerm::Variable(position) => match name(*position) {
                    Some(name) => f.write_str(name)?,
                    None => write!(f, "v{position}")?,
                },
                AffineTerm::Floor(inner, 1) if is_alone || (!is_multiple && inner.is_product()) => {
                    inner.write(f, name)?;
                }
                AffineTerm::Floor(inner, 1) => inner.write_operand(f, name)?,
                AffineTerm::Floor(inner, divisor) => {
                    f.write_str("floor(")?;
                    inner.write_operand(f, name)?;
                    write!(f, "/{divisor})")?;
                }
                AffineTerm::Modulo(inner, divisor) => {
                    f.write_str(if is_alone { "" } else { "(" })?;
                    inner.write_operand(f, name)?;
                    write!(f, " mod {divisor}")?;
                    f.write_str(if is_alone { "" } else { ")" })?;
                }
            }
        }
        match (self.terms().is_empty(), self.constant()) {
            _ if constant_is_first => Ok(()),
            (true, constant) => write!(f, "{constant}"),
            (false, 0) => Ok(()),
            (false, constant @ ..0) => write!(f, " - {}", constant.unsigned_abs()),
            (false, constant) => write!(f, " + {constant}"),
        }
    }

    /// True for a positive multiple of a term, which is added and subtracted as it is.
    fn is_product(&self) -> bool {
        matches!(self.terms(), [(_, 1..)]) && self.constant() == 0
    }

    /// The dividend of a division: in parentheses, unless it is a variable.
    fn write_operand<'n>(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: &dyn Fn(usize) -> Option<&'n str>,
    ) -> fmt::Result {
        if self.as_variable().is_some() {
            return self.write(f, name);
        }
        f.write_str("(")?;
        self.write(f, name)?;
        f.write_str(")")
    }
}
