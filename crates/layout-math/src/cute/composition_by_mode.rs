//! CuTe's composition, mode by mode of the inner layout, whether it is right or not.

use smallvec::SmallVec;

use super::coalesce::add_extended_modes;
use super::flat::{Modes, Short};
use super::layout::{Layout, Mode, OwnModes};
use super::nesting::Nesting;
use super::stride::Stride;

/// What becomes of one mode of the inner layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walk<D = i64> {
    inner: Mode,
    steps: Vec<WalkStep>,
    /// `None` if the rest of the extent is not a multiple of what is taken.
    result: Option<Vec<Mode<D>>>,
}

/// One mode of the outer layout on the way of a mode of the inner one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WalkStep {
    /// Which mode of the outer layout.
    pub mode: usize,
    /// How many steps of the inner mode are left.
    pub rest_extent: i64,
    /// What is left of the stride of the inner mode, in units of this mode.
    pub rest_stride: i64,
    /// How many of these steps move along this mode; 1 if the mode is passed over.
    pub taken: i64,
}

impl<D> Walk<D> {
    /// The mode of the inner layout.
    pub fn inner(&self) -> Mode {
        self.inner
    }

    /// The modes of the outer layout that it passes, without the last one, which takes the rest.
    pub fn steps(&self) -> &[WalkStep] {
        &self.steps
    }

    /// The modes of the candidate that it becomes; `None` if CuTe's algorithm has no answer.
    pub fn result(&self) -> Option<&[Mode<D>]> {
        self.result.as_deref()
    }
}

/// So many modes are walked over.
const FEW: usize = 4;

/// For each mode the product of the extents before it, as far as it fits in 64 bits.
pub(super) fn add_begins<D: Stride>(modes: &[Mode<D>], begins: &mut Short<u64>) {
    let mut begin = Some(1_u64);
    for mode in modes {
        let Some(known) = begin else { break };
        begins.push(known);
        begin = known.checked_mul(mode.extent.unsigned_abs());
    }
}

/// CuTe's composition, mode by mode of F, with what is needed to prove the result.
pub(super) struct ByMode<D: Stride> {
    /// The modes of G', the last one unbounded.
    pub(super) outer: Modes<D>,
    /// Those of [`add_begins`], if there are so many modes that looking them up is less than walking.
    begins: Short<u64>,
    /// For each mode of G', the sum over the modes of F of the largest coordinate reached in it.
    pub(super) peaks: Short<i128>,
    /// The modes of F that did not split evenly over the modes of G', as bits, of those that move the
    /// offset: there the result may be wrong.
    pub(super) inexact: u64,
    /// How many modes of F that move the offset came so far.
    moving: u32,
}

impl<D: Stride> ByMode<D> {
    /// No modes. The lists are long, and made where they stay.
    #[inline(always)]
    pub fn new() -> Self {
        let (outer, begins, peaks) = (Modes::new(), Short::new(), Short::new());
        ByMode { outer, begins, peaks, inexact: 0, moving: 0 }
    }

    /// Takes the modes of G'. That of `()`, whose only offset is 0, is `1:0`.
    #[inline]
    pub fn read(&mut self, g: &Layout<D>) {
        add_extended_modes(g, &mut self.outer);
        self.outer.or_unit();
        self.outer.iter().for_each(|_| self.peaks.push(0));
        if FEW < self.outer.len() {
            add_begins(&self.outer, &mut self.begins);
        }
    }

    /// True if every mode of F split evenly over the modes of G'.
    pub fn is_exact(&self) -> bool {
        self.inexact == 0
    }

    /// True if modes of F can add up past a mode of G', so that the sum carries into the next.
    ///
    /// If not, `G'(a + b) == G'(a) + G'(b)` for the offsets of different modes of F, so that
    /// composing mode by mode is the composition.
    pub fn carries(&self) -> bool {
        let bounded = &self.outer[..self.outer.len() - 1];
        bounded.iter().zip(self.peaks.iter()).any(|(mode, &peak)| i128::from(mode.extent) <= peak)
    }

    /// `None` if CuTe's algorithm has no answer of the right size.
    pub fn compose(&mut self, f: &Layout) -> Option<Layout<D>> {
        let mut result = Refined::new(f.flat_modes().len());
        self.compose_modes(f, &mut result)?;
        result.into_layout(f.nesting())
    }

    /// Adds what becomes of each mode of F to a result.
    pub fn compose_modes(&mut self, f: &Layout, result: &mut Refined<D>) -> Option<()> {
        let mut places = self.places();
        result.extend(f.flat_modes(), |&mode, modes| {
            places.walk::<false>(mode, modes, &mut Vec::new())
        })
    }

    /// `G' o extent:stride`, the modes of which are added to a result: how many they are.
    pub fn compose_mode(&mut self, mode: Mode, result: &mut OwnModes<D>) -> Option<usize> {
        self.places().walk::<false>(mode, result, &mut Vec::new())
    }

    /// The same, with all steps of the walk.
    pub fn walk_mode(&mut self, mode: Mode, result: &mut OwnModes<D>) -> Walk<D> {
        let (begin, mut steps) = (result.len(), Vec::new());
        let found = self.places().walk::<true>(mode, result, &mut steps);
        Walk { inner: mode, steps, result: found.map(|_| result[begin..].to_vec()) }
    }

    #[inline]
    fn places(&mut self) -> ByModeLists<'_, D> {
        let ByMode { outer, begins, peaks, inexact, moving } = self;
        let (last, bounded) = outer.split_last().expect("a layout that was read has a mode");
        ByModeLists { bounded, last, begins, peaks, inexact, moving }
    }
}

