//! Work that several warps do alike, and lanes that take elements far apart.

use super::finding::Finding;
use super::layouts::Layouts;
use super::multiples::Multiples;
use super::rule::{REPEATED_WORK, UNCOALESCED_ACCESS};
use crate::analyze::{Machine, copies};
use crate::triton::{Movement, Operation, Region, Type};

/// What is found in one function, in the order of the file.
pub(super) fn waste(
    operations: &[&Operation],
    body: &Region,
    multiples: &Multiples,
    layouts: &mut Layouts,
    machine: &Machine,
) -> Vec<Finding> {
    let mut found = Vec::new();
    products(body, layouts, &mut found);
    for operation in operations {
        found.extend(far_lanes(operation, multiples, layouts, machine));
    }
    found
}

/// Products that several warps compute alike.
fn products(region: &Region, layouts: &mut Layouts, found: &mut Vec<Finding>) {
    for step in &region.steps {
        let operation = &step.operation;
        if matches!(operation.name(), "tt.dot" | "ttng.warp_group_dot" | "tt.dot_scaled")
            && let Some(tensor) = operation.types()[1].iter().find_map(Type::as_tensor)
            && let Some(Ok(laid)) = layouts.of_tensor(tensor)
            && let n_warps = copies(&laid.layout).warps
            && 1 < n_warps
        {
            let message = format!(
                "each element of the product is computed by {n_warps} warps: the tile of all warps is larger \
                 than the result of shape {:?}",
                tensor.shape()
            );
            let finding = Finding::new(REPEATED_WORK, operation.position(), message);
            found.push(finding.of_operation(operation.name()));
        }
        step.regions.iter().for_each(|region| products(region, layouts, found));
    }
}

/// Lanes that are apart by a number that is not known, but a multiple of one that is.
fn far_lanes(
    operation: &Operation,
    multiples: &Multiples,
    layouts: &mut Layouts,
    machine: &Machine,
) -> Option<Finding> {
    let (Movement::GlobalLoad { tensor } | Movement::GlobalStore { tensor }) =
        operation.movement()?
    else {
        return None;
    };
    let bits = i64::from(operation.movement()?.element_bits()?);
    let strides = operation.access()?.index()?.strides();
    let laid = layouts.of_tensor(tensor)?.ok()?;
    let (_, lanes) = laid.layout.bases().find(|(dim, _)| dim.name() == "lane")?;
    let sector_bits = i64::from(machine.global.sector_bytes).checked_mul(8)?;
    // An element that fills its sectors leaves nothing of them unused.
    if sector_bits <= bits {
        return None;
    }
    // By dim: the elements between neighbors at least, unless they are none.
    let far = |dim: usize| {
        let (name, factor) = strides.get(dim)?.as_multiple()?;
        let apart = multiples.get(name)?.checked_mul(factor.checked_abs()?)?;
        (sector_bits <= apart.checked_mul(bits)?).then_some((name, factor, apart))
    };
    let moved: Vec<&Vec<i64>> =
        lanes.iter().filter(|basis| basis.iter().any(|&at| at != 0)).collect();
    let dims_of =
        |basis: &[i64]| (0..basis.len()).filter(|&dim| basis[dim] != 0).collect::<Vec<_>>();
    let all_far =
        moved.iter().all(|basis| dims_of(basis).into_iter().all(|dim| far(dim).is_some()));
    // Neighbors along another dim may be in the same sector.
    let is_far_or_alone = |dim: usize| tensor.shape()[dim] == 1 || far(dim).is_some();
    if moved.is_empty() || !all_far || !(0..tensor.shape().len()).all(is_far_or_alone) {
        return None;
    }
    let (name, factor, apart) = far(*dims_of(moved[0]).first()?)?;
    let stride = if factor == 1 { name.to_owned() } else { format!("{factor} * {name}") };
    let n_lanes = 1_i64 << moved.len();
    let message = format!(
        "not coalesced: neighboring lanes are {stride} elements apart, a multiple of {apart}, so that \
         each of {n_lanes} lanes wants a sector of its own, of which it uses {} of {} bytes",
        bits / 8,
        sector_bits / 8
    );
    let finding = Finding::new(UNCOALESCED_ACCESS, operation.position(), message);
    Some(finding.of_operation(operation.name()))
}
