//! The types of CUTLASS' `cute` dialect.

use layout_math::cute::{CopyAtom, Layout, TiledMma, Tiler};

use super::cute_atoms;
use super::not_imported::NotImported;
use super::notation::{BoxCopy, Notation};
use super::spelling::{is_plain, parts_of, without_blanks};
use super::type_text::{Memory, Role, TypeText, alignment_of, part_of_memory, tile_of_extents};

/// What stands in the quotes that a parameter is in.
fn text_of<'a>(part: &&'a str) -> Option<&'a str> {
    part.strip_prefix('"')?.strip_suffix('"')
}

/// True if a type has the parameters that its name asks for: a text, or where a tensor is before it.
fn has_parts(name: &str, parts: &[&str]) -> bool {
    let is_text = |part: &&str| text_of(part).is_some();
    let count = |prefix: &str| parts.iter().filter(|part| part.starts_with(prefix)).count();
    match (name, parts) {
        ("!cute.ptr", _) => parts.iter().all(|part| !is_text(part)),
        ("!cute.memref", [element, space, between @ .., text]) => {
            let is_said = |part: &&str| part.starts_with("align<") || part.starts_with("S<");
            !is_text(element)
                && !is_text(space)
                && between.iter().all(is_said)
                && count("align<") < 2
                && count("S<") < 2
                && is_text(text)
        }
        ("!cute.coord_tensor", [begin, layout]) => is_text(begin) && is_text(layout),
        ("!cute_nvgpu.smem_desc_view", [_, text]) | (_, [text]) => is_text(text),
        _ => false,
    }
}

/// Types such as `!cute.memref<f16, gmem, align<16>, S<3,4,3>, "(8,8):(8,1)">`.
pub struct CuteNotation;

impl Notation for CuteNotation {
    fn read(&self, text: &str) -> Option<TypeText> {
        let (name, parameters) = text.split_once('<')?;
        let parameters = parameters.strip_suffix('>')?;
        let parts = parts_of(parameters);
        if !has_parts(name, &parts) {
            return None;
        }
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
            Role::Pointer => String::new(),
            _ => without_blanks(text_of(parts.last()?)?),
        };
        let body = match role {
            Role::Tile => tile_of_extents(&body).unwrap_or(body),
            _ => body,
        };
        let is_tensor = matches!(name, "!cute.memref" | "!cute.coord_tensor");
        let role = if is_tensor && body.contains(" o ") { Role::Composed } else { role };
        let swizzle = match role {
            Role::Layout | Role::Pointer => parts.iter().find(|part| part.starts_with("S<")),
            _ => None,
        };
        let iterator = parts.first().and_then(text_of).filter(|_| name == "!cute.coord_tensor");
        let is_memory = matches!(name, "!cute.memref" | "!cute.ptr");
        Some(TypeText {
            role,
            body,
            iterator: iterator.map(without_blanks),
            swizzle: swizzle.map(|text| without_blanks(text)),
            is_tensor,
            memory: match (name, parts.get(1).copied()) {
                ("!cute_nvgpu.smem_desc_view", _) => Memory::Descriptors,
                ("!cute.memref", Some("rmem")) => Memory::Registers,
                ("!cute.memref", Some("smem")) => Memory::Shared,
                ("!cute.memref", Some("tmem")) => Memory::Tensor,
                _ => Memory::Other,
            },
            element: is_memory.then(|| part_of_memory(&parts, 0)).flatten(),
            space: is_memory.then(|| part_of_memory(&parts, 1)).flatten(),
            element_bits: parts.first().and_then(|part| cute_atoms::bits_of(part)),
            alignment: alignment_of(&parts),
        })
    }

    fn plain<'a>(&self, dialect: &str, text: &'a str) -> Option<&'a str> {
        let text = text.strip_prefix("layout<\"")?.strip_suffix("\">")?;
        (dialect == "cute" && is_plain(text)).then_some(text)
    }

    fn thread_values(&self, text: &str) -> Option<Result<(Layout, Tiler), NotImported>> {
        cute_atoms::thread_values(text)
    }

    fn copy_atom(&self, text: &str) -> Result<CopyAtom, NotImported> {
        cute_atoms::atom_of_copy(text)
    }

    fn vectors(&self, text: &str) -> [Option<i64>; 2] {
        cute_atoms::vectors(text)
    }

    fn tiled_mma(&self, text: &str) -> Result<TiledMma, NotImported> {
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
