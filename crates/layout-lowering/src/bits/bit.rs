//! One bit.

/// A bit as a literal: even numbers are what the next odd one is the opposite of.
pub(crate) type Bit = u32;

pub(crate) const FALSE: Bit = 0;
pub(crate) const TRUE: Bit = 1;
/// No value: what was never written. A result that depends on it is wrong.
pub(crate) const UNDEFINED: Bit = 2;
/// No value, and none of what is computed of it: a promise of the code did not hold.
pub(crate) const POISON: Bit = 3;
/// Some value that is not followed: a function of several bits of the input.
pub(crate) const LOST: Bit = 4;
/// The first bit of the input.
const FIRST: Bit = 6;

/// Numbers of bytes from here on are whole bytes of the input, and of what it is combined to.
pub(crate) const SYMBOL: u32 = 1 << 31;
/// The numbers of the bytes of the input are less than this.
pub(crate) const MAX_SYMBOLS: u32 = 1 << 27;
/// The number of the byte of which each bit is undefined.
pub(crate) const UNDEFINED_BYTE: u32 = 256;
/// That of which each bit is poison.
pub(super) const POISON_BYTE: u32 = 258;

/// True for a bit that has no value.
pub(crate) fn has_no_value(bit: Bit) -> bool {
    bit == UNDEFINED || bit == POISON
}

/// A bit of the input by its number.
pub(crate) fn variable(number: u32) -> Bit {
    FIRST + 2 * number
}

/// The number of the bit of the input that this is, and whether it is its opposite.
pub(crate) fn variable_of(bit: Bit) -> Option<(u32, bool)> {
    (FIRST <= bit).then(|| ((bit - FIRST) / 2, bit % 2 == 1))
}

pub(crate) fn is_known(bit: Bit) -> bool {
    bit <= TRUE
}

pub(crate) fn not(bit: Bit) -> Bit {
    if is_special(bit) { bit } else { bit ^ 1 }
}

fn is_special(bit: Bit) -> bool {
    has_no_value(bit) || bit == LOST
}

/// Where two bits of the input meet.
fn meet(a: Bit, b: Bit) -> Bit {
    match (a, b) {
        (POISON, _) | (_, POISON) => POISON,
        (UNDEFINED, _) | (_, UNDEFINED) => UNDEFINED,
        _ => LOST,
    }
}

pub(crate) fn and(a: Bit, b: Bit) -> Bit {
    match (a, b) {
        (POISON, _) | (_, POISON) => POISON,
        (FALSE, _) | (_, FALSE) => FALSE,
        (TRUE, other) | (other, TRUE) => other,
        _ if a == b => a,
        _ if !is_special(a) && a == not(b) => FALSE,
        _ => meet(a, b),
    }
}

pub(crate) fn or(a: Bit, b: Bit) -> Bit {
    not(and(not(a), not(b)))
}

pub(crate) fn xor(a: Bit, b: Bit) -> Bit {
    match (a, b) {
        (FALSE, other) | (other, FALSE) => other,
        (TRUE, other) | (other, TRUE) => not(other),
        _ if is_special(a) || is_special(b) => meet(a, b),
        _ if a == b => FALSE,
        _ if a == not(b) => TRUE,
        _ => LOST,
    }
}

/// `yes` where the condition is 1, else `no`.
pub(crate) fn mux(condition: Bit, yes: Bit, no: Bit) -> Bit {
    match condition {
        TRUE => yes,
        FALSE => no,
        UNDEFINED | POISON => condition,
        _ if yes == no => yes,
        LOST => LOST,
        _ if yes == TRUE && no == FALSE => condition,
        _ if yes == FALSE && no == TRUE => not(condition),
        _ => LOST,
    }
}

/// What a value is that promises that a bit is 0: poison if it is 1 for some input, `LOST` if that is not
/// known, otherwise `FALSE`.
pub(super) fn promised_false(bit: Bit) -> Bit {
    match bit {
        FALSE => FALSE,
        TRUE | UNDEFINED | POISON => POISON,
        _ if is_free(bit) => POISON,
        _ => LOST,
    }
}

/// The same of a promise that two bits are not both 1.
pub(super) fn promised_disjoint(a: Bit, b: Bit) -> Bit {
    match and(a, b) {
        LOST if is_free(a) && is_free(b) => POISON,
        both => promised_false(both),
    }
}

/// What two promises are together.
pub(super) fn worse(a: Bit, b: Bit) -> Bit {
    if a == FALSE || b == POISON { b } else { a }
}

/// True for a bit of the input, which has each value.
fn is_free(bit: Bit) -> bool {
    variable_of(bit).is_some_and(|(number, _)| number / 8 < MAX_SYMBOLS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_and_itself() {
        let (x, y) = (variable(3), variable(9));
        assert_eq!((and(x, x), or(x, x), xor(x, x)), (x, x, FALSE));
        assert_eq!((and(x, not(x)), or(x, not(x)), xor(x, not(x))), (FALSE, TRUE, TRUE));
        assert_eq!((and(x, y), or(x, y), xor(x, y)), (LOST, LOST, LOST));
        assert_eq!((and(x, TRUE), or(x, FALSE), xor(x, TRUE)), (x, x, not(x)));
        assert_eq!(variable_of(not(x)), Some((3, true)));
    }

    #[test]
    fn poison_is_not_masked() {
        let x = variable(0);
        assert_eq!((and(POISON, FALSE), or(POISON, TRUE), not(POISON)), (POISON, POISON, POISON));
        assert_eq!((xor(POISON, UNDEFINED), and(LOST, POISON)), (POISON, POISON));
        assert_eq!((mux(TRUE, x, POISON), mux(FALSE, x, POISON)), (x, POISON));
        assert_eq!((mux(x, x, POISON), mux(POISON, x, x)), (LOST, POISON));
    }

    #[test]
    fn promises() {
        let (x, y, derived) = (variable(0), variable(9), variable(8 * MAX_SYMBOLS));
        assert_eq!((promised_false(FALSE), promised_false(TRUE)), (FALSE, POISON));
        assert_eq!((promised_false(x), promised_false(derived)), (POISON, LOST));
        assert_eq!((promised_disjoint(x, y), promised_disjoint(x, not(x))), (POISON, FALSE));
        assert_eq!((promised_disjoint(x, x), promised_disjoint(x, derived)), (POISON, LOST));
        assert_eq!(
            (worse(FALSE, LOST), worse(LOST, POISON), worse(POISON, LOST)),
            (LOST, POISON, POISON)
        );
    }

    #[test]
    fn what_is_undefined_stays_so() {
        let x = variable(0);
        assert_eq!((and(UNDEFINED, x), xor(UNDEFINED, UNDEFINED)), (UNDEFINED, UNDEFINED));
        assert_eq!((and(UNDEFINED, FALSE), or(UNDEFINED, TRUE)), (FALSE, TRUE));
        assert_eq!((xor(LOST, LOST), not(LOST), not(UNDEFINED)), (LOST, LOST, UNDEFINED));
        assert_eq!((mux(x, TRUE, FALSE), mux(x, FALSE, TRUE)), (x, not(x)));
        assert_eq!((mux(LOST, x, x), mux(UNDEFINED, x, x), mux(x, x, TRUE)), (x, UNDEFINED, LOST));
    }
}
