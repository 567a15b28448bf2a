//! The text of most layouts, tuples of integers without blanks, read at a small part of what the notation
//! takes with its symbols and positions.

use smallvec::SmallVec;

use super::layout::Layout;
use super::nesting::{MODE, Nested, Nesting};
use super::stride::Mode;
use crate::budget::MAX_MODES;
use crate::text::MAX_DEPTH;

/// The layout of integers that a text begins with, and how many bytes it has; `None` for all else, which is
/// for the parser of the notation to read, or to say what is wrong with it.
pub(super) fn read(text: &str) -> Option<(Layout, usize)> {
    let mut plain = Plain { bytes: text.as_bytes(), at: 0 };
    let shape = plain.tuple()?;
    plain.eat(b':').then_some(())?;
    let stride = plain.tuple()?;
    // What else may follow would be a part of the layout.
    let is_end = plain.peek().is_none_or(|next| matches!(next, b',' | b';' | b']' | b')' | b'>'));
    if !is_end || shape.words != stride.words {
        return None;
    }
    let numbers = shape.leaves.iter().zip(&stride.leaves);
    let modes = numbers.map(|(&extent, &stride)| Mode { extent, stride }).collect();
    let layout = Layout::of_nested(modes, Nesting::of_words(&shape.words)).ok()?;
    Some((layout, plain.at))
}

/// Writes a layout behind a text.
pub(super) fn write(layout: &Layout, text: &mut String) {
    let extents = layout.flat_modes().iter().map(|mode| mode.extent);
    write_nested(layout.nesting(), extents, text);
    text.push(':');
    let strides = layout.flat_modes().iter().map(|mode| mode.stride);
    write_nested(layout.nesting(), strides, text);
}

fn write_nested(nesting: &Nesting, mut leaves: impl Iterator<Item = i64>, text: &mut String) {
    if !matches!(nesting, Nesting::Flat(_)) {
        return write_tuple(&mut nesting.words(), &mut leaves, text);
    }
    for (position, leaf) in leaves.enumerate() {
        text.push(if position == 0 { '(' } else { ',' });
        write_leaf(leaf, text);
    }
    text.push_str(if nesting.rank() == 0 { "()" } else { ")" });
}

fn write_leaf(leaf: i64, text: &mut String) {
    text.push_str(itoa::Buffer::new().format(leaf));
}

fn write_tuple(
    words: &mut impl Iterator<Item = u16>,
    leaves: &mut impl Iterator<Item = i64>,
    text: &mut String,
) {
    let Some(rank) = Nested::rank(words) else {
        let leaf = leaves.next().expect("a profile has as many modes as its layout");
        return write_leaf(leaf, text);
    };
    text.push('(');
    for position in 0..rank {
        if 0 < position {
            text.push(',');
        }
        write_tuple(words, leaves, text);
    }
    text.push(')');
}

/// A tuple of integers.
#[derive(Default)]
struct Flat {
    leaves: SmallVec<[i64; 16]>,
    /// How they are nested, as a [`Nesting`] has it.
    words: SmallVec<[u16; 32]>,
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

    fn tuple(&mut self) -> Option<Flat> {
        let mut tuple = Flat::default();
        self.part(0, &mut tuple)?;
        Some(tuple)
    }

    fn part(&mut self, depth: usize, tuple: &mut Flat) -> Option<()> {
        // The other parser has the words for what is too large.
        if MAX_MODES < tuple.words.len() || depth > MAX_DEPTH {
            return None;
        }
        let begin = tuple.words.len();
        if !self.eat(b'(') {
            tuple.words.push(MODE);
            tuple.leaves.push(self.integer()?);
            return Some(());
        }
        tuple.words.push(0);
        if self.eat(b')') {
            return Some(());
        }
        loop {
            self.part(depth + 1, tuple)?;
            tuple.words[begin] += 1;
            if self.eat(b')') {
                return Some(());
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
    use super::super::parse::UncheckedLayout;
    use super::*;
    use crate::text::Cursor;

    fn written(layout: &Layout) -> String {
        let mut text = String::new();
        write(layout, &mut text);
        text
    }

    /// What the notation's parser says without this.
    fn by_notation(text: &str) -> Option<CuteLayout> {
        UncheckedLayout::read(&mut Cursor::new(text)).ok()?.build().ok()
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
        let layout: Layout =
            "(4,(2,2),(),(1)):(-2,(1,80),(),(-9223372036854775807))".parse().unwrap();
        assert_eq!(written(&layout), format!("{}:{}", layout.shape(), layout.stride()));
        for text in ["()", "4", "(4)", "(4,2,8)"] {
            let layout: Layout = format!("{text}:{text}").parse().unwrap();
            assert_eq!(written(&layout), format!("{text}:{text}"));
        }
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
