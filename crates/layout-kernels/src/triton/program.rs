//! The functions of a file as trees of operations, for those who execute them.
//!
//! [`read_module`](super::read_module) keeps what moves data, in the order of the text, and reads any
//! file as far as it goes. A program is all of a function, loops and branches included, or nothing: what
//! is not understood may change what the rest does.

use super::attribute::read::read_dictionary;
use super::attribute::{Attribute, Value, find};
use super::error::ReadError;
use super::lexer::Token;
use super::operation::{Operation, read_types};
use super::reader::Reader;
use super::types::Type;

/// An operation with what it contains.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Step {
    pub operation: Operation,
    /// The names of the results as uses write them: `a`, or `a#0` and `a#1` of `%a:2`.
    pub results: Vec<String>,
    pub regions: Vec<Region>,
}

/// What is between two braces.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Region {
    pub arguments: Vec<String>,
    pub steps: Vec<Step>,
}

/// An argument of a function.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Argument {
    pub name: String,
    pub kind: Type,
    attributes: Vec<(String, Value)>,
}

impl Argument {
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        find(&self.attributes, name)
    }
}

/// A function that was understood as a whole.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Program {
    pub name: String,
    pub arguments: Vec<Argument>,
    pub body: Region,
}

/// The functions of a file that are understood as a whole, in its order: those of structured loops and
/// branches, whose operations all have a form that is known.
///
/// Linear in the size of the file.
pub(crate) fn read_programs(text: &str) -> Vec<Program> {
    let mut parser = Parser { reader: Reader::new(text), results_left: 1000 + text.len() / 8 };
    let mut programs = Vec::new();
    loop {
        match parser.reader.peek() {
            Token::End => return programs,
            Token::Hash(alias) if parser.reader.peek_second() == Token::Mark('=') => {
                parser.reader.next();
                parser.reader.next();
                if let Token::Hash(_) = parser.reader.peek()
                    && let Ok(attribute) = Attribute::read(&mut parser.reader)
                {
                    parser.reader.define_attribute(alias, attribute);
                }
            }
            Token::Word("tt.func" | "func.func") => {
                programs.extend(parser.function().ok().flatten());
            }
            _ => {
                parser.reader.next();
            }
        }
    }
}

struct Parser<'a> {
    reader: Reader<'a>,
    /// How many results of several may still follow, so that no text is worth more than its length.
    results_left: usize,
}

