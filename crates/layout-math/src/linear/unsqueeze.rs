//! Removal of dims of size 1.

use super::error::{LinearError, Side};
use super::layout::LinearLayout;

impl LinearLayout {
    /// The layout without an in-dim of size 1. The name is Triton's `unsqueezeIn`.
    ///
    /// # Errors
    ///
    /// There is no such in-dim, or its size is not 1.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let layout: LinearLayout = "{lane = [[1]], block = []}".parse()?;
    /// assert_eq!(layout.unsqueeze_in("block")?.to_string(), "{lane = [[1]]}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unsqueeze_in(&self, name: &str) -> Result<LinearLayout, LinearError> {
        self.ins().check_size_one(Side::In, name)?;
        Ok(self.part(self.ins().without(&[name]), self.outs().clone()))
    }

    /// The layout without an out-dim of size 1. The name is Triton's `unsqueezeOut`.
    ///
    /// # Errors
    ///
    /// There is no such out-dim, or its size is not 1.
    pub(crate) fn unsqueeze_out(&self, name: &str) -> Result<LinearLayout, LinearError> {
        self.outs().check_size_one(Side::Out, name)?;
        Ok(self.part(self.ins().clone(), self.outs().without(&[name])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_size_one_can_go() {
        let layout: LinearLayout = "{a = [[1,0]], b = []} xor [1, 0]".parse().unwrap();
        assert_eq!(layout.unsqueeze_in("b").unwrap().to_string(), "{a = [[1,0]]} xor [1, 0]");
        assert_eq!(
            layout.unsqueeze_out("dim1").unwrap().to_string(),
            "{a = [[1]], b = []} xor [1]"
        );
        assert_eq!(layout.unsqueeze_in("a").unwrap_err().to_string(), "in-dim a has size 2, not 1");
        assert_eq!(
            layout.unsqueeze_out("dim2").unwrap_err().to_string(),
            "there is no out-dim dim2"
        );
    }
}
