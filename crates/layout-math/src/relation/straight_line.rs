//! Relations whose outputs are expressions as straight-line code on 64-bit numbers: what is evaluated at
//! many inputs is looked up in no tree, and an expression that occurs twice is evaluated once.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Relation;
use super::tree::{Comparator, Dim, Expr, Formula, Piece, Variable};

/// The code of a relation: the registers are the inputs and then the result of each step.
pub(super) struct StraightLine {
    n_inputs: usize,
    steps: Vec<RegisterStep>,
    pieces: Vec<PieceCode>,
}

struct PieceCode {
    /// Whether the piece has the input.
    truth: Truth,
    outputs: Vec<Register>,
}

type Register = u32;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RegisterStep {
    Constant(i64),
    Scaled(Register, i64),
    Sum(Register, Register),
    Floor(Register, i64),
    /// The floor of a quotient by a power of two.
    Shift(Register, u32),
    Ceil(Register, i64),
    Modulo(Register, i64),
    /// The remainder by a power of two, which is one more than this.
    Mask(Register, i64),
    Minimum(Register, Register),
    Maximum(Register, Register),
}

enum Truth {
    Known(bool),
    Compare(Register, Comparator, Register),
    All(Vec<Truth>),
    Any(Vec<Truth>),
    Not(Box<Truth>),
}

/// The registers of one evaluation.
pub(super) struct Registers(SmallVec<[i64; 64]>);

impl StraightLine {
    /// `None` if the relation has parameters, an output that no expression says, or a bound variable without
    /// a value of its own.
    pub fn new(relation: &Relation) -> Option<Self> {
        if relation.parameters().len() > 0 {
            return None;
        }
        let n_inputs = relation.n_inputs();
        let mut writer = Writer { n_inputs, steps: Vec::new(), registers: FxHashMap::default() };
        let pieces: Option<Vec<PieceCode>> =
            relation.tree().pieces.iter().map(|piece| writer.piece(piece)).collect();
        Some(StraightLine { n_inputs, steps: writer.steps, pieces: pieces? })
    }

    /// How many steps it has, the comparisons of its pieces not counted.
    pub fn n_steps(&self) -> usize {
        self.steps.len()
    }

    /// `None` if a number passes 64 bits, also one of a piece that does not have the input.
    pub fn run(&self, input: &[i64]) -> Option<Registers> {
        assert_eq!(input.len(), self.n_inputs, "as many inputs as the relation has");
        let mut values: SmallVec<[i64; 64]> = SmallVec::from_slice(input);
        let at = |values: &[i64], register: Register| values[register as usize];
        for step in &self.steps {
            let value = match *step {
                RegisterStep::Constant(value) => value,
                RegisterStep::Scaled(inner, factor) => at(&values, inner).checked_mul(factor)?,
                RegisterStep::Sum(left, right) => {
                    at(&values, left).checked_add(at(&values, right))?
                }
                RegisterStep::Floor(inner, divisor) => at(&values, inner).div_euclid(divisor),
                RegisterStep::Shift(inner, distance) => at(&values, inner) >> distance,
                RegisterStep::Ceil(inner, divisor) => {
                    let inner = at(&values, inner);
                    inner.div_euclid(divisor) + i64::from(inner.rem_euclid(divisor) != 0)
                }
                RegisterStep::Modulo(inner, modulus) => at(&values, inner).rem_euclid(modulus),
                RegisterStep::Mask(inner, mask) => at(&values, inner) & mask,
                RegisterStep::Minimum(left, right) => at(&values, left).min(at(&values, right)),
                RegisterStep::Maximum(left, right) => at(&values, left).max(at(&values, right)),
            };
            values.push(value);
        }
        Some(Registers(values))
    }

