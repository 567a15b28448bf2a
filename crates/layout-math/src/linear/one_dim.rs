//! Layouts from one in-dim to one out-dim.

use super::dims::{Dims, log2};
use super::error::{LinearError, Side};
use super::layout::LinearLayout;

impl LinearLayout {
    /// The layout `x -> x` for x in [0, size): Triton's `identity1D`.
    ///
    /// A size of 0 gives [`LinearLayout::empty`], as in Triton.
    ///
    /// # Errors
    ///
    /// A size that is not a power of two.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let lanes = LinearLayout::identity_1d(8, "lane", "column")?;
    /// assert_eq!(lanes.to_string(), "{lane = [[1],[2],[4]]} -> [column = 8]");
    /// # Ok::<(), layout_math::linear::LinearError>(())
    /// ```
    pub fn identity_1d(size: i64, in_dim: &str, out_dim: &str) -> Result<Self, LinearError> {
        LinearLayout::strided_1d(size, 1, in_dim, out_dim)
    }

    /// The layout `x -> stride * x` for x in [0, size): Triton's `strided1D`.
    ///
    /// The out-dim has size `stride * size`. A size of 0 gives [`LinearLayout::empty`].
    ///
    /// # Errors
    ///
    /// A size or a product that is not a power of two, or a product that does not fit.
    pub fn strided_1d(
        size: i64,
        stride: i64,
        in_dim: &str,
        out_dim: &str,
    ) -> Result<Self, LinearError> {
        if size == 0 {
            return Ok(LinearLayout::empty());
        }
        let ins = Dims::of_sizes(Side::In, [(in_dim, size)])?;
        let stride_bits = log2(stride).ok_or_else(|| {
            let (name, size) = (out_dim.to_owned(), size.saturating_mul(stride));
            LinearError::SizeNotPowerOfTwo { side: Side::Out, name, size }
        })?;
        let outs = Dims::new(Side::Out, [(out_dim, ins.bits() + stride_bits)])?;
        let columns = (0..ins.bits()).map(|bit| 1 << (bit + stride_bits)).collect();
        Ok(LinearLayout::linear(ins, outs, columns))
    }

    /// The layout `x -> 0` for x in [0, size), with an out-dim of size `out_size`: Triton's
    /// `zeros1D`.
    ///
    /// A size of 0 gives [`LinearLayout::empty`].
    ///
    /// # Errors
    ///
    /// A size that is not a power of two.
    pub fn zeros_1d(
        size: i64,
        in_dim: &str,
        out_dim: &str,
        out_size: i64,
    ) -> Result<Self, LinearError> {
        if size == 0 {
            return Ok(LinearLayout::empty());
        }
        let ins = Dims::of_sizes(Side::In, [(in_dim, size)])?;
        let outs = Dims::of_sizes(Side::Out, [(out_dim, out_size)])?;
        let columns = vec![0; ins.bits() as usize];
        Ok(LinearLayout::linear(ins, outs, columns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strided_layout_multiplies() {
        let layout = LinearLayout::strided_1d(8, 4, "lane", "byte").unwrap();
        let offsets: Vec<i64> = (0..8).map(|x| layout.offset(x).unwrap()).collect();
        assert_eq!(offsets, [0, 4, 8, 12, 16, 20, 24, 28]);
        assert_eq!(layout.out_size(), 32);
    }

    #[test]
    fn sizes_and_strides_must_be_powers_of_two() {
        let message = |size, stride| {
            LinearLayout::strided_1d(size, stride, "i", "o").unwrap_err().to_string()
        };
        assert_eq!(message(3, 4), "in-dim i has size 3, which is not a power of two");
        assert_eq!(message(4, 3), "out-dim o has size 12, which is not a power of two");
        assert_eq!(message(4, 0), "out-dim o has size 0, which is not a power of two");
        assert_eq!(message(4, -4), "out-dim o has size -16, which is not a power of two");
        assert_eq!(
            message(1 << 32, 1 << 31),
            "the out-dims have 63 bits together, more than the 62 of a 64-bit size"
        );
        assert_eq!(LinearLayout::identity_1d(0, "i", "o").unwrap(), LinearLayout::empty());
    }

    #[test]
    fn no_places_are_the_empty_layout() {
        let zeros = |size| LinearLayout::zeros_1d(size, "lane", "byte", 4).unwrap();
        assert_eq!(zeros(0), LinearLayout::empty());
        assert_eq!((0..2).map(|x| zeros(2).offset(x).unwrap()).collect::<Vec<_>>(), [0, 0]);
    }
}
