//! What a run has decided: each question once, whichever function it is about.

use std::array;
use std::hash::{BuildHasher, Hash};
use std::num::NonZeroUsize;
use std::ptr::NonNull;
use std::sync::{Mutex, PoisonError};

use melior::ir::Attribute;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::algebra::AnyLayout;
use crate::dialect::attribute::content;

/// A layout that an attribute holds, for questions about it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held<'c> {
    pub layout: &'c AnyLayout,
    pub key: LayoutKey,
}

/// What tells a layout from others: its place in its attribute, which is one for equal layouts and stays where
/// it is as long as its context. A layout of no attribute has none: another one may take its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct LayoutKey(NonZeroUsize);

impl<'c> Held<'c> {
    /// The layout of an attribute, if it holds one.
    pub fn of(attribute: Attribute<'c>) -> Option<Self> {
        let layout = content(attribute)?;
        Some(Held { layout, key: LayoutKey::of(layout) })
    }
}

impl LayoutKey {
    /// That of a layout that an attribute holds.
    pub fn of(layout: &AnyLayout) -> Self {
        LayoutKey(NonNull::from_ref(layout).addr())
    }
}

/// How many locks there are, so that threads seldom wait for one.
const LOCKS: usize = 64;

/// Answers by question, for all threads of a run. An answer depends on its question alone, so that it
/// makes no difference who asks first.
#[derive(Debug)]
pub(super) struct Decided<Q, A>([Mutex<FxHashMap<Q, A>>; LOCKS]);

impl<Q, A> Default for Decided<Q, A> {
    fn default() -> Self {
        Decided(array::from_fn(|_| Mutex::default()))
    }
}

impl<Q: Eq + Hash + Clone, A: Clone> Decided<Q, A> {
    /// The answer to a question, which is found now if nobody asked before. Two threads that ask at the
    /// same time both look for it.
    pub fn answer(&self, question: &Q, find: impl FnOnce() -> A) -> A {
        let hash = FxBuildHasher.hash_one(question);
        // The lowest bits are those that a table of the answers goes by.
        let of_question = &self.0[(hash >> 32) as usize % LOCKS];
        // A panic leaves no question half answered.
        let answers = || of_question.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = answers().get(question) {
            return known.clone();
        }
        let answer = find();
        answers().insert(question.clone(), answer.clone());
        answer
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_question_is_answered_once() {
        let (decided, asked) = (Decided::default(), Cell::new(0));
        let square = |number: i32| {
            decided.answer(&number, || {
                asked.set(asked.get() + 1);
                number * number
            })
        };
        assert_eq!([3, 4, 3, 3].map(square), [9, 16, 9, 9]);
        assert_eq!(asked.get(), 2);
    }
}
