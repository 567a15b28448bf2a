//! AMD's `fly` dialect, of FlyDSL.

use super::claim::{Claim, TupleOperation};
use super::dialect::{Dialect, Entry, Notation, Reason, Role, TypeText};
use super::entry::{
    IS_DEFINITION, IS_NUMBER, IS_POINTER, MOVES_DATA, claim, function, modes, none, not_yet, tuples,
};
use crate::cute::{CopyAtom, Layout, TiledCopy, TiledMma, Tiler};

/// The dialect.
pub(in crate::passes) const FLY: Dialect =
    Dialect { name: "fly", operations: OPERATIONS, notation: &FlyNotation };

const OPERATIONS: &[Entry] = &[
    claim("add_offset", Claim::MovedIterator),
    claim("append_to_rank", Claim::AppendToRank),
    modes("blocked_product"),
    tuples("ceil_div", TupleOperation::CeilDiv),
    function("coalesce"),
    claim("complement", Claim::Complement),
    claim("composed_get_inner", Claim::ComposedInner),
    claim("composed_get_offset", Claim::ComposedOffset),
    claim("composed_get_outer", Claim::ComposedOuter),
    claim("composition", Claim::Composition),
    claim("copy", Claim::Copy),
    not_yet("copy_atom_call", "what source, destination and atom hold is not compared"),
    claim("cosize", Claim::Cosize),
    claim("crd2idx", Claim::Offset),
    claim("dice", Claim::Dice),
    none("elem_less", IS_NUMBER),
    none("equal", IS_NUMBER),
    function("filter"),
    function("filter_zeros"),
    modes("flat_divide"),
    modes("flat_product"),
    function("flatten"),
    claim("gemm", Claim::Gemm),
    claim("get", Claim::Get),
    claim("get_1d_coord", Claim::LinearCoordinate),
    claim("get_flat_coord", Claim::FlatCoordinate),
    claim("get_iter", Claim::Iterator),
    claim("get_layout", Claim::SameLayout),
    claim("get_leaves", Claim::Leaves),
    none("get_scalar", IS_NUMBER),
    claim("get_shape", Claim::Shape),
    claim("get_stride", Claim::Stride),
    claim("group", Claim::GroupModes),
    claim("idx2crd", Claim::CoordinateOfIndex),
    tuples("int_tuple_add", TupleOperation::Add),
    tuples("int_tuple_ceil_div", TupleOperation::CeilDiv),
    tuples("int_tuple_mod", TupleOperation::Remainder),
    tuples("int_tuple_mul", TupleOperation::Multiply),
    tuples("int_tuple_product", TupleOperation::Product),
    tuples("int_tuple_product_each", TupleOperation::ProductEach),
    tuples("int_tuple_sub", TupleOperation::Subtract),
    claim("left_inverse", Claim::LeftInverse),
    modes("logical_divide"),
    modes("logical_product"),
    claim("make_composed_layout", Claim::MakeComposed),
    none("make_coord", IS_DEFINITION),
    none("make_copy_atom", IS_DEFINITION),
    claim("make_fragment_like", Claim::FragmentLike),
    claim("make_identity_layout", Claim::IdentityLayout),
    none("make_int_tuple", IS_DEFINITION),
    claim("make_layout", Claim::MakeLayout),
    function("make_layout_like"),
    none("make_mma_atom", IS_DEFINITION),
    claim("make_ordered_layout", Claim::OrderedLayout),
    none("make_ptr", IS_POINTER),
    none("make_shape", IS_DEFINITION),
    none("make_stride", IS_DEFINITION),
    none("make_tile", IS_DEFINITION),
    claim("make_tiled_copy", Claim::TiledCopyMade),
    claim("make_tiled_mma", Claim::TiledMmaMade),
    claim("make_view", Claim::View),
    none("memref.alloca", IS_DEFINITION),
    none("memref.load", MOVES_DATA),
    none("memref.load_vec", MOVES_DATA),
    none("memref.store", MOVES_DATA),
    none("memref.store_vec", MOVES_DATA),
    claim("prepend_to_rank", Claim::PrependToRank),
    none("print", "it has no result"),
    modes("raked_product"),
    claim("right_inverse", Claim::RightInverse),
    claim("select", Claim::SelectModes),
    tuples("shape_div", TupleOperation::ShapeDiv),
    claim("size", Claim::Size),
    claim("slice", Claim::Slice),
    none("static", IS_DEFINITION),
    claim("tiled_copy.partition_dst", Claim::PartitionDestination),
    claim("tiled_copy.partition_src", Claim::PartitionSource),
    claim("tiled_copy.retile", Claim::Retile),
    modes("tiled_divide"),
    claim("tiled_mma.partition", Claim::MmaPartition),
    claim("tiled_mma.partition_shape", Claim::MmaPartitionShape),
    modes("tiled_product"),
    modes("zipped_divide"),
    modes("zipped_product"),
];