/// The lists of a [`ByMode`], looked up once for all modes of F.
struct ByModeLists<'a, D> {
    bounded: &'a [Mode<D>],
    last: &'a Mode<D>,
    begins: &'a [u64],
    peaks: &'a mut [i128],
    inexact: &'a mut u64,
    moving: &'a mut u32,
}

impl<D: Stride> ByModeLists<'_, D> {
    /// The first mode of G' that a stride moves along, and what is left of the stride there, if no mode
    /// before it splits the stride: else all modes are walked over.
    #[inline]
    fn first_moved(&self, stride: u64) -> (usize, u64) {
        if self.begins.is_empty() {
            return (0, stride);
        }
        let reached = self.begins.partition_point(|&begin| begin <= stride);
        let first = reached.saturating_sub(1);
        match self.begins.get(first) {
            Some(&begin) if stride.is_multiple_of(begin) => (first, stride / begin),
            _ => (0, stride),
        }
    }

    /// Walks over the modes of G', dividing `stride` away and then filling. How many modes are added to
    /// the result, which is one at least.
    ///
    /// With `step` what is left of the stride in units of the current mode of G', the walk is exact
    /// while `step` is a multiple of the mode's extent (the mode is not moved along at all) or divides it
    /// (every step moves along it, `extent / step` steps to a round). CuTe's "stride divisibility" and
    /// "shape divisibility" conditions are these.
    #[inline(always)]
    fn walk<const WRITTEN: bool>(
        &mut self,
        Mode { extent, stride }: Mode,
        result: &mut OwnModes<D>,
        steps: &mut Vec<WalkStep>,
    ) -> Option<usize> {
        if stride == 0 {
            result.push(Mode { extent, stride: D::ZERO });
            return Some(1);
        }
        // At most 62 modes, for each doubles the size.
        *self.moving += u32::from(extent != 1);
        // Unsigned divisions have no special cases. Who wants to see the walk sees all of it.
        let (mut rest, step, sign) = (extent as u64, stride.unsigned_abs(), stride.signum());
        let (first, mut step) = if WRITTEN { (0, step) } else { self.first_moved(step) };
        let mut pieces = 0;
        for position in first..self.bounded.len() {
            let mode = &self.bounded[position];
            let size = mode.extent as u64;
            let (rounds, passed) = (step / size, step % size);
            let moves = rest != 1 && passed != 0;
            let taken = if moves { size.div_ceil(step).min(rest) } else { 1 };
            if WRITTEN {
                let (rest_extent, rest_stride) = (rest as i64, (step as i64).wrapping_mul(sign));
                let taken = taken as i64;
                steps.push(WalkStep { mode: position, rest_extent, rest_stride, taken });
            }
            if moves {
                if rest % taken != 0 {
                    return None;
                }
                rest /= taken;
                if taken != 1 {
                    let stride = mode.stride.times(step as i64)?;
                    result.push(Mode { extent: taken as i64, stride });
                    pieces += 1;
                }
                self.peaks[position] += i128::from(taken - 1) * i128::from(step);
                // The last piece may end anywhere inside the mode; a longer walk must come round.
                if rest != 1 && !size.is_multiple_of(step) {
                    *self.inexact |= 1 << (*self.moving - 1);
                }
            }
            if !WRITTEN && rest == 1 && pieces != 0 {
                return Some(pieces);
            }
            step = rounds + u64::from(passed != 0);
        }
        if rest != 1 || pieces == 0 {
            let stride = self.last.stride.times((step as i64).wrapping_mul(sign))?;
            result.push(Mode { extent: rest as i64, stride });
            pieces += 1;
        }
        Some(pieces)
    }
}

/// What the modes of F become.
pub(super) struct Refined<D: Stride> {
    modes: OwnModes<D>,
    /// Which modes of F became several, and how many.
    splits: SmallVec<[(u16, u16); 4]>,
    /// How many modes of F came so far.
    passed: u16,
}

impl<D: Stride> Refined<D> {
    /// Nothing, with room for what so many modes become if none is split.
    #[inline]
    pub fn new(modes: usize) -> Self {
        Refined { modes: SmallVec::with_capacity(modes), splits: SmallVec::new(), passed: 0 }
    }

    /// Adds what becomes of some modes of F, how many of each; `None` if one has no answer.
    #[inline]
    pub fn extend<S>(
        &mut self,
        modes: &[Mode<S>],
        mut compose: impl FnMut(&Mode<S>, &mut OwnModes<D>) -> Option<usize>,
    ) -> Option<()> {
        for mode in modes {
            let pieces = compose(mode, &mut self.modes)?;
            if pieces != 1 {
                self.splits.push((self.passed, pieces as u16));
            }
            self.passed += 1;
        }
        Some(())
    }

    /// The layout of the modes where those of F stood; `None` if it breaks an invariant.
    #[inline]
    pub fn into_layout(self, nesting: &Nesting) -> Option<Layout<D>> {
        Layout::of_nested(self.modes, nesting.split(&self.splits)).ok()
    }

    /// The same for layouts side by side, of which F is one after the other.
    pub fn into_layout_of_pair(self, pair: [&Nesting; 2]) -> Option<Layout<D>> {
        let nesting = Nesting::tuple_split(pair.into_iter(), &self.splits);
        Layout::of_nested(self.modes, nesting).ok()
    }
}
