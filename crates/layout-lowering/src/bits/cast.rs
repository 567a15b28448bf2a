//! Conversions and comparisons that promise something.

use super::bit::{self, Bit, FALSE};
use super::poison::poisoned;
use super::row::Row;
use super::table::Table;
use crate::llvm::Flags;

/// The result of a conversion of a row to another width, poison where a promise does not hold.
pub(crate) fn promised_cast(
    result: Row,
    flags: Flags,
    row: &Row,
    threads: usize,
    table: &mut Table,
) -> Row {
    if flags == Flags::default() {
        return poisoned(result, &[row], threads, table);
    }
    let width = result.width();
    let mut own = Vec::new();
    let broken = |own: &[Bit]| {
        let (kept, cut) = own.split_at(own.len().min(width as usize));
        let sign = kept.last().copied().unwrap_or(FALSE);
        let negative = own.last().copied().filter(|_| flags.non_negative);
        let unsigned = cut.iter().copied().filter(|_| flags.no_unsigned_wrap);
        let signed = cut.iter().filter(|_| flags.no_signed_wrap).map(|&own| bit::xor(own, sign));
        let all = negative.into_iter().chain(unsigned).chain(signed);
        all.map(bit::promised_false).fold(FALSE, bit::worse)
    };
    let mut holds = true;
    let mut is_broken = Vec::with_capacity(threads);
    for thread in 0..threads {
        own.clear();
        row.unpack(thread, table, &mut own);
        is_broken.push(bit::worse(row.poison(thread, table), broken(&own)));
        holds &= is_broken[thread] == FALSE;
        // The same of all threads.
        if thread == 0 && holds && row.as_same().is_some() {
            return result;
        }
    }
    if holds {
        return result;
    }
    Row::from_bits(width, threads, table, |thread, table, bits| match is_broken[thread] {
        FALSE => result.unpack(thread, table, bits),
        own => bits.extend(std::iter::repeat_n(own, width as usize)),
    })
}

/// A comparison of two rows that promises that both have one sign.
pub(crate) fn of_one_sign(result: Row, a: &Row, b: &Row, threads: usize, table: &mut Table) -> Row {
    let last = a.width() as usize - 1;
    Row::from_pair(1, threads, table, [a, b], |(thread, table), [left, right], bits| {
        let broken = bit::promised_false(bit::xor(left[last], right[last]));
        match bit::worse(broken, result.poison(thread, table)) {
            FALSE => result.unpack(thread, table, bits),
            own => bits.push(own),
        }
    })
}
