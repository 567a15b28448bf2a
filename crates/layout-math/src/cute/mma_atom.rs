use super::algebra_error::AlgebraError;
use super::copy_atom::two_modes;
use super::layout::Layout;

/// One instruction that multiplies matrices: its shape, its threads, and who holds what of each
/// operand, CuTe's `MMA_Traits`.
///
/// The layout of an operand goes from (thread, value) to the integral coordinate in (M, K), (N, K)
/// or (M, N), the first of the two fastest.
///
/// # Invariants
///
/// Each layout of an operand has two modes, threads and values, and its extents of the shape are at
/// least 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MmaAtom {
    shape: [i64; 3],
    threads: Layout,
    operands: [Layout; 3],
}

/// An operand of a product of matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MmaOperand {
    /// (M, K).
    A,
    /// (N, K).
    B,
    /// (M, N), also the result.
    C,
}

impl MmaOperand {
    /// Which of the modes M, N and K, numbered 0, 1 and 2, the operand has, and the one it lacks.
    pub(super) fn modes(self) -> ([usize; 2], usize) {
        match self {
            MmaOperand::A => ([0, 2], 1),
            MmaOperand::B => ([1, 2], 0),
            MmaOperand::C => ([0, 1], 2),
        }
    }
}

impl MmaAtom {
    /// The atom of the shape (M, N, K) with these threads and the layouts of A, B and C.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::NotPositive`] for an extent of less than 1, and [`AlgebraError::Mismatch`] for
    /// an operand that has not two modes.
    pub fn new(
        shape: [i64; 3],
        threads: Layout,
        operands: [Layout; 3],
    ) -> Result<Self, AlgebraError> {
        if let Some(&value) = shape.iter().find(|&&extent| extent < 1) {
            return Err(AlgebraError::NotPositive { what: "extent of an instruction", value });
        }
        for operand in &operands {
            two_modes(operand)?;
        }
        Ok(MmaAtom { shape, threads, operands })
    }

    /// PTX' `mma.sync` of factors of so many bits: M is 16 or 8 and N is 8; `None` for a K that the
    /// factors do not fill registers with.
    ///
    /// A register has `32 / bits` neighbors in K, one if the factors have more bits, and four threads
    /// are next to each other in K. After the register come the rows from 8 on, and then the steps in
    /// K. The result has two neighbors in N, and then the rows from 8 on.
    ///
    /// ```
    /// use layout_math::cute::{MmaAtom, MmaOperand};
    ///
    /// let atom = MmaAtom::warp([16, 8, 16], 16).unwrap();
    /// assert_eq!(atom.operand(MmaOperand::A).to_string(), "((4,8),(2,2,2)):((32,1),(16,8,128))");
    /// assert_eq!(atom.operand(MmaOperand::B).to_string(), "((4,8),(2,2)):((16,1),(8,64))");
    /// assert!(MmaAtom::warp([16, 8, 4], 16).is_none());
    /// ```
    pub fn warp([m, n, k]: [i64; 3], bits: i64) -> Option<Self> {
        if !matches!(m, 8 | 16) || n != 8 || bits < 1 {
            return None;
        }
        let joined = (32 / bits).max(1);
        let steps = k / (4 * joined);
        // A power of two: 4 bits have eight of their kind in a register, and 6 bits have none.
        if k < 1
            || steps * 4 * joined != k
            || steps & (steps - 1) != 0
            || joined & (joined - 1) != 0
        {
            return None;
        }
        let operand = |rows: i64| {
            let values = [(joined, rows), (rows / 8, 8), (steps, 4 * joined * rows)];
            thread_value(["(4,8)", &format!("({},1)", joined * rows)], &values)
        };
        let c = thread_value(["(4,8)", &format!("({},1)", 2 * m)], &[(2, m), (m / 8, 8)]);
        let operands = [operand(m)?, operand(n)?, c?];
        MmaAtom::new([m, n, k], "32:1".parse().ok()?, operands).ok()
    }

    /// A multiplication and addition by one thread, CuTe's `UniversalFMA`.
    ///
    /// ```
    /// use layout_math::cute::MmaAtom;
    ///
    /// assert_eq!(MmaAtom::of_one_thread().unwrap().shape(), [1, 1, 1]);
    /// ```
    pub fn of_one_thread() -> Option<Self> {
        let one: Layout = "(1,1):(0,0)".parse().ok()?;
        let threads = "1:0".parse().ok()?;
        MmaAtom::new([1, 1, 1], threads, [one.clone(), one.clone(), one]).ok()
    }

