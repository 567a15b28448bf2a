//! Digits with bounds, and which values of one leave a sum of the others possible.

use num_integer::{Integer, div_ceil};

/// The budget ended before the question was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exhausted;

#[derive(Debug, Clone, Copy)]
pub(super) struct Digit {
    pub stride: i64,
    pub least: i64,
    pub greatest: i64,
}

/// The steps that a search may still take; shared by the searches of one question.
#[derive(Debug)]
pub(super) struct Steps {
    pub left: u64,
}

impl Steps {
    pub fn take(&mut self, steps: u64) -> Result<(), Exhausted> {
        self.left = self.left.checked_sub(steps).ok_or(Exhausted)?;
        #[cfg(test)]
        crate::budget::work::add(steps);
        Ok(())
    }
}

/// What some digits can sum to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest {
    least: i128,
    greatest: i128,
    /// 0 if the sum is always 0.
    divisor: i128,
}

impl Rest {
    /// What no digits sum to.
    pub const NOTHING: Rest = Rest { least: 0, greatest: 0, divisor: 0 };

    /// With one digit more.
    pub fn with(&self, digit: Digit) -> Self {
        let ends =
            [digit.least, digit.greatest].map(|value| i128::from(value) * i128::from(digit.stride));
        Rest {
            least: self.least + ends[0].min(ends[1]),
            greatest: self.greatest + ends[0].max(ends[1]),
            divisor: self.divisor.gcd(&digit.stride.into()),
        }
    }

    pub fn holds(&self, target: i128) -> bool {
        let divides = match self.divisor {
            0 => target == 0,
            1 => true,
            divisor => target % divisor == 0,
        };
        (self.least..=self.greatest).contains(&target) && divides
    }
}

/// The values `first, first + step, …, last` of a digit.
pub(super) struct Candidates {
    pub first: i128,
    pub last: i128,
    pub step: i128,
}

/// The values of a digit whose stride is not 0 that leave a target that the rest holds.
pub(super) fn candidates(digit: Digit, rest: Rest, target: i128) -> Option<Candidates> {
    let stride = i128::from(digit.stride);
    // rest.least <= target - value*stride <= rest.greatest
    let (low, high) = match (target - rest.greatest, target - rest.least) {
        (low, high) if 0 < stride => (div_ceil(low, stride), high.div_euclid(stride)),
        (low, high) => (div_ceil(-high, -stride), (-low).div_euclid(-stride)),
    };
    let low = low.max(digit.least.into());
    let high = high.min(digit.greatest.into());
    let (step, residue) = if rest.divisor == 0 {
        // The rest is 0, and the bounds above leave at most one value.
        (1, low)
    } else {
        // value*stride = target modulo the divisor of the rest.
        let common = stride.gcd(&rest.divisor);
        if target % common != 0 {
            return None;
        }
        let step = rest.divisor / common;
        let inverse = (stride / common).extended_gcd(&step).x.rem_euclid(step);
        (step, (target / common % step) * inverse % step)
    };
    let first = low + (residue - low).rem_euclid(step);
    (first <= high).then_some(Candidates { first, last: high, step })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 4*value + 6*other is even.
    #[test]
    fn what_the_rest_cannot_complete_has_no_candidates() {
        let digit = |stride| Digit { stride, least: 0, greatest: 9 };
        let rest = Rest::NOTHING.with(digit(6));
        let of = |target| candidates(digit(4), rest, target).map(|found| (found.first, found.last));
        assert_eq!(of(7), None);
        assert_eq!(of(8), Some((2, 2)));
    }
}
