//! CUTLASS' `cute` dialect.

use super::claim::Claim;
use super::cute_atoms;
use super::dialect::{BoxCopy, Dialect, Entry, Machine, Memory, Notation, Role, TypeText};
use super::entry::{
    IS_DEFINITION, IS_NUMBER, IS_POINTER, MOVES_DATA, claim, function, modes, none, not_yet, tuples,
};
use super::reason::Reason;
use super::spelling::{parts_of, without_blanks};
use crate::cute::{CopyAtom, Layout, TiledMma, Tiler};
use crate::partial::TupleOperation;

/// The dialect.
pub(in crate::passes) const CUTE: Dialect = Dialect {
    name: "cute",
    operations: OPERATIONS,
    machine: Some(NVGPU),
    notation: &CuteNotation,
    unwraps_picked: false,
    counts_from_end: true,
};

const OPERATIONS: &[Entry] = &[
    claim("add_offset", Claim::MovedIterator),
    claim("append_to_rank", Claim::AppendToRank),
    none("apply_swizzle", IS_NUMBER),
    none("assume", IS_NUMBER),
    modes("blocked_product"),
    tuples("ceil_div", TupleOperation::CeilDiv),
    function("coalesce"),
    claim("complement", Claim::Complement),
    claim("composed_get_inner", Claim::ComposedInner),
    claim("composed_get_offset", Claim::ComposedOffset),
    claim("composed_get_outer", Claim::ComposedOuter),
    claim("composition", Claim::Composition),
    claim("copy", Claim::Copy),
    not_yet("copy.make_fragment", "the fragment of a copy is not compared"),
    not_yet("copy_atom_call", "what source, destination and atom hold is not compared"),
    claim("cosize", Claim::Cosize),
    claim("crd2idx", Claim::Offset),
    claim("deref_arith_tuple_iter", Claim::SameTuple),
    none("deref_desc_iter", IS_POINTER),
    claim("derefine", Claim::SameLayout),
    claim("dice", Claim::Dice),
    none("elem_less", IS_NUMBER),
    none("equal", IS_NUMBER),
    none("fast_divmod.compute", IS_NUMBER),
    none("fast_divmod.create_divisor", IS_NUMBER),
    none("fast_divmod.divide", IS_NUMBER),
    none("fast_divmod.get_aux", IS_NUMBER),
    none("fast_divmod.get_divisor", IS_NUMBER),
    none("fast_divmod.make_divisor", IS_NUMBER),
    function("filter"),
    function("filter_zeros"),
    modes("flat_divide"),
    modes("flat_product"),
    function("flatten"),
    claim("gemm", Claim::Gemm),
    claim("get", Claim::Get),
    claim("get_flat_coord", Claim::FlatCoordinate),
    claim("get_hier_coord", Claim::NestedCoordinate),
    claim("get_integral_coord", Claim::LinearCoordinate),
    claim("get_iter", Claim::Iterator),
    claim("get_layout", Claim::SameLayout),
    claim("get_layouts_from_tile", Claim::Leaves),
    claim("get_leaves", Claim::Leaves),
    none("get_scalars", IS_NUMBER),
    claim("get_shape", Claim::Shape),
    claim("get_stride", Claim::Stride),
    claim("group_modes", Claim::GroupModes),
    claim("idx2crd", Claim::CoordinateOfIndex),
    claim("increment_coord", Claim::NextCoordinate),
    none("inttoptr", IS_POINTER),
    none("kernel_smem_size", IS_NUMBER),
    claim("layout_eval", Claim::Offset),
    claim("left_inverse", Claim::LeftInverse),
    none("load_scaled_index", IS_POINTER),
    claim("local_partition", Claim::LocalPartition),
    claim("local_tile", Claim::LocalTile),
    modes("logical_divide"),
    modes("logical_product"),
    claim("make_arith_tuple_iter", Claim::SameTuple),
    none("make_atom", IS_DEFINITION),
    claim("make_composed_layout", Claim::MakeComposed),
    none("make_coord", IS_DEFINITION),
    none("make_desc_iter", IS_POINTER),
    claim("make_fragment_like", Claim::FragmentLike),
    claim("make_identity_layout", Claim::IdentityLayout),
    claim("make_identity_tensor", Claim::IdentityLayout),
    none("make_int_tuple", IS_DEFINITION),
    claim("make_layout", Claim::MakeLayout),
    function("make_layout_like"),
    claim("make_ordered_layout", Claim::OrderedLayout),
    none("make_shape", IS_DEFINITION),
    none("make_sparse_elem", IS_NUMBER),
    none("make_stride", IS_DEFINITION),
    none("make_swizzle", IS_DEFINITION),
    none("make_tile", IS_DEFINITION),
    claim("make_tiled_copy", Claim::TiledCopyMade),
    not_yet("make_tiled_copy_v2", "who holds what of an atom of the second kind is not known"),
    claim("make_tiled_mma", Claim::TiledMmaMade),
    none("make_tuple", IS_DEFINITION),
    claim("make_view", Claim::View),
    none("memref.alloc_smem", IS_DEFINITION),
    claim("memref.alloca", Claim::Allocation),
    none("memref.load", MOVES_DATA),
    none("memref.load_vec", MOVES_DATA),
    none("memref.store", MOVES_DATA),
    none("memref.store_vec", MOVES_DATA),
    claim("mma.make_fragment", Claim::MmaFragment),
    not_yet("mma_atom_call", "what its operands and its atom hold is not compared"),
    none("prefetch", MOVES_DATA),
    none("prefetch_atom_call", MOVES_DATA),
    claim("prepend_to_rank", Claim::PrependToRank),
    none("print", "it has no result"),
    none("print_tma_desc_im2col", "it has no result"),
    none("print_tma_desc_tiled", "it has no result"),
    none("print_view", "it has no result"),
    none("ptr.load", MOVES_DATA),
    none("ptr.store", MOVES_DATA),
    none("ptrtoint", IS_NUMBER),
    modes("raked_product"),
    none("random_delay", "it has no result"),
    none("recast_iter", "the swizzle of a pointer is chosen anew"),
    claim("recast_layout", Claim::Recast),
    none("reduce", MOVES_DATA),
    claim("right_inverse", Claim::RightInverse),
    claim("select", Claim::SelectModes),
    tuples("shape_div", TupleOperation::ShapeDiv),
    claim("size", Claim::Size),
    claim("slice", Claim::Slice),
    none("smem_partition_size", IS_NUMBER),
    none("static", IS_DEFINITION),
    not_yet("stencil_divide", "the windows of a convolution are not read"),
    none("symbolic", IS_DEFINITION),
    claim("tile_to_shape", Claim::TileToShape),
    claim("tiled.copy.partition_D", Claim::PartitionDestination),
    claim("tiled.copy.partition_S", Claim::PartitionSource),
    claim("tiled.copy.retile", Claim::Retile),
    claim("tiled.mma.partition", Claim::MmaPartition),
    claim("tiled.mma.partition_shape", Claim::MmaPartitionShape),
    modes("tiled_divide"),
    modes("tiled_product"),
    claim("to_coord", Claim::SameTuple),
    claim("to_int_tuple", Claim::SameTuple),
    claim("to_shape", Claim::SameTuple),
    tuples("tuple.product", TupleOperation::Product),
    tuples("tuple.product_each", TupleOperation::ProductEach),
    tuples("tuple_add", TupleOperation::Add),
    tuples("tuple_div", TupleOperation::Divide),
    tuples("tuple_mod", TupleOperation::Remainder),
    tuples("tuple_mul", TupleOperation::Multiply),
    tuples("tuple_product", TupleOperation::Product),
    tuples("tuple_product_each", TupleOperation::ProductEach),
    tuples("tuple_sub", TupleOperation::Subtract),
    none("unpack_tuple", IS_DEFINITION),
    modes("zipped_divide"),
    modes("zipped_product"),
];

