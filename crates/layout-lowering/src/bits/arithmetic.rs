//! Operations on two rows.

use super::bit::{
    self, Bit, FALSE, LOST, MAYBE_POISON, PARTLY_UNDEFINED, POISON, TRUE, UNDEFINED, has_no_value,
    is_known,
};
use super::bounds::{Bounds, are_independent};
use super::numeric::{compute, total};
use super::poison::poisoned;
use super::row::{Row, low_bits, number_of};
use super::table::Table;
use crate::llvm::{Binary, Flags};

/// An operation on the values of each thread. Where bits of the input would be computed with, the
/// result is lost; where a promise does not hold, it is poison.
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
        _ => bits.extend(lost(name, a, b)),
    }
}

/// The bits of a result that is not followed. Those are undefined that are so for each input.
fn lost(name: Binary, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    let width = a.len();
    let is_undefined = |own: &[Bit]| own.iter().all(|&bit| bit == UNDEFINED);
    let first = a.iter().zip(b).position(|(&x, &y)| has_no_value(bit::xor(x, y)));
    match (name, first) {
        (Binary::Add | Binary::Sub, _) if is_undefined(a) || is_undefined(b) => {
            vec![UNDEFINED; width]
        }
        // What is below it is carried, and what is above it may not be.
        (Binary::Add | Binary::Sub, Some(first)) => {
            let own = |at| if at == first { bit::xor(a[at], b[at]) } else { LOST };
            (0..width).map(own).collect()
        }
        (Binary::Mul, _) if is_undefined(a) || is_undefined(b) => {
            let other = if is_undefined(a) { b } else { a };
            let zeros = other.iter().take_while(|&&bit| bit == FALSE).count();
            // An odd factor gives each number.
            let rest = match other.get(zeros) {
                Some(&TRUE) => UNDEFINED,
                Some(&bit) if bit::is_free(bit) => PARTLY_UNDEFINED,
                _ => LOST,
            };
            (0..width).map(|at| if at < zeros { FALSE } else { rest }).collect()
        }
        _ => vec![LOST; width],
    }
}

fn is_disjoint(a: &[Bit], b: &[Bit]) -> bool {
    a.iter().zip(b).all(|(&x, &y)| bit::and(x, y) == FALSE)
}

fn shift_of(bits: &[Bit]) -> Option<usize> {
    number_of(low(bits)).and_then(|shift| usize::try_from(shift).ok())
}

/// The bits of a number that has no more than 64, if it is one.
fn low(bits: &[Bit]) -> &[Bit] {
    match bits.split_at_checked(64) {
        Some((low, high)) if high.iter().all(|&bit| bit == FALSE) => low,
        _ => bits,
    }
}

/// Whether what is promised does not hold: `FALSE` if it holds for each input, poison if it does not for
/// some, `MAYBE_POISON` if that is not known. That a number is not shifted past its end is always promised.
fn broken(name: Binary, flags: Flags, a: &[Bit], b: &[Bit]) -> Bit {
    let width = a.len();
    let wraps = flags.no_unsigned_wrap || flags.no_signed_wrap;
    let shifts = matches!(name, Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightSigned);
    let left = match name {
        Binary::ShiftLeft => shift_of(b),
        Binary::Mul => power(b).filter(|own| own + 1 < width || !flags.no_signed_wrap),
        _ => None,
    };
    let all = |bits: &mut dyn Iterator<Item = Bit>| bits.fold(FALSE, bit::worse);
    if shifts && past_the_end(b, width) != FALSE {
        return past_the_end(b, width);
    }
    match name {
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
        _ if flags.exact && (shifts || name.divides()) => {
            let shift = if shifts { shift_of(b) } else { power(b) };
            match shift {
                Some(shift) => all(&mut a[..shift].iter().map(|&own| bit::promised_false(own))),
                None => MAYBE_POISON,
            }
        }
        Binary::Add | Binary::Sub | Binary::Mul | Binary::ShiftLeft if wraps => {
            wrapped(name, flags, a, b)
        }
        _ => FALSE,
    }
}

/// Whether a number of so many bits is shifted past its end.
fn past_the_end(shift: &[Bit], width: usize) -> Bit {
    let Some(Bounds { unsigned: (least, greatest), .. }) = Bounds::of(low(shift)) else {
        return MAYBE_POISON;
    };
    let is_open = |bit: &Bit| !is_known(*bit) && *bit != UNDEFINED;
    match width as i128 {
        width if greatest < width => FALSE,
        width if width <= least => POISON,
        // The TTGIR promises the same of data.
        _ if shift.iter().any(is_open) => MAYBE_POISON,
        _ => POISON,
    }
}

/// Whether a result is a number that has no place in its bits.
fn wrapped(name: Binary, flags: Flags, a: &[Bit], b: &[Bit]) -> Bit {
    let (Some(x), Some(y)) = (Bounds::of(a), Bounds::of(b)) else { return MAYBE_POISON };
    let ends = |x: (i128, i128), y: (i128, i128)| match name {
        Binary::Add => (x.0 + y.0, x.1 + y.1),
        Binary::Sub => (x.0 - y.1, x.1 - y.0),
        _ => {
            let factors = match name {
                // The greatest one is what breaks it.
                Binary::ShiftLeft => (1, 1 << y.1),
                _ => y,
            };
            let corners = [x.0, x.1].map(|x| [factors.0, factors.1].map(|y| x.saturating_mul(y)));
            let (first, rest) = (corners[0][0], corners.as_flattened());
            (rest.iter().fold(first, |a, b| a.min(*b)), rest.iter().fold(first, |a, b| a.max(*b)))
        }
    };
    let by = if name == Binary::ShiftLeft { y.unsigned } else { y.signed };
    let (unsigned, signed) = (ends(x.unsigned, y.unsigned), ends(x.signed, by));
    let half = 1_i128 << (a.len() - 1);
    let is_broken = flags.no_unsigned_wrap && (unsigned.0 < 0 || 2 * half <= unsigned.1)
        || flags.no_signed_wrap && (signed.0 < -half || half <= signed.1);
    match is_broken {
        false => FALSE,
        true if are_independent(a.iter().chain(b)) => POISON,
        true => MAYBE_POISON,
    }
}

/// The exponent of a power of two.
fn power(bits: &[Bit]) -> Option<usize> {
    let is_power = bits.iter().all(|&bit| is_known(bit))
        && bits.iter().filter(|&&bit| bit == bit::TRUE).count() == 1;
    is_power.then(|| bits.iter().position(|&bit| bit == bit::TRUE)).flatten()
}
