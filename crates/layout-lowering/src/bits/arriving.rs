//! Registers that an instruction has been told to load and that are not there yet.
//!
//! Each byte on its way has a number of its own, as the bytes of the input have, so that all that moves
//! data moves it. What it is is known when the load has been waited for; until then it is undefined.

use super::bit::{MAX_SYMBOLS, SYMBOL, UNDEFINED_BYTE};

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
    pub fn byte(&self, number: u32) -> Option<u32> {
        let own = self.bytes.get(number.checked_sub(FIRST)? as usize)?;
        Some(if own.is_here { own.byte } else { UNDEFINED_BYTE })
    }
}
