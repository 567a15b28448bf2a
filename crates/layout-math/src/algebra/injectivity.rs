use std::borrow::Cow;
use std::fmt;

use rustc_hash::FxHashMap;

use super::any_layout::AnyLayout;
use super::binary::as_binary;
use super::closed_form::{Swizzled, binary};
use super::decide::{Claim, decide};
use super::evaluate::Evaluator;
use super::instances::Witness;
use super::relations::{NotAnswered, Solver, integral_map};
use super::verdict::{Budget, Method, Unknown, Verdict};
use crate::cute::{CuteLayout, Injectivity, Layout, Outer, SymbolicLayout};
use crate::linear::f2::Affine;
use crate::point::{ForSymbols, Point};
use crate::relation::Answer;
use crate::samples::Samples;

/// Two coordinates with the same offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collision {
    pub symbols: Vec<(String, i64)>,
    pub first: i64,
    pub second: i64,
    pub offset: Point,
}

impl fmt::Display for Collision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Collision { symbols, first, second, offset } = self;
        let symbols = ForSymbols(symbols);
        write!(f, "layout is not injective: coordinates {first} and {second}{symbols} ")?;
        write!(f, "both give {offset}")
    }
}

impl Witness for Collision {
    fn symbols(&mut self) -> &mut Vec<(String, i64)> {
        &mut self.symbols
    }
}

/// Are the offsets at different coordinates different?
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Verdict, injective};
///
/// let broadcast = AnyLayout::parse(Kind::Cute, "(2,2):(0,1)")?;
/// let Verdict::Refuted(collision) = injective(&broadcast, &Budget::default()) else { panic!() };
/// assert_eq!(
///     collision.to_string(),
///     "layout is not injective: coordinates 0 and 1 both give 0"
/// );
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn injective(layout: &AnyLayout, budget: &Budget) -> Verdict<Collision> {
    decide(&Injective, [layout], budget)
}

struct Injective;

impl Claim<1> for Injective {
    type Witness = Collision;

    const RECOGNIZED_AS_WALKED: bool = true;

    fn by_form(&self, [layout]: [&AnyLayout; 1], budget: &Budget) -> Option<Verdict<Collision>> {
        let found = match layout {
            AnyLayout::Cute(CuteLayout::Static(modes)) => modes.injectivity_within(budget),
            AnyLayout::Cute(CuteLayout::Basis(modes)) => modes.injectivity_within(budget),
            AnyLayout::Cute(CuteLayout::Symbolic(modes)) => return by_symbolic_modes(modes),
            AnyLayout::Composed(composed)
                if let (Outer::Swizzle(_), CuteLayout::Symbolic(modes)) =
                    (composed.outer(), composed.inner()) =>
            {
                return by_symbolic_modes(modes);
            }
            _ => return as_binary(layout).map(|map| by_matrix(&map)),
        };
        by_modes(found, layout, budget)
    }

