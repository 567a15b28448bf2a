//! Values for the variables of predicates.

use std::collections::HashMap;

use melior::Context;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::{BlockLike, Identifier, Type, TypeLike, Value, ValueLike};

use crate::dialect::foreign::name;
use crate::dialect::ir::{self, Inserter};
use crate::passes::surroundings::Source;

/// The operations that say what variables are, each written once, right after what it depends on.
pub(super) struct Places<'c> {
    context: &'c Context,
    known: HashMap<(usize, Option<usize>), Value<'c, 'c>>,
}

impl<'c> Places<'c> {
    pub fn new(context: &'c Context) -> Self {
        Places { context, known: HashMap::new() }
    }

    /// The value of a variable, of type index.
    ///
    /// # Errors
    ///
    /// An operation does not build.
    pub fn value(&mut self, source: Source<'c>) -> Result<Value<'c, 'c>, String> {
        let (of, dimension) = match source {
            Source::Value(value) if value.r#type().is_index() => return Ok(value),
            Source::Unnamed(value) => return Ok(value),
            Source::Value(value) => (value, None),
            Source::Size { buffer, dimension } => (buffer, Some(dimension)),
        };
        let key = (ir::value_key(of), dimension);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let index = Type::index(self.context);
        let value = match dimension {
            None => self.insert_after(of, name::INDEX_CAST, &[of], None)?,
            Some(dimension) => {
                let number = i64::try_from(dimension).map_err(|error| error.to_string())?;
                let number = Some(IntegerAttribute::new(index, number));
                let position = self.insert_after(of, name::CONSTANT, &[], number)?;
                self.insert_after(position, name::DIM, &[of, position], None)?
            }
        };
        self.known.insert(key, value);
        Ok(value)
    }

    /// Puts an operation right after the definition of a value.
    fn insert_after(
        &self,
        value: Value<'c, 'c>,
        name: &str,
        operands: &[Value<'c, 'c>],
        number: Option<IntegerAttribute<'c>>,
    ) -> Result<Value<'c, 'c>, String> {
        let first = || ir::argument_block(value)?.first_operation();
        let mut inserter = match ir::defining_op(value) {
            Some(definition) => Inserter::after(self.context, definition),
            None => Inserter::before(self.context, first().ok_or("a value of no block")?),
        };
        let number = number.map(|it| (Identifier::new(self.context, "value"), it.into()));
        inserter.value(name, operands, Type::index(self.context), number.as_slice())
    }
}
