//! Copies by a whole warp: matrices in shared memory, and the tensor memory of Blackwell.

use super::copy_atom::CopyAtom;
use super::layout::Layout;
use super::recast::recast;

/// Matrices that a warp moves at once between shared memory, where each of their rows is 16 bytes,
/// and registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matrices {
    pub shape: MatrixShape,
    /// How many there are.
    pub count: i64,
    /// True if a thread has elements of a column instead of a row.
    pub is_transposed: bool,
}

/// The shape of one matrix, as PTX names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatrixShape {
    /// 8 rows of 8 elements of 16 bits.
    M8x8,
    /// 8 rows of 16 elements of 8 bits, which `m16n8` names by their columns.
    M16x8,
    /// 16 rows of 16 elements of 8 bits.
    M16x16,
}

impl Matrices {
    /// So many matrices of 8 rows of 8 elements, not transposed.
    pub fn rows(count: i64) -> Self {
        Matrices { shape: MatrixShape::M8x8, count, is_transposed: false }
    }

    /// From (thread, bit) to the number of the bit in the rows that the threads point to, and that of
    /// the bit in the registers of the threads.
    fn in_bits(self) -> Option<[String; 2]> {
        let Matrices { shape, count, is_transposed } = self;
        // The counts that have registers leave 8, 16 or 32 rows.
        let rows = |rows: i64| match rows {
            32 => "(32,128):(128,1)".to_owned(),
            _ => format!("(({rows},{}),128):((128,0),1)", 32 / rows),
        };
        // The mode of the matrices, if there is more than one.
        let of = |extents: &str, strides: &str, step: i64| match count {
            1 => format!("({extents}):({strides})"),
            _ => format!("({extents},{count}):({strides},{step})"),
        };
        let join = |thread: [&str; 2], value: String| {
            let (extents, strides) = value.split_once(':')?;
            Some(format!("({},{extents}):({},{strides})", thread[0], thread[1]))
        };
        let registers = match (shape, is_transposed, count) {
            (MatrixShape::M8x8, false, 1) => "(32,32):(32,1)".to_owned(),
            (MatrixShape::M8x8, false, 2 | 4) => format!("(32,(32,{count})):(32,(1,1024))"),
            (MatrixShape::M8x8, true, 1 | 2 | 4) => {
                join(["(4,8)", "(256,16)"], of("16,2", "1,128", 1024))?
            }
            (MatrixShape::M16x8, true, 1 | 2 | 4) => {
                join(["(4,8)", "(256,8)"], of("8,2,2", "1,128,64", 1024))?
            }
            (MatrixShape::M16x16, true, 1 | 2) => {
                join(["(4,8)", "(512,8)"], of("8,4,2", "1,128,64", 2048))?
            }
            _ => return None,
        };
        let rows = match shape {
            MatrixShape::M16x16 => rows(16 * count),
            _ => rows(8 * count),
        };
        Some([rows, registers])
    }

    fn of_elements(self, bits: i64) -> Option<[Layout; 2]> {
        let [rows, registers] = self.in_bits()?;
        Some([in_elements(&rows, bits)?, in_elements(&registers, bits)?])
    }
}

/// A layout of bits as one of elements; `None` if an element is in parts of several threads.
fn in_elements(layout: &str, bits: i64) -> Option<Layout> {
    let layout: Layout = layout.parse().ok()?;
    let elements = recast(&layout, bits, 1).ok()?;
    let threads = |layout: &Layout| layout.modes().next().map(|threads| threads.size());
    let is_whole = elements.size().checked_mul(bits)? == layout.size();
    (is_whole && threads(&elements) == threads(&layout)).then_some(elements)
}

impl CopyAtom {
    /// PTX' `ldmatrix` of elements of so many bits; `None` for matrices that it does not have, and for
    /// elements that do not stay whole.
    ///
    /// The elements are numbered row by row, matrix by matrix. Thread `t` points to row `t`, and
    /// threads past the last row repeat the first ones. Of matrices of 8x8 it receives from each the
    /// two elements of 16 bits from `2*t` on, or transposed those in rows `2*(t mod 4)` and the next,
    /// column `t / 4`. What it receives is the reference.
    ///
    /// The matrices of 16x8 are read from rows that are not one after the other, by pairs.
    ///
    /// ```
    /// use layout_math::cute::{CopyAtom, Matrices};
    ///
    /// let four = CopyAtom::load_matrices(Matrices::rows(4), 16).unwrap();
    /// assert_eq!(four.source().to_string(), "(32,8):(8,1)");
    /// assert_eq!(four.destination().to_string(), "(32,(2,4)):(2,(1,64))");
    /// assert!(CopyAtom::load_matrices(Matrices::rows(3), 16).is_none());
    /// ```
    pub fn load_matrices(matrices: Matrices, bits: i64) -> Option<Self> {
        let [rows, registers] = matrices.of_elements(bits)?;
        let rows = match (matrices.shape, matrices.count) {
            (MatrixShape::M16x8, 2) => in_elements("((2,2,4,2),128):((128,1024,256,0),1)", bits)?,
            (MatrixShape::M16x8, 4) => {
                in_elements("((2,2,4,2),128):((128,1024,256,2048),1)", bits)?
            }
            (MatrixShape::M16x8, _) => return None,
            _ => rows,
        };
        CopyAtom::new(rows, registers.clone(), registers).ok()
    }

