//! NVIDIA's `cp.async`, as intrinsics and as PTX.

use super::Machine;
use super::access::Space;
use super::generic::Arguments;
use super::ptx::Operand;
use super::registers::Registers;
use super::stop::{SourceLines, Stop};
use crate::bits::{Mask, Row};

/// How a copy is cached; without the first level only copies of 16 bytes are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Caching {
    AllLevels,
    Global,
}

impl Caching {
    fn from_name(name: &str) -> Option<Self> {
        match name {
            "ca" => Some(Caching::AllLevels),
            "cg" => Some(Caching::Global),
            _ => None,
        }
    }
}

/// What says how many of the bytes are read; the others are 0.
pub(super) enum Reads {
    All,
    /// So many.
    Bytes(Row),
    /// None where it holds.
    Unless(Row),
}

/// `ca.shared.global.16.s`: the caching, the bytes, and whether an operand says how many are read.
pub(super) fn of_intrinsic(name: &str) -> Option<(Caching, u64, bool)> {
    let (caching, rest) = name.split_once('.')?;
    let size = rest.strip_prefix("shared.global.")?;
    let (size, has_count) = match size.strip_suffix(".s") {
        Some(size) => (size, true),
        None => (size, false),
    };
    Some((Caching::from_name(caching)?, size.parse().ok()?, has_count))
}

impl Machine<'_> {
    pub(super) fn copy_statement(
        &mut self,
        modifiers: &[&str],
        operands: &[Operand<'_>],
        registers: &mut Registers,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Option<()>, Stop> {
        let number = |operand: &Operand<'_>| match operand {
            Operand::Plain(text) => registers.read_exactly(text, 32).and_then(|row| row.as_same()),
            _ => None,
        };
        match (modifiers, operands) {
            (["async", "commit_group"], []) => self.commit_copies(mask, place)?,
            (["async", "wait_group"], [left]) => {
                let Some(left) = number(left) else { return Ok(None) };
                self.wait_for_copies(left as usize, mask)?;
            }
            (["async", "wait_all"], []) => {
                self.commit_copies(mask, place)?;
                self.wait_for_copies(0, mask)?;
            }
            (
                ["async", caching, "shared" | "shared::cta", "global", hints @ ..],
                [
                    Operand::Address { base: to, offset: a },
                    Operand::Address { base: from, offset: b },
                    size,
                    more @ ..,
                ],
            ) => {
                let has_policy = match hints {
                    [] | ["L2::64B" | "L2::128B" | "L2::256B"] => false,
                    ["L2::cache_hint"]
                    | ["L2::cache_hint", "L2::64B" | "L2::128B" | "L2::256B"] => true,
                    _ => return Ok(None),
                };
                let more = match (has_policy, more) {
                    (true, [rest @ .., Operand::Plain(policy)])
                        if registers.width(policy) == Some(64) =>
                    {
                        rest
                    }
                    (false, _) => more,
                    _ => return Ok(None),
                };
                let reads = match more {
                    [] => Reads::All,
                    [Operand::Plain(text)] => match registers.width(text) {
                        Some(1) => registers.read_exactly(text, 1).map(Reads::Unless),
                        _ => registers.read_exactly(text, 32).map(Reads::Bytes),
                    }
                    .unwrap_or(Reads::All),
                    _ => return Ok(None),
                };
                if matches!((&reads, more), (Reads::All, [_])) {
                    return Ok(None);
                }
                let (to, from) = (registers.address(to), registers.address(from));
                let (Some(to), Some(from), Some(size), Some(caching)) =
                    (to, from, number(size), Caching::from_name(caching))
                else {
                    return Ok(None);
                };
                let (to, from) = (self.moved(&to, *a), self.moved(&from, *b));
                let arguments = self.of_assembly(mask, place);
                self.async_copy([&to, &from], (caching, size), &reads, &arguments)?;
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }

    /// Issues a copy of so many bytes by each thread.
    pub(super) fn async_copy(
        &mut self,
        [to, from]: [&Row; 2],
        (caching, size): (Caching, u64),
        reads: &Reads,
        arguments: &Arguments<'_>,
    ) -> Result<(), Stop> {
        let (mask, place) = (arguments.mask, arguments.place);
        let (name, sizes) = match caching {
            Caching::AllLevels => ("ca", "4, 8 or 16"),
            Caching::Global => ("cg", "16"),
        };
        if !matches!((caching, size), (_, 16) | (Caching::AllLevels, 4 | 8)) {
            let what = format!("cp.async.{name} of {size} bytes, not {sizes}");
            return Err(Stop::fault(None, what, place));
        }
        let mut bytes = [vec![0; self.threads], vec![0; self.threads]];
        for thread in mask.threads() {
            let read = match reads {
                Reads::All => size,
                Reads::Bytes(row) => {
                    arguments.number_of("the size of a copy", row, thread, self.table)?
                }
                Reads::Unless(row) => {
                    let name = "what says that a copy reads nothing";
                    size * (1 - arguments.number_of(name, row, thread, self.table)?)
                }
            };
            if size < read {
                let what = format!("a copy of {size} bytes reads {read}");
                return Err(Stop::fault(Some(thread), what, place));
            }
            (bytes[0][thread], bytes[1][thread]) = (read, size - read);
        }
        let (reading, _) = mask.split(|thread| 0 < bytes[0][thread]);
        self.addresses_in(Space::Shared, to, size, mask, place)?;
        self.addresses_in(Space::Global, from, size, &reading, place)?;
        self.copy([to, from], [&bytes[0], &bytes[1]], mask, place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_intrinsics() {
        assert_eq!(of_intrinsic("ca.shared.global.4.s"), Some((Caching::AllLevels, 4, true)));
        assert_eq!(of_intrinsic("cg.shared.global.16"), Some((Caching::Global, 16, false)));
        for wrong in ["cx.shared.global.4", "ca.global.shared.4", "ca.shared.global.4.t", "bulk"] {
            assert_eq!(of_intrinsic(wrong), None, "{wrong}");
        }
    }
}
