//! Instructions that move and compute values within a thread.

use super::execute::{Frame, place};
use super::stop::{SourceLines, Stop};
use super::{Machine, Value};
use crate::bits::{self, Combine, Mask, Row, Table};
use crate::llvm::{
    Binary, Cast, Constant, Flags, FloatBinary, Instruction, Operand, Operation, Source, Type,
};

impl<'m> Machine<'m> {
    /// The value of an operand.
    pub(super) fn operand(
        &mut self,
        frame: &Frame<'m>,
        operand: &'m Operand,
        line: u32,
    ) -> Result<Value, Stop> {
        match &operand.value {
            Source::Local(number) => frame
                .value(*number)
                .cloned()
                .ok_or_else(|| Stop::unknown("a value that is not defined", line)),
            Source::Constant(constant) => self.constant(frame, constant, &operand.kind, line),
        }
    }

    /// The value of an operand that others than the thread itself are going to see: registers that have
    /// not arrived are undefined.
    pub(super) fn settled_operand(
        &mut self,
        frame: &Frame<'m>,
        operand: &'m Operand,
        line: u32,
    ) -> Result<Value, Stop> {
        let value = self.operand(frame, operand, line)?;
        if self.table.arriving.is_empty() {
            return Ok(value);
        }
        let table = &mut *self.table;
        Ok(value.map(&mut |row| row.arrived(table)))
    }

    /// The same for an operand that has one part.
    pub(super) fn settled_row(
        &mut self,
        frame: &Frame<'m>,
        operand: &'m Operand,
        line: u32,
    ) -> Result<Row, Stop> {
        match self.settled_operand(frame, operand, line)? {
            Value::Row(row) => Ok(row),
            _ => Err(Stop::unknown("an operand that is not a number", line)),
        }
    }

    /// The value of an operand that has one part.
    pub(super) fn row(
        &mut self,
        frame: &Frame<'m>,
        operand: &'m Operand,
        line: u32,
    ) -> Result<Row, Stop> {
        match self.operand(frame, operand, line)? {
            Value::Row(row) => Ok(row),
            _ => Err(Stop::unknown("an operand that is not a number", line)),
        }
    }

    fn constant(
        &mut self,
        frame: &Frame<'m>,
        constant: &'m Constant,
        kind: &Type,
        line: u32,
    ) -> Result<Value, Stop> {
        let unknown = || Stop::unknown("a constant of another type", line);
        Ok(match constant {
            Constant::Number(number) => {
                let bits = kind.bits().ok_or_else(unknown)?;
                Value::Row(self.wide_number(bits, *number))
            }
            Constant::Zero => Value::zero(kind).map(&mut |row| match row.is_undefined() {
                true => self.wide_number(row.width(), 0),
                false => row.clone(),
            }),
            Constant::Undefined => Value::undefined(kind),
            Constant::Poison => Value::poison(kind, self.table),
            Constant::Global(name) => match self.variables.get(name) {
                Some(&address) => {
                    Value::Row(Row::same(kind.bits().ok_or_else(unknown)?.min(64), address))
                }
                None => return Err(Stop::unknown(format!("the variable @{name}"), line)),
            },
            Constant::Many(elements) => {
                let element_kind = |at: usize| match kind {
                    Type::Vector(_, element) | Type::Array(_, element) => Some(&**element),
                    Type::Struct { fields, .. } => fields.get(at),
                    _ => None,
                };
                let mut values = Vec::with_capacity(elements.len());
                for (at, element) in elements.iter().enumerate() {
                    let kind = element_kind(at).ok_or_else(unknown)?;
                    values.push(self.constant(frame, element, kind, line)?);
                }
                Value::Many(values.into())
            }
            Constant::Splat(element) => {
                let Type::Vector(count, kind) = kind else { return Err(unknown()) };
                let value = self.constant(frame, element, kind, line)?;
                Value::Many(vec![value; *count as usize].into())
            }
            Constant::Expression(operation) => {
                let computed = self.compute(frame, operation, line)?;
                computed.ok_or_else(|| Stop::unknown("a constant expression", line))?
            }
            Constant::Other => Value::None,
        })
    }

    /// A number that may have more than 64 bits.
    fn wide_number(&self, width: u32, number: u128) -> Row {
        if width <= 64 {
            return Row::same(width, number as u64);
        }
        let byte = |at: usize| if at < 16 { (number >> (8 * at)) as u32 & 0xff } else { 0 };
        let own: Vec<u32> = (0..width.div_ceil(8) as usize).map(byte).collect();
        Row::bytes(width, own.repeat(self.threads))
    }

