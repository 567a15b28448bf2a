//! Which operations may move into another function.

use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, BlockLike, OperationRef, RegionLike, Type, Value, ValueLike};
use rustc_hash::FxHashSet;

use super::{attribute, ir};
use crate::algebra::AnyLayout;
use crate::text::is_anonymous;

/// True if the names of an operation's layouts keep their meaning in the function around `into`.
///
/// A name means one value within a function. So one that both functions use for a value of their own
/// would be captured, and what one of them says of it would hold for the other. For a name in the type
/// of the called function the call has promised that both values are the same. Anonymous names mean
/// nothing outside their attribute.
///
/// MLIR asks this of the operations of this dialect alone. Costs a walk through the function around `into`
/// if the operation has a name that is not in the type of its own.
pub fn may_move_into(operation: OperationRef<'_, '_>, into: OperationRef<'_, '_>) -> bool {
    let names = names_of(operation);
    if names.is_empty() {
        return true;
    }
    let (from, into) = (ir::function_around(operation), ir::function_around(into));
    if from == into {
        return true;
    }
    let promised = names_of_type(from);
    let own: FxHashSet<&str> = names.difference(&promised).copied().collect();
    own.is_empty() || ir::walk(into).into_iter().all(|inside| names_of(inside).is_disjoint(&own))
}

/// The names in the attributes of an operation that are layouts, those that it gives values, and the names
/// in the types of layouts of its operands, its results and the arguments of its blocks.
fn names_of<'c>(operation: OperationRef<'c, '_>) -> FxHashSet<&'c str> {
    let mut names = FxHashSet::default();
    for layout in ir::layouts_of(operation) {
        add(layout, &mut names);
    }
    if ir::layout_mnemonic(operation).is_some() {
        names.extend(ir::symbol_names(operation));
    }
    let results = operation.results().map(Value::from);
    for value in operation.operands().chain(results) {
        add_type(value.r#type(), &mut names);
    }
    for region in operation.regions() {
        let blocks = std::iter::successors(region.first_block(), |block| block.next_in_region());
        for argument in blocks.flat_map(ir::arguments) {
            add_type(argument.r#type(), &mut names);
        }
    }
    names
}

/// The names in the types of layouts that a function takes and returns.
fn names_of_type<'c>(function: OperationRef<'c, '_>) -> FxHashSet<&'c str> {
    let mut names = FxHashSet::default();
    let r#type = ir::named_attribute(function, "function_type").and_then(function_type);
    if let Some(r#type) = r#type {
        let inputs = (0..r#type.input_count()).filter_map(|index| r#type.input(index).ok());
        let results = (0..r#type.result_count()).filter_map(|index| r#type.result(index).ok());
        for part in inputs.chain(results) {
            add_type(part, &mut names);
        }
    }
    names
}

fn function_type(attribute: Attribute<'_>) -> Option<FunctionType<'_>> {
    FunctionType::try_from(TypeAttribute::try_from(attribute).ok()?.value()).ok()
}

fn add_type<'c>(r#type: Type<'c>, names: &mut FxHashSet<&'c str>) {
    if let Some(layout) = ir::layout_of_type(r#type).and_then(attribute::content) {
        add(layout, names);
    }
}

fn add<'c>(layout: &'c AnyLayout, names: &mut FxHashSet<&'c str>) {
    names.extend(layout.symbols().into_iter().filter(|name| !is_anonymous(name)));
}
