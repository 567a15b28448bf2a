use std::collections::BTreeSet;
use std::fmt::{self, Write};

use crate::affine::Fact;
use crate::cute::{
    Composed, CuteLayout, Domain, Layout, Outer, Sign, Swizzle, Term, TileMode, Tiler,
};
use crate::linear::LinearLayout;
use crate::relation::{Facts, Relation};
use crate::text::{Cursor, ParseError};

/// The six notations. Each is one attribute of the dialect, `#layout.<name><...>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Kind {
    Cute = 0,
    Swizzle = 1,
    Composed = 2,
    Linear = 3,
    Tile = 4,
    Relation = 5,
}

/// A layout of any kind, immutable and shareable between threads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AnyLayout {
    Cute(CuteLayout),
    Swizzle(Swizzle),
    Composed(Composed),
    Linear(LinearLayout),
    Tile(Tiler),
    Relation(Relation),
}

impl AnyLayout {
    /// Reads the body of an attribute: what stands between the angle brackets.
    ///
    /// For [`Kind::Relation`] the body is the text between the quotes.
    ///
    /// ```
    /// use layout_math::algebra::{AnyLayout, Kind};
    ///
    /// let layout = AnyLayout::parse(Kind::Cute, "(4,8)")?;
    /// assert_eq!(layout.to_string(), "(4,8):(1,4)");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn parse(kind: Kind, body: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(body);
        let layout = match kind {
            Kind::Cute => AnyLayout::Cute(CuteLayout::read(&mut cursor)?),
            Kind::Swizzle => AnyLayout::Swizzle(Swizzle::parse(&mut cursor)?),
            Kind::Composed => AnyLayout::Composed(Composed::read(&mut cursor)?),
            Kind::Linear => AnyLayout::Linear(LinearLayout::parse(&mut cursor)?),
            Kind::Tile => AnyLayout::Tile(Tiler::read(&mut cursor)?),
            Kind::Relation => return body.parse().map(AnyLayout::Relation),
        };
        cursor.expect_end()?;
        Ok(layout)
    }

    pub fn kind(&self) -> Kind {
        match self {
            AnyLayout::Cute(_) => Kind::Cute,
            AnyLayout::Swizzle(_) => Kind::Swizzle,
            AnyLayout::Composed(_) => Kind::Composed,
            AnyLayout::Linear(_) => Kind::Linear,
            AnyLayout::Tile(_) => Kind::Tile,
            AnyLayout::Relation(_) => Kind::Relation,
        }
    }

    /// Writes the layout behind a text, as [`Display`](fmt::Display) does at a part of the cost.
    ///
    /// ```
    /// use layout_math::algebra::{AnyLayout, Kind};
    ///
    /// let mut text = String::from("cute<");
    /// AnyLayout::parse(Kind::Cute, "(4,8):(8,1)")?.write_to(&mut text);
    /// assert_eq!(text, "cute<(4,8):(8,1)");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn write_to(&self, text: &mut String) {
        match self {
            AnyLayout::Cute(layout) => layout.write_to(text),
            // To write to a string does not fail.
            _ => _ = write!(text, "{self}"),
        }
    }

    /// The CuTe layout of integers, if the layout is one.
    pub fn as_static(&self) -> Option<&Layout> {
        match self {
            AnyLayout::Cute(layout) => layout.as_static(),
            _ => None,
        }
    }

    /// The modes that coordinates are of: those of a CuTe layout, or of the inner layout of a composed
    /// one.
    pub fn modes(&self) -> Option<&CuteLayout> {
        match self {
            AnyLayout::Cute(layout) => Some(layout),
            AnyLayout::Composed(composed) => Some(composed.inner()),
            _ => None,
        }
    }

    /// The extents of the natural coordinate: those of the flattened modes, or the sizes of the in-dims
    /// of a linear layout.
    pub fn extents(&self) -> Option<Vec<Term>> {
        match self {
            AnyLayout::Linear(linear) => {
                Some(linear.in_dims().iter().map(|dim| Term::constant(dim.size())).collect())
            }
            _ => self.modes().map(CuteLayout::extents),
        }
    }

    /// The symbols of extents, those of an outer layout and of tiles included. Each is at least 1.
    pub fn extent_symbols(&self) -> BTreeSet<String> {
        if !self.has_symbols() {
            return BTreeSet::new();
        }
        let extents = self.symbolic_extents();
        extents.iter().flat_map(Term::symbols).cloned().collect()
    }

    /// The extents that have symbols, those of an outer layout and of tiles included. Each is at least 1.
    pub(super) fn symbolic_extents(&self) -> Vec<Term> {
        let mut all = self.modes().map_or(Vec::new(), CuteLayout::extents);
        match self {
            AnyLayout::Composed(composed) => {
                if let Outer::Layout(outer) = composed.outer() {
                    all.extend(outer.extents());
                }
            }
            AnyLayout::Tile(tiler) => {
                for mode in tiler.modes() {
                    if let TileMode::Layout(cute) = mode {
                        all.extend(cute.extents());
                    }
                }
            }
            _ => {}
        }
        all.retain(|extent| extent.as_constant().is_none());
        all
    }

    /// True if a name occurs whose value is not known.
    pub fn has_symbols(&self) -> bool {
        match self {
            AnyLayout::Cute(layout) => matches!(layout, CuteLayout::Symbolic(_)),
            AnyLayout::Composed(composed) => !composed.symbols().is_empty(),
            AnyLayout::Relation(relation) => relation.parameters().next().is_some(),
            AnyLayout::Tile(tiler) => tiler
                .modes()
                .iter()
                .any(|mode| matches!(mode, TileMode::Layout(CuteLayout::Symbolic(_)))),
            AnyLayout::Swizzle(_) | AnyLayout::Linear(_) => false,
        }
    }

    /// The names whose values are not known, sorted.
    pub fn symbols(&self) -> BTreeSet<&str> {
        match self {
            AnyLayout::Cute(CuteLayout::Symbolic(layout)) => layout.symbols(),
            AnyLayout::Composed(composed) => composed.symbols(),
            AnyLayout::Tile(tiler) => tiler.symbols(),
            AnyLayout::Relation(relation) => relation.parameters().collect(),
            AnyLayout::Cute(_) | AnyLayout::Swizzle(_) | AnyLayout::Linear(_) => BTreeSet::new(),
        }
    }

    /// The layout for these values of its symbols.
    ///
    /// `None` if a value is missing or contradicts a fact, if an extent is less than 1, if a number
    /// passes 64 bits, for a tiler, and if a basis stride becomes 0, with which its position is lost.
    ///
    /// ```
    /// use layout_math::algebra::{AnyLayout, Kind};
    ///
    /// let layout = AnyLayout::parse(Kind::Composed, "S<1,0,1> o k o (M,8):(8,1)")?;
    /// let value = |name: &str| Some(if name == "M" { 4 } else { 16 });
    /// assert_eq!(layout.with_values(&value).unwrap().to_string(), "S<1,0,1> o 16 o (4,8):(8,1)");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn with_values(&self, value: &dyn Fn(&str) -> Option<i64>) -> Option<AnyLayout> {
        let obeys = |fact: &Fact| value(fact.symbol()).is_some_and(|value| fact.holds(value));
        if !self.facts().iter().all(obeys) {
            return None;
        }
        match self {
            AnyLayout::Cute(cute) => cute.with_values(value).map(AnyLayout::Cute),
            AnyLayout::Composed(composed) => composed.with_values(value).map(AnyLayout::Composed),
            AnyLayout::Relation(relation) => {
                let values: Option<Vec<i64>> = relation.parameters().map(value).collect();
                relation.with_parameters(&values?).map(AnyLayout::Relation)
            }
            AnyLayout::Swizzle(_) | AnyLayout::Linear(_) => Some(self.clone()),
            AnyLayout::Tile(_) => None,
        }
    }

    /// The first of its symbols, in their order, without a value.
    pub fn without_value(&self, value: &dyn Fn(&str) -> Option<i64>) -> Option<&str> {
        self.symbols().into_iter().find(|&symbol| value(symbol).is_none())
    }

    /// What the layout itself says of its symbols.
    pub fn facts(&self) -> &[Fact] {
        match self {
            AnyLayout::Cute(layout) => layout.facts(),
            AnyLayout::Composed(composed) => composed.facts(),
            _ => &[],
        }
    }

    /// The layout with those of these facts that are about its symbols: a name means one value within
    /// a function, so that what another layout there says of it holds here.
    pub fn given(&self, facts: &[Fact]) -> AnyLayout {
        match self {
            AnyLayout::Cute(CuteLayout::Symbolic(layout)) => {
                AnyLayout::Cute(CuteLayout::Symbolic(layout.given(facts)))
            }
            AnyLayout::Composed(composed) => AnyLayout::Composed(composed.given(facts)),
            // A symbol whose name is not one of a parameter is not a parameter of any relation.
            AnyLayout::Relation(relation) => match Facts::of(facts) {
                Ok(facts) => AnyLayout::Relation(relation.given(&facts)),
                Err(_) => self.clone(),
            },
            _ => self.clone(),
        }
    }

    /// Whether an offset may be negative, or be missing, at a coordinate of `domain`.
    ///
    /// Linear layouts and relations are not extended. A relation is not looked at, and a tiler is
    /// not a function: the answer is [`Sign::Any`].
    ///
    /// ```
    /// use layout_math::algebra::{AnyLayout, Domain, Kind, Sign};
    ///
    /// let rows = AnyLayout::parse(Kind::Cute, "(M,8):(8,1)")?;
    /// assert_eq!(rows.sign(Domain::Extended), Sign::Natural);
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn sign(&self, domain: Domain) -> Sign {
        match self {
            AnyLayout::Cute(cute) => cute.sign(domain),
            AnyLayout::Composed(composed) => composed.sign(domain),
            AnyLayout::Swizzle(_) | AnyLayout::Linear(_) => Sign::Natural,
            AnyLayout::Tile(_) | AnyLayout::Relation(_) => Sign::Any,
        }
    }

    /// The number of coordinates, as a product of symbols.
    ///
    /// `None` for a tiler, which is not a function, for a relation, whose domain only isl can count,
    /// and past 64 bits.
    pub fn size(&self) -> Option<Term> {
        match self {
            AnyLayout::Cute(layout) => layout.size(),
            AnyLayout::Composed(composed) => composed.inner().size(),
            AnyLayout::Swizzle(swizzle) => swizzle_size(*swizzle).map(Term::constant),
            AnyLayout::Linear(linear) => Some(Term::constant(linear.size())),
            AnyLayout::Tile(_) | AnyLayout::Relation(_) => None,
        }
    }
}

