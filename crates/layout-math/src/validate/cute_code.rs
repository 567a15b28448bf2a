//! CuTe's operations on numbers that are not known before the code runs, as integer code.

use super::code::{CmpPredicate, Code, Flags, Node, Operation, Operator};
use super::spelling::{Arithmetic, digits, swizzled};
use crate::cute::{Layout, Swizzle, Tuple, complement};

/// Shapes, strides, coordinates and tuples of integers: values of a code.
pub type Numbers = Tuple<Node>;

/// A function from coordinates to offsets.
#[derive(Debug, Clone)]
pub enum Function {
    Strided {
        shape: Numbers,
        stride: Numbers,
    },
    Swizzle(Swizzle),
    /// The outer function at an offset and what the inner one gives.
    Composed {
        outer: Box<Function>,
        offset: Node,
        inner: Box<Function>,
    },
    /// The sum of functions, each of a mode of the coordinate.
    Modes(Vec<Function>),
}

/// Writer of the code of CuTe's operations.
///
/// The code is the mathematical value: every step is promised to fit the width, and is poison where it
/// does not. Where the operations are defined at all is what the premises say: extents are at least 1,
/// strides not negative, coordinates in the domain, of a composition also what the inner function
/// gives.
///
/// An error says what is not supported.
///
/// ```
/// use layout_math::cute::Tuple;
/// use layout_math::validate::{Code, CuteCode, Function};
///
/// // A column of a matrix with M rows: (M,4):(1,M) at (1,2).
/// let mut code = Code::default();
/// let m = code.input(32);
/// let mut cute = CuteCode::new(&mut code, 32);
/// let [one, two, four] = [1, 2, 4].map(|number| cute.number(number));
/// let node = |a, b| Tuple::Node(vec![Tuple::Leaf(a), Tuple::Leaf(b)]);
/// let layout = Function::Strided { shape: node(m, four), stride: node(one, m) };
/// let offset = cute.evaluate(&layout, &node(one, two)).unwrap();
/// let premises = cute.into_premises();
/// let at = |m| {
///     let values = code.evaluate(&[m]);
///     let is_true = |premise: &layout_math::validate::Node| values[premise.position()] != Ok(0);
///     (values[offset.position()].unwrap(), premises.iter().all(is_true))
/// };
/// assert_eq!(at(8), (17, true));
/// assert_eq!(at(1), (3, false));
/// ```
#[derive(Debug)]
pub struct CuteCode<'a> {
    code: &'a mut Code,
    bits: u32,
    premises: Vec<Node>,
}

type Supported<T> = Result<T, String>;

impl Arithmetic for CuteCode<'_> {
    type Number = Node;

    fn constant(&mut self, value: i128) -> Node {
        self.number(i64::try_from(value).unwrap_or(i64::MAX))
    }

    fn multiply(&mut self, a: Node, b: Node) -> Node {
        self.binary(Operator::Multiply, a, b)
    }

    fn floor(&mut self, value: Node, divisor: Node) -> Option<Node> {
        Some(self.binary(Operator::FloorDivide, value, divisor))
    }

    fn modulo(&mut self, value: Node, divisor: Node) -> Option<Node> {
        Some(self.binary(Operator::Modulo, value, divisor))
    }

    fn xor(&mut self, a: Node, b: Node) -> Node {
        self.binary(Operator::Xor, a, b)
    }
}

impl<'a> CuteCode<'a> {
    /// Numbers have so many bits, and so have the nodes that are handed in.
    pub fn new(code: &'a mut Code, bits: u32) -> Self {
        CuteCode { code, bits, premises: Vec::new() }
    }

    /// Values of one bit that are true where the operations are defined.
    pub fn into_premises(self) -> Vec<Node> {
        self.premises
    }

    pub fn number(&mut self, value: i64) -> Node {
        self.code.push(self.bits, Operation::Constant(value))
    }

