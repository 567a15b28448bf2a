//! Operations on two rows.

use super::bit::{self, Bit, FALSE, LOST, POISON, UNDEFINED, is_known};
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
        return of_numbers((name, flags), width, [&x, &y], threads, table);
    }
    let row = match of_bytes(name, flags, a, b, threads) {
        Some(row) => row,
        None => Row::from_pair(width, threads, table, [a, b], |_, [left, right], bits| {
            of_bits(name, flags, left, right, bits);
        }),
    };
    poisoned(row, &[a, b], threads, table)
}

/// The row with poison for the threads for which an operand has some.
pub(crate) fn poisoned(row: Row, operands: &[&Row], threads: usize, table: &mut Table) -> Row {
    if !table.has_poison {
        return row;
    }
    let is_poison =
        |thread, table: &Table| operands.iter().any(|own| own.has_poison(thread, table));
    if !(0..threads).any(|thread| is_poison(thread, table)) {
        return row;
    }
    let width = row.width();
    Row::from_bits(width, threads, table, |thread, table, bits| match is_poison(thread, table) {
        true => bits.extend(std::iter::repeat_n(POISON, width as usize)),
        false => row.unpack(thread, table, bits),
    })
}

fn of_numbers(
    (name, flags): (Binary, Flags),
    width: u32,
    [x, y]: [&dyn Fn(usize) -> u64; 2],
    threads: usize,
    table: &mut Table,
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
    Row::from_bits(width, threads, table, |thread, _, bits| match own(thread) {
        Some(number) => bits.extend((0..width).map(|at| (number >> at & 1) as Bit)),
        None => bits.extend(std::iter::repeat_n(POISON, width as usize)),
    })
}

/// What moves whole bytes: shifts by multiples of 8, and masks that keep or drop bytes.
fn of_bytes(name: Binary, flags: Flags, a: &Row, b: &Row, threads: usize) -> Option<Row> {
    // What is promised is looked at bit by bit.
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
    // A factor that is a power of two is the second one.
    let (a, b) = if name == Binary::Mul && power(b).is_none() { (b, a) } else { (a, b) };
    let width = a.len();
    let all = |bit: Bit| std::iter::repeat_n(bit, width);
    if let (Some(x), Some(y)) = (number_of(a), number_of(b)) {
        match compute(name, flags, x, y, width as u32) {
            Some(number) => bits.extend((0..width).map(|at| (number >> at & 1) as Bit)),
            None => bits.extend(all(POISON)),
        }
        return;
    }
    match broken(name, flags, a, b) {
        FALSE => {}
        own => return bits.extend(all(own)),
    }
    let each = |op: fn(Bit, Bit) -> Bit| a.iter().zip(b).map(move |(&x, &y)| op(x, y));
    match name {
        Binary::And => bits.extend(each(bit::and)),
        Binary::Or => bits.extend(each(bit::or)),
        Binary::Xor => bits.extend(each(bit::xor)),
        Binary::Add if is_disjoint(a, b) => bits.extend(each(bit::or)),
        Binary::Sub if number_of(b) == Some(0) => bits.extend_from_slice(a),
        Binary::Mul if power(b).is_some() => {
            let shift = power(b).unwrap_or(0);
            bits.extend(std::iter::repeat_n(FALSE, shift));
            bits.extend_from_slice(&a[..width - shift]);
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
        Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightSigned
            if shift_of(b).is_some() =>
        {
            let shift = shift_of(b).unwrap_or(0);
            let fill = if name == Binary::ShiftRightSigned { a[width - 1] } else { FALSE };
            match name {
                Binary::ShiftLeft => {
                    bits.extend(std::iter::repeat_n(FALSE, shift));
                    bits.extend_from_slice(&a[..width - shift]);
                }
                _ => {
                    bits.extend_from_slice(&a[shift..]);
                    bits.extend(std::iter::repeat_n(fill, shift));
                }
            }
        }
        _ => {
            let is_undefined = a.iter().chain(b).any(|&bit| bit == UNDEFINED);
            bits.extend(all(if is_undefined { UNDEFINED } else { LOST }));
        }
    }
}

fn is_disjoint(a: &[Bit], b: &[Bit]) -> bool {
    a.iter().zip(b).all(|(&x, &y)| bit::and(x, y) == FALSE)
}

fn shift_of(bits: &[Bit]) -> Option<usize> {
    number_of(bits).and_then(|shift| usize::try_from(shift).ok())
}

/// Whether what is promised does not hold: `FALSE` if it holds for each input, poison if it does not for
/// some, `LOST` if that is not known. That a number is not shifted past its end is always promised.
fn broken(name: Binary, flags: Flags, a: &[Bit], b: &[Bit]) -> Bit {
    let width = a.len();
    let wraps = flags.no_unsigned_wrap || flags.no_signed_wrap;
    let left = match name {
        Binary::ShiftLeft => shift_of(b),
        Binary::Mul => power(b).filter(|own| own + 1 < width || !flags.no_signed_wrap),
        _ => None,
    };
    let all = |bits: &mut dyn Iterator<Item = Bit>| bits.fold(FALSE, bit::worse);
    match name {
        Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightSigned
            if shift_of(b).is_some_and(|own| width <= own) =>
        {
            POISON
        }
        Binary::Or if flags.disjoint => {
            all(&mut a.iter().zip(b).map(|(&x, &y)| bit::promised_disjoint(x, y)))
        }
        // No bit is carried.
        Binary::Add if wraps && is_disjoint(a, b) => FALSE,
        Binary::Sub if number_of(b) == Some(0) => FALSE,
        Binary::ShiftLeft | Binary::Mul if wraps && let Some(shift) = left => {
            let (unsigned, signed) = (flags.no_unsigned_wrap, flags.no_signed_wrap);
            let lost = a[width - shift..].iter().filter(|_| unsigned);
            // What is lost is the sign that is left.
            let sign = a[width - 1 - shift];
            let other =
                a[width - shift..].iter().filter(|_| signed).map(|&own| bit::xor(own, sign));
            all(&mut lost.copied().chain(other).map(bit::promised_false))
        }
        Binary::ShiftRight | Binary::ShiftRightSigned | Binary::DivideUnsigned if flags.exact => {
            let shift = if name == Binary::DivideUnsigned { power(b) } else { shift_of(b) };
            match shift {
                Some(shift) => all(&mut a[..shift].iter().map(|&own| bit::promised_false(own))),
                None => LOST,
            }
        }
        Binary::Add | Binary::Sub | Binary::Mul | Binary::ShiftLeft if wraps => {
            let has_none = a.iter().chain(b).any(|&bit| bit == UNDEFINED);
            if has_none { UNDEFINED } else { LOST }
        }
        _ => FALSE,
    }
}

/// The exponent of a power of two.
fn power(bits: &[Bit]) -> Option<usize> {
    let is_power = bits.iter().all(|&bit| is_known(bit))
        && bits.iter().filter(|&&bit| bit == bit::TRUE).count() == 1;
    is_power.then(|| bits.iter().position(|&bit| bit == bit::TRUE)).flatten()
}
