//! What the types of the peer say, which are opaque text.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type};

use crate::algebra::{AnyLayout, Kind};

/// The layout, composed layout or tiler that a type of the peer says; of a memref its layout.
///
/// A `?` in a type says nothing about which value it is, so that nothing could be claimed of it.
pub(super) fn operand_of(r#type: Type<'_>) -> Option<AnyLayout> {
    const NOTATIONS: [(&str, Kind); 3] = [
        ("!cute.layout<\"", Kind::Cute),
        ("!cute.composed_layout<\"", Kind::Composed),
        ("!cute.tile<\"", Kind::Tile),
    ];
    let text = r#type.to_string();
    let (body, kind) = match text.strip_prefix("!cute.memref<") {
        // The element, the space, the alignment and a swizzle of the pointer come before it.
        Some(parts) => (parts.split_once(", \"")?.1, Kind::Cute),
        None => {
            NOTATIONS.iter().find_map(|(prefix, kind)| Some((text.strip_prefix(prefix)?, *kind)))?
        }
    };
    let body = body.strip_suffix("\">")?;
    if body.contains('?') {
        return None;
    }
    AnyLayout::parse(kind, body).ok()
}

/// The layout that a type `!cute.layout<"...">` or the type of a memref says.
pub(super) fn layout_of(r#type: Type<'_>) -> Option<AnyLayout> {
    operand_of(r#type).filter(|layout| layout.kind() == Kind::Cute)
}

/// The text of a type `!cute.<name><"...">`, such as a shape or a coordinate.
pub(super) fn text_of(r#type: Type<'_>, names: &[&str]) -> Option<String> {
    let text = r#type.to_string();
    let (name, body) = text.strip_prefix("!cute.")?.split_once("<\"")?;
    names.contains(&name).then(|| body.strip_suffix("\">").map(str::to_owned))?
}

/// The number that a type `!cute.int_tuple<"...">` says.
pub(super) fn number_of(r#type: Type<'_>) -> Option<i64> {
    text_of(r#type, &["int_tuple"])?.parse().ok()
}

/// The compact layout whose shape is the text of a shape or of a tuple of integers.
pub(super) fn shape_of(r#type: Type<'_>) -> Option<AnyLayout> {
    let text = text_of(r#type, &["shape", "int_tuple"]).filter(|text| !text.contains('?'))?;
    AnyLayout::parse(Kind::Cute, &text).ok()
}

/// The coordinate of a slice, with 0 for every number that is not known: the modes that stay are
/// the same.
pub(super) fn slice_of(r#type: Type<'_>) -> Option<String> {
    let text = text_of(r#type, &["coord"])?.replace('?', "0");
    (!text.contains('{')).then_some(text)
}

/// The integers of an attribute `array<i32: 1, 0>`.
pub(super) fn integers(operation: OperationRef<'_, '_>, name: &str) -> Option<Vec<i64>> {
    let text = operation.attribute(name).ok()?.to_string();
    let list = text.strip_prefix("array<i32")?.strip_suffix('>')?;
    match list.strip_prefix(": ") {
        Some(numbers) => numbers.split(", ").map(|number| number.parse().ok()).collect(),
        None => list.is_empty().then(Vec::new),
    }
}

/// The integer of an attribute `2 : si32`, whatever its type is.
pub(super) fn integer(operation: OperationRef<'_, '_>, name: &str) -> Option<i64> {
    let text = operation.attribute(name).ok()?.to_string();
    text.split(' ').next()?.parse().ok()
}
