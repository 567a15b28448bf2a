//! What a thread loads that another one has stored, without a barrier between.

use rustc_hash::FxHashMap;

use super::finding::Finding;
use super::layouts::Layouts;
use super::rule::MISSING_BARRIER;
use crate::analyze::{Machine, Question};
use crate::triton::{Index, Movement, Operation, Position, Region, Uniform};

/// The pointer of an access, and the distances from it.
type Addresses<'o> = (&'o str, &'o Uniform, &'o [Uniform], &'o [i64]);

/// What is found in one function, in the order of the file.
pub(super) fn readback(
    operations: &[&Operation],
    body: &Region,
    layouts: &mut Layouts,
    machine: &Machine,
) -> Vec<Finding> {
    let mut barriers = Vec::new();
    collect_barriers(body, &mut barriers);
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
                let question = Question::Conversion { from: &source.layout, to: &target.layout };
                let Some(answer) = question.answer(machine).ok().filter(|own| own.is_costly())
                else {
                    continue;
                };
                let (_, which) = answer.text().split_once(": ").unwrap_or(("", answer.text()));
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
fn collect_barriers(region: &Region, barriers: &mut Vec<Position>) {
    for step in &region.steps {
        let name = step.operation.name().split_once('.').map_or("", |(_, name)| name);
        let is_barrier =
            ["barrier", "reduce", "scan", "local_", "atomic", "convert_layout", "wait"]
                .iter()
                .any(|word| name.contains(word))
                || matches!(name, "gather" | "histogram" | "call" | "cat" | "sort");
        if is_barrier {
            barriers.push(step.operation.position());
        }
        step.regions.iter().for_each(|region| collect_barriers(region, barriers));
    }
}
