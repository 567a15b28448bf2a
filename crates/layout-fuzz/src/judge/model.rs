//! The six notations as plain data, and how they are written.

use std::fmt;

use super::formula::Piece;

/// A product of a number and symbols, `8*M*N`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    pub factor: i64,
    pub symbols: Vec<String>,
}

/// A fact about a symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// Both ends are included.
    In(String, i64, i64),
    /// The symbol, the modulus and the residue.
    Mod(String, i64, i64),
}

/// A leaf or a tuple of trees: `4` and `(4)` differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tree<T> {
    Leaf(T),
    Node(Vec<Tree<T>>),
}

/// A stride, at a basis position unless `path` is empty; the outermost position comes first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stride {
    pub scale: Term,
    pub path: Vec<u32>,
}

/// `shape:stride where facts`. The trees have the same form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cute {
    pub shape: Tree<Term>,
    pub stride: Tree<Stride>,
    pub facts: Vec<Fact>,
}

/// `S<bits, base, shift>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swizzle {
    pub bits: u32,
    pub base: u32,
    pub shift: i32,
}

/// What a composed layout applies last. A layout's facts stand with the composed layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outer {
    Swizzle(Swizzle),
    Layout(Cute),
}

/// `outer o offset o inner where facts`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composed {
    pub outer: Outer,
    pub offset: Term,
    pub inner: Cute,
    pub facts: Vec<Fact>,
}

/// A matrix over F2 in Triton's form: the image of each power of two of each in-dim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linear {
    /// Bases have a coordinate for each out-dim.
    pub in_dims: Vec<(String, Vec<Vec<i64>>)>,
    /// Sizes are powers of two.
    pub out_dims: Vec<(String, i64)>,
    pub constant: Vec<i64>,
}

/// What a tiler takes of one mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tile {
    Layout(Cute),
    Extent(i64),
    All,
}

/// A union of pieces. All have as many inputs and as many outputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// The parameters, with the least and the greatest value where every piece says them.
    pub parameters: Vec<(String, Option<(i64, i64)>)>,
    pub pieces: Vec<Piece>,
}

/// A layout of any notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    Cute(Cute),
    Swizzle(Swizzle),
    Composed(Composed),
    Linear(Linear),
    Tile(Vec<Tile>),
    Relation(Relation),
}

impl Layout {
    /// The name of the notation, that of its attribute.
    pub fn notation(&self) -> &'static str {
        match self {
            Layout::Cute(_) => "cute",
            Layout::Swizzle(_) => "swizzle",
            Layout::Composed(_) => "composed",
            Layout::Linear(_) => "linear",
            Layout::Tile(_) => "tile",
            Layout::Relation(_) => "relation",
        }
    }
}

impl Term {
    pub fn number(value: i64) -> Self {
        Term { factor: value, symbols: Vec::new() }
    }

    pub fn symbol(name: &str) -> Self {
        Term { factor: 1, symbols: vec![name.to_owned()] }
    }
}

impl<T> Tree<T> {
    /// The leaves, from left to right.
    pub fn leaves(&self) -> Vec<&T> {
        match self {
            Tree::Leaf(leaf) => vec![leaf],
            Tree::Node(trees) => trees.iter().flat_map(Tree::leaves).collect(),
        }
    }

    /// The top-level modes: a leaf is its own one.
    pub fn modes(&self) -> Vec<&Tree<T>> {
        match self {
            Tree::Leaf(_) => vec![self],
            Tree::Node(trees) => trees.iter().collect(),
        }
    }

    /// The tree at these positions, outermost first.
    pub fn part(&self, path: &[u32]) -> Option<&Tree<T>> {
        let Some((first, rest)) = path.split_first() else { return Some(self) };
        self.modes().get(*first as usize)?.part(rest)
    }

    pub fn map<U>(&self, change: &mut impl FnMut(&T) -> U) -> Tree<U> {
        match self {
            Tree::Leaf(leaf) => Tree::Leaf(change(leaf)),
            Tree::Node(trees) => Tree::Node(trees.iter().map(|tree| tree.map(change)).collect()),
        }
    }
}

