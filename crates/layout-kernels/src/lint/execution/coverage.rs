//! Which numbers the arguments and the programs are taken to be in each run.
//!
//! The first runs take the same for all functions. A branch of which they take one way only, and a loop of
//! which they run one turn at most, may depend on such numbers: further runs try those that make its
//! condition another one, which follow from what was compared on the way. At last each argument is small
//! once, so that a loop by it has many turns.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::integer::{Integer, Sources, bits};
use crate::triton::{Argument, Position, Type};

/// What the first argument is taken to be in each of the first runs: enough for all stages of a pipeline,
/// for less than the first ones, or for several tiles of a program that is one of a few. The others are a
/// multiple of 16 more, as Triton assumes that they may be.
const ARGUMENTS: [i64; 5] = [720, 48, 112, 176, 2560];

/// What an argument is taken to be where it is small.
const SMALL: i64 = 16;

/// There are so many runs, and so many of them for one branch.
const MAX_RUNS: usize = 32;
const MAX_TRIES: usize = 6;

/// The axes of the grid, and the programs along one of them, of which program 0 is run first.
const AXES: [&str; 3] = ["x", "y", "z"];
const PROGRAMS: i64 = 16;
const N_IDS: usize = AXES.len() + 1;

/// What a run takes for granted.
#[derive(Clone, Default)]
pub(super) struct Choice {
    /// The programs along the axes, how many there are, and the arguments.
    numbers: Vec<i64>,
    /// The branch to take where it is not known which is.
    pub takes_else: bool,
}

impl Choice {
    /// The number of an argument; nothing if it is none.
    pub fn argument(&self, at: usize, kind: &Type) -> Option<Integer> {
        let (number, width) = (*self.numbers.get(N_IDS + at)?, bits(kind)?);
        let own = match number < 0 {
            true => Integer::wrapped(number.into(), width)?.because_of(true),
            false => Integer::of_argument(number, width)?,
        };
        Some(own.depending_on(Sources::of(N_IDS + at)))
    }

    /// The program along an axis, `x` or `0`. There is a program 0 in every grid.
    pub fn program(&self, axis: &str) -> Option<Integer> {
        let at = AXES.iter().position(|own| *own == axis).or_else(|| axis.parse().ok())?;
        let number = *self.numbers.get(at).filter(|_| at < AXES.len())?;
        let own = Integer::wrapped(number.into(), 32)?.because_of(number != 0);
        Some(own.depending_on(Sources::of(at)))
    }

    /// How many programs there are along an axis.
    pub fn n_programs(&self) -> Option<Integer> {
        let number = *self.numbers.get(AXES.len())?;
        Some(
            Integer::wrapped(number.into(), 32)?
                .because_of(true)
                .depending_on(Sources::of(AXES.len())),
        )
    }
}

/// Two numbers that were compared, of which the first depends on what is chosen.
#[derive(Clone, Copy)]
struct Compared {
    sources: Sources,
    own: i64,
    other: i64,
}

/// A branch, of which both ways are to be run, or a loop.
#[derive(Default)]
struct Goal {
    sources: Sources,
    seen: [bool; 2],
    /// The run that came here last.
    run: usize,
    n_tries: usize,
    /// Of a loop, what makes it have several turns.
    wanted: Vec<Compared>,
}

/// What the runs have done, and what is left.
#[derive(Default)]
pub(super) struct Coverage {
    /// The numbers that each argument and id may be: from which on, and a multiple of what.
    least_and_multiple: Vec<(i64, i64)>,
    is_bit: Vec<bool>,
    runs: Vec<Choice>,
    tried: FxHashSet<Vec<i64>>,
    goals: BTreeMap<Position, Goal>,
    compared: BTreeMap<Position, [Option<Compared>; 2]>,
    /// A loop or a branch depends on an argument.
    has_numbers: bool,
}

impl Coverage {
    pub fn new(arguments: &[Argument]) -> Self {
        let divisor = |own: &Argument| {
            let said = own.attribute("tt.divisibility").and_then(|own| own.as_integer());
            said.filter(|own| 0 < *own).unwrap_or(1)
        };
        let ids = [(0, 1), (0, 1), (0, 1), (1, 1)];
        let least = |own: &Argument| (i64::MIN, divisor(own));
        Coverage {
            least_and_multiple: ids.into_iter().chain(arguments.iter().map(least)).collect(),
            is_bit: [false; N_IDS]
                .into_iter()
                .chain(arguments.iter().map(|own| bits(&own.kind) == Some(1)))
                .collect(),
            ..Coverage::default()
        }
    }

    /// What the next run takes for granted, if there is one: the first ones are alike where nothing varies.
    pub fn next(&mut self, varies: bool) -> Option<Choice> {
        let number = self.runs.len();
        let first = match number {
            0 => Some(number),
            _ => Some(number).filter(|own| varies && *own < ARGUMENTS.len()),
        };
        let next = match first {
            Some(number) => self.first(number),
            None => self.further()?,
        };
        self.tried.insert(next.numbers.clone());
        self.runs.push(next.clone());
        Some(next)
    }

    fn first(&self, number: usize) -> Choice {
        let argument = |at: usize| match self.is_bit[N_IDS + at] {
            // Conditions are both in some of the runs.
            true => (number >> (at % 2) & 1) as i64,
            false => ARGUMENTS[number] + 16 * (at as i64 % 4),
        };
        let arguments = (0..self.is_bit.len() - N_IDS).map(argument);
        let numbers = [0, 0, 0, PROGRAMS].into_iter().chain(arguments).collect();
        Choice { numbers, takes_else: number % 2 == 1 }
    }

