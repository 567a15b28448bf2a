//! Numbers that are the same for all threads of a program.

use super::coverage::Choice;
use super::integer::{Integer, Sources, bits};
use crate::triton::Operation;

/// The result of an operation on such numbers; an operand that is not known is nothing. It has as many bits as
/// its type, and is not known where the operation has no result: a shift by all bits or more, a division by
/// zero, or a result that the operation promises to fit and that does not.
pub(super) fn result(
    operation: &Operation,
    operands: &[Option<Integer>],
    choice: &Choice,
) -> Option<Integer> {
    let at = |at: usize| operands.get(at).copied().flatten();
    let name = operation.name().split_once('.')?.1;
    if name == "select" {
        let condition = at(0)?;
        let chosen = at(if condition.is_zero() { 2 } else { 1 })?;
        return Some(chosen.because_of(condition.is_made_up()).depending_on(condition.sources()));
    }
    match name {
        "get_program_id" => {
            let axis = operation.attribute("axis").and_then(|own| own.as_integer());
            let axis = axis.map(|own| own.to_string());
            return choice.program(operation.words().first().or(axis.as_ref())?);
        }
        "get_num_programs" => return choice.n_programs(),
        _ => {}
    }
    let [operand_types, result_types] = operation.types();
    let own_bits = match result_types.first().or(operand_types.first()) {
        _ if name == "cmpi" => 1,
        Some(kind) => bits(kind)?,
        // `true` and `false` have no type.
        None if name == "constant" => 1,
        None => 32,
    };
    let is_known_zero = |number: &Integer| number.is_zero();
    if matches!(name, "muli" | "andi")
        && let Some(zero) = [at(0), at(1)].into_iter().flatten().find(is_known_zero)
    {
        return Some(zero);
    }
    let value = match name {
        "constant" => operation.constant()?.into(),
        "extsi" | "trunci" | "index_cast" => at(0)?.value().into(),
        "extui" | "index_castui" => at(0)?.unsigned().into(),
        _ => {
            let (left, right) = (at(0)?, at(1)?);
            let of = |is_unsigned| of_two(operation, name, [left, right], is_unsigned);
            let fits = |is_unsigned| {
                of(is_unsigned).and_then(|own| Integer::exact(own, own_bits, is_unsigned)).is_some()
            };
            let is_broken = [("nsw", false), ("nuw", true)]
                .into_iter()
                .any(|(promise, own)| operation.has_word(promise) && !fits(own));
            of(name.ends_with("ui")).filter(|_| !is_broken)?
        }
    };
    let is_made_up = operands.iter().flatten().any(|own| own.is_made_up());
    let sources =
        operands.iter().flatten().fold(Sources::default(), |all, own| all.and(own.sources()));
    Some(Integer::wrapped(value, own_bits)?.because_of(is_made_up).depending_on(sources))
}

/// An operation on two numbers, before its result is cut to its bits.
fn of_two(
    operation: &Operation,
    name: &str,
    [left, right]: [Integer; 2],
    is_unsigned: bool,
) -> Option<i128> {
    let (a, b) = (left.read(is_unsigned), right.read(is_unsigned));
    let shift = || Some(right.unsigned()).filter(|&by| by < u64::from(left.bits()));
    let (quotient, rest) = match b {
        0 => (None, None),
        _ => (Some(a / b), Some(a % b)),
    };
    // The one quotient that does not fit: that of the least number by -1.
    let fits = |own: &i128| Integer::exact(*own, left.bits(), is_unsigned).is_some();
    let quotient = quotient.filter(fits);
    let is_off = |is_up: bool| rest.is_some_and(|rest| rest != 0 && ((a < 0) == (b < 0)) == is_up);
    Some(match name {
        "addi" => a + b,
        "subi" => a - b,
        "muli" => a * b,
        "divsi" | "divui" => quotient?,
        "ceildivsi" | "ceildivui" => quotient? + i128::from(is_off(true)),
        "floordivsi" => quotient? - i128::from(is_off(false)),
        "remsi" | "remui" => quotient.and(rest)?,
        "minsi" | "minui" => a.min(b),
        "maxsi" | "maxui" => a.max(b),
        "andi" => a & b,
        "ori" => a | b,
        "xori" => a ^ b,
        "shli" => a << shift()?,
        "shrsi" | "shrui" => a >> shift()?,
        "cmpi" => compare(operation.predicate()?, left, right)?.into(),
        _ => return None,
    })
}

fn compare(predicate: &str, left: Integer, right: Integer) -> Option<bool> {
    let is_unsigned = predicate.starts_with('u');
    let (left, right) = (left.read(is_unsigned), right.read(is_unsigned));
    Some(match predicate {
        "eq" => left == right,
        "ne" => left != right,
        "slt" | "ult" => left < right,
        "sle" | "ule" => left <= right,
        "sgt" | "ugt" => left > right,
        "sge" | "uge" => left >= right,
        _ => return None,
    })
}
