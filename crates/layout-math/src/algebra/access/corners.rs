//! Accesses that are in bounds where their definition says so, and nothing cheaper does.
//!
//! A definition compares each coordinate that may leave its domain, and each index that may leave its
//! dimension. isl looks for less; here it is seen from the ends of what the variables are that there is none.

use std::collections::BTreeSet;

use super::at_hand::AtHand;
use super::coordinates::{Domains, OfCoordinate};
use super::definition::{add, bounds};
use super::outside::{Outside, has_no_gaps};
use super::parts::{Access, Application, Leaving};
use super::verdict::AccessVerdict;
use crate::affine::{AffineTerm, Comparison, Interval, Member, Predicate, Quantity, joined};

/// The coordinates of an access as variables of their own, and the results as sums of them where they are.
struct Corners {
    bounds: Vec<Interval>,
    /// For each coordinate its application and position; it is variable `n_variables + i`.
    coordinates: Vec<(usize, usize)>,
    /// The results that are sums of coordinates.
    sums: Vec<(usize, Quantity)>,
    /// The results that are a coordinate, with it.
    identities: Vec<(usize, Quantity)>,
    /// The other results that are at both of their bounds for some coordinates.
    exact: Vec<usize>,
}

/// Which comparison an index needs.
enum Needed {
    Nothing,
    /// Each of these coordinates is at most a number.
    Coordinates(Vec<(usize, i64)>),
    Index {
        is_below: bool,
        is_above: bool,
    },
}

impl Access {
    /// The definition without what always holds, if no predicate takes fewer operations and some access is in
    /// bounds; `None` if that takes more to find out.
    ///
    /// The numbers of the access have to be independent of each other: no variable is in two of the
    /// coordinates, indices and sizes, and nothing but bounds is known of any. Then each comparison fails at
    /// an end where all others hold.
    pub(super) fn by_corners(&self, leaving: Leaving) -> Option<AccessVerdict> {
        let is_stepped = self.steps.iter().any(|step| !step.is_zero());
        if leaving == Leaving::Allowed || is_stepped || !self.is_independent() {
            return None;
        }
        let mut domains = self.domains()?;
        if domains.knows_results {
            return None;
        }
        let corners = self.corners(&domains)?;
        // Where a coordinate is outside but not far, the offset that it has there may say so.
        let is_near = |known: &OfCoordinate| {
            let Outside { index, is_below, end } = &known.outside;
            let values = index.interval(&domains.of_variable());
            (*is_below && values.low.is_some()) || (end.is_some() && values.high.is_some())
        };
        let has_near = domains.outside.iter().any(is_near);
        let mut is_index_needed = false;
        let mut indices = Vec::new();
        for dimension in 0..self.sizes.len() {
            let needed = self.needed(dimension, &corners)?;
            is_index_needed |= !matches!(needed, Needed::Nothing);
            match needed {
                Needed::Nothing => {}
                Needed::Coordinates(lowered) => {
                    let is_new =
                        |&&(at, _): &&(usize, i64)| !domains.may_leave(corners.coordinates[at]);
                    if 1 < lowered.iter().filter(is_new).count() {
                        indices.push((dimension, false, true));
                        continue;
                    }
                    for (at, last) in lowered {
                        let place @ (application, position) = corners.coordinates[at];
                        let coordinate = &self.applications[application].coordinates[position];
                        domains.lower(place, coordinate, last);
                    }
                }
                Needed::Index { is_below, is_above } => {
                    indices.push((dimension, is_below, is_above));
                }
            }
        }
        let mut members: Vec<Member> = Vec::new();
        for coordinate in domains.outside {
            members.push(coordinate.outside.comparison(&domains.bounds)?.into());
        }
        let mut at_hand = AtHand::new(self);
        let mut written = Vec::new();
        for (dimension, is_below, is_above) in indices {
            // The offset of an identity is its coordinate, which nothing has to compute.
            let of_result = |variable: usize| {
                let known = corners.identities.iter().find(|(result, _)| *result == variable);
                Some(known.map_or_else(|| Quantity::variable(variable), |(_, same)| same.clone()))
            };
            let index = at_hand.same(&self.indices[dimension], &of_result)?;
            let size = self.sizes[dimension].as_ref();
            for comparison in bounds(&mut at_hand, &index, &Quantity::default(), size) {
                let Comparison { quantity, low, high } = comparison?;
                let (low, high) = (low.filter(|_| is_below), high.filter(|_| is_above));
                if low.is_some() || high.is_some() {
                    written.push(Comparison { quantity, low, high });
                }
            }
        }
        let others: Vec<Comparison> = members.iter().flat_map(Member::comparisons).collect();
        for comparison in at_hand.solved(written, &others)? {
            add(&mut members, at_hand.restored(&comparison));
        }
        let members = joined(members, &domains.bounds);
        // The comparison of an offset may do for that of a coordinate, unless the offset may have wrapped
        // around there.
        let may_wrap = |result: usize| self.wrapping.contains(&result);
        match members.len() {
            0 => None,
            1 => Some(AccessVerdict::Sometimes(Predicate::Any(vec![members]))),
            _ => (!(has_near && is_index_needed) && self.results().all(may_wrap))
                .then(|| AccessVerdict::Sometimes(Predicate::Any(vec![members]))),
        }
    }

