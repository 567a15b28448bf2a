//! Programs as operations of `arith` and of `affine`.

use melior::Context;
use melior::ir::r#type::IntegerType;
use melior::ir::{
    AffineExpr, AffineMap, Attribute, Identifier, OperationRef, Type, TypeLike, ValueLike,
};
use rustc_hash::FxHashMap;

use crate::code::{Operator, Program, Source, Value};
use crate::dialect::foreign::arithmetic::{self, Wrapping};
use crate::dialect::foreign::name;
use crate::dialect::ir::{self, Inserter};
use crate::dialect::numbers::constant_of;
use crate::passes::declared::ArithType;

type IrValue<'c> = melior::ir::Value<'c, 'c>;

/// The most operands in the text of an affine map, which repeats an expression wherever it is used.
const MAX_MAP: usize = 1 << 13;

/// Writes the program before an apply, as operations of `arith`.
///
/// The values are of the type of the apply. In between those of an apply in index are of the type asked
/// for, but not of `i32` if a number may not fit. Those of an apply in `i32` are of this type, of which
/// sums and products may wrap around where the offset has these bits in any case; what they would make
/// wrong is of `i64`.
///
/// # Errors
///
/// The apply is in no block, or the program has no such input, which would be a defect here.
pub(super) fn arith<'c>(
    context: &'c Context,
    anchor: OperationRef<'c, 'c>,
    program: &Program,
    inputs: &[IrValue<'c>],
    arith_type: ArithType,
) -> Result<Vec<IrValue<'c>>, String> {
    let operations = program.operations();
    let result_type = type_of(context, anchor);
    let element = ir::element_type(result_type);
    let arith_type = match ir::narrow(element) {
        Some(_) if needs_32_bits(program) => ArithType::I32,
        Some(_) => ArithType::I64,
        None if !element.is_index() => ArithType::I64,
        // Without an operation there is nothing to cast for.
        None if operations.is_empty() => ArithType::Index,
        None if arith_type == ArithType::I32 && !fits_32_bits(program) => ArithType::Index,
        None => arith_type,
    };
    let mut emitter = Emitter::new(context, anchor, program, inputs, arith_type)?;
    for (value, operator, left, right) in operations {
        let operands = [emitter.value(left)?, emitter.value(right)?];
        let flags = emitter.flags(operator, [value, left, right]);
        let found = emitter.insert(of_arith(operator).name(), &operands, &flags);
        emitter.values.insert(value, found);
    }
    program.results().iter().map(|&result| emitter.result(result)).collect()
}

/// True if every number of the program is one of 32 bits with a sign.
fn fits_32_bits(program: &Program) -> bool {
    let fits = |value: Value| is_within(program, value, (i32::MIN.into(), i32::MAX.into()));
    let operations = program.operations();
    operations.into_iter().all(|(value, _, left, right)| [value, left, right].into_iter().all(fits))
}

/// True if the last 32 bits of the results are those of arithmetic on 32 bits: all numbers of which other
/// bits matter, such as those that are divided, are numbers of 32 bits with a sign.
fn needs_32_bits(program: &Program) -> bool {
    let fits = |value: Value| is_within(program, value, (i32::MIN.into(), i32::MAX.into()));
    program.operations().into_iter().all(|(_, operator, left, right)| match operator {
        Operator::Add | Operator::Subtract | Operator::Multiply => true,
        Operator::And | Operator::Or | Operator::Xor => true,
        Operator::ShiftLeft => is_within(program, right, (0, 31)),
        Operator::ShiftRight | Operator::FloorShift => {
            fits(left) && is_within(program, right, (0, 31))
        }
        Operator::Divide | Operator::Remainder | Operator::FloorDivide => fits(left) && fits(right),
    })
}

fn is_within(program: &Program, value: Value, (low, high): (i64, i64)) -> bool {
    let known = program.known(value);
    low <= known.low() && known.high() <= high
}

/// The type of the offsets of an apply.
fn type_of<'c>(context: &'c Context, apply: OperationRef<'c, 'c>) -> Type<'c> {
    let first = ir::result(apply, 0);
    first.map_or(Type::index(context), |result| result.r#type())
}

