//! What is known of sums of variables as a whole, and of the least and the greatest of several.

use crate::affine::{AffineTerm, Comparison, Interval, Quantity};

/// Comparisons, and the variables that they may bound because those are the least or the greatest of
/// what is compared.
#[derive(Default)]
pub(super) struct KnownSums {
    comparisons: Vec<Comparison>,
    /// The same without their quotients.
    without_quotients: Vec<Comparison>,
    extremes: Vec<ExtremeOf>,
}

impl KnownSums {
    pub fn comparisons(&self) -> &[Comparison] {
        &self.comparisons
    }

    /// Adds a comparison, and gives the extremes of what is compared, by their numbers.
    pub fn add(&mut self, comparison: Comparison) -> Vec<usize> {
        let plain = comparison.without_quotient();
        let is_compared = |own: &Quantity| {
            let mut compared = [Some(&comparison), plain.as_ref()].into_iter().flatten();
            compared.any(|comparison| beside(own, &comparison.quantity).is_some())
        };
        let is_of = |extreme: &&ExtremeOf| extreme.quantities.iter().any(is_compared);
        let numbers = self.extremes.iter().enumerate();
        let found = numbers.filter(|(_, extreme)| is_of(extreme)).map(|(at, _)| at).collect();
        self.without_quotients.extend(plain);
        self.comparisons.push(comparison);
        found
    }

    /// Adds an extreme, and gives its number.
    pub fn add_extreme(&mut self, extreme: ExtremeOf) -> usize {
        self.extremes.push(extreme);
        self.extremes.len() - 1
    }

    pub fn extreme(&self, number: usize) -> &ExtremeOf {
        &self.extremes[number]
    }

    /// Those of the values of a quantity that comparisons of the same sum, or of its negative, leave.
    pub fn within(&self, quantity: &Quantity, values: Interval) -> Interval {
        let known = self.comparisons.iter().chain(&self.without_quotients);
        known.fold(values, |values, known| {
            let Some((sign, rest)) = beside(quantity, &known.quantity) else { return values };
            let of = |number: i64| Interval::of(number.into());
            values.intersection(known.interval().times(of(sign)).plus(of(rest)))
        })
    }
}

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

/// The sign with which a quantity is another one but for a constant, and that.
fn beside(quantity: &Quantity, known: &Quantity) -> Option<(i64, i64)> {
    let (terms, others) = (quantity.terms(), known.terms());
    let (first, factor) = terms.first().filter(|_| terms.len() == others.len())?;
    let factor_of =
        |term: &AffineTerm| others.iter().find(|other| other.0 == *term).map(|other| other.1);
    let sign = if factor_of(first)? == *factor { 1 } else { -1 };
    let is_it = |(term, factor): &(AffineTerm, i64)| {
        factor_of(term).is_some_and(|other| other.checked_mul(sign) == Some(*factor))
    };
    let rest = quantity.constant().checked_sub(known.constant().checked_mul(sign)?)?;
    terms.iter().all(is_it).then_some((sign, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(from: usize, to: usize) -> Quantity {
        Quantity::variable(to).minus(&Quantity::variable(from)).unwrap()
    }

    #[test]
    fn what_is_known_of_a_sum_is_known_of_its_negative() {
        let mut known = KnownSums::default();
        assert!(known.add(Comparison::at_most(difference(1, 0), -1)).is_empty());
        let left = known.within(&difference(0, 1), Interval::ANY);
        assert_eq!(left, Interval::at_least(1));
        let more = difference(0, 1).plus(&5.into()).unwrap();
        assert_eq!(known.within(&more, Interval::at_most(9)), Interval::new(6, 9));
        assert_eq!(known.within(&difference(0, 2), Interval::ANY), Interval::ANY);
        // Tile 2 of four is below the number of tiles of what 0 counts.
        let tiles = Quantity::variable(0).plus(&3.into()).unwrap().floor(4).unwrap();
        let tile = Quantity::variable(2).minus(&tiles).unwrap();
        let rest = Quantity::variable(0).minus(&Quantity::variable(2).times(4).unwrap()).unwrap();
        let number = known.add_extreme(ExtremeOf::new(
            Quantity::variable(3),
            vec![rest.clone(), 4.into()],
            Extreme::Least,
        ));
        assert_eq!(known.add(Comparison::at_most(tile, -1)), [number]);
        assert_eq!(known.within(&rest, Interval::ANY), Interval::at_least(1));
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
    }
}
