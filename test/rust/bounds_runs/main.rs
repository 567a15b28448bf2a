//! Random programs, run on the CPU with and without `layout-insert-bounds`.
//!
//! Without it they run in [`program`], which leaves out every access that is out of bounds by the
//! definitions of the layouts, and writes down what each access loads or stores. With it they are
//! machine code: what is loaded and stored has to be the same, so that no access in bounds is left
//! out, and the memory in the end too, in which the buffer is between canaries.

mod access;
mod body;
mod layouts;
mod program;
mod random;
#[path = "../run/mod.rs"]
mod run;
mod text;

use program::Program;
use random::Random;
use text::module;

/// How many findings are wrong when the module runs with the pass, or why it does not run.
fn wrong(module: &str, pass: &str) -> Result<i64, String> {
    let passes = format!(
        "{pass}, layout-lower-to-arith, convert-vector-to-scf, lower-affine, \
         convert-scf-to-cf, expand-strided-metadata, lower-affine, convert-vector-to-llvm, \
         finalize-memref-to-llvm, convert-arith-to-llvm, convert-index-to-llvm, \
         convert-cf-to-llvm, convert-func-to-llvm, reconcile-unrealized-casts"
    );
    let lowered = run::lower(module, &passes)?;
    if lowered.messages.contains("unknown") {
        return Err(lowered.messages);
    }
    run::execute(&lowered.text, "i64")
}

/// Runs programs together; if they are wrong, each half of them, to say which one is.
///
/// The number of programs with an access that isl does not decide within its budget: the pass says
/// so and leaves the access alone, so they are not run.
fn check(programs: &[Program], pass: &str) -> usize {
    let text = module(programs);
    let found = wrong(&text, pass);
    if found == Ok(0) {
        return 0;
    }
    if let [program] = programs {
        let message = || found.clone().err().unwrap_or_default();
        let too_hard = ["isl did not decide it within", "a number that may pass 64 bits"];
        if too_hard.iter().any(|reason| message().contains(reason)) {
            return 1;
        }
        assert_eq!(found, Ok(0), "{pass}\n{}\n{text}\n{program:?}", message());
    }
    let (first, second) = programs.split_at(programs.len() / 2);
    let undecided = check(first, pass) + check(second, pass);
    assert_ne!(undecided, 0, "programs are right by themselves and wrong together");
    undecided
}

/// Programs in modules of 100.
fn check_all(seed: u64, n_modules: usize, options: &str, may_leave: bool) {
    let pass = format!("layout-insert-bounds{{{options}}}");
    let mut random = Random::new(seed);
    let mut n_inside = 0;
    let mut n_outside = 0;
    let mut n_undecided = 0;
    for _ in 0..n_modules {
        let programs: Vec<Program> =
            (0..100).map(|_| Program::random(&mut random, may_leave)).collect();
        for run in programs.iter().map(Program::run) {
            n_inside += run.n_inside;
            n_outside += run.n_outside;
        }
        n_undecided += check(&programs, &pass);
    }
    let n = 100 * n_modules;
    println!(
        "{options}: {n} programs, {n_inside} elements in bounds, {n_outside} not, {n_undecided} undecided"
    );
    // At most one in 50 is too hard.
    assert!(n_undecided <= 2 * n_modules, "{n_undecided} programs are not decided");
    // The programs are worth running.
    assert!(1000 < n_inside && 1000 < n_outside, "{n_inside} in bounds, {n_outside} out of bounds");
}

#[test]
fn accesses_under_conditions() {
    check_all(1, 10, "", false);
}

#[test]
fn layouts_past_their_ends() {
    check_all(2, 4, "promotion=allow", true);
}

#[test]
fn accesses_under_sets() {
    check_all(3, 3, "guard-with=affine", false);
}

#[test]
fn vectors_with_masks() {
    check_all(4, 3, "mode=mask", false);
}

/// The count is one of what differs: without the pass it is not 0.
#[test]
fn what_is_out_of_bounds_is_counted() {
    let mut random = Random::new(1);
    let programs: Vec<Program> = (0..20).map(|_| Program::random(&mut random, false)).collect();
    let found = wrong(&module(&programs), "canonicalize{max-iterations=0}");
    assert!(found.clone().is_ok_and(|wrong| 0 < wrong), "{found:?}");
}
