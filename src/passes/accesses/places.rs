//! Values for the variables of predicates.

use melior::Context;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, BlockLike, Identifier, Type, TypeLike, Value, ValueLike};
use rustc_hash::FxHashMap;

use crate::dialect::foreign::name;
use crate::dialect::ir::{self, Inserter};
use crate::passes::surroundings::Source;

/// The operations that say what variables are, each written once, right after what it depends on.
pub(super) struct VariableOperations<'c> {
    context: &'c Context,
    known: FxHashMap<(usize, Option<usize>), Value<'c, 'c>>,
}

impl<'c> VariableOperations<'c> {
    pub fn new(context: &'c Context) -> Self {
        VariableOperations { context, known: FxHashMap::default() }
    }

    /// The value of a variable, of type index.
    ///
    /// # Errors
    ///
    /// A value is of no block.
    pub fn value(&mut self, source: Source<'c>) -> Result<Value<'c, 'c>, String> {
        let (of, dimension) = match source {
            Source::Value(value) if value.r#type().is_index() => return Ok(value),
            // The guard computes an index of a map.
            Source::Mapped { buffer: value, .. } | Source::Unnamed(value) => return Ok(value),
            Source::Value(value) | Source::Held(value) => (value, None),
            Source::Size { buffer, dimension } => (buffer, Some(dimension)),
        };
        let key = (ir::value_key(of), dimension);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let index = Type::index(self.context);
        let value = match source {
            Source::Size { dimension, .. } => {
                let number = i64::try_from(dimension).map_err(|error| error.to_string())?;
                let number = ("value", IntegerAttribute::new(index, number).into());
                let position = self.insert_after(of, name::CONSTANT, &[], index, &[number])?;
                self.insert_after(position, name::DIM, &[of, position], index, &[])?
            }
            Source::Held(mask) => self.held(mask)?,
            _ => self.insert_after(of, name::INDEX_CAST, &[of], index, &[])?,
        };
        self.known.insert(key, value);
        Ok(value)
    }

    /// How many lanes of a mask hold.
    fn held(&self, mask: Value<'c, 'c>) -> Result<Value<'c, 'c>, String> {
        let (shape, _) = ir::fixed_vector(mask.r#type()).ok_or("a mask has no fixed size")?;
        let shape: Vec<u64> = shape.into_iter().map(i64::unsigned_abs).collect();
        let integer = IntegerType::new(self.context, 64).into();
        let numbers = Type::vector(&shape, integer);
        let add = Attribute::parse(self.context, "#vector.kind<add>");
        let add = ("kind", add.ok_or("vector has no kind of reduction called add")?);
        let ones = self.insert_after(mask, name::EXTEND, &[mask], numbers, &[])?;
        let sum = self.insert_after(ones, name::REDUCTION, &[ones], integer, &[add])?;
        self.insert_after(sum, name::INDEX_CAST, &[sum], Type::index(self.context), &[])
    }

    /// Puts an operation right after the definition of a value.
    fn insert_after(
        &self,
        value: Value<'c, 'c>,
        name: &str,
        operands: &[Value<'c, 'c>],
        result: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Result<Value<'c, 'c>, String> {
        let first = || ir::argument_block(value)?.first_operation();
        let inserter = match ir::defining_op(value) {
            Some(definition) => Inserter::after(self.context, definition),
            None => Inserter::before(self.context, first().ok_or("a value of no block")?),
        };
        let mut inserter = inserter.ok_or("a value of no block")?;
        let attributes: Vec<_> = attributes
            .iter()
            .map(|(name, value)| (Identifier::new(self.context, name), *value))
            .collect();
        Ok(inserter.value(name, operands, result, &attributes))
    }
}
