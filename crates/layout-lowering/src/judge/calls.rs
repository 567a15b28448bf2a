//! What a function hands to those that it calls, held to what the TTGIR hands on.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;

use layout_kernels::triton::{Argument, Program, Type};
use layout_math::point::digits;
use rustc_hash::{FxHashMap, FxHashSet};

use super::compare::{self, Comparison};
use super::results::Register;
use super::setup::{Ended, Target};
use crate::bits::{Inputs, coordinate};
use crate::llvm::Module;
use crate::machine::{Calls, Machine, MachineCall, SourceLines, Stop, Value, column_address};
use crate::spec::{self, Distribution, MemoryView, Placed};

/// The calls that the TTGIR makes, and where its memories are in the code as far as that was seen.
pub(super) struct Handing<'c> {
    pub programs: &'c [Program],
    pub module: &'c Module,
    pub inputs: &'c Inputs,
    pub target: Target,
    /// The calls that are not made so far.
    pub left: VecDeque<spec::ExpectedCall>,
    /// When each buffer is there.
    pub lives: Vec<(usize, usize)>,
    /// The one buffer that is allocated in tensor memory, if it is one: it is where that begins.
    pub only: Option<usize>,
    /// Where buffers begin.
    pub begins: FxHashMap<usize, u64>,
    /// The bytes of buffers that were handed on, with the name of the argument.
    pub cells: FxHashMap<usize, (String, FxHashSet<u64>)>,
    /// Functions of which the arguments are others than those of the TTGIR.
    pub skipped: BTreeSet<String>,
}

/// An argument of a call.
struct Handed<'h> {
    argument: &'h Argument,
    /// `%a of @g`.
    name: String,
    value: &'h Value,
    place: SourceLines,
}

impl Handed<'_> {
    fn fault(&self, thread: Option<usize>, what: String) -> Stop {
        Stop::fault(thread, what, self.place)
    }

    fn unknown(&self, what: &str) -> Stop {
        Stop::unknown(format!("{}, {what},", self.name), self.place.line)
    }
}

impl Calls for Handing<'_> {
    fn called(
        &mut self,
        call: &MachineCall<'_>,
        machine: &mut Machine<'_>,
    ) -> Result<Vec<u64>, Stop> {
        let (function, place) = (call.function, call.place);
        let name = &*function.name;
        if self.programs.iter().all(|program| program.name != name) {
            return Ok(Vec::new());
        }
        // The arguments of a function that LLVM has taken for its own may be others: they are compared where
        // they are those of the TTGIR, one for one.
        if function.is_fast && !self.is_next(name) {
            self.skipped.insert(name.to_owned());
            return Ok(Vec::new());
        }
        while self.left.front().is_some_and(|own| self.name(own) != name && self.is_inlined(own)) {
            self.left.pop_front();
        }
        let expected = match self.left.pop_front() {
            Some(expected) if self.name(&expected) == name => expected,
            Some(other) => {
                let (other, line) = (self.name(&other), other.line);
                let what =
                    format!("@{name} is called where the TTGIR calls @{other}, at line {line}");
                return Err(Stop::fault(None, what, place));
            }
            None => {
                let what = format!("@{name} is called, which the TTGIR does not do here");
                return Err(Stop::fault(None, what, place));
            }
        };
        match self.compared(&expected, call, machine) {
            Err(stop) if function.is_fast && is_of_llvm(&stop, call, machine) => {
                self.skipped.insert(name.to_owned());
                Ok(Vec::new())
            }
            compared => compared,
        }
    }

    fn skipped(&self) -> Vec<String> {
        self.skipped.iter().cloned().collect()
    }

    fn ended(&self) -> Result<(), Stop> {
        match self.left.iter().find(|own| !self.is_inlined(own)) {
            Some(own) => {
                let (name, line) = (self.name(own), own.line);
                let what = format!("@{name} is never called, which the TTGIR does at line {line}");
                Err(Stop::fault(None, what, SourceLines { line: 0, origin: line }))
            }
            None => Ok(()),
        }
    }
}

