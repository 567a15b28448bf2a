//! Division: a layout split into a tile and the places of the tiles.

use super::algebra_error::AlgebraError;
use super::coalesce::coalesce;
use super::complement::complement_within;
use super::composition::composition_with_pair;
use super::coordinate_complement::complement_in_coordinates;
use super::layout::Layout;
use super::proved_composition::{compose_coordinates, compose_refining};
use super::stride::{Basis, Stride};
use super::tuple::Tuple;
use super::zipped::{LayoutOrTiler, Zipped, each_mode};
use crate::budget::Budget;

/// The layout split into (tile, rest), CuTe's `logical_divide`.
///
/// Law: by a layout B the result is `layout o (B, complement(B, size(layout)))`; its shape refines the
/// shape of the right side, so that mode 0 is the tile and mode 1 says where the tiles are. By a
/// tiler this holds in each of the tiler's modes; the others stay. A tile with scaled basis strides has
/// coordinates of `layout` for offsets: it is divided in each component, and what has none is left to
/// the rest. Like every composition here the result is proved.
///
/// If the extents do not divide, the tiles are rounded up and reach past the layout: `10:1` by
/// `4:1` is `(4,3):(1,4)`. Which coordinates these are is what [`Layout::first_at_least`] of the
/// right side says. There the last flattened mode of `layout` is extended; if no layout is that
/// function, the last mode of the coalesced layout, as in CuTe: `(3,1):(1,1)` by `2:1` is
/// `(2,2):(1,2)`, whose last offset 3 belongs to no coordinate of the layout.
///
/// # Errors
///
/// The errors of [`complement()`](super::complement()) of B; [`AlgebraError::NotALayout`] and
/// [`AlgebraError::DoesNotSplit`] if no layout is the composition (CuTe answers with a wrong one:
/// `(32,2):(1,256)` by `3:1` has no layout that goes on at 33); [`AlgebraError::TooManyModes`].
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, Tiler, logical_divide};
///
/// let layout: Layout = "((4,2),4):((8,4),1)".parse()?;
/// let columns: Layout = "8:1".parse()?;
/// let divided = logical_divide(&layout, &columns, &Budget::DEFAULT).unwrap();
/// assert_eq!(divided.to_string(), "((4,2),4):((8,4),1)");
///
/// let rows: Layout<layout_math::cute::Basis> = "2:64@0".parse()?;
/// let matrix: Layout = "(128,64):(64,1)".parse()?;
/// let divided = logical_divide(&matrix, &rows, &Budget::DEFAULT).unwrap();
/// assert_eq!(divided.to_string(), "(2,(64,64)):(4096,(64,1))");
///
/// let tiler: Tiler = "[(4,2):(2,1);2]".parse()?;
/// let divided = logical_divide(&layout, &tiler, &Budget::DEFAULT).unwrap();
/// assert_eq!(divided.to_string(), "((((2,2),2),1),(2,2)):((((16,4),8),0),(1,2))");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn logical_divide<'a, D: Stride>(
    layout: &Layout<D>,
    by: impl Into<LayoutOrTiler<'a>>,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    match by.into() {
        LayoutOrTiler::Layout(tile) => divide(layout, tile, budget),
        LayoutOrTiler::Coordinates(tile) => divide_by_coordinates(layout, tile, budget),
        LayoutOrTiler::Tiler(tiler) => {
            each_mode(layout, tiler, |mode, tile| divide(mode, tile, budget))
        }
    }
}

fn divide<D: Stride>(
    layout: &Layout<D>,
    tile: &Layout,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    let rest = complement_within(tile, layout.size(), budget)?;
    if let Some(divided) = composition_with_pair(layout, [tile, &rest]) {
        return Ok(divided);
    }
    let places = Layout::concat([tile.clone(), rest])?;
    compose_refining(layout, &places, budget).or_else(|error| {
        // Where a walk would decide, a smaller budget must not answer with the other form.
        if error.is_undecided() && places.size() <= Budget::DEFAULT.walk_last {
            return Err(error);
        }
        compose_refining(&coalesce(layout), &places, budget)
            .map_err(|second| if second.is_undecided() { second } else { error })
    })
}

