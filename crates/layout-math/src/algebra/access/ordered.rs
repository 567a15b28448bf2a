//! The variables of an access in the order in which isl meets them.

use super::parts::{Access, Application};
use crate::affine::{Comparison, Fact, Quantity};

/// An access whose variables begin with those that are taken as they are, followed by the results
/// that are functions of them.
pub(super) struct Ordered {
    pub access: Access,
    /// How many variables are taken as they are.
    pub n_free: usize,
    /// For each application whether its results are taken as they are.
    pub is_free: Vec<bool>,
    /// What each variable was called before.
    pub before: Vec<usize>,
}

impl Ordered {
    pub fn new(access: &Access) -> Self {
        let is_free: Vec<bool> = access
            .applications
            .iter()
            .map(|known| known.layout.nonlinear(&known.shape()).is_some())
            .collect();
        let computed: Vec<usize> = (access.applications.iter().zip(&is_free))
            .filter(|(_, is_free)| !**is_free)
            .flat_map(|(application, _)| application.results.iter().copied())
            .collect();
        let mut before: Vec<usize> =
            (0..access.n_variables).filter(|variable| !computed.contains(variable)).collect();
        let n_free = before.len();
        before.extend(computed);
        // A variable that does not exist keeps its number.
        let now = |variable: usize| {
            before.iter().position(|&known| known == variable).unwrap_or(variable)
        };
        let quantities = |list: &[Quantity]| -> Vec<Quantity> {
            list.iter().map(|quantity| quantity.renamed(&now)).collect()
        };
        let application = |known: &Application| Application {
            layout: known.layout.clone(),
            coordinates: quantities(&known.coordinates),
            symbols: known
                .symbols
                .iter()
                .map(|(name, value)| (name.clone(), value.renamed(&now)))
                .collect(),
            results: known.results.iter().map(|&result| now(result)).collect(),
        };
        let mut known: Vec<Comparison> =
            access.known.iter().map(|comparison| comparison.renamed(&now)).collect();
        known.extend(
            access
                .applications
                .iter()
                .flat_map(Application::facts)
                .map(|comparison| comparison.renamed(&now)),
        );
        let access = Access {
            n_variables: access.n_variables,
            known,
            applications: access.applications.iter().map(application).collect(),
            indices: quantities(&access.indices),
            steps: quantities(&access.steps),
            sizes: (access.sizes.iter())
                .map(|size| size.as_ref().map(|size| size.renamed(&now)))
                .collect(),
            computed: quantities(&access.computed),
            gathered: access.gathered.map(now),
            wrapping: access.wrapping.iter().map(|&variable| now(variable)).collect(),
        };
        Ordered { access, n_free, is_free, before }
    }
}

impl Application {
    /// What the layouts of the application say of their symbols, extents being at least 1.
    fn facts(&self) -> Vec<Comparison> {
        let value = |name: &str| {
            self.symbols.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
        };
        let mut found = Vec::new();
        for layout in self.layout.layouts() {
            for fact in layout.facts() {
                let Some(value) = value(fact.symbol()) else { continue };
                match *fact {
                    Fact::Range { least, greatest, .. } => found.push(Comparison {
                        quantity: value,
                        low: Some(least),
                        high: Some(greatest),
                    }),
                    Fact::Congruence { modulus, residue, .. } => found
                        .extend(value.modulo(modulus).map(|rest| Comparison::equal(rest, residue))),
                }
            }
            let extents = layout.extents().unwrap_or_default();
            for symbol in extents.iter().flat_map(|extent| extent.symbols()) {
                found.extend(value(symbol).map(|value| Comparison::at_least(value, 1)));
            }
        }
        found
    }
}
