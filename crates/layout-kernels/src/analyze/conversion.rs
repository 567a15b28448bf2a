//! How far the elements of a layout conversion have to go.

use std::fmt;

use super::error::AnalyzeError;
use super::places::PLACES;
use layout_math::linear::LinearLayout;
use layout_math::linear::f2::Echelon;

/// How far elements have to go, nearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConversionKind {
    /// Every register already holds what it should.
    NoOp,
    /// Each thread has all it needs, in other registers.
    WithinThread,
    /// Each warp has all it needs: shuffles are enough.
    WithinWarp,
    /// Elements go from warp to warp of a block, through shared memory.
    WithinBlock,
    /// Elements go from block to block of a cluster.
    AcrossBlocks,
}

/// What carries the elements in the code that Triton compiles a conversion to, cheapest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Carrier {
    /// No instruction, or copies from register to register.
    Registers,
    /// Shuffles between the lanes of a warp.
    Shuffles,
    /// Shared memory, in which each warp waits for its own lanes only.
    WarpMemory,
    /// Shared memory, in which all warps of a block wait for each other.
    BlockMemory,
    /// The shared memory of several blocks.
    ClusterMemory,
}

/// What a conversion from one distributed layout to another has to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversion {
    kind: ConversionKind,
    carrier: Carrier,
    farthest: Option<Move>,
}

/// An element that goes as far as any: its coordinates, where it should be and where it is.
///
/// Places are numbers of register, lane, warp and block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    pub element: Vec<i64>,
    pub to: [i64; 4],
    pub from: [i64; 4],
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let element: Vec<String> = self.element.iter().map(i64::to_string).collect();
        let place = |[register, lane, warp, block]: [i64; 4]| {
            format!("register {register} of lane {lane} of warp {warp} of block {block}")
        };
        let (from, to) = (place(self.from), place(self.to));
        write!(f, "element ({}) goes from {from} to {to}", element.join(", "))
    }
}

impl Conversion {
    pub fn kind(&self) -> ConversionKind {
        self.kind
    }

    /// What carries the elements, which is more than has to if shuffles cost more than shared memory.
    ///
    /// Shared memory carries what would be shuffled where two bits or more of the numbers of lanes come
    /// from those of registers, or the other way around. All warps wait for each other if some are copies
    /// of others, as what is copied is written once; so they do if a warp takes of the registers of such a
    /// copy other ones than the copies take. This is what Triton 3.9 does.
    pub fn carrier(&self) -> Carrier {
        self.carrier
    }

    /// An element that has to go as far as any; none if nothing moves.
    pub fn farthest(&self) -> Option<&Move> {
        self.farthest.as_ref()
    }
}

/// What the conversion from `from` to `to` has to do.
///
/// Each thread (warp, block) has what it needs iff, as maps over F2, the registers (and lanes, and
/// warps) of `to` are in the span of those of `from`, and each bit outside of it differs between the
/// two layouts by an element of that span. This decides it exactly, also where there are copies.
///
/// # Errors
///
/// Layouts of different tensors, or with different numbers of lanes, warps or blocks.
///
/// ```
/// use layout_kernels::analyze::{Carrier, ConversionKind, conversion};
/// use layout_math::linear::LinearLayout;
///
/// let a: LinearLayout = "{register = [[1]], lane = [[2],[4]], warp = [[8]], block = []}".parse()?;
/// let b: LinearLayout = "{register = [[2]], lane = [[1],[4]], warp = [[8]], block = []}".parse()?;
/// let found = conversion(&a, &b)?;
/// assert_eq!(found.kind(), ConversionKind::WithinWarp);
/// let moved = found.farthest().expect("something moves");
/// assert_eq!((&moved.element[..], moved.from, moved.to), (&[2][..], [0, 1, 0, 0], [1, 0, 0, 0]));
/// assert_eq!(conversion(&a, &a)?.kind(), ConversionKind::NoOp);
///
/// // Two bits of a lane change places with two of a register.
/// let a: LinearLayout = "{register = [[1],[2]], lane = [[4],[8]], warp = [[16]], block = []}".parse()?;
/// let b: LinearLayout = "{register = [[4],[8]], lane = [[1],[2]], warp = [[16]], block = []}".parse()?;
/// let found = conversion(&a, &b)?;
/// assert_eq!((found.kind(), found.carrier()), (ConversionKind::WithinWarp, Carrier::WarpMemory));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn conversion(from: &LinearLayout, to: &LinearLayout) -> Result<Conversion, AnalyzeError> {
    let names: Vec<&str> = from.out_dims().iter().map(|dim| dim.name()).collect();
    let to = &to.transpose_outs(&names)?;
    for (before, after) in from.out_dims().iter().zip(to.out_dims()) {
        if before.size() != after.size() {
            return Err(layout_math::linear::LinearError::SizesDiffer {
                side: layout_math::linear::Side::Out,
                name: before.name().to_owned(),
                left: before.size(),
                right: after.size(),
            }
            .into());
        }
    }
    let before = PLACES.map(|place| from.columns_of(place));
    let after = PLACES.map(|place| to.columns_of(place));
    for (place, (before, after)) in PLACES.iter().zip(before.iter().zip(&after)).skip(1) {
        if before.len() != after.len() {
            let (from, to) = (1 << before.len(), 1 << after.len());
            return Err(AnalyzeError::PlacesDiffer { name: place, from, to });
        }
    }
    let Some(mut farthest) = first_moved(&before, &after) else {
        let (kind, carrier) = (ConversionKind::NoOp, Carrier::Registers);
        return Ok(Conversion { kind, carrier, farthest: None });
    };
    let kinds = [
        ConversionKind::WithinThread,
        ConversionKind::WithinWarp,
        ConversionKind::WithinBlock,
        ConversionKind::AcrossBlocks,
    ];
    // What the level below fails on is an element that goes as far as any.
    for (level, kind) in (1..).zip(kinds) {
        match out_of_reach(&before, &after, level) {
            Some(place) => farthest = place,
            None => {
                let carrier = carrier(kind, &before, &after);
                let farthest = describe(from, &before, &after, level, farthest);
                return Ok(Conversion { kind, carrier, farthest });
            }
        }
    }
    // All of `from` does not hold some element of `to`.
    let (place, bit) = farthest;
    let target = after[place][bit];
    Err(layout_math::linear::LinearError::NotCovered {
        coordinates: place_numbers(place, bit).to_vec(),
        values: unflatten(from, target),
    }
    .into())
}

