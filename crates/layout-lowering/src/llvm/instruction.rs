//! Reads instructions.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::constant::Constant;
use super::error::ReadError;
use super::fences::Fence;
use super::function::Instruction;
use super::lexer::{BEGINS, Token};
use super::operation::{
    AddressFlags, Assembly, Binary, Call, Cast, Flags, FloatBinary, Operand, Operation, Predicate,
    Source,
};
use super::reader::{Reader, global_name};
use super::types::Type;

/// The numbers of the blocks of a function by their names, given when they are first named.
#[derive(Default)]
pub(super) struct Labels<'a>(pub FxHashMap<&'a str, u32>);

impl<'a> Labels<'a> {
    pub fn number(&mut self, name: &'a str) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(name).or_insert(next)
    }
}

impl<'a> Reader<'a> {
    /// One instruction with all that follows it on its line.
    pub fn instruction(&mut self, labels: &mut Labels<'a>) -> Result<Instruction, ReadError> {
        let line = self.line();
        let mut result = None;
        if let Token::Local(name) = self.peek() {
            result = Some(self.define(name)?);
            self.next();
            self.expect_mark('=')?;
        }
        let Token::Word(word) = self.peek() else {
            return Err(self.expected("an instruction"));
        };
        if BEGINS.contains(&word) {
            return Err(self.expected("an instruction or '}'"));
        }
        let mut name: Arc<str> = word.into();
        let mut range = None;
        self.next();
        let mut kind = Type::Void;
        let mut operation = match word {
            "tail" | "musttail" | "notail" | "call" => {
                if word != "call" && !self.eat_word("call") {
                    return Err(self.expected("'call'"));
                }
                let operation;
                (kind, operation) = self.call(&mut range)?;
                name = match &operation {
                    Operation::Call(call) => Arc::clone(&call.callee),
                    Operation::Assembly(_) => "inline assembly".into(),
                    _ => "call".into(),
                };
                operation
            }
            _ => self.operation(word, labels)?,
        };
        let origin = self.attachments(&mut operation)?;
        Ok(Instruction { result, kind, name, operation, range, line, origin })
    }

    /// What follows the operands; the number of the debug location, if there is one.
    fn attachments(&mut self, operation: &mut Operation) -> Result<u32, ReadError> {
        match operation {
            Operation::Unknown => return self.rest_of_line(),
            Operation::Call(_) | Operation::Assembly(_) => {
                self.function_attributes()?;
                if self.at_mark('[') {
                    self.skip_brackets()?;
                }
            }
            Operation::Atomic { .. } | Operation::Fence(_) => {
                self.alignment()?;
            }
            _ => {}
        }
        let mut origin = 0;
        while self.eat_mark(',') {
            let name = self.peek();
            self.metadata()?;
            if let (Token::Metadata("dbg"), Token::Metadata(number)) = (name, self.peek()) {
                origin = number.parse().map_or(0, |number: u32| number.saturating_add(1));
            }
            if let (Token::Metadata("mmra"), Token::Metadata(number)) = (name, self.peek())
                && let Operation::Fence(fence) = operation
            {
                fence.node = Some(number.parse().unwrap_or(u32::MAX));
            }
            self.metadata()?;
        }
        Ok(origin)
    }

    /// What is left of the line of an instruction that is not known; the number of the debug location.
    fn rest_of_line(&mut self) -> Result<u32, ReadError> {
        let mut origin = 0;
        while self.line() == self.taken_line {
            match self.peek() {
                Token::End | Token::Mark('}') => break,
                Token::Mark('(' | '[' | '{') => self.skip_brackets()?,
                Token::OpenQuote | Token::Word("define") => {
                    return Err(self.expected("the end of the line"));
                }
                Token::Local(_) if self.peek_second() == Token::Mark('=') => {
                    return Err(self.expected("the end of the line"));
                }
                Token::Metadata("dbg") => {
                    self.next();
                    if let Token::Metadata(number) = self.peek() {
                        origin = number.parse().map_or(0, |number: u32| number.saturating_add(1));
                    }
                }
                _ => {
                    self.next();
                }
            }
        }
        Ok(origin)
    }

