//! PTX as inline assembly has it: statements with `$0`, `$1`, ... for the operands.

/// A statement: `@p ld.global.v2.b32 {$0, $1}, [$2 + 16]`.
#[derive(Debug, PartialEq)]
pub(super) struct Statement<'t> {
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
}

pub(super) fn number(text: &str) -> Option<i64> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let digits = digits.strip_suffix('U').unwrap_or(digits);
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok()? as i64,
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

pub(super) fn vector(modifiers: &[&str]) -> usize {
    let count = |name: &&str| name.strip_prefix('v')?.parse().ok();
    modifiers.iter().find_map(count).unwrap_or(1)
}

/// True if it is plain memory that is accessed, however it is cached.
pub(super) fn is_memory(modifiers: &[&str]) -> bool {
    let is_plain = |name: &&str| {
        let is_cache = ["L1::", "L2::"].iter().any(|begin| name.starts_with(begin));
        matches!(
            *name,
            "global"
                | "shared"
                | "shared::cta"
                | "ca"
                | "cg"
                | "cs"
                | "cv"
                | "lu"
                | "wb"
                | "wt"
                | "nc"
                | "volatile"
                | "relaxed"
                | "weak"
                | "gpu"
                | "cta"
        ) || is_cache
            || width(&[name]).is_some()
            || ["v2", "v4", "v8"].contains(name)
    };
    modifiers.iter().all(is_plain)
        && modifiers.iter().any(|name| name.starts_with("global") || name.starts_with("shared"))
}

/// The statements of a text; nothing if it has another form. Braces around all of it and declarations of
/// registers are left out.
pub(super) fn parse(text: &str) -> Option<Vec<Statement<'_>>> {
    let mut statements = Vec::new();
    let mut left = text;
    while let Some(begin) = behind_comments(left)? {
        // A comment inside a statement is not read.
        let (statement, after) = begin.split_once(';').unwrap_or((begin, ""));
        if ["//", "/*"].iter().any(|comment| statement.contains(comment)) {
            return None;
        }
        left = after;
        let mut rest = statement.trim_end();
        if rest.is_empty() || rest.starts_with(".reg") {
            continue;
        }
        let mut guard = None;
        if let Some(inner) = rest.strip_prefix('@') {
            let (name, after) = inner.split_once(char::is_whitespace)?;
            guard = Some((name.trim_start_matches('!'), name.starts_with('!')));
            rest = after.trim_start();
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (opcode, operands) = rest.split_at(end);
        statements.push(Statement { guard, opcode, operands: parse_operands(operands)? });
    }
    Some(statements)
}

/// The text from the next statement on, behind comments and the brackets of a block, which is for the names
/// of registers: `Some(None)` at the end, `None` if a comment has no end.
fn behind_comments(text: &str) -> Option<Option<&str>> {
    let mut rest = text.trim_start();
    loop {
        rest = if let Some(comment) = rest.strip_prefix("//") {
            comment.split_once('\n').map_or("", |(_, after)| after)
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/")?.1
        } else if let Some(inner) = rest.strip_prefix(['{', '}']) {
            inner
        } else {
            return Some((!rest.is_empty()).then_some(rest));
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
        let parsed = parse(text).expect("statements");
        assert_eq!(parsed[0].opcode, "mov.u16");
        assert_eq!(parsed[0].operands, [Operand::Plain("$0"), Operand::Plain("0x0")]);
        assert_eq!(parsed[1].guard, Some(("$2", true)));
        let address = Operand::Address { base: "$2", offset: 16 };
        assert_eq!(parsed[1].operands, [Operand::Vector(vec!["$0", "$1"]), address]);
        let opcodes = |text: &'static str| -> Option<Vec<&str>> {
            Some(parse(text)?.iter().map(|statement| statement.opcode).collect())
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
    fn modifiers() {
        let split = |text: &'static str| text.split('.').collect::<Vec<_>>();
        assert_eq!(width(&split("global.L1::evict_last.v4.b32")), Some(32));
        assert_eq!(vector(&split("global.v4.b32")), 4);
        assert!(is_memory(&split("global.L1::evict_last.v4.b32")));
        assert!(!is_memory(&split("param.b32")));
        assert!(!is_memory(&split("global.acquire.b32")));
        assert_eq!((number("-0x10"), number("12"), number("%r1")), (Some(-16), Some(12), None));
    }
}
