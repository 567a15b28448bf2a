//! Sums of names, as messages have them.

use super::run::Run;
use super::value::ExecutedValue;

/// The number that a sum such as `128 * program x + %k - 3` is at this point of a run; nothing if a name
/// in it is not a number.
pub fn number_of(text: &str, run: &Run<'_>) -> Option<i64> {
    let mut rest = text;
    let value = sum(&mut rest, run)?;
    rest.is_empty().then_some(value)
}

fn sum(rest: &mut &str, run: &Run<'_>) -> Option<i64> {
    let mut total = 0;
    let mut sign = 1;
    if let Some(after) = rest.strip_prefix('-') {
        (sign, *rest) = (-1, after);
    }
    loop {
        total += sign * term(rest, run)?;
        sign = match (rest.strip_prefix(" + "), rest.strip_prefix(" - ")) {
            (Some(after), _) => {
                *rest = after;
                1
            }
            (_, Some(after)) => {
                *rest = after;
                -1
            }
            _ => return Some(total),
        };
    }
}

/// A number, a name, or a number times a name.
fn term(rest: &mut &str, run: &Run<'_>) -> Option<i64> {
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    if end == 0 {
        return factor(rest, run);
    }
    let number: i64 = rest[..end].parse().ok()?;
    *rest = &rest[end..];
    match rest.strip_prefix(" * ") {
        Some(after) => {
            *rest = after;
            Some(number * factor(rest, run)?)
        }
        None => Some(number),
    }
}

/// `%name`, `%name of line 3`, `program x`, or `(sum) * (sum)`.
fn factor(rest: &mut &str, run: &Run<'_>) -> Option<i64> {
    if let Some(after) = rest.strip_prefix("program ") {
        let axis = ["x", "y", "z"].iter().position(|axis| after.starts_with(axis))?;
        *rest = &after[1..];
        return Some(run.settings.programs[axis]);
    }
    if let Some(after) = rest.strip_prefix('(') {
        *rest = after;
        let left = sum(rest, run)?;
        *rest = rest.strip_prefix(") * (")?;
        let right = sum(rest, run)?;
        *rest = rest.strip_prefix(')')?;
        return Some(left * right);
    }
    let name = rest.strip_prefix('%')?;
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '#' | '$' | '.');
    let end = name.find(|c| !is_part(c)).unwrap_or(name.len());
    let (name, mut after) = name.split_at(end);
    if let Some(line) = after.strip_prefix(" of line ") {
        after = line.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    *rest = after;
    let first = |value: &ExecutedValue| match value {
        ExecutedValue::Numbers(own) | ExecutedValue::Addresses(_, own) => Some(own.values[0]),
        _ => None,
    };
    let value = run.names.get(name)?;
    // Of a tensor that a loop carries, what the loop has added.
    match (value.as_number(), run.firsts.get(name)) {
        (Some(number), _) => Some(number),
        (None, Some(before)) => Some(first(value)? - first(before)?),
        (None, None) => None,
    }
}
