//! Integer set relations: the exact meaning of every layout.
//!
//! A [`Relation`] is a set of pairs `input -> output` of integer tuples, which may depend on
//! parameters. For example
//!
//! ```text
//! [N] -> { [i] -> [2i] : 0 <= i < N }
//! ```
//!
//! holds, for N = 3, the pairs 0 -> 0, 1 -> 2 and 2 -> 4. The notation is isl's.

mod affine_form;
mod answer;
mod breakpoints;
mod constraints;
pub(crate) mod digits;
mod enumerate;
mod error;
mod evaluate;
mod extended;
pub(crate) mod facts;
mod from_bases;
mod from_isl;
mod from_modes;
mod from_swizzle;
mod instantiate;
mod length;
mod limits;
mod linear;
mod lower;
mod map;
mod names;
mod parse;
mod predicate;
mod prepared;
mod print;
mod quantified;
mod quantities;
mod question;
mod region;
mod replace;
mod sequence;
pub(crate) mod smt;
mod straight_line;
mod substitute;
pub(crate) mod tree;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub use affine_form::{AffineForm, NotAffineForm};
pub use answer::{Answer, Collision, Difference, Missed, Pair, QuestionError};
pub use constraints::Conjunction;
pub use error::RelationError;
pub use evaluate::EvaluationError;
pub use facts::Facts;
pub use from_bases::InDim;
pub use from_modes::{Mode, View};
pub(crate) use limits::{MAX_DIMENSIONS, MAX_TERMS};
pub use linear::{LinearFormula, NoLinearFormula, Row};
pub use map::Map;
pub use predicate::{Computed, PredicateError, predicate};
pub(crate) use prepared::Prepared;
pub use question::Pairs;
use tree::{Name, Tree};

pub use crate::ffi::isl::{Context, IslError};
use crate::text::ParseError;

/// An integer set relation, as its author wrote it.
///
/// A `Relation` is a text-level object: immutable, cheap to clone, shareable between threads.
/// Equality compares the writing; whether two relations hold the same pairs is a question for
/// [`Map`].
///
/// # The notation
///
/// `[N] -> { [i, j] -> [o] : o = 2i + j and 0 <= i < N and 0 <= j < 2 }`
///
/// - A tuple `A[i, 2j]` has an optional name. A dimension is a new name, a new name with a value
///   (`o = 2i`), an expression of what is declared before, or `*`.
/// - The parameters in front and the formula behind `:` are optional.
/// - Comparisons chain and take lists: `0 <= i,j < 4`. `and`, `or`, `not`, `true`, `false` and
///   `exists (e, q = floor(i/2): ...)` join them.
/// - Expressions are integers, names, `+`, `-`, products with a constant (`2i`, `i*2`, `3(i + 1)`),
///   `floor(e/n)`, `ceil(e/n)`, `e mod n`, `min(a, b)` and `max(a, b)`. As in isl `2i mod 3` is
///   `2*(i mod 3)`.
/// - Several pieces, joined by `;`, are a union.
///
/// # Example
///
/// ```
/// use layout_math::relation::Relation;
///
/// let relation: Relation = "{[c]->[2*c]:0<=c and c<8}".parse()?;
/// assert_eq!(relation.to_string(), "{ [c] -> [2c] : 0 <= c and c < 8 }");
///
/// let error = "{ [i, j] -> [i*j] }".parse::<Relation>().unwrap_err();
/// assert_eq!(error.column, 14);
/// assert_eq!(
///     error.to_string(),
///     "a product of two variables is not affine: one factor must be a constant"
/// );
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Relation {
    tree: Arc<Tree>,
}

impl Relation {
    pub(crate) fn from_tree(tree: Tree) -> Self {
        Relation { tree: Arc::new(tree) }
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// How long the relation is, counted in dimensions, expressions and comparisons.
    pub(crate) fn n_terms(&self) -> usize {
        self.tree.n_terms()
    }

    /// The names of the parameters, in their order.
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = &str> {
        self.tree.parameters.iter().map(Name::as_ref)
    }

    /// The relation with other names for its parameters, of which no two become one.
    pub(crate) fn with_parameters_named(&self, name: &dyn Fn(&str) -> String) -> Self {
        let mut tree = self.tree().clone();
        for parameter in &mut tree.parameters {
            *parameter = Name::from(name(parameter.as_ref()));
        }
        Relation::from_tree(tree)
    }

    /// How many dimensions the inputs have.
    pub fn n_inputs(&self) -> usize {
        self.tree.pieces[0].domain.dims.len()
    }

    /// The names of the inputs; `c0`, `c1` and so on for those without.
    pub(crate) fn input_names(&self) -> Vec<String> {
        let dims = self.tree.pieces[0].domain.dims.iter().enumerate();
        dims.map(|(at, dim)| dim.name.as_ref().map_or(format!("c{at}"), |name| name.to_string()))
            .collect()
    }

    /// How many dimensions the outputs have.
    pub fn n_outputs(&self) -> usize {
        self.tree.pieces[0].range.dims.len()
    }
}

impl FromStr for Relation {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse::parse(text).map(Relation::from_tree)
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.fmt(f)
    }
}
