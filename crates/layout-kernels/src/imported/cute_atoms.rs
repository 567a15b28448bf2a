//! What the peer's types of tiled copies and tiled products say, and what its atoms are.

use layout_math::cute::{CopyAtom, Layout, Matrices, MatrixShape, MmaAtom, TiledMma, Tiler};

use super::not_imported::NotImported;
use super::notation::BoxCopy;
use super::spelling::parts_of;

/// The type of the atom that the type of a tiled copy or product begins with, before the parameter.
pub fn type_of_atom<'a>(made: &'a str, parameter: &str) -> Option<&'a str> {
    let (_, parameters) = made.split_once('<')?;
    let (atom, _) = parameters.split_once(&format!(", {parameter} = "))?;
    Some(atom)
}

/// The text of a parameter `name = <"...">` of a type.
fn parameter<'a>(made: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = made.split_once(&format!("{name} = <\""))?;
    Some(value.split_once("\">")?.0)
}

/// A parameter that is read, or the reason that there is none.
fn read<T: std::str::FromStr>(made: &str, name: &str) -> Result<T, NotImported> {
    let text = parameter(made, name).ok_or_else(|| format!("its type has no {name}"))?;
    text.parse().map_err(|_| format!("{name} = {text} is not static").into())
}

/// The thread-value layout and the tile of a type `!cute.tiled_copy<...>`.
pub fn thread_values(made: &str) -> Option<Result<(Layout, Tiler), NotImported>> {
    type_of_atom(made, "layout_copy_tv")?;
    let thread_value = read(made, "layout_copy_tv");
    Some(thread_value.and_then(|thread_value| Ok((thread_value, read(made, "tiler_mn")?))))
}

/// The atom of a copy, tiled or not.
pub fn atom_of_copy(made: &str) -> Result<CopyAtom, NotImported> {
    let atom = type_of_atom(made, "layout_copy_tv").unwrap_or(made);
    copy_atom(atom).ok_or_else(|| format!("who holds what in {atom} is not known").into())
}

/// A copy by one thread says its element and, last, its bits; `ldsm` is PTX' `ldmatrix`.
pub fn copy_atom(atom: &str) -> Option<CopyAtom> {
    let (name, parameters) = atom.strip_prefix("!cute_nvgpu.atom.")?.split_once('<')?;
    let parameters = parts_of(parameters.strip_suffix('>')?);
    match name {
        "universal_copy" | "simt_async_copy" => {
            let element = bits_of(parameters.first()?)?;
            // Without a number of bits it copies one element.
            let last = parameters.iter().skip(1).find_map(|last| last.strip_suffix(" b"));
            let bits: i64 = last.map_or(Some(element), |bits| bits.parse().ok())?;
            if bits % element != 0 {
                return None;
            }
            CopyAtom::of_one_thread(bits / element).ok()
        }
        "ldsm" => {
            let [value, mode, pattern, count, order] = parameters[..] else { return None };
            let matrices = matrices(mode, count, order)?;
            let is_8x8 = matrices.shape == MatrixShape::M8x8;
            // The other patterns unpack elements on the way.
            let plain = if is_8x8 { "sz_pattern = u16" } else { "sz_pattern = u8" };
            let bits = bits_of(value.strip_prefix("val_type = ")?)?;
            (pattern == plain).then(|| CopyAtom::load_matrices(matrices, bits))?
        }
        "stsm" => {
            let [element, mode, count, order] = parameters[..] else { return None };
            CopyAtom::store_matrices(matrices(mode, count, order)?, bits_of(element)?)
        }
        "tmem_load" | "tmem_store" => {
            let [element, lanes, width, repeats] = parameters[..] else { return None };
            let shape = [
                lanes.strip_suffix(" DP")?.parse().ok()?,
                width.strip_suffix(" bit")?.parse().ok()?,
            ];
            let (repeats, bits) = (repeats.strip_prefix('x')?.parse().ok()?, bits_of(element)?);
            match name {
                "tmem_load" => CopyAtom::load_tensor_memory(shape, repeats, bits),
                _ => CopyAtom::store_tensor_memory(shape, repeats, bits),
            }
        }
        _ => None,
    }
}

