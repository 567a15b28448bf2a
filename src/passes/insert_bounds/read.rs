//! From an access in the IR to the question whether it is in bounds.

use std::collections::{HashMap, HashSet};

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use super::bounds::Bounds;
use super::copies::{copied, values};
use super::operations::{Lanes, accessed};
use super::places::Places;
use crate::algebra::{Access, Application, Applied, Budget, Failure, Unknown};
use crate::dialect::fold::promotion;
use crate::dialect::foreign::access;
use crate::dialect::foreign::arithmetic::is_arithmetic;
use crate::dialect::ir;
use crate::dialect::promises::Promises;
use crate::passes::fold::Evaluator;
use crate::passes::surroundings::{Source, Variables, surroundings};
use crate::relation::{Comparison, Predicate, Quantity};

/// How many compositions may stand inside each other.
const MAX_DEPTH: usize = 256;

/// An access with what its variables are in the IR.
pub(super) struct Found<'c> {
    pub access: Access,
    pub sources: Vec<Source<'c>>,
    /// The values of the variables. A size that no operation has asked for has none before
    /// [`Reader::place`] gives it one.
    pub values: Vec<Value<'c, 'c>>,
    /// True if the access executes at least once whenever its function does.
    pub executes: bool,
    /// For a vector, the variables that number its lanes, one for each dimension of a mask.
    pub lanes: Vec<(usize, Lanes)>,
    /// How a buffer is accessed; `None` for a copy.
    pub how: Option<access::Access>,
    /// The operand that is the mask, if the access has one.
    pub mask: Option<usize>,
    /// The dimension of the buffer that each index is of.
    pub dimensions: Vec<usize>,
}

impl Found<'_> {
    /// The shape of a mask; empty for an access of one element.
    pub fn lane_shape(&self) -> Vec<u64> {
        self.lanes.iter().map(|(_, lanes)| lanes.count.unsigned_abs()).collect()
    }

    /// The dimension of a mask along which a variable numbers the lanes, if it does.
    pub fn lane_of(&self, variable: usize) -> Option<usize> {
        self.lanes.iter().position(|(known, _)| *known == variable)
    }

    /// True if a quantity differs between lanes.
    pub fn depends_on_lane(&self, quantity: &Quantity) -> bool {
        quantity.variables().into_iter().any(|variable| self.lane_of(variable).is_some())
    }

    /// A failure of an index as one of the dimension that the index is of.
    pub fn in_dimension(&self, mut failure: Failure) -> Failure {
        let of = |index: usize| self.dimensions.get(index).copied().unwrap_or(index);
        let rank_of = |rank: usize| self.dimensions.iter().max().map_or(rank, |last| last + 1);
        match &mut failure {
            Failure::Offset { dimension, rank, .. } => {
                (*dimension, *rank) = (of(*dimension), rank_of(*rank));
            }
            Failure::Index { dimension, .. } => *dimension = of(*dimension),
            _ => {}
        }
        failure
    }

    /// What the variables are called: as in the IR, or `dim(%buffer, 0)` for a size, or `lane`.
    pub fn names(&self) -> Vec<String> {
        let mut names = ir::value_names(&self.values);
        for (name, source) in names.iter_mut().zip(&self.sources) {
            if let Source::Size { dimension, .. } = source {
                *name = format!("dim({name}, {dimension})");
            }
        }
        for (at, (variable, _)) in self.lanes.iter().enumerate() {
            names[*variable] =
                if self.lanes.len() == 1 { "lane".to_owned() } else { format!("lane{at}") };
        }
        names
    }
}

/// Reads accesses, and each layout once.
pub(super) struct Reader<'c> {
    evaluator: Evaluator<'c>,
    layouts: HashMap<usize, Result<Applied, Unknown>>,
    promises: Promises<'c>,
    /// Values that are known not to come from a layout.
    plain: HashSet<usize>,
    places: Places<'c>,
}

impl<'c> Reader<'c> {
    pub fn new(context: &'c Context, root: OperationRef<'c, 'c>) -> Self {
        Reader {
            evaluator: Evaluator::new(context),
            layouts: HashMap::new(),
            promises: Promises::collect(root),
            plain: HashSet::new(),
            places: Places::new(context),
        }
    }

