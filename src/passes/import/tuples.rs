//! CuTe's arithmetic on tuples of numbers, of which some are not known.

use std::collections::BTreeMap;
use std::fmt;

use super::claim::TupleOperation;
use super::dialect::Reason;
use crate::algebra::{AnyLayout, Kind};
use crate::cute::{CuteLayout, SymbolicStride, Term, Tuple};

/// A leaf of a tuple.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Leaf {
    Number(i64),
    /// A number at a position, `2@1`, as it is written.
    Basis(String),
    /// `?`: a number that is not known.
    Open,
    /// `_`: a whole mode.
    All,
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Leaf::Number(number) => number.fmt(f),
            Leaf::Basis(text) => f.write_str(text),
            Leaf::Open => f.write_str("?"),
            Leaf::All => f.write_str("_"),
        }
    }
}

impl Leaf {
    /// The tuple that a text is, such as `(?{div=8},(2,_))`.
    pub fn tuple(text: &str) -> Option<Tuple<Leaf>> {
        let mut rest = text;
        let tuple = read(&mut rest, 0)?;
        rest.is_empty().then_some(tuple)
    }

    fn number(&self) -> Option<i64> {
        match self {
            Leaf::Number(number) => Some(*number),
            _ => None,
        }
    }
}

/// Reads one tuple off the text.
fn read(rest: &mut &str, depth: usize) -> Option<Tuple<Leaf>> {
    if crate::text::MAX_DEPTH <= depth {
        return None;
    }
    if let Some(inner) = rest.strip_prefix('(') {
        *rest = inner;
        let mut modes = Vec::new();
        if let Some(after) = rest.strip_prefix(')') {
            *rest = after;
            return Some(Tuple::Node(modes));
        }
        loop {
            modes.push(read(rest, depth + 1)?);
            let mark = rest.chars().next()?;
            *rest = &rest[mark.len_utf8()..];
            match mark {
                ',' => {}
                ')' => return Some(Tuple::Node(modes)),
                _ => return None,
            }
        }
    }
    let end = rest.find([',', ')']).unwrap_or(rest.len());
    let (leaf, after) = rest.split_at(end);
    *rest = after;
    Some(Tuple::Leaf(match leaf {
        "_" => Leaf::All,
        _ if leaf.starts_with('?') => Leaf::Open,
        _ if leaf.contains('@') => Leaf::Basis(leaf.to_owned()),
        _ => Leaf::Number(leaf.parse().ok()?),
    }))
}

/// Our tuple and the claimed one as layouts that are the same function if the tuples are the same: a
/// mode of two coordinates for each leaf, with the leaf as its stride. `None` if nothing is claimed.
///
/// # Errors
///
/// The claim is a number that is not known, or the tuples have no such layout.
pub(super) fn as_layouts(
    ours: &Tuple<Leaf>,
    claimed: &Tuple<Leaf>,
) -> Result<Option<[AnyLayout; 2]>, Reason> {
    let is_congruent = ours.is_congruent(claimed);
    let is_open = |leaf: &Leaf| *leaf == Leaf::Open;
    if is_congruent && (ours == claimed || claimed.leaves().all(is_open)) {
        return Ok(None);
    }
    let mut open = Vec::new();
    if is_congruent {
        for (own, theirs) in ours.leaves().zip(claimed.leaves()) {
            if is_open(own) && !is_open(theirs) {
                return Err(format!("whether a number is {theirs} is not known"));
            }
            open.push(is_open(theirs));
        }
    }
    let layout = |tuple: &Tuple<Leaf>| {
        let mut open = open.iter();
        let extents = tuple.map(&mut |leaf| if *leaf == Leaf::All { 3 } else { 2 });
        let strides = tuple.map(&mut |leaf| match leaf {
            _ if open.next() == Some(&true) => "0".to_owned(),
            Leaf::Open | Leaf::All => "0".to_owned(),
            leaf => leaf.to_string(),
        });
        AnyLayout::parse(Kind::Cute, &format!("{extents}:{strides}"))
            .map_err(|_| format!("{tuple} mixes numbers and coordinates"))
    };
    Ok(Some([layout(ours)?, layout(claimed)?]))
}

fn node(modes: impl IntoIterator<Item = Tuple<Leaf>>) -> Tuple<Leaf> {
    Tuple::Node(modes.into_iter().collect())
}

fn open_or(number: Option<i64>) -> Leaf {
    number.map_or(Leaf::Open, Leaf::Number)
}