/// The bits that a copy takes at a time of its source and gives at a time to its destination, if these
/// are next to each other in memory: an access of one thread, or a row of a matrix of 8 by 8.
pub fn vectors(made: &str) -> [Option<i64>; 2] {
    let atom = type_of_atom(made, "layout_copy_tv").unwrap_or(made);
    let read = || {
        let (name, parameters) = atom.strip_prefix("!cute_nvgpu.atom.")?.split_once('<')?;
        let bits = || parameters.strip_suffix(" b>")?.rsplit_once(' ')?.1.parse().ok();
        let has_rows = parameters.contains("mode = <\"(8,8)\">");
        Some(match name {
            "universal_copy" | "simt_async_copy" => [bits(); 2],
            "ldsm" if has_rows => [Some(128), None],
            "stsm" if has_rows => [None, Some(128)],
            _ => [None; 2],
        })
    };
    read().unwrap_or_default()
}

/// The matrices of PTX' `ldmatrix` and `stmatrix`: `mode = <"(8,8)">`, `num_matrices = 4`, and `n` or `t`.
fn matrices(mode: &str, count: &str, order: &str) -> Option<Matrices> {
    let shape = match mode {
        "mode = <\"(8,8)\">" => MatrixShape::M8x8,
        "mode = <\"(16,8)\">" => MatrixShape::M16x8,
        "mode = <\"(16,16)\">" => MatrixShape::M16x16,
        _ => return None,
    };
    let count = count.strip_prefix("num_matrices = ")?.parse().ok()?;
    let is_transposed = match order {
        "n" => false,
        "t" => true,
        _ => return None,
    };
    Some(Matrices { shape, count, is_transposed })
}

/// The bits of an element, which its name says after what it is: `f16`, `bf16`, `si8`, `f8E4M3FN`.
pub fn bits_of(element: &str) -> Option<i64> {
    let kinds = ["bf", "tf", "f", "si", "ui", "i"];
    let digits = kinds.iter().find_map(|kind| element.strip_prefix(kind))?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    // TF32 has fewer bits, and takes 32.
    digits[..end].parse().ok().filter(|&bits| 0 < bits)
}

/// The tiled product that a type `!cute.tiled_mma<...>` says.
pub fn mma_of(made: &str) -> Result<TiledMma, NotImported> {
    let atom = type_of_atom(made, "atom_layout_MNK").ok_or("its type is not a tiled product")?;
    let atom = mma_atom(atom).ok_or_else(|| format!("who holds what in {atom} is not known"))?;
    let atoms: Layout = read(made, "atom_layout_MNK")?;
    let permutation: Tiler = match parameter(made, "permutation_MNK") {
        Some(_) => read(made, "permutation_MNK")?,
        None => read("permutation_MNK = <\"[_;_;_]\">", "permutation_MNK")?,
    };
    Ok(TiledMma::new(atom, atoms, permutation)?)
}