    fn operation(
        &mut self,
        word: &'a str,
        labels: &mut Labels<'a>,
    ) -> Result<Operation, ReadError> {
        if let Some(name) = Binary::from_name(word) {
            let flags = self.flags();
            let left = self.operand()?;
            self.expect_mark(',')?;
            let right = self.operand_like(&left)?;
            return Ok(Operation::Binary { name, flags, left, right });
        }
        if let Some(cast) = Cast::from_name(word) {
            let flags = self.flags();
            let value = self.operand()?;
            if !self.eat_word("to") {
                return Err(self.expected("'to'"));
            }
            return Ok(Operation::Cast { cast, flags, value, to: self.kind()? });
        }
        Ok(match word {
            "icmp" => {
                let is_same_sign = self.eat_word("samesign");
                let Token::Word(predicate) = self.peek() else {
                    return Err(self.expected("a predicate"));
                };
                let Some(predicate) = Predicate::from_name(predicate) else {
                    return Err(self.expected("a predicate"));
                };
                self.next();
                let left = self.operand()?;
                self.expect_mark(',')?;
                let right = self.operand_like(&left)?;
                Operation::Compare { predicate, is_same_sign, left, right }
            }
            "select" => {
                self.flags();
                let condition = self.operand()?;
                let yes = self.operand_after_comma()?;
                let no = self.operand_after_comma()?;
                Operation::Select { condition, yes, no }
            }
            "freeze" => Operation::Freeze(self.operand()?),
            "getelementptr" => {
                let flags = self.gep_flags()?;
                let pointee = self.kind()?;
                let base = self.operand_after_comma()?;
                let mut indices = Vec::new();
                while self.at_mark(',') && !matches!(self.peek_second(), Token::Metadata(_)) {
                    indices.push(self.operand_after_comma()?);
                }
                Operation::Address { flags, pointee, base, indices }
            }
            "fadd" | "fmul" => {
                self.flags();
                let name = if word == "fadd" { FloatBinary::Add } else { FloatBinary::Multiply };
                let left = self.operand()?;
                self.expect_mark(',')?;
                let right = self.operand_like(&left)?;
                Operation::Float { name, left, right }
            }
            "load" | "store" => self.memory_access(word)?,
            "atomicrmw" => {
                self.eat_word("volatile");
                let Token::Word(name) = self.next() else {
                    return Err(self.expected("the name of an atomic operation"));
                };
                let address = self.operand()?;
                let value = self.operand_after_comma()?;
                Operation::Atomic {
                    name: name.into(),
                    address,
                    value,
                    order: self.order_of_memory()?,
                }
            }
            "extractelement" => {
                let vector = self.operand()?;
                Operation::ExtractElement { vector, index: self.operand_after_comma()? }
            }
            "insertelement" => {
                let vector = self.operand()?;
                let element = self.operand_after_comma()?;
                Operation::InsertElement { vector, element, index: self.operand_after_comma()? }
            }
            "shufflevector" => {
                let left = self.operand()?;
                let right = self.operand_after_comma()?;
                let order = self.operand_after_comma()?;
                Operation::Shuffle { left, right, order: self.order(&order)? }
            }
            "extractvalue" => {
                let aggregate = self.operand()?;
                Operation::ExtractValue { aggregate, path: self.path()? }
            }
            "insertvalue" => {
                let aggregate = self.operand()?;
                let element = self.operand_after_comma()?;
                Operation::InsertValue { aggregate, element, path: self.path()? }
            }
            "phi" => self.phi(labels)?,
            "br" => self.branch(labels)?,
            "switch" => self.switch(labels)?,
            "ret" => match self.eat_word("void") {
                true => Operation::Return(None),
                false => Operation::Return(Some(self.operand()?)),
            },
            "unreachable" => Operation::Unreachable,
            "fence" => Operation::Fence(Fence::new(self.order_of_memory()?)),
            _ => Operation::Unknown,
        })
    }

    fn operand_after_comma(&mut self) -> Result<Operand, ReadError> {
        self.expect_mark(',')?;
        self.operand()
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        while let Token::Word(word) = self.peek() {
            match word {
                "nuw" => flags.no_unsigned_wrap = true,
                "nsw" => flags.no_signed_wrap = true,
                "exact" => flags.exact = true,
                "disjoint" => flags.disjoint = true,
                "nneg" => flags.non_negative = true,
                // Flags of floats, of which no bit is computed.
                "fast" | "nnan" | "ninf" | "nsz" | "arcp" | "contract" | "afn" | "reassoc" => {}
                _ => break,
            }
            self.next();
        }
        flags
    }

