//! One execution, as far as the numbers of its iteration say what happens in it.
//!
//! It is computed by `passes::exact`, and nothing here uses what `passes::surroundings` infers: an
//! access that is out of bounds here is out of bounds.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};
use rustc_hash::FxHashMap;

use crate::dialect::foreign::control::{is_executed_once, loop_variables, taken};
use crate::dialect::foreign::kernel::{KnownIds, is_launch, launched};
use crate::dialect::foreign::sizes::{self, Size};
use crate::dialect::foreign::{Number, is_called};
use crate::dialect::ir::{self, AffineExpr};
use crate::dialect::promises::Promises;
use crate::passes::exact::{CodeReader, EXACT, around};

/// How many layouts are applied to the results of others.
const MAX_DEPTH: usize = 64;

/// The values of one execution of an operation.
pub(super) struct Execution<'c> {
    /// The variables of the loops and launches around the operation, from the outside inwards.
    pub iteration: Vec<(Value<'c, 'c>, i64)>,
    known: FxHashMap<usize, Option<i64>>,
}

impl<'c> Execution<'c> {
    /// The execution of an operation at chosen values of the variables of the loops and launches
    /// around it; `None` if it is not known that there is one whenever its function is executed.
    pub fn of(
        operation: OperationRef<'c, 'c>,
        promises: &Promises<'c>,
        chosen: &FxHashMap<usize, i64>,
        ids: &mut KnownIds<'c>,
    ) -> Option<Self> {
        let mut execution = Execution { iteration: Vec::new(), known: FxHashMap::default() };
        let mut inside = operation;
        loop {
            let parent = inside.parent_operation()?;
            if !promises.flow().is_reached_by_conditions(inside) {
                return None;
            }
            if is_called(parent) {
                let has_ids = execution.choose_ids(&ids.of(parent), chosen);
                // Nor is it of the other threads.
                if has_ids && promises.flow().may_stop_in(parent) {
                    return None;
                }
                break;
            }
            let variables = variables(parent, inside)?;
            // Of another iteration, which comes before, it is not known whether the function ends in it.
            if !variables.is_empty() && promises.flow().may_stop_in(parent) {
                return None;
            }
            for variable in variables.into_iter().rev() {
                let number = *chosen.get(&ir::value_key(variable))?;
                execution.iteration.push((variable, number));
                execution.known.insert(ir::value_key(variable), Some(number));
            }
            inside = parent;
        }
        execution.iteration.reverse();
        execution.is_real(operation, promises).then_some(execution)
    }

    /// An execution of which only the numbers of some variables are known. That there is one is not
    /// looked at.
    pub fn at(numbers: &[(Value<'c, 'c>, i64)]) -> Self {
        let known = |&(value, number): &(Value<'c, 'c>, i64)| (ir::value_key(value), Some(number));
        Execution { iteration: Vec::new(), known: numbers.iter().map(known).collect() }
    }

    /// Chooses the thread of a kernel whose numbers of threads are known: all of them execute it. Returns
    /// whether anything was chosen.
    fn choose_ids(&mut self, ids: &[(Value<'c, 'c>, i64)], chosen: &FxHashMap<usize, i64>) -> bool {
        let n_inside = self.iteration.len();
        for &(value, size) in ids {
            if let Some(&id) = chosen.get(&ir::value_key(value))
                && (0..size).contains(&id)
            {
                self.iteration.push((value, id));
                self.known.insert(ir::value_key(value), Some(id));
            }
        }
        n_inside < self.iteration.len()
    }

    /// True if everything around the operation lets it execute.
    fn is_real(&mut self, operation: OperationRef<'c, 'c>, promises: &Promises<'c>) -> bool {
        let Ok(mut reader) = CodeReader::new(&[]) else { return false };
        let premises = around(operation, &promises.without_promises(), &mut reader);
        if premises.is_partial {
            return false;
        }
        let Some(inputs) = self.inputs(&reader, MAX_DEPTH) else { return false };
        let values = reader.code().evaluate(&inputs);
        premises
            .truths
            .iter()
            .all(|truth| matches!(values.get(truth.position()), Some(Ok(value)) if *value != 0))
    }