    /// PTX' `wgmma.m64nNkK`, by 128 threads, CuTe's `SM90_64xNxK`, with A in registers or in shared
    /// memory, which all threads address; `None` for an `n` that is not a multiple of 8 up to 256, and for
    /// a `k` that is not 8, 16 or 32.
    ///
    /// ```
    /// use layout_math::cute::{MmaAtom, MmaOperand};
    ///
    /// let atom = MmaAtom::warpgroup_64(16, 16, false).unwrap();
    /// let c = atom.operand(MmaOperand::C);
    /// assert_eq!(c.to_string(), "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))");
    /// assert!(MmaAtom::warpgroup_64(12, 16, false).is_none());
    /// ```
    pub fn warpgroup_64(n: i64, k: i64, a_in_registers: bool) -> Option<Self> {
        if !(8..=256).contains(&n) || n % 8 != 0 || !matches!(k, 8 | 16 | 32) {
            return None;
        }
        // A register has an eighth of K.
        let joined = k / 8;
        let a = match a_in_registers {
            false => format!("(128,(64,{k})):(0,(1,64))").parse().ok()?,
            true => {
                let threads = format!("({},1,16)", 64 * joined);
                thread_value(["(4,8,4)", &threads], &[(joined, 64), (2, 8), (2, 256 * joined)])?
            }
        };
        let c = match n {
            8 => "((4,8,4),(2,2)):((128,1,16),(64,8))".to_owned(),
            _ => format!("((4,8,4),(2,2,{})):((128,1,16),(64,8,512))", n / 8),
        };
        let b = format!("(128,({n},{k})):(0,(1,{n}))");
        let layout = |text: &str| text.parse::<Layout>().ok();
        MmaAtom::new([64, n, k], layout("128:1")?, [a, layout(&b)?, layout(&c)?]).ok()
    }

    /// PTX' `tcgen05.mma` by one block of threads or two, CuTe's `SM100_MMA`: a block addresses its rows
    /// of A and of C, and its part of B; `None` unless two blocks share M and N evenly.
    ///
    /// ```
    /// use layout_math::cute::{MmaAtom, MmaOperand};
    ///
    /// let atom = MmaAtom::blocks([256, 128, 16], 2).unwrap();
    /// assert_eq!(atom.operand(MmaOperand::B).to_string(), "(2,(64,16)):(64,(1,128))");
    /// ```
    pub fn blocks([m, n, k]: [i64; 3], blocks: i64) -> Option<Self> {
        if !matches!(blocks, 1 | 2) || m < 1 || n < 1 || m % blocks != 0 || n % blocks != 0 {
            return None;
        }
        let (rows, columns) = (m / blocks, n / blocks);
        let operand = |own: i64, other: i64, all: i64| {
            format!("({blocks},({own},{other})):({own},(1,{all}))").parse::<Layout>().ok()
        };
        let operands = [operand(rows, k, m)?, operand(columns, k, n)?, operand(rows, n, m)?];
        let threads = if blocks == 1 { "1:0" } else { "2:1" };
        MmaAtom::new([m, n, k], threads.parse().ok()?, operands).ok()
    }

    /// AMD's `v_mfma` of one block of 16 by 16 or 32 by 32, by the 64 threads of a wave, for CDNA 1 to
    /// 4; `None` for another shape, and for a K that the groups of threads do not share evenly.
    ///
    /// A thread has one row of A and of B, and its group of threads a part of K. Of the result it has
    /// a column, in which four rows follow each other.
    ///
    /// ```
    /// use layout_math::cute::{MmaAtom, MmaOperand};
    ///
    /// let atom = MmaAtom::matrix_core([16, 16, 16]).unwrap();
    /// assert_eq!(atom.operand(MmaOperand::A).to_string(), "((16,4),4):((1,64),16)");
    /// assert!(MmaAtom::matrix_core([4, 4, 4]).is_none());
    /// ```
    pub fn matrix_core([m, n, k]: [i64; 3]) -> Option<Self> {
        if !matches!(m, 16 | 32) || m != n || k < 1 || k % (64 / m) != 0 {
            return None;
        }
        let groups = 64 / m;
        let values = k / groups;
        let factor = format!("(({m},{groups}),{values}):((1,{}),{m})", m * values);
        let blocks = m * m / 256;
        let c = format!("(({m},{groups}),(4,{blocks})):(({m},4),(1,{}))", 4 * groups);
        let layout = |text: &str| text.parse::<Layout>().ok();
        let operands = [layout(&factor)?, layout(&factor)?, layout(&c)?];
        MmaAtom::new([m, n, k], layout("64:1")?, operands).ok()
    }

