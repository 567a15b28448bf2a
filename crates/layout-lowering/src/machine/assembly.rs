//! Inline assembly of NVIDIA's: PTX with `$0`, `$1`, ... for the operands.

use std::collections::HashMap;

use super::atomics::Leaves;
use super::generic::Arguments;
use super::models::described;
use super::nvidia::Shuffle;
use super::ptx::{Operand, Statement, is_memory, number, parse, vector, width};
use super::stop::{Fault, Place, Stop};
use super::{Machine, Value, Vendor};
use crate::bits::{self, Mask, Row};
use crate::llvm::{Predicate, Type};

/// The operands of the assembly and its own registers.
pub(super) struct Registers {
    rows: HashMap<String, Row>,
    widths: HashMap<String, u32>,
}

impl Machine<'_> {
    pub(super) fn assembly(
        &mut self,
        text: &str,
        constraints: &str,
        arguments: &[Value],
        kind: &Type,
        mask: &Mask,
        place: Place,
    ) -> Result<Option<Value>, Stop> {
        let unknown =
            || Stop::unknown(format!("inline assembly \"{}\"", one_line(text)), place.line);
        let is_output = |constraint: &&str| constraint.starts_with('=');
        let n_outputs = constraints.split(',').filter(is_output).count();
        let kinds: Vec<Type> = match kind {
            Type::Void => Vec::new(),
            Type::Struct { fields, .. } => fields.to_vec(),
            other => vec![other.clone()],
        };
        if kinds.len() != n_outputs {
            return Err(unknown());
        }
        let mut registers = Registers { rows: HashMap::new(), widths: HashMap::new() };
        for (number, kind) in kinds.iter().enumerate() {
            let width = kind.bits().ok_or_else(unknown)?;
            registers.rows.insert(format!("${number}"), Row::undefined(width));
        }
        let is_input = |own: &&str| !own.starts_with(['=', '~']);
        let mut inputs = constraints.split(',').filter(is_input);
        for (at, argument) in arguments.iter().enumerate() {
            let row = self.packed(argument);
            // An input that is tied to an output is in its register.
            if let Some(output) = inputs.next().and_then(|own| own.parse::<usize>().ok()) {
                let width = registers.rows.get(&format!("${output}")).map(Row::width);
                if width != Some(row.width()) {
                    return Err(unknown());
                }
                registers.rows.insert(format!("${output}"), row.clone());
            }
            registers.rows.insert(format!("${}", n_outputs + at), row);
        }
        if self.vendor != Vendor::Nvidia && !text.trim().is_empty() {
            return Err(unknown());
        }
        for statement in parse(text).ok_or_else(unknown)? {
            self.statement(&statement, &mut registers, mask, place)?.ok_or_else(unknown)?;
        }
        let mut results = Vec::with_capacity(n_outputs);
        for (number, kind) in kinds.iter().enumerate() {
            let row = registers.rows.get(&format!("${number}")).cloned();
            let value = row.and_then(|row| self.unpacked(&row, kind));
            results.push(value.ok_or_else(unknown)?);
        }
        Ok(match kind {
            Type::Void => None,
            Type::Struct { .. } => Some(Value::Many(results.into())),
            _ => results.pop(),
        })
    }

    /// Executes a statement; nothing if it is not known.
    fn statement(
        &mut self,
        statement: &Statement<'_>,
        registers: &mut Registers,
        mask: &Mask,
        place: Place,
    ) -> Result<Option<()>, Stop> {
        let mask = match statement.guard {
            Some((name, is_negated)) => {
                let Some(guard) = registers.read(name, 1) else { return Ok(None) };
                for thread in mask.threads() {
                    if guard.number(thread).is_none() {
                        if guard.has_undefined(thread, self.table) {
                            let what = "a predicate is undefined".to_owned();
                            return Err(Stop::Fault(Fault { thread: Some(thread), what, place }));
                        }
                        return Err(Stop::unknown("a predicate that depends on data", place.line));
                    }
                }
                let wanted = u64::from(!is_negated);
                mask.split(|thread| guard.number(thread).map(|bit| bit & 1) == Some(wanted)).0
            }
            None => mask.clone(),
        };
        let mut parts = statement.opcode.split('.');
        let name = parts.next().unwrap_or("");
        let modifiers: Vec<&str> = parts.collect();
        let has = |modifier: &str| modifiers.contains(&modifier);
        let operands = &statement.operands[..];
        // What `tcgen05` does its first modifier says.
        let model = match modifiers.first() {
            Some(first) if name == "tcgen05" => format!("ptx {name}.{first}"),
            _ => format!("ptx {name}"),
        };
        if described(&model).is_none() {
            return Ok(None);
        }
        match (name, operands) {
            ("ld", [to, Operand::Address { base, offset }]) if is_memory(&modifiers) => {
                let (Some(width), Some(base)) = (width(&modifiers), registers.address(base)) else {
                    return Ok(None);
                };
                let names = to.names();
                if names.len() != vector(&modifiers) {
                    return Ok(None);
                }
                let address = self.moved(&base, *offset);
                let total = width * names.len() as u32;
                let size = u64::from(total / 8);
                let row = self.load_row(total, &address, size, &mask, place)?;
                for (at, name) in names.iter().enumerate() {
                    let own = bits::slice(&row, at as u32 * width, width, self.threads, self.table);
                    self.assign(registers, name, own, &mask);
                }
            }
            ("st", [Operand::Address { base, offset }, from]) if is_memory(&modifiers) => {
                let (Some(width), Some(base)) = (width(&modifiers), registers.address(base)) else {
                    return Ok(None);
                };
                let names = from.names();
                if names.len() != vector(&modifiers) {
                    return Ok(None);
                }
                let mut rows = Vec::new();
                for name in &names {
                    let Some(row) = registers.read(name, width) else { return Ok(None) };
                    rows.push(bits::resize(&row, width, self.threads, self.table));
                }
                let row = bits::concat(&rows, self.threads, self.table);
                let address = self.moved(&base, *offset);
                let size = u64::from(row.width() / 8);
                self.store_row(&row, &address, size, &mask, place)?;
            }
            ("atom", [to, Operand::Address { base, offset }, from]) if has("global") => {
                let form = Leaves::of_ptx(&modifiers);
                let (Some((leaves, width, count)), Some(base)) = (form, registers.address(base))
                else {
                    return Ok(None);
                };
                // Two halves of a packed register are elements of their own.
                let names = to.names();
                let n_registers = names.len();
                if n_registers == 0 || from.names().len() != n_registers || count % n_registers != 0
                {
                    return Ok(None);
                }
                let part = width * (count / n_registers) as u32;
                let mut rows = Vec::new();
                for name in from.names() {
                    let Some(row) = registers.read(name, part) else { return Ok(None) };
                    rows.push(bits::resize(&row, part, self.threads, self.table));
                }
                let whole = bits::concat(&rows, self.threads, self.table);
                let mut elements = Vec::new();
                for at in 0..count as u32 {
                    let own = bits::slice(&whole, at * width, width, self.threads, self.table);
                    elements.push(own);
                }
                let address = self.moved(&base, *offset);
                let old = self.atomic(leaves, &address, &elements, &mask, place)?;
                let old = bits::concat(&old, self.threads, self.table);
                for (at, name) in names.iter().enumerate() {
                    let own = bits::slice(&old, at as u32 * part, part, self.threads, self.table);
                    self.assign(registers, name, own, &mask);
                }
            }
            ("mov" | "cvta", [Operand::Plain(to), Operand::Plain(from)]) => {
                let width = registers.width(to).or_else(|| width(&modifiers));
                let Some(row) = width.and_then(|width| registers.read(from, width)) else {
                    return Ok(None);
                };
                self.assign(registers, to, row, &mask);
            }
            ("mov", [Operand::Plain(to), Operand::Vector(from)]) => {
                let Some(width) = width(&modifiers) else { return Ok(None) };
                let part = width / from.len().max(1) as u32;
                let rows: Option<Vec<Row>> =
                    from.iter().map(|name| registers.read(name, part)).collect();
                let Some(rows) = rows else { return Ok(None) };
                let row = bits::concat(&rows, self.threads, self.table);
                self.assign(registers, to, row, &mask);
            }
            ("mov", [Operand::Vector(to), Operand::Plain(from)]) => {
                let Some(width) = width(&modifiers) else { return Ok(None) };
                let Some(row) = registers.read(from, width) else { return Ok(None) };
                let part = width / to.len().max(1) as u32;
                for (at, name) in to.iter().enumerate() {
                    let own = bits::slice(&row, at as u32 * part, part, self.threads, self.table);
                    self.assign(registers, name, own, &mask);
                }
            }
            ("setp", [Operand::Plain(to), Operand::Plain(a), Operand::Plain(b)]) => {
                let predicate = modifiers.first().and_then(|name| {
                    let is_signed = modifiers.iter().any(|own| own.starts_with('s'));
                    Predicate::from_name(name).or_else(|| {
                        let sign = if is_signed { 's' } else { 'u' };
                        Predicate::from_name(&format!("{sign}{name}"))
                    })
                });
                let (Some(predicate), Some(width)) = (predicate, width(&modifiers)) else {
                    return Ok(None);
                };
                let rows = (registers.read(a, width), registers.read(b, width));
                let (Some(a), Some(b)) = rows else { return Ok(None) };
                let row = bits::compare(predicate, &a, &b, self.threads, self.table);
                self.assign(registers, to, row, &mask);
            }
            (
                "selp",
                [Operand::Plain(to), Operand::Plain(a), Operand::Plain(b), Operand::Plain(c)],
            ) => {
                let Some(width) = width(&modifiers) else { return Ok(None) };
                let rows =
                    (registers.read(a, width), registers.read(b, width), registers.read(c, 1));
                let (Some(a), Some(b), Some(c)) = rows else { return Ok(None) };
                let row = bits::select(&c, &a, &b, self.threads, self.table);
                self.assign(registers, to, row, &mask);
            }
            (
                "prmt",
                [Operand::Plain(to), Operand::Plain(a), Operand::Plain(b), Operand::Plain(c)],
            ) => {
                let rows = [a, b, c].map(|name| registers.read(name, 32));
                let [Some(a), Some(b), Some(c)] = rows else { return Ok(None) };
                let mode = modifiers.get(1).copied().unwrap_or("");
                let Some(row) = self.prmt(mode, [&a, &b, &c]) else { return Ok(None) };
                self.assign(registers, to, row, &mask);
            }
            (
                "shfl",
                [
                    Operand::Plain(to),
                    Operand::Plain(value),
                    Operand::Plain(by),
                    Operand::Plain(clamp),
                    Operand::Plain(members),
                ],
            ) => {
                let shuffle = modifiers.iter().find_map(|name| Shuffle::from_name(name));
                let rows = [members, value, by, clamp].map(|name| registers.read(name, 32));
                let ([Some(members), Some(value), Some(by), Some(clamp)], Some(shuffle)) =
                    (rows, shuffle)
                else {
                    return Ok(None);
                };
                let arguments = self.of_assembly(&mask, place);
                let rows = [&members, &value, &by, &clamp];
                let (row, _) = self.shuffle(shuffle, rows, &arguments)?;
                self.assign(registers, to, row, &mask);
            }
            ("ldmatrix", [to, Operand::Address { base, offset }]) => {
                let Some(base) = registers.address(base) else { return Ok(None) };
                let address = self.moved(&base, *offset);
                let form = modifiers.join(".");
                let rows = self.ldmatrix(&form, &address, &mask, place)?;
                for (name, row) in to.names().iter().zip(rows) {
                    self.assign(registers, name, row, &mask);
                }
            }
            ("stmatrix", [Operand::Address { base, offset }, from]) => {
                let Some(base) = registers.address(base) else { return Ok(None) };
                let address = self.moved(&base, *offset);
                let names = from.names();
                let rows: Option<Vec<Row>> =
                    names.iter().map(|name| registers.read(name, 32)).collect();
                let Some(rows) = rows else { return Ok(None) };
                let rows: Vec<&Row> = rows.iter().collect();
                self.stmatrix(&modifiers.join("."), &address, &rows, &mask, place)?;
            }
            ("tcgen05", _) => {
                return self.tensor_statement(&modifiers, operands, registers, &mask, place);
            }
            ("cp", _) if has("async") => {
                return self.copy_statement(&modifiers, operands, registers, &mask, place);
            }
            ("bar" | "barrier", [Operand::Plain(number), rest @ ..])
                if has("sync") && !has("warp") =>
            {
                let known = |name: &str| registers.read(name, 32).and_then(|row| row.as_same());
                let count = match rest {
                    [] => None,
                    [Operand::Plain(count)] => Some(known(count)),
                    _ => return Ok(None),
                };
                let (Some(number), None | Some(Some(_))) = (known(number), count) else {
                    return Ok(None);
                };
                self.numbered_barrier(number, count.flatten(), &mask, place)?;
            }
            ("bar", [Operand::Plain(members)]) if has("warp") && has("sync") => {
                let Some(members) = registers.read(members, 32) else { return Ok(None) };
                let arguments = self.of_assembly(&mask, place);
                self.warp_barrier(&members, &arguments)?;
            }
            ("membar" | "fence", _) => {}
            _ => return Ok(None),
        }
        Ok(Some(()))
    }

    pub(super) fn of_assembly<'a>(&self, mask: &'a Mask, place: Place) -> Arguments<'a> {
        Arguments { name: "inline assembly", values: &[], kind: &Type::Void, mask, place }
    }

    fn copy_statement(
        &mut self,
        modifiers: &[&str],
        operands: &[Operand<'_>],
        registers: &mut Registers,
        mask: &Mask,
        place: Place,
    ) -> Result<Option<()>, Stop> {
        let number = |operand: Option<&Operand<'_>>| match operand {
            Some(Operand::Plain(text)) => registers.read(text, 32),
            _ => None,
        };
        match (modifiers, operands) {
            (["async", "commit_group"], []) => self.commit_copies(mask, place)?,
            (["async", "wait_group"], [Operand::Plain(_)]) => {
                let Some(left) = number(operands.first()).and_then(|row| row.as_same()) else {
                    return Ok(None);
                };
                self.wait_for_copies(left as usize, mask)?;
            }
            (["async", "wait_all"], []) => {
                self.commit_copies(mask, place)?;
                self.wait_for_copies(0, mask)?;
            }
            (
                ["async", "ca" | "cg", "shared" | "shared::cta", "global", ..],
                [
                    Operand::Address { base: to, offset: a },
                    Operand::Address { base: from, offset: b },
                    ..,
                ],
            ) => {
                let rows = (registers.address(to), registers.address(from));
                let (Some(to), Some(from)) = rows else { return Ok(None) };
                let Some(size) = number(operands.get(2)).and_then(|row| row.as_same()) else {
                    return Ok(None);
                };
                let read = number(operands.get(3)).unwrap_or_else(|| Row::same(32, size));
                let mut bytes = [vec![0; self.threads], vec![0; self.threads]];
                for thread in mask.threads() {
                    let arguments = self.of_assembly(mask, place);
                    let read =
                        arguments.number_of("the size of a copy", &read, thread, self.table)?;
                    bytes[0][thread] = read.min(size);
                    bytes[1][thread] = size - read.min(size);
                }
                let (to, from) = (self.moved(&to, *a), self.moved(&from, *b));
                self.copy([&to, &from], [&bytes[0], &bytes[1]], mask, place)?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }

    /// An address with an offset.
    pub(super) fn moved(&mut self, base: &Row, offset: i64) -> Row {
        if offset == 0 {
            return base.clone();
        }
        let by = Row::same(base.width(), offset as u64);
        let flags = crate::llvm::Flags::default();
        bits::binary(crate::llvm::Binary::Add, flags, base, &by, self.threads, self.table)
    }

    /// Writes a register for the threads that execute.
    pub(super) fn assign(&mut self, registers: &mut Registers, name: &str, row: Row, mask: &Mask) {
        if name == "_" {
            return;
        }
        let width = registers.width(name).unwrap_or(row.width());
        let row = bits::resize(&row, width, self.threads, self.table);
        let old = registers.rows.get(name).cloned().unwrap_or_else(|| Row::undefined(width));
        registers.rows.insert(name.to_owned(), row.merged(mask, &old, self.threads));
    }
}

impl Registers {
    fn width(&self, name: &str) -> Option<u32> {
        self.rows.get(name).map(Row::width).or_else(|| self.widths.get(name).copied())
    }

    /// A register or a number of so many bits.
    pub(super) fn read(&self, name: &str, width: u32) -> Option<Row> {
        match self.rows.get(name) {
            Some(row) => Some(row.clone()),
            None => Some(Row::same(width.min(64), number(name)? as u64)),
        }
    }

    pub(super) fn address(&self, name: &str) -> Option<Row> {
        self.rows.get(name).cloned()
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
