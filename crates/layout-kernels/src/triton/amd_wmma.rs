//! `amd_wmma`: the accumulators and operands of AMD's RDNA matrix instructions.

use super::attribute::{AttributeValue, find};
use super::cga::Cga;
use super::dims::{along, dim_name, dim_names, in_dim_order};
use super::error::EncodingError;
use super::fit::{fit, identity_in_order, matrix_order, operand_order};
use super::parameters::{Parameters, check_rank};
use layout_math::linear::{InDim, LinearLayout};

/// The lanes of a warp on these GPUs, and the side of the square that half of them cover.
const LANES: i64 = 32;
const SIDE: i64 = 16;

/// The shapes of the instructions of each version: rows, columns and how many of the summed dim.
const SHAPES: [&[[i64; 3]]; 3] = [
    &[[16, 16, 16]],
    &[[16, 16, 16], [16, 16, 32]],
    &[[16, 16, 4], [16, 16, 32], [16, 16, 64], [16, 16, 128], [32, 16, 64], [32, 16, 128]],
];

/// `#ttg.amd_wmma<{version, isTranspose, ctaLayout = {register, warp}, instrShape, rank}>`.
///
/// `ctaLayout` says how tiles of the instruction's shape follow each other in registers and warps; older
/// dialects give `warpsPerCTA` instead. `rank` is left out where it is 2, and older dialects have it of
/// `ctaLayout` alone.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AmdWmma {
    version: i64,
    is_transposed: bool,
    /// From `register` and `warp` to numbers of tiles along the dims.
    tiles: LinearLayout,
    instruction: [i64; 3],
    cga: Cga,
}

impl AmdWmma {
    pub const NAME: &str = "amd_wmma";

    pub fn read(parameters: &Parameters<'_>) -> Result<Self, EncodingError> {
        let version = parameters.integer("version")?;
        if !(1..=3).contains(&version) {
            return Err(parameters.out_of_range("version", version, "1, 2 or 3"));
        }
        let instruction = match parameters.optional_counts("instrShape")? {
            None => [16, 16, 16],
            Some(list) => match list[..] {
                [m, n, k] => [m, n, k],
                _ => {
                    parameters.check_rank("instrShape", list.len(), 3)?;
                    [16, 16, 16]
                }
            },
        };
        let shapes = SHAPES[(version - 1) as usize];
        if parameters.value("instrShape").is_some() && !shapes.contains(&instruction) {
            let reason = "no instruction of its version has this instrShape";
            return Err(EncodingError::Unsupported { encoding: Self::NAME, reason });
        }
        let repeats = parameters.optional_counts("tilesPerWarp")?.unwrap_or_default();
        if let Some(&repeat) = repeats.iter().find(|repeat| **repeat != 1) {
            return Err(parameters.out_of_range("tilesPerWarp", repeat, "1"));
        }
        let tiles = read_tiles(parameters)?;
        let rank = tiles.out_dims().len();
        if rank != 2 && rank != 3 {
            let (what, expected) = ("ctaLayout", 2);
            return Err(EncodingError::Rank { encoding: Self::NAME, what, expected, found: rank });
        }
        Ok(AmdWmma {
            version,
            is_transposed: parameters.flag("isTranspose")? || parameters.flag("isTransposed")?,
            cga: Cga::read(parameters, rank)?,
            tiles,
            instruction,
        })
    }

    pub fn rank(&self) -> usize {
        self.tiles.out_dims().len()
    }

