//! Rules that the author silences beside the line that they are about.

use rustc_hash::FxHashMap;

use super::finding::Finding;
use crate::triton::Frame;

/// The comments `# layout-lint: disable=RULE` of a source in Python.
///
/// The comment silences the rules that it lists, or `all`, on its line, and on the next if nothing else
/// is on its own. A finding is silenced by the line of any of the calls that it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Silences {
    of_lines: FxHashMap<usize, Vec<String>>,
}

impl Silences {
    /// Reads the comments of a source.
    pub(super) fn read(source: &str) -> Self {
        let mut silences = Silences::default();
        for (at, line) in source.lines().enumerate() {
            let Some(rules) = comment(line) else { continue };
            let rules = rules.split(',').map(|rule| {
                let rule = rule.trim_start();
                rule.split_whitespace().next().unwrap_or("").to_owned()
            });
            let rules: Vec<String> = rules.collect();
            if line.trim_start().starts_with('#') {
                silences.of_lines.entry(at + 2).or_default().extend(rules.clone());
            }
            silences.of_lines.entry(at + 1).or_default().extend(rules);
        }
        silences
    }

    /// True if a rule is silenced on a line, counted from 1.
    fn holds(&self, line: usize, rule: &str) -> bool {
        let rules = self.of_lines.get(&line);
        rules.is_some_and(|rules| rules.iter().any(|own| own == rule || own == "all"))
    }
}

/// What follows `disable=` in the comment of a line.
fn comment(line: &str) -> Option<&str> {
    let (_, text) =
        line.split_once("layout-lint:").filter(|(before, _)| before.trim_end().ends_with('#'))?;
    text.trim_start().strip_prefix("disable")?.trim_start().strip_prefix('=')
}

impl Finding {
    /// The same finding, silenced if a line that it comes from silences its rule; `of` gives the comments
    /// of the source that a frame is in.
    #[must_use]
    pub(super) fn silenced_by<'s>(mut self, of: impl Fn(&Frame) -> Option<&'s Silences>) -> Self {
        let frames = self.place().map_or(&[][..], |place| place.frames());
        let rule = self.rule().id();
        let holds = |frame: &Frame| of(frame).is_some_and(|own| own.holds(frame.line, rule));
        self.is_silenced |= frames.iter().any(holds);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_with_the_rule_silence_it() {
        for (line, is_silenced) in [
            ("x = f()  # layout-lint: disable=loose-mask", true),
            ("x = f()  #layout-lint:disable = loose-mask", true),
            ("x = f()  # layout-lint: disable=bank-conflicts,loose-mask  the tail is masked", true),
            ("x = f()  # layout-lint: disable=all", true),
            ("x = f()  # noqa # layout-lint: disable=loose-mask", true),
            ("x = f()  # layout-lint: disable=loose", false),
            ("x = f()  # layout-lint: disable=", false),
            ("x = f()  # layout-lint: disable", false),
            ("x = f()  # layout-lint: loose-mask", false),
            ("x = 'layout-lint: disable=loose-mask'", false),
            ("", false),
        ] {
            assert_eq!(Silences::read(line).holds(1, "loose-mask"), is_silenced, "{line}");
        }
        let after_code = Silences::read("x  # layout-lint: disable=all\ny");
        assert!(!after_code.holds(2, "loose-mask"));
        let listed = Silences::read("a = 1  # layout-lint: disable=bank-conflicts, loose-mask");
        assert!(listed.holds(1, "loose-mask") && !listed.holds(1, "unmasked-access"));
        let above = Silences::read("  # layout-lint: disable=all\r\ny\nz");
        assert!(above.holds(2, "loose-mask") && !above.holds(3, "loose-mask"));
    }
}
