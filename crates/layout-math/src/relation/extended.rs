//! Layouts outside their domains, as CuTe extends them.

use super::from_modes::LayoutTerms;
use super::from_swizzle::swizzled;
use super::tree::{Comparator, Dim, Expr, Formula, Piece, Tree, Tuple};
use super::{Facts, Mode, Relation, RelationError, View};
use crate::affine::Symbolic;
use crate::cute::Sign;

impl Relation {
    /// The relation of [`Relation::from_modes`] on all coordinates that are not negative.
    ///
    /// A coordinate past the end of its group extends the last mode of the group as written, a
    /// unit mode included: `(4,1):(1,0)` is 0 at the integral coordinate 4.
    ///
    /// ```
    /// use layout_math::relation::{Facts, Mode, Relation, View};
    ///
    /// let modes = [Mode::new(2, 1), Mode::new(1, 80)];
    /// let extended = Relation::extended_modes(&modes, &[0.into()], &View::Integral, &Facts::new())?;
    /// assert_eq!(extended.to_string(), "{ [c] -> [c + 78*floor(c/2)] : 0 <= c }");
    /// # Ok::<(), layout_math::relation::RelationError>(())
    /// ```
    pub fn extended_modes(
        modes: &[Mode],
        offset: &[Symbolic],
        view: &View,
        facts: &Facts,
    ) -> Result<Relation, RelationError> {
        Ok(LayoutTerms::extended(modes, offset, view)?.into_relation(facts))
    }

    /// The relation of [`Relation::from_composed`] on all coordinates that are not negative.
    pub(crate) fn extended_composed(
        swizzle: (i64, i64, i64),
        offset: &Symbolic,
        modes: &[Mode],
        view: &View,
        facts: &Facts,
        argument: Sign,
    ) -> Result<Relation, RelationError> {
        let terms = LayoutTerms::extended(modes, std::slice::from_ref(offset), view)?;
        Relation::swizzled_terms(swizzle, terms, facts, argument)
    }

    /// The swizzle `S<bits,base,shift>` on all numbers that are not negative.
    pub(crate) fn extended_swizzle(
        bits: i64,
        base: i64,
        shift: i64,
    ) -> Result<Relation, RelationError> {
        let value = swizzled(Expr::input(0), bits, base, shift)?;
        let piece = Piece {
            domain: Tuple { name: None, dims: vec![Dim::named("c")] },
            range: Tuple { name: None, dims: vec![Dim::value(value)] },
            formula: not_negative(0),
        };
        Ok(Relation::from_tree(Tree { parameters: Vec::new(), pieces: vec![piece] }))
    }
}

impl LayoutTerms {
    /// The terms of a layout with the last mode of each group extended.
    fn extended(modes: &[Mode], offset: &[Symbolic], view: &View) -> Result<Self, RelationError> {
        let groups = view.groups(modes.len())?;
        let mut longer = modes.to_vec();
        let mut end = 0;
        for group in &groups {
            end += group;
            // A mode of extent 1 has no terms, and the extent of the last one is in none.
            if 0 < *group && longer[end - 1].extent.as_constant() == Some(1) {
                longer[end - 1].extent = 2.into();
            }
        }
        let mut terms = LayoutTerms::new(&longer, offset, view)?;
        terms.bounds = Formula::and((0..groups.len()).map(not_negative));
        Ok(terms)
    }
}

/// `0 <= input`.
fn not_negative(input: usize) -> Formula {
    Formula::compare(Expr::Integer(0), Comparator::LessOrEqual, Expr::input(input))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::{Layout, Tuple};

    /// Compares with the evaluation of the layout, inside and outside.
    fn check(text: &str, view: &View, coordinates: &[&[i64]]) {
        let layout: Layout = text.parse().unwrap();
        let modes: Vec<Mode> =
            layout.flat_modes().iter().map(|mode| Mode::new(mode.extent, mode.stride)).collect();
        let relation = Relation::extended_modes(&modes, &[0.into()], view, &Facts::new()).unwrap();
        for coordinate in coordinates {
            let nested = match coordinate {
                [leaf] => Tuple::Leaf(*leaf),
                leaves => Tuple::Node(leaves.iter().copied().map(Tuple::Leaf).collect()),
            };
            let expected: Vec<Vec<i64>> =
                layout.offset_at(&nested).map(|offset| vec![offset]).into_iter().collect();
            let found = relation.evaluate(&[], coordinate).unwrap();
            assert_eq!(found, expected, "{text} at {coordinate:?}");
        }
    }

    #[test]
    fn layouts_are_extended_as_cute_does() {
        let integral: Vec<[i64; 1]> = (-2..40).map(|c| [c]).collect();
        let integral: Vec<&[i64]> = integral.iter().map(|c| &c[..]).collect();
        for text in
            ["4:2", "1:7", "(4,1):(1,0)", "(2,1):(1,80)", "(1,3):(5,2)", "(2,(3,1)):(1,(4,-9))"]
        {
            check(text, &View::Integral, &integral);
        }
        let pairs: Vec<[i64; 2]> = (-1..9).flat_map(|i| (-1..9).map(move |j| [i, j])).collect();
        let pairs: Vec<&[i64]> = pairs.iter().map(|c| &c[..]).collect();
        check("(2,1):(1,80)", &View::Natural, &pairs);
        check("(4,(2,2)):(2,(1,8))", &View::Groups(vec![1, 2]), &pairs);
        check("((2,1),3):((1,7),5)", &View::Groups(vec![2, 1]), &pairs);
    }

    #[test]
    fn a_swizzle_acts_on_every_offset() {
        let swizzle = Relation::extended_swizzle(1, 0, 1).unwrap();
        let composed = Relation::extended_composed(
            (1, 0, 1),
            &2.into(),
            &[Mode::new(4, 1), Mode::new(2, 6)],
            &View::Natural,
            &Facts::new(),
            Sign::Natural,
        )
        .unwrap();
        for c in 0..64 {
            let swizzled = |x: i64| vec![vec![x ^ ((x & 2) >> 1)]];
            assert_eq!(swizzle.evaluate(&[], &[c]).unwrap(), swizzled(c));
            let pair = [c % 8, c / 8];
            let expected = swizzled(2 + pair[0] + 6 * pair[1]);
            assert_eq!(composed.evaluate(&[], &pair).unwrap(), expected, "{pair:?}");
        }
        assert!(swizzle.evaluate(&[], &[-1]).unwrap().is_empty());
        assert!(composed.evaluate(&[], &[0, -1]).unwrap().is_empty());
    }
}
