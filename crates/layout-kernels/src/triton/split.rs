//! A kernel cut into one module for each operation that moves data.

mod global;
mod piece;
mod statement;
mod tensor_memory;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::attribute::Attribute;
use super::attribute::read::read_dictionary;
use super::error::ReadError;
use super::lexer::{Position, Token};
use super::reader::Reader;
use super::scan::read_module;
use super::types::Type;
use statement::Statement;

/// A kernel's operations that move data, each by itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Split {
    /// What the kernel is compiled for, for example `cuda:90`.
    pub target: String,
    pub threads_per_warp: i64,
    /// In the order of the file; operations that are alike but for the names of values are one piece.
    pub pieces: Vec<Piece>,
    /// The operations on tensors or memories that have no piece, by name, with how many there are. What
    /// computes element by element is not among them.
    pub left_alone: BTreeMap<String, usize>,
}

/// A module with one operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// The name of the operation.
    pub name: String,
    /// Where it stands in the kernel.
    pub occurrences: Vec<Occurrence>,
    /// The module: a private function `@f` with the operation alone, its operands being arguments, and
    /// a kernel `@k` that calls it.
    pub module: String,
}

/// Where an operation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence {
    pub position: Position,
    /// The line that it ends on, which is the one with its location.
    pub last_line: usize,
}

/// Operations from tensors to tensors that say which element goes where.
const OF_TENSORS: &[&str] = &[
    "broadcast",
    "cat",
    "convert_layout",
    "expand_dims",
    "gather",
    "histogram",
    "in_thread_transpose",
    "join",
    "make_range",
    "reshape",
    "split",
    "trans",
];

/// Other names of memories.
const VIEWS: &[&str] = &[
    "memdesc_index",
    "memdesc_subslice",
    "memdesc_trans",
    "memdesc_reshape",
    "memdesc_reinterpret",
    "tmem_subslice",
];

/// Operations that compute element by element, or do nothing with elements.
const IN_PLACE: &[&str] = &[
    "addptr",
    "assert",
    "bitcast",
    "clampf",
    "elementwise_inline_asm",
    "extern_elementwise",
    "fp_to_fp",
    "int_to_ptr",
    "local_dealloc",
    "map_elementwise",
    "mulhiui",
    "precise_divf",
    "precise_sqrt",
    "print",
    "ptr_to_int",
    "return",
    "splat",
];

/// Cuts a kernel into one module for each operation that moves data between registers, lanes, warps and
/// shared memory.
///
/// A piece has what the operation stands on: the views by which a part of a memory is had, constants, and
/// for global memory the pointers and the mask of a tensor without gaps. A reduction
/// or scan by more than one operation has functions in the place of its region that are declared and not
/// defined, so that it is one of whatever is combined. What a view is of is the one operand that is an argument; a view itself is
/// read through a layout that every shape has. What is in shared memory after an operation is what
/// its function is for: a memory that it makes is the result.
///
/// # Errors
///
/// A file that is not TTGIR, or that does not say for what machine it is.
///
/// # Example
///
/// ```
/// use layout_kernels::triton::split;
///
/// let kernel = "#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
/// module attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32} {
///   tt.func public @kernel(%p: !tt.ptr<f32>) {
///     %i = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
///     %j = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
///     %q = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #b>
///     %x = tt.load %q : tensor<128x!tt.ptr<f32>, #b>
///     %c = tt.atomic_cas acq_rel, gpu, %q, %x, %x : (tensor<128x!tt.ptr<f32>, #b>, tensor<128xf32, #b>, tensor<128xf32, #b>) -> tensor<128xf32, #b>
///     tt.return
///   }
/// }";
/// let split = split(kernel)?;
/// let [range, load] = &split.pieces[..] else { panic!("two pieces") };
/// assert_eq!(range.occurrences.iter().map(|own| own.last_line).collect::<Vec<_>>(), [4, 5]);
/// assert!(range.module.contains("tt.func private @f() -> tensor<128xi32, #b>"));
/// assert!(load.module.contains("@f(%a0: !tt.ptr<f32> {tt.divisibility = 16 : i32}) -> tensor<128xf32, #b>"));
/// assert_eq!(split.left_alone.into_iter().collect::<Vec<_>>(), [("tt.atomic_cas".to_owned(), 1)]);
/// # Ok::<(), layout_kernels::triton::ReadError>(())
/// ```
pub fn split(text: &str) -> Result<Split, ReadError> {
    let module = read_module(text.as_bytes())?;
    let reader = Reader::new(text);
    let target = module.target().ok_or_else(|| reader.expected("a module with ttg.target"))?;
    let target = target.to_owned();
    let number = |own: Option<i64>, expected| own.ok_or_else(|| reader.expected(expected));
    let warps = number(module.num_warps(), "a module with ttg.num-warps")?;
    let lanes = number(module.threads_per_warp(), "a module with ttg.threads-per-warp")?;
    let mut cutter = Cutter {
        reader,
        aliases: String::new(),
        attributes: String::new(),
        partitions: Vec::new(),
        depth: 0,
        machine: ThreadCounts { warps, lanes },
        known: FxHashMap::default(),
        split: Split { target, threads_per_warp: lanes, ..Split::default() },
        numbers: FxHashMap::default(),
    };
    cutter.file();
    Ok(cutter.split)
}

