//! Numbers that may not be known, as leaves of tuples.

use std::fmt;

use crate::cute::Tuple;
use crate::text::MAX_DEPTH;

/// A leaf of a tuple of numbers, of which some are not known.
///
/// ```
/// use layout_math::partial::Leaf;
///
/// let tuple = Leaf::tuple("(?{div=8},(2,_),1@0)").expect("a tuple");
/// assert_eq!(tuple.to_string(), "(?,(2,_),1@0)");
/// let known: Vec<Option<i64>> = tuple.leaves().map(Leaf::number).collect();
/// assert_eq!(known, [None, Some(2), None, None]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leaf {
    Number(i64),
    /// A number at a position, `2@1`, as it is written.
    Basis(String),
    /// `?`: a number that is not known.
    Open,
    /// `?@1`: one at a known position, which is the text.
    OpenAt(String),
    /// `_`: a whole mode.
    All,
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Leaf::Number(number) => number.fmt(f),
            Leaf::Basis(text) => f.write_str(text),
            Leaf::Open => f.write_str("?"),
            Leaf::OpenAt(position) => write!(f, "?{position}"),
            Leaf::All => f.write_str("_"),
        }
    }
}

impl From<Option<i64>> for Leaf {
    /// A number, or one that is not known.
    fn from(number: Option<i64>) -> Self {
        number.map_or(Leaf::Open, Leaf::Number)
    }
}

impl Leaf {
    /// The tuple that a text is, such as `(?{div=8},(2,_))`, without what it says of a number that is not
    /// known; `None` for a text that is not a tuple.
    pub fn tuple(text: &str) -> Option<Tuple<Leaf>> {
        let mut rest = text;
        let tuple = read(&mut rest, 0)?;
        rest.is_empty().then_some(tuple)
    }

    /// The number, if it is known and stands at no position.
    pub fn number(&self) -> Option<i64> {
        match self {
            Leaf::Number(number) => Some(*number),
            _ => None,
        }
    }
}

/// Reads one tuple off the text.
fn read(rest: &mut &str, depth: usize) -> Option<Tuple<Leaf>> {
    if MAX_DEPTH <= depth {
        return None;
    }
    if let Some(inner) = rest.strip_prefix('(') {
        *rest = inner;
        let mut modes = Vec::new();
        if let Some(after) = rest.strip_prefix(')') {
            *rest = after;
            return Some(Tuple::Node(modes));
        }
        loop {
            modes.push(read(rest, depth + 1)?);
            let mark = rest.chars().next()?;
            *rest = &rest[mark.len_utf8()..];
            match mark {
                ',' => {}
                ')' => return Some(Tuple::Node(modes)),
                _ => return None,
            }
        }
    }
    let end = rest.find([',', ')']).unwrap_or(rest.len());
    let (leaf, after) = rest.split_at(end);
    *rest = after;
    leaf_of(leaf).map(Tuple::Leaf)
}

/// `_`, or a number that is known or not, `-8` or `?{i64 div=8}`, and its position, `@1@0`.
fn leaf_of(text: &str) -> Option<Leaf> {
    if text == "_" {
        return Some(Leaf::All);
    }
    let (number, position) = text.split_at(text.find('@').unwrap_or(text.len()));
    let position = position.split('@').skip(1).map(|at| is_digits(at).then_some(at)?.parse().ok());
    let position: Vec<u32> = position.collect::<Option<_>>()?;
    let position: String = position.iter().map(|at| format!("@{at}")).collect();
    let Some(facts) = number.strip_prefix('?') else {
        is_digits(number.strip_prefix('-').unwrap_or(number)).then_some(())?;
        let number: i64 = number.parse().ok()?;
        return Some(match position.is_empty() {
            true => Leaf::Number(number),
            false => Leaf::Basis(format!("{number}{position}")),
        });
    };
    let facts = match facts {
        "" => "",
        facts => facts.strip_prefix('{')?.strip_suffix('}')?,
    };
    let is_fact = |fact: &str| {
        fact.strip_prefix("div=-")
            .or(fact.strip_prefix("div="))
            .or(fact.strip_prefix('i'))
            .is_some_and(is_digits)
    };
    if !facts.split_terminator(' ').all(is_fact) {
        return None;
    }
    Some(match position.is_empty() {
        true => Leaf::Open,
        false => Leaf::OpenAt(position),
    })
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::super::tests::tuple;
    use super::*;

    #[test]
    fn tuples_are_read_without_what_is_said_of_a_leaf() {
        assert_eq!(tuple("(?{i64 div=8},(2,_),1@0@1,())").to_string(), "(?,(2,_),1@0@1,())");
        assert_eq!(tuple("(?{div=8}@1@0,?@1)").to_string(), "(?@1@0,?@1)");
        assert_eq!(tuple("(?{},-07,03@02)").to_string(), "(?,-7,3@2)");
        let wrong = [
            "",
            "(1",
            "1)",
            "((1)2)",
            "(1,,2)",
            "(1,)",
            "(a)",
            "(1,2)3",
            "-",
            "+1",
            "--1",
            "1E",
            "1E0",
            "0x10",
            "1.5",
            "1_000",
            "1@",
            "@0",
            "1@0@",
            "1@-1",
            "1@x",
            "1@9999999999",
            "1x",
            "_1",
            "?1",
            "?x",
            "?{",
            "?{div=8",
            "?{div=}",
            "?{div=x}",
            "?{mod=8}",
            "?{div=8}x",
            "?@",
            "?@1x",
            "*",
            "1 2",
            "99999999999999999999",
        ];
        for wrong in wrong {
            assert_eq!(Leaf::tuple(wrong), None, "{wrong}");
        }
        assert_eq!(Leaf::tuple(&"(".repeat(100_000)), None);
    }
}
