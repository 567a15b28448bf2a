//! Globals, and what is in those that are constant.

use std::rc::Rc;

use melior::ir::attribute::{DenseElementsAttribute, FlatSymbolRefAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{OperationRef, RegionLike, ShapedTypeLike, Value, ValueLike};

use super::super::blocks::operations;
use super::machine::{Done, Machine, unread};
use super::terms::{Address, Buffer, Datum, Scalar};
use crate::dialect::foreign::memory::{has_identity_layout, is_global, static_size};
use crate::dialect::ir;

/// More elements than this are not read of a constant, unless they are all the same.
const MAX_ELEMENTS: i64 = 4096;

impl<'c> Machine<'_, 'c> {
    pub(super) fn global(&mut self, operation: OperationRef<'c, 'c>) -> Done<bool> {
        let name = operation.attribute("name").ok();
        let name = name.and_then(|name| FlatSymbolRefAttribute::try_from(name).ok());
        let result = operation.results().next().map(Value::from);
        let r#type = result.and_then(|result| ir::memref_type(result.r#type()));
        let (Some(name), Some(r#type)) = (name, r#type) else { return unread(operation) };
        let name = name.value().to_owned();
        let global = global_named(operation, &name);
        let constant = global.filter(|it| it.has_attribute("constant"));
        let buffer = match constant {
            Some(constant) => {
                let name = self.as_before(name, constant);
                if !self.constants.contains_key(&name) {
                    let elements = self.elements(constant, &r#type);
                    self.constants.insert(name.clone(), elements);
                }
                Buffer::Constant(name)
            }
            None => Buffer::Global(name),
        };
        let memref = self.of_type(buffer, &r#type, None, &[])?;
        self.give(operation, vec![Datum::Memref(Rc::new(memref))])
    }

    /// The name of a constant, which after the pass is another one if it has other values.
    fn as_before(&mut self, name: String, constant: OperationRef<'c, 'c>) -> String {
        let attribute = |key: &str| constant.attribute(key).ok();
        let own = ["type", "initial_value"].map(attribute);
        let before = self.world.constants.entry(name.clone()).or_insert(own);
        if *before == own { name } else { format!("{name}'") }
    }

    /// The elements of a constant in the order of memory; the only one if all are the same.
    fn elements(
        &mut self,
        constant: OperationRef<'c, 'c>,
        r#type: &MemRefType<'c>,
    ) -> Option<Rc<[Scalar]>> {
        let value = constant.attribute("initial_value").ok()?;
        let is_one = DenseElementsAttribute::try_from(value).ok()?.is_splat();
        let sizes: Option<Vec<i64>> =
            (0..r#type.rank()).map(|dimension| static_size(r#type, dimension)).collect();
        let count = sizes?.into_iter().try_fold(1_i64, i64::checked_mul)?;
        let is_read = is_one || (count <= MAX_ELEMENTS && has_identity_layout(r#type));
        if !is_read || ir::is_vector(r#type.element()) {
            return None;
        }
        let count = usize::try_from(count).ok()?;
        Some(self.listed(&value.to_string(), count, r#type.element())?.into())
    }

    /// An element of a constant, if it is known.
    pub(super) fn constant_element(&self, buffer: &Buffer, address: &Address) -> Option<Scalar> {
        let Buffer::Constant(name) = buffer else { return None };
        match self.constants.get(name)?.as_deref()? {
            [only] => Some(*only),
            elements => {
                let at = self.world.constant(address.offset?)?;
                elements.get(usize::try_from(at).ok()?).copied()
            }
        }
    }
}

/// The global that an operation means by a name.
fn global_named<'c>(from: OperationRef<'c, 'c>, name: &str) -> Option<OperationRef<'c, 'c>> {
    let around = std::iter::successors(from.parent_operation(), |it| it.parent_operation());
    let inside = |around: OperationRef<'c, 'c>| {
        let block = ir::region(around, 0).and_then(|region| region.first_block());
        block.map(operations).unwrap_or_default()
    };
    let is_named = |it: &OperationRef<'c, 'c>| {
        is_global(*it) && ir::string_attribute(*it, "sym_name") == Some(name)
    };
    around.flat_map(inside).find(is_named)
}
