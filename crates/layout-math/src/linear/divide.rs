//! What must be multiplied with a layout to get another one.

use super::dims::Dims;
use super::error::{LinearError, Side};
use super::f2::{Matrix, low_bits};
use super::layout::LinearLayout;

/// Which factor of a product a divisor is.
#[derive(Clone, Copy)]
enum Factor {
    Left,
    Right,
}

impl LinearLayout {
    /// The layout C with `self = divisor * C`: Triton's `divideLeft`.
    ///
    /// C has the dims of `self`, those without bits left among them, which makes it unique. The
    /// order of the divisor's dims does not matter.
    ///
    /// # Errors
    ///
    /// There is no such C. The error says why: a dim of the divisor that `self` does not have or
    /// that is larger than there; or the first basis of `self` at which the product with the only
    /// possible C differs.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let product: LinearLayout = "{lane = [[1],[2],[0],[8]]}".parse()?;
    /// let divisor: LinearLayout = "{lane = [[1],[2]]}".parse()?;
    /// assert_eq!(product.divide_left(&divisor)?.to_string(), "{lane = [[0],[2]]}");
    ///
    /// let error = product.divide_left(&"{lane = [[2]]}".parse()?).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "not divisible: basis 0 of in-dim lane is not in the block of one factor"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn divide_left(&self, divisor: &LinearLayout) -> Result<LinearLayout, LinearError> {
        self.divide(divisor, Factor::Left)
    }

    /// The layout C with `self = C * divisor`: Triton's `divideRight`.
    ///
    /// C has the dims of `self`. Errors are those of [`LinearLayout::divide_left`].
    pub fn divide_right(&self, divisor: &LinearLayout) -> Result<LinearLayout, LinearError> {
        self.divide(divisor, Factor::Right)
    }

    fn divide(&self, divisor: &LinearLayout, side: Factor) -> Result<LinearLayout, LinearError> {
        let ins = difference(Side::In, self.ins(), divisor.ins())?;
        let outs = difference(Side::Out, self.outs(), divisor.outs())?;
        // Where the bits of C are in `self`: above those of a left divisor, below those of a right.
        let skipped = |bits| match side {
            Factor::Left => bits,
            Factor::Right => 0,
        };
        let part = |flat: u64| {
            let mut result = 0;
            for ((dim, to), (_, from)) in outs.fields().zip(self.outs().fields()) {
                let from = from + skipped(divisor.outs().bits_of(dim.name()));
                result |= (flat >> from & low_bits(dim.bits())) << to;
            }
            result
        };
        let mut columns = Vec::with_capacity(ins.bits() as usize);
        for dim in ins.as_slice() {
            let start = skipped(divisor.ins().bits_of(dim.name())) as usize;
            let own = &self.columns_of(dim.name())[start..start + dim.bits() as usize];
            columns.extend(own.iter().map(|&column| part(column)));
        }
        let constant = part(self.map().constant());
        let matrix = Matrix::new(outs.bits(), columns).expect("parts were cut to their dims");
        let quotient = LinearLayout::of(ins, outs, matrix, constant);
        let product = match side {
            Factor::Left => divisor.product(&quotient)?,
            Factor::Right => quotient.product(divisor)?,
        };
        // Both have the same dims; the divisor may have brought another order.
        self.check_product(&product.part(self.ins().clone(), self.outs().clone()))?;
        Ok(quotient)
    }

    /// Checks that `product`, which has the dims of `self` in the same order, is `self`.
    fn check_product(&self, product: &LinearLayout) -> Result<(), LinearError> {
        let mut pairs = self.map().matrix().columns().iter().zip(product.map().matrix().columns());
        let place = pairs.position(|(a, b)| a != b);
        if let Some((dim, bit)) = place.and_then(|place| self.ins().owner(place as u32)) {
            let (in_dim, position) = (dim.name().to_owned(), bit as usize);
            return Err(LinearError::NotDivisible { in_dim, position });
        }
        if self.map().constant() != product.map().constant() {
            return Err(LinearError::ConstantNotDivisible { constant: self.constant() });
        }
        Ok(())
    }
}

/// The dims of `a`, each without the bits of `b`.
fn difference(side: Side, a: &Dims, b: &Dims) -> Result<Dims, LinearError> {
    for dim in b.as_slice() {
        let Some((own, _)) = a.field(dim.name()) else {
            return Err(LinearError::UnknownDim { side, name: dim.name().to_owned() });
        };
        if dim.bits() > own.bits() {
            let name = dim.name().to_owned();
            return Err(LinearError::DimTooLarge { name, size: dim.size(), limit: own.size() });
        }
    }
    let left = a.as_slice().iter().map(|dim| (dim.name(), dim.bits() - b.bits_of(dim.name())));
    Dims::new(side, left)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> LinearLayout {
        text.parse().unwrap()
    }

    #[test]
    fn each_factor_is_found_again() {
        let a = layout("{lane = [[1,2],[3,0]], warp = []} -> [a = 4, b = 4] xor [2, 1]");
        let b = layout("{lane = [[1,1]], warp = [[0,1]]} -> [a = 2, b = 2] xor [1, 0]");
        let product = a.product(&b).unwrap();
        assert_eq!(product.divide_left(&a).unwrap(), b);
        assert_eq!(product.divide_right(&b).unwrap(), a);
        assert_eq!(
            product.divide_left(&product).unwrap(),
            layout("{lane = [], warp = []} -> [a = 1, b = 1]")
        );
    }

    #[test]
    fn a_block_that_is_not_zero_is_in_the_way() {
        let divisor = layout("{lane = [[1,0]]} -> [a = 2, b = 1]");
        let message = |text: &str| layout(text).divide_left(&divisor).unwrap_err().to_string();
        // The first basis is not the divisor's; the second reaches into its block.
        assert_eq!(
            message("{lane = [[1,1],[2,0]]} -> [a = 4, b = 2]"),
            "not divisible: basis 0 of in-dim lane is not in the block of one factor"
        );
        assert_eq!(
            message("{lane = [[1,0],[3,0]]} -> [a = 4, b = 2]"),
            "not divisible: basis 1 of in-dim lane is not in the block of one factor"
        );
        assert_eq!(
            message("{lane = [[1,0],[2,0]]} -> [a = 4, b = 2] xor [1, 0]"),
            "not divisible: the constant [1, 0] is not made of two"
        );
        assert_eq!(
            message("{lane = []} -> [a = 4, b = 2]"),
            "dim lane has size 2, which does not fit in size 1"
        );
        assert_eq!(message("{warp = [[1,0]]} -> [a = 4, b = 2]"), "there is no in-dim lane");
    }

    #[test]
    fn a_right_divisor_must_not_reach_other_dims() {
        // The last basis of a product C * B has no bits in out-dims that only C has.
        let product = layout("{lane = [[1,0],[2,1]]} -> [a = 4, c = 2]");
        let error = product.divide_right(&layout("{lane = [[1]]} -> [a = 2]")).unwrap_err();
        assert_eq!(error, LinearError::NotDivisible { in_dim: "lane".to_owned(), position: 1 });
    }
}