    fn inputs(&mut self, reader: &CodeReader<'c>, depth: usize) -> Option<Vec<i64>> {
        reader.inputs().iter().map(|&input| self.input(input, depth)).collect()
    }

    /// The value as a signed number; `None` if it is not known.
    pub fn value(&mut self, value: Value<'c, 'c>) -> Option<i64> {
        self.value_within(value, MAX_DEPTH)
    }

    fn value_within(&mut self, value: Value<'c, 'c>, depth: usize) -> Option<i64> {
        let mut reader = CodeReader::new(&[]).ok()?;
        let node = reader.value(value).ok()?;
        let inputs = self.inputs(&reader, depth)?;
        reader.code().evaluate(&inputs).get(node.position())?.ok()
    }

    /// What an expression of a map makes of values.
    pub fn mapped(
        &mut self,
        of: OperationRef<'c, 'c>,
        result: &AffineExpr,
        operands: &[Value<'c, 'c>],
    ) -> Option<i64> {
        let mut reader = CodeReader::new(&[]).ok()?;
        let operands = reader.values(operands).ok()?;
        let node = reader.expression(of, result, &operands, EXACT)?;
        let inputs = self.inputs(&reader, MAX_DEPTH)?;
        reader.code().evaluate(&inputs).get(node.position())?.ok()
    }

    /// A value that is not arithmetic.
    fn input(&mut self, value: Value<'c, 'c>, depth: usize) -> Option<i64> {
        let key = ir::value_key(value);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let found = depth.checked_sub(1).and_then(|depth| self.offset(value, depth));
        self.known.insert(key, found);
        found
    }

    /// What a layout that is a constant gives.
    fn offset(&mut self, value: Value<'c, 'c>, depth: usize) -> Option<i64> {
        let apply = ir::defining_op(value).filter(|&it| ir::is_layout_op(it, "apply"))?;
        let layout = ir::constant_layout(ir::operand(apply, 0)?)?;
        let mut numbers = |segment| -> Option<Vec<i64>> {
            let values = ir::operand_segment(apply, segment);
            values.into_iter().map(|value| self.value_within(value, depth)).collect()
        };
        let (coordinate, symbols) = (numbers(1)?, numbers(2)?);
        let symbols: Vec<_> = ir::symbol_names(apply).into_iter().zip(symbols).collect();
        let offsets = layout.apply(&coordinate, &symbols)?;
        let at = apply.results().position(|result| Value::from(result) == value)?;
        offsets.get(at).copied()
    }

    /// The size of a dimension of a memref.
    pub fn size(&mut self, buffer: Value<'c, 'c>, dimension: usize) -> Option<i64> {
        match sizes::size(buffer, dimension) {
            Size::Number(Number::Constant(size)) => Some(size),
            Size::Number(Number::Value(size)) => self.value(size),
            Size::Product(of, dimensions) => {
                let mut factors = dimensions.into_iter().map(|dimension| self.size(of, dimension));
                factors.try_fold(1_i64, |product, factor| product.checked_mul(factor?))
            }
            Size::Of(..) => None,
        }
    }
}

/// The variables of an operation around another one; `None` if it may not execute what is inside.
fn variables<'c>(
    parent: OperationRef<'c, 'c>,
    inside: OperationRef<'c, 'c>,
) -> Option<Vec<Value<'c, 'c>>> {
    if taken(parent, inside).is_some() || is_executed_once(parent) {
        return Some(Vec::new());
    }
    if is_launch(parent) {
        return Some(launched(parent)?.into_iter().map(|axis| axis.id_argument).collect());
    }
    Some(loop_variables(parent)?.into_iter().map(|of_loop| of_loop.variable).collect())
}
