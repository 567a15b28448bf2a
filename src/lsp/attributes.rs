//! Where the layout attributes of a file stand in its text.

use std::collections::HashMap;
use std::ops::Range;

use crate::algebra::AnyLayout;
use crate::dialect::attribute::parse_symbol;

/// The prefix of an attribute of the dialect.
const PREFIX: &str = "#layout.";

/// A layout attribute in a text, or an alias of one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Occurrence {
    /// Its bytes in the text.
    pub place: Range<usize>,
    pub layout: AnyLayout,
}

/// The layout attribute or alias at a byte of the text; none in comments and in strings.
pub(super) fn at(text: &str, offset: usize) -> Option<Occurrence> {
    let tokens = tokens(text);
    let place = tokens.iter().find(|token| (token.start..=token.end).contains(&offset))?.clone();
    let spelled = &text[place.clone()];
    let spelling =
        if spelled.starts_with(PREFIX) { spelled } else { *aliases(text, &tokens).get(spelled)? };
    let layout = parse_symbol(spelling.strip_prefix(PREFIX)?.as_bytes()).ok()?;
    Some(Occurrence { place, layout })
}

/// The attribute or alias that begins first in a part of the text.
pub(super) fn first_in(text: &str, part: Range<usize>) -> Option<Range<usize>> {
    tokens(text).into_iter().find(|token| part.contains(&token.start))
}

/// The aliases that the text defines, each with what it stands for.
fn aliases<'t>(text: &'t str, tokens: &[Range<usize>]) -> HashMap<&'t str, &'t str> {
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    pairs
        .filter(|(name, value)| text[name.end..value.start].trim() == "=")
        .map(|(name, value)| (&text[name.clone()], &text[value.clone()]))
        .collect()
}

/// The places of everything that begins with a `#`.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        at = match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => end_of_line(bytes, at),
            b'"' => end_of_string(bytes, at),
            b'#' => {
                let end = end_of_attribute(bytes, at);
                tokens.push(at..end);
                end
            }
            _ => at + 1,
        };
    }
    tokens
}

fn end_of_line(bytes: &[u8], start: usize) -> usize {
    let rest = &bytes[start..];
    rest.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |length| start + length)
}

/// The end of a string, which does not reach past its line.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            b'\n' => return at,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The end of `#name` with the body in angle brackets behind it, if there is one, as MLIR's lexer has it:
/// brackets are balanced, and `->` is not a bracket.
fn end_of_attribute(bytes: &[u8], start: usize) -> usize {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$.-".contains(byte);
    let mut at = start + 1;
    while bytes.get(at).is_some_and(is_name) {
        at += 1;
    }
    if bytes.get(at) != Some(&b'<') {
        return at;
    }
    let name_end = at;
    let mut depth = 0_usize;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = end_of_string(bytes, at);
                continue;
            }
            b'-' if bytes.get(at + 1) == Some(&b'>') => at += 1,
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'>' | b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return at;
        }
    }
    name_end
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
#s = #layout.swizzle<S<1,0,1>>
// #layout.cute<1:1>
%a = \"x.y\"() {t = \"#layout.cute<2:1>\"} : () -> memref<4xf32, #layout.cute<4:1>>
%r = layout.constant #layout.relation<\"{ [i] -> [i] : 0 <= i < 3 }\">
%s = layout.constant #s
%m = \"x.y\"() : () -> memref<4xf32, affine_map<(d0) -> (d0)>>
%t = layout.constant #layout.cute<(4";

    #[track_caller]
    fn check(marker: &str, shift: usize, expected: Option<(&str, &str)>) {
        let found = at(TEXT, TEXT.find(marker).unwrap() + shift);
        let found = found.map(|found| (&TEXT[found.place], found.layout.to_string()));
        assert_eq!(found, expected.map(|(text, layout)| (text, layout.to_owned())));
    }

    #[test]
    fn attributes_under_the_cursor() {
        check("4:1", 0, Some(("#layout.cute<4:1>", "4:1")));
        check("#layout.cute<4:1>", 0, Some(("#layout.cute<4:1>", "4:1")));
        let relation = "{ [i] -> [i] : 0 <= i < 3 }";
        let spelled = format!("#layout.relation<\"{relation}\">");
        check("<= i", 1, Some((&spelled, relation)));
        check("constant #s", 10, Some(("#s", "S<1,0,1>")));
        check("#s = ", 1, Some(("#s", "S<1,0,1>")));
        // In a comment, in a string, in another attribute, and where nothing ends.
        check("cute<1:1>", 3, None);
        check("cute<2:1>", 3, None);
        check("affine_map", 12, None);
        check("#layout.cute<(4", 14, None);
    }
}
