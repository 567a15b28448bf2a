//! The notation of linear layouts: the body of `#layout.linear<...>`.
//!
//! ```text
//!     layout    = '{' [in-dim {',' in-dim}] '}' ['->' '[' [out-dim {',' out-dim}] ']'] ['xor' vector]
//!     in-dim    = name '=' '[' [vector {',' vector}] ']'
//!     vector    = '[' [integer {',' integer}] ']'
//!     out-dim   = name '=' integer
//! ```
//!
//! Without an arrow the out-dims are `dim0`, `dim1`, ..., as many as a basis has coordinates, and
//! each has the least size that holds the coordinates of all bases and of the constant. If there is
//! no basis the constant says how many there are, and without a constant there are none.
//!
//! What is printed is canonical: the arrow stands where the out-dims differ from those that would
//! be inferred without it, and the constant where it is not 0.

use std::fmt;
use std::str::FromStr;

use super::dims::Dims;
use super::error::{LinearError, Side};
use super::layout::{InDim, LinearLayout, inferred_bits};
use crate::text::{Cursor, ParseError};

/// A part of the text and the column where it begins.
struct At<T> {
    value: T,
    column: usize,
}

type Vector = At<Vec<At<i64>>>;

/// The name and the size of an out-dim.
type WrittenOut<'a> = (At<&'a str>, At<i64>);

/// What the text says, before it is known to be a layout.
struct WrittenLayout<'a> {
    ins: Vec<(At<&'a str>, Vec<Vector>)>,
    ins_column: usize,
    outs: Option<At<Vec<WrittenOut<'a>>>>,
    constant: Option<Vector>,
}

impl LinearLayout {
    /// Reads a layout at the cursor and leaves the cursor behind it.
    ///
    /// # Errors
    ///
    /// What is not in the notation, and every invariant of a layout that is broken, each with the
    /// column of the name, number or vector that is to blame.
    pub fn parse(cursor: &mut Cursor<'_>) -> Result<Self, ParseError> {
        let written = WrittenLayout::parse(cursor)?;
        written.layout().map_err(|error| ParseError::rule(written.column_of(&error), error))
    }
}

impl FromStr for LinearLayout {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let layout = LinearLayout::parse(&mut cursor)?;
        cursor.expect_end()?;
        Ok(layout)
    }
}

impl<'a> WrittenLayout<'a> {
    fn parse(cursor: &mut Cursor<'a>) -> Result<Self, ParseError> {
        let ins_column = cursor.column();
        cursor.expect("{")?;
        let ins = separated(cursor, "}", |cursor| {
            let name = name(cursor, "an in-dim")?;
            cursor.expect("=")?;
            cursor.expect("[")?;
            Ok((name, separated(cursor, "]", vector)?))
        })?;
        let mut outs = None;
        if cursor.eat("->") {
            let column = cursor.column();
            cursor.expect("[")?;
            let value = separated(cursor, "]", |cursor| {
                let name = name(cursor, "an out-dim")?;
                cursor.expect("=")?;
                Ok((name, integer(cursor)?))
            })?;
            outs = Some(At { value, column });
        }
        let constant = if cursor.eat("xor") { Some(vector(cursor)?) } else { None };
        Ok(WrittenLayout { ins, ins_column, outs, constant })
    }

    fn layout(&self) -> Result<LinearLayout, LinearError> {
        let numbers = |vector: &Vector| vector.value.iter().map(|n| n.value).collect::<Vec<_>>();
        let bases = |vectors: &Vec<Vector>| vectors.iter().map(numbers).collect();
        let ins: Vec<InDim<'_>> =
            self.ins.iter().map(|(name, vectors)| (name.value, bases(vectors))).collect();
        let constant = self.constant.as_ref().map(numbers);
        let outs = match &self.outs {
            Some(outs) => {
                let outs = outs.value.iter().map(|(name, size)| (name.value, size.value));
                Dims::of_sizes(Side::Out, outs)?
            }
            None => {
                let vectors = ins.iter().flat_map(|(_, bases)| bases).chain(&constant);
                let outs = default_outs(vectors.map(Vec::as_slice));
                Dims::new(Side::Out, outs.iter().map(|(name, bits)| (&**name, *bits)))?
            }
        };
        let layout = LinearLayout::with_outs(&ins, outs)?;
        match constant {
            Some(constant) => layout.with_constant(&constant),
            None => Ok(layout),
        }
    }

