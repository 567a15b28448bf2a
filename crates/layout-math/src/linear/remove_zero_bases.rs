//! Removal of bases that do nothing.

use super::dims::Dims;
use super::error::{LinearError, Side};
use super::f2::Matrix;
use super::layout::LinearLayout;

impl LinearLayout {
    /// The layout without the bases of this in-dim that are 0 in every out-dim: Triton's
    /// `removeZeroBasesAlongDim`. The in-dim stays, with a smaller size.
    ///
    /// The result takes the same values.
    ///
    /// # Errors
    ///
    /// There is no such in-dim.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let layout: LinearLayout = "{register = [[1],[0],[2]], lane = [[0],[4]]}".parse()?;
    /// let smaller = layout.remove_zero_bases("register")?;
    /// assert_eq!(smaller.to_string(), "{register = [[1],[2]], lane = [[0],[4]]}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_zero_bases(&self, in_dim: &str) -> Result<LinearLayout, LinearError> {
        if self.ins().field(in_dim).is_none() {
            return Err(LinearError::UnknownDim { side: Side::In, name: in_dim.to_owned() });
        }
        let mut dims = Vec::new();
        let mut columns = Vec::new();
        for (dim, own) in self.ins().split(self.map().matrix().columns()) {
            let before = columns.len();
            columns.extend(own.iter().filter(|&&column| dim.name() != in_dim || column != 0));
            dims.push((dim.name(), (columns.len() - before) as u32));
        }
        let ins = Dims::new(Side::In, dims)?;
        let matrix = Matrix::new(self.outs().bits(), columns).expect("some of the same columns");
        Ok(LinearLayout::of(ins, self.outs().clone(), matrix, self.map().constant()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_in_dims_keep_their_zero_bases() {
        let layout: LinearLayout = "{a = [[0],[2]], b = [[0],[1]]}".parse().unwrap();
        let smaller = layout.remove_zero_bases("b").unwrap();
        assert_eq!(smaller.to_string(), "{a = [[0],[2]], b = [[1]]}");
    }

    #[test]
    fn out_dims_and_constant_stay() {
        let layout: LinearLayout = "{a = [[0],[0]]} -> [o = 8] xor [4]".parse().unwrap();
        let smaller = layout.remove_zero_bases("a").unwrap();
        assert_eq!(smaller.to_string(), "{a = []} -> [o = 8] xor [4]");
        let error = layout.remove_zero_bases("o").unwrap_err();
        assert_eq!(error.to_string(), "there is no in-dim o");
    }
}
