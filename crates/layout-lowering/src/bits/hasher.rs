//! A hash of a few numbers, for tables that are asked for each byte: the keys are our own, and nobody
//! chooses them to collide.

use std::hash::{BuildHasherDefault, Hasher};

pub(super) type Build = BuildHasherDefault<NumberHasher>;

/// Multiplies and rotates, a number at a time.
#[derive(Debug, Default)]
pub(super) struct NumberHasher(u64);

impl NumberHasher {
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for NumberHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (chunks, rest) = bytes.as_chunks::<8>();
        chunks.iter().for_each(|chunk| self.add(u64::from_le_bytes(*chunk)));
        rest.iter().for_each(|&byte| self.add(byte.into()));
    }

    fn write_u32(&mut self, number: u32) {
        self.add(number.into());
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    fn finish(&self) -> u64 {
        // The table takes the upper bits and the lower ones.
        self.0 ^ self.0 >> 32
    }
}
