//! Follows the operations of a function.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Access;
use super::counter::Counter;
use super::index::Index;
use super::mask::Mask;
use super::names::ScopedNames;
use super::row::Bound;
use super::uniform::Uniform;
use super::value::{Value, advance, carried_value, stays};
use crate::triton::operation::Operation;
use crate::triton::types::Type;

/// The operations, beside those that move data, whose results are followed.
const FOLLOWED: &[&str] = &[
    "arith.addi",
    "arith.andi",
    "arith.cmpi",
    "arith.constant",
    "arith.extsi",
    "arith.extui",
    "arith.index_cast",
    "arith.muli",
    "arith.shli",
    "arith.subi",
    "arith.trunci",
    "scf.yield",
    "tt.addptr",
    "tt.broadcast",
    "tt.expand_dims",
    "tt.get_program_id",
    "tt.make_range",
    "tt.splat",
];

/// True if the results of this operation are followed.
pub(in crate::triton) fn is_followed(name: &str) -> bool {
    FOLLOWED.binary_search(&name).is_ok()
}

/// What a loop carries.
#[derive(Debug)]
struct Carried {
    first: Value,
    /// The name of what it is in a turn more than before the loop.
    inside: String,
    number: u32,
}

/// Braces that are open.
#[derive(Debug)]
struct Region {
    /// What it carries if it is a loop.
    carried: Option<Vec<Option<Carried>>>,
    /// Of a loop, its counter.
    counter: Option<Counter>,
    /// Where its names begin.
    mark: usize,
    /// Whether what is around it may be skipped.
    outside_may_be_skipped: bool,
}

/// The values of a function.
#[derive(Debug, Default)]
pub(in crate::triton) struct Scope {
    names: ScopedNames,
    /// The regions that are open, innermost last.
    regions: Vec<Region>,
    /// What the loop carries whose region is to be opened.
    pending: Option<(Vec<Option<Carried>>, Option<Counter>)>,
    /// The next region is that of a branch.
    begins_branch: bool,
    /// What is read here may not be run, by every program at least.
    may_be_skipped: bool,
    /// For each thing that was taken to be carried through unchanged, what that is built on; by
    /// number over the whole file.
    built_on: Vec<Vec<u32>>,
    failed: FxHashSet<u32>,
    /// What each thing that is carried gets added in a turn.
    advances: FxHashMap<u32, Uniform>,
    /// The names of numbers that nothing in the function defines: its arguments.
    arguments: FxHashSet<String>,
}

/// What is left to say of the accesses when all loops are known.
pub(in crate::triton) struct Settled {
    /// What was taken for granted and turned out to be wrong, with all that is built on it.
    failures: FxHashSet<u32>,
    advances: FxHashMap<u32, Uniform>,
}

impl Scope {
    /// Forgets the values: a new function begins.
    pub fn clear(&mut self) {
        self.names.clear();
        self.arguments.clear();
        (self.begins_branch, self.may_be_skipped) = (false, false);
    }

    pub fn open_region(&mut self) {
        let outside_may_be_skipped = self.may_be_skipped;
        self.may_be_skipped |= std::mem::take(&mut self.begins_branch);
        let (carried, counter) = self.pending.take().unzip();
        let (counter, mark) = (counter.flatten(), self.names.mark());
        self.regions.push(Region { carried, counter, mark, outside_may_be_skipped });
    }

    pub fn close_region(&mut self) {
        if let Some(region) = self.regions.pop() {
            self.names.undo(region.mark);
            self.may_be_skipped = region.outside_may_be_skipped;
        }
    }

    /// The next region is run under a condition.
    pub fn begin_branch(&mut self) {
        self.begins_branch = true;
    }

    /// The rest of this region is run under a condition.
    pub fn jump(&mut self) {
        self.may_be_skipped = true;
    }

    /// Gives names to the results of an operation before it is followed, if it is.
    pub fn define(&mut self, name: &str, line: usize, count: usize) {
        self.names.define(name, line, None);
        for at in (0..count).filter(|_| 1 < count) {
            self.names.define(&format!("{name}#{at}"), line, None);
        }
    }

    /// Gives a name to an argument of a region that sees nothing of the outside.
    pub fn define_inside(&mut self, name: &str, line: usize) {
        self.names.define_inside(name, line);
    }

    /// Begins a loop in a line: what it carries, as pairs of names, its results, and its counter with
    /// where that begins and ends and what it grows by.
    pub fn begin_loop(
        &mut self,
        line: usize,
        [counter, from, to, step]: [&str; 4],
        pairs: &[(String, String)],
        results: &[String],
    ) {
        let [from, to, step] = [from, to, step].map(|own| self.constant(own));
        self.names.define(counter, line, None);
        let name = format!("%{}", self.names.label(counter));
        let counter = step.map(|step| Counter { name, from, to, step });
        let mut carried = Vec::new();
        for (at, (inside, before)) in pairs.iter().enumerate() {
            let first = self.names.get(before).cloned();
            self.names.define(inside, line, None);
            let Some(first) = first else {
                carried.push(None);
                continue;
            };
            let number = self.built_on.len() as u32;
            let names = [Some(inside.clone()), result_name(results, pairs.len(), at)];
            let mut is_followed = false;
            for name in names.into_iter().flatten() {
                let label = self.names.label(&name);
                if let Some(value) = carried_value(&first, &label, number) {
                    self.names.define(&name, line, Some(value));
                    is_followed = true;
                }
            }
            if is_followed {
                self.built_on.push(Vec::new());
                let inside = format!("%{}", self.names.label(inside));
                carried.push(Some(Carried { first, inside, number }));
            } else {
                carried.push(None);
            }
        }
        self.pending = Some((carried, counter));
    }

