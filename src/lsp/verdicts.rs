//! What the passes say of an open file.

use super::corrections::{Edit, edit};
use super::document::Document;
use super::protocol::{Diagnostic, DiagnosticSeverity, Location, Range, RelatedInformation};
use crate::dialect::diagnostic::Severity;
use crate::ffi::mlir::{FilePosition, OPEN_FILE, Told, with_text};
use crate::passes::verify::{Corrected, corrections};
use crate::passes::{check, run};

/// The passes that look at an open file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Passes(Vec<String>);

impl Passes {
    /// Reads a list of passes with their options.
    ///
    /// # Errors
    ///
    /// A name that no pass has, options that the pass of a name does not have, or a file that is the standard
    /// output, which has the messages of the protocol.
    pub fn read(list: &str) -> Result<Self, String> {
        let (mut passes, mut depth) = (vec![String::new()], 0_usize);
        for character in list.chars() {
            match character {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    passes.push(String::new());
                    continue;
                }
                _ => {}
            }
            passes.last_mut().expect("there is a first pass").push(character);
        }
        let passes: Vec<String> = passes.iter().map(|pass| pass.trim().to_owned()).collect();
        passes.iter().try_for_each(|pass| check(pass).and_then(|()| keeps_output(pass)))?;
        Ok(Passes(passes))
    }
}

/// The names of the standard output, as a file.
const OUTPUTS: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// Whether no option of a pass names the standard output.
fn keeps_output(pass: &str) -> Result<(), String> {
    let (name, options) = pass.trim_end_matches('}').split_once('{').unwrap_or((pass, ""));
    let mut options = options.split_whitespace().filter_map(|option| option.split_once('='));
    match options.find(|(_, value)| OUTPUTS.contains(value)) {
        Some((option, value)) => Err(format!(
            "option '{option}' of {name} is not '{value}' here: the standard output has the protocol's messages"
        )),
        None => Ok(()),
    }
}

/// What was found in a file.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Findings {
    pub diagnostics: Vec<Diagnostic>,
    pub fixes: Vec<Fix>,
}

/// An edit that makes a claim true.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fix {
    /// Where the claim is refuted.
    pub claim: Range,
    pub title: String,
    pub place: Range,
    pub with: String,
}

/// Runs the passes on each part of a file. A part that does not parse has no verdicts: MLIR's server
/// says why.
pub(super) fn find(document: &Document, uri: &str, passes: &Passes) -> Findings {
    let mut findings = Findings::default();
    for part in document.parts() {
        let asked = with_text(&part, |context, module, told| {
            let before = told().len();
            for pass in &passes.0 {
                // What fails has said why.
                let _ = run(pass, context, module);
            }
            let told = told().split_off(before);
            let refuted: Vec<_> = told.iter().filter(|told| is_error(told)).collect();
            let is_refuted = |location| {
                let place = FilePosition::of(location);
                place.is_some() && refuted.iter().any(|told| told.place == place)
            };
            let corrections = corrections(context, module, is_refuted);
            let fixes: Vec<_> = corrections
                .iter()
                .filter_map(|correction| {
                    let claim = offset(document, &FilePosition::of(correction.claim)?)?;
                    let constant = match correction.place {
                        Corrected::Constant(location) => {
                            FilePosition::of(location).and_then(|place| offset(document, &place))
                        }
                        Corrected::ResultType | Corrected::Number => None,
                    };
                    Some((claim, edit(document.text(), correction, claim, constant)?))
                })
                .collect();
            (told, fixes)
        });
        let Some(((told, fixes), _)) = asked else { continue };
        findings.diagnostics.extend(told.iter().map(|told| diagnostic(document, uri, told)));
        findings.fixes.extend(fixes.into_iter().map(|(claim, edit)| fix(document, claim, edit)));
    }
    findings
}

fn is_error(told: &Told) -> bool {
    told.severity == Severity::Error as u32
}

