//! Functions and sets as MLIR writes them: quasi-affine expressions on one conjunction.

use std::error::Error;
use std::fmt;

use super::predicate::disjuncts;
use super::tree::{Dim, Formula, Name, Piece, Tree, Tuple, Variable, is_name};
use super::{Answer, Context, MAX_DIMENSIONS, QuestionError, Relation, RelationError};
use crate::affine::{Comparison, Quantity};
use crate::point::{ForSymbols, Point};

/// How many conjunctions of a domain are counted.
const MAX_CONJUNCTIONS: usize = 16;

/// A function whose outputs are quasi-affine on a domain that is one conjunction; a set, if it has no
/// outputs. It is what an `affine_map` and an `affine_set` say together.
///
/// The variables of its quantities are the inputs and then the parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AffineForm {
    pub n_inputs: usize,
    /// The names of the parameters.
    pub parameters: Vec<String>,
    pub outputs: Vec<Quantity>,
    /// What holds in the domain; nothing if that is everywhere.
    pub domain: Vec<Comparison>,
}

/// Why a relation has no affine form.
#[derive(Debug)]
pub enum NotAffineForm {
    /// An input with two outputs, the lesser one first.
    NotAFunction {
        parameters: Vec<(String, i64)>,
        input: Vec<i64>,
        first: Vec<i64>,
        second: Vec<i64>,
    },
    /// An output is several expressions, each on a part of the domain.
    Parts {
        output: usize,
        n_parts: usize,
    },
    /// The domain is a union of so many conjunctions; of more than are counted if there is no number.
    Union {
        n_conjunctions: Option<usize>,
    },
    /// isl's operations were not enough.
    OutOfBudget {
        operations: u64,
    },
    Question(QuestionError),
}

