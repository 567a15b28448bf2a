//! Types.

use std::sync::Arc;

/// A type as far as its size matters.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Type {
    Void,
    /// `i32`.
    Integer(u32),
    /// `float` and the like, by its size.
    Float(u32),
    /// `ptr addrspace(3)`.
    Pointer(u32),
    /// `<4 x i8>`.
    Vector(u32, Arc<Type>),
    /// `[4 x i8]`.
    Array(u64, Arc<Type>),
    /// `{ i32, i32 }`.
    Struct {
        fields: Arc<[Type]>,
        is_packed: bool,
    },
    /// A label, metadata, a token, or a function.
    Other,
}

impl Type {
    /// The bits of a number, a pointer or a vector of them.
    pub fn bits(&self) -> Option<u32> {
        match self {
            Type::Integer(bits) | Type::Float(bits) => Some(*bits),
            Type::Pointer(space) => Some(pointer_bits(*space)),
            Type::Vector(count, element) => element.bits()?.checked_mul(*count),
            _ => None,
        }
    }

    /// The bytes from one element of an array of these to the next.
    pub fn stride(&self) -> Option<u64> {
        match self {
            Type::Array(count, element) => element.stride()?.checked_mul(*count),
            Type::Struct { .. } => {
                let (_, end) = self.fields_end()?;
                end.checked_next_multiple_of(self.alignment())
            }
            _ => {
                let bytes = u64::from(self.bits()?.div_ceil(8));
                Some(bytes.next_multiple_of(self.alignment()))
            }
        }
    }

    /// The bytes in front of a field of a structure.
    pub fn field_offset(&self, field: usize) -> Option<u64> {
        self.fields_end()?.0.get(field).copied()
    }

    fn fields_end(&self) -> Option<(Vec<u64>, u64)> {
        let Type::Struct { fields, is_packed } = self else { return None };
        let mut offsets = Vec::with_capacity(fields.len());
        let mut end = 0_u64;
        for field in &**fields {
            if !is_packed {
                end = end.checked_next_multiple_of(field.alignment())?;
            }
            offsets.push(end);
            end = end.checked_add(field.stride()?)?;
        }
        Some((offsets, end))
    }

    fn alignment(&self) -> u64 {
        match self {
            Type::Array(_, element) => element.alignment(),
            Type::Struct { is_packed: true, .. } => 1,
            Type::Struct { fields, .. } => fields.iter().map(Type::alignment).max().unwrap_or(1),
            _ => u64::from(self.bits().unwrap_or(8).div_ceil(8)).next_power_of_two().min(16),
        }
    }
}

/// The size of a pointer: those to shared memory, and into a thread's own, have half the size.
pub(crate) fn pointer_bits(space: u32) -> u32 {
    match space {
        2 | 3 | 5 | 6 => 32,
        7 => 160,
        8 => 128,
        9 => 192,
        _ => 64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let i8 = Type::Integer(8);
        let fields = Arc::from([i8.clone(), Type::Integer(32), Type::Integer(16)]);
        let plain = Type::Struct { fields: Arc::clone(&fields), is_packed: false };
        assert_eq!((plain.stride(), plain.field_offset(2)), (Some(12), Some(8)));
        let packed = Type::Struct { fields, is_packed: true };
        assert_eq!((packed.stride(), packed.field_offset(2)), (Some(7), Some(5)));
        assert_eq!(Type::Array(5, i8.clone().into()).stride(), Some(5));
        assert_eq!(Type::Vector(8, Type::Integer(1).into()).bits(), Some(8));
        assert_eq!(Type::Pointer(3).bits(), Some(32));
        assert_eq!(Type::Void.bits(), None);
    }
}
