//! Random programs with accesses, and what they do when every access out of bounds is left out.

use super::layouts::Function;
use super::random::Random;

/// How many elements are around the buffer on either side.
pub const CANARY: i64 = 1024;

/// What an access is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Load,
    Store,
    VectorLoad,
    VectorStore,
    /// With the lanes of the program's mask.
    MaskedLoad,
    MaskedStore,
    /// With whether the program says that the transfer is in bounds.
    TransferRead(bool),
    TransferWrite(bool),
}

impl Kind {
    const ALL: [Kind; 12] = [
        Kind::Load,
        Kind::Load,
        Kind::Store,
        Kind::Store,
        Kind::VectorLoad,
        Kind::VectorStore,
        Kind::MaskedLoad,
        Kind::MaskedStore,
        Kind::TransferRead(true),
        Kind::TransferRead(false),
        Kind::TransferWrite(true),
        Kind::TransferWrite(false),
    ];

    pub fn is_load(self) -> bool {
        matches!(self, Kind::Load | Kind::VectorLoad | Kind::MaskedLoad | Kind::TransferRead(_))
    }

    pub fn is_vector(self) -> bool {
        !matches!(self, Kind::Load | Kind::Store)
    }

    pub fn is_masked(self) -> bool {
        matches!(self, Kind::MaskedLoad | Kind::MaskedStore)
    }

    /// What a load gives for an element that it does not access.
    fn fill(self) -> i64 {
        match self {
            Kind::MaskedLoad => THROUGH,
            Kind::TransferRead(_) => PADDING,
            _ => 0,
        }
    }
}

/// What masked loads and transfers give for elements that they leave out.
pub const THROUGH: i64 = 5;
pub const PADDING: i64 = 7;

/// A loop `for coordinate in (low..high).step_by(step)`; without a high it ends at the variable of
/// the loop around it.
#[derive(Debug, Clone)]
pub struct Loop {
    pub coordinate: usize,
    pub low: i64,
    pub high: Option<i64>,
    pub step: i64,
    pub is_affine: bool,
}

#[derive(Debug, Clone)]
pub struct Program {
    pub function: Function,
    /// The loops from the outside inwards, one for each coordinate.
    pub loops: Vec<Loop>,
    /// The sizes of the buffer.
    pub shape: Vec<i64>,
    /// The coordinate that is the last index, if it is not the layout's result.
    pub plain_index: Option<usize>,
    pub kinds: Vec<Kind>,
    /// Which lanes masked accesses have. All vectors have as many.
    pub mask: Vec<bool>,
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
    /// True if an access has elements and none of them is ever in bounds.
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
        if kind.is_vector() { self.mask.len() } else { 1 }
    }

    /// The place of an element in the memory, if it is in bounds.
    fn place(&self, coordinates: &[i64], lane: usize) -> Option<usize> {
        let mut indices = self.indices(coordinates)?;
        *indices.last_mut()? += lane as i64;
        let is_inside = indices.iter().zip(&self.shape).all(|(at, size)| (0..*size).contains(at));
        let flat = indices.iter().zip(&self.shape).fold(0, |sum, (at, size)| sum * size + at);
        is_inside.then(|| usize::try_from(CANARY + flat).unwrap())
    }

    /// Runs the program without its accesses out of bounds.
    pub fn run(&self) -> Run {
        let (_, n) = self.sizes();
        let mut run = Run { memory: (1..=n).collect(), ..Run::default() };
        let mut inside = vec![0; self.kinds.len()];
        for (number, coordinates) in self.iterations().iter().enumerate() {
            let mut stored = Vec::new();
            for (at, &kind) in self.kinds.iter().enumerate() {
                for lane in 0..self.n_lanes(kind) {
                    let place = self.place(coordinates, lane);
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
        run.is_never = inside.contains(&0);
        run
    }

    /// A program that does something.
    pub fn random(random: &mut Random, may_leave: bool) -> Self {
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
            program.is_conditional = if program.is_apart {
                !program.is_ever_inside()
            } else {
                run.is_never || random.one_in(8)
            };
            return program;
        }
    }

    /// True if the accesses are in bounds for some coordinates.
    fn is_ever_inside(&self) -> bool {
        let sizes = self.function.sizes(self.loops.len());
        let n: i64 = sizes.iter().product();
        (0..n).any(|number| {
            let mut rest = number;
            let digit = |size: &i64| {
                let digit = rest % size;
                rest /= size;
                digit
            };
            let coordinates: Vec<i64> = sizes.iter().map(digit).collect();
            self.place(&coordinates, 0).is_some()
        })
    }

    fn candidate(random: &mut Random, may_leave: bool) -> Self {
        let function = Function::random(random);
        let is_linear = matches!(function, Function::Linear(..));
        let is_flat = !is_linear && random.one_in(2);
        let n = if is_flat { 1 } else { function.rank() };
        let sizes = function.sizes(n);
        // What happens past the end of a composition depends on the form that it is given.
        let stays = may_leave && !function.is_extended();
        let mut order: Vec<usize> = (0..n).collect();
        if random.one_in(2) {
            order.reverse();
        }
        let mut loops: Vec<Loop> = Vec::new();
        for coordinate in order {
            let size = sizes[coordinate];
            let low = if stays { 0 } else { random.choose(&[0, 0, 0, 0, 1, -1, -2]) };
            let high = if stays { size } else { (size + random.between(-1, 3)).max(low + 1) };
            let is_triangle = !stays && !loops.is_empty() && random.one_in(4);
            loops.push(Loop {
                coordinate,
                low,
                high: (!is_triangle).then_some(high),
                step: random.choose(&[1, 1, 1, 2, 3]),
                is_affine: !is_triangle && random.one_in(2),
            });
        }
        let plain_index = random.one_in(5).then(|| random.between(0, n as i64 - 1) as usize);
        let n_results = function.n_outputs();
        let mut shape: Vec<i64> = (0..n_results)
            .map(|_| if n_results == 1 { random.between(1, 40) } else { random.between(1, 9) })
            .collect();
        shape.extend(plain_index.map(|_| random.between(1, 8)));
        let kinds = (0..random.between(1, 3)).map(|_| random.choose(&Kind::ALL)).collect();
        let mask = (0..random.between(2, 4)).map(|_| !random.one_in(3)).collect();
        Program {
            function,
            loops,
            shape,
            plain_index,
            kinds,
            mask,
            // Offsets of layouts without ends at coordinates without bounds pass 64 bits.
            is_apart: !may_leave && random.one_in(3),
            is_conditional: false,
            may_leave,
        }
    }
}

/// What the access `at` of an iteration stores in a lane.
pub fn value_to_store(iteration: usize, at: usize, lane: usize) -> i64 {
    let number = iteration * 16 + at * 4 + lane;
    1_000_000 + number as i64
}
