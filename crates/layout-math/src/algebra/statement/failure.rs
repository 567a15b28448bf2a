//! Where a claim fails, for each claim.

use super::sentence::{Sentence, Side, SmtNumber, Tuple};
use crate::algebra::any_layout::AnyLayout;
use crate::algebra::assertion::Assertion;
use crate::algebra::measures::Measure;
use crate::algebra::verdict::Unknown;
use crate::cute::{Domain, Term};
use crate::relation::Relation;
use crate::relation::tree::Comparator;

/// A claim about layouts that were stated as relations.
pub(super) struct Failure<'a> {
    pub claim: Assertion,
    pub layouts: &'a [&'a AnyLayout],
    pub relations: &'a [Relation],
    pub size: Option<&'a Term>,
}

impl Failure<'_> {
    /// What holds together exactly where the claim fails: at the coordinates `p` and `q`, with the
    /// offsets `x` and `y`.
    pub fn sentences(&self) -> Result<Vec<Sentence>, Unknown> {
        let mut failure = self.of_claim()?;
        let has_symbols = self.relations.iter().any(|relation| relation.parameters().len() != 0);
        if has_symbols && self.is_of_all_numbers() {
            // For values of the symbols without a pair nothing is claimed.
            failure.insert(0, left(Tuple::Q, Tuple::Y));
        }
        Ok(failure)
    }

    /// True of claims that fail where a relation has no pairs.
    fn is_of_all_numbers(&self) -> bool {
        matches!(
            self.claim,
            Assertion::Surjective { .. } | Assertion::Bijective { .. } | Assertion::Has(..)
        )
    }

    fn of_claim(&self) -> Result<Vec<Sentence>, Unknown> {
        let right = |at, gives| Sentence::Holds(Side::Right, at, gives);
        let collides =
            || vec![left(Tuple::P, Tuple::X), left(Tuple::Q, Tuple::X), self.coordinates_differ()];
        Ok(match self.claim {
            Assertion::Equivalent => {
                let sides = [left(Tuple::P, Tuple::X), right(Tuple::P, Tuple::X)];
                vec![Sentence::Differ(Box::new(sides))]
            }
            Assertion::Disjoint => vec![left(Tuple::P, Tuple::X), right(Tuple::Q, Tuple::X)],
            Assertion::Injective => collides(),
            Assertion::Increasing => {
                self.one_offset()?;
                let descends = Sentence::compare(
                    SmtNumber::Variable(Tuple::X, 0),
                    Comparator::GreaterOrEqual,
                    SmtNumber::Variable(Tuple::Y, 0),
                );
                vec![left(Tuple::P, Tuple::X), left(Tuple::Q, Tuple::Y), self.is_before(), descends]
            }
            Assertion::InBounds { .. } | Assertion::Inside => self.leaves()?,
            Assertion::Surjective { .. } => self.misses()?,
            Assertion::Bijective { .. } => {
                let ways = [collides(), self.misses()?, self.leaves()?];
                vec![Sentence::Any(ways.into_iter().map(Sentence::All).collect())]
            }
            Assertion::Has(Measure::Size, _) => {
                let ([AnyLayout::Cute(_) | AnyLayout::Linear(_)], [relation]) =
                    (self.layouts, self.relations)
                else {
                    return Err(not_stated("the layout may have no offset at a coordinate"));
                };
                if relation.n_inputs() != 1 {
                    return Err(not_stated("the size is a product of symbols"));
                }
                let counted = Sentence::below(&SmtNumber::Variable(Tuple::P, 0), &self.bound());
                let has_offset =
                    Sentence::Exists(vec![Tuple::O], Box::new(left(Tuple::P, Tuple::O)));
                let sides = [Sentence::All(counted.into()), has_offset];
                vec![Sentence::Differ(Box::new(sides))]
            }
            Assertion::Has(Measure::Cosize, _) => {
                self.one_offset()?;
                // CuTe's cosize is how far the offsets reach, which is not one past the greatest if one
                // is below 0.
                if let [layout @ AnyLayout::Cute(_)] = self.layouts
                    && !layout.sign(Domain::Inside).is_natural()
                {
                    return Err(not_stated("an offset may be below 0"));
                }
                let size = self.bound();
                let offset = |tuple| SmtNumber::Variable(tuple, 0);
                let beyond = Sentence::compare(
                    offset(Tuple::X),
                    Comparator::GreaterOrEqual,
                    SmtNumber::Size(size.clone()),
                );
                let is_last = Sentence::compare(
                    offset(Tuple::O),
                    Comparator::Equal,
                    SmtNumber::BeforeSize(size),
                );
                let passes = Sentence::All(vec![left(Tuple::P, Tuple::X), beyond]);
                vec![Sentence::Any(vec![passes, never(is_last)])]
            }
            Assertion::Compatible => return Err(not_stated("relations have no shapes")),
        })
    }

    /// An offset outside of the bounds, or a coordinate without one. Without a bound no part of an
    /// offset is below 0.
    fn leaves(&self) -> Result<Vec<Sentence>, Unknown> {
        let outside = if self.size.is_some() {
            self.one_offset()?;
            let inside = Sentence::below(&SmtNumber::Variable(Tuple::X, 0), &self.bound());
            Sentence::All(inside.into()).negated()
        } else {
            let parts = (0..self.relations[0].n_outputs()).map(|part| {
                let offset = SmtNumber::Variable(Tuple::X, part);
                Sentence::compare(offset, Comparator::Less, SmtNumber::Integer(0))
            });
            Sentence::Any(parts.collect())
        };
        let leaves = vec![left(Tuple::P, Tuple::X), outside];
        let layout = self.layouts[self.layouts.len() - 1];
        if !matches!(layout, AnyLayout::Composed(_)) || layout.sign(Domain::Inside).is_natural() {
            return Ok(leaves);
        }
        let size = layout.size().filter(|size| size.as_constant().is_some());
        let (Some(size), [relation]) = (size, self.relations) else {
            return Err(not_stated("the layout may have no offset at a coordinate"));
        };
        if relation.n_inputs() != 1 {
            return Err(not_stated("the layout may have no offset at a coordinate"));
        }
        let mut has_none = Vec::from(Sentence::below(&SmtNumber::Variable(Tuple::P, 0), &size));
        has_none.push(Sentence::Never(vec![Tuple::O], Box::new(left(Tuple::P, Tuple::O))));
        Ok(vec![Sentence::Any(vec![Sentence::All(leaves), Sentence::All(has_none)])])
    }

    /// A number, or a tuple, that is not the offset of a coordinate.
    fn misses(&self) -> Result<Vec<Sentence>, Unknown> {
        let n_parts = self.relations[0].n_outputs();
        let zero = SmtNumber::Integer(0);
        let missed = |part| SmtNumber::Variable(Tuple::X, part);
        let is_not_below_0 =
            |part| Sentence::compare(zero.clone(), Comparator::LessOrEqual, missed(part));
        if n_parts != 1 {
            if self.size.is_some() {
                self.one_offset()?;
            }
            // Not past the part of some offset, in each part of another one.
            let up_to = |part| {
                let is_reached = Sentence::compare(
                    missed(part),
                    Comparator::LessOrEqual,
                    SmtNumber::Variable(Tuple::O, part),
                );
                let pair = Sentence::All(vec![left(Tuple::I, Tuple::O), is_reached]);
                Sentence::Exists(vec![Tuple::I, Tuple::O], Box::new(pair))
            };
            let meant = (0..n_parts).flat_map(|part| [is_not_below_0(part), up_to(part)]);
            let is_given = Sentence::Never(vec![Tuple::I], Box::new(left(Tuple::I, Tuple::X)));
            return Ok(vec![Sentence::All(meant.chain([is_given]).collect())]);
        }
        let given = SmtNumber::Variable(Tuple::O, 0);
        let is_not_given = never(Sentence::compare(given, Comparator::Equal, missed(0)));
        if self.size.is_some() {
            let mut all = Vec::from(Sentence::below(&missed(0), &self.bound()));
            all.push(is_not_given);
            return Ok(vec![Sentence::All(all)]);
        }
        let last = SmtNumber::Variable(Tuple::Y, 0);
        let is_up_to = Sentence::compare(missed(0), Comparator::LessOrEqual, last);
        let all = Sentence::All(vec![is_not_below_0(0), is_up_to, is_not_given]);
        Ok(vec![left(Tuple::Q, Tuple::Y), all])
    }

    fn coordinates_differ(&self) -> Sentence {
        let parts = (0..self.relations[0].n_inputs()).map(|k| {
            Sentence::compare(
                SmtNumber::Variable(Tuple::P, k),
                Comparator::NotEqual,
                SmtNumber::Variable(Tuple::Q, k),
            )
        });
        Sentence::Any(parts.collect())
    }

    /// The coordinate `p` is before `q`, leftmost fastest.
    fn is_before(&self) -> Sentence {
        let n = self.relations[0].n_inputs();
        let compare = |k, comparison| {
            let (p, q) = (SmtNumber::Variable(Tuple::P, k), SmtNumber::Variable(Tuple::Q, k));
            Sentence::compare(p, comparison, q)
        };
        let ways = (0..n).map(|k| {
            let mut members = vec![compare(k, Comparator::Less)];
            members.extend((k + 1..n).map(|later| compare(later, Comparator::Equal)));
            Sentence::All(members)
        });
        Sentence::Any(ways.collect())
    }

    fn one_offset(&self) -> Result<(), Unknown> {
        match self.relations[0].n_outputs() {
            1 => Ok(()),
            _ => Err(not_stated("the offsets are tuples")),
        }
    }

    /// The number of the claim.
    fn bound(&self) -> Term {
        self.size.cloned().unwrap_or_else(|| Term::constant(i64::MAX))
    }
}

fn left(at: Tuple, gives: Tuple) -> Sentence {
    Sentence::Holds(Side::Left, at, gives)
}

/// No pair of the left relation is such that.
fn never(such: Sentence) -> Sentence {
    let pair = Sentence::All(vec![left(Tuple::I, Tuple::O), such]);
    Sentence::Never(vec![Tuple::I, Tuple::O], Box::new(pair))
}

/// Why a claim has no statement.
pub(super) fn not_stated(reason: &str) -> Unknown {
    Unknown::NotRead { reason: reason.to_owned() }
}
