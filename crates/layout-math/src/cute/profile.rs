//! How shapes refine each other, and the coordinate of an integer in a shape.

use super::tuple::Tuple;

impl<T> Tuple<T> {
    /// True if `other` can be made from this tuple by replacing leaves with tuples, whatever the
    /// leaves are: CuTe's *weakly congruent*.
    ///
    /// ```
    /// use layout_math::cute::Tuple;
    ///
    /// let shape: Tuple<i64> = "(2,4)".parse()?;
    /// assert!(shape.is_weakly_congruent(&"(2,(9,9))".parse::<Tuple<i64>>()?));
    /// assert!(!shape.is_weakly_congruent(&"8".parse::<Tuple<i64>>()?));
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn is_weakly_congruent<U>(&self, other: &Tuple<U>) -> bool {
        match (self, other) {
            (Tuple::Leaf(_), _) => true,
            (Tuple::Node(_), Tuple::Leaf(_)) => false,
            (Tuple::Node(a), Tuple::Node(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_weakly_congruent(b))
            }
        }
    }
}

impl<E: PartialEq> Tuple<E> {
    /// [`is_compatible`](Tuple::is_compatible) for any extents of which `size` says what they make together.
    /// If sizes of symbols are the same for all their values, so is the answer.
    pub(crate) fn is_compatible_by(
        &self,
        other: &Tuple<E>,
        size: &impl Fn(&Tuple<E>) -> Option<E>,
    ) -> bool {
        match (self, other) {
            (Tuple::Leaf(extent), _) => size(other).as_ref() == Some(extent),
            (Tuple::Node(_), Tuple::Leaf(_)) => false,
            (Tuple::Node(a), Tuple::Node(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_compatible_by(b, size))
            }
        }
    }
}

impl Tuple<i64> {
    /// True if `other` can be made from this shape by replacing extents with tuples of the same
    /// size: CuTe's *compatible*. Then every coordinate of this shape is one of `other`.
    ///
    /// ```
    /// use layout_math::cute::Tuple;
    ///
    /// let shape: Tuple<i64> = "(2,4)".parse()?;
    /// assert!(shape.is_compatible(&"(2,(2,2))".parse()?));
    /// assert!(!shape.is_compatible(&"(2,(2,3))".parse()?));
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn is_compatible(&self, other: &Tuple<i64>) -> bool {
        self.is_compatible_by(other, &Tuple::product)
    }

    /// The product of the leaves, which is the size of a shape; `None` past 64 bits.
    pub fn product(&self) -> Option<i64> {
        self.leaves().try_fold(1_i64, |product, leaf| product.checked_mul(*leaf))
    }
}

/// The coordinate of an integer in a shape, CuTe's `idx2crd`: leftmost mode fastest.
///
/// Law: a layout of this shape has the same offset at the coordinate and at the integer. So past the
/// size of the shape it is the last flattened mode that is extended. The other way round, from a
/// coordinate to an offset, is [`Layout::offset_at`](super::Layout::offset_at), CuTe's `crd2idx`.
///
/// `None` for a negative integer and for a shape with an extent of less than 1.
///
/// ```
/// use layout_math::cute::idx2crd;
///
/// assert_eq!(idx2crd(205, &"((4,3,5),5)".parse()?).unwrap().to_string(), "((1,0,2),3)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn idx2crd(index: i64, shape: &Tuple<i64>) -> Option<Tuple<i64>> {
    if index < 0 || shape.leaves().any(|&extent| extent < 1) {
        return None;
    }
    let mut modes_left = shape.leaves().count();
    let mut rest = index;
    Some(shape.map(&mut |extent| {
        modes_left -= 1;
        let digit = if modes_left == 0 { rest } else { rest % extent };
        rest /= extent;
        digit
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Tuple<i64> {
        text.parse().unwrap()
    }

    #[test]
    fn an_extent_is_refined_by_its_size() {
        assert!(shape("8").is_compatible(&shape("(8)")));
        assert!(!shape("(8)").is_compatible(&shape("8")));
        assert!(shape("1").is_compatible(&shape("()")));
        assert!(!shape("(6,3)").is_compatible(&shape("18")));
        let wide = shape("(4294967296,4294967296)");
        assert_eq!(wide.product(), None);
        assert!(!shape("0").is_compatible(&wide));
    }

    #[test]
    fn a_leaf_is_weakly_congruent_to_everything() {
        assert!(shape("8").is_weakly_congruent(&shape("((3),2)")));
        assert!(!shape("(8)").is_weakly_congruent(&shape("8")));
        assert!(!shape("(8,2)").is_weakly_congruent(&shape("(8,2,1)")));
    }

    #[test]
    fn the_last_mode_takes_what_is_past_the_size() {
        assert_eq!(idx2crd(9, &shape("(4,2)")), Some(shape("(1,2)")));
        assert_eq!(idx2crd(9, &shape("(4,1)")), Some(shape("(1,2)")));
        assert_eq!(idx2crd(9, &shape("8")), Some(shape("9")));
        assert_eq!(idx2crd(0, &shape("()")), Some(shape("()")));
        assert_eq!(idx2crd(-1, &shape("(4,2)")), None);
        assert_eq!(idx2crd(1, &shape("(0,2)")), None);
    }
}
