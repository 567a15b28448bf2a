//! Operations on two rows.

use super::bit::{self, Bit, FALSE, LOST, UNDEFINED, UNDEFINED_BYTE, is_known};
use super::numeric::{compute, total};
use super::row::{Row, low_bits, number_of};
use super::table::Table;
use crate::llvm::{Binary, Flags};

/// An operation on the values of each thread. Where bits of the input would be computed with, the
/// result is lost; where a promise does not hold, it is undefined.
pub(crate) fn binary(
    name: Binary,
    flags: Flags,
    a: &Row,
    b: &Row,
    threads: usize,
    table: &mut Table,
) -> Row {
    let width = a.width();
    debug_assert_eq!(width, b.width());
    if let (Some(x), Some(y)) = (a.known(), b.known()) {
        return of_numbers(name, flags, width, threads, &x, &y);
    }
    if let Some(row) = of_bytes(name, flags, a, b, threads) {
        return row;
    }
    Row::from_pair(width, threads, table, [a, b], |_, [left, right], bits| {
        of_bits(name, flags, left, right, bits);
    })
}

fn of_numbers(
    name: Binary,
    flags: Flags,
    width: u32,
    threads: usize,
    x: &impl Fn(usize) -> u64,
    y: &impl Fn(usize) -> u64,
) -> Row {
    if let Some(total) = total(name, flags) {
        let own = |thread| total(x(thread), y(thread)) & low_bits(width);
        return Row::numbers(width, (0..threads).map(own).collect());
    }
    let own = |thread| compute(name, flags, x(thread), y(thread), width);
    let mut numbers = Vec::with_capacity(threads);
    for thread in 0..threads {
        match own(thread) {
            Some(number) => numbers.push(number),
            None => break,
        }
    }
    if numbers.len() == threads {
        return Row::numbers(width, numbers);
    }
    let per = width.div_ceil(8) as usize;
    let mut bytes = Vec::with_capacity(threads * per);
    for thread in 0..threads {
        match own(thread) {
            Some(number) => bytes.extend((0..per).map(|at| (number >> (8 * at)) as u32 & 0xff)),
            None => bytes.extend(std::iter::repeat_n(UNDEFINED_BYTE, per)),
        }
    }
    Row::bytes(width, bytes)
}

/// What moves whole bytes: shifts by multiples of 8, and masks that keep or drop bytes.
fn of_bytes(name: Binary, flags: Flags, a: &Row, b: &Row, threads: usize) -> Option<Row> {
    if flags != Flags::default() && !(name == Binary::Or && flags.disjoint) {
        return None;
    }
    let (width, per) = (a.width(), a.n_bytes());
    let mut bytes = Vec::with_capacity(threads * per);
    match name {
        Binary::ShiftLeft | Binary::ShiftRight => {
            let shift = usize::try_from(b.as_same()?).ok()?;
            if shift % 8 != 0 || width % 8 != 0 || per <= shift / 8 {
                return None;
            }
            let by = shift / 8;
            for thread in 0..threads {
                bytes.extend((0..per).map(|at| match name {
                    Binary::ShiftLeft if at < by => 0,
                    Binary::ShiftLeft => a.byte(thread, at - by),
                    _ if at + by < per => a.byte(thread, at + by),
                    _ => 0,
                }));
            }
        }
        Binary::And | Binary::Or | Binary::Xor => {
            for thread in 0..threads {
                for at in 0..per {
                    bytes.push(match (name, a.byte(thread, at), b.byte(thread, at)) {
                        (Binary::And, 0, _) | (Binary::And, _, 0) => 0,
                        (Binary::And, 0xff, own) | (Binary::And, own, 0xff) => own,
                        (Binary::Or | Binary::Xor, 0, own) => own,
                        (Binary::Or | Binary::Xor, own, 0) => own,
                        _ => return None,
                    });
                }
            }
        }
        _ => return None,
    }
    Some(Row::bytes(width, bytes))
}

