use super::coalesce::coalesce;
use super::layout::Layout;
use super::stride::Stride;
use super::tuple::Tuple;

/// The layout without its broadcast modes, coalesced: CuTe's `filter`.
///
/// Law: the offsets are the same set, and it is `coalesce(filter_zeros(layout))`.
///
/// ```
/// use layout_math::cute::{Layout, filter};
///
/// let layout: Layout = "(4,(8,2),3):(0,(1,8),0)".parse()?;
/// assert_eq!(filter(&layout).to_string(), "16:1");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn filter<D: Stride>(layout: &Layout<D>) -> Layout<D> {
    coalesce(&filter_zeros(layout))
}

/// The layout with the extent of every mode of stride 0 replaced by 1, CuTe's `filter_zeros`.
///
/// Law: congruent to `layout`; the offset at a natural coordinate is the same where the digits of
/// the modes of stride 0 are 0, and those are all its coordinates.
///
/// ```
/// use layout_math::cute::{Layout, filter_zeros};
///
/// let layout: Layout = "(4,(8,2)):(0,(1,8))".parse()?;
/// assert_eq!(filter_zeros(&layout).to_string(), "(1,(8,2)):(0,(1,8))");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn filter_zeros<D: Stride>(layout: &Layout<D>) -> Layout<D> {
    Layout::new(without_zeros(layout.shape(), layout.stride()), layout.stride().clone())
        .expect("smaller extents keep the invariants")
}

fn without_zeros<D: Stride>(shape: &Tuple<i64>, stride: &Tuple<D>) -> Tuple<i64> {
    match (shape, stride) {
        (Tuple::Leaf(_), Tuple::Leaf(stride)) if stride.is_zero() => Tuple::Leaf(1),
        (Tuple::Node(shapes), Tuple::Node(strides)) => Tuple::Node(
            shapes
                .iter()
                .zip(strides)
                .map(|(shape, stride)| without_zeros(shape, stride))
                .collect(),
        ),
        _ => shape.clone(),
    }
}
