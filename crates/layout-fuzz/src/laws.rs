//! The laws of the operations of the algebra, by brute force.
//!
//! Each is written from what the dialect says of the operation: its preconditions and postconditions.
//! An answer has the postcondition at every coordinate, and where there is no answer a precondition is
//! violated. Nothing here knows how the library comes to its answer.

mod divisions;
mod elements;
mod functions;
mod inverses;
mod linear;
mod linear_dims;
mod modes;
pub(crate) mod plain;
mod products;
mod shapes;

use crate::given::Given;
use crate::judge::Values;
use crate::judge::model::{Cute, Layout, Linear};

/// A call of an operation.
pub(crate) struct CalledOperation<'a> {
    pub name: &'a str,
    /// Without symbols.
    pub operands: Vec<Layout>,
    pub given: &'a Given,
    /// Of the parameters of relations.
    pub values: &'a Values,
    /// What the library answers to other calls, for what is said to be a form of another operation.
    pub again: &'a dyn Fn(&str, &[Layout], &Given) -> Answer,
}

/// What an operation gives.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    Layouts(Vec<Layout>),
    Numbers(Vec<i64>),
    Truth(bool),
    /// A precondition is violated.
    Refused,
    /// The operation is not defined for operands of these notations.
    Unsupported,
    /// It was not decided.
    Undecided,
}

/// What is wrong, if anything is.
pub(crate) type Judged = Result<(), String>;

/// The law of an operation: `None` is a refusal.
type Law<T> = fn(&CalledOperation<'_>, Option<&T>) -> Judged;

/// A law by the form of the answer.
enum Form {
    /// On a CuTe layout, or on the inner one of a composed layout, of which nothing else changes.
    Modes(Law<Cute>),
    Layout(Law<Layout>),
    Layouts(Law<Vec<Layout>>),
    Linear(Law<Linear>),
    Numbers(Law<Vec<i64>>),
    Truth(Law<bool>),
}

const FAMILIES: [&[(&str, Form)]; 9] = [
    functions::LAWS,
    modes::LAWS,
    inverses::LAWS,
    divisions::LAWS,
    products::LAWS,
    elements::LAWS,
    shapes::LAWS,
    linear::LAWS,
    linear_dims::LAWS,
];

/// The names of the operations that have a law here.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FAMILIES.into_iter().flatten().map(|(name, _)| *name)
}

/// Checks an answer that is one, or a refusal.
pub(crate) fn judge(asked: &CalledOperation<'_>, answer: &Answer) -> Judged {
    let law = FAMILIES.into_iter().flatten().find(|(name, _)| *name == asked.name);
    let Some((_, form)) = law else { return Err(format!("{} has no law", asked.name)) };
    let wrong = || Err(format!("it is {answer:?}"));
    let refused = matches!(answer, Answer::Refused);
    match (form, answer) {
        (Form::Modes(law), _) => modes_judged(*law, asked, answer),
        (Form::Layout(law), Answer::Layouts(all)) => match &all[..] {
            [one] => law(asked, Some(one)),
            _ => wrong(),
        },
        (Form::Layouts(law), Answer::Layouts(all)) => law(asked, Some(all)),
        (Form::Linear(law), Answer::Layouts(all)) => match &all[..] {
            [Layout::Linear(one)] => law(asked, Some(one)),
            _ => wrong(),
        },
        (Form::Numbers(law), Answer::Numbers(all)) => law(asked, Some(all)),
        (Form::Truth(law), Answer::Truth(truth)) => law(asked, Some(truth)),
        (Form::Layout(law), _) if refused => law(asked, None),
        (Form::Layouts(law), _) if refused => law(asked, None),
        (Form::Linear(law), _) if refused => law(asked, None),
        (Form::Numbers(law), _) if refused => law(asked, None),
        (Form::Truth(law), _) if refused => law(asked, None),
        _ => wrong(),
    }
}

/// The law for the inner layout of a composed one, of which the outer function and the offset stay.
fn modes_judged(law: Law<Cute>, asked: &CalledOperation<'_>, answer: &Answer) -> Judged {
    let found = match answer {
        Answer::Layouts(all) => match &all[..] {
            [one] => Some(one),
            _ => return Err(format!("it is {answer:?}")),
        },
        _ => None,
    };
    let Some(Layout::Composed(composed)) = asked.operands.first() else {
        return match found {
            None => law(asked, None),
            Some(Layout::Cute(cute)) => law(asked, Some(cute)),
            // A notation without modes stays as it is.
            Some(other) => same(&asked.operands[0], other),
        };
    };
    let inner = match found {
        None => None,
        Some(Layout::Composed(found)) => {
            if found.outer != composed.outer || found.offset != composed.offset {
                return Err(format!("{found} has another outer function or offset"));
            }
            Some(&found.inner)
        }
        Some(other) => return Err(format!("{other} is not a composed layout")),
    };
    let mut operands = asked.operands.clone();
    operands[0] = Layout::Cute(composed.inner.clone());
    law(&CalledOperation { operands, ..*asked }, inner)
}

impl CalledOperation<'_> {
    /// The CuTe layout that an operand is, or the inner one.
    fn cute(&self, at: usize) -> Result<&Cute, String> {
        match self.operands.get(at) {
            Some(Layout::Cute(cute)) => Ok(cute),
            Some(Layout::Composed(composed)) => Ok(&composed.inner),
            other => Err(format!("operand {at} is {other:?}")),
        }
    }

    fn linear(&self, at: usize) -> Result<&Linear, String> {
        match self.operands.get(at) {
            Some(Layout::Linear(linear)) => Ok(linear),
            other => Err(format!("operand {at} is {other:?}")),
        }
    }

    /// What the library answers to another call that has one layout for its answer; `None` for a refusal.
    fn other(
        &self,
        name: &str,
        operands: &[Layout],
        given: &Given,
    ) -> Result<Option<Cute>, String> {
        match (self.again)(name, operands, given) {
            Answer::Refused => Ok(None),
            Answer::Layouts(all) => match &all[..] {
                [Layout::Cute(cute)] => Ok(Some(cute.clone())),
                _ => Err(format!("{name} is {all:?}")),
            },
            answer => Err(format!("{name} is {answer:?}")),
        }
    }
}

/// The answer is this very layout, or there is none.
fn exactly(expected: Option<Cute>, found: Option<&Cute>) -> Judged {
    match (&expected, found) {
        (Some(expected), Some(found)) if expected == found => Ok(()),
        (None, None) => Ok(()),
        (Some(expected), Some(_)) => Err(format!("it should be {expected}")),
        (Some(expected), None) => Err(format!("it is refused, and should be {expected}")),
        (None, Some(found)) => Err(format!("{found} should be refused")),
    }
}

fn same(expected: &Layout, found: &Layout) -> Judged {
    check(expected == found, || format!("it should be {expected}"))
}

fn check(holds: bool, why: impl FnOnce() -> String) -> Judged {
    if holds { Ok(()) } else { Err(why()) }
}

/// A refusal is right where there is no answer.
fn refusal(has_answer: bool) -> Judged {
    check(!has_answer, || "it is refused, and every condition holds".to_owned())
}
