//! The notation `shape:stride where facts`: the one parser of CuTe layouts.

use std::str::FromStr;

use super::cute_layout::{CuteLayout, build};
use super::invariants::LayoutError;
use super::layout::Layout;
use super::plain_text;
use super::stride::Basis;
use super::symbolic::{SymbolicError, SymbolicStride, Term};
use super::tuple::Tuple;
use crate::affine::Fact;
use crate::text::{Cursor, MAX_DEPTH, ParseError, Reason};

/// A leaf and the column it stands at.
pub(super) struct LeafAt<T> {
    column: usize,
    pub(super) leaf: T,
}

impl CuteLayout {
    /// Reads a layout at the cursor, with its facts if it has any.
    ///
    /// `shape:stride`, or a shape alone for the compact column-major strides. A symbol is a name;
    /// CuTe's `?` and `?{div=8}` become symbols `_0`, `_1`, … in their order, above those that the
    /// text spells out. Such a symbol belongs to its layout alone, as [`crate::text::is_anonymous`]
    /// says: the layout reads back as itself, and no named symbol can be meant.
    ///
    /// ```
    /// use layout_math::cute::CuteLayout;
    ///
    /// let layout: CuteLayout = "(?{div=8},?):(?,1)".parse()?;
    /// assert_eq!(layout.to_string(), "(_0,_1):(_2,1) where _0 mod 8 = 0");
    /// assert_eq!("(?,M):(_3,1)".parse::<CuteLayout>()?.to_string(), "(_4,M):(_3,1)");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self, ParseError> {
        cursor.skip_blanks();
        if let Some((layout, length)) = plain_text::read(cursor.rest()) {
            cursor.skip(length);
            return Ok(CuteLayout::Static(layout));
        }
        let mut parts = UncheckedLayout::read(cursor)?;
        read_facts(cursor, &mut parts.facts)?;
        parts.build()
    }
}

/// A layout as it was read, before its invariants are checked.
pub(super) struct UncheckedLayout {
    shape: Tuple<Term>,
    stride: Tuple<SymbolicStride>,
    /// What `?{div=8}` says of the symbols it stands for.
    pub(super) facts: Vec<Fact>,
    column: usize,
    stride_column: usize,
}

impl UncheckedLayout {
    /// Reads `shape:stride` or a shape alone, without facts after it.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self, ParseError> {
        let column = cursor.column();
        let mut facts = Vec::new();
        let shape = read_tuple(cursor, 0, &mut |cursor| read_term(cursor, &mut facts))?;
        for extent in shape.leaves() {
            if extent.leaf.coefficient() < 1 {
                let error = LayoutError::ExtentNotPositive { extent: extent.leaf.coefficient() };
                return Err(ParseError::rule(extent.column, error));
            }
        }
        let shape = shape.map(&mut |extent| extent.leaf.clone());
        if !cursor.eat(":") {
            let stride = column_major(&shape).map_err(|error| ParseError::rule(column, error))?;
            return Ok(UncheckedLayout { shape, stride, facts, column, stride_column: column });
        }
        let stride_column = cursor.column();
        let stride = read_tuple(cursor, 0, &mut |cursor| read_stride(cursor, &mut facts))?;
        let stride = stride.map(&mut |stride| stride.leaf.clone());
        Ok(UncheckedLayout { shape, stride, facts, column, stride_column })
    }

    /// The symbols that occur.
    pub(super) fn symbols(&self) -> impl Iterator<Item = &String> {
        let strides = self.stride.leaves().map(SymbolicStride::scale);
        self.shape.leaves().chain(strides).flat_map(Term::symbols)
    }

    /// The extents as they were read.
    pub(super) fn extents(&self) -> impl Iterator<Item = &Term> {
        self.shape.leaves()
    }

    /// The simplest of the three kinds of layout that has these extents and strides.
    pub(super) fn build(self) -> Result<CuteLayout, ParseError> {
        let (column, stride_column) = (self.column, self.stride_column);
        build(self.shape, self.stride, self.facts).map_err(|error| {
            // A stride that does not match the shape is pointed at; the rest concerns the whole.
            let is_profile = matches!(
                error,
                SymbolicError::Layout(
                    LayoutError::ModeCount { .. } | LayoutError::LeafAgainstTuple { .. }
                )
            );
            ParseError::rule(if is_profile { stride_column } else { column }, error)
        })
    }
}

impl FromStr for CuteLayout {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let layout = CuteLayout::read(&mut cursor)?;
        cursor.expect_end()?;
        Ok(layout)
    }
}

impl FromStr for Layout {
    type Err = ParseError;

