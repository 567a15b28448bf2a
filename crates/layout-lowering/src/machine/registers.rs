//! The operands of inline assembly, and the registers that it declares.

use rustc_hash::FxHashMap;

use super::Machine;
use super::ptx::number;
use crate::bits::{self, Mask, Row};

/// The bits of the register that a constraint's letter stands for; none for a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Constraint {
    Register(u32),
    Number,
    /// The register of an output.
    Tied(usize),
}

impl Constraint {
    /// NVIDIA's letters, after LLVM's description of its inline assembly.
    pub fn of(text: &str) -> Option<Self> {
        Some(Constraint::Register(match text {
            "b" => 1,
            "c" | "h" => 16,
            "r" | "f" => 32,
            "l" | "d" | "N" => 64,
            "q" => 128,
            "n" | "i" => return Some(Constraint::Number),
            _ => return Some(Constraint::Tied(text.parse().ok()?)),
        }))
    }
}

/// The constraints of the outputs and the inputs; nothing for one that is not known.
pub(super) fn read_constraints(text: &str) -> Option<(Vec<u32>, Vec<Constraint>)> {
    let (mut outputs, mut inputs) = (Vec::new(), Vec::new());
    for own in text.split(',').filter(|own| !own.is_empty() && !own.starts_with('~')) {
        match own.strip_prefix('=') {
            Some(output) => match Constraint::of(output.trim_start_matches('&'))? {
                Constraint::Register(width) if inputs.is_empty() => outputs.push(width),
                _ => return None,
            },
            None => inputs.push(Constraint::of(own)?),
        }
    }
    Some((outputs, inputs))
}

/// Registers by their names.
#[derive(Debug)]
pub(super) struct Registers {
    rows: FxHashMap<String, Row>,
    /// Nothing else can do what the assembly does, so that it is there.
    pub has_effects: bool,
}

impl Registers {
    pub fn new(has_effects: bool) -> Self {
        Registers { rows: FxHashMap::default(), has_effects }
    }

    pub fn put(&mut self, name: impl Into<String>, row: Row) {
        self.rows.insert(name.into(), row);
    }

    pub fn width(&self, name: &str) -> Option<u32> {
        self.rows.get(name).map(Row::width)
    }

    /// A register of so many bits or more, or a number.
    pub fn read(&self, name: &str, width: u32) -> Option<Row> {
        match self.rows.get(name) {
            Some(row) => (width <= row.width()).then(|| row.clone()),
            None => Some(Row::same(width.min(64), number(name)? as u64)),
        }
    }

    /// A register of so many bits, or a number.
    pub fn read_exactly(&self, name: &str, width: u32) -> Option<Row> {
        self.read(name, width).filter(|row| row.width() == width)
    }

    pub fn address(&self, name: &str) -> Option<Row> {
        self.rows.get(name).cloned()
    }
}

impl Machine<'_> {
    /// An operand in a register, which has anything where it is wider.
    pub(super) fn in_register(&mut self, row: Row, width: u32) -> Row {
        let more = width - row.width();
        let parts = if more == 0 { vec![row] } else { vec![row, Row::undefined(more)] };
        bits::concat(&parts, self.threads, self.table)
    }

    /// Writes a register that is as wide, for the threads that execute; nothing if it is not.
    pub(super) fn assign(
        &mut self,
        registers: &mut Registers,
        name: &str,
        row: Row,
        mask: &Mask,
    ) -> Option<()> {
        if name == "_" {
            return Some(());
        }
        let old = registers.rows.get(name).filter(|old| old.width() == row.width())?;
        let row = row.merged(mask, old, self.threads);
        registers.put(name, row);
        Some(())
    }

    /// The same for a register that may be wider: it is filled with zeros, or the sign.
    pub(super) fn extend(
        &mut self,
        registers: &mut Registers,
        name: &str,
        row: Row,
        is_signed: bool,
        mask: &Mask,
    ) -> Option<()> {
        let width = registers.width(name).unwrap_or(row.width());
        if width < row.width() {
            return None;
        }
        let row = match is_signed {
            true => bits::sign_extend(&row, width, self.threads, self.table),
            false => bits::resize(&row, width, self.threads, self.table),
        };
        self.assign(registers, name, row, mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints() {
        use Constraint::{Number, Register, Tied};
        let read = |text: &str| read_constraints(text);
        assert_eq!(
            read("=r,=&l,0,b,n,~{memory}"),
            Some((vec![32, 64], vec![Tied(0), Register(1), Number]))
        );
        assert_eq!(read(""), Some((vec![], vec![])));
        for wrong in ["=*r,r", "=r|l,r", "r,=r", "=0", "x", "=r,^Yz"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
