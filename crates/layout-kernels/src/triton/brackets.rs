//! Brackets that do not belong together, which the readers of single operations pass over.

use super::error::{Problem, ReadError};
use super::lexer::Token;
use super::reader::Reader;

/// The first bracket that closes nothing, or that closes something while another one is open. What is open
/// at the end of the file is not among them.
pub(super) fn unbalanced(text: &str) -> Option<ReadError> {
    let mut reader = Reader::new(text);
    let mut open = Vec::new();
    loop {
        match reader.peek() {
            Token::End => return None,
            Token::Mark(bracket @ ('(' | '[' | '{')) => open.push((bracket, reader.position())),
            Token::Mark(bracket @ (')' | ']' | '}')) => match open.pop() {
                None => return Some(reader.error(Problem::NotOpened { bracket })),
                Some((own, opened)) if closing(own) != bracket => {
                    return Some(reader.error(Problem::NotClosed { bracket: own, opened }));
                }
                Some(_) => {}
            },
            _ => {}
        }
        reader.next();
    }
}

fn closing(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let found = unbalanced(text).map(|error| format!("{}: {error}", error.position()));
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn brackets_belong_together() {
        check("#b = #ttg.blocked<{order = [1, 0]}>\n%a = f(%b, [(%c)]) {k = \")\"} // )", None);
        check("{\n  f(%a\n}", Some("3:1: '(' at 2:4 is not closed before this"));
        check("f(%a))", Some("1:6: ')' closes nothing"));
        check("f([)]", Some("1:4: '[' at 1:3 is not closed before this"));
        check("{ f(", None);
    }
}
