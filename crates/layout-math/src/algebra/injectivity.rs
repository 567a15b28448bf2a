use std::collections::HashMap;
use std::fmt;

use super::any_layout::AnyLayout;
use super::binary::as_binary;
use super::closed_form::{Swizzled, binary};
use super::equivalence::{ForSymbols, Offset};
use super::evaluate::Function;
use super::instances::{WithoutPairs, Witness, decide};
use super::relations::{NotAnswered, Question, integral_map};
use super::verdict::{Budget, Method, Unknown, Verdict};
use crate::cute::{CuteLayout, Injectivity};
use crate::linear::f2::Affine;
use crate::relation::Answer;

/// Two coordinates with the same offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collision {
    pub symbols: Vec<(String, i64)>,
    pub first: i64,
    pub second: i64,
    pub offset: Vec<i64>,
}

impl Collision {
    /// The offset that both coordinates have.
    pub fn offset_text(&self) -> String {
        Offset(&Some(self.offset.clone())).to_string()
    }
}

impl fmt::Display for Collision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Collision { symbols, first, second, offset } = self;
        write!(
            f,
            "layout is not injective: coordinates {first} and {second}{} ",
            ForSymbols(symbols)
        )?;
        write!(f, "both give {}", Offset(&Some(offset.clone())))
    }
}

impl Witness for Collision {
    fn symbols(&self) -> &[(String, i64)] {
        &self.symbols
    }

    fn with_symbols(self, symbols: Vec<(String, i64)>) -> Self {
        Collision { symbols, ..self }
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
    let ask = |instance: &[AnyLayout], budget: &Budget| in_general(&instance[0], budget);
    decide(&[layout], WithoutPairs::Ignored, budget, ask, || in_general(layout, budget))
}

fn in_general(layout: &AnyLayout, budget: &Budget) -> Verdict<Collision> {
    if let Some(modes) = layout.as_static() {
        return by_modes(modes.injectivity_within(budget), layout, budget);
    }
    if let AnyLayout::Cute(CuteLayout::Basis(modes)) = layout {
        return by_modes(modes.injectivity_within(budget), layout, budget);
    }
    if let Some(map) = as_binary(layout) {
        return by_matrix(&map);
    }
    let function = Function::new(layout, budget);
    let by_enumeration = |limit: i64| {
        function
            .as_ref()
            .filter(|function| function.is_within(limit))
            .and_then(injective_everywhere)
    };
    if let Some(verdict) = by_enumeration(budget.walk_first) {
        return verdict;
    }
    if let Some(function) = Swizzled::new(layout) {
        return by_modes(function.layout.injectivity_within(budget), layout, budget);
    }
    if let Some(map) = binary(layout) {
        return by_matrix(&map);
    }
    let question = Question::new(budget);
    let answer =
        integral_map(&question, layout).and_then(|(map, space)| Ok((map.injective()?, space)));
    let unknown = match answer {
        Ok((Answer::Proved, _)) => return Verdict::Proved(Method::Isl),
        Ok((Answer::Refuted(collision), space)) if space.is_uncounted(&collision.first) => {
            NotAnswered::NotABox { what: "inputs" }.into()
        }
        Ok((Answer::Refuted(collision), space)) => {
            let integral = |input: &[i64]| space.integral(input, &collision.parameters);
            let (a, b) = (integral(&collision.first), integral(&collision.second));
            return Verdict::Refuted(Collision {
                first: a.min(b),
                second: a.max(b),
                symbols: collision.parameters,
                offset: collision.output,
            });
        }
        Ok((Answer::Unknown { operations }, _)) => Unknown::OutOfBudget { operations },
        Err(error) => error.into(),
    };
    by_enumeration(budget.walk_last).unwrap_or(Verdict::Unknown(unknown))
}

/// What is found for the modes of a layout, behind a function that keeps different offsets apart.
fn by_modes(found: Injectivity, layout: &AnyLayout, budget: &Budget) -> Verdict<Collision> {
    match found {
        Injectivity::Injective => Verdict::Proved(Method::CanonicalForm),
        Injectivity::Collision { first, second } => {
            let offset = value(layout, first).unwrap_or_default();
            Verdict::Refuted(Collision { symbols: Vec::new(), first, second, offset })
        }
        // isl, which knows no more of the modes than their equation, does not end on such ones.
        Injectivity::Undecided => {
            Verdict::Unknown(Unknown::OutOfSteps { steps: budget.search_steps })
        }
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
            offset: vec![map.apply(first) as i64],
        }),
    }
}

/// Evaluates everywhere; `None` if a value is not found.
fn injective_everywhere(function: &Function<'_>) -> Option<Verdict<Collision>> {
    let mut seen: HashMap<Vec<i64>, i64> = HashMap::new();
    for second in function.coordinates() {
        // Where a layout has no value there is nothing to collide with.
        for offset in function.values(second).ok()? {
            if let Some(&first) = seen.get(&offset) {
                let collision = Collision { symbols: Vec::new(), first, second, offset };
                return Some(Verdict::Refuted(collision));
            }
            seen.insert(offset, second);
        }
    }
    Some(Verdict::Proved(Method::Enumeration { coordinates: function.size() }))
}
