//! The algebra of CuTe layouts at rank 3 and 24, each operation beside the same work on arrays of
//! numbers, without allocation: the floor.

use std::hint::black_box;

use layout_bench::{self as inputs, Case};
use layout_math::algebra::{Budget, Verdict, equivalent, injective};
use layout_math::cute::{
    Composition, Layout, coalesce, complement, composition, left_inverse, logical_divide,
    right_inverse,
};

use super::clock::Clock;
use super::floor::{self, Modes};

fn cases(operation: &str) -> impl Iterator<Item = Case> {
    inputs::cases().filter(move |case| case.operation == operation)
}

trait Measured {
    fn modes(&self, operand: usize) -> Modes;

    fn measure<A, B>(
        &self,
        clock: &mut impl Clock,
        ours: impl FnMut() -> A,
        floor: impl FnMut() -> B,
    );
}

impl Measured for Case {
    fn modes(&self, operand: usize) -> Modes {
        modes(&self.layout(operand))
    }

    fn measure<A, B>(
        &self,
        clock: &mut impl Clock,
        ours: impl FnMut() -> A,
        floor: impl FnMut() -> B,
    ) {
        clock.pair(&format!("{}/{}", self.operation, self.rank), ours, floor);
    }
}

fn modes(layout: &Layout) -> Modes {
    Modes::of(layout.flat_modes().iter().map(|mode| (mode.extent, mode.stride)))
}

/// The floor is the same work only if it has the same answer.
#[track_caller]
fn assert_same(layout: &Layout, floor: &Modes) {
    let flat: Vec<(i64, i64)> = modes(layout).iter().collect();
    assert_eq!(flat, floor.iter().collect::<Vec<_>>());
}

pub fn all(clock: &mut impl Clock) {
    algebra(clock);
    inverses(clock);
    evaluation(clock);
    claims(clock);
}

fn algebra(clock: &mut impl Clock) {
    for case in cases("compose") {
        let (g, f) = (case.layout(0), case.layout(1));
        let (outer, inner, mut found) = (case.modes(0), case.modes(1), Modes::NONE);
        assert!(floor::compose(&outer, &inner, &mut found));
        let Composition::Layout(composed) = composition(&g, &f) else { panic!() };
        assert_same(&composed, &found);
        let floor = || floor::compose(black_box(&outer), black_box(&inner), &mut found);
        case.measure(clock, || composition(black_box(&g), black_box(&f)), floor);
    }
    for case in cases("complement") {
        let (layout, size) = (case.layout(0), case.number(1));
        let (flat, mut found) = (case.modes(0), Modes::NONE);
        assert!(floor::complement(&flat, size, &mut found));
        assert_same(&complement(&layout, size).expect("it has one"), &found);
        let floor = || floor::complement(black_box(&flat), black_box(size), &mut found);
        case.measure(clock, || complement(black_box(&layout), black_box(size)), floor);
    }
    for case in cases("divide") {
        let (layout, tile) = (case.layout(0), case.layout(1));
        let (flat, of_tile, mut found) = (case.modes(0), case.modes(1), [Modes::NONE, Modes::NONE]);
        assert!(floor::divide(&flat, &of_tile, &mut found));
        let divide = |layout, tile| logical_divide(layout, tile, &Budget::DEFAULT);
        let divided = divide(&layout, &tile).expect("the layout divides");
        let parts = found.iter().flat_map(Modes::iter);
        assert_same(&divided, &Modes::of(parts));
        let floor = || floor::divide(black_box(&flat), black_box(&of_tile), &mut found);
        case.measure(clock, || divide(black_box(&layout), black_box(&tile)), floor);
    }
}

fn inverses(clock: &mut impl Clock) {
    for case in cases("right_inverse") {
        let (layout, flat, mut found) = (case.layout(0), case.modes(0), Modes::NONE);
        floor::right_inverse(&flat, &mut found);
        assert_same(&right_inverse(&layout), &found);
        let floor = || floor::right_inverse(black_box(&flat), &mut found);
        case.measure(clock, || right_inverse(black_box(&layout)), floor);
    }
    for case in cases("left_inverse") {
        let (layout, flat, mut found) = (case.layout(0), case.modes(0), Modes::NONE);
        assert!(floor::left_inverse(&flat, &mut found));
        assert_same(&left_inverse(&layout).expect("it has one"), &found);
        let floor = || floor::left_inverse(black_box(&flat), &mut found);
        case.measure(clock, || left_inverse(black_box(&layout)), floor);
    }
}

fn evaluation(clock: &mut impl Clock) {
    for case in cases("coalesce") {
        let (layout, flat, mut found) = (case.layout(0), case.modes(0), Modes::NONE);
        floor::coalesce(&flat, &mut found);
        assert_same(&coalesce(&layout), &found);
        let floor = || floor::coalesce(black_box(&flat), &mut found);
        case.measure(clock, || coalesce(black_box(&layout)), floor);
    }
    for case in cases("offset") {
        let (layout, flat, coordinate) = (case.layout(0), case.modes(0), case.number(1));
        assert_eq!(layout.offset(coordinate), Some(floor::offset(&flat, coordinate)));
        let floor = || floor::offset(black_box(&flat), black_box(coordinate));
        case.measure(clock, || black_box(&layout).offset(black_box(coordinate)), floor);
    }
}

fn claims(clock: &mut impl Clock) {
    let budget = Budget::DEFAULT;
    for case in cases("injective") {
        let (layout, flat) = (case.any_layout(0), case.modes(0));
        let claim = |layout| matches!(injective(layout, &budget), Verdict::Proved(_));
        assert!(floor::injective(&flat) && claim(&layout));
        let floor = || floor::injective(black_box(&flat));
        case.measure(clock, || claim(black_box(&layout)), floor);
    }
    for case in cases("equal") {
        let (left, right) = (case.any_layout(0), case.any_layout(1));
        let (a, b) = (case.modes(0), case.modes(1));
        let claim = |left, right| matches!(equivalent(left, right, &budget), Verdict::Proved(_));
        assert!(floor::equal(&a, &b) && claim(&left, &right));
        let floor = || floor::equal(black_box(&a), black_box(&b));
        case.measure(clock, || claim(black_box(&left), black_box(&right)), floor);
    }
}