impl Parser<'_> {
    /// `tt.func public @name(%a: type {...} loc(...), ...) attributes {...} {`; nothing for a function
    /// without a body.
    fn function(&mut self) -> Result<Option<Program>, ReadError> {
        self.reader.next();
        while let Token::Word(_) = self.reader.peek() {
            self.reader.next();
        }
        let Token::Symbol(name) = self.reader.next() else { return Ok(None) };
        self.reader.expect_mark('(', "'('")?;
        let arguments = self.arguments()?;
        if self.reader.peek() == Token::Arrow {
            self.reader.next();
            read_types(&mut self.reader)?;
        }
        if self.reader.peek() == Token::Word("attributes") {
            self.reader.next();
            read_dictionary(&mut self.reader)?;
        }
        if !self.reader.eat_mark('{') {
            return Ok(None);
        }
        let body = self.region()?;
        Ok(Some(Program { name: name.to_owned(), arguments, body }))
    }

    /// `%a: type {...} loc(...), ...)`, the bracket included.
    fn arguments(&mut self) -> Result<Vec<Argument>, ReadError> {
        let mut arguments = Vec::new();
        while !self.reader.eat_mark(')') {
            let Token::Value(_) = self.reader.peek() else {
                return Err(self.reader.expected("an argument or ')'"));
            };
            let name = self.reader.value();
            self.reader.expect_mark(':', "':'")?;
            let kind = Type::read(&mut self.reader)?;
            let attributes = match self.reader.at_mark('{') {
                true => read_dictionary(&mut self.reader)?,
                false => Vec::new(),
            };
            self.skip_location();
            self.reader.eat_mark(',');
            arguments.push(Argument { name, kind, attributes });
        }
        Ok(arguments)
    }

    fn skip_location(&mut self) {
        if self.reader.peek() == Token::Word("loc") && self.reader.peek_second() == Token::Mark('(')
        {
            self.reader.next();
            self.reader.next();
            self.reader.skip_to_close();
        }
    }

    /// What follows `{`, the closing brace included. A region has one block.
    fn region(&mut self) -> Result<Region, ReadError> {
        let mut region = Region::default();
        loop {
            self.skip_location();
            match self.reader.peek() {
                Token::Mark('}') => {
                    self.reader.next();
                    return Ok(region);
                }
                Token::Mark('^') if region.steps.is_empty() => {
                    self.reader.next();
                    self.reader.next();
                    if self.reader.eat_mark('(') {
                        let arguments = self.arguments()?.into_iter();
                        region.arguments = arguments.map(|argument| argument.name).collect();
                    }
                    self.reader.expect_mark(':', "':'")?;
                }
                Token::Value(_) | Token::Word(_) | Token::Quoted(_) => {
                    region.steps.push(self.step()?);
                }
                _ => return Err(self.reader.expected("an operation or '}'")),
            }
        }
    }

    fn nested_region(&mut self) -> Result<Region, ReadError> {
        self.reader.expect_mark('{', "'{'")?;
        self.reader.enter()?;
        let region = self.region();
        self.reader.leave();
        region
    }

    /// `%a:2, %b = name ...`.
    fn step(&mut self) -> Result<Step, ReadError> {
        let mut results = Vec::new();
        while let Token::Value(name) = self.reader.peek() {
            self.reader.next();
            match self.reader.eat_mark(':') {
                true => {
                    let Token::Number(text) = self.reader.next() else {
                        return Err(self.reader.expected("the number of results"));
                    };
                    let count = text.parse::<usize>().ok();
                    let left = count.and_then(|count| self.results_left.checked_sub(count));
                    let expected = "fewer results than the file has room for";
                    self.results_left = left.ok_or_else(|| self.reader.expected(expected))?;
                    results.extend((0..count.unwrap_or(0)).map(|at| format!("{name}#{at}")));
                }
                false => results.push(name.to_owned()),
            }
            if !self.reader.eat_mark(',') {
                self.reader.expect_mark('=', "'='")?;
                break;
            }
        }
        let position = self.reader.position();
        let name = match self.reader.next() {
            Token::Word(name) | Token::Quoted(name) => name,
            _ => return Err(self.reader.expected("an operation")),
        };
        let mut operation = Operation::new(name, position, None, Vec::new());
        let regions = match name {
            "scf.for" => self.loop_of(&mut operation)?,
            "scf.while" => self.while_of(&mut operation)?,
            "scf.if" => self.branch(&mut operation)?,
            "ttg.warp_specialize" | "cf.br" | "cf.cond_br" | "cf.switch" => {
                return Err(self.reader.expected("structured control flow"));
            }
            _ if matches!(name.rsplit('.').next(), Some("reduce" | "scan" | "map_elementwise")) => {
                self.combination(&mut operation)?;
                Vec::new()
            }
            _ => {
                if self.reader.position().line == position.line {
                    operation.read_rest(&mut self.reader)?;
                }
                Vec::new()
            }
        };
        self.skip_location();
        operation.results = results.clone();
        Ok(Step { operation, results, regions })
    }

    /// `%i = %a to %b step %c iter_args(%x = %y, ...) -> (...) : i32 {...} {...}`. The operands are
    /// `%a`, `%b`, `%c` and each `%y`, the arguments of the region `%i` and each `%x`.
    fn loop_of(&mut self, operation: &mut Operation) -> Result<Vec<Region>, ReadError> {
        if self.reader.peek() == Token::Word("unsigned") {
            self.reader.next();
        }
        let names = self.header()?;
        let [counter, from, to, by, pairs @ ..] = &names[..] else {
            return Err(self.reader.expected("a counter and three bounds"));
        };
        operation.operands = vec![from.clone(), to.clone(), by.clone()];
        operation.operands.extend(pairs.iter().skip(1).step_by(2).cloned());
        let mut region = self.nested_region()?;
        region.arguments = vec![counter.clone()];
        region.arguments.extend(pairs.iter().step_by(2).cloned());
        self.skip_attributes()?;
        Ok(vec![region])
    }

    /// `(%x = %y, ...) : (...) -> ... {...} do {...}`. The operands are each `%y`.
    fn while_of(&mut self, operation: &mut Operation) -> Result<Vec<Region>, ReadError> {
        let names = self.header()?;
        operation.operands = names.iter().skip(1).step_by(2).cloned().collect();
        let mut condition = self.nested_region()?;
        condition.arguments = names.iter().step_by(2).cloned().collect();
        if self.reader.next() != Token::Word("do") {
            return Err(self.reader.expected("'do'"));
        }
        let body = self.nested_region()?;
        self.skip_attributes()?;
        Ok(vec![condition, body])
    }

    /// `%c -> (...) {...} else {...}`.
    fn branch(&mut self, operation: &mut Operation) -> Result<Vec<Region>, ReadError> {
        operation.operands = self.header()?;
        let mut regions = vec![self.nested_region()?];
        if self.reader.peek() == Token::Word("else") {
            self.reader.next();
            regions.push(self.nested_region()?);
        }
        self.skip_attributes()?;
        Ok(regions)
    }

    /// The values up to the brace of a region; the types are skipped.
    fn header(&mut self) -> Result<Vec<String>, ReadError> {
        let mut names = Vec::new();
        loop {
            match self.reader.peek() {
                Token::Value(_) => names.push(self.reader.value()),
                Token::Mark('{') => return Ok(names),
                Token::Mark('<') => {
                    self.reader.next();
                    self.reader.skip_to_close();
                }
                Token::End | Token::Mark('}') | Token::OpenQuote => {
                    return Err(self.reader.expected("'{'"));
                }
                _ => {
                    self.reader.next();
                }
            }
        }
    }

    fn skip_attributes(&mut self) -> Result<(), ReadError> {
        if self.reader.at_mark('{') {
            read_dictionary(&mut self.reader)?;
        }
        Ok(())
    }

    /// `(%x, %y) <{axis = 1 : i32}> ({ ... }) : (...) -> ...`, of which the region is skipped.
    fn combination(&mut self, operation: &mut Operation) -> Result<(), ReadError> {
        self.reader.expect_mark('(', "'('")?;
        while let Token::Value(_) = self.reader.peek() {
            operation.operands.push(self.reader.value());
            self.reader.eat_mark(',');
        }
        self.reader.expect_mark(')', "')'")?;
        if self.reader.eat_mark('<') {
            operation.attributes = read_dictionary(&mut self.reader)?;
            self.reader.expect_mark('>', "'>'")?;
        }
        if self.reader.eat_mark('(') {
            self.reader.skip_to_close();
        }
        self.skip_attributes()?;
        self.reader.expect_mark(':', "':'")?;
        operation.operand_types = read_types(&mut self.reader)?;
        if self.reader.peek() == Token::Arrow {
            self.reader.next();
            operation.result_types = read_types(&mut self.reader)?;
        }
        Ok(())
    }
}
