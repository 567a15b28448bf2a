//! Parts of a shared memory that are not in it, and copies of other shapes.

use super::finding::Finding;
use super::rule::{PAST_THE_BUFFER, WRONG_CONVERSION};
use crate::triton::{MemDesc, Movement, Operation};

/// What an operation takes of a memory that is not there.
pub(super) fn memories(operation: &Operation) -> Vec<Finding> {
    let found = match operation.movement() {
        Some(Movement::View { from, to }) => view(operation, from, to),
        Some(
            Movement::SharedLoad { memory, value }
            | Movement::SharedStore { value, memory }
            | Movement::TensorMemoryLoad { memory, value }
            | Movement::TensorMemoryStore { value, memory },
        ) => copy(value.shape(), value.element().as_str(), memory),
        Some(Movement::GlobalToShared { pointers, memory }) => {
            copy(pointers.shape(), memory.element().as_str(), memory)
        }
        _ => None,
    };
    let position = operation.position();
    let of = |(rule, message)| Finding::new(rule, position, message);
    found.map(of).into_iter().collect()
}

pub(super) type ContractViolation = Option<(super::rule::Rule, String)>;

/// A tensor that is copied to or from a memory.
fn copy(shape: &[i64], element: &str, memory: &MemDesc) -> ContractViolation {
    if shape.len() == memory.shape().len()
        && let Some(dim) = (0..shape.len()).find(|&dim| memory.shape()[dim] < shape[dim])
    {
        let mut place = vec![0; shape.len()];
        place[dim] = memory.shape()[dim];
        let message = format!(
            "element {} of a tensor of shape {shape:?} is past the memory, which has shape {:?}",
            tuple(&place),
            memory.shape()
        );
        return Some((PAST_THE_BUFFER, message));
    }
    if shape != memory.shape() {
        let message =
            format!("a tensor of shape {shape:?} and a memory of shape {:?}", memory.shape());
        return Some((WRONG_CONVERSION, message));
    }
    let stored = memory.element().as_str();
    (element != stored).then(|| {
        (WRONG_CONVERSION, format!("a tensor of elements {element} and a memory of {stored}"))
    })
}

/// A part, or another form, of a memory.
fn view(operation: &Operation, from: &MemDesc, to: &MemDesc) -> ContractViolation {
    let (_, name) = operation.name().split_once('.')?;
    if name == "memdesc_reinterpret" {
        let bits = |memory: &MemDesc| {
            let extents = memory.shape().iter();
            let count = extents.copied().try_fold(1_i64, i64::checked_mul)?;
            count.checked_mul(i64::from(memory.element().stored_bits()?))
        };
        let (had, wants) = (bits(from)?, bits(to)?);
        return (had < wants).then(|| {
            let message = format!(
                "bit {had} of what is read as shape {:?} of {} is past the memory, which has shape {:?} \
                 of {}",
                to.shape(),
                to.element(),
                from.shape(),
                from.element()
            );
            (PAST_THE_BUFFER, message)
        });
    }
    if name == "memdesc_reshape" {
        let count = |memory: &MemDesc| memory.shape().iter().copied().try_fold(1, i64::checked_mul);
        let (had, wants) = (count(from)?, count(to)?);
        let message = format!(
            "a memory of shape {:?} has {had} elements, and one of shape {:?} has {wants}",
            from.shape(),
            to.shape()
        );
        let rule = if had < wants { PAST_THE_BUFFER } else { WRONG_CONVERSION };
        return (had != wants).then_some((rule, message));
    }
    let rank = from.shape().len();
    let begins = operation.begins(rank)?;
    if name == "memdesc_index"
        && let (Some(&Some(index)), Some(&count)) = (begins.first(), from.shape().first())
    {
        let is_there = (0..count).contains(&index);
        let message = format!("buffer {index} of a memory that has {count}");
        return (!is_there).then_some((PAST_THE_BUFFER, message));
    }
    part_outside(&begins, from, to)
}

/// A part that begins at these places of a memory, as far as they are known, one in each dim, and is not in it.
pub(super) fn part_outside(
    begins: &[Option<i64>],
    from: &MemDesc,
    to: &MemDesc,
) -> ContractViolation {
    let rank = from.shape().len();
    if begins.len() != rank {
        return None;
    }
    // Dims that the part does not have are of extent 1.
    let n_dropped = rank.checked_sub(to.shape().len())?;
    let extent = |dim: usize| match dim.checked_sub(n_dropped) {
        Some(dim) => to.shape()[dim],
        None => 1,
    };
    let dim = (0..rank).find(|&dim| {
        begins[dim].is_some_and(|begin| {
            let end = begin.checked_add(extent(dim));
            begin < 0 || end.is_none_or(|end| from.shape()[dim] < end)
        })
    })?;
    let offsets: Vec<i64> = begins.iter().map(|begin| begin.unwrap_or(0)).collect();
    let first_outside =
        if offsets[dim] < 0 { offsets[dim] } else { offsets[dim].max(from.shape()[dim]) };
    let mut place = offsets.clone();
    place[dim] = first_outside;
    let message = format!(
        "a part of shape {:?} at {} reaches element {}, which is not in a memory of shape {:?}",
        to.shape(),
        tuple(&offsets),
        tuple(&place),
        from.shape()
    );
    Some((PAST_THE_BUFFER, message))
}

pub(super) fn tuple(numbers: &[i64]) -> String {
    let list: Vec<String> = numbers.iter().map(i64::to_string).collect();
    format!("({})", list.join(", "))
}
