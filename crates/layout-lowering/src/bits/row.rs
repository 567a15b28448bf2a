//! A value for each thread.

use std::rc::Rc;

use super::bit::{
    Bit, FALSE, POISON, POISON_BYTE, UNDEFINED, UNDEFINED_BYTE, has_no_value, is_known,
    may_be_poison, worse,
};
use super::mask::Mask;
use super::table::Table;

/// A value of so many bits for each thread of a block, or for each element of a tensor.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    width: u32,
    values: RowValues,
}

#[derive(Debug, Clone)]
enum RowValues {
    /// The same number everywhere.
    Same(u64),
    /// A number each.
    Numbers(Rc<[u64]>),
    /// The bytes of the first, the lowest one first, then those of the next.
    Bytes(Rc<[u32]>),
    Undefined,
    Poison,
}

/// The bits of a number that is so wide, at most 64.
pub(crate) fn low_bits(width: u32) -> u64 {
    if 64 <= width { u64::MAX } else { (1 << width) - 1 }
}

impl Row {
    /// The same number everywhere, of at most 64 bits.
    pub fn same(width: u32, number: u64) -> Self {
        debug_assert!(width <= 64);
        Row { width, values: RowValues::Same(number & low_bits(width)) }
    }

    /// A number each, of at most 64 bits, which are not cut.
    pub fn numbers(width: u32, numbers: Vec<u64>) -> Self {
        debug_assert!(width <= 64 && numbers.iter().all(|&own| own <= low_bits(width)));
        let first = numbers.first().copied().unwrap_or(0);
        let values = match numbers.iter().all(|&own| own == first) {
            true => RowValues::Same(first),
            false => RowValues::Numbers(numbers.into()),
        };
        Row { width, values }
    }

    /// Bytes, as many for each as the width needs. Numbers, if all of them are known.
    pub fn bytes(width: u32, bytes: Vec<u32>) -> Self {
        if bytes.first().is_none_or(|&first| first < 256)
            && width <= 64
            && bytes.iter().all(|&byte| byte < 256)
        {
            let per = width.div_ceil(8) as usize;
            let number = |bytes: &[u32]| {
                bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
            };
            return Row::numbers(width, bytes.chunks(per).map(number).collect());
        }
        Row { width, values: RowValues::Bytes(bytes.into()) }
    }

    pub fn undefined(width: u32) -> Self {
        Row { width, values: RowValues::Undefined }
    }

