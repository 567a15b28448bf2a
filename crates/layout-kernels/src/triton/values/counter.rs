//! The counters of loops.

/// The counter of a loop: its name, where it begins and ends if that is a number, and what it grows by in a
/// turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::triton) struct Counter {
    pub name: String,
    pub from: Option<i64>,
    pub to: Option<i64>,
    pub step: i64,
}

impl Counter {
    /// The first turn in which what grows by so much in each, and is this much in the first, is negative.
    pub fn first_negative_turn(&self, first: i64, growth: i64) -> Option<i64> {
        let length = self.to?.checked_sub(self.from?)?;
        let turn = match growth {
            _ if first < 0 => 0,
            ..0 => first.checked_div(growth.checked_neg()?)?.checked_add(1)?,
            0.. => return None,
        };
        (0 < self.step && turn.checked_mul(self.step)? < length).then_some(turn)
    }
}
