use std::collections::BTreeSet;

use super::any_layout::AnyLayout;
use super::verdict::Budget;
use crate::affine::Fact;
use crate::cute::{
    Composed, CuteLayout, Layout, Outer, Stride, SymbolicLayout, SymbolicStride, Term, Tuple,
};
use crate::point::value_in;
use crate::relation::{Context, EvaluationError, Relation};

impl AnyLayout {
    /// How many numbers a coordinate of the layout may have, in increasing order.
    ///
    /// One, the integral coordinate; one for each top-level mode; one for each flattened mode. A
    /// linear layout takes one for each in-dim, trailing in-dims of size 1 optional; a relation one
    /// for each input; a tiler, which is not a function, takes none of these and the list is empty.
    ///
    /// ```
    /// use layout_math::algebra::{AnyLayout, Kind};
    ///
    /// let layout = AnyLayout::parse(Kind::Cute, "(4,(2,2)):(2,(1,8))")?;
    /// assert_eq!(layout.coordinate_counts(), [1, 2, 3]);
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn coordinate_counts(&self) -> Vec<usize> {
        let of_modes = |layout: &CuteLayout| {
            BTreeSet::from([1, layout.rank(), layout.flat_rank()]).into_iter().collect()
        };
        match self {
            AnyLayout::Cute(layout) => of_modes(layout),
            AnyLayout::Composed(composed) => of_modes(composed.inner()),
            AnyLayout::Swizzle(_) => vec![1],
            AnyLayout::Linear(linear) => {
                let dims = linear.in_dims();
                let optional = dims.iter().rev().take_while(|dim| dim.size() == 1).count();
                (dims.len() - optional..=dims.len()).collect()
            }
            AnyLayout::Tile(_) => Vec::new(),
            AnyLayout::Relation(relation) => vec![relation.n_inputs()],
        }
    }

    /// That a coordinate of so many numbers has too few or too many, in words; `None` if it has not, and for a
    /// tiler.
    ///
    /// ```
    /// use layout_math::algebra::{AnyLayout, Kind};
    ///
    /// let layout = AnyLayout::parse(Kind::Cute, "(4,8):(8,1)")?;
    /// assert_eq!(layout.wrong_count(3).as_deref(), Some("it takes 1 or 2 numbers, not 3"));
    /// assert_eq!(layout.wrong_count(2), None);
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn wrong_count(&self, n_numbers: usize) -> Option<String> {
        let counts = self.coordinate_counts();
        let is_wrong = !counts.is_empty() && !counts.contains(&n_numbers);
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        is_wrong.then(|| format!("it takes {} numbers, not {n_numbers}", counts.join(" or ")))
    }

    /// How many numbers an offset of the layout has; `None` for a tiler, which is not a function.
    ///
    /// It is one for each part of a tuple offset, of which `4:1@1` has two, for each out-dim of a linear
    /// layout, for each output of a relation, and one for every other layout.
    pub fn output_count(&self) -> Option<usize> {
        match self {
            AnyLayout::Cute(layout) => Some(layout.positions().len().max(1)),
            AnyLayout::Composed(composed) => match composed.outer() {
                Outer::Swizzle(_) => Some(1),
                Outer::Layout(layout) => Some(layout.positions().len().max(1)),
            },
            AnyLayout::Swizzle(_) => Some(1),
            AnyLayout::Linear(linear) => Some(linear.out_dims().len()),
            AnyLayout::Tile(_) => None,
            AnyLayout::Relation(relation) => Some(relation.n_outputs()),
        }
    }

