//! How the blocks of a cluster share a tensor.

use super::dims::{dim_name, dim_names, in_dim_order};
use super::error::EncodingError;
use super::parameters::Parameters;
use layout_math::linear::LinearLayout;

/// The arrangement of blocks, as the layout of `block` on the dims of the tensor.
///
/// Newer dialects print it as bases, `CGALayout = [[0, 1], [1, 0]]`; older ones as three lists,
/// `CTAsPerCGA`, `CTASplitNum` and `CTAOrder`: along each dim there are so many blocks, of which so
/// many have different parts and the others copies. If nothing is printed there is one block.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cga {
    One,
    Bases(Vec<Vec<i64>>),
    Lists { blocks: Vec<i64>, split: Vec<i64>, order: Vec<usize> },
}

impl Cga {
    /// Reads the arrangement of an encoding of this rank.
    pub fn read(parameters: &Parameters<'_>, rank: usize) -> Result<Self, EncodingError> {
        if let Some(bases) = parameters.optional_bases("CGALayout")? {
            for basis in &bases {
                parameters.check_rank("CGALayout", basis.len(), rank)?;
            }
            return Ok(if bases.is_empty() { Cga::One } else { Cga::Bases(bases) });
        }
        let Some(blocks) = parameters.optional_counts("CTAsPerCGA")? else { return Ok(Cga::One) };
        let split = parameters.counts("CTASplitNum")?;
        let order = parameters.order("CTAOrder")?;
        parameters.check_rank("CTAsPerCGA", blocks.len(), rank)?;
        parameters.check_rank("CTASplitNum", split.len(), rank)?;
        parameters.check_rank("CTAOrder", order.len(), rank)?;
        if let Some(dim) = (0..rank).find(|&dim| blocks[dim] % split[dim] != 0) {
            let expected = "a divisor of CTAsPerCGA";
            return Err(parameters.out_of_range("CTASplitNum", split[dim], expected));
        }
        Ok(Cga::Lists { blocks, split, order })
    }

    /// The layout from `block` to the dims of a tensor of this rank.
    pub fn layout(&self, rank: usize) -> Result<LinearLayout, EncodingError> {
        let names = dim_names(0..rank);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Ok(match self {
            Cga::One => LinearLayout::infer(&[("block", Vec::new())], &names)?,
            Cga::Bases(bases) => LinearLayout::infer(&[("block", bases.clone())], &names)?,
            Cga::Lists { blocks, split, order } => {
                let mut layout = LinearLayout::empty();
                for &dim in order {
                    let name = dim_name(dim);
                    let parts = LinearLayout::identity_1d(split[dim], "block", &name)?;
                    let copies =
                        LinearLayout::zeros_1d(blocks[dim] / split[dim], "block", &name, 1)?;
                    layout = layout.product(&parts)?.product(&copies)?;
                }
                in_dim_order(&layout, 0..rank)?
            }
        })
    }

    /// The arrangement in which every block has all of this dim: for an operand of a dot product and
    /// the dim that is summed.
    pub fn copied_along(&self, dim: usize) -> Self {
        let mut copied = self.clone();
        match &mut copied {
            Cga::One => {}
            Cga::Bases(bases) => bases.iter_mut().for_each(|basis| basis[dim] = 0),
            Cga::Lists { split, .. } => split[dim] = 1,
        }
        copied
    }

    /// The shape of the part of one block.
    pub fn block_shape(&self, shape: &[i64]) -> Result<Vec<i64>, EncodingError> {
        let layout = self.layout(shape.len())?;
        let parts = layout.out_dims().iter().map(|dim| dim.size());
        Ok(shape.iter().zip(parts).map(|(&size, parts)| size / parts.min(size.max(1))).collect())
    }
}
