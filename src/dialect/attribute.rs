//! Between an attribute's text, the attribute, and the layout it holds.
//!
//! MLIR hands over the raw text after `#layout.`, such as `cute<(4,8):(8,1)>`, and prints the same
//! kind of text. What stands between the angle brackets belongs to the notation's one parser. A
//! relation stands between quotes there, because its `>=` would end the attribute otherwise.

use std::fmt::Write;

use melior::Context;
use melior::ir::Attribute;

use crate::algebra::{AnyLayout, Kind};
use crate::ffi::mlir::{self, Spelled};
use crate::text::{ParseError, Reason};

/// The notations with their attribute's name, `#layout.<name>`, in the order of their numbers.
const NOTATIONS: [(Kind, &str); 6] = [
    (Kind::Cute, "cute"),
    (Kind::Swizzle, "swizzle"),
    (Kind::Composed, "composed"),
    (Kind::Linear, "linear"),
    (Kind::Tile, "tile"),
    (Kind::Relation, "relation"),
];

/// The layout that an attribute holds, or `None` if it is not a layout attribute.
pub fn content<'c>(attribute: Attribute<'c>) -> Option<&'c AnyLayout> {
    mlir::content(attribute)
}

/// The attribute that holds `layout`.
pub fn attribute<'c>(context: &'c Context, layout: &AnyLayout) -> Attribute<'c> {
    mlir::attribute(context, spelled(layout.clone()))
}

/// A layout with what MLIR is told of it.
pub(super) fn spelled(layout: AnyLayout) -> Spelled {
    Spelled { kind: notation_number(layout.kind()), spelling: spelling(&layout), layout }
}

/// The number that stands for a notation in C++ (`LayoutKind` in `dialect/LayoutC.h`).
pub(crate) fn notation_number(kind: Kind) -> u32 {
    kind as u32
}

/// The name of a notation's attribute.
pub(crate) fn notation_name(kind: Kind) -> &'static str {
    NOTATIONS.iter().find(|notation| notation.0 == kind).map_or("", |notation| notation.1)
}

/// The notation whose attribute has this name.
pub(super) fn notation_named(name: &str) -> Option<Kind> {
    NOTATIONS.iter().find(|notation| notation.1 == name).map(|notation| notation.0)
}

/// The canonical text of a layout after `#layout.`.
pub(crate) fn spelling(layout: &AnyLayout) -> String {
    let kind = layout.kind();
    let name = notation_name(kind);
    if kind == Kind::Relation {
        return format!("{name}<\"{}\">", escaped(&layout.to_string()));
    }
    let mut text = String::with_capacity(64);
    text.push_str(name);
    text.push('<');
    layout.write_to(&mut text);
    text.push('>');
    text
}

/// Reads the text of an attribute after `#layout.`.
///
/// # Errors
///
/// The column of the error is counted from the beginning of the text, in bytes.
pub(crate) fn parse_symbol(text: &[u8]) -> Result<AnyLayout, ParseError> {
    let text = std::str::from_utf8(text)
        .map_err(|error| not_utf8(error.valid_up_to(), text, error.valid_up_to()))?;
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let Some(&(kind, _)) = NOTATIONS.iter().find(|notation| notation.1 == name) else {
        let names = NOTATIONS.map(|notation| notation.1).join(", ");
        return Err(expected(0, &format!("one of {names}"), rest_of_word(text)));
    };
    let Some(body) = rest.strip_prefix('<') else {
        return Err(expected(end, "'<'", rest_of_word(rest)));
    };
    let Some(body) = body.strip_suffix('>') else {
        return Err(expected(text.len(), "'>'", ""));
    };
    if kind != Kind::Relation {
        return AnyLayout::parse(kind, body).map_err(|error| error.shifted(end + 1));
    }
    let (content, columns) = unquoted(body).map_err(|error| error.shifted(end + 1))?;
    AnyLayout::parse(kind, &content).map_err(|error| {
        // An error at the end of the text is at the closing quote.
        let last = columns.last().map_or(1, |column| column + 1);
        let column = columns.get(error.column).copied().unwrap_or(last);
        ParseError { column: end + 1 + column, reason: error.reason }
    })
}

