//! An access as a question, with what its variables are in the IR.

use std::ops::Range;

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ShapedTypeLike, Value, ValueLike};

use super::computed::ComputedIndices;
use super::number_claim::NumberClaim;
use super::on_vectors::{application, bounds_of_operands};
use super::operations::{Accessed, Lanes};
use crate::affine::{Comparison, Predicate, Quantity};
use crate::algebra::{Access, Applied, Failure, Unknown};
use crate::dialect::foreign::access::{self, Elements};
use crate::dialect::ir::{self, ValueNames};
use crate::dialect::numbers::numbers;
use crate::dialect::promises::Promises;
use crate::passes::surroundings::{Source, Variables};

/// An access with what its variables are in the IR.
#[derive(Clone, Default)]
pub(in crate::passes) struct Found<'c> {
    pub access: Access,
    pub sources: Vec<Source<'c>>,
    /// The values of the variables. A size that no operation has asked for has none before
    /// [`Accesses::place`](super::Accesses::place) gives it one.
    pub values: Vec<Value<'c, 'c>>,
    /// True if the access executes at least once whenever its function does.
    pub executes: bool,
    /// For a vector, the variables that number its lanes, one for each dimension of a mask.
    pub lanes: Vec<(usize, Lanes)>,
    /// The variable that is another number in each lane: a vector's element.
    pub gathered: Option<Gathered>,
    /// How a buffer is accessed; `None` for a copy.
    pub how: Option<access::Access>,
    /// The operand that is the mask, if the access has one.
    pub mask: Option<usize>,
    /// How many lanes of each dimension of a vector, the first ones, are accessed whenever it executes; `None`
    /// if that is not known, because a mask says it.
    pub held: Option<Vec<i64>>,
    /// What numbers of lanes and elements are by constants of the access.
    pub fixed: Vec<Comparison>,
    /// The dimension of the buffer that each index is of.
    pub dimensions: Vec<usize>,
    /// The views on the way, the outermost first.
    pub views: Vec<Through<'c>>,
    /// The indices that are computed already.
    pub computed: ComputedIndices<'c>,
    /// The predicate of a vector in two, if its views have one.
    pub apart: Option<Apart>,
    /// The sizes that are known to be at least 1 only because nothing is out of bounds otherwise, each with
    /// what it has to be in any case.
    pub elements: Vec<(Quantity, NumberClaim)>,
    /// What is known only because these sizes are taken to be at least 1: that they are, and what follows.
    pub taken: Vec<Comparison>,
    /// The indices that have to be in bounds without elements, too, the claims first.
    pub always: Vec<Range<usize>>,
    /// True if views that are passed over on the way may have no elements, and nothing else: it accesses some
    /// all the same.
    pub has_passed_views: bool,
    /// Whether coordinates of applies on vectors have offsets.
    pub on_vectors: Vec<Access>,
    /// What claims of memrefs the indices are, each how far a number is from what is said.
    pub claims: Vec<NumberClaim>,
    /// What is looked at, in words.
    pub subject: &'static str,
    /// Why it cannot be held back under a condition.
    pub is_fixed: Option<&'static str>,
}

/// Asks of a number that it is not negative.
fn add_natural(access: &mut Access, number: Quantity) {
    access.indices.push(number);
    access.steps.push(0.into());
    access.sizes.push(None);
}

/// A view that an access goes through.
#[derive(Debug, Clone)]
pub(in crate::passes) struct Through<'c> {
    /// What makes it.
    pub operation: OperationRef<'c, 'c>,
    /// Those of the indices that say that it is one of elements of its source.
    pub indices: Range<usize>,
    /// Its sizes, as far as they are not known to be at least 1. Where it is accessed they are.
    pub sizes: Vec<Quantity>,
}

/// What an access through views needs: both together.
#[derive(Debug, Clone)]
pub(in crate::passes) struct Apart {
    /// That the views are of elements of their sources.
    pub of_views: Predicate,
    /// That the indices of each lane are in the last view.
    pub of_lanes: Predicate,
}

