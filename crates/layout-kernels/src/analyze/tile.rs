//! A tile of shared memory that a CuTe layout says, and the usual ways to go over it.

use super::error::AnalyzeError;
use layout_math::cute::Layout;
use layout_math::linear::{InDim, LinearLayout};

/// How the lanes of a warp go over a tile, each with a vector of elements that follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Lane after lane along the contiguous dim, then row after row: how a tile is copied from global
    /// memory.
    Across,
    /// Lane after lane down the rows, then vector after vector: how `ldmatrix` and a transposition
    /// read.
    Down,
}

/// How many elements a tile may have: more than any memory that threads share.
const MAX_SIZE: i64 = 1 << 20;

/// The memory of a tile, from offsets to coordinates, one out-dim for each mode of the layout.
///
/// # Errors
///
/// A layout whose extents and strides are not powers of two, or that does not take each offset below
/// its size exactly once; one of more than 2^20 elements.
///
/// ```
/// use layout_kernels::analyze::{Banks, Direction, find_swizzle, tile_access, tile_memory};
///
/// // The tile of CUTLASS' atom for half-precision numbers along K: 8 rows of 64.
/// let memory = tile_memory(&"(8,64):(64,1)".parse()?)?;
/// let read = tile_access(&memory, Direction::Down, 8, 32)?;
/// let write = tile_access(&memory, Direction::Across, 8, 32)?;
/// let found = find_swizzle(&memory, &[(&read, Some(8)), (&write, Some(8))], 16, &Banks::default())?;
/// assert_eq!(found.in_bytes().map(|s| s.to_string()).as_deref(), Some("S<3,4,3>"));
/// assert_eq!((found.wavefronts(), found.least()), (16, 16));
///
/// let error = tile_memory(&"(8,64):(65,1)".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "stride 65 of (8,64):(65,1) is not a power of two");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tile_memory(layout: &Layout) -> Result<LinearLayout, AnalyzeError> {
    let refuse = |what, value| AnalyzeError::Tile { layout: layout.to_string(), what, value };
    let rank = layout.rank();
    let size = layout.size();
    if size < 1 {
        return Err(refuse("size", size));
    }
    if MAX_SIZE < size {
        let layout = layout.to_string();
        return Err(AnalyzeError::LargeTile { layout, size, most: MAX_SIZE });
    }
    let mut bases: Vec<Option<Vec<i64>>> = vec![None; size.ilog2() as usize];
    let mut sizes = Vec::new();
    for (dim, mode) in layout.modes().enumerate() {
        let mut coordinate = 1_i64;
        for flat in mode.flat_modes() {
            for (what, value) in [("extent", flat.extent), ("stride", flat.stride)] {
                if value < 1 || value.count_ones() != 1 {
                    // A mode of one coordinate may have any stride.
                    if flat.extent != 1 {
                        return Err(refuse(what, value));
                    }
                }
            }
            if flat.extent == 1 {
                continue;
            }
            for bit in 0..flat.extent.ilog2() {
                let offset_bit = (flat.stride.ilog2() + bit) as usize;
                let mut basis = vec![0; rank];
                basis[dim] = coordinate;
                coordinate *= 2;
                match bases.get_mut(offset_bit) {
                    Some(free @ None) => *free = Some(basis),
                    _ => return Err(refuse("stride", flat.stride)),
                }
            }
        }
        sizes.push(mode.size());
    }
    let bases =
        bases.into_iter().collect::<Option<Vec<_>>>().ok_or_else(|| refuse("size", size))?;
    let names: Vec<String> = (0..rank).map(|dim| format!("dim{dim}")).collect();
    let outs: Vec<(&str, i64)> = names.iter().map(String::as_str).zip(sizes).collect();
    let ins: [InDim<'_>; 1] = [("offset", bases)];
    Ok(LinearLayout::new(&ins, &outs)?)
}