    /// The outputs of each piece that has the input.
    pub fn images<'a>(
        &'a self,
        registers: &'a Registers,
    ) -> impl Iterator<Item = impl Iterator<Item = i64> + 'a> + 'a {
        let values = &registers.0;
        let inside = self.pieces.iter().filter(|piece| piece.truth.holds(values));
        inside.map(|piece| piece.outputs.iter().map(|&register| values[register as usize]))
    }
}

impl Truth {
    fn holds(&self, values: &[i64]) -> bool {
        match self {
            Truth::Known(truth) => *truth,
            Truth::Compare(left, operator, right) => {
                operator.holds(values[*left as usize].into(), values[*right as usize].into())
            }
            Truth::All(members) => members.iter().all(|member| member.holds(values)),
            Truth::Any(members) => members.iter().any(|member| member.holds(values)),
            Truth::Not(inner) => !inner.holds(values),
        }
    }
}

/// Writes the steps, equal ones once.
struct Writer {
    n_inputs: usize,
    steps: Vec<RegisterStep>,
    registers: FxHashMap<RegisterStep, Register>,
}

/// Where the variables of a piece are, as far as that is known.
#[derive(Default)]
struct Places {
    outputs: Vec<Option<Register>>,
    bound: Vec<Option<Register>>,
}

impl Writer {
    fn piece(&mut self, piece: &Piece) -> Option<PieceCode> {
        let n_outputs = piece.range.dims.len();
        let mut places = Places { outputs: vec![None; n_outputs], bound: Vec::new() };
        // A round finds at least one output, or there is nothing more to find.
        for _ in 0..=n_outputs {
            let known = places.outputs.iter().flatten().count();
            for (position, dim) in piece.range.dims.iter().enumerate() {
                if let (None, Some(value)) = (places.outputs[position], &dim.value) {
                    places.outputs[position] = self.value(value, &places);
                }
            }
            self.find_outputs(&piece.formula, &mut places);
            if places.outputs.iter().flatten().count() == known {
                break;
            }
        }
        let outputs: Vec<Register> = places.outputs.iter().copied().collect::<Option<_>>()?;
        let mut members = Vec::new();
        let inputs = (0..).zip(&piece.domain.dims);
        let outputs_said = outputs.iter().copied().zip(&piece.range.dims);
        for (register, dim) in inputs.chain(outputs_said) {
            if let Some(value) = &dim.value {
                let value = self.value(value, &places)?;
                members.push(compare(register, Comparator::Equal, value));
            }
        }
        members.push(self.truth(&piece.formula, &mut places)?);
        Some(PieceCode { truth: all(members), outputs })
    }

    /// Finds outputs in the equations that the formula implies.
    fn find_outputs(&mut self, formula: &Formula, places: &mut Places) {
        match formula {
            Formula::And(members) => {
                members.iter().for_each(|member| self.find_outputs(member, places));
            }
            Formula::Compare(chain) => {
                let equations =
                    chain.pairs().filter(|(_, operator, _)| *operator == Comparator::Equal);
                for (left, _, right) in equations {
                    for (side, other) in [(left, right), (right, left)] {
                        if let Expr::Variable(Variable::Output(position)) = side
                            && places.outputs[*position].is_none()
                        {
                            places.outputs[*position] = self.value(other, places);
                        }
                    }
                }
            }
            Formula::Exists(dims, body) => {
                self.bind(dims, places);
                self.find_outputs(body, places);
                places.bound.truncate(places.bound.len() - dims.len());
            }
            Formula::True | Formula::False | Formula::Or(_) | Formula::Not(_) => {}
        }
    }

    fn bind(&mut self, dims: &[Dim], places: &mut Places) {
        for dim in dims {
            let value = dim.value.as_ref().and_then(|value| self.value(value, places));
            places.bound.push(value);
        }
    }

