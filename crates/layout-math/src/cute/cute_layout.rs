use std::collections::BTreeSet;
use std::fmt::{self, Write};

use super::coalesce::coalesce;
use super::layout::Layout;
use super::plain_text;
use super::stride::Basis;
use super::symbolic::{SymbolicError, SymbolicLayout, SymbolicStride, Term};
use super::tuple::Tuple;
use crate::affine::Fact;

/// A layout as the notation `shape:stride` can write it: what `#layout.cute` holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum CuteLayout {
    /// Extents and strides are integers.
    Static(Layout),
    /// Extents are integers, strides are scaled basis elements: offsets are tuples.
    Basis(Layout<Basis>),
    /// A symbol occurs.
    Symbolic(SymbolicLayout),
}

impl From<Layout<Basis>> for CuteLayout {
    /// Without a position the offsets are numbers, which are 0: this is how `4:0` reads.
    fn from(layout: Layout<Basis>) -> Self {
        if layout.flat_modes().iter().any(|mode| !mode.stride.path().is_empty()) {
            return CuteLayout::Basis(layout);
        }
        CuteLayout::Static(layout.broadcast())
    }
}

impl CuteLayout {
    /// The layout of a shape and a stride of terms, with those of the facts that are about its symbols:
    /// the simplest of the three kinds that it is.
    ///
    /// # Errors
    ///
    /// The invariant of [`SymbolicLayout`] that is broken, or of [`Layout`] without symbols.
    ///
    /// ```
    /// use layout_math::cute::{CuteLayout, SymbolicStride, Term, Tuple};
    ///
    /// let shape = Tuple::of_leaves(vec![Term::symbol("M"), Term::constant(8)]);
    /// let strides = [8, 1].map(|stride| SymbolicStride::new(Term::constant(stride), Vec::new()));
    /// let layout = CuteLayout::new(shape, Tuple::of_leaves(strides.to_vec()), [])?;
    /// assert_eq!(layout.to_string(), "(M,8):(8,1)");
    /// # Ok::<(), layout_math::cute::SymbolicError>(())
    /// ```
    pub fn new<'a>(
        shape: Tuple<Term>,
        stride: Tuple<SymbolicStride>,
        facts: impl IntoIterator<Item = &'a Fact>,
    ) -> Result<Self, SymbolicError> {
        let is_named = |fact: &&Fact| {
            let mut terms = shape.leaves().chain(stride.leaves().map(SymbolicStride::scale));
            terms.any(|term| term.symbols().iter().any(|name| name == fact.symbol()))
        };
        let facts = facts.into_iter().filter(is_named).cloned().collect();
        build(shape, stride, facts)
    }

    /// The layout with the extents of `layout` and its strides, which may have symbols, and those of
    /// the facts that are about these symbols.
    ///
    /// `None` if the strides mix integers and basis elements, or an offset passes 64 bits.
    pub(crate) fn with_strides(layout: &Layout<SymbolicStride>, facts: &[Fact]) -> Option<Self> {
        let shape = layout.shape().map(&mut |&extent| Term::constant(extent));
        CuteLayout::new(shape, layout.stride().clone(), facts).ok()
    }

    /// True if the merged modes of two layouts are the same, which makes them the same function on their
    /// coordinates. What one of them says of a symbol holds in both.
    pub(crate) fn has_modes_of(&self, other: &Self) -> bool {
        match (self, other) {
            (CuteLayout::Symbolic(a), CuteLayout::Symbolic(b)) => a.has_modes_of(b),
            (CuteLayout::Static(a), CuteLayout::Static(b)) => coalesce(a) == coalesce(b),
            _ => false,
        }
    }

    pub fn as_static(&self) -> Option<&Layout> {
        match self {
            CuteLayout::Static(layout) => Some(layout),
            _ => None,
        }
    }

    /// The number of coordinates; `None` if its coefficient passes 64 bits.
    pub fn size(&self) -> Option<Term> {
        match self {
            CuteLayout::Static(layout) => Some(Term::constant(layout.size())),
            CuteLayout::Basis(layout) => Some(Term::constant(layout.size())),
            CuteLayout::Symbolic(layout) => layout.size(),
        }
    }

    /// The layout with other names for its symbols, of which no two become one.
    pub(crate) fn renamed(&self, name: &dyn Fn(&str) -> String) -> Self {
        match self {
            CuteLayout::Symbolic(layout) => CuteLayout::Symbolic(layout.renamed(name)),
            _ => self.clone(),
        }
    }

    /// The layout for these values of its symbols.
    ///
    /// `None` if a value is missing or contradicts a fact, if an extent is less than 1, if a number
    /// passes 64 bits, and if a basis stride becomes 0, with which its position is lost.
    pub fn with_values(&self, value: &dyn Fn(&str) -> Option<i64>) -> Option<Self> {
        match self {
            CuteLayout::Symbolic(layout) => {
                let (shape, stride) = layout.with_numbers(value)?;
                build(shape, stride, Vec::new()).ok()
            }
            _ => Some(self.clone()),
        }
    }

    /// The extents, nested as they are, as products of symbols.
    pub fn shape(&self) -> Tuple<Term> {
        match self {
            CuteLayout::Static(layout) => layout.shape().map(&mut |&e| Term::constant(e)),
            CuteLayout::Basis(layout) => layout.shape().map(&mut |&e| Term::constant(e)),
            CuteLayout::Symbolic(layout) => layout.shape().clone(),
        }
    }

    /// The extents, nested as they are, if all of them are numbers that are known.
    pub(crate) fn static_shape(&self) -> Option<&Tuple<i64>> {
        match self {
            CuteLayout::Static(layout) => Some(layout.shape()),
            CuteLayout::Basis(layout) => Some(layout.shape()),
            CuteLayout::Symbolic(_) => None,
        }
    }

    /// Writes the layout behind a text, as [`Display`](fmt::Display) does.
    pub(crate) fn write_to(&self, text: &mut String) {
        match self {
            CuteLayout::Static(layout) => plain_text::write(layout, text),
            // To write to a string does not fail.
            _ => _ = write!(text, "{self}"),
        }
    }

    /// True if two layouts have the same extents, nested alike.
    pub fn has_shape_of(&self, other: &Self) -> bool {
        match (self, other) {
            (CuteLayout::Static(own), CuteLayout::Static(other)) => own.has_shape_of(other),
            (CuteLayout::Static(own), CuteLayout::Basis(other)) => own.has_shape_of(other),
            (CuteLayout::Basis(own), CuteLayout::Static(other)) => own.has_shape_of(other),
            (CuteLayout::Basis(own), CuteLayout::Basis(other)) => own.has_shape_of(other),
            _ => self.shape() == other.shape(),
        }
    }

    /// The strides, nested as they are, as products of symbols at positions.
    pub fn stride(&self) -> Tuple<SymbolicStride> {
        let stride = |scale, path| SymbolicStride::new(Term::constant(scale), path);
        match self {
            CuteLayout::Static(layout) => layout.stride().map(&mut |&d| stride(d, Vec::new())),
            CuteLayout::Basis(layout) => {
                layout.stride().map(&mut |d| stride(d.scale(), d.path().to_vec()))
            }
            CuteLayout::Symbolic(layout) => layout.stride().clone(),
        }
    }

    /// The extents of the flattened modes.
    pub fn extents(&self) -> Vec<Term> {
        self.shape().leaves().cloned().collect()
    }

    /// The positions of the parts of an offset, in order: those of the strides, and of a flat tuple those
    /// before the last too. There are none if the offsets are integers.
    pub(crate) fn positions(&self) -> Vec<Vec<u32>> {
        match self {
            CuteLayout::Static(_) => Vec::new(),
            CuteLayout::Basis(layout) => layout.positions(),
            CuteLayout::Symbolic(layout) => layout.positions(),
        }
    }

    /// What is said of the symbols.
    pub fn facts(&self) -> &[Fact] {
        match self {
            CuteLayout::Symbolic(layout) => layout.facts(),
            CuteLayout::Static(_) | CuteLayout::Basis(_) => &[],
        }
    }

    /// The number of flattened modes.
    pub fn flat_rank(&self) -> usize {
        self.flat_ranks().iter().sum()
    }

    /// The number of flattened modes in each top-level mode.
    pub(crate) fn flat_ranks(&self) -> Vec<usize> {
        fn count<T>(shape: &Tuple<T>) -> Vec<usize> {
            shape.modes().iter().map(|mode| mode.leaves().count()).collect()
        }
        match self {
            CuteLayout::Static(layout) => count(layout.shape()),
            CuteLayout::Basis(layout) => count(layout.shape()),
            CuteLayout::Symbolic(layout) => count(layout.shape()),
        }
    }

    /// The number of top-level modes.
    pub fn rank(&self) -> usize {
        match self {
            CuteLayout::Static(layout) => layout.rank(),
            CuteLayout::Basis(layout) => layout.rank(),
            CuteLayout::Symbolic(layout) => layout.shape().rank(),
        }
    }

    /// The top-level mode at a position, with the facts about its symbols; `None` if there is no such mode.
    ///
    /// ```
    /// use layout_math::algebra::{AnyLayout, Kind};
    ///
    /// let layout = AnyLayout::parse(Kind::Cute, "(4,(M,2)):(2*M,(1,M)) where M mod 2 = 0")?;
    /// let mode = |position| layout.modes().unwrap().mode(position).map(|mode| mode.to_string());
    /// assert_eq!(mode(1).unwrap(), "(M,2):(1,M) where M mod 2 = 0");
    /// assert_eq!(mode(2), None);
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn mode(&self, position: usize) -> Option<Self> {
        match self {
            CuteLayout::Static(layout) => layout.modes().nth(position).map(CuteLayout::Static),
            CuteLayout::Basis(layout) => layout.modes().nth(position).map(CuteLayout::from),
            CuteLayout::Symbolic(layout) => {
                let shape = layout.shape().modes().get(position)?.clone();
                let stride = layout.stride().modes().get(position)?.clone();
                CuteLayout::new(shape, stride, layout.facts()).ok()
            }
        }
    }

    /// The mode at a path of positions, outermost first; `None` if there is none.
    pub(crate) fn part(&self, path: &[u32]) -> Option<Self> {
        let step = |part: Self, &position: &u32| part.mode(position as usize);
        path.iter().try_fold(self.clone(), step)
    }

    /// The same modes without nesting.
    pub fn flatten(&self) -> Self {
        match self {
            CuteLayout::Static(layout) => CuteLayout::Static(layout.flatten()),
            CuteLayout::Basis(layout) => CuteLayout::Basis(layout.flatten()),
            CuteLayout::Symbolic(layout) => CuteLayout::Symbolic(layout.flatten()),
        }
    }

    /// The coalesced layout; `None` for one with symbols whose coalesced modes depend on their values, as those
    /// of `(4,M):(1,K)`, which is `4*M:1` where K is 4.
    ///
    /// ```
    /// use layout_math::cute::CuteLayout;
    ///
    /// let coalesced = |text: &str| text.parse::<CuteLayout>().unwrap().coalesce();
    /// assert_eq!(coalesced("(4,(M,1),N):(1,(4,0),4*M)").unwrap().to_string(), "4*M*N:1");
    /// assert!(coalesced("(4,M):(1,K)").is_none());
    /// ```
    pub fn coalesce(&self) -> Option<Self> {
        match self {
            CuteLayout::Static(layout) => Some(CuteLayout::Static(coalesce(layout))),
            CuteLayout::Basis(layout) => Some(CuteLayout::Basis(coalesce(layout))),
            CuteLayout::Symbolic(layout) => layout.coalesce(),
        }
    }

    /// The layout with the modes merged that go on from one another for all values of the symbols: for
    /// some of them more modes may. `None` past 64 bits.
    pub(crate) fn merged(&self) -> Option<Self> {
        match self {
            CuteLayout::Symbolic(layout) => layout.merged(),
            CuteLayout::Static(_) | CuteLayout::Basis(_) => self.coalesce(),
        }
    }
}

