//! Equality of layouts as functions.

use super::layout::LinearLayout;

/// Why two layouts are not the same function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// They have different numbers of coordinates.
    Size { left: i64, right: i64 },
    /// They differ at this integral coordinate, the least one, and have these offsets there.
    Offset { coordinate: i64, left: i64, right: i64 },
}

impl LinearLayout {
    /// Why `self` and `other` are not the same function from integral coordinates to offsets, or
    /// nothing if they are. Names do not matter, and the order of dims only through flattening.
    ///
    /// Exact, and computed from the matrices: the least coordinate at which two such functions
    /// differ is 0 or a power of two.
    ///
    /// ```
    /// use layout_math::linear::{Difference, LinearLayout};
    ///
    /// let a: LinearLayout = "{lane = [[1],[2]]}".parse()?;
    /// let b: LinearLayout = "{register = [[1,0]], lane = [[0,1]]}".parse()?;
    /// assert_eq!(a.difference(&b), None);
    ///
    /// let c: LinearLayout = "{lane = [[1],[3]]}".parse()?;
    /// assert_eq!(a.difference(&c), Some(Difference::Offset { coordinate: 2, left: 2, right: 3 }));
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn difference(&self, other: &LinearLayout) -> Option<Difference> {
        if self.size() != other.size() {
            return Some(Difference::Size { left: self.size(), right: other.size() });
        }
        let coordinate = self.map().difference(other.map())?;
        Some(Difference::Offset {
            coordinate: coordinate as i64,
            left: self.map().apply(coordinate) as i64,
            right: other.map().apply(coordinate) as i64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_differs_at_zero() {
        let a: LinearLayout = "{lane = [[1],[2]]}".parse().unwrap();
        let b: LinearLayout = "{lane = [[1],[3]]} xor [1]".parse().unwrap();
        assert_eq!(a.difference(&b), Some(Difference::Offset { coordinate: 0, left: 0, right: 1 }));
        let c: LinearLayout = "{lane = [[1]]}".parse().unwrap();
        assert_eq!(a.difference(&c), Some(Difference::Size { left: 4, right: 2 }));
    }
}
