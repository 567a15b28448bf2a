//! Random layouts of every notation, small enough to be looked at everywhere.

use super::model::{
    Composed, Cute, Fact, Layout, Linear, Outer, Stride, Swizzle, Term, Tile, Tree,
};
use super::symbols::{facts, symbols};

/// A generator of numbers that gives the same ones for the same seed on every machine (SplitMix64).
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, both included.
    pub fn number(&mut self, low: i64, high: i64) -> i64 {
        low + (self.bits() % (high - low + 1) as u64) as i64
    }

    /// True `percent` times of a hundred.
    pub fn chance(&mut self, percent: i64) -> bool {
        self.number(0, 99) < percent
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.number(0, list.len() as i64 - 1) as usize]
    }
}

/// The symbols that random layouts may have, with all that is said of them.
#[derive(Debug, Clone, Default)]
pub struct Symbols {
    /// What may be an extent, of at least 1.
    pub extents: Vec<(String, Vec<Fact>)>,
    /// What may be a stride or an offset, and negative.
    pub others: Vec<(String, Vec<Fact>)>,
}

impl Symbols {
    /// Up to two symbols of each sort. About `unbounded` of a hundred have no greatest value.
    pub fn random(random: &mut Random, unbounded: i64) -> Self {
        let mut symbols = Symbols::default();
        for name in ["M", "N"].iter().take(random.number(0, 2) as usize) {
            symbols.extents.push((name.to_string(), some_facts(random, name, 1, unbounded)));
        }
        for name in ["k", "d"].iter().take(random.number(0, 2) as usize) {
            symbols.others.push((name.to_string(), some_facts(random, name, -3, unbounded)));
        }
        symbols
    }

    fn facts_of(&self, used: &std::collections::BTreeSet<String>) -> Vec<Fact> {
        let all = self.extents.iter().chain(&self.others);
        all.filter(|(name, _)| used.contains(name)).flat_map(|(_, facts)| facts.clone()).collect()
    }
}

fn some_facts(random: &mut Random, name: &str, low: i64, unbounded: i64) -> Vec<Fact> {
    let name = name.to_owned();
    let least = random.number(low, low + 4);
    // The range begins and ends where it likes, and holds a number with the residue.
    let modulus = random.number(2, 4);
    let greatest = least + random.number(0, 5);
    let residue = random.number(least, greatest).rem_euclid(modulus);
    let congruence = Fact::Mod(name.clone(), modulus, residue);
    let is_congruent = random.chance(30);
    let mut facts = Vec::new();
    if !random.chance(unbounded) {
        facts.push(Fact::In(name, least, greatest));
    }
    if is_congruent {
        facts.push(congruence);
    }
    facts
}

/// A layout of any notation but a tiler.
pub fn layout(random: &mut Random, symbols: &Symbols) -> Layout {
    match random.number(0, 99) {
        0..45 => Layout::Cute(cute(random, symbols, false)),
        45..52 => Layout::Cute(cute(random, symbols, true)),
        52..72 => Layout::Composed(composed(random, symbols)),
        72..75 => Layout::Swizzle(swizzle(random)),
        75..81 => Layout::Linear(linear(random)),
        _ => Layout::Relation(super::random_relation::relation(random, symbols)),
    }
}

/// A CuTe layout, with basis strides if it is told so.
pub fn cute(random: &mut Random, symbols: &Symbols, has_positions: bool) -> Cute {
    let rank = random.number(1, 3);
    let mut extents: Vec<Term> = (0..rank).map(|_| extent(random, symbols)).collect();
    // More symbols would mean too many coordinates.
    if 1 < extents.iter().filter(|extent| !extent.symbols.is_empty()).count() && random.chance(50) {
        extents[0] = Term::number(random.number(1, 3));
    }
    let strides: Vec<Stride> = (0..rank)
        .map(|position| {
            let scale = stride(random, symbols);
            let path = match (has_positions, random.chance(15)) {
                (false, _) => Vec::new(),
                (true, true) => vec![0, random.number(0, 1) as u32],
                (true, false) => vec![random.number(0, position.min(1)) as u32],
            };
            Stride { path: if scale.factor == 0 { Vec::new() } else { path }, scale }
        })
        .collect();
    in_some_form(random, extents, strides, symbols)
}

