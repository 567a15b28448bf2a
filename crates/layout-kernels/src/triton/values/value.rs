//! What a value is, and what a loop makes of it.

use std::sync::Arc;

use super::index::Index;
use super::mask::Mask;
use super::uniform::Uniform;

/// A value that went through more loops than this is not followed: its history would have no end.
const MAX_LOOPS: usize = 64;

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Index(Index),
    Mask(Mask),
    /// A part of the shared memory that this operation allocated.
    Memory {
        root: Arc<str>,
        assumed: Vec<u32>,
    },
}

/// A value inside a loop that was `first` before it: of an address the strides stay, and the base is
/// another one.
pub(super) fn carried_value(first: &Value, name: &str, number: u32) -> Option<Value> {
    let (Value::Index(Index { assumed, .. })
    | Value::Mask(Mask { assumed, .. })
    | Value::Memory { assumed, .. }) = first;
    if MAX_LOOPS <= assumed.len() {
        return None;
    }
    match first {
        Value::Index(index) if !index.strides.is_empty() || index.pointer.is_some() => {
            let mut index = index.clone();
            index.base = index.base.add(&Uniform::unknown(&format!("%{name}")))?;
            // Which elements of a row are meant is not known any more, unless it is told apart from
            // all others by its base.
            index.parts.retain(|part| part.base.is_symbolic());
            index.assumed.push(number);
            Some(Value::Index(index))
        }
        Value::Memory { root, assumed } => {
            let mut assumed = assumed.clone();
            assumed.push(number);
            Some(Value::Memory { root: root.clone(), assumed })
        }
        _ => None,
    }
}

/// What a value that is yielded is built on, if it stays what it was but for its base.
pub(super) fn stays(first: &Value, yielded: &Value) -> Option<Vec<u32>> {
    match (first, yielded) {
        (Value::Index(first), Value::Index(yielded)) => {
            let same = first.pointer == yielded.pointer
                && first.strides == yielded.strides
                && first.shape == yielded.shape;
            same.then(|| yielded.assumed.clone())
        }
        (Value::Memory { root: first, .. }, Value::Memory { root, assumed }) => {
            (first == root).then(|| assumed.clone())
        }
        _ => None,
    }
}

/// What an address or a row gets added in a turn of a loop, in which it is `first` and what the loop
/// has added before, which has this name.
pub(super) fn advance(first: &Value, inside: &str, yielded: &Value) -> Option<Uniform> {
    let (Value::Index(first), Value::Index(yielded)) = (first, yielded) else { return None };
    yielded.base.without(&first.base)?.without(&Uniform::unknown(inside))
}
