//! The edits that make refuted claims true.

use std::ops::Range;

use super::attributes;
use crate::passes::verify::{Corrected, Correction};

/// An edit of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Edit {
    pub place: Range<usize>,
    pub with: String,
}

/// What to change in the text for a correction of the operation that begins at `claim`. The layout of a
/// constant is where that begins, at `constant`. `None` if the text is not of the form that is printed.
pub(super) fn edit(
    text: &str,
    correction: &Correction<'_>,
    claim: usize,
    constant: Option<usize>,
) -> Option<Edit> {
    let line_end = |start: usize| {
        let rest = text.get(start..)?;
        Some(rest.find('\n').map_or(text.len(), |length| start + length))
    };
    let place = match correction.place {
        Corrected::Constant(_) => {
            let start = constant?;
            text.get(start..)?.strip_prefix("layout.constant")?;
            attributes::first_in(text, start..line_end(start)?)?
        }
        Corrected::ResultType => {
            let line = text.get(claim..line_end(claim)?)?;
            let to = claim + line.find(" to !layout.layout<")?;
            attributes::first_in(text, to..line_end(claim)?)?
        }
        Corrected::Number => number(text, claim)?,
    };
    Some(Edit { place, with: correction.with.clone() })
}

/// The number in `layout.assert_size %a, 16`.
fn number(text: &str, claim: usize) -> Option<Range<usize>> {
    let line = text.get(claim..)?.lines().next()?;
    let (before, after) = line.split_once(',')?;
    if before.contains(['{', '"', '/']) {
        return None;
    }
    let start = claim + before.len() + 1 + (after.len() - after.trim_start().len());
    let rest = &text[start..];
    let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    (0 < length).then_some(start..start + length)
}
