//! What the library and the judge disagree about.

use std::fmt;

/// A disagreement: how to make it again, and the smallest case that was found to show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The seed of the run and the number of the subject in it.
    pub seed: u64,
    pub subject: u64,
    /// The case as it was found, and made smaller.
    pub case: String,
    pub smallest: String,
    /// What is wrong with the smallest.
    pub reason: String,
}

const METHODS: [&str; 4] = [" by any", " by forms", " by walk", " by isl"];

impl Finding {
    /// True if the smallest cases differ in numbers or the method alone.
    pub(crate) fn is_like(&self, other: &Finding) -> bool {
        let form = |text: &str| {
            let text = METHODS.iter().fold(text.to_owned(), |text, own| text.replacen(own, "", 1));
            text.replace(|c: char| c.is_ascii_digit(), "")
        };
        form(&self.smallest) == form(&other.smallest)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { seed, subject, case, smallest, reason } = self;
        writeln!(f, "disagreement: {reason}")?;
        writeln!(f, "  smallest: {smallest}")?;
        writeln!(f, "  found as: {case}")?;
        writeln!(f, "  again:    layout-fuzz --seed {seed} --subject {subject}")
    }
}
