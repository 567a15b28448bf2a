//! Buffers: what makes them, and views of them.

use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{DimSize, MemRefType};
use melior::ir::{OperationRef, ShapedTypeLike, Type, TypeLike, Value, ValueLike};

use super::{Number, forwards_operands, mixed};
use crate::dialect::ir::{self, AffineExpr};
use crate::ffi::mlir;

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
    is_dim.then(|| Some((ir::operand(dim, 0)?, ir::operand(dim, 1)?)))?
}

/// The buffer and the dimension, if it is a constant, whose size a value is: what `memref.dim` asks for, or
/// one of the sizes that a buffer is taken apart into.
pub fn size_of<'c>(value: Value<'c, 'c>) -> Option<(Value<'c, 'c>, Option<usize>)> {
    let result = ir::as_result(value)?;
    let operation = result.owner();
    if let Some((buffer, dimension)) = asked_size(operation) {
        let dimension = ir::constant(dimension).and_then(|at| usize::try_from(at).ok());
        return Some((buffer, dimension));
    }
    if ir::name(operation) != super::name::EXTRACT_STRIDED_METADATA {
        return None;
    }
    let buffer = ir::operand(operation, 0)?;
    // The buffer and the offset come before the sizes, and the strides after them.
    let dimension = result.result_number().checked_sub(2)?;
    (dimension < memref_type(buffer)?.rank()).then_some((buffer, Some(dimension)))
}

/// The offset or the stride that a value is of a buffer that is taken apart, if the type says it.
pub fn offset_or_stride(value: Value<'_, '_>) -> Option<i64> {
    let result = ir::as_result(value)?;
    let operation = result.owner();
    if ir::name(operation) != super::name::EXTRACT_STRIDED_METADATA {
        return None;
    }
    let memref = memref_type(ir::operand(operation, 0)?)?;
    let said = strides_and_offset(&memref)?;
    match result.result_number().checked_sub(1)? {
        0 => said.offset,
        at => *said.strides.get(at.checked_sub(1 + memref.rank())?)?,
    }
}

/// The size of a dimension, if the type says it.
pub fn static_size<'c>(shaped: &impl ShapedTypeLike<'c>, dimension: usize) -> Option<i64> {
    match shaped.dim_size(dimension) {
        Ok(DimSize::Static(size)) => i64::try_from(size).ok(),
        _ => None,
    }
}

