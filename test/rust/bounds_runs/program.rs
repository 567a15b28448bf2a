//! Random programs with accesses, and what they do when every access out of bounds is left out.

use fastrand::Rng;

use super::access::{Kind, Map};
use super::layouts::IndexFunction;

/// How many elements are around the buffer on either side.
pub const CANARY: i64 = 1024;

/// A loop `for coordinate in (low..high).step_by(step)`; without a high it ends at the variable of
/// the loop around it.
#[derive(Debug, Clone)]
pub struct Loop {
    pub coordinate: usize,
    pub low: i64,
    pub high: Option<i64>,
    pub step: i64,
    pub is_affine: bool,
    /// True if the compiler does not know the number that is the high.
    pub is_symbolic: bool,
}

#[derive(Debug, Clone)]
pub struct Program {
    pub function: IndexFunction,
    /// The loops from the outside inwards, one for each coordinate.
    pub loops: Vec<Loop>,
    /// The sizes of the buffer.
    pub shape: Vec<i64>,
    /// The coordinate that is the last index, if it is not the layout's result.
    pub plain_index: Option<usize>,
    pub kinds: Vec<Kind>,
    /// Which lanes masked accesses have. All vectors and copies have as many elements.
    pub mask: Vec<bool>,
    /// What affine accesses make of the last index.
    pub map: Map,
    /// How far the elements of copies are apart.
    pub stride: i64,
    /// The dimensions of the buffer whose sizes the compiler does not know.
    pub dynamic: Vec<bool>,
    /// True if the compiler does not know how many elements are copied.
    pub is_copy_dynamic: bool,
    /// What is promised of values, as `layout.assume` has it.
    pub promises: Vec<(String, String)>,
    /// True if the accesses are in a function of their own, which knows nothing of its arguments.
    pub is_apart: bool,
    /// True if a condition that the compiler does not know is around the accesses.
    pub is_conditional: bool,
    /// True if layouts are extended past their ends.
    pub may_leave: bool,
}

/// What a program finds out, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Where in the memory to look, or -1 for what an access loaded.
    pub place: i64,
    pub value: i64,
}

/// What running a program gives.
#[derive(Debug, Default)]
pub struct Run {
    pub findings: Vec<Finding>,
    /// The memory in the end, the canaries included.
    pub memory: Vec<i64>,
    pub n_inside: usize,
    pub n_outside: usize,
    /// True if an access has elements and none of them is ever in bounds, or all of them never are
    /// though it promises that.
    pub is_never: bool,
}

impl Program {
    /// The numbers of elements of the buffer and of the memory around.
    pub fn sizes(&self) -> (i64, i64) {
        let size: i64 = self.shape.iter().product();
        (size, size + 2 * CANARY)
    }

    /// The coordinates in the order of the iterations.
    pub fn iterations(&self) -> Vec<Vec<i64>> {
        let mut found = vec![vec![0; self.loops.len()]];
        let mut around = None;
        for Loop { coordinate, low, high, step, .. } in &self.loops {
            let mut next = Vec::new();
            for before in found {
                let high = high.unwrap_or_else(|| before[around.unwrap_or(0)]);
                for value in (*low..high).step_by(*step as usize) {
                    let mut coordinates: Vec<i64> = before.clone();
                    coordinates[*coordinate] = value;
                    next.push(coordinates);
                }
            }
            around = Some(*coordinate);
            found = next;
        }
        found
    }

    /// The indices into the buffer, where the layout has a value.
    fn indices(&self, coordinates: &[i64]) -> Option<Vec<i64>> {
        let mut indices = self.function.offset(coordinates, self.may_leave)?;
        indices.extend(self.plain_index.map(|at| coordinates[at]));
        Some(indices)
    }

    /// How many results the apply has.
    pub fn n_results(&self) -> usize {
        self.shape.len() - usize::from(self.plain_index.is_some())
    }

    /// How many elements an access has.
    pub fn n_lanes(&self, kind: Kind) -> usize {
        if kind.is_wide() { self.mask.len() } else { 1 }
    }

