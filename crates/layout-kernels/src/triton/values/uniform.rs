//! A number that is the same for all elements of a tensor.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashSet;

/// A constant and multiples of numbers that are not known, such as an argument or a program id.
///
/// Two of them are equal if they are the same sum; products of unknown numbers are unknown numbers
/// with the name of the product.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Uniform {
    constant: i64,
    /// By name, no factor 0.
    terms: Vec<(Arc<str>, i64)>,
}

impl Uniform {
    pub(crate) fn constant(constant: i64) -> Self {
        Uniform { constant, terms: Vec::new() }
    }

    pub(super) fn unknown(name: &str) -> Self {
        Uniform { constant: 0, terms: vec![(Arc::from(name), 1)] }
    }

    /// The number, if there is nothing unknown in it.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The number at program 0, if nothing else is unknown in it.
    pub(crate) fn at_first_program(&self) -> Option<i64> {
        let is_program = |(name, _): &(Arc<str>, i64)| name.starts_with(PROGRAM);
        self.terms.iter().all(is_program).then_some(self.constant)
    }

    /// The power of 2 that divides the number in every program, where what is not known is a multiple of
    /// what `multiple_of` says of its name, or of as much as one likes.
    pub(crate) fn greatest_power(&self, multiple_of: impl Fn(&str) -> Option<i64>) -> i64 {
        let of_name = |name: &str| match multiple_of(name) {
            Some(multiple) => multiple.trailing_zeros(),
            None if name.starts_with(PROGRAM) => 0,
            None => 62,
        };
        let of_terms = self.terms.iter().map(|(name, own)| of_name(name) + own.trailing_zeros());
        let of_constant = Some(self.constant).filter(|own| *own != 0).map(i64::trailing_zeros);
        1 << of_terms.chain(of_constant).min().unwrap_or(62).min(62)
    }

    /// True if something that is not known is in both, also as a factor of a product.
    pub(super) fn shares_names_with(&self, other: &Uniform) -> bool {
        let is_in = |name: &str| {
            other.terms.iter().any(|(own, _)| own.contains(name) || name.contains(&**own))
        };
        self.terms.iter().any(|(name, _)| is_in(name))
    }

    /// True if something in it is not known.
    pub(crate) fn is_symbolic(&self) -> bool {
        !self.terms.is_empty()
    }

    /// True if a number is taken from what is unknown: `n - 1`.
    pub(crate) fn is_less_than_its_symbols(&self) -> bool {
        self.constant < 0
    }

    /// True if something unknown is taken from it: `n - 128 * k`.
    pub(crate) fn is_what_is_left(&self) -> bool {
        self.terms.iter().any(|(_, factor)| *factor < 0)
    }

    /// The number in it that is known.
    pub(crate) fn known_part(&self) -> i64 {
        self.constant
    }

    /// How often this number is in it outside of products.
    pub(super) fn factor_alone(&self, name: &str) -> i64 {
        self.terms.iter().find(|(own, _)| **own == *name).map_or(0, |(_, factor)| *factor)
    }

    /// The name and the factor, if it is a multiple of one number that is not known.
    pub(crate) fn as_multiple(&self) -> Option<(&str, i64)> {
        match &self.terms[..] {
            [(name, factor)] if self.constant == 0 => Some((name, *factor)),
            _ => None,
        }
    }

    /// How often this number is in it, if it is in no product with another one.
    pub(crate) fn factor_of(&self, name: &str) -> Option<i64> {
        let mut of = self.terms.iter().filter(|(own, _)| own.contains(name));
        match (of.next(), of.next()) {
            (Some((own, factor)), None) if **own == *name => Some(*factor),
            _ => None,
        }
    }

    /// What it grows by at most from one program of an axis to the next, if it depends on one.
    pub(super) fn most_per_program(&self) -> Option<i64> {
        let programs = self.terms.iter().filter(|(name, _)| name.starts_with(PROGRAM));
        programs.map(|(_, factor)| factor.saturating_abs()).max()
    }