/// The product of all leaves.
pub(super) fn product(tuple: &Tuple<Leaf>) -> Option<i64> {
    tuple.leaves().try_fold(1_i64, |product, leaf| product.checked_mul(leaf.number()?))
}

/// The answer of an operation on tuples.
pub(super) fn answer(
    operation: TupleOperation,
    operands: &[Tuple<Leaf>],
) -> Result<Tuple<Leaf>, Reason> {
    let found = match (operation, operands) {
        (TupleOperation::Product, [of]) => Some(Tuple::Leaf(open_or(product(of)))),
        (TupleOperation::ProductEach, [of]) => {
            Some(node(of.modes().iter().map(|mode| Tuple::Leaf(open_or(product(mode))))))
        }
        (_, [left, right]) => binary(operation, left, right),
        _ => None,
    };
    found.ok_or_else(|| "its operands do not fit".to_owned())
}

/// Element by element; what the shorter tuple lacks changes nothing.
fn binary(
    operation: TupleOperation,
    left: &Tuple<Leaf>,
    right: &Tuple<Leaf>,
) -> Option<Tuple<Leaf>> {
    match (left, right) {
        (Tuple::Leaf(left), Tuple::Leaf(right)) => {
            let Some((left, right)) = left.number().zip(right.number()) else {
                return Some(Tuple::Leaf(Leaf::Open));
            };
            Some(Tuple::Leaf(Leaf::Number(scalar(operation, left, right)?)))
        }
        (Tuple::Node(left), Tuple::Node(right)) => {
            let count = left.len().max(right.len());
            let mode = |at: usize| match (left.get(at), right.get(at)) {
                (Some(left), Some(right)) => binary(operation, left, right),
                (Some(only), None) => Some(only.clone()),
                (None, Some(only)) => is_sum(operation).then(|| only.clone()),
                (None, None) => None,
            };
            Some(Tuple::Node((0..count).map(mode).collect::<Option<_>>()?))
        }
        (Tuple::Leaf(_), Tuple::Node(_)) if operation == TupleOperation::ShapeDiv => {
            binary(operation, left, &Tuple::Leaf(open_or(product(right))))
        }
        (Tuple::Node(modes), Tuple::Leaf(_)) if operation == TupleOperation::ShapeDiv => {
            let mut divisor = right.clone();
            let mode = |mode: &Tuple<Leaf>| {
                let whole = Tuple::Leaf(open_or(product(mode)));
                let divided = binary(operation, mode, &divisor)?;
                divisor = binary(operation, &divisor, &whole)?;
                Some(divided)
            };
            Some(Tuple::Node(modes.iter().map(mode).collect::<Option<_>>()?))
        }
        (Tuple::Node(_), Tuple::Leaf(Leaf::Number(0))) if is_sum(operation) => Some(left.clone()),
        (Tuple::Leaf(Leaf::Number(0)), Tuple::Node(_)) if operation == TupleOperation::Add => {
            Some(right.clone())
        }
        (Tuple::Node(_), Tuple::Leaf(_)) if operation == TupleOperation::CeilDiv => {
            binary(operation, left, &node([right.clone()]))
        }
        _ => None,
    }
}

fn is_sum(operation: TupleOperation) -> bool {
    matches!(operation, TupleOperation::Add | TupleOperation::Subtract)
}

fn scalar(operation: TupleOperation, left: i64, right: i64) -> Option<i64> {
    match operation {
        TupleOperation::Add => left.checked_add(right),
        TupleOperation::Subtract => left.checked_sub(right),
        TupleOperation::Multiply => left.checked_mul(right),
        TupleOperation::Remainder => left.checked_rem(right),
        TupleOperation::CeilDiv => {
            (0 <= left && 0 < right).then(|| left / right + i64::from(left % right != 0))
        }
        TupleOperation::ShapeDiv if 0 < left && 0 < right => match (left % right, right % left) {
            (0, _) => Some(left / right),
            (_, 0) => Some(1),
            _ => None,
        },
        _ => None,
    }
}

