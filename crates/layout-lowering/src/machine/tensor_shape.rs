//! The shapes of `tcgen05.ld` and `tcgen05.st`: which cells of tensor memory the registers of a warp are.
//!
//! Which lane and column a register is, [`CopyAtom`] says for each shape; `.pack::16b` and
//! `.unpack::16b` take two columns for a register, the lower half of each.

use layout_math::cute::CopyAtom;

/// A shape with its repetitions: `.16x64b.x4.pack::16b`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shape {
    /// The lanes of the memory, and the bits of each.
    tile: [i64; 2],
    repeats: i64,
    /// Two columns share a register.
    is_packed: bool,
    /// The second half of the threads has columns further on.
    pub is_split: bool,
}

/// A byte of tensor memory, by the lane and the column relative to where an instruction begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cell {
    pub lane: u64,
    pub column: u64,
    pub byte: u64,
}

impl Shape {
    /// The shape that the modifiers of an instruction name; nothing if there is none.
    pub fn read(modifiers: &[&str]) -> Option<Shape> {
        let tile = |name: &&str| {
            Some(match *name {
                "32x32b" => [32, 32],
                "16x32bx2" => [16, 32],
                "16x64b" => [16, 64],
                "16x128b" => [16, 128],
                "16x256b" => [16, 256],
                _ => return None,
            })
        };
        let tile = modifiers.iter().find_map(tile)?;
        let repeats = modifiers.iter().find_map(|own| own.strip_prefix('x')?.parse().ok())?;
        let is_packed = modifiers.iter().any(|own| matches!(*own, "pack::16b" | "unpack::16b"));
        let shape = Shape { tile, repeats, is_packed, is_split: tile == [16, 32] };
        CopyAtom::load_tensor_memory(tile, repeats, 32).map(|_| shape)
    }

    /// The shape with two columns in a register, or one.
    pub fn packed(self, is_packed: bool) -> Shape {
        Shape { is_packed, ..self }
    }

    /// True if half of each column that is stored to is not named.
    pub fn is_unpacked(&self) -> bool {
        self.is_packed
    }

    /// The registers of a thread.
    pub fn n_registers(&self) -> usize {
        let [lanes, bits] = self.tile;
        let halves = if self.is_split { 2 } else { 1 };
        (lanes * bits * halves / 1024 * self.repeats) as usize
    }

    /// Where each byte of each register is: those of register 0 of all threads, then those of register
    /// 1. The second half of a shape that has two begins so many columns further on.
    pub fn cells(&self, split: u64) -> Option<Vec<[Cell; 4]>> {
        let [_, bits] = self.tile;
        let atom = CopyAtom::load_tensor_memory(self.tile, self.repeats, 32)?;
        let half = u64::try_from(bits / 32 * self.repeats).ok()?;
        let width = if self.is_split { 2 * half } else { half };
        let mut cells = Vec::with_capacity(32 * self.n_registers());
        for place in 0..32 * self.n_registers() as i64 {
            let element = u64::try_from(atom.destination().offset(place)?).ok()?;
            let (lane, word) = (element / width, element % width);
            let (begin, word) = match self.is_split {
                true => (word / half * split, word % half),
                false => (0, word),
            };
            cells.push(std::array::from_fn(|byte| {
                let byte = byte as u64;
                match self.is_packed {
                    true => Cell { lane, column: begin + 2 * word + byte / 2, byte: byte % 2 },
                    false => Cell { lane, column: begin + word, byte },
                }
            }));
        }
        Some(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Option<Shape> {
        Shape::read(&text.split('.').collect::<Vec<_>>())
    }

    /// Of a register of a thread the lane and the column.
    fn places(text: &str, register: usize, thread: usize) -> Vec<(u64, u64)> {
        let cells = shape(text).expect("a shape").cells(40).expect("cells");
        let mut own: Vec<_> =
            cells[32 * register + thread].iter().map(|cell| (cell.lane, cell.column)).collect();
        own.dedup();
        own
    }

    #[test]
    fn what_there_is() {
        let registers = |text: &str| shape(text).map(|own| own.n_registers());
        assert_eq!(registers("32x32b.x128.b32"), Some(128));
        assert_eq!(registers("16x64b.x128.b32"), Some(128));
        assert_eq!(registers("16x128b.x64.b32"), Some(128));
        assert_eq!(registers("16x256b.x32.b32"), Some(128));
        assert_eq!(registers("16x32bx2.x4.pack::16b.b32"), Some(4));
        // More than 128 registers, and repetitions that are not a power of two.
        assert_eq!(registers("16x128b.x128.b32"), None);
        assert_eq!(registers("16x256b.x64.b32"), None);
        assert_eq!(registers("32x32b.x3.b32"), None);
        assert_eq!(registers("64x128b.x1.b32"), None);
        assert_eq!(registers("32x32b.b32"), None);
    }

    /// PTX, "Matrix fragments for shape ...", in the words of thread t and register r.
    #[test]
    fn fragments() {
        for thread in 0..32_u64 {
            let (group, member) = (thread / 4, thread % 4);
            for register in 0..4_u64 {
                let at = |text: &str| places(text, register as usize, thread as usize)[0];
                assert_eq!(at("32x32b.x4"), (thread, register));
                assert_eq!(
                    at("16x64b.x4"),
                    (group + 8 * (thread % 2), thread / 2 % 2 + 2 * register)
                );
                assert_eq!(
                    at("16x128b.x2"),
                    (group + 8 * (register % 2), member + 4 * (register / 2))
                );
                assert_eq!(
                    at("16x256b.x1"),
                    (group + 8 * (register / 2), 2 * member + register % 2)
                );
                assert_eq!(at("16x32bx2.x4"), (thread % 16, register + 40 * (thread / 16)));
            }
        }
    }

    #[test]
    fn two_columns_in_a_register() {
        assert_eq!(places("32x32b.x2.pack::16b", 1, 5), [(5, 2), (5, 3)]);
        assert_eq!(places("16x256b.x1.unpack::16b", 1, 5), [(1, 6), (1, 7)]);
        // Half of the threads are 40 columns further on, whatever is packed.
        assert_eq!(places("16x32bx2.x2.pack::16b", 1, 17), [(1, 42), (1, 43)]);
        let cells = shape("32x32b.x1.pack::16b").and_then(|own| own.cells(0)).expect("cells");
        assert_eq!(cells[0].map(|cell| cell.byte), [0, 1, 0, 1]);
    }
}
