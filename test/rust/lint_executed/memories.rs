//! Shared and tensor memory, and what is done with them later than it is begun.

use std::collections::HashMap;

use super::value::{View, coordinates, flat, hash};

/// When what is asynchronous is done: where it stands, or, of some kinds, where something waits for it, in
/// the order in which it began or the other way around where the hardware leaves that open.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Schedule {
    pub late: &'static [By],
    pub is_backwards: bool,
}

/// The kinds of asynchronous operations, which are waited for in different ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum By {
    /// Copies by the threads, in groups.
    Copies,
    WarpGroupProducts,
    TensorCoreProducts,
    DescriptorLoads,
    DescriptorStores,
}

#[derive(Clone, Debug)]
pub enum Operand {
    Data(u64),
    Memory(View),
    Product(usize),
}

#[derive(Clone, Debug)]
pub enum Effect {
    Write { to: View, data: u64 },
    Product { number: usize, operands: Vec<Operand>, to: Option<View> },
    Store { from: View, to: u64 },
}

#[derive(Clone, Debug)]
struct Flight {
    number: usize,
    by: By,
    group: Option<usize>,
    effect: Effect,
}

#[derive(Default)]
struct Barrier {
    count: usize,
    /// Those that are to come: the operations that each of them waits for.
    arrivals: Vec<Vec<usize>>,
    n_ended: i64,
}

struct Memory {
    shape: Vec<usize>,
    /// The elements of a cell along each dim.
    units: Vec<usize>,
    cells: Vec<u64>,
    is_there: bool,
}

pub struct Memories {
    schedule: Schedule,
    memories: Vec<Memory>,
    under_way: Vec<Flight>,
    products: Vec<Option<u64>>,
    barriers: HashMap<View, Barrier>,
    n_begun: usize,
    n_groups: usize,
    /// What has left the kernel, and what of it depends on luck.
    pub stored: Vec<u64>,
    /// A barrier has come to a second phase, or to its end, before anything waited for the first.
    pub is_ahead: bool,
}

impl Memories {
    pub fn new(schedule: Schedule) -> Self {
        Memories {
            schedule,
            memories: Vec::new(),
            under_way: Vec::new(),
            products: Vec::new(),
            barriers: HashMap::new(),
            n_begun: 0,
            n_groups: 0,
            stored: Vec::new(),
            is_ahead: false,
        }
    }

    pub fn allocate(&mut self, shape: &[usize]) -> View {
        let memory = self.memories.len();
        let of = |extent: &usize| if 32 <= *extent { extent / 16 } else { 1 };
        let units: Vec<usize> = shape.iter().map(of).collect();
        let n_cells = shape.iter().zip(&units).map(|(extent, unit)| extent / unit).product();
        let cells = vec![hash(&("nothing", memory)); n_cells];
        self.memories.push(Memory { shape: shape.to_vec(), units, cells, is_there: true });
        View {
            memory,
            ends: shape.iter().map(|&extent| (0, extent)).collect(),
            dims: (0..shape.len()).collect(),
        }
    }

    /// Gives a memory up: another one may be laid over it, and what writes there later writes to that.
    pub fn free(&mut self, view: &View) {
        let writes = |own: &Flight| match &own.effect {
            Effect::Write { to, .. } | Effect::Product { to: Some(to), .. } => {
                to.memory == view.memory
            }
            _ => false,
        };
        if self.under_way.iter().any(writes) {
            self.stored.push(hash(&"written to what is given up"));
        }
        self.write(view, hash(&"something else"));
        self.memories[view.memory].is_there = false;
    }

    fn cells(&self, view: &View) -> Vec<usize> {
        let Memory { shape, units, .. } = &self.memories[view.memory];
        let whole: Vec<usize> =
            shape.iter().zip(units).map(|(extent, unit)| extent / unit).collect();
        let first: Vec<usize> =
            view.ends.iter().zip(units).map(|(end, unit)| end.0 / unit).collect();
        let extents: Vec<usize> =
            view.ends.iter().zip(units).map(|(end, unit)| (end.1 - end.0) / unit).collect();
        let aligned = view.ends.iter().zip(units).all(|(end, unit)| (end.0 | end.1) % unit == 0);
        assert!(aligned, "a part of cells of {units:?}: {view:?}");
        let of = |at| {
            let place = coordinates(at, &extents);
            let place: Vec<usize> = place.iter().zip(&first).map(|(at, from)| at + from).collect();
            flat(&place, &whole)
        };
        (0..extents.iter().product()).map(of).collect()
    }

    pub fn read(&self, view: &View) -> u64 {
        let memory = &self.memories[view.memory];
        let cells: Vec<u64> = self.cells(view).iter().map(|&at| memory.cells[at]).collect();
        hash(&(cells, memory.is_there))
    }

    pub fn write(&mut self, view: &View, data: u64) {
        let cells = self.cells(view);
        let memory = &mut self.memories[view.memory];
        for (number, at) in cells.into_iter().enumerate() {
            memory.cells[at] = hash(&(data, number));
        }
    }

