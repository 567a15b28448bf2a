//! What the extents and strides of a layout with symbols say of its offsets, whatever the symbols are.

use super::cute_layout::CuteLayout;
use super::polynomial::Polynomial;
use super::symbol_bounds::SymbolBounds;
use super::symbolic::{SymbolicLayout, SymbolicStride, Term};
use super::tuple::Tuple;
use crate::affine::Fact;

/// A mode that moves the offset: its extent, its stride and its last offset, at a position.
struct Span {
    path: Vec<u32>,
    extent: Polynomial,
    stride: Polynomial,
    last: Polynomial,
}

impl CuteLayout {
    /// True if all offsets are seen to lie in `[0, size)` for all values of the symbols, of which another
    /// layout may know more. False proves nothing.
    ///
    /// The digits are free, so that the greatest offset is the sum of the last ones of all modes.
    pub(crate) fn is_within(&self, size: &Term, known: Option<&CuteLayout>) -> bool {
        let layouts = [Some(self), known].into_iter().flatten();
        let extents: Vec<Term> = layouts.clone().flat_map(CuteLayout::extents).collect();
        let facts: Vec<Fact> = layouts.flat_map(CuteLayout::facts).cloned().collect();
        let Some(bounds) = SymbolBounds::of_several(&facts, &extents) else { return false };
        let Some(spans) = spans(&self.shape(), &self.stride()) else { return false };
        let is_natural = |span: &Span| span.path.is_empty() && span.stride.is_natural(&bounds);
        let end = Polynomial::from(size).plus(&Polynomial::constant(1), -1);
        let room = spans.iter().fold(end, |room, span| room?.plus(&span.last, -1));
        spans.iter().all(is_natural) && room.is_some_and(|room| room.is_natural(&bounds))
    }
}

impl SymbolicLayout {
    /// True if the strides are seen to be separated for all values of the symbols: each is greater than
    /// the last offset of all smaller ones together, at its position. Such a layout is injective. False
    /// proves nothing.
    pub(crate) fn is_separated(&self) -> bool {
        let bounds = SymbolBounds::new(self.facts(), self.shape().leaves());
        let modes = || self.shape().leaves().zip(self.stride().leaves());
        let is_broadcast = |(extent, stride): (&Term, &SymbolicStride)| {
            extent.as_constant() != Some(1) && stride.scale().coefficient() == 0
        };
        let upward: Option<Vec<SymbolicStride>> =
            self.stride().leaves().map(SymbolicStride::upward).collect();
        let upward = upward.and_then(|strides| self.stride().with_leaves(strides));
        let Some(mut spans) = upward.and_then(|stride| spans(self.shape(), &stride)) else {
            return false;
        };
        if modes().any(is_broadcast) {
            return false;
        }
        let mut taken: Vec<Span> = Vec::new();
        while !spans.is_empty() {
            let is_next = |span: &Span| {
                let before = taken.iter().filter(|other| other.path == span.path);
                let one = Some(Polynomial::constant(1));
                let end = before.fold(one, |end, other| end?.plus(&other.last, 1));
                let is_first = |other: &Span| {
                    other.path != span.path
                        || (other.stride.plus(&span.stride, -1))
                            .is_some_and(|rest| rest.is_natural(&bounds))
                };
                let room = end.and_then(|end| span.stride.plus(&end, -1));
                room.is_some_and(|room| room.is_natural(&bounds)) && spans.iter().all(is_first)
            };
            let Some(next) = spans.iter().position(is_next) else { return false };
            taken.push(spans.swap_remove(next));
        }
        true
    }

    /// True if the layout is seen to be a bijection onto a box from 0 for all values of the symbols: it is
    /// injective, no stride is negative, and at each position the last offset is the number of coordinates
    /// less 1. False proves nothing.
    pub(crate) fn is_compact(&self) -> bool {
        let bounds = SymbolBounds::new(self.facts(), self.shape().leaves());
        let Some(spans) = spans(self.shape(), self.stride()) else { return false };
        let is_full = |path: &[u32]| {
            let here = || spans.iter().filter(|span| span.path == path);
            let one = || Some(Polynomial::constant(1));
            let size = here().fold(one(), |size, span| size?.times(&span.extent));
            let end = here().fold(one(), |end, span| end?.plus(&span.last, 1));
            size.is_some() && size == end
        };
        self.is_separated()
            && spans.iter().all(|span| span.stride.is_natural(&bounds) && is_full(&span.path))
    }
}

