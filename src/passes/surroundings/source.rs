//! What the variables of quantities are in the IR.

use melior::ir::Value;

/// What a variable is in the IR.
#[derive(Debug, Clone, Copy)]
pub(in crate::passes) enum Source<'c> {
    /// A value of type index or of an integer type.
    Value(Value<'c, 'c>),
    /// The size of a dimension of a memref, which no operation has asked for.
    Size { buffer: Value<'c, 'c>, dimension: usize },
    /// How many lanes of a mask hold.
    Held(Value<'c, 'c>),
    /// The index of a dimension that the map of an access makes.
    Mapped { buffer: Value<'c, 'c>, dimension: usize },
    /// Something that is not a value, such as the number of a lane, with one that stands in for it
    /// where values are asked for.
    Unnamed(Value<'c, 'c>),
}

impl<'c> Source<'c> {
    /// The value, or the memref that the size is of, or the mask.
    pub fn value(&self) -> Value<'c, 'c> {
        match self {
            Source::Value(value)
            | Source::Size { buffer: value, .. }
            | Source::Mapped { buffer: value, .. }
            | Source::Held(value)
            | Source::Unnamed(value) => *value,
        }
    }
}
