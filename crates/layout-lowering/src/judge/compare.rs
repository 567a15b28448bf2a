//! Two values, bit by bit.

use layout_math::validate::FunctionVerdict;

use crate::bits::{Inputs, PARTLY_UNDEFINED, POISON, Table, UNDEFINED, has_no_value, is_lost};

/// Where the code gives something else.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mismatch {
    pub at: String,
    pub before: String,
    pub after: String,
}

impl Mismatch {
    pub fn verdict(self) -> FunctionVerdict {
        let Mismatch { at, before, after } = self;
        FunctionVerdict::Refuted { at, before, after }
    }
}

/// How the bytes of the code compare with those of the TTGIR.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    /// Some bits of the code are not followed; the others are equal.
    Lost,
    Different,
}

/// Bits that the TTGIR leaves undefined may be anything; what is not followed is equal to nothing, itself
/// included.
pub(super) fn compare(expected: &[u32], found: &[u32], table: &Table) -> Comparison {
    let mut result = Comparison::Equal;
    for (&expected, &found) in expected.iter().zip(found) {
        if expected == found && table.is_followed(expected) {
            continue;
        }
        for (expected, found) in table.bits(expected).into_iter().zip(table.bits(found)) {
            match (expected, found) {
                (UNDEFINED | POISON, _) => {}
                (PARTLY_UNDEFINED, _) => result = Comparison::Lost,
                _ if is_lost(expected) || is_lost(found) => result = Comparison::Lost,
                _ if expected == found => {}
                _ if has_no_value(found) => return Comparison::Different,
                _ if table.combinations.differ(expected, found) => return Comparison::Different,
                _ => result = Comparison::Lost,
            }
        }
    }
    result
}

/// The line of the code that wrote what is in a memory, in words.
pub(super) fn written(line: u32) -> String {
    match line {
        0 => "not written".to_owned(),
        _ => format!("written at line {line}"),
    }
}

/// What each side gives, in words.
pub(super) fn mismatch(
    at: String,
    expected: &[u32],
    found: &[u32],
    inputs: &Inputs,
    table: &Table,
) -> Mismatch {
    let (mut before, after) = inputs.describe_both(expected, found, table);
    if before == after {
        before += ", other bits of it";
    }
    Mismatch { at, before, after }
}

/// That bits were lost is said with the instruction that lost them.
pub(super) fn lost(table: &Table) -> FunctionVerdict {
    let reason = match &table.lost_at {
        Some((name, line)) => format!("{name} at line {line} of the code computes with data"),
        None => "the TTGIR computes with data".to_owned(),
    };
    FunctionVerdict::Unknown { reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::{Combine, Contents, LOST, MAYBE_POISON, UNDEFINED_BYTE};

    #[test]
    fn bits_are_compared_one_by_one() {
        let mut table = Table::new();
        let symbols = [0, 1].map(|number| Contents::Symbols.byte(number));
        let bits = symbols.map(|byte| table.bits(byte));
        // The lower half of a symbol with another upper half.
        let mut with = |upper: [u32; 4]| {
            let mut own = bits[0];
            own[4..].copy_from_slice(&upper);
            table.byte(own)
        };
        let (undefined, poison, lost) = (with([UNDEFINED; 4]), with([POISON; 4]), with([LOST; 4]));
        let (maybe, partly) = (with([MAYBE_POISON; 4]), with([PARTLY_UNDEFINED; 4]));
        let other = with([bits[1][4], bits[1][5], bits[1][6], bits[1][7]]);
        let whole = symbols[0];
        let all_partly = table.byte([PARTLY_UNDEFINED; 8]);
        let sum = table.combined(Combine::FloatAdd, 0, [&[vec![whole]], &[vec![0]]])[0];
        for (expected, found, comparison) in [
            (whole, whole, Comparison::Equal),
            (undefined, other, Comparison::Equal),
            (poison, other, Comparison::Equal),
            (undefined, symbols[1], Comparison::Different),
            (whole, undefined, Comparison::Different),
            (whole, poison, Comparison::Different),
            (whole, other, Comparison::Different),
            (whole, lost, Comparison::Lost),
            (lost, whole, Comparison::Lost),
            (lost, symbols[1], Comparison::Different),
            (lost, lost, Comparison::Lost),
            (whole, maybe, Comparison::Lost),
            (maybe, maybe, Comparison::Lost),
            (maybe, poison, Comparison::Lost),
            (undefined, maybe, Comparison::Equal),
            (whole, partly, Comparison::Different),
            (partly, whole, Comparison::Lost),
            (partly, partly, Comparison::Lost),
            (all_partly, all_partly, Comparison::Lost),
            (sum, whole, Comparison::Lost),
            (sum, UNDEFINED_BYTE, Comparison::Different),
        ] {
            assert_eq!(compare(&[expected], &[found], &table), comparison, "{expected} {found}");
        }
    }
}
