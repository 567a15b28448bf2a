//! What stands outside of functions, and around their bodies.

use super::error::ReadError;
use super::fences::{Order, Scope};
use super::function::Launch;
use super::lexer::{BEGINS, Token};
use super::module::Variable;
use super::reader::{Attribute, Reader, global_name};
use super::types::pointer_bits;

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
        self.attributes.clear();
        loop {
            match self.peek() {
                Token::Attributes(number) => {
                    self.attributes.push(Attribute::Group(number));
                    self.next();
                }
                Token::Quoted(name) => {
                    self.next();
                    if self.eat_mark('=') {
                        let value = self.string()?;
                        self.attributes.push(Attribute::Text(name, value));
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

    /// What attributes say of the threads of a block.
    pub fn launch(&self, attributes: &[Attribute<'a>]) -> Vec<Launch> {
        let of_group = |number: &str| self.groups.get(number).cloned().unwrap_or_default();
        let texts = attributes.iter().flat_map(|own| match *own {
            Attribute::Group(number) => of_group(number),
            Attribute::Text(name, value) => vec![(name, value)],
        });
        texts.filter_map(|(name, value)| launch(name, value)).collect()
    }

    /// `syncscope("agent") acq_rel`.
    pub fn order_of_memory(&mut self) -> Result<Order, ReadError> {
        let mut order = Order { releases: false, acquires: false, scope: Scope::System };
        loop {
            let Token::Word(word) = self.peek() else { return Ok(order) };
            match word {
                "monotonic" => {}
                "acquire" => order.acquires = true,
                "release" => order.releases = true,
                "acq_rel" | "seq_cst" => (order.acquires, order.releases) = (true, true),
                "syncscope" => {
                    self.next();
                    self.expect_mark('(')?;
                    let unknown = self.error("the scope is not known");
                    order.scope =
                        match self.string()?.trim_end_matches("one-as").trim_end_matches('-') {
                            "" => Scope::System,
                            "agent" | "device" => Scope::Device,
                            "cluster" => Scope::Cluster,
                            "workgroup" | "block" => Scope::Block,
                            "wavefront" | "singlethread" => Scope::Warp,
                            _ => return Err(unknown),
                        };
                    self.expect_mark(')')?;
                    continue;
                }
                _ => return Ok(order),
            }
            self.next();
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

    fn string(&mut self) -> Result<&'a str, ReadError> {
        match self.peek() {
            Token::Quoted(text) => {
                self.next();
                Ok(text)
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
                self.string().map(|_| ())
            }
            "target" => {
                let is_layout = self.peek() == Token::Word("datalayout");
                self.word(&["datalayout", "triple"])?;
                self.expect_mark('=')?;
                let place = self.error("");
                let text = self.string()?;
                match data_layout_error(text).filter(|_| is_layout) {
                    Some(message) => Err(ReadError { message, ..place }),
                    None => Ok(()),
                }
            }
            "module" => {
                self.word(&["asm"])?;
                self.string().map(|_| ())
            }
            "attributes" => {
                let Token::Attributes(number) = self.peek() else {
                    return Err(self.expected("attributes"));
                };
                self.next();
                self.expect_mark('=')?;
                if !self.at_mark('{') {
                    return Err(self.expected("'{'"));
                }
                let mut group = Vec::new();
                self.in_brackets(|reader| {
                    let Token::Quoted(name) = reader.peek() else { return Ok(false) };
                    reader.next();
                    if reader.eat_mark('=') {
                        group.push((name, reader.string()?));
                    }
                    Ok(true)
                })?;
                self.groups.insert(number, group);
                Ok(())
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
        let length = kind.stride().filter(|_| !is_elsewhere);
        Ok(Variable { name: global_name(name), space, length })
    }
}

/// What an attribute says of the threads of a block.
fn launch(name: &str, value: &str) -> Option<Launch> {
    let numbers: Option<Vec<u64>> = value.split(',').map(|own| own.trim().parse().ok()).collect();
    let product = |own: &[u64]| own.iter().try_fold(1_u64, |all, own| all.checked_mul(*own));
    let (least, most) = match (name, &numbers?[..]) {
        ("nvvm.reqntid", dims) => (product(dims)?, product(dims)?),
        ("nvvm.maxntid", dims) => (1, product(dims)?),
        ("amdgpu-flat-work-group-size", &[least, most]) => (least, most),
        _ => return None,
    };
    Some(Launch { name: name.into(), least, most })
}

/// What of a data layout is at odds with the pointers of the machines that are known.
fn data_layout_error(text: &str) -> Option<String> {
    let size = |space: u32| {
        // Of two sizes the last one is meant.
        let own = text.rsplit('-').find_map(|part| {
            let (name, sizes) = part.strip_prefix('p')?.split_once(':')?;
            let is_it = if name.is_empty() { space == 0 } else { name.parse() == Ok(space) };
            is_it.then(|| sizes.split(':').next()?.parse::<u32>().ok())
        });
        own.unwrap_or(if space == 0 { Some(64) } else { None })
    };
    if text.split('-').any(|part| part == "E") {
        return Some("the highest byte of a number comes first".to_owned());
    }
    let is_wrong = |&space: &u32| match size(space).or(size(0)) {
        Some(bits) => bits != pointer_bits(space),
        None => true,
    };
    let space = [0, 1, 3].into_iter().find(is_wrong)?;
    let expected = pointer_bits(space);
    Some(format!(
        "pointers of address space {space} have {expected} bits on the machines that are known"
    ))
}
