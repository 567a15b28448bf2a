//! Tilers as Python gives them: a layout, or a tuple with a part for each mode, nested as the modes are.

use layout_math::algebra::AnyLayout;
use layout_math::cute::{AlgebraError, AnyModes, Layout as Strided, TileMode, Tiler, Tuple};
use pyo3::prelude::*;
use pyo3::types::{PyNone, PyTuple};

use super::values::{Leaf, TupleForm, read};
use super::{Layout, failed, with_modes};

/// A tiler as a layout, which a tuple of layouts is too; as `None`, which takes what is there whole; or as
/// a tuple of tilers, which does by mode what each of them does.
#[pyfunction]
pub fn tiler<'py>(py: Python<'py>, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    object(py, &read(value, TupleForm::TILER)?)
}

fn object<'py>(py: Python<'py>, tiler: &Tuple<Leaf>) -> PyResult<Bound<'py, PyAny>> {
    let layout = match tiler {
        Tuple::Leaf(Leaf::All) => return Ok(PyNone::get(py).to_owned().into_any()),
        Tuple::Leaf(leaf) => layout(leaf)?,
        Tuple::Node(parts) => match flat(parts) {
            Some(leaves) => tile(&leaves)?,
            None => {
                let parts: PyResult<Vec<_>> = parts.iter().map(|part| object(py, part)).collect();
                return Ok(PyTuple::new(py, parts?)?.into_any());
            }
        },
    };
    Ok(Bound::new(py, Layout(layout))?.into_any())
}

/// The parts, if none of them is a tiler itself.
fn flat(parts: &[Tuple<Leaf>]) -> Option<Vec<&Leaf>> {
    parts.iter().map(untiled).collect()
}

fn untiled(part: &Tuple<Leaf>) -> Option<&Leaf> {
    match part {
        Tuple::Leaf(Leaf::Layout(layout)) if matches!(**layout, AnyLayout::Tile(_)) => None,
        Tuple::Leaf(leaf) => Some(leaf),
        Tuple::Node(_) => None,
    }
}

fn tile(parts: &[&Leaf]) -> PyResult<AnyLayout> {
    let mode = |leaf: &&Leaf| match leaf {
        Leaf::All => Ok(TileMode::All),
        Leaf::Number(extent) if 1 <= *extent => Ok(TileMode::Extent(*extent)),
        leaf => match layout(leaf)? {
            AnyLayout::Cute(layout) => Ok(TileMode::Layout(layout)),
            other => Err(failed(format!("{other} is not a CuTe layout"))),
        },
    };
    let modes: PyResult<Vec<TileMode>> = parts.iter().map(mode).collect();
    Tiler::new(modes?).map(AnyLayout::Tile).ok_or_else(|| failed("a tiler has a mode"))
}

/// The layout that a part of a tiler is.
fn layout(leaf: &Leaf) -> PyResult<AnyLayout> {
    match leaf {
        Leaf::Layout(layout) => Ok((**layout).clone()),
        Leaf::Number(extent) => {
            Ok(Strided::column_major(Tuple::Leaf(*extent)).map_err(failed)?.into())
        }
        Leaf::All | Leaf::Text(_) => Err(failed(format!("{leaf} is not a layout"))),
    }
}

/// The top-level modes of a layout, of which a tiler has so many.
#[pyfunction]
pub fn modes(layout: PyRef<'_, Layout>, tiled: usize) -> PyResult<Vec<Layout>> {
    let modes = super::modes(&layout.0)?.list_modes();
    if modes.len() < tiled {
        let (layout, rank) = (layout.0.to_string(), modes.len());
        return Err(failed(AlgebraError::TooManyModes { layout, rank, modes: tiled }));
    }
    Ok(modes.into_iter().map(|mode| Layout(AnyLayout::Cute(mode))).collect())
}

/// The layout of whose modes a tiler takes parts: the inner one of a composed layout.
#[pyfunction]
pub fn inner(layout: PyRef<'_, Layout>) -> Layout {
    match &layout.0 {
        AnyLayout::Composed(composed) => Layout(AnyLayout::Cute(composed.inner().clone())),
        layout => Layout(layout.clone()),
    }
}

/// The layout with what became of its inner one.
#[pyfunction]
pub fn with_inner(layout: PyRef<'_, Layout>, inner: PyRef<'_, Layout>) -> Layout {
    match &inner.0 {
        AnyLayout::Cute(modes) => Layout(with_modes(&layout.0, modes.clone())),
        inner => Layout(inner.clone()),
    }
}
