//! `nvmma_shared`: the layouts of shared memory that NVIDIA's tensor memory accelerator writes and its
//! matrix instructions read.

use super::cga::Cga;
use super::dims::{dim_names, powers};
use super::error::EncodingError;
use super::fit::{fit, identity_in_order, not_smaller};
use super::parameters::{Parameters, check_rank};
use layout_math::linear::{InDim, LinearLayout};

/// The most elements along a dim that the accelerator copies at once.
const BOX: i64 = 256;

/// `#ttg.nvmma_shared<{swizzlingByteWidth, transposed, elementBitWidth, fp4Padded}>`.
///
/// Eight rows of 32, 64 or 128 bytes are a tile, in which groups of 16 bytes are exchanged as by
/// CuTe's S<1,4,3>, S<2,4,3> and S<3,4,3> on bytes; a width of 0 exchanges nothing. If transposed,
/// the first dim is the contiguous one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NvmmaShared {
    swizzle_bytes: i64,
    is_transposed: bool,
    element_bits: i64,
    is_fp4_padded: bool,
    rank: Option<usize>,
    cga: Cga,
}

impl NvmmaShared {
    pub const NAME: &str = "nvmma_shared";

    pub fn new(swizzle_bytes: i64, is_transposed: bool, element_bits: i64, cga: Cga) -> Self {
        let (is_fp4_padded, rank) = (false, None);
        NvmmaShared { swizzle_bytes, is_transposed, element_bits, is_fp4_padded, rank, cga }
    }

    pub fn read(parameters: &Parameters<'_>) -> Result<Self, EncodingError> {
        let swizzle_bytes = parameters.integer("swizzlingByteWidth")?;
        if ![0, 32, 64, 128].contains(&swizzle_bytes) {
            let expected = "0, 32, 64 or 128";
            return Err(parameters.out_of_range("swizzlingByteWidth", swizzle_bytes, expected));
        }
        let element_bits = parameters.count("elementBitWidth")?;
        if ![8, 16, 32, 64].contains(&element_bits) {
            let expected = "8, 16, 32 or 64";
            return Err(parameters.out_of_range("elementBitWidth", element_bits, expected));
        }
        let rank = match parameters.optional_integer("rank")? {
            None => None,
            Some(rank @ 1..=5) => Some(rank as usize),
            Some(rank) => return Err(parameters.out_of_range("rank", rank, "1, 2, 3, 4 or 5")),
        };
        // An arrangement of blocks says the rank, too, and Triton prints one of them.
        let of_blocks = parameters.optional_bases("CGALayout")?;
        let rank = rank.or(of_blocks.and_then(|bases| bases.first().map(Vec::len)));
        Ok(NvmmaShared {
            swizzle_bytes,
            is_transposed: parameters.flag("transposed")?,
            element_bits,
            is_fp4_padded: parameters.flag("fp4Padded")?,
            rank,
            cga: Cga::read(parameters, cga_rank(parameters)?.or(rank).unwrap_or(2))?,
        })
    }

    /// Triton prints a rank only if it is not 2.
    pub fn rank(&self) -> usize {
        self.rank.unwrap_or(2)
    }

    pub fn to_linear(&self, shape: &[i64]) -> Result<LinearLayout, EncodingError> {
        let rank = shape.len();
        // Older dialects print no rank; they have such memory of any rank but 0.
        if self.rank.is_some() || rank == 0 {
            check_rank(Self::NAME, "the shape", rank, self.rank())?;
        }
        let block = self.cga.block_shape(shape)?;
        let copied = self.box_shape(&block)?;
        let tile = match self.swizzle_bytes {
            0 if self.is_transposed && 2 < rank => rotated_twice(&copied)?,
            0 => {
                let order: Vec<usize> = self.outer_to_inner(rank).into_iter().rev().collect();
                identity_in_order("offset", &copied, &order)?
            }
            _ if rank < 2 => {
                let (encoding, what) = (Self::NAME, "the shape");
                return Err(EncodingError::Rank { encoding, what, expected: 2, found: rank });
            }
            _ => self.swizzled(&copied)?,
        };
        fit(&not_smaller(&tile, &block)?, &self.cga, shape)
    }

    /// The dims, the contiguous one last.
    fn outer_to_inner(&self, rank: usize) -> Vec<usize> {
        match self.is_transposed {
            true => (1..rank).chain([0]).collect(),
            false => (0..rank).collect(),
        }
    }

