//! What measures an operation and its floor.

use std::hint::black_box;

/// The repetitions that `bench/instructions` divides by.
const REPETITIONS: u32 = 256;

pub trait Clock {
    /// Measures an operation of the library, and its floor.
    fn pair<A, B>(&mut self, case: &str, ours: impl FnMut() -> A, floor: impl FnMut() -> B);
}

#[cfg(feature = "time")]
impl Clock for criterion::Criterion {
    fn pair<A, B>(
        &mut self,
        case: &str,
        mut ours: impl FnMut() -> A,
        mut floor: impl FnMut() -> B,
    ) {
        let mut group = self.benchmark_group(case);
        group.bench_function("ours", |bencher| bencher.iter(&mut ours));
        group.bench_function("floor", |bencher| bencher.iter(&mut floor));
        group.finish();
    }
}

/// Executes each side by itself, after what it does the first time only, and prints the names in their
/// order.
pub struct Repeat;

impl Clock for Repeat {
    fn pair<A, B>(
        &mut self,
        case: &str,
        mut ours: impl FnMut() -> A,
        mut floor: impl FnMut() -> B,
    ) {
        black_box((ours(), floor()));
        println!("{case}\tours\t{REPETITIONS}");
        counted_repetitions(&mut ours);
        println!("{case}\tfloor\t{REPETITIONS}");
        counted_repetitions(&mut floor);
    }
}

/// `bench/instructions` has the profiler count inside of this function alone, by its name.
#[inline(never)]
fn counted_repetitions<T>(operation: &mut impl FnMut() -> T) {
    for _ in 0..REPETITIONS {
        black_box(operation());
    }
}
