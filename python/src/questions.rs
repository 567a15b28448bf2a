//! Questions about layouts, with verdicts as Python has them.

use layout_math::algebra::{self, AnyLayout, Budget, Counterexample, Verdict};
use layout_math::cute::Term;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::values::{integer, wrong_type};
use super::{Layout, failed};

/// A size as it is given: an integer of 64 bits, and no truth value.
#[derive(Clone, Copy)]
struct Size(i64);

impl<'a, 'py> FromPyObject<'a, 'py> for Size {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        integer(&value)?.map(Size).ok_or_else(|| wrong_type("a size is an integer", &value))
    }
}

/// True, false or none; the method, the witness or the reason; and what refutes the claim: coordinates,
/// offsets, sizes, and values of symbols.
type Told<'py> = (Option<bool>, String, Option<Bound<'py, PyTuple>>);

fn told<'py, W: Into<Counterexample>>(py: Python<'py>, verdict: Verdict<W>) -> PyResult<Told<'py>> {
    Ok(match verdict.map_witness(Into::into) {
        Verdict::Proved(method) => (Some(true), method.to_string(), None),
        Verdict::Refuted(found) => (Some(false), found.to_string(), Some(numbers(py, &found)?)),
        Verdict::Unknown(unknown) => (None, unknown.to_string(), None),
    })
}

fn numbers<'py>(py: Python<'py>, found: &Counterexample) -> PyResult<Bound<'py, PyTuple>> {
    let mut offsets = Vec::new();
    for offset in &found.offsets {
        offsets.push(match offset.as_deref() {
            None => py.None().into_bound(py),
            Some([number]) => number.into_pyobject(py)?.into_any(),
            Some(parts) => PyTuple::new(py, parts)?.into_any(),
        });
    }
    let symbols = PyDict::new(py);
    for (name, value) in &found.symbols {
        symbols.set_item(name, value)?;
    }
    let coordinates = PyTuple::new(py, &found.coordinates)?;
    let (offsets, sizes) = (PyTuple::new(py, offsets)?, PyTuple::new(py, &found.sizes)?);
    let parts = [coordinates.into_any(), offsets.into_any(), sizes.into_any(), symbols.into_any()];
    PyTuple::new(py, parts)
}

/// The layout, if it is a function of coordinates, which a tiler is not.
fn function(layout: &Layout) -> PyResult<&AnyLayout> {
    match &layout.0 {
        AnyLayout::Tile(tiler) => {
            Err(failed(format!("{tiler} is a tiler, which is not a function")))
        }
        layout => Ok(layout),
    }
}

/// Questions about one layout, with a number perhaps. Other threads of Python's run meanwhile.
macro_rules! of_one {
    ($($name:ident($($number:ident: $type:ty),*) = |$layout:ident, $budget:ident| $verdict:expr;)*) => {$(
        #[pyfunction]
        fn $name<'py>(
            py: Python<'py>,
            layout: PyRef<'py, Layout>,
            $($number: $type),*
        ) -> PyResult<Told<'py>> {
            let $layout = function(&layout)?;
            told(py, py.detach(|| {
                let $budget = &Budget::default();
                $verdict
            }))
        }
    )*};
}

/// Questions about two layouts.
macro_rules! of_two {
    ($($name:ident)*) => {$(
        #[pyfunction]
        fn $name<'py>(
            py: Python<'py>,
            left: PyRef<'py, Layout>,
            right: PyRef<'py, Layout>,
        ) -> PyResult<Told<'py>> {
            let (left, right) = (function(&left)?, function(&right)?);
            told(py, py.detach(|| algebra::$name(left, right, &Budget::default())))
        }
    )*};
}

of_one! {
    injective() = |layout, budget| algebra::injective(layout, budget);
    increasing() = |layout, budget| algebra::increasing(layout, budget);
    surjective(size: Option<Size>) = |layout, budget| {
        algebra::surjective(layout, size.map(|size| size.0), budget)
    };
    bijective(size: Option<Size>) = |layout, budget| {
        algebra::bijective(layout, size.map(|size| size.0), budget)
    };
    in_bounds(size: Size) = |layout, budget| {
        algebra::in_bounds(layout, &Term::constant(size.0), budget)
    };
}

of_two! { equivalent disjoint compatible }

/// Whether `left o right` stays inside `left`, where that is a question.
#[pyfunction]
fn stays_inside<'py>(
    py: Python<'py>,
    left: PyRef<'py, Layout>,
    right: PyRef<'py, Layout>,
) -> PyResult<Option<Told<'py>>> {
    let (left, right) = (&left.0, &right.0);
    let verdict = py.detach(|| algebra::leaves_domain(left, right, &Budget::default()));
    verdict.map(|verdict| told(py, verdict)).transpose()
}

/// Adds the questions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(injective, module)?)?;
    module.add_function(wrap_pyfunction!(increasing, module)?)?;
    module.add_function(wrap_pyfunction!(surjective, module)?)?;
    module.add_function(wrap_pyfunction!(bijective, module)?)?;
    module.add_function(wrap_pyfunction!(in_bounds, module)?)?;
    module.add_function(wrap_pyfunction!(equivalent, module)?)?;
    module.add_function(wrap_pyfunction!(disjoint, module)?)?;
    module.add_function(wrap_pyfunction!(compatible, module)?)?;
    module.add_function(wrap_pyfunction!(stays_inside, module)?)
}
