//! What a name stands for while a kernel is executed.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// The integers of a tensor, the last dim fastest; one without dims.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Numbers {
    pub shape: Vec<usize>,
    pub values: Vec<i64>,
}

/// A box of a memory: from and to along each of its dims.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    pub memory: usize,
    pub ends: Vec<(usize, usize)>,
    /// The dims that are still counted, in their order.
    pub dims: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExecutedValue {
    Numbers(Rc<Numbers>),
    /// Distances in elements from an argument.
    Addresses(Rc<str>, Rc<Numbers>),
    Memory(View),
    /// The result of an asynchronous product, which is there when the product is done.
    Product(usize),
    /// Anything else: a hash of all that it was computed from.
    Data(u64),
}

pub fn hash(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

impl Numbers {
    pub fn one(value: i64) -> Rc<Self> {
        Rc::new(Numbers { shape: Vec::new(), values: vec![value] })
    }

    pub fn of_each(&self, change: impl FnMut(&i64) -> i64) -> Rc<Self> {
        let values = self.values.iter().map(change).collect();
        Rc::new(Numbers { shape: self.shape.clone(), values })
    }

    /// The number at each place of another shape, which comes from this place of this one.
    pub fn at_places(&self, shape: &[usize], place: impl Fn(&[usize]) -> Vec<usize>) -> Rc<Self> {
        let count: usize = shape.iter().product();
        let of = |at: usize| self.values[flat(&place(&coordinates(at, shape)), &self.shape)];
        Rc::new(Numbers { shape: shape.to_vec(), values: (0..count).map(of).collect() })
    }
}

impl ExecutedValue {
    pub fn number(value: i64) -> Self {
        ExecutedValue::Numbers(Numbers::one(value))
    }

    /// The number, if it is one alone.
    pub fn as_number(&self) -> Option<i64> {
        match self {
            ExecutedValue::Numbers(own) if own.shape.is_empty() => Some(own.values[0]),
            _ => None,
        }
    }

    pub fn hashed(&self) -> u64 {
        match self {
            ExecutedValue::Numbers(own) => hash(own),
            ExecutedValue::Addresses(of, own) => hash(&(of, own)),
            ExecutedValue::Memory(view) => hash(view),
            ExecutedValue::Product(number) => hash(number),
            ExecutedValue::Data(data) => *data,
        }
    }
}

/// The coordinates of an element, the last dim fastest.
pub fn coordinates(mut at: usize, shape: &[usize]) -> Vec<usize> {
    let mut place = vec![0; shape.len()];
    for dim in (0..shape.len()).rev() {
        place[dim] = at % shape[dim];
        at /= shape[dim];
    }
    place
}

pub fn flat(place: &[usize], shape: &[usize]) -> usize {
    place.iter().zip(shape).fold(0, |at, (own, extent)| at * extent + own)
}
