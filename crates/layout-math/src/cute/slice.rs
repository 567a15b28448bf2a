use std::fmt;
use std::str::FromStr;

use super::algebra_error::AlgebraError;
use super::any_modes::AnyModes;
use super::layout::Layout;
use super::parse::read_tuple;
use super::stride::Stride;
use super::tuple::Tuple;
use crate::text::{Cursor, ParseError};

/// A leaf of a slicing coordinate: one place in a mode, or the whole mode, CuTe's underscore.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pick {
    At(i64),
    All,
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pick::At(coordinate) => coordinate.fmt(f),
            Pick::All => f.write_str("_"),
        }
    }
}

impl FromStr for Tuple<Pick> {
    type Err = ParseError;

    /// Reads a coordinate such as `(1,_,(_,3))`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let tuple = read_tuple(&mut cursor, 0, &mut |cursor| {
            if cursor.eat("_") { Ok(Pick::All) } else { cursor.integer().map(Pick::At) }
        })?;
        cursor.expect_end()?;
        Ok(tuple.map(&mut |placed| placed.leaf))
    }
}

/// What a slicing coordinate leaves of a layout, and where it begins.
#[derive(Debug, Clone, PartialEq)]
pub struct Slice<D: Stride = i64> {
    /// The modes that are taken whole, from left to right.
    pub layout: Layout<D>,
    /// The offset at the coordinate with 0 for each mode that is taken whole.
    pub offset: D::Offset,
}

/// The modes of a layout that `coordinate` takes whole, CuTe's `slice`, with the offset of the
/// places it takes of the others.
///
/// Law: the offset of `layout` at the coordinate, with the digits of a coordinate `c` of the slice
/// put in for the underscores, is the offset of the slice at `c` plus its beginning.
///
/// The result is the flat tuple of the modes that are taken, as in CuTe; one underscore alone takes
/// the layout as it is.
///
/// # Errors
///
/// [`AlgebraError::Mismatch`] if the coordinate does not fit the shape or has a negative place.
///
/// ```
/// use layout_math::cute::{Layout, slice};
///
/// let layout: Layout = "((4,3,5),5):((6,100,16),8)".parse()?;
/// let sliced = slice(&"((1,_,4),_)".parse()?, &layout).unwrap();
/// assert_eq!(sliced.layout.to_string(), "(3,5):(100,8)");
/// assert_eq!(sliced.offset, 6 + 4 * 16);
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn slice<D: Stride>(
    coordinate: &Tuple<Pick>,
    layout: &Layout<D>,
) -> Result<Slice<D>, AlgebraError> {
    let whole = slice_modes(coordinate, layout)?;
    // The same coordinate with 0 for the underscores: places add up in one go, checked once.
    let zeros = coordinate.map(&mut |pick| match pick {
        Pick::At(place) => *place,
        Pick::All => 0,
    });
    let offset = layout.offset_at(&zeros).ok_or_else(|| mismatch(coordinate, layout))?;
    Ok(Slice { layout: whole, offset })
}

/// The modes of a layout that `coordinate` takes whole, as [`slice()`] gives them, whatever places it
/// takes of the others: of a layout with symbols it is not known whether they are there.
///
/// # Errors
///
/// [`AlgebraError::Mismatch`] if the coordinate does not fit the shape or has a negative place.
///
/// ```
/// use layout_math::cute::{CuteLayout, slice_modes};
///
/// let layout: CuteLayout = "((4,M),5):((1,4),4*M)".parse()?;
/// assert_eq!(slice_modes(&"((1,_),_)".parse()?, &layout).unwrap().to_string(), "(M,5):(4,4*M)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn slice_modes<M: AnyModes>(coordinate: &Tuple<Pick>, layout: &M) -> Result<M, AlgebraError> {
    let parts = part(coordinate, layout)?;
    if let Tuple::Leaf(Pick::All) = coordinate {
        return Ok(layout.clone());
    }
    M::of_modes(parts.whole)
}

/// The modes of a layout of which `coordinate` takes one place, CuTe's `dice`: those that
/// [`slice()`] leaves out.
///
/// Law: the modes of the slice and of the dice are together the modes of the layout that the leaves
/// of the coordinate stand for.
///
/// # Errors
///
/// As for [`slice()`].
///
/// ```
/// use layout_math::cute::{Layout, dice};
///
/// let layout: Layout = "((4,3,5),5):((6,100,16),8)".parse()?;
/// assert_eq!(dice(&"((1,_,4),_)".parse()?, &layout).unwrap().to_string(), "(4,5):(6,16)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn dice<M: AnyModes>(coordinate: &Tuple<Pick>, layout: &M) -> Result<M, AlgebraError> {
    let parts = part(coordinate, layout)?;
    if let Tuple::Leaf(Pick::At(_)) = coordinate {
        return Ok(layout.clone());
    }
    M::of_modes(parts.placed)
}

