//! What a comparison says of each of its variables by itself.

use super::{AffineTerm, Comparison, Interval};

impl Comparison {
    /// The variables that stand in the sum by themselves and nowhere else in it, with the bounds
    /// that follow for each from bounds of the others.
    ///
    /// ```
    /// use layout_math::affine::{Comparison, Interval, Quantity};
    ///
    /// // i < n, where n is at most 64.
    /// let [i, n] = [Quantity::variable(0), Quantity::variable(1)];
    /// let below = Comparison::at_most(i.minus(&n)?, -1);
    /// let known = [Interval::at_least(0), Interval::at_most(64)];
    /// let found: Vec<_> = below.implied(&|variable| known[variable]).collect();
    /// assert_eq!(found, [(0, Interval::at_most(63)), (1, Interval::at_least(1))]);
    /// # Ok::<(), layout_math::affine::NumberError>(())
    /// ```
    pub fn implied(
        &self,
        of_variable: &dyn Fn(usize) -> Interval,
    ) -> impl Iterator<Item = (usize, Interval)> {
        let terms = self.quantity.terms();
        terms.iter().enumerate().filter_map(|(at, (term, factor))| {
            let AffineTerm::Variable(variable) = *term else { return None };
            let is_alone = |(other, _): &(AffineTerm, i64)| match other {
                AffineTerm::Variable(_) => true,
                AffineTerm::Floor(inner, _) | AffineTerm::Modulo(inner, _) => {
                    !inner.depends_on(variable)
                }
            };
            if !terms.iter().all(is_alone) {
                return None;
            }
            // low <= factor*v + rest <= high
            let rest = self.quantity.interval_beside(at, of_variable);
            Some((variable, self.interval().minus(rest).over_factor(*factor)))
        })
    }

    /// The comparison of a sum with one quotient, without that: `i - floor(n/4) <= -1` as `4*i - n <= -4`.
    /// Both hold for the same values.
    ///
    /// `None` for a sum with no quotient, with a multiple of one or with several, and past 64 bits.
    ///
    /// ```
    /// use layout_math::affine::{Comparison, Quantity};
    ///
    /// let [i, n] = [Quantity::variable(0), Quantity::variable(1)];
    /// let tiles = n.plus(&3.into())?.floor(4)?;
    /// let below = Comparison::at_most(i.minus(&tiles)?, -1);
    /// assert_eq!(below.without_quotient().unwrap().named(&["i", "n"]).to_string(), "4*i < n");
    /// # Ok::<(), layout_math::affine::NumberError>(())
    /// ```
    pub fn without_quotient(&self) -> Option<Self> {
        let mut quotients = self.quantity.terms().iter().filter_map(|(term, factor)| match term {
            AffineTerm::Floor(inner, divisor) => Some((&**inner, *divisor, *factor)),
            _ => None,
        });
        let (inner, divisor, sign @ (1 | -1)) = quotients.next()? else { return None };
        if quotients.next().is_some() {
            return None;
        }
        // low <= floor(inner/divisor) + rest <= high
        let quantity = self.quantity.times(sign).ok()?;
        let (low, high) = match sign {
            1 => (self.low, self.high),
            _ => (negated(self.high)?, negated(self.low)?),
        };
        let quotient = inner.floor(divisor).ok()?;
        let rest = quantity.minus(&quotient).ok()?.times(divisor).ok()?;
        let scaled = |end: i64, more: i64| end.checked_mul(divisor)?.checked_add(more);
        let ends = [low.map(|end| scaled(end, 0)), high.map(|end| scaled(end, divisor - 1))];
        let [low, high] = ends.map(Option::flatten);
        let sum = inner.plus(&rest).ok()?;
        let [low, high] = [low, high].map(|end| end?.checked_sub(sum.constant()));
        (low.is_some() || high.is_some()).then(|| Comparison { quantity: sum.varying(), low, high })
    }
}

