//! Random layouts, as text and as functions that are computed number by number from CuTe's and
//! Triton's definitions.

use fastrand::Rng;
use layout::algebra::{AnyLayout, Budget, Kind, Promotion, compose};

/// A mode of a CuTe layout.
#[derive(Debug, Clone)]
pub enum Mode {
    /// The extent, and what a step adds to each index.
    Leaf(i64, Vec<i64>),
    Node(Vec<Mode>),
}

impl Mode {
    fn leaves(&self) -> Vec<(i64, &[i64])> {
        match self {
            Mode::Leaf(extent, stride) => vec![(*extent, stride)],
            Mode::Node(modes) => modes.iter().flat_map(Mode::leaves).collect(),
        }
    }

    fn size(&self) -> i64 {
        self.leaves().iter().map(|(extent, _)| extent).product()
    }

    /// The tuple of the texts of the leaves, one of which is the symbol.
    fn text(&self, leaf: &impl Fn(i64, &[i64]) -> String, symbol: Option<usize>) -> String {
        match self {
            Mode::Leaf(..) if symbol == Some(0) => "M".to_owned(),
            Mode::Leaf(extent, stride) => leaf(*extent, stride),
            Mode::Node(modes) => {
                let mut before = 0;
                let text = |mode: &Mode| {
                    let text = mode.text(leaf, symbol.and_then(|at| at.checked_sub(before)));
                    before += mode.leaves().len();
                    text
                };
                format!("({})", modes.iter().map(text).collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// `shape:stride` with some modes, of which one extent or stride may be the symbol `M`.
#[derive(Debug, Clone)]
pub struct Cute {
    modes: Vec<Mode>,
    n_outputs: usize,
    symbol: Option<Symbol>,
}

/// Which number of a layout is a symbol, and what the layout says of it.
#[derive(Debug, Clone)]
struct Symbol {
    leaf: usize,
    is_stride: bool,
    facts: String,
}

impl Cute {
    fn text(&self) -> String {
        let whole = match &self.modes[..] {
            [Mode::Leaf(extent, stride)] => Mode::Leaf(*extent, stride.clone()),
            modes => Mode::Node(modes.to_vec()),
        };
        let place = |is_stride| {
            let symbol = self.symbol.as_ref().filter(|symbol| symbol.is_stride == is_stride);
            symbol.map(|symbol| symbol.leaf)
        };
        let shape = whole.text(&|extent, _| extent.to_string(), place(false));
        let stride = |_, stride: &[i64]| match stride {
            [stride] => stride.to_string(),
            strides => match strides.iter().position(|&stride| stride != 0) {
                Some(output) => format!("{}@{output}", strides[output]),
                None => "0".to_owned(),
            },
        };
        let stride = whole.text(&stride, place(true));
        format!("{shape}:{stride}")
    }

    /// What is said of the symbol, at the end of an attribute.
    fn facts(&self) -> &str {
        self.symbol.as_ref().map_or("", |symbol| &symbol.facts)
    }

    /// What the symbol stands for.
    fn symbol(&self) -> Option<i64> {
        let symbol = self.symbol.as_ref()?;
        let leaves: Vec<_> = self.modes.iter().flat_map(Mode::leaves).collect();
        let (extent, stride) = leaves[symbol.leaf];
        Some(if symbol.is_stride { stride[0] } else { extent })
    }

    /// Makes a number a symbol: a stride, or the extent of a mode that is last, so that nothing is
    /// divided by it.
    fn make_symbolic(&mut self, random: &mut Rng) {
        let n_leaves = self.modes.iter().flat_map(Mode::leaves).count();
        let is_stride = self.n_outputs == 1 && random.u8(..3) == 0;
        let leaf =
            if is_stride { random.i64(1..=n_leaves as i64) as usize - 1 } else { n_leaves - 1 };
        self.symbol = Some(Symbol { leaf, is_stride, facts: String::new() });
        let value = self.symbol().unwrap();
        let facts = [
            (random.u8(..3) == 0)
                .then(|| format!("M in [{}, {}]", value - value.min(1), value + 3)),
            (random.u8(..3) == 0).then(|| format!("M mod {} = {}", 4, value % 4)),
        ];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        if let (Some(symbol), false) = (&mut self.symbol, facts.is_empty()) {
            symbol.facts = format!(" where {}", facts.join(", "));
        }
    }

    fn size(&self) -> i64 {
        self.modes.iter().map(Mode::size).product()
    }

    /// The size of each coordinate, of which there are one or as many as modes.
    fn sizes(&self, n: usize) -> Vec<i64> {
        if n == self.modes.len() {
            self.modes.iter().map(Mode::size).collect()
        } else {
            vec![self.size()]
        }
    }

    /// The offset, extended past the end; `None` at a negative coordinate.
    fn extended(&self, coordinates: &[i64]) -> Option<Vec<i64>> {
        let groups: Vec<Vec<(i64, &[i64])>> = if coordinates.len() == self.modes.len() {
            self.modes.iter().map(Mode::leaves).collect()
        } else {
            vec![self.modes.iter().flat_map(Mode::leaves).collect()]
        };
        let mut offset = vec![0; self.n_outputs];
        for (group, &coordinate) in groups.iter().zip(coordinates) {
            if coordinate < 0 {
                return None;
            }
            let mut rest = coordinate;
            for (at, (extent, stride)) in group.iter().enumerate() {
                let digit = if at + 1 == group.len() { rest } else { rest % extent };
                rest /= extent;
                for (sum, step) in offset.iter_mut().zip(*stride) {
                    *sum += digit * step;
                }
            }
        }
        Some(offset)
    }
}

/// A layout with its meaning.
#[derive(Debug, Clone)]
pub enum IndexFunction {
    Cute(Cute),
    /// A swizzle, an offset and what they act on.
    Swizzled {
        bits: u32,
        base: u32,
        shift: i32,
        offset: i64,
        inner: Cute,
    },
    /// `left o right`, by `layout.compose`.
    Composed(Cute, Cute),
    /// `left o offset o right`, an attribute.
    Shifted(Cute, i64, Cute),
    /// The images of each bit of each coordinate, and the sizes of the outputs.
    Linear(Vec<Vec<Vec<i64>>>, Vec<i64>),
}

impl IndexFunction {
    /// The sizes of the coordinates, of which there are n.
    pub fn sizes(&self, n: usize) -> Vec<i64> {
        match self {
            IndexFunction::Cute(cute) | IndexFunction::Composed(_, cute) => cute.sizes(n),
            IndexFunction::Swizzled { inner, .. } | IndexFunction::Shifted(_, _, inner) => {
                inner.sizes(n)
            }
            IndexFunction::Linear(bases, _) => bases.iter().map(|bases| 1 << bases.len()).collect(),
        }
    }

    /// How many coordinates the layout takes, if it is not one.
    pub fn rank(&self) -> usize {
        match self {
            IndexFunction::Cute(cute) | IndexFunction::Composed(_, cute) => cute.modes.len(),
            IndexFunction::Swizzled { inner, .. } | IndexFunction::Shifted(_, _, inner) => {
                inner.modes.len()
            }
            IndexFunction::Linear(bases, _) => bases.len(),
        }
    }

    pub fn n_outputs(&self) -> usize {
        match self {
            IndexFunction::Cute(cute) | IndexFunction::Composed(cute, _) => cute.n_outputs,
            IndexFunction::Shifted(cute, ..) => cute.n_outputs,
            IndexFunction::Swizzled { .. } => 1,
            IndexFunction::Linear(_, sizes) => sizes.len(),
        }
    }

    /// The offset where a coordinate is in bounds; `may_leave` extends layouts past their ends.
    pub fn offset(&self, coordinates: &[i64], may_leave: bool) -> Option<Vec<i64>> {
        let sizes = self.sizes(coordinates.len());
        let is_inside = coordinates.iter().zip(&sizes).all(|(c, size)| (0..*size).contains(c));
        if !is_inside && !may_leave {
            return None;
        }
        let left = |left: &Cute, at: i64| {
            let is_inside = may_leave || (0..left.size()).contains(&at);
            left.extended(&[at]).filter(|_| is_inside)
        };
        match self {
            IndexFunction::Cute(cute) => cute.extended(coordinates),
            IndexFunction::Swizzled { bits, base, shift, offset, inner } => {
                let sum = offset + inner.extended(coordinates)?[0];
                let mask = ((1i64 << bits) - 1) << (*base as i32 + (*shift).max(0));
                let moved = match *shift {
                    shift @ 0.. => (sum & mask) >> shift,
                    shift => (sum & mask) << -shift,
                };
                Some(vec![sum ^ moved])
            }
            IndexFunction::Composed(outer, inner) => left(outer, inner.extended(coordinates)?[0]),
            IndexFunction::Shifted(outer, by, inner) => {
                left(outer, by + inner.extended(coordinates)?[0])
            }
            IndexFunction::Linear(bases, sizes) => {
                let mut offset = vec![0; sizes.len()];
                for (bases, coordinate) in bases.iter().zip(coordinates) {
                    for (bit, image) in bases.iter().enumerate() {
                        if coordinate >> bit & 1 == 1 {
                            offset.iter_mut().zip(image).for_each(|(sum, bit)| *sum ^= bit);
                        }
                    }
                }
                is_inside.then_some(offset)
            }
        }
    }

    /// True if what comes of a coordinate past the end is known from the definition.
    pub fn is_extended(&self) -> bool {
        matches!(self, IndexFunction::Cute(_) | IndexFunction::Swizzled { .. })
    }

    /// What the symbol of the layout stands for, if it has one.
    pub fn symbol(&self) -> Option<i64> {
        match self {
            IndexFunction::Cute(cute)
            | IndexFunction::Composed(cute, _)
            | IndexFunction::Shifted(cute, ..) => cute.symbol(),
            IndexFunction::Swizzled { inner, .. } => inner.symbol(),
            IndexFunction::Linear(..) => None,
        }
    }

    /// Makes a number of the layout a symbol.
    pub fn make_symbolic(&mut self, random: &mut Rng) {
        match self {
            IndexFunction::Cute(cute) | IndexFunction::Shifted(cute, ..) => {
                cute.make_symbolic(random)
            }
            IndexFunction::Swizzled { inner, .. } => inner.make_symbolic(random),
            // With more modes the composition may be another one for other symbols.
            IndexFunction::Composed(cute, _) if matches!(cute.modes[..], [Mode::Leaf(..)]) => {
                cute.make_symbolic(random);
            }
            IndexFunction::Composed(..) | IndexFunction::Linear(..) => {}
        }
    }

    /// The operations that make `%layout`.
    pub fn text(&self) -> String {
        match self {
            IndexFunction::Cute(cute) => {
                format!("%layout = layout.constant #layout.cute<{}{}>\n", cute.text(), cute.facts())
            }
            IndexFunction::Swizzled { bits, base, shift, offset, inner } => format!(
                "%layout = layout.constant \
                 #layout.composed<S<{bits},{base},{shift}> o {offset} o {}{}>\n",
                inner.text(),
                inner.facts()
            ),
            IndexFunction::Composed(left, right) => format!(
                "%left = layout.constant #layout.cute<{}{}>\n\
                 %right = layout.constant #layout.cute<{}>\n\
                 %layout = layout.compose %left, %right\n",
                left.text(),
                left.facts(),
                right.text()
            ),
            IndexFunction::Shifted(left, by, right) => format!(
                "%layout = layout.constant #layout.composed<{} o {by} o {}{}>\n",
                left.text(),
                right.text(),
                left.facts()
            ),
            IndexFunction::Linear(bases, sizes) => {
                let ins: Vec<String> = bases
                    .iter()
                    .enumerate()
                    .map(|(at, bases)| format!("in{at} = {bases:?}"))
                    .collect();
                let outs: Vec<String> = sizes
                    .iter()
                    .enumerate()
                    .map(|(at, size)| format!("out{at} = {size}"))
                    .collect();
                format!(
                    "%layout = layout.constant #layout.linear<{{{}}} -> [{}]>\n",
                    ins.join(", "),
                    outs.join(", ")
                )
            }
        }
    }

    /// A layout of one mode.
    pub fn plain(random: &mut Rng) -> Self {
        IndexFunction::Cute(one_mode(random))
    }

    /// A layout of any kind.
    pub fn random(random: &mut Rng) -> Self {
        match random.i64(0..=9) {
            0..=2 => IndexFunction::Cute(cute(random, 1)),
            3 => IndexFunction::Cute(cute(random, 2)),
            4 => IndexFunction::Swizzled {
                bits: random.i64(1..=2) as u32,
                base: random.i64(0..=1) as u32,
                shift: random.choice([2, 3, -2]).unwrap(),
                offset: random.choice([0, 0, 1, 4]).unwrap(),
                inner: cute(random, 1),
            },
            5 => {
                let by = random.i64(0..=3);
                IndexFunction::Shifted(one_mode(random), by, cute(random, 1))
            }
            6 | 7 => composed(random),
            _ => linear(random),
        }
    }
}

/// A layout of up to 3 modes and 32 coordinates.
fn cute(random: &mut Rng, n_outputs: usize) -> Cute {
    loop {
        let modes: Vec<Mode> = (0..random.i64(1..=3)).map(|_| mode(random, n_outputs, 1)).collect();
        let cute = Cute { modes, n_outputs, symbol: None };
        // A stride that is 0 along all outputs has none to say.
        let leaves: Vec<_> = cute.modes.iter().flat_map(Mode::leaves).collect();
        let is_along = |output: usize| {
            leaves.iter().any(|(extent, stride)| *extent != 1 && stride[output] != 0)
        };
        let moves = |(_, stride): &(i64, &[i64])| stride.iter().any(|&step| step != 0);
        let is_used = (0..n_outputs).all(is_along) && leaves.iter().all(moves);
        if cute.size() <= 32 && (n_outputs == 1 || is_used) {
            return cute;
        }
    }
}

fn one_mode(random: &mut Rng) -> Cute {
    let (extent, stride) = (random.i64(2..=16), random.i64(1..=3));
    let modes = vec![Mode::Leaf(extent, vec![stride])];
    Cute { modes, n_outputs: 1, symbol: None }
}

fn mode(random: &mut Rng, n_outputs: usize, depth: usize) -> Mode {
    if depth != 0 && random.u8(..3) == 0 {
        return Mode::Node((0..2).map(|_| mode(random, n_outputs, depth - 1)).collect());
    }
    let extent = random.choice([1, 2, 2, 3, 4, 4, 5]).unwrap();
    let step = random.choice([0, 1, 1, 2, 3, 4, 5, 8]).unwrap();
    let output = random.i64(0..=n_outputs as i64 - 1) as usize;
    let stride = (0..n_outputs).map(|at| if at == output { step } else { 0 }).collect();
    Mode::Leaf(extent, stride)
}

/// Two CuTe layouts that have a composition.
fn composed(random: &mut Rng) -> IndexFunction {
    loop {
        let (left, right) = (cute(random, 1), cute(random, 1));
        let parse = |cute: &Cute| AnyLayout::parse(Kind::Cute, &cute.text()).unwrap();
        let whole = compose(&parse(&left), &parse(&right), Promotion::Extend, &Budget::default());
        // Others are relations, or have other modes than the right layout.
        let sizes = |layout: &AnyLayout| -> Option<Vec<i64>> {
            Some(layout.as_static()?.modes().map(|mode| mode.size()).collect())
        };
        if whole.is_ok_and(|whole| sizes(&whole) == sizes(&parse(&right))) {
            return IndexFunction::Composed(left, right);
        }
    }
}

fn linear(random: &mut Rng) -> IndexFunction {
    let n_outputs = random.i64(1..=2) as usize;
    let sizes: Vec<i64> = (0..n_outputs).map(|_| random.choice([2, 4, 8]).unwrap()).collect();
    let bases = (0..random.i64(1..=2))
        .map(|_| {
            let image = |random: &mut Rng| {
                sizes.iter().map(|size| random.i64(0..=size - 1)).collect::<Vec<i64>>()
            };
            (0..random.i64(1..=3)).map(|_| image(random)).collect()
        })
        .collect();
    IndexFunction::Linear(bases, sizes)
}
