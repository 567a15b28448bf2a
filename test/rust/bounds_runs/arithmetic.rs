//! Random programs whose coordinates and indices are arithmetic of numbers of which nothing is
//! known, and what they do when every access out of bounds is left out.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::layouts::IndexFunction;
use super::machine::generate::{ARITH, INDEX, expression, number};
use super::machine::number::binary;
use super::machine::{Expression, Machine, MachineOperation, Type, Undefined};
use super::program::CANARY;

/// A function with one access, and the arguments that it is called with.
#[derive(Debug, Clone)]
pub struct Arithmetic {
    pub machine: Machine,
    /// What makes offsets of the coordinates; without a layout they are the indices.
    pub function: Option<IndexFunction>,
    /// The steps that are the coordinates.
    pub coordinates: Vec<usize>,
    /// True if these are steps that an affine access makes of their operands itself.
    pub is_mapped: bool,
    /// The part of the buffer that is accessed, if it is not all of it.
    pub view: Option<BufferView>,
    /// What becomes of each offset: an operation with a constant.
    pub after: Vec<Option<(&'static str, i64)>>,
    pub is_store: bool,
    pub shape: Vec<i64>,
    pub dynamic: Vec<bool>,
    pub calls: Vec<Vec<i64>>,
    /// True if a condition that the compiler does not know is around the access.
    pub is_conditional: bool,
}

/// Some elements along the first dimension of a buffer.
#[derive(Debug, Clone, Copy)]
pub struct BufferView {
    /// The step that is the number of the first one.
    pub first: usize,
    pub size: i64,
    /// True if a cast forgets the size.
    pub is_cast: bool,
}

/// What the calls of a program give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    /// Of all numbers that are loaded, and of the memory after them.
    pub digest: i64,
    pub n_inside: usize,
    pub n_outside: usize,
}

/// A digest with another number.
fn mixed(digest: i64, number: i64) -> i64 {
    digest.wrapping_mul(31).wrapping_add(number)
}

impl Arithmetic {
    /// The numbers of elements of the buffer and of the memory around.
    pub fn sizes(&self) -> (i64, i64) {
        let size: i64 = self.shape.iter().product();
        (size, size + 2 * CANARY)
    }

    /// The element that is accessed at the values of all steps, if the coordinate and the indices are
    /// in bounds.
    fn place(&self, values: &[Option<i64>]) -> Result<Option<usize>, Undefined> {
        let coordinates: Option<Vec<i64>> = self.coordinates.iter().map(|&at| values[at]).collect();
        let coordinates = coordinates.ok_or(Undefined)?;
        let offsets = match &self.function {
            Some(function) => function.offset(&coordinates, false),
            None => Some(coordinates),
        };
        let Some(offsets) = offsets else { return Ok(None) };
        let mut flat = Some(0);
        for (at, (offset, size)) in offsets.into_iter().zip(&self.shape).enumerate() {
            let mut index = match self.after[at] {
                Some((name, by)) => binary(name, Type::Index, offset, by)?.ok_or(Undefined)?,
                None => offset,
            };
            if let Some(BufferView { first, size: part, .. }) = self.view.filter(|_| at == 0) {
                let first = values[first].ok_or(Undefined)?;
                let is_part = (0..=size - part).contains(&first) && (0..part).contains(&index);
                flat = flat.filter(|_| is_part);
                index = if is_part { first + index } else { 0 };
            }
            let is_inside = (0..*size).contains(&index);
            flat = flat.filter(|_| is_inside).map(|flat| flat * size + index);
        }
        Ok(flat.map(|flat| usize::try_from(CANARY + flat).unwrap()))
    }

    /// Whether a call is defined and uses no poison; a program is called only where it is.
    fn is_defined(&self, arguments: &[i64]) -> bool {
        let mut is_defined = true;
        let run = self.machine.run(arguments, &mut |values| {
            is_defined &= self.place(values).is_ok();
            is_defined &= self.machine.has_all_values(values);
        });
        run.is_ok() && is_defined
    }

    /// Runs all calls without the accesses out of bounds.
    pub fn run(&self) -> Outcome {
        let (_, n) = self.sizes();
        let mut memory: Vec<i64> = (1..=n).collect();
        let mut outcome = Outcome::default();
        let mut n_accesses = 0;
        for arguments in &self.calls {
            let run = self.machine.run(arguments, &mut |values| {
                let place = self.place(values).unwrap();
                n_accesses += 1;
                match place {
                    Some(place) if self.is_store => memory[place] = 1_000_000 + n_accesses,
                    _ if self.is_store => {}
                    place => {
                        let found = place.map_or(0, |place| memory[place]);
                        outcome.digest = mixed(outcome.digest, found);
                    }
                }
                match place {
                    Some(_) => outcome.n_inside += 1,
                    None => outcome.n_outside += 1,
                }
            });
            run.unwrap();
        }
        outcome.digest = memory.into_iter().fold(outcome.digest, mixed);
        outcome
    }

