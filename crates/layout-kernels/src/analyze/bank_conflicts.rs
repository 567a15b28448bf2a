//! Bank conflicts of an access to shared memory.

use super::error::AnalyzeError;
use super::issue::Issue;
use super::machine::Banks;
use super::places::{MemoryOffsets, check_element_bits, check_power_of_two, xor_of};
use layout_math::linear::LinearLayout;
use layout_math::linear::f2::Echelon;

/// What an access of a warp to shared memory costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankConflicts {
    pub(super) vector: i64,
    pub(super) instructions: i64,
    pub(super) phases: i64,
    pub(super) conflicts: i64,
    pub(super) triton_conflicts: i64,
    pub(super) wavefronts: i64,
    pub(super) clash: Option<Clash>,
    pub(super) collective: Option<&'static str>,
}

/// Two lanes that want different words of one bank at the same time.
///
/// `lane` is `offset` elements further on than the lane `with`, which is lane 0 unless there are gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clash {
    pub lane: i64,
    pub with: i64,
    pub offset: i64,
}

impl BankConflicts {
    /// How many elements a lane moves with one instruction.
    pub fn vector(&self) -> i64 {
        self.vector
    }

    /// How many instructions a warp needs for all its registers.
    pub(crate) fn instructions(&self) -> i64 {
        self.instructions
    }

    /// In how many groups of lanes the hardware handles one instruction: a quarter of a warp at a
    /// time for 16 bytes a lane. A lane that takes more than all banks together counts once for each time
    /// that it takes all of them.
    pub fn phases(&self) -> i64 {
        self.phases
    }

    /// How many times a group of lanes has to come again because of conflicts; 0 is free of them.
    pub fn conflicts(&self) -> i64 {
        self.conflicts
    }

    /// What Triton's `bankConflictsMemDesc` counts.
    ///
    /// It is the same where a lane moves whole words. Of narrower accesses Triton takes two lanes for
    /// free of conflicts if they are at different parts of their words, even in one bank; then
    /// [`BankConflicts::clash`] is a lane that shows the difference.
    pub fn triton_conflicts(&self) -> i64 {
        self.triton_conflicts
    }

    /// The instruction that moves whole matrices, if the access is done by one.
    pub(crate) fn collective(&self) -> Option<&'static str> {
        self.collective
    }

    /// How often the memory is busy for all of the access.
    pub fn wavefronts(&self) -> i64 {
        self.wavefronts
    }

    /// Two lanes that conflict, if there are conflicts; lane 0 is one of them unless there are gaps.
    pub fn clash(&self) -> Option<Clash> {
        self.clash
    }
}

/// The bank conflicts of an access by `distributed` to the memory `shared`.
///
/// Both layouts go to the same tensor, `distributed` from `register`, `lane` and what else there is,
/// `shared` from `offset`. Lanes of one phase conflict if they are in the same bank at different
/// words. Over F2 the words of the phase's lanes that are in bank 0 are a space; with 2^d elements in
/// it, each word that is wanted shares its bank with 2^d - 1 others. So
///
/// ```text
///     conflicts + 1 = 2^(rank of the words of the lanes - rank of their banks)
/// ```
///
/// # Errors
///
/// Layouts that are not of this form or not of one tensor; a size that is not a power of two.
///
/// ```
/// use layout_kernels::analyze::{Banks, bank_conflicts};
/// use layout_math::linear::LinearLayout;
///
/// // Each lane reads a row of a 32x32 matrix of 4-byte elements, which is stored by rows.
/// let rows: LinearLayout =
///     "{register = [[0,1],[0,2],[0,4],[0,8],[0,16]], lane = [[1,0],[2,0],[4,0],[8,0],[16,0]]}".parse()?;
/// let shared: LinearLayout = "{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0]]}".parse()?;
/// let found = bank_conflicts(&rows, &shared, 32, &Banks::default())?;
/// assert_eq!((found.vector(), found.phases(), found.conflicts()), (4, 4, 7));
/// let clash = found.clash().expect("there are conflicts");
/// assert_eq!((clash.lane, clash.offset), (1, 32));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bank_conflicts(
    distributed: &LinearLayout,
    shared: &LinearLayout,
    element_bits: u32,
    banks: &Banks,
) -> Result<BankConflicts, AnalyzeError> {
    check_banks(element_bits, banks)?;
    Ok(conflicts_at(&MemoryOffsets::in_shared(distributed, shared)?, element_bits, banks))
}

pub(super) fn check_banks(element_bits: u32, banks: &Banks) -> Result<(), AnalyzeError> {
    check_element_bits(element_bits)?;
    check_power_of_two("the number of banks", banks.banks)?;
    check_power_of_two("the bits of a bank", banks.bank_bits)?;
    check_power_of_two("the bits of the widest access", banks.vector_bits)
}

/// The conflicts of an access by each lane to these places; the sizes were checked.
pub(super) fn conflicts_at(
    places: &MemoryOffsets,
    element_bits: u32,
    banks: &Banks,
) -> BankConflicts {
    let issue = Issue::by_lane(places, element_bits, banks, u32::MAX);
    conflicts_of(&issue, element_bits, banks)
}

/// The conflicts of these instructions.
pub(super) fn conflicts_of(issue: &Issue, element_bits: u32, banks: &Banks) -> BankConflicts {
    let (numbers, together): (Vec<u64>, Vec<u64>) =
        issue.lanes[..issue.group.n_bits].iter().copied().unzip();
    let row_bits = u64::from(banks.banks) * u64::from(banks.bank_bits);
    let in_all_banks = (row_bits / u64::from(element_bits)).max(1).ilog2();
    let low = (1_u64 << in_all_banks) - 1;
    // The part of an offset that only says where in a word the element is.
    let in_word = (banks.bank_bits / element_bits).max(1).ilog2();
    let words: Vec<u64> = together.iter().map(|offset| offset >> in_word).collect();
    let echelon = Echelon::new(&masked(&words, low >> in_word));
    let n_conflict_bits = Echelon::new(&words).rank() - echelon.rank();
    let n_triton_bits =
        Echelon::new(&together).rank() - Echelon::new(&masked(&together, low)).rank();
    let same_bank =
        echelon.kernel().iter().map(|&lane| (xor_of(&numbers, lane), xor_of(&together, lane)));
    let clash = same_bank
        .filter(|(_, offset)| offset >> in_word != 0)
        .map(|(lane, offset)| Clash { lane: lane as i64, with: 0, offset: offset as i64 })
        .next();
    let (phases, conflicts) = (issue.phases(), (1_i64 << n_conflict_bits) - 1);
    BankConflicts {
        vector: 1 << issue.vector,
        instructions: issue.instructions,
        phases,
        conflicts,
        wavefronts: phases.saturating_mul(conflicts + 1).saturating_mul(issue.instructions),
        triton_conflicts: (1 << n_triton_bits) - 1,
        clash,
        collective: issue.collective,
    }
}

fn masked(offsets: &[u64], mask: u64) -> Vec<u64> {
    offsets.iter().map(|offset| offset & mask).collect()
}
