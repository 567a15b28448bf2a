use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use super::cute_layout::CuteLayout;
use super::parse::{UncheckedLayout, read_facts, read_term};
use super::swizzle::Swizzle;
use super::symbolic::{Term, check_facts};
use crate::affine::Fact;
use crate::text::{Cursor, ParseError};

/// CuTe's composed layout `outer o offset o inner`: `c -> outer(offset + inner(c))`.
///
/// The outer function is a swizzle or a layout; a layout is extended past its end in its last
/// flattened mode. `S<0,4,3> o k o L` is a layout with an offset, which may be negative; any other
/// composed layout has no offset where `offset + inner(c)` is negative.
///
/// ```
/// use layout_math::cute::Composed;
///
/// let tile: Composed = "S<1,2,1> o 0 o (4,4):(1,4)".parse()?;
/// assert_eq!(tile.offset(8), Some(12));
///
/// // The shuffle -3c mod 16 is not a CuTe layout, but a layout after a layout is it.
/// let shuffle: Composed = "(16,13):(1,0) o 0 o 16:13".parse()?;
/// assert_eq!(shuffle.offset(5), Some(1));
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
///
/// # Invariants
///
/// 1. Every fact is about a symbol of the outer layout, the offset or the inner layout; the parts
///    hold the facts about their own symbols.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Composed {
    /// On the heap: most layouts have no outer function, and a layout of any kind is as large as the
    /// largest kind.
    functions: Box<Functions>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Functions {
    outer: Outer,
    offset: Term,
    inner: CuteLayout,
    facts: Vec<Fact>,
}

/// The function of a composed layout that is applied last.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Outer {
    Swizzle(Swizzle),
    Layout(CuteLayout),
}

impl fmt::Display for Outer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outer::Swizzle(swizzle) => swizzle.fmt(f),
            // The facts are written once, after the inner layout.
            Outer::Layout(CuteLayout::Symbolic(layout)) => {
                write!(f, "{}:{}", layout.shape(), layout.stride())
            }
            Outer::Layout(layout) => layout.fmt(f),
        }
    }
}

impl Composed {
    /// The composed layout of parts without symbols.
    ///
    /// Symbols come in through the notation, which also carries their facts.
    pub fn new(outer: Outer, offset: i64, inner: CuteLayout) -> Self {
        let mut facts = BTreeSet::new();
        for part in [Some(&inner), outer.as_layout()].into_iter().flatten() {
            if let CuteLayout::Symbolic(layout) = part {
                facts.extend(layout.facts().iter().cloned());
            }
        }
        let facts = facts.into_iter().collect();
        Functions { outer, offset: Term::constant(offset), inner, facts }.into()
    }

    pub fn outer(&self) -> &Outer {
        &self.functions.outer
    }

    pub fn offset_term(&self) -> &Term {
        &self.functions.offset
    }

    pub fn inner(&self) -> &CuteLayout {
        &self.functions.inner
    }

    /// What is known about the symbols of all parts.
    pub fn facts(&self) -> &[Fact] {
        &self.functions.facts
    }

    /// The symbols of all parts.
    pub fn symbols(&self) -> BTreeSet<&str> {
        let mut symbols: BTreeSet<&str> =
            self.functions.offset.symbols().iter().map(String::as_str).collect();
        for part in
            [Some(&self.functions.inner), self.functions.outer.as_layout()].into_iter().flatten()
        {
            if let CuteLayout::Symbolic(layout) = part {
                symbols.extend(layout.symbols());
            }
        }
        symbols
    }

    /// The same layout with those of these facts that are about its symbols.
    pub fn given(&self, facts: &[Fact]) -> Self {
        let symbols = self.symbols();
        let about = facts.iter().filter(|fact| symbols.contains(fact.symbol()));
        let all: BTreeSet<Fact> = self.functions.facts.iter().chain(about).cloned().collect();
        Functions { facts: all.into_iter().collect(), ..(*self.functions).clone() }.into()
    }

    /// The layout with other names for its symbols, of which no two become one.
    pub(crate) fn renamed(&self, name: &dyn Fn(&str) -> String) -> Self {
        let outer = match &self.functions.outer {
            Outer::Swizzle(swizzle) => Outer::Swizzle(*swizzle),
            Outer::Layout(layout) => Outer::Layout(layout.renamed(name)),
        };
        let facts: BTreeSet<Fact> =
            self.functions.facts.iter().map(|fact| fact.renamed(name)).collect();
        let Functions { offset, inner, .. } = &*self.functions;
        let (offset, inner) = (offset.renamed(name), inner.renamed(name));
        Functions { outer, offset, inner, facts: facts.into_iter().collect() }.into()
    }

