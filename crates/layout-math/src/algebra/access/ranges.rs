//! Accesses that bounds of single variables decide.

use super::coordinates::Inside;
use super::outside::Outside;
use super::parts::{Access, Leaving};
use super::verdict::AccessVerdict;
use crate::affine::{AffineTerm, Comparison, Interval, NumberError, Predicate, Quantity};
use crate::algebra::verdict::Method;

/// How often what is known of several variables is looked at.
const ROUNDS: usize = 2;

impl Access {
    /// What the access is, if bounds of single variables say so: each index is in bounds, or one is
    /// not that has a constant size and variables of which nothing else is known.
    ///
    /// It is what isl would find, at a small part of the cost. That what is known contradicts
    /// itself is left to isl where bounds do not show it.
    pub(super) fn by_ranges(&self, leaving: Leaving) -> Option<AccessVerdict> {
        if self.applications.is_empty() && !self.wrapping.is_empty() {
            return None;
        }
        let Inside { bounds, mut members } = self.inside(leaving)?;
        let of_variable = |variable: usize| bounds.get(variable).copied().unwrap_or_default();
        let mut outside = None;
        for (dimension, size) in self.sizes.iter().enumerate() {
            let index = self.reached(dimension).ok()?;
            let is_below = !index.interval(&of_variable).is_natural();
            let is_above = match size {
                Some(size) => {
                    let most = self.greatest(&index.minus(size).ok()?, &of_variable);
                    most.is_none_or(|most| 0 <= most)
                }
                None => false,
            };
            if !is_below && !is_above {
                continue;
            }
            // An element beside the index has a number that nobody has computed, and an offset has
            // some of the numbers between its bounds only.
            let is_known = index != self.indices[dimension] || !self.applications.is_empty();
            if outside.is_some() || is_known {
                return None;
            }
            let end = size.as_ref().filter(|_| is_above).cloned();
            outside = Some(Outside { index, is_below, end });
        }
        if let Some(outside) = outside {
            let member = match outside.end.as_ref().map(Quantity::as_constant) {
                Some(None) => outside.below_a_variable(&bounds)?,
                _ => outside.at_hand(outside.comparison(&bounds)?)?.into(),
            };
            if member.quantity().variables().into_iter().any(|variable| self.is_related(variable)) {
                return None;
            }
            members.push(member);
        }
        Some(match members.is_empty() {
            true => AccessVerdict::Proved(Method::Ranges),
            false => AccessVerdict::Sometimes(Predicate::Any(vec![members])),
        })
    }

    /// The index of the element that is accessed.
    ///
    /// # Errors
    ///
    /// Its constant passes 64 bits.
    pub(super) fn reached(&self, dimension: usize) -> Result<Quantity, NumberError> {
        let index = &self.indices[dimension];
        self.steps.get(dimension).map_or_else(|| Ok(index.clone()), |step| index.plus(step))
    }

    /// Bounds of the variables, by what is known; `None` if they contradict each other.
    pub fn bounds(&self) -> Option<Vec<Interval>> {
        Self::narrowed(vec![Interval::ANY; self.n_variables], self.known.iter())
    }

    /// Bounds of the variables that are within others, by what is known.
    pub(super) fn narrowed<'a>(
        mut bounds: Vec<Interval>,
        comparisons: impl Iterator<Item = &'a Comparison> + Clone,
    ) -> Option<Vec<Interval>> {
        for _ in 0..ROUNDS {
            let mut is_narrower = false;
            for known in comparisons.clone() {
                if known.quantity.terms().is_empty() && known.holds(&[]) == Some(false) {
                    return None;
                }
                let of_variable =
                    |variable: usize| bounds.get(variable).copied().unwrap_or_default();
                for (variable, implied) in known.implied(&of_variable).collect::<Vec<_>>() {
                    let bounds = bounds.get_mut(variable)?;
                    // All numbers of 64 bits are within the others.
                    let number = |end: &i128| i64::try_from(*end).is_ok();
                    let (low, high) = (implied.low.filter(number), implied.high.filter(number));
                    let before = *bounds;
                    *bounds = before.intersection(Interval { low, high });
                    is_narrower |= 1 < known.quantity.terms().len() && before != *bounds;
                }
            }
            if !is_narrower {
                break;
            }
        }
        (!bounds.iter().any(|bounds| bounds.is_empty())).then_some(bounds)
    }

    /// A bound of a quantity from above, by the bounds of its variables, or as another one that is
    /// known to have one and the rest.
    fn greatest(
        &self,
        quantity: &Quantity,
        of_variable: &dyn Fn(usize) -> Interval,
    ) -> Option<i128> {
        let by_itself = quantity.interval(of_variable).high;
        let is_part = |known: &&Comparison| {
            let terms = known.quantity.terms();
            1 < terms.len() && terms.iter().all(|term| quantity.terms().contains(term))
        };
        let negative = |known: &Comparison| -> Option<Comparison> {
            let high = known.low.map(i64::checked_neg);
            Some(Comparison {
                quantity: known.quantity.times(-1).ok()?,
                low: None,
                high: Some(high??),
            })
        };
        let related = self.known.iter().filter(|known| 1 < known.quantity.terms().len());
        let both = related.flat_map(|known| [Some(known.clone()), negative(known)]).flatten();
        let by_others = both.filter(|known| is_part(&known)).filter_map(|known| {
            let rest = quantity.minus(&known.quantity).ok()?.interval(of_variable);
            rest.high?.checked_add(known.high?.into())
        });
        by_others.chain(by_itself).min()
    }

    /// True if more is known of a variable than bounds.
    pub(super) fn is_related(&self, variable: usize) -> bool {
        self.known.iter().any(|known| {
            let is_bound = matches!(known.quantity.terms(), [(AffineTerm::Variable(_), _)]);
            !is_bound && known.quantity.depends_on(variable)
        })
    }
}
