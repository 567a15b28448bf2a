//! The swizzle with the fewest bank conflicts.

use super::bank_conflicts::{BankConflicts, check_banks, conflicts_of};
use super::error::AnalyzeError;
use super::global_access::GlobalMemory;
use super::issue::Issue;
use super::machine::{Banks, Machine, Port};
use super::places::MemoryOffsets;
use layout_math::cute::Swizzle;
use layout_math::linear::LinearLayout;
use layout_math::linear::f2::Echelon;

/// The best swizzle of a shared memory for its readers and writers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundSwizzle {
    swizzle: Swizzle,
    wavefronts: i64,
    unswizzled: i64,
    least: i64,
    tried: usize,
    conflicts: Vec<(i64, i64)>,
    element_bits: u32,
}

impl FoundSwizzle {
    /// The swizzle, on offsets in elements: the element that was at offset o goes to `swizzle(o)`.
    pub fn swizzle(&self) -> Swizzle {
        self.swizzle
    }

    /// The same swizzle on offsets in bytes, as CUTLASS writes its atoms; none if an element is not a
    /// whole byte.
    pub fn in_bytes(&self) -> Option<Swizzle> {
        let bytes = i64::from((self.element_bits / 8).checked_ilog2()?);
        let (bits, base, shift) = (self.swizzle.bits(), self.swizzle.base(), self.swizzle.shift());
        Swizzle::new(bits, base + bytes, shift).ok()
    }

    /// How often the memory is busy for one warp's part of every access.
    pub fn wavefronts(&self) -> i64 {
        self.wavefronts
    }

    /// The same without a swizzle.
    pub fn unswizzled(&self) -> i64 {
        self.unswizzled
    }

    /// A bound that no arrangement of the elements can go below: all banks busy every time.
    pub fn least(&self) -> i64 {
        self.least
    }

    /// How many swizzles were compared: all that permute the memory.
    pub fn tried(&self) -> usize {
        self.tried
    }

    /// The [conflicts](super::BankConflicts::conflicts) of each access, with the swizzle and without.
    pub fn conflicts(&self) -> &[(i64, i64)] {
        &self.conflicts
    }
}

/// The S<B,M,S> on the offsets of `shared` for which the accesses, readers and writers alike, keep the
/// memory busy least often. With each access stands how many elements a lane moves with one instruction at
/// most; as many as the machine can if that is not said.
///
/// All swizzles that permute the memory are compared, so none has fewer wavefronts. Of several that
/// are equal it is the one with the fewest instructions, which leaves vectors whole, then the one with
/// the least B, then M, then |S|, then S > 0; no swizzle at all is the first of them.
///
/// # Errors
///
/// As [`bank_conflicts`](super::bank_conflicts()), for any of the accesses.
///
/// ```
/// use layout_kernels::analyze::{Banks, find_swizzle};
/// use layout_math::linear::LinearLayout;
///
/// // Rows of 64 half-precision numbers. `ldmatrix` reads 16 bytes of each of 8 rows at a time.
/// let shared: LinearLayout =
///     "{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0]]}".parse()?;
/// let reader: LinearLayout =
///     "{register = [[0,1],[0,2],[0,4]], lane = [[1,0],[2,0],[4,0],[8,0],[0,8]]} -> [dim0 = 16, dim1 = 64]".parse()?;
/// let found = find_swizzle(&shared, &[(&reader, None)], 16, &Banks::default())?;
/// assert_eq!(found.swizzle().to_string(), "S<3,3,3>");
/// assert_eq!(found.in_bytes().map(|s| s.to_string()).as_deref(), Some("S<3,4,3>"));
/// assert_eq!((found.unswizzled(), found.wavefronts(), found.least()), (32, 4, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_swizzle(
    shared: &LinearLayout,
    accesses: &[(&LinearLayout, Option<i64>)],
    element_bits: u32,
    banks: &Banks,
) -> Result<FoundSwizzle, AnalyzeError> {
    let machine = Machine::with_banks(*banks, GlobalMemory::default());
    let moved = accesses.iter().map(|&(access, most_together)| {
        let together = most_together.unwrap_or(i64::MAX).max(1).ilog2();
        Moved::new(Port::Load, access, shared, together)
    });
    best_for(&moved.collect::<Result<Vec<_>, _>>()?, shared, element_bits, &machine)
}