    /// The offset at a coordinate, where `symbols` says what the names of the layout stand for.
    ///
    /// Outside its domain a CuTe layout follows CuTe: an integral coordinate extends the last
    /// flattened mode, other coordinates extend every mode. A symbol that the offset does not
    /// depend on needs no value: `(8,M):(1,8)` has an offset at every natural coordinate.
    ///
    /// `None` where the layout has no offset or more than one, for a number of coordinates that is
    /// not in [`AnyLayout::coordinate_counts`], for a symbol without a value or with one that
    /// contradicts a fact or is below 1 in an extent, and past 64 bits.
    ///
    /// ```
    /// use layout_math::algebra::{AnyLayout, Kind};
    ///
    /// let layout = AnyLayout::parse(Kind::Cute, "(8,M):(1,8)")?;
    /// assert_eq!(layout.apply(&[3, 2], &[]), Some(vec![19]));
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn apply(&self, coordinate: &[i64], symbols: &[(&str, i64)]) -> Option<Vec<i64>> {
        self.apply_within(coordinate, symbols, &Budget::default())
    }

    /// The offset at a coordinate, if the budget suffices to find it; see [`AnyLayout::apply`]. It
    /// is spent on a relation alone whose outputs are not expressions.
    pub fn apply_within(
        &self,
        coordinate: &[i64],
        symbols: &[(&str, i64)],
        budget: &Budget,
    ) -> Option<Vec<i64>> {
        if !self.coordinate_counts().contains(&coordinate.len()) {
            return None;
        }
        match self {
            AnyLayout::Cute(layout) => parts(layout, coordinate, symbols),
            AnyLayout::Composed(composed) => through(composed, coordinate, symbols),
            AnyLayout::Swizzle(swizzle) => {
                let offset = *coordinate.first()?;
                (0 <= offset).then(|| vec![swizzle.apply(offset)])
            }
            AnyLayout::Linear(linear) => linear.apply(coordinate).ok(),
            AnyLayout::Tile(_) => None,
            AnyLayout::Relation(relation) => {
                let images = images(relation, coordinate, symbols, budget)?;
                <[Vec<i64>; 1]>::try_from(images).ok().map(|[offset]| offset)
            }
        }
    }

    /// The offsets at a coordinate, of which a relation may have several; at most two are looked for.
    /// `None` if they are not found, which a budget that is too small or a number past 64 bits may be
    /// the reason of.
    pub(crate) fn offsets_at(
        &self,
        coordinate: &[i64],
        symbols: &[(&str, i64)],
        budget: &Budget,
    ) -> Option<Vec<Vec<i64>>> {
        match self {
            AnyLayout::Relation(relation) => images(relation, coordinate, symbols, budget),
            _ => Some(self.apply_within(coordinate, symbols, budget).into_iter().collect()),
        }
    }
}

impl AnyLayout {
    /// True if the offset at a coordinate of so many numbers is found by dividing by an extent that
    /// is not a number: at a symbol that is 0 there is none.
    ///
    /// ```
    /// use layout_math::algebra::{AnyLayout, Kind};
    ///
    /// let layout = AnyLayout::parse(Kind::Cute, "((M,8),4):((8,1),64)")?;
    /// assert!(layout.divides_by_symbol(1) && layout.divides_by_symbol(2));
    /// // Natural coordinates have a number for each extent.
    /// assert!(!layout.divides_by_symbol(3));
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn divides_by_symbol(&self, n_coordinates: usize) -> bool {
        let divides = |layout: &CuteLayout, n_coordinates: usize| {
            let CuteLayout::Symbolic(layout) = layout else { return false };
            let undivided = undivided(layout.shape(), n_coordinates);
            let is_symbol = |(leaf, extent): (usize, &Term)| {
                extent.as_constant().is_none() && !undivided.contains(&leaf)
            };
            layout.shape().leaves().enumerate().any(is_symbol)
        };
        match self {
            AnyLayout::Cute(layout) => divides(layout, n_coordinates),
            AnyLayout::Composed(composed) => {
                divides(composed.inner(), n_coordinates)
                    || matches!(composed.outer(), Outer::Layout(outer) if divides(outer, 1))
            }
            // Relations divide by numbers only.
            AnyLayout::Swizzle(_)
            | AnyLayout::Linear(_)
            | AnyLayout::Tile(_)
            | AnyLayout::Relation(_) => false,
        }
    }
}

