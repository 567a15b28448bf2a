//! What a warp hands to the memory at once.

use super::machine::{Banks, Bit, Collective, Machine, Port};
use super::places::MemoryOffsets;
use super::vector::vector_bits;

/// The instructions of one access: which addresses each gives, and which of them the memory serves
/// together.
#[derive(Debug, Clone)]
pub(super) struct Issue {
    /// The instruction, if it is one for matrices.
    pub collective: Option<&'static str>,
    /// The logarithm of the elements at one address.
    pub vector: u32,
    /// The addresses of an instruction: a lane that gives one and its offset, for each bit of their
    /// number.
    pub lanes: Vec<(u64, u64)>,
    /// Which addresses the memory serves together.
    pub group: Group,
    /// The offsets of the registers that take further addresses.
    pub outer: Vec<u64>,
    pub instructions: i64,
}

impl Issue {
    /// The instructions of an access: those for matrices if the machine has one that does it, else
    /// the widest loads or stores of each lane. `together` bounds the logarithm of the elements at one
    /// address.
    pub fn of(
        places: &MemoryOffsets,
        element_bits: u32,
        port: Port,
        machine: &Machine,
        together: u32,
    ) -> Self {
        let banks = machine.banks(port);
        let of_port = machine.collectives.iter().filter(|own| own.port == port);
        let mut fitting = of_port.filter_map(|own| {
            Issue::collective(own, places, element_bits, banks).filter(|_| own.vector() <= together)
        });
        fitting.next().unwrap_or_else(|| Issue::by_lane(places, element_bits, banks, together))
    }

    /// Every lane moves its own elements, as many at once as it can.
    pub fn by_lane(
        places: &MemoryOffsets,
        element_bits: u32,
        banks: &Banks,
        together: u32,
    ) -> Self {
        let most = banks.vector_bits.checked_div(element_bits).map_or(0, |n| n.max(1).ilog2());
        let vector = vector_bits(places, most.min(together));
        let low = (1_u64 << vector) - 1;
        let is_outer = |offset: &&u64| !(offset.is_power_of_two() && **offset & low != 0);
        let outer: Vec<u64> = places.registers.iter().filter(is_outer).copied().collect();
        let lanes = places.lanes.iter().enumerate().map(|(bit, &offset)| (1 << bit, offset));
        let mut lanes: Vec<(u64, u64)> = lanes.collect();
        let group = Group::of(lanes.len(), element_bits << vector, banks);
        let is_wide = element_bits << vector == 128 && banks.wide_group.len() == group.n_bits;
        if is_wide && banks.wide_group.iter().all(|lane| lane >> lanes.len() == 0) {
            lanes = reordered(&lanes, banks.wide_group);
        }
        let instructions = 1 << (places.registers.len() as u32 - vector);
        Issue { collective: None, vector, lanes, group, outer, instructions }
    }

    /// The access by one instruction for matrices, if it is what this instruction does.
    fn collective(
        own: &Collective,
        places: &MemoryOffsets,
        element_bits: u32,
        banks: &Banks,
    ) -> Option<Self> {
        let lanes_of = |bits: &[Bit]| bits.iter().filter(|bit| **bit != Bit::Register).count();
        let n_lanes = lanes_of(own.piece) + lanes_of(own.addresses);
        if own.element_bits != element_bits || n_lanes != places.lanes.len() {
            return None;
        }
        let vector = own.vector();
        let mut registers = places.registers.clone();
        for (at, bit) in own.piece.iter().enumerate() {
            match *bit {
                Bit::Lane(lane) if *places.lanes.get(lane)? == 1 << at => {}
                Bit::Lane(_) => return None,
                Bit::Register => {
                    let found = registers.iter().position(|&offset| offset == 1 << at)?;
                    registers.remove(found);
                }
            }
        }
        let mut lanes = Vec::new();
        for (at, bit) in own.addresses.iter().enumerate() {
            let offset = match *bit {
                Bit::Lane(lane) => *places.lanes.get(lane)?,
                Bit::Register if registers.is_empty() => return None,
                Bit::Register => registers.remove(0),
            };
            lanes.push((1 << at, offset));
        }
        let low = (1_u64 << vector) - 1;
        let addresses = lanes.iter().map(|(_, offset)| offset);
        if addresses.chain(&registers).chain(&places.others).any(|offset| offset & low != 0) {
            return None;
        }
        let group = Group::of(lanes.len(), element_bits << vector, banks);
        let instructions = 1 << (registers.len() as u32).saturating_sub(own.matrices);
        let collective = Some(own.name);
        Some(Issue { collective, vector, lanes, group, outer: registers, instructions })
    }

