//! What a type says, in CuTe's notation.

use layout_math::algebra::{AnyLayout, Kind};
use layout_math::cute::Tuple;
use layout_math::partial::Leaf;
use layout_math::text::MAX_DEPTH;

use super::not_imported::NotImported;
use super::spelling::without_blanks;

/// What the type of a value says, in CuTe's notation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypeText {
    pub role: Role,
    /// The layout, tiler or tuple. `?` is a leaf that is not static, `_` a whole mode.
    pub body: String,
    /// Where a tensor of coordinates begins, if it is one.
    pub iterator: Option<String>,
    /// The swizzle of the pointer, if it has one.
    pub swizzle: Option<String>,
    /// True for a tensor: its layout begins at a pointer or a coordinate.
    pub is_tensor: bool,
    /// Where a tensor is.
    pub memory: Memory,
    /// The type of an element and the address space of a tensor in memory or a pointer, as they are spelled.
    pub element: Option<String>,
    pub space: Option<String>,
    /// The bits of an element of a tensor in memory, or of what a pointer points at.
    pub element_bits: Option<i64>,
    /// What the beginning of a tensor or a pointer is a multiple of, in bytes, if the type says it.
    pub alignment: Option<i64>,
}

/// The element or the address space that the parts of a memory's type say in this place.
pub(super) fn part_of_memory(parts: &[&str], at: usize) -> Option<String> {
    let part = parts.get(at).map(|part| without_blanks(part));
    part.filter(|part| !part.starts_with("align<") && !part.starts_with("S<"))
}

/// The alignment that the parts of a type say.
pub(super) fn alignment_of(parts: &[&str]) -> Option<i64> {
    let said = |part: &&str| part.strip_prefix("align<")?.strip_suffix('>')?.parse().ok();
    parts.iter().find_map(said).filter(|&bytes| 0 < bytes)
}

/// Where a tensor is, as far as it makes a difference.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Memory {
    /// Anywhere, or nowhere.
    #[default]
    Other,
    Registers,
    /// The memory that the threads of a block share.
    Shared,
    /// The tensor memory of Blackwell, of which a lane begins each 65536 places.
    Tensor,
    /// Descriptors of shared memory, which count 16 bytes at a time.
    Descriptors,
}

/// What a [`TypeText`] is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Role {
    /// A layout, or a tensor with one.
    #[default]
    Layout,
    Composed,
    Tile,
    /// A shape, a stride, a coordinate or any other tuple of integers.
    Tuple,
    Swizzle,
    Pointer,
}

impl TypeText {
    /// What the type of a layout says, and nothing beside it.
    pub fn of_layout(layout: &str) -> Self {
        TypeText { body: layout.to_owned(), ..TypeText::default() }
    }

    /// The kind of the layout that the type says; `None` if it says none.
    ///
    /// A composed layout whose swizzle and offset do nothing is written as the layout inside, and a tiler
    /// that is a layout or a number is the one that everything is divided by.
    pub fn kind(&self) -> Option<Kind> {
        match self.role {
            Role::Layout => Some(Kind::Cute),
            Role::Composed if !self.body.contains(" o ") => Some(Kind::Cute),
            Role::Tile if divides_whole(&self.body) => Some(Kind::Cute),
            Role::Composed => Some(Kind::Composed),
            Role::Tile => Some(Kind::Tile),
            _ => None,
        }
    }

    /// The layout, composed layout or tiler that the type says; `None` for one with a `?`, too, and for one
    /// with names, which our notation has and that of the types has not.
    pub fn layout(&self) -> Option<AnyLayout> {
        let is_static = !self.body.contains('?');
        let kind = self.kind().filter(|_| is_static)?;
        AnyLayout::parse(kind, &self.body).ok().filter(|layout| !layout.has_symbols())
    }

    /// True if the leaves of a layout or tiler with a `?` are those of CuTe's notation.
    pub fn is_read(&self) -> bool {
        let is_layout = |text: &str| match text.split_once(':') {
            Some((shape, stride)) => Leaf::tuple(shape).is_some() && Leaf::tuple(stride).is_some(),
            None => Leaf::tuple(text).is_some(),
        };
        let is_swizzle = |text: &str| text.starts_with("S<") && !text.contains('?');
        match self.role {
            _ if !self.body.contains('?') => true,
            Role::Layout => is_layout(&self.body),
            Role::Composed => match nested(&self.body) {
                Some(_) => true,
                None => self.body.split(" o ").all(|part| is_swizzle(part) || is_layout(part)),
            },
            Role::Tile => {
                tile_of(&self.body).is_ok_and(|tile| tile.leaves().all(|mode| is_layout(mode)))
            }
            _ => true,
        }
    }
}

/// The tuple that a text in CuTe's notation is.
pub fn tuple_of(text: &str) -> Result<Tuple<Leaf>, NotImported> {
    Leaf::tuple(text).ok_or_else(|| format!("{text} is not a tuple that is read").into())
}