/// True if LLVM may have made other arguments of those of the TTGIR: they are not comparable, or it leaves
/// some open, which nobody uses.
fn is_of_llvm(stop: &Stop, call: &MachineCall<'_>, machine: &Machine<'_>) -> bool {
    let Stop::Fault(_) = stop else { return true };
    let mut rows = call.arguments.iter().flat_map(Value::rows);
    rows.any(|row| (0..machine.threads).any(|own| row.has_undefined(own, machine.table)))
}

impl Handing<'_> {
    /// True if the TTGIR calls a function next, but for calls that the code need not make.
    fn is_next(&self, name: &str) -> bool {
        let next = self.left.iter().find(|own| self.name(own) == name || !self.is_inlined(own));
        next.is_some_and(|own| self.name(own) == name)
    }

    /// What is handed on, argument by argument. Gives the addresses of the memories.
    fn compared(
        &mut self,
        expected: &spec::ExpectedCall,
        call: &MachineCall<'_>,
        machine: &mut Machine<'_>,
    ) -> Result<Vec<u64>, Stop> {
        let (name, place) = (&*call.function.name, call.place);
        if !call.mask.is_all() {
            return Err(Stop::unknown(format!("a call of @{name} in a branch"), place.line));
        }
        let arguments = &self.programs[expected.program].arguments;
        if call.arguments.len() < arguments.len() {
            let (found, own) = (call.arguments.len(), arguments.len());
            let what = format!("a call of @{name} with {found} arguments of {own}");
            return Err(Stop::unknown(what, place.line));
        }
        let mut memories = Vec::new();
        for (at, (argument, value)) in arguments.iter().zip(call.arguments).enumerate() {
            let name = format!("%{} of @{name}", argument.name);
            let handed = Handed { argument, name, value, place };
            match &expected.arguments[at] {
                spec::Value::Tensor(tensor) => self.tensor(&handed, tensor, machine)?,
                spec::Value::Memory(view) => {
                    memories.push(self.memory(&handed, view, &expected.contents[at], machine)?);
                }
                spec::Value::Token => {}
            }
        }
        Ok(memories)
    }

    fn name(&self, call: &spec::ExpectedCall) -> &str {
        &self.programs[call.program].name
    }

    /// True if the code may do what a function does without calling it.
    fn is_inlined(&self, call: &spec::ExpectedCall) -> bool {
        let function = self.module.function(self.name(call));
        function.is_none_or(|own| own.is_fast || !own.is_internal)
    }

    /// Each register of a tensor, or a number.
    fn tensor(
        &self,
        handed: &Handed<'_>,
        tensor: &spec::Tensor,
        machine: &Machine<'_>,
    ) -> Result<(), Stop> {
        let rows = handed.value.rows();
        let own = match &handed.argument.kind {
            Type::Tensor(kind) => Distribution::new(kind, self.target.warps, self.target.lanes)
                .map_err(|reason| handed.unknown(&reason))?,
            _ => Distribution::same(),
        };
        let own = own
            .fit(rows.len())
            .filter(|_| rows.iter().all(|row| row.width() == tensor.elements.width()));
        let own = own.ok_or_else(|| handed.unknown("of another type than the TTGIR's"))?;
        let name = format!("{}, ", handed.name);
        let mut is_lost = false;
        for (register, row) in rows.into_iter().enumerate() {
            let held = Register { name: &name, register, row };
            let (target, inputs) = (self.target, self.inputs);
            match held.compare(tensor, &own, target, machine, inputs, &mut is_lost) {
                Err(Ended::Different(own)) => {
                    let what = format!("{} is {} and not {}", own.at, own.after, own.before);
                    return Err(handed.fault(None, what));
                }
                _ if is_lost => return Err(handed.unknown("which is computed of data")),
                _ => {}
            }
        }
        Ok(())
    }

    /// Where a memory is, and what is in it.
    fn memory(
        &mut self,
        handed: &Handed<'_>,
        view: &MemoryView,
        contents: &[u32],
        machine: &mut Machine<'_>,
    ) -> Result<u64, Stop> {
        let Type::MemDesc(kind) = &handed.argument.kind else {
            return Err(handed.unknown("of another type than the TTGIR's"));
        };
        let placed = Placed::new(kind).map_err(|reason| handed.unknown(&reason))?;
        let (base, offsets) = address(handed, &placed, machine)?;
        if placed.shape.len() != view.shape.len()
            || offsets.is_empty() && *placed.shape != *view.shape
        {
            return Err(handed.unknown("a part of a memory"));
        }
        let part = MemoryBox { whole: &placed.shape, shape: &view.shape, offsets };
        let own = MemoryBox { offsets: part.offset_of(&view.elements), ..part.clone() };
        if !part.is_inside() || own.is_of(&view.elements) && own.offsets != part.offsets {
            let what = format!("{} begins at element {part} of its memory", handed.name);
            let what = match own.is_of(&view.elements) {
                true => format!("{what} and not at element {own}"),
                false => format!("{what}, which has {:?} elements", placed.shape),
            };
            return Err(handed.fault(None, what));
        }
        let smallest = view.elements.iter().min().copied().unwrap_or(0) as usize;
        let before = (smallest / placed.n_elements().max(1)) as u64 * placed.length;
        if let Some(begin) = self.begin(view.buffer, machine)
            && begin + before != base
        {
            let (found, own) = (machine.memory.name(base), machine.memory.name(begin + before));
            let what = format!("{} begins at {found} and not at {own}", handed.name);
            return Err(handed.fault(None, what));
        }
        self.begins.insert(view.buffer, base.wrapping_sub(before));
        let is_held = machine.memory.extent(base).is_some_and(|(begin, length)| {
            base.checked_add(placed.length).is_some_and(|end| end <= begin + length)
        });
        if !is_held {
            // The first byte that is not there, or that of another memory.
            let bytes = placed.places.iter().map(|(offset, _)| base + offset);
            let extent = machine.memory.extent(base);
            let first =
                bytes.filter(|&own| machine.memory.extent(own) != extent || extent.is_none());
            let outside = machine.memory.outside(first.min().unwrap_or(base));
            let what = format!("{} has {outside}", handed.name);
            return Err(handed.fault(None, what));
        }
        self.check_alone(handed, view.buffer, base, &placed, machine)?;
        let per = contents.len() / view.elements.len().max(1);
        for &(offset, element) in &placed.places {
            let Some(element) = part.element(element as usize) else { continue };
            let expected = &contents[element * per..(element + 1) * per];
            let settled: Vec<u32> =
                (0..per as u64).filter_map(|at| machine.settled(base + offset + at)).collect();
            match compare::compare(expected, &settled, machine.table) {
                Comparison::Equal => {}
                Comparison::Lost => return Err(handed.unknown("which is computed of data")),
                Comparison::Different => {
                    let (before, after) =
                        self.inputs.describe_both(expected, &settled, machine.table);
                    let at = coordinate(element as u64, &view.shape);
                    let what = format!(
                        "{} has {after} at {}, element {at}, and not {before}",
                        handed.name,
                        placed.name(offset)
                    );
                    return Err(handed.fault(None, what));
                }
            }
        }
        Ok(base)
    }

    /// Where a buffer begins, if that is known.
    fn begin(&self, buffer: usize, machine: &Machine<'_>) -> Option<u64> {
        let first = machine.tensor_allocations().first().filter(|_| self.only == Some(buffer));
        self.begins.get(&buffer).copied().or(first.map(|own| column_address(own.column)))
    }

    /// No other memory that is there at the same time has one of the bytes.
    fn check_alone(
        &mut self,
        handed: &Handed<'_>,
        buffer: usize,
        base: u64,
        placed: &Placed,
        machine: &Machine<'_>,
    ) -> Result<(), Stop> {
        let (begin, end) = self.lives[buffer];
        for (&other, (name, cells)) in self.cells.iter().filter(|(other, _)| **other != buffer) {
            let own = self.lives[other];
            let shared = placed.places.iter().map(|(offset, _)| base + offset);
            let shared = shared.filter(|address| cells.contains(address)).min();
            if let Some(address) = shared
                && begin <= own.1
                && own.0 <= end
            {
                let at = machine.memory.name(address);
                let what = format!("{} has {at}, and so has {name}", handed.name);
                return Err(handed.fault(None, what));
            }
        }
        let cells = placed.places.iter().map(|(offset, _)| base + offset);
        let own = self.cells.entry(buffer).or_default();
        own.0.clone_from(&handed.name);
        own.1.extend(cells);
        Ok(())
    }
}