/// The coordinate at an index of a shape, nested as the shape; of a tuple of indices one for each mode.
pub(super) fn coordinate_of(index: &Tuple<Leaf>, shape: &Tuple<Leaf>) -> Option<Tuple<Leaf>> {
    match (index, shape) {
        (Tuple::Node(indices), Tuple::Node(modes)) if indices.len() == modes.len() => {
            let both = indices.iter().zip(modes);
            let modes: Option<Vec<_>> =
                both.map(|(index, mode)| coordinate_of(index, mode)).collect();
            modes.map(Tuple::Node)
        }
        (Tuple::Leaf(index), shape) => {
            let mut rest = Some(index.number());
            let count = shape.leaves().count();
            let mut leaves = Vec::new();
            for (at, extent) in shape.leaves().enumerate() {
                leaves.push(match (rest.flatten(), extent.number()) {
                    // The last mode takes what is left.
                    (Some(index), Some(extent)) if at + 1 < count => {
                        rest = Some(index.checked_div_euclid(extent));
                        Leaf::Number(index.checked_rem_euclid(extent)?)
                    }
                    (Some(index), _) if at + 1 == count => Leaf::Number(index),
                    (Some(0), None) => Leaf::Number(0),
                    (None, Some(1)) => Leaf::Number(0),
                    _ => {
                        rest = Some(None);
                        Leaf::Open
                    }
                });
            }
            shape.with_leaves(leaves)
        }
        _ => None,
    }
}

/// The index of a coordinate in a shape, which its first mode moves through fastest.
pub(super) fn index_of(coordinate: &Tuple<Leaf>, shape: &Tuple<Leaf>) -> Option<Tuple<Leaf>> {
    match (coordinate, shape) {
        (Tuple::Leaf(_), _) => Some(coordinate.clone()),
        (Tuple::Node(coordinates), Tuple::Node(modes)) if coordinates.len() == modes.len() => {
            let (mut index, mut step) = (Some(0_i64), Some(1_i64));
            for (coordinate, mode) in coordinates.iter().zip(modes) {
                let Tuple::Leaf(place) = index_of(coordinate, mode)? else { return None };
                let term = match place.number() {
                    Some(0) => Some(0),
                    place => place.zip(step).and_then(|(place, step)| place.checked_mul(step)),
                };
                index = index.zip(term).and_then(|(index, term)| index.checked_add(term));
                step = step.zip(product(mode)).and_then(|(step, size)| step.checked_mul(size));
            }
            Some(Tuple::Leaf(open_or(index)))
        }
        _ => None,
    }
}

/// The coordinate after another one, in a shape of numbers.
pub(super) fn next_coordinate(at: &Tuple<Leaf>, shape: &Tuple<Leaf>) -> Option<Tuple<Leaf>> {
    if !at.is_congruent(shape) {
        return None;
    }
    let mut carries = Some(true);
    let mut leaves = Vec::new();
    let count = shape.leaves().count();
    for (place, (at, extent)) in at.leaves().zip(shape.leaves()).enumerate() {
        leaves.push(match (carries, at.number(), extent.number()) {
            (Some(false), at, _) => open_or(at),
            (Some(true), Some(at), _) if place + 1 == count => Leaf::Number(at.checked_add(1)?),
            (Some(true), Some(at), Some(extent)) if at + 1 < extent => {
                carries = Some(false);
                Leaf::Number(at + 1)
            }
            (Some(true), Some(_), Some(_)) => Leaf::Number(0),
            _ => {
                carries = None;
                Leaf::Open
            }
        });
    }
    shape.with_leaves(leaves)
}

/// The offset of a layout at a coordinate: a number for each position, with none for one that is not
/// known. A whole mode stands for its first place.
pub(super) fn offset_at(
    coordinate: &Tuple<Leaf>,
    layout: &CuteLayout,
) -> Option<BTreeMap<Vec<u32>, Option<i64>>> {
    let mut offset = BTreeMap::new();
    add_offset(coordinate, &layout.shape(), &layout.stride(), &mut offset)?;
    Some(offset)
}

