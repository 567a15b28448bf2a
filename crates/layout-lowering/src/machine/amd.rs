//! AMD's intrinsics, after the descriptions of the instruction sets.

use super::access::Space;
use super::generic::{Arguments, Intrinsic};
use super::nvidia::sign;
use super::stop::Stop;
use super::transposed::Exchange;
use super::{Family, Machine, Value};
use crate::bits::{self, Mask, Row};

/// The lane of a row of 16 that each lane takes from, by the control word of DPP.
#[derive(Debug, Clone, Copy, PartialEq)]
enum DppSource {
    Lane(usize),
    /// A lane that there is not.
    Outside,
    /// A control word that is not modeled.
    Unknown,
}

fn dpp_source(control: u64, lane: usize, lanes: usize) -> DppSource {
    let (row, at) = (lane / 16 * 16, lane % 16);
    let by = (control & 15) as usize;
    let within = |source: Option<usize>| match source {
        Some(source) if source < 16 => DppSource::Lane(row + source),
        _ => DppSource::Outside,
    };
    let of_wave = |source: usize| match source < lanes {
        true => DppSource::Lane(source),
        false => DppSource::Outside,
    };
    match control {
        0..=0xff => DppSource::Lane(lane / 4 * 4 + (control >> (2 * (lane % 4)) & 3) as usize),
        0x101..=0x10f => within(Some(at + by)),
        0x111..=0x11f => within(at.checked_sub(by)),
        0x121..=0x12f => within(Some((at + 16 - by) % 16)),
        0x130 => of_wave(lane + 1),
        0x134 => DppSource::Lane((lane + 1) % lanes),
        0x138 => of_wave(lane.wrapping_sub(1)),
        0x13c => DppSource::Lane((lane + lanes - 1) % lanes),
        0x140 => within(Some(15 - at)),
        0x141 => within(Some(at / 8 * 8 + 7 - at % 8)),
        // The last lane of a row for all of the next one, and lane 31 for all that are behind it.
        0x142 => row.checked_sub(1).map_or(DppSource::Outside, DppSource::Lane),
        0x143 if lane < 32 => DppSource::Outside,
        0x143 => DppSource::Lane(31),
        0x150..=0x15f => within(Some(by)),
        0x160..=0x16f => within(Some(at ^ by)),
        _ => DppSource::Unknown,
    }
}

/// True if the flags of a buffer say no more than its format: no number of a thread is added, no structure
/// is told apart, and an access is in it by its offset.
fn is_plain(flags: u64, family: Family) -> bool {
    const SELECTION: u64 = 0xfff;
    match family {
        // A format that is 0 is not a buffer; 7 bits of it are ignored.
        Family::Gfx9 => flags & !(SELECTION | 0x7f << 12) == 0 && flags >> 15 & 15 != 0,
        Family::Rdna | Family::Gfx12 => flags & !(SELECTION | 0x7f << 12 | 1 << 24) == 3 << 28,
        Family::Other => flags >> 23 & 1 == 0,
    }
}

