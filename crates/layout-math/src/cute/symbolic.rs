use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;

use super::invariants::{LayoutError, check_congruent, check_limits};
use super::layout::Layout;
use super::stride::{Mode, Stride};
use super::tuple::Tuple;
use crate::affine::{Fact, contradiction};

/// A product of an integer and symbols, such as `8`, `M` or `8*M*N`: an extent or a stride that is
/// known when the kernel runs.
///
/// # Invariants
///
/// 1. The symbols are sorted; one that occurs twice is squared.
/// 2. A coefficient of 0 has no symbols.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Term {
    coefficient: i64,
    symbols: Vec<String>,
}

impl Term {
    pub const fn constant(value: i64) -> Self {
        Term { coefficient: value, symbols: Vec::new() }
    }

    pub fn symbol(name: &str) -> Self {
        Term { coefficient: 1, symbols: vec![name.to_owned()] }
    }

    pub fn coefficient(&self) -> i64 {
        self.coefficient
    }

    pub fn symbols(&self) -> &[String] {
        &self.symbols
    }

    /// The number, if no symbol is involved.
    pub fn as_constant(&self) -> Option<i64> {
        self.symbols.is_empty().then_some(self.coefficient)
    }

    /// The product, or `None` past 64 bits.
    pub fn times(&self, other: &Term) -> Option<Term> {
        Term::product([self, other])
    }

    /// The product of them all, 1 of none, or `None` past 64 bits.
    ///
    /// The symbols are sorted once, so that a product of `n` takes `n log n` steps.
    pub(super) fn product<'a>(
        factors: impl IntoIterator<Item = &'a Term, IntoIter: Clone>,
    ) -> Option<Term> {
        let factors = factors.into_iter();
        let mut coefficients = factors.clone().map(Term::coefficient);
        let coefficient = coefficients.try_fold(1i64, i64::checked_mul)?;
        let mut symbols = Vec::new();
        if coefficient != 0 {
            symbols.extend(factors.flat_map(Term::symbols).cloned());
            symbols.sort();
        }
        Some(Term { coefficient, symbols })
    }

    /// The quotient, if it is a product of an integer and symbols: `8*M*N / 2*M = 4*N`. A symbol of the
    /// divisor is not 0.
    pub(super) fn divided_by(&self, divisor: &Term) -> Option<Term> {
        let coefficient = self.coefficient.checked_div(divisor.coefficient)?;
        let mut symbols = self.symbols.clone();
        for symbol in &divisor.symbols {
            symbols.remove(symbols.iter().position(|own| own == symbol)?);
        }
        (coefficient * divisor.coefficient == self.coefficient)
            .then_some(Term { coefficient, symbols })
    }

    /// The term with other names for its symbols, of which no two become one.
    pub(super) fn renamed(&self, name: &dyn Fn(&str) -> String) -> Self {
        let mut symbols: Vec<String> = self.symbols.iter().map(|symbol| name(symbol)).collect();
        symbols.sort();
        Term { coefficient: self.coefficient, symbols }
    }

    /// The number that the term is for these values of its symbols.
    ///
    /// `None` if a symbol has no value, and past 64 bits.
    pub fn evaluate(&self, value: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
        self.symbols
            .iter()
            .try_fold(self.coefficient, |product, name| product.checked_mul(value(name)?))
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.coefficient, self.symbols.is_empty()) {
            (_, true) => write!(f, "{}", self.coefficient),
            (1, false) => f.write_str(&self.symbols.join("*")),
            (_, false) => write!(f, "{}*{}", self.coefficient, self.symbols.join("*")),
        }
    }
}

/// That every symbol of these extents is at least 1.
pub(crate) fn facts_of_extents<'a>(
    extents: impl IntoIterator<Item = &'a Term>,
) -> impl Iterator<Item = Fact> {
    let symbols = extents.into_iter().flat_map(Term::symbols);
    symbols.map(|symbol| Fact::at_least_one(symbol))
}