/// The address of a memory among the bytes of all, and an offset for each dim.
fn address(
    handed: &Handed<'_>,
    placed: &Placed,
    machine: &Machine<'_>,
) -> Result<(u64, Vec<u64>), Stop> {
    let rows = handed.value.rows();
    let n_offsets = if placed.is_tensor_memory { 0 } else { placed.shape.len() };
    if rows.len() != 1 + n_offsets {
        return Err(handed.unknown("of another type than the TTGIR's"));
    }
    let mut numbers = Vec::new();
    for row in rows {
        let number = |thread: usize| match row.number(thread) {
            Some(number) => Ok(number),
            None if row.has_undefined(thread, machine.table) => {
                Err(handed.fault(Some(thread), format!("{} is undefined", handed.name)))
            }
            None => Err(handed.unknown("an address that depends on data")),
        };
        let first = number(0)?;
        for thread in 1..machine.threads {
            let own = number(thread)?;
            if own != first {
                let what = format!("{} is 0x{own:x}, and 0x{first:x} in thread 0", handed.name);
                return Err(handed.fault(Some(thread), what));
            }
        }
        numbers.push(first);
    }
    let offsets = numbers.split_off(1);
    let base = match placed.is_tensor_memory {
        true => column_address(numbers[0] & 0xffff) + 4 * (numbers[0] >> 16),
        false => numbers[0],
    };
    Ok((base, offsets))
}

