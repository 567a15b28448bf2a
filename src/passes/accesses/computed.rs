//! The indices that are computed already where an access is.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef, TypeLike, Value, ValueLike};

use crate::affine::Quantity;
use crate::passes::surroundings::Variables;

/// What computes an index. What is divided in it might wrap around if it were computed again from the
/// variables: a quantity has `floor((x + 1)/2)` for `x ceildiv 2`.
#[derive(Debug, Clone)]
pub(in crate::passes) enum ComputedIndex<'c> {
    Value(Value<'c, 'c>),
    /// The access computes it, as the only result of a map of operands.
    Mapped {
        map: Attribute<'c>,
        operands: Vec<Value<'c, 'c>>,
    },
}

/// The indices that are computed already where an access is.
#[derive(Debug, Clone, Default)]
pub(in crate::passes) struct ComputedIndices<'c> {
    /// Operands, and what maps of the access make of operands.
    used: Vec<(Quantity, ComputedIndex<'c>)>,
    /// What operands are computed from.
    inner: Vec<(Quantity, ComputedIndex<'c>)>,
}

impl<'c> ComputedIndices<'c> {
    /// The values of type index that operations compute, `reached` from the values that an access
    /// uses, as far as they have been read.
    pub(super) fn new(
        used: &[Value<'c, 'c>],
        reached: &[OperationRef<'c, 'c>],
        variables: &Variables<'c>,
    ) -> Self {
        let mut computed = ComputedIndices::default();
        let values = reached.iter().flat_map(|operation| operation.results()).map(Value::from);
        for value in values.filter(|value| value.r#type().is_index()) {
            let Some(quantity) = variables.read_already(value) else { continue };
            if is_computed(quantity) {
                let is_used = used.contains(&value);
                let list = if is_used { &mut computed.used } else { &mut computed.inner };
                list.push((quantity.clone(), ComputedIndex::Value(value)));
            }
        }
        computed
    }

    /// Adds what the only result of a map is that an access makes of operands.
    pub(super) fn add_mapped(
        &mut self,
        quantity: Quantity,
        map: Attribute<'c>,
        operands: Vec<Value<'c, 'c>>,
    ) {
        self.used.push((quantity, ComputedIndex::Mapped { map, operands }));
    }

    /// The quantities of all of them.
    pub(super) fn quantities(&self) -> Vec<Quantity> {
        self.used.iter().chain(&self.inner).map(|(quantity, _)| quantity.clone()).collect()
    }

    /// What computes an index that is used as it is; `None` for a constant, and for a variable that is a
    /// value.
    pub fn used(&self, sum: &Quantity) -> Option<&ComputedIndex<'c>> {
        find(&self.used, sum)
    }

    /// The same, be it used or what is used is computed from it.
    pub fn get(&self, sum: &Quantity) -> Option<&ComputedIndex<'c>> {
        self.used(sum).or_else(|| find(&self.inner, sum))
    }
}

fn find<'a, 'c>(
    list: &'a [(Quantity, ComputedIndex<'c>)],
    sum: &Quantity,
) -> Option<&'a ComputedIndex<'c>> {
    list.iter().find(|(quantity, _)| quantity.is_same(sum)).map(|(_, computed)| computed)
}

/// True for an index that an operation computes.
pub(super) fn is_computed(index: &Quantity) -> bool {
    index.as_variable().is_none() && index.as_constant().is_none()
}
