//! An access whose dimensions have nothing to do with each other.

use std::collections::BTreeSet;

use super::parts::{Access, Leaving};
use super::verdict::{AccessVerdict, Failure};
use crate::affine::{Comparison, Predicate};
use crate::algebra::verdict::{Budget, Method, Unknown};

/// Some of the indices of an access, and all that is known of their variables.
struct IndexGroup {
    /// The positions of the indices.
    indices: Vec<usize>,
    variables: BTreeSet<usize>,
    known: Vec<Comparison>,
}

impl IndexGroup {
    fn add(&mut self, other: IndexGroup) {
        self.indices.extend(other.indices);
        self.variables.extend(other.variables);
        self.known.extend(other.known);
    }
}

impl Access {
    /// What the access is, from parts that share no variables, each decided by itself: it is in bounds
    /// where all of them are. What a set of constraints costs grows faster than their number. `None`
    /// if there is one part.
    pub(super) fn by_parts(
        &self,
        leaving: Leaving,
        budget: &Budget,
    ) -> Option<Result<AccessVerdict, Unknown>> {
        if !self.applications.is_empty() || !self.wrapping.is_empty() {
            return None;
        }
        let parts = self.parts();
        let has_indices = |part: &&IndexGroup| !part.indices.is_empty();
        if parts.iter().filter(has_indices).count() < 2 {
            return None;
        }
        let decide = |part: &IndexGroup| match self.decide_part(part, leaving, budget) {
            // Whether what is known of other variables contradicts itself is not a question about the access.
            Err(_) if part.indices.is_empty() => Ok(AccessVerdict::Proved(Method::Ranges)),
            verdict => verdict,
        };
        let decided: Result<Vec<AccessVerdict>, Unknown> = parts.iter().map(decide).collect();
        decided.map(together).transpose()
    }

    fn decide_part(
        &self,
        part: &IndexGroup,
        leaving: Leaving,
        budget: &Budget,
    ) -> Result<AccessVerdict, Unknown> {
        let variables: Vec<usize> = part.variables.iter().copied().collect();
        let now = |variable: usize| variables.binary_search(&variable).unwrap_or(variable);
        let before = |variable: usize| variables.get(variable).copied().unwrap_or(variable);
        let at = part.indices.iter();
        let access = Access {
            n_variables: variables.len(),
            known: part.known.iter().map(|known| known.renamed(&now)).collect(),
            indices: at.clone().map(|&at| self.indices[at].renamed(&now)).collect(),
            steps: at
                .clone()
                .map(|&at| self.steps.get(at).map(|step| step.renamed(&now)).unwrap_or_default())
                .collect(),
            sizes: at.map(|&at| self.sizes[at].as_ref().map(|size| size.renamed(&now))).collect(),
            gathered: self.gathered.filter(|own| part.variables.contains(own)).map(now),
            computed: (self.computed.iter())
                .filter(|number| number.variables().is_subset(&part.variables))
                .map(|number| number.renamed(&now))
                .collect(),
            ..Access::default()
        };
        // Bounds show whether the bounds of single variables contradict each other.
        let is_relation = |known: &Comparison| 1 < known.quantity.variables().len();
        let is_only_known = part.indices.is_empty() && part.known.iter().any(is_relation);
        let verdict = match access.by_bounds(leaving).filter(|_| !is_only_known) {
            Some(verdict) => verdict,
            None => access.by_isl(leaving, budget)?,
        };
        Ok(match verdict {
            AccessVerdict::Sometimes(predicate) => {
                AccessVerdict::Sometimes(predicate.renamed(&before))
            }
            AccessVerdict::Never(Failure::Index { index, dimension, size }) => {
                let dimension = part.indices.get(dimension).copied().unwrap_or(dimension);
                AccessVerdict::Never(Failure::Index { index, dimension, size })
            }
            verdict => verdict,
        })
    }

    /// The parts, in the order of their first indices, and then those that are only known.
    fn parts(&self) -> Vec<IndexGroup> {
        let mut parts: Vec<IndexGroup> = Vec::new();
        let mut join = |added: IndexGroup| {
            let mut joined = added;
            let mut others = Vec::new();
            let mut place = None;
            for part in parts.drain(..) {
                if part.variables.is_disjoint(&joined.variables) {
                    others.push(part);
                } else {
                    place = place.or(Some(others.len()));
                    let later = std::mem::replace(&mut joined, part);
                    joined.add(later);
                }
            }
            others.insert(place.unwrap_or(others.len()), joined);
            parts = others;
        };
        for (at, index) in self.indices.iter().enumerate() {
            let mut variables = index.variables();
            variables.extend(self.steps.get(at).into_iter().flat_map(|step| step.variables()));
            let size = self.sizes[at].iter();
            variables.extend(size.flat_map(|size| size.variables()));
            join(IndexGroup { indices: vec![at], variables, known: Vec::new() });
        }
        for known in &self.known {
            let variables = known.quantity.variables();
            join(IndexGroup { indices: Vec::new(), variables, known: vec![known.clone()] });
        }
        for part in &mut parts {
            part.indices.sort_unstable();
        }
        parts
    }
}

/// What parts are together; `None` if one of them is in bounds under no single list of comparisons.
fn together(parts: Vec<AccessVerdict>) -> Option<AccessVerdict> {
    if parts.iter().any(|part| matches!(part, AccessVerdict::Unreachable)) {
        return Some(AccessVerdict::Unreachable);
    }
    let mut members = Vec::new();
    let mut method = Method::Ranges;
    let mut never = None;
    for part in parts {
        match part {
            AccessVerdict::Never(failure) => never = never.or(Some(failure)),
            AccessVerdict::Sometimes(Predicate::Any(mut lists)) if lists.len() == 1 => {
                members.append(&mut lists.remove(0));
            }
            AccessVerdict::Sometimes(_) => return None,
            AccessVerdict::Proved(Method::Ranges) => {}
            AccessVerdict::Proved(by) => method = by,
            AccessVerdict::Unreachable => {}
        }
    }
    Some(match never {
        Some(failure) => AccessVerdict::Never(failure),
        None if members.is_empty() => AccessVerdict::Proved(method),
        None => AccessVerdict::Sometimes(Predicate::Any(vec![members])),
    })
}
