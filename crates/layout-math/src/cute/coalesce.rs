use super::layout::{Layout, Mode};
use super::stride::Stride;

/// The layout with the fewest modes that is the same function, CuTe's `coalesce`.
///
/// Modes of extent 1 go, and neighbours `s0:d0, s1:d1` with `d1 == s0*d0` become `s0*s1 : d0`. A
/// layout of size 1 becomes `1:0`.
///
/// Law: same size, and the same offset at every integral coordinate of the domain. The result is
/// the canonical form: two layouts are the same function on their domain exactly if their
/// coalesced forms are identical. (The first mode's stride is the offset at 1, its extent is the
/// least coordinate where the offset is not coordinate times that stride, and so on upward.)
/// Outside the domain the two may differ: dropping a trailing unit mode changes which mode extends.
///
/// ```
/// use layout_math::cute::{Layout, coalesce};
///
/// let layout: Layout = "(4,2,1,8):(3,12,7,97)".parse()?;
/// assert_eq!(coalesce(&layout).to_string(), "(8,8):(3,97)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn coalesce<D: Stride>(layout: &Layout<D>) -> Layout<D> {
    let mut modes = coalesce_modes(&layout.flat_modes());
    if modes.is_empty() {
        modes.push(Mode { extent: 1, stride: D::zero() });
    }
    Layout::from_modes(&modes).expect("coalescing keeps the size and every offset")
}

/// The coalesced modes; none for size 1.
pub(super) fn coalesce_modes<D: Stride>(modes: &[Mode<D>]) -> Vec<Mode<D>> {
    let mut result: Vec<Mode<D>> = Vec::with_capacity(modes.len());
    for mode in modes.iter().filter(|mode| mode.extent != 1) {
        match result.last_mut() {
            Some(last) if continues(last, mode) => last.extent *= mode.extent,
            _ => result.push(mode.clone()),
        }
    }
    result
}

/// The modes of a layout whose last mode is unbounded, with the fewest modes: what a composition
/// reads, CuTe's `coalesce_x`. The extent of the last mode returned has no meaning.
///
/// Law: the same offset at *every* integral coordinate. Unit modes before the last go, the last
/// stays even if its extent is 1, for its stride is what an extension repeats.
pub(super) fn extended_modes<D: Stride>(modes: &[Mode<D>]) -> Vec<Mode<D>> {
    let Some((last, before)) = modes.split_last() else { return Vec::new() };
    let mut result = coalesce_modes(before);
    match result.last() {
        Some(previous) if continues(previous, last) => {}
        _ => result.push(last.clone()),
    }
    result
}

/// True if `next` goes on where `mode` ends.
fn continues<D: Stride>(mode: &Mode<D>, next: &Mode<D>) -> bool {
    mode.stride.times(mode.extent).is_some_and(|stride| stride == next.stride)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &str, expected: &str) {
        let input: Layout = input.parse().unwrap();
        assert_eq!(coalesce(&input).to_string(), expected);
    }

    #[test]
    fn modes_merge_and_unit_modes_go() {
        check("(2,(1,6)):(1,(6,2))", "12:1");
        check("(4,1):(0,3)", "4:0");
        check("(2,2):(0,0)", "4:0");
        check("(1,1):(5,7)", "1:0");
        check("():()", "1:0");
        check("(4):(1)", "4:1");
        check("(4,2):(-1,-4)", "8:-1");
        check("(4,2):(1,-4)", "(4,2):(1,-4)");
    }

    #[test]
    fn the_extended_form_keeps_the_last_stride() {
        let extended = |text: &str| {
            let layout: Layout = text.parse().unwrap();
            extended_modes(&layout.flat_modes()).iter().map(|m| m.stride).collect::<Vec<_>>()
        };
        assert_eq!(extended("(4,1):(1,0)"), [1, 0]);
        assert_eq!(extended("(4,1):(1,4)"), [1]);
        assert_eq!(extended("(1,4):(7,1)"), [1]);
        assert_eq!(extended("1:5"), [5]);
    }
}
