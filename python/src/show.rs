//! Layouts as notebooks and numpy want them.

use layout_math::algebra::{AnyLayout, Budget};
use layout_tools::draw::{self, Look};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::failed;

/// How many offsets an array has at most: 1 GiB of them.
const MOST: i64 = 1 << 27;

/// The picture that shows a layout best, if it can be drawn.
pub fn svg(layout: &AnyLayout) -> Option<String> {
    draw::draw(layout, None).ok().map(|picture| draw::to_svg(&picture))
}

/// A picture of a layout, with a look that is said choice by choice.
pub fn draw(
    layout: &AnyLayout,
    format: &str,
    choices: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let mut look = Look::default();
    for (name, value) in choices.into_iter().flatten() {
        let value = match value.extract::<bool>() {
            Ok(true) => "on".to_owned(),
            Ok(false) => "off".to_owned(),
            Err(_) => value.str()?.to_string(),
        };
        look.set(&name.to_string(), &value).map_err(|error| failed(error.to_string()))?;
    }
    let picture = draw::draw(layout, None).map_err(|error| failed(error.to_string()))?;
    let picture = picture.with_look(&look).map_err(|error| failed(error.to_string()))?;
    Ok(match format {
        "text" => draw::to_text(&picture, false),
        "color" => draw::to_text(&picture, true),
        "svg" => draw::to_svg(&picture),
        "tikz" => draw::to_tikz(&picture),
        "html" => draw::to_html(&picture),
        _ => return Err(failed(format!("there is no format {format}"))),
    })
}

/// The offsets in the order of the integral coordinate.
pub fn offsets<'py>(py: Python<'py>, layout: &AnyLayout) -> PyResult<Bound<'py, PyAny>> {
    let bytes = py.detach(|| bytes_of_offsets(layout)).map_err(failed)?;
    let array = py.import("array")?.getattr("array")?.call1(("q",))?;
    array.call_method1("frombytes", (PyBytes::new(py, &bytes),))?;
    Ok(array)
}

fn bytes_of_offsets(layout: &AnyLayout) -> Result<Vec<u8>, String> {
    let unknown = || format!("the size of {layout} is not known");
    let size = layout.static_size(&Budget::default()).ok_or_else(unknown)?;
    if MOST < size {
        return Err(format!("{layout} has {size} offsets, and an array {MOST} at most"));
    }
    let mut bytes = Vec::new();
    for coordinate in 0..size {
        match layout.apply(&[coordinate], &[]).as_deref() {
            Some([offset]) => bytes.extend(offset.to_ne_bytes()),
            Some(_) => return Err(format!("the offsets of {layout} are tuples")),
            None => return Err(format!("{layout} has no offset at {coordinate}")),
        }
    }
    Ok(bytes)
}

/// The offsets as numpy's array, an axis for each top-level mode.
pub fn array<'py>(
    py: Python<'py>,
    layout: &AnyLayout,
    dtype: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy")?;
    let flat = numpy.call_method1("asarray", (offsets(py, layout)?,))?;
    let sizes = layout.modes().map(|modes| {
        let shape = modes.shape();
        let size = |mode: &layout_math::cute::Tuple<layout_math::cute::Term>| {
            mode.leaves().try_fold(1_i64, |size, extent| size.checked_mul(extent.as_constant()?))
        };
        shape.modes().iter().map(size).collect::<Option<Vec<i64>>>()
    });
    let shaped = match sizes.flatten() {
        Some(sizes) => {
            // The leftmost mode is the fastest: the order of Fortran.
            let order = PyDict::new(py);
            order.set_item("order", "F")?;
            flat.call_method("reshape", (sizes,), Some(&order))?
        }
        None => flat,
    };
    match dtype {
        Some(dtype) => shaped.call_method1("astype", (dtype,)),
        None => Ok(shaped),
    }
}