    /// Where the text has what `error` is about.
    fn column_of(&self, error: &LinearError) -> usize {
        let outs_column = self.outs.as_ref().map_or(self.ins_column, |outs| outs.column);
        let constant = self.constant.as_ref();
        let basis = |in_dim: &str, position: usize| {
            let (_, vectors) = self.ins.iter().find(|(name, _)| name.value == in_dim)?;
            vectors.get(position)
        };
        let column = match error {
            LinearError::DuplicateDim { side: Side::In, name } => {
                let mut places = self.ins.iter().filter(|(n, _)| n.value == name);
                places.nth(1).map(|(name, _)| name.column)
            }
            LinearError::DuplicateDim { side: Side::Out, name } => {
                let mut places = self.outs.iter().flat_map(|outs| &outs.value);
                places.by_ref().find(|(n, _)| n.value == name);
                places.find(|(n, _)| n.value == name).map(|(name, _)| name.column)
            }
            LinearError::SizeNotPowerOfTwo { name, .. } => {
                let mut places = self.outs.iter().flat_map(|outs| &outs.value);
                places.find(|(n, _)| n.value == name).map(|(_, size)| size.column)
            }
            LinearError::TooManyBits { side: Side::Out, .. }
            | LinearError::TooManyDims { side: Side::Out, .. } => Some(outs_column),
            LinearError::BasisLength { in_dim, position, .. } => {
                basis(in_dim, *position).map(|vector| vector.column)
            }
            LinearError::NegativeBasis { in_dim, position, coordinate, .. }
            | LinearError::BasisOutside { in_dim, position, coordinate, .. } => {
                let numbers = basis(in_dim, *position).map(|vector| &vector.value);
                numbers.and_then(|numbers| numbers.get(*coordinate)).map(|number| number.column)
            }
            LinearError::ConstantLength { .. } => constant.map(|vector| vector.column),
            LinearError::ConstantOutside { coordinate, .. } => {
                constant.and_then(|vector| vector.value.get(*coordinate)).map(|n| n.column)
            }
            _ => None,
        };
        column.unwrap_or(self.ins_column)
    }
}

/// Items with commas between them, up to and including the token `close`.
fn separated<'a, T>(
    cursor: &mut Cursor<'a>,
    close: &str,
    mut item: impl FnMut(&mut Cursor<'a>) -> Result<T, ParseError>,
) -> Result<Vec<T>, ParseError> {
    let mut items = Vec::new();
    if cursor.eat(close) {
        return Ok(items);
    }
    loop {
        items.push(item(cursor)?);
        if cursor.eat(close) {
            return Ok(items);
        }
        if !cursor.eat(",") {
            return Err(cursor.expected(&format!("',' or '{close}'")));
        }
    }
}

fn name<'a>(cursor: &mut Cursor<'a>, what: &str) -> Result<At<&'a str>, ParseError> {
    let column = cursor.column();
    match cursor.name() {
        Some(value) => Ok(At { value, column }),
        None => Err(cursor.expected(what)),
    }
}

fn integer(cursor: &mut Cursor<'_>) -> Result<At<i64>, ParseError> {
    let column = cursor.column();
    Ok(At { value: cursor.integer()?, column })
}

fn vector(cursor: &mut Cursor<'_>) -> Result<Vector, ParseError> {
    let column = cursor.column();
    cursor.expect("[")?;
    Ok(At { value: separated(cursor, "]", integer)?, column })
}

