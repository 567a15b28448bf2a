//! Applies on vectors, of which each lane is an apply by itself.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use crate::affine::{Comparison, Interval, Quantity};
use crate::algebra::{Access, Application, Applied};
use crate::dialect::ir;
use crate::dialect::promises::Promises;
use crate::passes::surroundings::bounds;

pub(super) fn is_apply_on_vectors(operation: OperationRef<'_, '_>) -> bool {
    ir::is_layout_op(operation, "apply")
        && ir::result(operation, 0).is_some_and(|result| ir::is_vector(result.r#type()))
}

/// The apply that a vector is a result of, if each lane of that is its offset: one that does not fit in a
/// narrow type is poison.
pub(super) fn apply_of_lanes<'c>(vector: Value<'c, 'c>) -> Option<OperationRef<'c, 'c>> {
    let (_, element) = ir::fixed_vector(vector.r#type())?;
    let apply = ir::defining_op(vector)?;
    (is_apply_on_vectors(apply) && ir::narrow(element).is_none()).then_some(apply)
}

/// The question whether the coordinates of an apply are ones that have offsets. Nothing is known of a
/// coordinate but what bounds all lanes of it.
pub(super) fn of_all_lanes<'c>(
    apply: OperationRef<'c, 'c>,
    layout: Applied,
    promises: &Promises<'c>,
) -> Access {
    let n_coordinates = ir::operand_segment(apply, 1).len();
    let places: Vec<Quantity> =
        (0..n_coordinates + ir::operand_segment(apply, 2).len()).map(Quantity::variable).collect();
    let known = bounds_of_operands(apply, &places, promises);
    let n_variables = places.len() + apply.result_count();
    let results = (places.len()..n_variables).collect();
    let applications = vec![application(apply, layout, &places, results)];
    Access { n_variables, known, applications, ..Access::default() }
}

/// What bounds the coordinates of an apply, and the values of its symbols, which are these quantities.
pub(super) fn bounds_of_operands<'c>(
    apply: OperationRef<'c, 'c>,
    quantities: &[Quantity],
    promises: &Promises<'c>,
) -> Vec<Comparison> {
    let operands = [ir::operand_segment(apply, 1), ir::operand_segment(apply, 2)].concat();
    let known = bounds(apply, promises, &operands).into_iter().zip(quantities);
    let within = |((low, high), quantity): ((i64, i64), &Quantity)| {
        Comparison::within(quantity.clone(), Interval::new(low.into(), high.into()))
    };
    known.map(within).collect()
}

/// The application of a layout to quantities: the coordinates, and the values of its symbols.
pub(super) fn application(
    apply: OperationRef<'_, '_>,
    layout: Applied,
    quantities: &[Quantity],
    results: Vec<usize>,
) -> Application {
    let names = ir::symbol_names(apply).into_iter().map(str::to_owned);
    let n_coordinates = quantities.len() - names.len();
    let (coordinates, values) = quantities.split_at(n_coordinates);
    let symbols = names.zip(values.iter().cloned()).collect();
    Application { layout, coordinates: coordinates.to_vec(), symbols, results }
}
