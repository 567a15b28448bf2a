//! CuTe's arithmetic on tuples of numbers, of which some are not known.

use std::fmt;

use super::claim::TupleOperation;
use super::reason::Reason;
use crate::algebra::{AnyLayout, Kind};
use crate::cute::Tuple;

/// A leaf of a tuple.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Leaf {
    Number(i64),
    /// A number at a position, `2@1`, as it is written.
    Basis(String),
    /// `?`: a number that is not known.
    Open,
    /// `?@1`: one at a known position, which is the text.
    OpenAt(String),
    /// `_`: a whole mode.
    All,
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Leaf::Number(number) => number.fmt(f),
            Leaf::Basis(text) => f.write_str(text),
            Leaf::Open => f.write_str("?"),
            Leaf::OpenAt(position) => write!(f, "?{position}"),
            Leaf::All => f.write_str("_"),
        }
    }
}

impl From<Option<i64>> for Leaf {
    /// A number, or one that is not known.
    fn from(number: Option<i64>) -> Self {
        number.map_or(Leaf::Open, Leaf::Number)
    }
}

impl Leaf {
    /// The tuple that a text is, such as `(?{div=8},(2,_))`.
    pub fn tuple(text: &str) -> Option<Tuple<Leaf>> {
        let mut rest = text;
        let tuple = read(&mut rest, 0)?;
        rest.is_empty().then_some(tuple)
    }

    pub fn number(&self) -> Option<i64> {
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
    leaf_of(leaf).map(Tuple::Leaf)
}

/// `_`, or a number that is known or not, `-8` or `?{i64 div=8}`, and its position, `@1@0`.
fn leaf_of(text: &str) -> Option<Leaf> {
    if text == "_" {
        return Some(Leaf::All);
    }
    let (number, position) = text.split_at(text.find('@').unwrap_or(text.len()));
    let position = position.split('@').skip(1).map(|at| is_digits(at).then_some(at)?.parse().ok());
    let position: Vec<u32> = position.collect::<Option<_>>()?;
    let position: String = position.iter().map(|at| format!("@{at}")).collect();
    let Some(facts) = number.strip_prefix('?') else {
        is_digits(number.strip_prefix('-').unwrap_or(number)).then_some(())?;
        let number: i64 = number.parse().ok()?;
        return Some(match position.is_empty() {
            true => Leaf::Number(number),
            false => Leaf::Basis(format!("{number}{position}")),
        });
    };
    let facts = match facts {
        "" => "",
        facts => facts.strip_prefix('{')?.strip_suffix('}')?,
    };
    let is_fact = |fact: &str| {
        fact.strip_prefix("div=-")
            .or(fact.strip_prefix("div="))
            .or(fact.strip_prefix('i'))
            .is_some_and(is_digits)
    };
    if !facts.split_terminator(' ').all(is_fact) {
        return None;
    }
    Some(match position.is_empty() {
        true => Leaf::Open,
        false => Leaf::OpenAt(position),
    })
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit())
}

/// True if two tuples have the same numbers, as far as they are claimed, in another nesting.
pub(super) fn is_nested_otherwise(ours: &Tuple<Leaf>, claimed: &Tuple<Leaf>) -> bool {
    let is_same = |(own, theirs): (&Leaf, &Leaf)| *theirs == Leaf::Open || own == theirs;
    ours.leaves().count() == claimed.leaves().count()
        && ours.leaves().zip(claimed.leaves()).all(is_same)
        && !ours.is_congruent(claimed)
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
    let says_nothing = |leaf: &Leaf| *leaf == Leaf::Open;
    if is_congruent && (ours == claimed || claimed.leaves().all(says_nothing)) {
        return Ok(None);
    }
    let mut strides = [Vec::new(), Vec::new()];
    if is_congruent {
        for (own, theirs) in ours.leaves().zip(claimed.leaves()) {
            for (strides, stride) in strides.iter_mut().zip(strides_of(own, theirs)?) {
                strides.push(stride);
            }
        }
    } else {
        for (strides, tuple) in strides.iter_mut().zip([ours, claimed]) {
            strides.extend(tuple.leaves().map(stride_of));
        }
    }
    let layout = |tuple: &Tuple<Leaf>, strides: Vec<String>| {
        let extents = tuple.map(&mut |leaf| if *leaf == Leaf::All { 3 } else { 2 });
        let strides = tuple.with_leaves(strides).unwrap_or(Tuple::Node(Vec::new()));
        AnyLayout::parse(Kind::Cute, &format!("{extents}:{strides}"))
            .map_err(|_| format!("{tuple} mixes numbers and coordinates"))
    };
    let [own, theirs] = strides;
    Ok(Some([layout(ours, own)?, layout(claimed, theirs)?]))
}

