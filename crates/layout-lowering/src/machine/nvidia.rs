//! NVIDIA's intrinsics, after the description of PTX.

use super::async_copies::{self, Reads};
use super::generic::{Arguments, Intrinsic};
use super::stop::Stop;
use super::{Machine, Value};
use crate::bits::{Combine, Row, Table, UNDEFINED_BYTE};

/// Where a shuffle takes its values from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Shuffle {
    Up,
    Down,
    Butterfly,
    Index,
}

impl Shuffle {
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "up" => Shuffle::Up,
            "down" => Shuffle::Down,
            "bfly" => Shuffle::Butterfly,
            "idx" => Shuffle::Index,
            _ => return None,
        })
    }

    /// The source lane, and whether it lies in the segment; one that does not is the lane itself.
    fn source(self, lane: u32, by: u32, clamp: u32) -> (u32, bool) {
        let (by, segment, last) = (by & 31, clamp >> 8 & 31, clamp & 31);
        let greatest = lane & segment | last & !segment;
        let source = match self {
            Shuffle::Up => lane.wrapping_sub(by),
            Shuffle::Down => lane + by,
            Shuffle::Butterfly => lane ^ by,
            Shuffle::Index => lane & segment | by & !segment,
        };
        let is_in = match self {
            Shuffle::Up => (greatest as i32) <= source as i32,
            _ => source <= greatest,
        };
        (if is_in { source } else { lane }, is_in)
    }
}

/// `fmax.f`, `fmin.nan.f` and the like. One that flushes small numbers is another function.
fn lesser_or_greater(name: &str) -> Option<Combine> {
    Some(match name {
        "fmin.f" | "fmin.d" => Combine::FloatMinOfNumbers,
        "fmax.f" | "fmax.d" => Combine::FloatMaxOfNumbers,
        "fmin.nan.f" => Combine::FloatMin,
        "fmax.nan.f" => Combine::FloatMax,
        _ => return None,
    })
}

/// What `redux.sync` makes of the values of a warp.
fn reduction(name: &str) -> Option<Combine> {
    Some(match name {
        "add" => Combine::Add,
        "and" => Combine::And,
        "or" => Combine::Or,
        "xor" => Combine::Xor,
        "min" => Combine::SignedMin,
        "max" => Combine::SignedMax,
        "umin" => Combine::UnsignedMin,
        "umax" => Combine::UnsignedMax,
        "fmin" => Combine::FloatMinOfNumbers,
        "fmax" => Combine::FloatMaxOfNumbers,
        "fmin.NaN" => Combine::FloatMin,
        "fmax.NaN" => Combine::FloatMax,
        _ => return None,
    })
}

