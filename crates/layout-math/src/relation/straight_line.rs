//! Relations whose outputs are expressions as straight-line code on 64-bit numbers: what is evaluated at
//! many inputs is looked up in no tree, and an expression that occurs twice is evaluated once.

mod divisor;
mod registers;

use rustc_hash::FxHashMap;

use self::divisor::Divisor;
use self::registers::Register;
use super::Relation;
use super::tree::{Comparator, Dim, Expr, Formula, Piece, Variable};

pub(super) use self::registers::{InputSet, Registers};

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RegisterStep {
    Constant(i64),
    Scaled(Register, i64),
    Sum(Register, Register),
    Floor(Register, Divisor),
    /// The floor of a quotient by a power of two.
    Shift(Register, u32),
    Ceil(Register, Divisor),
    Modulo(Register, Divisor),
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

    /// Evaluates the steps at `N` inputs, with a number for each of them in each dimension, in registers that are
    /// new. False if a number passes 64 bits, also one of a piece that does not have the input.
    pub fn run<const N: usize>(&self, inputs: &[[i64; N]], registers: &mut Registers<N>) -> bool {
        assert_eq!(inputs.len(), self.n_inputs, "as many inputs as the relation has");
        inputs.iter().for_each(|input| registers.push(*input));
        let mut is_past = false;
        let mut checked = |(value, passes): (i64, bool)| {
            is_past |= passes;
            value
        };
        for step in &self.steps {
            match *step {
                RegisterStep::Constant(value) => registers.push_one(value),
                RegisterStep::Scaled(inner, factor) => {
                    registers.apply(inner, |inner| checked(inner.overflowing_mul(factor)));
                }
                RegisterStep::Sum(left, right) => {
                    registers
                        .combine(left, right, |left, right| checked(left.overflowing_add(right)));
                }
                RegisterStep::Floor(inner, divisor) => {
                    registers.apply(inner, |inner| divisor.floor(inner));
                }
                RegisterStep::Shift(inner, distance) => {
                    registers.apply(inner, |inner| inner >> distance);
                }
                RegisterStep::Ceil(inner, divisor) => {
                    registers.apply(inner, |inner| divisor.ceil(inner));
                }
                RegisterStep::Modulo(inner, divisor) => {
                    registers.apply(inner, |inner| divisor.remainder(inner));
                }
                RegisterStep::Mask(inner, mask) => registers.apply(inner, |inner| inner & mask),
                RegisterStep::Minimum(left, right) => registers.combine(left, right, i64::min),
                RegisterStep::Maximum(left, right) => registers.combine(left, right, i64::max),
            }
        }
        !is_past
    }

    /// For each piece the inputs that it has, and what each of its outputs is at all inputs.
    pub fn images<'a, const N: usize>(
        &'a self,
        registers: &'a Registers<N>,
    ) -> impl Iterator<Item = (InputSet, impl ExactSizeIterator<Item = &'a [i64; N]>)> {
        let values = |piece: &'a PieceCode| piece.outputs.iter().map(|&at| registers.value(at));
        self.pieces.iter().map(move |piece| (piece.truth.inputs(registers), values(piece)))
    }
}

impl Truth {
    /// The inputs where it holds.
    fn inputs<const N: usize>(&self, registers: &Registers<N>) -> InputSet {
        match self {
            Truth::Known(true) => InputSet::all(N),
            Truth::Known(false) => InputSet::NONE,
            Truth::Compare(left, operator, right) => {
                registers.compare(*left, *right, |left, right| operator.holds(left, right))
            }
            Truth::All(members) => {
                let sets = members.iter().map(|member| member.inputs(registers));
                sets.fold(InputSet::all(N), InputSet::and)
            }
            Truth::Any(members) => {
                let sets = members.iter().map(|member| member.inputs(registers));
                sets.fold(InputSet::NONE, InputSet::or)
            }
            Truth::Not(inner) => InputSet::all(N).without(inner.inputs(registers)),
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
                    false => RegisterStep::Floor(inner, Divisor::new(*divisor)),
                }
            }
            Expr::Ceil(inner, divisor) => {
                RegisterStep::Ceil(self.value(inner, places)?, Divisor::new(*divisor))
            }
            Expr::Modulo(inner, modulus) => {
                let inner = self.value(inner, places)?;
                match modulus.is_positive() && modulus.count_ones() == 1 {
                    true => RegisterStep::Mask(inner, modulus - 1),
                    false => RegisterStep::Modulo(inner, Divisor::new(*modulus)),
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
