//! Affine maps over F2: a matrix and a constant.

use super::{Echelon, Matrix};

/// The map `x -> matrix * x ^ constant` on [0, 2^n), where n is the number of columns.
///
/// Every question below is answered from the matrix, never by walking the domain.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Affine {
    matrix: Matrix,
    constant: u64,
}

impl Affine {
    /// The map with this matrix and constant, or nothing if the constant has a bit below which
    /// the matrix has no row.
    pub fn new(matrix: Matrix, constant: u64) -> Option<Self> {
        (constant & !super::low_bits(matrix.n_rows()) == 0).then_some(Affine { matrix, constant })
    }

    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    pub fn constant(&self) -> u64 {
        self.constant
    }

    /// The image of `x`. Bits of `x` past the last column are not looked at.
    pub fn apply(&self, x: u64) -> u64 {
        self.matrix.apply(x) ^ self.constant
    }

    /// `self` after `inner`: `a.after(&b).apply(x) = a.apply(b.apply(x))`.
    pub fn after(&self, inner: &Affine) -> Affine {
        Affine { matrix: self.matrix.after(&inner.matrix), constant: self.apply(inner.constant) }
    }

    /// The inverse, or nothing if the matrix has none.
    pub fn inverse(&self) -> Option<Affine> {
        let matrix = self.matrix.inverse()?;
        let constant = matrix.apply(self.constant);
        Some(Affine { matrix, constant })
    }

    /// The least `x` at which two maps on the same number of bits differ.
    ///
    /// Below the first column that differs the two agree, so that column is the answer.
    pub fn difference(&self, other: &Affine) -> Option<u64> {
        if self.constant != other.constant {
            return Some(0);
        }
        let mut pairs = self.matrix.columns().iter().zip(other.matrix.columns());
        pairs.position(|(a, b)| a != b).map(|column| 1 << column)
    }

    /// Two places `a < b` with the same image, `b` as small as possible, or nothing if the map is
    /// injective.
    pub fn collision(&self) -> Option<(u64, u64)> {
        let kernel = *Echelon::new(self.matrix.columns()).kernel().first()?;
        let b = 1 << kernel.ilog2();
        Some((kernel ^ b, b))
    }

    /// An `x` with the greatest image, and that image.
    ///
    /// The images are the constant xored with the span of the columns. The greatest is found bit by
    /// bit from the top: a bit that is not set is set if a vector of the span has it as its highest.
    pub fn greatest(&self) -> (u64, u64) {
        let mut by_highest_bit = [(0_u64, 0_u64); 64];
        for (position, &column) in self.matrix.columns().iter().enumerate() {
            let (mut vector, mut x) = (column, 1_u64 << position);
            while vector != 0 {
                let (known, known_x) = &mut by_highest_bit[vector.ilog2() as usize];
                if *known == 0 {
                    (*known, *known_x) = (vector, x);
                    break;
                }
                vector ^= *known;
                x ^= *known_x;
            }
        }
        let (mut x, mut image) = (0, self.constant);
        for (bit, (vector, vector_x)) in by_highest_bit.into_iter().enumerate().rev() {
            if vector != 0 && image >> bit & 1 == 0 {
                image ^= vector;
                x ^= vector_x;
            }
        }
        (x, image)
    }

    /// The least `x` whose image is at least `bound`, or nothing if all images are below.
    ///
    /// Bit by bit from the top: a bit is 0 if the bits below it can still reach the bound.
    pub fn first_at_least(&self, bound: u64) -> Option<u64> {
        let reaches = |n_columns: usize, constant: u64| {
            let columns = self.matrix.columns()[..n_columns].to_vec();
            let matrix = Matrix::new(self.matrix.n_rows(), columns).ok()?;
            Some(bound <= Affine { matrix, constant }.greatest().1)
        };
        let n_columns = self.matrix.columns().len();
        let mut constant = self.constant;
        if !reaches(n_columns, constant)? {
            return None;
        }
        let mut x = 0;
        for bit in (0..n_columns).rev() {
            if !reaches(bit, constant)? {
                x |= 1 << bit;
                constant ^= self.matrix.columns()[bit];
            }
        }
        Some(x)
    }