impl Machine<'_> {
    /// `redux.sync`: each lane that is named has the combination of the values of all that are.
    fn reduced(&mut self, name: &str, arguments: &Arguments<'_>) -> Result<Intrinsic, Stop> {
        let Some(combine) = reduction(name) else { return Ok(None) };
        let (value, members) = (arguments.row(0)?, arguments.row(1)?);
        let mut bytes = Vec::with_capacity(4 * self.threads);
        for warp in 0..self.threads / self.lanes {
            let threads = warp * self.lanes..(warp + 1) * self.lanes;
            let named = threads.clone().find(|&thread| arguments.mask.has(thread));
            let named =
                named.map(|thread| members.number(thread).ok_or_else(|| arguments.unknown()));
            let named = named.transpose()?.unwrap_or(0);
            let mut combined: Option<Vec<u32>> = None;
            for thread in threads.clone().filter(|thread| named >> (thread % self.lanes) & 1 == 1) {
                let own: Vec<u32> = match arguments.mask.has(thread) {
                    true => (0..value.n_bytes()).map(|at| value.byte(thread, at)).collect(),
                    false => return Err(arguments.unknown()),
                };
                combined = Some(match combined {
                    Some(all) => self.table.combined(combine, 0, [&[all], &[own]]),
                    None => own,
                });
            }
            let combined = combined.unwrap_or_else(|| vec![UNDEFINED_BYTE; value.n_bytes()]);
            for _ in threads {
                bytes.extend_from_slice(&combined);
            }
        }
        Ok(Some(Some(Value::Row(Row::bytes(value.width(), bytes)))))
    }

    pub(super) fn nvidia(&mut self, arguments: &Arguments<'_>) -> Result<Intrinsic, Stop> {
        let name = arguments.name.strip_prefix("llvm.nvvm.").unwrap_or_default();
        let (mask, place) = (arguments.mask, arguments.place);
        if let Some(register) = name.strip_prefix("read.ptx.sreg.") {
            return Ok(self.special_register(register).map(|row| Some(Value::Row(row))));
        }
        if let Some(rest) = name.strip_prefix("shfl.sync.") {
            let mut parts = rest.split('.');
            let shuffle = parts.next().and_then(Shuffle::from_name);
            let shuffle = shuffle.ok_or_else(|| arguments.unknown())?;
            let rows = [0, 1, 2, 3].map(|at| arguments.row(at));
            let [members, value, by, clamp] = rows;
            let (value, is_in) =
                self.shuffle(shuffle, [members?, value?, by?, clamp?], arguments)?;
            let has_predicate = parts.next().is_some_and(|kind| kind.ends_with('p'));
            let value = Value::Row(value);
            return Ok(Some(Some(match has_predicate {
                true => Value::Many([value, Value::Row(is_in)].into()),
                false => value,
            })));
        }
        if let Some(rest) = name.strip_prefix("tcgen05.") {
            return self.tensor_intrinsic(rest, arguments);
        }
        if let Some(rest) = name.strip_prefix("redux.sync.") {
            return self.reduced(rest, arguments);
        }
        if let Some(combine) = lesser_or_greater(name) {
            let combined = self.combined(combine, arguments.value(0)?, arguments.value(1)?);
            return Ok(combined.map(Some));
        }
        // A generic address is not followed.
        if name.contains("matrix.sync") && !name.ends_with(".p3") {
            return Ok(None);
        }
        if let Some(rest) = name.strip_prefix("ldmatrix.sync.aligned.") {
            return self
                .ldmatrix(rest, arguments.row(0)?, mask, place)
                .map(|rows| Some(Some(many(rows))));
        }
        if let Some(rest) = name.strip_prefix("stmatrix.sync.aligned.") {
            let registers: Result<Vec<&Row>, Stop> =
                (1..arguments.values.len()).map(|at| arguments.row(at)).collect();
            self.stmatrix(rest, arguments.row(0)?, &registers?, mask, place)?;
            return Ok(Some(None));
        }
        if name == "prmt" || name.starts_with("prmt.") {
            let mode = name.strip_prefix("prmt.").unwrap_or("");
            let has_one = matches!(mode, "rc8" | "rc16" | "ecl" | "ecr");
            let zero = Row::same(32, 0);
            let (second, selector) = match (has_one, arguments.values.len()) {
                (true, 2) => (&zero, arguments.row(1)?),
                _ => (arguments.row(1)?, arguments.row(2)?),
            };
            let result = self.prmt(mode, [arguments.row(0)?, second, selector]);
            return Ok(result.map(|row| Some(Value::Row(row))));
        }
        Ok(Some(match name {
            "barrier0" => {
                self.barrier(mask, place)?;
                None
            }
            "barrier.cta.sync.aligned.all" | "barrier.cta.sync.all" | "barrier.sync" => {
                self.numbered_barrier(arguments.number(0)?, None, mask, place)?;
                None
            }
            "barrier.cta.sync.aligned.count" | "barrier.cta.sync.count" => {
                let (number, count) = (arguments.number(0)?, arguments.number(1)?);
                self.numbered_barrier(number, Some(count), mask, place)?;
                None
            }
            "bar.warp.sync" => {
                self.warp_barrier(arguments.row(0)?, arguments)?;
                None
            }
            "elect.sync" => {
                let is_first = |thread| self.first_lane(thread, mask) == Some(self.lane(thread));
                let elected = self.each_thread(1, |thread| u64::from(is_first(thread)));
                let first = |thread| self.first_lane(thread, mask).unwrap_or(0) as u64;
                let first = self.each_thread(32, first);
                Some(Value::Many([Value::Row(first), Value::Row(elected)].into()))
            }
            "cp.async.commit.group" => {
                self.commit_copies(mask, arguments.place)?;
                None
            }
            "cp.async.wait.group" => {
                self.wait_for_copies(arguments.number(0)? as usize, mask)?;
                None
            }
            "cp.async.wait.all" => {
                self.commit_copies(mask, arguments.place)?;
                self.wait_for_copies(0, mask)?;
                None
            }
            _ => match name.strip_prefix("cp.async.").and_then(async_copies::of_intrinsic) {
                Some((caching, size, has_count)) => {
                    let reads = match has_count {
                        true => Reads::Bytes(arguments.row(2)?.clone()),
                        false => Reads::All,
                    };
                    let rows = [arguments.row(0)?, arguments.row(1)?];
                    self.async_copy(rows, (caching, size), &reads, arguments)?;
                    None
                }
                None => return Ok(None),
            },
        }))
    }

    fn special_register(&self, name: &str) -> Option<Row> {
        let warps = (self.threads / self.lanes) as u64;
        let lanes = self.lanes;
        Some(match name {
            "tid.x" => self.each_thread(32, |thread| thread as u64),
            "laneid" => self.each_thread(32, |thread| (thread % lanes) as u64),
            "warpid" => self.each_thread(32, |thread| (thread / lanes) as u64),
            "ntid.x" => Row::same(32, self.threads as u64),
            "nwarpid" => Row::same(32, warps),
            "warpsize" => Row::same(32, lanes as u64),
            "ntid.y" | "ntid.z" => Row::same(32, 1),
            "tid.y" | "tid.z" | "cluster.ctarank" | "cluster.ctaid.x" => Row::same(32, 0),
            _ => return None,
        })
    }

    pub(super) fn shuffle(
        &mut self,
        shuffle: Shuffle,
        [members, value, by, clamp]: [&Row; 4],
        arguments: &Arguments<'_>,
    ) -> Result<(Row, Row), Stop> {
        let lanes = self.lanes;
        let source = |thread: usize| {
            let (by, clamp) = (by.number(thread)? as u32, clamp.number(thread)? as u32);
            let members = members.number(thread)?;
            let (lane, is_in) = shuffle.source((thread % lanes) as u32, by, clamp);
            // Both the thread and its source must be named.
            let named = |lane: usize| members >> lane & 1 == 1;
            (named(thread % lanes) && named(lane as usize)).then_some((lane as usize, is_in))
        };
        for thread in arguments.mask.threads() {
            let is_lost =
                |row: &Row| row.number(thread).is_none() && !row.has_undefined(thread, self.table);
            if [members, by, clamp].into_iter().any(is_lost) {
                return Err(Stop::unknown("a shuffle by data", arguments.place.line));
            }
        }
        let moved = self.taken_from_lane(value, arguments.mask, |thread| Some(source(thread)?.0));
        let is_in =
            self.each_thread(1, |thread| u64::from(source(thread).is_some_and(|(_, is_in)| is_in)));
        Ok((moved, is_in))
    }

    /// `prmt.b32`: four of the eight bytes of two registers, or their signs.
    pub(super) fn prmt(&mut self, mode: &str, [a, b, selector]: [&Row; 3]) -> Option<Row> {
        let mut bytes = Vec::with_capacity(self.threads * 4);
        for thread in 0..self.threads {
            let Some(selector) = selector.number(thread) else {
                bytes.extend([self.table.lose(); 4]);
                continue;
            };
            for at in 0..4_u64 {
                let low = selector & 3;
                let choice = match mode {
                    "" => selector >> (4 * at) & 15,
                    "f4e" => low + at,
                    "b4e" => low.wrapping_sub(at) & 7,
                    "rc8" => low,
                    "ecl" => low.max(at),
                    "ecr" => low.min(at),
                    "rc16" => (low & 1) * 2 + (at & 1),
                    _ => return None,
                };
                let from = (choice & 7) as usize;
                let byte = if from < 4 { a.byte(thread, from) } else { b.byte(thread, from - 4) };
                bytes.push(if choice & 8 == 0 { byte } else { sign(byte, self.table) });
            }
        }
        Some(Row::bytes(32, bytes))
    }
}