    /// AMD's `v_wmma` of 16 by 16, by the 32 threads of a wave; `None` for a K that the generation has
    /// not.
    ///
    /// ```
    /// use layout_math::cute::{MmaAtom, MmaOperand, WaveMatrix};
    ///
    /// let atom = MmaAtom::wave_matrix(WaveMatrix::Rdna3, 16).unwrap();
    /// assert_eq!(atom.operand(MmaOperand::A).to_string(), "((16,2),16):((1,0),16)");
    /// assert_eq!(atom.operand(MmaOperand::C).to_string(), "((16,2),8):((16,1),2)");
    /// ```
    pub fn wave_matrix(generation: WaveMatrix, k: i64) -> Option<Self> {
        let halves = || format!("((16,2),{}):((1,{}),16)", k / 2, 8 * k);
        let factor = match (generation, k) {
            (WaveMatrix::Rdna3, 16) => "((16,2),16):((1,0),16)".to_owned(),
            (WaveMatrix::Rdna4, 16 | 32) | (WaveMatrix::Gfx1250, 4) => halves(),
            (WaveMatrix::Gfx1250, 32 | 64 | 128) => {
                format!("((16,2),(8,{})):((1,128),(16,256))", k / 16)
            }
            _ => return None,
        };
        let c = match generation {
            WaveMatrix::Rdna3 => "((16,2),8):((16,1),2)",
            _ => "((16,2),8):((16,8),1)",
        };
        let layout = |text: &str| text.parse::<Layout>().ok();
        let operands = [layout(&factor)?, layout(&factor)?, layout(c)?];
        MmaAtom::new([16, 16, k], layout("32:1")?, operands).ok()
    }

    /// The extents M, N and K.
    pub fn shape(&self) -> [i64; 3] {
        self.shape
    }

    /// The numbers of the threads, CuTe's `ThrID`.
    pub fn threads(&self) -> &Layout {
        &self.threads
    }

    pub fn operand(&self, operand: MmaOperand) -> &Layout {
        match operand {
            MmaOperand::A => &self.operands[0],
            MmaOperand::B => &self.operands[1],
            MmaOperand::C => &self.operands[2],
        }
    }
}

/// The generations of AMD's `v_wmma`, which differ in who holds what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaveMatrix {
    /// RDNA 3: both halves of a wave hold all of A and B, and every other row of the result.
    Rdna3,
    /// RDNA 4: the halves share K, and eight rows of the result follow each other.
    Rdna4,
    /// gfx1250: eight steps in K follow each other before the other half's.
    Gfx1250,
}

