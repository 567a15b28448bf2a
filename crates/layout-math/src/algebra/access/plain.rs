//! Random accesses at plain indices, compared with what is in bounds at every point of a box.

use fastrand::Rng;

use super::*;
use crate::affine::{Comparison, Quantity};
use crate::algebra::verdict::Method;

pub(super) const N_VARIABLES: usize = 3;

/// Where points are looked at; no variable that has bounds is ever outside.
const BOX: std::ops::RangeInclusive<i64> = -4..=7;

fn points() -> impl Iterator<Item = [i64; N_VARIABLES]> {
    BOX.flat_map(|a| BOX.flat_map(move |b| BOX.map(move |c| [a, b, c])))
}

/// A sum of multiples of variables, in some of a quotient or a remainder too.
fn sum(random: &mut Rng) -> Quantity {
    let mut sum = Quantity::from(random.i64(-2..=3));
    for variable in 0..N_VARIABLES {
        let factor = random.choice([0, 0, 0, 1, 1, 1, -1, 2, 4]).unwrap();
        let variable = Quantity::variable(variable);
        let term = match random.i64(1..=12) {
            1 => variable.floor(random.i64(2..=4)).unwrap(),
            2 => variable.modulo(random.i64(2..=4)).unwrap(),
            _ => variable,
        };
        sum = sum.plus(&term.times(factor).unwrap()).unwrap();
    }
    sum
}

/// An access, and whether all of its variables have bounds.
fn access(random: &mut Rng) -> (Access, bool) {
    let mut known = Vec::new();
    let mut is_bounded = true;
    let size_variable = (random.u8(..3) == 0).then_some(N_VARIABLES - 1);
    for variable in 0..N_VARIABLES {
        let least = if size_variable == Some(variable) { 0 } else { *BOX.start() };
        let low = random.i64(least..=4);
        let (low, high) = (Some(low), Some(random.i64(low..=7)));
        let bounds = match random.i64(1..=10) {
            1 if size_variable != Some(variable) => (None, high),
            2 => (low, None),
            3 if size_variable != Some(variable) => (None, None),
            _ => (low, high),
        };
        is_bounded &= bounds.0.is_some() && bounds.1.is_some();
        let quantity = Quantity::variable(variable);
        known.push(Comparison { quantity, low: bounds.0, high: bounds.1 });
    }
    for _ in 0..random.i64(0..=2) {
        let [one, other] = [(); 2].map(|()| Quantity::variable(random.i64(0..=2) as usize));
        known.push(match random.i64(1..=4) {
            1 => Comparison::equal(one.modulo(4).unwrap(), random.i64(0..=3)),
            _ => Comparison::at_most(one.minus(&other).unwrap(), random.i64(-2..=2)),
        });
    }
    let n_indices = random.i64(1..=2);
    let size = |random: &mut Rng| match size_variable {
        Some(variable) if random.u8(..3) != 0 => Quantity::variable(variable),
        _ if random.u8(..3) == 0 => random.i64(20..=40).into(),
        _ => random.i64(1..=12).into(),
    };
    let access = Access {
        n_variables: N_VARIABLES,
        known,
        indices: (0..n_indices).map(|_| sum(random)).collect(),
        sizes: (0..n_indices).map(|_| Some(size(random))).collect(),
        ..Access::default()
    };
    (access, is_bounded)
}

/// The points of the box where what is known holds, those in bounds first.
fn sides(access: &Access) -> [Vec<[i64; N_VARIABLES]>; 2] {
    let is_known = |point: &[i64; N_VARIABLES]| {
        access.known.iter().all(|known| known.holds(point) != Some(false))
    };
    let is_inside = |point: &[i64; N_VARIABLES]| {
        access.indices.iter().zip(&access.sizes).all(|(index, size)| {
            let size = size.as_ref().unwrap().evaluate(point).unwrap();
            (0..size).contains(&index.evaluate(point).unwrap())
        })
    };
    points().filter(is_known).partition(is_inside).into()
}

