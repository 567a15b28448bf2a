//! `nvidia_mma`: the accumulators of NVIDIA's matrix instructions, versions 2 and 3.

use super::cga::Cga;
use super::dims::{along, in_dim_order};
use super::error::EncodingError;
use super::fit::{copied_along, fit, identity_in_order, matrix_order, operand_order};
use super::parameters::{Parameters, check_rank};
use layout_math::linear::LinearLayout;

/// `#ttg.nvidia_mma<{versionMajor, versionMinor, warpsPerCTA, instrShape}>`.
///
/// Version 2 is `mma.sync`, with the shape of its result; version 3 is `wgmma`, with the shape MxNxK
/// of one warp's part.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NvidiaMma {
    is_warp_group: bool,
    warps: Vec<i64>,
    instruction: Vec<i64>,
    cga: Cga,
}

impl NvidiaMma {
    pub const NAME: &str = "nvidia_mma";

    pub fn read(parameters: &Parameters<'_>) -> Result<Self, EncodingError> {
        let version = parameters.integer("versionMajor")?;
        let is_warp_group = match version {
            2 => false,
            3 => true,
            _ => return Err(parameters.out_of_range("versionMajor", version, "2 or 3")),
        };
        // Of Ampere and Turing.
        parameters.ignore("versionMinor");
        let warps = parameters.counts("warpsPerCTA")?;
        let instruction = parameters.counts("instrShape")?;
        if warps.len() != 2 && warps.len() != 3 {
            let (what, found) = ("warpsPerCTA", warps.len());
            return Err(EncodingError::Rank { encoding: Self::NAME, what, expected: 2, found });
        }
        let expected = if is_warp_group { 3 } else { warps.len() };
        parameters.check_rank("instrShape", instruction.len(), expected)?;
        if is_warp_group {
            parameters.check_rank("warpsPerCTA", warps.len(), 2)?;
        }
        let cga = Cga::read(parameters, warps.len())?;
        Ok(NvidiaMma { is_warp_group, warps, instruction, cga })
    }

    pub fn rank(&self) -> usize {
        self.warps.len()
    }

    /// `mma.sync` counts warps along the rows first, `wgmma` along the columns.
    fn warp_order(&self) -> Vec<usize> {
        matrix_order(self.rank(), !self.is_warp_group)
    }

    pub fn to_linear(&self, shape: &[i64]) -> Result<LinearLayout, EncodingError> {
        let rank = self.rank();
        check_rank(Self::NAME, "the shape", shape.len(), rank)?;
        let order = matrix_order(rank, true);
        // The accumulator holds two neighbors of a row in one thread.
        let tile = matrix_tile(&self.instruction[..rank], 2, &order, Self::NAME)?;
        let warps = identity_in_order("warp", &self.warps, &self.warp_order())?;
        fit(&tile.product(&in_dim_order(&warps, order)?)?, &self.cga, shape)
    }

    /// The layout of operand 0 or 1 of the instruction, `k_width` neighbors along the summed dim in
    /// one thread.
    pub fn operand_to_linear(
        &self,
        operand: usize,
        k_width: i64,
        shape: &[i64],
    ) -> Result<LinearLayout, EncodingError> {
        let rank = self.rank();
        check_rank(Self::NAME, "the shape", shape.len(), rank)?;
        if self.is_warp_group && operand == 1 {
            let reason = "version 3 reads its second operand from shared memory";
            return Err(EncodingError::Unsupported { encoding: "dot_op", reason });
        }
        let (rows, columns) = (rank - 2, rank - 1);
        let instruction_rows = if self.is_warp_group { 16 } else { self.instruction[rows] };
        // The instruction for doubles is 8 rows high and sums over half as many.
        let summed_threads = if instruction_rows == 8 { 4 } else { 8 };
        let mut extents = vec![1; rank];
        let (summed, other) = if operand == 0 { (columns, rows) } else { (rows, columns) };
        extents[other] = if operand == 0 { instruction_rows } else { 8 };
        extents[summed] = k_width.saturating_mul(summed_threads);
        let order = operand_order(operand, rank);
        let tile = matrix_tile(&extents, k_width, &order, "dot_op")?;
        let warps = copied_along("warp", &self.warps, &self.warp_order(), summed)?;
        let tile = tile.product(&in_dim_order(&warps, order)?)?;
        fit(&tile, &self.cga.copied_along(summed), shape)
    }
}

/// The part of a matrix that one instruction handles.
///
/// Along the inner dim, the first of `order`, a thread holds `width` neighbors and 4 lanes follow
/// each other; 8 lanes follow along the outer dim; what is left of both is in more registers, the
/// outer dim first.
fn matrix_tile(
    extents: &[i64],
    width: i64,
    order: &[usize],
    encoding: &'static str,
) -> Result<LinearLayout, EncodingError> {
    let (inner, outer) = (order[0], order[1]);
    let line = width.saturating_mul(4);
    if extents[outer] % 8 != 0 || line == 0 || extents[inner] % line != 0 {
        let reason = "the instruction is not a multiple of 8 by 4 threads";
        return Err(EncodingError::Unsupported { encoding, reason });
    }
    let mut tile = identity_in_order("register", &vec![1; order.len()], order)?;
    for factor in [
        along("register", width, inner)?,
        along("lane", 4, inner)?,
        along("lane", 8, outer)?,
        along("register", extents[outer] / 8, outer)?,
        along("register", extents[inner] / line, inner)?,
    ] {
        tile = tile.product(&factor)?;
    }
    Ok(tile)
}
