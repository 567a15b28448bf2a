//! The machines that kernels are compiled for.

use super::global_access::GlobalMemory;
use super::machine::Bit::{self, Lane, Register};
use super::machine::{Banks, Collective, Machine, Port, SharedCopies};

/// A kind of machine, by the name that compilers have for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    name: &'static str,
    /// What the names of others that are alike begin with.
    alike: &'static [&'static str],
    lanes: u32,
    machine: Machine,
    /// What moves tiles without lanes: the hardware swizzles and unswizzles, and no bank conflicts
    /// are to be counted.
    by_descriptor: &'static [&'static str],
}

impl Target {
    /// The name: `sm_90`, `gfx950`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The threads of a warp.
    pub fn lanes(&self) -> u32 {
        self.lanes
    }

    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The target of this name, or the one that it is like: `sm_90`, `cuda:90`, `gfx950`,
    /// `hip:gfx950` or `gfx942:sramecc+`. A compute capability that is not in the table is like the
    /// next lower one.
    ///
    /// ```
    /// use layout_kernels::analyze::Target;
    ///
    /// let name = |text| Target::named(text).map(|target| target.name());
    /// assert_eq!([name("cuda:89"), name("hip:gfx941")], [Some("sm_80"), Some("gfx942")]);
    /// assert_eq!(name("cpu"), None);
    /// ```
    pub fn named(text: &str) -> Option<&'static Target> {
        let text = text.strip_prefix("hip:").unwrap_or(text);
        let digits = text.strip_prefix("cuda:").or_else(|| text.strip_prefix("sm_"));
        if let Some(digits) = digits {
            let digits = digits.trim_end_matches(|c: char| c.is_ascii_lowercase());
            let capability: u32 = digits.parse().ok()?;
            let own = |target: &Target| target.name.strip_prefix("sm_")?.parse::<u32>().ok();
            let lower =
                TARGETS.iter().filter(|target| own(target).is_some_and(|n| n <= capability));
            return lower.max_by_key(|target| own(target));
        }
        let text = text.split(':').next().unwrap_or(text);
        let length = |target: &Target| {
            let names = target.alike.iter().copied().chain([target.name]);
            names.filter(|name| text.starts_with(name)).map(str::len).max()
        };
        let alike = TARGETS.iter().filter(|target| target.name.starts_with("gfx"));
        alike
            .filter_map(|target| Some((length(target)?, target)))
            .max_by_key(|(n, _)| *n)
            .map(|(_, target)| target)
    }

    /// The table of all targets, one a line.
    ///
    /// Banks are `count x bytes`. Lanes that take 16 bytes each are served together as they follow each
    /// other, or `by` sums over F2 of the numbers of lanes in the list.
    pub fn table() -> String {
        let mut text = "\
target   lanes  loads from shared memory         stores to it   sector    instructions for matrices; without lanes
".to_owned();
        for target in &TARGETS {
            let Machine { loads, stores, global, collectives, copies } = &target.machine;
            let banks = |own: &Banks| format!("{} x {} bytes", own.banks, own.bank_bits / 8);
            let mut names: Vec<&str> = Vec::new();
            for own in collectives.iter() {
                if !names.contains(&own.name) {
                    names.push(own.name);
                }
            }
            let order = match copies {
                SharedCopies::InOrder => Some("loads to LDS"),
                SharedCopies::ByLane => None,
            };
            let without: Vec<&str> = target.by_descriptor.iter().copied().chain(order).collect();
            let wide = match loads.wide_group {
                [] => String::new(),
                group => format!(" (by {})", joined(group)),
            };
            let line = format!(
                "{:<8} {:<6} {:<32} {:<14} {:<9} {}; {}",
                target.name,
                target.lanes,
                banks(loads) + &wide,
                banks(stores),
                format!("{} bytes", global.sector_bytes),
                if names.is_empty() { "-".to_owned() } else { names.join(", ") },
                if without.is_empty() { "-".to_owned() } else { without.join(", ") },
            );
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

fn joined(lanes: &[u64]) -> String {
    let list: Vec<String> = lanes.iter().map(u64::to_string).collect();
    list.join(", ")
}

/// All that is known, NVIDIA's by compute capability, then AMD's.
///
/// NVIDIA: a shared memory of 32 banks of 4 bytes, of which a warp uses 128 bytes at a time, and
/// sectors of 32 bytes (CUDA C++ Best Practices Guide, 10.2); `ldmatrix` from 7.5 on and `stmatrix`
/// from 9.0 on (PTX ISA).
///
/// AMD: 64 banks on gfx950 and gfx1250 and 32 on all others, as Triton's `getSharedMemoryBanks` has
/// it. Which lanes gfx942 serves together where each reads 16 bytes is in the documentation of
/// Composable Kernel; that of gfx950 was measured with its counters (HipKittens), which saw 32 banks
/// for `ds_write_b64` there, and 64 for all loads. A request to global memory takes 64 bytes at least.
pub const TARGETS: [Target; 12] = [
    nvidia("sm_70", &[], &[]),
    nvidia("sm_75", &[LDMATRIX_32, LDMATRIX_16, LDMATRIX_8, LDMATRIX_TRANS], &[]),
    nvidia("sm_80", &[LDMATRIX_32, LDMATRIX_16, LDMATRIX_8, LDMATRIX_TRANS], &[]),
    nvidia("sm_90", &NVIDIA_MATRICES, &["TMA", "wgmma"]),
    nvidia("sm_100", &NVIDIA_MATRICES, &["TMA", "tcgen05"]),
    nvidia("sm_120", &NVIDIA_MATRICES, &["TMA"]),
    amd("gfx90a", &["gfx90"], 64, Banks { wide_group: &[1, 2, 20], ..BANKS_32 }),
    amd("gfx942", &["gfx94"], 64, Banks { wide_group: &[1, 2, 20], ..BANKS_32 }),
    Target {
        machine: Machine {
            loads: Banks { wide_group: &[1, 2, 12, 20], ..BANKS_64 },
            stores: BANKS_64,
            collectives: &[DS_READ_B64_TR_B16, DS_READ_B64_TR_B8],
            ..amd("gfx950", &[], 64, BANKS_64).machine
        },
        ..amd("gfx950", &["gfx95"], 64, BANKS_64)
    },
    amd("gfx1100", &["gfx11", "gfx10"], 32, BANKS_32),
    amd("gfx1201", &["gfx12"], 32, BANKS_32),
    Target {
        machine: Machine {
            stores: BANKS_64,
            collectives: &[DS_LOAD_TR16_B128, DS_LOAD_TR8_B64],
            ..amd("gfx1250", &[], 32, BANKS_64).machine
        },
        by_descriptor: &["TDM"],
        ..amd("gfx1250", &["gfx125"], 32, BANKS_64)
    },
];

const BANKS_32: Banks = Banks { banks: 32, bank_bits: 32, vector_bits: 128, wide_group: &[] };

const BANKS_64: Banks = Banks { banks: 64, ..BANKS_32 };

const fn nvidia(
    name: &'static str,
    collectives: &'static [Collective],
    by_descriptor: &'static [&'static str],
) -> Target {
    let machine = Machine {
        loads: BANKS_32,
        stores: BANKS_32,
        global: GlobalMemory { sector_bytes: 32, vector_bits: 128 },
        collectives,
        copies: SharedCopies::ByLane,
    };
    Target { name, alike: &[], lanes: 32, machine, by_descriptor }
}

const fn amd(
    name: &'static str,
    alike: &'static [&'static str],
    lanes: u32,
    loads: Banks,
) -> Target {
    let machine = Machine {
        loads,
        stores: BANKS_32,
        global: GlobalMemory { sector_bytes: 64, vector_bits: 128 },
        collectives: &[],
        copies: if lanes == 64 { SharedCopies::InOrder } else { SharedCopies::ByLane },
    };
    Target { name, alike, lanes, machine, by_descriptor: &[] }
}

