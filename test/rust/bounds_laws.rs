//! The predicate of an access holds exactly where the access is in bounds.
//!
//! For every composition of small layouts, at every coordinate of a box larger than the domain, the
//! definition is evaluated number by number and compared with what is decided.

use layout::algebra::{
    Access, AnyLayout, Application, Applied, Budget, Finding, Leaving, Promotion,
};
use layout::cute::{Layout, Tuple};
use layout::relation::{Comparison, Predicate, Quantity};

/// What was tried, and what came out.
#[derive(Default, Debug, PartialEq, Eq)]
struct Count {
    proved: usize,
    never: usize,
    one_comparison: usize,
    more_comparisons: usize,
}

fn is_inside(sizes: &[i64], coordinate: &[i64]) -> bool {
    coordinate.iter().zip(sizes).all(|(&number, &size)| (0..size).contains(&number))
}

fn extents(layout: &Layout) -> Vec<i64> {
    layout.modes().map(|mode| mode.size()).collect()
}

fn at(layout: &Layout, coordinate: &[i64]) -> Option<i64> {
    layout.offset_at(&Tuple::Node(coordinate.iter().copied().map(Tuple::Leaf).collect()))
}

/// Decides buffer[(left o right)(v0, v1)] and compares.
fn check(
    (left, right): (&Layout, &Layout),
    bounds: [(i64, i64); 2],
    size: i64,
    leaving: Leaving,
    count: &mut Count,
) {
    let budget = Budget::default();
    let applied = |layout: &Layout| Applied::new(AnyLayout::from(layout.clone())).unwrap();
    let layout =
        Applied::compose(applied(left), applied(right), Promotion::Extend, &budget).unwrap();
    let Some(whole) = layout.layout().as_static().cloned() else { return };
    if whole.rank() != 2 {
        return;
    }
    let known = bounds.iter().enumerate().map(|(variable, &(low, high))| Comparison {
        quantity: Quantity::variable(variable),
        low: Some(low),
        high: Some(high),
    });
    let access = Access {
        n_variables: 3,
        known: known.collect(),
        applications: vec![Application {
            layout,
            coordinates: (0..2).map(Quantity::variable).collect(),
            symbols: Vec::new(),
            results: vec![2],
        }],
        indices: vec![Quantity::variable(2)],
        sizes: vec![size.into()],
    };
    let finding = access.decide(leaving, &budget).unwrap();
    match &finding {
        Finding::Proved => count.proved += 1,
        Finding::Unreachable => panic!("{left} o {right}: the box is not empty"),
        Finding::Never(_) => count.never += 1,
        Finding::Sometimes(predicate) if predicate.n_comparisons() == 1 => {
            count.one_comparison += 1
        }
        Finding::Sometimes(_) => count.more_comparisons += 1,
    }
    for i in bounds[0].0..=bounds[0].1 {
        for j in bounds[1].0..=bounds[1].1 {
            let coordinate = [i, j];
            let offset = at(&whole, &coordinate);
            let is_in_buffer = offset.is_some_and(|offset| (0..size).contains(&offset));
            let stays = || {
                is_inside(&extents(&whole), &coordinate)
                    && at(right, &coordinate).is_some_and(|c| (0..left.size()).contains(&c))
            };
            let expected = is_in_buffer && (leaving == Leaving::Allowed || stays());
            // A result without an offset may be any number.
            let found: Vec<bool> = match offset {
                Some(offset) => vec![offset],
                None => vec![i64::MIN, -1, 0, size - 1, size, i64::MAX],
            }
            .into_iter()
            .map(|offset| match &finding {
                Finding::Proved => true,
                Finding::Unreachable | Finding::Never(_) => false,
                Finding::Sometimes(predicate) => predicate.holds(&[i, j, offset]).unwrap(),
            })
            .collect();
            assert!(
                found.iter().all(|&found| found == expected),
                "{left} o {right} at {coordinate:?} in a buffer of {size}, {leaving:?}: {finding:?}"
            );
        }
    }
    // A bound on one coordinate, if it is enough, is what is found.
    if let Finding::Sometimes(Predicate::Any(conjunctions)) = &finding
        && 1 < conjunctions.iter().map(Vec::len).sum::<usize>()
    {
        let expected = |i: i64, j: i64| {
            let found = Predicate::Any(conjunctions.clone());
            found.holds(&[i, j, at(&whole, &[i, j]).unwrap_or(0)]).unwrap()
        };
        for variable in 0..2 {
            for low in -3..8 {
                for high in low..8 {
                    let is_same = (bounds[0].0..=bounds[0].1).all(|i| {
                        (bounds[1].0..=bounds[1].1).all(|j| {
                            let value = [i, j][variable];
                            (low <= value && value <= high) == expected(i, j)
                        })
                    });
                    assert!(!is_same, "{left} o {right}: {low} <= v{variable} <= {high} is enough");
                }
            }
        }
    }
}

#[test]
fn predicates_of_small_compositions_are_exact() {
    let layouts = |texts: &[&str]| -> Vec<Layout> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    };
    let lefts = layouts(&["4:1", "(2,1):(1,80)", "(2,2):(3,1)", "3:2", "(2,3):(-1,5)"]);
    let rights = layouts(&[
        "(2,2):(2,1)",
        "(2,2):(1,2)",
        "(2,2):(1,3)",
        "(3,2):(1,0)",
        "(1,4):(0,1)",
        "(2,(2,2)):(4,(1,2))",
        "(2,2):(0,4)",
    ]);
    let mut count = Count::default();
    for left in &lefts {
        for right in &rights {
            for size in [1, 3, 90] {
                for bounds in [[(0, 1), (0, 1)], [(-1, 3), (-2, 4)], [(1, 1), (0, 4)]] {
                    for leaving in [Leaving::OutOfBounds, Leaving::Allowed] {
                        check((left, right), bounds, size, leaving, &mut count);
                    }
                }
            }
        }
    }
    println!("{count:?}");
    assert!(
        40 < count.proved
            && 5 < count.never
            && 100 < count.one_comparison
            && 100 < count.more_comparisons,
        "{count:?}"
    );
}
