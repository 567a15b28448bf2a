//! One bit.

/// A bit as a literal: even numbers are what the next odd one is the opposite of.
pub(crate) type Bit = u32;

pub(crate) const FALSE: Bit = 0;
pub(crate) const TRUE: Bit = 1;
/// No value, for any input: what was never written. A result that depends on it is wrong.
pub(crate) const UNDEFINED: Bit = 2;
/// No value for some input, and none of what is computed of it: a promise of the code did not hold.
pub(crate) const POISON: Bit = 3;
/// Some value that is not followed: a function of several bits of the input.
pub(crate) const LOST: Bit = 4;
/// As `LOST`, or no value, as `POISON`: whether a promise of the code holds depends on several bits of the
/// input. Nothing masks it.
pub(crate) const MAYBE_POISON: Bit = 5;
/// As `UNDEFINED` for some input, and not followed for the others.
pub(crate) const PARTLY_UNDEFINED: Bit = 6;
/// The first bit of the input.
const FIRST: Bit = 8;

/// Numbers of bytes from here on are whole bytes of the input, and of what it is combined to.
pub(crate) const SYMBOL: u32 = 1 << 31;
/// The numbers of the bytes of the input are less than this.
pub(crate) const MAX_SYMBOLS: u32 = 1 << 27;
/// The number of the byte of which each bit is undefined.
pub(crate) const UNDEFINED_BYTE: u32 = 256;
/// That of which each bit is poison.
pub(super) const POISON_BYTE: u32 = 258;
/// That of which each bit may be poison.
pub(super) const MAYBE_POISON_BYTE: u32 = 259;

/// True for a bit that has no value, for some input at least.
pub(crate) fn has_no_value(bit: Bit) -> bool {
    matches!(bit, UNDEFINED | PARTLY_UNDEFINED | POISON)
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
    has_no_value(bit) || is_lost(bit)
}

/// True for a bit of which nobody knows what it is, nor that it has no value.
pub(crate) fn is_lost(bit: Bit) -> bool {
    bit == LOST || bit == MAYBE_POISON
}

/// True for a bit that is poison, or may be.
pub(super) fn may_be_poison(bit: Bit) -> bool {
    bit == POISON || bit == MAYBE_POISON
}

/// Where two bits of the input meet.
fn meet(a: Bit, b: Bit) -> Bit {
    match (a, b) {
        (POISON, _) | (_, POISON) => POISON,
        (MAYBE_POISON, _) | (_, MAYBE_POISON) => MAYBE_POISON,
        (UNDEFINED, _) | (_, UNDEFINED) => UNDEFINED,
        (PARTLY_UNDEFINED, _) | (_, PARTLY_UNDEFINED) => PARTLY_UNDEFINED,
        _ => LOST,
    }
}