/// A matrix is 8 rows of 16 bytes. Lane 4 * r + c holds the 4 bytes c of row r.
const fn matrix(
    name: &'static str,
    port: Port,
    element_bits: u32,
    piece: &'static [Bit],
) -> Collective {
    let addresses = &[Lane(2), Lane(3), Lane(4)];
    Collective { name, port, element_bits, piece, addresses, matrices: 2 }
}

const LDMATRIX_32: Collective = matrix("ldmatrix", Port::Load, 32, &[Lane(0), Lane(1)]);
const LDMATRIX_16: Collective = matrix("ldmatrix", Port::Load, 16, &[Register, Lane(0), Lane(1)]);
const LDMATRIX_8: Collective =
    matrix("ldmatrix", Port::Load, 8, &[Register, Register, Lane(0), Lane(1)]);
const STMATRIX_32: Collective = Collective { name: "stmatrix", port: Port::Store, ..LDMATRIX_32 };
const STMATRIX_16: Collective = Collective { name: "stmatrix", port: Port::Store, ..LDMATRIX_16 };
const STMATRIX_8: Collective = Collective { name: "stmatrix", port: Port::Store, ..LDMATRIX_8 };

/// Lane 4 * c + r holds the elements of column c in rows 2 * r and 2 * r + 1.
const LDMATRIX_TRANS: Collective = Collective {
    name: "ldmatrix.trans",
    port: Port::Load,
    element_bits: 16,
    piece: &[Lane(2), Lane(3), Lane(4)],
    addresses: &[Register, Lane(0), Lane(1)],
    matrices: 2,
};

