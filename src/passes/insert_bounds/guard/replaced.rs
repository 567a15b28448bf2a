//! Results of accesses in the place of which others have come.

use melior::ir::Value;
use rustc_hash::FxHashMap;

use crate::dialect::ir;

/// What has come in the place of the results that accesses had when their guards were looked up.
///
/// An operation that is erased leaves its keys to others, so each is kept only for such a result.
#[derive(Default)]
pub(super) struct Replaced<'c> {
    by_first: FxHashMap<usize, Value<'c, 'c>>,
    /// The key of the first result, by what stands for it now.
    firsts: FxHashMap<usize, usize>,
}

impl<'c> Replaced<'c> {
    /// Lets all that uses a result use another one.
    pub fn replace(&mut self, old: Value<'c, 'c>, new: Value<'c, 'c>) {
        ir::replace_all_uses(old, new);
        let old = ir::value_key(old);
        let first = self.firsts.remove(&old).unwrap_or(old);
        self.by_first.insert(first, new);
        self.firsts.insert(ir::value_key(new), first);
    }

    /// What stands for a value that was looked up.
    pub fn current(&self, value: Value<'c, 'c>) -> Value<'c, 'c> {
        self.by_first.get(&ir::value_key(value)).copied().unwrap_or(value)
    }
}
