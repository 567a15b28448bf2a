//! What a dialect of another system is to an importer: a name, a table of operations, and how its types
//! are written.

use super::claim::Claim;
use crate::cute::{TiledCopy, TiledMma};

/// Why an operation is left alone.
pub(super) type Reason = String;

/// A dialect that is imported. Another one is another value of this type, in a file of its own.
pub(in crate::passes) struct Dialect {
    /// What its operations begin with, without the dot.
    pub(super) name: &'static str,
    /// Its operations, sorted by name.
    pub(super) operations: &'static [Entry],
    /// How its types say layouts.
    pub(super) notation: &'static (dyn Notation + Sync),
}

/// An operation of a dialect, and what is asked of it.
pub(super) struct Entry {
    pub name: &'static str,
    pub treatment: Treatment,
}

/// What an importer does with an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Treatment {
    /// Its result type claims something.
    Claim(Claim),
    /// It claims nothing, for this reason.
    None(&'static str),
    /// It claims something that is not read yet.
    NotYet(&'static str),
}

impl Dialect {
    /// What is done with the operation of this name.
    pub(super) fn treatment(&self, name: &str) -> Treatment {
        let found = self.operations.iter().find(|entry| entry.name == name);
        found.map_or(Treatment::NotYet("the operation is not known"), |entry| entry.treatment)
    }
}

/// What the type of a value says, in CuTe's notation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct TypeText {
    pub role: Role,
    /// The layout, tiler or tuple. `?` is a leaf that is not static, `_` a whole mode.
    pub body: String,
    /// Where a tensor of coordinates begins, if it is one.
    pub iterator: Option<String>,
    /// The swizzle of the pointer, if it has one.
    pub swizzle: Option<String>,
    /// True for a tensor: its layout begins at a pointer or a coordinate.
    pub is_tensor: bool,
    /// True for a tensor in registers.
    pub is_in_registers: bool,
}

/// What a [`TypeText`] is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// A layout, or a tensor with one.
    #[default]
    Layout,
    Composed,
    Tile,
    /// A shape, a stride, a coordinate or any other tuple of integers.
    Tuple,
    Swizzle,
    Pointer,
}

/// How a dialect writes its types.
pub(super) trait Notation {
    /// What a type says; `None` if it says no layout.
    fn read(&self, text: &str) -> Option<TypeText>;

    /// The tiled copy that a type says.
    fn tiled_copy(&self, text: &str) -> Result<TiledCopy, Reason>;

    /// The tiled product of matrices that a type says.
    fn tiled_mma(&self, text: &str) -> Result<TiledMma, Reason>;

    /// The type of the atom that the type of a tiled copy or product is made of.
    fn atom<'a>(&self, text: &'a str) -> Option<&'a str>;
}
