//! What the types of a dialect say, which are opaque text, as layouts and tuples.

use std::cell::Cell;

use elsa::FrozenMap;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value, ValueLike};
use rustc_hash::FxBuildHasher;

use super::dialect::Dialect;
use super::leaves::Leaves;
use super::spelling::written;
use crate::algebra::{AnyLayout, Kind};
use crate::cute::Tuple;
use crate::dialect::ir;
use crate::imported::{
    NotImported, Role, TypeText, shape_of, tile_of, tuple_of, with_facts, without_blanks,
};
use crate::partial::Leaf;

/// The types that were read, each once. Equal types are one type, at one place.
#[derive(Default)]
pub(super) struct KnownTypes(FrozenMap<usize, Box<ReadType>, FxBuildHasher>);

/// What a type says.
struct ReadType {
    text: Option<TypeText>,
    layout: Option<AnyLayout>,
    /// A layout of numbers and nothing else.
    is_plain: bool,
    is_met: Cell<bool>,
}

/// The types of the IR, which operations ask for again and again.
#[derive(Clone, Copy)]
pub(super) struct Types<'t> {
    pub dialect: &'static Dialect,
    pub known: &'t KnownTypes,
}

impl<'t> Types<'t> {
    /// What a type says.
    pub fn text_of(self, r#type: Type<'_>) -> Option<&'t TypeText> {
        self.read(r#type).text.as_ref()
    }

    /// The layout, composed layout or tiler that a type says; `None` for one with a `?`, too.
    pub fn layout_of(self, r#type: Type<'_>) -> Option<&'t AnyLayout> {
        self.read(r#type).layout.as_ref()
    }

    /// True for a layout of numbers and nothing else: that it is one is all that it claims.
    pub fn is_plain(self, r#type: Type<'_>) -> bool {
        self.read(r#type).is_plain
    }

    /// True the first time that it is asked of a type.
    pub fn meets(self, r#type: Type<'_>) -> bool {
        !self.read(r#type).is_met.replace(true)
    }

    fn read(self, r#type: Type<'_>) -> &'t ReadType {
        let (key, known) = (ir::type_key(r#type), &self.known.0);
        known.get(&key).unwrap_or_else(|| known.insert(key, Box::new(self.read_now(r#type))))
    }

    fn read_now(self, r#type: Type<'_>) -> ReadType {
        let notation = self.dialect.notation;
        let plain = ir::opaque(r#type).and_then(|(dialect, text)| notation.plain(dialect, text));
        let text = match plain {
            Some(layout) => Some(TypeText::of_layout(layout)),
            // A layout of numbers is read as one; what stands beside a `?` is read here.
            None => notation.read(&written(r#type)).filter(TypeText::is_read),
        };
        let layout = text.as_ref().and_then(TypeText::layout);
        let is_plain = plain.is_some() && layout.is_some();
        ReadType { text, layout, is_plain, is_met: Cell::new(false) }
    }
}

/// The values around one operation, read.
pub(super) struct TypeReader<'t> {
    pub dialect: &'static Dialect,
    pub types: Types<'t>,
    leaves: Leaves<'static>,
}

impl<'t> TypeReader<'t> {
    pub fn new(types: Types<'t>) -> Self {
        let dialect = types.dialect;
        TypeReader { dialect, types, leaves: Leaves::new(dialect) }
    }

    /// What the type of a value says.
    pub fn text_of(&self, value: Value<'_, '_>) -> Option<&'t TypeText> {
        self.types.text_of(value.r#type())
    }

    /// The layout, composed layout or tiler that the type of a value says; of a tensor its layout.
    ///
    /// Each `?` is a symbol, the same one for the same number.
    pub fn operand_of(&self, value: Value<'_, '_>) -> Option<AnyLayout> {
        if let Some(layout) = self.types.layout_of(value.r#type()) {
            return Some(layout.clone());
        }
        let text = self.text_of(value)?;
        let kind = text.kind()?;
        if !text.body.contains('?') {
            return None;
        }
        let (body, facts) = self.leaves.named(&text.body, value)?;
        let with_facts = AnyLayout::parse(kind, &with_facts(&body, &facts));
        with_facts.or_else(|_| AnyLayout::parse(kind, &body)).ok()
    }

    /// The same, or why there is none.
    pub fn operand(&self, value: Value<'_, '_>) -> Result<AnyLayout, NotImported> {
        self.operand_of(value)
            .ok_or_else(|| format!("{} is not a layout that is read", value.r#type()).into())
    }

    /// The CuTe layout that the type of a value says.
    pub fn layout(&self, value: Value<'_, '_>) -> Result<AnyLayout, NotImported> {
        let layout = self.operand(value)?;
        match layout.kind() {
            Kind::Cute => Ok(layout),
            _ => Err(format!("{layout} is not a CuTe layout").into()),
        }
    }

    /// The compact layout whose shape is the tuple that a type says.
    pub fn shape(&self, value: Value<'_, '_>) -> Result<AnyLayout, NotImported> {
        let (shape, facts) = self.tuple_text(value)?;
        AnyLayout::parse(Kind::Cute, &with_facts(&shape, &facts))
            .map_err(|error| error.to_string().into())
    }

    /// The tuple that a type says, with a name for each `?`, and what is known of them.
    pub fn tuple_text(&self, value: Value<'_, '_>) -> Result<(String, String), NotImported> {
        let no_tuple = || format!("{} is not a tuple", value.r#type());
        let text = self.text_of(value).filter(|text| text.role == Role::Tuple);
        let text = text.ok_or_else(no_tuple)?;
        self.leaves.named(&text.body, value).ok_or_else(|| no_tuple().into())
    }

    /// The tuple of numbers that a type says; an integer is one number.
    pub fn tuple(&self, value: Value<'_, '_>) -> Result<Tuple<Leaf>, NotImported> {
        let is_opaque = ir::opaque(value.r#type()).is_some();
        if !is_opaque && !written(value.r#type()).starts_with('!') {
            return Ok(Tuple::Leaf(ir::constant(value).map_or(Leaf::Open, Leaf::Number)));
        }
        match self.text_of(value) {
            Some(text) if text.role == Role::Tuple => tuple_of(&text.body),
            Some(text) if text.role == Role::Tile => Ok(shape_of(&tile_of(&text.body)?)),
            _ => Err(format!("{} is not a tuple", value.r#type()).into()),
        }
    }

    /// The coordinate of a slice, with 0 for every number that is not known: the modes that stay are
    /// the same.
    pub fn picks(&self, value: Value<'_, '_>) -> Result<String, NotImported> {
        let coordinate = self.tuple(value)?;
        Ok(coordinate
            .map(&mut |leaf| match leaf {
                Leaf::All => "_".to_owned(),
                Leaf::Number(number) => number.to_string(),
                _ => "0".to_owned(),
            })
            .to_string())
    }
}

/// The text of an attribute `#cute.coord<"(1,_,1)">`.
pub(super) fn quoted_attribute(operation: OperationRef<'_, '_>, name: &str) -> Option<String> {
    let text = operation.attribute(name).ok()?.to_string();
    let (_, text) = text.split_once('"')?;
    Some(without_blanks(text.split_once('"')?.0))
}

/// The path to a mode that an operation says; none if it says nothing.
///
/// # Errors
///
/// It says it in another way than `array<i32: 1, 0>`.
pub(in crate::passes) fn mode_path(
    operation: OperationRef<'_, '_>,
) -> Result<Vec<i64>, &'static str> {
    match operation.attribute("mode") {
        Ok(_) => integers(operation, "mode").ok_or("its path is not read"),
        Err(_) => Ok(Vec::new()),
    }
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
