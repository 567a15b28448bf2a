//! Whether what stands behind an operation is executed.

use melior::ir::{OperationRef, Value};

use crate::dialect::ir;

/// What an operation without regions says of what is behind it.
#[derive(Debug, Clone, Copy)]
pub enum Ending<'c> {
    /// It is executed, whatever the operation is given.
    Always,
    /// The operation may wait for other threads, or for what is never begun.
    Waits,
    /// The operation may do anything, such as end the program or the thread: it is not read.
    Perhaps,
    /// It is not executed: the program ends.
    StopsAll,
    /// It is not executed by this thread, which ends.
    StopsThread,
    /// It is executed where a value is true; elsewhere the program ends.
    Asserts(Value<'c, 'c>),
    /// It is executed; where a value is not true nothing is defined.
    Assumes(Value<'c, 'c>),
    /// It is executed; nothing is defined where the operation, a `layout.assume`, does not hold.
    Promises,
    /// It is executed: the operation says something to who compiles it, and nothing is done.
    States,
}

impl<'c> Ending<'c> {
    pub fn of(operation: OperationRef<'c, 'c>) -> Self {
        let name = ir::name(operation);
        let (dialect, mnemonic) = name.split_once('.').unwrap_or_default();
        let given = ir::operand(operation, 0);
        match (dialect, mnemonic, given) {
            ("cf", "assert", Some(condition)) => Ending::Asserts(condition),
            ("llvm", "intr.assume", Some(condition)) => Ending::Assumes(condition),
            ("layout", "assume", _) => Ending::Promises,
            ("llvm", "intr.trap" | "intr.ubsantrap", _) => Ending::StopsAll,
            ("nvvm", "exit", _) => Ending::StopsThread,
            ("llvm", _, _) if LLVM.contains(&mnemonic) => Ending::Always,
            ("memref" | "affine", "dma_wait", _) => Ending::Waits,
            ("memref" | "affine" | "vector" | "linalg", ..) => Ending::Always,
            ("layout", ..) => Ending::States,
            ("gpu" | "nvgpu" | "nvvm" | "amdgpu" | "rocdl", ..) => on_device(mnemonic),
            _ => Ending::Perhaps,
        }
    }

    /// True if nothing behind the operation is executed.
    pub fn stops(self) -> bool {
        matches!(self, Ending::StopsAll | Ending::StopsThread)
    }

    /// True if what is behind the operation may not be executed though the operation is.
    pub fn may_stop(self) -> bool {
        self.stops() || matches!(self, Ending::Asserts(_))
    }
}

/// The operations of `llvm` with effects that are known to come to their end.
const LLVM: [&str; 12] = [
    "alloca",
    "atomicrmw",
    "cmpxchg",
    "fence",
    "intr.lifetime.end",
    "intr.lifetime.start",
    "intr.memcpy",
    "intr.memcpy.inline",
    "intr.memmove",
    "intr.memset",
    "load",
    "store",
];

/// The words in the names of operations of devices that execute code that is not read, or end.
const NOT_READ: [&str; 7] = ["abort", "asm", "call", "endpgm", "exit", "ptx", "trap"];

/// The words in those of operations that wait, and of others that say the same in their attributes.
const WAITING: [&str; 10] = [
    "arrive",
    "barrier",
    "barrier0",
    "breakpoint",
    "griddepcontrol",
    "launch",
    "setmaxregister",
    "sync",
    "wait",
    "waitcnt",
];

fn on_device<'c>(mnemonic: &str) -> Ending<'c> {
    let has_word = |words: &[&str]| mnemonic.split(['.', '_']).any(|word| words.contains(&word));
    // Tensor memory is waited for until another block gives it back.
    match mnemonic {
        "tcgen05.alloc" => Ending::Waits,
        _ if has_word(&NOT_READ) => Ending::Perhaps,
        _ if has_word(&WAITING) => Ending::Waits,
        _ => Ending::Always,
    }
}
