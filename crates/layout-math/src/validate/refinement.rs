//! The claim that code does what other code does, on the same inputs.

use super::claim::Outcome;
use super::code::{Code, Node, Poison};

/// The claim that values of a code are equal to others, wherever these are not poison.
#[derive(Debug, Clone)]
pub struct Refinement<'a> {
    pub code: &'a Code,
    /// The values that are right.
    pub before: Vec<Node>,
    /// As many values of the same widths that are to be equal.
    pub after: Vec<Node>,
    /// Values of one bit that are true at all inputs that the claim is about.
    pub premises: Vec<Node>,
    /// The bounds of each input of the code, both included.
    pub bounds: Vec<(i64, i64)>,
    /// True if nothing is claimed where a value on the way passes its width: where an operation breaks its
    /// promise not to wrap as a signed number.
    pub fits: bool,
    /// True for one claim of several, which may be about no inputs at all, as in a loop that has no
    /// iterations.
    pub is_part: bool,
}

/// Where the values differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub inputs: Vec<i64>,
    pub before: Vec<i64>,
    pub after: Vec<Outcome>,
}

type NodeValues = Vec<Result<i64, Poison>>;

/// What a claim is at inputs.
#[derive(Debug)]
pub(super) enum AtInputs {
    /// Nothing is claimed there.
    Nothing,
    Holds,
    Fails(Difference),
}

impl Refinement<'_> {
    /// The values of all nodes at inputs that the claim is about, and those before the pass.
    pub(super) fn values(&self, inputs: &[i64]) -> Option<(NodeValues, Vec<i64>)> {
        let mut within = inputs.iter().zip(&self.bounds).zip(self.code.inputs());
        let is_within = within.all(|((value, (low, high)), &input)| {
            self.code.bits(input) == 1 || (low..=high).contains(&value)
        });
        let found = self.code.evaluate(inputs);
        let value = |node: &Node| found[node.position()];
        let is_true = |premise: &Node| value(premise).is_ok_and(|truth| truth != 0);
        if !is_within || !self.premises.iter().all(is_true) {
            return None;
        }
        let before: Result<Vec<i64>, Poison> = self.before.iter().map(value).collect();
        let before = before.ok()?;
        Some((found, before))
    }

    pub(super) fn at(&self, inputs: &[i64]) -> AtInputs {
        let Some((found, before)) = self.values(inputs) else { return AtInputs::Nothing };
        let value = |node: &Node| found[node.position()];
        let after: Vec<Result<i64, Poison>> = self.after.iter().map(value).collect();
        let wraps =
            |value: &Result<i64, Poison>| value.is_err_and(|poison| poison.is_signed_wrap());
        if self.fits && after.iter().any(wraps) {
            return AtInputs::Nothing;
        }
        if after.iter().zip(&before).all(|(after, before)| *after == Ok(*before)) {
            return AtInputs::Holds;
        }
        let outcome = |value: Result<i64, Poison>| match value {
            Ok(value) => Outcome::Offset(value.into()),
            Err(poison) => Outcome::Poison(poison),
        };
        let after = after.into_iter().map(outcome).collect();
        AtInputs::Fails(Difference { inputs: inputs.to_vec(), before, after })
    }
}