    /// Reads an access; `None` if none of its indices comes from a layout.
    ///
    /// # Errors
    ///
    /// Something about the access is not known, or not read.
    pub fn read(
        &mut self,
        operation: OperationRef<'c, 'c>,
        budget: &Budget,
    ) -> Result<Option<Found<'c>>, Unknown> {
        let accessed = accessed(operation);
        let parts = copied(operation);
        let used: Vec<Value> = match &accessed {
            Some(accessed) => accessed.indices.clone(),
            None => parts.iter().flat_map(values).collect(),
        };
        if !used.iter().any(|&index| self.comes_from_layout(index)) {
            return Ok(None);
        }
        let mut variables = Variables::default();
        let executes = surroundings(operation, &self.promises, &mut variables);
        let mut bounds = Bounds::default();
        for part in &parts {
            bounds.add_part(part, &mut variables)?;
        }
        let (mut lanes, mut how, mut mask) = (Vec::new(), None, None);
        if let Some(accessed) = accessed {
            bounds.add_access(&accessed, &mut variables)?;
            (lanes, how, mask) = (accessed.lanes?, Some(accessed.access), accessed.mask);
        }
        let applies = applies_of(&used);
        for apply in &applies {
            // An operation on the way that is not read does not take the coordinates along.
            for result in apply.results() {
                variables.quantity(result.into());
            }
        }
        let applications = self.applications(&applies, &mut variables, budget)?;
        let Bounds { indices, steps, sizes, dimensions, may_be_empty } = bounds;
        let mut access = Access {
            n_variables: 0,
            known: variables.known().to_vec(),
            applications: in_order(applications),
            indices,
            steps,
            sizes,
            wrapping: variables.wrapping(),
        };
        let mut numbered = Vec::new();
        for lanes in lanes {
            let Some(&stand_in) = used.first() else { break };
            let lane = variables.unnamed(stand_in);
            add_lanes(&mut access, &lane, lanes)?;
            numbered.extend(lane.as_variable().map(|variable| (variable, lanes)));
        }
        let sources = variables.sources().to_vec();
        access.n_variables = sources.len();
        let values = sources.iter().map(Source::value).collect();
        // Nothing is executed where a mask says no.
        let executes = executes && mask.is_none() && !may_be_empty;
        Ok(Some(Found {
            access,
            sources,
            values,
            executes,
            lanes: numbered,
            how,
            mask,
            dimensions,
        }))
    }

    /// Gives every variable that a predicate names a value of type index.
    ///
    /// # Errors
    ///
    /// An operation that says a value does not build.
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

    /// True if a value is a result of a `layout.apply`, or arithmetic of one.
    fn comes_from_layout(&mut self, value: Value<'c, 'c>) -> bool {
        let mut seen = Vec::new();
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            let key = ir::value_key(value);
            if !self.plain.insert(key) {
                continue;
            }
            seen.push(key);
            let Some(operation) = ir::defining_op(value) else { continue };
            if ir::is_layout_op(operation, "apply") {
                // What was seen on the way may come from this layout.
                for key in seen {
                    self.plain.remove(&key);
                }
                return true;
            }
            if is_arithmetic(operation) {
                pending.extend(operation.operands());
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
            let operand = apply.operand(0).map_err(|_| Unknown::NotStatic)?;
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
                return Err(Unknown::NotPresburger { reason });
            };
            let operand = |index| operation.operand(index).map_err(|_| Unknown::NotStatic);
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

/// Lets an access be one of the elements that a lane's number says.
fn add_lanes(access: &mut Access, lane: &Quantity, lanes: Lanes) -> Result<(), Unknown> {
    let Lanes { dimension, count, is_checked } = lanes;
    let last = count.saturating_sub(1);
    access.known.push(Comparison { quantity: lane.clone(), low: Some(0), high: Some(last) });
    let (steps, sizes) = (&mut access.steps, &mut access.sizes);
    if let (Some(step), Some(size)) = (steps.get_mut(dimension), sizes.get_mut(dimension)) {
        let sum = step.plus(lane);
        *step = sum.map_err(|error| Unknown::NotPresburger { reason: error.to_string() })?;
        if is_checked {
            *size = None;
        }
    }
    Ok(())
}

/// The applies that values are computed from, through arithmetic and through other applies.
fn applies_of<'c>(values: &[Value<'c, 'c>]) -> Vec<OperationRef<'c, 'c>> {
    let mut applies = Vec::new();
    let mut seen = HashSet::new();
    let mut pending = values.to_vec();
    while let Some(value) = pending.pop() {
        let Some(operation) = ir::defining_op(value) else { continue };
        let is_apply = ir::is_layout_op(operation, "apply");
        let key = ir::key(operation);
        if (!is_apply && !is_arithmetic(operation)) || !seen.insert(key) {
            continue;
        }
        if is_apply {
            applies.push(operation);
        }
        pending.extend(operation.operands());
    }
    applies
}

/// The applications, each after those whose results it uses.
fn in_order(applications: Vec<Application>) -> Vec<Application> {
    let mut ordered: Vec<Application> = Vec::new();
    let mut rest = applications;
    while !rest.is_empty() {
        let missing: HashSet<usize> =
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
