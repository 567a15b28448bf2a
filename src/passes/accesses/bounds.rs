//! The numbers that have to be in a range for an access to be in bounds: indices, each with the size
//! of the dimension that it is in, and the ends of views.

use std::ops::Range;

use melior::ir::r#type::MemRefType;
use melior::ir::{Attribute, ShapedTypeLike, Value, ValueLike};

use super::computed::is_computed;
use super::number_claim::NumberClaim;
use super::operations::Accessed;
use super::views::{MAX_VIEWS, Viewed, buffer};
use crate::affine::{Comparison, Quantity};
use crate::algebra::Unknown;
use crate::dialect::foreign::Number;
use crate::dialect::foreign::memory::{
    Extent, Subview, View, element_bytes, has_identity_layout, static_size, strides_and_offset,
};
use crate::dialect::foreign::sizes;
use crate::dialect::foreign::transfer::{Side, Span};
use crate::dialect::ir;
use crate::passes::surroundings::{Variables, mapped, range};

/// Indices that all have to be in bounds.
#[derive(Default)]
pub(super) struct Bounds<'c> {
    pub indices: Vec<Quantity>,
    /// How far from its index the element is that is accessed.
    pub steps: Vec<Quantity>,
    pub sizes: Vec<Option<Quantity>>,
    /// The dimension that each index is of.
    pub dimensions: Vec<usize>,
    /// The sizes that are taken to be at least 1, though they may be less, each with what it has to be in any
    /// case: without elements nothing is out of bounds. What is read is read without them, so that nothing
    /// that holds in any case follows from them.
    pub elements: Vec<(Quantity, NumberClaim)>,
    /// The indices that have to be in bounds without elements, too.
    pub always: Vec<Range<usize>>,
    /// The indices that maps make, each with the map that has it as its only result, and the operands.
    pub mapped: Vec<(Quantity, Attribute<'c>, Vec<Value<'c, 'c>>)>,
}

impl<'c> Bounds<'c> {
    /// Adds the indices of an access.
    ///
    /// # Errors
    ///
    /// The map has no results that are read.
    pub fn add_access(
        &mut self,
        accessed: &Accessed<'c>,
        variables: &mut Variables<'c>,
    ) -> Result<(), Unknown> {
        let Accessed { base, indices, map, .. } = accessed;
        let indices = self.indices(*base, indices, *map, variables)?;
        for (dimension, index) in indices.into_iter().enumerate() {
            self.add(index, 0.into(), *base, dimension, variables);
        }
        Ok(())
    }

    /// Takes the buffer to have elements along each dimension whose lanes are compared with its size: without
    /// elements all of them are padding. The indices, which were added, have to be in bounds all the same: how
    /// many lanes are left is counted from the index, so that it may not be negative.
    pub fn know_lanes(&mut self, accessed: &Accessed<'c>, variables: &mut Variables<'c>) {
        let lanes = accessed.lanes.iter().flatten().filter(|lanes| lanes.is_checked);
        let checked: Vec<usize> = lanes.map(|lanes| lanes.dimension).collect();
        for &dimension in &checked {
            let size = variables.size(accessed.base, dimension, None);
            self.know_size(size, NumberClaim::Natural { dimension }, variables);
        }
        if !checked.is_empty() {
            self.always.push(0..self.indices.len());
        }
    }

    /// Takes a memref that is copied to have elements: without elements nothing is copied.
    pub fn know_copied(&mut self, memref: Value<'c, 'c>, variables: &mut Variables<'c>) {
        for (of, dimension) in sizes::all(memref) {
            let size = variables.size(of, dimension, None);
            self.know_size(size, NumberClaim::Natural { dimension }, variables);
        }
    }

    /// Asks that no size of a view is negative, and gives the claims of those that are not known to be
    /// natural numbers, and not taken to be at least 1.
    pub fn claim_sizes(
        &mut self,
        viewed: &Viewed<'c>,
        variables: &mut Variables<'c>,
    ) -> Vec<NumberClaim> {
        let mut claims = Vec::new();
        for (dimension, size) in viewed.view.sizes().into_iter().enumerate() {
            let size = quantity(size, variables);
            if !variables.is_natural(&size) && !self.is_taken(&size) {
                self.require(size, 0.into(), None, dimension);
                claims.push(NumberClaim::Natural { dimension });
            }
        }
        claims
    }

