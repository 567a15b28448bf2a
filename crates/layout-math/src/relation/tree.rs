//! The syntax tree of a relation: tuples, formulas and quasi-affine expressions.
//!
//! The tree keeps what its author wrote, up to blanks, parentheses that change nothing, the two
//! spellings of a word (`=` and `==`, `and` and `&&`) and products of constants. The functions that
//! make nodes establish the invariants listed at each type, and the printer and the parser rely on
//! them: a tree that is printed and read again is the same tree.

use std::fmt;
use std::sync::Arc;

use crate::affine::{Interval, NumberError, multiply};

/// A name of a parameter, a dimension, a tuple or a bound variable.
pub(crate) type Name = Arc<str>;

/// The words of the notation. No name is equal to one of them, in any case of letters.
pub(super) const WORDS: [&str; 18] = [
    "exists", "and", "or", "implies", "not", "infty", "infinity", "nan", "min", "max", "rat",
    "true", "false", "ceild", "floord", "mod", "ceil", "floor",
];

/// True if `text` is a word of the notation.
pub(super) fn is_word(text: &str) -> bool {
    WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// True if `text` can name a parameter or a dimension.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.trim_end_matches('\'').chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !is_word(text)
}

/// A relation: parameters and pieces whose union it is.
///
/// 1. There is at least one piece.
/// 2. All pieces have the same tuple names and the same numbers of dimensions.
/// 3. Names are distinct within the parameters, tuples and binders that are visible together.
/// 4. A variable refers to something declared before it: a parameter, an earlier dimension, or, in
///    the formula, any dimension and the binders around it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Tree {
    pub parameters: Vec<Name>,
    pub pieces: Vec<Piece>,
}

/// The position of a parameter, which is added if it is new.
pub(super) fn place_of(parameters: &mut Vec<Name>, name: &Name) -> usize {
    parameters.iter().position(|known| known == name).unwrap_or_else(|| {
        parameters.push(name.clone());
        parameters.len() - 1
    })
}

/// One `domain -> range : formula`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    pub domain: Tuple,
    pub range: Tuple,
    pub formula: Formula,
}

/// A tuple of dimensions, `A[i, 2j]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Tuple {
    pub name: Option<Name>,
    pub dims: Vec<Dim>,
}

/// A dimension: `i`, `o = 2i`, `2i` or `*`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Dim {
    pub name: Option<Name>,
    pub value: Option<Expr>,
}

impl Dim {
    pub fn named(name: &str) -> Self {
        Dim { name: Some(name.into()), value: None }
    }

    pub fn value(value: Expr) -> Self {
        Dim { name: None, value: Some(value) }
    }

    pub fn named_value(name: &str, value: Expr) -> Self {
        Dim { name: Some(name.into()), value: Some(value) }
    }
}

/// What a variable of an expression refers to, by position.
///
/// A bound variable is counted from the outermost binder around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Variable {
    Parameter(usize),
    Input(usize),
    Output(usize),
    Bound(usize),
}

/// A quasi-affine expression, piecewise where it has `min` or `max`.
///
/// 1. `Multiply(k, e)`: k is not 1, and e is neither an integer nor a product.
/// 2. `Sum`: at least two terms, none of them a sum.
/// 3. `Floor`, `Ceil`: the divisor is at least 2. `Modulo`: at least 1.
/// 4. `Minimum`, `Maximum`: at least one operand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Expr {
    Integer(i64),
    Variable(Variable),
    Multiply(i64, Box<Expr>),
    Sum(Vec<Expr>),
    Floor(Box<Expr>, i64),
    Ceil(Box<Expr>, i64),
    Modulo(Box<Expr>, i64),
    Minimum(Vec<Expr>),
    Maximum(Vec<Expr>),
}

impl Expr {
    pub fn parameter(position: usize) -> Self {
        Expr::Variable(Variable::Parameter(position))
    }

    pub fn input(position: usize) -> Self {
        Expr::Variable(Variable::Input(position))
    }

    pub fn output(position: usize) -> Self {
        Expr::Variable(Variable::Output(position))
    }

    pub fn bound(position: usize) -> Self {
        Expr::Variable(Variable::Bound(position))
    }

    /// `factor * self`, with the constants of products multiplied out.
    pub fn times(self, factor: i64) -> Result<Self, NumberError> {
        Ok(match self {
            Expr::Integer(value) => Expr::Integer(multiply(factor, value)?),
            Expr::Multiply(inner, expr) => match multiply(factor, inner)? {
                1 => *expr,
                folded => Expr::Multiply(folded, expr),
            },
            expr if factor == 1 => expr,
            expr => Expr::Multiply(factor, Box::new(expr)),
        })
    }

