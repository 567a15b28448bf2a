//! Predicates as conditions of `affine.if`.

use melior::Context;
use melior::ir::{Attribute, OperationRef, Value};

use crate::affine::{AffineTerm, Member, Predicate};
use crate::dialect::affine_text::constraints;
use crate::dialect::foreign::is_affine_dim;
use crate::dialect::ir::ValueNames;
use crate::passes::accesses::{ComputedIndex, Found};

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
    let mut dims = Dims { access, found, values: Vec::new() };
    let comparisons = members.iter().flat_map(Member::comparisons);
    let constraints = constraints(comparisons, &mut |term| dims.term(term))?;
    let values = dims.values;
    for &value in &values {
        if !is_affine_dim(value, access) {
            let name = ValueNames::around(access).of(value);
            return Err(format!("{name} is neither a dim nor a symbol of affine.if"));
        }
    }
    let names: Vec<String> = (0..values.len()).map(|number| format!("d{number}")).collect();
    let text = format!("affine_set<({}) : ({})>", names.join(", "), constraints);
    let set = Attribute::parse(context, &text)
        .ok_or_else(|| format!("{text} is not a set that MLIR reads"))?;
    Ok(AffineCondition { set, dims: values, is_outside })
}

/// Which values a set is about.
struct Dims<'c, 'f> {
    access: OperationRef<'c, 'c>,
    found: &'f Found<'c>,
    values: Vec<Value<'c, 'c>>,
}

impl<'c> Dims<'c, '_> {
    fn dim(&mut self, value: Value<'c, 'c>) -> String {
        let known = self.values.iter().position(|known| *known == value);
        let number = known.unwrap_or(self.values.len());
        if number == self.values.len() {
            self.values.push(value);
        }
        format!("d{number}")
    }

    /// A variable as a dim, and a sum that is computed by itself as the index that is at hand.
    fn term(&mut self, term: &AffineTerm) -> Result<Option<String>, String> {
        match term {
            AffineTerm::Variable(position) => {
                if self.found.computed.used(&term.clone().into()).is_some() {
                    return Err("the index is not an affine expression".to_owned());
                }
                let value = self.found.values.get(*position);
                value
                    .map(|&value| Some(self.dim(value)))
                    .ok_or("a variable has no value".to_owned())
            }
            // A set adds up in an order of its own.
            AffineTerm::Floor(inner, 1) => {
                if let Some(ComputedIndex::Value(index)) = self.found.computed.get(inner)
                    && is_affine_dim(*index, self.access)
                {
                    return Ok(Some(self.dim(*index)));
                }
                let names = self.found.names(&ValueNames::around(self.access));
                let sum = inner.named(&names);
                Err(format!("a sum with {sum} may pass 64 bits"))
            }
            _ => Ok(None),
        }
    }
}
