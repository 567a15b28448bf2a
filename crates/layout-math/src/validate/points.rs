//! Claims at single points.

use super::claim::{Claim, Mismatch, Outcome};
use super::code::{Node, Poison};
use crate::affine::{Fact, Interval};
use crate::algebra::Budget;

/// How many combinations of telling values are looked at where there are too many points.
const SAMPLES: u64 = 2048;

/// How many of the telling values of an input count as small.
const SMALLEST: u64 = 12;

/// What looking at points found.
pub(super) enum Look {
    /// The claim holds at all points, of which there are so many.
    Everywhere(i64),
    Mismatch(Mismatch),
    /// It holds at those that were looked at.
    Undecided,
}

/// What a claim is at a point.
pub(super) enum AtPoint {
    /// True there, or nothing is claimed.
    Holds,
    Fails(Mismatch),
    /// The layout has several offsets there, or they are not found.
    NoOffset,
}

/// Looks at all points in the ranges, the first input fastest, if there are at most `limit`.
pub(super) fn everywhere(claim: &Claim<'_>, ranges: &[Interval], limit: i64) -> Look {
    let ends: Vec<(i64, i64)> = ranges.iter().map(|range| range.clamped()).collect();
    let sizes = ends.iter().map(|&(low, high)| Some(high.checked_sub(low)?.checked_add(1)?.max(0)));
    let size = sizes.clone().try_fold(1_i64, |size, extent| size.checked_mul(extent?));
    let Some(size) = size.filter(|&size| size <= limit) else { return Look::Undecided };
    let mut point: Vec<i64> = ends.iter().map(|ends| ends.0).collect();
    let mut is_seen = true;
    for _ in 0..size {
        match at(claim, &point) {
            AtPoint::Holds => {}
            AtPoint::Fails(mismatch) => return Look::Mismatch(mismatch),
            AtPoint::NoOffset => is_seen = false,
        }
        for (value, &(low, high)) in point.iter_mut().zip(&ends) {
            if *value < high {
                *value += 1;
                break;
            }
            *value = low;
        }
    }
    if is_seen { Look::Everywhere(size) } else { Look::Undecided }
}

/// Looks at combinations of small values, powers of two with their neighbors, and ends. Of the points
/// where the claim fails the least one is shown.
pub(super) fn here_and_there(claim: &Claim<'_>, ranges: &[Interval]) -> Look {
    let values: Vec<Vec<i64>> = ranges.iter().map(|&range| telling(claim, range)).collect();
    if values.iter().any(Vec::is_empty) {
        return Look::Undecided;
    }
    let mut least: Option<Mismatch> = None;
    let mut look = |point: &[i64]| {
        if let AtPoint::Fails(mismatch) = at(claim, point)
            && least.as_ref().is_none_or(|least| mismatch.order() < least.order())
        {
            least = Some(mismatch);
        }
    };
    // All combinations of the smallest values.
    let n = u32::try_from(values.len()).unwrap_or(u32::MAX);
    let side = (1..=SMALLEST).take_while(|side: &u64| {
        side.checked_pow(n).is_some_and(|combinations| combinations <= SAMPLES)
    });
    let side = side.last().unwrap_or(1);
    for number in 0..side.saturating_pow(n).min(SAMPLES) {
        let mut left = number;
        let digit = |values: &Vec<i64>| {
            let at = (left % side) as usize;
            left /= side;
            values[at.min(values.len() - 1)]
        };
        look(&values.iter().map(digit).collect::<Vec<i64>>());
    }
    // A linear congruential generator: the same points in every run.
    let mut state = 1_u64;
    for _ in 0..SAMPLES {
        let choose = |values: &Vec<i64>| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Half of the choices are among the small values.
            let smallest = values.len().min(SMALLEST as usize);
            let among = if state >> 62 & 1 == 0 { smallest } else { values.len() };
            values[(state >> 33) as usize % among]
        };
        look(&values.iter().map(choose).collect::<Vec<i64>>());
    }
    least.map_or(Look::Undecided, Look::Mismatch)
}

/// Values of an input at which code goes wrong if it does, the small ones first.
fn telling(claim: &Claim<'_>, range: Interval) -> Vec<i64> {
    let moduli = claim.layout.facts().iter().filter_map(|fact| match fact {
        Fact::Congruence { modulus, residue, .. } => Some((*modulus, *residue)),
        Fact::Range { .. } => None,
    });
    let from_facts = moduli.flat_map(|(modulus, residue)| {
        (0..3).filter_map(move |times| modulus.checked_mul(times)?.checked_add(residue))
    });
    let powers = (3..63).flat_map(|bit| [(1_i64 << bit) - 1, 1 << bit, (1 << bit) + 1]);
    let (low, high) = range.clamped();
    let small = (0..8).map(|step| low.saturating_add(step)).chain([high]);
    let all = small.chain(from_facts).chain(powers);
    all.filter(|&value| range.contains(value.into())).collect()
}