pub(crate) fn and(a: Bit, b: Bit) -> Bit {
    match (a, b) {
        _ if may_be_poison(a) || may_be_poison(b) => meet(a, b),
        (FALSE, _) | (_, FALSE) => FALSE,
        (TRUE, other) | (other, TRUE) => other,
        _ if a == b => a,
        _ if !is_special(a) && a == not(b) => FALSE,
        // Where the other one is 0 it does not matter that one is undefined.
        (UNDEFINED, other) | (other, UNDEFINED) if is_free(other) => PARTLY_UNDEFINED,
        _ => LOST,
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

/// `yes` where the condition is 1, else `no`; either where that is undefined.
pub(crate) fn mux(condition: Bit, yes: Bit, no: Bit) -> Bit {
    match condition {
        TRUE => yes,
        FALSE => no,
        POISON | MAYBE_POISON => condition,
        UNDEFINED if yes == POISON || no == POISON => POISON,
        // What is not chosen is not computed with, and two arms may be poison for different inputs.
        _ if may_be_poison(yes) || may_be_poison(no) => MAYBE_POISON,
        _ if yes == no => yes,
        LOST => LOST,
        UNDEFINED if yes == UNDEFINED || no == UNDEFINED => UNDEFINED,
        UNDEFINED if !is_special(yes) && yes == not(no) => UNDEFINED,
        UNDEFINED => mux_of_undefined(yes, no),
        _ if yes == TRUE && no == FALSE => condition,
        _ if yes == FALSE && no == TRUE => not(condition),
        _ => LOST,
    }
}

/// Either of two bits that are not known to be equal, nor to be opposite.
fn mux_of_undefined(yes: Bit, no: Bit) -> Bit {
    // What is combined may be one value for all inputs.
    let has_both = |bit| is_known(bit) || is_free(bit);
    if has_both(yes) && has_both(no) { PARTLY_UNDEFINED } else { LOST }
}

/// What a value is that promises that a bit is 0: poison if it is 1 for some input, `MAYBE_POISON` if that
/// is not known, otherwise `FALSE`.
pub(super) fn promised_false(bit: Bit) -> Bit {
    match bit {
        FALSE => FALSE,
        TRUE | UNDEFINED | PARTLY_UNDEFINED | POISON => POISON,
        _ if is_free(bit) => POISON,
        _ => MAYBE_POISON,
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
pub(super) fn is_free(bit: Bit) -> bool {
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
        assert_eq!((mux(x, x, POISON), mux(POISON, x, x)), (MAYBE_POISON, POISON));
        assert_eq!((mux(UNDEFINED, x, POISON), mux(UNDEFINED, POISON, x)), (POISON, POISON));
        // One arm may be poison where the other one is chosen.
        assert_eq!(
            (mux(x, POISON, POISON), mux(LOST, POISON, POISON)),
            (MAYBE_POISON, MAYBE_POISON)
        );
    }

    #[test]
    fn what_may_be_poison_is_not_masked() {
        let (x, maybe) = (variable(0), MAYBE_POISON);
        for other in [FALSE, TRUE, UNDEFINED, PARTLY_UNDEFINED, LOST, MAYBE_POISON, x] {
            for found in [and(maybe, other), and(other, maybe), or(maybe, other), or(other, maybe)]
            {
                assert_eq!(found, maybe, "{other}");
            }
            assert_eq!((xor(maybe, other), xor(other, maybe)), (maybe, maybe), "{other}");
            assert_eq!((mux(maybe, other, other), mux(x, maybe, other)), (maybe, maybe), "{other}");
            assert_eq!((mux(LOST, other, maybe), mux(UNDEFINED, other, maybe)), (maybe, maybe));
        }
        assert_eq!((and(maybe, POISON), xor(POISON, maybe)), (POISON, POISON));
        assert_eq!((mux(TRUE, x, maybe), mux(FALSE, x, maybe), not(maybe)), (x, maybe, maybe));
        assert_eq!((promised_false(maybe), promised_disjoint(maybe, FALSE)), (maybe, maybe));
        assert_eq!(
            (promised_false(LOST), worse(maybe, FALSE), worse(maybe, POISON)),
            (maybe, maybe, POISON)
        );
        assert_eq!(
            (is_lost(maybe), has_no_value(maybe), may_be_poison(maybe)),
            (true, false, true)
        );
    }

    #[test]
    fn promises() {
        let (x, y, derived) = (variable(0), variable(9), variable(8 * MAX_SYMBOLS));
        assert_eq!((promised_false(FALSE), promised_false(TRUE)), (FALSE, POISON));
        assert_eq!((promised_false(x), promised_false(derived)), (POISON, MAYBE_POISON));
        assert_eq!((promised_disjoint(x, y), promised_disjoint(x, not(x))), (POISON, FALSE));
        assert_eq!(
            (promised_disjoint(x, x), promised_disjoint(x, derived)),
            (POISON, MAYBE_POISON)
        );
        assert_eq!(
            (worse(FALSE, MAYBE_POISON), worse(MAYBE_POISON, POISON), worse(POISON, MAYBE_POISON)),
            (MAYBE_POISON, POISON, POISON)
        );
        assert_eq!(
            (promised_disjoint(x, UNDEFINED), promised_disjoint(LOST, x)),
            (POISON, MAYBE_POISON)
        );
    }

    #[test]
    fn what_is_undefined_stays_so() {
        let (x, y, derived) = (variable(0), variable(9), variable(8 * MAX_SYMBOLS));
        assert_eq!((xor(UNDEFINED, x), xor(UNDEFINED, UNDEFINED)), (UNDEFINED, UNDEFINED));
        assert_eq!((and(UNDEFINED, TRUE), and(UNDEFINED, UNDEFINED)), (UNDEFINED, UNDEFINED));
        assert_eq!((and(UNDEFINED, FALSE), or(UNDEFINED, TRUE)), (FALSE, TRUE));
        assert_eq!((xor(LOST, LOST), not(LOST), not(UNDEFINED)), (LOST, LOST, UNDEFINED));
        assert_eq!((mux(x, TRUE, FALSE), mux(x, FALSE, TRUE)), (x, not(x)));
        assert_eq!((mux(LOST, x, x), mux(UNDEFINED, x, x), mux(x, x, TRUE)), (x, x, LOST));
        assert_eq!(
            (mux(UNDEFINED, TRUE, FALSE), mux(UNDEFINED, UNDEFINED, x)),
            (UNDEFINED, UNDEFINED)
        );
        // Where the other bit is 0, or both arms are equal, there is a value.
        let partly = PARTLY_UNDEFINED;
        assert_eq!(
            (and(UNDEFINED, x), or(not(x), UNDEFINED), and(partly, x)),
            (partly, partly, LOST)
        );
        assert_eq!(
            (and(UNDEFINED, LOST), or(UNDEFINED, derived), and(partly, TRUE)),
            (LOST, LOST, partly)
        );
        assert_eq!(
            (xor(partly, LOST), xor(partly, UNDEFINED), and(partly, FALSE)),
            (partly, UNDEFINED, FALSE)
        );
        assert_eq!((mux(UNDEFINED, x, TRUE), mux(UNDEFINED, x, y)), (partly, partly));
        assert_eq!((mux(UNDEFINED, x, LOST), mux(UNDEFINED, x, derived)), (LOST, LOST));
        assert_eq!((mux(UNDEFINED, TRUE, LOST), mux(UNDEFINED, derived, FALSE)), (LOST, LOST));
        assert_eq!(
            (mux(x, UNDEFINED, y), mux(partly, x, TRUE), mux(partly, x, x)),
            (LOST, LOST, x)
        );
        assert_eq!(
            (promised_false(partly), has_no_value(partly), is_lost(partly)),
            (POISON, true, false)
        );
    }
}
