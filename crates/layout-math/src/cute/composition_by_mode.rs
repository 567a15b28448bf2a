//! CuTe's composition, mode by mode of the inner layout, whether it is right or not.

use super::flat::{Modes, Short};
use super::layout::{Layout, Mode};
use super::stride::Stride;
use super::tuple::Tuple;

/// What becomes of one mode of the inner layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walk<D = i64> {
    pub(super) inner: Mode,
    pub(super) steps: Vec<WalkStep>,
    /// `None` if the rest of the extent is not a multiple of what is taken.
    pub(super) result: Option<Vec<Mode<D>>>,
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
    pub(super) fn new(inner: Mode) -> Self {
        Walk { inner, steps: Vec::new(), result: None }
    }

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
pub(super) fn begins<D: Stride>(modes: &[Mode<D>]) -> Short<u64> {
    let mut begins = Short::new();
    let mut begin = Some(1_u64);
    for mode in modes {
        let Some(known) = begin else { break };
        begins.push(known);
        begin = known.checked_mul(mode.extent.unsigned_abs());
    }
    begins
}

/// CuTe's composition, mode by mode of F, with what is needed to prove the result.
pub(super) struct ByMode<'a, D> {
    /// The modes of G', the last one unbounded.
    pub(super) outer: &'a [Mode<D>],
    /// Those of [`begins`], if there are so many modes that looking them up is less than walking.
    begins: Short<u64>,
    /// For each mode of G', the sum over the modes of F of the largest coordinate reached in it.
    pub(super) peaks: Short<i128>,
    /// The modes of F that did not split evenly over the modes of G', as bits, of those that move the
    /// offset: there the result may be wrong.
    pub(super) inexact: u64,
    /// How many modes of F that move the offset came so far.
    moving: u32,
    /// What was done, if it is to be written down.
    pub(super) walks: Option<Vec<Walk<D>>>,
}

impl<'a, D: Stride> ByMode<'a, D> {
    #[inline(always)]
    pub fn new(outer: &'a [Mode<D>]) -> Self {
        let mut peaks = Short::new();
        outer.iter().for_each(|_| peaks.push(0));
        let begins = if outer.len() <= FEW { Short::new() } else { begins(outer) };
        ByMode { outer, begins, peaks, inexact: 0, moving: 0, walks: None }
    }