    /// Executes an instruction that is not a branch; nothing if it gives no value.
    pub(super) fn instruction(
        &mut self,
        frame: &Frame<'m>,
        instruction: &'m Instruction,
        mask: &Mask,
    ) -> Result<Option<Value>, Stop> {
        let (line, place) = (instruction.line, place(instruction));
        if let Operation::Binary { name, left, right, .. } = &instruction.operation
            && name.divides()
        {
            let [left, right] = [left, right].map(|own| self.operand(frame, own, line));
            self.check_division(*name, [&left?, &right?], mask, place)?;
        }
        let value = match self.compute(frame, &instruction.operation, line)? {
            Some(value) => Some(value),
            None => self.effect(frame, instruction, mask, place)?,
        };
        Ok(match (value, instruction.range) {
            (Some(value), Some(range)) => Some(self.in_range(&value, range)),
            (value, _) => value,
        })
    }

    /// Executes an instruction that touches memory or other threads.
    fn effect(
        &mut self,
        frame: &Frame<'m>,
        instruction: &'m Instruction,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Option<Value>, Stop> {
        let line = instruction.line;
        match &instruction.operation {
            Operation::Load { kind, address, alignment } => {
                let space = self.space(&address.kind, place)?;
                let address = self.settled_row(frame, address, line)?;
                self.load(kind, (space, &address), *alignment, mask, place).map(Some)
            }
            Operation::Store { value, address, alignment } => {
                let value = self.settled_operand(frame, value, line)?;
                let space = self.space(&address.kind, place)?;
                let address = self.settled_row(frame, address, line)?;
                self.store(&value, (space, &address), *alignment, mask, place)?;
                Ok(None)
            }
            Operation::Atomic { name, address, value, order } => {
                self.ordered(*order, false, mask, place);
                let space = self.space(&address.kind, place)?;
                let address = self.settled_row(frame, address, line)?;
                let value = self.settled_operand(frame, value, line)?;
                self.atomic_value(name, (space, &address), &value, mask, place).map(Some)
            }
            Operation::Call(call) => {
                let mut arguments = Vec::with_capacity(call.arguments.len());
                for argument in &call.arguments {
                    arguments.push(self.settled_operand(frame, argument, line)?);
                }
                match self.module.function(&call.callee) {
                    Some(function) => self.call(function, arguments, mask, place),
                    None if self.table.combinations.declared(&call.callee).is_some() => self
                        .declared(&call.callee, &arguments)
                        .map(Some)
                        .ok_or_else(|| Stop::unknown(&*call.callee, line)),
                    None => {
                        self.intrinsic(&call.callee, &arguments, &instruction.kind, mask, place)
                    }
                }
            }
            Operation::Assembly(assembly) => {
                let mut values = Vec::with_capacity(assembly.arguments.len());
                for argument in &assembly.arguments {
                    values.push(self.settled_operand(frame, argument, line)?);
                }
                self.assembly(assembly, &values, &instruction.kind, mask, place)
            }
            Operation::Fence(fence) => {
                self.fence(fence, mask, place)?;
                Ok(None)
            }
            _ => Err(Stop::unknown(&*instruction.name, line)),
        }
    }

