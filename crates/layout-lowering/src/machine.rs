//! LLVM IR executed for all threads of a block.
//!
//! All threads execute an instruction together, those for which a branch goes another way later. What
//! orders two threads are barriers, AMD's with fences around them: an access to a byte that no barrier separates from another
//! thread's write of another value is a race, whatever the order here.

mod access;
mod amd;
mod assembly;
mod async_copies;
mod atomics;
mod barriers;
mod calls;
mod cell;
mod cross_lane;
mod execute;
mod generic;
mod in_flight;
mod lds_copies;
mod matrix;
mod memory;
mod models;
mod nvidia;
mod operations;
mod phases;
mod promises;
mod ptx;
mod ptx_forms;
mod registers;
mod stop;
mod tensor_address;
mod tensor_assembly;
mod tensor_memory;
mod tensor_moves;
mod tensor_shape;
mod tensor_state;
mod transposed;
mod value;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::bits::{Row, Table};
use crate::llvm::Module;

pub(crate) use atomics::Ordered;
pub(crate) use calls::{Calls, MachineCall};
pub(crate) use memory::{Access, Initial, Memory};
pub(crate) use stop::{Fault, SourceLines, Stop};
pub(crate) use tensor_address::{COLUMN_BYTES, COLUMNS, cell_name, column_address};
pub(crate) use value::Value;

/// Whose instructions a machine has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vendor {
    Nvidia,
    Amd,
}

/// The machines of AMD's that describe buffers alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Gfx9,
    /// gfx10 and gfx11.
    Rdna,
    /// gfx12, which has other bits for how an access is cached.
    Gfx12,
    /// gfx1250, of which nobody says so in public.
    Other,
}

impl Family {
    /// That of a target such as `hip:gfx942`.
    pub fn of(target: &str) -> Self {
        match target.rsplit("gfx").next().unwrap_or("") {
            number if number.starts_with("125") => Family::Other,
            number if number.starts_with("12") => Family::Gfx12,
            number if number.starts_with('1') => Family::Rdna,
            _ => Family::Gfx9,
        }
    }
}

/// A block of threads that executes a module.
pub(crate) struct Machine<'m> {
    pub module: &'m Module,
    pub vendor: Vendor,
    pub threads: usize,
    /// The threads of a warp.
    pub lanes: usize,
    pub table: &'m mut Table,
    pub memory: Memory,
    /// The addresses of the global variables.
    pub variables: FxHashMap<Arc<str>, u64>,
    /// How many more instructions may be executed.
    pub steps_left: usize,
    /// An instruction without a public description was executed, as the compiler takes it to be.
    pub fitted: bool,
    depth: usize,
    copies: Copies,
    tensor_memory: tensor_state::TensorMemory,
    /// Who is told of calls.
    pub calls: Option<Box<dyn Calls + 'm>>,
    /// The atomic operations and fences that were executed.
    pub orders: Vec<Ordered>,
    /// What the descriptions of buffers say is that of.
    pub family: Family,
    /// The barriers that were signaled and not waited for since, by AMD's numbers.
    signaled: Vec<i64>,
}

/// Copies to shared memory that have been issued and not waited for.
#[derive(Debug, Default)]
struct Copies {
    /// The groups that are committed, the oldest first.
    groups: std::collections::VecDeque<Vec<in_flight::Copy>>,
    open: Vec<in_flight::Copy>,
    /// Some threads did not execute an instruction that is a group by itself.
    is_partial: bool,
}

/// An execution ends after so many instructions: a loop without an end is unknown.
const MAX_STEPS: usize = 300_000;

impl<'m> Machine<'m> {
    pub fn new(
        module: &'m Module,
        vendor: Vendor,
        warps: usize,
        lanes: usize,
        table: &'m mut Table,
    ) -> Self {
        Machine {
            module,
            vendor,
            threads: warps * lanes,
            lanes,
            table,
            memory: Memory::new(warps, lanes, vendor == Vendor::Amd),
            variables: FxHashMap::default(),
            steps_left: MAX_STEPS,
            fitted: false,
            depth: 0,
            copies: Copies::default(),
            tensor_memory: tensor_state::TensorMemory::default(),
            calls: None,
            orders: Vec::new(),
            family: Family::Gfx9,
            signaled: Vec::new(),
        }
    }

    /// A number that each thread computes from its own.
    fn each_thread(&self, width: u32, number: impl Fn(usize) -> u64) -> Row {
        Row::numbers(width, (0..self.threads).map(number).collect())
    }
}
