//! Random programs.

use fastrand::Rng;

use super::{Expression, Machine, MachineOperation, Type};

/// The operations of two numbers.
pub const ARITH: [&str; 20] = [
    "arith.addi",
    "arith.subi",
    "arith.muli",
    "arith.shli",
    "arith.divsi",
    "arith.divui",
    "arith.floordivsi",
    "arith.ceildivsi",
    "arith.ceildivui",
    "arith.remsi",
    "arith.remui",
    "arith.andi",
    "arith.ori",
    "arith.xori",
    "arith.shrsi",
    "arith.shrui",
    "arith.minsi",
    "arith.maxsi",
    "arith.minui",
    "arith.maxui",
];

/// Those of the index dialect.
pub const INDEX: [&str; 20] = [
    "index.add",
    "index.sub",
    "index.mul",
    "index.shl",
    "index.divs",
    "index.divu",
    "index.floordivs",
    "index.ceildivs",
    "index.ceildivu",
    "index.rems",
    "index.remu",
    "index.and",
    "index.or",
    "index.xor",
    "index.shrs",
    "index.shru",
    "index.mins",
    "index.maxs",
    "index.minu",
    "index.maxu",
];

pub const PREDICATES: [&str; 10] =
    ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

/// The conversions from a type to another one.
pub fn conversions(from: Type, to: Type) -> &'static [&'static str] {
    match (from, to) {
        (Type::Integer(from), Type::Integer(to)) if from < to => &["arith.extsi", "arith.extui"],
        (Type::Integer(from), Type::Integer(to)) if to < from => &["arith.trunci"],
        (Type::Index, Type::Integer(_)) | (Type::Integer(_), Type::Index) => {
            &["arith.index_cast", "arith.index_castui", "index.casts", "index.castu"]
        }
        _ => &[],
    }
}