/// An element that one warp stores to a memory in the layout `from`, and another one, or one of another
/// block, loads in the layout `to`; nothing if each warp loads what it has stored. Only elements that are
/// `accessed` count.
///
/// Of the threads that hold an element Triton lets the first one store it: the one of the least block,
/// warp and lane. A copy that another thread has in a register is no help to it, unlike in
/// [`conversion()`].
///
/// # Errors
///
/// Those of [`conversion()`].
///
/// ```
/// use layout_kernels::analyze::loaded_from_others;
/// use layout_math::linear::LinearLayout;
///
/// let same: LinearLayout = "{register = [], lane = [[1]], warp = [[0]], block = []}".parse()?;
/// let moved = loaded_from_others(&same, &same, |_| true)?.expect("warp 1 stores nothing");
/// assert_eq!((&moved.element[..], moved.from, moved.to), (&[0][..], [0; 4], [0, 0, 1, 0]));
///
/// let own: LinearLayout = "{register = [], lane = [[1]], warp = [[2]], block = []}".parse()?;
/// assert_eq!(loaded_from_others(&own, &own, |_| true)?, None);
/// // One element alone is loaded by the warp that stores it.
/// assert_eq!(loaded_from_others(&same, &same, |element| element[0] == 1)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn loaded_from_others(
    from: &LinearLayout,
    to: &LinearLayout,
    accessed: impl Fn(&[i64]) -> bool,
) -> Result<Option<Move>, AnalyzeError> {
    // What no thread has is an error of both.
    conversion(from, to)?;
    let names: Vec<&str> = from.out_dims().iter().map(|dim| dim.name()).collect();
    let to = &to.transpose_outs(&names)?;
    let before = PLACES.map(|place| from.columns_of(place));
    let after = PLACES.map(|place| to.columns_of(place));
    let holders = Holders::new(&before, PLACES.len());
    let moved = bits_of(&after).map(|(place, bit)| {
        let held = holders.first(after[place][bit]);
        Move {
            element: unflatten(from, after[place][bit]),
            to: place_numbers(place, bit),
            from: held.unwrap_or_default(),
        }
    });
    // As both are linear, one bit differs if any number does.
    let is_moved = |moved: &Move| moved.from[WARP..] != moved.to[WARP..];
    Ok({ moved }.find(|moved| is_moved(moved) && accessed(&moved.element)))
}

/// The places that hold each element.
struct Holders<'p> {
    before: &'p [&'p [u64]; 4],
    /// How many of the places are looked in, innermost first.
    level: usize,
    span: Echelon,
}

