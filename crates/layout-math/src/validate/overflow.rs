//! The least inputs at which a value no longer fits its type.

use super::code::Poison;
use super::refinement::Refinement;
use super::witness::{Domain, size};

/// Of more inputs than this not every choice of large ones is tried.
const MAX_LARGE: u32 = 8;

/// The least inputs found at which one of the values after wraps as a signed number where its operation
/// promises that it does not, and that operation. What is before is a number there.
///
/// Some of the inputs are made as large as a power of two, or as their bounds allow, and then each as small
/// as it may be for something to wrap still.
///
/// ```
/// use layout_math::validate::{Code, Flags, Operation, Operator, Refinement, first_wrap};
///
/// let mut code = Code::default();
/// let x = code.input(32);
/// let [wide, seven] = [Operation::SignExtend(x), Operation::Constant(7)];
/// let wide = code.push(64, wide);
/// let seven = code.push(32, seven);
/// let flags = Flags { nsw: true, nuw: false };
/// let product = Operation::Binary { operator: Operator::Multiply, left: x, right: seven, flags };
/// let product = code.push(32, product);
/// let claim = Refinement {
///     code: &code,
///     before: vec![wide],
///     after: vec![product],
///     premises: vec![],
///     bounds: vec![(0, i32::MAX.into())],
///     fits: true,
///     is_part: false,
/// };
/// let (inputs, poison) = first_wrap(&claim).unwrap();
/// assert_eq!((inputs, poison.node), (vec![306_783_379], product));
/// ```
pub fn first_wrap(claim: &Refinement<'_>) -> Option<(Vec<i64>, Poison)> {
    let domain = Domain::new(claim.code, &claim.premises, &claim.bounds);
    let n = u32::try_from(claim.bounds.len()).unwrap_or(u32::MAX).min(MAX_LARGE);
    let mut least: Option<Vec<i64>> = None;
    for power in 1..63 {
        let large = 1_i64 << power;
        for choice in 1..1_u32 << n {
            let mut left = choice;
            let point = domain.point(|(low, high, step), _| {
                let is_large = left & 1 == 1;
                left >>= 1;
                let most = low.saturating_add(large / step * step).min(high);
                Some(if is_large { low + (most - low) / step * step } else { low })
            });
            let Some(point) = point.filter(|point| wrap(claim, point).is_some()) else { continue };
            let point = lowered(claim, point);
            if least.as_ref().is_none_or(|least| size(&point) < size(least)) {
                least = Some(point);
            }
        }
        if least.is_some() {
            break;
        }
    }
    let least = least?;
    let poison = wrap(claim, &least)?;
    Some((least, poison))
}

/// The point with each input in turn as small as it may be.
fn lowered(claim: &Refinement<'_>, mut point: Vec<i64>) -> Vec<i64> {
    loop {
        let before = point.clone();
        for number in 0..point.len() {
            let (mut low, mut high) = (claim.bounds[number].0.max(0), point[number]);
            while low < high {
                let middle = low + (high - low) / 2;
                point[number] = middle;
                if wrap(claim, &point).is_some() { high = middle } else { low = middle + 1 }
            }
            point[number] = high;
        }
        if before == point {
            return point;
        }
    }
}

fn wrap(claim: &Refinement<'_>, inputs: &[i64]) -> Option<Poison> {
    let (found, _) = claim.values(inputs)?;
    let mut after = claim.after.iter().map(|node| found[node.position()]);
    after.find_map(|value| value.err().filter(Poison::is_signed_wrap))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::code::{Code, Flags, Operation, Operator};

    #[test]
    fn a_point_is_lowered_until_it_is_least() {
        let mut code = Code::default();
        let [x, y] = [code.input(8), code.input(8)];
        let flags = Flags { nsw: true, nuw: false };
        let sum = Operation::Binary { operator: Operator::Add, left: x, right: y, flags };
        let sum = code.push(8, sum);
        let claim = Refinement {
            code: &code,
            before: vec![x],
            after: vec![sum],
            premises: vec![],
            bounds: vec![(0, 127), (0, 127)],
            fits: true,
            is_part: false,
        };
        for (from, least) in
            [([100, 100], [28, 100]), ([28, 100], [28, 100]), ([127, 127], [1, 127])]
        {
            assert_eq!(lowered(&claim, from.to_vec()), least);
        }
    }
}