/// A number of a type that is likely to matter.
pub fn number(random: &mut Rng, r#type: Type) -> i64 {
    let some = random.i64(-20..=20);
    let powers = [1, 2, 4, 8, 16, 1 << 30, 1 << 40].map(|power| power - random.i64(0..=1));
    let power = *random.choice(&powers).unwrap();
    let ends = [r#type.least(), r#type.greatest()];
    let end = *random.choice(&ends).unwrap();
    r#type.wrapped(i128::from(random.choice([some, some, some, some, power, -power, end]).unwrap()))
}

impl Machine {
    /// Arguments of some types, steps, and branches and loops around what comes after.
    pub fn random(random: &mut Rng, types: &[Type], n_steps: usize, n_around: usize) -> Self {
        let mut machine = Machine::default();
        for _ in 0..random.i64(1..=3) {
            machine.push(MachineOperation::Argument, &[], *random.choice(types).unwrap());
        }
        let mut left = n_around;
        for at in 0..n_steps {
            machine.push_random(random, types);
            if left != 0 && random.usize(..n_steps - at) == 0 {
                machine.push_around(random, types);
                left -= 1;
            }
        }
        machine
    }

    /// True for a step with a value.
    pub fn has_value(&self, at: usize) -> bool {
        !matches!(
            self.steps[at].operation,
            MachineOperation::If(_)
                | MachineOperation::AffineIf(..)
                | MachineOperation::Assume(..)
                | MachineOperation::Delinearize { .. }
        )
    }

    /// The values that are true of.
    fn values(&self, is_it: impl Fn(usize) -> bool) -> Vec<usize> {
        (0..self.steps.len()).filter(|&at| self.has_value(at) && is_it(at)).collect()
    }

    /// The last of some values, or any of them.
    fn choose(&self, random: &mut Rng, values: &[usize]) -> Option<usize> {
        let last = *values.last()?;
        Some(if random.bool() { last } else { *random.choice(values).unwrap() })
    }

    /// A value of a type, or a constant.
    fn operand(&mut self, random: &mut Rng, r#type: Type) -> usize {
        let values = self.values(|at| self.steps[at].r#type == r#type);
        match self.choose(random, &values).filter(|_| random.bool()) {
            Some(value) => value,
            None => {
                let value = number(random, r#type);
                self.push(MachineOperation::Constant(value), &[], r#type)
            }
        }
    }

    /// True where nothing is around.
    fn is_outside(&self, at: usize) -> bool {
        self.steps[..=at].iter().all(|step| {
            !matches!(
                step.operation,
                MachineOperation::If(_)
                    | MachineOperation::AffineIf(..)
                    | MachineOperation::For { .. }
                    | MachineOperation::AffineFor(..)
            )
        })
    }

    /// Up to two values that affine operations take; they may be multiplied only if all are symbols.
    pub fn affine_operands(&self, random: &mut Rng) -> (Vec<usize>, bool) {
        let is_symbol = |at: usize| {
            let is_constant = matches!(self.steps[at].operation, MachineOperation::Constant(_));
            is_constant || self.is_outside(at)
        };
        let is_dimension = |at: usize| {
            let operation = &self.steps[at].operation;
            matches!(operation, MachineOperation::AffineFor(..) | MachineOperation::Apply(_))
                || is_symbol(at)
        };
        let found = self.values(|at| self.steps[at].r#type == Type::Index && is_dimension(at));
        let operands: Vec<usize> =
            (0..random.i64(1..=2)).filter_map(|_| self.choose(random, &found)).collect();
        let may_multiply = operands.iter().all(|&at| is_symbol(at));
        (operands, may_multiply)
    }

    fn push_random(&mut self, random: &mut Rng, types: &[Type]) {
        let all = self.values(|_| true);
        let Some(first) = self.choose(random, &all) else { return };
        let r#type = self.steps[first].r#type;
        match random.i64(0..=11) {
            0 | 1 => {
                let to = *random.choice(types).unwrap();
                if let names @ [_, ..] = conversions(r#type, to) {
                    self.push(
                        MachineOperation::Convert(random.choice(names).unwrap()),
                        &[first],
                        to,
                    );
                }
            }
            2 => {
                let condition = self.compare(random, first);
                let operands =
                    [condition, self.operand(random, r#type), self.operand(random, r#type)];
                self.push(MachineOperation::Select, &operands, r#type);
            }
            3 | 4 => self.push_affine(random),
            _ => {
                let operands = match random.u8(..5) == 0 {
                    true => [self.operand(random, r#type), first],
                    false => [first, self.operand(random, r#type)],
                };
                let is_index = r#type == Type::Index && random.bool();
                let name = *random.choice(if is_index { &INDEX } else { &ARITH }).unwrap();
                self.push(MachineOperation::Binary(name), &operands, r#type);
            }
        }
    }

    /// A comparison of a value.
    fn compare(&mut self, random: &mut Rng, value: usize) -> usize {
        let r#type = self.steps[value].r#type;
        let other = self.operand(random, r#type);
        let is_index = r#type == Type::Index && random.bool();
        let name = if is_index { "index.cmp" } else { "arith.cmpi" };
        let operands = if random.u8(..4) == 0 { [other, value] } else { [value, other] };
        let operation = MachineOperation::Compare(name, random.choice(&PREDICATES).unwrap());
        self.push(operation, &operands, Type::Integer(1))
    }

    fn push_affine(&mut self, random: &mut Rng) {
        let (operands, may_multiply) = self.affine_operands(random);
        if operands.is_empty() {
            return;
        }
        let n = operands.len();
        let some = |random: &mut Rng| {
            (0..random.i64(1..=3)).map(|_| expression(random, n, may_multiply, 2)).collect()
        };
        match random.i64(0..=4) {
            0 | 1 => {
                let operation = MachineOperation::Apply(expression(random, n, may_multiply, 2));
                self.push(operation, &operands, Type::Index);
            }
            2 => {
                let name = random.choice(["affine.min", "affine.max"]).unwrap();
                let results = some(random);
                self.push(MachineOperation::Extreme(name, results), &operands, Type::Index);
            }
            kind => {
                let n_digits = random.i64(2..=3) as usize;
                let n_sizes = n_digits - random.i64(0..=1) as usize;
                let mut dynamic = Vec::new();
                let mut sizes = Vec::new();
                for _ in 0..n_sizes {
                    let size = random.choice([1, 2, 3, 4, 8]).unwrap();
                    sizes.push((random.u8(..4) != 0).then_some(size));
                    if sizes.last() == Some(&None) {
                        dynamic.push(self.operand(random, Type::Index));
                    }
                }
                if kind == 3 {
                    let mut operands = vec![operands[0]];
                    operands.extend(dynamic);
                    let operation = MachineOperation::Delinearize { sizes, n_results: n_digits };
                    let source = self.push(operation, &operands, Type::Index);
                    operands.insert(0, source);
                    for digit in 0..n_digits {
                        self.push(MachineOperation::Digit(digit), &operands, Type::Index);
                    }
                } else {
                    let mut operands: Vec<usize> =
                        (0..n_digits).map(|_| self.operand(random, Type::Index)).collect();
                    operands.extend(dynamic);
                    self.push(
                        MachineOperation::Linearize { sizes, n_digits },
                        &operands,
                        Type::Index,
                    );
                }
            }
        }
    }

    /// A branch or a loop around what comes after, or a promise.
    fn push_around(&mut self, random: &mut Rng, types: &[Type]) {
        let all = self.values(|_| true);
        let Some(first) = self.choose(random, &all) else { return };
        let r#type = self.steps[first].r#type;
        match random.i64(0..=7) {
            0 => {
                let indices = self.values(|at| self.steps[at].r#type == Type::Index);
                if let Some(index) = self.choose(random, &indices) {
                    let low = random.i64(-6..=3);
                    let high = low + random.i64(0..=12);
                    self.push(MachineOperation::Assume(low, high), &[index], Type::Index);
                }
            }
            1 => {
                let (operands, _) = self.affine_operands(random);
                if !operands.is_empty() {
                    let constraints = (0..random.i64(1..=2))
                        .map(|_| {
                            (expression(random, operands.len(), false, 2), random.u8(..4) == 0)
                        })
                        .collect();
                    let operation = MachineOperation::AffineIf(constraints, random.u8(..3) != 0);
                    self.push(operation, &operands, Type::Index);
                }
            }
            2 => {
                let (operands, _) = self.affine_operands(random);
                if !operands.is_empty() {
                    let side = |random: &mut Rng| {
                        (0..random.i64(1..=2))
                            .map(|_| expression(random, operands.len(), false, 1))
                            .collect()
                    };
                    let (low, high) = (side(random), side(random));
                    let step = random.choice([1, 1, 2, 3]).unwrap();
                    self.push(MachineOperation::AffineFor(low, high, step), &operands, Type::Index);
                }
            }
            3 => {
                let r#type = *random.choice(types).unwrap();
                let is_parallel = r#type == Type::Index && random.bool();
                let name = match is_parallel {
                    true => random.choice(["scf.parallel", "scf.forall"]).unwrap(),
                    false => "scf.for",
                };
                let bounds = [(); 2].map(|()| self.operand(random, r#type));
                // A constant step of a parallel loop has to be positive.
                let is_constant =
                    |at: usize| matches!(self.steps[at].operation, MachineOperation::Constant(_));
                let steps = self.values(|at| {
                    self.steps[at].r#type == r#type && !(is_parallel && is_constant(at))
                });
                let step = match self.choose(random, &steps).filter(|_| random.u8(..4) == 0) {
                    Some(step) => step,
                    None => {
                        let step =
                            random.choice([1, 1, 2, 3]).unwrap().min(r#type.greatest().max(1));
                        self.push(
                            MachineOperation::Constant(r#type.wrapped(step.into())),
                            &[],
                            r#type,
                        )
                    }
                };
                let bounds = [bounds[0], bounds[1], step];
                let is_unsigned = !is_parallel && random.u8(..3) == 0;
                self.push(MachineOperation::For { name, is_unsigned }, &bounds, r#type);
            }
            _ => {
                let mut condition = self.compare(random, first);
                if random.u8(..3) == 0 {
                    let second = self.operand(random, r#type);
                    let other = self.compare(random, second);
                    let name = random.choice(["arith.andi", "arith.ori", "arith.xori"]).unwrap();
                    condition = self.push(
                        MachineOperation::Binary(name),
                        &[condition, other],
                        Type::Integer(1),
                    );
                }
                if random.u8(..6) == 0 {
                    let all = self.push(MachineOperation::Constant(-1), &[], Type::Integer(1));
                    let name = MachineOperation::Binary("arith.xori");
                    condition = self.push(name, &[condition, all], Type::Integer(1));
                }
                self.push(
                    MachineOperation::If(random.u8(..3) != 0),
                    &[condition],
                    Type::Integer(1),
                );
            }
        }
    }
}

/// An expression of n operands; of products of two of them if they may be multiplied.
pub fn expression(random: &mut Rng, n: usize, may_multiply: bool, depth: usize) -> Expression {
    if depth == 0 || random.u8(..4) == 0 {
        return match random.u8(..4) == 0 {
            true => Expression::Constant(random.i64(-9..=9)),
            false => Expression::Operand(random.i64(0..=n as i64 - 1) as usize),
        };
    }
    let inside = |random: &mut Rng| Box::new(expression(random, n, may_multiply, depth - 1));
    let by = random.choice([1, 2, 3, 4, 7, 8]).unwrap();
    match random.i64(0..=5) {
        0 | 1 => Expression::Sum([*inside(random), *inside(random)].into()),
        2 if may_multiply && random.bool() => {
            Expression::Product([*inside(random), *inside(random)].into())
        }
        2 => {
            let factor = Expression::Constant(random.choice([-3, -1, 2, 3, 4]).unwrap());
            Expression::Product([*inside(random), factor].into())
        }
        3 => Expression::Modulo(inside(random), by),
        4 => Expression::Floor(inside(random), by),
        _ => Expression::Ceil(inside(random), by),
    }
}
