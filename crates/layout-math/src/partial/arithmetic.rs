//! CuTe's arithmetic on tuples of numbers, of which some are not known.

use std::error::Error;
use std::fmt;

use num_integer::div_ceil;

use super::leaf::Leaf;
use crate::cute::Tuple;

/// Arithmetic on tuples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TupleOperation {
    Add,
    Subtract,
    Multiply,
    Remainder,
    CeilDiv,
    ShapeDiv,
    /// The quotient, rounded towards 0.
    Divide,
    Product,
    ProductEach,
    /// The same; of one number it is that number.
    ProductOfModes,
    /// The product of what each leaf of another tuple stands for.
    ProductLike,
}

/// The product of all leaves, if it is known: with a 0 among them it is 0.
///
/// ```
/// use layout_math::partial::{Leaf, product};
///
/// let of = |text| product(&Leaf::tuple(text).expect("a tuple"));
/// assert_eq!([of("(2,(3,4))"), of("(2,?)"), of("(?,0)")], [Some(24), None, Some(0)]);
/// ```
pub fn product(tuple: &Tuple<Leaf>) -> Option<i64> {
    if tuple.leaves().any(|leaf| *leaf == Leaf::Number(0)) {
        return Some(0);
    }
    tuple.leaves().try_fold(1_i64, |product, leaf| product.checked_mul(leaf.number()?))
}

impl TupleOperation {
    /// The operation on these tuples.
    ///
    /// # Errors
    ///
    /// The tuples do not fit together, or neither of two numbers divides the other where one has to.
    ///
    /// ```
    /// use layout_math::partial::{Leaf, TupleOperation};
    ///
    /// let [a, b] = ["(8,?,6)", "(3,4)"].map(|text| Leaf::tuple(text).expect("a tuple"));
    /// let quotient = TupleOperation::CeilDiv.of(&[a, b]);
    /// assert_eq!(quotient.expect("they fit").to_string(), "(3,?,6)");
    /// let [a, b] = ["6", "4"].map(|text| Leaf::tuple(text).expect("a tuple"));
    /// let error = TupleOperation::ShapeDiv.of(&[a, b]).unwrap_err();
    /// assert_eq!(error.to_string(), "neither of 6 and 4 divides the other");
    /// ```
    pub fn of(self, operands: &[Tuple<Leaf>]) -> Result<Tuple<Leaf>, NoTuple> {
        let found = match (self, operands) {
            (TupleOperation::Product, [of]) => Some(Tuple::Leaf(Leaf::from(product(of)))),
            (TupleOperation::ProductOfModes, [Tuple::Leaf(of)]) => Some(Tuple::Leaf(of.clone())),
            (TupleOperation::ProductEach | TupleOperation::ProductOfModes, [of]) => {
                Some(node(of.modes().iter().map(|mode| Tuple::Leaf(Leaf::from(product(mode))))))
            }
            (TupleOperation::ProductLike, [of, guide]) => product_like(of, guide),
            (_, [left, right]) => binary(self, left, right),
            _ => None,
        };
        found.ok_or_else(|| match indivisible(self, operands) {
            Some([left, right]) => NoTuple::Indivisible { left, right },
            None => NoTuple::DoNotFit,
        })
    }
}

/// Why an operation on tuples has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoTuple {
    /// Neither number divides the other, where one has to.
    Indivisible { left: i64, right: i64 },
    /// The tuples do not fit together, or a number does not fit in 64 bits.
    DoNotFit,
}

impl fmt::Display for NoTuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTuple::Indivisible { left, right } => {
                write!(f, "neither of {left} and {right} divides the other")
            }
            NoTuple::DoNotFit => f.write_str("its operands do not fit"),
        }
    }
}

impl Error for NoTuple {}

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
        TupleOperation::CeilDiv => (0 <= left && 0 < right).then(|| div_ceil(left, right)),
        TupleOperation::ShapeDiv if left == 0 && 0 < right => Some(0),
        TupleOperation::ShapeDiv if 0 < left && 0 < right => match (left % right, right % left) {
            (0, _) => Some(left / right),
            (_, 0) => Some(1),
            _ => None,
        },
        _ => None,
    }
}

fn node(modes: impl IntoIterator<Item = Tuple<Leaf>>) -> Tuple<Leaf> {
    Tuple::Node(modes.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{text, tuple};
    use super::*;

    #[test]
    fn arithmetic_goes_element_by_element() {
        let of = |operation: TupleOperation, left: &str, right: &str| {
            text(operation.of(&[tuple(left), tuple(right)]).ok())
        };
        assert_eq!(of(TupleOperation::Add, "(1,2,3)", "(4,5)"), "(5,7,3)");
        assert_eq!(of(TupleOperation::Add, "(3,4)", "0"), "(3,4)");
        assert_eq!(of(TupleOperation::Add, "0", "(3,4)"), "(3,4)");
        assert_eq!(of(TupleOperation::Subtract, "0", "(3,4)"), "none");
        assert_eq!(of(TupleOperation::Multiply, "2", "(3,4)"), "none");
        let one = TupleOperation::Add.of(&[tuple("3")]).unwrap_err();
        assert_eq!(one.to_string(), "its operands do not fit");
        assert_eq!(of(TupleOperation::Add, "(3,?)", "(1,2)"), "(4,?)");
        assert_eq!(of(TupleOperation::Add, "(?,0)", "(0,?)"), "(?,?)");
        assert_eq!(of(TupleOperation::Subtract, "(?,0)", "(0,?)"), "(?,?)");
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
        assert_eq!(text(TupleOperation::Product.of(&[tuple("((7,?,0),?)")]).ok()), "0");
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
        let each = |of: &str| text(TupleOperation::ProductEach.of(&[tuple(of)]).ok());
        assert_eq!(each("(2,(3,4))"), "(2,12)");
        assert_eq!(each("(2,(3,?))"), "(2,?)");
        assert_eq!(each("3"), "(3)");
        let of_modes = TupleOperation::ProductOfModes.of(&[tuple("3")]);
        assert_eq!(text(of_modes.ok()), "3");
    }
}
