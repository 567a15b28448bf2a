//! What code promises of addresses and numbers, and what it must not do with any.

use super::stop::{SourceLines, Stop};
use super::{Machine, Value};
use crate::bits::{self, Bounds, MAYBE_POISON, Mask, POISON, Row};
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

    /// An address, poison where it is not in the memory that its base is in. Of data nobody knows, but that
    /// the base itself is.
    pub(super) fn in_bounds(&mut self, address: Row, base: &Row) -> Row {
        let is_base = |thread: usize| {
            let byte = |at| (address.byte(thread, at), base.byte(thread, at));
            (0..address.n_bytes()).map(byte).all(|(a, b)| a == b && self.table.is_followed(a))
        };
        let holds = |thread: usize| match (address.number(thread), base.number(thread)) {
            (Some(address), Some(base)) if address != base => {
                Some(self.memory.has_both(address, base))
            }
            _ => is_base(thread).then_some(true),
        };
        let holds: Vec<Option<bool>> = (0..self.threads).map(holds).collect();
        self.poison_unless(&holds, address)
    }

    /// A row, poison for the threads for which something does not hold, and perhaps for those for which
    /// nobody knows.
    fn poison_unless(&mut self, holds: &[Option<bool>], row: Row) -> Row {
        if holds.iter().all(|own| *own == Some(true)) {
            return row;
        }
        let width = row.width();
        let found = Row::from_bits(width, self.threads, self.table, |thread, table, bits| {
            let none = match holds[thread] {
                Some(true) => return row.unpack(thread, table, bits),
                Some(false) => POISON,
                None => MAYBE_POISON,
            };
            bits.extend(std::iter::repeat_n(none, width as usize));
        });
        bits::poisoned(found, &[&row], self.threads, self.table)
    }

    /// A value whose author says what numbers it may be.
    pub(super) fn in_range(&mut self, value: &Value, (first, end): (u128, u128)) -> Value {
        // All numbers from one to another.
        let are_in = |least: u128, greatest: u128| match first < end {
            true => first <= least && greatest < end,
            false => first <= least || greatest < end,
        };
        let is_in = |number: u128| are_in(number, number);
        value.map(&mut |row| {
            let mut own = Vec::new();
            let holds: Vec<Option<bool>> = (0..self.threads)
                .map(|thread| {
                    own.clear();
                    row.unpack(thread, self.table, &mut own);
                    let (least, greatest) = Bounds::of(&own)?.unsigned;
                    let (least, greatest) = (least.unsigned_abs(), greatest.unsigned_abs());
                    match (least, greatest) {
                        _ if are_in(least, greatest) => Some(true),
                        _ if is_in(least) && is_in(greatest) => None,
                        _ => bits::are_independent(own.iter()).then_some(false),
                    }
                })
                .collect();
            self.poison_unless(&holds, row.clone())
        })
    }

    /// No thread divides by 0, or the smallest number by -1; for data that may be these nobody knows.
    pub(super) fn check_division(
        &self,
        name: Binary,
        [left, right]: [&Value; 2],
        mask: &Mask,
        place: SourceLines,
    ) -> Result<(), Stop> {
        let is_signed = matches!(name, Binary::DivideSigned | Binary::RemainderSigned);
        for (left, right) in left.rows().into_iter().zip(right.rows()) {
            let width = right.width().min(64);
            let (ones, smallest) = (u64::MAX >> (64 - width), 1 << (width - 1));
            let may_be = |row: &Row, thread: usize, number: u64| {
                let mut own = Vec::new();
                row.unpack(thread, self.table, &mut own);
                bits::may_be(&own, number)
            };
            for thread in mask.threads() {
                let is_smallest = || is_signed && may_be(left, thread, smallest);
                let what = match right.number(thread) {
                    Some(0) => "a division by 0",
                    Some(own)
                        if is_signed && own == ones && left.number(thread) == Some(smallest) =>
                    {
                        "a division of the smallest number by -1"
                    }
                    Some(own) if own != ones || !is_smallest() => continue,
                    Some(_) => return Err(Stop::unknown("a division of data by -1", place.line)),
                    None if right.has_undefined(thread, self.table) => {
                        "a division by undefined bits"
                    }
                    None if may_be(right, thread, 0)
                        || may_be(right, thread, ones) && is_smallest() =>
                    {
                        return Err(Stop::unknown("a division by data", place.line));
                    }
                    None => continue,
                };
                return Err(Stop::fault(Some(thread), what.to_owned(), place));
            }
        }
        Ok(())
    }

    /// What the author assumes holds for each thread.
    pub(super) fn assumed(
        &self,
        condition: &Row,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<(), Stop> {
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
