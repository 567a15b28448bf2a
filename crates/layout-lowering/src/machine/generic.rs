//! Intrinsics of every target, and the dispatch of the others to their vendor.

use super::models::{Description, described};
use super::stop::{SourceLines, Stop};
use super::{Machine, Value, Vendor};
use crate::bits::{self, Combine, LOST, MAYBE_POISON, Mask, POISON, Row, Table};
use crate::llvm::{Binary, Flags, Predicate, Type};

/// The arguments of an intrinsic.
pub(super) struct Arguments<'a> {
    pub name: &'a str,
    pub values: &'a [Value],
    pub kind: &'a Type,
    pub mask: &'a Mask,
    pub place: SourceLines,
}

/// What an intrinsic that is known gives, if anything.
pub(super) type Intrinsic = Option<Option<Value>>;

/// What the intrinsics for the lesser and the greater of two numbers are.
pub(super) fn least_or_greatest(name: &str) -> Option<Combine> {
    Some(match name {
        "umin" => Combine::UnsignedMin,
        "umax" => Combine::UnsignedMax,
        "smin" => Combine::SignedMin,
        "smax" => Combine::SignedMax,
        "minnum" | "minimumnum" => Combine::FloatMinOfNumbers,
        "maxnum" | "maximumnum" => Combine::FloatMaxOfNumbers,
        "minimum" => Combine::FloatMin,
        "maximum" => Combine::FloatMax,
        _ => return None,
    })
}

impl Arguments<'_> {
    /// The number that an operand is for a thread; an undefined one is a fault, with what the operand is.
    pub fn number_of(
        &self,
        name: &str,
        row: &Row,
        thread: usize,
        table: &Table,
    ) -> Result<u64, Stop> {
        row.number(thread).ok_or_else(|| match row.has_undefined(thread, table) {
            true => Stop::fault(Some(thread), format!("{name} is undefined"), self.place),
            false => self.unknown(),
        })
    }

    pub fn unknown(&self) -> Stop {
        Stop::unknown(self.name, self.place.line)
    }

    pub fn value(&self, at: usize) -> Result<&Value, Stop> {
        self.values.get(at).ok_or_else(|| self.unknown())
    }

    pub fn row(&self, at: usize) -> Result<&Row, Stop> {
        self.value(at)?.as_row().ok_or_else(|| self.unknown())
    }

    /// An argument that is the same known number everywhere.
    pub fn number(&self, at: usize) -> Result<u64, Stop> {
        self.row(at)?.as_same().ok_or_else(|| self.unknown())
    }

    /// The width of the result, which has one part.
    pub fn width(&self) -> Result<u32, Stop> {
        self.kind.bits().ok_or_else(|| self.unknown())
    }
}

/// Intrinsics that say something to the compiler, or put instructions in an order.
const WITHOUT_EFFECT: &[&str] = &[
    "llvm.lifetime",
    "llvm.dbg",
    "llvm.experimental.noalias",
    "llvm.sideeffect",
    "llvm.donothing",
    "llvm.amdgcn.sched",
    "llvm.amdgcn.s.setprio",
    "llvm.amdgcn.s.nop",
    "llvm.amdgcn.iglp",
    "llvm.amdgcn.wave.barrier",
    "llvm.amdgcn.s.wait.dscnt",
    "llvm.nvvm.fence",
    "llvm.nvvm.membar",
];

