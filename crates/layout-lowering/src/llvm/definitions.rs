//! Values are defined before they are used: on every way from the entry to the use, and by a phi on each
//! of the ways that meet there.

use super::error::ReadError;
use super::function::{Block, Instruction};
use super::operation::{Operand, Operation};

/// Where a value is used.
#[derive(Debug, Clone, Copy)]
pub(super) struct Use<'a> {
    pub value: u32,
    pub name: &'a str,
    pub line: u32,
    pub column: u32,
    /// The number of the block and that of the instruction in it.
    pub at: (u32, usize),
    /// The block that a phi has the value from.
    pub from: Option<u32>,
}

impl Use<'_> {
    fn error(&self, what: &str) -> ReadError {
        let message = format!("'%{}' {what}", self.name);
        ReadError { line: self.line, column: self.column, message }
    }
}

/// Where a phi is.
#[derive(Debug, Clone, Copy)]
pub(super) struct PhiPlace {
    pub line: u32,
    pub column: u32,
    /// The number of the block and that of the instruction in it.
    pub at: (u32, usize),
}

/// Checks that phis begin blocks, and that each has one value from each block that goes to its own.
///
/// # Errors
///
/// A phi behind another instruction, without a value from a block, or with two, or with one from a block
/// that does not go there.
pub(super) fn check_phis(blocks: &[Block], phis: &[PhiPlace]) -> Result<(), ReadError> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); blocks.len()];
    let mut is_known = true;
    for (number, block) in blocks.iter().enumerate() {
        // Where an instruction that is not known goes nobody knows.
        is_known &= block.is_ended() || block.instructions.is_empty();
        block.targets().into_iter().for_each(|to| before[to as usize].push(number as u32));
    }
    for phi in phis {
        let error = |message: &str| {
            Err(ReadError { line: phi.line, column: phi.column, message: message.to_owned() })
        };
        let (block, at) = (phi.at.0 as usize, phi.at.1);
        let instructions = &blocks[block].instructions;
        let is_phi = |own: &Instruction| matches!(own.operation, Operation::Phi(_));
        if !instructions[..at].iter().all(is_phi) {
            return error("a phi stands behind another instruction");
        }
        let Operation::Phi(incoming) = &instructions[at].operation else { continue };
        if incoming.iter().any(|(_, from)| blocks[*from as usize].instructions.is_empty()) {
            return error("a phi has a value from a block that is not defined");
        }
        if !is_known {
            continue;
        }
        if incoming.iter().any(|(_, from)| !before[block].contains(from)) {
            return error("a phi has a value from a block that does not go to its own");
        }
        if before[block].iter().any(|own| incoming.iter().all(|(_, from)| own != from)) {
            return error("a phi has no value from a block that goes to its own");
        }
        let differ = |(at, (value, from)): (usize, &(Operand, u32))| {
            incoming[..at].iter().any(|(other, own)| own == from && other != value)
        };
        if incoming.iter().enumerate().any(differ) {
            return error("a phi has two values from one block");
        }
    }
    Ok(())
}

/// Checks all uses of a function, of which the first block is the entry.
///
/// # Errors
///
/// A value that is used and defined nowhere, or not before.
pub(super) fn check(
    blocks: &[Block],
    n_arguments: u32,
    n_values: u32,
    uses: &[Use<'_>],
) -> Result<(), ReadError> {
    let mut defined = vec![None; n_values as usize];
    for (number, block) in blocks.iter().enumerate() {
        for (at, instruction) in block.instructions.iter().enumerate() {
            if let Some(result) = instruction.result {
                defined[result as usize] = Some((number as u32, at));
            }
        }
    }
    let dominators = Dominators::new(blocks);
    for own in uses.iter().filter(|own| n_arguments <= own.value) {
        let Some((block, at)) = defined[own.value as usize] else {
            return Err(own.error("is not defined"));
        };
        let is_before = match own.from {
            Some(from) => dominators.is_above(block, from),
            None if block == own.at.0 => at < own.at.1,
            None => dominators.is_above(block, own.at.0),
        };
        if !is_before && dominators.is_reached(own.at.0) {
            return Err(own.error("is used before it is defined"));
        }
    }
    Ok(())
}

/// The blocks that are on every way to another one, after "A Simple, Fast Dominance Algorithm" by Cooper,
/// Harvey and Kennedy.
struct Dominators {
    /// The nearest of them, by the places of blocks in an order in which the entry is the last.
    nearest: Vec<Option<usize>>,
    /// The place of each block, if there is a way to it.
    place: Vec<Option<usize>>,
}

impl Dominators {
    fn new(blocks: &[Block]) -> Self {
        let targets: Vec<Vec<u32>> = blocks.iter().map(Block::targets).collect();
        let mut place = vec![None; blocks.len()];
        let mut order = Vec::new();
        let mut was_seen = vec![false; blocks.len()];
        let mut stack: Vec<(u32, usize)> = Vec::new();
        if !blocks.is_empty() {
            was_seen[0] = true;
            stack.push((0, 0));
        }
        while let Some((block, at)) = stack.last_mut() {
            match targets[*block as usize].get(*at) {
                Some(&target) => {
                    *at += 1;
                    if !std::mem::replace(&mut was_seen[target as usize], true) {
                        stack.push((target, 0));
                    }
                }
                None => {
                    place[*block as usize] = Some(order.len());
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        let mut before = vec![Vec::new(); order.len()];
        for (at, &block) in order.iter().enumerate() {
            for target in &targets[block as usize] {
                if let Some(target) = place[*target as usize] {
                    before[target].push(at);
                }
            }
        }
        let mut nearest: Vec<Option<usize>> = vec![None; order.len()];
        if let Some(entry) = nearest.last_mut() {
            *entry = Some(order.len() - 1);
        }
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for at in (0..order.len().saturating_sub(1)).rev() {
                let known = before[at].iter().copied().filter(|&own| nearest[own].is_some());
                let meet = known.reduce(|a, b| common(&nearest, a, b));
                is_changed |= nearest[at] != meet;
                nearest[at] = meet;
            }
        }
        Dominators { nearest, place }
    }

    fn is_reached(&self, block: u32) -> bool {
        self.place[block as usize].is_some()
    }

    /// True if a block is on every way to another one, or is it.
    fn is_above(&self, block: u32, other: u32) -> bool {
        let (Some(block), Some(mut at)) = (self.place[block as usize], self.place[other as usize])
        else {
            return !self.is_reached(other);
        };
        while at < block {
            match self.nearest[at] {
                Some(next) if next != at => at = next,
                _ => break,
            }
        }
        at == block
    }
}

/// The nearest block that is on every way to two.
fn common(nearest: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let lower = if a < b { &mut a } else { &mut b };
        match nearest[*lower] {
            Some(next) => *lower = next,
            None => break,
        }
    }
    a.max(b)
}
