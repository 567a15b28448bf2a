//! What values are: numbers, or terms of which nothing is known but how they come about.

use std::rc::Rc;

use melior::ir::Attribute;
use rustc_hash::FxHashMap;

use crate::validate::Node;

/// A term by its number; terms that come about alike have the same one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::compare) struct Term(usize);

/// One element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::compare) enum Scalar {
    Number(Node),
    Term(Term),
}

/// The memory that views are of. Different ones are taken not to overlap.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::compare) enum Buffer {
    Argument(usize),
    Global(String),
    /// A global that is never written.
    Constant(String),
    /// By its number among those of the function that are told apart.
    Allocation(usize),
    /// An allocation of which every element that is read was written before.
    Local(usize),
    /// What an operation gives that is not read.
    Result(Term, usize),
}

/// Where in its buffer an element is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::compare) struct Address {
    /// The number of the element in memory, if the layout of the buffer says it.
    pub offset: Option<Node>,
    /// What the layout of the buffer makes of the indices, if the access is to the buffer itself.
    pub coordinate: Option<Vec<Node>>,
}

/// How a term comes about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::compare) enum Form {
    /// A lane of an argument.
    Argument(usize, usize),
    /// An attribute, as it is written.
    Constant(String),
    /// What is in an element of a buffer after so many events that may have written it.
    Initial { buffer: Buffer, place: Vec<i64>, after: usize },
    /// The same, of an element whose number is not known.
    Read { buffer: Buffer, address: Address, after: usize },
    /// A lane of a result of an operation with these attributes on these operands.
    Result { name: Rc<str>, operands: Rc<[Scalar]>, result: usize, lane: usize },
    /// One of two, by a condition.
    Chosen(Node, Scalar, Scalar),
    /// What a loop carries from one iteration to the next, or out of it: the loop, the number of the value
    /// and its lane.
    Carried { of_loop: usize, is_after: bool, number: usize, lane: usize },
}

/// All terms of both functions.
#[derive(Debug, Default)]
pub(in crate::compare) struct Terms {
    forms: Vec<Form>,
    known: FxHashMap<Form, Term>,
}

impl Terms {
    pub fn make(&mut self, form: Form) -> Scalar {
        if let Some(&term) = self.known.get(&form) {
            return Scalar::Term(term);
        }
        let term = Term(self.forms.len());
        self.forms.push(form.clone());
        self.known.insert(form, term);
        Scalar::Term(term)
    }

    pub fn form(&self, term: Term) -> &Form {
        &self.forms[term.0]
    }

    /// The terms that some are made of, these included, each once.
    pub fn within(&self, roots: impl IntoIterator<Item = Scalar>) -> Vec<Term> {
        let mut is_seen = vec![false; self.forms.len()];
        let mut pending: Vec<Scalar> = roots.into_iter().collect();
        let mut found = Vec::new();
        while let Some(scalar) = pending.pop() {
            let Scalar::Term(term) = scalar else { continue };
            if std::mem::replace(&mut is_seen[term.0], true) {
                continue;
            }
            found.push(term);
            match self.form(term) {
                Form::Result { operands, .. } => pending.extend(operands.iter()),
                Form::Chosen(_, yes, no) => pending.extend([*yes, *no]),
                _ => {}
            }
        }
        found.sort();
        found
    }
}

/// A view of a buffer.
#[derive(Debug, Clone)]
pub(in crate::compare) struct Memref<'c> {
    pub buffer: Buffer,
    /// The size of each dimension.
    pub sizes: Vec<Node>,
    /// How the elements lie.
    pub lies: Lies<'c>,
    /// The shape of the vectors that the elements are; empty if they are not vectors.
    pub inner: Vec<i64>,
    /// The sizes of the whole buffer, those of its elements behind them, if it has no layout of its own.
    pub whole: Option<Rc<[Node]>>,
    /// True for the buffer itself.
    pub is_whole: bool,
    /// What has to be true for all of the view to be in its buffer.
    pub needs: Rc<[Node]>,
    /// True for a view that says itself where it begins and ends, whatever the buffer has.
    pub is_free: bool,
}

/// How the elements of a memref lie in memory.
#[derive(Debug, Clone)]
pub(in crate::compare) enum Lies<'c> {
    /// In strides from an element on, in elements that are not vectors.
    Strided { offset: Node, strides: Vec<Node> },
    /// By an affine map, whose symbols have these values.
    Mapped { map: Attribute<'c>, symbols: Vec<Node> },
}

/// What a value of the IR is.
#[derive(Debug, Clone)]
pub(in crate::compare) enum Datum<'c> {
    Scalar(Scalar),
    /// The lanes of a vector, the last dimension fastest.
    Lanes(Rc<[Scalar]>),
    Memref(Rc<Memref<'c>>),
}

impl Datum<'_> {
    /// All elements.
    pub fn scalars(&self) -> &[Scalar] {
        match self {
            Datum::Scalar(scalar) => std::slice::from_ref(scalar),
            Datum::Lanes(lanes) => lanes,
            Datum::Memref(_) => &[],
        }
    }
}

/// The place of an element by its number in memory: its coordinate in a whole buffer of these sizes, or the number
/// itself where they are not known.
pub(super) fn unraveled_offset(offset: i64, sizes: Option<&[i64]>) -> Vec<i64> {
    let Some(sizes) = sizes else { return vec![offset] };
    let mut rest = offset;
    let mut place = Vec::new();
    for size in sizes.iter().skip(1).rev() {
        place.push(rest.checked_rem_euclid(*size).unwrap_or(0));
        rest = rest.checked_div_euclid(*size).unwrap_or(0);
    }
    if !sizes.is_empty() {
        place.push(rest);
    }
    place.reverse();
    place
}

/// An element of a buffer in words.
pub(super) fn element(buffer: &Buffer, place: &[i64]) -> String {
    let place: Vec<String> = place.iter().map(i64::to_string).collect();
    format!("element [{}] of {}", place.join(", "), memory(buffer))
}

pub(super) fn memory(buffer: &Buffer) -> String {
    match buffer {
        Buffer::Argument(number) => format!("argument {number}"),
        Buffer::Global(name) | Buffer::Constant(name) => format!("@{name}"),
        Buffer::Allocation(number) | Buffer::Local(number) => format!("allocation {number}"),
        Buffer::Result(..) => "a buffer".to_owned(),
    }
}
