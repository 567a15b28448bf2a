//! Where the registers, lanes, warps and blocks of an access are in a memory.

use super::error::AnalyzeError;
use layout_math::linear::{InDim, LinearError, LinearLayout};

/// The places in the hardware, innermost first.
pub(super) const PLACES: [&str; 4] = ["register", "lane", "warp", "block"];

/// The offsets, in elements, that a warp's registers and lanes have in a memory.
///
/// `registers[i]` is the offset of register 2^i of lane 0, `lanes[i]` that of lane 2^i, `others` are
/// those of warps and blocks. Registers that hold copies are left out.
#[derive(Debug, Clone)]
pub(super) struct MemoryOffsets {
    pub registers: Vec<u64>,
    pub lanes: Vec<u64>,
    pub others: Vec<u64>,
}

impl MemoryOffsets {
    /// The offsets of the elements of `distributed` in the memory of `shared`.
    pub fn in_shared(
        distributed: &LinearLayout,
        shared: &LinearLayout,
    ) -> Result<Self, AnalyzeError> {
        for name in ["register", "lane"] {
            check_in_dim(distributed, name)?;
        }
        check_in_dim(shared, "offset")?;
        let moves = without_register_copies(distributed)?.invert_and_compose(shared)?;
        let position = |name| moves.out_dims().iter().position(|dim| dim.name() == name);
        let offset = position("offset").unwrap_or(0);
        // A part in another block's memory counts as an offset past all of this block's.
        let above = moves.out_dims()[offset].bits();
        let flat = |basis: &Vec<i64>| {
            let others = basis.iter().enumerate().filter(|&(at, _)| at != offset);
            let elsewhere = others.fold(0, |all, (_, &coordinate)| all | coordinate as u64);
            basis[offset] as u64 | if elsewhere == 0 { 0 } else { 1 << above.min(63) }
        };
        Ok(MemoryOffsets::of(&moves, flat))
    }

    /// The offsets that `flat` gives for the bases of a layout.
    pub fn of(layout: &LinearLayout, flat: impl Fn(&Vec<i64>) -> u64) -> Self {
        let mut places =
            MemoryOffsets { registers: Vec::new(), lanes: Vec::new(), others: Vec::new() };
        for (dim, bases) in layout.bases() {
            let list = match dim.name() {
                "register" => &mut places.registers,
                "lane" => &mut places.lanes,
                _ => &mut places.others,
            };
            list.extend(bases.iter().map(&flat));
        }
        places
    }

    /// The same places with another function of offsets after them, which must be linear over F2.
    pub fn then(&self, f: impl Fn(u64) -> u64) -> Self {
        let map = |list: &[u64]| list.iter().map(|&offset| f(offset)).collect();
        MemoryOffsets {
            registers: map(&self.registers),
            lanes: map(&self.lanes),
            others: map(&self.others),
        }
    }
}

/// The sum over F2 of the offsets that the bits of a number choose.
pub(super) fn xor_of(offsets: &[u64], number: u64) -> u64 {
    let chosen = offsets.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
    chosen.fold(0, |all, (_, offset)| all ^ offset)
}

/// What is not linear is walked, and must have an end that is near.
pub(super) fn check_walk(n_bits: usize) -> Result<(), AnalyzeError> {
    match n_bits <= 24 {
        true => Ok(()),
        false => Err(AnalyzeError::TooMany { bits: n_bits }),
    }
}

pub(super) fn check_in_dim(layout: &LinearLayout, name: &'static str) -> Result<(), AnalyzeError> {
    match layout.in_dims().iter().any(|dim| dim.name() == name) {
        true => Ok(()),
        false => Err(AnalyzeError::NoInDim { name }),
    }
}

/// `layout` without the bits of `register` that only make copies.
pub(super) fn without_register_copies(layout: &LinearLayout) -> Result<LinearLayout, LinearError> {
    let masks = layout.free_variable_masks();
    let free = masks.iter().find(|(name, _)| *name == "register").map_or(0, |(_, mask)| *mask);
    let ins: Vec<InDim<'_>> = layout
        .bases()
        .map(|(dim, bases)| {
            let is_kept = |number: usize| dim.name() != "register" || free >> number & 1 == 0;
            let kept = bases.into_iter().enumerate().filter(|(number, _)| is_kept(*number));
            (dim.name(), kept.map(|(_, basis)| basis).collect())
        })
        .collect();
    let outs: Vec<(&str, i64)> =
        layout.out_dims().iter().map(|dim| (dim.name(), dim.size())).collect();
    LinearLayout::new(&ins, &outs)
}

pub(super) fn check_element_bits(bits: u32) -> Result<(), AnalyzeError> {
    match bits.is_power_of_two() && bits <= 128 {
        true => Ok(()),
        false => Err(AnalyzeError::ElementSize { bits }),
    }
}

pub(super) fn check_power_of_two(what: &'static str, value: u32) -> Result<(), AnalyzeError> {
    match value.is_power_of_two() && value <= 1 << 20 {
        true => Ok(()),
        false => Err(AnalyzeError::Machine { what, value }),
    }
}
