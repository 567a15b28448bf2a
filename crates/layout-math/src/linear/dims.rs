//! The dims of one side of a linear layout, and the number that a tuple of coordinates flattens to.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::error::{LinearError, Side};
use super::f2::low_bits;
use super::limits::{MAX_BITS, MAX_DIMS};

/// An in-dim or an out-dim of a linear layout: a name and a size, which is a power of two.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Dim {
    name: Box<str>,
    bits: u32,
}

impl Dim {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Coordinates are in [0, size).
    pub fn size(&self) -> i64 {
        1 << self.bits
    }

    /// The logarithm of the size.
    pub fn bits(&self) -> u32 {
        self.bits
    }
}

/// The dims of one side, in order.
///
/// A tuple of coordinates flattens to one number, the leftmost dim in its lowest bits.
///
/// # Invariants
///
/// 1. Names are identifiers and differ from each other.
/// 2. There are at most `MAX_DIMS` dims, with at most [`MAX_BITS`] bits together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Dims(Arc<[Dim]>);

/// How bits move from their places under one list of dims to those under another.
pub(crate) struct Moves(Vec<Move>);

struct Move {
    from: u32,
    to: u32,
    mask: u64,
}

impl Moves {
    /// The bits of `value` at their new places. Bits of dims that were left out are dropped.
    pub fn apply(&self, value: u64) -> u64 {
        self.0.iter().fold(0, |all, m| all | (value >> m.from & m.mask) << m.to)
    }
}

impl Dims {
    /// The dims with these names and numbers of bits.
    pub fn new<'a>(
        side: Side,
        dims: impl IntoIterator<Item = (&'a str, u32)>,
    ) -> Result<Self, LinearError> {
        let dims: Vec<Dim> =
            dims.into_iter().map(|(name, bits)| Dim { name: name.into(), bits }).collect();
        if dims.len() > MAX_DIMS {
            return Err(LinearError::TooManyDims { side, dims: dims.len() });
        }
        let mut seen = FxHashSet::default();
        for dim in &dims {
            let name = &*dim.name;
            if !is_identifier(name) {
                return Err(LinearError::NameNotAnIdentifier { side, name: name.to_owned() });
            }
            if !seen.insert(name) {
                return Err(LinearError::DuplicateDim { side, name: name.to_owned() });
            }
        }
        let bits: u64 = dims.iter().map(|dim| u64::from(dim.bits)).sum();
        if bits > u64::from(MAX_BITS) {
            return Err(LinearError::TooManyBits { side, bits });
        }
        Ok(Dims(dims.into()))
    }

    /// The dims with these names and sizes.
    pub fn of_sizes<'a>(
        side: Side,
        dims: impl IntoIterator<Item = (&'a str, i64)>,
    ) -> Result<Self, LinearError> {
        let with_bits = |(name, size): (&'a str, i64)| {
            let bits = log2(size).ok_or_else(|| {
                let name = name.to_owned();
                LinearError::SizeNotPowerOfTwo { side, name, size }
            })?;
            Ok((name, bits))
        };
        let dims = dims.into_iter().map(with_bits).collect::<Result<Vec<_>, _>>()?;
        Dims::new(side, dims)
    }

