//! One finding.

use super::rule::{Level, Rule};
use crate::triton::{Frame, Place, Places, Position};
use layout_math::text::Fingerprint;

/// Something that a rule found at a place of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub(super) rule: Rule,
    pub(super) level: Level,
    pub(super) position: Position,
    pub(super) place: Option<Place>,
    pub(super) message: String,
    pub(super) function: Option<String>,
    pub(super) operation: Option<String>,
    pub(super) related: Vec<Related>,
    pub(super) fingerprint: String,
    pub(super) is_silenced: bool,
}

/// Another place of the file that a finding is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    pub(super) position: Position,
    pub(super) place: Option<Place>,
    pub(super) message: String,
}

impl Related {
    pub fn position(&self) -> Position {
        self.position
    }

    /// Where in the author's source it comes from, if the file says so.
    pub fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    pub fn message(&self) -> &str {
        &self.message
    }
}

impl Finding {
    pub(super) fn new(rule: Rule, position: Position, message: String) -> Self {
        Finding {
            rule,
            level: rule.level(),
            position,
            place: None,
            message,
            function: None,
            operation: None,
            related: Vec::new(),
            fingerprint: String::new(),
            is_silenced: false,
        }
    }

    pub(super) fn at_level(self, level: Level) -> Self {
        Finding { level, ..self }
    }

    /// The finding, about the operation of this name.
    pub(super) fn of_operation(self, name: &str) -> Self {
        Finding { operation: Some(name.to_owned()), ..self }
    }

    pub(super) fn related_to(mut self, position: Position, message: &str) -> Self {
        self.related.push(Related { position, place: None, message: message.to_owned() });
        self
    }

    /// The finding, which stands for as many others of the same message.
    pub(super) fn with_more(mut self, n_others: usize) -> Self {
        match n_others {
            0 => {}
            1 => self.message += ", and in another place",
            _ => self.message += &format!(", and in {n_others} other places"),
        }
        self
    }

    /// Notes where in the author's source everything comes from.
    pub(super) fn locate(&mut self, places: &Places) {
        self.place = places.at(self.position.line);
        for related in &mut self.related {
            related.place = places.at(related.position.line);
        }
    }

    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    pub fn level(&self) -> Level {
        self.level
    }

    /// Where in the author's source it comes from, if the file says so.
    pub fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    /// The same finding with the paths of sources below a folder relative to it.
    #[must_use]
    pub fn relative_to(mut self, folder: &str) -> Self {
        self.place = self.place.map(|place| place.relative_to(folder));
        for related in &mut self.related {
            related.place = related.place.take().map(|place| place.relative_to(folder));
        }
        self
    }

    /// The other places of the finding with what they are: those of the calls around it, and the
    /// related ones. A place in the linted file is a position without a source.
    pub fn notes(&self) -> Vec<(Option<&Frame>, Position, String)> {
        let mut notes = Vec::new();
        if let Some(place) = &self.place {
            let operation = self.operation.as_deref().unwrap_or("here");
            let function =
                self.function.as_ref().map_or(String::new(), |own| format!(" of @{own}"));
            notes.push((None, self.position, format!("{operation}{function}, compiled")));
            let others = place.others();
            notes.extend(others.map(|(frame, what)| (Some(frame), self.position, what.to_owned())));
        }
        for own in &self.related {
            let frame = own.place.as_ref().map(Place::of_author);
            notes.push((frame, own.position, own.message.clone()));
        }
        notes
    }

    /// The position in the file that was linted.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The message, with its numbers and without a place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The function that it is in, without `@`.
    pub fn function(&self) -> Option<&str> {
        self.function.as_deref()
    }

    /// The operation that it is about: `tt.load`.
    pub fn operation(&self) -> Option<&str> {
        self.operation.as_deref()
    }

    /// True if a comment in the author's source silences it.
    pub fn is_silenced(&self) -> bool {
        self.is_silenced
    }

    pub fn related(&self) -> &[Related] {
        &self.related
    }

    /// Sixteen hexadecimal digits that stay the same when lines move and values are renamed.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}

/// Gives every finding its fingerprint: of the rule, the function, the operation, the message without
/// the names of values, and the number among equal ones.
pub(super) fn mark(findings: &mut [Finding]) {
    let mut seen = rustc_hash::FxHashMap::<Fingerprint, u32>::default();
    for finding in findings {
        let mut hash = Fingerprint::default();
        let (function, operation) = (&finding.function, &finding.operation);
        for text in [Some(finding.rule.id()), function.as_deref(), operation.as_deref()] {
            hash.add(text.unwrap_or(""));
        }
        hash.add(&without_names(&finding.message));
        let number = seen.entry(hash).or_default();
        *number += 1;
        hash.add(&number.to_string());
        finding.fingerprint = hash.to_string();
    }
}

/// The message without what another version of the compiler names anew: values and aliases.
fn without_names(message: &str) -> String {
    let mut kept = String::new();
    let mut in_name = false;
    for c in message.chars() {
        in_name = match c {
            '%' | '#' => true,
            _ => in_name && (c.is_alphanumeric() || matches!(c, '_' | '.' | '#' | '-')),
        };
        if !in_name || matches!(c, '%' | '#') {
            kept.push(c);
        }
    }
    // `%k of line 30`: the line belongs to the name.
    let mut parts = kept.split("% of line ");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |text, part| {
        text + "%" + part.trim_start_matches(|c: char| c.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::rule::{BANK_CONFLICTS, UNREADABLE};

    fn fingerprints(findings: &[(Rule, usize, &str)]) -> Vec<String> {
        let mut findings: Vec<Finding> = findings
            .iter()
            .map(|&(rule, line, message)| {
                Finding::new(rule, Position { line, column: 1 }, message.to_owned())
            })
            .collect();
        mark(&mut findings);
        findings.iter().map(|finding| finding.fingerprint().to_owned()).collect()
    }

    #[test]
    fn lines_and_names_do_not_matter_but_rules_messages_and_numbers_do() {
        let one = fingerprints(&[(UNREADABLE, 3, "%x_1 of #blocked1, 7 of it")]);
        assert_eq!(one, fingerprints(&[(UNREADABLE, 90, "%y of #b, 7 of it")]));
        assert_ne!(one, fingerprints(&[(UNREADABLE, 3, "%x_1 of #blocked1, 8 of it")]));
        let lines = ["%k of line 30 + 7", "%j of line 9 + 7", "%k + 7"]
            .map(|message| fingerprints(&[(UNREADABLE, 3, message)]));
        assert!(lines.iter().all(|own| *own == lines[0]));
        assert_ne!(one, fingerprints(&[(BANK_CONFLICTS, 3, "%x_1 of #blocked1, 7 of it")]));
        let two = fingerprints(&[(UNREADABLE, 3, "a"), (UNREADABLE, 5, "a")]);
        assert_ne!(two[0], two[1]);
        assert_eq!(two, fingerprints(&[(UNREADABLE, 1, "a"), (UNREADABLE, 2, "a")]));
    }
}