    /// The first mode of G' that a stride moves along, and what is left of the stride there, if no mode
    /// before it splits the stride: else all modes are walked over.
    fn first_moved(&self, stride: i64) -> (usize, i64) {
        let reached = self.begins.partition_point(|&begin| begin <= stride.unsigned_abs());
        let first = reached.saturating_sub(1);
        match self.begins.get(first) {
            Some(&begin) if stride.unsigned_abs().is_multiple_of(begin) => {
                (first, stride / begin as i64)
            }
            _ => (0, stride),
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
        let (shape, stride) = self.compose_tuples(f)?;
        Layout::new(shape, stride).ok()
    }

    /// Shape and stride of the answer.
    pub fn compose_tuples(&mut self, f: &Layout) -> Option<(Tuple<i64>, Tuple<D>)> {
        let compose =
            &mut |extent, &stride: &i64, result: &mut _| self.compose_mode(extent, stride, result);
        compose_leaves(f.shape(), f.stride(), compose)
    }

    /// `G' o extent:stride`: walks over the modes of G', dividing `stride` away and then filling.
    ///
    /// With `rest_stride` what is left of the stride in units of the current mode of G', the walk
    /// is exact while `rest_stride` is a multiple of the mode's extent (the mode is not moved
    /// along at all) or divides it (every step moves along it, `extent / rest_stride` steps to a
    /// round). CuTe's "stride divisibility" and "shape divisibility" conditions are these.
    ///
    /// The modes are added to `result`, which is empty.
    pub(super) fn compose_mode(
        &mut self,
        extent: i64,
        stride: i64,
        result: &mut Modes<D>,
    ) -> Option<()> {
        if let Some(walks) = &mut self.walks {
            walks.push(Walk::new(Mode { extent, stride }));
        }
        self.walk_mode(extent, stride, result)?;
        if let Some(walk) = self.walks.as_mut().and_then(|walks| walks.last_mut()) {
            walk.result = Some(result.to_vec());
        }
        Some(())
    }

    fn walk_mode(&mut self, extent: i64, stride: i64, result: &mut Modes<D>) -> Option<()> {
        if stride == 0 {
            result.push(Mode { extent, stride: D::ZERO });
            return Some(());
        }
        // At most 62 modes, for each doubles the size.
        self.moving += u32::from(extent != 1);
        let (last, bounded) = self.outer.split_last()?;
        // Who wants to see the walk sees all of it.
        let (first, left) =
            if self.walks.is_some() { (0, stride) } else { self.first_moved(stride) };
        let (mut rest_extent, mut rest_stride) = (extent, left);
        for (position, mode) in bounded.iter().enumerate().skip(first) {
            // Unsigned divisions have no special cases.
            let (step, size) = (rest_stride.unsigned_abs(), mode.extent.unsigned_abs());
            let (rounds, passed) = (step / size, step % size);
            let moves = rest_extent != 1 && passed != 0;
            let taken = if moves { size.div_ceil(step) as i64 } else { 1 }.min(rest_extent);
            if let Some(walk) = self.walks.as_mut().and_then(|walks| walks.last_mut()) {
                walk.steps.push(WalkStep { mode: position, rest_extent, rest_stride, taken });
            }
            if moves {
                if rest_extent % taken != 0 {
                    return None;
                }
                if taken != 1 {
                    result.push(Mode { extent: taken, stride: mode.stride.times(rest_stride)? });
                }
                rest_extent /= taken;
                self.peaks[position] += i128::from(taken - 1) * i128::from(rest_stride);
                // The last piece may end anywhere inside the mode; a longer walk must come round.
                if rest_extent != 1 && mode.extent % rest_stride != 0 {
                    self.inexact |= 1 << (self.moving - 1);
                }
            }
            if rest_extent == 1 && !result.is_empty() && self.walks.is_none() {
                return Some(());
            }
            rest_stride = (rounds + u64::from(passed != 0)) as i64 * rest_stride.signum();
        }
        if rest_extent != 1 || result.is_empty() {
            result.push(Mode { extent: rest_extent, stride: last.stride.times(rest_stride)? });
        }
        Some(())
    }
}

/// What becomes of each mode of F where it stands; `None` if one has no answer.
pub(super) fn compose_leaves<S, D: Stride>(
    shape: &Tuple<i64>,
    stride: &Tuple<S>,
    compose: &mut impl FnMut(i64, &S, &mut Modes<D>) -> Option<()>,
) -> Option<(Tuple<i64>, Tuple<D>)> {
    let modes = &mut Modes::new();
    if let (Tuple::Leaf(extent), Tuple::Leaf(stride)) = (shape, stride) {
        compose(*extent, stride, modes)?;
        return Some(as_tuples(modes));
    }
    compose_modes(shape.modes(), stride.modes(), modes, compose)
}

/// The same for the modes of a tuple; `modes` is room to work in.
fn compose_modes<S, D: Stride>(
    shape: &[Tuple<i64>],
    stride: &[Tuple<S>],
    modes: &mut Modes<D>,
    compose: &mut impl FnMut(i64, &S, &mut Modes<D>) -> Option<()>,
) -> Option<(Tuple<i64>, Tuple<D>)> {
    let rank = shape.len();
    let (mut shapes, mut strides) = (Vec::with_capacity(rank), Vec::with_capacity(rank));
    for pair in shape.iter().zip(stride) {
        let (shape, stride) = if let (Tuple::Leaf(extent), Tuple::Leaf(stride)) = pair {
            modes.truncate(0);
            compose(*extent, stride, modes)?;
            if let [mode] = &**modes {
                shapes.push(Tuple::Leaf(mode.extent));
                strides.push(Tuple::Leaf(mode.stride.clone()));
                continue;
            }
            as_tuples(modes)
        } else {
            compose_modes(pair.0.modes(), pair.1.modes(), modes, compose)?
        };
        shapes.push(shape);
        strides.push(stride);
    }
    Some((Tuple::Node(shapes), Tuple::Node(strides)))
}

/// One mode gives leaves, several give tuples: an extent of F that splits becomes nested.
fn as_tuples<D: Stride>(modes: &[Mode<D>]) -> (Tuple<i64>, Tuple<D>) {
    match modes {
        [mode] => (Tuple::Leaf(mode.extent), Tuple::Leaf(mode.stride.clone())),
        _ => (
            Tuple::Node(modes.iter().map(|m| Tuple::Leaf(m.extent)).collect()),
            Tuple::Node(modes.iter().map(|m| Tuple::Leaf(m.stride.clone())).collect()),
        ),
    }
}
