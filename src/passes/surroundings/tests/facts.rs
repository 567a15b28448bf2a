//! Everything that is said of the values of a program, checked where the program runs.

use std::collections::HashMap;

use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Module, OperationRef, RegionLike, Value};

use super::machine::{Machine, MachineOperation, Values};
use super::module;
use crate::affine::{AffineTerm, Comparison, Interval, Quantity};
use crate::dialect::ir;
use crate::dialect::promises::Promises;
use crate::passes::surroundings::{Variables, surroundings};

/// How much was checked.
#[derive(Debug, Default)]
pub struct Checked {
    /// The runs whose behavior is defined.
    pub runs: usize,
    /// Those that came to the end of the program.
    pub ends: usize,
    /// What was said there of values, types apart.
    pub facts: usize,
}

/// What is said of the values of a program.
struct Facts {
    known: Vec<Comparison>,
    /// The values that are quantities of others, by their steps.
    quantities: Vec<(usize, Quantity)>,
    /// The bounds of values, by their steps.
    intervals: Vec<(usize, Interval)>,
    ranges: Vec<(usize, (i64, i64))>,
    /// The step that each variable is the value of; `None` for a value that no step has.
    steps: Vec<Option<usize>>,
    executes: bool,
}

/// Checks programs, each at as many numbers as there are.
pub fn check(programs: &[Machine], arguments: impl Fn(&Machine) -> Vec<Vec<i64>>) -> Checked {
    let mut text = String::new();
    for (number, program) in programs.iter().enumerate() {
        let body = program.text("\"test.use\"() : () -> ()\n");
        let parameters = program.parameters();
        text += &format!("func.func @p{number}({parameters}) {{\n{body}return\n}}\n");
    }
    let module: &'static Module<'static> = module(&text).1;
    let root = module.as_operation();
    let promises = Promises::collect(root);
    let functions = ir::walk(root).into_iter().filter(|&op| ir::name(op) == "func.func");
    let mut checked = Checked::default();
    let mut n_functions = 0;
    for (program, function) in programs.iter().zip(functions) {
        n_functions += 1;
        let facts = read(program, function, &promises);
        let mut n_defined = 0;
        let mut n_ended = 0;
        for arguments in arguments(program) {
            let mut ends = 0;
            let run = program.run(&arguments, &mut |values| {
                ends += 1;
                checked.facts += facts.check(program, &arguments, values);
            });
            if run.is_ok() {
                n_defined += 1;
                n_ended += usize::from(ends != 0);
            }
            checked.ends += ends;
        }
        checked.runs += n_defined;
        // Unless what is known contradicts itself.
        let is_sure = n_ended == 0 || n_ended == n_defined;
        assert!(!facts.executes || is_sure, "{n_ended} of {n_defined}\n{}", program.text(""));
    }
    assert_eq!(n_functions, programs.len());
    checked
}

fn read(
    program: &Machine,
    function: OperationRef<'static, 'static>,
    promises: &Promises<'static>,
) -> Facts {
    let values = values(program, function);
    let end = ir::walk(function).into_iter().find(|&op| ir::name(op) == "test.use").unwrap();
    let mut variables = Variables::default();
    let executes = surroundings(end, promises, &mut variables);
    let quantities: Vec<(usize, Quantity)> =
        values.iter().map(|&(step, value)| (step, variables.quantity(value))).collect();
    let by_key: HashMap<usize, usize> =
        values.iter().map(|&(step, value)| (ir::value_key(value), step)).collect();
    let steps = variables.sources().iter();
    let steps = steps.map(|source| by_key.get(&ir::value_key(source.value())).copied());
    let interval = |(step, quantity): &(usize, Quantity)| (*step, variables.interval(quantity));
    let range = |(step, quantity): &(usize, Quantity)| Some((*step, variables.range(quantity)?));
    Facts {
        known: variables.known().to_vec(),
        intervals: quantities.iter().map(interval).collect(),
        ranges: quantities.iter().filter_map(range).collect(),
        steps: steps.collect(),
        quantities,
        executes,
    }
}

