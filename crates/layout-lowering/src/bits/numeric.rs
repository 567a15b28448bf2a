//! Operations on two numbers.

use super::row::low_bits;
use crate::llvm::{Binary, Flags};

/// The number as one with a sign.
pub(crate) fn signed(number: u64, width: u32) -> i64 {
    let shift = 64 - width.min(64);
    ((number << shift) as i64) >> shift
}

/// An operation that promises nothing and is never poison, up to what is cut.
pub(super) fn total(name: Binary, flags: Flags) -> Option<fn(u64, u64) -> u64> {
    let wraps = !flags.no_unsigned_wrap && !flags.no_signed_wrap;
    Some(match name {
        Binary::Add if wraps => u64::wrapping_add,
        Binary::Sub if wraps => u64::wrapping_sub,
        Binary::Mul if wraps => u64::wrapping_mul,
        Binary::And => |a, b| a & b,
        Binary::Or if !flags.disjoint => |a, b| a | b,
        Binary::Xor => |a, b| a ^ b,
        _ => return None,
    })
}

/// The result on numbers of at most 64 bits; nothing where it is poison, or a promise does not hold.
pub(super) fn compute(name: Binary, flags: Flags, a: u64, b: u64, width: u32) -> Option<u64> {
    let mask = low_bits(width);
    if let Some(total) = total(name, flags) {
        return Some(total(a, b) & mask);
    }
    let (sa, sb) = (i128::from(signed(a, width)), i128::from(signed(b, width)));
    let (wa, wb) = (i128::from(a), i128::from(b));
    let shift = u32::try_from(b).ok().filter(|&shift| shift < width);
    let arithmetic = |unsigned: i128, with_sign: i128| {
        let result = unsigned as u64 & mask;
        let is_wrong = flags.no_unsigned_wrap && i128::from(result) != unsigned
            || flags.no_signed_wrap && i128::from(signed(result, width)) != with_sign;
        (!is_wrong).then_some(result)
    };
    match name {
        Binary::Add => arithmetic(wa + wb, sa + sb),
        Binary::Sub => arithmetic(wa - wb, sa - sb),
        Binary::Mul => {
            let exact = wa.checked_mul(wb);
            let is_wrong = flags.no_unsigned_wrap
                && exact.is_none_or(|exact| i128::from(mask) < exact || exact < 0)
                || flags.no_signed_wrap
                    && i128::from(signed(a.wrapping_mul(b) & mask, width)) != sa * sb;
            (!is_wrong).then_some(a.wrapping_mul(b) & mask)
        }
        Binary::DivideUnsigned => {
            let quotient = a.checked_div(b)?;
            (!flags.exact || quotient * b == a).then_some(quotient)
        }
        Binary::RemainderUnsigned => a.checked_rem(b),
        Binary::DivideSigned => {
            let quotient = sa.checked_div(sb)?;
            let fits = i128::from(signed(quotient as u64 & mask, width)) == quotient;
            (fits && (!flags.exact || quotient * sb == sa)).then_some(quotient as u64 & mask)
        }
        Binary::RemainderSigned => Some(sa.checked_rem(sb)? as u64 & mask),
        Binary::ShiftLeft => arithmetic_shift(a, shift?, width, flags),
        Binary::ShiftRight => {
            let result = a >> shift?;
            (!flags.exact || result << shift? == a).then_some(result)
        }
        Binary::ShiftRightSigned => {
            let result = (signed(a, width) >> shift?) as u64 & mask;
            (!flags.exact || result << shift? & mask == a).then_some(result)
        }
        // One that promises to share no bits.
        Binary::Or => (a & b == 0).then_some(a | b),
        Binary::And => Some(a & b),
        Binary::Xor => Some(a ^ b),
    }
}

fn arithmetic_shift(a: u64, shift: u32, width: u32, flags: Flags) -> Option<u64> {
    let result = a << shift & low_bits(width);
    let is_wrong = flags.no_unsigned_wrap && result >> shift != a
        || flags.no_signed_wrap && signed(result, width) >> shift != signed(a, width);
    (!is_wrong).then_some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promises_that_do_not_hold_are_poison() {
        let plain = Flags::default();
        let nsw = Flags { no_signed_wrap: true, ..plain };
        let nuw = Flags { no_unsigned_wrap: true, ..plain };
        let disjoint = Flags { disjoint: true, ..plain };
        let exact = Flags { exact: true, ..plain };
        assert_eq!(compute(Binary::Add, plain, 200, 100, 8), Some(44));
        assert_eq!(compute(Binary::Add, nuw, 200, 100, 8), None);
        assert_eq!(compute(Binary::Add, nsw, 200, 100, 8), Some(44));
        assert_eq!(compute(Binary::Add, nsw, 100, 100, 8), None);
        assert_eq!(compute(Binary::Sub, plain, 1, 2, 32), Some(0xffff_ffff));
        assert_eq!(compute(Binary::Mul, nuw, 1 << 33, 1 << 33, 64), None);
        assert_eq!(compute(Binary::Or, disjoint, 5, 4, 8), None);
        assert_eq!(compute(Binary::Or, disjoint, 5, 2, 8), Some(7));
        assert_eq!(compute(Binary::ShiftLeft, plain, 1, 8, 8), None);
        assert_eq!(compute(Binary::ShiftLeft, nsw, 64, 1, 8), None);
        assert_eq!(compute(Binary::ShiftRight, exact, 5, 1, 8), None);
        assert_eq!(compute(Binary::ShiftRightSigned, plain, 0x80, 7, 8), Some(0xff));
        assert_eq!(compute(Binary::DivideSigned, plain, 0x80, 0xff, 8), None);
        assert_eq!(compute(Binary::DivideUnsigned, plain, 7, 0, 8), None);
        assert_eq!(compute(Binary::RemainderSigned, plain, 0xf9, 4, 8), Some(0xfd));
        assert_eq!(compute(Binary::DivideSigned, exact, 0xf8, 4, 8), Some(0xfe));
        assert_eq!(compute(Binary::DivideSigned, exact, 0xf9, 4, 8), None);
    }
}