    fn gep_flags(&mut self) -> Result<AddressFlags, ReadError> {
        let mut flags = AddressFlags::default();
        while let Token::Word(word @ ("inbounds" | "nuw" | "nusw" | "inrange")) = self.peek() {
            self.next();
            match word {
                "inbounds" => (flags.in_bounds, flags.no_signed_wrap) = (true, true),
                "nuw" => flags.no_unsigned_wrap = true,
                "nusw" => flags.no_signed_wrap = true,
                _ => self.skip_brackets()?,
            }
        }
        Ok(flags)
    }

    /// `load volatile T, ptr %p, align 4` or `store T %x, ptr %p, align 4`.
    fn memory_access(&mut self, word: &str) -> Result<Operation, ReadError> {
        if self.eat_word("atomic") {
            return Ok(Operation::Unknown);
        }
        self.eat_word("volatile");
        if word == "load" {
            let kind = self.kind()?;
            let address = self.operand_after_comma()?;
            return Ok(Operation::Load { kind, address, alignment: self.alignment()? });
        }
        let value = self.operand()?;
        let address = self.operand_after_comma()?;
        Ok(Operation::Store { value, address, alignment: self.alignment()? })
    }

    fn alignment(&mut self) -> Result<u64, ReadError> {
        if self.at_mark(',') && self.peek_second() == Token::Word("align") {
            self.next();
            self.next();
            return self.integer();
        }
        Ok(1)
    }

    fn path(&mut self) -> Result<Vec<usize>, ReadError> {
        let mut path = Vec::new();
        while self.at_mark(',') && matches!(self.peek_second(), Token::Number(_)) {
            self.next();
            path.push(self.integer()?);
        }
        Ok(path)
    }

    /// The constant that says what a shuffle takes.
    fn order(&self, order: &Operand) -> Result<Vec<Option<u32>>, ReadError> {
        let wrong = || self.error("the order of a shuffle is not a vector of constants");
        let (Type::Vector(count, _), Source::Constant(constant)) = (&order.kind, &order.value)
        else {
            return Err(wrong());
        };
        let entry = |constant: &Constant| match constant {
            Constant::Number(number) => Ok(Some(*number as u32)),
            Constant::Zero => Ok(Some(0)),
            Constant::Undefined | Constant::Poison => Ok(None),
            _ => Err(wrong()),
        };
        match constant {
            Constant::Many(entries) => entries.iter().map(entry).collect(),
            Constant::Splat(constant) => Ok(vec![entry(constant)?; *count as usize]),
            other => Ok(vec![entry(other)?; *count as usize]),
        }
    }

    fn label(&mut self, labels: &mut Labels<'a>) -> Result<u32, ReadError> {
        self.eat_word("label");
        match self.peek() {
            Token::Local(name) => {
                self.next();
                Ok(labels.number(name))
            }
            _ => Err(self.expected("a label")),
        }
    }

    fn phi(&mut self, labels: &mut Labels<'a>) -> Result<Operation, ReadError> {
        self.flags();
        let kind = self.kind()?;
        let like = Operand { kind, value: Source::Local(0) };
        let mut incoming = Vec::new();
        loop {
            self.expect_mark('[')?;
            let n_uses = self.uses.len();
            let value = self.operand_like(&like)?;
            self.expect_mark(',')?;
            let block = self.label(labels)?;
            self.uses[n_uses..].iter_mut().for_each(|own| own.from = Some(block));
            incoming.push((value, block));
            self.expect_mark(']')?;
            if !self.at_mark(',') || self.peek_second() != Token::Mark('[') {
                return Ok(Operation::Phi(incoming));
            }
            self.next();
        }
    }

    fn branch(&mut self, labels: &mut Labels<'a>) -> Result<Operation, ReadError> {
        if self.peek() == Token::Word("label") {
            return Ok(Operation::Jump(self.label(labels)?));
        }
        let condition = self.operand()?;
        self.expect_mark(',')?;
        let yes = self.label(labels)?;
        self.expect_mark(',')?;
        Ok(Operation::Branch { condition, yes, no: self.label(labels)? })
    }

