//! An access as a question to isl.

use super::results::Ordered;
use super::{Access, Finding, Leaving};
use crate::algebra::relations::NotAnswered;
use crate::algebra::verdict::Budget;
use crate::relation::{
    Comparison, Computed, Context, Map, Predicate, PredicateError, Quantity, Relation,
    RelationError, predicate,
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
            .partition(|known| self.is_of_results(&known.quantity));
        let known = Relation::region(self.n_free, &plain).to_map(&self.context)?;
        if known.is_empty()? {
            return Ok(Finding::Unreachable);
        }
        let (anywhere, defined) = self.results(&known, false)?;
        let wrapped = self.wrapped(&known, (&anywhere, &defined))?;
        let known = self.restricted(known, &of_results, &anywhere, wrapped.as_ref())?;
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
        // What leaves no domain may be far from it all the same: then all is taken to fit.
        let wrapped = wrapped.filter(|_| self.leaving == Leaving::OutOfBounds);
        let (quantities, computed) = self.quantities(wrapped.as_ref());
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

    /// True if a comparison of the quantity says something only by what results are. A bound of one
    /// variable that is no result is about that number, however it was computed.
    fn is_of_results(&self, quantity: &Quantity) -> bool {
        let variables = quantity.variables();
        variables.range(self.n_free..).next().is_some()
            || (quantity.as_variable().is_none() && self.is_wrapping(quantity))
    }

    fn is_wrapping(&self, quantity: &Quantity) -> bool {
        quantity.variables().iter().any(|variable| self.access.wrapping.contains(variable))
    }

    /// The points where what is computed from results may have wrapped around: a coordinate is
    /// outside its domain, or a result passes 64 bits. `None` if there is no such point.
    ///
    /// The check that the coordinate is in the domain has to hold its own there: a comparison of
    /// what was computed from the offset is no reason to leave it out.
    fn wrapped(
        &self,
        known: &Map,
        (results, defined): (&[Map], &Map),
    ) -> Result<Option<Map>, NotAnswered> {
        if self.access.wrapping.is_empty() {
            return Ok(None);
        }
        let (results, defined) = match self.leaving {
            Leaving::Allowed => (results.to_vec(), defined.clone()),
            Leaving::OutOfBounds => self.results(known, true)?,
        };
        let trusted = results.iter().try_fold(defined, |trusted, result| {
            trusted.intersection(&result.where_output_is(Some(i64::MIN), Some(i64::MAX))?)
        })?;
        let number = |variable| Comparison {
            quantity: Quantity::variable(variable),
            low: Some(i64::MIN),
            high: Some(i64::MAX),
        };
        let numbers: Vec<Comparison> = (0..self.n_free).map(number).collect();
        let numbers = Relation::region(self.n_free, &numbers).to_map(&self.context)?;
        let wrapped = known.intersection(&numbers)?.difference(&trusted)?;
        Ok(if wrapped.is_empty()? { None } else { Some(wrapped) })
    }

    /// What is known without the points where a comparison of results fails. A result without a
    /// value may be any number, so that it fails nothing, and so may what wrapped around.
    fn restricted(
        &self,
        known: Map,
        comparisons: &[Comparison],
        results: &[Map],
        wrapped: Option<&Map>,
    ) -> Result<Map, NotAnswered> {
        comparisons.iter().try_fold(known, |known, comparison| {
            let values = self.values(&comparison.quantity, results)?;
            let passed = values.where_output_is(comparison.low, comparison.high)?;
            let failed = values.without_outputs()?.difference(&passed)?;
            let failed = match wrapped {
                Some(wrapped) => failed.difference(wrapped)?,
                None => failed,
            };
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
    fn quantities<'a>(&self, wrapped: Option<&'a Map>) -> (Vec<Quantity>, Vec<Computed<'a>>) {
        // What is computed from `from`.
        let number = |quantity: Quantity, from: &Quantity| {
            let wraps = wrapped.filter(|_| self.is_of_results(from));
            Computed { quantity, wraps }
        };
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
            let given = application.coordinates.iter();
            let given = given.chain(application.symbols.iter().map(|(_, value)| value));
            computed.extend(given.map(|given| number(expanded(given), given)));
            let symbols: Vec<(String, Quantity)> = (application.symbols.iter())
                .map(|(name, quantity)| (name.clone(), expanded(quantity)))
                .collect();
            found.extend_from_slice(&coordinates);
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
            let expanded = quantity.substituted(&|variable| known.get(variable)?.clone());
            computed.extend(
                std::iter::once(quantity.clone())
                    .chain(expanded)
                    .map(|computed| number(computed, quantity)),
            );
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
