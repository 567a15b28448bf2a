use std::collections::BTreeMap;
use std::fmt;

use smallvec::Array;

/// One flattened mode: the coordinates `0..extent`, each a `stride` apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mode<D = i64> {
    pub extent: i64,
    pub stride: D,
}

impl<D: Stride> Mode<D> {
    /// True if a mode of this stride goes on where this one ends.
    #[inline]
    pub(super) fn is_continued_by(&self, stride: &D) -> bool {
        self.stride.times(self.extent).is_some_and(|end| end == *stride)
    }
}

/// What a stride must offer for the algebra: it can be scaled by an integer.
///
/// The offset of a layout is the sum of coordinate times stride, so coalescing and composition
/// only ever multiply a stride by an integer. Integers are strides, and so are CuTe's scaled basis
/// elements ([`Basis`]), whose sum is a tuple.
pub trait Stride: Clone + PartialEq + fmt::Debug + fmt::Display {
    /// What a sum of coordinate times stride is: an integer, or one integer for each basis element.
    type Offset: Clone + Default + PartialEq + fmt::Debug;

    /// As many modes as a layout keeps without an allocation: about as large for all strides.
    type Few: Array<Item = Mode<Self>>;

    /// The stride of a mode that sends every coordinate to the same offset.
    const ZERO: Self;

    /// Adds `coordinate` times the stride to `offset`, or `None` past 64 bits.
    fn add_to(&self, coordinate: i64, offset: &mut Self::Offset) -> Option<()>;

    /// The same for a sum that is known to fit in 64 bits, as those inside of the domain of a layout do.
    fn add_inside(&self, coordinate: i64, offset: &mut Self::Offset) {
        self.add_to(coordinate, offset).expect("the sum fits in 64 bits");
    }

    /// The stride whose first step makes this offset, if there is one.
    fn from_offset(offset: &Self::Offset) -> Option<Self>;

    /// The stride times an integer, or `None` past 64 bits.
    fn times(&self, factor: i64) -> Option<Self>;

    /// The largest magnitude among the stride's components.
    fn magnitude(&self) -> u64;

    fn is_zero(&self) -> bool {
        self.magnitude() == 0
    }
}

impl Stride for i64 {
    type Offset = i64;
    type Few = [Mode; 4];

    const ZERO: i64 = 0;

    #[inline]
    fn add_to(&self, coordinate: i64, offset: &mut i64) -> Option<()> {
        *offset = offset.checked_add(coordinate.checked_mul(*self)?)?;
        Some(())
    }

    #[inline]
    fn add_inside(&self, coordinate: i64, offset: &mut i64) {
        *offset += coordinate * self;
    }

    #[inline]
    fn from_offset(offset: &i64) -> Option<Self> {
        Some(*offset)
    }

    #[inline]
    fn times(&self, factor: i64) -> Option<Self> {
        self.checked_mul(factor)
    }

    #[inline]
    fn magnitude(&self) -> u64 {
        self.unsigned_abs()
    }
}

/// CuTe's scaled basis element, printed `scale@i@j`: `scale` at position `i` of element `j`.
///
/// `1@0` is the unit of the first output, `2@1@0` is 2 at position 1 inside the first output: the
/// last number is the outermost position, as CuTe prints `ScaledBasis`. A zero scale is printed
/// `0` and has no position.
///
/// # Invariants
///
/// 1. `path` (outermost position first) is empty exactly if `scale` is 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Basis {
    scale: i64,
    path: Vec<u32>,
}

impl Basis {
    /// `scale` at `path`, whose first element is the outermost position.
    ///
    /// `None` if `scale` is not 0 and `path` is empty: that is a plain integer.
    pub fn new(scale: i64, path: Vec<u32>) -> Option<Self> {
        match (scale, path.is_empty()) {
            (0, _) => Some(Basis { scale: 0, path: Vec::new() }),
            (_, false) => Some(Basis { scale, path }),
            (_, true) => None,
        }
    }

    pub fn scale(&self) -> i64 {
        self.scale
    }

    /// The position, outermost first; empty if the scale is 0.
    pub fn path(&self) -> &[u32] {
        &self.path
    }
}

impl Stride for Basis {
    /// The components that are not zero, by position.
    type Offset = BTreeMap<Vec<u32>, i64>;
    type Few = [Mode<Basis>; 1];

    const ZERO: Basis = Basis { scale: 0, path: Vec::new() };

    fn add_to(&self, coordinate: i64, offset: &mut Self::Offset) -> Option<()> {
        let term = coordinate.checked_mul(self.scale)?;
        let sum = offset.get(&self.path).unwrap_or(&0).checked_add(term)?;
        if sum == 0 {
            offset.remove(&self.path);
        } else {
            offset.insert(self.path.clone(), sum);
        }
        Some(())
    }

    /// A tuple with more than one component that is not zero is not a multiple of a basis element.
    fn from_offset(offset: &Self::Offset) -> Option<Self> {
        let mut components = offset.iter();
        let stride = match components.next() {
            None => Basis::ZERO,
            Some((path, &scale)) => Basis { scale, path: path.clone() },
        };
        components.next().is_none().then_some(stride)
    }

    fn times(&self, factor: i64) -> Option<Self> {
        let scale = self.scale.checked_mul(factor)?;
        let path = if scale == 0 { Vec::new() } else { self.path.clone() };
        Some(Basis { scale, path })
    }

    fn magnitude(&self) -> u64 {
        self.scale.unsigned_abs()
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.scale)?;
        self.path.iter().rev().try_for_each(|position| write!(f, "@{position}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_basis_element_prints_its_outermost_position_last() {
        assert_eq!(Basis::new(2, vec![0, 1]).unwrap().to_string(), "2@1@0");
        assert_eq!(Basis::new(0, vec![0, 1]).unwrap().to_string(), "0");
        assert_eq!(Basis::new(2, vec![]), None);
    }

    #[test]
    fn scaling_by_zero_forgets_the_position() {
        let element = Basis::new(3, vec![1]).unwrap();
        assert_eq!(element.times(2), Basis::new(6, vec![1]));
        assert_eq!(element.times(0), Some(Basis::ZERO));
        assert_eq!(element.times(i64::MAX), None);
    }
}
