//! Relations back to layouts: the simplest layout that equals a relation.

mod families;
mod not_raised;
mod symbolic;
mod values;

pub use not_raised::{NoFamily, NotLinear, NotRaised};

use super::any_layout::AnyLayout;
use super::relations::{NotAnswered, Question};
use super::verdict::{Budget, Unknown};
use crate::linear::f2::Affine;
use crate::relation::digits::Digits;
use crate::relation::{Map, QuestionError, Relation};
use families::{affine_of_digits, cute_of_digits, linear_of_affine, swizzled_of_affine};
use symbolic::Symbolic;
use values::Values;

/// Domains of up to this size are evaluated, if the outputs are expressions and the digits of the
/// coordinates did not show what the relation is.
const EVALUATED: usize = 1 << 16;
/// Domains of up to this size are listed by isl, if the outputs are no expressions.
const LISTED: usize = 1 << 12;

/// The simplest layout that equals a relation: `layout-raise-relations`.
///
/// The families in their order, of which the first one that has the function wins:
///
/// 1. CuTe layouts. The answer is the coalesced one, which is unique.
/// 2. Composed layouts with a swizzle outer: `S<0,4,3>` for a layout with an offset, else the one
///    with the least B, then M, then |S|, and S > 0 before S < 0.
/// 3. Linear layouts. The in-dims are the inputs, by their names; the out-dims `dim0`, `dim1`, ….
///
/// Several inputs are one integral coordinate, the leftmost fastest. A function with several
/// outputs is a CuTe layout with basis strides, or a linear layout.
///
/// Law: the result is [`equivalent`](super::equivalent) to the relation.
///
/// No walk over the domain, whatever its size, where the divisions of the formula cut the
/// coordinates into digits; otherwise small domains are evaluated, and isl answers for large ones.
///
/// # Errors
///
/// A relation that is in no family comes with a witness for each of them. That a relation is no
/// function on a box of coordinates, or that the budget of isl ends, are the other reasons.
///
/// ```
/// use layout::algebra::{Budget, raise};
///
/// let text = "{ [c] -> [2c - 7*floor(c/4) + 6*floor(c/8)] : 0 <= c < 16 }";
/// let layout = raise(&text.parse()?, &Budget::default()).unwrap();
/// assert_eq!(layout.to_string(), "(4,2,2):(2,1,8)");
///
/// let shuffle = "{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }";
/// let reason = raise(&shuffle.parse()?, &Budget::default()).unwrap_err();
/// assert!(reason.to_string().starts_with("no layout of size 16 agrees with it up to coordinate 3"));
/// # Ok::<(), layout::text::ParseError>(())
/// ```
pub fn raise(relation: &Relation, budget: &Budget) -> Result<AnyLayout, NotRaised> {
    if let Some(name) = relation.parameters().next() {
        return Err(NotRaised::Parameter { name: name.to_owned() });
    }
    let digits = relation.digits();
    if let Some(digits) = &digits
        && let Some(layout) = from_digits(relation, digits)
    {
        return Ok(layout);
    }
    if let Ok(Some(pairs)) = relation.enumerate(EVALUATED) {
        return from_pairs(relation, pairs);
    }
    let question = Question::new(budget);
    match by_isl(relation, digits.as_ref(), &question) {
        Ok(found) => found,
        Err(error) => Err(NotRaised::Unknown(NotAnswered::Question(error).into())),
    }
}

fn from_digits(relation: &Relation, digits: &Digits) -> Option<AnyLayout> {
    if let Some(layout) = cute_of_digits(digits) {
        return Some(layout);
    }
    let maps = affine_of_digits(digits)?;
    if let [map] = &*maps
        && let Ok(layout) = swizzled_of_affine(map)
    {
        return Some(layout);
    }
    linear(relation, &digits.sizes, &maps)
}

/// The linear layout with the inputs of the relation as in-dims.
fn linear(relation: &Relation, sizes: &[i64], maps: &[Affine]) -> Option<AnyLayout> {
    let names = relation.input_names();
    let named: Vec<(&str, i64)> =
        names.iter().map(String::as_str).zip(sizes.iter().copied()).collect();
    if let Some(layout) = linear_of_affine(&named, maps) {
        return Some(AnyLayout::Linear(layout));
    }
    let names: Vec<String> = (0..sizes.len()).map(|input| format!("dim{input}")).collect();
    let named: Vec<(&str, i64)> =
        names.iter().map(String::as_str).zip(sizes.iter().copied()).collect();
    linear_of_affine(&named, maps).map(AnyLayout::Linear)
}

type Pairs = Vec<(Vec<i64>, Vec<i64>)>;

