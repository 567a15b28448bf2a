//! Our answer to what an operation of another dialect asks, as operations of ours.

use melior::ir::Value;
use melior::ir::attribute::{DenseI64ArrayAttribute, IntegerAttribute, StringAttribute};
use melior::ir::r#type::IntegerType;

use crate::dialect::ir::Inserter;
use crate::imported::LayoutExpression;

/// Puts an answer there.
pub(super) fn emit<'c: 'a, 'a>(
    answer: &LayoutExpression,
    inserter: &mut Inserter<'c, 'a>,
) -> Value<'c, 'a> {
    let (mnemonic, operands, given) = match answer {
        LayoutExpression::Known(layout) => return inserter.constant(layout),
        LayoutExpression::Of(mnemonic, operands, given) => (mnemonic, operands, given),
    };
    let operands: Vec<Value<'c, 'a>> =
        operands.iter().map(|operand| emit(operand, inserter)).collect();
    let context = inserter.context();
    let i64_type = IntegerType::new(context, 64).into();
    let mut attributes = Vec::new();
    for (name, text) in &given.texts {
        attributes.push((*name, StringAttribute::new(context, text).into()));
    }
    for &(name, integer) in &given.integers {
        attributes.push((name, IntegerAttribute::new(i64_type, integer).into()));
    }
    if let Some(modes) = &given.modes {
        attributes.push(("modes", DenseI64ArrayAttribute::new(context, modes).into()));
    }
    inserter.layout_with(mnemonic, &operands, &attributes)
}