const STMATRIX_TRANS: Collective =
    Collective { name: "stmatrix.trans", port: Port::Store, ..LDMATRIX_TRANS };

const NVIDIA_MATRICES: [Collective; 8] = [
    LDMATRIX_32,
    LDMATRIX_16,
    LDMATRIX_8,
    LDMATRIX_TRANS,
    STMATRIX_32,
    STMATRIX_16,
    STMATRIX_8,
    STMATRIX_TRANS,
];

/// Sixteen lanes read 4 rows of 16 elements, each lane 8 bytes of one; each gets a column.
const DS_READ_B64_TR_B16: Collective = Collective {
    name: "ds_read_b64_tr_b16",
    port: Port::Load,
    element_bits: 16,
    piece: &[Lane(0), Lane(1)],
    addresses: &[Lane(2), Lane(3), Register, Register, Lane(4), Lane(5)],
    matrices: 0,
};

/// Sixteen lanes read 8 rows of 16 elements, each lane 8 bytes of one; each gets a column.
const DS_READ_B64_TR_B8: Collective = Collective {
    name: "ds_read_b64_tr_b8",
    port: Port::Load,
    element_bits: 8,
    piece: &[Lane(0), Lane(1), Lane(2)],
    addresses: &[Lane(3), Register, Register, Register, Lane(4), Lane(5)],
    matrices: 0,
};

/// Sixteen lanes read 8 rows of 16 elements, each lane 16 bytes of one; each gets a column.
const DS_LOAD_TR16_B128: Collective = Collective {
    name: "ds_load_tr16_b128",
    port: Port::Load,
    element_bits: 16,
    piece: &[Lane(0), Lane(1), Lane(2)],
    addresses: &[Lane(3), Register, Register, Register, Lane(4)],
    matrices: 0,
};

/// As [`DS_LOAD_TR16_B128`], with elements of one byte.
const DS_LOAD_TR8_B64: Collective =
    Collective { name: "ds_load_tr8_b64", element_bits: 8, ..DS_LOAD_TR16_B128 };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_compilers() {
        let name = |text: &str| Target::named(text).map(Target::name);
        for target in &TARGETS {
            assert_eq!(name(target.name), Some(target.name));
        }
        for (text, expected) in [
            ("cuda:100", "sm_100"),
            ("cuda:103", "sm_100"),
            ("sm_90a", "sm_90"),
            ("cuda:86", "sm_80"),
            ("sm_121a", "sm_120"),
            ("hip:gfx950", "gfx950"),
            ("gfx942:sramecc+:xnack-", "gfx942"),
            ("gfx940", "gfx942"),
            ("gfx908", "gfx90a"),
            ("gfx1151", "gfx1100"),
            ("gfx1030", "gfx1100"),
            ("gfx1200", "gfx1201"),
            ("gfx1250", "gfx1250"),
        ] {
            assert_eq!(name(text), Some(expected), "{text}");
        }
        for text in ["", "cuda:", "cuda:x", "cuda:60", "sm_", "gfx", "gfx8", "hip:", "help", "xpu"]
        {
            assert_eq!(name(text), None, "{text}");
        }
    }
}
