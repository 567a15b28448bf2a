use super::algebra_error::AlgebraError;
use super::layout::Layout;
use super::proved_composition::compose_refining;
use super::right_inverse::inverse;
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
/// 2. The reference is a bijection of its coordinates onto the numbers below its size.
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
    /// the reference.
    pub fn new(
        source: Layout,
        destination: Layout,
        reference: Layout,
    ) -> Result<Self, AlgebraError> {
        for layout in [&source, &destination, &reference] {
            two_modes(layout)?;
        }
        inverse(&reference)?;
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

    /// PTX' `ldmatrix` of 1, 2 or 4 matrices of 8x8 elements of 16 bits, not transposed; `None` for
    /// another number.
    ///
    /// The elements are numbered row by row, matrix by matrix. Thread `t` points to the eight
    /// elements of row `t`, and threads past the last row repeat the first ones. It receives from each
    /// matrix the elements `2*t` and `2*t + 1`, which is the reference.
    ///
    /// ```
    /// use layout_math::cute::CopyAtom;
    ///
    /// let four = CopyAtom::ldmatrix(4).unwrap();
    /// assert_eq!(four.source().to_string(), "(32,8):(8,1)");
    /// assert_eq!(four.destination().to_string(), "(32,(2,4)):(2,(1,64))");
    /// assert!(CopyAtom::ldmatrix(3).is_none());
    /// ```
    pub fn ldmatrix(matrices: i64) -> Option<Self> {
        let (source, destination) = match matrices {
            1 => ("((8,4),8):((8,0),1)", "(32,2):(2,1)"),
            2 => ("((16,2),8):((8,0),1)", "(32,(2,2)):(2,(1,64))"),
            4 => ("(32,8):(8,1)", "(32,(2,4)):(2,(1,64))"),
            _ => return None,
        };
        let layout = |text: &str| text.parse::<Layout>().ok();
        CopyAtom::new(layout(source)?, layout(destination)?, layout(destination)?).ok()
    }

    /// PTX' `stmatrix` of 1, 2 or 4 matrices, which is [`CopyAtom::ldmatrix`] the other way round; `None`
    /// for another number.
    ///
    /// ```
    /// use layout_math::cute::CopyAtom;
    ///
    /// let four = CopyAtom::stmatrix(4).unwrap();
    /// assert_eq!(four.destination().to_string(), "(32,8):(8,1)");
    /// ```
    pub fn stmatrix(matrices: i64) -> Option<Self> {
        let load = CopyAtom::ldmatrix(matrices)?;
        CopyAtom::new(load.destination.clone(), load.source, load.destination).ok()
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
        compose_refining(&inverse(&self.reference)?, layout, &Budget::DEFAULT)
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
    fn ldmatrix_gives_thread_t_the_elements_2t_and_2t_plus_1_of_each_matrix() {
        for matrices in [1, 2, 4] {
            let atom = CopyAtom::ldmatrix(matrices).unwrap();
            let (source, destination) = (atom.source(), atom.destination());
            for thread in 0..32 {
                for value in 0..8 {
                    let row = thread % (8 * matrices);
                    assert_eq!(source.offset(thread + 32 * value), Some(row * 8 + value));
                }
                for value in 0..2 * matrices {
                    let element = value / 2 * 64 + thread * 2 + value % 2;
                    assert_eq!(destination.offset(thread + 32 * value), Some(element));
                }
            }
        }
    }

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
}
