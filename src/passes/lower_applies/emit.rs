//! Programs as operations of `arith` and of `affine`.

use std::collections::HashMap;

use melior::Context;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationBuilder;
use melior::ir::{Attribute, Identifier, OperationRef, Type};

use crate::code::{Operator, Program, Source, Value};
use crate::dialect::ir::Inserter;

type IrValue<'c> = melior::ir::Value<'c, 'c>;

/// The longest text of an affine map that is written.
const MAX_MAP: usize = 1 << 16;

/// Writes the program before an operation, as operations of `arith` on index values.
///
/// # Errors
///
/// An operation does not build, which would be a defect here.
pub(super) fn arith<'c>(
    context: &'c Context,
    anchor: OperationRef<'c, 'c>,
    program: &Program,
    inputs: &[IrValue<'c>],
) -> Result<Vec<IrValue<'c>>, String> {
    let mut emitter = Emitter::new(context, anchor, program, inputs);
    let no_wrap = Attribute::parse(context, "#arith.overflow<nsw, nuw>")
        .map(|flags| (Identifier::new(context, "overflowFlags"), flags));
    for (value, operator, left, right) in program.operations() {
        let operands = [emitter.value(left)?, emitter.value(right)?];
        let fits = may_wrap(operator) && emitter.fits([value, left, right]);
        let flags = if fits { no_wrap.as_slice() } else { &[] };
        let found = emitter.insert(name(operator), &operands, flags)?;
        emitter.values.insert(value, found);
    }
    program.results().iter().map(|&result| emitter.value(result)).collect()
}

/// Writes the program before an operation, as an `affine.apply` for each result.
///
/// # Errors
///
/// A map that is too long to write.
pub(super) fn affine<'c>(
    context: &'c Context,
    anchor: OperationRef<'c, 'c>,
    program: &Program,
    inputs: &[IrValue<'c>],
) -> Result<Vec<IrValue<'c>>, String> {
    let mut emitter = Emitter::new(context, anchor, program, inputs);
    let mut texts: HashMap<Value, String> = HashMap::new();
    let text = |value: Value, texts: &HashMap<Value, String>| match program.source(value) {
        Source::Input(number) => format!("d{number}"),
        Source::Constant(constant) => constant.to_string(),
        Source::Binary(..) => texts.get(&value).cloned().unwrap_or_default(),
    };
    for (value, operator, left, right) in program.operations() {
        let (left, right) = (text(left, &texts), text(right, &texts));
        let written = format!("({left} {} {right})", affine_sign(operator)?);
        if MAX_MAP < written.len() {
            return Err("there is no code for the apply: its affine map is too long".to_owned());
        }
        texts.insert(value, written);
    }
    let dims: Vec<String> = (0..inputs.len()).map(|number| format!("d{number}")).collect();
    let mut results = Vec::new();
    for &result in program.results() {
        if let Source::Input(_) | Source::Constant(_) = program.source(result) {
            results.push(emitter.value(result)?);
            continue;
        }
        let map = format!("affine_map<({}) -> ({})>", dims.join(", "), text(result, &texts));
        let map = Attribute::parse(context, &map).ok_or("the affine map does not parse")?;
        let map = (Identifier::new(context, "map"), map);
        results.push(emitter.insert("affine.apply", inputs, &[map])?);
    }
    Ok(results)
}

struct Emitter<'c, 'p> {
    context: &'c Context,
    inserter: Inserter<'c, 'c>,
    program: &'p Program,
    inputs: &'p [IrValue<'c>],
    /// What values of the program are in the IR.
    values: HashMap<Value, IrValue<'c>>,
}

impl<'c, 'p> Emitter<'c, 'p> {
    fn new(
        context: &'c Context,
        anchor: OperationRef<'c, 'c>,
        program: &'p Program,
        inputs: &'p [IrValue<'c>],
    ) -> Self {
        let inserter = Inserter::before(context, anchor);
        Emitter { context, inserter, program, inputs, values: HashMap::new() }
    }

    fn value(&mut self, value: Value) -> Result<IrValue<'c>, String> {
        if let Some(&known) = self.values.get(&value) {
            return Ok(known);
        }
        let found = match self.program.source(value) {
            Source::Input(number) => *self.inputs.get(number).ok_or("an input without a value")?,
            Source::Constant(constant) => {
                let number = IntegerAttribute::new(Type::index(self.context), constant).into();
                let number = (Identifier::new(self.context, "value"), number);
                self.insert("arith.constant", &[], &[number])?
            }
            Source::Binary(..) => return Err("an operation before its operands".to_owned()),
        };
        self.values.insert(value, found);
        Ok(found)
    }

    /// True if all these values are in `[0, 2^31)`: then they are the same in every width that an
    /// index may have.
    fn fits(&self, values: [Value; 3]) -> bool {
        values.iter().all(|&value| {
            let known = self.program.known(value);
            0 <= known.low() && known.high() <= i64::from(i32::MAX)
        })
    }

    fn insert(
        &mut self,
        name: &str,
        operands: &[IrValue<'c>],
        attributes: &[(Identifier<'c>, Attribute<'c>)],
    ) -> Result<IrValue<'c>, String> {
        let operation = OperationBuilder::new(name, self.inserter.location())
            .add_operands(operands)
            .add_results(&[Type::index(self.context)])
            .add_attributes(attributes)
            .build()
            .map_err(|error| error.to_string())?;
        let inserted = self.inserter.insert(operation).ok_or("the apply is in no block")?;
        inserted.result(0).map(IrValue::from).map_err(|error| error.to_string())
    }
}

fn name(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "arith.addi",
        Operator::Subtract => "arith.subi",
        Operator::Multiply => "arith.muli",
        Operator::Divide => "arith.divui",
        Operator::Remainder => "arith.remui",
        Operator::ShiftLeft => "arith.shli",
        Operator::ShiftRight => "arith.shrui",
        Operator::And => "arith.andi",
        Operator::Or => "arith.ori",
        Operator::Xor => "arith.xori",
    }
}

/// True for an operation that has flags which say that it does not wrap.
fn may_wrap(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::Add | Operator::Subtract | Operator::Multiply | Operator::ShiftLeft
    )
}

fn affine_sign(operator: Operator) -> Result<&'static str, String> {
    Ok(match operator {
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "floordiv",
        Operator::Remainder => "mod",
        _ => return Err(format!("'{}' is in no affine map", operator.sign())),
    })
}
