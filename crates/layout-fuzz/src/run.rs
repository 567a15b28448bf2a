//! Runs of many cases: the same cases for a seed, whatever the number of threads.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::{self, AssertUnwindSafe};
use std::thread;

use layout_math::algebra::Kind;

use crate::case::{Case, Question, Seen, check};
use crate::check::values::UNREADABLE;
use crate::claims;
use crate::coverage::{Cell, Coverage};
use crate::given::Given;
use crate::judge::{Layout, Promotion, Random};
use crate::laws;
use crate::method::Forced;
use crate::operations::{self, Call};
use crate::pairs;
use crate::report::Finding;
use crate::shrink::shrink;
use crate::subject::Subject;

/// So many subjects are taken by a thread at a time. Each is a few dozen cases.
const BATCH: u64 = 256;

/// Of a hundred claims of one layout, and of two, so many are put to isl alone.
const BY_ISL: i64 = 10;

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
        all.add(one(options.seed, subject));
        return all;
    }
    let mut next = 0;
    while all.cases < options.cases && all.findings.len() < MANY {
        let threads = options.threads.max(1) as u64;
        let starts: Vec<u64> = (0..threads).map(|thread| next + thread * BATCH).collect();
        next += threads * BATCH;
        let batch = |start: u64| {
            let mut batch = Summary::default();
            for subject in start..start + BATCH {
                batch.add(one(options.seed, subject));
            }
            batch
        };
        let batches: Vec<Summary> = thread::scope(|scope| {
            let running: Vec<_> =
                starts.iter().map(|&start| scope.spawn(move || batch(start))).collect();
            running.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        // What more threads have done than is asked for is left out.
        for batch in batches {
            if all.cases < options.cases {
                all.add(batch);
            }
        }
        progress(&all);
    }
    if options.complete {
        complete(options.seed, next, &mut all, &mut progress);
    }
    all
}

/// Looks for cells that were not seen: subjects of other questions and kinds are made and left out.
fn complete(seed: u64, first: u64, all: &mut Summary, progress: &mut impl FnMut(&Summary)) {
    for batch in 0..ROUNDS {
        let wanted = Wanted::new(&all.coverage.missing());
        if wanted.cells.is_empty() || MANY <= all.findings.len() {
            return;
        }
        for number in 0..ROUND {
            all.add(asked(seed, first + batch * ROUND + number, Some(&wanted)));
        }
        progress(all);
    }
}

/// So many rounds of so many subjects are made to see what was not.
const ROUNDS: u64 = 100;
const ROUND: u64 = 1 << 16;

/// Questions about kinds that were not seen in some cell.
struct Wanted {
    cells: BTreeSet<[&'static str; 3]>,
    by_isl: bool,
}

impl Wanted {
    fn new(missing: &[Cell]) -> Self {
        let cells = missing.iter().map(|cell| [cell[0], cell[1], cell[2]]).collect();
        Wanted { cells, by_isl: missing.iter().any(|cell| cell[3] == "isl") }
    }

    fn is_about(&self, layouts: &[Layout], asked: &Asked) -> bool {
        let kind = |at: usize| layouts.get(at).map_or("-", Layout::notation);
        let kinds = [kind(0), kind(1)];
        self.cells.iter().any(|[question, a, b]| {
            let is_name = match asked {
                Asked::Operation(name, _) => question == name,
                Asked::Composition => *question == "compose",
                Asked::Claims => {
                    laws::names().all(|name| name != *question) && *question != "compose"
                }
            };
            is_name && kinds == [*a, *b]
        })
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

/// All cases about one subject.
fn one(seed: u64, number: u64) -> Summary {
    asked(seed, number, None)
}

/// The cases about one subject if it is wanted.
fn asked(seed: u64, number: u64, wanted: Option<&Wanted>) -> Summary {
    let mut summary = Summary { subjects: 1, ..Summary::default() };
    // Neighbors have nothing in common.
    let mut random = Random::new(seed ^ number.wrapping_mul(0xd129_0d3c_7b1f_5e4b));
    random.bits();
    let (layouts, asked) = match random.number(0, 61) {
        0..29 => (claims::one(&mut random), Asked::Claims),
        29..39 => (claims::two(&mut random), Asked::Claims),
        39..42 => (pairs::pair(&mut random), Asked::Composition),
        _ => {
            let Call { name, operands, given } = operations::call(&mut random);
            (operands, Asked::Operation(name, given))
        }
    };
    if wanted.is_some_and(|wanted| !wanted.is_about(&layouts, &asked)) {
        return summary;
    }
    let by_isl = if wanted.is_some_and(|wanted| wanted.by_isl) { 100 } else { BY_ISL };
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
enum Asked {
    Claims,
    Composition,
    Operation(&'static str, Given),
}

/// What is asked about a subject, and by which methods.
fn questions(
    random: &mut Random,
    subject: &Subject,
    asked: Asked,
    by_isl: i64,
) -> Vec<(Question, Forced)> {
    match asked {
        Asked::Claims => {}
        Asked::Composition => {
            let promotions = [Promotion::Extend, Promotion::None];
            return promotions.map(|own| (Question::Compose(own), Forced::Any)).to_vec();
        }
        Asked::Operation(name, given) => {
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
    // What is made smaller may be no layout.
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
