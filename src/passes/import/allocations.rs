//! Shared memory that is allocated: bytes next to each other, the fields in them, and the tensors that
//! begin there.

use melior::ir::Value;
use melior::ir::operation::OperationLike;

use super::claims::is_injective;
use super::leaves::MAX_STEPS;
use super::site::{ShapeClaim, Site};
use crate::algebra::AnyLayout;
use crate::cute::{Composed, CuteLayout, Outer, Swizzle, Tuple};
use crate::dialect::ir;
use crate::imported::{LayoutExpression, Memory, NotImported};
use crate::partial::Leaf;

/// The attribute in which the peer lists what a structure in shared memory is made of.
const FIELDS: &str = "smem.struct_fields";

impl<'c: 'a, 'a> Site<'c, 'a> {
    /// An allocation is the definition of its layout. Shared memory is allocated in bytes, which are next
    /// to each other, and no more than its fields take.
    pub fn import_allocation(&mut self) -> Result<(), NotImported> {
        if let Some(&source) = self.operands().first() {
            let source = self.reader.operand(source)?;
            return self.claims(&LayoutExpression::Known(source), ShapeClaim::Same);
        }
        let result = self.result()?;
        let text = self.reader.text_of(result).ok_or("its result is not read")?;
        if text.memory != Memory::Shared {
            return Ok(());
        }
        let layout = self.static_layout(result)?;
        let bytes = text.element_bits.and_then(|bits| layout.size().checked_mul(bits));
        let bytes = bytes.ok_or("its bytes are not known")? / 8;
        let listed = self.operation.attribute(FIELDS).map(|fields| fields.to_string());
        if let Some(fields) = fields_of(&listed.unwrap_or_default()) {
            let end = end_of(fields)?;
            let unit = text.alignment.filter(|&unit| 0 < unit).unwrap_or(1);
            let padding = (unit - end % unit) % unit;
            let taken = end.checked_add(padding).ok_or("its fields do not fit in 64 bits")?;
            if taken != bytes {
                let message = format!("its fields take {taken} bytes, and it has {bytes}");
                return Err(NotImported::Wrong(message));
            }
        }
        let size = Some(layout.size());
        is_injective(&mut self.inserter, &layout.into(), size);
        Ok(())
    }

    /// A tensor that begins at a known place of an allocation ends in it. The swizzle of a pointer moves
    /// bytes in blocks of an allocation that begins where a block does.
    pub fn stays_in_allocation(
        &mut self,
        pointer: Value<'c, 'a>,
        layout: &AnyLayout,
    ) -> Result<(), NotImported> {
        let text = self.reader.text_of(self.result()?);
        let element = text.and_then(|text| text.element_bits).filter(|&bits| 0 < bits);
        let Some((place, element)) = self.place(pointer).zip(element) else { return Ok(()) };
        if layout.has_symbols() {
            return Ok(());
        }
        if place.begin < 0 {
            // What has an offset of its own may begin further on.
            let AnyLayout::Cute(plain) = layout else {
                return Err("its pointer is before its allocation".into());
            };
            let least = plain.as_static().map_or(0, |modes| modes.offset_range().0);
            let begin = place.begin.saturating_add(least.saturating_mul(element));
            if begin < 0 {
                let before = begin.unsigned_abs().div_ceil(8);
                let message = format!("it begins {before} bytes before its allocation");
                return Err(NotImported::Wrong(message));
            }
        }
        let room = (place.size - place.begin).div_euclid(element);
        if room < 1 {
            return Err(NotImported::Wrong(
                "it begins at the end of its allocation or behind it".into(),
            ));
        }
        let swizzle = text.and_then(|text| text.swizzle.as_deref()?.parse::<Swizzle>().ok());
        let (layout, room) = match (swizzle.filter(|it| !it.is_identity()), layout) {
            (Some(swizzle), AnyLayout::Cute(inner)) => place
                .behind(swizzle, inner, element)
                .ok_or_else(|| format!("where {swizzle} moves its bytes is not known"))?,
            _ => (layout.clone(), room),
        };
        let value = self.inserter.constant(&layout);
        self.inserter.assert_number("assert_in_bounds", value, room);
        Ok(())
    }

    /// Where in an allocation a pointer is, if that is known.
    fn place(&self, pointer: Value<'c, 'a>) -> Option<Place> {
        let (mut value, mut begin) = (pointer, 0_i64);
        for _ in 0..MAX_STEPS {
            let operation = ir::defining_op(value)?;
            let name = ir::name(operation).strip_prefix(self.dialect().name)?.strip_prefix('.')?;
            let operands: Vec<Value<'c, 'a>> = operation.operands().collect();
            match (name, &operands[..]) {
                ("recast_iter" | "get_iter", &[source]) | ("make_view", &[source, _]) => {
                    value = source;
                }
                ("add_offset", &[source, offset]) => {
                    let bits = self.reader.text_of(source)?.element_bits?;
                    let Tuple::Leaf(Leaf::Number(offset)) = self.tuple(offset).ok()? else {
                        return None;
                    };
                    begin = begin.checked_add(offset.checked_mul(bits)?)?;
                    value = source;
                }
                ("memref.alloca", []) => {
                    let text = self.reader.text_of(value)?;
                    if text.memory != Memory::Shared {
                        return None;
                    }
                    let size = self.static_layout(value).ok()?.size();
                    let size = size.checked_mul(text.element_bits?)?;
                    size.checked_sub(begin)?;
                    return Some(Place { begin, size, alignment: text.alignment });
                }
                _ => return None,
            }
        }
        None
    }
}

