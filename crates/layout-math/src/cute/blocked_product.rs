use super::algebra_error::AlgebraError;
use super::coalesce::coalesce;
use super::coordinate_complement::RepeatedBlock;
use super::layout::Layout;
use super::modes::pad;
use super::product::{Repeated, repetitions};
use crate::budget::Budget;

/// The product with each mode of the block beside its repetitions, CuTe's `blocked_product`.
///
/// Both layouts are padded with modes `1:0` to the same rank. Law: with
/// `(block, R) = logical_product(block, order)`, mode `i` of the result is `(block_i, R_i)`: the
/// elements of a block stay together.
///
/// # Errors
///
/// Those of [`logical_product`](super::logical_product).
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, blocked_product};
///
/// let block: Layout = "(2,5):(5,1)".parse()?;
/// let order: Layout = "(3,4):(1,3)".parse()?;
/// let product = blocked_product(&block, &order, &Budget::DEFAULT).unwrap();
/// assert_eq!(product.to_string(), "((2,3),(5,4)):((5,10),(1,30))");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn blocked_product<D: Repeated>(
    block: &Layout<D>,
    order: &Layout,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    let mut modes = Vec::new();
    for (block, repetitions) in mode_pairs(block, order, budget)? {
        modes.push(Layout::concat([block, repetitions])?);
    }
    Ok(Layout::concat(modes)?)
}

/// The product with the repetitions of each mode of the block inside it, CuTe's `raked_product`.
///
/// Law: with `(block, R) = logical_product(block, order)`, both padded to the same rank, mode `i` of
/// the result is `(R_i, block_i)`, coalesced: the elements of the blocks alternate.
///
/// # Errors
///
/// Those of [`logical_product`](super::logical_product).
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, raked_product};
///
/// let block: Layout = "(2,5):(5,1)".parse()?;
/// let order: Layout = "(3,4):(1,3)".parse()?;
/// let product = raked_product(&block, &order, &Budget::DEFAULT).unwrap();
/// assert_eq!(product.to_string(), "((3,2),(4,5)):((10,5),(30,1))");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn raked_product<D: Repeated>(
    block: &Layout<D>,
    order: &Layout,
    budget: &Budget,
) -> Result<Layout<D>, AlgebraError> {
    let mut modes = Vec::new();
    for (block, repetitions) in mode_pairs(block, order, budget)? {
        modes.push(coalesce(&Layout::concat([repetitions, block])?));
    }
    Ok(Layout::concat(modes)?)
}

/// A mode of the block with the mode of its repetitions.
type BlockAndRepetitions<D> = (Layout<D>, Layout<D>);

fn mode_pairs<D: Repeated>(
    block: &Layout<D>,
    order: &Layout,
    budget: &Budget,
) -> Result<Vec<BlockAndRepetitions<D>>, AlgebraError> {
    let rank = block.rank().max(order.rank());
    if rank == 1 && [block.depth(), order.depth()].contains(&0) {
        // As in CuTe: a leaf is paired with a tuple of one mode as that is.
        return Ok(vec![(block.clone(), repetitions(block, RepeatedBlock::Whole, order, budget)?)]);
    }
    let (block, order) = (pad(block, rank)?, pad(order, rank)?);
    let repetitions = repetitions(&block, RepeatedBlock::Whole, &order, budget)?;
    Ok(block.modes().zip(repetitions.modes()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_rank_is_padded() {
        let product = |operation: fn(&Layout, &Layout, &Budget) -> Result<Layout, AlgebraError>,
                       block: &str,
                       order: &str| {
            operation(&block.parse().unwrap(), &order.parse().unwrap(), &Budget::DEFAULT)
                .unwrap()
                .to_string()
        };
        assert_eq!(product(blocked_product, "3:1", "(2,4):(4,1)"), "((3,2),(1,4)):((1,12),(0,3))");
        assert_eq!(product(blocked_product, "(3,2):(1,3)", "4:1"), "((3,4),(2,1)):((1,6),(3,0))");
        assert_eq!(product(blocked_product, "4:1", "10:1"), "((4,10)):((1,4))");
        assert_eq!(product(blocked_product, "4:1", "(10):(1)"), "((4,(10))):((1,(4)))");
        assert_eq!(product(blocked_product, "(4):(1)", "(10):(1)"), "((4,10)):((1,4))");
        assert_eq!(product(raked_product, "4:1", "10:1"), "((10,4)):((4,1))");
        assert_eq!(product(raked_product, "3:1", "(2,4):(4,1)"), "((2,3),4):((12,1),3)");
    }
}