fn add_offset(
    coordinate: &Tuple<Leaf>,
    shape: &Tuple<Term>,
    stride: &Tuple<SymbolicStride>,
    offset: &mut BTreeMap<Vec<u32>, Option<i64>>,
) -> Option<()> {
    match (coordinate, shape, stride) {
        (Tuple::Leaf(leaf), Tuple::Leaf(_), Tuple::Leaf(stride)) => {
            let place = match leaf {
                Leaf::All => Some(0),
                leaf => leaf.number(),
            };
            let term = match (place, stride.scale().as_constant()) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (Some(place), Some(stride)) => Some(place.checked_mul(stride)?),
                _ => None,
            };
            let sum = offset.entry(stride.path().to_vec()).or_insert(Some(0));
            *sum = sum.zip(term).and_then(|(sum, term)| sum.checked_add(term));
            Some(())
        }
        (Tuple::Node(coordinates), Tuple::Node(shapes), Tuple::Node(strides)) => {
            if coordinates.len() != shapes.len() {
                return None;
            }
            for (coordinate, (shape, stride)) in coordinates.iter().zip(shapes.iter().zip(strides))
            {
                add_offset(coordinate, shape, stride, offset)?;
            }
            Some(())
        }
        (Tuple::Leaf(Leaf::All), ..) => Some(()),
        (Tuple::Leaf(_), Tuple::Node(_), _) => {
            let extents = shape.map(&mut |extent| open_or(extent.as_constant()));
            add_offset(&coordinate_of(coordinate, &extents)?, shape, stride, offset)
        }
        _ => None,
    }
}

/// The offset in the form of a claimed tuple, to which a beginning is added.
pub(super) fn offset_in_form(
    offset: &BTreeMap<Vec<u32>, Option<i64>>,
    begin: Option<&Tuple<Leaf>>,
    claimed: &Tuple<Leaf>,
) -> Option<Tuple<Leaf>> {
    let mut path = Vec::new();
    let mut reached = 0;
    let is_number = matches!(claimed, Tuple::Leaf(_));
    let form = in_form(offset, begin, claimed, &mut path, &mut reached);
    // A number has the empty position; an offset that the claim has no place for is another form.
    let moving = offset.iter().filter(|(path, sum)| !path.is_empty() && **sum != Some(0)).count();
    (is_number || moving == reached).then_some(form)
}

