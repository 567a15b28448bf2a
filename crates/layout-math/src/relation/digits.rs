//! Relations as sums over digits of their coordinates, on the tree, without isl.
//!
//! A coordinate in [0, n) is cut into digits wherever a division of the formula needs it:
//! `c = x0 + 8*x1` for `floor(c/8)`, if 8 divides n. Over the digits, whose ranges are known, the
//! divisions and remainders of a layout's relation are affine expressions: in
//! `floor((x0 + 8*x1 + 3*16*x2)/8)` what 8 divides comes out, and the rest stays below 8. A
//! remainder modulo 2 of a sum of bits is their parity, which is a bit again. What a relation is
//! after that is read off: the strides of a layout are the coefficients of its digits.
//!
//! Every step is exact, so a result is a proof. Bounded existential variables whose weighted sum is
//! the coordinate are digits too.

mod form;
mod system;
mod work;

use super::Relation;
pub(crate) use form::{Atom, DigitForm};
use system::{Cut, Id, System};
use work::{Stop, Work};

/// A function on a box of coordinates that begins at 0, over the digits of the coordinates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Digits {
    /// The size of each input.
    pub sizes: Vec<i64>,
    /// The extents of the digits of the integral coordinate (leftmost input fastest), fastest
    /// first. Their product is the number of coordinates.
    pub extents: Vec<i64>,
    pub outputs: Vec<DigitForm>,
}

impl Relation {
    /// The relation over the digits of its coordinates.
    ///
    /// None if the relation is not seen to be such a function, which says nothing about it.
    pub(crate) fn digits(&self) -> Option<Digits> {
        let [piece] = &*self.tree().pieces else { return None };
        if self.parameters().len() > 0 {
            return None;
        }
        let system = System::new(piece)?;
        system.solve(true).or_else(|| system.solve(false))
    }
}

impl System<'_> {
    /// Solves for all variables over the digits of the inputs, or over those of the bound
    /// variables with a range.
    fn solve(&self, by_inputs: bool) -> Option<Digits> {
        let ranges = self.ranges();
        let low_and_extent = |id: Id| {
            let (low, high) = ranges[id].as_ends()?;
            Some((low, high.checked_sub(low)?.checked_add(1)?))
        };
        let free: Vec<Id> = if by_inputs {
            (0..self.n_inputs).collect()
        } else {
            (self.n_inputs + self.n_outputs..self.n_variables)
                .filter(|&id| low_and_extent(id).is_some())
                .collect()
        };
        let mut digits = Vec::new();
        for &id in &free {
            let (low, extent) = low_and_extent(id).filter(|&(_, extent)| 1 <= extent)?;
            let extents = if low == 0 { self.cuts_of(id, extent) } else { vec![extent] };
            digits.push(Cut { id, low, extents });
        }
        loop {
            let work = Work::new(self, &digits)?;
            match work.run() {
                Ok(known) => return self.result(&digits, known),
                Err(Stop::Cut { digit, factor }) => cut(&mut digits, digit, factor)?,
                Err(Stop::Unknown | Stop::Never) => return None,
            }
        }
    }

    /// The outputs over the digits in their order, if the inputs are the numbers they write.
    fn result(&self, cuts: &[Cut], known: Vec<Option<DigitForm>>) -> Option<Digits> {
        let extents: Vec<i64> = cuts.iter().flat_map(|cut| cut.extents.clone()).collect();
        let mut order: Vec<usize> = Vec::new();
        let mut sizes = Vec::new();
        for input in &known[..self.n_inputs] {
            let input = input.as_ref()?;
            let mut terms: Vec<(i128, usize)> = Vec::new();
            for &(atom, coefficient) in input.terms() {
                let Atom::Digit(digit) = atom else { return None };
                terms.push((coefficient, digit));
            }
            terms.sort_unstable();
            let mut weight = 1_i64;
            for (coefficient, digit) in terms {
                if coefficient != i128::from(weight) || order.contains(&digit) {
                    return None;
                }
                weight = weight.checked_mul(extents[digit])?;
                order.push(digit);
            }
            if input.constant() != 0 {
                return None;
            }
            sizes.push(weight);
        }
        let is_used = |digit: &usize| order.contains(digit) || extents[*digit] == 1;
        if !(0..extents.len()).all(|digit| is_used(&digit)) {
            return None;
        }
        let place = |digit: usize| order.iter().position(|&at| at == digit);
        let mut outputs = Vec::new();
        for output in &known[self.n_inputs..self.n_inputs + self.n_outputs] {
            let output = output.as_ref()?;
            let mut form = DigitForm::number(output.constant());
            for &(atom, coefficient) in output.terms() {
                let atom = match atom {
                    Atom::Digit(digit) => Atom::Digit(place(digit)?),
                    Atom::Parity(mask) => {
                        let bits = (0..extents.len()).filter(|bit| mask >> bit & 1 == 1);
                        let places = bits.map(|bit| place(bit).map(|at| 1_u128 << at));
                        Atom::Parity(places.sum::<Option<u128>>()?)
                    }
                };
                form.add_term(&atom, coefficient).ok()?;
            }
            outputs.push(form);
        }
        let extents = order.iter().map(|&digit| extents[digit]).collect();
        Some(Digits { sizes, extents, outputs })
    }
}