    /// PTX' `stmatrix`, which is [`CopyAtom::load_matrices`] the other way round; `None` for matrices
    /// that it does not have.
    ///
    /// ```
    /// use layout_math::cute::{CopyAtom, Matrices};
    ///
    /// let four = CopyAtom::store_matrices(Matrices::rows(4), 16).unwrap();
    /// assert_eq!(four.destination().to_string(), "(32,8):(8,1)");
    /// ```
    pub fn store_matrices(matrices: Matrices, bits: i64) -> Option<Self> {
        if matrices.shape == MatrixShape::M16x16 {
            return None;
        }
        let [rows, registers] = matrices.of_elements(bits)?;
        CopyAtom::new(registers.clone(), rows, registers).ok()
    }

    /// PTX' `tcgen05.ld` by one warp, of so many lanes of the tensor memory and so many bits of each
    /// at a time, repeated: `.16x64b`, `.16x128b`, `.16x256b`, `.16x32bx2` and `.32x32b`. `None` for
    /// another shape, and for more than 128 registers of a thread.
    ///
    /// The elements are numbered lane by lane. All threads of the warp address the whole, which is
    /// the reference.
    ///
    /// ```
    /// use layout_math::cute::CopyAtom;
    ///
    /// let load = CopyAtom::load_tensor_memory([32, 32], 4, 32).unwrap();
    /// assert_eq!(load.source().to_string(), "(32,128):(0,1)");
    /// assert_eq!(load.destination().to_string(), "(32,4):(4,1)");
    /// assert!(CopyAtom::load_tensor_memory([8, 32], 4, 32).is_none());
    /// ```
    pub fn load_tensor_memory([lanes, width]: [i64; 2], repeats: i64, bits: i64) -> Option<Self> {
        if !(1..=128).contains(&repeats) || repeats & (repeats - 1) != 0 {
            return None;
        }
        let n = repeats;
        let (registers, count) = match [lanes, width] {
            [32, 32] => (format!("(32,{}):({},1)", 32 * n, 32 * n), n),
            [16, 32] => (format!("((16,2),{}):(({},{}),1)", 32 * n, 64 * n, 32 * n), n),
            [16, 64] if n == 1 => ("((2,2,8),32):((512,32,64),1)".to_owned(), n),
            [16, 64] => (format!("((2,2,8),(32,{n})):(({},32,{}),(1,64))", 512 * n, 64 * n), n),
            [16, 128] if n == 1 => ("((4,8),(32,2)):((32,128),(1,1024))".to_owned(), 2),
            [16, 128] => {
                (format!("((4,8),(32,2,{n})):((32,{}),(1,{},128))", 128 * n, 1024 * n), 2 * n)
            }
            [16, 256] if n == 1 => ("((4,8),(64,2)):((64,256),(1,2048))".to_owned(), 4),
            [16, 256] => {
                (format!("((4,8),(64,2,{n})):((64,{}),(1,{},256))", 256 * n, 2048 * n), 4 * n)
            }
            _ => return None,
        };
        if 128 < count {
            return None;
        }
        let registers = in_elements(&registers, bits)?;
        let whole = format!("(32,{}):(0,1)", registers.size()).parse::<Layout>().ok()?;
        CopyAtom::new(whole.clone(), registers, whole).ok()
    }

