//! What the types of the peer say, which are opaque text.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value, ValueLike};

use super::dynamic::{Leaves, with_facts};
use crate::algebra::{AnyLayout, Kind};
use crate::cute::{Pick, Tuple};

impl Leaves {
    /// The layout, composed layout or tiler that the type of a value says; of a memref its layout.
    ///
    /// Each `?` of a layout is a symbol, the same one for the same number.
    pub fn operand_of(&self, value: Value<'_, '_>) -> Option<AnyLayout> {
        let (body, kind) = body_of(&value.r#type().to_string())?;
        match (body.contains('?'), kind) {
            (false, kind) => AnyLayout::parse(kind, &body).ok(),
            (true, Kind::Cute) => AnyLayout::parse(kind, &self.named_text(&body, value)?).ok(),
            (true, _) => None,
        }
    }

    /// The layout that a type `!cute.layout<"...">` or the type of a memref says.
    pub fn layout_of(&self, value: Value<'_, '_>) -> Option<AnyLayout> {
        self.operand_of(value).filter(|layout| layout.kind() == Kind::Cute)
    }

    /// The compact layout whose shape is the text of a shape or of a tuple of integers.
    pub fn shape_of(&self, value: Value<'_, '_>) -> Option<AnyLayout> {
        let (shape, facts) = self.text_and_facts(value, &["shape", "int_tuple"])?;
        AnyLayout::parse(Kind::Cute, &with_facts(&shape, &facts)).ok()
    }

    /// The text of a type `!cute.<name><"...">` with a name for each `?`, and what is known of them.
    pub fn text_and_facts(&self, value: Value<'_, '_>, names: &[&str]) -> Option<(String, String)> {
        let text = self.named_text(&text_of(value.r#type(), names)?, value)?;
        let (text, facts) = text.split_once(" where ").unwrap_or((&text, ""));
        Some((text.to_owned(), facts.to_owned()))
    }
}

/// The text of the layout that a type says, and its notation.
pub(super) fn body_of(text: &str) -> Option<(String, Kind)> {
    const NOTATIONS: [(&str, Kind); 3] = [
        ("!cute.layout<\"", Kind::Cute),
        ("!cute.composed_layout<\"", Kind::Composed),
        ("!cute.tile<\"", Kind::Tile),
    ];
    let (body, kind) = match text.strip_prefix("!cute.memref<") {
        // The element, the space, the alignment and a swizzle of the pointer come before it.
        Some(parts) => (parts.split_once(", \"")?.1, Kind::Cute),
        None => {
            NOTATIONS.iter().find_map(|(prefix, kind)| Some((text.strip_prefix(prefix)?, *kind)))?
        }
    };
    Some((body.strip_suffix("\">")?.to_owned(), kind))
}

/// The text of a type `!cute.<name><"...">`, such as a shape or a coordinate.
pub(crate) fn text_of(r#type: Type<'_>, names: &[&str]) -> Option<String> {
    let text = r#type.to_string();
    let (name, body) = text.strip_prefix("!cute.")?.split_once("<\"")?;
    names.contains(&name).then(|| body.strip_suffix("\">").map(str::to_owned))?
}

/// The number that a type `!cute.int_tuple<"...">` says.
pub(super) fn number_of(r#type: Type<'_>) -> Option<i64> {
    text_of(r#type, &["int_tuple"])?.parse().ok()
}

/// The coordinate of a slice, with 0 for every number that is not known: the modes that stay are
/// the same.
pub(super) fn slice_of(r#type: Type<'_>) -> Option<String> {
    let text = text_of(r#type, &["coord"])?.replace('?', "0");
    (!text.contains('{')).then_some(text)
}

/// The coordinate of an attribute `#cute.coord<"(1,_,1)">`.
pub(super) fn coordinate_of(attribute: &str) -> Option<Tuple<Pick>> {
    attribute.strip_prefix("#cute.coord<\"")?.strip_suffix("\">")?.parse().ok()
}

/// The integers of an attribute `array<i32: 1, 0>`.
pub(crate) fn integers(operation: OperationRef<'_, '_>, name: &str) -> Option<Vec<i64>> {
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
