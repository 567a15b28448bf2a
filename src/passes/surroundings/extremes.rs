//! The least and the greatest of several quantities.

use crate::affine::{Comparison, Interval, Quantity};

/// Which of several numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extreme {
    Least,
    Greatest,
}

/// A variable that is the least or the greatest of some quantities.
pub(super) struct ExtremeOf {
    variable: Quantity,
    quantities: Vec<Quantity>,
    extreme: Extreme,
}

impl ExtremeOf {
    pub fn new(variable: Quantity, quantities: Vec<Quantity>, extreme: Extreme) -> Self {
        ExtremeOf { variable, quantities, extreme }
    }

    pub fn variable(&self) -> &Quantity {
        &self.variable
    }

    /// True if it is one of some quantities among which is this one, with a constant or without.
    pub fn is_of(&self, quantity: &Quantity) -> bool {
        self.quantities.iter().any(|own| beside(own, quantity).is_some())
    }

    /// The least of several is at least what they all are, if all of them are known and it has 64 bits.
    pub fn bound(&self, interval: impl Fn(&Quantity) -> Interval) -> Option<Interval> {
        let intervals = self.quantities.iter().map(interval);
        let fits = |end: &i128| i64::try_from(*end).is_ok();
        Some(match self.extreme {
            Extreme::Least => {
                let ends = intervals.map(|values| values.low).collect::<Option<Vec<_>>>()?;
                Interval::at_least(ends.into_iter().min().filter(fits)?)
            }
            Extreme::Greatest => {
                let ends = intervals.map(|values| values.high).collect::<Option<Vec<_>>>()?;
                Interval::at_most(ends.into_iter().max().filter(fits)?)
            }
        })
    }
}

/// Those of the values of a quantity that comparisons of the same sum, or of its negative, leave.
pub(super) fn within_known(
    quantity: &Quantity,
    values: Interval,
    known: &[Comparison],
) -> Interval {
    known.iter().fold(values, |values, known| {
        let Some((sign, rest)) = beside(quantity, &known.quantity) else { return values };
        let Comparison { low, high, .. } = known;
        let known = Interval { low: low.map(i128::from), high: high.map(i128::from) };
        let of = |number: i64| Interval::of(number.into());
        values.intersection(known.times(of(sign)).plus(of(rest)))
    })
}

/// The sign with which a quantity is another one but for a constant, and that.
fn beside(quantity: &Quantity, known: &Quantity) -> Option<(i64, i64)> {
    // Most have other numbers of terms.
    if quantity.terms().len() != known.terms().len() || quantity.terms().is_empty() {
        return None;
    }
    let rest = |sign: i64| quantity.minus(&known.times(sign).ok()?).ok()?.as_constant();
    [1, -1].into_iter().find_map(|sign| Some((sign, rest(sign)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(from: usize, to: usize) -> Quantity {
        Quantity::variable(to).minus(&Quantity::variable(from)).unwrap()
    }

    #[test]
    fn what_is_known_of_a_sum_is_known_of_its_negative() {
        let below = [Comparison::at_most(difference(1, 0), -1)];
        let left = within_known(&difference(0, 1), Interval::ANY, &below);
        assert_eq!(left, Interval::at_least(1));
        let more = difference(0, 1).plus(&5.into()).unwrap();
        assert_eq!(within_known(&more, Interval::at_most(9), &below), Interval::new(6, 9));
        let other = difference(0, 2);
        assert_eq!(within_known(&other, Interval::ANY, &below), Interval::ANY);
    }

    #[test]
    fn the_least_is_bounded_below_where_all_are() {
        let quantities = vec![difference(0, 1), 4.into()];
        let of = |extreme| ExtremeOf::new(Quantity::variable(2), quantities.clone(), extreme);
        let bound = |extreme, values: Interval| {
            of(extreme).bound(|quantity| match quantity.as_constant() {
                Some(number) => Interval::of(number.into()),
                None => values,
            })
        };
        let positive = Interval::at_least(1);
        assert_eq!(bound(Extreme::Least, positive), Some(positive));
        assert_eq!(bound(Extreme::Greatest, positive), None);
        assert_eq!(bound(Extreme::Least, Interval::new(7, 9)), Some(Interval::at_least(4)));
        assert_eq!(bound(Extreme::Greatest, Interval::new(7, 9)), Some(Interval::at_most(9)));
        assert!(of(Extreme::Least).is_of(&difference(1, 0)));
        assert!(!of(Extreme::Least).is_of(&4.into()));
    }
}