/// The error for facts of which one is about none of these symbols, or that no values of them satisfy
/// together: each symbol of these extents is at least 1.
pub(super) fn check_facts<'a>(
    facts: &[Fact],
    symbols: &BTreeSet<&str>,
    extents: impl IntoIterator<Item = &'a Term>,
) -> Result<(), SymbolicError> {
    for fact in facts {
        let is_satisfiable = match fact {
            Fact::Range { least, greatest, .. } => least <= greatest,
            Fact::Congruence { modulus, residue, .. } => (0..*modulus).contains(residue),
        };
        if !is_satisfiable {
            return Err(SymbolicError::Unsatisfiable { fact: fact.to_string() });
        }
        if !symbols.contains(fact.symbol()) {
            return Err(SymbolicError::UnknownSymbol { symbol: fact.symbol().to_owned() });
        }
    }
    let all: Vec<Fact> = facts.iter().cloned().chain(facts_of_extents(extents)).collect();
    if let Some(symbol) = contradiction(&all) {
        let own = facts.iter().filter(|fact| fact.symbol() == symbol);
        let facts: Vec<String> = own.map(Fact::to_string).collect();
        return Err(SymbolicError::Unsatisfiable { fact: facts.join(" and ") });
    }
    Ok(())
}

/// A stride of a [`SymbolicLayout`]: a [`Term`], at a basis position if `path` is not empty.
///
/// # Invariants
///
/// 1. A zero term has an empty `path`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SymbolicStride {
    scale: Term,
    path: Vec<u32>,
}

impl SymbolicStride {
    /// `path` has the outermost position first and is empty for a plain stride.
    pub fn new(scale: Term, path: Vec<u32>) -> Self {
        let path = if scale.coefficient == 0 { Vec::new() } else { path };
        SymbolicStride { scale, path }
    }

    pub fn scale(&self) -> &Term {
        &self.scale
    }

    pub fn path(&self) -> &[u32] {
        &self.path
    }

    /// So many steps along the stride; `None` past 64 bits, or with more symbols in a product than
    /// [`Term`] has.
    ///
    /// ```
    /// use layout_math::cute::{SymbolicStride, Term};
    ///
    /// let stride = SymbolicStride::new(Term::constant(2), vec![0]);
    /// assert_eq!(stride.scaled(&Term::symbol("M")).unwrap().to_string(), "2*M@0");
    /// ```
    pub fn scaled(&self, steps: &Term) -> Option<Self> {
        Some(SymbolicStride::new(self.scale.times(steps)?, self.path.clone()))
    }

    /// The stride with a coefficient that is not negative; `None` past 64 bits.
    pub(super) fn upward(&self) -> Option<Self> {
        let mut upward = self.clone();
        upward.scale.coefficient = upward.scale.coefficient.checked_abs()?;
        Some(upward)
    }
}

impl fmt::Display for SymbolicStride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.scale)?;
        self.path.iter().rev().try_for_each(|position| write!(f, "@{position}"))
    }
}

impl Stride for SymbolicStride {
    /// The coefficient of each product of symbols at each basis position; none that is 0.
    type Offset = BTreeMap<(Vec<u32>, Vec<String>), i64>;
    type Few = [Mode<SymbolicStride>; 1];

    const ZERO: SymbolicStride = SymbolicStride { scale: Term::constant(0), path: Vec::new() };

    fn add_to(&self, coordinate: i64, offset: &mut Self::Offset) -> Option<()> {
        let key = (self.path().to_vec(), self.scale().symbols().to_vec());
        let term = coordinate.checked_mul(self.scale().coefficient())?;
        let sum = offset.get(&key).unwrap_or(&0).checked_add(term)?;
        if sum == 0 {
            offset.remove(&key);
        } else {
            offset.insert(key, sum);
        }
        Some(())
    }

    fn from_offset(offset: &Self::Offset) -> Option<Self> {
        let mut components = offset.iter();
        let stride = match components.next() {
            None => Self::ZERO,
            Some(((path, symbols), &coefficient)) => {
                SymbolicStride::new(Term { coefficient, symbols: symbols.clone() }, path.clone())
            }
        };
        components.next().is_none().then_some(stride)
    }

    fn times(&self, factor: i64) -> Option<Self> {
        self.scaled(&Term::constant(factor))
    }

    fn magnitude(&self) -> u64 {
        self.scale().coefficient().unsigned_abs()
    }
}

/// A CuTe layout with symbols among its extents and strides, and facts about them.
///
/// `(M,8):(8,1) where M mod 16 = 0, M in [1,4096]` stands for the layouts it becomes for every
/// value of `M` that obeys the facts. A symbol of an extent is at least 1. A stride may also be a
/// scaled basis element, as in `(M,N):(1@0,1@1)`.
///
/// # Invariants
///
/// 1. Shape and stride are congruent.
/// 2. Every extent that is a number is at least 1; the coefficient of every other is at least 1.
/// 3. The strides that are not 0 either all have a basis position or none has.
/// 4. The facts are sorted, each is satisfiable by itself, and each is about a symbol that occurs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SymbolicLayout {
    shape: Tuple<Term>,
    stride: Tuple<SymbolicStride>,
    facts: Vec<Fact>,
}

