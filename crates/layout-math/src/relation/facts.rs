//! Facts about parameters: ranges and divisibility.

use super::tree::{Comparator, Dim, Expr, Formula, Name, Piece, Tree, Tuple, is_name};
use super::{Relation, RelationError};
use crate::affine::{Interval, NumberError};

/// What is known about parameters, the `where` of a layout with symbols.
///
/// ```
/// use layout_math::relation::{Facts, Relation};
///
/// let facts = Facts::new().between("M", 1, 4096)?.remainder("M", 16, 0)?;
/// let relation: Relation = "[M] -> { [c] -> [c] : 0 <= c < M }".parse()?;
/// assert_eq!(
///     relation.given(&facts).to_string(),
///     "[M] -> { [c] -> [c] : 0 <= c < M and 1 <= M <= 4096 and M mod 16 = 0 }"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Facts {
    facts: Vec<(Name, Known)>,
}

/// What is known of a parameter by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Known {
    Within(Interval),
    Remainder { divisor: i64, remainder: i64 },
}

impl Facts {
    /// Nothing is known.
    pub fn new() -> Self {
        Facts::default()
    }

    /// Also `low <= name <= high`.
    pub fn between(self, name: &str, low: i64, high: i64) -> Result<Self, RelationError> {
        self.with(name, Known::Within(Interval::new(low.into(), high.into())))
    }

    /// Also `low <= name`.
    pub fn at_least(self, name: &str, low: i64) -> Result<Self, RelationError> {
        self.with(name, Known::Within(Interval::at_least(low.into())))
    }

    /// Also `name mod divisor = remainder`.
    pub fn remainder(
        self,
        name: &str,
        divisor: i64,
        remainder: i64,
    ) -> Result<Self, RelationError> {
        if divisor < 1 {
            return Err(NumberError::ZeroDivisor.into());
        }
        self.with(name, Known::Remainder { divisor, remainder })
    }

    fn with(mut self, name: &str, known: Known) -> Result<Self, RelationError> {
        if !is_name(name) {
            return Err(RelationError::NotAName { text: name.to_owned() });
        }
        let fact = (Name::from(name), known);
        if !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
        Ok(self)
    }

    /// The facts about `parameters`, as formulas.
    fn formulas<'a>(&'a self, parameters: &'a [Name]) -> impl Iterator<Item = Formula> + 'a {
        self.facts.iter().filter_map(|(name, fact)| {
            let position = parameters.iter().position(|parameter| parameter == name)?;
            let parameter = Expr::parameter(position);
            Some(match *fact {
                Known::Within(values) => match values.as_ends() {
                    Some((low, high)) => Formula::within(low, parameter, high),
                    None => {
                        let low = Expr::Integer(values.clamped().0);
                        Formula::compare(parameter, Comparator::GreaterOrEqual, low)
                    }
                },
                Known::Remainder { divisor, remainder } => Formula::compare(
                    parameter.modulo(divisor),
                    Comparator::Equal,
                    Expr::Integer(remainder),
                ),
            })
        })
    }

    /// All facts, as a relation without dimensions.
    pub(super) fn to_tree(&self) -> Tree {
        let mut parameters: Vec<Name> = Vec::new();
        for (name, _) in &self.facts {
            if !parameters.contains(name) {
                parameters.push(name.clone());
            }
        }
        let tuple = || Tuple { name: None, dims: Vec::<Dim>::new() };
        let formula = Formula::and(self.formulas(&parameters));
        Tree { pieces: vec![Piece { domain: tuple(), range: tuple(), formula }], parameters }
    }
}

impl Relation {
    /// The relation, for those values of its parameters only that agree with `facts`.
    ///
    /// Facts about names that are not parameters of the relation are left out.
    pub fn given(&self, facts: &Facts) -> Relation {
        let mut tree = self.tree().clone();
        let known: Vec<Formula> = facts.formulas(&tree.parameters).collect();
        if known.is_empty() {
            return self.clone();
        }
        for piece in &mut tree.pieces {
            let formula = std::mem::replace(&mut piece.formula, Formula::True);
            let before = Some(formula).filter(|formula| *formula != Formula::True);
            piece.formula = Formula::and(before.into_iter().chain(known.iter().cloned()));
        }
        Relation::from_tree(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_about_names_and_positive_divisors() {
        let told = |facts: Result<Facts, RelationError>| facts.unwrap_err().to_string();
        assert_eq!(told(Facts::new().remainder("M", 0, 0)), "division by 0");
        assert!(Facts::new().remainder("M", 1, 0).is_ok());
        let taken = "'mod' cannot be a name in a relation";
        assert_eq!(told(Facts::new().between("mod", 0, 1)), taken);
    }
}
