//! Numbers of the threads of a kernel.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use super::{IrValue, Reader};
use crate::dialect::ir;
use crate::validate::Node;

/// A number of a kernel: the operation that is the kernel or calls it, what the number is, such as
/// `thread_id`, and the axis, 0 to 2.
pub(in crate::passes::verify_lowering) type Axis = (usize, &'static str, usize);

/// The numbers that count something, each with the one that says how many there are.
pub(in crate::passes::verify_lowering) const IDS: [(&str, &str); 2] =
    [("thread_id", "block_dim"), ("block_id", "grid_dim")];

/// All numbers that are read.
const NUMBERS: [&str; 6] =
    ["thread_id", "block_dim", "block_id", "grid_dim", "lane_id", "subgroup_id"];

/// Sizes of a grid and of a block have 32 bits.
const MOST: i64 = u32::MAX as i64;

/// The number of a kernel that a value is, and its bounds.
pub(super) fn number(value: Value<'_, '_>) -> Option<(Axis, (i64, i64))> {
    let operation = ir::defining_op(value)?;
    let name = ir::name(operation).strip_prefix("gpu.")?;
    let name = NUMBERS.into_iter().find(|number| *number == name)?;
    let axis = match operation.attribute("dimension") {
        // `#gpu<dim x>`
        Ok(dimension) => {
            let text = dimension.to_string();
            ["x>", "y>", "z>"].iter().position(|end| text.ends_with(end))?
        }
        Err(_) => 0,
    };
    let (kernel, size) = kernel(operation, name, axis)?;
    let is_size = name.ends_with("_dim");
    if let (Some(size), true) = (size, is_size) {
        return Some(((kernel, name, axis), (size, size)));
    }
    // An attribute has the greatest size, or an end that ids are below.
    let ends = [size, ir::integer_attribute(operation, "upper_bound"), Some(MOST)];
    let end = ends.into_iter().flatten().min().unwrap_or(MOST);
    let bounds = if is_size { (1, end) } else { (0, end - 1) };
    Some(((kernel, name, axis), bounds))
}

/// The kernel around an operation, and what its attributes say of a size.
fn kernel(
    operation: OperationRef<'_, '_>,
    name: &str,
    axis: usize,
) -> Option<(usize, Option<i64>)> {
    let attribute = match name {
        "thread_id" | "block_dim" => "known_block_size",
        "block_id" | "grid_dim" => "known_grid_size",
        _ => "",
    };
    let mut around = operation.parent_operation();
    while let Some(parent) = around {
        let known = ir::small_integers(parent, attribute)
            .or_else(|| ir::small_integers(parent, &format!("gpu.{attribute}")));
        if ir::name(parent) == "gpu.launch" || parent.has_attribute("sym_name") {
            return Some((ir::key(parent), known.and_then(|sizes| sizes.get(axis).copied())));
        }
        around = parent.parent_operation();
    }
    None
}

impl<'c> Reader<'c> {
    /// Says which value is a number of a kernel.
    pub fn name_axis(&mut self, axis: Axis, value: IrValue<'c>) {
        if let Some(node) = self.known(value) {
            self.axes.entry(axis).or_insert(node);
        }
    }

    /// The ids that are met, each with the number of them if that is met too.
    pub fn counted(&self) -> Vec<(Node, Node)> {
        let mut found = Vec::new();
        for (&(kernel, name, axis), &id) in &self.axes {
            for (_, size) in IDS.into_iter().filter(|(known, _)| *known == name) {
                if let Some(&size) = self.axes.get(&(kernel, size, axis)) {
                    found.push((id, size));
                }
            }
        }
        found.sort();
        found
    }
}
