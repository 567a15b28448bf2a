//! The predicate of an access holds exactly where the access is in bounds.
//!
//! For every composition of small layouts, at every coordinate of a box larger than the domain, the
//! definition is evaluated number by number and compared with what is decided.

use layout::affine::{Comparison, Predicate, Quantity};
use layout::algebra::{
    Access, AccessVerdict, AnyLayout, Application, Applied, Budget, Kind, Leaving, Promotion,
};
use layout::cute::{Layout, Tuple};

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
        steps: Vec::new(),
        sizes: vec![Some(size.into())],
        ..Access::default()
    };
    let finding = access.decide(leaving, &budget).unwrap();
    match &finding {
        AccessVerdict::Proved(_) => count.proved += 1,
        AccessVerdict::Unreachable => panic!("{left} o {right}: the box is not empty"),
        AccessVerdict::Never(_) => count.never += 1,
        AccessVerdict::Sometimes(predicate) if predicate.n_comparisons() == 1 => {
            count.one_comparison += 1
        }
        AccessVerdict::Sometimes(_) => count.more_comparisons += 1,
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
                AccessVerdict::Proved(_) => true,
                AccessVerdict::Unreachable | AccessVerdict::Never(_) => false,
                AccessVerdict::Sometimes(predicate) => predicate.holds(&[i, j, offset]).unwrap(),
            })
            .collect();
            assert!(
                found.iter().all(|&found| found == expected),
                "{left} o {right} at {coordinate:?} in a buffer of {size}, {leaving:?}: {finding:?}"
            );
        }
    }
    // A bound on one coordinate, if it is enough, is what is found.
    if let AccessVerdict::Sometimes(Predicate::Any(conjunctions)) = &finding
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

/// An access with symbols, and when it is in bounds by the definition.
struct Symbolic {
    layout: &'static str,
    /// What is known, besides what the layout says.
    known: Vec<Comparison>,
    /// How often an extra variable, 4, is added to the first index.
    tile: i64,
    /// The sizes, of variables 2 and 3.
    sizes: Vec<Quantity>,
    is_in_bounds: fn([i64; 5]) -> bool,
    expected: &'static str,
}

