use super::algebra_error::AlgebraError;
use super::blocked_product::raked_product;
use super::layout::Layout;
use super::proved_composition::compose_refining;
use super::right_inverse::inverse_within;
use super::tuple::Tuple;
use crate::budget::Budget;

/// A tile and the places in it of every value of every thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadValue {
    /// The extent of the tile in each mode.
    pub tile: Tuple<i64>,
    /// From (thread, value) to the integral coordinate in the tile.
    pub layout: Layout,
}

/// The tile that threads arranged as `threads`, each with values arranged as `values`, cover
/// together, and who holds what: CuTe's `make_layout_tv`.
///
/// Both layouts give numbers: the offset of `threads` at a place is the number of the thread there.
/// Law: with `M = raked_product(threads, values)`, the tile has the size of each mode of M, and
/// `M(layout(t, v)) = t + v * threads` for the thread `t` and its value `v`.
///
/// # Errors
///
/// Those of [`raked_product`](super::raked_product) and of the [`inverse`](super::inverse) of M, which
/// is not a bijection if the numbers of the threads or values have gaps or occur twice.
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Layout, make_layout_tv};
///
/// let threads: Layout = "(16,8):(8,1)".parse()?;
/// let values: Layout = "(1,8):(8,1)".parse()?;
/// let tv = make_layout_tv(&threads, &values, &Budget::DEFAULT).unwrap();
/// assert_eq!(tv.tile.to_string(), "(16,64)");
/// assert_eq!(tv.layout.to_string(), "((8,16),8):((128,1),16)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn make_layout_tv(
    threads: &Layout,
    values: &Layout,
    budget: &Budget,
) -> Result<ThreadValue, AlgebraError> {
    let numbers = raked_product(threads, values, budget)?;
    let tile = numbers.modes().map(|mode| Tuple::Leaf(mode.size())).collect();
    let pairs = Layout::column_major(Tuple::Node(vec![
        Tuple::Leaf(threads.size()),
        Tuple::Leaf(values.size()),
    ]))?;
    let layout = compose_refining(&inverse_within(&numbers, budget)?, &pairs, budget)?;
    Ok(ThreadValue { tile: Tuple::Node(tile), layout })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_gaps_are_refused() {
        let tv = |threads: &str, values: &str| {
            make_layout_tv(&threads.parse().unwrap(), &values.parse().unwrap(), &Budget::DEFAULT)
                .map_err(|error| error.to_string())
        };
        // The complement of 4:2 is (2,5):(1,8), so that the value 8 repeats the threads at 4*8.
        assert_eq!(
            tv("4:2", "2:8").unwrap_err(),
            "((2,4)):((32,2)) is not onto its size: no coordinate has offset 1"
        );
        let pair = tv("4:1", "2:1").unwrap();
        assert_eq!(
            (pair.tile.to_string(), pair.layout.to_string()),
            ("(8)".into(), "(4,2):(2,1)".into())
        );
    }
}