/// The instructions of one thread, one warp, four warps and one or two blocks.
pub fn mma_atom(atom: &str) -> Option<MmaAtom> {
    let (name, parameters) = atom.strip_prefix("!cute_nvgpu.")?.split_once('<')?;
    let parameters = parameters.strip_suffix('>')?;
    if name == "atom.universal_fma" {
        return parameters.starts_with("1x1x1, ").then(MmaAtom::of_one_thread)?;
    }
    let (shape, _) = parameters.split_once(',')?;
    let extents: Vec<i64> = shape.split('x').map(|n| n.parse().ok()).collect::<Option<_>>()?;
    let [m, n, k] = extents[..] else { return None };
    let (_, elements) = parameters.split_once("elem_type = (")?;
    let elements: Vec<&str> = elements.split_once(')')?.0.split(", ").collect();
    let [a, b, _] = elements[..] else { return None };
    let bits = bits_of(a).filter(|_| bits_of(a) == bits_of(b))?;
    // The instructions on shared and tensor memory multiply 256 bits of K at a time, and numbers of
    // less than 8 bits also as if they had 8.
    let is_whole = k.checked_mul(bits)? == 256 || bits < 8 && k == 32;
    let is_from = |kinds: &[&str]| {
        let kind = parameters.split_once("frag_kind = ").map_or("", |(_, kind)| kind);
        kinds.contains(&kind.split(',').next().unwrap_or_default())
    };
    match name {
        "sm80.mma" | "sm89.mma" | "sm120.mma" | "sm120.mma_bs" => MmaAtom::warp([m, n, k], bits),
        "sm90.mma" if m == 64 && is_whole && is_from(&["ss", "rs"]) => {
            MmaAtom::warpgroup_64(n, k, is_from(&["rs"]))
        }
        // Scales of blocks have layouts of their own, which no operand has.
        "sm100.mma" | "sm100.mma_bs" if is_whole && is_from(&["ss", "ts"]) => {
            let blocks = match parameters.split_once("num_cta = ") {
                Some((_, blocks)) => blocks.split(',').next()?.parse().ok()?,
                None => 1,
            };
            MmaAtom::blocks([m, n, k], blocks)
        }
        _ => None,
    }
}