impl Machine<'_> {
    pub(super) fn amd(&mut self, arguments: &Arguments<'_>) -> Result<Intrinsic, Stop> {
        let name = arguments.name.strip_prefix("llvm.amdgcn.").unwrap_or_default();
        let (mask, place, lanes) = (arguments.mask, arguments.place, self.lanes);
        let some = |row: Row| Ok(Some(Some(Value::Row(row))));
        match name {
            "workitem.id.x" => return some(self.each_thread(32, |thread| thread as u64)),
            "workitem.id.y" | "workitem.id.z" => return some(Row::same(32, 0)),
            "wave.id" => return some(self.each_thread(32, |thread| (thread / lanes) as u64)),
            "wavefrontsize" => return some(Row::same(32, lanes as u64)),
            "s.barrier" => {
                self.barrier(mask, place)?;
                return Ok(Some(None));
            }
            "s.barrier.signal" | "s.barrier.wait" => {
                self.split_barrier(name == "s.barrier.signal", arguments)?;
                return Ok(Some(None));
            }
            "perm" => return some(self.perm(arguments)?),
            "mbcnt.lo" | "mbcnt.hi" => {
                // The lanes below that the mask names, in one half of the wave.
                let first = if name == "mbcnt.lo" { 0 } else { 32 };
                let (named, more) = (arguments.row(0)?, arguments.row(1)?);
                let own = |thread: usize| {
                    let lane = (thread % lanes).saturating_sub(first).min(32);
                    let below = (1_u64 << lane) - 1;
                    let count = u64::from((named.number(thread)? & below).count_ones());
                    Some((count + more.number(thread)?) & 0xffff_ffff)
                };
                let numbers: Option<Vec<u64>> = (0..self.threads).map(own).collect();
                return some(Row::numbers(32, numbers.ok_or_else(|| arguments.unknown())?));
            }
            _ if name.starts_with("make.buffer.rsrc") => return self.resource(arguments),
            _ => {}
        }
        if let Some(known) = self.lds_copy(name, arguments)? {
            return Ok(Some(known));
        }
        if let Some(kind) = name.strip_prefix("raw.ptr.buffer.") {
            return self.buffer(kind, arguments);
        }
        if let Some(exchange) = Exchange::from_name(name) {
            return self.transposed_load(exchange, arguments);
        }
        self.amd_lanes(name, arguments)
    }

    /// What threads of a wave tell each other.
    fn amd_lanes(&mut self, name: &str, arguments: &Arguments<'_>) -> Result<Intrinsic, Stop> {
        let (mask, lanes) = (arguments.mask, self.lanes);
        let family = name.split('.').next().unwrap_or(name);
        let row = match (family, name) {
            ("readfirstlane", _) => self
                .taken_from_lane(arguments.row(0)?, mask, |thread| self.first_lane(thread, mask)),
            ("readlane", _) => {
                let lane = arguments.row(1)?;
                self.taken_from_lane(arguments.row(0)?, mask, |thread| {
                    Some(lane.number(thread)? as usize % lanes)
                })
            }
            (_, "ds.bpermute") => {
                let address = arguments.row(0)?;
                self.check_known(address, arguments)?;
                self.taken_from_lane(arguments.row(1)?, mask, |thread| {
                    Some((address.number(thread)? / 4) as usize % lanes)
                })
            }
            (_, "ds.swizzle") => {
                let control = arguments.number(1)? as usize;
                let source = |thread: usize| {
                    let lane = thread % lanes;
                    Some(if control & 0x8000 != 0 {
                        lane / 4 * 4 + (control >> (2 * (lane % 4)) & 3)
                    } else {
                        let (and, or, xor) = (control & 31, control >> 5 & 31, control >> 10 & 31);
                        lane / 32 * 32 + ((lane & and | or) ^ xor) % 32
                    })
                };
                self.taken_from_lane(arguments.row(0)?, mask, source)
            }
            ("permlane16" | "permlanex16", _) if arguments.values.len() == 6 => {
                let (low, high) = (arguments.number(2)?, arguments.number(3)?);
                let other = if family == "permlanex16" { 16 } else { 0 };
                let choice = low | high << 32;
                let source = |thread: usize| {
                    let lane = thread % lanes;
                    Some(((lane / 16 * 16) ^ other) + (choice >> (4 * (lane % 16)) & 15) as usize)
                };
                self.taken_from_lane(arguments.row(1)?, mask, source)
            }
            (_, "permlane16.swap" | "permlane32.swap") => {
                let half = if name == "permlane16.swap" { 16 } else { 32 };
                return self.swap(half, arguments);
            }
            (_, _) if name.starts_with("update.dpp") || name.starts_with("mov.dpp") => {
                self.dpp(name.starts_with("update"), arguments)?
            }
            ("ballot", _) => {
                let condition = arguments.row(0)?;
                self.check_known(condition, arguments)?;
                let width = arguments.width()?;
                self.each_thread(width, |thread| {
                    let warp = thread / lanes * lanes;
                    let holds = |lane: &usize| {
                        mask.has(warp + lane) && condition.number(warp + lane) == Some(1)
                    };
                    (0..lanes).filter(holds).map(|lane| 1 << lane).sum()
                })
            }
            _ => return Ok(None),
        };
        Ok(Some(Some(Value::Row(row))))
    }

    /// Where lanes are named by data nothing is followed.
    fn check_known(&self, row: &Row, arguments: &Arguments<'_>) -> Result<(), Stop> {
        let is_lost =
            |thread: usize| row.number(thread).is_none() && !row.has_undefined(thread, self.table);
        match arguments.mask.threads().any(is_lost) {
            true => Err(Stop::unknown("a permutation by data", arguments.place.line)),
            false => Ok(()),
        }
    }

    /// Exchanges the odd rows of the first register with the even ones of the second.
    fn swap(&mut self, half: usize, arguments: &Arguments<'_>) -> Result<Intrinsic, Stop> {
        let (first, second) = (arguments.row(0)?, arguments.row(1)?);
        let (mask, lanes) = (arguments.mask, self.lanes);
        let take = |is_first: bool| {
            Row::gather(first.width(), self.threads, |thread| {
                let lane = thread % lanes;
                let is_odd = lane / half % 2 == 1;
                let (row, source) = match (is_first, is_odd) {
                    (true, false) => (first, thread),
                    (true, true) => (second, thread - half),
                    (false, false) => (first, thread + half),
                    (false, true) => (second, thread),
                };
                (source / lanes == thread / lanes && mask.has(source)).then_some((row, source))
            })
        };
        let both = [Value::Row(take(true)), Value::Row(take(false))];
        Ok(Some(Some(Value::Many(both.into()))))
    }

    fn dpp(&mut self, has_old: bool, arguments: &Arguments<'_>) -> Result<Row, Stop> {
        let first = usize::from(has_old);
        let value = arguments.row(first)?;
        let undefined = Row::undefined(value.width());
        let old = if has_old { arguments.row(0)? } else { &undefined };
        let control = arguments.number(first + 1)?;
        let (rows, banks) = (arguments.number(first + 2)?, arguments.number(first + 3)?);
        let fills_with_zero = arguments.number(first + 4)? == 1;
        let zero = Row::same(value.width().min(64), 0);
        let (mask, lanes) = (arguments.mask, self.lanes);
        if dpp_source(control, 0, lanes) == DppSource::Unknown {
            return Err(Stop::unknown(format!("dpp 0x{control:x}"), arguments.place.line));
        }
        Ok(Row::gather(value.width(), self.threads, |thread| {
            let lane = thread % lanes;
            let is_on = rows >> (lane / 16) & 1 == 1 && banks >> (lane % 16 / 4) & 1 == 1;
            match dpp_source(control, lane, lanes) {
                _ if !is_on => Some((old, thread)),
                DppSource::Lane(source) => {
                    let source = thread - lane + source;
                    match mask.has(source) {
                        true => Some((value, source)),
                        false if fills_with_zero => Some((&zero, thread)),
                        false => Some((old, thread)),
                    }
                }
                _ if fills_with_zero => Some((&zero, thread)),
                _ => Some((old, thread)),
            }
        }))
    }

    /// `v_perm_b32`: bytes of two registers, the second one being the low half; 8 to 11 are signs, 12 is
    /// 0, and what is greater 255.
    fn perm(&mut self, arguments: &Arguments<'_>) -> Result<Row, Stop> {
        let (high, low, selector) = (arguments.row(0)?, arguments.row(1)?, arguments.row(2)?);
        let mut bytes = Vec::with_capacity(4 * self.threads);
        for thread in 0..self.threads {
            let byte = |at: usize| match at < 4 {
                true => low.byte(thread, at),
                false => high.byte(thread, at - 4),
            };
            let Some(selector) = selector.number(thread) else {
                bytes.extend([self.table.lose(); 4]);
                continue;
            };
            for at in 0..4 {
                bytes.push(match (selector >> (8 * at) & 0xff) as usize {
                    choice @ 0..=7 => byte(choice),
                    choice @ 8..=11 => sign(byte(2 * (choice - 8) + 1), self.table),
                    12 => 0,
                    _ => 0xff,
                });
            }
        }
        Ok(Row::bytes(32, bytes))
    }

    /// A buffer: its address, and the number of its bytes.
    fn resource(&mut self, arguments: &Arguments<'_>) -> Result<Intrinsic, Stop> {
        let base = arguments.row(0)?.clone();
        let flags = arguments.number(3)?;
        if !is_plain(flags, self.family) {
            return Err(Stop::unknown(
                format!("a buffer with flags 0x{flags:x}"),
                arguments.place.line,
            ));
        }
        // Up to gfx12 it has 32 bits.
        let width = if self.family == Family::Other { 64 } else { 32 };
        let records = bits::resize(arguments.row(2)?, width, self.threads, self.table);
        let records = bits::resize(&records, 64, self.threads, self.table);
        if arguments.number(1)? != 0 || base.width() != 64 {
            return Err(Stop::unknown("a buffer with a stride", arguments.place.line));
        }
        let both = bits::concat(&[base, records], self.threads, self.table);
        Ok(Some(Some(Value::Row(both))))
    }

    /// Accesses to a buffer: past its end loads give 0, and stores do nothing.
    fn buffer(&mut self, kind: &str, arguments: &Arguments<'_>) -> Result<Intrinsic, Stop> {
        let is_load = kind.starts_with("load");
        let first = usize::from(!is_load);
        if !is_load && !kind.starts_with("store") {
            return Ok(None);
        }
        let [buffer, offset, more] = [0, 1, 2].map(|at| arguments.row(first + at));
        let width = match is_load {
            true => arguments.width()?,
            false => self.packed(arguments.value(0)?).width(),
        };
        let rows = [buffer?, offset?, more?];
        self.check_cache(arguments.number(first + 3)?, arguments)?;
        let size = u64::from(width.div_ceil(8));
        let (address, inside, outside) = self.in_buffer(rows, 0, size, arguments)?;
        let threads = self.threads;
        if !is_load {
            self.store(
                arguments.value(0)?,
                (Space::Global, &address),
                1,
                &inside,
                arguments.place,
            )?;
            return Ok(Some(None));
        }
        let loaded =
            self.load_row(width, (Space::Global, &address), 1, &inside, arguments.place)?;
        let zero = bits::resize(&Row::same(8, 0), width, threads, self.table);
        let row = zero.merged(&outside, &loaded, threads);
        Ok(self.unpacked(&row, arguments.kind).map(Some))
    }

    /// The address of each active thread in a buffer, of two offsets and one for all, and which threads
    /// are in it with so many bytes, and which are not.
    pub(super) fn in_buffer(
        &mut self,
        [buffer, offset, more]: [&Row; 3],
        immediate: u64,
        size: u64,
        arguments: &Arguments<'_>,
    ) -> Result<(Row, Mask, Mask), Stop> {
        let threads = self.threads;
        let base = bits::slice(buffer, 0, 64, threads, self.table);
        let records = bits::slice(buffer, 64, 64, threads, self.table);
        let (mut addresses, mut is_in) = (vec![0; threads], vec![false; threads]);
        for thread in arguments.mask.threads() {
            let number = |name: &str, row: &Row| arguments.number_of(name, row, thread, self.table);
            let offset = number("the offset of a thread in a buffer", offset)?
                + number("the offset of all threads in a buffer", more)?
                + immediate;
            addresses[thread] = number("the address of a buffer", &base)?.wrapping_add(offset);
            let records = number("the size of a buffer", &records)?;
            is_in[thread] = offset.saturating_add(size) <= records;
            if offset < records && !is_in[thread] {
                let what = "an access that is partly in a buffer";
                return Err(Stop::unknown(what, arguments.place.line));
            }
        }
        let (inside, outside) = arguments.mask.split(|thread| is_in[thread]);
        Ok((Row::numbers(64, addresses), inside, outside))
    }

    /// What says how an access is cached must not say that the buffer is swizzled.
    pub(super) fn check_cache(&self, bits: u64, arguments: &Arguments<'_>) -> Result<(), Stop> {
        // Bit 3 up to gfx11; on gfx12 it is one of the scope, and bit 6 swizzles. Bit 31 is volatile.
        let plain = match self.family {
            Family::Gfx9 | Family::Rdna => 0x8000_0017,
            Family::Gfx12 | Family::Other => 0x8000_003f,
        };
        match bits & !plain {
            0 => Ok(()),
            _ => Err(Stop::unknown(format!("cache bits 0x{bits:x}"), arguments.place.line)),
        }
    }

    /// Loads that transpose in groups of 16 lanes.
    fn transposed_load(
        &mut self,
        (exchange, element_bits): (Exchange, u32),
        arguments: &Arguments<'_>,
    ) -> Result<Intrinsic, Stop> {
        let (width, mask) = (arguments.width()?, arguments.mask);
        let (per_lane, size) = ((width / element_bits) as usize, (element_bits / 8) as usize);
        if !mask.is_all() || !matches!(per_lane, 4 | 8) {
            return Ok(None);
        }
        let bytes_of_lane = u64::from(width / 8);
        let loaded = self.load_row(
            width,
            (Space::Shared, arguments.row(0)?),
            bytes_of_lane,
            mask,
            arguments.place,
        )?;
        let mut bytes = Vec::with_capacity(self.threads * loaded.n_bytes());
        for thread in 0..self.threads {
            for element in 0..per_lane {
                let (source, at) = exchange.source(thread % 16, element, per_lane);
                let source = thread / 16 * 16 + source;
                bytes.extend((0..size).map(|byte| loaded.byte(source, at * size + byte)));
            }
        }
        let row = Row::bytes(width, bytes);
        Ok(self.unpacked(&row, arguments.kind).map(Some))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_buffers() {
        assert!(is_plain(0x27000, Family::Gfx9) && is_plain(0x3102_7000, Family::Rdna));
        // Not the format, a thread's number, a structure, and the flags of the other family.
        for flags in [0, 0x7000, 0x82_7000, 0x4002_7000, 0x62_7000, 0x3102_7000] {
            assert!(!is_plain(flags, Family::Gfx9), "0x{flags:x}");
        }
        for flags in [0x2_7000, 0x1102_7000, 0x3182_7000] {
            assert!(!is_plain(flags, Family::Rdna), "0x{flags:x}");
        }
        assert_eq!(Family::of("hip:gfx942"), Family::Gfx9);
        assert_eq!(Family::of("hip:gfx1201"), Family::Gfx12);
        assert_eq!(Family::of("hip:gfx1030"), Family::Rdna);
        assert_eq!(Family::of("hip:gfx1250"), Family::Other);
    }

    #[test]
    fn sources_of_dpp() {
        let source = |control, lane| dpp_source(control, lane, 64);
        // Neighbors exchanged: quad_perm:[1,0,3,2].
        assert_eq!((source(0xb1, 4), source(0xb1, 7)), (DppSource::Lane(5), DppSource::Lane(6)));
        assert_eq!(
            (source(0x101, 14), source(0x101, 15)),
            (DppSource::Lane(15), DppSource::Outside)
        );
        assert_eq!(
            (source(0x118, 24), source(0x118, 23)),
            (DppSource::Lane(16), DppSource::Outside)
        );
        assert_eq!(
            (source(0x124, 17), source(0x124, 20)),
            (DppSource::Lane(29), DppSource::Lane(16))
        );
        assert_eq!(
            (source(0x140, 18), source(0x141, 18)),
            (DppSource::Lane(29), DppSource::Lane(21))
        );
        assert_eq!(
            (source(0x153, 40), source(0x165, 40)),
            (DppSource::Lane(35), DppSource::Lane(45))
        );
        assert_eq!(
            (source(0x130, 63), source(0x13c, 0)),
            (DppSource::Outside, DppSource::Lane(63))
        );
        assert_eq!(
            (source(0x142, 15), source(0x142, 37)),
            (DppSource::Outside, DppSource::Lane(31))
        );
        assert_eq!(
            (source(0x143, 31), source(0x143, 63)),
            (DppSource::Outside, DppSource::Lane(31))
        );
        assert_eq!((source(0x130, 3), source(0x134, 63)), (DppSource::Lane(4), DppSource::Lane(0)));
        assert_eq!((source(0x138, 3), source(0x138, 0)), (DppSource::Lane(2), DppSource::Outside));
        assert_eq!(source(0x144, 0), DppSource::Unknown);
    }
}
