//! Buffers: what makes them, and views of them.

use melior::ir::operation::OperationLike;
use melior::ir::r#type::{DimSize, MemRefType};
use melior::ir::{OperationRef, ShapedTypeLike, Value, ValueLike};

use super::{Number, forwards_operands, mixed};
use crate::dialect::ir;

/// The operands of an allocation.
#[derive(Debug, Clone)]
pub struct Allocation<'c> {
    /// The sizes that the type does not say.
    pub sizes: Vec<Value<'c, 'c>>,
    /// The values of the symbols of the type's layout.
    pub symbols: Vec<Value<'c, 'c>>,
    /// True for one that may wait for others.
    pub is_asynchronous: bool,
}

/// The operands of an operation that allocates a buffer; `None` for other operations.
pub fn allocation<'c>(operation: OperationRef<'c, 'c>) -> Option<Allocation<'c>> {
    if role_of(operation) != Some(Role::Allocates) {
        return None;
    }
    // What an asynchronous allocation waits for comes first.
    let is_asynchronous = ir::name(operation).starts_with("gpu.");
    let first = usize::from(is_asynchronous);
    let [sizes, symbols] = [first, first + 1].map(|group| ir::operand_segment(operation, group));
    Some(Allocation { sizes, symbols, is_asynchronous })
}

/// The buffer and the number of the dimension whose size an operation gives.
pub fn asked_size<'c>(dim: OperationRef<'c, 'c>) -> Option<(Value<'c, 'c>, Value<'c, 'c>)> {
    let is_dim = role_of(dim) == Some(Role::Size);
    is_dim.then(|| Some((dim.operand(0).ok()?, dim.operand(1).ok()?)))?
}

/// The size of a dimension, if the type says it.
pub fn static_size(buffer: &MemRefType<'_>, dimension: usize) -> Option<i64> {
    match buffer.dim_size(dimension) {
        Ok(DimSize::Static(size)) => i64::try_from(size).ok(),
        _ => None,
    }
}

/// The value that a buffer was made with as a size that its type does not say.
pub fn dynamic_size<'c>(buffer: Value<'c, 'c>, dimension: usize) -> Option<Value<'c, 'c>> {
    let operation = ir::defining_op(buffer)?;
    let memref = MemRefType::try_from(buffer.r#type()).ok()?;
    if let Some(view) = subview(operation) {
        // One that drops dimensions does not say which.
        return match view.extents.get(dimension).filter(|_| view.extents.len() == memref.rank())? {
            Extent { size: Number::Value(size), .. } => Some(*size),
            _ => None,
        };
    }
    let is_dynamic = |dimension: &usize| static_size(&memref, *dimension).is_none();
    let before = (0..dimension).filter(is_dynamic).count();
    let sizes = allocation(operation).filter(|_| dimension < memref.rank())?.sizes;
    sizes.get(before).copied().filter(|_| is_dynamic(&dimension))
}

/// The memref that another one is, by casts that change no size.
pub fn without_casts<'c>(mut buffer: Value<'c, 'c>) -> Value<'c, 'c> {
    while let Some(operation) = ir::defining_op(buffer)
        && matches!(ir::name(operation), "memref.cast" | "memref.memory_space_cast")
        && let Ok(source) = operation.operand(0)
        && MemRefType::try_from(source.r#type()).is_ok()
    {
        buffer = source;
    }
    buffer
}

/// The elements that a subview is of, along one dimension of its buffer.
#[derive(Debug, Clone, Copy)]
pub struct Extent<'c> {
    pub offset: Number<'c>,
    pub size: Number<'c>,
    pub stride: Number<'c>,
}

/// A part of a buffer.
#[derive(Debug, Clone)]
pub struct Part<'c> {
    pub base: Value<'c, 'c>,
    pub extents: Vec<Extent<'c>>,
}

/// The part of a buffer that a subview is; `None` for other operations.
pub fn subview<'c>(operation: OperationRef<'c, 'c>) -> Option<Part<'c>> {
    if ir::name(operation) != "memref.subview" {
        return None;
    }
    let numbers = |name, segment| mixed(operation, name, ir::operand_segment(operation, segment));
    let offsets = numbers("static_offsets", 1)?;
    let sizes = numbers("static_sizes", 2)?;
    let strides = numbers("static_strides", 3)?;
    let extents = offsets.into_iter().zip(sizes).zip(strides);
    let extent = |((offset, size), stride)| Extent { offset, size, stride };
    Some(Part { base: operation.operand(0).ok()?, extents: extents.map(extent).collect() })
}

/// The source and the target of a copy from one memref to another.
pub fn copied<'c>(copy: OperationRef<'c, 'c>) -> Option<[Value<'c, 'c>; 2]> {
    let is_copy = ir::name(copy) == "memref.copy";
    is_copy.then(|| Some([copy.operand(0).ok()?, copy.operand(1).ok()?]))?
}

/// What an operation does with the memrefs among its operands and results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Makes a buffer.
    Allocates,
    /// Makes all elements of one memref those of another one of the same shape.
    Copies,
    /// Gives the number of dimensions.
    Rank,
    /// Gives the size of a dimension.
    Size,
    /// Gives the same memref another type.
    Casts,
    /// Takes strided memrefs, and gives memrefs whose types say their strides.
    Strided,
    /// Passes memrefs on, whatever their types.
    Carries,
}

const ROLES: [(&str, Role); 25] = [
    ("memref.alloc", Role::Allocates),
    ("memref.alloca", Role::Allocates),
    ("gpu.alloc", Role::Allocates),
    ("memref.copy", Role::Copies),
    ("gpu.memcpy", Role::Copies),
    ("memref.rank", Role::Rank),
    (super::name::DIM, Role::Size),
    ("memref.cast", Role::Casts),
    ("memref.subview", Role::Strided),
    (super::name::REINTERPRET_CAST, Role::Strided),
    ("memref.extract_strided_metadata", Role::Strided),
    ("memref.collapse_shape", Role::Strided),
    ("memref.expand_shape", Role::Strided),
    ("memref.transpose", Role::Strided),
    ("affine.parallel", Role::Carries),
    ("gpu.dealloc", Role::Carries),
    ("gpu.launch", Role::Carries),
    ("gpu.launch_func", Role::Carries),
    ("gpu.return", Role::Carries),
    ("memref.assume_alignment", Role::Carries),
    ("memref.dealloc", Role::Carries),
    ("memref.extract_aligned_pointer_as_index", Role::Carries),
    ("memref.get_global", Role::Carries),
    ("memref.memory_space_cast", Role::Carries),
    (super::name::POISON, Role::Carries),
];

impl Role {
    /// The role of an operation that accesses no elements by their indices; `None` if it has no
    /// known one.
    pub fn of(operation: OperationRef<'_, '_>) -> Option<Role> {
        let is_strided = ir::name(operation).starts_with("linalg.");
        role_of(operation)
            .or_else(|| is_strided.then_some(Role::Strided))
            .or_else(|| forwards_operands(operation).then_some(Role::Carries))
    }
}

/// The role that the table has.
fn role_of(operation: OperationRef<'_, '_>) -> Option<Role> {
    let name = ir::name(operation);
    ROLES.iter().find(|(known, _)| *known == name).map(|&(_, role)| role)
}

/// True for a global variable.
pub fn is_global(operation: OperationRef<'_, '_>) -> bool {
    ir::name(operation) == "memref.global"
}