/// The invariant of [`SymbolicLayout`] that is broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SymbolicError {
    /// Invariant 1 or 2, or a size that does not fit.
    Layout(LayoutError),
    /// Invariant 3.
    MixedStrides { layout: String },
    /// Invariant 4: no integer obeys it.
    Unsatisfiable { fact: String },
    /// Invariant 4: the layout has no such symbol.
    UnknownSymbol { symbol: String },
}

impl fmt::Display for SymbolicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymbolicError::Layout(error) => error.fmt(f),
            SymbolicError::MixedStrides { layout } => {
                write!(f, "the strides of {layout} mix integers and basis elements")
            }
            SymbolicError::Unsatisfiable { fact } => write!(f, "no integer satisfies {fact}"),
            SymbolicError::UnknownSymbol { symbol } => {
                write!(f, "the layout has no symbol {symbol}")
            }
        }
    }
}

impl Error for SymbolicError {}

impl SymbolicLayout {
    /// The layout `shape:stride where facts`, or the invariant that is broken.
    pub fn new(
        shape: Tuple<Term>,
        stride: Tuple<SymbolicStride>,
        facts: impl IntoIterator<Item = Fact>,
    ) -> Result<Self, SymbolicError> {
        check_limits(&shape).map_err(SymbolicError::Layout)?;
        check_congruent(&shape, &stride).map_err(SymbolicError::Layout)?;
        if let Some(extent) = shape.leaves().map(Term::coefficient).find(|&extent| extent < 1) {
            return Err(SymbolicError::Layout(LayoutError::ExtentNotPositive { extent }));
        }
        let moving = || stride.leaves().filter(|stride| stride.scale.coefficient != 0);
        if moving().any(|s| s.path.is_empty()) && moving().any(|s| !s.path.is_empty()) {
            return Err(SymbolicError::MixedStrides { layout: format!("{shape}:{stride}") });
        }
        let facts: BTreeSet<Fact> = facts.into_iter().collect();
        let layout = SymbolicLayout { shape, stride, facts: facts.into_iter().collect() };
        check_facts(&layout.facts, &layout.symbols(), layout.shape.leaves())?;
        Ok(layout)
    }

    pub fn shape(&self) -> &Tuple<Term> {
        &self.shape
    }

