//! Values that combine data: sums, greatest values, and what a function of two values makes of many.
//!
//! A combination is known by what is combined: the order of a sum, which a reduction is free to choose,
//! makes no difference. It has bytes of its own, as the input has, so that all that moves data moves it.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::arriving;
use super::bit::{Bit, MAX_SYMBOLS, SYMBOL, variable_of};

/// How two values are combined. Each is taken to be associative, as Triton takes it to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Combine {
    Add,
    Multiply,
    And,
    Or,
    Xor,
    SignedMin,
    SignedMax,
    UnsignedMin,
    UnsignedMax,
    FloatAdd,
    FloatMultiply,
    /// A number is less, and greater, than one that is not a number.
    FloatMinOfNumbers,
    FloatMaxOfNumbers,
    /// What is not a number stays so.
    FloatMin,
    FloatMax,
    /// Functions that are declared and not defined, by their number.
    Declared {
        number: u32,
        is_commutative: bool,
    },
}

impl Combine {
    fn is_commutative(self) -> bool {
        !matches!(self, Combine::Declared { is_commutative: false, .. })
    }

    /// True if a value combined with itself is itself.
    fn is_idempotent(self) -> bool {
        !matches!(
            self,
            Combine::Add
                | Combine::Multiply
                | Combine::Xor
                | Combine::FloatAdd
                | Combine::FloatMultiply
                | Combine::Declared { .. }
        )
    }
}

/// The first byte of combinations: those of the input are below.
const FIRST: u32 = MAX_SYMBOLS;

/// Behind them are bytes of another kind.
const END: u32 = arriving::FIRST;

/// What is combined; several bytes are the parts of a tuple, one behind the other.
type Leaves = Rc<[u32]>;

/// A combination of several values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    combine: Combine,
    /// Which part of a tuple it is.
    part: usize,
    leaves: Leaves,
}

/// The combinations that were met, in the order of their bytes.
#[derive(Debug, Default)]
pub(crate) struct Combinations {
    keys: Vec<(u32, usize, Key)>,
    bytes: FxHashMap<Key, u32>,
    leaves: Vec<Rc<[u32]>>,
    numbers: FxHashMap<Rc<[u32]>, u32>,
    declared: FxHashMap<String, (Combine, usize)>,
}

impl Combinations {
    /// Functions that are declared and not defined, which give the parts of a tuple: their names in
    /// the order of the parts.
    pub fn declare(&mut self, names: &[String], is_commutative: bool) -> Combine {
        let number = self.declared.len() as u32;
        let combine = Combine::Declared { number, is_commutative };
        if let Some(&(known, _)) = names.first().and_then(|name| self.declared.get(name)) {
            return known;
        }
        for (part, name) in names.iter().enumerate() {
            self.declared.insert(name.clone(), (combine, part));
        }
        combine
    }

    /// The function of a name, and which part of a tuple it gives.
    pub fn declared(&self, name: &str) -> Option<(Combine, usize)> {
        self.declared.get(name).copied()
    }

