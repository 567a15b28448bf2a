//! Other dims over the same function.

use super::dims::Dims;
use super::error::{LinearError, Side};
use super::layout::LinearLayout;

impl LinearLayout {
    /// The same function of the integral coordinate with other in-dims: Triton's `reshapeIns`.
    ///
    /// The old in-dims are flattened, leftmost fastest, and the new ones cut from the result.
    ///
    /// # Errors
    ///
    /// New sizes that are not powers of two or do not multiply to [`LinearLayout::size`]; names
    /// that are not identifiers or not different.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let layout: LinearLayout = "{a = [[1],[4],[8]], b = [[2]]}".parse()?;
    /// let reshaped = layout.reshape_ins(&[("c", 2), ("d", 8)])?;
    /// assert_eq!(reshaped.to_string(), "{c = [[1]], d = [[4],[8],[2]]}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reshape_ins(&self, in_dims: &[(&str, i64)]) -> Result<LinearLayout, LinearError> {
        let ins = reshaped(Side::In, self.ins(), in_dims)?;
        let (matrix, constant) = (self.map().matrix().clone(), self.map().constant());
        Ok(LinearLayout::of(ins, self.outs().clone(), matrix, constant))
    }

    /// The same offsets with other out-dims: Triton's `reshapeOuts`.
    ///
    /// # Errors
    ///
    /// As for [`LinearLayout::reshape_ins`], with [`LinearLayout::out_size`].
    pub fn reshape_outs(&self, out_dims: &[(&str, i64)]) -> Result<LinearLayout, LinearError> {
        let outs = reshaped(Side::Out, self.outs(), out_dims)?;
        let (matrix, constant) = (self.map().matrix().clone(), self.map().constant());
        Ok(LinearLayout::of(self.ins().clone(), outs, matrix, constant))
    }
}

/// The dims with these names and sizes, which must have the size of `old` together.
pub(crate) fn reshaped(side: Side, old: &Dims, new: &[(&str, i64)]) -> Result<Dims, LinearError> {
    let new = Dims::of_sizes(side, new.iter().copied())?;
    if new.size() != old.size() {
        return Err(LinearError::TotalSizeDiffers { side, old: old.size(), new: new.size() });
    }
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_stays_and_the_size_must() {
        let layout: LinearLayout = "{a = [[1,0],[0,2]], b = [[2,1]]} xor [1, 1]".parse().unwrap();
        let ins = layout.reshape_ins(&[("x", 1), ("y", 8)]).unwrap();
        let outs = layout.reshape_outs(&[("x", 2), ("y", 8)]).unwrap();
        for coordinate in 0..8 {
            assert_eq!(ins.offset(coordinate), layout.offset(coordinate));
            assert_eq!(outs.offset(coordinate), layout.offset(coordinate));
        }
        // dim0 = 2 and dim1 = 1 are the offset 6, which is x = 0 and y = 3.
        assert_eq!(outs.bases().last().map(|(_, bases)| bases), Some(vec![vec![0, 3]]));
        assert_eq!(
            layout.reshape_ins(&[("x", 4)]).unwrap_err().to_string(),
            "the new in-dims have size 4 together but the old ones 8"
        );
        assert_eq!(
            layout.reshape_outs(&[("x", 3), ("y", 8)]).unwrap_err().to_string(),
            "out-dim x has size 3, which is not a power of two"
        );
    }
}