impl Cute {
    /// True if an offset is a tuple.
    pub fn has_positions(&self) -> bool {
        self.stride.leaves().iter().any(|stride| !stride.path.is_empty())
    }
}

/// The list with something between its members.
pub fn joined<T: fmt::Display>(list: &[T], between: &str) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// ` where A, B`, or nothing.
fn where_facts(facts: &[Fact]) -> String {
    if facts.is_empty() { String::new() } else { format!(" where {}", joined(facts, ", ")) }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.factor, self.symbols.is_empty()) {
            (factor, true) => write!(f, "{factor}"),
            (1, false) => f.write_str(&self.symbols.join("*")),
            (factor, false) => write!(f, "{factor}*{}", self.symbols.join("*")),
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::In(symbol, least, greatest) => write!(f, "{symbol} in [{least},{greatest}]"),
            Fact::Mod(symbol, modulus, residue) => write!(f, "{symbol} mod {modulus} = {residue}"),
        }
    }
}

impl<T: fmt::Display> fmt::Display for Tree<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Leaf(leaf) => leaf.fmt(f),
            Tree::Node(trees) => write!(f, "({})", joined(trees, ",")),
        }
    }
}

impl fmt::Display for Stride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.scale.fmt(f)?;
        self.path.iter().rev().try_for_each(|position| write!(f, "@{position}"))
    }
}

impl fmt::Display for Cute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}{}", self.shape, self.stride, where_facts(&self.facts))
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S<{},{},{}>", self.bits, self.base, self.shift)
    }
}

impl fmt::Display for Composed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outer {
            Outer::Swizzle(swizzle) => swizzle.fmt(f)?,
            Outer::Layout(outer) => write!(f, "{}:{}", outer.shape, outer.stride)?,
        }
        let Cute { shape, stride, .. } = &self.inner;
        write!(f, " o {} o {shape}:{stride}{}", self.offset, where_facts(&self.facts))
    }
}

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vector = |vector: &Vec<i64>| format!("[{}]", joined(vector, ","));
        let dims = self.in_dims.iter().map(|(name, bases)| {
            let bases: Vec<String> = bases.iter().map(vector).collect();
            format!("{name} = [{}]", bases.join(","))
        });
        let sizes = self.out_dims.iter().map(|(name, size)| format!("{name} = {size}"));
        let (dims, sizes) = (dims.collect::<Vec<_>>(), sizes.collect::<Vec<_>>());
        write!(f, "{{{}}} -> [{}]", dims.join(", "), sizes.join(", "))?;
        if self.constant.iter().any(|&part| part != 0) {
            write!(f, " xor {}", vector(&self.constant))?;
        }
        Ok(())
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tile::Layout(layout) => layout.fmt(f),
            Tile::Extent(extent) => extent.fmt(f),
            Tile::All => f.write_str("_"),
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.parameters.is_empty() {
            let names: Vec<&String> = self.parameters.iter().map(|(name, _)| name).collect();
            write!(f, "[{}] -> ", joined(&names, ", "))?;
        }
        let bounds = self.parameters.iter().filter_map(|(name, bounds)| {
            bounds.map(|(low, high)| format!(" and {low} <= {name} <= {high}"))
        });
        let bounds: String = bounds.collect();
        let pieces: Vec<String> = self.pieces.iter().map(|p| format!("{p}{bounds}")).collect();
        write!(f, "{{ {} }}", pieces.join("; "))
    }
}

impl fmt::Display for Layout {
    /// The body of the attribute: what stands between its angle brackets, for a relation between its
    /// quotes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Layout::Cute(layout) => layout.fmt(f),
            Layout::Swizzle(swizzle) => swizzle.fmt(f),
            Layout::Composed(composed) => composed.fmt(f),
            Layout::Linear(linear) => linear.fmt(f),
            Layout::Tile(modes) => write!(f, "[{}]", joined(modes, ";")),
            Layout::Relation(relation) => relation.fmt(f),
        }
    }
}
