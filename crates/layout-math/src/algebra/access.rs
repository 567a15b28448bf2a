//! Whether an access to a buffer at indices that come from layouts is in bounds.

mod at_hand;
mod comparisons;
mod coordinates;
mod corners;
mod definition;
mod failure;
mod identities;
mod independent;
mod ordered;
mod outside;
mod parts;
mod question;
mod ranges;
mod results;
mod verdict;

use self::question::AccessQuestion;
use super::verdict::{Budget, Unknown};

pub use parts::{Access, Application, Leaving};
pub use verdict::{AccessVerdict, Failure};

impl Access {
    /// Decides when the access is in bounds, which is when all of this holds:
    ///
    /// - each index is at least 0 and less than the size of its dimension;
    /// - no coordinate of an application is negative, or otherwise without an offset;
    /// - if leaving is out of bounds, each coordinate is in the domain of the layout that is
    ///   applied, and the offset of each right layout of a composition in the domain of the left.
    ///
    /// Sizes and symbols may be variables, and a predicate then compares with them. A stride that is
    /// a symbol makes an offset that is not a Presburger function: that offset is a number like any
    /// other, which a predicate compares as it is, while the coordinates are decided as ever.
    ///
    /// # Errors
    ///
    /// Why it is not decided.
    ///
    /// ```
    /// use layout_math::algebra::{
    ///     Access, AnyLayout, Applied, Application, Budget, AccessVerdict, Kind, Leaving,
    /// };
    /// use layout_math::affine::{Comparison, Quantity};
    ///
    /// // A row of tiles of 128 in a buffer of M: buffer[128*b + 128:1(i)] for i in [0, 128).
    /// let layout = Applied::new(AnyLayout::parse(Kind::Cute, "128:1")?)?;
    /// let [b, i, m, o] = [0, 1, 2, 3].map(Quantity::variable);
    /// let access = Access {
    ///     n_variables: 4,
    ///     known: vec![
    ///         Comparison { quantity: i.clone(), low: Some(0), high: Some(127) },
    ///         Comparison::at_least(b.clone(), 0),
    ///     ],
    ///     applications: vec![Application {
    ///         layout,
    ///         coordinates: vec![i],
    ///         symbols: Vec::new(),
    ///         results: vec![3],
    ///     }],
    ///     indices: vec![b.times(128)?.plus(&o)?],
    ///     steps: Vec::new(),
    ///     sizes: vec![Some(m)],
    ///     computed: Vec::new(),
    ///     gathered: None,
    ///     wrapping: Vec::new(),
    /// };
    /// let verdict = access.decide(Leaving::OutOfBounds, &Budget::default())?;
    /// let AccessVerdict::Sometimes(predicate) = verdict else { panic!() };
    /// assert_eq!(predicate.named(&["b", "i", "M"]).to_string(), "128*b + i < M");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decide(&self, leaving: Leaving, budget: &Budget) -> Result<AccessVerdict, Unknown> {
        if let Some(verdict) = self.by_bounds(leaving) {
            return Ok(verdict);
        }
        if let Some(verdict) = self.by_identities(leaving, budget) {
            return Ok(verdict);
        }
        if let Some(verdict) = self.by_parts(leaving, budget) {
            return verdict;
        }
        self.by_isl(leaving, budget)
    }

    /// What bounds of single variables say without isl.
    fn by_bounds(&self, leaving: Leaving) -> Option<AccessVerdict> {
        self.by_ranges(leaving).or_else(|| self.by_corners(leaving))
    }

    fn by_isl(&self, leaving: Leaving, budget: &Budget) -> Result<AccessVerdict, Unknown> {
        let question = AccessQuestion::new(self, leaving, budget)?;
        question.decide().map_err(Into::into)
    }

    /// Numbers of the variables for which the access is out of bounds and all that is known holds,
    /// the least ones; `None` for a variable that is a result of a layout. `None` if it is in
    /// bounds whenever it executes.
    ///
    /// What is known need not be all that holds, so that no execution may have these numbers.
    ///
    /// # Errors
    ///
    /// Why it is not decided.
    ///
    /// ```
    /// use layout_math::algebra::{Access, Budget, Leaving};
    /// use layout_math::affine::{Comparison, Quantity};
    ///
    /// // buffer[i + 1] for i in [0, 8), where the buffer has 8 elements.
    /// let i = Quantity::variable(0);
    /// let access = Access {
    ///     n_variables: 1,
    ///     known: vec![Comparison { quantity: i.clone(), low: Some(0), high: Some(7) }],
    ///     indices: vec![i.plus(&1.into())?],
    ///     sizes: vec![Some(8.into())],
    ///     ..Access::default()
    /// };
    /// let point = access.counterexample(Leaving::OutOfBounds, &Budget::default())?;
    /// assert_eq!(point, Some(vec![Some(7)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counterexample(
        &self,
        leaving: Leaving,
        budget: &Budget,
    ) -> Result<Option<Vec<Option<i64>>>, Unknown> {
        let question = AccessQuestion::new(self, leaving, budget)?;
        question.counterexample().map_err(Into::into)
    }
}

#[cfg(test)]
mod corner_tests;
#[cfg(test)]
mod layouts;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;