/// Writes the program before an operation, as an `affine.apply` for each result. The last
/// `n_symbols` inputs are symbols of the maps.
///
/// # Errors
///
/// An apply on vectors, a map that is too long to write, or one that divides by a symbol, which MLIR reads
/// and does not lower.
pub(super) fn affine<'c>(
    context: &'c Context,
    anchor: OperationRef<'c, 'c>,
    program: &Program,
    inputs: &[IrValue<'c>],
    n_symbols: usize,
) -> Result<Vec<IrValue<'c>>, String> {
    if ir::is_vector(type_of(context, anchor)) {
        return Err(
            "there is no code for the apply: affine maps are of numbers, not of vectors".to_owned()
        );
    }
    let mut emitter = Emitter::new(context, anchor, program, inputs, ArithType::Index)?;
    let n_dims = inputs.len().saturating_sub(n_symbols);
    let mut computed: FxHashMap<Value, MapValue<'c>> = FxHashMap::default();
    let in_map = |value: Value, computed: &FxHashMap<Value, MapValue<'c>>| {
        let expression = match program.source(value) {
            Source::Input(number) => match number.checked_sub(n_dims) {
                None => AffineExpr::dim(context, number),
                Some(symbol) => AffineExpr::symbol(context, symbol),
            },
            Source::Constant(constant) => AffineExpr::constant(context, constant),
            Source::Binary(..) => return computed[&value],
        };
        MapValue { expression, n_operands: 1 }
    };
    for (value, operator, left, right) in program.operations() {
        let is_division = matches!(operator, Operator::Divide | Operator::Remainder);
        if is_division && !matches!(program.source(right), Source::Constant(_)) {
            return Err("there is no code for the apply: it divides by a symbol, which no affine \
                        map that MLIR lowers does"
                .to_owned());
        }
        let [left, right] = [left, right].map(|operand| in_map(operand, &computed));
        let n_operands = left.n_operands + right.n_operands;
        if MAX_MAP < n_operands {
            return Err("there is no code for the apply: its affine map is too long".to_owned());
        }
        let expression = affine_expression(context, operator, left.expression, right.expression)?;
        computed.insert(value, MapValue { expression, n_operands });
    }
    let mut results = Vec::new();
    for &result in program.results() {
        if let Source::Input(_) | Source::Constant(_) = program.source(result) {
            results.push(emitter.result(result)?);
            continue;
        }
        let expression = in_map(result, &computed).expression;
        let map = AffineMap::new(context, n_dims, inputs.len() - n_dims, &[expression]);
        let map = (Identifier::new(context, "map"), ir::affine_map(map));
        let operands: Result<Vec<_>, _> =
            (0..inputs.len()).map(|number| emitter.input(number)).collect();
        let offset = emitter.insert(name::AFFINE_APPLY, &operands?, &[map]);
        results.push(emitter.cast(offset, emitter.result_type));
    }
    Ok(results)
}

/// A value of a program in an affine map.
#[derive(Clone, Copy)]
struct MapValue<'c> {
    expression: AffineExpr<'c>,
    /// How many operands its text has.
    n_operands: usize,
}

struct Emitter<'c, 'p> {
    context: &'c Context,
    inserter: Inserter<'c, 'c>,
    program: &'p Program,
    inputs: &'p [IrValue<'c>],
    arith_type: ArithType,
    /// The type of the offsets.
    result_type: Type<'c>,
    /// What inputs are in the type of the arithmetic.
    cast_inputs: FxHashMap<usize, IrValue<'c>>,
    /// What values of the program are in the IR.
    values: FxHashMap<Value, IrValue<'c>>,
}

