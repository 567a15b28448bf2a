//! How a tile becomes the layout of a whole tensor: repeated where the tensor is larger, copied
//! where it is smaller.

use super::cga::Cga;
use super::dims::{along, dim_name, in_dim_order};
use super::error::EncodingError;
use super::parameters::check_rank;
use layout_math::linear::{InDim, LinearError, LinearLayout};

/// The dims of a matrix, and of the batches before it, fastest first: rows or columns contiguous.
pub(super) fn matrix_order(rank: usize, is_row_major: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rank).rev().collect();
    if !is_row_major && 2 <= rank {
        order.swap(0, 1);
    }
    order
}

/// The dims of the operand of a dot product, fastest first: the summed dim, the other, the batches.
pub(super) fn operand_order(operand: usize, rank: usize) -> Vec<usize> {
    matrix_order(rank, operand == 0)
}

/// Identities along the dims of `order`, one after the other: `in_dim` counts through a box of the
/// given extents, the first dim of the order fastest.
pub(super) fn identity_in_order(
    in_dim: &str,
    extents: &[i64],
    order: &[usize],
) -> Result<LinearLayout, LinearError> {
    order.iter().try_fold(LinearLayout::empty(), |layout, &dim| {
        layout.product(&along(in_dim, extents[dim], dim)?)
    })
}

/// As [`identity_in_order`], but all of `in_dim` along `copied_dim` holds copies of the same.
///
/// An operand of a dot product is laid out this way: the threads, or warps, that are next to each
/// other along the summed dim all need all of that dim.
pub(super) fn copied_along(
    in_dim: &str,
    extents: &[i64],
    order: &[usize],
    copied_dim: usize,
) -> Result<LinearLayout, LinearError> {
    order.iter().try_fold(LinearLayout::empty(), |layout, &dim| {
        layout.product(&match dim == copied_dim {
            true => LinearLayout::zeros_1d(extents[dim], in_dim, &dim_name(dim), 1)?,
            false => along(in_dim, extents[dim], dim)?,
        })
    })
}

/// The layout of a tensor of `shape` whose blocks are arranged by `cga` and laid out by `tile`.
///
/// In each block the tile repeats in its first in-dim along the out-dims in their order; where it is
/// larger than the block's part, the bases with the largest coordinates become 0, which makes
/// copies. Triton's `combineCtaCgaWithShape`.
pub(super) fn fit(
    tile: &LinearLayout,
    cga: &Cga,
    shape: &[i64],
) -> Result<LinearLayout, EncodingError> {
    fit_with(tile, cga, shape, Copies::Keep)
}

/// As [`fit`], with a choice of what happens to registers that become copies.
pub(super) fn fit_with(
    tile: &LinearLayout,
    cga: &Cga,
    shape: &[i64],
    copies: Copies,
) -> Result<LinearLayout, EncodingError> {
    let order: Vec<&str> = tile.out_dims().iter().map(|dim| dim.name()).collect();
    check_rank("the encoding", "the shape", shape.len(), order.len())?;
    let blocks =
        not_larger(&cga.layout(shape.len())?, shape, Copies::Keep)?.transpose_outs(&order)?;
    let mut block_shape = shape.to_vec();
    for dim in blocks.out_dims() {
        let extent = extent_mut(&mut block_shape, dim.name());
        *extent = (*extent / dim.size()).max(1);
    }
    let tile = not_smaller(tile, &block_shape)?;
    let tile = not_larger(&tile, &block_shape, copies)?;
    check_sizes(in_dim_order(&tile.product(&blocks)?, 0..shape.len())?, shape)
}

/// `layout`, if its out-dims have the sizes of the shape.
pub(super) fn check_sizes(
    layout: LinearLayout,
    shape: &[i64],
) -> Result<LinearLayout, EncodingError> {
    let sizes: Vec<i64> = layout.out_dims().iter().map(|dim| dim.size()).collect();
    if sizes == shape {
        return Ok(layout);
    }
    let found = shape.to_vec();
    Err(EncodingError::ShapeDiffers { encoding: "the encoding", expected: sizes, found })
}

/// What happens to registers that become copies of others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Copies {
    Keep,
    /// Registers that are copies are left out; lanes, warps and blocks stay.
    DropRegisters,
}

