//! AMD's copies from global memory to LDS, and what waits for them, after LLVM's descriptions of the
//! intrinsics and those of the instruction sets.
//!
//! Up to gfx950 an instruction has one address in LDS for all lanes of a wave, that of the first one:
//! lane `i` writes `4 i` bytes behind it, or `16 i` if a lane copies more than 4 bytes. On gfx1250 each
//! lane has its own address. The offset of an instruction is added to both addresses; that of gfx1250 has
//! 24 bits, one of them a sign ("CDNA5", section 10.8.1).

use super::Machine;
use super::access::Space;
use super::generic::{Arguments, Intrinsic};
use super::stop::Stop;
use crate::bits::{Mask, Row, low_bits};
use crate::llvm::Memories;

/// What knows when a copy has been done.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Counted {
    /// A counter of the wave's instructions.
    Instruction,
    /// Marks that stand behind several instructions.
    Mark,
}

/// What the operands are, for messages.
const GLOBAL: &str = "an address in global memory";
const LDS: &str = "an address in LDS";

/// The offsets that an instruction of gfx1250 can have.
const OFFSETS: std::ops::Range<i32> = -(1 << 23)..1 << 23;

/// Intrinsics that copy to LDS or wait for that.
fn is_known(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "asyncmark",
        "global.load.async.lds",
        "global.load.lds",
        "raw.ptr.buffer.load.async.lds",
        "raw.ptr.buffer.load.lds",
        "s.wait.asynccnt",
        "s.waitcnt",
        "wait.asyncmark",
    ];
    name.starts_with("global.load.async.to.lds.b") || NAMES.contains(&name)
}

/// What `s_waitcnt` of gfx9 leaves under way of the instructions on vector memory.
fn vector_count(immediate: u64) -> usize {
    (immediate & 15 | immediate >> 14 << 4) as usize & 63
}

