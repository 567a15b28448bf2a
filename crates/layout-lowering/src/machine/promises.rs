//! What code promises of addresses and numbers, and what it must not do with any.

use super::stop::{Place, Stop};
use super::{Machine, Value};
use crate::bits::{self, LOST, Mask, POISON, Row};
use crate::llvm::{AddressFlags, Binary, Flags, Type};

impl Machine<'_> {
    /// The address of a part: the base and for each index so many strides.
    pub(super) fn address(
        &mut self,
        flags: AddressFlags,
        pointee: &Type,
        base: &Row,
        indices: &[Row],
    ) -> Option<Row> {
        let width = base.width();
        let mut address = base.clone();
        let mut kind = pointee;
        let sum = Flags { no_unsigned_wrap: flags.no_unsigned_wrap, ..Flags::default() };
        for (at, index) in indices.iter().enumerate() {
            let offset = match (at, kind) {
                (0, _) => self.scaled(flags, index, kind.stride()?, width),
                (_, Type::Array(_, element) | Type::Vector(_, element)) => {
                    kind = element;
                    self.scaled(flags, index, kind.stride()?, width)
                }
                (_, Type::Struct { fields, .. }) => {
                    let field = usize::try_from(index.as_same()?).ok()?;
                    let offset = kind.field_offset(field)?;
                    kind = fields.get(field)?;
                    Row::same(width, offset)
                }
                _ => return None,
            };
            let (threads, table) = (self.threads, &mut *self.table);
            address = bits::binary(Binary::Add, sum, &address, &offset, threads, table);
        }
        Some(address)
    }

    fn scaled(&mut self, flags: AddressFlags, index: &Row, stride: u64, width: u32) -> Row {
        let (threads, table) = (self.threads, &mut *self.table);
        let signed = Flags { no_signed_wrap: flags.no_signed_wrap, ..Flags::default() };
        let index = match index.width() < width {
            true => {
                let wide = bits::sign_extend(index, width, threads, table);
                bits::poisoned(wide, &[index], threads, table)
            }
            false => {
                let cut = bits::resize(index, width, threads, table);
                bits::promised_cast(cut, signed, index, threads, table)
            }
        };
        let flags = Flags { no_unsigned_wrap: flags.no_unsigned_wrap, ..signed };
        bits::binary(Binary::Mul, flags, &index, &Row::same(width, stride), threads, table)
    }

    /// An address, poison where it is not in the memory that its base is in.
    pub(super) fn in_bounds(&mut self, address: Row, base: &Row) -> Row {
        let is_in = |thread: usize| match (address.number(thread), base.number(thread)) {
            (Some(address), Some(base)) => address == base || self.memory.has_both(address, base),
            _ => true,
        };
        let is_in: Vec<bool> = (0..self.threads).map(is_in).collect();
        self.poison_unless(&is_in, &address)
    }

    fn poison_unless(&mut self, holds: &[bool], row: &Row) -> Row {
        if holds.iter().all(|own| *own) {
            return row.clone();
        }
        let width = row.width();
        Row::from_bits(width, self.threads, self.table, |thread, table, bits| match holds[thread] {
            true => row.unpack(thread, table, bits),
            false => bits.extend(std::iter::repeat_n(POISON, width as usize)),
        })
    }

    /// A value whose author says what numbers it may be. Of data nobody knows.
    pub(super) fn in_range(&mut self, value: &Value, (first, end): (u128, u128)) -> Value {
        let may_be = |number: u64| match first < end {
            true => (first..end).contains(&number.into()),
            false => first <= number.into() || u128::from(number) < end,
        };
        value.map(&mut |row| {
            let numbers: Vec<Option<u64>> =
                (0..self.threads).map(|thread| row.number(thread)).collect();
            let holds: Vec<bool> = numbers.iter().map(|own| own.is_none_or(may_be)).collect();
            let row = self.poison_unless(&holds, row);
            if numbers.iter().all(Option::is_some) {
                return row;
            }
            let width = row.width();
            Row::from_bits(width, self.threads, self.table, |thread, table, bits| {
                match numbers[thread] {
                    None if !row.has_undefined(thread, table) => {
                        bits.extend(std::iter::repeat_n(LOST, width as usize));
                    }
                    _ => row.unpack(thread, table, bits),
                }
            })
        })
    }

    /// No thread divides by 0, or the smallest number by -1.
    pub(super) fn check_division(
        &self,
        name: Binary,
        [left, right]: [&Value; 2],
        mask: &Mask,
        place: Place,
    ) -> Result<(), Stop> {
        let is_signed = matches!(name, Binary::DivideSigned | Binary::RemainderSigned);
        for (left, right) in left.rows().into_iter().zip(right.rows()) {
            let width = right.width().min(64);
            let (ones, smallest) = (u64::MAX >> (64 - width), 1 << (width - 1));
            for thread in mask.threads() {
                let what = match right.number(thread) {
                    Some(0) => "a division by 0",
                    Some(own)
                        if is_signed && own == ones && left.number(thread) == Some(smallest) =>
                    {
                        "a division of the smallest number by -1"
                    }
                    None if right.has_undefined(thread, self.table) => {
                        "a division by undefined bits"
                    }
                    _ => continue,
                };
                return Err(Stop::fault(Some(thread), what.to_owned(), place));
            }
        }
        Ok(())
    }

    /// What the author assumes holds for each thread.
    pub(super) fn assumed(&self, condition: &Row, mask: &Mask, place: Place) -> Result<(), Stop> {
        for thread in mask.threads() {
            match condition.number(thread) {
                Some(own) if own & 1 == 1 => {}
                None if !condition.has_undefined(thread, self.table) => {
                    return Err(Stop::unknown("llvm.assume of data", place.line));
                }
                _ => {
                    let what = "what the code assumes does not hold".to_owned();
                    return Err(Stop::fault(Some(thread), what, place));
                }
            }
        }
        Ok(())
    }
}
