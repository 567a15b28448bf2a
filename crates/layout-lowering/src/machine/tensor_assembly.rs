//! `tcgen05` as inline assembly.

use super::Machine;
use super::ptx::Operand;
use super::registers::Registers;
use super::stop::{SourceLines, Stop};
use super::tensor_memory::Name;
use super::tensor_shape::Shape;
use crate::bits::{Mask, Row};

impl Machine<'_> {
    /// Executes a statement that begins with `tcgen05`; nothing if it is not known.
    pub(super) fn tensor_statement(
        &mut self,
        modifiers: &[&str],
        operands: &[Operand<'_>],
        registers: &mut Registers,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Option<()>, Stop> {
        if let Some(name) = Name::of_ptx(modifiers) {
            let mut rows = Vec::new();
            for operand in operands {
                let Some(row) = self.tensor_operand(operand, registers) else { return Ok(None) };
                rows.push(row);
            }
            let rows: Vec<&Row> = rows.iter().collect();
            self.tensor_operation(&name, &rows, &self.of_assembly(mask, place))?;
            return Ok(Some(()));
        }
        let Some(shape) = Shape::read(modifiers) else { return Ok(None) };
        let is_load = modifiers.first() == Some(&"ld");
        let (vector, address, rest) = match (is_load, operands) {
            (true, [vector, address, rest @ ..]) => (vector, address, rest),
            (false, [address, rest @ .., vector]) if modifiers.first() == Some(&"st") => {
                (vector, address, rest)
            }
            _ => return Ok(None),
        };
        let Some(address) = self.tensor_operand(address, registers) else { return Ok(None) };
        let split = match (shape.is_split, rest) {
            (false, []) => 0,
            (true, [Operand::Plain(text)]) => {
                let number = registers.read_exactly(text, 32).and_then(|row| row.as_same());
                let Some(number) = number else { return Ok(None) };
                number
            }
            _ => return Ok(None),
        };
        let names = vector.names();
        if names.len() != shape.n_registers() {
            return Ok(None);
        }
        if is_load {
            let rows = self.tensor_load(shape, &address, split, mask, place)?;
            for (name, row) in names.iter().zip(rows) {
                if self.assign(registers, name, row, mask).is_none() {
                    return Ok(None);
                }
            }
            return Ok(Some(()));
        }
        let mut rows = Vec::new();
        for name in names {
            let Some(row) = registers.read_exactly(name, 32) else { return Ok(None) };
            rows.push(row);
        }
        let rows: Vec<&Row> = rows.iter().collect();
        self.tensor_store(shape, &address, split, &rows, mask, place)?;
        Ok(Some(()))
    }

    /// A register, a number or an address.
    fn tensor_operand(&mut self, operand: &Operand<'_>, registers: &Registers) -> Option<Row> {
        match operand {
            Operand::Plain(text) => registers.read_exactly(text, 32),
            Operand::Address { base, offset } => {
                let base = registers.address(base)?;
                Some(self.moved(&base, *offset))
            }
            Operand::Vector(_) => None,
        }
    }
}
