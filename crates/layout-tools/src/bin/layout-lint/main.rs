//! `layout-lint`: what is wrong, or slow, in Triton kernels, for people and for CI.

mod show;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use layout_kernels::analyze::Target;
use layout_kernels::lint::{
    Baseline, Finding, Level, Linted, RULES, Report, Rule, Settings, Sources, lint_file, sarif,
    summaries,
};
use layout_tools::command::{self, Color, FailOn, Lint, Status, failed};

use show::{Listener, Ranked, Shown, table};

/// The name of the standard input.
const STDIN: &str = "<stdin>";

/// What the arguments say beside what they are.
struct Arguments {
    own: Lint,
    fail_on: Option<Level>,
    colors: bool,
    listener: Listener,
    settings: Settings,
}

fn main() -> ExitCode {
    let own: Lint = match command::arguments() {
        Ok(own) => own,
        Err(status) => return status,
    };
    match answer(own) {
        Ok(status) => status.into(),
        Err(message) => failed("layout-lint", &message),
    }
}

fn answer(own: Lint) -> Result<Status, String> {
    if own.list_rules {
        Listener::Output.hear(&rules())?;
        return Ok(Status::Fine);
    }
    if own.target.as_deref() == Some("help") {
        Listener::Output.hear(&Target::table())?;
        return Ok(Status::Fine);
    }
    if own.inputs.is_empty() {
        return Err("no file to lint; see --help".to_owned());
    }
    let baseline = own.baseline.as_deref();
    let (read, written) = if own.update_baseline { (None, baseline) } else { (baseline, None) };
    let inputs = own.inputs.iter().map(|input| input.as_os_str());
    command::is_once("input", inputs.chain(read.map(OsStr::new)))?;
    command::is_once("output", own.sarif.as_deref().into_iter().chain(written))?;
    let is_taken = own.sarif.as_deref() == Some("-") || written == Some("-");
    let listener = if is_taken { Listener::Error } else { Listener::Output };
    let machine = own.target.as_deref().map(|name| {
        let target = Target::named(name).map(|target| *target.machine());
        target.ok_or(format!("--target {name}: no such machine; --target help prints all"))
    });
    let settings = Settings {
        machine: machine.transpose()?,
        banks: own.banks,
        bank_bytes: own.bank_bytes,
        sector_bytes: own.sector_bytes,
    };
    let fail_on = match own.fail_on {
        FailOn::Error => Some(Level::Error),
        FailOn::Warning => Some(Level::Warning),
        FailOn::Note => Some(Level::Note),
        FailOn::Never => None,
    };
    let colors = match own.color {
        Color::Auto => listener.is_colored(),
        Color::Always => true,
        Color::Never => false,
    };
    run(&Arguments { own, fail_on, colors, listener, settings })
}

fn rules() -> String {
    let rule = |rule: &Rule| {
        format!("{} ({}): {}\n    {}\n\n", rule.id(), rule.level(), rule.summary(), rule.help())
    };
    RULES.iter().map(rule).collect()
}

fn run(arguments: &Arguments) -> Result<Status, String> {
    let own = &arguments.own;
    let accepted = match &own.baseline {
        Some(path) if !own.update_baseline => {
            let name = if path == "-" { STDIN } else { path };
            let bytes = command::read(path).map_err(|error| format!("{name}: {error}"))?;
            let text = String::from_utf8(bytes).map_err(|error| format!("{name}: {error}"))?;
            Baseline::read(&text).map_err(|error| format!("{name}: {error}"))?
        }
        _ => Baseline::default(),
    };
    let mut reports = Vec::new();
    // Those of them whose file was not linted.
    let mut broken = Vec::new();
    let mut sources = Sources::default();
    let working = std::env::current_dir().unwrap_or_default();
    let folder = working.display().to_string();
    let mut ranked = Vec::new();
    for (path, read) in files(&own.inputs) {
        let (name, bytes) = (path.display().to_string(), read());
        let kernels = match &bytes {
            Ok(bytes) if own.summary => summaries(bytes, arguments.settings),
            _ => Vec::new(),
        };
        let (findings, is_linted) = lint_file(|| bytes, arguments.settings);
        let findings: Vec<Finding> = findings
            .into_iter()
            .filter(|found| own.notes || Level::Note < found.level())
            .map(|found| sources.silence(found.relative_to(&folder), &name))
            .collect();
        let linted = linted(&path, &working);
        let marked = findings.into_iter().map(|found| {
            let is_accepted = accepted.accepts(&linted, &found);
            (found, is_accepted)
        });
        if !is_linted {
            broken.push(reports.len());
        }
        let report = Report::new(path, marked.collect());
        ranked.extend(kernels.into_iter().map(|kernel| Ranked::new(kernel, &report)));
        reports.push(report);
    }
    let (colors, listener) = (arguments.colors, arguments.listener);
    let shown = Shown { sources: &sources, colors, listener };
    let mut code = match (&own.baseline, own.update_baseline) {
        (Some(path), true) => {
            let linted = reports.iter().enumerate().filter(|(at, _)| !broken.contains(at));
            update(path, &working, linted.map(|(_, report)| report), listener)?;
            for &at in &broken {
                shown.findings(&reports[at])?;
            }
            Status::Fine
        }
        _ => say(&reports, arguments, accepted.len(), &shown)?,
    };
    if own.summary {
        listener.hear(&table(ranked))?;
    }
    if let Some(path) = &own.sarif {
        command::write(path, &sarif(&reports))?;
    }
    if !broken.is_empty() {
        code = Status::Failed;
    }
    Ok(code)
}

