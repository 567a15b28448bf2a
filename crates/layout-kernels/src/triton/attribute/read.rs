//! Attributes as files write them.

use std::sync::Arc;

use super::{Attribute, AttributeValue};
use crate::triton::error::{Problem, ReadError};
use crate::triton::lexer::Token;
use crate::triton::reader::Reader;
use layout_math::text::MAX_DEPTH;

impl Attribute {
    /// Reads `#name`, `#name<...>` or an alias; the next token is the [`Token::Hash`].
    pub(in crate::triton) fn read(reader: &mut Reader<'_>) -> Result<Arc<Attribute>, ReadError> {
        let undefined = reader.position();
        let Token::Hash(name) = reader.peek() else { return Err(reader.expected("an attribute")) };
        reader.next();
        let is_alias = !name.contains('.');
        if is_alias && !reader.at_mark('<') {
            return reader.attribute(name).cloned().ok_or_else(|| {
                ReadError::new(undefined, Problem::UndefinedAlias { alias: format!("#{name}") })
            });
        }
        let mut attribute = Attribute {
            name: name.to_owned(),
            parameters: Vec::new(),
            values: Vec::new(),
            depth: 0,
        };
        if reader.eat_mark('<') {
            reader.nested(|reader| attribute.read_body(reader))?;
        }
        attribute.depth = attribute.nested_depth();
        if MAX_DEPTH < attribute.depth {
            return Err(ReadError::new(undefined, Problem::TooDeep));
        }
        Ok(Arc::new(attribute))
    }

    /// Reads what stands between the angle brackets, and the closing one.
    fn read_body(&mut self, reader: &mut Reader<'_>) -> Result<(), ReadError> {
        while !reader.eat_mark('>') {
            if reader.eat_mark(',') {
                continue;
            }
            let is_named = reader.peek_second() == Token::Mark('=');
            match reader.peek() {
                Token::Word(name) if is_named => {
                    reader.next();
                    reader.next();
                    self.parameters.push((name.to_owned(), AttributeValue::read(reader)?));
                }
                Token::Mark('{') => self.parameters.extend(read_dictionary(reader)?),
                Token::End => return Err(reader.expected("'>'")),
                _ => self.values.push(AttributeValue::read(reader)?),
            }
        }
        Ok(())
    }
}

impl AttributeValue {
    /// Reads one value, with the type that may follow it.
    pub(in crate::triton) fn read(reader: &mut Reader<'_>) -> Result<AttributeValue, ReadError> {
        let value = match reader.peek() {
            Token::Hash(_) => AttributeValue::Attribute(Attribute::read(reader)?),
            Token::Mark('[') => {
                reader.next();
                reader.nested(read_list)?
            }
            Token::Mark('{') => AttributeValue::Dictionary(read_dictionary(reader)?),
            Token::Quoted(text) => {
                reader.next();
                AttributeValue::String(text.to_owned())
            }
            Token::Number(_) | Token::Mark('-') => read_number(reader)?,
            Token::Word("array") if reader.peek_second() == Token::Mark('<') => {
                reader.next();
                reader.next();
                read_array(reader)?
            }
            Token::Word(word) => {
                reader.next();
                if reader.eat_mark('<') {
                    reader.skip_to_close();
                }
                match word {
                    "true" => AttributeValue::Bool(true),
                    "false" => AttributeValue::Bool(false),
                    "unit" => AttributeValue::Unit,
                    _ => AttributeValue::Word(word.to_owned()),
                }
            }
            Token::Bang(name) | Token::Symbol(name) => {
                reader.next();
                if reader.eat_mark('<') {
                    reader.skip_to_close();
                }
                AttributeValue::Word(name.to_owned())
            }
            _ => return Err(reader.expected("a value")),
        };
        if reader.at_mark(':') {
            match reader.peek_second() {
                // The type of a number: `4 : i32`.
                Token::Word(_) | Token::Bang(_) => {
                    reader.next();
                    reader.next();
                    if reader.eat_mark('<') {
                        reader.skip_to_close();
                    }
                }
                Token::Mark('+') => {
                    let expected = "a number before ':+'";
                    let interval = value.as_integer().ok_or_else(|| reader.expected(expected))?;
                    reader.next();
                    reader.next();
                    let padding = read_number(reader)?;
                    let expected = "a number after ':+'";
                    let padding = padding.as_integer().ok_or_else(|| reader.expected(expected))?;
                    return Ok(AttributeValue::Padding { interval, padding });
                }
                _ => {}
            }
        }
        Ok(value)
    }
}

/// Reads `{name = value, "name" = value, name}`; the next token is the brace.
pub(in crate::triton) fn read_dictionary(
    reader: &mut Reader<'_>,
) -> Result<Vec<(String, AttributeValue)>, ReadError> {
    reader.expect_mark('{', "'{'")?;
    reader.nested(|reader| {
        let mut entries = Vec::new();
        while !reader.eat_mark('}') {
            if reader.eat_mark(',') {
                continue;
            }
            let name = match reader.peek() {
                Token::Word(name) | Token::Quoted(name) => name.to_owned(),
                _ => return Err(reader.expected("a name or '}'")),
            };
            reader.next();
            let value = if reader.eat_mark('=') {
                AttributeValue::read(reader)?
            } else {
                AttributeValue::Unit
            };
            entries.push((name, value));
        }
        Ok(entries)
    })
}