/// The layout with these pairs, which are sorted.
fn from_pairs(relation: &Relation, pairs: Pairs) -> Result<AnyLayout, NotRaised> {
    for neighbours in pairs.windows(2) {
        let [(input, first), (next, second)] = neighbours else { continue };
        if input == next {
            let (input, first, second) = (input.clone(), first.clone(), second.clone());
            return Err(NotRaised::NotAFunction { input, first, second });
        }
    }
    let sizes = sizes_of(relation, &pairs)?;
    let mut columns = vec![vec![0; pairs.len()]; relation.n_outputs()];
    for (input, outputs) in pairs {
        let place = input.iter().zip(&sizes).rev().fold(0, |at, (&digit, size)| at * size + digit);
        for (column, output) in columns.iter_mut().zip(outputs) {
            column[place as usize] = output;
        }
    }
    let columns: Vec<Values> = columns.into_iter().map(|values| Values { values }).collect();
    let size = sizes.iter().product();
    let (mut cute, mut swizzles) = (None, None);
    let maps: Result<Vec<Affine>, NotLinear> = columns.iter().map(Values::affine).collect();
    if let [function] = &*columns {
        match function.cute() {
            Ok(layout) => return Ok(layout),
            Err(coordinate) => cute = Some(coordinate),
        }
        match function.swizzled(maps.as_ref().ok().and_then(|maps| maps.first())) {
            Ok(layout) => return Ok(layout),
            Err(tried) => swizzles = Some(tried),
        }
    }
    let linear = match maps {
        Ok(maps) => match linear(relation, &sizes, &maps) {
            Some(layout) => return Ok(layout),
            None => return Err(too_wide()),
        },
        Err(reason) => reason,
    };
    Err(NotRaised::NoFamily(NoFamily { size, cute, swizzles, linear }))
}

fn too_wide() -> NotRaised {
    let reason = "the outputs have more than 62 bits together".to_owned();
    NotRaised::Unknown(Unknown::NotPresburger { reason })
}

/// The sizes of the inputs, if they are all of a box from 0; the pairs have distinct inputs.
fn sizes_of(relation: &Relation, pairs: &Pairs) -> Result<Vec<i64>, NotRaised> {
    let mut sizes = vec![0_i64; relation.n_inputs()];
    for (input, _) in pairs {
        if input.iter().any(|&coordinate| coordinate < 0) {
            return Err(NotRaised::NotABox { missing: None });
        }
        for (size, &coordinate) in sizes.iter_mut().zip(input) {
            *size = (*size).max(coordinate.saturating_add(1));
        }
    }
    let size = sizes.iter().try_fold(1_i64, |size, &extent| size.checked_mul(extent));
    if !pairs.is_empty() && size == Some(pairs.len() as i64) {
        return Ok(sizes);
    }
    // The inputs are sorted: the first one that is not the next of the box is missing.
    let mut expected = vec![0_i64; sizes.len()];
    for (input, _) in pairs {
        if *input != expected {
            return Err(NotRaised::NotABox { missing: Some(expected) });
        }
        for position in (0..sizes.len()).rev() {
            expected[position] += 1;
            if expected[position] < sizes[position] {
                break;
            }
            expected[position] = 0;
        }
    }
    Err(NotRaised::NotABox { missing: pairs.first().map(|_| expected) })
}

fn by_isl(
    relation: &Relation,
    digits: Option<&Digits>,
    question: &Question,
) -> Result<Result<AnyLayout, NotRaised>, QuestionError> {
    let map = relation.to_map(&question.context)?;
    let sizes = match digits {
        // They are a proof that it is a function on this box.
        Some(digits) => digits.sizes.clone(),
        None => match function_sizes(&map)? {
            Ok(sizes) => sizes,
            Err(reason @ NotRaised::NotABox { .. }) => {
                // A small relation shows what is missing.
                return Ok(match map.pairs(LISTED) {
                    Ok(pairs) => from_pairs(relation, pairs),
                    Err(_) => Err(reason),
                });
            }
            Err(reason) => return Ok(Err(reason)),
        },
    };
    let Some(size) = sizes.iter().try_fold(1_i64, |size, &extent| size.checked_mul(extent)) else {
        return Ok(Err(NotRaised::NotABox { missing: None }));
    };
    if size <= LISTED as i64 {
        let pairs = map.pairs(LISTED)?;
        return Ok(from_pairs(relation, pairs));
    }
    Symbolic::new(relation, map, &sizes, size)?.raise()
}

/// The sizes of the inputs of a function on a box from 0.
fn function_sizes(map: &Map) -> Result<Result<Vec<i64>, NotRaised>, QuestionError> {
    use crate::relation::Answer;

    let Some(bounds) = map.domain_box()? else {
        return Ok(Err(NotRaised::NotABox { missing: None }));
    };
    if bounds.iter().any(|(low, _)| *low != 0) {
        return Ok(Err(NotRaised::NotABox { missing: None }));
    }
    match map.single_valued()? {
        Answer::Proved => Ok(Ok(bounds.into_iter().map(|(_, high)| high).collect())),
        Answer::Refuted(fork) => {
            let (input, first, second) = (fork.input, fork.first, fork.second);
            Ok(Err(NotRaised::NotAFunction { input, first, second }))
        }
        Answer::Unknown { operations } => {
            Ok(Err(NotRaised::Unknown(Unknown::OutOfBudget { operations })))
        }
    }
}