    /// All bits poison, which the table is told of.
    pub fn all_poison(width: u32, table: &mut Table) -> Self {
        table.has_poison = true;
        Row { width, values: RowValues::Poison }
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn n_bytes(&self) -> usize {
        self.width.div_ceil(8) as usize
    }

    /// The number, if it is known and the same everywhere.
    pub fn as_same(&self) -> Option<u64> {
        match self.values {
            RowValues::Same(number) => Some(number),
            _ => None,
        }
    }

    pub fn is_undefined(&self) -> bool {
        matches!(self.values, RowValues::Undefined)
    }

    /// True if all of it is known.
    pub fn is_number(&self) -> bool {
        matches!(self.values, RowValues::Same(_) | RowValues::Numbers(_))
    }

    /// The number of a thread, if it is known.
    pub fn number(&self, thread: usize) -> Option<u64> {
        match &self.values {
            RowValues::Same(number) => Some(*number),
            RowValues::Numbers(numbers) => Some(numbers[thread]),
            RowValues::Bytes(bytes) if self.width <= 64 => {
                let own = &bytes[thread * self.n_bytes()..(thread + 1) * self.n_bytes()];
                let is_known = own.iter().all(|&byte| byte < 256);
                let fold = |number, &byte: &u32| number << 8 | u64::from(byte);
                is_known.then(|| own.iter().rev().fold(0, fold))
            }
            _ => None,
        }
    }

    /// The numbers of a row that is known, as a function of the thread.
    pub fn known(&self) -> Option<impl Fn(usize) -> u64> {
        let (same, each) = match &self.values {
            RowValues::Same(number) => (*number, None),
            RowValues::Numbers(numbers) => (0, Some(numbers)),
            _ => return None,
        };
        Some(move |thread: usize| each.map_or(same, |numbers| numbers[thread]))
    }

    /// A byte of a thread.
    pub fn byte(&self, thread: usize, at: usize) -> u32 {
        match &self.values {
            RowValues::Same(number) => (number >> (8 * at)) as u32 & 0xff,
            RowValues::Numbers(numbers) => (numbers[thread] >> (8 * at)) as u32 & 0xff,
            RowValues::Bytes(bytes) => bytes[thread * self.n_bytes() + at],
            RowValues::Undefined => UNDEFINED_BYTE,
            RowValues::Poison => POISON_BYTE,
        }
    }

    /// Appends the bits of a thread, the lowest first.
    pub fn unpack(&self, thread: usize, table: &Table, bits: &mut Vec<Bit>) {
        match &self.values {
            RowValues::Same(_) | RowValues::Numbers(_) => {
                let number = self.number(thread).unwrap_or(0);
                bits.extend((0..self.width).map(|bit| (number >> bit & 1) as Bit));
            }
            RowValues::Bytes(bytes) => {
                let per = self.n_bytes();
                table.unpack(&bytes[thread * per..(thread + 1) * per], self.width, bits);
            }
            RowValues::Undefined => {
                bits.extend(std::iter::repeat_n(UNDEFINED, self.width as usize))
            }
            RowValues::Poison => bits.extend(std::iter::repeat_n(POISON, self.width as usize)),
        }
    }

    /// The one bit of a row of width 1, or the lowest one.
    pub fn bit(&self, thread: usize, table: &Table) -> Bit {
        match self.number(thread) {
            Some(number) => (number & 1) as Bit,
            None => table.bits(self.byte(thread, 0))[0],
        }
    }

    /// The row with what has arrived in its place.
    pub fn arrived(&self, table: &mut Table) -> Row {
        match &self.values {
            RowValues::Bytes(bytes) => {
                let own = bytes.iter().map(|&byte| table.arrived(byte)).collect();
                Row::bytes(self.width, own)
            }
            _ => self.clone(),
        }
    }

    /// True if some bits of a thread are undefined.
    pub fn has_undefined(&self, thread: usize, table: &Table) -> bool {
        let undefined = |at| table.bits(self.byte(thread, at)).into_iter().any(has_no_value);
        (0..self.n_bytes()).any(undefined)
    }

    /// `POISON` if some bits of a thread are poison, `MAYBE_POISON` if some may be, otherwise `FALSE`.
    pub fn poison(&self, thread: usize, table: &Table) -> Bit {
        if !matches!(self.values, RowValues::Bytes(_) | RowValues::Poison) {
            return FALSE;
        }
        let bits = (0..self.n_bytes()).flat_map(|at| table.bits(self.byte(thread, at)));
        bits.filter(|&bit| may_be_poison(bit)).fold(FALSE, worse)
    }

    /// This where the mask has a thread, the other elsewhere.
    pub fn merged(&self, mask: &Mask, other: &Row, threads: usize) -> Row {
        debug_assert_eq!(self.width, other.width);
        if mask.is_all() {
            return self.clone();
        }
        let pick = |thread| if mask.has(thread) { self } else { other };
        Row::gather(self.width, threads, |thread| Some((pick(thread), thread)))
    }

    /// For each thread what a row has at some thread, undefined where that is none.
    pub fn gather<'r>(
        width: u32,
        threads: usize,
        from: impl Fn(usize) -> Option<(&'r Row, usize)>,
    ) -> Row {
        let own = |thread| from(thread).filter(|(row, _): &(&Row, usize)| row.is_number());
        if (0..threads).all(|thread| own(thread).is_some()) {
            let number = |thread| own(thread).and_then(|(row, at)| row.number(at)).unwrap_or(0);
            return Row::numbers(width, (0..threads).map(number).collect());
        }
        let per = width.div_ceil(8) as usize;
        let mut bytes = Vec::with_capacity(threads * per);
        for thread in 0..threads {
            match from(thread) {
                Some((row, at)) => bytes.extend((0..per).map(|byte| row.byte(at, byte))),
                None => bytes.extend(std::iter::repeat_n(UNDEFINED_BYTE, per)),
            }
        }
        Row::bytes(width, bytes)
    }

    /// A row whose bits each thread computes.
    pub fn from_bits(
        width: u32,
        threads: usize,
        table: &mut Table,
        mut compute: impl FnMut(usize, &Table, &mut Vec<Bit>),
    ) -> Row {
        let mut bytes = Vec::with_capacity(threads * width.div_ceil(8) as usize);
        let mut bits = Vec::new();
        for thread in 0..threads {
            bits.clear();
            compute(thread, table, &mut bits);
            debug_assert_eq!(bits.len(), width as usize);
            table.pack(&bits, &mut bytes);
        }
        Row::bytes(width, bytes)
    }

    /// A row whose bits each thread computes of those of two others.
    pub fn from_pair(
        width: u32,
        threads: usize,
        table: &mut Table,
        [a, b]: [&Row; 2],
        mut compute: impl FnMut((usize, &Table), [&[Bit]; 2], &mut Vec<Bit>),
    ) -> Row {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        Row::from_bits(width, threads, table, |thread, table, bits| {
            left.clear();
            right.clear();
            a.unpack(thread, table, &mut left);
            b.unpack(thread, table, &mut right);
            compute((thread, table), [&left, &right], bits);
        })
    }
}

/// The number that bits are, if all of them are known.
pub(crate) fn number_of(bits: &[Bit]) -> Option<u64> {
    let is_number = bits.len() <= 64 && bits.iter().all(|&bit| is_known(bit));
    is_number.then(|| bits.iter().rev().fold(0, |number, &bit| number << 1 | u64::from(bit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_known_are_numbers() {
        assert_eq!(Row::bytes(16, vec![1, 2, 255, 255]).number(1), Some(0xffff));
        // The first byte that is not a number.
        let data = Row::bytes(16, vec![1, 256]);
        assert!(!data.is_number());
        assert_eq!((data.byte(0, 0), data.byte(0, 1)), (1, 256));
    }
}
