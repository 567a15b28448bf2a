use super::flat::{Modes, coalesced};
use super::layout::Layout;
use super::stride::Stride;

/// The layout with the fewest modes that is the same function, CuTe's `coalesce`.
///
/// Modes of extent 1 go, and neighbors `s0:d0, s1:d1` with `d1 == s0*d0` become `s0*s1 : d0`. A
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
    coalesced(layout.flat_modes())
}

/// The modes of a layout whose last mode is unbounded, with the fewest modes: what a composition
/// reads, CuTe's `coalesce_x`. The extent of the last mode returned has no meaning.
///
/// Law: the same offset at *every* integral coordinate. Unit modes before the last go, the last
/// stays even if its extent is 1, for its stride is what an extension repeats.
pub(super) fn extended_modes<D: Stride>(layout: &Layout<D>) -> Modes<D> {
    let mut modes = Modes::new();
    add_extended_modes(layout, &mut modes);
    modes
}

/// The same for a list that is there, and empty.
#[inline]
pub(super) fn add_extended_modes<D: Stride>(layout: &Layout<D>, modes: &mut Modes<D>) {
    let Some((last, bounded)) = layout.flat_modes().split_last() else { return };
    for mode in bounded {
        modes.join(mode.extent, mode.stride.clone());
    }
    if !modes.last().is_some_and(|previous| previous.is_continued_by(&last.stride)) {
        modes.push(last.clone());
    }
}

/// The least coordinate at which two layouts of the same size differ.
///
/// Of the coalesced forms, modes that are equal agree. Where strides differ, so do the offsets at the
/// first step; where one mode ends sooner, it goes on with another stride (else it would have been
/// merged).
pub(crate) fn first_difference<D: Stride>(left: &Layout<D>, right: &Layout<D>) -> Option<i64> {
    let (left, right) = (Modes::coalesced(left), Modes::coalesced(right));
    let mut step = 1;
    for (a, b) in left.iter().zip(right.iter()) {
        if a.stride != b.stride {
            return Some(step);
        }
        if a.extent != b.extent {
            return Some(step * a.extent.min(b.extent));
        }
        step *= a.extent;
    }
    None
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
            extended_modes(&layout).iter().map(|m| m.stride).collect::<Vec<_>>()
        };
        assert_eq!(extended("(4,1):(1,0)"), [1, 0]);
        assert_eq!(extended("(4,1):(1,4)"), [1]);
        assert_eq!(extended("(1,4):(7,1)"), [1]);
        assert_eq!(extended("1:5"), [5]);
    }
}
