//! Types that carry encodings: tensors and memory descriptors.

mod read;

use std::fmt;
use std::sync::Arc;

use super::attribute::Attribute;
use super::lexer::Position;

/// A type as far as layouts are concerned.
#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    /// `tensor<128x32xf16, #blocked>`.
    Tensor(Tensor),
    /// `!ttg.memdesc<128x32xf16, #shared, #smem, mutable>`.
    MemDesc(MemDesc),
    /// Any other, with the tensors and memories in its angle brackets; an alias keeps its own.
    Other { name: String, nested: Vec<Type> },
}

/// A tensor that is distributed over registers.
#[derive(Debug, Clone, PartialEq)]
pub struct Tensor {
    shape: Vec<i64>,
    element: ElementType,
    encoding: Option<EncodingUse>,
}

/// A tensor in a memory: shared memory or tensor memory.
#[derive(Debug, Clone, PartialEq)]
pub struct MemDesc {
    tensor: Tensor,
    memory: Option<String>,
    is_mutable: bool,
    allocated: Option<Vec<i64>>,
}

/// The type of the elements: `f16`, or `!tt.ptr<f16>` for a tensor of pointers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ElementType(Arc<str>);

/// An encoding where a type names it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EncodingUse {
    pub text: Arc<str>,
    pub position: Position,
    pub attribute: Arc<Attribute>,
}

impl Tensor {
    /// The extents; empty for a tensor of rank 0.
    pub fn shape(&self) -> &[i64] {
        &self.shape
    }

    pub fn element(&self) -> &ElementType {
        &self.element
    }

    /// A tensor of other elements that is distributed the same way.
    pub(super) fn of(&self, element: ElementType) -> Tensor {
        Tensor { element, ..self.clone() }
    }

    /// The encoding, its aliases replaced.
    pub fn encoding(&self) -> Option<&Attribute> {
        self.encoding.as_ref().map(|used| &*used.attribute)
    }

    /// The encoding as the file writes it.
    pub(crate) fn encoding_text(&self) -> Option<&str> {
        self.encoding.as_ref().map(|used| &*used.text)
    }

    pub(super) fn encoding_use(&self) -> Option<&EncodingUse> {
        self.encoding.as_ref()
    }
}

impl MemDesc {
    /// The tensor that is there.
    pub fn tensor(&self) -> &Tensor {
        &self.tensor
    }

    pub fn shape(&self) -> &[i64] {
        self.tensor.shape()
    }

    pub fn element(&self) -> &ElementType {
        self.tensor.element()
    }

    /// The memory space without its dialect: `shared_memory`, `tensor_memory`.
    pub fn memory(&self) -> Option<&str> {
        self.memory.as_deref()
    }

    pub fn is_mutable(&self) -> bool {
        self.is_mutable
    }

    /// Takes this as a part of a memory that it is smaller than in some dim, unless it says what it is a
    /// part of. A part of another encoding is another view, of which nothing is known.
    pub(super) fn lie_in(&mut self, whole: &MemDesc) {
        let shape = whole.laid_out_shape();
        let is_alike = self.tensor.encoding() == whole.tensor.encoding()
            && self.tensor.element() == whole.tensor.element();
        let rank = self.tensor.shape.len();
        if self.allocated.is_some() || !is_alike || shape.len() < rank {
            return;
        }
        let tail = &shape[shape.len() - rank..];
        let is_part = self.tensor.shape.iter().zip(tail).all(|(own, all)| own <= all);
        if is_part && tail != self.tensor.shape {
            self.allocated = Some(tail.to_vec());
        }
    }

    /// The shape that the encoding is laid on: the shape that was allocated, of which this may be a
    /// part, without the dims that an index has taken away.
    pub fn laid_out_shape(&self) -> &[i64] {
        match &self.allocated {
            Some(allocated) if self.tensor.shape.len() <= allocated.len() => {
                &allocated[allocated.len() - self.tensor.shape.len()..]
            }
            _ => &self.tensor.shape,
        }
    }
}

impl ElementType {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The size in bits of an element in memory, if it is known: no less than a byte, which is what an
    /// `i1` takes there.
    pub(crate) fn stored_bits(&self) -> Option<u32> {
        self.bits().map(|bits| bits.max(8))
    }

    /// The size of an element in bits, if it is known: pointers and indices have 64.
    pub fn bits(&self) -> Option<u32> {
        let name = self.as_str();
        if name.starts_with('!') {
            return name.starts_with("!tt.ptr").then_some(64);
        }
        match name {
            "index" => Some(64),
            "bf16" => Some(16),
            // A 19-bit format that is kept in 32 bits.
            "tf32" => Some(32),
            _ => {
                let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
                digits[..end].parse().ok().filter(|bits| (1..=4096).contains(bits))
            }
        }
    }

    /// What a pointer points to: `f16` of `!tt.ptr<f16>`, also with an address space.
    pub fn pointee(&self) -> Option<ElementType> {
        let body = self.0.strip_prefix("!tt.ptr<")?.strip_suffix('>')?;
        let element = body.split(',').next().unwrap_or(body).trim();
        Some(ElementType(element.into()))
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Type {
    pub fn as_tensor(&self) -> Option<&Tensor> {
        match self {
            Type::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }

    /// The bits of an integer, or of the elements of a tensor of integers: 32 of `i32`.
    pub(crate) fn integer_bits(&self) -> Option<u32> {
        let name = match self {
            Type::Tensor(tensor) => tensor.element().as_str(),
            Type::Other { name, .. } => name,
            Type::MemDesc(_) => return None,
        };
        name.strip_prefix('i')?.parse().ok()
    }

    pub fn as_mem_desc(&self) -> Option<&MemDesc> {
        match self {
            Type::MemDesc(memory) => Some(memory),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn element_sizes() {
        let bits = |name: &str| ElementType(name.into()).bits();
        assert_eq!(["f16", "bf16", "tf32", "i1", "i64"].map(bits), [16, 16, 32, 1, 64].map(Some));
        assert_eq!(bits("f8E5M2"), Some(8));
        assert_eq!(bits("!tt.ptr<f16>"), Some(64));
        assert_eq!(bits("!x.y"), None);
        let stored = |name: &str| ElementType(name.into()).stored_bits();
        assert_eq!(["i1", "i8", "f16", "!x.y"].map(stored), [Some(8), Some(8), Some(16), None]);
    }
}
