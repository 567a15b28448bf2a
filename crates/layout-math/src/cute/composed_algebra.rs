//! Operations on composed layouts, which act on the inner layout.

use super::algebra_error::AlgebraError;
use super::composed::Composed;
use super::cute_layout::CuteLayout;
use super::layout::Layout;

impl Composed {
    /// The composed layout with `operation` applied to its inner layout.
    ///
    /// Law: where the result of `operation` is the inner layout after a map of coordinates, as for
    /// coalescing, flattening, slicing, composition and division, the result is the composed layout
    /// after that map. For a product this is CuTe's definition: the repetitions of the block are
    /// repeated before the outer function, not after it. [`Composed::recast`] also changes the outer
    /// function.
    ///
    /// # Errors
    ///
    /// Those of the operation, and [`AlgebraError::NotStatic`] if the inner layout has symbols or
    /// basis strides.
    ///
    /// ```
    /// use layout_math::algebra::Budget;
    /// use layout_math::cute::{Composed, Layout, zipped_divide};
    ///
    /// let rows: Composed = "S<3,4,3> o 0 o (8,64):(64,1)".parse()?;
    /// let tile: Layout = "8:1".parse()?;
    /// let divided = rows.map_inner(|inner| zipped_divide(inner, &tile, &Budget::DEFAULT)).unwrap();
    /// assert_eq!(divided.to_string(), "S<3,4,3> o 0 o (8,64):(64,1)");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn map_inner(
        &self,
        operation: impl FnOnce(&Layout) -> Result<Layout, AlgebraError>,
    ) -> Result<Self, AlgebraError> {
        let inner = self
            .inner()
            .as_static()
            .ok_or_else(|| AlgebraError::NotStatic { layout: self.inner().to_string() })?;
        Ok(self.with_inner(CuteLayout::Static(operation(inner)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::coalesce;

    #[test]
    fn only_integers_are_operated_on() {
        let map = |text: &str| {
            let composed: Composed = text.parse().unwrap();
            composed
                .map_inner(|inner| Ok(coalesce(inner)))
                .map_or_else(|error| error.to_string(), |composed| composed.to_string())
        };
        assert_eq!(map("S<1,2,1> o k o (4,2):(1,4)"), "S<1,2,1> o k o 8:1");
        assert_eq!(map("S<1,2,1> o 0 o (M,2):(1,4)"), "(M,2):(1,4) is not a layout of integers");
    }
}
