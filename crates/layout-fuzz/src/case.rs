//! One question about some layouts, put to one method.

use std::fmt;

use layout_math::algebra::Kind;

use crate::check::{compositions, conversions, operations, verdicts};
use crate::coverage::Cell;
use crate::given::Given;
use crate::judge::{Claim, Layout, Promotion};
use crate::method::Forced;
use crate::subject::Subject;

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    Claim(Claim),
    /// The layout in another notation.
    Convert(Kind),
    /// The first layout after the second one, and claims about the result.
    Compose(Promotion),
    /// An operation of the algebra, with its parameters.
    Operation(&'static str, Given),
}

/// A question, the methods that may answer it, and the layouts that it is about.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    pub question: Question,
    pub forced: Forced,
    pub layouts: Vec<Layout>,
}

/// What came out of a case that is as the judge says.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    pub cell: Cell,
    /// How a claim was proved.
    pub method: Option<&'static str>,
}

impl Case {
    /// Asks the library and the judge.
    ///
    /// # Errors
    ///
    /// What they disagree about.
    pub fn check(&self) -> Result<Option<Seen>, String> {
        let Some(subject) = Subject::new(self.layouts.clone()) else { return Ok(None) };
        let fails = match self.question {
            Question::Claim(claim) => subject.fails(claim),
            _ => None,
        };
        check(&self.question, self.forced, &subject, fails)
    }
}

/// The notations of the layouts that a question is about, as a cell of the space names them.
pub fn kinds(layouts: &[Layout]) -> [&'static str; 2] {
    let kind = |at: usize| layouts.get(at).map_or("-", Layout::notation);
    [kind(0), kind(1)]
}

/// Asks the library about a subject; `fails` is what the judge says of a claim. `None` if the question
/// has no meaning.
///
/// # Errors
///
/// What they disagree about.
pub fn check(
    question: &Question,
    forced: Forced,
    subject: &Subject,
    fails: Option<bool>,
) -> Result<Option<Seen>, String> {
    let seen = |verdict, method| {
        let [left, right] = kinds(&subject.layouts);
        Seen { cell: [question.name(), left, right, forced.name(), verdict], method }
    };
    match *question {
        Question::Claim(claim) => {
            let Some(fails) = fails else { return Ok(None) };
            let is_complete = subject.values.is_complete;
            let decided = verdicts::decide(claim, subject, &forced.budget())?;
            let (verdict, method) = match decided {
                verdicts::Decided::Proved(_) if fails => {
                    return Err("it is proved, and fails".to_owned());
                }
                verdicts::Decided::Refuted if is_complete && !fails => {
                    return Err("it is refuted, and holds".to_owned());
                }
                // What can be looked at everywhere is decided.
                verdicts::Decided::Unknown(why)
                    if forced == Forced::Any && (fails || is_complete) =>
                {
                    return Err(format!("it is unknown: {why}"));
                }
                verdicts::Decided::Proved(method) => ("proved", Some(method.family())),
                verdicts::Decided::Refuted => ("refuted", None),
                verdicts::Decided::Unknown(_) => ("unknown", None),
            };
            Ok(Some(seen(verdict, method)))
        }
        Question::Convert(to) => {
            Ok(conversions::check(subject, to).map(|verdict| seen(verdict, None)))
        }
        Question::Compose(promotion) => {
            let verdict = compositions::check(subject, promotion);
            Ok(verdict.map(|verdict| seen(verdict, None)))
        }
        Question::Operation(name, ref given) => {
            let (budget, must_decide) = (forced.budget(), forced == Forced::Any);
            let verdict = operations::check(name, given, subject, &budget, must_decide)?;
            Ok(verdict.map(|verdict| seen(verdict, None)))
        }
    }
}

impl Question {
    /// The question as a cell of the space names it.
    pub fn name(&self) -> &'static str {
        match *self {
            Question::Claim(claim) => claim_name(claim),
            Question::Convert(to) => convert_name(to),
            Question::Compose(_) => "compose",
            Question::Operation(name, _) => name,
        }
    }
}

fn claim_name(claim: Claim) -> &'static str {
    match claim {
        Claim::Equivalent => "equivalent",
        Claim::Disjoint => "disjoint",
        Claim::Compatible => "compatible",
        Claim::Inside => "inside",
        Claim::Injective => "injective",
        Claim::Surjective(_) => "surjective",
        Claim::Bijective(_) => "bijective",
        Claim::InBounds(_) => "in_bounds",
        Claim::Increasing => "increasing",
        Claim::Size(_) => "size",
        Claim::Cosize(_) => "cosize",
    }
}

fn convert_name(to: Kind) -> &'static str {
    match to {
        Kind::Cute => "to_cute",
        Kind::Swizzle => "to_swizzle",
        Kind::Composed => "to_composed",
        Kind::Linear => "to_linear",
        Kind::Tile => "to_tile",
        Kind::Relation => "to_relation",
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layouts: Vec<String> = (self.layouts.iter())
            .map(|layout| format!("#layout.{}<{layout}>", layout.notation()))
            .collect();
        let (forced, layouts) = (self.forced.name(), layouts.join(" and "));
        match &self.question {
            Question::Operation(name, given) => write!(f, "{name}{given} by {forced} of {layouts}"),
            question => write!(f, "{question:?} by {forced} of {layouts}"),
        }
    }
}
