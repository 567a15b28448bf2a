//! Reads types, constants and operands.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::constant::is_constant;
use super::definitions::{PhiPlace, Use};
use super::error::ReadError;
use super::lexer::{Lexer, Token, unescape};
use super::operation::{Operand, Source};
use super::types::Type;

/// Types and constants nest no deeper.
const MAX_DEPTH: u32 = 64;

/// No vector or structure has more elements: a file is not worth more than its length.
const MAX_ELEMENTS: u64 = 1 << 16;

/// A place in a file, with the names that have been defined.
pub(super) struct Reader<'a> {
    lexer: Lexer<'a>,
    ahead: (Token<'a>, u32, u32),
    /// The line of the last token that was taken.
    pub taken_line: u32,
    depth: u32,
    pub types: FxHashMap<&'a str, Type>,
    /// The values of the function that is being read, by their names.
    values: FxHashMap<&'a str, u32>,
    /// Those of them that were defined so far, and where they are used.
    defined: FxHashSet<u32>,
    pub uses: Vec<Use<'a>>,
    pub phis: Vec<PhiPlace>,
    /// The attributes of the function or call that was read last, and of the groups that have a number.
    pub attributes: Vec<Attribute<'a>>,
    pub groups: FxHashMap<&'a str, Vec<(&'a str, &'a str)>>,
    /// What functions say of the numbers that they give.
    pub ranges: FxHashMap<Arc<str>, (u128, u128)>,
}