    /// The end of an iteration: what is yielded must be what was taken for it.
    fn end_iteration(&mut self, yielded: &[String]) {
        let Some(carried) = self.regions.last().and_then(|region| region.carried.as_ref()) else {
            return;
        };
        for (carried, name) in carried.iter().zip(yielded) {
            let Some(Carried { first, inside, number }) = carried else { continue };
            let value = self.names.get(name);
            match value.and_then(|value| stays(first, value)) {
                Some(assumed) => {
                    self.built_on[*number as usize].extend(assumed);
                    let advance = value.and_then(|value| advance(first, inside, value));
                    self.advances.extend(advance.map(|advance| (*number, advance)));
                }
                None => {
                    self.failed.insert(*number);
                }
            }
        }
    }

    /// What is known at the end of the file.
    pub fn settled(mut self) -> Settled {
        loop {
            let is_hit = |on: &Vec<u32>| on.iter().any(|number| self.failed.contains(number));
            let more: Vec<u32> = (0_u32..)
                .zip(&self.built_on)
                .filter(|(number, on)| !self.failed.contains(number) && is_hit(on))
                .map(|(number, _)| number)
                .collect();
            if more.is_empty() {
                return Settled { failures: self.failed, advances: self.advances };
            }
            self.failed.extend(more);
        }
    }

    pub(super) fn index(&self, name: &str, kind: Option<&Type>) -> Option<Index> {
        match self.names.get(name) {
            Some(Value::Index(index)) => Some(index.clone()),
            Some(_) => None,
            // A scalar that is not followed is a number, or a pointer, with a name.
            None => match kind {
                Some(Type::Other { name: kind, .. }) if kind.ends_with(".ptr") => {
                    let pointer = Some(Arc::from(self.names.label(name)));
                    Some(Index { pointer, ..Index::default() })
                }
                Some(Type::Other { name: kind, .. }) if is_integer(kind) => {
                    Some(Index::scalar(Uniform::unknown(&format!("%{}", self.names.label(name)))))
                }
                _ => None,
            },
        }
    }

    pub(super) fn mask(&self, name: &str) -> Option<Mask> {
        match self.names.get(name) {
            Some(Value::Mask(mask)) => Some(mask.clone()),
            _ => None,
        }
    }

    /// Follows an operation: its result, if it has one that is a sum of strided dims, a mask or a memory.
    pub fn follow(&mut self, operation: &Operation) {
        if operation.name == "scf.yield" {
            return self.end_iteration(&operation.operands);
        }
        for name in &operation.operands {
            if !self.names.is_defined(name) {
                self.arguments.insert(format!("%{name}"));
            }
        }
        let value = self.result_of(operation);
        if let (Some(value), [name]) = (value, &operation.results[..]) {
            self.names.define(name, operation.position.line, Some(value));
        }
    }

    pub(super) fn memory_of(&self, operation: &Operation) -> Option<Value> {
        let name = operation.name.split_once('.')?.1;
        if name == "local_alloc" {
            let place = format!("{}", operation.position.line);
            let root = Arc::from(format!("%{} of line {place}", operation.results.first()?));
            return Some(Value::Memory { root, assumed: Vec::new() });
        }
        match self.names.get(operation.operands.first()?) {
            Some(Value::Memory { root, assumed }) if name.starts_with("memdesc_") => {
                Some(Value::Memory { root: root.clone(), assumed: assumed.clone() })
            }
            _ => None,
        }
    }

    /// The allocation that a shared memory is a part of.
    pub fn allocation(&self, operation: &Operation) -> Option<(Arc<str>, Vec<u32>)> {
        operation.operands.iter().chain(&operation.results).find_map(|name| {
            match self.names.get(name) {
                Some(Value::Memory { root, assumed }) => Some((root.clone(), assumed.clone())),
                _ => None,
            }
        })
    }

    /// The constant that an operand is.
    pub fn constant(&self, name: &str) -> Option<i64> {
        match self.names.get(name) {
            // A number that its type has no bits for is another one.
            Some(Value::Index(index)) if index.is_uniform() && index.wrap.is_none() => {
                index.base.as_constant()
            }
            _ => None,
        }
    }

