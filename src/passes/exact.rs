//! What the IR computes, bit by bit from the definitions of its operations.
//!
//! `surroundings` is another reading, of numbers without a width, with bounds. Neither uses the other:
//! what one of them gets wrong, a claim that is checked with the other one finds.

mod carried;
mod joins;
mod premises;
mod read;

pub(crate) use self::premises::EXACT;
pub(super) use self::premises::{Premises, around};
pub(crate) use self::read::{CodeReader, bits, numbers, poison_reason};
