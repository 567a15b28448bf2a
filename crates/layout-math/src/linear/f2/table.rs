//! Matrices that are applied many times.

use super::Matrix;

/// A matrix prepared for many applications: the sums of every four columns.
///
/// It costs four steps a column to make, and an application takes a step for every four columns
/// instead of one for each.
///
/// ```
/// use layout_math::linear::f2::Matrix;
///
/// let m = Matrix::new(3, vec![0b011, 0b110, 0b100])?;
/// assert_eq!(m.table().apply(0b101), m.apply(0b101));
/// # Ok::<(), layout_math::linear::f2::MatrixError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Table {
    /// Entry `s` of group `g` is the sum of those of the columns 4g to 4g+3 that `s` has as bits.
    groups: Vec<[u64; 16]>,
}

impl Matrix {
    /// The matrix prepared for many applications.
    pub fn table(&self) -> Table {
        let sums = |columns: &[u64]| {
            let mut sums = [0; 16];
            for bit in 0..4 {
                // A column that is missing in the last group is 0: its bit is not looked at.
                let column = columns.get(bit).copied().unwrap_or(0);
                let half = 1 << bit;
                for set in 0..half {
                    sums[half + set] = sums[set] ^ column;
                }
            }
            sums
        };
        Table { groups: self.columns.chunks(4).map(sums).collect() }
    }
}

impl Table {
    /// The image of `x`, as [`Matrix::apply`] gives it.
    pub fn apply(&self, x: u64) -> u64 {
        let mut bits = x;
        let mut image = 0;
        for sums in &self.groups {
            image ^= sums[(bits & 15) as usize];
            bits >>= 4;
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_columns_gives_the_same_image() {
        for n_columns in 0..65u64 {
            let columns = (0..n_columns).map(|i| 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(i + 1));
            let matrix = Matrix::new(64, columns.collect()).unwrap();
            let table = matrix.table();
            for x in [0, 1, 6, 0x0123_4567_89ab_cdef, u64::MAX] {
                assert_eq!(table.apply(x), matrix.apply(x), "{n_columns} columns at {x}");
            }
        }
    }
}
