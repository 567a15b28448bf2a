//! One layout after another.

use super::error::LinearError;
use super::f2::Matrix;
use super::layout::LinearLayout;

impl LinearLayout {
    /// `self`, then `outer`: Triton's `compose`.
    ///
    /// The out-dims of `self` are matched with the in-dims of `outer` by name:
    /// `f.compose(&g)(x) = g(f(x))` for every coordinate x of `f`. The result has the in-dims of
    /// `self` and the out-dims of `outer`.
    ///
    /// # Errors
    ///
    /// The out-dims of `self` and the in-dims of `outer` do not have the same names, or one of the
    /// former is larger than its namesake. (It may be smaller.)
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let f: LinearLayout = "{lane = [[1,0],[0,1]]}".parse()?;
    /// let g: LinearLayout = "{dim1 = [[4]], dim0 = [[1],[2]]} -> [offset = 8]".parse()?;
    /// assert_eq!(f.compose(&g)?.to_string(), "{lane = [[1],[4]]} -> [offset = 8]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compose(&self, outer: &LinearLayout) -> Result<LinearLayout, LinearError> {
        self.outs().check_fits(outer.ins())?;
        let moves = self.outs().moves_to(outer.ins());
        let columns = self.map().matrix().columns();
        let moved: Vec<u64> = columns.iter().map(|&column| moves.apply(column)).collect();
        let columns = outer.map().matrix().images(&moved);
        let matrix =
            Matrix::new(outer.outs().bits(), columns).expect("columns are values of outer");
        let constant = outer.map().apply(moves.apply(self.map().constant()));
        Ok(LinearLayout::of(self.ins().clone(), outer.outs().clone(), matrix, constant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> LinearLayout {
        text.parse().unwrap()
    }

    #[test]
    fn constants_go_through() {
        let f = layout("{a = [[1],[2]]} xor [3]");
        let g = layout("{dim0 = [[2],[1]]} -> [o = 8] xor [4]");
        // 0 goes to 3, then to 2 ^ 1 ^ 4.
        assert_eq!(f.compose(&g).unwrap(), layout("{a = [[2],[1]]} -> [o = 8] xor [7]"));
    }

    #[test]
    fn dims_must_match() {
        let f = layout("{a = [[1,0],[0,1]]}");
        let error = f.compose(&layout("{dim0 = [[1]]}")).unwrap_err();
        assert_eq!(error.to_string(), "out-dims [dim0, dim1] and [dim0] are not the same");
        let error = f.compose(&layout("{dim0 = [[1]], dim1 = []}")).unwrap_err();
        assert_eq!(error.to_string(), "dim dim1 has size 2, which does not fit in size 1");
    }
}
