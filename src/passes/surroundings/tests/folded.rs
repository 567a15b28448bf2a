//! The definitions that the tests take for MLIR's, against what MLIR folds.

use fastrand::Rng;
use melior::ir::operation::OperationLike;
use melior::pass::{PassManager, transform};

use super::machine::generate::number;
use super::machine::{Machine, MachineOperation, Type, Values};
use super::module;
use crate::dialect::ir;
use crate::dialect::ir::constant;

/// Every value of random programs whose arguments are constants, as `--canonicalize` has it.
#[test]
fn mlir_folds_to_the_same_numbers() {
    let mut random = Rng::with_seed(11);
    let types = [1, 4, 8, 32, 64].map(Type::Integer);
    let types: Vec<Type> = types.into_iter().chain([Type::Index; 4]).collect();
    let mut text = String::new();
    let mut expected: Vec<(Machine, Values)> = Vec::new();
    while expected.len() < 4_000 {
        let mut program = Machine::random(&mut random, &types, 3, 0);
        for step in &mut program.steps {
            if matches!(step.operation, MachineOperation::Argument) {
                step.operation = MachineOperation::Constant(number(&mut random, step.r#type));
            }
        }
        let mut found = None;
        if program.run(&[], &mut |values| found = Some(values.clone())).is_err() {
            continue;
        }
        let values = found.unwrap();
        let is_used = |&at: &usize| {
            let operation = &program.steps[at].operation;
            values[at].is_some() && !matches!(operation, MachineOperation::Delinearize { .. })
        };
        let used: Vec<usize> = (0..values.len()).filter(is_used).collect();
        let names: Vec<String> = used.iter().map(|&at| program.name(at)).collect();
        let types: Vec<String> = used.iter().map(|&at| program.steps[at].r#type.text()).collect();
        let end = format!("\"test.use\"({}) : ({}) -> ()\n", names.join(", "), types.join(", "));
        let body = program.text(&end);
        text += &format!("func.func @p{}() {{\n{body}return\n}}\n", expected.len());
        let values = used.iter().map(|&at| values[at]).collect();
        expected.push((program, values));
    }
    let (context, module) = module(&text);
    let manager = PassManager::new(context);
    manager.add_pass(transform::create_canonicalizer());
    manager.run(module).unwrap();
    let uses = ir::walk(module.as_operation());
    let uses = uses.into_iter().filter(|&operation| ir::name(operation) == "test.use");
    let (mut n_folded, mut n_left) = (0, 0);
    for ((program, values), used) in expected.iter().zip(uses) {
        for (value, operand) in values.iter().zip(used.operands()) {
            match constant(operand) {
                Some(folded) => {
                    n_folded += 1;
                    assert_eq!(Some(folded), *value, "{}", program.text(""));
                }
                None => n_left += 1,
            }
        }
    }
    println!("{n_folded} folded, {n_left} not");
    assert!(15_000 < n_folded && n_left * 10 < n_folded, "{n_folded} folded, {n_left} not");
}
