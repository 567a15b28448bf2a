//! What operators give for numbers of so many bits, and where that is poison or undefined.

use super::code::{CmpPredicate, Flags, NSW, NUW, Operator, unsigned, wrapped};

impl Operator {
    /// True if an operation with this right operand gives its left one, whatever that is.
    pub(super) fn is_identity(self, right: i64) -> bool {
        match self {
            Operator::Add | Operator::Subtract => right == 0,
            Operator::Multiply => right == 1,
            _ => false,
        }
    }

    pub(super) fn apply(
        self,
        a: i64,
        b: i64,
        bits: u32,
        flags: Flags,
    ) -> Result<i64, &'static str> {
        let (x, y) = (i128::from(a), i128::from(b));
        let (u, v) = (unsigned(a, bits), unsigned(b, bits));
        let limit = 1_i128 << bits;
        let shift = || if v < i128::from(bits) { Ok(v as u32) } else { Err("shifts too far") };
        // The result as it is with and without signs, where it may wrap.
        let (signed, plain) = match self {
            Operator::Add => (x + y, u + v),
            Operator::Subtract => (x - y, u - v),
            // Products of unsigned numbers of 64 bits pass 127 bits.
            Operator::Multiply => (x * y, u.checked_mul(v).unwrap_or(limit)),
            Operator::ShiftLeft => {
                let k = shift()?;
                (x << k, u.checked_mul(1 << k).unwrap_or(limit))
            }
            Operator::DivideUnsigned if v == 0 => return Err("divides by 0"),
            Operator::DivideUnsigned => return Ok(wrapped(u / v, bits)),
            Operator::DivideSigned => {
                let quotient = x.checked_div(y).unwrap_or(0);
                return signed_division(quotient, y, bits);
            }
            Operator::FloorDivide | Operator::CeilDivide => {
                let (quotient, rest) =
                    (x.checked_div(y).unwrap_or(0), x.checked_rem(y).unwrap_or(0));
                let is_below = rest != 0 && (rest < 0) != (y < 0);
                let is_above = rest != 0 && !is_below;
                let step = match self {
                    Operator::FloorDivide => -i128::from(is_below),
                    _ => i128::from(is_above),
                };
                return signed_division(quotient + step, y, bits);
            }
            Operator::CeilDivideUnsigned if v == 0 => return Err("divides by 0"),
            Operator::CeilDivideUnsigned => return Ok(wrapped((u + v - 1) / v, bits)),
            Operator::RemainderUnsigned if v == 0 => return Err("divides by 0"),
            Operator::RemainderUnsigned => return Ok(wrapped(u % v, bits)),
            Operator::RemainderSigned if y == 0 => return Err("divides by 0"),
            Operator::RemainderSigned => return Ok(wrapped(x % y, bits)),
            Operator::Modulo if y < 1 => return Err("divides by a number below 1"),
            Operator::Modulo => return Ok(wrapped(x.rem_euclid(y), bits)),
            Operator::ShiftRightUnsigned => return Ok(wrapped(u >> shift()?, bits)),
            Operator::ShiftRightSigned => return Ok(wrapped(x >> shift()?, bits)),
            Operator::And => return Ok(a & b),
            Operator::Or => return Ok(a | b),
            Operator::Xor => return Ok(a ^ b),
        };
        if flags.nsw && !(-limit / 2..limit / 2).contains(&signed) {
            return Err(NSW);
        }
        if flags.nuw && !(0..limit).contains(&plain) {
            return Err(NUW);
        }
        Ok(wrapped(signed, bits))
    }
}

fn signed_division(quotient: i128, divisor: i128, bits: u32) -> Result<i64, &'static str> {
    if divisor == 0 {
        return Err("divides by 0");
    }
    if quotient == 1 << (bits - 1) {
        return Err("has a quotient that does not fit");
    }
    Ok(wrapped(quotient, bits))
}

impl CmpPredicate {
    pub(super) fn holds(self, a: i64, b: i64, bits: u32) -> bool {
        let (u, v) = (unsigned(a, bits), unsigned(b, bits));
        match self {
            CmpPredicate::Equal => a == b,
            CmpPredicate::NotEqual => a != b,
            CmpPredicate::Less => a < b,
            CmpPredicate::LessOrEqual => a <= b,
            CmpPredicate::LessUnsigned => u < v,
            CmpPredicate::LessOrEqualUnsigned => u <= v,
        }
    }
}
