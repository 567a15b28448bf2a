//! What the extents and strides of a layout with symbols say of its offsets, whatever the symbols are.

use std::collections::{BTreeMap, BTreeSet};

use super::digit::Steps;
use super::polynomial::{Polynomial, steps};
use super::symbol_bounds::SymbolBounds;
use super::symbolic::{SymbolicLayout, SymbolicStride, Term};
use super::tuple::Tuple;

/// A mode that moves the offset: its stride and its last offset, at a position.
pub(super) struct Span {
    pub path: Vec<u32>,
    pub stride: Polynomial,
    pub last: Polynomial,
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
        let mut steps = steps();
        // One more than the last offset of what is taken of each position.
        let mut ends: BTreeMap<Vec<u32>, Polynomial> = BTreeMap::new();
        spans.iter().for_each(|span| _ = ends.insert(span.path.clone(), Polynomial::constant(1)));
        while !spans.is_empty() {
            // One that goes on where another one ends is the next one: a smaller one is too small.
            let goes_on = |span: &Span| span.stride == ends[&span.path];
            let mut is_next = |span: &Span| {
                let mut is_first = |other: &Span| {
                    other.path != span.path
                        || span.stride.is_at_most(&other.stride, &bounds, &mut steps)
                };
                spans.iter().all(&mut is_first)
                    && ends[&span.path].is_at_most(&span.stride, &bounds, &mut steps)
            };
            let next = spans.iter().position(goes_on);
            let Some(next) = next.or_else(|| spans.iter().position(&mut is_next)) else {
                return false;
            };
            let taken = spans.remove(next);
            let end = ends.get_mut(&taken.path).expect("every position has an end");
            if end.add_multiple(&taken.last, 1).is_none() {
                return false;
            }
        }
        true
    }

    /// True if each coordinate is seen to have a greater offset than the one before it, for all values of
    /// the symbols: each stride is greater than the last offset of all modes before it together. False
    /// proves nothing.
    pub(crate) fn is_increasing(&self) -> bool {
        let bounds = SymbolBounds::new(self.facts(), self.shape().leaves());
        let moves = |(extent, stride): (&Term, &SymbolicStride)| {
            extent.as_constant() == Some(1) || stride.scale().coefficient() != 0
        };
        let Some(spans) = spans(self.shape(), self.stride()) else { return false };
        let (mut steps, mut end) = (steps(), Polynomial::constant(1));
        let mut is_after = |span: &Span| {
            span.path.is_empty()
                && end.is_at_most(&span.stride, &bounds, &mut steps)
                && end.add_multiple(&span.last, 1).is_some()
        };
        self.shape().leaves().zip(self.stride().leaves()).all(moves)
            && spans.iter().all(&mut is_after)
    }

    /// True if each number below `size` is seen to be an offset, for all values of the symbols. Without a
    /// size it is asked of the numbers up to the greatest offset, at each position by itself. False proves
    /// nothing.
    ///
    /// Modes that reach every number below `reach` reach every number below `reach + stride * (extent - 1)`
    /// together with one whose stride is not more than `reach`, in whatever order they are taken.
    pub(crate) fn is_onto(&self, size: Option<i64>) -> bool {
        let bounds = SymbolBounds::new(self.facts(), self.shape().leaves());
        let Some(spans) = spans(self.shape(), self.stride()) else { return false };
        let mut steps = steps();
        let Some(size) = size else {
            let paths: BTreeSet<&[u32]> = spans.iter().map(|span| span.path.as_slice()).collect();
            let mut is_all = |path| {
                let reach = reach(&spans, path, &bounds, &mut steps);
                reach.is_some_and(|(_, is_all)| is_all)
            };
            return paths.into_iter().all(&mut is_all);
        };
        let is_plain = spans.iter().all(|span| span.path.is_empty());
        let size = Polynomial::constant(size.into());
        let reach = reach(&spans, &[], &bounds, &mut steps);
        is_plain && reach.is_some_and(|(reach, _)| size.is_at_most(&reach, &bounds, &mut steps))
    }

    /// True if the offsets are seen to be all numbers below a multiple of `block`, a power of two, for all
    /// values of the symbols. False proves nothing.
    pub(crate) fn is_onto_blocks(&self, block: i64) -> bool {
        let bounds = SymbolBounds::new(self.facts(), self.shape().leaves());
        let Some(spans) = spans(self.shape(), self.stride()) else { return false };
        let is_plain = spans.iter().all(|span| span.path.is_empty());
        let reach = reach(&spans, &[], &bounds, &mut steps());
        is_plain
            && reach.is_some_and(|(end, is_all)| is_all && end.is_multiple(block, self.facts()))
    }
}

