//! Numbers that are the same for all threads of a program.

use crate::triton::Operation;

/// The result of an operation on such numbers; an operand that is not known is nothing.
pub(super) fn result(operation: &Operation, operands: &[Option<i64>]) -> Option<i64> {
    let at = |at: usize| operands.get(at).copied().flatten();
    // Of a negative number it is not known of how many bits it is.
    let is_unsigned = operation.name().ends_with("ui");
    let both = || {
        let (a, b) = (at(0)?, at(1)?);
        (!is_unsigned || 0 <= a && 0 <= b).then_some((a, b))
    };
    match operation.name() {
        "arith.constant" => operation.constant(),
        "arith.addi" => both().and_then(|(a, b)| a.checked_add(b)),
        "arith.subi" => both().and_then(|(a, b)| a.checked_sub(b)),
        "arith.muli" if at(0) == Some(0) || at(1) == Some(0) => Some(0),
        "arith.muli" => both().and_then(|(a, b)| a.checked_mul(b)),
        "arith.divsi" | "arith.divui" => both().and_then(|(a, b)| a.checked_div(b)),
        "arith.ceildivsi" | "arith.ceildivui" => both().and_then(|(a, b)| {
            let quotient = a.checked_div_euclid(b)?;
            Some(quotient + i64::from(a.checked_rem_euclid(b)? != 0))
        }),
        "arith.floordivsi" => both().and_then(|(a, b)| a.checked_div_euclid(b)),
        "arith.remsi" | "arith.remui" => both().and_then(|(a, b)| a.checked_rem(b)),
        "arith.minsi" | "arith.minui" => both().map(|(a, b)| a.min(b)),
        "arith.maxsi" | "arith.maxui" => both().map(|(a, b)| a.max(b)),
        "arith.andi" if at(0) == Some(0) || at(1) == Some(0) => Some(0),
        "arith.andi" => both().map(|(a, b)| a & b),
        "arith.ori" => both().map(|(a, b)| a | b),
        "arith.xori" => both().map(|(a, b)| a ^ b),
        "arith.shli" => both().and_then(|(a, b)| a.checked_mul(1_i64.checked_shl(b as u32)?)),
        "arith.shrsi" | "arith.shrui" => both().and_then(|(a, b)| a.checked_shr(b as u32)),
        "arith.cmpi" => both().and_then(|(a, b)| compare(operation, a, b)),
        "arith.select" => match at(0)? {
            0 => at(2),
            _ => at(1),
        },
        "arith.extsi" | "arith.trunci" | "arith.index_cast" => at(0),
        // A bit is 0 or 1 here, whatever it is extended to.
        "arith.extui" => at(0).filter(|&number| 0 <= number),
        "tt.get_program_id" => Some(0),
        "tt.get_num_programs" => Some(16),
        _ => None,
    }
}

fn compare(operation: &Operation, left: i64, right: i64) -> Option<i64> {
    let predicate = operation.predicate()?;
    if predicate.starts_with('u') && (left < 0 || right < 0) {
        return None;
    }
    let is_so = match predicate {
        "eq" => left == right,
        "ne" => left != right,
        "slt" | "ult" => left < right,
        "sle" | "ule" => left <= right,
        "sgt" | "ugt" => left > right,
        "sge" | "uge" => left >= right,
        _ => return None,
    };
    Some(i64::from(is_so))
}
