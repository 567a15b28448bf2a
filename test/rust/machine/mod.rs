//! Programs of `arith`, `index` and `affine`, as MLIR and as what they compute by the definitions of
//! these operations in MLIR. Nothing here knows how the library reads them.

pub mod generate;
pub mod number;
pub mod text;

pub use number::{Type, Undefined};

use number::{binary, compare, convert};

/// An expression of an affine map.
#[derive(Debug, Clone)]
pub enum Expression {
    Operand(usize),
    Constant(i64),
    Sum(Box<[Expression; 2]>),
    Product(Box<[Expression; 2]>),
    /// `mod`, `floordiv` and `ceildiv` by a positive number.
    Modulo(Box<Expression>, i64),
    Floor(Box<Expression>, i64),
    Ceil(Box<Expression>, i64),
}

impl Expression {
    /// The value. What passes 64 bits on the way is undefined, and so is what could in another order:
    /// MLIR adds up the parts of a sum as it likes.
    fn value(&self, operands: &[i64]) -> Result<i64, Undefined> {
        let is_sum = matches!(self, Expression::Sum(_) | Expression::Product(_));
        if is_sum && i128::from(i64::MAX) < self.magnitude(operands) {
            return Err(Undefined);
        }
        let value = match self {
            Expression::Operand(at) => i128::from(operands[*at]),
            Expression::Constant(value) => i128::from(*value),
            Expression::Sum(parts) => {
                i128::from(parts[0].value(operands)?) + i128::from(parts[1].value(operands)?)
            }
            Expression::Product(parts) => {
                i128::from(parts[0].value(operands)?) * i128::from(parts[1].value(operands)?)
            }
            Expression::Modulo(inner, by) => {
                i128::from(inner.value(operands)?).rem_euclid(i128::from(*by))
            }
            Expression::Floor(inner, by) => {
                i128::from(inner.value(operands)?).div_euclid(i128::from(*by))
            }
            // The code that MLIR makes of it divides the number with the other sign.
            Expression::Ceil(inner, by) => {
                let opposite = inner.value(operands)?.checked_neg().ok_or(Undefined)?;
                -i128::from(opposite).div_euclid(i128::from(*by))
            }
        };
        i64::try_from(value).map_err(|_| Undefined)
    }

    /// How far from 0 the value can be with parts of any signs.
    fn magnitude(&self, operands: &[i64]) -> i128 {
        match self {
            Expression::Operand(at) => i128::from(operands[*at]).abs(),
            Expression::Constant(value) => i128::from(*value).abs(),
            Expression::Sum(parts) => {
                parts.iter().map(|part| part.magnitude(operands)).fold(0, i128::saturating_add)
            }
            Expression::Product(parts) => {
                parts.iter().map(|part| part.magnitude(operands)).fold(1, i128::saturating_mul)
            }
            Expression::Modulo(_, by) => i128::from(*by),
            Expression::Floor(inner, by) | Expression::Ceil(inner, by) => {
                inner.magnitude(operands) / i128::from(*by) + 1
            }
        }
    }
}

