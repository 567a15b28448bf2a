//! A function before and after a pass as code on the same inputs.

use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, Value, ValueLike};

use super::blocks::{
    arguments, check_pure, common_inputs, is_end, only_block, operations, same_types, values,
};
use super::divisions::divisors;
use crate::dialect::ir;
use crate::passes::defined::{Defined, Numbers};
use crate::passes::exact::{CodeReader, EXACT, bits};
use crate::validate::{Code, Flags, Node, Operation, Refinement, bounds};

/// The claim that a pair of functions makes.
pub(super) struct FunctionPair<'c> {
    pub reader: CodeReader<'c>,
    code: Code,
    pub before: Vec<Node>,
    pub after: Vec<Node>,
    pub premises: Vec<Node>,
    /// Divisors after the pass, each with a number that is 1 where it is no 0 and the quotient fits.
    defined: Vec<(Node, Node)>,
    one: Node,
    /// True if the function before is about mathematical numbers.
    pub fits: bool,
}

impl FunctionPair<'_> {
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

    /// The same about one result after the other where some may be poison before the pass, which claims nothing
    /// of these alone. Of mathematical numbers nothing is claimed where one does not fit.
    pub fn claims(&self) -> Vec<Refinement<'_>> {
        let all = self.claim();
        if self.fits || !self.code.may_be_poison(&self.before) {
            return vec![all];
        }
        let of = |pairs: Vec<(Node, Node)>| {
            let (before, after) = pairs.into_iter().unzip();
            Refinement { before, after, ..all.clone() }
        };
        let pairs = all.before.iter().copied().zip(all.after.iter().copied());
        let (open, safe): (Vec<_>, Vec<_>) =
            pairs.partition(|&(before, _)| self.code.may_be_poison(&[before]));
        let joint = (!safe.is_empty()).then_some(safe).into_iter();
        joint.chain(open.into_iter().map(|pair| vec![pair])).map(of).collect()
    }

    /// The claim that the divisions after the pass are defined, of those that are not by positive numbers.
    pub fn defined(&self) -> Option<Refinement<'_>> {
        let divisors: Vec<Node> = self.defined.iter().map(|(divisor, _)| *divisor).collect();
        let ends = bounds(&self.code, &self.premises, self.reader.bounds(), &divisors);
        let open = self.defined.iter().zip(ends).filter(|(_, (low, _))| *low < 1);
        let after: Vec<Node> = open.map(|((_, is_defined), _)| *is_defined).collect();
        let before = vec![self.one; after.len()];
        (!after.is_empty()).then(|| Refinement { before, after, ..self.claim() })
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
) -> Result<FunctionPair<'c>, String> {
    let [before_body, after_body] = [only_block(before, "before")?, only_block(after, "after")?];
    let [inputs, others] = [before_body, after_body].map(arguments);
    same_types("takes", &inputs, &others)?;
    let mut reader = common_inputs(&inputs, &others)?;
    // The maps before the pass are of numbers that fit.
    reader.maps = EXACT;
    let widths = inputs.iter().filter_map(|value| bits(value.r#type()).ok());
    let defined = Defined::new(numbers, widths);
    let (returned, mut premises, fits) = read_before(&mut reader, before_body, defined)?;
    let (others, divisions) = read_after(after_body)?;
    same_types("returns", &returned, &others)?;
    let returned: Vec<Node> = values(&mut reader, &returned)?;
    // Where the function before divides by 0 it is undefined, and nothing is claimed.
    let done: Vec<_> = operations(before_body).into_iter().filter(|it| !is_end(*it)).collect();
    premises.extend(divisors(&mut reader, &done)?.into_iter().map(|it| it.is_defined));
    reader.maps = Flags::default();
    if returned.is_empty() {
        return Err("it returns nothing that could be compared".to_owned());
    }
    let after = values(&mut reader, &others)?;
    let divided = divisors(&mut reader, &divisions)?;
    let [zero, one] = [0, 1].map(|number| reader.constant(64, number));
    let defined = divided
        .into_iter()
        .map(|it| (it.by, reader.push(64, Operation::Select(it.is_undefined, zero, one))))
        .collect();
    let strange = reader.inputs()[inputs.len()..].iter().find_map(|&input| ir::defining_op(input));
    if let Some(operation) = strange {
        return Err(format!("it uses {}, which is not read", ir::name(operation)));
    }
    let code = reader.code().clone();
    let code = if fits { code.promised() } else { code };
    Ok(FunctionPair { reader, code, before: returned, after, premises, defined, one, fits })
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

/// What a function returns, and what it does before.
type After<'c> = (Vec<Value<'c, 'c>>, Vec<OperationRef<'c, 'c>>);

fn read_after<'c>(block: BlockRef<'c, 'c>) -> Result<After<'c>, String> {
    let mut done = Vec::new();
    for operation in operations(block) {
        if is_end(operation) {
            return Ok((operation.operands().collect(), done));
        }
        check_pure(operation)?;
        done.push(operation);
    }
    Err("it returns nothing that could be compared".to_owned())
}
