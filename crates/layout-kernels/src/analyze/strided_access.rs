//! Sectors and vectors of an access to global memory whose strides are known.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::error::AnalyzeError;
use super::global_access::{GlobalAccess, GlobalMemory, global_access};
use super::places::{PLACES, check_element_bits, check_power_of_two, check_walk};
use layout_math::linear::LinearLayout;

/// What the arithmetic on pointers says of an access: the stride of each dim of the tensor, in
/// elements, and how many neighbors are known to be together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AccessStrides {
    pub of_dims: Vec<Option<i64>>,
    pub together: Option<i64>,
}

impl AccessStrides {
    /// The dim along which elements are next to each other: that of stride 1 with the greatest extent.
    pub(crate) fn contiguous(&self, distributed: &LinearLayout) -> Option<usize> {
        let outs = distributed.out_dims();
        let is_one = |&dim: &usize| self.of_dims[dim] == Some(1) && 1 < outs[dim].size();
        (0..outs.len().min(self.of_dims.len())).filter(is_one).max_by_key(|&dim| outs[dim].size())
    }

    /// True if the strides decide which addresses are together: one of them is 1, or all are numbers.
    pub(crate) fn are_decisive(&self, distributed: &LinearLayout) -> bool {
        let outs = distributed.out_dims();
        let is_known = |(dim, stride): (usize, &Option<i64>)| {
            stride.is_some() || outs.get(dim).is_some_and(|dim| dim.size() == 1)
        };
        outs.len() == self.of_dims.len()
            && (self.contiguous(distributed).is_some()
                || self.of_dims.iter().enumerate().all(is_known))
    }
}

/// The cost of an access by `distributed` to a tensor in global memory with these strides.
///
/// Coordinates of a dim whose stride is not known are rows apart, each aligned to a sector. The
/// first element is aligned to a sector. Every lane of every instruction is looked at, and the
/// numbers are those of the instruction with the most sectors. With one stride of 1 and no other that
/// is known it is [`global_access()`].
///
/// # Errors
///
/// As [`global_access()`]; strides that are not as many as the dims; more than 2^24 places to look
/// at; an offset past 64 bits.
///
/// ```
/// use layout_kernels::analyze::{GlobalMemory, AccessStrides, strided_access};
/// use layout_math::linear::LinearLayout;
///
/// // 32 lanes that follow each other take every second float: half of each sector is for nothing.
/// let layout: LinearLayout = "{register = [], lane = [[1],[2],[4],[8],[16]]}".parse()?;
/// let strides = AccessStrides { of_dims: vec![Some(2)], together: None };
/// let found = strided_access(&layout, &strides, 32, &GlobalMemory::default())?;
/// assert_eq!((found.vector(), found.sectors(), found.least_sectors()), (1, 8, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn strided_access(
    distributed: &LinearLayout,
    strides: &AccessStrides,
    element_bits: u32,
    memory: &GlobalMemory,
) -> Result<GlobalAccess, AnalyzeError> {
    check_element_bits(element_bits)?;
    check_power_of_two("the size of a sector", memory.sector_bytes)?;
    let outs = distributed.out_dims();
    if outs.len() != strides.of_dims.len() {
        let (extents, strides) = (outs.len(), strides.of_dims.len());
        return Err(AnalyzeError::StrideCount { extents, strides });
    }
    let vector_of = |dim: usize| {
        // Rows that begin off the alignment of a vector are no use to it.
        let others = strides.of_dims.iter().enumerate().filter(|&(other, _)| other != dim);
        let rows = others.filter(|&(other, _)| 1 < outs[other].size());
        let aligned = rows.filter_map(|(_, stride)| *stride).map(|stride| stride.trailing_zeros());
        let together = 1_i64 << aligned.min().unwrap_or(62).min(62);
        let together = strides.together.map_or(together, |own| own.min(together));
        global_access(distributed, dim, element_bits, Some(together), memory)
    };
    let dim = strides.contiguous(distributed);
    // Without a dim that is contiguous no two elements are one vector.
    let plain = match dim {
        Some(dim) => vector_of(dim)?,
        None => global_access(distributed, 0, element_bits, Some(1), memory)?,
    };
    let others_known =
        strides.of_dims.iter().enumerate().any(|(other, stride)| {
            stride.is_some() && Some(other) != dim && 1 < outs[other].size()
        });
    if dim.is_some() && !others_known {
        return Ok(plain);
    }
    let walk = SectorCount { distributed, strides, element_bits, memory };
    let vector = if dim.is_some() { plain.vector() } else { 1 };
    let (sectors, elements) = walk.count(dim, vector)?;
    let bits = i64::from(element_bits).saturating_mul(elements);
    let least = (bits as u64).div_ceil(u64::from(memory.sector_bytes) * 8);
    Ok(plain.with_sectors(sectors, least as i64))
}

struct SectorCount<'w> {
    distributed: &'w LinearLayout,
    strides: &'w AccessStrides,
    element_bits: u32,
    memory: &'w GlobalMemory,
}

/// Where an element is: its coordinates in the dims of unknown stride, and its offset in the others.
type Address = (Vec<i64>, i64);

