//! The claim that code computes the offset of a layout.

use std::fmt;

use super::code::{Code, Node, Operation, Poison};
use crate::affine::Interval;
use crate::algebra::AnyLayout;
use crate::point::{ForSymbols, Point};

/// The claim that values of a code are the offset of a layout, wherever the layout has one.
#[derive(Debug, Clone)]
pub struct Claim<'a> {
    pub layout: &'a AnyLayout,
    pub code: &'a Code,
    /// The numbers of the coordinate, as many as the layout takes.
    pub coordinates: Vec<Node>,
    /// The values of the names of the layout.
    pub symbols: Vec<(&'a str, Node)>,
    /// The parts of the offset.
    pub offsets: Vec<Node>,
    /// Nothing is claimed where a part of the offset is not a number of so many bits with a sign: 64, or
    /// those of what the offset is poison in.
    pub offset_bits: u32,
    /// Values of one bit that are true wherever the code is executed; elsewhere, and where one of them
    /// is poison, nothing is claimed.
    pub premises: Vec<Node>,
    /// The bounds of each input of the code, both included.
    pub bounds: Vec<(i64, i64)>,
}

/// What tells a claim from others about the same layout: equal ones have equal verdicts.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind};
/// use layout_math::validate::{Claim, Code};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,8):(1,4)")?;
/// let key = |greatest: i64| {
///     let mut code = Code::default();
///     let c = code.input(64);
///     let claim = Claim {
///         layout: &layout,
///         code: &code,
///         coordinates: vec![c],
///         symbols: vec![],
///         offsets: vec![c],
///         offset_bits: 64,
///         premises: vec![],
///         bounds: vec![(0, greatest)],
///     };
///     claim.key()
/// };
/// assert!(key(31) == key(31) && key(31) != key(32));
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ClaimKey {
    operations: Vec<(u32, Operation)>,
    given_poison: Vec<usize>,
    coordinates: Vec<Node>,
    symbols: Vec<(String, Node)>,
    offsets: Vec<Node>,
    offset_bits: u32,
    premises: Vec<Node>,
    bounds: Vec<(i64, i64)>,
}

/// What the code gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Offset(Point),
    Poison(Poison),
}

/// Where code does not give the offset of a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    pub symbols: Vec<(String, i64)>,
    pub coordinate: Point,
    /// The layout's offset there.
    pub expected: Point,
    pub found: Outcome,
}

impl Claim<'_> {
    /// The claim but for its layout.
    pub fn key(&self) -> ClaimKey {
        // A part that is added has to be looked at here.
        let Claim { layout: _, code, coordinates, symbols, offsets, offset_bits, premises, bounds } =
            self.clone();
        let (operations, given_poison) = code.parts();
        let symbols = symbols.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        ClaimKey {
            operations,
            given_poison,
            coordinates,
            symbols,
            offsets,
            offset_bits,
            premises,
            bounds,
        }
    }

    /// The numbers that parts of the offset are, both ends included.
    pub(super) fn offset_range(&self) -> Interval {
        let greatest = i64::MAX >> 64_u32.saturating_sub(self.offset_bits);
        Interval::new((-greatest - 1).into(), greatest.into())
    }
}

impl Mismatch {
    /// What is less for a mismatch that is easier to look at: symbols first, then the integral
    /// coordinate.
    pub(super) fn order(&self) -> impl Ord + use<> {
        let symbols: Vec<i64> = self.symbols.iter().map(|symbol| symbol.1).collect();
        let coordinate: Vec<i64> = self.coordinate.iter().rev().copied().collect();
        (symbols, coordinate)
    }
}

impl fmt::Display for Mismatch {
    /// `lowering differs at coordinate (1,2) for M = 8: 17 and 18`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { symbols, coordinate, expected, found } = self;
        let symbols = ForSymbols(symbols);
        write!(f, "lowering differs at coordinate {coordinate}{symbols}: {expected} and {found}")
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Offset(offset) => offset.fmt(f),
            Outcome::Poison(_) => f.write_str("poison"),
        }
    }
}

#[cfg(test)]
impl<'a> Claim<'a> {
    /// That the code computes this offset at one coordinate, with numbers of 64 bits and nothing promised.
    pub(super) fn of_one(
        layout: &'a AnyLayout,
        code: &'a Code,
        coordinate: Node,
        offset: Node,
        bounds: (i64, i64),
    ) -> Self {
        Claim {
            layout,
            code,
            coordinates: vec![coordinate],
            symbols: vec![],
            offsets: vec![offset],
            offset_bits: 64,
            premises: vec![],
            bounds: vec![bounds],
        }
    }
}