/// The text between quotes, and for each byte of it the column where it stands in `body`.
fn unquoted(body: &str) -> Result<(String, Vec<usize>), ParseError> {
    let start = body.len() - body.trim_start().len();
    if !body[start..].starts_with('"') {
        return Err(expected(start, "a quoted relation", rest_of_word(&body[start..])));
    }
    let bytes = body.as_bytes();
    let (mut content, mut columns) = (Vec::new(), Vec::new());
    let mut at = start + 1;
    loop {
        let (byte, length) = match bytes.get(at) {
            None => return Err(expected(at, "'\"'", "")),
            Some(b'"') => break,
            Some(b'\\') => {
                unescaped(&bytes[at + 1..]).map(|(byte, length)| (byte, length + 1)).ok_or_else(
                    || expected(at, "an escape '\\\\', '\\\"', '\\n', '\\t' or '\\HH'", "\\"),
                )?
            }
            Some(&byte) => (byte, 1),
        };
        content.push(byte);
        columns.push(at);
        at += length;
    }
    let rest = &body[at + 1..];
    if !rest.trim().is_empty() {
        let column = body.len() - rest.trim_start().len();
        return Err(expected(column, "'>'", rest_of_word(&body[column..])));
    }
    let content = String::from_utf8(content).map_err(|error| {
        let index = error.utf8_error().valid_up_to();
        not_utf8(columns.get(index).copied().unwrap_or(start), error.as_bytes(), index)
    })?;
    Ok((content, columns))
}

/// The byte that the characters after a backslash stand for, and how many they are.
fn unescaped(rest: &[u8]) -> Option<(u8, usize)> {
    match rest {
        [byte @ (b'"' | b'\\'), ..] => Some((*byte, 1)),
        [b'n', ..] => Some((b'\n', 1)),
        [b't', ..] => Some((b'\t', 1)),
        [high, low, ..] => {
            let digit = |byte: u8| char::from(byte).to_digit(16);
            Some((u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()?, 2))
        }
        _ => None,
    }
}

/// A text as MLIR writes it between quotes.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'\\' => written.push_str("\\\\"),
            b' '..=b'~' if byte != b'"' => written.push(char::from(byte)),
            _ => {
                // Writing to a string does not fail.
                let _ = write!(written, "\\{byte:02X}");
            }
        }
    }
    written
}

/// The word, or else the character, at the beginning of a text, for an error to quote.
fn rest_of_word(text: &str) -> &str {
    let word = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let first = text.chars().next().map_or(0, char::len_utf8);
    &text[..word.clamp(first, 24.max(first)).min(text.len())]
}

/// The error that the byte at `index` begins no character.
fn not_utf8(column: usize, bytes: &[u8], index: usize) -> ParseError {
    let byte = bytes.get(index).copied().unwrap_or(0);
    expected(column, "UTF-8 text", &format!("\\{byte:02X}"))
}

fn expected(column: usize, expected: &str, found: &str) -> ParseError {
    let reason = Reason::Expected { expected: expected.to_owned(), found: found.to_owned() };
    ParseError { column, reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_an_escaped_relation() {
        let (content, columns) = unquoted(r#" "a\"b\41c" "#).unwrap();
        assert_eq!(content, "a\"bAc");
        assert_eq!(columns, [2, 3, 5, 6, 9]);
    }

    #[test]
    fn what_is_escaped_comes_back() {
        let text = "a\"b\\c\n\u{e9}";
        let quoted = format!("\"{}\"", escaped(text));
        assert_eq!(quoted, r#""a\22b\\c\0A\C3\A9""#);
        assert_eq!(unquoted(&quoted).unwrap().0, text);
    }

    #[track_caller]
    fn check_refused(text: &[u8], column: usize, message: &str) {
        let error = parse_symbol(text).unwrap_err();
        assert_eq!((error.column, error.to_string().as_str()), (column, message));
    }

    #[test]
    fn symbols_that_are_no_layout() {
        let names = "expected one of cute, swizzle, composed, linear, tile, relation";
        check_refused(b"", 0, &format!("{names} but the text ends here"));
        check_refused(b"cutest<4:1>", 0, &format!("{names} but found 'cutest'"));
        check_refused(b"\"cute<4:1>\"", 0, &format!("{names} but found '\"'"));
        check_refused(b"cute", 4, "expected '<' but the text ends here");
        check_refused(b"cute<\xff>", 5, "expected UTF-8 text but found '\\FF'");
        check_refused(b"relation<{}>", 9, "expected a quoted relation but found '{'");
        check_refused(b"relation<\"{}\" x>", 14, "expected '>' but found 'x'");
        check_refused(
            b"relation<\"\\q\">",
            10,
            "expected an escape '\\\\', '\\\"', '\\n', '\\t' or '\\HH' but found '\\'",
        );
    }
}
