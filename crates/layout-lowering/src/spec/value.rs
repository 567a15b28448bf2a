//! Values of TTGIR.

use std::rc::Rc;

use crate::bits::{Contents, Row, Table, UNDEFINED_BYTE};

/// A value.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    /// A tensor, or a number as a tensor of no dims.
    Tensor(Tensor),
    Memory(MemoryView),
    /// What a copy that is under way is known by.
    Token,
}

/// The elements of a tensor, the last dim fastest.
#[derive(Debug, Clone)]
pub(crate) struct Tensor {
    pub shape: Rc<[i64]>,
    pub elements: Row,
}

/// A memory that threads share.
#[derive(Debug)]
pub(crate) struct Buffer {
    pub width: u32,
    /// The bytes of the first element, then those of the next.
    pub bytes: Vec<u32>,
}

/// A part of a memory: which element of the buffer each element is.
#[derive(Debug, Clone)]
pub(crate) struct MemoryView {
    pub buffer: usize,
    pub shape: Rc<[i64]>,
    pub elements: Rc<[u32]>,
}

/// The elements of a shape; the largest number if there are more.
pub(crate) fn n_elements(shape: &[i64]) -> usize {
    shape.iter().fold(1, |all, &size| all.saturating_mul(size.max(0) as usize))
}

/// What the elements of a shape count as: a dim without elements does not hide those of the others.
pub(super) fn n_counted(shape: &[i64]) -> usize {
    shape.iter().fold(1, |all, &size| all.saturating_mul(size.max(1) as usize))
}

impl Value {
    pub fn number(width: u32, number: u64) -> Value {
        Value::Tensor(Tensor { shape: Rc::from([]), elements: Row::same(width, number) })
    }

    pub fn as_tensor(&self) -> Option<&Tensor> {
        match self {
            Value::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }

    pub fn as_memory(&self) -> Option<&MemoryView> {
        match self {
            Value::Memory(view) => Some(view),
            _ => None,
        }
    }
}

impl Tensor {
    pub fn n_elements(&self) -> usize {
        n_elements(&self.shape)
    }
}

/// The bytes of an element of the input that has so many bits.
pub(crate) fn input_element(
    contents: Contents,
    first: u32,
    width: u32,
    table: &mut Table,
) -> Vec<u32> {
    let per = width.div_ceil(8);
    let mut bytes: Vec<u32> = (first..first + per).map(|own| contents.byte(own)).collect();
    if !width.is_multiple_of(8)
        && let Some(last) = bytes.last_mut()
    {
        let mut bits = table.bits(*last);
        bits[(width % 8) as usize..].fill(0);
        *last = table.byte(bits);
    }
    bytes
}

impl Buffer {
    pub fn undefined(width: u32, n_elements: usize) -> Self {
        Buffer { width, bytes: vec![UNDEFINED_BYTE; n_elements * width.div_ceil(8) as usize] }
    }

    pub fn element(&self, element: usize) -> &[u32] {
        let per = self.width.div_ceil(8) as usize;
        &self.bytes[element * per..(element + 1) * per]
    }
}
