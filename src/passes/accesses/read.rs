//! From an access in the IR to the question whether it is in bounds.

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bounds::{Bounds, may_be_empty, quantity, too_many_views};
use super::claims::{add_claims, subject};
use super::computed::ComputedIndices;
use super::found::{Found, Through};
use super::on_vectors::{apply_of_lanes, is_apply_on_vectors, of_all_lanes};
use super::operations::accessed;
use super::places::VariableOperations;
use super::views::{MAX_VIEWS, Viewed, copied, copied_sides, made, values, views};
use crate::affine::{Predicate, Quantity};
use crate::algebra::{Access, Application, Applied, Budget, Unknown};
use crate::dialect::fold::promotion;
use crate::dialect::foreign::access::{held_lanes, is_masked_around, mask_around};
use crate::dialect::foreign::arithmetic::is_arithmetic;
use crate::dialect::foreign::memory::memref_type;
use crate::dialect::foreign::transfer::transfer;
use crate::dialect::ir;
use crate::dialect::promises::Promises;
use crate::passes::fold::Evaluator;
use crate::passes::surroundings::{Source, Variables, surroundings};

/// How many compositions may stand inside each other.
const MAX_DEPTH: usize = 256;

/// Which accesses are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::passes) enum Scope {
    /// All of them, with the views that they go through.
    All,
    /// The same, of those that an index, an offset or a size from a layout leads to.
    Layouts,
    /// All of them and all views, each by itself: an access is one of its last view.
    Each,
}

/// Reads accesses, and each layout once.
pub(super) struct AccessReader<'c> {
    evaluator: Evaluator<'c>,
    layouts: FxHashMap<usize, Result<Applied, Unknown>>,
    promises: Promises<'c>,
    /// Values that are known not to come from a layout.
    plain: FxHashSet<usize>,
    places: VariableOperations<'c>,
}

impl<'c> AccessReader<'c> {
    pub fn new(context: &'c Context, root: OperationRef<'c, 'c>) -> Self {
        AccessReader {
            evaluator: Evaluator::new(context),
            layouts: FxHashMap::default(),
            promises: Promises::collect(root),
            plain: FxHashSet::default(),
            places: VariableOperations::new(context),
        }
    }

