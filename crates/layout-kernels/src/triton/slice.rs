//! `slice`: what is left of a layout when a dim has been reduced.

use super::dims::dim_name;
use super::encoding::Encoding;
use super::error::EncodingError;
use super::parameters::Parameters;
use layout_math::linear::{InDim, LinearLayout};

/// `#ttg.slice<{dim, parent}>`.
///
/// The layout of the parent on the shape with an extent of 1 put in at `dim`, that dim then
/// forgotten. Registers that are copies of others are left out; lanes, warps and blocks that are
/// copies stay.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Slice {
    dim: usize,
    parent: Box<Encoding>,
}

impl Slice {
    pub const NAME: &str = "slice";

    pub fn read(parameters: &Parameters<'_>) -> Result<Self, EncodingError> {
        let dim = parameters.integer("dim")?;
        let parent = Box::new(Encoding::read(parameters.nested("parent")?)?);
        match usize::try_from(dim) {
            Ok(dim) if dim < 16 => Ok(Slice { dim, parent }),
            _ => Err(parameters.out_of_range("dim", dim, "a dim")),
        }
    }

    pub fn of(dim: usize, parent: Encoding) -> Self {
        Slice { dim, parent: Box::new(parent) }
    }

    pub fn rank(&self) -> usize {
        self.parent.rank().saturating_sub(1)
    }

    pub fn to_linear(&self, shape: &[i64]) -> Result<LinearLayout, EncodingError> {
        let mut parent_shape = shape.to_vec();
        if shape.len() < self.dim {
            let (what, expected) = ("the shape", self.dim);
            return Err(EncodingError::Rank {
                encoding: Self::NAME,
                what,
                expected,
                found: shape.len(),
            });
        }
        parent_shape.insert(self.dim, 1);
        let parent = self.parent.to_linear_layout(&parent_shape)?;
        let mut bases: Vec<(&str, Vec<Vec<i64>>)> =
            parent.bases().map(|(dim, bases)| (dim.name(), bases)).collect();
        for (in_dim, own) in &mut bases {
            own.iter_mut().for_each(|basis| {
                basis.remove(self.dim);
            });
            if *in_dim == "register" {
                own.retain(|basis| basis.iter().any(|&coordinate| coordinate != 0));
            }
        }
        let names: Vec<String> = (0..shape.len()).map(dim_name).collect();
        let outs: Vec<(&str, i64)> =
            names.iter().map(String::as_str).zip(shape.iter().copied()).collect();
        let ins: Vec<InDim<'_>> = bases;
        Ok(LinearLayout::new(&ins, &outs)?)
    }
}
