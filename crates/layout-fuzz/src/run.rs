//! Runs of many cases: the same cases for a seed, whatever the number of threads.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::{self, AssertUnwindSafe};
use std::thread;

use layout_math::algebra::Kind;

use crate::case::{Case, Question, Seen, check, kinds};
use crate::check::values::UNREADABLE;
use crate::claims;
use crate::coverage::{Cell, Coverage};
use crate::given::Given;
use crate::judge::{Layout, Promotion, Random};
use crate::method::Forced;
use crate::operations::{self, RandomCall};
use crate::pairs;
use crate::report::Finding;
use crate::shrink::shrink;
use crate::subject::Subject;

/// So many subjects are taken by a thread at a time. Each is a few dozen cases.
const BATCH: u64 = 256;

/// Of a hundred claims of one layout, and of two, so many are put to isl alone.
const BY_ISL: i64 = 10;
const ALL_BY_ISL: i64 = 100;

/// Of a hundred layouts, so many are converted: isl has most of the work of it.
const CONVERTED: i64 = 20;

/// After so many findings a run ends.
const MANY: usize = 20;

/// What a run does.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    pub seed: u64,
    /// The run ends with the batch in which the number of cases reaches this.
    pub cases: u64,
    pub threads: usize,
    /// One subject alone.
    pub subject: Option<u64>,
    /// The run goes on with what was not seen, until all that can occur was.
    pub complete: bool,
}

/// What a run saw.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    pub cases: u64,
    pub subjects: u64,
    pub coverage: Coverage,
    pub findings: Vec<Finding>,
}

/// Runs cases until there are enough, and tells `progress` after each round of batches.
pub fn run(options: &Options, mut progress: impl FnMut(&Summary)) -> Summary {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map_or(String::new(), |place| format!(" at {place}"));
        PLACE.with_borrow_mut(|own| *own = place);
    }));
    let mut all = Summary::default();
    if let Some(subject) = options.subject {
        // What found something may have been put to isl by chance, or to see what had not been seen.
        all.add(asked(options.seed, subject, None, ALL_BY_ISL));
        return all;
    }
    let threads = options.threads.max(1);
    let mut next = 0;
    while all.cases < options.cases && all.findings.len() < MANY {
        // What more threads have done than is asked for is left out.
        for batch in batches(options.seed, next, threads, threads as u64, None) {
            if all.cases < options.cases {
                all.add(batch);
            }
        }
        next += threads as u64 * BATCH;
        progress(&all);
    }
    if options.complete {
        for _ in 0..ROUNDS {
            let wanted = Wanted::new(&all.coverage.missing());
            if wanted.cells.is_empty() || MANY <= all.findings.len() {
                break;
            }
            let found = batches(options.seed, next, threads, ROUND, Some(&wanted));
            found.into_iter().for_each(|batch| all.add(batch));
            next += ROUND * BATCH;
            progress(&all);
        }
    }
    all
}

/// The cases of so many batches of subjects from one on, in their order, by some threads.
fn batches(
    seed: u64,
    first: u64,
    threads: usize,
    count: u64,
    wanted: Option<&Wanted>,
) -> Vec<Summary> {
    let by_isl = if wanted.is_some() { ALL_BY_ISL } else { BY_ISL };
    let batch = |number: u64| {
        let mut batch = Summary::default();
        let start = first + number * BATCH;
        for subject in start..start + BATCH {
            batch.add(asked(seed, subject, wanted, by_isl));
        }
        batch
    };
    let batch = &batch;
    let starts = 0..threads as u64;
    let mut all: Vec<(u64, Summary)> = thread::scope(|scope| {
        let own =
            |start| (start..count).step_by(threads).map(|n| (n, batch(n))).collect::<Vec<_>>();
        let running: Vec<_> = starts.map(|start| scope.spawn(move || own(start))).collect();
        running.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
    });
    all.sort_by_key(|&(number, _)| number);
    all.into_iter().map(|(_, batch)| batch).collect()
}

/// So many rounds of so many batches are made to see what was not.
const ROUNDS: u64 = 4000;
const ROUND: u64 = 64;

/// Questions about kinds, put to methods, with a verdict that was not seen.
struct Wanted {
    cells: BTreeSet<[&'static str; 4]>,
}

impl Wanted {
    fn new(missing: &[Cell]) -> Self {
        Wanted {
            cells: missing.iter().map(|&[name, a, b, forced, _]| [name, a, b, forced]).collect(),
        }
    }

    /// True if some question about layouts of these kinds is wanted: others are not made.
    fn is_about(&self, layouts: &[Layout]) -> bool {
        let kinds = kinds(layouts);
        self.cells.iter().any(|&[_, a, b, _]| kinds == [a, b])
    }