    /// An operation on two numbers, promised not to wrap.
    pub fn binary(&mut self, operator: Operator, left: Node, right: Node) -> Node {
        match (operator, self.constant_of(left), self.constant_of(right)) {
            (Operator::Multiply, Some(1), _) | (Operator::Add, Some(0), _) => return right,
            (Operator::Multiply | Operator::FloorDivide, _, Some(1)) => return left,
            (Operator::Add, _, Some(0)) => return left,
            _ => {}
        }
        let wraps = matches!(operator, Operator::Add | Operator::Subtract | Operator::Multiply);
        let flags = Flags { nsw: wraps, nuw: false };
        self.code.push(self.bits, Operation::Binary { operator, left, right, flags })
    }

    fn add(&mut self, a: Node, b: Node) -> Node {
        self.binary(Operator::Add, a, b)
    }

    fn constant_of(&self, node: Node) -> Option<i64> {
        match self.code.operations()[node.position()].1 {
            Operation::Constant(value) => Some(value),
            _ => None,
        }
    }

    fn require(&mut self, relation: CmpPredicate, left: Node, right: Node) {
        let is_known = match (relation, self.constant_of(left), self.constant_of(right)) {
            (CmpPredicate::Less, Some(a), Some(b)) => a < b,
            (CmpPredicate::LessOrEqual, Some(a), Some(b)) => a <= b,
            _ => false,
        };
        if !is_known {
            self.premises.push(self.code.push(1, Operation::Compare { relation, left, right }));
        }
    }

    /// The leaves of a shape are at least 1.
    pub fn require_shape(&mut self, shape: &Numbers) {
        let one = self.number(1);
        for &extent in shape.leaves() {
            self.require(CmpPredicate::LessOrEqual, one, extent);
        }
    }

    /// The leaves of a tuple, such as strides, are not negative.
    pub fn require_natural(&mut self, numbers: &Numbers) {
        let zero = self.number(0);
        for &number in numbers.leaves() {
            self.require(CmpPredicate::LessOrEqual, zero, number);
        }
    }

    /// A number is a multiple of another.
    pub fn require_multiple(&mut self, number: Node, of: i64) {
        let (of, zero) = (self.number(of), self.number(0));
        let rest = self.binary(Operator::Modulo, number, of);
        self.require(CmpPredicate::Equal, rest, zero);
    }

    fn require_below(&mut self, number: Node, size: Node) {
        self.require_natural(&Tuple::Leaf(number));
        self.require(CmpPredicate::Less, number, size);
    }

    /// A layout whose numbers are known.
    pub fn layout(&mut self, layout: &Layout) -> Function {
        let shape = layout.shape().map(&mut |&extent| self.number(extent));
        let stride = layout.stride().map(&mut |&stride| self.number(stride));
        Function::Strided { shape, stride }
    }

    /// The compact strides of a shape, the first mode fastest.
    pub fn compact(&mut self, shape: &Numbers) -> Numbers {
        let mut next = self.number(1);
        shape.map(&mut |&extent| {
            let stride = next;
            next = self.multiply(next, extent);
            stride
        })
    }

    /// The product of the leaves of a shape.
    pub fn size_of(&mut self, shape: &Numbers) -> Node {
        let one = self.number(1);
        shape.leaves().fold(one, |size, &extent| self.multiply(size, extent))
    }

    /// The size of the domain.
    ///
    /// # Errors
    ///
    /// A swizzle has none.
    pub fn size(&mut self, function: &Function) -> Supported<Node> {
        match function {
            Function::Strided { shape, .. } => Ok(self.size_of(shape)),
            Function::Swizzle(swizzle) => Err(format!("{swizzle} has no size")),
            Function::Composed { inner, .. } => self.size(inner),
            Function::Modes(modes) => {
                let one = self.number(1);
                modes.iter().try_fold(one, |size, mode| {
                    let own = self.size(mode)?;
                    Ok(self.multiply(size, own))
                })
            }
        }
    }

    /// One more than the greatest offset.
    ///
    /// # Errors
    ///
    /// A function that is composed of others is not supported.
    pub fn cosize(&mut self, function: &Function) -> Supported<Node> {
        match function {
            Function::Strided { shape, stride } => {
                let mut sum = self.number(1);
                for (&extent, &stride) in shape.leaves().zip(stride.leaves()) {
                    let one = self.number(1);
                    let last = self.binary(Operator::Subtract, extent, one);
                    let part = self.multiply(last, stride);
                    sum = self.add(sum, part);
                }
                Ok(sum)
            }
            Function::Modes(modes) => {
                let one = self.number(1);
                modes.iter().try_fold(one, |sum, mode| {
                    let own = self.cosize(mode)?;
                    let last = self.binary(Operator::Subtract, own, one);
                    Ok(self.add(sum, last))
                })
            }
            _ => Err("the cosize of a composed layout is not supported".to_owned()),
        }
    }