fn in_form(
    offset: &BTreeMap<Vec<u32>, Option<i64>>,
    begin: Option<&Tuple<Leaf>>,
    claimed: &Tuple<Leaf>,
    path: &mut Vec<u32>,
    reached: &mut usize,
) -> Tuple<Leaf> {
    match claimed {
        Tuple::Leaf(_) => {
            let sum = offset.get(path).copied().unwrap_or(Some(0));
            *reached += usize::from(!path.is_empty() && sum != Some(0));
            let begin = match begin {
                Some(Tuple::Leaf(leaf)) => leaf.number(),
                _ => Some(0),
            };
            Tuple::Leaf(open_or(sum.zip(begin).and_then(|(sum, begin)| sum.checked_add(begin))))
        }
        Tuple::Node(modes) => {
            let mut form = Vec::new();
            for (at, mode) in (0_u32..).zip(modes) {
                let begin = begin.and_then(|begin| begin.modes().get(at as usize));
                path.push(at);
                form.push(in_form(offset, begin, mode, path, reached));
                path.pop();
            }
            Tuple::Node(form)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuple(text: &str) -> Tuple<Leaf> {
        Leaf::tuple(text).unwrap()
    }

    fn text(found: Option<Tuple<Leaf>>) -> String {
        found.map_or("none".to_owned(), |tuple| tuple.to_string())
    }

    #[test]
    fn tuples_are_read_without_what_is_said_of_a_leaf() {
        assert_eq!(tuple("(?{i64 div=8},(2,_),1@0@1,())").to_string(), "(?,(2,_),1@0@1,())");
        for wrong in ["", "(1", "1)", "(1,,2)", "(a)", "(1,2)3", "-"] {
            assert_eq!(Leaf::tuple(wrong), None, "{wrong}");
        }
        assert_eq!(Leaf::tuple(&"(".repeat(100_000)), None);
    }

    #[test]
    fn arithmetic_goes_element_by_element() {
        let of = |operation, left: &str, right: &str| {
            text(answer(operation, &[tuple(left), tuple(right)]).ok())
        };
        assert_eq!(of(TupleOperation::Add, "(1,2,3)", "(4,5)"), "(5,7,3)");
        assert_eq!(of(TupleOperation::Add, "(3,4)", "0"), "(3,4)");
        assert_eq!(of(TupleOperation::Add, "(3,?)", "(1,2)"), "(4,?)");
        assert_eq!(of(TupleOperation::Subtract, "((5,8),3)", "((1,2),1)"), "((4,6),2)");
        assert_eq!(of(TupleOperation::CeilDiv, "(8,9)", "(3,4)"), "(3,3)");
        assert_eq!(of(TupleOperation::CeilDiv, "(4,8)", "2"), "(2,8)");
        assert_eq!(of(TupleOperation::CeilDiv, "(8,10,6)", "(3,4)"), "(3,3,6)");
        assert_eq!(of(TupleOperation::CeilDiv, "8", "0"), "none");
        assert_eq!(of(TupleOperation::ShapeDiv, "24", "(2,3)"), "4");
        assert_eq!(of(TupleOperation::ShapeDiv, "(4,6)", "8"), "(1,3)");
        assert_eq!(of(TupleOperation::ShapeDiv, "6", "4"), "none");
        assert_eq!(of(TupleOperation::Remainder, "7", "0"), "none");
        assert_eq!(of(TupleOperation::Multiply, "9223372036854775807", "2"), "none");
        let each = |of: &str| text(answer(TupleOperation::ProductEach, &[tuple(of)]).ok());
        assert_eq!(each("(2,(3,4))"), "(2,12)");
        assert_eq!(each("(2,(3,?))"), "(2,?)");
        assert_eq!(each("3"), "(3)");
    }

    #[test]
    fn coordinates_are_digits_of_an_index() {
        let of = |index: &str, shape: &str| text(coordinate_of(&tuple(index), &tuple(shape)));
        assert_eq!(of("14", "(4,8)"), "(2,3)");
        assert_eq!(of("(1,5)", "(4,(2,4))"), "(1,(1,2))");
        assert_eq!(of("?", "(1,8)"), "(0,?)");
        assert_eq!(of("5", "(?,8)"), "(?,?)");
        assert_eq!(of("(1,2,3)", "(4,8)"), "none");
        let next = |at: &str, shape: &str| text(next_coordinate(&tuple(at), &tuple(shape)));
        assert_eq!(next("(3,2)", "(4,8)"), "(0,3)");
        assert_eq!(next("(1,2)", "(4,8)"), "(2,2)");
        assert_eq!(next("(1,2)", "(?,8)"), "(?,?)");
        let index = |at: &str, shape: &str| text(index_of(&tuple(at), &tuple(shape)));
        assert_eq!(index("(2,3)", "(4,8)"), "14");
        assert_eq!(index("(2,?)", "(4,8)"), "?");
        assert_eq!(index("((1,2),0)", "((2,4),?)"), "5");
    }

    #[test]
    fn offsets_are_sums_at_positions() {
        let of = |coordinate: &str, layout: &str, begin: &str, claimed: &str| {
            let offset = offset_at(&tuple(coordinate), &layout.parse().unwrap()).unwrap();
            text(offset_in_form(&offset, Some(&tuple(begin)), &tuple(claimed)))
        };
        assert_eq!(of("(1,2)", "(4,8):(1,4)", "0", "?"), "9");
        assert_eq!(of("(?,0)", "(4,8):(1,4)", "0", "?"), "?");
        assert_eq!(of("(1,?)", "(4,M):(1,0)", "0", "?"), "1");
        assert_eq!(of("(1,2)", "((2,3),4):((1@0,1@1),1@2)", "(0,0,0)", "(?,?,?)"), "(1,0,2)");
        assert_eq!(of("(_,(1,?))", "(8,(2,2)):(1@0,(8@0,4@1))", "(1,0)", "(?,?)"), "(9,?)");
        assert_eq!(of("(1,2)", "(4,8):(1@1,1@2)", "(0,0)", "(?,?)"), "none");
    }

    #[test]
    fn tuples_are_claimed_where_numbers_are_known() {
        let of = |ours: &str, claimed: &str| {
            as_layouts(&tuple(ours), &tuple(claimed))
                .map(|both| both.map(|[ours, claimed]| format!("{ours} {claimed}")))
        };
        assert_eq!(of("(1,?)", "(1,?)"), Ok(None));
        assert_eq!(of("(1,2)", "(?,?)"), Ok(None));
        assert_eq!(of("(1,2)", "(1,3)"), Ok(Some("(2,2):(1,2) (2,2):(1,3)".into())));
        assert_eq!(of("(1,2)", "(?,3)"), Ok(Some("(2,2):(0,2) (2,2):(0,3)".into())));
        assert_eq!(of("(1,2)", "1"), Ok(Some("(2,2):(1,2) 2:1".into())));
        assert_eq!(of("(1,_)", "(1,0)"), Ok(Some("(2,3):(1,0) (2,2):(1,0)".into())));
        assert_eq!(of("(?,2)", "(4,2)"), Err("whether a number is 4 is not known".into()));
    }
}