fn read_list(reader: &mut Reader<'_>) -> Result<AttributeValue, ReadError> {
    let mut values = Vec::new();
    while !reader.eat_mark(']') {
        if !values.is_empty() {
            reader.expect_mark(',', "',' or ']'")?;
        }
        values.push(AttributeValue::read(reader)?);
    }
    Ok(AttributeValue::List(values))
}

/// Reads the rest of `array<i32: 1, 0>`, a list of numbers, or of `array<i32>`, an empty one.
fn read_array(reader: &mut Reader<'_>) -> Result<AttributeValue, ReadError> {
    let Token::Word(_) = reader.next() else { return Err(reader.expected("the type of an array")) };
    let mut values = Vec::new();
    while !reader.eat_mark('>') {
        reader.expect_mark(if values.is_empty() { ':' } else { ',' }, "',' or '>'")?;
        values.push(AttributeValue::read(reader)?);
    }
    Ok(AttributeValue::List(values))
}

/// Reads an integer, or a float, which stays a word.
fn read_number(reader: &mut Reader<'_>) -> Result<AttributeValue, ReadError> {
    let is_negative = reader.eat_mark('-');
    let Token::Number(digits) = reader.peek() else { return Err(reader.expected("a number")) };
    let sign = if is_negative { "-" } else { "" };
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        reader.next();
        return Ok(AttributeValue::Word(format!("{sign}{digits}")));
    }
    let short = || digits.chars().take(40).collect::<String>();
    let number = format!("{sign}{digits}").parse().map_err(|_| {
        reader.error(Problem::NumberTooLarge { digits: format!("{sign}{}", short()) })
    })?;
    reader.next();
    Ok(AttributeValue::Integer(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Arc<Attribute>, ReadError> {
        Attribute::read(&mut Reader::new(text))
    }

    fn refusal(text: &str) -> String {
        let error = read(text).unwrap_err();
        format!("{}: {error}", error.position())
    }

    #[test]
    fn every_form_of_a_body_is_read() {
        let attribute =
            read("#ttg.slice<{dim = 1, parent = #ttg.blocked<{order = [1, 0]}>}>").unwrap();
        assert_eq!(attribute.name(), "slice");
        assert_eq!(attribute.parameter("dim"), Some(&AttributeValue::Integer(1)));
        let Some(AttributeValue::Attribute(parent)) = attribute.parameter("parent") else {
            panic!()
        };
        let order = parent.parameter("order").unwrap().as_list().unwrap();
        assert_eq!(order, [AttributeValue::Integer(1), AttributeValue::Integer(0)]);

        let attribute = read("#ttg.padded_shared<[128:+8] {order = [1], shape = [128]}>").unwrap();
        let padding = AttributeValue::Padding { interval: 128, padding: 8 };
        assert_eq!(attribute.values(), [AttributeValue::List(vec![padding])]);
        assert!(attribute.parameter("shape").is_some());

        let text = "#ttng.tensor_memory_encoding<blockM = 64 : i32, unpacked = true>";
        let attribute = read(text).unwrap();
        assert_eq!(attribute.parameter("blockM"), Some(&AttributeValue::Integer(64)));
        assert_eq!(attribute.parameter("unpacked"), Some(&AttributeValue::Bool(true)));
        assert_eq!(read("#ttg.shared_memory").unwrap().name(), "shared_memory");

        let attribute = read("#x<{a = array<i32: 1, -2>, b = array<i32>, c = 3}>").unwrap();
        let numbers = AttributeValue::List([1, -2].map(AttributeValue::Integer).into());
        assert_eq!(attribute.parameter("a"), Some(&numbers));
        assert_eq!(attribute.parameter("b"), Some(&AttributeValue::List(Vec::new())));
        assert_eq!(attribute.parameter("c"), Some(&AttributeValue::Integer(3)));
        assert_eq!(refusal("#x<{a = array<i32: 1 2>}>"), "1:22: expected ',' or '>' but found '2'");
    }

    #[test]
    fn errors_point_at_the_token() {
        assert_eq!(
            refusal("#ttg.blocked<{order = [1,, 0]}>"),
            "1:26: expected a value but found ','"
        );
        assert_eq!(
            refusal("#ttg.blocked<{\n order"),
            "2:7: expected a name or '}' but found the end of the file"
        );
        assert_eq!(
            refusal("#ttg.slice<{parent = #blocked}>"),
            "1:22: alias #blocked is not defined"
        );
        assert_eq!(
            refusal("#x<{a = 9223372036854775808}>"),
            "1:9: number 9223372036854775808 does not fit in 64 bits"
        );
        let deep = format!("#x<{}", "[".repeat(100_000));
        assert_eq!(refusal(&deep), "1:68: nested more than 64 deep");
    }
}