impl<'c, 'p> Emitter<'c, 'p> {
    fn new(
        context: &'c Context,
        anchor: OperationRef<'c, 'c>,
        program: &'p Program,
        inputs: &'p [IrValue<'c>],
        arith_type: ArithType,
    ) -> Result<Self, &'static str> {
        let inserter = Inserter::before(context, anchor).ok_or("the apply is in no block")?;
        let (result_type, values) = (type_of(context, anchor), FxHashMap::default());
        let cast_inputs = FxHashMap::default();
        Ok(Emitter {
            context,
            inserter,
            program,
            inputs,
            arith_type,
            result_type,
            cast_inputs,
            values,
        })
    }

    /// The type of one number of the arithmetic.
    fn number_type(&self) -> Type<'c> {
        match self.arith_type {
            ArithType::Index => Type::index(self.context),
            ArithType::I32 => IntegerType::new(self.context, 32).into(),
            ArithType::I64 => IntegerType::new(self.context, 64).into(),
        }
    }

    /// The type of the arithmetic: of vectors like those of the apply, if it is on vectors.
    fn value_type(&self) -> Type<'c> {
        ir::with_element_type(self.result_type, self.number_type())
    }

    /// An input in the type of the arithmetic.
    fn input(&mut self, number: usize) -> Result<IrValue<'c>, String> {
        if let Some(&known) = self.cast_inputs.get(&number) {
            return Ok(known);
        }
        let input = *self.inputs.get(number).ok_or("an input without a value")?;
        let lanes = ir::with_element_type(input.r#type(), self.number_type());
        let mut found = self.cast(input, lanes);
        // The value of a symbol is the same for all lanes.
        if lanes != self.value_type() {
            found = self.inserter.value(name::BROADCAST, &[found], self.value_type(), &[]);
        }
        self.cast_inputs.insert(number, found);
        Ok(found)
    }

    fn value(&mut self, value: Value) -> Result<IrValue<'c>, String> {
        if let Some(&known) = self.values.get(&value) {
            return Ok(known);
        }
        let found = match self.program.source(value) {
            Source::Input(number) => self.input(number)?,
            Source::Constant(constant) => {
                let constant = match self.arith_type {
                    // Of a longer number these bits are what counts.
                    ArithType::I32 => i64::from(constant as i32),
                    ArithType::Index | ArithType::I64 => constant,
                };
                let number = constant_of(self.value_type(), &[constant])
                    .ok_or("there is no constant of the type")?;
                let number = (Identifier::new(self.context, "value"), number);
                self.insert(name::CONSTANT, &[], &[number])
            }
            Source::Binary(..) => return Err("an operation before its operands".to_owned()),
        };
        self.values.insert(value, found);
        Ok(found)
    }

    /// A result of the program, of the type of the apply.
    fn result(&mut self, value: Value) -> Result<IrValue<'c>, String> {
        if let Source::Input(number) = self.program.source(value)
            && let Some(&input) = self.inputs.get(number)
            && input.r#type() == self.result_type
        {
            return Ok(input);
        }
        let found = self.value(value)?;
        Ok(self.cast(found, self.result_type))
    }

    /// A value in another type, with the sign that it has.
    fn cast(&mut self, value: IrValue<'c>, to: Type<'c>) -> IrValue<'c> {
        let from = value.r#type();
        if from == to {
            return value;
        }
        let width = |of| ir::integer_type(ir::element_type(of)).map(|of| of.width());
        let cast = match (width(from), width(to)) {
            (Some(from), Some(to)) if from < to => name::EXTEND_SIGN,
            (Some(_), Some(_)) => name::TRUNCATE,
            _ => name::INDEX_CAST,
        };
        self.inserter.value(cast, &[value], to, &[])
    }

    /// What an operation says about wrapping. An index may have 32 bits.
    fn flags(
        &self,
        operator: Operator,
        values: [Value; 3],
    ) -> Vec<(Identifier<'c>, Attribute<'c>)> {
        let (low, high) = match self.arith_type {
            // A number at the end of the range may stand for one that is not known.
            ArithType::I64 => (i64::MIN + 1, i64::MAX - 1),
            _ => (i32::MIN.into(), i32::MAX.into()),
        };
        let known = values.map(|value| self.program.known(value));
        let fits = known.iter().all(|known| low <= known.low() && known.high() <= high);
        if !may_wrap(operator) || !fits {
            return Vec::new();
        }
        // MLIR adds the negative of a constant that is subtracted, and keeps a flag that then is wrong.
        let nuw = operator != Operator::Subtract && known.iter().all(|known| 0 <= known.low());
        let flags = Wrapping { nsw: true, nuw }.attribute(self.context);
        vec![(Identifier::new(self.context, "overflowFlags"), flags)]
    }

    fn insert(
        &mut self,
        name: &str,
        operands: &[IrValue<'c>],
        attributes: &[(Identifier<'c>, Attribute<'c>)],
    ) -> IrValue<'c> {
        self.inserter.value(name, operands, self.value_type(), attributes)
    }
}

/// The operator of `arith`.
fn of_arith(operator: Operator) -> arithmetic::Operator {
    use arithmetic::Operator as Arith;
    match operator {
        Operator::Add => Arith::Add,
        Operator::Subtract => Arith::Subtract,
        Operator::Multiply => Arith::Multiply,
        Operator::Divide => Arith::DivideUnsigned,
        Operator::FloorDivide => Arith::FloorDivide,
        Operator::FloorShift => Arith::ShiftRightSigned,
        Operator::Remainder => Arith::RemainderUnsigned,
        Operator::ShiftLeft => Arith::ShiftLeft,
        Operator::ShiftRight => Arith::ShiftRightUnsigned,
        Operator::And => Arith::And,
        Operator::Or => Arith::Or,
        Operator::Xor => Arith::Xor,
    }
}

/// True for an operation that has flags which say that it does not wrap.
fn may_wrap(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::Add | Operator::Subtract | Operator::Multiply | Operator::ShiftLeft
    )
}

/// An operation as MLIR's affine expression of its operands.
///
/// # Errors
///
/// No affine expression is one: a product of coordinates, or an operation on bits.
fn affine_expression<'c>(
    context: &'c Context,
    operator: Operator,
    left: AffineExpr<'c>,
    right: AffineExpr<'c>,
) -> Result<AffineExpr<'c>, String> {
    let is_symbolic = left.is_symbolic_or_constant() || right.is_symbolic_or_constant();
    Ok(match operator {
        Operator::Add => left + right,
        Operator::Subtract => left + right * AffineExpr::constant(context, -1),
        Operator::Multiply if is_symbolic => left * right,
        Operator::Divide => AffineExpr::floor_div(left, right),
        Operator::Remainder => AffineExpr::modulo(left, right),
        _ => return Err(format!("'{}' is in no affine map", operator.sign())),
    })
}
