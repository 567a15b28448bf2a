//! Room on the stack for MLIR and for what walks its IR, which go into code as deep as it is nested.

use std::panic::resume_unwind;
use std::thread;

/// The bytes of stack, of which only what is used takes memory.
const STACK: usize = 1 << 30;

/// Runs code on a stack for texts that are nested hundreds of thousands of regions or brackets deep, and waits
/// for it. If the system does not allow so much, it is run on the stack of this thread.
pub(crate) fn with_deep_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    let mut run = Some(run);
    let taken = &mut run;
    let done = thread::scope(|scope| {
        let deep = thread::Builder::new().stack_size(STACK);
        deep.spawn_scoped(scope, || taken.take().map(|run| run())).ok().map(|deep| deep.join())
    });
    match done {
        Some(Ok(Some(done))) => done,
        Some(Err(panic)) => resume_unwind(panic),
        Some(Ok(None)) | None => run.take().expect("what was not run is still there")(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Uses a kibibyte of stack for each level.
    fn recurse(level: usize) -> usize {
        let room = std::hint::black_box([level; 128]);
        if level == 0 { 0 } else { recurse(level - 1) + room[1] - level + 1 }
    }

    #[test]
    fn a_quarter_of_the_stack_is_used() {
        assert_eq!(with_deep_stack(|| recurse(1 << 18)), 1 << 18);
    }

    #[test]
    #[should_panic(expected = "as deep as it is")]
    fn panics_are_passed_on() {
        with_deep_stack(|| panic!("as deep as it is"));
    }
}
