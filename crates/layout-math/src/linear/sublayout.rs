//! Some of the dims of a layout.

use super::dims::Dims;
use super::error::{LinearError, Side};
use super::f2::Matrix;
use super::layout::LinearLayout;

impl LinearLayout {
    /// The layout with only these dims: Triton's `sublayout`.
    ///
    /// The other in-dims are set to 0 and the other out-dims left out. Dims keep the order and the
    /// size that they have here, whatever the order of the names.
    ///
    /// # Errors
    ///
    /// A name that is not a dim.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let layout: LinearLayout = "{lane = [[1,0],[0,1]], warp = [[2,1]]}".parse()?;
    /// let part = layout.sublayout(&["warp"], &["dim0"])?;
    /// assert_eq!(part.to_string(), "{warp = [[2]]}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sublayout(
        &self,
        in_names: &[&str],
        out_names: &[&str],
    ) -> Result<LinearLayout, LinearError> {
        let ins = self.ins().subset(Side::In, in_names)?;
        Ok(self.part(ins, self.outs().subset(Side::Out, out_names)?))
    }

    /// True if the sublayout with these dims is 0 everywhere: Triton's `sublayoutIsZero`.
    ///
    /// # Errors
    ///
    /// A name that is not a dim.
    pub fn sublayout_is_zero(
        &self,
        in_names: &[&str],
        out_names: &[&str],
    ) -> Result<bool, LinearError> {
        let part = self.sublayout(in_names, out_names)?;
        let columns = part.map().matrix().columns();
        Ok(part.map().constant() == 0 && columns.iter().all(|&column| column == 0))
    }

    /// The layout with only these of its dims, in its own order.
    pub(crate) fn part(&self, ins: Dims, outs: Dims) -> LinearLayout {
        let moves = self.outs().moves_to(&outs);
        let columns = ins.as_slice().iter().flat_map(|dim| self.columns_of(dim.name()));
        let columns = columns.map(|&column| moves.apply(column)).collect();
        let matrix = Matrix::new(outs.bits(), columns).expect("bits were moved into their dims");
        LinearLayout::of(ins, outs, matrix, moves.apply(self.map().constant()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constant_belongs_to_the_out_dims() {
        let layout: LinearLayout = "{lane = [[0,1]], warp = [[1,0]]} xor [0, 1]".parse().unwrap();
        let part = layout.sublayout(&["lane"], &["dim1"]).unwrap();
        assert_eq!(part.to_string(), "{lane = [[1]]} -> [dim1 = 2] xor [1]");
        assert_eq!(layout.sublayout_is_zero(&["lane"], &["dim0"]), Ok(true));
        assert_eq!(layout.sublayout_is_zero(&["warp"], &["dim1"]), Ok(false));
        assert_eq!(
            layout.sublayout(&["lane", "block"], &[]).unwrap_err().to_string(),
            "there is no in-dim block"
        );
        assert_eq!(
            layout.sublayout_is_zero(&[], &["dim2"]).unwrap_err().to_string(),
            "there is no out-dim dim2"
        );
    }
}