    pub fn stride(&self) -> &Tuple<SymbolicStride> {
        &self.stride
    }

    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The layout with those of these facts that are about its symbols. Facts that contradict its own
    /// are left out.
    ///
    /// ```
    /// use layout_math::affine::Fact;
    /// use layout_math::cute::CuteLayout;
    ///
    /// let CuteLayout::Symbolic(layout) = "(M,8):(8,1)".parse()? else { panic!() };
    /// let fact = |symbol: &str| Fact::Range { symbol: symbol.to_owned(), least: 1, greatest: 9 };
    /// let known = layout.given(&[fact("M"), fact("N")]);
    /// assert_eq!(known.to_string(), "(M,8):(8,1) where M in [1,9]");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn given(&self, facts: &[Fact]) -> Self {
        let symbols = self.symbols();
        let about = facts.iter().filter(|fact| symbols.contains(fact.symbol()));
        let all = self.facts.iter().chain(about).cloned();
        Self::new(self.shape.clone(), self.stride.clone(), all).unwrap_or_else(|_| self.clone())
    }

    /// The layout with other names for its symbols, of which no two become one.
    pub(crate) fn renamed(&self, name: &dyn Fn(&str) -> String) -> Self {
        let mut facts: Vec<Fact> = self.facts.iter().map(|fact| fact.renamed(name)).collect();
        facts.sort();
        let rename = &mut |stride: &SymbolicStride| {
            SymbolicStride::new(stride.scale.renamed(name), stride.path.clone())
        };
        SymbolicLayout {
            shape: self.shape.map(&mut |extent| extent.renamed(name)),
            stride: self.stride.map(rename),
            facts,
        }
    }

    /// The symbols that occur, sorted.
    pub fn symbols(&self) -> BTreeSet<&str> {
        let extents = self.shape.leaves();
        let strides = self.stride.leaves().map(SymbolicStride::scale);
        extents.chain(strides).flat_map(Term::symbols).map(String::as_str).collect()
    }

    /// The number of coordinates, as a product; `None` if its coefficient passes 64 bits.
    pub fn size(&self) -> Option<Term> {
        self.shape.leaves().try_fold(Term::constant(1), |size, extent| size.times(extent))
    }

    /// The same modes without nesting.
    pub fn flatten(&self) -> Self {
        if self.shape.depth() <= 1 {
            return self.clone();
        }
        SymbolicLayout {
            shape: Tuple::Node(self.shape.leaves().cloned().map(Tuple::Leaf).collect()),
            stride: Tuple::Node(self.stride.leaves().cloned().map(Tuple::Leaf).collect()),
            facts: self.facts.clone(),
        }
    }

    /// The extents and strides for these values of the symbols; `None` if a value is missing or breaks
    /// a fact, past 64 bits, and if a basis stride becomes 0.
    pub(super) fn with_numbers(
        &self,
        value: &dyn Fn(&str) -> Option<i64>,
    ) -> Option<(Tuple<Term>, Tuple<SymbolicStride>)> {
        let obeys = |fact: &Fact| value(fact.symbol()).is_some_and(|value| fact.holds(value));
        if !self.facts.iter().all(obeys) {
            return None;
        }
        let number = |term: &Term| term.evaluate(value).map(Term::constant);
        let extents: Option<Vec<Term>> = self.shape.leaves().map(number).collect();
        let stride = |stride: &SymbolicStride| {
            let scale = number(&stride.scale)?;
            let is_lost = scale.coefficient == 0 && !stride.path.is_empty();
            (!is_lost).then(|| SymbolicStride::new(scale, stride.path.clone()))
        };
        let strides: Option<Vec<SymbolicStride>> = self.stride.leaves().map(stride).collect();
        Some((self.shape.with_leaves(extents?)?, self.stride.with_leaves(strides?)?))
    }

    /// The layout for these values of the symbols; `None` if a value is missing or breaks a fact,
    /// if the strides are basis elements, or if the result is not a layout.
    pub fn with_values(&self, value: &dyn Fn(&str) -> Option<i64>) -> Option<Layout> {
        let obeys = |fact: &Fact| value(fact.symbol()).is_some_and(|value| fact.holds(value));
        if !self.facts.iter().all(obeys) || self.stride.leaves().any(|s| !s.path.is_empty()) {
            return None;
        }
        let extents: Option<Vec<i64>> = self.shape.leaves().map(|e| e.evaluate(value)).collect();
        let strides: Option<Vec<i64>> =
            self.stride.leaves().map(|s| s.scale.evaluate(value)).collect();
        Layout::new(self.shape.with_leaves(extents?)?, self.stride.with_leaves(strides?)?).ok()
    }
}

impl fmt::Display for SymbolicLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape, self.stride)?;
        for (position, fact) in self.facts.iter().enumerate() {
            let separator = if position == 0 { " where " } else { ", " };
            write!(f, "{separator}{fact}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::CuteLayout;

    #[test]
    fn offsets_are_sums_at_each_position() {
        let stride = SymbolicStride { scale: Term::constant(3), path: vec![1] };
        let mut offset = BTreeMap::new();
        assert_eq!(stride.add_to(2, &mut offset), Some(()));
        assert_eq!(offset, BTreeMap::from([((vec![1], vec![]), 6)]));
        assert_eq!(stride.add_to(i64::MAX, &mut offset), None);
        // What is 0 is not there.
        assert_eq!(stride.add_to(-2, &mut offset), Some(()));
        assert_eq!(offset, BTreeMap::new());
    }

    #[test]
    fn no_offset_is_a_stride_of_0() {
        assert_eq!(SymbolicStride::from_offset(&BTreeMap::new()), Some(SymbolicStride::ZERO));
    }

    #[test]
    fn values_obey_the_facts() {
        let text = "(M,2):(2,1) where M mod 2 = 0";
        let CuteLayout::Symbolic(layout) = text.parse().unwrap() else { panic!("{text}") };
        let of = |m: i64| layout.with_values(&|_| Some(m)).map(|layout| layout.to_string());
        assert_eq!(of(4).unwrap(), "(4,2):(2,1)");
        assert_eq!(of(3), None);
        let numbers =
            |m: i64| layout.with_numbers(&|_| Some(m)).map(|(shape, _)| shape.to_string());
        assert_eq!(numbers(4).unwrap(), "(4,2)");
        assert_eq!(numbers(3), None);
        let extent = Tuple::Leaf(Term::constant(0));
        let error = SymbolicLayout::new(extent, Tuple::Leaf(SymbolicStride::ZERO), []).unwrap_err();
        assert_eq!(error.to_string(), "extent 0 is less than 1");
    }
}
