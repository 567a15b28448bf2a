//! Whether an access to a buffer at indices that come from layouts is in bounds.

mod failure;
mod question;
mod results;

use self::question::Question;
use super::applied::Applied;
use super::verdict::{Budget, Unknown};
use crate::relation::{Comparison, Predicate, Quantity};

pub use failure::Failure;

/// An access: variables, what is known of them, and how they become the indices into a buffer.
///
/// All numbers are quantities of the variables 0 to n - 1. Variables, coordinates, symbols, indices
/// and sizes are numbers of 64 bits. Some variables are results of layouts; the others are whatever
/// is known of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Access {
    pub n_variables: usize,
    /// What holds whenever the access executes.
    pub known: Vec<Comparison>,
    /// Applications of layouts. What an application uses of others is a result of earlier ones.
    pub applications: Vec<Application>,
    /// One index for each dimension of the buffer. It is a number of 64 bits that is computed
    /// whether the access executes or not.
    pub indices: Vec<Quantity>,
    /// What is added to each index for the element that is accessed, such as the number of a lane;
    /// nothing where there are fewer. Nobody has computed these sums.
    pub steps: Vec<Quantity>,
    /// The sizes of the buffer's dimensions; `None` where an index may be past the end.
    pub sizes: Vec<Option<Quantity>>,
    /// Variables that are computed from results, or are results, by arithmetic that may wrap around
    /// where a coordinate is outside the domain of its layout. What is known of them together with
    /// others, and that sums of them are numbers of 64 bits, holds only where no coordinate is.
    pub wrapping: Vec<usize>,
}

/// A layout at a coordinate.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Application {
    pub layout: Applied,
    pub coordinates: Vec<Quantity>,
    /// What the symbols of the layout are. What the layout says of a symbol is taken to hold.
    pub symbols: Vec<(String, Quantity)>,
    /// The variables that the results are.
    pub results: Vec<usize>,
}

/// What leaving the left layout of a composition, or the domain of a layout, is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    OutOfBounds,
    Allowed,
}

/// What an access is.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// In bounds whenever it executes.
    Proved,
    /// What is known contradicts itself: it does not execute.
    Unreachable,
    /// Out of bounds whenever it executes, for example like this.
    Never(Failure),
    /// In bounds exactly where the predicate holds.
    Sometimes(Predicate),
}

impl Access {
    /// Decides when the access is in bounds, which is when all of this holds:
    ///
    /// - each index is at least 0 and less than the size of its dimension;
    /// - no coordinate of an application is negative, or otherwise without an offset;
    /// - if leaving is out of bounds, each coordinate is in the domain of the layout that is
    ///   applied, and the offset of each right layout of a composition in the domain of the left.
    ///
    /// Sizes and symbols may be variables, and a predicate then compares with them. A stride that is
    /// a symbol makes an offset that is no Presburger function: that offset is a number like any
    /// other, which a predicate compares as it is, while the coordinates are decided as ever.
    ///
    /// # Errors
    ///
    /// Why it is not decided.
    ///
    /// ```
    /// use layout_math::algebra::{
    ///     Access, AnyLayout, Applied, Application, Budget, Finding, Kind, Leaving,
    /// };
    /// use layout_math::relation::{Comparison, Quantity};
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
    ///     wrapping: Vec::new(),
    /// };
    /// let finding = access.decide(Leaving::OutOfBounds, &Budget::default())?;
    /// let Finding::Sometimes(predicate) = finding else { panic!() };
    /// assert_eq!(predicate.named(&["b", "i", "M"]).to_string(), "128*b + i < M");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decide(&self, leaving: Leaving, budget: &Budget) -> Result<Finding, Unknown> {
        let question = Question::new(self, leaving, budget)
            .map_err(|error| Unknown::NotPresburger { reason: error.to_string() })?;
        question.decide().map_err(Into::into)
    }
}

#[cfg(test)]
mod tests;