    /// PTX' `tcgen05.st`, which is [`CopyAtom::load_tensor_memory`] the other way round.
    ///
    /// ```
    /// use layout_math::cute::CopyAtom;
    ///
    /// let store = CopyAtom::store_tensor_memory([16, 256], 1, 32).unwrap();
    /// assert_eq!(store.source().to_string(), "((4,8),(2,2)):((2,8),(1,64))");
    /// ```
    pub fn store_tensor_memory(shape: [i64; 2], repeats: i64, bits: i64) -> Option<Self> {
        let load = CopyAtom::load_tensor_memory(shape, repeats, bits)?;
        CopyAtom::new(load.destination().clone(), load.source().clone(), load.reference().clone())
            .ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `ldmatrix` in the words of PTX: row r of matrix i is where thread 8*i + r points, and a thread
    /// gets the elements (t / 4, 2 * (t mod 4)) and the next, or those transposed.
    #[test]
    fn a_thread_gets_two_elements_of_each_matrix() {
        for is_transposed in [false, true] {
            for count in [1, 2, 4] {
                let matrices = Matrices { is_transposed, ..Matrices::rows(count) };
                let atom = CopyAtom::load_matrices(matrices, 16).unwrap();
                for thread in 0..32 {
                    for value in 0..8 {
                        let row = thread % (8 * count);
                        let offset = atom.source().offset(thread + 32 * value);
                        assert_eq!(offset, Some(row * 8 + value));
                    }
                    for value in 0..2 * count {
                        let (row, column) = (thread / 4, 2 * (thread % 4) + value % 2);
                        let (row, column) =
                            if is_transposed { (column, row) } else { (row, column) };
                        let element = value / 2 * 64 + row * 8 + column;
                        let offset = atom.destination().offset(thread + 32 * value);
                        assert_eq!(offset, Some(element));
                    }
                }
            }
        }
    }

    /// `tcgen05.ld.16x256b.x1` in the words of PTX: thread t has of lanes t / 4 and 8 + t / 4 the
    /// columns 2 * (t mod 4) and the next.
    #[test]
    fn a_thread_gets_two_columns_of_two_lanes() {
        let atom = CopyAtom::load_tensor_memory([16, 256], 1, 32).unwrap();
        for thread in 0..32 {
            for register in 0..4 {
                let lane = thread / 4 + 8 * (register / 2);
                let column = 2 * (thread % 4) + register % 2;
                let offset = atom.destination().offset(thread + 32 * register);
                assert_eq!(offset, Some(8 * lane + column));
            }
        }
    }

    #[test]
    fn what_an_instruction_has_not_is_none() {
        let matrices = |shape, count, is_transposed| Matrices { shape, count, is_transposed };
        let load = |of| CopyAtom::load_matrices(of, 8).is_some();
        assert!(load(matrices(MatrixShape::M16x16, 2, true)));
        assert!(!load(matrices(MatrixShape::M16x16, 4, true)));
        assert!(!load(matrices(MatrixShape::M16x16, 1, false)));
        assert!(!load(matrices(MatrixShape::M16x8, 1, true)));
        let store = |of| CopyAtom::store_matrices(of, 8).is_some();
        assert!(store(matrices(MatrixShape::M16x8, 1, true)));
        assert!(!store(matrices(MatrixShape::M16x16, 1, true)));
        // An element of 32 bits is in no one register of a transposed matrix.
        assert!(CopyAtom::load_matrices(matrices(MatrixShape::M8x8, 4, true), 32).is_none());
        assert!(CopyAtom::load_tensor_memory([16, 256], 64, 32).is_none());
        assert!(CopyAtom::load_tensor_memory([32, 32], 3, 32).is_none());
    }

    /// CuTe's `SM100_SU8_DU8x16_x2_LDSM_T` and its `x4`: the rows of a matrix are taken by pairs.
    #[test]
    fn the_rows_of_bytes_are_pairs() {
        for count in [2, 4] {
            let matrices = Matrices { shape: MatrixShape::M16x8, count, is_transposed: true };
            let atom = CopyAtom::load_matrices(matrices, 8).unwrap();
            for thread in 0..32 {
                let row = thread % 2 + thread / 2 % 2 * 8 + thread / 4 % 4 * 2;
                let row = if count == 2 { row } else { row + thread / 16 * 16 };
                for value in 0..16 {
                    let offset = atom.source().offset(thread + 32 * value);
                    assert_eq!(offset, Some(16 * row + value), "{count} {thread} {value}");
                }
            }
        }
    }

    /// CuTe's `SM100_TMEM_LOAD_16dp32b`, `16dp64b` and `16dp128b`: the lane and the column of each
    /// register of 32 bits.
    #[test]
    fn a_thread_gets_columns_of_sixteen_lanes() {
        type LaneAndColumn = fn(i64, i64, i64) -> (i64, i64);
        let shapes: [(i64, i64, LaneAndColumn); 3] = [
            (32, 1, |n, t, v| (t % 16, t / 16 * n + v)),
            (64, 1, |_, t, v| (t % 2 * 8 + t / 4, t / 2 % 2 + 2 * v)),
            (128, 2, |_, t, v| (t / 4 + v % 2 * 8, t % 4 + v / 2 * 4)),
        ];
        for (width, each, place) in shapes {
            for n in [1, 2, 4] {
                let atom = CopyAtom::load_tensor_memory([16, width], n, 32).unwrap();
                let n_columns = if width == 32 { 2 * n } else { width / 32 * n };
                assert_eq!(atom.destination().size(), 32 * each * n);
                for thread in 0..32 {
                    for value in 0..each * n {
                        let (lane, column) = place(n, thread, value);
                        let offset = atom.destination().offset(thread + 32 * value);
                        let expected = Some(lane * n_columns + column);
                        assert_eq!(offset, expected, "{width} {n} {thread} {value}");
                    }
                }
            }
        }
    }
}