/// `A o offset` and B of the composition `A o offset o [B]`, where B is a composition by itself.
pub fn nested(text: &str) -> Option<(&str, &str)> {
    text.strip_suffix(']')?.split_once(" o [")
}

/// The modes of a tiler, each a layout, an extent or `_`, nested as they are.
pub fn tile_of(text: &str) -> Result<Tuple<String>, NotImported> {
    // A comma in a layout stands in its own brackets.
    fn read(text: &str, depth: usize) -> Option<Tuple<String>> {
        let Some(inner) = text.strip_prefix('[') else { return Some(Tuple::Leaf(text.to_owned())) };
        let inner = inner.strip_suffix(']').filter(|_| depth < MAX_DEPTH)?;
        let (mut modes, mut open, mut begin) = (Vec::new(), 0_usize, 0);
        for (at, c) in inner.char_indices() {
            match c {
                '[' => open += 1,
                ']' => open = open.checked_sub(1)?,
                ';' if open == 0 => {
                    modes.push(read(&inner[begin..at], depth + 1)?);
                    begin = at + 1;
                }
                _ => {}
            }
        }
        modes.push(read(&inner[begin..], depth + 1)?);
        Some(Tuple::Node(modes))
    }
    read(text, 0).ok_or_else(|| format!("{text} is not a tiler that is read").into())
}

/// True if a tiler is a layout or a number.
fn divides_whole(tiler: &str) -> bool {
    match tiler.contains(':') {
        true => !tiler.starts_with('['),
        false => matches!(Leaf::tuple(tiler), Some(Tuple::Leaf(Leaf::Number(_) | Leaf::Open))),
    }
}

/// The tiler that divides mode by mode for a tuple of extents, each of which takes so many coordinates of its
/// mode, such as `[4:1;_]` for `(4,_)`; `None` for another text.
pub(super) fn tile_of_extents(text: &str) -> Option<String> {
    fn written(tuple: &Tuple<Leaf>) -> String {
        match tuple {
            Tuple::Leaf(Leaf::All) => "_".to_owned(),
            Tuple::Leaf(extent) => format!("{extent}:1"),
            Tuple::Node(modes) => {
                let modes: Vec<String> = modes.iter().map(written).collect();
                format!("[{}]", modes.join(";"))
            }
        }
    }
    let tuple = Leaf::tuple(text)?;
    (!tuple.modes().is_empty() && matches!(tuple, Tuple::Node(_))).then(|| written(&tuple))
}

/// The shape of a tiler's modes.
pub fn shape_of(tile: &Tuple<String>) -> Tuple<Leaf> {
    match tile {
        Tuple::Leaf(mode) => {
            let (shape, _) = mode.split_once(':').unwrap_or((mode, ""));
            Leaf::tuple(shape).unwrap_or(Tuple::Leaf(Leaf::Open))
        }
        Tuple::Node(modes) => Tuple::Node(modes.iter().map(shape_of).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tilers_are_read_as_deep_as_any_text() {
        let nested = |depth: usize| format!("{}8{}", "[".repeat(depth), "]".repeat(depth));
        let most = MAX_DEPTH;
        assert_eq!(tile_of(&nested(most)).map(|tile| tile.leaves().count()).ok(), Some(1));
        assert!(tile_of(&nested(most + 1)).is_err());
    }
    #[test]
    fn what_is_written_as_a_layout_is_one() {
        let text =
            |role, body: &str| TypeText { role, body: body.to_owned(), ..TypeText::default() };
        for (role, body, kind) in [
            (Role::Tile, "[4:1;2:1]", Kind::Tile),
            (Role::Tile, "_", Kind::Tile),
            (Role::Tile, "4:1", Kind::Cute),
            (Role::Tile, "4", Kind::Cute),
            (Role::Tile, "?", Kind::Cute),
            (Role::Tile, "(4,M)", Kind::Tile),
            (Role::Tile, "(2,?):(1,4)", Kind::Cute),
            (Role::Composed, "S<2,4,3> o 0 o (8,64):(64,1)", Kind::Composed),
            (Role::Composed, "(8,64):(64,1)", Kind::Cute),
        ] {
            assert_eq!(text(role, body).kind(), Some(kind), "{body}");
        }
    }

    #[test]
    fn a_tuple_of_extents_is_a_tiler() {
        for (text, tile) in [
            ("(4,2)", Some("[4:1;2:1]")),
            ("(4,_,?)", Some("[4:1;_;?:1]")),
            ("(4,(2,3))", Some("[4:1;[2:1;3:1]]")),
            ("(4)", Some("[4:1]")),
            ("4", None),
            ("_", None),
            ("()", None),
            ("(4,2):(1,4)", None),
            ("[4:1]", None),
        ] {
            assert_eq!(tile_of_extents(text).as_deref(), tile, "{text}");
        }
    }
}