/// The type of a memref; `None` for other values, and for a memref without a rank.
pub fn memref_type<'c>(value: Value<'c, 'c>) -> Option<MemRefType<'c>> {
    ir::memref_type(value.r#type())
}

/// True for a memref whose elements lie in the order of their indices, without gaps.
pub fn has_identity_layout(memref: &MemRefType<'_>) -> bool {
    let results = ir::affine_results(memref.layout()).unwrap_or_default();
    let is_own = |(at, result): (usize, &AffineExpr)| *result == AffineExpr::Operand(at);
    results.len() == memref.rank() && results.iter().enumerate().all(is_own)
}

/// How many bytes an element of a memref takes; `None` for elements that are not made of bytes, that
/// fill them up to the next power of two, as those of i24 do, or have a width that the data layout says.
pub fn element_bytes(r#type: Type<'_>) -> Option<i64> {
    if let Some(integer) = ir::integer_type(r#type) {
        let width = integer.width();
        let is_filled = width % 8 == 0 && width.is_power_of_two();
        return is_filled.then_some(i64::from(width / 8));
    }
    let widths =
        [(r#type.is_f16() || r#type.is_bf16(), 2), (r#type.is_f32(), 4), (r#type.is_f64(), 8)];
    widths.into_iter().find(|(is, _)| *is).map(|(_, bytes)| bytes)
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
pub struct Subview<'c> {
    pub base: Value<'c, 'c>,
    pub extents: Vec<Extent<'c>>,
}

/// The part of a buffer that a subview is; `None` for other operations.
pub fn subview<'c>(operation: OperationRef<'c, 'c>) -> Option<Subview<'c>> {
    if ir::name(operation) != "memref.subview" {
        return None;
    }
    let numbers = |name, segment| mixed(operation, name, ir::operand_segment(operation, segment));
    let offsets = numbers("static_offsets", 1)?;
    let sizes = numbers("static_sizes", 2)?;
    let strides = numbers("static_strides", 3)?;
    let extents = offsets.into_iter().zip(sizes).zip(strides);
    let extent = |((offset, size), stride)| Extent { offset, size, stride };
    Some(Subview { base: ir::operand(operation, 0)?, extents: extents.map(extent).collect() })
}

/// What a memref is of another one.
#[derive(Debug, Clone)]
pub enum View<'c> {
    /// Some indices along each dimension.
    Part(Subview<'c>),
    /// All elements, in another shape or with another type.
    Whole(Value<'c, 'c>),
    /// The first element of the buffer behind a memref, which need not have one.
    Base(Value<'c, 'c>),
    /// Elements that strides lead to from an offset into the buffer behind the memref.
    Strided {
        source: Value<'c, 'c>,
        offset: Number<'c>,
        sizes: Vec<Number<'c>>,
        strides: Vec<Number<'c>>,
    },
    /// Bytes from one of a buffer of bytes on; the sizes that the type does not say.
    Bytes { source: Value<'c, 'c>, from: Value<'c, 'c>, sizes: Vec<Value<'c, 'c>> },
}

impl<'c> View<'c> {
    /// Its sizes that it has from operands and attributes: none of one that is all of its source or one
    /// element, and of one of bytes those that the type does not say.
    pub fn sizes(&self) -> Vec<Number<'c>> {
        match self {
            View::Part(part) => part.extents.iter().map(|extent| extent.size).collect(),
            View::Whole(_) | View::Base(_) => Vec::new(),
            View::Strided { sizes, .. } => sizes.clone(),
            View::Bytes { sizes, .. } => sizes.iter().map(|&size| Number::Value(size)).collect(),
        }
    }

    /// What a view is; `None` for operations that make no view.
    pub fn of(operation: OperationRef<'c, 'c>) -> Option<Self> {
        // An operand that is not there is an error that prints the whole operation.
        let source = || operation.operands().next();
        match ir::name(operation) {
            "memref.subview" => subview(operation).map(View::Part),
            "memref.cast"
            | "memref.memory_space_cast"
            | "memref.transpose"
            | "memref.expand_shape"
            | "memref.collapse_shape"
            | "memref.assume_alignment"
            | super::name::FAT_RAW_BUFFER_CAST => {
                let source = source()?;
                memref_type(source).is_some().then_some(View::Whole(source))
            }
            super::name::EXTRACT_STRIDED_METADATA => source().map(View::Base),
            super::name::REINTERPRET_CAST => {
                let numbers =
                    |name, segment| mixed(operation, name, ir::operand_segment(operation, segment));
                let offset = numbers("static_offsets", 1)?.pop()?;
                let sizes = numbers("static_sizes", 2)?;
                let strides = numbers("static_strides", 3)?;
                Some(View::Strided { source: source()?, offset, sizes, strides })
            }
            "memref.view" => Some(View::Bytes {
                source: source()?,
                from: operation.operands().nth(1)?,
                sizes: operation.operands().skip(2).collect(),
            }),
            _ => None,
        }
    }

    /// The memref that the view is of.
    pub fn source(&self) -> Value<'c, 'c> {
        match self {
            View::Part(part) => part.base,
            View::Whole(source)
            | View::Base(source)
            | View::Strided { source, .. }
            | View::Bytes { source, .. } => *source,
        }
    }
}

/// True for a fat pointer whose buffer begins where its source does, whatever is before that.
pub fn resets_offset(operation: OperationRef<'_, '_>) -> bool {
    ir::name(operation) == super::name::FAT_RAW_BUFFER_CAST
        && operation.has_attribute("resetOffset")
}

/// The numbers of a strided memref; those that are not in its type are `None`.
pub struct StridesAndOffset {
    pub strides: Vec<Option<i64>>,
    pub offset: Option<i64>,
}

/// The strides and the offset of a memref; `None` for one that has none.
pub fn strides_and_offset(memref: &MemRefType<'_>) -> Option<StridesAndOffset> {
    let (strides, offset) = mlir::strides_and_offset(memref)?;
    // `ShapedType::kDynamic`
    let known = |number: i64| (number != i64::MIN).then_some(number);
    let strides = strides.into_iter().map(known).collect();
    Some(StridesAndOffset { strides, offset: known(offset) })
}

/// The sizes that each dimension of a memref is expanded into; `None` for other operations.
pub fn expanded_shape<'c>(operation: OperationRef<'c, 'c>) -> Option<Vec<Vec<Number<'c>>>> {
    let sizes = mixed(operation, "static_output_shape", operation.operands().skip(1))?;
    let groups = ArrayAttribute::try_from(operation.attribute("reassociation").ok()?).ok()?;
    let mut sizes = sizes.into_iter();
    let group = |at| {
        let group = ArrayAttribute::try_from(groups.element(at).ok()?).ok()?;
        Some(sizes.by_ref().take(group.len()).collect())
    };
    (0..groups.len()).map(group).collect()
}

/// The source and the target of a copy from one memref to another.
pub fn copied<'c>(copy: OperationRef<'c, 'c>) -> Option<[Value<'c, 'c>; 2]> {
    let is_copy = ir::name(copy) == "memref.copy";
    is_copy.then(|| Some([ir::operand(copy, 0)?, ir::operand(copy, 1)?]))?
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
    /// Passes a memref on, and promises that its first element is aligned.
    Aligns,
}

const ROLES: [(&str, Role); 26] = [
    (super::name::FAT_RAW_BUFFER_CAST, Role::Carries),
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
    (super::name::EXTRACT_STRIDED_METADATA, Role::Strided),
    ("memref.collapse_shape", Role::Strided),
    ("memref.expand_shape", Role::Strided),
    ("memref.transpose", Role::Strided),
    ("affine.parallel", Role::Carries),
    ("gpu.dealloc", Role::Carries),
    ("gpu.launch", Role::Carries),
    ("gpu.launch_func", Role::Carries),
    ("gpu.return", Role::Carries),
    ("memref.assume_alignment", Role::Aligns),
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
