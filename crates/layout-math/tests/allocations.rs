//! How often the hot operations allocate: a guard against regressions that does not depend on the machine
//! or on what else runs there.
//!
//! The answer of an operation on layouts is its modes, which allocate once if they are more than four, and
//! the tuples that they stand in, which allocate once if there are tuples in them. What is recorded above
//! that is work in progress, and a number that falls is recorded anew.

#[path = "../../../bench/inputs.rs"]
mod inputs;

use std::hint::black_box;

use allocation_counter::measure;
use inputs::{Case, cases};
use layout_math::algebra::{Budget, equivalent, injective};
use layout_math::cute::{
    coalesce, complement, composition, left_inverse, logical_divide, right_inverse,
};
use layout_math::linear::f2::Matrix;

/// The allocations of an operation after its operands were read.
fn of<T>(operation: impl FnOnce() -> T) -> u64 {
    measure(|| {
        black_box(operation());
    })
    .count_total
}

fn allocations(case: &Case) -> u64 {
    let budget = Budget::DEFAULT;
    let layout = case.layout(0);
    match case.operation {
        "compose" => {
            let inner = case.layout(1);
            of(|| composition(&layout, &inner))
        }
        "complement" => of(|| complement(&layout, case.number(1))),
        "right_inverse" => of(|| right_inverse(&layout)),
        "left_inverse" => of(|| left_inverse(&layout)),
        "divide" => {
            let tile = case.layout(1);
            of(|| logical_divide(&layout, &tile, &budget))
        }
        "coalesce" => of(|| coalesce(&layout)),
        "offset" => of(|| layout.offset(case.number(1))),
        "injective" => {
            let layout = case.any_layout(0);
            of(|| injective(&layout, &budget))
        }
        "equal" => {
            let (left, right) = (case.any_layout(0), case.any_layout(1));
            of(|| equivalent(&left, &right, &budget))
        }
        operation => panic!("there is no {operation}"),
    }
}

#[test]
fn the_algebra_allocates_as_recorded() {
    let line = |case: Case| format!("{}/{} {}", case.operation, case.rank, allocations(&case));
    let found: Vec<String> = cases().map(line).collect();
    let recorded = [
        "compose/3 0",
        "compose/24 1",
        "complement/3 0",
        "complement/24 1",
        "right_inverse/3 0",
        "right_inverse/24 1",
        "left_inverse/3 0",
        "left_inverse/24 1",
        "divide/3 2",
        "divide/24 3",
        "coalesce/3 0",
        "coalesce/24 1",
        "offset/3 0",
        "offset/24 0",
        "injective/3 0",
        "injective/24 0",
        "equal/3 0",
        "equal/24 0",
    ];
    assert_eq!(found, recorded);
}

#[test]
fn matrices_allocate_their_columns_alone() {
    let columns: Vec<u64> = (0..24).map(|bit| 1 << bit | 1 << (bit / 2)).collect();
    let matrix = Matrix::new(24, columns).unwrap();
    let table = matrix.table();
    assert_eq!(of(|| table.apply(black_box(0x5a5a5a))), 0);
    assert_eq!(of(|| matrix.apply(black_box(0x5a5a5a))), 0);
    assert_eq!(of(|| matrix.after(&matrix)), 1);
    // The columns beside what they are made of, and the answer.
    assert_eq!(of(|| matrix.inverse()), 2);
}