/// The predicate of `buffer[layout(v0, v1) + tile * v4]`, the symbols M and N being variables 2 and
/// 3, holds exactly in bounds, for all values of all of them in a box where what is known holds.
#[track_caller]
fn check_symbolic(case: &Symbolic, leaving: Leaving, offsets: fn([i64; 5]) -> Vec<i64>) {
    let variables: Vec<Quantity> = (0..5).map(Quantity::variable).collect();
    let layout = AnyLayout::parse(Kind::Cute, case.layout).unwrap();
    let n_results = offsets([0, 0, 1, 1, 0]).len();
    let results: Vec<usize> = (5..5 + n_results).collect();
    let mut indices: Vec<Quantity> = results.iter().map(|&r| Quantity::variable(r)).collect();
    indices[0] = indices[0].plus(&variables[4].times(case.tile).unwrap()).unwrap();
    let access = Access {
        n_variables: 5 + n_results,
        known: case.known.clone(),
        applications: vec![Application {
            layout: Applied::new(layout.clone()).unwrap(),
            coordinates: variables[..2].to_vec(),
            symbols: vec![("M".into(), variables[2].clone()), ("N".into(), variables[3].clone())],
            results,
        }],
        indices,
        steps: Vec::new(),
        sizes: case.sizes.iter().cloned().map(Some).collect(),
        ..Access::default()
    };
    let finding = access.decide(leaving, &Budget::default()).unwrap();
    let names = ["i", "j", "M", "N", "b", "o", "p"];
    let text = match &finding {
        AccessVerdict::Proved(_) => "proved".to_owned(),
        AccessVerdict::Sometimes(predicate) => predicate.named(&names).to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(text, case.expected, "{}", case.layout);
    let mut count = [0, 0];
    for code in 0..7_i64.pow(5) {
        let digit = |at: u32| code / 7_i64.pow(at) % 7;
        let point = [digit(0) - 1, digit(1) - 1, digit(2), digit(3), digit(4) - 1];
        let symbol = |name: &str| ["M", "N"].iter().position(|known| *known == name);
        let facts_hold = layout
            .facts()
            .iter()
            .all(|fact| symbol(fact.symbol()).is_none_or(|symbol| fact.holds(point[2 + symbol])));
        let are_extents = ["M", "N"]
            .iter()
            .enumerate()
            .all(|(at, name)| !case.layout.contains(name) || 1 <= point[2 + at]);
        let is_known = case.known.iter().all(|known| known.holds(&point).unwrap());
        if !facts_hold || !are_extents || !is_known {
            continue;
        }
        let mut values = point.to_vec();
        values.extend(offsets(point));
        let found = match &finding {
            AccessVerdict::Sometimes(predicate) => predicate.holds(&values).unwrap(),
            _ => true,
        };
        assert_eq!(found, (case.is_in_bounds)(point), "{} at {point:?}: {text}", case.layout);
        count[usize::from(found)] += 1;
    }
    assert!(0 < count[1] && (case.expected == "proved") == (count[0] == 0), "{count:?}");
}

#[test]
fn predicates_with_symbols_are_exact_for_all_their_values() {
    let [i, j, m, n, b] = [0, 1, 2, 3, 4].map(Quantity::variable);
    let within = |quantity: &Quantity, high: i64| Comparison {
        quantity: quantity.clone(),
        low: Some(0),
        high: Some(high),
    };
    let tile = || vec![within(&i, 3), within(&j, 1), Comparison::at_least(b.clone(), 0)];
    let whole = || {
        let tiles = m.floor(4).unwrap();
        let mut known = tile();
        known.push(Comparison::equal(m.modulo(4).unwrap(), 0));
        known.push(Comparison::at_most(b.minus(&tiles).unwrap(), -1));
        known
    };
    let dynamic = |known, expected| Symbolic {
        layout: "(4,2):(1@0,1@1)",
        known,
        tile: 4,
        sizes: vec![m.clone(), n.clone()],
        is_in_bounds: |[i, j, m, n, b]| 4 * b + i < m && j < n,
        expected,
    };
    let coordinates = |[i, j, ..]: [i64; 5]| vec![i, j];
    check_symbolic(&dynamic(tile(), "j < N and i + 4*b < M"), Leaving::OutOfBounds, coordinates);
    check_symbolic(&dynamic(whole(), "j < N"), Leaving::OutOfBounds, coordinates);
    let mut both = whole();
    both.push(Comparison::at_least(n.clone(), 2));
    check_symbolic(&dynamic(both, "proved"), Leaving::OutOfBounds, coordinates);
    // The layout has M rows, which may be fewer than the buffer has.
    check_symbolic(
        &Symbolic {
            layout: "(M,2):(1@0,1@1)",
            known: vec![Comparison::at_least(i.clone(), 0), within(&j, 1)],
            tile: 0,
            sizes: vec![n.clone(), 2.into()],
            is_in_bounds: |[i, _, m, n, _]| i < m && i < n,
            expected: "i < M and i < N",
        },
        Leaving::OutOfBounds,
        coordinates,
    );
    // M is 2, 4 or 6, and a buffer of 4*N may have room for half of it.
    check_symbolic(
        &Symbolic {
            layout: "(M,4):(4,1) where M mod 2 = 0",
            known: vec![Comparison::at_least(i.clone(), 0), within(&j, 3)],
            tile: 0,
            sizes: vec![n.times(4).unwrap()],
            is_in_bounds: |[i, _, _, n, _]| i < n,
            expected: "i < N",
        },
        Leaving::Allowed,
        |[i, j, ..]| vec![4 * i + j],
    );
    // An offset that is not a Presburger function is compared as the number that it is.
    check_symbolic(
        &Symbolic {
            layout: "(M,N):(N,1)",
            known: vec![Comparison::at_least(i, 0), Comparison::at_least(j, 0)],
            tile: 0,
            sizes: vec![10.into()],
            is_in_bounds: |[i, j, m, n, _]| i < m && j < n && n * i + j < 10,
            expected: "0 <= o < 10 and i < M and j < N",
        },
        Leaving::OutOfBounds,
        |[i, j, _, n, _]| vec![n * i + j],
    );
}
