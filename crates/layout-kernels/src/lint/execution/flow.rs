//! Loops, branches between blocks and calls.

use super::integer::{Integer, Sources};
use super::{
    Binding, Ended, ExecutionState, MAX_CALLS, MAX_IDLE_STEPS, Provision, UNKNOWN_TURNS, Yielded,
    depending, made_up,
};
use crate::triton::{Block, Region, Step, Successor};

/// True if all that is done is to compute with numbers and tensors.
fn is_idle(region: &Region) -> bool {
    let is_computed = |name: &str| matches!(name.split('.').next(), Some("arith" | "math" | "scf"));
    let steps = &mut region.steps.iter();
    steps.all(|step| is_computed(step.operation.name()) && step.regions.iter().all(is_idle))
}

impl ExecutionState {
    pub(super) fn counted_loop(&mut self, step: &Step, body: &Region) -> Result<Yielded, Ended> {
        let operands = self.operands(step);
        let mut carried = operands.get(3..).unwrap_or(&[]).to_vec();
        let is_unsigned = step.operation.has_word("unsigned")
            || step.operation.attribute("unsignedCmp").is_some();
        let bound = |at: usize| operands.get(at).and_then(Binding::number);
        let by = bound(2).filter(|by| 0 < by.read(is_unsigned));
        let (mut counter, to) = (bound(0), bound(1));
        let is_known = |bound: Option<Integer>| bound.is_some_and(|bound| !bound.is_made_up());
        let is_open = ![counter, to, by].into_iter().all(is_known);
        let outside = self.provided;
        if is_open {
            self.provided = Some(Provision::Turns);
            self.varies = true;
        }
        if let (Some(from), Some(to), Some(by)) = (counter, to, by) {
            self.coverage.enter(step.operation.position(), [from, to, by], is_unsigned);
        }
        let sources = [counter, to, by].into_iter().flatten();
        let sources = sources.fold(Sources::default(), |all, own| all.and(own.sources()));
        let is_idle = is_idle(body);
        let turns = match (counter, to, by) {
            (Some(from), None, Some(by)) => {
                let to = self.operand(step, 1);
                self.decide_turns([from, by], &to, is_unsigned, UNKNOWN_TURNS)
            }
            _ => UNKNOWN_TURNS,
        };
        self.turns.push((step.operation.position(), 0));
        for turn in 0.. {
            let is_over = match (counter, to, by) {
                (Some(counter), Some(to), Some(_)) => {
                    to.read(is_unsigned) <= counter.read(is_unsigned)
                }
                _ => turns <= turn,
            };
            if is_over {
                break;
            }
            if is_idle && 0 < turn && self.idles(body.steps.len()) {
                carried = vec![Binding::Unknown; carried.len()];
                break;
            }
            if let Some(innermost) = self.turns.last_mut() {
                innermost.1 = turn;
            }
            let own = counter.map_or(Binding::Unknown, Binding::Number);
            self.define(&body.arguments, [vec![own], carried].concat());
            carried = self.region(body)?;
            if let (Some(before), Some(by)) = (counter, by) {
                let next = before.read(is_unsigned) + by.read(is_unsigned);
                // There is no turn that the counter has no number for.
                let Some(own) = Integer::exact(next, before.bits(), is_unsigned) else { break };
                let own = own.because_of(before.is_made_up() || by.is_made_up());
                counter = Some(own.depending_on(before.sources().and(by.sources())));
            }
        }
        self.turns.pop();
        self.provided = outside;
        let carried = depending(carried, sources);
        Ok(if is_open { made_up(carried) } else { carried })
    }

    /// Counts a turn of a loop that does nothing but compute; true if there have been enough of them, and what
    /// comes of it is not known.
    fn idles(&mut self, n_steps: usize) -> bool {
        self.n_idle_steps += n_steps;
        MAX_IDLE_STEPS < self.n_idle_steps
    }

    /// One of two regions.
    pub(super) fn choice(
        &mut self,
        step: &Step,
        then: &Region,
        other: Option<&Region>,
    ) -> Result<Yielded, Ended> {
        let condition = self.operand(step, 0);
        let position = step.operation.position();
        let prefers_then = match other {
            Some(_) => !self.choice.takes_else,
            None => !(self.choice.takes_else && self.contradicted.contains(&position)),
        };
        let is_decided = self.holds(&condition).is_some();
        let takes_then = self.decide(&condition, position, prefers_then);
        if is_decided && !takes_then && other.is_none() {
            self.contradict(&condition);
        }
        let taken = if takes_then { Some(then) } else { other };
        if !condition.is_made_up() {
            let given = taken.map_or(Ok(Vec::new()), |region| self.region(region));
            return Ok(depending(given?, condition.sources()));
        }
        let outside = self.provided;
        // Where a branch is wrong in whatever turn it is taken, that it is taken goes without saying.
        if !self.turns.is_empty() {
            self.provided = Some(Provision::Branch);
        }
        let given = taken.map_or(Ok(Vec::new()), |region| self.region(region));
        self.provided = outside;
        Ok(made_up(depending(given?, condition.sources())))
    }