/// A vector whose lanes say which elements are accessed.
#[derive(Debug, Clone)]
pub(in crate::passes) struct Gathered {
    /// The variables that are other numbers in each lane: the element, and what a layout gives it for.
    pub variables: Vec<usize>,
    pub shape: Vec<i64>,
    /// The lanes, and the numbers in them, of which one is the least and one the greatest of those that are
    /// accessed whenever it executes, as far as these are known.
    pub ends: Vec<(i64, i64)>,
}

impl<'c> Found<'c> {
    /// True for an access of a vector, which may have a mask.
    pub fn is_vector(&self) -> bool {
        !self.lanes.is_empty() || self.gathered.is_some()
    }

    /// The shape of a mask; empty for an access of one element.
    pub fn lane_shape(&self) -> Vec<u64> {
        match &self.gathered {
            Some(gathered) => gathered.shape.iter().map(|size| size.unsigned_abs()).collect(),
            None => self.lanes.iter().map(|(_, lanes)| lanes.count.unsigned_abs()).collect(),
        }
    }

    /// The dimension of a mask along which a variable numbers the lanes, if it does.
    pub fn lane_of(&self, variable: usize) -> Option<usize> {
        self.lanes.iter().position(|(known, _)| *known == variable)
    }

    /// True for a variable that a vector says.
    pub fn is_gathered(&self, variable: usize) -> bool {
        self.gathered.as_ref().is_some_and(|gathered| gathered.variables.contains(&variable))
    }

    /// True if a quantity differs between lanes.
    pub fn depends_on_lane(&self, quantity: &Quantity) -> bool {
        let differs = |variable| self.lane_of(variable).is_some() || self.is_gathered(variable);
        quantity.variables().into_iter().any(differs)
    }

    /// A failure of an index as one of the dimension that the index is of.
    pub fn in_dimension(&self, mut failure: Failure) -> Failure {
        let of = |index: usize| self.dimensions.get(index).copied().unwrap_or(index);
        let rank_of = |rank: usize| self.dimensions.iter().max().map_or(rank, |last| last + 1);
        match &mut failure {
            Failure::Offset { dimension, rank, .. } => {
                (*dimension, *rank) = (of(*dimension), rank_of(*rank));
            }
            Failure::Index { index, dimension, size } => {
                let known = self.access.sizes.get(*dimension).and_then(Option::as_ref);
                // Of a negative index it does not matter which size the example has.
                if *index < 0 && known.is_none_or(|size| size.as_constant().is_none()) {
                    *size = None;
                }
                *dimension = of(*dimension);
            }
            _ => {}
        }
        failure
    }

    /// What the variables are called: as in the IR, or `dim(%buffer, 0)` for a size, `index(%buffer, 0)` for
    /// what a map makes the index of a dimension, `lanes(%mask)` for how many lanes hold, or `lane`.
    pub fn names(&self, of_values: &ValueNames<'c>) -> Vec<String> {
        let mut names: Vec<String> = self.values.iter().map(|value| of_values.of(*value)).collect();
        for (name, source) in names.iter_mut().zip(&self.sources) {
            match source {
                Source::Size { dimension, .. } => *name = format!("dim({name}, {dimension})"),
                Source::Mapped { dimension, .. } => *name = format!("index({name}, {dimension})"),
                Source::Held(_) => *name = format!("lanes({name})"),
                Source::Value(_) | Source::Unnamed(_) => {}
            }
        }
        for (at, (variable, _)) in self.lanes.iter().enumerate() {
            names[*variable] =
                if self.lanes.len() == 1 { "lane".to_owned() } else { format!("lane{at}") };
        }
        names
    }

