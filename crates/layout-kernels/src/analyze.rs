//! What an access costs: bank conflicts, sectors, vectors, conversions, copies, and the swizzle that
//! costs least.
//!
//! Layouts are those of [`linear`](layout_math::linear), from `register`, `lane`, `warp` and `block` to the
//! dims of a tensor, or from `offset` to them. Each answer is a rank of a matrix over F2 and holds
//! for all lanes and registers at once. What is not linear is walked: memory with gaps, addresses
//! with strides, and the list of swizzles that [`find_swizzle()`] tries.
//!
//! [`Question`] is any of these questions, and its answer in words.

mod bank_conflicts;
mod conversion;
mod copies;
mod error;
mod find_swizzle;
mod gaps;
mod global_access;
mod issue;
mod machine;
mod offsets;
mod places;
mod question;
mod strided_access;
mod targets;
mod tile;
mod vector;

pub use bank_conflicts::{BankConflicts, Clash, bank_conflicts};
pub use conversion::{Carrier, Conversion, ConversionKind, Move, conversion, loaded_from_others};
pub use copies::{Copies, copies};
pub use error::AnalyzeError;
pub use find_swizzle::{FoundSwizzle, find_swizzle};
pub(crate) use gaps::shared_access;
pub use gaps::{Gap, padded_bank_conflicts};
pub use global_access::{GlobalAccess, GlobalMemory, global_access};
pub use machine::{Banks, Bit, Collective, Machine, Port, SharedCopies};
pub use offsets::{OffsetRange, offset_range};
pub use question::{Cost, Question};
pub use strided_access::{AccessStrides, strided_access};
pub use targets::{TARGETS, Target};
pub use tile::{Direction, tile_access, tile_memory};
