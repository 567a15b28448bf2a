//! Products: a block repeated at the places that a second layout orders.

use super::algebra_error::AlgebraError;
use super::complement::complement_within;
use super::coordinate_complement::{RepeatedBlock, places_of_copies};
use super::invariants::LayoutError;
use super::layout::Layout;
use super::proved_composition::compose_refining;
use super::stride::{Basis, Stride};
use super::zipped::{LayoutOrTiler, Zipped, each_mode};
use crate::budget::Budget;

/// The block, repeated as the second layout orders the repetitions: CuTe's `logical_product`.
///
/// Law: by a layout B the result is `(block, R)` with
/// `R = complement(block, size(block) * cosize(B)) o B`, of a shape that refines B's. So the
/// repetitions of the block do not overlap if B is injective. By a tiler this holds in each of the
/// tiler's modes; the others stay.
///
/// Where the complement is a single mode it only multiplies by its stride; it then does so below 0
/// as well, as in CuTe, so that `3:1` times `4:-1` is `(3,4):(1,-3)`. Otherwise offsets of B below
/// 0 have no meaning.
///
/// A block with scaled basis strides is repeated in the first component of its coordinates, in its gaps and
/// then behind it: `(4,3):(1@0,1@1)` times `2:1` is `((4,3),2):((1@0,1@1),4@0)`. By a tiler each mode is
/// repeated in the first component that it moves.
///
/// # Errors
///
/// The errors of [`complement()`](super::complement()) of the block; [`AlgebraError::NotALayout`],
/// [`AlgebraError::DoesNotSplit`] and [`AlgebraError::BelowZero`] of the composition;
/// [`AlgebraError::TooManyModes`].
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, logical_product};
///
/// let block: Layout = "(4,2):(1,16)".parse()?;
/// let order: Layout = "(4,2):(2,1)".parse()?;
/// let product = logical_product(&block, &order, &Budget::DEFAULT).unwrap();
/// assert_eq!(product.to_string(), "((4,2),((2,2),2)):((1,16),((8,32),4))");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn logical_product<'a, D: Repeated>(
    block: &Layout<D>,
    by: impl Into<LayoutOrTiler<'a>>,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    match by.into() {
        LayoutOrTiler::Layout(order) => multiply(block, RepeatedBlock::Whole, order, budget),
        LayoutOrTiler::Coordinates(order) => {
            Err(AlgebraError::NotStatic { layout: order.to_string() })
        }
        LayoutOrTiler::Tiler(tiler) => each_mode(block, tiler, |mode, order| {
            multiply(mode, RepeatedBlock::Mode, order, budget)
        }),
    }
}

fn multiply<D: Repeated>(
    block: &Layout<D>,
    of: RepeatedBlock,
    order: &Layout,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    Ok(Layout::concat([block.clone(), repetitions(block, of, order, budget)?])?)
}

/// Strides whose layouts can be repeated: there are places for the copies of a block.
pub trait Repeated: Stride {
    /// The places where so many copies of the block fit without overlap, in ascending order; there may
    /// be more of them.
    fn places(
        block: &Layout<Self>,
        of: RepeatedBlock,
        copies: i64,
        budget: &Budget,
    ) -> Result<Layout<Self>, AlgebraError>;
}

impl Repeated for i64 {
    fn places(
        block: &Layout,
        _: RepeatedBlock,
        copies: i64,
        budget: &Budget,
    ) -> Result<Layout, AlgebraError> {
        let target = block.size().checked_mul(copies).ok_or_else(|| LayoutError::SizeTooLarge {
            shape: format!("({},{copies})", block.shape()),
        })?;
        complement_within(block, target, budget)
    }
}

impl Repeated for Basis {
    /// The gaps of the first component, and then it goes on, as in NVIDIA's `cute` dialect.
    fn places(
        block: &Layout<Basis>,
        of: RepeatedBlock,
        copies: i64,
        budget: &Budget,
    ) -> Result<Layout<Basis>, AlgebraError> {
        places_of_copies(block, of, copies, budget)
    }
}

/// Where the block is repeated: a layout whose shape refines that of `order`.
pub(super) fn repetitions<D: Repeated>(
    block: &Layout<D>,
    of: RepeatedBlock,
    order: &Layout,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    let places = D::places(block, of, order.cosize(), budget)?;
    match places.flat_modes() {
        [places] => times(order, &places.stride),
        _ => compose_refining(&places, order, budget),
    }
}

/// The layout whose offsets are multiples of a stride.
fn times<D: Stride>(layout: &Layout, stride: &D) -> Result<Layout<D>, AlgebraError> {
    let too_large = || LayoutError::OffsetTooLarge { layout: layout.to_string() };
    let strides: Option<Vec<D>> =
        layout.stride().leaves().map(|&factor| stride.times(factor)).collect();
    let stride = layout.stride().with_leaves(strides.ok_or_else(too_large)?);
    let stride = stride.expect("there is a stride for every mode");
    Ok(Layout::new(layout.shape().clone(), stride)?)
}