impl<'p> Holders<'p> {
    fn new(before: &'p [&'p [u64]; 4], level: usize) -> Self {
        Holders { before, level, span: Echelon::new(&before[..level].concat()) }
    }

    /// The numbers of register, lane, warp and block that hold an element, of which those further out are
    /// the least, and 0 where it is not looked.
    fn first(&self, element: u64) -> Option<[i64; 4]> {
        let solution = self.span.solve(element)?;
        let mut numbers = [0; 4];
        let mut shift = 0;
        for (number, bits) in numbers.iter_mut().zip(&self.before[..self.level]) {
            *number = (solution >> shift & ((1 << bits.len()) - 1)) as i64;
            shift += bits.len();
        }
        Some(numbers)
    }

    /// The same as a bit of a place sees it: where it is not looked, the numbers are those of the bit.
    fn near(&self, element: u64, (place, bit): (usize, usize)) -> Option<[i64; 4]> {
        if place < self.level {
            return self.first(element);
        }
        let mut numbers = self.first(element ^ self.before[place][bit])?;
        numbers[place] = 1 << bit;
        Some(numbers)
    }
}

/// What Triton moves the elements with.
fn carrier(kind: ConversionKind, before: &[&[u64]; 4], after: &[&[u64]; 4]) -> Carrier {
    match kind {
        ConversionKind::AcrossBlocks => return Carrier::ClusterMemory,
        ConversionKind::WithinBlock => return Carrier::BlockMemory,
        ConversionKind::NoOp | ConversionKind::WithinThread | ConversionKind::WithinWarp => {}
    }
    let holders = Holders::new(before, PLACES.len());
    // How many bits of the number of one place come from bits of another one.
    let n_from = |to: usize, from: usize| {
        let is_from = |element: &&u64| holders.first(**element).is_some_and(|own| own[from] != 0);
        after[to].iter().filter(is_from).count()
    };
    let n_shuffled = n_from(LANE, REGISTER).max(n_from(REGISTER, LANE));
    let has_copies = [before, after].iter().any(|places| places[WARP].contains(&0));
    match () {
        // A warp that is a copy of another one would choose among its registers.
        () if 0 < n_from(WARP, REGISTER) => Carrier::BlockMemory,
        // Where the bits of lanes are the same, a bit of a warp may still take what other lanes have.
        () if before[LANE] == after[LANE] && kind < ConversionKind::WithinWarp => {
            Carrier::Registers
        }
        () if n_shuffled < 2 => Carrier::Shuffles,
        () if has_copies => Carrier::BlockMemory,
        () => Carrier::WarpMemory,
    }
}

const REGISTER: usize = 0;
const LANE: usize = 1;
const WARP: usize = 2;

/// A bit of a place whose element is not within reach: the places below `level` of `from` do not
/// hold it, seen from the same place further out.
fn out_of_reach(before: &[&[u64]; 4], after: &[&[u64]; 4], level: usize) -> Option<(usize, usize)> {
    let holders = Holders::new(before, level);
    bits_of(after).find(|&(place, bit)| holders.near(after[place][bit], (place, bit)).is_none())
}

/// The first bit of a place that holds another element than before; none if nothing moves. A register
/// that is gone holds nothing.
fn first_moved(before: &[&[u64]; 4], after: &[&[u64]; 4]) -> Option<(usize, usize)> {
    bits_of(after).find(|&(place, bit)| before[place].get(bit) != Some(&after[place][bit]))
}

/// The bits of the numbers of all places, innermost first.
fn bits_of<'p>(places: &'p [&[u64]; 4]) -> impl Iterator<Item = (usize, usize)> + 'p {
    (0..4).flat_map(|place| (0..places[place].len()).map(move |bit| (place, bit)))
}

/// The way of the element of a bit from a place below `level`, seen from where it goes to.
fn describe(
    layout: &LinearLayout,
    before: &[&[u64]; 4],
    after: &[&[u64]; 4],
    level: usize,
    (place, bit): (usize, usize),
) -> Option<Move> {
    let element = after[place][bit];
    let from = Holders::new(before, level).near(element, (place, bit))?;
    Some(Move { element: unflatten(layout, element), to: place_numbers(place, bit), from })
}

fn place_numbers(place: usize, bit: usize) -> [i64; 4] {
    std::array::from_fn(|other| if other == place { 1 << bit } else { 0 })
}

fn unflatten(layout: &LinearLayout, flat: u64) -> Vec<i64> {
    let mut rest = flat;
    let coordinate = |bits: u32| {
        let value = rest & ((1 << bits) - 1);
        rest >>= bits;
        value as i64
    };
    layout.out_dims().iter().map(|dim| dim.bits()).map(coordinate).collect()
}