/// The warps that execute an operation, and the threads of one.
#[derive(Debug, Clone, Copy)]
struct ThreadCounts {
    warps: i64,
    lanes: i64,
}

/// A file that is read once, front to back.
struct Cutter<'a> {
    reader: Reader<'a>,
    /// The definitions of encodings.
    aliases: String,
    /// The dictionary of the module.
    attributes: String,
    /// The depths of braces at which the warps of the module are those of a partition, and what they
    /// were before.
    partitions: Vec<(usize, i64)>,
    depth: usize,
    machine: ThreadCounts,
    /// The operations of which values are the results: the last one of a name.
    known: FxHashMap<String, Rc<Statement>>,
    split: Split,
    /// The number of the piece that a module is.
    numbers: FxHashMap<String, usize>,
}

impl<'a> Cutter<'a> {
    fn file(&mut self) {
        let mut line = 0;
        loop {
            let (token, second) = (self.reader.peek(), self.reader.peek_second());
            let is_first = self.reader.position().line != line;
            line = self.reader.position().line;
            match token {
                Token::End => return,
                Token::Hash(alias) if second == Token::Mark('=') => self.attribute_alias(alias),
                Token::Bang(alias) if second == Token::Mark('=') => self.type_alias(alias),
                Token::Word("attributes") if self.attributes.is_empty() => {
                    self.reader.next();
                    let begin = self.reader.offset();
                    if self.reader.at_mark('{') && read_dictionary(&mut self.reader).is_ok() {
                        self.attributes = self.reader.text_from(begin).to_owned();
                    }
                }
                Token::Word("num_warps") if second == Token::Mark('(') => self.partition(),
                Token::Word("loc") => {
                    self.reader.next();
                    if self.reader.eat_mark('(') {
                        self.reader.skip_to_close();
                    }
                }
                Token::Value(_) if is_first => self.results(),
                // What a loop carries, of the name that some value had elsewhere.
                Token::Value(name) if second == Token::Mark('=') => {
                    self.known.remove(name);
                    self.reader.next();
                }
                Token::Mark('^') => self.label(),
                Token::Word("tt.func") => {
                    self.reader.next();
                    self.known.clear();
                }
                Token::Word(name) | Token::Quoted(name) if is_first && is_moving(name) => {
                    self.statement(Vec::new());
                }
                Token::Mark(brace @ ('{' | '}')) => {
                    self.reader.next();
                    self.brace(brace == '{');
                }
                _ => {
                    self.reader.next();
                }
            }
        }
    }

    fn brace(&mut self, is_open: bool) {
        if is_open {
            self.depth += 1;
            return;
        }
        self.depth = self.depth.saturating_sub(1);
        if let Some(&(depth, warps)) = self.partitions.last()
            && depth == self.depth
        {
            self.machine.warps = warps;
            self.partitions.pop();
        }
    }

    /// `num_warps(4)`, before the brace of a partition.
    fn partition(&mut self) {
        self.reader.next();
        self.reader.next();
        if let Token::Number(text) = self.reader.peek()
            && let Ok(warps) = text.parse()
        {
            self.partitions.push((self.depth, self.machine.warps));
            self.machine.warps = warps;
        }
    }