    /// How often the memory turns to one instruction if nothing conflicts.
    pub fn phases(&self) -> i64 {
        let of_all = self.lanes.len() - self.group.n_bits + self.outer.len();
        ((1_i64 << of_all) / self.instructions).saturating_mul(self.group.turns)
    }
}

impl Collective {
    /// The logarithm of the elements at one address.
    fn vector(&self) -> u32 {
        self.piece.len() as u32
    }
}

/// The lanes that the memory serves together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Group {
    /// The logarithm of their number, which is that of the first bits of an instruction's addresses.
    pub n_bits: usize,
    /// How often the memory turns to them if nothing conflicts: more than once for a lane that takes more
    /// words than there are banks.
    pub turns: i64,
}

impl Group {
    /// The group if each of so many lanes takes so many bits: one that takes several words leaves fewer
    /// banks to the others.
    fn of(n_lanes: usize, bits: u32, banks: &Banks) -> Self {
        let words = (bits / banks.bank_bits).max(1).ilog2();
        let n_banks = banks.banks.ilog2();
        let n_bits = n_lanes.min(n_banks.saturating_sub(words) as usize);
        Group { n_bits, turns: 1 << words.saturating_sub(n_banks) }
    }
}

/// The lanes in another basis, of which `first` are the first.
fn reordered(lanes: &[(u64, u64)], first: &[u64]) -> Vec<(u64, u64)> {
    let offset_of = |number: u64| {
        let chosen = lanes.iter().filter(|(lane, _)| number & lane != 0);
        chosen.fold(0, |all, (_, offset)| all ^ offset)
    };
    // A lane that is the highest bit of none of the first completes them to a basis.
    let highest = |number: &u64| 1_u64 << number.ilog2();
    let is_free = |lane: &u64| !first.iter().any(|own| highest(own) == *lane);
    let rest = lanes.iter().map(|&(lane, _)| lane).filter(is_free);
    first.iter().copied().chain(rest).map(|number| (number, offset_of(number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lanes that are served together, group by group.
    fn groups(banks: &Banks, n_lanes: u32, vector: usize) -> Vec<Vec<u64>> {
        let registers = (0..vector).map(|bit| 1 << bit).collect();
        // Lane by lane along the memory, so that an offset says which lane has it.
        let lanes = (0..n_lanes).map(|bit| 1_u64 << (bit as usize + vector)).collect();
        let places = MemoryOffsets { registers, lanes, others: Vec::new() };
        let issue = Issue::by_lane(&places, 32, banks, u32::MAX);
        let (together, rest) = issue.lanes.split_at(issue.group.n_bits);
        let sums = |list: &[(u64, u64)]| -> Vec<u64> {
            let chosen = |number: u64| {
                let of = list.iter().enumerate().filter(move |(bit, _)| number >> bit & 1 == 1);
                of.fold(0, |all, (_, (lane, _))| all ^ lane)
            };
            (0..1 << list.len()).map(chosen).collect()
        };
        let group = |start: u64| {
            let mut group: Vec<u64> = sums(together).iter().map(|lane| lane ^ start).collect();
            group.sort_unstable();
            group
        };
        let mut groups: Vec<Vec<u64>> = sums(rest).into_iter().map(group).collect();
        groups.sort();
        groups
    }

    #[test]
    fn lanes_with_sixteen_bytes_are_served_in_the_order_of_the_machine() {
        let four = |list: [u64; 2]| list.map(|at| [at, at + 1, at + 2, at + 3]).concat();
        let cdna3 = Banks { wide_group: &[1, 2, 20], ..Banks::default() };
        let mut expected = Vec::new();
        for half in [0, 32] {
            for pair in [[0, 20], [4, 16], [8, 28], [12, 24]] {
                expected.push(four(pair.map(|lane| lane + half)));
            }
        }
        assert_eq!(groups(&cdna3, 6, 2), expected);
        // As it is measured on an MI355: 16 lanes of 64 banks.
        let cdna4 = Banks { banks: 64, wide_group: &[1, 2, 12, 20], ..Banks::default() };
        assert_eq!(
            groups(&cdna4, 6, 2)[0],
            [0, 1, 2, 3, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 27]
        );
        // Eight bytes a lane go in the order of the lanes, on both.
        assert_eq!(groups(&cdna3, 6, 1)[0], (0..16).collect::<Vec<u64>>());
        assert_eq!(groups(&cdna4, 6, 1)[0], (0..32).collect::<Vec<u64>>());
        assert_eq!(groups(&Banks::default(), 5, 2)[3], (24..32).collect::<Vec<u64>>());
    }
}
