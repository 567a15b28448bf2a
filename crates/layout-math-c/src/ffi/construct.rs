//! Layouts made from numbers.

use std::ffi::c_char;

use layout_math::algebra::AnyLayout;
use layout_math::cute::{
    Basis, Composed, CuteLayout, Layout, Mode, Outer, Swizzle, TileMode, Tiler, Tuple,
};
use layout_math::linear::LinearLayout;

use super::layout::{Given, Object, make, some};
use super::status::{Failure, NO_RESULT, Out, array, export, text};

/// `layout_in_dim`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CInDim {
    name: *const c_char,
    bits: usize,
    bases: *const i64,
}

/// `layout_sized_dim`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CSizedDim {
    name: *const c_char,
    size: i64,
}

/// The CuTe layout that a handle has.
fn cute(layout: Given<'_>) -> Result<&CuteLayout, Failure> {
    match some(layout)? {
        AnyLayout::Cute(cute) => Ok(cute),
        other => Err(Failure::unsupported(format!("{other} is not a CuTe layout"))),
    }
}

fn broken(error: impl std::fmt::Display) -> Failure {
    Failure::new(NO_RESULT, error)
}

export! {
    fn layout_make(
        extents: *const i64,
        strides: *const i64,
        count: usize,
        result: Out<'_, *mut Object>,
    ) {
        make(result, || {
            // SAFETY: an array as long as the C interface asks.
            let extents = unsafe { array(extents, count)? };
            let strides = match strides.is_null() {
                true => None,
                // SAFETY: an array as long as the C interface asks.
                false => Some(unsafe { array(strides, count)? }),
            };
            let Some(strides) = strides else {
                let shape = match extents {
                    [extent] => Tuple::Leaf(*extent),
                    _ => Tuple::Node(extents.iter().copied().map(Tuple::Leaf).collect()),
                };
                return Ok(Layout::column_major(shape).map_err(broken)?.into());
            };
            let pairs = extents.iter().zip(strides);
            let modes: Vec<_> =
                pairs.map(|(&extent, &stride)| Mode { extent, stride }).collect();
            Ok(Layout::from_modes(&modes).map_err(broken)?.into())
        })
    }

    fn layout_make_basis(
        extent: i64,
        scale: i64,
        position: *const u32,
        position_length: usize,
        result: Out<'_, *mut Object>,
    ) {
        make(result, || {
            // SAFETY: an array as long as the C interface asks.
            let path = unsafe { array(position, position_length)? }.to_vec();
            let stride = Basis::new(scale, path)
                .ok_or_else(|| Failure::argument("a basis stride that is not 0 has a position"))?;
            let layout = Layout::from_modes(&[Mode { extent, stride }]).map_err(broken)?;
            Ok(AnyLayout::Cute(layout.into()))
        })
    }

    fn layout_make_swizzle(bits: i64, base: i64, shift: i64, result: Out<'_, *mut Object>) {
        make(result, || {
            Ok(AnyLayout::Swizzle(Swizzle::new(bits, base, shift).map_err(broken)?))
        })
    }

    fn layout_make_composed(
        outer: Given<'_>,
        offset: i64,
        inner: Given<'_>,
        result: Out<'_, *mut Object>,
    ) {
        make(result, || {
            let outer = match some(outer)? {
                AnyLayout::Swizzle(swizzle) => Outer::Swizzle(*swizzle),
                _ => Outer::Layout(cute(outer)?.clone()),
            };
            // What the notation refuses, numbers do not get past.
            let composed = Composed::new(outer, offset, cute(inner)?.clone());
            Ok(AnyLayout::Composed(composed.to_string().parse()?))
        })
    }

    fn layout_make_linear(
        in_dims: *const CInDim,
        num_in_dims: usize,
        out_dims: *const CSizedDim,
        num_out_dims: usize,
        constant: *const i64,
        result: Out<'_, *mut Object>,
    ) {
        make(result, || {
            // SAFETY: an array as long as the C interface asks.
            let (in_dims, out_dims) =
                unsafe { (array(in_dims, num_in_dims)?, array(out_dims, num_out_dims)?) };
            let mut ins = Vec::new();
            for dim in in_dims {
                let count = dim.bits.saturating_mul(num_out_dims);
                // SAFETY: a text and an array as long as the C interface asks.
                let (name, numbers) = unsafe { (text(dim.name)?, array(dim.bases, count)?) };
                let bases = match num_out_dims {
                    // Nothing is read for a bit; more than there can be are refused below.
                    0 => vec![Vec::new(); dim.bits.min(64)],
                    n => numbers.chunks(n).map(<[i64]>::to_vec).collect(),
                };
                ins.push((name, bases));
            }
            let mut outs = Vec::new();
            for dim in out_dims {
                // SAFETY: a text, as the C interface asks.
                outs.push((unsafe { text(dim.name)? }, dim.size));
            }
            let mut linear = LinearLayout::new(&ins, &outs).map_err(broken)?;
            if !constant.is_null() {
                // SAFETY: a number for each out-dim, as the C interface asks.
                let constant = unsafe { array(constant, num_out_dims)? };
                linear = linear.with_constant(constant).map_err(broken)?;
            }
            Ok(AnyLayout::Linear(linear))
        })
    }

    fn layout_make_tile(
        extents: *const i64,
        layouts: *const Given<'static>,
        count: usize,
        result: Out<'_, *mut Object>,
    ) {
        make(result, || {
            // SAFETY: an array as long as the C interface asks.
            let extents = unsafe { array(extents, count)? };
            let layouts = match layouts.is_null() {
                true => None,
                // SAFETY: an array as long as the C interface asks.
                false => Some(unsafe { array(layouts, count)? }),
            };
            let mode = |(position, &extent): (usize, &i64)| {
                let layout = layouts.and_then(|layouts| layouts[position]);
                Ok(match (layout, extent) {
                    (Some(layout), _) => TileMode::Layout(cute(Some(layout))?.clone()),
                    (None, 0) => TileMode::All,
                    (None, 1..) => TileMode::Extent(extent),
                    _ => return Err(broken(format!("extent {extent} is less than 1"))),
                })
            };
            let modes: Result<Vec<_>, Failure> = extents.iter().enumerate().map(mode).collect();
            let tiler = Tiler::new(modes?).ok_or_else(|| Failure::argument("a tiler has a mode"))?;
            Ok(AnyLayout::Tile(tiler))
        })
    }
}