/// What a step computes from its operands.
#[derive(Debug, Clone)]
pub enum MachineOperation {
    Argument,
    Constant(i64),
    /// An operation of two numbers, such as `arith.minui`.
    Binary(&'static str),
    /// A conversion, such as `arith.extui`.
    Convert(&'static str),
    /// `arith.cmpi` or `index.cmp`, and the predicate.
    Compare(&'static str, &'static str),
    Select,
    Apply(Expression),
    /// `affine.min` or `affine.max`.
    Extreme(&'static str, Vec<Expression>),
    /// The number, and then the sizes that are values; `None` is one of those. There may be a size
    /// for each result, or for each but the first.
    Delinearize {
        sizes: Vec<Option<i64>>,
        n_results: usize,
    },
    /// A result of such an operation, whose operands follow it.
    Digit(usize),
    /// The digits, and then the sizes that are values.
    Linearize {
        sizes: Vec<Option<i64>>,
        n_digits: usize,
    },
    /// A promise that a value is in a range.
    Assume(i64, i64),
    /// What comes after executes only if the condition holds, or only if it does not.
    If(bool),
    /// The same with a set of expressions that are at least 0, or equal to it.
    AffineIf(Vec<(Expression, bool)>, bool),
    /// A loop around what comes after, from the first operand to the second by the third.
    For {
        name: &'static str,
        is_unsigned: bool,
    },
    /// From the greatest to the least of the results.
    AffineFor(Vec<Expression>, Vec<Expression>, i64),
}

/// A step, which may define a value.
#[derive(Debug, Clone)]
pub struct Step {
    pub operation: MachineOperation,
    pub operands: Vec<usize>,
    pub r#type: Type,
}

/// Steps in their order; each stands inside of the branches and loops before it.
#[derive(Debug, Clone, Default)]
pub struct Machine {
    pub steps: Vec<Step>,
    /// True if branches and loops of `scf` are ones between blocks, and loops that go on while a
    /// condition holds: those add and compare as their code does, and wrap around as it does.
    pub has_blocks: bool,
}

/// The values of the steps; `None` is poison, or no value.
pub type Values = Vec<Option<i64>>;

impl Machine {
    /// Adds a step and returns its number.
    pub fn push(&mut self, operation: MachineOperation, operands: &[usize], r#type: Type) -> usize {
        self.steps.push(Step { operation, operands: operands.to_vec(), r#type });
        self.steps.len() - 1
    }

    /// The steps that are arguments.
    pub fn arguments(&self) -> Vec<usize> {
        let is_argument =
            |&at: &usize| matches!(self.steps[at].operation, MachineOperation::Argument);
        (0..self.steps.len()).filter(is_argument).collect()
    }

    /// Runs the program and shows the values each time that execution comes to its end.
    ///
    /// # Errors
    ///
    /// The behavior is undefined for these arguments, or a 64-bit number wraps around.
    pub fn run(&self, arguments: &[i64], visit: &mut impl FnMut(&Values)) -> Result<(), Undefined> {
        let mut values = vec![None; self.steps.len()];
        for (at, &argument) in self.arguments().into_iter().zip(arguments) {
            values[at] = Some(argument);
        }
        self.run_from(0, &mut values, visit)
    }

    fn run_from(
        &self,
        at: usize,
        values: &mut Values,
        visit: &mut impl FnMut(&Values),
    ) -> Result<(), Undefined> {
        for at in at..self.steps.len() {
            let step = &self.steps[at];
            let operands: Option<Vec<i64>> = step.operands.iter().map(|&at| values[at]).collect();
            match &step.operation {
                MachineOperation::Argument => {}
                MachineOperation::If(holds) => {
                    let condition = operands.ok_or(Undefined)?[0];
                    if (condition != 0) != *holds {
                        return Ok(());
                    }
                }
                MachineOperation::AffineIf(constraints, holds) => {
                    let operands = operands.ok_or(Undefined)?;
                    let mut all = true;
                    for (constraint, is_equality) in constraints {
                        let value = constraint.value(&operands)?;
                        all &= if *is_equality { value == 0 } else { 0 <= value };
                    }
                    if all != *holds {
                        return Ok(());
                    }
                }
                MachineOperation::For { name, is_unsigned } => {
                    let operands = operands.ok_or(Undefined)?;
                    let bounds = [operands[0], operands[1], operands[2]];
                    let iterations = match self.has_blocks && *name == "scf.for" {
                        true => step.r#type.turns(bounds, *is_unsigned)?,
                        false => step.r#type.iterations(bounds, *is_unsigned)?,
                    };
                    for index in iterations {
                        values[at] = Some(index);
                        self.run_from(at + 1, values, visit)?;
                    }
                    return Ok(());
                }
                MachineOperation::AffineFor(low, high, by) => {
                    let operands = operands.ok_or(Undefined)?;
                    let ends = |side: &[Expression]| -> Result<Vec<i64>, Undefined> {
                        side.iter().map(|end| end.value(&operands)).collect()
                    };
                    let low = ends(low)?.into_iter().max().ok_or(Undefined)?;
                    let high = ends(high)?.into_iter().min().ok_or(Undefined)?;
                    for index in step.r#type.iterations([low, high, *by], false)? {
                        values[at] = Some(index);
                        self.run_from(at + 1, values, visit)?;
                    }
                    return Ok(());
                }
                MachineOperation::Assume(low, high) => {
                    if !(*low..=*high).contains(&operands.ok_or(Undefined)?[0]) {
                        return Err(Undefined);
                    }
                }
                MachineOperation::Select => {
                    let condition = values[step.operands[0]];
                    values[at] = condition
                        .and_then(|holds| values[step.operands[if holds != 0 { 1 } else { 2 }]]);
                }
                _ => {
                    values[at] = match operands {
                        Some(operands) => self.value(step, &operands)?,
                        None if self.divides(step, values) => return Err(Undefined),
                        None => None,
                    };
                }
            }
        }
        visit(values);
        Ok(())
    }

    /// True if a step divides by poison or by a number that it must not divide by, whatever its
    /// other operands are.
    fn divides(&self, step: &Step, values: &Values) -> bool {
        let operand = |at: usize| values[step.operands[at]];
        match &step.operation {
            MachineOperation::Binary(name) if name.contains("div") || name.contains("rem") => {
                operand(1).is_none_or(|by| by == 0)
            }
            MachineOperation::Delinearize { .. } => {
                (1..step.operands.len()).any(|at| operand(at).is_none_or(|size| size < 1))
            }
            MachineOperation::Linearize { n_digits, .. } => {
                (*n_digits..step.operands.len()).any(|at| operand(at).is_none_or(|size| size < 1))
            }
            _ => false,
        }
    }

    /// What a step gives that is not a branch; `None` is poison.
    fn value(&self, step: &Step, operands: &[i64]) -> Result<Option<i64>, Undefined> {
        let of = |at: usize| self.steps[step.operands[at]].r#type;
        Ok(match &step.operation {
            MachineOperation::Constant(value) => Some(*value),
            MachineOperation::Binary(name) => binary(name, step.r#type, operands[0], operands[1])?,
            MachineOperation::Convert(name) => Some(convert(name, of(0), step.r#type, operands[0])),
            MachineOperation::Compare(_, predicate) => {
                let holds = compare(predicate, of(0), operands[0], operands[1]);
                Some(-i64::from(holds))
            }
            MachineOperation::Apply(expression) => Some(expression.value(operands)?),
            MachineOperation::Extreme(name, results) => {
                let results: Result<Vec<i64>, Undefined> =
                    results.iter().map(|result| result.value(operands)).collect();
                let results = results?.into_iter();
                if *name == "affine.min" { results.min() } else { results.max() }
            }
            MachineOperation::Delinearize { sizes, n_results } => {
                all_sizes(sizes, *n_results, &operands[1..])?;
                Some(operands[0])
            }
            MachineOperation::Digit(digit) => {
                let source = &self.steps[step.operands[0]].operation;
                let MachineOperation::Delinearize { sizes, n_results } = source else {
                    unreachable!()
                };
                let sizes = all_sizes(sizes, *n_results, &operands[2..])?;
                let below: i64 = sizes[digit + 1..].iter().product();
                let quotient = operands[1].div_euclid(below);
                Some(if *digit == 0 { quotient } else { quotient.rem_euclid(sizes[*digit]) })
            }
            MachineOperation::Linearize { sizes, n_digits } => {
                let sizes = all_sizes(sizes, *n_digits, &operands[*n_digits..])?;
                let mut sum = 0i128;
                for (digit, size) in operands.iter().zip(sizes) {
                    sum = sum * i128::from(size) + i128::from(*digit);
                    i64::try_from(sum).map_err(|_| Undefined)?;
                }
                Some(i64::try_from(sum).map_err(|_| Undefined)?)
            }
            _ => unreachable!("{step:?} is a branch"),
        })
    }
}

/// The sizes of a basis of n digits, which are positive, and so is their product. The first one
/// changes nothing.
fn all_sizes(sizes: &[Option<i64>], n: usize, values: &[i64]) -> Result<Vec<i64>, Undefined> {
    let mut values = values.iter();
    let sizes = sizes.iter().map(|size| size.unwrap_or_else(|| *values.next().unwrap()));
    let mut sizes: Vec<i64> = sizes.collect();
    while sizes.len() < n {
        sizes.insert(0, 1);
    }
    let product = sizes
        .iter()
        .try_fold(1i64, |product, &size| if size < 1 { None } else { product.checked_mul(size) });
    product.map(|_| sizes).ok_or(Undefined)
}
