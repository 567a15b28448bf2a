//! Relations back to layouts: the simplest layout that equals a relation.

mod at_divisors;
mod by_inputs;
mod families;
mod not_raised;
mod parametric;
mod symbolic;
mod values;

pub use by_inputs::raise_by_inputs;
pub use not_raised::{NoFamily, NotLinear, NotRaised};

use super::any_layout::AnyLayout;
use super::relations::Solver;
use super::verdict::{Budget, Unknown};
use crate::cute::Layout;
use crate::linear::LinearLayout;
use crate::linear::f2::Affine;
use crate::relation::digits::Digits;
use crate::relation::{Map, QuestionError, Relation};
pub(super) use families::{affine_of_digits, cute_of_digits};
use families::{
    affine_of_modes, behind_nothing, cute_witness, linear_of_affine, swizzled_of_affine,
};
use not_raised::{too_wide, unanswered};
use symbolic::Symbolic;
use values::Column;

/// The simplest layout that equals a relation: `layout-raise-relations`.
///
/// The families in their order, of which the first one that has the function wins:
///
/// 1. CuTe layouts. The answer is the coalesced one, which is unique.
/// 2. Composed layouts with a swizzle outer: `S<0,4,3>` for a layout with an offset, else the one
///    with the least B, then M, then |S|, and S > 0 before S < 0.
/// 3. Linear layouts. The in-dims are the inputs, by their names; the out-dims `dim0`, `dim1`, ….
///
/// A relation with parameters is raised to the first family only, with symbols in the extents.
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
/// A relation that is in no family comes with a witness for each of them. That a relation is not a
/// function on a box of coordinates, or that the budget of isl ends, are the other reasons.
///
/// ```
/// use layout_math::algebra::{Budget, raise};
///
/// let text = "{ [c] -> [2c - 7*floor(c/4) + 6*floor(c/8)] : 0 <= c < 16 }";
/// let layout = raise(&text.parse()?, &Budget::default()).unwrap();
/// assert_eq!(layout.to_string(), "(4,2,2):(2,1,8)");
///
/// let shuffle = "{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }";
/// let reason = raise(&shuffle.parse()?, &Budget::default()).unwrap_err();
/// assert!(reason.to_string().starts_with("no layout of size 16 agrees with it up to coordinate 3"));
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn raise(relation: &Relation, budget: &Budget) -> Result<AnyLayout, NotRaised> {
    let solver = Solver::new(budget);
    if relation.parameters().next().is_some() {
        return parametric::raise_parametric(relation, &solver);
    }
    Function::of(relation, &solver)?.simplest()
}

/// A function on a box of coordinates from 0, in a form that shows its families.
pub(super) struct Function<'a> {
    relation: &'a Relation,
    sizes: Vec<i64>,
    form: Form<'a>,
}

enum Form<'a> {
    /// A CuTe layout, with an offset or with basis strides, and the digits that spell it.
    Cute(Box<AnyLayout>, Digits),
    /// Maps over F2, one for each output.
    Affine(Vec<Affine>),
    /// All values, a list for each output.
    Listed(Vec<Column>),
    Symbolic(Symbolic<'a>),
}

/// In a family, or the witness that it is not; otherwise undecided.
type Family<L, W> = Result<Result<L, W>, NotRaised>;

impl<'a> Function<'a> {
    /// # Errors
    ///
    /// The relation is not a function on such a box, or was not seen to be one.
    pub fn of(relation: &'a Relation, solver: &Solver) -> Result<Self, NotRaised> {
        if let Some(name) = relation.parameters().next() {
            return Err(NotRaised::Parameter { name: name.to_owned() });
        }
        let digits = relation.digits();
        if let Some(digits) = &digits {
            let cute = |layout| Form::Cute(Box::new(layout), digits.clone());
            let cute = cute_of_digits(digits).map(cute);
            if let Some(form) = cute.or_else(|| affine_of_digits(digits).map(Form::Affine)) {
                return Ok(Function { relation, sizes: digits.sizes.clone(), form });
            }
        }
        // Where the outputs are expressions and the digits did not show what the relation is.
        if let Ok(Some(pairs)) =
            relation.enumerate((solver.budget.walk_first / relation.evaluation_cost()) as usize)
        {
            return Function::listed(relation, pairs);
        }
        Function::through_isl(relation, digits.as_ref(), solver)
            .unwrap_or_else(|error| Err(unanswered(error)))
    }

    fn through_isl(
        relation: &'a Relation,
        digits: Option<&Digits>,
        solver: &Solver,
    ) -> Result<Result<Self, NotRaised>, QuestionError> {
        // Where the outputs are not expressions.
        let listed = solver.budget.listed();
        let map = relation.to_map(&solver.context)?;
        let sizes = match digits {
            // They are a proof that it is a function on this box.
            Some(digits) => digits.sizes.clone(),
            None => match function_sizes(&map)? {
                Ok(sizes) => sizes,
                Err(reason @ NotRaised::NotABox { .. }) => {
                    // A small relation shows what is missing.
                    return Ok(match map.pairs(listed) {
                        Ok(pairs) => Function::listed(relation, pairs),
                        Err(_) => Err(reason),
                    });
                }
                Err(reason) => return Ok(Err(reason)),
            },
        };
        let size = sizes.iter().try_fold(1_i64, |size, &extent| size.checked_mul(extent));
        let Some(size) = size else { return Ok(Err(NotRaised::NotABox { missing: None })) };
        if size <= listed as i64 {
            return Ok(Function::listed(relation, map.pairs(listed)?));
        }
        let form =
            Form::Symbolic(Symbolic::new(relation, map, &sizes, size, solver.budget.prefix())?);
        Ok(Ok(Function { relation, sizes, form }))
    }

