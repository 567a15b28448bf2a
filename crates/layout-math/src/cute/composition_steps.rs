//! What CuTe's composition does on the way, for those who want to see it.

use super::coalesce::extended_modes;
use super::composition_by_mode::{ByMode, Refined, Walk};
use super::layout::{Layout, Mode};

/// CuTe's composition of two layouts, mode by mode of the inner one, whether it is right or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompositionSteps {
    outer: Vec<Mode>,
    walks: Vec<Walk>,
    peaks: Vec<i128>,
    is_exact: bool,
    carries: bool,
    candidate: Option<Layout>,
}

impl CompositionSteps {
    /// The modes of the outer layout, coalesced as a composition reads them; the last one has no
    /// end.
    pub fn outer(&self) -> &[Mode] {
        &self.outer
    }

    /// The modes of the inner layout, up to one that has no answer.
    pub fn walks(&self) -> &[Walk] {
        &self.walks
    }

    /// For each mode of the outer layout, the greatest coordinate that the steps together reach in
    /// it.
    pub fn peaks(&self) -> &[i128] {
        &self.peaks
    }

    /// True if every mode of the inner layout splits evenly over the modes of the outer one.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// True if the modes of the inner layout can add up past a mode of the outer one.
    pub fn carries(&self) -> bool {
        self.carries
    }

    /// CuTe's answer. It is the composition if the steps are exact and do not carry; otherwise it may
    /// be or not.
    pub fn candidate(&self) -> Option<&Layout> {
        self.candidate.as_ref()
    }
}

/// The steps of CuTe's composition `g o f`.
///
/// [`composition`](super::composition()) proves its answer; this shows how CuTe comes to its own.
///
/// ```
/// use layout_math::cute::{Layout, composition_steps};
///
/// let g: Layout = "(4,6,8):(2,3,5)".parse()?;
/// let steps = composition_steps(&g, &"6:3".parse()?);
/// assert_eq!(steps.candidate().unwrap().to_string(), "(2,3):(6,3)");
/// // 3 does not divide 4, so that the step from coordinate 3 to 6 does not go around mode 0 evenly.
/// assert!(!steps.is_exact());
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn composition_steps(g: &Layout, f: &Layout) -> CompositionSteps {
    let outer = extended_modes(g).to_vec();
    let mut walks = Vec::new();
    if outer.is_empty() || f.first_below(0).is_some() {
        let (peaks, candidate) = (Vec::new(), None);
        return CompositionSteps { outer, walks, peaks, is_exact: true, carries: false, candidate };
    }
    let mut work = ByMode::new();
    work.read(g);
    let mut result = Refined::new(f.flat_modes().len());
    let composed = result.extend(f.flat_modes(), |&mode, modes| {
        walks.push(work.walk_mode(mode, modes));
        walks.last().and_then(Walk::result).map(<[Mode]>::len)
    });
    let candidate = composed.and_then(|()| result.into_layout(f.nesting()));
    let (is_exact, carries, peaks) = (work.is_exact(), work.carries(), work.peaks.to_vec());
    CompositionSteps { outer, walks, peaks, is_exact, carries, candidate }
}

#[cfg(test)]
mod tests {
    use super::super::composition_by_mode::WalkStep;
    use super::*;

    #[test]
    fn what_is_walked_over_is_written_down() {
        let g: Layout = "(4,6,8):(2,3,5)".parse().unwrap();
        let steps = composition_steps(&g, &"(2,6):(1,3)".parse().unwrap());
        let [first, second] = steps.walks() else { panic!() };
        assert_eq!(first.result(), Some(&[Mode { extent: 2, stride: 2 }][..]));
        assert_eq!(
            second.steps(),
            [
                WalkStep { mode: 0, rest_extent: 6, rest_stride: 3, taken: 2 },
                WalkStep { mode: 1, rest_extent: 3, rest_stride: 1, taken: 3 },
            ]
        );
        // 1 and 3 add up to the extent of mode 0.
        assert_eq!((steps.peaks(), steps.carries()), (&[4, 2, 0][..], true));
    }

    #[test]
    fn an_extent_that_does_not_split_has_no_answer() {
        let g: Layout = "(4,2,8):(3,12,97)".parse().unwrap();
        let steps = composition_steps(&g, &"3:3".parse().unwrap());
        assert_eq!(steps.outer().len(), 2);
        let g: Layout = "(4,2):(1,7)".parse().unwrap();
        let steps = composition_steps(&g, &"3:2".parse().unwrap());
        assert_eq!((steps.candidate(), steps.walks()[0].result()), (None, None));
    }

    #[test]
    fn below_0_there_are_no_steps() {
        let g: Layout = "(4,6):(2,3)".parse().unwrap();
        let steps = composition_steps(&g, &"4:-1".parse().unwrap());
        assert_eq!((steps.walks().len(), steps.candidate()), (0, None));
    }
}
