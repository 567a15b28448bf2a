//! The leaves of a type that are not static: names for them, and our answer in their places.

use layout_math::algebra::{AnyLayout, Kind};

use super::not_imported::NotImported;

/// The text of a type with a name for each `?`, and the facts that it says of them; `None` if there are fewer
/// names.
pub fn named(body: &str, names: &[String]) -> Option<(String, String)> {
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

/// A layout and its facts as one text.
pub fn with_facts(layout: &str, facts: &str) -> String {
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

/// How many leaves of a layout or tuple are not static.
pub fn count_open(text: &str) -> usize {
    text.matches('?').count()
}

/// The answer of ours with what the peer says in all leaves that are static: the text that the peer's
/// type says, with our leaves for each `?`.
///
/// # Errors
///
/// The brackets of the two differ, so that it is not known which leaf is which.
pub fn in_form(answer: &AnyLayout, claimed: &str, kind: Kind) -> Result<AnyLayout, NotImported> {
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
