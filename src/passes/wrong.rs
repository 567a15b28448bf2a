//! What is wrong with an operation of another dialect, from the pass that reads it to the one that reports it.

use melior::Context;
use melior::ir::attribute::{ArrayAttribute, StringAttribute};
use melior::ir::{Attribute, OperationRef};

use crate::dialect::ir;

/// The attribute of an operation of another dialect that lists what is wrong with it.
const WRONG: &str = "layout.wrong";

/// States that something is wrong with an operation: an obligation that `layout-verify` refutes, beside
/// those that it has to decide. What is stated already is not stated again.
pub(super) fn state_wrong(context: &Context, operation: OperationRef<'_, '_>, message: &str) {
    let mut stated = stated_wrong(operation);
    if stated.iter().any(|known| known == message) {
        return;
    }
    stated.push(message.to_owned());
    let messages: Vec<Attribute<'_>> =
        stated.iter().map(|message| StringAttribute::new(context, message).into()).collect();
    ir::set_attribute(operation, WRONG, ArrayAttribute::new(context, &messages).into());
}

/// What an operation is stated to be wrong for.
pub(super) fn stated_wrong(operation: OperationRef<'_, '_>) -> Vec<String> {
    let listed = ir::named_attribute(operation, WRONG);
    let listed = listed.and_then(|list| ArrayAttribute::try_from(list).ok());
    let Some(listed) = listed else { return Vec::new() };
    let texts = (0..listed.len()).filter_map(|at| listed.element(at).ok());
    let texts = texts.filter_map(|text| StringAttribute::try_from(text).ok());
    texts.map(|text| text.value().to_owned()).collect()
}