/// The negative of an end, if there is one; `None` past 64 bits.
fn negated(end: Option<i64>) -> Option<Option<i64>> {
    end.map_or(Some(None), |end| end.checked_neg().map(Some))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::affine::Quantity;

    /// What follows for i and j from `low <= quantity <= high` in a box.
    #[track_caller]
    fn check(quantity: &Quantity, bounds: [Option<i64>; 2], expected: &[(usize, Interval)]) {
        let known = [Interval::new(-2, 5), Interval::new(-4, 3)];
        let [low, high] = bounds;
        let comparison = Comparison { quantity: quantity.clone(), low, high };
        let found: Vec<_> = comparison.implied(&|variable| known[variable]).collect();
        assert_eq!(found, expected);
        for (i, j) in (-2..=5).flat_map(|i| (-4..=3).map(move |j| (i, j))) {
            for (variable, bounds) in &found {
                let is_within = bounds.contains([i, j][*variable].into());
                assert!(is_within || comparison.holds(&[i, j]) == Some(false), "{i}, {j}");
            }
        }
    }

    #[test]
    fn each_variable_is_bounded_by_the_others() {
        let [i, j] = [0, 1].map(Quantity::variable);
        let sum = i.times(3).unwrap().minus(&j.times(2).unwrap()).unwrap().plus(&1.into()).unwrap();
        // 3i <= 2j - 1 <= 5, and 2j >= 3i + 1 >= -5.
        check(&sum, [None, Some(0)], &[(0, Interval::at_most(1)), (1, Interval::at_least(-2))]);
        // 3i >= 2j + 6 >= -2, and 2j <= 3i - 6 <= 9.
        check(&sum, [Some(7), None], &[(0, Interval::at_least(0)), (1, Interval::at_most(4))]);
        check(&i.times(-2).unwrap(), [Some(-7), Some(1)], &[(0, Interval::new(0, 3))]);
        // i - 4*floor(i/4) says nothing of i, and something of j.
        let rest = i.modulo(4).unwrap().minus(&j).unwrap();
        check(&rest, [Some(0), Some(0)], &[(1, Interval::new(0, 3))]);
        let whole = i.floor(4).unwrap().plus(&i).unwrap();
        check(&whole, [Some(0), None], &[]);
    }

    #[test]
    fn numbers_past_64_bits_bound_nothing_wrongly() {
        let [i, j] = [0, 1].map(Quantity::variable);
        let sum = i.times(i64::MIN).unwrap().plus(&j).unwrap();
        let found: Vec<_> = Comparison::at_least(sum, i64::MAX)
            .implied(&|_| Interval::new(i64::MIN.into(), i64::MAX.into()))
            .collect();
        // -2^63 * i >= 2^63 - 1 - j >= 0, and j is at least 2^63 - 1 - 2^126.
        let j = i128::from(i64::MAX) - (1 << 126);
        assert_eq!(found, [(0, Interval::at_most(0)), (1, Interval::at_least(j))]);
    }

    #[test]
    fn a_quotient_is_left_out() {
        let [i, n] = [Quantity::variable(0), Quantity::variable(1)];
        for divisor in [1, 2, 3, 4] {
            let quotient = n.plus(&2.into()).unwrap().floor(divisor).unwrap();
            for (factor, other, low, high) in [
                (-1, 1, None, Some(-1)),
                (-1, 2, Some(-3), None),
                (1, -1, Some(1), None),
                (1, -3, None, Some(2)),
                (1, 1, Some(-2), Some(3)),
                (-1, -1, Some(-2), Some(3)),
            ] {
                let quantity =
                    i.times(other).unwrap().plus(&quotient.times(factor).unwrap()).unwrap();
                let comparison = Comparison { quantity, low, high };
                let Some(plain) = comparison.without_quotient() else {
                    // A quotient by 1 is what is divided.
                    assert_eq!(divisor, 1);
                    continue;
                };
                let is_variable =
                    |(term, _): &(AffineTerm, i64)| matches!(term, AffineTerm::Variable(_));
                assert!(plain.quantity.terms().iter().all(is_variable));
                for (i, n) in (-9..9).flat_map(|i| (-9..9).map(move |n| (i, n))) {
                    assert_eq!(comparison.holds(&[i, n]), plain.holds(&[i, n]), "{i}, {n}");
                }
            }
        }
        let half = n.floor(2).unwrap();
        for several in [n.clone(), half.times(2).unwrap(), half.plus(&i.floor(3).unwrap()).unwrap()]
        {
            assert_eq!(Comparison::at_most(several, 5).without_quotient(), None);
        }
        let far = Comparison::at_most(i.minus(&half).unwrap(), i64::MAX);
        assert_eq!(far.without_quotient(), None);
    }
}
