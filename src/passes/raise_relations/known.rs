//! What is known of relations, each asked once in a run.

use crate::affine::Fact;
use crate::algebra::{AnyLayout, Budget, raise};
use crate::passes::decided::{Decided, LayoutKey};
use crate::relation::Relation;

/// What was asked in a run.
#[derive(Default)]
pub(super) struct Known {
    raised: Decided<LayoutKey, Result<AnyLayout, String>>,
    /// Whether a relation has pairs only where a fact holds.
    pub implied: Decided<(LayoutKey, Fact), bool>,
}

impl Known {
    /// What a relation becomes, or why it stays.
    pub fn raised(
        &self,
        key: &LayoutKey,
        relation: &Relation,
        budget: &Budget,
    ) -> Result<AnyLayout, String> {
        self.raised.answer(key, || raise(relation, budget).map_err(|reason| reason.to_string()))
    }
}
