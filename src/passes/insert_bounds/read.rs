//! From an access in the IR to the question whether it is in bounds.

use std::collections::HashMap;

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{OperationRef, ShapedTypeLike, Value, ValueLike};

use crate::algebra::{Access, Application, Applied, Budget, Unknown};
use crate::dialect::fold::promotion;
use crate::dialect::ir;
use crate::passes::fold::Evaluator;
use crate::passes::surroundings::{Surroundings, Variables, surroundings};
use crate::relation::Quantity;

/// How many compositions may stand inside each other.
const MAX_DEPTH: usize = 256;

/// An access with what its variables are in the IR.
pub(super) struct Found<'c> {
    pub access: Access,
    /// The values of the variables.
    pub values: Vec<Value<'c, 'c>>,
    /// True if the access executes at least once whenever its function does.
    pub executes: bool,
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
        // A store has the value to be stored in front.
        let first = usize::from(ir::name(operation) == "memref.store");
        let mut operands = operation.operands().skip(first);
        let Some(buffer) = operands.next() else { return Ok(None) };
        let indices: Vec<Value> = operands.collect();
        if !indices.iter().any(|&index| applying(index).is_some()) {
            return Ok(None);
        }
        let Ok(buffer) = MemRefType::try_from(buffer.r#type()) else { return Ok(None) };
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
        let Reading { variables, mut access, .. } = reading;
        let values = variables.into_values();
        access.n_variables = values.len();
        Ok(Some(Found { access, values, executes }))
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