    /// True if no variable is in two of the coordinates, indices and sizes, nothing but bounds is known of
    /// any, and only indices are made of results.
    fn is_independent(&self) -> bool {
        if self.applications.iter().any(|known| !known.symbols.is_empty()) {
            return false;
        }
        let results: BTreeSet<usize> = self.results().collect();
        let mut seen = BTreeSet::new();
        let mut is_new = |variable: usize, is_index: bool| {
            let is_result = results.contains(&variable);
            let may_be = if is_result { is_index } else { !self.wrapping.contains(&variable) };
            may_be && !self.is_related(variable) && seen.insert(variable)
        };
        let mut all = |quantity: &Quantity, is_index: bool| {
            quantity.variables().into_iter().all(|variable| is_new(variable, is_index))
        };
        let mut coordinates = self.applications.iter().flat_map(|known| &known.coordinates);
        coordinates.all(|coordinate| all(coordinate, false))
            && self.sizes.iter().flatten().all(|size| all(size, false))
            && self.indices.iter().all(|index| all(index, true))
    }

    fn corners(&self, domains: &Domains) -> Option<Corners> {
        let mut corners = Corners {
            bounds: domains.bounds.clone(),
            coordinates: Vec::new(),
            sums: Vec::new(),
            identities: Vec::new(),
            exact: Vec::new(),
        };
        for (at, application) in self.applications.iter().enumerate() {
            let Application { layout, coordinates, results, .. } = application;
            let sizes = layout.sizes(coordinates.len())?;
            let steps = layout.steps(coordinates.len());
            let mut sum = steps.as_ref().map(|&(first, _)| Quantity::from(first));
            let mut is_whole = steps.is_some();
            for (position, (coordinate, size)) in coordinates.iter().zip(sizes).enumerate() {
                let &[(AffineTerm::Variable(_), 1 | -1)] = coordinate.terms() else { return None };
                let domain = Interval::new(0, i128::from(size) - 1);
                let values = coordinate.interval(&domains.of_variable()).intersection(domain);
                is_whole &= values == domain;
                let variable = corners.bounds.len();
                corners.coordinates.push((at, position));
                corners.bounds.push(values);
                let step = steps.as_ref().and_then(|(_, steps)| steps[position]);
                let added = step.and_then(|step| Quantity::variable(variable).times(step).ok());
                sum = sum.zip(added).and_then(|(sum, added)| sum.plus(&added).ok());
            }
            if let (&[result], [same], Some((0, [Some(1)]))) = (
                &results[..],
                &coordinates[..],
                steps.as_ref().map(|(first, steps)| (*first, &steps[..])),
            ) {
                corners.identities.push((result, same.clone()));
            }
            if let (&[result], Some(sum)) = (&results[..], sum) {
                corners.sums.push((result, sum));
            } else if is_whole {
                corners.exact.extend(results);
            }
        }
        Some(corners)
    }

