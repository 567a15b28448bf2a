//! What arguments that are pointers point to: memory that both sides read and write.

use layout_kernels::triton::{Argument, Type};

use super::compare::{self, Comparison, Mismatch};
use super::setup::{Ended, GLOBAL_LENGTH};
use crate::bits::{Contents, Inputs, Row, has_no_value};
use crate::llvm;
use crate::machine::{self, Access, Initial, Machine, Memory};
use crate::spec;

/// The low half of where what is pointed to begins: no address in shared memory, to which a pointer that
/// is cut would point.
const LOW_BITS: u64 = 0x3000_0000;

/// What an argument points to.
pub(super) struct Pointed {
    name: String,
    base: u64,
    first: u32,
}

/// Which bytes of a memory were touched, by their offsets.
struct Touched {
    read: Vec<bool>,
    written: Vec<bool>,
}

impl Touched {
    fn new(accesses: &[Access]) -> Self {
        let length = accesses.last().map_or(0, |access| access.offset as usize + 1);
        let mut own = Touched { read: vec![false; length], written: vec![false; length] };
        for access in accesses {
            let bytes = if access.is_write { &mut own.written } else { &mut own.read };
            bytes[access.offset as usize] = true;
        }
        own
    }

    fn is_in(bytes: &[bool], offset: u64) -> bool {
        bytes.get(offset as usize) == Some(&true)
    }
}

/// How the memory of all pointers compares.
#[derive(Default)]
pub(super) struct Compared {
    pub is_lost: bool,
    /// Some byte is written.
    pub is_written: bool,
    /// Some byte that is written has a bit that the TTGIR defines.
    pub is_defined: bool,
}

impl Pointed {
    /// That of the argument of a number, if both sides take it for a pointer.
    pub fn new(
        number: usize,
        argument: &Argument,
        kind: Option<&llvm::Type>,
        inputs: &mut Inputs,
    ) -> Result<Option<Self>, Ended> {
        let is_pointer =
            matches!(&argument.kind, Type::Other { name, .. } if name.ends_with("ptr"));
        if !is_pointer || !matches!(kind, Some(llvm::Type::Pointer(0 | 1))) {
            return Ok(None);
        }
        let name = format!("%{}", argument.name);
        let too_many = || Ended::Unsupported("too many pointers".to_owned());
        let first = inputs.memory(&name, GLOBAL_LENGTH).ok_or_else(too_many)?;
        // No more is promised than what the TTGIR says, and nothing of the next bit.
        let divisibility = argument.attribute("tt.divisibility").and_then(|own| own.as_integer());
        let alignment = divisibility.and_then(|own| u64::try_from(own).ok()).unwrap_or(8);
        let alignment = 1 << alignment.max(8).trailing_zeros().min(16);
        Ok(Some(Pointed { name, base: ((number as u64 + 1) << 40) + LOW_BITS + alignment, first }))
    }

    /// Puts it into the memory of the TTGIR; the argument.
    pub fn in_spec(&self, memory: &mut Memory, contents: Contents) -> spec::Value {
        self.add_to(memory, contents);
        spec::Value::number(64, self.base)
    }

    /// Puts it into the memory of the code; the argument.
    pub fn in_code(&self, machine: &mut Machine<'_>, contents: Contents) -> machine::Value {
        self.add_to(&mut machine.memory, contents);
        machine::Value::Row(Row::same(64, self.base))
    }

    fn add_to(&self, memory: &mut Memory, contents: Contents) {
        let initial = Initial::Input(contents, self.first);
        memory.add(&self.name, self.base, GLOBAL_LENGTH.into(), initial);
    }

    /// Compares what is there when both sides have ended, and which bytes they touched. The memory is what
    /// the TTGIR leaves behind.
    pub fn compare(
        &self,
        left: &mut Memory,
        machine: &mut Machine<'_>,
        inputs: &Inputs,
        compared: &mut Compared,
    ) -> Result<(), Ended> {
        let accesses = machine.memory.accessed(&self.name);
        let (before, after) = (Touched::new(&left.accessed(&self.name)), Touched::new(&accesses));
        self.check_accesses(&accesses, &before)?;
        for offset in 0..before.written.len().max(after.written.len()) as u64 {
            let is_written = |own: &Touched| Touched::is_in(&own.written, offset);
            if !is_written(&before) && !is_written(&after) {
                continue;
            }
            compared.is_written = true;
            let address = self.base + offset;
            let before = left.result(address).unwrap_or_default().0;
            let (after, line) = machine.memory.result(address).unwrap_or_default();
            compared.is_defined |= !machine.table.bits(before).into_iter().any(has_no_value);
            match compare::compare(&[before], &[after], machine.table) {
                Comparison::Equal => {}
                Comparison::Lost => compared.is_lost = true,
                Comparison::Different => {
                    let written = compare::written(line);
                    let at = format!("byte {offset} of {}, {written}", self.name);
                    let mismatch =
                        compare::mismatch(at, &[before], &[after], inputs, machine.table);
                    return Err(Ended::Different(mismatch));
                }
            }
        }
        Ok(())
    }

    /// The code may touch what the TTGIR touches alone: what is behind a mask need not be there.
    fn check_accesses(&self, accesses: &[Access], before: &Touched) -> Result<(), Ended> {
        for access in accesses {
            let may = if access.is_write { &before.written } else { &before.read };
            if !Touched::is_in(may, access.offset) {
                let what = if access.is_write { "written" } else { "read" };
                return Err(Ended::Different(Mismatch {
                    at: format!("byte {} of {}, line {}", access.offset, self.name, access.line),
                    before: format!("a byte that is not {what}"),
                    after: format!("one that is {what}"),
                }));
            }
        }
        Ok(())
    }
}
