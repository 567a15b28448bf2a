//! Registers that an instruction has been told to load and that are not there yet.
//!
//! Each byte on its way has a number of its own, as the bytes of the input have, so that all that moves
//! data moves it. What it is is known when the load has been waited for; until then it is undefined.

use super::bit::{Bit, MAX_SYMBOLS, SYMBOL, UNDEFINED, UNDEFINED_BYTE, not, variable_of};
use super::table::Table;

/// The first number of such bytes: those of the input and of combinations are below.
pub(super) const FIRST: u32 = 2 * MAX_SYMBOLS - 1 - COUNT;
/// So many may be met in one execution.
const COUNT: u32 = 1 << 24;

/// The bytes on their way, in the order in which they were asked for.
#[derive(Debug, Default)]
pub(crate) struct Arriving {
    bytes: Vec<Byte>,
    /// Those that nobody has waited for.
    open: Vec<u32>,
}

#[derive(Debug)]
struct Byte {
    thread: u32,
    byte: u32,
    is_here: bool,
}

impl Arriving {
    /// The number of a byte that a thread is going to have; nothing if there are too many.
    pub fn add(&mut self, thread: usize, byte: u32) -> Option<u32> {
        let number = u32::try_from(self.bytes.len()).ok().filter(|&own| own < COUNT)?;
        self.bytes.push(Byte { thread: thread as u32, byte, is_here: false });
        self.open.push(number);
        Some(SYMBOL | (FIRST + number))
    }

    /// Threads wait for what they have asked for.
    pub fn wait(&mut self, is_waiting: impl Fn(usize) -> bool) {
        let bytes = &mut self.bytes;
        self.open.retain(|&number| {
            let own = &mut bytes[number as usize];
            own.is_here = is_waiting(own.thread as usize);
            !own.is_here
        });
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// What the byte of a number is, if it is one of these.
    fn byte(&self, number: u32) -> Option<u32> {
        let own = self.bytes.get(number.checked_sub(FIRST)? as usize)?;
        Some(if own.is_here { own.byte } else { UNDEFINED_BYTE })
    }
}

impl Table {
    /// The byte with what has arrived in its place; what has not is undefined.
    pub fn arrived(&mut self, byte: u32) -> u32 {
        if byte & SYMBOL != 0 {
            return self.arriving.byte(byte ^ SYMBOL).unwrap_or(byte);
        }
        if byte <= UNDEFINED_BYTE {
            return byte;
        }
        let bits = self.bits(byte);
        let arrived = bits.map(|bit| self.arrived_bit(bit));
        if arrived == bits { byte } else { self.byte(arrived) }
    }

    fn arrived_bit(&self, bit: Bit) -> Bit {
        let Some((number, is_opposite)) = variable_of(bit) else { return bit };
        match self.arriving.byte(number / 8) {
            Some(UNDEFINED_BYTE) => UNDEFINED,
            Some(byte) => {
                let own = self.bits(byte)[number as usize % 8];
                if is_opposite { not(own) } else { own }
            }
            None => bit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Contents;
    use super::*;

    #[test]
    fn what_is_not_waited_for_is_undefined() {
        let mut table = Table::new();
        let real = Contents::Symbols.byte(7);
        let [mine, other] = [3, 4].map(|thread| table.arriving.add(thread, real).expect("room"));
        let mut half = table.bits(mine);
        half[..4].fill(0);
        half[4] ^= 1;
        let half = table.byte(half);
        assert_eq!((table.arrived(mine), table.arrived(real)), (UNDEFINED_BYTE, real));
        assert_eq!(table.arrived(half), table.byte([0, 0, 0, 0, 2, 2, 2, 2]));
        table.arriving.wait(|thread| thread == 3);
        assert_eq!((table.arrived(mine), table.arrived(other)), (real, UNDEFINED_BYTE));
        let mut expected = table.bits(real);
        expected[..4].fill(0);
        expected[4] ^= 1;
        assert_eq!(table.arrived(half), table.byte(expected));
    }
}