impl<'m> Machine<'m> {
    /// The value of an intrinsic.
    pub(super) fn intrinsic(
        &mut self,
        name: &'m str,
        values: &[Value],
        kind: &Type,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Option<Value>, Stop> {
        if WITHOUT_EFFECT.iter().any(|begin| name.starts_with(begin)) {
            return Ok(None);
        }
        let arguments = Arguments { name, values, kind, mask, place };
        if name == "llvm.assume" {
            self.assumed(arguments.row(0)?, mask, place)?;
            return Ok(None);
        }
        let description = described(name).ok_or_else(|| arguments.unknown())?;
        self.fitted |= description == Description::Observed;
        let known = match name {
            _ if name.starts_with("llvm.nvvm.") && self.vendor == Vendor::Nvidia => {
                self.nvidia(&arguments)?
            }
            _ if name.starts_with("llvm.amdgcn.") && self.vendor == Vendor::Amd => {
                self.amd(&arguments)?
            }
            _ => self.generic(&arguments)?,
        };
        known.ok_or_else(|| arguments.unknown())
    }

    fn generic(&mut self, arguments: &Arguments<'_>) -> Result<Intrinsic, Stop> {
        let Some(rest) = arguments.name.strip_prefix("llvm.") else { return Ok(None) };
        if let Some(rest) = rest.strip_prefix("vector.reduce.") {
            return self.reduction(rest, arguments);
        }
        let name = rest.split('.').next().unwrap_or(rest);
        let (threads, first) = (self.threads, arguments.value(0)?);
        Ok(Some(Some(match name {
            "expect" | "ssa" => first.clone(),
            "bitreverse" | "bswap" => {
                let table = &mut *self.table;
                let group = if name == "bswap" { 8 } else { 1 };
                first.map(&mut |row| {
                    Row::from_bits(row.width(), threads, table, |thread, table, bits| {
                        let begin = bits.len();
                        row.unpack(thread, table, bits);
                        bits[begin..].reverse();
                        bits[begin..].chunks_mut(group).for_each(<[_]>::reverse);
                    })
                })
            }
            "umin" | "umax" | "smin" | "smax" => {
                let predicate = match name {
                    "umin" => Predicate::UnsignedLess,
                    "umax" => Predicate::UnsignedGreater,
                    "smin" => Predicate::SignedLess,
                    _ => Predicate::SignedGreater,
                };
                let second = arguments.value(1)?;
                let table = &mut *self.table;
                let chosen = first.zip(second, &mut |a, b| {
                    let is_first = bits::compare(predicate, a, b, threads, table);
                    let row = bits::select(&is_first, a, b, threads, table);
                    match least_or_greatest(name) {
                        Some(combine) => bits::or_combined(row, combine, [a, b], threads, table),
                        None => row,
                    }
                });
                chosen.ok_or_else(|| arguments.unknown())?
            }
            _ if let Some(combine) = least_or_greatest(name) => {
                let second = arguments.value(1)?;
                let combined = self.combined(combine, first, second);
                combined.ok_or_else(|| arguments.unknown())?
            }
            "fshl" | "fshr" => {
                let (high, low) = (arguments.row(0)?, arguments.row(1)?);
                let width = high.width();
                let shift = arguments.number(2)? as u32 % width;
                let pair = [low.clone(), high.clone()];
                let both = bits::concat(&pair, threads, self.table);
                let from = match name {
                    "fshl" => width - shift,
                    _ => shift,
                };
                let row = bits::slice(&both, from, width, threads, self.table);
                Value::Row(bits::poisoned(row, &[high, low], threads, self.table))
            }
            "ctpop" | "ctlz" | "cttz" | "abs" => {
                // Of a number without a result, 0 or the smallest one, the flag says that it is poison.
                let is_poison = arguments.values.len() == 2 && arguments.number(1)? == 1;
                let none = |width: u32| match name {
                    _ if !is_poison || name == "ctpop" => None,
                    "abs" => 1_u64.checked_shl(width - 1),
                    _ => Some(0),
                };
                let own = |number: u64, width: u32| match name {
                    "ctpop" => u64::from(number.count_ones()),
                    "ctlz" => u64::from((number << (64 - width)).leading_zeros().min(width)),
                    "cttz" => u64::from(number.trailing_zeros().min(width)),
                    _ if number >> (width - 1) == 1 => {
                        number.wrapping_neg() & (u64::MAX >> (64 - width))
                    }
                    _ => number,
                };
                self.of_numbers(first, none, own)
            }
            _ => return Ok(None),
        })))
    }

    /// A function of numbers, of one of which it is poison; what depends on data is lost.
    fn of_numbers(
        &mut self,
        value: &Value,
        none: impl Fn(u32) -> Option<u64>,
        own: impl Fn(u64, u32) -> u64,
    ) -> Value {
        let own = |number, width| (none(width) != Some(number)).then(|| own(number, width));
        let (threads, table) = (self.threads, &mut *self.table);
        value.map(&mut |row| {
            let width = row.width();
            if let Some(number) = row.known().filter(|_| width <= 64) {
                let numbers = (0..threads).map(|thread| own(number(thread), width));
                if let Some(numbers) = numbers.collect::<Option<Vec<u64>>>() {
                    return Row::numbers(width, numbers);
                }
            }
            let found = Row::from_bits(width, threads, table, |thread, table, bits| {
                row.unpack(thread, table, bits);
                match row.number(thread) {
                    Some(number) => {
                        let result = own(number, width);
                        let bit = |at: usize| result.map_or(POISON, |own| (own >> at & 1) as u32);
                        bits.iter_mut().enumerate().for_each(|(at, own)| *own = bit(at));
                    }
                    None => {
                        let may_be_none = none(width).is_some_and(|own| bits::may_be(bits, own));
                        let result = match may_be_none {
                            false => LOST,
                            true if bits::are_independent(bits.iter()) => POISON,
                            true => MAYBE_POISON,
                        };
                        bits.fill(result);
                    }
                }
            });
            bits::poisoned(found, &[row], threads, table)
        })
    }

    fn reduction(&mut self, rest: &str, arguments: &Arguments<'_>) -> Result<Intrinsic, Stop> {
        let name = match rest.split('.').next() {
            Some("or") => Binary::Or,
            Some("and") => Binary::And,
            Some("xor") => Binary::Xor,
            Some("add") => Binary::Add,
            Some("mul") => Binary::Mul,
            _ => return Ok(None),
        };
        let elements = arguments.value(0)?.as_many().ok_or_else(|| arguments.unknown())?;
        let mut result = elements.first().cloned().ok_or_else(|| arguments.unknown())?;
        for element in &elements[1..] {
            let next = self.binary(name, Flags::default(), &result, element);
            result = next.ok_or_else(|| arguments.unknown())?;
        }
        Ok(Some(Some(result)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_lesser_and_the_greater() {
        for (name, expected) in [
            ("umin", Combine::UnsignedMin),
            ("umax", Combine::UnsignedMax),
            ("smin", Combine::SignedMin),
            ("smax", Combine::SignedMax),
            ("minnum", Combine::FloatMinOfNumbers),
            ("maximumnum", Combine::FloatMaxOfNumbers),
            ("minimum", Combine::FloatMin),
            ("maximum", Combine::FloatMax),
        ] {
            assert_eq!(least_or_greatest(name), Some(expected), "{name}");
        }
        assert_eq!(least_or_greatest("abs"), None);
    }
}