/// The operations on atoms that are in `cute_nvgpu`.
const NVGPU: Machine = Machine {
    name: "cute_nvgpu",
    operations: &[
        none("atom.get_value", IS_NUMBER),
        claim("atom.make_exec_tma", Claim::SameAtom),
        claim("atom.make_non_exec_tiled_tma_load", Claim::BoxCopyMade),
        claim("atom.make_non_exec_tiled_tma_reduce", Claim::BoxCopyMade),
        claim("atom.make_non_exec_tiled_tma_store", Claim::BoxCopyMade),
        claim("atom.make_s2t_copy", Claim::TiledCopyMade),
        claim("atom.make_tmem_copy", Claim::TiledCopyMade),
        claim("atom.set_value", Claim::SameAtom),
        claim("atom.tma_partition", Claim::BoxPartition),
    ],
};

/// Types such as `!cute.memref<f16, gmem, align<16>, S<3,4,3>, "(8,8):(8,1)">`.
struct CuteNotation;

impl Notation for CuteNotation {
    fn read(&self, text: &str) -> Option<TypeText> {
        let (name, parameters) = text.split_once('<')?;
        let parameters = parameters.strip_suffix('>')?;
        let quoted: Vec<String> =
            parameters.split('"').skip(1).step_by(2).map(without_blanks).collect();
        let role = match name.strip_prefix('!')? {
            "cute.layout" | "cute.memref" | "cute.coord_tensor" | "cute_nvgpu.smem_desc_view" => {
                Role::Layout
            }
            "cute.composed_layout" => Role::Composed,
            "cute.tile" => Role::Tile,
            "cute.shape"
            | "cute.stride"
            | "cute.int_tuple"
            | "cute.coord"
            | "cute.arith_tuple_iter" => Role::Tuple,
            "cute.swizzle" => Role::Swizzle,
            "cute.ptr" => Role::Pointer,
            _ => return None,
        };
        let body = match role {
            Role::Pointer => "",
            _ => quoted.last()?.as_str(),
        };
        let is_tensor = matches!(name, "!cute.memref" | "!cute.coord_tensor");
        let role = if is_tensor && body.contains(" o ") { Role::Composed } else { role };
        let parts = parts_of(parameters);
        let swizzle = match role {
            Role::Layout | Role::Pointer => parts.iter().find(|part| part.starts_with("S<")),
            _ => None,
        };
        let iterator = match quoted[..] {
            [ref iterator, _] if is_tensor => Some(iterator.clone()),
            _ => None,
        };
        Some(TypeText {
            role,
            body: body.to_owned(),
            iterator,
            swizzle: swizzle.map(|text| without_blanks(text)),
            is_tensor,
            memory: match (name, parts.get(1).copied()) {
                ("!cute_nvgpu.smem_desc_view", _) => Memory::Descriptors,
                ("!cute.memref", Some("rmem")) => Memory::Registers,
                ("!cute.memref", Some("smem")) => Memory::Shared,
                ("!cute.memref", Some("tmem")) => Memory::Tensor,
                _ => Memory::Other,
            },
            element_bits: parts.first().and_then(|part| cute_atoms::bits_of(part)),
            alignment: parts
                .iter()
                .find_map(|part| part.strip_prefix("align<")?.strip_suffix('>')?.parse().ok()),
        })
    }

    fn thread_values(&self, text: &str) -> Option<Result<(Layout, Tiler), Reason>> {
        cute_atoms::thread_values(text)
    }

    fn copy_atom(&self, text: &str) -> Result<CopyAtom, Reason> {
        cute_atoms::atom_of_copy(text)
    }

    fn vectors(&self, text: &str) -> [Option<i64>; 2] {
        cute_atoms::vectors(text)
    }

    fn tiled_mma(&self, text: &str) -> Result<TiledMma, Reason> {
        cute_atoms::mma_of(text)
    }

    fn box_copy(&self, text: &str) -> Option<BoxCopy> {
        cute_atoms::box_copy(text)
    }

    fn atom<'a>(&self, text: &'a str) -> Option<&'a str> {
        cute_atoms::type_of_atom(text, "layout_copy_tv")
            .or_else(|| cute_atoms::type_of_atom(text, "atom_layout_MNK"))
    }
}
