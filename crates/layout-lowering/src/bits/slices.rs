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
    if (1..=64).contains(&row.width())
        && row.width() <= width
        && width <= 64
        && let Some(number) = row.known()
    {
        let unused = 64 - row.width();
        let own = |number: u64| ((number << unused) as i64 >> unused) as u64 & low_bits(width);
        return match row.as_same() {
            Some(number) => Row::same(width, own(number)),
            None => Row::numbers(width, (0..threads).map(|thread| own(number(thread))).collect()),
        };
    }
    Row::from_bits(width, threads, table, |thread, table, bits| {
        row.unpack(thread, table, bits);
        let last = bits.last().copied().unwrap_or(FALSE);
        debug_assert!(last != TRUE || row.width() <= width);
        bits.resize(width as usize, last);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_numbers_and_of_bits() {
        let mut table = Table::new();
        let numbers = Row::numbers(4, vec![7, 8, 15]);
        let wide = sign_extend(&numbers, 64, 3, &mut table);
        let found: Vec<_> = (0..3).map(|thread| wide.number(thread)).collect();
        assert_eq!(found, [Some(7), Some(u64::MAX - 7), Some(u64::MAX)]);
        assert_eq!(
            sign_extend(&Row::same(32, 0xffff_fffe), 48, 3, &mut table).as_same(),
            Some((1 << 48) - 2)
        );
        assert_eq!(sign_extend(&Row::same(1, 1), 1, 3, &mut table).as_same(), Some(1));
        // Of a number that is not known the highest bit is that of all others.
        let data = Row::bytes(8, vec![super::super::Contents::Symbols.byte(3)]);
        let (mut narrow, mut bits) = (Vec::new(), Vec::new());
        data.unpack(0, &table, &mut narrow);
        sign_extend(&data, 16, 1, &mut table).unpack(0, &table, &mut bits);
        assert_eq!(bits[..8], narrow[..]);
        assert!(bits[8..].iter().all(|&bit| bit == narrow[7]));
    }

    #[test]
    fn signs_of_more_bits_than_a_number_has() {
        let mut table = Table::new();
        for (number, sign) in [(0x80, TRUE), (0x7f, FALSE)] {
            let mut bits = Vec::new();
            sign_extend(&Row::same(8, number), 128, 1, &mut table).unpack(0, &table, &mut bits);
            assert_eq!((bits.len(), bits[127]), (128, sign));
            assert!(bits[8..].iter().all(|&bit| bit == sign));
        }
    }
}
