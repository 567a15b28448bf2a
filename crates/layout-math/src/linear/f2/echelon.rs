//! The span of a list of vectors over F2, in echelon form.

/// The span of some vectors, which remembers how each element is made from them.
///
/// Vectors are taken from left to right; one that is the sum of earlier ones is *dependent*, the
/// others are *pivots*. A solution uses pivots only, so it is the only one that does.
///
/// ```
/// use layout_math::linear::f2::Echelon;
///
/// let span = Echelon::new(&[0b01, 0b01, 0b10]);
/// assert_eq!(span.rank(), 2);
/// assert_eq!(span.solve(0b11), Some(0b101)); // vector 0 + vector 2
/// assert_eq!(span.kernel(), [0b011]);        // vector 0 + vector 1 = 0
/// assert_eq!(span.least_outside(), Some(0b100));
/// ```
#[derive(Debug, Clone)]
pub struct Echelon {
    /// `rows[r]` is the reduced vector whose highest bit is `r`, and the vectors that add up to it.
    rows: [Option<(u64, u64)>; 64],
    /// The sums of given vectors that are 0, one for each dependent vector.
    kernel: Vec<u64>,
    /// Which of the given vectors are pivots.
    pivots: u64,
}

impl Echelon {
    /// The span of at most 64 vectors; further ones are not looked at.
    ///
    /// One step for each pair of vectors at most.
    pub fn new(vectors: &[u64]) -> Self {
        let mut echelon = Echelon { rows: [None; 64], kernel: Vec::new(), pivots: 0 };
        for (position, &vector) in vectors.iter().take(64).enumerate() {
            let (rest, mut parts) = echelon.reduce(vector);
            parts ^= 1 << position;
            if rest == 0 {
                echelon.kernel.push(parts);
            } else {
                echelon.rows[rest.ilog2() as usize] = Some((rest, parts));
                echelon.pivots |= 1 << position;
            }
        }
        echelon
    }

    /// How many vectors are independent.
    pub fn rank(&self) -> u32 {
        self.pivots.count_ones()
    }

    /// A basis of the kernel: sets of vectors, as bits, whose sum is 0.
    ///
    /// One for each dependent vector in order; its highest bit is that vector, the others are
    /// pivots. The first one has the least highest bit of all the kernel.
    pub fn kernel(&self) -> &[u64] {
        &self.kernel
    }

    /// The set, as bits, of the vectors that are not a sum of earlier ones.
    pub(crate) fn pivots(&self) -> u64 {
        self.pivots
    }

    /// The set of pivots, as bits, whose sum is `target`, or nothing if `target` is not in the span.
    pub fn solve(&self, target: u64) -> Option<u64> {
        let (rest, parts) = self.reduce(target);
        (rest == 0).then_some(parts)
    }

    /// The least vector that is not in the span, or nothing if the span is everything.
    pub fn least_outside(&self) -> Option<u64> {
        // Rows 0 to r-1 span all numbers below 2^r, and no element has highest bit r without row r.
        self.rows.iter().position(Option::is_none).map(|row| 1 << row)
    }

    /// What is left of `target` when nothing more can be canceled from the top, and the vectors
    /// that were added.
    fn reduce(&self, mut target: u64) -> (u64, u64) {
        let mut parts = 0;
        while target != 0 {
            let Some((vector, made_of)) = self.rows[target.ilog2() as usize] else { break };
            target ^= vector;
            parts ^= made_of;
        }
        (target, parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(vectors: &[u64], set: u64) -> u64 {
        (0..vectors.len()).filter(|i| set >> i & 1 == 1).fold(0, |sum, i| sum ^ vectors[i])
    }

    /// All lists of four vectors of three bits, against the enumeration of all sums.
    #[test]
    fn every_answer_agrees_with_enumeration() {
        let (mut dependent, mut everything) = (0, 0);
        for code in 0..1u64 << 12 {
            let vectors: Vec<u64> = (0..4).map(|i| code >> (3 * i) & 7).collect();
            let span = Echelon::new(&vectors);
            let sums: Vec<u64> = (0..16).map(|set| sum(&vectors, set)).collect();
            for target in 0..16 {
                let solution = span.solve(target);
                assert_eq!(solution.is_some(), sums.contains(&target), "{vectors:?} {target}");
                if let Some(set) = solution {
                    assert_eq!(sum(&vectors, set), target);
                    assert_eq!(set & !span.pivots(), 0);
                }
            }
            let zeros: Vec<u64> = (1..16).filter(|&set| sums[set as usize] == 0).collect();
            assert_eq!(zeros.len() + 1, 1 << span.kernel().len());
            assert!(span.kernel().iter().all(|set| zeros.contains(set)));
            let least_top = zeros.iter().map(|set| set.ilog2()).min();
            assert_eq!(span.kernel().first().map(|set| set.ilog2()), least_top);
            assert_eq!(span.least_outside(), (0..16).find(|v| !sums.contains(v)));
            dependent += usize::from(!zeros.is_empty());
            everything += usize::from(span.rank() == 3);
        }
        assert_eq!((dependent, everything), (4096, 2520));
    }

    #[test]
    fn sixty_four_independent_vectors_leave_nothing_outside() {
        let vectors: Vec<u64> = (0..64).map(|bit| u64::MAX >> bit).collect();
        let span = Echelon::new(&vectors);
        assert_eq!((span.rank(), span.least_outside()), (64, None));
        assert_eq!(
            sum(&vectors, span.solve(0x1234_5678_9abc_def0).unwrap()),
            0x1234_5678_9abc_def0
        );
    }
}
