//! Operations that say that something holds: they write nothing, and others see what is in memory only where an
//! assertion fails.

use std::ops::Range;
use std::rc::Rc;

use melior::ir::OperationRef;

use super::alignment::asserted;
use super::claims::{At, Claims, Like, Trace, What, at_loop, unknown};
use super::machine::{Done, Event, Machine};
use super::notes::Asserted;
use super::surroundings::reached;
use super::terms::{Buffer, Datum, Scalar};
use crate::dialect::foreign::ending::Ending;
use crate::validate::Node;

/// So many elements are told at assertions as they are there. At later ones they are forgotten, as at a call.
const MAX_TOLD: usize = 1 << 18;

impl<'c> Machine<'_, 'c> {
    /// Executes an operation that says that something holds; false for other operations.
    pub(super) fn says(
        &mut self,
        operation: OperationRef<'c, 'c>,
        operands: &[Datum<'c>],
    ) -> Done<bool> {
        if operands.iter().any(|operand| matches!(operand, Datum::Memref(_))) {
            return Ok(false);
        }
        match Ending::of(operation) {
            Ending::Asserts(condition) => {
                let condition = self.number(condition)?;
                self.asserts(operation, condition)?;
            }
            Ending::Assumes(_) | Ending::Promises | Ending::States => {
                let scalars: Rc<[Scalar]> =
                    operands.iter().flat_map(|operand| operand.scalars().iter().copied()).collect();
                let (name, operands) = (self.key(operation), operands.to_vec());
                self.event(Event::Said { name: name.clone(), operands, guard: self.guard });
                self.results(operation, &name, &scalars)?;
                self.behind(operation)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn asserts(&mut self, operation: OperationRef<'c, 'c>, condition: Node) -> Done<()> {
        self.decides(operation, condition)?;
        let is_known = reached(&self.surroundings, self.surrounding).contains(&condition);
        if is_known || self.world.constant(condition).is_some_and(|truth| truth != 0) {
            return Ok(());
        }
        // What is done before a failure, and what is not, is seen.
        self.touch_anything();
        let name = self.key(operation);
        let told = |buffer: &&Buffer| !matches!(buffer, Buffer::Local(_));
        let n_told: usize =
            self.memory.iter().filter(|(it, _)| told(it)).map(|(_, cells)| cells.len()).sum();
        self.n_told = self.n_told.saturating_add(n_told);
        let is_forgotten = MAX_TOLD < self.n_told;
        let (memory, before) = if is_forgotten {
            self.check_told()?;
            (self.forgotten(), self.n_calls - 1)
        } else {
            let seen = self.memory.iter().filter(|(it, _)| told(it));
            (seen.map(|(it, cells)| (it.clone(), cells.clone())).collect(), self.n_calls)
        };
        let (guard, n_writes) = (self.guard, self.n_writes);
        self.event(Event::Asserted(Asserted {
            name,
            condition,
            guard,
            memory,
            before,
            is_forgotten,
            n_writes,
        }));
        self.stop()?;
        self.behind(operation)
    }

    /// How many things were done that may change what is in memory.
    pub(super) fn n_changes(&self) -> usize {
        self.events.len() - self.n_said
    }
}

impl<'c> Claims<'_, 'c> {
    /// The same of assertions that follow each other: behind a failure of one the others may be poison.
    pub(super) fn runs(
        &mut self,
        [before, after]: [&Trace<'c>; 2],
        [run, its]: [&Range<usize>; 2],
        surroundings: [usize; 2],
    ) -> Like {
        let mut both = Vec::new();
        for (trace, run) in [(before, run), (after, its)] {
            let all = run.clone().filter_map(|at| asserted(&trace.events, at));
            let conditions: Vec<Node> = all.map(|it| it.condition).collect();
            let yes = self.world.reader.constant(1, -1);
            let condition = conditions
                .into_iter()
                .rev()
                .fold(yes, |all, one| self.world.reader.both_in_order(one, all));
            both.extend(
                asserted(&trace.events, run.start).map(|it| Asserted { condition, ..it.clone() }),
            );
        }
        match &both[..] {
            [one, other] => self.assertions(one, other, surroundings),
            _ => Ok(()),
        }
    }

    /// The same has to be asserted, and to be in memory where that fails.
    pub(super) fn assertions(
        &mut self,
        before: &Asserted,
        after: &Asserted,
        [surrounding, outside]: [usize; 2],
    ) -> Like {
        let short = before.name.split(' ').next().unwrap_or("").to_owned();
        let what = format!("the condition of {short}");
        self.conditions(before.guard, after.guard, what, outside)?;
        let at = At { surrounding, truths: Vec::new(), what: format!("an operand of {short}") };
        self.numbers(before.condition, after.condition, &at)?;
        let calls = [before.before, after.before];
        if before.is_forgotten || after.is_forgotten {
            let first = self.claims.len();
            let like = self.memories([&before.memory, &after.memory], (surrounding, &[]), calls);
            for claim in self.claims.iter_mut().skip(first) {
                claim.what = What::Bound(at.what.clone());
            }
            return at_loop(like);
        }
        let not = self.world.not(before.condition);
        let truths: Vec<Node> = [before.guard, not]
            .into_iter()
            .filter(|truth| self.world.constant(*truth).is_none())
            .collect();
        self.memories([&before.memory, &after.memory], (surrounding, &truths), calls)
    }

    /// An assertion that only one of the functions has holds wherever that comes to it. If it is not sure that the
    /// other one does not have it, nothing is refuted.
    pub(super) fn asserted_alone(
        &mut self,
        trace: &Trace<'c>,
        at: usize,
        is_before: bool,
        is_in_doubt: bool,
    ) -> Like {
        let Some((Event::Asserted(asserted), surrounding)) = trace.events.get(at) else {
            return Ok(());
        };
        let short = asserted.name.split(' ').next().unwrap_or("");
        // What was in memory there is in that of the end no more, and nothing is beside it here.
        if asserted.is_forgotten {
            let side = if is_before { "before" } else { "after" };
            return unknown(format!("too much is in memory at a {short} that is only {side}"));
        }
        let what = format!("an operand of {short}");
        let mut truths = vec![asserted.guard];
        if !is_before {
            truths.extend(reached(&trace.surroundings, *surrounding));
        }
        truths.retain(|truth| self.world.constant(*truth).is_none());
        let holds = self.world.reader.constant(1, -1);
        let (surrounding, one, other) = match is_before {
            true => (*surrounding, asserted.condition, holds),
            false => (0, holds, asserted.condition),
        };
        // In the order of writes it may be another one that is alone.
        let claimed = match self.is_simulated && !is_in_doubt {
            true => What::Named(what.clone()),
            false => What::Bound(what.clone()),
        };
        self.claim(one, other, &At { surrounding, truths, what }, claimed)
    }
}