    /// The sum of `terms` in their order; 0 if there are none.
    pub fn sum(terms: impl IntoIterator<Item = Expr>) -> Self {
        let mut flat = Vec::new();
        for term in terms {
            match term {
                Expr::Sum(inner) => flat.extend(inner),
                term => flat.push(term),
            }
        }
        match flat.len() {
            0 => Expr::Integer(0),
            1 => flat.remove(0),
            _ => Expr::Sum(flat),
        }
    }

    /// The sum of `terms` without those that are the integer 0.
    pub fn sum_of_nonzero(terms: impl IntoIterator<Item = Expr>) -> Self {
        Expr::sum(terms.into_iter().filter(|term| *term != Expr::Integer(0)))
    }

    /// The greatest integer at most `self / divisor`, for a divisor of at least 1.
    pub fn floor(self, divisor: i64) -> Self {
        if divisor == 1 { self } else { Expr::Floor(Box::new(self), divisor) }
    }

    /// The least integer at least `self / divisor`, for a divisor of at least 1.
    pub fn ceil(self, divisor: i64) -> Self {
        if divisor == 1 { self } else { Expr::Ceil(Box::new(self), divisor) }
    }

    /// The remainder of `self` in [0, divisor), for a divisor of at least 1.
    pub fn modulo(self, divisor: i64) -> Self {
        Expr::Modulo(Box::new(self), divisor)
    }

    /// The expressions directly inside this one.
    pub fn children(&self) -> &[Expr] {
        match self {
            Expr::Integer(_) | Expr::Variable(_) => &[],
            Expr::Multiply(_, inner)
            | Expr::Floor(inner, _)
            | Expr::Ceil(inner, _)
            | Expr::Modulo(inner, _) => std::slice::from_ref(inner),
            Expr::Sum(list) | Expr::Minimum(list) | Expr::Maximum(list) => list,
        }
    }

    /// True if `question` holds of a variable in the expression.
    pub fn any_variable(&self, question: &dyn Fn(Variable) -> bool) -> bool {
        match self {
            Expr::Variable(variable) => question(*variable),
            _ => self.children().iter().any(|child| child.any_variable(question)),
        }
    }

    /// True if the expression has a `min` or `max`, hence is piecewise.
    pub fn is_piecewise(&self) -> bool {
        matches!(self, Expr::Minimum(_) | Expr::Maximum(_))
            || self.children().iter().any(Expr::is_piecewise)
    }
}

/// A comparison between two integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Comparator {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

impl Comparator {
    pub fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Comparator::Less => left < right,
            Comparator::LessOrEqual => left <= right,
            Comparator::Greater => left > right,
            Comparator::GreaterOrEqual => left >= right,
            Comparator::Equal => left == right,
            Comparator::NotEqual => left != right,
        }
    }

    /// The least interval of the numbers that compare so with another one.
    pub fn numbers(self, right: impl Into<i128>) -> Interval {
        let right = right.into();
        match self {
            Comparator::Less => Interval::at_most(right - 1),
            Comparator::LessOrEqual => Interval::at_most(right),
            Comparator::Greater => Interval::at_least(right + 1),
            Comparator::GreaterOrEqual => Interval::at_least(right),
            Comparator::Equal => Interval::of(right),
            Comparator::NotEqual => Interval::ANY,
        }
    }

    /// The comparison with its sides exchanged.
    pub fn mirrored(self) -> Self {
        match self {
            Comparator::Less => Comparator::Greater,
            Comparator::LessOrEqual => Comparator::GreaterOrEqual,
            Comparator::Greater => Comparator::Less,
            Comparator::GreaterOrEqual => Comparator::LessOrEqual,
            Comparator::Equal | Comparator::NotEqual => self,
        }
    }
}

impl fmt::Display for Comparator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Comparator::Less => "<",
            Comparator::LessOrEqual => "<=",
            Comparator::Greater => ">",
            Comparator::GreaterOrEqual => ">=",
            Comparator::Equal => "=",
            Comparator::NotEqual => "!=",
        })
    }
}

/// A chain of comparisons between lists, `0 <= i,j < 4`.
///
/// It holds if every element of each list compares so with every element of the next list.
/// There is one operator fewer than lists, at least one operator, and no list is empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Chain {
    pub lists: Vec<Vec<Expr>>,
    pub operators: Vec<Comparator>,
}

