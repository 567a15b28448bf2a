use super::*;

fn symbol(name: &str) -> Symbolic {
    Symbolic::parameter(name)
}

/// Checks the text of the relation with one output and offset 0.
#[track_caller]
fn check(modes: &[Mode], view: &View, expected: &str) {
    let relation = Relation::from_modes(modes, &[0.into()], view, &Facts::new()).unwrap();
    assert_eq!(relation.to_string(), expected);
    assert_eq!(expected.parse::<Relation>().unwrap(), relation);
}

/// Checks the error of the relation with one output and offset 0.
#[track_caller]
fn check_error(modes: &[Mode], view: &View, expected: &str) {
    let error = Relation::from_modes(modes, &[0.into()], view, &Facts::new()).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn layouts_are_written_shortly() {
    use View::{Integral, Natural};
    check(&[], &Integral, "{ [c] -> [0] : 0 <= c < 1 }");
    check(&[], &Natural, "{ [] -> [0] }");
    check(&[Mode::new(4, 1), Mode::new(8, 4)], &Integral, "{ [c] -> [c] : 0 <= c < 32 }");
    check(&[Mode::new(1, 7), Mode::new(4, 0)], &Integral, "{ [c] -> [0] : 0 <= c < 4 }");
    check(
        &[Mode::new(1, 7), Mode::new(4, 0)],
        &Natural,
        "{ [c0, c1] -> [0] : 0 <= c0 < 1 and 0 <= c1 < 4 }",
    );
    check(&[Mode::new(2, 0), Mode::new(3, -1)], &Integral, "{ [c] -> [-floor(c/2)] : 0 <= c < 6 }");
}

#[test]
fn symbols_are_parameters() {
    use View::{Groups, Integral, Natural};
    let tiled = [Mode::new(8, 1), Mode::new(symbol("M"), 9), Mode::new(1, symbol("D"))];
    check(&tiled, &Integral, "[M] -> { [c] -> [c + floor(c/8)] : 0 <= c < 8M }");
    let rows = [Mode::new(symbol("M"), 8), Mode::new(8, 1)];
    check(&rows, &Natural, "[M] -> { [c0, c1] -> [8c0 + c1] : 0 <= c0 < M and 0 <= c1 < 8 }");
    check(
        &rows,
        &Groups(vec![1, 1]),
        "[M] -> { [c0, c1] -> [8c0 + c1] : 0 <= c0 < M and 0 <= c1 < 8 }",
    );
    check_error(
        &rows,
        &Integral,
        "extent M of mode 0 is symbolic and not the last: an integral coordinate modulo M is \
         not Presburger",
    );
    check_error(
        &[Mode::new(2, 1), Mode::new(3, symbol("D"))],
        &Natural,
        "stride D of mode 1 is symbolic: its product with a coordinate is not Presburger",
    );
    // The input gives way to a parameter of its name.
    let taken = [Mode::new(symbol("c"), 2)];
    check(&taken, &Integral, "[c] -> { [c_] -> [2c_] : 0 <= c_ < c }");
    let extent = symbol("M").times(2).unwrap().plus(&Symbolic::from(-3)).unwrap();
    let offset = symbol("B").plus(&Symbolic::from(5)).unwrap();
    let facts = Facts::new().at_least("M", 2).unwrap().remainder("B", 4, 1).unwrap();
    let relation =
        Relation::from_modes(&[Mode::new(extent, 3)], &[offset], &Integral, &facts).unwrap();
    assert_eq!(
        relation.to_string(),
        "[M, B] -> { [c] -> [3c + B + 5] : 0 <= c < 2M - 3 and M >= 2 and B mod 4 = 1 }"
    );
    check_error(&[Mode::new(symbol("max"), 1)], &Natural, "'max' cannot be a name in a relation");
}

#[test]
fn basis_strides_are_several_outputs() {
    // (4,8):(1@0,2@1)
    let modes = [
        Mode { extent: 4.into(), strides: vec![1.into(), 0.into()] },
        Mode { extent: 8.into(), strides: vec![0.into(), 2.into()] },
    ];
    let offset = [Symbolic::from(0), Symbolic::from(3)];
    let relation = Relation::from_modes(&modes, &offset, &View::Integral, &Facts::new()).unwrap();
    assert_eq!(
        relation.to_string(),
        "{ [c] -> [c - 4*floor(c/4), 2*floor(c/4) + 3] : 0 <= c < 32 }"
    );
    let error = Relation::from_modes(&modes, &[0.into()], &View::Integral, &Facts::new());
    assert_eq!(error.unwrap_err().to_string(), "expected 1 strides but found 2");
}

#[test]
fn what_does_not_fit_is_refused() {
    use View::{Groups, Integral, Natural};
    check_error(&[Mode::new(0, 1)], &Natural, "extent 0 of mode 0 is less than 1");
    check_error(
        &[Mode::new(2, 1), Mode::new(-3, 1)],
        &Natural,
        "extent -3 of mode 1 is less than 1",
    );
    let large = 1 << 32;
    check_error(
        &[Mode::new(large, 1), Mode::new(large, 1)],
        &Integral,
        "4294967296 * 4294967296 does not fit in 64 bits",
    );
    check_error(
        &[Mode::new(2, i64::MAX), Mode::new(2, 1)],
        &Integral,
        "9223372036854775807 * 2 does not fit in 64 bits",
    );
    check_error(
        &[Mode::new(1 << 10, 1 << 53), Mode::new(2, i64::MIN)],
        &Integral,
        "9007199254740992 * 1024 does not fit in 64 bits",
    );
    check_error(
        &[Mode::new(2, 1 << 61), Mode::new(2, i64::MIN)],
        &Integral,
        "-9223372036854775808 - 4611686018427387904 does not fit in 64 bits",
    );
    check_error(&[Mode::new(2, 1)], &Groups(vec![2]), "expected 1 modes but found 2");
}

#[test]
fn outputs_that_are_not_explicit_are_flattened_too() {
    let check = |text: &str, expected: &str| {
        let relation: Relation = text.parse().unwrap();
        let flat = relation.with_flat_outputs(&[4, 2]).unwrap();
        assert_eq!(flat.to_string(), expected);
        assert_eq!(expected.parse::<Relation>().unwrap(), flat);
        let context = crate::relation::Context::new(1_000_000);
        let mut pairs = relation.to_map(&context).unwrap().pairs(100).unwrap();
        for (_, output) in &mut pairs {
            *output = vec![output[0] + 4 * output[1]];
        }
        pairs.sort_unstable();
        assert_eq!(flat.to_map(&context).unwrap().pairs(100).unwrap(), pairs);
    };
    check(
        "{ [c] -> [a, b] : c = a + 4b and 0 <= a < 4 and 0 <= b < 2 }",
        "{ [c] -> [o] : exists (a, b: c = a + 4b and 0 <= a < 4 and 0 <= b < 2 and o = a + 4b) }",
    );
    check(
        "{ [o] -> [a = o mod 4, floor((o - a)/4)] : exists (e: o = 2e and 0 <= e < 4) }",
        "{ [o] -> [o__] : exists (a = o mod 4, o_ = floor((o - a)/4): \
         exists (e: o = 2e and 0 <= e < 4) and o__ = a + 4o_) }",
    );
    let two: Relation = "{ [c] -> [c, c] }".parse().unwrap();
    assert_eq!(
        two.with_flat_outputs(&[4]).unwrap_err().to_string(),
        "expected 2 sizes but found 1"
    );
}
