//! Verdicts on claims about layouts, each found once in a run.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use crate::algebra::{AnyLayout, Assertion, Method, Verdict};
use crate::passes::decided::{Decided, LayoutKey};

/// A claim about layouts.
type AssertionKey = (Assertion, [Option<LayoutKey>; MAX_LAYOUTS]);

/// How many layouts a claim is about at most.
const MAX_LAYOUTS: usize = 2;

/// The verdicts of a run.
#[derive(Default)]
pub(super) struct Verdicts(Decided<AssertionKey, AnyVerdict>);

/// A verdict, without the kind of its witness.
#[derive(Clone)]
enum AnyVerdict {
    Proved(Method),
    /// Another [`Verdict`].
    Other(Arc<dyn Any + Send + Sync>),
}

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
        let Some(keys) = keys(layouts) else { return decide() };
        let found = self.0.answer(&(claim, keys), || match decide() {
            Verdict::Proved(method) => AnyVerdict::Proved(method),
            other => AnyVerdict::Other(Arc::new(other)),
        });
        match found {
            AnyVerdict::Proved(method) => Verdict::Proved(method),
            // A claim has one kind of witness.
            AnyVerdict::Other(verdict) => verdict.downcast_ref().cloned().unwrap_or_else(decide),
        }
    }
}

/// The keys of layouts; `None` for one of no attribute.
fn keys(layouts: &[Cow<'_, AnyLayout>]) -> Option<[Option<LayoutKey>; MAX_LAYOUTS]> {
    let mut keys = [None; MAX_LAYOUTS];
    for (at, layout) in layouts.iter().enumerate() {
        let Cow::Borrowed(of_attribute) = layout else { return None };
        *keys.get_mut(at)? = Some(LayoutKey::of(of_attribute));
    }
    Some(keys)
}
