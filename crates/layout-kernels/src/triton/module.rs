//! A `.ttgir` file: its encodings, and the operations that move data.

use std::sync::Arc;

use super::attribute::{Attribute, Value, find};
use super::encoding::Encoding;
use super::error::{EncodingError, Problem, ReadError};
use super::lexer::Position;
use super::operation::Operation;
use super::scan::scan;
use super::types::ElementType;

/// What a file says about layouts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Module {
    pub(super) attributes: Vec<(String, Value)>,
    pub(super) functions: Vec<Function>,
    pub(super) operations: Vec<Operation>,
    pub(super) encodings: Vec<EncodedType>,
    pub(super) errors: Vec<ReadError>,
}

/// A function of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    pub(super) name: String,
    pub(super) position: Position,
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
    pub fn attribute(&self, name: &str) -> Option<&Value> {
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
            Some(Value::String(target)) => Some(target),
            _ => None,
        }
    }

    fn number(&self, name: &str) -> Option<i64> {
        self.named(name).and_then(Value::as_integer)
    }

    /// The attribute of this name in any dialect.
    fn named(&self, name: &str) -> Option<&Value> {
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

    /// Each encoding on each shape of elements that a type of the file has, once, in the order of the
    /// file. Types of operations that are skipped are among them.
    pub fn encodings(&self) -> &[EncodedType] {
        &self.encodings
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
    /// An attribute that is no encoding that this package knows, or a malformed one.
    pub fn encoding(&self) -> Result<Encoding, EncodingError> {
        Encoding::read(&self.attribute)
    }
}

/// Reads a pretty-printed `.ttgir` file.
///
/// The file is cut into tokens and read once, front to back: attribute aliases, types wherever they
/// stand, and the operations that move data. Anything else is skipped, so that files of other
/// versions of the dialects are read as far as they are alike. What is malformed is in
/// [`Module::errors`] with its position, and reading goes on behind it.
///
/// Linear in the size of the file.
///
/// # Errors
///
/// A file that is no text, or without any module, function or operation.
///
/// ```
/// use layout_kernels::triton::{Movement, read_module};
///
/// let file = "#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
/// module attributes {\"ttg.num-warps\" = 4 : i32} {
///   tt.func @copy(%p: tensor<128x!tt.ptr<f32>, #b>) {
///     %x = tt.load %p : tensor<128x!tt.ptr<f32>, #b>
///     tt.return
///   }
/// }";
/// let module = read_module(file.as_bytes())?;
/// let load = &module.operations()[0];
/// assert_eq!((load.name(), load.position().to_string()), ("tt.load", "4:10".to_owned()));
/// assert_eq!(load.movement().and_then(|moved| moved.element_bits()), Some(32));
/// assert_eq!(module.num_warps(), Some(4));
///
/// let error = read_module(b"MLIR\xef\x01").unwrap_err();
/// assert_eq!(error.position().to_string(), "1:5");
/// # Ok::<(), layout_kernels::triton::ReadError>(())
/// ```
pub fn read_module(bytes: &[u8]) -> Result<Module, ReadError> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let valid = &bytes[..error.valid_up_to()];
            let line = 1 + valid.iter().filter(|&&b| b == b'\n').count();
            let column = 1 + valid.iter().rev().take_while(|&&b| b != b'\n').count();
            let byte = bytes[error.valid_up_to()];
            return Err(ReadError::new(Position { line, column }, Problem::NotText { byte }));
        }
    };
    scan(text)
}