impl Machine<'_> {
    /// A copy to LDS, or a wait for some; nothing for other intrinsics.
    pub(super) fn lds_copy(
        &mut self,
        name: &str,
        arguments: &Arguments<'_>,
    ) -> Result<Intrinsic, Stop> {
        if arguments.mask.is_empty() && is_known(name) {
            return Ok(Some(None));
        }
        if let Some(bits) = name.strip_prefix("global.load.async.to.lds.b") {
            let bytes = bits.parse::<u64>().ok().filter(|bits| bits % 8 == 0).map(|bits| bits / 8);
            let bytes = bytes.ok_or_else(|| arguments.unknown())?;
            let offset = arguments.number(2)? as u32 as i32;
            if !OFFSETS.contains(&offset) {
                let what = format!("the offset is {offset}, of which an instruction has 24 bits");
                return Err(Stop::fault(None, what, arguments.place));
            }
            let mask = self.reached(Space::Shared, arguments.row(1)?, arguments.mask);
            let moved = |at: usize, width, name| {
                let offset = i64::from(offset) as u64;
                self.each_number(name, arguments.row(at)?, width, offset, &mask, arguments)
            };
            let (to, from) = (moved(1, 32, LDS)?, moved(0, 64, GLOBAL)?);
            let mask = self.reached(Space::Shared, &to, &mask);
            let sizes = [bytes, 0].map(|own| vec![own; self.threads]);
            self.copy([&to, &from], [&sizes[0], &sizes[1]], &mask, arguments.place)?;
            // The instruction counts whatever its lanes do.
            self.close(Counted::Instruction, arguments.mask);
            return Ok(Some(None));
        }
        let counted = match name.contains(".async.") {
            true => Counted::Mark,
            false => Counted::Instruction,
        };
        match name {
            "global.load.lds" | "global.load.async.lds" => {
                let (bytes, offset) = (arguments.number(2)?, arguments.number(3)?);
                let from = self.each_number(
                    GLOBAL,
                    arguments.row(0)?,
                    64,
                    offset,
                    arguments.mask,
                    arguments,
                )?;
                let to = self.of_first_lane(arguments.row(1)?, bytes, offset, arguments)?;
                let sizes = [bytes, 0].map(|own| vec![own; self.threads]);
                self.copy([&to, &from], [&sizes[0], &sizes[1]], arguments.mask, arguments.place)?;
                self.close(counted, arguments.mask);
                Ok(Some(None))
            }
            "raw.ptr.buffer.load.lds" | "raw.ptr.buffer.load.async.lds" => {
                let (bytes, offset) = (arguments.number(2)?, arguments.number(5)?);
                self.check_cache(arguments.number(6)?, arguments)?;
                let rows = [arguments.row(0)?, arguments.row(3)?, arguments.row(4)?];
                let (from, inside, outside) = self.in_buffer(rows, offset, bytes, arguments)?;
                let to = self.of_first_lane(arguments.row(1)?, bytes, offset, arguments)?;
                for (mask, sizes) in [(&inside, [bytes, 0]), (&outside, [0, bytes])] {
                    let sizes = sizes.map(|own| vec![own; self.threads]);
                    self.copy([&to, &from], [&sizes[0], &sizes[1]], mask, arguments.place)?;
                }
                self.close(counted, arguments.mask);
                Ok(Some(None))
            }
            "asyncmark" => {
                self.commit_copies(arguments.mask, arguments.place)?;
                Ok(Some(None))
            }
            "wait.asyncmark" => {
                self.wait_for_copies(arguments.number(0)? as usize, arguments.mask)?;
                Ok(Some(None))
            }
            "s.wait.asynccnt" => {
                self.wait_for_instructions(arguments.number(0)? as usize, arguments)
            }
            "s.waitcnt" => {
                self.wait_for_instructions(vector_count(arguments.number(0)?), arguments)
            }
            _ => Ok(None),
        }
    }

    fn close(&mut self, counted: Counted, mask: &Mask) {
        if counted == Counted::Instruction {
            self.close_group();
            self.copies.is_partial |= !mask.is_all();
        }
    }

    /// Waits until at most so many instructions are under way. How many a wave has issued of which it
    /// skipped some is not followed.
    fn wait_for_instructions(
        &mut self,
        left: usize,
        arguments: &Arguments<'_>,
    ) -> Result<Intrinsic, Stop> {
        if 0 < left && left < self.copies.groups.len() && self.copies.is_partial {
            let what = format!("{} for a part of what a branch copies", arguments.name);
            return Err(Stop::unknown(what, arguments.place.line));
        }
        self.wait_for_copies(left, arguments.mask)?;
        // The hardware waits, and LLVM puts no access in an order with that.
        self.memory.phases.release_otherwise(Memories { global: false, shared: true });
        self.copies.is_partial &= !self.copies.groups.is_empty();
        Ok(Some(None))
    }

    /// Numbers of active threads, of a name for messages, with an offset.
    fn each_number(
        &self,
        name: &str,
        row: &Row,
        width: u32,
        offset: u64,
        mask: &Mask,
        arguments: &Arguments<'_>,
    ) -> Result<Row, Stop> {
        let mut numbers = vec![0; self.threads];
        for thread in mask.threads() {
            let number = arguments.number_of(name, row, thread, self.table)?;
            numbers[thread] = number.wrapping_add(offset) & low_bits(width);
        }
        Ok(Row::numbers(width, numbers))
    }

    /// Where in LDS each lane writes.
    fn of_first_lane(
        &self,
        row: &Row,
        bytes: u64,
        offset: u64,
        arguments: &Arguments<'_>,
    ) -> Result<Row, Stop> {
        let stride = match bytes {
            1 | 2 | 4 => 4,
            12 | 16 => 16,
            _ => {
                let what = format!("a lane copies {bytes} bytes, not 1, 2, 4, 12 or 16");
                return Err(Stop::fault(None, what, arguments.place));
            }
        };
        let mut addresses = vec![0; self.threads];
        for thread in arguments.mask.threads() {
            let lane = thread % self.lanes;
            let first = self.first_lane(thread, arguments.mask).unwrap_or(lane);
            let base = arguments.number_of(LDS, row, thread - lane + first, self.table)?;
            addresses[thread] = (base + offset + stride * lane as u64) & 0xffff_ffff;
        }
        Ok(Row::numbers(32, addresses))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the operands are.
    #[test]
    fn nobody_executes_it() {
        use crate::bits::Table;
        use crate::llvm::{Module, Type};
        use crate::machine::stop::SourceLines;
        use crate::machine::{Value, Vendor};

        let (module, mut table) = (Module::default(), Table::new());
        let mut machine = Machine::new(&module, Vendor::Amd, 1, 32, &mut table);
        let mask = Mask::all(32).split(|_| false).0;
        for name in [
            "global.load.async.to.lds.b32",
            "global.load.async.lds",
            "global.load.lds",
            "raw.ptr.buffer.load.async.lds",
            "raw.ptr.buffer.load.lds",
            "asyncmark",
            "wait.asyncmark",
            "s.wait.asynccnt",
            "s.waitcnt",
        ] {
            let values = vec![Value::Row(Row::undefined(32)); 6];
            let (values, kind, place) = (&values[..], &Type::Void, SourceLines::default());
            let arguments = Arguments { name, values, kind, mask: &mask, place };
            assert!(matches!(machine.lds_copy(name, &arguments), Ok(Some(None))), "{name}");
        }
        assert!(machine.copies.groups.is_empty());
    }

    #[test]
    fn what_a_wait_leaves() {
        // vmcnt has bits 0 to 3, 14 and 15; expcnt bits 4 to 6, lgkmcnt bits 8 to 11.
        assert_eq!(vector_count(0), 0);
        assert_eq!(vector_count(0x0f70), 0);
        assert_eq!(vector_count(0x0f73), 3);
        assert_eq!(vector_count(0x4f71), 17);
        // Only LDS is waited for.
        assert_eq!(vector_count(0xc07f), 63);
    }
}
