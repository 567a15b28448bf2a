//! `layout-lint`: what is wrong, or slow, in Triton kernels, for people and for CI.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use layout::analyze::Machine;
use layout::lint::{Baseline, Level, RULES, Report, lint, sarif};
use lexopt::prelude::*;

const USAGE: &str = "\
usage: layout-lint [options] <kernel.ttgir or folder>...

  --sarif <file>      write all findings as SARIF 2.1.0
  --baseline <file>   findings in this file are accepted
  --update-baseline   write all findings to the file of --baseline
  --fail-on <level>   error (default), warning, note or never
  --notes             report what costs no more than it must, too
  --banks <n>         banks of shared memory (default 32)
  --bank-bytes <n>    bytes of a bank (default 4)
  --sector-bytes <n>  bytes of a sector of global memory (default 32)
  --list-rules        print the rules with what to do about them
  -h, --help          print this help
  -V, --version       print the version

Folders are searched for files that end in .ttgir; - is standard input.
The status is 1 if a finding that is not accepted has the level of --fail-on or a worse one, 2 if the
options, the baseline or a file cannot be read.
";

struct Arguments {
    inputs: Vec<String>,
    sarif: Option<String>,
    baseline: Option<String>,
    updates_baseline: bool,
    fail_on: Option<Level>,
    notes: bool,
    machine: Machine,
}

fn main() -> ExitCode {
    let result = parse_arguments().map_err(|error| error.to_string());
    match result.and_then(|arguments| arguments.map_or(Ok(ExitCode::SUCCESS), |own| run(&own))) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("layout-lint: {message}");
            ExitCode::from(2)
        }
    }
}

/// The arguments, or nothing if all that was asked for was printed.
fn parse_arguments() -> Result<Option<Arguments>, lexopt::Error> {
    let mut parser = lexopt::Parser::from_env();
    let mut arguments = Arguments {
        inputs: Vec::new(),
        sarif: None,
        baseline: None,
        updates_baseline: false,
        fail_on: Some(Level::Error),
        notes: false,
        machine: Machine::default(),
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("sarif") => arguments.sarif = Some(parser.value()?.string()?),
            Long("baseline") => arguments.baseline = Some(parser.value()?.string()?),
            Long("update-baseline") => arguments.updates_baseline = true,
            Long("fail-on") => {
                arguments.fail_on = match parser.value()?.string()?.as_str() {
                    "error" => Some(Level::Error),
                    "warning" => Some(Level::Warning),
                    "note" => Some(Level::Note),
                    "never" => None,
                    other => return Err(format!("--fail-on {other}: no such level").into()),
                }
            }
            Long("notes") => arguments.notes = true,
            Long("banks") => arguments.machine.banks.banks = parser.value()?.parse()?,
            Long("bank-bytes") => {
                let bytes: u32 = parser.value()?.parse()?;
                arguments.machine.banks.bank_bits = bytes.saturating_mul(8);
            }
            Long("sector-bytes") => {
                arguments.machine.global.sector_bytes = parser.value()?.parse()?;
            }
            Long("list-rules") => {
                list_rules();
                return Ok(None);
            }
            Short('h') | Long("help") => {
                print!("{USAGE}");
                return Ok(None);
            }
            Short('V') | Long("version") => {
                println!("layout-lint {}", env!("CARGO_PKG_VERSION"));
                return Ok(None);
            }
            Value(path) => arguments.inputs.push(path.string()?),
            other => return Err(other.unexpected()),
        }
    }
    let sizes = [
        ("--banks", arguments.machine.banks.banks),
        ("--bank-bytes", arguments.machine.banks.bank_bits),
        ("--sector-bytes", arguments.machine.global.sector_bytes),
    ];
    for (option, size) in sizes {
        if !size.is_power_of_two() || 1 << 20 < size {
            return Err(format!("{option} is no power of two up to 2^17").into());
        }
    }
    if arguments.inputs.is_empty() {
        return Err("no file to lint; see --help".into());
    }
    if arguments.updates_baseline && arguments.baseline.is_none() {
        return Err("--update-baseline needs --baseline".into());
    }
    Ok(Some(arguments))
}

