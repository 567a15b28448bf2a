//! CuTe's operations on numbers that are not known before the code runs, as integer code.

use super::code::{CmpPredicate, Code, Flags, Node, Operation, Operator};
use super::spelling::{Arithmetic, digits, swizzled};
use crate::cute::{Layout, Swizzle, Tuple, complement};

/// Shapes, strides, coordinates and tuples of integers: values of a code.
pub type Numbers = Tuple<Node>;

/// A function from coordinates to offsets.
#[derive(Debug, Clone)]
pub enum LayoutFunction {
    Strided {
        shape: Numbers,
        stride: Numbers,
    },
    Swizzle(Swizzle),
    /// The outer function at an offset and what the inner one gives.
    Composed {
        outer: Box<LayoutFunction>,
        offset: Node,
        inner: Box<LayoutFunction>,
    },
    /// The sum of functions, each of a mode of the coordinate.
    Modes(Vec<LayoutFunction>),
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
/// use layout_math::validate::{Code, CuteCode, LayoutFunction};
///
/// // A column of a matrix with M rows: (M,4):(1,M) at (1,2).
/// let mut code = Code::default();
/// let m = code.input(32);
/// let mut cute = CuteCode::new(&mut code, 32);
/// let [one, two, four] = [1, 2, 4].map(|number| cute.number(number));
/// let node = |a, b| Tuple::Node(vec![Tuple::Leaf(a), Tuple::Leaf(b)]);
/// let layout = LayoutFunction::Strided { shape: node(m, four), stride: node(one, m) };
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
    pub fn layout(&mut self, layout: &Layout) -> LayoutFunction {
        let shape = layout.shape().map(&mut |&extent| self.number(extent));
        let stride = layout.stride().map(&mut |&stride| self.number(stride));
        LayoutFunction::Strided { shape, stride }
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
    pub fn size(&mut self, function: &LayoutFunction) -> Supported<Node> {
        match function {
            LayoutFunction::Strided { shape, .. } => Ok(self.size_of(shape)),
            LayoutFunction::Swizzle(swizzle) => Err(format!("{swizzle} has no size")),
            LayoutFunction::Composed { inner, .. } => self.size(inner),
            LayoutFunction::Modes(modes) => {
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
    pub fn cosize(&mut self, function: &LayoutFunction) -> Supported<Node> {
        match function {
            LayoutFunction::Strided { shape, stride } => {
                let mut sum = self.number(1);
                for (&extent, &stride) in shape.leaves().zip(stride.leaves()) {
                    let one = self.number(1);
                    let last = self.binary(Operator::Subtract, extent, one);
                    let part = self.multiply(last, stride);
                    sum = self.add(sum, part);
                }
                Ok(sum)
            }
            LayoutFunction::Modes(modes) => {
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
    pub fn evaluate(&mut self, function: &LayoutFunction, coordinate: &Numbers) -> Supported<Node> {
        match (function, coordinate) {
            (LayoutFunction::Strided { shape, stride }, _) => {
                self.crd2idx(coordinate, shape, stride)
            }
            (LayoutFunction::Swizzle(swizzle), Tuple::Leaf(offset)) => {
                self.require_natural(coordinate);
                swizzled(self, *swizzle, *offset).ok_or_else(|| "no swizzle".to_owned())
            }
            (LayoutFunction::Swizzle(_), Tuple::Node(modes)) => match &modes[..] {
                [only] => self.evaluate(function, only),
                _ => Err("a swizzle at a tuple".to_owned()),
            },
            (LayoutFunction::Composed { outer, offset, inner }, _) => {
                let inner = self.evaluate(inner, coordinate)?;
                let sum = self.add(inner, *offset);
                self.evaluate(outer, &Tuple::Leaf(sum))
            }
            (LayoutFunction::Modes(modes), Tuple::Node(coordinates)) => {
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
            (LayoutFunction::Modes(modes), Tuple::Leaf(_)) => {
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
    pub fn divided(
        &mut self,
        function: LayoutFunction,
        divisor: &Layout,
    ) -> Supported<LayoutFunction> {
        // Below its own end the complement has the gaps; the whole copies follow.
        let end = divisor.flat_modes().iter().map(|mode| mode.extent * mode.stride).max();
        let end = end.unwrap_or(1).max(1);
        let gaps = complement(divisor, end).map_err(|error| error.to_string())?;
        let size = self.size(&function)?;
        let end_node = self.number(end);
        let copies = self.binary(Operator::CeilDivide, size, end_node);
        let gap = self.layout(&gaps);
        let (mut shapes, mut strides) = (Vec::new(), Vec::new());
        if let (1.., LayoutFunction::Strided { shape, stride }) = (gaps.size() - 1, gap) {
            shapes.extend(shape.leaves().copied().map(Tuple::Leaf));
            strides.extend(stride.leaves().copied().map(Tuple::Leaf));
        }
        shapes.push(Tuple::Leaf(copies));
        strides.push(Tuple::Leaf(end_node));
        let rest =
            LayoutFunction::Strided { shape: Tuple::Node(shapes), stride: Tuple::Node(strides) };
        let inner = LayoutFunction::Modes(vec![self.layout(divisor), rest]);
        let offset = self.number(0);
        Ok(LayoutFunction::Composed { outer: Box::new(function), offset, inner: Box::new(inner) })
    }
}

#[cfg(test)]
mod tests;
