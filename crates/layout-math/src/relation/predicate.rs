//! The predicate with the fewest comparisons that cuts a region out of what is known.

mod member;
mod normal_form;
mod search;

use std::collections::BTreeSet;
use std::fmt;

pub(super) use self::normal_form::disjuncts;
use self::search::Search;
use super::{Map, Quantity, QuestionError};

pub use self::member::Member;
pub(crate) use self::member::joined;

/// A condition on variables.
///
/// A list of members here has at least one, and the list of lists at least one list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Predicate {
    Always,
    Never,
    /// One of the lists holds, all of it.
    Any(Vec<Vec<Member>>),
    /// Not all members hold.
    NotAll(Vec<Member>),
}

impl Predicate {
    /// How many comparisons it has.
    pub fn n_comparisons(&self) -> usize {
        match self {
            Predicate::Always | Predicate::Never => 0,
            Predicate::Any(conjunctions) => conjunctions.iter().map(Vec::len).sum(),
            Predicate::NotAll(members) => members.len(),
        }
    }

    /// How many arithmetic operations it takes besides comparing.
    pub fn cost(&self) -> usize {
        self.members().map(Member::cost).sum()
    }

    /// All that is compared.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        let (union, members) = match self {
            Predicate::Always | Predicate::Never => (&[][..], &[][..]),
            Predicate::Any(union) => (&union[..], &[][..]),
            Predicate::NotAll(members) => (&[][..], &members[..]),
        };
        union.iter().flatten().chain(members)
    }

    /// The variables that occur.
    pub fn variables(&self) -> BTreeSet<usize> {
        self.members().flat_map(|member| member.quantity().variables()).collect()
    }

    /// The predicate with variable i called `rename(i)`.
    pub(crate) fn renamed(&self, rename: &impl Fn(usize) -> usize) -> Self {
        let all = |members: &[Member]| -> Vec<Member> {
            members.iter().map(|member| member.renamed(rename)).collect()
        };
        match self {
            Predicate::Always | Predicate::Never => self.clone(),
            Predicate::Any(union) => Predicate::Any(union.iter().map(|m| all(m)).collect()),
            Predicate::NotAll(members) => Predicate::NotAll(all(members)),
        }
    }

    /// Whether it holds where variable i has `values[i]`; `None` past 64 bits.
    pub fn holds(&self, values: &[i64]) -> Option<bool> {
        let all = |members: &[Member]| {
            members.iter().try_fold(true, |all, member| Some(member.holds(values)? && all))
        };
        match self {
            Predicate::Always => Some(true),
            Predicate::Never => Some(false),
            Predicate::Any(conjunctions) => {
                conjunctions.iter().try_fold(false, |any, members| Some(all(members)? || any))
            }
            Predicate::NotAll(members) => all(members).map(|all| !all),
        }
    }

    /// The predicate with the variables called by names.
    pub fn named<'a, N: AsRef<str>>(&'a self, names: &'a [N]) -> impl fmt::Display + 'a {
        let all = |f: &mut fmt::Formatter<'_>, members: &[Member]| {
            members.iter().enumerate().try_for_each(|(at, member)| {
                f.write_str(if at == 0 { "" } else { " and " })?;
                write!(f, "{}", member.named(names))
            })
        };
        fmt::from_fn(move |f| match self {
            Predicate::Always => f.write_str("true"),
            Predicate::Never => f.write_str("false"),
            Predicate::Any(conjunctions) => {
                conjunctions.iter().enumerate().try_for_each(|(at, members)| {
                    f.write_str(if at == 0 { "" } else { " or " })?;
                    let is_wrapped = 1 < conjunctions.len() && 1 < members.len();
                    f.write_str(if is_wrapped { "(" } else { "" })?;
                    all(f, members)?;
                    f.write_str(if is_wrapped { ")" } else { "" })
                })
            }
            Predicate::NotAll(members) => {
                f.write_str("not (")?;
                all(f, members)?;
                f.write_str(")")
            }
        })
    }
}

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

/// A quantity that is a number of 64 bits already, because somebody computed it.
#[derive(Debug, Clone)]
pub struct Computed<'a> {
    pub quantity: Quantity,
    /// The points at which the number may have wrapped around, and says nothing of the quantity;
    /// `None` if there are none.
    pub wraps: Option<&'a Map>,
}

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
/// use layout_math::relation::{Context, Quantity, Relation, predicate};
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
    let gist = inside.gist(known)?;
    let pieces = disjuncts(&gist.to_relation()?, MAX_PIECES).ok_or(PredicateError::TooComplex)?;
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
