//! An access as a question to isl.

use super::definition::{Definition, QUESTIONS};
use super::ordered::Ordered;
use super::parts::{Access, Leaving};
use super::verdict::AccessVerdict;
use crate::affine::{Comparison, Predicate, Quantity};
use crate::algebra::relations::NotAnswered;
use crate::algebra::verdict::{Budget, Method};
use crate::relation::{
    Answer, Computed, Context, Map, PredicateError, Relation, RelationError, predicate,
};

/// How many operations a quantity may have that is compared instead of what the definition has.
const MAX_COST: usize = 8;

/// Where an access is in bounds, in terms of the variables that nothing computes.
pub(super) struct AccessQuestion {
    pub access: Access,
    pub n_free: usize,
    pub is_free: Vec<bool>,
    before: Vec<usize>,
    pub context: Context,
    pub leaving: Leaving,
    /// The indices of the element that is accessed.
    pub reached: Vec<Quantity>,
}

/// Regions of the variables that nothing computes.
struct Regions {
    known: Map,
    /// Where the results are in the access: anywhere, or in the domains of the layouts.
    region: Map,
    /// The results of the applications there.
    results: Vec<Map>,
    /// The results of the applications, wherever they have any.
    anywhere: Vec<Map>,
    /// Where what is computed from results may have wrapped around, if that is found out.
    wrapped: Result<Option<Map>, NotAnswered>,
}

impl AccessQuestion {
    /// # Errors
    ///
    /// The constant of an index passes 64 bits.
    pub fn new(access: &Access, leaving: Leaving, budget: &Budget) -> Result<Self, RelationError> {
        let Ordered { access, n_free, is_free, before } = Ordered::new(access);
        let context = Context::new(budget.isl_operations);
        let reached = (0..access.indices.len())
            .map(|dimension| access.reached(dimension))
            .collect::<Result<_, _>>()?;
        Ok(AccessQuestion { access, n_free, is_free, before, context, leaving, reached })
    }

    pub fn decide(&self) -> Result<AccessVerdict, NotAnswered> {
        let Some(regions) = self.regions()? else { return Ok(AccessVerdict::Unreachable) };
        let Regions { known, region, results, anywhere, wrapped } = regions;
        let operations = self.context.budget();
        // What leaves no domain may be far from it all the same: then all is taken to fit.
        let is_far = self.leaving == Leaving::Allowed;
        let (unknown, wrapped) = match wrapped {
            Ok(wrapped) => (None, wrapped.filter(|_| !is_far)),
            Err(error) => (Some(error), None),
        };
        let (mut quantities, computed) = self.quantities(wrapped.as_ref());
        let definition = self.context.within(operations, || {
            self.definition(&known, (&results, &region), &quantities, &computed)
        });
        let definition = definition.ok().flatten();
        if definition.is_some() {
            quantities.retain(|quantity| quantity.cost() <= MAX_COST);
        }
        let search = || -> Result<Predicate, NotAnswered> {
            let inside = self.region(region.clone(), &results)?;
            predicate(&known, &inside, &quantities, &anywhere, &computed).map_err(|error| {
                match error {
                    PredicateError::Question(error) => error.into(),
                    error => NotAnswered::NoPredicate { reason: error.to_string() },
                }
            })
        };
        let found = match (definition, unknown) {
            (None, Some(error)) => return Err(error),
            (None, None) => search()?,
            (Some(Definition { members, .. }), _) if members.is_empty() => Predicate::Always,
            (Some(definition), Some(_)) => Predicate::all(definition.members),
            (Some(definition), None) => {
                match self.context.within(definition.worth(operations), search) {
                    Ok(found) if !definition.is_cheaper_than(&found) => found,
                    _ => Predicate::all(definition.members),
                }
            }
        };
        match found {
            Predicate::Always => Ok(AccessVerdict::Proved(Method::Isl)),
            Predicate::Never => self.failure(&known).map(AccessVerdict::Never),
            predicate => {
                let before = |variable: usize| self.before.get(variable).copied();
                let rename = |variable: usize| before(variable).unwrap_or(variable);
                Ok(AccessVerdict::Sometimes(predicate.renamed(&rename)))
            }
        }
    }

    /// The numbers of the variables, as they were called before, at the least point where the access
    /// is out of bounds; `None` for a variable that is a result, and if there is no such point.
    pub fn counterexample(&self) -> Result<Option<Vec<Option<i64>>>, NotAnswered> {
        let Some(regions) = self.regions()? else { return Ok(None) };
        let Regions { known, region, results, wrapped, .. } = regions;
        wrapped?;
        let inside = self.region(region, &results)?;
        let point = match known.difference(&inside)?.empty()? {
            Answer::Refuted(pair) => pair.input,
            Answer::Proved => return Ok(None),
            Answer::Unknown { operations } => return Err(NotAnswered::OutOfBudget { operations }),
        };
        let mut numbers = vec![None; self.access.n_variables];
        for (&variable, &number) in self.before.iter().zip(&point) {
            numbers[variable] = Some(number);
        }
        Ok(Some(numbers))
    }

    /// What is known, and where the results are in it; `None` if what is known contradicts itself.
    fn regions(&self) -> Result<Option<Regions>, NotAnswered> {
        let (of_results, plain): (Vec<_>, Vec<_>) = (self.access.known.iter().cloned())
            .partition(|known| self.is_of_results(&known.quantity));
        let known = Relation::region(self.n_free, &plain).to_map(&self.context)?;
        if known.is_empty()? {
            return Ok(None);
        }
        let (anywhere, defined) = self.results(&known, false)?;
        let operations = self.context.budget().saturating_mul(QUESTIONS);
        let wrapped =
            self.context.within(operations, || self.wrapped(&known, (&anywhere, &defined)));
        // Where that is not found out, nothing is taken from what is known of results.
        let known = match &wrapped {
            Ok(wrapped) => self.restricted(known, &of_results, &anywhere, wrapped.as_ref())?,
            Err(_) => known,
        };
        if known.is_empty()? {
            return Ok(None);
        }
        let (results, region) = match self.leaving {
            Leaving::Allowed => (anywhere.clone(), defined),
            Leaving::OutOfBounds => self.results(&known, true)?,
        };
        Ok(Some(Regions { known, region, results, anywhere, wrapped }))
    }

    /// True if a comparison of the quantity says something only by what results are. A bound of one
    /// variable that is not a result is about that number, however it was computed.
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
