//! What a kernel says of its threads.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef, RegionLike, Value};

use super::variables::Variables;
use crate::dialect::ir;
use crate::relation::{Comparison, Quantity};

/// A number of a kernel that is the same value wherever it is asked for: what it counts and along
/// which axis, 0 to 2.
pub(super) type Axis = (Count, usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Count {
    Thread,
    Threads,
    Block,
    Blocks,
    Lane,
    Subgroup,
}

impl Count {
    /// What a `gpu.<name>` counts.
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "thread_id" => Count::Thread,
            "block_dim" => Count::Threads,
            "block_id" => Count::Block,
            "grid_dim" => Count::Blocks,
            "lane_id" => Count::Lane,
            "subgroup_id" => Count::Subgroup,
            _ => return None,
        })
    }
}

/// The value of an operation like `gpu.thread_id x`, and what is known of it.
pub(super) fn axis<'c>(
    variables: &mut Variables<'c>,
    value: Value<'c, 'c>,
    operation: OperationRef<'c, 'c>,
    name: &str,
) -> Option<Quantity> {
    let count = Count::of(name)?;
    if launch_of(operation) != variables.launch {
        // Another kernel has other threads, and outside of a launch there are none of its threads.
        return None;
    }
    let axis = operation.attribute("dimension").ok().and_then(axis_of).unwrap_or(0);
    let quantity = variables.axis((count, axis), value);
    // The attribute is the greatest value plus one of an id, and the greatest value of a size.
    if let Some(bound) = ir::integer_attribute(operation, "upper_bound") {
        let is_size = matches!(count, Count::Threads | Count::Blocks);
        let high = if is_size { Some(bound) } else { bound.checked_sub(1) };
        variables.know(Comparison { quantity: quantity.clone(), low: Some(0), high });
    }
    Some(quantity)
}

/// What tells the innermost `gpu.launch` around an operation from others.
fn launch_of(operation: OperationRef<'_, '_>) -> Option<usize> {
    let mut around = operation.parent_operation();
    while let Some(parent) = around {
        if ir::name(parent) == "gpu.launch" {
            return Some(ir::key(parent));
        }
        around = parent.parent_operation();
    }
    None
}

/// `#gpu<dim x>`.
fn axis_of(attribute: Attribute<'_>) -> Option<usize> {
    let text = attribute.to_string();
    let letter = text.strip_suffix('>')?.rsplit(' ').next()?.to_owned();
    ["x", "y", "z"].iter().position(|axis| *axis == letter)
}

/// What is known of a number of a kernel whose first value was just met.
pub(super) fn know(variables: &mut Variables<'_>, (count, axis): Axis) {
    let get = |variables: &Variables<'_>, count| variables.axes.get(&(count, axis)).cloned();
    let Some(quantity) = get(variables, count) else { return };
    let is_size = matches!(count, Count::Threads | Count::Blocks);
    // The sizes of a grid are numbers of 32 bits, as MLIR's own analysis of ranges takes them.
    let (low, high) = (i64::from(is_size), i64::from(u32::MAX) - i64::from(!is_size));
    variables.know(Comparison { quantity, low: Some(low), high: Some(high) });
    for (id, size) in [(Count::Thread, Count::Threads), (Count::Block, Count::Blocks)] {
        let (Some(id), Some(size)) = (get(variables, id), get(variables, size)) else { continue };
        if let Ok(difference) = id.minus(&size) {
            let high = -1 - difference.constant();
            variables.know(Comparison::at_most(difference.varying(), high));
        }
    }
}

/// Reads what an operation around says of the sizes of blocks and of the grid: a function by its
/// attributes, a launch by its operands.
pub(super) fn sizes<'c>(around: OperationRef<'c, 'c>, variables: &mut Variables<'c>) {
    for (count, name) in [(Count::Threads, "known_block_size"), (Count::Blocks, "known_grid_size")]
    {
        let sizes = ir::small_integers(around, name)
            .or_else(|| ir::small_integers(around, &format!("gpu.{name}")))
            .unwrap_or_default();
        for (axis, size) in sizes.into_iter().enumerate() {
            variables.axes.insert((count, axis), size.into());
        }
    }
    if ir::name(around) != "gpu.launch" {
        return;
    }
    // The threads of a launch around this one are others.
    variables.axes.clear();
    variables.launch = Some(ir::key(around));
    // What the launch waits for comes first.
    for axis in 0..3 {
        for (count, segment) in [(Count::Blocks, 1 + axis), (Count::Threads, 4 + axis)] {
            if let [size] = ir::operand_segment(around, segment)[..] {
                let size = variables.quantity(size);
                variables.axes.insert((count, axis), size);
            }
        }
    }
}

/// Tells what a launch says of the arguments of its body, and whether it has threads if that does
/// not contradict itself.
pub(super) fn launched<'c>(launch: OperationRef<'c, 'c>, variables: &mut Variables<'c>) -> bool {
    let body = launch.region(0).ok().and_then(|region| region.first_block());
    // Of a launch around another one nothing is known: the axes are those of the inner one.
    let Some(body) = body.filter(|_| variables.launch == Some(ir::key(launch))) else {
        return false;
    };
    let mut has_threads = true;
    for axis in 0..3 {
        let ids = [(Count::Block, Count::Blocks, 0), (Count::Thread, Count::Threads, 3)];
        for (count, of, first) in ids {
            let argument = |position| body.argument(position).ok().map(Value::from);
            if let (Some(size), Some(argument)) =
                (variables.axes.get(&(of, axis)).cloned(), argument(first + 6 + axis))
            {
                variables.define(argument, size.clone());
                has_threads &= size.as_constant().is_some();
            }
            if let Some(id) = argument(first + axis) {
                let quantity = variables.axis((count, axis), id);
                variables.define(id, quantity);
            }
        }
    }
    has_threads
}
