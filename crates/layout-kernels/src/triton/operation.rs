//! The operations of a file that move data between registers and memories.

use super::attribute::read::read_dictionary;
use super::attribute::{AttributeValue, find};
use super::error::ReadError;
use super::lexer::{Position, Token};
use super::reader::Reader;
use super::types::{ElementType, MemDesc, Tensor, Type};
use super::values::Access;

/// An operation with its place in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    pub(super) name: String,
    pub(super) position: Position,
    pub(super) function: Option<usize>,
    pub(super) in_loop: Option<usize>,
    pub(super) results: Vec<String>,
    pub(super) operands: Vec<String>,
    pub(super) offsets: Vec<i64>,
    pub(super) attributes: Vec<(String, AttributeValue)>,
    pub(super) operand_types: Vec<Type>,
    pub(super) result_types: Vec<Type>,
    /// The keywords and the numbers outside of brackets.
    pub(super) words: Vec<String>,
    pub(super) numbers: Vec<i64>,
    pub(super) callee: Option<String>,
    pub(super) access: Option<Access>,
    pub(super) allocation: Option<String>,
    /// The operands of a view that are constants.
    pub(super) constants: Vec<Option<i64>>,
}

/// What an operation moves, as far as layouts are concerned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Movement<'o> {
    /// Registers to registers: `ttg.convert_layout`.
    Convert { from: &'o Tensor, to: &'o Tensor },
    /// Shared memory to registers: `ttg.local_load`.
    SharedLoad { memory: &'o MemDesc, value: &'o Tensor },
    /// Registers to shared memory: `ttg.local_store`, and `ttg.local_alloc` of a value.
    SharedStore { value: &'o Tensor, memory: &'o MemDesc },
    /// Global memory to registers: `tt.load`, `amdg.buffer_load`. The tensor is distributed like the
    /// pointers or offsets; its elements may be pointers.
    GlobalLoad { tensor: &'o Tensor },
    /// Registers to global memory: `tt.store`, `amdg.buffer_store`.
    GlobalStore { tensor: &'o Tensor },
    /// Global memory to shared memory by the threads: `ttg.async_copy_global_to_local`.
    GlobalToShared { pointers: &'o Tensor, memory: &'o MemDesc },
    /// Tensor memory to registers: `ttng.tmem_load`.
    TensorMemoryLoad { memory: &'o MemDesc, value: &'o Tensor },
    /// Registers to tensor memory: `ttng.tmem_store`, and `ttng.tmem_alloc` of a value.
    TensorMemoryStore { value: &'o Tensor, memory: &'o MemDesc },
    /// Another name for (a part of) a memory: `ttg.memdesc_index`, `ttg.memdesc_subslice`, ...
    View { from: &'o MemDesc, to: &'o MemDesc },
    /// Memory without a value in it: `ttg.local_alloc : () -> ...`.
    Allocation { memory: &'o MemDesc },
}

/// The names, without their dialects, of the operations that a module keeps. All others are skipped.
const KEPT: &[&str] = &[
    "convert_layout",
    "local_alloc",
    "local_load",
    "local_store",
    "load",
    "store",
    "atomic_rmw",
    "buffer_load",
    "buffer_store",
    "buffer_load_to_local",
    "async_copy_global_to_local",
    "tmem_alloc",
    "tmem_load",
    "tmem_store",
    "memdesc_index",
    "memdesc_subview",
    "memdesc_subslice",
    "memdesc_trans",
    "memdesc_reshape",
    "memdesc_reinterpret",
    "tmem_subslice",
];

/// The dialects of Triton in all versions.
const DIALECTS: &[&str] =
    &["tt", "ttg", "ttng", "triton_gpu", "triton_nvidia_gpu", "amdg", "amdgpu"];

/// True if a name, of an operation, a type or an attribute, is of a dialect of Triton.
pub(super) fn is_of_triton(name: &str) -> bool {
    name.split_once('.').is_some_and(|(dialect, _)| DIALECTS.contains(&dialect))
}

/// True if this is the name of an operation that a module keeps.
pub(super) fn is_kept(name: &str) -> bool {
    name.split_once('.')
        .is_some_and(|(dialect, name)| DIALECTS.contains(&dialect) && KEPT.contains(&name))
}

impl Operation {
    pub(super) fn new(
        name: &str,
        position: Position,
        function: Option<usize>,
        results: Vec<String>,
    ) -> Self {
        Operation {
            name: name.to_owned(),
            position,
            function,
            in_loop: None,
            results,
            operands: Vec::new(),
            offsets: Vec::new(),
            attributes: Vec::new(),
            operand_types: Vec::new(),
            result_types: Vec::new(),
            words: Vec::new(),
            numbers: Vec::new(),
            callee: None,
            access: None,
            allocation: None,
            constants: Vec::new(),
        }
    }

    /// The full name: `ttg.convert_layout`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The place of the name in the file.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The number of the function that the operation is in, in [`Module::functions`](super::Module).
    pub fn function(&self) -> Option<usize> {
        self.function
    }

    /// The number of the innermost loop that the operation is in.
    pub(crate) fn in_loop(&self) -> Option<usize> {
        self.in_loop
    }

    /// The names of the results, without `%`.
    pub fn results(&self) -> &[String] {
        &self.results
    }

    /// The names of the values that the operation uses, without `%`, in the order of the text.
    pub fn operands(&self) -> &[String] {
        &self.operands
    }

    /// The numbers in square brackets: the offsets of `ttg.memdesc_subslice %x[0, 16]`.
    pub fn offsets(&self) -> &[i64] {
        &self.offsets
    }

    /// The addresses and the mask of an operation on global memory.
    pub fn access(&self) -> Option<&Access> {
        self.access.as_ref()
    }

    /// The allocation that a shared memory is (a part of), as its result and its line, if it is known.
    pub fn allocation(&self) -> Option<&str> {
        self.allocation.as_deref()
    }

    /// For each operand of a view of a memory the number that it is, if it is a constant.
    pub fn constants(&self) -> &[Option<i64>] {
        &self.constants
    }

    /// Where a part of a memory of this rank begins in each dim, as far as it is a number; nothing if
    /// the operation takes no part. An index counts buffers, the first dim.
    pub(crate) fn begins(&self, rank: usize) -> Option<Vec<Option<i64>>> {
        let (_, name) = self.name.split_once('.')?;
        match name {
            "memdesc_index" => {
                let mut begins = vec![Some(0); rank];
                *begins.first_mut()? = *self.constants.get(1)?;
                Some(begins)
            }
            // Older versions have columns alone.
            "tmem_subslice" => {
                let number = |name| self.attribute(name).and_then(AttributeValue::as_integer);
                let mut begins = vec![Some(0); rank];
                let dim = usize::try_from(number("dim").unwrap_or(1)).ok()?;
                *begins.get_mut(dim)? = Some(number("offset").or_else(|| number("N"))?);
                Some(begins)
            }
            "memdesc_subslice" | "memdesc_subview" if self.offsets.len() == rank => {
                Some(self.offsets.iter().copied().map(Some).collect())
            }
            "memdesc_subview" if self.constants.len() == rank + 1 => {
                Some(self.constants[1..].to_vec())
            }
            _ => None,
        }
    }

    /// An attribute of the operation.
    pub fn attribute(&self, name: &str) -> Option<&AttributeValue> {
        find(&self.attributes, name)
    }

    /// The comparison that an `arith.cmpi` is, such as `slt`.
    pub fn predicate(&self) -> Option<&str> {
        const PREDICATES: [&str; 10] =
            ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
        match self.attribute("predicate").and_then(AttributeValue::as_integer) {
            Some(number) => PREDICATES.get(usize::try_from(number).ok()?).copied(),
            None => self.words.first().map(String::as_str),
        }
    }

    /// The constant that an `arith.constant` of one number is, `true` being 1.
    pub fn constant(&self) -> Option<i64> {
        match (&self.words[..], &self.numbers[..], self.attribute("value")) {
            ([.., word], ..) if word == "true" => Some(1),
            ([.., word], ..) if word == "false" => Some(0),
            (_, [number], _) if self.offsets.is_empty() => Some(*number),
            (_, _, Some(value)) => value.as_integer(),
            _ => None,
        }
    }

    /// The types of the operands and of the results.
    pub fn types(&self) -> [&[Type]; 2] {
        [&self.operand_types, &self.result_types]
    }

    /// The numbers outside of brackets.
    pub fn numbers(&self) -> &[i64] {
        &self.numbers
    }

    /// The function that the operation calls, without `@`.
    pub fn callee(&self) -> Option<&str> {
        self.callee.as_deref()
    }

    /// The keywords outside of the attributes, and the floats.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// True if this keyword or float stands outside of the attributes.
    pub fn has_word(&self, word: &str) -> bool {
        self.words.iter().any(|own| own == word)
    }

    /// How many neighboring elements are at most together in one aligned piece of global memory: what
    /// Triton's analysis wrote, and what the constants in the addresses allow.
    pub(crate) fn together(&self) -> Option<i64> {
        let said = self.attribute("contiguity").and_then(AttributeValue::as_integer);
        let said = said.filter(|&said| 1 < said);
        let allowed = self.access.as_ref()?.index()?.alignment();
        // Beyond 16 bytes nothing depends on it.
        [said, Some(allowed).filter(|&allowed| allowed < 16)].into_iter().flatten().min()
    }

    /// What is moved; nothing if the types are not those that the operation should have.
    pub fn movement(&self) -> Option<Movement<'_>> {
        let types = || self.operand_types.iter().chain(&self.result_types);
        let mut tensors = types().filter_map(Type::as_tensor);
        let mut memories = types().filter_map(Type::as_mem_desc);
        let name = self.name.split_once('.').map_or(&*self.name, |(_, name)| name);
        Some(match name {
            "convert_layout" => Movement::Convert { from: tensors.next()?, to: tensors.next()? },
            "local_load" => {
                Movement::SharedLoad { memory: memories.next()?, value: tensors.next()? }
            }
            "local_store" => {
                Movement::SharedStore { value: tensors.next()?, memory: memories.next()? }
            }
            "local_alloc" => match (tensors.next(), memories.next()?) {
                (Some(value), memory) => Movement::SharedStore { value, memory },
                (None, memory) => Movement::Allocation { memory },
            },
            "load" | "buffer_load" => Movement::GlobalLoad { tensor: tensors.next()? },
            "store" | "buffer_store" => Movement::GlobalStore { tensor: tensors.next()? },
            "async_copy_global_to_local" | "buffer_load_to_local" => {
                // A pointer to all of the memory is printed as a type without a name, too.
                let memory = self.result_types.iter().find_map(Type::as_mem_desc);
                Movement::GlobalToShared { pointers: tensors.next()?, memory: memory? }
            }
            "tmem_load" => {
                Movement::TensorMemoryLoad { memory: memories.next()?, value: tensors.next()? }
            }
            "tmem_store" => {
                Movement::TensorMemoryStore { value: tensors.next()?, memory: memories.next()? }
            }
            "tmem_alloc" => match (tensors.next(), memories.next()?) {
                (Some(value), memory) => Movement::TensorMemoryStore { value, memory },
                (None, memory) => Movement::Allocation { memory },
            },
            // Values go there and back.
            "atomic_rmw" => return None,
            _ => Movement::View { from: memories.next()?, to: memories.next()? },
        })
    }

    /// Reads what follows the name: operands, attributes and types.
    pub(super) fn read_rest(&mut self, reader: &mut Reader<'_>) -> Result<(), ReadError> {
        let mut brackets = 0_usize;
        let mut was_minus = false;
        loop {
            let is_negative = std::mem::take(&mut was_minus);
            let is_next_line = brackets == 0 && reader.position().line != self.position.line;
            match reader.peek() {
                // `tt.print "x: " {hex = false} : %x : i32`.
                Token::Mark(':') if matches!(reader.peek_second(), Token::Value(_)) => {
                    reader.next();
                }
                Token::Mark(':') => break,
                // The next operation: this one has no types.
                Token::Word(name) if is_next_line && name.contains('.') => return Ok(()),
                Token::Value(_) if is_next_line => return Ok(()),
                Token::Value(_) => {
                    // A value and `=` begin the next operation: this one has no types.
                    if reader.peek_second() == Token::Mark('=') && brackets == 0 {
                        return Ok(());
                    }
                    self.operands.push(reader.value());
                }
                Token::Number(text) => {
                    let sign = if is_negative { -1 } else { 1 };
                    let number = text.parse::<i64>().ok().map(|number| sign * number);
                    let list = if 0 < brackets { &mut self.offsets } else { &mut self.numbers };
                    list.extend(number);
                    if number.is_none() {
                        let sign = if is_negative { "-" } else { "" };
                        self.words.push(format!("{sign}{text}"));
                    }
                    reader.next();
                }
                Token::Mark('[' | '(') => {
                    brackets += 1;
                    reader.next();
                }
                Token::Mark(']' | ')') if 0 < brackets => {
                    brackets -= 1;
                    reader.next();
                }
                Token::Mark('{') => self.attributes.extend(read_dictionary(reader)?),
                Token::Mark('<') if reader.peek_second() == Token::Mark('{') => {
                    reader.next();
                    self.attributes.extend(read_dictionary(reader)?);
                    reader.expect_mark('>', "'>'")?;
                }
                Token::Word("loc") | Token::Mark('}') => return Ok(()),
                Token::Symbol(name) if self.name.ends_with(".call") => {
                    self.callee = Some(name.to_owned());
                    reader.next();
                }
                Token::Word(word) => {
                    self.words.push(word.to_owned());
                    reader.next();
                }
                Token::Mark('-') => {
                    was_minus = true;
                    reader.next();
                }
                Token::End | Token::OpenQuote => return Err(reader.expected("':' and types")),
                _ => {
                    reader.next();
                }
            }
        }
        reader.next();
        self.operand_types = read_types(reader)?;
        // `<f16>[tensor<...>] tensor<...>`: a pointer, offsets from it, and what stands for the rest.
        while self.has_word("into")
            && (reader.at_mark('[') || reader.peek() == Token::Word("tensor"))
        {
            reader.eat_mark('[');
            self.operand_types.extend(read_types(reader)?);
            reader.eat_mark(']');
        }
        if matches!(reader.peek(), Token::Arrow | Token::Word("to")) {
            reader.next();
            self.result_types = read_types(reader)?;
        }
        Ok(())
    }
}

/// Reads `T, T`, `T * T`, `(T, T)` or `()`.
pub(super) fn read_types(reader: &mut Reader<'_>) -> Result<Vec<Type>, ReadError> {
    let mut types = Vec::new();
    let in_brackets = reader.eat_mark('(');
    if in_brackets && reader.eat_mark(')') {
        return Ok(types);
    }
    loop {
        types.push(Type::read(reader)?);
        let has_more = reader.at_mark(',') || reader.at_mark('*');
        if !has_more {
            break;
        }
        reader.next();
    }
    if in_brackets {
        reader.expect_mark(')', "',' or ')'")?;
    }
    Ok(types)
}

/// The type of the elements that a tensor of values or of pointers moves.
pub(super) fn moved_element(tensor: &Tensor) -> ElementType {
    tensor.element().pointee().unwrap_or_else(|| tensor.element().clone())
}

impl Movement<'_> {
    /// The size in memory, in bits, of the elements that are moved, if it is known.
    pub fn element_bits(&self) -> Option<u32> {
        match self {
            Movement::Convert { from: tensor, .. }
            | Movement::SharedLoad { value: tensor, .. }
            | Movement::SharedStore { value: tensor, .. }
            | Movement::GlobalLoad { tensor }
            | Movement::GlobalStore { tensor }
            | Movement::TensorMemoryLoad { value: tensor, .. }
            | Movement::TensorMemoryStore { value: tensor, .. } => {
                moved_element(tensor).stored_bits()
            }
            // What is distributed may be offsets.
            Movement::GlobalToShared { memory, .. }
            | Movement::View { to: memory, .. }
            | Movement::Allocation { memory } => memory.element().stored_bits(),
        }
    }
}
