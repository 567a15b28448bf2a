//! The results of applications as functions of the variables that nothing computes.

use super::parts::Application;
use super::question::AccessQuestion;
use crate::affine::Quantity;
use crate::algebra::applied::Coordinates;
use crate::algebra::relations::NotAnswered;
use crate::algebra::views::Shape;
use crate::relation::{Map, Relation};

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

impl AccessQuestion {
    /// All results that are functions, with `inside` only where nothing is left, and where they
    /// and those that are not functions have values.
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
