//! Triton's code, held to its TTGIR.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The report as text, and whether a function is refuted.
#[pyfunction]
pub fn validate_triton(kernel: &str, code: &str) -> PyResult<(String, bool)> {
    let report = layout_lowering::validate(kernel, code)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    match report.exit_status() {
        2 => Err(PyValueError::new_err("no function of the TTGIR is in the code")),
        status => Ok((report.to_string(), status == 1)),
    }
}
