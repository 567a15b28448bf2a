//! `layout-fold`: every operation of the dialect on constants becomes the constant that it denotes.

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef, Value};
use rustc_hash::FxHashMap;

use super::decided::Held;
use super::declared::fold::{Options, Statistics};
use super::pass::{Failed, Ir, Part, Pass};
use crate::algebra::{AnyLayout, Budget, Verdict, equivalent};
use crate::dialect::attribute::content;
use crate::dialect::fold::fold;
use crate::dialect::ir::{self, Inserter};

/// The pass. It never fails: what cannot be evaluated is left alone.
pub struct Fold;

impl Pass for Fold {
    fn run(ir: Ir<'_>, _: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        ir.in_parts(statistics, |part, statistics| {
            fold_part(&part, statistics);
            Ok(())
        })
    }
}

fn fold_part(part: &Part<'_>, statistics: &mut Statistics) {
    let context = part.ir.context;
    let mut evaluator = Evaluator::new(context);
    let mut operations = Vec::new();
    for operation in part.visit().filter(|&operation| is_ours(operation)) {
        evaluator.evaluate(operation);
        operations.push(operation);
    }
    for operation in operations {
        if let Some(State::Known(values)) = evaluator.states.get(&ir::key(operation))
            && !ir::is_claim(operation)
            && replace(context, operation, values).is_some()
        {
            statistics.folded += 1;
        }
    }
    // A cast after the constant that it needs.
    for operation in part.operations().into_iter().rev() {
        if !is_used(operation) && (is_constant(operation) || is_kept(operation)) {
            ir::erase(operation);
            statistics.erased += 1;
        }
    }
}

/// What is known of an operation's results.
enum State<'c> {
    /// Its operands come first. An operation that needs itself, as the text order of a module's
    /// body allows, finds itself here and is not known.
    Open,
    Known(Vec<Attribute<'c>>),
    Unknown,
}

/// The constant values of operations and what they need, each found once.
pub(super) struct Evaluator<'c> {
    context: &'c Context,
    states: FxHashMap<usize, State<'c>>,
}

impl<'c> Evaluator<'c> {
    pub fn new(context: &'c Context) -> Self {
        Evaluator { context, states: FxHashMap::default() }
    }

    /// The layout that a value is, if its operation was evaluated and is known.
    pub fn layout(&self, value: Value<'c, '_>) -> Option<&'c AnyLayout> {
        content(self.constant(value)?)
    }

    /// The layout that a value is, which is found now if it was not before.
    pub fn evaluate_layout(&mut self, value: Value<'c, '_>) -> Option<&'c AnyLayout> {
        self.evaluate(ir::defining_op(value)?);
        self.layout(value)
    }

    /// The same with what tells it from others.
    pub fn evaluate_held(&mut self, value: Value<'c, '_>) -> Option<Held<'c>> {
        self.evaluate(ir::defining_op(value)?);
        Held::of(self.constant(value)?)
    }

    /// True if the operation was evaluated and all its results are known.
    pub fn is_known(&self, operation: OperationRef<'c, '_>) -> bool {
        is_constant(operation)
            || matches!(self.states.get(&ir::key(operation)), Some(State::Known(_)))
    }

    /// Finds the state of an operation and of everything it needs.
    ///
    /// Blocks may stand in any order in the text, so a definition may come after its use; the stack
    /// is a list, because a chain of definitions may be long.
    pub fn evaluate<'a>(&mut self, operation: OperationRef<'c, 'a>) {
        // A constant is what it says.
        if is_constant(operation) {
            return;
        }
        let mut pending = if operation.result_count() == 0 {
            self.needs(operation).collect()
        } else {
            vec![operation]
        };
        while let Some(&operation) = pending.last() {
            match self.states.get(&ir::key(operation)) {
                None => {
                    self.states.insert(ir::key(operation), State::Open);
                    pending.extend(self.needs(operation));
                }
                Some(State::Open) => {
                    let operands: Vec<_> =
                        operation.operands().map(|operand| self.constant(operand)).collect();
                    let state = fold(self.context, operation, &operands, &Budget::default())
                        .filter(|values| values.len() == operation.result_count())
                        .map_or(State::Unknown, State::Known);
                    self.states.insert(ir::key(operation), state);
                    pending.pop();
                }
                Some(_) => {
                    pending.pop();
                }
            }
        }
    }

    /// The operations that have to be evaluated for the operands of an operation to be known.
    fn needs<'a>(
        &self,
        operation: OperationRef<'c, 'a>,
    ) -> impl Iterator<Item = OperationRef<'c, 'a>> {
        let operands =
            (0..operation.operand_count()).filter_map(move |at| ir::operand(operation, at));
        let unknown = operands.filter(|&operand| ir::stated_layout(operand).is_none());
        unknown.filter_map(ir::defining_op).filter(|&op| {
            is_ours(op) && !is_constant(op) && !self.states.contains_key(&ir::key(op))
        })
    }

    /// The constant that a value is.
    fn constant(&self, value: Value<'c, '_>) -> Option<Attribute<'c>> {
        if let Some(stated) = ir::stated_layout(value) {
            return Some(stated);
        }
        let result = ir::as_result(value)?;
        match self.states.get(&ir::key(result.owner())) {
            Some(State::Known(values)) => values.get(result.result_number()).copied(),
            Some(_) => None,
            None => ir::constant_attribute(result.owner()),
        }
    }
}

/// Puts constants in the place of an operation. `None` if the operation is in no block.
fn replace<'c>(
    context: &'c Context,
    operation: OperationRef<'c, '_>,
    values: &[Attribute<'c>],
) -> Option<()> {
    let mut inserter = Inserter::before(context, operation)?;
    for (result, &value) in operation.results().zip(values) {
        if ir::has_uses(result.into()) {
            ir::replace_all_uses(result.into(), inserter.constant_of(value));
        }
    }
    ir::erase(operation);
    Some(())
}

fn is_constant(operation: OperationRef<'_, '_>) -> bool {
    ir::is_layout_op(operation, "constant")
}

fn is_ours(operation: OperationRef<'_, '_>) -> bool {
    ir::layout_mnemonic(operation).is_some()
}

/// True for a cast that claims what is proved.
fn is_kept(cast: OperationRef<'_, '_>) -> bool {
    if !ir::is_claim(cast) {
        return false;
    }
    let (Some(operand), Some(result)) = (ir::operand(cast, 0), ir::result(cast, 0)) else {
        return false;
    };
    let named = ir::typed_layout(result).and_then(content);
    let given = ir::typed_layout(operand).and_then(content).or(ir::constant_layout(operand));
    named.zip(given).is_some_and(|(named, given)| {
        named == given || matches!(equivalent(given, named, &Budget::default()), Verdict::Proved(_))
    })
}

fn is_used(operation: OperationRef<'_, '_>) -> bool {
    operation.results().any(|result| ir::has_uses(result.into()))
}
