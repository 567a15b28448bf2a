//! Functions, block by block.

use super::stop::{Fault, SourceLines, Stop};
use super::{Machine, Value};
use crate::bits::{Mask, Row};
use crate::llvm::{Function, Instruction, Operation};

/// Calls nest no deeper.
const MAX_DEPTH: usize = 32;

/// A function that is being executed.
pub(super) struct Frame<'m> {
    pub function: &'m Function,
    values: Vec<Option<Value>>,
    /// The block that each thread comes from.
    from: Vec<u32>,
}

impl Frame<'_> {
    pub fn value(&self, number: u32) -> Option<&Value> {
        self.values.get(number as usize)?.as_ref()
    }
}

/// How a block ends: with threads that go on at another, or have returned.
enum Next {
    Go(Vec<(u32, Mask)>),
    Return(Option<Value>),
}

impl<'m> Machine<'m> {
    /// Executes a function for some threads.
    pub fn run(
        &mut self,
        function: &'m Function,
        arguments: Vec<Value>,
        mask: &Mask,
    ) -> Result<Option<Value>, Stop> {
        if arguments.len() != function.arguments.len() {
            return Err(Stop::unknown("a call with other arguments", function.line));
        }
        if self.depth == MAX_DEPTH {
            return Err(Stop::unknown(
                format!("calls nested deeper than {MAX_DEPTH}"),
                function.line,
            ));
        }
        self.depth += 1;
        let result = self.run_blocks(function, arguments, mask);
        self.depth -= 1;
        result
    }

    fn run_blocks(
        &mut self,
        function: &'m Function,
        arguments: Vec<Value>,
        mask: &Mask,
    ) -> Result<Option<Value>, Stop> {
        let ranks = ranks(function);
        let mut values: Vec<Option<Value>> = arguments.into_iter().map(Some).collect();
        values.resize(function.n_values as usize, None);
        let mut frame = Frame { function, values, from: vec![0; self.threads] };
        let mut waiting = vec![(0_u32, mask.clone())];
        let mut was_executed = vec![false; function.blocks.len()];
        let mut returned: Option<Value> = None;
        // Threads go on at the block that all paths of the others reach last, so that they meet again.
        while let Some(at) = (0..waiting.len()).min_by_key(|&at| ranks[waiting[at].0 as usize]) {
            let (block, active) = waiting.swap_remove(at);
            let keeps_old = was_executed[block as usize] && active != *mask;
            was_executed[block as usize] = true;
            match self.block(&mut frame, block, &active, keeps_old)? {
                Next::Return(value) => {
                    returned = match (returned, value) {
                        (Some(old), Some(new)) => self.merged(&new, &active, &old),
                        (old, new) => new.or(old),
                    };
                }
                Next::Go(targets) => {
                    for (target, threads) in targets {
                        for thread in threads.threads() {
                            frame.from[thread] = block;
                        }
                        match waiting.iter_mut().find(|(own, _)| *own == target) {
                            Some((_, mask)) => *mask = mask.union(&threads),
                            None => waiting.push((target, threads)),
                        }
                    }
                }
            }
        }
        Ok(returned)
    }

    /// The new value where the mask has a thread.
    fn merged(&self, new: &Value, mask: &Mask, old: &Value) -> Option<Value> {
        new.zip(old, &mut |new, old| new.merged(mask, old, self.threads))
    }

