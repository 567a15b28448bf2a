//! The sign of a layout, and what a swizzle is below 0, against an evaluation written out here.
//!
//! A layout has no offset where the argument of its outer function is negative, unless that function
//! is the identity. Everything that asks for it is compared with this one definition: evaluation,
//! relations, code, bounds, conversions, compositions, validation and guards.

use fastrand::Rng;
use layout::affine::{Comparison, Quantity};
use layout::algebra::{
    Access, AccessVerdict, AnyLayout, Application, Applied, Budget, Domain, Evaluator, Kind,
    Leaving, Promotion, Sign, Verdict, View, compose, convert, equivalent, in_bounds, to_relation,
};
use layout::code::{ArrayLayout, Style, lower};
use layout::cute::Term;
use layout::relation::Context;
use layout::validate::{Claim, Code, Flags, Operation, Operator, validate};

/// `factor`, or `factor` times one of the symbols M, N and K.
#[derive(Clone, Copy, PartialEq)]
struct Number {
    factor: i64,
    symbol: Option<usize>,
}

const NAMES: [&str; 3] = ["M", "N", "K"];

impl Number {
    fn at(self, symbols: &[i64; 3]) -> i64 {
        self.factor * self.symbol.map_or(1, |symbol| symbols[symbol])
    }

    fn text(self) -> String {
        match self.symbol {
            None => self.factor.to_string(),
            Some(symbol) => format!("{}*{}", self.factor, NAMES[symbol]),
        }
    }
}

#[derive(Clone)]
enum Outer {
    Nothing,
    Swizzle(i64, i64, i64),
    Layout(Vec<(i64, i64)>),
}

/// A layout as its parts; without an outer function and an offset it is a CuTe layout.
#[derive(Clone)]
struct Parts {
    outer: Outer,
    offset: Option<Number>,
    modes: Vec<(Number, Number)>,
    /// The least and greatest value of each symbol that has a fact.
    facts: [Option<(i64, i64)>; 3],
}

impl Parts {
    fn random(random: &mut Rng, has_symbols: bool) -> Self {
        let with_symbol = |random: &mut Rng, factor: i64| {
            let symbol = (has_symbols && factor != 0 && random.u64(..3) == 0)
                .then(|| random.u64(..3) as usize);
            Number { factor, symbol }
        };
        let rank = random.i64(1..=3);
        let modes = (0..rank).map(|_| {
            let extent = random.i64(1..=3);
            let stride = random.i64(-2..=6);
            (with_symbol(random, extent), with_symbol(random, stride))
        });
        let modes: Vec<(Number, Number)> = modes.collect();
        let (outer, offset) = match random.u64(..5) {
            0 => (Outer::Nothing, None),
            1 => (Outer::Nothing, Some(random.i64(-4..=4))),
            2 | 3 => {
                let swizzles = [(1, 0, 1), (1, 0, 3), (2, 0, -2), (1, 1, -1), (2, 1, 3)];
                let (bits, base, shift) = *random.choice(&swizzles).unwrap();
                (Outer::Swizzle(bits, base, shift), Some(random.i64(-4..=6)))
            }
            _ => {
                let rank = random.i64(1..=3);
                let modes = (0..rank).map(|_| (random.i64(1..=3), random.i64(-1..=5)));
                (Outer::Layout(modes.collect()), Some(random.i64(-2..=4)))
            }
        };
        let offset = offset.map(|factor| with_symbol(random, factor));
        let fact = |random: &mut Rng| {
            let least = random.i64(-2..=2);
            (random.bool()).then(|| (least, least.max(1) + random.i64(0..=2)))
        };
        let mut facts = [fact(random), fact(random), fact(random)];
        let mut occurring = modes.iter().flat_map(|mode| [mode.0, mode.1]).chain(offset);
        let used: Vec<usize> = occurring.by_ref().filter_map(|number| number.symbol).collect();
        for (symbol, fact) in facts.iter_mut().enumerate() {
            if !used.contains(&symbol) {
                *fact = None;
            }
        }
        Parts { outer, offset, modes, facts }
    }

