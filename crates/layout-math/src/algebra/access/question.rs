//! An access as a question to isl.

use super::results::Ordered;
use super::{Access, Finding, Leaving};
use crate::algebra::relations::NotAnswered;
use crate::algebra::verdict::Budget;
use crate::relation::{
    Comparison, Context, Map, Predicate, PredicateError, Quantity, Relation, RelationError,
    predicate,
};

pub(super) struct Question {
    pub access: Access,
    pub n_free: usize,
    pub is_free: Vec<bool>,
    before: Vec<usize>,
    pub context: Context,
    pub leaving: Leaving,
    /// The indices of the element that is accessed.
    pub reached: Vec<Quantity>,
}

impl Question {
    /// # Errors
    ///
    /// The constant of an index passes 64 bits.
    pub fn new(access: &Access, leaving: Leaving, budget: &Budget) -> Result<Self, RelationError> {
        let Ordered { access, n_free, is_free, before } = Ordered::new(access);
        let context = Context::new(budget.isl_operations);
        let steps = access.steps.iter().map(Some).chain(std::iter::repeat(None));
        let reached = (access.indices.iter().zip(steps))
            .map(|(index, step)| step.map_or(Ok(index.clone()), |step| index.plus(step)))
            .collect::<Result<_, _>>()?;
        Ok(Question { access, n_free, is_free, before, context, leaving, reached })
    }

    pub fn decide(&self) -> Result<Finding, NotAnswered> {
        let (of_results, plain): (Vec<_>, Vec<_>) = (self.access.known.iter().cloned())
            .partition(|known| known.quantity.variables().range(self.n_free..).next().is_some());
        let known = Relation::region(self.n_free, &plain).to_map(&self.context)?;
        if known.is_empty()? {
            return Ok(Finding::Unreachable);
        }
        let (anywhere, defined) = self.results(&known, false)?;
        let known = self.restricted(known, &of_results, &anywhere)?;
        if known.is_empty()? {
            return Ok(Finding::Unreachable);
        }
        let inside = match self.leaving {
            Leaving::Allowed => self.region(defined, &anywhere)?,
            Leaving::OutOfBounds => {
                let (results, defined) = self.results(&known, true)?;
                self.region(defined, &results)?
            }
        };
        let (quantities, computed) = self.quantities();
        match predicate(&known, &inside, &quantities, &anywhere, &computed) {
            Ok(Predicate::Always) => Ok(Finding::Proved),
            Ok(Predicate::Never) => self.failure(&known).map(Finding::Never),
            Ok(predicate) => {
                let before = |variable: usize| self.before.get(variable).copied();
                let rename = |variable: usize| before(variable).unwrap_or(variable);
                Ok(Finding::Sometimes(predicate.renamed(&rename)))
            }
            Err(PredicateError::Question(error)) => Err(error.into()),
            Err(error) => Err(NotAnswered::NoPredicate { reason: error.to_string() }),
        }
    }

    /// What is known without the points where a comparison of results fails. A result without a
    /// value may be any number, so that it fails nothing.
    fn restricted(
        &self,
        known: Map,
        comparisons: &[Comparison],
        results: &[Map],
    ) -> Result<Map, NotAnswered> {
        comparisons.iter().try_fold(known, |known, comparison| {
            let values = self.values(&comparison.quantity, results)?;
            let passed = values.where_output_is(comparison.low, comparison.high)?;
            let failed = values.without_outputs()?.difference(&passed)?;
            Ok(known.difference(&failed)?)
        })
    }

    /// Where all indices are in bounds, among the points of a region.
    fn region(&self, region: Map, results: &[Map]) -> Result<Map, NotAnswered> {
        let pairs = self.reached.iter().zip(&self.access.sizes);
        pairs.into_iter().try_fold(region, |region, (index, size)| {
            let above = self.values(index, results)?.where_output_is(Some(0), None)?;
            let region = region.intersection(&above)?;
            let Some(size) = size else { return Ok(region) };
            let below = self.values(&index.minus(size)?, results)?;
            let below = below.where_output_is(None, Some(-1))?;
            Ok(region.intersection(&below)?)
        })
    }

    /// Quantities worth comparing: variables, coordinates with their digits, offsets on the way,
    /// indices, how far they are from sizes, and results. Second, those of them that are computed
    /// anyway.
    fn quantities(&self) -> (Vec<Quantity>, Vec<Quantity>) {
        let mut found: Vec<Quantity> = (0..self.n_free).map(Quantity::variable).collect();
        let mut computed = Vec::new();
        // What results are as quantities of the variables.
        let mut known: Vec<Option<Quantity>> = found.iter().cloned().map(Some).collect();
        for (application, &is_free) in self.access.applications.iter().zip(&self.is_free) {
            let expanded = |quantity: &Quantity| {
                quantity
                    .substituted(&|variable| known.get(variable)?.clone())
                    .unwrap_or_else(|| quantity.clone())
            };
            let coordinates: Vec<Quantity> = application.coordinates.iter().map(expanded).collect();
            let symbols: Vec<(String, Quantity)> = (application.symbols.iter())
                .map(|(name, quantity)| (name.clone(), expanded(quantity)))
                .collect();
            found.extend_from_slice(&coordinates);
            computed.extend_from_slice(&coordinates);
            computed.extend(symbols.iter().map(|(_, value)| value.clone()));
            let (mut others, offsets) =
                application.layout.quantities(&coordinates, &application.shape(), &symbols);
            found.append(&mut others);
            if is_free {
                continue;
            }
            let n = application.results.len();
            let offsets = offsets.filter(|offsets| offsets.len() == n);
            match offsets {
                Some(offsets) => known.extend(offsets.into_iter().map(Some)),
                None => known.extend(std::iter::repeat_n(None, n)),
            }
        }
        for quantity in self.access.indices.iter().chain(self.access.sizes.iter().flatten()) {
            computed.push(quantity.clone());
            computed.extend(quantity.substituted(&|variable| known.get(variable)?.clone()));
        }
        for (index, size) in self.reached.iter().zip(&self.access.sizes) {
            let from_end = size.as_ref().and_then(|size| index.minus(size).ok());
            for quantity in std::iter::once(index.clone()).chain(from_end) {
                // What a layout makes of the variables is compared where that is as cheap.
                let expanded = quantity.substituted(&|variable| known.get(variable)?.clone());
                let as_cheap = |expanded: &Quantity| expanded.cost() <= quantity.cost();
                let is_constant = |size: &Quantity| size.as_constant().is_some();
                if index.as_variable().is_none() || !size.as_ref().is_some_and(is_constant) {
                    found.extend(expanded.filter(as_cheap));
                }
                found.push(quantity);
            }
        }
        found.extend((self.n_free..self.access.n_variables).map(Quantity::variable));
        (found, computed)
    }
}
