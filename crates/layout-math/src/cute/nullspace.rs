use super::layout::{Layout, Mode};
use super::stride::Stride;

/// The coordinates that a layout sends to the same offset as 0 through its broadcast modes, CuTe's
/// `nullspace`: a layout of coordinates.
///
/// Law: `layout(nullspace(c)) = layout(0)` for every `c`, and the nullspace is injective. It has a
/// mode for each flattened mode of stride 0, whose stride is the coordinate at which the mode
/// begins, and is `1:0` if there is none. Coordinates that meet only through strides that are not
/// 0 are not in it; [`Layout::injectivity`] finds those.
///
/// ```
/// use layout_math::cute::{Layout, nullspace};
///
/// let layout: Layout = "(4,(8,2)):(1,(0,4))".parse()?;
/// assert_eq!(nullspace(&layout).to_string(), "8:4");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn nullspace<D: Stride>(layout: &Layout<D>) -> Layout {
    let mut begin = 1;
    let mut modes = Vec::new();
    for mode in layout.flat_modes() {
        if mode.stride.is_zero() {
            modes.push(Mode { extent: mode.extent, stride: begin });
        }
        begin *= mode.extent;
    }
    if modes.is_empty() {
        modes.push(Mode { extent: 1, stride: 0 });
    }
    Layout::from_modes(&modes).expect("its offsets are coordinates of the layout")
}
