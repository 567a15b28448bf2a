//! Evaluation of relations at points, on the tree, without isl.
//!
//! Calculations are in 128 bits and checked, so the only failures are outputs beyond 64 bits and
//! intermediate values beyond 128.

use std::fmt;

use super::Relation;
use super::tree::{Dim, Expr, Formula, Piece, Variable};

/// Why a relation has no value computed at a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EvaluationError {
    /// An output, or a `exists`, has no explicit value. [`Map::image`](super::Map::image) answers.
    NotExplicit,
    /// A parameter without a value.
    UnboundParameter { name: String },
    /// The wrong number of coordinates.
    LengthsDiffer { expected: usize, found: usize },
    /// A number on the way does not fit.
    Overflow,
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotExplicit => write!(f, "the outputs of the relation are not explicit"),
            Self::UnboundParameter { name } => write!(f, "parameter {name} has no value"),
            Self::LengthsDiffer { expected, found } => {
                write!(f, "expected {expected} coordinates but found {found}")
            }
            Self::Overflow => write!(f, "a value of the relation does not fit in 64 bits"),
        }
    }
}

impl std::error::Error for EvaluationError {}

impl Relation {
    /// The outputs at `input`, sorted and each once; none if the input is outside the domain.
    ///
    /// Requires that the outputs are explicit: each has a value in the tuple or is one side of an
    /// equation in the formula, and so has each bound variable. Relations of layouts are like that.
    /// Exact; needs no isl.
    ///
    /// ```
    /// use layout_math::relation::Relation;
    ///
    /// let relation: Relation = "[N] -> { [i] -> [o] : o = 2i and 0 <= i < N }".parse()?;
    /// assert_eq!(relation.evaluate(&[("N", 4)], &[3])?, [[6]]);
    /// assert!(relation.evaluate(&[("N", 3)], &[3])?.is_empty());
    ///
    /// let root: Relation = "{ [i] -> [o] : 2o = i }".parse()?;
    /// assert_eq!(
    ///     root.evaluate(&[], &[4]).unwrap_err().to_string(),
    ///     "the outputs of the relation are not explicit"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate(
        &self,
        parameters: &[(&str, i64)],
        input: &[i64],
    ) -> Result<Vec<Vec<i64>>, EvaluationError> {
        if input.len() != self.n_inputs() {
            let (expected, found) = (self.n_inputs(), input.len());
            return Err(EvaluationError::LengthsDiffer { expected, found });
        }
        let values = self.values_of(parameters)?;
        let mut images = Vec::new();
        for piece in &self.tree().pieces {
            if let Some(outputs) = image(piece, &values, input)? {
                images.push(outputs);
            }
        }
        images.sort_unstable();
        images.dedup();
        Ok(images)
    }

    /// True if every piece says its outputs as expressions of the inputs. An input shows it for all, one
    /// that the relation does not have as well; one at which a number passes 64 bits shows nothing.
    pub(crate) fn says_outputs(&self, input: &[i64]) -> bool {
        self.tree().pieces.iter().all(|piece| match Point::with_outputs_of(piece, &[], input) {
            Ok(point) => point.outputs.iter().all(Option::is_some),
            Err(error) => error != EvaluationError::NotExplicit,
        })
    }

    /// The values of the parameters in their order.
    fn values_of(&self, parameters: &[(&str, i64)]) -> Result<Vec<i128>, EvaluationError> {
        let value = |own: &str| {
            let found = parameters.iter().find(|(name, _)| *name == own);
            let unbound = || EvaluationError::UnboundParameter { name: own.to_owned() };
            found.map(|(_, value)| i128::from(*value)).ok_or_else(unbound)
        };
        self.parameters().map(value).collect()
    }

    /// Whether the pair `input -> output` is in the relation.
    ///
    /// Requires that every bound variable is explicit, as for [`Relation::evaluate`]; outputs need
    /// not be.
    pub fn contains(
        &self,
        parameters: &[(&str, i64)],
        input: &[i64],
        output: &[i64],
    ) -> Result<bool, EvaluationError> {
        for (expected, found) in [(self.n_inputs(), input.len()), (self.n_outputs(), output.len())]
        {
            if expected != found {
                return Err(EvaluationError::LengthsDiffer { expected, found });
            }
        }
        let values = self.values_of(parameters)?;
        for piece in &self.tree().pieces {
            let mut point = Point {
                parameters: &values,
                inputs: input.iter().map(|&value| Some(value.into())).collect(),
                outputs: output.iter().map(|&value| Some(value.into())).collect(),
                bound: Vec::new(),
                most: MOST,
            };
            if point.is_in(piece)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// So many values of the bound variables of a formula are tried, those inside one another together.
const MOST: i128 = 64;

/// The values of the variables that are known.
pub(super) struct Point<'a> {
    parameters: &'a [i128],
    inputs: Vec<Option<i128>>,
    outputs: Vec<Option<i128>>,
    pub(super) bound: Vec<Option<i128>>,
    /// So many values of bound variables may be tried.
    pub(super) most: i128,
}

/// The output of a piece at an input.
fn image(
    piece: &Piece,
    parameters: &[i128],
    input: &[i64],
) -> Result<Option<Vec<i64>>, EvaluationError> {
    let mut point = Point::with_outputs_of(piece, parameters, input)?;
    if point.outputs.iter().any(Option::is_none) {
        return if point.is_outside(piece)? { Ok(None) } else { Err(EvaluationError::NotExplicit) };
    }
    if !point.is_in(piece)? {
        return Ok(None);
    }
    (point.outputs.iter().flatten())
        .map(|&value| i64::try_from(value).map_err(|_| EvaluationError::Overflow))
        .collect::<Result<Vec<_>, _>>()
        .map(Some)
}

impl<'a> Point<'a> {
    /// An input, and the outputs that a piece says as expressions, whether or not it has the input. Which
    /// these are is the same for all inputs.
    fn with_outputs_of(
        piece: &Piece,
        parameters: &'a [i128],
        input: &[i64],
    ) -> Result<Self, EvaluationError> {
        let n_outputs = piece.range.dims.len();
        let mut point = Point {
            parameters,
            inputs: input.iter().map(|&value| Some(value.into())).collect(),
            outputs: vec![None; n_outputs],
            bound: Vec::new(),
            most: MOST,
        };
        // A round finds at least one output, or there is nothing more to find.
        for _ in 0..=n_outputs {
            let known = point.outputs.iter().flatten().count();
            for (position, dim) in piece.range.dims.iter().enumerate() {
                if let (None, Some(value)) = (point.outputs[position], &dim.value) {
                    point.outputs[position] = point.value(value)?;
                }
            }
            point.find_outputs(&piece.formula)?;
            if point.outputs.iter().flatten().count() == known {
                break;
            }
        }
        Ok(point)
    }

    /// The value of an expression; none if a variable in it has none.
    pub(super) fn value(&self, expr: &Expr) -> Result<Option<i128>, EvaluationError> {
        let overflow = EvaluationError::Overflow;
        Ok(match expr {
            Expr::Integer(value) => Some((*value).into()),
            Expr::Variable(variable) => match *variable {
                Variable::Parameter(position) => Some(self.parameters[position]),
                Variable::Input(position) => self.inputs[position],
                Variable::Output(position) => self.outputs[position],
                Variable::Bound(position) => self.bound[position],
            },
            Expr::Multiply(factor, inner) => match self.value(inner)? {
                Some(value) => Some(value.checked_mul((*factor).into()).ok_or(overflow)?),
                None => None,
            },
            Expr::Sum(terms) => {
                let mut sum: i128 = 0;
                for term in terms {
                    let Some(value) = self.value(term)? else { return Ok(None) };
                    sum = sum.checked_add(value).ok_or(EvaluationError::Overflow)?;
                }
                Some(sum)
            }
            Expr::Floor(inner, divisor) => {
                self.value(inner)?.map(|value| value.div_euclid((*divisor).into()))
            }
            Expr::Ceil(inner, divisor) => {
                let divisor = i128::from(*divisor);
                self.value(inner)?.map(|value| {
                    value.div_euclid(divisor) + i128::from(value.rem_euclid(divisor) != 0)
                })
            }
            Expr::Modulo(inner, modulus) => {
                self.value(inner)?.map(|value| value.rem_euclid((*modulus).into()))
            }
            Expr::Minimum(operands) => self.best(operands, i128::min)?,
            Expr::Maximum(operands) => self.best(operands, i128::max)?,
        })
    }

    fn best(
        &self,
        operands: &[Expr],
        better: fn(i128, i128) -> i128,
    ) -> Result<Option<i128>, EvaluationError> {
        let mut best = None;
        for operand in operands {
            let Some(value) = self.value(operand)? else { return Ok(None) };
            best = Some(best.map_or(value, |best| better(best, value)));
        }
        Ok(best)
    }

    /// Finds values of outputs in the equations that the formula implies.
    fn find_outputs(&mut self, formula: &Formula) -> Result<(), EvaluationError> {
        match formula {
            Formula::And(members) => {
                members.iter().try_for_each(|member| self.find_outputs(member))
            }
            Formula::Compare(chain) => {
                for (left, operator, right) in chain.pairs() {
                    if operator != super::tree::Comparator::Equal {
                        continue;
                    }
                    for (side, other) in [(left, right), (right, left)] {
                        if let Expr::Variable(Variable::Output(position)) = side
                            && self.outputs[*position].is_none()
                        {
                            self.outputs[*position] = self.value(other)?;
                        }
                    }
                }
                Ok(())
            }
            Formula::Exists(dims, body) => {
                self.bind(dims)?;
                let found = self.find_outputs(body);
                self.bound.truncate(self.bound.len() - dims.len());
                found
            }
            Formula::True | Formula::False | Formula::Or(_) | Formula::Not(_) => Ok(()),
        }
    }

    /// Pushes the values of bound variables, as far as they are known.
    fn bind(&mut self, dims: &[Dim]) -> Result<(), EvaluationError> {
        for dim in dims {
            let value = match &dim.value {
                Some(value) => self.value(value)?,
                None => None,
            };
            self.bound.push(value);
        }
        Ok(())
    }

    fn is_in(&mut self, piece: &Piece) -> Result<bool, EvaluationError> {
        match (self.dims_agree(piece)?, self.truth(&piece.formula)?) {
            (Some(false), _) | (_, Some(false)) => Ok(false),
            (Some(true), Some(true)) => Ok(true),
            _ => Err(EvaluationError::NotExplicit),
        }
    }

    /// True if the piece has no pair with this input, whatever the unknown outputs are.
    fn is_outside(&mut self, piece: &Piece) -> Result<bool, EvaluationError> {
        Ok(self.dims_agree(piece)? == Some(false) || self.truth(&piece.formula)? == Some(false))
    }

    /// Whether the values of the tuples are those of the point.
    fn dims_agree(&self, piece: &Piece) -> Result<Option<bool>, EvaluationError> {
        let inputs = piece.domain.dims.iter().zip(&self.inputs);
        let outputs = piece.range.dims.iter().zip(&self.outputs);
        let mut agree = Some(true);
        for (dim, known) in inputs.chain(outputs) {
            let Some(value) = &dim.value else { continue };
            match (self.value(value)?, known) {
                (Some(value), Some(known)) if value != *known => return Ok(Some(false)),
                (Some(_), Some(_)) => {}
                _ => agree = None,
            }
        }
        Ok(agree)
    }

    /// `each` if it is the truth of all members, the other truth if that is one's; else none.
    fn truth_of_all(
        &mut self,
        members: &[Formula],
        each: bool,
    ) -> Result<Option<bool>, EvaluationError> {
        let mut truth = Some(each);
        for member in members {
            match self.truth(member)? {
                Some(found) if found != each => return Ok(Some(found)),
                Some(_) => {}
                None => truth = None,
            }
        }
        Ok(truth)
    }

    /// The truth of a formula; none where a variable without a value decides.
    pub(super) fn truth(&mut self, formula: &Formula) -> Result<Option<bool>, EvaluationError> {
        match formula {
            Formula::True => Ok(Some(true)),
            Formula::False => Ok(Some(false)),
            Formula::Compare(chain) => {
                let mut truth = Some(true);
                for (left, operator, right) in chain.pairs() {
                    match (self.value(left)?, self.value(right)?) {
                        (Some(left), Some(right)) if !operator.holds(left, right) => {
                            return Ok(Some(false));
                        }
                        (Some(_), Some(_)) => {}
                        _ => truth = None,
                    }
                }
                Ok(truth)
            }
            Formula::And(members) => self.truth_of_all(members, true),
            Formula::Or(members) => self.truth_of_all(members, false),
            Formula::Not(inner) => Ok(self.truth(inner)?.map(|truth| !truth)),
            Formula::Exists(dims, body) => {
                self.bind(dims)?;
                let begin = self.bound.len() - dims.len();
                // A variable that is defined by what has no value yet may not have any value.
                let defined = dims.iter().zip(&self.bound[begin..]);
                let are_free = defined
                    .filter(|(dim, _)| dim.value.is_some())
                    .all(|(_, value)| value.is_some());
                let truth = match are_free {
                    true => self.truth_for_some(begin, body),
                    false => self.truth(body),
                };
                self.bound.truncate(begin);
                truth
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_evaluated_is_named() {
        let relation: Relation = "[N] -> { [i] -> [i + N] : 0 <= i < 4 }".parse().unwrap();
        assert_eq!(relation.evaluate(&[("N", 3)], &[2]), Ok(vec![vec![5]]));
        assert_eq!(relation.contains(&[("N", 3)], &[2], &[5]), Ok(true));
        let message = |error: EvaluationError| error.to_string();
        let of = |parameters: &[(&str, i64)], input: &[i64]| {
            relation.evaluate(parameters, input).map_err(message)
        };
        assert_eq!(of(&[("M", 3)], &[2]).unwrap_err(), "parameter N has no value");
        assert_eq!(of(&[("N", 3)], &[2, 0]).unwrap_err(), "expected 1 coordinates but found 2");
        let contains = |output: &[i64]| relation.contains(&[("N", 3)], &[2], output);
        assert_eq!(message(contains(&[]).unwrap_err()), "expected 1 coordinates but found 0");
        let unbound = relation.contains(&[], &[2], &[5]).unwrap_err();
        assert_eq!(message(unbound), "parameter N has no value");
        let large: Relation = "{ [i] -> [4i] }".parse().unwrap();
        let error = large.evaluate(&[], &[i64::MAX]).unwrap_err();
        assert_eq!(message(error), "a value of the relation does not fit in 64 bits");
    }

    #[test]
    fn what_says_no_output_is_not_explicit() {
        let of = |text: &str| text.parse::<Relation>().unwrap();
        assert!(of("{ [i] -> [4i] }").says_outputs(&[1]));
        assert!(!of("{ [i] -> [o] : o > i }").says_outputs(&[1]));
        // A number past 128 bits on the way shows nothing.
        let factor = 1_i64 << 62;
        let far = of(&format!(
            "{{ [i] -> [o] : exists (x = {factor}i, y = {factor}x, z = {factor}y: o = z) }}"
        ));
        assert!(far.says_outputs(&[4]));
        assert!(of("{ [i] -> [o, 2o] }").evaluate(&[], &[1]).is_err());
        let never = of("{ [i] -> [i] : i = 1 and false }");
        assert_eq!(never.evaluate(&[], &[1]), Ok(vec![]));
        assert_eq!(of("{ [i] -> [i] : false or i = 1 }").evaluate(&[], &[1]), Ok(vec![vec![1]]));
    }
}
