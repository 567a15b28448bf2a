//! Leaves that are not static: which number each `?` of a value is.
//!
//! A `?` in a type says nothing of its value. What does is where the value comes from: shapes, strides
//! and layouts are made of integers, and taken apart again. Each integer gets a name, and two `?` of the
//! same integer get the same name. What no operation says is a number of its own.

use std::cell::RefCell;

use melior::ir::operation::OperationLike;
use melior::ir::{Value, ValueLike};

use super::dialect::{Dialect, Role};
use super::reason::Reason;
use super::spelling::written;
use crate::algebra::{AnyLayout, Kind};
use crate::dialect::ir;

/// How far back the definitions of a value are followed.
pub(super) const MAX_STEPS: usize = 16;

/// The names of the leaves that the operands and results of one operation have.
pub(super) struct Leaves<'d> {
    dialect: &'d Dialect,
    /// The values that have got a name, by their place in memory.
    named: RefCell<Vec<usize>>,
}

impl<'d> Leaves<'d> {
    pub fn new(dialect: &'d Dialect) -> Self {
        Leaves { dialect, named: RefCell::default() }
    }

    /// The text of a value's type with a name for each `?`, and the facts that the type says of them.
    pub fn named(&self, body: &str, value: Value<'_, '_>) -> Option<(String, String)> {
        let names = self.names(value, MAX_STEPS);
        let mut names = names.iter();
        let mut text = String::new();
        let mut facts: Vec<String> = Vec::new();
        for piece in pieces(body) {
            let Some(of_leaf) = piece.strip_prefix('?') else {
                text += piece;
                continue;
            };
            let name = names.next()?;
            text += name;
            if let Some(number) = divisor(of_leaf) {
                let fact = format!("{name} mod {number} = 0");
                if !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
        }
        Some((text, facts.join(", ")))
    }

    /// How many `?` the layout or tuple of a value has.
    fn wanted(&self, value: Value<'_, '_>) -> usize {
        let text = self.dialect.notation.read(&written(value.r#type()));
        text.map_or(0, |text| count(&text.body))
    }

    /// The name of each `?` in the type of a value.
    fn names(&self, value: Value<'_, '_>, steps: usize) -> Vec<String> {
        let wanted = self.wanted(value);
        if let Some(known) = self.traced(value, steps)
            && known.len() == wanted
        {
            return known;
        }
        (0..wanted).map(|leaf| format!("{}_{leaf}", self.name_of(value))).collect()
    }

    /// The names that the operands of the operation that made a value have.
    fn traced(&self, value: Value<'_, '_>, steps: usize) -> Option<Vec<String>> {
        let operation = ir::defining_op(value)?;
        let steps = steps.checked_sub(1)?;
        let of = |operand: Value<'_, '_>| match operand.r#type().to_string().starts_with('!') {
            true => self.names(operand, steps),
            false => vec![self.name_of(operand)],
        };
        let operands: Vec<Value<'_, '_>> = operation.operands().collect();
        let mnemonic = ir::name(operation).strip_prefix(self.dialect.name)?.strip_prefix('.')?;
        match (mnemonic, &operands[..]) {
            ("make_shape" | "make_stride" | "make_int_tuple" | "make_coord", all) => {
                Some(all.iter().flat_map(|&operand| of(operand)).collect())
            }
            ("make_layout", [shape, stride]) => Some([of(*shape), of(*stride)].concat()),
            ("make_view", [_, layout]) | ("get_layout", [layout]) => Some(of(*layout)),
            ("get_shape", [source]) => {
                Some(of(*source).into_iter().take(self.in_shape(*source)?).collect())
            }
            ("get_stride", [source]) => {
                Some(of(*source).into_iter().skip(self.in_shape(*source)?).collect())
            }
            _ => None,
        }
    }

    /// A name that no other value has.
    fn name_of(&self, value: Value<'_, '_>) -> String {
        let place = ir::value_key(value);
        let mut named = self.named.borrow_mut();
        let number = named.iter().position(|&own| own == place).unwrap_or_else(|| {
            named.push(place);
            named.len() - 1
        });
        format!("d{number}")
    }

    /// How many `?` the shape of a layout has.
    fn in_shape(&self, layout: Value<'_, '_>) -> Option<usize> {
        let text = self.dialect.notation.read(&written(layout.r#type()))?;
        (text.role == Role::Layout).then_some(())?;
        Some(count(text.body.split_once(':')?.0))
    }
}

/// A layout and its facts as one text.
pub(super) fn with_facts(layout: &str, facts: &str) -> String {
    if facts.is_empty() { layout.to_owned() } else { format!("{layout} where {facts}") }
}

/// The `8` of `{i64 div=8}`.
fn divisor(of_leaf: &str) -> Option<&str> {
    let (_, rest) = of_leaf.split_once("div=")?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    Some(&rest[..end])
}

/// A text cut before and after each `?`, which keeps its braces.
fn pieces(body: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = body;
    while let Some(at) = rest.find('?') {
        pieces.push(&rest[..at]);
        let after = &rest[at + 1..];
        let braces = match after.starts_with('{') {
            true => after.find('}').map_or(0, |end| end + 1),
            false => 0,
        };
        pieces.push(&rest[at..at + 1 + braces]);
        rest = &after[braces..];
    }
    pieces.push(rest);
    pieces
}

fn count(text: &str) -> usize {
    text.matches('?').count()
}

/// The answer of ours with what the peer says in all leaves that are static: the text that the peer's
/// type says, with our leaves for each `?`.
///
/// # Errors
///
/// The brackets of the two differ, so that it is not known which leaf is which.
pub(super) fn in_form(answer: &AnyLayout, claimed: &str, kind: Kind) -> Result<AnyLayout, Reason> {
    let text = answer.to_string();
    let (own, facts) = text.split_once(" where ").unwrap_or((&text, ""));
    let other_form = || format!("the form of our answer {own} is not that of {claimed}");
    let filled = filled(own, claimed).ok_or_else(other_form)?;
    // A fact about a symbol for which the peer has a number is left out.
    let facts: Vec<&str> = facts.split(", ").filter(|fact| is_about(fact, &filled)).collect();
    AnyLayout::parse(kind, &with_facts(&filled, &facts.join(", "))).map_err(|_| other_form().into())
}

fn is_about(fact: &str, text: &str) -> bool {
    let symbol = fact.split(' ').next().unwrap_or_default();
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !symbol.is_empty() && text.split(|c| !is_name(c)).any(|name| name == symbol)
}

fn is_mark(c: char) -> bool {
    matches!(c, '(' | ')' | ',' | ':')
}

/// The claimed text with the leaves of ours for each `?`; nothing if there are more or fewer leaves.
fn filled(own: &str, claimed: &str) -> Option<String> {
    // An outer function and an offset stand before the layout.
    if let Some((outer, rest)) = claimed.split_once(" o ") {
        let (own_outer, own_rest) = own.split_once(" o ")?;
        return Some(format!("{} o {}", filled(own_outer, outer)?, filled(own_rest, rest)?));
    }
    let (own_shape, own_stride) = own.split_once(':').unwrap_or((own, ""));
    let (shape, stride) = claimed.split_once(':').unwrap_or((claimed, ""));
    let filled = [filled_tuple(own_shape, shape)?, filled_tuple(own_stride, stride)?];
    Some(if claimed.contains(':') { filled.join(":") } else { filled[0].clone() })
}

/// Brackets around one mode say nothing of which leaf is which.
fn filled_tuple(own: &str, claimed: &str) -> Option<String> {
    let mut leaves = own.split(is_mark).filter(|leaf| !leaf.is_empty());
    let mut text = String::new();
    for theirs in claimed.split_inclusive(is_mark) {
        let (leaf, mark) = match theirs.strip_suffix(is_mark) {
            Some(leaf) => (leaf, &theirs[leaf.len()..]),
            None => (theirs, ""),
        };
        if !leaf.is_empty() {
            let ours = leaves.next()?;
            match (leaf.strip_prefix('?'), leaf.find('@')) {
                (None, _) => text += leaf,
                // The number is ours, its position is the peer's.
                (Some(_), Some(at)) => {
                    text += ours.split('@').next().unwrap_or_default();
                    text += &leaf[at..];
                }
                (Some(_), None) => text += ours,
            }
        }
        text += mark;
    }
    leaves.next().is_none().then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_keep_their_braces() {
        assert_eq!(
            pieces("(?{i64 div=8},?):(1,?)"),
            ["(", "?{i64 div=8}", ",", "?", "):(1,", "?", ")"]
        );
        assert_eq!(divisor("{i64 div=16}"), Some("16"));
        assert_eq!(divisor(""), None);
    }

    #[test]
    fn answers_fill_what_is_not_static() {
        assert_eq!(filled("(M,8):(8,1)", "(?,8):(8,1)").as_deref(), Some("(M,8):(8,1)"));
        assert_eq!(filled("(M,8):(8,1)", "(?,4):(?,1)").as_deref(), Some("(M,4):(8,1)"));
        assert_eq!(filled("((M,8)):((8,1))", "(?,4):(?,1)").as_deref(), Some("(M,4):(8,1)"));
        assert_eq!(filled("M:1", "(?,8):(8,1)"), None);
        assert_eq!(
            filled("(M,8):(d0@0,8@1)", "(?,8):(?@0,?{div=8}@2)").as_deref(),
            Some("(M,8):(d0@0,8@2)")
        );
        assert_eq!(
            filled("S<1,0,3> o d0 o (M,8):(8,1)", "S<1,0,3> o ?{div=8} o (?,8):(8,1)").as_deref(),
            Some("S<1,0,3> o d0 o (M,8):(8,1)")
        );
    }

    #[test]
    fn an_answer_is_ours_where_the_peer_says_nothing() {
        let layout = |text| AnyLayout::parse(Kind::Cute, text).unwrap();
        let answer = layout("(M,2,8):(16,8,1) where M mod 4 = 0");
        let form = |claimed| in_form(&answer, claimed, Kind::Cute);
        assert_eq!(
            form("(?,2,8):(16,8,1)").unwrap().to_string(),
            "(M,2,8):(16,8,1) where M mod 4 = 0"
        );
        assert_eq!(form("(7,2,8):(16,8,1)").unwrap().to_string(), "(7,2,8):(16,8,1)");
        assert_eq!(
            form("(?,8):(16,1)").unwrap_err().to_string(),
            "the form of our answer (M,2,8):(16,8,1) is not that of (?,8):(16,1)"
        );
    }
}