    pub fn as_slice(&self) -> &[Dim] {
        &self.0
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn bits(&self) -> u32 {
        self.0.iter().map(|dim| dim.bits).sum()
    }

    pub fn size(&self) -> i64 {
        1 << self.bits()
    }

    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|dim| dim.name.to_string()).collect()
    }

    /// Each dim with its lowest bit in a flattened number.
    pub fn fields(&self) -> impl Iterator<Item = (&Dim, u32)> {
        self.0.iter().scan(0, |next, dim| {
            let shift = *next;
            *next += dim.bits;
            Some((dim, shift))
        })
    }

    /// The dim of this name and its lowest bit in a flattened number.
    pub fn field(&self, name: &str) -> Option<(&Dim, u32)> {
        self.fields().find(|(dim, _)| &*dim.name == name)
    }

    /// The dim that bit `bit` of a flattened number belongs to, and which of its bits it is.
    pub fn owner(&self, bit: u32) -> Option<(&Dim, u32)> {
        let (dim, shift) = self.fields().find(|(dim, shift)| bit < shift + dim.bits)?;
        Some((dim, bit - shift))
    }

    /// The coordinates that a flattened number stands for.
    pub fn unflatten(&self, flat: u64) -> Vec<i64> {
        self.fields().map(|(dim, shift)| (flat >> shift & low_bits(dim.bits)) as i64).collect()
    }

    /// The way from a number flattened by `self` to one flattened by `other`, dim by name.
    ///
    /// Dims that `other` does not have are dropped. A dim must not be larger here than there.
    pub fn moves_to(&self, other: &Dims) -> Moves {
        self.moves(|dim| other.field(dim.name()).map(|(_, shift)| shift))
    }

    /// The way of each dim from its place here to the one that `place` gives; it is dropped if
    /// that is none.
    pub fn moves(&self, place: impl Fn(&Dim) -> Option<u32>) -> Moves {
        let to = |(dim, from): (&Dim, u32)| {
            Some(Move { from, to: place(dim)?, mask: low_bits(dim.bits) })
        };
        Moves(self.fields().filter_map(to).collect())
    }

    /// The bits of the dims of these names in a flattened number.
    pub fn mask(&self, names: &[&str]) -> u64 {
        let named = self.fields().filter(|(dim, _)| names.contains(&dim.name()));
        named.fold(0, |mask, (dim, shift)| mask | low_bits(dim.bits) << shift)
    }

    /// The bits of the dim of this name, 0 if there is none.
    pub fn bits_of(&self, name: &str) -> u32 {
        self.field(name).map_or(0, |(dim, _)| dim.bits)
    }

    /// Checks that both have the same names, in any order, and that no out-dim is larger than its
    /// namesake in `other`.
    pub fn check_fits(&self, other: &Dims) -> Result<(), LinearError> {
        if self.len() != other.len() || self.0.iter().any(|dim| other.field(&dim.name).is_none()) {
            let (left, right) = (self.names(), other.names());
            return Err(LinearError::DimsDiffer { side: Side::Out, left, right });
        }
        for dim in self.0.iter() {
            let limit = other.field(&dim.name).map_or(1, |(own, _)| own.size());
            if limit < dim.size() {
                let (name, size) = (dim.name.to_string(), dim.size());
                return Err(LinearError::DimTooLarge { name, size, limit });
            }
        }
        Ok(())
    }

    /// Checks that there is a dim of this name and that its size is 1.
    pub fn check_size_one(&self, side: Side, name: &str) -> Result<(), LinearError> {
        let owned = || name.to_owned();
        match self.field(name) {
            None => Err(LinearError::UnknownDim { side, name: owned() }),
            Some((dim, _)) if dim.bits != 0 => {
                Err(LinearError::SizeNotOne { side, name: owned(), size: dim.size() })
            }
            Some(_) => Ok(()),
        }
    }

    /// The dims of these names, in the order of `self`.
    pub fn subset(&self, side: Side, names: &[&str]) -> Result<Dims, LinearError> {
        if let Some(name) = names.iter().find(|name| self.field(name).is_none()) {
            return Err(LinearError::UnknownDim { side, name: (*name).to_owned() });
        }
        let kept = self.0.iter().filter(|dim| names.contains(&&*dim.name));
        Ok(Dims(kept.cloned().collect()))
    }

    /// The dims of other names, in the order of `self`.
    pub fn without(&self, names: &[&str]) -> Dims {
        Dims(self.0.iter().filter(|dim| !names.contains(&&*dim.name)).cloned().collect())
    }

    /// The same dims in the order of `names`, which must be all of them.
    pub fn ordered(&self, side: Side, names: &[&str]) -> Result<Dims, LinearError> {
        let ordered = Dims::new(side, names.iter().map(|&name| (name, self.bits_of(name))))?;
        for dim in ordered.as_slice() {
            if self.field(&dim.name).is_none() {
                return Err(LinearError::UnknownDim { side, name: dim.name.to_string() });
            }
        }
        match self.0.iter().find(|dim| ordered.field(&dim.name).is_none()) {
            Some(dim) => Err(LinearError::MissingDim { side, name: dim.name.to_string() }),
            None => Ok(ordered),
        }
    }

    /// The columns of a matrix whose columns are numbered by `self`, one slice for each dim.
    pub fn split<'a>(&self, columns: &'a [u64]) -> impl Iterator<Item = (&Dim, &'a [u64])> {
        self.fields().map(move |(dim, shift)| {
            let shift = shift as usize;
            (dim, &columns[shift..shift + dim.bits as usize])
        })
    }
}

/// The logarithm of a size that is a power of two.
pub(crate) fn log2(size: i64) -> Option<u32> {
    (size > 0 && size.count_ones() == 1).then(|| size.trailing_zeros())
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_move_by_name() {
        let from = Dims::new(Side::Out, [("a", 2), ("b", 3), ("c", 1)]).unwrap();
        let to = Dims::new(Side::In, [("c", 2), ("a", 2)]).unwrap();
        // a = 0b10 goes to bit 2 and c = 1 to bit 0; b = 0b101 has no place.
        assert_eq!(from.moves_to(&to).apply(0b11_0110), 0b1001);
        assert_eq!(from.unflatten(0b11_0110), [2, 5, 1]);
        assert_eq!(from.owner(4).map(|(dim, bit)| (dim.name(), bit)), Some(("b", 2)));
        assert_eq!(from.owner(6), None);
    }

    #[test]
    fn sizes_must_be_powers_of_two_within_62_bits() {
        assert_eq!(log2(1 << 62), Some(62));
        assert_eq!([log2(0), log2(-1), log2(i64::MIN), log2(6)], [None; 4]);
        let error = Dims::of_sizes(Side::Out, [("a", 1 << 62), ("b", 2)]).unwrap_err();
        assert_eq!(error, LinearError::TooManyBits { side: Side::Out, bits: 63 });
        let names: Vec<String> = (0..257).map(|i| format!("d{i}")).collect();
        let error = Dims::new(Side::In, names.iter().map(|name| (&**name, 0))).unwrap_err();
        assert_eq!(error, LinearError::TooManyDims { side: Side::In, dims: 257 });
    }
}