    /// A run that may take a way that none has taken: of the branch first that the fewest were for.
    fn further(&mut self) -> Option<Choice> {
        if MAX_RUNS <= self.runs.len() {
            return None;
        }
        let is_open = |goal: &Goal| goal.seen != [true; 2] && goal.n_tries < MAX_TRIES;
        let open = self.goals.iter().filter(|(_, goal)| is_open(goal));
        let mut open: Vec<(usize, Position)> = open.map(|(at, goal)| (goal.n_tries, *at)).collect();
        open.sort_unstable();
        for (_, at) in open {
            let untried = self.goals.get(&at).and_then(|goal| {
                let choices = self.choices(goal);
                choices.into_iter().find(|own| !self.tried.contains(&own.numbers))
            });
            let Some(goal) = self.goals.get_mut(&at) else { continue };
            match untried {
                Some(choice) => {
                    goal.n_tries += 1;
                    return Some(choice);
                }
                None => goal.n_tries = MAX_TRIES,
            }
        }
        let small = (N_IDS..self.is_bit.len()).filter(|&at| !self.is_bit[at]);
        let mut small = small.map(|at| {
            let mut numbers = self.runs[0].numbers.clone();
            let multiple = self.least_and_multiple[at].1;
            numbers[at] = (SMALL / multiple).max(1) * multiple;
            Choice { numbers, takes_else: false }
        });
        small.find(|own| self.has_numbers && !self.tried.contains(&own.numbers))
    }

    /// The choices that may make a condition another one: those of the run that came to it, one number of
    /// them changed.
    fn choices(&self, goal: &Goal) -> Vec<Choice> {
        let Some(run) = self.runs.get(goal.run) else { return Vec::new() };
        let on_the_way = || self.compared.values().flatten().flatten();
        let compared: Vec<&Compared> = match &goal.wanted[..] {
            [] => on_the_way().filter(|own| own.sources.overlaps(goal.sources)).collect(),
            wanted => wanted.iter().collect(),
        };
        let mut found = Vec::new();
        for at in (0..run.numbers.len()).filter(|&at| goal.sources.has(at)) {
            let now = run.numbers[at];
            let mut values = Vec::new();
            for own in compared.iter().filter(|own| own.sources.has(at)) {
                let shifted = now.saturating_add(own.other.saturating_sub(own.own));
                let scaled = now.saturating_mul(own.other).checked_div(own.own);
                values.push(scaled.unwrap_or(shifted));
                values.extend([shifted, shifted.saturating_add(1), shifted.saturating_sub(1)]);
            }
            if goal.wanted.is_empty() {
                values.extend([1, 0]);
            }
            let (least, multiple) = self.least_and_multiple[at];
            let fits = |value: i64| match self.is_bit[at] {
                true => vec![1 - now],
                false => {
                    let down = value.saturating_sub(value.rem_euclid(multiple));
                    vec![down, down.saturating_add(multiple)]
                }
            };
            let values = values.into_iter().flat_map(fits);
            let values = values.filter(|value| least <= *value && *value != now);
            found.extend(values.map(|value| {
                let mut numbers = run.numbers.clone();
                numbers[at] = value;
                let program = numbers[..AXES.len()].iter().copied().max().unwrap_or(0);
                numbers[AXES.len()] = numbers[AXES.len()].max(program.saturating_add(1));
                Choice { numbers, takes_else: run.takes_else }
            }));
        }
        // A size is not negative, mostly.
        found.sort_by_key(|own: &Choice| own.numbers.iter().any(|number| *number < 0));
        found
    }

    /// True if the run is not one of the first ones.
    pub fn is_further(&self) -> bool {
        ARGUMENTS.len() < self.runs.len()
    }

    /// A run takes one way of a branch, because of what it takes for granted.
    pub fn take(&mut self, at: Position, sources: Sources, way: bool) {
        if sources == Sources::default() {
            return;
        }
        let run = self.runs.len().saturating_sub(1);
        self.has_numbers |= sources.is_after(N_IDS);
        let goal = self.goals.entry(at).or_default();
        goal.seen[usize::from(way)] = true;
        (goal.run, goal.sources) = (run, goal.sources.and(sources));
    }

    /// A run has a loop from a number to another one.
    pub fn enter(&mut self, at: Position, [from, to, by]: [Integer; 3], is_unsigned: bool) {
        let sources = from.sources().and(to.sources()).and(by.sources());
        let [from, end, step] = [from, to, by].map(|own| own.read(is_unsigned) as i64);
        let (far, third) =
            (from.saturating_add(step.saturating_mul(3)), end.saturating_sub(from) / 3);
        let has_several = step < end.saturating_sub(from);
        self.take(at, sources, true);
        if let Some(goal) = self.goals.get_mut(&at) {
            goal.seen[0] |= has_several;
            goal.wanted = vec![
                Compared { sources: by.sources(), own: step, other: third.max(1) },
                Compared { sources: to.sources(), own: end, other: far },
            ];
        }
    }

    /// Two numbers are compared.
    pub fn compare(&mut self, at: Position, left: Integer, right: Integer) {
        let side = |own: Integer, other: Integer| Compared {
            sources: own.sources(),
            own: own.value(),
            other: other.value(),
        };
        let sides = [side(left, right), side(right, left)];
        let sides = sides.map(|own| Some(own).filter(|own| own.sources != Sources::default()));
        if sides.iter().any(Option::is_some) {
            self.compared.insert(at, sides);
        }
    }
}
