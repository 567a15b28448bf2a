//! `linear` and `shared_linear`: encodings that are written as bases.

use super::dims::{dim_names, in_dim_order, order_of_bases};
use super::error::EncodingError;
use super::fit::{Copies, not_larger, not_smaller};
use super::parameters::{Parameters, check_rank};
use layout_math::linear::{InDim, LinearLayout};

/// `#ttg.linear<{register, lane, warp, block}>`: the layout of one tile, with the shape that its
/// bases span.
///
/// On a larger shape the registers repeat; on a smaller one, registers that would be copies are left
/// out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Linear(LinearLayout);

impl Linear {
    pub const NAME: &str = "linear";

    pub fn read(parameters: &Parameters<'_>) -> Result<Self, EncodingError> {
        let layout = read_bases(parameters, &["register", "lane", "warp", "block"])?;
        // One bit in all of its numbers, or none.
        let is_power =
            |basis: &Vec<i64>| basis.iter().map(|number| number.count_ones()).sum::<u32>() < 2;
        if !layout.bases().flat_map(|(_, bases)| bases).all(|basis| is_power(&basis)) {
            let reason = "a basis is neither zeros nor a power of two in one dim";
            return Err(EncodingError::Unsupported { encoding: Self::NAME, reason });
        }
        Ok(Linear(layout))
    }

    pub fn rank(&self) -> usize {
        self.0.out_dims().len()
    }

    pub fn to_linear(&self, shape: &[i64]) -> Result<LinearLayout, EncodingError> {
        let rank = self.rank();
        check_rank(Self::NAME, "the shape", shape.len(), rank)?;
        let layout = in_dim_order(&self.0, order_of_bases(&self.0, &["register"]))?;
        let layout = not_smaller(&layout, shape)?;
        let layout = not_larger(&layout, shape, Copies::DropRegisters)?;
        super::fit::check_sizes(in_dim_order(&layout, 0..rank)?, shape)
    }
}

/// `#ttg.shared_linear<{offset, block}, alignment>`: offsets of shared memory, by bases.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SharedLinear(LinearLayout);

impl SharedLinear {
    pub const NAME: &str = "shared_linear";

    pub fn read(parameters: &Parameters<'_>) -> Result<Self, EncodingError> {
        if let Some(alignment) = parameters.optional_integer("alignment")?
            && (alignment < 1 || alignment.count_ones() != 1)
        {
            return Err(parameters.out_of_range("alignment", alignment, "a power of two"));
        }
        Ok(SharedLinear(read_bases(parameters, &["offset", "block"])?))
    }

    pub fn rank(&self) -> usize {
        self.0.out_dims().len()
    }

    pub fn to_linear(&self, shape: &[i64]) -> Result<LinearLayout, EncodingError> {
        let sizes: Vec<i64> = self.0.out_dims().iter().map(|dim| dim.size()).collect();
        if sizes == shape {
            return Ok(self.0.clone());
        }
        let found = shape.to_vec();
        Err(EncodingError::ShapeDiffers { encoding: Self::NAME, expected: sizes, found })
    }
}

/// The layout whose bases are the parameters of these names; one that is missing has none.
pub(super) fn read_bases(
    parameters: &Parameters<'_>,
    in_dims: &[&'static str],
) -> Result<LinearLayout, EncodingError> {
    let mut ins: Vec<InDim<'_>> = Vec::new();
    for &in_dim in in_dims {
        ins.push((in_dim, parameters.optional_bases(in_dim)?.unwrap_or_default()));
    }
    let all = || ins.iter().flat_map(|(_, bases)| bases);
    let rank = all().next().map_or(0, Vec::len);
    if rank == 0 {
        let (encoding, parameter) = (parameters.name(), in_dims[0]);
        return Err(EncodingError::Missing { encoding, parameter });
    }
    let names = dim_names(0..rank);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Ok(LinearLayout::infer(&ins, &names)?)
}
