//! The predicate with the fewest comparisons that cuts a region out of what is known.

mod normal_form;
mod search;

use std::fmt;

pub(super) use self::normal_form::disjuncts;
pub use self::search::Computed;
use self::search::Search;
use super::{Map, QuestionError};
use crate::affine::{Predicate, Quantity};

/// Why there is no predicate.
#[derive(Debug)]
pub enum PredicateError {
    Question(QuestionError),
    /// Every predicate that was found computes a number that could pass 64 bits.
    Overflow,
    /// The region is not a union of a few conjunctions.
    TooComplex,
}

impl From<QuestionError> for PredicateError {
    fn from(error: QuestionError) -> Self {
        PredicateError::Question(error)
    }
}

impl fmt::Display for PredicateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Question(error) => error.fmt(f),
            Self::Overflow => {
                f.write_str("every predicate computes a number that may pass 64 bits")
            }
            Self::TooComplex => write!(f, "the region has more than {MAX_PIECES} convex pieces"),
        }
    }
}

impl std::error::Error for PredicateError {}

/// How many conjunctions a predicate may have.
const MAX_PIECES: usize = 16;

/// A predicate that holds exactly inside, wherever what is `known` holds.
///
/// `known` and `inside` are regions of the same n variables. Variable n + i of a quantity stands
/// for the output of `results[i]`, a function of the variables that need not be defined everywhere.
/// What is `computed` are quantities that are numbers of 64 bits already, wherever `known` holds:
/// variables and results are, and so are sums that somebody computed before. Where one of them may
/// have wrapped around, other comparisons refuse what is not inside.
///
/// # Which predicate
///
/// Candidates for comparisons are `quantities` and what isl's own description of the region
/// compares, each with its least and its greatest value in the region. The result has as few
/// comparisons as any conjunction of candidates that is equivalent; among those the ones whose
/// quantities are cheaper to compute, and earlier in the list, win. (After 400 trials the search
/// stops and drops what is redundant.) A region that no conjunction describes gets the negation of
/// one that describes what is outside, or one for each of isl's convex pieces, whichever compares
/// less.
///
/// # What is promised
///
/// - Exactly equivalent to `inside`, under `known`.
/// - Computed with 64 bits, wrapping around, it has the same truth value: where a quantity could
///   pass 64 bits, comparisons of single variables in the same conjunction rule that out. A
///   variable of which nothing is known is any number of 64 bits.
///
/// ```
/// use layout_math::affine::Quantity;
/// use layout_math::relation::{Context, Relation, predicate};
///
/// // The offsets 2i + j of a 2x2 tile, inside a buffer of 2.
/// let context = Context::new(100_000);
/// let known: Relation = "{ [i, j] -> [] : 0 <= i < 2 and 0 <= j < 2 }".parse()?;
/// let inside: Relation = "{ [i, j] -> [] : 0 <= 2i + j < 2 }".parse()?;
/// let [i, j] = [Quantity::variable(0), Quantity::variable(1)];
/// let found =
///     predicate(&known.to_map(&context)?, &inside.to_map(&context)?, &[i, j], &[], &[])?;
/// assert_eq!(found.named(&["i", "j"]).to_string(), "i < 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn predicate(
    known: &Map,
    inside: &Map,
    quantities: &[Quantity],
    results: &[Map],
    computed: &[Computed<'_>],
) -> Result<Predicate, PredicateError> {
    let allowed = known.intersection(inside)?;
    if known.is_within(&allowed)? {
        return Ok(Predicate::Always);
    }
    if allowed.is_empty()? {
        return Ok(Predicate::Never);
    }
    let mut search = Search::new(known, allowed.clone(), results, computed)?;
    search.add_all(quantities);
    if let Some(conjunction) = search.conjunction(&allowed)? {
        return Ok(Predicate::Any(vec![conjunction]));
    }
    let pieces = inside.gist(known)?.disjuncts(MAX_PIECES)?.ok_or(PredicateError::TooComplex)?;
    for comparison in pieces.iter().flatten() {
        search.add_all(&[comparison.quantity.varying()]);
    }
    if let Some(conjunction) = search.conjunction(&allowed)? {
        return Ok(Predicate::Any(vec![conjunction]));
    }
    let by_pieces = search.union(&pieces)?;
    let around = search.outside().conjunction(&search.forbidden)?.map(Predicate::NotAll);
    let mut found: Vec<Predicate> = by_pieces.into_iter().chain(around).collect();
    found.sort_by_key(Predicate::n_comparisons);
    found.into_iter().next().ok_or(PredicateError::Overflow)
}

#[cfg(test)]
mod tests;