/// [`find_swizzle()`] on a machine, where each access is done by the instructions that it has for it
/// once the memory is swizzled.
pub(super) fn find_swizzle_on(
    shared: &LinearLayout,
    accesses: &[(Port, &LinearLayout)],
    element_bits: u32,
    machine: &Machine,
) -> Result<FoundSwizzle, AnalyzeError> {
    let moved = accesses.iter().map(|&(port, access)| Moved::new(port, access, shared, u32::MAX));
    best_for(&moved.collect::<Result<Vec<_>, _>>()?, shared, element_bits, machine)
}

/// What an access moves.
struct Moved {
    port: Port,
    places: MemoryOffsets,
    /// The logarithm of the elements that a lane moves at most with one instruction.
    together: u32,
}

impl Moved {
    fn new(
        port: Port,
        access: &LinearLayout,
        shared: &LinearLayout,
        together: u32,
    ) -> Result<Self, AnalyzeError> {
        Ok(Moved { port, places: MemoryOffsets::in_shared(access, shared)?, together })
    }

    /// The conflicts of the access to the memory with a swizzle.
    fn swizzled(&self, swizzle: Swizzle, element_bits: u32, machine: &Machine) -> BankConflicts {
        let places = self.places.then(|offset| swizzle.apply(offset as i64) as u64);
        let issue = Issue::of(&places, element_bits, self.port, machine, self.together);
        conflicts_of(&issue, element_bits, machine.banks(self.port))
    }
}

fn best_for(
    accesses: &[Moved],
    shared: &LinearLayout,
    element_bits: u32,
    machine: &Machine,
) -> Result<FoundSwizzle, AnalyzeError> {
    check_banks(element_bits, &machine.loads)?;
    check_banks(element_bits, &machine.stores)?;
    let offset = shared.in_dims().iter().find(|dim| dim.name() == "offset");
    let n_bits = offset.map_or(0, |dim| i64::from(dim.bits()));
    let all = swizzles(n_bits);
    let mut found = all.iter().map(|&swizzle| {
        let of_access = |access: &Moved| access.swizzled(swizzle, element_bits, machine);
        let found: Vec<BankConflicts> = accesses.iter().map(of_access).collect();
        let cost = found.iter().fold((0_i64, 0_i64), |(all, more), found| {
            (all.saturating_add(found.wavefronts()), more.saturating_add(found.instructions()))
        });
        (cost, swizzle, found)
    });
    let plain = found.next().expect("no swizzle is always tried");
    let ((unswizzled, _), _, without) = plain.clone();
    let ((wavefronts, _), swizzle, found) =
        found.fold(plain, |best, own| if own.0 < best.0 { own } else { best });
    let least = accesses
        .iter()
        .map(|access| least_wavefronts(&access.places, element_bits, machine.banks(access.port)));
    let both = found.iter().zip(&without);
    Ok(FoundSwizzle {
        swizzle,
        wavefronts,
        unswizzled,
        least: least.sum(),
        tried: all.len(),
        conflicts: both.map(|(own, plain)| (own.conflicts(), plain.conflicts())).collect(),
        element_bits,
    })
}

/// All swizzles that permute [0, 2^n_bits), simplest first.
fn swizzles(n_bits: i64) -> Vec<Swizzle> {
    let mut all: Vec<Swizzle> = Swizzle::new(0, 0, 0).into_iter().collect();
    for bits in 1..=n_bits / 2 {
        for base in 0..=n_bits {
            for shift in bits..=n_bits - base - bits {
                all.extend(Swizzle::new(bits, base, shift));
                all.extend(Swizzle::new(bits, base, -shift));
            }
        }
    }
    all
}

/// The wavefronts in which a warp's distinct elements fill all banks.
fn least_wavefronts(places: &MemoryOffsets, element_bits: u32, banks: &Banks) -> i64 {
    let all: Vec<u64> = places.registers.iter().chain(&places.lanes).copied().collect();
    let bits = u64::from(element_bits) << Echelon::new(&all).rank();
    bits.div_ceil(u64::from(banks.banks) * u64::from(banks.bank_bits)) as i64
}
