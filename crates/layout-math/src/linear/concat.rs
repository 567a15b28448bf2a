//! Two layouts side by side.

use super::dims::Dims;
use super::error::{LinearError, Side};
use super::f2::Matrix;
use super::layout::LinearLayout;

impl LinearLayout {
    /// The layout with the in-dims of `self`, then those of `other`: Triton's `concatIns`.
    ///
    /// It is the opposite of `sublayout`: it is `self` where the in-dims of `other` are 0, and
    /// `other` where those of `self` are.
    ///
    /// # Errors
    ///
    /// Out-dims that are not the same in the same order with the same sizes; constants that are not
    /// the same; an in-dim of both; more than 62 bits.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let lanes: LinearLayout = "{lane = [[1],[2]]}".parse()?;
    /// let warps: LinearLayout = "{warp = [[3]]}".parse()?;
    /// assert_eq!(lanes.concat_ins(&warps)?.to_string(), "{lane = [[1],[2]], warp = [[3]]}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn concat_ins(&self, other: &LinearLayout) -> Result<LinearLayout, LinearError> {
        check_same(Side::Out, self.outs(), other.outs())?;
        if self.map().constant() != other.map().constant() {
            let (left, right) = (self.constant(), other.constant());
            return Err(LinearError::ConstantsDiffer { left, right });
        }
        let ins = joined(Side::In, self.ins(), other.ins())?;
        let columns = [self, other].map(|layout| layout.map().matrix().columns()).concat();
        let matrix = Matrix::new(self.outs().bits(), columns).expect("the rows are those of both");
        Ok(LinearLayout::of(ins, self.outs().clone(), matrix, self.map().constant()))
    }

    /// The layout with the out-dims of `self`, then those of `other`: Triton's `concatOuts`.
    ///
    /// Its value is that of `self` followed by that of `other`.
    ///
    /// # Errors
    ///
    /// In-dims that are not the same in the same order with the same sizes; an out-dim of both; more
    /// than 62 bits.
    pub(crate) fn concat_outs(&self, other: &LinearLayout) -> Result<LinearLayout, LinearError> {
        check_same(Side::In, self.ins(), other.ins())?;
        let outs = joined(Side::Out, self.outs(), other.outs())?;
        let shift = self.outs().bits();
        let pairs = self.map().matrix().columns().iter().zip(other.map().matrix().columns());
        let columns = pairs.map(|(&low, &high)| low | high << shift).collect();
        let matrix = Matrix::new(outs.bits(), columns).expect("the rows of both");
        let constant = self.map().constant() | other.map().constant() << shift;
        Ok(LinearLayout::of(self.ins().clone(), outs, matrix, constant))
    }
}

fn check_same(side: Side, a: &Dims, b: &Dims) -> Result<(), LinearError> {
    if a.names() != b.names() {
        return Err(LinearError::DimsDiffer { side, left: a.names(), right: b.names() });
    }
    match a.as_slice().iter().zip(b.as_slice()).find(|(x, y)| x.bits() != y.bits()) {
        None => Ok(()),
        Some((x, y)) => {
            let (name, left, right) = (x.name().to_owned(), x.size(), y.size());
            Err(LinearError::SizesDiffer { side, name, left, right })
        }
    }
}

fn joined(side: Side, a: &Dims, b: &Dims) -> Result<Dims, LinearError> {
    let dims = a.as_slice().iter().chain(b.as_slice());
    Dims::new(side, dims.map(|dim| (dim.name(), dim.bits())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> LinearLayout {
        text.parse().unwrap()
    }

    #[test]
    fn sublayouts_give_the_parts_back() {
        let a = layout("{lane = [[1,0],[0,1]]} xor [1, 0]");
        let b = layout("{warp = [[1,1]]} xor [1, 0]");
        let both = a.concat_ins(&b).unwrap();
        assert_eq!(both.sublayout(&["lane"], &["dim0", "dim1"]).unwrap(), a);
        assert_eq!(both.sublayout(&["warp"], &["dim0", "dim1"]).unwrap(), b);

        let c = layout("{lane = [[1],[3]]} -> [row = 4] xor [2]");
        let both = a.concat_outs(&c).unwrap();
        assert_eq!(both.sublayout(&["lane"], &["dim0", "dim1"]).unwrap(), a);
        assert_eq!(both.sublayout(&["lane"], &["row"]).unwrap(), c);
    }

    #[test]
    fn what_must_be_shared_is_checked() {
        let a = layout("{lane = [[1]]}");
        let ins = |text: &str| a.concat_ins(&layout(text)).unwrap_err().to_string();
        assert_eq!(ins("{warp = [[1,0]]}"), "out-dims [dim0] and [dim0, dim1] are not the same");
        assert_eq!(
            ins("{warp = [[2]]}"),
            "out-dim dim0 has size 2 in one layout and 4 in the other"
        );
        assert_eq!(ins("{warp = [[1]]} xor [1]"), "the constants [0] and [1] are not the same");
        assert_eq!(ins("{lane = [[1]]}"), "in-dim lane is named twice");
        let outs = |text: &str| a.concat_outs(&layout(text)).unwrap_err().to_string();
        assert_eq!(outs("{warp = [[1]]}"), "in-dims [lane] and [warp] are not the same");
        assert_eq!(outs("{lane = [[1]]}"), "out-dim dim0 is named twice");
    }
}