/// Eight times the highest bit of a byte.
pub(super) fn sign(byte: u32, table: &mut Table) -> u32 {
    let bits = table.bits(byte);
    table.byte([bits[7]; 8])
}

/// One register, or a structure of several.
pub(super) fn many(rows: Vec<Row>) -> Value {
    let mut values: Vec<Value> = rows.into_iter().map(Value::Row).collect();
    match values.len() {
        1 => values.swap_remove(0),
        _ => Value::Many(values.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_of_shuffles() {
        let all = 31;
        assert_eq!(Shuffle::Index.source(7, 20, all), (20, true));
        assert_eq!(Shuffle::Butterfly.source(5, 3, all), (6, true));
        assert_eq!(Shuffle::Down.source(30, 3, all), (30, false));
        assert_eq!(Shuffle::Down.source(3, 3, all), (6, true));
        assert_eq!(Shuffle::Up.source(2, 3, 0), (2, false));
        assert_eq!(Shuffle::Up.source(9, 3, 0), (6, true));
        // Segments of 8 lanes: the mask is 24, the last lane 7.
        let segments = 24 << 8 | 7;
        assert_eq!(Shuffle::Index.source(17, 3, segments), (19, true));
        assert_eq!(Shuffle::Down.source(22, 3, segments), (22, false));
        assert_eq!(Shuffle::Up.source(17, 3, 24 << 8), (17, false));
    }
}