/// The values of the steps in the IR.
fn values(
    program: &Machine,
    function: OperationRef<'static, 'static>,
) -> Vec<(usize, Value<'static, 'static>)> {
    let is_end = |name: &str| {
        name.ends_with(".yield")
            || matches!(name, "scf.reduce" | "scf.forall.in_parallel" | "func.return" | "test.use")
            || matches!(name, "cf.br" | "cf.cond_br" | "scf.condition")
    };
    let operations = ir::walk(function).into_iter().skip(1);
    let operations = operations.filter(|&op| !is_end(ir::name(op)) && !op.has_attribute("own"));
    let mut operations = operations.peekable();
    let entry = ir::region(function, 0).unwrap().first_block().unwrap();
    let mut n_arguments = 0;
    let mut digits: Option<OperationRef<'_, '_>> = None;
    let mut found = Vec::new();
    for (at, step) in program.steps.iter().enumerate() {
        let value: Value<'_, '_> = match step.operation {
            MachineOperation::Argument => {
                n_arguments += 1;
                ir::argument(entry, n_arguments - 1).unwrap()
            }
            MachineOperation::Digit(digit) => ir::result(digits.unwrap(), digit).unwrap(),
            MachineOperation::Delinearize { .. } => {
                digits = operations.next();
                continue;
            }
            MachineOperation::If(_)
            | MachineOperation::AffineIf(..)
            | MachineOperation::Assume(..) => {
                operations.next();
                continue;
            }
            MachineOperation::For { .. } | MachineOperation::AffineFor(..) => {
                let around = operations.next().unwrap();
                let last = around.regions().last().unwrap().first_block().unwrap();
                let body = last.next_in_region().unwrap_or(last);
                ir::argument(body, 0).unwrap()
            }
            _ => ir::result(operations.next().unwrap(), 0).unwrap(),
        };
        found.push((at, value));
    }
    assert!(operations.peek().is_none(), "{}", program.text(""));
    found
}

impl Facts {
    /// Checks all facts at the values of a run, and returns how many there are. A fact about a
    /// value that is poison says nothing.
    fn check(&self, program: &Machine, arguments: &[i64], values: &Values) -> usize {
        let of_variable: Vec<Option<i64>> =
            self.steps.iter().map(|step| values[(*step)?]).collect();
        let fail = |fact: &str| -> ! {
            let name = |step: &Option<usize>| step.map_or("-".to_owned(), |it| program.name(it));
            let names: Vec<String> = self.steps.iter().map(name).collect();
            let known: Vec<String> =
                self.known.iter().map(|known| known.named(&names).to_string()).collect();
            panic!(
                "{fact} at {arguments:?}\n{}{}\nknown: {known:?}\nvalues: {values:?}",
                program.parameters() + "\n",
                program.text("")
            );
        };
        let mut n_facts = 0;
        for known in &self.known {
            let Some(value) = evaluate(&known.quantity, &of_variable) else { continue };
            let is_above = known.low.is_none_or(|low| i128::from(low) <= value);
            let is_below = known.high.is_none_or(|high| value <= i128::from(high));
            if !is_above || !is_below {
                fail(&format!("{known:?}"));
            }
            n_facts += 1;
        }
        for (step, quantity) in &self.quantities {
            let (Some(value), Some(found)) = (values[*step], evaluate(quantity, &of_variable))
            else {
                continue;
            };
            if i128::from(value) != found {
                fail(&format!("{} is not {found}", program.name(*step)));
            }
            n_facts += usize::from(quantity.as_variable().is_none());
        }
        for (step, interval) in &self.intervals {
            if values[*step].is_some_and(|value| !interval.contains(value.into())) {
                fail(&format!("{} is not in {interval:?}", program.name(*step)));
            }
        }
        for (step, (low, high)) in &self.ranges {
            if values[*step].is_some_and(|value| value < *low || *high < value) {
                fail(&format!("{} is not in [{low}, {high}]", program.name(*step)));
            }
        }
        n_facts
    }
}

/// The value of a quantity; `None` if a variable has none.
fn evaluate(quantity: &Quantity, values: &[Option<i64>]) -> Option<i128> {
    let mut sum = i128::from(quantity.constant());
    for (term, factor) in quantity.terms() {
        let value = match term {
            AffineTerm::Variable(at) => i128::from(values[*at]?),
            AffineTerm::Floor(inner, by) => evaluate(inner, values)?.div_euclid(i128::from(*by)),
            AffineTerm::Modulo(inner, by) => evaluate(inner, values)?.rem_euclid(i128::from(*by)),
        };
        sum += value * i128::from(*factor);
    }
    Some(sum)
}