impl Chain {
    /// The comparisons of single expressions that the chain stands for.
    pub fn pairs(&self) -> impl Iterator<Item = (&Expr, Comparator, &Expr)> {
        self.operators.iter().enumerate().flat_map(move |(at, &operator)| {
            self.lists[at].iter().flat_map(move |left| {
                self.lists[at + 1].iter().map(move |right| (left, operator, right))
            })
        })
    }
}

/// A Presburger formula.
///
/// `And` has at least two members, none of them an `And`; `Or` likewise. `Exists` binds at least
/// one variable.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Formula {
    True,
    False,
    Compare(Chain),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Not(Box<Formula>),
    Exists(Vec<Dim>, Box<Formula>),
}

impl Formula {
    /// `left operator right`.
    pub fn compare(left: Expr, operator: Comparator, right: Expr) -> Self {
        Formula::Compare(Chain { lists: vec![vec![left], vec![right]], operators: vec![operator] })
    }

    /// `low <= value < high`.
    pub fn between(low: Expr, value: Expr, high: Expr) -> Self {
        Formula::Compare(Chain {
            lists: vec![vec![low], vec![value], vec![high]],
            operators: vec![Comparator::LessOrEqual, Comparator::Less],
        })
    }

    /// `low <= value <= high`.
    pub fn within(low: i64, value: Expr, high: i64) -> Self {
        Formula::Compare(Chain {
            lists: vec![vec![Expr::Integer(low)], vec![value], vec![Expr::Integer(high)]],
            operators: vec![Comparator::LessOrEqual; 2],
        })
    }

    /// The conjunction of `members`; true if there are none.
    pub fn and(members: impl IntoIterator<Item = Formula>) -> Self {
        let mut flat = Vec::new();
        for member in members {
            match member {
                Formula::And(inner) => flat.extend(inner),
                member => flat.push(member),
            }
        }
        match flat.len() {
            0 => Formula::True,
            1 => flat.remove(0),
            _ => Formula::And(flat),
        }
    }

    /// The disjunction of `members`; false if there are none.
    pub fn or(members: impl IntoIterator<Item = Formula>) -> Self {
        let mut flat = Vec::new();
        for member in members {
            match member {
                Formula::Or(inner) => flat.extend(inner),
                member => flat.push(member),
            }
        }
        match flat.len() {
            0 => Formula::False,
            1 => flat.remove(0),
            _ => Formula::Or(flat),
        }
    }
}

impl Formula {
    /// True if `question` holds of a variable in the formula.
    pub fn any_variable(&self, question: &dyn Fn(Variable) -> bool) -> bool {
        match self {
            Formula::True | Formula::False => false,
            Formula::Compare(chain) => {
                chain.lists.iter().flatten().any(|expr| expr.any_variable(question))
            }
            Formula::And(members) | Formula::Or(members) => {
                members.iter().any(|member| member.any_variable(question))
            }
            Formula::Not(inner) => inner.any_variable(question),
            Formula::Exists(dims, body) => {
                dims.iter().filter_map(|dim| dim.value.as_ref()).any(|e| e.any_variable(question))
                    || body.any_variable(question)
            }
        }
    }

    /// Adds the names that the formula binds.
    pub fn collect_names(&self, names: &mut Vec<Name>) {
        match self {
            Formula::True | Formula::False | Formula::Compare(_) => {}
            Formula::And(members) | Formula::Or(members) => {
                members.iter().for_each(|member| member.collect_names(names));
            }
            Formula::Not(inner) => inner.collect_names(names),
            Formula::Exists(dims, body) => {
                names.extend(dims.iter().filter_map(|dim| dim.name.clone()));
                body.collect_names(names);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relation::Relation;

    /// `a < b` is `b > a`.
    #[test]
    fn the_sides_of_a_mirrored_comparison_are_exchanged() {
        use Comparator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        for operator in [Less, LessOrEqual, Greater, GreaterOrEqual, Equal, NotEqual] {
            for (left, right) in [(1, 2), (2, 2), (3, 2)] {
                let mirrored = operator.mirrored();
                assert_eq!(mirrored.holds(right, left), operator.holds(left, right), "{operator}");
            }
        }
    }

    #[test]
    fn names_are_bound_below_a_negation_too() {
        let relation: Relation =
            "{ [i] -> [] : i = 1 or not (exists (e: i = 2e)) }".parse().unwrap();
        let mut names = Vec::new();
        relation.tree().pieces[0].formula.collect_names(&mut names);
        assert_eq!(names, [Name::from("e")]);
    }
}