/// The strides for one leaf of ours and of the claimed tuple: of a number that is not known at a
/// position the position is claimed.
fn strides_of(own: &Leaf, theirs: &Leaf) -> Result<[String; 2], Reason> {
    Ok(match (own, theirs) {
        (_, Leaf::Open) | (Leaf::Open | Leaf::Number(0), Leaf::OpenAt(_)) => {
            ["0".to_owned(), "0".to_owned()]
        }
        (Leaf::Basis(text) | Leaf::OpenAt(text), Leaf::OpenAt(position)) => {
            let own = text.find('@').map_or("", |at| &text[at..]);
            [format!("1{own}"), format!("1{position}")]
        }
        (Leaf::Open | Leaf::OpenAt(_), _) => {
            return Err(format!("whether a number is {theirs} is not known").into());
        }
        _ => [stride_of(own), stride_of(theirs)],
    })
}

fn stride_of(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Open | Leaf::All => "0".to_owned(),
        Leaf::OpenAt(position) => format!("1{position}"),
        leaf => leaf.to_string(),
    }
}

fn node(modes: impl IntoIterator<Item = Tuple<Leaf>>) -> Tuple<Leaf> {
    Tuple::Node(modes.into_iter().collect())
}

/// The product of all leaves.
pub(super) fn product(tuple: &Tuple<Leaf>) -> Option<i64> {
    if tuple.leaves().any(|leaf| *leaf == Leaf::Number(0)) {
        return Some(0);
    }
    tuple.leaves().try_fold(1_i64, |product, leaf| product.checked_mul(leaf.number()?))
}

/// The answer of an operation on tuples.
pub(super) fn answer(
    operation: TupleOperation,
    operands: &[Tuple<Leaf>],
) -> Result<Tuple<Leaf>, Reason> {
    let found = match (operation, operands) {
        (TupleOperation::Product, [of]) => Some(Tuple::Leaf(Leaf::from(product(of)))),
        (TupleOperation::ProductOfModes, [Tuple::Leaf(of)]) => Some(Tuple::Leaf(of.clone())),
        (TupleOperation::ProductEach | TupleOperation::ProductOfModes, [of]) => {
            Some(node(of.modes().iter().map(|mode| Tuple::Leaf(Leaf::from(product(mode))))))
        }
        (TupleOperation::ProductLike, [of, guide]) => product_like(of, guide),
        (_, [left, right]) => binary(operation, left, right),
        _ => None,
    };
    found.ok_or_else(|| match indivisible(operation, operands) {
        Some([left, right]) => {
            Reason::Wrong(format!("neither of {left} and {right} divides the other"))
        }
        None => "its operands do not fit".into(),
    })
}

/// The product of what each leaf of the guide stands for.
fn product_like(of: &Tuple<Leaf>, guide: &Tuple<Leaf>) -> Option<Tuple<Leaf>> {
    match (of, guide) {
        (_, Tuple::Leaf(_)) => Some(Tuple::Leaf(Leaf::from(product(of)))),
        (Tuple::Node(of), Tuple::Node(guide)) if of.len() == guide.len() => {
            let modes = of.iter().zip(guide).map(|(of, guide)| product_like(of, guide));
            modes.collect::<Option<_>>().map(Tuple::Node)
        }
        _ => None,
    }
}

