//! What numbers bits may be.

use super::bit::{Bit, FALSE, TRUE, UNDEFINED, is_free, is_known, variable_of};

/// The least and the greatest number that bits may be, at most 64 of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds {
    pub unsigned: (i128, i128),
    pub signed: (i128, i128),
}

impl Bounds {
    pub fn of(bits: &[Bit]) -> Option<Self> {
        let last = bits.len().checked_sub(1).filter(|&last| last < 64)?;
        let sum = |bits: &[Bit], is_one: fn(Bit) -> bool| {
            bits.iter().rev().fold(0, |sum, &bit| 2 * sum + i128::from(is_one(bit)))
        };
        let (may_be_one, is_one) = (|bit| bit != FALSE, |bit| bit == TRUE);
        let sign = |is_negative: bool| if is_negative { -1 << last } else { 0 };
        let rest = (sum(&bits[..last], is_one), sum(&bits[..last], may_be_one));
        Some(Bounds {
            unsigned: (sum(bits, is_one), sum(bits, may_be_one)),
            signed: (sign(may_be_one(bits[last])) + rest.0, sign(is_one(bits[last])) + rest.1),
        })
    }
}

/// True if there is an input, or a choice of what is undefined, for each number that these bits can be.
pub(crate) fn are_independent<'b>(bits: impl Iterator<Item = &'b Bit>) -> bool {
    let mut met = Vec::new();
    for &bit in bits.filter(|&&bit| !is_known(bit) && bit != UNDEFINED) {
        match variable_of(bit) {
            Some((number, _)) if is_free(bit) => met.push(number),
            _ => return false,
        }
    }
    let count = met.len();
    met.sort_unstable();
    met.dedup();
    met.len() == count
}

/// True if the bits may be those of a number.
pub(crate) fn may_be(bits: &[Bit], number: u64) -> bool {
    let own = |at: usize| (number.checked_shr(at as u32).unwrap_or(0) & 1) as Bit;
    bits.iter().enumerate().all(|(at, &bit)| !is_known(bit) || bit == own(at))
}

#[cfg(test)]
mod tests {
    use super::super::bit::{LOST, variable};
    use super::*;

    #[test]
    fn bounds_of_bits() {
        let x = variable(3);
        let bounds = |bits: &[Bit]| Bounds::of(bits).map(|own| (own.unsigned, own.signed));
        assert_eq!(bounds(&[TRUE, FALSE, TRUE]), Some(((5, 5), (-3, -3))));
        assert_eq!(bounds(&[x, FALSE, TRUE]), Some(((4, 5), (-4, -3))));
        assert_eq!(bounds(&[TRUE, x, LOST]), Some(((1, 7), (-3, 3))));
        assert_eq!(bounds(&[x]), Some(((0, 1), (-1, 0))));
        let all = 1 << 63;
        assert_eq!(bounds(&[x; 64]), Some(((0, 2 * all - 1), (-all, all - 1))));
        assert_eq!((bounds(&[]), bounds(&[x; 65])), (None, None));
    }

    #[test]
    fn numbers_that_bits_may_be() {
        let x = variable(3);
        let bits = [TRUE, x, FALSE];
        let found: Vec<u64> = (0..16).filter(|&number| may_be(&bits, number)).collect();
        assert_eq!(found, [1, 3, 9, 11]);
        assert!(may_be(&[x; 70], 5) && !may_be(&[[x; 64], [TRUE; 64]].concat(), 5));
    }

    #[test]
    fn bits_that_depend_on_each_other() {
        let (x, y, derived) = (variable(3), variable(9), variable(8 << 27));
        for (bits, expected) in [
            (vec![x, y, TRUE, UNDEFINED, UNDEFINED], true),
            (vec![x, FALSE, x], false),
            (vec![x, x ^ 1], false),
            (vec![x, derived], false),
            (vec![LOST], false),
        ] {
            assert_eq!(are_independent(bits.iter()), expected, "{bits:?}");
        }
    }
}