impl Layout<Basis> {
    /// The positions of the parts of an offset, in order.
    pub(crate) fn positions(&self) -> Vec<Vec<u32>> {
        in_order(self.stride().leaves().map(Basis::path))
    }
}

impl SymbolicLayout {
    /// The positions of the parts of an offset, in order; none if the offsets are integers.
    pub(crate) fn positions(&self) -> Vec<Vec<u32>> {
        in_order(self.stride().leaves().map(SymbolicStride::path))
    }
}

/// The number of parts up to which a flat tuple is taken whole.
const MAX_PARTS: u32 = 64;

/// The positions of the smallest flat tuple that has those of the strides: all up to the last, because `4:1@1`
/// has the offsets `(0,c)`. Of nested tuples, and past [`MAX_PARTS`], only those that strides have, each once.
/// A stride that is 0 has none, and neither has an integer.
fn in_order<'a>(paths: impl Iterator<Item = &'a [u32]>) -> Vec<Vec<u32>> {
    let found: BTreeSet<&[u32]> = paths.filter(|path| !path.is_empty()).collect();
    match found.last() {
        Some(&&[last]) if last < MAX_PARTS && found.iter().all(|path| path.len() == 1) => {
            (0..=last).map(|position| vec![position]).collect()
        }
        _ => found.into_iter().map(<[u32]>::to_vec).collect(),
    }
}

