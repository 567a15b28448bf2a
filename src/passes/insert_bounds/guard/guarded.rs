//! An access that is guarded.

use melior::ir::OperationRef;

use crate::affine::Predicate;
use crate::passes::accesses::Found;

/// An access with the predicate that says where it is in bounds.
pub struct Guarded<'c> {
    pub access: OperationRef<'c, 'c>,
    pub found: Found<'c>,
    pub predicate: Predicate,
}

impl<'c> Guarded<'c> {
    /// True if the condition is another one in each lane of a vector.
    pub fn differs_by_lane(&self) -> bool {
        let Guarded { found, predicate, .. } = self;
        predicate.members().any(|member| found.depends_on_lane(member.quantity()))
    }

    /// The operations that make the views that the access takes along under its condition, the
    /// outermost first.
    pub fn views(&self) -> impl Iterator<Item = OperationRef<'c, 'c>> {
        let takes_views = self.found.apart.is_some() || !self.differs_by_lane();
        self.found.views.iter().filter(move |_| takes_views).map(|view| view.operation)
    }
}
