//! What is true where something is done, and what may not have come to an end before it.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::machine::{Done, Machine, Stop, Surrounding};
use crate::dialect::foreign::ending::Ending;
use crate::validate::Node;

impl<'c> Machine<'_, 'c> {
    /// Executes what is only done where a condition holds.
    pub(super) fn under<T>(
        &mut self,
        condition: Node,
        body: impl FnOnce(&mut Self) -> Done<T>,
    ) -> Done<T> {
        let (surrounding, guard, stops) = (self.surrounding, self.guard, self.n_stops);
        self.surround(vec![condition])?;
        self.surroundings[self.surrounding].is_condition = true;
        self.guard = self.world.both(guard, condition);
        let done = body(self)?;
        let asserted = asserted_between(&self.surroundings, self.surrounding, surrounding);
        self.leave(surrounding, guard, stops)?;
        let not = self.world.not(condition);
        for truth in asserted {
            // What is asserted on the other way too is true behind both.
            let otherwise = self.world.either(condition, truth);
            let is_on_both = reached(&self.surroundings, self.surrounding).contains(&otherwise);
            let here = self.world.either(not, truth);
            self.assert(if is_on_both { truth } else { here })?;
        }
        Ok(done)
    }

    /// What holds behind an operation that may not come to its end, which asserts a condition, or assumes one.
    pub(super) fn behind(&mut self, operation: OperationRef<'c, 'c>) -> Done<()> {
        match Ending::of(operation) {
            Ending::Asserts(condition) => {
                let condition = self.number(condition)?;
                self.assert(condition)
            }
            Ending::StopsAll | Ending::StopsThread => {
                let never = self.world.reader.constant(1, 0);
                self.assert(never)
            }
            Ending::Assumes(condition) => {
                let condition = self.number(condition)?;
                self.know(condition)
            }
            Ending::Promises => {
                let value = operation.operands().next();
                let Some(value) = value.map(|value| self.number(value)).transpose()? else {
                    return Ok(());
                };
                let (truths, _) = self.world.reader.promised(operation, value);
                truths.into_iter().try_for_each(|truth| self.know(truth))
            }
            Ending::Always | Ending::Waits | Ending::Perhaps | Ending::States => Ok(()),
        }
    }

    /// From here on something is true, as the function has ended elsewhere.
    fn assert(&mut self, truth: Node) -> Done<()> {
        match self.world.constant(truth) {
            Some(0) if self.is_sure() => {
                // Of a parallel loop other iterations may come before this one, or not at all.
                self.shares |= self.n_parallel != 0;
                Err(Stop::Ends)
            }
            Some(-1 | 1) => Ok(()),
            _ => {
                self.surroundings[self.surrounding].asserted.push(truth);
                Ok(())
            }
        }
    }

    /// Goes back to a surrounding, or if it may not come to that, into one behind it.
    pub(super) fn leave(&mut self, surrounding: usize, guard: Node, stops: usize) -> Done<()> {
        (self.surrounding, self.guard) = (surrounding, guard);
        if self.n_stops == stops { Ok(()) } else { self.go_on() }
    }

    /// What is done from here on is not done if what was done before does not end.
    pub(super) fn stop(&mut self) -> Done<()> {
        self.n_stops += 1;
        self.go_on()
    }

    fn go_on(&mut self) -> Done<()> {
        let Surrounding { is_condition, .. } = self.surroundings[self.surrounding];
        self.surround(Vec::new())?;
        self.surroundings[self.surrounding].is_condition = is_condition;
        Ok(())
    }

    /// What tells apart the places that other threads come to: behind what may end some of them there are others.
    pub(super) fn conditions_around(&self) -> String {
        let mut conditions = Vec::new();
        let mut around = Some(self.surrounding);
        while let Some(surrounding) = around.and_then(|at| self.surroundings.get(at)) {
            conditions.extend(surrounding.truths.iter().map(|truth| format!("{truth:?}")));
            around = surrounding.around;
        }
        format!("{} behind {}", conditions.join(" and "), self.n_exits)
    }

    /// From here on more is true.
    pub(super) fn surround(&mut self, truths: Vec<Node>) -> Done<()> {
        self.mapped_divisions()?;
        let around = Some(self.surrounding);
        let stops = self.n_stops;
        self.surroundings.push(Surrounding { around, truths, stops, ..Surrounding::default() });
        self.surrounding = self.surroundings.len() - 1;
        Ok(())
    }

    /// True where what is done is done whatever the numbers are that are not known.
    pub(super) fn is_sure(&self) -> bool {
        self.world.constant(self.guard).is_some() && self.depth == 0
    }

    /// Says that something is true here, as the accesses of the function before the pass are in bounds.
    pub(super) fn know(&mut self, truth: Node) -> Done<()> {
        if self.side != 0 {
            return Ok(());
        }
        match self.world.constant(truth) {
            Some(0) if self.is_sure() => Err(Stop::OutOfBounds),
            Some(-1 | 1) => Ok(()),
            _ => {
                self.surroundings[self.surrounding].known.push(truth);
                Ok(())
            }
        }
    }
}

/// What surrounds something, the innermost first.
pub(super) fn around(
    surroundings: &[Surrounding],
    innermost: usize,
) -> impl Iterator<Item = &Surrounding> {
    let innermost = surroundings.get(innermost);
    std::iter::successors(innermost, |own| surroundings.get(own.around?))
}

/// All that is true in a surrounding.
pub(super) fn surrounding_truths(surroundings: &[Surrounding], innermost: usize) -> Vec<Node> {
    let all = |own: &Surrounding| [&own.truths[..], &own.known, &own.asserted].concat();
    around(surroundings, innermost).flat_map(all).collect()
}

/// All that something is done under, but for what is asserted before it.
pub(super) fn conditions(surroundings: &[Surrounding], innermost: usize) -> Vec<Node> {
    around(surroundings, innermost).flat_map(|own| own.truths.iter().copied()).collect()
}

/// All that is true wherever a function comes to a surrounding.
pub(super) fn reached(surroundings: &[Surrounding], innermost: usize) -> Vec<Node> {
    let all = |own: &Surrounding| [&own.truths[..], &own.asserted].concat();
    around(surroundings, innermost).flat_map(all).collect()
}

/// True in a surrounding that a function may end before, as something that is asserted does not hold.
pub(super) fn is_behind_assertions(surroundings: &[Surrounding], innermost: usize) -> bool {
    around(surroundings, innermost).any(|own| !own.asserted.is_empty())
}

/// What is asserted in surroundings up to one around them, which is left out.
fn asserted_between(surroundings: &[Surrounding], inner: usize, outer: usize) -> Vec<Node> {
    let mut found = Vec::new();
    let mut at = Some(inner);
    while let Some(own) = at.filter(|&at| at != outer).and_then(|at| surroundings.get(at)) {
        found.extend(&own.asserted);
        at = own.around;
    }
    found.reverse();
    found
}