    /// The promises of the program.
    pub fn promises(&self) -> &Promises<'c> {
        &self.promises
    }

    /// Reads an access; `None` if it is not in the scope.
    ///
    /// # Errors
    ///
    /// Something about the access is not known, or not read.
    pub fn read(
        &mut self,
        operation: OperationRef<'c, 'c>,
        scope: Scope,
        budget: &Budget,
    ) -> Result<Option<Found<'c>>, Unknown> {
        let accessed = accessed(operation);
        let transfer = transfer(operation);
        let sides = transfer.iter().flat_map(|transfer| &transfer.sides);
        let made = made(operation);
        let is_by_itself = made.is_some();
        let mut views: Vec<_> = match &accessed {
            None if transfer.is_some() => {
                sides.clone().flat_map(|side| views(side.buffer)).collect()
            }
            Some(accessed) => views(accessed.base).collect(),
            None => made.map_or_else(|| copied(operation), |view| vec![view]),
        };
        // Of views that are not gone through it is not known what they say either.
        if MAX_VIEWS <= views.len() {
            return Err(too_many_views());
        }
        if scope == Scope::Each && !is_by_itself {
            views.retain(Viewed::is_of_access);
        }
        let is_access = accessed.is_some() || transfer.is_some();
        let is_looked_at = scope == Scope::Each || subject(operation) != "access";
        let is_claim = !is_access && views.is_empty() && is_looked_at;
        let mut used: Vec<Value> = views.iter().flat_map(|viewed| values(&viewed.view)).collect();
        used.extend(accessed.iter().flat_map(|accessed| accessed.indices.iter().copied()));
        used.extend(accessed.iter().filter_map(|accessed| accessed.distances));
        used.extend(operation.operands().filter(|_| is_claim || transfer.is_some()));
        if scope == Scope::Layouts && !used.iter().any(|&index| self.comes_from_layout(index)) {
            return Ok(None);
        }
        let mut variables = Variables::default();
        let executes = surroundings(operation, &self.promises, &mut variables);
        let mut bounds = Bounds::default();
        let mut of_sure_sides = Vec::new();
        if let Some(accessed) = &accessed {
            bounds.add_access(accessed, &mut variables)?;
            if !views.is_empty() {
                bounds.know_lanes(accessed, &mut variables);
            }
        }
        for side in sides {
            let first = bounds.indices.len();
            bounds.add_side(side, &mut variables)?;
            // The other side may have elements where this one has none.
            if !bounds.may_be_empty(side, &mut variables) {
                bounds.always.push(first..bounds.indices.len());
                of_sure_sides.extend(
                    super::views::views(side.buffer).map(|viewed| ir::key(viewed.operation)),
                );
            }
        }
        let mut claims = match is_claim || !is_access {
            true => add_claims(operation, &mut bounds, &mut variables)?,
            false => Vec::new(),
        };
        // A copy is one whatever its types say.
        if is_claim && claims.is_empty() && subject(operation) != "access" {
            return Ok(None);
        }
        let has_views = !views.is_empty();
        let is_copy = !is_access && subject(operation) == "access";
        if is_copy && has_views {
            copied_sides(operation).for_each(|side| bounds.know_copied(side, &mut variables));
            for viewed in views.iter().filter(|viewed| !viewed.is_passed_over) {
                claims.extend(bounds.claim_sizes(viewed, &mut variables));
            }
        }
        // Where a view that is passed over has no elements, those of the access are somewhere all the same.
        let has_passed_views = views
            .iter()
            .any(|viewed| viewed.is_passed_over && bounds.may_lack(viewed, &mut variables));
        if has_passed_views {
            bounds.must_have_elements()?;
            bounds.always.push(0..bounds.indices.len());
        }
        let mut of_views = Vec::new();
        for viewed in views {
            let first = bounds.indices.len();
            // Where it is accessed a view has elements, except one that is passed over.
            let has_elements = !is_access && !is_copy || viewed.is_passed_over;
            let is_counted = !viewed.is_passed_over && has_passed_views;
            if is_counted && accessed.is_none() && bounds.may_lack(&viewed, &mut variables) {
                return Err(may_be_empty());
            }
            let sizes = bounds.add_view(&viewed, has_elements, &mut variables)?;
            let indices = first..bounds.indices.len();
            let is_sure = of_sure_sides.contains(&ir::key(viewed.operation));
            if (is_sure || has_passed_views) && !viewed.is_passed_over {
                bounds.always.push(indices.clone());
            }
            of_views.push(Through { operation: viewed.operation, indices, sizes });
        }
        // The one around takes the place of another one.
        let own = accessed.as_ref().and_then(|accessed| accessed.mask_value);
        let around = mask_around(operation);
        let mask = around.or(own);
        let held = mask.and_then(held_lanes).unwrap_or_default();
        let held: Vec<_> = held.into_iter().map(|count| quantity(count, &mut variables)).collect();
        let reached = reached(&used);
        let is_apply = |operation: &OperationRef| ir::is_layout_op(*operation, "apply");
        let applies: Vec<_> = reached.iter().copied().filter(is_apply).collect();
        for apply in &applies {
            // An operation on the way that is not read does not take the coordinates along.
            for result in apply.results() {
                variables.quantity(result.into());
            }
        }
        let applications = self.applications(&applies, &mut variables, budget)?;
        // Of a view that an access goes through it is asked without lanes whether it is in bounds.
        let distances = accessed.as_ref().and_then(|accessed| accessed.distances);
        let distances = distances.filter(|_| !has_views);
        let of_lanes = distances.and_then(|vector| Some((vector, apply_of_lanes(vector)?)));
        let on_vectors = self.on_vectors(&used, of_lanes.map(|(_, apply)| apply), budget)?;
        let mut computed = ComputedIndices::new(&used, &reached, &variables);
        for (index, map, operands) in std::mem::take(&mut bounds.mapped) {
            computed.add_mapped(index, map, operands);
        }
        let n_sure = variables.known().len();
        bounds.taken().for_each(|taken| variables.know(taken));
        let known = variables.known().to_vec();
        let mut found = Found {
            taken: known[n_sure..].to_vec(),
            access: Access {
                n_variables: 0,
                known,
                applications: in_order(applications),
                indices: bounds.indices,
                steps: bounds.steps,
                sizes: bounds.sizes,
                computed: computed.quantities(),
                wrapping: variables.wrapping(),
                gathered: None,
            },
            executes,
            elements: bounds.elements,
            always: bounds.always,
            has_passed_views,
            on_vectors,
            dimensions: bounds.dimensions,
            claims,
            subject: subject(operation),
            views: of_views,
            computed,
            ..Found::default()
        };
        if let Some(transfer) = &transfer {
            found.is_fixed = transfer.is_fixed;
        }
        if is_masked_around(operation) {
            found.is_fixed = Some("its mask is that of the vector.mask around it");
        }
        if let Some(accessed) = accessed {
            found.add_elements(accessed, mask, &held, &mut variables)?;
            if own.and(around).is_some() {
                // A lowering may join the two, and access nothing where the other one says no.
                (found.held, found.executes) = (None, false);
            }
            if let Some(of_lanes) = of_lanes {
                let operand = ir::operand(of_lanes.1, 0).ok_or(Unknown::NotStatic)?;
                let layout = self.layout(operand, budget, MAX_DEPTH)?;
                found.add_application_of_lanes(of_lanes, layout, &self.promises, &mut variables);
            }
        }
        found.sources = variables.sources().to_vec();
        found.access.n_variables = found.sources.len();
        found.values = found.sources.iter().map(Source::value).collect();
        Ok(Some(found))
    }

    /// Gives every variable that a predicate names a value of type index.
    ///
    /// # Errors
    ///
    /// A value is of no block.
    pub fn place(&mut self, found: &mut Found<'c>, predicate: &Predicate) -> Result<(), String> {
        for variable in predicate.variables() {
            if let (Some(source), Some(value)) =
                (found.sources.get(variable), found.values.get_mut(variable))
            {
                *value = self.places.value(*source)?;
            }
        }
        Ok(())
    }

    /// True if a value is a result of a `layout.apply`, or arithmetic of one, on some way to it.
    fn comes_from_layout(&mut self, value: Value<'c, 'c>) -> bool {
        let mut seen = Vec::new();
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            let key = ir::value_key(value);
            if !self.plain.insert(key) {
                continue;
            }
            seen.push(key);
            match ir::defining_op(value) {
                Some(operation) if ir::is_layout_op(operation, "apply") => {
                    // What was seen on the way may come from this layout.
                    for key in seen {
                        self.plain.remove(&key);
                    }
                    return true;
                }
                Some(operation) if is_arithmetic(operation) => {
                    pending.extend(operation.operands());
                }
                _ => pending.extend(self.promises.flow().sources(value)),
            }
        }
        false
    }

    /// Those of the applications that the variables are results of that are among `applies`, and
    /// those that their coordinates bring. Of the results of others, which loops or conditions
    /// around depend on, nothing is said: to leave their layouts is no concern of the access.
    fn applications(
        &mut self,
        applies: &[OperationRef<'c, 'c>],
        variables: &mut Variables<'c>,
        budget: &Budget,
    ) -> Result<Vec<Application>, Unknown> {
        let mut found = Vec::new();
        let mut seen = 0;
        while let Some(&apply) = variables.applies().get(seen) {
            seen += 1;
            if !applies.contains(&apply) {
                continue;
            }
            let operand = ir::operand(apply, 0).ok_or(Unknown::NotStatic)?;
            let layout = self.layout(operand, budget, MAX_DEPTH)?;
            let mut quantities = |segment| -> Vec<Quantity> {
                let values = ir::operand_segment(apply, segment);
                values.into_iter().map(|value| variables.quantity(value)).collect()
            };
            let (coordinates, values) = (quantities(1), quantities(2));
            let symbols = ir::symbol_names(apply).into_iter().map(str::to_owned);
            let symbols = symbols.zip(values).collect();
            let results = apply
                .results()
                .filter_map(|result| variables.quantity(result.into()).as_variable())
                .collect();
            found.push(Application { layout, coordinates, symbols, results });
        }
        Ok(found)
    }

    /// The questions whether the coordinates of applies on vectors are ones that have offsets, but for one
    /// apply whose lanes are looked at one by one.
    fn on_vectors(
        &mut self,
        used: &[Value<'c, 'c>],
        of_lanes: Option<OperationRef<'c, 'c>>,
        budget: &Budget,
    ) -> Result<Vec<Access>, Unknown> {
        let mut questions = Vec::new();
        for apply in applies_on_vectors(used).filter(|apply| Some(*apply) != of_lanes) {
            let operand = ir::operand(apply, 0).ok_or(Unknown::NotStatic)?;
            let layout = self.layout(operand, budget, MAX_DEPTH)?;
            questions.push(of_all_lanes(apply, layout, &self.promises));
        }
        Ok(questions)
    }

    /// The layout that a value is, with the compositions that made it.
    fn layout(
        &mut self,
        value: Value<'c, 'c>,
        budget: &Budget,
        depth: usize,
    ) -> Result<Applied, Unknown> {
        let Some(operation) = ir::defining_op(value) else { return Err(Unknown::NotStatic) };
        let key = ir::key(operation);
        if let Some(known) = self.layouts.get(&key) {
            return known.clone();
        }
        let layout = self.read_layout(value, operation, budget, depth);
        self.layouts.insert(key, layout.clone());
        layout
    }

    fn read_layout(
        &mut self,
        value: Value<'c, 'c>,
        operation: OperationRef<'c, 'c>,
        budget: &Budget,
        depth: usize,
    ) -> Result<Applied, Unknown> {
        if ir::layout_mnemonic(operation) == Some("compose") {
            let Some(depth) = depth.checked_sub(1) else {
                let reason = format!("more than {MAX_DEPTH} compositions stand inside each other");
                return Err(Unknown::TooLarge { reason });
            };
            let operand = |index| ir::operand(operation, index).ok_or(Unknown::NotStatic);
            let left = self.layout(operand(0)?, budget, depth)?;
            let right = self.layout(operand(1)?, budget, depth)?;
            return Applied::compose(left, right, promotion(operation), budget);
        }
        self.evaluator.evaluate(operation);
        match self.evaluator.layout(value) {
            Some(layout) => Applied::new(layout.clone()),
            None => Err(Unknown::NotStatic),
        }
    }
}

