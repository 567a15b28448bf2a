//! The threads of a block: what the code and the layouts say of them must be what the TTGIR's module says.

use layout_kernels::triton::{Attribute, Position, Program, Region, Step, Type};

use super::setup::{Case, Ended};
use crate::machine::{SourceLines, Stop};
use crate::spec::Distribution;

/// A warp group: partitions get whole ones.
const WARPS_OF_A_GROUP: usize = 4;

/// The code may be launched with the threads that the TTGIR has.
pub(super) fn check(case: Case<'_>) -> Result<(), Ended> {
    let Case { programs, function, target, .. } = case;
    let more = programs.iter().map(|own| partition_warps(&own.body)).max().unwrap_or(0);
    let more = usize::try_from(more).unwrap_or(0).next_multiple_of(WARPS_OF_A_GROUP);
    let threads = (target.warps.saturating_add(more).saturating_mul(target.lanes)) as u64;
    match function.launch.iter().find(|own| !(own.least..=own.most).contains(&threads)) {
        Some(own) => {
            let count = match own.least == own.most {
                true => own.least.to_string(),
                false => format!("{} to {}", own.least, own.most),
            };
            let what = format!(
                "{} of the code is {count}, and a block of the TTGIR has {threads} threads",
                own.name
            );
            Err(Ended::Code(Stop::fault(
                None,
                what,
                SourceLines { line: function.line, origin: 0 },
            )))
        }
        None => Ok(()),
    }
}

/// The warps beside those of the module, as many as any `warp_specialize` has in its partitions.
fn partition_warps(region: &Region) -> i64 {
    let of_step = |step: &Step| {
        let own = step.regions.iter().filter_map(|own| own.n_warps);
        let own = own.fold(0_i64, |sum, warps| sum.saturating_add(warps.max(0)));
        step.regions.iter().map(partition_warps).fold(own, i64::max)
    };
    region.steps.iter().map(of_step).max().unwrap_or(0)
}

/// The first layout of tensors that is not one of so many warps of so many lanes, in words.
pub(super) fn wrong_layout(
    programs: &[Program],
    warps: usize,
    lanes: usize,
) -> Option<(Position, String)> {
    let mut seen: Vec<&Attribute> = Vec::new();
    programs.iter().find_map(|program| in_region(&program.body, (warps, lanes), &mut seen))
}

fn in_region<'p>(
    region: &'p Region,
    (warps, lanes): (usize, usize),
    seen: &mut Vec<&'p Attribute>,
) -> Option<(Position, String)> {
    for step in &region.steps {
        for tensor in step.operation.types().into_iter().flatten().filter_map(Type::as_tensor) {
            // The shape makes no difference to that.
            let Some(encoding) = tensor.encoding().filter(|own| !seen.contains(own)) else {
                continue;
            };
            seen.push(encoding);
            let own = Distribution::threads(tensor);
            let (own_lanes, own_warps) = own.unwrap_or((lanes, warps));
            if (own_lanes, own_warps) != (lanes, warps) {
                let message = format!(
                    "a layout of {own_warps} warps of {own_lanes} lanes, and the module has {warps} of {lanes}"
                );
                return Some((step.operation.position(), message));
            }
        }
        // Partitions have warps of their own.
        if step.operation.name().contains("warp_specialize") {
            continue;
        }
        let inner = step.regions.iter().find_map(|own| in_region(own, (warps, lanes), seen));
        if inner.is_some() {
            return inner;
        }
    }
    None
}
