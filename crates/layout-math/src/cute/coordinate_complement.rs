//! Complements of layouts whose offsets are tuples, component by component.

use super::algebra_error::AlgebraError;
use super::complement::complement_in_shape;
use super::invariants::LayoutError;
use super::layout::{Layout, Mode};
use super::stride::{Basis, Stride};
use super::tuple::Tuple;
use crate::budget::Budget;

/// What a block is of the one that a product repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepeatedBlock {
    /// All of it.
    Whole,
    /// A mode, which is repeated by itself: no other mode is in the way of its coordinates.
    Mode,
}

/// The coordinates of a shape that the tile leaves out, as a division by a tile with scaled basis
/// strides takes them: of each component the complement in its mode of the shape, and all of the modes
/// of which the tile has no component.
///
/// Law: the tile without its broadcast modes and the complement are together injective, and each
/// component keeps the law of [`complement()`](super::complement()).
///
/// # Errors
///
/// Those of [`complement()`](super::complement()) of a component, [`AlgebraError::Mismatch`] if the
/// shape has no mode for a component, and those of [`Layout::components`].
pub(super) fn complement_in_coordinates(
    tile: &Layout<Basis>,
    shape: &Tuple<i64>,
    budget: &Budget,
) -> Result<Layout<Basis>, AlgebraError> {
    let components = tile.components()?;
    let mut modes = Vec::new();
    let mut seen = 0;
    fill(&components, &mut Vec::new(), shape, &mut modes, &mut seen, budget)?;
    if seen != components.len() {
        return Err(AlgebraError::Mismatch {
            what: "tile",
            value: tile.to_string(),
            shape: shape.to_string(),
        });
    }
    from_modes(modes)
}

/// Where a block with scaled basis strides is repeated: the gaps of the first component of its coordinates,
/// and that component from its end on, `repetitions` times the block. A component that the block does not
/// move is empty; of a mode the first one is that which it moves.
///
/// Law: the block without its broadcast modes and the result are together injective.
///
/// # Errors
///
/// Those of [`complement()`](super::complement()) of a component, and [`AlgebraError::NotStatic`] if
/// the block has no component.
pub(super) fn places_of_copies(
    block: &Layout<Basis>,
    of: RepeatedBlock,
    repetitions: i64,
    budget: &Budget,
) -> Result<Layout<Basis>, AlgebraError> {
    let components = block.components()?;
    let Some((first, _)) = components.first() else {
        return Err(AlgebraError::NotStatic { layout: block.to_string() });
    };
    let path = match of {
        RepeatedBlock::Whole => first_component(&components),
        RepeatedBlock::Mode => first.clone(),
    };
    let moved = components.into_iter().find(|(at, _)| *at == path);
    let component = moved.map_or_else(nothing, |(_, component)| Ok(component))?;
    let too_large = || LayoutError::SizeTooLarge { shape: block.shape().to_string() };
    let room =
        component.cosize().max(block.size()).checked_mul(repetitions).ok_or_else(too_large)?;
    from_modes(complement_of(&component, &path, &Tuple::Leaf(room), budget)?)
}

/// Where the first number of the coordinates is.
fn first_component(components: &[(Vec<u32>, Layout)]) -> Vec<u32> {
    let mut path = vec![0];
    while components.iter().any(|(at, _)| path.len() < at.len() && at.starts_with(&path)) {
        path.push(0);
    }
    path
}

/// A layout that moves nothing.
fn nothing() -> Result<Layout, LayoutError> {
    Layout::new(Tuple::Leaf(1), Tuple::Leaf(0))
}

/// Adds what is left out of the mode of the shape at a path.
fn fill(
    components: &[(Vec<u32>, Layout)],
    path: &mut Vec<u32>,
    shape: &Tuple<i64>,
    modes: &mut Vec<Mode<Basis>>,
    seen: &mut usize,
    budget: &Budget,
) -> Result<(), AlgebraError> {
    if let Some((_, component)) = components.iter().find(|(at, _)| at == path) {
        *seen += 1;
        modes.extend(complement_of(component, path, shape, budget)?);
        return Ok(());
    }
    let is_split =
        matches!(shape, Tuple::Node(_)) && components.iter().any(|(at, _)| at.starts_with(path));
    // A leaf is its own only mode, but no coordinate of it has components.
    if !path.is_empty() && !is_split {
        modes.extend(complement_of(&nothing()?, path, shape, budget)?);
        return Ok(());
    }
    for (position, mode) in (0..).zip(shape.modes()) {
        path.push(position);
        fill(components, path, mode, modes, seen, budget)?;
        path.pop();
    }
    Ok(())
}

