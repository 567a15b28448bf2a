//! Random relations: several inputs and outputs, holes, triangles, unions, parameters, existentials.

use super::formula::{Expr, Formula, Output, Piece, Variable};
use super::model::{Fact, Relation};
use super::random::{Random, Symbols};

/// A small relation; its parameters are symbols of these, with their ranges.
pub fn relation(random: &mut Random, symbols: &Symbols) -> Relation {
    let n_inputs = *random.pick(&[1, 1, 1, 2, 2]);
    let n_outputs = if random.chance(15) { 2 } else { 1 };
    let all: Vec<&(String, Vec<Fact>)> = symbols.extents.iter().chain(&symbols.others).collect();
    let parameters: Vec<(String, Option<(i64, i64)>)> = if all.is_empty() || random.chance(45) {
        Vec::new()
    } else {
        let (name, facts) = random.pick(&all);
        let range = facts.iter().find_map(|fact| match fact {
            Fact::In(_, low, high) => Some((*low, *high)),
            Fact::Mod(..) => None,
        });
        vec![(name.clone(), range)]
    };
    let parameter = parameters.first().map(|(name, _)| name.clone());
    let n_pieces = if random.chance(20) { 2 } else { 1 };
    let pieces = (0..n_pieces)
        .map(|at| piece(random, n_inputs, n_outputs, parameter.as_deref(), at))
        .collect();
    Relation { parameters, pieces }
}

fn piece(
    random: &mut Random,
    n_inputs: usize,
    n_outputs: usize,
    parameter: Option<&str>,
    at: i64,
) -> Piece {
    let names = ["i", "j"];
    let inputs: Vec<Variable> = names[..n_inputs]
        .iter()
        .map(|name| {
            // Later pieces begin where earlier ones may have ended.
            let low = at * random.number(0, 5)
                + if n_inputs == 1 && random.chance(10) { random.number(-2, 2) } else { 0 };
            let width = if n_inputs == 1 { random.number(0, 11) } else { random.number(0, 4) };
            Variable { name: name.to_string(), low, high: low + width }
        })
        .collect();
    let mut conditions = Vec::new();
    if let Some(name) = parameter
        && random.chance(60)
    {
        conditions.push(Formula::Compare(Expr::name("i"), "<", Expr::name(name)));
    }
    if random.chance(25) {
        conditions.push(hole(random, &inputs));
    }
    if n_inputs == 2 && random.chance(40) {
        let operator = random.pick(&["<=", "<", ">="]);
        conditions.push(Formula::Compare(Expr::name("j"), operator, Expr::name("i")));
    }
    let outputs =
        (0..n_outputs).map(|at| output(random, &inputs, parameter, at, &mut conditions)).collect();
    let formula = match conditions.len() {
        0 => Formula::True,
        1 => conditions.remove(0),
        _ => Formula::And(conditions),
    };
    Piece { inputs, outputs, formula }
}

/// Something that leaves out some inputs.
fn hole(random: &mut Random, inputs: &[Variable]) -> Formula {
    let input = random.pick(inputs).clone();
    let value = Expr::Name(input.name.clone());
    let (modulus, number) = (random.number(2, 3), random.number(input.low, input.high));
    match random.number(0, 4) {
        0 => Formula::Compare(
            Expr::Mod(Box::new(value), modulus),
            "=",
            Expr::Number(number.rem_euclid(modulus)),
        ),
        1 => Formula::Compare(value, "!=", Expr::Number(number)),
        2 => Formula::Or(vec![
            Formula::Compare(value.clone(), "<", Expr::Number(number)),
            Formula::Compare(value, ">=", Expr::Number(number + 2)),
        ]),
        3 => Formula::Not(Box::new(Formula::Compare(value, "=", Expr::Number(number)))),
        _ => {
            // The input is a multiple.
            let half = Variable { name: "e".to_owned(), low: -4, high: 12 };
            let twice = Expr::Times(modulus, Box::new(Expr::name("e")));
            Formula::Exists(half, Box::new(Formula::Compare(value, "=", twice)))
        }
    }
}

fn output(
    random: &mut Random,
    inputs: &[Variable],
    parameter: Option<&str>,
    at: usize,
    conditions: &mut Vec<Formula>,
) -> Output {
    let value = expression(random, inputs, parameter);
    if !random.chance(20) {
        return Output::Value(value);
    }
    let variable = Variable { name: format!("o{at}"), low: -4, high: 20 };
    let own = Expr::Name(variable.name.clone());
    match random.number(0, 2) {
        0 => conditions.push(Formula::Compare(own, "=", value)),
        // Half of it, where it is even.
        1 => conditions.push(Formula::Compare(Expr::Times(2, Box::new(own)), "=", value)),
        _ => {
            // Two neighbors, which is not a function.
            conditions.push(Formula::Compare(value.clone(), "<=", own.clone()));
            let next = Expr::Sum(vec![value, Expr::Number(1)]);
            conditions.push(Formula::Compare(own, "<=", next));
        }
    }
    Output::Search(variable)
}

fn expression(random: &mut Random, inputs: &[Variable], parameter: Option<&str>) -> Expr {
    let mut terms: Vec<Expr> = Vec::new();
    for input in inputs {
        let factor = random.number(-1, 4);
        terms.push(Expr::Times(factor, Box::new(Expr::Name(input.name.clone()))));
    }
    let input = Box::new(Expr::Name(random.pick(inputs).name.clone()));
    let divisor = random.number(2, 4);
    match random.number(0, 9) {
        0 => terms.push(Expr::Times(random.number(1, 5), Box::new(Expr::Floor(input, divisor)))),
        1 => terms.push(Expr::Mod(input, divisor)),
        2 => terms.push(Expr::Ceil(input, divisor)),
        3 => terms.push(Expr::Max(vec![*input, Expr::Number(random.number(0, 3))])),
        4 => terms.push(Expr::Min(vec![*input, Expr::Number(random.number(0, 3))])),
        _ => {}
    }
    if let Some(name) = parameter
        && random.chance(30)
    {
        terms.push(Expr::name(name));
    }
    if random.chance(40) {
        terms.push(Expr::Number(random.number(-2, 4)));
    }
    Expr::Sum(terms)
}
