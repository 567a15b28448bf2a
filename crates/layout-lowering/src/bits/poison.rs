//! What is poison, and what becomes of it.

use super::bit::{Bit, FALSE, LOST, MAYBE_POISON, PARTLY_UNDEFINED, POISON, may_be_poison, worse};
use super::row::Row;
use super::table::Table;

/// The row with poison for the threads for which an operand has some: of a number that is poison in part
/// nothing is computed.
pub(crate) fn poisoned(row: Row, operands: &[&Row], threads: usize, table: &mut Table) -> Row {
    if !table.has_poison {
        return row;
    }
    let strongest = |thread, table: &Table| {
        operands.iter().map(|own| own.poison(thread, table)).fold(FALSE, worse)
    };
    if (0..threads).all(|thread| strongest(thread, table) == FALSE) {
        return row;
    }
    let width = row.width();
    Row::from_bits(width, threads, table, |thread, table, bits| match strongest(thread, table) {
        FALSE => row.unpack(thread, table, bits),
        own => bits.extend(std::iter::repeat_n(own, width as usize)),
    })
}

/// Some value in the place of poison, nobody says which.
pub(crate) fn frozen(row: &Row, threads: usize, table: &mut Table) -> Row {
    each(row, threads, table, |bit| match bit {
        POISON => PARTLY_UNDEFINED,
        MAYBE_POISON => LOST,
        own => own,
    })
}

/// What may be poison in the place of what is.
pub(crate) fn doubted(row: &Row, threads: usize, table: &mut Table) -> Row {
    each(row, threads, table, |bit| if bit == POISON { MAYBE_POISON } else { bit })
}

/// What is not followed in the place of what may be poison as well.
pub(crate) fn trusted(row: &Row, threads: usize, table: &mut Table) -> Row {
    each(row, threads, table, |bit| if bit == MAYBE_POISON { LOST } else { bit })
}

fn each(row: &Row, threads: usize, table: &mut Table, own: impl Fn(Bit) -> Bit) -> Row {
    if !table.has_poison {
        return row.clone();
    }
    Row::from_bits(row.width(), threads, table, |thread, table, bits| {
        row.unpack(thread, table, bits);
        bits.iter_mut().filter(|bit| may_be_poison(**bit)).for_each(|bit| *bit = own(*bit));
    })
}

#[cfg(test)]
mod tests {
    use super::super::bit::UNDEFINED;
    use super::*;

    fn bits_of(row: &Row, table: &Table) -> Vec<Bit> {
        let mut bits = Vec::new();
        row.unpack(0, table, &mut bits);
        bits
    }

    #[test]
    fn a_part_is_all_of_it() {
        let mut table = Table::new();
        let mut row = |bits: &[Bit]| {
            Row::from_bits(bits.len() as u32, 1, &mut table, |_, _, own| own.extend(bits))
        };
        let (zero, maybe) = (row(&[0, 0]), row(&[1, MAYBE_POISON]));
        let (poison, lost) = (row(&[POISON, MAYBE_POISON]), row(&[LOST, UNDEFINED]));
        for (operands, expected) in [
            (vec![&zero, &lost], [0, 0]),
            (vec![&lost, &maybe], [MAYBE_POISON; 2]),
            (vec![&poison, &maybe], [POISON; 2]),
            (vec![&maybe, &poison], [POISON; 2]),
        ] {
            let found = poisoned(zero.clone(), &operands, 1, &mut table);
            assert_eq!(bits_of(&found, &table), expected);
        }
        let found = [frozen, doubted, trusted].map(|own| own(&poison, 1, &mut table));
        let [frozen, doubted, trusted] = found.map(|row| bits_of(&row, &table));
        assert_eq!((frozen, doubted), (vec![PARTLY_UNDEFINED, LOST], vec![MAYBE_POISON; 2]));
        assert_eq!(trusted, [POISON, LOST]);
    }
}
