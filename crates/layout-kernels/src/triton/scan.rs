//! Reads a file front to back, and once more for its brackets.

use rustc_hash::FxHashMap;

use super::attribute::Attribute;
use super::attribute::read::read_dictionary;
use super::brackets::unbalanced;
use super::error::{Problem, ReadError};
use super::lexer::{Position, Token};
use super::module::{Function, Loop, Module};
use super::noted::{Seen, note};
use super::operation::{Operation, is_kept, is_of_triton};
use super::reader::Reader;
use super::types::{MemDesc, Type};
use super::values::{Scope, is_followed};

/// More errors of one file than this are not kept.
const MAX_ERRORS: usize = 1000;

/// An operation with more results than this is not one of Triton's.
const MAX_RESULTS: usize = 1000;

/// A result of several takes this much of a file at least: what uses it, and the type that it has.
const BYTES_OF_A_RESULT: usize = 8;

/// Reads a pretty-printed `.ttgir` file.
///
/// The file is cut into tokens and read front to back: attribute aliases, types wherever they
/// stand, and the operations that move data. Anything else is skipped, so that files of other
/// versions of the dialects are read as far as they are alike. What is malformed is in
/// [`Module::errors`] with its position, and reading goes on behind it.
///
/// Linear in the size of the file.
///
/// # Errors
///
/// A file that is not text, or without any module, function or operation.
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
    scan(text_of(bytes)?)
}

/// The bytes of a file as text, or an error at the first byte that is not part of any.
///
/// ```
/// let error = layout_kernels::triton::text_of(b"module {\n \xff }").unwrap_err();
/// assert_eq!((error.position().line, error.position().column), (2, 2));
/// ```
pub fn text_of(bytes: &[u8]) -> Result<&str, ReadError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = &bytes[..error.valid_up_to()];
        let line = 1 + valid.iter().filter(|&&b| b == b'\n').count();
        let column = 1 + valid.iter().rev().take_while(|&&b| b != b'\n').count();
        let byte = bytes[error.valid_up_to()];
        ReadError::new(Position { line, column }, Problem::NotText { byte })
    })
}

/// Reads the text of a file.
fn scan(text: &str) -> Result<Module, ReadError> {
    let mut scan = Scan::new(text);
    while scan.reader.peek() != Token::End {
        if let Err(error) = scan.step() {
            scan.error(error);
        }
    }
    // An operation that is read reports a missing bracket itself.
    if scan.module.errors.is_empty()
        && let Some(error) = unbalanced(text)
    {
        scan.error(error);
    }
    if let Some(&opened) = scan.regions.last() {
        let error = scan.reader.error(Problem::OpenRegion { opened });
        scan.error(error);
    }
    if !scan.has_module && scan.module.errors.is_empty() {
        return Err(ReadError::new(Position { line: 1, column: 1 }, Problem::NoModule));
    }
    let settled = scan.scope.settled();
    for operation in &mut scan.module.operations {
        operation.access.iter_mut().for_each(|access| settled.settle(access));
    }
    for (at, assumed) in scan.allocations {
        if settled.has_failed(&assumed) {
            scan.module.operations[at].allocation = None;
        }
    }
    lay_out_parts(&mut scan.module);
    Ok(scan.module)
}

/// Gives the parts of memories the shape of what was allocated where their types do not say it: Triton
/// 3.2 prints the type of a part as if it were all of a memory.
fn lay_out_parts(module: &mut Module) {
    let mut allocated: FxHashMap<(Option<usize>, String), MemDesc> = FxHashMap::default();
    for operation in &mut module.operations {
        let Some(root) = operation.allocation.clone() else { continue };
        let key = (operation.function, root);
        let types = operation.operand_types.iter_mut().chain(&mut operation.result_types);
        for kind in types {
            let Type::MemDesc(memory) = kind else { continue };
            match allocated.get(&key) {
                Some(whole) => memory.lie_in(whole),
                None => {
                    allocated.insert(key.clone(), memory.clone());
                }
            }
        }
    }
}