/// The offset at an integral, top-level or natural coordinate.
fn offset<D: Stride>(layout: &Layout<D>, coordinate: &[i64]) -> Option<D::Offset> {
    if let [coordinate] = coordinate {
        layout.offset(*coordinate)
    } else if coordinate.len() == layout.rank() {
        layout.offset_at(&Tuple::Node(coordinate.iter().copied().map(Tuple::Leaf).collect()))
    } else {
        layout.natural_offset(coordinate)
    }
}

/// The parts of the offset of a CuTe layout, one for each basis position.
fn parts(layout: &CuteLayout, coordinate: &[i64], symbols: &[(&str, i64)]) -> Option<Vec<i64>> {
    match layout {
        CuteLayout::Static(layout) => Some(vec![offset(layout, coordinate)?]),
        CuteLayout::Basis(layout) => {
            let offset = offset(layout, coordinate)?;
            let part = |path: &Vec<u32>| offset.get(path).copied().unwrap_or(0);
            Some(layout.positions().iter().map(part).collect())
        }
        CuteLayout::Symbolic(symbolic) => {
            let mut positions = layout.positions();
            if positions.is_empty() {
                positions.push(Vec::new());
            }
            let part = |path: &Vec<u32>| {
                let n = coordinate.len();
                offset(&with_values(symbolic, n, symbols, path)?, coordinate)
            };
            positions.iter().map(part).collect()
        }
    }
}

/// `outer(offset + inner)` at a coordinate of the inner layout.
fn through(composed: &Composed, coordinate: &[i64], symbols: &[(&str, i64)]) -> Option<Vec<i64>> {
    let is_tuple = composed.inner().positions().iter().any(|path| !path.is_empty());
    if is_tuple || contradicts(composed.facts(), symbols) {
        return None;
    }
    let [inner] = parts(composed.inner(), coordinate, symbols)?[..] else { return None };
    let offset = composed.offset_term().evaluate(&value_in(symbols))?;
    let inner = offset.checked_add(inner)?;
    match composed.outer() {
        outer if outer.is_identity() => Some(vec![inner]),
        Outer::Swizzle(swizzle) => (0 <= inner).then(|| vec![swizzle.apply(inner)]),
        Outer::Layout(outer) => parts(outer, &[inner], symbols),
    }
}

/// True if a value is not what a fact says of its symbol.
fn contradicts(facts: &[Fact], symbols: &[(&str, i64)]) -> bool {
    let value = value_in(symbols);
    facts.iter().any(|fact| value(fact.symbol()).is_some_and(|value| !fact.holds(value)))
}

/// A layout of integers that has the part of the offset of `layout` at a basis position, at each
/// coordinate of `n_coordinates` numbers. Extents that such a coordinate does not ask for may be other
/// than those of `layout`.
fn with_values(
    layout: &SymbolicLayout,
    n_coordinates: usize,
    symbols: &[(&str, i64)],
    position: &[u32],
) -> Option<Layout> {
    let value = value_in(symbols);
    if contradicts(layout.facts(), symbols) {
        return None;
    }
    let shape = layout.shape();
    let in_extents = || shape.leaves().flat_map(Term::symbols);
    if in_extents().any(|symbol| value(symbol).is_some_and(|value| value < 1)) {
        return None;
    }
    let unbounded = undivided(shape, n_coordinates);
    let extents: Option<Vec<i64>> = shape
        .leaves()
        .enumerate()
        .map(
            |(leaf, extent)| {
                if unbounded.contains(&leaf) { Some(1) } else { extent.evaluate(&value) }
            },
        )
        .collect();
    let stride = |stride: &SymbolicStride| match stride.path() == position {
        true => stride.scale().evaluate(&value),
        false => Some(0),
    };
    let strides: Option<Vec<i64>> = layout.stride().leaves().map(stride).collect();
    Layout::new(shape.with_leaves(extents?)?, layout.stride().with_leaves(strides?)?).ok()
}