/// Cuts a digit, counted over all variables, into one of extent `factor` and the rest.
fn cut(cuts: &mut [Cut], digit: usize, factor: i128) -> Option<()> {
    let factor = i64::try_from(factor).ok()?;
    let mut rest = digit;
    for cut in cuts {
        match cut.extents.get_mut(rest) {
            Some(extent) => {
                *extent /= factor;
                cut.extents.insert(rest, factor);
                return Some(());
            }
            None => rest -= cut.extents.len(),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The extents, the terms of the first output and its constant.
    type Read = (Vec<i64>, Vec<(Atom, i128)>, i128);

    fn digits(text: &str) -> Option<Read> {
        let digits = text.parse::<Relation>().unwrap().digits()?;
        let output = &digits.outputs[0];
        Some((digits.extents, output.terms().to_vec(), output.constant()))
    }

    #[test]
    fn divisions_cut_the_coordinate() {
        use Atom::Digit;
        let expected = Some((vec![4, 2, 2], vec![(Digit(0), 2), (Digit(1), 1), (Digit(2), 8)], 0));
        for text in [
            "{ [c] -> [2c - 7*floor(c/4) + 6*floor(c/8)] : 0 <= c < 16 }",
            "{ [c] -> [2*(c mod 4) + (floor(c/4) mod 2) + 8*floor(c/8)] : 0 <= c <= 15 }",
            "{ [c] -> [o] : exists (a, b, d: c = a + 4b + 8d and o = 2a + b + 8d and \
             0 <= a < 4 and 0 <= b,d < 2) }",
            "{ [c] -> [o] : exists (q, r: 4q <= c < 4q + 4 and 2r <= q <= 2r + 1 and \
             o = 2c - 7q + 6r) and 0 <= c < 16 }",
            "{ [c] -> [o] : 0 <= c < 16 and exists (q = floor(c/4), r = floor(q/2): \
             2c + 6r - o = 7q) }",
        ] {
            assert_eq!(digits(text), expected, "{text}");
        }
    }

    #[test]
    fn sums_of_bits_have_a_parity() {
        use Atom::{Digit, Parity};
        assert_eq!(
            digits("{ [c] -> [((c + floor(c/2)) mod 2) + 2*(floor(c/2) mod 2)] : 0 <= c < 8 }"),
            Some((vec![2, 2, 2], vec![(Digit(1), 2), (Parity(0b11), 1)], 0))
        );
        // One minus a bit is a bit as well.
        assert_eq!(
            digits("{ [c] -> [(c + 1) mod 2] : 0 <= c < 2 }"),
            Some((vec![2], vec![(Digit(0), -1)], 1))
        );
    }

    #[test]
    fn what_is_not_seen_is_left_to_others() {
        for text in [
            "{ [c] -> [(13c) mod 16] : 0 <= c < 16 }",
            "{ [c] -> [floor(c/5)] : 0 <= c < 12 }",
            "{ [c] -> [c] : 0 <= c < 12 and c != 5 }",
            "{ [i, j] -> [i] : 0 <= i < 4 and 0 <= j <= i }",
            "{ [c] -> [o] : 0 <= c < 4 and 0 <= o < 4 }",
            "{ [c] -> [o] : 0 <= c < 4 and 2o = c }",
            "{ [c] -> [c] : 1 <= c < 4 }",
            "{ [c] -> [c] : c >= 0 }",
            // The sum of the digits is not a number that they write.
            "{ [c] -> [o] : exists (a, b: c = a + 3b and o = a + b and 0 <= a < 4 and 0 <= b < 2) }",
            // A bound variable that the input does not determine.
            "{ [c] -> [o] : exists (a, b: c = a and o = a + b and 0 <= a < 4 and 0 <= b < 2) }",
        ] {
            assert_eq!(digits(text), None, "{text}");
        }
    }

    #[test]
    fn what_passes_128_bits_has_no_digits() {
        let of = |factor: i64| {
            digits(&format!(
                "{{ [i] -> [o] : 0 <= i < 4 and \
                 exists (x = {factor}i, y = {factor}x, z = {factor}y: o = z) }}"
            ))
        };
        assert_eq!(of(2), Some((vec![4], vec![(Atom::Digit(0), 8)], 0)));
        assert_eq!(of(1 << 62), None);
    }

    #[test]
    fn a_quotient_by_its_bounds_cuts_what_is_in_them() {
        let found = digits("{ [c] -> [q] : 0 <= c < 16 and 2q <= floor(c/2) < 2q + 2 }");
        assert_eq!(found, Some((vec![2, 2, 4], vec![(Atom::Digit(2), 1)], 0)));
    }

    /// (a + b) mod 2 + a + b is even.
    #[test]
    fn bits_that_cancel_have_parity_0() {
        let [a, b] = ["(c mod 2)", "floor(c/2)"];
        let found = digits(&format!(
            "{{ [c] -> [(((({a} + {b}) mod 2)) + {a} + {b}) mod 2] : 0 <= c < 4 }}"
        ));
        assert_eq!(found, Some((vec![2, 2], vec![], 0)));
    }
}