    /// Reads a layout whose extents and strides are integers.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.parse()? {
            CuteLayout::Static(layout) => Ok(layout),
            _ => Err(ParseError {
                column: 0,
                reason: Reason::Expected {
                    expected: "a layout of integers".to_owned(),
                    found: text.chars().take(40).collect(),
                },
            }),
        }
    }
}

impl FromStr for Layout<Basis> {
    type Err = ParseError;

    /// Reads a layout whose strides are scaled basis elements.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.parse()? {
            CuteLayout::Basis(layout) => Ok(layout),
            _ => Err(ParseError {
                column: 0,
                reason: Reason::Expected {
                    expected: "a layout with basis strides".to_owned(),
                    found: text.chars().take(40).collect(),
                },
            }),
        }
    }
}

fn column_major(shape: &Tuple<Term>) -> Result<Tuple<SymbolicStride>, LayoutError> {
    let mut next = Some(Term::constant(1));
    let stride = shape.map(&mut |extent| {
        let is_unit = extent.as_constant() == Some(1);
        let stride = next.clone().filter(|_| !is_unit).unwrap_or(Term::constant(0));
        next = next.take().and_then(|stride| stride.times(extent));
        SymbolicStride::new(stride, Vec::new())
    });
    next.map(|_| stride).ok_or_else(|| LayoutError::SizeTooLarge { shape: shape.to_string() })
}

/// Reads a nested tuple of whatever `read_leaf` reads.
pub(super) fn read_tuple<T>(
    cursor: &mut Cursor<'_>,
    depth: usize,
    read_leaf: &mut dyn FnMut(&mut Cursor<'_>) -> Result<T, ParseError>,
) -> Result<Tuple<LeafAt<T>>, ParseError> {
    let column = cursor.column();
    if !cursor.eat("(") {
        return Ok(Tuple::Leaf(LeafAt { column, leaf: read_leaf(cursor)? }));
    }
    if depth == MAX_DEPTH {
        return Err(ParseError { column, reason: Reason::TooDeep });
    }
    let mut modes = Vec::new();
    if cursor.eat(")") {
        return Ok(Tuple::Node(modes));
    }
    loop {
        modes.push(read_tuple(cursor, depth + 1, read_leaf)?);
        if cursor.eat(")") {
            return Ok(Tuple::Node(modes));
        }
        if !cursor.eat(",") {
            return Err(cursor.expected("',' or ')'"));
        }
    }
}

/// Reads a tuple of integers, such as a coordinate.
impl FromStr for Tuple<i64> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let tuple = read_tuple(&mut cursor, 0, &mut |cursor| cursor.integer())?;
        cursor.expect_end()?;
        Ok(tuple.map(&mut |placed| placed.leaf))
    }
}

impl Tuple<Term> {
    /// Reads a tuple of integers and symbols, such as the shape or the coordinate `(8,?)`, and what it
    /// says of its symbols. CuTe's `?` are named `_0`, `_1`, … in their order.
    ///
    /// # Errors
    ///
    /// With a column.
    ///
    /// ```
    /// use layout_math::cute::{Term, Tuple};
    ///
    /// let (tuple, facts) = Tuple::<Term>::parse("(0,(?{i64 div=8},4),?)")?;
    /// assert_eq!(tuple.to_string(), "(0,(_0,4),_1)");
    /// assert_eq!(facts[0].to_string(), "_0 mod 8 = 0");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn parse(text: &str) -> Result<(Self, Vec<Fact>), ParseError> {
        let mut cursor = Cursor::new(text);
        let mut facts = Vec::new();
        let tuple = read_tuple(&mut cursor, 0, &mut |cursor| read_term(cursor, &mut facts))?;
        cursor.expect_end()?;
        Ok((tuple.map(&mut |placed| placed.leaf.clone()), facts))
    }
}

/// `8`, `M`, `8*M*N`, `?`, `?{div=8}`, `?{i64 div=8}`, whose width says nothing of the number.
pub(super) fn read_term(
    cursor: &mut Cursor<'_>,
    facts: &mut Vec<Fact>,
) -> Result<Term, ParseError> {
    let column = cursor.column();
    let mut factors = vec![read_factor(cursor, facts)?];
    while cursor.eat("*") {
        factors.push(read_factor(cursor, facts)?);
    }
    Term::product(&factors).ok_or_else(|| {
        let numbers = factors.iter().filter_map(Term::as_constant);
        let digits = numbers.map(|number| number.to_string()).collect::<Vec<_>>().join("*");
        ParseError { column, reason: Reason::NumberTooLarge { digits } }
    })
}