impl fmt::Display for CuteLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CuteLayout::Static(layout) => {
                let mut text = String::with_capacity(48);
                plain_text::write(layout, &mut text);
                f.write_str(&text)
            }
            CuteLayout::Basis(layout) => layout.fmt(f),
            CuteLayout::Symbolic(layout) => layout.fmt(f),
        }
    }
}

/// The simplest of the three kinds of layout that has these extents and strides.
pub(super) fn build(
    shape: Tuple<Term>,
    stride: Tuple<SymbolicStride>,
    facts: Vec<Fact>,
) -> Result<CuteLayout, SymbolicError> {
    let layout = SymbolicLayout::new(shape, stride, facts)?;
    if !layout.symbols().is_empty() {
        return Ok(CuteLayout::Symbolic(layout));
    }
    let shape = layout.shape().map(&mut Term::coefficient);
    if layout.stride().leaves().any(|stride| !stride.path().is_empty()) {
        let stride = layout.stride().map(&mut |stride| {
            Basis::new(stride.scale().coefficient(), stride.path().to_vec())
                .expect("strides that are not 0 all have a position")
        });
        return Layout::new(shape, stride).map(CuteLayout::Basis).map_err(SymbolicError::Layout);
    }
    let stride = layout.stride().map(&mut |stride| stride.scale().coefficient());
    Layout::new(shape, stride).map(CuteLayout::Static).map_err(SymbolicError::Layout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_keeps_the_position_of_its_stride() {
        let layout: CuteLayout = "(2,3):(1@0,1@1)".parse().unwrap();
        assert_eq!(layout.mode(1).unwrap().to_string(), "3:1@1");
        assert_eq!(layout.mode(2), None);
    }
}
