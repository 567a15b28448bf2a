//! Matrices and affine maps over F2, the field of two elements.
//!
//! A vector is a `u64`: bit `r` is its coordinate `r`, and addition is `^`. A [`Matrix`] keeps its
//! columns, so that the image of a vector is the exclusive or of the columns its bits choose. An
//! [`Affine`] map adds a constant. [`Echelon`] answers the questions about a span: rank, kernel,
//! solutions, what is not covered. [`fit_f2`] finds the affine map that equals a function, or shows
//! that there is none.

mod affine;
mod echelon;
mod fit;
mod table;

pub use affine::Affine;
pub use echelon::Echelon;
pub use fit::{NotAffine, fit_f2};
pub use table::Table;

use std::error::Error;
use std::fmt;

/// The most rows and the most columns that a [`Matrix`] can have.
pub const MAX_BITS: u32 = 64;

/// A matrix over F2, kept as its columns.
///
/// ```text
///             column 0  column 1  column 2
///     row 0       1         0         1
///     row 1       0         1         1          columns 0b01, 0b10, 0b11
/// ```
///
/// # Invariants
///
/// 1. It has at most [`MAX_BITS`] rows and at most [`MAX_BITS`] columns.
/// 2. No column has a bit at `n_rows` or above.
///
/// # Example
///
/// ```
/// use layout_math::linear::f2::Matrix;
///
/// let m = Matrix::new(2, vec![0b01, 0b10, 0b11])?;
/// assert_eq!(m.apply(0b101), 0b10);
/// assert_eq!(m.rank(), 2);
///
/// let error = Matrix::new(2, vec![0b100]).unwrap_err();
/// assert_eq!(error.to_string(), "column 0 is 4, which does not fit in 2 rows");
/// # Ok::<(), layout_math::linear::f2::MatrixError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Matrix {
    n_rows: u32,
    columns: Vec<u64>,
}

/// Why columns are not a [`Matrix`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatrixError {
    /// Breaks invariant 1.
    TooManyRows { n_rows: u32 },
    /// Breaks invariant 1.
    TooManyColumns { n_columns: usize },
    /// Breaks invariant 2.
    ColumnTooLarge { column: usize, value: u64, n_rows: u32 },
}

impl fmt::Display for MatrixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatrixError::TooManyRows { n_rows } => {
                write!(f, "{n_rows} rows are more than {MAX_BITS}")
            }
            MatrixError::TooManyColumns { n_columns } => {
                write!(f, "{n_columns} columns are more than {MAX_BITS}")
            }
            MatrixError::ColumnTooLarge { column, value, n_rows } => {
                write!(f, "column {column} is {value}, which does not fit in {n_rows} rows")
            }
        }
    }
}

impl Error for MatrixError {}

impl Matrix {
    /// The matrix with these columns.
    ///
    /// # Errors
    ///
    /// One for each invariant.
    pub fn new(n_rows: u32, columns: Vec<u64>) -> Result<Self, MatrixError> {
        if n_rows > MAX_BITS {
            return Err(MatrixError::TooManyRows { n_rows });
        }
        if columns.len() > MAX_BITS as usize {
            return Err(MatrixError::TooManyColumns { n_columns: columns.len() });
        }
        let outside = !low_bits(n_rows);
        if let Some(column) = columns.iter().position(|c| c & outside != 0) {
            let value = columns[column];
            return Err(MatrixError::ColumnTooLarge { column, value, n_rows });
        }
        Ok(Matrix { n_rows, columns })
    }

    /// The identity on `n` bits; `n` above [`MAX_BITS`] is taken as [`MAX_BITS`].
    pub(crate) fn identity(n: u32) -> Self {
        let n = n.min(MAX_BITS);
        Matrix { n_rows: n, columns: (0..n).map(|bit| 1 << bit).collect() }
    }

    pub fn n_rows(&self) -> u32 {
        self.n_rows
    }

    pub fn n_columns(&self) -> u32 {
        self.columns.len() as u32
    }

    /// Column `i` is the image of `1 << i`.
    pub fn columns(&self) -> &[u64] {
        &self.columns
    }

    /// The image of `x`. Bits of `x` past the last column are not looked at.
    ///
    /// `apply(x ^ y) = apply(x) ^ apply(y)`. One step a column, no allocation; [`Matrix::table`] is
    /// for many.
    pub fn apply(&self, x: u64) -> u64 {
        // Without a branch: which bits of a coordinate are set is not predictable.
        let mut bits = x;
        let mut image = 0;
        for &column in &self.columns {
            image ^= column & (bits & 1).wrapping_neg();
            bits >>= 1;
        }
        image
    }