/// Element by element; what the shorter tuple lacks changes nothing.
fn binary(
    operation: TupleOperation,
    left: &Tuple<Leaf>,
    right: &Tuple<Leaf>,
) -> Option<Tuple<Leaf>> {
    match (left, right) {
        (Tuple::Leaf(left), Tuple::Leaf(right)) => {
            let found = match (left.number(), right.number()) {
                (Some(left), Some(right)) => Leaf::Number(scalar(operation, left, right)?),
                (Some(0), None) if !is_sum(operation) => Leaf::Number(0),
                (None, Some(0)) if operation == TupleOperation::Multiply => Leaf::Number(0),
                (None, Some(1)) if operation == TupleOperation::Remainder => Leaf::Number(0),
                _ => Leaf::Open,
            };
            Some(Tuple::Leaf(found))
        }
        (Tuple::Node(left), Tuple::Node(right)) => {
            // A quotient has the modes of what is divided.
            let longest = if is_quotient(operation) { left.len() } else { right.len() };
            let count = left.len().max(longest);
            let mode = |at: usize| match (left.get(at), right.get(at)) {
                (Some(left), Some(right)) => binary(operation, left, right),
                (only, None) | (None, only) => only.cloned(),
            };
            Some(Tuple::Node((0..count).map(mode).collect::<Option<_>>()?))
        }
        (Tuple::Leaf(_), Tuple::Node(_)) if is_quotient(operation) => {
            binary(operation, left, &Tuple::Leaf(Leaf::from(product(right))))
        }
        (Tuple::Node(modes), Tuple::Leaf(_)) if is_quotient(operation) => {
            let mut divisor = right.clone();
            let mode = |mode: &Tuple<Leaf>| {
                let whole = Tuple::Leaf(Leaf::from(product(mode)));
                let divided = binary(operation, mode, &divisor)?;
                // What divides no more is divided by nothing behind it.
                divisor = binary(operation, &divisor, &whole).unwrap_or(Tuple::Leaf(Leaf::Open));
                Some(divided)
            };
            Some(Tuple::Node(modes.iter().map(mode).collect::<Option<_>>()?))
        }
        (Tuple::Node(_), Tuple::Leaf(Leaf::Number(0))) if is_sum(operation) => Some(left.clone()),
        (Tuple::Leaf(Leaf::Number(0)), Tuple::Node(_)) if operation == TupleOperation::Add => {
            Some(right.clone())
        }
        // Peers differ about what 0 does to a tuple.
        (Tuple::Node(_), Tuple::Leaf(Leaf::Number(0))) => None,
        // A number is one for the first mode.
        (Tuple::Node(_), Tuple::Leaf(_)) => binary(operation, left, &node([right.clone()])),
        _ => None,
    }
}

/// True of a quotient of shapes, in which a number divides one mode after the other.
fn is_quotient(operation: TupleOperation) -> bool {
    matches!(operation, TupleOperation::CeilDiv | TupleOperation::ShapeDiv)
}