    /// The layout for these values of its symbols; `None` as for [`CuteLayout::with_values`].
    pub fn with_values(&self, value: &dyn Fn(&str) -> Option<i64>) -> Option<Self> {
        let outer = match &self.functions.outer {
            Outer::Swizzle(swizzle) => Outer::Swizzle(*swizzle),
            Outer::Layout(layout) => Outer::Layout(layout.with_values(value)?),
        };
        let offset = self.functions.offset.evaluate(value)?;
        Some(Composed::new(outer, offset, self.functions.inner.with_values(value)?))
    }

    /// The same layout with another outer function.
    pub fn with_outer(&self, outer: Outer) -> Self {
        Functions { outer, ..(*self.functions).clone() }.into()
    }

    /// The same layout with another inner layout.
    pub fn with_inner(&self, inner: CuteLayout) -> Self {
        Functions { inner, ..(*self.functions).clone() }.into()
    }

    /// The offset at an integral coordinate.
    ///
    /// `None` if a part has symbols or basis strides, if a value that is swizzled or is a coordinate
    /// of the outer layout is negative, and past 64 bits.
    pub fn offset(&self, coordinate: i64) -> Option<i64> {
        self.outer_at(self.functions.inner.as_static()?.offset(coordinate)?)
    }

    /// The offset at a natural coordinate of the inner layout; `None` as for [`Composed::offset`].
    pub fn natural_offset(&self, coordinates: &[i64]) -> Option<i64> {
        self.outer_at(self.functions.inner.as_static()?.natural_offset(coordinates)?)
    }

    /// `outer(offset + inner)`.
    pub fn outer_at(&self, inner: i64) -> Option<i64> {
        let inner = self.functions.offset.as_constant()?.checked_add(inner)?;
        match &self.functions.outer {
            outer if outer.is_identity() => Some(inner),
            Outer::Swizzle(swizzle) => (0 <= inner).then(|| swizzle.apply(inner)),
            Outer::Layout(layout) => layout.as_static()?.offset(inner),
        }
    }
}

impl From<Functions> for Composed {
    fn from(functions: Functions) -> Self {
        Composed { functions: Box::new(functions) }
    }
}

impl Outer {
    /// True for a swizzle of no bits, which leaves every number as it is, a negative one too:
    /// `S<0,4,3> o k o L` is a layout with an offset. All other outer functions have values at
    /// numbers that are not negative only.
    pub fn is_identity(&self) -> bool {
        matches!(self, Outer::Swizzle(swizzle) if swizzle.is_identity())
    }

    /// True if both are seen to be the same function.
    pub(crate) fn is_same_function(&self, other: &Self) -> bool {
        match (self, other) {
            (Outer::Swizzle(own), Outer::Swizzle(other)) => own.is_same_function(*other),
            _ => self == other,
        }
    }

    fn as_layout(&self) -> Option<&CuteLayout> {
        match self {
            Outer::Swizzle(_) => None,
            Outer::Layout(layout) => Some(layout),
        }
    }
}

impl FromStr for Composed {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let composed = Composed::read(&mut cursor)?;
        cursor.expect_end()?;
        Ok(composed)
    }
}

impl Composed {
    /// Reads `outer o offset o inner where facts` at the cursor.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self, ParseError> {
        let mut facts = Vec::new();
        let outer = if cursor.rest().trim_start().starts_with("S<") {
            Err(Swizzle::parse(cursor)?)
        } else {
            Ok(UncheckedLayout::read(cursor)?)
        };
        cursor.expect("o")?;
        let offset = read_term(cursor, &mut facts)?;
        cursor.expect("o")?;
        let mut inner = UncheckedLayout::read(cursor)?;
        let facts_column = cursor.column();
        read_facts(cursor, &mut facts)?;
        let mut known: BTreeSet<&str> =
            offset.symbols().iter().chain(inner.symbols()).map(String::as_str).collect();
        known.extend(outer.iter().flat_map(UncheckedLayout::symbols).map(String::as_str));
        let extents = outer.iter().chain([&inner]).flat_map(UncheckedLayout::extents);
        let all: Vec<Fact> = facts.iter().chain(&inner.facts).cloned().collect();
        check_facts(&all, &known, extents)
            .map_err(|error| ParseError::rule(facts_column, error))?;
        let own = |parts: &UncheckedLayout| -> Vec<Fact> {
            let occurs = |fact: &&Fact| parts.symbols().any(|symbol| symbol == fact.symbol());
            facts.iter().filter(occurs).cloned().collect()
        };
        inner.facts.extend(own(&inner));
        let mut all: BTreeSet<Fact> = facts.iter().chain(&inner.facts).cloned().collect();
        let outer = match outer {
            Err(swizzle) => Outer::Swizzle(swizzle),
            Ok(mut parts) => {
                parts.facts.extend(own(&parts));
                all.extend(parts.facts.iter().cloned());
                Outer::Layout(parts.build()?)
            }
        };
        let facts = all.into_iter().collect();
        Ok(Functions { outer, offset, inner: inner.build()?, facts }.into())
    }
}

