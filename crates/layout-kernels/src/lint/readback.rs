//! What a thread loads that another one has stored, without a barrier between.

use rustc_hash::FxHashMap;

use super::finding::Finding;
use super::layouts::Layouts;
use super::rule::MISSING_BARRIER;
use crate::analyze::{Carrier, conversion, loaded_from_others};
use crate::triton::{AttributeValue, Index, Movement, Operation, Position, Region, Type, Uniform};
use layout_math::linear::Dim;

/// The pointer of an access, and the distances from it.
type Addresses<'o> = (&'o str, &'o Uniform, &'o [Uniform], &'o [i64]);

/// What is found in one function, in the order of the file.
pub(super) fn readback(
    operations: &[&Operation],
    body: &Region,
    layouts: &mut Layouts,
) -> Vec<Finding> {
    let mut barriers = Vec::new();
    collect_barriers(body, layouts, &mut barriers);
    let mut stored: FxHashMap<Addresses<'_>, &Operation> = FxHashMap::default();
    let mut found = Vec::new();
    for &operation in operations {
        let addresses = operation.access().and_then(|access| addresses(access.index()?));
        let Some(addresses) = addresses else { continue };
        match operation.movement() {
            Some(Movement::GlobalStore { .. }) => {
                stored.insert(addresses, operation);
            }
            Some(Movement::GlobalLoad { tensor }) => {
                let Some(&store) = stored.get(&addresses) else { continue };
                let (from, to) = (store.position(), operation.position());
                if barriers.iter().any(|barrier| from < *barrier && *barrier < to) {
                    continue;
                }
                let Some(Movement::GlobalStore { tensor: source }) = store.movement() else {
                    continue;
                };
                let (Some(Ok(source)), Some(Ok(target))) =
                    (layouts.of_tensor(source), layouts.of_tensor(tensor))
                else {
                    continue;
                };
                let moved = loaded_from_others(&source.layout, &target.layout);
                let Ok(Some(which)) = moved else { continue };
                let message = format!(
                    "what other threads have stored is loaded, and no barrier is between: {which}"
                );
                let finding = Finding::new(MISSING_BARRIER, to, message);
                let finding = finding.of_operation(operation.name());
                found.push(
                    finding.related_to(from, "threads of other warps may not have stored yet"),
                );
            }
            _ => {}
        }
    }
    found
}

fn addresses(index: &Index) -> Option<Addresses<'_>> {
    Some((index.pointer()?, index.base(), index.strides(), index.shape()))
}

/// The operations that all threads of a block wait in, or may.
fn collect_barriers(region: &Region, layouts: &mut Layouts, barriers: &mut Vec<Position>) {
    for step in &region.steps {
        if is_barrier(&step.operation, layouts) {
            barriers.push(step.operation.position());
        }
        for region in &step.regions {
            collect_barriers(region, layouts, barriers);
        }
    }
}

fn is_barrier(operation: &Operation, layouts: &mut Layouts) -> bool {
    let name = operation.name().split_once('.').map_or("", |(_, name)| name);
    match name {
        // What only a warp exchanges takes shuffles, and no thread of another warp waits.
        "reduce" | "scan" => is_along_warps(operation, layouts).unwrap_or(true),
        "convert_layout" => waits_for_others(operation, layouts).unwrap_or(true),
        "gather" | "histogram" | "call" | "cat" | "sort" => true,
        // The end of a region.
        _ if name.ends_with(".return") => false,
        _ => ["barrier", "reduce", "local_", "atomic", "wait"].iter().any(|it| name.contains(it)),
    }
}

/// Whether several warps have elements along the axis of a reduction or a scan.
fn is_along_warps(operation: &Operation, layouts: &mut Layouts) -> Option<bool> {
    let axis = operation.attribute("axis").and_then(AttributeValue::as_integer)?;
    let axis = usize::try_from(axis).ok()?;
    let [operands, _] = operation.types();
    let operand = layouts.of_tensor(operands.iter().find_map(Type::as_tensor)?)?.ok()?;
    let is_in_warp = |dim: &Dim| matches!(dim.name(), "register" | "lane");
    let mut others = operand.layout.bases().filter(|(dim, _)| !is_in_warp(dim));
    Some(others.any(|(_, bases)| bases.iter().any(|basis| basis.get(axis) != Some(&0))))
}

/// Whether warps wait for each other in a conversion.
fn waits_for_others(operation: &Operation, layouts: &mut Layouts) -> Option<bool> {
    let Movement::Convert { from, to } = operation.movement()? else { return None };
    let (from, to) = (layouts.of_tensor(from)?.ok()?, layouts.of_tensor(to)?.ok()?);
    Some(Carrier::BlockMemory <= conversion(&from.layout, &to.layout).ok()?.carrier())
}
