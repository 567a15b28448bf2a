//! The indices of an access, each with the size of the dimension that it is in.

use melior::ir::r#type::MemRefType;
use melior::ir::{ShapedTypeLike, Value, ValueLike};

use super::operations::Accessed;
use crate::algebra::Unknown;
use crate::dialect::foreign::Number;
use crate::dialect::foreign::memory::{Extent, Part};
use crate::passes::surroundings::{Variables, mapped};
use crate::relation::{Comparison, Quantity, RelationError};

/// Indices that all have to be in bounds.
#[derive(Default)]
pub(super) struct Bounds {
    pub indices: Vec<Quantity>,
    /// How far from its index the element is that is accessed.
    pub steps: Vec<Quantity>,
    pub sizes: Vec<Option<Quantity>>,
    /// The dimension that each index is of.
    pub dimensions: Vec<usize>,
    /// True if nothing is accessed where a size is 0, which it may be.
    pub may_be_empty: bool,
}

impl Bounds {
    /// Adds the indices of an access.
    ///
    /// # Errors
    ///
    /// An index is not read.
    pub fn add_access<'c>(
        &mut self,
        accessed: &Accessed<'c>,
        variables: &mut Variables<'c>,
    ) -> Result<(), Unknown> {
        let indices: Vec<Quantity> = match accessed.map {
            Some(map) => mapped(variables, map, &accessed.indices).ok_or_else(|| {
                let reason = format!("the indices of {map} are no quantities");
                Unknown::NotPresburger { reason }
            })?,
            None => accessed.indices.iter().map(|&index| variables.quantity(index)).collect(),
        };
        for (dimension, index) in indices.into_iter().enumerate() {
            self.add(index, 0.into(), accessed.base, dimension, variables);
        }
        Ok(())
    }

    /// Adds the first and the last index of a part along each dimension. From now on it is known
    /// that the part has elements.
    ///
    /// # Errors
    ///
    /// Neither the size nor the stride of a dimension is known, or their product passes 64 bits.
    pub fn add_part<'c>(
        &mut self,
        part: &Part<'c>,
        variables: &mut Variables<'c>,
    ) -> Result<(), Unknown> {
        for (dimension, &Extent { offset, size, stride }) in part.extents.iter().enumerate() {
            let mut quantity = |number| match number {
                Number::Constant(value) => Quantity::from(value),
                Number::Value(value) => variables.quantity(value),
            };
            let (first, size, stride) = (quantity(offset), quantity(size), quantity(stride));
            if !variables.is_positive(&size) {
                variables.know(Comparison::at_least(size.clone(), 1));
                self.may_be_empty = true;
            }
            let span = span(&size, &stride, dimension)?;
            self.add(first.clone(), 0.into(), part.base, dimension, variables);
            if !span.is_zero() {
                self.add(first, span, part.base, dimension, variables);
            }
        }
        Ok(())
    }

    fn add<'c>(
        &mut self,
        index: Quantity,
        step: Quantity,
        base: Value<'c, 'c>,
        dimension: usize,
        variables: &mut Variables<'c>,
    ) {
        let is_dimension =
            MemRefType::try_from(base.r#type()).is_ok_and(|memref| dimension < memref.rank());
        if is_dimension {
            self.indices.push(index);
            self.steps.push(step);
            self.sizes.push(Some(variables.size(base, dimension, None)));
            self.dimensions.push(dimension);
        }
    }
}

/// How far the last element is from the first: `(size - 1) * stride`.
fn span(size: &Quantity, stride: &Quantity, dimension: usize) -> Result<Quantity, Unknown> {
    let steps = size.minus(&1.into()).map_err(too_large)?;
    match (steps.as_constant(), stride.as_constant()) {
        (Some(steps), _) => stride.times(steps).map_err(too_large),
        (None, Some(stride)) => steps.times(stride).map_err(too_large),
        (None, None) => {
            let reason = format!(
                "neither the size nor the stride of a view's dimension {dimension} is known"
            );
            Err(Unknown::NotPresburger { reason })
        }
    }
}

fn too_large(error: RelationError) -> Unknown {
    Unknown::NotPresburger { reason: error.to_string() }
}
