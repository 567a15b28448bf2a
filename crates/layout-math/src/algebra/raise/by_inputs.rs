//! Relations back to layouts whose coordinates are the inputs.

use super::parametric::raise_parametric_by_inputs;
use super::{Function, raise};
use crate::algebra::relations::Solver;
use crate::algebra::{AnyLayout, Budget, Promotion, compose};
use crate::cute::{CuteLayout, Layout, Tuple};
use crate::relation::Relation;

/// The layout of [`raise`](super::raise) with a coordinate for each input of the relation: a top-level
/// mode or an in-dim. The modes that `raise` gives are those of one integral coordinate, and may lie
/// across the inputs.
///
/// `None` if no family has the function, if a mode lies across two inputs and does not divide, or if
/// the budget ends.
///
/// Law: `raise_by_inputs(r).apply(c)` is the offset of `r` wherever it has one.
///
/// ```
/// use layout_math::algebra::{Budget, raise, raise_by_inputs};
///
/// let text = "{ [i, j] -> [(i + 4j) mod 8] : 0 <= i < 4 and 0 <= j < 8 }";
/// let relation = text.parse()?;
/// assert_eq!(raise(&relation, &Budget::DEFAULT).unwrap().to_string(), "(8,4):(1,0)");
/// let layout = raise_by_inputs(&relation, &Budget::DEFAULT).unwrap();
/// assert_eq!(layout.to_string(), "(4,(2,4)):(1,(4,0))");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn raise_by_inputs(relation: &Relation, budget: &Budget) -> Option<AnyLayout> {
    if relation.n_inputs() == 1 {
        return raise(relation, budget).ok();
    }
    let solver = Solver::new(budget);
    if relation.parameters().next().is_some() {
        return raise_parametric_by_inputs(relation, &solver).map(AnyLayout::Cute);
    }
    let function = Function::of(relation, &solver).ok()?;
    let raised = function.simplest().ok()?;
    if let AnyLayout::Linear(_) = raised {
        return Some(raised);
    }
    let sizes = function.sizes;
    let inputs = Layout::column_major(Tuple::of_leaves(sizes.clone())).ok()?;
    let inputs = AnyLayout::Cute(CuteLayout::Static(inputs));
    let layout = compose(&raised, &inputs, Promotion::Extend, budget).ok()?;
    // Where a mode does not divide, the composition may be a layout of one integral coordinate.
    let shape = layout.modes()?.static_shape()?;
    let found: Option<Vec<i64>> = shape.modes().iter().map(Tuple::product).collect();
    (found? == sizes).then_some(layout)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    /// Compares with the relation at each point of its box.
    #[track_caller]
    fn check(text: &str, symbols: &[(&str, i64)], ends: [i64; 2], expected: &str) {
        let relation = text.parse().unwrap();
        let layout = raise_by_inputs(&relation, &Budget::DEFAULT).unwrap();
        assert_eq!(layout.to_string(), expected);
        let before = AnyLayout::Relation(relation);
        for i in 0..ends[0] {
            for j in 0..ends[1] {
                let at = |layout: &AnyLayout| layout.apply(&[i, j], symbols).unwrap();
                assert_eq!(at(&layout), at(&before), "{text} at ({i},{j})");
            }
        }
    }

    #[test]
    fn a_mode_for_each_input() {
        let mod_8 = "{ [i, j] -> [(i + 4j) mod 8] : 0 <= i < 4 and 0 <= j < 8 }";
        check(mod_8, &[], [4, 8], "(4,(2,4)):(1,(4,0))");
        let mod_3 = "{ [i, j] -> [(i + 3j) mod 3] : 0 <= i < 6 and 0 <= j < 31 }";
        check(mod_3, &[], [6, 31], "((3,2),31):((1,0),0)");
        let crossing = "{ [i, j] -> [(i + 3j) mod 4] : 0 <= i < 3 and 0 <= j < 8 }";
        assert!(raise_by_inputs(&crossing.parse().unwrap(), &Budget::DEFAULT).is_none());
        let one = "{ [i, j] -> [(i + 5) mod 16] : 0 <= i < 8 and 0 <= j < 1 }";
        check(one, &[], [8, 1], "S<0,4,3> o 5 o (8,1):(1,0)");
    }

    #[test]
    fn a_swizzle_is_behind_the_inputs() {
        let text = "S<1,2,-1> o 5 o (4,1):(1,4)";
        let composed = AnyLayout::parse(Kind::Composed, text).unwrap();
        let relation =
            crate::algebra::to_relation(&composed, &crate::algebra::View::Natural).unwrap();
        let raised = "S<1,1,-1> o 13 o ((2,2),1):((-3,-2),0)";
        check(&relation.to_string(), &[], [4, 1], raised);
    }

    #[test]
    fn symbols_stay() {
        let text =
            "[N] -> { [i, j] -> [5(i mod 2) + floor(i/2) + 8j] : 0 <= i < 4 and 0 <= j < N }";
        check(text, &[("N", 3)], [4, 3], "((2,2),N):((5,1),8)");
    }
}