/// `layout o (tile, rest)` where the offsets of both are coordinates of the layout.
fn divide_by_coordinates<D: Stride>(
    layout: &Layout<D>,
    tile: &Layout<Basis>,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    let places = coordinate_places_within(layout.shape(), tile, budget)?;
    compose_coordinates(layout, &places, budget)
}

/// What a division of a layout of this shape composes it with: the tile, and the coordinates that it
/// leaves out.
///
/// # Errors
///
/// Those of [`complement()`](super::complement()) of a component, and [`AlgebraError::Mismatch`] if the shape has no mode for
/// a component.
pub fn coordinate_places(
    shape: &Tuple<i64>,
    tile: &Layout<Basis>,
) -> Result<Layout<Basis>, AlgebraError> {
    coordinate_places_within(shape, tile, &Budget::DEFAULT)
}

fn coordinate_places_within(
    shape: &Tuple<i64>,
    tile: &Layout<Basis>,
    budget: &Budget,
) -> Result<Layout<Basis>, AlgebraError> {
    Ok(Layout::concat([tile.clone(), complement_in_coordinates(tile, shape, budget)?])?)
}

/// The division as (tile, rest), with the tiles of all modes in mode 0: CuTe's `zipped_divide`.
///
/// Law: [`logical_divide`], regrouped. By a tiler, mode 0 has the tile of each of the tiler's modes,
/// mode 1 their rests and then the modes that the tiler does not reach. A mode that the tiler takes
/// whole is one tile, whose rest is `1:0`. (CuTe takes the first of its modes for the tile and the
/// second for the rest, and has no answer if it has not two.)
///
/// # Errors
///
/// Those of [`logical_divide`].
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, Tiler, zipped_divide};
///
/// let layout: Layout = "(8,64):(64,1)".parse()?;
/// let tiler: Tiler = "[4:2;8:1]".parse()?;
/// let divided = zipped_divide(&layout, &tiler, &Budget::DEFAULT).unwrap();
/// assert_eq!(divided.to_string(), "((4,8),(2,8)):((128,1),(64,8))");
///
/// let tiler: Tiler = "[4:2;_]".parse()?;
/// let divided = zipped_divide(&layout, &tiler, &Budget::DEFAULT).unwrap();
/// assert_eq!(divided.to_string(), "((4,64),(2,1)):((128,1),(64,0))");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn zipped_divide<'a, D: Stride>(
    layout: &Layout<D>,
    by: impl Into<LayoutOrTiler<'a>>,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    Ok(parts(layout, by.into(), budget)?.zipped()?)
}

/// The division as (tile, rest0, rest1, …), CuTe's `tiled_divide`: [`zipped_divide`] with the modes
/// of the rest one level up.
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, Tiler, tiled_divide};
///
/// let layout: Layout = "(8,64):(64,1)".parse()?;
/// let tiler: Tiler = "[4:2;8:1]".parse()?;
/// let divided = tiled_divide(&layout, &tiler, &Budget::DEFAULT).unwrap();
/// assert_eq!(divided.to_string(), "((4,8),2,8):((128,1),64,8)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn tiled_divide<'a, D: Stride>(
    layout: &Layout<D>,
    by: impl Into<LayoutOrTiler<'a>>,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    Ok(parts(layout, by.into(), budget)?.tiled()?)
}

/// The division as (tile0, tile1, …, rest0, rest1, …), CuTe's `flat_divide`: [`zipped_divide`] with
/// the modes of both one level up.
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, Tiler, flat_divide};
///
/// let layout: Layout = "(8,64):(64,1)".parse()?;
/// let tiler: Tiler = "[4:2;8:1]".parse()?;
/// let divided = flat_divide(&layout, &tiler, &Budget::DEFAULT).unwrap();
/// assert_eq!(divided.to_string(), "(4,8,2,8):(128,1,64,8)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn flat_divide<'a, D: Stride>(
    layout: &Layout<D>,
    by: impl Into<LayoutOrTiler<'a>>,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    Ok(parts(layout, by.into(), budget)?.flat()?)
}

