//! What the library prints, read back into the judge's model.
//!
//! A reader is short where it need not say what is wrong with a text: it has an answer or none. Facts are
//! left out, for the values of symbols are known where a text is read.

use super::model::{Composed, Cute, Layout, Linear, Outer, Stride, Swizzle, Term, Tile, Tree};

/// The layout that a text of this notation writes; `None` for a relation and for what is not a layout.
pub(crate) fn read(notation: &str, text: &str) -> Option<Layout> {
    let text: String = text.split(" where ").next()?.chars().filter(|c| *c != ' ').collect();
    Some(match notation {
        "cute" => Layout::Cute(cute(&text)?),
        "swizzle" => Layout::Swizzle(swizzle(&text)?),
        "composed" => Layout::Composed(composed(&text)?),
        "linear" => Layout::Linear(linear(&text)?),
        "tile" => Layout::Tile(tiler(&text)?),
        _ => return None,
    })
}

/// `shape:stride`.
pub(crate) fn cute(text: &str) -> Option<Cute> {
    let (shape, stride) = text.split_once(':')?;
    let (shape, stride) = (tree(shape, &term)?, tree(stride, &scaled)?);
    Some(Cute { shape, stride, facts: Vec::new() })
}

/// A nested tuple of leaves.
pub(crate) fn tree<T>(text: &str, leaf: &impl Fn(&str) -> Option<T>) -> Option<Tree<T>> {
    let Some(inside) = text.strip_prefix('(') else { return leaf(text).map(Tree::Leaf) };
    let members = split(inside.strip_suffix(')')?, ',');
    Some(Tree::Node(members.into_iter().map(|member| tree(member, leaf)).collect::<Option<_>>()?))
}