/// The fewest bounds of variables, of indices and of how far these are from their sizes that hold at
/// all points inside and together at none outside, if there are less than `most`. That an index is
/// in `[0, size)` is one where no size is negative.
fn fewest(access: &Access, [inside, outside]: &[Vec<[i64; N_VARIABLES]>; 2], most: usize) -> usize {
    let mut quantities: Vec<Quantity> = (0..N_VARIABLES).map(Quantity::variable).collect();
    for (index, size) in access.indices.iter().zip(&access.sizes) {
        quantities.extend([index.clone(), index.minus(size.as_ref().unwrap()).unwrap()]);
    }
    let mut refused: Vec<Vec<bool>> = (quantities.iter())
        .map(|quantity| {
            let value = |point: &[i64; N_VARIABLES]| quantity.evaluate(point).unwrap();
            let (low, high) = (inside.iter().map(value).min(), inside.iter().map(value).max());
            outside.iter().map(|p| Some(value(p)) < low || high < Some(value(p))).collect()
        })
        .collect();
    for (index, size) in access.indices.iter().zip(&access.sizes) {
        let of = |point: &[i64; N_VARIABLES]| size.as_ref().unwrap().evaluate(point).unwrap();
        if inside.iter().chain(outside).all(|point| 0 <= of(point)) {
            let is_in = |p: &[i64; N_VARIABLES]| (0..of(p)).contains(&index.evaluate(p).unwrap());
            refused.push(outside.iter().map(|point| !is_in(point)).collect());
        }
    }
    let is_enough = |chosen: u32| {
        let chosen = refused.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
        let chosen: Vec<_> = chosen.map(|(_, refused)| refused).collect();
        (0..outside.len()).all(|point| chosen.iter().any(|refused| refused[point]))
    };
    let sets = (0..1 << refused.len()).filter(|&chosen| is_enough(chosen));
    sets.map(|chosen: u32| chosen.count_ones() as usize).min().unwrap_or(most)
}

pub(super) fn text(verdict: &Result<AccessVerdict, Unknown>) -> String {
    match verdict {
        Ok(AccessVerdict::Proved(_)) => "proved".to_owned(),
        Ok(AccessVerdict::Unreachable) => "unreachable".to_owned(),
        Ok(AccessVerdict::Never(failure)) => failure.to_string(),
        Ok(AccessVerdict::Sometimes(predicate)) => {
            predicate.named(&["a", "b", "c", "o"]).to_string()
        }
        Err(unknown) => format!("unknown: {unknown}"),
    }
}

/// How many accesses were of each kind.
#[derive(Debug, Default)]
struct Count {
    proved: usize,
    never: usize,
    guarded: usize,
    native_proved: usize,
    native_guarded: usize,
}

#[test]
fn accesses_at_plain_indices_are_decided_as_their_points_say() {
    let mut random = Rng::with_seed(13);
    let mut count = Count::default();
    for _ in 0..1500 {
        let (access, is_bounded) = access(&mut random);
        let verdict = access.decide(Leaving::OutOfBounds, &Budget::default());
        let of_isl = access.by_isl(Leaving::OutOfBounds, &Budget::default());
        let said = text(&verdict);
        if let Some(native) = access.by_ranges(Leaving::OutOfBounds) {
            let is_guard = matches!(native, AccessVerdict::Sometimes(_));
            // That other variables contradict each other is not looked for.
            let is_same = of_isl == Ok(AccessVerdict::Unreachable) || said == text(&of_isl);
            assert!(is_same, "{said} but isl: {}\n{access:?}", text(&of_isl));
            *(if is_guard { &mut count.native_guarded } else { &mut count.native_proved }) += 1;
        }
        let sides = sides(&access);
        let [inside, outside] = &sides;
        let show = || format!("{said}\n{access:?}\n{inside:?}\n{outside:?}");
        match &verdict {
            Ok(AccessVerdict::Proved(_)) => {
                count.proved += 1;
                assert!(outside.is_empty(), "{}", show());
            }
            Ok(AccessVerdict::Unreachable) => {
                assert!(inside.is_empty() && outside.is_empty(), "{}", show())
            }
            Ok(AccessVerdict::Never(_)) => {
                count.never += 1;
                assert!(inside.is_empty(), "{}", show());
            }
            Ok(AccessVerdict::Sometimes(predicate)) => {
                count.guarded += 1;
                assert!(
                    inside.iter().all(|point| predicate.holds(point) == Some(true)),
                    "{}",
                    show()
                );
                assert!(
                    outside.iter().all(|point| predicate.holds(point) == Some(false)),
                    "{}",
                    show()
                );
                let is_executed = !inside.is_empty() || !outside.is_empty();
                if is_bounded && is_executed {
                    assert!(!inside.is_empty() && !outside.is_empty(), "{}", show());
                    let n = predicate.n_comparisons();
                    let least = fewest(&access, &sides, n);
                    // One that needs no arithmetic may compare once more: the index is computed below it.
                    let is_least = n <= least || n == least + 1 && predicate.cost() == 0;
                    assert!(is_least, "{n} comparisons instead of {least}: {}", show());
                }
            }
            Err(_) => panic!("{}", show()),
        }
    }
    assert!(100 < count.proved && 100 < count.never && 300 < count.guarded, "{count:?}");
    assert!(50 < count.native_proved && 50 < count.native_guarded, "{count:?}");
}

