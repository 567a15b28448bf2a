//! What the iterations of a loop are, besides the numbers that its variables go through.

use super::claims::{At, Claims, Like, What};
use crate::validate::{CmpPredicate, Node};

/// What tells loops with the same bounds apart.
#[derive(Debug, Clone)]
pub(in crate::compare) struct Kind {
    /// For each variable, whether it is compared with its bound as a signed number.
    pub is_signed: Vec<bool>,
}

/// How a variable is compared with its bound.
pub(super) fn less(is_signed: bool) -> CmpPredicate {
    if is_signed { CmpPredicate::Less } else { CmpPredicate::LessUnsigned }
}

impl Claims<'_, '_> {
    /// Two loops have to go through the same numbers: where one compares them as signed numbers and the
    /// other one does not, both ends have to have the same sign, and the step must not be negative.
    pub(super) fn kinds(
        &mut self,
        (of_loop, numbers): (usize, &[Node]),
        before: &Kind,
        after: &Kind,
        surrounding: usize,
    ) -> Like {
        let at = At {
            surrounding,
            truths: Vec::new(),
            what: format!("whether loop {of_loop} compares signed numbers"),
        };
        let signs = before.is_signed.iter().zip(&after.is_signed);
        for (numbers, _) in numbers.chunks(3).zip(signs).filter(|(_, (one, other))| one != other) {
            let &[low, high, step] = numbers else { continue };
            let bits = self.world.reader.code().bits(low);
            let zero = self.world.reader.constant(bits, 0);
            let [low, high, step] = [low, high, step]
                .map(|number| self.world.compare(CmpPredicate::Less, number, zero));
            let no = self.world.reader.constant(1, 0);
            for (one, other) in [(low, high), (no, step)] {
                self.claim(one, other, &at, What::Bound(at.what.clone()))?;
            }
        }
        Ok(())
    }
}
