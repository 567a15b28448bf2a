//! What `tcgen05.ld` and `tcgen05.st` move between registers and tensor memory, and the waits for it.

use super::Machine;
use super::in_flight::Copy;
use super::stop::{SourceLines, Stop};
use super::tensor_address::{BASE, COLUMNS, column_address};
use super::tensor_shape::{Cell, Shape};
use crate::bits::{Mask, Row, UNDEFINED_BYTE};

impl Machine<'_> {
    /// What the threads have asked for is in their registers.
    pub(super) fn wait_for_loads(&mut self, mask: &Mask, place: SourceLines) -> Result<(), Stop> {
        self.warps(mask, place)?;
        self.table.arriving.wait(|thread| mask.has(thread));
        let loads = std::mem::take(&mut self.tensor_memory.under_way.loads);
        for load in &loads {
            if let Some(own) = self.tensor_memory.under_way.traffic(load.address) {
                own.load = 0;
            }
        }
        loads.into_iter().filter(|own| !mask.has(own.thread)).for_each(|own| self.loading(own));
        Ok(())
    }

    /// What the threads have stored is in memory.
    pub(super) fn wait_for_stores(&mut self, mask: &Mask, place: SourceLines) -> Result<(), Stop> {
        self.warps(mask, place)?;
        let stores = std::mem::take(&mut self.tensor_memory.under_way.stores);
        for store in stores {
            if !mask.has(store.thread) {
                self.tensor_memory.under_way.stores.push(store);
                continue;
            }
            let mut is_first = true;
            if let Some(own) = self.tensor_memory.under_way.traffic(store.address) {
                own.n_stores -= 1;
                is_first = !std::mem::replace(&mut own.is_stored, true);
            }
            self.memory.complete(&store, is_first).map_err(Stop::Fault)?;
        }
        Ok(())
    }

    /// The addresses of the bytes that a warp moves: `cells` from where its threads say.
    fn moved_cells(
        &self,
        warp: usize,
        cells: &[[Cell; 4]],
        address: &[u64],
        place: SourceLines,
    ) -> Result<Vec<[u64; 4]>, Stop> {
        let threads = warp * self.lanes..(warp + 1) * self.lanes;
        let begin = address[threads.start];
        if let Some(other) = threads.clone().find(|&thread| address[thread] != begin) {
            let cell =
                |address: u64| format!("lane {}, column {}", address >> 16, address & 0xffff);
            let what = format!(
                "the address is {} of tensor memory, and that of lane 0 of the warp is {}",
                cell(address[other]),
                cell(begin)
            );
            return Err(Stop::fault(Some(other), what, place));
        }
        let (first_lane, first_column) = (begin >> 16, begin & 0xffff);
        let own = 32 * (warp as u64 % 4);
        let of = |cell: &Cell| {
            let (lane, column) = (first_lane + cell.lane, first_column + cell.column);
            if !(own..own + 32).contains(&lane) {
                let what = format!(
                    "lane {lane} of tensor memory, of which warp {warp} has lanes {own} to {}",
                    own + 31
                );
                return Err(Stop::fault(Some(threads.start), what, place));
            }
            // There is nothing behind the last column, and nothing that would be found there.
            Ok(column_address(column.min(COLUMNS)) + 4 * lane + cell.byte)
        };
        let mut addresses = Vec::with_capacity(cells.len());
        for register in cells {
            let [a, b, c, d] = register;
            addresses.push([of(a)?, of(b)?, of(c)?, of(d)?]);
        }
        Ok(addresses)
    }

    /// The byte at an address for whoever comes after the code; what is being stored there is undefined.
    pub fn settled(&mut self, address: u64) -> Option<u32> {
        let is_tensor = BASE <= address;
        let traffic = is_tensor.then(|| self.tensor_memory.under_way.traffic(address)).flatten();
        match traffic.is_some_and(|own| 0 < own.n_stores) {
            true => Some(UNDEFINED_BYTE),
            false => self.memory.result(address).map(|(byte, _)| byte),
        }
    }

    pub(super) fn loading(&mut self, load: Copy) {
        self.tensor_memory.under_way.loads.push(load);
        let number = self.tensor_memory.under_way.loads.len() as u32;
        if let Some(own) = self.tensor_memory.under_way.traffic(load.address) {
            own.load = number;
        }
    }

    /// A byte is on its way to memory. It is there for others to see when it has been waited for.
    fn issue(&mut self, store: Copy) -> Result<(), Stop> {
        let Copy { thread, address, byte, place, .. } = store;
        let traffic =
            self.tensor_memory.under_way.traffic(address).map(|own| *own).unwrap_or_default();
        let load =
            traffic.load.checked_sub(1).map(|at| self.tensor_memory.under_way.loads[at as usize]);
        let is_other = 0 < traffic.n_stores
            && self.memory.result(address).is_some_and(|(there, _)| there != byte);
        let before = match load {
            Some(load) => Some(("loads", load.thread, load.place.line)),
            None if is_other => {
                let first =
                    self.tensor_memory.under_way.stores.iter().find(|own| own.address == address);
                first.map(|own| ("stores another value to", own.thread, own.place.line))
            }
            None => None,
        };
        if let Some((what, other, line)) = before {
            let what = format!(
                "{} is stored to, and (lane {}, warp {}) {what} it at line {line} and has not \
                 waited for that",
                self.memory.name(address),
                other % self.lanes,
                other / self.lanes
            );
            return Err(Stop::fault(Some(thread), what, place));
        }
        self.memory.write(address, byte, thread, place).map_err(Stop::Fault)?;
        self.tensor_memory.under_way.stores.push(store);
        if let Some(own) = self.tensor_memory.under_way.traffic(address) {
            own.is_stored &= 0 < own.n_stores;
            own.n_stores += 1;
        }
        Ok(())
    }

    /// The registers that `tcgen05.ld` is going to give.
    pub(super) fn tensor_load(
        &mut self,
        shape: Shape,
        address: &Row,
        split: u64,
        mask: &Mask,
        place: SourceLines,
    ) -> Result<Vec<Row>, Stop> {
        let unknown = || Stop::unknown("tcgen05.ld", place.line);
        let cells = shape.cells(split).ok_or_else(unknown)?;
        let addresses = self.addresses(address, 1, mask, place)?;
        let n_registers = shape.n_registers();
        let mut registers = vec![vec![UNDEFINED_BYTE; 4 * self.threads]; n_registers];
        for warp in self.warps(mask, place)? {
            let moved = self.moved_cells(warp, &cells, &addresses, place)?;
            for (at, bytes) in moved.iter().enumerate() {
                let (register, thread) = (at / self.lanes, warp * self.lanes + at % self.lanes);
                for (byte, &address) in bytes.iter().enumerate() {
                    let read = self.memory.read(address, thread, place).map_err(Stop::Fault)?;
                    let is_under_way = self
                        .tensor_memory
                        .under_way
                        .traffic(address)
                        .is_some_and(|own| 0 < own.n_stores);
                    let read = if is_under_way { UNDEFINED_BYTE } else { read };
                    let own = self.table.arriving.add(thread, read).ok_or_else(|| {
                        Stop::unknown("more loads from tensor memory than are followed", place.line)
                    })?;
                    registers[register][4 * thread + byte] = own;
                    self.loading(Copy { thread, address, byte: own, place, source: None });
                }
            }
        }
        Ok(registers.into_iter().map(|bytes| Row::bytes(32, bytes)).collect())
    }

    pub(super) fn tensor_store(
        &mut self,
        shape: Shape,
        address: &Row,
        split: u64,
        rows: &[&Row],
        mask: &Mask,
        place: SourceLines,
    ) -> Result<(), Stop> {
        let unknown = || Stop::unknown("tcgen05.st", place.line);
        let cells = shape.cells(split).ok_or_else(unknown)?;
        if rows.len() != shape.n_registers() || rows.iter().any(|row| row.width() != 32) {
            return Err(unknown());
        }
        let addresses = self.addresses(address, 1, mask, place)?;
        for warp in self.warps(mask, place)? {
            let moved = self.moved_cells(warp, &cells, &addresses, place)?;
            for (at, bytes) in moved.iter().enumerate() {
                let (row, thread) = (rows[at / self.lanes], warp * self.lanes + at % self.lanes);
                for (byte, &address) in bytes.iter().enumerate() {
                    let byte = row.byte(thread, byte);
                    self.issue(Copy { thread, address, byte, place, source: None })?;
                }
                if shape.is_unpacked() {
                    self.clear_upper_halves(bytes, thread, place)?;
                }
            }
        }
        Ok(())
    }

    /// Of the columns that a register is taken apart to nobody says what is in the upper half.
    fn clear_upper_halves(
        &mut self,
        bytes: &[u64; 4],
        thread: usize,
        place: SourceLines,
    ) -> Result<(), Stop> {
        for address in [bytes[0], bytes[2]] {
            for at in [2, 3] {
                let written = self.memory.write(address + at, UNDEFINED_BYTE, thread, place);
                written.map_err(Stop::Fault)?;
            }
        }
        Ok(())
    }
}