fn mismatch(coordinate: &Tuple<Pick>, layout: &impl AnyModes) -> AlgebraError {
    let text = layout.to_string();
    let shape = text.split_once(':').map_or(text.as_str(), |(shape, _)| shape).to_owned();
    AlgebraError::Mismatch { what: "coordinate", value: coordinate.to_string(), shape }
}

struct SlicedParts<M> {
    whole: Vec<M>,
    placed: Vec<M>,
}

fn part<M: AnyModes>(coordinate: &Tuple<Pick>, layout: &M) -> Result<SlicedParts<M>, AlgebraError> {
    let mut parts = SlicedParts { whole: Vec::new(), placed: Vec::new() };
    parts.take(coordinate, layout).ok_or_else(|| mismatch(coordinate, layout))?;
    Ok(parts)
}

impl<M: AnyModes> SlicedParts<M> {
    fn take(&mut self, coordinate: &Tuple<Pick>, layout: &M) -> Option<()> {
        match coordinate {
            Tuple::Leaf(Pick::All) => self.whole.push(layout.clone()),
            Tuple::Leaf(Pick::At(place)) if *place < 0 => return None,
            Tuple::Leaf(Pick::At(_)) => self.placed.push(layout.clone()),
            Tuple::Node(coordinates) => {
                let modes = layout.list_modes();
                if layout.is_leaf() || coordinates.len() != modes.len() {
                    return None;
                }
                for (coordinate, mode) in coordinates.iter().zip(&modes) {
                    self.take(coordinate, mode)?;
                }
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(coordinate: &str, layout: &str) -> (String, String, i64) {
        let (coordinate, layout) = (coordinate.parse().unwrap(), layout.parse::<Layout>().unwrap());
        let sliced = slice(&coordinate, &layout).unwrap();
        let diced = dice(&coordinate, &layout).unwrap();
        (sliced.layout.to_string(), diced.to_string(), sliced.offset)
    }

    #[test]
    fn places_and_slice_modes_part() {
        let expected = |slice: &str, dice: &str, offset| (slice.into(), dice.into(), offset);
        assert_eq!(
            of("(_,2)", "((4,5),10):((32,0),7)"),
            expected("((4,5)):((32,0))", "(10):(7)", 14)
        );
        assert_eq!(of("(_,_)", "(5,2):(1,10)"), expected("(5,2):(1,10)", "():()", 0));
        assert_eq!(
            of("(35,_)", "((9,2,2),9):((1,18,36),72)"),
            expected("(9):(72)", "((9,2,2)):((1,18,36))", 8 + 18 + 36)
        );
        assert_eq!(of("_", "(5,2):(1,10)"), expected("(5,2):(1,10)", "():()", 0));
        assert_eq!(of("7", "(5,2):(1,10)"), expected("():()", "(5,2):(1,10)", 12));
    }

    #[test]
    fn a_coordinate_that_does_not_fit_is_refused() {
        let fails = |coordinate: &str, layout: &str| {
            let layout: Layout = layout.parse().unwrap();
            slice(&coordinate.parse().unwrap(), &layout).unwrap_err().to_string()
        };
        assert_eq!(fails("(_,_,1)", "(5,2):(1,10)"), "coordinate (_,_,1) does not fit (5,2)");
        assert_eq!(fails("((_,1),1)", "(5,2):(1,10)"), "coordinate ((_,1),1) does not fit (5,2)");
        assert_eq!(fails("(_,-1)", "(5,2):(1,10)"), "coordinate (_,-1) does not fit (5,2)");
        let negative: Tuple<Pick> = "(_,-1)".parse().unwrap();
        let error = dice(&negative, &"(5,2):(1,10)".parse::<Layout>().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "coordinate (_,-1) does not fit (5,2)");
        let symbols: crate::cute::CuteLayout = "(5,M):(1,5)".parse().unwrap();
        let error = slice_modes(&negative, &symbols).unwrap_err();
        assert_eq!(error.to_string(), "coordinate (_,-1) does not fit (5,M)");
        assert!("(_,x)".parse::<Tuple<Pick>>().is_err());
    }
}
