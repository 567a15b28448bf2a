//! CuTe's composition, mode by mode of the inner layout, whether it is right or not.

use super::layout::{Layout, Mode};
use super::stride::Stride;
use super::tuple::Tuple;

/// What becomes of one mode of the inner layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walk<D = i64> {
    pub(super) inner: Mode,
    pub(super) steps: Vec<WalkStep>,
    /// `None` if the rest of the extent is no multiple of what is taken.
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

/// CuTe's composition, mode by mode of F, with what is needed to prove the result.
pub(super) struct ByMode<'a, D> {
    /// The modes of G', the last one unbounded.
    outer: &'a [Mode<D>],
    /// For each mode of G', the sum over the modes of F of the largest coordinate reached in it.
    pub(super) peaks: Vec<i128>,
    /// False once a mode of F did not split evenly over the modes of G': the result may be wrong.
    pub(super) is_exact: bool,
    /// What was done, if it is to be written down.
    pub(super) walks: Option<Vec<Walk<D>>>,
}

impl<'a, D: Stride> ByMode<'a, D> {
    pub fn new(outer: &'a [Mode<D>]) -> Self {
        ByMode { outer, peaks: vec![0; outer.len()], is_exact: true, walks: None }
    }
    /// True if modes of F can add up past a mode of G', so that the sum carries into the next.
    ///
    /// If not, `G'(a + b) == G'(a) + G'(b)` for the offsets of different modes of F, so that
    /// composing mode by mode is the composition.
    pub fn carries(&self) -> bool {
        let bounded = &self.outer[..self.outer.len() - 1];
        bounded.iter().zip(&self.peaks).any(|(mode, &peak)| i128::from(mode.extent) <= peak)
    }

    /// `None` if CuTe's algorithm has no answer of the right size.
    pub fn compose(&mut self, shape: &Tuple<i64>, stride: &Tuple<i64>) -> Option<Layout<D>> {
        let compose = &mut |extent, &stride: &i64| self.compose_mode(extent, stride);
        let (shape, stride) = compose_leaves(shape, stride, compose)?;
        Layout::new(shape, stride).ok()
    }

    /// `G' o extent:stride`: walks over the modes of G', dividing `stride` away and then filling.
    ///
    /// With `rest_stride` what is left of the stride in units of the current mode of G', the walk
    /// is exact while `rest_stride` is a multiple of the mode's extent (the mode is not moved
    /// along at all) or divides it (every step moves along it, `extent / rest_stride` steps to a
    /// round). CuTe's "stride divisibility" and "shape divisibility" conditions are these.
    pub(super) fn compose_mode(&mut self, extent: i64, stride: i64) -> Option<Vec<Mode<D>>> {
        if let Some(walks) = &mut self.walks {
            walks.push(Walk::new(Mode { extent, stride }));
        }
        let result = self.walk_mode(extent, stride)?;
        if let Some(walk) = self.walks.as_mut().and_then(|walks| walks.last_mut()) {
            walk.result = Some(result.clone());
        }
        Some(result)
    }

    fn walk_mode(&mut self, extent: i64, stride: i64) -> Option<Vec<Mode<D>>> {
        if stride == 0 {
            return Some(vec![Mode { extent, stride: D::zero() }]);
        }
        let (last, bounded) = self.outer.split_last()?;
        let mut result = Vec::new();
        let (mut rest_extent, mut rest_stride) = (extent, stride);
        for (position, mode) in bounded.iter().enumerate() {
            let steps = div_ceil(mode.extent, rest_stride.abs());
            let moves = rest_extent != 1 && rest_stride % mode.extent != 0;
            let taken = if moves { steps.min(rest_extent) } else { 1 };
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
                self.is_exact &= rest_extent == 1 || mode.extent % rest_stride == 0;
            }
            rest_stride = div_ceil(rest_stride.abs(), mode.extent) * rest_stride.signum();
        }
        if rest_extent != 1 || result.is_empty() {
            result.push(Mode { extent: rest_extent, stride: last.stride.times(rest_stride)? });
        }
        Some(result)
    }
}

/// What becomes of each mode of F where it stands; `None` if one has no answer.
pub(super) fn compose_leaves<S, D: Stride>(
    shape: &Tuple<i64>,
    stride: &Tuple<S>,
    compose: &mut impl FnMut(i64, &S) -> Option<Vec<Mode<D>>>,
) -> Option<(Tuple<i64>, Tuple<D>)> {
    match (shape, stride) {
        (Tuple::Leaf(extent), Tuple::Leaf(stride)) => Some(as_tuples(&compose(*extent, stride)?)),
        _ => {
            let (mut shapes, mut strides) = (Vec::new(), Vec::new());
            for (shape, stride) in shape.modes().iter().zip(stride.modes()) {
                let (shape, stride) = compose_leaves(shape, stride, compose)?;
                shapes.push(shape);
                strides.push(stride);
            }
            Some((Tuple::Node(shapes), Tuple::Node(strides)))
        }
    }
}

/// The quotient of two positive integers, rounded up.
fn div_ceil(a: i64, b: i64) -> i64 {
    a / b + i64::from(a % b != 0)
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
