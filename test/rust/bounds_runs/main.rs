//! Random programs, run on the CPU with and without `layout-insert-bounds`.
//!
//! Without it they run in [`program`], which leaves out every access that is out of bounds by the
//! definitions of the layouts, and writes down what each access loads or stores. With it they are
//! machine code: what is loaded and stored has to be the same, so that no access in bounds is left
//! out, and the memory in the end too, in which the buffer is between canaries.

mod access;
mod arithmetic;
mod arithmetic_text;
mod body;
mod empty;
mod layouts;
#[path = "../machine/mod.rs"]
mod machine;
mod program;
#[path = "../run/mod.rs"]
mod run;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::thread;

use arithmetic::Arithmetic;
use fastrand::Rng;
use machine::generate::PREDICATES;
use program::Program;
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
        "{pass}, layout-lower-to-arith, convert-vector-to-scf, scf-forall-to-for, \
         affine-expand-index-ops, lower-affine, arith-expand, convert-scf-to-cf, \
         expand-strided-metadata, lower-affine, convert-vector-to-llvm, finalize-memref-to-llvm, convert-arith-to-llvm, convert-index-to-llvm, \
         convert-cf-to-llvm, convert-func-to-llvm, reconcile-unrealized-casts"
    );
    let mut lowered = run::lower(module, &passes)?;
    let mut undecided = BTreeSet::new();
    for remark in lowered.messages.lines().filter(|line| line.contains("remark: unknown")) {
        let too_hard = [
            "isl did not decide it within",
            "a number that may pass 64 bits",
            "does not fit in 64 bits",
            "is symbolic: its product with a coordinate is not Presburger",
        ];
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
fn check<P: Debug>(programs: &[P], module: impl Fn(&[P]) -> String + Copy, pass: &str) -> usize {
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
    check(first, module, pass);
    check(second, module, pass);
    panic!("programs are right by themselves and wrong together");
}

/// Programs in modules of 100.
fn check_all(seed: u64, n_modules: usize, options: &str, may_leave: bool) {
    let pass = format!("layout-insert-bounds{{{options}}}");
    let mut random = Rng::with_seed(seed);
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
        n_undecided += check(&programs, module, &pass);
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
    check_all(1, 11, "scope=layouts", false);
}

#[test]
fn layouts_past_their_ends() {
    check_all(2, 4, "promotion=allow scope=layouts", true);
}

#[test]
fn accesses_under_sets() {
    check_all(3, 3, "guard-with=affine scope=layouts", false);
}

#[test]
fn vectors_with_masks() {
    check_all(4, 3, "mode=mask scope=layouts", false);
}

/// The operations whose arithmetic is known, by the names in their table but those of constants and
/// comparisons, and what is read around an access but `scf.if`, whose condition is a comparison.
fn names_that_are_read() -> Vec<String> {
    let source = include_str!("../../../src/dialect/foreign/arithmetic.rs");
    let rows = source.lines().map(str::trim).filter(|line| line.starts_with('('));
    let names = rows.flat_map(|row| row.split('"').skip(1).step_by(2));
    let is_other = |name: &str| {
        name.is_empty() || [".constant", ".cmpi", ".cmp"].iter().any(|end| name.ends_with(end))
    };
    let mut found: Vec<String> = names.filter(|name| !is_other(name)).map(str::to_owned).collect();
    for predicate in PREDICATES {
        found.extend([format!("arith.cmpi {predicate}"), format!("index.cmp {predicate}")]);
    }
    let around = ["affine.if", "scf.for", "affine.for", "scf.parallel", "scf.forall"];
    found.extend(around.map(str::to_owned));
    found.push("layout.assume".to_owned());
    found
}

/// What programs of arithmetic give, and in how many each operation has operands of unknown signs.
#[derive(Debug, Default)]
struct Tally {
    n_inside: usize,
    n_outside: usize,
    n_undecided: usize,
    names: BTreeMap<String, usize>,
}

impl Tally {
    /// Runs modules of 250 programs.
    fn run(seed: u64, n_modules: usize, has_layout: bool, has_blocks: bool) -> Self {
        let scope = if has_layout { "layouts" } else { "all" };
        let pass = format!("layout-insert-bounds{{scope={scope}}}");
        let mut random = Rng::with_seed(seed);
        let mut tally = Tally::default();
        for _ in 0..n_modules {
            let programs: Vec<Arithmetic> =
                (0..250).map(|_| Arithmetic::random(&mut random, has_layout, has_blocks)).collect();
            for program in &programs {
                let outcome = program.run();
                tally.n_inside += outcome.n_inside;
                tally.n_outside += outcome.n_outside;
                for name in program.names_of_unknown_signs() {
                    *tally.names.entry(name).or_default() += 1;
                }
            }
            tally.n_undecided += check(&programs, arithmetic_text::module, &pass);
        }
        tally
    }

    /// The same in two threads, each with a seed.
    fn run_both(seeds: [u64; 2], n_modules: usize, has_layout: bool, has_blocks: bool) -> Self {
        let run = move |seed| Tally::run(seed, n_modules, has_layout, has_blocks);
        let halves = seeds.map(|seed| thread::spawn(move || run(seed)));
        let [mut tally, other] = halves.map(|half| half.join().unwrap());
        tally.n_inside += other.n_inside;
        tally.n_outside += other.n_outside;
        tally.n_undecided += other.n_undecided;
        for (name, count) in other.names {
            *tally.names.entry(name).or_default() += count;
        }
        println!("{tally:?}");
        tally
    }
}

/// Coordinates and indices are arithmetic of arguments of any sign, in all widths, under conditions
/// and in loops of them. Each program is called with several arguments.
#[test]
fn arithmetic_of_unknown_signs() {
    let tally = Tally::run_both([5, 6], 10, true, false);
    // Products of wide numbers may pass 64 bits, as in 9 of the 5,000.
    assert!(tally.n_undecided <= 12, "{tally:?}");
    assert!(25_000 < tally.n_inside && 25_000 < tally.n_outside, "{tally:?}");
    let read = names_that_are_read();
    assert_eq!(read.len(), 79, "{read:?}");
    for name in read {
        let count = tally.names.get(&name).copied().unwrap_or_default();
        assert!(20 <= count, "{name} is in {count} programs: {tally:?}");
    }
}

/// Indices are such arithmetic by themselves, of buffers and of views whose places are arithmetic too.
#[test]
fn indices_of_unknown_signs() {
    let tally = Tally::run_both([7, 8], 6, false, false);
    // The bounds of a view may pass 64 bits, as in 1 of the 3,000.
    assert!(tally.n_undecided <= 3, "{tally:?}");
    assert!(10_000 < tally.n_inside && 10_000 < tally.n_outside, "{tally:?}");
}

/// The same with branches and loops between blocks, and loops that go on while a condition holds.
#[test]
fn indices_in_blocks() {
    let tally = Tally::run_both([9, 10], 6, false, true);
    assert!(tally.n_undecided <= 3, "{tally:?}");
    assert!(10_000 < tally.n_inside && 10_000 < tally.n_outside, "{tally:?}");
}

/// The count is one of what differs: without the pass it is not 0.
#[test]
fn what_is_out_of_bounds_is_counted() {
    let mut random = Rng::with_seed(1);
    let any = std::iter::repeat_with(|| Program::random(&mut random, false));
    // What is stored out of bounds could end the process.
    let harmless = any.filter(|program| program.kinds.iter().all(|kind| kind.is_load()));
    let programs: Vec<Program> = harmless.take(20).collect();
    let found = run_module(&module(&programs), "canonicalize{max-iterations=0}");
    assert!(found.as_ref().is_ok_and(|found| 0 < found.n_wrong), "{found:?}");
}
