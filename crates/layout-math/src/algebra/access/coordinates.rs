//! Coordinates that bounds of single variables decide.

use super::outside::Outside;
use super::parts::{Access, Leaving};
use crate::affine::{Comparison, Interval, Member, Quantity};

/// What bounds say of the coordinates of an access.
pub(super) struct Domains {
    /// Bounds of all variables; of the results those where all coordinates are in their domains.
    pub bounds: Vec<Interval>,
    /// The coordinates that may be outside, in the order of the applications.
    pub outside: Vec<OfCoordinate>,
    /// Whether something is known of results.
    pub knows_results: bool,
}

/// How a coordinate may leave the domain of its layout.
pub(super) struct OfCoordinate {
    /// The application, and the position of the coordinate in it.
    pub place: (usize, usize),
    pub outside: Outside,
}

/// What bounds say of the results of layouts where all coordinates are in their domains, and what
/// must hold for that.
pub(super) struct Inside {
    pub bounds: Vec<Interval>,
    pub members: Vec<Member>,
}

impl Domains {
    pub fn of_variable(&self) -> impl Fn(usize) -> Interval {
        |variable| self.bounds.get(variable).copied().unwrap_or_default()
    }

    /// True if a coordinate may be outside.
    pub fn may_leave(&self, place: (usize, usize)) -> bool {
        self.outside.iter().any(|known| known.place == place)
    }

    /// Asks of a coordinate to be at most a number of its domain.
    pub fn lower(&mut self, place: (usize, usize), index: &Quantity, last: i64) {
        let end = Some(last.saturating_add(1).into());
        match self.outside.binary_search_by_key(&place, |known| known.place) {
            Ok(at) => self.outside[at].outside.end = end,
            Err(at) => {
                let outside = Outside { index: index.clone(), is_below: false, end };
                self.outside.insert(at, OfCoordinate { place, outside });
            }
        }
    }
}

impl Access {
    /// What bounds say of the coordinates; `None` if the layouts do not say what their domains are, or
    /// what is known contradicts itself.
    ///
    /// Nothing that is known of results is a reason for a coordinate to be in the domain.
    pub(super) fn domains(&self) -> Option<Domains> {
        let mut bounds = self.bounds_beside_results()?;
        let mut found = Vec::new();
        for (application, known) in self.applications.iter().enumerate() {
            let sizes = known.layout.sizes(known.coordinates.len())?;
            for (position, (index, size)) in known.coordinates.iter().zip(sizes).enumerate() {
                let of_variable =
                    |variable: usize| bounds.get(variable).copied().unwrap_or_default();
                let values = index.interval(&of_variable);
                let is_below = !values.is_natural();
                let is_above = values.high.is_none_or(|high| i128::from(size) <= high);
                if is_below || is_above {
                    let end = is_above.then(|| size.into());
                    let outside = Outside { index: index.clone(), is_below, end };
                    found.push(OfCoordinate { place: (application, position), outside });
                }
            }
            let of_layout = known.layout.offset_bounds(known.results.len())?;
            for (&result, offsets) in known.results.iter().zip(of_layout) {
                *bounds.get_mut(result)? = offsets.into();
            }
        }
        let knows_results = self.known.iter().any(|known| !self.is_beside_results(known));
        Some(Domains { bounds, outside: found, knows_results })
    }

    /// Bounds of the variables, by what is known without results; `None` if they contradict each other.
    pub(super) fn bounds_beside_results(&self) -> Option<Vec<Interval>> {
        let unknown = vec![Interval::ANY; self.n_variables];
        Self::narrowed(unknown, self.known.iter().filter(|known| self.is_beside_results(known)))
    }

    /// True if a comparison holds whether coordinates are in their domains or not: it is of no result, and
    /// of no sum of what is computed from results.
    fn is_beside_results(&self, known: &Comparison) -> bool {
        let is_computed = |variable: usize| self.wrapping.contains(&variable);
        let is_result = |variable: usize| self.results().any(|result| result == variable);
        let variables = known.quantity.variables();
        !variables.iter().any(|&variable| is_result(variable))
            && (known.quantity.as_variable().is_some()
                || !variables.iter().any(|&variable| is_computed(variable)))
    }

    /// Bounds of all variables where each coordinate is in the domain of its layout, with a
    /// comparison for each that may be outside; `None` if that takes more to find out.
    pub(super) fn inside(&self, leaving: Leaving) -> Option<Inside> {
        let Domains { bounds, outside, knows_results } = self.domains()?;
        let mut members = Vec::new();
        match &outside[..] {
            [] => {}
            // A comparison of an offset may be worth those of several coordinates, or be cheaper.
            [OfCoordinate { outside, .. }] if outside.index.terms().len() == 1 => {
                let is_derived = |variable: usize| {
                    self.wrapping.contains(&variable)
                        || self.results().any(|result| result == variable)
                };
                let is_free = |variable| !is_derived(variable) && !self.is_related(variable);
                let mut variables = outside.index.variables().into_iter();
                if leaving == Leaving::Allowed || knows_results || !variables.all(is_free) {
                    return None;
                }
                members.push(Member::from(outside.comparison(&bounds)?));
            }
            _ => return None,
        }
        let bounds = Self::narrowed(bounds, self.known.iter())?;
        Some(Inside { bounds, members })
    }
}
