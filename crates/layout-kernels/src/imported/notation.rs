//! How a dialect writes its types.

use layout_math::cute::{CopyAtom, Layout, TiledCopy, TiledMma, Tiler};

use super::not_imported::NotImported;
use super::type_text::TypeText;

/// What the type of a copy of boxes of a tensor says, as the machine's TMA makes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoxCopy {
    /// The instruction, `tma_load` or another one, whether all that it needs is there or not.
    pub instruction: String,
    /// The type of an element.
    pub element: String,
    pub element_bits: i64,
    /// How many blocks copy a box together, where the type says it.
    pub blocks: Option<i64>,
    /// The bits that one instruction copies.
    pub bits: i64,
    /// From the place in the box to the coordinate of the tensor.
    pub basis: String,
}

/// How a dialect writes its types.
pub trait Notation {
    /// What a type says; `None` if it says no layout.
    fn read(&self, text: &str) -> Option<TypeText>;

    /// The layout of a type that is a layout of numbers and nothing else, as nearly all are, if it is
    /// spelled as it is printed. The text is what stands behind the name of a dialect and a dot. What
    /// the type says is [`TypeText::of_layout`], as [`read`](Notation::read) has it.
    fn plain<'a>(&self, _dialect: &str, _text: &'a str) -> Option<&'a str> {
        None
    }

    /// The thread-value layout and the tile that the type of a tiled copy says; `None` if the type is
    /// another one.
    fn thread_values(&self, _: &str) -> Option<Result<(Layout, Tiler), NotImported>> {
        None
    }

    /// The atom that a type of a copy is, or that the type of a tiled copy is made of.
    fn copy_atom(&self, _: &str) -> Result<CopyAtom, NotImported> {
        Err("its type is not a tiled copy".into())
    }

    /// The bits that a copy takes at a time on the side of its source and of its destination, if it takes
    /// what is next to each other in memory there.
    fn vectors(&self, _: &str) -> [Option<i64>; 2] {
        [None; 2]
    }

    /// True if a copy takes a tensor of one place as where its atom begins, whatever the atom has.
    fn one_place_is_begin(&self) -> bool {
        false
    }

    /// True if a slice of a composed layout always moves its offset.
    fn slices_move(&self) -> bool {
        false
    }

    /// The tiled copy that a type says.
    fn tiled_copy(&self, text: &str) -> Result<TiledCopy, NotImported> {
        let (thread_value, tiler) =
            self.thread_values(text).ok_or("its type is not a tiled copy")??;
        let atom = self.copy_atom(text)?;
        Ok(TiledCopy::new(atom, thread_value, tiler)?)
    }

    /// The tiled product of matrices that a type says.
    fn tiled_mma(&self, _: &str) -> Result<TiledMma, NotImported> {
        Err("its type is not a tiled product".into())
    }

    /// The copy of boxes that the type of an atom says.
    fn box_copy(&self, _: &str) -> Option<BoxCopy> {
        None
    }

    /// True if the type of a tiled copy or product has the types of the layout and the tile that it is made of.
    fn has_types_of_parts(&self) -> bool {
        false
    }

    /// The type of the atom that the type of a tiled copy or product is made of.
    fn atom<'a>(&self, _: &'a str) -> Option<&'a str> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imported::{CuteNotation, FlyNotation};

    #[test]
    fn plain_layouts_say_what_read_says() {
        for text in ["(4,(2,3)):(1,(-4,8))", "8:1", "8", "()", "(4,8)", "(4,:-", "8:1:2", ""] {
            let (cute, fly) = (format!("layout<\"{text}\">"), format!("layout<{text}>"));
            assert_eq!(CuteNotation.plain("cute", &cute), Some(text));
            assert_eq!(FlyNotation.plain("fly", &fly), Some(text));
            let read = Some(TypeText::of_layout(text));
            assert_eq!(CuteNotation.read(&format!("!cute.{cute}")), read, "{text}");
            assert_eq!(FlyNotation.read(&format!("!fly.{fly}")), read, "{text}");
        }
        for text in ["(4, 8):(8,1)", "(?,8):(8,1)", "4:1@0", "4:1E0", "S<1,0,3>", "4:1\",\"4:1"] {
            assert_eq!(CuteNotation.plain("cute", &format!("layout<\"{text}\">")), None, "{text}");
            assert_eq!(FlyNotation.plain("fly", &format!("layout<{text}>")), None, "{text}");
        }
        // Other types, and other dialects, say other things.
        assert_eq!(CuteNotation.plain("cute", "shape<\"(4,8)\">"), None);
        assert_eq!(CuteNotation.plain("fly", "layout<\"4:1\">"), None);
        assert_eq!(FlyNotation.plain("cute", "layout<4:1>"), None);
    }
}
