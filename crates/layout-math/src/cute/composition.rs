use super::coalesce::extended_modes;
use super::composition_steps::{Walk, WalkStep};
use super::coordinate::offset_of_modes;
use super::from_values::from_values;
use super::layout::{Layout, Mode};
use super::stride::Stride;
use super::tuple::Tuple;
use crate::budget::Budget;

/// What `G o F` is, as a CuTe layout.
///
/// The function meant is `c -> G'(F(c))` on the domain of F, where `G'` is G with its last
/// flattened mode extended as far as needed (CuTe's promotion).
#[derive(Debug, Clone, PartialEq)]
pub enum Composition<D = i64> {
    /// The layout that equals the function on the whole domain of F. Its shape refines the shape
    /// of F where CuTe's algorithm answers, and is flat otherwise.
    Layout(Layout<D>),
    /// No CuTe layout of F's size equals the function: none agrees with it on `0..=witness`, and
    /// `witness` is the least such coordinate.
    NotALayout { witness: i64 },
    /// F goes below 0 at this coordinate (the least one), where G has no value.
    Undefined { coordinate: i64 },
    /// The domain is too large to evaluate, and the function carries between modes. `candidate` is
    /// CuTe's answer, unproved.
    Undecided { candidate: Option<Layout<D>> },
}

/// The composition `G o F`: first F, then G with its last flattened mode extended as needed.
///
/// CuTe's algorithm gives the form of the answer; here it is also *proved* to be the composition,
/// and where CuTe's answer is wrong or missing, any other CuTe layout that equals the function is
/// found. `(4,6,8):(2,3,5) o 6:3` is `(2,3):(6,3)` in CuTe, which is wrong at
/// coordinate 2; no layout agrees with the composition up to 3:
///
/// ```
/// use layout_math::cute::{Composition, Layout, composition};
///
/// let g: Layout = "(4,6,8):(2,3,5)".parse()?;
/// assert_eq!(composition(&g, &"6:3".parse()?), Composition::NotALayout { witness: 3 });
///
/// // CuTe's Python refuses this one, although it is exact.
/// let g: Layout = "(4,2,8):(3,12,97)".parse()?;
/// let Composition::Layout(h) = composition(&g, &"3:3".parse()?) else { panic!() };
/// assert_eq!(h.to_string(), "3:9");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
///
/// Law: for `Composition::Layout(R)`, `size(R) == size(F)` and `R(c) == G'(F(c))` for every `c` of
/// the domain of F. Whether `F(c)` stays inside G proper is another question:
/// [`Layout::first_at_least`] of F at `size(G)` answers it.
///
/// Exact in every answer but `Undecided`, which needs a domain of more than 2^20 coordinates.
pub fn composition<D: Stride>(g: &Layout<D>, f: &Layout) -> Composition<D> {
    composition_within(g, f, &Budget::DEFAULT)
}

/// The composition, where a function that carries between modes is evaluated everywhere if the
/// domain is within the last walk of the budget; see [`composition`].
pub fn composition_within<D: Stride>(g: &Layout<D>, f: &Layout, budget: &Budget) -> Composition<D> {
    if let Some(coordinate) = f.first_below(0) {
        return Composition::Undefined { coordinate };
    }
    let outer = extended_modes(&g.flat_modes());
    if outer.is_empty() {
        // G is `()`, whose only offset is 0: the composition is 0 everywhere.
        let stride = f.shape().map(&mut |_| D::zero());
        let constant = Layout::new(f.shape().clone(), stride);
        return Composition::Layout(constant.expect("zero strides have no offset but 0"));
    }
    let mut work = ByMode::new(&outer);
    let candidate = work.compose(f.shape(), f.stride());
    if let (Some(candidate), true) = (&candidate, work.is_exact && !work.carries()) {
        return Composition::Layout(candidate.clone());
    }
    if budget.walk_last < f.size() {
        return Composition::Undecided { candidate };
    }
    let inner = f.flat_modes();
    let value = |coordinate: i64| {
        let offset = evaluate(&inner, coordinate)?;
        evaluate(&outer, offset)
    };
    if let Some(candidate) = candidate
        && (0..f.size()).all(|c| candidate.offset(c) == value(c))
    {
        return Composition::Layout(candidate);
    }
    match from_values(f.size(), value) {
        Ok(layout) => Composition::Layout(layout),
        Err(witness) => Composition::NotALayout { witness },
    }
}

fn evaluate<D: Stride>(modes: &[Mode<D>], coordinate: i64) -> Option<D::Offset> {
    offset_of_modes(modes.iter().map(|m| m.extent), modes.iter().map(|m| &m.stride), coordinate)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Strides 3 and 12 continue each other over extent 4, so 3 steps of 3 stay in one mode. The
    /// nesting stays; the layout with the fewest modes would be `3:9`.
    #[test]
    fn modes_that_continue_each_other_are_one() {
        let outer: Layout = "(4,2,8):(3,12,97)".parse().unwrap();
        let inner: Layout = "((3),1):((3),5)".parse().unwrap();
        let Composition::Layout(found) = composition(&outer, &inner) else { panic!() };
        assert_eq!(found.to_string(), "((3),1):((9),97)");
    }
}