/// A CuTe layout whose offsets are often all numbers below its size: each stride is the size of the modes
/// before it in some order, or not.
pub fn compact(random: &mut Random, symbols: &Symbols) -> Cute {
    let rank = random.number(1, 3) as usize;
    let extents: Vec<Term> = (0..rank).map(|_| extent(random, symbols)).collect();
    let mut strides = vec![None; rank];
    let mut size = Term::number(1);
    while let Some(at) = strides.iter().position(Option::is_none) {
        let later: Vec<usize> = (at..rank).filter(|&at| strides[at].is_none()).collect();
        let at = *random.pick(&later);
        let sign = if random.chance(5) { -1 } else { 1 };
        let scale = Term { factor: sign * size.factor, symbols: size.symbols.clone() };
        strides[at] = Some(Stride { scale, path: Vec::new() });
        size.factor *= extents[at].factor;
        size.symbols.extend(extents[at].symbols.clone());
        size.symbols.sort();
    }
    let strides = strides.into_iter().flatten().collect();
    in_some_form(random, extents, strides, symbols)
}

/// The modes as a layout with all facts about its symbols.
fn in_some_form(
    random: &mut Random,
    extents: Vec<Term>,
    strides: Vec<Stride>,
    all: &Symbols,
) -> Cute {
    let shape = extents.into_iter().map(Tree::Leaf).collect();
    let stride = strides.into_iter().map(Tree::Leaf).collect();
    let (shape, stride) = nested(random, shape, stride);
    with_facts(Cute { shape, stride, facts: Vec::new() }, all)
}

/// The modes as a leaf, a tuple, or a tuple in a tuple.
pub fn nested<E, D>(
    random: &mut Random,
    extents: Vec<Tree<E>>,
    strides: Vec<Tree<D>>,
) -> (Tree<E>, Tree<D>) {
    let (form, at) = (random.number(0, 9), random.number(0, extents.len() as i64 - 1) as usize);
    (in_form(extents, form, at), in_form(strides, form, at))
}

fn in_form<T>(mut leaves: Vec<Tree<T>>, form: i64, at: usize) -> Tree<T> {
    match form {
        0..=2 if leaves.len() == 1 => leaves.remove(0),
        3..=5 if at != 0 => {
            let inside = leaves.split_off(at);
            leaves.push(Tree::Node(inside));
            Tree::Node(leaves)
        }
        6 => Tree::Node(vec![Tree::Node(leaves)]),
        _ => Tree::Node(leaves),
    }
}

/// The layout with all facts about its symbols.
pub fn with_facts(mut cute: Cute, all: &Symbols) -> Cute {
    cute.facts = all.facts_of(&symbols(&Layout::Cute(cute.clone())));
    cute
}

fn extent(random: &mut Random, symbols: &Symbols) -> Term {
    if symbols.extents.is_empty() || random.chance(45) {
        return Term::number(random.number(1, 4));
    }
    let (name, _) = random.pick(&symbols.extents).clone();
    Term { factor: if random.chance(15) { 2 } else { 1 }, symbols: vec![name] }
}

fn stride(random: &mut Random, symbols: &Symbols) -> Term {
    let choice = random.number(0, 99);
    let all: Vec<&(String, Vec<Fact>)> = symbols.extents.iter().chain(&symbols.others).collect();
    if all.is_empty() || choice < 65 {
        let small = random.number(0, 9);
        return Term::number(if small < 7 { small } else { random.number(-3, 16) });
    }
    let names: Vec<String> = all.iter().map(|(name, _)| name.clone()).collect();
    let mut symbols = vec![random.pick(&names).clone()];
    if choice < 70 {
        symbols.push(random.pick(&names).clone());
        symbols.sort();
    }
    Term { factor: *random.pick(&[1, 1, 1, 2, 3, -1]), symbols }
}

/// `|S| >= B`, in small numbers.
pub fn swizzle(random: &mut Random) -> Swizzle {
    let bits = *random.pick(&[0, 1, 1, 1, 2]);
    let shift = random.number(i64::from(bits), 2) as i32;
    let shift = if random.chance(30) { -shift } else { shift };
    Swizzle { bits, base: random.number(0, 1) as u32, shift }
}

