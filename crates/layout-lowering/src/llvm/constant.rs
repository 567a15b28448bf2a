//! Constants.

use std::sync::Arc;

use super::operation::Operation;
use super::types::Type;

/// A constant of a type that stands beside it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Constant {
    /// A number or a float by its bits.
    Number(u128),
    /// All bits 0, of any type: `zeroinitializer`, `null`.
    Zero,
    /// `undef`, which no result may depend on.
    Undefined,
    /// `poison`, and neither may what is computed of it.
    Poison,
    /// The elements of a vector, an array or a structure.
    Many(Arc<[Constant]>),
    /// The same element everywhere: `splat (i32 5)`.
    Splat(Arc<Constant>),
    /// The address of a global variable or a function.
    Global(Arc<str>),
    /// `getelementptr (...)` and the like.
    Expression(Arc<Operation>),
    /// `none`, the string of a metadata operand, and what else no code computes with.
    Other,
}

/// True if a word is the beginning of a constant, not an attribute.
pub(super) fn is_constant(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "true",
        "false",
        "null",
        "undef",
        "poison",
        "zeroinitializer",
        "none",
        "splat",
        "c",
        "getelementptr",
        "bitcast",
        "inttoptr",
        "ptrtoint",
        "ptrtoaddr",
        "addrspacecast",
        "trunc",
        "add",
        "sub",
        "xor",
        "blockaddress",
        "dso_local_equivalent",
        "no_cfi",
        "asm",
    ];
    let is_number = ["f0x", "u0x", "s0x"].iter().any(|begin| word.starts_with(begin));
    is_number || WORDS.contains(&word)
}

/// The bits of a float of this type that has the value of a double.
pub(crate) fn float_bits(value: f64, word: &Type, is_brain: bool) -> Option<u128> {
    let (exponent, fraction) = match word {
        Type::Float(64) => return Some(u128::from(value.to_bits())),
        Type::Float(32) => return Some(u128::from((value as f32).to_bits())),
        Type::Float(16) if is_brain => (8, 7),
        Type::Float(16) => (5, 10),
        _ => return None,
    };
    Some(u128::from(small_float(value, exponent, fraction)))
}

/// The value in a format of fewer bits, or the nearest one, of two the even one.
fn small_float(value: f64, exponent_bits: u32, fraction_bits: u32) -> u32 {
    let bits = value.to_bits();
    let sign = ((bits >> 63) as u32) << (exponent_bits + fraction_bits);
    let fraction = bits & ((1 << 52) - 1);
    let greatest = (1_i64 << exponent_bits) - 1;
    let bias = (greatest - 1) / 2;
    let exponent = ((bits >> 52) & 0x7ff) as i64 - 1023 + bias;
    if value == 0.0 {
        return sign;
    }
    if greatest <= exponent {
        let payload = if value.is_nan() { (fraction >> (52 - fraction_bits)) as u32 } else { 0 };
        return sign | (greatest as u32) << fraction_bits | payload;
    }
    // Numbers without a leading 1 have all exponents below.
    let (whole, shift) = match exponent {
        1.. => ((exponent as u64) << 52 | fraction, 52 - i64::from(fraction_bits)),
        _ => (fraction | 1 << 52, 52 - i64::from(fraction_bits) + 1 - exponent),
    };
    if 63 < shift {
        return sign;
    }
    let half = 1_u64 << (shift - 1);
    let rounded = (whole + (half - 1) + (whole >> shift & 1)) >> shift;
    sign | rounded as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats() {
        let bits = |value, size, is_brain| float_bits(value, &Type::Float(size), is_brain);
        assert_eq!(bits(1.0, 64, false), Some(0x3ff0_0000_0000_0000));
        assert_eq!(bits(-2.0, 32, false), Some(0xc000_0000));
        assert_eq!(bits(1.5, 16, false), Some(0x3e00));
        assert_eq!(bits(1.5, 16, true), Some(0x3fc0));
        assert_eq!(bits(f64::INFINITY, 16, false), Some(0x7c00));
        assert_eq!(bits(f64::powi(2.0, -24), 16, false), Some(1));
        assert_eq!(bits(0.0, 16, false), Some(0));
        assert_eq!(bits(1.0, 128, false), None);
        // 0.1 is between 0x2e66 and 0x2e67, nearer to the former; 65520 is between the greatest number
        // and what would be the next.
        assert_eq!((bits(0.1, 16, false), bits(65520.0, 16, false)), (Some(0x2e66), Some(0x7c00)));
        assert_eq!((bits(1e-8, 16, false), bits(1e-40, 16, false)), (Some(0), Some(0)));
        assert_eq!(bits(0.1, 16, true), Some(0x3dcd));
        // In the middle between two, the even one.
        let half = f64::powi(2.0, -11);
        assert_eq!(bits(1.0 + half, 16, false), Some(0x3c00));
        assert_eq!(bits(1.0 + 3.0 * half, 16, false), Some(0x3c02));
    }
}