/// The operations that values are computed by, through arithmetic and through applies.
fn reached<'c>(values: &[Value<'c, 'c>]) -> Vec<OperationRef<'c, 'c>> {
    through(values, is_followed)
}

/// The applies on vectors that values come from, also through what moves lanes.
fn applies_on_vectors<'c>(values: &[Value<'c, 'c>]) -> impl Iterator<Item = OperationRef<'c, 'c>> {
    let moves_lanes = |operation: OperationRef<'c, 'c>| {
        ir::name(operation).starts_with("vector.")
            && !operation.operands().any(|operand| memref_type(operand).is_some())
    };
    let reached = through(values, |operation| is_followed(operation) || moves_lanes(operation));
    reached.into_iter().filter(|operation| is_apply_on_vectors(*operation))
}

fn is_followed(operation: OperationRef<'_, '_>) -> bool {
    ir::is_layout_op(operation, "apply") || is_arithmetic(operation)
}

/// The operations that values come from as far as they are followed.
fn through<'c>(
    values: &[Value<'c, 'c>],
    is_followed: impl Fn(OperationRef<'c, 'c>) -> bool,
) -> Vec<OperationRef<'c, 'c>> {
    let mut reached = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending = values.to_vec();
    while let Some(value) = pending.pop() {
        let Some(operation) = ir::defining_op(value) else { continue };
        if is_followed(operation) && seen.insert(ir::key(operation)) {
            reached.push(operation);
            pending.extend(operation.operands());
        }
    }
    reached
}

/// The applications, each after those whose results it uses.
fn in_order(applications: Vec<Application>) -> Vec<Application> {
    let mut ordered: Vec<Application> = Vec::new();
    let mut rest = applications;
    while !rest.is_empty() {
        let missing: FxHashSet<usize> =
            rest.iter().flat_map(|known| known.results.iter().copied()).collect();
        let is_ready = |known: &Application| {
            let symbols = known.symbols.iter().map(|(_, value)| value);
            let mut used = known.coordinates.iter().chain(symbols);
            used.all(|quantity| quantity.variables().iter().all(|v| !missing.contains(v)))
        };
        let (mut ready, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_ready);
        rest = others;
        if ready.is_empty() {
            // No value depends on itself.
            break;
        }
        ordered.append(&mut ready);
    }
    ordered
}
