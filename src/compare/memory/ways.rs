//! Which block is executed next, or which region of a switch, where that depends on numbers that are not known:
//! each is executed under its condition, up to where they meet.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef};
use rustc_hash::FxHashSet;

use super::machine::{Done, Machine, Next, Stop, unread};
use super::terms::Datum;
use crate::dialect::foreign::flow::{Way, blocks_between, successors, ways_out};
use crate::dialect::ir;
use crate::validate::{CmpPredicate, Node};

/// So many blocks may end within each other on a condition that is not known.
const MAX_SPLITS: usize = 64;

impl<'c> Machine<'_, 'c> {
    /// What is executed after a block that has several ways out, or one; all of them up to where they meet, if
    /// it is not known which one is taken.
    pub(super) fn next(
        &mut self,
        end: OperationRef<'c, 'c>,
        until: Option<BlockRef<'c, 'c>>,
        entered: &FxHashSet<usize>,
    ) -> Done<Next<'c>> {
        let block = end.block().map_or_else(|| unread(end), Ok)?;
        // The first way of a switch is for all numbers that the others are not for.
        let mut otherwise = None;
        let mut open = Vec::new();
        for (to, way) in ways_out(block) {
            let Some(taken) = way.taken() else { return self.through(end, to, &way) };
            let Some(condition) = taken.condition else {
                if ir::name(end) != "cf.switch" || way.successor != 0 {
                    return unread(end);
                }
                otherwise = Some((to, way));
                continue;
            };
            let truth = self.condition(end, &condition)?;
            let truth = if taken.holds { truth } else { self.world.not(truth) };
            match self.world.constant(truth) {
                Some(0) => {}
                Some(_) if open.is_empty() => return self.through(end, to, &way),
                _ => open.push((truth, to, way)),
            }
        }
        if let Some((to, way)) = otherwise {
            let mut rest = self.world.reader.constant(1, -1);
            for (truth, ..) in &open {
                let not = self.world.not(*truth);
                rest = self.world.both(rest, not);
            }
            if open.is_empty() {
                return self.through(end, to, &way);
            }
            open.push((rest, to, way));
        }
        if open.is_empty() || MAX_SPLITS <= self.splits.len() {
            let name = ir::name(end);
            return Err(Stop::Unread(format!(
                "{name} on a condition that is not known is not read"
            )));
        }
        let meeting = meeting(&open.iter().map(|(_, to, _)| *to).collect::<Vec<_>>()).or(until);
        self.splits.push(entered.clone());
        let mut found = Vec::new();
        for (truth, to, way) in open {
            self.decides(end, truth)?;
            let data = self.under(truth, |machine| {
                let Next::Block(to, arguments) = machine.through(end, to, &way)? else {
                    return unread(end);
                };
                machine.blocks(to, arguments, meeting)
            })?;
            found.push((truth, data));
        }
        self.splits.pop();
        let data = self.one_of(end, found)?;
        Ok(match meeting {
            Some(block) => Next::Block(block, data),
            None => Next::End(data),
        })
    }

    fn through(
        &mut self,
        end: OperationRef<'c, 'c>,
        to: BlockRef<'c, 'c>,
        way: &Way<'c>,
    ) -> Done<Next<'c>> {
        let given = |at| way.given(at).map_or_else(|| unread(end), Ok);
        let arguments = (0..to.argument_count()).map(|at| self.value(given(at)?));
        Ok(Next::Block(to, arguments.collect::<Done<_>>()?))
    }

    /// The region of a switch on a number, or each where the number is the one that it is for.
    pub(super) fn switch(&mut self, operation: OperationRef<'c, 'c>) -> Done<bool> {
        let Some(on) = operation.operands().next() else { return unread(operation) };
        let on = self.number(on)?;
        let cases = ir::integers_attribute(operation, "cases").unwrap_or_default();
        let bits = self.world.reader.code().bits(on);
        let mut rest = self.world.reader.constant(1, -1);
        let mut regions: Vec<(usize, Node)> = Vec::new();
        for (at, case) in cases.into_iter().enumerate() {
            let case = self.world.reader.constant(bits, case);
            let truth = self.world.compare(CmpPredicate::Equal, on, case);
            let not = self.world.not(truth);
            rest = self.world.both(rest, not);
            regions.push((at + 1, truth));
        }
        regions.push((0, rest));
        let mut found = Vec::new();
        for (region, truth) in regions {
            if self.world.constant(truth) == Some(0) {
                continue;
            }
            let Some(block) = self.first_block(operation, region) else { return unread(operation) };
            if self.world.constant(truth).is_some() {
                let data = self.region(block, Vec::new())?;
                return self.give(operation, data);
            }
            self.decides(operation, truth)?;
            let data = self.under(truth, |machine| machine.region(block, Vec::new()))?;
            found.push((truth, data));
        }
        let data = self.one_of(operation, found)?;
        self.give(operation, data)
    }

    /// What is handed on where one of some conditions holds; the last one is that no other does.
    fn one_of(
        &mut self,
        operation: OperationRef<'c, 'c>,
        mut ways: Vec<(Node, Vec<Datum<'c>>)>,
    ) -> Done<Vec<Datum<'c>>> {
        let Some((_, mut found)) = ways.pop() else { return unread(operation) };
        while let Some((truth, data)) = ways.pop() {
            if data.len() != found.len() {
                return unread(operation);
            }
            let pairs = data.into_iter().zip(found);
            let chosen = pairs.map(|(yes, no)| self.chosen(operation, truth, yes, no));
            found = chosen.collect::<Done<_>>()?;
        }
        Ok(found)
    }
}

/// The block that all ways from some blocks go through, and nothing else goes on before it: the first one.
fn meeting<'c>(from: &[BlockRef<'c, 'c>]) -> Option<BlockRef<'c, 'c>> {
    let mut all: Vec<BlockRef<'c, 'c>> = Vec::new();
    let mut next: Vec<BlockRef<'c, 'c>> = from.to_vec();
    while !next.is_empty() {
        next.retain(|block| !all.contains(block));
        next.dedup();
        let mut behind = Vec::new();
        for block in next {
            if !all.contains(&block) {
                all.push(block);
                behind.extend(successors(block));
            }
        }
        next = behind;
    }
    // Without it no way leads out.
    all.into_iter().find(|&gate| blocks_between(from, gate).is_some())
}
