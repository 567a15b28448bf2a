//! The machine that an access runs on.

use super::global_access::GlobalMemory;

/// A machine: its shared memory as loads and as stores see it, its global memory, and the
/// instructions with which a warp moves whole matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Machine {
    pub loads: Banks,
    pub stores: Banks,
    pub global: GlobalMemory,
    pub collectives: &'static [Collective],
    /// What copies from global to shared memory without registers.
    pub copies: SharedCopies,
}

/// A shared memory: so many banks, each of so many bits a cycle, and the widest access of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Banks {
    pub banks: u32,
    pub bank_bits: u32,
    pub vector_bits: u32,
    /// The lanes that are served together where each takes 16 bytes: a basis of their numbers over F2.
    /// Empty if they follow each other.
    pub wide_group: &'static [u64],
}

impl Default for Banks {
    /// 32 banks of 4 bytes, and accesses of up to 16 bytes.
    fn default() -> Self {
        Banks { banks: 32, bank_bits: 32, vector_bits: 128, wide_group: &[] }
    }
}

/// The side of a shared memory that an access uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Port {
    Load,
    Store,
    /// Copies from global memory, which see the banks of stores and go element by element.
    Copy,
}

/// How threads copy from global to shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SharedCopies {
    /// Each lane says where its elements go, or they go through registers: the banks are those of a
    /// store.
    #[default]
    ByLane,
    /// The elements of a warp go to consecutive places: there are no bank conflicts.
    InOrder,
}

/// An instruction by which a warp moves a matrix between registers and shared memory: the address
/// that a lane gives is not that of its own elements.
///
/// Over F2 it is a rearrangement of bits. The bits in `piece` are the consecutive elements at one
/// address; those in `addresses` choose among the addresses of one instruction. A bit is one of a
/// lane or of a register, and all other registers are further matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Collective {
    pub name: &'static str,
    pub port: Port,
    pub element_bits: u32,
    pub piece: &'static [Bit],
    pub addresses: &'static [Bit],
    /// The logarithm of the matrices that one instruction can move.
    pub matrices: u32,
}

/// A bit of the number of a lane, or the next one of the number of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bit {
    Register,
    Lane(usize),
}

impl Machine {
    /// A machine whose loads and stores see the same banks, and that has no instructions for matrices.
    pub fn with_banks(banks: Banks, global: GlobalMemory) -> Self {
        Machine { loads: banks, stores: banks, global, ..Machine::default() }
    }

    /// The banks that an access sees.
    pub(super) fn banks(&self, port: Port) -> &Banks {
        match port {
            Port::Load => &self.loads,
            Port::Store | Port::Copy => &self.stores,
        }
    }
}
