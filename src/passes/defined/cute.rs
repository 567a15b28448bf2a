//! What operations of CUTLASS' `cute` dialect mean, as code.
//!
//! Each operation is computed from its operands and its definition: what its result type claims is not
//! used, but for which leaves a `?` stands.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use rustc_hash::FxHashMap;

use super::cute_types::{filled, layout_of, open_leaves, part, swizzle_of, tuple_of};
use crate::cute::Tuple;
use crate::dialect::ir;
use crate::validate::{CuteCode, LayoutFunction, Node, Numbers, Operator};

/// What a value of the dialect is.
#[derive(Debug, Clone)]
enum Meaning {
    Numbers(Numbers),
    Function(LayoutFunction),
}

/// The meanings of the values of a function.
#[derive(Debug, Default)]
pub(super) struct Meanings {
    found: FxHashMap<usize, Meaning>,
}

type Read<T> = Result<T, String>;

impl Meanings {
    /// Takes note of what an operation of the dialect gives, where `integer` has the nodes of values of
    /// integer types. The nodes are those of the results of `get_scalars`, and none otherwise.
    ///
    /// # Errors
    ///
    /// What is not supported.
    pub fn read(
        &mut self,
        cute: &mut CuteCode<'_>,
        operation: OperationRef<'_, '_>,
        mnemonic: &str,
        integer: &FxHashMap<usize, Node>,
    ) -> Read<Vec<Node>> {
        let operands: Vec<Value<'_, '_>> = operation.operands().collect();
        let Some(result) = operation.results().next().map(Value::from) else {
            return Err(format!("cute.{mnemonic} is not read"));
        };
        if mnemonic == "get_scalars" {
            let [source] = operands[..] else { return Err("cute.get_scalars".to_owned()) };
            let numbers = self.numbers(source)?;
            let nodes = match operation.has_attribute("only_dynamic") {
                true => open_leaves(source, numbers)?,
                false => numbers.leaves().copied().collect(),
            };
            return Ok(nodes);
        }
        let meaning = match mnemonic {
            "make_shape" | "make_stride" | "make_coord" | "make_int_tuple" => {
                Meaning::Numbers(self.tuple(cute, (mnemonic, result), &operands, integer)?)
            }
            "static" => self.constant(cute, result)?,
            "layout_eval" | "crd2idx" | "idx2crd" => self.coordinates(cute, mnemonic, &operands)?,
            "size" | "cosize" | "tuple_product" => {
                self.sizes(cute, operation, mnemonic, &operands)?
            }
            "get_shape" | "get_stride" | "get" | "to_int_tuple" | "to_shape" | "to_coord" => {
                self.parts(operation, mnemonic, &operands)?
            }
            "tuple_add" | "tuple_sub" | "tuple_mul" | "tuple_div" | "tuple_mod" | "ceil_div" => {
                let [left, right] = self.two(mnemonic, &operands)?;
                let operator = match mnemonic {
                    "tuple_add" => Operator::Add,
                    "tuple_sub" => Operator::Subtract,
                    "tuple_mul" => Operator::Multiply,
                    "tuple_div" => Operator::FloorDivide,
                    "tuple_mod" => Operator::Modulo,
                    _ => Operator::CeilDivide,
                };
                Meaning::Numbers(by_leaf(cute, operator, left, right)?)
            }
            _ => Meaning::Function(self.layouts(cute, (mnemonic, result), &operands)?),
        };
        self.found.insert(ir::value_key(result), meaning);
        Ok(Vec::new())
    }

