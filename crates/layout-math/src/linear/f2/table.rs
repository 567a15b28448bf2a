//! Matrices that are applied many times.

use super::Matrix;

/// A matrix prepared for many applications: the sums of every eight columns.
///
/// It costs 32 steps a column to make, and an application takes a step for every eight columns instead
/// of one for each. [`Matrix::apply`] is for few applications.
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
    /// Entry `s` of group `g` is the sum of those of the columns 8g to 8g+7 that `s` has as bits.
    groups: Vec<[u64; 256]>,
}

impl Matrix {
    /// The matrix prepared for many applications.
    pub fn table(&self) -> Table {
        let mut groups = vec![[0; 256]; self.columns.len().div_ceil(8)];
        for (sums, columns) in groups.iter_mut().zip(self.columns.chunks(8)) {
            fill_sums(columns, sums);
        }
        Table { groups }
    }

    /// The images of some vectors.
    ///
    /// All are looked up in the sums of the first four columns, then of the next four, and so on: that
    /// costs four steps a column, and one for each four columns and vector.
    pub(crate) fn images(&self, vectors: &[u64]) -> Vec<u64> {
        let mut images = vec![0; vectors.len()];
        let mut first = 0;
        for columns in self.columns.chunks(4) {
            let mut sums = [0; 16];
            fill_sums(columns, &mut sums);
            for (image, vector) in images.iter_mut().zip(vectors) {
                *image ^= sums[(vector >> first & 15) as usize];
            }
            first += 4;
        }
        images
    }
}

/// Entry `s` becomes the sum of those columns that `s` has as bits; bits past the last column are not
/// looked at. The number of entries is a power of two.
#[inline]
fn fill_sums(columns: &[u64], sums: &mut [u64]) {
    let mut known = 1;
    for column in columns.iter().copied().chain(std::iter::repeat(0)) {
        if known == sums.len() {
            return;
        }
        for chosen in known..2 * known {
            sums[chosen] = sums[chosen - known] ^ column;
        }
        known *= 2;
    }
}

impl Table {
    /// The image of `x`, as [`Matrix::apply`] gives it.
    pub fn apply(&self, x: u64) -> u64 {
        let mut bits = x;
        let mut image = 0;
        for sums in &self.groups {
            image ^= sums[(bits & 255) as usize];
            bits >>= 8;
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