impl Relation {
    /// The affine form of the relation, of which [`Relation::of_affine_form`] is the inverse: it has
    /// the same pairs for all values of the parameters.
    ///
    /// Expressions that the relation is written with are kept; isl is asked for others.
    ///
    /// # Errors
    ///
    /// An input with several outputs, an output with several expressions, a domain that needs a
    /// disjunction, and the end of isl's budget.
    ///
    /// ```
    /// use layout_math::relation::{Context, Relation};
    ///
    /// let context = Context::new(100_000);
    /// let half: Relation = "[N] -> { [c] -> [o] : 2o = c and 0 <= c < N }".parse()?;
    /// let form = half.affine_form(&context)?;
    /// assert_eq!(form.outputs[0].named(&["c", "N"]).to_string(), "floor(c/2)");
    /// assert_eq!(
    ///     Relation::of_affine_form(&form)?.to_string(),
    ///     "[N] -> { [c] -> [floor(c/2)] : c mod 2 = 0 and c >= 0 and N - c >= 1 }"
    /// );
    ///
    /// let below: Relation = "{ [c] -> [o] : 0 <= o < c }".parse()?;
    /// assert_eq!(
    ///     below.affine_form(&context).unwrap_err().to_string(),
    ///     "it is not a function: 2 goes to 0 and to 1"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn affine_form(&self, context: &Context) -> Result<AffineForm, NotAffineForm> {
        let parameters: Vec<String> = self.parameters().map(str::to_owned).collect();
        let (n_inputs, n) = (self.n_inputs(), parameters.len());
        // The parameters are the first inputs of this one.
        let flat = self.with_parameters_as_inputs();
        let variables: Vec<Quantity> = (0..n + n_inputs).map(Quantity::variable).collect();
        let written = flat.output_quantities(&variables).zip(flat.written_domain());
        let (outputs, domain) = match written {
            Some(written) => written,
            None => match flat.solved(context, self) {
                Ok((outputs, Some(union))) if union.len() < 2 => (outputs, Some(union)),
                Err(reason @ NotAffineForm::NotAFunction { .. }) => return Err(reason),
                // isl divides a domain that the relation does not.
                other => flat.defined().map_or(other, Ok)?,
            },
        };
        let domain = match domain {
            None => return Err(NotAffineForm::Union { n_conjunctions: None }),
            Some(mut union) => match (union.len(), union.pop()) {
                // -1 is not at least 0.
                (_, None) => vec![Comparison::at_least((-1).into(), 0)],
                (1, Some(conjunction)) => conjunction,
                (n, _) => return Err(NotAffineForm::Union { n_conjunctions: Some(n) }),
            },
        };
        let place = |variable: usize| match variable.checked_sub(n) {
            Some(input) => input,
            None => n_inputs + variable,
        };
        Ok(AffineForm {
            n_inputs,
            parameters,
            outputs: outputs.iter().map(|output| output.renamed(&place)).collect(),
            domain: domain.iter().map(|comparison| comparison.renamed(&place)).collect(),
        })
    }

    /// The conjunctions of the domain, if the formula has nothing of the outputs; none of them if
    /// there are too many or they are not explicit.
    fn written_domain(&self) -> Option<Domain> {
        let [piece] = &self.tree().pieces[..] else { return None };
        let is_output = |variable| matches!(variable, Variable::Output(_));
        if piece.formula.any_variable(&is_output) {
            return None;
        }
        let range = Tuple { name: None, dims: Vec::new() };
        let piece = Piece { range, ..piece.clone() };
        let region = Relation::from_tree(Tree { parameters: Vec::new(), pieces: vec![piece] });
        let union = disjuncts(&region, MAX_CONJUNCTIONS)?;
        (union.len() < 2).then_some(Some(union))
    }

    /// The outputs and the domain of a conjunction that says what each output is equal to, such as
    /// `exists (x = 2c: o = x + floor(x/3))`.
    fn defined(&self) -> Option<(Vec<Quantity>, Domain)> {
        let [piece] = &self.tree().pieces[..] else { return None };
        let (n, n_outputs) = (self.n_inputs(), self.n_outputs());
        // The outputs as variables after the inputs.
        let variable = |variable| match variable {
            Variable::Output(position) => Variable::Input(n + position),
            other => other,
        };
        let mut pairs = piece.clone().renamed(&variable);
        pairs.domain.dims.append(&mut pairs.range.dims);
        let pairs = Relation::from_tree(Tree { parameters: Vec::new(), pieces: vec![pairs] });
        let mut rest = disjuncts(&pairs, 1)?.pop()?;
        let mut values: Vec<Option<Quantity>> = vec![None; n_outputs];
        while let Some(unknown) = values.iter().position(Option::is_none) {
            // One of the outputs that are left is equal to something without any of them.
            let is_free = |it: &Quantity| !(n..n + n_outputs).any(|output| it.depends_on(output));
            let solved = (unknown..n_outputs).filter(|&at| values[at].is_none()).find_map(|at| {
                rest.iter().enumerate().find_map(|(place, comparison)| {
                    let value = comparison.solved_for(n + at).filter(|value| is_free(value))?;
                    Some((at, place, value))
                })
            });
            let (at, place, value) = solved?;
            rest.remove(place);
            let replace =
                |it: usize| Some(if it == n + at { value.clone() } else { Quantity::variable(it) });
            for comparison in &mut rest {
                comparison.quantity = comparison.quantity.substituted(&replace)?;
            }
            values[at] = Some(value);
        }
        rest.retain(|it| it.quantity.as_constant().is_none() || it.holds(&[]) != Some(true));
        Some((values.into_iter().collect::<Option<_>>()?, Some(vec![rest])))
    }

    /// The outputs and the conjunctions of the domain as isl finds them. The parameters of `original`
    /// are the first inputs.
    fn solved(
        &self,
        context: &Context,
        original: &Relation,
    ) -> Result<(Vec<Quantity>, Domain), NotAffineForm> {
        match original.to_map(context)?.single_valued()? {
            Answer::Proved => {}
            Answer::Refuted(fork) => {
                let (parameters, input) = (fork.parameters, fork.input);
                let (first, second) = (fork.first, fork.second);
                return Err(NotAffineForm::NotAFunction { parameters, input, first, second });
            }
            Answer::Unknown { operations } => {
                return Err(NotAffineForm::OutOfBudget { operations });
            }
        }
        let map = self.to_map(context)?;
        let mut outputs = Vec::new();
        for (output, parts) in map.outputs()?.iter().enumerate() {
            if map.is_empty()? {
                outputs.push(Quantity::default());
                continue;
            }
            let [only] = &parts[..] else {
                return Err(NotAffineForm::Parts { output, n_parts: parts.len() });
            };
            outputs.push(only.clone());
        }
        Ok((outputs, map.without_outputs()?.disjuncts(MAX_CONJUNCTIONS)?))
    }

    /// The relation of an affine form. Inputs are called `c`, or `c0`, `c1` and so on.
    ///
    /// # Errors
    ///
    /// Parameters whose names are not names, or twice the same, and more dimensions than a relation
    /// may have.
    pub fn of_affine_form(form: &AffineForm) -> Result<Relation, RelationError> {
        let AffineForm { n_inputs, parameters, outputs, domain } = form;
        if MAX_DIMENSIONS < n_inputs + parameters.len() + outputs.len() {
            return Err(RelationError::TooManyDimensions);
        }
        for (at, name) in parameters.iter().enumerate() {
            if !is_name(name) {
                return Err(RelationError::NotAName { text: name.clone() });
            }
            if parameters[..at].contains(name) {
                return Err(RelationError::NameTaken { name: name.clone() });
            }
        }
        let variable = |variable| match variable {
            Variable::Input(position) => match position.checked_sub(*n_inputs) {
                Some(parameter) => Variable::Parameter(parameter),
                None => Variable::Input(position),
            },
            other => other,
        };
        let input = |position: usize| {
            let number = if *n_inputs == 1 { String::new() } else { position.to_string() };
            let mut name = format!("c{number}");
            while parameters.contains(&name) {
                name.push('_');
            }
            Dim::named(&name)
        };
        let value = |output: &Quantity| Dim::value(output.to_expr().renamed(&variable));
        let piece = Piece {
            domain: Tuple { name: None, dims: (0..*n_inputs).map(input).collect() },
            range: Tuple { name: None, dims: outputs.iter().map(value).collect() },
            formula: Formula::and(domain.iter().map(Comparison::formula)).renamed(&variable),
        };
        let parameters = parameters.iter().map(|name| Name::from(name.as_str())).collect();
        Ok(Relation::from_tree(Tree { parameters, pieces: vec![piece] }))
    }
}

