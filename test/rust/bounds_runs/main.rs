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

use std::collections::BTreeSet;

use program::Program;
use random::Random;
use text::module;

/// What running a module finds.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    n_wrong: i64,
    /// The programs that are left out, by their place in the module.
    undecided: BTreeSet<usize>,
}

/// How many findings are wrong when the module runs with the pass, or why it does not run.
///
/// Programs with an access that isl does not decide within its budget, or only with numbers past 64
/// bits, are left out: the pass says so and leaves the access alone.
fn run_module(module: &str, pass: &str) -> Result<Found, String> {
    let passes = format!(
        "{pass}, layout-lower-to-arith, convert-vector-to-scf, lower-affine, \
         convert-scf-to-cf, expand-strided-metadata, lower-affine, convert-vector-to-llvm, \
         finalize-memref-to-llvm, convert-arith-to-llvm, convert-index-to-llvm, \
         convert-cf-to-llvm, convert-func-to-llvm, reconcile-unrealized-casts"
    );
    let mut lowered = run::lower(module, &passes)?;
    let mut undecided = BTreeSet::new();
    for remark in lowered.messages.lines().filter(|line| line.contains("remark: unknown")) {
        let too_hard = ["isl did not decide it within", "a number that may pass 64 bits"];
        if !too_hard.iter().any(|reason| remark.contains(reason)) {
            return Err(lowered.messages);
        }
        undecided.insert(program_at(module, remark).ok_or_else(|| remark.to_owned())?);
    }
    for program in &undecided {
        let call = format!("llvm.call @program{program}() : () -> i64");
        assert_eq!(lowered.text.matches(&call).count(), 1, "{call}");
        lowered.text = lowered.text.replace(&call, "llvm.mlir.constant(0 : i64) : i64");
    }
    let n_wrong = run::execute(&lowered.text, "i64")?;
    Ok(Found { n_wrong, undecided })
}

/// The program that a message `<stdin>:LINE:COLUMN: ...` is about.
fn program_at(module: &str, message: &str) -> Option<usize> {
    let line: usize = message.strip_prefix("<stdin>:")?.split(':').next()?.parse().ok()?;
    let number = |line: &str| -> Option<usize> {
        let rest = line.strip_prefix("func.func private @")?;
        let rest = rest.strip_prefix("body").or_else(|| rest.strip_prefix("loops"))?;
        rest.split('(').next()?.parse().ok()
    };
    module.lines().take(line).filter_map(number).last()
}

/// Runs programs together; if they are wrong, each half of them, to say which one is. Returns how
/// many are undecided.
fn check(programs: &[Program], pass: &str) -> usize {
    let text = module(programs);
    let found = run_module(&text, pass);
    if let Ok(Found { n_wrong: 0, undecided }) = &found {
        return undecided.len();
    }
    if let [program] = programs {
        let message = found.as_ref().err().cloned().unwrap_or_default();
        panic!("{pass}\n{found:?}\n{message}\n{text}\n{program:?}");
    }
    let (first, second) = programs.split_at(programs.len() / 2);
    check(first, pass);
    check(second, pass);
    panic!("programs are right by themselves and wrong together");
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
    check_all(1, 11, "", false);
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
    let found = run_module(&module(&programs), "canonicalize{max-iterations=0}");
    assert!(found.as_ref().is_ok_and(|found| 0 < found.n_wrong), "{found:?}");
}