/// The domain of a swizzle by itself: the offsets that have all the bits it reads and no others.
///
/// `None` for 63 bits, of which there are too many to count in an `i64`.
pub(super) fn swizzle_size(swizzle: Swizzle) -> Option<i64> {
    1_i64.checked_shl(swizzle.n_bits() as u32).filter(|&size| 0 < size)
}

impl From<Layout> for AnyLayout {
    fn from(layout: Layout) -> Self {
        AnyLayout::Cute(CuteLayout::Static(layout))
    }
}

impl fmt::Display for AnyLayout {
    /// The canonical body: it parses back to an equal layout.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyLayout::Cute(layout) => layout.fmt(f),
            AnyLayout::Swizzle(swizzle) => swizzle.fmt(f),
            AnyLayout::Composed(composed) => composed.fmt(f),
            AnyLayout::Linear(linear) => linear.fmt(f),
            AnyLayout::Tile(tiler) => tiler.fmt(f),
            AnyLayout::Relation(relation) => relation.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extents_of_tiles_have_symbols() {
        let tile = AnyLayout::parse(Kind::Tile, "[(M,2):(2,1);4;(3,2*N):(1,3)]").unwrap();
        let extents: Vec<String> = tile.symbolic_extents().iter().map(Term::to_string).collect();
        assert_eq!(extents, ["M", "2*N"]);
        // A tiler is not a function, whatever the symbols are.
        assert_eq!(tile.with_values(&|_| Some(4)), None);
    }
}