fn list_rules() {
    for rule in &RULES {
        println!("{} ({}): {}\n    {}\n", rule.id(), rule.level(), rule.summary(), rule.help());
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let accepted = match &arguments.baseline {
        Some(path) if !arguments.updates_baseline => {
            let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
            Baseline::read(&text).map_err(|error| format!("{path}: {error}"))?
        }
        _ => Baseline::default(),
    };
    let mut reports = Vec::new();
    for path in files(&arguments.inputs)? {
        let bytes = read(&path).map_err(|error| format!("{path}: {error}"))?;
        let name = if path == "-" { "<stdin>" } else { path.as_str() };
        let findings = lint(&bytes, &arguments.machine);
        let shown =
            findings.into_iter().filter(|found| arguments.notes || Level::Note < found.level());
        let marked = shown.map(|found| {
            let is_accepted = accepted.accepts(name, &found);
            (found, is_accepted)
        });
        reports.push(Report::new(name, marked.collect()));
    }
    if let Some(path) = &arguments.sarif {
        write(path, &sarif(&reports))?;
    }
    if let (Some(path), true) = (&arguments.baseline, arguments.updates_baseline) {
        let mut baseline = Baseline::default();
        for report in &reports {
            report.findings().for_each(|(found, _)| baseline.accept(report.file(), found));
        }
        write(path, &baseline.write())?;
        println!("{path} accepts {}", counted(baseline.len(), "finding"));
        return Ok(ExitCode::SUCCESS);
    }
    Ok(say(&reports, arguments, accepted.len()))
}

/// Prints what is not accepted, and counts.
fn say(reports: &[Report], arguments: &Arguments, n_accepted: usize) -> ExitCode {
    let mut counts = [0_usize; 3];
    let mut accepted = 0;
    let mut fails = false;
    for report in reports {
        for (found, is_accepted) in report.findings() {
            if is_accepted {
                accepted += 1;
                continue;
            }
            counts[found.level() as usize] += 1;
            fails |= arguments.fail_on.is_some_and(|level| level <= found.level());
            let (file, place) = (report.file(), found.position());
            let rule = found.rule().id();
            print(&format!("{file}:{place}: {}: {} [{rule}]\n", found.level(), found.message()));
            for related in found.related() {
                print(&format!("{file}:{}: note: {}\n", related.position(), related.message()));
            }
        }
    }
    let [notes, warnings, errors] = counts;
    let mut summary = format!("{}, {}", counted(errors, "error"), counted(warnings, "warning"));
    if arguments.notes {
        summary += &format!(", {}", counted(notes, "note"));
    }
    summary += &format!(" in {}", counted(reports.len(), "file"));
    if arguments.baseline.is_some() {
        summary += &format!("; {accepted} accepted");
        if accepted < n_accepted {
            summary += &format!(", {} in the baseline are gone", n_accepted - accepted);
        }
    }
    print(&format!("{summary}\n"));
    ExitCode::from(u8::from(fails))
}

/// The files that are named and those in the folders that are, in order.
fn files(inputs: &[String]) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    for input in inputs {
        if input != "-" && Path::new(input).is_dir() {
            let mut found = BTreeSet::new();
            search(Path::new(input), &mut found).map_err(|error| format!("{input}: {error}"))?;
            files.extend(found);
        } else {
            files.push(input.clone());
        }
    }
    Ok(files)
}

/// The `.ttgir` files of a folder and those in it; links to folders are not followed.
fn search(folder: &Path, found: &mut BTreeSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_dir() {
            search(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "ttgir") {
            found.insert(path.display().to_string());
        }
    }
    Ok(())
}

fn read(path: &str) -> io::Result<Vec<u8>> {
    if path != "-" {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn write(path: &str, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{path}: {error}"))
}

/// Prints to standard output; a reader such as head may have seen enough.
fn print(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}

fn counted(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
