//! Operations that access memory.

use melior::ir::attribute::DenseElementsAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::{Number, name};
use crate::dialect::ir;
use crate::dialect::numbers::elements;

/// How an operation accesses a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    name: &'static str,
    /// The operand that is the buffer. Behind it are the indices, or, if the operation has an
    /// attribute `map`, what that makes them of.
    pub buffer: usize,
    pub elements: Elements,
    pub purpose: Purpose,
}

/// What is accessed at the indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elements {
    One,
    /// The elements of a vector: the result of a read, the first operand of a write.
    Vector,
    /// The same, those that a mask says: the operand before the last one. The last one is the vector
    /// that is written, or gives the elements that are not read.
    Masked,
    /// The elements of a vector, where the attribute `permutation_map` says which dimensions it goes
    /// along. Behind the indices are the padding of a read and, if there is one, a mask.
    Transfer,
    /// One element for each lane that a mask says: the one whose distance from the indices along the
    /// last dimension is in the lane of another vector. Behind the indices are that vector, the mask,
    /// and a vector as for `Masked`.
    Gathered,
    /// As many elements as a mask has lanes that hold, one after the other along the last dimension.
    /// Behind the indices are the mask and a vector as for `Masked`.
    Packed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Read,
    Write,
    /// An atomic update, or a hint.
    Other,
}

use self::Elements::{Gathered, Masked, One, Packed, Transfer, Vector};
use self::Purpose::{Other, Read, Write};

const ACCESSES: [Access; 20] = [
    access(name::LOAD, 0, One, Read),
    access(name::STORE, 1, One, Write),
    access(name::PREFETCH, 0, One, Other),
    access("memref.generic_atomic_rmw", 0, One, Other),
    access("memref.atomic_rmw", 1, One, Other),
    access(name::AFFINE_PREFETCH, 0, One, Other),
    access("affine.load", 0, One, Read),
    access("affine.store", 1, One, Write),
    access("vector.load", 0, Vector, Read),
    access("vector.store", 1, Vector, Write),
    access(name::MASKED_LOAD, 0, Masked, Read),
    access(name::MASKED_STORE, 0, Masked, Write),
    access("affine.vector_load", 0, Vector, Read),
    access("affine.vector_store", 1, Vector, Write),
    access("vector.gather", 0, Gathered, Read),
    access("vector.scatter", 0, Gathered, Write),
    access("vector.expandload", 0, Packed, Read),
    access("vector.compressstore", 0, Packed, Write),
    access("vector.transfer_read", 0, Transfer, Read),
    access("vector.transfer_write", 1, Transfer, Write),
];

const fn access(name: &'static str, buffer: usize, elements: Elements, purpose: Purpose) -> Access {
    Access { name, buffer, elements, purpose }
}

/// True if an operation has its mask from a `vector.mask` around it, which takes one operation alone.
pub fn is_masked_around(operation: OperationRef<'_, '_>) -> bool {
    operation.parent_operation().is_some_and(|around| ir::name(around) == "vector.mask")
}

/// The mask that a vector access has from a `vector.mask` around it.
pub fn mask_around<'c>(operation: OperationRef<'c, 'c>) -> Option<Value<'c, 'c>> {
    let around = operation.parent_operation().filter(|_| is_masked_around(operation))?;
    around.operands().next()
}

/// How many lanes of a mask hold along each of its dimensions, the first ones; `None` for a mask of
/// which that is not known. A number may be negative, or more than there are.
pub fn held_lanes<'c>(mask: Value<'c, 'c>) -> Option<Vec<Number<'c>>> {
    let operation = ir::defining_op(mask)?;
    match ir::name(operation) {
        "vector.create_mask" => Some(operation.operands().map(Number::Value).collect()),
        "vector.constant_mask" => {
            let sizes = ir::integers_attribute(operation, "mask_dim_sizes")?;
            Some(sizes.into_iter().map(Number::Constant).collect())
        }
        _ => {
            let constant = ir::constant_attribute(operation)?;
            let (shape, _) = ir::fixed_vector(mask.r#type())?;
            let lanes = elements(DenseElementsAttribute::try_from(constant).ok()?)?;
            held_of(&lanes, &shape).map(|held| held.into_iter().map(Number::Constant).collect())
        }
    }
}

/// How many lanes of a constant hold along each dimension, the first ones; `None` if it is others. `lanes`
/// has one number for all if they are equal.
fn held_of(lanes: &[i64], shape: &[i64]) -> Option<Vec<i64>> {
    if let [all] = lanes {
        return Some(if *all == 0 { vec![0; shape.len()] } else { shape.to_vec() });
    }
    let mut held = vec![0; shape.len()];
    let mut n_held = 0;
    for (lane, _) in (0_i64..).zip(lanes).filter(|(_, holds)| **holds != 0) {
        n_held += 1;
        let mut rest = lane;
        for (held, size) in held.iter_mut().zip(shape).rev() {
            *held = (*held).max(rest % size + 1);
            rest /= size;
        }
    }
    (held.iter().product::<i64>() == n_held).then_some(held)
}

impl Access {
    /// How an operation accesses a buffer; `None` for one that does not.
    pub fn of(operation: OperationRef<'_, '_>) -> Option<Access> {
        let name = ir::name(operation);
        ACCESSES.iter().find(|row| row.name == name).copied()
    }

    /// The operand that is the distance of the element of each lane from the indices, if the access
    /// has one.
    pub fn distances(self, operation: OperationRef<'_, '_>) -> Option<usize> {
        let distances = operation.operand_count().checked_sub(3);
        distances.filter(|_| self.elements == Gathered)
    }

    /// The operand that is the mask of an access to a buffer of some rank, if it has one.
    pub fn mask(self, operation: OperationRef<'_, '_>, rank: usize) -> Option<usize> {
        let count = operation.operand_count();
        match self.elements {
            One | Vector => None,
            Masked | Gathered | Packed => count.checked_sub(2),
            Transfer => {
                let after_indices = self.buffer + 1 + rank + usize::from(self.purpose == Read);
                (after_indices < count).then_some(after_indices)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::held_of;

    #[test]
    fn the_first_lanes_of_a_constant_mask_hold() {
        assert_eq!(held_of(&[1], &[2, 4]), Some(vec![2, 4]));
        assert_eq!(held_of(&[0], &[2, 4]), Some(vec![0, 0]));
        assert_eq!(held_of(&[-1, -1, 0], &[3]), Some(vec![2]));
        assert_eq!(held_of(&[1, 0, 1], &[3]), None);
        assert_eq!(held_of(&[1, 1, 0, 1, 1, 0], &[2, 3]), Some(vec![2, 2]));
        assert_eq!(held_of(&[1, 1, 0, 1, 0, 0], &[2, 3]), None);
    }
}
