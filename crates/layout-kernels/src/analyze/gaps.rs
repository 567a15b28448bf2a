//! Shared memory with gaps.

use std::collections::{BTreeMap, BTreeSet};

use super::bank_conflicts::{BankConflicts, Clash, check_banks, conflicts_of};
use super::error::AnalyzeError;
use super::global_access::GlobalMemory;
use super::issue::Issue;
use super::machine::{Banks, Machine, Port};
use super::places::{MemoryOffsets, check_walk, xor_of};
use layout_math::linear::LinearLayout;

/// A gap of `padding` elements after every `interval` elements of a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    pub interval: i64,
    pub padding: i64,
}

/// The bank conflicts of an access by `distributed` to the memory `shared` once the gaps are put in:
/// the element at offset o of `shared` is at `o + sum of padding * (o / interval)`.
///
/// A gap makes the map from lanes to offsets not linear, so that every lane of every instruction is
/// looked at; the cost is their number. [`BankConflicts::conflicts`] is that of the worst group of
/// lanes and [`BankConflicts::wavefronts`] the sum over all. Without gaps it is
/// [`bank_conflicts`](super::bank_conflicts()).
///
/// # Errors
///
/// As [`bank_conflicts`](super::bank_conflicts()); an interval below 1 or a negative gap; more
/// than 2^24 places to look at.
///
/// ```
/// use layout_kernels::analyze::{Banks, Gap, bank_conflicts, padded_bank_conflicts};
/// use layout_math::linear::LinearLayout;
///
/// // Each lane reads an element of a column of a 32x32 matrix of floats that is stored by rows.
/// let column: LinearLayout =
///     "{register = [], lane = [[1,0],[2,0],[4,0],[8,0],[16,0]]} -> [dim0 = 32, dim1 = 32]".parse()?;
/// let shared: LinearLayout = "{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0]]}".parse()?;
/// let banks = Banks::default();
/// assert_eq!(bank_conflicts(&column, &shared, 32, &banks)?.conflicts(), 31);
/// let gap = Gap { interval: 32, padding: 1 };
/// let padded = padded_bank_conflicts(&column, &shared, &[gap], 32, &banks)?;
/// assert_eq!((padded.conflicts(), padded.wavefronts()), (0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn padded_bank_conflicts(
    distributed: &LinearLayout,
    shared: &LinearLayout,
    gaps: &[Gap],
    element_bits: u32,
    banks: &Banks,
) -> Result<BankConflicts, AnalyzeError> {
    let machine = Machine::with_banks(*banks, GlobalMemory::default());
    shared_access(distributed, shared, gaps, element_bits, Port::Load, &machine)
}

/// What an access by `distributed` to the memory `shared` costs on a machine, by the instructions that
/// a compiler takes for it: those for whole matrices where the layouts allow it.
///
/// # Errors
///
/// As [`padded_bank_conflicts()`].
pub(crate) fn shared_access(
    distributed: &LinearLayout,
    shared: &LinearLayout,
    gaps: &[Gap],
    element_bits: u32,
    port: Port,
    machine: &Machine,
) -> Result<BankConflicts, AnalyzeError> {
    let banks = machine.banks(port);
    check_banks(element_bits, banks)?;
    for &Gap { interval, padding } in gaps {
        if interval < 1 || padding < 0 {
            return Err(AnalyzeError::Gap { interval, padding });
        }
    }
    let places = MemoryOffsets::in_shared(distributed, shared)?;
    // A vector must not reach over a gap, nor be moved off its alignment by one.
    let together = gaps.iter().map(|gap| (gap.interval | gap.padding).trailing_zeros()).min();
    let together = together.unwrap_or(u32::MAX);
    let issue = Issue::of(&places, element_bits, port, machine, together);
    if gaps.is_empty() {
        return Ok(conflicts_of(&issue, element_bits, banks));
    }
    check_walk(places.registers.len() + places.lanes.len())?;
    ConflictCount { issue, gaps, element_bits, banks }.count()
}

struct ConflictCount<'w> {
    issue: Issue,
    gaps: &'w [Gap],
    element_bits: u32,
    banks: &'w Banks,
}

