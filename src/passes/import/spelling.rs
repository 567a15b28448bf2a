//! How the type of a value is spelled.

use std::borrow::Cow;

use melior::ir::Type;

use crate::dialect::ir;
use crate::imported::as_printed;

/// A type as its dialect prints it, however it is written.
pub(super) fn written(r#type: Type<'_>) -> String {
    let text = match ir::opaque(r#type) {
        Some((dialect, text)) if is_pretty(text) => ["!", dialect, ".", text].concat(),
        _ => r#type.to_string(),
    };
    match as_printed(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(printed) => printed,
    }
}

/// True for the text of an opaque type that stands after the dialect's name and a dot.
fn is_pretty(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_');
    let name = bytes.iter().position(|byte| !is_name(byte)).unwrap_or(bytes.len());
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && matches!(bytes[name..], [] | [b'<', .., b'>'])
}
