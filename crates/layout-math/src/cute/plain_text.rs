//! The text of most layouts, tuples of integers without blanks, read at a small part of what the notation
//! takes with its symbols and positions.

use super::layout::Layout;
use super::tuple::Tuple;
use crate::text::MAX_DEPTH;

/// The layout of integers that a text begins with, and how many bytes it has; `None` for all else, which is
/// for the parser of the notation to read, or to say what is wrong with it.
pub(super) fn read(text: &str) -> Option<(Layout, usize)> {
    let mut plain = Plain { bytes: text.as_bytes(), at: 0 };
    let shape = plain.tuple(0)?;
    plain.eat(b':').then_some(())?;
    let stride = plain.tuple(0)?;
    // What else may follow would be a part of the layout.
    let is_end = plain.peek().is_none_or(|next| matches!(next, b',' | b';' | b']' | b')' | b'>'));
    let layout = Layout::new(shape, stride).ok().filter(|_| is_end)?;
    Some((layout, plain.at))
}

/// The text of a layout.
pub(super) fn written(layout: &Layout) -> String {
    let mut text = String::with_capacity(48);
    write_tuple(layout.shape(), &mut text);
    text.push(':');
    write_tuple(layout.stride(), &mut text);
    text
}

fn write_tuple(tuple: &Tuple<i64>, text: &mut String) {
    match tuple {
        Tuple::Leaf(number) => text.push_str(itoa::Buffer::new().format(*number)),
        Tuple::Node(modes) => {
            text.push('(');
            for (position, mode) in modes.iter().enumerate() {
                if position > 0 {
                    text.push(',');
                }
                write_tuple(mode, text);
            }
            text.push(')');
        }
    }
}

struct Plain<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Plain<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn eat(&mut self, token: u8) -> bool {
        let is_there = self.peek() == Some(token);
        self.at += usize::from(is_there);
        is_there
    }

    fn tuple(&mut self, depth: usize) -> Option<Tuple<i64>> {
        if !self.eat(b'(') {
            return self.integer().map(Tuple::Leaf);
        }
        if depth == MAX_DEPTH {
            return None;
        }
        let mut modes = Vec::with_capacity(4);
        if self.eat(b')') {
            return Some(Tuple::Node(modes));
        }
        loop {
            modes.push(self.tuple(depth + 1)?);
            if self.eat(b')') {
                return Some(Tuple::Node(modes));
            }
            self.eat(b',').then_some(())?;
        }
    }

    fn integer(&mut self) -> Option<i64> {
        let is_negative = self.eat(b'-');
        let begin = self.at;
        let mut number = 0_i64;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.checked_mul(10)?.checked_add(i64::from(digit - b'0'))?;
            self.at += 1;
        }
        (begin < self.at).then_some(if is_negative { -number } else { number })
    }
}

#[cfg(test)]
mod tests {
    use super::super::cute_layout::CuteLayout;
    use super::super::parse::Parts;
    use super::*;
    use crate::text::Cursor;

    /// What the notation's parser says without this.
    fn by_notation(text: &str) -> Option<CuteLayout> {
        Parts::read(&mut Cursor::new(text)).ok()?.build().ok()
    }

    #[test]
    fn plain_texts_are_what_the_notation_says() {
        for text in [
            "4:1",
            "(4,8):(8,1)",
            "(4,(2,-2)):(2,(1,8))",
            "(4,(2,2)):(-2,(1,8))",
            "():()",
            "(4):(1)",
            "((4,2)):((-1,0))",
            "(4,8):(8,1),9",
            "9223372036854775807:0",
            "(2,4):(4)",
            "(2,(2,2)):(4,1)",
            "(4,0):(1,4)",
            "4:4611686018427387904",
        ] {
            match read(text) {
                Some((layout, end)) => {
                    assert_eq!(by_notation(text), Some(CuteLayout::Static(layout)), "{text}");
                    assert!(matches!(text.as_bytes().get(end), None | Some(b',')), "{text}");
                }
                None => assert_eq!(by_notation(text), None, "{text}"),
            }
        }
    }

    #[test]
    fn layouts_are_written_as_their_tuples() {
        let layout = "(4,(2,2),(),(1)):(-2,(1,80),(),(-9223372036854775807))".parse().unwrap();
        assert_eq!(written(&layout), format!("{}:{}", layout.shape(), layout.stride()));
    }

    #[test]
    fn all_else_is_the_notation_s() {
        for text in [
            "",
            "4",
            "(4,8)",
            "4 :1",
            "4: 1",
            "(4, 8):(8,1)",
            "4:1 where",
            "4:1@0",
            "4:2*M",
            "M:1",
            "?:1",
            "4:1:",
            "-",
            "4:-",
            "(4",
            "(4:1",
            "4:1x",
            "9223372036854775808:1",
            "4:1?",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
        let deep = |depth: usize| format!("{0}4{1}:{0}1{1}", "(".repeat(depth), ")".repeat(depth));
        assert!(read(&deep(MAX_DEPTH)).is_some());
        assert!(read(&deep(MAX_DEPTH + 1)).is_none());
    }
}