impl ConflictCount<'_> {
    fn count(&self) -> Result<BankConflicts, AnalyzeError> {
        let issue = &self.issue;
        let (numbers, offsets): (Vec<u64>, Vec<u64>) = issue.lanes.iter().copied().unzip();
        let n_together = issue.group.n_bits;
        let n_phase_bits = offsets.len() - n_together;
        let (mut wavefronts, mut worst, mut clash) = (0, 0, None);
        for register in 0..1_u64 << issue.outer.len() {
            for phase in 0..1_u64 << n_phase_bits {
                let lanes = (0..1_u64 << n_together).map(|lane| lane | phase << n_together);
                let at = |lane| xor_of(&issue.outer, register) ^ xor_of(&offsets, lane);
                let group: Vec<(u64, i128)> =
                    lanes.map(|lane| (xor_of(&numbers, lane), self.with_gaps(at(lane)))).collect();
                let (busiest, pair) = self.busiest(&group);
                wavefronts += busiest;
                if worst < busiest {
                    (worst, clash) = (busiest, pair);
                }
            }
        }
        let conflicts = worst / issue.group.turns - 1;
        Ok(BankConflicts {
            vector: 1 << issue.vector,
            instructions: issue.instructions,
            phases: issue.phases(),
            conflicts,
            triton_conflicts: conflicts,
            wavefronts,
            clash,
            collective: issue.collective,
        })
    }

    fn with_gaps(&self, offset: u64) -> i128 {
        let offset = i128::from(offset);
        let gap = |gap: &Gap| offset / i128::from(gap.interval) * i128::from(gap.padding);
        offset + self.gaps.iter().map(gap).sum::<i128>()
    }

    /// How many words the busiest bank has to serve, and two lanes that want different ones of them.
    fn busiest(&self, group: &[(u64, i128)]) -> (i64, Option<Clash>) {
        let bits = i128::from(self.element_bits);
        let bank_bits = i128::from(self.banks.bank_bits);
        let mut banks: BTreeMap<i128, BTreeSet<i128>> = BTreeMap::new();
        let mut owners: BTreeMap<i128, (u64, i128)> = BTreeMap::new();
        for &(lane, offset) in group {
            let first = offset * bits / bank_bits;
            let last = ((offset + (1 << self.issue.vector)) * bits - 1) / bank_bits;
            for word in first..=last {
                banks.entry(word % i128::from(self.banks.banks)).or_default().insert(word);
                owners.entry(word).or_insert((lane, offset));
            }
        }
        // The first of those that are busiest.
        let Some(words) = banks.values().rev().max_by_key(|words| words.len()) else {
            return (0, None);
        };
        let mut wanting = words.iter().filter_map(|word| owners.get(word));
        let clash = match (wanting.next(), wanting.next()) {
            (Some(&(with, near)), Some(&(lane, far))) if lane != with => Some(Clash {
                lane: lane as i64,
                with: with as i64,
                offset: i64::try_from(far - near).unwrap_or(i64::MAX),
            }),
            _ => None,
        };
        (words.len() as i64, clash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::bank_conflicts;

    fn layout(text: &str) -> LinearLayout {
        text.parse().unwrap()
    }

    /// With a gap of 0 the count by walking is the count by ranks.
    #[test]
    fn gaps_of_no_size_change_nothing() {
        let shared =
            layout("{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0]]}");
        for lanes in [
            "{register = [[0,1],[0,2]], lane = [[0,4],[0,8],[0,16],[1,0],[2,0]]}",
            "{register = [[0,1],[0,2]], lane = [[1,0],[2,0],[4,0],[8,0],[16,0]]}",
            "{register = [[1,0],[2,0]], lane = [[0,1],[4,0],[0,2],[8,0],[16,0]]}",
        ] {
            let lanes = layout(&format!("{lanes} -> [dim0 = 32, dim1 = 32]"));
            for bits in [8, 16, 32, 64] {
                let banks = Banks::default();
                let plain = bank_conflicts(&lanes, &shared, bits, &banks).unwrap();
                let gap = Gap { interval: 1024, padding: 0 };
                let walked = padded_bank_conflicts(&lanes, &shared, &[gap], bits, &banks).unwrap();
                assert_eq!(walked.conflicts(), plain.conflicts());
                assert_eq!(walked.wavefronts(), plain.wavefronts());
                assert_eq!(walked.vector(), plain.vector());
            }
        }
    }

    #[test]
    fn a_gap_limits_the_vector_to_its_own_alignment() {
        let shared = layout("{offset = [[1],[2],[4],[8],[16],[32],[64],[128]]}");
        let lanes = layout("{register = [[1],[2],[4]], lane = [[8],[16],[32],[64],[128]]}");
        let vector = |interval, padding| {
            let gap = Gap { interval, padding };
            let found =
                padded_bank_conflicts(&lanes, &shared, &[gap], 16, &Banks::default()).unwrap();
            (found.vector(), found.instructions())
        };
        assert_eq!(vector(64, 8), (8, 1));
        assert_eq!(vector(64, 4), (4, 2));
        assert_eq!(vector(64, 1), (1, 8));
    }

    #[test]
    fn lanes_that_clash_are_named_with_their_distance() {
        // Rows of 32 floats with a gap of 2 after each: lane 16 is 544 = 17 * 32 words further on.
        let shared =
            layout("{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0]]}");
        let column = layout(
            "{register = [], lane = [[1,0],[2,0],[4,0],[8,0],[16,0]]} -> [dim0 = 32, dim1 = 32]",
        );
        let gap = Gap { interval: 32, padding: 2 };
        let found = padded_bank_conflicts(&column, &shared, &[gap], 32, &Banks::default()).unwrap();
        assert_eq!((found.conflicts(), found.wavefronts()), (1, 2));
        assert_eq!(found.clash(), Some(Clash { lane: 16, with: 0, offset: 544 }));
        let bad = Gap { interval: 0, padding: 2 };
        let error = padded_bank_conflicts(&column, &shared, &[bad], 32, &Banks::default());
        assert_eq!(
            error.unwrap_err().to_string(),
            "a gap of 2 after every 0 elements: the interval must be at least 1"
        );
    }
}
