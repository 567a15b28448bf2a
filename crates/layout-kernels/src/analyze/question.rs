//! Questions about accesses, and their answers in words.
//!
//! `layout-analyze` and `layout-lint` both say what is written here.

use super::bank_conflicts::BankConflicts;
use super::conversion::{Carrier, Conversion, ConversionKind, conversion};
use super::copies::{Copies, copies};
use super::error::AnalyzeError;
use super::find_swizzle::{FoundSwizzle, find_swizzle_on};
use super::gaps::{Gap, shared_access};
use super::global_access::{GlobalAccess, GlobalMemory, global_access};
use super::machine::{Machine, Port};
use super::offsets::offset_range;
use super::strided_access::{AccessStrides, strided_access};
use layout_math::linear::LinearLayout;

/// What is asked of an access.
#[derive(Debug, Clone, PartialEq)]
pub enum Question<'l> {
    /// What has to move for registers that hold `from` to hold `to`, and what does Triton move it with?
    Conversion { from: &'l LinearLayout, to: &'l LinearLayout },
    /// Which bank conflicts has an access to shared memory?
    Shared {
        port: Port,
        registers: &'l LinearLayout,
        memory: &'l LinearLayout,
        gaps: &'l [Gap],
        element_bits: u32,
    },
    /// Which sectors does an access to global memory touch? Without strides, along the dim that
    /// costs least.
    Global { registers: &'l LinearLayout, strides: Option<&'l AccessStrides>, element_bits: u32 },
    /// Is there a swizzle of the rows of `plain` with which the accesses to `memory` take less time?
    Swizzle {
        plain: &'l LinearLayout,
        memory: &'l LinearLayout,
        gaps: &'l [Gap],
        accesses: &'l [(Port, &'l LinearLayout)],
        element_bits: u32,
    },
    /// Do the offsets of a strided layout fit in 32 bits?
    Offsets { layout: String, extents: Vec<i64>, strides: Vec<i64> },
}

/// What an access costs, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cost {
    text: String,
    is_costly: bool,
}

impl Cost {
    /// The answer with its numbers.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// True if the access costs more than it must.
    pub fn is_costly(&self) -> bool {
        self.is_costly
    }
}

impl Question<'_> {
    /// The answer on this machine.
    ///
    /// # Errors
    ///
    /// Those of [`conversion()`], [`bank_conflicts()`](super::bank_conflicts()), [`global_access()`] and [`offset_range()`].
    ///
    /// ```
    /// use layout_kernels::analyze::{Machine, Question};
    ///
    /// let rows = "{register = [[1]], lane = [[2]], warp = [], block = []}".parse()?;
    /// let other = "{register = [[2]], lane = [[1]], warp = [], block = []}".parse()?;
    /// let answer = Question::Conversion { from: &rows, to: &other }.answer(&Machine::default())?;
    /// assert_eq!(
    ///     answer.text(),
    ///     "conversion within warps, by shuffles: element (2) goes from register 0 of lane 1 of warp 0 \
    ///      of block 0 to register 1 of lane 0 of warp 0 of block 0"
    /// );
    /// assert!(!answer.is_costly());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(&self, machine: &Machine) -> Result<Cost, AnalyzeError> {
        match self {
            Question::Conversion { from, to } => Ok(of_conversion(&conversion(from, to)?)),
            Question::Shared { port, registers, memory, gaps, element_bits } => {
                let found = shared_access(registers, memory, gaps, *element_bits, *port, machine)?;
                Ok(of_conflicts(&found))
            }
            Question::Global { registers, strides, element_bits } => match strides {
                Some(strides) if strides.are_decisive(registers) => {
                    let found = strided_access(registers, strides, *element_bits, &machine.global)?;
                    Ok(of_strided(registers, strides, &found))
                }
                _ => of_any_dim(registers, *strides, *element_bits, &machine.global),
            },
            Question::Swizzle { plain, memory, gaps, accesses, element_bits } => {
                let bits = *element_bits;
                let mut now = 0_i64;
                for &(port, access) in *accesses {
                    let found = shared_access(access, memory, gaps, bits, port, machine)?;
                    now = now.saturating_add(found.wavefronts());
                }
                let found = find_swizzle_on(plain, accesses, bits, machine)?;
                Ok(of_swizzle(&found, accesses.len(), now))
            }
            Question::Offsets { layout, extents, strides } => {
                let range = offset_range(extents, strides)?;
                let is_costly = range.past_32_bits().is_some();
                let text = match range.past_32_bits() {
                    Some((offset, _)) => {
                        format!("offsets do not fit in 32 bits: {layout} reaches offset {offset}")
                    }
                    None => format!(
                        "offsets fit in 32 bits: {layout} stays in [{}, {}]",
                        range.least().0,
                        range.greatest().0
                    ),
                };
                Ok(Cost { text, is_costly })
            }
        }
    }
}

fn of_conversion(found: &Conversion) -> Cost {
    let what = match (found.kind(), found.carrier()) {
        (ConversionKind::NoOp, _) => "conversion is a no-op: every register stays where it is",
        (_, Carrier::Registers) => "conversion within threads: registers change places",
        (_, Carrier::Shuffles) => "conversion within warps, by shuffles",
        (_, Carrier::WarpMemory) => "conversion within warps, through shared memory",
        (_, Carrier::BlockMemory) => "conversion through shared memory",
        (_, Carrier::ClusterMemory) => "conversion across blocks",
    };
    let is_costly = Carrier::WarpMemory <= found.carrier();
    let text = match found.farthest() {
        Some(farthest) => format!("{what}: {farthest}"),
        None => what.to_owned(),
    };
    Cost { text, is_costly }
}

