//! Buffers, views of them, and where in them an element is.

use std::rc::Rc;

use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{OperationRef, ShapedTypeLike, Value, ValueLike};

use super::machine::{Done, Machine, Stop, n_lanes, unread};
use super::terms::{Datum, Lies, Memref, Scalar};
use crate::dialect::foreign::memory::{
    Subview, View, allocation, asked_size, expanded_shape, static_size, strides_and_offset,
};
use crate::dialect::foreign::{Number, name};
use crate::dialect::ir::{self, AffineExpr};
use crate::validate::{CmpPredicate, Node};

impl<'c> Machine<'_, 'c> {
    /// Executes an operation that makes a buffer or a view; false for other operations.
    pub(super) fn view(&mut self, operation: OperationRef<'c, 'c>) -> Done<bool> {
        if let Some(found) = allocation(operation) {
            let Some(result) = operation.results().next().map(Value::from) else {
                return Ok(false);
            };
            let Some(r#type) = ir::memref_type(result.r#type()) else {
                return unread(operation);
            };
            let numbers = |machine: &Self, values: &[Value<'c, 'c>]| -> Done<Vec<Node>> {
                values.iter().map(|&value| machine.number(value)).collect()
            };
            let sizes = numbers(self, &found.sizes)?;
            let symbols = numbers(self, &found.symbols)?;
            let buffer = self.allocated(operation, &r#type);
            let memref = self.of_type(buffer, &r#type, Some(sizes), &symbols)?;
            self.bind(result, Datum::Memref(Rc::new(memref)));
            return Ok(true);
        }
        if let Some((buffer, dimension)) = asked_size(operation) {
            let (memref, dimension) = (self.memref(buffer)?, self.number(dimension)?);
            let dimension = self.world.constant(dimension).and_then(|at| usize::try_from(at).ok());
            let size = dimension.and_then(|at| memref.sizes.get(at).copied());
            let Some(size) = size else { return unread(operation) };
            return self.give(operation, vec![Datum::Scalar(Scalar::Number(size))]);
        }
        match ir::name(operation) {
            "memref.dealloc" => return self.freed(operation),
            "memref.prefetch" | "affine.prefetch" => return Ok(true),
            "memref.get_global" => return self.global(operation),
            "memref.rank" => {
                let memref = self.memref(operation.operands().next().ok_or(Stop::TooLong)?)?;
                let rank = self.world.number(memref.sizes.len() as i64);
                return self.give(operation, vec![Datum::Scalar(Scalar::Number(rank))]);
            }
            "vector.type_cast" => return self.type_cast(operation),
            _ => {}
        }
        let Some(view) = View::of(operation) else { return Ok(false) };
        let Datum::Memref(source) = self.value(view.source())? else { return Ok(false) };
        let memref = match view {
            View::Part(part) => self.part(operation, &source, &part)?,
            View::Strided { offset, sizes, strides, .. } => {
                let each = n_lanes(&source.inner)? as i64;
                let each = self.world.number(each);
                let offset = self.known(offset)?;
                let offset = self.world.product(offset, each);
                let sizes = sizes.into_iter().map(|n| self.known(n)).collect::<Done<_>>()?;
                let mut stride = |stride| {
                    let stride = self.known(stride)?;
                    Ok(self.world.product(stride, each))
                };
                let strides = strides.into_iter().map(&mut stride).collect::<Done<_>>()?;
                Memref {
                    sizes,
                    lies: Lies::Strided { offset, strides },
                    is_whole: false,
                    is_free: true,
                    ..(*source).clone()
                }
            }
            View::Whole(_) | View::Base(_) => return self.whole(operation, &source),
            View::Bytes { .. } => return unread(operation),
        };
        self.give(operation, vec![Datum::Memref(Rc::new(memref))])
    }

    /// Gives the results of an operation.
    pub(super) fn give(
        &mut self,
        operation: OperationRef<'c, 'c>,
        data: Vec<Datum<'c>>,
    ) -> Done<bool> {
        for (result, datum) in operation.results().zip(data) {
            self.bind(result.into(), datum);
        }
        Ok(true)
    }

    pub(super) fn known(&mut self, number: Number<'c>) -> Done<Node> {
        match number {
            Number::Constant(constant) => Ok(self.world.number(constant)),
            Number::Value(value) => self.number(value),
        }
    }

    /// The offset and the strides of a memref that has some.
    fn strided(&self, operation: OperationRef<'c, 'c>, of: &Memref<'c>) -> Done<(Node, Vec<Node>)> {
        match &of.lies {
            Lies::Strided { offset, strides } => Ok((*offset, strides.clone())),
            Lies::Mapped { .. } => {
                let name = ir::name(operation);
                Err(Stop::Unread(format!("{name} of a memref without strides is not read")))
            }
        }
    }

    fn part(
        &mut self,
        operation: OperationRef<'c, 'c>,
        source: &Memref<'c>,
        part: &Subview<'c>,
    ) -> Done<Memref<'c>> {
        let (mut offset, old) = self.strided(operation, source)?;
        let (mut sizes, mut strides) = (Vec::new(), Vec::new());
        let mut needs = source.needs.to_vec();
        for ((extent, &stride), &all) in part.extents.iter().zip(&old).zip(&source.sizes) {
            let first = self.known(extent.offset)?;
            let (size, step) = (self.known(extent.size)?, self.known(extent.stride)?);
            let last = self.world.last(first, size, step);
            needs.extend([first, last].map(|index| self.world.within(index, all)));
            let first = self.world.product(first, stride);
            offset = self.world.sum(offset, first);
            sizes.push(size);
            strides.push(self.world.product(step, stride));
        }
        needs.retain(|&truth| self.world.constant(truth).is_none_or(|truth| truth == 0));
        let result = operation.results().next().map(Value::from);
        let r#type = result.and_then(|result| ir::memref_type(result.r#type()));
        let Some(r#type) = r#type else { return unread(operation) };
        let each = n_lanes(&source.inner)? as i64;
        let said: Vec<Number<'c>> = part.extents.iter().map(|extent| extent.size).collect();
        let kept = self.kept(&r#type, &said, (&strides, each));
        let Some(kept) = kept else { return unread(operation) };
        let pick = |all: &[Node]| kept.iter().map(|&at| all[at]).collect::<Vec<Node>>();
        Ok(Memref {
            sizes: pick(&sizes),
            lies: Lies::Strided { offset, strides: pick(&strides) },
            is_whole: false,
            needs: needs.into(),
            ..source.clone()
        })
    }

    /// Which dimensions a view keeps, by the sizes and strides that its type says: those that it drops have
    /// one element.
    fn kept(
        &self,
        r#type: &MemRefType<'c>,
        sizes: &[Number<'c>],
        (strides, each): (&[Node], i64),
    ) -> Option<Vec<usize>> {
        let said = strides_and_offset(r#type)?.strides;
        let fits = |at: usize, to: usize| {
            let is_size = match (static_size(r#type, to), sizes[at]) {
                (Some(said), Number::Constant(size)) => said == size,
                (None, Number::Value(_)) => true,
                _ => false,
            };
            let stride = said[to].zip(self.world.constant(strides[at]));
            is_size && stride.is_none_or(|(said, stride)| said * each == stride)
        };
        // Which of the first dimensions are kept as the first ones of the result.
        let rank = r#type.rank();
        let mut ways: Vec<Option<Vec<usize>>> = vec![None; rank + 1];
        ways[0] = Some(Vec::new());
        for (at, size) in sizes.iter().enumerate() {
            let mut next: Vec<Option<Vec<usize>>> = vec![None; rank + 1];
            for to in 0..=rank {
                let Some(way) = &ways[to] else { continue };
                if to < rank && fits(at, to) && next[to + 1].is_none() {
                    let mut longer = way.clone();
                    longer.push(at);
                    next[to + 1] = Some(longer);
                }
                if matches!(size, Number::Constant(1)) && next[to].is_none() {
                    next[to] = Some(way.clone());
                }
            }
            ways = next;
        }
        ways.pop()?
    }

    /// A view of all elements.
    fn whole(&mut self, operation: OperationRef<'c, 'c>, source: &Rc<Memref<'c>>) -> Done<bool> {
        let result = operation.results().next().map(Value::from);
        let is_memref = result.is_some_and(|result| ir::memref_type(result.r#type()).is_some());
        let name = ir::name(operation);
        if matches!(name, "memref.cast" | "memref.memory_space_cast" | "memref.assume_alignment") {
            self.aligned(operation, source, &[])?;
            self.cast(operation, source)?;
            return self.give(operation, vec![Datum::Memref(source.clone())]);
        }
        if !is_memref {
            return unread(operation);
        }
        let (offset, strides) = self.strided(operation, source)?;
        let view = |sizes, strides| Memref {
            sizes,
            lies: Lies::Strided { offset, strides },
            is_whole: false,
            ..(**source).clone()
        };
        match name {
            "memref.transpose" => {
                let map = operation.attribute("permutation").ok().and_then(ir::affine_results);
                let position = |result: &AffineExpr| match result {
                    AffineExpr::Operand(at) => Some(*at),
                    _ => None,
                };
                let order: Option<Vec<usize>> =
                    map.and_then(|map| map.iter().map(position).collect());
                let Some(order) = order else { return unread(operation) };
                let pick = |all: &[Node]| order.iter().map(|&at| all[at]).collect::<Vec<Node>>();
                let memref = view(pick(&source.sizes), pick(&strides));
                self.give(operation, vec![Datum::Memref(Rc::new(memref))])
            }
            "memref.expand_shape" => {
                let Some(groups) = expanded_shape(operation) else { return unread(operation) };
                let (mut sizes, mut found) = (Vec::new(), Vec::new());
                if source.sizes.is_empty() {
                    let rank = ir::integers_attribute(operation, "static_output_shape");
                    let one = self.world.number(1);
                    sizes = vec![one; rank.map_or(0, |shape| shape.len())];
                    found.clone_from(&sizes);
                }
                for (at, group) in groups.into_iter().enumerate() {
                    let group: Vec<Node> =
                        group.into_iter().map(|size| self.known(size)).collect::<Done<_>>()?;
                    let mut inside = self.row_major(&group);
                    // Together they are all elements of the dimension.
                    let mut count = self.world.number(1);
                    for &size in &group {
                        let zero = self.world.number(0);
                        let is_size = self.world.compare(CmpPredicate::LessOrEqual, zero, size);
                        self.know(is_size)?;
                        count = self.world.exact_product(count, size);
                    }
                    self.know_equal(count, source.sizes[at])?;
                    for stride in &mut inside {
                        *stride = self.world.product(*stride, strides[at]);
                    }
                    found.extend(inside);
                    sizes.extend(group);
                }
                self.give(operation, vec![Datum::Memref(Rc::new(view(sizes, found)))])
            }
            "memref.collapse_shape" => {
                let groups = operation.attribute("reassociation").ok();
                let groups = groups.and_then(|groups| ArrayAttribute::try_from(groups).ok());
                let Some(groups) = groups else { return unread(operation) };
                let (mut sizes, mut found) = (Vec::new(), Vec::new());
                for at in 0..groups.len() {
                    let group = groups.element(at).ok().and_then(ir::integers).unwrap_or_default();
                    let mut size = self.world.number(1);
                    // The stride of the last dimension that has more than one element.
                    let mut stride = None;
                    for at in group.into_iter().rev().filter_map(|at| usize::try_from(at).ok()) {
                        let own = source.sizes[at];
                        size = self.world.product(size, own);
                        if stride.is_none_or(|(is_one, _)| is_one) {
                            let is_one = self.world.constant(own) == Some(1);
                            stride = Some((is_one, strides[at]));
                        }
                    }
                    sizes.push(size);
                    found.push(stride.map_or_else(|| self.world.number(1), |(_, stride)| stride));
                }
                self.give(operation, vec![Datum::Memref(Rc::new(view(sizes, found)))])
            }
            name::EXTRACT_STRIDED_METADATA => {
                let each = n_lanes(&source.inner)? as i64;
                if each != 1 {
                    return unread(operation);
                }
                let zero = self.world.number(0);
                let base = Memref {
                    sizes: Vec::new(),
                    lies: Lies::Strided { offset: zero, strides: Vec::new() },
                    is_whole: false,
                    is_free: true,
                    ..(**source).clone()
                };
                let numbers = [offset].into_iter().chain(source.sizes.clone()).chain(strides);
                let numbers = numbers.map(|node| Datum::Scalar(Scalar::Number(node)));
                let data = std::iter::once(Datum::Memref(Rc::new(base))).chain(numbers).collect();
                self.give(operation, data)
            }
            _ => unread(operation),
        }
    }

    /// What a cast says of a memref: its sizes, strides and offset are those of the type.
    fn cast(&mut self, operation: OperationRef<'c, 'c>, source: &Memref<'c>) -> Done<()> {
        let result = operation.results().next().map(Value::from);
        let r#type = result.and_then(|result| ir::memref_type(result.r#type()));
        let Some(r#type) = r#type else { return Ok(()) };
        for (dimension, &size) in source.sizes.iter().enumerate() {
            if let Some(said) = static_size(&r#type, dimension) {
                let said = self.world.number(said);
                self.know_equal(size, said)?;
            }
        }
        let each = n_lanes(&source.inner)? as i64;
        if let (Lies::Strided { offset, strides }, Some(said)) =
            (&source.lies, strides_and_offset(&r#type))
        {
            let said = std::iter::once(said.offset).chain(said.strides);
            for (&node, said) in std::iter::once(offset).chain(strides).zip(said) {
                if let Some(said) = said {
                    let said = self.world.number(said.wrapping_mul(each));
                    self.know_equal(node, said)?;
                }
            }
        }
        Ok(())
    }

    fn know_equal(&mut self, one: Node, other: Node) -> Done<()> {
        let truth = self.world.compare(CmpPredicate::Equal, one, other);
        self.know(truth)
    }

    /// The same elements, some of the last dimensions as a vector, or no longer.
    fn type_cast(&mut self, operation: OperationRef<'c, 'c>) -> Done<bool> {
        let source = operation.operands().next().map(|source| self.memref(source));
        let source = source.unwrap_or_else(|| unread(operation))?;
        let result = operation.results().next().map(Value::from);
        let r#type = result.and_then(|result| ir::memref_type(result.r#type()));
        let Some(r#type) = r#type else { return unread(operation) };
        let (offset, mut strides) = self.strided(operation, &source)?;
        let inner: Vec<Node> = source.inner.iter().map(|&n| self.world.number(n)).collect();
        strides.extend(self.row_major(&inner));
        let sizes = self.with_inner(&source.sizes, &source.inner);
        let rank = r#type.rank();
        let shape = ir::fixed_vector(r#type.element()).map(|(shape, _)| shape).unwrap_or_default();
        if sizes.len() != rank + shape.len() {
            return unread(operation);
        }
        let memref = Memref {
            sizes: sizes[..rank].to_vec(),
            lies: Lies::Strided { offset, strides: strides[..rank].to_vec() },
            inner: shape,
            is_whole: false,
            ..(*source).clone()
        };
        self.give(operation, vec![Datum::Memref(Rc::new(memref))])
    }
}
