//! A map as linear constraints.

use std::ffi::c_uint;

use super::IslError;
use super::object::{Map, Owned};
use super::raw::{self, Give, Keep, RawBasicMap, RawMatrix};
use super::space::index;

/// Pairs of points described by linear constraints on their dimensions, the parameters, and local
/// variables of which there are some that meet them.
///
/// Each row has a coefficient for each input, output, parameter and local variable, in this order,
/// and a constant at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conjunction {
    pub n_locals: usize,
    /// Rows whose sum is 0.
    pub equalities: Vec<Vec<i64>>,
    /// Rows whose sum is at least 0.
    pub inequalities: Vec<Vec<i64>>,
}

/// isl's function for the rows of a basic map, its columns in the given order.
type Rows =
    extern "C" fn(Keep<'_, RawBasicMap>, c_uint, c_uint, c_uint, c_uint, c_uint) -> Give<RawMatrix>;

impl Map {
    /// Conjunctions whose union is the map.
    ///
    /// # Errors
    ///
    /// A coefficient does not fit in 64 bits.
    pub fn conjunctions(&self) -> Result<Vec<Conjunction>, IslError> {
        self.disjuncts()?.iter().map(conjunction).collect()
    }
}

fn conjunction(map: &Owned<RawBasicMap>) -> Result<Conjunction, IslError> {
    Ok(Conjunction {
        n_locals: map.context().size(raw::isl_basic_map_dim(map.keep(), raw::DIVISION))?,
        equalities: rows(map, raw::isl_basic_map_equalities_matrix)?,
        inequalities: rows(map, raw::isl_basic_map_inequalities_matrix)?,
    })
}

fn rows(map: &Owned<RawBasicMap>, function: Rows) -> Result<Vec<Vec<i64>>, IslError> {
    let context = map.context();
    let (first, last) = ([raw::INPUT, raw::OUTPUT, raw::PARAMETER], raw::CONSTANT);
    let matrix = function(map.keep(), first[0], first[1], first[2], raw::DIVISION, last);
    let matrix: Owned<RawMatrix> = context.own(matrix)?;
    let element = |row, column| {
        let element = raw::isl_mat_get_element_val(matrix.keep(), index(row), index(column));
        context.own(element)?.to_whole()
    };
    let n_rows = context.size(raw::isl_mat_rows(matrix.keep()))?;
    let n_columns = context.size(raw::isl_mat_cols(matrix.keep()))?;
    (0..n_rows).map(|row| (0..n_columns).map(|column| element(row, column)).collect()).collect()
}