    fn layout(&self) -> AnyLayout {
        let list = |texts: Vec<String>| format!("({})", texts.join(","));
        let extents = list(self.modes.iter().map(|mode| mode.0.text()).collect());
        let strides = list(self.modes.iter().map(|mode| mode.1.text()).collect());
        let mut text = format!("{extents}:{strides}");
        let kind = match self.offset {
            None => Kind::Cute,
            Some(offset) => {
                let outer = match &self.outer {
                    Outer::Nothing => "S<0,4,3>".to_owned(),
                    Outer::Swizzle(bits, base, shift) => format!("S<{bits},{base},{shift}>"),
                    Outer::Layout(modes) => {
                        let extents = modes.iter().map(|mode| mode.0.to_string()).collect();
                        let strides = modes.iter().map(|mode| mode.1.to_string()).collect();
                        format!("{}:{}", list(extents), list(strides))
                    }
                };
                text = format!("{outer} o {} o {text}", offset.text());
                Kind::Composed
            }
        };
        let facts = self.facts.iter().zip(NAMES).filter_map(|(fact, name)| {
            fact.map(|(least, greatest)| format!("{name} in [{least},{greatest}]"))
        });
        let facts: Vec<String> = facts.collect();
        if !facts.is_empty() {
            text = format!("{text} where {}", facts.join(", "));
        }
        AnyLayout::parse(kind, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Values of the symbols that obey the facts and make extents positive.
    fn values(&self) -> Vec<[i64; 3]> {
        let is_extent = |symbol| self.modes.iter().any(|mode| mode.0.symbol == Some(symbol));
        let mut found = vec![[0; 3]];
        for symbol in 0..3 {
            let (low, high) = self.facts[symbol].unwrap_or((-3, 3));
            let low = if is_extent(symbol) { low.max(1) } else { low };
            let of = |before: [i64; 3]| {
                (low..=high).map(move |value| {
                    let mut values = before;
                    values[symbol] = value;
                    values
                })
            };
            found = found.into_iter().flat_map(of).collect();
        }
        found
    }

    fn extents(&self, symbols: &[i64; 3]) -> Vec<i64> {
        self.modes.iter().map(|mode| mode.0.at(symbols)).collect()
    }

    /// The offset at digits of the modes, which may be past their ends; none below 0.
    fn at(&self, digits: &[i64], symbols: &[i64; 3]) -> Option<i64> {
        let sum = digits.iter().zip(&self.modes).map(|(digit, mode)| digit * mode.1.at(symbols));
        let argument = sum.sum::<i64>() + self.offset.map_or(0, |offset| offset.at(symbols));
        match &self.outer {
            Outer::Nothing => Some(argument),
            _ if argument < 0 => None,
            Outer::Swizzle(bits, base, shift) => {
                let mask = ((1 << bits) - 1) << (base + shift.max(&0));
                let field = argument & mask;
                Some(argument ^ if 0 < *shift { field >> shift } else { field << -shift })
            }
            Outer::Layout(modes) => {
                let extents: Vec<i64> = modes.iter().map(|mode| mode.0).collect();
                let digits = digits_of(argument, &extents);
                Some(digits.iter().zip(modes).map(|(digit, mode)| digit * mode.1).sum())
            }
        }
    }

    fn at_integral(&self, coordinate: i64, symbols: &[i64; 3]) -> Option<i64> {
        self.at(&digits_of(coordinate, &self.extents(symbols)), symbols)
    }
}

/// The digits of a number, the last one without an end.
fn digits_of(number: i64, extents: &[i64]) -> Vec<i64> {
    let mut rest = number;
    let last = extents.len() - 1;
    let digit = |(position, extent): (usize, &i64)| {
        let digit = if position == last { rest } else { rest % extent };
        rest /= extent;
        digit
    };
    extents.iter().enumerate().map(digit).collect()
}

/// All digits below the ends.
fn boxed(ends: &[i64]) -> impl Iterator<Item = Vec<i64>> {
    let size: i64 = ends.iter().product();
    let ends = ends.to_vec();
    (0..size).map(move |place| digits_of(place, &ends))
}

#[test]
fn the_sign_is_that_of_every_offset() {
    let mut random = Rng::with_seed(1);
    let (mut naturals, mut negatives, mut unseen) = ([0, 0], [0, 0], 0);
    for round in 0..8_000 {
        let parts = Parts::random(&mut random, round % 2 == 1);
        let layout = parts.layout();
        for (which, domain) in [Domain::Inside, Domain::Extended].into_iter().enumerate() {
            let is_natural = parts.values().iter().all(|symbols| {
                let past = |extent: i64| if domain == Domain::Inside { extent } else { extent + 4 };
                let ends: Vec<i64> = parts.extents(symbols).into_iter().map(past).collect();
                let mut offsets = boxed(&ends).map(|digits| parts.at(&digits, symbols));
                offsets.all(|offset| offset.is_some_and(|offset| 0 <= offset))
            });
            match layout.sign(domain) {
                Sign::Natural => {
                    assert!(is_natural, "{layout} {domain:?}");
                    naturals[which] += 1;
                }
                Sign::Any if is_natural => {
                    // Exact without symbols, but after a layout and far outside.
                    let is_exact = !layout.has_symbols() && domain == Domain::Inside;
                    assert!(!is_exact || matches!(parts.outer, Outer::Layout(_)), "{layout}");
                    unseen += 1;
                }
                Sign::Any => negatives[which] += 1,
            }
        }
    }
    assert!(naturals.iter().all(|&n| 1_000 < n), "{naturals:?}");
    assert!(negatives.iter().all(|&n| 1_000 < n), "{negatives:?}");
    assert!(unseen < 1_600, "{unseen}");
}

#[test]
fn every_part_has_the_same_offsets() {
    let mut random = Rng::with_seed(2);
    let context = Context::new(10_000_000);
    let (mut holes, mut below, mut refuted) = (0, 0, 0);
    let nothing = [0; 3];
    for _ in 0..1_500 {
        let parts = Parts::random(&mut random, false);
        let layout = parts.layout();
        let size: i64 = parts.extents(&nothing).iter().product();
        let expected: Vec<Option<i64>> =
            (0..size).map(|c| parts.at_integral(c, &nothing)).collect();
        holes += i64::from(expected.contains(&None));
        below += i64::from(expected.iter().flatten().any(|&offset| offset < 0));

        let relation = to_relation(&layout, &View::Integral).unwrap();
        let function = Evaluator::new(&layout, &Budget::default()).unwrap();
        let map = relation.to_map(&context).unwrap();
        for (c, expected) in (0..).zip(&expected) {
            let list = Vec::from_iter(expected.map(|offset| vec![offset]));
            assert_eq!(layout.apply(&[c], &[]), list.first().cloned(), "{layout} at {c}");
            assert_eq!(function.value(c), Ok(list.first().cloned()), "{layout} at {c}");
            assert_eq!(relation.evaluate(&[], &[c]).unwrap(), list, "{relation} at {c}");
            assert_eq!(map.image(&[], &[c], 2).unwrap(), list, "{relation} at {c}");
        }
        let as_relation = AnyLayout::Relation(relation.clone());
        let verdict = equivalent(&layout, &as_relation, &Budget::default());
        assert!(matches!(verdict, Verdict::Proved(_)), "{layout}: {verdict:?}");

        // What has no offset somewhere is in no bounds, and is not converted.
        let ends = expected.iter().flatten().max().map_or(1, |greatest| greatest + 1).max(1);
        let is_inside = expected.iter().all(|offset| offset.is_some_and(|offset| 0 <= offset));
        match in_bounds(&layout, &Term::constant(ends), &Budget::default()) {
            Verdict::Proved(_) => assert!(is_inside, "{layout} in {ends}"),
            Verdict::Refuted(departure) => {
                let found = expected[departure.coordinate as usize];
                match &departure.outer {
                    Some(_) => assert!(found.is_none(), "{layout}: {departure}"),
                    None => assert_eq!(found, Some(departure.offset), "{layout}: {departure}"),
                }
                assert!(!is_inside, "{layout} in {ends}");
                refuted += 1;
            }
            Verdict::Unknown(unknown) => panic!("{layout}: {unknown}"),
        }
        let converted = convert(&layout, Kind::Relation, &Budget::default());
        assert_eq!(converted.is_ok(), !expected.contains(&None), "{layout}");
        for kind in [Kind::Cute, Kind::Composed, Kind::Linear] {
            let Ok(AnyLayout::Cute(_) | AnyLayout::Composed(_) | AnyLayout::Linear(_)) =
                convert(&layout, kind, &Budget::default())
            else {
                continue;
            };
            let converted = convert(&layout, kind, &Budget::default()).unwrap();
            for (c, expected) in (0..).zip(&expected) {
                let found =
                    Evaluator::new(&converted, &Budget::default()).unwrap().value(c).unwrap();
                assert_eq!(found, expected.map(|offset| vec![offset]), "{layout} as {converted}");
            }
        }

        // Code computes the offset where there is one; elsewhere nothing is claimed.
        let ends = (0, size + 3);
        let program = lower(&layout, &[ends], &[], Style::Bits).unwrap();
        for c in 0..=ends.1 {
            if let Some(offset) = parts.at_integral(c, &nothing) {
                assert_eq!(program.evaluate(&[c]), [offset], "{layout} at {c}:\n{program}");
            }
        }
        // Two kinds of strides say the same.
        if let Some(strides) = ArrayLayout::new(&layout).ok().and_then(|array| {
            let shape = parts.extents(&nothing).into_iter().map(Some).collect::<Vec<_>>();
            array.strides(&shape)
        }) {
            for digits in boxed(&parts.extents(&nothing)) {
                let mut sum = strides.offset().unwrap();
                let terms = digits.iter().zip(strides.strides());
                sum += terms.map(|(digit, stride)| digit * stride.unwrap()).sum::<i64>();
                assert_eq!(parts.at(&digits, &nothing), Some(sum), "{layout} {digits:?}");
            }
        }
    }
    assert!(200 < holes && 200 < below && 400 < refuted, "{holes} {below} {refuted}");
}

#[test]
fn validation_claims_nothing_where_there_is_no_offset() {
    // S<1,0,1> o -1 o 4:1 is nothing, S<1,0,1>(0), (1), (2), that is 0, 1, 3.
    let layout = AnyLayout::parse(Kind::Composed, "S<1,0,1> o -1 o 4:1").unwrap();
    let mut code = Code::default();
    let c = code.input(64);
    let one = code.push(64, Operation::Constant(1));
    let flags = Flags::default();
    let binary = |operator, left, right| Operation::Binary { operator, left, right, flags };
    let x = code.push(64, binary(Operator::Subtract, c, one));
    let high = code.push(64, binary(Operator::ShiftRightUnsigned, x, one));
    let high = code.push(64, binary(Operator::And, high, one));
    let swizzled = code.push(64, binary(Operator::Xor, x, high));
    // At 0 the argument is -1: in two's complement its swizzle is -2, and here it is anything.
    let claim = |offset| Claim {
        layout: &layout,
        code: &code,
        coordinates: vec![c],
        symbols: vec![],
        offsets: vec![offset],
        offset_bits: 64,
        bounds: vec![(0, 3)],
        premises: vec![],
    };
    assert!(matches!(validate(&claim(swizzled), &Budget::default()), Verdict::Proved(_)));
    let Verdict::Refuted(mismatch) = validate(&claim(x), &Budget::default()) else { panic!() };
    assert_eq!(mismatch.to_string(), "lowering differs at coordinate 3: 3 and 2");
}

#[test]
fn a_composition_has_no_value_below_zero() {
    let mut random = Rng::with_seed(3);
    let (mut holes, mut total) = (0, 0);
    let nothing = [0; 3];
    for _ in 0..800 {
        let (g, f) = (Parts::random(&mut random, false), Parts::random(&mut random, false));
        let (left, right) = (g.layout(), f.layout());
        let Ok(composed) = compose(&left, &right, Promotion::Extend, &Budget::default()) else {
            continue;
        };
        let Some(function) = Evaluator::new(&composed, &Budget::default()) else { continue };
        let size: i64 = f.extents(&nothing).iter().product();
        if function.size() != size {
            continue;
        }
        for c in 0..size {
            let between = f.at_integral(c, &nothing);
            let expected = between
                .filter(|&between| 0 <= between)
                .and_then(|between| g.at_integral(between, &nothing));
            let found = function.value(c).unwrap();
            assert_eq!(
                found,
                expected.map(|offset| vec![offset]),
                "{left} o {right} = {composed} at {c}"
            );
            *if expected.is_some() { &mut total } else { &mut holes } += 1;
        }
    }
    assert!(80 < holes && 1_000 < total, "{holes} {total}");
}

#[test]
fn a_guard_holds_where_there_is_an_offset_in_the_buffer() {
    let mut random = Rng::with_seed(4);
    let (mut guards, mut holes) = (0, 0);
    for round in 0..100 {
        let mut parts = Parts::random(&mut random, false);
        let has_symbol = round % 2 == 1 && !matches!(parts.outer, Outer::Layout(_));
        if let (true, Some(offset)) = (has_symbol, &mut parts.offset)
            && offset.factor != 0
        {
            *offset = Number { factor: offset.factor.signum(), symbol: Some(2) };
            parts.facts[2] = (random.bool()).then_some((-2, 3));
        }
        let layout = parts.layout();
        let Ok(applied) = Applied::new(layout.clone()) else { continue };
        let size = random.i64(1..=12);
        // v0 is the coordinate, v1 the symbol K, v2 the offset.
        let within = |variable, low, high| Comparison {
            quantity: Quantity::variable(variable),
            low: Some(low),
            high: Some(high),
        };
        let (low, high) = parts.facts[2].unwrap_or((-3, 3));
        let access = Access {
            n_variables: 3,
            known: vec![within(0, -2, 14), within(1, low, high)],
            applications: vec![Application {
                layout: applied,
                coordinates: vec![Quantity::variable(0)],
                symbols: vec![("K".to_owned(), Quantity::variable(1))],
                results: vec![2],
            }],
            indices: vec![Quantity::variable(2)],
            steps: Vec::new(),
            sizes: vec![Some(size.into())],
            ..Access::default()
        };
        let Ok(finding) = access.decide(Leaving::Allowed, &Budget::default()) else { continue };
        for k in low..=high {
            for c in -2..=14 {
                let offset = (0 <= c).then(|| parts.at_integral(c, &[0, 0, k])).flatten();
                let expected = offset.is_some_and(|offset| (0..size).contains(&offset));
                holes += i64::from(0 <= c && offset.is_none());
                // Without an offset the code may compute any number.
                let results =
                    offset.map_or(vec![-20, -1, 0, size - 1, size], |offset| vec![offset]);
                for result in results {
                    let found = match &finding {
                        AccessVerdict::Proved(_) => true,
                        AccessVerdict::Unreachable | AccessVerdict::Never(_) => false,
                        AccessVerdict::Sometimes(predicate) => {
                            predicate.holds(&[c, k, result]).unwrap()
                        }
                    };
                    assert_eq!(found, expected, "{layout} at {c}, K = {k}, {result}: {finding:?}");
                }
            }
        }
        guards += 1;
    }
    assert!(60 < guards && 200 < holes, "{guards} {holes}");
}
