//! PTX as inline assembly has it: statements with `$0`, `$1`, ... for the operands.

/// A statement: `@p ld.global.v2.b32 {$0, $1}, [$2 + 16]`.
#[derive(Debug, PartialEq)]
pub(super) struct PtxStatement<'t> {
    /// The predicate, and whether it must be false.
    pub guard: Option<(&'t str, bool)>,
    pub opcode: &'t str,
    pub operands: Vec<Operand<'t>>,
}

#[derive(Debug, PartialEq)]
pub(super) enum Operand<'t> {
    /// A register or a number.
    Plain(&'t str),
    Address {
        base: &'t str,
        offset: i64,
    },
    Vector(Vec<&'t str>),
}

impl<'t> Operand<'t> {
    pub fn names(&self) -> Vec<&'t str> {
        match self {
            Operand::Plain(name) => vec![name],
            Operand::Vector(names) => names.clone(),
            Operand::Address { .. } => Vec::new(),
        }
    }

    /// The names in it, of registers and others.
    fn registers(&self) -> Vec<&'t str> {
        match self {
            Operand::Address { base, .. } => vec![base],
            _ => self.names(),
        }
    }
}

pub(super) fn number(text: &str) -> Option<i64> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let digits = digits.strip_suffix('U').unwrap_or(digits);
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok()? as i64,
        // What begins with 0 is octal.
        None if 1 < digits.len() && digits.starts_with('0') => return None,
        None => digits.parse().ok()?,
    };
    Some(if is_negative { value.wrapping_neg() } else { value })
}

/// The bits of the elements that a type such as `b32` says.
pub(super) fn width(modifiers: &[&str]) -> Option<u32> {
    let bits = |name: &&str| match *name {
        "pred" => Some(1),
        _ => name.strip_prefix(['b', 'u', 's', 'f'])?.parse::<u32>().ok(),
    };
    modifiers.iter().rev().find_map(bits).filter(|&bits| bits <= 128)
}

/// What a text says.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Parsed<'t> {
    pub statements: Vec<PtxStatement<'t>>,
    /// The registers that it declares, with their bits.
    pub registers: Vec<(&'t str, u32)>,
}

/// The statements of a text; nothing if it has another form, declares a register a second time, or names
/// one outside of the block that declares it.
pub(super) fn parse(text: &str) -> Option<Parsed<'_>> {
    let mut parsed = Parsed::default();
    // How many registers had been declared where each block begins, and those that are there.
    let (mut blocks, mut there) = (Vec::new(), Vec::new());
    let mut rest = behind_comments(text)?;
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('{') {
            blocks.push(there.len());
            rest = behind_comments(inner)?;
            continue;
        }
        if let Some(outer) = rest.strip_prefix('}') {
            there.truncate(blocks.pop()?);
            rest = behind_comments(outer)?;
            continue;
        }
        let (statement, after) = rest.split_once(';').unwrap_or((rest, ""));
        // A comment inside a statement is not read.
        if ["//", "/*"].iter().any(|comment| statement.contains(comment)) {
            return None;
        }
        rest = behind_comments(after)?;
        let statement = statement.trim_end();
        if let Some(declaration) = statement.strip_prefix(".reg") {
            let (kind, names) =
                declaration.trim_start().strip_prefix('.')?.split_once(char::is_whitespace)?;
            for name in names.split(',').map(str::trim) {
                let is_new = is_name(name) && parsed.registers.iter().all(|(own, _)| *own != name);
                parsed.registers.push((is_new.then_some(name)?, width(&[kind])?));
                there.push(name);
            }
        } else if !statement.is_empty() {
            let own = parse_statement(statement)?;
            let names = own.operands.iter().flat_map(Operand::registers);
            let mut names = names.chain(own.guard.map(|(name, _)| name));
            if !names.all(|name| !is_name(name) || there.contains(&name)) {
                return None;
            }
            parsed.statements.push(own);
        }
    }
    blocks.is_empty().then_some(parsed)
}

/// True for a register of the text's own: not an operand, a number, or `_`.
fn is_name(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'%' | b'$');
    text != "_"
        && text
            .bytes()
            .next()
            .is_some_and(|first| first.is_ascii_alphabetic() || first == b'_' || first == b'%')
        && text.bytes().all(is_letter)
}

