//! `dot_op`: the operands of a dot product.

use super::amd_mfma::AmdMfma;
use super::amd_wmma::AmdWmma;
use super::blocked::Blocked;
use super::encoding::{Encoding, Family};
use super::error::EncodingError;
use super::nvidia_mma::NvidiaMma;
use super::parameters::{Parameters, check_count};
use layout_math::linear::LinearLayout;

/// `#ttg.dot_op<{opIdx, parent, kWidth}>`: what the instruction of the parent wants as its first or
/// second operand.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DotOp {
    operand: usize,
    k_width: i64,
    parent: Parent,
}

/// The encodings of results that have operands.
#[derive(Debug, Clone, PartialEq)]
enum Parent {
    Blocked(Blocked),
    NvidiaMma(NvidiaMma),
    AmdMfma(AmdMfma),
    AmdWmma(AmdWmma),
}

impl Parent {
    fn of(encoding: Encoding) -> Result<Self, EncodingError> {
        Ok(match encoding.family() {
            Family::Blocked(parent) if 2 <= parent.rank() => Parent::Blocked(parent),
            Family::NvidiaMma(parent) => Parent::NvidiaMma(parent),
            Family::AmdMfma(parent) => Parent::AmdMfma(parent),
            Family::AmdWmma(parent) => Parent::AmdWmma(parent),
            _ => {
                let reason = "the parent is the encoding of no dot product";
                return Err(EncodingError::Unsupported { encoding: DotOp::NAME, reason });
            }
        })
    }
}

impl DotOp {
    pub const NAME: &str = "dot_op";

    pub fn read(parameters: &Parameters<'_>) -> Result<Self, EncodingError> {
        let operand = match parameters.integer("opIdx")? {
            0 => 0,
            1 => 1,
            other => return Err(parameters.out_of_range("opIdx", other, "0 or 1")),
        };
        let parent = Parent::of(Encoding::read(parameters.nested("parent")?)?)?;
        let k_width = match parent {
            // Whatever is written there.
            Parent::Blocked(_) => {
                parameters.ignore("kWidth");
                None
            }
            _ => parameters.optional_integer("kWidth")?,
        };
        Self::with_parent(operand, k_width, parent)
    }

    fn with_parent(
        operand: usize,
        k_width: Option<i64>,
        parent: Parent,
    ) -> Result<Self, EncodingError> {
        let (encoding, parameter) = (Self::NAME, "kWidth");
        let k_width = match (&parent, k_width) {
            // Without matrix instructions there is no width.
            (Parent::Blocked(_), _) => 0,
            (_, Some(k_width)) => check_count(encoding, parameter, k_width)?,
            (_, None) => return Err(EncodingError::Missing { encoding, parameter }),
        };
        Ok(DotOp { operand, k_width, parent })
    }

    /// The first or the second operand of a product whose result has this encoding.
    pub fn of(
        operand: usize,
        k_width: Option<i64>,
        result: Encoding,
    ) -> Result<Self, EncodingError> {
        Self::with_parent(operand, k_width, Parent::of(result)?)
    }

    pub fn rank(&self) -> usize {
        match &self.parent {
            Parent::Blocked(parent) => parent.rank(),
            Parent::NvidiaMma(parent) => parent.rank(),
            Parent::AmdMfma(parent) => parent.rank(),
            Parent::AmdWmma(parent) => parent.rank(),
        }
    }

    pub fn to_linear(&self, shape: &[i64]) -> Result<LinearLayout, EncodingError> {
        let (operand, k_width) = (self.operand, self.k_width);
        match &self.parent {
            Parent::Blocked(parent) => parent.operand_to_linear(operand, shape),
            Parent::NvidiaMma(parent) => parent.operand_to_linear(operand, k_width, shape),
            Parent::AmdMfma(parent) => parent.operand_to_linear(operand, k_width, shape),
            Parent::AmdWmma(parent) => parent.operand_to_linear(operand, k_width, shape),
        }
    }
}
