//! `tensor_memory_encoding` and `tensor_memory_scales_encoding`: the rows and columns of Blackwell's
//! tensor memory.

use super::cga::Cga;
use super::dims::{along, powers};
use super::error::EncodingError;
use super::fit::{Copies, not_larger};
use super::parameters::{Parameters, check_rank};
use layout_math::linear::{InDim, LinearLayout};

/// `#ttng.tensor_memory_encoding<blockM, blockN, colStride, twoCTAs, fp4Padded>`.
///
/// A block of 128 rows is in the 128 rows of the memory. Of a block of 64 rows each group of 16 is in
/// a quarter of them, the other half of the quarter holding the next block, if there is one. A base
/// of 0 marks rows and columns that hold nothing of their own.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TensorMemory {
    rows: i64,
    columns: i64,
    column_stride: i64,
    is_two_blocks: bool,
    /// An element of older dialects has 32 bits to itself.
    is_unpacked: bool,
    split: [i64; 2],
    cga: Cga,
}

impl TensorMemory {
    pub const NAME: &str = "tensor_memory_encoding";

    pub fn read(parameters: &Parameters<'_>) -> Result<Self, EncodingError> {
        let rows = parameters.integer("blockM")?;
        if rows != 64 && rows != 128 {
            return Err(parameters.out_of_range("blockM", rows, "64 or 128"));
        }
        let columns = parameters.count("blockN")?;
        if 512 < columns || columns.count_ones() != 1 {
            return Err(parameters.out_of_range("blockN", columns, "a power of two up to 512"));
        }
        let column_stride = parameters.optional_integer("colStride")?.unwrap_or(1);
        if ![1, 2, 4].contains(&column_stride) {
            return Err(parameters.out_of_range("colStride", column_stride, "1, 2 or 4"));
        }
        // A number of 4 bits that is padded to 8 takes two columns, as one with gaps does.
        let is_fp4_padded = parameters.flag("fp4Padded")?;
        if is_fp4_padded && column_stride != 1 {
            return Err(parameters.out_of_range("colStride", column_stride, "1 beside fp4Padded"));
        }
        Ok(TensorMemory {
            rows,
            columns,
            column_stride: if is_fp4_padded { 2 } else { column_stride },
            is_two_blocks: parameters.flag("twoCTAs")?,
            is_unpacked: parameters.flag("unpacked")?,
            split: read_split(parameters)?,
            cga: Cga::read(parameters, 2)?,
        })
    }

    /// The bits from one column of the layout to the next. The layout has the gaps of `colStride`, and
    /// not those of the older `unpacked`.
    pub fn column_bits(&self, element_bits: u32) -> u32 {
        if self.is_unpacked { element_bits.max(32) } else { element_bits }
    }

    /// An element and the gap after it have 32 bits at most: a column has no more.
    pub fn check_columns(&self, element_bits: u32) -> Result<(), EncodingError> {
        let (encoding, stride) = (Self::NAME, self.column_stride);
        if i64::from(element_bits) * stride <= 32 {
            return Ok(());
        }
        let expected = "32 by the bits of an element, or less";
        Err(EncodingError::OutOfRange { encoding, parameter: "colStride", value: stride, expected })
    }

    pub fn to_linear(&self, shape: &[i64]) -> Result<LinearLayout, EncodingError> {
        let [rows, columns] = block_shape(Self::NAME, shape, self.split, &self.cga)?;
        let width = self.columns.min(columns);
        let gaps = LinearLayout::zeros_1d(self.column_stride, "col", "dim1", 1)?;
        let mut tile = match (self.rows, self.is_two_blocks) {
            (64, false) => {
                let mut down: Vec<Vec<i64>> = powers(16).map(|row| vec![row, 0]).collect();
                down.push(match () {
                    () if self.rows < rows => vec![64, 0],
                    () if width < columns => vec![0, width],
                    () => vec![0, 0],
                });
                down.extend([vec![16, 0], vec![32, 0]]);
                let across = powers(width).map(|column| vec![0, column]).collect();
                let ins: [InDim<'_>; 2] = [("row", down), ("col", across)];
                let rows_of_tile = LinearLayout::infer(&ins, &["dim0", "dim1"])?;
                in_columns_first(&gaps, &rows_of_tile)?
            }
            (64, true) => self.two_blocks(width)?,
            _ => {
                let down = along("row", self.rows, 0)?;
                let across = along("col", width, 1)?;
                in_columns_first(&gaps, &down.product(&across)?)?
            }
        };
        let size =
            |name: &str| tile.out_dims().iter().find(|d| d.name() == name).map_or(1, |d| d.size());
        let repeats = [rows / size("dim0"), columns / size("dim1")];
        for (dim, (repeats, size)) in repeats.iter().zip([rows, columns]).enumerate() {
            if *repeats < 1 {
                let least = if dim == 0 { self.rows } else { width };
                return Err(EncodingError::ShapeTooSmall {
                    encoding: Self::NAME,
                    dim,
                    size,
                    least,
                });
            }
        }
        tile = tile.product(&along("col", repeats[0], 0)?)?;
        tile = tile.product(&along("col", repeats[1], 1)?)?;
        in_blocks(tile, self.split, &self.cga, shape)
    }

    /// Two blocks share the memory: the last column bit of one is the last row bit of the other.
    fn two_blocks(&self, width: i64) -> Result<LinearLayout, EncodingError> {
        let mut down: Vec<Vec<i64>> = powers(self.rows).map(|row| vec![row, 0]).collect();
        let zeros = powers(self.column_stride).map(|_| vec![0, 0]);
        let mut across: Vec<Vec<i64>> = zeros.chain(powers(width).map(|c| vec![0, c])).collect();
        down.extend(across.pop());
        let ins: [InDim<'_>; 2] = [("row", down), ("col", across)];
        Ok(LinearLayout::new(&ins, &[("dim0", self.rows), ("dim1", width)])?)
    }
}

/// `#ttng.tensor_memory_scales_encoding<blockRepOrder>`: scales of block-scaled formats, in 32 rows that are
/// there four times.
///
/// A block is 4 scales of each of 128 rows. The columns go on with the blocks below it before those beside
/// it, or the other way round under `blockRepOrder = kThenMn`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TensorMemoryScales {
    are_rows_last: bool,
    split: [i64; 2],
    cga: Cga,
}

impl TensorMemoryScales {
    pub const NAME: &str = "tensor_memory_scales_encoding";

