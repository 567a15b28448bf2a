//! `layout-lint`: what is wrong, or slow, in Triton kernels, for people and for CI.

mod show;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use layout_kernels::analyze::Target;
use layout_kernels::lint::{
    Baseline, Finding, Level, RULES, Report, Settings, Sources, lint_file, sarif, summaries,
};
use lexopt::prelude::*;

use show::{Ranked, Shown, table};

const USAGE: &str = "\
usage: layout-lint [options] <kernel.ttgir or folder>...

  --sarif <file>      write all findings as SARIF 2.1.0
  --baseline <file>   findings in this file are accepted
  --update-baseline   write all findings to the file of --baseline
  --fail-on <level>   error (default), warning, note or never
  --notes             report what costs no more than it must, too
  --summary           rank the kernels by what they move in a turn of their innermost loop
  --color <when>      auto (default), always or never
  --target <name>     the machine, for example sm_90 or gfx950, instead of that which a file is
                      compiled for; help prints all, with what is known of them
  --banks <n>         banks of shared memory, instead of the machine's
  --bank-bytes <n>    bytes of a bank
  --sector-bytes <n>  bytes of a sector of global memory
  --list-rules        print the rules with what to do about them
  -h, --help          print this help
  -V, --version       print the version

Folders, such as Triton's cache, are searched for files that end in .ttgir; - is standard input.
A finding is at the line of the kernel's source where the file says which; a comment in that line,
`# layout-lint: disable=RULE`, silences it.
The status is 1 if a finding that is not accepted has the level of --fail-on or a worse one, 2 if the
options, the baseline or a file cannot be read; all other files are linted all the same.
";

struct Arguments {
    inputs: Vec<PathBuf>,
    sarif: Option<String>,
    baseline: Option<String>,
    updates_baseline: bool,
    fail_on: Option<Level>,
    notes: bool,
    summary: bool,
    colors: bool,
    settings: Settings,
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
        summary: false,
        colors: io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        settings: Settings::default(),
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
            Long("summary") => arguments.summary = true,
            Long("color") => {
                arguments.colors = match parser.value()?.string()?.as_str() {
                    "auto" => arguments.colors,
                    "always" => true,
                    "never" => false,
                    other => return Err(format!("--color {other}: no such way").into()),
                }
            }
            Long("target") => {
                let name = parser.value()?.string()?;
                if name == "help" {
                    print(&Target::table());
                    return Ok(None);
                }
                let target = Target::named(&name);
                let target = target
                    .ok_or(format!("--target {name}: no such machine; --target help prints all"))?;
                arguments.settings.machine = Some(*target.machine());
            }
            Long("banks") => arguments.settings.banks = Some(parser.value()?.parse()?),
            Long("bank-bytes") => arguments.settings.bank_bytes = Some(parser.value()?.parse()?),
            Long("sector-bytes") => {
                arguments.settings.sector_bytes = Some(parser.value()?.parse()?);
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
            Value(path) => arguments.inputs.push(path.into()),
            other => return Err(other.unexpected()),
        }
    }
    let sizes = [
        ("--banks", arguments.settings.banks),
        ("--bank-bytes", arguments.settings.bank_bytes),
        ("--sector-bytes", arguments.settings.sector_bytes),
    ];
    for (option, size) in sizes {
        if size.is_some_and(|size| !size.is_power_of_two() || 1 << 17 < size) {
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
    // Those of them whose file was not linted.
    let mut broken = Vec::new();
    let mut sources = Sources::default();
    let folder = std::env::current_dir().unwrap_or_default().display().to_string();
    let mut ranked = Vec::new();
    for (name, read) in files(&arguments.inputs) {
        let bytes = read();
        let kernels = match &bytes {
            Ok(bytes) if arguments.summary => summaries(bytes, arguments.settings),
            _ => Vec::new(),
        };
        let (findings, is_linted) = lint_file(|| bytes, arguments.settings);
        let findings: Vec<Finding> = findings
            .into_iter()
            .filter(|found| arguments.notes || Level::Note < found.level())
            .map(|found| sources.silence(found.relative_to(&folder), &name))
            .collect();
        let marked = findings.into_iter().map(|found| {
            let is_accepted = accepted.accepts(&name, &found);
            (found, is_accepted)
        });
        if !is_linted {
            broken.push(reports.len());
        }
        let report = Report::new(&name, marked.collect());
        ranked.extend(kernels.into_iter().map(|kernel| Ranked::new(kernel, &report)));
        reports.push(report);
    }
    let shown = Shown { sources: &sources, colors: arguments.colors };
    let mut code = match (&arguments.baseline, arguments.updates_baseline) {
        (Some(path), true) => {
            let linted = reports.iter().enumerate().filter(|(at, _)| !broken.contains(at));
            update(path, linted.map(|(_, report)| report))?;
            for &at in &broken {
                shown.findings(&reports[at]);
            }
            ExitCode::SUCCESS
        }
        _ => say(&reports, arguments, accepted.len(), &shown),
    };
    if arguments.summary {
        print(&table(ranked));
    }
    if let Some(path) = &arguments.sarif {
        write(path, &sarif(&reports))?;
    }
    if !broken.is_empty() {
        code = ExitCode::from(2);
    }
    Ok(code)
}

/// Writes a baseline that accepts all of the findings.
fn update<'r>(path: &str, reports: impl Iterator<Item = &'r Report>) -> Result<(), String> {
    let mut baseline = Baseline::default();
    for report in reports {
        report.findings().for_each(|(found, _)| baseline.accept(report.file(), found));
    }
    write(path, &baseline.write())?;
    print(&format!("{path} accepts {}\n", counted(baseline.len(), "finding")));
    Ok(())
}