/// Appends the bits of the result of one thread.
fn of_bits(name: Binary, flags: Flags, a: &[Bit], b: &[Bit], bits: &mut Vec<Bit>) {
    let width = a.len();
    let all = |bit: Bit| std::iter::repeat_n(bit, width);
    if let (Some(x), Some(y)) = (number_of(a), number_of(b)) {
        match compute(name, flags, x, y, width as u32) {
            Some(number) => bits.extend((0..width).map(|at| (number >> at & 1) as Bit)),
            None => bits.extend(all(UNDEFINED)),
        }
        return;
    }
    let each = |op: fn(Bit, Bit) -> Bit| a.iter().zip(b).map(move |(&x, &y)| op(x, y));
    let is_disjoint = || each(bit::and).all(|bit| bit == FALSE);
    let shift = number_of(b).and_then(|shift| usize::try_from(shift).ok());
    match name {
        Binary::And => bits.extend(each(bit::and)),
        Binary::Or => {
            if flags.disjoint && each(bit::and).any(|bit| bit == bit::TRUE) {
                return bits.extend(all(UNDEFINED));
            }
            bits.extend(each(bit::or));
        }
        Binary::Xor => bits.extend(each(bit::xor)),
        Binary::Add if is_disjoint() => bits.extend(each(bit::or)),
        Binary::Sub if number_of(b) == Some(0) => bits.extend_from_slice(a),
        Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightSigned
            if shift.is_some_and(|shift| shift < width) =>
        {
            let shift = shift.unwrap_or(0);
            let last = a[width - 1];
            let lost = match name {
                Binary::ShiftLeft => &a[width - shift..],
                _ => &a[..shift],
            };
            let must_be_false = match name {
                Binary::ShiftLeft => flags.no_unsigned_wrap,
                _ => flags.exact,
            };
            if must_be_false && lost.contains(&bit::TRUE) {
                return bits.extend(all(UNDEFINED));
            }
            match name {
                Binary::ShiftLeft => {
                    bits.extend(std::iter::repeat_n(FALSE, shift));
                    bits.extend_from_slice(&a[..width - shift]);
                }
                _ => {
                    let fill = if name == Binary::ShiftRight { FALSE } else { last };
                    bits.extend_from_slice(&a[shift..]);
                    bits.extend(std::iter::repeat_n(fill, shift));
                }
            }
        }
        Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightSigned if shift.is_some() => {
            bits.extend(all(UNDEFINED));
        }
        Binary::Mul if power(b).is_some() || power(a).is_some() => {
            let (value, other) = if power(b).is_some() { (a, b) } else { (b, a) };
            let shift = power(other).unwrap_or(0);
            bits.extend(std::iter::repeat_n(FALSE, shift));
            bits.extend_from_slice(&value[..width - shift]);
        }
        Binary::DivideUnsigned if power(b).is_some() => {
            let shift = power(b).unwrap_or(0);
            bits.extend_from_slice(&a[shift..]);
            bits.extend(std::iter::repeat_n(FALSE, shift));
        }
        Binary::RemainderUnsigned if power(b).is_some() => {
            let shift = power(b).unwrap_or(0);
            bits.extend_from_slice(&a[..shift]);
            bits.extend(std::iter::repeat_n(FALSE, width - shift));
        }
        _ => {
            let is_undefined = a.iter().chain(b).any(|&bit| bit == UNDEFINED);
            bits.extend(all(if is_undefined { UNDEFINED } else { LOST }));
        }
    }
}

/// The exponent of a power of two.
fn power(bits: &[Bit]) -> Option<usize> {
    let is_power = bits.iter().all(|&bit| is_known(bit))
        && bits.iter().filter(|&&bit| bit == bit::TRUE).count() == 1;
    is_power.then(|| bits.iter().position(|&bit| bit == bit::TRUE)).flatten()
}