/// The claim at a point: what differs there, if anything. Where the layout has no value, an input is
/// out of its bounds, a premise is not true, or a coordinate is poison, nothing is claimed.
pub(super) fn at(claim: &Claim<'_>, inputs: &[i64]) -> AtPoint {
    let Some((coordinate, symbols, found)) = claimed(claim, inputs) else { return AtPoint::Holds };
    let offsets = claim.layout.offsets_at(&coordinate, &symbols, &Budget::default());
    let expected = match offsets.map(<[Vec<i64>; 1]>::try_from) {
        Some(Ok([expected])) => expected,
        Some(Err(none)) if none.is_empty() => return AtPoint::Holds,
        _ => return AtPoint::NoOffset,
    };
    if !expected.iter().all(|&part| claim.offset_range().contains(part.into())) {
        return AtPoint::Holds;
    }
    let outcome = match found {
        Ok(offsets) if offsets == expected => return AtPoint::Holds,
        Ok(offsets) => Outcome::Offset(offsets.into()),
        Err(poison) => Outcome::Poison(poison),
    };
    let symbols = symbols.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let (coordinate, expected) = (coordinate.into(), expected.into());
    AtPoint::Fails(Mismatch { symbols, coordinate, expected, found: outcome })
}

/// A coordinate, the symbols, and the offset that the code gives there.
type Claimed<'a> = (Vec<i64>, Vec<(&'a str, i64)>, Result<Vec<i64>, Poison>);

/// What the claim is about at a point, if anything.
fn claimed<'a>(claim: &Claim<'a>, inputs: &[i64]) -> Option<Claimed<'a>> {
    if !claim.may_occur(inputs) {
        return None;
    }
    let found = claim.code.evaluate(inputs);
    let value = |node: &Node| found[node.position()];
    if claim.premises.iter().map(value).any(|truth| truth.is_err() || truth == Ok(0)) {
        return None;
    }
    let coordinate = claim.coordinates.iter().map(value).collect::<Result<_, _>>().ok()?;
    let symbols = claim.symbols.iter().map(|(name, node)| Ok((*name, value(node)?)));
    let symbols = symbols.collect::<Result<_, Poison>>().ok()?;
    Some((coordinate, symbols, claim.offsets.iter().map(value).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{AnyLayout, Kind};
    use crate::validate::{Code, Operation};

    #[test]
    fn nothing_is_claimed_where_an_offset_is_too_large() {
        let layout = AnyLayout::parse(Kind::Cute, "4:1073741824").unwrap();
        let mut code = Code::default();
        let c = code.input(64);
        let seven = code.push(64, Operation::Constant(7));
        let claim = Claim { offset_bits: 32, ..Claim::of_one(&layout, &code, c, seven, (0, 3)) };
        let AtPoint::Fails(found) = at(&claim, &[1]) else { panic!() };
        assert_eq!(found.to_string(), "lowering differs at coordinate 1: 1073741824 and 7");
        // The offset 2147483648 has more than 32 bits.
        assert!(matches!(at(&claim, &[2]), AtPoint::Holds));
        // In no numbers there is nothing to look at.
        let nothing = Interval::new(5, 4);
        assert!(matches!(here_and_there(&claim, &[nothing]), Look::Undecided));
        let Look::Mismatch(found) = here_and_there(&claim, &[Interval::new(0, 3)]) else {
            panic!()
        };
        assert_eq!(found.to_string(), "lowering differs at coordinate 0: 0 and 7");
    }

    #[test]
    fn a_layout_with_several_offsets_is_not_enumerated() {
        let text = "{ [i] -> [o] : 0 <= i < 4 and i <= o <= i + 1 }";
        let layout = AnyLayout::parse(Kind::Relation, text).unwrap();
        let mut code = Code::default();
        let c = code.input(64);
        let claim = Claim::of_one(&layout, &code, c, c, (0, 5));
        assert!(matches!(at(&claim, &[1]), AtPoint::NoOffset));
        assert!(matches!(at(&claim, &[5]), AtPoint::Holds));
        assert!(matches!(everywhere(&claim, &[Interval::new(0, 5)], 9), Look::Undecided));
        assert!(matches!(everywhere(&claim, &[Interval::new(4, 5)], 9), Look::Everywhere(2)));
    }

    #[test]
    fn multiples_that_facts_name_are_looked_at() {
        let text = "(M,4):(4,1) where M in [2,400], M mod 90 = 10";
        let layout = AnyLayout::parse(Kind::Cute, text).unwrap();
        let code = Code::default();
        let claim = Claim {
            layout: &layout,
            code: &code,
            coordinates: vec![],
            symbols: vec![],
            offsets: vec![],
            offset_bits: 64,
            premises: vec![],
            bounds: vec![],
        };
        let found = telling(&claim, Interval::new(95, 200));
        assert_eq!(found, [95, 96, 97, 98, 99, 100, 101, 102, 200, 100, 190, 127, 128, 129]);
    }
}
