//! Types as files write them.

use super::{ElementType, EncodingUse, MemDesc, Tensor, Type};
use crate::triton::attribute::Attribute;
use crate::triton::dims::MAX_RANK;
use crate::triton::error::{Problem, ReadError};
use crate::triton::lexer::Token;
use crate::triton::reader::Reader;

impl Type {
    /// Reads a type.
    ///
    /// A body without a name, `<128x64xf16, #shared, #smem>`, is a memory descriptor: where an
    /// operation allows no other type, Triton leaves the name out.
    pub(in crate::triton) fn read(reader: &mut Reader<'_>) -> Result<Type, ReadError> {
        match reader.peek() {
            Token::Mark('<') => {
                reader.next();
                reader.nested(read_mem_desc)
            }
            Token::Word("tensor") if reader.peek_second() == Token::Mark('<') => {
                reader.next();
                reader.next();
                reader.nested(read_tensor)
            }
            Token::Bang(name) => {
                if let Some(known) = reader.type_alias(name) {
                    let known = known.clone();
                    reader.next();
                    return Ok(known);
                }
                reader.next();
                let is_mem_desc = name.rsplit('.').next() == Some("memdesc");
                if !reader.eat_mark('<') {
                    return Ok(Type::Other { name: name.to_owned(), nested: Vec::new() });
                }
                if is_mem_desc {
                    return reader.nested(read_mem_desc);
                }
                reader.nested(|reader| read_other(reader, name))
            }
            Token::Word(name) => {
                reader.next();
                if reader.eat_mark('<') {
                    return reader.nested(|reader| read_other(reader, name));
                }
                Ok(Type::Other { name: name.to_owned(), nested: Vec::new() })
            }
            _ => Err(reader.expected("a type")),
        }
    }
}

/// Reads the body of a type that carries no layout itself, for the types in it.
fn read_other(reader: &mut Reader<'_>, name: &str) -> Result<Type, ReadError> {
    let mut nested = Vec::new();
    // A descriptor is of blocks, a tensor whose name newer versions leave out.
    if name.rsplit('.').next() == Some("tensordesc")
        && matches!(reader.peek(), Token::Number(_) | Token::Mark('?'))
    {
        nested.push(read_block(reader)?);
    }
    while !reader.eat_mark('>') {
        match reader.peek() {
            Token::End => return Err(reader.expected("'>'")),
            Token::Word("tensor") if reader.peek_second() == Token::Mark('<') => {
                nested.push(Type::read(reader)?);
            }
            Token::Bang(_) => match Type::read(reader)? {
                Type::Other { nested: within, .. } => nested.extend(within),
                own => nested.push(own),
            },
            Token::Mark('(' | '[' | '{' | '<') => {
                reader.next();
                reader.skip_to_close();
            }
            _ => {
                reader.next();
            }
        }
    }
    Ok(Type::Other { name: name.to_owned(), nested })
}

/// Reads the body of a tensor type and the bracket that closes it.
fn read_tensor(reader: &mut Reader<'_>) -> Result<Type, ReadError> {
    let tensor = read_block(reader)?;
    reader.expect_mark('>', "'>'")?;
    Ok(tensor)
}

/// Reads `128x32xf16, #encoding`, a tensor without its brackets.
fn read_block(reader: &mut Reader<'_>) -> Result<Type, ReadError> {
    let (shape, element) = read_dims_and_element(reader)?;
    let encoding = if reader.eat_mark(',') { read_encoding(reader)? } else { None };
    Ok(Type::Tensor(Tensor { shape, element, encoding }))
}

/// Reads the body of a memory descriptor and the bracket that closes it.
fn read_mem_desc(reader: &mut Reader<'_>) -> Result<Type, ReadError> {
    let (shape, element) = read_dims_and_element(reader)?;
    let (mut encoding, mut memory, mut is_mutable, mut allocated) = (None, None, false, None);
    let mut n_attributes = 0;
    while reader.eat_mark(',') {
        match reader.peek() {
            Token::Hash(_) if n_attributes == 0 => {
                encoding = read_encoding(reader)?;
                n_attributes += 1;
            }
            Token::Hash(_) => {
                memory = Some(Attribute::read(reader)?.name().to_owned());
                n_attributes += 1;
            }
            Token::Word("mutable") => {
                reader.next();
                is_mutable = true;
            }
            Token::Number(text) => {
                let dims = text.split('x').map(str::parse).collect::<Result<Vec<i64>, _>>();
                let dims = dims.map_err(|_| reader.expected("the allocated shape"))?;
                check_rank(&dims, reader)?;
                allocated = Some(dims);
                reader.next();
            }
            _ => return Err(reader.expected("an encoding, a memory space or a shape")),
        }
    }
    reader.expect_mark('>', "',' or '>'")?;
    let tensor = Tensor { shape, element, encoding };
    Ok(Type::MemDesc(MemDesc { tensor, memory, is_mutable, allocated }))
}

/// Reads an encoding; what is there may also be no `#attribute`, as in older dialects.
fn read_encoding(reader: &mut Reader<'_>) -> Result<Option<EncodingUse>, ReadError> {
    let (position, offset) = (reader.position(), reader.offset());
    let attribute = Attribute::read(reader)?;
    let text = reader.text_from(offset).into();
    Ok(Some(EncodingUse { text, position, attribute }))
}

