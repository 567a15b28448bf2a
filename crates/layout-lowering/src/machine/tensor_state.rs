//! What is allocated of tensor memory, and what is on its way to and from it.

use std::sync::Arc;

use super::in_flight::Copy;
use super::stop::SourceLines;
use super::tensor_address::{BASE, COLUMN_BYTES, COLUMNS};

/// The tensor memory of a block.
#[derive(Debug, Default)]
pub(crate) struct TensorMemory {
    pub allocations: Vec<Allocation>,
    /// Which of the places that there are for an allocation it has.
    pub turn: usize,
    /// The most places that there were for one.
    pub n_turns: usize,
    /// The line behind which nothing more is allocated.
    pub relinquished_at: Option<u32>,
    pub under_way: UnderWay,
}

/// Columns that belong to the block.
#[derive(Debug, Clone)]
pub(crate) struct Allocation {
    pub column: u64,
    pub count: u64,
    pub place: SourceLines,
    pub freed_at: Option<u32>,
    pub handed: Option<Handed>,
}

/// The last function that was handed a part of an allocation, which all warps may have used until it
/// returned.
#[derive(Debug, Clone)]
pub(crate) struct Handed {
    pub to: Arc<str>,
    pub line: u32,
    /// The phase of the block in which it returned.
    pub phase: u32,
}

/// The bytes on their way.
#[derive(Debug, Default)]
pub(super) struct UnderWay {
    /// Stores that nobody has waited for.
    pub stores: Vec<Copy>,
    /// The bytes that are being loaded.
    pub loads: Vec<Copy>,
    /// Of each byte of the memory what is under way, as soon as something is.
    traffic: Vec<Traffic>,
}

/// What is under way to and from a byte.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Traffic {
    pub n_stores: u32,
    /// One of the stores that began together was waited for.
    pub is_stored: bool,
    /// The last load, counted from 1 on.
    pub load: u32,
}

impl UnderWay {
    pub fn traffic(&mut self, address: u64) -> Option<&mut Traffic> {
        if self.traffic.is_empty() {
            self.traffic = vec![Traffic::default(); (COLUMNS * COLUMN_BYTES) as usize];
        }
        self.traffic.get_mut((address - BASE) as usize)
    }
}
