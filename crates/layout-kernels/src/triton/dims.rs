//! The dims of a tensor and their names.

use layout_math::linear::{LinearError, LinearLayout};

/// The most dims that a tensor of Triton has in practice is 5; more than this is refused.
pub(super) const MAX_RANK: usize = 16;

/// The names of the dims of a tensor: `dim0`, `dim1`, ...
pub(super) fn dim_name(dim: usize) -> String {
    format!("dim{dim}")
}

/// The names of these dims, in this order.
pub(super) fn dim_names(dims: impl IntoIterator<Item = usize>) -> Vec<String> {
    dims.into_iter().map(dim_name).collect()
}

/// The powers of two below a limit.
pub(super) fn powers(limit: i64) -> impl Iterator<Item = i64> {
    (0..62).map(|bit| 1_i64 << bit).take_while(move |&power| power < limit)
}

/// The identity from `in_dim` to a dim of the tensor.
pub(super) fn along(in_dim: &str, extent: i64, dim: usize) -> Result<LinearLayout, LinearError> {
    LinearLayout::identity_1d(extent, in_dim, &dim_name(dim))
}

/// `layout` with its out-dims in the order of these tensor dims.
pub(super) fn in_dim_order(
    layout: &LinearLayout,
    order: impl IntoIterator<Item = usize>,
) -> Result<LinearLayout, LinearError> {
    let names = dim_names(order);
    layout.transpose_outs(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The dims in the order in which the bases of in-dims of these names move along them, then the others,
/// last first. With `register` alone it is Triton's `getOrder`: vectors go along the first of them.
pub(crate) fn order_of_bases(layout: &LinearLayout, in_dims: &[&str]) -> Vec<usize> {
    let asked = layout.bases().filter(|(dim, _)| in_dims.contains(&dim.name()));
    let moves = |basis: Vec<i64>| basis.iter().position(|&coordinate| coordinate != 0);
    let moved = asked.flat_map(|(_, bases)| bases).filter_map(moves);
    let mut order = Vec::new();
    for dim in moved.chain((0..layout.out_dims().len()).rev()) {
        if !order.contains(&dim) {
            order.push(dim);
        }
    }
    order
}
