use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::cute_layout::CuteLayout;
use super::layout::Layout;
use super::stride::Stride;
use super::tuple::Tuple;
use crate::text::{Cursor, ParseError};

/// A CuTe tiler: for each of the leading modes of a layout, what to take of it.
///
/// `[(2,4):(1,2);8;_]` takes the offsets of `(2,4):(1,2)` as coordinates of mode 0, the first 8
/// coordinates of mode 1, and all of mode 2. `[4;8]` is the shape tiler (4,8).
///
/// # Invariants
///
/// 1. There is at least one mode; an extent is at least 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tiler {
    modes: Vec<TileMode>,
}

/// What a [`Tiler`] takes of one mode.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TileMode {
    /// The coordinates that are the layout's offsets.
    Layout(CuteLayout),
    /// The coordinates below this extent: the layout `extent:1`, or `1:0` for the extent 1.
    Extent(i64),
    /// The whole mode, CuTe's underscore.
    All,
}

/// An extent of a tiler that is less than 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TileError {
    extent: i64,
}

impl fmt::Display for TileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "extent {} is less than 1", self.extent)
    }
}

impl Error for TileError {}

impl Tiler {
    /// The shape tiler of these extents, such as `[4;8]`.
    ///
    /// `None` if an extent is less than 1 or there is none.
    ///
    /// ```
    /// use layout_math::cute::Tiler;
    ///
    /// assert_eq!(Tiler::of_extents([4, 8]).unwrap().to_string(), "[4;8]");
    /// assert_eq!(Tiler::of_extents([4, 0]), None);
    /// ```
    pub fn of_extents(extents: impl IntoIterator<Item = i64>) -> Option<Self> {
        let mode = |extent: i64| (1 <= extent).then_some(TileMode::Extent(extent));
        Self::new(extents.into_iter().map(mode).collect::<Option<_>>()?)
    }

    /// The tiler of these modes; `None` if there is none.
    pub fn new(modes: Vec<TileMode>) -> Option<Self> {
        (!modes.is_empty()).then_some(Tiler { modes })
    }

    pub fn modes(&self) -> &[TileMode] {
        &self.modes
    }

    /// The symbols that occur, sorted.
    pub fn symbols(&self) -> BTreeSet<&str> {
        let layouts = self.modes.iter().filter_map(|mode| match mode {
            TileMode::Layout(CuteLayout::Symbolic(layout)) => Some(layout.symbols()),
            _ => None,
        });
        layouts.flatten().collect()
    }

    /// The tiler with other names for its symbols, of which no two become one.
    pub(crate) fn renamed(&self, name: &dyn Fn(&str) -> String) -> Self {
        let modes = self.modes.iter().map(|mode| match mode {
            TileMode::Layout(layout) => TileMode::Layout(layout.renamed(name)),
            mode => mode.clone(),
        });
        Tiler { modes: modes.collect() }
    }
}

impl FromStr for Tiler {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let tiler = Tiler::read(&mut cursor)?;
        cursor.expect_end()?;
        Ok(tiler)
    }
}

impl Tiler {
    /// Reads a tiler at the cursor.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self, ParseError> {
        cursor.expect("[")?;
        let mut modes = Vec::new();
        loop {
            modes.push(TileMode::read(cursor)?);
            if cursor.eat("]") {
                return Ok(Tiler { modes });
            }
            if !cursor.eat(";") {
                return Err(cursor.expected("';' or ']'"));
            }
        }
    }
}

impl TileMode {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, ParseError> {
        let column = cursor.column();
        let ends = |cursor: &mut Cursor<'_>| matches!(cursor.peek(), Some(';' | ']') | None);
        let mut ahead = cursor.clone();
        // `_:1` and `_*M:1` are layouts, with a symbol of this name.
        if ahead.eat("_") && ends(&mut ahead) {
            *cursor = ahead;
            return Ok(TileMode::All);
        }
        let mut ahead = cursor.clone();
        if ahead.at_integer() {
            let extent = ahead.integer()?;
            if ends(&mut ahead) {
                *cursor = ahead;
                if extent < 1 {
                    return Err(ParseError::rule(column, TileError { extent }));
                }
                return Ok(TileMode::Extent(extent));
            }
        }
        Ok(TileMode::Layout(CuteLayout::read(cursor)?))
    }
}

