//! The one layout that a composition can be, whatever the size of its domain.

use super::coalesce::extended_modes;
use super::coordinate::offset_of;
use super::flat::Modes;
use super::layout::{Layout, Mode};
use crate::samples::Samples;

/// So many runs are followed, over all modes of the answer.
const MAX_RUNS: usize = 1 << 12;

/// Whether `G' o F` can be a CuTe layout, and which one: `Some(None)` if it is not, `Some(Some(R))` if
/// it is R or none, `None` if that is not found out. No offset of F is negative.
///
/// The coalesced layout of a function is unique and is read off from below, as by
/// [`from_values`](super::from_values): the stride of a mode is the value where the mode begins, and
/// the mode ends at the first multiple where the value is not that multiple of the stride. Here the
/// multiples are not looked at one by one: as long as no digit carries, neither one of the coordinate
/// in F nor one of its offset in G', the value grows by the same step, so that only the ends of
/// such runs are evaluated.
///
/// Law: if `Some(None)`, no layout of the size of F is the function; if `Some(Some(R))`, no layout
/// but R is, coalesced.
pub(crate) fn only_composition(g: &Layout, f: &Layout) -> Option<Option<Layout>> {
    let (outer, inner) = (extended_modes(g), Modes::coalesced(f));
    let function = Composed { outer: &outer, inner: &inner };
    let size = f.size();
    let mut modes = Modes::new();
    let mut begin = 1_i64;
    let mut runs = 0;
    while begin < size {
        let multiples = size / begin;
        let stride = function.progression(begin, 1)?.value;
        // The values up to this multiple are multiples of the stride.
        let mut last = 1_i64;
        while last + 1 < multiples {
            runs += 1;
            if MAX_RUNS < runs {
                return None;
            }
            let progression = function.progression(begin, last)?;
            let next = last + 1;
            if 0 < progression.length && progression.step == stride {
                last = last.saturating_add(progression.length).min(multiples - 1);
            } else if function.progression(begin, next)?.value == next.checked_mul(stride)? {
                last = next;
            } else {
                break;
            }
        }
        let extent = last + 1;
        if multiples % extent != 0 {
            return Some(None);
        }
        modes.push(Mode { extent, stride });
        begin *= extent;
    }
    // What is past 64 bits is not a layout here, and is not told apart.
    let only = modes.finish_coalesced().ok()?;
    let differs = |c: i64| f.offset(c).and_then(|c| offset_of(&outer, c)) != only.offset(c);
    let weights = [f, &only].into_iter().flat_map(Layout::weights);
    let is_refuted = Samples::new(size, weights).find(differs).is_some();
    Some((!is_refuted).then_some(only))
}

/// A composition, by the modes of both sides.
struct Composed<'m> {
    /// The last one is unbounded.
    outer: &'m [Mode<i64>],
    inner: &'m [Mode<i64>],
}

/// Values that grow by the same step: `value + j step` after j steps, up to `length`.
struct Progression {
    value: i64,
    step: i64,
    length: i64,
}

impl Composed<'_> {
    /// The progression of `multiple * begin`, a step of which goes to the next multiple; `None` past 64 bits.
    fn progression(&self, begin: i64, multiple: i64) -> Option<Progression> {
        let coordinates = follow(self.inner, begin.checked_mul(multiple)?, begin, true)?;
        let offsets = follow(self.outer, coordinates.value, coordinates.step, false)?;
        Some(Progression { length: coordinates.length.min(offsets.length), ..offsets })
    }
}

/// The progression of a layout from a coordinate on, in steps that are not negative; the last mode may end.
fn follow(
    modes: &[Mode<i64>],
    mut coordinate: i64,
    mut step: i64,
    ends: bool,
) -> Option<Progression> {
    let mut progression = Progression { value: 0, step: 0, length: i64::MAX };
    let last = modes.len().saturating_sub(1);
    for (position, mode) in modes.iter().enumerate() {
        let (mut digit, mut more) = (coordinate, step);
        if position < last || ends {
            (coordinate, digit) = (digit / mode.extent, digit % mode.extent);
            (step, more) = (more / mode.extent, more % mode.extent);
            if more != 0 {
                progression.length = progression.length.min((mode.extent - 1 - digit) / more);
            }
        }
        progression.value = progression.value.checked_add(digit.checked_mul(mode.stride)?)?;
        progression.step = progression.step.checked_add(more.checked_mul(mode.stride)?)?;
    }
    Some(progression)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cute::from_values;

    fn layout(max_rank: usize) -> impl Strategy<Value = Layout> {
        let mode = (1_i64..=9, prop::sample::select(vec![0_i64, 1, 2, 3, 4, 6, 8, 12, 16, 24, 35]));
        prop::collection::vec(mode, 1..=max_rank).prop_map(|modes| {
            let modes: Vec<Mode<i64>> =
                modes.into_iter().map(|(extent, stride)| Mode { extent, stride }).collect();
            Layout::from_modes(&modes).unwrap()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        /// Every value looked at, there is a layout exactly where this one is it.
        #[test]
        fn it_is_the_layout_of_all_values(g in layout(4), f in layout(4)) {
            let outer = extended_modes(&g);
            let value = |c: i64| offset_of(&outer, f.offset(c)?);
            let found = only_composition(&g, &f).expect("runs of small layouts are followed");
            match from_values::<i64>(f.size(), value) {
                Ok(layout) => prop_assert_eq!(found, Some(layout)),
                // All coordinates of so small a domain are among the samples.
                Err(_) if f.size() <= 1 << 10 => prop_assert_eq!(found, None),
                Err(_) => {
                    let wrong = found.is_some_and(|found| (0..f.size()).all(|c| found.offset(c) == value(c)));
                    prop_assert!(!wrong);
                }
            }
        }
    }

    #[track_caller]
    fn check(g: &str, f: &str, expected: Option<Option<&str>>) {
        let found = only_composition(&g.parse().unwrap(), &f.parse().unwrap());
        let found = found.map(|found| found.map(|layout| layout.to_string()));
        assert_eq!(found, expected.map(|expected| expected.map(str::to_owned)), "{g} o {f}");
    }

    #[test]
    fn large_domains_are_not_walked() {
        check("(1048576,6,174763):(3,5,7)", "(1048576,1048576):(5,3)", Some(None));
        check(
            "(1048576,64):(3,5)",
            "(1048576,1048576):(64,0)",
            Some(Some("(16384,64,1048576):(192,5,0)")),
        );
        check(
            "1099511627776:2",
            "(1048576,1048576):(1048576,1)",
            Some(Some("(1048576,1048576):(2097152,2)")),
        );
        check("(2,3):(3000000000000000000,0)", "(2,2,2,2):(1,1,1,1)", None);
        check(
            "9223372036854775806:1",
            "4611686018427387904:2",
            Some(Some("4611686018427387904:2")),
        );
    }
}
