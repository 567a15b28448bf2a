//! Parts of rows, and rows of parts.

use super::bit::{FALSE, TRUE};
use super::row::{Row, low_bits};
use super::table::Table;

/// So many bits from a bit on.
pub(crate) fn slice(row: &Row, from: u32, width: u32, threads: usize, table: &mut Table) -> Row {
    debug_assert!(from + width <= row.width());
    if from == 0 && width == row.width() {
        return row.clone();
    }
    if row.is_undefined() {
        return Row::undefined(width);
    }
    if let Some(number) = row.known() {
        let own = |thread| number(thread) >> from & low_bits(width);
        return match row.as_same() {
            Some(_) => Row::same(width, own(0)),
            None => Row::numbers(width, (0..threads).map(own).collect()),
        };
    }
    if from.is_multiple_of(8) && width.is_multiple_of(8) {
        let (first, per) = ((from / 8) as usize, (width / 8) as usize);
        let mut bytes = Vec::with_capacity(threads * per);
        for thread in 0..threads {
            bytes.extend((0..per).map(|at| row.byte(thread, first + at)));
        }
        return Row::bytes(width, bytes);
    }
    let mut all = Vec::new();
    Row::from_bits(width, threads, table, |thread, table, bits| {
        all.clear();
        row.unpack(thread, table, &mut all);
        bits.extend_from_slice(&all[from as usize..(from + width) as usize]);
    })
}

/// The rows one above the other, the first one lowest.
pub(crate) fn concat(rows: &[Row], threads: usize, table: &mut Table) -> Row {
    if let [row] = rows {
        return row.clone();
    }
    let width = rows.iter().map(Row::width).sum();
    if rows.iter().all(Row::is_undefined) {
        return Row::undefined(width);
    }
    if rows.iter().all(|row| row.width() % 8 == 0) {
        let mut bytes = Vec::with_capacity(threads * (width / 8) as usize);
        for thread in 0..threads {
            for row in rows {
                bytes.extend((0..row.n_bytes()).map(|at| row.byte(thread, at)));
            }
        }
        return Row::bytes(width, bytes);
    }
    Row::from_bits(width, threads, table, |thread, table, bits| {
        for row in rows {
            row.unpack(thread, table, bits);
        }
    })
}

/// Cuts to fewer bits, or fills with 0.
pub(crate) fn resize(row: &Row, width: u32, threads: usize, table: &mut Table) -> Row {
    if width <= row.width() {
        return slice(row, 0, width, threads, table);
    }
    if width <= 64
        && let Some(number) = row.known()
    {
        return match row.as_same() {
            Some(number) => Row::same(width, number),
            None => Row::numbers(width, (0..threads).map(number).collect()),
        };
    }
    if row.width().is_multiple_of(8) || row.is_number() && width.is_multiple_of(8) {
        let per = width.div_ceil(8) as usize;
        let mut bytes = Vec::with_capacity(threads * per);
        for thread in 0..threads {
            let own = |at| if at < row.n_bytes() { row.byte(thread, at) } else { 0 };
            bytes.extend((0..per).map(own));
        }
        return Row::bytes(width, bytes);
    }
    Row::from_bits(width, threads, table, |thread, table, bits| {
        row.unpack(thread, table, bits);
        bits.resize(width as usize, FALSE);
    })
}

/// Fills with the highest bit.
pub(crate) fn sign_extend(row: &Row, width: u32, threads: usize, table: &mut Table) -> Row {
    Row::from_bits(width, threads, table, |thread, table, bits| {
        row.unpack(thread, table, bits);
        let last = bits.last().copied().unwrap_or(FALSE);
        debug_assert!(last != TRUE || row.width() <= width);
        bits.resize(width as usize, last);
    })
}
