//! Rows that combine others.

use super::bit::LOST;
use super::combination::Combine;
use super::row::Row;
use super::table::Table;

/// The bytes of a thread.
fn bytes_of(row: &Row, thread: usize) -> Vec<u32> {
    (0..row.n_bytes()).map(|at| row.byte(thread, at)).collect()
}

/// A part of the tuples of each thread combined.
pub(crate) fn combine(
    combine: Combine,
    part: usize,
    [a, b]: [&[&Row]; 2],
    threads: usize,
    table: &mut Table,
) -> Row {
    let tuple = |rows: &[&Row], thread| -> Vec<Vec<u32>> {
        rows.iter().map(|row| bytes_of(row, thread)).collect()
    };
    let width = a[part].width();
    let mut bytes = Vec::with_capacity(threads * a[part].n_bytes());
    for thread in 0..threads {
        let (a, b) = (tuple(a, thread), tuple(b, thread));
        bytes.extend(table.combined(combine, part, [&a, &b]));
    }
    Row::bytes(width, bytes)
}

/// A row with the combinations of two others where its own bits are lost, and theirs are not undefined: of
/// some numbers a combination with those is a number.
pub(crate) fn or_combined(
    row: Row,
    combine: Combine,
    [a, b]: [&Row; 2],
    threads: usize,
    table: &mut Table,
) -> Row {
    let is_lost = |thread, table: &Table| {
        let is_lost = |at| table.bits(row.byte(thread, at)).contains(&LOST);
        let is_defined = |own: &Row| !own.has_undefined(thread, table);
        (0..row.n_bytes()).any(is_lost) && [a, b].into_iter().all(is_defined)
    };
    let is_whole = row.width().is_multiple_of(8) && row.width() == a.width();
    if row.is_number() || !is_whole || !(0..threads).any(|thread| is_lost(thread, table)) {
        return row;
    }
    let mut bytes = Vec::with_capacity(threads * row.n_bytes());
    for thread in 0..threads {
        match is_lost(thread, table) {
            true => {
                let (a, b) = ([bytes_of(a, thread)], [bytes_of(b, thread)]);
                bytes.extend(table.combined(combine, 0, [&a, &b]));
            }
            false => bytes.extend(bytes_of(&row, thread)),
        }
    }
    Row::bytes(row.width(), bytes)
}

#[cfg(test)]
mod tests {
    use super::super::bit::UNDEFINED_BYTE;
    use super::super::table::Contents;
    use super::*;

    /// An element of four bytes of the input.
    fn element(number: u32) -> Vec<u32> {
        (4 * number..4 * number + 4).map(|own| Contents::Symbols.byte(own)).collect()
    }

    fn of_two(table: &mut Table, combine: Combine, a: &[u32], b: &[u32]) -> Vec<u32> {
        table.combined(combine, 0, [&[a.to_vec()], &[b.to_vec()]])
    }

    /// The lowest bits of both.
    fn differ(table: &Table, a: &[u32], b: &[u32]) -> bool {
        table.combinations.differ(table.bits(a[0])[0], table.bits(b[0])[0])
    }

    #[test]
    fn the_order_of_a_sum_makes_no_difference() {
        let mut table = Table::new();
        let [x, y, z] = [0, 1, 2].map(element);
        for combine in [Combine::FloatAdd, Combine::Add, Combine::FloatMax, Combine::Xor] {
            let xy = of_two(&mut table, combine, &x, &y);
            let yz = of_two(&mut table, combine, &z, &y);
            let left = of_two(&mut table, combine, &xy, &z);
            let right = of_two(&mut table, combine, &yz, &x);
            assert_eq!(left, right);
            assert_ne!(xy, yz);
            assert!(
                differ(&table, &xy, &yz) && differ(&table, &xy, &left) && differ(&table, &xy, &x)
            );
        }
    }

    #[test]
    fn what_is_lost_is_combined() {
        let mut table = Table::new();
        let [x, y] = [0, 1].map(element);
        let rows = [&x, &y].map(|own| Row::bytes(32, own.clone()));
        let lost = table.byte([LOST; 8]);
        let mut combined = |row: Row| {
            let row = or_combined(row, Combine::SignedMax, [&rows[0], &rows[1]], 1, &mut table);
            bytes_of(&row, 0)
        };
        let found = combined(Row::bytes(32, vec![0, 0, lost, 0]));
        // What is known stays, and so does what is of another width.
        assert_eq!(combined(Row::bytes(32, y.clone())), y);
        assert_eq!(combined(Row::bytes(8, vec![lost])), [lost]);
        assert_eq!(found, of_two(&mut table, Combine::SignedMax, &x, &y));
    }

