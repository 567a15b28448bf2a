//! Buffers of a type, and where in them an element is.

use std::rc::Rc;

use melior::ir::r#type::MemRefType;
use melior::ir::{Attribute, OperationRef, ShapedTypeLike};

use super::inputs::Input;
use super::machine::{Done, Machine, Stop, n_lanes, unread};
use super::terms::{Address, Buffer, Lies, Memref, unraveled_offset};
use crate::dialect::foreign::memory::{has_identity_layout, static_size, strides_and_offset};
use crate::dialect::ir::{self, AffineExpr};
use crate::passes::exact::bits;
use crate::validate::Node;

impl<'c> Machine<'_, 'c> {
    /// A whole buffer of a type. What neither the type nor the sizes say is an input.
    pub(super) fn of_type(
        &mut self,
        buffer: Buffer,
        r#type: &MemRefType<'c>,
        sizes: Option<Vec<Node>>,
        symbols: &[Node],
    ) -> Done<Memref<'c>> {
        let inner = match ir::fixed_vector(r#type.element()) {
            Some((shape, _)) => shape,
            None => Vec::new(),
        };
        let mut given = sizes.map(Vec::into_iter);
        let mut found = Vec::new();
        for dimension in 0..r#type.rank() {
            found.push(match (static_size(r#type, dimension), &mut given) {
                (Some(size), _) => self.world.number(size),
                (None, Some(sizes)) => sizes.next().ok_or(Stop::TooLong)?,
                (None, None) => self.world.input(Input::Size(buffer.clone(), dimension), 64),
            });
        }
        let sizes = found;
        let mut memref = Memref {
            buffer: buffer.clone(),
            sizes,
            lies: Lies::Mapped { map: r#type.layout(), symbols: symbols.to_vec() },
            inner,
            whole: None,
            is_whole: true,
            needs: Rc::from([]),
            is_free: false,
        };
        if has_identity_layout(r#type) {
            let whole = self.with_inner(&memref.sizes, &memref.inner);
            let mut strides = self.row_major(&whole);
            strides.truncate(memref.sizes.len());
            memref.whole = Some(whole.into());
            memref.lies = Lies::Strided { offset: self.world.number(0), strides };
        } else if let Some(said) = strides_and_offset(r#type) {
            let each = n_lanes(&memref.inner)? as i64;
            let mut number = |said: Option<i64>, input: Input| match said {
                Some(said) => self.world.number(said.wrapping_mul(each)),
                None => self.world.input(input, 64),
            };
            let offset = number(said.offset, Input::Offset(buffer.clone()));
            let strides = said.strides.into_iter().enumerate();
            let strides =
                strides.map(|(at, s)| number(s, Input::Stride(buffer.clone(), at))).collect();
            memref.lies = Lies::Strided { offset, strides };
        }
        Ok(memref)
    }

    pub(super) fn with_inner(&mut self, sizes: &[Node], inner: &[i64]) -> Vec<Node> {
        let inner: Vec<Node> = inner.iter().map(|&extent| self.world.number(extent)).collect();
        sizes.iter().copied().chain(inner).collect()
    }

    pub(super) fn row_major(&mut self, sizes: &[Node]) -> Vec<Node> {
        let mut stride = self.world.number(1);
        let mut strides = Vec::new();
        for &size in sizes.iter().rev() {
            strides.push(stride);
            stride = self.world.product(stride, size);
        }
        strides.reverse();
        strides
    }

    /// Where the element of a memref at indices is, those in the vector that the element is behind them.
    pub(super) fn address(
        &mut self,
        operation: OperationRef<'c, 'c>,
        memref: &Memref<'c>,
        indices: &[Node],
    ) -> Done<Address> {
        match &memref.lies {
            Lies::Strided { offset, strides } => {
                let inner: Vec<Node> = memref.inner.iter().map(|&n| self.world.number(n)).collect();
                let inner = self.row_major(&inner);
                let mut sum = *offset;
                for (&index, &stride) in indices.iter().zip(strides.iter().chain(&inner)) {
                    let part = self.world.product(index, stride);
                    sum = self.world.sum(sum, part);
                }
                let is_own = memref.is_whole && memref.whole.is_some();
                Ok(Address { offset: Some(sum), coordinate: is_own.then(|| indices.to_vec()) })
            }
            Lies::Mapped { map, symbols } => {
                let own = indices.len() - memref.inner.len();
                let operands: Vec<Node> = indices[..own].iter().chain(symbols).copied().collect();
                let mut found = self.mapped(operation, *map, &operands)?;
                found.extend(&indices[own..]);
                Ok(Address { offset: None, coordinate: Some(found) })
            }
        }
    }

    /// The results of an affine map.
    pub(super) fn mapped(
        &mut self,
        operation: OperationRef<'c, 'c>,
        map: Attribute<'c>,
        operands: &[Node],
    ) -> Done<Vec<Node>> {
        let results = ir::affine_results(map);
        let Some(results) = results else { return unread(operation) };
        let flags = self.maps();
        let node =
            |result: &AffineExpr| self.world.reader.expression(operation, result, operands, flags);
        results.iter().map(node).collect::<Option<_>>().map_or_else(|| unread(operation), Ok)
    }

    /// The place of an element whose address is known: its coordinate in a buffer without a layout, what
    /// the map of the buffer gives, or its number.
    ///
    /// # Errors
    ///
    /// It is not known.
    pub(super) fn place(&mut self, memref: &Memref<'c>, address: &Address) -> Done<Vec<i64>> {
        let order = || Stop::Order(memref.buffer.clone());
        let constant = |node: &Node| self.world.constant(*node);
        let Some(offset) = address.offset else {
            let coordinate = address.coordinate.iter().flatten();
            return coordinate.map(constant).collect::<Option<_>>().ok_or_else(order);
        };
        let offset = constant(&offset).ok_or_else(order)?;
        let whole = memref.whole.as_deref();
        let sizes = whole.and_then(|sizes| sizes.iter().map(constant).collect::<Option<Vec<_>>>());
        Ok(unraveled_offset(offset, sizes.as_deref()))
    }

    /// How many bits the integers in a buffer have; `None` for other elements.
    pub(super) fn width(r#type: &MemRefType<'c>) -> Option<u32> {
        let element = r#type.element();
        bits(ir::fixed_vector(element).map_or(element, |(_, element)| element)).ok()
    }
}
