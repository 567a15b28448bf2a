//! Random accesses through layouts: what bounds decide is what isl decides.

use super::plain::{N_VARIABLES, Random, text};
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
fn access(random: &mut Random) -> Access {
    let (kind, layout, counts) = LAYOUTS[random.between(0, 8) as usize];
    let layout = Applied::new(AnyLayout::parse(kind, layout).unwrap()).unwrap();
    let n = counts[random.between(0, counts.len() as i64 - 1) as usize];
    let coordinates = (0..n).map(|at| {
        let coordinate = Quantity::variable(at).plus(&random.between(-1, 1).into()).unwrap();
        let other = Quantity::variable(random.between(0, 2) as usize);
        if random.once_in(4) { coordinate.plus(&other).unwrap() } else { coordinate }
    });
    let coordinates = coordinates.collect();
    let mut known = Vec::new();
    for variable in 0..N_VARIABLES {
        let low = random.between(-1, 2);
        let quantity = Quantity::variable(variable);
        let [from, to] = [Some(low), Some(random.between(low, 9))];
        let [low, high] = [from.filter(|_| !random.once_in(6)), to.filter(|_| !random.once_in(4))];
        known.push(Comparison { quantity, low, high });
    }
    let offset = Quantity::variable(N_VARIABLES);
    if random.once_in(6) {
        known.push(Comparison::at_most(offset.clone(), random.between(0, 20)));
    }
    let more = random.between(0, 3) * i64::from(random.once_in(4));
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
        sizes: vec![Some(random.between(6, 20).into())],
        wrapping: if random.once_in(4) { vec![N_VARIABLES] } else { Vec::new() },
        ..Access::default()
    }
}

#[test]
fn accesses_through_layouts_are_decided_as_isl_does() {
    let mut random = Random(17);
    let [mut proved, mut guarded, mut others] = [0; 3];
    for _ in 0..4000 {
        let access = access(&mut random);
        let leaving = if random.once_in(4) { Leaving::Allowed } else { Leaving::OutOfBounds };
        let Some(native) = access.by_ranges(leaving) else {
            others += 1;
            continue;
        };
        let of_isl = access.by_isl(leaving, &Budget::default());
        *(if matches!(native, Finding::Proved(_)) { &mut proved } else { &mut guarded }) += 1;
        let said = text(&Ok(native));
        assert!(
            of_isl == Ok(Finding::Unreachable) || said == text(&of_isl),
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
        wrapping: vec![0],
        ..Access::default()
    };
    let found = access.by_ranges(Leaving::OutOfBounds).map(|finding| text(&Ok(finding)));
    assert_eq!(found.as_deref(), Some("0 <= b < 12"));
}
