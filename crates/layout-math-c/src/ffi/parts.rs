//! What a layout is made of: modes, strides, swizzles, bases, dims.

use std::ffi::{c_char, c_int};
use std::ptr::{null, null_mut};

use layout_math::algebra::AnyLayout;
use layout_math::cute::{Composed, Outer, Swizzle, TileMode};
use layout_math::linear::LinearLayout;

use super::data::{CFact, CLeaf, CTerm, Number};
use super::layout::{Given, Object, make, object, some};
use super::status::{Failure, Out, export, guarded, place, put};

/// `layout_dim`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CDim {
    name: *const c_char,
    size: i64,
}

/// `layout_tile_kind`.
const WHOLE: c_int = 0;
const EXTENT: c_int = 1;
const LAYOUT: c_int = 2;

/// The element at a position, or the error that there is none.
fn at<'a, T>(elements: &'a [T], position: usize, what: &str) -> Result<&'a T, Failure> {
    let n = elements.len();
    let missing = || Failure::argument(format!("there is no {what} {position}: there are {n}"));
    elements.get(position).ok_or_else(missing)
}

fn composed(layout: Given<'_>) -> Result<&Composed, Failure> {
    match some(layout)? {
        AnyLayout::Composed(composed) => Ok(composed),
        other => Err(Failure::unsupported(format!("{other} is not a composed layout"))),
    }
}

fn linear(layout: Given<'_>) -> Result<&LinearLayout, Failure> {
    match some(layout)? {
        AnyLayout::Linear(linear) => Ok(linear),
        other => Err(Failure::unsupported(format!("{other} is not a linear layout"))),
    }
}

fn swizzle(layout: Given<'_>) -> Result<Swizzle, Failure> {
    match some(layout)? {
        AnyLayout::Swizzle(swizzle) => Ok(*swizzle),
        AnyLayout::Composed(composed) => match composed.outer() {
            Outer::Swizzle(swizzle) => Ok(*swizzle),
            Outer::Layout(outer) => Err(Failure::unsupported(format!("{outer} is not a swizzle"))),
        },
        other => Err(Failure::unsupported(format!("{other} is not a swizzle"))),
    }
}

