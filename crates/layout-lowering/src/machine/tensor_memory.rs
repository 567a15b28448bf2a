//! NVIDIA's tensor memory: 128 lanes of 512 columns of 32 bits, which a block allocates by columns.
//!
//! An address has the lane in its upper half and the column in its lower one. Warp `w` reaches lanes
//! `32 * (w % 4)` to the 31st behind it. Loads and stores are under way until they are waited for: what
//! is loaded is undefined until then, and so is what is stored; what is being loaded must not be stored
//! to. After the description of `tcgen05` in PTX.

use super::access::Space;
use super::generic::{Arguments, Intrinsic};
use super::in_flight::Copy;
use super::memory::Initial;
use super::stop::{SourceLines, Stop};
use super::tensor_address::{BASE, COLUMN_BYTES, COLUMNS, column_address};
use super::tensor_shape::Shape;
use super::tensor_state::Allocation;
use super::{Machine, Value};
use crate::bits::{Mask, Row};
use crate::llvm::Type;

/// No allocation has fewer columns.
const MIN_COLUMNS: u64 = 32;
/// The name of it for messages.
const NAME: &str = "tensor memory";

/// What an instruction that begins with `tcgen05` and a dot does to tensor memory.
pub(super) enum Name {
    Allocate,
    Free,
    Relinquish,
    WaitForLoads,
    WaitForStores,
    /// It orders nothing by itself.
    Fence,
}

impl Name {
    pub fn of_ptx(modifiers: &[&str]) -> Option<Name> {
        // Two blocks that share an allocation are a cluster.
        let is_one = modifiers.contains(&"cta_group::1");
        Some(match *modifiers.first()? {
            "alloc" if is_one => Name::Allocate,
            "dealloc" if is_one => Name::Free,
            "relinquish_alloc_permit" if is_one => Name::Relinquish,
            "wait::ld" => Name::WaitForLoads,
            "wait::st" => Name::WaitForStores,
            name if name.starts_with("fence::") => Name::Fence,
            _ => return None,
        })
    }

    fn of_intrinsic(name: &str) -> Option<Name> {
        Some(match name {
            "alloc.cg1" | "alloc.shared.cg1" => Name::Allocate,
            "dealloc.cg1" => Name::Free,
            "relinq.alloc.permit.cg1" => Name::Relinquish,
            "wait.ld" => Name::WaitForLoads,
            "wait.st" => Name::WaitForStores,
            "fence.before.thread.sync" | "fence.after.thread.sync" => Name::Fence,
            _ => return None,
        })
    }
}

