//! The numbers that are computed already where an access is.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef, TypeLike, Value, ValueLike};

use crate::affine::Quantity;
use crate::passes::surroundings::Variables;

/// Where a number is. What is divided in it might wrap around if it were computed again from the
/// variables: a quantity has `floor((x + 1)/2)` for `x ceildiv 2`.
#[derive(Debug, Clone)]
pub(in crate::passes) enum AtHand<'c> {
    Value(Value<'c, 'c>),
    /// The access computes it, as the only result of a map of operands.
    Mapped {
        map: Attribute<'c>,
        operands: Vec<Value<'c, 'c>>,
    },
}

/// A number that is computed already.
#[derive(Debug, Clone)]
struct Number<'c> {
    quantity: Quantity,
    at_hand: AtHand<'c>,
    /// True for an operand, and what a map of the access makes of operands; false for what an operand
    /// is computed from.
    is_used: bool,
}

/// The numbers that are computed already where an access is.
#[derive(Debug, Clone, Default)]
pub(in crate::passes) struct Numbers<'c>(Vec<Number<'c>>);

impl<'c> Numbers<'c> {
    /// The indices of type index that operations compute, `reached` from the values that an access
    /// uses, as far as they have been read.
    pub(super) fn computed(
        used: &[Value<'c, 'c>],
        reached: &[OperationRef<'c, 'c>],
        variables: &Variables<'c>,
    ) -> Self {
        let values = reached.iter().flat_map(|operation| operation.results()).map(Value::from);
        let number = |value: Value<'c, 'c>| {
            let quantity = variables.read_already(value)?;
            (value.r#type().is_index() && is_computed(quantity)).then(|| Number {
                quantity: quantity.clone(),
                at_hand: AtHand::Value(value),
                is_used: used.contains(&value),
            })
        };
        Numbers(values.filter_map(number).collect())
    }

    /// Adds what the only result of a map is that an access makes of operands.
    pub(super) fn add_mapped(
        &mut self,
        quantity: Quantity,
        map: Attribute<'c>,
        operands: Vec<Value<'c, 'c>>,
    ) {
        let at_hand = AtHand::Mapped { map, operands };
        self.0.push(Number { quantity, at_hand, is_used: true });
    }

    /// The numbers, each once.
    pub(super) fn quantities(&self) -> Vec<Quantity> {
        let mut found: Vec<Quantity> = Vec::new();
        for Number { quantity, .. } in &self.0 {
            if !found.iter().any(|known| known.is_same(quantity)) {
                found.push(quantity.clone());
            }
        }
        found
    }

    /// Where a number is that is used as it is; `None` for a constant, and for a variable that is a value.
    pub fn used(&self, sum: &Quantity) -> Option<&AtHand<'c>> {
        self.find(|number| number.is_used && number.quantity.is_same(sum))
    }

    /// The same, be it used or what is used is computed from it.
    pub fn get(&self, sum: &Quantity) -> Option<&AtHand<'c>> {
        self.used(sum).or_else(|| self.find(|number| number.quantity.is_same(sum)))
    }

    fn find(&self, is_it: impl Fn(&Number<'c>) -> bool) -> Option<&AtHand<'c>> {
        self.0.iter().find(|number| is_it(number)).map(|number| &number.at_hand)
    }
}

/// True for a number that an operation computes.
pub(super) fn is_computed(number: &Quantity) -> bool {
    number.as_variable().is_none() && number.as_constant().is_none()
}
