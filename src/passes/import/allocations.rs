//! Shared memory that is allocated: bytes next to each other, the fields in them, and the tensors that
//! begin there.

use melior::ir::Value;
use melior::ir::operation::OperationLike;

use super::claims::is_injective;
use super::leaves::MAX_STEPS;
use super::site::{ShapeClaim, Site};
use crate::algebra::AnyLayout;
use crate::cute::Tuple;
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

    /// A tensor that begins at a known place of an allocation ends in it.
    ///
    /// A swizzle moves the elements of a tensor among each other, so that the layout behind it is asked.
    pub fn stays_in_allocation(
        &mut self,
        pointer: Value<'c, 'a>,
        layout: &AnyLayout,
    ) -> Result<(), NotImported> {
        let element = self.reader.text_of(self.result()?).and_then(|text| text.element_bits);
        let Some((room, element)) = self.room(pointer).zip(element) else { return Ok(()) };
        let Some(layout) = layout.modes().and_then(|modes| modes.as_static()) else {
            return Ok(());
        };
        let room = room.div_euclid(element);
        if room < 1 {
            return Err(NotImported::Wrong(
                "it begins at the end of its allocation or behind it".into(),
            ));
        }
        let value = self.inserter.constant(&layout.clone().into());
        self.inserter.assert_number("assert_in_bounds", value, room);
        Ok(())
    }

    /// The bits of an allocation from a pointer on, if it is known where in one the pointer is.
    fn room(&self, pointer: Value<'c, 'a>) -> Option<i64> {
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
                    return size.checked_mul(text.element_bits?)?.checked_sub(begin);
                }
                _ => return None,
            }
        }
        None
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
