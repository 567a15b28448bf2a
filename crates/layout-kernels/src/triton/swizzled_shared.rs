//! `swizzled_shared` and `amd_rotating_shared`: rows of shared memory whose vectors are exchanged.

use super::cga::Cga;
use super::dims::{dim_name, powers};
use super::error::EncodingError;
use super::fit::{fit, identity_in_order};
use super::nvmma_shared::NvmmaShared;
use super::parameters::{Parameters, check_rank};
use layout_math::linear::{InDim, LinearLayout};

/// `#ttg.swizzled_shared<{vec, perPhase, maxPhase, order}>`, and the rotating form of it.
///
/// Offsets follow the dims of `order`, the first one fastest. In row r the vectors of `vec` elements
/// have their number xored with the phase `(r / perPhase) mod maxPhase`; the rotating form also with
/// the number of the group of rows, `(r / perPhase / maxPhase) mod maxPhase`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SwizzledShared {
    name: &'static str,
    is_rotating: bool,
    vector: i64,
    per_phase: i64,
    max_phase: i64,
    order: Vec<usize>,
    cga: Cga,
}

impl SwizzledShared {
    pub const NAME: &str = "swizzled_shared";
    pub const ROTATING: &str = "amd_rotating_shared";
    /// The name in older dialects, where it may be `nvmma_shared`, too.
    pub const OLDER: &str = "shared";

    pub fn read(parameters: &Parameters<'_>) -> Result<Self, EncodingError> {
        let order = parameters.order("order")?;
        Ok(SwizzledShared {
            name: parameters.name(),
            is_rotating: parameters.name() == Self::ROTATING,
            vector: parameters.count("vec")?,
            per_phase: parameters.count("perPhase")?,
            max_phase: parameters.count("maxPhase")?,
            cga: Cga::read(parameters, order.len())?,
            order,
        })
    }

    /// The encoding `#triton_gpu.shared` of older dialects with `hasLeadingOffset`, which newer ones
    /// call `nvmma_shared`, for elements of this size.
    pub fn with_leading_offset(&self, element_bits: i64) -> Result<NvmmaShared, EncodingError> {
        let swizzle_bytes = match (self.per_phase, self.max_phase) {
            (4, 2) => 32,
            (2, 4) => 64,
            (1, 8) => 128,
            _ => {
                let reason =
                    "a leading offset needs perPhase and maxPhase 4 and 2, 2 and 4 or 1 and 8";
                return Err(EncodingError::Unsupported { encoding: "shared", reason });
            }
        };
        let is_transposed = self.order.first() == Some(&0) && 1 < self.order.len();
        Ok(NvmmaShared::new(swizzle_bytes, is_transposed, element_bits, self.cga.clone()))
    }

    pub fn rank(&self) -> usize {
        self.order.len()
    }

    /// The same rows without any exchange of vectors.
    pub fn without_swizzle(&self) -> Self {
        SwizzledShared { is_rotating: false, max_phase: 1, ..self.clone() }
    }

    pub fn to_linear(&self, shape: &[i64]) -> Result<LinearLayout, EncodingError> {
        check_rank(self.name, "the shape", shape.len(), self.order.len())?;
        let block = self.cga.block_shape(shape)?;
        let &[column_dim, row_dim, ref others @ ..] = &self.order[..] else {
            return fit(&identity_in_order("offset", &block, &self.order)?, &self.cga, shape);
        };
        let (rows, columns) = (block[row_dim], block[column_dim]);
        let mut bases: Vec<Vec<i64>> = powers(columns).map(|column| vec![0, column]).collect();
        bases.extend(powers(rows).map(|row| vec![row, self.vector * self.phase(row) % columns]));
        let ins: [InDim<'_>; 1] = [("offset", bases)];
        let (row_name, column_name) = (dim_name(row_dim), dim_name(column_dim));
        let outs = [(&*row_name, rows), (&*column_name, columns)];
        let tile = LinearLayout::new(&ins, &outs)?;
        let tile = tile.product(&identity_in_order("offset", &block, others)?)?;
        fit(&tile, &self.cga, shape)
    }

    fn phase(&self, row: i64) -> i64 {
        let phase = row / self.per_phase % self.max_phase;
        match self.is_rotating {
            true => phase ^ (row / self.per_phase / self.max_phase % self.max_phase),
            false => phase,
        }
    }
}