impl fmt::Display for Composed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} o {} o ", self.functions.outer, self.functions.offset)?;
        match &self.functions.inner {
            CuteLayout::Symbolic(layout) => write!(f, "{}:{}", layout.shape(), layout.stride())?,
            layout => layout.fmt(f)?,
        }
        for (position, fact) in self.functions.facts.iter().enumerate() {
            let separator = if position == 0 { " where " } else { ", " };
            write!(f, "{separator}{fact}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn prints(text: &str, expected: &str) {
        let composed: Composed = text.parse().unwrap();
        assert_eq!(composed.to_string(), expected);
        assert_eq!(expected.parse::<Composed>().unwrap(), composed);
    }

    #[test]
    fn printing_is_canonical() {
        prints("S<3,4,3>o 0 o(8,64):(64,1)", "S<3,4,3> o 0 o (8,64):(64,1)");
        prints("(16,13):(1,0) o -3 o 16:13", "(16,13):(1,0) o -3 o 16:13");
        prints(
            "(M,4):(4,1) o k o (N,2):(1,M) where k in [0,7], M mod 4 = 0",
            "(M,4):(4,1) o k o (N,2):(1,M) where k in [0,7], M mod 4 = 0",
        );
        prints(
            "(?,4):(4,1) o ?{div=8} o (?,2):(1,_1)",
            "(_2,4):(4,1) o _3 o (_4,2):(1,_1) where _3 mod 8 = 0",
        );
    }

    #[test]
    fn parts_are_checked_where_they_stand() {
        let fails = |text: &str| {
            let error = text.parse::<Composed>().unwrap_err();
            (error.column, error.to_string())
        };
        assert_eq!(fails("S<1,2,1> o 0"), (12, "expected 'o' but the text ends here".to_owned()));
        assert_eq!(fails("S<1,2,1> o 0 o (4,0)").0, 18);
        assert_eq!(
            fails("S<1,2,1> o 0 o (4,2) where M mod 2 = 0"),
            (21, "the layout has no symbol M".to_owned())
        );
        // What is said of a symbol is said of it wherever it stands.
        let message = "no integer satisfies M in [1,2] and M mod 6 = 0".to_owned();
        for text in [
            "S<0,1,2> o 8*N o (8,8):(8,2*M) where M in [1,2], M mod 6 = 0, N in [2,3]",
            "S<0,1,2> o 8*M o (8,8):(8,2*N) where M in [1,2], M mod 6 = 0, N in [2,3]",
            "(M,8):(1,N) o N o (8,8):(8,2) where M in [1,2], M mod 6 = 0, N in [2,3]",
        ] {
            assert_eq!(fails(text), (text.find("where").unwrap(), message.clone()), "{text}");
        }
        let extent = "S<0,1,2> o 2*N o N:1 where N in [-4,0]";
        assert_eq!(fails(extent), (21, "no integer satisfies N in [-4,0]".to_owned()));
        let residue = "S<0,1,2> o k o 4:1 where k mod 4 = 4";
        assert_eq!(fails(residue), (19, "no integer satisfies k mod 4 = 4".to_owned()));
    }

    #[test]
    fn the_outer_layout_is_extended_past_its_end() {
        let shuffle: Composed = "(16,13):(1,0) o 0 o 16:13".parse().unwrap();
        for c in 0..16 {
            assert_eq!(shuffle.offset(c), Some((-3 * c).rem_euclid(16)));
        }
        let below: Composed = "S<1,2,1> o 2 o 4:-1".parse().unwrap();
        assert_eq!([2, 3].map(|c| below.offset(c)), [Some(0), None]);
    }
}