/// Types such as `!fly.memref<f32, global, (24,120):(120,1)>`: nothing is quoted, `*` is a whole mode,
/// `[8|64]` a tiler and `1E0` a stride at a position.
struct FlyNotation;

impl Notation for FlyNotation {
    fn read(&self, text: &str) -> Option<TypeText> {
        let (name, parameters) = text.split_once('<')?;
        let parameters = parameters.strip_suffix('>')?;
        let parts = parts_of(parameters);
        let name = name.strip_prefix("!fly.")?;
        let (role, body) = match name {
            "layout" | "composed_layout" if parameters.contains(" o ") => {
                (Role::Composed, composed(parameters)?)
            }
            "layout" => (Role::Layout, in_cute(parameters)),
            "memref" | "coord_tensor" => {
                let layout = parts.iter().skip(1).find(|part| part.contains(':'))?;
                match layout.contains(" o ") {
                    true => (Role::Composed, composed(layout)?),
                    false => (Role::Layout, in_cute(layout)),
                }
            }
            "tile" => (Role::Tile, tiler(parameters)?),
            "int_tuple" => (Role::Tuple, in_cute(parameters)),
            "swizzle" => (Role::Swizzle, parameters.to_owned()),
            "ptr" => (Role::Pointer, String::new()),
            _ => return None,
        };
        let swizzle = parts.iter().find(|part| part.starts_with("S<"));
        Some(TypeText {
            role,
            body,
            iterator: (name == "coord_tensor").then(|| in_cute(parts[0])),
            swizzle: swizzle.map(|&part| part.to_owned()),
            is_tensor: matches!(name, "memref" | "coord_tensor"),
            is_in_registers: parts.get(1) == Some(&"register"),
        })
    }

    fn tiled_copy(&self, text: &str) -> Result<TiledCopy, Reason> {
        let (parameters, atom) = tiled(text, "tiled_copy").ok_or("its type is no tiled copy")?;
        let [_, layout, tile] = parameters[..] else { return Err("its type is not read".into()) };
        let thread_value = self.read(layout).ok_or("its layout is not read")?.body;
        let thread_value: Layout =
            thread_value.parse().map_err(|_| format!("{thread_value} is not static"))?;
        let tile = self.read(tile).ok_or("its tile is not read")?.body;
        let tile: Tiler = tile.parse().map_err(|_| format!("{tile} is not static"))?;
        let atom =
            copy_atom(atom).ok_or_else(|| format!("who holds what in {atom} is not known"))?;
        TiledCopy::new(atom, thread_value, tile).map_err(|error| error.to_string())
    }

    fn tiled_mma(&self, text: &str) -> Result<TiledMma, Reason> {
        let (_, atom) = tiled(text, "tiled_mma").ok_or("its type is no tiled product")?;
        Err(format!("who holds what in {atom} is not known"))
    }

    fn atom<'a>(&self, text: &'a str) -> Option<&'a str> {
        let found = tiled(text, "tiled_copy").or_else(|| tiled(text, "tiled_mma"));
        found.map(|(_, atom)| atom)
    }
}

/// The parameters of a tiled copy or product, and the first, its atom.
fn tiled<'a>(text: &'a str, name: &str) -> Option<(Vec<&'a str>, &'a str)> {
    let parameters = text.strip_prefix("!fly.")?.strip_prefix(name)?.strip_prefix('<')?;
    let parameters = parts_of(parameters.strip_suffix('>')?);
    let atom = *parameters.first()?;
    Some((parameters, atom))
}

