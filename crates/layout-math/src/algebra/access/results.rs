//! The results of applications as functions of the variables that nothing computes.

use super::question::Question;
use super::{Access, Application};
use crate::algebra::applied::Coordinates;
use crate::algebra::relations::NotAnswered;
use crate::algebra::views::Shape;
use crate::cute::Fact;
use crate::relation::{Comparison, Map, Quantity, Relation};

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
            wrapping: access.wrapping.iter().map(|&variable| now(variable)).collect(),
        };
        Ordered { access, n_free, is_free, before }
    }
}

impl Application {
    pub(super) fn shape(&self) -> Shape {
        Shape::Written(self.coordinates.len())
    }

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

/// What an application of a layout is for isl.
pub(super) struct At {
    coordinates: Map,
    shape: Shape,
    symbols: Vec<(String, Map)>,
}

impl At {
    pub fn coordinates(&self) -> Coordinates<'_> {
        Coordinates { numbers: &self.coordinates, shape: &self.shape, symbols: &self.symbols }
    }
}

impl Question {
    /// All results that are functions, with `inside` only where nothing is left, and where they
    /// and those that are no functions have values.
    pub(super) fn results(
        &self,
        known: &Map,
        is_inside: bool,
    ) -> Result<(Vec<Map>, Map), NotAnswered> {
        let mut results = Vec::new();
        let mut region = known.clone();
        for (application, &is_free) in self.access.applications.iter().zip(&self.is_free) {
            let at = self.at(known, application, &results)?;
            let at = at.coordinates();
            if is_free {
                let layout = &application.layout;
                let domain = if is_inside {
                    layout.domain_inside(&at)?
                } else {
                    layout.domain_anywhere(&at)?
                };
                region = region.intersection(&domain)?;
                continue;
            }
            let offsets = match is_inside {
                true => application.layout.inside(&at)?,
                false => application.layout.anywhere(&at)?,
            };
            region = region.intersection(&offsets.without_outputs()?)?;
            results.append(&mut self.separate(application, offsets)?);
        }
        Ok((results, region))
    }

    /// What an application is applied to.
    pub(super) fn at(
        &self,
        known: &Map,
        application: &Application,
        results: &[Map],
    ) -> Result<At, NotAnswered> {
        let value = |quantity: &Quantity| -> Result<Map, NotAnswered> {
            Ok(self.values(quantity, results)?.with_domain_of(known)?)
        };
        let none = Relation::of_quantities(self.n_free, &[]).to_map(&self.context)?;
        let coordinates = application.coordinates.iter().try_fold(
            none.with_domain_of(known)?,
            |before, quantity| -> Result<_, NotAnswered> { Ok(before.beside(&value(quantity)?)?) },
        )?;
        let symbols = application
            .symbols
            .iter()
            .map(|(name, quantity)| Ok((name.clone(), value(quantity)?)))
            .collect::<Result<_, NotAnswered>>()?;
        Ok(At { coordinates, shape: application.shape(), symbols })
    }

    /// The results of an application one by one.
    pub(super) fn separate(
        &self,
        application: &Application,
        offsets: Map,
    ) -> Result<Vec<Map>, NotAnswered> {
        let n = application.results.len();
        let offsets = if n == 1 { application.layout.flat(offsets)? } else { offsets };
        let found = offsets.n_outputs()?;
        if found != n {
            return Err(NotAnswered::Parts { expected: n, found });
        }
        (0..n)
            .map(|output| {
                let selected = Relation::of_quantities(n, &[Quantity::variable(output)]);
                Ok(offsets.then(&selected.to_map(&self.context)?)?)
            })
            .collect()
    }

    /// A quantity as a function of the variables, where it has a value.
    pub(super) fn values(&self, quantity: &Quantity, results: &[Map]) -> Result<Map, NotAnswered> {
        Ok(quantity.to_map(&self.context, self.n_free, results)?)
    }
}
