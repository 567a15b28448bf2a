//! The tokens of MLIR's textual form.

use std::fmt;

/// A place in a file: line and column, both from 1, the column in bytes as MLIR counts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// One token. A name is kept without its sigil.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A keyword or the name of an operation, with its dots: `tensor`, `ttg.convert_layout`.
    Word(&'a str),
    /// What begins with a digit: `128`, `1.5e-3`, `0x7F`, and the dims of a type, `128x32xf16`.
    Number(&'a str),
    /// The text between two quotes, escapes as they are written.
    Quoted(&'a str),
    /// `%name`.
    Value(&'a str),
    /// `@name`.
    Symbol(&'a str),
    /// `#name`, and the `#0` of a result.
    Hash(&'a str),
    /// `!name`.
    Bang(&'a str),
    /// `->`.
    Arrow,
    /// Any other character.
    Mark(char),
    /// A quote that is never closed.
    OpenQuote,
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Cut, so that a message stays one line.
        let short = |text: &str| text.chars().take(40).collect::<String>();
        match self {
            Token::Word(text) | Token::Number(text) => write!(f, "'{}'", short(text)),
            Token::Quoted(text) => write!(f, "'\"{}\"'", short(text).escape_debug()),
            Token::Value(text) => write!(f, "'%{}'", short(text)),
            Token::Symbol(text) => write!(f, "'@{}'", short(text)),
            Token::Hash(text) => write!(f, "'#{}'", short(text)),
            Token::Bang(text) => write!(f, "'!{}'", short(text)),
            Token::Arrow => f.write_str("'->'"),
            Token::Mark(mark) => write!(f, "'{}'", mark.escape_debug()),
            Token::OpenQuote => f.write_str("a quote that is never closed"),
            Token::End => f.write_str("the end of the file"),
        }
    }
}

/// Cuts a text into tokens, one at a time, in linear time and constant space.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    line_start: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, at: 0, line: 1, line_start: 0 }
    }

    /// The next token, with its position and the offset of its first byte.
    pub fn next(&mut self) -> (Token<'a>, Position, usize) {
        self.skip_blanks();
        let start = self.at;
        let position = Position { line: self.line, column: start - self.line_start + 1 };
        (self.token(), position, start)
    }

    fn token(&mut self) -> Token<'a> {
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return Token::End };
        match first {
            '0'..='9' => Token::Number(self.take(number_length(rest))),
            'a'..='z' | 'A'..='Z' | '_' => Token::Word(self.take(name_length(rest, false))),
            '"' => self.quoted(),
            '%' => Token::Value(self.sigil(rest, true)),
            '#' => Token::Hash(self.sigil(rest, false)),
            '!' => Token::Bang(self.sigil(rest, false)),
            '@' if rest[1..].starts_with('"') => {
                self.at += 1;
                match self.quoted() {
                    Token::Quoted(text) => Token::Symbol(text),
                    other => other,
                }
            }
            '@' => Token::Symbol(self.sigil(rest, true)),
            '-' if rest.starts_with("->") => {
                self.at += 2;
                Token::Arrow
            }
            mark => {
                self.at += mark.len_utf8();
                Token::Mark(mark)
            }
        }
    }

    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.text[self.at..self.at + length];
        self.at += length;
        taken
    }

    fn sigil(&mut self, rest: &'a str, with_hyphens: bool) -> &'a str {
        let length = name_length(&rest[1..], with_hyphens);
        self.at += 1 + length;
        &rest[1..1 + length]
    }

    fn quoted(&mut self) -> Token<'a> {
        let body = &self.text[self.at + 1..];
        let mut is_escaped = false;
        for (offset, byte) in body.bytes().enumerate() {
            match byte {
                // MLIR's strings end on their line, so that one lost quote costs one line.
                b'\n' => {
                    self.at += offset + 1;
                    return Token::OpenQuote;
                }
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => {
                    self.at += offset + 2;
                    return Token::Quoted(&body[..offset]);
                }
                _ => {}
            }
        }
        self.at = self.text.len();
        Token::OpenQuote
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                Some(b'\n') => {
                    self.at += 1;
                    self.line += 1;
                    self.line_start = self.at;
                }
                Some(b' ' | b'\t' | b'\r') => self.at += 1,
                Some(b'/') if bytes.get(self.at + 1) == Some(&b'/') => {
                    let rest = &bytes[self.at..];
                    self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }
}

fn name_length(text: &str, with_hyphens: bool) -> usize {
    let is_part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$');
    let bytes = text.as_bytes();
    let is_hyphen =
        |at: usize| with_hyphens && bytes[at] == b'-' && bytes.get(at + 1) != Some(&b'>');
    (0..bytes.len()).find(|&at| !is_part(bytes[at]) && !is_hyphen(at)).unwrap_or(bytes.len())
}

fn number_length(text: &str) -> usize {
    let length = name_length(text, false);
    let (number, rest) = text.split_at(length);
    // The sign of an exponent belongs to the number: 1.0e-05, but not 128xf8E-.
    let is_decimal = number
        .strip_suffix(['e', 'E'])
        .is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit() || b == b'.'));
    if is_decimal && rest.starts_with(['+', '-']) {
        return length + 1 + name_length(&rest[1..], false);
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let mut lexer = Lexer::new(text);
        let mut all = Vec::new();
        loop {
            let (token, position, _) = lexer.next();
            if token == Token::End {
                return all;
            }
            all.push(format!("{position} {token}"));
        }
    }

    #[test]
    fn sigils_numbers_and_types_are_single_tokens() {
        assert_eq!(
            tokens("%c-1_i32 = x %15:2, %v#0\n  tensor<128x1x!tt.ptr<f16>, #blocked1> -> 1.0e-05"),
            [
                "1:1 '%c-1_i32'",
                "1:10 '='",
                "1:12 'x'",
                "1:14 '%15'",
                "1:17 ':'",
                "1:18 '2'",
                "1:19 ','",
                "1:21 '%v'",
                "1:23 '#0'",
                "2:3 'tensor'",
                "2:9 '<'",
                "2:10 '128x1x'",
                "2:16 '!tt.ptr'",
                "2:23 '<'",
                "2:24 'f16'",
                "2:27 '>'",
                "2:28 ','",
                "2:30 '#blocked1'",
                "2:39 '>'",
                "2:41 '->'",
                "2:44 '1.0e-05'",
            ]
        );
    }

    #[test]
    fn quotes_hide_what_is_in_them_and_end_on_their_line() {
        assert_eq!(tokens(r#""a\"b // #x" // #y"#), [r#"1:1 '"a\\\"b // #x"'"#]);
        assert_eq!(tokens("\"abc\n#x"), ["1:1 a quote that is never closed", "2:1 '#x'"]);
        assert_eq!(tokens("@\"f g\" @h"), ["1:1 '@f g'", "1:8 '@h'"]);
        assert_eq!(tokens("%a->%b"), ["1:1 '%a'", "1:3 '->'", "1:5 '%b'"]);
        assert_eq!(tokens("é\0"), ["1:1 'é'", "1:3 '\\0'"]);
    }
}