/// The product as (block, repetitions), CuTe's `zipped_product`.
///
/// Law: [`logical_product`], regrouped. By a layout it is the same; by a tiler, mode 0 has the block
/// in each of the tiler's modes, and mode 1 the repetitions in each and then the modes that the
/// tiler does not reach.
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, Tiler, zipped_product};
///
/// let block: Layout = "(2,4):(1,2)".parse()?;
/// let tiler: Tiler = "[3:1;2:1]".parse()?;
/// let product = zipped_product(&block, &tiler, &Budget::DEFAULT).unwrap();
/// assert_eq!(product.to_string(), "((2,4),(3,2)):((1,2),(2,1))");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn zipped_product<'a, D: Repeated>(
    block: &Layout<D>,
    by: impl Into<LayoutOrTiler<'a>>,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    Ok(parts(block, by.into(), budget)?.zipped()?)
}

/// The product as (block, repetitions0, repetitions1, …), CuTe's `tiled_product`:
/// [`zipped_product`] with the modes of the repetitions one level up.
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, tiled_product};
///
/// let block: Layout = "(2,4):(1,2)".parse()?;
/// let order: Layout = "(3,5):(5,1)".parse()?;
/// let product = tiled_product(&block, &order, &Budget::DEFAULT).unwrap();
/// assert_eq!(product.to_string(), "((2,4),3,5):((1,2),40,8)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn tiled_product<'a, D: Repeated>(
    block: &Layout<D>,
    by: impl Into<LayoutOrTiler<'a>>,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    Ok(parts(block, by.into(), budget)?.tiled()?)
}

/// The product as (block0, block1, …, repetitions0, repetitions1, …), CuTe's `flat_product`:
/// [`zipped_product`] with the modes of both one level up.
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, flat_product};
///
/// let block: Layout = "(2,4):(1,2)".parse()?;
/// let order: Layout = "(3,5):(5,1)".parse()?;
/// let product = flat_product(&block, &order, &Budget::DEFAULT).unwrap();
/// assert_eq!(product.to_string(), "(2,4,3,5):(1,2,40,8)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn flat_product<'a, D: Repeated>(
    block: &Layout<D>,
    by: impl Into<LayoutOrTiler<'a>>,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    Ok(parts(block, by.into(), budget)?.flat()?)
}

fn parts<D: Repeated>(
    block: &Layout<D>,
    by: LayoutOrTiler<'_>,
    budget: &Budget,
) -> Result<Zipped<D>, AlgebraError> {
    Zipped::new(&logical_product(block, by, budget)?, by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::Tiler;

    fn product(block: &str, order: &str) -> String {
        logical_product(
            &block.parse::<Layout>().unwrap(),
            &order.parse::<Layout>().unwrap(),
            &Budget::DEFAULT,
        )
        .map_or_else(|error| error.to_string(), |layout| layout.to_string())
    }

    #[test]
    fn the_block_is_repeated_in_its_gaps_and_past_its_end() {
        assert_eq!(product("4:1", "3:1"), "(4,3):(1,4)");
        assert_eq!(product("2:4", "(2,2):(1,2)"), "(2,(2,2)):(4,(1,2))");
        assert_eq!(product("():()", "3:1"), "((),3):((),1)");
        assert_eq!(product("(2,2):(0,0)", "2:1"), "((2,2),2):((0,0),1)");
        assert_eq!(product("3:1", "1:7"), "(3,1):(1,0)");
    }

    #[test]
    fn coordinates_are_repeated_in_their_first_component() {
        let block: Layout<Basis> = "(4,8):(1@1,1@0)".parse().unwrap();
        let whole = logical_product(&block, &"4:1".parse::<Layout>().unwrap(), &Budget::DEFAULT);
        assert_eq!(whole.unwrap().to_string(), "((4,8),4):((1@1,1@0),8@0)");
        let tiler: Tiler = "[2;3]".parse().unwrap();
        let by_mode = logical_product(&block, &tiler, &Budget::DEFAULT).unwrap();
        assert_eq!(by_mode.to_string(), "((4,2),(8,3)):((1@1,4@1),(1@0,8@0))");
    }

    #[test]
    fn one_place_after_the_other_goes_below_zero_too() {
        assert_eq!(product("3:1", "4:-1"), "(3,4):(1,-3)");
        assert_eq!(product("2:3", "4:-1"), "4:-1 goes below 0: coordinate 1 has offset -1");
    }

    #[test]
    fn violated_conditions_are_named() {
        // The complement is (4,2):(1,8); 2*3 = 6 carries.
        assert_eq!(
            product("2:4", "(3,3):(1,3)"),
            "no layout equals (4,3):(1,8) o (3,3):(1,3): none agrees with it up to coordinate 4"
        );
        assert_eq!(
            product("(2,2):(1,1)", "2:1"),
            "(2,2):(1,1) is not injective: coordinates 1 and 2 both have offset 1"
        );
        assert_eq!(
            product("4294967296:1", "2:4294967296"),
            "the size of shape (4294967296,4294967297) does not fit in 64 bits"
        );
    }
}
