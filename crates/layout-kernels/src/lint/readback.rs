//! What a thread loads that another one has stored, without a barrier between.
//!
//! The function is walked as it runs: what is stored is pending until a barrier, a branch begins with what
//! was pending before it, and a loop is walked twice, so that the loads of a turn meet the stores of the
//! turn before. What cannot be followed has no stores: that there is no barrier has to be certain.

mod barriers;
mod pending;

use rustc_hash::{FxHashMap, FxHashSet};

use self::barriers::may_wait;
use self::pending::{Choice, Pending, State};
use super::finding::Finding;
use super::layouts::Layouts;
use super::rule::MISSING_BARRIER;
use crate::analyze::loaded_from_others;
use crate::triton::{Movement, Operation, Position, Region, Step};

/// Each step of a function is walked this often at most: loops in loops take a power of their depth.
const MAX_WALKS: usize = 32;

/// What is found in one function, in the order in which it runs.
pub(super) fn readback(
    operations: &[&Operation],
    body: &Region,
    layouts: &mut Layouts,
) -> Vec<Finding> {
    let accesses = operations.iter().map(|&own| (own.position(), own)).collect();
    let mut walk = Walk {
        accesses,
        layouts,
        numbers: FxHashMap::default(),
        choices: Vec::new(),
        of_turns: Vec::new(),
        steps_left: n_steps(body).saturating_mul(MAX_WALKS),
        found: Vec::new(),
        reported: FxHashSet::default(),
    };
    walk.region(body, State::default());
    walk.found
}

struct Walk<'p, 'l> {
    /// The operations of the function that have addresses.
    accesses: FxHashMap<Position, &'p Operation>,
    layouts: &'l mut Layouts,
    /// Constants, by their names.
    numbers: FxHashMap<&'p str, i64>,
    /// The conditions of the branches that are being walked.
    choices: Vec<Choice<'p>>,
    /// What is defined in loops of which a turn is walked that is not the first.
    of_turns: Vec<FxHashSet<&'p str>>,
    steps_left: usize,
    found: Vec<Finding>,
    /// The loads that something was found of.
    reported: FxHashSet<Position>,
}

