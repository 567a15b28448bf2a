//! Loops and branches.

use layout_kernels::triton::Step;

use super::value::Value;
use super::{NamedValues, Spec, line, unknown};
use crate::machine::Stop;

/// A loop has no more turns.
const MAX_TURNS: usize = 1 << 16;

impl<'p> Spec<'p> {
    /// `scf.for` whose bounds are numbers that are known.
    pub(super) fn counted_loop(
        &mut self,
        step: &'p Step,
        names: &mut NamedValues<'p>,
    ) -> Result<Vec<Value>, Stop> {
        let operands = self.operands(step, names)?;
        let number = |at: usize| {
            let tensor = operands.get(at)?.as_tensor()?;
            let width = tensor.elements.width();
            let shift = 64 - width.min(64);
            Some((((tensor.elements.as_same()? << shift) as i64) >> shift, width))
        };
        let (Some((from, width)), Some((to, _)), Some((by, _))) = (number(0), number(1), number(2))
        else {
            return Err(Stop::unknown("a loop whose bounds are not known", line(step)));
        };
        let body = step.regions.first().ok_or_else(|| unknown(step))?;
        if by <= 0 {
            return Err(Stop::unknown("a loop that steps back", line(step)));
        }
        let mut carried = operands[3..].to_vec();
        let mut counter = from;
        let mut turns = 0;
        while counter < to {
            turns += 1;
            if MAX_TURNS < turns {
                return Err(Stop::unknown(
                    format!("a loop of more than {MAX_TURNS} turns"),
                    line(step),
                ));
            }
            let counted = Value::number(width.min(64), counter as u64);
            let values = std::iter::once(counted).chain(carried);
            for (name, value) in body.arguments.iter().zip(values) {
                names.insert(name, value);
            }
            carried = self.region(body, names)?;
            counter = counter.saturating_add(by);
        }
        Ok(carried)
    }

    /// `scf.if` whose condition is known.
    pub(super) fn branch(
        &mut self,
        step: &'p Step,
        names: &mut NamedValues<'p>,
    ) -> Result<Vec<Value>, Stop> {
        let operands = self.operands(step, names)?;
        let condition = operands.first().and_then(Value::as_tensor);
        let Some(condition) = condition.and_then(|own| own.elements.as_same()) else {
            return Err(Stop::unknown("a branch whose condition is not known", line(step)));
        };
        match step.regions.get(usize::from(condition & 1 == 0)) {
            Some(region) => self.region(region, names),
            None => Ok(Vec::new()),
        }
    }
}