    /// What an index needs where all coordinates are in their domains.
    fn needed(&self, dimension: usize, corners: &Corners) -> Option<Needed> {
        let of_result = |variable: usize| {
            let found = corners.sums.iter().find(|(result, _)| *result == variable);
            Some(found.map_or_else(|| Quantity::variable(variable), |(_, sum)| sum.clone()))
        };
        let index = self.indices[dimension].substituted(&of_result)?;
        let size = self.sizes[dimension].as_ref();
        let of_variable =
            |variable: usize| corners.bounds.get(variable).copied().unwrap_or_default();
        let is_below = !index.interval(&of_variable).is_natural();
        let is_above = match size {
            Some(size) => {
                index.minus(size).ok()?.interval(&of_variable).high.is_none_or(|most| 0 <= most)
            }
            None => false,
        };
        if !is_below && !is_above {
            return Some(Needed::Nothing);
        }
        let most = size.and_then(|size| size.interval(&of_variable).high);
        if !is_sometimes_in(&index, most, &of_variable) {
            return None;
        }
        let is_exact = |variable: &usize| {
            corners.exact.contains(variable) || self.results().all(|result| result != *variable)
        };
        let variables = index.variables();
        if !variables.iter().all(is_exact) {
            return None;
        }
        // No bound of one number is as good as a size that is a number by itself.
        let end = size.filter(|_| is_above).and_then(Quantity::as_constant);
        if !is_below && end.is_none() {
            return Some(Needed::Index { is_below, is_above });
        }
        let is_sum = index.terms().iter().all(|(term, _)| matches!(term, AffineTerm::Variable(_)))
            && !variables.iter().any(|variable| corners.exact.contains(variable));
        if !is_sum {
            return None;
        }
        let (low, high) = (is_below.then_some(0), end.map(|end| end - 1));
        let comparison = Comparison { quantity: index, low, high };
        let narrowed = Self::narrowed(corners.bounds.clone(), [&comparison].into_iter())?;
        let values = comparison.quantity.interval(&|variable| narrowed[variable]);
        let is_box = (!is_below || values.is_natural())
            && end.is_none_or(|end| values.is_within(Interval::at_most(i128::from(end) - 1)));
        if !is_box {
            return Some(Needed::Index { is_below, is_above });
        }
        if is_above && end.is_none() {
            return None;
        }
        // Bounds of the coordinates say the same, which they may have to be compared with anyway.
        let mut lowered = Vec::new();
        for (variable, (before, now)) in corners.bounds.iter().zip(&narrowed).enumerate() {
            if before != now {
                let coordinate = variable.checked_sub(self.n_variables)?;
                lowered.push((coordinate, i64::try_from(now.high?).ok()?));
            }
            if before.low != now.low {
                return None;
            }
        }
        Some(Needed::Coordinates(lowered))
    }
}

/// True if an index is seen to be in `[0, end)` for some values of its variables, `None` being as far as
/// wanted.
fn is_sometimes_in(
    index: &Quantity,
    end: Option<i128>,
    of_variable: &dyn Fn(usize) -> Interval,
) -> bool {
    let is_in = |value: i128| 0 <= value && end.is_none_or(|end| value < end);
    let all = index.interval(of_variable);
    if has_no_gaps(index.terms(), of_variable) {
        let first = all.low.map_or(0, |low| low.max(0));
        return is_in(first) && all.high.is_none_or(|high| first <= high);
    }
    let nearest = |Interval { low, high }: Interval| {
        let value = low.map_or(0, |low| low.max(0));
        high.map_or(value, |high| value.min(high))
    };
    let at_nearest = |variable: usize| Interval::of(nearest(of_variable(variable)));
    let values = [all.low, all.high, index.interval(&at_nearest).low];
    values.into_iter().flatten().any(is_in)
}
