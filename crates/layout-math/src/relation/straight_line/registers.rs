//! What straight-line code computes with: each register holds a number for each of several inputs.

use smallvec::SmallVec;

pub type Register = u32;

/// Some of at most 64 inputs that are evaluated at once: bit `i` is that of the `i`th.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputSet(u64);

impl InputSet {
    pub const NONE: InputSet = InputSet(0);

    /// All of `n` inputs.
    pub const fn all(n: usize) -> Self {
        InputSet(if n == 0 { 0 } else { u64::MAX >> (u64::BITS as usize - n) })
    }

    pub fn contains(self, input: usize) -> bool {
        self.0 >> input & 1 != 0
    }

    pub fn and(self, other: Self) -> Self {
        InputSet(self.0 & other.0)
    }

    pub fn or(self, other: Self) -> Self {
        InputSet(self.0 | other.0)
    }

    pub fn without(self, other: Self) -> Self {
        InputSet(self.0 & !other.0)
    }
}

/// The registers of an evaluation at `N` inputs at once, at most 64.
pub struct Registers<const N: usize> {
    values: SmallVec<[[i64; N]; 64]>,
    /// Of each whether it is seen to be the same number at all inputs, as most quotients of neighbors are: an
    /// operator is applied to it once.
    are_one: SmallVec<[bool; 64]>,
}

impl<const N: usize> Registers<N> {
    pub fn new() -> Self {
        Registers { values: SmallVec::new(), are_one: SmallVec::new() }
    }

    /// The number at each input.
    pub fn value(&self, register: Register) -> &[i64; N] {
        &self.values[register as usize]
    }

    /// Adds a register with a number for each input.
    #[inline(always)]
    pub fn push(&mut self, value: [i64; N]) {
        let are_one = value.first() == value.last() && value.iter().all(|one| *one == value[0]);
        self.are_one.push(are_one);
        self.values.push(value);
    }

    /// Adds a register with the same number for all inputs.
    pub fn push_one(&mut self, value: i64) {
        self.are_one.push(true);
        self.values.push([value; N]);
    }

    /// Adds a register with what an operator of one number gives.
    #[inline(always)]
    pub fn apply(&mut self, inner: Register, mut operator: impl FnMut(i64) -> i64) {
        let at = inner as usize;
        if self.are_one[at] {
            return self.push_one(operator(self.values[at][0]));
        }
        let mut value = self.values[at];
        for value in &mut value {
            *value = operator(*value);
        }
        self.push(value);
    }

    /// Adds a register with what an operator of two numbers gives.
    #[inline(always)]
    pub fn combine(
        &mut self,
        left: Register,
        right: Register,
        mut operator: impl FnMut(i64, i64) -> i64,
    ) {
        let (left, right) = (left as usize, right as usize);
        if self.are_one[left] && self.are_one[right] {
            return self.push_one(operator(self.values[left][0], self.values[right][0]));
        }
        let mut value = self.values[left];
        for (value, right) in value.iter_mut().zip(&self.values[right]) {
            *value = operator(*value, *right);
        }
        self.push(value);
    }

    /// The inputs at which two numbers compare so.
    #[inline(always)]
    pub fn compare(
        &self,
        left: Register,
        right: Register,
        holds: impl Fn(i64, i64) -> bool,
    ) -> InputSet {
        let (left, right) = (left as usize, right as usize);
        let (values, rights) = (&self.values[left], &self.values[right]);
        if self.are_one[left] && self.are_one[right] {
            return if holds(values[0], rights[0]) { InputSet::all(N) } else { InputSet::NONE };
        }
        let bits = values.iter().zip(rights).map(|(left, right)| u64::from(holds(*left, *right)));
        InputSet((0..).zip(bits).fold(0, |set, (at, bit)| set | bit << at))
    }
}
