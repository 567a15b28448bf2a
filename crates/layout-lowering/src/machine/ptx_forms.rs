//! The forms of PTX's instructions that are known: a modifier that is not among them may change what an
//! instruction does, so that it is not executed.

use super::access::Space;
use super::ptx::width;

/// A load or a store of plain memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PtxAccess {
    pub space: Space,
    /// The bits of an element.
    pub width: u32,
    pub is_signed: bool,
    pub vector: usize,
    /// One more operand says how the cache is used.
    pub has_policy: bool,
}

/// Modifiers, of which each kind is there at most once.
struct Left<'m>(Vec<&'m str>);

impl<'m> Left<'m> {
    /// Takes one of these, if one is there.
    fn take(&mut self, names: &[&str]) -> Option<&'m str> {
        let at = self.0.iter().position(|own| names.contains(own))?;
        Some(self.0.remove(at))
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A type of so many bits.
fn is_type(name: &str, kinds: &[char], widths: &[u32]) -> bool {
    name.starts_with(kinds) && width(&[name]).is_some_and(|own| widths.contains(&own))
}

/// The form of `ld` or `st` by its modifiers.
pub(super) fn access(modifiers: &[&str], is_load: bool) -> Option<PtxAccess> {
    let (&kind, rest) = modifiers.split_last()?;
    if !is_type(kind, &['b', 'u', 's', 'f'], &[8, 16, 32, 64, 128])
        || is_type(kind, &['u', 's', 'f'], &[128])
        || is_type(kind, &['f'], &[8, 16])
    {
        return None;
    }
    let mut left = Left(rest.to_vec());
    let space = match left.take(&["global", "shared", "shared::cta"])? {
        "global" => Space::Global,
        _ => Space::Shared,
    };
    let order = left.take(&["weak", "volatile", "relaxed"]);
    if (order == Some("relaxed")) != left.take(&["cta", "cluster", "gpu", "sys"]).is_some() {
        return None;
    }
    let vector = match left.take(&["v2", "v4", "v8"]) {
        Some("v2") => 2,
        Some("v4") => 4,
        Some(_) => 8,
        None => 1,
    };
    left.take(match is_load {
        true => &["ca", "cg", "cs", "lu", "cv"],
        false => &["wb", "cg", "cs", "wt"],
    });
    let is_constant = is_load && left.take(&["nc"]).is_some();
    left.take(&[
        "L1::evict_normal",
        "L1::evict_unchanged",
        "L1::evict_first",
        "L1::evict_last",
        "L1::no_allocate",
    ]);
    left.take(&["L2::evict_normal", "L2::evict_first", "L2::evict_last"]);
    if is_load {
        left.take(&["L2::64B", "L2::128B", "L2::256B"]);
    }
    let has_policy = left.take(&["L2::cache_hint"]).is_some();
    let width = width(&[kind])?;
    // No instruction moves more than 32 bytes, and what is constant is in global memory.
    let is_known = left.is_empty()
        && width as usize * vector <= 256
        && !(is_constant && space != Space::Global);
    let is_signed = kind.starts_with('s');
    is_known.then_some(PtxAccess { space, width, is_signed, vector, has_policy })
}

/// True if the modifiers of an instruction are in a form that is executed; those of memory, copies and
/// tensor memory are read elsewhere.
pub(super) fn is_known(name: &str, modifiers: &[&str]) -> bool {
    const WORDS: &[u32] = &[16, 32, 64];
    match (name, modifiers) {
        ("mov", [kind]) => {
            *kind == "pred" || is_type(kind, &['b', 'u', 's', 'f'], &[16, 32, 64, 128])
        }
        ("cvta", ["to", "global", "u64"] | ["global", "u64"]) => true,
        ("setp", [name, kind]) => match *name {
            "eq" | "ne" => is_type(kind, &['b', 'u', 's'], WORDS),
            "lt" | "le" | "gt" | "ge" => is_type(kind, &['u', 's'], WORDS),
            _ => false,
        },
        ("selp", [kind]) => is_type(kind, &['b', 'u', 's', 'f'], WORDS),
        ("prmt", ["b32"] | ["b32", "f4e" | "b4e" | "rc8" | "ecl" | "ecr" | "rc16"]) => true,
        ("shfl", ["sync", "up" | "down" | "bfly" | "idx", "b32"]) => true,
        ("ldmatrix" | "stmatrix", ["sync", "aligned", rest @ ..]) => {
            let mut left = Left(rest.to_vec());
            let has_all = [
                &["m8n8", "m16n16"][..],
                &["x1", "x2", "x4"],
                &["shared", "shared::cta"],
                &["b16", "b8"],
            ]
            .into_iter()
            .all(|names| left.take(names).is_some());
            left.take(&["trans"]);
            has_all && left.is_empty()
        }
        ("bar", ["sync"] | ["cta", "sync"] | ["warp", "sync"]) => true,
        ("barrier", ["sync", rest @ ..] | ["cta", "sync", rest @ ..]) => {
            matches!(rest, [] | ["aligned"])
        }
        ("membar", ["cta" | "gl" | "sys"]) => true,
        (
            "fence",
            ["proxy" | "mbarrier_init", ..] | ["acq_rel" | "acquire" | "release" | "sc", ..],
        ) => true,
        ("ld" | "st" | "atom" | "cp" | "tcgen05", _) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        text.split('.').collect()
    }

    #[test]
    fn accesses() {
        let load = |text: &str| access(&split(text), true);
        let plain = PtxAccess {
            space: Space::Global,
            width: 32,
            is_signed: false,
            vector: 4,
            has_policy: false,
        };
        assert_eq!(load("global.L1::evict_last.v4.b32"), Some(plain));
        assert_eq!(
            load("global.L1::evict_last.L2::cache_hint.v4.b32"),
            Some(PtxAccess { has_policy: true, ..plain })
        );
        let signed =
            PtxAccess { space: Space::Shared, width: 8, is_signed: true, vector: 1, ..plain };
        assert_eq!(load("volatile.shared.s8"), Some(signed));
        for wrong in [
            "param.b32",
            "b32",
            "global",
            "global.acquire.b32",
            "global.relaxed.b32",
            "global.shared.b32",
            "global.b32.b32",
            "global.v4.v2.b32",
            "global.v3.b32",
            "global.v4.b128",
            "global.unified.b32",
            "shared.nc.b32",
            "global.wb.b32",
            "global.f16",
            "shared::cluster.b32",
            "v4.global.strange.b32",
        ] {
            assert_eq!(load(wrong), None, "{wrong}");
        }
        assert!(access(&split("global.wb.b32"), false).is_some());
        assert_eq!(access(&split("global.L2::64B.b32"), false), None);
    }

    #[test]
    fn forms() {
        for (known, unknown) in [
            ("mov.u32", "mov.u32.x"),
            ("mov.b128", "mov.b8"),
            ("cvta.to.global.u64", "cvta.shared.u64"),
            ("setp.lt.s32", "setp.lt.f32"),
            ("setp.eq.b32", "setp.ltu.f32"),
            ("setp.ne.u16", "setp.lt.b32"),
            ("selp.f32", "selp.b8"),
            ("prmt.b32.f4e", "prmt.b32.strange"),
            ("shfl.sync.up.b32", "shfl.up.b32"),
            ("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16", "ldmatrix.sync.aligned.m8n8.x4.b16"),
            (
                "stmatrix.sync.aligned.m8n8.x1.shared::cta.b16",
                "stmatrix.sync.aligned.m8n8.shared.b16",
            ),
            (
                "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8",
                "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8.strange",
            ),
            ("bar.sync", "bar.arrive"),
            ("barrier.cta.sync.aligned", "barrier.cluster.sync.aligned"),
            ("membar.gl", "membar.strange"),
            ("fence.acq_rel.gpu", "fence.strange"),
        ] {
            for (text, expected) in [(known, true), (unknown, false)] {
                let (name, rest) = text.split_once('.').expect("modifiers");
                assert_eq!(is_known(name, &split(rest)), expected, "{text}");
            }
        }
    }
}
