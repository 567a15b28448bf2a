//! Dims on which a layout is the identity, and what is left without them.

use super::error::{LinearError, Side};
use super::layout::LinearLayout;

impl LinearLayout {
    /// The layout without `names`, on which it must be trivial: Triton's `quotient` and `isTrivialOver`.
    ///
    /// It is trivial over `names` if each of them is an in-dim and an out-dim of the same size, its in-dim is
    /// sent to the out-dim of the same name unchanged, and no other in-dim is sent there.
    ///
    /// If `q = l.quotient(names)`, then l is q on the other dims and the identity on `names`.
    ///
    /// # Errors
    ///
    /// The layout is not trivial over `names`: a name that is not on both sides, or has two sizes
    /// there; the first basis that is not as it should be; a constant on one of the dims.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let layout: LinearLayout = "{lane = [[0,1]], warp = [[1,0],[2,0]]} -> [warp = 4, row = 2]"
    ///     .parse()?;
    /// assert_eq!(layout.quotient(&["warp"])?.to_string(), "{lane = [[1]]} -> [row = 2]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn quotient(&self, names: &[&str]) -> Result<LinearLayout, LinearError> {
        for &name in names {
            let unknown = |side| LinearError::UnknownDim { side, name: name.to_owned() };
            let (in_dim, _) = self.ins().field(name).ok_or_else(|| unknown(Side::In))?;
            let (out_dim, _) = self.outs().field(name).ok_or_else(|| unknown(Side::Out))?;
            if in_dim.bits() != out_dim.bits() {
                let (left, right) = (in_dim.size(), out_dim.size());
                let name = name.to_owned();
                return Err(LinearError::SizesDiffer { side: Side::In, name, left, right });
            }
        }
        let named = self.outs().mask(names);
        for (dim, columns) in self.ins().split(self.map().matrix().columns()) {
            let identity = names.contains(&dim.name()).then(|| self.outs().field(dim.name()));
            for (position, &column) in columns.iter().enumerate() {
                let is_as_it_should = match identity.flatten() {
                    Some((_, shift)) => column == 1 << (shift as usize + position),
                    None => column & named == 0,
                };
                if !is_as_it_should {
                    let in_dim = dim.name().to_owned();
                    return Err(LinearError::NotDivisible { in_dim, position });
                }
            }
        }
        if self.map().constant() & named != 0 {
            return Err(LinearError::ConstantNotDivisible { constant: self.constant() });
        }
        Ok(self.part(self.ins().without(names), self.outs().without(names)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> LinearLayout {
        text.parse().unwrap()
    }

    #[test]
    fn what_is_not_trivial_is_named() {
        let message = |text: &str| layout(text).quotient(&["warp"]).unwrap_err().to_string();
        let outs = "-> [warp = 2, row = 2]";
        let basis = |position, in_dim| {
            format!(
                "not divisible: basis {position} of in-dim {in_dim} is not in the block of one \
                 factor"
            )
        };
        // Another dim is sent there; it is sent elsewhere, too; it is not the identity.
        assert_eq!(
            message(&format!("{{lane = [[1,1]], warp = [[1,0]]}} {outs}")),
            basis(0, "lane")
        );
        assert_eq!(message(&format!("{{lane = [], warp = [[1,1]]}} {outs}")), basis(0, "warp"));
        assert_eq!(message("{warp = [[2],[1]]} -> [warp = 4]"), basis(0, "warp"));
        assert_eq!(message("{lane = [[1]]} -> [warp = 2]"), "there is no in-dim warp");
        assert_eq!(message("{warp = [[1]]} -> [row = 2]"), "there is no out-dim warp");
        assert_eq!(
            message("{warp = [[1]]} -> [warp = 4]"),
            "in-dim warp has size 2 in one layout and 4 in the other"
        );
        assert_eq!(
            message(&format!("{{warp = [[1,0]]}} {outs} xor [1, 0]")),
            "not divisible: the constant [1, 0] is not made of two"
        );
    }

    #[test]
    fn the_order_of_the_dims_does_not_matter() {
        let crossed =
            layout("{a = [[0,1]], b = [[1,0]], c = [[0,0]]} -> [b = 2, a = 2] xor [0, 0]");
        assert_eq!(crossed.quotient(&["a", "b"]).unwrap(), layout("{c = [[]]}"));
        assert!(crossed.quotient(&["c"]).is_err());
        assert_eq!(crossed.quotient(&[]).unwrap(), crossed);
    }
}