/// A part of a memory: as many elements of each dim from an offset on.
#[derive(Clone)]
struct MemoryBox<'p> {
    whole: &'p [i64],
    shape: &'p [i64],
    /// None where there is one address for all of it.
    offsets: Vec<u64>,
}

impl MemoryBox<'_> {
    fn offset(&self, dim: usize) -> i64 {
        self.offsets.get(dim).map_or(0, |&own| i64::try_from(own).unwrap_or(i64::MAX))
    }

    /// True if no dim goes past that of the whole.
    fn is_inside(&self) -> bool {
        let mut dims = self.whole.iter().zip(self.shape).enumerate();
        dims.all(|(dim, (whole, size))| {
            self.offset(dim).checked_add(*size).is_some_and(|end| end <= *whole)
        })
    }

    /// The offsets at which the first of the elements is, by their numbers in the whole.
    fn offset_of(&self, elements: &[u32]) -> Vec<u64> {
        let number = elements.first().map_or(0, |&own| i64::from(own));
        let sizes = self.whole.iter().rev().map(|&size| size.max(1));
        let mut offsets: Vec<u64> = digits(number, sizes).map(|own| own as u64).collect();
        offsets.reverse();
        offsets.truncate(self.offsets.len());
        offsets
    }

    /// True if the elements are those of the part, in its order, of the whole or of one behind it.
    fn is_of(&self, elements: &[u32]) -> bool {
        let size: i64 = self.whole.iter().product();
        let first = elements.first().map_or(0, |&own| i64::from(own) / size.max(1) * size);
        self.is_inside()
            && elements.iter().enumerate().all(|(at, &own)| {
                usize::try_from(i64::from(own) - first).ok().and_then(|own| self.element(own))
                    == Some(at)
            })
    }

    /// The number of an element of the whole among those of the part.
    fn element(&self, mut number: usize) -> Option<usize> {
        let mut coordinate = Vec::with_capacity(self.whole.len());
        for (dim, &size) in self.whole.iter().enumerate().rev() {
            coordinate.push((number as i64 % size) - self.offset(dim));
            number /= size as usize;
        }
        if number != 0 {
            return None;
        }
        let dims = coordinate.iter().rev().zip(self.shape);
        dims.into_iter().try_fold(0, |flat, (&own, &size)| {
            (0..size).contains(&own).then(|| flat * size as usize + own as usize)
        })
    }
}

impl fmt::Display for MemoryBox<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offsets: Vec<String> = self.offsets.iter().map(u64::to_string).collect();
        write!(f, "({})", offsets.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_dim_of_a_part_goes_past_the_whole() {
        for (offsets, expected) in [
            (vec![], true),
            (vec![2, 4], true),
            (vec![3, 4], false),
            (vec![3, 0], false),
            (vec![2, 5], false),
            (vec![0, u64::MAX], false),
        ] {
            let part = MemoryBox { whole: &[4, 8], shape: &[2, 4], offsets };
            assert_eq!(part.is_inside(), expected, "{part}");
        }
    }
}
