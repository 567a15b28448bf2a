//! A `.ttgir` file: its encodings, and the operations that move data.

use std::collections::HashSet;
use std::sync::Arc;

use super::attribute::{Attribute, Value, find, read_dictionary};
use super::encoding::Encoding;
use super::error::{EncodingError, Problem, ReadError};
use super::lexer::{Position, Token};
use super::operation::{Operation, is_kept};
use super::reader::Reader;
use super::types::{ElementType, EncodingUse, Type};

/// More errors of one file than this are not kept.
const MAX_ERRORS: usize = 1000;

/// What a file says about layouts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Module {
    attributes: Vec<(String, Value)>,
    functions: Vec<Function>,
    operations: Vec<Operation>,
    encodings: Vec<EncodedType>,
    errors: Vec<ReadError>,
}

/// A function of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    name: String,
    position: Position,
}

/// An encoding on a shape of elements, with the place where the file first has it.
#[derive(Debug, Clone, PartialEq)]
pub struct EncodedType {
    text: String,
    position: Position,
    attribute: Arc<Attribute>,
    shape: Vec<i64>,
    element: ElementType,
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
/// use layout::triton::{Movement, read_module};
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
/// # Ok::<(), layout::triton::ReadError>(())
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
    let mut scan = Scan::new(text);
    while scan.reader.peek() != Token::End {
        if let Err(error) = scan.step() {
            scan.error(error);
        }
    }
    if let Some(&opened) = scan.regions.last() {
        let error = scan.reader.error(Problem::OpenRegion { opened });
        scan.error(error);
    }
    if !scan.has_module && scan.module.errors.is_empty() {
        return Err(ReadError::new(Position { line: 1, column: 1 }, Problem::NoModule));
    }
    Ok(scan.module)
}

