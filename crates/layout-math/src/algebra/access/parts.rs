//! What an access is made of.

use crate::affine::{Comparison, Quantity};
use crate::algebra::applied::Applied;
use crate::algebra::views::Shape;

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
    /// What else is computed whether the access executes or not, each a number of 64 bits: the size of a view,
    /// or what an index is computed from.
    pub computed: Vec<Quantity>,
    /// How far the element of a lane is from an index, of a gather or a scatter, which adds it up itself: the sum is a number of 64 bits, whatever it passes.
    pub gathered: Option<usize>,
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

impl Access {
    /// The variables that are results of layouts.
    pub(super) fn results(&self) -> impl Iterator<Item = usize> {
        self.applications.iter().flat_map(|known| known.results.iter().copied())
    }
}

impl Application {
    pub(super) fn shape(&self) -> Shape {
        Shape::Written(self.coordinates.len())
    }
}

/// What leaving the left layout of a composition, or the domain of a layout, is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    OutOfBounds,
    Allowed,
}