    /// The product: `self` after `inner`.
    ///
    /// `a.after(&b).apply(x) = a.apply(b.apply(x))`. Rows of `inner` past the last column of `self`
    /// are not looked at.
    pub fn after(&self, inner: &Matrix) -> Matrix {
        Matrix { n_rows: self.n_rows, columns: self.images(&inner.columns) }
    }

    /// The number of independent columns.
    pub fn rank(&self) -> u32 {
        Echelon::new(&self.columns).rank()
    }

    /// The inverse, or nothing if the matrix is not square or its columns are dependent.
    ///
    /// `m.inverse()?.apply(m.apply(x)) = x` for every `x` on the bits of `m`.
    pub fn inverse(&self) -> Option<Matrix> {
        if self.n_columns() != self.n_rows {
            return None;
        }
        let columns = self.columns.iter().copied().enumerate();
        let columns = if self.n_rows <= 32 {
            // Both halves fit in one number.
            let beside = columns.map(|(bit, column)| [column | 1 << (32 + bit)]).collect();
            invert(beside)?.iter().map(|&[both]| both >> 32).collect()
        } else {
            let beside = columns.map(|(bit, column)| [column, 1 << bit]).collect();
            invert(beside)?.iter().map(|&[_, made_of]| made_of).collect()
        };
        Some(Matrix { n_rows: self.n_rows, columns })
    }
}

/// Gauss-Jordan elimination by columns: the same additions of columns that turn the matrix into the
/// identity turn the identity into the inverse. A column begins with what is left of the matrix; which
/// columns it is made of is beside that.
fn invert<const N: usize>(mut columns: Vec<[u64; N]>) -> Option<Vec<[u64; N]>> {
    for row in 0..columns.len() {
        let pivot = (row..columns.len()).find(|&column| columns[column][0] >> row & 1 == 1)?;
        columns.swap(row, pivot);
        let vector = columns[row];
        for column in &mut columns {
            let chosen = (column[0] >> row & 1).wrapping_neg();
            for (own, of_pivot) in column.iter_mut().zip(vector) {
                *own ^= of_pivot & chosen;
            }
        }
        columns[row] = vector;
    }
    Some(columns)
}

/// The number whose lowest `n` bits are set; all bits for `n` of 64 and more.
pub(crate) fn low_bits(n: u32) -> u64 {
    1u64.checked_shl(n).map_or(u64::MAX, |bit| bit - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_checked() {
        assert_eq!(Matrix::new(65, vec![]), Err(MatrixError::TooManyRows { n_rows: 65 }));
        assert_eq!(Matrix::new(1, vec![0; 65]), Err(MatrixError::TooManyColumns { n_columns: 65 }));
        assert!(Matrix::new(64, vec![u64::MAX; 64]).is_ok());
        assert_eq!(
            Matrix::new(0, vec![0, 1]),
            Err(MatrixError::ColumnTooLarge { column: 1, value: 1, n_rows: 0 })
        );
    }

    #[test]
    fn an_inverse_needs_independent_columns() {
        // Column 2 is the sum of the other two.
        assert_eq!(Matrix::new(3, vec![0b001, 0b110, 0b111]).unwrap().inverse(), None);
        assert_eq!(Matrix::new(2, vec![0b01]).unwrap().inverse(), None);
        let m = Matrix::new(3, vec![0b011, 0b110, 0b111]).unwrap();
        let inverse = m.inverse().unwrap();
        // 0b011 ^ 0b111 = 0b100, so bit 2 comes from columns 0 and 2.
        assert_eq!(inverse.columns(), [0b110, 0b111, 0b101]);
        assert_eq!(m.after(&inverse), Matrix::identity(3));
    }

    #[test]
    fn sixty_four_bits_are_exact() {
        let reversal = Matrix::new(64, (0..64).map(|bit| 1 << (63 - bit)).collect()).unwrap();
        assert_eq!(reversal.apply(0b11), 0b11 << 62);
        assert_eq!(reversal.inverse(), Some(reversal.clone()));
        assert_eq!(low_bits(64), u64::MAX);
    }

    #[test]
    fn why_columns_are_not_a_matrix() {
        let told = |error: MatrixError| error.to_string();
        assert_eq!(told(MatrixError::TooManyRows { n_rows: 65 }), "65 rows are more than 64");
        let error = MatrixError::TooManyColumns { n_columns: 66 };
        assert_eq!(told(error), "66 columns are more than 64");
        let error = MatrixError::ColumnTooLarge { column: 1, value: 4, n_rows: 2 };
        assert_eq!(told(error), "column 1 is 4, which does not fit in 2 rows");
    }
}
