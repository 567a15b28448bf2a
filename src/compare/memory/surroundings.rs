//! What is true where something is done, and what may not have come to an end before it.

use super::machine::{Done, Machine, Stop, Surrounding};
use crate::validate::Node;

impl Machine<'_, '_> {
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
        let done = body(self);
        self.leave(surrounding, guard, stops)?;
        done
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

    /// What tells apart the places that other threads come to.
    pub(super) fn conditions_around(&self) -> String {
        let mut conditions = Vec::new();
        let mut around = Some(self.surrounding);
        while let Some(surrounding) = around.and_then(|at| self.surroundings.get(at)) {
            conditions.extend(surrounding.truths.iter().map(|truth| format!("{truth:?}")));
            around = surrounding.around;
        }
        conditions.join(" and ")
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
    let around = around(surroundings, innermost);
    around.flat_map(|own| own.truths.iter().chain(&own.known).copied()).collect()
}

/// All that something is done under.
pub(super) fn conditions(surroundings: &[Surrounding], innermost: usize) -> Vec<Node> {
    around(surroundings, innermost).flat_map(|own| own.truths.iter().copied()).collect()
}