impl fmt::Display for Tiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (position, mode) in self.modes.iter().enumerate() {
            if position > 0 {
                f.write_str(";")?;
            }
            match mode {
                TileMode::Layout(layout) => layout.fmt(f)?,
                TileMode::Extent(extent) => extent.fmt(f)?,
                TileMode::All => f.write_str("_")?,
            }
        }
        f.write_str("]")
    }
}

/// The layout whose mode `i` is `compose(mode i of layout, mode i of the tiler)`, CuTe's
/// composition with a tiler. Modes that the tiler does not reach are dropped, as in CuTe: the result
/// has the tiler's rank.
///
/// The result of `compose` is passed through as an error where it is one; `None` if the tiler has
/// more modes than the layout or a mode of it is not a layout of integers.
pub fn by_mode<D: Stride, E>(
    layout: &Layout<D>,
    tiler: &Tiler,
    compose: impl Fn(&Layout<D>, &Layout) -> Result<Layout<D>, E>,
) -> Option<Result<Layout<D>, E>> {
    if layout.rank() < tiler.modes.len() {
        return None;
    }
    let mut modes = Vec::with_capacity(tiler.modes.len());
    for (mode, tile) in layout.modes().zip(&tiler.modes) {
        let tile = match tile {
            TileMode::All => {
                modes.push(mode);
                continue;
            }
            TileMode::Extent(extent) => Layout::column_major(Tuple::Leaf(*extent)).ok()?,
            TileMode::Layout(tile) => tile.as_static()?.clone(),
        };
        match compose(&mode, &tile) {
            Ok(composed) => modes.push(composed),
            Err(error) => return Some(Err(error)),
        }
    }
    Some(Ok(Layout::concat(modes).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printing_is_canonical() {
        for text in ["[(2,4):(1,2);8;_]", "[4;8]", "[_]", "[(4,8):(1,4)]", "[M:2]"] {
            assert_eq!(text.parse::<Tiler>().unwrap().to_string(), text);
        }
        assert_eq!("[ 8 ; ( 2 , 4 ) ]".parse::<Tiler>().unwrap().to_string(), "[8;(2,4):(1,2)]");
        // Symbols without a name are counted through all modes.
        let tiler: Tiler = "[?:1;_;(?{div=4},2)]".parse().unwrap();
        assert_eq!(tiler.to_string(), "[_0:1;_;(_1,2):(1,_1) where _1 mod 4 = 0]");
        assert_eq!(tiler.to_string().parse::<Tiler>().unwrap(), tiler);
        // A symbol may be named as what keeps a mode is written.
        let tiler: Tiler = "[n*_;_:1;_]".parse().unwrap();
        assert_eq!(tiler.to_string(), "[_*n:1;_:1;_]");
        assert_eq!(tiler.to_string().parse::<Tiler>().unwrap(), tiler);
        let tiler: Tiler = "[8:1]".parse().unwrap();
        assert!(matches!(tiler.modes(), [TileMode::Layout(_)]));
    }

    #[test]
    fn errors_point_at_their_column() {
        let fails = |text: &str| {
            let error = text.parse::<Tiler>().unwrap_err();
            (error.column, error.to_string())
        };
        assert_eq!(fails("[4;0]"), (3, "extent 0 is less than 1".to_owned()));
        assert_eq!(fails("[4;8"), (4, "expected ';' or ']' but the text ends here".to_owned()));
        assert_eq!(fails("4"), (0, "expected '[' but found '4'".to_owned()));
        assert!(fails("[]").1.starts_with("expected an integer, a symbol or '('"));
    }
}
