//! The numbers that are computed already where an access is.

use super::parts::Access;
use crate::affine::{
    AffineTerm, Comparison, Interval, NumberError, Quantity, fits, narrowed, solved,
};

/// The number that a quantity is, which nothing has to compute.
pub(super) fn number(quantity: &Quantity) -> AffineTerm {
    match quantity.as_variable() {
        Some(variable) => AffineTerm::Variable(variable),
        None => AffineTerm::Floor(Box::new(quantity.clone()), 1),
    }
}

/// The numbers that are computed already, each as a variable behind those of the access: of what a sum is
/// made of it does not matter what passed 64 bits on the way to it.
pub(super) struct AtHand {
    n_variables: usize,
    /// What a gather adds up itself is a sum of numbers before it.
    numbers: Vec<Quantity>,
    /// The numbers by their places, what has most terms first.
    order: Vec<usize>,
    gathered: Option<usize>,
    /// Ranges of the variables, and of the numbers.
    ranges: Vec<Interval>,
}

impl AtHand {
    pub fn new(access: &Access) -> Self {
        let mut ranges = access.bounds().unwrap_or_default();
        ranges.resize(access.n_variables, Interval::ANY);
        // What wrapped around is any number.
        access.wrapping.iter().for_each(|&variable| ranges[variable] = Interval::ANY);
        let mut at_hand = AtHand {
            n_variables: access.n_variables,
            numbers: Vec::new(),
            order: Vec::new(),
            gathered: access.gathered,
            ranges,
        };
        for number in access.indices.iter().chain(&access.computed) {
            at_hand.add(number, at_hand.values(number));
        }
        // What is known of a sum is known of the number that it is.
        let may_wrap = |known: &Comparison| {
            access.wrapping.iter().any(|&variable| known.quantity.depends_on(variable))
        };
        let known = access.known.iter().filter(|known| !may_wrap(known));
        let known: Vec<Comparison> = known
            .map(|known| Comparison { quantity: at_hand.written(&known.quantity), ..known.clone() })
            .collect();
        at_hand.ranges = at_hand.narrowed(&known);
        at_hand
    }

    /// A number that is computed, as the variable that stands for it, unless it is one or a constant.
    fn add(&mut self, number: &Quantity, values: Interval) -> Quantity {
        if number.as_variable().is_some() || number.as_constant().is_some() {
            return number.clone();
        }
        let known = self.numbers.iter().position(|known| known.is_same(number));
        let at = known.unwrap_or(self.numbers.len());
        if known.is_none() {
            self.numbers.push(number.clone());
            self.ranges.push(values);
            let n_terms = |&at: &usize| self.numbers[at].terms().len();
            let place = self.order.partition_point(|other| n_terms(&at) <= n_terms(other));
            self.order.insert(place, at);
        }
        Quantity::variable(self.n_variables + at)
    }

    fn values(&self, quantity: &Quantity) -> Interval {
        quantity.interval(&|variable| self.ranges[variable])
    }

    /// Ranges of the variables, and of the numbers, where comparisons hold.
    pub fn narrowed(&self, comparisons: &[Comparison]) -> Vec<Interval> {
        Access::narrowed(self.ranges.clone(), comparisons.iter())
            .unwrap_or_else(|| self.ranges.clone())
    }

    /// A quantity as a sum of numbers at hand, as far as it is one, what has most terms first.
    pub fn written(&self, quantity: &Quantity) -> Quantity {
        self.order.iter().fold(quantity.clone(), |rest, &at| {
            let (number, variable) = (&self.numbers[at], self.n_variables + at);
            let Some(factor) = factor(&rest, number) else { return rest };
            let without = number.times(factor).and_then(|part| rest.minus(&part));
            let part = Quantity::variable(variable).times(factor);
            let written = without.and_then(|without| part.and_then(|part| without.plus(&part)));
            written.unwrap_or(rest)
        })
    }

    /// An index with results replaced by what they are, if all of it is multiples of variables: such a sum is
    /// that number wherever it wraps around in between. `None` past 64 bits.
    pub fn same(
        &mut self,
        index: &Quantity,
        of_result: &dyn Fn(usize) -> Option<Quantity>,
    ) -> Option<Quantity> {
        let same = index.substituted(of_result)?;
        if !same.terms().iter().all(|(term, _)| matches!(term, AffineTerm::Variable(_))) {
            return Some(index.clone());
        }
        self.add(&same, self.values(&same));
        Some(same)
    }

    /// An index with a step added, as the number that it is if a gather adds it up.
    pub fn stepped(&mut self, index: &Quantity, step: &Quantity) -> Result<Quantity, NumberError> {
        let sum = index.plus(step)?;
        match self.gathered {
            Some(gathered) if step.depends_on(gathered) => Ok(self.add(&sum, Interval::ANY)),
            _ => Ok(sum),
        }
    }

    /// A comparison with each number at hand as what it is.
    pub fn restored(&self, written: &Comparison) -> Comparison {
        Comparison { quantity: self.unwritten(&written.quantity), ..written.clone() }
    }

