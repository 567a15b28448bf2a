//! The mathematics beside floors in plain Rust: how long each operation takes, or how many instructions.
//!
//! `cargo bench -p layout-bench` has criterion time all of it. With the argument `repeat` each operation is
//! repeated and nothing is timed: `bench/instructions` counts what the processor executes.

mod algebra;
mod clock;
mod floor;
mod matrices;

use clock::{Clock, Repeat};

fn main() {
    if std::env::args().nth(1).is_some_and(|argument| argument == "repeat") {
        return all(&mut Repeat);
    }
    #[cfg(feature = "time")]
    {
        let mut criterion = criterion::Criterion::default().configure_from_args();
        all(&mut criterion);
        criterion.final_summary();
    }
}

fn all(clock: &mut impl Clock) {
    algebra::all(clock);
    matrices::all(clock);
}
