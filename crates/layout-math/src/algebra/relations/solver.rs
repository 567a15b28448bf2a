//! isl with a budget, and why it may have no answer.

use super::no_relation::NoRelation;
use crate::affine::NumberError;
use crate::algebra::{Budget, Unknown};
use crate::cute::Term;
use crate::point::{Values, value_in};
use crate::relation::{Context, IslError, Map, QuestionError, RelationError};

/// isl with the budget of one question.
pub(in crate::algebra) struct Solver {
    pub budget: Budget,
    pub context: Context,
}

impl Solver {
    pub fn new(budget: &Budget) -> Self {
        Solver { budget: *budget, context: Context::new(budget.isl_operations) }
    }
}

/// Why isl could not be asked, or did not answer.
pub(in crate::algebra) enum NotAnswered {
    NotARelation(NoRelation),
    /// A composition on the way was not found.
    Unknown(Unknown),
    Question(QuestionError),
    /// The facts about a symbol cannot all hold.
    Contradiction {
        symbol: String,
    },
    /// The parts of tuple offsets stand at different positions, or on one side there are none.
    Positions {
        left: String,
        right: String,
    },
    /// The inputs or the outputs of a relation form no box, so that they cannot be counted.
    NotABox {
        what: &'static str,
    },
    OutOfBudget {
        operations: u64,
    },
    /// There is an answer, but no predicate that says it.
    NoPredicate {
        reason: String,
    },
    /// A symbol that nothing says the value of.
    NoValue {
        symbol: String,
    },
    /// A value of the layout is not found by evaluation.
    NotEvaluated {
        layout: String,
    },
    /// An offset has another number of parts than is asked for.
    Parts {
        expected: usize,
        found: usize,
    },
}

impl From<NoRelation> for NotAnswered {
    fn from(error: NoRelation) -> Self {
        NotAnswered::NotARelation(error)
    }
}

impl From<RelationError> for NotAnswered {
    fn from(error: RelationError) -> Self {
        NotAnswered::NotARelation(NoRelation::Relation(error))
    }
}

impl From<NumberError> for NotAnswered {
    fn from(error: NumberError) -> Self {
        RelationError::from(error).into()
    }
}

impl From<QuestionError> for NotAnswered {
    fn from(error: QuestionError) -> Self {
        NotAnswered::Question(error)
    }
}

impl From<RelationError> for Unknown {
    fn from(error: RelationError) -> Self {
        let reason = error.to_string();
        match error {
            RelationError::TextTooLong { .. }
            | RelationError::TooManyConstraints
            | RelationError::TooManyTerms
            | RelationError::TooManyDimensions
            | RelationError::ConstantTooLarge
            | RelationError::Number(NumberError::Overflow { .. }) => Unknown::TooLarge { reason },
            _ => Unknown::NotPresburger { reason },
        }
    }
}

impl From<NumberError> for Unknown {
    fn from(error: NumberError) -> Self {
        RelationError::from(error).into()
    }
}

impl From<NoRelation> for Unknown {
    fn from(error: NoRelation) -> Self {
        match error {
            NoRelation::Relation(error) => error.into(),
            NoRelation::SizeTooLarge { .. } => Unknown::TooLarge { reason: error.to_string() },
            NoRelation::NotAFunction { .. } => Unknown::NotRead { reason: error.to_string() },
        }
    }
}

impl From<QuestionError> for Unknown {
    fn from(error: QuestionError) -> Self {
        match error {
            QuestionError::Isl(IslError::OutOfBudget { operations }) => {
                Unknown::OutOfBudget { operations }
            }
            QuestionError::Relation(error) => error.into(),
            QuestionError::Isl(IslError::NumberTooLarge) | QuestionError::TooManyPairs { .. } => {
                Unknown::TooLarge { reason: error.to_string() }
            }
            error => Unknown::NotPresburger { reason: error.to_string() },
        }
    }
}

impl From<NotAnswered> for Unknown {
    fn from(error: NotAnswered) -> Self {
        match error {
            NotAnswered::Unknown(unknown) => unknown,
            NotAnswered::NotARelation(error) => error.into(),
            NotAnswered::Question(error) => error.into(),
            NotAnswered::Contradiction { symbol } => Unknown::NotFound {
                reason: format!("no value of {symbol} satisfies all facts about it"),
            },
            NotAnswered::Positions { left, right } => Unknown::NotRead {
                reason: format!("the offsets of {left} and {right} are not of the same kind"),
            },
            NotAnswered::NotABox { what } => Unknown::NotRead {
                reason: format!("the {what} of the relation do not form a box that begins at 0"),
            },
            NotAnswered::OutOfBudget { operations } => Unknown::OutOfBudget { operations },
            NotAnswered::NoPredicate { reason } => Unknown::NotFound { reason },
            NotAnswered::NoValue { symbol } => {
                Unknown::NotRead { reason: format!("the symbol {symbol} has no value here") }
            }
            NotAnswered::NotEvaluated { layout } => {
                Unknown::NotRead { reason: format!("{layout} is not evaluated") }
            }
            NotAnswered::Parts { expected, found } => Unknown::NotRead {
                reason: format!("an offset of the layout has {found} parts, not {expected}"),
            },
        }
    }
}

