//! What a dialect of another system is to an importer: a name, a table of operations, and how its types
//! are written.

use super::claim::Claim;
use super::reason::Reason;
use crate::cute::{CopyAtom, Layout, TiledCopy, TiledMma, Tiler};

/// A dialect that is imported. Another one is another value of this type, in a file of its own.
pub(in crate::passes) struct Dialect {
    /// What its operations begin with, without the dot.
    pub(super) name: &'static str,
    /// Its operations, sorted by name.
    pub(super) operations: &'static [Entry],
    /// The dialect beside it that has the operations of machines.
    pub(super) machine: Option<Machine>,
    /// How its types say layouts.
    pub(super) notation: &'static (dyn Notation + Sync),
    /// Whether a mode that a coordinate picks alone is that mode, not a tuple of it.
    pub(super) unwraps_picked: bool,
    /// Whether -1 as the end of a range is the last mode, which the range is without, not the rank.
    pub(super) counts_from_end: bool,
}

/// A dialect of the operations of machines: one that no value with a layout has is about none.
#[derive(Clone, Copy)]
pub(super) struct Machine {
    pub name: &'static str,
    pub operations: &'static [Entry],
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
    /// What is done with the operation of this name, and what it is called in the count of those that
    /// are left alone; `None` for one of another dialect.
    pub(super) fn treatment<'n>(&self, name: &'n str) -> Option<(&'n str, Treatment)> {
        let strip = |dialect: &str| name.strip_prefix(dialect)?.strip_prefix('.');
        let found = |operations: &[Entry], own: &str| {
            let found = operations.iter().find(|entry| entry.name == own);
            found.map_or(Treatment::NotYet(NOT_KNOWN), |entry| entry.treatment)
        };
        if let Some(own) = strip(self.name) {
            return Some((own, found(self.operations, own)));
        }
        let machine = self.machine?;
        Some((name, found(machine.operations, strip(machine.name)?)))
    }
}

/// Why an operation that is in no table is left alone.
pub(super) const NOT_KNOWN: &str = "the operation is not known";

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
    /// Where a tensor is.
    pub memory: Memory,
    /// The bits of an element of a tensor in memory, or of what a pointer points at.
    pub element_bits: Option<i64>,
    /// What the beginning of a tensor or a pointer is a multiple of, in bytes, if the type says it.
    pub alignment: Option<i64>,
}

/// Where a tensor is, as far as it makes a difference.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Memory {
    /// Anywhere, or nowhere.
    #[default]
    Other,
    Registers,
    /// The memory that the threads of a block share.
    Shared,
    /// The tensor memory of Blackwell, of which a lane begins each 65536 places.
    Tensor,
    /// Descriptors of shared memory, which count 16 bytes at a time.
    Descriptors,
}

/// What the type of a copy of boxes of a tensor says, as the machine's TMA makes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BoxCopy {
    pub element_bits: i64,
    /// The bits that one instruction copies.
    pub bits: i64,
    /// From the place in the box to the coordinate of the tensor.
    pub basis: String,
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

    /// The thread-value layout and the tile that the type of a tiled copy says; `None` if the type is
    /// another one.
    fn thread_values(&self, _: &str) -> Option<Result<(Layout, Tiler), Reason>> {
        None
    }

    /// The atom that a type of a copy is, or that the type of a tiled copy is made of.
    fn copy_atom(&self, _: &str) -> Result<CopyAtom, Reason> {
        Err("its type is not a tiled copy".into())
    }

    /// The bits that a copy takes at a time on the side of its source and of its destination, if it takes
    /// what is next to each other in memory there.
    fn vectors(&self, _: &str) -> [Option<i64>; 2] {
        [None; 2]
    }

    /// True if a copy takes a tensor of one place as where its atom begins, whatever the atom has.
    fn one_place_is_begin(&self) -> bool {
        false
    }

    /// True if a slice of a composed layout always moves its offset.
    fn slices_move(&self) -> bool {
        false
    }

    /// The tiled copy that a type says.
    fn tiled_copy(&self, text: &str) -> Result<TiledCopy, Reason> {
        let (thread_value, tiler) =
            self.thread_values(text).ok_or("its type is not a tiled copy")??;
        let atom = self.copy_atom(text)?;
        Ok(TiledCopy::new(atom, thread_value, tiler)?)
    }

    /// The tiled product of matrices that a type says.
    fn tiled_mma(&self, _: &str) -> Result<TiledMma, Reason> {
        Err("its type is not a tiled product".into())
    }

    /// The copy of boxes that the type of an atom says.
    fn box_copy(&self, _: &str) -> Option<BoxCopy> {
        None
    }

    /// The type of the atom that the type of a tiled copy or product is made of.
    fn atom<'a>(&self, _: &'a str) -> Option<&'a str> {
        None
    }
}