    /// A product that is to come.
    pub fn product(&mut self) -> usize {
        self.products.push(None);
        self.products.len() - 1
    }

    /// The value of a product, which is something else while it is under way.
    pub fn value_of(&self, product: usize) -> u64 {
        self.products[product].unwrap_or_else(|| hash(&("not yet", product)))
    }

    pub fn begin(&mut self, by: By, effect: Effect) -> usize {
        let number = self.n_begun;
        self.n_begun += 1;
        let flight = Flight { number, by, group: None, effect };
        match self.schedule.late.contains(&by) {
            false => self.land(flight),
            true => self.under_way.push(flight),
        }
        number
    }

    fn land(&mut self, flight: Flight) {
        match flight.effect {
            Effect::Write { to, data } => self.write(&to, data),
            Effect::Store { from, to } => {
                let data = self.read(&from);
                self.stored.push(hash(&(to, data)));
            }
            Effect::Product { number, operands, to } => {
                let of = |own: &Operand| match own {
                    Operand::Data(data) => *data,
                    Operand::Memory(view) => self.read(view),
                    Operand::Product(number) => self.value_of(*number),
                };
                let data = hash(&operands.iter().map(of).collect::<Vec<_>>());
                self.products[number] = Some(data);
                if let Some(to) = to {
                    self.write(&to, data);
                }
            }
        }
    }

    fn land_all(&mut self, is_done: impl Fn(&Flight) -> bool) {
        let mut done: Vec<Flight> = self.under_way.extract_if(.., |own| is_done(own)).collect();
        // Products are done in their order.
        let has_products = done.iter().any(|own| matches!(own.effect, Effect::Product { .. }));
        if self.schedule.is_backwards && !has_products {
            done.reverse();
        }
        done.into_iter().for_each(|flight| self.land(flight));
    }

    pub fn commit(&mut self) {
        self.n_groups += 1;
        for own in self.under_way.iter_mut().filter(|own| own.by == By::Copies) {
            own.group.get_or_insert(self.n_groups);
        }
    }

    pub fn wait_for_groups(&mut self, pending: usize) {
        let last = self.n_groups.saturating_sub(pending);
        self.land_all(|own| own.by == By::Copies && own.group.is_some_and(|group| group <= last));
    }

    /// Each product of a warp group and each store through a descriptor is a group of its own.
    pub fn wait_for(&mut self, by: By, pending: usize) {
        let all: Vec<usize> =
            self.under_way.iter().filter(|own| own.by == by).map(|own| own.number).collect();
        let done = &all[..all.len().saturating_sub(pending)];
        self.land_all(|own| done.contains(&own.number));
    }

    pub fn init_barrier(&mut self, at: &View, count: usize) {
        self.barriers.insert(at.clone(), Barrier { count, ..Barrier::default() });
    }

    pub fn arrive(&mut self, at: &View, after: Vec<usize>) {
        let barrier = self.barriers.entry(at.clone()).or_default();
        barrier.arrivals.push(after);
        self.is_ahead |= 2 * barrier.count.max(1) <= barrier.arrivals.len();
    }

    /// The latest arrival comes when this is done, too.
    pub fn join(&mut self, at: &View, flight: usize) {
        let barrier = self.barriers.entry(at.clone()).or_default();
        match barrier.arrivals.last_mut() {
            Some(last) => last.push(flight),
            None => barrier.arrivals.push(vec![flight]),
        }
    }

    /// All tensor core products that are under way.
    pub fn tensor_core_products(&self) -> Vec<usize> {
        let is_one = |own: &&Flight| own.by == By::TensorCoreProducts;
        self.under_way.iter().filter(is_one).map(|own| own.number).collect()
    }

    /// Waits for the end of the phase of this parity, which may have ended.
    pub fn wait_for_barrier(&mut self, at: &View, parity: i64) {
        let Some(barrier) = self.barriers.get_mut(at) else { return };
        if barrier.n_ended % 2 != parity {
            return;
        }
        barrier.n_ended += 1;
        let count = barrier.count.max(1).min(barrier.arrivals.len());
        let done: Vec<usize> = barrier.arrivals.drain(..count).flatten().collect();
        self.land_all(|own| done.contains(&own.number));
    }

    /// Gives a barrier up, to which something that is under way may yet come.
    pub fn end_barrier(&mut self, at: &View) {
        let own = self.barriers.remove(at).unwrap_or_default();
        let mut operations = own.arrivals.iter().flatten();
        let is_under_way = operations.any(|own| self.under_way.iter().any(|it| it.number == *own));
        self.is_ahead |= own.count.max(1) <= own.arrivals.len() && is_under_way;
    }

    /// The end of the block, and of its memories: what is yet to be read of them is lost.
    pub fn end(&mut self) {
        self.memories.iter_mut().for_each(|own| own.is_there = false);
        self.land_all(|own| own.by == By::DescriptorStores);
        self.stored.sort_unstable();
    }
}
