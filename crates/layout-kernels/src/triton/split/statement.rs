//! An operation as its file writes it.

use rustc_hash::FxHashSet;

use crate::triton::error::ReadError;
use crate::triton::lexer::{Position, Token};
use crate::triton::reader::Reader;
use crate::triton::types::Type;

/// An operation, its locations left out.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    pub name: String,
    pub position: Position,
    pub last_line: usize,
    /// The names of the results as uses write them.
    pub results: Vec<String>,
    /// What it is written with, up to the types.
    parts: Vec<StatementPiece>,
    pub operand_types: Vec<Written>,
    pub result_types: Vec<Written>,
    /// Both as they are written.
    pub types: String,
    /// A function is named.
    pub has_symbol: bool,
}

/// A piece of the text of an operation.
#[derive(Debug, Clone, PartialEq)]
enum StatementPiece {
    Text(String),
    /// A use of a value; whether it is within a region.
    Use(String, bool),
    /// A value that a region of the operation defines.
    Definition(String),
}

/// A type, and how it is written by itself.
#[derive(Debug, Clone)]
pub(super) struct Written {
    pub kind: Type,
    pub text: String,
}

impl Statement {
    /// Reads an operation from its name on. It ends with its line, or where what it opens is closed.
    pub fn read(reader: &mut Reader<'_>, results: Vec<String>) -> Result<Self, ReadError> {
        let position = reader.position();
        let (mut begin, mut line) = (reader.offset(), position.line);
        let name = match reader.next() {
            Token::Word(name) | Token::Quoted(name) => name.to_owned(),
            _ => return Err(reader.expected("an operation")),
        };
        let mut statement = Statement {
            name,
            position,
            last_line: position.line,
            results,
            parts: Vec::new(),
            operand_types: Vec::new(),
            result_types: Vec::new(),
            types: String::new(),
            has_symbol: false,
        };
        let (mut depth, mut label) = (0_usize, None);
        let flush = |parts: &mut Vec<StatementPiece>, text: &str| {
            if !text.is_empty() {
                parts.push(StatementPiece::Text(text.to_owned()));
            }
        };
        loop {
            let (token, second) = (reader.peek(), reader.peek_second());
            let is_next_line = reader.position().line != line;
            if is_next_line && 0 < depth {
                let text = if begin == reader.offset() { "" } else { reader.text_from(begin) };
                flush(&mut statement.parts, text);
                statement.parts.push(StatementPiece::Text("\n    ".to_owned()));
                (begin, line) = (reader.offset(), reader.position().line);
            }
            match token {
                _ if is_next_line && depth == 0 => break,
                Token::End | Token::Mark('}' | ')' | ']' | '>') if depth == 0 => break,
                Token::End => return Err(reader.expected("a closing bracket")),
                Token::Mark(':') if depth == 0 => {
                    flush(&mut statement.parts, reader.text_from(begin));
                    statement.last_line = reader.position().line;
                    reader.next();
                    statement.read_types(reader)?;
                    skip_location(reader);
                    return Ok(statement);
                }
                Token::Word("loc") if second == Token::Mark('(') => {
                    flush(&mut statement.parts, reader.text_from(begin));
                    skip_location(reader);
                    begin = reader.offset();
                    continue;
                }
                Token::Value(_) => {
                    flush(&mut statement.parts, reader.text_from(begin));
                    line = reader.position().line;
                    let name = reader.value();
                    let is_defined = label.is_some() || reader.at_mark('=');
                    statement.parts.push(match is_defined {
                        true => StatementPiece::Definition(name),
                        false => StatementPiece::Use(name, is_region(&statement.parts)),
                    });
                    begin = reader.offset();
                    continue;
                }
                Token::Mark('^') => label = Some(depth),
                Token::Mark('(' | '[' | '{' | '<') => depth += 1,
                Token::Mark(')' | ']' | '}' | '>') => {
                    depth -= 1;
                    label = label.filter(|&own| own != depth);
                }
                Token::Symbol(_) => statement.has_symbol = true,
                _ => {}
            }
            line = reader.position().line;
            statement.last_line = line;
            reader.next();
        }
        flush(&mut statement.parts, reader.text_from(begin));
        Ok(statement)
    }

    /// `T, T -> T`, with or without brackets.
    fn read_types(&mut self, reader: &mut Reader<'_>) -> Result<(), ReadError> {
        let begin = reader.offset();
        self.operand_types = written_types(reader)?;
        // `<f16>[tensor<...>] tensor<...>`: a pointer, offsets from it, and what stands for the rest.
        while self.has_word("into")
            && (reader.at_mark('[') || reader.peek() == Token::Word("tensor"))
        {
            reader.eat_mark('[');
            self.operand_types.extend(written_types(reader)?);
            reader.eat_mark(']');
        }
        if matches!(reader.peek(), Token::Arrow) {
            reader.next();
            self.result_types = written_types(reader)?;
        }
        self.types = reader.text_from(begin).to_owned();
        Ok(())
    }