/// Two numbers of which none divides the other, where one has to be the case.
fn indivisible(operation: TupleOperation, operands: &[Tuple<Leaf>]) -> Option<[i64; 2]> {
    let [left, right] = operands else { return None };
    if operation != TupleOperation::ShapeDiv || !left.is_congruent(right) {
        return None;
    }
    left.leaves().zip(right.leaves()).find_map(|(left, right)| {
        let [left, right] = [left.number()?, right.number()?];
        let divides = |a: i64, b: i64| b.checked_rem(a) == Some(0);
        (0 < left && 0 < right && !divides(left, right) && !divides(right, left))
            .then_some([left, right])
    })
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
        TupleOperation::Divide => left.checked_div(right),
        TupleOperation::CeilDiv => {
            (0 <= left && 0 < right).then(|| left / right + i64::from(left % right != 0))
        }
        TupleOperation::ShapeDiv if left == 0 && 0 < right => Some(0),
        TupleOperation::ShapeDiv if 0 < left && 0 < right => match (left % right, right % left) {
            (0, _) => Some(left / right),
            (_, 0) => Some(1),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn tuple(text: &str) -> Tuple<Leaf> {
        Leaf::tuple(text).unwrap()
    }

    pub fn text(found: Option<Tuple<Leaf>>) -> String {
        found.map_or("none".to_owned(), |tuple| tuple.to_string())
    }

    #[test]
    fn tuples_are_read_without_what_is_said_of_a_leaf() {
        assert_eq!(tuple("(?{i64 div=8},(2,_),1@0@1,())").to_string(), "(?,(2,_),1@0@1,())");
        assert_eq!(tuple("(?{div=8}@1@0,?@1)").to_string(), "(?@1@0,?@1)");
        assert_eq!(tuple("(?{},-07,03@02)").to_string(), "(?,-7,3@2)");
        let wrong = [
            "",
            "(1",
            "1)",
            "(1,,2)",
            "(1,)",
            "(a)",
            "(1,2)3",
            "-",
            "+1",
            "--1",
            "1E",
            "1E0",
            "0x10",
            "1.5",
            "1_000",
            "1@",
            "@0",
            "1@0@",
            "1@-1",
            "1@x",
            "1@9999999999",
            "1x",
            "_1",
            "?1",
            "?x",
            "?{",
            "?{div=8",
            "?{div=}",
            "?{div=x}",
            "?{mod=8}",
            "?{div=8}x",
            "?@",
            "?@1x",
            "*",
            "1 2",
            "99999999999999999999",
        ];
        for wrong in wrong {
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
        assert_eq!(of(TupleOperation::CeilDiv, "((16,100,32),24)", "(100,7)"), "((1,15,32),4)");
        assert_eq!(of(TupleOperation::CeilDiv, "(100,12)", "(4,(4,7,12))"), "(25,1)");
        assert_eq!(of(TupleOperation::CeilDiv, "(16,1)", "(24,8,12)"), "(1,1)");
        assert_eq!(of(TupleOperation::CeilDiv, "(?,0)", "(2,?)"), "(?,0)");
        assert_eq!(of(TupleOperation::Multiply, "(16,1)", "(24,8,12)"), "(384,8,12)");
        assert_eq!(of(TupleOperation::Multiply, "((7,3),24)", "12"), "((84,3),24)");
        assert_eq!(of(TupleOperation::Multiply, "(?,8)", "(0,?)"), "(0,?)");
        assert_eq!(of(TupleOperation::Subtract, "(24,8,12)", "(16,1)"), "(8,7,12)");
        assert_eq!(of(TupleOperation::Remainder, "(7,?)", "(3,1)"), "(1,0)");
        assert_eq!(of(TupleOperation::ShapeDiv, "((128),0)", "128"), "((1),0)");
        // What CUTLASS and FlyDSL answer otherwise.
        assert_eq!(of(TupleOperation::Multiply, "(7,8)", "0"), "none");
        assert_eq!(of(TupleOperation::Product, "((7,?,0),?)", "1"), "none");
        assert_eq!(text(answer(TupleOperation::Product, &[tuple("((7,?,0),?)")]).ok()), "0");
        assert_eq!(of(TupleOperation::CeilDiv, "8", "0"), "none");
        assert_eq!(of(TupleOperation::ShapeDiv, "24", "(2,3)"), "4");
        assert_eq!(of(TupleOperation::ShapeDiv, "(4,6)", "8"), "(1,3)");
        assert_eq!(of(TupleOperation::ShapeDiv, "6", "4"), "none");
        assert_eq!(of(TupleOperation::Remainder, "7", "0"), "none");
        assert_eq!(of(TupleOperation::Multiply, "9223372036854775807", "2"), "none");
        assert_eq!(of(TupleOperation::Divide, "(8,9,5)", "(3,4)"), "(2,2,5)");
        assert_eq!(of(TupleOperation::Divide, "(8,9)", "4"), "(2,9)");
        assert_eq!(of(TupleOperation::Divide, "-7", "2"), "-3");
        assert_eq!(of(TupleOperation::Divide, "7", "0"), "none");
        assert_eq!(of(TupleOperation::ProductLike, "((2,3),(4,5))", "(1,(1,1))"), "(6,(4,5))");
        assert_eq!(of(TupleOperation::ProductLike, "((2,?),(4,5))", "(1,1)"), "(?,20)");
        assert_eq!(of(TupleOperation::ProductLike, "((2,3),(4,5))", "1"), "120");
        assert_eq!(of(TupleOperation::ProductLike, "(2,3)", "(1,(1,1))"), "none");
        let each = |of: &str| text(answer(TupleOperation::ProductEach, &[tuple(of)]).ok());
        assert_eq!(each("(2,(3,4))"), "(2,12)");
        assert_eq!(each("(2,(3,?))"), "(2,?)");
        assert_eq!(each("3"), "(3)");
        let of_modes = answer(TupleOperation::ProductOfModes, &[tuple("3")]);
        assert_eq!(text(of_modes.ok()), "3");
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
        // Of a number at a position the position is claimed, whatever the number is.
        assert_eq!(
            of("(?@0,2@1)", "(?@0,?@2)"),
            Ok(Some("(2,2):(1@0,1@1) (2,2):(1@0,1@2)".into()))
        );
        assert_eq!(of("(0,?)", "(?@0,?@1)"), Ok(Some("(2,2):(0,0) (2,2):(0,0)".into())));
        assert_eq!(of("?@0", "2@0"), Err("whether a number is 2@0 is not known".into()));
    }
}