    pub fn to_linear(&self, shape: &[i64]) -> Result<LinearLayout, EncodingError> {
        let rank = self.rank();
        check_rank(Self::NAME, "the shape", shape.len(), rank)?;
        // Half of the lanes follow along `spread`; a lane holds 8 elements along `held`. In version
        // 1 the halves hold every other one, later each half holds neighbors.
        let order = matrix_order(rank, !self.is_transposed);
        let (spread, held) = (dim_name(order[0]), dim_name(order[1]));
        let bases = |numbers: &[i64]| numbers.iter().map(|&n| vec![0, n]).collect::<Vec<_>>();
        let (registers, half) = match self.version {
            1 => (bases(&[2, 4, 8]), 1),
            _ if self.is_tall() => (bases(&[1, 2, 4, 16]), 8),
            _ => (bases(&[1, 2, 4]), 8),
        };
        let lanes = vec![vec![1, 0], vec![2, 0], vec![4, 0], vec![8, 0], vec![0, half]];
        let ins: [InDim<'_>; 2] = [("register", registers), ("lane", lanes)];
        let mut tile = LinearLayout::infer(&ins, &[&spread, &held])?;
        if rank == 3 {
            tile = tile.product(&along("register", 1, 0)?)?;
        }
        let tile = in_dim_order(&tile, 0..rank)?.product(&self.tiles)?;
        fit(&in_dim_order(&tile, matrix_order(rank, true))?, &self.cga, shape)
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
        let halves = LANES / SIDE;
        // The transposed instruction exchanges its operands.
        let other_extent = match (operand == 0) != (self.is_transposed && self.is_tall()) {
            true => self.instruction[0],
            false => self.instruction[1],
        };
        let both_halves = match self.version {
            1 => LinearLayout::zeros_1d(halves, "lane", &dim_name(summed), 1)?,
            _ => along("lane", halves, summed)?,
        };
        let mut tile = along("register", k_width, summed)?;
        for factor in [
            along("lane", SIDE, other)?,
            both_halves,
            along("register", self.instruction[2] / halves.saturating_mul(k_width), summed)?,
            along("register", other_extent / SIDE, other)?,
        ] {
            tile = tile.product(&factor)?;
        }
        if rank == 3 {
            tile = tile.product(&along("register", 1, 0)?)?;
        }
        let tiles = project_out(&self.tiles, summed)?.remove_zero_bases("register")?;
        let tile = in_dim_order(&tile.product(&tiles)?, order)?;
        fit(&tile, &self.cga.copied_along(summed), shape)
    }

    fn is_tall(&self) -> bool {
        self.instruction[..2] == [32, 16]
    }
}

fn read_tiles(parameters: &Parameters<'_>) -> Result<LinearLayout, EncodingError> {
    let Some(value) = parameters.value("ctaLayout") else {
        let warps = parameters.counts("warpsPerCTA")?;
        let rank = warps.len();
        let layout = identity_in_order("warp", &warps, &matrix_order(rank, true))?;
        let registers = along("register", 1, 0)?;
        return Ok(in_dim_order(&registers.product(&layout)?, 0..rank)?);
    };
    let AttributeValue::Dictionary(entries) = value else {
        return Err(parameters.malformed("ctaLayout", "a dictionary"));
    };
    if entries.iter().any(|(name, _)| name != "register" && name != "warp") {
        return Err(parameters.malformed("ctaLayout", "a dictionary of register and warp"));
    }
    let bases = |name| match find(entries, name) {
        Some(value) => parameters.bases_of("ctaLayout", value),
        None => Ok(Vec::new()),
    };
    let ins: [InDim<'_>; 2] = [("register", bases("register")?), ("warp", bases("warp")?)];
    let of_bases = ins.iter().flat_map(|(_, bases)| bases).next().map(Vec::len);
    let rank = match parameters.optional_integer("rank")? {
        Some(rank @ 2..=3) => rank as usize,
        Some(rank) => return Err(parameters.out_of_range("rank", rank, "2 or 3")),
        None => of_bases.unwrap_or(2),
    };
    parameters.check_rank("ctaLayout", of_bases.unwrap_or(rank), rank)?;
    let names = dim_names(0..rank);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Ok(LinearLayout::infer(&ins, &names)?)
}

/// `layout` with the coordinate along `dim` 0 everywhere.
fn project_out(layout: &LinearLayout, dim: usize) -> Result<LinearLayout, EncodingError> {
    let ins: Vec<InDim<'_>> = layout
        .bases()
        .map(|(in_dim, mut bases)| {
            bases.iter_mut().for_each(|basis| basis[dim] = 0);
            (in_dim.name(), bases)
        })
        .collect();
    let names: Vec<&str> = layout.out_dims().iter().map(|dim| dim.name()).collect();
    Ok(LinearLayout::infer(&ins, &names)?)
}
