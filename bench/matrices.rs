//! Dense matrices over F2 of 24 bits, beside the same work on arrays of numbers.

use std::hint::black_box;

use layout_math::linear::f2::Matrix;

use super::clock::Clock;

const BITS: usize = 24;

/// A dense matrix that has an inverse: a lower triangle after an upper one.
fn dense() -> Matrix {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state >> 40
    };
    let upper = (0..BITS).map(|bit| random() & ((1 << bit) - 1) | 1 << bit).collect();
    let below = |bit: usize| ((1 << BITS) - 1) & !((2_u64 << bit) - 1);
    let lower = (0..BITS).map(|bit| random() & below(bit) | 1 << bit).collect();
    let matrix = |columns| Matrix::new(BITS as u32, columns).expect("24 bits fit");
    matrix(lower).after(&matrix(upper))
}

fn columns(matrix: &Matrix) -> [u64; BITS] {
    matrix.columns().try_into().expect("24 columns")
}

/// The sums of each eight columns.
fn byte_tables(columns: &[u64; BITS], tables: &mut [[u64; 256]; BITS / 8]) {
    for (table, columns) in tables.iter_mut().zip(columns.chunks(8)) {
        for (bit, column) in columns.iter().enumerate() {
            let (known, new) = table.split_at_mut(1 << bit);
            new.iter_mut().zip(known).for_each(|(new, known)| *new = *known ^ column);
        }
    }
}

fn apply_by_bytes(tables: &[[u64; 256]; BITS / 8], x: u64) -> u64 {
    tables[0][x as usize & 255] ^ tables[1][x as usize >> 8 & 255] ^ tables[2][x as usize >> 16]
}

fn compose(outer: &[u64; BITS], inner: &[u64; BITS], result: &mut [u64; BITS]) {
    *result = [0; BITS];
    for (group, columns) in outer.chunks(4).enumerate() {
        let mut sums = [0; 16];
        for (bit, column) in columns.iter().enumerate() {
            for set in 0..1 << bit {
                sums[set | 1 << bit] = sums[set] ^ column;
            }
        }
        for (image, column) in result.iter_mut().zip(inner) {
            *image ^= sums[(column >> (4 * group) & 15) as usize];
        }
    }
}

/// False if there is none. The upper half of a number is made of the same additions.
fn invert(columns: &[u64; BITS], result: &mut [u64; BITS]) -> bool {
    let mut rest = *columns;
    rest.iter_mut().enumerate().for_each(|(bit, column)| *column |= 1 << (32 + bit));
    for row in 0..BITS {
        let Some(pivot) = (row..BITS).find(|&column| rest[column] >> row & 1 == 1) else {
            return false;
        };
        rest.swap(row, pivot);
        let vector = rest[row];
        for column in &mut rest {
            *column ^= vector & (*column >> row & 1).wrapping_neg();
        }
        rest[row] = vector;
    }
    result.iter_mut().zip(rest).for_each(|(image, column)| *image = column >> 32);
    true
}

pub fn all(clock: &mut impl Clock) {
    let matrix = dense();
    let flat = columns(&matrix);
    let inverse = matrix.inverse().expect("the matrix has an inverse");
    let mut found = [0; BITS];

    assert!(invert(&flat, &mut found));
    assert_eq!(columns(&inverse), found);
    let floor = || invert(black_box(&flat), &mut found);
    clock.pair("f2_invert/24", || black_box(&matrix).inverse(), floor);

    compose(&flat, &flat, &mut found);
    assert_eq!(columns(&matrix.after(&matrix)), found);
    let floor = || compose(black_box(&flat), black_box(&flat), &mut found);
    clock.pair("f2_compose/24", || black_box(&matrix).after(black_box(&matrix)), floor);

    let mut tables = [[0; 256]; BITS / 8];
    byte_tables(&flat, &mut tables);
    let table = matrix.table();
    // Each application begins where the last one ended, so that they do not overlap.
    let mut x = 1;
    let ours = || {
        x = table.apply(black_box(x));
        x
    };
    let mut y = 1;
    let floor = || {
        y = apply_by_bytes(&tables, black_box(y));
        y
    };
    clock.pair("f2_apply/24", ours, floor);
}
