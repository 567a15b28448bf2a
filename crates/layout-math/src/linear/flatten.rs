//! One dim instead of many.

use super::layout::LinearLayout;

impl LinearLayout {
    /// The layout with all in-dims flattened into one, which has the name of the first: Triton's
    /// `flattenIns`. A layout without in-dims stays as it is.
    ///
    /// `l.flatten_ins().offset(x) = l.offset(x)`.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let layout: LinearLayout = "{lane = [[1,0]], warp = [[2,1]]}".parse()?;
    /// assert_eq!(layout.flatten_ins().to_string(), "{lane = [[1,0],[2,1]]}");
    /// assert_eq!(layout.flatten_outs().to_string(), "{lane = [[1]], warp = [[6]]}");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn flatten_ins(&self) -> LinearLayout {
        let first = self.in_dims().first().map(|dim| (dim.name(), self.size()));
        self.reshape_ins(first.as_slice()).expect("one dim of the whole size")
    }

    /// The layout with all out-dims flattened into one, which has the name of the first: Triton's
    /// `flattenOuts`. A layout without out-dims stays as it is.
    pub fn flatten_outs(&self) -> LinearLayout {
        let first = self.out_dims().first().map(|dim| (dim.name(), self.out_size()));
        self.reshape_outs(first.as_slice()).expect("one dim of the whole size")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stays_nothing() {
        assert_eq!(LinearLayout::empty().flatten_ins(), LinearLayout::empty());
        assert_eq!(LinearLayout::empty().flatten_outs(), LinearLayout::empty());
        let full = LinearLayout::identity_1d(1 << 62, "i", "o").unwrap();
        assert_eq!(full.flatten_ins().flatten_outs(), full);
    }
}
