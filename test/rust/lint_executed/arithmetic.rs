//! Integers as the machine computes them.

use std::rc::Rc;

use layout_kernels::triton::{Operation, Type};

use super::value::Numbers;

/// The width of the integers of a type; nothing for anything else.
pub fn width(kind: &Type) -> Option<u32> {
    let name = match kind {
        Type::Tensor(tensor) => tensor.element().as_str(),
        Type::Other { name, .. } => name,
        Type::MemDesc(_) => return None,
    };
    match name {
        "index" => Some(64),
        _ => name.strip_prefix('i')?.parse().ok(),
    }
}

/// The signed number of so many bits; one bit is 0 or 1.
fn wrapped(value: i64, bits: u32) -> i64 {
    match bits {
        1 => value & 1,
        2..64 => value << (64 - bits) >> (64 - bits),
        _ => value,
    }
}

fn unsigned(value: i64, bits: u32) -> i64 {
    if bits < 64 { value & ((1 << bits) - 1) } else { value }
}

/// The result of an operation on integers; `wraps` is false to compute as if they had no end.
pub fn result(operation: &Operation, operands: &[&Numbers], wraps: bool) -> Option<Rc<Numbers>> {
    let [from, to] = operation.types();
    let before = width(from.last()?)?;
    let bits = to.last().map_or(Some(before), width)?;
    let name = operation.name().strip_prefix("arith.")?;
    // An i1 is 0 or 1 here, and -1 as a signed number.
    let sign = |value: i64| if before == 1 { -value } else { value };
    let of = |values: &[i64]| -> Option<i64> {
        let (a, b) = (values[0], values.get(1).copied().unwrap_or(0));
        let value = match name {
            "addi" => a.checked_add(b)?,
            "subi" => a.checked_sub(b)?,
            "muli" => a.checked_mul(b)?,
            "divsi" | "divui" => a.checked_div(b)?,
            "ceildivsi" => a.checked_add(b - 1)?.checked_div_euclid(b)?,
            "remsi" | "remui" => a.checked_rem(b)?,
            "andi" => a & b,
            "ori" => a | b,
            "xori" => a ^ b,
            "shli" => a.checked_mul(1_i64.checked_shl(u32::try_from(b).ok()?)?)?,
            "shrsi" => a.checked_shr(u32::try_from(b).ok()?)?,
            "shrui" => unsigned(a, before).checked_shr(u32::try_from(b).ok()?)?,
            "minsi" => a.min(b),
            "maxsi" => a.max(b),
            "minui" => {
                if unsigned(a, before) < unsigned(b, before) {
                    a
                } else {
                    b
                }
            }
            "maxui" => {
                if unsigned(a, before) < unsigned(b, before) {
                    b
                } else {
                    a
                }
            }
            "extsi" => sign(a),
            "extui" => unsigned(a, before),
            "trunci" | "index_cast" => a,
            "cmpi" => {
                let (ua, ub) = (unsigned(a, before), unsigned(b, before));
                return Some(i64::from(match operation.predicate()? {
                    "eq" => a == b,
                    "ne" => a != b,
                    "slt" => sign(a) < sign(b),
                    "sle" => sign(a) <= sign(b),
                    "sgt" => sign(a) > sign(b),
                    "sge" => sign(a) >= sign(b),
                    "ult" => ua < ub,
                    "ule" => ua <= ub,
                    "ugt" => ua > ub,
                    "uge" => ua >= ub,
                    _ => return None,
                }));
            }
            _ => return None,
        };
        Some(if wraps || bits < 32 { wrapped(value, bits) } else { value })
    };
    let first = operands.first()?;
    let values: Option<Vec<i64>> = (0..first.values.len())
        .map(|at| {
            let own: Vec<i64> = operands.iter().map(|operand| operand.values[at]).collect();
            of(&own)
        })
        .collect();
    Some(Rc::new(Numbers { shape: first.shape.clone(), values: values? }))
}

/// One of two, element by element or as a whole.
pub fn chosen(which: &Numbers, yes: &Numbers, no: &Numbers) -> Option<Rc<Numbers>> {
    let of = |at: usize| {
        let own = if which.shape.is_empty() { which.values[0] } else { which.values[at] };
        if own == 0 { no.values[at] } else { yes.values[at] }
    };
    let is_whole = which.shape.is_empty() || which.shape == yes.shape;
    (is_whole && yes.shape == no.shape).then(|| {
        let values = (0..yes.values.len()).map(of).collect();
        Rc::new(Numbers { shape: yes.shape.clone(), values })
    })
}