    /// The addresses and the mask of an operation on global memory.
    pub fn access(&self, operation: &Operation) -> Option<Access> {
        let (_, name) = operation.name.split_once('.')?;
        // Where the pointers, the offsets from them, and the mask are among the operands.
        let (pointer, offset, mask) = match name {
            "load" => (0, None, 1),
            "store" | "atomic_rmw" => (0, None, 2),
            "buffer_load" => (0, Some(1), 2),
            "buffer_store" => (1, Some(2), 3),
            "async_copy_global_to_local" => (0, None, 2),
            // As it is printed, what it is loaded into comes last.
            "buffer_load_to_local" if operation.has_word("into") => {
                (0, Some(1), if operation.has_word("mask") { 2 } else { usize::MAX })
            }
            "buffer_load_to_local" => (1, Some(2), 3),
            _ => return None,
        };
        let operand = |at: usize| operation.operands.get(at).map(String::as_str);
        let is_scalar = offset.is_some();
        let kind = match is_scalar {
            true => Some(Type::Other { name: "tt.ptr".to_owned(), nested: Vec::new() }),
            false => None,
        };
        let mut index = operand(pointer).and_then(|name| self.index(name, kind.as_ref()));
        if let Some(offset) = offset {
            let offset = operand(offset).and_then(|name| self.index(name, None));
            index = index.zip(offset).and_then(|(pointer, offset)| pointer.add(&offset));
        }
        let mut mask = match operand(mask) {
            None => Some(Mask::default()),
            Some(name) => self.mask(name),
        };
        let is_mask_known = mask.as_ref().is_some_and(|own| !own.has_more);
        if let Some(mask) = &mut mask {
            mask.has_more |= self.may_be_skipped;
        }
        let (still, left_behind) = match (&index, &mask) {
            (Some(index), Some(mask)) if is_mask_known => {
                (self.still(index, mask), self.left_behind(index, mask))
            }
            (Some(index), Some(mask)) => (self.still(index, mask), Vec::new()),
            _ => Default::default(),
        };
        let counters = self.regions.iter().filter_map(|region| region.counter.clone());
        let counters = match &index {
            Some(index) => counters.filter(|own| index.base.factor_alone(&own.name) != 0).collect(),
            None => Vec::new(),
        };
        Some(Access { index, mask, is_mask_known, still, left_behind, counters })
    }

    /// The bounds that are the same in each turn of a loop that carries the addresses.
    fn still(&self, index: &Index, mask: &Mask) -> Vec<Bound> {
        let open = self.regions.iter().filter_map(|region| region.carried.as_ref()).flatten();
        let mut open = open.flatten().map(|carried| carried.number);
        if !open.any(|number| index.assumed.contains(&number)) {
            return Vec::new();
        }
        mask.bounds.iter().filter(|bound| self.is_of_arguments(bound)).cloned().collect()
    }

    /// True if a bound is of a row that begins at a number, and its limit of the function's arguments.
    fn is_of_arguments(&self, bound: &Bound) -> bool {
        !bound.row.base.is_symbolic()
            && bound.limit.is_symbolic()
            && bound.limit.is_of(&self.arguments)
    }

    /// The bounds that are the same in each turn of a loop whose counter moves the addresses by the whole
    /// row.
    fn left_behind(&self, index: &Index, mask: &Mask) -> Vec<Bound> {
        let counters = self.regions.iter().filter_map(|region| region.counter.as_ref());
        let is_unmasked = |own: &&Counter| {
            let name = own.name.trim_start_matches('%').split(' ').next();
            mask.is_free_of(&name.into_iter().collect())
        };
        let moving: Vec<&Counter> = counters.filter(is_unmasked).collect();
        let is_moved = |bound: &&Bound| {
            let moves = |own: &&Counter| index.moves_by_row(&bound.row, &own.name, own.step);
            self.is_of_arguments(bound) && moving.iter().any(moves)
        };
        mask.bounds.iter().filter(is_moved).cloned().collect()
    }
}

impl Settled {
    /// True if something among these was wrong.
    pub fn has_failed(&self, assumed: &[u32]) -> bool {
        assumed.iter().any(|number| self.failures.contains(number))
    }

    /// Forgets what depends on something that a loop changed after all, and the masks that do advance
    /// with their addresses.
    pub fn settle(&self, access: &mut Access) {
        access.index = access.index.take().filter(|index| !self.has_failed(&index.assumed));
        access.mask = access.mask.take().filter(|mask| !self.has_failed(&mask.assumed));
        let (Some(index), Some(_)) = (&access.index, &access.mask) else {
            return access.still.clear();
        };
        let advances = index.assumed.iter().filter_map(|number| self.advances.get(number));
        access.still.retain(|bound| {
            let stride = index.strides.get(bound.row.dim);
            let extent = Uniform::constant(bound.row.extent);
            let needed = stride.and_then(|stride| stride.multiply(&extent));
            advances.clone().any(|advance| Some(advance) == needed.as_ref())
        });
        access.still.append(&mut access.left_behind);
    }
}

/// The name of a result of a loop.
fn result_name(results: &[String], count: usize, at: usize) -> Option<String> {
    match results {
        [one] if count == 1 => Some(one.clone()),
        [one] => Some(format!("{one}#{at}")),
        _ => results.get(at).cloned(),
    }
}

fn is_integer(name: &str) -> bool {
    name == "index"
        || name.strip_prefix('i').is_some_and(|bits| bits.bytes().all(|b| b.is_ascii_digit()))
}
