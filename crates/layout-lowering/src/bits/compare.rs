//! Comparisons and choices.

use super::bit::{
    Bit, FALSE, LOST, PARTLY_UNDEFINED, TRUE, UNDEFINED, is_free, is_known, mux, not, xor,
};
use super::bounds::Bounds;
use super::numeric::signed;
use super::poison::poisoned;
use super::row::{Row, number_of};
use super::table::Table;
use crate::llvm::Predicate;

/// Whether a comparison holds.
pub(crate) fn compare_numbers(predicate: Predicate, a: u64, b: u64, width: u32) -> bool {
    let (sa, sb) = (signed(a, width), signed(b, width));
    match predicate {
        Predicate::Equal => a == b,
        Predicate::NotEqual => a != b,
        Predicate::UnsignedLess => a < b,
        Predicate::UnsignedLessOrEqual => a <= b,
        Predicate::UnsignedGreater => b < a,
        Predicate::UnsignedGreaterOrEqual => b <= a,
        Predicate::SignedLess => sa < sb,
        Predicate::SignedLessOrEqual => sa <= sb,
        Predicate::SignedGreater => sb < sa,
        Predicate::SignedGreaterOrEqual => sb <= sa,
    }
}

/// A comparison of the values of each thread: a row of width 1.
pub(crate) fn compare(
    predicate: Predicate,
    a: &Row,
    b: &Row,
    threads: usize,
    table: &mut Table,
) -> Row {
    let width = a.width();
    if let (Some(x), Some(y)) = (a.known(), b.known()) {
        let holds = |thread| u64::from(compare_numbers(predicate, x(thread), y(thread), width));
        return Row::numbers(1, (0..threads).map(holds).collect());
    }
    let row = Row::from_pair(1, threads, table, [a, b], |_, [left, right], bits| {
        bits.push(of_bits(predicate, left, right));
    });
    poisoned(row, &[a, b], threads, table)
}

fn of_bits(predicate: Predicate, a: &[Bit], b: &[Bit]) -> Bit {
    if let (Some(x), Some(y)) = (number_of(a), number_of(b)) {
        return Bit::from(compare_numbers(predicate, x, y, a.len() as u32));
    }
    let differs = match predicate {
        Predicate::Equal | Predicate::NotEqual => any_differs(a, b),
        // A negative number is one of the highest bit.
        Predicate::SignedLess if number_of(b) == Some(0) => not(a[a.len() - 1]),
        Predicate::SignedGreater if all_ones(b) => a[a.len() - 1],
        _ => return of_order(predicate, a, b),
    };
    if predicate == Predicate::NotEqual { differs } else { not(differs) }
}

/// Which of two numbers is less, as far as the bits that are known say.
fn of_order(predicate: Predicate, a: &[Bit], b: &[Bit]) -> Bit {
    let (Some(x), Some(y)) = (Bounds::of(a), Bounds::of(b)) else { return LOST };
    let ((x, y), is_less, or_equal) = match predicate {
        Predicate::UnsignedLess => ((x.unsigned, y.unsigned), true, false),
        Predicate::UnsignedLessOrEqual => ((x.unsigned, y.unsigned), true, true),
        Predicate::UnsignedGreater => ((x.unsigned, y.unsigned), false, false),
        Predicate::UnsignedGreaterOrEqual => ((x.unsigned, y.unsigned), false, true),
        Predicate::SignedLess => ((x.signed, y.signed), true, false),
        Predicate::SignedLessOrEqual => ((x.signed, y.signed), true, true),
        Predicate::SignedGreater => ((x.signed, y.signed), false, false),
        _ => ((x.signed, y.signed), false, true),
    };
    let (low, high) = if is_less { (x, y) } else { (y, x) };
    let (always, sometimes) = match or_equal {
        true => (low.1 <= high.0, low.0 <= high.1),
        false => (low.1 < high.0, low.0 < high.1),
    };
    let is_data = |&bit: &Bit| !is_known(bit) && bit != UNDEFINED;
    match (always, sometimes) {
        (true, _) => TRUE,
        (_, false) => FALSE,
        _ if a.iter().chain(b).any(is_data) => LOST,
        _ => UNDEFINED,
    }
}

fn all_ones(bits: &[Bit]) -> bool {
    bits.iter().all(|&bit| bit == TRUE)
}

/// 1 if some bit differs: exact where at most one pair of bits is not known to be equal.
fn any_differs(a: &[Bit], b: &[Bit]) -> Bit {
    let mut result = FALSE;
    for (&x, &y) in a.iter().zip(b) {
        match (xor(x, y), result) {
            (TRUE, _) => return TRUE,
            (FALSE, _) => {}
            (own, FALSE) => result = own,
            (own, other) if own == other => {}
            (UNDEFINED, other) | (other, UNDEFINED) if is_free(other) => result = PARTLY_UNDEFINED,
            _ => result = LOST,
        }
    }
    result
}

/// `yes` for the threads whose condition is 1, else `no`.
pub(crate) fn select(
    condition: &Row,
    yes: &Row,
    no: &Row,
    threads: usize,
    table: &mut Table,
) -> Row {
    let width = yes.width();
    if let Some(holds) = condition.known() {
        if let Some(number) = condition.as_same() {
            return if number & 1 == 1 { yes.clone() } else { no.clone() };
        }
        let own = |thread| Some((if holds(thread) & 1 == 1 { yes } else { no }, thread));
        return Row::gather(width, threads, own);
    }
    Row::from_pair(width, threads, table, [yes, no], |(thread, table), [left, right], bits| {
        let condition = condition.bit(thread, table);
        bits.extend(left.iter().zip(right).map(|(&yes, &no)| mux(condition, yes, no)));
    })
}
