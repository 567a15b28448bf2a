//! Atomic operations: memory is read, combined with a value, and written.

use super::access::Space;
use super::stop::{Fault, SourceLines, Stop};
use super::{Machine, Value};
use crate::bits::{Combine, Mask, Row, UNDEFINED_BYTE};
use crate::llvm::{Order, Scope};

/// What an atomic operation leaves in memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Leaves {
    /// What was there and the value combined.
    Combination(Combine),
    Value,
}

impl Leaves {
    /// By the name that LLVM has for it.
    pub fn of_llvm(name: &str) -> Option<Self> {
        Some(Leaves::Combination(match name {
            "xchg" => return Some(Leaves::Value),
            "add" => Combine::Add,
            "and" => Combine::And,
            "or" => Combine::Or,
            "xor" => Combine::Xor,
            "max" => Combine::SignedMax,
            "min" => Combine::SignedMin,
            "umax" => Combine::UnsignedMax,
            "umin" => Combine::UnsignedMin,
            "fadd" => Combine::FloatAdd,
            _ => return None,
        }))
    }

    /// By the modifiers of PTX's `atom` and `red`, with the bits of an element and how many there are.
    pub fn of_ptx(modifiers: &[&str]) -> Option<(Self, u32, usize)> {
        const KINDS: &[&[&str]] = &[
            &["relaxed", "acquire", "release", "acq_rel"],
            &["cta", "cluster", "gpu", "sys"],
            &["v2", "v4", "v8"],
            &["noftz"],
            &["exch", "add", "and", "or", "xor", "min", "max"],
        ];
        let has = |modifier: &str| modifiers.contains(&modifier);
        let is_type = |name: &&&str| {
            let name = name.trim_end_matches("x2");
            let digits = name.strip_prefix("bf").or(name.strip_prefix(['b', 'u', 's', 'f']));
            digits.is_some_and(|own| matches!(own, "16" | "32" | "64" | "128"))
        };
        let count = |names: &[&str]| modifiers.iter().filter(|own| names.contains(own)).count();
        let known = KINDS.iter().map(|names| count(names));
        let is_known = has("global")
            && count(&["global"]) == 1
            && known.clone().all(|own| own <= 1)
            && modifiers.iter().filter(is_type).count() == 1
            && known.sum::<usize>() + 2 == modifiers.len();
        if !is_known {
            return None;
        }
        let vector = match () {
            () if has("v2") => 2,
            () if has("v4") => 4,
            () if has("v8") => 8,
            () => 1,
        };
        let (kind, digits) = modifiers.iter().rev().find_map(|name| {
            let begin = name.find(|letter: char| letter.is_ascii_digit())?;
            let (kind, digits) = name.split_at(begin);
            matches!(kind, "b" | "u" | "s" | "f" | "bf").then_some((kind, digits))
        })?;
        let (digits, packed) = match digits.strip_suffix("x2") {
            Some(digits) => (digits, 2),
            None => (digits, 1),
        };
        let width = digits.parse().ok().filter(|width| [16, 32, 64, 128].contains(width))?;
        let (is_float, count) = (kind.ends_with('f'), packed * vector);
        let leaves = Leaves::Combination(match () {
            () if has("exch") => {
                return Some((Leaves::Value, width, count));
            }
            () if has("add") && is_float => Combine::FloatAdd,
            () if has("add") => Combine::Add,
            () if has("and") => Combine::And,
            () if has("or") => Combine::Or,
            () if has("xor") => Combine::Xor,
            () if has("max") && kind == "s" => Combine::SignedMax,
            () if has("min") && kind == "s" => Combine::SignedMin,
            () if has("max") && kind == "u" => Combine::UnsignedMax,
            () if has("min") && kind == "u" => Combine::UnsignedMin,
            () => return None,
        });
        Some((leaves, width, count))
    }
}

/// An atomic operation or a fence that was executed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ordered {
    pub order: Order,
    pub is_fence: bool,
    pub place: SourceLines,
}

/// The order that modifiers of PTX ask for; nothing if no scope has such a name.
pub(super) fn order_of_ptx(modifiers: &[&str]) -> Order {
    let has = |name: &str| modifiers.contains(&name);
    let scope = match () {
        () if has("cta") => Scope::Block,
        () if has("cluster") => Scope::Cluster,
        () if has("sys") => Scope::System,
        () => Scope::Device,
    };
    let is_both = has("acq_rel") || has("sc");
    Order { releases: is_both || has("release"), acquires: is_both || has("acquire"), scope }
}

