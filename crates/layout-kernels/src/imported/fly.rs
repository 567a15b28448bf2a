//! The types of AMD's `fly` dialect, of FlyDSL.

use layout_math::cute::{CopyAtom, Layout, MmaAtom, TiledMma, Tiler, WaveMatrix};
use layout_math::text::MAX_DEPTH;

use super::cute_atoms::bits_of;
use super::not_imported::NotImported;
use super::notation::Notation;
use super::spelling::{is_plain, parts_of, without_blanks};
use super::type_text::{Memory, Role, TypeText, alignment_of, nested, part_of_memory};

/// Types such as `!fly.memref<f32, global, (24,120):(120,1)>`: nothing is quoted, `*` is a whole mode,
/// `[8|64]` a tiler and `1E0` a stride at a position.
pub struct FlyNotation;

impl Notation for FlyNotation {
    fn has_types_of_parts(&self) -> bool {
        true
    }

    fn read(&self, text: &str) -> Option<TypeText> {
        let (name, parameters) = text.split_once('<')?;
        let parameters = parameters.strip_suffix('>')?;
        let parts = parts_of(parameters);
        let name = name.strip_prefix("!fly.")?;
        let layout = |text: &str| {
            let text = without_blanks(text);
            match text.contains(" o ") {
                true => Some((Role::Composed, composed(&text)?)),
                false => Some((Role::Layout, in_cute(&text))),
            }
        };
        let (role, body) = match name {
            "layout" => layout(parameters)?,
            "composed_layout" => layout(parameters).filter(|(role, _)| *role == Role::Composed)?,
            "memref" | "coord_tensor" => {
                layout(parts.iter().skip(1).find(|part| part.contains(':'))?)?
            }
            "tile" => (Role::Tile, tiler(&without_blanks(parameters))?),
            "int_tuple" => (Role::Tuple, in_cute(parameters)),
            "swizzle" => (Role::Swizzle, without_blanks(parameters)),
            "ptr" => (Role::Pointer, String::new()),
            _ => return None,
        };
        // A layout that is swizzled itself is a part with a longer text.
        let swizzle = parts.iter().find(|part| part.starts_with("S<") && part.ends_with('>'));
        let is_memory = matches!(name, "memref" | "ptr");
        Some(TypeText {
            role,
            body,
            iterator: (name == "coord_tensor").then(|| in_cute(parts[0])),
            swizzle: swizzle.map(|part| without_blanks(part)),
            is_tensor: matches!(name, "memref" | "coord_tensor"),
            memory: match parts.get(1) {
                Some(&"register") => Memory::Registers,
                _ => Memory::Other,
            },
            element: is_memory.then(|| part_of_memory(&parts, 0)).flatten(),
            space: is_memory.then(|| part_of_memory(&parts, 1)).flatten(),
            element_bits: parts.first().and_then(|element| bits_of(element)),
            alignment: alignment_of(&parts),
        })
    }