    fn meaning(&self, value: Value<'_, '_>) -> Read<&Meaning> {
        let unread = || format!("a value of type {} is not read", value.r#type());
        self.found.get(&ir::value_key(value)).ok_or_else(unread)
    }

    fn numbers(&self, value: Value<'_, '_>) -> Read<&Numbers> {
        match self.meaning(value)? {
            Meaning::Numbers(numbers) => Ok(numbers),
            Meaning::Function(_) => Err(format!("{} is not a tuple of numbers", value.r#type())),
        }
    }

    fn function(&self, value: Value<'_, '_>) -> Read<&LayoutFunction> {
        match self.meaning(value)? {
            Meaning::Function(function) => Ok(function),
            Meaning::Numbers(_) => Err(format!("{} is not a layout", value.r#type())),
        }
    }

    fn two(&self, mnemonic: &str, operands: &[Value<'_, '_>]) -> Read<[&Numbers; 2]> {
        match operands {
            [left, right] => Ok([self.numbers(*left)?, self.numbers(*right)?]),
            _ => Err(format!("cute.{mnemonic} has {} operands", operands.len())),
        }
    }

    /// A tuple of integers, and of leaves of other tuples.
    fn tuple(
        &self,
        cute: &mut CuteCode<'_>,
        (mnemonic, result): (&str, Value<'_, '_>),
        operands: &[Value<'_, '_>],
        integer: &FxHashMap<usize, Node>,
    ) -> Read<Numbers> {
        let mut nodes = Vec::new();
        for &operand in operands {
            match integer.get(&ir::value_key(operand)) {
                Some(&node) => nodes.push(node),
                None => nodes.extend(open_leaves(operand, self.numbers(operand)?)?),
            }
        }
        let unread = || format!("{} is not read", result.r#type());
        let numbers = filled(cute, tuple_of(result)?, &nodes).ok_or_else(unread)?;
        match mnemonic {
            "make_shape" => cute.require_shape(&numbers),
            "make_stride" => cute.require_natural(&numbers),
            _ => {}
        }
        Ok(numbers)
    }

    fn constant(&self, cute: &mut CuteCode<'_>, result: Value<'_, '_>) -> Read<Meaning> {
        if let Some(layout) = layout_of(result) {
            return Ok(Meaning::Function(cute.layout(&layout)));
        }
        if let Some(swizzle) = swizzle_of(result) {
            return Ok(Meaning::Function(LayoutFunction::Swizzle(swizzle)));
        }
        let unread = || format!("{} is not read", result.r#type());
        filled(cute, tuple_of(result)?, &[]).map(Meaning::Numbers).ok_or_else(unread)
    }

    fn coordinates(
        &self,
        cute: &mut CuteCode<'_>,
        mnemonic: &str,
        operands: &[Value<'_, '_>],
    ) -> Read<Meaning> {
        Ok(Meaning::Numbers(match (mnemonic, operands) {
            ("layout_eval", &[coordinate, layout]) => {
                let coordinate = self.numbers(coordinate)?;
                Tuple::Leaf(self.offset(cute, coordinate, layout)?)
            }
            ("crd2idx", &[coordinate, shape]) => {
                let coordinate = self.numbers(coordinate)?;
                Tuple::Leaf(match self.meaning(shape)? {
                    Meaning::Function(_) => self.offset(cute, coordinate, shape)?,
                    Meaning::Numbers(numbers) => {
                        let stride = cute.compact(numbers);
                        cute.crd2idx(coordinate, numbers, &stride)?
                    }
                })
            }
            ("crd2idx", &[coordinate, shape, stride]) => {
                let [shape, stride] = [self.numbers(shape)?, self.numbers(stride)?];
                Tuple::Leaf(cute.crd2idx(self.numbers(coordinate)?, shape, stride)?)
            }
            ("idx2crd", &[index, shape]) => {
                let shape = match self.meaning(shape)? {
                    Meaning::Numbers(numbers) => numbers,
                    Meaning::Function(LayoutFunction::Strided { shape, .. }) => shape,
                    Meaning::Function(_) => return Err("the shape of a composition".to_owned()),
                };
                cute.idx2crd(self.numbers(index)?, shape)?
            }
            _ => return Err(format!("cute.{mnemonic} has {} operands", operands.len())),
        }))
    }

    /// The offset of a layout. A coordinate in the shape that the type has, which is another one than
    /// that of the composition, is a number first.
    fn offset(
        &self,
        cute: &mut CuteCode<'_>,
        coordinate: &Numbers,
        layout: Value<'_, '_>,
    ) -> Read<Node> {
        let function = self.function(layout)?;
        if let (Tuple::Node(_), LayoutFunction::Composed { .. }, Some(own)) =
            (coordinate, function, layout_of(layout))
        {
            let shape = own.shape().map(&mut |&extent| cute.number(extent));
            let stride = cute.compact(&shape);
            let index = cute.crd2idx(coordinate, &shape, &stride)?;
            return cute.evaluate(function, &Tuple::Leaf(index));
        }
        cute.evaluate(function, coordinate)
    }

    fn sizes(
        &self,
        cute: &mut CuteCode<'_>,
        operation: OperationRef<'_, '_>,
        mnemonic: &str,
        operands: &[Value<'_, '_>],
    ) -> Read<Meaning> {
        let [source] = operands else { return Err(format!("cute.{mnemonic}")) };
        let node = match (mnemonic, self.meaning(*source)?) {
            ("cosize", Meaning::Function(LayoutFunction::Strided { shape, stride })) => {
                let (shape, stride) = (part(shape, operation)?, part(stride, operation)?);
                let (shape, stride) = (shape.clone(), stride.clone());
                cute.cosize(&LayoutFunction::Strided { shape, stride })?
            }
            ("cosize", Meaning::Function(function)) => cute.cosize(function)?,
            ("cosize", _) => return Err("the cosize of a tuple".to_owned()),
            (_, Meaning::Numbers(shape))
            | (_, Meaning::Function(LayoutFunction::Strided { shape, .. })) => {
                cute.size_of(part(shape, operation)?)
            }
            (_, Meaning::Function(_)) if operation.has_attribute("mode") => {
                return Err("the size of a mode of a composition".to_owned());
            }
            (_, Meaning::Function(function)) => cute.size(function)?,
        };
        Ok(Meaning::Numbers(Tuple::Leaf(node)))
    }

    fn parts(
        &self,
        operation: OperationRef<'_, '_>,
        mnemonic: &str,
        operands: &[Value<'_, '_>],
    ) -> Read<Meaning> {
        let [source] = operands else { return Err(format!("cute.{mnemonic}")) };
        Ok(match (mnemonic, self.meaning(*source)?) {
            ("get_shape", Meaning::Function(LayoutFunction::Strided { shape, .. })) => {
                Meaning::Numbers(part(shape, operation)?.clone())
            }
            ("get_stride", Meaning::Function(LayoutFunction::Strided { stride, .. })) => {
                Meaning::Numbers(part(stride, operation)?.clone())
            }
            ("get", Meaning::Function(LayoutFunction::Strided { shape, stride })) => {
                let (shape, stride) = (part(shape, operation)?, part(stride, operation)?);
                let (shape, stride) = (shape.clone(), stride.clone());
                Meaning::Function(LayoutFunction::Strided { shape, stride })
            }
            ("get", Meaning::Numbers(numbers)) => {
                Meaning::Numbers(part(numbers, operation)?.clone())
            }
            ("to_int_tuple" | "to_shape" | "to_coord", Meaning::Numbers(numbers)) => {
                Meaning::Numbers(numbers.clone())
            }
            _ => return Err(format!("cute.{mnemonic} of {}", source.r#type())),
        })
    }

    fn layouts(
        &self,
        cute: &mut CuteCode<'_>,
        (mnemonic, result): (&str, Value<'_, '_>),
        operands: &[Value<'_, '_>],
    ) -> Read<LayoutFunction> {
        let boxed = |function: &LayoutFunction| Box::new(function.clone());
        match (mnemonic, operands) {
            ("make_layout", &[shape]) => {
                let shape = self.numbers(shape)?.clone();
                let stride = cute.compact(&shape);
                Ok(LayoutFunction::Strided { shape, stride })
            }
            ("make_layout", &[shape, stride]) => {
                let [shape, stride] = [self.numbers(shape)?.clone(), self.numbers(stride)?.clone()];
                match shape.is_congruent(&stride) {
                    true => Ok(LayoutFunction::Strided { shape, stride }),
                    false => Err(format!("{} has another form than its parts", result.r#type())),
                }
            }
            ("make_composed_layout", &[outer, offset, inner]) => {
                let Tuple::Leaf(offset) = *self.numbers(offset)? else {
                    return Err("an offset that is a tuple".to_owned());
                };
                let (outer, inner) = (self.function(outer)?, self.function(inner)?);
                Ok(LayoutFunction::Composed { outer: boxed(outer), offset, inner: boxed(inner) })
            }
            ("composition", &[outer, inner]) => {
                let (outer, inner) = (self.function(outer)?, self.function(inner)?);
                let offset = cute.number(0);
                Ok(LayoutFunction::Composed { outer: boxed(outer), offset, inner: boxed(inner) })
            }
            ("logical_divide", &[layout, divisor]) => {
                let unread = || format!("the divisor {} is not read", divisor.r#type());
                let divisor = layout_of(divisor).ok_or_else(unread)?;
                cute.divided(self.function(layout)?.clone(), &divisor)
            }
            _ => Err(format!("cute.{mnemonic} is not read")),
        }
    }
}

/// An operation on each leaf of two tuples; one number is taken for each leaf of the other side.
fn by_leaf(
    cute: &mut CuteCode<'_>,
    operator: Operator,
    left: &Numbers,
    right: &Numbers,
) -> Read<Numbers> {
    match (left, right) {
        (Tuple::Leaf(a), Tuple::Leaf(b)) => Ok(Tuple::Leaf(cute.binary(operator, *a, *b))),
        (Tuple::Node(a), Tuple::Node(b)) if a.len() == b.len() => {
            let modes = a.iter().zip(b).map(|(a, b)| by_leaf(cute, operator, a, b));
            Ok(Tuple::Node(modes.collect::<Read<_>>()?))
        }
        _ => Err("tuples of different forms are combined".to_owned()),
    }
}