    /// The least value below `2^n_rows` that is not an image, or nothing if the map is surjective.
    pub fn uncovered(&self) -> Option<u64> {
        let span = Echelon::new(self.matrix.columns());
        if span.rank() == self.matrix.n_rows() {
            return None;
        }
        // The images are the span moved by the constant: 0 is one of them iff the span holds the
        // constant, and then moving changes nothing.
        if span.solve(self.constant).is_none() { Some(0) } else { span.least_outside() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_image_is_found_without_walking() {
        for columns in [[1, 2, 4], [5, 3, 6], [7, 7, 1], [0, 4, 4]] {
            for constant in 0..8 {
                let map = Affine::new(Matrix::new(3, columns.to_vec()).unwrap(), constant).unwrap();
                let (x, image) = map.greatest();
                assert_eq!(map.apply(x), image);
                assert_eq!(
                    Some(image),
                    (0..8).map(|x| map.apply(x)).max(),
                    "{columns:?} {constant}"
                );
            }
        }
    }

    /// All affine maps from three bits to two, against enumeration.
    #[test]
    fn witnesses_are_the_least() {
        let mut with_a_gap = 0;
        for code in 0..1u64 << 8 {
            let columns = (0..3).map(|i| code >> (2 * i) & 3).collect();
            let map = Affine::new(Matrix::new(2, columns).unwrap(), code >> 6).unwrap();
            let images: Vec<u64> = (0..8).map(|x| map.apply(x)).collect();
            assert_eq!(map.uncovered(), (0..4).find(|v| !images.contains(v)), "{map:?}");
            let collision = (0..8).find_map(|b| {
                (0..b).find(|&a| images[a as usize] == images[b as usize]).map(|a| (a, b))
            });
            assert_eq!(map.collision(), collision, "{map:?}");
            for bound in 0..6 {
                let first = (0..8).find(|&x| bound <= images[x as usize]);
                assert_eq!(map.first_at_least(bound), first, "{map:?} {bound}");
            }
            with_a_gap += usize::from(map.uncovered().is_some());
        }
        // 64 matrices of which 42 have rank 2; the others leave a value out whatever the constant.
        assert_eq!(with_a_gap, 4 * (64 - 42));
    }

    #[test]
    fn the_first_difference_is_a_power_of_two_or_zero() {
        let map =
            |columns, constant| Affine::new(Matrix::new(3, columns).unwrap(), constant).unwrap();
        let a = map(vec![1, 2, 4], 0);
        assert_eq!(a.difference(&map(vec![1, 2, 4], 0)), None);
        assert_eq!(a.difference(&map(vec![1, 2, 5], 0)), Some(4));
        assert_eq!(a.difference(&map(vec![1, 3, 5], 0)), Some(2));
        assert_eq!(a.difference(&map(vec![1, 2, 4], 7)), Some(0));
    }

    #[test]
    fn one_map_after_another() {
        let map =
            |columns, constant| Affine::new(Matrix::new(2, columns).unwrap(), constant).unwrap();
        let (a, b) = (map(vec![0b11, 0b10], 0b01), map(vec![0b10, 0b11], 0b10));
        let c = a.after(&b);
        // 0 goes to 0b10, then to 0b10 ^ 0b01.
        assert_eq!(c.constant(), 0b11);
        assert!((0..4).all(|x| c.apply(x) == a.apply(b.apply(x))));
    }

    #[test]
    fn the_inverse_undoes_the_constant() {
        let map = Affine::new(Matrix::new(2, vec![0b11, 0b10]).unwrap(), 0b01).unwrap();
        let inverse = map.inverse().unwrap();
        assert_eq!((0..4).map(|x| inverse.apply(map.apply(x))).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(Affine::new(Matrix::identity(2), 4), None);
    }
}
