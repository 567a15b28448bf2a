//! Runs of coordinates that have consecutive values.

use super::f2::low_bits;
use super::layout::LinearLayout;

impl LinearLayout {
    /// How many consecutive coordinates of the first in-dim have consecutive values in the first
    /// out-dim, wherever an aligned run begins: Triton's `getNumConsecutiveInOut`.
    ///
    /// The largest power of two V such that for all coordinates and all v in [0, V)
    ///
    /// ```text
    ///     L(a*V + v, b, ...) = L(a*V, b, ...) | (v, 0, ...)        without a bit in common
    /// ```
    ///
    /// so that a run begins at a multiple of V on both sides. (A constant can also make runs that
    /// begin elsewhere, by a carry; they do not count.) It is 1 if there are no in-dims or no
    /// out-dims.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let vector: LinearLayout = "{register = [[1],[2],[16]], lane = [[4],[8]]}".parse()?;
    /// assert_eq!(vector.num_consecutive_in_out(), 4);
    /// // Lane 1 moves the run by 2, so that it begins in the middle of a run of 4.
    /// let moved: LinearLayout = "{register = [[1],[2],[16]], lane = [[6],[8]]}".parse()?;
    /// assert_eq!(moved.num_consecutive_in_out(), 2);
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn num_consecutive_in_out(&self) -> i64 {
        let (Some(first_in), Some(first_out)) = (self.in_dims().first(), self.out_dims().first())
        else {
            return 1;
        };
        let (run, others) = {
            let limit = first_in.bits().min(first_out.bits()) as usize;
            let columns = self.map().matrix().columns();
            let run = (0..limit).take_while(|&bit| columns[bit] == 1 << bit).count();
            (run as u32, &columns[run..])
        };
        // Any other bit set within a run would move its beginning off a multiple of V.
        let others = others.iter().fold(self.map().constant(), |all, column| all | column);
        let aligned = (others & low_bits(first_out.bits())).trailing_zeros();
        1 << run.min(aligned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All layouts from two in-dims of two bits and one bit to an out-dim of three bits, with
    /// constants, against the definition.
    #[test]
    fn agrees_with_the_definition() {
        let mut counts = [0; 3];
        for code in 0..1u64 << 12 {
            let field = |i: u64| (code >> (3 * i) & 7) as i64;
            let layout = LinearLayout::from_values(&[("a", 4), ("b", 2)], &[("o", 8)], |x| {
                let chosen = (0..3).filter(|bit| x >> bit & 1 == 1);
                chosen.fold(field(3), |value, bit| value ^ field(bit))
            })
            .unwrap();
            let value = |a, b| layout.apply(&[a, b]).unwrap()[0];
            let holds = |v: i64| {
                let places = (0..4).flat_map(|a| [(a, 0), (a, 1)]);
                places.into_iter().all(|(a, b)| {
                    let start = value(a - a % v, b);
                    start & (v - 1) == 0 && value(a, b) == start | (a % v)
                })
            };
            let log2 = (0..3).rev().find(|log2| holds(1 << log2)).unwrap();
            assert_eq!(layout.num_consecutive_in_out(), 1 << log2, "{layout}");
            counts[log2] += 1;
        }
        // A run of 4 needs bases 1 and 2, and 0 or 4 for the third and the constant; a run of 2
        // needs basis 1, and even numbers for the rest.
        assert_eq!(counts, [4096 - 64, 64 - 4, 4]);
    }

    #[test]
    fn without_dims_a_run_has_one_element() {
        assert_eq!(LinearLayout::empty().num_consecutive_in_out(), 1);
    }
}