    /// The question about some parts of the indices alone.
    pub fn of_indices(&self, parts: &[Range<usize>]) -> Access {
        let at: Vec<usize> = parts.iter().cloned().flatten().collect();
        let Access { indices, steps, sizes, .. } = &self.access;
        Access {
            indices: at.iter().map(|&at| indices[at].clone()).collect(),
            steps: at.iter().map(|&at| steps[at].clone()).collect(),
            sizes: at.iter().map(|&at| sizes[at].clone()).collect(),
            ..self.access.clone()
        }
    }

    /// What is known whether or not there are elements.
    pub fn known_in_any_case(&self) -> Vec<Comparison> {
        self.access.known.iter().filter(|known| !self.taken.contains(known)).cloned().collect()
    }

    /// What has to hold of the views alone: that they are of elements of their sources, and have some.
    pub fn of_views(&self) -> Found<'c> {
        let parts: Vec<_> = self.views.iter().map(|view| view.indices.clone()).collect();
        let is_always = |at: usize| self.always.iter().any(|always| always.contains(&at));
        let at = parts.iter().cloned().flatten();
        let always = at.enumerate().filter(|(_, at)| is_always(*at)).map(|(at, _)| at..at + 1);
        let mut found = Found {
            access: self.of_indices(&parts),
            dimensions: parts
                .iter()
                .flat_map(|part| &self.dimensions[part.clone()])
                .copied()
                .collect(),
            claims: Vec::new(),
            always: always.collect(),
            ..self.clone()
        };
        let sizes = self.views.iter().flat_map(|view| &view.sizes);
        for size in sizes.filter_map(|size| size.minus(&1.into()).ok()) {
            add_natural(&mut found.access, size);
            found.dimensions.push(0);
        }
        found
    }

    /// The questions whether a view is of elements of its source if it has any, and whether none of its sizes
    /// is negative.
    pub fn of_view(&self, view: &Through<'c>) -> [Access; 2] {
        let known = self.known_in_any_case();
        let mut natural = Access { known: known.clone(), ..self.of_indices(&[]) };
        view.sizes.iter().for_each(|size| add_natural(&mut natural, size.clone()));
        let taken = view.sizes.iter().map(|size| Comparison::at_least(size.clone(), 1));
        let known = known.into_iter().chain(taken).collect();
        let inside = Access { known, ..self.of_indices(std::slice::from_ref(&view.indices)) };
        [inside, natural]
    }

    /// What has to hold also where there are no elements, if it is not known that there are some: what is
    /// claimed, that no size is negative, and indices that are accessed all the same.
    pub fn without_elements(&self) -> Option<Found<'c>> {
        let is_natural = |size: &Quantity| size.as_constant().is_some_and(|size| 0 <= size);
        let sizes: Vec<_> = self.elements.iter().filter(|(size, _)| !is_natural(size)).collect();
        let claims = 0..self.claims.len();
        let others = self.always.iter().map(|own| own.start.max(claims.end)..own.end);
        let others: Vec<usize> = others.flatten().collect();
        if self.elements.is_empty() || sizes.len() + claims.len() + others.len() == 0 {
            return None;
        }
        let mut found = Found {
            access: self.of_indices(&[]),
            dimensions: Vec::new(),
            elements: Vec::new(),
            taken: Vec::new(),
            ..self.clone()
        };
        found.access.known = self.known_in_any_case();
        claims.for_each(|at| found.add_index(self, at));
        for (size, claim) in sizes {
            add_natural(&mut found.access, size.clone());
            found.dimensions.push(0);
            found.claims.push(*claim);
        }
        others.into_iter().for_each(|at| found.add_index(self, at));
        Some(found)
    }

    fn add_index(&mut self, other: &Found<'c>, at: usize) {
        self.access.indices.push(other.access.indices[at].clone());
        self.access.steps.push(other.access.steps[at].clone());
        self.access.sizes.push(other.access.sizes[at].clone());
        self.dimensions.push(other.dimensions[at]);
    }

    /// Says which elements are accessed at the indices, the first ones of the question. `mask` is what says
    /// which lanes are, if something does, and `held` how many lanes of it hold along each dimension, if
    /// that is known.
    pub(super) fn add_elements(
        &mut self,
        accessed: Accessed<'c>,
        mask: Option<Value<'c, 'c>>,
        held: &[Quantity],
        variables: &mut Variables<'c>,
    ) -> Result<(), Unknown> {
        let rank = ir::memref_type(accessed.base.r#type()).map_or(0, |memref| memref.rank());
        for lanes in accessed.lanes? {
            let lane = variables.unnamed(accessed.base);
            let last = lanes.count.saturating_sub(1);
            let known = Comparison { quantity: lane.clone(), low: Some(0), high: Some(last) };
            self.access.known.push(known);
            self.add_step(lanes.dimension, &lane)?;
            if lanes.is_checked
                && let Some(size) = self.access.sizes.get_mut(lanes.dimension)
            {
                *size = None;
            }
            self.lanes.extend(lane.as_variable().map(|variable| (variable, lanes)));
        }
        self.held = match mask {
            None => Some(self.lanes.iter().map(|(_, lanes)| lanes.count).collect()),
            Some(mask) => held_constantly(mask, held),
        };
        if held.len() == self.lanes.len() {
            for ((lane, _), held) in self.lanes.iter().zip(held) {
                let difference = Quantity::variable(*lane).minus(held)?;
                self.access.known.push(at_most(&difference, -1)?);
            }
        }
        // Where a mask has no lanes nothing is accessed, whether or not its lanes are numbered here.
        if held.len() != self.lanes.len() {
            for held in held {
                self.access.known.push(at_most(&Quantity::default().minus(held)?, -1)?);
            }
        }
        if let Some(distances) = accessed.distances
            && let Some((shape, element)) = ir::fixed_vector(distances.r#type())
        {
            let distance = variables.unnamed(distances);
            let held = mask.is_none().then(|| shape.clone()).or_else(|| self.held.clone());
            let ends = constant_ends(distances, &shape, held.as_deref());
            let of_any = if held.is_some() {
                ends.clone()
            } else {
                constant_ends(distances, &shape, Some(&shape))
            };
            let range = match of_any[..] {
                [(_, least), (_, greatest)] => Some((least, greatest)),
                _ => ir::narrow(element),
            };
            if let Some((low, high)) = range {
                let known =
                    Comparison { quantity: distance.clone(), low: Some(low), high: Some(high) };
                self.access.known.push(known);
            }
            let last = rank.checked_sub(1).ok_or(Unknown::NotStatic)?;
            self.add_step(last, &distance)?;
            self.access.gathered = distance.as_variable();
            let gathered = |variable| Gathered { variables: vec![variable], shape, ends };
            self.gathered = distance.as_variable().map(gathered);
        }
        if accessed.access.elements == Elements::Packed {
            let mask = accessed.mask_value.ok_or(Unknown::NotStatic)?;
            self.add_packed(mask, rank, held, variables)?;
        }
        // Nothing is executed where a mask says no.
        self.executes &= self.held.is_some();
        (self.how, self.mask) = (Some(accessed.access), accessed.mask);
        Ok(())
    }

    /// Says that the elements of a gather are offsets of a layout, which an apply on vectors gives: what is known
    /// of a lane of its coordinates is what bounds all of them.
    pub(super) fn add_application_of_lanes(
        &mut self,
        (distances, apply): (Value<'c, 'c>, OperationRef<'c, 'c>),
        layout: Applied,
        promises: &Promises<'c>,
        variables: &mut Variables<'c>,
    ) {
        let Some(gathered) = &mut self.gathered else { return };
        let mut quantities = Vec::new();
        for coordinate in ir::operand_segment(apply, 1) {
            let lane = variables.unnamed(coordinate);
            gathered.variables.extend(lane.as_variable());
            quantities.push(lane);
        }
        let symbols = ir::operand_segment(apply, 2).into_iter();
        quantities.extend(symbols.map(|value| variables.quantity(value)));
        let mut results = Vec::new();
        for result in apply.results().map(Value::from) {
            if ir::value_key(result) == ir::value_key(distances) {
                results.extend(self.access.gathered);
            } else {
                let lane = variables.unnamed(result).as_variable();
                gathered.variables.extend(lane);
                results.extend(lane);
            }
        }
        self.access.known.extend(bounds_of_operands(apply, &quantities, promises));
        self.access.applications.push(application(apply, layout, &quantities, results));
    }

    /// As many elements as lanes of a mask hold, of which there is at least one.
    fn add_packed(
        &mut self,
        mask: Value<'c, 'c>,
        rank: usize,
        held: &[Quantity],
        variables: &mut Variables<'c>,
    ) -> Result<(), Unknown> {
        let (shape, _) = ir::fixed_vector(mask.r#type()).ok_or(Unknown::NotStatic)?;
        let last = rank.checked_sub(1).ok_or(Unknown::NotStatic)?;
        let n = variables.held(mask);
        let high = shape.iter().try_fold(1_i64, |product, size| product.checked_mul(*size));
        self.access.known.push(Comparison { quantity: n.clone(), low: Some(1), high });
        if let [held] = held {
            self.access.known.push(at_most(&n.minus(held)?, 0)?);
        }
        if let Some(&[held]) = self.held.as_deref()
            && 1 <= held
        {
            self.fixed.push(Comparison::equal(n.clone(), held));
            self.access.known.extend(self.fixed.iter().cloned());
        }
        let access = &mut self.access;
        access.indices.push(access.indices[last].clone());
        access.steps.push(n.minus(&1.into())?);
        access.sizes.push(access.sizes[last].clone());
        self.dimensions.push(last);
        Ok(())
    }

    fn add_step(&mut self, dimension: usize, more: &Quantity) -> Result<(), Unknown> {
        let Some(step) = self.access.steps.get_mut(dimension) else { return Ok(()) };
        *step = step.plus(more)?;
        Ok(())
    }
}

/// How many lanes of a mask hold along each dimension, if these are numbers.
fn held_constantly<'c>(mask: Value<'c, 'c>, held: &[Quantity]) -> Option<Vec<i64>> {
    let (shape, _) = ir::fixed_vector(mask.r#type()).filter(|_| !held.is_empty())?;
    let number = |(held, size): (&Quantity, &i64)| Some(held.as_constant()?.clamp(0, *size));
    held.iter().zip(&shape).map(number).collect()
}

/// The lanes, and the numbers in them, of the least and the greatest number of a constant among the first
/// lanes; none if it is not a constant, or which lanes they are is not known.
fn constant_ends<'c>(
    vector: Value<'c, 'c>,
    shape: &[i64],
    held: Option<&[i64]>,
) -> Vec<(i64, i64)> {
    let constant = ir::defining_op(vector).and_then(ir::constant_attribute);
    let (Some(numbers), Some(held)) = (constant.and_then(numbers), held) else {
        return Vec::new();
    };
    let count: i64 = match (held, shape) {
        ([held], [_]) => *held,
        _ if held == shape => shape.iter().product(),
        _ => return Vec::new(),
    };
    let count = usize::try_from(count).unwrap_or_default();
    let number = |lane: usize| numbers.get(if numbers.len() == 1 { 0 } else { lane }).copied();
    let lanes = (0..count).filter_map(|lane| Some((i64::try_from(lane).ok()?, number(lane)?)));
    let lanes: Vec<(i64, i64)> = lanes.collect();
    let ends = [lanes.iter().min_by_key(|lane| lane.1), lanes.iter().max_by_key(|lane| lane.1)];
    ends.into_iter().flatten().copied().collect()
}

/// That a sum is at most a number.
fn at_most(sum: &Quantity, end: i64) -> Result<Comparison, Unknown> {
    let end = Quantity::from(end).minus(&sum.constant().into())?;
    Ok(Comparison::at_most(sum.varying(), end.constant()))
}