    /// The numbers that the functions of the program get as arguments, by name.
    pub fn arguments(&self) -> Vec<(String, i64)> {
        let mut arguments = vec![("%n".to_owned(), self.mask.len() as i64)];
        arguments.extend(self.function.symbol().map(|value| ("%m".to_owned(), value)));
        for Loop { coordinate, high, is_symbolic, .. } in &self.loops {
            if let (true, Some(high)) = (is_symbolic, high) {
                arguments.push((format!("%high{coordinate}"), *high));
            }
        }
        arguments
    }

    /// The place of an element of an access in the memory, if it is in bounds; all elements of a
    /// copy are, or none.
    fn place(&self, kind: Kind, coordinates: &[i64], lane: usize) -> Option<usize> {
        if kind.is_copy() {
            let place = |lane| self.element(kind, coordinates, lane);
            (0..self.n_lanes(kind)).try_for_each(|lane| place(lane).map(|_| ()))?;
        }
        self.element(kind, coordinates, lane)
    }

    /// The place of an element by itself.
    fn element(&self, kind: Kind, coordinates: &[i64], lane: usize) -> Option<usize> {
        let mut indices = self.indices(coordinates)?;
        let last = indices.last_mut()?;
        if kind.is_affine() {
            *last = self.map.of(*last);
        }
        *last += lane as i64 * if kind.is_copy() { self.stride } else { 1 };
        let is_inside = indices.iter().zip(&self.shape).all(|(at, size)| (0..*size).contains(at));
        let flat = indices.iter().zip(&self.shape).fold(0, |sum, (at, size)| sum * size + at);
        is_inside.then(|| usize::try_from(CANARY + flat).unwrap())
    }

    /// Runs the program without its accesses out of bounds.
    pub fn run(&self) -> Run {
        let (_, n) = self.sizes();
        let mut run = Run { memory: (1..=n).collect(), ..Run::default() };
        let mut inside = vec![0; self.kinds.len()];
        // How often a transfer keeps its promise that all lanes are in bounds.
        let mut kept = vec![0; self.kinds.len()];
        for (number, coordinates) in self.iterations().iter().enumerate() {
            let mut stored = Vec::new();
            for (at, &kind) in self.kinds.iter().enumerate() {
                let mut lanes = 0..self.n_lanes(kind);
                let is_whole = lanes.all(|lane| self.place(kind, coordinates, lane).is_some());
                kept[at] += usize::from(is_whole || !kind.is_promise());
                for lane in 0..self.n_lanes(kind) {
                    let place = self.place(kind, coordinates, lane);
                    match place {
                        Some(_) => inside[at] += 1,
                        None => run.n_outside += 1,
                    }
                    let place = place.filter(|_| !kind.is_masked() || self.mask[lane]);
                    if kind.is_load() {
                        let value = place.map_or(kind.fill(), |place| run.memory[place]);
                        run.findings.push(Finding { place: -1, value });
                    } else {
                        if let Some(place) = place {
                            run.memory[place] = value_to_store(number, at, lane);
                        }
                        stored.push((run.findings.len(), place.unwrap_or(0)));
                        run.findings.push(Finding { place: 0, value: 0 });
                    }
                }
            }
            // Stores are looked at when all accesses of the iteration are done.
            for (finding, place) in stored {
                run.findings[finding] = Finding { place: place as i64, value: run.memory[place] };
            }
        }
        run.n_inside = inside.iter().sum();
        run.is_never = inside.contains(&0) || kept.contains(&0);
        run
    }

    /// A program that does something.
    pub fn random(random: &mut Rng, may_leave: bool) -> Self {
        loop {
            let mut program = Program::candidate(random, may_leave);
            let n = program.iterations().len();
            if !(1..=64).contains(&n) {
                continue;
            }
            let run = program.run();
            if run.findings.is_empty() {
                continue;
            }
            program.is_conditional = run.is_never || (!program.is_apart && random.u8(..8) == 0);
            // Under a condition the index is not a symbol.
            if program.is_conditional && program.kinds.iter().any(|kind| kind.is_affine()) {
                continue;
            }
            return program;
        }
    }

