//! Sectors and vectors of an access to global memory.

use super::error::AnalyzeError;
use super::places::{
    MemoryOffsets, check_element_bits, check_in_dim, check_power_of_two, without_register_copies,
};
use super::vector::vector_bits;
use layout_math::linear::LinearLayout;
use layout_math::linear::f2::Echelon;

/// A global memory: what it moves at once, and the widest access of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GlobalMemory {
    pub sector_bytes: u32,
    pub vector_bits: u32,
}

impl Default for GlobalMemory {
    /// Sectors of 32 bytes, and accesses of up to 16 bytes.
    fn default() -> Self {
        GlobalMemory { sector_bytes: 32, vector_bits: 128 }
    }
}

/// What an access of a warp to global memory costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GlobalAccess {
    vector: i64,
    instructions: i64,
    sectors: i64,
    least_sectors: i64,
}

impl GlobalAccess {
    /// How many elements a lane moves with one instruction: the widest legal vector.
    pub fn vector(&self) -> i64 {
        self.vector
    }

    /// How many instructions a warp needs for all its registers.
    pub(crate) fn instructions(&self) -> i64 {
        self.instructions
    }

    /// How many sectors one instruction touches; an element that is wider than a sector touches several.
    pub fn sectors(&self) -> i64 {
        self.sectors
    }

    /// How many sectors the same bytes fill if they are next to each other.
    pub fn least_sectors(&self) -> i64 {
        self.least_sectors
    }

    /// The same access with other counts of sectors.
    pub(super) fn with_sectors(self, sectors: i64, least_sectors: i64) -> Self {
        GlobalAccess { sectors, least_sectors, ..self }
    }

    /// True if no sector is touched for less than all of it.
    pub(crate) fn is_coalesced(&self) -> bool {
        self.sectors == self.least_sectors
    }
}

/// The cost of an access by `distributed` to a tensor in global memory.
///
/// Along the dim `contiguous` elements are next to each other; different coordinates in the other
/// dims are rows apart, each aligned to a sector. `most_together` limits the vector: how many
/// neighbors are known to be aligned and in one row, for example Triton's `contiguity`.
///
/// # Errors
///
/// A layout without registers or lanes; a dim that is not there; a size that is not a power of two.
///
/// ```
/// use layout_kernels::analyze::{GlobalMemory, global_access};
/// use layout_math::linear::LinearLayout;
///
/// // 8 lanes along a row of 32 floats, 4 rows; each lane holds 4 neighbors.
/// let layout: LinearLayout =
///     "{register = [[0,1],[0,2]], lane = [[0,4],[0,8],[0,16],[1,0],[2,0]]}".parse()?;
/// let by_rows = global_access(&layout, 1, 32, None, &GlobalMemory::default())?;
/// assert_eq!((by_rows.vector(), by_rows.sectors(), by_rows.least_sectors()), (4, 16, 16));
/// let by_columns = global_access(&layout, 0, 32, None, &GlobalMemory::default())?;
/// assert_eq!((by_columns.vector(), by_columns.sectors(), by_columns.least_sectors()), (1, 8, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn global_access(
    distributed: &LinearLayout,
    contiguous: usize,
    element_bits: u32,
    most_together: Option<i64>,
    memory: &GlobalMemory,
) -> Result<GlobalAccess, AnalyzeError> {
    check_element_bits(element_bits)?;
    check_power_of_two("the size of a sector", memory.sector_bytes)?;
    check_power_of_two("the bits of the widest access", memory.vector_bits)?;
    check_in_dim(distributed, "register")?;
    check_in_dim(distributed, "lane")?;
    let rank = distributed.out_dims().len();
    if rank <= contiguous {
        return Err(AnalyzeError::NoSuchDim { dim: contiguous, rank });
    }
    let layout = without_register_copies(distributed)?;
    // A number for each element: its coordinate along the contiguous dim in the low bits.
    let bits: Vec<u32> = layout.out_dims().iter().map(|dim| dim.bits()).collect();
    let flat = |basis: &Vec<i64>| {
        let mut shift = bits[contiguous];
        let mut number = basis[contiguous] as u64;
        for (dim, &coordinate) in basis.iter().enumerate().filter(|&(dim, _)| dim != contiguous) {
            number |= (coordinate as u64) << shift;
            shift += bits[dim];
        }
        number
    };
    let places = MemoryOffsets::of(&layout, flat);
    let widest = (memory.vector_bits / element_bits).max(1).ilog2();
    let together = most_together.unwrap_or(i64::MAX).max(1).ilog2();
    let vector = vector_bits(&places, widest.min(together).min(bits[contiguous]));
    // All elements that one instruction of the warp touches.
    let touched: Vec<u64> =
        (0..vector).map(|bit| 1 << bit).chain(places.lanes.iter().copied()).collect();
    let sector = (memory.sector_bytes * 8 / element_bits).max(1).ilog2().min(bits[contiguous]);
    let sectors: Vec<u64> = touched.iter().map(|number| number >> sector << sector).collect();
    let of_element = i64::from((element_bits / (memory.sector_bytes * 8)).max(1));
    let n_elements = Echelon::new(&touched).rank();
    let bits_touched = u64::from(element_bits) << n_elements;
    let least = bits_touched.div_ceil(u64::from(memory.sector_bytes) * 8);
    Ok(GlobalAccess {
        vector: 1 << vector,
        instructions: 1 << (places.registers.len() as u32 - vector),
        sectors: (1_i64 << Echelon::new(&sectors).rank()).saturating_mul(of_element),
        least_sectors: least as i64,
    })
}