/// Prints what is not accepted, and counts.
fn say(
    reports: &[Report],
    arguments: &Arguments,
    n_accepted: usize,
    shown: &Shown<'_>,
) -> ExitCode {
    let mut counts = [0_usize; 3];
    let (mut accepted, mut silenced) = (0, 0);
    for report in reports {
        for (sum, own) in counts.iter_mut().zip(shown.findings(report)) {
            *sum += own;
        }
        accepted += report.findings().filter(|&(_, is_accepted)| is_accepted).count();
        silenced += report.findings().filter(|(found, _)| found.is_silenced()).count();
    }
    let is_at = |level: Level| counts[level as usize..].iter().any(|&count| 0 < count);
    let fails = arguments.fail_on.is_some_and(is_at);
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
    if 0 < silenced {
        summary += &format!("; {silenced} silenced");
    }
    print(&format!("{summary}\n"));
    ExitCode::from(u8::from(fails))
}

/// How a file is read, or why it cannot be.
type Reading = Box<dyn FnOnce() -> io::Result<Vec<u8>>>;

/// The files that are named and those in the folders that are, in order, by name. A folder that cannot
/// be read is a file that cannot.
fn files(inputs: &[PathBuf]) -> Vec<(String, Reading)> {
    let mut files: Vec<(String, Reading)> = Vec::new();
    for input in inputs {
        if input == Path::new("-") {
            files.push(("<stdin>".to_owned(), Box::new(read_input)));
        } else if input.is_dir() {
            let mut found = BTreeMap::new();
            search(input, &mut found);
            files.extend(found.into_iter().map(|(path, read)| (path.display().to_string(), read)));
        } else {
            let path = input.clone();
            files.push((input.display().to_string(), Box::new(|| fs::read(path))));
        }
    }
    files
}

/// The `.ttgir` files of a folder and those in it; links to folders are not followed.
fn search(folder: &Path, found: &mut BTreeMap<PathBuf, Reading>) {
    if let Err(error) = try_search(folder, found) {
        found.insert(folder.to_owned(), Box::new(|| Err(error)));
    }
}

fn try_search(folder: &Path, found: &mut BTreeMap<PathBuf, Reading>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_dir() {
            search(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "ttgir") && !path.is_dir() {
            let own = path.clone();
            found.insert(path, Box::new(|| fs::read(own)));
        }
    }
    Ok(())
}

fn read_input() -> io::Result<Vec<u8>> {
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
