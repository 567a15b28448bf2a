//! HEIR's `tensor_ext` dialect: which slots of which ciphertexts hold an entry of a tensor, as relations
//! in attributes `#tensor_ext.layout<"{ [i0] -> [ct, slot] : ... }">`.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};

use super::claim::OperationClaim;
use super::claims::constants;
use super::dialect::{Dialect, OperationEntry};
use super::entry::{claim, none, not_yet};
use super::site::Site;
use crate::dialect::ir;
use crate::imported::slots::{extents_of, parsed, relation_text, within};
use crate::imported::{NotImported, Notation, TypeText};

/// The dialect.
pub(in crate::passes) const HEIR: Dialect = Dialect {
    name: "tensor_ext",
    operations: OPERATIONS,
    machine: None,
    notation: &NoTypes,
    unwraps_picked: false,
    counts_from_end: false,
};

const MOVES_SLOTS: &str = "it moves slots, whatever they hold";

const OPERATIONS: &[OperationEntry] = &[
    claim("assign_layout", OperationClaim::Assigned),
    claim("convert_layout", OperationClaim::Converted),
    not_yet("permute", "which slots change places is not compared"),
    not_yet("remap", "which slots change places is not compared"),
    none("rotate", MOVES_SLOTS),
    none("rotate_and_reduce", MOVES_SLOTS),
    claim("unpack", OperationClaim::Assigned),
];

/// Its types say no layouts.
struct NoTypes;

impl Notation for NoTypes {
    fn read(&self, _: &str) -> Option<TypeText> {
        None
    }
}

/// The attributes of a module that say how many slots a ciphertext has.
const SLOT_COUNTS: [&str; 3] =
    ["heir.actual_slot_count", "scheme.actual_slot_count", "scheme.requested_slot_count"];

impl<'c: 'a, 'a> Site<'c, 'a> {
    /// A tensor is put into slots, or taken out of them: its layout is one of the tensor, and it is
    /// the one that an operand already has.
    pub fn import_assigned(&mut self) -> Result<(), NotImported> {
        let layout = layout_of(self.operation, "layout")?;
        self.claims_layout(&layout)?;
        match own_layout(self.operation) {
            Some(result) => self.claims_same(&result?, &layout),
            None => Ok(()),
        }
    }

    /// A tensor goes from one layout, which it has, to another one.
    pub fn import_converted(&mut self) -> Result<(), NotImported> {
        let from = layout_of(self.operation, "from_layout")?;
        let to = layout_of(self.operation, "to_layout")?;
        let [source] = self.operands_of()?;
        if let Some(before) = ir::defining_op(source).and_then(own_layout) {
            self.claims_same(&before?, &from)?;
        }
        self.claims_layout(&from)?;
        self.claims_layout(&to)?;
        match own_layout(self.operation) {
            Some(result) => self.claims_same(&result?, &to),
            None => Ok(()),
        }
    }

    /// The claims of one layout: an entry for each index of the tensor and for no other, one entry in
    /// a slot, and slots that there are.
    fn claims_layout(&mut self, text: &str) -> Result<(), NotImported> {
        let layout = parsed(text)?;
        let [tensor] = self.operands_of()?;
        let extents = extents_of(&tensor.r#type().to_string())?;
        let [of_tensor, inside] = within(text, &extents, slots_of(self.operation)?)?;
        let size = extents.iter().try_fold(1_i64, |size, extent| size.checked_mul(*extent));
        let size = size.ok_or("its tensor does not fit in 64 bits")?;
        let inserter = &mut self.inserter;
        let of_tensor = inserter.constant(&of_tensor);
        inserter.assert_number("assert_size", of_tensor, size);
        let [layout, inside] = constants(inserter, [&layout, &inside]);
        inserter.assert_equivalent(layout, inside);
        inserter.layout_op("assert_injective", &[layout], &[], &[]);
        Ok(())
    }

    /// The claim that two layouts are the same.
    fn claims_same(&mut self, before: &str, claimed: &str) -> Result<(), NotImported> {
        if before == claimed {
            return Ok(());
        }
        let (before, claimed) = (parsed(before)?, parsed(claimed)?);
        let [before, claimed] = constants(&mut self.inserter, [&before, &claimed]);
        self.inserter.assert_equivalent(before, claimed);
        Ok(())
    }
}

/// The text of an attribute `#tensor_ext.layout<"...">`.
fn layout_of(operation: OperationRef<'_, '_>, name: &str) -> Result<String, NotImported> {
    let attribute = operation.attribute(name).map_err(|_| format!("it has no {name}"))?.to_string();
    relation_text(&attribute)
        .map(str::to_owned)
        .ok_or_else(|| format!("{name} = {attribute} is not an isl relation").into())
}

/// The layout that the result of an operation has.
fn own_layout(operation: OperationRef<'_, '_>) -> Option<Result<String, NotImported>> {
    let name = "tensor_ext.layout";
    operation.attribute(name).is_ok().then(|| layout_of(operation, name))
}

/// How many slots a ciphertext has, if an operation around this one says.
///
/// # Errors
///
/// It says something else.
fn slots_of(operation: OperationRef<'_, '_>) -> Result<Option<i64>, NotImported> {
    let mut around = operation.parent_operation();
    while let Some(outer) = around {
        for name in SLOT_COUNTS {
            if let Ok(count) = outer.attribute(name) {
                let text = count.to_string();
                let number = text.split(' ').next().and_then(|number| number.parse().ok());
                let number = number.filter(|number| 0 < *number);
                let wrong = || format!("{name} = {text} is not a number of slots").into();
                return number.map(Some).ok_or_else(wrong);
            }
        }
        around = outer.parent_operation();
    }
    Ok(None)
}