impl Machine<'_> {
    /// Columns that are there when the code begins.
    pub fn add_tensor_memory(&mut self, column: u64, count: u64) {
        let (base, length) = (column_address(column), count * COLUMN_BYTES);
        self.memory.add(NAME, base, length, Initial::Undefined);
    }

    /// Of the places that there are for an allocation each has the one of this number, or the last one.
    pub fn allocate_at(&mut self, turn: usize) {
        self.tensor_memory.turn = turn;
    }

    /// The most places that there were for an allocation.
    pub fn n_tensor_places(&self) -> usize {
        self.tensor_memory.n_turns
    }

    /// What was allocated, in order.
    pub fn tensor_allocations(&self) -> &[Allocation] {
        &self.tensor_memory.allocations
    }

    /// The end of a block: what is under way to memory never arrives there, and what is allocated must
    /// have been given back.
    pub fn end(&mut self) -> Result<(), Stop> {
        for store in &self.tensor_memory.under_way.stores {
            self.memory.forget(store.address);
        }
        if let Some(calls) = &self.calls {
            calls.ended()?;
        }
        match self.tensor_memory.allocations.iter().find(|own| own.freed_at.is_none()) {
            Some(own) => {
                let what = format!(
                    "{} columns of tensor memory are allocated and never deallocated",
                    own.count
                );
                Err(Stop::fault(None, what, own.place))
            }
            None => Ok(()),
        }
    }

    /// `llvm.nvvm.tcgen05.` and a name.
    pub(super) fn tensor_intrinsic(
        &mut self,
        name: &str,
        arguments: &Arguments<'_>,
    ) -> Result<Intrinsic, Stop> {
        if let Some(name) = Name::of_intrinsic(name) {
            let rows: Result<Vec<&Row>, Stop> =
                (0..arguments.values.len()).map(|at| arguments.row(at)).collect();
            self.tensor_operation(&name, &rows?, arguments)?;
            return Ok(Some(None));
        }
        let (place, mask) = (arguments.place, arguments.mask);
        let parts: Vec<&str> = name.split('.').collect();
        let Some(shape) = Shape::read(&parts) else { return Ok(None) };
        // The last operand says whether two columns share a register.
        let last = arguments.values.len().checked_sub(1).ok_or_else(|| arguments.unknown())?;
        let shape = shape.packed(arguments.number(last)? == 1);
        let split = if shape.is_split { arguments.number(1)? } else { 0 };
        let address = arguments.row(0)?;
        match parts.first() {
            Some(&"ld") => {
                let rows = self.tensor_load(shape, address, split, mask, place)?;
                Ok(Some(Some(match arguments.kind {
                    Type::Vector(..) => Value::Many(rows.into_iter().map(Value::Row).collect()),
                    _ => super::nvidia::many(rows),
                })))
            }
            Some(&"st") => {
                let rows = arguments.value(if shape.is_split { 2 } else { 1 })?.rows();
                self.tensor_store(shape, address, split, &rows, mask, place)?;
                Ok(Some(None))
            }
            _ => Ok(None),
        }
    }

    /// An operation that moves nothing.
    pub(super) fn tensor_operation(
        &mut self,
        name: &Name,
        operands: &[&Row],
        arguments: &Arguments<'_>,
    ) -> Result<(), Stop> {
        let (mask, place) = (arguments.mask, arguments.place);
        if mask.is_empty() {
            return Ok(());
        }
        let operand = |at: usize| operands.get(at).ok_or_else(|| arguments.unknown());
        let columns = |machine: &Self| {
            let thread = mask.threads().next().unwrap_or(0);
            arguments.number_of("the number of columns", operand(1)?, thread, machine.table)
        };
        match name {
            Name::Allocate => {
                let columns = columns(self)?;
                self.allocate(operand(0)?, columns, mask, place)
            }
            Name::Free => {
                let columns = columns(self)?;
                self.free(operand(0)?, columns, mask, place)
            }
            Name::Relinquish => {
                self.tensor_memory.relinquished_at.get_or_insert(place.line);
                Ok(())
            }
            Name::WaitForLoads => self.wait_for_loads(mask, place),
            Name::WaitForStores => self.wait_for_stores(mask, place),
            Name::Fence => Ok(()),
        }
    }

    /// The warps of the threads that execute, all threads of each.
    pub(super) fn warps(&self, mask: &Mask, place: SourceLines) -> Result<Vec<usize>, Stop> {
        let mut warps = Vec::new();
        for warp in 0..self.threads / self.lanes {
            let own = warp * self.lanes..(warp + 1) * self.lanes;
            let active: Vec<usize> = own.filter(|&thread| mask.has(thread)).collect();
            match active.first() {
                None => {}
                Some(_) if active.len() == self.lanes => warps.push(warp),
                first => {
                    let what = format!(
                        "{} of {} threads of warp {warp} execute what all threads of a warp execute together",
                        active.len(),
                        self.lanes
                    );
                    return Err(Stop::fault(first.copied(), what, place));
                }
            }
        }
        Ok(warps)
    }

    /// Each warp that executes it has so many columns more, the first of which it writes to memory.
    fn allocate(
        &mut self,
        target: &Row,
        count: u64,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<(), Stop> {
        let first = mask.threads().next();
        if !count.is_power_of_two() || !(MIN_COLUMNS..=COLUMNS).contains(&count) {
            let what = format!(
                "{count} columns of tensor memory are allocated, which must be 32, 64, 128, 256 or 512"
            );
            return Err(Stop::fault(first, what, place));
        }
        if let Some(line) = self.tensor_memory.relinquished_at {
            let what = format!(
                "{count} columns of tensor memory are allocated after the permit for that was given up at \
                 line {line}"
            );
            return Err(Stop::fault(first, what, place));
        }
        for warp in self.warps(mask, place)? {
            // From the end on: code that takes 0 for the first column is found.
            let is_free = |begin: u64| {
                let held =
                    self.tensor_memory.allocations.iter().filter(|own| own.freed_at.is_none());
                held.clone()
                    .all(|own| begin + count <= own.column || own.column + own.count <= begin)
            };
            let begins = (0..COLUMNS / count).rev().map(|at| at * count).filter(|&at| is_free(at));
            let begins: Vec<u64> = begins.collect();
            let Some(&last) = begins.last() else {
                let held =
                    self.tensor_memory.allocations.iter().filter(|own| own.freed_at.is_none());
                let what = format!(
                    "{count} columns of tensor memory are allocated, of which {} of {COLUMNS} are in use",
                    held.map(|own| own.count).sum::<u64>()
                );
                return Err(Stop::fault(first, what, place));
            };
            let column = begins.get(self.tensor_memory.turn).copied().unwrap_or(last);
            self.tensor_memory.n_turns = self.tensor_memory.n_turns.max(begins.len());
            let own = Allocation { column, count, place, freed_at: None, handed: None };
            self.tensor_memory.allocations.push(own);
            self.add_tensor_memory(column, count);
            let thread = warp * self.lanes;
            let one = mask.split(|own| own == thread).0;
            self.store_row(&Row::same(32, column), (Space::Shared, target), 4, &one, place)?;
        }
        Ok(())
    }

    fn free(
        &mut self,
        address: &Row,
        count: u64,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<(), Stop> {
        for warp in self.warps(mask, place)? {
            let thread = warp * self.lanes;
            let begin = self.addresses(address, 1, &mask.split(|own| own == thread).0, place)?;
            let begin = begin[thread];
            let held = |own: &&mut Allocation| own.freed_at.is_none() && own.column == begin;
            let Some(own) = self.tensor_memory.allocations.iter_mut().find(held) else {
                let what = self.not_allocated(begin, count);
                return Err(Stop::fault(Some(thread), what, place));
            };
            if own.count != count {
                let what = format!(
                    "{count} columns of tensor memory are deallocated from column {begin} on, where {} \
                     were allocated at line {}",
                    own.count, own.place.line
                );
                return Err(Stop::fault(Some(thread), what, place));
            }
            own.freed_at = Some(place.line);
            if let Some(handed) = own.handed.clone()
                && self.lanes < self.threads
                && self.memory.phases.of(BASE).acquired <= handed.phase
            {
                let what = format!(
                    "column {begin} of tensor memory is deallocated, which all warps may use in @{}, called \
                     at line {}, and no barrier is between",
                    handed.to, handed.line
                );
                return Err(Stop::fault(Some(thread), what, place));
            }
            self.check_arrived(column_address(begin), count * COLUMN_BYTES, thread, place)?;
            self.memory.free(column_address(begin), thread, place).map_err(Stop::Fault)?;
        }
        Ok(())
    }

    /// Why there is nothing to deallocate.
    fn not_allocated(&self, begin: u64, count: u64) -> String {
        let own = &self.tensor_memory.allocations;
        let before = match own.iter().find(|own| own.column == begin) {
            Some(Allocation { freed_at: Some(line), .. }) => {
                format!("that was done at line {line}")
            }
            _ if own.is_empty() => "nothing is allocated".to_owned(),
            _ => {
                let held: Vec<String> = own.iter().map(|own| own.column.to_string()).collect();
                format!("what is allocated begins at column {}", held.join(", "))
            }
        };
        format!(
            "{count} columns of tensor memory are deallocated from column {begin} on, and {before}"
        )
    }

    /// What is deallocated must not be under way.
    fn check_arrived(
        &self,
        base: u64,
        length: u64,
        thread: usize,
        place: SourceLines,
    ) -> Result<(), Stop> {
        let under_way = &self.tensor_memory.under_way;
        let is_in = |copy: &&Copy| (base..base + length).contains(&copy.address);
        let load = under_way.loads.iter().find(is_in).map(|copy| (copy, "loads"));
        let store = under_way.stores.iter().find(is_in).map(|copy| (copy, "stores to"));
        let Some((copy, what)) = load.or(store) else { return Ok(()) };
        let what = format!(
            "{} is deallocated, and (lane {}, warp {}) {what} it at line {} and has not waited for that",
            self.memory.name(copy.address),
            copy.thread % self.lanes,
            copy.thread / self.lanes,
            copy.place.line
        );
        Err(Stop::fault(Some(thread), what, place))
    }
}
