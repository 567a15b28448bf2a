//! CuTe's `Swizzle<B,M,S>`: one field of an offset is added, without carry, to another.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::text::{Cursor, ParseError};

/// The function on offsets that CuTe writes `Swizzle<bits, base, shift>` and prints `S<B,M,S>`.
///
/// An offset has two fields of `bits` bits, one that starts at bit `base` and one `|shift|` bits
/// above it. The upper one is xored into the lower one if `shift` is positive, the lower one into
/// the upper one if it is negative.
///
/// ```text
///     offset   0b..YYY...ZZZ....
///     result   0b..YYY...AAA....     AAA = ZZZ ^ YYY   (shift > 0)
/// ```
///
/// With `S<1,0,1>` the offsets 0, 1, 2, 3 go to 0, 1, 3, 2. The field that is read is not the one
/// that is changed, so a swizzle is its own inverse. It changes bits only within the two fields, so
/// it is a bijection of [0, 2^n) onto itself for every n of at least `base + bits + |shift|`.
///
/// # Invariants
///
/// 1. (`swizzle_c1`) `bits >= 0` and `base >= 0`.
/// 2. (`swizzle_c2`) `bits <= |shift|`: the fields do not overlap. CuTe C++ asserts this; with
///    less the function would not be its own inverse, and with `shift = 0` not even injective.
/// 3. (`swizzle_c3`) `base + bits + |shift| <= 63`: the fields lie below the sign of an `i64`.
///
/// Swizzles are compared as written: `S<0,4,3>` and `S<0,4,-3>` are the same function but not equal.
///
/// # Example
///
/// ```
/// use layout_math::cute::Swizzle;
///
/// let swizzle: Swizzle = "S<2,0,3>".parse()?;
/// let row_one: Vec<i64> = (8..16).map(|offset| swizzle.apply(offset)).collect();
/// assert_eq!(row_one, [9, 8, 11, 10, 13, 12, 15, 14]);
///
/// let error = "S<3,4,2>".parse::<Swizzle>().unwrap_err();
/// assert_eq!(error.to_string(), "fields of 3 bits overlap at a shift of 2: S<B,M,S> needs B <= |S|");
/// assert_eq!(error.column, 6);
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swizzle {
    bits: u32,
    base: u32,
    shift: i32,
}

/// Why three numbers are not a [`Swizzle`]; the kinds are named for the invariants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SwizzleError {
    /// `swizzle_c1`.
    NegativeBits { bits: i64 },
    /// `swizzle_c1`.
    NegativeBase { base: i64 },
    /// `swizzle_c2`.
    FieldsOverlap { bits: i64, shift: i64 },
    /// `swizzle_c3`.
    TooWide { bits: i64, base: i64, shift: i64 },
}

impl fmt::Display for SwizzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SwizzleError::NegativeBits { bits } => {
                write!(f, "a field cannot have {bits} bits: S<B,M,S> needs B >= 0")
            }
            SwizzleError::NegativeBase { base } => {
                write!(f, "a field cannot start at bit {base}: S<B,M,S> needs M >= 0")
            }
            SwizzleError::FieldsOverlap { bits, shift } => write!(
                f,
                "fields of {bits} bits overlap at a shift of {shift}: S<B,M,S> needs B <= |S|"
            ),
            SwizzleError::TooWide { bits, base, shift } => write!(
                f,
                "S<{bits},{base},{shift}> leaves the 63 bits of an offset: \
                 S<B,M,S> needs B + M + |S| <= 63"
            ),
        }
    }
}

impl Error for SwizzleError {}

impl Swizzle {
    /// The swizzle of no bits, which changes nothing: `S<0,0,0>`.
    pub(crate) const IDENTITY: Swizzle = Swizzle { bits: 0, base: 0, shift: 0 };

    /// The swizzle `S<bits,base,shift>`.
    ///
    /// # Errors
    ///
    /// The first invariant that the numbers break.
    pub fn new(bits: i64, base: i64, shift: i64) -> Result<Self, SwizzleError> {
        if bits < 0 {
            return Err(SwizzleError::NegativeBits { bits });
        }
        if base < 0 {
            return Err(SwizzleError::NegativeBase { base });
        }
        if bits.unsigned_abs() > shift.unsigned_abs() {
            return Err(SwizzleError::FieldsOverlap { bits, shift });
        }
        if i128::from(bits) + i128::from(base) + i128::from(shift.unsigned_abs()) > 63 {
            return Err(SwizzleError::TooWide { bits, base, shift });
        }
        // All three are at most 63 in absolute value, so no conversion changes them.
        Ok(Swizzle { bits: bits as u32, base: base as u32, shift: shift as i32 })
    }

    /// B, the width of a field.
    pub fn bits(self) -> i64 {
        self.bits.into()
    }

    /// M, where the lower field starts.
    pub fn base(self) -> i64 {
        self.base.into()
    }

    /// S, how far the upper field is above the lower one; negative if the lower one is read.
    pub fn shift(self) -> i64 {
        self.shift.into()
    }

