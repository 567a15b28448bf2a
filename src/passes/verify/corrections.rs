//! What would be right in the place of a claim that is refuted.

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{Location, OperationRef};
use rustc_hash::FxHashSet;

use super::super::fold::Evaluator;
use crate::algebra::{AnyLayout, Budget, Verdict, bijective, in_bounds, surjective};
use crate::cute::Term;
use crate::dialect::{attribute, ir};

/// What makes a claim true.
pub(crate) struct Correction<'c> {
    /// Where the claim is.
    pub claim: Location<'c>,
    /// What is to be replaced.
    pub place: Corrected<'c>,
    /// The text that is right there, an attribute or a number.
    pub with: String,
}

/// What a correction replaces.
#[derive(Clone, Copy)]
pub(crate) enum Corrected<'c> {
    /// The layout of the constant there, which nothing else uses.
    Constant(Location<'c>),
    /// The layout that the type of the claim's result names.
    ResultType,
    /// The number of the claim.
    Number,
}

/// Finds what would be right in the place of the refuted claims among the operations of `root`.
///
/// An equality has a correction for each side that is a constant of its own; a size, a cosize and a
/// bound have the number that the layout has. Claims that no other number makes true have none.
pub(crate) fn corrections<'c>(
    context: &'c Context,
    root: OperationRef<'c, 'c>,
    is_refuted: impl Fn(Location<'c>) -> bool,
) -> Vec<Correction<'c>> {
    let mut evaluator = Evaluator::new(context);
    let mut found = Vec::new();
    let operations = ir::walk(root);
    let shared = shared(&operations);
    for &operation in &operations {
        let Some(mnemonic) = ir::layout_mnemonic(operation) else { continue };
        if !is_refuted(operation.location()) {
            continue;
        }
        evaluator.evaluate(operation);
        for operand in operation.operands().filter_map(ir::defining_op) {
            evaluator.evaluate(operand);
        }
        let mut add = |place, with| {
            found.push(Correction { claim: operation.location(), place, with });
        };
        let layout = |at: usize| evaluator.layout(ir::operand(operation, at)?);
        match mnemonic {
            "assert_equivalent" => {
                // What is claimed is mostly on the right.
                for (claimed, other) in [(1, 0), (0, 1)] {
                    let constant = ir::operand(operation, claimed).and_then(ir::defining_op);
                    let constant = constant.filter(|constant| {
                        ir::is_layout_op(*constant, "constant")
                            && !shared.contains(&ir::key(*constant))
                    });
                    if let (Some(constant), Some(right)) = (constant, layout(other)) {
                        add(Corrected::Constant(constant.location()), spelled(right));
                    }
                }
            }
            "cast" => {
                if let Some(right) = layout(0) {
                    add(Corrected::ResultType, spelled(right));
                }
            }
            _ => {
                let right = layout(0).and_then(|layout| number(mnemonic, operation, layout));
                if let Some(right) = right {
                    add(Corrected::Number, right.to_string());
                }
            }
        }
    }
    found
}

/// The number with which a claim about a layout is true.
fn number(mnemonic: &str, claim: OperationRef<'_, '_>, layout: &AnyLayout) -> Option<i64> {
    ir::integer_attribute(claim, "size")?;
    let budget = Budget::default();
    let cosize = || layout.cosize().filter(|cosize| 0 <= *cosize);
    match mnemonic {
        "assert_size" => layout.static_size(&budget),
        "assert_cosize" => cosize(),
        "assert_in_bounds" => cosize().filter(|&size| {
            let verdict = in_bounds(layout, &Term::constant(size), &budget);
            matches!(verdict, Verdict::Proved(_))
        }),
        "assert_surjective" => cosize()
            .filter(|&size| matches!(surjective(layout, Some(size), &budget), Verdict::Proved(_))),
        "assert_bijective" => cosize()
            .filter(|&size| matches!(bijective(layout, Some(size), &budget), Verdict::Proved(_))),
        _ => None,
    }
}

/// The constants that more than one operand uses.
fn shared<'c>(operations: &[OperationRef<'c, 'c>]) -> FxHashSet<usize> {
    let (mut used, mut shared) = (FxHashSet::default(), FxHashSet::default());
    for definition in operations.iter().flat_map(|user| user.operands().filter_map(ir::defining_op))
    {
        let key = ir::key(definition);
        if !used.insert(key) {
            shared.insert(key);
        }
    }
    shared
}

/// The attribute of a layout as it is written in IR.
fn spelled(layout: &AnyLayout) -> String {
    format!("#layout.{}", attribute::spelling(layout))
}