    /// What the combinations that were met are taken for, in words.
    pub fn premise(&self) -> Option<&'static str> {
        let met =
            |is_it: fn(Combine) -> bool| self.keys.iter().any(|(_, _, key)| is_it(key.combine));
        if met(|own| matches!(own, Combine::Declared { is_commutative: true, .. })) {
            Some("for all functions that combine, in any order")
        } else if met(|own| matches!(own, Combine::Declared { .. })) {
            Some("for all functions that combine")
        } else {
            let is_rounded = |own| matches!(own, Combine::FloatAdd | Combine::FloatMultiply);
            met(is_rounded).then_some("floats being combined in any order")
        }
    }

    /// True if two bits that are written differently are known to be different functions of the input.
    pub fn differ(&self, a: Bit, b: Bit) -> bool {
        let found = |bit: Bit| {
            let (number, _) = variable_of(bit)?;
            let (key, at, _) = self.find(SYMBOL | (number / 8))?;
            Some((key, 8 * at as u32 + number % 8))
        };
        let is_set = |leaves: &[u32]| leaves.windows(2).all(|pair| pair[0] != pair[1]);
        let independent = |key: &Key| self.are_independent(&key.leaves);
        match (found(a), found(b)) {
            (None, None) => true,
            (Some((key, _)), None) | (None, Some((key, _))) => {
                independent(key) && is_set(&key.leaves)
            }
            (Some((a, at)), Some((b, other))) => {
                let all = [&*a.leaves, &*b.leaves].concat();
                at == other
                    && a.combine == b.combine
                    && a.part == b.part
                    && self.are_independent(&all)
            }
        }
    }

    /// How many values bytes, or the first of them, combine, and one of them that other bytes do not
    /// combine as often.
    pub fn compared(&self, bytes: &[u32], other: &[u32]) -> Option<(usize, Option<Rc<[u32]>>)> {
        let first = |bytes: &[u32]| Some(self.find(*bytes.first()?)?.0);
        let key = first(bytes)?;
        let mut others = match first(other) {
            Some(other) if other.combine == key.combine => other.leaves.to_vec(),
            _ => Vec::new(),
        };
        let more = key.leaves.iter().find(|&leaf| {
            let at = others.iter().position(|own| own == leaf);
            at.map(|at| others.swap_remove(at)).is_none()
        });
        let more = more.map(|&leaf| Rc::clone(&self.leaves[leaf as usize]));
        Some((key.leaves.len(), more))
    }

    /// The combination that begins with a byte of it, and the number of that byte in it.
    fn find(&self, byte: u32) -> Option<(&Key, usize, usize)> {
        let number = (byte & SYMBOL != 0).then_some(byte ^ SYMBOL).filter(|&own| FIRST <= own)?;
        let at = self.keys.partition_point(|(first, ..)| *first <= number).checked_sub(1)?;
        let (first, n_bytes, key) = &self.keys[at];
        Some((key, (number - first) as usize, *n_bytes))
    }

    /// The combination that bytes are the whole of.
    fn whole(&self, bytes: &[u32]) -> Option<&Key> {
        let (key, at, n_bytes) = self.find(*bytes.first()?)?;
        let is_whole = at == 0
            && n_bytes == bytes.len()
            && bytes.windows(2).all(|pair| pair[1] == pair[0] + 1);
        is_whole.then_some(key)
    }

    fn leaf(&mut self, bytes: &[u32]) -> u32 {
        if let Some(&number) = self.numbers.get(bytes) {
            return number;
        }
        let bytes: Rc<[u32]> = bytes.into();
        let number = self.leaves.len() as u32;
        self.leaves.push(Rc::clone(&bytes));
        self.numbers.insert(bytes, number);
        number
    }

    /// What a tuple combines already, or the tuple itself.
    fn leaves_of(&mut self, combine: Combine, tuple: &[Vec<u32>]) -> Leaves {
        let part = |(number, bytes): (usize, &Vec<u32>)| {
            let key = self.whole(bytes)?;
            (key.combine == combine && key.part == number).then(|| Rc::clone(&key.leaves))
        };
        let parts: Option<Vec<Leaves>> = tuple.iter().enumerate().map(part).collect();
        match parts {
            Some(parts) if parts.windows(2).all(|pair| pair[0] == pair[1]) => Rc::clone(&parts[0]),
            _ => [self.leaf(&tuple.concat())].into(),
        }
    }

    /// The bytes of a part of two tuples combined; nothing if there are too many combinations.
    pub(super) fn combined(
        &mut self,
        combine: Combine,
        part: usize,
        [a, b]: [&[Vec<u32>]; 2],
    ) -> Option<Vec<u32>> {
        let mut leaves = self.leaves_of(combine, a).to_vec();
        leaves.extend_from_slice(&self.leaves_of(combine, b));
        if combine.is_commutative() {
            leaves.sort_unstable();
        }
        if combine.is_idempotent() {
            leaves.dedup();
        }
        if combine == Combine::Xor {
            leaves = without_pairs(&leaves);
        }
        let n_bytes = a[part].len();
        match leaves[..] {
            [] => return Some(vec![0; n_bytes]),
            [leaf] => {
                let before: usize = a[..part].iter().map(Vec::len).sum();
                return Some(self.leaves[leaf as usize][before..before + n_bytes].to_vec());
            }
            _ => {}
        }
        let key = Key { combine, part, leaves: leaves.into() };
        let first = match self.bytes.get(&key) {
            Some(&first) => first,
            None => {
                let end =
                    self.keys.last().map_or(FIRST, |(first, length, _)| first + *length as u32);
                if END <= end + n_bytes as u32 {
                    return None;
                }
                self.keys.push((end, n_bytes, key.clone()));
                self.bytes.insert(key, end);
                end
            }
        };
        Some((0..n_bytes as u32).map(|at| SYMBOL | (first + at)).collect())
    }

    /// True if leaves are bytes of the input, and each byte is in one alone: then different
    /// combinations of them are different functions.
    fn are_independent(&self, leaves: &[u32]) -> bool {
        let mut distinct = leaves.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let bytes = distinct.iter().flat_map(|&leaf| self.leaves[leaf as usize].iter().copied());
        let mut all: Vec<u32> = bytes.collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        all.len() == count && all.iter().all(|&own| own & SYMBOL != 0 && own ^ SYMBOL < FIRST)
    }
}

/// Sorted leaves, those that are there twice left out.
fn without_pairs(leaves: &[u32]) -> Vec<u32> {
    let runs = leaves.chunk_by(|a, b| a == b);
    runs.filter(|run| run.len() % 2 == 1).map(|run| run[0]).collect()
}
