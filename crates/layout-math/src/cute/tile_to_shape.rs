use super::algebra_error::AlgebraError;
use super::blocked_product::blocked_product;
use super::invariants::LayoutError;
use super::layout::Layout;
use super::modes::pad;
use super::ordered::make_ordered_layout;
use super::tuple::Tuple;
use crate::budget::Budget;

/// The block repeated until it fills a shape, CuTe's `tile_to_shape`.
///
/// The block is padded to the rank of the target with modes `1:0`. Law: with
/// `n_i = target_i / block_i` the result is `blocked_product(block, make_ordered_layout(n, order))`,
/// so that its mode `i` has the size of mode `i` of the target and begins with that of the block.
///
/// # Errors
///
/// - [`AlgebraError::TooManyModes`] if the block has more modes than the target.
/// - [`AlgebraError::TargetNotDivisible`] for an extent that is not a multiple of the block's.
/// - [`AlgebraError::Mismatch`] for an order that does not fit, and the errors of
///   [`blocked_product`](super::blocked_product).
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, tile_to_shape};
///
/// let block: Layout = "(8,64):(64,1)".parse()?;
/// let (target, order) = ("(64,128)".parse()?, "(1,0)".parse()?);
/// let tiled = tile_to_shape(&block, &target, &order, &Budget::DEFAULT).unwrap();
/// assert_eq!(tiled.to_string(), "((8,8),(64,2)):((64,1024),(1,512))");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn tile_to_shape(
    block: &Layout,
    target: &Tuple<i64>,
    order: &Tuple<i64>,
    budget: &Budget,
) -> Result<Layout, AlgebraError> {
    if target.rank() < block.rank() {
        return Err(AlgebraError::TooManyModes {
            layout: target.to_string(),
            rank: target.rank(),
            modes: block.rank(),
        });
    }
    let block = pad(block, target.rank())?;
    let mut repetitions = Vec::with_capacity(target.rank());
    for (mode, (target_mode, block)) in target.modes().iter().zip(block.modes()).enumerate() {
        let too_large = || LayoutError::SizeTooLarge { shape: target.to_string() };
        let (target, block) = (target_mode.product().ok_or_else(too_large)?, block.size());
        if target < 1 {
            return Err(LayoutError::ExtentNotPositive { extent: target }.into());
        }
        if target % block != 0 {
            return Err(AlgebraError::TargetNotDivisible { mode, target, block });
        }
        repetitions.push(Tuple::Leaf(target / block));
    }
    blocked_product(&block, &make_ordered_layout(&Tuple::Node(repetitions), order)?, budget)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_block_does_not_fill_is_refused() {
        let fails = |block: &str, target: &str, order: &str| {
            let (target, order) = (target.parse().unwrap(), order.parse().unwrap());
            tile_to_shape(&block.parse().unwrap(), &target, &order, &Budget::DEFAULT)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            fails("(8,16):(16,1)", "(20,64)", "(0,1)"),
            "mode 0 of the target has extent 20, which is not a multiple of the block's 8"
        );
        assert_eq!(
            fails("(8,4,3):(1,8,32)", "(16,64)", "(0,1)"),
            "3 modes are given for (16,64), which has 2"
        );
        assert_eq!(fails("8:1", "(16,0)", "(0,1)"), "extent 0 is less than 1");
        assert_eq!(fails("8:1", "(16,2)", "(0,1,2)"), "order (0,1,2) does not fit (2,2)");
    }
}
