//! Loops, branches between blocks and calls.

use super::{Binding, Ended, ExecutionState, MAX_CALLS, UNKNOWN_TURNS, Yielded};
use crate::triton::{Block, Region, Step, Successor};

impl ExecutionState {
    pub(super) fn counted_loop(&mut self, step: &Step, body: &Region) -> Result<Yielded, Ended> {
        let operands = self.operands(step);
        let mut carried = operands.get(3..).unwrap_or(&[]).to_vec();
        let is_unsigned = step.operation.has_word("unsigned")
            || step.operation.attribute("unsignedCmp").is_some();
        // Of a negative number it is not known of how many bits it is.
        let bound = |at: usize| match operands.get(at) {
            Some(Binding::Number(number)) if !is_unsigned || 0 <= *number => Some(*number),
            _ => None,
        };
        let (mut counter, to, by) = (bound(0), bound(1), bound(2).filter(|by| 0 < *by));
        self.turns.push((step.operation.position(), 0));
        for turn in 0.. {
            let is_over = match (counter, to, by) {
                (Some(counter), Some(to), Some(_)) => to <= counter,
                _ => UNKNOWN_TURNS <= turn,
            };
            if is_over {
                break;
            }
            if let Some(innermost) = self.turns.last_mut() {
                innermost.1 = turn;
            }
            let own = counter.map_or(Binding::Unknown, Binding::Number);
            self.define(&body.arguments, [vec![own], carried].concat());
            carried = self.region(body)?;
            counter = counter.zip(by).and_then(|(counter, by)| counter.checked_add(by));
        }
        self.turns.pop();
        Ok(carried)
    }

    pub(super) fn open_loop(
        &mut self,
        step: &Step,
        condition: &Region,
        body: &Region,
    ) -> Result<Yielded, Ended> {
        let mut carried = self.operands(step);
        self.turns.push((step.operation.position(), 0));
        let mut n_unknown = 0;
        for turn in 0.. {
            if let Some(innermost) = self.turns.last_mut() {
                innermost.1 = turn;
            }
            self.define(&condition.arguments, carried);
            let mut handed = self.region(condition)?.into_iter();
            let goes_on = handed.next().unwrap_or(Binding::Unknown);
            carried = handed.collect();
            n_unknown += usize::from(!matches!(goes_on, Binding::Number(_)));
            if goes_on == Binding::Number(0) || UNKNOWN_TURNS < n_unknown {
                break;
            }
            self.define(&body.arguments, carried);
            carried = self.region(body)?;
        }
        self.turns.pop();
        Ok(carried)
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
        let which = match (self.operand(step, 0), &places[..]) {
            (_, [_]) | (Binding::Number(1..), _) => 0,
            (Binding::Number(_), _) => 1,
            (_, [first, second, ..]) => {
                let is_worn = |block: &usize| UNKNOWN_TURNS <= visits[*block];
                match self.takes_else {
                    true => usize::from(!is_worn(second) || is_worn(first)),
                    false => usize::from(is_worn(first) && !is_worn(second)),
                }
            }
            _ => return Err(Ended),
        };
        let handed = step.successors[which].operands.iter().map(|name| self.value(name)).collect();
        let block = &blocks[places[which]];
        visits[places[which]] += 1;
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
        let given = self.region(&called.body);
        self.n_calls -= 1;
        self.values = outside;
        given
    }
}
