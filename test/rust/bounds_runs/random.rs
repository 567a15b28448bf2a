//! Random numbers that are the same in every run.

/// Marsaglia's xorshift with 64 bits.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// A number in `[low, high]`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = u64::try_from(high - low + 1).unwrap();
        low + i64::try_from(self.next() % span).unwrap()
    }

    /// True once in n.
    pub fn one_in(&mut self, n: i64) -> bool {
        self.between(1, n) == 1
    }

    pub fn choose<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.between(0, items.len() as i64 - 1) as usize].clone()
    }
}