/// What the type of a copy of boxes says, `!cute_nvgpu.atom.tma_load<...>` and the like.
pub fn box_copy(atom: &str) -> Option<BoxCopy> {
    let (name, parameters) = atom.strip_prefix("!cute_nvgpu.atom.")?.split_once('<')?;
    // Before it: that something of the copy is not there yet, and how the boxes are made.
    let instruction = &name[name.find("tma_")?..];
    let (before, _) = parameters.split_once("tma_gbasis")?;
    let fields: Vec<&str> = before.split(", ").collect();
    let number = |key: &str| {
        let value = fields.iter().find_map(|field| field.strip_prefix(key))?;
        value.strip_prefix(" = ")?.parse().ok()
    };
    let element = *fields.iter().find(|field| bits_of(field).is_some())?;
    // Before all that the copy needs is there its type says the machine, `sm_90` or `sm_100_2sm`.
    let machine = fields.iter().find(|field| field.starts_with("sm_"));
    let blocks = machine.map(|machine| if machine.ends_with("_2sm") { 2 } else { 1 });
    Some(BoxCopy {
        instruction: instruction.to_owned(),
        element: element.to_owned(),
        element_bits: bits_of(element)?,
        blocks: number("num_cta").or(blocks),
        bits: number("copy_bits")?,
        basis: parameter(atom, "tma_gbasis")?.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use layout_math::cute::MmaOperand;

    #[test]
    fn products_are_those_of_their_instructions() {
        let c = |atom: &str| {
            mma_atom(atom).map(|atom| atom.operand(MmaOperand::C).to_string()).unwrap_or_default()
        };
        let wgmma = |parameters: &str| format!("!cute_nvgpu.sm90.mma<{parameters}>");
        assert_eq!(
            c(&wgmma("64x16x16, ab_major = (k, k), elem_type = (f16, f16, f32), frag_kind = ss")),
            "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))"
        );
        for wrong in ["64x12x16", "32x16x16", "64x16x8", "64x16x32"] {
            let of =
                format!("{wrong}, ab_major = (k, k), elem_type = (f16, f16, f32), frag_kind = ss");
            assert_eq!(c(&wgmma(&of)), "", "{wrong}");
        }
        assert_eq!(
            c("!cute_nvgpu.sm100.mma<256x128x16, num_cta = 2, ab_major = (k, k), \
               elem_type = (f16, f16, f32), frag_kind = ss, c_scale_exp = 0>"),
            "(2,(128,128)):(128,(1,256))"
        );
        assert_eq!(c("!cute_nvgpu.atom.universal_fma<1x1x1, (f32, f32) -> f32 >"), "(1,1):(0,0)");
        assert_eq!(c("!cute_nvgpu.sm120.mma<16x8x16>"), "");
    }

    #[test]
    fn copies_say_their_bits_or_one_element() {
        let values = |atom: &str| copy_atom(atom).map(|atom| atom.source().size());
        assert_eq!(values("!cute_nvgpu.atom.universal_copy<f32>"), Some(1));
        assert_eq!(values("!cute_nvgpu.atom.universal_copy<f32, 128 b>"), Some(4));
        assert_eq!(values("!cute_nvgpu.atom.universal_copy<f32, 100 b>"), None);
        let store = "!cute_nvgpu.atom.stsm<f16, mode = <\"(8,8)\">, num_matrices = 4, n>";
        assert_eq!(copy_atom(store).unwrap().destination().to_string(), "(32,8):(8,1)");
        assert_eq!(values("!cute_nvgpu.atom.tma_load<f16>"), None);
    }

    #[test]
    fn what_is_not_known_is_none() {
        for atom in [
            "sm90.mma<64x16x32, ab_major = (k, k), elem_type = (f16, f8E4M3FN, f32), frag_kind = ss>",
            "sm90.mma<64x16x16, ab_major = (k, k), elem_type = (f16, f16, f32), frag_kind = sr>",
            "sm80.mma.sp<16x8x32, elem_type = (f16, f16, f32) >",
            "sm100.mma<128x64x32, num_cta = 3, elem_type = (i8, i8, i32), frag_kind = ss>",
        ] {
            assert!(mma_atom(&format!("!cute_nvgpu.{atom}")).is_none(), "{atom}");
        }
        let f6 = "sm100.mma<128x64x32, num_cta = 1, elem_type = (f6E2M3FN, f6E2M3FN, f32), \
                  frag_kind = ss>";
        assert!(mma_atom(&format!("!cute_nvgpu.{f6}")).is_some());
        for atom in [
            "ldsm<val_type = i8, mode = <\"(8,16)\">, sz_pattern = u4x16p64to8, num_matrices = 4, n>",
            "ldsm<val_type = f16, mode = <\"(8,8)\">, sz_pattern = u8, num_matrices = 4, n>",
            "tmem_load<f32, 32 DP, 32 bit, x4, pack16>",
        ] {
            assert!(copy_atom(&format!("!cute_nvgpu.atom.{atom}")).is_none(), "{atom}");
        }
        assert_eq!(
            ["tf32", "ui4", "f8E4M3FN", "bf16", "index"].map(bits_of),
            [Some(32), Some(4), Some(8), Some(16), None]
        );
    }

    #[test]
    fn copies_of_boxes_say_their_bits_and_basis() {
        let copy = |machine: &str| {
            box_copy(&format!(
                "!cute_nvgpu.atom.non_exec_tiled_tma_load<{machine}, f16, copy_bits = 131072, \
                 tma_gbasis = <\"(64,128):(1@1,1@0)\">, tma_format = F16_RN>",
            ))
        };
        let of_blocks = |blocks| BoxCopy {
            instruction: "tma_load".to_owned(),
            element: "f16".to_owned(),
            element_bits: 16,
            blocks,
            bits: 131_072,
            basis: "(64,128):(1@1,1@0)".to_owned(),
        };
        assert_eq!(copy("sm_90"), Some(of_blocks(Some(1))));
        assert_eq!(copy("sm_100_2sm"), Some(of_blocks(Some(2))));
        let other = "!cute_nvgpu.atom.non_exec_im2col_tma_load<sm_90, f16, copy_bits = 131072, \
                     tma_gbasis = <\"(64,128):(1@1,1@0)\">, tma_format = F16_RN>";
        assert_eq!(box_copy(other), Some(of_blocks(Some(1))));
        let stored = "!cute_nvgpu.atom.tma_store<f16, copy_bits = 131072, mode = tiled, \
                      g_stride = <\"()\"> tma_gbasis = <\"(64,128):(1@1,1@0)\">>";
        let store = BoxCopy { instruction: "tma_store".to_owned(), ..of_blocks(None) };
        assert_eq!(box_copy(stored), Some(store));
        assert_eq!(box_copy("!cute_nvgpu.atom.universal_copy<f16>"), None);
    }
}