    /// Evaluates everywhere, or glances at the first coordinates if there are too many: most collisions
    /// are near, and offsets are kept on the way.
    fn by_walk(
        &self,
        _: [&AnyLayout; 1],
        [function]: &[Evaluator<'_>; 1],
        steps: i64,
    ) -> Option<Verdict<Collision>> {
        let is_whole = function.is_within(steps);
        let limit =
            if is_whole { function.size() } else { Budget::glance_of(function.reach(steps)) };
        let mut seen: FxHashMap<Vec<i64>, i64> = FxHashMap::default();
        for second in function.coordinates().take(limit.max(0) as usize) {
            // Where a layout has no value there is nothing to collide with.
            for offset in function.values(second).ok()? {
                if let Some(&first) = seen.get(&offset) {
                    let (symbols, offset) = (Vec::new(), offset.into());
                    return Some(Verdict::Refuted(Collision { symbols, first, second, offset }));
                }
                seen.insert(offset, second);
            }
        }
        is_whole.then_some(Verdict::Proved(Method::Enumeration { coordinates: limit }))
    }

    /// Looks for two coordinates with one offset among the first and the last, those with large digits, and
    /// others.
    fn by_samples(
        &self,
        _: [&AnyLayout; 1],
        [function]: &[Evaluator<'_>; 1],
        steps: i64,
    ) -> Option<Collision> {
        let n = function.reach(steps) >> 2;
        let all = function.coordinates();
        let size = all.end.checked_sub(all.start)?;
        let samples = Samples::new(size, function.weights()).many(n);
        let mut seen: FxHashMap<i64, i64> = FxHashMap::default();
        for second in samples.coordinates().into_iter().map(|sample| all.start + sample) {
            let Some(offset) = function.number(second) else { continue };
            if let Some(first) = seen.insert(offset, second) {
                return Some(Collision {
                    symbols: Vec::new(),
                    first,
                    second,
                    offset: offset.into(),
                });
            }
        }
        None
    }

    fn by_recognized_form(
        &self,
        [layout]: [&AnyLayout; 1],
        budget: &Budget,
    ) -> Option<Verdict<Collision>> {
        let Some(modes) = recognized_modes(layout) else {
            return binary(layout).map(|map| by_matrix(&map));
        };
        // The modes collide, so that a walk over all coordinates likely ends soon.
        by_modes(modes.injectivity_within(budget), layout, budget).or_else(|| {
            self.by_walk([layout], &[Evaluator::new(layout, budget)?], budget.walk_last)
        })
    }

    fn by_isl(
        &self,
        [layout]: [&AnyLayout; 1],
        budget: &Budget,
    ) -> Result<Answer<Collision>, NotAnswered> {
        let (map, space) = integral_map(&Solver::new(budget), layout)?;
        map.injective()?.try_map_witness(|found| {
            let a = space.integral(&found.first, &found.parameters)?;
            let b = space.integral(&found.second, &found.parameters)?;
            let offset = found.output.into();
            Ok(Collision { first: a.min(b), second: a.max(b), symbols: found.parameters, offset })
        })
    }
}

/// Strides that are separated whatever the symbols are.
fn by_symbolic_modes(modes: &SymbolicLayout) -> Option<Verdict<Collision>> {
    modes.is_separated().then_some(Verdict::Proved(Method::OffsetRange))
}

/// What is found for the modes of a layout, behind a function that keeps different offsets apart. `None` if
/// they collide first where the layout has no offset.
fn by_modes(found: Injectivity, layout: &AnyLayout, budget: &Budget) -> Option<Verdict<Collision>> {
    Some(match found {
        Injectivity::Injective => Verdict::Proved(Method::CanonicalForm),
        Injectivity::Collision { first, second } => {
            let offset = value(layout, first)?.into();
            Verdict::Refuted(Collision { symbols: Vec::new(), first, second, offset })
        }
        // isl, which knows no more of the modes than their equation, does not end on such ones.
        Injectivity::Undecided => {
            Verdict::Unknown(Unknown::OutOfSteps { steps: budget.search_steps })
        }
    })
}

/// The modes of a layout that has different offsets exactly where these have, as far as it has offsets: a
/// swizzle has none of negative numbers.
fn recognized_modes(layout: &AnyLayout) -> Option<Cow<'_, Layout>> {
    match layout {
        AnyLayout::Composed(composed) if let Outer::Swizzle(_) = composed.outer() => {
            composed.inner().as_static().map(Cow::Borrowed)
        }
        _ => Swizzled::new(layout).map(|function| function.layout),
    }
}

fn value(layout: &AnyLayout, coordinate: i64) -> Option<Vec<i64>> {
    match Swizzled::new(layout) {
        Some(function) => Some(vec![function.value(coordinate)?]),
        None => layout.apply_within(&[coordinate], &[], &Budget::CLOSED_FORMS),
    }
}

fn by_matrix(map: &Affine) -> Verdict<Collision> {
    match map.collision() {
        None => Verdict::Proved(Method::F2Matrices),
        Some((first, second)) => Verdict::Refuted(Collision {
            symbols: Vec::new(),
            first: first as i64,
            second: second as i64,
            offset: (map.apply(first) as i64).into(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{Kind, Promotion, compose};

    /// 230,769 coordinates are more than the first walk takes, and isl takes seconds.
    #[test]
    fn a_near_collision_of_many_coordinates_is_found_at_once() {
        let text = "(5,7,1000):(3,1,90) o 3 o (999,77,3):(2,5,11)";
        let layout = AnyLayout::parse(Kind::Composed, text).unwrap();
        let [_, (_, evaluation), _] = Budget::single_methods(0);
        let budget = Budget { walk_last: 0, ..evaluation };
        let Verdict::Refuted(collision) = injective(&layout, &budget) else { panic!("{text}") };
        assert_eq!((collision.first, collision.second), (0, 7));
    }

    /// No two of the first coordinates have one offset, and isl took up to half a minute for each.
    #[test]
    fn a_collision_far_off_is_found_without_isl() {
        let budget = Budget { isl_operations: 0, ..Budget::default() };
        for (outer, inner) in [
            (
                "(128,8,64,2,1,2):(256,3,128,2,224,12)",
                "(2,6,5,3,64,32,1):(135453,1,24,236485,128,128,0)",
            ),
            (
                "(128,32,5,7):(112,1,256,128)",
                "(64,2,32,6,7,32,16):(1,44040192,64,7340032,2048,229376,14336)",
            ),
        ] {
            let layout = |text: &str| AnyLayout::parse(Kind::Cute, text).unwrap();
            let composed =
                compose(&layout(outer), &layout(inner), Promotion::Extend, &budget).unwrap();
            let found = injective(&composed, &budget);
            let Verdict::Refuted(collision) = found else { panic!("{outer} o {inner}: {found:?}") };
            assert!(collision.first < collision.second);
            // On the tree of the relation.
            let at = |coordinate| Point::from(composed.apply(&[coordinate], &[]).unwrap());
            assert_eq!(
                [at(collision.first), at(collision.second)],
                [collision.offset.clone(), collision.offset]
            );
        }
    }

    /// isl does not decide this one either: it is evaluated at all coordinates.
    #[test]
    fn a_long_composition_is_walked_to_its_end() {
        let layout = |text: &str| AnyLayout::parse(Kind::Cute, text).unwrap();
        let g = layout("(64,4,2,64,32,43):(2,128,45088768,704512,22016,512)");
        let f = layout("(32,8,4,7,4,8,3):(6144,192,2,196608,1536,24,8)");
        let budget = Budget { isl_operations: 1000, ..Budget::default() };
        let composed = compose(&g, &f, Promotion::Extend, &budget).unwrap();
        let coordinates = 688_128;
        assert_eq!(
            injective(&composed, &budget),
            Verdict::Proved(Method::Enumeration { coordinates })
        );
    }

    /// What the swizzle is applied to is negative for some coordinates, where the layout has no offset.
    /// Modes that keep all others apart are a proof; a collision of modes is one only where there is an offset.
    #[test]
    fn a_swizzle_of_some_negative_arguments_is_as_injective_as_its_modes() {
        let of = |text: &str, kind| {
            injective(&AnyLayout::parse(kind, text).unwrap(), &Budget::default())
        };
        let proved = of("S<2,3,2> o 0 o (3,4,(10007)):(-40028,10007,(1))", Kind::Composed);
        assert_eq!(proved, Verdict::Proved(Method::CanonicalForm));
        let symbolic = of("S<2,3,2> o -1 o (3,n):(1,3)", Kind::Composed);
        assert_eq!(symbolic, Verdict::Proved(Method::OffsetRange));
        // -1, -1, 0, 0: the modes collide first where there is no offset.
        let Verdict::Refuted(found) = of("S<1,0,1> o -1 o (2,2):(0,1)", Kind::Composed) else {
            panic!()
        };
        assert_eq!((found.first, found.second), (2, 3));
        // The first 1,000 offsets that collide are those of negative arguments, of more coordinates than
        // the first walk takes.
        let far = "S<2,2,-4> o -1000 o (20000,3,5):(5,1,-1)";
        let Verdict::Refuted(found) = of(far, Kind::Composed) else { panic!() };
        assert_eq!((found.first, found.second), (200, 80_200));
        // -1, -1: nothing collides, since nothing has an offset.
        assert!(matches!(of("S<1,0,1> o -1 o 2:0", Kind::Composed), Verdict::Proved(_)));
    }
}
