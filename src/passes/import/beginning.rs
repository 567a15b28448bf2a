//! What a tensor keeps of the one that it is a part of: its elements, its space in memory, its swizzle, and
//! where it begins.

use melior::ir::Value;
use melior::ir::operation::OperationLike;

use super::site::Site;
use crate::cute::{CuteLayout, Tuple};
use crate::imported::{NotImported, Role, TypeText, tuple_of};
use crate::partial::{Leaf, Offset, offset_at, offset_in_form};

impl<'c: 'a, 'a> Site<'c, 'a> {
    /// The claim that the result is a part of the memory of the first operand, if both are tensors.
    pub fn keeps_memory(&mut self) -> Result<(), NotImported> {
        let Some(source) = self.operation.operands().next() else { return Ok(()) };
        self.keeps_memory_of(source)
    }

    /// The same of another operand.
    pub fn keeps_memory_of(&mut self, source: Value<'c, 'a>) -> Result<(), NotImported> {
        match self.texts(source)? {
            Some([source, result]) if source.is_tensor && result.is_tensor => {
                self.same_memory(source, result)
            }
            _ => Ok(()),
        }
    }

    /// The claim that a tensor or a pointer is a part of the memory of another one: it has the same
    /// elements, space and swizzle, and is aligned no more than the type of the other says.
    pub fn same_memory(&mut self, source: &TypeText, result: &TypeText) -> Result<(), NotImported> {
        is_part_of_memory(source, result)?;
        self.same_swizzle(source.swizzle.as_deref(), result.swizzle.as_deref())
    }

    /// The claim that a tensor of coordinates begins where the first operand does, if both are some.
    pub fn keeps_begin(&mut self) -> Result<(), NotImported> {
        let Some(source) = self.operation.operands().next() else { return Ok(()) };
        let Some([source, result]) = self.texts(source)? else { return Ok(()) };
        let Some([begin, claimed]) = begins(source, result)? else { return Ok(()) };
        self.claims_tuple(&begin, &claimed)
    }

    /// The claim that the result begins at a coordinate of modes, from where `source` begins on. Of a
    /// tensor of coordinates it is said where that is, of one in memory what it is a multiple of.
    pub fn claims_begin(
        &mut self,
        source: Value<'c, 'a>,
        place: impl FnOnce(&Self) -> Result<(Tuple<Leaf>, CuteLayout), NotImported>,
    ) -> Result<(), NotImported> {
        let Some([source, result]) = self.texts(source)? else { return Ok(()) };
        if let Some([begin, claimed]) = begins(source, result)? {
            let (at, modes) = place(self)?;
            let ours = offset_at(&at, &modes)
                .and_then(|offset| offset_in_form(&offset, Some(&begin), &claimed))
                .ok_or("its coordinate does not fit")?;
            return self.claims_tuple(&ours, &claimed);
        }
        if source.role != Role::Layout || !source.is_tensor {
            return Ok(());
        }
        // What holds one element after the operand holds any number of them after it.
        if is_aligned_after(source, result, 1).is_ok() {
            return Ok(());
        }
        // What is not known of the coordinate may be a multiple of anything.
        match place(self).ok().and_then(|(at, modes)| number(&offset_at(&at, &modes)?)) {
            Some(offset) => is_aligned_after(source, result, offset),
            None => Ok(()),
        }
    }

    fn texts(&self, source: Value<'c, 'a>) -> Result<Option<[&'a TypeText; 2]>, NotImported> {
        let texts = self.reader.text_of(source).zip(self.reader.text_of(self.result()?));
        Ok(texts.map(|(source, result)| [source, result]))
    }
}

/// Where a tensor of coordinates begins, and where the result does, if both are some.
fn begins(source: &TypeText, result: &TypeText) -> Result<Option<[Tuple<Leaf>; 2]>, NotImported> {
    match (&source.iterator, &result.iterator) {
        (Some(from), Some(to)) => Ok(Some([tuple_of(from)?, tuple_of(to)?])),
        _ => Ok(None),
    }
}

/// An offset that is a number, if it is known.
fn number(offset: &Offset) -> Option<i64> {
    offset.iter().try_fold(0_i64, |sum, (path, number)| {
        path.is_empty().then_some(())?;
        sum.checked_add((*number)?)
    })
}

/// Whether a tensor or a pointer has the elements and the space of another one, and no greater alignment.
fn is_part_of_memory(source: &TypeText, result: &TypeText) -> Result<(), NotImported> {
    let parts = [
        ("has elements of", &source.element, &result.element),
        ("is in", &source.space, &result.space),
    ];
    for (what, ours, claimed) in parts {
        if let (Some(ours), Some(claimed)) = (ours, claimed)
            && ours != claimed
        {
            let message = format!("its result {what} {claimed}, and its operand {what} {ours}");
            return Err(NotImported::Wrong(message));
        }
    }
    match (alignment(source), alignment(result)) {
        (Some(ours), Some(claimed)) if ours % claimed != 0 => Err(NotImported::Wrong(format!(
            "its result is aligned to {claimed} bytes, and its operand to {ours}"
        ))),
        _ => Ok(()),
    }
}

/// Whether the result may be aligned as its type says where it begins so many elements after the operand.
pub(super) fn is_aligned_after(
    source: &TypeText,
    result: &TypeText,
    offset: i64,
) -> Result<(), NotImported> {
    let says = (alignment(source), alignment(result), source.element_bits);
    let (Some(ours), Some(claimed), Some(bits)) = says else { return Ok(()) };
    let distance = i128::from(offset) * i128::from(bits);
    // No alignment is less than a byte, also of elements of a few bits.
    if claimed == 1 || distance % (i128::from(claimed) * 8) == 0 {
        return Ok(());
    }
    Err(NotImported::Wrong(format!(
        "its result is aligned to {claimed} bytes, and begins {distance} bits after its operand, which is \
         aligned to {ours}"
    )))
}

/// What a tensor in memory or a pointer is aligned to: an element, if its type does not say it.
fn alignment(text: &TypeText) -> Option<i64> {
    let element = || text.element.as_ref().and(text.element_bits).map(|bits| (bits / 8).max(1));
    text.alignment.or_else(element)
}