    fn has(&self, question: &Question, forced: Forced, layouts: &[Layout]) -> bool {
        let [a, b] = kinds(layouts);
        self.cells.contains(&[question.name(), a, b, forced.name()])
    }
}

impl Summary {
    fn add(&mut self, other: Summary) {
        self.cases += other.cases;
        self.subjects += other.subjects;
        self.coverage.merge(&other.coverage);
        for finding in other.findings {
            if !self.findings.iter().any(|known| known.is_like(&finding)) {
                self.findings.push(finding);
            }
        }
    }
}

/// The cases about one subject, or those of them that are wanted.
fn asked(seed: u64, number: u64, wanted: Option<&Wanted>, by_isl: i64) -> Summary {
    let mut summary = Summary { subjects: 1, ..Summary::default() };
    // Neighbors have nothing in common.
    let mut random = Random::new(seed ^ number.wrapping_mul(0xd129_0d3c_7b1f_5e4b));
    random.bits();
    let (layouts, asked) = match random.number(0, 61) {
        0..29 => (claims::one(&mut random), SubjectKind::Claims),
        29..39 => (claims::two(&mut random), SubjectKind::Claims),
        39..42 => (pairs::pair(&mut random), SubjectKind::Composition),
        _ => {
            let RandomCall { name, operands, given } = operations::call(&mut random);
            (operands, SubjectKind::Operation(name, given))
        }
    };
    if wanted.is_some_and(|wanted| !wanted.is_about(&layouts)) {
        return summary;
    }
    let made = caught(|| Ok(Subject::new(layouts.clone())));
    let subject = match made {
        Ok(Some(subject)) => subject,
        Ok(None) => return summary,
        Err(reason) => {
            let case = shown(&layouts);
            let smallest = case.clone();
            summary.findings.push(Finding { seed, subject: number, case, smallest, reason });
            return summary;
        }
    };
    for (question, forced) in questions(&mut random, &subject, asked, by_isl) {
        if wanted.is_some_and(|wanted| !wanted.has(&question, forced, &subject.layouts)) {
            continue;
        }
        let fails = match question {
            Question::Claim(claim) => subject.fails(claim),
            _ => None,
        };
        match caught(|| check(&question, forced, &subject, fails)) {
            Ok(Some(Seen { cell, method })) => {
                summary.cases += 1;
                summary.coverage.add(cell, method);
            }
            Ok(None) => {}
            Err(_) => {
                let case = Case { question, forced, layouts: layouts.clone() };
                summary.findings.push(finding(seed, number, case));
            }
        }
    }
    summary
}

/// What a subject was made for.
enum SubjectKind {
    Claims,
    Composition,
    Operation(&'static str, Given),
}

/// What is asked about a subject, and by which methods.
fn questions(
    random: &mut Random,
    subject: &Subject,
    asked: SubjectKind,
    by_isl: i64,
) -> Vec<(Question, Forced)> {
    match asked {
        SubjectKind::Claims => {}
        SubjectKind::Composition => {
            let promotions = [Promotion::Extend, Promotion::None];
            return promotions.map(|own| (Question::Compose(own), Forced::Any)).to_vec();
        }
        SubjectKind::Operation(name, given) => {
            let question = |forced| (Question::Operation(name, given.clone()), forced);
            return Forced::ALL.map(question).to_vec();
        }
    }
    let mut all = Vec::new();
    for claim in claims::all(random, subject) {
        for forced in Forced::ALL {
            if forced != Forced::Isl || random.chance(by_isl) {
                all.push((Question::Claim(claim), forced));
            }
        }
    }
    if random.chance(CONVERTED)
        && let [_] = subject.layouts[..]
    {
        let kinds = [Kind::Cute, Kind::Composed, Kind::Linear, Kind::Relation];
        let to = *random.pick(&kinds);
        all.push((Question::Convert(to), Forced::Any));
    }
    all
}

fn finding(seed: u64, subject: u64, case: Case) -> Finding {
    let fails = |case: &Case| caught(|| case.check()).err();
    // What is made smaller may not be a layout.
    let is_meant = |reason: String| !reason.starts_with(UNREADABLE);
    let smallest = shrink(case.clone(), |case| fails(case).is_some_and(is_meant));
    let reason = fails(&smallest).unwrap_or_else(|| "it does not fail again".to_owned());
    Finding { seed, subject, case: case.to_string(), smallest: smallest.to_string(), reason }
}

thread_local! {
    /// Where the last panic of this thread was.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A panic is an error like any other.
fn caught<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        Err(format!("{}{}", message(&*panic), PLACE.with_borrow(Clone::clone)))
    })
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "a panic".to_owned())
}

fn shown(layouts: &[Layout]) -> String {
    layouts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
}