/// `!fly.copy_atom<!fly.universal_copy<128>, 32>`: so many bits by one thread, of elements of 32 bits.
/// A copy through a buffer descriptor differs in its addresses only.
fn copy_atom(text: &str) -> Option<CopyAtom> {
    let parameters = text.strip_prefix("!fly.copy_atom<")?.strip_suffix('>')?;
    let [copy, element] = parts_of(parameters)[..] else { return None };
    let (name, bits) = copy.strip_suffix('>')?.split_once('<')?;
    let is_plain = matches!(
        name,
        "!fly.universal_copy" | "!fly_rocdl.cdna3.buffer_copy" | "!fly_rocdl.buffer_copy"
    );
    let (bits, element): (i64, i64) = (bits.parse().ok()?, element.parse().ok()?);
    if !is_plain || element < 1 || bits % element != 0 {
        return None;
    }
    CopyAtom::of_one_thread(bits / element).ok()
}

/// The parameters between the commas that stand in no bracket.
fn parts_of(parameters: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut begin) = (Vec::new(), 0_i32, 0);
    for (at, c) in parameters.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(parameters[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(parameters[begin..].trim());
    parts
}

/// A layout or tuple in CuTe's notation: `(*,1E0)` is `(_,1@0)`.
fn in_cute(text: &str) -> String {
    text.replace('*', "_").replace('E', "@").replace(", ", ",")
}

/// `A o offset o B` in CuTe's notation. What stands in brackets is a composition by itself, which CuTe's
/// notation does not have.
fn composed(text: &str) -> Option<String> {
    (!text.contains('[')).then(|| in_cute(text))
}

/// `[8|3:2|*]` is `[8:1;3:2;_]`.
fn tiler(text: &str) -> Option<String> {
    let modes = text.strip_prefix('[')?.strip_suffix(']')?;
    let mode = |mode: &str| match mode {
        "*" => "_".to_owned(),
        _ if mode.contains(':') => in_cute(mode),
        _ => format!("{mode}:1"),
    };
    Some(format!("[{}]", modes.split('|').map(mode).collect::<Vec<_>>().join(";")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Role, String) {
        let read = FlyNotation.read(text).unwrap();
        (read.role, read.body)
    }

    #[test]
    fn types_are_read_in_the_notation_of_cute() {
        let expected = |role, body: &str| (role, body.to_owned());
        assert_eq!(
            read("!fly.memref<f32, global, (24,120):(120,1)>"),
            expected(Role::Layout, "(24,120):(120,1)")
        );
        assert_eq!(
            read("!fly.coord_tensor<(?{div=8},0), (4,8):(1E0,1E1)>"),
            expected(Role::Layout, "(4,8):(1@0,1@1)")
        );
        assert_eq!(read("!fly.tile<[8|3:2|*]>"), expected(Role::Tile, "[8:1;3:2;_]"));
        assert_eq!(read("!fly.int_tuple<(*,?)>"), expected(Role::Tuple, "(_,?)"));
        assert_eq!(
            read("!fly.layout<S<2,0,3> o 0 o (8,8):(8,1)>"),
            expected(Role::Composed, "S<2,0,3> o 0 o (8,8):(8,1)")
        );
        assert_eq!(FlyNotation.read("!fly.composed_layout<32:2 o 5 o [32:1 o 8 o 8:4]>"), None);
        assert_eq!(FlyNotation.read("!fly.memref<f32, global>"), None);
        assert_eq!(FlyNotation.read("i32"), None);
    }

    #[test]
    fn a_tiled_copy_has_its_atom_and_tile() {
        let text = "!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, \
                    !fly.layout<(4,8):(1,4)>, !fly.tile<[4|8]>>";
        assert_eq!(FlyNotation.atom(text), Some("!fly.copy_atom<!fly.universal_copy<128>, 32>"));
        assert_eq!(FlyNotation.tiled_copy(text).unwrap().thread_value().to_string(), "(4,8):(1,4)");
        let odd = text.replace("<128>", "<100>");
        assert_eq!(
            FlyNotation.tiled_copy(&odd).unwrap_err(),
            "who holds what in !fly.copy_atom<!fly.universal_copy<100>, 32> is not known"
        );
    }
}