    #[test]
    fn only_bits_of_one_place_are_known_to_differ() {
        let mut table = Table::new();
        let [x, y, z] = [0, 1, 2].map(element);
        let xy = of_two(&mut table, Combine::FloatAdd, &x, &y);
        let yz = of_two(&mut table, Combine::FloatAdd, &y, &z);
        let bit = |bytes: &[u32], at: usize| table.bits(bytes[at / 8])[at % 8];
        for (at, other) in [(0, 0), (9, 9), (0, 1), (1, 8), (8, 1), (8, 0)] {
            let differ = table.combinations.differ(bit(&xy, at), bit(&yz, other));
            assert_eq!(differ, at == other, "{at} {other}");
        }
    }

    #[test]
    fn what_is_combined_twice() {
        let mut table = Table::new();
        let [x, y] = [0, 1].map(element);
        let again = |table: &mut Table, combine| {
            let xy = of_two(table, combine, &x, &y);
            (of_two(table, combine, &xy, &y), xy)
        };
        let (sum, once) = again(&mut table, Combine::FloatAdd);
        assert!(sum != once && differ(&table, &sum, &once));
        let (greatest, once) = again(&mut table, Combine::SignedMax);
        assert_eq!(greatest, once);
        assert_eq!(again(&mut table, Combine::Xor).0, x);
        let nothing = of_two(&mut table, Combine::Xor, &x, &x);
        assert_eq!(nothing, [0; 4]);
        // The double of a value may be another value's bit.
        let double = of_two(&mut table, Combine::Add, &x, &x);
        assert!(!differ(&table, &double, &x));
    }

    #[test]
    fn what_depends_on_each_other_is_not_known_to_differ() {
        let mut table = Table::new();
        let [x, y] = [0, 1].map(element);
        let with_zero = of_two(&mut table, Combine::FloatAdd, &x, &[0; 4]);
        assert!(!differ(&table, &with_zero, &x));
        let overlapping = [&x[2..], &y[..2]].concat();
        let odd = of_two(&mut table, Combine::Add, &x, &overlapping);
        assert!(!differ(&table, &odd, &y));
        let (sum, product) = (
            of_two(&mut table, Combine::Add, &x, &y),
            of_two(&mut table, Combine::Multiply, &x, &y),
        );
        assert!(!differ(&table, &sum, &product));
        let mut undefined = x.clone();
        undefined[1] = UNDEFINED_BYTE;
        assert_eq!(of_two(&mut table, Combine::Add, &undefined, &y), [UNDEFINED_BYTE; 4]);
    }

    #[test]
    fn tuples_are_combined_as_a_whole() {
        let mut table = Table::new();
        let names = ["f".to_owned(), "g".to_owned()];
        let combine = table.combinations.declare(&names, false);
        assert_eq!(table.combinations.declare(&names, false), combine);
        assert_eq!(
            (table.combinations.declared("g"), table.combinations.declared("h")),
            (Some((combine, 1)), None)
        );
        let pair = |a: u32, b: u32| vec![element(a), element(b)];
        let both = |table: &mut Table, a: &[Vec<u32>], b: &[Vec<u32>]| {
            [0, 1].map(|part| table.combined(combine, part, [a, b])).to_vec()
        };
        let ab = both(&mut table, &pair(0, 10), &pair(1, 11));
        let bc = both(&mut table, &pair(1, 11), &pair(2, 12));
        let left = both(&mut table, &ab, &pair(2, 12));
        assert_eq!(left, both(&mut table, &pair(0, 10), &bc));
        // The order is kept, and parts of two combinations are not a combination.
        assert_ne!(ab, both(&mut table, &pair(1, 11), &pair(0, 10)));
        let mixed = both(&mut table, &[ab[0].clone(), bc[1].clone()], &pair(2, 12));
        assert_ne!(mixed, left);
    }
}
