//! The functions of a file as trees of operations, for those who execute them.
//!
//! [`read_module`](super::read_module) keeps what moves data, in the order of the text, and reads any
//! file as far as it goes. A program is all of a function, loops and branches included, or nothing: what
//! is not understood may change what the rest does.

use super::attribute::read::read_dictionary;
use super::attribute::{Attribute, AttributeValue, find};
use super::error::ReadError;
use super::lexer::Token;
use super::operation::{Operation, read_types};
use super::reader::Reader;
use super::types::Type;

/// An operation with what it contains.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub operation: Operation,
    /// The names of the results as uses write them: `a`, or `a#0` and `a#1` of `%a:2`.
    pub results: Vec<String>,
    pub regions: Vec<Region>,
    /// How a reduction or a scan combines two elements, if that is understood.
    pub combination: Option<Region>,
    /// Where a branch may go: one block, or that of a condition and the other one.
    pub successors: Vec<Successor>,
}

/// What is between two braces.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Region {
    pub arguments: Vec<String>,
    /// The operations of all blocks, in the order of the text.
    pub steps: Vec<Step>,
    /// The blocks after the first one.
    pub blocks: Vec<Block>,
    /// The warps that run a partition.
    pub n_warps: Option<i64>,
}

/// A block that branches go to.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    pub name: String,
    pub arguments: Vec<String>,
    /// The number of its first operation among the steps of the region.
    pub begin: usize,
}

/// A block, and what it is handed.
#[derive(Debug, Clone, PartialEq)]
pub struct Successor {
    pub block: String,
    pub operands: Vec<String>,
}

/// An argument of a function.
#[derive(Debug, Clone, PartialEq)]
pub struct Argument {
    pub name: String,
    pub kind: Type,
    attributes: Vec<(String, AttributeValue)>,
}

impl Argument {
    /// An attribute of the argument, such as `tt.divisibility`.
    pub fn attribute(&self, name: &str) -> Option<&AttributeValue> {
        find(&self.attributes, name)
    }
}

/// A function that was understood as a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    pub name: String,
    pub arguments: Vec<Argument>,
    pub body: Region,
}

/// A function that was not understood, and where it is not.
#[derive(Debug, Clone, PartialEq)]
pub struct NotUnderstood {
    pub name: String,
    pub error: ReadError,
}

/// The functions of a file that are understood as a whole, in its order: those whose operations all have
/// a form that is known.
///
/// Linear in the size of the file.
pub fn read_programs(text: &str) -> Vec<Program> {
    read_functions(text).into_iter().flatten().collect()
}

