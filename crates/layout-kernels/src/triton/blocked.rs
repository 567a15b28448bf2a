//! `blocked`: registers, lanes and warps, each a box of the tensor.

use super::cga::Cga;
use super::dims::in_dim_order;
use super::error::EncodingError;
use super::fit::{Copies, copied_along, fit, fit_with, identity_in_order};
use super::parameters::{Parameters, check_rank};
use layout_math::linear::LinearLayout;

/// `#ttg.blocked<{sizePerThread, threadsPerWarp, warpsPerCTA, order}>`.
///
/// A thread holds a box of the tensor, a warp a box of such boxes and a block a box of those; in each
/// the first dim of `order` is fastest. Registers that would be copies of others are left out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Blocked {
    per_thread: Vec<i64>,
    threads: Vec<i64>,
    warps: Vec<i64>,
    order: Vec<usize>,
    cga: Cga,
}

impl Blocked {
    pub const NAME: &str = "blocked";

    pub fn read(parameters: &Parameters<'_>) -> Result<Self, EncodingError> {
        let order = parameters.order("order")?;
        let list = |parameter| {
            let list = parameters.counts(parameter)?;
            parameters.check_rank(parameter, list.len(), order.len())?;
            Ok::<_, EncodingError>(list)
        };
        Ok(Blocked {
            per_thread: list("sizePerThread")?,
            threads: list("threadsPerWarp")?,
            warps: list("warpsPerCTA")?,
            cga: Cga::read(parameters, order.len())?,
            order,
        })
    }

    pub fn rank(&self) -> usize {
        self.order.len()
    }

    pub fn to_linear(&self, shape: &[i64]) -> Result<LinearLayout, EncodingError> {
        check_rank(Self::NAME, "the shape", shape.len(), self.rank())?;
        let registers = identity_in_order("register", &self.per_thread, &self.order)?;
        let lanes = identity_in_order("lane", &self.threads, &self.order)?;
        let warps = identity_in_order("warp", &self.warps, &self.order)?;
        let tile = registers.product(&lanes)?.product(&warps)?;
        fit_with(&tile, &self.cga, shape, Copies::DropRegisters)
    }

    /// The layout of an operand of a dot product that is computed without matrix instructions:
    /// a thread holds all of the summed dim.
    pub fn operand_to_linear(
        &self,
        operand: usize,
        shape: &[i64],
    ) -> Result<LinearLayout, EncodingError> {
        let rank = self.rank();
        check_rank(Self::NAME, "the shape", shape.len(), rank)?;
        let summed = if operand == 0 { rank - 1 } else { rank - 2 };
        let mut per_thread = self.per_thread.clone();
        per_thread[summed] = shape[summed];
        let order = &self.order;
        let registers = identity_in_order("register", &per_thread, order)?;
        let lanes = copied_along("lane", &self.threads, order, summed)?;
        let warps = copied_along("warp", &self.warps, order, summed)?;
        let tile =
            in_dim_order(&registers, order.iter().copied())?.product(&lanes)?.product(&warps)?;
        fit(&tile, &self.cga.copied_along(summed), shape)
    }
}
