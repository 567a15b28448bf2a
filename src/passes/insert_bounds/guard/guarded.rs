//! An access that is guarded.

use melior::ir::OperationRef;

use crate::passes::accesses::Found;
use crate::relation::Predicate;

/// An access with the predicate that says where it is in bounds.
pub struct Guarded<'c> {
    pub access: OperationRef<'c, 'c>,
    pub found: Found<'c>,
    pub predicate: Predicate,
}
