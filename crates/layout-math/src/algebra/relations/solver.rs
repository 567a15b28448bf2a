//! isl with a budget, and why it may have no answer.

use super::no_relation::NoRelation;
use crate::affine::NumberError;
use crate::affine::{add, multiply};
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
    /// The inputs of both form a box each, of other extents than those of the other one.
    OtherBoxes,
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
            NoRelation::NotAFunction { .. } | NoRelation::NestedOffsets { .. } => {
                Unknown::NotRead { reason: error.to_string() }
            }
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
            NotAnswered::OtherBoxes => Unknown::NotRead {
                reason: "the coordinates form boxes of other extents".to_owned(),
            },
            NotAnswered::OutOfBudget { operations } => Unknown::OutOfBudget { operations },
            NotAnswered::NoPredicate { reason } => Unknown::NotFound { reason },
            NotAnswered::NoValue { symbol } => {
                Unknown::NotRead { reason: format!("the symbol {symbol} has no value here") }
            }
            NotAnswered::NotEvaluated { layout } => {
                Unknown::NotRead { reason: format!("{layout} is not evaluated") }
            }
            NotAnswered::Parts { expected, found } => {
                let parts = if found == 1 { "part" } else { "parts" };
                let reason = format!("an offset of the layout has {found} {parts}, not {expected}");
                Unknown::NotRead { reason }
            }
        }
    }
}

/// What the inputs of a relation say about the integral coordinate.
pub(in crate::algebra) enum Space {
    /// They are it.
    Integral,
    /// They are the flattened modes, which have these extents.
    Natural(Vec<Term>),
    /// They are those of several layouts, or depend on the parameters.
    Joint(Joint),
}

/// Inputs that are counted in the least box from 0 that holds them all, for each of the values of the parameters.
pub(in crate::algebra) struct Joint {
    /// The relations that have these inputs.
    relations: Vec<Map>,
    /// The extents of the modes that another layout has as its inputs.
    modes: Option<Vec<Term>>,
}

impl Space {
    /// What the inputs of relations are, of which several are counted in the least box from 0 that holds
    /// those of all.
    pub fn counted(relations: &[&Map]) -> Result<Self, NotAnswered> {
        let &[first, ..] = relations else { return Ok(Space::Integral) };
        if first.n_inputs()? == 1 {
            return Ok(Space::Integral);
        }
        if let &[map] = relations
            && (map.n_parameters()? == 0 || map.domain_box()?.is_some())
        {
            return Ok(match ends_of_inputs(map)? {
                Some(ends) => Space::Natural(ends.into_iter().map(Term::constant).collect()),
                None => Space::Integral,
            });
        }
        let relations = relations.iter().map(|&map| map.clone()).collect();
        Ok(Space::Joint(Joint { relations, modes: None }))
    }

    /// The inputs of a relation beside modes of these extents.
    pub fn beside_modes(relation: Map, extents: Vec<Term>) -> Self {
        Space::Joint(Joint { relations: vec![relation], modes: Some(extents) })
    }

    /// The integral coordinate of an input, for these values of the symbols.
    ///
    /// # Errors
    ///
    /// [`NotAnswered::NotABox`] if the input has several parts that are not modes, or one below 0,
    /// [`NotAnswered::OtherBoxes`] if the integral coordinates of the layouts are not counted alike, and
    /// [`NotAnswered::NotARelation`] if the coordinate passes 64 bits.
    pub fn integral(&self, input: &[i64], symbols: &Values) -> Result<i64, NotAnswered> {
        let sizes = match (self, input) {
            (Space::Integral, &[coordinate]) => return Ok(coordinate),
            (Space::Integral, _) => return Err(NotAnswered::NotABox { what: "inputs" }),
            (Space::Natural(extents), _) => sizes_of(extents, symbols),
            (Space::Joint(joint), _) => joint.sizes(symbols)?,
        };
        let is_past_end = || input.iter().zip(&sizes).any(|(at, end)| end <= at);
        let is_below = input.iter().any(|&at| at < 0);
        if is_below || matches!(self, Space::Joint(_)) && is_past_end() {
            return Err(NotAnswered::NotABox { what: "inputs" });
        }
        let mut digits = input.iter().zip(sizes).rev();
        Ok(digits
            .try_fold(0, |coordinate, (&digit, size)| add(multiply(coordinate, size)?, digit))?)
    }
}

impl Joint {
    /// The sizes of the box, for these values of the symbols.
    fn sizes(&self, symbols: &Values) -> Result<Vec<i64>, NotAnswered> {
        let mut all: Vec<Vec<i64>> = self.modes.iter().map(|own| sizes_of(own, symbols)).collect();
        let mut are_boxes = true;
        for relation in &self.relations {
            let instance = symbols.iter().try_fold(relation.clone(), |map, (name, value)| {
                map.with_parameter(name, *value)
            })?;
            // How the coordinates of nothing are counted does not matter.
            if instance.is_empty()? {
                continue;
            }
            let bounds = instance.domain_box_where_any()?;
            are_boxes &= bounds.is_some_and(|own| own.iter().all(|&(low, _)| low == 0));
            // What has no end is met among the modes, or nowhere.
            all.extend(ends_of_inputs(&instance)?);
        }
        // Layouts that have integral coordinates are compared by these.
        if are_boxes && all.windows(2).any(|two| two[0] != two[1]) {
            return Err(NotAnswered::OtherBoxes);
        }
        let larger =
            |a: Vec<i64>, b| a.into_iter().zip(b).map(|(a, b): (i64, i64)| a.max(b)).collect();
        all.into_iter().reduce(larger).ok_or(NotAnswered::NotABox { what: "inputs" })
    }
}

fn sizes_of(extents: &[Term], symbols: &Values) -> Vec<i64> {
    let value = value_in(symbols);
    extents.iter().map(|extent| extent.evaluate(&value).unwrap_or(1)).collect()
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
