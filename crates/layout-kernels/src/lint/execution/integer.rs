//! Integers of a width.

use crate::triton::Type;

/// The bits of a type of integers; of `index`, as many as an address has.
pub(super) fn bits(kind: &Type) -> Option<u32> {
    match kind {
        Type::Other { name, .. } if name == "index" => Some(64),
        kind => kind.integer_bits(),
    }
}

/// The arguments and the ids of programs that a number depends on, by their numbers; of later ones than
/// 64 nothing is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sources(u64);

impl Sources {
    pub fn of(number: usize) -> Self {
        Sources(u32::try_from(number).ok().and_then(|own| 1_u64.checked_shl(own)).unwrap_or(0))
    }

    pub fn and(self, other: Self) -> Self {
        Sources(self.0 | other.0)
    }

    pub fn overlaps(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// True if one of them has this number or a later one.
    pub fn is_after(self, number: usize) -> bool {
        Sources::of(number).0.saturating_sub(1) < self.0
    }

    pub fn has(self, number: usize) -> bool {
        self.overlaps(Sources::of(number))
    }
}

/// An integer of at most 64 bits, with its sign: the one of one bit that is not 0 is -1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Integer {
    value: i64,
    bits: u32,
    is_made_up: bool,
    sources: Sources,
}

impl Integer {
    /// The number of this many bits that is the same modulo 2^bits; nothing if there are too many.
    pub fn wrapped(value: i128, bits: u32) -> Option<Self> {
        let unused = 128_u32.checked_sub(bits).filter(|_| (1..=64).contains(&bits))?;
        let value = i64::try_from(value << unused >> unused).ok()?;
        Some(Integer { value, bits, is_made_up: false, sources: Sources::default() })
    }

    /// The number of this many bits, with a sign or without; nothing if they are too few.
    pub fn exact(value: i128, bits: u32, is_unsigned: bool) -> Option<Self> {
        Self::wrapped(value, bits).filter(|own| own.read(is_unsigned) == value)
    }

    /// A number that an argument is taken to be: of 16 bits or less, one that has as many zeros at its end and
    /// is not negative.
    pub fn of_argument(value: i64, bits: u32) -> Option<Self> {
        let last = if bits == 1 { 1 } else { i64::MAX >> 64_u32.checked_sub(bits)? };
        Some(Integer { is_made_up: true, ..Self::wrapped((value & last).into(), bits)? })
    }

    pub fn value(self) -> i64 {
        self.value
    }

    pub fn bits(self) -> u32 {
        self.bits
    }

    pub fn is_zero(self) -> bool {
        self.value == 0
    }

    /// The number that the same bits are without a sign.
    pub fn unsigned(self) -> u64 {
        self.value.cast_unsigned() & (u64::MAX >> (64 - self.bits))
    }

    /// The number, with its sign or without.
    pub fn read(self, is_unsigned: bool) -> i128 {
        if is_unsigned { self.unsigned().into() } else { self.value.into() }
    }

    /// True if it depends on what the tool takes an argument to be, and may be another number in another run.
    pub fn is_made_up(self) -> bool {
        self.is_made_up
    }

    /// The same number, which is made up if the other one is, too.
    #[must_use]
    pub fn because_of(self, is_made_up: bool) -> Self {
        Integer { is_made_up: self.is_made_up || is_made_up, ..self }
    }

    pub fn sources(self) -> Sources {
        self.sources
    }

    /// The same number, which depends on these, too.
    #[must_use]
    pub fn depending_on(self, sources: Sources) -> Self {
        Integer { sources: self.sources.and(sources), ..self }
    }
}
