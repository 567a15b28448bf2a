//! Sets of integer points, by MLIR's Presburger library.

use std::ptr::NonNull;

use super::glue;
use crate::relation::Row;

/// A set of tuples of integers.
///
/// The library is exact. It has no budget, and where memory ends it aborts the process:
/// [`bounded`](crate::ffi::bounded) is where it is asked.
#[derive(Debug)]
pub(crate) struct PointSet {
    raw: NonNull<glue::PointSet>,
    n_variables: usize,
}

impl PointSet {
    fn new(raw: *mut glue::PointSet, n_variables: usize) -> Self {
        let raw = NonNull::new(raw).expect("a set is made or the process ends");
        PointSet { raw, n_variables }
    }

    pub fn empty(n_variables: usize) -> Self {
        // SAFETY: the set that is made is this value's.
        PointSet::new(unsafe { glue::layoutPointSetEmpty(n_variables) }, n_variables)
    }

    /// The points that meet all rows, whose variables are below the number of variables.
    pub fn of_rows<'a>(n_variables: usize, rows: impl IntoIterator<Item = &'a Row>) -> Self {
        let (mut numbers, mut is_zero) = (Vec::new(), Vec::new());
        for row in rows {
            let first = numbers.len();
            numbers.resize(first + n_variables, 0);
            for &(variable, factor) in &row.terms {
                numbers[first..][..n_variables][variable] = factor;
            }
            numbers.push(row.constant);
            is_zero.push(row.is_zero);
        }
        // SAFETY: there are as many rows of `n_variables + 1` numbers as there are flags, and the set that
        // is made is this value's.
        let raw = unsafe {
            let (rows, flags) = (numbers.as_ptr(), is_zero.as_ptr());
            glue::layoutPointSetGet(n_variables, is_zero.len(), rows, flags)
        };
        PointSet::new(raw, n_variables)
    }

    pub fn unite(&mut self, other: &PointSet) {
        assert_eq!(self.n_variables, other.n_variables);
        // SAFETY: both sets are valid and have as many variables.
        unsafe { glue::layoutPointSetUnite(self.raw.as_ptr(), other.raw.as_ptr()) };
    }

    pub fn intersect(&mut self, other: &PointSet) {
        assert_eq!(self.n_variables, other.n_variables);
        // SAFETY: both sets are valid and have as many variables.
        unsafe { glue::layoutPointSetIntersect(self.raw.as_ptr(), other.raw.as_ptr()) };
    }

    pub fn subtract(&mut self, other: &PointSet) {
        assert_eq!(self.n_variables, other.n_variables);
        // SAFETY: both sets are valid and have as many variables.
        unsafe { glue::layoutPointSetSubtract(self.raw.as_ptr(), other.raw.as_ptr()) };
    }

    /// The points for which some values of the last `count` variables make a point of the set.
    pub fn project_out(mut self, count: usize) -> Self {
        assert!(count <= self.n_variables);
        // SAFETY: the set is valid and has the variables.
        unsafe { glue::layoutPointSetProjectOut(self.raw.as_ptr(), count) };
        self.n_variables -= count;
        self
    }

    /// How many convex parts the set is the union of, as it is written.
    pub fn n_parts(&self) -> usize {
        // SAFETY: the set is valid.
        unsafe { glue::layoutPointSetPartCount(self.raw.as_ptr()) }
    }

    /// A point of the set.
    pub fn sample(&self) -> Sample {
        let (mut point, mut fits) = (vec![0; self.n_variables], false);
        // SAFETY: the set is valid, and the point has a place for each variable.
        let is_found = unsafe {
            glue::layoutPointSetSample(self.raw.as_ptr(), point.as_mut_ptr(), &raw mut fits)
        };
        match (is_found, fits) {
            (false, _) => Sample::None,
            (true, true) => Sample::Point(point),
            (true, false) => Sample::Distant,
        }
    }
}

/// A point of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sample {
    /// The set has none.
    None,
    Point(Vec<i64>),
    /// A number of it does not fit in 64 bits.
    Distant,
}

impl Drop for PointSet {
    fn drop(&mut self) {
        // SAFETY: the set is this value's, and nobody uses it after this.
        unsafe { glue::layoutPointSetDestroy(self.raw.as_ptr()) };
    }
}