/// `layout`, repeated in its first in-dim along each out-dim that is smaller than the shape.
pub(super) fn not_smaller(
    layout: &LinearLayout,
    shape: &[i64],
) -> Result<LinearLayout, LinearError> {
    let Some(in_dim) = layout.in_dims().first() else { return Ok(layout.clone()) };
    layout.out_dims().iter().try_fold(layout.clone(), |grown, dim| {
        let repeats = extent(shape, dim.name()) / dim.size();
        grown.product(&LinearLayout::identity_1d(repeats, in_dim.name(), dim.name())?)
    })
}

/// `layout` with its largest bases set to 0 along each out-dim that is larger than the shape.
pub(super) fn not_larger(
    layout: &LinearLayout,
    shape: &[i64],
    copies: Copies,
) -> Result<LinearLayout, LinearError> {
    let mut bases: Vec<(String, Vec<Vec<i64>>)> =
        layout.bases().map(|(dim, bases)| (dim.name().to_owned(), bases)).collect();
    let mut dropped = Vec::new();
    let mut sizes = Vec::new();
    for (position, dim) in layout.out_dims().iter().enumerate() {
        let wanted = extent(shape, dim.name()).max(1);
        let mut size = dim.size();
        let mut by_size = Vec::new();
        for (in_dim, (_, own)) in bases.iter().enumerate() {
            let coordinates =
                own.iter().enumerate().map(|(number, basis)| (number, basis[position]));
            by_size.extend(
                coordinates.filter(|(_, c)| *c != 0).map(|(number, c)| (c, in_dim, number)),
            );
        }
        by_size.sort_by_key(|&(coordinate, ..)| std::cmp::Reverse(coordinate));
        for (_, in_dim, number) in by_size {
            if size <= wanted {
                break;
            }
            if copies == Copies::DropRegisters && bases[in_dim].0 == "register" {
                dropped.push((in_dim, number));
            }
            bases[in_dim].1[number][position] = 0;
            size /= 2;
        }
        sizes.push((dim.name(), size.min(dim.size())));
    }
    dropped.sort_unstable();
    dropped.dedup();
    for &(in_dim, number) in dropped.iter().rev() {
        bases[in_dim].1.remove(number);
    }
    let ins: Vec<InDim<'_>> = bases.iter().map(|(name, own)| (&**name, own.clone())).collect();
    // The coordinates that are left fit in the sizes, unless bases were not powers of two.
    LinearLayout::new(&ins, &sizes)
}

/// The number in the name of a dim, `3` of `dim3`.
fn dim_number(name: &str) -> usize {
    name.strip_prefix("dim").and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

fn extent(shape: &[i64], name: &str) -> i64 {
    shape.get(dim_number(name)).copied().unwrap_or(1)
}

fn extent_mut<'s>(shape: &'s mut [i64], name: &str) -> &'s mut i64 {
    &mut shape[dim_number(name)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> LinearLayout {
        text.parse().unwrap()
    }

    #[test]
    fn a_tile_repeats_along_its_out_dims_in_their_order() {
        let tile = layout("{register = [[1,0]], lane = [[0,1]]} -> [dim1 = 2, dim0 = 2]");
        let grown = not_smaller(&tile, &[4, 8]).unwrap();
        let expected =
            "{register = [[1,0],[2,0],[4,0],[0,2]], lane = [[0,1]]} -> [dim1 = 8, dim0 = 4]";
        assert_eq!(grown, layout(expected));
    }

    #[test]
    fn the_largest_bases_become_copies() {
        let tile = layout(
            "{register = [[1,0],[8,0]], lane = [[2,0],[0,1]], warp = [[4,0]]} -> [dim0 = 16, dim1 = 2]",
        );
        let shrunk = not_larger(&tile, &[4, 2], Copies::Keep).unwrap();
        let expected = "{register = [[1,0],[0,0]], lane = [[2,0],[0,1]], warp = [[0,0]]} -> [dim0 = 4, dim1 = 2]";
        assert_eq!(shrunk, layout(expected));
        let shrunk = not_larger(&tile, &[4, 2], Copies::DropRegisters).unwrap();
        let expected =
            "{register = [[1,0]], lane = [[2,0],[0,1]], warp = [[0,0]]} -> [dim0 = 4, dim1 = 2]";
        assert_eq!(shrunk, layout(expected));
    }
}
