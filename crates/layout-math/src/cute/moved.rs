//! What is known of the offsets of a layout to which an offset is added, whatever the symbols are.

use super::composed::{Composed, Outer};
use super::cute_layout::CuteLayout;
use super::polynomial::{Polynomial, steps};
use super::swizzle::Swizzle;
use super::symbol_bounds::SymbolBounds;
use super::symbolic::Term;
use super::symbolic_span::spans;
use crate::affine::Fact;

/// The function `c -> swizzle(offset + layout(c))`.
pub(crate) struct Moved<'a> {
    swizzle: Swizzle,
    offset: Term,
    layout: &'a CuteLayout,
    facts: &'a [Fact],
}

impl CuteLayout {
    /// The layout itself, moved by 0.
    pub(crate) fn as_moved(&self) -> Moved<'_> {
        let (swizzle, offset) = (Swizzle::IDENTITY, Term::constant(0));
        Moved { swizzle, offset, layout: self, facts: self.facts() }
    }
}

impl Composed {
    /// The layout where its outer function is a swizzle.
    pub(crate) fn as_moved(&self) -> Option<Moved<'_>> {
        let Outer::Swizzle(swizzle) = *self.outer() else { return None };
        let offset = self.offset_term().clone();
        Some(Moved { swizzle, offset, layout: self.inner(), facts: self.facts() })
    }
}