    fn unwritten(&self, quantity: &Quantity) -> Quantity {
        let term = |variable: usize| match variable.checked_sub(self.n_variables) {
            Some(at) => number(&self.unwritten(&self.numbers[at])),
            None => AffineTerm::Variable(variable),
        };
        quantity.with_variables(&term)
    }

    /// Comparisons that hold where these do, and compute no number past 64 bits where others hold too;
    /// `None` if there are none.
    pub fn solved(
        &self,
        mut comparisons: Vec<Comparison>,
        others: &[Comparison],
    ) -> Option<Vec<Comparison>> {
        let ranges =
            |comparisons: &[Comparison]| narrowed(&self.ranges, others.iter().chain(comparisons));
        let overflow = |comparisons: &[Comparison]| {
            let ranges = ranges(comparisons);
            let passes = |known: &Comparison| !fits(known, &ranges, &|_| false);
            Ok::<_, ()>(comparisons.iter().position(passes))
        };
        let known = ranges(&comparisons);
        for comparison in &mut comparisons {
            if !fits(comparison, &known, &|_| false) {
                comparison.quantity = opened(&comparison.quantity)?;
            }
        }
        solved(&comparisons, &overflow).ok().flatten()
    }
}

/// How often all that varies in a number is part of a sum.
fn factor(sum: &Quantity, number: &Quantity) -> Option<i64> {
    let multiple = |term: &AffineTerm| {
        sum.terms().iter().find(|(known, _)| known == term).map(|(_, multiple)| *multiple)
    };
    let (first, of_first) = number.terms().first()?;
    let factor = multiple(first)?.checked_div(*of_first)?;
    let is_part = |(term, own): &(AffineTerm, i64)| multiple(term) == own.checked_mul(factor);
    (factor != 0 && number.terms().iter().all(is_part)).then_some(factor)
}

/// A sum with what is added up by itself in it as part of it; `None` past 64 bits.
fn opened(sum: &Quantity) -> Option<Quantity> {
    Quantity::total(std::iter::once(Some(sum.constant().into())).chain(sum.terms().iter().map(
        |(term, factor)| match term {
            AffineTerm::Floor(inner, 1) => inner.times(*factor).ok(),
            term => Quantity::from(term.clone()).times(*factor).ok(),
        },
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// floor((n + 1)/2) + j, which is computed, and i.
    fn at_hand() -> (AtHand, Quantity) {
        let [n, j] = [0, 1].map(Quantity::variable);
        let size = n.plus(&1.into()).unwrap().floor(2).unwrap().plus(&j).unwrap();
        let access = Access {
            n_variables: 3,
            known: vec![Comparison::at_least(size.clone(), 1)],
            computed: vec![size.clone()],
            ..Access::default()
        };
        (AtHand::new(&access), size)
    }

    fn text(quantity: &Quantity) -> String {
        quantity.named(&["n", "j", "i", "size"]).to_string()
    }

    #[test]
    fn a_sum_is_one_of_numbers_at_hand() {
        let (at_hand, size) = at_hand();
        let i = Quantity::variable(2);
        let last = i.plus(&size.minus(&1.into()).unwrap().times(3).unwrap()).unwrap();
        let written = at_hand.written(&last);
        assert_eq!(text(&written), "i + 3*size - 3");
        let restored = at_hand.restored(&Comparison::at_least(written, 0)).quantity;
        assert_eq!(text(&restored), "i + 3*(floor((n + 1)/2) + j) - 3");
        // Only a part of it is there.
        let part = size.minus(&Quantity::variable(1)).unwrap();
        assert_eq!(text(&at_hand.written(&part)), "floor((n + 1)/2)");
        // What is known of the sum is known of the number.
        assert_eq!(at_hand.ranges[3].low, Some(1));
    }

    /// 0 <= i + 9n <= 999 would hold for i = 0 and n = (2^64 + 2)/9 on a machine of 64 bits.
    #[test]
    fn a_sum_that_may_wrap_around_is_taken_apart() {
        let (at_hand, _) = at_hand();
        let [n, i] = [0, 2].map(Quantity::variable);
        let reached = i.plus(&n.times(9).unwrap()).unwrap();
        let within = |quantity: &Quantity, high| Comparison {
            quantity: quantity.clone(),
            low: Some(0),
            high: Some(high),
        };
        let solved = at_hand.solved(vec![within(&reached, 999)], &[within(&i, 999)]).unwrap();
        let texts = solved.iter().map(|known| known.named(&["n", "j", "i"]).to_string());
        assert_eq!(
            texts.collect::<Vec<_>>(),
            ["floor((-i - 1)/9) < n", "n <= floor((-i)/9) + 111"]
        );
        // Neither of two numbers of which nothing is known is less than what the other leaves.
        assert_eq!(at_hand.solved(vec![within(&reached, 999)], &[]), None);
        // A difference of two numbers that are not negative is a number, and so is their sum, unsigned.
        let j = Quantity::variable(1);
        let both = [within(&i, i64::MAX), within(&j, i64::MAX)];
        let sum = within(&i.plus(&j).unwrap(), 999);
        assert_eq!(at_hand.solved(vec![sum.clone()], &both), Some(vec![sum]));
    }
}
