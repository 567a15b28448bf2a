//! `amd_mfma`: the accumulators and operands of AMD's CDNA matrix instructions.

use super::cga::Cga;
use super::dims::{along, in_dim_order};
use super::error::EncodingError;
use super::fit::{fit, identity_in_order, matrix_order, operand_order};
use super::parameters::{Parameters, check_rank};
use layout_math::linear::{LinearError, LinearLayout};

/// The lanes of a warp on these GPUs.
const LANES: i64 = 64;

/// `#ttg.amd_mfma<{version, warpsPerCTA, instrShape, isTransposed, tilesPerWarp, elementBitWidth}>`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AmdMfma {
    warps: Vec<i64>,
    tiles: Vec<i64>,
    rows: i64,
    columns: i64,
    is_transposed: bool,
    element_bits: i64,
    cga: Cga,
}

impl AmdMfma {
    pub const NAME: &str = "amd_mfma";

    pub fn read(parameters: &Parameters<'_>) -> Result<Self, EncodingError> {
        let warps = parameters.counts("warpsPerCTA")?;
        let rank = warps.len();
        if rank != 2 && rank != 3 {
            let (what, expected) = ("warpsPerCTA", 2);
            return Err(EncodingError::Rank { encoding: Self::NAME, what, expected, found: rank });
        }
        let tiles = parameters.optional_counts("tilesPerWarp")?.unwrap_or_else(|| vec![1; rank]);
        parameters.check_rank("tilesPerWarp", tiles.len(), rank)?;
        let instruction = parameters.counts("instrShape")?;
        let [rows, columns, ..] = instruction[..] else {
            let (what, found) = ("instrShape", instruction.len());
            return Err(EncodingError::Rank { encoding: Self::NAME, what, expected: 3, found });
        };
        for side in [rows, columns] {
            if ![4, 16, 32, 64].contains(&side) {
                return Err(parameters.out_of_range("instrShape", side, "4, 16, 32 or 64"));
            }
        }
        for version in ["version", "versionMajor"] {
            if let Some(number) = parameters.optional_integer(version)?
                && !(0..=4).contains(&number)
            {
                return Err(parameters.out_of_range(version, number, "0, 1, 2, 3 or 4"));
            }
        }
        parameters.ignore("versionMinor");
        // Triton 3.4 says the type of the accumulator instead.
        let expected = "f64, f32 or i32";
        let element = parameters.optional_word("elementType", &["f64", "f32", "i32"], expected)?;
        let default = if element == Some("f64") { 64 } else { 32 };
        let element_bits = parameters.count_or("elementBitWidth", default)?;
        if ![32, 64].contains(&element_bits) {
            return Err(parameters.out_of_range("elementBitWidth", element_bits, "32 or 64"));
        }
        Ok(AmdMfma {
            cga: Cga::read(parameters, rank)?,
            warps,
            tiles,
            rows,
            columns,
            is_transposed: parameters.flag("isTransposed")?,
            element_bits,
        })
    }

    pub fn rank(&self) -> usize {
        self.warps.len()
    }

    pub fn to_linear(&self, shape: &[i64]) -> Result<LinearLayout, EncodingError> {
        let rank = self.rank();
        check_rank(Self::NAME, "the shape", shape.len(), rank)?;
        if (self.rows, self.columns) == (64, 4) && !self.is_transposed {
            let reason = "the 64x4 instruction must be transposed";
            return Err(EncodingError::Unsupported { encoding: Self::NAME, reason });
        }
        let (row_dim, column_dim) = (rank - 2, rank - 1);
        // A lane holds 4 neighbors along the one dim, lanes follow along the other and then along
        // the first; what is left of the instruction is in more registers.
        let (held, held_dim, spread, spread_dim) = match self.is_transposed {
            false => (self.rows, row_dim, self.columns, column_dim),
            true => (self.columns, column_dim, self.rows, row_dim),
        };
        let neighbors = if self.element_bits == 64 { 1 } else { 4 };
        let mut tile = product(&[
            along("register", neighbors, held_dim)?,
            along("lane", spread, spread_dim)?,
            along("lane", LANES / spread, held_dim)?,
            along("register", held * spread / (LANES * neighbors), held_dim)?,
        ])?;
        tile = in_dim_order(&tile, [column_dim, row_dim])?;
        // Tiles and warps go along the whole width of the tensor before they go down.
        let (tile_rows, tile_columns) = (self.tiles[row_dim], self.tiles[column_dim]);
        let (warp_rows, warp_columns) = (self.warps[row_dim], self.warps[column_dim]);
        let covered = self.columns.saturating_mul(warp_columns).saturating_mul(tile_columns);
        for factor in [
            along("register", tile_columns, column_dim)?,
            along("warp", warp_columns, column_dim)?,
            along("register", shape[column_dim] / covered, column_dim)?,
            along("register", tile_rows, row_dim)?,
            along("warp", warp_rows, row_dim)?,
        ] {
            tile = tile.product(&factor)?;
        }
        if rank == 3 {
            tile = tile.product(&along("register", 1, 0)?)?;
            tile = tile.product(&along("warp", self.warps[0], 0)?)?;
        }
        fit(&tile, &self.cga, shape)
    }

    pub fn operand_to_linear(
        &self,
        operand: usize,
        k_width: i64,
        shape: &[i64],
    ) -> Result<LinearLayout, EncodingError> {
        let rank = self.rank();
        check_rank(Self::NAME, "the shape", shape.len(), rank)?;
        let order = operand_order(operand, rank);
        let (summed, other) = (order[0], order[1]);
        let spread = if operand == 0 { self.rows } else { self.columns };
        let mut tile = product(&[
            along("register", k_width, summed)?,
            along("lane", spread, other)?,
            along("lane", LANES / spread, summed)?,
        ])?;
        let mut tile_extent = LANES / spread * k_width;
        // The long side of the 64x4 and 4x64 instructions is read 16 times over.
        let is_long = match operand {
            0 => (self.rows, self.columns) == (64, 4),
            _ => (self.rows, self.columns) == (4, 64),
        };
        if is_long {
            tile = tile.product(&along("register", 16, summed)?)?;
            tile_extent *= 16;
        }
        if tile_extent < shape[summed] {
            tile = tile.product(&along("register", shape[summed] / tile_extent, summed)?)?;
        }
        tile = tile.product(&along("register", self.tiles[other], other)?)?;
        tile = in_dim_order(&tile, [summed, other])?;
        if rank == 3 {
            tile = tile.product(&along("register", 1, 0)?)?;
        }
        // Warps along the summed dim have parts of it where it is long enough, and copies elsewhere.
        let warps = identity_in_order("warp", &self.warps, &matrix_order(rank, true))?;
        fit(&tile.product(&warps)?, &self.cga, shape)
    }
}

fn product(factors: &[LinearLayout]) -> Result<LinearLayout, LinearError> {
    factors.iter().try_fold(LinearLayout::empty(), |all, factor| all.product(factor))
}
