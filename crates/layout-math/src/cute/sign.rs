//! Whether an offset may be negative.

use super::composed::{Composed, Outer};
use super::cute_layout::CuteLayout;
use super::symbol_bounds::SymbolBounds;
use super::symbolic::Term;
use crate::affine::Fact;

/// The coordinates that a statement about a layout is about. None of them is negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// The coordinates of the layout, as many as its size.
    Inside,
    /// Those, and the ones past the end of each mode: any number that is not negative, for the
    /// integral coordinate and for each part of a top-level or natural one. Where a layout is not
    /// extended there is no such coordinate.
    Extended,
}

/// What is known of the offsets of a layout on a [`Domain`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// At every coordinate of the domain the layout has an offset no part of which is negative, for
    /// all values of its symbols that make its extents positive and obey its facts.
    Natural,
    /// That was not shown.
    Any,
}

impl Sign {
    pub fn is_natural(self) -> bool {
        self == Sign::Natural
    }

    fn of(is_natural: bool) -> Self {
        if is_natural { Sign::Natural } else { Sign::Any }
    }
}

impl CuteLayout {
    /// Whether an offset may be negative on `domain`; a tuple is that if one of its parts is.
    ///
    /// Exact for a layout without symbols: if the answer is [`Sign::Any`] then an offset is
    /// negative.
    ///
    /// ```
    /// use layout_math::cute::{CuteLayout, Domain, Sign};
    ///
    /// // The unit mode is 0 on the domain, and -8 past the end of it.
    /// let layout: CuteLayout = "(4,1):(1,-8)".parse()?;
    /// assert_eq!(layout.sign(Domain::Inside), Sign::Natural);
    /// assert_eq!(layout.sign(Domain::Extended), Sign::Any);
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn sign(&self, domain: Domain) -> Sign {
        let lows = self.lows(self.facts(), |_| domain);
        Sign::of(lows.iter().all(|&low| low == Some(0)))
    }

    /// The least and the greatest size, for all values of the symbols that make the extents positive and
    /// obey the facts; 2^63 - 1 where there is no greatest one.
    ///
    /// ```
    /// use layout_math::cute::CuteLayout;
    ///
    /// let layout: CuteLayout = "(M,8):(8,1) where M in [2,64]".parse()?;
    /// assert_eq!(layout.size_bounds(), (16, 512));
    /// let layout: CuteLayout = "(M,8):(8,1)".parse()?;
    /// assert_eq!(layout.size_bounds(), (8, i64::MAX));
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn size_bounds(&self) -> (i64, i64) {
        let Some(size) = self.size() else { return (1, i64::MAX) };
        let (low, high) = SymbolBounds::new(self.facts(), &self.extents()).term(&size).clamped();
        (low.max(1), high.max(1))
    }

    /// What each flattened mode adds to an offset at least, where `domain` says which digits the
    /// mode at a position has; `None` if that has no bound. One of them is reached while all other
    /// digits are 0, and it is never positive.
    fn lows(&self, facts: &[Fact], domain: impl Fn(usize) -> Domain) -> Vec<Option<i128>> {
        let modes: Vec<(Term, Term)> = match self {
            CuteLayout::Static(layout) => {
                let modes = layout.shape().leaves().zip(layout.stride().leaves());
                modes.map(|(&e, &d)| (Term::constant(e), Term::constant(d))).collect()
            }
            CuteLayout::Basis(layout) => {
                let modes = layout.shape().leaves().zip(layout.stride().leaves());
                modes.map(|(&e, d)| (Term::constant(e), Term::constant(d.scale()))).collect()
            }
            CuteLayout::Symbolic(layout) => {
                let modes = layout.shape().leaves().zip(layout.stride().leaves());
                modes.map(|(e, d)| (e.clone(), d.scale().clone())).collect()
            }
        };
        let known = SymbolBounds::new(facts, modes.iter().map(|mode| &mode.0));
        let low = |(position, (extent, stride)): (usize, &(Term, Term))| {
            if known.term(stride).is_natural() {
                return Some(0);
            }
            let last = match domain(position) {
                Domain::Inside => known.term(extent).high? - 1,
                Domain::Extended => return None,
            };
            // An extent of 1 has the digit 0 only, whatever the stride is.
            if last == 0 { Some(0) } else { known.term(stride).low?.checked_mul(last) }
        };
        modes.iter().enumerate().map(low).collect()
    }
}

impl Composed {
    /// Whether an offset may be negative, or be missing, on `domain`; past the ends of the inner
    /// layout if it is extended.
    ///
    /// Exact for a swizzle after a layout without symbols.
    ///
    /// ```
    /// use layout_math::cute::{Composed, Domain, Sign};
    ///
    /// // `S<0,4,3>` leaves every number as it is; another swizzle has no value below 0.
    /// for text in ["S<0,4,3> o -1 o 8:1", "S<1,0,3> o -1 o 8:1", "S<0,4,3> o k o 8:1"] {
    ///     assert_eq!(text.parse::<Composed>()?.sign(Domain::Inside), Sign::Any);
    /// }
    /// let known: Composed = "S<0,4,3> o k o 8:1 where k in [0,3]".parse()?;
    /// assert_eq!(known.sign(Domain::Extended), Sign::Natural);
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn sign(&self, domain: Domain) -> Sign {
        let is_natural = match self.outer() {
            Outer::Swizzle(_) => true,
            // Its coordinate is integral: only the digit of its last mode goes past the end.
            Outer::Layout(outer) => {
                let last = outer.flat_rank().saturating_sub(1);
                let digits = |at| if at == last { Domain::Extended } else { Domain::Inside };
                outer.lows(self.facts(), digits).iter().all(|&low| low == Some(0))
            }
        };
        Sign::of(is_natural && self.argument_sign(domain).is_natural())
    }

    /// True if it is seen that the layout has an offset at every coordinate of `domain`: what the
    /// outer function is applied to is not negative, or the function is the identity.
    ///
    /// Exact on [`Domain::Inside`] for a layout without symbols.
    pub(crate) fn has_offsets(&self, domain: Domain) -> bool {
        self.outer().is_identity() || self.argument_sign(domain).is_natural()
    }

    /// Whether what the outer function is applied to, `offset + inner(c)`, may be negative on
    /// `domain`. Where it is there is no offset, unless the outer function [is the
    /// identity](Outer::is_identity).
    pub(crate) fn argument_sign(&self, domain: Domain) -> Sign {
        let known = SymbolBounds::new(self.facts(), &self.inner().extents());
        let offset = known.term(self.offset_term()).low;
        let lows = self.inner().lows(self.facts(), |_| domain);
        let low = lows.into_iter().try_fold(offset, |sum, low| {
            Some(sum.zip(low).map(|(sum, low)| sum.saturating_add(low)))
        });
        Sign::of(low.flatten().is_some_and(|low| 0 <= low))
    }
}
