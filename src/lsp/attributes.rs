//! Where the layout attributes of a file stand in its text.

use std::collections::HashMap;
use std::iter;
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

/// The layout attribute or alias at a byte of a text that is read by itself, so that each alias has one
/// definition; none in comments and in strings.
pub(super) fn at(text: &str, offset: usize) -> Option<Occurrence> {
    let tokens: Vec<_> = tokens(text, 0).collect();
    let place = tokens.iter().find(|token| (token.start..=token.end).contains(&offset))?.clone();
    let spelling = defined(&text[place.clone()], &aliases(text, &tokens))?;
    let layout = parse_symbol(spelling.strip_prefix(PREFIX)?.as_bytes()).ok()?;
    Some(Occurrence { place, layout })
}

/// The attribute or alias that begins first in a part of the text, which begins outside of attributes,
/// comments and strings.
pub(super) fn first_in(text: &str, part: Range<usize>) -> Option<Range<usize>> {
    tokens(text, part.start).next().filter(|token| token.start < part.end)
}

/// The attribute of the dialect that is spelled, or that an alias, perhaps of an alias, stands for. `None` if
/// there is none, or if aliases stand for each other.
fn defined<'t>(spelled: &'t str, aliases: &HashMap<&'t str, &'t str>) -> Option<&'t str> {
    let chain = iter::successors(Some(spelled), |alias| aliases.get(alias).copied());
    chain.take(aliases.len() + 1).find(|spelling| spelling.starts_with(PREFIX))
}

/// The aliases that the text defines, each with what it stands for.
fn aliases<'t>(text: &'t str, tokens: &[Range<usize>]) -> HashMap<&'t str, &'t str> {
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    pairs
        .filter(|(name, value)| text[name.end..value.start].trim() == "=")
        .map(|(name, value)| (&text[name.clone()], &text[value.clone()]))
        .collect()
}

/// The places of everything that begins with a `#`, from a byte on.
fn tokens(text: &str, from: usize) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = from;
    iter::from_fn(move || {
        loop {
            at = match bytes.get(at)? {
                b'/' if bytes.get(at + 1) == Some(&b'/') => end_of_line(bytes, at),
                b'"' => end_of_string(bytes, at),
                b'#' => {
                    let token = at..end_of_attribute(bytes, at);
                    at = token.end;
                    return Some(token);
                }
                _ => at + 1,
            };
        }
    })
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
#c = #s
#d = #c
%u = layout.constant #d
#x = #y
#y = #x
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
        check("constant #d", 10, Some(("#d", "S<1,0,1>")));
        check("#c = #s", 6, Some(("#s", "S<1,0,1>")));
        // Of two aliases that stand for each other neither is a layout.
        check("#x = ", 1, None);
        // In a comment, in a string, in another attribute, and where nothing ends.
        check("cute<1:1>", 3, None);
        check("cute<2:1>", 3, None);
        check("affine_map", 12, None);
        check("#layout.cute<(4", 14, None);
    }
}
