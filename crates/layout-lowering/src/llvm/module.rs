//! Reads a file.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::definitions::{self, PhiPlace};
use super::error::ReadError;
use super::fences::Nodes;
use super::function::{Block, Function};
use super::instruction::Labels;
use super::lexer::{BEGINS, Token};
use super::operation::Operation;
use super::reader::{Attribute, Reader, global_name};
use super::types::Type;

/// What a file of LLVM IR says: its functions with bodies, and its variables.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Module {
    pub(crate) functions: Vec<Function>,
    pub(crate) variables: Vec<Variable>,
}

/// A global variable.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Variable {
    pub name: Arc<str>,
    pub space: u32,
    /// The bytes that it has, if it is defined here, not elsewhere.
    pub length: Option<u64>,
}

impl Module {
    /// The function of a name.
    pub(crate) fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| &*function.name == name)
    }

    /// How many functions have a body.
    pub fn n_functions(&self) -> usize {
        self.functions.len()
    }
}

/// Reads LLVM IR as text.
///
/// Time and memory are linear in the length of the text.
///
/// # Errors
///
/// The first place that is not LLVM IR as it is read here; an instruction that is not known is not such a place.
///
/// # Example
///
/// ```
/// use layout_lowering::llvm::read_module;
///
/// let module = read_module("define i32 @f(i32 %x) {\n  %y = xor i32 %x, 5\n  ret i32 %y\n}\n")?;
/// assert_eq!(module.n_functions(), 1);
///
/// let error = read_module("define i32 @f(i32 %x) {\n  %y = xor i32 %x\n").unwrap_err();
/// assert_eq!(error.to_string(), "3:1: expected ',', found the end of the file");
/// # Ok::<(), layout_lowering::llvm::ReadError>(())
/// ```
pub fn read_module(text: &str) -> Result<Module, ReadError> {
    let mut reader = Reader::new(text);
    let mut module = Module::default();
    let (mut lines, mut nodes) = (FxHashMap::default(), Nodes::default());
    let mut names = FxHashSet::default();
    let mut attributes = Vec::new();
    loop {
        match reader.peek() {
            Token::End => break,
            Token::Word("define") => {
                let (function, own) = reader.function(&mut names)?;
                module.functions.push(function);
                attributes.push(own);
            }
            Token::Word("declare") => reader.declaration(&mut names)?,
            Token::Word(word) => reader.of_file(word)?,
            Token::Global(name) => {
                reader.first_named(name, &mut names)?;
                module.variables.push(reader.variable(name)?);
            }
            Token::Local(name) => {
                if reader.types.contains_key(name) {
                    return Err(reader.error(format!("'%{name}' is defined a second time")));
                }
                reader.next();
                reader.expect_mark('=')?;
                if !reader.eat_word("type") {
                    return Err(reader.expected("'type'"));
                }
                let kind = reader.kind()?;
                reader.types.insert(name, kind);
            }
            Token::Metadata(name) => {
                reader.next();
                reader.expect_mark('=')?;
                reader.eat_word("distinct");
                let (line, parts) = reader.node()?;
                if let Ok(number) = name.parse::<u32>() {
                    nodes.insert(number, parts);
                    if let Some(line) = line {
                        lines.insert(number.saturating_add(1), line);
                    }
                }
            }
            _ => return Err(reader.expected("a definition")),
        }
    }
    for (function, own) in module.functions.iter_mut().zip(&attributes) {
        function.launch = reader.launch(own);
        for block in &mut function.blocks {
            for instruction in &mut block.instructions {
                // A function says for all calls of it what it gives, and a call may say more.
                if let Operation::Call(call) = &instruction.operation
                    && let Some(&range) = reader.ranges.get(&call.callee)
                {
                    instruction.range = Some(both(instruction.range.unwrap_or(range), range));
                }
                if let Operation::Fence(fence) = &mut instruction.operation {
                    fence.resolve(&nodes);
                }
                instruction.origin = lines.get(&instruction.origin).copied().unwrap_or(0);
            }
        }
    }
    Ok(module)
}

