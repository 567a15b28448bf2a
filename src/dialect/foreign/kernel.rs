//! Kernels: how many threads there are, and which one is running.

use std::rc::Rc;

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, RegionLike, Value};
use rustc_hash::FxHashMap;

use crate::dialect::ir;
use crate::ffi::mlir;

/// What a number of a kernel is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Count {
    Thread,
    /// How many threads a block has.
    Threads,
    Block,
    Blocks,
    Lane,
    Subgroup,
    /// A thread of the whole grid.
    Global,
}

impl Count {
    /// True for what says how many there are.
    pub fn is_size(self) -> bool {
        matches!(self, Count::Threads | Count::Blocks)
    }

    /// The greatest size, or the end that ids are below. `None` for threads of the grid, which 64 bits may be
    /// too few for.
    pub fn most(self) -> Option<i64> {
        (self != Count::Global).then_some(MOST)
    }

    /// What operations around a kernel say of the sizes along the axes.
    pub fn known_sizes(self, around: OperationRef<'_, '_>) -> Option<Vec<i64>> {
        let name = match self {
            Count::Thread | Count::Threads => "known_block_size",
            Count::Block | Count::Blocks => "known_grid_size",
            Count::Lane | Count::Subgroup => return None,
            Count::Global => {
                let [threads, blocks] =
                    [Count::Threads, Count::Blocks].map(|it| it.known_sizes(around));
                let sizes = threads?.into_iter().zip(blocks?);
                return sizes.map(|(threads, blocks)| threads.checked_mul(blocks)).collect();
            }
        };
        ir::small_integers(around, name)
            .or_else(|| ir::small_integers(around, &format!("gpu.{name}")))
    }
}

/// The numbers that count something, each with the one that says how many there are.
pub const IDS: [(Count, Count); 2] =
    [(Count::Block, Count::Blocks), (Count::Thread, Count::Threads)];

/// Sizes of a grid and of a block have 32 bits, as MLIR's own analysis of ranges takes them.
pub const MOST: i64 = u32::MAX as i64;

/// A number of a kernel that is the same wherever it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KernelNumber {
    pub count: Count,
    /// 0 to 2.
    pub axis: usize,
    /// The greatest value of a size; the greatest plus one of an id.
    pub upper_bound: Option<i64>,
}

/// The number of a kernel that an operation gives.
pub fn kernel_number(operation: OperationRef<'_, '_>) -> Option<KernelNumber> {
    let count = match ir::name(operation) {
        "gpu.thread_id" => Count::Thread,
        "gpu.block_dim" => Count::Threads,
        "gpu.block_id" => Count::Block,
        "gpu.grid_dim" => Count::Blocks,
        "gpu.lane_id" => Count::Lane,
        "gpu.subgroup_id" => Count::Subgroup,
        "gpu.global_id" => Count::Global,
        _ => return None,
    };
    let axis = match operation.attribute("dimension") {
        Ok(dimension) => mlir::enum_value(dimension)?,
        Err(_) => 0,
    };
    Some(KernelNumber { count, axis, upper_bound: ir::integer_attribute(operation, "upper_bound") })
}

/// The ids of threads and blocks that kernels ask for and say the number of, each with that number.
/// They are looked for in all of a kernel, once.
#[derive(Default)]
pub struct KnownIds<'c> {
    of_kernels: FxHashMap<usize, Rc<[(Value<'c, 'c>, i64)]>>,
}

impl<'c> KnownIds<'c> {
    pub fn of(&mut self, kernel: OperationRef<'c, 'c>) -> Rc<[(Value<'c, 'c>, i64)]> {
        let found = self.of_kernels.entry(ir::key(kernel));
        Rc::clone(found.or_insert_with(|| known_ids(kernel).into()))
    }
}

fn known_ids<'c>(kernel: OperationRef<'c, 'c>) -> Vec<(Value<'c, 'c>, i64)> {
    let [block, thread] = IDS.map(|(id, size)| (id, size.known_sizes(kernel).unwrap_or_default()));
    let global = (Count::Global, Count::Global.known_sizes(kernel).unwrap_or_default());
    let sizes = [block, thread, global];
    if sizes.iter().all(|(_, sizes)| sizes.is_empty()) {
        return Vec::new();
    }
    let known = |operation: OperationRef<'c, 'c>| {
        let number = kernel_number(operation)?;
        let (_, sizes) = sizes.iter().find(|(id, _)| *id == number.count)?;
        Some((number, operation.results().next()?.into(), *sizes.get(number.axis)?))
    };
    let found: Vec<_> = ir::walk(kernel).into_iter().filter_map(known).collect();
    // A thread of the grid is one of a block, so that its number cannot be chosen beside theirs.
    let is_free = |number: &KernelNumber| {
        let mut others = found.iter().map(|(other, _, _)| other);
        number.count != Count::Global
            || !others.any(|other| other.count != Count::Global && other.axis == number.axis)
    };
    let free = found.iter().filter(|(number, _, _)| is_free(number));
    free.map(|&(_, value, size)| (value, size)).collect()
}

pub fn is_launch(operation: OperationRef<'_, '_>) -> bool {
    ir::name(operation) == "gpu.launch"
}

/// Blocks or threads of a launch along one axis.
#[derive(Debug, Clone, Copy)]
pub struct Launched<'c> {
    /// The id: of a block or of a thread.
    pub id: Count,
    pub size: Count,
    pub axis: usize,
    /// The operand that says how many.
    pub n: Value<'c, 'c>,
    /// The arguments of the body that are the id and how many there are.
    pub id_argument: Value<'c, 'c>,
    pub size_argument: Value<'c, 'c>,
}

/// What a launch launches; `None` for other operations.
pub fn launched<'c>(launch: OperationRef<'c, 'c>) -> Option<Vec<Launched<'c>>> {
    let body = ir::region(launch, 0).filter(|_| is_launch(launch))?.first_block()?;
    let argument = |position| ir::argument(body, position);
    let mut found = Vec::new();
    for axis in 0..3 {
        for (kind, (id, size)) in IDS.into_iter().enumerate() {
            // The sizes follow what the launch waits for, and blocks come before threads. The
            // arguments are all ids, and then all sizes.
            let place = 3 * kind + axis;
            found.push(Launched {
                id,
                size,
                axis,
                n: *ir::operand_segment(launch, 1 + place).first()?,
                id_argument: argument(place)?,
                size_argument: argument(6 + place)?,
            });
        }
    }
    Some(found)
}