/// One more than the number up to which the modes of a position are seen to reach every number, and whether
/// all of them are taken. `None` past 128 bits.
fn reach(
    spans: &[Span],
    path: &[u32],
    bounds: &SymbolBounds,
    steps: &mut Steps,
) -> Option<(Polynomial, bool)> {
    let mut rest: Vec<&Span> = spans.iter().filter(|span| span.path == path).collect();
    let mut reach = Polynomial::constant(1);
    loop {
        // What goes on where the others end is at most as much as they reach.
        let goes_on = rest.iter().position(|span| span.stride == reach);
        let mut is_next = |span: &&Span| {
            span.stride.is_natural_within(bounds, steps)
                && span.stride.is_at_most(&reach, bounds, steps)
        };
        let Some(next) = goes_on.or_else(|| rest.iter().position(&mut is_next)) else {
            return Some((reach, rest.is_empty()));
        };
        reach.add_multiple(&rest.remove(next).last, 1)?;
    }
}

/// The modes that move the offset; `None` past 128 bits.
pub(super) fn spans(shape: &Tuple<Term>, stride: &Tuple<SymbolicStride>) -> Option<Vec<Span>> {
    let moves = |(extent, stride): &(&Term, &SymbolicStride)| {
        extent.as_constant() != Some(1) && stride.scale().coefficient() != 0
    };
    let modes = shape.leaves().zip(stride.leaves()).filter(moves);
    let spans = modes.map(|(extent, stride)| {
        let scale = Polynomial::from(stride.scale());
        let last = Polynomial::from(extent).plus(&Polynomial::constant(1), -1)?.times(&scale)?;
        Some(Span { path: stride.path().to_vec(), stride: scale, last })
    });
    spans.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::CuteLayout;

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
    fn each_offset_is_greater_than_the_one_before() {
        let increasing =
            ["(M,8):(1,M)", "(M,N,2):(3,3*M,3*M*N)", "(1,M):(0,2)", "(2,M):(K,8) where K in [1,7]"];
        for text in increasing {
            assert!(symbolic(text).is_increasing(), "{text}");
        }
        let others = [
            "(8,M):(M,1)",
            "(M,8):(0,1)",
            "(M,2):(1,4)",
            "(2,M):(K,8)",
            "(M,2):(1,M*-1)",
            "(M,N):(1@0,1@1)",
            "(2,M):(K,8) where K in [1,8]",
        ];
        for text in others {
            assert!(!symbolic(text).is_increasing(), "{text}");
        }
    }

    #[test]
    fn every_number_is_reached() {
        for (text, size) in [
            ("(M,N):(N,1)", None),
            ("(M,N):(1@0,1@1)", None),
            ("(M,1,N):(1,0,M)", None),
            ("(M,(2,N)):(2,(1,2*M))", None),
            ("(M,N,K):(K,M*K,1)", None),
            ("(4,M):(1,3)", None),
            ("(M,2):(0,1)", None),
            ("(M,8):(1,M)", Some(8)),
            ("(2,4):(N,1)", Some(4)),
            ("(M):(1) where M in [5,100]", Some(5)),
            // What is below 0 is no obstacle.
            ("(4,M):(1,-7)", Some(4)),
        ] {
            assert!(symbolic(text).is_onto(size), "{text} onto {size:?}");
        }
        for (text, size) in [
            ("(4,M):(1,5)", None),
            ("(M,N):(2*N,1)", None),
            ("(M,N):(2*N,2)", None),
            ("(M,N):(N*-1,1)", None),
            ("(M,N):(K,1)", None),
            ("(M,N):(1@0,2@1)", None),
            ("(4,M):(1,-7)", None),
            ("(M,8):(1,M)", Some(9)),
            ("(2,4):(N,1)", Some(5)),
            ("(M):(1@1)", Some(1)),
        ] {
            assert!(!symbolic(text).is_onto(size), "{text} onto {size:?}");
        }
    }

    /// Each is the product of all symbols before it, so that a sum over all of them has `2^24` products.
    #[test]
    fn a_long_chain_is_seen_at_once() {
        let names: Vec<String> = (0..24).map(|at| format!("M{at}")).collect();
        let stride = |at: usize| match at {
            0 => "1".to_owned(),
            _ => names[..at].join("*"),
        };
        let order: Vec<usize> = (0..24).map(|at| at * 7 % 24).collect();
        for order in [(0..24).collect(), (0..24).rev().collect(), order] {
            let shape: Vec<&str> = order.iter().map(|&at: &usize| names[at].as_str()).collect();
            let of = |strides: Vec<String>| {
                symbolic(&format!("({}):({})", shape.join(","), strides.join(",")))
            };
            let chain = of(order.iter().map(|&at| stride(at)).collect());
            assert!(chain.is_separated() && chain.is_onto(None) && chain.is_onto(Some(1)));
            // A gap behind the first one, and behind all but the last one.
            let padded = |first: usize| {
                let padded =
                    |at: usize| if at < first { stride(at) } else { format!("2*{}", stride(at)) };
                of(order.iter().map(|&at| padded(at)).collect())
            };
            for padded in [padded(1), padded(23)] {
                assert!(padded.is_separated() && !padded.is_onto(None));
            }
        }
        // What is as often as the symbols before it say, and once more.
        let more: Vec<String> = (0..24).map(|at| format!("M{at}*N{at}")).collect();
        let stride = |at: usize| if at == 0 { "1".to_owned() } else { more[..at].join("*") };
        let strides: Vec<String> = (0..24).map(stride).collect();
        let sparse = symbolic(&format!("({}):({})", names.join(","), strides.join(",")));
        assert!(!sparse.is_separated() && !sparse.is_onto(None));
    }

    #[test]
    fn whole_blocks_are_reached() {
        let onto = |text: &str, block| symbolic(text).is_onto_blocks(block);
        assert!(onto("(M,64):(64,1) where M mod 2 = 0", 128));
        assert!(!onto("(M,64):(64,1) where M mod 2 = 0", 256));
        assert!(!onto("(M,64):(64,1) where M mod 2 = 1", 128));
        assert!(onto("(M,N):(N,1) where M mod 4 = 0, N mod 6 = 4", 8));
        assert!(!onto("(M,64):(65,1) where M mod 64 = 0", 1));
        assert!(!onto("(M,64):(1@0,1@1) where M mod 64 = 0", 1));
        assert!(onto("(M,3):(1,M)", 1) && !onto("(M,3):(1,M)", 2));
    }

    /// The offsets of all coordinates, for some values of M and N.
    fn instances(layout: &SymbolicLayout) -> impl Iterator<Item = ([i64; 2], Vec<i64>)> {
        let values = [[1, 1], [1, 2], [2, 1], [2, 3], [3, 2], [5, 4]].into_iter();
        values.map(move |values| {
            let value = |name: &str| Some(values[usize::from(name == "N")]);
            let layout = layout.with_values(&value).unwrap();
            (values, (0..layout.size()).map(|at| layout.offset(at).unwrap()).collect())
        })
    }

    /// Layouts of M and N with two modes.
    fn two_modes() -> impl Iterator<Item = (String, SymbolicLayout)> {
        let extents = ["M", "N", "2", "M*N", "1"];
        let strides = ["1", "2", "M", "N", "M*N", "2*M", "-3", "M*-1"];
        let shapes = extents.into_iter().flat_map(move |a| extents.map(|b| format!("({a},{b})")));
        let texts = shapes.flat_map(move |shape| {
            let strides =
                strides.into_iter().flat_map(move |d| strides.map(|e| format!("({d},{e})")));
            strides.map(move |strides| format!("{shape}:{strides}"))
        });
        texts.filter_map(|text| match text.parse() {
            Ok(CuteLayout::Symbolic(layout)) => Some((text, layout)),
            _ => None,
        })
    }

    #[test]
    fn increasing_and_onto_hold_for_all_values() {
        let (mut increasing, mut onto) = (0, 0);
        for (text, layout) in two_modes() {
            let is_increasing = layout.is_increasing();
            let reached =
                [None, Some(1), Some(2), Some(3)].map(|size| (size, layout.is_onto(size)));
            for (values, offsets) in instances(&layout) {
                let increases = offsets.is_sorted_by(|before, after| before < after);
                assert!(!is_increasing || increases, "{text} at {values:?}");
                let end = offsets.iter().max().unwrap() + 1;
                for (size, is_onto) in reached {
                    let covers = (0..size.unwrap_or(end)).all(|offset| offsets.contains(&offset));
                    assert!(!is_onto || covers, "{text} onto {size:?} at {values:?}");
                }
            }
            increasing += usize::from(is_increasing);
            onto += usize::from(reached[0].1);
        }
        assert!(50 < increasing && 100 < onto, "{increasing} {onto}");
    }

    #[test]
    fn separated_strides_are_injective_for_all_values() {
        let (mut separated, mut other) = (0, 0);
        for (text, layout) in two_modes() {
            if !layout.is_separated() {
                other += 1;
                continue;
            }
            separated += 1;
            for (values, offsets) in instances(&layout) {
                let distinct: BTreeSet<i64> = offsets.iter().copied().collect();
                assert_eq!(distinct.len(), offsets.len(), "{text} at {values:?}");
            }
        }
        assert!(100 < separated && 100 < other, "{separated} {other}");
    }
}