fn of_conflicts(found: &BankConflicts) -> Cost {
    let instructions = counted(found.instructions(), "instruction");
    let elements = counted(found.vector(), "element");
    let moved = match found.collective() {
        Some(name) => format!("by {name}, {elements} an address, {instructions} a warp"),
        None => format!("{elements} a lane, {instructions} a warp"),
    };
    match found.clash() {
        None => Cost { text: format!("no bank conflicts: {moved}"), is_costly: false },
        Some(clash) => Cost {
            text: format!(
                "{} in each group of lanes: lane {} is in the bank of lane {}, {} further on; {moved}",
                counted(found.conflicts(), "bank conflict"),
                clash.lane,
                clash.with,
                counted(clash.offset, "element"),
            ),
            is_costly: true,
        },
    }
}

/// The best swizzle, with the proof that it is: the list of all others and a bound for anything.
fn of_swizzle(found: &FoundSwizzle, accesses: usize, now: i64) -> Cost {
    let plural = if accesses == 1 { "" } else { "es" };
    let of = format!("for {accesses} access{plural} of the memory");
    let best = found.wavefronts();
    let proof = format!(
        "{best} is the least of all {} swizzles that permute it, and no arrangement takes less than {}",
        found.tried(),
        found.least()
    );
    if now <= best {
        let text = format!(
            "no swizzle is better {of}: it is busy {} a warp; {proof}",
            counted(now, "time")
        );
        return Cost { text, is_costly: false };
    }
    let in_bytes = found.in_bytes().map_or(String::new(), |own| format!(" ({own} in bytes)"));
    let text = format!(
        "{}{in_bytes} on plain rows is better {of}: it is busy {} a warp instead of {now}; {proof}",
        found.swizzle(),
        counted(best, "time"),
    );
    Cost { text, is_costly: true }
}

/// The access along the dim that costs the fewest sectors: which one is contiguous is not known.
fn of_any_dim(
    registers: &LinearLayout,
    strides: Option<&AccessStrides>,
    element_bits: u32,
    memory: &GlobalMemory,
) -> Result<Cost, AnalyzeError> {
    let may_be_contiguous = |dim: &usize| {
        let known = strides.and_then(|strides| strides.of_dims.get(*dim)).copied().flatten();
        known.is_none()
    };
    let together = strides.and_then(|strides| strides.together);
    let mut best: Option<(usize, GlobalAccess)> = None;
    for dim in (0..registers.out_dims().len()).filter(may_be_contiguous) {
        let found = global_access(registers, dim, element_bits, together, memory)?;
        let cost = |access: &GlobalAccess| access.sectors().saturating_mul(access.instructions());
        if best.as_ref().is_none_or(|(_, best)| cost(&found) < cost(best)) {
            best = Some((dim, found));
        }
    }
    let Some((dim, found)) = best else {
        return Err(AnalyzeError::NoSuchDim { dim: 0, rank: 0 });
    };
    let name = registers.out_dims()[dim].name();
    let what = if found.is_coalesced() { "coalesced" } else { "not coalesced" };
    let text = format!("{what} if {name} is contiguous: {}", numbers(registers, &found));
    Ok(Cost { text, is_costly: !found.is_coalesced() })
}

fn of_strided(registers: &LinearLayout, strides: &AccessStrides, found: &GlobalAccess) -> Cost {
    let what = if found.is_coalesced() { "coalesced" } else { "not coalesced" };
    let why = match strides.contiguous(registers) {
        Some(dim) => format!("{} is contiguous", registers.out_dims()[dim].name()),
        None => {
            let known = strides.of_dims.iter().zip(registers.out_dims());
            let list: Vec<String> = known
                .map(|(stride, dim)| match stride {
                    Some(stride) => format!("{stride} of {}", dim.name()),
                    None => format!("unknown of {}", dim.name()),
                })
                .collect();
            format!("no dim is contiguous, the strides are {}", list.join(", "))
        }
    };
    let text = format!("{what}, {why}: {}", numbers(registers, found));
    Cost { text, is_costly: !found.is_coalesced() }
}

fn numbers(registers: &LinearLayout, found: &GlobalAccess) -> String {
    format!(
        "{} a lane, {} a warp, {} each where {} would do{}",
        counted(found.vector(), "element"),
        counted(found.instructions(), "instruction"),
        counted(found.sectors(), "sector"),
        found.least_sectors(),
        held(&copies(registers)),
    )
}

/// By whom each element is moved, if it is moved more than once.
fn held(copies: &Copies) -> String {
    if copies.total() == 1 {
        return String::new();
    }
    let places = [
        (copies.registers, "register"),
        (copies.lanes, "lane"),
        (copies.warps, "warp"),
        (copies.blocks, "block"),
    ];
    let list: Vec<String> = places
        .into_iter()
        .filter(|&(count, _)| count != 1)
        .map(|(count, what)| counted(count, what))
        .collect();
    format!("; each element is held {} times, by {}", copies.total(), list.join(" times "))
}

fn counted(number: i64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