fn read_factor(cursor: &mut Cursor<'_>, facts: &mut Vec<Fact>) -> Result<Term, ParseError> {
    if cursor.at_integer() {
        return Ok(Term::constant(cursor.integer()?));
    }
    if cursor.eat("?") {
        let symbol = cursor.anonymous_name();
        if cursor.eat("{") {
            let has_width = cursor.eat("i64") || cursor.eat("i32");
            if !has_width || !cursor.eat("}") {
                cursor.expect("div")?;
                cursor.expect("=")?;
                let modulus = read_modulus(cursor)?;
                cursor.expect("}")?;
                facts.push(Fact::Congruence { symbol: symbol.clone(), modulus, residue: 0 });
            }
        }
        return Ok(Term::symbol(&symbol));
    }
    match cursor.name() {
        Some(name) => Ok(Term::symbol(name)),
        None => Err(cursor.expected("an integer, a symbol or '('")),
    }
}

/// A term, at a basis position if `@` follows: `1@0`, `2@1@0` (outermost position last).
fn read_stride(
    cursor: &mut Cursor<'_>,
    facts: &mut Vec<Fact>,
) -> Result<SymbolicStride, ParseError> {
    let scale = read_term(cursor, facts)?;
    let mut path = Vec::new();
    while cursor.eat("@") {
        let column = cursor.column();
        let position = cursor.integer()?;
        let position = u32::try_from(position).map_err(|_| ParseError {
            column,
            reason: Reason::Expected {
                expected: "a position of at most 32 bits".to_owned(),
                found: position.to_string(),
            },
        })?;
        path.insert(0, position);
        if MAX_DEPTH < path.len() {
            return Err(ParseError { column, reason: Reason::TooDeep });
        }
    }
    Ok(SymbolicStride::new(scale, path))
}

/// ` where M mod 16 = 0, M in [1,4096]`, if it is there.
pub(super) fn read_facts(cursor: &mut Cursor<'_>, facts: &mut Vec<Fact>) -> Result<(), ParseError> {
    if !cursor.eat("where") {
        return Ok(());
    }
    loop {
        let Some(symbol) = cursor.name() else { return Err(cursor.expected("a symbol")) };
        let symbol = symbol.to_owned();
        if cursor.eat("mod") {
            let modulus = read_modulus(cursor)?;
            cursor.expect("=")?;
            let residue = cursor.integer()?;
            facts.push(Fact::Congruence { symbol, modulus, residue });
        } else if cursor.eat("in") {
            cursor.expect("[")?;
            let least = cursor.integer()?;
            cursor.expect(",")?;
            let greatest = cursor.integer()?;
            cursor.expect("]")?;
            facts.push(Fact::Range { symbol, least, greatest });
        } else {
            return Err(cursor.expected("'mod' or 'in'"));
        }
        // A layout with facts may stand in a list: what is behind a comma is a fact only if it reads like one.
        let mut ahead = cursor.clone();
        if !ahead.eat(",") || !begins_fact(ahead.clone()) {
            return Ok(());
        }
        *cursor = ahead;
    }
}

fn begins_fact(mut cursor: Cursor<'_>) -> bool {
    cursor.name().is_some() && (cursor.eat("mod") || cursor.eat("in"))
}