    /// How many of the lowest bits of an offset it reads or changes.
    pub fn n_bits(self) -> i64 {
        self.base() + self.bits() + self.shift().abs()
    }

    /// The size of the aligned blocks of which it permutes each: a power of two, up to the highest bit that
    /// it changes. `None` past 63 bits.
    pub(crate) fn block(self) -> Option<i64> {
        let above = if self.shift < 0 { self.shift().abs() } else { 0 };
        let bits = if self.is_identity() { 0 } else { self.base() + self.bits() + above };
        1_i64.checked_shl(bits as u32).filter(|&size| 0 < size)
    }

    /// True if every offset stays where it is, which is the case for fields without bits.
    pub fn is_identity(self) -> bool {
        self.bits == 0
    }

    /// True if both send every offset to the same one: without bits it does not matter where the fields are.
    pub(crate) fn is_same_function(self, other: Self) -> bool {
        self == other || self.is_identity() && other.is_identity()
    }

    /// Where `offset` goes. `apply(apply(offset)) = offset`.
    ///
    /// Never panics. A negative offset is outside the function's domain, and what is returned for it
    /// is not a value of the swizzle: it is what CuTe computes in two's complement. Who may have
    /// one asks [`Composed`](super::Composed).
    pub fn apply(self, offset: i64) -> i64 {
        let distance = self.shift.unsigned_abs();
        if self.shift >= 0 {
            offset ^ ((offset >> distance) & self.lower_field())
        } else {
            offset ^ ((offset & self.lower_field()) << distance)
        }
    }

    fn lower_field(self) -> i64 {
        // A field has at most 31 bits (invariants 2 and 3). Without bits its place can be bit 63.
        if self.bits == 0 { 0 } else { ((1 << self.bits) - 1) << self.base }
    }

    /// The matrix over F2 on offsets of `n_bits` bits: column `i` is where `1 << i` goes.
    ///
    /// `apply(x)` is the exclusive or of the columns that the bits of `x` choose. With fields that
    /// reach past `n_bits` and a negative shift a column can be `1 << n_bits` or more. `n_bits`
    /// above 63 is taken as 63.
    pub(crate) fn to_columns(self, n_bits: u32) -> Vec<u64> {
        (0..n_bits.min(63)).map(|bit| self.apply(1 << bit) as u64).collect()
    }

    /// Reads `S<B,M,S>` at the cursor and leaves the cursor behind it.
    ///
    /// # Errors
    ///
    /// A broken invariant points at its number, `swizzle_c3` at the whole swizzle.
    pub fn parse(cursor: &mut Cursor<'_>) -> Result<Self, ParseError> {
        let start = cursor.column();
        if !cursor.eat("S") {
            return Err(cursor.expected("a swizzle 'S<B,M,S>'"));
        }
        cursor.expect("<")?;
        let mut number_before = |separator: &str| {
            let column = cursor.column();
            let number = cursor.integer()?;
            cursor.expect(separator)?;
            Ok::<_, ParseError>((number, column))
        };
        let (bits, bits_column) = number_before(",")?;
        let (base, base_column) = number_before(",")?;
        let (shift, shift_column) = number_before(">")?;
        Swizzle::new(bits, base, shift).map_err(|error| {
            let column = match error {
                SwizzleError::NegativeBits { .. } => bits_column,
                SwizzleError::NegativeBase { .. } => base_column,
                SwizzleError::FieldsOverlap { .. } => shift_column,
                SwizzleError::TooWide { .. } => start,
            };
            ParseError::rule(column, error)
        })
    }
}

