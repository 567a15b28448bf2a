//! What may have no elements: then it is in bounds wherever it is, but for what has to hold in any case.

use crate::affine::{Comparison, Interval, Member, Predicate, Quantity};
use crate::algebra::{AccessVerdict, Unknown};

/// The verdict on what may have no elements, where one of the sizes is 0: `with` is that where it has some
/// and what has to hold in any case does, and `without` that of the latter. `bounds` gives those of the
/// variables where that holds and a size is 0; `None` if it is nowhere.
///
/// # Errors
///
/// One of the two is not known, or no comparisons say both.
pub(super) fn of_maybe_empty<'q>(
    with: Result<AccessVerdict, Unknown>,
    without: Result<AccessVerdict, Unknown>,
    sizes: impl Iterator<Item = &'q Quantity>,
    bounds: impl Fn(&Quantity) -> Option<Vec<Interval>>,
) -> Result<AccessVerdict, Unknown> {
    let (with, always) = (with?, predicate(&without?));
    let inside = predicate(&with);
    if inside == Predicate::Always {
        return Ok(match always {
            Predicate::Always => with,
            always => AccessVerdict::Sometimes(always),
        });
    }
    let mut both = always.and(&inside);
    let mut seen = Vec::new();
    for size in sizes {
        if !seen.contains(&size) {
            seen.push(size);
            if bounds(size).is_none_or(|bounds| holds_within(&inside, &bounds)) {
                continue;
            }
            both = both.and_then(|both| both.or(&where_empty(&always, size)?));
        }
    }
    both.map(AccessVerdict::Sometimes).ok_or_else(|| Unknown::NotFound {
        reason: "no comparisons are found that say when it is in bounds".to_owned(),
    })
}

/// Where what has a verdict is in bounds.
pub(super) fn predicate(verdict: &AccessVerdict) -> Predicate {
    match verdict {
        AccessVerdict::Proved(_) | AccessVerdict::Unreachable => Predicate::Always,
        AccessVerdict::Never(_) => Predicate::Never,
        AccessVerdict::Sometimes(predicate) => predicate.clone(),
    }
}

/// True if a predicate is seen to hold within bounds of the variables.
fn holds_within(predicate: &Predicate, bounds: &[Interval]) -> bool {
    let Predicate::Any(lists) = predicate else { return false };
    let of_variable = |variable: usize| bounds.get(variable).copied().unwrap_or_default();
    let holds = |comparison: Comparison| {
        comparison.quantity.interval(&of_variable).is_within(comparison.interval())
    };
    lists.iter().any(|list| list.iter().flat_map(Member::comparisons).all(holds))
}

/// That a size is 0 and a predicate holds, without what it says of that size.
fn where_empty(always: &Predicate, size: &Quantity) -> Option<Predicate> {
    match size.as_constant() {
        Some(0) => return Some(always.clone()),
        Some(_) => return Some(Predicate::Never),
        None => {}
    }
    let is_empty: Member = Comparison::equal(size.clone(), 0).into();
    let Predicate::Any(lists) = always else {
        return always.and(&Predicate::Any(vec![vec![is_empty]]));
    };
    let of_size = |member: &Member| match member {
        Member::Bounds(bounds) if bounds.quantity == *size => Some(bounds.clone()),
        _ => None,
    };
    let allows_0 = |bounds: Comparison| {
        bounds.low.is_none_or(|low| low <= 0) && bounds.high.is_none_or(|high| 0 <= high)
    };
    let lists = lists.iter().filter(|list| list.iter().filter_map(of_size).all(allows_0));
    let lists = lists.map(|list| {
        let others = list.iter().filter(|member| of_size(member).is_none()).cloned();
        others.chain([is_empty.clone()]).collect()
    });
    let lists: Vec<Vec<Member>> = lists.collect();
    Some(if lists.is_empty() { Predicate::Never } else { Predicate::Any(lists) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Quantity {
        Quantity::variable(0)
    }

    fn sometimes(comparison: Comparison) -> AccessVerdict {
        AccessVerdict::Sometimes(Predicate::Any(vec![vec![comparison.into()]]))
    }

    #[track_caller]
    fn check(with: AccessVerdict, without: AccessVerdict, expected: &str) {
        let bounds = vec![Interval::of(0), Interval::ANY, Interval::at_least(0)];
        let bounds = |size: &Quantity| (*size == n()).then(|| bounds.clone());
        // The last one is 0 nowhere.
        let sizes = [n(), n(), Quantity::variable(3)];
        let found = of_maybe_empty(Ok(with), Ok(without), sizes.iter(), bounds).unwrap();
        let AccessVerdict::Sometimes(predicate) = found else { panic!("{found:?}") };
        assert_eq!(predicate.named(&["n", "i", "m"]).to_string(), expected);
    }

    #[test]
    fn a_size_of_0_is_in_bounds_as_far_as_what_has_to_hold_allows_it() {
        let below = || sometimes(Comparison::at_most(Quantity::variable(1), 7));
        let natural = || sometimes(Comparison::at_least(n(), 0));
        check(below(), natural(), "(n >= 0 and i < 8) or n = 0");
        // No size of a buffer is negative.
        let in_buffer = n().minus(&Quantity::variable(2)).unwrap();
        let inside = sometimes(Comparison::at_most(in_buffer, 0));
        check(inside, natural(), "n >= 0 and n <= m");
        // A copy to one element takes one.
        let one = || sometimes(Comparison::equal(n(), 1));
        check(below(), one(), "n = 1 and i < 8");
        let always = AccessVerdict::Unreachable;
        check(always, one(), "n = 1");
    }
}