    /// The shape that the accelerator copies at once: along the contiguous dim as much as the
    /// swizzle is wide, elsewhere all of the block, up to 256.
    fn box_shape(&self, block: &[i64]) -> Result<Vec<i64>, EncodingError> {
        let mut shape: Vec<i64> = block.iter().map(|&extent| extent.min(BOX)).collect();
        let contiguous = if self.is_transposed { 0 } else { shape.len() - 1 };
        if self.is_fp4_padded {
            shape[contiguous] = (2 * shape[contiguous]).min(BOX);
        }
        if self.swizzle_bytes != 0 {
            let width = 8 * self.swizzle_bytes / self.element_bits;
            if shape[contiguous] < width {
                let least = if self.is_fp4_padded { width / 2 } else { width };
                let (encoding, size) = (Self::NAME, block[contiguous]);
                return Err(EncodingError::ShapeTooSmall {
                    encoding,
                    dim: contiguous,
                    size,
                    least,
                });
            }
            shape[contiguous] = width;
        }
        if self.is_fp4_padded {
            shape[contiguous] /= 2;
        }
        Ok(shape)
    }

    /// The layout of one box: tiles of 8 rows below each other, then the outer dims.
    fn swizzled(&self, copied: &[i64]) -> Result<LinearLayout, EncodingError> {
        let rank = copied.len();
        let dims = self.outer_to_inner(rank);
        let extents: Vec<i64> = dims.iter().map(|&dim| copied[dim]).collect();
        let product =
            |extents: &[i64]| extents.iter().fold(1_i64, |n, &size| n.saturating_mul(size));
        // All dims but the contiguous one are one number of rows, the last of them fastest. Transposed, the
        // last dim alone is: Triton flattens before it transposes, and splits what it has afterwards.
        let (rows, columns) = match self.is_transposed {
            true => (copied[rank - 1], product(&copied[..rank - 1])),
            false => (product(&copied[..rank - 1]), copied[rank - 1]),
        };
        if rows < 8 {
            let (encoding, dim) = (Self::NAME, dims[rank - 2]);
            return Err(EncodingError::ShapeTooSmall { encoding, dim, size: rows, least: 8 });
        }
        let matrix = not_smaller(&self.core()?, &[rows, columns])?;
        let names = dim_names(dims.iter().copied());
        let flat: Vec<(&str, i64)> =
            names.iter().map(String::as_str).zip(extents.iter().copied()).rev().collect();
        let matrix = matrix.transpose_outs(&["dim1", "dim0"])?;
        let split = matrix.reshape_outs(&flat)?;
        Ok(super::dims::in_dim_order(&split, 0..rank)?)
    }

    /// The tile of 8 rows.
    fn core(&self) -> Result<LinearLayout, EncodingError> {
        let width = 8 * self.swizzle_bytes / self.element_bits;
        let vector = 128 / self.element_bits;
        // How many rows go into 128 bytes, and how many vectors into a row.
        let (per_phase, max_phase) = (128 / self.swizzle_bytes, self.swizzle_bytes / 16);
        // Padded 4-bit elements leave every other group of 8 offsets unused; an unused offset counts
        // as another place of the element 8 before it.
        let packed = |column: i64| match self.is_fp4_padded {
            true => column / 16 * 8 + column % 8,
            false => column,
        };
        let mut bases: Vec<Vec<i64>> =
            powers(width).map(|column| vec![0, packed(column)]).collect();
        bases
            .extend(powers(8).map(|row| vec![row, packed(vector * (row / per_phase % max_phase))]));
        let ins: [InDim<'_>; 1] = [("offset", bases)];
        Ok(LinearLayout::infer(&ins, &["dim0", "dim1"])?)
    }
}

/// The layout of one transposed box of three dims or more without a swizzle. Triton takes the extents with
/// the first dim last, and the dims in that order once more: a dim gets the offsets of the one two behind it.
/// Those past its own extent lead nowhere.
fn rotated_twice(copied: &[i64]) -> Result<LinearLayout, EncodingError> {
    let rank = copied.len();
    let inner_to_outer = (0..rank).rev().map(|at| (at + 1) % rank);
    let bases = inner_to_outer.flat_map(|of| {
        let dim = (of + rank - 2) % rank;
        powers(copied[of]).map(move |place| {
            let mut basis = vec![0; rank];
            basis[rank - 1 - dim] = if place < copied[dim] { place } else { 0 };
            basis
        })
    });
    let ins: [InDim<'_>; 1] = [("offset", bases.collect())];
    // What is not in the box comes dim by dim, the last one first.
    let names = dim_names((0..rank).rev());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Ok(LinearLayout::infer(&ins, &names)?)
}

/// The rank that the arrangement of blocks was written for.
fn cga_rank(parameters: &Parameters<'_>) -> Result<Option<usize>, EncodingError> {
    if let Some(bases) = parameters.optional_bases("CGALayout")? {
        return Ok(bases.first().map(Vec::len));
    }
    Ok(parameters.optional_counts("CTAsPerCGA")?.map(|blocks| blocks.len()))
}