/// The parts between separators that are in no bracket; an empty text has none.
fn split(text: &str, separator: char) -> Vec<&str> {
    if text.is_empty() {
        return Vec::new();
    }
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ if c == separator && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// `8*M*N`, `-M`.
fn term(text: &str) -> Option<Term> {
    let mut term = Term::number(1);
    for part in text.split('*') {
        let (sign, part) = match part.strip_prefix('-') {
            Some(name) if name.starts_with(char::is_alphabetic) => (-1, name),
            _ => (1, part),
        };
        match part.parse::<i64>() {
            Ok(number) => term.factor *= number,
            Err(_) if part.starts_with(char::is_alphabetic) => {
                term.factor *= sign;
                term.symbols.push(part.to_owned());
            }
            Err(_) => return None,
        }
    }
    Some(term)
}

/// A stride, of which the text has the innermost position first.
fn scaled(text: &str) -> Option<Stride> {
    let mut parts = text.split('@');
    let scale = term(parts.next()?)?;
    let mut path: Vec<u32> = parts.map(|part| part.parse().ok()).collect::<Option<_>>()?;
    path.reverse();
    Some(Stride { scale, path })
}

fn swizzle(text: &str) -> Option<Swizzle> {
    let numbers = split(text.strip_prefix("S<")?.strip_suffix('>')?, ',');
    let [bits, base, shift] = numbers[..] else { return None };
    Some(Swizzle { bits: bits.parse().ok()?, base: base.parse().ok()?, shift: shift.parse().ok()? })
}

/// `outer o offset o inner`, without its spaces.
fn composed(text: &str) -> Option<Composed> {
    let mut parts = text.split('o');
    let (outer, offset, inner) = (parts.next()?, parts.next()?, parts.next()?);
    let outer = match swizzle(outer) {
        Some(swizzle) => Outer::Swizzle(swizzle),
        None => Outer::Layout(cute(outer)?),
    };
    Some(Composed { outer, offset: term(offset)?, inner: cute(inner)?, facts: Vec::new() })
}

/// `{name=[[..],..],..}->[name=size,..]xor[..]`. Sizes that are not written are the least powers of two
/// above all values.
fn linear(text: &str) -> Option<Linear> {
    let (text, constant) = match text.split_once("xor") {
        Some((text, constant)) => (text, vector(constant)?),
        None => (text, Vec::new()),
    };
    let (ins, outs) = match text.split_once("->") {
        Some((ins, outs)) => (ins, Some(outs)),
        None => (text, None),
    };
    let in_dim = |dim: &str| {
        let (name, bases) = dim.split_once('=')?;
        let bases = split(list(bases)?, ',').into_iter().map(vector).collect::<Option<_>>()?;
        Some((name.to_owned(), bases))
    };
    let ins = split(ins.strip_prefix('{')?.strip_suffix('}')?, ',');
    let in_dims: Vec<(String, Vec<Vec<i64>>)> =
        ins.into_iter().map(in_dim).collect::<Option<_>>()?;
    let vectors = || in_dims.iter().flat_map(|(_, bases)| bases).chain([&constant]);
    let out_dims: Vec<(String, i64)> = match outs {
        Some(outs) => {
            let out_dim = |dim: &str| {
                let (name, size) = dim.split_once('=')?;
                Some((name.to_owned(), size.parse().ok()?))
            };
            split(list(outs)?, ',').into_iter().map(out_dim).collect::<Option<_>>()?
        }
        None => {
            let n = vectors().map(Vec::len).max().unwrap_or(0);
            let end = |at: usize| vectors().filter_map(|v| v.get(at)).max().map_or(1, |v| v + 1);
            let size = |at: usize| (end(at) as u64).next_power_of_two() as i64;
            (0..n).map(|at| (format!("dim{at}"), size(at))).collect()
        }
    };
    let constant = if constant.is_empty() { vec![0; out_dims.len()] } else { constant };
    let is_vector = |vector: &Vec<i64>| vector.len() == out_dims.len();
    let is_linear = in_dims.iter().flat_map(|(_, bases)| bases).all(is_vector);
    (is_linear && is_vector(&constant)).then_some(Linear { in_dims, out_dims, constant })
}

fn list(text: &str) -> Option<&str> {
    text.strip_prefix('[')?.strip_suffix(']')
}

fn vector(text: &str) -> Option<Vec<i64>> {
    split(list(text)?, ',').into_iter().map(|part| part.parse().ok()).collect()
}

fn tiler(text: &str) -> Option<Vec<Tile>> {
    let mode = |mode: &str| match mode {
        "_" => Some(Tile::All),
        _ if mode.contains(':') => cute(mode).map(Tile::Layout),
        _ => mode.parse().ok().map(Tile::Extent),
    };
    split(list(text)?, ';').into_iter().map(mode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(notation: &str, text: &str) {
        assert_eq!(read(notation, text).unwrap().to_string(), text);
    }

    #[test]
    fn what_is_printed_is_read() {
        reads("cute", "((4,M),(),1):((-1,8*M*N),(),-2*k@1@0)");
        reads("cute", "4:0");
        reads("swizzle", "S<2,0,-3>");
        reads("composed", "S<0,4,3> o -2 o (4,2):(1,8)");
        reads("composed", "(2,2):(4,1) o k o 4:1");
        reads("linear", "{a = [[1,0],[2,3]], b = []} -> [x = 4, y = 4] xor [1,0]");
        reads("linear", "{} -> []");
        reads("tile", "[(2,4):(1,2);8;_]");
        let short = read("linear", "{lane = [[1],[4]]} xor [2]").unwrap();
        assert_eq!(short.to_string(), "{lane = [[1],[4]]} -> [dim0 = 8] xor [2]");
    }

    #[test]
    fn what_is_no_layout_is_not_read() {
        for (notation, text) in [
            ("cute", "4"),
            ("cute", "(4:1)"),
            ("swizzle", "S<1,2>"),
            ("linear", "{a = [[1],[2,0]]} -> [x = 4]"),
            ("tile", "4;4"),
            ("relation", "{ [i] -> [i] }"),
        ] {
            assert_eq!(read(notation, text), None, "{notation} {text}");
        }
    }
}
