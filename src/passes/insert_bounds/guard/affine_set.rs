//! Predicates as conditions of `affine.if`.

use melior::Context;
use melior::ir::block::{BlockArgument, BlockLike};
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef, TypeLike, Value, ValueLike};

use crate::dialect::ir;
use crate::passes::insert_bounds::read::Found;
use crate::relation::{Comparison, Predicate, Quantity, Term};

/// How many `affine.apply` may stand inside each other.
const MAX_DEPTH: usize = 64;

/// The condition of an `affine.if`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AffineCondition<'c> {
    /// The set of the dims where what is asked holds, or does not.
    pub set: Attribute<'c>,
    pub dims: Vec<Value<'c, 'c>>,
    /// True if the access is in bounds outside of the set.
    pub is_outside: bool,
}

/// The predicate of an access as a set of values that `affine.if` takes.
///
/// # Errors
///
/// Why there is none, after `because`.
pub(super) fn affine_condition<'c>(
    context: &'c Context,
    access: OperationRef<'c, 'c>,
    found: &Found<'c>,
    predicate: &Predicate,
) -> Result<AffineCondition<'c>, String> {
    let (members, is_outside) = match predicate {
        Predicate::Always => (&[][..], false),
        Predicate::Never => (&[][..], true),
        Predicate::Any(conjunctions) => match &conjunctions[..] {
            [members] => (&members[..], false),
            conjunctions => {
                let n = conjunctions.len();
                return Err(format!("the predicate is one of {n} conjunctions"));
            }
        },
        Predicate::NotAll(members) => (&members[..], true),
    };
    let mut dims = Dims { found, positions: Vec::new() };
    let mut constraints = Vec::new();
    for Comparison { quantity, low, high } in members {
        let text = dims.quantity(quantity)?;
        match (low, high) {
            (Some(low), Some(high)) if low == high => constraints.push(format!("{text} == {low}")),
            (low, high) => {
                constraints.extend(low.map(|low| format!("{text} >= {low}")));
                constraints.extend(high.map(|high| format!("{text} <= {high}")));
            }
        }
    }
    if constraints.is_empty() {
        constraints.push("0 == 0".to_owned());
    }
    let values: Vec<Value> = dims.values()?;
    let scope = scope(access)?;
    for &value in &values {
        if !is_dim(value, scope, MAX_DEPTH) {
            let names = ir::value_names(&[value]);
            return Err(format!("{} is no dim and no symbol of affine.if", names.join("")));
        }
    }
    let names: Vec<String> = (0..values.len()).map(|number| format!("d{number}")).collect();
    let text = format!("affine_set<({}) : ({})>", names.join(", "), constraints.join(", "));
    let set = Attribute::parse(context, &text)
        .ok_or_else(|| format!("{text} is no set that MLIR reads"))?;
    Ok(AffineCondition { set, dims: values, is_outside })
}

/// Which variables a set is about.
struct Dims<'c, 'f> {
    found: &'f Found<'c>,
    positions: Vec<usize>,
}

impl<'c> Dims<'c, '_> {
    /// The quantity as an affine expression.
    fn quantity(&mut self, quantity: &Quantity) -> Result<String, String> {
        let mut texts = Vec::new();
        for (term, coefficient) in quantity.terms() {
            let text = match term {
                Term::Variable(position) => {
                    let known = self.positions.iter().position(|known| known == position);
                    let number = known.unwrap_or(self.positions.len());
                    if number == self.positions.len() {
                        self.positions.push(*position);
                    }
                    format!("d{number}")
                }
                // A set adds up in an order of its own.
                Term::Floor(inner, 1) => {
                    let names = self.found.names();
                    let sum = inner.named(&names);
                    return Err(format!("a sum with {sum} may pass 64 bits"));
                }
                Term::Floor(inner, divisor) => {
                    format!("(({}) floordiv {divisor})", self.quantity(inner)?)
                }
                Term::Modulo(inner, divisor) => {
                    format!("(({}) mod {divisor})", self.quantity(inner)?)
                }
            };
            texts.push(if *coefficient == 1 { text } else { format!("{text} * ({coefficient})") });
        }
        if quantity.constant() != 0 || texts.is_empty() {
            texts.push(format!("({})", quantity.constant()));
        }
        Ok(texts.join(" + "))
    }

    fn values(&self) -> Result<Vec<Value<'c, 'c>>, String> {
        let value = |position: &usize| self.found.values.get(*position).copied();
        let values: Option<Vec<Value>> = self.positions.iter().map(value).collect();
        values.ok_or_else(|| "a variable has no value".to_owned())
    }
}

/// The operation around the access whose values are symbols.
fn scope<'c>(access: OperationRef<'c, 'c>) -> Result<OperationRef<'c, 'c>, String> {
    let mut inside = access;
    while let Some(around) = inside.parent_operation() {
        let name = ir::name(around);
        match name {
            "func.func" | "gpu.func" | "gpu.launch" => return Ok(around),
            _ if name.starts_with("scf.") || name.starts_with("affine.") => inside = around,
            _ => return Err(format!("it is not known which values are symbols inside {name}")),
        }
    }
    Err("the access is in no function".to_owned())
}

/// True for what `affine.if` takes: variables of affine loops, values of the scope itself, and what
/// `affine.apply` makes of these.
fn is_dim(value: Value<'_, '_>, scope: OperationRef<'_, '_>, depth: usize) -> bool {
    if !value.r#type().is_index() {
        return false;
    }
    let is_scope = |operation: OperationRef<'_, '_>| operation.to_raw().ptr == scope.to_raw().ptr;
    let Some(operation) = ir::defining_op(value) else {
        let Ok(argument) = BlockArgument::try_from(value) else { return false };
        return argument.owner().parent_operation().is_some_and(|around| {
            is_scope(around) || matches!(ir::name(around), "affine.for" | "affine.parallel")
        });
    };
    if operation.parent_operation().is_some_and(is_scope) {
        return true;
    }
    let Some(depth) = depth.checked_sub(1) else { return false };
    ir::name(operation) == "affine.apply"
        && operation.operands().all(|operand| is_dim(operand, scope, depth))
}