    /// True if this number is in it, also as a factor of a product.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.terms.iter().any(|(own, _)| own.contains(name))
    }

    /// True if nothing in it has one of these names, without `%`, also as a factor of a product.
    pub(super) fn is_free_of(&self, names: &FxHashSet<&str>) -> bool {
        let is_between = |c: char| c.is_whitespace() || "()%*+".contains(c);
        let mut own = self.terms.iter().flat_map(|(name, _)| name.split(is_between));
        own.all(|name| !names.contains(name))
    }

    /// What is left of it without another number.
    pub(crate) fn without(&self, other: &Uniform) -> Option<Uniform> {
        self.add(&other.scale(-1)?)
    }

    /// True if all that is not known in it is one of these names, such as `%n`.
    pub(super) fn is_of(&self, names: &FxHashSet<String>) -> bool {
        self.terms.iter().all(|(name, _)| names.contains(&**name))
    }

    pub(crate) fn add(&self, other: &Uniform) -> Option<Uniform> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant)?;
        for (name, factor) in &other.terms {
            match sum.terms.binary_search_by(|(own, _)| own.cmp(name)) {
                Ok(at) => {
                    sum.terms[at].1 = sum.terms[at].1.checked_add(*factor)?;
                    if sum.terms[at].1 == 0 {
                        sum.terms.remove(at);
                    }
                }
                Err(at) => sum.terms.insert(at, (name.clone(), *factor)),
            }
        }
        // Sums that grow in a long chain of operations help nobody.
        (sum.terms.len() <= 16).then_some(sum)
    }

    pub(super) fn scale(&self, factor: i64) -> Option<Uniform> {
        if factor == 0 {
            return Some(Uniform::default());
        }
        let mut product = self.clone();
        product.constant = product.constant.checked_mul(factor)?;
        for (_, own) in &mut product.terms {
            *own = own.checked_mul(factor)?;
        }
        Some(product)
    }

    pub(crate) fn multiply(&self, other: &Uniform) -> Option<Uniform> {
        match (self.as_constant(), other.as_constant()) {
            (Some(factor), _) => other.scale(factor),
            (_, Some(factor)) => self.scale(factor),
            _ => {
                let mut names = [self.to_string(), other.to_string()];
                names.sort();
                let name = format!("({}) * ({})", names[0], names[1]);
                (name.len() <= 200).then(|| Uniform::unknown(&name))
            }
        }
    }
}

/// What the name of a program id begins with.
pub(super) const PROGRAM: &str = "program ";

impl fmt::Display for Uniform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        for (name, factor) in &self.terms {
            let sign = match (is_first, *factor < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            is_first = false;
            match factor.unsigned_abs() {
                1 => write!(f, "{sign}{name}")?,
                times => write!(f, "{sign}{times} * {name}")?,
            }
        }
        match self.constant {
            constant if is_first => write!(f, "{constant}"),
            0 => Ok(()),
            constant if constant < 0 => write!(f, " - {}", constant.unsigned_abs()),
            constant => write!(f, " + {constant}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_kept_in_one_order() {
        let (n, m) = (Uniform::unknown("%n"), Uniform::unknown("%m"));
        let sum = n.add(&m).unwrap().add(&Uniform::constant(-3)).unwrap();
        assert_eq!(sum, Uniform::constant(-3).add(&m).unwrap().add(&n).unwrap());
        assert_eq!(sum.to_string(), "%m + %n - 3");
        assert_eq!(sum.scale(-2).unwrap().to_string(), "-2 * %m - 2 * %n + 6");
        assert_eq!(sum.add(&sum.scale(-1).unwrap()).unwrap().as_constant(), Some(0));
        assert_eq!(n.multiply(&m), m.multiply(&n));
        assert_eq!(n.multiply(&Uniform::constant(0)).unwrap(), Uniform::default());
        assert_eq!(Uniform::constant(i64::MAX).add(&Uniform::constant(1)), None);
    }

    #[test]
    fn a_name_is_found_in_a_product_and_not_in_a_longer_name() {
        let sum = Uniform::unknown("%n").add(&Uniform::unknown("%i1 of line 3")).unwrap();
        let product = sum.multiply(&Uniform::unknown("%stride")).unwrap();
        assert_eq!(product.to_string(), "(%i1 of line 3 + %n) * (%stride)");
        for (name, is_free) in [("n", false), ("i1", false), ("stride", false), ("i", true)] {
            assert_eq!(product.is_free_of(&FxHashSet::from_iter([name])), is_free, "{name}");
        }
    }
}