/// Reads `128x32xf16` or `128x!tt.ptr<f16>`. A dynamic extent is -1.
fn read_dims_and_element(reader: &mut Reader<'_>) -> Result<(Vec<i64>, ElementType), ReadError> {
    let mut shape = Vec::new();
    let mut pending = String::new();
    loop {
        match reader.peek() {
            Token::Number(text) => {
                pending = read_dims(text, &mut shape, reader)?;
                reader.next();
            }
            Token::Mark('?' | '*') => {
                shape.push(-1);
                check_rank(&shape, reader)?;
                reader.next();
                // What follows is `x128xf16`, a word.
                if let Token::Word(word) = reader.peek()
                    && let Some(rest) = word.strip_prefix('x')
                {
                    pending = read_dims(rest, &mut shape, reader)?;
                    reader.next();
                }
            }
            Token::Word(word) if pending.is_empty() => {
                pending = word.to_owned();
                reader.next();
            }
            Token::Bang(name) if pending.is_empty() => {
                let offset = reader.offset();
                reader.next();
                if reader.eat_mark('<') {
                    reader.skip_to_close();
                }
                let text = reader.text_from(offset);
                pending = if text.is_empty() { format!("!{name}") } else { text.to_owned() };
            }
            _ => break,
        }
        if !pending.is_empty() {
            return Ok((shape, ElementType(pending.into())));
        }
    }
    Err(reader.expected("an extent or an element type"))
}

/// Shapes are copied with the types that have them: one without end would cost its square.
fn check_rank(shape: &[i64], reader: &Reader<'_>) -> Result<(), ReadError> {
    match shape.len() <= MAX_RANK {
        true => Ok(()),
        false => Err(reader.expected("at most 16 extents")),
    }
}

/// Splits `128x32xf16` into extents and the element type, empty if it is yet to come.
fn read_dims(text: &str, shape: &mut Vec<i64>, reader: &Reader<'_>) -> Result<String, ReadError> {
    let mut rest = text;
    while rest.starts_with(|c: char| c.is_ascii_digit()) {
        let (extent, after) = rest.split_once('x').unwrap_or((rest, ""));
        let number = extent.parse().map_err(|_| {
            let digits = extent.chars().take(40).collect();
            if extent.bytes().all(|b| b.is_ascii_digit()) {
                reader.error(Problem::NumberTooLarge { digits })
            } else {
                reader.expected("an extent")
            }
        })?;
        shape.push(number);
        check_rank(shape, reader)?;
        rest = after;
    }
    Ok(rest.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Type {
        Type::read(&mut Reader::new(text)).unwrap()
    }

    fn refusal(text: &str) -> String {
        let error = Type::read(&mut Reader::new(text)).unwrap_err();
        format!("{}: {error}", error.position())
    }

    #[test]
    fn tensors_of_numbers_and_pointers() {
        let kind = read("tensor<128x32xf16, #ttg.blocked<{order = [1, 0]}> >");
        let tensor = kind.as_tensor().unwrap();
        assert_eq!((tensor.shape(), tensor.element().as_str()), (&[128, 32][..], "f16"));
        assert_eq!(tensor.encoding().unwrap().name(), "blocked");
        assert_eq!(&*tensor.encoding_use().unwrap().text, "#ttg.blocked<{order = [1, 0]}>");

        let kind = read("tensor<128x1x!tt.ptr<f16, 1>, #ttg.x>");
        let tensor = kind.as_tensor().unwrap();
        assert_eq!(tensor.element().as_str(), "!tt.ptr<f16, 1>");
        assert_eq!(tensor.element().pointee().unwrap().as_str(), "f16");
        assert!(read("tensor<f32>").as_tensor().unwrap().shape().is_empty());
        assert_eq!(read("tensor<4x?x8xbf16>").as_tensor().unwrap().shape(), [4, -1, 8]);
    }

    #[test]
    fn memory_descriptors_know_what_was_allocated() {
        let text = "!ttg.memdesc<16x128xf16, #ttg.s, #ttg.shared_memory, mutable, 3x64x128>";
        let kind = read(text);
        let memory = kind.as_mem_desc().unwrap();
        assert_eq!(memory.memory(), Some("shared_memory"));
        assert!(memory.is_mutable());
        assert_eq!((memory.shape(), memory.laid_out_shape()), (&[16, 128][..], &[64, 128][..]));
        assert!(read("<128x64xf16, #ttg.s, #ttg.shared_memory>").as_mem_desc().is_some());
        for text in ["tensor<64x32xf16, #ttg.s>", "64x32xf16, #ttg.s", "64x32xf16"] {
            let descriptor = read(&format!("!tt.tensordesc<{text}>"));
            let Type::Other { nested, .. } = descriptor else { panic!() };
            let block = nested[0].as_tensor().unwrap();
            assert_eq!((block.shape(), block.element().as_str()), (&[64, 32][..], "f16"));
            assert_eq!(block.encoding().is_some(), text.contains('#'));
        }
    }

    #[test]
    fn errors_point_at_the_token() {
        assert_eq!(
            refusal("tensor<128x"),
            "1:12: expected an extent or an element type but found the end of the file"
        );
        assert_eq!(refusal("tensor<8x8xf16, 3>"), "1:17: expected an attribute but found '3'");
        assert_eq!(
            refusal("tensor<99999999999999999999xf16>"),
            "1:8: number 99999999999999999999 does not fit in 64 bits"
        );
        let long = |dims: &str| refusal(&format!("tensor<{dims}f16>"));
        let expected = "expected at most 16 extents but found";
        assert_eq!(long(&"2x".repeat(17)), format!("1:8: {expected} '{}f16'", "2x".repeat(17)));
        assert_eq!(long(&"?x".repeat(17)), format!("1:40: {expected} '?'"));
        assert_eq!(
            read(&format!("tensor<{}f16>", "2x".repeat(16))).as_tensor().unwrap().shape().len(),
            16
        );
        let deep = "!a<".repeat(100_000);
        assert_eq!(refusal(&deep), "1:196: nested more than 64 deep");
    }
}