/// What a baseline knows a file by.
fn linted(path: &Path, working: &Path) -> Linted {
    if path == Path::new(STDIN) { Linted::named(STDIN) } else { Linted::at(path, working) }
}

/// Writes a baseline that accepts all of the findings.
fn update<'r>(
    path: &str,
    working: &Path,
    reports: impl Iterator<Item = &'r Report>,
    listener: Listener,
) -> Result<(), String> {
    let mut baseline = Baseline::default();
    for report in reports {
        let linted = linted(report.path(), working);
        report.findings().for_each(|(found, _)| baseline.accept(&linted, found));
    }
    command::write(path, &baseline.write())?;
    let name = if path == "-" { "the baseline" } else { path };
    listener.hear(&format!("{name} accepts {}\n", counted(baseline.len(), "finding")))
}

/// Prints what is not accepted, and counts.
fn say(
    reports: &[Report],
    arguments: &Arguments,
    n_accepted: usize,
    shown: &Shown<'_>,
) -> Result<Status, String> {
    let mut counts = [0_usize; 3];
    let (mut accepted, mut silenced) = (0, 0);
    for report in reports {
        for (sum, own) in counts.iter_mut().zip(shown.findings(report)?) {
            *sum += own;
        }
        accepted += report.findings().filter(|&(_, is_accepted)| is_accepted).count();
        silenced += report.findings().filter(|(found, _)| found.is_silenced()).count();
    }
    let is_at = |level: Level| counts[level as usize..].iter().any(|&count| 0 < count);
    let fails = arguments.fail_on.is_some_and(is_at);
    let [notes, warnings, errors] = counts;
    let mut summary = format!("{}, {}", counted(errors, "error"), counted(warnings, "warning"));
    if arguments.own.notes {
        summary += &format!(", {}", counted(notes, "note"));
    }
    summary += &format!(" in {}", counted(reports.len(), "file"));
    if arguments.own.baseline.is_some() {
        summary += &format!("; {accepted} accepted");
        if accepted < n_accepted {
            summary += &format!(", {} in the baseline are gone", n_accepted - accepted);
        }
    }
    if 0 < silenced {
        summary += &format!("; {silenced} silenced");
    }
    arguments.listener.hear(&format!("{summary}\n"))?;
    Ok(if fails { Status::Wrong } else { Status::Fine })
}

/// How a file is read, or why it cannot be.
type Reading = Box<dyn FnOnce() -> io::Result<Vec<u8>>>;

/// The files that are named and those in the folders that are, in order, by name. A folder that cannot
/// be read, or has no file to lint, is a file that cannot be read.
fn files(inputs: &[PathBuf]) -> Vec<(PathBuf, Reading)> {
    let mut files: Vec<(PathBuf, Reading)> = Vec::new();
    for input in inputs {
        if input == Path::new("-") {
            files.push((STDIN.into(), Box::new(|| command::read("-"))));
        } else if input.is_dir() {
            let mut found = BTreeMap::new();
            search(input, &mut found);
            if found.is_empty() {
                let none = || Err(io::Error::other("no file in this folder ends in .ttgir"));
                found.insert(input.clone(), Box::new(none));
            }
            files.extend(found);
        } else {
            let path = input.clone();
            files.push((input.clone(), Box::new(|| fs::read(path))));
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

fn counted(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
