//! The widest vector that one instruction can move.

use super::places::MemoryOffsets;

/// The logarithm of the most elements, at most `2^most`, that a lane can move at once: so many of its
/// registers are next to each other in memory, and everything else is aligned to them.
pub(super) fn vector_bits(places: &MemoryOffsets, most: u32) -> u32 {
    let has_register = |offset: u64| places.registers.contains(&offset);
    let is_aligned = |bits: u32| {
        let low = (1_u64 << bits) - 1;
        let registers = places.registers.iter().filter(|&&register| {
            // The registers of the vector itself.
            !(register.is_power_of_two() && register & low != 0)
        });
        registers.chain(&places.lanes).chain(&places.others).all(|&offset| offset & low == 0)
    };
    (0..=most)
        .rev()
        .find(|&bits| (0..bits).all(|bit| has_register(1 << bit)) && is_aligned(bits))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_must_be_neighbors_and_all_else_aligned() {
        let bits = |registers: &[u64], lanes: &[u64]| {
            let (registers, lanes) = (registers.to_vec(), lanes.to_vec());
            vector_bits(&MemoryOffsets { registers, lanes, others: Vec::new() }, 3)
        };
        assert_eq!(bits(&[1, 2, 4, 8], &[16, 32]), 3);
        assert_eq!(bits(&[64, 2, 1], &[4, 8]), 2);
        assert_eq!(bits(&[1, 2], &[4, 6]), 1);
        assert_eq!(bits(&[1, 2, 5], &[8]), 0);
        assert_eq!(bits(&[2, 4], &[1]), 0);
    }
}
