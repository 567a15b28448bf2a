//! The bits of the in-dims that add no value.

use super::f2::Echelon;
use super::layout::LinearLayout;

impl LinearLayout {
    /// For each in-dim, in order, the bits whose basis is a sum of earlier bases: Triton's
    /// `getFreeVariableMasks`.
    ///
    /// Setting the free bits to 0 in every coordinate leaves the layout injective with the same
    /// values, so the free bits count the copies of each value. The constant has no part in it.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let layout: LinearLayout = "{lane = [[1],[0],[2]], warp = [[3],[4]]}".parse()?;
    /// assert_eq!(layout.free_variable_masks(), [("lane", 0b010), ("warp", 0b01)]);
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn free_variable_masks(&self) -> Vec<(&str, i64)> {
        let free = !Echelon::new(self.map().matrix().columns()).pivots();
        let masks = self.ins().unflatten(free);
        self.in_dims().iter().map(|dim| dim.name()).zip(masks).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_bits_make_every_value_once() {
        let layout: LinearLayout =
            "{a = [[1,1],[2,2],[3,3]], b = [[1,0],[0,1],[2,0]]} xor [3, 0]".parse().unwrap();
        let masks = layout.free_variable_masks();
        assert_eq!(masks, [("a", 0b100), ("b", 0b010)]);
        let free = masks[0].1 | masks[1].1 << 3;
        let mut values: Vec<i64> =
            (0..64).filter(|x| x & free == 0).map(|x| layout.offset(x).unwrap()).collect();
        values.sort();
        assert_eq!(values, (0..16).collect::<Vec<_>>());
    }
}