/// The numbers of two ranges: from the first on, up to the second, or past the greatest one. Of two that
/// are not alike one that goes past it is left out.
fn both(a: (u128, u128), b: (u128, u128)) -> (u128, u128) {
    match (a.0 < a.1, b.0 < b.1) {
        (true, true) if a.0.max(b.0) < a.1.min(b.1) => (a.0.max(b.0), a.1.min(b.1)),
        // There is none.
        (true, true) => (u128::MAX, 0),
        (false, true) => b,
        _ => a,
    }
}

/// What is before the body of a function.
struct Head<'a> {
    name: &'a str,
    is_fast: bool,
    is_internal: bool,
}

impl<'a> Reader<'a> {
    /// The next token is the name of a variable or function that has none yet.
    fn first_named(&self, name: &'a str, names: &mut FxHashSet<Arc<str>>) -> Result<(), ReadError> {
        match names.insert(global_name(name)) {
            true => Ok(()),
            false => Err(self.error(format!("'@{name}' is defined a second time"))),
        }
    }

    /// `define ... T @name` or `declare ... T @name`.
    fn head(&mut self, names: &mut FxHashSet<Arc<str>>) -> Result<Head<'a>, ReadError> {
        self.next();
        let (mut is_fast, mut is_internal, mut range) = (false, false, None);
        // Of a declaration.
        self.function_metadata()?;
        loop {
            match self.peek() {
                Token::Global(name) => {
                    self.first_named(name, names)?;
                    self.next();
                    if let Some(range) = range {
                        self.ranges.insert(global_name(name), range);
                    }
                    return Ok(Head { name, is_fast, is_internal });
                }
                _ if self.is_type_next() => {
                    self.kind()?;
                }
                Token::Word(word) if BEGINS.contains(&word) => {
                    return Err(self.expected("a type or a name"));
                }
                Token::Word(word) | Token::Quoted(word) | Token::Number(word) => {
                    is_fast |= word == "fastcc";
                    is_internal |= matches!(word, "internal" | "private");
                    self.next();
                    if word == "range" {
                        range = Some(self.range()?);
                    } else if let Token::Mark('(') = self.peek() {
                        self.skip_brackets()?;
                    }
                }
                _ => return Err(self.expected("a type or a name")),
            }
        }
    }

    /// `declare ... T @name(T, ...) ...`.
    fn declaration(&mut self, names: &mut FxHashSet<Arc<str>>) -> Result<(), ReadError> {
        self.head(names)?;
        if !self.at_mark('(') {
            return Err(self.expected("'('"));
        }
        self.skip_brackets()?;
        self.function_attributes()
    }

    /// `define ... T @name(T %0, ...) ... { blocks }`.
    fn function(
        &mut self,
        names: &mut FxHashSet<Arc<str>>,
    ) -> Result<(Function, Vec<Attribute<'a>>), ReadError> {
        let line = self.line();
        self.forget_values();
        let Head { name, is_fast, is_internal } = self.head(names)?;
        let (arguments, n_unnamed) = self.parameters()?;
        self.function_attributes()?;
        let attributes = std::mem::take(&mut self.attributes);
        self.function_metadata()?;
        self.expect_mark('{')?;
        let blocks = self.blocks(&n_unnamed)?;
        let n_values = self.n_values();
        definitions::check_phis(&blocks, &self.phis)?;
        definitions::check(&blocks, arguments.len() as u32, n_values, &self.uses)?;
        Ok((
            Function {
                name: global_name(name),
                is_fast,
                is_internal,
                launch: Vec::new(),
                arguments,
                blocks,
                n_values,
                line,
            },
            attributes,
        ))
    }

    /// The types of the arguments, and the number of those without a name as the entry's name has it.
    fn parameters(&mut self) -> Result<(Vec<Type>, String), ReadError> {
        self.expect_mark('(')?;
        let mut kinds = Vec::new();
        let mut n_unnamed = 0;
        while !self.eat_mark(')') {
            if self.at_mark('.') || self.peek() == Token::Word("...") {
                self.next();
                continue;
            }
            kinds.push(self.kind()?);
            self.skip_attributes()?;
            match self.peek() {
                Token::Local(name) => {
                    n_unnamed += u32::from(name.parse::<u32>().is_ok());
                    self.define(name)?;
                    self.next();
                }
                _ => return Err(self.expected("the name of an argument")),
            }
            if !self.at_mark(')') {
                self.expect_mark(',')?;
            }
        }
        Ok((kinds, n_unnamed.to_string()))
    }

    fn blocks(&mut self, entry: &str) -> Result<Vec<Block>, ReadError> {
        let mut labels = Labels::default();
        let mut blocks: Vec<(u32, Block)> = Vec::new();
        // The entry may be named by a phi as the number after the last argument.
        let mut entry_number = 0;
        match self.peek() {
            Token::Label(_) => {}
            _ => {
                entry_number = labels.number("");
                blocks.push((entry_number, Block::default()));
            }
        }
        loop {
            let is_ended = blocks.last().is_none_or(|(_, block)| block.may_end());
            match self.peek() {
                Token::Label(name) => {
                    let number = labels.number(name);
                    if blocks.iter().any(|(own, _)| *own == number) {
                        return Err(self.expected("a block of another name"));
                    }
                    if !is_ended {
                        return Err(self.expected("the branch that ends the block"));
                    }
                    self.next();
                    blocks.push((number, Block::default()));
                }
                Token::Mark('}') if is_ended => {
                    self.next();
                    break;
                }
                Token::Mark('}') => return Err(self.expected("the branch that ends the block")),
                // Debug records stand between instructions.
                Token::Attributes(_) if self.peek_second() == Token::Mark('(') => {
                    self.next();
                    self.skip_brackets()?;
                }
                Token::Word("uselistorder") => {
                    let n_uses = self.uses.len();
                    self.of_file("uselistorder")?;
                    self.uses.truncate(n_uses);
                }
                _ if blocks.last().is_some_and(|(_, block)| block.is_ended()) => {
                    return Err(self.expected("a label or '}'"));
                }
                _ => {
                    let (n_uses, line, column) = (self.uses.len(), self.line(), self.column());
                    let instruction = self.instruction(&mut labels)?;
                    if let Some((number, block)) = blocks.last_mut() {
                        let at = (*number, block.instructions.len());
                        self.uses[n_uses..].iter_mut().for_each(|own| own.at = at);
                        if let Operation::Phi(_) = instruction.operation {
                            self.phis.push(PhiPlace { line, column, at });
                        }
                        block.instructions.push(instruction);
                    }
                }
            }
        }
        if let Some(&by_number) = labels.0.get(entry)
            && !blocks.iter().any(|(own, _)| *own == by_number)
        {
            rename(&mut blocks, by_number, entry_number);
            let from = self.uses.iter_mut().filter(|own| own.from == Some(by_number));
            from.for_each(|own| own.from = Some(entry_number));
        }
        self.in_order(blocks, labels.0.len() as u32, entry_number)
    }

    /// The blocks in the order of their numbers, the entry being the first.
    fn in_order(
        &self,
        blocks: Vec<(u32, Block)>,
        n_labels: u32,
        entry: u32,
    ) -> Result<Vec<Block>, ReadError> {
        debug_assert_eq!(entry, 0);
        let mut result = vec![None; n_labels as usize];
        for (number, block) in blocks {
            if block.instructions.is_empty() {
                return Err(self.error("a block before here has no instructions"));
            }
            result[number as usize] = Some(block);
        }
        let used: Vec<u32> =
            result.iter().flatten().flat_map(|block: &Block| block.targets()).collect();
        if used.iter().any(|&number| result[number as usize].is_none()) {
            return Err(self.error("a block that is branched to before here is not defined"));
        }
        Ok(result.into_iter().map(Option::unwrap_or_default).collect())
    }
}

/// Takes one number of a block for another.
fn rename(blocks: &mut [(u32, Block)], from: u32, to: u32) {
    for instruction in blocks.iter_mut().flat_map(|(_, block)| &mut block.instructions) {
        if let Operation::Phi(incoming) = &mut instruction.operation {
            for (_, block) in incoming.iter_mut().filter(|(_, block)| *block == from) {
                *block = to;
            }
        }
    }
}