    fn plain<'a>(&self, dialect: &str, text: &'a str) -> Option<&'a str> {
        let text = text.strip_prefix("layout<")?.strip_suffix('>')?;
        (dialect == "fly" && is_plain(text)).then_some(text)
    }

    fn thread_values(&self, text: &str) -> Option<Result<(Layout, Tiler), NotImported>> {
        let (parameters, _) = tiled(text, "tiled_copy")?;
        let read = || {
            let [_, layout, tile] = parameters[..] else {
                return Err(NotImported::from("its type is not read"));
            };
            let thread_value = self.read(layout).ok_or("its layout is not read")?.body;
            let thread_value: Layout =
                thread_value.parse().map_err(|_| format!("{thread_value} is not static"))?;
            let tile = self.read(tile).ok_or("its tile is not read")?.body;
            let tile: Tiler = tile.parse().map_err(|_| format!("{tile} is not static"))?;
            Ok((thread_value, tile))
        };
        Some(read())
    }

    fn copy_atom(&self, text: &str) -> Result<CopyAtom, NotImported> {
        let atom = tiled(text, "tiled_copy").map_or(text, |(_, atom)| atom);
        copy_atom(atom).ok_or_else(|| format!("who holds what in {atom} is not known").into())
    }

    fn slices_move(&self) -> bool {
        true
    }

    fn one_place_is_begin(&self) -> bool {
        true
    }

    fn vectors(&self, text: &str) -> [Option<i64>; 2] {
        let atom = tiled(text, "tiled_copy").map_or(text, |(_, atom)| atom);
        [copy_of(atom).map(|(_, bits, _)| bits); 2]
    }

    fn tiled_mma(&self, text: &str) -> Result<TiledMma, NotImported> {
        let (parameters, atom) =
            tiled(text, "tiled_mma").ok_or("its type is not a tiled product")?;
        let atom =
            mma_atom(atom).ok_or_else(|| format!("who holds what in {atom} is not known"))?;
        let atoms = parameters.get(1).and_then(|layout| self.read(layout));
        let atoms = atoms.ok_or("its layout is not read")?.body;
        let atoms: Layout = atoms.parse().map_err(|_| format!("{atoms} is not static"))?;
        let permutation = match parameters.get(2) {
            Some(tile) => self.read(tile).ok_or("its permutation is not read")?.body,
            None => "[_;_;_]".to_owned(),
        };
        let permutation: Tiler =
            permutation.parse().map_err(|_| format!("{permutation} is not static"))?;
        Ok(TiledMma::new(atom, atoms, permutation)?)
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
pub(super) fn copy_atom(text: &str) -> Option<CopyAtom> {
    let (name, bits, element) = copy_of(text)?;
    let is_plain = matches!(
        name.strip_prefix("!fly").unwrap_or_default(),
        ".universal_copy"
            | "_rocdl.buffer_copy"
            | "_rocdl.cdna3.buffer_copy"
            | "_rocdl.cdna3.buffer_copy_lds"
            | "_rocdl.cdna4.buffer_load_async_lds"
            | "_rocdl.cdna4.global_load_async_lds"
    );
    if !is_plain || element < 1 || bits % element != 0 {
        return None;
    }
    CopyAtom::of_one_thread(bits / element).ok()
}

/// The name of a copy, its bits and those of an element.
fn copy_of(atom: &str) -> Option<(&str, i64, i64)> {
    let parameters = atom.strip_prefix("!fly.copy_atom<")?.strip_suffix('>')?;
    let [copy, element] = parts_of(parameters)[..] else { return None };
    let (name, bits) = copy.strip_suffix('>')?.split_once('<')?;
    Some((name, bits.parse().ok()?, element.parse().ok()?))
}

/// `!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>`: an instruction of a wave, or of a
/// thread.
pub(super) fn mma_atom(text: &str) -> Option<MmaAtom> {
    let instruction = text.strip_prefix("!fly.mma_atom<")?.strip_suffix('>')?;
    let (name, parameters) = instruction.strip_suffix('>')?.split_once('<')?;
    let [shape, elements, ..] = parts_of(parameters)[..] else { return None };
    let shape: Vec<i64> = shape.split('x').map(|n| n.parse().ok()).collect::<Option<_>>()?;
    let shape: [i64; 3] = shape.try_into().ok()?;
    let (_, result) = elements.split_once(" -> ")?;
    let wave = |generation| match shape {
        [16, 16, k] => MmaAtom::wave_matrix(generation, k),
        _ => None,
    };
    match name.strip_prefix("!fly_rocdl.") {
        None if name == "!fly.universal_fma" && shape == [1, 1, 1] => MmaAtom::of_one_thread(),
        // Results of 64 bits are in other registers.
        Some("cdna3.mfma" | "cdna4.mfma_scale") if bits_of(result) == Some(32) => {
            MmaAtom::matrix_core(shape)
        }
        Some("gfx11.wmma") => wave(WaveMatrix::Rdna3),
        Some("gfx120x.wmma") => wave(WaveMatrix::Rdna4),
        // Results of 16 bits are in pairs, and in which order is not agreed on.
        Some("gfx1250.wmma" | "gfx1250.wmma_scale") if bits_of(result) == Some(32) => {
            wave(WaveMatrix::Gfx1250)
        }
        _ => None,
    }
}

/// A layout or tuple in CuTe's notation: `(*,1E0)` is `(_,1@0)`. Of several positions the outermost is
/// the first, where CuTe has it last: `1E1E0` is `1@0@1`. A leaf of another form stays as it is, which
/// is not one of CuTe's.
fn in_cute(text: &str) -> String {
    let text = without_blanks(text).replace('*', "_").replace(" E", "E");
    let is_mark = |c: char| matches!(c, ',' | '(' | ')' | ':' | ' ');
    let mut cute = String::new();
    for piece in text.split_inclusive(is_mark) {
        let leaf = piece.trim_end_matches(is_mark);
        cute += &at_position(leaf).unwrap_or_else(|| leaf.to_owned());
        cute += &piece[leaf.len()..];
    }
    cute
}

/// `1E1E0` as `1@0@1`.
fn at_position(leaf: &str) -> Option<String> {
    let (number, positions) = leaf.split_once('E')?;
    let mut cute = number.to_owned();
    for position in positions.rsplit('E') {
        let is_position = !position.is_empty() && position.bytes().all(|c| c.is_ascii_digit());
        if !is_position {
            return None;
        }
        cute += "@";
        cute += position;
    }
    Some(cute)
}

/// `A o offset o B` in CuTe's notation. What stands in brackets last is a composition by itself, which
/// CuTe's notation does not have and [`nested`] takes apart.
fn composed(text: &str) -> Option<String> {
    match nested(text) {
        Some((outer, inner)) => Some(format!("{} o [{}]", in_cute(outer), composed(inner)?)),
        None => (!text.contains('[')).then(|| in_cute(text)),
    }
}

/// `[8|3:2|*]` is `[8:1;3:2;_]`, and so is a mode that is a tiler by itself.
fn tiler(text: &str) -> Option<String> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let (mut modes, mut depth, mut begin) = (Vec::new(), 0_usize, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.checked_sub(1)?,
            '|' if depth == 0 => {
                modes.push(&inner[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
        if MAX_DEPTH < depth {
            return None;
        }
    }
    modes.push(&inner[begin..]);
    let mode = |mode: &str| match mode {
        "*" => Some("_".to_owned()),
        _ if mode.starts_with('[') => tiler(mode),
        _ if mode.contains(':') => Some(in_cute(mode)),
        _ => Some(format!("{mode}:1")),
    };
    let modes: Vec<String> = modes.into_iter().map(mode).collect::<Option<_>>()?;
    Some(format!("[{}]", modes.join(";")))
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
            read("!fly.layout<(4,(2,3)) : (1E0,(1E1E0,1E1E1))>"),
            expected(Role::Layout, "(4,(2,3)):(1@0,(1@0@1,1@1@1))")
        );
        assert_eq!(
            read("!fly.coord_tensor<(?{div=8},0), (4,8):(1E0,1E1)>"),
            expected(Role::Layout, "(4,8):(1@0,1@1)")
        );
        assert_eq!(read("!fly.tile<[8|3:2|*]>"), expected(Role::Tile, "[8:1;3:2;_]"));
        let nested = |depth: usize| format!("{}8{}", "[".repeat(depth), "]".repeat(depth));
        let most = MAX_DEPTH + 1;
        assert!(tiler(&nested(most)).is_some_and(|text| text.contains("[8:1]")));
        assert_eq!(tiler(&nested(most + 1)), None);
        assert_eq!(read("!fly.int_tuple<(*,?)>"), expected(Role::Tuple, "(_,?)"));
        assert_eq!(
            read("!fly.layout<S<2,0,3> o 0 o (8,8):(8,1)>"),
            expected(Role::Composed, "S<2,0,3> o 0 o (8,8):(8,1)")
        );
        assert_eq!(
            read("!fly.composed_layout<32:2 o 5 o [32:1 o 8 o 8:1E0]>"),
            expected(Role::Composed, "32:2 o 5 o [32:1 o 8 o 8:1@0]")
        );
        assert_eq!(FlyNotation.read("!fly.composed_layout<CS<3,0,[1],0,[2]> o 0 o 8:4>"), None);
        assert_eq!(FlyNotation.read("!fly.composed_layout<32:2 o 5 o [32:1 o 8 o 8:4>"), None);
        assert_eq!(FlyNotation.read("!fly.memref<f32, global>"), None);
        assert_eq!(FlyNotation.read("i32"), None);
    }

    #[test]
    fn blanks_say_nothing() {
        for text in [
            "!fly.memref<f32,global,( 24 ,120 ):(120,\n1)>",
            "!fly.memref< f32 , global ,(24, 120) : (120\t,1) >",
        ] {
            assert_eq!(read(text), (Role::Layout, "(24,120):(120,1)".to_owned()), "{text}");
        }
        assert_eq!(
            read("!fly.layout<(4, ?{ i64  div = 8 }) : (1 E0, - 1E1)>").1,
            "(4,?{i64 div=8}):(1@0,-1@1)"
        );
        assert_eq!(
            read("!fly.composed_layout<S <2,0 , 3>o\n0 o(8,8):(8,1)>").1,
            "S<2,0,3> o 0 o (8,8):(8,1)"
        );
        assert_eq!(read("!fly.tile<[ 8 | [3 : 2|4] | * ]>").1, "[8:1;[3:2;4:1];_]");
    }

    #[test]
    fn what_stands_behind_a_position_is_not_dropped() {
        for leaf in ["1E", "1E0E", "1EE0", "1E0x", "1E-1", "E", "1E0E1x"] {
            assert_eq!(read(&format!("!fly.layout<4:{leaf}>")).1, format!("4:{leaf}"));
        }
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
            "who holds what in !fly.copy_atom<!fly.universal_copy<100>, 32> is not known".into()
        );
    }

    #[test]
    fn atoms_whose_holders_are_not_known_are_none() {
        for instruction in [
            // Sixteen blocks of 4 by 4 are not one product.
            "cdna3.mfma<4x4x4, (f16, f16) -> f32>",
            "gfx11.wmma<16x16x32, (f16, f16) -> f32, signA = false, signB = false, clamp = false>",
            "gfx1250.wmma<16x16x32, (f16, f16) -> f16, signA = false, signB = false, clamp = false>",
        ] {
            assert_eq!(mma_atom(&format!("!fly.mma_atom<!fly_rocdl.{instruction}>")), None);
        }
        let transposed = "!fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 16>";
        assert_eq!(copy_atom(transposed), None);
    }
}
