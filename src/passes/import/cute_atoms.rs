//! What the peer's types of tiled copies and tiled products say, and what its atoms are.

use super::dialect::Reason;
use crate::cute::{CopyAtom, Layout, Matrices, MmaAtom, TiledCopy, TiledMma, Tiler};

/// The type of the atom that the type of a tiled copy or product begins with, before the parameter.
pub(super) fn type_of_atom<'a>(made: &'a str, parameter: &str) -> Option<&'a str> {
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
fn read<T: std::str::FromStr>(made: &str, name: &str) -> Result<T, Reason> {
    let text = parameter(made, name).ok_or_else(|| format!("its type has no {name}"))?;
    text.parse().map_err(|_| format!("{name} = {text} is not static"))
}

/// The tiled copy that a type `!cute.tiled_copy<...>` says.
pub(super) fn tiled_copy_of(made: &str) -> Result<TiledCopy, Reason> {
    let atom = atom_of_copy(made)?;
    let thread_value: Layout = read(made, "layout_copy_tv")?;
    let tiler: Tiler = read(made, "tiler_mn")?;
    TiledCopy::new(atom, thread_value, tiler).map_err(|error| error.to_string())
}

/// The atom of a tiled copy.
fn atom_of_copy(made: &str) -> Result<CopyAtom, Reason> {
    let atom = type_of_atom(made, "layout_copy_tv").ok_or("its type is no tiled copy")?;
    copy_atom(atom).ok_or_else(|| format!("who holds what in {atom} is not known"))
}

/// A copy by one thread says its element and, last, its bits; `ldsm` is PTX' `ldmatrix`.
fn copy_atom(atom: &str) -> Option<CopyAtom> {
    let (name, parameters) = atom.strip_prefix("!cute_nvgpu.atom.")?.split_once('<')?;
    let parameters: Vec<&str> = parameters.strip_suffix('>')?.split(", ").collect();
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
            let [value, "mode = <\"(8,8)\">", "sz_pattern = u16", matrices, "n"] = parameters[..]
            else {
                return None;
            };
            if bits_of(value.strip_prefix("val_type = ")?)? != 16 {
                return None;
            }
            CopyAtom::load_matrices(
                Matrices::rows(matrices.strip_prefix("num_matrices = ")?.parse().ok()?),
                16,
            )
        }
        "stsm" => {
            let [element, "mode = <\"(8,8)\">", matrices, "n"] = parameters[..] else {
                return None;
            };
            if bits_of(element)? != 16 {
                return None;
            }
            CopyAtom::store_matrices(
                Matrices::rows(matrices.strip_prefix("num_matrices = ")?.parse().ok()?),
                16,
            )
        }
        _ => None,
    }
}

/// The bits of an element, which its name ends with: `f16`, `bf16`, `i8`.
fn bits_of(element: &str) -> Option<i64> {
    let digits = element.strip_prefix("bf").or_else(|| element.strip_prefix(['f', 'i']))?;
    digits.parse().ok().filter(|&bits| 0 < bits)
}

/// The tiled product that a type `!cute.tiled_mma<...>` says.
pub(super) fn mma_of(made: &str) -> Result<TiledMma, Reason> {
    let atom = type_of_atom(made, "atom_layout_MNK").ok_or("its type is no tiled product")?;
    let atom = mma_atom(atom).ok_or_else(|| format!("who holds what in {atom} is not known"))?;
    let atoms: Layout = read(made, "atom_layout_MNK")?;
    let permutation: Tiler = match parameter(made, "permutation_MNK") {
        Some(_) => read(made, "permutation_MNK")?,
        None => read("permutation_MNK = <\"[_;_;_]\">", "permutation_MNK")?,
    };
    TiledMma::new(atom, atoms, permutation).map_err(|error| error.to_string())
}

/// The instructions of one thread, one warp, four warps and one or two blocks.
fn mma_atom(atom: &str) -> Option<MmaAtom> {
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
    // The instruction multiplies 256 bits of K at a time.
    let is_whole = k.checked_mul(bits_of(a)?)? == 256 && bits_of(a) == bits_of(b);
    match name {
        "sm80.mma" => match elements[..] {
            ["f16", "f16", "f32" | "f16"] | ["bf16", "bf16", "f32"] if [m, n] == [16, 8] => {
                MmaAtom::warp([16, 8, k], 16)
            }
            _ => None,
        },
        "sm90.mma" if m == 64 && is_whole => match parameters.split_once("frag_kind = ")?.1 {
            "ss" => MmaAtom::warpgroup_64(n, k, false),
            "rs" => MmaAtom::warpgroup_64(n, k, true),
            _ => None,
        },
        "sm100.mma" if is_whole && parameters.contains("frag_kind = ss") => {
            let blocks = match parameters.split_once("num_cta = ") {
                Some((_, blocks)) => blocks.split(',').next()?.parse().ok()?,
                None => 1,
            };
            MmaAtom::blocks([m, n, k], blocks)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::MmaOperand;

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
        for wrong in ["64x12x16", "32x16x16", "64x16x8"] {
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
}