impl<'p> Walk<'p, '_> {
    /// What is pending at the end of a region. A block that several lead to begins with nothing.
    fn region(&mut self, region: &'p Region, state: State<'p>) -> State<'p> {
        if region.blocks.is_empty() {
            return self.steps(&region.steps, state);
        }
        let mut begins: Vec<usize> = region.blocks.iter().map(|block| block.begin).collect();
        begins.insert(0, 0);
        let mut leading: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        let mut ends: Vec<State<'p>> = Vec::new();
        let steps_of = |at: usize| {
            let end = begins.get(at + 1).copied().unwrap_or(region.steps.len());
            region.steps.get(begins[at]..end).unwrap_or_default()
        };
        for at in 0..begins.len() {
            let last = steps_of(at).last();
            for successor in last.into_iter().flat_map(|step| &step.successors) {
                leading.entry(&successor.block).or_default().push(at);
            }
        }
        for at in 0..begins.len() {
            let name = at.checked_sub(1).map(|at| region.blocks[at].name.as_str());
            let own = match name.and_then(|name| leading.get(name)).map(Vec::as_slice) {
                _ if at == 0 => state.clone(),
                Some([only]) if *only < at => ends[*only].clone(),
                _ => State::unknown(),
            };
            ends.push(self.steps(steps_of(at), own));
        }
        State::unknown()
    }

    fn steps(&mut self, steps: &'p [Step], mut state: State<'p>) -> State<'p> {
        for step in steps {
            if self.steps_left == 0 {
                return State::unknown();
            }
            self.steps_left -= 1;
            state = self.step(step, state);
        }
        state
    }

    fn step(&mut self, step: &'p Step, mut state: State<'p>) -> State<'p> {
        let operation = &step.operation;
        match (operation.name(), &step.regions[..]) {
            (_, []) => {
                self.operation(step, &mut state);
                state
            }
            ("scf.if", [then, rest @ ..]) => self.branch(operation, then, rest.first(), state),
            ("scf.for", [body]) => {
                let may_repeat = self.may_repeat(operation);
                let first = self.region(body, state);
                let state = self.next_turn(body, first, may_repeat);
                state.after_loop(&names_of(body))
            }
            ("scf.while", [condition, body]) => {
                let first = self.region(condition, state);
                let state = self.region(body, first);
                let mut names = names_of(condition);
                names.extend(names_of(body));
                self.of_turns.push(names.clone());
                let again = self.region(condition, state.in_next_turn(&names));
                self.region(body, again.clone());
                self.of_turns.pop();
                again.after_loop(&names)
            }
            // Partitions of warps: all threads wait before they begin, and when they have ended.
            (_, regions) => {
                for region in regions {
                    self.region(region, State::unknown());
                }
                State::unknown()
            }
        }
    }

    /// What is pending after the second turn of a loop, if there may be one.
    fn next_turn(&mut self, body: &'p Region, state: State<'p>, may_repeat: bool) -> State<'p> {
        if !may_repeat {
            return state;
        }
        let names = names_of(body);
        let state = state.in_next_turn(&names);
        self.of_turns.push(names);
        let state = self.region(body, state);
        self.of_turns.pop();
        state
    }

    /// True if what is done here may be done in the first turn of a loop alone: under a condition that each turn
    /// has its own of.
    fn may_be_first_turn(&self) -> bool {
        self.choices.iter().any(|choice| {
            choice.name.is_empty() || self.of_turns.iter().any(|names| names.contains(choice.name))
        })
    }

    /// True if a loop may have a second turn.
    fn may_repeat(&self, operation: &Operation) -> bool {
        let number = |at: usize| {
            operation.operands().get(at).and_then(|name| self.numbers.get(name.as_str())).copied()
        };
        match (number(0), number(1), number(2)) {
            (Some(from), Some(to), Some(by)) => from.saturating_add(by) < to,
            _ => true,
        }
    }

    fn branch(
        &mut self,
        operation: &'p Operation,
        then: &'p Region,
        otherwise: Option<&'p Region>,
        state: State<'p>,
    ) -> State<'p> {
        // What is not known is a condition of its own.
        let name = operation.operands().first().map_or("", String::as_str);
        let known = self.choices.iter().find(|own| own.name == name && !name.is_empty());
        if let Some(known) = known.copied() {
            // The other way is not taken where this branch is.
            return match if known.is_true { Some(then) } else { otherwise } {
                Some(region) => self.region(region, state).outside(&names_of(region)),
                None => state,
            };
        }
        let ways = [(true, Some(then)), (false, otherwise)].map(|(is_true, region)| {
            let choice = Choice { name, is_true };
            let before = state.where_chosen(choice);
            let after = match region {
                Some(region) => {
                    self.choices.push(choice);
                    let after = self.region(region, before).outside(&names_of(region));
                    self.choices.pop();
                    after
                }
                None => before,
            };
            (choice, after)
        });
        state.joined(ways, &self.choices)
    }

    fn operation(&mut self, step: &'p Step, state: &mut State<'p>) {
        let operation = &step.operation;
        if let (Some(name), Some(number)) = (step.results.first(), operation.constant()) {
            self.numbers.insert(name, number);
        }
        let access = self.accesses.get(&operation.position()).copied();
        match access.and_then(|access| Some((access, access.movement()?))) {
            Some((store, Movement::GlobalStore { .. })) => {
                state.pending.extend(Pending::new(store, &self.choices));
                state.forget_oldest();
            }
            Some((load, Movement::GlobalLoad { .. })) => self.load(load, state),
            _ => {
                if may_wait(operation, self.layouts, &mut state.shared) {
                    state.pending.clear();
                }
            }
        }
    }

    fn load(&mut self, load: &'p Operation, state: &State<'p>) {
        let may_be_first_turn = self.may_be_first_turn();
        let is_before = |own: &&Pending<'p>| !(own.is_of_earlier_turn && may_be_first_turn);
        let latest = state.pending.iter().rev().filter(is_before);
        let met = latest.filter(|pending| pending.is_met_by(load, &self.choices));
        for pending in met.collect::<Vec<&Pending<'p>>>() {
            let Some(which) = self.moved(pending.store, load) else { continue };
            if !self.reported.insert(load.position()) {
                return;
            }
            let message = format!(
                "what other threads have stored{} is loaded, and no barrier is between{}: {which}",
                if pending.is_of_earlier_turn { " in the turn before" } else { "" },
                pending.passed_where().map_or(String::new(), |choice| format!(" where {choice}"))
            );
            let finding = Finding::new(MISSING_BARRIER, load.position(), message);
            let finding = finding.of_operation(load.name());
            let from = pending.store.position();
            let why = "threads of other warps may not have stored yet";
            return self.found.push(finding.related_to(from, why));
        }
    }

    /// An element that goes from one warp to another, in words.
    fn moved(&mut self, store: &Operation, load: &Operation) -> Option<String> {
        let Movement::GlobalStore { tensor: source } = store.movement()? else { return None };
        let Movement::GlobalLoad { tensor: target } = load.movement()? else { return None };
        let source = self.layouts.of_tensor(source)?.ok()?;
        let target = self.layouts.of_tensor(target)?.ok()?;
        let accesses = [store.access()?, load.access()?];
        let names: Vec<String> =
            (0..source.layout.out_dims().len()).map(|dim| format!("dim{dim}")).collect();
        let out_dims = source.layout.out_dims();
        let accessed = |element: &[i64]| {
            let at = |name: &String| out_dims.iter().position(|dim| dim.name() == name);
            let place: Option<Vec<i64>> =
                names.iter().map(|name| Some(element[at(name)?])).collect();
            place.is_none_or(|place| !accesses.iter().any(|access| access.drops(&place)))
        };
        let moved = loaded_from_others(&source.layout, &target.layout, accessed).ok()??;
        Some(moved.to_string())
    }
}

fn n_steps(region: &Region) -> usize {
    let own = |step: &Step| 1 + step.regions.iter().map(n_steps).sum::<usize>();
    region.steps.iter().map(own).sum()
}

/// The names, without `%`, of all values that a region defines.
fn names_of(region: &Region) -> FxHashSet<&str> {
    let mut names = FxHashSet::default();
    let mut regions = vec![region];
    while let Some(region) = regions.pop() {
        names.extend(region.arguments.iter().map(String::as_str));
        names.extend(region.blocks.iter().flat_map(|own| &own.arguments).map(String::as_str));
        for step in &region.steps {
            names.extend(step.results.iter().map(String::as_str));
            regions.extend(&step.regions);
        }
    }
    names
}
