//! The same dims in another order.

use super::error::{LinearError, Side};
use super::layout::LinearLayout;

impl LinearLayout {
    /// The layout with its in-dims in this order: Triton's `transposeIns`.
    ///
    /// A value by name stays the same; the integral coordinate of a place changes.
    ///
    /// # Errors
    ///
    /// A name that is not an in-dim, or twice there; an in-dim that is not named.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let layout: LinearLayout = "{lane = [[1,0]], warp = [[2,1]]}".parse()?;
    /// let ins = layout.transpose_ins(&["warp", "lane"])?;
    /// assert_eq!(ins.to_string(), "{warp = [[2,1]], lane = [[1,0]]}");
    /// let outs = layout.transpose_outs(&["dim1", "dim0"])?;
    /// assert_eq!(outs.to_string(), "{lane = [[0,1]], warp = [[1,2]]} -> [dim1 = 2, dim0 = 4]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn transpose_ins(&self, names: &[&str]) -> Result<LinearLayout, LinearError> {
        Ok(self.part(self.ins().ordered(Side::In, names)?, self.outs().clone()))
    }

    /// The layout with its out-dims in this order: Triton's `transposeOuts`.
    ///
    /// # Errors
    ///
    /// A name that is not an out-dim, or twice there; an out-dim that is not named.
    pub fn transpose_outs(&self, names: &[&str]) -> Result<LinearLayout, LinearError> {
        Ok(self.part(self.ins().clone(), self.outs().ordered(Side::Out, names)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dim_must_be_named_once() {
        let layout: LinearLayout = "{a = [[1]], b = [[2]]} xor [3]".parse().unwrap();
        let message = |names: &[&str]| layout.transpose_ins(names).unwrap_err().to_string();
        assert_eq!(message(&["a"]), "in-dim b is missing");
        assert_eq!(message(&["a", "b", "a"]), "in-dim a is named twice");
        assert_eq!(message(&["a", "b", "c"]), "there is no in-dim c");
        assert_eq!(layout.transpose_outs(&[]).unwrap_err().to_string(), "out-dim dim0 is missing");
        let swapped = layout.transpose_ins(&["b", "a"]).unwrap();
        assert_eq!(swapped, "{b = [[2]], a = [[1]]} xor [3]".parse().unwrap());
    }
}
