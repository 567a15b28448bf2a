//! Quasi-affine quantities as code.

use super::program::{Program, Style, Value, is_power_of_two};
use crate::affine::{AffineTerm, Quantity};

/// The value of a quantity whose variable `i` is `variables[i]`; `None` past 64 bits.
pub(super) fn value(
    program: &mut Program,
    quantity: &Quantity,
    variables: &[Value],
) -> Option<Value> {
    let mut terms: Vec<(Value, i64)> = Vec::new();
    for (term, coefficient) in quantity.terms() {
        let value = match term {
            AffineTerm::Variable(position) => *variables.get(*position)?,
            AffineTerm::Floor(inner, divisor) => {
                let inner = value(program, inner, variables)?;
                match raised(program, inner, *divisor) {
                    Some((inner, whole)) => {
                        let quotient = program.quotient(inner, *divisor);
                        let whole = program.constant(whole);
                        program.difference(quotient, whole)
                    }
                    None => program.floor(inner, *divisor),
                }
            }
            AffineTerm::Modulo(inner, divisor) => {
                let inner = value(program, inner, variables)?;
                // A mask takes the lowest bits of any number, and so does the remainder of a map.
                let is_mask = is_power_of_two(*divisor) || program.style() != Style::Bits;
                match raised(program, inner, *divisor).filter(|_| !is_mask) {
                    Some((inner, _)) => program.remainder(inner, *divisor),
                    None if is_mask => program.remainder(inner, *divisor),
                    None => {
                        let quotient = program.floor(inner, *divisor);
                        let whole = program.scaled(quotient, *divisor);
                        program.difference(inner, whole)
                    }
                }
            }
        };
        terms.push((value, *coefficient));
    }
    let constant = program.constant(quantity.constant());
    let varying = program.weighted(terms)?;
    Some(program.sum(varying, constant))
}

/// A value, with multiples of the divisor added until it is not negative, and how many; `None` if it
/// may be any negative number.
fn raised(program: &mut Program, found: Value, divisor: i64) -> Option<(Value, i64)> {
    let low = program.known(found).low();
    if 0 <= low || program.style() != Style::Bits {
        return Some((found, 0));
    }
    let whole = low.checked_neg()?.checked_add(divisor - 1)? / divisor;
    let added = program.constant(whole.checked_mul(divisor)?);
    let raised = program.sum(found, added);
    (0 <= program.known(raised).low()).then_some((raised, whole))
}