    /// `None` where a variable without a place decides.
    fn truth(&mut self, formula: &Formula, places: &mut Places) -> Option<Truth> {
        let mut of_all = |members: &[Formula]| -> Option<Vec<Truth>> {
            members.iter().map(|member| self.truth(member, places)).collect()
        };
        Some(match formula {
            Formula::True => Truth::Known(true),
            Formula::False => Truth::Known(false),
            Formula::And(members) => all(of_all(members)?),
            Formula::Or(members) => Truth::Any(of_all(members)?),
            Formula::Not(inner) => Truth::Not(Box::new(self.truth(inner, places)?)),
            Formula::Compare(chain) => {
                let mut members = Vec::new();
                for (left, operator, right) in chain.pairs() {
                    let (left, right) = (self.value(left, places)?, self.value(right, places)?);
                    members.push(compare(left, operator, right));
                }
                all(members)
            }
            Formula::Exists(dims, body) => {
                self.bind(dims, places);
                let begin = places.bound.len() - dims.len();
                let are_known = places.bound[begin..].iter().all(Option::is_some);
                let truth = if are_known { self.truth(body, places) } else { None };
                places.bound.truncate(begin);
                truth?
            }
        })
    }

    /// `None` if a variable in the expression has no place.
    fn value(&mut self, expr: &Expr, places: &Places) -> Option<Register> {
        let step = match expr {
            Expr::Integer(value) => RegisterStep::Constant(*value),
            Expr::Variable(variable) => {
                return match *variable {
                    Variable::Parameter(_) => None,
                    Variable::Input(position) => Register::try_from(position).ok(),
                    Variable::Output(position) => places.outputs[position],
                    Variable::Bound(position) => places.bound[position],
                };
            }
            Expr::Multiply(factor, inner) => {
                RegisterStep::Scaled(self.value(inner, places)?, *factor)
            }
            Expr::Sum(terms) => return self.of_all(terms, places, RegisterStep::Sum),
            Expr::Floor(inner, divisor) => {
                let inner = self.value(inner, places)?;
                match divisor.is_positive() && divisor.count_ones() == 1 {
                    true => RegisterStep::Shift(inner, divisor.trailing_zeros()),
                    false => RegisterStep::Floor(inner, *divisor),
                }
            }
            Expr::Ceil(inner, divisor) => RegisterStep::Ceil(self.value(inner, places)?, *divisor),
            Expr::Modulo(inner, modulus) => {
                let inner = self.value(inner, places)?;
                match modulus.is_positive() && modulus.count_ones() == 1 {
                    true => RegisterStep::Mask(inner, modulus - 1),
                    false => RegisterStep::Modulo(inner, *modulus),
                }
            }
            Expr::Minimum(operands) => return self.of_all(operands, places, RegisterStep::Minimum),
            Expr::Maximum(operands) => return self.of_all(operands, places, RegisterStep::Maximum),
        };
        self.step(step)
    }

    fn of_all(
        &mut self,
        operands: &[Expr],
        places: &Places,
        step: fn(Register, Register) -> RegisterStep,
    ) -> Option<Register> {
        let (first, rest) = operands.split_first()?;
        let mut result = self.value(first, places)?;
        for operand in rest {
            let operand = self.value(operand, places)?;
            result = self.step(step(result, operand))?;
        }
        Some(result)
    }

    fn step(&mut self, step: RegisterStep) -> Option<Register> {
        if let Some(&register) = self.registers.get(&step) {
            return Some(register);
        }
        let register = Register::try_from(self.n_inputs + self.steps.len()).ok()?;
        self.steps.push(step);
        self.registers.insert(step, register);
        Some(register)
    }
}

fn compare(left: Register, operator: Comparator, right: Register) -> Truth {
    match left == right {
        true => Truth::Known(operator.holds(0, 0)),
        false => Truth::Compare(left, operator, right),
    }
}

/// The truth of all, without members that always hold.
fn all(members: Vec<Truth>) -> Truth {
    let mut members: Vec<Truth> =
        members.into_iter().filter(|member| !matches!(member, Truth::Known(true))).collect();
    match members.len() {
        0 => Truth::Known(true),
        1 => members.remove(0),
        _ => Truth::All(members),
    }
}
