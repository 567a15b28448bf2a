//! The part of the Python package `layout` that is not Python: one class, and a function for each
//! way to ask something. `python/layout/__init__.py` is what a user sees.

mod coordinates;
mod lint;
mod lowering;
mod parameters;
mod questions;
mod show;
mod tilers;
mod values;

use std::hash::{DefaultHasher, Hash, Hasher};

use layout_math::algebra;
use layout_math::algebra::{
    AnyLayout, Budget, Kind, Operation, OperationError, OperationValue, Promotion, View,
};
use layout_math::cute::{AnyModes, CuteLayout, Tuple};
use pyo3::create_exception;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use parameters::Keywords;
use values::{Leaf, TupleForm};

create_exception!(
    layout,
    LayoutError,
    PyValueError,
    "An operation without a right answer, and why."
);

const KINDS: [(&str, Kind); 6] = [
    ("cute", Kind::Cute),
    ("swizzle", Kind::Swizzle),
    ("composed", Kind::Composed),
    ("linear", Kind::Linear),
    ("tile", Kind::Tile),
    ("relation", Kind::Relation),
];

fn kind(name: &str) -> PyResult<Kind> {
    let found = KINDS.into_iter().find(|(known, _)| *known == name);
    let names = KINDS.map(|(name, _)| name).join(", ");
    found.map(|(_, kind)| kind).ok_or_else(|| {
        PyValueError::new_err(format!("no kind of layout: {name:?}; one of {names}"))
    })
}

fn failed(error: impl ToString) -> PyErr {
    LayoutError::new_err(error.to_string())
}

/// A layout of any kind.
#[pyclass(frozen, name = "Layout", module = "layout")]
struct Layout(AnyLayout);

#[pymethods]
impl Layout {
    #[new]
    #[pyo3(signature = (shape, stride=None))]
    fn new(shape: &Bound<'_, PyAny>, stride: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut text = values::read(shape, TupleForm::SHAPE)?.to_string();
        if let Some(stride) = stride {
            text = format!("{text}:{}", values::read(stride, TupleForm::SHAPE)?);
        }
        Self::parse(&text, "cute")
    }

    #[staticmethod]
    #[pyo3(signature = (text, kind="cute"))]
    fn parse(text: &str, kind: &str) -> PyResult<Self> {
        let parsed = AnyLayout::parse(self::kind(kind)?, text);
        let explain = |column, error| failed(format!("column {}: {error}", column + 1));
        parsed.map(Layout).map_err(|error| explain(error.column, error.to_string()))
    }

