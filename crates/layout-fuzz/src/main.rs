//! `layout-fuzz`: verdicts of the library against a judge that shares no code with it.

use std::process::ExitCode;
use std::time::Instant;

use layout_fuzz::{Options, Summary, run};
use lexopt::prelude::*;

const USAGE: &str = "\
usage: layout-fuzz [--seed <n>] [--cases <n>] [--threads <n>] [--subject <n>] [--cells] [--complete]

  --seed <n>     which cases (default 0); the same for the same seed, whatever the number of threads
  --cases <n>    how many, to the end of a batch (default 100000)
  --threads <n>  threads (default: those of the machine)
  --subject <n>  the cases about one subject of the run alone, as a disagreement names it
  --cells        print how often each cell of the space was seen
  --complete     go on with cells that were not seen, and fail if one that can occur never is
  -h, --help     print this help

A case is a question about random layouts, put to one method of the library or to all in its order, and
compared with the answer by definition. The status is 1 if they disagree.
";

struct Arguments {
    options: Options,
    cells: bool,
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprint!("layout-fuzz: {error}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let begin = Instant::now();
    let mut shown = 0;
    let mut asked = 0;
    let summary = run(&arguments.options, |summary| {
        summary.findings[shown..].iter().for_each(|finding| println!("{finding}"));
        shown = summary.findings.len();
        if asked + 1_000_000 <= summary.cases {
            asked = summary.cases;
            eprintln!("{} cases in {:.0} s", summary.cases, begin.elapsed().as_secs_f64());
            if arguments.options.complete && arguments.options.cases <= summary.cases {
                let missing = summary.coverage.missing();
                missing.iter().for_each(|cell| eprintln!("not yet seen: {}", cell.join(" ")));
            }
        }
    });
    summary.findings[shown..].iter().for_each(|finding| println!("{finding}"));
    report(&summary, &arguments, begin.elapsed().as_secs_f64())
}

fn report(summary: &Summary, arguments: &Arguments, seconds: f64) -> ExitCode {
    let Summary { cases, subjects, coverage, findings } = summary;
    if arguments.cells {
        print!("{coverage}");
    }
    let verdicts = ["proved", "refuted", "unknown"]
        .map(|verdict| format!("{} {verdict}", coverage.count(|cell| cell[4] == verdict)));
    let by_isl = coverage.count(|cell| cell[3] == "isl" && cell[4] != "unknown");
    println!("{cases} cases about {subjects} subjects: {}", verdicts.join(", "));
    println!("{by_isl} decided by isl alone, {:.0} cases a second", *cases as f64 / seconds);
    println!("{} disagreements", findings.len());
    let contradicted = coverage.contradicted();
    for cell in &contradicted {
        println!("seen, and listed as impossible: {}", cell.join(" "));
    }
    let missing = if arguments.options.complete { coverage.missing() } else { Vec::new() };
    for cell in &missing {
        println!("never seen: {}", cell.join(" "));
    }
    let is_right = findings.is_empty() && contradicted.is_empty() && missing.is_empty();
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn arguments() -> Result<Option<Arguments>, lexopt::Error> {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let mut options = Options { seed: 0, cases: 100_000, threads, subject: None, complete: false };
    let mut cells = false;
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("seed") => options.seed = parser.value()?.parse()?,
            Long("cases") => options.cases = parser.value()?.parse()?,
            Long("threads") => options.threads = parser.value()?.parse()?,
            Long("subject") => options.subject = Some(parser.value()?.parse()?),
            Long("cells") => cells = true,
            Long("complete") => options.complete = true,
            Short('h') | Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(Arguments { options, cells }))
}
