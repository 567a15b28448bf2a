//! A `.ttgir` file: its encodings, and the operations that move data.

use std::sync::Arc;

use super::attribute::{Attribute, AttributeValue, find};
use super::encoding::Encoding;
use super::error::{EncodingError, ReadError};
use super::lexer::Position;
use super::operation::Operation;
use super::types::ElementType;

/// What a file says about layouts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Module {
    pub(super) attributes: Vec<(String, AttributeValue)>,
    pub(super) functions: Vec<Function>,
    pub(super) operations: Vec<Operation>,
    pub(super) loops: Vec<Loop>,
    pub(super) encodings: Vec<EncodedType>,
    pub(super) errors: Vec<ReadError>,
    /// Something outside of the attributes of the module has a name of a dialect of Triton.
    pub(super) names_triton: bool,
}

/// A loop, and whether there is none in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Loop {
    pub is_innermost: bool,
}

/// A function of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    pub(super) name: String,
    pub(super) position: Position,
    pub(super) has_loops: bool,
}

/// An encoding on a shape of elements, with the place where the file first has it.
#[derive(Debug, Clone, PartialEq)]
pub struct EncodedType {
    pub(super) text: String,
    pub(super) position: Position,
    pub(super) attribute: Arc<Attribute>,
    pub(super) shape: Vec<i64>,
    pub(super) element: ElementType,
}

impl Module {
    /// The attribute of the module of this name, for example `ttg.target`.
    pub fn attribute(&self, name: &str) -> Option<&AttributeValue> {
        find(&self.attributes, name)
    }

    /// The warps of a block: `ttg.num-warps`, or `triton_gpu.num-warps` in older dialects.
    pub fn num_warps(&self) -> Option<i64> {
        self.number("num-warps")
    }

    /// The threads of a warp: `ttg.threads-per-warp`.
    pub fn threads_per_warp(&self) -> Option<i64> {
        self.number("threads-per-warp")
    }

    /// The blocks of a cluster: `ttg.num-ctas`.
    pub fn num_ctas(&self) -> Option<i64> {
        self.number("num-ctas")
    }

    /// What the file was compiled for, for example `cuda:90`.
    pub fn target(&self) -> Option<&str> {
        match self.named("target") {
            Some(AttributeValue::String(target)) => Some(target),
            _ => None,
        }
    }

    fn number(&self, name: &str) -> Option<i64> {
        self.named(name).and_then(AttributeValue::as_integer)
    }

    /// The attribute of this name in any dialect.
    fn named(&self, name: &str) -> Option<&AttributeValue> {
        let is_it = |own: &str| own.split_once('.').is_some_and(|(_, own)| own == name);
        self.attributes.iter().find(|(own, _)| is_it(own)).map(|(_, value)| value)
    }

    /// The functions in the order of the file.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// The operations that move data, in the order of the file.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// True if there is no loop in the loop of this number.
    pub(crate) fn is_innermost(&self, number: usize) -> bool {
        self.loops.get(number).is_some_and(|own| own.is_innermost)
    }

    /// True if a function has a loop.
    pub(crate) fn has_loops(&self, function: Option<usize>) -> bool {
        function.and_then(|at| self.functions.get(at)).is_some_and(|own| own.has_loops)
    }

    /// Each encoding on each shape of elements that a type of the file has, once, in the order of the
    /// file. Types of operations that are skipped are among them.
    pub fn encodings(&self) -> &[EncodedType] {
        &self.encodings
    }

    /// True if there is a function, an operation or a type of Triton's in the file.
    fn is_of_triton(&self) -> bool {
        self.names_triton || !self.operations.is_empty() || !self.encodings.is_empty()
    }

    /// The warning that a file without errors is no kernel of Triton's.
    pub(crate) fn nothing_of_triton(&self) -> Option<&'static str> {
        let is_nothing = !self.is_of_triton() && self.errors().is_empty();
        is_nothing.then_some("there is no function, operation or type of Triton's in this file")
    }

    /// What could not be read, in the order of the file; the rest of the file was.
    pub fn errors(&self) -> &[ReadError] {
        &self.errors
    }
}

impl Function {
    /// The name without `@`.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn position(&self) -> Position {
        self.position
    }
}

impl EncodedType {
    /// The encoding as the file writes it: `#blocked`, or the whole attribute.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn position(&self) -> Position {
        self.position
    }

    /// The encoding with its aliases replaced.
    pub fn attribute(&self) -> &Attribute {
        &self.attribute
    }

    /// The shape that the encoding is laid on; for a part of a memory, that of the whole, and for
    /// several buffers, that of one.
    pub fn shape(&self) -> &[i64] {
        &self.shape
    }

    pub fn element(&self) -> &ElementType {
        &self.element
    }

    /// The encoding of this type.
    ///
    /// # Errors
    ///
    /// An attribute that is not an encoding that this package knows, or a malformed one.
    pub fn encoding(&self) -> Result<Encoding, EncodingError> {
        Encoding::read(&self.attribute)
    }
}