/// buffer[indices] of three variables, with ranges.
fn at(indices: &[Quantity], ranges: [(Option<i64>, Option<i64>); 3], sizes: &[i64]) -> Access {
    let known = ranges.iter().enumerate().map(|(variable, &(low, high))| Comparison {
        quantity: Quantity::variable(variable),
        low,
        high,
    });
    Access {
        n_variables: N_VARIABLES,
        known: known.collect(),
        indices: indices.to_vec(),
        sizes: sizes.iter().map(|&size| Some(size.into())).collect(),
        ..Access::default()
    }
}

#[test]
fn ranges_decide_without_isl() {
    let [a, b, c] = [0, 1, 2].map(Quantity::variable);
    let tile = [(Some(0), Some(15)), (Some(0), Some(62)), (Some(0), None)];
    let row = b.times(16).unwrap().plus(&a).unwrap();
    let check = |access: &Access, expected: &str| {
        let said = access.by_ranges(Leaving::OutOfBounds).map(|verdict| text(&Ok(verdict)));
        assert_eq!(said.as_deref().unwrap_or("isl"), expected);
    };
    let proved = at(&[row.clone(), a.clone()], tile, &[1008, 16]);
    assert_eq!(proved.by_ranges(Leaving::OutOfBounds), Some(AccessVerdict::Proved(Method::Ranges)));
    assert_eq!(Method::Ranges.to_string(), "ranges");
    check(&at(std::slice::from_ref(&row), tile, &[1000]), "16*b + a < 1000");
    check(&at(std::slice::from_ref(&c), tile, &[64]), "c < 64");
    check(&at(&[a.minus(&3.into()).unwrap()], tile, &[9]), "0 <= a - 3 < 9");
    check(&at(&[c.times(-1).unwrap().plus(&9.into()).unwrap()], tile, &[10]), "c < 10");
    // Whole tiles are in bounds or not: b says it, which isl finds.
    check(&at(std::slice::from_ref(&row), tile, &[160]), "isl");
    // Two indices of one variable are two comparisons, or one.
    check(&at(&[c.clone(), c.clone()], tile, &[64, 32]), "isl");
    // A size that is not negative is compared as an unsigned number.
    let mut of_size = at(std::slice::from_ref(&a), [(None, None), tile[1], tile[2]], &[1]);
    of_size.sizes = vec![Some(c.clone())];
    check(&of_size, "0 <= a < c");
    of_size.known[0].low = Some(-3);
    check(&of_size, "0 <= a < c");
    of_size.known[0].low = Some(3);
    check(&of_size, "a < c");
    of_size.known[2].low = Some(-1);
    check(&of_size, "a < c");
    of_size.known[0].low = None;
    check(&of_size, "isl");
    of_size.indices = vec![c.clone()];
    check(&of_size, "isl");
    // Rows of 16 in a size are one comparison as well: isl finds that the sum is what b is.
    let mut rows = at(std::slice::from_ref(&row), [tile[0], (Some(-9), Some(99)), tile[2]], &[1]);
    rows.sizes = vec![Some(c.clone())];
    let verdict = rows.decide(Leaving::OutOfBounds, &Budget::default());
    assert_eq!(text(&verdict), "0 <= 16*b + a < c");
    // A difference that is known bounds the index by its size.
    let mut loops = at(&[a.clone(), a.plus(&b).unwrap()], [(Some(0), None); 3], &[1, 1]);
    loops.sizes = [&b, &c].map(|size| Some(size.clone())).to_vec();
    loops.known.push(Comparison::at_most(a.minus(&b).unwrap(), -1));
    check(&loops, "isl");
    let sum = a.plus(&b).unwrap().minus(&c).unwrap();
    loops.known.push(Comparison::at_most(sum, -1));
    check(&loops, "proved");
    loops.known.push(Comparison::at_most(0.into(), -1));
    check(&loops, "isl");
}