/// An attribute of a function.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Attribute<'a> {
    /// A group of them.
    Group(&'a str),
    /// `"name"="value"`.
    Text(&'a str, &'a str),
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        let mut lexer = Lexer::new(text);
        let ahead = lexer.next();
        Reader {
            lexer,
            ahead,
            taken_line: 1,
            depth: 0,
            types: FxHashMap::default(),
            values: FxHashMap::default(),
            defined: FxHashSet::default(),
            uses: Vec::new(),
            phis: Vec::new(),
            attributes: Vec::new(),
            groups: FxHashMap::default(),
            ranges: FxHashMap::default(),
        }
    }

    /// Begins a function, whose values have names of their own.
    pub fn forget_values(&mut self) {
        self.values.clear();
        self.defined.clear();
        self.uses.clear();
        self.phis.clear();
    }

    pub fn n_values(&self) -> u32 {
        self.values.len() as u32
    }

    pub fn peek(&self) -> Token<'a> {
        self.ahead.0
    }

    /// The token after the next one.
    pub fn peek_second(&self) -> Token<'a> {
        let mut lexer = self.lexer;
        lexer.next().0
    }

    pub fn line(&self) -> u32 {
        self.ahead.1
    }

    pub fn column(&self) -> u32 {
        self.ahead.2
    }

    pub fn next(&mut self) -> Token<'a> {
        let (token, line, _) = self.ahead;
        self.taken_line = line;
        self.ahead = self.lexer.next();
        token
    }

    /// An error at the next token.
    pub fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError { line: self.ahead.1, column: self.ahead.2, message: message.into() }
    }

    pub fn expected(&self, what: &str) -> ReadError {
        let found = match self.peek() {
            Token::Word(text) | Token::Number(text) => format!("'{text}'"),
            Token::Label(text) => format!("'{text}:'"),
            Token::Local(text) => format!("'%{text}'"),
            Token::Global(text) => format!("'@{text}'"),
            Token::Attributes(_) => "attributes".to_owned(),
            Token::Metadata(text) => format!("'!{text}'"),
            Token::Quoted(_) => "a string".to_owned(),
            Token::Mark(mark) => format!("'{mark}'"),
            Token::OpenQuote => "a string without an end".to_owned(),
            Token::End => "the end of the file".to_owned(),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    pub fn at_mark(&self, mark: char) -> bool {
        self.peek() == Token::Mark(mark)
    }

    pub fn eat_mark(&mut self, mark: char) -> bool {
        let is_it = self.at_mark(mark);
        if is_it {
            self.next();
        }
        is_it
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let is_it = self.peek() == Token::Word(word);
        if is_it {
            self.next();
        }
        is_it
    }

    pub fn expect_mark(&mut self, mark: char) -> Result<(), ReadError> {
        match self.eat_mark(mark) {
            true => Ok(()),
            false => Err(self.expected(&format!("'{mark}'"))),
        }
    }

    pub fn integer<T: std::str::FromStr>(&mut self) -> Result<T, ReadError> {
        if let Token::Number(text) = self.peek()
            && let Ok(number) = text.parse()
        {
            self.next();
            return Ok(number);
        }
        Err(self.expected("a number"))
    }

    /// What is between quotation marks.
    pub fn quoted(&mut self) -> Result<Arc<str>, ReadError> {
        match self.peek() {
            Token::Quoted(text) => {
                self.next();
                Ok(unescape(text).into())
            }
            _ => Err(self.expected("a string")),
        }
    }

    /// Skips what is in brackets, if the next token opens some.
    pub fn skip_brackets(&mut self) -> Result<(), ReadError> {
        self.in_brackets(|_| Ok(false))
    }

    /// The same, with each token that is in brackets shown first, and skipped unless that was done.
    pub fn in_brackets(
        &mut self,
        mut each: impl FnMut(&mut Self) -> Result<bool, ReadError>,
    ) -> Result<(), ReadError> {
        let mut open = Vec::new();
        loop {
            match self.peek() {
                Token::Mark('(') => open.push(')'),
                Token::Mark('[') => open.push(']'),
                Token::Mark('{') => open.push('}'),
                Token::Mark(')' | ']' | '}') | Token::End | Token::OpenQuote => {
                    let Some(close) = open.pop() else { return Ok(()) };
                    self.expect_mark(close)?;
                    if open.is_empty() {
                        return Ok(());
                    }
                    continue;
                }
                _ if open.is_empty() => return Ok(()),
                _ => {}
            }
            if !each(self)? {
                self.next();
            }
        }
    }

    /// `!12`, `!{...}` or `!DILocation(...)`; the line of the latter.
    pub fn metadata(&mut self) -> Result<Option<u32>, ReadError> {
        Ok(self.node()?.0)
    }

    /// The same, and the strings and names that are between braces.
    pub fn node(&mut self) -> Result<(Option<u32>, Vec<&'a str>), ReadError> {
        let Token::Metadata(name) = self.peek() else { return Err(self.expected("metadata")) };
        self.next();
        let (mut line, mut parts) = (None, Vec::new());
        // The braces of `define void @f() !dbg !12 {` are those of the function.
        if self.at_mark('(') || name.is_empty() && self.at_mark('{') {
            self.in_brackets(|reader| {
                if let Token::Metadata(part) = reader.peek()
                    && name.is_empty()
                {
                    parts.push(part);
                }
                let is_line = name == "DILocation" && reader.peek() == Token::Label("line");
                if is_line {
                    reader.next();
                    line = reader.integer().ok();
                }
                Ok(is_line)
            })?;
        }
        Ok((line, parts))
    }

    /// The number of the value that the next token names, which is defined there.
    pub fn define(&mut self, name: &'a str) -> Result<u32, ReadError> {
        if name.contains('\\') {
            return Err(self.error(format!("'%{name}' is written with an escape")));
        }
        let number = self.value(name);
        match self.defined.insert(number) {
            true => Ok(number),
            false => Err(self.error(format!("'%{name}' is defined a second time"))),
        }
    }

    /// The number of the value of a name, which may be defined later.
    fn value(&mut self, name: &'a str) -> u32 {
        let next = self.values.len() as u32;
        *self.values.entry(name).or_insert(next)
    }

    fn enter(&mut self) -> Result<(), ReadError> {
        self.depth += 1;
        match self.depth <= MAX_DEPTH {
            true => Ok(()),
            false => Err(self.error(format!("nested deeper than {MAX_DEPTH}"))),
        }
    }

    pub fn is_type_next(&self) -> bool {
        match self.peek() {
            Token::Word(word) => scalar_type(word).is_some() || matches!(word, "ptr" | "target"),
            Token::Mark('<' | '[' | '{') => true,
            Token::Local(name) => self.types.contains_key(name),
            _ => false,
        }
    }

    pub fn kind(&mut self) -> Result<Type, ReadError> {
        self.enter()?;
        let result = self.kind_within();
        self.depth -= 1;
        result
    }

    fn kind_within(&mut self) -> Result<Type, ReadError> {
        let expected = "a type";
        match self.peek() {
            Token::Word("ptr") => {
                self.next();
                let mut space = 0;
                if self.eat_word("addrspace") {
                    self.expect_mark('(')?;
                    space = self.integer()?;
                    self.expect_mark(')')?;
                }
                Ok(Type::Pointer(space))
            }
            Token::Word("target") => {
                self.next();
                self.skip_brackets()?;
                Ok(Type::Other)
            }
            Token::Word(word) => {
                let kind = scalar_type(word).ok_or_else(|| self.expected(expected))?;
                self.next();
                Ok(kind)
            }
            Token::Local(name) => {
                let kind = self.types.get(name).cloned();
                let kind = kind.ok_or_else(|| self.expected(expected))?;
                self.next();
                Ok(kind)
            }
            Token::Mark('<') => {
                self.next();
                if self.at_mark('{') {
                    let fields = self.fields()?;
                    self.expect_mark('>')?;
                    return Ok(Type::Struct { fields, is_packed: true });
                }
                let (count, element) = self.repeated('>')?;
                Ok(Type::Vector(count as u32, element.into()))
            }
            Token::Mark('[') => {
                self.next();
                let (count, element) = self.repeated(']')?;
                Ok(Type::Array(count, element.into()))
            }
            Token::Mark('{') => Ok(Type::Struct { fields: self.fields()?, is_packed: false }),
            _ => Err(self.expected(expected)),
        }
    }

    /// `4 x i8>`, of which the mark is the end.
    fn repeated(&mut self, end: char) -> Result<(u64, Type), ReadError> {
        let place = self.expected("fewer elements");
        let count: u64 = self.integer()?;
        if end == '>' && MAX_ELEMENTS < count {
            return Err(place);
        }
        if !self.eat_word("x") {
            return Err(self.expected("'x'"));
        }
        let element = self.kind()?;
        self.expect_mark(end)?;
        Ok((count, element))
    }

    fn fields(&mut self) -> Result<Arc<[Type]>, ReadError> {
        self.expect_mark('{')?;
        let mut fields = Vec::new();
        while !self.eat_mark('}') {
            fields.push(self.kind()?);
            if !self.at_mark('}') {
                self.expect_mark(',')?;
            }
        }
        Ok(fields.into())
    }

    /// A type, attributes, and a value.
    pub fn operand(&mut self) -> Result<Operand, ReadError> {
        let brain = self.peek();
        let kind = self.kind()?;
        self.skip_attributes()?;
        self.operand_of(kind, brain == Token::Word("bfloat"))
    }

    /// A value of a type that is known.
    pub fn operand_like(&mut self, other: &Operand) -> Result<Operand, ReadError> {
        self.operand_of(other.kind.clone(), false)
    }

    fn operand_of(&mut self, kind: Type, is_brain: bool) -> Result<Operand, ReadError> {
        let value = match self.peek() {
            Token::Local(name) => {
                let (_, line, column) = self.ahead;
                self.next();
                let value = self.value(name);
                self.uses.push(Use { value, name, line, column, at: (0, 0), from: None });
                Source::Local(value)
            }
            _ => {
                self.enter()?;
                let constant = self.constant(&kind, is_brain);
                self.depth -= 1;
                Source::Constant(constant?)
            }
        };
        Ok(Operand { kind, value })
    }

    /// Attributes of an argument: words, some with brackets or a number.
    pub fn skip_attributes(&mut self) -> Result<(), ReadError> {
        while let Token::Word(word) = self.peek() {
            if is_constant(word) {
                return Ok(());
            }
            self.next();
            match self.peek() {
                Token::Mark('(') => self.skip_brackets()?,
                Token::Number(_) if word == "align" => {
                    self.next();
                }
                _ => {}
            }
        }
        if let Token::Quoted(_) = self.peek() {
            self.next();
            if self.eat_mark('=') {
                self.next();
            }
            self.skip_attributes_again()?;
        }
        Ok(())
    }

    fn skip_attributes_again(&mut self) -> Result<(), ReadError> {
        match self.peek() {
            Token::Word(_) | Token::Quoted(_) => self.skip_attributes(),
            _ => Ok(()),
        }
    }
}

fn scalar_type(word: &str) -> Option<Type> {
    Some(match word {
        "void" => Type::Void,
        "half" | "bfloat" => Type::Float(16),
        "float" => Type::Float(32),
        "double" => Type::Float(64),
        "x86_fp80" => Type::Float(80),
        "fp128" | "ppc_fp128" => Type::Float(128),
        "label" | "metadata" | "token" | "opaque" | "x86_amx" => Type::Other,
        _ => {
            let bits: u32 = word.strip_prefix('i')?.parse().ok()?;
            (1..=1 << 16).contains(&bits).then_some(Type::Integer(bits))?
        }
    })
}

/// A name of a variable or a function, which may be written in several ways.
pub(super) fn global_name(name: &str) -> Arc<str> {
    match name.contains('\\') {
        true => unescape(name).into(),
        false => name.into(),
    }
}
