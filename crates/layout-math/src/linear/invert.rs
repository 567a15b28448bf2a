//! Inverses.

use super::error::LinearError;
use super::f2::Matrix;
use super::layout::LinearLayout;

impl LinearLayout {
    /// The inverse: Triton's `invert`.
    ///
    /// Its in-dims are the out-dims of `self` and the other way round, and
    /// `l.compose(&l.invert()?)` is the identity.
    ///
    /// # Errors
    ///
    /// Two coordinates with the same values, or values without a coordinate.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let layout: LinearLayout = "{lane = [[2],[3]]}".parse()?;
    /// assert_eq!(layout.invert()?.to_string(), "{dim0 = [[3],[1]]} -> [lane = 4]");
    ///
    /// let broadcast: LinearLayout = "{lane = [[1],[0]]}".parse()?;
    /// assert_eq!(
    ///     broadcast.invert().unwrap_err().to_string(),
    ///     "layout is not injective: [0] and [2] are sent to the same values"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn invert(&self) -> Result<LinearLayout, LinearError> {
        match self.map().inverse() {
            Some(inverse) => {
                let (matrix, constant) = (inverse.matrix().clone(), inverse.constant());
                Ok(LinearLayout::of(self.outs().clone(), self.ins().clone(), matrix, constant))
            }
            // A map that is injective and surjective has as many in-bits as out-bits and an inverse.
            None => self.clone().require_injective()?.require_surjective()?.invert(),
        }
    }

    /// A right inverse: Triton's `pseudoinvert`.
    ///
    /// `l.pseudoinvert()?.compose(&l)` is the identity. Where `l` has several coordinates for a
    /// value, the choice is that of [`LinearLayout::invert_and_compose`]. For an invertible layout it
    /// is the inverse.
    ///
    /// # Errors
    ///
    /// Values without a coordinate.
    pub fn pseudoinvert(&self) -> Result<LinearLayout, LinearError> {
        self.clone().require_surjective()?;
        let outs = self.outs();
        let matrix = Matrix::identity(outs.bits());
        LinearLayout::of(outs.clone(), outs.clone(), matrix, 0).invert_and_compose(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> LinearLayout {
        text.parse().unwrap()
    }

    #[test]
    fn the_constant_is_undone() {
        let l = layout("{lane = [[1,0],[1,1]], warp = [[0,2]]} xor [1, 2]");
        let identity = l.compose(&l.invert().unwrap()).unwrap();
        assert_eq!(
            identity.to_string(),
            "{lane = [[1,0],[2,0]], warp = [[0,1]]} -> [lane = 4, warp = 2]"
        );
        assert_eq!(l.pseudoinvert().unwrap(), l.invert().unwrap());
    }

    #[test]
    fn a_broadcast_has_a_right_inverse() {
        let l = layout("{lane = [[0],[1],[3]], warp = [[2]]} xor [2]");
        let right = l.pseudoinvert().unwrap();
        assert_eq!(right.compose(&l).unwrap().to_string(), "{dim0 = [[1],[2]]}");
        assert_eq!(
            l.invert().unwrap_err().to_string(),
            "layout is not injective: [0, 0] and [1, 0] are sent to the same values"
        );
        let gap = layout("{lane = [[1]]} -> [o = 4]");
        let message = "layout is not surjective: nothing is sent to [2]";
        assert_eq!(gap.pseudoinvert().unwrap_err().to_string(), message);
        assert_eq!(gap.invert().unwrap_err().to_string(), message);
    }
}
