//! The token stream of a file with the aliases it has defined.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::attribute::Attribute;
use super::error::{Problem, ReadError};
use super::lexer::{Lexer, Position, Token};
use super::types::Type;
use layout_math::text::MAX_DEPTH;

/// A place in a file, with two tokens of lookahead.
pub(super) struct Reader<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    ahead: [(Token<'a>, Position, usize); 2],
    /// The offset after the last token that was taken.
    taken_to: usize,
    depth: usize,
    attributes: FxHashMap<&'a str, Arc<Attribute>>,
    types: FxHashMap<&'a str, Type>,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        let mut lexer = Lexer::new(text);
        let ahead = [lexer.next(), lexer.next()];
        Reader {
            text,
            lexer,
            ahead,
            taken_to: 0,
            depth: 0,
            attributes: FxHashMap::default(),
            types: FxHashMap::default(),
        }
    }

    pub fn peek(&self) -> Token<'a> {
        self.ahead[0].0
    }

    pub fn peek_second(&self) -> Token<'a> {
        self.ahead[1].0
    }

    /// The position of the next token.
    pub fn position(&self) -> Position {
        self.ahead[0].1
    }

    /// The offset of the next token.
    pub fn offset(&self) -> usize {
        self.ahead[0].2
    }

    /// The text from an offset to the end of the last token that was taken.
    pub fn text_from(&self, offset: usize) -> &'a str {
        self.text.get(offset..self.taken_to).unwrap_or("").trim_end()
    }

    /// Takes the next token.
    pub fn next(&mut self) -> Token<'a> {
        let token = self.ahead[0].0;
        self.taken_to = match token {
            Token::End => self.text.len(),
            _ => self.ahead[1].2,
        };
        self.ahead[0] = self.ahead[1];
        self.ahead[1] = self.lexer.next();
        token
    }

    /// Takes a value, with the number of the result that is meant: `a` of `%a`, `a#1` of `%a#1`.
    pub fn value(&mut self) -> String {
        let Token::Value(name) = self.next() else { return String::new() };
        match self.peek() {
            Token::Hash(number) if number.bytes().all(|b| b.is_ascii_digit()) => {
                self.next();
                format!("{name}#{number}")
            }
            _ => name.to_owned(),
        }
    }

    pub fn at_mark(&self, mark: char) -> bool {
        self.peek() == Token::Mark(mark)
    }

    pub fn eat_mark(&mut self, mark: char) -> bool {
        let is_here = self.at_mark(mark);
        if is_here {
            self.next();
        }
        is_here
    }

    pub fn expect_mark(&mut self, mark: char, expected: &'static str) -> Result<(), ReadError> {
        if self.eat_mark(mark) { Ok(()) } else { Err(self.expected(expected)) }
    }

    /// The error that `expected` should stand here.
    pub fn expected(&self, expected: &'static str) -> ReadError {
        self.error(Problem::Expected { expected, found: self.peek().to_string() })
    }

    pub fn error(&self, problem: Problem) -> ReadError {
        ReadError::new(self.position(), problem)
    }

    /// Reads something one level deeper.
    pub fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        self.enter()?;
        let result = read(self);
        self.leave();
        result
    }

    /// Begins what is one level deeper; [`Reader::leave`] ends it.
    pub fn enter(&mut self) -> Result<(), ReadError> {
        if MAX_DEPTH <= self.depth {
            return Err(self.error(Problem::TooDeep));
        }
        self.depth += 1;
        Ok(())
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    pub fn define_attribute(&mut self, alias: &'a str, attribute: Arc<Attribute>) {
        self.attributes.insert(alias, attribute);
    }

    pub fn attribute(&self, alias: &str) -> Option<&Arc<Attribute>> {
        self.attributes.get(alias)
    }

    pub fn define_type(&mut self, alias: &'a str, value: Type) {
        self.types.insert(alias, value);
    }

    pub fn type_alias(&self, alias: &str) -> Option<&Type> {
        self.types.get(alias)
    }

    /// Takes tokens up to the bracket that closes the one just taken, or to the end of the file.
    ///
    /// All four kinds of brackets count alike; an arrow is a token of its own and no bracket.
    pub fn skip_to_close(&mut self) {
        let mut open = 1_usize;
        while 0 < open && self.peek() != Token::End {
            match self.next() {
                Token::Mark('(' | '[' | '{' | '<') => open += 1,
                Token::Mark(')' | ']' | '}' | '>') => open -= 1,
                _ => {}
            }
        }
    }
}
