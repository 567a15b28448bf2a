//! The affine map over F2 that equals a function, or a witness that there is none.

use super::{Affine, MAX_BITS, Matrix};
use std::error::Error;
use std::fmt;

/// Two places that show that a function `f` is not affine over F2:
/// `f(a^b) ^ f(a) ^ f(b) ^ f(0)` is not 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAffine {
    pub a: u64,
    pub b: u64,
    /// The value of `f(a^b) ^ f(a) ^ f(b) ^ f(0)`.
    pub excess: u64,
}

impl fmt::Display for NotAffine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotAffine { a, b, excess } = self;
        write!(f, "f({a} ^ {b}) ^ f({a}) ^ f({b}) ^ f(0) is {excess} instead of 0")
    }
}

impl Error for NotAffine {}

/// The affine map that equals `f` on [0, 2^n_bits).
///
/// The values at 0 and at the powers of two leave one candidate; all other values are compared
/// with it, one call of `f` for each, so the answer is exact and costs 2^n_bits calls. A witness
/// `a > b` has the least `a ^ b` of all, and `a` is a power of two. `n_bits` above 63 is taken as 63.
///
/// ```
/// use layout_math::linear::f2::fit_f2;
///
/// let gray = fit_f2(4, |x| x ^ x >> 1).unwrap();
/// assert_eq!(gray.matrix().columns(), [0b0001, 0b0011, 0b0110, 0b1100]);
///
/// let carry = fit_f2(4, |x| x + 1).unwrap_err();
/// assert_eq!((carry.a, carry.b), (2, 1)); // 4 ^ 3 ^ 2 ^ 1
/// ```
pub fn fit_f2(n_bits: u32, mut f: impl FnMut(u64) -> u64) -> Result<Affine, NotAffine> {
    let n_bits = n_bits.min(MAX_BITS - 1);
    let constant = f(0);
    let columns: Vec<u64> = (0..n_bits).map(|bit| f(1 << bit) ^ constant).collect();
    let top = columns.iter().fold(constant, |all, column| all | column);
    let n_rows = u64::BITS - top.leading_zeros();
    let matrix = Matrix::new(n_rows, columns).expect("rows were counted from the columns");
    let map = Affine::new(matrix, constant).expect("rows were counted with the constant");
    for x in 1..1 << n_bits {
        let excess = f(x) ^ map.apply(x);
        if excess != 0 {
            // All values below x agree with the map, those at a and b among them.
            let a = 1 << x.ilog2();
            return Err(NotAffine { a, b: x ^ a, excess });
        }
    }
    Ok(map)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All functions from two bits to two bits: 4 * 4 * 4 of the 256 are affine.
    #[test]
    fn finds_the_affine_functions_and_no_others() {
        let mut affine = 0;
        for code in 0..256u64 {
            let f = |x: u64| code >> (2 * x) & 3;
            match fit_f2(2, f) {
                Ok(map) => {
                    affine += 1;
                    assert!((0..4).all(|x| map.apply(x) == f(x)));
                }
                Err(NotAffine { a, b, excess }) => {
                    assert_eq!(f(a ^ b) ^ f(a) ^ f(b) ^ f(0), excess);
                    assert_ne!(excess, 0);
                }
            }
        }
        assert_eq!(affine, 64);
    }

    #[test]
    fn a_function_of_no_bits_is_its_constant() {
        let map = fit_f2(0, |_| u64::MAX).unwrap();
        assert_eq!((map.apply(0), map.matrix().n_columns()), (u64::MAX, 0));
    }

    #[test]
    fn the_witness_is_said_with_its_values() {
        let error = fit_f2(3, |x| 3 * x % 8).unwrap_err();
        // 3*3 mod 8 is 1; 3 ^ 6 is 5.
        assert_eq!(error.to_string(), "f(2 ^ 1) ^ f(2) ^ f(1) ^ f(0) is 4 instead of 0");
    }
}