    /// The value of an operation that touches no memory and no other thread; nothing for others.
    fn compute(
        &mut self,
        frame: &Frame<'m>,
        operation: &'m Operation,
        line: u32,
    ) -> Result<Option<Value>, Stop> {
        let threads = self.threads;
        let mismatch = || Stop::unknown("operands of other types", line);
        Ok(Some(match operation {
            Operation::Binary { name, flags, left, right } => {
                let left = self.operand(frame, left, line)?;
                let right = self.operand(frame, right, line)?;
                self.binary(*name, *flags, &left, &right).ok_or_else(mismatch)?
            }
            Operation::Float { name, left, right } => {
                let left = self.operand(frame, left, line)?;
                let right = self.operand(frame, right, line)?;
                let combine = match name {
                    FloatBinary::Add => Combine::FloatAdd,
                    FloatBinary::Multiply => Combine::FloatMultiply,
                };
                self.combined(combine, &left, &right).ok_or_else(mismatch)?
            }
            Operation::Compare { predicate, is_same_sign, left, right } => {
                let left = self.operand(frame, left, line)?;
                let right = self.operand(frame, right, line)?;
                let table = &mut *self.table;
                let compared = left.zip(&right, &mut |a, b| {
                    let row = bits::compare(*predicate, a, b, threads, table);
                    if *is_same_sign { bits::of_one_sign(row, a, b, threads, table) } else { row }
                });
                compared.ok_or_else(mismatch)?
            }
            Operation::Cast { cast, flags, value, to } => {
                if *cast == Cast::AddressSpace && !is_same_window(&value.kind, to) {
                    return Err(Stop::unknown("addrspacecast", line));
                }
                let value = self.operand(frame, value, line)?;
                self.cast(*cast, *flags, &value, to).ok_or_else(mismatch)?
            }
            Operation::Select { condition, yes, no } => {
                let condition = self.operand(frame, condition, line)?;
                let yes = self.operand(frame, yes, line)?;
                let no = self.operand(frame, no, line)?;
                self.select(&condition, &yes, &no).ok_or_else(mismatch)?
            }
            Operation::Freeze(value) => {
                let value = self.operand(frame, value, line)?;
                let table = &mut *self.table;
                value.map(&mut |row| bits::frozen(row, threads, table))
            }
            Operation::Address { flags, pointee, base, indices } => {
                let is_in_memory = matches!(base.kind, Type::Pointer(0 | 1 | 3));
                let base = self.row(frame, base, line)?;
                let mut rows = Vec::with_capacity(indices.len());
                for index in indices {
                    rows.push(self.row(frame, index, line)?);
                }
                let address = self.address(*flags, pointee, &base, &rows).ok_or_else(mismatch)?;
                match flags.in_bounds && is_in_memory {
                    true => Value::Row(self.in_bounds(address, &base)),
                    false => Value::Row(address),
                }
            }
            Operation::ExtractElement { vector, index } => {
                let vector = self.operand(frame, vector, line)?;
                let index = self.row(frame, index, line)?;
                self.extract(&vector, &index).ok_or_else(mismatch)?
            }
            Operation::InsertElement { vector, element, index } => {
                let vector = self.operand(frame, vector, line)?;
                let element = self.operand(frame, element, line)?;
                let index = self.row(frame, index, line)?;
                self.insert(&vector, &element, &index).ok_or_else(mismatch)?
            }
            Operation::Shuffle { left, right, order } => {
                let left = self.operand(frame, left, line)?;
                let right = self.operand(frame, right, line)?;
                shuffle(&left, &right, order, self.table).ok_or_else(mismatch)?
            }
            Operation::ExtractValue { aggregate, path } => {
                let aggregate = self.operand(frame, aggregate, line)?;
                aggregate.at(path).cloned().ok_or_else(mismatch)?
            }
            Operation::InsertValue { aggregate, element, path } => {
                let aggregate = self.operand(frame, aggregate, line)?;
                let element = self.operand(frame, element, line)?;
                aggregate.with(path, element).ok_or_else(mismatch)?
            }
            _ => return Ok(None),
        }))
    }

    pub(super) fn binary(
        &mut self,
        name: Binary,
        flags: Flags,
        left: &Value,
        right: &Value,
    ) -> Option<Value> {
        let (threads, table) = (self.threads, &mut *self.table);
        let combine = match name {
            _ if flags != Flags::default() => None,
            Binary::Add => Some(Combine::Add),
            Binary::Mul => Some(Combine::Multiply),
            Binary::And => Some(Combine::And),
            Binary::Or => Some(Combine::Or),
            Binary::Xor => Some(Combine::Xor),
            _ => None,
        };
        left.zip(right, &mut |a, b| {
            let row = bits::binary(name, flags, a, b, threads, table);
            match combine {
                Some(combine) => bits::or_combined(row, combine, [a, b], threads, table),
                None => row,
            }
        })
    }

    /// The combination of two values, or of the elements of two vectors.
    pub(super) fn combined(
        &mut self,
        combine: Combine,
        left: &Value,
        right: &Value,
    ) -> Option<Value> {
        let (threads, table) = (self.threads, &mut *self.table);
        left.zip(right, &mut |a, b| bits::combine(combine, 0, [&[a], &[b]], threads, table))
    }

    /// What a function that is declared and not defined gives: its arguments are two tuples.
    fn declared(&mut self, name: &str, arguments: &[Value]) -> Option<Value> {
        let (combine, part) = self.table.combinations.declared(name)?;
        let rows: Vec<&Row> = arguments.iter().map(Value::as_row).collect::<Option<_>>()?;
        let (a, b) = rows.split_at_checked(rows.len() / 2)?;
        let is_alike = a.len() == b.len()
            && part < a.len()
            && a.iter().zip(b).all(|(a, b)| a.width() == b.width());
        is_alike.then(|| {
            let (threads, table) = (self.threads, &mut *self.table);
            Value::Row(bits::combine(combine, part, [a, b], threads, table))
        })
    }