    fn switch(&mut self, labels: &mut Labels<'a>) -> Result<Operation, ReadError> {
        let value = self.operand()?;
        self.expect_mark(',')?;
        let otherwise = self.label(labels)?;
        self.expect_mark('[')?;
        let mut cases = Vec::new();
        while !self.eat_mark(']') {
            let Source::Constant(Constant::Number(number)) = self.operand()?.value else {
                return Err(self.expected("a number"));
            };
            self.expect_mark(',')?;
            if cases.iter().any(|(own, _)| *own == number) {
                return Err(self.error(format!("a switch has {number} a second time")));
            }
            cases.push((number, self.label(labels)?));
        }
        Ok(Operation::Switch { value, otherwise, cases })
    }

    /// What follows `call`: the type of the result and the call.
    fn call(&mut self, range: &mut Option<(u128, u128)>) -> Result<(Type, Operation), ReadError> {
        // Calling conventions, flags and attributes of the result.
        while !self.is_type_next() {
            match self.peek() {
                Token::Word(word) => {
                    self.next();
                    if word == "range" {
                        *range = Some(self.range()?);
                    } else if let Token::Mark('(') = self.peek() {
                        self.skip_brackets()?;
                    } else if let Token::Number(_) = self.peek() {
                        self.next();
                    }
                }
                _ => return Err(self.expected("a type")),
            }
        }
        let kind = self.kind()?;
        // The types of the arguments, where there may be more of them.
        if self.at_mark('(') {
            self.skip_brackets()?;
        }
        match self.peek() {
            Token::Global(callee) => {
                self.next();
                let arguments = self.call_arguments()?;
                let callee = global_name(callee);
                Ok((kind, Operation::Call(Call { callee, arguments })))
            }
            Token::Word("asm") => {
                self.next();
                let mut has_effects = false;
                while let Token::Word(word) = self.peek() {
                    has_effects |= word == "sideeffect";
                    self.next();
                }
                let text = self.quoted()?;
                self.expect_mark(',')?;
                let constraints = self.quoted()?;
                let arguments = self.call_arguments()?;
                let own = Assembly { text, constraints, has_effects, arguments };
                Ok((kind, Operation::Assembly(own)))
            }
            _ => Ok((kind, Operation::Unknown)),
        }
    }

    /// `(i32 0, 1024)`.
    pub fn range(&mut self) -> Result<(u128, u128), ReadError> {
        self.expect_mark('(')?;
        let first = self.operand()?;
        self.expect_mark(',')?;
        let end = self.operand_like(&first)?;
        self.expect_mark(')')?;
        match (first.value, end.value) {
            (
                Source::Constant(Constant::Number(first)),
                Source::Constant(Constant::Number(end)),
            ) => Ok((first, end)),
            _ => Err(self.expected("a range of numbers")),
        }
    }

    fn call_arguments(&mut self) -> Result<Vec<Operand>, ReadError> {
        self.expect_mark('(')?;
        let mut arguments = Vec::new();
        while !self.eat_mark(')') {
            arguments.push(self.operand()?);
            if !self.at_mark(')') {
                self.expect_mark(',')?;
            }
        }
        Ok(arguments)
    }

    /// `getelementptr (i8, ptr @x, i32 4)` and the like, as a constant.
    pub fn expression(&mut self) -> Result<Operation, ReadError> {
        let Token::Word(word) = self.peek() else { return Err(self.expected("a constant")) };
        let is_known = Binary::from_name(word).is_some()
            || Cast::from_name(word).is_some()
            || word == "getelementptr";
        if !is_known {
            return Err(self.expected("a constant"));
        }
        self.next();
        if word == "getelementptr" {
            self.gep_flags()?;
        } else {
            self.flags();
        }
        self.expect_mark('(')?;
        let operation = match Binary::from_name(word) {
            // In a constant the type of the second operand is written, too.
            Some(name) => {
                let left = self.operand()?;
                let right = self.operand_after_comma()?;
                Operation::Binary { name, flags: Flags::default(), left, right }
            }
            None => self.operation(word, &mut Labels::default())?,
        };
        self.expect_mark(')')?;
        Ok(operation)
    }
}