    /// The coordinate in a shape, CuTe's `idx2crd`.
    ///
    /// # Errors
    ///
    /// The tuple of numbers does not fit the shape.
    pub fn idx2crd(&mut self, index: &Numbers, shape: &Numbers) -> Supported<Numbers> {
        match (index, shape) {
            (Tuple::Leaf(index), shape) => {
                let size = self.size_of(shape);
                self.require_below(*index, size);
                let extents: Vec<Node> = shape.leaves().copied().collect();
                let Some((_, extents)) = extents.split_last() else { return Ok(shape.clone()) };
                let digits = digits(self, extents, *index);
                digits
                    .and_then(|digits| shape.with_leaves(digits))
                    .ok_or_else(|| "the shape has no digits".to_owned())
            }
            (Tuple::Node(indices), Tuple::Node(shapes)) if indices.len() == shapes.len() => {
                let modes = indices.iter().zip(shapes).map(|(a, b)| self.idx2crd(a, b));
                Ok(Tuple::Node(modes.collect::<Supported<_>>()?))
            }
            _ => Err(format!("{} numbers for a shape of rank {}", index.rank(), shape.rank())),
        }
    }

    /// The offset of a layout, CuTe's `crd2idx`.
    ///
    /// # Errors
    ///
    /// The coordinate does not fit the shape.
    pub fn crd2idx(
        &mut self,
        coordinate: &Numbers,
        shape: &Numbers,
        stride: &Numbers,
    ) -> Supported<Node> {
        if let (Tuple::Node(modes), Tuple::Node(shapes), Tuple::Node(strides)) =
            (coordinate, shape, stride)
        {
            if modes.len() != shapes.len() || modes.len() != strides.len() {
                let (modes, rank) = (modes.len(), shapes.len());
                return Err(format!("a coordinate of {modes} modes for a layout of rank {rank}"));
            }
            let zero = self.number(0);
            return modes.iter().zip(shapes).zip(strides).try_fold(
                zero,
                |sum, ((coordinate, shape), stride)| {
                    let part = self.crd2idx(coordinate, shape, stride)?;
                    Ok(self.add(sum, part))
                },
            );
        }
        if let (Tuple::Node(modes), _) = (coordinate, shape) {
            return match &modes[..] {
                [only] => self.crd2idx(only, shape, stride),
                _ => Err(format!("a coordinate of {} modes for a single mode", modes.len())),
            };
        }
        let digits = self.idx2crd(coordinate, shape)?;
        let zero = self.number(0);
        Ok(digits.leaves().zip(stride.leaves()).fold(zero, |sum, (&digit, &stride)| {
            let part = self.multiply(digit, stride);
            self.add(sum, part)
        }))
    }

    /// The offset at a coordinate.
    ///
    /// # Errors
    ///
    /// The coordinate does not fit the function.
    pub fn evaluate(&mut self, function: &Function, coordinate: &Numbers) -> Supported<Node> {
        match (function, coordinate) {
            (Function::Strided { shape, stride }, _) => self.crd2idx(coordinate, shape, stride),
            (Function::Swizzle(swizzle), Tuple::Leaf(offset)) => {
                self.require_natural(coordinate);
                swizzled(self, *swizzle, *offset).ok_or_else(|| "no swizzle".to_owned())
            }
            (Function::Swizzle(_), Tuple::Node(modes)) => match &modes[..] {
                [only] => self.evaluate(function, only),
                _ => Err("a swizzle at a tuple".to_owned()),
            },
            (Function::Composed { outer, offset, inner }, _) => {
                let inner = self.evaluate(inner, coordinate)?;
                let sum = self.add(inner, *offset);
                self.evaluate(outer, &Tuple::Leaf(sum))
            }
            (Function::Modes(modes), Tuple::Node(coordinates)) => {
                if modes.len() != coordinates.len() {
                    let (own, rank) = (coordinates.len(), modes.len());
                    return Err(format!("a coordinate of {own} modes for a layout of rank {rank}"));
                }
                let zero = self.number(0);
                modes.iter().zip(coordinates).try_fold(zero, |sum, (mode, coordinate)| {
                    let part = self.evaluate(mode, coordinate)?;
                    Ok(self.add(sum, part))
                })
            }
            (Function::Modes(modes), Tuple::Leaf(_)) => {
                let sizes: Vec<Tuple<Node>> = modes
                    .iter()
                    .map(|mode| self.size(mode).map(Tuple::Leaf))
                    .collect::<Supported<_>>()?;
                let coordinate = self.idx2crd(coordinate, &Tuple::Node(sizes))?;
                self.evaluate(function, &coordinate)
            }
        }
    }

