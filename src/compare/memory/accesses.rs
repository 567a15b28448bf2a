//! Loads, stores and transfers, an element at a time.

use std::rc::Rc;

use melior::ir::attribute::{ArrayAttribute, BoolAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ShapedTypeLike, Type, Value, ValueLike};

use super::machine::{Done, Machine, n_lanes, unread};
use super::notes::Cause;
use super::terms::{Datum, Lies, Memref, Scalar};
use crate::dialect::foreign::access::{Access, Elements, Purpose, mask_around};
use crate::dialect::foreign::memory::{copied, memref_type};
use crate::dialect::foreign::transfer::transfer;
use crate::dialect::ir::{self, AffineExpr};
use crate::validate::{CmpPredicate, Node};

/// How the lanes of an access go through memory.
struct Lanes {
    /// The shape of the vector.
    shape: Vec<i64>,
    /// For each dimension of the vector that of the memref, those of a vector element behind the others;
    /// `None` for one along which all lanes are the same element.
    along: Vec<Option<usize>>,
    /// True for dimensions of the vector that do not leave the memref.
    is_in_bounds: Vec<bool>,
    /// The lanes of the mask, in the order of the lanes of the vector.
    mask: Option<Vec<Node>>,
    /// A distance along the last dimension, by lane.
    distances: Option<Vec<Node>>,
}

