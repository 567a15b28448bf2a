//! A function before and after a pass as code on the same inputs.

use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, Value, ValueLike};

use super::blocks::{
    arguments, check_pure, common_inputs, is_end, only_block, operations, same_types, values,
};
use crate::dialect::ir;
use crate::passes::defined::{Defined, Numbers};
use crate::passes::exact::{CodeReader, EXACT, bits};
use crate::validate::{Code, Flags, Node, Refinement};

/// The claim that a pair of functions makes.
pub(super) struct Pair<'c> {
    pub reader: CodeReader<'c>,
    code: Code,
    pub before: Vec<Node>,
    pub after: Vec<Node>,
    pub premises: Vec<Node>,
    /// True if the function before is about mathematical numbers.
    pub fits: bool,
}

impl Pair<'_> {
    pub fn claim(&self) -> Refinement<'_> {
        Refinement {
            code: &self.code,
            before: self.before.clone(),
            after: self.after.clone(),
            premises: self.premises.clone(),
            bounds: self.reader.bounds().to_vec(),
            fits: self.fits,
            is_part: false,
        }
    }
}

/// Both functions as code on the same inputs.
///
/// # Errors
///
/// What is not read.
pub(super) fn read_pair<'c>(
    before: OperationRef<'c, 'c>,
    after: OperationRef<'c, 'c>,
    numbers: Numbers,
) -> Result<Pair<'c>, String> {
    let [before_body, after_body] = [only_block(before, "before")?, only_block(after, "after")?];
    let [inputs, others] = [before_body, after_body].map(arguments);
    same_types("takes", &inputs, &others)?;
    let mut reader = common_inputs(&inputs, &others)?;
    // The maps before the pass are of numbers that fit.
    reader.maps = EXACT;
    let widths = inputs.iter().filter_map(|value| bits(value.r#type()).ok());
    let defined = Defined::new(numbers, widths);
    let (returned, premises, fits) = read_before(&mut reader, before_body, defined)?;
    let others = read_after(after_body)?;
    same_types("returns", &returned, &others)?;
    let returned: Vec<Node> = values(&mut reader, &returned)?;
    reader.maps = Flags::default();
    if returned.is_empty() {
        return Err("it returns nothing that could be compared".to_owned());
    }
    let after = values(&mut reader, &others)?;
    let strange = reader.inputs()[inputs.len()..].iter().find_map(|&input| ir::defining_op(input));
    if let Some(operation) = strange {
        return Err(format!("it uses {}, which is not read", ir::name(operation)));
    }
    let code = reader.code().clone();
    let code = if fits { code.promised() } else { code };
    Ok(Pair { reader, code, before: returned, after, premises, fits })
}

/// What a function with operations of `cute` returns, what is true where these are defined, and
/// whether there are any.
type Before<'c> = (Vec<Value<'c, 'c>>, Vec<Node>, bool);

fn read_before<'c>(
    reader: &mut CodeReader<'c>,
    block: BlockRef<'c, 'c>,
    mut defined: Defined,
) -> Result<Before<'c>, String> {
    for operation in operations(block) {
        if defined.read(reader, operation)? {
            continue;
        }
        if is_end(operation) {
            return Ok((operation.operands().collect(), defined.premises, defined.is_met));
        }
        check_pure(operation)?;
    }
    Err("it returns nothing that could be compared".to_owned())
}

fn read_after<'c>(block: BlockRef<'c, 'c>) -> Result<Vec<Value<'c, 'c>>, String> {
    for operation in operations(block) {
        if is_end(operation) {
            return Ok(operation.operands().collect());
        }
        check_pure(operation)?;
    }
    Err("it returns nothing that could be compared".to_owned())
}
