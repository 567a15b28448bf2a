//! Functions.

use std::sync::Arc;

use super::operation::Operation;
use super::types::Type;

/// A function with a body.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Function {
    pub name: Arc<str>,
    /// Of a calling convention that the optimizer chose, with arguments of its own.
    pub is_fast: bool,
    /// Nobody outside of the file calls it.
    pub is_internal: bool,
    /// What its attributes say of the threads of a block.
    pub launch: Vec<Launch>,
    /// The arguments, which are the first values.
    pub arguments: Vec<Type>,
    /// The entry first.
    pub blocks: Vec<Block>,
    /// How many values there are, arguments among them.
    pub n_values: u32,
    pub line: u32,
}

/// How many threads a block has: so many, or from the first number to the second.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Launch {
    /// The name of the attribute.
    pub name: Arc<str>,
    pub least: u64,
    pub most: u64,
}

/// Instructions up to a branch.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Block {
    pub instructions: Vec<Instruction>,
}

/// An instruction with the names and the places for messages.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Instruction {
    /// The number of the value that it gives.
    pub result: Option<u32>,
    /// The type of the value of a call or an inline assembly; others say it otherwise.
    pub kind: Type,
    /// The name in the file: `add`, or the callee of a call.
    pub name: Arc<str>,
    pub operation: Operation,
    /// The first number that the value may be, and the first behind that it may not, if its author says so.
    pub range: Option<(u128, u128)>,
    /// The line in the file.
    pub line: u32,
    /// The number of the debug location, then the line that it says, 0 if there is none.
    pub origin: u32,
}

impl Block {
    /// True if nothing can follow the last instruction.
    pub fn is_ended(&self) -> bool {
        let last = self.instructions.last().map(|instruction| &instruction.operation);
        use Operation::{Branch, Jump, Return, Switch, Unreachable};
        matches!(last, Some(Return(_) | Jump(_) | Branch { .. } | Switch { .. } | Unreachable))
    }

    /// True if the last instruction is a branch, or may be one.
    pub fn may_end(&self) -> bool {
        let last = self.instructions.last().map(|instruction| &instruction.operation);
        self.is_ended() || matches!(last, Some(Operation::Unknown))
    }

    /// The blocks that the last instruction may go on with.
    pub fn targets(&self) -> Vec<u32> {
        match self.instructions.last().map(|instruction| &instruction.operation) {
            Some(Operation::Jump(to)) => vec![*to],
            Some(Operation::Branch { yes, no, .. }) => vec![*yes, *no],
            Some(Operation::Switch { otherwise, cases, .. }) => {
                std::iter::once(*otherwise).chain(cases.iter().map(|(_, to)| *to)).collect()
            }
            _ => Vec::new(),
        }
    }
}
