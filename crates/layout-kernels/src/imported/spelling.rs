//! How a type is spelled: the blanks that a lexer passes over, and the parameters between commas.

use std::borrow::Cow;

/// A type as its dialect prints it: one blank after a comma, on both sides of `=` and `->` and between two
/// words, and no other; in quotes none, as [`without_blanks`] has it.
pub fn as_printed(text: &str) -> Cow<'_, str> {
    let pieces = || text.split('"').enumerate().map(|(at, piece)| (at, piece, at % 2 == 0));
    if pieces().all(|(_, piece, is_printed)| is_spelled(piece, is_printed)) {
        return Cow::Borrowed(text);
    }
    let mut printed = String::with_capacity(text.len());
    for (at, piece, is_printed) in pieces() {
        if 0 < at {
            printed.push('"');
        }
        respelled(&mut printed, piece, is_printed);
    }
    Cow::Owned(printed)
}

/// A layout or a tuple without the blanks that say nothing: `( 2, ?{ i64  div = 8 })` is
/// `(2,?{i64 div=8})`, and of a composition `A o offset o B` one on each side of `o` is left.
pub fn without_blanks(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len());
    respelled(&mut spelled, text, false);
    spelled
}

/// True if a text is spelled already, as nearly all are: it has no blank, no `o` that is a word, and of what
/// is printed nothing that has blanks around it.
fn is_spelled(text: &str, is_printed: bool) -> bool {
    let bytes = text.as_bytes();
    let is_word = |at: usize| bytes.get(at).is_some_and(|&byte| is_word(byte.into()));
    let is_spelled = &IS_SPELLED[usize::from(is_printed)];
    bytes.iter().enumerate().all(|(at, &byte)| {
        is_spelled[usize::from(byte)]
            || byte == b'o' && (is_word(at + 1) || at.checked_sub(1).is_some_and(is_word))
    })
}

/// Which bytes are spelled already wherever they stand, in quotes and in what is printed.
const IS_SPELLED: [[bool; 256]; 2] = {
    let mut is_spelled = [[false; 256]; 2];
    let mut byte = 0_u8;
    while byte < 128 {
        let is_one = byte.is_ascii_graphic() && byte != b'o';
        is_spelled[0][byte as usize] = is_one;
        is_spelled[1][byte as usize] = is_one && !matches!(byte, b',' | b'=' | b'-');
        byte += 1;
    }
    is_spelled
};

fn respelled(spelled: &mut String, text: &str, is_printed: bool) {
    if is_spelled(text, is_printed) {
        return spelled.push_str(text);
    }
    let begin = spelled.len();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false if rest.starts_with("->") => 2,
            false => first.len_utf8(),
        };
        let (token, after) = rest.split_at(end);
        match token {
            "o" => spelled.push_str(" o "),
            "," if is_printed => spelled.push_str(", "),
            "=" | "->" if is_printed => {
                spelled.push(' ');
                spelled.push_str(token);
                spelled.push(' ');
            }
            _ => {
                let before = spelled[begin..].chars().next_back();
                let is_apart = before.is_some_and(|before| match first {
                    // Two signs are not an arrow.
                    '>' => before == '-',
                    _ => is_word(before) && is_word(first),
                });
                if is_apart {
                    spelled.push(' ');
                }
                spelled.push_str(token);
            }
        }
        rest = after.trim_start();
    }
}

/// True for the text of a layout of numbers without a blank.
pub(super) fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'(' | b')' | b',' | b':' | b'-'))
}

/// A sign is not one: it belongs to the number behind it, with a blank or without.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '!' | '#' | '?' | '*' | '+' | '\'')
}

/// The parameters between the commas that stand in no bracket and in no quotes.
pub fn parts_of(parameters: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut begin, mut is_quoted) = (Vec::new(), 0_i32, 0, false);
    // What is looked for are bytes that no other character has among its own.
    for (at, byte) in parameters.bytes().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            // An arrow closes nothing.
            b'>' if parameters[..at].ends_with('-') => {}
            b'>' | b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(parameters[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(parameters[begin..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_left_where_they_part_words() {
        for (text, spelled) in [
            ("(2, ?):(1, ?)", "(2,?):(1,?)"),
            ("\t( 2 ,\n?{ i64  div = 8 } ) : (1 , - 4)\r\n", "(2,?{i64 div=8}):(1,-4)"),
            ("S<3, 4,3>o 0\to  (8,8):(8,1)", "S<3,4,3> o 0 o (8,8):(8,1)"),
            ("(1,_) ", "(1,_)"),
            ("[64:1 ; _]", "[64:1;_]"),
            // Only a word that is `o` is the sign.
            ("(2)o(3)", "(2) o (3)"),
            ("(no,o2)", "(no,o2)"),
            // Two numbers are not one.
            ("(1 2,3)", "(1 2,3)"),
            // Nor are a minus and a bracket an arrow.
            ("(f32) - > f32", "(f32)- >f32"),
            ("", ""),
        ] {
            assert_eq!(without_blanks(text), spelled, "{text}");
            assert_eq!(without_blanks(spelled), spelled);
        }
    }

    #[test]
    fn types_are_spelled_as_they_are_printed() {
        for printed in [
            "!cute.memref<f16, gmem, align<16>, \"(8,8):(8,1)\">",
            "!cute_nvgpu.atom.universal_copy<f32, 128 b>",
            "!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>",
            "!cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f32>, layout_copy_tv = <\"32:1\">>",
        ] {
            assert_eq!(as_printed(printed), printed);
            let wide = printed.replace(',', " ,\n").replace('<', "< ").replace('>', " >");
            assert_eq!(as_printed(&wide.replace("- >", "->")), printed, "{wide}");
            let dense = printed.replace(", ", ",").replace(" = ", "=").replace(" -> ", "->");
            assert_eq!(as_printed(&dense), printed, "{dense}");
        }
    }

    #[test]
    fn parts_stand_between_commas_outside_of_brackets() {
        assert_eq!(
            parts_of("f16, S<3,4,3>, (1,2):(3,4), \"(1,\", ?{i64}, (a, b) -> c, d"),
            ["f16", "S<3,4,3>", "(1,2):(3,4)", "\"(1,\"", "?{i64}", "(a, b) -> c", "d"]
        );
        assert_eq!(parts_of(""), [""]);
    }
}
