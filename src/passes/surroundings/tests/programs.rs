//! Random programs of everything that is read, with branches, loops and promises around.

use fastrand::Rng;

use super::facts::{Checked, check};
use super::machine::generate::number;
use super::machine::{Machine, Type};

/// Runs programs of some types at random numbers.
fn check_random(seed: u64, types: &[Type], n_programs: usize, n_runs: usize) -> Checked {
    check_with(seed, types, n_programs, n_runs, false)
}

fn check_with(
    seed: u64,
    types: &[Type],
    n_programs: usize,
    n_runs: usize,
    has_blocks: bool,
) -> Checked {
    let mut random = Rng::with_seed(seed);
    let programs: Vec<Machine> = (0..n_programs)
        .map(|_| {
            let (n_steps, n_around) = (random.i64(1..=8), random.i64(0..=4));
            let (n_steps, n_around) = (n_steps as usize, n_around as usize);
            Machine { has_blocks, ..Machine::random(&mut random, types, n_steps, n_around) }
        })
        .collect();
    let checked = check(&programs, |program| {
        let mut random = Rng::with_seed(seed + 1);
        let arguments = program.arguments().into_iter().map(|at| program.steps[at].r#type);
        let types: Vec<Type> = arguments.collect();
        (0..n_runs)
            .map(|_| types.iter().map(|&r#type| number(&mut random, r#type)).collect())
            .collect()
    });
    println!("{checked:?}");
    checked
}

#[test]
fn of_short_integers() {
    let types = [1, 4, 4, 8].map(Type::Integer);
    let Checked { runs, ends, facts } = check_random(1, &types, 6_000, 100);
    assert!(300_000 < runs && 200_000 < ends && 1_000_000 < facts);
}

#[test]
fn of_all_types() {
    let types = [1, 4, 8, 32, 64].map(Type::Integer);
    let types: Vec<Type> = types.into_iter().chain([Type::Index; 4]).collect();
    let Checked { runs, ends, facts } = check_random(2, &types, 12_000, 40);
    assert!(200_000 < runs && 150_000 < ends && 500_000 < facts);
}

#[test]
fn of_indices() {
    let Checked { runs, ends, facts } = check_random(3, &[Type::Index], 12_000, 40);
    assert!(200_000 < runs && 150_000 < ends && 500_000 < facts);
}

/// Branches and loops between blocks, and loops that go on while a condition holds, in which short
/// integers wrap around.
#[test]
fn of_blocks() {
    let short = [1, 4, 4, 8].map(Type::Integer);
    let Checked { runs, ends, facts } = check_with(4, &short, 6_000, 100, true);
    assert!(300_000 < runs && 200_000 < ends && 1_000_000 < facts, "{runs} {ends} {facts}");
    let types: Vec<Type> = short.into_iter().chain([Type::Index; 6]).collect();
    let Checked { runs, ends, facts } = check_with(5, &types, 12_000, 40, true);
    assert!(200_000 < runs && 150_000 < ends && 500_000 < facts, "{runs} {ends} {facts}");
}
