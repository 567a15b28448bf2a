//! Writes arithmetic as far out as it goes, and nothing twice.

use melior::Context;
use melior::ir::attribute::{DenseElementsAttribute, IntegerAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{
    Attribute, AttributeLike, BlockRef, Identifier, OperationRef, RegionLike, Type, TypeLike,
    Value, ValueLike,
};
use rustc_hash::FxHashMap;

use crate::dialect::foreign::{may_be_left, name};
use crate::dialect::ir::{self, AffineExpr};

/// What an operation takes: a constant, which is written beside the operation, or a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Operand<'c> {
    Constant(Attribute<'c>),
    Value(Value<'c, 'c>),
}

impl<'c> Operand<'c> {
    pub fn r#type(&self) -> Type<'c> {
        match self {
            Operand::Constant(constant) => constant.r#type(),
            Operand::Value(value) => value.r#type(),
        }
    }
}

/// Writes pure operations for accesses, which come in the order of the text.
///
/// An operation goes into the innermost region of those that its operands are defined in, right
/// before what holds the access there. So it leaves every loop and branch that it does not depend
/// on. Nothing that is written there traps, divisors being constants, so that it may be executed where the
/// access is not. An operation that is in the block already is used again.
pub(super) struct Writer<'c> {
    context: &'c Context,
    written: FxHashMap<Key, Value<'c, 'c>>,
}

/// What makes operations give the same value: the block, the name, the type of the result, and the
/// operands and attributes by their addresses.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    block: usize,
    name: &'static str,
    result: usize,
    operands: Vec<usize>,
    attributes: Vec<usize>,
}

