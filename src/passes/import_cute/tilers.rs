//! What the peer does with tilers that we do otherwise: projections, and modes that are taken whole.

use super::claims::{answer_to, mode_sizes};
use crate::algebra::{AnyLayout, Budget, Verdict, WholeModes, equivalent, whole_modes};
use crate::cute::{Pick, Tiler, Tuple};

/// The tiler and the coordinate of `cute.local_tile` without the modes that its projection drops: those
/// under `_`, which is `X` in C++. Modes past the end of the projection are kept.
///
/// `None` if the projection is nested or longer than the tiler.
pub(super) fn projected(
    tiler: &Tiler,
    coordinate: &str,
    projection: &Tuple<Pick>,
) -> Option<(Tiler, String)> {
    let Tuple::Node(projection) = projection else { return None };
    let is_kept: Vec<bool> = projection
        .iter()
        .map(|mode| match mode {
            Tuple::Leaf(pick) => Some(matches!(pick, Pick::At(_))),
            Tuple::Node(_) => None,
        })
        .collect::<Option<_>>()?;
    if tiler.modes().len() < is_kept.len() {
        return None;
    }
    let keeps = |position: usize| is_kept.get(position).copied().unwrap_or(true);
    let modes = tiler.modes().iter().enumerate().filter(|(position, _)| keeps(*position));
    let tiler = Tiler::new(modes.map(|(_, mode)| mode.clone()).collect())?;
    let Tuple::Node(coordinate) = coordinate.parse::<Tuple<Pick>>().ok()? else { return None };
    let picks = coordinate.into_iter().enumerate().filter(|(position, _)| keeps(*position));
    Some((tiler, Tuple::Node(picks.map(|(_, pick)| pick).collect()).to_string()))
}

/// The tiler with which our division is what is claimed by a peer that splits the modes that its tiler
/// takes whole, and the first of these modes; `None` if the claim is our answer, or there is no such
/// mode.
pub(super) fn splits_whole_mode(
    mnemonic: &str,
    operands: &[AnyLayout; 2],
    claimed: &AnyLayout,
) -> Option<(Tiler, usize)> {
    if !matches!(mnemonic, "zipped_divide" | "tiled_divide" | "flat_divide") {
        return None;
    }
    let [layout, AnyLayout::Tile(tiler)] = operands else { return None };
    let WholeModes { mode, split } = whole_modes(layout, tiler)?;
    let is_ours = answer_to(mnemonic, operands).is_some_and(|answer| {
        mode_sizes(&answer) == mode_sizes(claimed)
            && matches!(equivalent(&answer, claimed, &Budget::DEFAULT), Verdict::Proved(_))
    });
    split.filter(|_| !is_ours).map(|split| (split, mode))
}
