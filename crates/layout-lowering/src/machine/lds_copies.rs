//! AMD's copies from global memory to LDS, and what waits for them, after LLVM's descriptions of the
//! intrinsics and those of the instruction sets.
//!
//! Up to gfx950 an instruction has one address in LDS for all lanes of a wave, that of the first one:
//! lane `i` writes `4 i` bytes behind it, or `16 i` if a lane copies more than 4 bytes. On gfx1250 each
//! lane has its own address.

use super::Machine;
use super::generic::{Arguments, Known};
use super::stop::Stop;
use crate::bits::{Mask, Row};

/// What knows when a copy has been done.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Counted {
    /// A counter of the wave's instructions.
    Instruction,
    /// Marks that stand behind several instructions.
    Mark,
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
    ) -> Result<Known, Stop> {
        if let Some(bits) = name.strip_prefix("global.load.async.to.lds.b") {
            let bytes = bits.parse::<u64>().ok().filter(|bits| bits % 8 == 0).map(|bits| bits / 8);
            let bytes = bytes.ok_or_else(|| arguments.unknown())?;
            // Which addresses an offset moves is not tried here: Triton writes none.
            if arguments.number(2)? != 0 {
                return Err(arguments.unknown());
            }
            let (to, from) = (arguments.row(1)?, arguments.row(0)?);
            let mask = self.reached(to, arguments.mask);
            let sizes = [bytes, 0].map(|own| vec![own; self.threads]);
            self.copy([to, from], [&sizes[0], &sizes[1]], &mask, arguments.place)?;
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
                let from = self.each_number(arguments.row(0)?, 64, offset, arguments)?;
                let to = self.of_first_lane(arguments.row(1)?, bytes, offset, arguments)?;
                let sizes = [bytes, 0].map(|own| vec![own; self.threads]);
                self.copy([&to, &from], [&sizes[0], &sizes[1]], arguments.mask, arguments.place)?;
                self.close(counted, arguments.mask);
                Ok(Some(None))
            }
            "raw.ptr.buffer.load.lds" | "raw.ptr.buffer.load.async.lds" => {
                let (bytes, offset) = (arguments.number(2)?, arguments.number(5)?);
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
                self.commit_copies();
                Ok(Some(None))
            }
            "wait.asyncmark" => {
                self.wait_for_copies(arguments.number(0)? as usize)?;
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
            self.commit_copies();
            self.copies.is_partial |= !mask.is_all();
        }
    }

    /// Waits until at most so many instructions are under way. How many a wave has issued of which it
    /// skipped some is not followed.
    fn wait_for_instructions(
        &mut self,
        left: usize,
        arguments: &Arguments<'_>,
    ) -> Result<Known, Stop> {
        if 0 < left && left < self.copies.groups.len() && self.copies.is_partial {
            let what = format!("{} for a part of what a branch copies", arguments.name);
            return Err(Stop::unknown(what, arguments.place.line));
        }
        self.wait_for_copies(left)?;
        self.copies.is_partial &= !self.copies.groups.is_empty();
        Ok(Some(None))
    }

    /// Numbers of the active threads with an offset.
    fn each_number(
        &self,
        row: &Row,
        width: u32,
        offset: u64,
        arguments: &Arguments<'_>,
    ) -> Result<Row, Stop> {
        let mut numbers = vec![0; self.threads];
        for thread in arguments.mask.threads() {
            let number = arguments.number_of("an offset", row, thread, self.table)?;
            numbers[thread] = number.wrapping_add(offset);
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
            let base = arguments.number_of("an offset", row, thread - lane + first, self.table)?;
            addresses[thread] = (base + offset + stride * lane as u64) & 0xffff_ffff;
        }
        Ok(Row::numbers(32, addresses))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
