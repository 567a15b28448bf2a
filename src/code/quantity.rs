//! Quasi-affine quantities as code.

use super::program::{Program, Value};
use crate::relation::{Quantity, Term};

/// The value of a quantity whose variable `i` is `variables[i]`; `None` past 64 bits, and for a
/// quotient of a number that has no known lower bound.
pub(super) fn value(
    program: &mut Program,
    quantity: &Quantity,
    variables: &[Value],
) -> Option<Value> {
    let mut terms: Vec<(Value, i64)> = Vec::new();
    for (term, coefficient) in quantity.terms() {
        let value = match term {
            Term::Variable(position) => *variables.get(*position)?,
            Term::Floor(inner, divisor) => {
                let (inner, whole) = raised(program, inner, *divisor, variables)?;
                let quotient = program.quotient(inner, *divisor);
                let whole = program.constant(whole);
                program.difference(quotient, whole)
            }
            Term::Modulo(inner, divisor) => {
                let (inner, _) = raised(program, inner, *divisor, variables)?;
                program.remainder(inner, *divisor)
            }
        };
        terms.push((value, *coefficient));
    }
    let constant = program.constant(quantity.constant());
    let varying = program.weighted(terms)?;
    Some(program.sum(varying, constant))
}

/// A quantity, with multiples of the divisor added until it is not negative, and how many.
fn raised(
    program: &mut Program,
    quantity: &Quantity,
    divisor: i64,
    variables: &[Value],
) -> Option<(Value, i64)> {
    let found = value(program, quantity, variables)?;
    let low = program.known(found).low();
    if 0 <= low {
        return Some((found, 0));
    }
    let whole = low.checked_neg()?.checked_add(divisor - 1)? / divisor;
    let added = program.constant(whole.checked_mul(divisor)?);
    let raised = program.sum(found, added);
    (0 <= program.known(raised).low()).then_some((raised, whole))
}
