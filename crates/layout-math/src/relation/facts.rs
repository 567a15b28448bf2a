//! Facts about parameters: ranges and divisibility.

use super::tree::{Comparator, Dim, Expr, Formula, Name, Piece, Tree, Tuple, is_name};
use super::{Relation, RelationError};
use crate::affine::{Fact, Interval, NumberError};

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
    facts: Vec<(Name, KnownAlone)>,
}

/// What is known of a parameter by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum KnownAlone {
    Within(Interval),
    Remainder { divisor: i64, remainder: i64 },
}

impl Facts {
    /// Nothing is known.
    pub fn new() -> Self {
        Facts::default()
    }

    /// What these facts about symbols say.
    pub fn of(facts: &[Fact]) -> Result<Self, RelationError> {
        facts.iter().try_fold(Facts::new(), Facts::also)
    }

    /// Also what a fact about a symbol says.
    pub(crate) fn also(self, fact: &Fact) -> Result<Self, RelationError> {
        match fact {
            Fact::Range { symbol, least, greatest: i64::MAX } => self.at_least(symbol, *least),
            Fact::Range { symbol, least, greatest } => self.between(symbol, *least, *greatest),
            Fact::Congruence { symbol, modulus, residue } => {
                self.remainder(symbol, *modulus, *residue)
            }
        }
    }

    /// Also `low <= name <= high`.
    pub fn between(self, name: &str, low: i64, high: i64) -> Result<Self, RelationError> {
        self.with(name, KnownAlone::Within(Interval::new(low.into(), high.into())))
    }

    /// Also `low <= name`.
    pub fn at_least(self, name: &str, low: i64) -> Result<Self, RelationError> {
        self.with(name, KnownAlone::Within(Interval::at_least(low.into())))
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
        self.with(name, KnownAlone::Remainder { divisor, remainder })
    }

    fn with(mut self, name: &str, known: KnownAlone) -> Result<Self, RelationError> {
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
                KnownAlone::Within(values) => match values.as_ends() {
                    Some((low, high)) => Formula::within(low, parameter, high),
                    None => {
                        let low = Expr::Integer(values.clamped().0);
                        Formula::compare(parameter, Comparator::GreaterOrEqual, low)
                    }
                },
                KnownAlone::Remainder { divisor, remainder } => Formula::compare(
                    parameter.modulo(divisor),
                    Comparator::Equal,
                    Expr::Integer(remainder),
                ),
            })
        })
    }

    /// Adds the names that the facts are about to those of parameters.
    fn add_names(&self, parameters: &mut Vec<Name>) {
        for (name, _) in &self.facts {
            if !parameters.contains(name) {
                parameters.push(name.clone());
            }
        }
    }

    /// All facts, as a relation without dimensions.
    pub(super) fn to_tree(&self) -> Tree {
        let mut parameters: Vec<Name> = Vec::new();
        self.add_names(&mut parameters);
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
        self.restricted(self.tree().clone(), facts)
    }

    /// The same with all names that `facts` are about as parameters.
    ///
    /// Of two relations that are compared neither then has a pair for values that the other may not have.
    pub(crate) fn given_all(&self, facts: &Facts) -> Relation {
        let mut tree = self.tree().clone();
        facts.add_names(&mut tree.parameters);
        self.restricted(tree, facts)
    }

    fn restricted(&self, mut tree: Tree, facts: &Facts) -> Relation {
        let known: Vec<Formula> = facts.formulas(&tree.parameters).collect();
        if known.is_empty() {
            return self.clone();
        }
        for piece in &mut tree.pieces {
            let before = match std::mem::replace(&mut piece.formula, Formula::True) {
                Formula::True => Vec::new(),
                Formula::And(members) => members,
                formula => vec![formula],
            };
            let new: Vec<Formula> =
                known.iter().filter(|fact| !before.contains(fact)).cloned().collect();
            piece.formula = Formula::and(before.into_iter().chain(new));
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