impl Comparison {
    /// What a variable is equal to, if the comparison says so.
    fn solved_for(&self, variable: usize) -> Option<Quantity> {
        let value = self.low.filter(|_| self.low == self.high)?;
        let coefficient = self.quantity.coefficient(variable)?;
        let rest = self.quantity.minus(&Quantity::variable(variable).times(coefficient).ok()?);
        match coefficient {
            1 => Quantity::from(value).minus(&rest.ok()?).ok(),
            -1 => rest.ok()?.minus(&value.into()).ok(),
            _ => None,
        }
    }
}

/// The conjunctions of a domain; none of them if they are too many or not explicit.
type Domain = Option<Vec<Vec<Comparison>>>;

impl From<QuestionError> for NotAffineForm {
    fn from(error: QuestionError) -> Self {
        NotAffineForm::Question(error)
    }
}

impl fmt::Display for NotAffineForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAffineForm::NotAFunction { parameters, input, first, second } => {
                let (input, first, second) =
                    (Point::from(&input[..]), Point::from(&first[..]), Point::from(&second[..]));
                let symbols = ForSymbols(parameters);
                write!(f, "it is not a function: {input} goes to {first} and to {second}{symbols}")
            }
            NotAffineForm::Parts { output, n_parts } => {
                write!(f, "output {output} is {n_parts} expressions, each on a part of the domain")
            }
            NotAffineForm::Union { n_conjunctions: Some(n) } => {
                write!(f, "its domain is a union of {n} conjunctions")
            }
            NotAffineForm::Union { n_conjunctions: None } => {
                write!(f, "its domain is a union of more than {MAX_CONJUNCTIONS} conjunctions")
            }
            NotAffineForm::OutOfBudget { operations } => {
                write!(f, "whether it is a function is not known after {operations} operations")
            }
            NotAffineForm::Question(error) => error.fmt(f),
        }
    }
}

impl Error for NotAffineForm {}

#[cfg(test)]
mod tests;
