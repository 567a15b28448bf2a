//! What one comparison of a predicate asks.

use std::fmt;

use super::{Comparison, Interval, Order, Quantity, Sides};

/// A condition that takes one comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Member {
    /// A quantity between constants.
    Bounds(Comparison),
    /// The comparison `value < end` or `value <= end`, of an end that is not negative, and
    /// `0 <= value` with it: as unsigned numbers one is less, or equal, for these values only.
    Natural(Comparison),
}

impl From<Comparison> for Member {
    fn from(comparison: Comparison) -> Self {
        Member::Bounds(comparison)
    }
}

impl Member {
    /// A comparison `value < end` together with `0 <= value`, where variable i is in `ranges[i]`;
    /// `None` if the end is a constant, or may be negative.
    pub(crate) fn natural(upper: &Comparison, ranges: &[Interval]) -> Option<Self> {
        let Sides { left, order, right } = upper.sides()?;
        let is_upper = matches!(order, Order::Less | Order::LessOrEqual);
        if !is_upper || right.as_constant().is_some() || left.as_constant().is_some() {
            return None;
        }
        let (least, _) =
            right.range(&|variable| ranges.get(variable).copied().unwrap_or_default().clamped())?;
        (0 <= least).then(|| Member::Natural(upper.clone()))
    }

    /// What it asks, as comparisons of signed numbers.
    pub fn comparisons(&self) -> impl Iterator<Item = Comparison> {
        let (lower, comparison) = match self {
            Member::Bounds(comparison) => (None, comparison),
            Member::Natural(upper) => (upper.sides().map(|sides| sides.left), upper),
        };
        lower.map(|value| Comparison::at_least(value, 0)).into_iter().chain([comparison.clone()])
    }

    /// The form in which it is written and computed; `None` for no bound at all.
    pub fn sides(&self) -> Option<Sides> {
        match self {
            Member::Bounds(comparison) => comparison.sides(),
            Member::Natural(upper) => {
                let sides = upper.sides()?;
                let or_equal = sides.order == Order::LessOrEqual;
                Some(Sides { order: Order::Natural { or_equal }, ..sides })
            }
        }
    }

    /// Whether it holds where variable i has `values[i]`, computed as it is written; `None` past 64
    /// bits.
    pub fn holds(&self, values: &[i64]) -> Option<bool> {
        self.sides().map_or(Some(true), |sides| sides.hold(values))
    }

    /// True if the other member is seen to hold where this one does.
    pub(super) fn implies(&self, other: &Member) -> bool {
        match (self, other) {
            (Member::Bounds(own), Member::Bounds(other)) if own.quantity == other.quantity => {
                own.interval().is_within(other.interval())
            }
            _ => self == other,
        }
    }

    /// How many arithmetic operations it takes besides comparing.
    pub(super) fn cost(&self) -> usize {
        let Some(Sides { left, order, right }) = self.sides() else { return 0 };
        // Two bounds are one comparison after the lower one is subtracted.
        let is_shifted = matches!(order, Order::Within { low } if low != 0);
        left.cost() + right.cost() + usize::from(is_shifted)
    }

    /// What is compared, as one quantity.
    pub fn quantity(&self) -> &Quantity {
        match self {
            Member::Bounds(comparison) | Member::Natural(comparison) => &comparison.quantity,
        }
    }

    /// The member with variable i called `rename(i)`.
    pub(super) fn renamed(&self, rename: &dyn Fn(usize) -> usize) -> Self {
        match self {
            Member::Bounds(comparison) => Member::Bounds(comparison.renamed(rename)),
            Member::Natural(upper) => Member::Natural(upper.renamed(rename)),
        }
    }

    /// The member with the variables called by names: `0 <= i < 4`, `0 <= i < M` or `i < M`.
    pub fn named<'a, N: AsRef<str>>(&'a self, names: &'a [N]) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| match self.sides() {
            Some(sides) => write!(f, "{}", sides.named(names)),
            None => f.write_str("true"),
        })
    }
}

/// Members of a conjunction, `0 <= value` and `value < end` as one where the end is not negative.
pub(crate) fn joined(mut members: Vec<Member>, ranges: &[Interval]) -> Vec<Member> {
    let mut at = 0;
    while at < members.len() {
        let natural = match &members[at] {
            Member::Bounds(upper) => Member::natural(upper, ranges),
            Member::Natural(_) => None,
        };
        let lower = natural.as_ref().and_then(|natural| {
            let lower = natural.comparisons().next()?.sides();
            members.iter().position(|member| member.sides() == lower)
        });
        if let (Some(natural), Some(lower)) = (natural, lower) {
            members[at] = natural;
            members.remove(lower);
            at = 0;
        } else {
            at += 1;
        }
    }
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_bound_is_true() {
        let open = Comparison { quantity: Quantity::variable(0), low: None, high: None };
        assert_eq!(Member::from(open).named(&["i"]).to_string(), "true");
    }
}
