//! Triton's code, held to its TTGIR.

use layout_kernels::triton::{self, Occurrence, Places};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The source's file, line and column, and the line and column of the TTGIR.
type Place = ((String, usize, usize), (usize, usize));

/// An operation: its name, its places, and the module that it is cut into.
type Cut = (String, Vec<Place>, String);

/// The report as text, and whether a function is refuted.
#[pyfunction]
pub fn validate_triton(py: Python<'_>, kernel: &str, code: &str) -> PyResult<(String, bool)> {
    let report = py
        .detach(|| layout_lowering::validate(kernel, code))
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    match report.exit_status() {
        2 => Err(PyValueError::new_err("no function of the TTGIR is in the code")),
        status => Ok((report.to_string(), status == 1)),
    }
}

/// A kernel that is cut: what it is compiled for, the threads of a warp, the operations that move data,
/// and those that are left alone with their counts.
type Split = (String, i64, Vec<Cut>, Vec<(String, usize)>);

#[pyfunction]
pub fn split_triton(kernel: &str, name: &str) -> PyResult<Split> {
    let split = triton::split(kernel)
        .map_err(|error| PyValueError::new_err(format!("{name}:{}: {error}", error.position())))?;
    let places = Places::read(kernel);
    let place = |own: &Occurrence| {
        let position = own.position;
        let source = match places.at(own.last_line) {
            Some(place) => {
                let author = place.of_author();
                (author.file.to_string(), author.line, author.column)
            }
            None => (name.to_owned(), position.line, position.column),
        };
        (source, (position.line, position.column))
    };
    let pieces = split.pieces.into_iter().map(|piece| {
        let places = piece.occurrences.iter().map(place).collect();
        (piece.name, places, piece.module)
    });
    let left_alone = split.left_alone.into_iter().collect();
    Ok((split.target, split.threads_per_warp, pieces.collect(), left_alone))
}

/// What is known of a function of a module: the kind of answer, and all of it.
#[pyfunction]
pub fn validate_function(
    py: Python<'_>,
    kernel: &str,
    code: &str,
    name: &str,
) -> PyResult<(&'static str, String)> {
    let report = py
        .detach(|| layout_lowering::validate(kernel, code))
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    match report.verdict(name) {
        Some(finding) => Ok((finding.kind(), finding.to_string())),
        None => Err(PyValueError::new_err(format!("there is no function @{name} in the code"))),
    }
}
