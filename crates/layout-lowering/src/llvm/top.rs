//! What stands outside of functions, and around their bodies.

use super::error::ReadError;
use super::lexer::{BEGINS, Token};
use super::module::Variable;
use super::reader::Reader;

/// Attributes of functions that are written out, where they are not those of a number.
const ATTRIBUTES: &[&str] = &[
    "addrspace",
    "align",
    "alignstack",
    "allockind",
    "allocsize",
    "alwaysinline",
    "builtin",
    "cold",
    "comdat",
    "convergent",
    "gc",
    "hot",
    "inlinehint",
    "local_unnamed_addr",
    "memory",
    "minsize",
    "mustprogress",
    "naked",
    "nobuiltin",
    "nocallback",
    "noduplicate",
    "nofree",
    "noimplicitfloat",
    "noinline",
    "nomerge",
    "nonlazybind",
    "norecurse",
    "noreturn",
    "nosync",
    "nounwind",
    "null_pointer_is_valid",
    "optnone",
    "optsize",
    "partition",
    "readnone",
    "readonly",
    "returns_twice",
    "section",
    "speculatable",
    "ssp",
    "sspreq",
    "sspstrong",
    "strictfp",
    "unnamed_addr",
    "uwtable",
    "vscale_range",
    "willreturn",
    "writeonly",
];

impl<'a> Reader<'a> {
    /// Attributes behind the arguments of a function or a call.
    pub fn function_attributes(&mut self) -> Result<(), ReadError> {
        loop {
            match self.peek() {
                Token::Attributes => {
                    self.next();
                }
                Token::Quoted(_) => {
                    self.next();
                    if self.eat_mark('=') {
                        self.string()?;
                    }
                }
                Token::Word(word) if ATTRIBUTES.contains(&word) => {
                    self.next();
                    if self.at_mark('(') {
                        self.skip_brackets()?;
                    } else if let Token::Number(_) = self.peek() {
                        self.next();
                    }
                }
                // A constant for the debugger or the unwinder.
                Token::Word("personality" | "prefix" | "prologue") => {
                    self.next();
                    self.operand()?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Metadata of a function.
    pub fn function_metadata(&mut self) -> Result<(), ReadError> {
        while let Token::Metadata(_) = self.peek() {
            self.metadata()?;
            self.metadata()?;
        }
        Ok(())
    }

    fn string(&mut self) -> Result<(), ReadError> {
        match self.peek() {
            Token::Quoted(_) => {
                self.next();
                Ok(())
            }
            _ => Err(self.expected("a string")),
        }
    }

    fn word(&mut self, words: &[&str]) -> Result<(), ReadError> {
        match self.peek() {
            Token::Word(word) if words.contains(&word) => {
                self.next();
                Ok(())
            }
            _ => {
                let names: Vec<String> = words.iter().map(|own| format!("'{own}'")).collect();
                Err(self.expected(&names.join(" or ")))
            }
        }
    }

    /// What begins with a word of [`BEGINS`] but a definition and a declaration, or with `uselistorder`.
    pub fn of_file(&mut self, word: &str) -> Result<(), ReadError> {
        let unknown =
            self.error(format!("'{word}' begins nothing that stands outside of functions"));
        self.next();
        match word {
            "source_filename" => {
                self.expect_mark('=')?;
                self.string()
            }
            "target" => {
                self.word(&["datalayout", "triple"])?;
                self.expect_mark('=')?;
                self.string()
            }
            "module" => {
                self.word(&["asm"])?;
                self.string()
            }
            "attributes" => {
                if self.peek() != Token::Attributes {
                    return Err(self.expected("attributes"));
                }
                self.next();
                self.expect_mark('=')?;
                self.braces()
            }
            "uselistorder" => {
                self.operand()?;
                self.expect_mark(',')?;
                self.braces()
            }
            // `$x = comdat any`.
            _ if word.starts_with('$') => {
                self.expect_mark('=')?;
                self.word(&["comdat"])?;
                self.word(&["any", "exactmatch", "largest", "nodeduplicate", "samesize"])
            }
            _ => Err(unknown),
        }
    }

    fn braces(&mut self) -> Result<(), ReadError> {
        match self.at_mark('{') {
            true => self.skip_brackets(),
            false => Err(self.expected("'{'")),
        }
    }

    /// `@x = external addrspace(3) global [0 x i8], align 16`.
    pub fn variable(&mut self, name: &'a str) -> Result<Variable, ReadError> {
        self.next();
        self.expect_mark('=')?;
        let (mut space, mut is_elsewhere) = (0, false);
        let what = loop {
            match self.peek() {
                Token::Word("addrspace") => {
                    self.next();
                    self.expect_mark('(')?;
                    space = self.integer()?;
                    self.expect_mark(')')?;
                }
                Token::Word(word @ ("global" | "constant" | "alias" | "ifunc")) => break word,
                Token::Word(word) if !BEGINS.contains(&word) => {
                    is_elsewhere |= matches!(word, "external" | "extern_weak");
                    self.next();
                    self.skip_brackets()?;
                }
                _ => return Err(self.expected("'global', 'constant', 'alias' or 'ifunc'")),
            }
        };
        self.next();
        let kind = self.kind()?;
        if matches!(what, "alias" | "ifunc") {
            self.expect_mark(',')?;
            self.operand()?;
        } else if !is_elsewhere {
            self.constant_of(&kind)?;
        }
        while self.eat_mark(',') {
            match self.peek() {
                Token::Metadata(_) => self.function_metadata()?,
                Token::Word(_) => {
                    self.next();
                    match self.peek() {
                        Token::Number(_) | Token::Quoted(_) => {
                            self.next();
                        }
                        _ => self.skip_brackets()?,
                    }
                }
                _ => return Err(self.expected("a property of the variable")),
            }
        }
        self.function_attributes()?;
        Ok(Variable { name: name.into(), space })
    }
}