/// The modes that move the offset; `None` past 128 bits.
fn spans(shape: &Tuple<Term>, stride: &Tuple<SymbolicStride>) -> Option<Vec<Span>> {
    let moves = |(extent, stride): &(&Term, &SymbolicStride)| {
        extent.as_constant() != Some(1) && stride.scale().coefficient() != 0
    };
    let modes = shape.leaves().zip(stride.leaves()).filter(moves);
    let spans = modes.map(|(extent, stride)| {
        let scale = Polynomial::from(stride.scale());
        let (path, extent) = (stride.path().to_vec(), Polynomial::from(extent));
        let last = extent.plus(&Polynomial::constant(1), -1)?.times(&scale)?;
        Some(Span { path, extent, stride: scale, last })
    });
    spans.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbolic(text: &str) -> SymbolicLayout {
        match text.parse() {
            Ok(CuteLayout::Symbolic(layout)) => layout,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn compact_layouts_are_separated() {
        for text in [
            "(M,N):(N,1)",
            "(M,N):(1,M)",
            "(M,N,K):(K,M*K,1)",
            "(M,8):(N,1) where N in [8,100]",
            "(M,8):(N,1) where N in [1,100], N mod 8 = 0",
            "(M,N):(-1,M)",
            "(M,N):(1@0,1@1)",
            "(M,(2,N)):(1@0,(1@1,2@1))",
            "(1,M):(0,1)",
            "(M,2):(1,16) where M in [1,16]",
        ] {
            assert!(symbolic(text).is_separated(), "{text}");
        }
        for text in [
            "(M,N):(1,1)",
            "(M,N):(0,1)",
            "(M,8):(N,1)",
            "(M,8):(N,1) where N in [7,100]",
            "(M,N):(N,M)",
            "(M,2):(1,16) where M in [1,17]",
            "(M,N):(1@0,1@0)",
        ] {
            assert!(!symbolic(text).is_separated(), "{text}");
        }
    }

    #[test]
    fn compact_layouts_fill_a_box() {
        for text in ["(M,N):(N,1)", "(M,1,N):(1,0,M)", "(M,N):(1@0,1@1)", "(M,(2,N)):(2,(1,2*M))"] {
            assert!(symbolic(text).is_compact(), "{text}");
        }
        for text in [
            "(M,N):(2*N,1)",
            "(M,N):(2*N,2)",
            "(M,N):(N*-1,1)",
            "(M,N):(1@0,2@1)",
            "(M,N):(0,1)",
            "(M,N):(K,1)",
        ] {
            assert!(!symbolic(text).is_compact(), "{text}");
        }
    }

    #[test]
    fn the_last_offset_is_below_the_size() {
        let is_within = |text: &str, size: &str| {
            let size: CuteLayout = format!("({size}):(1)").parse().unwrap();
            let layout: CuteLayout = text.parse().unwrap();
            layout.is_within(&size.size().unwrap(), Some(&size))
        };
        assert!(is_within("(M,N):(N,1)", "M*N"));
        assert!(is_within("(M,N):(N,1)", "N*M*K"));
        assert!(is_within("(4,M):(M,1)", "4*M"));
        assert!(!is_within("(4,M):(M,1)", "3*M"));
        assert!(!is_within("(M,N):(N,1)", "M"));
        assert!(!is_within("(M,N):(N*-1,1)", "M*N"));
        assert!(!is_within("(M,2):(K,1)", "M*N"));
        assert!(!is_within("(M,N):(1@0,1@1)", "M*N"));
        // Of values that there are not nothing is proved.
        let few: CuteLayout = "M:1 where M in [1,4]".parse().unwrap();
        let many: CuteLayout = "M:1 where M in [5,6]".parse().unwrap();
        assert!(few.is_within(&Term::symbol("M"), Some(&few)));
        assert!(!few.is_within(&Term::symbol("M"), Some(&many)));
    }

    #[test]
    fn separated_strides_are_injective_for_all_values() {
        let strides = ["1", "2", "M", "N", "M*N", "2*M", "-3", "M*-1"];
        let extents = ["M", "N", "2", "M*N", "1"];
        let (mut separated, mut other) = (0, 0);
        let picks = |of: &[&str]| of.iter().map(|text| text.to_string()).collect::<Vec<_>>();
        for (first, second) in picks(&extents).iter().flat_map(|a| extents.map(move |b| (a, b))) {
            for (d, e) in picks(&strides).iter().flat_map(|d| strides.map(move |e| (d, e))) {
                let text = format!("({first},{second}):({d},{e})");
                let CuteLayout::Symbolic(layout) = text.parse().unwrap() else { continue };
                if !layout.is_separated() {
                    other += 1;
                    continue;
                }
                separated += 1;
                for values in [[1, 1], [1, 2], [2, 1], [2, 3], [3, 2], [5, 4]] {
                    let value = |name: &str| Some(values[usize::from(name == "N")]);
                    let layout = layout.with_values(&value).unwrap();
                    let offsets: std::collections::BTreeSet<i64> =
                        (0..layout.size()).map(|at| layout.offset(at).unwrap()).collect();
                    assert_eq!(offsets.len() as i64, layout.size(), "{text} at {values:?}");
                }
            }
        }
        assert!(100 < separated && 100 < other, "{separated} {other}");
    }
}
