//! What a run takes to be so, of conditions that are not known.

use super::conditions::{Condition, Side};
use super::integer::Integer;
use super::{Binding, ExecutionState, integer};
use crate::triton::{Operation, Position};

impl ExecutionState {
    /// Whether a condition holds, if that is known or has been decided.
    pub(super) fn holds(&self, condition: &Binding) -> Option<bool> {
        match condition {
            Binding::Number(number) => Some(!number.is_zero()),
            other => bit(other)?.holds(&self.known),
        }
    }

    /// Whether a condition holds. What is not known is decided here, and stays so.
    pub(super) fn decide(&mut self, condition: &Binding, at: Position, preferred: bool) -> bool {
        self.varies |= condition.is_made_up();
        if let Some(holds) = self.holds(condition) {
            self.coverage.take(at, condition.sources(), holds);
            return holds;
        }
        let Some(condition) = bit(condition) else { return preferred };
        for unknown in condition.unknowns() {
            self.decided.entry(unknown).or_insert(at);
        }
        let wanted = if preferred { condition.clone() } else { condition.negated() };
        wanted.assume(&mut self.known) == preferred
    }

    /// How often a loop is run of which it is not known how far it goes: as often as is asked, if that may
    /// be, and as what is known says if not. It has been so often to the end of the run.
    pub(super) fn decide_turns(
        &mut self,
        [from, by]: [Integer; 2],
        to: &Binding,
        is_unsigned: bool,
        most: usize,
    ) -> usize {
        let Some(to) = side(to) else { return most };
        let counter = |turn: usize| {
            let own = from.read(is_unsigned) + turn as i128 * by.read(is_unsigned);
            Integer::exact(own, from.bits(), is_unsigned).map(Side::Number)
        };
        let [more, no_more] = if is_unsigned { ["ugt", "ule"] } else { ["sgt", "sle"] };
        let compared =
            |predicate: &str, turn| Condition::compare(predicate, to, counter(turn)?, from.bits());
        let of_turns = |turns: usize| match turns.checked_sub(1) {
            Some(last) => compared(more, last)?.and(compared(no_more, turns)?),
            None => compared(no_more, 0),
        };
        let mut all = (0..=most).rev();
        let fits = |turns: &usize| of_turns(*turns).is_some_and(|own| own.assume(&mut self.known));
        all.find(fits).unwrap_or(most)
    }

    /// Notes that something is not run because of what was decided: in other runs it may be.
    pub(super) fn contradict(&mut self, condition: &Binding) {
        let unknowns = bit(condition).map_or(Vec::new(), |own| own.unknowns());
        let places = unknowns.iter().filter_map(|unknown| self.decided.get(unknown));
        self.contradicted.extend(places);
    }

    /// The condition that an operation gives, if one of its operands is not known.
    pub(super) fn condition_of(&self, operation: &Operation) -> Option<Binding> {
        let name = operation.name().strip_prefix("arith.")?;
        let [left, right] = operation.operands() else { return None };
        let [left, right] = [self.value(left), self.value(right)];
        let bits = integer::bits(operation.types()[0].first()?)?;
        let condition = match name {
            "cmpi" if 1 < bits => {
                Condition::compare(operation.predicate()?, side(&left)?, side(&right)?, bits)?
            }
            // Both bits, and neither, are what is left of a comparison of two of them.
            "cmpi" => {
                let (left, right) = (bit(&left)?, bit(&right)?);
                match operation.predicate()? {
                    "eq" => left.xor(right)?.negated(),
                    "ne" => left.xor(right)?,
                    "ult" | "sgt" => left.negated().and(right)?,
                    "ugt" | "slt" => left.and(right.negated())?,
                    "ule" | "sge" => left.negated().or(right)?,
                    "uge" | "sle" => left.or(right.negated())?,
                    _ => return None,
                }
            }
            "xori" if bits == 1 => bit(&left)?.xor(bit(&right)?)?,
            "andi" if bits == 1 => bit(&left)?.and(bit(&right)?)?,
            "ori" if bits == 1 => bit(&left)?.or(bit(&right)?)?,
            _ => return None,
        };
        Some(Binding::Condition(condition))
    }
}

fn side(value: &Binding) -> Option<Side> {
    match value {
        Binding::Number(number) => Some(Side::Number(*number)),
        Binding::Opaque(number) => Some(Side::Unknown(*number)),
        _ => None,
    }
}

/// What a bit says.
fn bit(value: &Binding) -> Option<Condition> {
    match value {
        Binding::Number(number) => Some(Condition::constant(!number.is_zero())),
        Binding::Opaque(number) => Some(Condition::of_bit(*number)),
        Binding::Condition(condition) => Some(condition.clone()),
        _ => None,
    }
}