/// An access of a warp to a tile, each lane with so many elements at once; what the lanes do not reach
/// at once are further registers. Where these go on along a row, the layout does not say that the lanes
/// stop after `vector` elements: that is for [`find_swizzle`](super::find_swizzle()) to be told.
///
/// # Errors
///
/// Numbers that are not powers of two; a memory that is not one from `offset`.
pub fn tile_access(
    memory: &LinearLayout,
    direction: Direction,
    vector: i64,
    lanes: i64,
) -> Result<LinearLayout, AnalyzeError> {
    for (what, value) in
        [("the number of elements of a vector", vector), ("the number of lanes", lanes)]
    {
        if value < 1 || value.count_ones() != 1 || 1 << 20 < value {
            let value = u32::try_from(value).unwrap_or(0);
            return Err(AnalyzeError::Machine { what, value });
        }
    }
    let offset = memory.bases().find(|(dim, _)| dim.name() == "offset");
    let (_, bases) = offset.ok_or(AnalyzeError::NoInDim { name: "offset" })?;
    let n_vector = (vector.ilog2() as usize).min(bases.len());
    let (own, rest) = bases.split_at(n_vector);
    // The row is what follows the vector along the dim of the first offsets.
    let dim_of = |basis: &Vec<i64>| basis.iter().position(|&coordinate| coordinate != 0);
    let row = bases.first().and_then(dim_of);
    let n_row = rest.iter().take_while(|&basis| dim_of(basis) == row).count();
    let mut order = rest.to_vec();
    if direction == Direction::Down {
        order.rotate_left(n_row);
    }
    let n_lanes = lanes.ilog2() as usize;
    let (of_lanes, others) = order.split_at(n_lanes.min(order.len()));
    let zero = vec![0; memory.out_dims().len()];
    let copies = std::iter::repeat_n(zero, n_lanes - of_lanes.len());
    let ins: [InDim<'_>; 2] = [
        ("register", [own, others].concat()),
        ("lane", of_lanes.iter().cloned().chain(copies).collect()),
    ];
    let outs: Vec<(&str, i64)> =
        memory.out_dims().iter().map(|dim| (dim.name(), dim.size())).collect();
    Ok(LinearLayout::new(&ins, &outs)?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::{Banks, find_swizzle};
    use super::*;
    use layout_math::cute::Swizzle;

    #[test]
    fn a_tile_takes_each_offset_once() {
        let memory = |text: &str| tile_memory(&text.parse().unwrap()).map(|own| own.to_string());
        assert_eq!(memory("(2,4):(4,1)").unwrap(), "{offset = [[0,1],[0,2],[1,0]]}");
        assert_eq!(memory("(4,(2,2)):(2,(1,8))").unwrap(), "{offset = [[0,1],[1,0],[2,0],[0,2]]}");
        let refusal = |text: &str| memory(text).unwrap_err().to_string();
        assert_eq!(refusal("(2,6):(1,2)"), "extent 6 of (2,6):(1,2) is not a power of two");
        assert_eq!(
            refusal("(2,4):(1,1)"),
            "stride 1 of (2,4):(1,1) leads to an offset that another mode has or that is past its size"
        );
        assert_eq!(
            refusal("(2,4):(16,1)"),
            "stride 16 of (2,4):(16,1) leads to an offset that another mode has or that is past its size"
        );
        assert_eq!(
            refusal("(4096,4096):(4096,1)"),
            "(4096,4096):(4096,1) has 16777216 elements, and a tile may have 1048576"
        );
    }

    #[test]
    fn lanes_go_across_or_down() {
        let memory = tile_memory(&"(8,16):(16,1)".parse().unwrap()).unwrap();
        let access = |direction| tile_access(&memory, direction, 4, 8).unwrap().to_string();
        assert_eq!(
            access(Direction::Across),
            "{register = [[0,1],[0,2],[2,0],[4,0]], lane = [[0,4],[0,8],[1,0]]}"
        );
        assert_eq!(
            access(Direction::Down),
            "{register = [[0,1],[0,2],[0,4],[0,8]], lane = [[1,0],[2,0],[4,0]]}"
        );
    }

    /// Lanes that go over a tile of rows by columns, each with `vector` elements that follow each other.
    struct Walk {
        rows: i64,
        columns: i64,
        vector: i64,
        direction: Direction,
    }

    impl Walk {
        /// How often 32 banks of 4 bytes are busy for all of the tile, and for the worst group of lanes:
        /// instruction by instruction, each of 32 lanes with a vector or what a swizzle leaves whole of it.
        fn walked(&self, bytes: i64, swizzle: Swizzle) -> (i64, i64) {
            let Walk { rows, columns, vector, direction } = *self;
            let begin = |number: i64| match direction {
                Direction::Across => number * vector,
                Direction::Down => number % rows * columns + number / rows * vector,
            };
            let n_vectors = rows * columns / vector;
            // Of a tile that is smaller than a warp the other lanes have what the first ones have.
            let begins: Vec<i64> =
                (0..n_vectors).map(begin).cycle().take(n_vectors.max(32) as usize).collect();
            let is_whole = |width: i64| {
                begins.iter().flat_map(|own| (0..vector).map(move |at| own + at)).all(|offset| {
                    let first = swizzle.apply(offset - offset % width);
                    first % width == 0 && swizzle.apply(offset) == first + offset % width
                })
            };
            let widths = [vector, vector / 2, vector / 4, vector / 8, vector / 16];
            let fits = |width: &i64| 0 < *width && width * bytes <= 16 && is_whole(*width);
            let width = widths.into_iter().find(fits).unwrap();
            let together = (32 / (width * bytes / 4).max(1)).min(32) as usize;
            let (mut sum, mut worst) = (0, 0);
            for lanes in begins.chunks(32) {
                for part in (0..vector).step_by(width as usize) {
                    let taken: Vec<i64> =
                        lanes.iter().map(|own| swizzle.apply(own + part)).collect();
                    for group in taken.chunks(together) {
                        let words = group.iter().flat_map(|offset| {
                            offset * bytes / 4..=((offset + width) * bytes - 1) / 4
                        });
                        let words: BTreeSet<i64> = words.collect();
                        let of_bank = |bank| words.iter().filter(|&word| word % 32 == bank).count();
                        let busiest = (0..32).map(of_bank).max().unwrap() as i64;
                        sum += busiest;
                        worst = worst.max(busiest);
                    }
                }
            }
            (sum, worst)
        }
    }

    /// A lane takes as many elements as it is said to and no more, whatever follows in its row, so that each
    /// width has conflicts and a swizzle of its own.
    #[test]
    fn lanes_go_over_a_tile_with_the_vector_that_is_said() {
        let mut n_tiles = 0;
        for (rows, columns, bytes) in
            [(32, 32, 4), (8, 64, 2), (16, 16, 8), (16, 8, 16), (64, 16, 1)]
        {
            let layouts = [
                format!("({rows},{columns}):({columns},1)"),
                format!("({columns},{rows}):(1,{columns})"),
            ];
            let bits = 8 * bytes as u32;
            for (at, layout) in layouts.iter().enumerate() {
                let memory = tile_memory(&layout.parse().unwrap()).unwrap();
                for vector in (0..5).map(|bit| 1 << bit).filter(|vector| *vector <= columns) {
                    let both = [Direction::Across, Direction::Down];
                    let walks = both.map(|direction| Walk { rows, columns, vector, direction });
                    let accesses: Vec<LinearLayout> = walks
                        .iter()
                        .map(|walk| tile_access(&memory, walk.direction, vector, 32).unwrap())
                        .collect();
                    let choices: [&[usize]; 3] = [&[0], &[1], &[0, 1]];
                    // The other order of modes is the same tile, and is walked once.
                    for chosen in choices.into_iter().skip(2 * at) {
                        let given: Vec<(&LinearLayout, Option<i64>)> =
                            chosen.iter().map(|&own| (&accesses[own], Some(vector))).collect();
                        let found = find_swizzle(&memory, &given, bits, &Banks::default()).unwrap();
                        let said =
                            format!("{layout} of {bytes} bytes, {vector} at once, {chosen:?}");
                        let walked = |swizzle: Swizzle| -> Vec<(i64, i64)> {
                            chosen.iter().map(|&own| walks[own].walked(bytes, swizzle)).collect()
                        };
                        let busy = |swizzle| walked(swizzle).iter().map(|own| own.0).sum::<i64>();
                        let none = Swizzle::new(0, 0, 0).unwrap();
                        assert_eq!(found.unswizzled(), busy(none), "{said}");
                        assert_eq!(found.wavefronts(), busy(found.swizzle()), "{said}");
                        let conflicts: Vec<(i64, i64)> = walked(found.swizzle())
                            .iter()
                            .zip(walked(none))
                            .map(|(own, plain)| (own.1 - 1, plain.1 - 1))
                            .collect();
                        assert_eq!(found.conflicts(), conflicts, "{said}");
                        n_tiles += 1;
                        // No other swizzle is better; one side alone is less than both.
                        if at == 1 || chosen.len() == 1 {
                            continue;
                        }
                        let n_bits = i64::from(memory.size().ilog2());
                        for (n, base) in
                            (1..=n_bits / 2).flat_map(|n| (0..n_bits).map(move |m| (n, m)))
                        {
                            for shift in n..=n_bits - base - n {
                                for shift in [shift, -shift] {
                                    let other = Swizzle::new(n, base, shift).unwrap();
                                    assert!(found.wavefronts() <= busy(other), "{said}: {other}");
                                }
                            }
                        }
                    }
                }
            }
        }
        assert_eq!(n_tiles, 96);
    }
}
