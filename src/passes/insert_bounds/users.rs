//! What uses views where they are.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashMap;

use super::guard::Guarded;
use crate::dialect::foreign::memory::View;
use crate::dialect::ir;
use crate::passes::accesses::views;

/// What a view is made for.
pub(super) enum User<'c> {
    /// Guarded accesses alone, which take it along. One of them has this name.
    Guarded(&'c str),
    /// An access that is never in bounds, of which there is an error.
    Refuted,
    /// An operation of this name, where the view is.
    Other(&'c str),
}

/// What the views among these operations are made for, by the keys of their operations; none that nothing uses.
pub(super) fn users_of_views<'c>(
    operations: &[OperationRef<'c, 'c>],
    guarded: &[Guarded<'c>],
    refuted: &[OperationRef<'c, 'c>],
) -> FxHashMap<usize, User<'c>> {
    let key =
        |guarded: &Guarded<'c>| (ir::key(guarded.access), guarded.views().map(ir::key).collect());
    let taken: FxHashMap<usize, Vec<usize>> = guarded.iter().map(key).collect();
    let mut users = FxHashMap::default();
    for &operation in operations {
        if View::of(operation).is_some() {
            continue;
        }
        let taken = taken.get(&ir::key(operation)).map_or(&[][..], Vec::as_slice);
        for view in operation.operands().flat_map(views) {
            let view = ir::key(view.operation);
            if taken.contains(&view) {
                users.entry(view).or_insert(User::Guarded(ir::name(operation)));
            } else {
                users.insert(view, User::Other(ir::name(operation)));
            }
        }
    }
    let of_refuted = refuted.iter().flat_map(|access| access.operands()).flat_map(views);
    users.extend(of_refuted.map(|view| (ir::key(view.operation), User::Refuted)));
    users
}
