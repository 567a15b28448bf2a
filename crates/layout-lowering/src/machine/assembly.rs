//! Inline assembly of NVIDIA's: PTX with `$0`, `$1`, ... for the operands.

use super::access::Space;
use super::atomics::{Leaves, order_of_ptx};
use super::generic::Arguments;
use super::models::described;
use super::nvidia::Shuffle;
use super::ptx::{Operand, PtxStatement, parse, width};
use super::ptx_forms::{self, access};
use super::registers::{Constraint, Registers, read_constraints};
use super::stop::{Fault, SourceLines, Stop};
use super::{Machine, Value, Vendor};
use crate::bits::{self, Mask, Row};
use crate::llvm::{Assembly, Predicate, Type};

/// What has effects beside the registers that it writes, and what depends on more than those it reads.
const EFFECTS: &[&str] =
    &["st", "atom", "cp", "stmatrix", "bar", "barrier", "membar", "fence", "tcgen05"];
const MORE_INPUTS: &[&str] = &["ld", "ldmatrix", "shfl"];

impl Machine<'_> {
    pub(super) fn assembly(
        &mut self,
        assembly: &Assembly,
        arguments: &[Value],
        kind: &Type,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Option<Value>, Stop> {
        let text = &*assembly.text;
        let unknown =
            || Stop::unknown(format!("inline assembly \"{}\"", one_line(text)), place.line);
        let kinds: Vec<Type> = match kind {
            Type::Void => Vec::new(),
            Type::Struct { fields, .. } => fields.to_vec(),
            other => vec![other.clone()],
        };
        if self.vendor != Vendor::Nvidia && !text.trim().is_empty() {
            return Err(unknown());
        }
        let (widths, inputs) = match self.vendor {
            Vendor::Nvidia => read_constraints(&assembly.constraints).ok_or_else(unknown)?,
            // Of an empty text nothing is in the registers.
            Vendor::Amd if kinds.is_empty() => (Vec::new(), Vec::new()),
            Vendor::Amd => return Err(unknown()),
        };
        let is_alike = kinds.len() == widths.len()
            && (inputs.len() == arguments.len() || self.vendor == Vendor::Amd);
        if !is_alike {
            return Err(unknown());
        }
        let mut registers = Registers::new(assembly.has_effects);
        for (number, (kind, width)) in kinds.iter().zip(&widths).enumerate() {
            kind.bits().filter(|own| own <= width).ok_or_else(unknown)?;
            registers.put(format!("${number}"), Row::undefined(*width));
        }
        for (at, (argument, constraint)) in arguments.iter().zip(inputs).enumerate() {
            let row = self.packed(argument);
            let width = match constraint {
                Constraint::Register(width) => width,
                Constraint::Number => row.width(),
                Constraint::Tied(output) => *widths.get(output).ok_or_else(unknown)?,
            };
            if width < row.width() {
                return Err(unknown());
            }
            let row = self.in_register(row, width);
            // An input that is tied to an output is in its register.
            if let Constraint::Tied(output) = constraint {
                registers.put(format!("${output}"), row.clone());
            }
            registers.put(format!("${}", widths.len() + at), row);
        }
        let parsed = parse(text).ok_or_else(unknown)?;
        for (name, width) in parsed.registers {
            registers.put(name, Row::undefined(width));
        }
        for statement in &parsed.statements {
            self.statement(statement, &mut registers, mask, place)?.ok_or_else(unknown)?;
        }
        let mut results = Vec::with_capacity(kinds.len());
        for (number, kind) in kinds.iter().enumerate() {
            let row = registers.read(&format!("${number}"), 0).ok_or_else(unknown)?;
            let width = kind.bits().ok_or_else(unknown)?;
            let row = bits::resize(&row, width, self.threads, self.table);
            results.push(self.unpacked(&row, kind).ok_or_else(unknown)?);
        }
        Ok(match kind {
            Type::Void => None,
            Type::Struct { .. } => Some(Value::Many(results.into())),
            _ => results.pop(),
        })
    }

    /// The threads for which the predicate of a statement holds; nothing if it is not one.
    fn guarded(
        &self,
        statement: &PtxStatement<'_>,
        registers: &Registers,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Option<Mask>, Stop> {
        let Some((name, is_negated)) = statement.guard else { return Ok(Some(mask.clone())) };
        let guard = registers.address(name).filter(|own| own.width() == 1);
        let Some(guard) = guard else { return Ok(None) };
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
        Ok(Some(mask.split(|thread| guard.number(thread) == Some(wanted)).0))
    }

    /// Executes a statement; nothing if it is not known.
    fn statement(
        &mut self,
        statement: &PtxStatement<'_>,
        registers: &mut Registers,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Option<()>, Stop> {
        let Some(mask) = self.guarded(statement, registers, mask, place)? else { return Ok(None) };
        let mut parts = statement.opcode.split('.');
        let name = parts.next().unwrap_or("");
        let modifiers: Vec<&str> = parts.collect();
        let operands = &statement.operands[..];
        // What `tcgen05` does its first modifier says.
        let model = match modifiers.first() {
            Some(first) if name == "tcgen05" => format!("ptx {name}.{first}"),
            _ => format!("ptx {name}"),
        };
        if described(&model).is_none() || !ptx_forms::is_known(name, &modifiers) {
            return Ok(None);
        }
        if !registers.has_effects && EFFECTS.contains(&name) {
            let what = format!("{name} in assembly that is not sideeffect, and so may be left out");
            return Err(Stop::fault(None, what, place));
        }
        if !registers.has_effects && MORE_INPUTS.contains(&name) {
            let what = format!("{name} in assembly that is not sideeffect");
            return Err(Stop::unknown(what, place.line));
        }
        match name {
            "ld" | "st" => {
                self.access_statement(name, &modifiers, operands, registers, &mask, place)
            }
            "atom" => self.atomic_statement(&modifiers, operands, registers, &mask, place),
            "tcgen05" => self.tensor_statement(&modifiers, operands, registers, &mask, place),
            "cp" => self.copy_statement(&modifiers, operands, registers, &mask, place),
            "ldmatrix" | "stmatrix" => {
                self.matrix_statement(name, &modifiers, operands, registers, &mask, place)
            }
            "shfl" | "bar" | "barrier" | "membar" | "fence" => {
                self.meeting_statement(name, &modifiers, operands, registers, &mask, place)
            }
            _ => Ok(self.computing_statement(name, &modifiers, operands, registers, &mask)),
        }
    }

    fn access_statement(
        &mut self,
        name: &str,
        modifiers: &[&str],
        operands: &[Operand<'_>],
        registers: &mut Registers,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Option<()>, Stop> {
        let is_load = name == "ld";
        let Some(form) = access(modifiers, is_load) else { return Ok(None) };
        let (own, policy) = operands.split_at(operands.len().min(2));
        let has_policy = match policy {
            [] => false,
            [Operand::Plain(text)] if registers.width(text) == Some(64) => true,
            _ => return Ok(None),
        };
        let (address, value) = match (is_load, own) {
            (true, [value, address]) | (false, [address, value]) => (address, value),
            _ => return Ok(None),
        };
        let Operand::Address { base, offset } = address else { return Ok(None) };
        let (names, base) = (value.names(), registers.address(base));
        let Some(base) =
            base.filter(|_| has_policy == form.has_policy && names.len() == form.vector)
        else {
            return Ok(None);
        };
        let address = self.moved(&base, *offset);
        let total = form.width * names.len() as u32;
        let size = u64::from(total / 8);
        if is_load {
            let row = self.load_row(total, (form.space, &address), size, mask, place)?;
            for (at, name) in names.iter().enumerate() {
                let from = at as u32 * form.width;
                let own = bits::slice(&row, from, form.width, self.threads, self.table);
                let assigned = self.extend(registers, name, own, form.is_signed, mask);
                if assigned.is_none() {
                    return Ok(None);
                }
            }
            return Ok(Some(()));
        }
        let mut rows = Vec::new();
        for name in &names {
            let Some(row) = registers.read(name, form.width) else { return Ok(None) };
            rows.push(bits::resize(&row, form.width, self.threads, self.table));
        }
        let row = bits::concat(&rows, self.threads, self.table);
        self.store_row(&row, (form.space, &address), size, mask, place)?;
        Ok(Some(()))
    }

    fn atomic_statement(
        &mut self,
        modifiers: &[&str],
        operands: &[Operand<'_>],
        registers: &mut Registers,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Option<()>, Stop> {
        let [to, Operand::Address { base, offset }, from] = operands else { return Ok(None) };
        let form = Leaves::of_ptx(modifiers);
        let (Some((leaves, width, count)), Some(base)) = (form, registers.address(base)) else {
            return Ok(None);
        };
        // Two halves of a packed register are elements of their own.
        let names = to.names();
        let n_registers = names.len();
        if n_registers == 0 || from.names().len() != n_registers || count % n_registers != 0 {
            return Ok(None);
        }
        let part = width * (count / n_registers) as u32;
        let mut rows = Vec::new();
        for name in from.names() {
            let Some(row) = registers.read_exactly(name, part) else { return Ok(None) };
            rows.push(row);
        }
        let whole = bits::concat(&rows, self.threads, self.table);
        let mut elements = Vec::new();
        for at in 0..count as u32 {
            elements.push(bits::slice(&whole, at * width, width, self.threads, self.table));
        }
        let address = self.moved(&base, *offset);
        self.ordered(order_of_ptx(modifiers), false, mask, place);
        let old = self.atomic(leaves, (Space::Global, &address), &elements, mask, place)?;
        let old = bits::concat(&old, self.threads, self.table);
        for (at, name) in names.iter().enumerate() {
            let own = bits::slice(&old, at as u32 * part, part, self.threads, self.table);
            if self.assign(registers, name, own, mask).is_none() {
                return Ok(None);
            }
        }
        Ok(Some(()))
    }

    fn matrix_statement(
        &mut self,
        name: &str,
        modifiers: &[&str],
        operands: &[Operand<'_>],
        registers: &mut Registers,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Option<()>, Stop> {
        let form = modifiers.join(".");
        match (name, operands) {
            ("ldmatrix", [to, Operand::Address { base, offset }]) => {
                let Some(base) = registers.address(base) else { return Ok(None) };
                let address = self.moved(&base, *offset);
                let rows = self.ldmatrix(&form, &address, mask, place)?;
                if to.names().len() != rows.len() {
                    return Ok(None);
                }
                for (name, row) in to.names().iter().zip(rows) {
                    if self.assign(registers, name, row, mask).is_none() {
                        return Ok(None);
                    }
                }
            }
            ("stmatrix", [Operand::Address { base, offset }, from]) => {
                let Some(base) = registers.address(base) else { return Ok(None) };
                let address = self.moved(&base, *offset);
                let names = from.names();
                let rows: Option<Vec<Row>> =
                    names.iter().map(|name| registers.read_exactly(name, 32)).collect();
                let Some(rows) = rows else { return Ok(None) };
                let rows: Vec<&Row> = rows.iter().collect();
                self.stmatrix(&form, &address, &rows, mask, place)?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }

    /// Shuffles, barriers and fences.
    fn meeting_statement(
        &mut self,
        name: &str,
        modifiers: &[&str],
        operands: &[Operand<'_>],
        registers: &mut Registers,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Option<()>, Stop> {
        let has = |modifier: &str| modifiers.contains(&modifier);
        let mut plain = Vec::with_capacity(operands.len());
        for operand in operands {
            let Operand::Plain(text) = operand else { return Ok(None) };
            plain.push(*text);
        }
        match (name, &plain[..]) {
            ("shfl", &[to, value, by, clamp, members]) => {
                let shuffle = modifiers.iter().find_map(|name| Shuffle::from_name(name));
                let rows = [members, value, by, clamp].map(|name| registers.read_exactly(name, 32));
                let ([Some(members), Some(value), Some(by), Some(clamp)], Some(shuffle)) =
                    (rows, shuffle)
                else {
                    return Ok(None);
                };
                let arguments = self.of_assembly(mask, place);
                let rows = [&members, &value, &by, &clamp];
                let (row, _) = self.shuffle(shuffle, rows, &arguments)?;
                return Ok(self.assign(registers, to, row, mask));
            }
            ("bar", &[members]) if has("warp") => {
                let Some(members) = registers.read_exactly(members, 32) else { return Ok(None) };
                let arguments = self.of_assembly(mask, place);
                self.warp_barrier(&members, &arguments)?;
            }
            ("bar" | "barrier", &[number, ref rest @ ..]) if !has("warp") => {
                let known = |name: &str| registers.read_exactly(name, 32)?.as_same();
                let count = match *rest {
                    [] => None,
                    [count] => Some(known(count)),
                    _ => return Ok(None),
                };
                let (Some(number), None | Some(Some(_))) = (known(number), count) else {
                    return Ok(None);
                };
                self.numbered_barrier(number, count.flatten(), mask, place)?;
            }
            ("membar", _) => {
                let order = order_of_ptx(&[modifiers, &["sc"]].concat());
                self.ordered(order, true, mask, place);
            }
            ("fence", _) => self.ordered(order_of_ptx(modifiers), true, mask, place),
            _ => return Ok(None),
        }
        Ok(Some(()))
    }

    /// What computes with registers alone.
    fn computing_statement(
        &mut self,
        name: &str,
        modifiers: &[&str],
        operands: &[Operand<'_>],
        registers: &mut Registers,
        mask: &Mask,
    ) -> Option<()> {
        use Operand::{Plain, Vector};
        let width = width(modifiers)?;
        match (name, operands) {
            ("mov" | "cvta", [Plain(to), Plain(from)]) => {
                let row = registers.read_exactly(from, width)?;
                self.assign(registers, to, row, mask)
            }
            ("mov", [Plain(to), Vector(from)]) => {
                let part = width / from.len().max(1) as u32;
                let rows: Option<Vec<Row>> =
                    from.iter().map(|name| registers.read_exactly(name, part)).collect();
                let row = bits::concat(&rows?, self.threads, self.table);
                self.assign(registers, to, row, mask)
            }
            ("mov", [Vector(to), Plain(from)]) => {
                let row = registers.read_exactly(from, width)?;
                let part = width / to.len().max(1) as u32;
                for (at, name) in to.iter().enumerate() {
                    let own = bits::slice(&row, at as u32 * part, part, self.threads, self.table);
                    self.assign(registers, name, own, mask)?;
                }
                Some(())
            }
            ("setp", [Plain(to), Plain(a), Plain(b)]) => {
                let (name, kind) = (modifiers.first()?, modifiers.get(1)?);
                let sign = if kind.starts_with('s') { 's' } else { 'u' };
                let predicate = Predicate::from_name(name)
                    .or_else(|| Predicate::from_name(&format!("{sign}{name}")))?;
                let (a, b) = (registers.read_exactly(a, width)?, registers.read_exactly(b, width)?);
                let row = bits::compare(predicate, &a, &b, self.threads, self.table);
                self.assign(registers, to, row, mask)
            }
            ("selp", [Plain(to), Plain(a), Plain(b), Plain(c)]) => {
                let (a, b) = (registers.read_exactly(a, width)?, registers.read_exactly(b, width)?);
                let condition = registers.read_exactly(c, 1)?;
                let row = bits::select(&condition, &a, &b, self.threads, self.table);
                self.assign(registers, to, row, mask)
            }
            ("prmt", [Plain(to), Plain(a), Plain(b), Plain(c)]) => {
                let [a, b, c] = [a, b, c].map(|name| registers.read_exactly(name, 32));
                let mode = modifiers.get(1).copied().unwrap_or("");
                let row = self.prmt(mode, [&a?, &b?, &c?])?;
                self.assign(registers, to, row, mask)
            }
            _ => None,
        }
    }

    pub(super) fn of_assembly<'a>(&self, mask: &'a Mask, place: SourceLines) -> Arguments<'a> {
        Arguments { name: "inline assembly", values: &[], kind: &Type::Void, mask, place }
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
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
