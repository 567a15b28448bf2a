//! What a validator says of two versions of a program: a line for each function, then the counts.

use std::fmt;

/// What is known of a function before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FunctionVerdict {
    /// Both give the same wherever the first one gives anything.
    Proved {
        method: String,
    },
    /// They differ: where, such as `7,1` for the arguments, and what each gives there.
    Refuted {
        at: String,
        before: String,
        after: String,
    },
    /// The one after does what nothing may do: where, and what.
    Faulty {
        at: String,
        what: String,
    },
    Unknown {
        reason: String,
    },
    /// Not what this is for: nothing is said of it.
    Unsupported {
        reason: String,
    },
}

impl FunctionVerdict {
    /// The kind of answer: `proved`, `refuted`, `unknown` or `unsupported`.
    pub fn kind(&self) -> &'static str {
        match self {
            FunctionVerdict::Proved { .. } => "proved",
            FunctionVerdict::Refuted { .. } | FunctionVerdict::Faulty { .. } => "refuted",
            FunctionVerdict::Unknown { .. } => "unknown",
            FunctionVerdict::Unsupported { .. } => "unsupported",
        }
    }
}

impl fmt::Display for FunctionVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FunctionVerdict::Proved { method } => write!(f, "proved by {method}"),
            FunctionVerdict::Refuted { at, before, after } => {
                write!(f, "refuted at ({at}): before gives {before}, after gives {after}")
            }
            FunctionVerdict::Faulty { at, what } => write!(f, "refuted at ({at}): {what}"),
            FunctionVerdict::Unknown { reason } => write!(f, "unknown: {reason}"),
            FunctionVerdict::Unsupported { reason } => write!(f, "unsupported: {reason}"),
        }
    }
}

/// What is known of all functions of two files.
///
/// ```
/// use layout_math::validate::{FunctionVerdict, Report};
///
/// let mut report = Report::default();
/// report.add("copy", FunctionVerdict::Proved { method: "canonical form".to_owned() });
/// let (at, before, after) = ("7".to_owned(), "3".to_owned(), "32".to_owned());
/// report.add("offset", FunctionVerdict::Refuted { at, before, after });
/// report.add_unpaired("helper", "before.mlir");
/// report.add_global("table", "it begins with other values after");
/// assert_eq!(
///     report.to_string(),
///     "@copy: proved by canonical form\n\
///      @offset: refuted at (7): before gives 3, after gives 32\n\
///      @helper: only in before.mlir\n\
///      @table: global: it begins with other values after\n\
///      2 functions: 1 proved, 1 refuted, 0 unknown; 1 in one file only; 1 global may differ\n"
/// );
/// assert_eq!(report.exit_status(), 1);
/// assert_eq!(report.verdict("offset").map(FunctionVerdict::kind), Some("refuted"));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Report {
    verdicts: Vec<(String, FunctionVerdict)>,
    unpaired: Vec<(String, String)>,
    globals: Vec<(String, String)>,
}

impl Report {
    /// Takes note of a function, by its name without `@`.
    pub fn add(&mut self, name: &str, verdict: FunctionVerdict) {
        self.verdicts.push((name.to_owned(), verdict));
    }

    /// Takes note of a function that is in one of the files alone.
    pub fn add_unpaired(&mut self, name: &str, file: &str) {
        self.unpaired.push((name.to_owned(), file.to_owned()));
    }

    /// Takes note of a global that is not the same in both files, and why.
    pub fn add_global(&mut self, name: &str, reason: &str) {
        self.globals.push((name.to_owned(), reason.to_owned()));
    }

    /// What is known of a function.
    pub fn verdict(&self, name: &str) -> Option<&FunctionVerdict> {
        self.verdicts.iter().find(|(own, _)| own == name).map(|(_, verdict)| verdict)
    }

    /// The exit status of a program that prints the report: 1 if a function is refuted, else 0; 2 if
    /// there is no function that both files have.
    pub fn exit_status(&self) -> u8 {
        match self.count(is_refuted) {
            0 if self.verdicts.is_empty() => 2,
            0 => 0,
            _ => 1,
        }
    }

    fn count(&self, is_counted: impl Fn(&FunctionVerdict) -> bool) -> usize {
        self.verdicts.iter().filter(|(_, verdict)| is_counted(verdict)).count()
    }
}

fn is_refuted(verdict: &FunctionVerdict) -> bool {
    matches!(verdict, FunctionVerdict::Refuted { .. } | FunctionVerdict::Faulty { .. })
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, verdict) in &self.verdicts {
            writeln!(f, "@{name}: {verdict}")?;
        }
        for (name, file) in &self.unpaired {
            writeln!(f, "@{name}: only in {file}")?;
        }
        for (name, reason) in &self.globals {
            writeln!(f, "@{name}: global: {reason}")?;
        }
        let all = self.verdicts.len();
        let plural = if all == 1 { "" } else { "s" };
        let proved = self.count(|verdict| matches!(verdict, FunctionVerdict::Proved { .. }));
        let refuted = self.count(is_refuted);
        let unsupported =
            self.count(|verdict| matches!(verdict, FunctionVerdict::Unsupported { .. }));
        let unknown = all - proved - refuted - unsupported;
        write!(f, "{all} function{plural}: {proved} proved, {refuted} refuted, {unknown} unknown")?;
        if 0 < unsupported {
            write!(f, ", {unsupported} unsupported")?;
        }
        if !self.unpaired.is_empty() {
            write!(f, "; {} in one file only", self.unpaired.len())?;
        }
        match self.globals.len() {
            0 => writeln!(f),
            1 => writeln!(f, "; 1 global may differ"),
            globals => writeln!(f, "; {globals} globals may differ"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finding_has_a_kind_and_a_line() {
        let text = |text: &str| text.to_owned();
        let mut report = Report::default();
        let all = [
            FunctionVerdict::Proved { method: text("isl") },
            FunctionVerdict::Refuted { at: text("7"), before: text("3"), after: text("32") },
            FunctionVerdict::Faulty {
                at: text("1,2"),
                what: text("a store is outside its buffer"),
            },
            FunctionVerdict::Unknown { reason: text("a search did not decide it within 5 steps") },
            FunctionVerdict::Unsupported { reason: text("it has a loop") },
        ];
        let kinds = all.each_ref().map(FunctionVerdict::kind);
        assert_eq!(kinds, ["proved", "refuted", "refuted", "unknown", "unsupported"]);
        for (name, verdict) in ["a", "b", "c", "d", "e"].into_iter().zip(all) {
            report.add(name, verdict);
        }
        assert_eq!(
            report.to_string(),
            "@a: proved by isl\n\
             @b: refuted at (7): before gives 3, after gives 32\n\
             @c: refuted at (1,2): a store is outside its buffer\n\
             @d: unknown: a search did not decide it within 5 steps\n\
             @e: unsupported: it has a loop\n\
             5 functions: 1 proved, 2 refuted, 1 unknown, 1 unsupported\n"
        );
    }
}
