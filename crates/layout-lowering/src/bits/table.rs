//! Bytes, each kept once.

use rustc_hash::FxHashMap;

use super::arriving::Arriving;
use super::bit::{
    Bit, LOST, MAYBE_POISON, MAYBE_POISON_BYTE, PARTLY_UNDEFINED, POISON, POISON_BYTE, SYMBOL,
    UNDEFINED, UNDEFINED_BYTE, has_no_value, is_lost, may_be_poison, not, variable, variable_of,
};
use super::combination::{Combinations, Combine};

const LOST_BYTE: u32 = 257;

/// The bits of which nothing is combined, the strongest one first, and what is there instead.
const SPECIAL: [(Bit, u32); 5] = [
    (POISON, POISON_BYTE),
    (MAYBE_POISON, MAYBE_POISON_BYTE),
    (UNDEFINED, UNDEFINED_BYTE),
    (PARTLY_UNDEFINED, UNDEFINED_BYTE),
    (LOST, LOST_BYTE),
];

/// What the bytes of the input are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// Any, each bit by its own name.
    Symbols,
    /// Numbers that look random, others for each seed.
    Numbers(u64),
}

impl Contents {
    /// The byte of the input of a number.
    pub fn byte(self, number: u32) -> u32 {
        match self {
            Contents::Symbols => SYMBOL | number,
            Contents::Numbers(seed) => {
                let mut hash = (seed << 32 | u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                hash = (hash ^ hash >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                (hash >> 40) as u32 & 0xff
            }
        }
    }
}

/// The byte of the input of a number, by the names of its bits.
fn symbol_byte(number: u32) -> u32 {
    SYMBOL | number
}

/// The bytes that are met, by numbers: below 256 the known ones, from [`SYMBOL`] on those of the input.
#[derive(Debug)]
pub(crate) struct Table {
    patterns: Vec<[Bit; 8]>,
    numbers: FxHashMap<[Bit; 8], u32>,
    pub combinations: Combinations,
    pub arriving: Arriving,
    /// Some byte that was met is poison, or may be.
    pub has_poison: bool,
    /// The instruction that is executed, and its line.
    pub now: Option<(std::sync::Arc<str>, u32)>,
    /// The first one whose result is not followed.
    pub lost_at: Option<(std::sync::Arc<str>, u32)>,
}

impl Table {
    pub fn new() -> Self {
        let mut table = Table {
            patterns: Vec::new(),
            numbers: FxHashMap::default(),
            combinations: Combinations::default(),
            arriving: Arriving::default(),
            has_poison: false,
            now: None,
            lost_at: None,
        };
        for number in 0..256_u32 {
            // Their numbers are they themselves.
            table.patterns.push(std::array::from_fn(|bit| number >> bit & 1));
        }
        table.add([UNDEFINED; 8]);
        table.add([LOST; 8]);
        table.add([POISON; 8]);
        table.add([MAYBE_POISON; 8]);
        table
    }

    fn add(&mut self, bits: [Bit; 8]) -> u32 {
        let number = self.patterns.len() as u32;
        self.patterns.push(bits);
        self.numbers.insert(bits, number);
        number
    }

    /// The bits of a byte, the lowest first.
    pub fn bits(&self, byte: u32) -> [Bit; 8] {
        if byte & SYMBOL != 0 {
            let first = (byte ^ SYMBOL) * 8;
            return std::array::from_fn(|bit| variable(first + bit as u32));
        }
        self.patterns[byte as usize]
    }

    /// The number of the byte of these bits.
    pub fn byte(&mut self, bits: [Bit; 8]) -> u32 {
        if bits.iter().all(|&bit| bit <= 1) {
            return bits.iter().rev().fold(0, |number, bit| number << 1 | bit);
        }
        if let Some((first, false)) = variable_of(bits[0])
            && first % 8 == 0
            && (1..8).all(|at| bits[at as usize] == variable(first + at))
        {
            return symbol_byte(first / 8);
        }
        if bits.into_iter().any(is_lost) {
            self.lose();
        }
        self.has_poison |= bits.into_iter().any(may_be_poison);
        match self.numbers.get(&bits) {
            Some(&number) => number,
            None => self.add(bits),
        }
    }

    /// True if a byte is the same value whenever it is met: no bit of it is lost.
    pub fn is_followed(&self, byte: u32) -> bool {
        !self.bits(byte).into_iter().any(|bit| is_lost(bit) || bit == PARTLY_UNDEFINED)
    }

    /// A byte that is not followed.
    pub fn lose(&mut self) -> u32 {
        if self.lost_at.is_none() {
            self.lost_at.clone_from(&self.now);
        }
        LOST_BYTE
    }

    /// The bytes of a part of two tuples combined: lost, undefined or poison, if a bit of them is.
    pub fn combined(
        &mut self,
        combine: Combine,
        part: usize,
        [a, b]: [&[Vec<u32>]; 2],
    ) -> Vec<u32> {
        let n_bytes = a[part].len();
        let mut arrived = |tuple: &[Vec<u32>]| -> Vec<Vec<u32>> {
            tuple.iter().map(|part| part.iter().map(|&own| self.arrived(own)).collect()).collect()
        };
        let (a, b) = (&arrived(a)[..], &arrived(b)[..]);
        let bits: Vec<Bit> =
            a.iter().chain(b).flatten().flat_map(|&byte| self.bits(byte)).collect();
        let strongest = SPECIAL.into_iter().find(|(own, _)| bits.contains(own));
        if let Some((_, byte)) = strongest.filter(|(bit, _)| has_no_value(*bit)) {
            return vec![byte; n_bytes];
        }
        let lost = self.lose();
        let bytes = match strongest {
            Some((_, byte)) => Some(vec![byte; n_bytes]),
            None => self.combinations.combined(combine, part, [a, b]),
        };
        bytes.unwrap_or_else(|| vec![lost; n_bytes])
    }

    /// The byte with what has arrived in its place; what has not is undefined.
    pub fn arrived(&mut self, byte: u32) -> u32 {
        if byte & SYMBOL != 0 {
            return self.arriving.byte(byte ^ SYMBOL).unwrap_or(byte);
        }
        if byte <= UNDEFINED_BYTE {
            return byte;
        }
        let bits = self.bits(byte);
        let arrived = bits.map(|bit| self.arrived_bit(bit));
        if arrived == bits { byte } else { self.byte(arrived) }
    }

    fn arrived_bit(&self, bit: Bit) -> Bit {
        let Some((number, is_opposite)) = variable_of(bit) else { return bit };
        match self.arriving.byte(number / 8) {
            Some(UNDEFINED_BYTE) => UNDEFINED,
            Some(byte) => {
                let own = self.bits(byte)[number as usize % 8];
                if is_opposite { not(own) } else { own }
            }
            None => bit,
        }
    }

    /// Appends the bits of a value of so many bits that is held in bytes.
    pub fn unpack(&self, bytes: &[u32], width: u32, bits: &mut Vec<Bit>) {
        for (at, &byte) in bytes.iter().enumerate() {
            let left = (width as usize).saturating_sub(8 * at).min(8);
            bits.extend_from_slice(&self.bits(byte)[..left]);
        }
    }

    /// Appends the bytes that hold these bits, the last one filled with 0.
    pub fn pack(&mut self, bits: &[Bit], bytes: &mut Vec<u32>) {
        for chunk in bits.chunks(8) {
            let mut byte = [0; 8];
            byte[..chunk.len()].copy_from_slice(chunk);
            bytes.push(self.byte(byte));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_kept_once() {
        let mut table = Table::new();
        assert_eq!(table.byte([0, 1, 0, 0, 0, 0, 0, 1]), 0x82);
        assert_eq!(table.bits(0x82), [0, 1, 0, 0, 0, 0, 0, 1]);
        assert_eq!(table.byte([UNDEFINED; 8]), UNDEFINED_BYTE);
        assert_eq!(table.byte([LOST; 8]), LOST_BYTE);
        let symbol = symbol_byte(5);
        let bits = table.bits(symbol);
        assert_eq!(table.byte(bits), symbol);
        // Half of it is not a byte of the input, and the same byte whenever it is met.
        let mut half = bits;
        half[4..].fill(0);
        let number = table.byte(half);
        assert_eq!(table.byte([POISON; 8]), POISON_BYTE);
        assert!(number < SYMBOL && 258 < number);
        assert_eq!(table.byte(half), number);
        assert_eq!(table.bits(number), half);
        let mut unpacked = Vec::new();
        table.unpack(&[symbol, number], 12, &mut unpacked);
        assert_eq!(unpacked.len(), 12);
        let mut packed = Vec::new();
        table.pack(&unpacked, &mut packed);
        assert_eq!(packed, [symbol, number]);
    }

    #[test]
    fn what_is_not_waited_for_is_undefined() {
        let mut table = Table::new();
        let real = Contents::Symbols.byte(7);
        let [mine, other] = [3, 4].map(|thread| table.arriving.add(thread, real).expect("room"));
        let mut half = table.bits(mine);
        half[..4].fill(0);
        half[4] ^= 1;
        let half = table.byte(half);
        assert_eq!((table.arrived(mine), table.arrived(real)), (UNDEFINED_BYTE, real));
        assert_eq!(table.arrived(half), table.byte([0, 0, 0, 0, 2, 2, 2, 2]));
        table.arriving.wait(|thread| thread == 3);
        assert_eq!((table.arrived(mine), table.arrived(other)), (real, UNDEFINED_BYTE));
        let mut expected = table.bits(real);
        expected[..4].fill(0);
        expected[4] ^= 1;
        assert_eq!(table.arrived(half), table.byte(expected));
    }
}
