//! Coordinates that bounds of single variables decide.

use std::collections::BTreeSet;

use super::outside::Outside;
use super::parts::{Access, Leaving};
use crate::relation::{Comparison, Interval, Member};

/// What bounds say of the results of layouts where all coordinates are in their domains, and what
/// must hold for that.
pub(super) struct Inside {
    pub bounds: Vec<Interval>,
    pub members: Vec<Member>,
}

impl Access {
    /// Bounds of all variables where each coordinate is in the domain of its layout, with a
    /// comparison for each that may be outside; `None` if that takes more to find out.
    ///
    /// Nothing that is known of results is a reason for a coordinate to be in the domain.
    pub(super) fn inside(&self, leaving: Leaving) -> Option<Inside> {
        let results: BTreeSet<usize> =
            self.applications.iter().flat_map(|known| known.results.iter().copied()).collect();
        let is_of = |known: &Comparison, variables: &dyn Fn(usize) -> bool| {
            known.quantity.variables().into_iter().any(variables)
        };
        let is_plain = |known: &&Comparison| {
            !is_of(known, &|variable| results.contains(&variable))
                && (known.quantity.as_variable().is_some()
                    || !is_of(known, &|variable| self.wrapping.contains(&variable)))
        };
        let unknown = vec![(None, None); self.n_variables];
        let mut bounds = Self::narrowed(unknown, self.known.iter().filter(is_plain))?;
        let mut outside = Vec::new();
        for application in &self.applications {
            let sizes = application.layout.sizes(application.coordinates.len())?;
            for (coordinate, size) in application.coordinates.iter().zip(sizes) {
                let of_variable =
                    |variable: usize| bounds.get(variable).copied().unwrap_or_default();
                let (low, high) = coordinate.interval(&of_variable);
                let is_below = low.is_none_or(|low| low < 0);
                let is_above = high.is_none_or(|high| i128::from(size) <= high);
                if is_below || is_above {
                    let end = is_above.then(|| size.into());
                    outside.push(Outside { index: coordinate.clone(), is_below, end });
                }
            }
            let of_layout = application.layout.offset_bounds(application.results.len())?;
            for (&result, (least, greatest)) in application.results.iter().zip(of_layout) {
                *bounds.get_mut(result)? = (Some(least.into()), Some(greatest.into()));
            }
        }
        let mut members = Vec::new();
        match &outside[..] {
            [] => {}
            // A comparison of an offset may be worth those of several coordinates, or be cheaper.
            [outside] if outside.index.terms().len() == 1 => {
                let knows_results = self.known.iter().any(|known| !is_plain(&known));
                let mut variables = outside.index.variables().into_iter();
                let is_derived = |variable: &usize| {
                    results.contains(variable) || self.wrapping.contains(variable)
                };
                let is_free = |variable| !is_derived(&variable) && !self.is_related(variable);
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