fn parse_statement(statement: &str) -> Option<PtxStatement<'_>> {
    let mut rest = statement;
    let mut guard = None;
    if let Some(inner) = rest.strip_prefix('@') {
        let (name, after) = inner.split_once(char::is_whitespace)?;
        let (name, is_negated) = match name.strip_prefix('!') {
            Some(name) => (name, true),
            None => (name, false),
        };
        guard = Some((name, is_negated));
        rest = after.trim_start();
    }
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let (opcode, operands) = rest.split_at(end);
    Some(PtxStatement { guard, opcode, operands: parse_operands(operands)? })
}

/// The text behind white space and comments; nothing if a comment has no end.
fn behind_comments(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    loop {
        rest = if let Some(comment) = rest.strip_prefix("//") {
            comment.split_once('\n').map_or("", |(_, after)| after)
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/")?.1
        } else {
            return Some(rest);
        }
        .trim_start();
    }
}

fn parse_operands(text: &str) -> Option<Vec<Operand<'_>>> {
    let mut operands = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let after = match rest.as_bytes()[0] {
            b'{' => {
                let (inner, after) = rest[1..].split_once('}')?;
                operands.push(Operand::Vector(inner.split(',').map(str::trim).collect()));
                after
            }
            b'[' => {
                let (inner, after) = rest[1..].split_once(']')?;
                let (base, offset) = match inner.split_once('+') {
                    Some((base, offset)) => (base.trim(), number(offset.trim())?),
                    None => (inner.trim(), 0),
                };
                operands.push(Operand::Address { base, offset });
                after
            }
            _ => {
                let end = rest.find(',').unwrap_or(rest.len());
                operands.push(Operand::Plain(rest[..end].trim()));
                &rest[end..]
            }
        };
        let after = after.trim_start();
        rest = match after.strip_prefix(',') {
            Some(next) => next.trim_start(),
            None if after.is_empty() => after,
            None => return None,
        };
    }
    Some(operands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements() {
        let text = "mov.u16 $0, 0x0;\n\t@!$2 ld.global.v2.b32 { $0, $1 }, [ $2 + 16 ];";
        let parsed = parse(text).expect("statements").statements;
        assert_eq!(parsed[0].opcode, "mov.u16");
        assert_eq!(parsed[0].operands, [Operand::Plain("$0"), Operand::Plain("0x0")]);
        assert_eq!(parsed[1].guard, Some(("$2", true)));
        let address = Operand::Address { base: "$2", offset: 16 };
        assert_eq!(parsed[1].operands, [Operand::Vector(vec!["$0", "$1"]), address]);
        let opcodes = |text: &'static str| -> Option<Vec<&str>> {
            Some(parse(text)?.statements.iter().map(|statement| statement.opcode).collect())
        };
        // A comment ends at the end of its line.
        assert_eq!(opcodes("membar.cta; // ; bar.sync 0;"), Some(vec!["membar.cta"]));
        assert_eq!(opcodes("// x; y\nbar.sync 0;"), Some(vec!["bar.sync"]));
        assert_eq!(opcodes("/* a;\n b */ { bar.sync 0; }"), Some(vec!["bar.sync"]));
        assert_eq!(opcodes("bar.sync // x\n 0;"), None);
        assert_eq!(opcodes("/* bar.sync 0;"), None);
        assert_eq!(parse("ld.global [ $0"), None);
        assert_eq!(parse("ld.global { $0 } x"), None);
    }

    #[test]
    fn registers_of_blocks() {
        let text =
            "{ .reg .pred p; .reg .b32 a, %b; mov.b32 a, $1; { .reg .b64 c; } @p mov.b32 _, a; }";
        let parsed = parse(text).expect("statements");
        assert_eq!(parsed.registers, [("p", 1), ("a", 32), ("%b", 32), ("c", 64)]);
        for wrong in [
            // Another one of the name hides it, or would be the same.
            "{ .reg .b32 a; { .reg .b64 a; } }",
            "{ .reg .b32 a; } { .reg .b32 a; }",
            "{ .reg .b32 a; } mov.b32 $0, a;",
            "mov.b32 a, $0;",
            "ld.global.b32 $0, [a];",
            "@p mov.b32 $0, $1;",
            "{ .reg .b32 a<4>; }",
            "{ .reg .b32 $0; }",
            "{ mov.b32 $0, $1;",
            "mov.b32 $0, $1; }",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers() {
        assert_eq!((number("-0x10"), number("12"), number("%r1")), (Some(-16), Some(12), None));
        assert_eq!((number("0"), number("012"), number("7U")), (Some(0), None, Some(7)));
        assert_eq!(width(&["global", "v4", "b32"]), Some(32));
    }
}
