//! Which values a layout takes, and how often.

use super::error::LinearError;
use super::layout::LinearLayout;

impl LinearLayout {
    /// True if no two coordinates have the same value.
    pub fn is_injective(&self) -> bool {
        self.collision().is_none()
    }

    /// True if every value that the out-dims have room for is taken.
    pub fn is_surjective(&self) -> bool {
        self.map().matrix().rank() == self.outs().bits()
    }

    /// True if the layout is injective and surjective.
    pub fn is_invertible(&self) -> bool {
        self.ins().bits() == self.outs().bits() && self.is_surjective()
    }

    /// Two integral coordinates `a < b` with the same offset, or nothing if the layout is injective.
    ///
    /// `b` is the least coordinate whose offset an earlier one has, and `a` that earlier one.
    /// `a ^ b` is a vector of the kernel.
    pub fn collision(&self) -> Option<(i64, i64)> {
        self.map().collision().map(|(a, b)| (a as i64, b as i64))
    }

    /// The least offset in [0, out_size) that no coordinate has, or nothing if the layout is
    /// surjective.
    pub fn uncovered(&self) -> Option<i64> {
        self.map().uncovered().map(|offset| offset as i64)
    }

    /// The layout itself, if it is surjective: what Triton asks for with `requireSurjective`.
    ///
    /// # Errors
    ///
    /// The least values that are not taken.
    pub fn require_surjective(self) -> Result<Self, LinearError> {
        match self.map().uncovered() {
            None => Ok(self),
            Some(flat) => {
                Err(LinearError::NotSurjective { uncovered: self.outs().unflatten(flat) })
            }
        }
    }

    /// The layout itself, if it is injective.
    ///
    /// # Errors
    ///
    /// The two coordinates of [`LinearLayout::collision`].
    pub(crate) fn require_injective(self) -> Result<Self, LinearError> {
        match self.map().collision() {
            None => Ok(self),
            Some((a, b)) => {
                let [first, second] = [a, b].map(|flat| self.ins().unflatten(flat));
                Err(LinearError::NotInjective { first, second })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> LinearLayout {
        text.parse().unwrap()
    }

    #[test]
    fn a_broadcast_collides() {
        let broadcast = layout("{lane = [[1],[2]], warp = [[3]]}");
        assert_eq!(broadcast.collision(), Some((3, 4)));
        assert_eq!((broadcast.is_injective(), broadcast.is_surjective()), (false, true));
        assert_eq!(
            broadcast.require_injective().unwrap_err().to_string(),
            "layout is not injective: [3, 0] and [0, 1] are sent to the same values"
        );
    }

    #[test]
    fn a_gap_is_uncovered() {
        let gap = layout("{lane = [[1,0],[0,2]]} -> [a = 2, b = 4]");
        assert_eq!(gap.uncovered(), Some(2));
        assert_eq!((gap.is_injective(), gap.is_surjective()), (true, false));
        assert_eq!(
            gap.require_surjective().unwrap_err().to_string(),
            "layout is not surjective: nothing is sent to [0, 1]"
        );
        // With the constant the values are those with b odd, so that 0 is not taken.
        assert_eq!(layout("{lane = [[1,0],[0,2]]} xor [0, 1]").uncovered(), Some(0));
    }

    #[test]
    fn a_permutation_is_invertible() {
        assert!(layout("{lane = [[2],[1]]} xor [3]").is_invertible());
        assert!(LinearLayout::empty().is_invertible());
        assert!(!layout("{lane = [[1],[1]]}").is_invertible());
    }
}