    pub(super) fn open_loop(
        &mut self,
        step: &Step,
        condition: &Region,
        body: &Region,
    ) -> Result<Yielded, Ended> {
        let mut carried = self.operands(step);
        self.turns.push((step.operation.position(), 0));
        let (outside, mut is_open, mut n_unknown) = (self.provided, false, 0);
        let is_idle = is_idle(condition) && is_idle(body);
        let mut sources = Sources::default();
        for turn in 0.. {
            if let Some(innermost) = self.turns.last_mut() {
                innermost.1 = turn;
            }
            if is_idle && 0 < turn && self.idles(condition.steps.len() + body.steps.len()) {
                carried = vec![Binding::Unknown; step.results.len()];
                break;
            }
            self.define(&condition.arguments, carried);
            let mut handed = self.region(condition)?.into_iter();
            let goes_on = handed.next().unwrap_or(Binding::Unknown);
            carried = handed.collect();
            sources = sources.and(goes_on.sources());
            n_unknown += usize::from(goes_on.number().is_none());
            if goes_on.is_made_up() {
                self.provided = Some(Provision::Turns);
                is_open = true;
            }
            let may_go_on = n_unknown <= UNKNOWN_TURNS;
            if !self.decide(&goes_on, step.operation.position(), may_go_on) || !may_go_on {
                break;
            }
            self.define(&body.arguments, carried);
            carried = self.region(body)?;
        }
        self.turns.pop();
        self.provided = outside;
        let carried = depending(carried, sources);
        Ok(if is_open { made_up(carried) } else { carried })
    }

    /// The step that a branch goes to. Where it is not known which block that is, one that has been taken
    /// as often as a loop is run is left for the other.
    pub(super) fn branch(
        &mut self,
        step: &Step,
        blocks: &[Block],
        visits: &mut [usize],
    ) -> Result<usize, Ended> {
        let find = |target: &Successor| blocks.iter().position(|block| block.name == target.block);
        let places: Option<Vec<usize>> = step.successors.iter().map(find).collect();
        let places = places.ok_or(Ended)?;
        let condition = self.operand(step, 0);
        self.varies |= 1 < places.len() && condition.is_made_up();
        if let (Some(holds), true) = (condition.holds(), 1 < places.len()) {
            self.coverage.take(step.operation.position(), condition.sources(), holds);
        }
        let which = match (condition.holds(), &places[..]) {
            (_, [_]) | (Some(true), _) => 0,
            (Some(false), _) => 1,
            (None, [first, second]) => {
                let is_worn = |block: &usize| UNKNOWN_TURNS <= visits[*block];
                let takes_first = match self.choice.takes_else {
                    true => is_worn(second) && !is_worn(first),
                    false => !is_worn(first) || is_worn(second),
                };
                let position = step.operation.position();
                let which = usize::from(!self.decide(&condition, position, takes_first));
                let is_endless = is_worn(&places[which]) && !is_worn(&places[1 - which]);
                if is_endless { 1 - which } else { which }
            }
            _ => return Err(Ended),
        };
        let handed = step.successors[which].operands.iter().map(|name| self.value(name)).collect();
        let block = &blocks[places[which]];
        visits[places[which]] += 1;
        if 1 < places.len() && condition.is_made_up() && 1 < visits[places[which]] {
            self.provided = Some(Provision::Turns);
        }
        self.define(&block.arguments, handed);
        Ok(block.begin)
    }

    /// Runs the function that is called on what it is handed; one that is not known may wait for anything.
    pub(super) fn call(&mut self, step: &Step) -> Result<Yielded, Ended> {
        let handed = self.operands(step);
        let called = step.operation.callee().and_then(|name| self.functions.get(name)).cloned();
        let Some(called) = called.filter(|_| self.n_calls < MAX_CALLS) else {
            self.land(step);
            self.stored.clear();
            return Ok(Vec::new());
        };
        let outside = std::mem::take(&mut self.values);
        let names: Vec<String> = called.arguments.iter().map(|own| own.name.clone()).collect();
        self.define(&names, handed);
        self.n_calls += 1;
        let outside_provided = self.provided;
        let given = self.region(&called.body);
        self.provided = outside_provided;
        self.n_calls -= 1;
        self.values = outside;
        given
    }
}