    fn block(
        &mut self,
        frame: &mut Frame<'m>,
        block: u32,
        mask: &Mask,
        keeps_old: bool,
    ) -> Result<Next, Stop> {
        let function: &'m Function = frame.function;
        let instructions = &function.blocks[block as usize].instructions;
        let n_phis = instructions
            .iter()
            .take_while(|own| matches!(own.operation, Operation::Phi(_)))
            .count();
        // All of them take the values from before the block.
        let mut chosen = Vec::with_capacity(n_phis);
        for instruction in &instructions[..n_phis] {
            chosen.push(self.phi(frame, instruction, mask)?);
        }
        for (instruction, value) in instructions.iter().zip(chosen) {
            self.define(frame, instruction, value, mask, keeps_old)?;
        }
        for instruction in &instructions[n_phis..] {
            let line = instruction.line;
            self.table.now = Some((instruction.name.clone(), line));
            self.steps_left = self.steps_left.checked_sub(1).ok_or_else(|| {
                let what =
                    format!("a loop that has not ended after {} instructions", super::MAX_STEPS);
                Stop::unknown(what, line)
            })?;
            match &instruction.operation {
                Operation::Return(value) => {
                    let value = match value {
                        Some(operand) => Some(self.settled_operand(frame, operand, line)?),
                        None => None,
                    };
                    return Ok(Next::Return(value));
                }
                Operation::Jump(to) => return Ok(Next::Go(vec![(*to, mask.clone())])),
                Operation::Branch { condition, yes, no } => {
                    let condition = self.settled_row(frame, condition, line)?;
                    let known = self.decided(&condition, mask, instruction)?;
                    let (first, second) = mask.split(|thread| known[thread] == 1);
                    return Ok(Next::Go(both(vec![(*yes, first), (*no, second)])));
                }
                Operation::Switch { value, otherwise, cases } => {
                    let value = self.settled_row(frame, value, line)?;
                    let known = self.decided(&value, mask, instruction)?;
                    let mut left = mask.clone();
                    let mut targets = Vec::new();
                    for (case, to) in cases {
                        let (own, rest) = left.split(|thread| u128::from(known[thread]) == *case);
                        targets.push((*to, own));
                        left = rest;
                    }
                    targets.push((*otherwise, left));
                    return Ok(Next::Go(both(targets)));
                }
                Operation::Unreachable => {
                    let what = "unreachable code is reached".to_owned();
                    let place = place(instruction);
                    return Err(Stop::Fault(Fault { thread: mask.threads().next(), what, place }));
                }
                _ => {
                    if let Some(value) = self.instruction(frame, instruction, mask)? {
                        self.define(frame, instruction, value, mask, keeps_old)?;
                    }
                }
            }
        }
        let line = instructions.last().map_or(function.line, |own| own.line);
        Err(Stop::unknown("a block without an end", line))
    }

    fn define(
        &mut self,
        frame: &mut Frame<'m>,
        instruction: &Instruction,
        value: Value,
        mask: &Mask,
        keeps_old: bool,
    ) -> Result<(), Stop> {
        let Some(number) = instruction.result else { return Ok(()) };
        let line = instruction.line;
        let value = match &frame.values[number as usize] {
            Some(old) if keeps_old => self
                .merged(&value, mask, old)
                .ok_or_else(|| Stop::unknown("a value of two types", line))?,
            _ => value,
        };
        frame.values[number as usize] = Some(value);
        Ok(())
    }

    /// What a branch depends on, for each thread.
    fn decided(&self, row: &Row, mask: &Mask, instruction: &Instruction) -> Result<Vec<u64>, Stop> {
        let mut known = vec![0; self.threads];
        for thread in mask.threads() {
            known[thread] = match row.number(thread) {
                Some(number) => number,
                None if row.has_undefined(thread, self.table) => {
                    let what = "a branch depends on undefined bits".to_owned();
                    let place = place(instruction);
                    return Err(Stop::Fault(Fault { thread: Some(thread), what, place }));
                }
                None => {
                    return Err(Stop::unknown("a branch on data", instruction.line));
                }
            };
        }
        Ok(known)
    }

    fn phi(
        &mut self,
        frame: &Frame<'m>,
        instruction: &'m Instruction,
        mask: &Mask,
    ) -> Result<Value, Stop> {
        let Operation::Phi(incoming) = &instruction.operation else { return Ok(Value::None) };
        let line = instruction.line;
        let mut result: Option<Value> = None;
        for (operand, block) in incoming {
            let (own, _) = mask.split(|thread| frame.from[thread] == *block);
            if own.is_empty() {
                continue;
            }
            let value = self.operand(frame, operand, line)?;
            result = match result {
                Some(old) => self.merged(&value, &own, &old),
                None => Some(value),
            };
        }
        result.ok_or_else(|| Stop::unknown("a phi without the block that comes before", line))
    }
}

/// Without those where no thread goes.
fn both(targets: Vec<(u32, Mask)>) -> Vec<(u32, Mask)> {
    targets.into_iter().filter(|(_, mask)| !mask.is_empty()).collect()
}

pub(super) fn place(instruction: &Instruction) -> SourceLines {
    SourceLines { line: instruction.line, origin: instruction.origin }
}

/// The place of each block in an order in which each is after those that lead to it, loops aside.
fn ranks(function: &Function) -> Vec<usize> {
    let n_blocks = function.blocks.len();
    let mut ranks = vec![usize::MAX; n_blocks];
    let mut was_seen = vec![false; n_blocks];
    let mut next = n_blocks;
    // The last one is followed first, and so is after the others: what follows a loop is after it.
    let targets = |block: u32| function.blocks[block as usize].targets();
    let mut stack = vec![(0_u32, targets(0))];
    was_seen[0] = true;
    while let Some((block, left)) = stack.last_mut() {
        match left.pop() {
            Some(target) => {
                if !std::mem::replace(&mut was_seen[target as usize], true) {
                    stack.push((target, targets(target)));
                }
            }
            None => {
                next -= 1;
                ranks[*block as usize] = next;
                stack.pop();
            }
        }
    }
    ranks
}