    /// A program that is called at least twice, and comes to its access; with or without a layout,
    /// and between blocks or not.
    pub fn random(random: &mut Rng, has_layout: bool, has_blocks: bool) -> Self {
        loop {
            let mut program = Arithmetic::candidate(random, has_layout);
            program.machine.has_blocks = has_blocks;
            let arguments = program.machine.arguments();
            for _ in 0..60 {
                let arguments: Vec<i64> = arguments
                    .iter()
                    .map(|&at| number(random, program.machine.steps[at].r#type))
                    .collect();
                if program.calls.len() < 12 && program.is_defined(&arguments) {
                    program.calls.push(arguments);
                }
            }
            let Outcome { n_inside, n_outside, .. } = program.run();
            if program.calls.len() < 2 || n_inside + n_outside == 0 || 500 < n_inside + n_outside {
                continue;
            }
            // MLIR does not build a view whose place is a negative constant, executed or not.
            if program.is_view_constant() {
                continue;
            }
            // Only where it is in bounds for some of the calls is it sure not to be an error.
            program.is_conditional = n_inside == 0 || random.u8(..4) == 0;
            return program;
        }
    }

    /// True if the view begins at the same place in all calls.
    fn is_view_constant(&self) -> bool {
        let Some(BufferView { first, .. }) = self.view else { return false };
        let mut places = BTreeSet::new();
        for arguments in &self.calls {
            self.machine.run(arguments, &mut |values| _ = places.insert(values[first])).unwrap();
        }
        places.len() == 1
    }

    /// The operations that have an operand which is negative in one call and not in another, so
    /// that nobody knows its sign.
    pub fn names_of_unknown_signs(&self) -> BTreeSet<String> {
        let n = self.machine.steps.len();
        let (mut negative, mut natural) = (vec![false; n], vec![false; n]);
        for arguments in &self.calls {
            let run = self.machine.run(arguments, &mut |values| {
                for (at, value) in values.iter().enumerate() {
                    negative[at] |= value.is_some_and(|value| value < 0);
                    natural[at] |= value.is_some_and(|value| 0 <= value);
                }
            });
            run.unwrap();
        }
        let is_unknown = |at: &usize| negative[*at] && natural[*at];
        let steps = self.machine.steps.iter().enumerate();
        let unknown = steps.filter(|(_, step)| step.operands.iter().any(is_unknown));
        unknown.filter_map(|(at, _)| self.machine.step_name(at)).collect()
    }

    fn candidate(random: &mut Rng, has_layout: bool) -> Self {
        let types = [1, 4, 8, 16, 32, 64].map(Type::Integer);
        let types: Vec<Type> = types.into_iter().chain([Type::Index; 6]).collect();
        let (n_steps, n_around) = (random.i64(1..=5), random.i64(0..=2));
        let mut machine = Machine::random(random, &types, n_steps as usize, n_around as usize);
        if random.u8(..8) == 0 {
            machine.push_short_loop(random);
        }
        // What is tried is the arithmetic: most layouts are simple, so that many can be.
        let function = match random.u8(..8) == 0 {
            true => IndexFunction::random(random),
            false => IndexFunction::plain(random),
        };
        let function = has_layout.then_some(function);
        let n = match &function {
            Some(function @ IndexFunction::Linear(..)) => function.rank(),
            Some(_) => 1,
            None => random.i64(1..=2) as usize,
        };
        let sizes = match &function {
            Some(function) => function.sizes(n),
            None => (0..n).map(|_| random.i64(2..=40)).collect(),
        };
        let mapped = (!has_layout && random.u8(..3) == 0)
            .then(|| machine.mapped_coordinates(random, &sizes))
            .flatten();
        let is_mapped = mapped.is_some();
        let coordinates = mapped.unwrap_or_else(|| {
            sizes.iter().map(|&size| machine.coordinate(random, size)).collect()
        });
        let view = (!has_layout && random.bool()).then(|| BufferView {
            first: machine.coordinate(random, 20),
            size: random.i64(1..=6),
            is_cast: random.bool(),
        });
        let after = |random: &mut Rng| {
            let names = if random.bool() { &ARITH } else { &INDEX };
            let name = *random.choice(names).unwrap();
            let by = random.choice([1, 2, 3, 4, 5, 8, -1, -2, -4]).unwrap();
            (random.bool() && !is_mapped).then_some((name, by))
        };
        let n_outputs = function.as_ref().map_or(n, IndexFunction::n_outputs);
        let size = |random: &mut Rng| match n_outputs {
            1 => random.i64(1..=40),
            _ => random.i64(1..=9),
        };
        let shape: Vec<i64> = (0..n_outputs).map(|_| size(random)).collect();
        Arithmetic {
            machine,
            coordinates,
            is_mapped,
            view,
            after: (0..n_outputs).map(|_| after(random)).collect(),
            is_store: random.bool(),
            dynamic: shape.iter().map(|_| random.u8(..4) == 0).collect(),
            shape,
            calls: Vec::new(),
            is_conditional: false,
            function,
        }
    }
}

impl Machine {
    /// An index made of one of the last values, more often than not in a range of some size.
    fn coordinate(&mut self, random: &mut Rng, size: i64) -> usize {
        let n = self.steps.len();
        let indices: Vec<usize> =
            (0..n).filter(|&at| self.has_value(at) && self.is_index(at)).collect();
        let integers: Vec<usize> =
            (0..n).filter(|&at| self.has_value(at) && !self.is_index(at)).collect();
        let mut index = match (indices.last(), integers.last()) {
            (Some(_), None) => *random.choice(&indices[indices.len().saturating_sub(3)..]).unwrap(),
            (Some(&index), Some(&integer)) if integer < index => index,
            (_, Some(&integer)) => {
                let names = ["arith.index_cast", "arith.index_castui"];
                self.push(
                    MachineOperation::Convert(random.choice(&names).unwrap()),
                    &[integer],
                    Type::Index,
                )
            }
            (None, None) => self.push(MachineOperation::Constant(1), &[], Type::Index),
        };
        if random.u8(..3) != 0 {
            let names = [
                "arith.minui",
                "index.minu",
                "arith.remui",
                "index.remu",
                "arith.andi",
                "index.and",
                "arith.minsi",
                "index.mins",
                "arith.remsi",
                "index.rems",
                "arith.maxui",
                "index.maxu",
                "arith.maxsi",
                "index.maxs",
                "arith.divui",
                "index.shru",
                "index.shrs",
                "index.shl",
            ];
            let name = *random.choice(&names).unwrap();
            let by = match name {
                "arith.divui" | "index.shru" | "index.shrs" | "index.shl" => random.i64(1..=3),
                _ => size + random.i64(-1..=1),
            };
            let by = self.push(MachineOperation::Constant(by), &[], Type::Index);
            index = self.push(MachineOperation::Binary(name), &[index, by], Type::Index);
        }
        index
    }

    /// What one map makes of some operands, more often than not in ranges of some sizes; `None`
    /// without operands.
    fn mapped_coordinates(&mut self, random: &mut Rng, sizes: &[i64]) -> Option<Vec<usize>> {
        let (operands, _) = self.affine_operands(random);
        if operands.is_empty() {
            return None;
        }
        let n = operands.len();
        let coordinate = |&size: &i64| {
            let mut coordinate = expression(random, n, false, 2);
            if random.u8(..4) != 0 {
                coordinate = Expression::Modulo(Box::new(coordinate), size.max(1));
            }
            if random.u8(..3) == 0 {
                let more = expression(random, n, false, 1);
                coordinate = Expression::Sum([coordinate, more].into());
            }
            self.push(MachineOperation::Apply(coordinate), &operands, Type::Index)
        };
        Some(sizes.iter().map(coordinate).collect())
    }

    /// A loop between bounds of both signs that are not far apart, if there is an index.
    fn push_short_loop(&mut self, random: &mut Rng) {
        let n = self.steps.len();
        let indices: Vec<usize> =
            (0..n).filter(|&at| self.has_value(at) && self.is_index(at)).collect();
        if indices.is_empty() {
            return;
        }
        let by = self.push(MachineOperation::Constant(8), &[], Type::Index);
        let [low, high] = [(); 2].map(|()| {
            let index = *random.choice(&indices).unwrap();
            self.push(MachineOperation::Binary("arith.remsi"), &[index, by], Type::Index)
        });
        let step = self.push(MachineOperation::Constant(random.i64(1..=3)), &[], Type::Index);
        let name = random.choice(["scf.for", "scf.parallel", "scf.forall"]).unwrap();
        let is_unsigned = name == "scf.for" && random.u8(..3) == 0;
        self.push(MachineOperation::For { name, is_unsigned }, &[low, high, step], Type::Index);
    }

    /// What a step is called in MLIR, a comparison with its predicate.
    fn step_name(&self, at: usize) -> Option<String> {
        Some(match &self.steps[at].operation {
            MachineOperation::Binary(name)
            | MachineOperation::Convert(name)
            | MachineOperation::Extreme(name, _) => (*name).to_owned(),
            MachineOperation::Compare(name, predicate) => format!("{name} {predicate}"),
            MachineOperation::Select => "arith.select".to_owned(),
            MachineOperation::Apply(_) => "affine.apply".to_owned(),
            MachineOperation::Delinearize { .. } => "affine.delinearize_index".to_owned(),
            MachineOperation::Linearize { .. } => "affine.linearize_index".to_owned(),
            MachineOperation::Assume(..) => "layout.assume".to_owned(),
            MachineOperation::If(_) => "scf.if".to_owned(),
            MachineOperation::AffineIf(..) => "affine.if".to_owned(),
            MachineOperation::For { name, .. } => (*name).to_owned(),
            MachineOperation::AffineFor(..) => "affine.for".to_owned(),
            MachineOperation::Argument
            | MachineOperation::Constant(_)
            | MachineOperation::Digit(_) => return None,
        })
    }

    /// True unless one of the values that there should be is poison.
    fn has_all_values(&self, values: &[Option<i64>]) -> bool {
        (0..self.steps.len()).all(|at| values[at].is_some() || !self.has_value(at))
    }

    fn is_index(&self, at: usize) -> bool {
        self.steps[at].r#type == Type::Index
    }
}
