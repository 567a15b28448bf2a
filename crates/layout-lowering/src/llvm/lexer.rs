//! The tokens of LLVM IR.

/// The words that begin something outside of functions.
pub(super) const BEGINS: &[&str] =
    &["define", "declare", "attributes", "source_filename", "target", "module"];

/// A token; names without their signs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Token<'a> {
    /// `define`, `i32`, `add`.
    Word(&'a str),
    /// `name:` at the beginning of a block.
    Label(&'a str),
    /// `%name`, `%"name"`.
    Local(&'a str),
    /// `@name`, `@"name"`.
    Global(&'a str),
    /// `#0`.
    Attributes(&'a str),
    /// `!12`, `!dbg`, or `!` alone before a string or a brace.
    Metadata(&'a str),
    /// A number as it is written: `-1`, `1.000000e+00`, `0xH3C00`, `-inf`.
    Number(&'a str),
    /// What is between quotation marks, escapes as they are written.
    Quoted(&'a str),
    Mark(char),
    /// A quotation mark that no other one closes.
    OpenQuote,
    End,
}

/// A place in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    line_begin: usize,
}

/// Letters that a name goes on with, besides letters and digits.
fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-')
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, at: 0, line: 1, line_begin: 0 }
    }

    /// The next token with its line and column.
    pub fn next(&mut self) -> (Token<'a>, u32, u32) {
        self.skip_space();
        let (line, column) = (self.line, (self.at - self.line_begin + 1) as u32);
        (self.token(), line, column)
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.byte(0) {
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    self.line_begin = self.at;
                }
                b';' => {
                    let rest = &self.text.as_bytes()[self.at..];
                    self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                }
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ => return,
            }
        }
    }

    fn token(&mut self) -> Token<'a> {
        let Some(first) = self.byte(0) else { return Token::End };
        match first {
            b'%' => self.named(Token::Local),
            b'@' => self.named(Token::Global),
            b'!' => self.named(Token::Metadata),
            b'#' => self.named(Token::Attributes),
            b'"' => match self.quoted() {
                Some(text) if self.byte(0) == Some(b':') => {
                    self.at += 1;
                    Token::Label(text)
                }
                Some(text) => Token::Quoted(text),
                None => Token::OpenQuote,
            },
            _ if first.is_ascii_digit()
                || (matches!(first, b'-' | b'+')
                    && self.byte(1).is_some_and(|next| next.is_ascii_alphanumeric())) =>
            {
                let begin = self.at;
                self.at += 1;
                while let Some(byte) = self.byte(0) {
                    let is_sign =
                        matches!(byte, b'+' | b'-') && matches!(self.byte_before(), b'e' | b'E');
                    if !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_') || is_sign) {
                        break;
                    }
                    self.at += 1;
                }
                self.label_or(begin, Token::Number)
            }
            _ if is_of_name(first) && first != b'-' => {
                let begin = self.at;
                while self.byte(0).is_some_and(is_of_name) {
                    self.at += 1;
                }
                self.label_or(begin, Token::Word)
            }
            _ => {
                let mark = self.text[self.at..].chars().next().unwrap_or(' ');
                self.at += mark.len_utf8();
                Token::Mark(mark)
            }
        }
    }

    fn byte_before(&self) -> u8 {
        self.text.as_bytes()[self.at - 1]
    }

    fn label_or(&mut self, begin: usize, token: impl Fn(&'a str) -> Token<'a>) -> Token<'a> {
        let text = &self.text[begin..self.at];
        if self.byte(0) == Some(b':') {
            self.at += 1;
            return Token::Label(text);
        }
        token(text)
    }

    /// A sign and a name, which may be in quotation marks or missing.
    fn named(&mut self, token: impl Fn(&'a str) -> Token<'a>) -> Token<'a> {
        self.at += 1;
        if self.byte(0) == Some(b'"') {
            // `!"text"` is a string of metadata.
            return self.quoted().map_or(Token::OpenQuote, token);
        }
        let begin = self.at;
        while self.byte(0).is_some_and(is_of_name) {
            self.at += 1;
        }
        token(&self.text[begin..self.at])
    }

    fn quoted(&mut self) -> Option<&'a str> {
        let begin = self.at + 1;
        let length = self.text.as_bytes()[begin..].iter().position(|&byte| byte == b'"')?;
        let text = &self.text[begin..begin + length];
        self.at = begin + length + 1;
        let newlines = text.bytes().filter(|&byte| byte == b'\n').count();
        if let Some(last) = text.rfind('\n') {
            self.line += newlines as u32;
            self.line_begin = begin + last + 1;
        }
        Some(text)
    }
}

/// The text that stands in quotation marks, `\22` being the byte of that hexadecimal number.
pub(super) fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut result = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = text.get(at + 1..at + 3).filter(|_| bytes[at] == b'\\');
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                result.push(byte);
                at += 3;
            }
            None => {
                let is_double = bytes[at] == b'\\' && bytes.get(at + 1) == Some(&b'\\');
                result.push(bytes[at]);
                at += if is_double { 2 } else { 1 };
            }
        }
    }
    String::from_utf8_lossy(&result).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens() {
        let text = "%x = add nsw i32 %\"a b\", -1, !dbg !12 ; comment\nbb.1:\n  \"q\" 0xH3C00 1.5e+00 #3 @f";
        let mut lexer = Lexer::new(text);
        let mut found = Vec::new();
        loop {
            let (token, line, column) = lexer.next();
            if token == Token::End {
                break;
            }
            found.push((format!("{token:?}"), line, column));
        }
        let texts: Vec<&str> = found.iter().map(|(text, ..)| text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "Local(\"x\")",
                "Mark('=')",
                "Word(\"add\")",
                "Word(\"nsw\")",
                "Word(\"i32\")",
                "Local(\"a b\")",
                "Mark(',')",
                "Number(\"-1\")",
                "Mark(',')",
                "Metadata(\"dbg\")",
                "Metadata(\"12\")",
                "Label(\"bb.1\")",
                "Quoted(\"q\")",
                "Number(\"0xH3C00\")",
                "Number(\"1.5e+00\")",
                "Attributes(\"3\")",
                "Global(\"f\")"
            ]
        );
        assert_eq!(found[11], ("Label(\"bb.1\")".to_owned(), 2, 1));
        assert_eq!(Lexer::new("\"open").next().0, Token::OpenQuote);
    }

    #[test]
    fn escapes() {
        assert_eq!(unescape(r"a\0A\09b\\c\zz"), "a\n\tb\\c\\zz");
    }
}
