//! Leaves that are not static: which number each `?` of a value is.
//!
//! A `?` in a type says nothing of its value. What does is where the value comes from: shapes, strides
//! and layouts are made of integers, and taken apart again. Each integer gets a name, and two `?` of the
//! same integer get the same name. What no operation says is a number of its own.

use std::cell::RefCell;

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use crate::algebra::{AnyLayout, Budget, Kind, NoParameters, Operation};
use crate::dialect::ir;

/// How far back the definitions of a value are followed.
const MAX_STEPS: usize = 16;

/// The names of the leaves that the operands and results of one operation have.
#[derive(Default)]
pub(super) struct Leaves {
    /// The values that have got a name, by their place in memory.
    named: RefCell<Vec<usize>>,
}

impl Leaves {
    /// The text of a value's type with a name for each `?`, and the facts that the type says of them.
    pub fn named_text(&self, body: &str, value: Value<'_, '_>) -> Option<String> {
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
        Some(with_facts(&text, &facts.join(", ")))
    }

    /// True if every `?` of a value is a number that an operation says.
    pub fn are_known(&self, value: Value<'_, '_>) -> bool {
        let wanted = count(&value.r#type().to_string());
        wanted == 0 || self.traced(value, MAX_STEPS).is_some_and(|known| known.len() == wanted)
    }

    /// The name of each `?` in the type of a value.
    fn names(&self, value: Value<'_, '_>, steps: usize) -> Vec<String> {
        let wanted = count(&value.r#type().to_string());
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
        match (ir::name(operation).strip_prefix("cute.")?, &operands[..]) {
            ("make_shape" | "make_stride" | "make_int_tuple" | "make_coord", all) => {
                Some(all.iter().flat_map(|&operand| of(operand)).collect())
            }
            ("make_layout", [shape, stride]) => Some([of(*shape), of(*stride)].concat()),
            ("make_view", [_, layout]) | ("get_layout", [layout]) => Some(of(*layout)),
            ("get_shape", [source]) => {
                Some(of(*source).into_iter().take(in_shape(*source)?).collect())
            }
            ("get_stride", [source]) => {
                Some(of(*source).into_iter().skip(in_shape(*source)?).collect())
            }
            _ => None,
        }
    }

    /// A name that no other value has.
    fn name_of(&self, value: Value<'_, '_>) -> String {
        let place = value.to_raw().ptr as usize;
        let mut named = self.named.borrow_mut();
        let number = named.iter().position(|&own| own == place).unwrap_or_else(|| {
            named.push(place);
            named.len() - 1
        });
        format!("d{number}")
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

/// How many `?` the shape of a layout has.
fn in_shape(layout: Value<'_, '_>) -> Option<usize> {
    let text = layout.r#type().to_string();
    let (_, body) = text.split_once('"')?;
    Some(count(body.split_once(':')?.0))
}

/// The answer of ours to an operation whose result has leaves that are not static, with what the peer
/// says in all leaves that are: its text in the peer's form.
///
/// # Errors
///
/// Why there is none: our operation has no answer, or its form is another one than the peer's.
pub(super) fn answer_in_form(
    mnemonic: &str,
    operands: &[AnyLayout],
    claimed: &str,
) -> Result<AnyLayout, String> {
    let name = if mnemonic == "composition" { "compose" } else { mnemonic };
    let operation = Operation::named(name).ok_or("it has no operation of ours")?;
    let operands: Vec<&AnyLayout> = operands.iter().collect();
    let answer = operation
        .evaluate(&operands, &NoParameters, &Budget::default())
        .map_err(|error| error.to_string())?;
    let [answer] = &answer[..] else { return Err("it gives no one layout".to_owned()) };
    let text = answer.to_string();
    let (own, facts) = text.split_once(" where ").unwrap_or((&text, ""));
    let other_form = || format!("the form of our answer {own} is not that of {claimed}");
    let filled = filled(own, claimed).ok_or_else(other_form)?;
    AnyLayout::parse(Kind::Cute, &with_facts(&filled, facts)).map_err(|_| other_form())
}

/// The claimed text with the leaves of ours for each `?`; nothing if the brackets differ.
fn filled(own: &str, claimed: &str) -> Option<String> {
    let is_mark = |c: char| matches!(c, '(' | ')' | ',' | ':');
    let mut own = own.split_inclusive(is_mark);
    let mut text = String::new();
    for theirs in claimed.split_inclusive(is_mark) {
        let ours = own.next()?;
        let mark = |leaf: &str| leaf.chars().last().filter(|&c| is_mark(c));
        if mark(ours) != mark(theirs) {
            return None;
        }
        text += if theirs.starts_with('?') { ours } else { theirs };
    }
    own.next().is_none().then_some(text)
}

/// Why an operation was left alone, if it is because of a leaf that is not static.
pub(super) fn reason(operation: OperationRef<'_, '_>) -> Option<String> {
    let results = (0..operation.result_count()).filter_map(|at| operation.result(at).ok());
    let types = operation
        .operands()
        .map(|operand| operand.r#type())
        .chain(results.map(|result| result.r#type()));
    let dynamic = types.map(|own| own.to_string()).find(|text| text.contains('?'))?;
    Some(format!("nothing is claimed of {dynamic}, which is not static"))
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
        assert_eq!(filled("M:1", "(?,8):(8,1)"), None);
    }

    #[test]
    fn an_answer_is_ours_where_the_peer_says_nothing() {
        let layout = |text| AnyLayout::parse(Kind::Cute, text).unwrap();
        let flat = answer_in_form("flatten", &[layout("((M,2),8):((16,8),1)")], "(?,2,8):(16,8,1)");
        assert_eq!(flat.unwrap().to_string(), "(M,2,8):(16,8,1)");
        let other = answer_in_form("flatten", &[layout("((M,2),8):((16,8),1)")], "(?,8):(16,1)");
        assert_eq!(
            other.unwrap_err(),
            "the form of our answer (M,2,8):(16,8,1) is not that of (?,8):(16,1)"
        );
    }
}