pub fn composed(random: &mut Random, symbols: &Symbols) -> Composed {
    let outer = if random.chance(70) {
        Outer::Swizzle(swizzle(random))
    } else {
        Outer::Layout(Cute { facts: Vec::new(), ..cute(random, symbols, false) })
    };
    let offset = if symbols.others.is_empty() || random.chance(60) {
        Term::number(*random.pick(&[0, 0, 0, 1, 2, 4, 7, -1, -2]))
    } else {
        let (name, _) = random.pick(&symbols.others).clone();
        Term { factor: *random.pick(&[1, 1, 2]), symbols: vec![name] }
    };
    let inner = Cute { facts: Vec::new(), ..cute(random, symbols, false) };
    let mut composed = Composed { outer, offset, inner, facts: Vec::new() };
    let used = super::symbols::symbols(&Layout::Composed(composed.clone()));
    composed.facts = symbols.facts_of(&used);
    composed
}

pub fn linear(random: &mut Random) -> Linear {
    let n_outs = random.number(1, 2);
    let out_dims: Vec<(String, i64)> =
        (0..n_outs).map(|at| (format!("dim{at}"), *random.pick(&[2, 4, 4, 8]))).collect();
    let vector = |random: &mut Random| -> Vec<i64> {
        out_dims.iter().map(|(_, size)| random.number(0, size - 1)).collect()
    };
    let names = ["register", "lane"];
    let in_dims = names.iter().take(random.number(1, 2) as usize).map(|name| {
        let n_bits = random.number(0, 3);
        (name.to_string(), (0..n_bits).map(|_| vector(random)).collect())
    });
    let in_dims = in_dims.collect();
    let constant = if random.chance(30) { vector(random) } else { vec![0; out_dims.len()] };
    Linear { in_dims, out_dims, constant }
}

/// A tiler for a layout of this many top-level modes.
pub fn tile(random: &mut Random, n_modes: usize) -> Vec<Tile> {
    let none = Symbols::default();
    let mode = |random: &mut Random| match random.number(0, 2) {
        0 => Tile::All,
        1 => Tile::Extent(random.number(1, 4)),
        _ => Tile::Layout(cute(random, &none, false)),
    };
    (0..random.number(1, n_modes.max(1) as i64)).map(|_| mode(random)).collect()
}

/// Another way to write a layout, which is the same function but for coordinates past its end.
pub fn rewritten(random: &mut Random, layout: &Layout) -> Layout {
    match layout {
        Layout::Cute(cute) => match random.number(0, 2) {
            0 if !cute.has_positions() => Layout::Composed(Composed {
                outer: Outer::Swizzle(Swizzle { bits: 0, base: 4, shift: 3 }),
                offset: Term::number(0),
                inner: Cute { facts: Vec::new(), ..cute.clone() },
                facts: cute.facts.clone(),
            }),
            _ => Layout::Cute(split(random, cute)),
        },
        Layout::Composed(composed) => {
            let inner = split(random, &composed.inner);
            Layout::Composed(Composed { inner, ..composed.clone() })
        }
        Layout::Swizzle(swizzle) => {
            let size = super::meaning::swizzle_size(*swizzle);
            let mode = Tree::Leaf(Stride { scale: Term::number(1), path: Vec::new() });
            let shape = Tree::Leaf(Term::number(size));
            Layout::Composed(Composed {
                outer: Outer::Swizzle(*swizzle),
                offset: Term::number(0),
                inner: Cute { shape, stride: mode, facts: Vec::new() },
                facts: Vec::new(),
            })
        }
        other => other.clone(),
    }
}

/// The layout with a mode split in two, or a mode of extent 1 more, all in one tuple.
fn split(random: &mut Random, cute: &Cute) -> Cute {
    let mut modes: Vec<(Term, Stride)> = (cute.shape.leaves().into_iter().cloned())
        .zip(cute.stride.leaves().into_iter().cloned())
        .collect();
    let at = random.number(0, modes.len() as i64 - 1) as usize;
    let (extent, stride) = modes[at].clone();
    let inner =
        [4, 3, 2].into_iter().find(|inner| extent.factor % inner == 0 && *inner != extent.factor);
    match inner {
        Some(inner) => {
            modes[at].0.factor = inner;
            let scale = Term { factor: stride.scale.factor * inner, ..stride.scale };
            let rest = Term { factor: extent.factor / inner, ..extent };
            modes.insert(at + 1, (rest, Stride { scale, path: stride.path }));
        }
        None => modes.insert(at, (Term::number(1), stride)),
    }
    let (shape, stride): (Vec<Term>, Vec<Stride>) = modes.into_iter().unzip();
    Cute {
        shape: Tree::Node(shape.into_iter().map(Tree::Leaf).collect()),
        stride: Tree::Node(stride.into_iter().map(Tree::Leaf).collect()),
        facts: facts(&Layout::Cute(cute.clone())),
    }
}
