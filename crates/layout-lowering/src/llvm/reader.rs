//! Reads types, constants and operands.

use std::collections::HashMap;
use std::sync::Arc;

use super::constant::{Constant, float_bits};
use super::error::ReadError;
use super::lexer::{Lexer, Token};
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
    pub types: HashMap<&'a str, Type>,
    /// The values of the function that is being read, by their names.
    pub values: HashMap<&'a str, u32>,
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
            types: HashMap::new(),
            values: HashMap::new(),
        }
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
            Token::Attributes => "attributes".to_owned(),
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

    /// Skips what is in brackets, if the next token opens some.
    pub fn skip_brackets(&mut self) {
        let mut open = 0_usize;
        loop {
            match self.peek() {
                Token::Mark('(' | '[' | '{') => open += 1,
                Token::Mark(')' | ']' | '}') => open = open.saturating_sub(1),
                Token::End | Token::OpenQuote => return,
                _ => {}
            }
            if open == 0 && !matches!(self.peek(), Token::Mark(')' | ']' | '}')) {
                return;
            }
            self.next();
            if open == 0 {
                return;
            }
        }
    }

    /// The number of the value of a name, which may be defined later.
    pub fn value(&mut self, name: &'a str) -> u32 {
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
                self.skip_brackets();
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
        self.skip_attributes();
        self.operand_of(kind, brain == Token::Word("bfloat"))
    }

    /// A value of a type that is known.
    pub fn operand_like(&mut self, other: &Operand) -> Result<Operand, ReadError> {
        self.operand_of(other.kind.clone(), false)
    }

    fn operand_of(&mut self, kind: Type, is_brain: bool) -> Result<Operand, ReadError> {
        let value = match self.peek() {
            Token::Local(name) => {
                self.next();
                Source::Local(self.value(name))
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
    pub fn skip_attributes(&mut self) {
        while let Token::Word(word) = self.peek() {
            if is_constant(word) {
                return;
            }
            self.next();
            match self.peek() {
                Token::Mark('(') => self.skip_brackets(),
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
            self.skip_attributes_again();
        }
    }

    fn skip_attributes_again(&mut self) {
        if let Token::Word(_) | Token::Quoted(_) = self.peek() {
            self.skip_attributes();
        }
    }

    fn constant(&mut self, kind: &Type, is_brain: bool) -> Result<Constant, ReadError> {
        match self.peek() {
            Token::Number(text) => {
                let number = number(text, kind, is_brain);
                let number = number.ok_or_else(|| self.expected("a number of the type"))?;
                self.next();
                Ok(Constant::Number(number))
            }
            Token::Global(name) => {
                self.next();
                Ok(Constant::Global(name.into()))
            }
            Token::Metadata(_) => {
                self.next();
                if let Token::Quoted(_) = self.peek() {
                    self.next();
                }
                self.skip_brackets_of_metadata();
                Ok(Constant::Other)
            }
            Token::Mark('<' | '[' | '{') => self.elements(),
            Token::Word(word) => self.constant_word(word, kind),
            Token::Quoted(_) => {
                self.next();
                Ok(Constant::Other)
            }
            _ => Err(self.expected("a value")),
        }
    }

    fn skip_brackets_of_metadata(&mut self) {
        if let Token::Mark('(' | '{') = self.peek() {
            self.skip_brackets();
        }
    }

    /// `<i32 0, i32 1>`, `[...]`, `{...}` or `<{...}>`.
    fn elements(&mut self) -> Result<Constant, ReadError> {
        let is_packed = self.at_mark('<') && self.peek_second() == Token::Mark('{');
        if is_packed {
            self.next();
        }
        let end = match self.next() {
            Token::Mark('<') => '>',
            Token::Mark('[') => ']',
            _ => '}',
        };
        let mut elements = Vec::new();
        while !self.eat_mark(end) {
            match self.operand()?.value {
                Source::Constant(constant) => elements.push(constant),
                Source::Local(_) => return Err(self.expected("a constant")),
            }
            if !self.at_mark(end) {
                self.expect_mark(',')?;
            }
        }
        if is_packed {
            self.expect_mark('>')?;
        }
        Ok(Constant::Many(elements.into()))
    }

    fn constant_word(&mut self, word: &str, kind: &Type) -> Result<Constant, ReadError> {
        let simple = match word {
            "true" => Constant::Number(1),
            "false" => Constant::Number(0),
            "null" | "zeroinitializer" => Constant::Zero,
            "undef" | "poison" => Constant::Undefined,
            "none" | "asm" | "dso_local_equivalent" | "no_cfi" => Constant::Other,
            "c" => {
                self.next();
                self.next();
                return Ok(Constant::Other);
            }
            "splat" => {
                self.next();
                self.expect_mark('(')?;
                let element = self.operand()?;
                self.expect_mark(')')?;
                let Source::Constant(constant) = element.value else {
                    return Err(self.expected("a constant"));
                };
                return Ok(Constant::Splat(constant.into()));
            }
            "blockaddress" => {
                self.next();
                self.skip_brackets();
                return Ok(Constant::Other);
            }
            // Hexadecimal numbers that begin with a letter: floats by their bits, and integers.
            _ => match number(word, kind, false) {
                Some(number) => Constant::Number(number),
                None => {
                    let operation = self.expression()?;
                    return Ok(Constant::Expression(operation.into()));
                }
            },
        };
        self.next();
        Ok(simple)
    }
}

/// True if a word is the beginning of a constant, not an attribute.
fn is_constant(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "true",
        "false",
        "null",
        "undef",
        "poison",
        "zeroinitializer",
        "none",
        "splat",
        "c",
        "getelementptr",
        "bitcast",
        "inttoptr",
        "ptrtoint",
        "ptrtoaddr",
        "addrspacecast",
        "trunc",
        "add",
        "sub",
        "xor",
        "blockaddress",
        "dso_local_equivalent",
        "no_cfi",
        "asm",
    ];
    let is_number = ["f0x", "u0x", "s0x"].iter().any(|begin| word.starts_with(begin));
    is_number || WORDS.contains(&word)
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

/// The bits of a number as it is written.
fn number(text: &str, kind: &Type, is_brain: bool) -> Option<u128> {
    let hexadecimal = |digits: &str| u128::from_str_radix(digits, 16).ok();
    match kind {
        Type::Integer(bits) => {
            let value = match text.strip_prefix("u0x").or_else(|| text.strip_prefix("s0x")) {
                Some(digits) => hexadecimal(digits)?,
                None if text.starts_with('-') => text.parse::<i128>().ok()? as u128,
                None => text.parse().ok()?,
            };
            Some(if *bits < 128 { value & ((1 << bits) - 1) } else { value })
        }
        Type::Float(_) => {
            if let Some(digits) = text.strip_prefix("f0x") {
                return hexadecimal(digits);
            }
            match text.strip_prefix("0x") {
                Some(digits) if digits.starts_with(['H', 'R', 'L', 'K', 'M']) => {
                    hexadecimal(&digits[1..])
                }
                Some(digits) => {
                    let bits = u64::try_from(hexadecimal(digits)?).ok()?;
                    float_bits(f64::from_bits(bits), kind, is_brain)
                }
                None => float_bits(text.replace("qnan", "nan").parse().ok()?, kind, is_brain),
            }
        }
        _ => None,
    }
}