    /// The function with these pairs, which are sorted.
    fn listed(relation: &'a Relation, pairs: Pairs) -> Result<Self, NotRaised> {
        for neighbors in pairs.windows(2) {
            let [(input, first), (next, second)] = neighbors else { continue };
            if input == next {
                let (input, first, second) = (input.clone(), first.clone(), second.clone());
                return Err(NotRaised::NotAFunction { input, first, second });
            }
        }
        let sizes = sizes_of(relation, &pairs)?;
        let mut columns = vec![vec![0; pairs.len()]; relation.n_outputs()];
        for (input, outputs) in pairs {
            let digits = input.iter().zip(&sizes).rev();
            let place = digits.fold(0, |place, (&digit, size)| place * size + digit);
            for (column, output) in columns.iter_mut().zip(outputs) {
                column[place as usize] = output;
            }
        }
        let form = Form::Listed(columns.into_iter().map(|values| Column { values }).collect());
        Ok(Function { relation, sizes, form })
    }

    /// The layout of the first family that has the function.
    fn simplest(&self) -> Result<AnyLayout, NotRaised> {
        let cute = match self.cute()? {
            Ok(layout) => return Ok(layout),
            Err(coordinate) => coordinate,
        };
        let swizzles = match self.swizzled()? {
            Ok(layout) => return Ok(layout),
            Err(tried) => tried,
        };
        match self.linear(None)? {
            Ok(layout) => Ok(AnyLayout::Linear(layout)),
            Err(linear) => {
                let size = self.size();
                Err(NotRaised::NoFamily(NoFamily { size, cute, swizzles, linear }))
            }
        }
    }

    /// The number of coordinates.
    pub fn size(&self) -> i64 {
        self.sizes.iter().product()
    }

    /// The coalesced layout, with an offset if need be; or the least coordinate up to which no
    /// layout agrees, none for several outputs.
    pub fn cute(&self) -> Family<AnyLayout, Option<i64>> {
        match &self.form {
            Form::Cute(layout, _) => Ok(Ok((**layout).clone())),
            Form::Affine(maps) => Ok(match &**maps {
                [map] => Err(Some(cute_witness(map))),
                _ => Err(None),
            }),
            Form::Listed(columns) => Ok(match &**columns {
                [function] => function.cute().map_err(Some),
                _ => Err(None),
            }),
            Form::Symbolic(function) => function.cute_family().map(|found| found.map_err(Some)),
        }
    }

    /// As [`Function::swizzled`] of every function: a CuTe layout is behind the swizzle that does
    /// nothing.
    pub fn composed(&self) -> Family<AnyLayout, Option<usize>> {
        match self.cute()? {
            Ok(layout) => Ok(behind_nothing(&layout).ok_or(None)),
            Err(_) => self.swizzled(),
        }
    }

    /// The composed layout with a swizzle outer of a function that is not a CuTe layout; or how many
    /// swizzles were tried, none for several outputs.
    pub fn swizzled(&self) -> Family<AnyLayout, Option<usize>> {
        match &self.form {
            Form::Cute(..) => Ok(Err(None)),
            Form::Affine(maps) => Ok(match &**maps {
                [map] => swizzled_of_affine(map).map_err(Some),
                _ => Err(None),
            }),
            Form::Listed(columns) => Ok(match &**columns {
                [function] => function.swizzled(function.affine().ok().as_ref()).map_err(Some),
                _ => Err(None),
            }),
            Form::Symbolic(function) => function.swizzled().map(|found| found.map_err(Some)),
        }
    }

    /// The linear layout, whose in-dims have these names; else those of the inputs.
    pub fn linear(&self, names: Option<&[String]>) -> Family<LinearLayout, NotLinear> {
        let maps: Result<Vec<Affine>, NotLinear> = match &self.form {
            Form::Cute(_, digits) => {
                let map = |output| affine_of_modes(&digits.extents, output);
                match digits.outputs.iter().map(map).collect::<Option<Result<_, _>>>() {
                    Some(maps) => maps,
                    None => return Err(too_wide()),
                }
            }
            Form::Affine(maps) => Ok(maps.clone()),
            Form::Listed(columns) => columns.iter().map(Column::affine).collect(),
            Form::Symbolic(function) => function.affine()?.map(|map| vec![map]),
        };
        let maps = match maps {
            Ok(maps) => maps,
            Err(reason) => return Ok(Err(reason)),
        };
        let own = self.relation.input_names();
        let numbered: Vec<String> = (0..self.sizes.len()).map(|i| format!("dim{i}")).collect();
        let with = |names: &[String]| {
            let named = names.iter().map(String::as_str).zip(self.sizes.iter().copied());
            linear_of_affine(&named.collect::<Vec<_>>(), &maps)
        };
        // Not every name of a relation can be one of a linear layout.
        with(names.unwrap_or(&own)).or_else(|| with(&numbered)).map(Ok).ok_or_else(too_wide)
    }
}

type Pairs = Vec<(Vec<i64>, Vec<i64>)>;

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

/// The composed layout with a swizzle outer, which may do nothing, that a function with these values from 0 on is.
pub(super) fn composed_of_values(values: Vec<i64>) -> Option<AnyLayout> {
    let function = Column { values };
    match function.cute() {
        Ok(layout) => behind_nothing(&layout),
        Err(_) => function.swizzled(function.affine().ok().as_ref()).ok(),
    }
}

/// The CuTe layout that a relation is, if there is one.
pub(super) fn raise_to_cute(
    relation: &Relation,
    solver: &Solver,
) -> Result<Option<Layout>, NotRaised> {
    let found = Function::of(relation, solver)?.cute()?;
    Ok(found.ok().and_then(|layout| layout.as_static().cloned()))
}

#[cfg(test)]
mod tests;
