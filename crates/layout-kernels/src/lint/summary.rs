//! What each kernel of a file moves, to rank kernels by.

use std::collections::BTreeMap;

use super::layouts::Layouts;
use super::settings::Settings;
use crate::analyze::{Machine, Port, SharedCopies, shared_access};
use crate::triton::{MemDesc, Module, Movement, Operation, Tensor, read_module};

/// What one block moves in a turn of an innermost loop, the one that keeps shared memory busy longest,
/// or in all of a function without loops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    kernel: String,
    compiled: String,
    is_loop: bool,
    bytes: i64,
    cycles: i64,
}

impl Summary {
    /// The name of the function without `@`.
    pub fn kernel(&self) -> &str {
        &self.kernel
    }

    /// What it was compiled for, as far as the file says: `cuda:90, 4 warps`.
    pub fn compiled(&self) -> &str {
        &self.compiled
    }

    /// True if it is about a turn of a loop.
    pub fn is_loop(&self) -> bool {
        self.is_loop
    }

    /// The bytes of the tiles that threads load from and store to global memory; what the hardware
    /// moves by descriptors is not among them.
    pub fn bytes(&self) -> i64 {
        self.bytes
    }

    /// How many cycles the accesses keep shared memory busy.
    pub fn cycles(&self) -> i64 {
        self.cycles
    }
}

/// A summary of each function of a file that moves anything, in its order; nothing of what cannot be
/// read.
///
/// ```
/// use layout_kernels::lint::{Settings, summaries};
///
/// let file = "#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
/// #memory = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
/// module { tt.func @f(%m: !ttg.memdesc<128x32xf32, #memory, #ttg.shared_memory>) {
///   %x = ttg.local_load %m : !ttg.memdesc<128x32xf32, #memory, #ttg.shared_memory> -> tensor<128x32xf32, #rows>
/// } }";
/// let all = summaries(file.as_bytes(), Settings::default());
/// // 4 warps with 8 instructions each, of 4 groups of lanes that come 8 times.
/// assert_eq!((all[0].kernel(), all[0].bytes(), all[0].cycles()), ("f", 0, 1024));
/// ```
pub fn summaries(bytes: &[u8], settings: impl Into<Settings>) -> Vec<Summary> {
    let Ok(module) = read_module(bytes) else { return Vec::new() };
    let machine = settings.into().machine(&module);
    let mut layouts = Layouts::default();
    let mut places: BTreeMap<(usize, Option<usize>), (i64, i64)> = BTreeMap::new();
    for operation in module.operations() {
        let Some(function) = operation.function() else { continue };
        let place = operation.in_loop().filter(|&number| module.is_innermost(number));
        if place.is_none() && module.has_loops(Some(function)) {
            continue;
        }
        let sum = places.entry((function, place)).or_default();
        let (cycles, bytes) = moved(operation, &mut layouts, &machine);
        sum.0 = sum.0.saturating_add(cycles);
        sum.1 = sum.1.saturating_add(bytes);
    }
    let mut worst: BTreeMap<usize, Summary> = BTreeMap::new();
    for ((function, place), (cycles, bytes)) in places {
        let kernel = module.functions().get(function).map_or("", |own| own.name()).to_owned();
        let own = Summary {
            kernel,
            compiled: compiled(&module),
            is_loop: place.is_some(),
            bytes,
            cycles,
        };
        match worst.get(&function) {
            Some(other) if (own.cycles, own.bytes) <= (other.cycles, other.bytes) => {}
            _ => {
                worst.insert(function, own);
            }
        }
    }
    worst.into_values().collect()
}

/// The cycles of shared memory and the bytes of global memory that an operation takes of a block.
fn moved(operation: &Operation, layouts: &mut Layouts, machine: &Machine) -> (i64, i64) {
    let Some(movement) = operation.movement() else { return (0, 0) };
    let bits = movement.element_bits().unwrap_or(0);
    let bytes = |tensor: &Tensor| {
        let count = tensor.shape().iter().fold(1_i64, |all, &own| all.saturating_mul(own));
        count.saturating_mul(i64::from(bits)) / 8
    };
    let mut cycles = |value: &Tensor, memory: &MemDesc, port: Port| {
        let found = (|| {
            let registers = layouts.of_tensor(value)?.ok()?;
            let memory = layouts.of_memory(memory)?.ok()?;
            let (layout, gaps) = (&memory.layout, &memory.gaps);
            let found = shared_access(&registers.layout, layout, gaps, bits, port, machine).ok()?;
            let warps = registers.layout.in_dims().iter().find(|dim| dim.name() == "warp");
            Some(found.wavefronts().saturating_mul(warps.map_or(1, |dim| dim.size())))
        })();
        found.unwrap_or(0)
    };
    match movement {
        Movement::SharedLoad { memory, value } => (cycles(value, memory, Port::Load), 0),
        Movement::SharedStore { value, memory } => (cycles(value, memory, Port::Store), 0),
        Movement::GlobalLoad { tensor } | Movement::GlobalStore { tensor } => (0, bytes(tensor)),
        Movement::GlobalToShared { pointers, memory } => match machine.copies {
            SharedCopies::ByLane => (cycles(pointers, memory, Port::Copy), bytes(pointers)),
            SharedCopies::InOrder => {
                let row = i64::from(machine.stores.banks * machine.stores.bank_bits / 8).max(1);
                (bytes(pointers) / row, bytes(pointers))
            }
        },
        _ => (0, 0),
    }
}

/// The target and the warps of a block.
fn compiled(module: &Module) -> String {
    let warps = module.num_warps().map(|warps| format!("{warps} warps"));
    let parts: Vec<String> = module.target().map(str::to_owned).into_iter().chain(warps).collect();
    parts.join(", ")
}