fn complement_of(
    component: &Layout,
    path: &[u32],
    shape: &Tuple<i64>,
    budget: &Budget,
) -> Result<Vec<Mode<Basis>>, AlgebraError> {
    let rest = complement_in_shape(component, shape, budget)?;
    let at = |mode: &Mode| {
        let stride = Basis::new(mode.stride, path.to_vec()).unwrap_or(Basis::ZERO);
        Mode { extent: mode.extent, stride }
    };
    Ok(rest.flat_modes().iter().filter(|mode| mode.extent != 1).map(at).collect())
}

fn from_modes(mut modes: Vec<Mode<Basis>>) -> Result<Layout<Basis>, AlgebraError> {
    if modes.is_empty() {
        modes.push(Mode { extent: 1, stride: Basis::ZERO });
    }
    Ok(Layout::from_modes(&modes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_tile_leaves_out_is_taken_mode_by_mode() {
        let of = |tile: &str, shape: &str| {
            complement_in_coordinates(
                &tile.parse().unwrap(),
                &shape.parse().unwrap(),
                &Budget::DEFAULT,
            )
            .map_or_else(|error| error.to_string(), |layout| layout.to_string())
        };
        assert_eq!(of("2:64@0", "(128,64)"), "(64,64):(1@0,1@1)");
        assert_eq!(of("(2,8):(1@1,1@0)", "(8,6)"), "3:2@1");
        assert_eq!(of("(8,6):(1@0,1@1)", "(8,6)"), "1:0");
        assert_eq!(of("2:1@1@1", "(4,(2,6))"), "(4,2,3):(1@0,1@0@1,2@1@1)");
        assert_eq!(of("4:2@0", "(16)"), "(2,2):(1@0,8@0)");
        assert_eq!(of("2:1@2", "(8,6)"), "tile 2:1@2 does not fit (8,6)");
        assert_eq!(of("2:1@0@0", "(8,6)"), "tile 2:1@0@0 does not fit (8,6)");
        assert_eq!(
            of("(2,2):(1@0,1@0)", "(8,6)"),
            "(2,2):(1,1) is not injective: coordinates 1 and 2 both have offset 1"
        );
    }

    #[test]
    fn copies_of_a_block_are_in_the_first_component() {
        let of = |block: &str| {
            places_of_copies(&block.parse().unwrap(), RepeatedBlock::Whole, 10, &Budget::DEFAULT)
                .unwrap()
                .to_string()
        };
        assert_eq!(of("(4,3):(1@0,1@1)"), "30:4@0");
        assert_eq!(of("(4,3):(1@1,1@0)"), "40:3@0");
        assert_eq!(of("(4,3):(2@0,2@1)"), "(2,15):(1@0,8@0)");
        assert_eq!(of("(4,3):(1@1,1@0@0)"), "40:3@0@0");
        assert_eq!(of("4:1@0"), "10:4@0");
        assert_eq!(of("(4,3):(1@2,1@1)"), "120:1@0");
        assert_eq!(of("4:1@1@0"), "40:1@0@0");
        assert_eq!(of("4:1@0@1"), "40:1@0");
        let mode =
            places_of_copies(&"4:1@1".parse().unwrap(), RepeatedBlock::Mode, 10, &Budget::DEFAULT);
        assert_eq!(mode.unwrap().to_string(), "10:4@1");
    }

    #[test]
    fn a_block_of_broadcasts_has_no_copies() {
        let block = Layout::new(Tuple::Leaf(4), Tuple::Leaf(Basis::ZERO)).unwrap();
        let error =
            places_of_copies(&block, RepeatedBlock::Whole, 2, &Budget::DEFAULT).unwrap_err();
        assert_eq!(error.to_string(), "4:0 is not a layout of integers");
    }
}
