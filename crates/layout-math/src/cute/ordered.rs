//! Layouts whose strides are compact in a given order: `make_ordered_layout`, `make_layout_like`.

use super::algebra_error::AlgebraError;
use super::invariants::LayoutError;
use super::layout::Layout;
use super::tuple::Tuple;

/// The compact layout of a shape whose modes follow each other in ascending order of `order`, CuTe's
/// `make_ordered_layout`.
///
/// `order` has a number for each extent, or one for a whole mode, whose extents then follow each
/// other from left to right. A mode begins at the product of the extents of lesser order, and of those
/// of equal order to its left; a mode of extent 1 has stride 0. Law: the result has the shape and is a
/// bijection of its coordinates onto `0..size`. (In CuTe modes of equal order begin at the same stride
/// and overlap.)
///
/// # Errors
///
/// [`AlgebraError::Mismatch`] if `order` does not fit the shape, and a shape that is not one.
///
/// ```
/// use layout_math::cute::make_ordered_layout;
///
/// let layout = make_ordered_layout(&"(2,(6,32,2))".parse()?, &"(2,(1,0,3))".parse()?).unwrap();
/// assert_eq!(layout.to_string(), "(2,(6,32,2)):(192,(32,1,384))");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn make_ordered_layout(shape: &Tuple<i64>, order: &Tuple<i64>) -> Result<Layout, AlgebraError> {
    let mut groups = Vec::new();
    if !spread(order, shape, &mut groups) {
        return Err(AlgebraError::Mismatch {
            what: "order",
            value: order.to_string(),
            shape: shape.to_string(),
        });
    }
    compact(shape, &groups)
}

/// The compact layout of the same shape whose modes follow each other in the order of the strides
/// of `layout`, CuTe's `make_layout_like`.
///
/// Law: congruent to `layout`. Modes of stride 0 have stride 0 again, and on the others the result is a
/// bijection onto `0..n`, `n` being the product of their extents. Strides count by their magnitude, and
/// modes of equal strides follow each other from left to right. (In CuTe they begin at the same stride
/// and overlap.)
///
/// ```
/// use layout_math::cute::{Layout, make_layout_like};
///
/// let layout: Layout = "(4,(8,2),2):(2,(0,40),8)".parse()?;
/// assert_eq!(make_layout_like(&layout).to_string(), "(4,(8,2),2):(1,(0,8),4)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn make_layout_like(layout: &Layout) -> Layout {
    let groups: Vec<Group> = layout
        .flat_modes()
        .iter()
        .map(|mode| Group {
            order: i128::from(mode.stride).abs(),
            extents: vec![mode.extent],
            is_broadcast: mode.stride == 0,
        })
        .collect();
    compact(layout.shape(), &groups).expect("the layout has this shape")
}

/// Neighboring extents that share a place in the order.
struct Group {
    order: i128,
    extents: Vec<i64>,
    /// Takes no room and has stride 0.
    is_broadcast: bool,
}

/// The groups of a shape, one for each number of the order; false if the two do not fit.
fn spread(order: &Tuple<i64>, shape: &Tuple<i64>, groups: &mut Vec<Group>) -> bool {
    match (order, shape) {
        (&Tuple::Leaf(order), _) => {
            let extents = shape.leaves().copied().collect();
            groups.push(Group { order: order.into(), extents, is_broadcast: false });
            true
        }
        (Tuple::Node(order), Tuple::Node(shape)) => {
            order.len() == shape.len()
                && order.iter().zip(shape).all(|(order, shape)| spread(order, shape, groups))
        }
        (Tuple::Node(_), Tuple::Leaf(_)) => false,
    }
}

fn compact(shape: &Tuple<i64>, groups: &[Group]) -> Result<Layout, AlgebraError> {
    let too_large = || LayoutError::SizeTooLarge { shape: shape.to_string() };
    let mut strides = Vec::new();
    for (position, group) in groups.iter().enumerate() {
        let precedes = |at: usize, other: &Group| {
            (other.order, at) < (group.order, position) && !other.is_broadcast
        };
        let lesser = groups.iter().enumerate().filter(|&(at, other)| precedes(at, other));
        let mut lesser_extents = lesser.flat_map(|(_, group)| &group.extents);
        let mut next = lesser_extents
            .try_fold(1_i64, |product, extent| product.checked_mul(*extent))
            .ok_or_else(too_large)?;
        for &extent in &group.extents {
            strides.push(if extent == 1 || group.is_broadcast { 0 } else { next });
            next = next.checked_mul(extent).ok_or_else(too_large)?;
        }
    }
    let stride = shape.with_leaves(strides).expect("there is a stride for every extent");
    Ok(Layout::new(shape.clone(), stride)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(shape: &str, order: &str) -> String {
        make_ordered_layout(&shape.parse().unwrap(), &order.parse().unwrap())
            .map_or_else(|error| error.to_string(), |layout| layout.to_string())
    }

    #[test]
    fn one_number_orders_a_whole_mode() {
        assert_eq!(ordered("((2,3),4)", "(1,0)"), "((2,3),4):((4,8),1)");
        assert_eq!(ordered("((2,3),4)", "0"), "((2,3),4):((1,2),6)");
        assert_eq!(ordered("(8,1,5)", "(2,1,1)"), "(8,1,5):(5,0,1)");
        assert_eq!(ordered("(8,3,5)", "(2,1,1)"), "(8,3,5):(15,1,3)");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(ordered("(2,3)", "(1,0,2)"), "order (1,0,2) does not fit (2,3)");
        assert_eq!(ordered("(2,3)", "((1),0)"), "order ((1),0) does not fit (2,3)");
        assert_eq!(ordered("(2,0)", "(1,0)"), "extent 0 is less than 1");
        assert_eq!(
            ordered("(4294967296,4294967296)", "(1,0)"),
            "the size of shape (4294967296,4294967296) does not fit in 64 bits"
        );
    }

    #[test]
    fn broadcast_modes_stay_so() {
        let like = |text: &str| make_layout_like(&text.parse().unwrap()).to_string();
        assert_eq!(like("(5,(1,8)):(6,(24,6))"), "(5,(1,8)):(1,(0,5))");
        assert_eq!(like("(8,3,2):(0,-1,3)"), "(8,3,2):(0,1,3)");
        assert_eq!(like("4:0"), "4:0");
    }

    #[test]
    fn equal_strides_follow_each_other_from_left_to_right() {
        let like = |text: &str| make_layout_like(&text.parse().unwrap()).to_string();
        assert_eq!(like("(2,3):(1,1)"), "(2,3):(1,2)");
        assert_eq!(like("(2,3,4):(5,-5,1)"), "(2,3,4):(4,8,1)");
        assert_eq!(like("(4,(8,2),2):(2,(0,4),4)"), "(4,(8,2),2):(1,(0,4),8)");
        let ends = "(1,2):(-9223372036854775808,9223372036854775806)";
        assert_eq!(like(ends), "(1,2):(0,1)");
        assert_eq!(ordered("(2,(3,4),5)", "(1,0,1)"), "(2,(3,4),5):(12,(1,3),24)");
    }
}
