//! What the peer's types of tiled copies and tiled products say, and what its atoms are.

use crate::cute::{CopyAtom, Layout, MmaAtom, TiledCopy, TiledMma, Tiler};

/// Why an operation on a tiled copy or product is left alone.
pub(super) type Reason = String;

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
            let (element, last) = (bits_of(parameters.first()?)?, parameters.last()?);
            let bits: i64 = last.strip_suffix(" b")?.parse().ok()?;
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
            CopyAtom::ldmatrix(matrices.strip_prefix("num_matrices = ")?.parse().ok()?)
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

/// The instructions of one warp on factors of 16 bits.
fn mma_atom(atom: &str) -> Option<MmaAtom> {
    let parameters = atom.strip_prefix("!cute_nvgpu.sm80.mma<")?.strip_suffix('>')?;
    let (shape, elements) = parameters.split_once(", elem_type = (")?;
    let elements: Vec<&str> = elements.trim_end().strip_suffix(')')?.split(", ").collect();
    match elements[..] {
        ["f16", "f16", "f32" | "f16"] | ["bf16", "bf16", "f32"] => {}
        _ => return None,
    }
    MmaAtom::warp_16x8(shape.strip_prefix("16x8x")?.parse().ok()?)
}

/// True for a memref in registers.
pub(super) fn is_registers(memref: &str) -> bool {
    memref
        .strip_prefix("!cute.memref<")
        .is_some_and(|parts| parts.split(", ").nth(1) == Some("rmem"))
}