fn parts<D: Stride>(
    layout: &Layout<D>,
    by: LayoutOrTiler<'_>,
    budget: &Budget,
) -> Result<Zipped<D>, AlgebraError> {
    Zipped::new(&logical_divide(layout, by, budget)?, by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::Tiler;

    #[track_caller]
    fn divides(layout: &str, tile: &str) -> String {
        let layout: Layout = layout.parse().unwrap();
        let divided = if tile.starts_with('[') {
            logical_divide(&layout, &tile.parse::<Tiler>().unwrap(), &Budget::DEFAULT)
        } else {
            logical_divide(&layout, &tile.parse::<Layout>().unwrap(), &Budget::DEFAULT)
        };
        divided.map_or_else(|error| error.to_string(), |layout| layout.to_string())
    }

    #[test]
    fn tiles_round_up() {
        assert_eq!(divides("10:1", "4:1"), "(4,3):(1,4)");
        assert_eq!(divides("4:1", "(2,4):(1,8)"), "((2,4),4):((1,8),2)");
        // The unit mode is extended where it can be, and else what is left without it.
        assert_eq!(divides("(3,1):(1,5)", "(2,2):(3,1)"), "((2,2),1):((5,1),0)");
        assert_eq!(divides("(64,1):(1,0)", "7:1"), "(7,10):(1,7)");
    }

    #[test]
    fn a_composition_that_is_no_layout_is_refused() {
        // (3,22):(1,3) begins 0, 1, 2, …; at 32 the layout jumps to 256, and 32 is inside a mode.
        assert_eq!(
            divides("(32,2):(1,256)", "3:1"),
            "no layout equals (32,2):(1,256) o (3,22):(1,3): none agrees with it up to \
             coordinate 32"
        );
        assert_eq!(
            divides("(8,4):(1,8)", "[4;(2,2):(1,1)]"),
            "mode 1: (2,2):(1,1) is not injective: coordinates 1 and 2 both have offset 1"
        );
        assert_eq!(divides("8:1", "[4;4]"), "2 modes are given for 8:1, which has 1");
        assert_eq!(divides("8:1", "[M:1]"), "M:1 is not a layout of integers");
    }

    #[test]
    fn a_flat_composition_is_split_again() {
        // CuTe's algorithm has no answer for 6:1 over (4,6), but the function is a layout.
        assert_eq!(divides("(4,6):(1,4)", "6:1"), "(6,4):(1,6)");
    }

    #[test]
    fn a_mode_taken_whole_is_one_tile() {
        let zipped = |layout: &str, tiler: &str| {
            let (layout, tiler): (Layout, Tiler) =
                (layout.parse().unwrap(), tiler.parse().unwrap());
            [
                zipped_divide(&layout, &tiler, &Budget::DEFAULT).unwrap(),
                tiled_divide(&layout, &tiler, &Budget::DEFAULT).unwrap(),
                flat_divide(&layout, &tiler, &Budget::DEFAULT).unwrap(),
            ]
            .map(|divided| divided.to_string())
        };
        assert_eq!(
            zipped("(12,(4,8)):(7,(1,30))", "[2:1;_]"),
            [
                "((2,(4,8)),(6,1)):((7,(1,30)),(14,0))",
                "((2,(4,8)),6,1):((7,(1,30)),14,0)",
                "(2,(4,8),6,1):(7,(1,30),14,0)"
            ]
        );
        assert_eq!(
            zipped("((4,8),2):((32,1),16)", "[_;2]")[0],
            "(((4,8),2),(1,1)):(((32,1),16),(0,0))"
        );
        assert_eq!(zipped("(4,8,3):(8,1,32)", "[_;4]")[1], "((4,4),1,2,3):((8,1),0,4,32)");
    }

    #[test]
    fn basis_strides_are_divided_like_integers() {
        let identity: Layout<Basis> = "(8,6):(1@0,1@1)".parse().unwrap();
        let tiler: Tiler = "[4;3]".parse().unwrap();
        assert_eq!(
            zipped_divide(&identity, &tiler, &Budget::DEFAULT).unwrap().to_string(),
            "((4,3),(2,2)):((1@0,1@1),(4@0,3@1))"
        );
    }
}
