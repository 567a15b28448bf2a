//! Verdicts on claims about layouts, each found once in a run.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use crate::algebra::{AnyLayout, Assertion, Verdict};
use crate::passes::decided::Decided;

/// A claim, and the places of its layouts.
type Question = (Assertion, Vec<usize>);

/// The verdicts of a run. A layout is known by the attribute that holds it, which is one for equal
/// layouts and stays where it is as long as its context.
#[derive(Default)]
pub(super) struct Verdicts(Decided<Question, Arc<dyn Any + Send + Sync>>);

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
        let place = |layout: &Cow<'_, AnyLayout>| match layout {
            Cow::Borrowed(layout) => Some(std::ptr::from_ref(*layout).addr()),
            Cow::Owned(_) => None,
        };
        let Some(places) = layouts.iter().map(place).collect::<Option<Vec<usize>>>() else {
            return decide();
        };
        let verdict = self.0.answer(&(claim, places), || Arc::new(decide()));
        // A claim has one kind of witness.
        verdict.downcast_ref().cloned().unwrap_or_else(decide)
    }
}