/// The functions of a file that have a body, in its order.
///
/// Linear in the size of the file.
pub fn read_functions(text: &str) -> Vec<Result<Program, NotUnderstood>> {
    let mut parser = Parser { reader: Reader::new(text), results_left: 1000 + text.len() / 8 };
    let mut functions = Vec::new();
    loop {
        match parser.reader.peek() {
            Token::End => return functions,
            Token::Hash(alias) if parser.reader.peek_second() == Token::Mark('=') => {
                parser.reader.next();
                parser.reader.next();
                if let Token::Hash(_) = parser.reader.peek()
                    && let Ok(attribute) = Attribute::read(&mut parser.reader)
                {
                    parser.reader.define_attribute(alias, attribute);
                }
            }
            Token::Word("tt.func" | "func.func") => functions.extend(parser.function()),
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
    fn function(&mut self) -> Option<Result<Program, NotUnderstood>> {
        self.reader.next();
        while let Token::Word(_) = self.reader.peek() {
            self.reader.next();
        }
        let Token::Symbol(name) = self.reader.next() else { return None };
        let name = name.to_owned();
        match self.program(&name) {
            Ok(program) => program.map(Ok),
            Err(error) => Some(Err(NotUnderstood { name, error })),
        }
    }

    fn program(&mut self, name: &str) -> Result<Option<Program>, ReadError> {
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

    /// What follows `{`, the closing brace included.
    fn region(&mut self) -> Result<Region, ReadError> {
        let mut region = Region::default();
        loop {
            self.skip_location();
            match self.reader.peek() {
                Token::Mark('}') => {
                    self.reader.next();
                    return Ok(region);
                }
                Token::Mark('^') => {
                    let name = self.label()?;
                    let mut arguments = Vec::new();
                    if self.reader.eat_mark('(') {
                        let own = self.arguments()?.into_iter();
                        arguments = own.map(|argument| argument.name).collect();
                    }
                    self.reader.expect_mark(':', "':'")?;
                    let begin = region.steps.len();
                    if begin == 0 {
                        region.arguments.clone_from(&arguments);
                    }
                    region.blocks.push(Block { name, arguments, begin });
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
        let (mut successors, mut combination) = (Vec::new(), None);
        let regions = match name {
            "scf.for" => self.loop_of(&mut operation)?,
            "scf.while" => self.while_of(&mut operation)?,
            "scf.if" => self.branch(&mut operation)?,
            "ttg.warp_specialize" => self.partitions(&mut operation)?,
            "cf.br" | "cf.cond_br" => {
                successors = self.successors(&mut operation)?;
                Vec::new()
            }
            "cf.switch" => return Err(self.reader.expected("a branch to one block or to two")),
            _ if matches!(name.rsplit('.').next(), Some("reduce" | "scan" | "map_elementwise")) => {
                combination = self.combination(&mut operation)?;
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
        Ok(Step { operation, results, regions, combination, successors })
    }

    /// `%i = %a to %b step %c iter_args(%x = %y, ...) -> (...) : i32 {...} {...}`. The operands are
    /// `%a`, `%b`, `%c` and each `%y`, the arguments of the region `%i` and each `%x`.
    fn loop_of(&mut self, operation: &mut Operation) -> Result<Vec<Region>, ReadError> {
        if self.reader.peek() == Token::Word("unsigned") {
            self.reader.next();
            operation.words.push("unsigned".to_owned());
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

    /// `(%a, %b) attributes {...} default {...} partition0(%x: type, %y: type) num_warps(4) {...} ... :
    /// (...) -> ...`. The operands are `%a` and `%b`, and the arguments of each partition stand for them.
    fn partitions(&mut self, operation: &mut Operation) -> Result<Vec<Region>, ReadError> {
        operation.operands = self.header_to(Token::Word("default"))?;
        self.reader.next();
        let mut regions = vec![self.nested_region()?];
        while let Token::Word(name) = self.reader.peek()
            && name.starts_with("partition")
        {
            self.reader.next();
            self.reader.expect_mark('(', "'('")?;
            let arguments = self.arguments()?.into_iter();
            let arguments = arguments.map(|argument| argument.name).collect();
            let mut n_warps = None;
            while !self.reader.at_mark('{') {
                match self.reader.next() {
                    Token::Number(text) => n_warps = text.parse().ok(),
                    Token::End => return Err(self.reader.expected("'{'")),
                    _ => {}
                }
            }
            regions.push(Region { arguments, n_warps, ..self.nested_region()? });
        }
        if self.reader.eat_mark(':') {
            operation.operand_types = read_types(&mut self.reader)?;
            if self.reader.peek() == Token::Arrow {
                self.reader.next();
                operation.result_types = read_types(&mut self.reader)?;
            }
        }
        Ok(regions)
    }

    /// `^bb1(%x, %y : i32, f32)`, or `%c, ^bb1, ^bb2(%x : i32)`. The operand is `%c`.
    fn successors(&mut self, operation: &mut Operation) -> Result<Vec<Successor>, ReadError> {
        if let Token::Value(_) = self.reader.peek() {
            operation.operands.push(self.reader.value());
            self.reader.expect_mark(',', "','")?;
        }
        let mut successors = Vec::new();
        // The label of the next block may follow.
        while successors.is_empty() || self.reader.eat_mark(',') {
            let block = self.label()?;
            let mut operands = Vec::new();
            if self.reader.eat_mark('(') {
                while let Token::Value(_) = self.reader.peek() {
                    operands.push(self.reader.value());
                    self.reader.eat_mark(',');
                }
                self.reader.skip_to_close();
            }
            successors.push(Successor { block, operands });
        }
        self.skip_attributes()?;
        match successors.len() == 1 + operation.operands.len() {
            true => Ok(successors),
            false => Err(self.reader.expected("a block for each outcome")),
        }
    }

    /// `^bb1`.
    fn label(&mut self) -> Result<String, ReadError> {
        self.reader.expect_mark('^', "'^'")?;
        match self.reader.next() {
            Token::Word(name) => Ok(name.to_owned()),
            Token::Number(text) => Ok(text.to_owned()),
            _ => Err(self.reader.expected("the name of a block")),
        }
    }

    /// The values up to the brace of a region; the types are skipped.
    fn header(&mut self) -> Result<Vec<String>, ReadError> {
        self.header_to(Token::Mark('{'))
    }

    fn header_to(&mut self, end: Token<'_>) -> Result<Vec<String>, ReadError> {
        let mut names = Vec::new();
        loop {
            match self.reader.peek() {
                Token::Value(_) => names.push(self.reader.value()),
                token if token == end => return Ok(names),
                Token::Mark('{') => self.skip_attributes()?,
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

    /// `(%x, %y) <{axis = 1 : i32}> ({ ... }) : (...) -> ...`. The region says how elements are combined.
    fn combination(&mut self, operation: &mut Operation) -> Result<Option<Region>, ReadError> {
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
        let mut region = None;
        if self.reader.eat_mark('(') {
            region = Some(self.nested_region()?);
            self.reader.expect_mark(')', "')'")?;
        }
        self.skip_attributes()?;
        self.reader.expect_mark(':', "':'")?;
        operation.operand_types = read_types(&mut self.reader)?;
        if self.reader.peek() == Token::Arrow {
            self.reader.next();
            operation.result_types = read_types(&mut self.reader)?;
        }
        Ok(region)
    }
}