/// The names and bits of the out-dims where no arrow gives them. The first vector says how many.
fn default_outs<'a>(vectors: impl Iterator<Item = &'a [i64]> + Clone) -> Vec<(String, u32)> {
    let n_outs = vectors.clone().next().map_or(0, <[i64]>::len);
    let bits = inferred_bits(n_outs, vectors);
    bits.into_iter().enumerate().map(|(place, bits)| (format!("dim{place}"), bits)).collect()
}

impl fmt::Display for LinearLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bases: Vec<_> = self.bases().collect();
        let constant = (self.map().constant() != 0).then(|| self.constant());

        f.write_str("{")?;
        for (place, (dim, vectors)) in bases.iter().enumerate() {
            let separator = if place == 0 { "" } else { ", " };
            write!(f, "{separator}{} = [", dim.name())?;
            for (place, vector) in vectors.iter().enumerate() {
                f.write_str(if place == 0 { "" } else { "," })?;
                write_vector(f, vector, ",")?;
            }
            f.write_str("]")?;
        }
        f.write_str("}")?;

        let vectors = bases.iter().flat_map(|(_, vectors)| vectors).chain(&constant);
        let default = default_outs(vectors.map(Vec::as_slice));
        let default = default.iter().map(|(name, bits)| (&**name, *bits));
        if !self.out_dims().iter().map(|dim| (dim.name(), dim.bits())).eq(default) {
            f.write_str(" -> [")?;
            for (place, dim) in self.out_dims().iter().enumerate() {
                let separator = if place == 0 { "" } else { ", " };
                write!(f, "{separator}{} = {}", dim.name(), dim.size())?;
            }
            f.write_str("]")?;
        }
        if let Some(constant) = &constant {
            f.write_str(" xor ")?;
            write_vector(f, constant, ", ")?;
        }
        Ok(())
    }
}

