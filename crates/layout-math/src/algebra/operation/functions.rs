//! Operations on layouts of every notation, as functions.

use super::arguments::{Arguments, on_modes};
use super::entry::{Evaluate, Operation};
use super::error::OperationError;
use super::parameters::{Parameter, Syntax};
use crate::algebra::any_layout::AnyLayout;
use crate::algebra::compose::{Promotion, compose};
use crate::algebra::injectivity::injective;
use crate::algebra::instances::fails_throughout;
use crate::algebra::surjectivity::surjective;
use crate::algebra::verdict::{Budget, Verdict};
use crate::cute::coalesce_by_mode;

/// What the parameter `promotion` may say.
const PROMOTIONS: &[&str] = &["none"];

pub(super) const TABLE: &[Operation] = &[
    Operation::binary("compose", Evaluate::Layout(composed))
        .with(&[Parameter::optional("promotion", Syntax::Word(PROMOTIONS))]),
    Operation::unary("coalesce", Evaluate::Layout(coalesced))
        .with(&[Parameter::optional("profile", Syntax::Tuple)])
        .total(),
    Operation::unary("flatten", Evaluate::Layout(flattened)).total(),
    Operation::unary("size", Evaluate::Number(size)).total(),
    Operation::unary("cosize", Evaluate::Number(cosize)).total(),
    Operation::unary("is_injective", Evaluate::Truth(is_injective)).total(),
    Operation::unary("is_surjective", Evaluate::Truth(is_surjective)).total(),
];

fn composed(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let promotion = match arguments.word("promotion", PROMOTIONS)? {
        Some(_) => Promotion::None,
        None => Promotion::Extend,
    };
    let (outer, inner) = (arguments.operand(0), arguments.operand(1));
    Ok(compose(outer, inner, promotion, arguments.budget())?)
}

fn coalesced(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let layout = arguments.operand(0);
    if arguments.has("profile") {
        let profile = arguments.tuple("profile")?;
        return on_modes!(layout, |layout| coalesce_by_mode(layout, &profile));
    }
    layout.coalesce().ok_or_else(|| not_found(layout))
}

fn flattened(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let layout = arguments.operand(0);
    layout.flatten().ok_or_else(|| not_found(layout))
}

fn size(arguments: &Arguments<'_>) -> Result<i64, OperationError> {
    let layout = arguments.operand(0);
    layout.static_size(arguments.budget()).ok_or_else(|| not_a_number("size", layout))
}

fn cosize(arguments: &Arguments<'_>) -> Result<i64, OperationError> {
    let layout = arguments.operand(0);
    layout.cosize_within(arguments.budget()).ok_or_else(|| not_a_number("cosize", layout))
}

fn is_injective(arguments: &Arguments<'_>) -> Result<bool, OperationError> {
    decided(arguments, injective)
}

fn is_surjective(arguments: &Arguments<'_>) -> Result<bool, OperationError> {
    decided(arguments, |layout, budget| surjective(layout, None, budget))
}

/// A claim as a truth value. Of a layout with symbols it is false if it fails for all their values: what
/// fails for some of them is not decided before they have one.
fn decided<W>(
    arguments: &Arguments<'_>,
    claim: impl Fn(&AnyLayout, &Budget) -> Verdict<W>,
) -> Result<bool, OperationError> {
    let (layout, budget) = (arguments.operand(0), arguments.budget());
    match claim(layout, budget) {
        Verdict::Proved(_) => Ok(true),
        Verdict::Unknown(unknown) => Err(OperationError::Unknown(unknown)),
        Verdict::Refuted(_)
            if !layout.has_symbols() || fails_throughout(layout, budget, &claim) =>
        {
            Ok(false)
        }
        Verdict::Refuted(_) => Err(OperationError::symbolic(layout)),
    }
}

fn not_found(layout: &AnyLayout) -> OperationError {
    match layout {
        AnyLayout::Tile(_) => OperationError::notation(layout, "layout"),
        _ => OperationError::symbolic(layout),
    }
}

fn not_a_number(what: &'static str, layout: &AnyLayout) -> OperationError {
    match layout {
        AnyLayout::Tile(_) => OperationError::notation(layout, "layout"),
        _ => OperationError::NotANumber { what, operand: layout.to_string() },
    }
}
