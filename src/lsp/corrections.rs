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

/// The number in `layout.assert_size %a, 16`, or in `layout.assert_size %a, 0x10`.
fn number(text: &str, claim: usize) -> Option<Range<usize>> {
    let line = text.get(claim..)?.lines().next()?;
    let (before, after) = line.split_once(',')?;
    if before.contains(['{', '"', '/']) {
        return None;
    }
    let start = claim + before.len() + 1 + (after.len() - after.trim_start().len());
    let rest = text[start..].strip_prefix('-').unwrap_or(&text[start..]);
    let sign = text.len() - start - rest.len();
    let length = |text: &str, is_digit: fn(&char) -> bool| {
        text.chars().take_while(is_digit).map(char::len_utf8).sum::<usize>()
    };
    let digits = length(rest, char::is_ascii_digit);
    let hexadecimal =
        rest.strip_prefix("0x").map_or(0, |rest| length(rest, char::is_ascii_hexdigit));
    let length = if 0 < hexadecimal { "0x".len() + hexadecimal } else { digits };
    (0 < length).then_some(start..start + sign + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(number(text, 0).map(|place| &text[place]), expected);
    }

    #[test]
    fn numbers_are_whole() {
        check("layout.assert_size %a, 16", Some("16"));
        check("layout.assert_size %a, 0x1fE\nreturn", Some("0x1fE"));
        check("layout.assert_size %a,-7 {x}", Some("-7"));
        check("layout.assert_size %a, 0", Some("0"));
        // MLIR reads this as 0, and then something else.
        check("layout.assert_size %a, 0xg", Some("0"));
        check("layout.assert_size %a, %b, 3", None);
        check("layout.assert_size %a, -", None);
    }
}