/// The state of reading a file.
struct Scan<'a> {
    reader: Reader<'a>,
    module: Module,
    /// Where the braces that are open began.
    regions: Vec<Position>,
    /// For each of them the innermost loop that it is in.
    loops: Vec<Option<usize>>,
    /// True if the next region is the body of a loop.
    begins_loop: bool,
    seen: Seen,
    has_module: bool,
    /// How many results of several may still follow; `%a:999` says no more than it takes to write.
    results_left: usize,
    scope: Scope,
    /// The operations whose memory is known if what loops carry is what it was taken for.
    allocations: Vec<(usize, Vec<u32>)>,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Self {
        Scan {
            reader: Reader::new(text),
            module: Module::default(),
            regions: Vec::new(),
            loops: Vec::new(),
            begins_loop: false,
            seen: Seen::default(),
            has_module: false,
            results_left: MAX_RESULTS + text.len() / BYTES_OF_A_RESULT,
            scope: Scope::default(),
            allocations: Vec::new(),
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
        if let Token::Word(name) | Token::Quoted(name) | Token::Bang(name) = token {
            self.module.names_triton |= is_of_triton(name);
        }
        match token {
            Token::Hash(alias) if second == Token::Mark('=') => {
                self.reader.next();
                self.reader.next();
                self.alias(alias)
            }
            Token::Bang(alias) if second == Token::Mark('=') => {
                self.reader.next();
                self.reader.next();
                let mut value = Type::read(&mut self.reader)?;
                self.note(&value);
                // What is in it was noted: were it copied with each use, aliases of aliases would
                // double.
                if let Type::Other { nested, .. } = &mut value {
                    nested.clear();
                }
                self.reader.define_type(alias, value);
                Ok(())
            }
            Token::Value(_) => self.results(),
            Token::Word("module" | "builtin.module") => {
                self.reader.next();
                self.module_head()
            }
            Token::Word("tt.func" | "func.func") => self.function(),
            Token::Word("scf.for") => self.loop_head(&[]),
            Token::Word(word @ ("scf.if" | "scf.while" | "else" | "do")) => {
                self.begins_loop = matches!(word, "scf.while" | "do");
                self.scope.begin_branch();
                self.reader.next();
                Ok(())
            }
            Token::Word("cf.cond_br" | "cf.br" | "cf.switch") => {
                self.scope.jump();
                self.reader.next();
                Ok(())
            }
            Token::Word(name) if second == Token::Mark('(') && name.starts_with("partition") => {
                self.region_arguments();
                Ok(())
            }
            Token::Word(name) if is_read(name) && second != Token::Mark('=') => {
                self.operation(name, Vec::new())
            }
            Token::Quoted(name) if is_read(name) && second == Token::Mark('(') => {
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
                self.open_loop();
                self.scope.open_region();
                self.reader.next();
                Ok(())
            }
            Token::Mark('}') => {
                let unopened = self.reader.expected("an operation");
                let opened = self.regions.pop();
                self.loops.pop();
                self.scope.close_region();
                self.reader.next();
                // What follows something malformed is read from anywhere within it.
                match opened.is_none() && self.module.errors.is_empty() {
                    true => Err(unopened),
                    false => Ok(()),
                }
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

    /// Notes the loop that the region which begins here is in, of which it may be the body.
    fn open_loop(&mut self) {
        let around = self.loops.last().copied().flatten();
        let own = std::mem::take(&mut self.begins_loop).then(|| {
            if let Some(around) = around {
                self.module.loops[around].is_innermost = false;
            }
            if let Some(function) = self.module.functions.last_mut() {
                function.has_loops = true;
            }
            self.module.loops.push(Loop { is_innermost: true });
            self.module.loops.len() - 1
        });
        self.loops.push(own.or(around));
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
        let mut counts = Vec::new();
        let line = self.reader.position().line;
        while let Token::Value(name) = self.reader.peek() {
            self.reader.next();
            names.push(name.to_owned());
            let mut count = 1;
            if self.reader.at_mark(':') {
                let Token::Number(text) = self.reader.peek_second() else { return Ok(()) };
                count = text.parse::<usize>().map_or(1, |count| count.min(MAX_RESULTS));
                let left = self.results_left.checked_sub(count);
                self.results_left = left.ok_or_else(|| {
                    self.reader.expected("fewer results than the file has room for")
                })?;
                self.reader.next();
                self.reader.next();
            }
            counts.push(count);
            if !self.reader.eat_mark(',') {
                break;
            }
        }
        let is_list_of_results = self.reader.eat_mark('=');
        if is_list_of_results {
            for (name, count) in names.iter().zip(counts) {
                self.scope.define(name, line, count);
            }
        }
        match self.reader.peek() {
            Token::Word(name) | Token::Quoted(name) if is_list_of_results && is_read(name) => {
                self.operation(name, names)
            }
            Token::Word("scf.for") if is_list_of_results => self.loop_head(&names),
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
        let is_cut = self.reader.peek_second() == Token::End && !self.reader.at_mark('{');
        if is_cut || self.reader.peek() == Token::End {
            return Err(self.reader.expected("'{'"));
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
        self.module.functions.push(Function { name: name.to_owned(), position, has_loops: false });
        self.scope.clear();
        Ok(())
    }

    fn operation(&mut self, name: &str, results: Vec<String>) -> Result<(), ReadError> {
        self.has_module = true;
        self.module.names_triton |= is_of_triton(name);
        let function = self.module.functions.len().checked_sub(1);
        let mut operation = Operation::new(name, self.reader.position(), function, results);
        operation.in_loop = self.loops.last().copied().flatten();
        self.reader.next();
        operation.read_rest(&mut self.reader)?;
        for kind in operation.operand_types.iter().chain(&operation.result_types) {
            note(&mut self.module, &mut self.seen, kind);
        }
        self.follow(&mut operation);
        if is_kept(name) {
            self.module.operations.push(operation);
        }
        Ok(())
    }

    /// Follows the numbers and pointers of an operation, and notes what it does with them.
    fn follow(&mut self, operation: &mut Operation) {
        operation.access = self.scope.access(operation);
        self.scope.follow(operation);
        if is_kept(&operation.name) {
            let constants = operation.operands.iter().map(|name| self.scope.constant(name));
            operation.constants = constants.collect();
            if let Some((root, assumed)) = self.scope.allocation(operation) {
                operation.allocation = Some(root.to_string());
                self.allocations.push((self.module.operations.len(), assumed));
            }
        }
    }

    /// Takes `partition0(%a: type, %b: type)`: the region sees these names and none of the outside.
    fn region_arguments(&mut self) {
        self.reader.next();
        self.reader.next();
        while let Token::Value(name) = self.reader.peek() {
            self.scope.define_inside(name, self.reader.position().line);
            self.reader.next();
            let has_type = self.reader.eat_mark(':') && self.kind().is_ok();
            if !has_type || !self.reader.eat_mark(',') {
                break;
            }
        }
    }

    /// Reads `scf.for %i = %a to %b step %c iter_args(%x = %y, ...)`; what follows is read like
    /// anything else.
    fn loop_head(&mut self, results: &[String]) -> Result<(), ReadError> {
        let line = self.reader.position().line;
        self.begins_loop = true;
        self.reader.next();
        if self.reader.peek() == Token::Word("unsigned") {
            self.reader.next();
        }
        let mut names = Vec::new();
        let mut in_pairs = false;
        loop {
            match self.reader.peek() {
                Token::Value(_) => names.push(self.reader.value()),
                Token::Word("iter_args") => {
                    in_pairs = true;
                    self.reader.next();
                }
                Token::Mark('(' | ',' | '=') | Token::Word("to" | "step") => {
                    self.reader.next();
                }
                _ => break,
            }
        }
        let header = names.split_off(names.len().min(4));
        let pairs: Vec<(String, String)> = match in_pairs {
            true => header.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect(),
            false => Vec::new(),
        };
        let header = [0, 1, 2, 3].map(|at| names.get(at).map_or("", String::as_str));
        self.scope.begin_loop(line, header, &pairs, results);
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

/// True for operations that are kept or followed.
fn is_read(name: &str) -> bool {
    is_kept(name) || is_followed(name)
}