    pub(super) fn select(&mut self, condition: &Value, yes: &Value, no: &Value) -> Option<Value> {
        let threads = self.threads;
        match condition {
            Value::Row(condition) => {
                let table = &mut *self.table;
                yes.zip(no, &mut |yes, no| bits::select(condition, yes, no, threads, table))
            }
            Value::Many(conditions) => {
                let (yes, no) = (yes.as_many()?, no.as_many()?);
                if yes.len() != conditions.len() || no.len() != conditions.len() {
                    return None;
                }
                let each = conditions.iter().zip(yes.iter().zip(no));
                let values = each.map(|(own, (yes, no))| self.select(own, yes, no));
                Some(Value::Many(values.collect::<Option<_>>()?))
            }
            Value::None => None,
        }
    }

    fn cast(&mut self, cast: Cast, flags: Flags, value: &Value, to: &Type) -> Option<Value> {
        if cast == Cast::Bits {
            let row = self.packed(value);
            return self.unpacked(&row, to);
        }
        if let (Value::Many(values), Type::Vector(_, element)) = (value, to) {
            let each = values.iter().map(|own| self.cast(cast, flags, own, element));
            return Some(Value::Many(each.collect::<Option<_>>()?));
        }
        let (row, width) = (value.as_row()?, to.bits()?);
        let (threads, table) = (self.threads, &mut *self.table);
        let is_narrower = width < row.width();
        let result = match cast {
            Cast::SignExtend if !is_narrower => bits::sign_extend(row, width, threads, table),
            _ => bits::resize(row, width, threads, table),
        };
        Some(Value::Row(bits::promised_cast(result, flags, row, threads, table)))
    }

    /// All parts of a value as one row, the first one lowest.
    pub(super) fn packed(&mut self, value: &Value) -> Row {
        let rows: Vec<Row> = value.rows().into_iter().cloned().collect();
        bits::concat(&rows, self.threads, self.table)
    }

    /// A row as a value of a type that is as wide, a vector or one part.
    pub(super) fn unpacked(&mut self, row: &Row, kind: &Type) -> Option<Value> {
        if kind.bits()? != row.width() {
            return None;
        }
        let Type::Vector(count, element) = kind else {
            // Some of it is all of it.
            let own = bits::poisoned(row.clone(), &[row], self.threads, self.table);
            return Some(Value::Row(own));
        };
        let width = element.bits()?;
        let part = |at| {
            let own = bits::slice(row, at * width, width, self.threads, self.table);
            Value::Row(bits::poisoned(own.clone(), &[&own], self.threads, self.table))
        };
        Some(Value::Many((0..*count).map(part).collect()))
    }

    fn extract(&mut self, vector: &Value, index: &Row) -> Option<Value> {
        let elements = vector.as_many()?;
        if let Some(index) = index.as_same() {
            let own = usize::try_from(index).ok().and_then(|at| elements.get(at).cloned());
            return own.or_else(|| Some(elements.first()?.poisoned(self.table)));
        }
        let rows: Vec<&Row> = elements.iter().map(Value::as_row).collect::<Option<_>>()?;
        let (number, none) = (index.known()?, Row::all_poison(rows.first()?.width(), self.table));
        let own = |thread| Some((*rows.get(number(thread) as usize).unwrap_or(&&none), thread));
        Some(Value::Row(Row::gather(rows.first()?.width(), self.threads, own)))
    }

    fn insert(&mut self, vector: &Value, element: &Value, index: &Row) -> Option<Value> {
        let elements = vector.as_many()?;
        if let Some(index) = index.as_same() {
            let at = usize::try_from(index).ok()?;
            return match at < elements.len() {
                true => vector.with(&[at], element.clone()),
                false => Some(vector.poisoned(self.table)),
            };
        }
        let (number, new) = (index.known()?, element.as_row()?);
        let mut values = Vec::with_capacity(elements.len());
        for (at, old) in elements.iter().enumerate() {
            let old = old.as_row()?;
            let own =
                |thread| Some((if number(thread) as usize == at { new } else { old }, thread));
            values.push(Value::Row(Row::gather(new.width(), self.threads, own)));
        }
        Some(Value::Many(values.into()))
    }
}

/// True if an address of one memory is the same number in the other: those in global memory are generic
/// addresses, too, and those of constants of AMD's.
fn is_same_window(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (Type::Vector(_, from), Type::Vector(_, to)) => is_same_window(from, to),
        (Type::Pointer(from), Type::Pointer(to)) => {
            from == to || [from, to].into_iter().all(|own| matches!(own, 0 | 1 | 4))
        }
        _ => false,
    }
}

fn shuffle(left: &Value, right: &Value, order: &[Option<u32>], table: &mut Table) -> Option<Value> {
    let (left, right) = (left.as_many()?, right.as_many()?);
    let none = left.first()?;
    let element = |at: &Option<u32>| match at {
        Some(at) => left.iter().chain(right).nth(*at as usize).cloned(),
        None => Some(none.poisoned(table)),
    };
    Some(Value::Many(order.iter().map(element).collect::<Option<_>>()?))
}
