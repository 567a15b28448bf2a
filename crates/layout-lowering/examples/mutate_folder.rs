//! Changes one place of the code of a folder's kernels many times, and counts what is said of it.
//!
//! A change that is not refuted must change nothing: both versions are executed on random numbers, and
//! what gives the same on all of them is counted as harmless. The others are printed.

use std::path::PathBuf;

use fastrand::Rng;
use layout_lowering::{validate, validate_on_numbers};

/// The lines that are instructions: indented, in a function.
fn instructions(lines: &[&str]) -> Vec<usize> {
    let is_one = |line: &str| {
        line.starts_with("  ")
            && !line.trim_start().starts_with(['r', ';'])
            && !line.contains("unreachable")
    };
    (0..lines.len()).filter(|&at| is_one(lines[at])).collect()
}

/// The places of a line where a number stands by itself, its debug location aside.
fn numbers(line: &str) -> Vec<(usize, usize)> {
    let end = line.find(", !dbg").unwrap_or(line.len());
    let bytes = &line.as_bytes()[..end];
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at].is_ascii_digit() {
            let begin = at;
            while at < bytes.len() && bytes[at].is_ascii_digit() {
                at += 1;
            }
            let is_alone = begin > 0 && matches!(bytes[begin - 1], b' ' | b'-');
            let next = bytes.get(at).copied().unwrap_or(b',');
            let text = &line[..begin];
            let is_size = text.ends_with("align ") || text.ends_with('<') || text.ends_with('[');
            if is_alone
                && matches!(next, b',' | b')' | b' ' | b'>' | b']' | b';')
                && !is_size
                && !line[at..].starts_with(" x ")
                && !text.ends_with("<")
            {
                found.push((begin, at));
            }
        } else {
            at += 1;
        }
    }
    found
}

/// The line with its values left out, by which lines of one form are known.
fn form(line: &str) -> String {
    let end = line.find(", !dbg").unwrap_or(line.len());
    let mut form = String::new();
    let mut is_value = false;
    for letter in line[..end].chars() {
        is_value = letter == '%' || is_value && (letter.is_ascii_digit() || letter == '.');
        if !is_value || letter == '%' {
            form.push(letter);
        }
    }
    form
}

/// Instructions that only do something, and give no value.
fn has_effects_alone(line: &str) -> bool {
    let effects = [
        "asm sideeffect \"@$2 st.",
        "asm sideeffect \"st.",
        "barrier",
        "call void @",
        "stmatrix",
        "store ",
        "tcgen05.",
    ];
    effects.iter().any(|word| line.contains(word)) && !line.contains(" = ")
}

/// One change, with what it is; nothing if the line has no place for it.
fn change(lines: &[&str], at: usize, random: &mut Rng) -> Option<(String, &'static str)> {
    let line = lines[at];
    match random.usize(..7) {
        0..=2 => {
            let places = numbers(line);
            let &(begin, end) = random.choice(&places)?;
            let old: u64 = line[begin..end].parse().ok()?;
            let new = match random.usize(..4) {
                0 => old + 1,
                1 => old.checked_sub(1)?,
                2 => old ^ (1 << random.usize(..8)),
                _ => old * 2,
            };
            (new != old).then(|| (format!("{}{new}{}", &line[..begin], &line[end..]), "constant"))
        }
        3 => {
            // The operands of an earlier line of the same form.
            let (name, own) = line.split_once(" = ")?;
            let before = &lines[at.saturating_sub(60)..at];
            let first =
                before.iter().rposition(|line| line.starts_with("define")).map_or(0, |at| at + 1);
            let alike: Vec<&&str> = before[first..]
                .iter()
                .filter(|other| form(other) == form(line) && !other.contains("phi"))
                .collect();
            let other = random.choice(&alike)?.split_once(" = ")?.1;
            (other != own).then(|| (format!("{name} = {other}"), "operands"))
        }
        4 => has_effects_alone(line).then(|| (String::new(), "deleted")),
        5 => {
            // It is done earlier, or twice.
            let before = lines[at - random.usize(..8).min(at)];
            let is_it = has_effects_alone(line) && before.starts_with("  ");
            is_it.then(|| (format!("{line}\n{before}"), "moved"))
        }
        _ => {
            let (begin, rest) = line.split_once("select i1 ")?;
            let mut parts = rest.splitn(3, ", ");
            let (condition, yes, no) = (parts.next()?, parts.next()?, parts.next()?);
            let (no, debug) = no
                .split_once(", !")
                .map_or((no, String::new()), |(no, debug)| (no, format!(", !{debug}")));
            Some((format!("{begin}select i1 {condition}, {no}, {yes}{debug}"), "select"))
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let folder = arguments.get(1).ok_or("usage: mutate_folder FOLDER [COUNT] [SEED]")?;
    let count: usize = arguments.get(2).map_or(Ok(1000), |own| own.parse())?;
    let mut random = Rng::with_seed(arguments.get(3).map_or(Ok(1), |own| own.parse())?);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.to_string_lossy().ends_with("ll")
                || path.extension().is_some_and(|own| own == "llir")
        })
        .collect();
    files.sort();
    let [mut done, mut refuted, mut harmless, mut invalid, mut open] = [0; 5];
    while done < count {
        let path = &files[random.usize(..files.len())];
        let text = path.to_string_lossy().into_owned();
        let stem = text.trim_end_matches(".raw.ll").trim_end_matches(".llir");
        let (kernel, code) =
            (std::fs::read_to_string(format!("{stem}.ttgir"))?, std::fs::read_to_string(path)?);
        let lines: Vec<&str> = code.lines().collect();
        let places = instructions(&lines);
        let at = places[random.usize(..places.len())];
        let Some((line, kind)) = change(&lines, at, &mut random) else { continue };
        let mut changed = lines.clone();
        changed[at] = &line;
        let changed = changed.join("\n");
        done += 1;
        let report = match validate(&kernel, &changed) {
            Ok(report) => report,
            Err(_) => {
                invalid += 1;
                continue;
            }
        };
        if report.exit_status() == 1 {
            refuted += 1;
            continue;
        }
        let said = report.to_string();
        // Operands of other types: no compiler takes it.
        if said.contains("of other types")
            || said.contains("of two types")
            || said.contains("of another type")
        {
            invalid += 1;
            continue;
        }
        let is_same = (1..=3).all(|seed| {
            validate_on_numbers(&kernel, &changed, seed)
                .is_ok_and(|report| report.exit_status() == 0)
        });
        if said.contains("unknown:") || !is_same {
            open += 1;
            println!(
                "{}:{} ({kind}): {}\n  {}\n  {}",
                path.display(),
                at + 1,
                if is_same { "open" } else { "NOT THE SAME" },
                lines[at],
                line
            );
            for own in said.lines().filter(|line| line.contains(": unknown")) {
                println!("  {own}");
            }
        } else {
            harmless += 1;
            if arguments.iter().any(|own| own == "--all") {
                println!(
                    "{}:{} ({kind}): harmless\n  {}\n  {}",
                    path.display(),
                    at + 1,
                    lines[at],
                    line
                );
            }
        }
    }
    println!(
        "{done} changes: {refuted} refuted, {harmless} change nothing, {invalid} are not code, {open} open"
    );
    Ok(())
}