/// The flattened modes by whose extents no number of such a coordinate is divided: the last one of
/// those that each number unfolds to.
fn undivided(shape: &Tuple<Term>, n_coordinates: usize) -> BTreeSet<usize> {
    let n_leaves = shape.leaves().count();
    if n_coordinates == 1 {
        BTreeSet::from([n_leaves.wrapping_sub(1)])
    } else if n_coordinates == shape.rank() {
        let ends = shape.modes().iter().scan(0, |end, mode| {
            *end += mode.leaves().count();
            Some(end.wrapping_sub(1))
        });
        ends.collect()
    } else {
        (0..n_leaves).collect()
    }
}

/// The outputs of a relation at an input, at most two, if they are found; isl is asked only if they are
/// not explicit.
fn images(
    relation: &Relation,
    input: &[i64],
    symbols: &[(&str, i64)],
    budget: &Budget,
) -> Option<Vec<Vec<i64>>> {
    match relation.evaluate(symbols, input) {
        Ok(outputs) => Some(outputs),
        Err(EvaluationError::NotExplicit) => {
            let context = Context::new(budget.isl_operations);
            relation.to_map(&context).ok()?.image(symbols, input, 2).ok()
        }
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    #[track_caller]
    fn check(kind: Kind, text: &str, cases: &[(&[i64], Option<&[i64]>)]) {
        let layout = AnyLayout::parse(kind, text).unwrap();
        for (coordinate, expected) in cases {
            let found = layout.apply(coordinate, &[("M", 4), ("N", 3)]);
            assert_eq!(found.as_deref(), *expected, "{text} at {coordinate:?}");
            if let Some(found) = found {
                assert_eq!(Some(found.len()), layout.output_count());
            }
        }
    }

    #[test]
    fn three_views_of_a_coordinate() {
        // 5 is (1,(1,0)): 1*2 + 1*1. (1,2) is (1,(0,1)): 2 + 8. Past the end 16 is (0,(0,2)).
        check(
            Kind::Cute,
            "(4,(2,2)):(2,(1,8))",
            &[
                (&[5], Some(&[3])),
                (&[1, 2], Some(&[10])),
                (&[1, 0, 1], Some(&[10])),
                (&[16], Some(&[16])),
                (&[-1], None),
                (&[0, 0, 0, 0], None),
            ],
        );
    }

    #[test]
    fn tuple_offsets() {
        check(Kind::Cute, "(4,8):(1@1,2@0)", &[(&[5], Some(&[2, 1])), (&[3, 4], Some(&[8, 3]))]);
    }

    #[test]
    fn only_the_symbols_that_matter_need_a_value() {
        // M is 4, N is 3, K has no value.
        check(Kind::Cute, "(M,K):(1,M)", &[(&[9], Some(&[9])), (&[9, 2], Some(&[17]))]);
        check(Kind::Cute, "(K,M):(1,8)", &[(&[9], None), (&[9, 2], Some(&[25]))]);
        check(Kind::Cute, "(2,(K,M)):(1,(2,8))", &[(&[1, 5], None), (&[1, 5, 2], Some(&[27]))]);
        check(Kind::Cute, "(M,2):(2,1) where M mod 8 = 0", &[(&[0], None)]);
        check(Kind::Cute, "(4,K):(1,K)", &[(&[1, 1], None)]);
    }

    #[test]
    fn other_notations() {
        check(Kind::Swizzle, "S<1,0,1>", &[(&[2], Some(&[3])), (&[-1], None)]);
        check(
            Kind::Composed,
            "S<1,0,1> o 2 o (2,2):(1,4)",
            &[(&[1], Some(&[2])), (&[1, 1], Some(&[6]))],
        );
        check(
            Kind::Linear,
            "{register = [[0, 1], [8, 0]], lane = [[0, 2]], block = []}",
            &[(&[3, 1], Some(&[8, 3])), (&[3, 1, 0], Some(&[8, 3])), (&[3], None), (&[4, 0], None)],
        );
        check(Kind::Tile, "[4;8]", &[(&[0], None), (&[0, 0], None)]);
    }

    #[test]
    fn relations_are_applied_where_they_have_one_output() {
        check(
            Kind::Relation,
            "[N] -> { [i] -> [o] : o = 2i and 0 <= i < N }",
            &[(&[2], Some(&[4])), (&[3], None)],
        );
        check(Kind::Relation, "{ [i] -> [o] : 2o = i }", &[(&[6], Some(&[3])), (&[5], None)]);
        check(Kind::Relation, "{ [i] -> [o] : i <= o <= i + 1 }", &[(&[6], None)]);
    }

    #[test]
    fn what_is_no_function_or_contradicts_itself_has_no_offset() {
        check(Kind::Tile, "[4:1]", &[(&[0], None)]);
        check(Kind::Cute, "(M,2):(2,1) where M in [5,9]", &[(&[0], None)]);
        check(Kind::Cute, "(M,2):(2,1) where M in [3,9]", &[(&[5], Some(&[3]))]);
        check(Kind::Relation, "[K] -> { [c] -> [c + K] : 0 <= c < 4 }", &[(&[0], None)]);
        for (kind, text) in [
            (Kind::Swizzle, "S<1,0,1>"),
            (Kind::Linear, "{a = [[1]]}"),
            (Kind::Tile, "[M:1]"),
            (Kind::Relation, "[M] -> { [c] -> [c] : 0 <= c < M }"),
        ] {
            assert!(!AnyLayout::parse(kind, text).unwrap().divides_by_symbol(1), "{text}");
        }
        let layout = AnyLayout::parse(Kind::Cute, "(M,2):(2,1)").unwrap();
        assert_eq!(layout.apply(&[1], &[("M", 0)]), None);
    }

    #[test]
    fn symbols_of_every_part_have_their_values() {
        // M is 4, N is 3.
        check(Kind::Composed, "S<2,2,-3> o M o 2:64", &[(&[0], Some(&[36])), (&[1], Some(&[100]))]);
        check(Kind::Composed, "S<0,4,3> o N o 2:-8", &[(&[1], Some(&[-5]))]);
        check(Kind::Composed, "S<2,0,2> o N o 2:-8", &[(&[1], None)]);
        check(Kind::Composed, "(4,M):(1,8) o 2 o (4,4):(1,N)", &[(&[3, 2], Some(&[19]))]);
        check(Kind::Composed, "(2,2):(1@1,M@0) o 1 o 3:1", &[(&[2], Some(&[4, 1]))]);
        check(Kind::Composed, "S<1,0,1> o K o 2:1", &[(&[0], None)]);
        check(Kind::Composed, "S<1,0,1> o M o 2:1 where M in [5,9]", &[(&[0], None)]);
        check(
            Kind::Cute,
            "(M,8):(1@0,N@1)",
            &[(&[7], Some(&[3, 3])), (&[1, 2], Some(&[1, 6])), (&[-1], None)],
        );
    }

    #[test]
    fn a_relation_may_have_several_offsets() {
        let offsets = |text: &str, budget: &Budget| {
            let layout = AnyLayout::parse(Kind::Relation, text).unwrap();
            layout.offsets_at(&[1], &[], budget)
        };
        let several = "{ [i] -> [o] : 0 <= i < 4 and i <= o <= i + 1 }";
        assert_eq!(offsets(several, &Budget::DEFAULT), Some(vec![vec![1], vec![2]]));
        assert_eq!(offsets(several, &Budget::CLOSED_FORMS), None);
        assert_eq!(offsets("{ [i] -> [i] : 2 <= i < 4 }", &Budget::DEFAULT), Some(vec![]));
    }

    #[test]
    fn tuples_are_not_moved_by_an_outer_function() {
        use crate::cute::{Composed, Swizzle};

        let AnyLayout::Cute(inner) = AnyLayout::parse(Kind::Cute, "4:1@0").unwrap() else {
            panic!()
        };
        let outer = Outer::Swizzle(Swizzle::new(1, 0, 1).unwrap());
        let composed = AnyLayout::Composed(Composed::new(outer, 0, inner));
        assert_eq!(composed.apply(&[1], &[]), None);
    }
}