fn read_modulus(cursor: &mut Cursor<'_>) -> Result<i64, ParseError> {
    let error = cursor.expected("a modulus of at least 1");
    match cursor.integer()? {
        modulus if 1 <= modulus => Ok(modulus),
        _ => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn prints(text: &str, expected: &str) {
        let layout: CuteLayout = text.parse().unwrap();
        assert_eq!(layout.to_string(), expected);
        assert_eq!(expected.parse::<CuteLayout>().unwrap(), layout);
    }

    #[track_caller]
    fn fails(text: &str, column: usize, message: &str) {
        let error = text.parse::<CuteLayout>().unwrap_err();
        assert_eq!((error.column, error.to_string().as_str()), (column, message));
    }

    #[test]
    fn printing_is_canonical() {
        prints(" ( 4 , (2,2) ) : (2,(1,8))", "(4,(2,2)):(2,(1,8))");
        prints("4:1", "4:1");
        prints("(4):(1)", "(4):(1)");
        prints("():()", "():()");
        prints("(4,8)", "(4,8):(1,4)");
        prints("8", "8:1");
        prints("(6,4,(2,1,6))", "(6,4,(2,1,6)):(1,6,(24,0,48))");
        prints("1", "1:0");
        prints("(1,M,1,2)", "(1,M,1,2):(0,1,0,M)");
        prints("(4,2):(-1,0)", "(4,2):(-1,0)");
        prints("(4,8):(1@0,2@1@0)", "(4,8):(1@0,2@1@0)");
        prints("(4,8):(0@3,1@1)", "(4,8):(0,1@1)");
        prints(
            "(M,8):(8,1) where M in [1,4096],M mod 16=0",
            "(M,8):(8,1) where M in [1,4096], M mod 16 = 0",
        );
        prints("(M,4,N)", "(M,4,N):(1,M,4*M)");
        prints("(8,M):(M*2,1)", "(8,M):(2*M,1)");
        prints("(2,8):(N*3*M*N*2,0*M)", "(2,8):(6*M*N*N,0)");
        prints("(M,N):(1@0,1@1)", "(M,N):(1@0,1@1)");
    }

    #[test]
    fn errors_point_at_their_column() {
        fails("(4,6):(2,3", 10, "expected ',' or ')' but the text ends here");
        fails("(2,4):(4)", 6, "shape (2,4) has 2 modes but stride (4) has 1");
        fails("(2,(2,2)):(4,1)", 10, "shape (2,2) and stride 1 are not congruent");
        fails("(4,0):(1,4)", 3, "extent 0 is less than 1");
        fails("(4,-2):(1,4)", 3, "extent -2 is less than 1");
        fails("", 0, "expected an integer, a symbol or '(' but the text ends here");
        fails("4:1 x", 4, "expected the end but found 'x'");
        fails("9223372036854775808:1", 0, "number 9223372036854775808 does not fit in 64 bits");
        fails(
            "(4294967296,4294967296)",
            0,
            "the size of shape (4294967296,4294967296) does not fit in 64 bits",
        );
        fails(
            "4:4611686018427387904",
            0,
            "the cosize of 4:4611686018427387904 does not fit in 64 bits",
        );
        fails("(4,2):(1@0,3)", 0, "the strides of (4,2):(1@0,3) mix integers and basis elements");
        fails("(M,2):(1,3) where N mod 2 = 0", 0, "the layout has no symbol N");
        fails("(M,2):(1,3) where M in [3,2]", 0, "no integer satisfies M in [3,2]");
        fails(
            "(M,2):(1,3) where M mod 0 = 0",
            24,
            "expected a modulus of at least 1 but found '0'",
        );
    }

    #[test]
    fn numbers_positions_and_facts_are_bounded() {
        let product = "4611686018427387904*2";
        fails(&format!("4:{product}*M"), 2, &format!("number {product} does not fit in 64 bits"));
        let separated = "4:4611686018427387904*M*2";
        fails(separated, 2, &format!("number {product} does not fit in 64 bits"));
        fails(
            "4:1@4294967295@4294967296",
            15,
            "expected a position of at most 32 bits but found '4294967296'",
        );
        fails("4:1@-1", 4, "expected a position of at most 32 bits but found '-1'");
        let positions = "@0".repeat(MAX_DEPTH + 1);
        fails(&format!("4:1{positions}"), 4 + 2 * MAX_DEPTH, "nested more than 64 deep");
        fails("M:1 where M of 3", 12, "expected 'mod' or 'in' but found 'of'");
        fails("M:1 where 3", 10, "expected a symbol but found '3'");
        fails("M:1 where M in [1,4], 3", 20, "expected the end but found ','");
        fails("M:1 where M in [1,4], N", 20, "expected the end but found ','");
        fails("M:1 where M in [1,4],", 20, "expected the end but found ','");
        let error = "(4,8):(8,1)".parse::<Layout<Basis>>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected a layout with basis strides but found '(4,8):(8,1)'"
        );
    }

    #[test]
    fn nesting_has_a_limit() {
        let deep = |depth: usize| format!("{}4{}", "(".repeat(depth), ")".repeat(depth));
        assert!(deep(MAX_DEPTH).parse::<CuteLayout>().is_ok());
        fails(&deep(MAX_DEPTH + 1), MAX_DEPTH, "nested more than 64 deep");
        fails(&"(".repeat(100_000), MAX_DEPTH, "nested more than 64 deep");
    }

    #[test]
    fn a_question_mark_is_a_symbol_of_its_own() {
        for _ in 0..2 {
            prints("?", "_0:1");
            prints("(?,?{div=8}):(1,?)", "(_0,_1):(1,_2) where _1 mod 8 = 0");
            // Names that come later or have greater numbers are not met.
            prints("(?,8):(_0,1)", "(_1,8):(_0,1)");
            prints("(_7,?{div=4}):(M,_7000)", "(_7,_7001):(M,_7000) where _7001 mod 4 = 0");
        }
        // The stride of a compact layout has the very value of the extent before it.
        prints("(?,4)", "(_0,4):(1,_0)");
        fails("(?,8):(8,1) where _0 in [1,4]", 0, "the layout has no symbol _0");
    }
}
