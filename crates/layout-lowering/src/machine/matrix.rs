//! `ldmatrix` and `stmatrix`: the threads of a warp move matrices of 8 rows of 16 bytes.
//!
//! Row `r` of matrix `m` is at the address of lane `8m + r`. In the registers lane `4r + c` has bytes
//! `4c` to `4c + 3` of row `r` of each matrix; transposed, elements `(2c, r)` and `(2c + 1, r)`. The
//! transposed form of bytes has matrices of 16 rows of 16 bytes, and two registers for each: elements
//! `(4c, r)` to `(4c + 3, r)`, and the same with `r + 8`.

use super::Machine;
use super::access::Space;
use super::stop::{SourceLines, Stop};
use crate::bits::{Mask, Row, UNDEFINED_BYTE};

/// A form of the instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Form {
    matrices: usize,
    rows: usize,
    element_bytes: usize,
    is_transposed: bool,
}

impl Form {
    /// Reads `m8n8.x4.trans.b16` and the like, with the address space behind or not.
    fn read(text: &str) -> Option<Form> {
        let parts: Vec<&str> = text.split('.').collect();
        let has = |part: &str| parts.contains(&part);
        let count = parts.iter().find_map(|part| part.strip_prefix('x')?.parse().ok())?;
        let is_transposed = has("trans");
        let form = match (has("m8n8"), has("m16n16")) {
            (true, _) if has("b16") => {
                Form { matrices: count, rows: 8, element_bytes: 2, is_transposed }
            }
            (_, true) if has("b8") && is_transposed => {
                Form { matrices: count, rows: 16, element_bytes: 1, is_transposed }
            }
            _ => return None,
        };
        (matches!(count, 1 | 2 | 4) && form.matrices * form.rows <= 32).then_some(form)
    }

    fn registers(&self) -> usize {
        self.matrices * self.rows / 8
    }

    /// The row and the byte in it that a byte of a register of a lane is, with the matrix.
    fn place(&self, register: usize, lane: usize, byte: usize) -> (usize, usize, usize) {
        let per_matrix = self.rows / 8;
        let (matrix, half) = (register / per_matrix, register % per_matrix);
        let (major, minor) = (lane / 4 + 8 * half, 4 * (lane % 4) + byte);
        match self.is_transposed {
            false => (matrix, major, minor),
            true => {
                let (element, part) = match self.element_bytes {
                    2 => (2 * (lane % 4) + byte / 2, byte % 2),
                    _ => (minor, 0),
                };
                (matrix, element, major * self.element_bytes + part)
            }
        }
    }
}

impl Machine<'_> {
    /// The address of each row of each warp.
    fn row_addresses(
        &self,
        form: Form,
        address: &Row,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Vec<u64>, Stop> {
        let (lanes, n_rows) = (self.lanes, form.matrices * form.rows);
        let (used, _) = mask.split(|thread| thread % lanes < n_rows);
        for thread in mask.threads() {
            let warp = thread / lanes * lanes;
            if (warp..warp + lanes).any(|thread| !mask.has(thread)) {
                return Err(Stop::unknown("a matrix that a part of a warp moves", place.line));
            }
        }
        self.addresses_in(Space::Shared, address, 16, &used, place)
    }

    pub(super) fn ldmatrix(
        &mut self,
        form: &str,
        address: &Row,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Vec<Row>, Stop> {
        let unknown = || Stop::unknown(format!("ldmatrix.{form}"), place.line);
        let form = Form::read(form).ok_or_else(unknown)?;
        let addresses = self.row_addresses(form, address, mask, place)?;
        let mut results = Vec::with_capacity(form.registers());
        for register in 0..form.registers() {
            let mut bytes = vec![UNDEFINED_BYTE; self.threads * 4];
            for thread in mask.threads() {
                let (warp, lane) = (thread / self.lanes * self.lanes, thread % self.lanes);
                for byte in 0..4 {
                    let (matrix, row, at) = form.place(register, lane, byte);
                    let address = addresses[warp + matrix * form.rows + row] + at as u64;
                    let read = self.memory.read(address, thread, place);
                    bytes[thread * 4 + byte] = read.map_err(Stop::Fault)?;
                }
            }
            results.push(Row::bytes(32, bytes));
        }
        Ok(results)
    }

    pub(super) fn stmatrix(
        &mut self,
        form: &str,
        address: &Row,
        registers: &[&Row],
        mask: &Mask,
        place: SourceLines,
    ) -> Result<(), Stop> {
        let unknown = || Stop::unknown(format!("stmatrix.{form}"), place.line);
        let form = Form::read(form).filter(|form| form.rows == 8).ok_or_else(unknown)?;
        if registers.len() != form.registers() {
            return Err(unknown());
        }
        let addresses = self.row_addresses(form, address, mask, place)?;
        for (number, register) in registers.iter().enumerate() {
            for thread in mask.threads() {
                let (warp, lane) = (thread / self.lanes * self.lanes, thread % self.lanes);
                for byte in 0..4 {
                    let (matrix, row, at) = form.place(number, lane, byte);
                    let address = addresses[warp + matrix * form.rows + row] + at as u64;
                    let value = register.byte(thread, byte);
                    let written = self.memory.write(address, value, thread, place);
                    written.map_err(Stop::Fault)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        let form = Form::read("m8n8.x4.trans.b16.p3");
        let expected = Form { matrices: 4, rows: 8, element_bytes: 2, is_transposed: true };
        assert_eq!(form, Some(expected));
        assert_eq!(Form::read("m16n16.x2.trans.b8.p3").map(|form| form.registers()), Some(4));
        assert_eq!(Form::read("m16n16.x4.trans.b8"), None);
        assert_eq!(Form::read("m8n8.x3.b16"), None);
        assert_eq!(Form::read("m8n16.x1.b8x16.b6x16_p32"), None);
    }

    #[test]
    fn fragments() {
        // Lane 6 has bytes 8 to 11 of row 1, which are elements (1,4) and (1,5).
        let plain = Form::read("m8n8.x2.b16").expect("a form");
        assert_eq!((plain.place(0, 6, 0), plain.place(1, 6, 3)), ((0, 1, 8), (1, 1, 11)));
        // Transposed these are elements (4,1) and (5,1).
        let transposed = Form::read("m8n8.x2.trans.b16").expect("a form");
        assert_eq!((transposed.place(0, 6, 0), transposed.place(0, 6, 3)), ((0, 4, 2), (0, 5, 3)));
        // Of bytes elements (8,1) to (11,1), then (8,9) to (11,9).
        let bytes = Form::read("m16n16.x2.trans.b8").expect("a form");
        assert_eq!((bytes.place(0, 6, 0), bytes.place(1, 6, 3)), ((0, 8, 1), (0, 11, 9)));
        assert_eq!(bytes.place(2, 0, 0), (1, 0, 0));
    }
}