/// The state of reading a file.
struct Scan<'a> {
    reader: Reader<'a>,
    module: Module,
    /// Where the braces that are open began.
    regions: Vec<Position>,
    seen: HashSet<(String, Vec<i64>, ElementType)>,
    has_module: bool,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Self {
        Scan {
            reader: Reader::new(text),
            module: Module::default(),
            regions: Vec::new(),
            seen: HashSet::new(),
            has_module: false,
        }
    }

    fn error(&mut self, error: ReadError) {
        if self.module.errors.len() < MAX_ERRORS {
            self.module.errors.push(error);
        }
    }

    /// Reads the next thing of interest, or takes one token.
    fn step(&mut self) -> Result<(), ReadError> {
        let (token, second) = (self.reader.peek(), self.reader.peek_second());
        match token {
            Token::Hash(alias) if second == Token::Mark('=') => {
                self.reader.next();
                self.reader.next();
                self.alias(alias)
            }
            Token::Bang(alias) if second == Token::Mark('=') => {
                self.reader.next();
                self.reader.next();
                let value = Type::read(&mut self.reader)?;
                self.note(&value);
                self.reader.define_type(alias, value);
                Ok(())
            }
            Token::Value(_) => self.results(),
            Token::Word("module" | "builtin.module") => {
                self.reader.next();
                self.module_head()
            }
            Token::Word("tt.func" | "func.func") => self.function(),
            Token::Word(name) if is_kept(name) && second != Token::Mark('=') => {
                self.operation(name, Vec::new())
            }
            Token::Quoted(name) if is_kept(name) && second == Token::Mark('(') => {
                self.operation(name, Vec::new())
            }
            Token::Word("tensor") if second == Token::Mark('<') => self.kind(),
            Token::Bang(_) => self.kind(),
            Token::Arrow if second == Token::Mark('<') => {
                // A memory descriptor without its name.
                self.reader.next();
                self.kind()
            }
            Token::Mark('{') => {
                self.regions.push(self.reader.position());
                self.reader.next();
                Ok(())
            }
            Token::Mark('}') => {
                self.regions.pop();
                self.reader.next();
                Ok(())
            }
            Token::OpenQuote => {
                let error = self.reader.expected("a string that is closed on its line");
                self.reader.next();
                Err(error)
            }
            _ => {
                self.reader.next();
                Ok(())
            }
        }
    }

    /// Defines an attribute alias. Locations are attributes, too, and of no interest here.
    fn alias(&mut self, alias: &'a str) -> Result<(), ReadError> {
        if let Token::Hash(_) = self.reader.peek() {
            let attribute = Attribute::read(&mut self.reader)?;
            self.reader.define_attribute(alias, attribute);
        }
        Ok(())
    }

    /// Takes a list of values, `%a:2, %b`, and the operation that they are the results of, if one
    /// follows that is kept.
    fn results(&mut self) -> Result<(), ReadError> {
        let mut names = Vec::new();
        while let Token::Value(name) = self.reader.peek() {
            self.reader.next();
            names.push(name.to_owned());
            if self.reader.at_mark(':') {
                let Token::Number(_) = self.reader.peek_second() else { return Ok(()) };
                self.reader.next();
                self.reader.next();
            }
            if !self.reader.eat_mark(',') {
                break;
            }
        }
        let is_list_of_results = self.reader.eat_mark('=');
        match self.reader.peek() {
            Token::Word(name) | Token::Quoted(name) if is_list_of_results && is_kept(name) => {
                self.operation(name, names)
            }
            _ => Ok(()),
        }
    }

    /// Reads `@name attributes {...}` of a module.
    fn module_head(&mut self) -> Result<(), ReadError> {
        self.has_module = true;
        if let Token::Symbol(_) = self.reader.peek() {
            self.reader.next();
        }
        if self.reader.peek() == Token::Word("attributes") {
            self.reader.next();
            let attributes = read_dictionary(&mut self.reader)?;
            self.module.attributes.extend(attributes);
        }
        Ok(())
    }

    /// Takes the name of a function; its arguments and body are read like anything else.
    fn function(&mut self) -> Result<(), ReadError> {
        self.has_module = true;
        let position = self.reader.position();
        self.reader.next();
        while let Token::Word(_) = self.reader.peek() {
            self.reader.next();
        }
        let Token::Symbol(name) = self.reader.peek() else {
            return Err(self.reader.expected("the name of a function"));
        };
        self.reader.next();
        self.module.functions.push(Function { name: name.to_owned(), position });
        Ok(())
    }

    fn operation(&mut self, name: &str, results: Vec<String>) -> Result<(), ReadError> {
        self.has_module = true;
        let mut operation = Operation {
            name: name.to_owned(),
            position: self.reader.position(),
            function: self.module.functions.len().checked_sub(1),
            results,
            operands: Vec::new(),
            offsets: Vec::new(),
            attributes: Vec::new(),
            operand_types: Vec::new(),
            result_types: Vec::new(),
        };
        self.reader.next();
        operation.read_rest(&mut self.reader)?;
        for kind in operation.operand_types.iter().chain(&operation.result_types) {
            note(&mut self.module, &mut self.seen, kind);
        }
        self.module.operations.push(operation);
        Ok(())
    }

    /// Reads a type for the encoding in it.
    fn kind(&mut self) -> Result<(), ReadError> {
        let kind = Type::read(&mut self.reader)?;
        self.note(&kind);
        Ok(())
    }

    fn note(&mut self, kind: &Type) {
        note(&mut self.module, &mut self.seen, kind);
    }
}

/// Keeps the encodings of a type that were not seen before.
fn note(module: &mut Module, seen: &mut HashSet<(String, Vec<i64>, ElementType)>, kind: &Type) {
    let (used, shape, element): (&EncodingUse, &[i64], &ElementType) = match kind {
        Type::Tensor(tensor) => match tensor.encoding_use() {
            Some(used) => (used, tensor.shape(), tensor.element()),
            None => return,
        },
        Type::MemDesc(memory) => match memory.encoding_use() {
            Some(used) => (used, memory.laid_out_shape(), memory.element()),
            None => return,
        },
        Type::Other { nested, .. } => {
            nested.iter().for_each(|kind| note(module, seen, kind));
            return;
        }
    };
    let key = (used.text.clone(), shape.to_vec(), element.clone());
    if seen.insert(key) {
        // Several buffers of one encoding are one type with a dim more; each is laid out alike.
        let rank = match kind {
            Type::MemDesc(_) => {
                Encoding::read(&used.attribute).ok().map(|encoding| encoding.rank())
            }
            _ => None,
        };
        let n_buffer_dims = shape.len().saturating_sub(rank.unwrap_or(shape.len()));
        let shape = &shape[n_buffer_dims..];
        if 0 < n_buffer_dims && !seen.insert((used.text.clone(), shape.to_vec(), element.clone())) {
            return;
        }
        module.encodings.push(EncodedType {
            text: used.text.clone(),
            position: used.position,
            attribute: used.attribute.clone(),
            shape: shape.to_vec(),
            element: element.clone(),
        });
    }
}