    fn candidate(random: &mut Rng, may_leave: bool) -> Self {
        let mut function = IndexFunction::random(random);
        let is_linear = matches!(function, IndexFunction::Linear(..));
        let is_flat = !is_linear && random.bool();
        let n = if is_flat { 1 } else { function.rank() };
        let sizes = function.sizes(n);
        // What happens past the end of a composition depends on the form that it is given.
        let stays = may_leave && !function.is_extended();
        if !stays && random.u8(..3) == 0 {
            function.make_symbolic(random);
        }
        let mut order: Vec<usize> = (0..n).collect();
        if random.bool() {
            order.reverse();
        }
        let mut loops: Vec<Loop> = Vec::new();
        for coordinate in order {
            let size = sizes[coordinate];
            let low = if stays { 0 } else { random.choice([0, 0, 0, 0, 1, -1, -2]).unwrap() };
            let high = if stays { size } else { (size + random.i64(-1..=3)).max(low + 1) };
            let is_triangle = !stays && !loops.is_empty() && random.u8(..4) == 0;
            loops.push(Loop {
                coordinate,
                low,
                high: (!is_triangle).then_some(high),
                step: random.choice([1, 1, 1, 2, 3]).unwrap(),
                is_affine: !is_triangle && random.bool(),
                is_symbolic: random.u8(..4) == 0,
            });
        }
        let plain_index = (random.u8(..5) == 0).then(|| random.i64(0..=n as i64 - 1) as usize);
        let n_results = function.n_outputs();
        let mut shape: Vec<i64> = (0..n_results)
            .map(|_| if n_results == 1 { random.i64(1..=40) } else { random.i64(1..=9) })
            .collect();
        shape.extend(plain_index.map(|_| random.i64(1..=8)));
        // Offsets of layouts without ends at coordinates without bounds pass 64 bits.
        let is_apart = !may_leave && random.u8(..3) == 0;
        let kinds = (0..random.i64(1..=3)).map(|_| Kind::random(random, is_apart)).collect();
        let dynamic = shape.iter().map(|_| random.u8(..4) == 0).collect();
        let mask = (0..random.i64(2..=4)).map(|_| random.u8(..3) != 0).collect();
        let mut program = Program {
            function,
            loops,
            shape,
            plain_index,
            kinds,
            mask,
            map: Map::random(random),
            stride: random.choice([1, 1, 2, 3]).unwrap(),
            dynamic,
            is_copy_dynamic: random.bool(),
            promises: Vec::new(),
            is_apart,
            is_conditional: false,
            may_leave,
        };
        program.promise(random);
        program
    }

    /// Promises something of some arguments, and of coordinates that are arguments.
    fn promise(&mut self, random: &mut Rng) {
        let iterations = self.iterations();
        let arguments = self.arguments().into_iter();
        let mut ranges: Vec<(String, i64, i64)> =
            arguments.map(|(name, value)| (name, value, value)).collect();
        for coordinate in 0..self.loops.len() {
            let values = iterations.iter().map(|iteration| iteration[coordinate]);
            if let (true, Some(low), Some(high)) =
                (self.is_apart, values.clone().min(), values.max())
            {
                ranges.push((format!("%i{coordinate}"), low, high));
            }
        }
        for (name, low, high) in ranges {
            if random.u8(..4) == 0 {
                let (low, high) = (low - random.i64(0..=2), high + random.i64(0..=4));
                self.promises.push((name.clone(), format!("in [{low}, {high}]")));
            }
            if low == high && random.u8(..4) == 0 {
                self.promises.push((name, format!("mod 4 = {}", low.rem_euclid(4))));
            }
        }
    }
}

/// What the access `at` of an iteration stores in a lane.
pub fn value_to_store(iteration: usize, at: usize, lane: usize) -> i64 {
    let number = iteration * 16 + at * 4 + lane;
    1_000_000 + number as i64
}
