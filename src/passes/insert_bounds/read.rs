//! From an access in the IR to the question whether it is in bounds.

use std::collections::HashMap;

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{OperationRef, ShapedTypeLike, Value};

use crate::algebra::{Access, Application, Applied, Budget, Unknown};
use crate::dialect::fold::promotion;
use crate::dialect::ir;
use crate::passes::fold::Evaluator;
use crate::passes::surroundings::{Surroundings, Variables, surroundings};
use crate::relation::{Comparison, Quantity};

use super::operations::{Accessed, Lanes, accessed};

/// How many compositions may stand inside each other.
const MAX_DEPTH: usize = 256;

/// An access with what its variables are in the IR.
pub(super) struct Found<'c> {
    pub access: Access,
    /// The values of the variables.
    pub values: Vec<Value<'c, 'c>>,
    /// True if the access executes at least once whenever its function does.
    pub executes: bool,
    /// For a vector, the variables that number its lanes, one for each dimension of a mask.
    pub lanes: Vec<(usize, Lanes)>,
    /// True if the access has a mask.
    pub is_masked: bool,
    /// How many indices the access has.
    pub n_indices: usize,
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

    /// What the variables are called: by the values that they are.
    pub fn names(&self) -> Vec<String> {
        let mut names = ir::value_names(&self.values);
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
}

impl<'c> Reader<'c> {
    pub fn new(context: &'c Context) -> Self {
        Reader { evaluator: Evaluator::new(context), layouts: HashMap::new() }
    }

    /// Reads a load or a store; `None` if none of its indices comes from a layout.
    ///
    /// # Errors
    ///
    /// Something about the access is not known, or not read.
    pub fn read(
        &mut self,
        operation: OperationRef<'c, 'c>,
        budget: &Budget,
    ) -> Result<Option<Found<'c>>, Unknown> {
        let Some(accessed) = accessed(operation) else { return Ok(None) };
        let Accessed { buffer, base, indices, lanes, is_masked } = accessed;
        if !indices.iter().any(|&index| applying(index).is_some()) {
            return Ok(None);
        }
        let lanes = lanes?;
        let mut sizes = Vec::new();
        for dimension in 0..buffer.rank() {
            match static_size(&buffer, dimension) {
                Some(size) => sizes.push(Quantity::from(size)),
                None => {
                    let reason = format!("dimension {dimension} of {buffer} is dynamic");
                    return Err(Unknown::NotPresburger { reason });
                }
            }
        }
        let mut variables = Variables::default();
        let Surroundings { known, executes } = surroundings(operation, &mut variables)?;
        let mut reading = Reading {
            reader: self,
            budget,
            variables,
            access: Access { known, sizes, ..Access::default() },
            applications: Vec::new(),
        };
        for index in indices {
            let index = reading.index(index, MAX_DEPTH)?;
            reading.access.indices.push(index);
        }
        let Reading { mut variables, mut access, .. } = reading;
        let mut numbered = Vec::new();
        for lanes in lanes {
            let lane = variables.unnamed(base);
            add_lanes(&mut access, &lane, lanes)?;
            numbered.extend(lane.as_variable().map(|variable| (variable, lanes)));
        }
        let values = variables.into_values();
        access.n_variables = values.len();
        let n_indices = access.indices.len();
        // Nothing is executed where a mask says no.
        let executes = executes && !is_masked;
        Ok(Some(Found { access, values, executes, lanes: numbered, is_masked, n_indices }))
    }

    /// The layout that a value is, with the compositions that made it.
    fn layout(
        &mut self,
        value: Value<'c, 'c>,
        budget: &Budget,
        depth: usize,
    ) -> Result<Applied, Unknown> {
        let Some(operation) = ir::defining_op(value) else { return Err(Unknown::NotStatic) };
        let key = operation.to_raw().ptr as usize;
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
    let (indices, sizes) = (&mut access.indices, &mut access.sizes);
    if let (Some(index), Some(size)) = (indices.get_mut(dimension), sizes.get_mut(dimension)) {
        let sum = index.plus(lane);
        *index = sum.map_err(|error| Unknown::NotPresburger { reason: error.to_string() })?;
        if is_checked {
            *size = i64::MAX.into();
        }
    }
    Ok(())
}

/// The apply that a value is a result of.
fn applying<'c>(value: Value<'c, 'c>) -> Option<OperationRef<'c, 'c>> {
    ir::defining_op(value).filter(|&operation| ir::is_layout_op(operation, "apply"))
}

/// The size of a dimension, if it is known.
fn static_size(buffer: &MemRefType<'_>, dimension: usize) -> Option<i64> {
    match buffer.dim_size(dimension) {
        Ok(melior::ir::r#type::DimSize::Static(size)) => i64::try_from(size).ok(),
        _ => None,
    }
}

struct Reading<'c, 'r> {
    reader: &'r mut Reader<'c>,
    budget: &'r Budget,
    variables: Variables<'c>,
    access: Access,
    /// The operations of the access' applications.
    applications: Vec<OperationRef<'c, 'c>>,
}

impl<'c> Reading<'c, '_> {
    fn index(&mut self, value: Value<'c, 'c>, depth: usize) -> Result<Quantity, Unknown> {
        let index = self.variables.quantity(value);
        let Some(apply) = applying(value) else { return Ok(index) };
        let same = |known: &OperationRef<'_, '_>| known.to_raw().ptr == apply.to_raw().ptr;
        if self.applications.iter().any(same) {
            return Ok(index);
        }
        let Some(depth) = depth.checked_sub(1) else {
            let reason = format!("more than {MAX_DEPTH} applies stand inside each other");
            return Err(Unknown::NotPresburger { reason });
        };
        let operand = apply.operand(0).map_err(|_| Unknown::NotStatic)?;
        let layout = self.reader.layout(operand, self.budget, MAX_DEPTH)?;
        let coordinates = ir::operand_segment(apply, 1)
            .into_iter()
            .map(|coordinate| self.index(coordinate, depth))
            .collect::<Result<Vec<Quantity>, Unknown>>()?;
        let symbols = ir::symbol_names(apply)
            .into_iter()
            .map(str::to_owned)
            .zip(ir::operand_segment(apply, 2))
            .map(|(name, value)| Ok((name, self.index(value, depth)?)))
            .collect::<Result<_, Unknown>>()?;
        let results = apply
            .results()
            .filter_map(|result| self.variables.quantity(result.into()).as_variable())
            .collect();
        self.access.applications.push(Application { layout, coordinates, symbols, results });
        self.applications.push(apply);
        Ok(index)
    }
}