    /// The operands, in the order of the text.
    pub fn operands(&self) -> Vec<&str> {
        let operand = |part| match part {
            &StatementPiece::Use(ref name, false) => Some(&**name),
            _ => None,
        };
        self.parts.iter().filter_map(operand).collect()
    }

    /// True if the operation is written with a word outside of regions, `mask` for one.
    pub fn has_word(&self, word: &str) -> bool {
        let is_it =
            |text: &str| text.split(|own: char| !own.is_alphanumeric()).any(|own| own == word);
        self.parts.iter().any(|part| matches!(part, StatementPiece::Text(text) if is_it(text)))
    }

    /// The values that a region uses and does not define.
    pub fn captures(&self) -> Vec<&str> {
        let mut defined = FxHashSet::default();
        let mut captures = Vec::new();
        for part in &self.parts {
            match part {
                StatementPiece::Definition(name) => {
                    defined.insert(&**name);
                }
                StatementPiece::Use(name, true) if !defined.contains(&**name) => {
                    captures.push(&**name)
                }
                _ => {}
            }
        }
        captures
    }

    /// The text up to the types. What it uses is called by other names, what it defines by numbers.
    pub fn text(&self, name_of: impl Fn(&str) -> String) -> String {
        let mut own: Vec<&str> = Vec::new();
        let mut text = String::new();
        for part in &self.parts {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
            match part {
                StatementPiece::Text(written) => text.push_str(written),
                StatementPiece::Definition(name) => {
                    text.push_str(&format!("%v{}", own.len()));
                    own.push(name);
                }
                StatementPiece::Use(name, _) => match own.iter().rposition(|own| own == name) {
                    Some(number) => text.push_str(&format!("%v{number}")),
                    None => text.push_str(&format!("%{}", name_of(name))),
                },
            }
        }
        text
    }

    /// What is written before a region, and whether the region is one operation of `arith` on its own
    /// arguments, of which there are so many.
    pub fn region(&self, n_arguments: usize) -> Option<(usize, bool)> {
        let is_begin = |part: &StatementPiece| matches!(part, StatementPiece::Text(text) if text.contains("({"));
        let begin = self.parts.iter().position(is_begin)?;
        let defined =
            self.parts.iter().filter(|part| matches!(part, StatementPiece::Definition(_))).count();
        let is_arith = self
            .parts
            .iter()
            .any(|part| matches!(part, StatementPiece::Text(text) if text.starts_with("= arith.")));
        let is_one = defined == n_arguments + 1 && is_arith && self.captures().is_empty();
        Some((begin, is_one))
    }

    /// Puts another region in the place of the one that begins with a part.
    pub fn put_region(&mut self, begin: usize, lines: &[String]) {
        if let Some(StatementPiece::Text(text)) = self.parts.get_mut(begin)
            && let Some(at) = text.find("({")
        {
            text.truncate(at + 2);
            for line in lines {
                text.push_str("\n      ");
                text.push_str(line);
            }
            text.push_str("\n    })");
            self.parts.truncate(begin + 1);
        }
    }

    /// Leaves out a word and the value after it: `token %t`.
    pub fn without(&mut self, word: &str) {
        let text_ends = |part: &StatementPiece| matches!(part, StatementPiece::Text(text) if text.ends_with(word));
        if let Some(at) = self.parts.iter().position(text_ends)
            && let Some(StatementPiece::Use(..)) = self.parts.get(at + 1)
        {
            self.parts.remove(at + 1);
            if let StatementPiece::Text(text) = &mut self.parts[at] {
                text.truncate(text.len() - word.len());
            }
        }
    }
}

/// True if a region is open: one begins with `({`.
fn is_region(parts: &[StatementPiece]) -> bool {
    parts.iter().any(|part| matches!(part, StatementPiece::Text(text) if text.contains("({")))
}

/// `loc(...)`, if it stands here.
fn skip_location(reader: &mut Reader<'_>) {
    if reader.peek() == Token::Word("loc") && reader.peek_second() == Token::Mark('(') {
        reader.next();
        reader.next();
        reader.skip_to_close();
    }
}

fn written_types(reader: &mut Reader<'_>) -> Result<Vec<Written>, ReadError> {
    let mut types = Vec::new();
    let in_brackets = reader.eat_mark('(');
    while !(in_brackets && reader.eat_mark(')')) {
        let begin = reader.offset();
        let kind = Type::read(reader)?;
        let text = reader.text_from(begin);
        let text = match text.starts_with('<') {
            true => format!("!ttg.memdesc{text}"),
            false => text.to_owned(),
        };
        types.push(Written { kind, text });
        let has_more = reader.eat_mark(',') || reader.eat_mark('*');
        let is_closed = in_brackets && reader.at_mark(')');
        if !has_more && !is_closed {
            break;
        }
    }
    Ok(types)
}
