//! Which comparisons compute numbers past 64 bits, and how they are written so that they do not.

use super::{AffineTerm, Comparison, Interval, Order, Quantity};

/// Ranges of variables as numbers of 64 bits, within those that comparisons say of single variables.
pub(crate) fn narrowed<'a>(
    ranges: &[Interval],
    comparisons: impl Iterator<Item = &'a Comparison>,
) -> Vec<(i64, i64)> {
    let mut ranges: Vec<(i64, i64)> = ranges.iter().map(|range| range.clamped()).collect();
    for comparison in comparisons {
        let variable = comparison.quantity.as_variable();
        if let Some((low, high)) = variable.and_then(|variable| ranges.get_mut(variable)) {
            *low = comparison.low.map_or(*low, |bound| bound.max(*low));
            *high = comparison.high.map_or(*high, |bound| bound.min(*high));
        }
    }
    ranges
}

/// True if both sides of a comparison are numbers of 64 bits where variables are in ranges. A side that
/// `is_computed` is one whatever its sum passes, as long as nothing that is divided in it does.
pub(crate) fn fits(
    comparison: &Comparison,
    ranges: &[(i64, i64)],
    is_computed: &dyn Fn(&Quantity) -> bool,
) -> bool {
    let Some(sides) = comparison.sides() else { return true };
    let range = |quantity: &Quantity| quantity.range(&|variable| ranges[variable]);
    // However a sum of 64 bits wraps around in between, it comes out right; what is divided
    // may not.
    let is_whole = |(term, _): &(AffineTerm, i64)| match term {
        AffineTerm::Variable(_) => true,
        AffineTerm::Floor(inner, _) | AffineTerm::Modulo(inner, _) => range(inner).is_some(),
    };
    let is_number = |side: &Quantity| is_computed(side) && side.terms().iter().all(is_whole);
    let fits = |side: &Quantity| is_number(side) || range(side).is_some();
    // Between two constants a sum is looked for among all numbers of 64 bits, so that it may
    // wrap around as long as it does not come back.
    let comes_back = |low: i64, high: Option<i64>| {
        let values = sides.left.interval(&|variable| ranges[variable].into());
        let Some((least, greatest)) = values.low.zip(values.high) else { return true };
        let turn = 1_i128 << 64;
        let high = high.map_or(i128::MAX, i128::from);
        least <= high - turn || i128::from(low) + turn <= greatest
    };
    if let Order::Within { low } = sides.order
        && sides.left.terms().iter().all(is_whole)
        && !comes_back(low, sides.right.as_constant())
    {
        return true;
    }
    fits(&sides.left) && fits(&sides.right)
}

/// A conjunction with a term alone in each comparison that could pass 64 bits as it is, by what
/// `overflow` says of the first that could; `None` if one could all the same.
///
/// # Errors
///
/// Those of `overflow`.
pub(crate) fn solved<E>(
    conjunction: &[Comparison],
    overflow: &impl Fn(&[Comparison]) -> Result<Option<usize>, E>,
) -> Result<Option<Vec<Comparison>>, E> {
    let mut solved = conjunction.to_vec();
    'next: while let Some(at) = overflow(&solved)? {
        let comparison = solved[at].clone();
        if let Comparison { quantity, low: Some(low), high: Some(high) } = comparison {
            solved[at] = Comparison::at_least(quantity.clone(), low);
            solved.insert(at + 1, Comparison::at_most(quantity, high));
            continue;
        }
        let terms = comparison.quantity.terms();
        // What takes no division comes first.
        let mut order: Vec<usize> = (0..terms.len()).collect();
        order.sort_by_key(|&term| terms[term].1.unsigned_abs() != 1);
        for alone in order.into_iter().filter_map(|term| comparison.solved(term)) {
            solved[at] = alone;
            if overflow(&solved)? != Some(at) {
                continue 'next;
            }
        }
        return Ok(None);
    }
    Ok(Some(solved))
}
