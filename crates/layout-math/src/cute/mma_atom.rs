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

    /// PTX' `mma.m16n8k8` (`k` is 8) and `mma.m16n8k16` (`k` is 16) of factors of 16 bits, CuTe's
    /// `SM80_16x8x8` and `SM80_16x8x16`; `None` for another `k`.
    ///
    /// ```
    /// use layout_math::cute::{MmaAtom, MmaOperand};
    ///
    /// let atom = MmaAtom::warp_16x8(16).unwrap();
    /// assert_eq!(atom.operand(MmaOperand::B).to_string(), "((4,8),(2,2)):((16,1),(8,64))");
    /// ```
    pub fn warp_16x8(k: i64) -> Option<Self> {
        let (a, b) = match k {
            8 => ("((4,8),(2,2)):((32,1),(16,8))", "((4,8),2):((16,1),8)"),
            16 => ("((4,8),(2,2,2)):((32,1),(16,8,128))", "((4,8),(2,2)):((16,1),(8,64))"),
            _ => return None,
        };
        let layout = |text: &str| text.parse::<Layout>().ok();
        let c = layout("((4,8),(2,2)):((32,1),(16,8))")?;
        MmaAtom::new([16, 8, k], layout("32:1")?, [layout(a)?, layout(b)?, c]).ok()
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
    /// memory, which all threads address; `None` for an `n` that is no multiple of 8 up to 256, and for A
    /// in registers of another `k` than 16.
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
        let a = match (a_in_registers, k) {
            (false, _) => format!("(128,(64,{k})):(0,(1,64))"),
            (true, 16) => "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))".to_owned(),
            _ => return None,
        };
        let c = match n {
            8 => "((4,8,4),(2,2)):((128,1,16),(64,8))".to_owned(),
            _ => format!("((4,8,4),(2,2,{})):((128,1,16),(64,8,512))", n / 8),
        };
        let b = format!("(128,({n},{k})):(0,(1,{n}))");
        let layout = |text: &str| text.parse::<Layout>().ok();
        MmaAtom::new([64, n, k], layout("128:1")?, [layout(&a)?, layout(&b)?, layout(&c)?]).ok()
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
        assert!(MmaAtom::warp_16x8(4).is_none());
    }
}