    #[getter]
    fn kind(&self) -> &'static str {
        let kind = self.0.kind();
        KINDS.into_iter().find(|(_, known)| *known == kind).map_or("", |(name, _)| name)
    }

    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        tuple(py, self.layout()?.shape())
    }

    #[getter]
    fn stride<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        tuple(py, self.layout()?.stride())
    }

    fn size(&self, py: Python<'_>) -> PyResult<i64> {
        let unknown = || failed(format!("the size of {} is not known", self.0));
        py.detach(|| self.0.static_size(&Budget::default())).ok_or_else(unknown)
    }

    fn cosize(&self, py: Python<'_>) -> PyResult<i64> {
        let unknown = || failed(format!("the cosize of {} is not known", self.0));
        py.detach(|| self.0.cosize()).ok_or_else(unknown)
    }

    #[pyo3(signature = (*coordinate, **symbols))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        coordinate: &Bound<'py, PyTuple>,
        symbols: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // A value alone is the coordinate itself: `a((1, 2))` is `a(1, 2)`.
        let at = match coordinate.len() {
            1 => values::read(&coordinate.get_item(0)?, TupleForm::COORDINATE)?,
            _ => values::read(coordinate.as_any(), TupleForm::COORDINATE)?,
        };
        let known = self.0.symbols();
        let mut values: Vec<(String, i64)> = Vec::new();
        for (name, value) in symbols.into_iter().flatten() {
            let name: String = name.extract()?;
            if !known.contains(&*name) {
                return Err(PyTypeError::new_err(format!("{} has no symbol {name}", self.0)));
            }
            let says = format!("{name} is an integer");
            let value =
                values::integer(&value)?.ok_or_else(|| values::wrong_type(&says, &value))?;
            values.push((name, value));
        }
        let Some(numbers) = values::numbers(&at) else {
            if let Some((name, _)) = values.first() {
                let message = format!("a slice keeps its symbols, and takes no value of {name}");
                return Err(PyTypeError::new_err(message));
            }
            return self.slice(py, &at);
        };
        let symbols: Vec<(&str, i64)> =
            values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let Some(offset) = coordinates::offset(&self.0, &numbers, &symbols) else {
            let why = coordinates::wrong_count(&self.0, &numbers).or_else(|| {
                let value = |name: &str| symbols.iter().find(|own| own.0 == name).map(|own| own.1);
                Some(format!(": {} has no value", self.0.without_value(&value)?))
            });
            let why = why.unwrap_or_default();
            return Err(failed(format!("{} has no offset at {numbers}{why}", self.0)));
        };
        match &offset[..] {
            [offset] => Ok(offset.into_pyobject(py)?.into_any()),
            parts => Ok(PyTuple::new(py, parts)?.into_any()),
        }
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(modes(&self.0)?.rank())
    }

    fn __getitem__(&self, position: &Bound<'_, PyAny>) -> PyResult<Self> {
        let modes = modes(&self.0)?;
        let number: Option<isize> = match position.extract() {
            Ok(number) => Some(number),
            // No layout has so many modes.
            Err(error) if error.is_instance_of::<PyOverflowError>(position.py()) => None,
            Err(error) => return Err(error),
        };
        let wrapped = match number {
            Some(number) if number < 0 => number.checked_add_unsigned(modes.rank()),
            number => number,
        };
        let mode = wrapped.and_then(|at| usize::try_from(at).ok()).and_then(|at| modes.mode(at));
        mode.map(|mode| Layout(with_modes(&self.0, mode))).ok_or_else(|| {
            PyIndexError::new_err(format!("there is no mode {position} in {}", self.0))
        })
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        match self.0.kind() {
            Kind::Cute => format!("Layout.parse('{}')", self.0),
            _ => format!("Layout.parse('{}', '{}')", self.0, self.kind()),
        }
    }

    /// For pickle: layouts are read back from their notation.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, &'static str))> {
        let layout = slf.get();
        Ok((slf.get_type().getattr("parse")?, (layout.0.to_string(), layout.kind())))
    }

    /// Nothing changes a layout, so that a copy is the layout itself.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// A picture for a notebook; none where the layout is too large for one.
    fn _repr_svg_(&self) -> Option<String> {
        show::svg(&self.0)
    }

    fn _repr_html_(&self) -> Option<String> {
        show::svg(&self.0)
    }

    /// A picture: `format` is text, color, svg, tikz or html, and the look is such as `scale=150`,
    /// `colors=False`, `hatches=False`, `label="bits"`, `fold=16`.
    #[pyo3(signature = (format="text", **look))]
    fn draw(&self, format: &str, look: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        show::draw(&self.0, format, look)
    }

    /// The offsets in the order of the integral coordinate, as an `array.array` of 64-bit integers.
    fn offsets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        show::offsets(py, &self.0)
    }

    /// The offsets as an array of numpy's, an axis for each mode.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // The offsets are computed, so that the array is always a new one.
        if let Some(copy) = copy
            && !copy.is_none()
            && !copy.is_truthy()?
        {
            let message = "the offsets of a layout are computed: an array of them is a copy";
            return Err(PyValueError::new_err(message));
        }
        show::array(py, &self.0, dtype)
    }

    /// What is no layout is asked whether it equals one.
    fn __eq__(&self, other: PyRef<'_, Self>) -> bool {
        other.0 == self.0
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.to_string().hash(&mut hasher);
        hasher.finish()
    }
}

impl Layout {
    /// The modes of the layout where the coordinate has `None`.
    fn slice<'py>(&self, py: Python<'py>, at: &Tuple<Leaf>) -> PyResult<Bound<'py, PyAny>> {
        // What is taken whole is a mode of the slice, here too where it is all that there is.
        if let (Tuple::Leaf(Leaf::All), Some(modes)) = (at, self.0.modes()) {
            let whole = CuteLayout::of_modes(vec![modes.clone()]).map_err(failed)?;
            return Ok(Bound::new(py, Layout(with_modes(&self.0, whole)))?.into_any());
        }
        let operation = Operation::named("slice").ok_or_else(|| failed("there is no slice"))?;
        let values = operation
            .evaluate(&[&self.0], &Keywords::text("coordinate", at.to_string()), &Budget::default())
            .map_err(failed)?;
        object(py, values)
    }

    /// The CuTe layout of integers that it is.
    fn layout(&self) -> PyResult<&layout_math::cute::Layout> {
        let other = || PyTypeError::new_err(format!("{} is not a CuTe layout of integers", self.0));
        self.0.as_static().ok_or_else(other)
    }
}

/// The layout with other modes in the place of its own.
fn with_modes(layout: &AnyLayout, modes: CuteLayout) -> AnyLayout {
    match layout {
        AnyLayout::Composed(composed) => AnyLayout::Composed(composed.with_inner(modes)),
        _ => AnyLayout::Cute(modes),
    }
}