impl Moved<'_> {
    /// True if there is an offset at each coordinate and all of them are seen to lie in `[0, size)`, for all
    /// values of the symbols, of which another layout may know more. False proves nothing.
    ///
    /// A swizzle does not leave the blocks that it permutes, so that those below the size are looked at.
    pub fn is_within(&self, size: &Term, known: Option<&CuteLayout>) -> bool {
        let known_facts = known.map_or(&[][..], CuteLayout::facts);
        let extents =
            [Some(self.layout), known].into_iter().flatten().flat_map(CuteLayout::extents);
        let facts = [self.facts, known_facts].concat();
        let Some(bounds) = SymbolBounds::of_several(&facts, &extents.collect::<Vec<_>>()) else {
            return false;
        };
        let Some(block) = self.swizzle.block() else { return false };
        let end = match size.as_constant() {
            Some(size) => Term::constant(size.div_euclid(block) * block),
            None if Polynomial::from(size).is_multiple(block, &facts) => size.clone(),
            None => return false,
        };
        let is_below = |(least, greatest): (Polynomial, Polynomial)| {
            let mut steps = steps();
            let end = Polynomial::from(&end).plus(&Polynomial::constant(1), -1)?;
            let is_natural = least.is_natural_within(&bounds, &mut steps);
            Some(is_natural && greatest.is_at_most(&end, &bounds, &mut steps))
        };
        self.ends(&bounds).and_then(is_below).unwrap_or(false)
    }

    /// True if all offsets are seen to be less than those of another layout, or all greater, for all values
    /// of the symbols of both. False proves nothing, and so it is behind a swizzle.
    pub fn is_apart_from(&self, other: &Moved<'_>) -> bool {
        if !self.swizzle.is_identity() || !other.swizzle.is_identity() {
            return false;
        }
        let extents = [self.layout.extents(), other.layout.extents()].concat();
        let facts = [self.facts, other.facts].concat();
        let Some(bounds) = SymbolBounds::of_several(&facts, &extents) else { return false };
        let (Some(own), Some(others)) = (self.ends(&bounds), other.ends(&bounds)) else {
            return false;
        };
        let mut steps = steps();
        let mut is_less = |greatest: &Polynomial, least: &Polynomial| {
            let end = greatest.plus(&Polynomial::constant(1), 1);
            end.is_some_and(|end| end.is_at_most(least, &bounds, &mut steps))
        };
        is_less(&own.1, &others.0) || is_less(&others.1, &own.0)
    }

    /// The least and the greatest value before the swizzle: the digits are free, so that each mode adds
    /// nothing or what it does at its last coordinate, as the sign of its stride says. `None` if a sign is not
    /// seen, past 128 bits, and where offsets are tuples.
    fn ends(&self, bounds: &SymbolBounds) -> Option<(Polynomial, Polynomial)> {
        let mut steps = steps();
        let offset = Polynomial::from(&self.offset);
        let (mut least, mut greatest) = (offset.clone(), offset);
        for span in spans(&self.layout.shape(), &self.layout.stride())? {
            if !span.path.is_empty() {
                return None;
            }
            let nothing = Polynomial::default();
            if nothing.is_at_most(&span.stride, bounds, &mut steps) {
                greatest.add_multiple(&span.last, 1)?;
            } else if span.stride.is_at_most(&nothing, bounds, &mut steps) {
                least.add_multiple(&span.last, 1)?;
            } else {
                return None;
            }
        }
        Some((least, greatest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn composed(text: &str) -> Composed {
        text.parse().unwrap()
    }

    #[test]
    fn the_last_offset_is_below_the_size() {
        let is_within = |text: &str, size: &str| {
            let size: CuteLayout = format!("({size}):(1)").parse().unwrap();
            let layout: CuteLayout = text.parse().unwrap();
            layout.as_moved().is_within(&size.size().unwrap(), Some(&size))
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
        assert!(few.as_moved().is_within(&Term::symbol("M"), Some(&few)));
        assert!(!few.as_moved().is_within(&Term::symbol("M"), Some(&many)));
    }

    #[test]
    fn an_offset_moves_both_ends() {
        let is_within =
            |text: &str, size: Term| composed(text).as_moved().unwrap().is_within(&size, None);
        let number = |size| is_within("S<0,0,0> o 3 o (8,M):(M,1) where M in [1,1000]", size);
        // 3 + 8*1000 numbers.
        assert!(number(Term::constant(8003)) && !number(Term::constant(8002)));
        assert!(is_within(
            "S<0,0,0> o M o M:-1",
            Term::symbol("M").times(&Term::constant(2)).unwrap()
        ));
        assert!(!is_within("S<0,0,0> o M o M:-2", Term::constant(i64::MAX)));
        assert!(!is_within("S<0,0,0> o k o 4:1", Term::constant(i64::MAX)));
        assert!(is_within("S<0,0,0> o k o 4:1 where k in [0,4]", Term::constant(8)));
    }

    #[test]
    fn a_swizzle_stays_in_its_blocks() {
        let is_within = |text: &str, size: i64| {
            composed(text).as_moved().unwrap().is_within(&Term::constant(size), None)
        };
        // Blocks of 4, whose bits are read above them; of 32, of which bit 4 is changed.
        assert!(is_within("S<1,1,3> o 0 o M:1 where M in [1,4]", 4));
        assert!(!is_within("S<1,1,3> o 0 o M:1 where M in [1,5]", 5));
        assert!(is_within("S<1,1,3> o 0 o M:1 where M in [1,5]", 8));
        assert!(is_within("S<1,1,-3> o 0 o M:1 where M in [1,5]", 32));
        assert!(!is_within("S<1,1,-3> o 0 o M:1 where M in [1,5]", 31));
        let of_symbols = |facts: &str| {
            let text = format!("S<1,1,3> o 0 o (M,2):(2,1) where {facts}");
            let size = Term::symbol("M").times(&Term::constant(2)).unwrap();
            composed(&text).as_moved().unwrap().is_within(&size, None)
        };
        assert!(of_symbols("M mod 2 = 0") && !of_symbols("M mod 3 = 0"));
    }

    #[test]
    fn ranges_that_do_not_meet_are_apart() {
        let apart = |left: &str, right: &str| {
            let (left, right) = (composed(left), composed(right));
            let (left, right) = (left.as_moved().unwrap(), right.as_moved().unwrap());
            assert_eq!(left.is_apart_from(&right), right.is_apart_from(&left));
            left.is_apart_from(&right)
        };
        let tile = "S<0,0,0> o 0 o (M,8):(1,M)";
        assert!(apart(tile, "S<0,0,0> o 8*M o (M,8):(1,M)"));
        assert!(!apart(tile, "S<0,0,0> o 7*M o (M,8):(1,M)"));
        assert!(apart("S<0,0,0> o -1 o (M,8):(-1,M*-1)", tile));
        assert!(!apart("S<0,0,0> o 0 o (M,8):(-1,M*-1)", tile));
        // Behind a swizzle the ranges are others.
        assert!(!apart("S<1,0,1> o 0 o 1:1", "S<1,0,1> o 1 o 1:1"));
    }
}