/// The number of parts that `count` counts; none of null.
fn counted(layout: Given<'_>, count: impl FnOnce(&Object) -> usize) -> usize {
    guarded(0, || layout.map_or(0, count))
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_get_num_symbols(layout: Given<'_>) -> usize {
    counted(layout, |object| object.parts().symbols.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_get_symbol(layout: Given<'_>, position: usize) -> *const c_char {
    let name = |object: &Object| object.parts().symbols.get(position).map(|name| name.as_ptr());
    guarded(null(), || layout.and_then(name).unwrap_or(null()))
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_get_num_facts(layout: Given<'_>) -> usize {
    counted(layout, |object| object.parts().facts.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_get_rank(layout: Given<'_>) -> usize {
    counted(layout, |object| match some(Some(object)) {
        Ok(AnyLayout::Tile(tiler)) => tiler.modes().len(),
        Ok(layout) => layout.modes().map_or(0, |modes| modes.rank()),
        Err(_) => 0,
    })
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_get_depth(layout: Given<'_>) -> usize {
    counted(layout, |object| {
        let layout = some(Some(object)).ok();
        layout.and_then(AnyLayout::modes).map_or(0, |modes| modes.shape().depth())
    })
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_get_num_leaves(layout: Given<'_>) -> usize {
    counted(layout, |object| object.parts().leaves.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_get_num_in_dims(layout: Given<'_>) -> usize {
    counted(layout, |object| object.parts().in_dims.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_get_num_out_dims(layout: Given<'_>) -> usize {
    counted(layout, |object| object.parts().out_dims.len())
}

export! {
    fn layout_get_fact(layout: Given<'_>, position: usize, fact: Out<'_, CFact>) {
        put(fact, *at(&object(layout)?.parts().facts, position, "fact")?)
    }

    fn layout_get_mode(layout: Given<'_>, position: usize, mode: Out<'_, *mut Object>) {
        make(mode, || {
            let layout = some(layout)?;
            let modes = layout.modes().ok_or_else(|| {
                Failure::unsupported(format!("{layout} is not a layout with modes"))
            })?;
            let n = modes.rank();
            modes.mode(position).map(AnyLayout::Cute).ok_or_else(|| {
                Failure::argument(format!("there is no mode {position}: there are {n}"))
            })
        })
    }

    fn layout_get_leaf(layout: Given<'_>, position: usize, leaf: Out<'_, CLeaf>) {
        let found = at(&object(layout)?.parts().leaves, position, "flattened mode")?;
        let (position, position_length) = (found.position.as_ptr(), found.position.len());
        let (extent, stride) = (found.extent.to_c(), found.stride.to_c());
        put(leaf, CLeaf { extent, stride, position, position_length })
    }

    fn layout_get_swizzle(
        layout: Given<'_>,
        bits: Out<'_, i64>,
        base: Out<'_, i64>,
        shift: Out<'_, i64>,
    ) {
        // All or none of the numbers are written.
        let (bits, base, shift) = (place(bits)?, place(base)?, place(shift)?);
        let swizzle = swizzle(layout)?;
        bits.write(swizzle.bits());
        base.write(swizzle.base());
        shift.write(swizzle.shift());
        Ok(())
    }

    fn layout_get_outer(layout: Given<'_>, outer: Out<'_, *mut Object>) {
        make(outer, || {
            Ok(match composed(layout)?.outer() {
                Outer::Swizzle(swizzle) => AnyLayout::Swizzle(*swizzle),
                Outer::Layout(layout) => AnyLayout::Cute(layout.clone()),
            })
        })
    }

    fn layout_get_inner(layout: Given<'_>, inner: Out<'_, *mut Object>) {
        make(inner, || Ok(AnyLayout::Cute(composed(layout)?.inner().clone())))
    }

    fn layout_get_offset(layout: Given<'_>, offset: Out<'_, CTerm>) {
        composed(layout)?;
        let number = object(layout)?.parts().offset.as_ref();
        put(offset, number.map(Number::to_c).ok_or_else(|| Failure::unsupported("no offset"))?)
    }

    fn layout_get_tile_mode(
        layout: Given<'_>,
        position: usize,
        kind: Out<'_, c_int>,
        extent: Out<'_, i64>,
        mode: Out<'_, *mut Object>,
    ) {
        let mode = place(mode)?;
        mode.write(null_mut());
        let (kind, extent) = (place(kind)?, place(extent)?);
        let tiler = match some(layout)? {
            AnyLayout::Tile(tiler) => tiler,
            other => return Err(Failure::unsupported(format!("{other} is not a tiler"))),
        };
        let (number, size, made) = match at(tiler.modes(), position, "mode")? {
            TileMode::All => (WHOLE, 0, None),
            TileMode::Extent(extent) => (EXTENT, *extent, None),
            TileMode::Layout(tile) => {
                let size = tile.size().and_then(|size| size.as_constant()).unwrap_or(0);
                (LAYOUT, size, Some(AnyLayout::Cute(tile.clone())))
            }
        };
        kind.write(number);
        extent.write(size);
        mode.write(made.map_or(null_mut(), Object::new));
        Ok(())
    }

    fn layout_get_in_dim(layout: Given<'_>, position: usize, dim: Out<'_, CDim>) {
        linear(layout)?;
        let (name, size) = at(&object(layout)?.parts().in_dims, position, "in-dim")?;
        put(dim, CDim { name: name.as_ptr(), size: *size })
    }

    fn layout_get_out_dim(layout: Given<'_>, position: usize, dim: Out<'_, CDim>) {
        linear(layout)?;
        let (name, size) = at(&object(layout)?.parts().out_dims, position, "out-dim")?;
        put(dim, CDim { name: name.as_ptr(), size: *size })
    }

    fn layout_get_basis(
        layout: Given<'_>,
        in_dim: usize,
        bit: usize,
        out_dim: usize,
        coordinate: Out<'_, i64>,
    ) {
        let bases: Vec<_> = linear(layout)?.bases().map(|(_, bases)| bases).collect();
        let basis = at(at(&bases, in_dim, "in-dim")?, bit, "bit")?;
        put(coordinate, *at(basis, out_dim, "out-dim")?)
    }

    fn layout_get_constant(layout: Given<'_>, out_dim: usize, coordinate: Out<'_, i64>) {
        put(coordinate, *at(&linear(layout)?.constant(), out_dim, "out-dim")?)
    }
}
