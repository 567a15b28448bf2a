//! How far the elements of a layout conversion have to go.

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

/// What a conversion from one distributed layout to another has to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversion {
    kind: ConversionKind,
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

impl Conversion {
    pub fn kind(&self) -> ConversionKind {
        self.kind
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
/// use layout_kernels::analyze::{ConversionKind, conversion};
/// use layout_math::linear::LinearLayout;
///
/// let a: LinearLayout = "{register = [[1]], lane = [[2],[4]], warp = [[8]], block = []}".parse()?;
/// let b: LinearLayout = "{register = [[2]], lane = [[1],[4]], warp = [[8]], block = []}".parse()?;
/// let found = conversion(&a, &b)?;
/// assert_eq!(found.kind(), ConversionKind::WithinWarp);
/// let moved = found.farthest().expect("something moves");
/// assert_eq!((&moved.element[..], moved.from, moved.to), (&[2][..], [0, 1, 0, 0], [1, 0, 0, 0]));
/// assert_eq!(conversion(&a, &a)?.kind(), ConversionKind::NoOp);
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
    if before == after {
        return Ok(Conversion { kind: ConversionKind::NoOp, farthest: None });
    }
    let kinds = [
        ConversionKind::WithinThread,
        ConversionKind::WithinWarp,
        ConversionKind::WithinBlock,
        ConversionKind::AcrossBlocks,
    ];
    // What the level below fails on is an element that goes as far as any.
    let mut farthest = first_moved(&before, &after);
    for (level, kind) in kinds.into_iter().enumerate() {
        match out_of_reach(&before, &after, level + 1) {
            Some(place) => farthest = place,
            None => {
                let farthest = Some(describe(from, &before, &after, farthest));
                return Ok(Conversion { kind, farthest });
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

/// A bit of a place whose element is not within reach: the places below `level` of `from` do not
/// hold it, seen from the same place further out.
fn out_of_reach(before: &[&[u64]; 4], after: &[&[u64]; 4], level: usize) -> Option<(usize, usize)> {
    let span = Echelon::new(&before[..level].concat());
    for place in 0..4 {
        for (bit, &target) in after[place].iter().enumerate() {
            let here = if level <= place { before[place][bit] } else { 0 };
            if span.solve(target ^ here).is_none() {
                return Some((place, bit));
            }
        }
    }
    None
}

/// The first bit of a place that holds another element than before.
fn first_moved(before: &[&[u64]; 4], after: &[&[u64]; 4]) -> (usize, usize) {
    let mut moved = (0..4).flat_map(|place| (0..after[place].len()).map(move |bit| (place, bit)));
    moved.find(|&(place, bit)| before[place].get(bit) != Some(&after[place][bit])).unwrap_or((0, 0))
}

fn describe(
    from: &LinearLayout,
    before: &[&[u64]; 4],
    after: &[&[u64]; 4],
    (place, bit): (usize, usize),
) -> Move {
    let element = after[place].get(bit).copied().unwrap_or(0);
    let solution = Echelon::new(&before.concat()).solve(element).unwrap_or(0);
    let mut shift = 0;
    let from_place = std::array::from_fn(|place| {
        let width = before[place].len();
        let number = solution >> shift & ((1 << width) - 1);
        shift += width;
        number as i64
    });
    Move { element: unflatten(from, element), to: place_numbers(place, bit), from: from_place }
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