impl<'c> Writer<'c> {
    pub fn new(context: &'c Context) -> Self {
        Writer { context, written: FxHashMap::default() }
    }

    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// A number of type index.
    pub fn number(&self, value: i64) -> Operand<'c> {
        Operand::Constant(IntegerAttribute::new(Type::index(self.context), value).into())
    }

    /// A truth value.
    pub fn boolean(&self, value: bool) -> Operand<'c> {
        Operand::Constant(IntegerAttribute::new(self.bit(), i64::from(value)).into())
    }

    /// The type of truth values.
    pub fn bit(&self) -> Type<'c> {
        IntegerType::new(self.context, 1).into()
    }

    /// The operand in each lane of vectors of a shape, unless it is a vector already.
    ///
    /// # Errors
    ///
    /// As for [`Writer::write`].
    pub fn spread(
        &mut self,
        access: OperationRef<'c, 'c>,
        operand: Operand<'c>,
        shape: &[u64],
    ) -> Result<Operand<'c>, String> {
        if operand.r#type().is_vector() {
            return Ok(operand);
        }
        let vector = Type::vector(shape, operand.r#type());
        match operand {
            Operand::Constant(constant) => DenseElementsAttribute::new(vector, &[constant])
                .map(|splat| Operand::Constant(splat.into()))
                .map_err(|error| error.to_string()),
            Operand::Value(_) => {
                self.write(access, name::BROADCAST, &[operand], vector, &[]).map(Operand::Value)
            }
        }
    }

    /// The numbers of lanes along one dimension of vectors of a shape.
    ///
    /// # Errors
    ///
    /// MLIR does not build the constant, which would be a defect here.
    pub fn lane_numbers(&self, shape: &[u64], dimension: usize) -> Result<Operand<'c>, String> {
        let index = Type::index(self.context);
        let numbers = lane_numbers(shape, dimension).into_iter();
        let numbers: Vec<Attribute> =
            numbers.map(|number| IntegerAttribute::new(index, number).into()).collect();
        DenseElementsAttribute::new(Type::vector(shape, index), &numbers)
            .map(|numbers| Operand::Constant(numbers.into()))
            .map_err(|error| error.to_string())
    }

    /// Writes an operation with one result for an access.
    ///
    /// # Errors
    ///
    /// The access is in no block, which would be a defect here.
    pub fn write(
        &mut self,
        access: OperationRef<'c, 'c>,
        name: &'static str,
        operands: &[Operand<'c>],
        result: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Result<Value<'c, 'c>, String> {
        let anchor = outermost(access, operands);
        let mut values = Vec::new();
        for operand in operands {
            values.push(match operand {
                Operand::Value(value) => *value,
                Operand::Constant(constant) => self.constant(anchor, access, *constant)?,
            });
        }
        self.insert(anchor, access, name, &values, result, attributes)
    }

    /// The only result of an affine map of operands. One that divides by anything but a positive constant is
    /// right before the access, which computes it too.
    ///
    /// # Errors
    ///
    /// As for [`Writer::write`].
    pub fn mapped(
        &mut self,
        access: OperationRef<'c, 'c>,
        map: Attribute<'c>,
        operands: &[Value<'c, 'c>],
    ) -> Result<Value<'c, 'c>, String> {
        let (index, attributes) = (Type::index(self.context), [("map", map)]);
        let is_safe = |result: &AffineExpr| result.divides_by_positive_constants();
        if ir::affine_results(map).is_some_and(|results| results.iter().all(is_safe)) {
            let operands: Vec<_> = operands.iter().copied().map(Operand::Value).collect();
            return self.write(access, name::AFFINE_APPLY, &operands, index, &attributes);
        }
        self.insert(access, access, name::AFFINE_APPLY, operands, index, &attributes)
    }

    /// The operand as a value for an access.
    ///
    /// # Errors
    ///
    /// As for [`Writer::write`].
    pub fn value(
        &mut self,
        access: OperationRef<'c, 'c>,
        operand: Operand<'c>,
    ) -> Result<Value<'c, 'c>, String> {
        match operand {
            Operand::Value(value) => Ok(value),
            Operand::Constant(constant) => self.constant(access, access, constant),
        }
    }

    fn constant(
        &mut self,
        anchor: OperationRef<'c, 'c>,
        access: OperationRef<'c, 'c>,
        constant: Attribute<'c>,
    ) -> Result<Value<'c, 'c>, String> {
        let attributes = [("value", constant)];
        self.insert(anchor, access, name::CONSTANT, &[], constant.r#type(), &attributes)
    }

    fn insert(
        &mut self,
        anchor: OperationRef<'c, 'c>,
        access: OperationRef<'c, 'c>,
        name: &'static str,
        operands: &[Value<'c, 'c>],
        result: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Result<Value<'c, 'c>, String> {
        let block = anchor.block().ok_or("the access is in no block")?;
        let key = Key {
            block: block.to_raw().ptr as usize,
            name,
            result: result.to_raw().ptr as usize,
            operands: operands.iter().map(|&value| ir::value_key(value)).collect(),
            attributes: attributes.iter().map(|(_, value)| value.to_raw().ptr as usize).collect(),
        };
        if let Some(&known) = self.written.get(&key) {
            return Ok(known);
        }
        let attributes: Vec<_> = attributes
            .iter()
            .map(|&(name, value)| (Identifier::new(self.context, name), value))
            .collect();
        let built = ir::build(name, access.location(), operands, &[result], &attributes);
        let inserted = block.insert_operation_before(anchor, built);
        let value = ir::result(inserted, 0).ok_or("it has no result 0")?;
        self.written.insert(key, value);
        Ok(value)
    }
}

/// What holds the access in the outermost region where all operands are defined: the access itself,
/// or a loop or a branch around it. Without values among the operands it is the access.
fn outermost<'c>(access: OperationRef<'c, 'c>, operands: &[Operand<'c>]) -> OperationRef<'c, 'c> {
    let regions: Vec<usize> = operands
        .iter()
        .filter_map(|operand| match operand {
            Operand::Value(value) => ir::block_of(*value).and_then(region_of),
            Operand::Constant(_) => None,
        })
        .collect();
    let mut anchor = access;
    while let Some(region) = anchor.block().and_then(region_of) {
        if regions.is_empty() || regions.contains(&region) {
            break;
        }
        match anchor.parent_operation() {
            Some(around) if may_be_left(around) => anchor = around,
            _ => break,
        }
    }
    anchor
}

/// The address of the region that a block is in: what is defined in one block of it may be used in
/// others.
fn region_of(block: BlockRef<'_, '_>) -> Option<usize> {
    block.parent_region().map(|region| region.to_raw().ptr as usize)
}

/// The coordinate along a dimension of each element of a shape, the last dimension fastest.
fn lane_numbers(shape: &[u64], dimension: usize) -> Vec<i64> {
    let count: u64 = shape.iter().product();
    let inner: u64 = shape.iter().skip(dimension + 1).product();
    let number = |element: u64| (element / inner % shape[dimension]).cast_signed();
    (0..count).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::lane_numbers;

    #[test]
    fn lanes_are_numbered_along_one_dimension() {
        assert_eq!(lane_numbers(&[3], 0), [0, 1, 2]);
        assert_eq!(lane_numbers(&[2, 3], 0), [0, 0, 0, 1, 1, 1]);
        assert_eq!(lane_numbers(&[2, 3], 1), [0, 1, 2, 0, 1, 2]);
        assert_eq!(lane_numbers(&[2, 1, 2], 0), [0, 0, 1, 1]);
    }
}
