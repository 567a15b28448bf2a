//! Which lanes a memory serves together, and what that costs them.

use std::collections::{BTreeMap, BTreeSet};

/// How a machine serves lanes that take `bytes` each: the lists of lanes that it serves together, and
/// its banks of 4 bytes.
fn groups(target: &str, bytes: usize, is_load: bool) -> (Vec<Vec<usize>>, usize) {
    let quads = |list: &[usize], start: usize| -> Vec<usize> {
        list.iter().flat_map(|first| (start + first)..(start + first + 4)).collect()
    };
    let (lanes, banks) = match target {
        "gfx950" => (64, 64),
        "gfx90a" | "gfx942" => (64, 32),
        "gfx1250" => (32, 64),
        _ => (32, 32),
    };
    let lists: Vec<Vec<usize>> = match (target, bytes, is_load) {
        ("gfx90a" | "gfx942", 16, true) => [0, 32]
            .iter()
            .flat_map(|&half| [[0, 20], [4, 16], [8, 28], [12, 24]].map(|pair| quads(&pair, half)))
            .collect(),
        ("gfx950", 16, true) => [0, 32]
            .iter()
            .flat_map(|&half| [[0, 12, 20, 24], [4, 8, 16, 28]].map(|four| quads(&four, half)))
            .collect(),
        _ => {
            let n_together = (banks / (bytes / 4).max(1)).min(lanes);
            (0..lanes / n_together)
                .map(|group| (group * n_together..(group + 1) * n_together).collect())
                .collect()
        }
    };
    (lists, banks)
}

/// The worst group of lanes at these addresses in bytes.
pub fn conflicts(target: &str, addresses: &[i64], bytes: usize, is_load: bool) -> usize {
    let (groups, n_banks) = groups(target, bytes, is_load);
    let busiest = |group: &Vec<usize>| {
        let mut banks: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
        for &lane in group.iter().filter(|&&lane| lane < addresses.len()) {
            let first = addresses[lane] / 4;
            let last = (addresses[lane] + bytes as i64 - 1) / 4;
            for word in first..=last {
                banks.entry(word % n_banks as i64).or_default().insert(word);
            }
        }
        banks.values().map(BTreeSet::len).max().unwrap_or(1)
    };
    groups.iter().map(busiest).max().unwrap() - 1
}
