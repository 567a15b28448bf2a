//! Verdicts on claims about layouts, each found once in a run.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use crate::algebra::{AnyLayout, Assertion, Verdict};
use crate::passes::decided::{Decided, LayoutKey};

/// A claim about layouts.
type AssertionKey = (Assertion, Vec<LayoutKey>);

/// The verdicts of a run.
#[derive(Default)]
pub(super) struct Verdicts(Decided<AssertionKey, Arc<dyn Any + Send + Sync>>);

impl Verdicts {
    /// The verdict on a claim about layouts: that which was found before, or what `decide` finds.
    ///
    /// What a function adds to a layout is part of no attribute, and such a claim is decided each time.
    pub fn on<W: Clone + Send + Sync + 'static>(
        &self,
        claim: Assertion,
        layouts: &[Cow<'_, AnyLayout>],
        decide: impl Fn() -> Verdict<W>,
    ) -> Verdict<W> {
        let keys = layouts.iter().map(|layout| match layout {
            Cow::Borrowed(of_attribute) => Some(LayoutKey::of(of_attribute)),
            Cow::Owned(_) => None,
        });
        let Some(keys) = keys.collect::<Option<Vec<_>>>() else { return decide() };
        let verdict = self.0.answer(&(claim, keys), || Arc::new(decide()));
        // A claim has one kind of witness.
        verdict.downcast_ref().cloned().unwrap_or_else(decide)
    }
}