impl FromStr for Swizzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let swizzle = Swizzle::parse(&mut cursor)?;
        cursor.expect_end()?;
        Ok(swizzle)
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S<{},{},{}>", self.bits, self.base, self.shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small_swizzles() -> impl Iterator<Item = Swizzle> {
        let numbers =
            (0..4).flat_map(|b| (0..4).flat_map(move |m| (-5..6).map(move |s| (b, m, s))));
        numbers.filter_map(|(b, m, s)| Swizzle::new(b, m, s).ok())
    }

    #[test]
    fn is_its_own_inverse_and_stays_in_its_bits() {
        let mut n_moved = 0;
        for swizzle in small_swizzles() {
            let mut moves = false;
            for offset in 0..4096 {
                let image = swizzle.apply(offset);
                assert_eq!(swizzle.apply(image), offset, "{swizzle} at {offset}");
                assert!((0..4096).contains(&image), "{swizzle} at {offset}");
                moves |= image != offset;
            }
            assert_eq!(moves, !swizzle.is_identity(), "{swizzle}");
            n_moved += i64::from(moves);
        }
        // 4 bases; 10, 8 and 6 shifts for fields of 1, 2 and 3 bits.
        assert_eq!(n_moved, 4 * (10 + 8 + 6));
    }

    #[test]
    fn a_block_is_permuted_and_its_half_is_not() {
        for swizzle in small_swizzles() {
            let block = swizzle.block().unwrap();
            let stays = |size: i64| (0..4096).all(|x| swizzle.apply(x) / size == x / size);
            assert!(stays(block), "{swizzle}");
            assert!(block == 1 || !stays(block / 2), "{swizzle}");
        }
        assert_eq!(Swizzle::new(1, 61, -1).unwrap().block(), None);
        assert_eq!(Swizzle::new(1, 60, -1).unwrap().block(), Some(1 << 62));
    }

    #[test]
    fn a_field_crosses_to_the_other_as_the_sign_says() {
        // Bits 3 and 4 into 0 and 1, then the other way round.
        assert_eq!(Swizzle::new(2, 0, 3).unwrap().apply(0b11000), 0b11011);
        assert_eq!(Swizzle::new(2, 0, -3).unwrap().apply(0b00011), 0b11011);
        assert_eq!(Swizzle::new(2, 0, 3).unwrap().apply(0b00011), 0b00011);
        // The ends of what invariant 3 allows.
        assert_eq!(Swizzle::new(1, 61, 1).unwrap().apply(i64::MAX), i64::MAX ^ 1 << 61);
        assert_eq!(Swizzle::new(31, 1, -31).unwrap().apply(0b10), 1 << 32 | 0b10);
        assert_eq!(Swizzle::new(0, 63, 0).unwrap().apply(i64::MAX), i64::MAX);
        assert_eq!(Swizzle::new(0, 0, -63).unwrap().apply(i64::MIN), i64::MIN);
        // A negative offset: all bits above are set, so both bits of the field flip.
        assert_eq!(Swizzle::new(2, 0, 3).unwrap().apply(-1), -4);
    }

    #[test]
    fn columns_are_the_function() {
        for swizzle in small_swizzles() {
            let columns = swizzle.to_columns(10);
            for x in 0..1024i64 {
                let chosen = (0..10).filter(|bit| x >> bit & 1 == 1);
                let image = chosen.fold(0, |image, bit| image ^ columns[bit as usize]);
                assert_eq!(swizzle.apply(x) as u64, image, "{swizzle} at {x}");
            }
        }
        assert_eq!(Swizzle::new(1, 0, -3).unwrap().to_columns(2), [0b1001, 0b10]);
        assert_eq!(Swizzle::new(0, 0, 0).unwrap().to_columns(99).len(), 63);
    }

    fn refusal(text: &str) -> (usize, String) {
        let error = text.parse::<Swizzle>().unwrap_err();
        (error.column, error.to_string())
    }

    #[test]
    fn swizzle_c1() {
        let bits = "a field cannot have -1 bits: S<B,M,S> needs B >= 0";
        assert_eq!(refusal("S<-1,4,3>"), (2, bits.to_owned()));
        let base = "a field cannot start at bit -4: S<B,M,S> needs M >= 0";
        assert_eq!(refusal("S<3, -4,3>"), (5, base.to_owned()));
    }

    #[test]
    fn swizzle_c2() {
        let message = "fields of 3 bits overlap at a shift of -2: S<B,M,S> needs B <= |S|";
        assert_eq!(refusal("S<3,4,-2>"), (6, message.to_owned()));
        assert!("S<3,4,-3>".parse::<Swizzle>().is_ok());
        assert!("S<1,0,0>".parse::<Swizzle>().is_err());
        assert!("S<0,0,0>".parse::<Swizzle>().is_ok());
    }

    #[test]
    fn swizzle_c3() {
        assert!("S<20,20,23>".parse::<Swizzle>().is_ok());
        let message =
            "S<20,20,24> leaves the 63 bits of an offset: S<B,M,S> needs B + M + |S| <= 63";
        assert_eq!(refusal(" S<20,20,24>"), (1, message.to_owned()));
        let extreme = refusal("S<9223372036854775807,9223372036854775807,-9223372036854775808>");
        assert_eq!(extreme.0, 0);
    }

    #[test]
    fn text_that_is_no_swizzle_is_refused_at_its_column() {
        assert_eq!(refusal("").1, "expected a swizzle 'S<B,M,S>' but the text ends here");
        assert_eq!(refusal("Sw<3,4,3>").1, "expected a swizzle 'S<B,M,S>' but found 'Sw'");
        assert_eq!(refusal("S<3,4>"), (5, "expected ',' but found '>'".to_owned()));
        assert_eq!(refusal("S<3,4,3"), (7, "expected '>' but the text ends here".to_owned()));
        assert_eq!(refusal("S<3,4,3> o"), (9, "expected the end but found 'o'".to_owned()));
        assert_eq!(refusal("S<3,x,3>"), (4, "expected an integer but found 'x'".to_owned()));
    }

    #[test]
    fn printing_parses_back() {
        for swizzle in small_swizzles() {
            assert_eq!(swizzle.to_string().parse::<Swizzle>().unwrap(), swizzle);
        }
        assert_eq!("S < 3 , 4 , -3 >".parse::<Swizzle>().unwrap().to_string(), "S<3,4,-3>");
    }
}
