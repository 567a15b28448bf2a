//! Random accesses whose numbers are independent: what their ends decide is what their points say, and isl
//! finds nothing cheaper.

use fastrand::Rng;

use super::at_hand::number;
use super::plain::{N_VARIABLES, text};
use super::*;
use crate::affine::{Comparison, Quantity};
use crate::algebra::applied::Applied;
use crate::algebra::{AnyLayout, Kind};

/// Layouts with the numbers of coordinates that they take, and the sizes of these.
const LAYOUTS: [(Kind, &str, &[i64]); 14] = [
    (Kind::Cute, "8:1", &[8]),
    (Kind::Cute, "5:3", &[5]),
    (Kind::Cute, "(4,3):(3,1)", &[12]),
    (Kind::Cute, "(4,3):(3,1)", &[4, 3]),
    (Kind::Cute, "(4,3):(1,4)", &[4, 3]),
    (Kind::Cute, "(4,3):(5,1)", &[4, 3]),
    (Kind::Cute, "(4,3):(-1,4)", &[4, 3]),
    (Kind::Cute, "((2,2),3):((6,1),2)", &[4, 3]),
    (Kind::Cute, "((2,2),3):((1,2),4)", &[4, 3]),
    (Kind::Cute, "(2,1,3):(3,9,1)", &[2, 1, 3]),
    (Kind::Composed, "S<1,0,2> o 0 o (4,3):(1,4)", &[4, 3]),
    (Kind::Composed, "S<0,4,3> o 2 o (4,3):(1,4)", &[4, 3]),
    (Kind::Linear, "{a = [[1],[2]], b = [[4]]}", &[4, 2]),
    (Kind::Cute, "4:0", &[4]),
];

/// Where points are looked at, the third number up to 40; no variable that has bounds is ever outside.
const BOX: std::ops::RangeInclusive<i64> = -3..=13;

struct RandomAccess {
    access: Access,
    sizes: &'static [i64],
    layout: AnyLayout,
}

/// buffer[factor * layout(coordinates) + more], each coordinate being a variable and a constant.
fn case(random: &mut Rng) -> RandomAccess {
    let (kind, layout, sizes) = random.choice(LAYOUTS).unwrap();
    let layout = AnyLayout::parse(kind, layout).unwrap();
    let mut known = Vec::new();
    for variable in 0..N_VARIABLES {
        let low = random.i64(-2..=3);
        let [from, to] = [Some(low), Some(random.i64(low..=12))];
        let [low, high] = [from, to].map(|end| end.filter(|_| random.u8(..2) == 0));
        known.push(Comparison { quantity: Quantity::variable(variable), low, high });
    }
    let coordinates: Vec<Quantity> = (0..sizes.len())
        .map(|at| Quantity::variable(at).plus(&random.i64(-1..=1).into()).unwrap())
        .collect();
    let is_free = sizes.len() < N_VARIABLES;
    let last = Quantity::variable(N_VARIABLES - 1);
    let offset = Quantity::variable(N_VARIABLES);
    let index = offset.times(random.choice([1, 1, 1, 2, -1]).unwrap()).unwrap();
    let index = index.plus(&random.i64(-2..=4).into()).unwrap();
    let (index, size) = match random.i64(1..=4) {
        1 if is_free => (index.plus(&last.times(4).unwrap()).unwrap(), random.i64(1..=30).into()),
        2 if is_free => (index, last),
        _ => (index, random.i64(1..=20).into()),
    };
    let application = Application {
        layout: Applied::new(layout.clone()).unwrap(),
        coordinates,
        symbols: Vec::new(),
        results: vec![N_VARIABLES],
    };
    let access = Access {
        n_variables: N_VARIABLES + 1,
        known,
        applications: vec![application],
        indices: vec![index],
        sizes: vec![Some(size)],
        computed: Vec::new(),
        gathered: None,
        wrapping: if random.u8(..4) == 0 { Vec::new() } else { vec![N_VARIABLES] },
        ..Access::default()
    };
    RandomAccess { access, sizes, layout }
}

impl RandomAccess {
    /// The offset at coordinates; `None` outside of the domain.
    fn offset(&self, coordinates: &[i64]) -> Option<i64> {
        let mut pairs = coordinates.iter().zip(self.sizes);
        pairs
            .all(|(coordinate, size)| (0..*size).contains(coordinate))
            .then(|| self.layout.apply(coordinates, &[]).unwrap()[0])
    }

    /// Whether the access is in bounds at the values of variables, with the offset, which is any number
    /// where a coordinate leaves.
    fn at(&self, point: &[i64]) -> (bool, Vec<i64>) {
        let coordinates = &self.access.applications[0].coordinates;
        let coordinates: Vec<i64> =
            coordinates.iter().map(|coordinate| coordinate.evaluate(point).unwrap()).collect();
        let offset = self.offset(&coordinates);
        let point = [point, &[offset.unwrap_or(5)]].concat();
        let index = self.access.indices[0].evaluate(&point).unwrap();
        let size = self.access.sizes[0].as_ref().unwrap().evaluate(&point).unwrap();
        (offset.is_some() && (0..size).contains(&index), point)
    }
}

#[test]
fn what_ends_decide_is_what_points_say_and_isl_finds_nothing_cheaper() {
    let mut random = Rng::with_seed(29);
    let [mut found, mut lists, mut left] = [0; 3];
    for _ in 0..1500 {
        let case = case(&mut random);
        let access = &case.access;
        let Some(verdict) = access.by_corners(Leaving::OutOfBounds) else {
            left += 1;
            continue;
        };
        let AccessVerdict::Sometimes(predicate) = &verdict else { panic!("{access:?}") };
        let n = predicate.n_comparisons();
        found += 1;
        lists += usize::from(1 < n);
        let said = text(&Ok(verdict.clone()));
        let mut is_ever = [false; 2];
        let points = BOX.flat_map(|a| BOX.flat_map(move |b| (-3..=40).map(move |c| [a, b, c])));
        let is_known = |point: &[i64; N_VARIABLES]| {
            access.known.iter().all(|known| known.holds(point) != Some(false))
        };
        for point in points.filter(is_known) {
            let (is_in, point) = case.at(&point);
            is_ever[usize::from(is_in)] = true;
            assert_eq!(predicate.holds(&point), Some(is_in), "{said} at {point:?}: {access:?}");
        }
        assert_eq!(is_ever, [true; 2], "{said}: {access:?}");
        let by_isl = access.by_isl(Leaving::OutOfBounds, &Budget::default());
        let Ok(AccessVerdict::Sometimes(of_isl)) = &by_isl else {
            panic!("{said} but isl: {}\n{access:?}", text(&by_isl))
        };
        // Fewer comparisons may take more operations; the index is computed already.
        let at_hand = Quantity::from(number(&access.indices[0])).cost();
        let ours = n + predicate.cost().saturating_sub(at_hand);
        let is_as_cheap =
            n <= of_isl.n_comparisons() || ours <= of_isl.n_comparisons() + of_isl.cost();
        assert!(is_as_cheap, "{said} but isl: {}\n{access:?}", text(&by_isl));
    }
    assert!(200 < found && 100 < lists && 100 < left, "{found} {lists} {left}");
}
