//! What the result type of an operation, another system's answer to a question about layouts, claims.

use crate::partial::TupleOperation;

/// A kind of claim; the text is the name of our operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OperationClaim {
    /// The composition of the operands, on the coordinates of the right one.
    Composition,
    /// The same function as our operation on the same layouts.
    Function(&'static str),
    /// The same function, with modes of the same sizes.
    Modes(&'static str),
    Complement,
    LeftInverse,
    RightInverse,
    /// The same of a layout of numbers; what it is of others is not compared.
    RightInverseOfNumbers,
    Cosize,
    /// The size of the coshape.
    CoshapeSize,
    Size,
    /// The least shape in which every offset is a coordinate, and its profile.
    Coshape,
    Coprofile,
    /// The modes that a coordinate takes whole, and where they begin.
    Slice,
    Dice,
    LocalTile,
    /// What a thread takes of each tile of the size of a layout of threads.
    LocalPartition,
    GroupModes,
    SelectModes,
    /// The same; a single one is itself.
    SelectModeOrModes,
    /// A mode, by a path of numbers.
    Get,
    /// Every leaf, each a result.
    Leaves,
    AppendToRank,
    PrependToRank,
    /// The same up to a rank that an attribute says, or one mode.
    Append,
    Prepend,
    /// A range of modes; a single one is itself.
    Take,
    TileToShape,
    Recast,
    /// The offset at a coordinate.
    Offset,
    /// The coordinate at an index, nested as the shape.
    CoordinateOfIndex,
    /// The same, of a thread or a mode of a layout: flat, or nested.
    FlatCoordinate,
    NestedCoordinate,
    /// The same as one number.
    LinearCoordinate,
    /// The next coordinate.
    NextCoordinate,
    /// What the operand says, kept: `get_layout`, `make_view`.
    SameLayout,
    View,
    /// Memory that is allocated.
    Allocation,
    Shape,
    Stride,
    MakeLayout,
    OrderedLayout,
    IdentityLayout,
    MakeComposed,
    ComposedOuter,
    ComposedInner,
    ComposedOffset,
    /// The layout of a tensor behind its outer function, if it has one.
    Decomposition,
    /// The same tuple.
    SameTuple,
    /// Numbers of tuples, element by element.
    Tuples(TupleOperation),
    /// The pointer that a tensor begins with: its swizzle, or its coordinate.
    Iterator,
    /// A pointer or coordinate moved.
    MovedIterator,
    /// A tensor in registers like another one.
    FragmentLike,
    /// The same, its first mode first; and a layout like another one, both as FlyDSL has them.
    FragmentOfModes,
    LayoutOfOrder,
    TiledCopyMade,
    TiledMmaMade,
    PartitionSource,
    PartitionDestination,
    Retile,
    MmaPartition,
    MmaPartitionShape,
    MmaFragment,
    /// The same, of a tensor that is not partitioned yet.
    MmaFragmentOfWhole,
    /// A copy of boxes of a tensor: its basis, and the tensor of coordinates.
    BoxCopyMade,
    /// The parts of tensors that boxes are copied between.
    BoxPartition,
    /// The atom of the operand, with another value in it.
    SameAtom,
    /// A tensor in slots of ciphertexts, which an attribute says.
    Assigned,
    /// A tensor that goes from some slots to others.
    Converted,
    /// Data that is moved.
    Copy,
    /// Matrices that are multiplied.
    Gemm,
}

#[cfg(test)]
impl OperationClaim {
    /// What is claimed, as the page about what is checked says it.
    pub fn says(self) -> &'static str {
        match self {
            OperationClaim::Composition => {
                "the composition, which takes the coordinates of the right operand and stays in the left one"
            }
            OperationClaim::Function(_) => "the same function as our operation",
            OperationClaim::Modes(name) if name.ends_with("_product") => {
                "the same function as our operation, with modes of the same sizes; a block of coordinates is repeated in their first component or in their last"
            }
            OperationClaim::Modes(_) => {
                "the same function as our operation, with modes of the same sizes"
            }
            OperationClaim::Complement => {
                "the complement as ours, whatever its size; where we have none, injective beside the layout, and increasing"
            }
            OperationClaim::LeftInverse => {
                "the layout is injective, and the result is our inverse; where we have none, it leads back"
            }
            OperationClaim::RightInverse | OperationClaim::RightInverseOfNumbers => {
                "the result is our inverse; where we have none, the layout leads back from it"
            }
            OperationClaim::Cosize => "the cosize",
            OperationClaim::CoshapeSize => "the size of the coshape",
            OperationClaim::Size => "the size",
            OperationClaim::Slice => {
                "the modes that the coordinate takes whole; of a tensor of coordinates also where they begin"
            }
            OperationClaim::Dice => "the modes of which the coordinate takes one place",
            OperationClaim::LocalTile => {
                "the tile of the division, its tiler and coordinate without what the projection drops; without one, of a tensor of coordinates also where it begins"
            }
            OperationClaim::LocalPartition => {
                "the rest of the division by the sizes of the threads' modes; of a tensor of coordinates also where it begins"
            }
            OperationClaim::GroupModes => {
                "the modes, grouped; a tensor of coordinates begins where it did"
            }
            OperationClaim::SelectModes | OperationClaim::SelectModeOrModes => {
                "the modes that are chosen; a tensor of coordinates begins where it did"
            }
            OperationClaim::Get => {
                "the mode at the path; a tensor of coordinates begins where it did"
            }
            OperationClaim::Leaves => "each leaf",
            OperationClaim::AppendToRank => {
                "the modes, with the other operand appended up to the rank"
            }
            OperationClaim::PrependToRank => {
                "the modes, with the other operand prepended up to the rank"
            }
            OperationClaim::Append => "the modes, with the other operand appended up to the rank",
            OperationClaim::Prepend => "the modes, with the other operand prepended up to the rank",
            OperationClaim::Take => "the modes of the range",
            OperationClaim::Coshape => "one more than the last offset, at each position",
            OperationClaim::Coprofile => "a zero for each position of the offsets",
            OperationClaim::Decomposition => "the layout of the operand without its outer function",
            OperationClaim::TileToShape => "the same function and shape as our operation",
            OperationClaim::Recast => "the same function and shape as our operation",
            OperationClaim::Offset => "the offset at the coordinate",
            OperationClaim::CoordinateOfIndex => "the coordinate at the index",
            OperationClaim::FlatCoordinate => "the coordinate at the index, a number for each mode",
            OperationClaim::NestedCoordinate => "the coordinate at the index, nested as the shape",
            OperationClaim::LinearCoordinate => "the coordinate at the index, as one number",
            OperationClaim::NextCoordinate => "the coordinate after the operand",
            OperationClaim::SameLayout => "the layout of the operand",
            OperationClaim::View => {
                "the layout of the operand, and the memory of the pointer; in an allocation it begins and ends there, behind the swizzle of the pointer"
            }
            OperationClaim::Allocation => {
                "the bytes of shared memory are next to each other, as many as the fields take"
            }
            OperationClaim::Shape => "the shape",
            OperationClaim::Stride => "the strides",
            OperationClaim::MakeLayout => "the layout of the shape and the strides",
            OperationClaim::OrderedLayout => "the compact layout of the shape in the order",
            OperationClaim::IdentityLayout => "each coordinate is its own offset",
            OperationClaim::MakeComposed => "the composition of the operands",
            OperationClaim::ComposedOuter
            | OperationClaim::ComposedInner
            | OperationClaim::ComposedOffset => "the part of the operand",
            OperationClaim::SameTuple => "the numbers of the operand",
            OperationClaim::Tuples(_) => "the numbers that are static",
            OperationClaim::Iterator => "the memory or the coordinate of the tensor",
            OperationClaim::MovedIterator => {
                "the memory of the pointer, or the sum of the coordinates"
            }
            OperationClaim::FragmentLike => {
                "the first mode compact, and behind it the others in the order of their strides; a shape that is not known in the order of its coordinates"
            }
            OperationClaim::FragmentOfModes => {
                "the first mode compact, and behind it the others in the order of their strides"
            }
            OperationClaim::LayoutOfOrder => {
                "the compact layout in the order of the strides, in which a mode of stride 0 takes no place and moves by 1"
            }
            OperationClaim::TiledCopyMade => {
                "the threads hold every place of the tile once; in `fly` it is made of the operands"
            }
            OperationClaim::TiledMmaMade => {
                "the threads hold every place of the tile of each operand once; in `fly` it is made of the operands"
            }
            OperationClaim::PartitionSource
            | OperationClaim::PartitionDestination
            | OperationClaim::MmaPartition => "the part of a thread, up to where it begins",
            OperationClaim::Retile => "the fragment by the values of the other copy",
            OperationClaim::MmaPartitionShape => "the shape of the part of a thread",
            OperationClaim::BoxCopyMade => {
                "the box is the tile in the order of shared memory, and the coordinates lead to it"
            }
            OperationClaim::BoxPartition => "the tile in the order of shared memory, by boxes",
            OperationClaim::SameAtom => {
                "the atom of the operand; of a copy of boxes also its instruction, elements, blocks, bits and basis"
            }
            OperationClaim::Assigned => {
                "each index of the tensor is in a slot, no slot has two, and the slots are there"
            }
            OperationClaim::Converted => {
                "the same of both layouts, and the first is the one that the operand has"
            }
            OperationClaim::Copy => {
                "source, destination and predicate have as many parts of the atom, and what it takes at a time is contiguous, swizzled or not, and aligned"
            }
            OperationClaim::Gemm => {
                "the operands have as many atoms in M, in N and in K, and in registers the values of one"
            }
            OperationClaim::MmaFragment | OperationClaim::MmaFragmentOfWhole => {
                "the fragment of the part, in registers, in tensor memory or as descriptors"
            }
        }
    }
}
