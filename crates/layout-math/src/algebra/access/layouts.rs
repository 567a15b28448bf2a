//! Random accesses through layouts: what bounds decide is what isl decides.

use fastrand::Rng;

use super::plain::{N_VARIABLES, text};
use super::*;
use crate::affine::{Comparison, Quantity};
use crate::algebra::applied::Applied;
use crate::algebra::{AnyLayout, Kind};

const LAYOUTS: [(Kind, &str, &[usize]); 9] = [
    (Kind::Cute, "8:1", &[1]),
    (Kind::Cute, "(4,3):(3,1)", &[1, 2]),
    (Kind::Cute, "((2,2),3):((6,1),2)", &[1, 2, 3]),
    (Kind::Cute, "(4,2):(-1,8)", &[1, 2]),
    (Kind::Composed, "S<1,0,2> o 0 o (4,3):(1,4)", &[1, 2]),
    (Kind::Composed, "S<1,1,1> o 3 o 6:1", &[1]),
    (Kind::Composed, "S<1,0,1> o -1 o 4:1", &[1]),
    (Kind::Swizzle, "S<1,0,2>", &[1]),
    (Kind::Relation, "{ [i] -> [2i] : 0 <= i < 5 }", &[1]),
];

/// buffer[layout(coordinates) + more], the coordinates being sums of variables of which some have
/// bounds.
fn access(random: &mut Rng) -> Access {
    let (kind, layout, counts) = random.choice(LAYOUTS).unwrap();
    let layout = Applied::new(AnyLayout::parse(kind, layout).unwrap()).unwrap();
    let n = *random.choice(counts).unwrap();
    let coordinates = (0..n).map(|at| {
        let coordinate = Quantity::variable(at).plus(&random.i64(-1..=1).into()).unwrap();
        let other = Quantity::variable(random.i64(0..=2) as usize);
        if random.u8(..4) == 0 { coordinate.plus(&other).unwrap() } else { coordinate }
    });
    let coordinates = coordinates.collect();
    let mut known = Vec::new();
    for variable in 0..N_VARIABLES {
        let low = random.i64(-1..=2);
        let quantity = Quantity::variable(variable);
        let [from, to] = [Some(low), Some(random.i64(low..=9))];
        let [low, high] =
            [from.filter(|_| random.u8(..6) != 0), to.filter(|_| random.u8(..4) != 0)];
        known.push(Comparison { quantity, low, high });
    }
    let offset = Quantity::variable(N_VARIABLES);
    if random.u8(..6) == 0 {
        known.push(Comparison::at_most(offset.clone(), random.i64(0..=20)));
    }
    let more = random.i64(0..=3) * i64::from(random.u8(..4) == 0);
    Access {
        n_variables: N_VARIABLES + 1,
        known,
        applications: vec![Application {
            layout,
            coordinates,
            symbols: Vec::new(),
            results: vec![N_VARIABLES],
        }],
        indices: vec![offset.plus(&more.into()).unwrap()],
        sizes: vec![Some(random.i64(6..=20).into())],
        computed: Vec::new(),
        gathered: None,
        wrapping: if random.u8(..4) == 0 { vec![N_VARIABLES] } else { Vec::new() },
        ..Access::default()
    }
}

#[test]
fn accesses_through_layouts_are_decided_as_isl_does() {
    let mut random = Rng::with_seed(17);
    let [mut proved, mut guarded, mut others] = [0; 3];
    for _ in 0..4000 {
        let access = access(&mut random);
        let leaving = if random.u8(..4) == 0 { Leaving::Allowed } else { Leaving::OutOfBounds };
        let Some(native) = access.by_ranges(leaving) else {
            others += 1;
            continue;
        };
        let of_isl = access.by_isl(leaving, &Budget::default());
        *(if matches!(native, AccessVerdict::Proved(_)) { &mut proved } else { &mut guarded }) += 1;
        let said = text(&Ok(native));
        assert!(
            of_isl == Ok(AccessVerdict::Unreachable) || said == text(&of_isl),
            "{said} but isl: {}\n{access:?}",
            text(&of_isl)
        );
    }
    assert!(100 < proved && 100 < guarded && 100 < others, "{proved} {guarded} {others}");
}

#[test]
fn one_coordinate_that_may_leave_is_one_comparison() {
    let layout = Applied::new(AnyLayout::parse(Kind::Cute, "(4,3):(3,1)").unwrap()).unwrap();
    let [offset, coordinate] = [0, 1].map(Quantity::variable);
    let access = Access {
        n_variables: 2,
        applications: vec![Application {
            layout,
            coordinates: vec![coordinate],
            symbols: Vec::new(),
            results: vec![0],
        }],
        indices: vec![offset],
        steps: vec![0.into()],
        sizes: vec![Some(1_000_000.into())],
        computed: Vec::new(),
        gathered: None,
        wrapping: vec![0],
        ..Access::default()
    };
    let found = access.by_ranges(Leaving::OutOfBounds).map(|verdict| text(&Ok(verdict)));
    assert_eq!(found.as_deref(), Some("0 <= b < 12"));
}