    /// What indices are, or what a map makes of them: a variable where that is not a quantity.
    fn indices(
        &mut self,
        buffer: Value<'c, 'c>,
        operands: &[Value<'c, 'c>],
        map: Option<Attribute<'c>>,
        variables: &mut Variables<'c>,
    ) -> Result<Vec<Quantity>, Unknown> {
        let Some(map) = map else {
            return Ok(operands.iter().map(|&index| variables.quantity(index)).collect());
        };
        let not_read = || not_read(&format!("the map {map} is not read"));
        let results = mapped(variables, map, operands).ok_or_else(not_read)?;
        let mut indices = Vec::new();
        for (dimension, result) in results.into_iter().enumerate() {
            let is_given = result.as_ref().is_some_and(|index| !is_computed(index));
            let index = result.unwrap_or_else(|| variables.index(buffer, dimension));
            indices.push(index.clone());
            if !is_given {
                let of_result = ir::map_of_result(map, dimension).ok_or_else(not_read)?;
                self.mapped.push((index, of_result, operands.to_vec()));
            }
        }
        Ok(indices)
    }

    /// Adds the indices of what a transfer accesses of a buffer, and the last element behind them.
    ///
    /// # Errors
    ///
    /// An index is not read, or where the last element is.
    pub fn add_side(
        &mut self,
        side: &Side<'c>,
        variables: &mut Variables<'c>,
    ) -> Result<(), Unknown> {
        let last = match side.span {
            Span::Unknown(reason) => return Err(not_read(reason)),
            Span::Last(last) => last.into(),
            Span::Elements(count) => {
                self.know_elements(count, NumberClaim::Count, variables);
                quantity(count, variables).minus(&1.into())?
            }
        };
        let indices = self.indices(side.buffer, &side.indices, side.map, variables)?;
        for (dimension, index) in indices.iter().enumerate() {
            self.add(index.clone(), 0.into(), side.buffer, dimension, variables);
        }
        let memref = ir::memref_type(side.buffer.r#type()).ok_or(Unknown::NotStatic)?;
        match &indices[..] {
            _ if last.is_zero() => {}
            [index] => self.add(index.clone(), last, side.buffer, 0, variables),
            _ if !has_identity_layout(&memref) => {
                return Err(not_read("how the elements lie in memory is not known"));
            }
            indices => {
                let total = elements(side.buffer, variables)?;
                let mut first = Quantity::default();
                for (dimension, index) in indices.iter().enumerate() {
                    let size = variables.size(side.buffer, dimension, None);
                    let sum = times(&first, &size).and_then(|rows| rows.plus(index).ok());
                    first = sum.ok_or_else(|| not_read("the place of an element is a product"))?;
                }
                // Nobody has computed where the first element is.
                self.require(0.into(), first.plus(&last)?, Some(total), 0);
            }
        }
        Ok(())
    }

    /// True if a side of a transfer, which was added, may have no elements.
    pub fn may_be_empty(&self, side: &Side<'c>, variables: &mut Variables<'c>) -> bool {
        let Span::Elements(count) = side.span else { return false };
        let count = quantity(count, variables);
        self.is_taken(&count)
    }

    /// True for a size that is taken to be at least 1.
    fn is_taken(&self, size: &Quantity) -> bool {
        self.elements.iter().any(|(taken, _)| taken == size)
    }

    /// True if a view may have no elements, by the sizes that it does not have from its source.
    pub fn may_lack(&self, viewed: &Viewed<'c>, variables: &mut Variables<'c>) -> bool {
        viewed.view.sizes().into_iter().any(|size| {
            let size = quantity(size, variables);
            !variables.is_positive(&size)
        })
    }

    /// Asks that all that was added has elements.
    ///
    /// # Errors
    ///
    /// Something may have none.
    pub fn must_have_elements(&self) -> Result<(), Unknown> {
        if self.elements.is_empty() { Ok(()) } else { Err(may_be_empty()) }
    }

    /// Adds what makes a view one of elements that its source has, and gives its sizes that are not known to
    /// be at least 1. With `has_elements` they are taken to be.
    ///
    /// # Errors
    ///
    /// That is not decided by quantities.
    pub fn add_view(
        &mut self,
        viewed: &Viewed<'c>,
        has_elements: bool,
        variables: &mut Variables<'c>,
    ) -> Result<Vec<Quantity>, Unknown> {
        let sizes = viewed.view.sizes();
        for (dimension, &size) in sizes.iter().enumerate().filter(|_| has_elements) {
            self.know_elements(size, NumberClaim::Natural { dimension }, variables);
        }
        match &viewed.view {
            View::Base(source) if viewed.is_of_access() => self.add_base(*source, variables)?,
            // An offset into the buffer says by itself that there are elements.
            View::Whole(_) | View::Base(_) => {}
            View::Part(part) => self.add_part(part, variables)?,
            View::Strided { source, offset, sizes, strides } => {
                self.add_strided(*source, *offset, sizes, strides, variables)?;
            }
            View::Bytes { source, from, sizes } => {
                let view = ir::result(viewed.operation, 0).ok_or(Unknown::NotStatic)?;
                self.add_bytes(view, *source, *from, sizes, variables)?;
            }
        }
        let sizes = sizes.into_iter().map(|size| quantity(size, variables));
        let sizes: Vec<Quantity> = sizes.collect();
        Ok(sizes.into_iter().filter(|size| !variables.is_positive(size)).collect())
    }

    /// Takes a size to be at least 1: without elements nothing is out of bounds.
    fn know_elements(
        &mut self,
        size: Number<'c>,
        claim: NumberClaim,
        variables: &mut Variables<'c>,
    ) {
        let size = quantity(size, variables);
        self.know_size(size, claim, variables);
    }

    fn know_size(&mut self, size: Quantity, claim: NumberClaim, variables: &mut Variables<'c>) {
        if !variables.is_positive(&size) && !self.is_taken(&size) {
            self.elements.push((size, claim));
        }
    }

    /// That the sizes are at least 1 that are taken to be.
    pub fn taken(&self) -> impl Iterator<Item = Comparison> {
        self.elements.iter().map(|(size, _)| Comparison::at_least(size.clone(), 1))
    }

    /// The bounds of a quantity where the sizes are at least 1 that are taken to be.
    fn range(&self, quantity: &Quantity, variables: &Variables<'c>) -> Option<(i64, i64)> {
        let known: Vec<Comparison> =
            variables.known().iter().cloned().chain(self.taken()).collect();
        range(quantity, &known)
    }

    /// Adds the first and the last index of a part along each dimension.
    ///
    /// # Errors
    ///
    /// Neither the size nor the stride of a dimension is known, or their product passes 64 bits.
    fn add_part(
        &mut self,
        part: &Subview<'c>,
        variables: &mut Variables<'c>,
    ) -> Result<(), Unknown> {
        for (dimension, &extent) in part.extents.iter().enumerate() {
            let Extent { offset, size, stride } = extent;
            let [first, size, stride] = [offset, size, stride].map(|it| quantity(it, variables));
            let span = span(&size, &stride, dimension)?;
            self.add(first.clone(), 0.into(), part.base, dimension, variables);
            if !span.is_zero() {
                self.add(first, span, part.base, dimension, variables);
            }
        }
        Ok(())
    }

    /// Adds that the buffer behind a memref has a first element.
    ///
    /// # Errors
    ///
    /// It is not known which buffer that is.
    fn add_base(
        &mut self,
        source: Value<'c, 'c>,
        variables: &mut Variables<'c>,
    ) -> Result<(), Unknown> {
        let buffer = buffer(source).ok_or_else(too_many_views)?;
        let memref = ir::memref_type(buffer.r#type()).ok_or_else(unknown_elements)?;
        // What has no offset begins where the buffer does.
        let begins = strides_and_offset(&memref).is_some_and(|said| said.offset == Some(0));
        let rank = if begins { memref.rank() } else { whole(buffer)?.rank() };
        for dimension in 0..rank {
            self.add(0.into(), 0.into(), buffer, dimension, variables);
        }
        Ok(())
    }

    /// Adds the first and the last element of a view with strides, counted from the first element of
    /// the buffer behind its source.
    fn add_strided(
        &mut self,
        source: Value<'c, 'c>,
        offset: Number<'c>,
        sizes: &[Number<'c>],
        strides: &[Number<'c>],
        variables: &mut Variables<'c>,
    ) -> Result<(), Unknown> {
        let first = quantity(offset, variables);
        if sizes.is_empty() && first.is_zero() {
            return self.add_base(source, variables);
        }
        let buffer = buffer(source).ok_or_else(too_many_views)?;
        let total = elements(buffer, variables)?;
        let (mut least, mut greatest) = (Quantity::default(), Quantity::default());
        for (dimension, (&size, &stride)) in sizes.iter().zip(strides).enumerate() {
            let [size, stride] = [size, stride].map(|it| quantity(it, variables));
            let span = span(&size, &stride, dimension)?;
            let ranges = [variables.range(&stride), self.range(&stride, variables)];
            let is = |sign: fn(&(i64, i64)) -> bool| ranges.iter().flatten().any(sign);
            let end = if is(|(low, _)| 0 <= *low) {
                &mut greatest
            } else if is(|(_, high)| *high <= 0) {
                &mut least
            } else {
                return Err(not_read("the sign of a stride of a view is not known"));
            };
            *end = end.plus(&span)?;
        }
        self.require(first.clone(), least.clone(), Some(total.clone()), 0);
        if least != greatest {
            self.require(first, greatest, Some(total), 0);
        }
        Ok(())
    }

    /// Adds the first and the last byte of a view of bytes.
    fn add_bytes(
        &mut self,
        view: Value<'c, 'c>,
        source: Value<'c, 'c>,
        from: Value<'c, 'c>,
        sizes: &[Value<'c, 'c>],
        variables: &mut Variables<'c>,
    ) -> Result<(), Unknown> {
        let memref = ir::memref_type(view.r#type()).ok_or(Unknown::NotStatic)?;
        let bytes = element_bytes(memref.element())
            .ok_or_else(|| not_read("how many bytes an element of a view has is not known"))?;
        let mut product = Quantity::from(bytes);
        let mut dynamic = sizes.iter();
        for dimension in 0..memref.rank() {
            let size = match static_size(&memref, dimension) {
                Some(size) => size.into(),
                None => variables.quantity(*dynamic.next().ok_or(Unknown::NotStatic)?),
            };
            product = times(&product, &size)
                .ok_or_else(|| not_read("the size of a view is a product of two values"))?;
        }
        let total = variables.size(source, 0, None);
        let first = variables.quantity(from);
        let last = product.minus(&1.into())?;
        self.require(first.clone(), 0.into(), Some(total.clone()), 0);
        self.require(first, last, Some(total), 0);
        Ok(())
    }

    fn add(
        &mut self,
        index: Quantity,
        step: Quantity,
        base: Value<'c, 'c>,
        dimension: usize,
        variables: &mut Variables<'c>,
    ) {
        let is_dimension =
            ir::memref_type(base.r#type()).is_some_and(|memref| dimension < memref.rank());
        if is_dimension {
            let size = variables.size(base, dimension, None);
            self.require(index, step, Some(size), dimension);
        }
    }

    /// Adds that an index, with a step added, is at least 0 and less than a size, if there is one.
    pub fn require(
        &mut self,
        index: Quantity,
        step: Quantity,
        size: Option<Quantity>,
        dimension: usize,
    ) {
        self.indices.push(index);
        self.steps.push(step);
        self.sizes.push(size);
        self.dimensions.push(dimension);
    }
}

pub(super) fn quantity<'c>(number: Number<'c>, variables: &mut Variables<'c>) -> Quantity {
    match number {
        Number::Constant(value) => Quantity::from(value),
        Number::Value(value) => variables.quantity(value),
    }
}

/// How many elements a buffer has.
fn elements<'c>(buffer: Value<'c, 'c>, variables: &mut Variables<'c>) -> Result<Quantity, Unknown> {
    (0..whole(buffer)?.rank()).try_fold(Quantity::from(1), |product, dimension| {
        let size = variables.size(buffer, dimension, None);
        times(&product, &size).ok_or_else(|| match are_constant(&product, &size) {
            true => {
                not_read("how many elements the buffer behind a view has does not fit in 64 bits")
            }
            false => unknown_elements(),
        })
    })
}

/// The type of a buffer that is all that there is from its first element on.
fn whole<'c>(buffer: Value<'c, 'c>) -> Result<MemRefType<'c>, Unknown> {
    let memref = ir::memref_type(buffer.r#type()).filter(has_identity_layout);
    memref.ok_or_else(unknown_elements)
}

fn unknown_elements() -> Unknown {
    not_read("how many elements the buffer behind a view has is not known")
}

/// The product, if one of the factors is a constant.
pub(super) fn times(left: &Quantity, right: &Quantity) -> Option<Quantity> {
    match (left.as_constant(), right.as_constant()) {
        (Some(factor), _) => right.times(factor).ok(),
        (None, factor) => left.times(factor?).ok(),
    }
}

/// How far the last element is from the first: `(size - 1) * stride`.
fn span(size: &Quantity, stride: &Quantity, dimension: usize) -> Result<Quantity, Unknown> {
    let steps = size.minus(&1.into())?;
    times(&steps, stride).ok_or_else(|| {
        not_read(&match are_constant(&steps, stride) {
            true => {
                format!("how far a view's dimension {dimension} reaches does not fit in 64 bits")
            }
            false => {
                format!(
                    "neither the size nor the stride of a view's dimension {dimension} is known"
                )
            }
        })
    })
}

fn are_constant(left: &Quantity, right: &Quantity) -> bool {
    left.as_constant().and(right.as_constant()).is_some()
}

/// That two things may have no elements, of which each says something else of what is in bounds then.
pub(super) fn may_be_empty() -> Unknown {
    not_read("what is accessed may have no elements, and so may a view that strides pass over")
}

pub(super) fn too_many_views() -> Unknown {
    Unknown::TooLarge { reason: format!("there are {MAX_VIEWS} views of each other or more") }
}

pub(super) fn not_read(reason: &str) -> Unknown {
    Unknown::NotRead { reason: reason.to_owned() }
}
