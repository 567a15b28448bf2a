//! When something is done, and what it meets.

use super::super::finding::Finding;
use super::super::rule::Rule;
use super::flight::AsyncOperation;
use super::flights::Conflict;
use crate::triton::Position;

/// An operation, and the turns of the loops around it in which it is run.
#[derive(Clone)]
pub(super) struct Moment {
    pub position: Position,
    pub operation: String,
    pub turns: Vec<usize>,
}

impl Moment {
    /// The turns in words.
    pub fn when(&self) -> String {
        let turns: Vec<String> = self.turns.iter().map(usize::to_string).collect();
        match turns.len() {
            0 => String::new(),
            1 => format!(", in turn {} of the loop", turns[0]),
            _ => format!(", in turn {} of the loops around it", turns.join(", ")),
        }
    }

    pub fn finding(&self, rule: Rule, other: Position, message: String, note: &str) -> Finding {
        let finding = Finding::new(rule, self.position, message).related_to(other, note);
        finding.of_operation(&self.operation)
    }
}

/// What an access meets, without the operations that are under way.
pub(super) struct Met {
    /// The kind of the operation; nothing for what another partition does by itself.
    pub kind: Option<AsyncOperation>,
    pub position: Position,
    pub element: Vec<i64>,
    pub is_write: bool,
}

impl Met {
    pub fn of(conflict: &Conflict<'_>) -> Self {
        Met {
            kind: Some(conflict.flight.kind),
            position: conflict.flight.position,
            element: conflict.element.clone(),
            is_write: conflict.is_write,
        }
    }
}