const IDENTITIES: [(&str, &[i64]); 5] = [
    ("(8,4):(1@0,1@1)", &[8, 4]),
    ("(4,8):(1@1,1@0)", &[4, 8]),
    ("(5,2,3):(1@0,0,1@1)", &[5, 2, 3]),
    ("7:1", &[7]),
    ("(6,6):(1@0,1@0)", &[6, 6]),
];

/// buffer[tile * b + o, p] for o, p = layout(coordinates), of which the coordinates may run over.
fn tile(random: &mut Rng) -> Access {
    let (layout, sizes) = random.choice(IDENTITIES).unwrap();
    let layout = Applied::new(AnyLayout::parse(Kind::Cute, layout).unwrap()).unwrap();
    let n = sizes.len();
    // The coordinates, b, the sizes, the results.
    let n_results = if 1 < n { 2 } else { 1 };
    let [b, sizes_at, results_at] = [n, n + 1, n + 3];
    let mut known: Vec<Comparison> = (sizes.iter().enumerate())
        .map(|(at, &size)| {
            let past = i64::from(random.u8(..9) == 0);
            let quantity = Quantity::variable(at);
            Comparison { quantity, low: Some(0), high: Some(size - 1 + past) }
        })
        .collect();
    let low = random.i64(-1..=2);
    let high = (random.u8(..2) == 0).then(|| random.i64(3..=9));
    known.push(Comparison { quantity: Quantity::variable(b), low: Some(low), high });
    for at in sizes_at..results_at {
        known.push(Comparison::at_least(Quantity::variable(at), random.i64(0..=1)));
        if random.u8(..8) == 0 {
            known.push(Comparison::equal(Quantity::variable(at).modulo(4).unwrap(), 0));
        }
    }
    if random.u8(..8) == 0 {
        known.push(Comparison::at_most(Quantity::variable(results_at), random.i64(2..=6)));
    }
    let indices = (0..n_results).map(|at| {
        let result = Quantity::variable(results_at + at);
        let tile = Quantity::variable(b).times(random.choice([0, 1, 4, 8]).unwrap());
        if at == 0 { result.plus(&tile.unwrap()).unwrap() } else { result }
    });
    let indices: Vec<Quantity> = indices.collect();
    let size = |at: usize, random: &mut Rng| match random.i64(1..=3) {
        1 => Some(random.i64(2..=30).into()),
        _ => Some(Quantity::variable(sizes_at + at)),
    };
    let sizes = (0..n_results).map(|at| size(at, random)).collect();
    let results: Vec<usize> = (results_at..results_at + n_results).collect();
    let coordinates = (0..n).map(Quantity::variable).collect();
    Access {
        n_variables: results_at + n_results,
        known,
        computed: Vec::new(),
        gathered: None,
        wrapping: if random.u8(..2) == 0 { results.clone() } else { Vec::new() },
        applications: vec![Application { layout, coordinates, symbols: Vec::new(), results }],
        indices,
        sizes,
        ..Access::default()
    }
}

#[test]
fn accesses_at_coordinates_are_decided_as_isl_does() {
    let names: Vec<String> = (0..9).map(|at| format!("v{at}")).collect();
    // What is compared first is not the same.
    let text = |verdict: &Result<AccessVerdict, Unknown>| match verdict {
        Ok(AccessVerdict::Sometimes(predicate)) => {
            let said = predicate.named(&names).to_string();
            let mut members: Vec<String> = said.split(" and ").map(str::to_owned).collect();
            members.sort();
            members.join(" and ")
        }
        verdict => text(verdict),
    };
    let mut random = Rng::with_seed(23);
    let [mut proved, mut guarded, mut others] = [0; 3];
    for _ in 0..600 {
        let access = tile(&mut random);
        let leaving = if random.u8(..4) == 0 { Leaving::Allowed } else { Leaving::OutOfBounds };
        let Some(native) = access.by_identities(leaving, &Budget::default()) else {
            others += 1;
            continue;
        };
        let of_isl = access.by_isl(leaving, &Budget::default());
        *(if matches!(native, AccessVerdict::Proved(_)) { &mut proved } else { &mut guarded }) += 1;
        let said = text(&Ok(native));
        assert!(said == text(&of_isl), "{said} but isl: {}\n{access:?}", text(&of_isl));
    }
    assert!(10 < proved && 100 < guarded && 50 < others, "{proved} {guarded} {others}");
}