impl Machine<'_> {
    /// Remembers what is executed by some thread.
    pub(super) fn ordered(
        &mut self,
        order: Order,
        is_fence: bool,
        mask: &Mask,
        place: SourceLines,
    ) {
        if !mask.is_empty() {
            self.orders.push(Ordered { order, is_fence, place });
        }
    }

    /// Executes an atomic operation on several elements that lie behind each other; what was there.
    pub(super) fn atomic(
        &mut self,
        leaves: Leaves,
        (space, address): (Space, &Row),
        elements: &[Row],
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Vec<Row>, Stop> {
        let size: usize = elements.iter().map(Row::n_bytes).sum();
        let addresses = self.addresses_in(space, address, size as u64, mask, place)?;
        let mut taken = rustc_hash::FxHashMap::default();
        let mut results: Vec<Vec<u32>> =
            elements.iter().map(|own| vec![UNDEFINED_BYTE; self.threads * own.n_bytes()]).collect();
        for thread in mask.threads() {
            let mut at = addresses[thread];
            for byte in at..at + size as u64 {
                if let Some(first) = taken.insert(byte, thread) {
                    return Err(self.combined_twice(
                        leaves,
                        byte,
                        [first, thread],
                        elements,
                        place,
                    ));
                }
            }
            for (element, result) in elements.iter().zip(&mut results) {
                let per = element.n_bytes();
                let own: Vec<u32> = (0..per).map(|byte| element.byte(thread, byte)).collect();
                let mut old = Vec::with_capacity(per);
                for byte in 0..per as u64 {
                    let read = self.memory.read(at + byte, thread, place);
                    old.push(read.map_err(Stop::Fault)?);
                }
                result[thread * per..(thread + 1) * per].copy_from_slice(&old);
                let new = match leaves {
                    Leaves::Combination(combine) => {
                        self.table.combined(combine, 0, [&[old], &[own]])
                    }
                    Leaves::Value => own,
                };
                for byte in new {
                    let written = self.memory.write(at, byte, thread, place);
                    written.map_err(Stop::Fault)?;
                    at += 1;
                }
            }
        }
        let row = |(own, bytes): (&Row, Vec<u32>)| Row::bytes(own.width(), bytes);
        Ok(elements.iter().zip(results).map(row).collect())
    }

    /// Two threads in one place: elements of the TTGIR have places of their own, so that a value too much
    /// is there. Who comes first nobody says, and so not what each of them finds; where a value changes
    /// nothing, or no more than the one before it, that is not followed.
    fn combined_twice(
        &self,
        leaves: Leaves,
        byte: u64,
        [first, thread]: [usize; 2],
        elements: &[Row],
        place: SourceLines,
    ) -> Stop {
        let is_known = elements.iter().all(|own| own.number(thread).is_some());
        match leaves {
            Leaves::Combination(Combine::Add | Combine::FloatAdd | Combine::Xor) if !is_known => {
                let (lane, warp) = (first % self.lanes, first / self.lanes);
                let name = self.memory.name(byte);
                let what = format!("{name} is combined twice, by (lane {lane}, warp {warp}), too");
                Stop::Fault(Fault { thread: Some(thread), what, place })
            }
            _ => Stop::unknown("an atomic operation of several threads on one place", place.line),
        }
    }

    /// `atomicrmw` on a number or a vector.
    pub(super) fn atomic_value(
        &mut self,
        name: &str,
        address: (Space, &Row),
        value: &Value,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Value, Stop> {
        let unknown = || Stop::unknown(format!("atomicrmw {name}"), place.line);
        let leaves = Leaves::of_llvm(name).ok_or_else(unknown)?;
        let elements: Vec<Row> = value.rows().into_iter().cloned().collect();
        if elements.iter().any(|own| own.width() % 8 != 0) {
            return Err(unknown());
        }
        let mut old = self.atomic(leaves, address, &elements, mask, place)?.into_iter();
        Ok(value.map(&mut |row| old.next().unwrap_or_else(|| row.clone())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_ptx() {
        let form = |text: &str| Leaves::of_ptx(&text.split('.').collect::<Vec<_>>());
        let sum = Leaves::Combination(Combine::FloatAdd);
        assert_eq!(form("global.gpu.acq_rel.add.f32"), Some((sum, 32, 1)));
        assert_eq!(form("global.gpu.relaxed.add.noftz.f16x2"), Some((sum, 16, 2)));
        assert_eq!(form("global.gpu.relaxed.add.noftz.v4.bf16x2"), Some((sum, 16, 8)));
        assert_eq!(form("global.gpu.relaxed.v2.f32.add"), Some((sum, 32, 2)));
        let greatest = Leaves::Combination(Combine::SignedMax);
        assert_eq!(form("global.cta.relaxed.max.s64"), Some((greatest, 64, 1)));
        assert_eq!(form("global.sys.release.exch.b32"), Some((Leaves::Value, 32, 1)));
        assert_eq!(form("global.sys.release.cas.b32"), None);
        assert_eq!(form("global.sys.release.max.f32"), None);
        for (text, expected) in [
            ("min.s32", Combine::SignedMin),
            ("min.u32", Combine::UnsignedMin),
            ("max.s32", Combine::SignedMax),
            ("max.u32", Combine::UnsignedMax),
        ] {
            let found = form(&format!("global.gpu.relaxed.{text}"));
            assert_eq!(found, Some((Leaves::Combination(expected), 32, 1)), "{text}");
        }
        // Two memories, two scopes and two types.
        assert_eq!(form("global.global.gpu.add.f32"), None);
        assert_eq!(form("global.gpu.sys.add.f32"), None);
        assert_eq!(form("global.gpu.add.f32.f16"), None);
    }

    #[test]
    fn operations_of_llvm() {
        for (name, expected) in [
            ("add", Combine::Add),
            ("and", Combine::And),
            ("or", Combine::Or),
            ("xor", Combine::Xor),
            ("max", Combine::SignedMax),
            ("min", Combine::SignedMin),
            ("umax", Combine::UnsignedMax),
            ("umin", Combine::UnsignedMin),
            ("fadd", Combine::FloatAdd),
        ] {
            assert_eq!(Leaves::of_llvm(name), Some(Leaves::Combination(expected)), "{name}");
        }
        assert_eq!(Leaves::of_llvm("xchg"), Some(Leaves::Value));
        assert_eq!(Leaves::of_llvm("nand"), None);
    }
}