    pub fn read(parameters: &Parameters<'_>) -> Result<Self, EncodingError> {
        let (words, expected) = (["mnThenK", "kThenMn"], "mnThenK or kThenMn");
        let order = parameters.optional_word("blockRepOrder", &words, expected)?;
        Ok(TensorMemoryScales {
            are_rows_last: order == Some("kThenMn"),
            split: read_split(parameters)?,
            cga: Cga::read(parameters, 2)?,
        })
    }

    pub fn to_linear(&self, shape: &[i64]) -> Result<LinearLayout, EncodingError> {
        let [rows, columns] = block_shape(Self::NAME, shape, self.split, &self.cga)?;
        let mut repeats =
            [along("col", rows.max(128) / 128, 0)?, along("col", columns.max(4) / 4, 1)?];
        if self.are_rows_last {
            repeats.reverse();
        }
        let mut tile = LinearLayout::empty();
        for factor in [
            along("row", 32, 0)?,
            LinearLayout::zeros_1d(4, "row", "dim0", 1)?,
            along("col", 4, 1)?,
            along("col", 2, 0)?,
            along("col", rows.clamp(64, 128) / 64, 0)?,
        ]
        .into_iter()
        .chain(repeats)
        {
            tile = tile.product(&factor)?;
        }
        let tile = not_larger(&tile, &[rows, columns], Copies::Keep)?;
        in_blocks(tile, self.split, &self.cga, shape)
    }
}

/// The product with the columns of `first` below those of `second`, rows before columns.
fn in_columns_first(
    first: &LinearLayout,
    second: &LinearLayout,
) -> Result<LinearLayout, EncodingError> {
    Ok(first.product(second)?.transpose_ins(&["row", "col"])?.transpose_outs(&["dim0", "dim1"])?)
}

fn read_split(parameters: &Parameters<'_>) -> Result<[i64; 2], EncodingError> {
    Ok([parameters.count_or("CTASplitM", 1)?, parameters.count_or("CTASplitN", 1)?])
}

/// The rows and columns of one block.
fn block_shape(
    encoding: &'static str,
    shape: &[i64],
    split: [i64; 2],
    cga: &Cga,
) -> Result<[i64; 2], EncodingError> {
    check_rank(encoding, "the shape", shape.len(), 2)?;
    let block = cga.block_shape(shape)?;
    Ok([block[0] / split[0], block[1] / split[1]])
}

/// The layout of all blocks: parts that older dialects count as columns, or those of `block`.
fn in_blocks(
    tile: LinearLayout,
    split: [i64; 2],
    cga: &Cga,
    shape: &[i64],
) -> Result<LinearLayout, EncodingError> {
    let tile = tile.product(&along("col", split[0], 0)?)?;
    let tile = tile.product(&along("col", split[1], 1)?)?;
    let tile = match cga {
        Cga::One => tile,
        _ => tile.product(&cga.layout(2)?)?,
    };
    super::fit::check_sizes(tile.transpose_outs(&["dim0", "dim1"])?, shape)
}

#[cfg(test)]
mod tests {
    use crate::triton::Encoding;

    /// The layouts of `to_linear_layout` in Triton 3.9.
    #[test]
    fn scales_repeat_along_the_rows_or_the_columns_first() {
        let columns = |parameters: &str, shape: &[i64]| {
            let text = format!("#ttng.tensor_memory_scales_encoding<{parameters}>");
            let layout = text.parse::<Encoding>().unwrap().to_linear_layout(shape).unwrap();
            let mut bases = layout.bases().map(|(dim, bases)| (dim.name(), bases));
            bases.find(|(name, _)| *name == "col").map(|(_, bases)| bases).unwrap()
        };
        let rows_first =
            [[0, 1], [0, 2], [32, 0], [64, 0], [128, 0], [0, 4], [0, 8], [0, 16]].map(Vec::from);
        assert_eq!(columns("", &[256, 32]), rows_first);
        assert_eq!(columns("blockRepOrder = mnThenK", &[256, 32]), rows_first);
        let columns_first =
            [[0, 1], [0, 2], [32, 0], [64, 0], [0, 4], [0, 8], [0, 16], [128, 0]].map(Vec::from);
        assert_eq!(columns("blockRepOrder = kThenMn", &[256, 32]), columns_first);
        let of_two = "CGALayout = [[0, 0]], blockRepOrder = kThenMn";
        assert_eq!(columns(of_two, &[256, 32]), columns_first);
    }
}