impl<'c> Machine<'_, 'c> {
    /// True for an access to a memref: some may be to a tensor.
    pub(super) fn is_of_memory(&self, operation: OperationRef<'c, 'c>, access: Access) -> bool {
        let buffer = operation.operands().nth(access.buffer);
        buffer.is_some_and(|buffer| memref_type(buffer).is_some())
    }

    pub(super) fn access(&mut self, operation: OperationRef<'c, 'c>, access: Access) -> Done<()> {
        if ir::name(operation).ends_with("prefetch") {
            return Ok(());
        }
        let buffer = operation.operands().nth(access.buffer);
        let Some(buffer) = buffer else { return unread(operation) };
        let memref = self.memref(buffer)?;
        let Some(r#type) = memref_type(buffer) else { return unread(operation) };
        let element = r#type.element();
        let width = Self::width(&r#type);
        let value = match access.purpose {
            Purpose::Read => operation.results().next().map(Value::from),
            Purpose::Write if access.buffer == 1 => operation.operands().next(),
            Purpose::Write => operation.operands().last(),
            Purpose::Other => None,
        };
        let Some(value) = value else { return unread(operation) };
        let indices = self.indices(operation, access, r#type.rank())?;
        self.aligned(operation, &memref, &indices)?;
        let lanes = self.along(operation, access, (value.r#type(), element), &memref)?;
        let given = match access.purpose {
            Purpose::Write => self.value(value)?.scalars().to_vec(),
            _ => self.instead(operation, access, r#type.rank(), &lanes)?,
        };
        let count = n_lanes(&lanes.shape)?;
        let mut read = Vec::new();
        for lane in 0..count {
            self.step()?;
            let at = unraveled(lane, &lanes.shape);
            let one = self.world.reader.constant(1, -1);
            let mut guard = lanes.mask.as_ref().map_or(one, |mask| mask[lane]);
            let mut index = indices.clone();
            index.extend(memref.inner.iter().map(|_| self.world.number(0)));
            let mut known = Vec::new();
            let mut checked = vec![true; index.len()];
            for (dimension, along) in lanes.along.iter().enumerate() {
                let Some(along) = *along else { continue };
                let step = self.world.number(at[dimension]);
                index[along] = self.world.sum(index[along], step);
                checked[along] &= lanes.is_in_bounds[dimension];
            }
            if let (Some(distances), Some(last)) = (&lanes.distances, index.last_mut()) {
                *last = self.world.sum(*last, distances[lane]);
            }
            for (at, &size) in memref.sizes.iter().enumerate() {
                if checked[at] {
                    known.push(self.world.within(index[at], size));
                } else {
                    // Past its end a transfer reads the padding and writes nothing; before its start it is
                    // no more defined than other accesses.
                    let zero = self.world.number(0);
                    known.push(self.world.compare(CmpPredicate::LessOrEqual, zero, indices[at]));
                    let is_in = self.world.compare(CmpPredicate::Less, index[at], size);
                    guard = self.world.both(guard, is_in);
                    // An index that wraps is past the end.
                    if index[at] != indices[at] {
                        let fits = self.world.compare(CmpPredicate::LessOrEqual, zero, index[at]);
                        guard = self.world.both(guard, fits);
                    }
                }
            }
            let address = self.address(operation, &memref, &index)?;
            self.accesses(operation, &memref, (&address, &at), known, guard)?;
            match access.purpose {
                Purpose::Write => {
                    let value = given.get(lane).copied();
                    let Some(value) = value else { return unread(operation) };
                    self.write(&memref, address, at, (value, guard))?;
                }
                _ if self.world.constant(guard) == Some(0) => read.push(given[lane]),
                _ => {
                    let value = self.read(&memref, address, at, width)?;
                    let value = match given.get(lane) {
                        Some(&instead) => self.world.choose(guard, value, instead),
                        None => value,
                    };
                    read.push(value);
                }
            }
        }
        self.n_accesses += 1;
        if let (Purpose::Read, Some(result)) = (access.purpose, operation.results().next()) {
            let is_vector = ir::fixed_vector(value.r#type()).is_some();
            let datum = match (is_vector, read.first()) {
                (false, Some(&scalar)) => Datum::Scalar(scalar),
                _ => Datum::Lanes(read.into()),
            };
            self.bind(result.into(), datum);
        }
        Ok(())
    }

    fn indices(
        &mut self,
        operation: OperationRef<'c, 'c>,
        access: Access,
        rank: usize,
    ) -> Done<Vec<Node>> {
        let behind = operation.operands().skip(access.buffer + 1);
        if let Ok(map) = operation.attribute("map") {
            let operands: Vec<Node> = behind.map(|it| self.number(it)).collect::<Done<_>>()?;
            return self.mapped(operation, map, &operands);
        }
        behind.take(rank).map(|index| self.number(index)).collect()
    }

    fn along(
        &mut self,
        operation: OperationRef<'c, 'c>,
        access: Access,
        (value, element): (Type<'c>, Type<'c>),
        memref: &Memref<'c>,
    ) -> Done<Lanes> {
        let (rank, inner) = (memref.sizes.len(), memref.inner.len());
        let shape = match ir::fixed_vector(value) {
            Some((shape, _)) => shape,
            None if ir::is_vector(value) => return unread(operation),
            None => Vec::new(),
        };
        let mut lanes = Lanes {
            along: Vec::new(),
            is_in_bounds: vec![true; shape.len()],
            shape,
            mask: None,
            distances: None,
        };
        let n = lanes.shape.len();
        if access.elements == Elements::One || value == element {
            lanes.along = (rank..rank + inner).map(Some).collect();
            return if inner == n { Ok(lanes) } else { unread(operation) };
        }
        if inner != 0 && access.elements != Elements::Transfer {
            return unread(operation);
        }
        let first = match rank.checked_sub(n) {
            Some(first) => first,
            None if access.elements == Elements::Transfer => 0,
            None => return unread(operation),
        };
        lanes.along = (first..first + n).map(Some).collect();
        let mut own = None;
        match access.elements {
            Elements::Vector | Elements::One => {}
            Elements::Masked => own = access.mask(operation, rank),
            Elements::Gathered => {
                own = access.mask(operation, rank);
                let distances = access.distances(operation);
                let distances = distances.and_then(|at| operation.operands().nth(at));
                let Some(distances) = distances else { return unread(operation) };
                lanes.along = vec![None; n];
                let numbers = self.lane_numbers(operation, distances)?;
                // Distances may be of any width.
                lanes.distances =
                    Some(numbers.into_iter().map(|node| self.widened(node)).collect());
            }
            Elements::Transfer => {
                let map = operation.attribute("permutation_map").ok().and_then(ir::affine_results);
                let Some(map) = map else { return unread(operation) };
                // Of a memref of vectors the last dimensions of the vector are those of its elements.
                let Some(outer) = n.checked_sub(inner) else { return unread(operation) };
                if map.len() != outer {
                    return unread(operation);
                }
                lanes.along.clear();
                for result in &map {
                    lanes.along.push(match result {
                        AffineExpr::Operand(at) => Some(*at),
                        AffineExpr::Constant(0) => None,
                        _ => return unread(operation),
                    });
                }
                lanes.along.extend((rank..rank + inner).map(Some));
                let bounds = operation.attribute("in_bounds").ok();
                let bounds = bounds.and_then(|bounds| ArrayAttribute::try_from(bounds).ok());
                for (at, is_in) in lanes.is_in_bounds.iter_mut().take(outer).enumerate() {
                    let said = bounds.as_ref().and_then(|bounds| bounds.element(at).ok());
                    let said = said.and_then(|said| BoolAttribute::try_from(said).ok());
                    *is_in =
                        map[at] == AffineExpr::Constant(0) || said.is_some_and(|said| said.value());
                }
                own = access.mask(operation, rank);
            }
            Elements::Packed => return unread(operation),
        }
        let masks = [own.and_then(|at| operation.operands().nth(at)), mask_around(operation)];
        for mask in masks.into_iter().flatten() {
            let nodes = self.lane_numbers(operation, mask)?;
            let nodes = match access.elements {
                Elements::Transfer => unmasked(&lanes, &nodes),
                _ => Some(nodes),
            };
            let Some(nodes) = nodes else { return unread(operation) };
            lanes.mask = Some(match lanes.mask {
                Some(other) => {
                    let pairs = other.into_iter().zip(nodes);
                    pairs.map(|(left, right)| self.world.both(left, right)).collect()
                }
                None => nodes,
            });
        }
        Ok(lanes)
    }

    /// What lanes of a read are that are not read.
    fn instead(
        &mut self,
        operation: OperationRef<'c, 'c>,
        access: Access,
        rank: usize,
        lanes: &Lanes,
    ) -> Done<Vec<Scalar>> {
        let count = n_lanes(&lanes.shape)?;
        match access.elements {
            Elements::One | Elements::Vector => Ok(Vec::new()),
            Elements::Transfer => {
                let padding = operation.operands().nth(access.buffer + 1 + rank);
                let Some(padding) = padding else { return unread(operation) };
                let padding = self.value(padding)?.scalars().to_vec();
                if padding.is_empty() {
                    return unread(operation);
                }
                Ok((0..count).map(|lane| padding[lane % padding.len()]).collect())
            }
            _ => match operation.operands().last() {
                Some(passed) => Ok(self.value(passed)?.scalars().to_vec()),
                None => unread(operation),
            },
        }
    }

    /// The lanes of a vector of integers.
    fn lane_numbers(
        &mut self,
        operation: OperationRef<'c, 'c>,
        vector: Value<'c, 'c>,
    ) -> Done<Vec<Node>> {
        let number = |scalar: &Scalar| match scalar {
            Scalar::Number(node) => Some(*node),
            Scalar::Term(_) => None,
        };
        let lanes = self.value(vector)?;
        let found: Option<Vec<Node>> = lanes.scalars().iter().map(number).collect();
        found.map_or_else(|| unread(operation), Ok)
    }

    /// The operands of an operation that accesses memory in a way of its own: the element that it begins at
    /// in place of a buffer and the indices behind it.
    pub(super) fn accessed(
        &mut self,
        operation: OperationRef<'c, 'c>,
        operands: Vec<Datum<'c>>,
    ) -> Done<Vec<Datum<'c>>> {
        let Some(transfer) = transfer(operation) else { return Ok(operands) };
        let mut found = Vec::new();
        let mut named: Vec<Value<'c, 'c>> = Vec::new();
        for side in transfer.sides {
            let memref = self.memref(side.buffer)?;
            let indices: Vec<Node> =
                side.indices.iter().map(|&index| self.number(index)).collect::<Done<_>>()?;
            let indices = match side.map {
                Some(map) => self.mapped(operation, map, &indices)?,
                None => indices,
            };
            let address = self.address(operation, &memref, &indices)?;
            let Some(offset) = address.offset else { return unread(operation) };
            found.push(Datum::Memref(Rc::new(Memref {
                sizes: Vec::new(),
                lies: Lies::Strided { offset, strides: Vec::new() },
                is_whole: false,
                ..(*memref).clone()
            })));
            named.push(side.buffer);
            named.extend(side.indices);
        }
        for (value, datum) in operation.operands().zip(operands) {
            match named.iter().position(|&known| known == value) {
                Some(at) => {
                    named.swap_remove(at);
                }
                None => found.push(datum),
            }
        }
        Ok(found)
    }

    /// Copies all elements from one memref to another one, if it is known how many there are; else the copy
    /// is told as it is.
    pub(super) fn copy(&mut self, operation: OperationRef<'c, 'c>) -> Done<bool> {
        let Some([from, to]) = copied(operation) else { return Ok(false) };
        let Some(r#type) = memref_type(from) else { return Ok(false) };
        let [from, to] = [self.memref(from)?, self.memref(to)?];
        // Shapes that differ are not copied.
        for (&size, &other) in from.sizes.iter().zip(&to.sizes) {
            let is_same = self.world.compare(CmpPredicate::Equal, size, other);
            let cause = Cause::Copy { from: size, to: other };
            self.needs(operation, cause, vec![is_same], false)?;
        }
        let sizes: Option<Vec<i64>> =
            from.sizes.iter().map(|&size| self.world.constant(size)).collect();
        let Some(shape) = sizes.filter(|_| self.mode.unrolls) else { return Ok(false) };
        let shape: Vec<i64> = shape.into_iter().chain(from.inner.iter().copied()).collect();
        let Ok(count) = n_lanes(&shape) else { return Ok(false) };
        let one = self.world.reader.constant(1, -1);
        let mut values = Vec::new();
        let places: Vec<Vec<i64>> = (0..count).map(|lane| unraveled(lane, &shape)).collect();
        for place in &places {
            self.step()?;
            let index: Vec<Node> = place.iter().map(|&at| self.world.number(at)).collect();
            let address = self.address(operation, &from, &index)?;
            self.accesses(operation, &from, (&address, place), Vec::new(), one)?;
            values.push(self.read(&from, address, place.clone(), Self::width(&r#type))?);
        }
        self.n_accesses += 1;
        for (place, value) in places.into_iter().zip(values) {
            let index: Vec<Node> = place.iter().map(|&at| self.world.number(at)).collect();
            let address = self.address(operation, &to, &index)?;
            let sizes = to.sizes.clone();
            let known = index.iter().zip(sizes).map(|(&at, size)| self.world.within(at, size));
            let known = known.collect();
            self.accesses(operation, &to, (&address, &place), known, one)?;
            self.write(&to, address, place, (value, one))?;
        }
        self.n_accesses += 1;
        Ok(true)
    }
}

/// The indices of a lane.
pub(super) fn unraveled(lane: usize, shape: &[i64]) -> Vec<i64> {
    let mut rest = lane as i64;
    let mut found: Vec<i64> = shape
        .iter()
        .rev()
        .map(|&extent| {
            let at = rest.rem_euclid(extent.max(1));
            rest = rest.div_euclid(extent.max(1));
            at
        })
        .collect();
    found.reverse();
    found
}

/// The lanes of the mask of a transfer in the order of the lanes of its vector: the mask has the dimensions
/// of the memref that the vector goes along, in the order of the memref.
fn unmasked(lanes: &Lanes, mask: &[Node]) -> Option<Vec<Node>> {
    let mut dimensions: Vec<(usize, usize)> =
        lanes.along.iter().enumerate().filter_map(|(at, along)| Some(((*along)?, at))).collect();
    dimensions.sort_unstable();
    let count = n_lanes(&lanes.shape).ok()?;
    let lane = |lane: usize| {
        let at = unraveled(lane, &lanes.shape);
        let place = dimensions
            .iter()
            .fold(0, |place, &(_, dimension)| place * lanes.shape[dimension] + at[dimension]);
        mask.get(usize::try_from(place).ok()?).copied()
    };
    (0..count).map(lane).collect()
}