/// The modes of a layout, which are those of the inner layout of a composed one.
fn modes(layout: &AnyLayout) -> PyResult<&CuteLayout> {
    let other = || PyTypeError::new_err(format!("{layout} is not a layout with modes"));
    layout.modes().ok_or_else(other)
}

/// A nested tuple of numbers as Python has it.
fn tuple<'py>(py: Python<'py>, value: &Tuple<i64>) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Tuple::Leaf(number) => Ok(number.into_pyobject(py)?.into_any()),
        Tuple::Node(parts) => {
            let parts: PyResult<Vec<_>> = parts.iter().map(|part| tuple(py, part)).collect();
            Ok(PyTuple::new(py, parts?)?.into_any())
        }
    }
}

/// An operation of the algebra by its name.
#[pyfunction]
fn evaluate<'py>(
    py: Python<'py>,
    name: &str,
    operands: Vec<PyRef<'_, Layout>>,
    parameters: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let operation = Operation::named(name)
        .ok_or_else(|| PyValueError::new_err(format!("there is no operation {name:?}")))?;
    let layouts: Vec<&AnyLayout> = operands.iter().map(|layout| &layout.0).collect();
    let parameters = Keywords::of(operation, parameters)?;
    let values = py.detach(|| operation.evaluate(&layouts, &parameters, &Budget::default()));
    let failed = |error| match error {
        OperationError::Operands { expected, found } => {
            failed(format!("{name} takes {expected}, not {found}"))
        }
        error => failed(error),
    };
    object(py, values.map_err(failed)?)
}

/// What an operation gave: a value, or a list of them.
fn object(py: Python<'_>, values: Vec<OperationValue>) -> PyResult<Bound<'_, PyAny>> {
    let objects: PyResult<Vec<Bound<'_, PyAny>>> = values
        .into_iter()
        .map(|value| match value {
            OperationValue::Layout(layout) => Ok(Bound::new(py, Layout(*layout))?.into_any()),
            OperationValue::Number(number) => Ok(number.into_pyobject(py)?.into_any()),
            OperationValue::Truth(truth) => Ok(truth.into_pyobject(py)?.to_owned().into_any()),
        })
        .collect();
    let mut objects = objects?;
    if objects.len() == 1 {
        return Ok(objects.remove(0));
    }
    Ok(PyList::new(py, objects)?.into_any())
}

/// The composition `left o right`.
#[pyfunction]
fn compose(py: Python<'_>, left: PyRef<'_, Layout>, right: PyRef<'_, Layout>) -> PyResult<Layout> {
    let (left, right) = (&left.0, &right.0);
    py.detach(|| algebra::compose(left, right, Promotion::Extend, &Budget::default()))
        .map(Layout)
        .map_err(failed)
}

/// The layout in another notation.
#[pyfunction]
fn convert(py: Python<'_>, layout: PyRef<'_, Layout>, to: &str) -> PyResult<Layout> {
    let (layout, to) = (&layout.0, kind(to)?);
    py.detach(|| algebra::convert(layout, to, &Budget::default())).map(Layout).map_err(failed)
}

/// The relation of the layout, in isl's notation.
#[pyfunction]
#[pyo3(signature = (layout, natural=false))]
fn relation(py: Python<'_>, layout: PyRef<'_, Layout>, natural: bool) -> PyResult<String> {
    let view = if natural { View::Natural } else { View::Integral };
    let layout = &layout.0;
    py.detach(|| algebra::to_relation(layout, &view).map(|relation| relation.to_string()))
        .map_err(failed)
}

#[pymodule]
fn _layout(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("LayoutError", module.py().get_type::<LayoutError>())?;
    module.add_class::<Layout>()?;
    module.add_function(wrap_pyfunction!(evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(compose, module)?)?;
    module.add_function(wrap_pyfunction!(convert, module)?)?;
    module.add_function(wrap_pyfunction!(relation, module)?)?;
    module.add_function(wrap_pyfunction!(tilers::tiler, module)?)?;
    module.add_function(wrap_pyfunction!(tilers::modes, module)?)?;
    module.add_function(wrap_pyfunction!(tilers::inner, module)?)?;
    module.add_function(wrap_pyfunction!(tilers::with_inner, module)?)?;
    questions::add(module)?;
    module.add_function(wrap_pyfunction!(lint::lint, module)?)?;
    module.add_function(wrap_pyfunction!(lowering::validate_triton, module)?)?;
    module.add_function(wrap_pyfunction!(lowering::split_triton, module)?)?;
    module.add_function(wrap_pyfunction!(lowering::validate_function, module)?)?;
    module.add_function(wrap_pyfunction!(lint::rules, module)?)?;
    Ok(())
}
