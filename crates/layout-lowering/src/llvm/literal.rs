//! Reads constants.

use super::constant::{Constant, float_bits};
use super::error::ReadError;
use super::lexer::Token;
use super::operation::Source;
use super::reader::{Reader, global_name};
use super::types::Type;

impl Reader<'_> {
    /// A constant of a type that is known.
    pub fn constant_of(&mut self, kind: &Type) -> Result<(), ReadError> {
        self.constant(kind, false).map(|_| ())
    }

    pub fn constant(&mut self, kind: &Type, is_brain: bool) -> Result<Constant, ReadError> {
        match self.peek() {
            Token::Number(text) => {
                let number = number(text, kind, is_brain);
                let number = number.ok_or_else(|| self.expected("a number of the type"))?;
                self.next();
                Ok(Constant::Number(number))
            }
            Token::Global(name) => {
                self.next();
                Ok(Constant::Global(global_name(name)))
            }
            Token::Metadata(_) => {
                self.next();
                if let Token::Quoted(_) = self.peek() {
                    self.next();
                }
                if let Token::Mark('(' | '{') = self.peek() {
                    self.skip_brackets()?;
                }
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
            "undef" => Constant::Undefined,
            "poison" => Constant::Poison,
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
                self.skip_brackets()?;
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