impl SectorCount<'_> {
    /// The sectors and the distinct elements of the instruction with the most sectors.
    fn count(&self, dim: Option<usize>, vector: i64) -> Result<(i64, i64), AnalyzeError> {
        let ins = self.distributed.in_dims();
        let bits_of = |name| ins.iter().find(|dim| dim.name() == name).map_or(0, |dim| dim.bits());
        let [registers, lanes] = [PLACES[0], PLACES[1]].map(bits_of);
        check_walk((registers + lanes) as usize)?;
        let mut most = (0, 0);
        for register in 0..1_i64 << registers {
            let mut sectors = BTreeSet::new();
            let mut elements = BTreeSet::new();
            let mut is_first_of_vector = true;
            for lane in 0..1_i64 << lanes {
                let place: Vec<(&str, i64)> = ins
                    .iter()
                    .map(|dim| match dim.name() {
                        "register" => ("register", register),
                        "lane" => ("lane", lane),
                        other => (other, 0),
                    })
                    .collect();
                let at: Vec<i64> = self
                    .distributed
                    .apply_named(&place)?
                    .into_iter()
                    .map(|(_, coordinate)| coordinate)
                    .collect();
                if let Some(dim) = dim
                    && at[dim] % vector != 0
                {
                    is_first_of_vector = false;
                    break;
                }
                for step in 0..vector {
                    let mut at = at.clone();
                    if let Some(dim) = dim {
                        at[dim] += step;
                    }
                    let (rows, offset) = self.address(&at)?;
                    for sector in self.sectors(offset) {
                        sectors.insert((rows.clone(), sector));
                    }
                    elements.insert((rows, offset));
                }
            }
            if is_first_of_vector {
                most = most.max((sectors.len() as i64, elements.len() as i64));
            }
        }
        Ok(most)
    }

    /// The sectors of an element: several if it is wider than one.
    fn sectors(&self, offset: i64) -> RangeInclusive<i128> {
        let bits = i128::from(self.element_bits);
        let first = i128::from(offset) * bits;
        let of = |bit: i128| bit.div_euclid(i128::from(self.memory.sector_bytes) * 8);
        of(first)..=of(first + bits - 1)
    }

    fn address(&self, at: &[i64]) -> Result<Address, AnalyzeError> {
        let mut rows = Vec::new();
        let mut offset = 0_i64;
        for (dim, (&coordinate, stride)) in at.iter().zip(&self.strides.of_dims).enumerate() {
            match stride {
                Some(stride) => {
                    let further = coordinate.checked_mul(*stride);
                    offset = further
                        .and_then(|further| offset.checked_add(further))
                        .ok_or(AnalyzeError::Overflow { dim })?;
                }
                None => rows.push(coordinate),
            }
        }
        Ok((rows, offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(layout: &str, strides: &[Option<i64>], bits: u32) -> (i64, i64, i64, i64) {
        let layout: LinearLayout = layout.parse().unwrap();
        let strides = AccessStrides { of_dims: strides.to_vec(), together: None };
        let found = strided_access(&layout, &strides, bits, &GlobalMemory::default()).unwrap();
        (found.vector(), found.instructions(), found.sectors(), found.least_sectors())
    }

    const ROWS: &str = "{register = [[0,1],[0,2]], lane = [[0,4],[0,8],[0,16],[1,0],[2,0]]}";

    #[test]
    fn a_row_of_unknown_length_begins_at_a_sector() {
        assert_eq!(found(ROWS, &[None, Some(1)], 32), (4, 1, 16, 16));
        assert_eq!(found(ROWS, &[Some(1), None], 32), (1, 4, 8, 4));
    }

    #[test]
    fn rows_whose_length_is_known_may_share_sectors_or_break_vectors() {
        // Rows of 32 follow each other without a gap; those of 33 begin off every alignment.
        assert_eq!(found(ROWS, &[Some(32), Some(1)], 32), (4, 1, 16, 16));
        assert_eq!(found(ROWS, &[Some(34), Some(1)], 32), (2, 2, 17, 8));
        assert_eq!(found(ROWS, &[Some(33), Some(1)], 32), (1, 4, 17, 4));
    }

    #[test]
    fn an_offset_past_64_bits_is_an_error() {
        let layout = format!("{{register = [], lane = [[{}]]}}", 1_i64 << 61);
        let layout: LinearLayout = layout.parse().unwrap();
        let strides = AccessStrides { of_dims: vec![Some(i64::MAX)], together: None };
        let error = strided_access(&layout, &strides, 128, &GlobalMemory::default()).unwrap_err();
        assert_eq!(error.to_string(), "the offsets of dim 0 do not fit in 64 bits");
    }

    #[test]
    fn a_stride_of_0_is_one_element_and_a_negative_one_goes_down() {
        let lanes = "{register = [], lane = [[1],[2],[4],[8],[16]]}";
        assert_eq!(found(lanes, &[Some(0)], 32), (1, 1, 1, 1));
        assert_eq!(found(lanes, &[Some(-1)], 32), (1, 1, 5, 4));
        assert_eq!(found(lanes, &[Some(64)], 32), (1, 1, 32, 4));
    }
}