    /// A layout divided by another one whose numbers are known, CuTe's `logical_divide`: its
    /// composition with the divisor and what that leaves out.
    ///
    /// # Errors
    ///
    /// The divisor has no complement.
    pub fn divided(&mut self, function: Function, divisor: &Layout) -> Supported<Function> {
        // Below its own end the complement has the gaps; the whole copies follow.
        let end = divisor.flat_modes().iter().map(|mode| mode.extent * mode.stride).max();
        let end = end.unwrap_or(1).max(1);
        let gaps = complement(divisor, end).map_err(|error| error.to_string())?;
        let size = self.size(&function)?;
        let end_node = self.number(end);
        let copies = self.binary(Operator::CeilDivide, size, end_node);
        let gap = self.layout(&gaps);
        let (mut shapes, mut strides) = (Vec::new(), Vec::new());
        if let (1.., Function::Strided { shape, stride }) = (gaps.size() - 1, gap) {
            shapes.extend(shape.leaves().copied().map(Tuple::Leaf));
            strides.extend(stride.leaves().copied().map(Tuple::Leaf));
        }
        shapes.push(Tuple::Leaf(copies));
        strides.push(Tuple::Leaf(end_node));
        let rest = Function::Strided { shape: Tuple::Node(shapes), stride: Tuple::Node(strides) };
        let inner = Function::Modes(vec![self.layout(divisor), rest]);
        let offset = self.number(0);
        Ok(Function::Composed { outer: Box::new(function), offset, inner: Box::new(inner) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_not_known_is_a_premise() {
        let premises = |relation, left, right| {
            let mut code = Code::default();
            let mut cute = CuteCode::new(&mut code, 8);
            let (left, right) = (cute.number(left), cute.number(right));
            cute.require(relation, left, right);
            cute.into_premises().len()
        };
        assert_eq!(premises(CmpPredicate::Less, 2, 3), 0);
        assert_eq!(premises(CmpPredicate::Less, 3, 3), 1);
        assert_eq!(premises(CmpPredicate::LessOrEqual, 3, 3), 0);
        assert_eq!(premises(CmpPredicate::LessOrEqual, 4, 3), 1);
    }

    fn node<const N: usize>(modes: [Numbers; N]) -> Numbers {
        Tuple::Node(modes.into())
    }

    fn numbers<const N: usize>(cute: &mut CuteCode<'_>, numbers: [i64; N]) -> Numbers {
        node(numbers.map(|number| Tuple::Leaf(cute.number(number))))
    }

    /// The values of numbers that code without inputs computes.
    fn values(run: impl Fn(&mut CuteCode<'_>) -> Supported<Numbers>) -> Result<Vec<i64>, String> {
        let mut code = Code::default();
        let found = run(&mut CuteCode::new(&mut code, 32))?;
        let at = code.evaluate(&[]);
        Ok(found.leaves().map(|leaf| at[leaf.position()].unwrap()).collect())
    }

    /// The function (2,3):(1,10) of the first mode of a coordinate and 4:5 of the second one.
    fn by_mode(cute: &mut CuteCode<'_>) -> Function {
        let layouts = ["(2,3):(1,10)", "4:5"].map(|text| text.parse::<Layout>().unwrap());
        Function::Modes(layouts.iter().map(|layout| cute.layout(layout)).collect())
    }

    fn swizzle() -> Function {
        Function::Swizzle(Swizzle::new(1, 0, 2).unwrap())
    }

    fn swizzled_by_mode(cute: &mut CuteCode<'_>) -> Function {
        let (offset, inner) = (cute.number(0), by_mode(cute));
        Function::Composed { outer: Box::new(swizzle()), offset, inner: Box::new(inner) }
    }

    #[test]
    fn sizes_are_those_of_the_modes_together() {
        let size = |function: fn(&mut CuteCode<'_>) -> Function| {
            values(|cute| {
                let function = function(cute);
                cute.size(&function).map(Tuple::Leaf)
            })
        };
        let cosize = |function: fn(&mut CuteCode<'_>) -> Function| {
            values(|cute| {
                let function = function(cute);
                cute.cosize(&function).map(Tuple::Leaf)
            })
        };
        assert_eq!(size(by_mode), Ok(vec![24]));
        assert_eq!(size(swizzled_by_mode), Ok(vec![24]));
        assert_eq!(size(|_| swizzle()), Err("S<1,0,2> has no size".to_owned()));
        // The greatest offsets are 21 and 15.
        assert_eq!(cosize(by_mode), Ok(vec![37]));
        let refused = "the cosize of a composed layout is not supported".to_owned();
        assert_eq!(cosize(swizzled_by_mode), Err(refused));
    }

    #[test]
    fn coordinates_fit_shapes_or_are_refused() {
        let coordinate = |rank: usize| {
            values(|cute| {
                let modes = [numbers(cute, [2, 3]), numbers(cute, [4, 2]), numbers(cute, [5])];
                let index = numbers(cute, [3, 5]);
                cute.idx2crd(&index, &Tuple::Node(modes[..rank].to_vec()))
            })
        };
        // 3 = 1 + 2*1 and 5 = 1 + 4*1.
        assert_eq!(coordinate(2), Ok(vec![1, 1, 1, 1]));
        assert_eq!(coordinate(3), Err("2 numbers for a shape of rank 3".to_owned()));
        let offset = |coordinate: &[i64], is_leaf: bool| {
            values(|cute| {
                let leaves = coordinate.iter().map(|&own| Tuple::Leaf(cute.number(own)));
                let coordinate = Tuple::Node(leaves.collect());
                let layout = if is_leaf { "8:3" } else { "(2,4,3):(1,10,100)" };
                let layout = cute.layout(&layout.parse().unwrap());
                cute.evaluate(&layout, &coordinate).map(Tuple::Leaf)
            })
        };
        assert_eq!(offset(&[5], true), Ok(vec![15]));
        let refused = "a coordinate of 2 modes for a single mode".to_owned();
        assert_eq!(offset(&[5, 0], true), Err(refused));
        assert_eq!(offset(&[1, 3, 2], false), Ok(vec![231]));
        let refused = "a coordinate of 2 modes for a layout of rank 3".to_owned();
        assert_eq!(offset(&[1, 3], false), Err(refused));
    }

    #[test]
    fn functions_take_a_coordinate_of_their_modes() {
        let offset = |function: fn(&mut CuteCode<'_>) -> Function, coordinate: &[i64]| {
            values(|cute| {
                let function = function(cute);
                let leaves = coordinate.iter().map(|&own| Tuple::Leaf(cute.number(own)));
                let coordinate = Tuple::Node(leaves.collect());
                cute.evaluate(&function, &coordinate).map(Tuple::Leaf)
            })
        };
        assert_eq!(offset(|_| swizzle(), &[7]), Ok(vec![6]));
        assert_eq!(offset(|_| swizzle(), &[7, 0]), Err("a swizzle at a tuple".to_owned()));
        // 5 is at (1,2), so that the offsets are 21 and 15; 36 has the bit 2, and goes to 37.
        assert_eq!(offset(by_mode, &[5, 3]), Ok(vec![36]));
        assert_eq!(offset(swizzled_by_mode, &[5, 3]), Ok(vec![37]));
        let refused = "a coordinate of 1 modes for a layout of rank 2".to_owned();
        assert_eq!(offset(by_mode, &[5]), Err(refused));
    }
}