fn write_vector(f: &mut fmt::Formatter<'_>, vector: &[i64], separator: &str) -> fmt::Result {
    f.write_str("[")?;
    for (place, number) in vector.iter().enumerate() {
        write!(f, "{}{number}", if place == 0 { "" } else { separator })?;
    }
    f.write_str("]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn prints(text: &str, canonical: &str) {
        let layout: LinearLayout = text.parse().unwrap();
        assert_eq!(layout.to_string(), canonical);
        assert_eq!(canonical.parse::<LinearLayout>().unwrap(), layout);
    }

    #[test]
    fn the_arrow_stands_only_where_it_says_something() {
        let triton = "{register = [[0,1],[8,0]], lane = [[0,2]], warp = [], block = []}";
        prints(triton, triton);
        prints(&format!("{triton} -> [dim0=16,dim1=4]"), triton);
        prints(
            &format!("{triton} -> [dim0=16,dim1=8]"),
            &format!("{triton} -> [dim0 = 16, dim1 = 8]"),
        );
        prints(&format!("{triton} -> [a=16,dim1=4]"), &format!("{triton} -> [a = 16, dim1 = 4]"));
        prints(" { lane=[ [ 1 ] ] } ", "{lane = [[1]]}");
    }

    #[test]
    fn without_a_basis_there_are_no_out_dims_unless_they_are_written() {
        prints("{}", "{}");
        prints("{} -> []", "{}");
        prints("{lane = [], warp = []}", "{lane = [], warp = []}");
        prints("{lane = []} -> [dim0 = 1]", "{lane = []} -> [dim0 = 1]");
        prints("{lane = [[],[]]}", "{lane = [[],[]]}");
        prints("{lane = [[],[]]} -> []", "{lane = [[],[]]}");
        prints("{} xor [5]", "{} xor [5]");
        prints("{} xor [0]", "{} -> [dim0 = 1]");
        prints("{} -> [dim0 = 16] xor [5]", "{} -> [dim0 = 16] xor [5]");
    }

    #[test]
    fn the_constant_takes_part_in_inferring_sizes() {
        prints("{lane = [[1]]} -> [dim0 = 8] xor [4]", "{lane = [[1]]} xor [4]");
        prints("{lane = [[1]]} -> [dim0 = 2] xor [0]", "{lane = [[1]]}");
        prints("{lane = [[1,0]]} xor [0,2]", "{lane = [[1,0]]} xor [0, 2]");
    }

    #[track_caller]
    fn refused(text: &str, column: usize, message: &str) {
        let error = text.parse::<LinearLayout>().unwrap_err();
        assert_eq!((error.column, &*error.to_string()), (column, message), "{text}");
    }

    #[test]
    fn broken_rules_are_pointed_at() {
        refused("{lane = [], warp = [], lane = []}", 23, "in-dim lane is named twice");
        refused("{} -> [a = 2, b = 2, a = 4]", 21, "out-dim a is named twice");
        refused(
            "{lane = [[0,1], [2]]}",
            16,
            "basis 1 of in-dim lane has 1 coordinates but the layout has 2 out-dims",
        );
        refused(
            "{lane = [[0,1],[2,-2]]}",
            18,
            "basis 1 of in-dim lane has the negative coordinate -2",
        );
        refused(
            "{lane = [[0,1],[2, 4]]} -> [a = 4, b = 4]",
            19,
            "basis 1 of in-dim lane has coordinate 4 but out-dim b has size 4",
        );
        refused(
            "{lane = [[1]]} -> [a = 6]",
            23,
            "out-dim a has size 6, which is not a power of two",
        );
        refused(
            "{lane = [[1]]} xor [1,2]",
            19,
            "the constant has 2 coordinates but the layout has 1 out-dims",
        );
        refused(
            "{lane = [[1]]} -> [a = 2] xor [2]",
            31,
            "the constant has coordinate 2 but out-dim a has size 2",
        );
        refused(
            "{lane = [[1]]} xor [-1]",
            20,
            "the constant has coordinate -1 but out-dim dim0 has size 2",
        );
        refused(
            "{lane = [[9223372036854775807]]}",
            0,
            "the out-dims have 63 bits together, more than the 62 of a 64-bit size",
        );
        refused(
            "{} -> [a = 4611686018427387904, b = 2]",
            6,
            "the out-dims have 63 bits together, more than the 62 of a 64-bit size",
        );
        refused(
            "{lane = [[9223372036854775808]]}",
            10,
            "number 9223372036854775808 does not fit in 64 bits",
        );
        let many = format!(" {{lane = [{}]}}", vec!["[0]"; 63].join(","));
        refused(&many, 1, "the in-dims have 63 bits together, more than the 62 of a 64-bit size");
    }

    #[test]
    fn text_that_is_no_layout_is_refused_at_its_column() {
        refused("", 0, "expected '{' but the text ends here");
        refused("{lane", 5, "expected '=' but the text ends here");
        refused("{lane = ", 8, "expected '[' but the text ends here");
        refused("{lane = [[1", 11, "expected ',' or ']' but the text ends here");
        refused("{lane = [[1]", 12, "expected ',' or ']' but the text ends here");
        refused("{lane = [[1]]", 13, "expected ',' or '}' but the text ends here");
        refused("{lane = [[1]],}", 14, "expected an in-dim but found '}'");
        refused("{lane = [[1],]}", 13, "expected '[' but found ']'");
        refused("{lane = [[1,]]}", 12, "expected an integer but found ']'");
        refused("{lane = [1]}", 9, "expected '[' but found '1'");
        refused("{lane = [[x]]}", 10, "expected an integer but found 'x'");
        refused("{lane = [[1]]} ->", 17, "expected '[' but the text ends here");
        refused("{lane = [[1]]} -> [a]", 20, "expected '=' but found ']'");
        refused("{lane = [[1]]} -> [2]", 19, "expected an out-dim but found '2'");
        refused("{lane = [[1]]} xor 1", 19, "expected '[' but found '1'");
        refused("{lane = [[1]]} more text", 15, "expected the end but found 'more'");
        refused("{lane = [[[1]]]}", 10, "expected an integer but found '['");
        refused(
            &format!("{{lane = {}", "[".repeat(100_000)),
            10,
            "expected an integer but found '['",
        );
    }
}
