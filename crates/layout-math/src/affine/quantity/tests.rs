use super::*;

const NAMES: [&str; 2] = ["i", "j"];

fn i() -> Quantity {
    Quantity::variable(0)
}

fn j() -> Quantity {
    Quantity::variable(1)
}

#[track_caller]
fn check(quantity: Result<Quantity, NumberError>, text: &str, cost: usize) {
    let quantity = quantity.unwrap();
    assert_eq!(quantity.named(&NAMES).to_string(), text);
    assert_eq!(quantity.cost(), cost, "{text}");
}

#[test]
fn sums_are_simplified() {
    let sum =
        |parts: &[Quantity]| parts.iter().try_fold(Quantity::default(), |sum, part| sum.plus(part));
    check(sum(&[i(), 3.into(), j(), i()]), "2*i + j + 3", 2);
    check(sum(&[i(), (-3).into()]), "i - 3", 0);
    check(i().times(i64::MIN), "-9223372036854775808*i", 1);
    check(i().minus(&i()), "0", 0);
    check(i().times(-2), "-2*i", 1);
    check(i().floor(4), "floor(i/4)", 1);
    check(i().floor(4).unwrap().floor(2), "floor(i/8)", 1);
    // The product of the divisors passes 64 bits.
    let twice = i().floor(i64::MAX).unwrap().floor(2);
    check(twice, "floor((floor(i/9223372036854775807))/2)", 2);
    check(i().times(8).unwrap().plus(&j()).unwrap().floor(4), "2*i + floor(j/4)", 3);
    check(i().times(8).unwrap().plus(&j()).unwrap().modulo(4), "j mod 4", 1);
    check(i().plus(&5.into()).unwrap().floor(4), "floor((i + 1)/4) + 1", 2);
    check(i().modulo(2).unwrap().times(-1), "-(i mod 2)", 1);
    check(Quantity::from(-7).floor(2), "-4", 0);
    check(Quantity::from(-7).modulo(4), "1", 0);
    // 3i - 12*floor(i/4) is 3*(i mod 4).
    check(i().times(3).unwrap().plus(&i().floor(4).unwrap().times(-12).unwrap()), "3*(i mod 4)", 2);
    // 2i - 12*floor(i/4) is 3*(i mod 4) - i, which is no shorter.
    let kept = i().times(2).unwrap().plus(&i().floor(4).unwrap().times(-12).unwrap());
    check(kept, "2*i - 12*floor(i/4)", 4);
    assert_eq!(i().floor(0).unwrap_err().to_string(), NumberError::ZeroDivisor.to_string());
    assert!(i().plus(&i64::MAX.into()).unwrap().plus(&1.into()).is_err());
}

#[test]
fn simplified_quantities_have_the_same_value() {
    let mut count = 0;
    for factor in -6..=6 {
        for constant in -3..=3 {
            for divisor in 1..=4 {
                let inner = i().times(factor).unwrap().plus(&j().times(3).unwrap()).unwrap();
                let inner = inner.plus(&constant.into()).unwrap();
                let floor = inner.floor(divisor).unwrap();
                let rest = inner.minus(&floor.times(divisor).unwrap()).unwrap();
                for (a, b) in [(0, 0), (1, 0), (5, -2), (-7, 1), (-3, -4)] {
                    let value: i64 = factor * a + 3 * b + constant;
                    let at = |quantity: &Quantity| quantity.evaluate(&[a, b]).unwrap();
                    assert_eq!(at(&inner), value);
                    assert_eq!(at(&floor), value.div_euclid(divisor));
                    assert_eq!(at(&inner.modulo(divisor).unwrap()), value.rem_euclid(divisor));
                    assert_eq!(at(&rest), value.rem_euclid(divisor));
                    count += 1;
                }
            }
        }
    }
    assert_eq!(count, 13 * 7 * 4 * 5);
}

#[test]
fn ranges_hold_and_know_overflow() {
    let quantity = i().times(2).unwrap().plus(&j().modulo(4).unwrap()).unwrap();
    let ranges = |position: usize| if position == 0 { (-1, 3) } else { (0, 9) };
    assert_eq!(quantity.range(&ranges), Some((-2, 9)));
    assert_eq!(quantity.range(&|_| (0, 3)), Some((0, 9)));
    assert_eq!(quantity.range(&|_| (i64::MIN, 0)), None);
    // i - j of two numbers that are not negative is in 64 bits; of any two it is not.
    let difference = i().minus(&j()).unwrap();
    assert_eq!(difference.range(&|_| (0, i64::MAX)), Some((-i64::MAX, i64::MAX)));
    assert_eq!(difference.range(&|_| (i64::MIN, i64::MAX)), None);
    // The sum would fit, but i + j by itself might not.
    let canceled = i().plus(&j()).unwrap().plus(&(-i64::MAX).into()).unwrap();
    assert_eq!(canceled.range(&|_| (0, i64::MAX / 2 + 1)), None);
}

#[test]
fn intervals_have_no_limit_and_may_have_one_end() {
    let quantity = i().times(2).unwrap().minus(&j().floor(4).unwrap()).unwrap();
    let of = |ranges: [Interval; 2]| quantity.interval(&|variable| ranges[variable]);
    let natural = Interval::at_least(0);
    assert_eq!(of([natural, Interval::new(0, 9)]), Interval::at_least(-2));
    assert_eq!(of([Interval::at_most(3), Interval::at_least(4)]), Interval::at_most(5));
    let huge = i128::from(i64::MAX);
    assert_eq!(of([Interval::of(huge), Interval::of(0)]), Interval::of(2 * huge));
    let rest = i().modulo(8).unwrap();
    assert_eq!(rest.interval(&|_| Interval::ANY), Interval::new(0, 7));
    assert_eq!(rest.interval(&|_| Interval::new(2, 5)), Interval::new(2, 5));
    assert_eq!(quantity.coefficient(0), Some(2));
    assert_eq!(quantity.coefficient(1), None);
}

#[test]
fn a_variable_without_a_name_is_called_by_its_number() {
    let names: [&str; 1] = ["i"];
    assert_eq!(i().plus(&j()).unwrap().named(&names).to_string(), "i + v1");
    assert_eq!(i().modulo(0).unwrap_err().to_string(), "division by 0");
}
