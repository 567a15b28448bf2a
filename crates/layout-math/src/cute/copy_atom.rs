use super::algebra_error::AlgebraError;
use super::filter::filter;
use super::layout::Layout;
use super::proved_composition::compose_refining;
use super::right_inverse::{inverse, right_inverse};
use super::slice::Pick;
use super::stride::Stride;
use super::tuple::Tuple;
use crate::budget::Budget;

/// One copy instruction: who holds which element before it and after it.
///
/// Each of the three layouts goes from (thread, value) to the number of an element: the source that
/// a thread reads or points to, the destination that it writes, and the reference, which is the one
/// that a tiled copy is written down in.
///
/// # Invariants
///
/// 1. Each layout has two modes, threads and values.
/// 2. The reference has every number below its cosize, each once but for threads that hold the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyAtom {
    source: Layout,
    destination: Layout,
    reference: Layout,
}

/// The side of a copy that a layout is partitioned for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopySide {
    /// CuTe's `partition_S`.
    Source,
    /// CuTe's `partition_D`.
    Destination,
}

impl CopyAtom {
    /// The atom of these layouts, CuTe's `Copy_Traits`.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::Mismatch`] for a layout that has not two modes, and those of [`inverse()`] of
    /// the reference without its modes of stride 0.
    pub fn new(
        source: Layout,
        destination: Layout,
        reference: Layout,
    ) -> Result<Self, AlgebraError> {
        for layout in [&source, &destination, &reference] {
            two_modes(layout)?;
        }
        inverse(&filter(&reference))?;
        Ok(CopyAtom { source, destination, reference })
    }

    /// A copy by one thread of so many elements, CuTe's `UniversalCopy` and `cp.async`.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::NotPositive`] for a number of less than 1.
    pub fn of_one_thread(values: i64) -> Result<Self, AlgebraError> {
        if values < 1 {
            return Err(AlgebraError::NotPositive { what: "number of elements", value: values });
        }
        let shape = Tuple::Node(vec![Tuple::Leaf(1), Tuple::Leaf(values)]);
        let layout = Layout::column_major(shape)?;
        CopyAtom::new(layout.clone(), layout.clone(), layout)
    }

    pub fn source(&self) -> &Layout {
        &self.source
    }

    pub fn destination(&self) -> &Layout {
        &self.destination
    }

    pub fn reference(&self) -> &Layout {
        &self.reference
    }

    /// The number of threads and of values of each in the reference.
    pub(super) fn extents(&self) -> [i64; 2] {
        let mut sizes = self.reference.modes().map(|mode| mode.size());
        [sizes.next().unwrap_or(1), sizes.next().unwrap_or(1)]
    }

    /// From (thread, value) of one side to the integral coordinate (thread, value) of the reference
    /// that has the same element.
    pub(super) fn to_reference(&self, side: CopySide) -> Result<Layout, AlgebraError> {
        let layout = match side {
            CopySide::Source => &self.source,
            CopySide::Destination => &self.destination,
        };
        // Of threads that hold the same it is the first.
        let back = match inverse(&self.reference) {
            Ok(inverse) => inverse,
            Err(_) => right_inverse(&self.reference),
        };
        compose_refining(&back, layout, &Budget::DEFAULT)
    }
}

/// The two modes of a layout of threads and values.
pub(super) fn two_modes<D: Stride>(layout: &Layout<D>) -> Result<[Layout<D>; 2], AlgebraError> {
    let modes: Vec<Layout<D>> = layout.modes().collect();
    modes.try_into().map_err(|_| AlgebraError::Mismatch {
        what: "coordinate",
        value: Tuple::Node(vec![Tuple::Leaf(Pick::All), Tuple::Leaf(Pick::All)]).to_string(),
        shape: layout.shape().to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_atom_whose_reference_is_no_bijection_is_refused() {
        let atom = |source: &str, reference: &str| {
            let [source, reference] = [source, reference].map(|text| text.parse().unwrap());
            CopyAtom::new(source, reference.clone(), reference).unwrap_err().to_string()
        };
        assert_eq!(atom("4:1", "(2,2):(1,2)"), "coordinate (_,_) does not fit 4");
        assert_eq!(
            atom("(2,2):(1,2)", "(2,2):(1,1)"),
            "(2,2):(1,1) is not injective: coordinates 1 and 2 both have offset 1"
        );
        let error = CopyAtom::of_one_thread(0).unwrap_err();
        assert_eq!(error.to_string(), "number of elements 0 is less than 1");
    }

    /// Threads 2 and 3 hold what 0 and 1 hold.
    #[test]
    fn of_threads_that_hold_the_same_it_is_the_first() {
        let reference: Layout = "((2,2),2):((1,0),2)".parse().unwrap();
        let atom = CopyAtom::new(reference.clone(), reference.clone(), reference).unwrap();
        let back = atom.to_reference(CopySide::Source).unwrap();
        let places: Vec<i64> = (0..8).map(|at| back.offset(at).unwrap()).collect();
        assert_eq!(places, [0, 1, 0, 1, 4, 5, 4, 5]);
    }
}