    /// `^bb0(%x: f32, ...)`, of which the arguments may have names that values had elsewhere.
    fn label(&mut self) {
        self.reader.next();
        self.reader.next();
        if !self.reader.eat_mark('(') {
            return;
        }
        let mut depth = 1;
        while 0 < depth && self.reader.peek() != Token::End {
            match self.reader.next() {
                Token::Value(name) => {
                    self.known.remove(name);
                }
                Token::Mark('(' | '[' | '{' | '<') => depth += 1,
                Token::Mark(')' | ']' | '}' | '>') => depth -= 1,
                _ => {}
            }
        }
    }

    fn attribute_alias(&mut self, alias: &'a str) {
        let begin = self.reader.offset();
        self.reader.next();
        self.reader.next();
        // A location ends with the file that it is of.
        if let Token::Hash(_) = self.reader.peek()
            && let Ok(attribute) = Attribute::read(&mut self.reader)
        {
            self.aliases += self.reader.text_from(begin);
            self.aliases.push('\n');
            self.reader.define_attribute(alias, attribute);
        }
    }

    fn type_alias(&mut self, alias: &'a str) {
        let begin = self.reader.offset();
        self.reader.next();
        self.reader.next();
        if let Ok(kind) = Type::read(&mut self.reader) {
            self.aliases += self.reader.text_from(begin);
            self.aliases.push('\n');
            self.reader.define_type(alias, kind);
        }
    }

    /// `%a, %b:2 = `, and the operation behind it.
    fn results(&mut self) {
        let mut results = Vec::new();
        while let Token::Value(name) = self.reader.peek() {
            self.reader.next();
            match self.reader.eat_mark(':') {
                true => {
                    let Token::Number(text) = self.reader.next() else { return };
                    // No operation that is cut has more.
                    let count = text.parse::<usize>().unwrap_or(0).min(MAX_RESULTS);
                    results.extend((0..count).map(|at| format!("{name}#{at}")));
                }
                false => results.push(name.to_owned()),
            }
            if !self.reader.eat_mark(',') {
                break;
            }
        }
        if !self.reader.eat_mark('=') {
            return;
        }
        for name in &results {
            self.known.remove(name);
        }
        let (Token::Word(name) | Token::Quoted(name)) = self.reader.peek() else { return };
        if is_moving(name) {
            self.statement(results);
        } else if name == "arith.constant"
            && let Ok(statement) = Statement::read(&mut self.reader, results)
        {
            self.learn(&Rc::new(statement));
        }
    }

    fn statement(&mut self, results: Vec<String>) {
        let (Token::Word(name) | Token::Quoted(name)) = self.reader.peek() else { return };
        let Ok(mut statement) = Statement::read(&mut self.reader, results) else {
            return *self.split.left_alone.entry(name.to_owned()).or_default() += 1;
        };
        // What a copy is waited for is not an operand of what reads it.
        statement.without("token");
        let statement = Rc::new(statement);
        match self.cut(&statement) {
            Cut::Piece(module) => self.add(&statement, module),
            Cut::Nothing => {}
            Cut::No => *self.split.left_alone.entry(statement.name.clone()).or_default() += 1,
        }
        self.learn(&statement);
    }

    /// Remembers what a value is the result of.
    fn learn(&mut self, statement: &Rc<Statement>) {
        for name in &statement.results {
            self.known.insert(name.clone(), Rc::clone(statement));
        }
    }

    fn add(&mut self, statement: &Statement, module: String) {
        let own = Occurrence { position: statement.position, last_line: statement.last_line };
        if let Some(&number) = self.numbers.get(&module) {
            return self.split.pieces[number].occurrences.push(own);
        }
        self.numbers.insert(module.clone(), self.split.pieces.len());
        let (name, occurrences) = (statement.name.clone(), vec![own]);
        self.split.pieces.push(Piece { name, occurrences, module });
    }
}

/// No operation that is cut has more results.
const MAX_RESULTS: usize = 64;

/// What becomes of an operation.
enum Cut {
    Piece(String),
    /// It moves nothing.
    Nothing,
    /// There is no piece for it.
    No,
}

/// True for the operations of Triton's dialects.
fn is_moving(name: &str) -> bool {
    let Some((dialect, _)) = name.split_once('.') else { return false };
    matches!(
        dialect,
        "tt" | "ttg" | "ttng" | "amdg" | "amdgpu" | "triton_gpu" | "triton_nvidia_gpu"
    ) && !matches!(name, "tt.func" | "ttg.warp_specialize")
}