/// The layout of threads and of values, of which those of extent 1 are left out.
fn thread_value([extents, strides]: [&str; 2], values: &[(i64, i64)]) -> Option<Layout> {
    let modes: Vec<&(i64, i64)> = values.iter().filter(|(extent, _)| *extent != 1).collect();
    let list = |part: fn(&(i64, i64)) -> i64| {
        modes.iter().map(|mode| part(mode).to_string()).collect::<Vec<_>>().join(",")
    };
    let (shape, step) = match modes.len() {
        0 => ("1".to_owned(), "0".to_owned()),
        1 => (list(|mode| mode.0), list(|mode| mode.1)),
        _ => (format!("({})", list(|mode| mode.0)), format!("({})", list(|mode| mode.1))),
    };
    format!("({extents},{shape}):({strides},{step})").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_that_are_none_are_refused() {
        let layout = |text: &str| text.parse::<Layout>().unwrap();
        let operand = layout("(2,2):(1,2)");
        let atom = |shape, c: &str| {
            let operands = [operand.clone(), operand.clone(), layout(c)];
            MmaAtom::new(shape, layout("2:1"), operands).unwrap_err().to_string()
        };
        assert_eq!(atom([2, 0, 2], "(2,2):(1,2)"), "extent of an instruction 0 is less than 1");
        assert_eq!(atom([2, 2, 2], "4:1"), "coordinate (_,_) does not fit 4");
        for (shape, bits) in
            [([16, 8, 12], 16), ([16, 16, 16], 16), ([16, 8, 32], 6), ([16, 8, 0], 8)]
        {
            assert!(MmaAtom::warp(shape, bits).is_none(), "{shape:?}");
        }
        assert!(MmaAtom::matrix_core([16, 16, 2]).is_none());
        assert!(MmaAtom::matrix_core([16, 32, 16]).is_none());
        assert!(MmaAtom::warpgroup_64(264, 16, false).is_none());
        assert!(MmaAtom::warpgroup_64(16, 24, false).is_none());
        assert!(MmaAtom::blocks([3, 2, 1], 2).is_none());
        assert!(MmaAtom::blocks([4, 2, 1], 3).is_none());
        assert!(MmaAtom::wave_matrix(WaveMatrix::Rdna3, 32).is_none());
        assert!(MmaAtom::wave_matrix(WaveMatrix::Gfx1250, 16).is_none());
    }

    /// The operand at (thread, value), in rows and columns.
    fn place(atom: &MmaAtom, operand: MmaOperand, thread: i64, value: i64) -> [i64; 2] {
        let rows = atom.shape()[operand.modes().0[0]];
        let layout = atom.operand(operand);
        let threads = layout.modes().next().unwrap().size();
        let offset = layout.offset(thread + threads * value).unwrap();
        [offset % rows, offset / rows]
    }

    /// PTX, 9.7.14.5: for `m16n8k16` of 8 bits a thread has of A in value i the row `t / 4`, 8 more for
    /// i of 4 to 7, and the column `4 * (t mod 4) + i mod 4`; for `m8n8k4` of 64 bits one element.
    #[test]
    fn a_warp_holds_what_ptx_says() {
        let bytes = MmaAtom::warp([16, 8, 16], 8).unwrap();
        let doubles = MmaAtom::warp([8, 8, 4], 64).unwrap();
        for t in 0..32 {
            for i in 0..8 {
                let expected = [t / 4 + 8 * (i / 4), 4 * (t % 4) + i % 4];
                assert_eq!(place(&bytes, MmaOperand::A, t, i), expected);
            }
            for i in 0..4 {
                assert_eq!(place(&bytes, MmaOperand::B, t, i), [t / 4, 4 * (t % 4) + i]);
                assert_eq!(
                    place(&bytes, MmaOperand::C, t, i),
                    [t / 4 + 8 * (i / 2), 2 * (t % 4) + i % 2]
                );
            }
            assert_eq!(place(&doubles, MmaOperand::A, t, 0), [t / 4, t % 4]);
            assert_eq!(place(&doubles, MmaOperand::C, t, 1), [t / 4, 2 * (t % 4) + 1]);
        }
    }

    /// AMD's matrix instruction calculator: of `v_mfma_f32_32x32x8_f16` thread t has of A the row
    /// `t mod 32` and the columns from `4 * (t / 32)` on, and of the result the column `t mod 32` and the
    /// rows `8 * (v / 4) + 4 * (t / 32) + v mod 4`.
    #[test]
    fn a_wave_holds_what_the_instruction_says() {
        let atom = MmaAtom::matrix_core([32, 32, 8]).unwrap();
        let rdna3 = MmaAtom::wave_matrix(WaveMatrix::Rdna3, 16).unwrap();
        for t in 0..64 {
            for v in 0..4 {
                assert_eq!(place(&atom, MmaOperand::A, t, v), [t % 32, 4 * (t / 32) + v]);
            }
            for v in 0..16 {
                let row = 8 * (v / 4) + 4 * (t / 32) + v % 4;
                assert_eq!(place(&atom, MmaOperand::C, t, v), [row, t % 32]);
            }
        }
        for t in 0..32 {
            for v in 0..8 {
                assert_eq!(place(&rdna3, MmaOperand::A, t, v), [t % 16, v]);
                assert_eq!(place(&rdna3, MmaOperand::C, t, v), [2 * v + t / 16, t % 16]);
            }
        }
    }

    /// Half of a wave has one half of K: all of it at once, or from K of 32 on eight columns in turn.
    #[test]
    fn the_halves_of_a_wave_share_k() {
        use WaveMatrix::{Gfx1250, Rdna4};
        for (generation, k) in
            [(Rdna4, 16), (Rdna4, 32), (Gfx1250, 4), (Gfx1250, 32), (Gfx1250, 128)]
        {
            let atom = MmaAtom::wave_matrix(generation, k).unwrap();
            let run = if generation == Gfx1250 && 32 <= k { 8 } else { k / 2 };
            for t in 0..32 {
                for v in 0..k / 2 {
                    let column = v / run * 2 * run + t / 16 * run + v % run;
                    for operand in [MmaOperand::A, MmaOperand::B] {
                        assert_eq!(place(&atom, operand, t, v), [t % 16, column], "{k} {t} {v}");
                    }
                }
                for v in 0..8 {
                    assert_eq!(place(&atom, MmaOperand::C, t, v), [t / 16 * 8 + v, t % 16]);
                }
            }
        }
    }
}
