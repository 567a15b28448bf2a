//! The direct sum of two layouts.

use super::dims::{Dim, Dims};
use super::error::{LinearError, Side};
use super::f2::Matrix;
use super::layout::LinearLayout;

impl LinearLayout {
    /// The direct sum of `self` and `outer`: Triton's `self * outer`.
    ///
    /// `self` acts on the low bits of every dim and `outer` on the bits above them:
    ///
    /// ```text
    ///     L(x + size * y) = self(x) + out_size * outer(y)        dim by dim
    /// ```
    ///
    /// where `size` and `out_size` are those of `self`, and 1 for a dim it does not have. The dims
    /// of the result are those of both, in an order that agrees with both; where there is a
    /// choice, those of `self` come first. If the factors have two dims in opposite orders, Triton's
    /// choice decides: first the one that stands further left in the other factor.
    ///
    /// Not commutative; associative where the orders agree; [`LinearLayout::empty`] is neutral.
    ///
    /// # Errors
    ///
    /// More than 62 bits or 256 dims on a side.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let four = LinearLayout::identity_1d(4, "lane", "row")?;
    /// let zero = LinearLayout::zeros_1d(2, "lane", "row", 1)?;
    /// assert_eq!(four.product(&zero)?.to_string(), "{lane = [[1],[2],[0]]} -> [row = 4]"); // x mod 4
    /// assert_eq!(zero.product(&four)?.to_string(), "{lane = [[0],[1],[2]]} -> [row = 4]"); // x / 2
    /// # Ok::<(), layout_math::linear::LinearError>(())
    /// ```
    pub fn product(&self, outer: &LinearLayout) -> Result<LinearLayout, LinearError> {
        let ins = sum(Side::In, self.ins(), outer.ins())?;
        let outs = sum(Side::Out, self.outs(), outer.outs())?;
        let low = self.outs().moves_to(&outs);
        let high = outer.outs().moves(|dim| {
            outs.field(dim.name()).map(|(_, shift)| shift + self.outs().bits_of(dim.name()))
        });
        let mut columns = Vec::with_capacity(ins.bits() as usize);
        for dim in ins.as_slice() {
            columns.extend(self.columns_of(dim.name()).iter().map(|&column| low.apply(column)));
            columns.extend(outer.columns_of(dim.name()).iter().map(|&column| high.apply(column)));
        }
        let matrix = Matrix::new(outs.bits(), columns).expect("both factors were moved into outs");
        let constant = low.apply(self.map().constant()) | high.apply(outer.map().constant());
        Ok(LinearLayout::of(ins, outs, matrix, constant))
    }

    /// Returns the columns of the matrix that belong to the in-dim of this name, least significant bit
    /// first; none if there is no such in-dim. The rows are the bits of the out-dims, the first
    /// out-dim lowest.
    pub fn columns_of(&self, in_dim: &str) -> &[u64] {
        match self.ins().field(in_dim) {
            Some((dim, shift)) => {
                let start = shift as usize;
                &self.map().matrix().columns()[start..start + dim.bits() as usize]
            }
            None => &[],
        }
    }
}

/// The dims of `a` and `b`, each with the bits of both, in the order that `product` describes.
fn sum(side: Side, a: &Dims, b: &Dims) -> Result<Dims, LinearError> {
    let place =
        |dims: &Dims, dim: &Dim| dims.as_slice().iter().position(|d| d.name() == dim.name());
    let mut taken: Vec<&Dim> = Vec::with_capacity(a.len() + b.len());
    loop {
        let next = |dims: &'_ Dims| {
            let is_left = |dim: &&Dim| taken.iter().all(|t| t.name() != dim.name());
            dims.as_slice().iter().position(|dim| is_left(&dim))
        };
        taken.push(match (next(a), next(b)) {
            (None, None) => break,
            (Some(x), None) => &a.as_slice()[x],
            (None, Some(y)) => &b.as_slice()[y],
            (Some(x), Some(y)) => {
                let (x, y) = (&a.as_slice()[x], &b.as_slice()[y]);
                match (place(b, x), place(a, y)) {
                    (None, _) => x,
                    (Some(_), None) => y,
                    (Some(x_in_b), Some(y_in_a)) if x_in_b <= y_in_a => x,
                    (Some(_), Some(_)) => y,
                }
            }
        });
    }
    let bits = |dim: &Dim| a.bits_of(dim.name()) + b.bits_of(dim.name());
    Dims::new(side, taken.iter().map(|dim| (dim.name(), bits(dim))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> LinearLayout {
        text.parse().unwrap()
    }

    #[test]
    fn the_law_holds_at_every_coordinate() {
        let inner = layout("{lane = [[1,2],[3,0]]} -> [a = 4, b = 4] xor [2, 1]");
        let outer = layout("{lane = [[1,1]], warp = [[0,1]]} -> [b = 2, c = 2] xor [1, 0]");
        let product = inner.product(&outer).unwrap();
        for lane in 0..8 {
            for warp in 0..2 {
                let low = inner.apply(&[lane % 4]).unwrap();
                let high = outer.apply(&[lane / 4, warp]).unwrap();
                let expected = vec![low[0], low[1] + 4 * high[0], high[1]];
                assert_eq!(product.apply(&[lane, warp]), Ok(expected));
            }
        }
    }

    #[test]
    fn dims_keep_both_orders() {
        let names = |text: &str| layout(&format!("{{}} -> {text}"));
        let order = |a, b| Ok::<_, LinearError>(names(a).product(&names(b))?.outs().names());
        assert_eq!(order("[a = 1, b = 1]", "[b = 1, c = 1]").unwrap(), ["a", "b", "c"]);
        assert_eq!(order("[a = 1, c = 1]", "[b = 1, c = 1]").unwrap(), ["a", "b", "c"]);
        assert_eq!(order("[b = 1]", "[a = 1, b = 1]").unwrap(), ["a", "b"]);
    }

    #[test]
    fn opposite_orders_are_decided_as_in_triton() {
        let order = |a: &str, b: &str| {
            let names = |text: &str| layout(&format!("{{}} -> [{text}]"));
            names(a).product(&names(b)).unwrap().outs().names().concat()
        };
        // a and b stand equally far right in the other factor; then a further right than b.
        assert_eq!(order("a = 1, b = 1", "b = 1, a = 1"), "ab");
        assert_eq!(order("a = 1, b = 1", "b = 1, p = 1, a = 1"), "bpa");
        assert_eq!(order("a = 1, q = 1, b = 1", "b = 1, p = 1, a = 1"), "aqbp");
    }

    #[test]
    fn the_empty_layout_is_neutral_and_62_bits_are_the_limit() {
        let a = layout("{lane = [[1,2],[3,0]]} xor [2, 1]");
        assert_eq!(a.product(&LinearLayout::empty()).unwrap(), a);
        assert_eq!(LinearLayout::empty().product(&a).unwrap(), a);
        let half = LinearLayout::identity_1d(1 << 31, "i", "o").unwrap();
        let full = half.product(&half).unwrap();
        assert_eq!(full, LinearLayout::identity_1d(1 << 62, "i", "o").unwrap());
        assert!(full.product(&LinearLayout::identity_1d(2, "i", "o").unwrap()).is_err());
    }
}
