//! What an execution takes down besides events: what is claimed of it, or said of it, is in the files of these
//! names.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::terms::{Address, Buffer, Scalar};
use crate::validate::Node;

/// The event that a loop is where it is gone through once for all iterations, besides its beginning and end.
pub(super) const LOOP: &str = "a loop";

/// What is in buffers, by the places of the elements that are not as they were.
pub(in crate::compare) type Memory = BTreeMap<Buffer, BTreeMap<Vec<i64>, Scalar>>;

/// What a function asserts: the name tells the message.
#[derive(Debug, Clone)]
pub(in crate::compare) struct Asserted {
    pub name: Rc<str>,
    pub condition: Node,
    pub guard: Node,
    /// What is in the buffers that others see.
    pub memory: Memory,
    /// How many calls there were before.
    pub before: usize,
    /// True if memory was forgotten there: then it has to be the same even where the condition holds.
    pub is_forgotten: bool,
    /// How many writes to buffers there were before.
    pub(super) n_writes: usize,
}

/// Something that a function does that is undefined in some places.
#[derive(Debug, Clone)]
pub(in crate::compare) struct Hazard<'c> {
    /// The name of the operation.
    pub name: &'c str,
    pub access: usize,
    pub lane: Vec<i64>,
    pub cause: Cause,
    /// What has to be true for it to be defined.
    pub truths: Vec<Node>,
    /// True if it has to be done where the function before the pass does the same: no more is known.
    pub is_open: bool,
    pub surrounding: usize,
    /// What is true where it is done, besides.
    pub guard: Node,
}

/// What may be undefined. It is as defined as the same before the pass.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::compare) enum Cause {
    Element {
        buffer: Buffer,
        address: Address,
        /// The sizes of a buffer that the function allocates itself.
        sizes: Vec<Node>,
    },
    /// A division: by what, and of what if the quotient may not fit.
    Division { by: Scalar, of: Option<Scalar> },
    /// A copy, of which one dimension has these sizes.
    Copy { from: Node, to: Node },
    /// A choice of what is executed, which must not be by poison.
    Branch { condition: Node },
    /// An operation that is not read, with what tells it apart.
    Execution { name: Rc<str>, operands: Rc<[Scalar]> },
}

impl Cause {
    /// The numbers that say what it is; `None` if they are not numbers.
    pub fn numbers(&self) -> Option<Vec<Node>> {
        let number = |scalar: &Scalar| match scalar {
            Scalar::Number(node) => Some(*node),
            Scalar::Term(_) => None,
        };
        match self {
            Cause::Element { address: Address { offset: Some(offset), .. }, .. } => {
                Some(vec![*offset])
            }
            Cause::Element { address, .. } => address.coordinate.clone(),
            Cause::Division { by, of } => std::iter::once(by).chain(of).map(number).collect(),
            Cause::Copy { from, to } => Some(vec![*from, *to]),
            Cause::Branch { condition } => Some(vec![*condition]),
            Cause::Execution { .. } => None,
        }
    }

    pub fn is_element(&self) -> bool {
        matches!(self, Cause::Element { .. })
    }
}

/// What tells loops with the same bounds apart.
#[derive(Debug, Clone)]
pub(in crate::compare) struct LoopKind {
    /// For each variable, whether it is compared with its bound as a signed number.
    pub is_signed: Vec<bool>,
    /// True if the iterations are executed one after the other.
    pub is_in_order: bool,
    /// How many nodes there were before: inputs behind them may be others in each iteration.
    pub since: usize,
}

/// What is accessed in an iteration.
#[derive(Debug, Clone)]
pub(in crate::compare) enum Touch {
    /// An element, if it is known which one, and whether it is stored.
    Element(Buffer, Option<Vec<i64>>, bool),
    /// Whatever an operation accesses that is not read.
    Anything,
}

/// Where a buffer is made.
#[derive(Debug, Clone)]
pub(in crate::compare) struct Origin {
    /// How many loops are around it.
    pub depth: usize,
    /// What is true there, within the innermost loop.
    pub guard: Node,
    /// How many events there were before.
    pub since: usize,
    /// Its number among all allocations.
    pub number: usize,
    pub is_on_stack: bool,
    /// The space of memory that other threads have too; `None` for a thread's own.
    pub shared: Option<Rc<str>>,
    /// What it begins at a multiple of, in bytes, as the operation says that makes it; 1 if it says nothing.
    pub alignment: i64,
}

/// The buffers that a function made.
#[derive(Debug, Default)]
pub(in crate::compare) struct Lifetimes {
    pub origins: FxHashMap<Buffer, Origin>,
    /// Those that an operation may keep.
    pub(super) kept: FxHashSet<Buffer>,
    /// Those that are no longer there.
    pub(super) gone: FxHashSet<Buffer>,
}

/// Those of the buffers that a function made that are not there when it ends.
pub(super) fn stack(origins: &FxHashMap<Buffer, Origin>) -> FxHashSet<Buffer> {
    let on_stack = origins.iter().filter(|(_, origin)| origin.is_on_stack);
    on_stack.map(|(buffer, _)| buffer.clone()).collect()
}

/// True for an operation that may keep a memref that it is handed, by the words that tell it apart.
pub(super) fn keeps(operation: &str) -> bool {
    !operation.starts_with("memref.copy ")
}

/// The promise that an element lies at a multiple of so many bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::compare) struct Promise {
    pub(super) buffer: Buffer,
    /// The number of the element, or its coordinate in a buffer that has no strides.
    pub(super) address: Address,
    pub(super) alignment: i64,
    pub(super) surrounding: usize,
    /// True if the buffer is one that the function makes, of at least that alignment.
    pub(super) is_kept: bool,
}

/// All promises, each once.
#[derive(Debug, Default)]
pub(in crate::compare) struct Promises {
    pub(super) all: Vec<Promise>,
    pub(super) known: FxHashSet<Promise>,
}