/// What the inputs of a relation say about the integral coordinate.
pub(in crate::algebra) enum Space {
    /// They are it.
    Integral,
    /// They are the flattened modes, which have these extents.
    Natural(Vec<Term>),
    /// They are counted in the least box from 0 that holds them, for each of the values of the parameters.
    Counted(Map),
    /// The same of one layout; another one has inputs below these ends. The box holds both.
    Joint { extents: Vec<Term>, ends: Vec<i64> },
}

impl Space {
    /// What the inputs of a relation are, of which several are counted in the least box from 0 that holds
    /// them.
    pub fn counted(map: &Map) -> Result<Self, NotAnswered> {
        if map.n_inputs()? == 1 {
            return Ok(Space::Integral);
        }
        if map.n_parameters()? != 0 && map.domain_box()?.is_none() {
            return Ok(Space::Counted(map.clone()));
        }
        Ok(match ends_of_inputs(map)? {
            Some(ends) => Space::Natural(ends.into_iter().map(Term::constant).collect()),
            None => Space::Integral,
        })
    }

    /// The integral coordinate of an input, for these values of the symbols.
    ///
    /// # Errors
    ///
    /// [`NotAnswered::NotABox`] if the input has several parts that are not modes.
    pub fn integral(&self, input: &[i64], symbols: &Values) -> Result<i64, NotAnswered> {
        let value = value_in(symbols);
        let size = |extent: &Term| extent.evaluate(&value).unwrap_or(1);
        let sizes: Vec<i64> = match (self, input) {
            (Space::Integral, &[coordinate]) => return Ok(coordinate),
            (Space::Integral, _) => return Err(NotAnswered::NotABox { what: "inputs" }),
            (Space::Natural(extents), _) => extents.iter().map(size).collect(),
            (Space::Counted(map), _) => {
                let instance = symbols
                    .iter()
                    .try_fold(map.clone(), |map, (name, value)| map.with_parameter(name, *value))?;
                ends_of_inputs(&instance)?.ok_or(NotAnswered::NotABox { what: "inputs" })?
            }
            (Space::Joint { extents, ends }, _) => {
                extents.iter().zip(ends).map(|(extent, &end)| size(extent).max(end)).collect()
            }
        };
        Ok(input.iter().zip(sizes).rev().fold(0_i64, |coordinate, (&digit, size)| {
            coordinate.saturating_mul(size).saturating_add(digit)
        }))
    }
}

/// One more than the greatest of each input; `None` if one is below 0, or without bounds.
fn ends_of_inputs(map: &Map) -> Result<Option<Vec<i64>>, NotAnswered> {
    let bounds = map.reverse()?.range_hull()?;
    let bounds = bounds.filter(|bounds| bounds.iter().all(|&(low, _)| 0 <= low));
    Ok(bounds.map(|bounds| bounds.into_iter().map(|(_, end)| end).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_keep_their_kind() {
        let kind = |error: RelationError| Unknown::from(NoRelation::from(error)).kind();
        assert_eq!(kind(RelationError::TooManyTerms), "too large");
        let overflow = NumberError::Overflow { left: 1, operator: '+', right: 1 };
        assert_eq!(kind(overflow.clone().into()), "too large");
        let stride = "N".to_owned();
        assert_eq!(kind(RelationError::SymbolicStride { mode: 0, stride }), "not Presburger");
        let layout = "4:1".to_owned();
        assert_eq!(Unknown::from(NoRelation::SizeTooLarge { layout }).kind(), "too large");

        let kind = |error: QuestionError| Unknown::from(NotAnswered::from(error)).kind();
        let budget = QuestionError::Isl(IslError::OutOfBudget { operations: 7 });
        assert_eq!(kind(budget), "out of budget");
        assert_eq!(kind(QuestionError::TooManyPairs { limit: 7 }), "too large");
        assert_eq!(kind(QuestionError::Relation(RelationError::TooManyTerms)), "too large");

        assert_eq!(kind(QuestionError::Unbounded), "not Presburger");

        let kind = |error: NotAnswered| Unknown::from(error).kind();
        assert_eq!(kind(NotAnswered::Contradiction { symbol: "N".to_owned() }), "not found");
        assert_eq!(kind(NotAnswered::Unknown(Unknown::NotStatic)), "not static");
        assert_eq!(kind(NotAnswered::OutOfBudget { operations: 7 }), "out of budget");
        assert_eq!(kind(NotAnswered::NoPredicate { reason: String::new() }), "not found");
        assert_eq!(kind(overflow.clone().into()), "too large");
        assert_eq!(Unknown::from(overflow).kind(), "too large");
    }
}