/// Where a pointer is in an allocation, in bits.
struct Place {
    begin: i64,
    size: i64,
    /// The bytes that the allocation begins at a multiple of.
    alignment: Option<i64>,
}

impl Place {
    /// What is asked of a layout behind the swizzle of a pointer, and the elements that it has room in. `None`
    /// if where the swizzle moves its bytes is not known.
    fn behind(
        &self,
        swizzle: Swizzle,
        layout: &CuteLayout,
        element: i64,
    ) -> Option<(AnyLayout, i64)> {
        if let Some(swizzled) = self.swizzled(swizzle, layout, element) {
            return Some((AnyLayout::Composed(swizzled), self.size.div_euclid(element)));
        }
        let room = (self.size - self.begin).div_euclid(element);
        let is_among_own = self.has_whole_blocks(swizzle, layout, element);
        is_among_own.then(|| (AnyLayout::Cute(layout.clone()), room))
    }

    /// A layout from here on behind the swizzle of a pointer, in elements from where the allocation begins.
    /// `None` if that is not known: a swizzle looks at the bits of an address, and those of the allocation
    /// are 0 as far as it is aligned.
    fn swizzled(&self, swizzle: Swizzle, layout: &CuteLayout, element: i64) -> Option<Composed> {
        let bytes = (element % 8 == 0).then_some(element / 8)?;
        let base =
            swizzle.base() - (bytes.count_ones() == 1).then_some(i64::from(bytes.ilog2()))?;
        if !self.is_aligned(swizzle.n_bits()) || self.begin % element != 0 {
            return None;
        }
        let swizzle = Swizzle::new(swizzle.bits(), base, swizzle.shift()).ok()?;
        Some(Composed::new(Outer::Swizzle(swizzle), self.begin / element, layout.clone()))
    }

    /// True if all blocks that a swizzle moves the bytes of a layout in are in the allocation.
    fn has_whole_blocks(&self, swizzle: Swizzle, layout: &CuteLayout, element: i64) -> bool {
        // What it changes is the lower field, or the upper one.
        let top = swizzle.base() + swizzle.bits() - swizzle.shift().min(0);
        let block = u32::try_from(top + 3).ok().and_then(|bits| 1_i64.checked_shl(bits));
        let ends = || {
            let (least, greatest) = layout.as_static()?.offset_range();
            let begin = self.begin.checked_add(least.checked_mul(element)?)?;
            let end = self.begin.checked_add(greatest.checked_add(1)?.checked_mul(element)?)?;
            let block = block.filter(|&block| 0 < block)?;
            Some((begin, end.checked_add((block - end.rem_euclid(block)) % block)?))
        };
        self.is_aligned(top) && ends().is_some_and(|(begin, end)| 0 <= begin && end <= self.size)
    }

    /// True if the allocation begins at a multiple of a power of two.
    fn is_aligned(&self, exponent: i64) -> bool {
        let unit = u32::try_from(exponent).ok().and_then(|exponent| 1_i64.checked_shl(exponent));
        self.alignment.zip(unit).is_some_and(|(alignment, unit)| 0 < unit && alignment % unit == 0)
    }
}

/// The name, the bytes and the beginning of each field of `["sA:65536:1024", ...]`, the first one first.
fn fields_of(attribute: &str) -> Option<Vec<(&str, i64, i64)>> {
    let texts = attribute.strip_prefix('[')?.split('"').skip(1).step_by(2);
    let mut fields = Vec::new();
    for text in texts {
        let (rest, begin) = text.rsplit_once(':')?;
        let (name, bytes) = rest.rsplit_once(':')?;
        fields.push((name, bytes.parse().ok()?, begin.parse().ok()?));
    }
    fields.sort_by_key(|&(_, bytes, begin)| (begin, bytes));
    (!fields.is_empty()).then_some(fields)
}

/// Where the last field ends; no field begins before the one before it ends.
fn end_of(fields: Vec<(&str, i64, i64)>) -> Result<i64, NotImported> {
    let mut end = 0;
    for (name, bytes, begin) in fields {
        if begin < end {
            return Err(NotImported::Wrong(format!(
                "its field {name} begins at {begin}, before another one ends at {end}"
            )));
        }
        end = begin.checked_add(bytes).ok_or("its fields do not fit in 64 bits")?;
    }
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_in_the_order_of_their_places() {
        let read = |text: &str| fields_of(text).map(end_of);
        assert_eq!(read(r#"["sB:64:1024", "full:16:0"]"#), Some(Ok(1088)));
        assert_eq!(read(r#"["empty:0:16", "full:16:0", "next:8:16"]"#), Some(Ok(24)));
        let wrong = "its field sB begins at 8, before another one ends at 16";
        assert_eq!(
            read(r#"["sB:64:8", "full:16:0"]"#),
            Some(Err(NotImported::Wrong(wrong.to_owned())))
        );
        assert_eq!(
            read(r#"["a:9223372036854775807:1"]"#),
            Some(Err("its fields do not fit in 64 bits".into()))
        );
        for other in ["", "[]", r#"["a"]"#, r#"["a:b:c"]"#, "16 : i32"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