/// A report as the protocol has it.
fn diagnostic(document: &Document, uri: &str, told: &Told) -> Diagnostic {
    let severity = match told.severity {
        severity if severity == Severity::Error as u32 => DiagnosticSeverity::Error,
        severity if severity == Severity::Warning as u32 => DiagnosticSeverity::Warning,
        // What is proved is a hint, shown on request.
        _ if told.message.starts_with("proved ") => DiagnosticSeverity::Hint,
        _ => DiagnosticSeverity::Information,
    };
    let notes = told.notes.iter().map(|(place, message)| RelatedInformation {
        location: Location { uri: uri.to_owned(), range: range(document, place.as_ref()) },
        message: message.clone(),
    });
    Diagnostic {
        range: range(document, told.place.as_ref()),
        severity,
        source: "layout",
        message: told.message.clone(),
        related_information: notes.collect(),
    }
}

/// The byte at a place of the document.
fn offset(document: &Document, place: &FilePosition) -> Option<usize> {
    // A place in another file is that of an argument, which no operation is.
    if place.file == OPEN_FILE { document.offset_of(place.line, place.column) } else { None }
}

/// The name of the operation at a place; the beginning of the file for what has no place in it.
fn range(document: &Document, place: Option<&FilePosition>) -> Range {
    let start = place.and_then(|place| offset(document, place));
    start.map_or(Range::default(), |start| named(document, start))
}

fn named(document: &Document, start: usize) -> Range {
    let rest = &document.text()[start..];
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_.$\"".contains(c);
    let length = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
    document.range(start, start + length)
}

fn fix(document: &Document, claim: usize, edit: Edit) -> Fix {
    let old = &document.text()[edit.place.clone()];
    Fix {
        claim: named(document, claim),
        title: format!("Replace {old} by {}", edit.with),
        place: document.range(edit.place.start, edit.place.end),
        with: edit.with,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_passes() {
        let list = "layout-fold, layout-verify{report=true accesses=true}";
        let passes = ["layout-fold", "layout-verify{report=true accesses=true}"];
        assert_eq!(Passes::read(list), Ok(Passes(passes.map(str::to_owned).to_vec())));
    }

    #[test]
    fn passes_and_options_that_there_are_not() {
        let check =
            |list: &str, message: &str| assert_eq!(Passes::read(list).unwrap_err(), message);
        check("layout-fold,canonicalize", "there is no pass 'canonicalize'");
        check("canonicalize{top-down=true}", "there is no pass 'canonicalize'");
        check("", "there is no pass ''");
        let message = "option 'report' of layout-verify has no value 'maybe'";
        check("layout-fold,layout-verify{unknown=error report=maybe}", message);
        check("layout-verify{report}", "option 'report' of layout-verify has no value ''");
        check("layout-verify{repot=true}", "layout-verify has no option 'repot'");
        check("layout-verify{report=true", "the options of layout-verify end without '}'");
        check("layout-fold{report=true}", "layout-fold has no option 'report'");
    }

    #[test]
    fn the_output_is_the_protocols() {
        for option in ["report-file", "certificate"] {
            for value in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
                let list = format!("layout-fold, layout-verify{{report=true {option}={value}}}");
                let message = format!(
                    "option '{option}' of layout-verify is not '{value}' here: the standard output has the \
                     protocol's messages"
                );
                assert_eq!(Passes::read(&list), Err(message), "{list}");
            }
            let list = format!("layout-verify{{{option}=./-}}");
            assert_eq!(Passes::read(&list), Ok(Passes(vec![list.clone()])));
        }
    }

    #[test]
    fn proofs_are_hints_and_guards_are_information() {
        let severity = |message: &str| {
            let message = message.to_owned();
            let remark = Severity::Remark as u32;
            let told = Told { severity: remark, place: None, message, notes: Vec::new() };
            diagnostic(&Document::default(), "file:///a.mlir", &told).severity
        };
        let [hint, information] = [DiagnosticSeverity::Hint, DiagnosticSeverity::Information];
        assert_eq!(severity("proved by ranges: layout is injective"), hint);
        assert_eq!(severity("proved in bounds by ranges"), hint);
        assert_eq!(severity("guarded by %i < 8"), information);
    }
}
